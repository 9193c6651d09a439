/* table.h - rows with typed columns, filled once, printed in any format
 *
 * A command fills a table, and -o chooses the output: aligned text, wide text,
 * names, or a list in a JSON or YAML document.  A column has a key for JSON and
 * a heading for text; either may be missing.
 *
 * A cell may be null: `null` in JSON, "-" in text.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"

typedef enum
{
  FIT_CELL_TEXT,
  FIT_CELL_INTEGER,
  FIT_CELL_BOOLEAN,   /* true or false; in text yes or no */
  FIT_CELL_MILLI_CPU, /* millicores; in text 500m or 2 */
  FIT_CELL_BYTES,     /* in text rounded, as in 1.5Gi */
  FIT_CELL_PERCENT,   /* in text with % */
  FIT_CELL_TEXTS,     /* a list of strings; in text separated by commas */
  FIT_CELL_JSON,      /* any JSON value; not in text */
} FitCellType;

typedef enum
{
  FIT_COLUMN_DEFAULT = 0,
  FIT_COLUMN_WIDE = 1 << 0,  /* text: only with -o wide */
  FIT_COLUMN_NAME = 1 << 1,  /* shown by -o name */
  FIT_COLUMN_BELOW = 1 << 2, /* text: on a separate line below the row; with -o
                                wide an ordinary column */
  FIT_COLUMN_WRAP = 1 << 3,  /* text: wrapped if the row would not fit; at most
                                one column */
} FitColumnFlags;

typedef struct
{
  const char *key;     /* (nullable): name of the member; NULL: not in JSON */
  const char *heading; /* (nullable): NULL: not in text */
  FitCellType type;
  FitColumnFlags flags;
} FitColumn;

typedef struct _FitTable FitTable;

/* fit_table_new: @columns are static.  Returns: (transfer full) */
FitTable *fit_table_new (const FitColumn *columns, guint n_columns);

/* For tables whose columns are static arrays. */
#define FIT_TABLE_NEW(columns) fit_table_new ((columns), G_N_ELEMENTS (columns))

void fit_table_free (FitTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTable, fit_table_free)

/* What goes into a cell. */
typedef struct
{
  gboolean set; /* FALSE: null */
  union
  {
    const char *text;
    gint64 integer;
    const GPtrArray *texts; /* of char */
    FitJson *json;          /* (transfer full) */
  };
} FitCellValue;

#define FIT_CELL_NULL ((FitCellValue){ 0 })

/* fit_cell_text: TEXT; @text: (nullable) */
static inline FitCellValue
fit_cell_text (const char *text)
{
  return (FitCellValue){ text != NULL, { .text = text } };
}

/* fit_cell_integer: INTEGER, MILLI_CPU, BYTES, PERCENT.  fit_cell_number: null
 * unless @known */
static inline FitCellValue
fit_cell_number (gboolean known, gint64 value)
{
  return (FitCellValue){ known, { .integer = value } };
}

static inline FitCellValue
fit_cell_integer (gint64 value)
{
  return fit_cell_number (TRUE, value);
}

/* fit_cell_percent: PERCENT: @part of @whole, rounded toward zero; null if
 * @whole is not positive, or @part too large to compute with */
FitCellValue fit_cell_percent (gint64 part, gint64 whole);

static inline FitCellValue
fit_cell_boolean (gboolean value)
{
  return fit_cell_number (TRUE, value != FALSE);
}

static inline FitCellValue
fit_cell_texts (const GPtrArray *texts)
{
  return (FitCellValue){ TRUE, { .texts = texts } };
}

static inline FitCellValue
fit_cell_json (FitJson *json)
{
  return (FitCellValue){ TRUE, { .json = json } };
}

/* fit_table_add: adds a row that begins with @cells; texts are copied */
void fit_table_add (FitTable *table, const FitCellValue *cells, guint n_cells);

#define FIT_TABLE_ADD(table, ...)                                \
  fit_table_add ((table), (const FitCellValue[]){ __VA_ARGS__ }, \
                 sizeof ((const FitCellValue[]){ __VA_ARGS__ })  \
                     / sizeof (FitCellValue))

/* fit_table_set: sets a null cell of the last row */
void fit_table_set (FitTable *table, guint column, FitCellValue value);

guint fit_table_n_rows (const FitTable *table);

/* -- as data --------------------------------------------------------------- */

/* fit_table_row_to_json: Returns: (transfer full): an object */
FitJson *fit_table_row_to_json (const FitTable *table, guint row);

/* fit_table_to_json: Returns: (transfer full): an array of objects */
FitJson *fit_table_to_json (const FitTable *table);

/* fit_json_set_rows: sets @key to the rows of @table (transfer full) */
void fit_json_set_rows (FitJson *object, const char *key, FitTable *table);
