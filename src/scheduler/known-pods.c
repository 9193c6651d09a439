/* known-pods.c - pods without a node, as the source has reported them, and
 * where the scheduler has a pod
 *
 * Later releases read these from their informers instead of the API server.
 * Plugins also need them to look at pods that are not being tried.  Pods with a
 * node are in the cache.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include <string.h>

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

/* The queue and refetching identify pods by namespace and name; an assumed pod
 * is identified by its UID. */
static FitPodPlace
place_by_work (const FitScheduler *scheduler, const FitPod *pod)
{
  const GQueue *works = fit_pod_works_named (scheduler->works, pod);
  FitPodPlace place = FIT_POD_UNKNOWN;

  for (GList *link = works != NULL ? works->head : NULL; link != NULL;
       link = link->next)
    {
      const FitPodWork *work = link->data;

      if (work->place == FIT_POD_REFETCHED)
        place = FIT_POD_REFETCHED;
      else if (work->place != FIT_POD_UNKNOWN
               && strcmp (work->task.pod->meta.uid, pod->meta.uid) == 0)
        return work->place;
    }
  return place;
}

FitPodPlace
fit_scheduler_place (FitScheduler *scheduler, const FitPod *pod)
{
  const FitPodPlace place = place_by_work (scheduler, pod);

  /* An assumed pod may also be queued or refetched: see pending_updated(). */
  if (place == FIT_POD_WAITING || place == FIT_POD_BINDING)
    return place;
  if (fit_scheduling_queue_find (scheduler->queue, pod) != NULL)
    return FIT_POD_QUEUED;
  if (fit_cache_is_assumed (scheduler->cache, pod))
    return FIT_POD_BOUND;
  return place;
}
