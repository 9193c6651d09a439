/* table-private.h - the internals of a table, for the files that print it
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/table.h"

typedef struct
{
  gboolean set;
  union
  {
    const char *text; /* in FitTable.strings */
    gint64 integer;   /* BOOLEAN too */
    char **texts;     /* owned */
    FitJson *json;    /* owned */
  };
} FitCell;

struct _FitTable
{
  const FitColumn *columns; /* static */
  guint n_columns;
  guint n_rows;
  GArray *cells;         /* of FitCell, row by row */
  GStringChunk *strings; /* texts of cells */
};

static inline const FitCell *
fit_table_cell (const FitTable *table, guint row, guint column)
{
  return &g_array_index (table->cells, FitCell,
                         row * table->n_columns + column);
}
