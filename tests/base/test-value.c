/* test-value.c - looking things up in a tree */
#include "base/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const FitValue *
parse (FitArena *arena, const char *text)
{
  const FitValue *value
      = fit_json_parse (arena, text, strlen (text), NULL, NULL, NULL);

  assert_non_null (value);
  return value;
}

static void
test_get_finds_the_last_member (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *map = parse (arena, "{\"a\":1,\"ab\":2,\"a\":3,\"\":4}");

  assert_string_equal (fit_value_get (map, "a")->text, "3");
  assert_string_equal (fit_value_get (map, "ab")->text, "2");
  assert_string_equal (fit_value_get (map, "")->text, "4");
  assert_null (fit_value_get (map, "b"));
  assert_null (fit_value_get (map, "A"));
}

static void
test_get_on_what_is_no_map (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();

  assert_null (fit_value_get (NULL, "a"));
  assert_null (fit_value_get (parse (arena, "[{\"a\":1}]"), "a"));
  assert_null (fit_value_get (parse (arena, "\"a\""), "a"));
}

static void
test_get_string (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *map
      = parse (arena, "{\"s\":\"x\",\"n\":1,\"z\":null,\"t\":\"y\",\"t\":0}");

  assert_string_equal (fit_value_get_string (map, "s"), "x");
  assert_null (fit_value_get_string (map, "n"));
  assert_null (fit_value_get_string (map, "z"));
  assert_null (fit_value_get_string (map, "t"));
  assert_null (fit_value_get_string (map, "u"));
}

static void
test_type_names (void **state)
{
  static const char *const names[]
      = { "null", "boolean", "number", "string", "list", "object" };

  for (guint i = 0; i < FIT_VALUE_LAST; i++)
    assert_string_equal (fit_value_type_name (i), names[i]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_get_finds_the_last_member),
    cmocka_unit_test (test_get_on_what_is_no_map),
    cmocka_unit_test (test_get_string),
    cmocka_unit_test (test_type_names),
  };

  return cmocka_run_group_tests_name ("value", tests, NULL, NULL);
}
