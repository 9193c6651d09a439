/* stream.h - prints rows as they come, in any format
 *
 * Prints a document like fit_output_print(), with a list "items" that may be
 * larger than memory.  In text each column has a fixed width.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/output.h"

typedef struct
{
  FitFormat format;
  gboolean at_once; /* on a terminal: do not buffer */
  guint64 n_items;
  const guint *widths; /* static: width of each column in text */
  GString *buffer;     /* owned: text not written yet */
} FitStream;

typedef struct
{
  FitJson *head;            /* borrowed: the document before the items */
  const FitColumn *columns; /* static: of the items in text */
  const guint *widths;      /* static: one per column */
  guint n_columns;
} FitStreamStart;

/* fit_stream_begin: @out_stream: (out): must be cleared; writes the beginning
 * of the document */
gboolean fit_stream_begin (FitStream *out_stream, const FitStreamStart *start,
                           FitFormat format, GError **error);

/* fit_stream_is_document: is the output JSON or YAML? */
gboolean fit_stream_is_document (const FitStream *stream);

/* fit_stream_write: prints @row (transfer full), a table with one row, if the
 * output is text */
gboolean fit_stream_write (FitStream *stream, FitTable *row, GError **error);

/* fit_stream_write_json: prints @item (transfer full) into a document */
gboolean fit_stream_write_json (FitStream *stream, FitJson *item,
                                GError **error);

/* fit_stream_end: writes the members of @tail after the items, or text
 * (nullable), and everything in the buffer */
gboolean fit_stream_end (FitStream *stream, FitJson *tail, const char *text,
                         GError **error);

/* fit_stream_flush: writes the buffer */
gboolean fit_stream_flush (FitStream *stream, GError **error);

void fit_stream_clear (FitStream *stream);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStream, fit_stream_clear)
