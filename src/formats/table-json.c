/* table-json.c - tables as fields of a JSON document
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/table-private.h"

#include <json-c/json.h>

static FitJson *
cell_to_json (const FitCell *cell, FitCellType type)
{
  if (!cell->set)
    return NULL; /* json-c's null */
  switch (type)
    {
    case FIT_CELL_TEXT:
      return json_object_new_string (cell->text);
    case FIT_CELL_JSON:
      return fit_json_ref (cell->json);
    case FIT_CELL_BOOLEAN:
      return json_object_new_boolean (cell->integer != 0);
    case FIT_CELL_INTEGER:
    case FIT_CELL_MILLI_CPU:
    case FIT_CELL_BYTES:
    case FIT_CELL_PERCENT:
      return json_object_new_int64 (cell->integer);
    case FIT_CELL_TEXTS:
      {
        FitJson *array = json_object_new_array ();

        for (char **text = cell->texts; *text != NULL; text++)
          json_object_array_add (array, json_object_new_string (*text));
        return array;
      }
    }
  g_assert_not_reached ();
}

FitJson *
fit_table_row_to_json (const FitTable *table, guint row)
{
  FitJson *object = fit_json_object ();

  for (guint i = 0; i < table->n_columns; i++)
    {
      const FitColumn *column = &table->columns[i];

      if (column->key != NULL)
        fit_json_set (
            object, column->key,
            cell_to_json (fit_table_cell (table, row, i), column->type));
    }
  return object;
}

FitJson *
fit_table_to_json (const FitTable *table)
{
  FitJson *array = json_object_new_array ();

  for (guint row = 0; row < table->n_rows; row++)
    json_object_array_add (array, fit_table_row_to_json (table, row));
  return array;
}

void
fit_json_set_rows (FitJson *object, const char *key, FitTable *table)
{
  fit_json_set (object, key, fit_table_to_json (table));
  fit_table_free (table);
}
