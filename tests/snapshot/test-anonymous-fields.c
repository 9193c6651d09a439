/* test-anonymous-fields.c - an anonymous snapshot has whatever decoders read
 *
 * Decoders tell which members they look up in objects that have every field
 * (every-field.yaml).  Each of these members must be in the objects, so that
 * what is inside of it is looked up, too, and it must be in the anonymous
 * snapshot of them, unless its row says that it may be left out.  And each row
 * of the decoders' tables must say what becomes of its texts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/kinds-private.h"
#include "snapshot/anonymize.h"
#include "tests/support/cmocka.h"

#include <string.h>

typedef struct
{
  GHashTable *there;    /* owned set: "Pod spec.volumes.csi" of the objects */
  GHashTable *kept;     /* owned set: the same of their anonymous snapshot */
  GHashTable *read;     /* owned set: the same of what is looked up */
  GHashTable *place_of; /* owned: FitValue.members of the current object ->
                           owned path of the map */
} Fields;

static void
fields_init (Fields *fields)
{
  fields->there = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fields->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fields->read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fields->place_of = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

static void
fields_clear (Fields *fields)
{
  g_hash_table_unref (fields->there);
  g_hash_table_unref (fields->kept);
  g_hash_table_unref (fields->read);
  g_hash_table_unref (fields->place_of);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fields, fields_clear)

/* -- paths ----------------------------------------------------------------- */

/* Adds the members of @value, which is at @path, to @all, and notes where its
 * maps are, if @place_of is given. */
static void
add_members (GHashTable *all, GHashTable *place_of, const FitValue *value,
             const char *path)
{
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    add_members (all, place_of, &value->items[i], path);
  if (value->type != FIT_VALUE_MAP || value->n == 0)
    return;
  if (place_of != NULL)
    g_hash_table_insert (place_of, (gpointer) value->members, g_strdup (path));
  for (guint i = 0; i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      char *inner = g_strdup_printf (
          "%s%c%s", path, strchr (path, ' ') != NULL ? '.' : ' ', member->key);

      add_members (all, place_of, &member->value, inner);
      g_hash_table_add (all, inner);
    }
}

static void
note_read (const FitValue *map, const char *key, gpointer data)
{
  const Fields *fields = data;
  const char *path = map != NULL && map->type == FIT_VALUE_MAP
                         ? g_hash_table_lookup (fields->place_of, map->members)
                         : NULL;

  if (path != NULL)
    g_hash_table_add (fields->read,
                      g_strdup_printf ("%s%c%s", path,
                                       strchr (path, ' ') != NULL ? '.' : ' ',
                                       key));
}

/* Reads the object as every release does. */
static gboolean
decode (const FitValue *object, const FitObjectPlace *place, gpointer data,
        GError **error)
{
  Fields *fields = data;
  const char *name = fit_value_get_string (object, "kind");
  const char *version = fit_value_get_string (object, "apiVersion");
  FitKind kind;

  (void) place;
  assert_true (fit_kind_of_object (version, name, &kind));
  g_hash_table_remove_all (fields->place_of);
  add_members (fields->there, fields->place_of, object, name);
  for (guint flags = FIT_DECODE_AS_IS; flags <= FIT_DECODE_COMPARISONS;
       flags *= 2)
    {
      g_autoptr (FitArena) scratch = fit_arena_new ();
      FitDecoder decoder = { .flags = flags,
                             .api_version = version,
                             .scratch = scratch,
                             .look = note_read,
                             .look_data = fields };
      gpointer decoded;

      if (flags == FIT_DECODE_KEEP_RAW)
        continue;
      decoded = fit_decode_object (&decoder, kind, object, error);
      if (decoded == NULL)
        return FALSE;
      fit_object_unref (decoded);
    }
  return TRUE;
}

static gboolean
note_kept (const FitValue *object, const FitObjectPlace *place, gpointer data,
           GError **error)
{
  Fields *fields = data;

  (void) place;
  (void) error;
  add_members (fields->kept, NULL, object,
               fit_value_get_string (object, "kind"));
  return TRUE;
}

/* Does the row of "Pod status.conditions.message" say that it is left out? */
static gboolean
is_left_out (const char *path)
{
  const char *rest = strchr (path, ' ') + 1;
  g_autofree char *kind_name = g_strndup (path, (gsize) (rest - 1 - path));
  g_auto (GStrv) names = g_strsplit (rest, ".", 0);
  const FitType *type;
  FitKind kind;

  assert_true (fit_kind_from_name (kind_name, &kind));
  type = fit_kind_type (kind);
  for (char **name = names; *name != NULL; name++)
    {
      const FitField *field
          = fit_type_find (type, *name, (guint) strlen (*name));

      if (field == NULL)
        return FALSE;
      if (fit_field_texts (field) == FIT_TEXTS_LEFT_OUT)
        return TRUE;
      type = field->type;
    }
  return FALSE;
}

static void
test_every_field (void **state)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *path
      = g_build_filename (srcdir != NULL ? srcdir : ".", "tests", "snapshot",
                          "every-field.yaml", NULL);
  g_autofree char *text = NULL;
  g_autofree char *anonymous = NULL;
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  g_autoptr (GString) problems = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_auto (Fields) fields;
  GHashTableIter iter;
  gpointer key;
  gsize len;

  (void) state;
  fields_init (&fields);
  assert_true (g_file_get_contents (path, &text, &len, NULL));
  if (!fit_read_objects (text, len, "every-field.yaml", NULL, decode, &fields,
                         &error))
    fail_msg ("%s", error->message);
  assert_true (fit_snapshot_read (snapshot, text, len, "test", NULL));
  assert_true (fit_snapshot_anonymize (snapshot, NULL, NULL));
  anonymous = fit_snapshot_to_json (snapshot, &len);
  assert_true (fit_read_objects (anonymous, len, "anonymous", NULL, note_kept,
                                 &fields, NULL));
  g_hash_table_iter_init (&iter, fields.read);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (fields.there, key))
      g_string_append_printf (problems, "every-field.yaml lacks %s\n",
                              (const char *) key);
    else if (!g_hash_table_contains (fields.kept, key) && !is_left_out (key))
      g_string_append_printf (problems, "%s is read, but not kept\n",
                              (const char *) key);
  if (problems->len > 0)
    fail_msg ("%s", problems->str);
  /* The decoders were heard. */
  assert_true (g_hash_table_contains (fields.read, "Pod spec.resourceClaims"));
  assert_true (g_hash_table_contains (fields.read, "Node spec.taints.key"));
}

/* Notes the rows of @type, and of what is inside, that say nothing. */
static void
find_unsaid (const FitType *type, const char *path, GString *unsaid)
{
  for (; type != NULL; type = type->also)
    {
      type = fit_type_described (type);
      for (guint i = 0; i < type->n_fields; i++)
        {
          const FitField *field = &type->fields[i];
          g_autofree char *inner = g_strconcat (path, ".", field->name, NULL);

          if (fit_field_texts (field) == FIT_TEXTS_UNSAID)
            g_string_append_printf (unsaid, "%s\n", inner);
          find_unsaid (field->type, inner, unsaid);
        }
    }
}

static void
test_every_row (void **state)
{
  g_autoptr (GString) unsaid = g_string_new (NULL);

  (void) state;
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    find_unsaid (fit_kind_type (kind), fit_kind_name (kind), unsaid);
  if (unsaid->len > 0)
    fail_msg ("rows that do not say what their texts are:\n%s", unsaid->str);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_field),
    cmocka_unit_test (test_every_row),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
