/* list-stream.c - the body of a list: one item after the other, in any pieces
 *
 * Counts brackets, outside of strings, to find where an item ends; whether that
 * is JSON is decided by the reader, for each item and for what is around them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/list-stream.h"

#include "client/watch-stream.h"

#include <string.h>

#define MIB ((gsize) 1024 * 1024)

/* As of a watch: etcd refuses objects of more than 1.5 MiB. */
#define MOST_ITEM_BYTES FIT_WATCH_LINE_BYTES
#define MOST_FRAME_BYTES MIB

struct _FitListStream
{
  FitListItemFunc func;
  gpointer data;
  FitLimits tree_limits; /* of the item */
  FitArena *arena;       /* owned: of the item */
  FitArena *frame_arena; /* owned: of @api_version and of the end */
  GString *frame;        /* owned: the list without its items */
  GString *item;         /* owned: the part of the next item received so far */
  const char *api_version;
  FitListLimits limits;
  FitListLimits before; /* what the complete pages had */
  FitListRoom *room;    /* (nullable) borrowed */
  FitListLimits kept;   /* the last list that was kept; its part of @room */
  FitListLimits taken;  /* what is taken of @room: no less than that */
  gsize n_bytes;        /* of the page */
  guint n_items;        /* of the page */
  guint depth;          /* brackets that are open */
  gboolean in_string;
  gboolean escaped;
  gboolean in_items;
  gboolean had_items;
};

FitListStream *
fit_list_stream_new (FitListItemFunc func, gpointer data)
{
  FitListStream *stream = g_new0 (FitListStream, 1);

  stream->func = func;
  stream->data = data;
  stream->arena = fit_arena_new ();
  stream->tree_limits = *fit_limits_default ();
  stream->tree_limits.object_bytes = FIT_WATCH_TREE_BYTES;
  stream->limits = (FitListLimits) FIT_LIST_LIMITS_INIT;
  stream->frame_arena = fit_arena_new ();
  stream->frame = g_string_new (NULL);
  stream->item = g_string_new (NULL);
  return stream;
}

void
fit_list_stream_free (FitListStream *stream)
{
  if (stream == NULL)
    return;
  fit_arena_free (stream->arena);
  fit_arena_free (stream->frame_arena);
  g_string_free (stream->frame, TRUE);
  g_string_free (stream->item, TRUE);
  g_free (stream);
}

void
fit_list_stream_set_limits (FitListStream *stream, const FitListLimits *limits)
{
  stream->limits = *limits;
}

void
fit_list_stream_set_room (FitListStream *stream, FitListRoom *room)
{
  stream->room = room;
}

/* -- room ------------------------------------------------------------------ */

static void
give_back (FitListStream *stream)
{
  if (stream->room == NULL)
    return;
  stream->room->bytes -= stream->taken.bytes - stream->kept.bytes;
  stream->room->objects -= stream->taken.objects - stream->kept.objects;
  stream->taken = stream->kept;
}

static gboolean
fail_room (gsize most, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "found more than %" G_GSIZE_FORMAT
                   " %s in all lists together",
                   most, what);
}

/* Takes room for what has come of the list.  While it replaces another one,
 * only the larger of the two counts. */
static gboolean
take_room (FitListStream *stream, GError **error)
{
  const gsize bytes = stream->before.bytes + stream->n_bytes;
  const guint objects = stream->before.objects + stream->n_items;
  const gsize more_bytes = bytes - MIN (bytes, stream->taken.bytes);
  const guint more_objects = objects - MIN (objects, stream->taken.objects);
  FitListRoom *room = stream->room;

  if (room == NULL)
    return TRUE;
  if (more_bytes > room->most.bytes - room->bytes)
    return fail_room (room->most.bytes, "bytes", error);
  if (more_objects > room->most.objects - room->objects)
    return fail_room (room->most.objects, "objects", error);
  room->bytes += more_bytes;
  room->objects += more_objects;
  stream->taken.bytes += more_bytes;
  stream->taken.objects += more_objects;
  return TRUE;
}

void
fit_list_stream_keep (FitListStream *stream)
{
  stream->kept = stream->before;
  give_back (stream);
}

/* -- pages ----------------------------------------------------------------- */

void
fit_list_stream_begin (FitListStream *stream)
{
  stream->before = (FitListLimits){ 0 };
  give_back (stream);
  fit_list_stream_begin_page (stream);
}

void
fit_list_stream_begin_page (FitListStream *stream)
{
  fit_arena_reset (stream->frame_arena);
  g_string_truncate (stream->frame, 0);
  g_string_truncate (stream->item, 0);
  stream->api_version = NULL;
  stream->depth = 0;
  stream->n_bytes = 0;
  stream->n_items = 0;
  stream->in_string = FALSE;
  stream->escaped = FALSE;
  stream->in_items = FALSE;
  stream->had_items = FALSE;
}

/* -- items ----------------------------------------------------------------- */

static gboolean
fail (GError **error, const char *what)
{
  return fit_fail (error, FIT_ERROR_REMOTE, "%s", what);
}

static gboolean
exceed (gsize most, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "found a list of more than %" G_GSIZE_FORMAT " %s", most,
                   what);
}

/* "items": blanks around the colon do not matter.  There is a bracket before
 * it. */
static gboolean
opens_items (const FitListStream *stream)
{
  const char *text = stream->frame->str;
  gsize n = stream->frame->len;
  const gsize name = strlen ("\"items\"");

  while (g_ascii_isspace (text[n - 1]))
    n--;
  if (text[n - 1] != ':')
    return FALSE;
  n--;
  while (g_ascii_isspace (text[n - 1]))
    n--;
  return n > name && memcmp (text + n - name, "\"items\"", name) == 0
         && text[n - name - 1] != '\\';
}

static gboolean
end_item (FitListStream *stream, GError **error)
{
  const FitValue *item;

  if (stream->n_items >= stream->limits.objects - stream->before.objects)
    return exceed (stream->limits.objects, "objects", error);
  if (g_str_has_prefix (stream->item->str, FIT_BYTE_ORDER_MARK))
    return fail (error, "found a byte order mark before an item");
  fit_arena_reset (stream->arena);
  item = fit_json_parse (stream->arena, stream->item->str, stream->item->len,
                         NULL, &stream->tree_limits, error);
  if (item == NULL)
    return FALSE;
  g_string_truncate (stream->item, 0);
  stream->n_items++;
  if (!take_room (stream, error))
    return FALSE;
  return stream->func (item, stream->api_version, stream->data, error);
}

/* -- bytes ----------------------------------------------------------------- */

/* @byte is between items, or around them. */
static gboolean
take_frame (FitListStream *stream, char byte, GError **error)
{
  const GString *item = stream->item;
  g_autofree char *begun = NULL;
  const FitValue *list;

  if (byte == '[')
    {
      stream->depth++;
      g_string_append_c (stream->frame, byte);
      if (stream->had_items)
        return fail (error, "found items twice");
      /* The apiVersion counts if it comes before the items. */
      begun = g_strconcat (stream->frame->str, "]}", NULL);
      list = fit_json_parse (stream->frame_arena, begun, strlen (begun), NULL,
                             NULL, error);
      if (list == NULL)
        return FALSE;
      stream->api_version = fit_value_get_string (list, "apiVersion");
      stream->in_items = TRUE;
      stream->had_items = TRUE;
      return TRUE;
    }
  if ((byte == ',' || stream->n_items > 0
       || strspn (item->str, " \t\r\n") != item->len)
      && !end_item (stream, error))
    return FALSE;
  if (byte == ',')
    return TRUE;
  stream->in_items = FALSE;
  stream->depth--;
  g_string_append_c (stream->frame, byte);
  return TRUE;
}

static gboolean
take_byte (FitListStream *stream, char byte, GError **error)
{
  if (stream->in_string && stream->escaped)
    stream->escaped = FALSE;
  else if (stream->in_string && byte == '\\')
    stream->escaped = TRUE;
  else if (stream->in_string)
    stream->in_string = byte != '"';
  else if (stream->in_items
               ? stream->depth == 2 && (byte == ',' || byte == ']')
               : stream->depth == 1 && byte == '[' && opens_items (stream))
    return take_frame (stream, byte, error);
  else if (byte == '"')
    stream->in_string = TRUE;
  else if (byte == '{' || byte == '[')
    stream->depth++;
  else if (byte == '}' || byte == ']')
    {
      if (stream->depth == (stream->in_items ? 2 : 0))
        return fail (error, "found a bracket that nothing opens");
      stream->depth--;
    }
  g_string_append_c (stream->in_items ? stream->item : stream->frame, byte);
  return TRUE;
}

gboolean
fit_list_stream_take (FitListStream *stream, const char *bytes, gsize len,
                      GError **error)
{
  stream->n_bytes += len;
  if (stream->n_bytes > stream->limits.bytes - stream->before.bytes)
    return exceed (stream->limits.bytes, "bytes", error);
  if (!take_room (stream, error))
    return FALSE;
  while (len > 0)
    {
      GString *text = stream->in_items ? stream->item : stream->frame;
      gsize n = 0;

      /* Most bytes have no meaning here. */
      if (stream->in_string)
        while (!stream->escaped && n < len && bytes[n] != '"'
               && bytes[n] != '\\')
          n++;
      else
        while (n < len && bytes[n] != '"' && bytes[n] != ',' && bytes[n] != '{'
               && bytes[n] != '}' && bytes[n] != '[' && bytes[n] != ']')
          n++;
      g_string_append_len (text, bytes, (gssize) n);
      bytes += n;
      len -= n;
      if (text->len > (stream->in_items ? MOST_ITEM_BYTES : MOST_FRAME_BYTES))
        return fit_fail (error, FIT_ERROR_LIMIT,
                         "found %s of more than %" G_GSIZE_FORMAT " MiB",
                         stream->in_items ? "an item" : "a list without items",
                         (stream->in_items ? MOST_ITEM_BYTES : MOST_FRAME_BYTES)
                             / MIB);
      if (len > 0)
        {
          if (!take_byte (stream, *bytes, error))
            return FALSE;
          bytes++;
          len--;
        }
    }
  return TRUE;
}

gboolean
fit_list_stream_end (FitListStream *stream, const char *kind, FitListEnd *out,
                     GError **error)
{
  g_autofree char *list_kind = g_strconcat (kind, "List", NULL);
  const FitValue *list, *metadata;
  const char *version, *next;

  if (stream->in_items)
    return fail (error, "the list ends within its items");
  list = fit_json_parse (stream->frame_arena, stream->frame->str,
                         stream->frame->len, NULL, NULL, error);
  if (list == NULL)
    return FALSE;
  metadata = fit_value_get (list, "metadata");
  version = fit_value_get_string (metadata, "resourceVersion");
  next = fit_value_get_string (metadata, "continue");
  if (version == NULL || *version == '\0'
      || g_strcmp0 (fit_value_get_string (list, "kind"), list_kind) != 0)
    return fit_fail (
        error, FIT_ERROR_REMOTE,
        "found something else, expected a %s with a resourceVersion",
        list_kind);
  stream->before.bytes += stream->n_bytes;
  stream->before.objects += stream->n_items;
  stream->before.pages++;
  if (next != NULL && *next != '\0'
      && stream->before.pages >= stream->limits.pages)
    return exceed (stream->limits.pages, "pages", error);
  *out = (FitListEnd){ version, next != NULL && *next != '\0' ? next : NULL };
  return TRUE;
}
