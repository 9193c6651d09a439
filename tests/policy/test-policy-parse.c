/* test-policy-parse.c - JSON or YAML, which version, and text that is neither
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/policy/policy-test.h"

/* Without an apiVersion v1.16 looks for Go's field names. */
static void
test_internal_form (void **state)
{
  static const char *const texts[] = {
    "{\"predicates\":[{\"name\":\"HostName\"}]}",
    "{\"kind\":\"Policy\",\"predicates\":[{\"name\":\"HostName\"}]}",
    "{\"apiVersion\":\"\",\"predicates\":[{\"name\":\"HostName\"}]}",
    "{\"apiVersion\":\"/\",\"predicates\":[{\"name\":\"HostName\"}]}",
    "{\"apiVersion\":\"__internal\",\"predicates\":[5]}",
    "{\"apiVersion\":null,\"predicates\":[5]}",
    "",
    " \n",
    "null",
    "# a comment only\n",
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (FitPolicy) policy = parse (texts[i]);

      assert_true (policy->internal_form);
      assert_null (policy->predicates);
      assert_null (policy->priorities);
    }
}

static void
test_version_ignores_case (void **state)
{
  static const char *const texts[] = {
    "{\"kind\":\"Policy\",\"apiversion\":\"v1\",\"predicates\":[]}",
    "{\"APIVERSION\":\"v2\",\"apiVersion\":\"v1\",\"predicates\":[]}",
    "{\"apiVersion\":\"/v1\",\"predicates\":[]}",
    "{\"apiVersion\":\"v1\",\"apiVersion\":null,\"predicates\":[]}",
    /* YAML is read in the order of the names. */
    "apiversion: v1\napiVersion: v2\npredicates: []\n",
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (FitPolicy) policy = parse (texts[i]);

      assert_false (policy->internal_form);
      assert_non_null (policy->predicates);
    }
}

static void
test_other_kinds (void **state)
{
  static const char scheme[]
      = " in scheme \"k8s.io/kubernetes/pkg/scheduler/api/register.go:27\"\n"
        "hint: p: a policy file has \"apiVersion\": \"v1\" and \"kind\": "
        "\"Policy\"";
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "{\"kind\":\"Policy\",\"apiVersion\":\"v2\"}",
      "no kind \"Policy\" is registered for version \"v2\"" },
    { "{\"apiVersion\":\"v2\"}",
      "no kind \"Policy\" is registered for version \"v2\"" },
    { "{\"kind\":\"policy\",\"apiVersion\":\"v1\"}",
      "no kind \"policy\" is registered for version \"v1\"" },
    { "{\"kind\":\"a\\\"\\u0007\\u00a0\\n\",\"apiVersion\":\"g/v1\"}",
      "no kind \"a\\\"\\a\\u00a0\\n\" is registered for version \"g/v1\"" },
    { "kind: Pod\n",
      "no kind \"Pod\" is registered for the internal version of group "
      "\"\"" },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message
          = g_strconcat ("invalid policy: ", cases[i].message, scheme, NULL);

      refuse (cases[i].text, message);
    }
  refuse ("{\"apiVersion\":\"a/b/c\"}",
          "invalid policy: unexpected GroupVersion string: a/b/c");
  refuse ("{\"apiVersion\":1}",
          "invalid policy: p: " NO_VERSION "line 1, column 15: apiVersion: "
          "found number 1, expected a string");
  refuse_like ("kind: KubeSchedulerConfiguration\n"
               "apiVersion: kubescheduler.config.k8s.io/v1alpha1\n",
               FIT_ERROR_SCHEMA,
               "invalid policy: no kind \"KubeSchedulerConfiguration\" is "
               "registered for version "
               "\"kubescheduler.config.k8s.io/v1alpha1\" in scheme",
               "hint: p: this configures the scheduler; the policy file is "
               "what its algorithmSource names");
}

/* A comment in front of it makes a JSON document a YAML one. */
static void
test_json_in_yaml (void **state)
{
  static const char *const texts[] = {
    "# policy\n{" V1 ",\"predicates\":[{\"name\":\"A\"}]}",
    "\xef\xbb\xbf{" V1 ",\"predicates\":[{\"name\":\"A\"}]}",
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (FitPolicy) policy = parse (texts[i]);

      assert_non_null (policy->predicates);
      assert_int_equal (policy->predicates->len, 1);
    }
}

static void
test_no_objects (void **state)
{
  (void) state;
  refuse ("[]", "invalid policy: p: " NO_VERSION
                "line 1, column 1: found a list, expected an object");
  refuse ("42", "invalid policy: p: " NO_VERSION
                "line 1, column 1: found number 42, expected an object");
  refuse ("\"x\"", "invalid policy: p: " NO_VERSION
                   "line 1, column 1: found string \"x\", expected an object");
}

static void
test_syntax (void **state)
{
  static const struct
  {
    const char *text;
    const char *hint;
  } cases[] = {
    { "{", "a bracket or a quote is not closed" },
    { "{} {}", "holds one JSON object: remove what follows it" },
    { "{}\n---\n{}", "holds one JSON object: remove what follows it" },
    { "{\"predicates\":[{},]}", "remove the comma before the ']'" },
    { "{\"kind\":\"Policy\",}", "remove the comma before the '}'" },
    { "{'kind':'Policy'}", "JSON strings need double quotes" },
    { "{kind: Policy}", "field names need double quotes" },
    { "{// x\n}", "in YAML a comment begins with #" },
    { "{# x\n}", "is read as JSON, which has no comments" },
    { "{\"a\":1 \"b\":2}", "a comma or '}' is missing before it" },
    { "{\"a\":[1 2]}", "a comma or ']' is missing before it" },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    refuse_like (cases[i].text, FIT_ERROR_PARSE,
                 "invalid policy: p: " NO_VERSION, cases[i].hint);
  refuse_like ("// policy", FIT_ERROR_SCHEMA, "invalid policy: p: " NO_VERSION,
               "JSON has no comments; in YAML a comment begins with #");
  /* Go skips more white space than JSON has. */
  refuse_like (" \n\xc2\x85{}", FIT_ERROR_PARSE,
               "invalid policy: p: " NO_VERSION, "(line 2, column 1)");
  refuse_like (
      "kind: Policy\n\tapiVersion: v1\n", FIT_ERROR_PARSE,
      "invalid policy: p: yaml: ", "indent YAML with spaces, not tabs");
}

static void
test_limits (void **state)
{
  FitLimits limits = *fit_limits_default ();
  static const char text[] = "{" V1 ",\"a\":[[[[[]]]]]}";
  g_autoptr (GError) error = NULL;

  (void) state;
  limits.depth = 4;
  assert_null (fit_policy_parse (text, strlen (text), NULL, &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  assert_true (g_str_has_prefix (error->message, "invalid policy: "));
}

/* Text without a name, as a program may give it. */
static void
test_no_source (void **state)
{
  static const char scheme[]
      = "registered for version \"v2\" in scheme \"k8s.io/kubernetes/pkg/"
        "scheduler/api/register.go:27\"\nhint: ";
  static const struct
  {
    const char *text;
    const char *source; /* (nullable) */
    const char *begins;
    const char *ends;
  } cases[] = {
    { "{\"apiVersion\":\"v2\"}", NULL, "invalid policy: no kind \"Policy\" is ",
      "a policy file has \"apiVersion\": \"v1\" and \"kind\": \"Policy\"" },
    { "{\"apiVersion\":\"v2\"}", "", "invalid policy: no kind \"Policy\" is ",
      "a policy file has \"apiVersion\": \"v1\" and \"kind\": \"Policy\"" },
    { "{\"apiVersion\":\"v2\",\"kind\":\"KubeSchedulerConfiguration\"}", NULL,
      "invalid policy: no kind \"KubeSchedulerConfiguration\" is ",
      "this configures the scheduler; the policy file is what its "
      "algorithmSource names" },
    { "{\"apiVersion\":\"v2\",\"kind\":\"KubeSchedulerConfiguration\"}", "a",
      "invalid policy: no kind \"KubeSchedulerConfiguration\" is ",
      "a: this configures the scheduler; the policy file is what its "
      "algorithmSource names" },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message
          = g_strconcat (cases[i].begins, scheme, cases[i].ends, NULL);
      g_autoptr (GError) error = NULL;

      assert_null (fit_policy_parse (cases[i].text, strlen (cases[i].text),
                                     cases[i].source, NULL, &error));
      assert_string_equal (error->message, message);
      assert_null (fit_policy_parse (cases[i].text, strlen (cases[i].text),
                                     cases[i].source, NULL, NULL));
    }
}

/* What comes before the first brace decides between JSON and YAML. */
static void
test_before_the_brace (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "\v{" V1 "}", NO_VERSION
      "invalid character '\\v' looking for beginning of value (line 1, column 1)" },
    { "\xc2\x85{" V1 "}", NO_VERSION
      "invalid character '\xc3\x82' looking for beginning of value (line 1, column 1)" },
    { "\xe2\x80\xa8{" V1 "}", NO_VERSION
      "invalid character '\xc3\xa2' looking for beginning of value (line 1, column 1)" },
    { "\xc2\xa0 \n{" V1 "}", NO_VERSION
      "invalid character '\xc3\x82' looking for beginning of value (line 1, column 1)" },
    { "\xff{" V1 "}", "yaml: invalid leading UTF-8 octet (line 1, column 1)" },
    { "\xe2\x80", "yaml: incomplete UTF-8 octet sequence (line 1, column 1)" },
    { "\xe2", "yaml: incomplete UTF-8 octet sequence (line 1, column 1)" },
    { "  // x\n{" V1 "}", NO_VERSION
      "line 1, column 3: found string \"// x {\\\"apiVersion\\\":\\\"v1\\\"}\", expected an object"
      "\nhint: JSON has no comments; in YAML a comment begins with #" },
    { "\n\t/* x */ {" V1 "}",
      "yaml: found character that cannot start any token (line 2, column 1)"
      "\nhint: JSON has no comments; in YAML a comment begins with #" },
    { " /",
      NO_VERSION "line 1, column 2: found string \"/\", expected an object" },
    { "\"\"",
      NO_VERSION "line 1, column 1: found string \"\", expected an object" },
    { "\"  \"",
      NO_VERSION "line 1, column 1: found string \"  \", expected an object" },
    { "\"  //\"", NO_VERSION
      "line 1, column 1: found string \"  //\", expected an object"
      "\nhint: JSON has no comments; in YAML a comment begins with #" },
    { "\" /*\"", NO_VERSION
      "line 1, column 1: found string \" /*\", expected an object"
      "\nhint: JSON has no comments; in YAML a comment begins with #" },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message
          = g_strconcat ("invalid policy: p: ", cases[i].message, NULL);

      refuse (cases[i].text, message);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_internal_form),
    cmocka_unit_test (test_version_ignores_case),
    cmocka_unit_test (test_other_kinds),
    cmocka_unit_test (test_json_in_yaml),
    cmocka_unit_test (test_no_objects),
    cmocka_unit_test (test_syntax),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_no_source),
    cmocka_unit_test (test_before_the_brace),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
