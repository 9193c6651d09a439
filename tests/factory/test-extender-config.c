#include "factory/extender-config.h"

#include "tests/support/cluster.h"

#include <string.h>

#define MISSING "/nonexistent/ca.crt"

/* Checks the extender with @tls (the inside of tlsConfig, NULL: none). */
static gboolean
check (gboolean https, const char *tls, GError **error)
{
  g_autofree char *text = g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"extenders\":[{\"urlPrefix\":\"http://x\","
      "\"enableHttps\":%s,\"tlsConfig\":%s%s%s}]}",
      https ? "true" : "false", tls != NULL ? "{" : "",
      tls != NULL ? tls : "null", tls != NULL ? "}" : "");
  g_autoptr (FitPolicy) policy
      = fit_policy_parse (text, strlen (text), "policy", NULL, error);

  if (policy == NULL)
    fail_msg ("%s", (*error)->message);
  return fit_extender_check_tls (policy->extenders->pdata[0], error);
}

static void
expect_fine (gboolean https, const char *tls)
{
  g_autoptr (GError) error = NULL;

  if (!check (https, tls, &error))
    fail_msg ("%s", error->message);
}

static void
expect_refusal (gboolean https, const char *tls, const char *message)
{
  g_autoptr (GError) error = NULL;

  assert_false (check (https, tls, &error));
  assert_error (&error, FIT_ERROR_POLICY, message);
}

static void
test_nothing_to_check (void **state)
{
  expect_fine (FALSE, NULL);
  expect_fine (TRUE, NULL);
  expect_fine (FALSE, "");
  expect_fine (TRUE, "\"insecure\":true");
  /* A certificate without its key is not looked at. */
  expect_fine (FALSE, "\"certFile\":\"" MISSING "\"");
}

static void
test_authority_cannot_be_insecure (void **state)
{
#define MESSAGE \
  "specifying a root certificates file with the insecure flag is not allowed"
  expect_refusal (TRUE, "\"insecure\":true,\"caFile\":\"" MISSING "\"",
                  MESSAGE);
  expect_refusal (FALSE, "\"insecure\":true,\"caData\":\"eA==\"", MESSAGE);
#undef MESSAGE
}

static void
test_files_must_be_readable (void **state)
{
#define MESSAGE                                                                \
  "open " MISSING ": no such file or directory\nhint: tlsConfig names a file " \
  "that cannot be read here; caData, certData and keyData carry the same in "  \
  "base64"
  expect_refusal (TRUE, "\"caFile\":\"" MISSING "\"", MESSAGE);
  expect_refusal (
      FALSE, "\"certFile\":\"" MISSING "\",\"keyFile\":\"/dev/null\"", MESSAGE);
  expect_refusal (
      FALSE, "\"certFile\":\"/dev/null\",\"keyFile\":\"" MISSING "\"", MESSAGE);
#undef MESSAGE
}

/* Data in the Policy itself beats the file. */
static void
test_data_beats_files (void **state)
{
  expect_fine (TRUE, "\"caFile\":\"" MISSING "\",\"caData\":\"eA==\"");
  expect_fine (FALSE, "\"certFile\":\"" MISSING "\",\"certData\":\"eA==\","
                      "\"keyData\":\"eA==\"");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing_to_check),
    cmocka_unit_test (test_authority_cannot_be_insecure),
    cmocka_unit_test (test_files_must_be_readable),
    cmocka_unit_test (test_data_beats_files),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
