/* trace-text.c - the text of a trace: its lines, or the documents of a
 * recording
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/trace-text.h"

#include <string.h>
#include <unistd.h>

#include "simulate/kwok-recording.h"
#include "simulate/trace.h"

#define CHUNK_BYTES (64 * 1024)

void
fit_trace_text_init (FitTraceText *text, int fd, const char *bytes, gsize len)
{
  *text = (FitTraceText){
    .fd = fd,
    .eof = fd == -1,
    .bytes = bytes != NULL ? bytes : "",
    .end = len,
    .document = g_string_new (NULL),
    .marker = g_string_new (NULL),
  };
}

void
fit_trace_text_clear (FitTraceText *text)
{
  if (text->fd >= 0)
    close (text->fd);
  fit_byte_stream_free (text->stream);
  g_string_free (text->document, TRUE);
  g_string_free (text->marker, TRUE);
  g_free (text->buffer);
}

/* -- lines ----------------------------------------------------------------- */

static gboolean
read_chunk (FitTraceText *text, GError **error)
{
  gsize n;

  /* Makes room for another chunk after the data. */
  if (text->begin > 0)
    {
      memmove (text->buffer, text->buffer + text->begin,
               text->end - text->begin);
      text->end -= text->begin;
      text->begin = 0;
    }
  if (text->size - text->end < CHUNK_BYTES)
    {
      text->size = MAX (text->size * 2, text->end + CHUNK_BYTES);
      text->buffer = g_realloc (text->buffer, text->size);
    }
  text->bytes = text->buffer;
  if (text->stream == NULL)
    text->stream = fit_byte_stream_new (text->fd, G_MAXSIZE, error);
  if (text->stream == NULL
      || !fit_byte_stream_read (text->stream, text->buffer + text->end,
                                CHUNK_BYTES, &n, error))
    {
      if (error != NULL && g_error_matches (*error, FIT_ERROR, FIT_ERROR_IO))
        g_prefix_error (error, "cannot read: ");
      return FALSE;
    }
  text->end += n;
  text->eof = n == 0;
  return TRUE;
}

gboolean
fit_trace_text_next_line (FitTraceText *text, const char **out_line,
                          gsize *out_len, GError **error)
{
  gsize scanned = 0;
  const char *newline = NULL;

  for (;;)
    {
      gsize len = text->end - text->begin;

      if (len > scanned)
        newline
            = memchr (text->bytes + text->begin + scanned, '\n', len - scanned);
      scanned = newline != NULL ? (gsize) (newline - text->bytes) - text->begin
                                : len;
      if (scanned > FIT_TRACE_MAX_LINE_BYTES)
        return fit_fail (error, FIT_ERROR_LIMIT, "longer than %d bytes",
                         FIT_TRACE_MAX_LINE_BYTES);
      if (newline != NULL || text->eof)
        break;
      if (!read_chunk (text, error))
        return FALSE;
    }
  *out_line
      = newline == NULL && scanned == 0 ? NULL : text->bytes + text->begin;
  *out_len = scanned;
  text->begin += scanned + (newline != NULL);
  return TRUE;
}

/* Looks ahead for the first ResourcePatch, and leaves all unread.  So manifests
 * are refused before anything is simulated. */
static gboolean
find_patch (FitTraceText *text, GError **error)
{
  static const char kind[] = "ResourcePatch";
  gsize scanned = 0;

  while (
      memmem (text->bytes + scanned, text->end - scanned, kind, strlen (kind))
      == NULL)
    {
      if (text->eof)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                       "found manifests, expected a trace");
          fit_error_add_hint (error, "give them with -f; docs/traces.md shows "
                                     "what a trace looks like");
          return FALSE;
        }
      scanned = text->end - MIN (text->end, strlen (kind));
      if (!read_chunk (text, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
fit_trace_text_begin (FitTraceText *text, GError **error)
{
  gsize scanned = 0;

  if (text->form != FIT_TRACE_UNKNOWN)
    return TRUE;
  /* Looks at the first line that is neither blank nor a comment, and leaves
   * all unread.  Nothing has been read from the buffer yet, so its first
   * byte is the first one here. */
  while (text->form == FIT_TRACE_UNKNOWN)
    {
      const gsize left = text->end - scanned;
      const char *line = text->bytes + scanned;
      const char *newline = left > 0 ? memchr (line, '\n', left) : NULL;
      const gsize len = newline != NULL ? (gsize) (newline - line) : left;

      if (newline == NULL && !text->eof && left < CHUNK_BYTES)
        {
          if (!read_chunk (text, error))
            return FALSE;
        }
      else if (newline != NULL
               && (fit_trace_line_is_blank (line, len) || *line == '#'))
        scanned += len + 1;
      else
        text->form = fit_kwok_recording_begins (line, len) ? FIT_TRACE_RECORDING
                                                           : FIT_TRACE_LINES;
    }
  return (text->form == FIT_TRACE_LINES || find_patch (text, error));
}

/* -- documents ------------------------------------------------------------- */

/* In a YAML stream, a line that begins like this always begins a document. */
static gboolean
is_marker (const char *line, gsize len)
{
  return len >= 3 && strncmp (line, "---", 3) == 0
         && (len == 3 || g_ascii_isspace (line[3]));
}

gboolean
fit_trace_text_next_document (FitTraceText *text, gboolean *out_found,
                              GError **error)
{
  GString *document = text->document;
  gboolean begun = text->marker->len > 0;
  const char *line;
  gsize len;

  g_string_assign (document, text->marker->str);
  g_string_truncate (text->marker, 0);
  text->first_line = MAX (text->n_lines, 1);
  while (fit_trace_text_next_line (text, &line, &len, error))
    {
      if (line == NULL)
        {
          *out_found = begun;
          return TRUE;
        }
      text->n_lines++;
      if (begun && is_marker (line, len))
        {
          g_string_append_len (text->marker, line, (gssize) len);
          g_string_append_c (text->marker, '\n');
          *out_found = TRUE;
          return TRUE;
        }
      begun |= !fit_trace_line_is_blank (line, len) && *line != '#';
      if (document->len + len > FIT_TRACE_MAX_LINE_BYTES)
        return fit_fail (error, FIT_ERROR_LIMIT, "longer than %d bytes",
                         FIT_TRACE_MAX_LINE_BYTES);
      g_string_append_len (document, line, (gssize) len);
      g_string_append_c (document, '\n');
    }
  return FALSE;
}
