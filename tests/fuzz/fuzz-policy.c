/* fuzz-policy.c - any bytes as a policy file
 *
 * Whatever the bytes are, the loader returns a Policy or an error, and a Policy
 * can be validated and freed.
 */
#include <glib.h>

#include "policy/policy.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = fit_policy_parse ((const char *) data, size, "fuzz", NULL, &error);

  g_assert_true ((policy == NULL) == (error != NULL));
  if (policy == NULL)
    return 0;
  g_assert_true (fit_policy_validate (policy, &error) == (error == NULL));
  return 0;
}
