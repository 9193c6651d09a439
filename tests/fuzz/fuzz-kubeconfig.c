/* fuzz-kubeconfig.c - any bytes as kubeconfig files
 *
 * A zero byte begins the next file.  Whatever they are, there is a configuration
 * or an error, and no header could become two.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <glib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "client/api-config.h"
#include "tests/fuzz/fuzz.h"

#define FILES 3

/* Returns: a file descriptor; @out_path gets its path */
static int
make_file (const void *bytes, gsize len, char **out_path)
{
  const int fd = memfd_create ("kubeconfig", MFD_CLOEXEC);

  g_assert_true (fd >= 0);
  g_assert_true (write (fd, bytes, len) == (gssize) len);
  *out_path = g_strdup_printf ("/proc/self/fd/%d", fd);
  return fd;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char *paths[FILES + 1] = { 0 };
  int fds[FILES];
  guint n = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitApiConfig) config = NULL;

  while (n < FILES)
    {
      const uint8_t *end = size > 0 ? memchr (data, 0, size) : NULL;
      const gsize len = end != NULL ? (gsize) (end - data) : size;

      fds[n] = make_file (data, len, &paths[n]);
      n++;
      if (end == NULL)
        break;
      data += len + 1;
      size -= len + 1;
    }
  config = fit_kubeconfig_load ((const char *const *) paths, NULL, &error);
  g_assert_true ((config == NULL) == (error != NULL));
  for (guint i = 0;
       config != NULL && config->headers != NULL && config->headers[i] != NULL;
       i++)
    g_assert_null (strpbrk (config->headers[i], "\r\n"));
  for (guint i = 0; i < n; i++)
    {
      close (fds[i]);
      g_free (paths[i]);
    }
  return 0;
}
