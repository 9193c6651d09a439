/* fuzz-policy.c - any bytes as a policy file
 *
 * Whatever the bytes are, the loader returns a Policy or an error, and a Policy
 * can be validated and freed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib.h>

#include "policy/policy.h"
#include "tests/fuzz/fuzz.h"

static void
read_as (const uint8_t *data, size_t size, FitRelease release)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy = fit_policy_parse_as (
      (const char *) data, size, "fuzz", release, NULL, &error);

  g_assert_true ((policy == NULL) == (error != NULL));
  if (policy != NULL)
    g_assert_true (fit_policy_validate (policy, &error) == (error == NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  read_as (data, size, FIT_RELEASE_LEGACY);
  read_as (data, size, FIT_POLICY_RELEASE_LAST);
  return 0;
}
