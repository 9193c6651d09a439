/* yaml-keys.c - walks through YAML events to find keys that are repeated in a
 * mapping
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/yaml-keys.h"

#include "policy/fields.h"

#include <string.h>
#include <yaml.h>

#define MAX_PLAIN 60 /* maximum bytes of an unquoted name */

/* An open mapping or sequence. */
typedef struct
{
  GHashTable *keys; /* NULL: a sequence */
  char *key;        /* key of the current member; NULL: a key comes next */
  guint index;      /* in a sequence: elements so far */
} Frame;

static void
frame_clear (gpointer data)
{
  Frame *frame = data;

  g_clear_pointer (&frame->keys, g_hash_table_unref);
  g_clear_pointer (&frame->key, g_free);
}

static Frame *
top (GArray *frames)
{
  return frames->len > 0 ? &g_array_index (frames, Frame, frames->len - 1)
                         : NULL;
}

static char *
path_of (GArray *frames)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i + 1 < frames->len; i++)
    {
      const Frame *frame = &g_array_index (frames, Frame, i);

      if (frame->keys == NULL)
        g_string_append_printf (out, "[%u]", frame->index);
      else if (frame->key != NULL)
        {
          g_autofree char *quoted = fit_config_quote (frame->key);

          /* Longer keys than field names are quoted and cut. */
          g_string_append_printf (out, "%s%s", i > 0 ? "." : "",
                                  strlen (frame->key) <= MAX_PLAIN ? frame->key
                                                                   : quoted);
        }
    }
  if (out->len > 0)
    g_string_append (out, ": ");
  return g_string_free (out, FALSE);
}

/* A value has ended, so in a mapping a key comes next. */
static void
end_value (GArray *frames)
{
  Frame *frame = top (frames);

  if (frame == NULL)
    return;
  if (frame->keys != NULL)
    g_clear_pointer (&frame->key, g_free);
  else
    frame->index++;
}

static gboolean
take_key (GArray *frames, const yaml_event_t *event, const char *source,
          GError **error)
{
  Frame *frame = top (frames);
  const char *text = event->type == YAML_SCALAR_EVENT
                         ? (const char *) event->data.scalar.value
                         : "";
  g_autofree char *path = NULL;
  g_autofree char *key = NULL;

  /* Skip aliases, which may be any key, and "<<", which may be repeated. */
  frame->key = g_strdup (text);
  if (event->type != YAML_SCALAR_EVENT || strcmp (text, "<<") == 0
      || g_hash_table_add (frame->keys, g_strdup (text)))
    return TRUE;
  path = path_of (frames);
  key = fit_config_quote (text);
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: line %lu, column %lu: %sfound field %s again, expected it "
               "once",
               source, (gulong) event->start_mark.line + 1,
               (gulong) event->start_mark.column + 1, path, key);
  return FALSE;
}

static gboolean
take_event (GArray *frames, const yaml_event_t *event, const char *source,
            GError **error)
{
  Frame opened = { 0 };
  Frame *frame = top (frames);
  const gboolean is_key
      = frame != NULL && frame->keys != NULL && frame->key == NULL;

  switch (event->type)
    {
    case YAML_MAPPING_START_EVENT:
      opened.keys
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_array_append_val (frames, opened);
      return TRUE;
    case YAML_SEQUENCE_START_EVENT:
      g_array_append_val (frames, opened);
      return TRUE;
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
      g_array_set_size (frames, frames->len - 1);
      end_value (frames);
      return TRUE;
    case YAML_SCALAR_EVENT:
    case YAML_ALIAS_EVENT:
      if (is_key)
        return take_key (frames, event, source, error);
      end_value (frames);
      return TRUE;
    default:
      return TRUE;
    }
}

gboolean
fit_yaml_check_keys (const char *bytes, gsize len, const char *source,
                     GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, TRUE, sizeof (Frame));
  yaml_parser_t parser;
  gboolean more = TRUE;
  gboolean fine = TRUE;

  g_array_set_clear_func (frames, frame_clear);
  yaml_parser_initialize (&parser);
  yaml_parser_set_input_string (&parser, (const guchar *) bytes, len);
  while (more)
    {
      yaml_event_t event;

      if (!yaml_parser_parse (&parser, &event))
        break;
      fine = take_event (frames, &event, source, error);
      more = fine && event.type != YAML_DOCUMENT_END_EVENT
             && event.type != YAML_STREAM_END_EVENT;
      yaml_event_delete (&event);
    }
  yaml_parser_delete (&parser);
  return fine;
}
