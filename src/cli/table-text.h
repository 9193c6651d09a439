/* table-text.h - tables for people
 */
#pragma once

#include "base/table.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean wide;
  gboolean markdown; /* for verbs that offer it; tables know nothing of it */
  guint width;       /* of the terminal; 0: lines may be as long as they are */
  guint indent;      /* blanks before each line */
} FitTextStyle;

/* fit_table_append_text: the headings and the rows */
void fit_table_append_text (const FitTable *table, const FitTextStyle *style,
                            GString *out);

/* fit_table_append_headings, _lines: the same in columns of given widths, one
 * per column; longer cells shift what follows.  Of cells that are null nothing
 * is shown. */
void fit_table_append_headings (const FitColumn *columns, const guint *widths,
                                guint n_columns, GString *out);
void fit_table_append_lines (const FitTable *table, const guint *widths,
                             GString *out);

/* fit_table_append_names: one line per row with its NAME cells */
void fit_table_append_names (const FitTable *table, GString *out);

/* fit_format_rounded_bytes: at most one decimal: "1.5Gi" */
char *fit_format_rounded_bytes (gint64 bytes);

G_END_DECLS
