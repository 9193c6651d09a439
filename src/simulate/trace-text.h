/* trace-text.h - the text of a trace: its lines, or the documents of a
 * recording (private to simulate/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/byte-stream.h"

/* What the input turns out to be. */
typedef enum
{
  FIT_TRACE_UNKNOWN,
  FIT_TRACE_LINES,
  FIT_TRACE_RECORDING,
} FitTraceForm;

typedef struct
{
  int fd;                /* owned; -1 if all data are in memory */
  FitByteStream *stream; /* owned, (nullable): of @fd, once reading has begun */
  gboolean eof;          /* no more data for the buffer */

  char *buffer;      /* owned, (nullable): data read from @fd */
  const char *bytes; /* the buffer, or the caller's bytes */
  gsize size;        /* of the buffer */
  gsize begin;       /* start of the next line */
  gsize end;         /* end of the data */

  FitTraceForm form;
  GString *document;  /* owned: text of a document of a recording */
  GString *marker;    /* owned: the line that begins the next one */
  guint64 n_lines;    /* of the recording, so far */
  guint64 first_line; /* of @document */
} FitTraceText;

/* fit_trace_text_init: @fd: taken over; -1: the text is @bytes (borrowed) */
void fit_trace_text_init (FitTraceText *text, int fd, const char *bytes,
                          gsize len);
void fit_trace_text_clear (FitTraceText *text);

/* fit_trace_text_begin: finds out its form, unless that is known */
gboolean fit_trace_text_begin (FitTraceText *text, GError **error);

/* fit_trace_text_next_line: *@out_line is valid until the next call; NULL at the
 * end */
gboolean fit_trace_text_next_line (FitTraceText *text, const char **out_line,
                                   gsize *out_len, GError **error);

/* fit_trace_text_next_document: fills @document, with the line that begins it.
 * *@out_found: FALSE at the end */
gboolean fit_trace_text_next_document (FitTraceText *text, gboolean *out_found,
                                       GError **error);

static inline gboolean
fit_trace_line_is_blank (const char *line, gsize len)
{
  for (gsize i = 0; i < len; i++)
    if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
      return FALSE;
  return TRUE;
}
