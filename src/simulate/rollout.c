/* rollout.c - the steps of the Deployment controller, with a scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/rollout.h"

#include <string.h>

#include "api/raw.h"
#include "base/each.h"
#include "simulate/place-pods.h"
#include "simulate/what-if-private.h"

/* -- the plan -------------------------------------------------------------- */

#define DEFAULT_PERCENT 25

/* Pods that are cheaper to find one by one than to sort. */
#define FEW_PODS 10

static gboolean
fail_amount (const char *field, const char *text, GError **error)
{
  return fit_fail (error, FIT_ERROR_SCHEMA,
                   "spec.strategy.rollingUpdate.%s: found \"%s\", expected a "
                   "number of pods or a percentage like 25%%",
                   field, text);
}

/* A number of pods, or a percentage of @replicas. */
static gboolean
read_amount (const FitValue *rolling, const char *field, guint replicas,
             gboolean up, guint *out, GError **error)
{
  const FitValue *value = fit_value_get (rolling, field);
  guint64 number = DEFAULT_PERCENT;
  g_autofree char *digits = NULL;
  gboolean percent = TRUE;

  if (value != NULL && value->type != FIT_VALUE_NULL)
    {
      if (value->type != FIT_VALUE_NUMBER && value->type != FIT_VALUE_STRING)
        return fail_amount (field, "?", error);
      percent = g_str_has_suffix (value->text, "%");
      digits = g_strndup (value->text, strlen (value->text) - percent);
      if (!g_ascii_string_to_unsigned (digits, 10, 0, G_MAXINT32, &number,
                                       NULL))
        return fail_amount (field, value->text, error);
    }
  *out = (guint) MIN (!percent ? number
                               : (number * replicas + (up ? 99 : 0)) / 100,
                      (guint64) G_MAXINT32);
  return TRUE;
}

gboolean
fit_rollout_plan (const FitController *deployment, FitRolloutPlan *out_plan,
                  GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *strategy = fit_value_get (
      fit_value_get (fit_raw_read (arena, deployment->meta.raw), "spec"),
      "strategy");
  const FitValue *rolling = fit_value_get (strategy, "rollingUpdate");
  FitRolloutPlan plan = { .replicas = (guint) deployment->replicas };

  plan.recreate
      = g_strcmp0 (fit_value_get_string (strategy, "type"), "Recreate") == 0;
  if (!read_amount (rolling, "maxSurge", plan.replicas, TRUE, &plan.max_surge,
                    error)
      || !read_amount (rolling, "maxUnavailable", plan.replicas, FALSE,
                       &plan.max_unavailable, error))
    return FALSE;
  /* Otherwise nothing could ever change. */
  if (plan.max_surge == 0 && plan.max_unavailable == 0)
    plan.max_unavailable = 1;
  plan.max_unavailable = MIN (plan.max_unavailable, plan.replicas);
  *out_plan = plan;
  return TRUE;
}

/* -- pods come and go ------------------------------------------------------ */

typedef struct
{
  FitSimulation *simulation;
  FitCache *cache;
  const FitRolloutPlan *plan;
  GArray *old;        /* owned, of FitRankedPod */
  GPtrArray *waiting; /* owned, of FitPod: new, without a node */
  const GPtrArray *fresh;
  guint n_started; /* of @fresh */
  FitRollout *out;
} Rolling;

static const FitPod *
old_pod (const Rolling *rolling, guint index)
{
  return g_array_index (rolling->old, FitRankedPod, index).pod;
}

static gboolean
is_available (const Rolling *rolling, const FitPod *pod)
{
  return fit_cache_find_pod (rolling->cache, pod->meta.uid) != NULL;
}

static guint
count_available (const Rolling *rolling)
{
  guint n = rolling->out->pods->len;

  for (guint i = 0; i < rolling->old->len; i++)
    n += is_available (rolling, old_pod (rolling, i));
  return n;
}

static gboolean
remove_old (Rolling *rolling, guint index, GError **error)
{
  const FitPod *there
      = fit_cache_find_pod (rolling->cache, old_pod (rolling, index)->meta.uid);

  g_array_remove_index (rolling->old, index);
  if (there == NULL)
    return TRUE;
  if (!fit_cache_is_assumed (rolling->cache, there))
    return fit_cache_remove_pod (rolling->cache, there, error);
  fit_volume_binder_revert (fit_cache_volume_binder (rolling->cache), there);
  return fit_cache_forget_pod (rolling->cache, there, error);
}

static gint
compare_backwards (gconstpointer a, gconstpointer b)
{
  return fit_ranked_pods_compare (b, a);
}

/* Returns: the old pod that goes next: one without a node, or any; -1 if there
 * is none.  @sorted: the last one goes first */
static gint
find_next (const Rolling *rolling, gboolean any, gboolean sorted)
{
  gint next = -1;

  for (guint i = rolling->old->len; i-- > 0 && (next < 0 || !sorted);)
    if ((any || !is_available (rolling, old_pod (rolling, i)))
        && (next < 0
            || fit_ranked_pods_compare (
                   &g_array_index (rolling->old, FitRankedPod, i),
                   &g_array_index (rolling->old, FitRankedPod, next))
                   < 0))
      next = (gint) i;
  return next;
}

/* Removes up to @most old pods; only those without a node, or any.  Few are
 * looked for one by one, many are sorted. */
static gboolean
remove_up_to (Rolling *rolling, guint most, gboolean any, guint *inout_removed,
              GError **error)
{
  const gboolean sort = most > FEW_PODS;

  if (most > 0)
    {
      const GPtrArray *fresh = rolling->out->pods;
      g_autoptr (GPtrArray) others = g_ptr_array_new ();

      /* Where the pods are now. */
      FIT_EACH_OF (FitRankedPod, old, rolling->old)
        {
          const FitPod *there
              = fit_cache_find_pod (rolling->cache, old->pod->meta.uid);

          if (there != NULL)
            old->pod = there;
        }
      FIT_EACH (const FitPod, pod, fresh)
        g_ptr_array_add (others, (gpointer) fit_cache_find_pod (rolling->cache,
                                                                pod->meta.uid));
      fit_ranked_pods_count_neighbours (rolling->old, others);
    }
  if (sort)
    g_array_sort (rolling->old, compare_backwards);
  for (; most > 0; most--)
    {
      const gint next = find_next (rolling, any, sort);

      if (next < 0)
        return TRUE;
      if (!remove_old (rolling, (guint) next, error))
        return FALSE;
      ++*inout_removed;
    }
  return TRUE;
}

static void
start (Rolling *rolling, guint n, FitRolloutStep *step)
{
  n = MIN (n, rolling->fresh->len - rolling->n_started);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (rolling->waiting,
                     rolling->fresh->pdata[rolling->n_started++]);
  step->started += n;
}

/* Keeps the first reason. */
static gboolean
place_waiting (Rolling *rolling, FitRolloutStep *step, GError **error)
{
  FitRollout *out = rolling->out;

  g_clear_pointer (&out->pod, fit_pod_unref);
  g_clear_pointer (&out->reason, g_free);
  for (guint i = 0; i < rolling->waiting->len;)
    {
      const FitPod *pod = rolling->waiting->pdata[i];
      g_autofree char *reason = NULL;
      const FitNodeInfo *node;

      if (!fit_place (rolling->simulation, pod, &node, &reason, error))
        return FALSE;
      if (node == NULL)
        {
          if (out->pod == NULL)
            {
              out->pod = fit_pod_ref (pod);
              out->reason = g_steal_pointer (&reason);
            }
          i++;
          continue;
        }
      g_ptr_array_add (out->pods, fit_pod_ref (pod));
      g_ptr_array_add (out->nodes, g_strdup (node->name));
      g_ptr_array_remove_index (rolling->waiting, i);
      step->placed++;
    }
  return TRUE;
}

/* -- steps ----------------------------------------------------------------- */

static guint
above (guint a, guint b)
{
  return a > b ? a - b : 0;
}

static gboolean
take_step (Rolling *rolling, FitRolloutStep *step, GError **error)
{
  const FitRolloutPlan *plan = rolling->plan;
  guint least;
  guint all;
  guint most;

  if (plan->recreate)
    {
      if (!remove_up_to (rolling, G_MAXUINT, TRUE, &step->removed, error))
        return FALSE;
      start (rolling, plan->replicas, step);
      return place_waiting (rolling, step, error);
    }
  start (rolling,
         above (plan->replicas + plan->max_surge,
                rolling->old->len + rolling->n_started),
         step);
  if (!place_waiting (rolling, step, error))
    return FALSE;
  /* As the controller: pods without a node first, then available ones as long
 * as enough are left. */
  least = plan->replicas - plan->max_unavailable;
  all = rolling->old->len + rolling->n_started;
  most = above (all, least + rolling->waiting->len);
  return remove_up_to (rolling, most, FALSE, &step->removed, error)
         && (most == 0
             || remove_up_to (rolling, above (count_available (rolling), least),
                              TRUE, &step->removed, error));
}

static gboolean
is_complete (const Rolling *rolling)
{
  return rolling->old->len == 0 && rolling->waiting->len == 0
         && rolling->n_started == rolling->fresh->len;
}

static gboolean
roll (Rolling *rolling, GError **error)
{
  FitRollout *out = rolling->out;

  while (!is_complete (rolling))
    {
      FitRolloutStep step = { 0 };

      if (!take_step (rolling, &step, error))
        return FALSE;
      step.n_old = rolling->old->len;
      step.n_new = rolling->n_started;
      step.n_available = count_available (rolling);
      if (step.started + step.placed + step.removed == 0)
        return TRUE;
      g_array_append_val (out->steps, step);
    }
  out->completes = TRUE;
  return TRUE;
}

static void
rolling_clear (Rolling *rolling)
{
  g_clear_pointer (&rolling->old, g_array_unref);
  g_clear_pointer (&rolling->waiting, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rolling, rolling_clear)

FitRollout *
fit_rollout_run (FitSimulation *simulation, const FitRolloutPlan *plan,
                 const GPtrArray *old, const GPtrArray *fresh, GError **error)
{
  g_autoptr (FitRollout) out = g_new0 (FitRollout, 1);
  g_auto (FitRound) pending = { 0 };
  g_auto (Rolling) rolling = {
    .simulation = simulation,
    .cache = fit_simulation_cache (simulation),
    .plan = plan,
    .old = fit_ranked_pods_new (old),
    .waiting = g_ptr_array_new (),
    .fresh = fresh,
    .out = out,
  };

  out->steps = g_array_new (FALSE, FALSE, sizeof (FitRolloutStep));
  out->pods = g_ptr_array_new_with_free_func (fit_object_unref);
  out->nodes = g_ptr_array_new_with_free_func (g_free);
  if (!fit_place_all (simulation, fit_simulation_pending (simulation), &pending,
                      error)
      || !roll (&rolling, error))
    return NULL;
  return g_steal_pointer (&out);
}

void
fit_rollout_free (FitRollout *rollout)
{
  if (rollout == NULL)
    return;
  g_array_unref (rollout->steps);
  g_ptr_array_unref (rollout->pods);
  g_ptr_array_unref (rollout->nodes);
  fit_pod_unref (rollout->pod);
  g_free (rollout->reason);
  g_free (rollout);
}
