/* raw.c - the JSON of an object for extenders
 *
 * Changes are rare and texts short, so a change parses the text and writes it
 * again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/raw.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"

#include <string.h>

/* Completed fields identify objects, so extenders need them. */
static FitValue
complete_metadata (FitArena *arena, const FitValue *metadata,
                   const FitObjectMeta *meta)
{
  static const FitValue null = { .type = FIT_VALUE_NULL };
  const FitValue *created = fit_value_get (metadata, "creationTimestamp");
  const FitValue namespace_ = fit_value_of_text (meta->namespace_);
  const FitValue uid = fit_value_of_text (meta->uid);
  FitValue result = fit_value_with (arena, metadata, "creationTimestamp",
                                    created != NULL ? created : &null);

  if (namespace_.n > 0)
    result = fit_value_with (arena, &result, "namespace", &namespace_);
  if (uid.n > 0)
    result = fit_value_with (arena, &result, "uid", &uid);
  return result;
}

static FitValue
with_part (FitArena *arena, const FitValue *object, const char *part)
{
  static const FitValue empty = { .type = FIT_VALUE_MAP };
  const FitValue *value = fit_value_get (object, part);
  const gboolean there = value != NULL && value->type == FIT_VALUE_MAP;

  return fit_value_with (arena, object, part, there ? value : &empty);
}

gboolean
fit_raw_keep (FitDecoder *decoder, const FitValue *object, FitObjectMeta *meta,
              GError **error)
{
  FitArena *arena = decoder->scratch;
  FitValue metadata, result;

  if ((decoder->flags & FIT_DECODE_KEEP_RAW) == 0)
    return TRUE;
  metadata
      = complete_metadata (arena, fit_value_get (object, "metadata"), meta);
  result = fit_value_with (arena, object, "kind", NULL);
  result = fit_value_with (arena, &result, "apiVersion", NULL);
  result = fit_value_with (arena, &result, "metadata", &metadata);
  result = with_part (arena, &result, "spec");
  result = with_part (arena, &result, "status");
  meta->raw = fit_value_to_json (&result, decoder->limits, error);
  return meta->raw != NULL;
}

gboolean
fit_raw_keep_written (FitDecoder *decoder, const char *kind,
                      const FitValue *object, FitObjectMeta *meta,
                      GError **error)
{
  FitArena *arena = decoder->scratch;
  const FitValue kind_value = fit_value_of_text (kind);
  const FitValue version = fit_value_of_text (decoder->api_version);
  FitValue result;

  if ((decoder->flags & FIT_DECODE_KEEP_RAW) == 0)
    return TRUE;
  result = fit_value_with (arena, object, "kind", &kind_value);
  result = fit_value_with (arena, &result, "apiVersion", &version);
  meta->raw = fit_value_to_json (&result, decoder->limits, error);
  return meta->raw != NULL;
}

/* No limits: fit_raw_keep() wrote the text, maybe with limits wider than the
 * default. */
const FitValue *
fit_raw_read (FitArena *arena, const char *raw)
{
  static const FitLimits none = {
    .document_bytes = G_MAXSIZE,
    .object_bytes = G_MAXSIZE,
    .depth = G_MAXUINT,
    .string_bytes = G_MAXSIZE,
    .yaml_aliases = 0,
    .objects = G_MAXUINT,
  };

  return fit_json_parse (arena, raw, strlen (raw), NULL, &none, NULL);
}

/* Writes @object with the member @name of @part set to @value (nullable). */
static void
write_member (FitObjectMeta *meta, FitArena *arena, const FitValue *object,
              const char *part, const char *name, const FitValue *value)
{
  GString *out = g_string_sized_new (strlen (meta->raw) + 64);
  const FitValue changed
      = fit_value_with (arena, fit_value_get (object, part), name, value);
  const FitValue result = fit_value_with (arena, object, part, &changed);

  fit_value_append_json (out, &result, G_MAXSIZE, NULL);
  g_free (meta->raw);
  meta->raw = g_string_free (out, FALSE);
}

void
fit_raw_set (FitObjectMeta *meta, const char *part, const char *name,
             const char *text)
{
  g_autoptr (FitArena) arena = NULL;
  const FitValue member = fit_value_of_text (text);
  const FitValue *object;

  if (meta->raw == NULL)
    return;
  arena = fit_arena_new ();
  object = fit_raw_read (arena, meta->raw);
  write_member (meta, arena, object, part, name,
                *text != '\0' ? &member : NULL);
}

void
fit_raw_set_condition (FitObjectMeta *meta, const FitRawCondition *condition)
{
  g_autoptr (FitArena) arena = NULL;
  const FitValue *object, *old;
  FitValue fresh, list = { .type = FIT_VALUE_LIST };

  if (meta->raw == NULL)
    return;
  arena = fit_arena_new ();
  object = fit_raw_read (arena, meta->raw);
  old = fit_value_get (fit_value_get (object, "status"), "conditions");
  for (guint32 i = 0; i < fit_value_n_items (old); i++)
    if (g_strcmp0 (fit_value_get_string (&old->items[i], "type"),
                   condition->type)
        != 0)
      list = fit_value_with_item (arena, &list, &old->items[i]);
  fresh = fit_value_with_text (arena, NULL, "type", condition->type);
  fresh = fit_value_with_text (arena, &fresh, "status", condition->status);
  fresh = fit_value_with_text (arena, &fresh, "lastTransitionTime",
                               condition->transition_time);
  fresh = fit_value_with_text (arena, &fresh, "reason", condition->reason);
  fresh = fit_value_with_text (arena, &fresh, "message", condition->message);
  list = fit_value_with_item (arena, &list, &fresh);
  write_member (meta, arena, object, "status", "conditions", &list);
}
