/* listers.c - stores objects by kind and name, in the order of input
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/listers-private.h"
#include "api/kinds.h"
#include "cluster/pair-buckets.h"

#include <string.h>

/* Every object gets a sequence number when it is first added, and keeps it when
 * it is replaced.  Lists sorted by it are in order of input. */

/* Objects in order of input. */
typedef struct
{
  GPtrArray *objects; /* borrowed from the entries */
  GArray *sequence;   /* guint64, ascending, one per object */
  guint n_invalid;    /* of a group: objects with an invalid selector */
} List;

typedef struct
{
  guint64 sequence;
  gpointer object; /* owned */
} Entry;

/* Objects of one kind. */
typedef struct
{
  GHashTable *entries; /* FitObjectMeta within the object -> owned Entry */
  List *all;           /* owned */
  GHashTable *groups;  /* owned: group name -> owned List */
  FitPairBuckets *selecting; /* owned: Services and controllers */
  guint64 next_sequence;
  guint64 version; /* increases with every change */
} Store;

struct _FitListers
{
  Store of[FIT_KIND_LAST];
};

/* -- lists ----------------------------------------------------------------- */

static List *
list_new (void)
{
  List *list = g_new0 (List, 1);

  list->objects = g_ptr_array_new ();
  list->sequence = g_array_new (FALSE, FALSE, sizeof (guint64));
  return list;
}

static void
list_free (List *list)
{
  g_ptr_array_unref (list->objects);
  g_array_unref (list->sequence);
  g_free (list);
}

/* The first place whose number is not less than @sequence.  Tries the end
 * first, since most objects are added there. */
static guint
list_place (const List *list, guint64 sequence)
{
  const guint64 *numbers = (const guint64 *) (gpointer) list->sequence->data;
  guint low = 0, high = list->sequence->len;

  if (high == 0 || numbers[high - 1] < sequence)
    return high;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (numbers[middle] < sequence)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
list_holds (const List *list, guint place, guint64 sequence)
{
  return place < list->sequence->len
         && g_array_index (list->sequence, guint64, place) == sequence;
}

static void
list_put (List *list, guint64 sequence, gpointer object)
{
  const guint place = list_place (list, sequence);

  if (list_holds (list, place, sequence))
    {
      list->objects->pdata[place] = object;
      return;
    }
  g_array_insert_val (list->sequence, place, sequence);
  g_ptr_array_insert (list->objects, (gint) place, object);
}

static void
list_remove (List *list, guint64 sequence)
{
  const guint place = list_place (list, sequence);

  if (!list_holds (list, place, sequence))
    return;
  g_array_remove_index (list->sequence, place);
  g_ptr_array_remove_index (list->objects, place);
}

/* -- stores ---------------------------------------------------------------- */

/* Volumes have two kinds of groups, so that the search for one for a claim passes
 * over those that belong to other claims. */
static char *
group_of_unclaimed (const char *class)
{
  return g_strconcat ("class/", class, NULL);
}

static char *
group_of_claimed (const char *namespace_, const char *name)
{
  return g_strconcat ("claim/", namespace_, "/", name, NULL);
}

static char *
group_of_volume (const FitPersistentVolume *pv)
{
  return pv->has_claim_ref
             ? group_of_claimed (pv->claim_namespace, pv->claim_name)
             : group_of_unclaimed (pv->storage_class);
}

/* Returns: (transfer full) (nullable): the group of @object, by which its kind
 * has additional lists: its namespace, class, claim or node */
static char *
group_of (const FitObject *object)
{
  switch (object->kind)
    {
    case FIT_KIND_SERVICE:
    case FIT_KIND_REPLICATION_CONTROLLER:
    case FIT_KIND_REPLICA_SET:
    case FIT_KIND_STATEFUL_SET:
      return g_strdup (object->meta.namespace_);
    case FIT_KIND_PERSISTENT_VOLUME:
      return group_of_volume ((const FitPersistentVolume *) object);
    case FIT_KIND_CSI_STORAGE_CAPACITY:
      return g_strdup (((const FitCSIStorageCapacity *) object)->storage_class);
    case FIT_KIND_VOLUME_ATTACHMENT:
      return g_strdup (((const FitVolumeAttachment *) object)->node_name);
    default:
      return NULL;
    }
}

static gboolean
selects_pods (const FitObject *object)
{
  return object->kind == FIT_KIND_SERVICE
         || object->kind == FIT_KIND_REPLICATION_CONTROLLER
         || object->kind == FIT_KIND_REPLICA_SET
         || object->kind == FIT_KIND_STATEFUL_SET;
}

static FitPodCondition
condition_of (const FitWorkload *workload)
{
  return (FitPodCondition){ .n_namespaces = 1,
                            .namespaces = &workload->meta.namespace_,
                            .selector = workload->selector };
}

static void
leave_group (Store *store, const Entry *entry)
{
  g_autofree char *group = group_of (entry->object);
  List *list;

  if (group == NULL)
    return;
  list = g_hash_table_lookup (store->groups, group);
  list_remove (list, entry->sequence);
  if (selects_pods (entry->object))
    {
      const FitWorkload *workload = entry->object;
      const FitPodCondition condition = condition_of (workload);

      list->n_invalid -= workload->selector->error != NULL;
      fit_pair_buckets_remove_conditions (store->selecting, &condition, 1,
                                          entry->object);
    }
  if (list->objects->len == 0)
    g_hash_table_remove (store->groups, group);
}

/* -- listers --------------------------------------------------------------- */

FitListers *
fit_listers_new (void)
{
  FitListers *listers = g_new0 (FitListers, 1);

  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      listers->of[i].entries = g_hash_table_new_full (
          fit_object_meta_hash, fit_object_meta_equal, NULL, g_free);
      listers->of[i].all = list_new ();
      listers->of[i].groups = g_hash_table_new_full (
          g_str_hash, g_str_equal, g_free, (GDestroyNotify) list_free);
      listers->of[i].selecting = fit_pair_buckets_new ();
    }
  return listers;
}

void
fit_listers_free (FitListers *listers)
{
  if (listers == NULL)
    return;
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      Store *store = &listers->of[i];

      fit_pair_buckets_free (store->selecting);
      g_hash_table_unref (store->entries);
      for (guint k = 0; k < store->all->objects->len; k++)
        fit_object_unref (store->all->objects->pdata[k]);
      list_free (store->all);
      g_hash_table_unref (store->groups);
    }
  g_free (listers);
}

void
fit_listers_set (FitListers *listers, gconstpointer object)
{
  FitObject *own = fit_object_ref (object);
  Store *store = &listers->of[own->kind];
  gpointer old_key, found = NULL, replaced = NULL;
  Entry *entry;
  g_autofree char *group = NULL;
  List *list;

  if (g_hash_table_steal_extended (store->entries, &own->meta, &old_key,
                                   &found))
    {
      entry = found;
      leave_group (store, entry);
      replaced = entry->object;
    }
  else
    {
      entry = g_new (Entry, 1);
      entry->sequence = store->next_sequence++;
    }
  entry->object = own;
  g_hash_table_insert (store->entries, &own->meta, entry);
  list_put (store->all, entry->sequence, own);
  group = group_of (entry->object);
  if (group != NULL)
    {
      list = g_hash_table_lookup (store->groups, group);
      if (list == NULL)
        {
          list = list_new ();
          g_hash_table_insert (store->groups, g_strdup (group), list);
        }
      list_put (list, entry->sequence, entry->object);
      if (selects_pods (entry->object))
        {
          const FitWorkload *workload = entry->object;
          const FitPodCondition condition = condition_of (workload);

          list->n_invalid += workload->selector->error != NULL;
          fit_pair_buckets_add_conditions (store->selecting, &condition, 1,
                                           entry->sequence, entry->object);
        }
    }
  fit_object_unref (replaced);
  store->version++;
}

void
fit_listers_remove (FitListers *listers, FitKind kind, const char *namespace_,
                    const char *name)
{
  const FitObjectMeta key = { .name = (char *) name, .namespace_ = namespace_ };
  Store *store = &listers->of[kind];
  gpointer old_key, found = NULL;
  g_autofree Entry *entry = NULL;

  if (!g_hash_table_steal_extended (store->entries, &key, &old_key, &found))
    return;
  entry = found;
  leave_group (store, entry);
  list_remove (store->all, entry->sequence);
  fit_object_unref (entry->object);
  store->version++;
}

gconstpointer
fit_listers_get (const FitListers *listers, FitKind kind,
                 const char *namespace_, const char *name)
{
  const FitObjectMeta key = { .name = (char *) name, .namespace_ = namespace_ };
  const Entry *entry = g_hash_table_lookup (listers->of[kind].entries, &key);

  return entry != NULL ? entry->object : NULL;
}

const GPtrArray *
fit_listers_all (const FitListers *listers, FitKind kind)
{
  return listers->of[kind].all->objects;
}

const GPtrArray *
fit_listers_group (const FitListers *listers, FitKind kind, const char *group)
{
  const List *list = g_hash_table_lookup (listers->of[kind].groups, group);

  return list != NULL ? list->objects : NULL;
}

static const GPtrArray *
volumes_of (const FitListers *listers, char *group)
{
  const GPtrArray *volumes
      = fit_listers_group (listers, FIT_KIND_PERSISTENT_VOLUME, group);

  g_free (group);
  return volumes;
}

const GPtrArray *
fit_listers_unclaimed (const FitListers *listers, const char *class)
{
  return volumes_of (listers, group_of_unclaimed (class));
}

const GPtrArray *
fit_listers_claimed (const FitListers *listers, const char *namespace_,
                     const char *name)
{
  return volumes_of (listers, group_of_claimed (namespace_, name));
}

guint64
fit_listers_place (const FitListers *listers, FitKind kind,
                   const FitObjectMeta *meta)
{
  const Entry *entry = g_hash_table_lookup (listers->of[kind].entries, meta);

  return entry != NULL ? entry->sequence : G_MAXUINT64;
}

void
fit_listers_selecting (const FitListers *listers, FitKind kind,
                       const char *namespace_, const FitLabels *labels,
                       GArray *found)
{
  fit_pair_buckets_find_conditions (listers->of[kind].selecting, namespace_,
                                    labels, 0, found);
}

gboolean
fit_listers_any_invalid (const FitListers *listers, FitKind kind,
                         const char *namespace_)
{
  const List *list = g_hash_table_lookup (listers->of[kind].groups, namespace_);

  return list != NULL && list->n_invalid > 0;
}

guint64
fit_listers_version (const FitListers *listers, FitKind kind)
{
  return listers->of[kind].version;
}

guint64
fit_listers_workloads_version (const FitListers *listers)
{
  return listers->of[FIT_KIND_SERVICE].version
         + listers->of[FIT_KIND_REPLICATION_CONTROLLER].version
         + listers->of[FIT_KIND_REPLICA_SET].version
         + listers->of[FIT_KIND_STATEFUL_SET].version;
}

guint64
fit_listers_storage_version (const FitListers *listers)
{
  return listers->of[FIT_KIND_PERSISTENT_VOLUME].version
         + listers->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM].version
         + listers->of[FIT_KIND_STORAGE_CLASS].version
         + listers->of[FIT_KIND_VOLUME_ATTACHMENT].version;
}
