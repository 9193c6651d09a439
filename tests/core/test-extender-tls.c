/* test-extender-tls.c - what a Policy says about HTTPS
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/extender-setup.h"
#include "tests/support/certificates.h"

#define MANIFEST NODE ("n0", "", "pods: 10") PENDING ("", "")
#define BIND "\"bindVerb\":\"bind\""

/* Returns: (transfer full): the @format of a Policy entry with its bindVerb */
static char *entry (const char *format, ...) G_GNUC_PRINTF (1, 2);

static char *
entry (const char *format, ...)
{
  g_autofree char *more = NULL;
  va_list args;

  va_start (args, format);
  more = g_strdup_vprintf (format, args);
  va_end (args);
  return g_strconcat (BIND, more, NULL);
}

/* Has the extender at @process bind a pod.  Returns: (transfer full): "" or
 * what went wrong */
static char *
bind_with (ExtenderProcess *process, const char *more)
{
  g_autofree char *url = extender_process_url (process, "ext");
  g_auto (Setup) setup = { 0 };
  g_autoptr (GError) error = NULL;

  setup_init (&setup, MANIFEST);
  if (fit_extender_bind (setup_add (&setup, url, more), setup.cluster.pending,
                         "n0", NULL, &error))
    return g_strdup ("");
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
  return g_strdup (error->message);
}

static char *
base64_of (const char *path)
{
  g_autofree char *text = NULL;
  gsize len;

  assert_true (g_file_get_contents (path, &text, &len, NULL));
  return g_base64_encode ((const guchar *) text, len);
}

static void
assert_binds (ExtenderProcess *process, const char *more)
{
  g_autofree char *said = bind_with (process, more);

  assert_string_equal (said, "");
}

static void
assert_fails (ExtenderProcess *process, const char *more, const char *reason)
{
  g_autofree char *said = bind_with (process, more);

  if (strstr (said, reason) == NULL)
    fail_msg ("\"%s\" does not say \"%s\"", said, reason);
}

static void
test_enable_https (void **state)
{
  const Certificates *c = certificates_of (state);
  g_autoptr (ExtenderProcess) process
      = extender_process_new (c->local_cert, c->local_key, NULL);
  g_autofree char *ca = entry (
      ",\"enableHttps\":true,\"tlsConfig\":{\"caFile\":\"%s\"}", c->ca);
  g_autofree char *other = entry (
      ",\"enableHttps\":true,\"tlsConfig\":{\"caFile\":\"%s\"}", c->other_ca);

  /* Without a CA enableHttps verifies nothing; without enableHttps the CAs of
   * the system count. */
  assert_binds (process, BIND ",\"enableHttps\":true");
  assert_binds (process, BIND ",\"enableHttps\":true,\"tlsConfig\":{}");
  assert_fails (process, BIND, "unable to get local issuer certificate");
  assert_binds (process, BIND ",\"tlsConfig\":{\"insecure\":true}");
  assert_binds (process, ca);
  assert_fails (process, other, "unable to get local issuer certificate");
}

static void
test_data_in_the_policy (void **state)
{
  const Certificates *c = certificates_of (state);
  g_autoptr (ExtenderProcess) process
      = extender_process_new (c->local_cert, c->local_key, c->ca);
  g_autofree char *ca = base64_of (c->ca);
  g_autofree char *cert = base64_of (c->client_cert);
  g_autofree char *key = base64_of (c->client_key);
  g_autofree char *with = entry (",\"tlsConfig\":{\"caData\":\"%s\","
                                 "\"certData\":\"%s\",\"keyData\":\"%s\"}",
                                 ca, cert, key);
  g_autofree char *without = entry (",\"tlsConfig\":{\"caData\":\"%s\"}", ca);
  g_autofree char *files
      = entry (",\"tlsConfig\":{\"caFile\":\"%s\",\"certFile\":\"%s\","
               "\"keyFile\":\"%s\"}",
               c->ca, c->client_cert, c->client_key);

  assert_binds (process, with);
  assert_binds (process, files);
  assert_fails (process, without, "Post https://");
}

static void
test_server_name (void **state)
{
  const Certificates *c = certificates_of (state);
  g_autoptr (ExtenderProcess) process
      = extender_process_new (c->named_cert, c->named_key, NULL);
  g_autofree char *with = entry (",\"tlsConfig\":{\"caFile\":\"%s\","
                                 "\"serverName\":\"extender.example\"}",
                                 c->ca);
  g_autofree char *without
      = entry (",\"tlsConfig\":{\"caFile\":\"%s\"}", c->ca);

  assert_binds (process, with);
  assert_fails (process, without, "'127.0.0.1'");
}

/* What fails is what needs the file, and ignorable does not help: nobody was
 * asked. */
static void
test_missing_file (void **state)
{
  static const char more[] = "\"filterVerb\":\"filter\","
                             "\"prioritizeVerb\":\"prioritize\",\"weight\":1,"
                             "\"ignorable\":true,"
                             "\"tlsConfig\":{\"caFile\":\"/nonexistent/ca\"}";
  g_auto (Setup) setup = { 0 };
  g_auto (FitFilterResult) result = { 0 };
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (GError) error = NULL;
  gint64 total = 0;

  setup_init (&setup, MANIFEST);
  nodes = setup_nodes (&setup, "n0");
  setup_add (&setup, "https://b", more);
  assert_false (fit_extenders_filter (
      setup.extenders, setup.cluster.cache, setup.cluster.pending,
      (const FitNodeInfo *const *) nodes->pdata, nodes->len, &result, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_UNASKED));
  assert_string_equal (error->message,
                       "Post https://b/filter: tlsConfig: "
                       "open /nonexistent/ca: no such file or directory");
  g_clear_error (&error);
  assert_null (fit_extenders_prioritize (
      setup.extenders, setup.cluster.cache, setup.cluster.pending,
      &(const FitNodeList){ nodes->len,
                            (const FitNodeInfo *const *) nodes->pdata },
      1, &total, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_UNASKED));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_enable_https),
    cmocka_unit_test (test_data_in_the_policy),
    cmocka_unit_test (test_server_name),
    cmocka_unit_test (test_missing_file),
  };

  return cmocka_run_group_tests_name ("extender-tls", tests, certificates_setup,
                                      certificates_teardown);
}
