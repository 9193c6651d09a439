/* raw.c - the JSON of an object as extenders get it
 *
 * Changes are rare and texts short: a text is read, changed and written.
 */
#include "api/raw.h"
#include "base/value-json.h"

#include <string.h>

static FitValue
string_value (const char *text)
{
  return (FitValue){ .type = FIT_VALUE_STRING,
                     .n = (guint32) strlen (text),
                     .text = text };
}

static gboolean
has_key (const FitMember *member, const char *key, gsize len)
{
  return member->key_len == len && memcmp (member->key, key, len) == 0;
}

/* @map (nullable) with the one member @key of the value @value; without @key
 * when that is NULL.  It keeps its place, or is the last. */
static FitValue
map_with (FitArena *arena, const FitValue *map, const char *key,
          const FitValue *value)
{
  const guint32 n = map != NULL && map->type == FIT_VALUE_MAP ? map->n : 0;
  FitMember *members = fit_arena_newn (arena, FitMember, n + 1);
  const gsize len = strlen (key);
  gboolean placed = value == NULL;
  guint32 n_members = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const gboolean same = has_key (&map->members[i], key, len);

      if (same && placed)
        continue;
      members[n_members] = map->members[i];
      if (same)
        members[n_members].value = *value;
      n_members++;
      placed = placed || same;
    }
  if (!placed)
    members[n_members++]
        = (FitMember){ .key = key, .key_len = (guint32) len, .value = *value };
  return (
      FitValue){ .type = FIT_VALUE_MAP, .n = n_members, .members = members };
}

/* What was completed tells objects apart, so extenders have to know it. */
static FitValue
complete_metadata (FitArena *arena, const FitValue *metadata,
                   const FitObjectMeta *meta)
{
  static const FitValue null = { .type = FIT_VALUE_NULL };
  const FitValue *created = fit_value_get (metadata, "creationTimestamp");
  const FitValue namespace_ = string_value (meta->namespace_);
  const FitValue uid = string_value (meta->uid);
  FitValue result = map_with (arena, metadata, "creationTimestamp",
                              created != NULL ? created : &null);

  if (namespace_.n > 0)
    result = map_with (arena, &result, "namespace", &namespace_);
  if (uid.n > 0)
    result = map_with (arena, &result, "uid", &uid);
  return result;
}

static FitValue
with_part (FitArena *arena, const FitValue *object, const char *part)
{
  static const FitValue empty = { .type = FIT_VALUE_MAP };
  const FitValue *value = fit_value_get (object, part);
  const gboolean there = value != NULL && value->type == FIT_VALUE_MAP;

  return map_with (arena, object, part, there ? value : &empty);
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
  result = map_with (arena, object, "kind", NULL);
  result = map_with (arena, &result, "apiVersion", NULL);
  result = map_with (arena, &result, "metadata", &metadata);
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
  const FitValue kind_value = string_value (kind);
  const FitValue version = string_value (decoder->api_version);
  FitValue result;

  if ((decoder->flags & FIT_DECODE_KEEP_RAW) == 0)
    return TRUE;
  result = map_with (arena, object, "kind", &kind_value);
  result = map_with (arena, &result, "apiVersion", &version);
  meta->raw = fit_value_to_json (&result, decoder->limits, error);
  return meta->raw != NULL;
}

/* The text was written by fit_raw_keep(), under limits that may have been
 * wider than the default ones. */
static const FitValue *
read_raw (FitArena *arena, const char *raw)
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

void
fit_raw_set (FitObjectMeta *meta, const char *part, const char *name,
             const char *text)
{
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (GString) out = NULL;
  const FitValue member = string_value (text);
  const FitValue *object;
  FitValue changed, result;

  if (meta->raw == NULL)
    return;
  arena = fit_arena_new ();
  out = g_string_sized_new (strlen (meta->raw) + 64);
  object = read_raw (arena, meta->raw);
  changed = map_with (arena, fit_value_get (object, part), name,
                      *text != '\0' ? &member : NULL);
  result = map_with (arena, object, part, &changed);
  fit_value_append_json (out, &result, G_MAXSIZE, NULL);
  g_free (meta->raw);
  meta->raw = g_string_free (g_steal_pointer (&out), FALSE);
}
