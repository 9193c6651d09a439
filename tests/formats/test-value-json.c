/* test-value-json.c - what is written reads back as the same tree
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-json.h"
#include "tests/support/cmocka.h"

static void
assert_written (const char *text, const char *expected)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value
      = fit_json_parse (arena, text, strlen (text), NULL, NULL, NULL);
  g_autofree char *written = NULL;

  assert_non_null (value);
  written = fit_value_to_json (value, NULL, NULL);
  assert_string_equal (written, expected);
}

static void
test_everything_is_kept (void **state)
{
  assert_written (" null ", "null");
  assert_written ("[ true , false ]", "[true,false]");
  assert_written ("[1.50, -0, 1e+5, 12345678901234567890123]",
                  "[1.50,-0,1e+5,12345678901234567890123]");
  assert_written ("{\"b\":1, \"a\":{}, \"b\":[], \"\":[[{}],[]]}",
                  "{\"b\":1,\"a\":{},\"b\":[],\"\":[[{}],[]]}");
}

static void
test_strings (void **state)
{
  assert_written ("\"a/\\/\\u00e9\\ud83d\\ude00\"",
                  "\"a//\xC3\xA9\xF0\x9F\x98\x80\"");
  assert_written ("\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"",
                  "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"");
  /* What a terminal would obey is never written as it is. */
  assert_written ("\"\xC2\x9B\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF\"",
                  "\"\\u009b\\u202e\\u2028\\ufeff\"");
  assert_written ("{\"a\\\"b\":\"\"}", "{\"a\\\"b\":\"\"}");
}

static void
test_depth_costs_no_stack (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *written = NULL;
  const FitValue *value;

  limits.depth = 200000;
  for (guint i = 0; i < 200000; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 200000; i++)
    g_string_append_c (text, ']');
  value = fit_json_parse (arena, text->str, text->len, NULL, &limits, NULL);
  assert_non_null (value);
  written = fit_value_to_json (value, NULL, NULL);
  assert_string_equal (written, text->str);
}

static void
test_aliases_are_bounded (void **state)
{
  static const char yaml[]
      = "a: &a [xxxxxxxxxxxxxxxx, xxxxxxxxxxxxxxxx, xxxxxxxxxxxxxxxx]\n"
        "b: &b [*a, *a, *a, *a, *a, *a, *a, *a]\n"
        "c: [*b, *b, *b, *b, *b, *b, *b, *b]\n";
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) out = g_string_new ("before");
  g_autoptr (GError) error = NULL;
  const FitValue *value
      = fit_yaml_parse (arena, yaml, strlen (yaml), NULL, NULL);

  assert_non_null (value);
  assert_false (fit_value_append_json (out, value, 1000, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  assert_string_equal (error->message,
                       "the object takes more than 1000 bytes as JSON");
  assert_string_equal (out->str, "before");
  limits.object_bytes = 1000;
  assert_null (fit_value_to_json (value, &limits, NULL));
  assert_true (fit_value_append_json (out, value, 10000, NULL));
  assert_true (g_str_has_prefix (out->str, "before{\"a\":[\"xxx"));
}

/* What was in the text before does not count. */
static void
test_the_limit (void **state)
{
  static const char text[] = "{\"a\":[1,2],\"b\":\"c\"}";
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value
      = fit_json_parse (arena, text, sizeof text - 1, NULL, NULL, NULL);
  g_autoptr (GString) out = g_string_new ("before");

  (void) state;
  assert_false (fit_value_append_json (out, value, sizeof text - 2, NULL));
  assert_string_equal (out->str, "before");
  assert_true (fit_value_append_json (out, value, sizeof text - 1, NULL));
  assert_string_equal (out->str, "before{\"a\":[1,2],\"b\":\"c\"}");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_everything_is_kept),
    cmocka_unit_test (test_strings),
    cmocka_unit_test (test_depth_costs_no_stack),
    cmocka_unit_test (test_aliases_are_bounded),
    cmocka_unit_test (test_the_limit),
  };

  return cmocka_run_group_tests_name ("value-json", tests, NULL, NULL);
}
