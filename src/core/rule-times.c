/* rule-times.c - runs the plugins of a decided attempt once more, and measures
 * how long each of them takes
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/rule-times.h"

#include "core/attempt.h"
#include "core/class-search.h"
#include "predicates/metadata-build.h"

typedef struct
{
  const FitCycle *cycle;
  FitNodeList feasible;
  const FitNodeInfo *node; /* (nullable): where Filter and Score run */
  FitArena *arena;
  const FitStopwatch *watch;
  gint64 begun_ns;
} Timing;

static void
start (Timing *timing)
{
  timing->begun_ns = timing->watch->now_ns (timing->watch->data);
}

static gint64
stop (const Timing *timing)
{
  return timing->watch->now_ns (timing->watch->data) - timing->begun_ns;
}

static void
tell (const Timing *timing, const char *plugin, const char *point,
      FitStatusCode status, gint64 ns)
{
  timing->watch->took (plugin, point, status, ns, timing->watch->data);
}

static FitStatusCode
code_of (const FitReasons *reasons)
{
  return fit_reasons_unresolvable (reasons->items, reasons->n)
             ? FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE
             : FIT_STATUS_UNSCHEDULABLE;
}

/* -- PreFilter and Filter -------------------------------------------------- */

/* Stops at the plugin that has rejected the pod, if there is one. */
static void
time_pre_filters (Timing *timing, FitPredicateMetadata *meta,
                  FitPredicateRun *runs)
{
  const FitFilterProfile *filters = timing->cycle->filters;

  for (guint i = 0; i < filters->order->len; i++)
    {
      const guint index = g_array_index (filters->order, guint, i);
      FitPredicateRun *run = &runs[index];

      run->predicate = filters->plugins->pdata[index];
      run->meta = meta;
      if (run->predicate->info->prepare != NULL)
        {
          FitStatusCode code;
          gint64 ns;

          start (timing);
          run->predicate->info->prepare (run);
          ns = stop (timing);
          if (run->error != NULL)
            code = FIT_STATUS_ERROR;
          else if (run->reject != NULL)
            code = code_of (run->reject);
          else
            code = run->says_skip ? FIT_STATUS_SKIP : FIT_STATUS_SUCCESS;
          tell (timing, run->predicate->name, "PreFilter", code, ns);
        }
      if (g_strcmp0 (run->predicate->name, timing->cycle->pre.rejected_by) == 0)
        return;
    }
}

/* -- PreScore and Score ---------------------------------------------------- */

/* There can be no error: the attempt would have failed with it. */
static void
time_score (Timing *timing, const FitPriorityMetadata *meta,
            const FitPriority *priority, gboolean scores)
{
  const FitPriorityInfo *info = priority->info;
  const FitNodeList one = { 1, &timing->node };
  FitPriorityRun run = { .priority = priority, .meta = meta };
  g_autoptr (GError) problem = NULL;
  gboolean ok = TRUE;
  gint64 ns, score;

  if (info->prepare != NULL)
    {
      start (timing);
      ok = info->prepare (&run, &timing->feasible, &problem);
      ns = stop (timing);
      if (ok && priority->at_pre_score)
        tell (timing, priority->name, "PreScore",
              run.skip ? FIT_STATUS_SKIP : FIT_STATUS_SUCCESS, ns);
    }
  if (!ok || run.skip || !scores)
    return;
  start (timing);
  ok = info->map (&run, &one, &score, &problem);
  ns = stop (timing);
  if (ok)
    tell (timing, priority->name, "Score", FIT_STATUS_SUCCESS, ns);
}

void
fit_generic_scheduler_time_rules (const FitGenericScheduler *scheduler,
                                  const FitStopwatch *watch)
{
  const FitCycle *cycle = &scheduler->cycle;
  const FitAlgorithm *algorithm = cycle->algorithm;
  const FitNodeInfo *node = cycle->host;
  g_autoptr (FitArena) arena = NULL;
  FitPredicateMetadata *meta;
  FitPriorityMetadata *score_meta;
  FitPredicateRun *runs;
  Timing timing;

  if (cycle->filters == NULL)
    return;
  /* The chosen node, or else the first that was checked, unless a plugin at
   * PreFilter has left it out. */
  if (node == NULL && cycle->rejected == NULL && cycle->n_verdicts > 0)
    node = cycle->verdicts[0].node;
  if (cycle->host == NULL && node != NULL
      && (node->node == NULL
          || (cycle->pre.excluded != NULL && cycle->pre.excluded[node->index])))
    node = NULL;
  arena = fit_arena_new ();
  timing = (Timing){ cycle, cycle->feasible, node, arena, watch, 0 };
  if (cycle->window != NULL)
    timing.feasible = fit_window_nodes (cycle->window, arena);
  meta = fit_predicate_metadata_new_plain (cycle->cache, cycle->pod, arena);
  meta->node_volumes = NULL; /* as in fit_cycle_leave_no_counts() */
  runs = fit_arena_new0 (arena, FitPredicateRun, cycle->filters->plugins->len);
  time_pre_filters (&timing, meta, runs);
  if (node != NULL)
    {
      const FitFilterProfile *filters = timing.cycle->filters;
      FitAnswer answer = FIT_ANSWER_YES;

      /* Plugins that are not at PreFilter prepare here; that does not count
       * as their time. */
      for (guint i = 0;
           i < filters->n_filters
           && (answer == FIT_ANSWER_YES || timing.cycle->check_all);
           i++)
        {
          FitPredicateRun *run = &runs[i];
          g_autoptr (GError) problem = NULL;
          FitReasons reasons;
          gint64 ns;

          if (run->predicate == NULL)
            {
              run->predicate = filters->plugins->pdata[i];
              run->meta = meta;
              if (run->predicate->info->prepare != NULL)
                run->predicate->info->prepare (run);
            }
          if (run->says_skip)
            continue;
          fit_reasons_init (&reasons, timing.arena);
          start (&timing);
          answer = run->predicate->info->check (run, timing.node, &reasons,
                                                &problem);
          ns = stop (&timing);
          tell (&timing, run->predicate->name, "Filter",
                answer == FIT_ANSWER_YES  ? FIT_STATUS_SUCCESS
                : answer == FIT_ANSWER_NO ? code_of (&reasons)
                                          : FIT_STATUS_ERROR,
                ns);
        }
    }
  /* Scores are asked for only if there was any choice. */
  if (cycle->ranking.totals == NULL
      && (cycle->window == NULL || timing.feasible.n <= 1))
    return;
  score_meta = fit_priority_metadata_new (cycle->cache, cycle->pod, arena);
  score_meta->max_score = algorithm->max_score;
  for (guint i = 0; algorithm->prepared != NULL && i < algorithm->prepared->len;
       i++)
    time_score (&timing, score_meta, algorithm->prepared->pdata[i], FALSE);
  for (guint i = 0; i < algorithm->priorities->len; i++)
    time_score (&timing, score_meta, algorithm->priorities->pdata[i], TRUE);
}
