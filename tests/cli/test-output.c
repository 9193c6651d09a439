/* Results as JSON and YAML: one document each, that says the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/value.h"
#include "cli/output.h"

static const FitColumn inner_columns[] = {
  { "value", "VALUE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "data", NULL, FIT_CELL_JSON, 0 },
};

/* Strings that YAML could take for something else, and worse. */
static const char *const strings[] = {
  "plain",       "two words", "a/b.c-d_e",    "",         " ",
  "-",           "- a",       "yes",          "No",       "ON",
  "y",           "n",         "null",         "~",        "true",
  "1",           "1e3",       "0x10",         "1.5",      ".inf",
  "2001-01-01",  "12:30",     "a: b",         "a #b",     "#b",
  "&a",          "*a",        "!a",           "{a}",      "[a]",
  "a\nb",        "a\n",       "\ttab",        "\"q\"",    "it's",
  "back\\slash", "é",         "\x7f",         "%a",       "@a",
  "`a",          "=",         "<<",           "a,b",      "?",
  ": ",          "|",         "> x",          "nan",      "Infinity",
  "---",         "...",       "\xe2\x80\xa8", "\xc2\x85",
};

static FitTable *
rows_of (const char *const *texts, guint n)
{
  FitTable *table = FIT_TABLE_NEW (inner_columns);

  for (guint i = 0; i < n; i++)
    FIT_TABLE_ADD (table, fit_cell_text (texts[i]),
                   fit_cell_json (fit_json_from_text ("{\"a\":[1,null]}")));
  return table;
}

static void
set_sample (gconstpointer data, FitJson *document)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (FitTable) rows = rows_of (strings, 2);

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    g_ptr_array_add (texts, (gpointer) strings[i]);
  fit_json_set (document, "text", NULL);
  fit_json_set_integer (document, "number", G_MININT64);
  fit_json_set_boolean (document, "flag", TRUE);
  fit_json_set_texts (document, "texts", texts);
  fit_json_set (document, "rows", fit_table_to_json (rows));
  fit_json_set (document, "row", fit_table_row_to_json (rows, 1));
  fit_json_set (document, "nothing", NULL);
  fit_json_set_text (document, "text", "a/b"); /* where it was set first */
}

static char *
render (FitFormat format)
{
  g_autoptr (FitTable) names = rows_of (strings, 1);
  const FitOutput output
      = { .kind = "Sample", .names = names, .set_json = set_sample };
  GString *out = g_string_new (NULL);

  fit_output_append (&output, format, 0, out);
  return g_string_free (out, FALSE);
}

static const FitValue *
member (const FitValue *map, const char *key)
{
  const FitValue *value = fit_value_get (map, key);

  assert_non_null (value);
  return value;
}

static void
assert_sample (const FitValue *root)
{
  const FitValue *texts = member (root, "texts");

  assert_int_equal (root->type, FIT_VALUE_MAP);
  assert_string_equal (root->members[0].key, "apiVersion");
  assert_string_equal (root->members[1].key, "kind");
  assert_string_equal (root->members[2].key, "text");
  assert_string_equal (fit_value_get_string (root, "apiVersion"),
                       "fitsched/v1");
  assert_string_equal (fit_value_get_string (root, "kind"), "Sample");
  assert_int_equal (member (root, "number")->type, FIT_VALUE_NUMBER);
  assert_string_equal (member (root, "number")->text, "-9223372036854775808");
  assert_int_equal (member (root, "flag")->type, FIT_VALUE_BOOL);
  assert_int_equal (member (root, "nothing")->type, FIT_VALUE_NULL);
  assert_int_equal (member (root, "rows")->n, 2);
  assert_string_equal (fit_value_get_string (member (root, "row"), "value"),
                       strings[1]);
  assert_int_equal (member (member (member (root, "row"), "data"), "a")->n, 2);
  assert_int_equal (texts->n, G_N_ELEMENTS (strings));
  for (guint i = 0; i < texts->n; i++)
    {
      assert_int_equal (texts->items[i].type, FIT_VALUE_STRING);
      assert_string_equal (texts->items[i].text, strings[i]);
    }
}

static void
test_json (void **state)
{
  g_autofree char *text = render (FIT_FORMAT_JSON);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *root
      = fit_json_parse (arena, text, strlen (text), NULL, NULL, &error);

  assert_null (error);
  assert_sample (root);
  assert_true (g_str_has_prefix (
      text, "{\n  \"apiVersion\": \"fitsched/v1\",\n  \"kind\": \"Sample\",\n"
            "  \"text\": \"a/b\",\n"));
  assert_true (g_str_has_suffix (text, "\n}\n"));
}

static void
test_yaml (void **state)
{
  g_autofree char *text = render (FIT_FORMAT_YAML);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *root
      = fit_yaml_parse (arena, text, strlen (text), NULL, &error);

  assert_null (error);
  assert_sample (root);
  assert_true (g_str_has_prefix (
      text, "apiVersion: fitsched/v1\nkind: Sample\ntext: a/b\n"));
  /* Long strings stay on one line. */
  assert_null (strstr (text, "\\\n"));
}

static void
test_names (void **state)
{
  g_autofree char *text = render (FIT_FORMAT_NAME);

  assert_string_equal (text, "plain\n");
}

static void
append_style (gconstpointer data, const FitTextStyle *style, GString *out)
{
  g_string_append_printf (out, "%s %d %u", (const char *) data, style->wide,
                          style->width);
}

static void
test_text_style (void **state)
{
  const FitOutput output = { .append_text = append_style, .data = "data" };
  g_autoptr (GString) table = g_string_new (NULL);
  g_autoptr (GString) wide = g_string_new (NULL);

  fit_output_append (&output, FIT_FORMAT_TABLE, 70, table);
  fit_output_append (&output, FIT_FORMAT_WIDE, 0, wide);
  assert_string_equal (table->str, "data 0 70");
  assert_string_equal (wide->str, "data 1 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_json),
    cmocka_unit_test (test_yaml),
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_text_style),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
