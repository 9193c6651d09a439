/* check-node.c - runs the predicates and Filter plugins on a node
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/cycle.h"
#include "cluster/cache.h"
#include "predicates/metadata-build.h"

#include <string.h>

void
fit_cycle_prepare (FitCycle *cycle)
{
  const FitAlgorithm *algorithm = cycle->algorithm;
  const FitFilterProfile *filters = cycle->filters;
  FitArena *arena = cycle->arena;

  cycle->asks_plugins
      = cycle->framework != NULL
        && fit_framework_has (cycle->framework, FIT_POINT_FILTER);
  if (filters != NULL)
    {
      cycle->meta
          = fit_predicate_metadata_new_plain (cycle->cache, cycle->pod, arena);
      cycle->n_runs = filters->n_filters;
      cycle->runs
          = fit_arena_new0 (arena, FitPredicateRun, filters->plugins->len);
      fit_filter_profile_pre_filter (filters, cycle->meta, cycle->runs,
                                     &cycle->pre);
    }
  else
    {
      cycle->meta = fit_predicate_metadata_new (
          cycle->cache, cycle->pod, arena,
          (const char *const *) algorithm->ignored_resources->pdata,
          algorithm->ignored_resources->len);
      cycle->n_runs = algorithm->ordered->len;
      cycle->runs = fit_arena_new0 (arena, FitPredicateRun, cycle->n_runs);
      for (guint i = 0; i < cycle->n_runs; i++)
        {
          FitPredicateRun *run = &cycle->runs[i];

          run->predicate = algorithm->ordered->pdata[i];
          run->meta = cycle->meta;
          if (run->predicate->info->prepare != NULL)
            run->predicate->info->prepare (run);
        }
    }
  cycle->active = fit_arena_newn (arena, FitPredicateRun, cycle->n_runs);
  cycle->n_active = 0;
  for (guint i = 0; i < cycle->n_runs; i++)
    if (!cycle->runs[i].skip)
      cycle->active[cycle->n_active++] = cycle->runs[i];
  if (cycle->undecided)
    fit_cycle_leave_no_counts (cycle);
}

void
fit_cycle_leave_no_counts (FitCycle *cycle)
{
  cycle->meta->node_volumes = NULL;
}

static void
note_failure (FitNodeVerdict *verdict, const FitPredicate *predicate,
              guint first, guint room)
{
  if (verdict->failures == NULL)
    verdict->failures
        = fit_arena_newn (verdict->reasons.arena, FitFailure, room);
  verdict->failures[verdict->n_failures++]
      = (FitFailure){ predicate, first, verdict->reasons.n - first };
}

/* There was an error: earlier failures do not count any more.
 * Returns: FALSE */
static gboolean
note_error (FitNodeVerdict *verdict, const char *message)
{
  verdict->error
      = fit_arena_strndup (verdict->reasons.arena, message, strlen (message));
  verdict->n_failures = 0;
  verdict->reasons.n = 0;
  verdict->filter_code = FIT_STATUS_SUCCESS;
  verdict->filter_message = NULL;
  verdict->filter_plugin = NULL;
  return FALSE;
}

/* Runs the predicates once.  Returns: FALSE on an error */
static gboolean
run_predicates (const FitCycle *cycle, const FitPredicateRun *runs, guint n,
                const FitNodeInfo *node, FitNodeVerdict *verdict)
{
  for (guint i = 0; i < n; i++)
    {
      const guint first = verdict->reasons.n;
      g_autoptr (GError) problem = NULL;
      FitAnswer answer = runs[i].predicate->info->check (
          &runs[i], node, &verdict->reasons, &problem);

      if (G_LIKELY (answer == FIT_ANSWER_YES))
        continue;
      if (answer == FIT_ANSWER_ERROR)
        {
          g_autofree char *text = NULL;

          if (cycle->filters == NULL)
            return note_error (verdict, problem->message);
          text = fit_filter_error_text (
              cycle->behaviour, runs[i].predicate->name, cycle->pod->meta.name,
              problem->message);
          return note_error (verdict, text);
        }
      note_failure (verdict, runs[i].predicate, first,
                    cycle->check_all ? n : 1);
      if (!cycle->check_all)
        return TRUE;
    }
  return TRUE;
}

/* The plugins' results replace those of an earlier pass.
 * Returns: FALSE on an error */
static gboolean
ask_plugins (const FitCycle *cycle, const FitNodeView *view,
             FitNodeVerdict *verdict)
{
  const FitNodeInfo *node
      = cycle->filters != NULL
            ? view->node
            : fit_cache_node (cycle->cache, view->node->index);
  const FitFrameworkCycle plugins
      = { view->state != NULL ? view->state : cycle->plugins.state,
          cycle->pod };
  g_auto (FitStatus) status
      = fit_framework_filter (cycle->framework, &plugins, node);
  const char *message = fit_status_message (&status);

  verdict->filter_code = FIT_STATUS_SUCCESS;
  verdict->filter_message = NULL;
  verdict->filter_plugin = status.plugin;
  if (status.code == FIT_STATUS_SUCCESS)
    return TRUE;
  if (!fit_status_unschedulable (&status))
    return note_error (verdict, message);
  verdict->filter_code = (guint8) status.code;
  verdict->filter_message
      = fit_arena_strndup (verdict->reasons.arena, message, strlen (message));
  return TRUE;
}

/* v1.16 runs plugins even if a predicate has failed.  Later releases run them
 * after their own filters, if these pass.  Returns: FALSE on an error */
static gboolean
run_pass (const FitCycle *cycle, const FitNodeView *view,
          FitNodeVerdict *verdict)
{
  if (!run_predicates (cycle, view->runs, view->n_runs, view->node, verdict))
    return FALSE;
  if (!view->asks_plugins
      || (cycle->filters != NULL && verdict->n_failures && !cycle->check_all))
    return TRUE;
  return ask_plugins (cycle, view, verdict);
}

FitCycleState *
fit_cycle_clone_state (const FitCycle *cycle)
{
  return cycle->filters != NULL
                 && (cycle->asks_plugins
                     || (cycle->framework != NULL
                         && fit_framework_has (cycle->framework,
                                               FIT_POINT_PRE_FILTER)))
             ? fit_cycle_state_clone (cycle->plugins.state)
             : NULL;
}

/* Tells the plugins that @pod is on @node as far as @state is concerned.
 * Returns: FALSE if a plugin failed */
static gboolean
tell_plugins (const FitCycle *cycle, FitCycleState *state, const FitPod *pod,
              const FitNodeInfo *node, FitNodeVerdict *verdict)
{
  const FitFrameworkCycle plugins = { state, cycle->pod };
  g_auto (FitStatus) status
      = fit_framework_add_pod (cycle->framework, &plugins, pod, node);

  return status.code == FIT_STATUS_SUCCESS
         || note_error (verdict, fit_status_message (&status));
}

gboolean
fit_cycle_counts_nominated (const FitCycle *cycle, const FitPod *nominated)
{
  return nominated->spec->priority >= cycle->pod->spec->priority
         && g_strcmp0 (nominated->meta.uid, cycle->pod->meta.uid) != 0;
}

void
fit_cycle_view (const FitCycle *cycle, const FitNodeInfo *node,
                FitPredicateMetadata *meta, FitNodeView *out_view)
{
  FitPredicateRun *runs
      = fit_arena_newn (cycle->arena, FitPredicateRun, cycle->n_runs);
  guint n = 0;

  /* Added or removed pods may matter to a predicate that prepare() skipped.  So
   * run all predicates except those that declared themselves skippable. */
  for (guint i = 0; i < cycle->n_runs; i++)
    if (!cycle->runs[i].says_skip)
      {
        runs[n] = cycle->runs[i];
        runs[n++].meta = meta;
      }
  *out_view = (FitNodeView){ node, meta, n, runs, cycle->asks_plugins, NULL };
}

/* The first of the two passes: assumes that the pods nominated to the node run
 * there.  Returns: FALSE on an error */
static gboolean
pass_with_nominated (const FitCycle *cycle, const FitNodeView *view,
                     const GPtrArray *nominated, FitNodeVerdict *verdict)
{
  FitArena *arena = cycle->arena;
  FitPredicateMetadata *meta = NULL;
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autoptr (FitCycleState) state = NULL;
  FitNodeView augmented;

  for (guint i = 0; i < nominated->len; i++)
    {
      const FitPod *pod = nominated->pdata[i];

      if (!fit_cycle_counts_nominated (cycle, pod))
        continue;
      if (clone == NULL)
        {
          clone = fit_node_info_clone (view->node);
          meta = fit_predicate_metadata_copy (view->meta, arena);
          state = fit_cycle_clone_state (cycle);
        }
      fit_node_info_add_pod (clone, pod);
      fit_predicate_metadata_add_pod (meta, pod, view->node, arena);
      if (state != NULL && !tell_plugins (cycle, state, pod, clone, verdict))
        return FALSE;
    }
  if (clone == NULL)
    return TRUE;
  fit_cycle_view (cycle, clone, meta, &augmented);
  augmented.state = state;
  return run_pass (cycle, &augmented, verdict);
}

/* @all_nominated: (nullable): NULL if there are none */
static void
check (const FitCycle *cycle, const FitNodeView *view,
       const FitNominatedPods *all_nominated, FitNodeVerdict *verdict)
{
  const GPtrArray *nominated = NULL;

  fit_reasons_init (&verdict->reasons, cycle->arena);
  verdict->failures = NULL;
  verdict->n_failures = 0;
  verdict->error = NULL;
  verdict->filter_code = FIT_STATUS_SUCCESS;
  verdict->filter_message = NULL;
  verdict->filter_plugin = NULL;
  verdict->fits = FALSE;
  if (G_UNLIKELY (!view->node->node))
    {
      fit_reasons_add (&verdict->reasons, FIT_REASON_NODE_DELETED);
      note_failure (verdict, NULL, 0, 1);
      return;
    }
  if (G_UNLIKELY (all_nominated))
    nominated = fit_nominated_pods_for_node (all_nominated, view->node->name);
  /* In v1.16 only predicates make the second pass unnecessary. */
  if (nominated != NULL
      && (!pass_with_nominated (cycle, view, nominated, verdict)
          || (cycle->filters != NULL
              && verdict->filter_code != FIT_STATUS_SUCCESS)))
    return;
  if (verdict->n_failures == 0 && !run_pass (cycle, view, verdict))
    return;
  verdict->fits
      = verdict->n_failures == 0 && verdict->filter_code == FIT_STATUS_SUCCESS;
}

/* Returns: (nullable): NULL if no pod is nominated */
static const FitNominatedPods *
nominated_pods (const FitCycle *cycle)
{
  const FitNominatedPods *all = fit_cache_nominated_pods (cycle->cache);

  return fit_nominated_pods_empty (all) ? NULL : all;
}

void
fit_cycle_check (const FitCycle *cycle, const FitNodeView *view,
                 FitNodeVerdict *verdict)
{
  check (cycle, view, nominated_pods (cycle), verdict);
}

void
fit_cycle_check_alone (const FitCycle *cycle, const FitNodeView *view,
                       FitNodeVerdict *verdict)
{
  check (cycle, view, NULL, verdict);
}

gboolean
fit_cycle_fits (const FitCycle *cycle, const FitNodeView *view)
{
  FitNodeVerdict verdict;

  fit_cycle_check (cycle, view, &verdict);
  return verdict.fits;
}

void
fit_cycle_check_nodes (FitCycle *cycle, FitNodeVerdict *verdicts, guint n)
{
  const FitNominatedPods *nominated = nominated_pods (cycle);
  FitNodeView view = {
    .meta = cycle->meta,
    .n_runs = cycle->n_active,
    .runs = cycle->active,
    .asks_plugins
    = cycle->asks_plugins
      && (cycle->filters != NULL || cycle->algorithm->predicates->len > 0),
  };

  for (guint i = 0; i < n; i++)
    {
      view.node = verdicts[i].node;
      check (cycle, &view, nominated, &verdicts[i]);
    }
}
