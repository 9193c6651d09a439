/* test-extender-config.c - which TLS settings of extenders are refused
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/extender-config.h"

#include "tests/support/cluster.h"

#include <glib/gstdio.h>
#include <string.h>

#define MISSING "/nonexistent/ca.crt"

/* The extender with @tls (the inside of tlsConfig, NULL: none). */
static FitPolicy *
parse (gboolean https, const char *tls)
{
  g_autofree char *text = g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"extenders\":[{\"urlPrefix\":\"http://x\","
      "\"enableHttps\":%s,\"tlsConfig\":%s%s%s}]}",
      https ? "true" : "false", tls != NULL ? "{" : "",
      tls != NULL ? tls : "null", tls != NULL ? "}" : "");
  g_autoptr (GError) error = NULL;
  FitPolicy *policy
      = fit_policy_parse (text, strlen (text), "policy", NULL, &error);

  if (policy == NULL)
    fail_msg ("%s", error->message);
  return policy;
}

static gboolean
check (gboolean https, const char *tls, GError **error)
{
  g_autoptr (FitPolicy) policy = parse (https, tls);

  return fit_extender_check_tls (policy->extenders->pdata[0], FALSE, error);
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

/* Returns: (transfer full): what is noted, or wrong, about the files that are
 * here */
static char *
look (const char *tls)
{
  g_autoptr (FitPolicy) policy = parse (FALSE, tls);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  if (!fit_extenders_check_files (policy->extenders, notes, &error))
    return g_strdup (error->message);
  g_ptr_array_add (notes, NULL);
  return g_strjoinv ("\n", (char **) notes->pdata);
}

#define LOOK(tls, expected)                  \
  do                                         \
    {                                        \
      g_autofree char *found = look (tls);   \
      assert_string_equal (found, expected); \
    }                                        \
  while (0)

static void
test_files_elsewhere (void **state)
{
  LOOK ("\"caFile\":\"" MISSING "\"",
        "extenders[0].tlsConfig.caFile: not checked: open " MISSING
        ": no such file or directory");
  LOOK ("\"certFile\":\"" MISSING "\"", "");
  LOOK ("\"insecure\":true,\"caFile\":\"" MISSING "\"",
        "extenders[0].tlsConfig: specifying a root certificates file with the "
        "insecure flag is not allowed");
}

/* What is here has to be what it is for: in data... */
static void
test_contents_of_data (void **state)
{
  /* "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n" and
   * the same as a private key */
#define CERTIFICATE                                                          \
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BTUNBUUU9Ci0tLS0tRU5EIENFUlRJRklD" \
  "QVRFLS0tLS0K"
#define KEY                                                                    \
  "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNQU1DQVFFPQotLS0tLUVORCBSU0EgUF" \
  "JJVkFURSBLRVktLS0tLQo="
  LOOK ("\"caData\":\"" CERTIFICATE "\"", "");
  LOOK ("\"caData\":\"" KEY "\"",
        "extenders[0].tlsConfig.caData: found no certificate in PEM form");
  LOOK ("\"certData\":\"" CERTIFICATE "\",\"keyData\":\"" KEY "\"", "");
  LOOK ("\"certData\":\"" CERTIFICATE "\",\"keyData\":\"" CERTIFICATE "\"",
        "extenders[0].tlsConfig.keyData: found no private key in PEM form");
  LOOK ("\"certData\":\"" KEY "\",\"keyData\":\"" KEY "\"",
        "extenders[0].tlsConfig.certData: found no certificate in PEM form");
  LOOK ("\"certData\":\"" KEY "\"", "");
  LOOK ("\"keyData\":\"" CERTIFICATE "\"", "");
  LOOK ("\"certFile\":\"" MISSING "\",\"certData\":\"" CERTIFICATE
        "\",\"keyData\":\"" CERTIFICATE "\"",
        "extenders[0].tlsConfig.keyData: found no private key in PEM form");
  LOOK ("\"serverName\":\"a\"", "");
  LOOK ("\"caData\":\"eA==\"",
        "extenders[0].tlsConfig.caData: found no certificate in PEM form");
}

/* ... and in files. */
static void
test_contents_of_files (void **state)
{
  g_autofree char *path = NULL;
  g_autofree char *tls = NULL;
  g_autofree char *expected = NULL;
  const int fd = g_file_open_tmp ("fitsched-XXXXXX", &path, NULL);

  assert_true (fd >= 0);
  assert_true (g_close (fd, NULL));
  tls = g_strdup_printf ("\"caFile\":\"%s\"", path);
  expected = g_strdup_printf ("extenders[0].tlsConfig.caFile: found no "
                              "certificate in PEM form in \"%s\"",
                              path);
  LOOK (tls, expected);
  assert_true (
      g_file_set_contents (path,
                           "text\n-----BEGIN CERTIFICATE-----\nMAMCAQE=\n"
                           "-----END CERTIFICATE-----\n",
                           -1, NULL));
  LOOK (tls, "");
  assert_true (g_file_set_contents (
      path, "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n", -1, NULL));
  LOOK (tls, expected);
  g_unlink (path);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing_to_check),
    cmocka_unit_test (test_authority_cannot_be_insecure),
    cmocka_unit_test (test_files_must_be_readable),
    cmocka_unit_test (test_data_beats_files),
    cmocka_unit_test (test_files_elsewhere),
    cmocka_unit_test (test_contents_of_data),
    cmocka_unit_test (test_contents_of_files),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
