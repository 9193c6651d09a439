/* stream.c - prints the rows of a result while they are computed, in each
 * output format
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/stream.h"

#include <string.h>

#include "cli/console.h"

#define MOST_COLLECTED 65536

/* -- pieces of documents --------------------------------------------------- */

/* The members of @object, without braces. */
static void
append_members (FitJson *object, FitFormat format, GString *out)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (format == FIT_FORMAT_YAML)
    {
      fit_yaml_append (object, out);
      return;
    }
  fit_json_append_indented (object, 0, text);
  g_string_append_len (out, text->str + strlen ("{\n"),
                       (gssize) (text->len - strlen ("{\n\n}")));
}

/* -- the stream ------------------------------------------------------------ */

gboolean
fit_stream_is_document (const FitStream *stream)
{
  return stream->format == FIT_FORMAT_JSON || stream->format == FIT_FORMAT_YAML;
}

gboolean
fit_stream_flush (FitStream *stream, GError **error)
{
  gsize len = stream->buffer->len;
  gboolean done = fit_console_write (stream->buffer->str, len, error);

  g_string_truncate (stream->buffer, 0);
  return done;
}

gboolean
fit_stream_begin (FitStream *out_stream, const FitStreamStart *start,
                  FitFormat format, GError **error)
{
  GString *out = g_string_new (NULL);

  *out_stream = (FitStream){
    .format = format,
    .at_once = fit_console_width () > 0,
    .widths = start->widths,
    .buffer = out,
  };
  if (fit_stream_is_document (out_stream))
    {
      const gboolean is_json = format == FIT_FORMAT_JSON;

      g_string_append (out, is_json ? "{\n" : "");
      append_members (start->head, format, out);
      g_string_append (out, is_json ? ",\n  \"items\": [" : "items:");
    }
  else if (format != FIT_FORMAT_NAME)
    fit_table_append_headings (start->columns, start->widths, start->n_columns,
                               out);
  return !out_stream->at_once || fit_stream_flush (out_stream, error);
}

static gboolean
end_item (FitStream *stream, GError **error)
{
  stream->n_items++;
  return (!stream->at_once && stream->buffer->len < MOST_COLLECTED)
         || fit_stream_flush (stream, error);
}

gboolean
fit_stream_write (FitStream *stream, FitTable *row, GError **error)
{
  if (stream->format == FIT_FORMAT_NAME)
    fit_table_append_names (row, stream->buffer);
  else
    fit_table_append_lines (row, stream->widths, stream->buffer);
  fit_table_free (row);
  return end_item (stream, error);
}

gboolean
fit_stream_write_json (FitStream *stream, FitJson *item, GError **error)
{
  g_autoptr (FitJson) items = fit_json_array ();
  GString *out = stream->buffer;

  fit_json_add (items, item);
  if (stream->format == FIT_FORMAT_YAML)
    {
      g_string_append (out, stream->n_items == 0 ? "\n" : "");
      fit_yaml_append (items, out);
    }
  else
    {
      g_string_append (out, stream->n_items == 0 ? "\n    " : ",\n    ");
      fit_json_append_indented (item, 2, out);
    }
  return end_item (stream, error);
}

gboolean
fit_stream_end (FitStream *stream, FitJson *tail, const char *text,
                GError **error)
{
  const gboolean empty = stream->n_items == 0;
  GString *out = stream->buffer;

  if (fit_stream_is_document (stream))
    {
      if (stream->format == FIT_FORMAT_YAML)
        g_string_append (out, empty ? " []\n" : "");
      else
        g_string_append (out, empty ? "],\n" : "\n  ],\n");
      append_members (tail, stream->format, out);
      g_string_append (out, stream->format == FIT_FORMAT_JSON ? "\n}\n" : "");
    }
  else if (text != NULL && stream->format != FIT_FORMAT_NAME)
    g_string_append (out, text);
  return fit_stream_flush (stream, error);
}

void
fit_stream_clear (FitStream *stream)
{
  if (stream->buffer != NULL)
    g_string_free (stream->buffer, TRUE);
  stream->buffer = NULL;
}
