/* stream.c - prints the rows of a result while they are computed, in each output format */
#include "cli/stream.h"

#include <json-c/json.h>
#include <string.h>

#include "cli/console.h"

#define MOST_COLLECTED 65536

#define JSON_STYLE                                   \
  (JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED \
   | JSON_C_TO_STRING_NOSLASHESCAPE)

/* --- pieces of documents ------------------------------------------------- */

/* The text of @json with each line but the first indented by @indent. */
static void
append_indented (FitJson *json, guint indent, GString *out)
{
  const char *text = json_object_to_json_string_ext (json, JSON_STYLE);

  for (const char *c = text; *c != '\0'; c++)
    {
      g_string_append_c (out, *c);
      for (guint i = 0; *c == '\n' && i < indent; i++)
        g_string_append_c (out, ' ');
    }
}

/* The members of @object without the surrounding braces. */
static void
append_members (FitJson *object, FitFormat format, GString *out)
{
  const char *text;

  if (format == FIT_FORMAT_YAML)
    {
      fit_yaml_append (object, out);
      return;
    }
  text = json_object_to_json_string_ext (object, JSON_STYLE);
  g_string_append_len (out, text + strlen ("{\n"),
                       (gssize) (strlen (text) - strlen ("{\n\n}")));
}

static void
append_head (const FitStreamStart *start, FitFormat format, GString *out)
{
  FitJson *head = json_object_new_object ();

  json_object_object_add (head, "apiVersion",
                          json_object_new_string (FIT_API_VERSION));
  json_object_object_add (head, "kind", json_object_new_string (start->kind));
  fit_record_add_to_json (start->head, head);
  if (format == FIT_FORMAT_JSON)
    g_string_append (out, "{\n");
  append_members (head, format, out);
  g_string_append (out,
                   format == FIT_FORMAT_JSON ? ",\n  \"items\": [" : "items:");
  json_object_put (head);
}

static void
append_item (const FitStream *stream, const FitTable *row, GString *out)
{
  FitJson *items = fit_table_to_json (row);

  if (stream->format == FIT_FORMAT_YAML)
    {
      g_string_append (out, stream->n_items == 0 ? "\n" : "");
      fit_yaml_append (items, out);
    }
  else
    {
      g_string_append (out, stream->n_items == 0 ? "\n    " : ",\n    ");
      append_indented (json_object_array_get_idx (items, 0), 4, out);
    }
  json_object_put (items);
}

static void
append_tail (const FitStream *stream, const FitTable *record, GString *out)
{
  FitJson *tail = json_object_new_object ();
  const gboolean empty = stream->n_items == 0;

  fit_record_add_to_json (record, tail);
  if (stream->format == FIT_FORMAT_YAML)
    g_string_append (out, empty ? " []\n" : "");
  else
    g_string_append (out, empty ? "],\n" : "\n  ],\n");
  append_members (tail, stream->format, out);
  if (stream->format == FIT_FORMAT_JSON)
    g_string_append (out, "\n}\n");
  json_object_put (tail);
}

/* --- the stream ---------------------------------------------------------- */

static gboolean
is_document (const FitStream *stream)
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
  *out_stream = (FitStream){
    .format = format,
    .at_once = fit_console_width () > 0,
    .columns = start->columns,
    .widths = start->widths,
    .n_columns = start->n_columns,
    .buffer = g_string_new (NULL),
  };
  if (is_document (out_stream))
    append_head (start, format, out_stream->buffer);
  else if (format != FIT_FORMAT_NAME)
    fit_table_append_headings (start->columns, start->widths, start->n_columns,
                               out_stream->buffer);
  return !out_stream->at_once || fit_stream_flush (out_stream, error);
}

FitTable *
fit_stream_row (const FitStream *stream)
{
  FitTable *row = fit_table_new (stream->columns, stream->n_columns);

  fit_table_add_row (row);
  return row;
}

gboolean
fit_stream_write (FitStream *stream, FitTable *row, GError **error)
{
  if (is_document (stream))
    append_item (stream, row, stream->buffer);
  else if (stream->format == FIT_FORMAT_NAME)
    fit_table_append_names (row, stream->buffer);
  else
    fit_table_append_lines (row, stream->widths, stream->buffer);
  stream->n_items++;
  fit_table_free (row);
  return (!stream->at_once && stream->buffer->len < MOST_COLLECTED)
         || fit_stream_flush (stream, error);
}

gboolean
fit_stream_end (FitStream *stream, const FitTable *tail, const char *text,
                GError **error)
{
  if (is_document (stream))
    append_tail (stream, tail, stream->buffer);
  else if (text != NULL && stream->format != FIT_FORMAT_NAME)
    g_string_append (stream->buffer, text);
  return fit_stream_flush (stream, error);
}

void
fit_stream_clear (FitStream *stream)
{
  if (stream->buffer != NULL)
    g_string_free (stream->buffer, TRUE);
  stream->buffer = NULL;
}
