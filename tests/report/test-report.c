/* Reports in each format: JSON and YAML say the same; people read the parts in
 * their order.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/value.h"
#include "report/report.h"
#include "tests/support/cmocka.h"

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
fill (FitReport *report)
{
  FitJson *data = report->data;
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  FitTable *rows = fit_report_own (report, rows_of (strings, 2));

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    g_ptr_array_add (texts, (gpointer) strings[i]);
  fit_json_set_text (data, "text", NULL);
  fit_json_set_integer (data, "number", G_MININT64);
  fit_json_set_boolean (data, "flag", TRUE);
  fit_json_set_texts (data, "texts", texts);
  fit_report_set_rows (report, "rows", rows);
  fit_json_set (data, "row", fit_table_row_to_json (rows, 1));
  fit_json_set (data, "nothing", NULL);
  fit_json_set_text (data, "text", "a/b"); /* where it was set first */
  report->names = fit_report_own (report, rows_of (strings, 1));
}

static char *
render (FitFormat format)
{
  g_autoptr (FitReport) report = fit_report_new ("Sample", format, 0);
  GString *out = g_string_new (NULL);

  fill (report);
  fit_report_render (report, out);
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

/* -- what people read ------------------------------------------------------ */

static char *
tell (FitFormat format, guint n_rows)
{
  g_autoptr (FitReport) report = fit_report_new ("Sample", format, 0);
  FitTable *rows = fit_report_own (report, rows_of (strings, n_rows));
  GString *out = g_string_new (NULL);

  fit_report_say (report, "above %s", "\033[1m");
  report->style.indent = 2;
  fit_report_block (report, rows);
  report->style.indent = 0;
  if (!fit_report_long_table (report, rows, 1, "rows; -o wide shows them"))
    fit_report_say (report, "no rows");
  g_string_append (fit_report_lines (report), "below\n");
  fit_report_render (report, out);
  return g_string_free (out, FALSE);
}

/* Of a heading, a sentence, and tables; text has no headings. */
static void
test_sections (void **state)
{
  static const FitFormat formats[] = { FIT_FORMAT_TABLE, FIT_FORMAT_MARKDOWN };
  static const char *const texts[]
      = { "say\nVALUE\nplain\n\nVALUE\nplain\n\n",
          "\n## a \\* b\n\n\nsay\n\n| what |\n| --- |\n| plain |\n\n"
          "| value |\n| --- |\n| plain |\n" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (FitReport) report = fit_report_new ("Sample", formats[i], 0);
      FitTable *rows = fit_report_own (report, rows_of (strings, 1));
      FitTable *none = fit_report_own (report, rows_of (strings, 0));
      g_autoptr (GString) out = g_string_new (NULL);

      fit_report_heading (report, 2, "a * b");
      fit_report_paragraph (report, "say");
      fit_report_headed_block (report, rows,
                               (const char *const[]){ "what", NULL });
      fit_report_block (report, none);
      fit_report_block (report, rows);
      fit_report_render (report, out);
      assert_string_equal (out->str, texts[i]);
    }
}

static void
test_parts (void **state)
{
  static const struct
  {
    FitFormat format;
    guint n_rows;
    const char *text;
  } rows[] = {
    { FIT_FORMAT_TABLE, 0, "above \\x1b[1m\nno rows\nbelow\n" },
    { FIT_FORMAT_TABLE, 1,
      "above \\x1b[1m\n  VALUE\n  plain\n\nVALUE\nplain\nbelow\n" },
    { FIT_FORMAT_TABLE, 2,
      "above \\x1b[1m\n  VALUE\n  plain\n  two words\n\n2 rows; -o wide shows "
      "them\nbelow\n" },
    { FIT_FORMAT_WIDE, 2,
      "above \\x1b[1m\n  VALUE\n  plain\n  two words\n\nVALUE\nplain\ntwo "
      "words\nbelow\n" },
    { FIT_FORMAT_MARKDOWN, 1,
      "above \\\\x1b\\[1m\n\n| value |\n| --- |\n| plain |\n| value |\n"
      "| --- |\n| plain |\nbelow\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = tell (rows[i].format, rows[i].n_rows);

      assert_string_equal (text, rows[i].text);
    }
}

/* On a terminal the summary stands above what is long, and below the top. */
static void
test_summary (void **state)
{
  for (guint i = 0; i < 8; i++)
    {
      const gboolean on_terminal = (i & 1) != 0, is_long = (i & 2) != 0,
                     has_top = (i & 4) != 0;
      g_autoptr (FitReport) report
          = fit_report_new ("Sample", FIT_FORMAT_TABLE, 0);
      g_autoptr (GString) out = g_string_new (NULL);
      const char *sum;

      report->on_terminal = on_terminal;
      fit_report_say (report, "top");
      if (has_top)
        fit_report_end_top (report);
      for (guint n = 0; n < (is_long ? 30 : 2); n++)
        fit_report_say (report, "row");
      fit_report_gap (report);
      fit_report_begin_summary (report);
      fit_report_say (report, "sum");
      fit_report_end_summary (report);
      fit_report_say (report, "\nend");
      fit_report_render (report, out);
      sum = strstr (out->str, "sum");
      assert_int_equal (sum < strstr (out->str, "row"), on_terminal && is_long);
      assert_int_equal (sum < strstr (out->str, "top"),
                        on_terminal && is_long && !has_top);
      assert_null (strstr (out->str, "\n\n\n"));
      assert_non_null (strstr (out->str, "\n\nend\n"));
      assert_null (strstr (sum + 1, "sum"));
    }
}

/* A top without a summary is said once. */
static void
test_top (void **state)
{
  g_autoptr (FitReport) report = fit_report_new ("Sample", FIT_FORMAT_TABLE, 0);
  g_autoptr (GString) out = g_string_new (NULL);

  report->on_terminal = TRUE;
  fit_report_say (report, "top");
  fit_report_end_top (report);
  fit_report_say (report, "rest");
  fit_report_render (report, out);
  assert_string_equal (out->str, "top\nrest\n");
}

/* -- columns --------------------------------------------------------------- */

/* Members that only pages have stand instead of those of the document, or below
 * them; the document itself does not show them. */
static void
test_columns (void **state)
{
  for (guint compact = 0; compact < 2; compact++)
    {
      g_autoptr (FitReport) report
          = fit_report_new ("Sample", FIT_FORMAT_JSON, 0);
      g_autoptr (GString) out = g_string_new (NULL);

      report->columns = fit_json_object ();
      report->compact = compact != 0;
      fit_json_set_integer (report->data, "items", 1);
      fit_json_set_integer (report->data, "more", 2);
      fit_json_set_integer (report->columns, "items", 3);
      fit_json_set_integer (report->columns, "cluster", 4);
      fit_report_render (report, out);
      assert_string_equal (
          out->str,
          compact != 0
              ? "{\"apiVersion\":\"fitsched/v1\",\"kind\":\"Sample\",\"items\":3,"
                "\"more\":2,\"cluster\":4}\n"
              : "{\n  \"apiVersion\": \"fitsched/v1\",\n  \"kind\": "
                "\"Sample\",\n  \"items\": 1,\n  \"more\": 2\n}\n");
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_json),     cmocka_unit_test (test_yaml),
    cmocka_unit_test (test_names),    cmocka_unit_test (test_parts),
    cmocka_unit_test (test_sections), cmocka_unit_test (test_summary),
    cmocka_unit_test (test_top),      cmocka_unit_test (test_columns),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
