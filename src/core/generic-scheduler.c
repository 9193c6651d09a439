/* generic-scheduler.c - one attempt from the pod to the chosen node, with its
 * memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/generic-scheduler.h"

#include "core/attempt.h"

#include "cluster/cache.h"
#include "core/batch.h"
#include "core/class-search.h"
#include "core/extender.h"

#include <string.h>

FitGenericScheduler *
fit_generic_scheduler_new (FitCache *cache, const FitAlgorithm *algorithm,
                           const FitSchedulerOptions *options)
{
  FitGenericScheduler *scheduler = g_new0 (FitGenericScheduler, 1);

  scheduler->cache = cache;
  scheduler->algorithm = algorithm;
  scheduler->options = *options;
  scheduler->turns
      = options->turns != NULL ? options->turns : &scheduler->own_turns;
  if (options->filters != NULL)
    scheduler->behaviour = options->filters->behaviour;
  else
    scheduler->behaviour = fit_behaviour (FIT_RELEASE_LEGACY);
  scheduler->arena = fit_arena_new ();
  scheduler->class_user
      = fit_class_columns_join (fit_cache_class_columns (cache));
  scheduler->checks_columns = g_getenv ("FITSCHED_CHECK_COLUMNS") != NULL;
  if (options->tie_break == FIT_TIE_BREAK_RANDOM)
    scheduler->random = g_rand_new_with_seed (options->seed);
  return scheduler;
}

void
fit_generic_scheduler_free (FitGenericScheduler *scheduler)
{
  if (scheduler == NULL)
    return;
  fit_arena_free (scheduler->arena);
  g_clear_pointer (&scheduler->cycle.rejections, g_array_unref);
  fit_batch_clear (&scheduler->batch);
  g_free (scheduler->key.words);
  g_clear_pointer (&scheduler->random, g_rand_free);
  fit_cycle_state_free (scheduler->state);
  g_free (scheduler);
}

void
fit_schedule_result_clear (FitScheduleResult *result)
{
  g_clear_pointer (&result->fit_error, g_free);
}

void
fit_generic_scheduler_pass (FitGenericScheduler *scheduler)
{
  scheduler->turns->n_pods++;
}

void
fit_generic_scheduler_set_time (FitGenericScheduler *scheduler, gint64 now_ns)
{
  scheduler->turns->now_ns = now_ns;
}

static void
stage_ended (const FitGenericScheduler *scheduler, FitAttemptStage stage)
{
  if (scheduler->options.stage_ended != NULL)
    scheduler->options.stage_ended (scheduler, stage,
                                    scheduler->options.stage_data);
}

/* Scores the nodes that were found, and chooses one. */
static gboolean
choose (FitGenericScheduler *scheduler, FitScheduleResult *result,
        GError **error)
{
  FitCycle *cycle = &scheduler->cycle;
  const gint64 *totals;
  gboolean ok = TRUE;

  if (cycle->feasible.n > 1)
    {
      ok = fit_cycle_prioritize (cycle, error);
      stage_ended (scheduler, FIT_STAGE_SCORED);
    }
  if (!ok)
    return FALSE;
  totals = cycle->ranking.totals;
  if (cycle->window != NULL
      && !fit_window_check (cycle->window, scheduler, cycle, totals, error))
    return FALSE;
  cycle->chosen = fit_select_host (scheduler, totals, cycle->feasible.n);
  result->scored = totals != NULL;
  result->score = totals != NULL ? totals[cycle->chosen] : 0;
  if (cycle->feasible.n > 0)
    result->node = cycle->feasible.nodes[cycle->chosen];
  fit_batch_keep (scheduler, cycle, result->node);
  return TRUE;
}

gboolean
fit_generic_scheduler_schedule (FitGenericScheduler *scheduler,
                                const FitPod *pod, FitCycleState *state,
                                FitScheduleResult *out_result, GError **error)
{
  FitCycle *cycle = &scheduler->cycle;
  FitScheduleResult result = { 0 };
  GArray *rejections;
  gboolean ok;

  g_clear_pointer (&cycle->rejections, g_array_unref);
  fit_cycle_begin (scheduler, pod, state, FALSE, cycle);
  cycle->brief = TRUE;
  ok = fit_cycle_find_nodes (scheduler, cycle, error);
  if (ok)
    stage_ended (scheduler,
                 cycle->feasible.n > 0 ? FIT_STAGE_FOUND : FIT_STAGE_FAILED);
  /* A column has the totals.  To check it, choose() scores in full, too. */
  if (ok && cycle->window != NULL && !scheduler->checks_columns)
    {
      result.scored = cycle->feasible.n > 1;
      if (result.scored)
        stage_ended (scheduler, FIT_STAGE_SCORED);
      result.node = fit_window_select (cycle->window, scheduler, &result.score);
      fit_batch_keep (scheduler, cycle, result.node);
    }
  else if (ok)
    ok = choose (scheduler, &result, error);
  if (ok)
    {
      result.evaluated = cycle->feasible.n + cycle->n_failed;
      result.feasible = cycle->feasible.n;
      if (cycle->feasible.n == 0)
        result.fit_error = fit_cycle_fit_error (cycle);
      cycle->host = result.node;
      *out_result = result;
      stage_ended (scheduler, FIT_STAGE_DECIDED);
    }
  /* Preemption asks for the extenders' rejections. */
  rejections = g_steal_pointer (&cycle->rejections);
  fit_cycle_clear (cycle);
  cycle->rejections = rejections;
  return ok;
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (name != NULL
      && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

GPtrArray *
fit_generic_scheduler_rejected_by (const FitGenericScheduler *scheduler)
{
  const FitCycle *cycle = &scheduler->cycle;
  GPtrArray *names = g_ptr_array_new ();

  add_name (names, cycle->rejected_by);
  if (cycle->behaviour->extenders_reject && cycle->extended)
    add_name (names, FIT_EXTENDER_PLUGIN);
  for (guint i = 0;
       i < cycle->pre.n_narrowing && cycle->behaviour->narrowing_rejects; i++)
    add_name (names, cycle->pre.narrowing[i]);
  for (guint i = 0; i < cycle->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &cycle->verdicts[i];

      if (!verdict->examined)
        continue;
      for (guint k = 0; k < verdict->n_failures; k++)
        if (verdict->failures[k].predicate != NULL)
          add_name (names, verdict->failures[k].predicate->name);
      add_name (names, verdict->filter_plugin);
    }
  return names;
}

void
fit_generic_scheduler_count_rejections (const FitGenericScheduler *scheduler,
                                        GHashTable *counts)
{
  const FitCycle *cycle = &scheduler->cycle;

  for (guint i = 0; i < cycle->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &cycle->verdicts[i];
      const FitPredicate *predicate
          = verdict->n_failures > 0 ? verdict->failures[0].predicate : NULL;
      const char *name
          = predicate != NULL ? predicate->name : verdict->filter_plugin;
      guint n;

      if (!verdict->examined || name == NULL)
        continue;
      n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
      g_hash_table_insert (counts, (gpointer) name, GUINT_TO_POINTER (n + 1));
    }
}

static void
add_rejection (GArray *rejections, const FitNodeInfo *node,
               gboolean unresolvable, const char *message)
{
  const FitNodeRejection rejection = {
    .node = node,
    .code = unresolvable ? FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE
                         : FIT_STATUS_UNSCHEDULABLE,
    .message = message,
  };

  g_array_append_val (rejections, rejection);
}

GArray *
fit_generic_scheduler_rejections (const FitGenericScheduler *scheduler)
{
  const FitCycle *cycle = &scheduler->cycle;
  GArray *rejections = g_array_new (FALSE, FALSE, sizeof (FitNodeRejection));

  if (cycle->rejected_by == NULL)
    {
      for (guint i = 0; i < cycle->n_verdicts; i++)
        {
          const FitNodeVerdict *verdict = &cycle->verdicts[i];

          if (!verdict->examined || verdict->fits)
            continue;
          add_rejection (
              rejections, verdict->node, fit_cycle_hopeless (cycle, verdict),
              verdict->reasons.n > 0 || verdict->filter_message == NULL
                  ? fit_first_reason (&verdict->reasons)
                  : verdict->filter_message);
        }
      /* An extender may name any node. */
      for (guint i = 0; cycle->rejections != NULL && i < cycle->rejections->len;
           i++)
        {
          const FitExtenderRejection *rejection
              = &g_array_index (cycle->rejections, FitExtenderRejection, i);
          const FitNodeInfo *node
              = fit_cache_find_node (cycle->cache, rejection->node_name);

          if (node != NULL)
            add_rejection (rejections, node, rejection->unresolvable,
                           rejection->message);
        }
    }
  else if (!cycle->behaviour->rejection_is_forgotten)
    {
      const guint n = fit_cache_n_slots (cycle->cache);

      /* The status of a PreFilter plugin is that of every node. */
      for (guint i = 0; i < n; i++)
        {
          const FitNodeInfo *node = fit_cache_node (cycle->cache, i);

          if (node->node != NULL)
            add_rejection (rejections, node,
                           cycle->rejection
                               == FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                           cycle->rejected_for);
        }
    }
  return rejections;
}

FitStatus
fit_generic_scheduler_post_filter (const FitGenericScheduler *scheduler,
                                   const char *name)
{
  gboolean fails;
  const char *message
      = fit_cycle_ask_post_filter (&scheduler->cycle, name, &fails);

  if (message == NULL)
    return (FitStatus){ .code = FIT_STATUS_UNSCHEDULABLE };
  return fit_status (fails ? FIT_STATUS_ERROR : FIT_STATUS_UNSCHEDULABLE, "%s",
                     message);
}

FitPreemption *
fit_generic_scheduler_preempt (FitGenericScheduler *scheduler,
                               const FitPod *pod)
{
  FitCycle *cycle = &scheduler->cycle;

  g_return_val_if_fail (cycle->pod && cycle->meta, NULL);
  /* v1.16 computes this every time, but the result is the same for the same
   * object. */
  if (cycle->pod != pod)
    {
      cycle->pod = cycle->plugins.pod = pod;
      fit_cycle_prepare (cycle);
    }
  return fit_cycle_preempt (cycle);
}
