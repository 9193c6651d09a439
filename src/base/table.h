/* table.h - rows with typed columns, filled once, printed in any format
 *
 * A command fills a table, and -o chooses the output: aligned text, wide text,
 * names, or a list in a JSON or YAML document.  A column has a key for JSON and a
 * heading for text; either may be missing.
 *
 * Every cell of a new row is null: `null` in JSON, "-" in text.
 */
#pragma once

#include "base/json-build.h"

G_BEGIN_DECLS

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

/* fit_table_add_row: the setters below write to the last row */
void fit_table_add_row (FitTable *table);

/* fit_table_set_text: TEXT; @text is copied; NULL leaves the cell null */
void fit_table_set_text (FitTable *table, guint column, const char *text);

/* fit_table_set_integer: INTEGER, MILLI_CPU, BYTES, PERCENT */
void fit_table_set_integer (FitTable *table, guint column, gint64 value);
/* fit_table_set_percent: PERCENT: @part of @whole, rounded down; null where there is
 * nothing to take a part of, or where the amounts are out of all proportion */
void fit_table_set_percent (FitTable *table, guint column, gint64 part,
                            gint64 whole);
void fit_table_set_boolean (FitTable *table, guint column, gboolean value);

/* fit_table_set_texts: @texts (transfer none): array of strings, copied */
void fit_table_set_texts (FitTable *table, guint column,
                          const GPtrArray *texts);

/* fit_table_set_json: @json (transfer full) */
void fit_table_set_json (FitTable *table, guint column, FitJson *json);

guint fit_table_n_rows (const FitTable *table);

/* --- as data ------------------------------------------------------------- */

/* fit_table_row_to_json: Returns: (transfer full): an object */
FitJson *fit_table_row_to_json (const FitTable *table, guint row);

/* fit_table_to_json: Returns: (transfer full): an array of objects */
FitJson *fit_table_to_json (const FitTable *table);

/* fit_json_set_rows: sets @key to the rows of @table (transfer full) */
void fit_json_set_rows (FitJson *object, const char *key, FitTable *table);

G_END_DECLS
