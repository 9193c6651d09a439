/* test-json-reader.c - JSON is read strictly, and nothing is lost
 *
 * Error texts are those of Go's encoding/json, with the place behind.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/formats/value-text.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define REPLACEMENT "\357\277\275"

/* Parses a copy of the text that ends where its memory ends, so that a
 * sanitizer sees a read too far. */
static const FitValue *
parse (FitArena *arena, const char *text, gsize len, const FitLimits *limits,
       GError **error)
{
  g_autofree char *copy = g_malloc (MAX (len, 1));

  memcpy (copy, text, len);
  return fit_json_parse (arena, copy, len, NULL, limits, error);
}

static void
check_text (const char *json, const char *expected)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *value = parse (arena, json, strlen (json), NULL, &error);
  g_autofree char *text = NULL;

  if (value == NULL)
    fail_msg ("%s: %s", json, error->message);
  text = value_to_text (value);
  assert_string_equal (text, expected);
}

/* What stands behind the text is not part of it. */
static void
test_text_ends_where_it_says (void **state)
{
#define END(column) "unexpected end of JSON input (line 1, column " column ")"
  static const struct
  {
    const char *text; /* the first @len bytes of it */
    gsize len;
    const char *expected; /* or how reading it fails */
  } rows[] = {
    { "[1] ]]", 0, END ("1") },
    { "[1] ]]", 1, END ("2") },
    { "[1] ]]", 2, END ("3") },
    { "[1] ]]", 3, "[1]" },
    { "[1] ]]", 4, "[1]" },
    { "12.5", 1, "1" },
    { "12.5", 2, "12" },
    { "12.5", 3, END ("4") },
    { "1e+5", 1, "1" },
    { "1e+5", 2, END ("3") },
    { "1e+5", 3, END ("4") },
    { "-1", 1, END ("2") },
    { "00", 1, "0" },
    { "true", 3, END ("4") },
    { "\"ab\"", 3, END ("4") },
    { "\"ab\n\"", 3, END ("4") },
    { "\"abc\"", 3, END ("4") },
    { "\"1234567890\"", 7, END ("8") },
    { "\"1234567890\"", 8, END ("9") },
    { "\"1234567890\"", 9, END ("10") },
    { "\"\\n\"", 2, END ("3") },
    { "\"\\u0041\"", 3, END ("4") },
    { "\"\\u0041\"", 6, END ("7") },
    { "\"\\ud83d\\ude00\"", 12, END ("13") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      const FitValue *value = fit_json_parse (arena, rows[i].text, rows[i].len,
                                              NULL, NULL, &error);
      g_autofree char *written
          = value != NULL ? value_to_text (value) : g_strdup (error->message);

      assert_string_equal (written, rows[i].expected);
    }
#undef END
}

static void
test_values (void **state)
{
  static const char *const same[] = {
    "null",
    "true",
    "false",
    "0",
    "\"\"",
    "\"text\"",
    "[]",
    "{}",
    "[[],[[]],{}]",
    "{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":[true,false]}",
    /* nothing is lost: literals of numbers, order and repeated keys */
    "[1.0,1e2,1E+2,-0,0.10,12345678901234567890123,1e-400]",
    "{\"b\":1,\"a\":2,\"b\":{\"x\":1},\"b\":[3]}",
    "{\"\":0}",
    /* 8 and 16 bytes are read at once */
    "\"1234567\"",
    "\"12345678\"",
    "\"123456789012345\"",
    "\"1234567890123456 and so on\"",
    /* UTF-8 */
    "\"\303\251 \342\202\254 \360\237\230\200 \364\217\277\277\"",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (same); i++)
    check_text (same[i], same[i]);
  check_text (" \t\r\n[ 1 ,\n2\t, { \"a\" : 3 } ] \n", "[1,2,{\"a\":3}]");
  check_text ("\357\273\277{\"bom\":true}", "{\"bom\":true}");
}

static void
test_escapes (void **state)
{
  check_text ("\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t\"",
              "\"\" \\ / \b \f \n \r \t\"");
  check_text ("\"\\u0041\\u00e9\\u20AC\\uD83d\\uDe00\"",
              "\"A\303\251\342\202\254\360\237\230\200\"");
  check_text ("\"plain text in front \\u0041 and behind\"",
              "\"plain text in front A and behind\"");
  check_text ("{\"k\\u0065y\":1}", "{\"key\":1}");
  /* surrogates that stand alone, and U+0000, which would end the string */
  check_text ("\"\\ud800\\u0041|\\udc00|\\ud800x|\\ud800\"",
              "\"" REPLACEMENT "A|" REPLACEMENT "|" REPLACEMENT "x|" REPLACEMENT
              "\"");
  check_text ("\"\\ud800\\ud83d\\ude00\"",
              "\"" REPLACEMENT "\360\237\230\200\"");
  /* both ends of the pairs, and what is next to them */
  check_text ("\"\\ud800\\udc00|\\udbff\\udfff\"",
              "\"\360\220\200\200|\364\217\277\277\"");
  check_text ("\"\\ud7ff|\\ue000|\\udfff\"",
              "\"\355\237\277|\356\200\200|" REPLACEMENT "\"");
  check_text ("\"\\ud800\\ue000|\\ud800\\udbff\\udc00\"",
              "\"" REPLACEMENT "\356\200\200|" REPLACEMENT
              "\364\217\260\200\"");
  check_text ("\"\\ud800\\n|\\ud800abcdef\"",
              "\"" REPLACEMENT "\n|" REPLACEMENT "abcdef\"");
  /* a second half only behind a first one */
  check_text ("\"\\u0041\\udc00|\\ue000\\udc00|\\udc00\\udc00\"",
              "\"A" REPLACEMENT "|\356\200\200" REPLACEMENT
              "|" REPLACEMENT REPLACEMENT "\"");
  check_text ("\"a\\u0000b\"", "\"a" REPLACEMENT "b\"");
}

/* Eight bytes are looked at together: a byte that is not plain is noticed in
 * each place. */
static void
test_any_byte_anywhere (void **state)
{
  static const struct
  {
    const char *byte;
    const char *read; /* NULL: refused */
  } rows[] = {
    { " ", " " },
    { "!", "!" },
    { "#", "#" },
    { "[", "[" },
    { "]", "]" },
    { "~", "~" },
    { "\177", "\177" },
    { "\\\"", "\"" },
    { "\\\\", "\\" },
    { "\200", REPLACEMENT },
    { "\237", REPLACEMENT },
    { "\240", REPLACEMENT },
    { "\377", REPLACEMENT },
    { "\302\200", "\302\200" },
    { "\1", NULL },
    { "\37", NULL },
    { "\n", NULL },
  };
  static const char plain[] = "1234567890abcdefghi";

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize at = 0; at <= strlen (plain); at++)
      {
        g_autoptr (FitArena) arena = fit_arena_new ();
        g_autofree char *json = g_strdup_printf (
            "\"%.*s%s%s\"", (int) at, plain, rows[i].byte, plain + at);
        g_autofree char *expected = g_strdup_printf (
            "%.*s%s%s", (int) at, plain,
            rows[i].read != NULL ? rows[i].read : "", plain + at);
        const FitValue *value = parse (arena, json, strlen (json), NULL, NULL);

        if (rows[i].read == NULL)
          assert_null (value);
        else
          assert_string_equal (value->text, expected);
      }
}

/* Every byte that is not UTF-8 is replaced, one by one. */
static void
test_text_that_is_not_utf8 (void **state)
{
  check_text ("\"a\377b\"", "\"a" REPLACEMENT "b\"");
  check_text ("\"\300\257\"", "\"" REPLACEMENT REPLACEMENT "\"");
  check_text ("\"\355\240\200\"",
              "\"" REPLACEMENT REPLACEMENT REPLACEMENT "\"");
  check_text ("\"\342\202\"", "\"" REPLACEMENT REPLACEMENT "\"");
  check_text ("{\"\200\":\"\303\"}",
              "{\"" REPLACEMENT "\":\"" REPLACEMENT "\"}");
}

static const struct
{
  const char *json;
  const char *message;
} malformed[] = {
  { "", "unexpected end of JSON input (line 1, column 1)" },
  { "\n\n  ", "unexpected end of JSON input (line 3, column 3)" },
  { "{", "unexpected end of JSON input (line 1, column 2)" },
  { "[1", "unexpected end of JSON input (line 1, column 3)" },
  { "\"abc", "unexpected end of JSON input (line 1, column 5)" },
  { "nul", "unexpected end of JSON input (line 1, column 4)" },
  { "{} {}", "invalid character '{' after top-level value "
             "(line 1, column 4)" },
  { "truefalse", "invalid character 'f' after top-level value "
                 "(line 1, column 5)" },
  { "01", "invalid character '1' after top-level value (line 1, column 2)" },
  { "x", "invalid character 'x' looking for beginning of value "
         "(line 1, column 1)" },
  { "[1,]", "invalid character ']' looking for beginning of value "
            "(line 1, column 4)" },
  { "[,1]", "invalid character ',' looking for beginning of value "
            "(line 1, column 2)" },
  { "'a'", "invalid character '\\'' looking for beginning of value "
           "(line 1, column 1)" },
  { "+1", "invalid character '+' looking for beginning of value "
          "(line 1, column 1)" },
  { "\1", "invalid character '\\x01' looking for beginning of value "
          "(line 1, column 1)" },
  { "\a", "invalid character '\\a' looking for beginning of value "
          "(line 1, column 1)" },
  { "\\", "invalid character '\\\\' looking for beginning of value "
          "(line 1, column 1)" },
  { "\37", "invalid character '\\x1f' looking for beginning of value "
           "(line 1, column 1)" },
  { "\177", "invalid character '\\x7f' looking for beginning of value "
            "(line 1, column 1)" },
  { "\200", "invalid character '\\u0080' looking for beginning of value "
            "(line 1, column 1)" },
  { "\240", "invalid character '\\u00a0' looking for beginning of value "
            "(line 1, column 1)" },
  { "\241", "invalid character '\302\241' looking for beginning of value "
            "(line 1, column 1)" },
  { "\255", "invalid character '\\u00ad' looking for beginning of value "
            "(line 1, column 1)" },
  { "\256", "invalid character '\302\256' looking for beginning of value "
            "(line 1, column 1)" },
  { "\303\251", "invalid character '\303\203' looking for beginning of value "
                "(line 1, column 1)" },
  { "{\"a\":1,}", "invalid character '}' looking for beginning of object key "
                  "string (line 1, column 8)" },
  { "{a:1}", "invalid character 'a' looking for beginning of object key "
             "string (line 1, column 2)" },
  { "{\"a\" 1}", "invalid character '1' after object key "
                 "(line 1, column 6)" },
  { "{\"a\":1\n\"b\":2}", "invalid character '\"' after object key:value pair "
                          "(line 2, column 1)" },
  { "[1 2]", "invalid character '2' after array element "
             "(line 1, column 4)" },
  { "[1}", "invalid character '}' after array element (line 1, column 3)" },
  { "\"a\nb\"", "invalid character '\\n' in string literal "
                "(line 1, column 3)" },
  { "\"a\tb\"", "invalid character '\\t' in string literal "
                "(line 1, column 3)" },
  { "\"\\x\"", "invalid character 'x' in string escape code "
               "(line 1, column 3)" },
  { "\"\\u12G4\"", "invalid character 'G' in \\u hexadecimal character escape "
                   "(line 1, column 6)" },
  { "\"\\ud800\\u1\"", "invalid character '\"' in \\u hexadecimal character "
                       "escape (line 1, column 11)" },
  { "\"\\ud800\\uG000\"", "invalid character 'G' in \\u hexadecimal "
                          "character escape (line 1, column 10)" },
  { "\"\\ud800\\u12", "unexpected end of JSON input (line 1, column 12)" },
  { "\"\\", "unexpected end of JSON input (line 1, column 3)" },
  { "\"\\u123", "unexpected end of JSON input (line 1, column 7)" },
  { "-x", "invalid character 'x' in numeric literal (line 1, column 2)" },
  { "1.x", "invalid character 'x' after decimal point in numeric literal "
           "(line 1, column 3)" },
  { "1ex", "invalid character 'x' in exponent of numeric literal "
           "(line 1, column 3)" },
  { "1e+]", "invalid character ']' in exponent of numeric literal "
            "(line 1, column 4)" },
  { "trze", "invalid character 'z' in literal true (expecting 'u') "
            "(line 1, column 3)" },
  { "tr e", "invalid character ' ' in literal true (expecting 'u') "
            "(line 1, column 3)" },
  { "NaN", "invalid character 'N' looking for beginning of value "
           "(line 1, column 1)" },
  { "[1] // no", "invalid character '/' after top-level value "
                 "(line 1, column 5)" },
};

static void
test_malformed (void **state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (malformed); i++)
    {
      const char *json = malformed[i].json;
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;

      if (parse (arena, json, strlen (json), NULL, &error) != NULL)
        fail_msg ("%s is accepted", json);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
      assert_string_equal (error->message, malformed[i].message);
    }
}

/* A NUL does not end the text, and is in no string. */
static void
test_nul (void **state)
{
  static const struct
  {
    const char *json;
    gsize len;
    const char *message;
  } rows[] = {
    { "\0001", 2,
      "invalid character '\\x00' looking for beginning of value (line 1, column 1)" },
    { "1\000", 2,
      "invalid character '\\x00' after top-level value (line 1, column 2)" },
    { "\"a\000\"", 4,
      "invalid character '\\x00' in string literal (line 1, column 3)" },
    { "\"\\\000\"", 4,
      "invalid character '\\x00' in string escape code (line 1, column 3)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;

      assert_null (parse (arena, rows[i].json, rows[i].len, NULL, &error));
      assert_string_equal (error->message, rows[i].message);
    }
}

static const char sample[]
    = "\357\273\277 {\"kind\": \"Pod\", \"n\": [-12.50e+3, 0, true, false, "
      "null],\n \"t\\u00e9xt\": \"\\ud83d\\ude00 \303\251 and more plain text\","
      " \"o\": {\"a\": {}, \"b\": []}}";

/* No prefix of an object is an object, and none makes the reader stumble. */
static void
test_truncated_anywhere (void **state)
{
  gsize len = strlen (sample);

  for (gsize i = 0; i <= len; i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      const FitValue *value = parse (arena, sample, i, NULL, &error);

      if (i == len)
        assert_non_null (value);
      else
        assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
    }
}

static void
test_places (void **state)
{
  static const char json[] = "{\n  \"a\": [1,\n \"x\"],\n\t\"b\":{}}";
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root = parse (arena, json, strlen (json), NULL, NULL);
  const FitMember *b = &root->members[1];
  const FitValue *x = &root->members[0].value.items[1];

  assert_int_equal (root->line, 1);
  assert_int_equal (root->column, 1);
  assert_int_equal (x->line, 3);
  assert_int_equal (x->column, 2);
  assert_int_equal (b->line, 4);
  assert_int_equal (b->column, 2);
  assert_int_equal (b->value.column, 6);
}

static void
test_one_value_after_the_other (void **state)
{
  static const char json[] = "{\"a\":1}\n[2]3 \"x";
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *value;
  gsize offset = 0;

  value = fit_json_parse (arena, json, strlen (json), &offset, NULL, NULL);
  assert_int_equal (value->type, FIT_VALUE_MAP);
  assert_int_equal (offset, 7);
  value = fit_json_parse (arena, json, strlen (json), &offset, NULL, NULL);
  assert_int_equal (value->type, FIT_VALUE_LIST);
  assert_int_equal (value->line, 2);
  assert_int_equal (offset, 11);
  value = fit_json_parse (arena, json, strlen (json), &offset, NULL, NULL);
  assert_string_equal (value->text, "3");
  assert_null (
      fit_json_parse (arena, json, strlen (json), &offset, NULL, &error));
  assert_string_equal (error->message,
                       "unexpected end of JSON input (line 2, column 8)");
  assert_int_equal (offset, 12);
}

/* A million brackets are refused without recursion, and without their cost. */
static void
test_depth_is_bounded (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (GString) bomb = g_string_new (NULL);

  limits.depth = 3;
  for (guint i = 0; i < 1000000; i++)
    g_string_append (bomb, i % 2 ? "[" : "{\"a\":");
  for (guint depth = 1; depth <= 4; depth++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *open = g_strnfill (depth, '[');
      g_autofree char *close = g_strnfill (depth, ']');
      g_autofree char *json = g_strconcat (open, close, NULL);
      const FitValue *value
          = parse (arena, json, strlen (json), &limits, &error);

      assert_int_equal (value != NULL, depth <= 3);
      if (value == NULL)
        assert_string_equal (error->message,
                             "lists and objects are nested more than 3 deep "
                             "(line 1, column 5)");
    }
  {
    g_autoptr (FitArena) arena = fit_arena_new ();
    g_autoptr (GError) error = NULL;

    assert_null (parse (arena, bomb->str, bomb->len, NULL, &error));
    assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
    assert_true (fit_arena_used (arena) < 100 * 1024);
  }
}

static void
check_limit (const FitLimits *limits, const char *json, gboolean fits)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *value = parse (arena, json, strlen (json), limits, &error);

  if ((value != NULL) != fits)
    fail_msg ("%.40s: %s", json, error ? error->message : "accepted");
  if (!fits)
    assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

static void
test_sizes_are_bounded (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (GString) list = g_string_new ("[1");

  limits.string_bytes = 5;
  check_limit (&limits, "\"12345\"", TRUE);
  check_limit (&limits, "\"123456\"", FALSE);
  check_limit (&limits, "\"\\n\\n\\n\\n\\n\"", TRUE);
  check_limit (&limits, "\"\\n\\n\\n\\n\\n\\n\"", FALSE);
  check_limit (&limits, "{\"123456\":1}", FALSE);
  check_limit (&limits, "12345", TRUE);
  check_limit (&limits, "123456", FALSE);

  limits.document_bytes = 4;
  check_limit (&limits, "null", TRUE);
  check_limit (&limits, "false", FALSE);

  limits = *fit_limits_default ();
  limits.object_bytes = 100 * 1000;
  for (guint i = 0; i < 500; i++)
    g_string_append (list, ",1");
  g_string_append (list, "]");
  check_limit (&limits, list->str, TRUE);
  g_string_truncate (list, list->len - 1);
  for (guint i = 0; i < 10000; i++)
    g_string_append (list, ",1");
  check_limit (&limits, list->str, FALSE);

  /* strings, in pieces */
  limits.string_bytes = 2000;
  g_string_assign (list, "[");
  for (guint i = 0; i < 90; i++)
    g_string_append_printf (list, "\"%01000u\",", i);
  g_string_append (list, "1]");
  check_limit (&limits, list->str, TRUE);
  g_string_truncate (list, list->len - 2);
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (list, "\"%01000u\",", i);
  g_string_append (list, "1]");
  check_limit (&limits, list->str, FALSE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_text_ends_where_it_says),
    cmocka_unit_test (test_escapes),
    cmocka_unit_test (test_any_byte_anywhere),
    cmocka_unit_test (test_text_that_is_not_utf8),
    cmocka_unit_test (test_malformed),
    cmocka_unit_test (test_nul),
    cmocka_unit_test (test_truncated_anywhere),
    cmocka_unit_test (test_places),
    cmocka_unit_test (test_one_value_after_the_other),
    cmocka_unit_test (test_depth_is_bounded),
    cmocka_unit_test (test_sizes_are_bounded),
  };

  return cmocka_run_group_tests_name ("json-reader", tests, NULL, NULL);
}
