/* table.c - fills tables of results row by row; whatever is printed goes
 * through here
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/table-private.h"

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

guint
fit_table_n_rows (const FitTable *table)
{
  return table->n_rows;
}

FitCellValue
fit_cell_percent (gint64 part, gint64 whole)
{
  gint64 product;

  return whole > 0 && !__builtin_mul_overflow (part, 100, &product)
             ? fit_cell_integer (product / whole)
             : FIT_CELL_NULL;
}

void
fit_table_set (FitTable *table, guint column, FitCellValue value)
{
  FitCell *cell;

  g_assert (table->n_rows > 0 && column < table->n_columns);
  cell = &g_array_index (table->cells, FitCell,
                         (table->n_rows - 1) * table->n_columns + column);
  g_assert (!cell->set);
  cell->set = value.set;
  if (!value.set)
    return;
  switch (table->columns[column].type)
    {
    case FIT_CELL_TEXT:
      {
        g_autofree char *valid = g_utf8_validate (value.text, -1, NULL)
                                     ? NULL
                                     : g_utf8_make_valid (value.text, -1);

        cell->text = g_string_chunk_insert (table->strings,
                                            valid != NULL ? valid : value.text);
      }
      break;
    case FIT_CELL_TEXTS:
      {
        char **copy = g_new0 (char *, value.texts->len + 1);

        for (guint i = 0; i < value.texts->len; i++)
          copy[i] = g_utf8_make_valid (value.texts->pdata[i], -1);
        cell->texts = copy;
      }
      break;
    case FIT_CELL_JSON:
      cell->json = value.json;
      break;
    default:
      cell->integer = value.integer;
      break;
    }
}

void
fit_table_add (FitTable *table, const FitCellValue *cells, guint n_cells)
{
  g_array_set_size (table->cells, table->cells->len + table->n_columns);
  table->n_rows++;
  for (guint i = 0; i < n_cells; i++)
    fit_table_set (table, i, cells[i]);
}
