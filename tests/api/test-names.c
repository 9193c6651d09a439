/* Which names are names, and what is said about those that are not.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/names.h"
#include "api/syntax.h"

#define A63 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggg"
#define NAME_RULE                                                             \
  "must consist of alphanumeric characters, '-', '_' or '.', and must start " \
  "and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  "   \
  "or '123-abc', regex used for validation is "                               \
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define SUBDOMAIN_RULE                                                        \
  "a DNS-1123 subdomain must consist of lower case alphanumeric characters, " \
  "'-' or '.', and must start and end with an alphanumeric character (e.g. "  \
  "'example.com', regex used for validation is "                              \
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

/* @len letters, with a dot after every 50 */
static char *
long_subdomain (gsize len)
{
  char *text = g_strnfill (len, 'a');

  for (gsize i = 50; i + 1 < len; i += 51)
    text[i] = '.';
  return text;
}

static void
test_qualified_names (void **state)
{
  static const char *const good[]
      = { "a", "A", "9", "a-b_c.d", "example.com/Name", "a/b", "a.b.c/x", A63 };
  static const char *const bad[]
      = { "",     "-a",     "a-",     ".a",     "a b",         "a/b/c", "/a",
          "a/",   "A/b",    "a_b/c",  "a..b/c", ".a/b",        "a./b",  "-a/b",
          "a-/b", "a.-b/c", "a-.b/c", A63 "a",  "caf\xc3\xa9", "a\n" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    if (!fit_is_qualified_name (good[i]))
      fail_msg ("\"%s\" is a qualified name", good[i]);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (fit_is_qualified_name (bad[i]))
      fail_msg ("\"%s\" is no qualified name", bad[i]);
}

static void
test_prefix_length (void **state)
{
  g_autofree char *longest = long_subdomain (253);
  g_autofree char *too_long = long_subdomain (254);
  g_autofree char *good = g_strconcat (longest, "/x", NULL);
  g_autofree char *bad = g_strconcat (too_long, "/x", NULL);

  assert_true (fit_is_qualified_name (good));
  assert_false (fit_is_qualified_name (bad));
}

static void
test_label_values (void **state)
{
  assert_true (fit_is_label_value (""));
  assert_true (fit_is_label_value (A63));
  assert_true (fit_is_label_value ("Any.value_1-x"));
  assert_false (fit_is_label_value (A63 "a"));
  assert_false (fit_is_label_value ("-5"));
  assert_false (fit_is_label_value ("+5"));
  assert_false (fit_is_label_value ("a/b"));
}

static void
test_extended_resources (void **state)
{
  g_autofree char *prefix = long_subdomain (244);
  g_autofree char *longest = g_strconcat (prefix, "/x", NULL);
  g_autofree char *too_long = g_strconcat ("a", prefix, "/x", NULL);

  assert_true (fit_is_extended_resource_name ("example.com/gpu"));
  assert_true (fit_is_extended_resource_name (longest));
  assert_false (fit_is_extended_resource_name (too_long));
  assert_false (fit_is_extended_resource_name ("gpu"));
  assert_false (fit_is_extended_resource_name ("kubernetes.io/gpu"));
  assert_false (fit_is_extended_resource_name ("my.kubernetes.io/gpu"));
  assert_false (fit_is_extended_resource_name ("requests.example.com/gpu"));
  assert_false (fit_is_extended_resource_name ("Example.com/gpu"));
  assert_false (fit_is_extended_resource_name ("example.com/" A63 "a"));
}

static void
test_scalar_resources (void **state)
{
  static const char *const scalars[]
      = { "example.com/gpu", "hugepages-2Mi", "attachable-volumes-aws-ebs",
          "kubernetes.io/x", "sub.kubernetes.io/x" };
  static const char *const others[] = { "cpu",
                                        "memory",
                                        "storage",
                                        "gpu",
                                        "requests.foo/bar",
                                        "my-hugepages-2Mi",
                                        "example.com/" A63 "a" };

  for (guint i = 0; i < G_N_ELEMENTS (scalars); i++)
    if (!fit_is_scalar_resource_name (scalars[i]))
      fail_msg ("\"%s\" is a scalar resource", scalars[i]);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (fit_is_scalar_resource_name (others[i]))
      fail_msg ("\"%s\" is no scalar resource", others[i]);
}

static void
assert_problems (const char *name, const char *expected)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  fit_qualified_name_problems (name, problems);
  g_ptr_array_add (problems, NULL);
  joined = g_strjoinv (" | ", (char **) problems->pdata);
  assert_string_equal (joined, expected);
}

static void
test_problems_of_names (void **state)
{
  assert_problems ("example.com/name", "");
  assert_problems ("", "name part must be non-empty | name part " NAME_RULE);
  assert_problems ("-", "name part " NAME_RULE);
  assert_problems ("-" A63, "name part must be no more than 63 characters | "
                            "name part " NAME_RULE);
  assert_problems ("/a", "prefix part must be non-empty");
  assert_problems ("A/a", "prefix part " SUBDOMAIN_RULE);
  assert_problems ("a/b/c", "a qualified name " NAME_RULE
                            " with an optional DNS subdomain prefix and '/' "
                            "(e.g. 'example.com/MyName')");
}

static void
test_problems_of_long_prefix (void **state)
{
  g_autofree char *prefix = long_subdomain (254);
  g_autofree char *name = g_strconcat (prefix, "/x", NULL);

  assert_problems (name, "prefix part must be no more than 253 characters");
}

static void
test_problems_of_label_values (void **state)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  fit_label_value_problems ("", problems);
  fit_label_value_problems ("ok", problems);
  assert_int_equal (problems->len, 0);
  fit_label_value_problems ("a", problems);
  fit_label_value_problems (A63, problems);
  assert_int_equal (problems->len, 0);
  fit_label_value_problems ("-", problems);
  assert_int_equal (problems->len, 1);
  g_ptr_array_set_size (problems, 0);
  fit_label_value_problems ("-" A63, problems);
  assert_int_equal (problems->len, 2);
  assert_string_equal (problems->pdata[0],
                       "must be no more than 63 characters");
  assert_string_equal (
      problems->pdata[1],
      "a valid label must be an empty string or consist of alphanumeric "
      "characters, '-', '_' or '.', and must start and end with an "
      "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
      "regex used for validation is "
      "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
}

static void
test_quote (void **state)
{
  static const struct
  {
    const char *text;
    const char *quoted;
  } cases[] = {
    { "", "\"\"" },
    { "plain", "\"plain\"" },
    { "a\"b\\c", "\"a\\\"b\\\\c\"" },
    { "\a\b\f\n\r\t\v", "\"\\a\\b\\f\\n\\r\\t\\v\"" },
    { "\x01\x7f", "\"\\x01\\x7f\"" },
    { "\xc2\x80\xef\xbf\xbf", "\"\\u0080\\uffff\"" },
    { "caf\xc3\xa9", "\"caf\xc3\xa9\"" },
    { "\xff", "\"\\xff\"" },
    { "caf\xc3", "\"caf\\xc3\"" },
    { "\xc2\x85", "\"\\u0085\"" },
    { "\xf3\xa0\x80\x81", "\"\\U000e0001\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *quoted = fit_quote (cases[i].text);

      assert_string_equal (quoted, cases[i].quoted);
    }
}

static void
test_parse_int64 (void **state)
{
  static const char *const bad[] = { "",
                                     "-",
                                     "+",
                                     "1.0",
                                     "1e3",
                                     " 1",
                                     "1 ",
                                     "0x10",
                                     "--1",
                                     "9223372036854775808",
                                     "-9223372036854775809" };
  gint64 number = 42;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (fit_parse_int64 (bad[i], strlen (bad[i]), &number))
      fail_msg ("\"%s\" is no number", bad[i]);
  for (guint len = 0; len <= 1; len++)
    assert_false (fit_parse_int64 ("-5", len, &number));
  assert_false (fit_parse_int64 ("5", 0, &number));
  assert_false (fit_parse_int64 ("+5", 1, &number));
  assert_int_equal (number, 42);
  assert_true (fit_parse_int64 ("007", 3, &number));
  assert_int_equal (number, 7);
  assert_true (fit_parse_int64 ("+5", 2, &number));
  assert_int_equal (number, 5);
  assert_true (fit_parse_int64 ("-5", 2, &number));
  assert_int_equal (number, -5);
  assert_true (fit_parse_int64 ("6", 1, &number));
  assert_int_equal (number, 6);
  assert_true (fit_parse_int64 ("12x", 2, &number));
  assert_int_equal (number, 12);
  assert_true (fit_parse_int64 ("-9223372036854775808", 20, &number));
  assert_true (number == G_MININT64);
  assert_true (fit_parse_int64 ("9223372036854775807", 19, &number));
  assert_true (number == G_MAXINT64);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_qualified_names),
    cmocka_unit_test (test_prefix_length),
    cmocka_unit_test (test_label_values),
    cmocka_unit_test (test_extended_resources),
    cmocka_unit_test (test_scalar_resources),
    cmocka_unit_test (test_problems_of_names),
    cmocka_unit_test (test_problems_of_long_prefix),
    cmocka_unit_test (test_problems_of_label_values),
    cmocka_unit_test (test_quote),
    cmocka_unit_test (test_parse_int64),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
