/* stream.h - rows that are shown as they come, in any format
 *
 * What is shown is one document as fit_output_print() shows it, with a list
 * "items" that may be longer than memory.  Text has a fixed width for each
 * column.
 */
#pragma once

#include "cli/output.h"

G_BEGIN_DECLS

typedef struct
{
  FitFormat format;
  gboolean at_once; /* on a terminal: do not collect */
  guint64 n_items;
  const FitColumn *columns; /* static */
  const guint *widths;      /* static: of each column in text */
  guint n_columns;
  GString *buffer; /* owned: not written yet */
} FitStream;

typedef struct
{
  const char *kind;         /* of the document */
  const FitTable *head;     /* one row: members before the items */
  const FitColumn *columns; /* static: of the items */
  const guint *widths;      /* static: one per column */
  guint n_columns;
} FitStreamStart;

/* fit_stream_begin: @out_stream: (out): to be cleared; writes what comes
 * first */
gboolean fit_stream_begin (FitStream *out_stream, const FitStreamStart *start,
                           FitFormat format, GError **error);

/* fit_stream_row: a table to be filled with one row.
 * Returns: (transfer full) */
FitTable *fit_stream_row (const FitStream *stream);

/* fit_stream_write: shows @row (transfer full) */
gboolean fit_stream_write (FitStream *stream, FitTable *row, GError **error);

/* fit_stream_end: members after the items, or text (nullable), and all is
 * written */
gboolean fit_stream_end (FitStream *stream, const FitTable *tail,
                         const char *text, GError **error);

/* fit_stream_flush: what has been collected is written */
gboolean fit_stream_flush (FitStream *stream, GError **error);

void fit_stream_clear (FitStream *stream);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStream, fit_stream_clear)

G_END_DECLS
