/* strategic-patch.c - strategic merge patches, field by field
 *
 * Source: apimachinery's strategicpatch; the merge keys are those of the types
 * in k8s.io/api.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/strategic-patch.h"

#include <string.h>

#define PATCH "$patch"
#define RETAIN "$retainKeys"
#define ORDER "$setElementOrder/"
#define DROP "$deleteFromPrimitiveList/"

/* Lists that are merged.  The member @key identifies an element; NULL: its
 * value does.  Of the two keys of "ports" the first that an element has counts:
 * ports of a container have a containerPort, those of a Service do not.
 *
 * This is no column of the tables of fields, because they do not have half of
 * these lists: a decoder passes over those that nothing here reads (env, podIPs,
 * volumeMounts...), and over the pod template of a workload. */
static const struct
{
  const char *field;
  const char *key;
} merged[] = {
  { "addresses", "type" },
  { "conditions", "type" },
  { "containers", "name" },
  { "drivers", "name" },
  { "env", "name" },
  { "ephemeralContainers", "name" },
  { "finalizers", NULL },
  { "hostAliases", "ip" },
  { "hostIPs", "ip" },
  { "imagePullSecrets", "name" },
  { "initContainers", "name" },
  { "ownerReferences", "uid" },
  { "podCIDRs", NULL },
  { "podIPs", "ip" },
  { "ports", "containerPort" },
  { "ports", "port" },
  { "resourceClaimStatuses", "name" },
  { "resourceClaims", "name" },
  { "schedulingGates", "name" },
  { "topologySpreadConstraints", "topologyKey" },
  { "volumeDevices", "devicePath" },
  { "volumeMounts", "mountPath" },
  { "volumes", "name" },
};

static const FitValue *merge_maps (FitArena *arena, const FitValue *object,
                                   const FitValue *patch, GError **error);

static gboolean
refuse (const char *field, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_SCHEMA, "%.100s: %s", field, what);
}

static gboolean
is_merged (const char *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (merged); i++)
    if (strcmp (merged[i].field, field) == 0)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): what identifies @element in the list
 * @field; NULL if it has no such member */
static char *
identify (const char *field, const FitValue *element)
{
  for (guint i = 0; i < G_N_ELEMENTS (merged); i++)
    {
      const FitValue *value = element;

      if (strcmp (merged[i].field, field) != 0)
        continue;
      if (merged[i].key != NULL)
        value = fit_value_get (element, merged[i].key);
      if (value != NULL
          && (value->type == FIT_VALUE_STRING
              || value->type == FIT_VALUE_NUMBER))
        return g_strdup (value->text);
    }
  return NULL;
}

/* -- lists ----------------------------------------------------------------- */

/* A list under construction. */
typedef struct
{
  const char *field;
  GArray *items;       /* owned, of Item */
  GHashTable *numbers; /* owned: what identifies an item -> index, plus 1 */
} Merge;

typedef struct
{
  FitValue value;
  gboolean dropped;
  guint position; /* where it belongs */
} Item;

static void
merge_clear (Merge *merge)
{
  g_array_unref (merge->items);
  g_hash_table_unref (merge->numbers);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

/* @id: (nullable) (transfer full); the first of several counts */
static void
append (Merge *merge, const FitValue *value, char *id)
{
  const Item item = { .value = *value, .position = G_MAXUINT };

  g_array_append_val (merge->items, item);
  if (id == NULL || g_hash_table_contains (merge->numbers, id))
    g_free (id);
  else
    g_hash_table_insert (merge->numbers, id,
                         GUINT_TO_POINTER (merge->items->len));
}

static Item *
find (const Merge *merge, const char *id)
{
  const guint number
      = GPOINTER_TO_UINT (g_hash_table_lookup (merge->numbers, id));

  return number > 0 ? &g_array_index (merge->items, Item, number - 1) : NULL;
}

static gboolean
apply_element (FitArena *arena, Merge *merge, const FitValue *element,
               GError **error)
{
  const char *directive = fit_value_get_string (element, PATCH);
  g_autofree char *id = identify (merge->field, element);
  Item *item = id != NULL ? find (merge, id) : NULL;
  const FitValue *empty = &(const FitValue){ .type = FIT_VALUE_MAP };
  const FitValue *value = element;

  if (id == NULL)
    return refuse (merge->field, "an element has no name", error);
  if (directive != NULL && strcmp (directive, "delete") == 0)
    {
      if (item != NULL)
        item->dropped = TRUE;
      return TRUE;
    }
  if (element->type == FIT_VALUE_MAP)
    value = merge_maps (arena,
                        item != NULL && !item->dropped ? &item->value : empty,
                        element, error);
  if (value == NULL)
    return FALSE;
  if (item == NULL)
    append (merge, value, g_steal_pointer (&id));
  else
    *item = (Item){ .value = *value, .position = item->position };
  return TRUE;
}

/* {"$patch": "replace"} as an element: the other elements are the new list. */
static gboolean
replaces_list (const FitValue *patch)
{
  for (guint i = 0; i < patch->n; i++)
    if (g_strcmp0 (fit_value_get_string (&patch->items[i], PATCH), "replace")
            == 0
        && patch->items[i].n == 1)
      return TRUE;
  return FALSE;
}

static void
drop (Merge *merge, const FitValue *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      g_autofree char *id = identify (merge->field, &list->items[i]);
      Item *item = id != NULL ? find (merge, id) : NULL;

      if (item != NULL)
        item->dropped = TRUE;
    }
}

static gint
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  return (x->position > y->position) - (x->position < y->position);
}

/* What a patch says about one list; all (nullable). */
typedef struct
{
  const FitValue *elements;
  const FitValue *order;
  const FitValue *drop;
} ListPatch;

static gboolean
merge_list (FitArena *arena, const char *field, const FitValue *list,
            const ListPatch *patch, FitValue *out, GError **error)
{
  g_auto (Merge) merge = {
    .field = field,
    .items = g_array_new (FALSE, FALSE, sizeof (Item)),
    .numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  const gboolean anew
      = patch->elements != NULL && replaces_list (patch->elements);
  FitValue *items;
  guint n = 0;

  if (!anew)
    for (guint i = 0; i < fit_value_n_items (list); i++)
      append (&merge, &list->items[i], identify (merge.field, &list->items[i]));
  if (patch->drop != NULL)
    drop (&merge, patch->drop);
  for (guint i = 0; patch->elements != NULL && i < patch->elements->n; i++)
    {
      const FitValue *element = &patch->elements->items[i];

      if (!(anew && element->n == 1 && fit_value_get (element, PATCH) != NULL)
          && !apply_element (arena, &merge, element, error))
        return FALSE;
    }
  if (patch->order != NULL)
    {
      /* Items that the order does not name come last, in their order. */
      for (guint j = 0; j < patch->order->n; j++)
        {
          g_autofree char *id = identify (merge.field, &patch->order->items[j]);
          Item *item = id != NULL ? find (&merge, id) : NULL;

          if (item != NULL)
            item->position = MIN (item->position, j);
        }
      g_array_sort (merge.items, compare_items);
    }
  items = fit_arena_newn (arena, FitValue, merge.items->len);
  for (guint i = 0; i < merge.items->len; i++)
    if (!g_array_index (merge.items, Item, i).dropped)
      items[n++] = g_array_index (merge.items, Item, i).value;
  *out = (FitValue){ .type = FIT_VALUE_LIST, .n = n, .items = items };
  return TRUE;
}

/* -- maps ------------------------------------------------------------------ */

/* A map under construction. */
typedef struct
{
  FitArena *arena;
  GArray *members;     /* owned, of FitMember; without a key: removed */
  GHashTable *numbers; /* owned: key (borrowed) -> index, plus 1 */
} Members;

static void
members_clear (Members *members)
{
  g_array_unref (members->members);
  g_hash_table_unref (members->numbers);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Members, members_clear)

/* The last of several members with the same key counts. */
static void
set (Members *members, const FitMember *like, const FitValue *value)
{
  const guint number
      = GPOINTER_TO_UINT (g_hash_table_lookup (members->numbers, like->key));
  FitMember member = *like;

  member.value = *value;
  if (number > 0)
    {
      g_array_index (members->members, FitMember, number - 1) = member;
      return;
    }
  g_array_append_val (members->members, member);
  g_hash_table_insert (members->numbers, (gpointer) like->key,
                       GUINT_TO_POINTER (members->members->len));
}

static FitMember *
get (const Members *members, const char *key)
{
  const guint number
      = GPOINTER_TO_UINT (g_hash_table_lookup (members->numbers, key));

  return number > 0 ? &g_array_index (members->members, FitMember, number - 1)
                    : NULL;
}

static void
unset (Members *members, const char *key)
{
  FitMember *member = get (members, key);

  if (member == NULL)
    return;
  g_hash_table_remove (members->numbers, key);
  member->key = NULL;
}

static gboolean
retain (Members *members, const FitValue *keys, GError **error)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);

  if (keys->type != FIT_VALUE_LIST)
    return refuse (RETAIN, "expected a list", error);
  for (guint i = 0; i < keys->n; i++)
    if (keys->items[i].type == FIT_VALUE_STRING)
      g_hash_table_add (kept, (gpointer) keys->items[i].text);
  for (guint i = 0; i < members->members->len; i++)
    {
      const char *key = g_array_index (members->members, FitMember, i).key;

      if (key != NULL && !g_hash_table_contains (kept, key))
        unset (members, key);
    }
  return TRUE;
}

/* @patch: everything about the list @field; @first: the first member about
 * it */
static gboolean
set_list (Members *members, const FitMember *first, const char *field,
          const ListPatch *patch, GError **error)
{
  FitMember *old = get (members, field);
  FitMember member = *first;
  FitValue list;

  if (!is_merged (field))
    return refuse (field, "elements of this list have no names to merge by",
                   error);
  if (!merge_list (members->arena, field, old != NULL ? &old->value : NULL,
                   patch, &list, error))
    return FALSE;
  member.key = field;
  member.key_len = (guint32) strlen (field);
  if (old != NULL || list.n > 0)
    set (members, &member, &list);
  return TRUE;
}

/* Sets *@out to the list called PREFIX/FIELD of @patch, NULL if it has none. */
static gboolean
take_directive (const FitValue *patch, const char *prefix, const char *field,
                const FitValue **out, GError **error)
{
  g_autofree char *key = g_strconcat (prefix, field, NULL);

  *out = fit_value_get (patch, key);
  return *out == NULL || (*out)->type == FIT_VALUE_LIST
         || refuse (key, "expected a list", error);
}

static gboolean
set_merged_list (Members *members, const FitMember *first, const char *field,
                 const FitValue *patch, GError **error)
{
  const FitValue *elements = fit_value_get (patch, field);
  ListPatch list = { NULL };

  if (elements != NULL && elements->type == FIT_VALUE_LIST)
    list.elements = elements;
  return take_directive (patch, ORDER, field, &list.order, error)
         && take_directive (patch, DROP, field, &list.drop, error)
         && set_list (members, first, field, &list, error);
}

/* Merges each list once, at the first member about it. */
static gboolean
apply_member (Members *members, const FitMember *member, const FitValue *patch,
              GHashTable *lists, GError **error)
{
  const char *key = member->key, *field = NULL;

  if (g_str_has_prefix (key, ORDER))
    field = key + strlen (ORDER);
  else if (g_str_has_prefix (key, DROP))
    field = key + strlen (DROP);
  else if (member->value.type == FIT_VALUE_LIST && is_merged (key))
    field = key;
  else if (strcmp (key, PATCH) == 0 || strcmp (key, RETAIN) == 0)
    return TRUE;
  else if (*key == '$')
    return refuse (key,
                   "unknown directive, expected " PATCH ", " RETAIN ", " ORDER
                   "FIELD or " DROP "FIELD",
                   error);
  if (field == NULL)
    {
      const FitValue empty = { .type = FIT_VALUE_MAP };
      const FitMember *old = get (members, member->key);
      const FitValue *value = &member->value;

      if (value->type == FIT_VALUE_NULL)
        {
          unset (members, member->key);
          return TRUE;
        }
      if (value->type == FIT_VALUE_MAP)
        value = merge_maps (members->arena,
                            old != NULL && old->value.type == FIT_VALUE_MAP
                                ? &old->value
                                : &empty,
                            value, error);
      if (value == NULL)
        return FALSE;
      set (members, member, value);
      return TRUE;
    }
  return !g_hash_table_add (lists, (gpointer) field)
         || set_merged_list (members, member, field, patch, error);
}

static const FitValue *
merge_maps (FitArena *arena, const FitValue *object, const FitValue *patch,
            GError **error)
{
  const char *directive = fit_value_get_string (patch, PATCH);
  const FitValue *kept = fit_value_get (patch, RETAIN);
  const gboolean anew = directive != NULL;
  const gboolean removed = g_strcmp0 (directive, "delete") == 0;
  g_autoptr (GHashTable) lists = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (Members) members = {
    .arena = arena,
    .members = g_array_new (FALSE, FALSE, sizeof (FitMember)),
    .numbers = g_hash_table_new (g_str_hash, g_str_equal),
  };
  FitValue *map;
  FitMember *list;
  guint n;

  if (anew && !removed && strcmp (directive, "replace") != 0)
    {
      refuse (PATCH, "expected delete or replace", error);
      return NULL;
    }
  for (guint i = 0; !anew && i < object->n; i++)
    set (&members, &object->members[i], &object->members[i].value);
  if (kept != NULL && !retain (&members, kept, error))
    return NULL;
  for (guint i = 0; !removed && i < patch->n; i++)
    if (!apply_member (&members, &patch->members[i], patch, lists, error))
      return NULL;
  map = fit_arena_newn (members.arena, FitValue, 1);
  list = fit_arena_newn (members.arena, FitMember, members.members->len);
  n = 0;
  for (guint i = 0; i < members.members->len; i++)
    if (g_array_index (members.members, FitMember, i).key != NULL)
      list[n++] = g_array_index (members.members, FitMember, i);
  *map = *object;
  map->n = n;
  map->members = list;
  return map;
}

const FitValue *
fit_strategic_patch (FitArena *arena, const FitValue *object,
                     const FitValue *patch, GError **error)
{
  return merge_maps (arena, object, patch, error);
}
