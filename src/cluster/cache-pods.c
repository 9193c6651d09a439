/* cache-pods.c - the states of a pod in the cache: assumed, confirmed, expired,
 * removed
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache-private.h"

#include <string.h>

/* -- counting -------------------------------------------------------------- */

static void
count_on_node (FitCache *cache, FitPodState *state)
{
  FitNodeInfo *info = fit_cache_get_info (cache, state->pod->node_name);

  fit_node_info_add_pod (info, state->pod);
  fit_cache_info_changed (cache, info);
  state->node = info->index;
}

static gboolean
uncount_on_node (FitCache *cache, const FitPodState *state, GError **error)
{
  FitNodeInfo *info = fit_cache_info (cache, state->node);

  if (!fit_node_info_remove_pod (info, state->pod, error))
    return FALSE;
  fit_cache_info_changed (cache, info);
  fit_cache_drop_if_empty (cache, info);
  return TRUE;
}

static FitPodState *
new_state (FitCache *cache, const FitPod *pod)
{
  FitPodState *state = g_new0 (FitPodState, 1);

  state->pod = fit_pod_ref (pod);
  state->sequence = ++cache->sequence;
  state->deadline_ns = FIT_TIME_NONE;
  g_hash_table_insert (cache->pods, (gpointer) state->pod->meta.uid, state);
  count_on_node (cache, state);
  return state;
}

/* The table's key belongs to the pod that it maps to. */
static void
set_pod (FitCache *cache, FitPodState *state, const FitPod *pod)
{
  const FitPod *old = state->pod;

  state->pod = fit_pod_ref (pod);
  g_hash_table_steal (cache->pods, old->meta.uid);
  g_hash_table_insert (cache->pods, (gpointer) state->pod->meta.uid, state);
  fit_pod_unref (old);
}

static gboolean
forget (FitCache *cache, FitPodState *state, GError **error)
{
  if (!uncount_on_node (cache, state, error))
    return FALSE;
  if (state->assumed != NULL)
    g_queue_delete_link (&cache->assumed, state->assumed);
  g_hash_table_remove (cache->pods, state->pod->meta.uid);
  return TRUE;
}

/* Finds the state of @pod.  Returns: FALSE for a pod without UID */
static gboolean
find_state (const FitCache *cache, const FitPod *pod, FitPodState **out_state,
            GError **error)
{
  if (!*pod->meta.uid)
    return fit_fail (error, FIT_ERROR_SCHEDULE,
                     "Cannot get cache key for pod with empty UID");
  *out_state = g_hash_table_lookup (cache->pods, pod->meta.uid);
  return TRUE;
}

/* Fails with the pod's UID and @what. */
static gboolean
fail (GError **error, const FitPod *pod, const char *what)
{
  return fit_fail (error, FIT_ERROR_SCHEDULE, "pod %s %s", pod->meta.uid, what);
}

/* v1.16 exits here. */
static gboolean
fail_corrupted (GError **error, const FitPod *pod, const FitPod *cached)
{
  return fit_fail (
      error, FIT_ERROR_INTERNAL,
      "Schedulercache is corrupted and can badly affect scheduling decisions: pod %s is "
      "cached on %s, not on %s",
      pod->meta.uid, cached->node_name, pod->node_name);
}

/* -- the states ------------------------------------------------------------ */

gboolean
fit_cache_assume_pod (FitCache *cache, const FitPod *pod, GError **error)
{
  FitPodState *state;

  if (!find_state (cache, pod, &state, error))
    return FALSE;
  if (state != NULL)
    return fail (error, pod, "is in the cache, so can't be assumed");
  state = new_state (cache, pod);
  g_queue_push_tail (&cache->assumed, state);
  state->assumed = cache->assumed.tail;
  return TRUE;
}

void
fit_cache_finish_binding (FitCache *cache, const FitPod *pod,
                          gint64 deadline_ns)
{
  FitPodState *state = g_hash_table_lookup (cache->pods, pod->meta.uid);

  if (state != NULL && state->assumed != NULL)
    state->deadline_ns = deadline_ns;
}

gboolean
fit_cache_forget_pod (FitCache *cache, const FitPod *pod, GError **error)
{
  FitPodState *state;

  if (!find_state (cache, pod, &state, error))
    return FALSE;
  if (state != NULL && state->pod->node_name != pod->node_name)
    return fit_fail (error, FIT_ERROR_SCHEDULE,
                     "pod %s was assumed on %s but assigned to %s",
                     pod->meta.uid, pod->node_name, state->pod->node_name);
  if (state == NULL || state->assumed == NULL)
    return fail (error, pod, "wasn't assumed so cannot be forgotten");
  return forget (cache, state, error);
}

gboolean
fit_cache_add_pod (FitCache *cache, const FitPod *pod, GError **error)
{
  FitPodState *state;

  if (!find_state (cache, pod, &state, error))
    return FALSE;
  if (state != NULL && state->assumed == NULL)
    return fail (error, pod, "was already in added state");
  if (state == NULL)
    new_state (cache, pod);
  else
    {
      const gboolean elsewhere = state->pod->node_name != pod->node_name;

      if (elsewhere && !uncount_on_node (cache, state, error))
        return FALSE;
      /* If the node is the same, an object that counts differently waits for
       * the next update, as in v1.16. */
      if (!elsewhere && state->pod->spec == pod->spec
          && state->pod->meta.labels == pod->meta.labels
          && state->pod->meta.deletion_time_ns == pod->meta.deletion_time_ns
          && state->pod->start_time_ns == pod->start_time_ns
          && state->pod->phase == pod->phase
          && state->pod->nominated_node_name == pod->nominated_node_name)
        {
          /* Lets go of the object that was assumed. */
          fit_node_info_replace_pod (fit_cache_info (cache, state->node), pod);
          fit_snapshot_replace_pod (cache, state->node, state->pod, pod);
        }
      set_pod (cache, state, pod);
      if (elsewhere)
        count_on_node (cache, state);
      state->deadline_ns = FIT_TIME_NONE;
      g_queue_delete_link (&cache->assumed, g_steal_pointer (&state->assumed));
    }
  return TRUE;
}

gboolean
fit_cache_update_pod (FitCache *cache, const FitPod *old_pod,
                      const FitPod *new_pod, GError **error)
{
  FitPodState *state;

  if (!find_state (cache, old_pod, &state, error))
    return FALSE;
  if (state == NULL || state->assumed != NULL)
    return fail (error, old_pod,
                 "is not added to scheduler cache, so cannot be updated");
  if (state->pod->node_name != new_pod->node_name)
    return fail_corrupted (error, new_pod, state->pod);
  if (strcmp (old_pod->meta.uid, new_pod->meta.uid) != 0
      && fit_cache_find_pod (cache, new_pod->meta.uid) != NULL)
    return fail (error, new_pod, "was already in added state");
  if (!uncount_on_node (cache, state, error))
    return FALSE;
  set_pod (cache, state, new_pod);
  count_on_node (cache, state);
  return TRUE;
}

gboolean
fit_cache_remove_pod (FitCache *cache, const FitPod *pod, GError **error)
{
  FitPodState *state;

  if (!find_state (cache, pod, &state, error))
    return FALSE;
  if (state == NULL || state->assumed != NULL)
    return fail (
        error, pod,
        "is not found in scheduler cache, so cannot be removed from it");
  if (state->pod->node_name != pod->node_name)
    return fail_corrupted (error, pod, state->pod);
  return forget (cache, state, error);
}

GPtrArray *
fit_cache_expire_pods (FitCache *cache, gint64 now_ns)
{
  GPtrArray *expired = g_ptr_array_new_with_free_func (fit_object_unref);

  for (GList *link = cache->assumed.head, *next; link != NULL; link = next)
    {
      FitPodState *state = link->data;
      g_autoptr (FitPod) pod = fit_pod_ref (state->pod);

      next = link->next; /* forgetting the pod removes @link */
      if (state->deadline_ns != FIT_TIME_NONE && now_ns > state->deadline_ns
          && forget (cache, state, NULL))
        g_ptr_array_add (expired, g_steal_pointer (&pod));
    }
  return expired;
}

const FitPod *
fit_cache_find_pod (const FitCache *cache, const char *uid)
{
  const FitPodState *state = g_hash_table_lookup (cache->pods, uid);

  return state != NULL ? state->pod : NULL;
}

gboolean
fit_cache_is_assumed (const FitCache *cache, const FitPod *pod)
{
  const FitPodState *state = g_hash_table_lookup (cache->pods, pod->meta.uid);

  return state != NULL && state->assumed != NULL;
}

guint
fit_cache_n_pods (const FitCache *cache, guint *out_assumed)
{
  if (out_assumed != NULL)
    *out_assumed = cache->assumed.length;
  return g_hash_table_size (cache->pods);
}
