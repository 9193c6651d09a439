/* snapshot.c - what a cluster holds, as one file
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot/snapshot-private.h"

#include "api/decode.h"
#include "formats/json-build.h"
#include "net/secrets.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"

#include <string.h>

static void
note_free (gpointer data)
{
  FitSnapshotNote *note = data;

  g_free (note->text);
  g_free (note);
}

FitSnapshot *
fit_snapshot_new (void)
{
  FitSnapshot *snapshot = g_new0 (FitSnapshot, 1);

  snapshot->text = g_string_new (NULL);
  snapshot->missing = g_ptr_array_new_with_free_func (note_free);
  snapshot->elsewhere = g_ptr_array_new_with_free_func (note_free);
  return snapshot;
}

void
fit_snapshot_free (FitSnapshot *snapshot)
{
  if (snapshot == NULL)
    return;
  g_string_free (snapshot->text, TRUE);
  g_free (snapshot->server);
  g_free (snapshot->version);
  g_ptr_array_unref (snapshot->missing);
  g_ptr_array_unref (snapshot->elsewhere);
  g_free (snapshot);
}

/* -- what is left out ------------------------------------------------------ */

/* No scheduler reads these members of a container, and they hold secrets. */
static const char *const container_members[]
    = { "args",           "command",      "env",
        "envFrom",        "lifecycle",    "livenessProbe",
        "readinessProbe", "startupProbe", NULL };

static FitValue
without (FitArena *arena, const FitValue *map, const char *const *keys)
{
  FitValue value = *map;

  for (; *keys != NULL; keys++)
    if (fit_value_get (&value, *keys) != NULL)
      value = fit_value_with (arena, &value, *keys, NULL);
  return value;
}

/* Removes @keys from the member @key of @map. */
static void
strip_member (FitArena *arena, FitValue *map, const char *key,
              const char *const *keys)
{
  const FitValue *member = fit_value_get (map, key);
  FitValue value;

  if (member == NULL || member->type != FIT_VALUE_MAP)
    return;
  value = without (arena, member, keys);
  *map = fit_value_with (arena, map, key, &value);
}

static void
strip_nested (FitArena *arena, FitValue *map, const char *outer,
              const char *inner, const char *const *keys)
{
  const FitValue *member = fit_value_get (map, outer);
  FitValue value;

  if (member == NULL || member->type != FIT_VALUE_MAP)
    return;
  value = *member;
  strip_member (arena, &value, inner, keys);
  *map = fit_value_with (arena, map, outer, &value);
}

static void
strip_containers (FitArena *arena, FitValue *spec, const char *key)
{
  const FitValue *list = fit_value_get (spec, key);
  FitValue value;
  FitValue *items;

  if (list == NULL || list->type != FIT_VALUE_LIST)
    return;
  items = fit_arena_newn (arena, FitValue, list->n + 1);
  for (guint32 i = 0; i < list->n; i++)
    items[i] = list->items[i].type == FIT_VALUE_MAP
                   ? without (arena, &list->items[i], container_members)
                   : list->items[i];
  value = *list;
  value.items = items;
  *spec = fit_value_with (arena, spec, key, &value);
}

static FitValue
strip (FitArena *arena, const FitValue *object, FitKind kind)
{
  static const char *const metadata_members[] = { "managedFields", NULL };
  static const char *const annotations[]
      = { "kubectl.kubernetes.io/last-applied-configuration", NULL };
  /* No templates are needed: a live cluster has its pods already. */
  static const char *const templates[] = { "volumeClaimTemplates", NULL };
  static const char *const template_members[] = { "spec", NULL };
  static const char *const lists[]
      = { "initContainers", "containers", "ephemeralContainers" };
  FitValue value = *object;
  FitValue part;

  strip_member (arena, &value, "metadata", metadata_members);
  strip_nested (arena, &value, "metadata", "annotations", annotations);
  if (kind == FIT_KIND_REPLICATION_CONTROLLER || kind == FIT_KIND_REPLICA_SET
      || kind == FIT_KIND_STATEFUL_SET)
    {
      strip_member (arena, &value, "spec", templates);
      strip_nested (arena, &value, "spec", "template", template_members);
    }
  if (kind != FIT_KIND_POD || fit_value_get (&value, "spec") == NULL)
    return value;
  part = *fit_value_get (&value, "spec");
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    strip_containers (arena, &part, lists[i]);
  return fit_value_with (arena, &value, "spec", &part);
}

/* -- pods that nobody asks about -------------------------------------------- */

void
fit_snapshot_choose (FitSnapshot *snapshot, const char *namespace_,
                     const FitSelector *selector)
{
  snapshot->namespace_ = namespace_;
  snapshot->selector = selector;
}

static gboolean
has_labels (const FitSelector *selector, const FitValue *map)
{
  const guint n = map != NULL && map->type == FIT_VALUE_MAP ? map->n : 0;
  g_autoptr (FitLabels) labels = fit_labels_new (n);

  for (guint i = 0; i < n; i++)
    {
      const char *key = map->members[i].key;
      const char *value = fit_value_get_string (map, key);

      fit_labels_append (labels, key, value != NULL ? value : "");
    }
  return fit_selector_matches (selector, labels);
}

/* Is it a pod that waits for a node, and not one of those to write? */
static gboolean
is_left_alone (const FitSnapshot *snapshot, const FitValue *object,
               FitKind kind)
{
  const FitValue *metadata = fit_value_get (object, "metadata");
  const char *namespace_ = fit_value_get_string (metadata, "namespace");
  const char *node
      = fit_value_get_string (fit_value_get (object, "spec"), "nodeName");

  if (kind != FIT_KIND_POD || (node != NULL && *node != '\0'))
    return FALSE;
  return (snapshot->namespace_ != NULL
          && strcmp (namespace_ != NULL ? namespace_ : "default",
                     snapshot->namespace_)
                 != 0)
         || (snapshot->selector != NULL
             && !has_labels (snapshot->selector,
                             fit_value_get (metadata, "labels")));
}

/* -- adding ---------------------------------------------------------------- */

FitKind
fit_snapshot_find_kind (const char *name)
{
  FitKind kind = 0;

  while (kind < FIT_KIND_LAST && g_strcmp0 (fit_kind_name (kind), name) != 0)
    kind++;
  return kind;
}

FitValue
fit_snapshot_with_header (FitArena *arena, const FitValue *object,
                          const char *kind, const char *api_version)
{
  const guint32 n = object->n;
  FitMember *members = fit_arena_newn (arena, FitMember, n + 2);
  guint32 n_members = 2;

  members[0] = (FitMember){ .key = "apiVersion",
                            .key_len = strlen ("apiVersion"),
                            .value = fit_value_of_text (api_version) };
  members[1] = (FitMember){ .key = "kind",
                            .key_len = strlen ("kind"),
                            .value = fit_value_of_text (kind) };
  for (guint32 i = 0; i < n; i++)
    if (strcmp (object->members[i].key, "kind") != 0
        && strcmp (object->members[i].key, "apiVersion") != 0)
      members[n_members++] = object->members[i];
  return (
      FitValue){ .type = FIT_VALUE_MAP, .n = n_members, .members = members };
}

static void
add_note (GPtrArray *notes, const char *kind, const char *text)
{
  FitSnapshotNote *note = g_new (FitSnapshotNote, 1);

  *note = (FitSnapshotNote){ kind, g_strdup (text) };
  g_ptr_array_add (notes, note);
}

static void
take_notes (GPtrArray *notes, const FitValue *list, const char *what)
{
  if (list == NULL || list->type != FIT_VALUE_LIST)
    return;
  for (guint32 i = 0; i < list->n; i++)
    {
      const FitKind kind = fit_snapshot_find_kind (
          fit_value_get_string (&list->items[i], "kind"));
      const char *text = fit_value_get_string (&list->items[i], what);

      if (kind != FIT_KIND_LAST)
        add_note (notes, fit_kind_name (kind), text != NULL ? text : "");
    }
}

gboolean
fit_snapshot_add (FitSnapshot *snapshot, const FitValue *object,
                  const char *kind, const char *api_version, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const char *own_kind = fit_value_get_string (object, "kind");
  const char *own_version = fit_value_get_string (object, "apiVersion");
  FitKind found;
  FitValue value;

  kind = own_kind != NULL && *own_kind != '\0' ? own_kind : kind;
  api_version
      = own_version != NULL && *own_version != '\0' ? own_version : api_version;
  found = fit_snapshot_find_kind (kind);
  if (found == FIT_KIND_LAST || api_version == NULL
      || object->type != FIT_VALUE_MAP)
    {
      if (g_strcmp0 (kind, FIT_SNAPSHOT_KIND) == 0)
        {
          const char *server = fit_value_get_string (object, "server");

          /* Keeps the notes of a snapshot that is read again. */
          if (server != NULL)
            fit_snapshot_set_origin (
                snapshot, server,
                fit_value_get_string (object, "resourceVersion"));
          take_notes (snapshot->missing, fit_value_get (object, "missing"),
                      "reason");
          take_notes (snapshot->elsewhere,
                      fit_value_get (object, "otherVersions"),
                      "resourceVersion");
        }
      else
        snapshot->n_left_out++;
      return TRUE;
    }
  if (is_left_alone (snapshot, object, found))
    {
      snapshot->n_left_alone++;
      return TRUE;
    }
  value = strip (arena, object, found);
  value = fit_snapshot_with_header (arena, &value, kind, api_version);
  if (!fit_value_append_json (snapshot->text, &value,
                              fit_limits_default ()->object_bytes, error))
    return FALSE;
  g_string_append_c (snapshot->text, '\n');
  snapshot->n++;
  return TRUE;
}

FitSnapshotMark
fit_snapshot_mark (const FitSnapshot *snapshot)
{
  return (FitSnapshotMark){ snapshot->text->len, snapshot->n,
                            snapshot->n_left_out, snapshot->n_left_alone };
}

void
fit_snapshot_rewind (FitSnapshot *snapshot, FitSnapshotMark mark)
{
  g_string_truncate (snapshot->text, mark.len);
  snapshot->n = mark.n;
  snapshot->n_left_out = mark.n_left_out;
  snapshot->n_left_alone = mark.n_left_alone;
}

static gboolean
take_object (const FitValue *value, const FitObjectPlace *place, gpointer data,
             GError **error)
{
  /* "PodList" is one of Pods; a "List" does not say of what. */
  g_autofree char *kind
      = place->list_kind != NULL ? g_strndup (
            place->list_kind, strlen (place->list_kind) - strlen ("List"))
                                 : NULL;
  const FitValue *metadata = fit_value_get (value, "metadata");
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitDecoder decoder = { .scratch = arena };
  g_autofree char *linked = NULL;
  g_autofree char *version = NULL;

  if (fit_value_get (value, "kind") == NULL
      && fit_kind_of_link (fit_value_get_string (metadata, "selfLink"), &linked,
                           &version))
    return fit_snapshot_add (data, value, linked, version, error);
  if (!fit_decode_expect (&decoder, value, FIT_VALUE_MAP, error))
    {
      if (place->item >= 0)
        g_prefix_error (error, "%s: document %u, item %d: ", place->source,
                        place->document, place->item);
      else
        g_prefix_error (error, "%s: document %u: ", place->source,
                        place->document);
      return FALSE;
    }
  if (place->item < 0 && fit_value_get (value, "kind") == NULL)
    return fit_fail (
        error, FIT_ERROR_SCHEMA,
        "%s: document %u: kind: found nothing, expected a kind like Pod",
        place->source, place->document);
  return fit_snapshot_add (data, value, kind, place->list_api_version, error);
}

gboolean
fit_snapshot_read (FitSnapshot *snapshot, const char *bytes, gsize len,
                   const char *source, GError **error)
{
  return fit_read_objects (bytes, len, source, NULL, take_object, snapshot,
                           error);
}

/* -- notes ----------------------------------------------------------------- */

void
fit_snapshot_set_origin (FitSnapshot *snapshot, const char *server,
                         const char *version)
{
  g_free (snapshot->server);
  g_free (snapshot->version);
  snapshot->server = fit_url_hide (server);
  snapshot->version = g_strdup (version);
}

void
fit_snapshot_note_missing (FitSnapshot *snapshot, const char *kind,
                           const char *why)
{
  add_note (snapshot->missing, kind, why);
}

void
fit_snapshot_note_other_version (FitSnapshot *snapshot, const char *kind,
                                 const char *version)
{
  add_note (snapshot->elsewhere, kind, version);
}

const GPtrArray *
fit_snapshot_missing (const FitSnapshot *snapshot)
{
  return snapshot->missing;
}

guint
fit_snapshot_left_out (const FitSnapshot *snapshot)
{
  return snapshot->n_left_out;
}

guint
fit_snapshot_left_alone (const FitSnapshot *snapshot)
{
  return snapshot->n_left_alone;
}

guint
fit_snapshot_count (const FitSnapshot *snapshot)
{
  return snapshot->n;
}

/* -- as text --------------------------------------------------------------- */

static void
append_member (GString *out, const char *name, const char *text)
{
  if (text != NULL)
    fit_json_append_printf (out, ",%s:%s", name, text);
}

static void
append_notes (GString *out, const char *name, const GPtrArray *notes,
              const char *what)
{
  if (notes->len == 0)
    return;
  g_string_append_printf (out, ",\"%s\":[", name);
  for (guint i = 0; i < notes->len; i++)
    {
      const FitSnapshotNote *note = notes->pdata[i];

      g_string_append (out, i > 0 ? "," : "");
      fit_json_append_printf (out, "{'kind':%s", note->kind);
      append_member (out, what, note->text);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

char *
fit_snapshot_to_json (const FitSnapshot *snapshot, gsize *out_len)
{
  GString *out = g_string_sized_new (snapshot->text->len + 1024);
  const char *line = snapshot->text->str;
  const char *end;

  g_string_append (out, "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n"
                        "{\"apiVersion\":\"" FIT_API_VERSION
                        "\",\"kind\":\"" FIT_SNAPSHOT_KIND "\"");
  append_member (out, "server", snapshot->server);
  append_member (out, "resourceVersion", snapshot->version);
  append_notes (out, "otherVersions", snapshot->elsewhere, "resourceVersion");
  append_notes (out, "missing", snapshot->missing, "reason");
  g_string_append_c (out, '}');
  for (; (end = strchr (line, '\n')) != NULL; line = end + 1)
    {
      g_string_append (out, ",\n");
      g_string_append_len (out, line, end - line);
    }
  g_string_append (out, "\n]}\n");
  *out_len = out->len;
  return g_string_free (out, FALSE);
}
