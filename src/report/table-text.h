/* table-text.h - tables as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/table.h"

typedef struct
{
  gboolean wide;
  gboolean markdown; /* for verbs that offer it; tables ignore it */
  guint width;       /* of the terminal; 0: unlimited */
  guint indent;      /* blanks before each line */
} FitTextStyle;

/* fit_table_append_text: appends the headings and the rows */
void fit_table_append_text (const FitTable *table, const FitTextStyle *style,
                            GString *out);

/* fit_table_append_headings, _lines: the same with the given width for each
 * column; longer cells shift the following ones.  Null cells are empty. */
void fit_table_append_headings (const FitColumn *columns, const guint *widths,
                                guint n_columns, GString *out);
void fit_table_append_lines (const FitTable *table, const guint *widths,
                             GString *out);

/* fit_table_append_markdown: the columns that text has, under @headings
 * (nullable, NULL-terminated: for the first ones only); NULL: those of text in
 * lower case */
void fit_table_append_markdown (const FitTable *table,
                                const char *const *headings, GString *out);

/* fit_table_append_names: appends one line per row with its NAME cells */
void fit_table_append_names (const FitTable *table, GString *out);

/* fit_format_rounded_bytes: formats with at most one decimal: "1.5Gi" */
char *fit_format_rounded_bytes (gint64 bytes);
