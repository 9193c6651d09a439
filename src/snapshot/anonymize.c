/* anonymize.c - a snapshot with other names
 *
 * The tables of the decoders lead through each object three times: to find the
 * labels that are compared as numbers, to note all names, and to write the
 * object anew.  Whatever has no row there is left out.
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot/anonymize.h"

#include "api/kinds.h"
#include "api/names.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"
#include "snapshot/new-names.h"
#include "snapshot/snapshot-private.h"

#include <string.h>

#define SEPARATOR "__" /* of several zones in a label of a volume */
#define STORAGE_CLASS ".storageclass.storage.k8s.io/"
#define CSI_LIMIT FIT_RESOURCE_ATTACHABLE_VOLUMES_PREFIX "csi-"
#define LONGEST_WORD 40

typedef struct
{
  FitNewNames *names;  /* owned */
  GHashTable *numbers; /* owned set of char *: labels compared as numbers */
  gboolean writing;
  FitNameClass own; /* what the current object is */
  FitArena *arena;  /* owned: the current object */
  GString *text;    /* owned: the objects so far */
} Walk;

static gboolean walk_value (Walk *walk, const FitField *field,
                            const FitValue *value, FitValue *out);

/* -- texts ----------------------------------------------------------------- */

static const char *
keep_text (Walk *walk, const char *text)
{
  return fit_arena_strndup (walk->arena, text, strlen (text));
}

static const char *
join (Walk *walk, const char *first, const char *second)
{
  g_autofree char *text = g_strconcat (first, second, NULL);

  return keep_text (walk, text);
}

static const char *
rename_text (Walk *walk, FitNameClass class_, const char *text)
{
  if (walk->writing)
    return keep_text (walk, fit_new_names_get (walk->names, text));
  fit_new_names_note (walk->names, class_, text);
  return text;
}

/* Amounts, times and words of the API stay.  Anything else may be a secret in
 * the wrong place. */
static const char *
keep_word (const char *text)
{
  const gsize len = strlen (text);

  for (gsize i = 0; i < len; i++)
    if (!g_ascii_isalnum (text[i]) && strchr ("+-.:_", text[i]) == NULL)
      return "unknown";
  return len <= LONGEST_WORD ? text : "unknown";
}

static const char *
rename_label_value (Walk *walk, const char *key, const char *text)
{
  if (!walk->writing && g_hash_table_contains (walk->numbers, key))
    fit_new_names_note_number (walk->names, text);
  if ((strcmp (key, FIT_LABEL_ZONE) == 0 || strcmp (key, FIT_LABEL_REGION) == 0
       || strcmp (key, FIT_LABEL_ZONE_GA) == 0
       || strcmp (key, FIT_LABEL_REGION_GA) == 0)
      && strstr (text, SEPARATOR) != NULL)
    {
      g_auto (GStrv) zones = g_strsplit (text, SEPARATOR, 0);
      g_autofree char *joined = NULL;

      /* The label of a volume may name several zones. */
      for (char **zone = zones; *zone != NULL; zone++)
        {
          char *renamed = g_strdup (rename_text (walk, FIT_NAME_VALUE, *zone));

          g_free (*zone);
          *zone = renamed;
        }
      joined = g_strjoinv (SEPARATOR, zones);
      return keep_text (walk, joined);
    }
  return rename_text (walk, FIT_NAME_VALUE, text);
}

/* An image without a tag has the tag "latest". */
static const char *
rename_image (Walk *walk, const char *text)
{
  const char *colon = strrchr (text, ':');
  const char *slash = strrchr (text, '/');
  const gboolean tagged = colon != NULL && (slash == NULL || colon > slash);
  const char *full = tagged ? text : join (walk, text, ":latest");

  if (*text == '\0' || fit_new_names_keeps (walk->names, text)
      || fit_new_names_keeps (walk->names, full))
    return text;
  full = rename_text (walk, FIT_NAME_IMAGE, full);
  return walk->writing ? join (walk, full, ":1") : text;
}

/* The prefix stays, because it says what kind of resource it is. */
static const char *
rename_resource (Walk *walk, const char *text)
{
  static const char *const prefixes[] = { "requests.", "limits.", "count/" };
  const char *class_end = strstr (text, STORAGE_CLASS);

  if (fit_new_names_keeps (walk->names, text)
      || g_str_has_prefix (text, FIT_RESOURCE_HUGEPAGES_PREFIX))
    return text;
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (text, prefixes[i]))
      return join (walk, prefixes[i],
                   rename_resource (walk, text + strlen (prefixes[i])));
  if (class_end != NULL)
    return join (walk,
                 rename_text (walk, FIT_NAME_CLASS,
                              fit_arena_strndup (walk->arena, text,
                                                 (gsize) (class_end - text))),
                 class_end);
  if (g_str_has_prefix (text, CSI_LIMIT))
    return join (
        walk, CSI_LIMIT,
        rename_text (walk, FIT_NAME_DRIVER, text + strlen (CSI_LIMIT)));
  if (g_str_has_prefix (text, FIT_RESOURCE_ATTACHABLE_VOLUMES_PREFIX))
    return text;
  if (strchr (text, '/') == NULL)
    return rename_text (walk, FIT_NAME_RESOURCE, text);
  return join (walk,
               fit_is_extended_resource_name (text) ? "example.com/"
                                                    : "kubernetes.io/",
               rename_text (walk, FIT_NAME_RESOURCE, text));
}

/* What is no pair is left out. */
static const char *
rename_pairs (Walk *walk, const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", 0);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (pairs[i], "=", 2);

      if (g_strv_length (parts) < 2)
        continue;
      g_strstrip (parts[0]);
      g_strstrip (parts[1]);
      g_string_append_printf (out, "%s%s=", out->len > 0 ? "," : "",
                              rename_text (walk, FIT_NAME_KEY, parts[0]));
      g_string_append (out, rename_label_value (walk, parts[0], parts[1]));
    }
  return fit_arena_strdup (walk->arena, out->str);
}

/* Schedulers know only the plugins that were in Kubernetes itself. */
static const char *
keep_plugins (Walk *walk, const char *text)
{
  g_auto (GStrv) plugins = g_strsplit (text, ",", 0);
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;
  g_autofree char *joined = NULL;

  for (char **plugin = plugins; *plugin != NULL; plugin++)
    if (fit_new_names_keeps (walk->names, *plugin))
      g_strv_builder_add (kept, *plugin);
  list = g_strv_builder_end (kept);
  joined = g_strjoinv (",", list);
  return keep_text (walk, joined);
}

static const char *
rename_json (Walk *walk, const FitType *type, const char *text)
{
  const FitField whole = { .type = type };
  const FitValue *value
      = fit_json_parse (walk->arena, text, strlen (text), NULL, NULL, NULL);
  g_autofree char *json = NULL;
  FitValue out;

  if (value == NULL || !walk_value (walk, &whole, value, &out))
    return "unknown";
  json = fit_value_to_json (&out, NULL, NULL);
  return json != NULL ? keep_text (walk, json) : "unknown";
}

static const char *
walk_text (Walk *walk, const FitField *field, const char *text)
{
  switch (fit_field_texts (field))
    {
    case FIT_TEXTS_NAMES:
      return rename_text (walk, field->names, text);
    case FIT_TEXTS_OWN_NAME:
      return rename_text (walk, walk->own, text);
    case FIT_TEXTS_IMAGE:
      return rename_image (walk, text);
    case FIT_TEXTS_PLUGINS:
      return keep_plugins (walk, text);
    case FIT_TEXTS_PAIRS:
      return rename_pairs (walk, text);
    case FIT_TEXTS_JSON:
      return rename_json (walk, field->type, text);
    default:
      return keep_word (text);
    }
}

/* -- maps ------------------------------------------------------------------ */

static FitMember *
new_members (Walk *walk, const FitValue *map, FitValue *out)
{
  FitMember *members = fit_arena_newn (walk->arena, FitMember, map->n + 1);

  *out = (FitValue){ .type = FIT_VALUE_MAP, .members = members };
  return members;
}

static void
add_member (FitMember *members, FitValue *map, const char *key,
            const FitValue *value)
{
  members[map->n++] = (FitMember){ .key = key,
                                   .key_len = (guint32) strlen (key),
                                   .value = *value };
}

/* Labels, resources, or names of a class. */
static void
walk_keys (Walk *walk, const FitField *field, const FitValue *map,
           FitValue *out)
{
  const gboolean labels = fit_field_texts (field) == FIT_TEXTS_LABELS;
  FitMember *members = new_members (walk, map, out);

  for (guint32 i = 0; i < map->n; i++)
    {
      const FitMember *member = &map->members[i];
      const char *key = labels ? rename_text (walk, FIT_NAME_KEY, member->key)
                        : field->names == FIT_NAME_NONE
                            ? rename_resource (walk, member->key)
                            : rename_text (walk, field->names, member->key);
      FitValue value = member->value;

      if (value.type == FIT_VALUE_STRING)
        value = fit_value_of_text (
            labels ? rename_label_value (walk, member->key, value.text)
                   : keep_word (value.text));
      add_member (members, out, key, &value);
    }
}

static void
walk_fields (Walk *walk, const FitType *type, const FitValue *map,
             FitValue *out)
{
  FitMember *members = new_members (walk, map, out);

  for (guint32 i = 0; i < map->n; i++)
    {
      const FitMember *member = &map->members[i];
      const FitField *field
          = fit_type_find (type, member->key, member->key_len);
      const FitTexts texts
          = field != NULL ? fit_field_texts (field) : FIT_TEXTS_UNSAID;
      FitValue value;

      if (texts != FIT_TEXTS_UNSAID && texts != FIT_TEXTS_LEFT_OUT
          && walk_value (walk, field, &member->value, &value))
        add_member (members, out, member->key, &value);
    }
}

/* key, operator and values, or only key and values */
static void
walk_expression (Walk *walk, const FitValue *map, FitValue *out)
{
  FitMember *members = new_members (walk, map, out);
  const char *key = fit_value_get_string (map, "key");
  const char *op = fit_value_get_string (map, "operator");
  const FitValue *values = fit_value_get (map, "values");
  const gboolean compares
      = g_strcmp0 (op, "Gt") == 0 || g_strcmp0 (op, "Lt") == 0;
  FitValue value;
  FitValue *items;

  if (key == NULL)
    key = "";
  if (compares)
    g_hash_table_add (walk->numbers, g_strdup (key));
  value = fit_value_of_text (rename_text (walk, FIT_NAME_KEY, key));
  add_member (members, out, "key", &value);
  if (op != NULL)
    {
      value = fit_value_of_text (keep_word (op));
      add_member (members, out, "operator", &value);
    }
  if (values == NULL || values->type != FIT_VALUE_LIST)
    return;
  items = fit_arena_newn (walk->arena, FitValue, values->n + 1);
  for (guint32 i = 0; i < values->n; i++)
    {
      items[i] = values->items[i];
      if (items[i].type == FIT_VALUE_STRING)
        items[i]
            = fit_value_of_text (rename_label_value (walk, key, items[i].text));
    }
  value = (FitValue){ .type = FIT_VALUE_LIST, .n = values->n, .items = items };
  add_member (members, out, "values", &value);
}

/* -- values ---------------------------------------------------------------- */

/* Returns: FALSE: the value is left out */
static gboolean
walk_value (Walk *walk, const FitField *field, const FitValue *value,
            FitValue *out)
{
  *out = *value;
  if (value->type == FIT_VALUE_LIST)
    {
      FitValue *items = fit_arena_newn (walk->arena, FitValue, value->n + 1);
      guint32 n = 0;

      for (guint32 i = 0; i < value->n; i++)
        n += walk_value (walk, field, &value->items[i], &items[n]);
      *out = (FitValue){ .type = FIT_VALUE_LIST, .n = n, .items = items };
      return TRUE;
    }
  if (value->type == FIT_VALUE_MAP)
    {
      switch (fit_field_texts (field))
        {
        case FIT_TEXTS_FIELDS:
          walk_fields (walk, field->type, value, out);
          return TRUE;
        case FIT_TEXTS_LABELS:
        case FIT_TEXTS_RESOURCES:
        case FIT_TEXTS_BY_NAME:
          walk_keys (walk, field, value, out);
          return TRUE;
        case FIT_TEXTS_REQUIREMENT:
          walk_expression (walk, value, out);
          return TRUE;
        default:
          return FALSE;
        }
    }
  if (value->type == FIT_VALUE_STRING)
    *out = fit_value_of_text (walk_text (walk, field, value->text));
  return TRUE;
}

/* -- objects --------------------------------------------------------------- */

static gboolean
take_object (const FitValue *object, const FitObjectPlace *place, gpointer data,
             GError **error)
{
  Walk *walk = data;
  const char *kind_name = fit_value_get_string (object, "kind");
  const FitKind kind = fit_snapshot_find_kind (kind_name);
  FitValue out;

  fit_arena_reset (walk->arena);
  walk->own = fit_kind_names (kind);
  walk_fields (walk, fit_kind_type (kind), object, &out);
  if (!walk->writing && kind == FIT_KIND_POD)
    {
      const char *name
          = fit_value_get_string (fit_value_get (object, "metadata"), "name");
      const FitValue *volumes
          = fit_value_get (fit_value_get (object, "spec"), "volumes");

      /* The claim of an ephemeral volume is named after the pod and the
       * volume. */
      if (name != NULL && volumes != NULL && volumes->type == FIT_VALUE_LIST)
        {
          for (guint32 i = 0; i < volumes->n; i++)
            {
              const char *volume
                  = fit_value_get_string (&volumes->items[i], "name");

              if (volume != NULL
                  && fit_value_get (&volumes->items[i], "ephemeral") != NULL)
                fit_new_names_note_pair (walk->names, name, volume);
            }
        }
    }
  if (!walk->writing)
    return TRUE;
  out = fit_snapshot_with_header (walk->arena, &out, kind_name,
                                  fit_value_get_string (object, "apiVersion"));
  if (!fit_value_append_json (walk->text, &out,
                              fit_limits_default ()->object_bytes, error))
    return FALSE;
  g_string_append_c (walk->text, '\n');
  return TRUE;
}

static gboolean
walk_all (Walk *walk, const FitSnapshot *snapshot, GError **error)
{
  return fit_read_objects (snapshot->text->str, snapshot->text->len, "snapshot",
                           NULL, take_object, walk, error);
}

gboolean
fit_snapshot_anonymize (FitSnapshot *snapshot, const char *const *keep,
                        GError **error)
{
  Walk walk = { .names = fit_new_names_new (keep),
                .numbers
                = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                .arena = fit_arena_new (),
                .text = g_string_sized_new (snapshot->text->len) };
  gboolean done
      = walk_all (&walk, snapshot, error) && walk_all (&walk, snapshot, error);

  walk.writing = TRUE;
  done = done && walk_all (&walk, snapshot, error);
  if (done)
    {
      g_string_free (snapshot->text, TRUE);
      snapshot->text = g_steal_pointer (&walk.text);
      g_clear_pointer (&snapshot->server, g_free);
      g_clear_pointer (&snapshot->version, g_free);
    }
  else
    g_string_free (walk.text, TRUE);
  fit_new_names_free (walk.names);
  g_hash_table_unref (walk.numbers);
  fit_arena_free (walk.arena);
  return done;
}
