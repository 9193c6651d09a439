/* table.c - fills tables of results row by row; whatever is printed goes through here */
#include "base/table-private.h"

FitTable *
fit_table_new (const FitColumn *columns, guint n_columns)
{
  FitTable *table = g_new0 (FitTable, 1);

  table->columns = columns;
  table->n_columns = n_columns;
  table->cells = g_array_new (FALSE, TRUE, sizeof (FitCell));
  table->strings = g_string_chunk_new (1024);
  return table;
}

void
fit_table_free (FitTable *table)
{
  if (table == NULL)
    return;
  for (guint i = 0; i < table->cells->len; i++)
    {
      FitCellType type = table->columns[i % table->n_columns].type;
      FitCell *cell = &g_array_index (table->cells, FitCell, i);

      if (cell->set && type == FIT_CELL_JSON)
        fit_json_free (cell->json);
      else if (cell->set && type == FIT_CELL_TEXTS)
        g_strfreev (cell->texts);
    }
  g_array_unref (table->cells);
  g_string_chunk_free (table->strings);
  g_free (table);
}

void
fit_table_add_row (FitTable *table)
{
  g_array_set_size (table->cells, table->cells->len + table->n_columns);
  table->n_rows++;
}

guint
fit_table_n_rows (const FitTable *table)
{
  return table->n_rows;
}

/* The cell to set, in the last row. */
static FitCell *
set_cell (FitTable *table, guint column)
{
  FitCell *cell;

  g_assert (table->n_rows > 0 && column < table->n_columns);
  cell = &g_array_index (table->cells, FitCell,
                         (table->n_rows - 1) * table->n_columns + column);
  g_assert (!cell->set);
  cell->set = TRUE;
  return cell;
}

void
fit_table_set_text (FitTable *table, guint column, const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    return;
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  set_cell (table, column)->text = g_string_chunk_insert (table->strings, text);
}

void
fit_table_set_integer (FitTable *table, guint column, gint64 value)
{
  set_cell (table, column)->integer = value;
}

void
fit_table_set_percent (FitTable *table, guint column, gint64 part, gint64 whole)
{
  gint64 product;

  if (whole > 0 && !__builtin_mul_overflow (part, 100, &product))
    fit_table_set_integer (table, column, product / whole);
}

void
fit_table_set_boolean (FitTable *table, guint column, gboolean value)
{
  set_cell (table, column)->integer = value != FALSE;
}

void
fit_table_set_texts (FitTable *table, guint column, const GPtrArray *texts)
{
  char **copy = g_new0 (char *, texts->len + 1);

  for (guint i = 0; i < texts->len; i++)
    copy[i] = g_utf8_make_valid (texts->pdata[i], -1);
  set_cell (table, column)->texts = copy;
}

void
fit_table_set_json (FitTable *table, guint column, FitJson *json)
{
  set_cell (table, column)->json = json;
}
