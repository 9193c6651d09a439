/* test-json-build.c - documents of output, as JSON and as YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/json-build.h"

#include "base/limits.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define REPLACEMENT "\357\277\275"

static FitJson *
document (void)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  FitJson *root = fit_document_new ("Report");
  FitJson *list = fit_json_array ();

  g_ptr_array_add (texts, (gpointer) "a/b");
  g_ptr_array_add (texts, (gpointer) "\377");
  fit_json_set_text (root, "text", "x\377y");
  fit_json_set_text (root, "none", NULL);
  fit_json_set_integer (root, "integer", G_MININT64);
  fit_json_set_number (root, "known", TRUE, 7);
  fit_json_set_number (root, "unknown", FALSE, 7);
  fit_json_set_boolean (root, "boolean", TRUE);
  fit_json_set_texts (root, "texts", texts);
  fit_json_set_texts (root, "noTexts", NULL);
  fit_json_set_boolean (fit_json_append (list), "first", FALSE);
  fit_json_set_boolean (fit_json_append (list), "first", TRUE);
  fit_json_set (root, "list", list);
  fit_json_set (root, "read", fit_json_from_text ("{\"on\": [1.5, \"yes\"]}"));
  fit_json_set (root, "notRead", fit_json_from_text (NULL));
  fit_json_set_integer (root, "integer", 5);
  return root;
}

static void
test_document (void **state)
{
  g_autoptr (FitJson) root = document ();
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GString) yaml = g_string_new (NULL);

  fit_document_append (root, json);
  assert_string_equal (json->str, "{\n"
                                  "  \"apiVersion\": \"fitsched/v1\",\n"
                                  "  \"kind\": \"Report\",\n"
                                  "  \"text\": \"x" REPLACEMENT "y\",\n"
                                  "  \"none\": null,\n"
                                  "  \"integer\": 5,\n"
                                  "  \"known\": 7,\n"
                                  "  \"unknown\": null,\n"
                                  "  \"boolean\": true,\n"
                                  "  \"texts\": [\n"
                                  "    \"a/b\",\n"
                                  "    \"" REPLACEMENT "\"\n"
                                  "  ],\n"
                                  "  \"noTexts\": null,\n"
                                  "  \"list\": [\n"
                                  "    {\n"
                                  "      \"first\": false\n"
                                  "    },\n"
                                  "    {\n"
                                  "      \"first\": true\n"
                                  "    }\n"
                                  "  ],\n"
                                  "  \"read\": {\n"
                                  "    \"on\": [\n"
                                  "      1.5,\n"
                                  "      \"yes\"\n"
                                  "    ]\n"
                                  "  },\n"
                                  "  \"notRead\": null\n"
                                  "}\n");
  fit_yaml_append (root, yaml);
  assert_string_equal (yaml->str, "apiVersion: fitsched/v1\n"
                                  "kind: Report\n"
                                  "text: \"x" REPLACEMENT "y\"\n"
                                  "none: null\n"
                                  "integer: 5\n"
                                  "known: 7\n"
                                  "unknown: null\n"
                                  "boolean: true\n"
                                  "texts:\n"
                                  "- a/b\n"
                                  "- \"" REPLACEMENT "\"\n"
                                  "noTexts: null\n"
                                  "list:\n"
                                  "- first: false\n"
                                  "- first: true\n"
                                  "read:\n"
                                  "  \"on\":\n"
                                  "  - 1.5\n"
                                  "  - \"yes\"\n"
                                  "notRead: null\n");
}

static void
append_yaml (const FitJson *json, GString *out)
{
  fit_yaml_append ((FitJson *) json, out);
}

static void
append_deep (const FitJson *json, GString *out)
{
  fit_json_append_indented (json, 20, out);
}

#define N_VALUES 6

/* Returns: (transfer full): a document with longer and longer lists of integers,
 * as columns or one by one */
static FitJson *
lists (gboolean as_columns)
{
  static const gint64 values[N_VALUES]
      = { 0, 7, -12, 100, G_MAXINT64, G_MININT64 };
  FitJson *root = fit_document_new ("Lists"), *inner = fit_json_object ();

  for (guint n = 0; n <= N_VALUES; n++)
    {
      g_autofree char *key = g_strdup_printf ("of %u", n);
      FitJson *list
          = as_columns ? fit_json_column (values, n) : fit_json_array ();

      for (guint i = 0; i < n && !as_columns; i++)
        fit_json_add_integer (list, values[i]);
      assert_int_equal (fit_json_length (list), n);
      for (guint i = 0; i < n; i++)
        assert_true (fit_json_integer_at (list, i) == values[i]);
      assert_int_equal (fit_json_integer_at (list, n), 0);
      fit_json_set (n < 3 ? root : inner, key, list);
    }
  fit_json_set (root, "inner", inner);
  return root;
}

/* A column is an array of integers, however it is printed, and so is one whose
 * text is kept. */
static void
test_columns (void **state)
{
  static void (*const print[]) (const FitJson *json, GString *out)
      = { fit_json_append_compact, fit_document_append, append_deep,
          append_yaml };
  g_autoptr (FitJson) columns = lists (TRUE), kept = lists (TRUE),
                      others = lists (FALSE), kept_others = lists (FALSE);
  const FitJson *const documents[] = { columns, kept, kept_others };

  fit_json_keep_arrays (kept);
  fit_json_keep_arrays (kept_others);
  for (guint p = 0; p < G_N_ELEMENTS (print); p++)
    {
      g_autoptr (GString) expected = g_string_new (NULL);

      print[p](others, expected);
      for (guint d = 0; d < G_N_ELEMENTS (documents); d++)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          print[p](documents[d], text);
          assert_string_equal (text->str, expected->str);
        }
    }
}

/* Compact documents have no blanks; what terminals would not show is escaped, and
 * numbers that were read stay as they were. */
static void
test_compact (void **state)
{
  g_autoptr (FitJson) root = fit_json_object ();
  g_autoptr (GString) text = g_string_new (NULL);

  fit_json_set_text (root, "a\"b", "x\\ \t\033[1m\177\302\233 \303\251 a/b");
  fit_json_set (root, "read", fit_json_from_text ("[1.50, 1e3, {}, [], null]"));
  fit_json_set_boolean (root, "not", FALSE);
  fit_json_append_compact (root, text);
  assert_string_equal (
      text->str,
      "{\"a\\\"b\":\"x\\\\ \\t\\u001b[1m\\u007f\\u009b \303\251 a/b\","
      "\"read\":[1.50,1e3,{},[],null],\"not\":false}");
}

/* Objects as deep as input may be have some levels around them; what is deeper
 * is JSON, which is YAML, too. */
static void
test_deep_documents (void **state)
{
  const guint most = fit_limits_default ()->depth + 20;

  for (guint depth = most; depth <= most + 1; depth++)
    {
      g_autofree char *open = g_strnfill (depth, '[');
      g_autofree char *close = g_strnfill (depth, ']');
      g_autofree char *json = g_strconcat (open, "1", close, NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      fit_yaml_append_text (json, strlen (json), text);
      if (depth == most)
        assert_true (g_str_has_suffix (text->str, "- - - 1\n"));
      else
        assert_string_equal (text->str, json);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_document),
    cmocka_unit_test (test_columns),
    cmocka_unit_test (test_compact),
    cmocka_unit_test (test_deep_documents),
  };

  return cmocka_run_group_tests_name ("json-build", tests, NULL, NULL);
}
