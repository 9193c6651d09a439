/* test-value.c - looking things up in a tree, and changed copies of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-edit.h"
#include "tests/formats/value-text.h"
#include "tests/support/cmocka.h"

#include <string.h>

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

/* -- changed copies -------------------------------------------------------- */

static void
assert_value (FitValue value, const char *expected)
{
  g_autofree char *text = value_to_text (&value);

  assert_string_equal (text, expected);
}

/* A member keeps its place; only the first of its name stays. */
static void
test_members (void **state)
{
  static const struct
  {
    const char *map;
    const char *set; /* as a STRING */
    const char *without;
  } rows[] = {
    { "{}", "{\"a\":\"new\"}", "{}" },
    { "{\"b\":1}", "{\"b\":1,\"a\":\"new\"}", "{\"b\":1}" },
    { "{\"ab\":1,\"\":2}", "{\"ab\":1,\"\":2,\"a\":\"new\"}",
      "{\"ab\":1,\"\":2}" },
    { "{\"a\":1}", "{\"a\":\"new\"}", "{}" },
    { "{\"a\":1,\"b\":2}", "{\"a\":\"new\",\"b\":2}", "{\"b\":2}" },
    { "{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":\"new\"}", "{\"b\":1}" },
    { "{\"a\":1,\"b\":2,\"a\":3,\"c\":4,\"a\":5}",
      "{\"a\":\"new\",\"b\":2,\"c\":4}", "{\"b\":2,\"c\":4}" },
    { "[1,2]", "{\"a\":\"new\"}", "{}" },
    { "null", "{\"a\":\"new\"}", "{}" },
  };
  g_autoptr (FitArena) arena = fit_arena_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitValue *map = parse (arena, rows[i].map);

      assert_value (fit_value_with_text (arena, map, "a", "new"), rows[i].set);
      assert_value (fit_value_with (arena, map, "a", NULL), rows[i].without);
      assert_value (*map, rows[i].map);
    }
  assert_value (fit_value_with_text (arena, NULL, "a", "new"),
                "{\"a\":\"new\"}");
  assert_value (fit_value_with (arena, NULL, "a", NULL), "{}");
}

static void
test_items (void **state)
{
  static const struct
  {
    const char *list, *with;
  } rows[] = {
    { "[]", "[true]" },        { "[1]", "[1,true]" }, { "[1,2]", "[1,2,true]" },
    { "{\"a\":1}", "[true]" }, { "null", "[true]" },
  };
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue item = fit_value_of_bool (TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_value (
        fit_value_with_item (arena, parse (arena, rows[i].list), &item),
        rows[i].with);
  assert_value (fit_value_with_item (arena, NULL, &item), "[true]");
}

static void
test_new_maps (void **state)
{
  FitMember members[3];
  FitNewMap map = { .members = members };

  fit_new_map_add (&map, "a", fit_value_of_text ("text"));
  fit_new_map_add (&map, "", fit_value_of_bool (FALSE));
  fit_new_map_add (&map, "abc", fit_value_of_text (""));
  {
    const FitValue value
        = { .type = FIT_VALUE_MAP, .n = map.n, .members = members };

    assert_value (value, "{\"a\":\"text\",\"\":false,\"abc\":\"\"}");
    assert_int_equal (fit_value_get (&value, "a")->n, 4);
    assert_int_equal (fit_value_get (&value, "abc")->n, 0);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_get_finds_the_last_member),
    cmocka_unit_test (test_get_on_what_is_no_map),
    cmocka_unit_test (test_get_string),
    cmocka_unit_test (test_type_names),
    cmocka_unit_test (test_members),
    cmocka_unit_test (test_items),
    cmocka_unit_test (test_new_maps),
  };

  return cmocka_run_group_tests_name ("value", tests, NULL, NULL);
}
