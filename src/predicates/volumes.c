/* volumes.c - finds the claims of a pod, and collects sets of attached volumes */
#include "predicates/volumes.h"

#include "cluster/listers-private.h"

typedef struct
{
  guint64 generation; /* of the node when the entry was stored */
  GArray *volumes;    /* (nullable) owned reference */
} MemoEntry;

struct _FitAttachedMemo
{
  FitCache *cache;         /* borrowed */
  guint64 storage_version; /* of the listers, for all entries */
  GArray *entries;         /* owned: MemoEntry by node index */
};

gboolean
fit_pod_has_claims (const FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (fit_volume_is_claim (&pod->spec->volumes[i]))
      return TRUE;
  return FALSE;
}

gboolean
fit_claim_has_name (const FitVolume *volume, GError **error)
{
  if (*volume->id)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                       "PersistentVolumeClaim had no name");
  return FALSE;
}

gboolean
fit_claim_is_own (const FitPersistentVolumeClaim *claim,
                  const FitVolume *volume, const FitPod *pod, GError **error)
{
  g_autofree char *problem = NULL;

  if (volume->type == FIT_VOLUME_EPHEMERAL_CLAIM)
    problem = fit_pvc_foreign (claim, pod);
  if (!problem)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, problem);
  return FALSE;
}

char *
fit_missing_claim (const FitListers *listers, const FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;

      if (!fit_volume_is_claim (volume) || !*volume->id)
        continue;
      claim = fit_listers_pvc (listers, pod->meta.namespace_, volume->id);
      if (!claim)
        return g_strdup_printf (
            "looking up PVC %s/%s: persistentvolumeclaim \"%s\" not found",
            pod->meta.namespace_, volume->id, volume->id);
      if (!fit_claim_is_own (claim, volume, pod, NULL))
        return NULL;
    }
  return NULL;
}

/* Any order that puts equal ones together. */
static gint
compare (gconstpointer a, gconstpointer b)
{
  const FitAttachedVolume *left = a, *right = b;

  if (left->id != right->id)
    return (guintptr) left->id < (guintptr) right->id ? -1 : 1;
  return g_strcmp0 (left->driver, right->driver);
}

GArray *
fit_attached_volumes_new (void)
{
  return g_array_sized_new (FALSE, FALSE, sizeof (FitAttachedVolume), 8);
}

void
fit_attached_volumes_add (GArray *volumes, gconstpointer id, const char *driver)
{
  const FitAttachedVolume volume = { id, driver };

  g_array_append_val (volumes, volume);
}

void
fit_attached_volumes_unique (GArray *volumes)
{
  FitAttachedVolume *items = (FitAttachedVolume *) (gpointer) volumes->data;
  guint n = 0;

  g_array_sort (volumes, compare);
  for (guint i = 0; i < volumes->len; i++)
    if (n == 0 || compare (&items[n - 1], &items[i]) != 0)
      items[n++] = items[i];
  g_array_set_size (volumes, n);
}

gboolean
fit_attached_volumes_contain (const GArray *volumes,
                              const FitAttachedVolume *volume)
{
  return g_array_binary_search ((GArray *) volumes, volume, compare, NULL);
}

static void
entry_clear (gpointer data)
{
  g_clear_pointer (&((MemoEntry *) data)->volumes, g_array_unref);
}

FitAttachedMemo *
fit_attached_memo_new (FitCache *cache)
{
  FitAttachedMemo *memo = g_new0 (FitAttachedMemo, 1);

  memo->cache = cache;
  memo->entries = g_array_new (FALSE, TRUE, sizeof (MemoEntry));
  g_array_set_clear_func (memo->entries, entry_clear);
  return memo;
}

void
fit_attached_memo_free (FitAttachedMemo *memo)
{
  if (!memo)
    return;
  g_array_unref (memo->entries);
  g_free (memo);
}

void
fit_attached_memo_prepare (FitAttachedMemo *memo)
{
  const guint64 version
      = fit_listers_storage_version (fit_cache_listers (memo->cache));

  if (memo->storage_version != version)
    g_array_set_size (memo->entries, 0);
  memo->storage_version = version;
  g_array_set_size (memo->entries, fit_cache_n_slots (memo->cache));
}

/* A node that is not the cache's own is a what-if copy: its pods may differ
 * from what its generation says. */
static MemoEntry *
entry_of (const FitAttachedMemo *memo, const FitNodeInfo *node)
{
  return node == fit_cache_node (memo->cache, node->index)
             ? &g_array_index (memo->entries, MemoEntry, node->index)
             : NULL;
}

GArray *
fit_attached_memo_get (const FitAttachedMemo *memo, const FitNodeInfo *node)
{
  const MemoEntry *entry = entry_of (memo, node);

  return entry && entry->volumes && entry->generation == node->generation
             ? g_array_ref (entry->volumes)
             : NULL;
}

void
fit_attached_memo_put (FitAttachedMemo *memo, const FitNodeInfo *node,
                       GArray *volumes)
{
  MemoEntry *entry = entry_of (memo, node);

  if (!entry)
    return;
  entry_clear (entry);
  entry->generation = node->generation;
  entry->volumes = g_array_ref (volumes);
}
