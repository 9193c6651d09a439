/* objects.c - reading objects of all kinds, and storing them by kind
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects.h"
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/objects-private.h"
#include "formats/json-build.h"

#include <string.h>

/* The places of objects of a kind that follow each other in the input: elements
 * of a List, or documents. */
typedef struct
{
  const char *source; /* in FitObjects.sources */
  guint first;        /* index of the first object */
  guint n;
  guint32 document; /* of the first object */
  gint32 item;      /* likewise; -1 outside of a List */
} Run;

#define SOURCES_BLOCK_BYTES 256

FitObjects *
fit_objects_new (void)
{
  FitObjects *objects = g_new0 (FitObjects, 1);

  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      objects->of[i] = g_ptr_array_new_with_free_func (fit_object_unref);
      objects->places[i] = g_array_new (FALSE, FALSE, sizeof (Run));
    }
  objects->controllers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_controller_free);
  objects->sources = g_string_chunk_new (SOURCES_BLOCK_BYTES);
  objects->unknown
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return objects;
}

void
fit_objects_free (FitObjects *objects)
{
  if (objects == NULL)
    return;
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      g_ptr_array_unref (objects->of[i]);
      g_array_unref (objects->places[i]);
    }
  g_ptr_array_unref (objects->controllers);
  g_string_chunk_free (objects->sources);
  fit_tally_clear (&objects->misspelt);
  fit_tally_clear (&objects->odd_words);
  fit_tally_clear (&objects->skipped);
  fit_unentered_clear (&objects->unentered);
  fit_tally_clear (&objects->missing);
  g_hash_table_unref (objects->unknown);
  g_free (objects);
}

/* -- places ---------------------------------------------------------------- */

/* The place of object @index.  Returns: FALSE if it is not known */
static gboolean
find_place (const GArray *runs, guint index, FitObjectPlace *out_place)
{
  guint begin = 0, end = runs->len;

  while (begin < end)
    {
      const guint middle = begin + (end - begin) / 2;
      const Run *run = &g_array_index (runs, Run, middle);

      if (index < run->first)
        end = middle;
      else if (index - run->first >= run->n)
        begin = middle + 1;
      else
        {
          const guint after = index - run->first;
          const gboolean listed = run->item >= 0;

          *out_place = (FitObjectPlace){
            .source = run->source,
            .document = run->document + (listed ? 0 : after),
            .item = listed ? run->item + (gint32) after : -1,
          };
          return TRUE;
        }
    }
  return FALSE;
}

/* Forgets the places of objects from @index on: they have been taken out. */
static void
cut_places (GArray *runs, guint index)
{
  while (runs->len > 0)
    {
      Run *last = &g_array_index (runs, Run, runs->len - 1);

      if (last->first < index)
        {
          last->n = MIN (last->n, index - last->first);
          return;
        }
      g_array_set_size (runs, runs->len - 1);
    }
}

/* @place: of object @index, which is greater than all before; its source is in
 * FitObjects.sources */
static void
add_place (GArray *runs, guint index, const FitObjectPlace *place)
{
  Run *last = runs->len > 0 ? &g_array_index (runs, Run, runs->len - 1) : NULL;
  const Run run = { place->source, index, 1, place->document, place->item };

  if (last != NULL && last->source == run.source
      && last->first + last->n == index
      && (run.item >= 0
              ? last->item >= 0 && last->document == run.document
                    && last->item + (gint64) last->n == run.item
              : last->item < 0 && last->document + last->n == run.document))
    last->n++;
  else
    g_array_append_val (runs, run);
}

void
fit_objects_move (FitObjects *from, FitObjects *to)
{
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      GArray *runs = from->places[kind];

      cut_places (to->places[kind], to->of[kind]->len);
      for (guint i = 0; i < runs->len; i++)
        {
          Run run = g_array_index (runs, Run, i);

          run.source = g_string_chunk_insert_const (to->sources, run.source);
          run.first += to->of[kind]->len;
          g_array_append_val (to->places[kind], run);
        }
      g_array_set_size (runs, 0);
      g_ptr_array_extend_and_steal (to->of[kind], from->of[kind]);
      from->of[kind] = g_ptr_array_new_with_free_func (fit_object_unref);
    }
  g_ptr_array_extend_and_steal (to->controllers, from->controllers);
  from->controllers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_controller_free);
}

void
fit_objects_move_counts (FitObjects *from, FitObjects *to)
{
  GHashTableIter iter;
  gpointer key, n;

  g_hash_table_iter_init (&iter, from->unknown);
  while (g_hash_table_iter_next (&iter, &key, &n))
    g_hash_table_insert (
        to->unknown, g_strdup (key),
        GUINT_TO_POINTER (
            GPOINTER_TO_UINT (n)
            + GPOINTER_TO_UINT (g_hash_table_lookup (to->unknown, key))));
  g_hash_table_remove_all (from->unknown);
  to->n_ga_only_nodes += from->n_ga_only_nodes;
  to->n_unknown_words += from->n_unknown_words;
  to->n_unknown_fields += from->n_unknown_fields;
  fit_tally_move (&from->misspelt, &to->misspelt);
  fit_tally_move (&from->odd_words, &to->odd_words);
  fit_tally_move (&from->skipped, &to->skipped);
  fit_tally_move (&from->unentered.directories, &to->unentered.directories);
  to->unentered.n_files += from->unentered.n_files;
  to->unentered.more_files |= from->unentered.more_files;
  fit_tally_move (&from->missing, &to->missing);
}

void
fit_objects_keep (FitObjects *objects, FitKind kind, FitObjectFilter keep,
                  gpointer data)
{
  GPtrArray *all = objects->of[kind];
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Run));
  FitObjectPlace place;
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      if (!keep (all->pdata[i], data))
        {
          fit_object_unref (all->pdata[i]);
          continue;
        }
      if (find_place (objects->places[kind], i, &place))
        add_place (places, n, &place);
      all->pdata[n++] = all->pdata[i];
    }
  while (all->len > n)
    g_ptr_array_steal_index (all, all->len - 1);
  g_array_unref (objects->places[kind]);
  objects->places[kind] = places;
}

/* -- one object ------------------------------------------------------------ */

/* The apiVersion and kind of an object. */
typedef struct
{
  const char *kind;
  const char *api_version;
} Header;

static const FitField header_fields[] = {
  FIT_FIELD ("kind", &fit_type_text, Header, kind),
  FIT_FIELD ("apiVersion", &fit_type_text, Header, api_version),
};
static const FitType header_type = FIT_TYPE_FIELDS (Header, header_fields);

static gboolean
read_header (FitDecoder *decoder, const FitValue *value,
             const Header *otherwise, Header *header, GError **error)
{
  if (!fit_decode_expect (decoder, value, FIT_VALUE_MAP, error)
      || !fit_decode (decoder, &header_type, value, header, error))
    return FALSE;
  if (header->kind[0] == '\0' && otherwise->kind != NULL)
    header->kind = otherwise->kind;
  if (header->api_version[0] == '\0' && otherwise->api_version != NULL)
    header->api_version = otherwise->api_version;
  if (header->kind[0] != '\0' && header->api_version[0] != '\0')
    return TRUE;
  return fit_decode_fail (
      decoder, FIT_ERROR_SCHEMA, error, "%s: found nothing, expected %s",
      header->kind[0] == '\0' ? "kind" : "apiVersion",
      header->kind[0] == '\0' ? "a kind like Pod" : "a version like v1");
}

/* Puts "Pod default/web-0: " before the message. */
static void
prefix_with_name (const FitDecoder *decoder, const FitValue *value,
                  const char *kind, gboolean namespaced, GError **error)
{
  const FitValue *metadata = fit_value_get (value, "metadata");
  const char *name = fit_value_get_string (metadata, "name");
  const char *namespace_ = fit_value_get_string (metadata, "namespace");

  if (name == NULL || name[0] == '\0')
    name = "(no name)";
  if (namespace_ == NULL || namespace_[0] == '\0')
    namespace_ = fit_decoder_completes (decoder) ? "default" : "";
  if (!namespaced || namespace_[0] == '\0')
    g_prefix_error (error, "%s %s: ", kind, name);
  else
    g_prefix_error (error, "%s %s/%s: ", kind, namespace_, name);
}

/* @place: (nullable): the place of the next object of @kind */
static void
remember_place (FitObjects *objects, FitKind kind, const FitObjectPlace *place)
{
  const guint index = objects->of[kind]->len;
  FitObjectPlace kept;

  cut_places (objects->places[kind], index);
  if (place == NULL)
    return;
  kept = *place;
  kept.source = g_string_chunk_insert_const (objects->sources, place->source);
  add_place (objects->places[kind], index, &kept);
}

/* Returns: (transfer full): "pods.yaml: document 3, item 7: " */
static char *
place_text (const char *source, guint document, gint item)
{
  return item < 0 ? g_strdup_printf ("%s: document %u: ", source, document)
                  : g_strdup_printf ("%s: document %u, item %d: ", source,
                                     document, item);
}

/* @place: (nullable): where @value comes from */
static gboolean
add_kind (FitObjects *objects, FitDecoder *decoder, const FitValue *value,
          FitKind kind, const FitObjectPlace *place, GError **error)
{
  gpointer object;

  fit_known_fields_check (objects, value, kind);
  object = fit_decode_object (decoder, kind, value, error);
  fit_arena_reset (decoder->scratch);
  if (object == NULL)
    {
      prefix_with_name (decoder, value, fit_kind_name (kind),
                        fit_kind_namespaced (kind), error);
      return FALSE;
    }
  if (kind == FIT_KIND_NODE && fit_node_has_ga_labels_only (object))
    objects->n_ga_only_nodes++;
  remember_place (objects, kind, place);
  g_ptr_array_add (objects->of[kind], object);
  return TRUE;
}

static gboolean
add_controller (FitObjects *objects, FitDecoder *decoder, const FitValue *value,
                FitControllerKind kind, const FitObjectPlace *place,
                GError **error)
{
  FitController *controller
      = fit_decode_controller (decoder, kind, value, error);

  fit_arena_reset (decoder->scratch);
  if (controller == NULL)
    {
      prefix_with_name (decoder, value, fit_controller_kind_name (kind), TRUE,
                        error);
      return FALSE;
    }
  controller->place
      = place != NULL ? place_text (place->source, place->document, place->item)
                      : g_strdup ("");
  g_ptr_array_add (objects->controllers, controller);
  return TRUE;
}

/* Some kinds are decoded twice: they both select and create pods. */
static gboolean
add_value (FitObjects *objects, FitDecoder *decoder, const FitValue *value,
           const Header *otherwise, const FitObjectPlace *place, GError **error)
{
  Header header = { 0 };
  FitControllerKind controller = FIT_CONTROLLER_LAST;
  FitKind kind;

  decoder->path = NULL;
  if (!read_header (decoder, value, otherwise, &header, error))
    return FALSE;
  if (strcmp (header.kind, "Snapshot") == 0
      && strcmp (header.api_version, FIT_API_VERSION) == 0)
    {
      const FitValue *missing = fit_value_get (value, "missing");

      /* Take the notes that a snapshot begins with (src/snapshot). */
      if (missing != NULL && missing->type == FIT_VALUE_LIST)
        {
          for (guint32 i = 0; i < missing->n; i++)
            {
              const char *written_kind
                  = fit_value_get_string (&missing->items[i], "kind");
              const char *why
                  = fit_value_get_string (&missing->items[i], "reason");

              fit_tally_add (&objects->missing, "%s (%s)",
                             written_kind != NULL ? written_kind : "?",
                             why != NULL ? why : "?");
            }
        }
      return TRUE;
    }
  if (!fit_kind_of_object (header.api_version, header.kind, &kind))
    kind = FIT_KIND_LAST;
  if (decoder->flags & FIT_DECODE_CONTROLLERS)
    controller = fit_controller_kind_find (header.kind, header.api_version);
  if (kind == FIT_KIND_LAST && controller == FIT_CONTROLLER_LAST)
    {
      char *key = g_strconcat (header.api_version, "/", header.kind, NULL);
      guint count
          = GPOINTER_TO_UINT (g_hash_table_lookup (objects->unknown, key));

      g_hash_table_insert (objects->unknown, key, GUINT_TO_POINTER (count + 1));
    }
  decoder->api_version = header.api_version;
  return (kind == FIT_KIND_LAST
          || add_kind (objects, decoder, value, kind, place, error))
         && (controller == FIT_CONTROLLER_LAST
             || add_controller (objects, decoder, value, controller, place,
                                error));
}

gboolean
fit_objects_add_value (FitObjects *objects, const FitValue *value,
                       const char *kind, const char *api_version,
                       FitDecodeFlags flags, GError **error)
{
  g_autoptr (FitArena) scratch = fit_arena_new ();
  FitDecoder decoder = { .flags = flags, .scratch = scratch };
  Header otherwise = { kind, api_version };

  return add_value (objects, &decoder, value, &otherwise, NULL, error);
}

/* -- many objects ---------------------------------------------------------- */

typedef struct
{
  const FitObjectReader *reader;
  FitDecoder decoder;
} Reading;

static void
prefix_with_place (const char *source, guint document, gint item,
                   GError **error)
{
  g_autofree char *place = place_text (source, document, item);

  g_prefix_error_literal (error, place);
}

void
fit_objects_prefix_place (const FitObjects *objects, FitKind kind, guint index,
                          GError **error)
{
  FitObjectPlace place;

  if (find_place (objects->places[kind], index, &place))
    prefix_with_place (place.source, place.document, place.item, error);
}

/* Controllers have their own table. */
static const char *
name_of_resource (const char *group, const char *resource)
{
  FitKind kind;

  if (fit_kind_of_resource (group, resource, &kind))
    return fit_kind_name (kind);
  for (guint i = 0; i < FIT_CONTROLLER_LAST; i++)
    {
      const char *name = fit_controller_kind_name ((FitControllerKind) i);
      const gsize len = strlen (name);

      if (g_ascii_strncasecmp (name, resource, len) == 0
          && strcmp (resource + len, "s") == 0)
        return name;
    }
  return resource;
}

/* After "api/VERSION" or "apis/GROUP/VERSION": a resource and a name, or
 * "namespaces", a namespace, a resource and a name. */
gboolean
fit_kind_of_link (const char *link, char **out_kind, char **out_api_version)
{
  g_auto (GStrv) parts = g_strsplit (link != NULL ? link : "", "/", 10);
  const guint n = g_strv_length (parts);
  const gboolean grouped = n > 1 && strcmp (parts[1], "apis") == 0;
  const guint first = grouped ? 4 : 3;
  guint at = first;

  if (n < first + 2 || *parts[0] != '\0'
      || (!grouped && strcmp (parts[1], "api") != 0))
    return FALSE;
  if (strcmp (parts[first], "namespaces") == 0 && n >= first + 4)
    at = first + 2;
  *out_kind
      = g_strdup (name_of_resource (grouped ? parts[2] : NULL, parts[at]));
  *out_api_version = grouped ? g_strconcat (parts[2], "/", parts[3], NULL)
                             : g_strdup (parts[2]);
  return TRUE;
}

/* Old dumps have neither kinds nor versions, but addresses. */
static gboolean
take_link (const FitValue *value, char **out_kind, char **out_api_version)
{
  const FitValue *metadata = fit_value_get (value, "metadata");

  return fit_value_get (value, "kind") == NULL
         && fit_value_get (value, "apiVersion") == NULL
         && fit_kind_of_link (fit_value_get_string (metadata, "selfLink"),
                              out_kind, out_api_version);
}

/* An element of a PodList is a Pod; an element of a List has its own kind. */
static gboolean
add_object (const FitValue *value, const FitObjectPlace *place, gpointer data,
            GError **error)
{
  Reading *reading = data;
  const FitObjectReader *reader = reading->reader;
  g_autofree char *kind = NULL;
  g_autofree char *api_version = NULL;
  Header otherwise = { NULL, NULL };

  if (value->type == FIT_VALUE_MAP && take_link (value, &kind, &api_version))
    otherwise = (Header){ kind, api_version };
  else if (place->item >= 0 && place->list_kind != NULL
           && strcmp (place->list_kind, "List") != 0)
    {
      kind = g_strndup (place->list_kind,
                        strlen (place->list_kind) - strlen ("List"));
      otherwise.kind = kind;
      otherwise.api_version = place->list_api_version;
    }
  if (!add_value (reader->objects, &reading->decoder, value, &otherwise, place,
                  error))
    {
      prefix_with_place (place->source, place->document, place->item, error);
      return FALSE;
    }
  if (reader->after_object != NULL)
    reader->after_object (reader->data);
  return TRUE;
}

gboolean
fit_object_reader_run (const FitObjectReader *reader, const char *bytes,
                       gsize len, const char *source, GError **error)
{
  g_autoptr (FitArena) scratch = fit_arena_new ();
  Reading reading = {
    .reader = reader,
    .decoder
    = { .flags = reader->flags, .scratch = scratch, .limits = reader->limits },
  };

  return fit_read_objects (bytes, len, source, reader->limits, add_object,
                           &reading, error);
}

gboolean
fit_objects_read (FitObjects *objects, const char *bytes, gsize len,
                  const char *source, FitDecodeFlags flags,
                  const FitLimits *limits, GError **error)
{
  FitObjectReader reader
      = { .objects = objects, .flags = flags, .limits = limits };

  return fit_object_reader_run (&reader, bytes, len, source, error);
}
