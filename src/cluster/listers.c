/* listers.c - stores services, controllers, volumes and classes by name, in the order of input */
#include "cluster/listers-private.h"
#include "cluster/listers-changes.h"

#include <string.h>

/* Every object gets a sequence number when it is first added, and keeps it when
 * it is replaced.  Lists sorted by it are in order of input. */

/* Objects in order of input. */
typedef struct
{
  GPtrArray *objects; /* borrowed from the entries */
  GArray *sequence;   /* guint64, ascending, one per object */
} List;

typedef struct
{
  guint64 sequence;
  gpointer object; /* owned */
} Entry;

/* How objects of one kind are kept. */
typedef struct
{
  GDestroyNotify unref;
  const char *(*group_of) (gconstpointer object); /* (nullable): an additional
                                                     list that the object is
                                                     in */
} StoreKind;

typedef struct
{
  const StoreKind *kind;
  GHashTable *entries; /* FitObjectMeta within the object -> owned Entry */
  List *all;           /* owned */
  GHashTable *groups;  /* owned: group name -> owned List */
  guint64 next_sequence;
} Store;

struct _FitListers
{
  Store workloads[FIT_WORKLOAD_LAST];
  Store pvs;
  Store pvcs;
  Store storage_classes;
  Store csi_nodes;
  Store pdbs;
  Store namespaces;
  Store csi_drivers;
  Store storage_capacities;
  Store attachments;
  guint64 version; /* of workloads */
  guint64 namespaces_version;
  guint64 storage_version;
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

guint
fit_object_key_hash (gconstpointer meta)
{
  const FitObjectMeta *key = meta;

  return g_str_hash (key->namespace_) * 31 + g_str_hash (key->name);
}

gboolean
fit_object_key_equal (gconstpointer a, gconstpointer b)
{
  const FitObjectMeta *left = a, *right = b;

  return strcmp (left->name, right->name) == 0
         && (left->namespace_ == right->namespace_
             || strcmp (left->namespace_, right->namespace_) == 0);
}

static void
store_init (Store *store, const StoreKind *kind)
{
  store->kind = kind;
  store->entries = g_hash_table_new_full (fit_object_key_hash,
                                          fit_object_key_equal, NULL, g_free);
  store->all = list_new ();
  store->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) list_free);
}

static void
store_clear (Store *store)
{
  g_hash_table_unref (store->entries);
  for (guint i = 0; i < store->all->objects->len; i++)
    store->kind->unref (store->all->objects->pdata[i]);
  list_free (store->all);
  g_hash_table_unref (store->groups);
}

static gconstpointer
store_get (const Store *store, const char *namespace_, const char *name)
{
  const FitObjectMeta key = { .name = (char *) name, .namespace_ = namespace_ };
  const Entry *entry = g_hash_table_lookup (store->entries, &key);

  return entry ? entry->object : NULL;
}

static void
leave_group (Store *store, const Entry *entry)
{
  const char *group;
  List *list;

  if (!store->kind->group_of)
    return;
  group = store->kind->group_of (entry->object);
  list = g_hash_table_lookup (store->groups, group);
  list_remove (list, entry->sequence);
  if (list->objects->len == 0)
    g_hash_table_remove (store->groups, group);
}

static void
join_group (Store *store, const Entry *entry)
{
  const char *group;
  List *list;

  if (!store->kind->group_of)
    return;
  group = store->kind->group_of (entry->object);
  list = g_hash_table_lookup (store->groups, group);
  if (!list)
    {
      list = list_new ();
      g_hash_table_insert (store->groups, g_strdup (group), list);
    }
  list_put (list, entry->sequence, entry->object);
}

/* @meta is part of @object (transfer full). */
static void
store_set (Store *store, FitObjectMeta *meta, gpointer object)
{
  gpointer old_key, found = NULL, replaced = NULL;
  Entry *entry;

  if (g_hash_table_steal_extended (store->entries, meta, &old_key, &found))
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
  entry->object = object;
  g_hash_table_insert (store->entries, meta, entry);
  list_put (store->all, entry->sequence, object);
  join_group (store, entry);
  if (replaced)
    store->kind->unref (replaced);
}

/* Returns: TRUE if there was something to remove */
static gboolean
store_remove (Store *store, const char *namespace_, const char *name)
{
  const FitObjectMeta key = { .name = (char *) name, .namespace_ = namespace_ };
  gpointer old_key, found = NULL;
  g_autofree Entry *entry = NULL;

  if (!g_hash_table_steal_extended (store->entries, &key, &old_key, &found))
    return FALSE;
  entry = found;
  leave_group (store, entry);
  list_remove (store->all, entry->sequence);
  store->kind->unref (entry->object);
  return TRUE;
}

static const GPtrArray *
store_group (const Store *store, const char *group)
{
  const List *list = g_hash_table_lookup (store->groups, group);

  return list ? list->objects : NULL;
}

/* -- listers --------------------------------------------------------------- */

static const char *
workload_namespace (gconstpointer object)
{
  return ((const FitWorkload *) object)->meta.namespace_;
}

static const char *
pv_class_name (gconstpointer object)
{
  return ((const FitPersistentVolume *) object)->storage_class;
}

static const char *
capacity_class_name (gconstpointer object)
{
  return ((const FitCSIStorageCapacity *) object)->storage_class;
}

static const char *
attachment_node_name (gconstpointer object)
{
  return ((const FitVolumeAttachment *) object)->node_name;
}

static const StoreKind workload_kind
    = { (GDestroyNotify) fit_workload_unref, workload_namespace };
static const StoreKind pv_kind
    = { (GDestroyNotify) fit_pv_unref, pv_class_name };
static const StoreKind pvc_kind = { (GDestroyNotify) fit_pvc_unref, NULL };
static const StoreKind storage_class_kind
    = { (GDestroyNotify) fit_storage_class_unref, NULL };
static const StoreKind csi_node_kind
    = { (GDestroyNotify) fit_csi_node_unref, NULL };
static const StoreKind namespace_kind
    = { (GDestroyNotify) fit_namespace_unref, NULL };
static const StoreKind csi_driver_kind
    = { (GDestroyNotify) fit_csi_driver_unref, NULL };
static const StoreKind storage_capacity_kind
    = { (GDestroyNotify) fit_csi_storage_capacity_unref, capacity_class_name };
static const StoreKind attachment_kind
    = { (GDestroyNotify) fit_volume_attachment_unref, attachment_node_name };
static const StoreKind pdb_kind = { (GDestroyNotify) fit_pdb_unref, NULL };

FitListers *
fit_listers_new (void)
{
  FitListers *listers = g_new0 (FitListers, 1);

  for (guint i = 0; i < FIT_WORKLOAD_LAST; i++)
    store_init (&listers->workloads[i], &workload_kind);
  store_init (&listers->pvs, &pv_kind);
  store_init (&listers->pvcs, &pvc_kind);
  store_init (&listers->storage_classes, &storage_class_kind);
  store_init (&listers->csi_nodes, &csi_node_kind);
  store_init (&listers->pdbs, &pdb_kind);
  store_init (&listers->namespaces, &namespace_kind);
  store_init (&listers->csi_drivers, &csi_driver_kind);
  store_init (&listers->storage_capacities, &storage_capacity_kind);
  store_init (&listers->attachments, &attachment_kind);
  return listers;
}

void
fit_listers_free (FitListers *listers)
{
  if (!listers)
    return;
  for (guint i = 0; i < FIT_WORKLOAD_LAST; i++)
    store_clear (&listers->workloads[i]);
  store_clear (&listers->pvs);
  store_clear (&listers->pvcs);
  store_clear (&listers->storage_classes);
  store_clear (&listers->csi_nodes);
  store_clear (&listers->pdbs);
  store_clear (&listers->namespaces);
  store_clear (&listers->csi_drivers);
  store_clear (&listers->storage_capacities);
  store_clear (&listers->attachments);
  g_free (listers);
}

void
fit_listers_set_workload (FitListers *listers, const FitWorkload *w)
{
  FitWorkload *own = fit_workload_ref (w);

  store_set (&listers->workloads[own->kind], &own->meta, own);
  listers->version++;
}

void
fit_listers_set_pv (FitListers *listers, const FitPersistentVolume *pv)
{
  FitPersistentVolume *own = fit_pv_ref (pv);

  store_set (&listers->pvs, &own->meta, own);
  listers->storage_version++;
}

void
fit_listers_set_pvc (FitListers *listers, const FitPersistentVolumeClaim *pvc)
{
  FitPersistentVolumeClaim *own = fit_pvc_ref (pvc);

  store_set (&listers->pvcs, &own->meta, own);
  listers->storage_version++;
}

void
fit_listers_set_storage_class (FitListers *listers, const FitStorageClass *sc)
{
  FitStorageClass *own = fit_storage_class_ref (sc);

  store_set (&listers->storage_classes, &own->meta, own);
  listers->storage_version++;
}

void
fit_listers_set_csi_node (FitListers *listers, const FitCSINode *node)
{
  FitCSINode *own = fit_csi_node_ref (node);

  store_set (&listers->csi_nodes, &own->meta, own);
}

void
fit_listers_set_pdb (FitListers *listers, const FitPodDisruptionBudget *pdb)
{
  FitPodDisruptionBudget *own = fit_pdb_ref (pdb);

  store_set (&listers->pdbs, &own->meta, own);
}

void
fit_listers_set_namespace (FitListers *listers, const FitNamespace *namespace_)
{
  FitNamespace *own = fit_namespace_ref (namespace_);

  store_set (&listers->namespaces, &own->meta, own);
  listers->namespaces_version++;
}

void
fit_listers_set_csi_driver (FitListers *listers, const FitCSIDriver *driver)
{
  FitCSIDriver *own = fit_csi_driver_ref (driver);

  store_set (&listers->csi_drivers, &own->meta, own);
}

void
fit_listers_set_csi_storage_capacity (FitListers *listers,
                                      const FitCSIStorageCapacity *capacity)
{
  FitCSIStorageCapacity *own = fit_csi_storage_capacity_ref (capacity);

  store_set (&listers->storage_capacities, &own->meta, own);
}

void
fit_listers_set_volume_attachment (FitListers *listers,
                                   const FitVolumeAttachment *attachment)
{
  FitVolumeAttachment *own = fit_volume_attachment_ref (attachment);

  store_set (&listers->attachments, &own->meta, own);
  listers->storage_version++;
}

void
fit_listers_remove_workload (FitListers *listers, FitWorkloadKind kind,
                             const char *namespace_, const char *name)
{
  if (store_remove (&listers->workloads[kind], namespace_, name))
    listers->version++;
}

void
fit_listers_remove_pv (FitListers *listers, const char *name)
{
  if (store_remove (&listers->pvs, "", name))
    listers->storage_version++;
}

void
fit_listers_remove_pvc (FitListers *listers, const char *namespace_,
                        const char *name)
{
  if (store_remove (&listers->pvcs, namespace_, name))
    listers->storage_version++;
}

void
fit_listers_remove_storage_class (FitListers *listers, const char *name)
{
  if (store_remove (&listers->storage_classes, "", name))
    listers->storage_version++;
}

void
fit_listers_remove_csi_node (FitListers *listers, const char *name)
{
  store_remove (&listers->csi_nodes, "", name);
}

void
fit_listers_remove_pdb (FitListers *listers, const char *namespace_,
                        const char *name)
{
  store_remove (&listers->pdbs, namespace_, name);
}

void
fit_listers_remove_namespace (FitListers *listers, const char *name)
{
  if (store_remove (&listers->namespaces, "", name))
    listers->namespaces_version++;
}

void
fit_listers_remove_csi_driver (FitListers *listers, const char *name)
{
  store_remove (&listers->csi_drivers, "", name);
}

void
fit_listers_remove_csi_storage_capacity (FitListers *listers,
                                         const char *namespace_,
                                         const char *name)
{
  store_remove (&listers->storage_capacities, namespace_, name);
}

void
fit_listers_remove_volume_attachment (FitListers *listers, const char *name)
{
  if (store_remove (&listers->attachments, "", name))
    listers->storage_version++;
}

const GPtrArray *
fit_listers_workloads (const FitListers *listers, FitWorkloadKind kind,
                       const char *namespace_)
{
  return store_group (&listers->workloads[kind], namespace_);
}

const FitWorkload *
fit_listers_workload (const FitListers *listers, FitWorkloadKind kind,
                      const char *namespace_, const char *name)
{
  return store_get (&listers->workloads[kind], namespace_, name);
}

guint64
fit_listers_version (const FitListers *listers)
{
  return listers->version;
}

guint64
fit_listers_storage_version (const FitListers *listers)
{
  return listers->storage_version;
}

const FitPersistentVolume *
fit_listers_pv (const FitListers *listers, const char *name)
{
  return store_get (&listers->pvs, "", name);
}

const FitPersistentVolumeClaim *
fit_listers_pvc (const FitListers *listers, const char *namespace_,
                 const char *name)
{
  return store_get (&listers->pvcs, namespace_, name);
}

const FitStorageClass *
fit_listers_storage_class (const FitListers *listers, const char *name)
{
  return store_get (&listers->storage_classes, "", name);
}

const FitCSINode *
fit_listers_csi_node (const FitListers *listers, const char *name)
{
  return store_get (&listers->csi_nodes, "", name);
}

const FitNamespace *
fit_listers_namespace (const FitListers *listers, const char *name)
{
  return store_get (&listers->namespaces, "", name);
}

const FitCSIDriver *
fit_listers_csi_driver (const FitListers *listers, const char *name)
{
  return store_get (&listers->csi_drivers, "", name);
}

const GPtrArray *
fit_listers_namespaces (const FitListers *listers)
{
  return listers->namespaces.all->objects;
}

guint64
fit_listers_namespaces_version (const FitListers *listers)
{
  return listers->namespaces_version;
}

const GPtrArray *
fit_listers_storage_capacities (const FitListers *listers,
                                const char *storage_class)
{
  return store_group (&listers->storage_capacities, storage_class);
}

const GPtrArray *
fit_listers_attachments (const FitListers *listers, const char *node_name)
{
  return store_group (&listers->attachments, node_name);
}

const GPtrArray *
fit_listers_pvs (const FitListers *listers)
{
  return listers->pvs.all->objects;
}

const GPtrArray *
fit_listers_pvs_of_class (const FitListers *listers, const char *class_name)
{
  return store_group (&listers->pvs, class_name);
}

const GPtrArray *
fit_listers_pdbs (const FitListers *listers)
{
  return listers->pdbs.all->objects;
}
