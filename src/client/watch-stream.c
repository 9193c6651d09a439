/* watch-stream.c - the body of a watch: one event a line, in any pieces
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/watch-stream.h"

#include <string.h>

#define MIB ((gsize) 1024 * 1024)

/* Memory for more than this is given back after the line. */
#define KEPT_BYTES MIB

struct _FitWatchStream
{
  FitKind kind;
  FitDecodeFlags flags;
  FitWatchFunc func;
  gpointer data;

  FitLimits limits;
  FitArena *arena;     /* owned: the event that is decoded */
  FitObjects *objects; /* owned: empty between events */
  GString *line;       /* owned: the part of the next event received so far */
};

FitWatchStream *
fit_watch_stream_new (FitKind kind, FitDecodeFlags flags, FitWatchFunc func,
                      gpointer data)
{
  FitWatchStream *stream = g_new0 (FitWatchStream, 1);

  stream->kind = kind;
  stream->flags = flags;
  stream->func = func;
  stream->data = data;
  stream->limits = *fit_limits_default ();
  stream->limits.object_bytes = FIT_WATCH_TREE_BYTES;
  stream->arena = fit_arena_new ();
  stream->objects = fit_objects_new ();
  stream->line = g_string_new (NULL);
  return stream;
}

void
fit_watch_stream_free (FitWatchStream *stream)
{
  if (stream == NULL)
    return;
  fit_arena_free (stream->arena);
  fit_objects_free (stream->objects);
  g_string_free (stream->line, TRUE);
  g_free (stream);
}

/* -- events ---------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static gconstpointer
decode (FitWatchStream *stream, const FitValue *object, GError **error)
{
  const char *kind = fit_kind_name (stream->kind);
  GPtrArray *decoded = stream->objects->of[stream->kind];
  const char *found = fit_value_get_string (object, "kind");

  if (object == NULL || object->type != FIT_VALUE_MAP)
    g_set_error (
        error, FIT_ERROR, FIT_ERROR_REMOTE, "object: found %s, expected %s",
        object != NULL ? fit_value_type_text (object->type) : "nothing", kind);
  else if (g_strcmp0 (found, kind) != 0)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                 "object: found %s, expected %s",
                 found != NULL ? "another kind" : "no kind", kind);
  else if (fit_objects_add_value (stream->objects, object, NULL, NULL,
                                  stream->flags, error))
    {
      if (decoded->len == 1)
        return g_ptr_array_steal_index (decoded, 0);
      g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                   "object: found another apiVersion of %s", kind);
    }
  return NULL;
}

static gboolean
take_event (FitWatchStream *stream, const char *type, const FitValue *object,
            GError **error)
{
  FitWatchEvent event = { .type = FIT_WATCH_CHANGED };

  if (strcmp (type, "ERROR") == 0)
    {
      const char *message = fit_value_get_string (object, "message");
      const FitValue *code = fit_value_get (object, "code");
      guint64 number = 0;

      if (code != NULL && code->type == FIT_VALUE_NUMBER)
        g_ascii_string_to_unsigned (code->text, 10, 0, 999, &number, NULL);
      event.type = FIT_WATCH_ERROR;
      event.code = (guint) number;
      event.message = message != NULL ? message : "the watch has failed";
      stream->func (&event, stream->data);
      return TRUE;
    }
  if (strcmp (type, "DELETED") == 0)
    event.type = FIT_WATCH_GONE;
  else if (strcmp (type, "BOOKMARK") == 0)
    event.type = FIT_WATCH_BOOKMARK;
  else if (strcmp (type, "ADDED") != 0 && strcmp (type, "MODIFIED") != 0)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "type: found something else, expected ADDED, MODIFIED, "
                     "DELETED, BOOKMARK or ERROR");
  event.version = fit_value_get_string (fit_value_get (object, "metadata"),
                                        "resourceVersion");
  if (event.type != FIT_WATCH_BOOKMARK)
    event.object = decode (stream, object, error);
  if (event.type != FIT_WATCH_BOOKMARK && event.object == NULL)
    return FALSE;
  stream->func (&event, stream->data);
  return TRUE;
}

static gboolean
take_line (FitWatchStream *stream, const char *line, gsize len, GError **error)
{
  const gsize mark = strlen (FIT_BYTE_ORDER_MARK);
  const gboolean marked
      = len >= mark && memcmp (line, FIT_BYTE_ORDER_MARK, mark) == 0;
  const FitValue *event = marked
                              ? NULL
                              : fit_json_parse (stream->arena, line, len, NULL,
                                                &stream->limits, error);
  const char *type = fit_value_get_string (event, "type");
  gboolean fine = FALSE;

  if (marked)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE, "found a byte order mark");
  else if (type != NULL)
    fine = take_event (stream, type, fit_value_get (event, "object"), error);
  else if (event != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                 "type: found nothing, expected that of an event");
  if (!fine)
    g_prefix_error (error, "an event: ");
  if (fit_arena_used (stream->arena) <= KEPT_BYTES)
    fit_arena_reset (stream->arena);
  else
    {
      fit_arena_free (stream->arena);
      stream->arena = fit_arena_new ();
    }
  return fine;
}

/* -- lines ----------------------------------------------------------------- */

void
fit_watch_stream_begin (FitWatchStream *stream)
{
  if (stream->line->allocated_len <= KEPT_BYTES)
    g_string_truncate (stream->line, 0);
  else
    {
      g_string_free (stream->line, TRUE);
      stream->line = g_string_new (NULL);
    }
}

static gboolean
keep_piece (FitWatchStream *stream, const char *bytes, gsize len,
            GError **error)
{
  if (len <= FIT_WATCH_LINE_BYTES - stream->line->len)
    {
      g_string_append_len (stream->line, bytes, (gssize) len);
      return TRUE;
    }
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "an event: longer than %" G_GSIZE_FORMAT " bytes",
                   FIT_WATCH_LINE_BYTES);
}

gboolean
fit_watch_stream_take (FitWatchStream *stream, const char *bytes, gsize len,
                       GError **error)
{
  const char *end;

  while ((end = memchr (bytes, '\n', len)) != NULL)
    {
      const gsize n = (gsize) (end - bytes);
      gboolean fine;

      if (stream->line->len == 0)
        fine = n == 0 || take_line (stream, bytes, n, error);
      else
        {
          fine = keep_piece (stream, bytes, n, error)
                 && take_line (stream, stream->line->str, stream->line->len,
                               error);
          fit_watch_stream_begin (stream);
        }
      if (!fine)
        return FALSE;
      bytes += n + 1;
      len -= n + 1;
    }
  return keep_piece (stream, bytes, len, error);
}
