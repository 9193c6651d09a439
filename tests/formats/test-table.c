/* test-table.c - rows of results as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <json-c/json.h>

#include "formats/table.h"
#include "tests/support/cmocka.h"

static const FitColumn columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_DEFAULT },
  { "pods", "PODS", FIT_CELL_INTEGER, FIT_COLUMN_DEFAULT },
  { "ready", "READY", FIT_CELL_BOOLEAN, FIT_COLUMN_DEFAULT },
  { "cpu", "CPU", FIT_CELL_MILLI_CPU, FIT_COLUMN_DEFAULT },
  { NULL, "SHOWN", FIT_CELL_TEXT, FIT_COLUMN_DEFAULT },
  { "memory", "MEMORY", FIT_CELL_BYTES, FIT_COLUMN_DEFAULT },
  { "used", "USED", FIT_CELL_PERCENT, FIT_COLUMN_DEFAULT },
  { "labels", "LABELS", FIT_CELL_TEXTS, FIT_COLUMN_DEFAULT },
  { "more", NULL, FIT_CELL_JSON, FIT_COLUMN_DEFAULT },
};

static void
assert_json (FitJson *json, const char *expected)
{
  assert_string_equal (
      json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN), expected);
}

static void
test_percent (void **state)
{
  static const struct
  {
    gint64 part, whole;
    gboolean set;
    gint64 percent;
  } rows[] = {
    { 0, 0, FALSE, 0 },
    { 1, 0, FALSE, 0 },
    { 1, -1, FALSE, 0 },
    { 0, 1, TRUE, 0 },
    { 1, 1, TRUE, 100 },
    { 2, 3, TRUE, 66 },
    { -2, 3, TRUE, -66 },
    { 3, 2, TRUE, 150 },
    { G_MAXINT64 / 100, 1, TRUE, G_MAXINT64 / 100 * 100 },
    { G_MAXINT64 / 100 + 1, 1, FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitCellValue value = fit_cell_percent (rows[i].part, rows[i].whole);

      assert_int_equal (value.set, rows[i].set);
      assert_int_equal (value.integer, rows[i].percent);
    }
}

/* Cells that a row does not have, or that are not known, are null. */
static void
test_rows (void **state)
{
  g_autoptr (FitTable) table = FIT_TABLE_NEW (columns);
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  FitJson *json;

  g_ptr_array_add (labels, (gpointer) "a=1");
  g_ptr_array_add (labels, (gpointer) "b=\xFF");
  assert_int_equal (fit_table_n_rows (table), 0);
  fit_table_add (table, NULL, 0);
  assert_int_equal (fit_table_n_rows (table), 1);
  FIT_TABLE_ADD (table, fit_cell_text ("n1"), fit_cell_integer (2),
                 fit_cell_boolean (4), fit_cell_integer (500),
                 fit_cell_text ("only shown"), fit_cell_integer (1024),
                 fit_cell_percent (1, 2), fit_cell_texts (labels),
                 fit_cell_json (fit_json_array ()));
  g_ptr_array_set_size (labels, 0);
  FIT_TABLE_ADD (table, fit_cell_text ("\xC3 n2"), fit_cell_number (FALSE, 2),
                 fit_cell_boolean (FALSE));
  fit_table_set (table, 1, fit_cell_integer (7));
  fit_table_set (table, 7, fit_cell_texts (labels));
  assert_int_equal (fit_table_n_rows (table), 3);

  json = fit_table_row_to_json (table, 0);
  assert_json (json, "{\"name\":null,\"pods\":null,\"ready\":null,"
                     "\"cpu\":null,\"memory\":null,\"used\":null,"
                     "\"labels\":null,\"more\":null}");
  fit_json_free (json);
  json = fit_table_row_to_json (table, 1);
  assert_json (json, "{\"name\":\"n1\",\"pods\":2,\"ready\":true,"
                     "\"cpu\":500,\"memory\":1024,\"used\":50,"
                     "\"labels\":[\"a=1\",\"b=\xEF\xBF\xBD\"],\"more\":[]}");
  fit_json_free (json);
  json = fit_table_row_to_json (table, 2);
  assert_json (json, "{\"name\":\"\xEF\xBF\xBD n2\",\"pods\":7,"
                     "\"ready\":false,\"cpu\":null,\"memory\":null,"
                     "\"used\":null,\"labels\":[],\"more\":null}");
  fit_json_free (json);
}

static void
test_tables (void **state)
{
  FitTable *none = fit_table_new (columns, 1);
  FitTable *two = fit_table_new (columns, 1);
  FitJson *document = fit_json_object ();

  FIT_TABLE_ADD (two, fit_cell_text ("n1"));
  FIT_TABLE_ADD (two, fit_cell_text (NULL));
  fit_json_set_rows (document, "none", none);
  fit_json_set_rows (document, "two", two);
  assert_json (document,
               "{\"none\":[],\"two\":[{\"name\":\"n1\"},{\"name\":null}]}");
  fit_json_free (document);
  fit_table_free (NULL);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_percent),
    cmocka_unit_test (test_rows),
    cmocka_unit_test (test_tables),
  };

  return cmocka_run_group_tests_name ("table", tests, NULL, NULL);
}
