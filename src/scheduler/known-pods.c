/* known-pods.c - pods without a node, as the source has reported them
 *
 * Later releases read these from their informers instead of the API server.
 * Plugins also need them to look at pods that are not being tried.  Pods with a
 * node are in the cache.
 */
#include "scheduler/scheduler-private.h"

static char *
key_of (const FitPod *pod)
{
  return g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name);
}

void
fit_scheduler_make_known (FitScheduler *scheduler)
{
  scheduler->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            fit_object_unref);
}

void
fit_scheduler_tell_known (FitScheduler *scheduler, const FitPod *old_pod,
                          const FitPod *new_pod)
{
  if (new_pod != NULL && *new_pod->node_name == '\0')
    g_hash_table_replace (scheduler->known, key_of (new_pod),
                          fit_pod_ref (new_pod));
  else
    {
      g_autofree char *key = key_of (new_pod != NULL ? new_pod : old_pod);

      g_hash_table_remove (scheduler->known, key);
    }
}

const FitPod *
fit_scheduler_known_pod (const FitScheduler *scheduler, const FitPod *pod)
{
  g_autofree char *key = key_of (pod);

  return g_hash_table_lookup (scheduler->known, key);
}

/* Assumed pods are in the cache too: they have a node there. */
static void
each_pod (gpointer source, FitPodFunc func, gpointer data)
{
  const FitScheduler *scheduler = source;
  const FitPluginHandle placed = { .cache = scheduler->cache };
  GHashTableIter iter;
  gpointer pod;

  fit_plugin_handle_each_pod (&placed, func, data);
  g_hash_table_iter_init (&iter, scheduler->known);
  while (g_hash_table_iter_next (&iter, NULL, &pod))
    if (fit_cache_find_pod (scheduler->cache, ((FitPod *) pod)->meta.uid)
        == NULL)
      func (pod, data);
}

FitPodSource
fit_scheduler_pod_source (FitScheduler *scheduler)
{
  return (FitPodSource){ each_pod, scheduler };
}
