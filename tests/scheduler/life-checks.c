/* What is true of a scheduler at any time, whatever has happened to it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/random-life.h"

#include <string.h>

/* Where the scheduler has a pod; places are counted. */
typedef struct
{
  guint queued, assumed, fetched;
} Found;

static gboolean
same_uid (const FitPod *a, const FitPod *b)
{
  return strcmp (a->meta.uid, b->meta.uid) == 0;
}

static Found
find (const Life *life, const FitPod *pod)
{
  const FitQueueEntry *entry
      = fit_scheduling_queue_find (life->scene.queue, pod);

  return (Found){
    .queued = entry != NULL && same_uid (entry->pod, pod),
    .assumed = fit_cache_is_assumed (life->scene.cache, pod),
    .fetched
    = GPOINTER_TO_UINT (g_hash_table_lookup (life->reading, pod->meta.name)),
  };
}

/* What fit_scheduler_place() has to say. */
static gboolean
is_right_place (const Found *found, FitPodPlace place)
{
  if (found->queued)
    return place == FIT_POD_QUEUED;
  if (found->assumed)
    return place == FIT_POD_WAITING || place == FIT_POD_BINDING
           || place == FIT_POD_BOUND;
  return place == FIT_POD_REFETCHED;
}

/* A pod that the scheduler was told of, and that waits for a node. */
static void
check_waiting_pod (const Life *life, const FitPod *pod)
{
  Found found = find (life, pod);
  guint n = found.queued + found.assumed + found.fetched;
  FitPodPlace place = fit_scheduler_place (life->scene.scheduler, pod);

  if (n == 0 || place == FIT_POD_UNKNOWN)
    life_fail (life, pod, "is lost");
  if (n == 1 && !is_right_place (&found, place))
    life_fail (life, pod, "is said to be in place %u", place);
  if (n == 1 && place == FIT_POD_QUEUED)
    g_hash_table_remove (life->touched, pod->meta.name);
  /* v1.16 queues a pod that changes while it is nowhere in the queue, and reads
   * a pod again that has only the name of the one that has failed. */
  if (n > 1 && !g_hash_table_contains (life->touched, pod->meta.name)
      && !g_hash_table_contains (life->outlived, pod->meta.name))
    life_fail (life, pod,
               "is in several places: queued %u, assumed %u, read again %u",
               found.queued, found.assumed, found.fetched);
}

/* A pod that the scheduler was told to run. */
static void
check_running_pod (const Life *life, const FitPod *pod)
{
  const FitPod *counted = fit_cache_find_pod (life->scene.cache, pod->meta.uid);
  const FitQueueEntry *entry
      = fit_scheduling_queue_find (life->scene.queue, pod);

  if (counted == NULL || counted->node_name != pod->node_name
      || fit_cache_is_assumed (life->scene.cache, pod))
    life_fail (life, pod, "does not count on %s", pod->node_name);
  if (entry != NULL && same_uid (entry->pod, pod))
    life_fail (life, pod, "runs, and is queued");
}

static void
check_told_pods (const Life *life)
{
  GHashTableIter iter;
  gpointer told;

  g_hash_table_iter_init (&iter, life->told);
  while (g_hash_table_iter_next (&iter, NULL, &told))
    {
      const FitPod *pod = told;
      const FitPod *live = fake_world_live_pod (&life->scene.world, pod);

      if (fit_pod_terminal (pod))
        continue;
      if (*pod->node_name != '\0')
        check_running_pod (life, pod);
      else if (live != NULL && same_uid (live, pod) && life_is_ours (live)
               && !fit_object_meta_deleting (&live->meta)
               && !fit_object_meta_deleting (&pod->meta))
        check_waiting_pod (life, pod);
    }
}

/* The scheduler will be told that @pod has gone. */
static gboolean
will_be_told (const Life *life, const FitPod *pod)
{
  const GPtrArray *updates = life->scene.world.updates;

  for (guint i = 0; i < updates->len; i++)
    {
      const FakeUpdate *update = updates->pdata[i];

      if (update->kind == FIT_KIND_POD && update->old_object != NULL
          && same_uid (update->old_object, pod))
        return TRUE;
    }
  return FALSE;
}

/* Nobody is queued that is neither there nor was there a moment ago. */
static void
check_queue (const Life *life)
{
  for (guint name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    {
      g_autoptr (GPtrArray) list
          = fit_scheduling_queue_list (life->scene.queue, (FitQueueName) name);

      for (guint i = 0; i < list->len; i++)
        {
          const FitQueueEntry *entry = list->pdata[i];
          const FitPod *pod = entry->pod;

          assert_ptr_equal (fit_scheduling_queue_find (life->scene.queue, pod),
                            entry);
          if (!g_hash_table_contains (life->told, pod->meta.name)
              && fake_world_live_pod (&life->scene.world, pod) == NULL
              && !will_be_told (life, pod))
            life_fail (life, pod, "is queued, but gone");
        }
    }
}

/* Nobody counts that was neither told of nor chosen by the scheduler. */
static void
check_cache (const Life *life)
{
  const FitCache *cache = life->scene.cache;

  for (guint n = 0; n < fit_cache_n_slots (cache); n++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, n);

      for (guint i = 0; i < node->n_pods; i++)
        {
          const FitPod *pod = node->pods[i];
          const FitPod *told = g_hash_table_lookup (life->told, pod->meta.name);

          if (!fit_cache_is_assumed (cache, pod)
              && (told == NULL || !same_uid (told, pod)
                  || told->node_name != node->name))
            life_fail (life, pod, "counts on %s", node->name);
        }
    }
}

void
check_places (const Life *life)
{
  check_told_pods (life);
  check_queue (life);
  check_cache (life);
}
