/* fuzz-exec-credential.c - any bytes as the answer of a credential plugin
 *
 * Whatever they are, there is a credential or an error; a token fits in a header,
 * and a certificate has its key.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib.h>
#include <string.h>

#include "client/exec-credential.h"
#include "tests/fuzz/fuzz.h"

static void
check (const uint8_t *data, size_t size, const char *api_version)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitCredential) credential = fit_exec_credential_parse (
      (const char *) data, size, api_version, &error);

  g_assert_true ((credential == NULL) == (error != NULL));
  if (credential == NULL)
    return;
  g_assert_true ((credential->cert != NULL) == (credential->key != NULL));
  g_assert_true (credential->header != NULL || credential->cert != NULL);
  if (credential->header != NULL)
    g_assert_null (strpbrk (credential->header, "\r\n"));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  check (data, size, "client.authentication.k8s.io/v1");
  check (data, size, "client.authentication.k8s.io/v1beta1");
  return 0;
}
