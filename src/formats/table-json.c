/* table-json.c - tables as fields of a JSON document
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/table-private.h"

static void
set_cell (FitJson *object, const char *key, const FitCell *cell,
          FitCellType type)
{
  if (!cell->set)
    {
      fit_json_set (object, key, NULL);
      return;
    }
  switch (type)
    {
    case FIT_CELL_TEXT:
      fit_json_set_text (object, key, cell->text);
      break;
    case FIT_CELL_JSON:
      fit_json_set (object, key, fit_json_ref (cell->json));
      break;
    case FIT_CELL_BOOLEAN:
      fit_json_set_boolean (object, key, cell->integer != 0);
      break;
    case FIT_CELL_INTEGER:
    case FIT_CELL_MILLI_CPU:
    case FIT_CELL_BYTES:
    case FIT_CELL_PERCENT:
      fit_json_set_integer (object, key, cell->integer);
      break;
    case FIT_CELL_TEXTS:
      {
        FitJson *array = fit_json_array ();

        for (char **text = cell->texts; *text != NULL; text++)
          fit_json_add_text (array, *text);
        fit_json_set (object, key, array);
      }
      break;
    }
}

FitJson *
fit_table_row_to_json (const FitTable *table, guint row)
{
  FitJson *object = fit_json_object ();

  for (guint i = 0; i < table->n_columns; i++)
    if (table->columns[i].key != NULL)
      set_cell (object, table->columns[i].key, fit_table_cell (table, row, i),
                table->columns[i].type);
  return object;
}

FitJson *
fit_table_to_json (const FitTable *table)
{
  FitJson *array = fit_json_array ();

  for (guint row = 0; row < table->n_rows; row++)
    fit_json_add (array, fit_table_row_to_json (table, row));
  return array;
}

void
fit_json_set_rows (FitJson *object, const char *key, FitTable *table)
{
  fit_json_set (object, key, fit_table_to_json (table));
  fit_table_free (table);
}
