/* hostile-process.c - fitsched as a process of its own, before an API server that means harm
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/hostile-process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* Of addresses: malloc reserves far more than it uses. */
#define MOST_MIB 1024

char *
fitsched_program (void)
{
  return g_canonicalize_filename ("fitsched", g_getenv ("FIT_TEST_BUILDDIR"));
}

void
set_up_child (gpointer data)
{
  const struct rlimit most
      = { (rlim_t) MOST_MIB << 20, (rlim_t) MOST_MIB << 20 };

  (void) data;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (!is_sanitized ())
    setrlimit (RLIMIT_AS, &most);
}

void
write_kubeconfig (const char *directory, const char *url)
{
  g_autofree char *path = g_build_filename (directory, "kubeconfig", NULL);
  g_autofree char *text = g_strdup_printf (
      "current-context: x\n"
      "contexts: [{name: x, context: {cluster: c, user: u}}]\n"
      "clusters: [{name: c, cluster: {server: '%s'}}]\n"
      "users: [{name: u, user: {token: " HOSTILE_TOKEN "}}]\n",
      url);

  assert_true (g_file_set_contents_full (path, text, -1,
                                         G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}
