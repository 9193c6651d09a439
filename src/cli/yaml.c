/* yaml.c - a JSON tree as YAML
 *
 * libyaml decides what to escape.  A string must stay a string for every
 * reader, so only unambiguous words are written without quotes.
 */
#include "cli/output.h"

#include <json-c/json.h>
#include <string.h>
#include <yaml.h>

/* Words that YAML 1.1 or 1.2 read as a boolean, null or number. */
static const char *const reserved[]
    = { "y", "n", "yes", "no", "on", "off", "true", "false", "null", NULL };

static gboolean
goes_bare (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  if (!g_ascii_isalpha (*text) || g_strv_contains (reserved, lower))
    return FALSE;
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("-_./", *c) == NULL)
      return FALSE;
  return TRUE;
}

/* An emitter keeps its first error and ignores later events.  Our trees and a
 * writer that always succeeds cause no errors. */
static void
emit (yaml_emitter_t *emitter, yaml_event_t *event)
{
  gboolean done = yaml_emitter_emit (emitter, event) != 0;

  g_assert (done);
}

static void
emit_scalar (yaml_emitter_t *emitter, const char *text,
             yaml_scalar_style_t style)
{
  yaml_event_t event;

  yaml_scalar_event_initialize (&event, NULL, NULL, (const yaml_char_t *) text,
                                (int) strlen (text), 1, 1, style);
  emit (emitter, &event);
}

static void
emit_string (yaml_emitter_t *emitter, const char *text)
{
  emit_scalar (emitter, text,
               goes_bare (text) ? YAML_PLAIN_SCALAR_STYLE
                                : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static void emit_value (yaml_emitter_t *emitter, FitJson *value);

static void
emit_object (yaml_emitter_t *emitter, FitJson *object)
{
  yaml_event_t event;

  yaml_mapping_start_event_initialize (&event, NULL, NULL, 1,
                                       YAML_BLOCK_MAPPING_STYLE);
  emit (emitter, &event);
  json_object_object_foreach (object, key, value)
  {
    emit_string (emitter, key);
    emit_value (emitter, value);
  }
  yaml_mapping_end_event_initialize (&event);
  emit (emitter, &event);
}

static void
emit_array (yaml_emitter_t *emitter, FitJson *array)
{
  yaml_event_t event;

  yaml_sequence_start_event_initialize (&event, NULL, NULL, 1,
                                        YAML_BLOCK_SEQUENCE_STYLE);
  emit (emitter, &event);
  for (gsize i = 0; i < json_object_array_length (array); i++)
    emit_value (emitter, json_object_array_get_idx (array, i));
  yaml_sequence_end_event_initialize (&event);
  emit (emitter, &event);
}

/* The recursion is as deep as the tables that the tree was made from: a few
 * levels. */
static void
emit_value (yaml_emitter_t *emitter, FitJson *value)
{
  if (json_object_is_type (value, json_type_object))
    emit_object (emitter, value);
  else if (json_object_is_type (value, json_type_array))
    emit_array (emitter, value);
  else if (json_object_is_type (value, json_type_string))
    emit_string (emitter, json_object_get_string (value));
  else /* null, true, false, a number */
    emit_scalar (emitter, json_object_to_json_string (value),
                 YAML_PLAIN_SCALAR_STYLE);
}

static int
append (void *data, unsigned char *buffer, size_t size)
{
  g_string_append_len (data, (const char *) buffer, (gssize) size);
  return 1;
}

void
fit_yaml_append (const FitJson *json, GString *out)
{
  yaml_emitter_t emitter;
  yaml_event_t event;

  yaml_emitter_initialize (&emitter);
  yaml_emitter_set_output (&emitter, append, out);
  yaml_emitter_set_unicode (&emitter, 1);
  yaml_emitter_set_width (&emitter, -1);
  yaml_stream_start_event_initialize (&event, YAML_UTF8_ENCODING);
  emit (&emitter, &event);
  yaml_document_start_event_initialize (&event, NULL, NULL, NULL, 1);
  emit (&emitter, &event);
  emit_value (&emitter, (FitJson *) json);
  yaml_document_end_event_initialize (&event, 1);
  emit (&emitter, &event);
  yaml_stream_end_event_initialize (&event);
  emit (&emitter, &event);
  yaml_emitter_delete (&emitter);
}
