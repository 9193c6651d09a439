/* test-yaml-reader.c - YAML 1.1 means what v1.16's YAML library makes of it
 *
 * The expected trees are what that library and its conversion to JSON give.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/yaml-lines.h"
#include "tests/formats/same-tree.h"
#include "tests/formats/value-text.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define REPLACEMENT "\357\277\275"

typedef struct
{
  const char *yaml;
  const char *expected; /* the tree, or the error without its place */
} Case;

static const FitValue *
parse (FitArena *arena, const char *text, gsize len, const FitLimits *limits,
       GError **error)
{
  g_autofree char *copy = g_malloc (MAX (len, 1));

  memcpy (copy, text, len);
  return fit_yaml_parse (arena, copy, len, limits, error);
}

static void
check_text (const char *yaml, const char *expected)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *value = parse (arena, yaml, strlen (yaml), NULL, &error);
  g_autofree char *text = NULL;

  if (value == NULL)
    fail_msg ("%s: %s", yaml, error->message);
  text = value_to_text (value);
  if (strcmp (text, expected) != 0)
    fail_msg ("%s: %s, expected %s", yaml, text, expected);
}

static void
check_cases (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    check_text (cases[i].yaml, cases[i].expected);
}

static void
check_errors (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      const char *yaml = cases[i].yaml;

      if (parse (arena, yaml, strlen (yaml), NULL, &error) != NULL)
        fail_msg ("%s is accepted", yaml);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
      if (!g_str_has_prefix (error->message, cases[i].expected))
        fail_msg ("%s: %s, expected %s", yaml, error->message,
                  cases[i].expected);
    }
}

/* clang-format off */
static const Case scalars[] = {
  { "", "null" }, { "~", "null" }, { "null", "null" }, { "Null", "null" },
  { "NULL", "null" }, { "nULL", "\"nULL\"" }, { "\"\"", "\"\"" },
  { "y", "true" }, { "Y", "true" }, { "yes", "true" }, { "Yes", "true" },
  { "YES", "true" }, { "true", "true" }, { "True", "true" },
  { "TRUE", "true" }, { "on", "true" }, { "On", "true" }, { "ON", "true" },
  { "n", "false" }, { "N", "false" }, { "no", "false" }, { "No", "false" },
  { "NO", "false" }, { "false", "false" }, { "False", "false" },
  { "FALSE", "false" }, { "off", "false" }, { "Off", "false" },
  { "OFF", "false" },
  { "yEs", "\"yEs\"" }, { "tRue", "\"tRue\"" }, { "'yes'", "\"yes\"" },
  { "\"on\"", "\"on\"" }, { "|-\n yes\n", "\"yes\"" },
  /* integers */
  { "0", "0" }, { "12", "12" }, { "-12", "-12" }, { "+12", "12" },
  { "-0", "0" }, { "0x10", "16" }, { "0X1f", "31" }, { "-0x10", "-16" },
  { "010", "8" }, { "-0777", "-511" }, { "0b101", "5" }, { "0B11", "3" },
  { "-0b11", "-3" }, { "0b-11", "-3" }, { "0o17", "15" }, { "1_000", "1000" },
  { "0x_1_0", "16" }, { "1_", "1" },
  { "9223372036854775807", "9223372036854775807" },
  { "-9223372036854775808", "-9223372036854775808" },
  { "9223372036854775808", "9223372036854775808" },
  { "0xFFFFFFFFFFFFFFFF", "18446744073709551615" },
  { "+9223372036854775808", "9223372036854776000" },
  { "0o", "\"0o\"" }, { "0b", "\"0b\"" }, { "00", "0" }, { "0_", "0" },
  { "-0b-11", "\"-0b-11\"" }, { "+0b+11", "\"+0b+11\"" }, { "0b+11", "3" },
  { "0x-11", "\"0x-11\"" }, { "0o-7", "\"0o-7\"" }, { "0b", "\"0b\"" },
  { "'12'", "\"12\"" }, { "\"0x10\"", "\"0x10\"" },
  { "_1", "\"_1\"" }, { "0x", "\"0x\"" }, { "0xG", "\"0xG\"" },
  { "0b2", "\"0b2\"" }, { "0B-11", "\"0B-11\"" }, { "-", "[null]" },
  { "+", "\"+\"" }, { "1 2", "\"1 2\"" }, { "10Gi", "\"10Gi\"" },
  { "100m", "\"100m\"" }, { "1.2.3", "\"1.2.3\"" },
  /* floats, as Go writes them */
  { "1.0", "1" }, { "1.5", "1.5" }, { "-1.50", "-1.5" }, { "1.", "1" },
  { ".5", "0.5" }, { "-.5", "-0.5" }, { "+.5", "0.5" }, { ".5_0", "0.5" },
  { "._5", "\"._5\"" }, { "1e2", "100" }, { "1E+2", "100" },
  { "12e-1", "1.2" }, { "08", "8" }, { "019", "19" }, { "1_0.5", "10.5" },
  { "0.1", "0.1" }, { "0.30000000000000004", "0.30000000000000004" },
  { "100000000000000000000", "100000000000000000000" },
  { "18446744073709551616", "18446744073709552000" },
  { "-9223372036854775809", "-9223372036854776000" },
  { "1e20", "100000000000000000000" }, { "1e21", "1e+21" },
  { "123456789e30", "1.23456789e+38" }, { "0.000001", "0.000001" },
  { "0.0000001", "1e-7" }, { "1.5e-10", "1.5e-10" }, { "-0.0", "-0" },
  { "5e-324", "5e-324" }, { "1.7976931348623157e308", "1.7976931348623157e+308" },
  { "1e-400", "0" }, { "1e400", "\"1e400\"" }, { ".", "\".\"" },
  { "1e", "\"1e\"" }, { "1e+", "\"1e+\"" }, { "inf", "\"inf\"" },
  { "'.inf'", "\".inf\"" }, { "0x1p4", "\"0x1p4\"" },
  /* strings all the same */
  { "2001-01-01", "\"2001-01-01\"" },
  { "2001-12-14t21:59:43.10-05:00", "\"2001-12-14t21:59:43.10-05:00\"" },
  { "12:30:45", "\"12:30:45\"" }, { "190:20:30", "\"190:20:30\"" },
  { "=", "\"=\"" }, { "<<", "\"<<\"" }, { "\303\251", "\"\303\251\"" },
  { "\"\\u00e9 \\x41 \\0\"", "\"\303\251 A " REPLACEMENT "\"" },
};

static const Case tagged[] = {
  { "!!str 12", "\"12\"" }, { "!!str yes", "\"yes\"" }, { "!!str", "\"\"" },
  { "!!str ~", "\"~\"" }, { "!!int '12'", "12" }, { "!!int 0x10", "16" },
  { "!!float 1", "1" }, { "!!float 9007199254740993", "9007199254740992" },
  { "!!bool 'yes'", "true" }, { "!!null ''", "null" }, { "!!null ~", "null" },
  { "!<tag:yaml.org,2002:int> '7'", "7" },
  { "!!timestamp 2001-01-01", "\"2001-01-01\"" },
  { "!other 12", "\"12\"" }, { "!!merge x", "\"x\"" }, { "! '12'", "\"12\"" },
  { "! 12", "\"12\"" }, { "!!map {a: 1}", "{\"a\":1}" },
  { "!!null {a: 1}", "{\"a\":1}" },
  { "!!binary |\n aGVs\n bG8=\n", "\"hello\"" }, { "!!binary ''", "\"\"" },
  { "!!binary /w==", "\"" REPLACEMENT "\"" },
  { "!!binary AGE=", "\"" REPLACEMENT "a\"" },
};

static const Case keys[] = {
  { "yes: 1", "{\"true\":1}" }, { "off: 1", "{\"false\":1}" },
  { "8: 1", "{\"8\":1}" }, { "010: 1", "{\"8\":1}" },
  { "-0x10: 1", "{\"-16\":1}" }, { "'010': 1", "{\"010\":1}" },
  { "9223372036854775807: 1", "{\"9223372036854775807\":1}" },
  { "-9223372036854775808: 1", "{\"-9223372036854775808\":1}" },
  { "1.5: 1", "{\"1.5\":1}" }, { "100.0: 1", "{\"100\":1}" },
  { "123456.0: 1", "{\"123456\":1}" }, { "1234567.0: 1", "{\"1.234567e+06\":1}" },
  { "0.0001: 1", "{\"0.0001\":1}" }, { "0.00001: 1", "{\"1e-05\":1}" },
  { "0.1: 1", "{\"0.1\":1}" }, { "16777217.0: 1", "{\"1.6777216e+07\":1}" },
  { "1e39: 1", "{\".inf\":1}" }, { ".nan: 1", "{\".nan\":1}" },
  { "-.inf: 1", "{\"-.inf\":1}" }, { "2001-01-01: 1", "{\"2001-01-01\":1}" },
  { "!!str 8: 1", "{\"8\":1}" }, { "? a\n: b", "{\"a\":\"b\"}" },
  { "? a", "{\"a\":null}" }, { "\"a\\0\": 1", "{\"a" REPLACEMENT "\":1}" },
  /* of repeated keys the last wins */
  { "{a: 1, b: 2, a: 3}", "{\"a\":3,\"b\":2}" },
  { "{8: 1, 0x8: 2, '8': 3}", "{\"8\":3}" },
};

static const Case aliases[] = {
  { "[&a 1, *a, &b [x], *b]", "[1,1,[\"x\"],[\"x\"]]" },
  { "[&a 1, &a 2, *a]", "[1,2,2]" },
  { "{&k key: &v yes, *v : *k}", "{\"key\":true,\"true\":\"key\"}" },
  { "{a: &x 1, b: {c: *x}}", "{\"a\":1,\"b\":{\"c\":1}}" },
  { "[&a 010, {*a : 1}]", "[8,{\"8\":1}]" },
  { "[&o [&i x, *i], *i, *o]", "[[\"x\",\"x\"],\"x\",[\"x\",\"x\"]]" },
  /* merge keys take effect where they stand */
  { "[&m {a: 1, b: 2}, {<<: *m, b: 3}]",
    "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":3}]" },
  { "[&m {a: 1, b: 2}, {b: 3, <<: *m}]",
    "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]" },
  { "[&m {a: 1, b: 2}, &n {b: 3, c: 4}, {<<: [*m, *n], d: 5}]",
    "[{\"a\":1,\"b\":2},{\"b\":3,\"c\":4},{\"b\":2,\"c\":4,\"a\":1,\"d\":5}]" },
  { "{<<: {a: 1}, <<: {a: 2, b: 3}}", "{\"a\":2,\"b\":3}" },
  { "{<<: [{a: 1}, {a: 2, <<: {b: 3}}]}", "{\"a\":1,\"b\":3}" },
  { "{<<: [], a: 1}", "{\"a\":1}" },
  { "{<<: &m {a: 1}, b: *m}", "{\"a\":1,\"b\":{\"a\":1}}" },
  { "{'<<': {a: 1}}", "{\"<<\":{\"a\":1}}" },
  { "{!!merge '<<': {a: 1}}", "{\"a\":1}" },
  { "{a: 1, ? <<\n: {b: 2}}", "{\"a\":1,\"b\":2}" },
};

static const Case malformed[] = {
  { "a: b: c", "mapping values are not allowed in this context "
               "(line 1, column 5)" },
  { "[1, 2", "did not find expected ',' or ']' (line 2, column 1)" },
  { "a: 1\n- b\n", "did not find expected key (line 2, column 1)" },
  { "a:\n\t- b\n", "found character that cannot start any token "
                   "(line 2, column 1)" },
  { "a: 'b\n", "found unexpected end of stream (line 2, column 1)" },
  { "\"\\q\"", "found unknown escape character (line 1, column 2)" },
  { "a: \001", "control characters are not allowed (line 1, column 4)" },
  { "a: 1\nb: \377", "invalid leading UTF-8 octet (line 2, column 4)" },
  /* columns are those of characters */
  { "\303\251: 1\na: \303\251\342\202\254 \377",
    "invalid leading UTF-8 octet (line 2, column 7)" },
  /* a root that ends too early is no document */
  { "kind Pod\nspec: {}", "mapping values are not allowed in this context "
                          "(line 2, column 5)" },
  { "*x", "unknown anchor 'x' referenced (line 1, column 1)" },
  { "&a [*a]", "anchor 'a' value contains itself (line 1, column 5)" },
  { "&a {b: [1, *a]}", "anchor 'a' value contains itself" },
  { "~: 1", "unsupported map key of type null (line 1, column 1)" },
  { "[&a ~, {*a : 1}]", "unsupported map key of type null" },
  { "9223372036854775808: 1", "unsupported map key of type uint64" },
  { "18446744073709551615: 1", "unsupported map key of type uint64" },
  { "{[1]: 2}", "unsupported map key of type list (line 1, column 2)" },
  { "{{a: 1}: 2}", "unsupported map key of type object" },
  { "[&a [1], {*a : 2}]", "unsupported map key of type list" },
  { ".inf", "unsupported value: .inf is not a JSON number" },
  { "a: [-.Inf]", "unsupported value: -.Inf is not a JSON number" },
  { ".nan", "unsupported value: .nan is not a JSON number" },
  { "!!int x: 1", "cannot decode !!str `x` as a !!int (line 1, column 1)" },
  { "!!int x", "cannot decode !!str `x` as a !!int (line 1, column 1)" },
  { "!!int 1.5", "cannot decode !!float `1.5` as a !!int" },
  { "!!int ''", "cannot decode !!null `` as a !!int" },
  { "!!bool 1", "cannot decode !!int `1` as a !!bool" },
  { "!!null x", "cannot decode !!str `x` as a !!null" },
  { "!!float x", "cannot decode !!str `x` as a !!float" },
  { "!!float 18446744073709551615",
    "cannot decode !!int `18446744073709551615` as a !!float" },
  { "!!binary x", "!!binary value contains invalid base64 data" },
  { "!!binary aGVs\n bG8=", "!!binary value contains invalid base64 data" },
  { "!!binary 'Y==='", "!!binary value contains invalid base64 data" },
  { "!!binary '*Gxs'", "!!binary value contains invalid base64 data" },
  { "!!binary 'aGx*'", "!!binary value contains invalid base64 data" },
  { "!!binary '===='", "!!binary value contains invalid base64 data" },
  { "<<: 1", "map merge requires map or sequence of maps as the value" },
  { "<<: [1]", "map merge requires map or sequence of maps as the value" },
  { "[&a [{b: 1}], {<<: *a}]",
    "map merge requires map or sequence of maps as the value" },
};
/* clang-format on */

static void
test_scalars (void **state)
{
  check_cases (scalars, G_N_ELEMENTS (scalars));
}

static void
test_tags (void **state)
{
  check_cases (tagged, G_N_ELEMENTS (tagged));
}

static void
test_keys (void **state)
{
  check_cases (keys, G_N_ELEMENTS (keys));
}

static void
test_aliases_and_merges (void **state)
{
  check_cases (aliases, G_N_ELEMENTS (aliases));
}

static void
test_malformed (void **state)
{
  check_errors (malformed, G_N_ELEMENTS (malformed));
}

static void
test_documents (void **state)
{
  check_text ("", "null");
  check_text ("\n# nothing\n", "null");
  check_text ("--- \n", "null");
  check_text ("a: 1\n---\nb: 2\n", "{\"a\":1}");
  /* what follows the first document is not looked at */
  check_text ("a: 1\n---\n\"unfinished", "{\"a\":1}");
  check_text ("{a: 1} b", "{\"a\":1}");
  check_text ("%YAML 1.1\n---\n- x\n...\n", "[\"x\"]");
  check_text ("\357\273\277a: b", "{\"a\":\"b\"}");
  check_text ("{\"a\": [1, {\"b\": null}], \"c\": \"d\"}",
              "{\"a\":[1,{\"b\":null}],\"c\":\"d\"}");
  check_text (
      "a:\n- b\n- c: |\n    two\n    lines\n  d: >-\n    one\n    line\n",
      "{\"a\":[\"b\",{\"c\":\"two\nlines\n\",\"d\":\"one line\"}]}");
}

static void
test_utf16 (void **state)
{
  static const char text[] = "\377\376a\0:\0 \0001\0";
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value = parse (arena, text, sizeof text - 1, NULL, NULL);

  assert_non_null (value);
  assert_string_equal (fit_value_get (value, "a")->text, "1");
}

static void
test_places (void **state)
{
  static const char yaml[] = "a:\n  b: [1, x]\n  # comment\n  c: &v {d: 1}\n"
                             "e: *v\n";
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root = parse (arena, yaml, strlen (yaml), NULL, NULL);
  const FitValue *a = fit_value_get (root, "a");
  const FitValue *x = &fit_value_get (a, "b")->items[1];
  const FitValue *e = fit_value_get (root, "e");

  assert_int_equal (x->line, 2);
  assert_int_equal (x->column, 10);
  assert_int_equal (a->members[1].line, 4);
  assert_int_equal (a->members[1].column, 3);
  /* an alias stands where it was written, what is in it elsewhere */
  assert_int_equal (e->line, 5);
  assert_int_equal (e->column, 4);
  assert_int_equal (fit_value_get (e, "d")->line, 4);
}

/* In a map with many members the last of each name wins, at the place of the
 * first. */
/* Keys keep the place where they stand first, and it is known which were
 * repeated: of few, which are compared, and of many, which are sorted. */
static void
test_which_keys_are_repeated (void **state)
{
  for (guint n = 1; n <= 60; n++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      const FitValue *map;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "k%u: a\n", i * 37 % 1000);
      for (guint i = n; i-- > 0;)
        if (i % 3 == 0)
          g_string_append_printf (text, "k%u: b\n", i * 37 % 1000);
      g_string_append (text, "k0: c\nlast: d\n");
      map = parse (arena, text->str, text->len, NULL, NULL);
      assert_int_equal (map->n, n + 1);
      for (guint i = 0; i <= n; i++)
        {
          const FitMember *member = &map->members[i];
          g_autofree char *key = i < n ? g_strdup_printf ("k%u", i * 37 % 1000)
                                       : g_strdup ("last");

          assert_string_equal (member->key, key);
          assert_string_equal (member->value.text, i == n       ? "d"
                                                   : i == 0     ? "c"
                                                   : i % 3 == 0 ? "b"
                                                                : "a");
          assert_int_equal (member->repeated, i < n && i % 3 == 0);
        }
    }
}

static void
test_many_repeated_keys (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) yaml = g_string_new (NULL);
  const FitValue *map;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (yaml, "key-%u: %u\n", i * 7 % 1000, i);
  map = parse (arena, yaml->str, yaml->len, NULL, NULL);
  assert_int_equal (map->n, 1000);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *key = g_strdup_printf ("key-%u", i * 7 % 1000);
      g_autofree char *value = g_strdup_printf ("%u", 2000 + i);

      assert_string_equal (map->members[i].key, key);
      assert_string_equal (map->members[i].value.text, value);
    }
}

/* Nine lists of nine aliases each: a few hundred bytes that stand for a
 * milliard of values. */
static void
test_billion_laughs (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) yaml = g_string_new ("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
  g_autoptr (GError) error = NULL;

  for (guint level = 1; level < 9; level++)
    {
      g_string_append_printf (yaml, "a%u: &a%u [", level, level);
      for (guint i = 0; i < 9; i++)
        g_string_append_printf (yaml, "*a%u,", level - 1);
      g_string_append (yaml, "]\n");
    }
  assert_null (parse (arena, yaml->str, yaml->len, NULL, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  assert_string_equal (error->message,
                       "aliases add more than 400000 values to the document "
                       "(line 6, column 26)");
  assert_true (fit_arena_used (arena) < 100 * 1024);
}

static void
test_alias_limit_is_exact (void **state)
{
  FitLimits limits = *fit_limits_default ();
  static const char yaml[] = "[&a [1, 2], *a, *a]";

  for (limits.yaml_aliases = 5; limits.yaml_aliases <= 6; limits.yaml_aliases++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();

      assert_int_equal (parse (arena, yaml, strlen (yaml), &limits, NULL)
                            != NULL,
                        limits.yaml_aliases == 6);
    }
}

static void
check_depth (guint limit, const char *yaml, gboolean fits)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  FitLimits limits = *fit_limits_default ();
  const FitValue *value;

  limits.depth = limit;
  value = parse (arena, yaml, strlen (yaml), &limits, &error);
  if ((value != NULL) != fits)
    fail_msg ("%.60s: %s", yaml, error ? error->message : "accepted");
  if (!fits)
    assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

static void
test_depth_is_bounded (void **state)
{
  g_autofree char *flow = g_strnfill (1000000, '[');
  g_autoptr (GString) block = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append (block, "- ");
  check_depth (3, "[[[x]]]", TRUE);
  check_depth (3, "[[[[x]]]]", FALSE);
  check_depth (3, "- - - x", TRUE);
  check_depth (3, "- - a:\n    - b: 1", FALSE);
  /* aliases count as what they stand for */
  check_depth (3, "[&a [x], [*a]]", TRUE);
  check_depth (3, "[&a [x], [[*a]]]", FALSE);
  check_depth (3, "[&a x, [[*a]]]", TRUE);
  check_depth (3, "[&a x, [[[*a]]]]", FALSE);
  check_depth (3, "[&a [[x]], *a]", TRUE);
  check_depth (3, "[&a [[x]], [*a]]", FALSE);
  check_depth (4, "[&a [[x], y], [*a]]", TRUE);
  check_depth (3, "[&a [[x], y], [*a]]", FALSE);
  check_depth (3, "[&a [y, [x]], [*a]]", FALSE);
  check_depth (4, "[&a [x], &b [*a], [[*b]]]", FALSE);
  check_depth (5, "[&a [x], &b [*a], [[*b]]]", TRUE);
  check_depth (5, "[&a [x], &b [y, *a, z], [[[*b]]]]", FALSE);
  check_depth (4, "[&a {k: [x]}, {l: *a}]", TRUE);
  check_depth (3, "[&a {k: [x]}, {l: *a}]", FALSE);
  check_depth (100, flow, FALSE);
  check_depth (100, block->str, FALSE);
}

static void
test_sizes_are_bounded (void **state)
{
  static const char nested[] = "[[[1,2,3],[4,5,6]],[[7,8,9],[1,2,3]],[[1],[2],"
                               "[3],[4],[5],[6],[7],[8],[9],[1],[2],[3]]]";
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;

  limits.string_bytes = 5;
  assert_non_null (parse (arena, "'12345'", 7, &limits, NULL));
  assert_null (parse (arena, "'123456'", 8, &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  g_clear_error (&error);
  limits.document_bytes = 3;
  assert_non_null (parse (arena, "a b", 3, &limits, NULL));
  assert_null (parse (arena, "a bc", 4, &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  g_clear_error (&error);
  limits = *fit_limits_default ();
  limits.object_bytes = 1000;
  assert_null (parse (arena, nested, strlen (nested), &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

static const char sample[]
    = "# comment\n--- !!map\n&a key: 'sin''gle'\n\"dou\\tble\": [1, {b: *a}]\n"
      "merge: {<<: &m {c: 0x1F}, d: !!str 5}\ntext: |\n  block\n"
      "folded: >-\n  x\n  y \303\251\n? complex\n: *m\n...\n";

/* Every prefix is a document or an error, never a crash. */
static void
test_truncated_anywhere (void **state)
{
  guint accepted = 0;

  for (gsize i = 0; i <= strlen (sample); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      const FitValue *value = parse (arena, sample, i, NULL, &error);

      assert_int_equal (value == NULL, error != NULL);
      if (value == NULL)
        assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
      accepted += value != NULL;
    }
  assert_in_range (accepted, 20, strlen (sample));
  check_text (sample, "{\"key\":\"sin'gle\",\"dou\tble\":[1,{\"b\":\"key\"}],"
                      "\"merge\":{\"c\":31,\"d\":\"5\"},\"text\":\"block\n\","
                      "\"folded\":\"x y \303\251\",\"complex\":{\"c\":31}}");
}

/* -- with and without libyaml ---------------------------------------------- */

static const char kubectl_text[]
    = "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata:\n"
      "    annotations:\n      last: |\n        {\"a\":1}\n\n        end\n"
      "      empty: \"\"\n    labels: {}\n"
      "    managedFields:\n    - fieldsV1:\n        f:metadata:\n"
      "          .: {}\n          k:{\"a\":\"b\"}:\n            f:c: {}\n"
      "          \"y\":\n            f:d: \"\"\n      time: \"2020-01-01T00:00:00Z\"\n"
      "    name: web-1 # no: comment\n"
      "  spec:\n    containers:\n    - args:\n      - --port=80\n      - 'it''s'\n"
      "      - \"a\\tb \\\n        \\ c\"\n      image: r.example/web:1\n"
      "      ports: []\n    nodeName:\n    tolerations:\n    - key: \"on\"\n"
      "  status:\n    message: 'one\n      two\n\n      three'\n"
      "    reason: several\n      words\nkind: List\n---\n# next\nkind: Node\n";

/* What kubectl writes needs no libyaml, which is slow. */
static void
test_text_of_kubectl (void **state)
{
  g_autofree char *text = g_strdup (kubectl_text);
  FitYamlLines lines;
  FitYamlEvent event = { .type = YAML_NO_EVENT };

  memset (strchr (text, '#'), ' ', strlen ("# no: comment"));
  fit_yaml_lines_init (&lines, text, strlen (text), fit_limits_default ());
  while (event.type != YAML_STREAM_END_EVENT)
    assert_true (fit_yaml_lines_next (&lines, &event));
  fit_yaml_lines_clear (&lines);
  assert_true (reads_the_same (text, strlen (text), NULL));
  for (gsize i = 0; i < strlen (kubectl_text); i++)
    {
      assert_true (reads_the_same (text, i, NULL));
      assert_true (reads_the_same (kubectl_text, i, NULL));
    }
}

/* Blocks of lines, quoted keys, and what looks like them: read alike, whoever
 * reads it. */
static void
test_odd_lines (void **state)
{
  static const char *const texts[] = {
    "a: |\n  x\nb: 1\n",
    "a: |-\n  x\n\n\nb: 1\n",
    "a: |+\n  x\n\n\nb: 1\n",
    "a: |+\n  x\n\n",
    "a: |2\n   x\n",
    "a: |x\n  x\n",
    "a: |-2\n   x\n",
    "a: |- \n  x\n",
    "a: | # no\n  x\n",
    "a: |\n\n  x\n",
    "a: |\n",
    "a: |\nb: 1\n",
    "a: |\n x\n  y\n z\n",
    "a: |\n  x\n y\n",
    "a: |\n  x\n   \n  y\n",
    "a: |\n  x\ty\n",
    "a: |\n  x\303\251y\n",
    "a: |\n  x # y\n",
    "- |\n x\n- |-\n y\n",
    "\"a\": 1\n'b': 2\n",
    "\"a: b\": 1\n",
    "'a''b': 1\n",
    "a:b: 1\n",
    "a :\n",
    ": 1\n",
    "a: b: c\n",
    "a:\n- b\n",
    "a:\n- b\nc: 1\n",
    "a:\n- b\n - c\n",
    "- a\nb: 1\n",
    "a: 1\n- b\n",
    "a: 1\n b: 2\n",
    "a: b # c\n",
    "a: b #\n",
    "a: b#c\n",
    "a: #c\n",
    "a: 'b' #c\n",
    "a: 'b'#c\n",
    "a: one\n  two\n# no\n  three\n",
    "a: one\n  two # no\nb: 1\n",
    "a: one\n\n  two\n",
    "a: one\n  two: three\n",
    "a: one\n  tw\303\251\n",
    "a: one\n  - two\n",
    "a: one\n  'two'\n",
    "a: one\n  {two}\n",
    "a: one\n  #two\n",
    "a: 'one\n  two'\n",
    "a: 'one  \n\n  two '\n",
    "a: 'one\ntwo'\n",
    "a: 'one\n# two'\n",
    "a: 'one\n  # two'\n",
    "a: 'it''s'\n",
    "a: 'it''\n  s'\n",
    "a: 'x' y\n",
    "a: \"x\" y\n",
    "a: \"one\n  two\"\n",
    "a: \"one \\\n  two\"\n",
    "a: \"one\\\n\n  two\"\n",
    "a: \"one\\\n\\  two\"\n",
    "a: \"one\\ \n  two\"\n",
    "a: \"\\q\"\n",
    "a: \"\\x41\"\n",
    "a: \"\\\"b\\\"\"\n",
    "\"a\\nb\": 1\n",
    "\"a\":\n  b: 1\n",
    "'a':\n- b\n",
    "\"a\" : 1\n",
    "\"a\":b\n",
    "a: ;b\n",
    "a: ^b\n",
    "a: \\b\n",
    "a: ~b\n",
    "a: =\n",
    "a: <<\n",
    "a: %b\n",
    "a: @b\n",
    "a: -b\n",
    "a: - b\n",
    "a: ?b\n",
    "a: ? b\n",
    "---\na: 1\n---\n---\nb: 2\n",
    "--- a\n",
    "...\na: 1\n",
    "a: 1\n...\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize len = 1; len <= strlen (texts[i]); len++)
      if (!reads_the_same (texts[i], len, NULL))
        fail_msg ("%.*s", (int) len, texts[i]);
}

/* Also in blocks of their very size, where the sanitizer sees what is read beside
 * them. */
static void
test_keys_without_text (void **state)
{
  static const char *const texts[]
      = { ":", ": ", ": x", ":\n", "- :", "-", "" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const gsize len = strlen (texts[i]);
      g_autofree char *text = g_memdup2 (texts[i], len);
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      const FitValue *value = fit_yaml_parse (arena, text, len, NULL, &error);

      assert_true ((value != NULL) == (error == NULL));
      assert_true (reads_the_same (texts[i], len, NULL));
    }
}

/* The last line of a text need not end; then it is no blank line of a block. */
static void
test_last_line_of_blanks (void **state)
{
  static const char *const texts[]
      = { "a: |+\n b\n\n ", "a: |+\n b\n  ", "a: |\n b\n\n ",
          "a: |-\n b\n ",   "a: b\n\n ",     "a: 'b'\n " };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_true (reads_the_same (texts[i], strlen (texts[i]), NULL));
}

/* Anything else means what libyaml says. */
static void
test_random_text (void **state)
{
  static const char *const pieces[] = {
    "a",
    "b: ",
    "key:",
    ":",
    " ",
    "  ",
    "    ",
    "\n",
    "\n",
    "\n  ",
    "\n    ",
    "- ",
    "- ",
    "-",
    "\"",
    "'",
    "\\",
    "\\n",
    "\\\n",
    "|\n",
    "|-\n",
    "|+\n",
    ">\n",
    "{}",
    "[]",
    "{",
    "[",
    "#",
    " # c",
    "---",
    "---\n",
    "...\n",
    "&x ",
    "*x",
    "<<: ",
    "!!str ",
    "1",
    "0x10",
    "yes",
    "~",
    "null",
    "foo bar",
    "\t",
    "\303\251",
    "\342\200\250",
    "\n- ",
    "\n  - ",
    "k: v\n",
    "? ",
    "%YAML 1.1\n",
    "''",
    "\\\"",
    ",",
    "\r\n",
    "x: |\n  line\n\n  two\n",
    "=",
    "-1",
    "--- ",
    "\\ ",
    "a: b\n",
    "c: \"d",
    "e: 'f",
    "@",
    "`",
    "  k: 1\n",
    "- - a\n",
    "http://x/y:1",
    "key: >-\n",
  };
  const guint32 seed = 7;
  GRand *random = g_rand_new_with_seed (seed);

  print_message ("seed %u\n", seed);
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (gint n = g_rand_int_range (random, 1, 14); n > 0; n--)
        g_string_append (
            text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      if (!reads_the_same (text->str, text->len, NULL))
        fail_msg ("differs: %s", text->str);
    }
  g_rand_free (random);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_scalars),
    cmocka_unit_test (test_tags),
    cmocka_unit_test (test_keys),
    cmocka_unit_test (test_aliases_and_merges),
    cmocka_unit_test (test_malformed),
    cmocka_unit_test (test_documents),
    cmocka_unit_test (test_utf16),
    cmocka_unit_test (test_places),
    cmocka_unit_test (test_which_keys_are_repeated),
    cmocka_unit_test (test_many_repeated_keys),
    cmocka_unit_test (test_billion_laughs),
    cmocka_unit_test (test_alias_limit_is_exact),
    cmocka_unit_test (test_depth_is_bounded),
    cmocka_unit_test (test_sizes_are_bounded),
    cmocka_unit_test (test_truncated_anywhere),
    cmocka_unit_test (test_text_of_kubectl),
    cmocka_unit_test (test_odd_lines),
    cmocka_unit_test (test_keys_without_text),
    cmocka_unit_test (test_last_line_of_blanks),
    cmocka_unit_test (test_random_text),
  };

  return cmocka_run_group_tests_name ("yaml-reader", tests, NULL, NULL);
}
