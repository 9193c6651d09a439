/* live-objects.c - stores the objects of a simulated cluster by name and by UID */
#include "simulate/live-objects.h"

#include <string.h>

/* -- objects of any kind --------------------------------------------------- */

typedef gpointer (*RefFunc) (gconstpointer object);
typedef void (*UnrefFunc) (gconstpointer object);

#define ROW(Struct, name, namespaced)                                        \
  {                                                                          \
    (RefFunc) fit_##name##_ref, (UnrefFunc) fit_##name##_unref,              \
        (GDestroyNotify) fit_##name##_unref, G_STRUCT_OFFSET (Struct, meta), \
        namespaced                                                           \
  }

static const struct
{
  RefFunc ref;
  UnrefFunc unref;
  GDestroyNotify destroy;
  gsize meta;
  gboolean namespaced;
} kinds[] = {
  [FIT_KIND_NODE] = ROW (FitNode, node, FALSE),
  [FIT_KIND_POD] = ROW (FitPod, pod, TRUE),
  [FIT_KIND_SERVICE] = ROW (FitWorkload, workload, TRUE),
  [FIT_KIND_REPLICATION_CONTROLLER] = ROW (FitWorkload, workload, TRUE),
  [FIT_KIND_REPLICA_SET] = ROW (FitWorkload, workload, TRUE),
  [FIT_KIND_STATEFUL_SET] = ROW (FitWorkload, workload, TRUE),
  [FIT_KIND_PERSISTENT_VOLUME] = ROW (FitPersistentVolume, pv, FALSE),
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM]
  = ROW (FitPersistentVolumeClaim, pvc, TRUE),
  [FIT_KIND_STORAGE_CLASS] = ROW (FitStorageClass, storage_class, FALSE),
  [FIT_KIND_CSI_NODE] = ROW (FitCSINode, csi_node, FALSE),
  [FIT_KIND_POD_DISRUPTION_BUDGET] = ROW (FitPodDisruptionBudget, pdb, TRUE),
  [FIT_KIND_PRIORITY_CLASS] = ROW (FitPriorityClass, priority_class, FALSE),
  [FIT_KIND_NAMESPACE] = ROW (FitNamespace, namespace, FALSE),
  [FIT_KIND_CSI_DRIVER] = ROW (FitCSIDriver, csi_driver, FALSE),
  [FIT_KIND_CSI_STORAGE_CAPACITY]
  = ROW (FitCSIStorageCapacity, csi_storage_capacity, TRUE),
  [FIT_KIND_VOLUME_ATTACHMENT]
  = ROW (FitVolumeAttachment, volume_attachment, FALSE),
  [FIT_KIND_LIMIT_RANGE] = ROW (FitLimitRange, limit_range, TRUE),
  [FIT_KIND_RESOURCE_QUOTA] = ROW (FitResourceQuota, resource_quota, TRUE),
};
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_KIND_LAST);

gconstpointer
fit_object_ref (FitKind kind, gconstpointer object)
{
  return object != NULL ? kinds[kind].ref (object) : NULL;
}

void
fit_object_unref (FitKind kind, gconstpointer object)
{
  if (object != NULL)
    kinds[kind].unref (object);
}

const FitObjectMeta *
fit_object_meta (FitKind kind, gconstpointer object)
{
  return (const FitObjectMeta *) ((const char *) object + kinds[kind].meta);
}

gboolean
fit_kind_namespaced (FitKind kind)
{
  return kinds[kind].namespaced;
}

gboolean
fit_kind_from_name (const char *name, FitKind *out_kind)
{
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    if (strcmp (fit_kind_name ((FitKind) i), name) == 0)
      {
        *out_kind = (FitKind) i;
        return TRUE;
      }
  return FALSE;
}

char *
fit_object_text (FitKind kind, const char *namespace_, const char *name)
{
  if (*namespace_ == '\0')
    return g_strconcat (fit_kind_name (kind), " ", name, NULL);
  return g_strconcat (fit_kind_name (kind), " ", namespace_, "/", name, NULL);
}

/* -- live objects ---------------------------------------------------------- */

struct _FitLiveObjects
{
  GHashTable *of[FIT_KIND_LAST]; /* owned, sets of FitLiveObject */
  GHashTable *pods; /* owned: UID (borrowed from the pod) -> FitLiveObject */
  guint64 sequence;
};

static guint
object_hash (gconstpointer data)
{
  const FitLiveObject *object = data;

  return g_str_hash (object->name) ^ g_direct_hash (object->namespace_);
}

static gboolean
object_equal (gconstpointer a, gconstpointer b)
{
  const FitLiveObject *x = a, *y = b;

  return x->namespace_ == y->namespace_ && strcmp (x->name, y->name) == 0;
}

FitLiveObjects *
fit_live_objects_new (void)
{
  FitLiveObjects *live = g_new0 (FitLiveObjects, 1);

  for (guint i = 0; i < FIT_KIND_LAST; i++)
    live->of[i] = g_hash_table_new (object_hash, object_equal);
  live->pods = g_hash_table_new (g_str_hash, g_str_equal);
  return live;
}

static void
free_object (FitKind kind, FitLiveObject *object)
{
  fit_object_unref (kind, object->object);
  g_free (object->reason);
  g_free (object->message);
  g_free (object);
}

void
fit_live_objects_free (FitLiveObjects *live)
{
  if (live == NULL)
    return;
  g_hash_table_unref (live->pods);
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      GHashTableIter iter;
      gpointer object;

      g_hash_table_iter_init (&iter, live->of[i]);
      while (g_hash_table_iter_next (&iter, &object, NULL))
        free_object ((FitKind) i, object);
      g_hash_table_unref (live->of[i]);
    }
  g_free (live);
}

FitLiveObject *
fit_live_objects_find (const FitLiveObjects *live, FitKind kind,
                       const char *namespace_, const char *name)
{
  const FitLiveObject key = { .namespace_ = namespace_, .name = name };

  return g_hash_table_lookup (live->of[kind], &key);
}

FitLiveObject *
fit_live_objects_find_pod (const FitLiveObjects *live, const char *uid)
{
  return g_hash_table_lookup (live->pods, uid);
}

static void
add_uid (FitLiveObjects *live, FitKind kind, FitLiveObject *object)
{
  const FitObjectMeta *meta = fit_object_meta (kind, object->object);

  if (kind == FIT_KIND_POD && *meta->uid != '\0')
    g_hash_table_insert (live->pods, meta->uid, object);
}

static void
remove_uid (FitLiveObjects *live, FitKind kind, const FitLiveObject *object)
{
  const FitObjectMeta *meta = fit_object_meta (kind, object->object);

  if (kind == FIT_KIND_POD
      && fit_live_objects_find_pod (live, meta->uid) == object)
    g_hash_table_remove (live->pods, meta->uid);
}

static void
set_object (FitKind kind, FitLiveObject *live_object, gconstpointer object)
{
  const FitObjectMeta *meta = fit_object_meta (kind, object);

  live_object->object = fit_object_ref (kind, object);
  live_object->namespace_ = meta->namespace_;
  live_object->name = meta->name;
}

FitLiveObject *
fit_live_objects_put (FitLiveObjects *live, FitKind kind, gconstpointer object)
{
  const FitObjectMeta *meta = fit_object_meta (kind, object);
  FitLiveObject *found
      = fit_live_objects_find (live, kind, meta->namespace_, meta->name);

  if (found != NULL)
    {
      gconstpointer old = found->object;

      remove_uid (live, kind, found);
      set_object (kind, found, object);
      add_uid (live, kind, found);
      fit_object_unref (kind, old);
      return found;
    }
  found = g_new0 (FitLiveObject, 1);
  found->sequence = ++live->sequence;
  set_object (kind, found, object);
  g_hash_table_add (live->of[kind], found);
  add_uid (live, kind, found);
  return found;
}

void
fit_live_objects_remove (FitLiveObjects *live, FitKind kind,
                         FitLiveObject *object)
{
  g_hash_table_remove (live->of[kind], object);
  remove_uid (live, kind, object);
  free_object (kind, object);
}

guint
fit_live_objects_count (const FitLiveObjects *live, FitKind kind)
{
  return g_hash_table_size (live->of[kind]);
}

static gint
by_sequence (gconstpointer a, gconstpointer b)
{
  const FitLiveObject *x = *(const FitLiveObject *const *) a;
  const FitLiveObject *y = *(const FitLiveObject *const *) b;

  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

GPtrArray *
fit_live_objects_list (const FitLiveObjects *live, FitKind kind)
{
  GPtrArray *list = g_ptr_array_sized_new (g_hash_table_size (live->of[kind]));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, live->of[kind]);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (list, key);
  g_ptr_array_sort (list, by_sequence);
  for (guint i = 0; i < list->len; i++)
    {
      const FitLiveObject *object = list->pdata[i];

      list->pdata[i] = (gpointer) fit_object_ref (kind, object->object);
    }
  g_ptr_array_set_free_func (list, kinds[kind].destroy);
  return list;
}
