/* generic-scheduler.c - one attempt from the pod to the chosen node, with its memory */
#include "core/generic-scheduler-private.h"

#include "cluster/cache.h"
#include "core/class-search.h"

#include <string.h>

FitGenericScheduler *
fit_generic_scheduler_new (FitCache *cache, const FitAlgorithm *algorithm,
                           const FitSchedulerOptions *options)
{
  FitGenericScheduler *scheduler = g_new0 (FitGenericScheduler, 1);

  scheduler->cache = cache;
  scheduler->algorithm = algorithm;
  scheduler->options = *options;
  if (options->filters)
    scheduler->behaviour = options->filters->behaviour;
  else
    scheduler->behaviour = fit_behaviour (FIT_RELEASE_LEGACY);
  scheduler->arena = fit_arena_new ();
  scheduler->class_user
      = fit_class_columns_join (fit_cache_class_columns (cache));
  scheduler->class_key = g_array_new (FALSE, FALSE, sizeof (guint64));
  scheduler->checks_columns = g_getenv ("FITSCHED_CHECK_COLUMNS") != NULL;
  if (options->tie_break == FIT_TIE_BREAK_RANDOM)
    scheduler->random = g_rand_new_with_seed (options->seed);
  return scheduler;
}

void
fit_generic_scheduler_free (FitGenericScheduler *scheduler)
{
  if (!scheduler)
    return;
  fit_arena_free (scheduler->arena);
  g_array_unref (scheduler->class_key);
  g_clear_pointer (&scheduler->random, g_rand_free);
  fit_cycle_state_free (scheduler->state);
  g_free (scheduler);
}

void
fit_schedule_result_clear (FitScheduleResult *result)
{
  g_clear_pointer (&result->fit_error, g_free);
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
  if (cycle->window
      && !fit_window_check (cycle->window, scheduler, cycle, totals, error))
    return FALSE;
  cycle->chosen = fit_select_host (scheduler, totals, cycle->feasible.n);
  result->scored = totals != NULL;
  result->score = totals ? totals[cycle->chosen] : 0;
  if (cycle->feasible.n > 0)
    result->node = cycle->feasible.nodes[cycle->chosen];
  return TRUE;
}

gboolean
fit_generic_scheduler_schedule (FitGenericScheduler *scheduler,
                                const FitPod *pod, FitCycleState *state,
                                FitScheduleResult *out_result, GError **error)
{
  FitCycle *cycle = &scheduler->cycle;
  FitScheduleResult result = { 0 };
  gboolean ok;

  fit_cycle_begin (scheduler, pod, state, FALSE, cycle);
  cycle->brief = TRUE;
  ok = fit_cycle_find_nodes (scheduler, cycle, error);
  if (ok)
    stage_ended (scheduler,
                 cycle->feasible.n > 0 ? FIT_STAGE_FOUND : FIT_STAGE_FAILED);
  if (ok && cycle->window && !scheduler->checks_columns)
    {
      result.scored = cycle->feasible.n > 1;
      if (result.scored)
        stage_ended (scheduler, FIT_STAGE_SCORED);
      result.node = fit_window_select (cycle->window, scheduler, &result.score);
    }
  else if (ok)
    ok = choose (scheduler, &result, error);
  if (ok)
    {
      result.evaluated = cycle->feasible.n + cycle->n_failed;
      result.feasible = cycle->feasible.n;
      if (cycle->feasible.n == 0)
        result.fit_error = fit_cycle_fit_error (cycle);
      *out_result = result;
      stage_ended (scheduler, FIT_STAGE_DECIDED);
    }
  fit_cycle_clear (cycle);
  return ok;
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (name
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
  for (guint i = 0; i < cycle->n_runs && cycle->behaviour->narrowing_rejects;
       i++)
    if (cycle->runs[i].only)
      add_name (names, cycle->runs[i].predicate->name);
  for (guint i = 0; i < cycle->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &cycle->verdicts[i];

      if (!verdict->examined)
        continue;
      for (guint k = 0; k < verdict->n_failures; k++)
        if (verdict->failures[k].predicate)
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

/* Only the first reason is reported. */
static const char *
first_reason (const FitGenericScheduler *scheduler,
              const FitNodeVerdict *verdict)
{
  g_autofree char *text = NULL;

  if (verdict->reasons.n == 0)
    return verdict->filter_message ? verdict->filter_message : "";
  text = fit_reason_format (&verdict->reasons.items[0]);
  return fit_arena_strndup (scheduler->arena, text, strlen (text));
}

GArray *
fit_generic_scheduler_rejections (const FitGenericScheduler *scheduler)
{
  const FitCycle *cycle = &scheduler->cycle;
  GArray *rejections = g_array_new (FALSE, FALSE, sizeof (FitNodeRejection));

  for (guint i = 0; i < cycle->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &cycle->verdicts[i];
      const FitNodeRejection rejection = {
        .node = verdict->node,
        .code = fit_cycle_hopeless (cycle, verdict)
                    ? FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE
                    : FIT_STATUS_UNSCHEDULABLE,
        .message = first_reason (scheduler, verdict),
      };

      if (verdict->examined && !verdict->fits)
        g_array_append_val (rejections, rejection);
    }
  return rejections;
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
