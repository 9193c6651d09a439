/* report.h - the result of a command: built once, printed in any format
 *
 * A verb fills a report.  Its data is the document that docs/schema describes;
 * its parts are what people read, from top to bottom: lines and tables.
 * fit_report_render() writes either in the format that was asked for.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/table.h"
#include "report/formats.h"
#include "report/table-text.h"

typedef struct
{
  FitFormat format;
  FitTextStyle style;   /* of tables and long lines */
  gboolean on_terminal; /* what is long begins with what matters */

  FitJson *data;     /* owned: the document */
  FitJson *columns;  /* (nullable) owned: members that a page has besides those
                        of @data, or instead; NULL: none is asked for */
  gboolean compact;  /* @format shows them, too, without blanks */
  GArray *parts;     /* owned: private to report.c */
  guint top;         /* private: the first part below the top */
  guint summary[2];  /* private: its first part, and the one below it */
  GPtrArray *tables; /* owned: all of them */
  GPtrArray *kept;   /* owned: private to report.c */
  const FitTable *names; /* (nullable) of @tables: for -o name */
} FitReport;

/* fit_report_new: @kind: of the document.  Returns: (transfer full) */
FitReport *fit_report_new (const char *kind, FitFormat format, guint width);
void fit_report_free (FitReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitReport, fit_report_free)

/* What is long is only made for those who look at it; the rest, always.
 * fit_report_is_data: does anything read @report->data?  fit_report_is_document:
 * is it printed as it is, without columns?  fit_report_is_text: do people read
 * the parts? */
gboolean fit_report_is_data (const FitReport *report);
gboolean fit_report_is_document (const FitReport *report);
gboolean fit_report_is_text (const FitReport *report);

/* fit_report_is_markdown: do they read them as Markdown? */
gboolean fit_report_is_markdown (const FitReport *report);

/* -- tables ---------------------------------------------------------------- */

/* fit_report_own: Returns: (transfer none): @table (transfer full), which now
 * lives as long as @report */
FitTable *fit_report_own (FitReport *report, FitTable *table);

/* fit_report_keep: Returns: (transfer none): @memory (transfer full), which
 * g_free() frees with @report: for columns that are not static */
gpointer fit_report_keep (FitReport *report, gpointer memory);

/* For tables whose columns are static arrays. */
#define FIT_REPORT_TABLE(report, columns) \
  fit_report_own ((report), FIT_TABLE_NEW (columns))

/* fit_report_set_rows: sets the member @key of the data to the rows of
 * @table */
void fit_report_set_rows (FitReport *report, const char *key,
                          const FitTable *table);

/* -- what people read ------------------------------------------------------ */

/* fit_report_lines: what is appended to the result stands below all parts so
 * far.  Returns: (transfer none): valid until the next part is added */
GString *fit_report_lines (FitReport *report);

/* fit_report_say: adds one line; the value of each %s is made plain, or escaped
 * for Markdown */
void fit_report_say (FitReport *report, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_report_paragraph: adds a line; in Markdown below an empty one */
void fit_report_paragraph (FitReport *report, const char *text);

/* fit_report_gap: adds an empty line */
void fit_report_gap (FitReport *report);

/* fit_report_heading: adds a heading of @level "#"; only Markdown has any */
void fit_report_heading (FitReport *report, guint level, const char *title);

/* fit_report_table: adds @table, one of @report.  fit_report_block: the same
 * with an empty line between it and what is said; nothing at all if it has no
 * rows.  fit_report_headed_block: as fit_table_append_markdown() with
 * @headings, in Markdown */
void fit_report_table (FitReport *report, const FitTable *table);
void fit_report_block (FitReport *report, const FitTable *table);
void fit_report_headed_block (FitReport *report, const FitTable *table,
                              const char *const *headings);

/* fit_report_long_table: adds @table if it has at most @most rows, or if all is
 * wanted (-o wide), else a line with their number and @otherwise; nothing at all
 * if it has no rows.  Returns: was anything added? */
gboolean fit_report_long_table (FitReport *report, const FitTable *table,
                                guint most, const char *otherwise);

/* fit_report_begin_summary, fit_report_end_summary: what is added between them
 * sums the report up: on a terminal it stands above long tables, which would
 * scroll it away or hide it.  fit_report_end_top: but never above what was added
 * so far */
void fit_report_end_top (FitReport *report);
void fit_report_begin_summary (FitReport *report);
void fit_report_end_summary (FitReport *report);

/* fit_report_is_long: do people look at a table of @n_rows on a terminal, where
 * fewer rows would tell them more? */
gboolean fit_report_is_long (const FitReport *report, guint n_rows);

/* -- printing -------------------------------------------------------------- */

/* fit_report_render: appends @report in its format.  fit_report_render_page:
 * appends its columns as a page, whatever its format is */
void fit_report_render (const FitReport *report, GString *out);
void fit_report_render_page (const FitReport *report, GString *out);
