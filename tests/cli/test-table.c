/* Tables as text and names.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"
#include "report/table-text.h"
#include "tests/support/cmocka.h"

static const FitColumn columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "count", "COUNT", FIT_CELL_INTEGER, FIT_COLUMN_NAME },
  { "cpu", "CPU", FIT_CELL_MILLI_CPU, 0 },
  { "memory", "MEMORY", FIT_CELL_BYTES, 0 },
  { "part", "PART", FIT_CELL_PERCENT, 0 },
  { "ready", "READY", FIT_CELL_BOOLEAN, 0 },
  { "tags", "TAGS", FIT_CELL_TEXTS, 0 },
  { "hidden", NULL, FIT_CELL_TEXT, 0 },
  { NULL, "MORE", FIT_CELL_TEXT, FIT_COLUMN_WIDE },
  { "remark", "REMARK", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

static FitTable *
sample (void)
{
  FitTable *table = FIT_TABLE_NEW (columns);
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();

  g_ptr_array_add (tags, (gpointer) "a");
  g_ptr_array_add (tags, (gpointer) "b");
  FIT_TABLE_ADD (table, fit_cell_text ("é"), fit_cell_integer (-7),
                 fit_cell_integer (1500), fit_cell_integer (1536 * 1024),
                 fit_cell_integer (9), fit_cell_boolean (5),
                 fit_cell_texts (tags), fit_cell_text ("unseen"),
                 fit_cell_text ("w"), fit_cell_text ("all well"));
  FIT_TABLE_ADD (table, fit_cell_text ("second"));
  return table;
}

static void
assert_text (const FitTable *table, FitTextStyle style, const char *expected)
{
  g_autoptr (GString) out = g_string_new (NULL);

  fit_table_append_text (table, &style, out);
  assert_string_equal (out->str, expected);
}

static void
test_text (void **state)
{
  g_autoptr (FitTable) table = sample ();

  assert_int_equal (fit_table_n_rows (table), 2);
  assert_text (table, (FitTextStyle){ 0 },
               "NAME    COUNT    CPU  MEMORY  PART  READY  TAGS\n"
               "é          -7  1500m   1.5Mi    9%  yes    a, b\n"
               "    all well\n"
               "second      -      -       -     -  -      -\n");
}

static void
test_wide (void **state)
{
  g_autoptr (FitTable) table = sample ();

  assert_text (
      table, (FitTextStyle){ .wide = TRUE, .indent = 2 },
      "  NAME    COUNT    CPU  MEMORY  PART  READY  TAGS  MORE  REMARK\n"
      "  é          -7  1500m   1.5Mi    9%  yes    a, b  w     all well\n"
      "  second      -      -       -     -  -      -     -     -\n");
}

static void
test_names (void **state)
{
  g_autoptr (FitTable) table = sample ();
  g_autoptr (GString) out = g_string_new (NULL);

  fit_table_append_names (table, out);
  assert_string_equal (out->str, "é -7\nsecond -\n");
}

/* Rows that come one by one have columns of given widths. */
static void
test_lines (void **state)
{
  static const guint widths[] = { 7, 5, 6, 6, 4, 5, 6, 0, 2, 6 };
  g_autoptr (FitTable) table = sample ();
  g_autoptr (FitTable) wide = FIT_TABLE_NEW (columns);
  g_autoptr (GString) out = g_string_new (NULL);

  fit_table_append_headings (columns, widths, G_N_ELEMENTS (columns), out);
  fit_table_append_lines (table, widths, out);
  /* What is wider shifts the rest; what is exactly as wide does not. */
  FIT_TABLE_ADD (wide, fit_cell_text ("seven-c"), fit_cell_integer (-12345),
                 fit_cell_integer (2000));
  fit_table_append_lines (wide, widths, out);
  assert_string_equal (
      out->str,
      "NAME     COUNT     CPU  MEMORY  PART  READY  TAGS    MORE  REMARK\n"
      "é           -7   1500m   1.5Mi    9%  yes    a, b    w   all well\n"
      "second\n"
      "seven-c  -12345       2\n");
}

static void
test_no_rows (void **state)
{
  g_autoptr (FitTable) table = FIT_TABLE_NEW (columns);
  g_autoptr (GString) out = g_string_new (NULL);

  fit_table_append_names (table, out);
  assert_string_equal (out->str, "");
  assert_text (table, (FitTextStyle){ 0 },
               "NAME  COUNT  CPU  MEMORY  PART  READY  TAGS\n");
}

static const FitColumn wrapped[] = {
  { "name", "NAME", FIT_CELL_TEXT, 0 },
  { "text", "TEXT", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static FitTable *
wrapped_table (const char *text)
{
  FitTable *table = FIT_TABLE_NEW (wrapped);

  FIT_TABLE_ADD (table, fit_cell_text ("n"), fit_cell_text (text));
  return table;
}

static void
test_wrap (void **state)
{
  g_autoptr (FitTable) table
      = wrapped_table ("one two three four five six seven");
  g_autoptr (FitTable) solid = wrapped_table ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");

  assert_text (table, (FitTextStyle){ .width = 30 },
               "NAME  TEXT\n"
               "n     one two three four five\n"
               "      six seven\n");
  assert_text (table, (FitTextStyle){ .width = 39 },
               "NAME  TEXT\n"
               "n     one two three four five six seven\n");
  assert_text (table, (FitTextStyle){ .width = 38 },
               "NAME  TEXT\n"
               "n     one two three four five six\n"
               "      seven\n");
  assert_text (table, (FitTextStyle){ 0 },
               "NAME  TEXT\n"
               "n     one two three four five six seven\n");
  /* A word that is longer than the column is broken. */
  assert_text (solid, (FitTextStyle){ .width = 28 },
               "NAME  TEXT\n"
               "n     aaaaaaaaaaaaaaaaaaaaaa\n"
               "      aaaaaaaa\n");
  /* It never gets narrower than is good to read. */
  assert_text (solid, (FitTextStyle){ .width = 10 },
               "NAME  TEXT\n"
               "n     aaaaaaaaaaaaaaaaaaaa\n"
               "      aaaaaaaaaa\n");
}

/* Where a text of 20 characters a line is broken. */
static void
test_pieces (void **state)
{
  static const struct
  {
    const char *text;
    const char *first;
    const char *second; /* (nullable) */
  } cases[] = {
    { "aaaaaaaaaaaaaaaaaaa bb", "aaaaaaaaaaaaaaaaaaa", "bb" },
    { "aaaaaaaaaaaaaaaaaaaa bb", "aaaaaaaaaaaaaaaaaaaa", "bb" },
    { "aaaaaaaaaaaaaaaaaaaaa bb", "aaaaaaaaaaaaaaaaaaaa", "a bb" },
    { "aaaaaaaaa aaaaaaaaaa", "aaaaaaaaa aaaaaaaaaa", NULL },
    { "aaaaaaaaa aaaaaaaaaa ", "aaaaaaaaa aaaaaaaaaa", NULL },
    { "aaaaaaaaa aaaaaaaaaaa", "aaaaaaaaa", "aaaaaaaaaaa" },
    { " aaaaaaaaaaaaaaaaaaaa", " aaaaaaaaaaaaaaaaaaa", "a" },
    { "a aaaaaaaaaaaaaaaaaaaa", "a", "aaaaaaaaaaaaaaaaaaaa" },
    { "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
      "\xc3\xa9\xc3\xa9\xc3\xa9 aaaaaaaaa bb",
      "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
      "\xc3\xa9\xc3\xa9\xc3\xa9 aaaaaaaaa",
      "bb" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitTable) table = wrapped_table (cases[i].text);
      g_autofree char *expected = g_strdup_printf (
          "NAME  TEXT\nn     %s\n%s%s%s", cases[i].first,
          cases[i].second ? "      " : "",
          cases[i].second ? cases[i].second : "", cases[i].second ? "\n" : "");

      assert_text (table, (FitTextStyle){ .width = 26 }, expected);
    }
}

static void
test_below_is_wrapped (void **state)
{
  static const FitColumn below[] = {
    { "name", "NAME", FIT_CELL_TEXT, 0 },
    { "text", "TEXT", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
  };
  g_autoptr (FitTable) table = FIT_TABLE_NEW (below);

  FIT_TABLE_ADD (table, fit_cell_text ("n"),
                 fit_cell_text ("one two three four five six seven"));
  assert_text (table, (FitTextStyle){ .width = 30 },
               "NAME\n"
               "n\n"
               "    one two three four five\n"
               "    six seven\n");
}

/* It may be the first column; below what is too narrow to read, the lines are
 * as long as they are. */
static void
test_below_is_indented (void **state)
{
  static const FitColumn below[] = {
    { "text", "TEXT", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
    { "name", "NAME", FIT_CELL_TEXT, 0 },
  };
  static const struct
  {
    FitTextStyle style;
    const char *expected;
  } rows[] = {
    { { .width = 24 }, "NAME\nn\n    one two three four five six seven\n" },
    { { .width = 25 },
      "NAME\nn\n    one two three four\n    five six seven\n" },
    { { .width = 26, .indent = 2 },
      "  NAME\n  n\n      one two three four five six seven\n" },
    { { .width = 27, .indent = 2 },
      "  NAME\n  n\n      one two three four\n      five six seven\n" },
    { { .width = 28, .indent = 2 },
      "  NAME\n  n\n      one two three four\n      five six seven\n" },
    { { .width = 29, .indent = 2 },
      "  NAME\n  n\n      one two three four five\n      six seven\n" },
  };
  g_autoptr (FitTable) table = FIT_TABLE_NEW (below);

  FIT_TABLE_ADD (table, fit_cell_text ("one two three four five six seven"),
                 fit_cell_text ("n"));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_text (table, rows[i].style, rows[i].expected);
}

/* Only the column that may be wrapped is, wherever it is. */
static void
test_wrap_of_the_first_column (void **state)
{
  static const FitColumn first[] = {
    { "text", "TEXT", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
    { "name", "NAME", FIT_CELL_TEXT, 0 },
  };
  g_autoptr (FitTable) table = FIT_TABLE_NEW (first);

  FIT_TABLE_ADD (table, fit_cell_text ("one two three four five six seven"),
                 fit_cell_text ("a name of thirty characters it"));
  assert_text (table, (FitTextStyle){ .width = 57 },
               "TEXT                       NAME\n"
               "one two three four five    a name of thirty characters it\n"
               "six seven\n");
}

static void
test_invalid_utf8 (void **state)
{
  g_autoptr (FitTable) table = wrapped_table ("a\xff");

  assert_text (table, (FitTextStyle){ 0 },
               "NAME  TEXT\n"
               "n     a\xef\xbf\xbd\n");
}

typedef char *(*Format) (gint64 amount);

static void
assert_format (Format format, gint64 amount, const char *expected)
{
  g_autofree char *text = format (amount);

  assert_string_equal (text, expected);
}

static void
test_amounts (void **state)
{
  assert_format (fit_format_milli_cpu, 0, "0");
  assert_format (fit_format_milli_cpu, 500, "500m");
  assert_format (fit_format_milli_cpu, 2000, "2");
  assert_format (fit_format_milli_cpu, -1500, "-1500m");
  assert_format (fit_format_bytes, 0, "0");
  assert_format (fit_format_bytes, 1023, "1023");
  assert_format (fit_format_bytes, 1024, "1Ki");
  assert_format (fit_format_bytes, 1536 * 1024, "1536Ki");
  assert_format (fit_format_bytes, -3 * (1LL << 30), "-3Gi");
  assert_format (fit_format_bytes, 1LL << 62, "4Ei");
  assert_format (fit_format_rounded_bytes, 0, "0");
  assert_format (fit_format_rounded_bytes, 1023, "1023");
  assert_format (fit_format_rounded_bytes, 1025, "1Ki");
  assert_format (fit_format_rounded_bytes, 1536 * 1024, "1.5Mi");
  assert_format (fit_format_rounded_bytes, -1536, "-1.5Ki");
  assert_format (fit_format_rounded_bytes, G_MAXINT64, "7.9Ei");
  assert_format (fit_format_rounded_bytes, G_MININT64, "-8Ei");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_text),
    cmocka_unit_test (test_wide),
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_lines),
    cmocka_unit_test (test_no_rows),
    cmocka_unit_test (test_wrap),
    cmocka_unit_test (test_pieces),
    cmocka_unit_test (test_below_is_wrapped),
    cmocka_unit_test (test_below_is_indented),
    cmocka_unit_test (test_wrap_of_the_first_column),
    cmocka_unit_test (test_invalid_utf8),
    cmocka_unit_test (test_amounts),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
