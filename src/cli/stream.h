/* stream.h - prints rows as they come, in any format
 *
 * Prints a document like fit_output_print(), with a list "items" that may be
 * larger than memory.  In text each column has a fixed width.
 */
#pragma once

#include "cli/output.h"

G_BEGIN_DECLS

typedef struct
{
  FitFormat format;
  gboolean at_once; /* on a terminal: do not buffer */
  guint64 n_items;
  const FitColumn *columns; /* static */
  const guint *widths;      /* static: width of each column in text */
  guint n_columns;
  GString *buffer; /* owned: text not written yet */
} FitStream;

typedef struct
{
  const char *kind;         /* of the document */
  const FitTable *head;     /* one row: fields before the items */
  const FitColumn *columns; /* static: of the items */
  const guint *widths;      /* static: one per column */
  guint n_columns;
} FitStreamStart;

/* fit_stream_begin: @out_stream: (out): must be cleared; writes the beginning
 * of the document */
gboolean fit_stream_begin (FitStream *out_stream, const FitStreamStart *start,
                           FitFormat format, GError **error);

/* fit_stream_row: a table to fill with one row.
 * Returns: (transfer full) */
FitTable *fit_stream_row (const FitStream *stream);

/* fit_stream_write: prints @row (transfer full) */
gboolean fit_stream_write (FitStream *stream, FitTable *row, GError **error);

/* fit_stream_end: writes the fields after the items, or text (nullable), and
 * everything in the buffer */
gboolean fit_stream_end (FitStream *stream, const FitTable *tail,
                         const char *text, GError **error);

/* fit_stream_flush: writes the buffer */
gboolean fit_stream_flush (FitStream *stream, GError **error);

void fit_stream_clear (FitStream *stream);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStream, fit_stream_clear)

G_END_DECLS
