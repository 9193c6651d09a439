/* test-policy-validate.c - what v1.16 refuses before it builds anything
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/policy/policy-test.h"

#define WEIGHT(name)                                                         \
  "Priority " name " should have a positive weight applied to it or it has " \
  "overflown"
#define NAME_SYNTAX                                                           \
  "must consist of alphanumeric characters, '-', '_' or '.', and must start " \
  "and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  "   \
  "or '123-abc', regex used for validation is "                               \
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define PREFIX_SYNTAX                                                         \
  "prefix part a DNS-1123 subdomain must consist of lower case alphanumeric " \
  "characters, '-' or '.', and must start and end with an alphanumeric "      \
  "character (e.g. 'example.com', regex used for validation is "              \
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

/* The first line of a message; the others are hints. */
static char *
first_line (const char *message)
{
  const char *end = strchr (message, '\n');

  return end == NULL ? g_strdup (message)
                     : g_strndup (message, (gsize) (end - message));
}

/* Checks that @policy is refused with @message, or valid when that is NULL. */
static void
check_policy (const FitPolicy *policy, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;

  if (fit_policy_validate (policy, &error))
    {
      assert_null (error);
      assert_null (message);
      return;
    }
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_POLICY));
  line = first_line (error->message);
  assert_string_equal (line, message != NULL ? message : "(valid)");
}

static void
check (const char *members, const char *message)
{
  g_autofree char *text = g_strdup_printf ("{" V1 ",%s}", members);
  g_autoptr (FitPolicy) policy = parse (text);

  check_policy (policy, message);
}

static void
check_resource (const char *name, const char *message)
{
  g_autoptr (FitPolicy) policy = fit_policy_new ();
  FitManagedResource resource = { .name = name };
  FitExtenderPolicy extender = { .url_prefix = "x",
                                 .prioritize_verb = "",
                                 .bind_verb = "",
                                 .n_managed_resources = 1,
                                 .managed_resources = &resource };

  g_ptr_array_add (policy->extenders, &extender);
  check_policy (policy, message);
}

static void
test_empty (void **state)
{
  g_autoptr (FitPolicy) policy = fit_policy_new ();

  (void) state;
  check_policy (policy, NULL);
}

static void
test_weights (void **state)
{
  static const struct
  {
    gint64 weight;
    gboolean valid;
  } cases[] = {
    { G_MININT64, FALSE },
    { -1, FALSE },
    { 0, FALSE },
    { 1, TRUE },
    { 922337203685477579, TRUE },
    { 922337203685477580, FALSE },
    { G_MAXINT64, FALSE },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("\"priorities\":[{\"name\":\"NoSuchThing\","
                             "\"weight\":%" G_GINT64_FORMAT "}]",
                             (gint64) cases[i].weight);

      check (text, cases[i].valid ? NULL : WEIGHT ("NoSuchThing"));
    }
}

static void
test_all_problems_are_told_once (void **state)
{
  (void) state;
  check ("\"priorities\":[{\"name\":\"A\"},{\"name\":\"B\",\"weight\":1},"
         "{\"name\":\"C\",\"weight\":-2}]",
         "[" WEIGHT ("A") ", " WEIGHT ("C") "]");
  check ("\"priorities\":[{\"name\":\"A\"},{\"name\":\"A\",\"weight\":-1}]",
         WEIGHT ("A"));
}

/* Priorities first; then each extender: its weight, its resources; then how
 * many of them bind. */
static void
test_order (void **state)
{
  (void) state;
  check ("\"extenders\":["
         "{\"urlPrefix\":\"u\",\"prioritizeVerb\":\"p\",\"bindVerb\":\"b\","
         "\"managedResources\":[{\"name\":\"cpu\"},{\"name\":\"cpu\"}]},"
         "{\"urlPrefix\":\"v\",\"prioritizeVerb\":\"p\",\"bindVerb\":\"b\","
         "\"weight\":-1,\"managedResources\":[{\"name\":\"a.b/c\"}]},"
         "{\"bindVerb\":\"b\",\"managedResources\":[{\"name\":\"a.b/c\"}]}],"
         "\"priorities\":[{\"name\":\"P\"}]",
         "[" WEIGHT (
             "P") ", Priority for extender u should have a positive weight "
                  "applied to it, cpu is an invalid extended resource name, "
                  "Duplicate extender managed resource name cpu, Priority "
                  "for extender v should have a positive weight applied to "
                  "it, Duplicate extender managed resource name a.b/c, Only "
                  "one extender can implement bind, found 3]");
}

static void
test_extenders (void **state)
{
  (void) state;
  check ("\"extenders\":[{\"filterVerb\":\"f\",\"weight\":-2}]", NULL);
  check ("\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":1}]", NULL);
  check ("\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":"
         "9223372036854775807}]",
         NULL);
  check ("\"extenders\":[{\"prioritizeVerb\":\"p\"}]",
         "Priority for extender  should have a positive weight applied to it");
  check ("\"extenders\":[{\"bindVerb\":\"b\"},{}]", NULL);
  check ("\"extenders\":[{\"bindVerb\":\"b\"},{},{\"bindVerb\":\"b\"}]",
         "Only one extender can implement bind, found 2");
  check ("\"extenders\":[{\"managedResources\":[{\"name\":\"a.b/c\"},"
         "{\"name\":\"a.b/d\"}]}]",
         NULL);
}

static void
test_resource_names (void **state)
{
  g_autofree char *long_name = g_strnfill (63, 'x');
  g_autofree char *ok = g_strconcat ("example.com/", long_name, NULL);
  g_autofree char *too_long
      = g_strconcat ("example.com/", long_name, "x", NULL);
  g_autofree char *bad_and_long = g_strconcat ("a.b/-", long_name, NULL);
  g_autofree char *label = g_strnfill (254, 'x');
  g_autofree char *long_prefix = g_strconcat (label, "/c", NULL);
  g_autofree char *not_extended = g_strconcat (
      long_prefix + 1, " is an invalid extended resource name", NULL);

  (void) state;
  check_resource ("example.com/gpu", NULL);
  check_resource ("1.2/A_b.c-D", NULL);
  check_resource (ok, NULL);
  check_resource ("",
                  "[name part must be non-empty, name part " NAME_SYNTAX "]");
  check_resource ("a.b/",
                  "[name part must be non-empty, name part " NAME_SYNTAX "]");
  check_resource ("X_y", "X_y is an invalid extended resource name");
  check_resource ("/c", "prefix part must be non-empty");
  check_resource ("a.b/c d", "name part " NAME_SYNTAX);
  check_resource ("a.b/-c", "name part " NAME_SYNTAX);
  check_resource ("a.b/c_", "name part " NAME_SYNTAX);
  check_resource ("a.b/c\n", "name part " NAME_SYNTAX);
  check_resource ("a.b/\xc3\xa4", "name part " NAME_SYNTAX);
  check_resource ("A.b/c", PREFIX_SYNTAX);
  check_resource ("a..b/c", PREFIX_SYNTAX);
  check_resource ("-a/c", PREFIX_SYNTAX);
  check_resource ("a-/c", PREFIX_SYNTAX);
  check_resource ("A/-", "[" PREFIX_SYNTAX ", name part " NAME_SYNTAX "]");
  check_resource ("a/b/c", "a qualified name " NAME_SYNTAX
                           " with an optional DNS subdomain prefix and '/' "
                           "(e.g. 'example.com/MyName')");
  check_resource (too_long, "name part must be no more than 63 characters");
  check_resource (
      bad_and_long,
      "[name part must be no more than 63 characters, name part " NAME_SYNTAX
      "]");
  check_resource (long_prefix + 1, not_extended);
  check_resource (long_prefix,
                  "prefix part must be no more than 253 characters");
}

static void
test_not_extended (void **state)
{
  static const char *const names[] = {
    "cpu",
    "foo",
    "kubernetes.io/foo",
    "x.kubernetes.io/foo",
    "requests.foo/bar",
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *message = g_strconcat (
          names[i], " is an invalid extended resource name", NULL);

      check_resource (names[i], message);
    }
}

static void
test_hints (void **state)
{
  static const char text[] = "apiVersion: v1\n"
                             "priorities:\n"
                             "- {name: A, weight: -1}\n"
                             "- {Name: B, Weight: 2}\n";
  g_autoptr (FitPolicy) policy = parse (text);
  g_autoptr (GError) error = NULL;

  (void) state;
  assert_false (fit_policy_validate (policy, &error));
  assert_string_equal (
      error->message,
      "[" WEIGHT ("A") ", " WEIGHT (
          "") "]\n"
              "hint: line 3: give \"A\" a weight from 1 to 922337203685477579\n"
              "hint: line 4: this entry has no name; letter case counts in \"name\" "
              "and \"weight\"");
}

/* All of what is wrong in the first line; entries made by hand have none. */
static void
test_hints_of_extenders (void **state)
{
  static const char text[]
      = "{" V1 ",\"extenders\":[{\"prioritizeVerb\":\"p\"},"
        "{\"filterVerb\":\"f\",\"managedResources\":[{\"name\":\"a b\"},"
        "{\"name\":\"cpu\"},{\"name\":\"c.d/e\"},{\"name\":\"c.d/e\"}]}]}";
  FitPriorityPolicy by_hand = { .name = "A" };
  g_autoptr (FitPolicy) policy = parse (text);
  g_autoptr (FitPolicy) made = fit_policy_new ();
  g_autoptr (GError) error = NULL, of_made = NULL;

  (void) state;
  assert_false (fit_policy_validate (policy, &error));
  assert_string_equal (
      strchr (error->message, '\n') + 1,
      "hint: line 1: prioritizeVerb needs a weight above 0\n"
      "hint: line 1: \"a b\" is not a resource name; write DOMAIN/NAME as in "
      "example.com/gpu\n"
      "hint: line 1: an extender can only manage extended resources: they have "
      "a domain outside of kubernetes.io, as in example.com/gpu\n"
      "hint: line 1: list \"c.d/e\" once, under one extender");
  made->priorities = g_ptr_array_new ();
  g_ptr_array_add (made->priorities, &by_hand);
  assert_false (fit_policy_validate (made, &of_made));
  assert_string_equal (of_made->message,
                       WEIGHT ("A") "\nhint: give \"A\" a weight from 1 to "
                                    "922337203685477579");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_empty),
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_all_problems_are_told_once),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_extenders),
    cmocka_unit_test (test_resource_names),
    cmocka_unit_test (test_not_extended),
    cmocka_unit_test (test_hints),
    cmocka_unit_test (test_hints_of_extenders),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
