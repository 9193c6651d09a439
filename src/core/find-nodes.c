/* find-nodes.c - finds the nodes where a pod fits: PreFilter, filters,
 * extenders
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/attempt.h"
#include "core/generic-scheduler.h"

#include "core/batch.h"
#include "core/class-search.h"
#include "core/extenders.h"
#include "core/node-order.h"

/* -- checks before any predicate ------------------------------------------- */

static gboolean
check_claims (FitGenericScheduler *scheduler, const FitPod *pod, GError **error)
{
  const FitListers *listers = fit_cache_listers (scheduler->cache);

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;

      if (volume->type != FIT_VOLUME_PERSISTENT_VOLUME_CLAIM)
        continue;
      claim = fit_listers_pvc (listers, pod->meta.namespace_, volume->id);
      if (claim != NULL && !fit_object_meta_deleting (&claim->meta))
        continue;
      return fit_fail (error, FIT_ERROR_SCHEDULE,
                       "persistentvolumeclaim \"%s\" %s", volume->id,
                       claim ? "is being deleted" : "not found");
    }
  return TRUE;
}

/* -- finding nodes --------------------------------------------------------- */

/* v1.16 does not count rejections by plugins and missing nodes as failures. */
static gboolean
counts_as_failed (const FitCycle *cycle, const FitNodeVerdict *verdict)
{
  return !verdict->fits
         && (cycle->behaviour->search_goes_on
             || (verdict->n_failures
                 && verdict->failures[0].predicate != NULL));
}

/* Counts the verdicts from @begin on.  Returns: TRUE if the search ends: there
 * was an error, or one node more than enough fits.  That node is dropped,
 * although the node tree has moved past it. */
static gboolean
commit (FitCycle *cycle, const FitNodeInfo **feasible, guint enough,
        guint begin, FitMessages *problems)
{
  for (guint i = begin; i < cycle->n_verdicts; i++)
    {
      FitNodeVerdict *verdict = &cycle->verdicts[i];

      if (verdict->error != NULL)
        {
          fit_messages_add (problems, verdict->error);
          if (cycle->behaviour->error_ends_search)
            return TRUE;
        }
      else if (!verdict->fits)
        cycle->n_failed += counts_as_failed (cycle, verdict);
      else if (cycle->feasible.n == enough)
        {
          verdict->examined = FALSE;
          return TRUE;
        }
      else
        feasible[cycle->feasible.n++] = verdict->node;
    }
  return FALSE;
}

/* How many names extenders rejected that are not those of nodes that failed
 * before: an extender may name any node. */
static guint
count_rejected (const FitCycle *cycle)
{
  g_autoptr (GHashTable) failed = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;

  for (guint i = 0; i < cycle->n_verdicts; i++)
    if (cycle->verdicts[i].examined
        && counts_as_failed (cycle, &cycle->verdicts[i]))
      g_hash_table_add (failed, (gpointer) cycle->verdicts[i].node->name);
  for (guint i = 0; i < cycle->rejections->len; i++)
    n += g_hash_table_add (
        failed,
        g_array_index (cycle->rejections, FitExtenderRejection, i).node_name);
  return n;
}

/* The nominated node was looked at, too, even where the search ended before it
 * came to it. */
static void
count_nominated (FitCycle *cycle)
{
  const FitNodeVerdict *nominated = cycle->nominated;

  if (nominated == NULL
      || (cycle->behaviour->excluded_are_evaluated
          && cycle->pre.excluded != NULL
          && cycle->pre.excluded[cycle->nominated->node->index]))
    return;
  for (guint i = 0; i < cycle->n_verdicts; i++)
    if (cycle->verdicts[i].node == nominated->node)
      return;
  cycle->verdicts[cycle->n_verdicts++] = *nominated;
  cycle->n_failed++;
}

/* Checks nodes in order until one more than enough fit.  Each batch is so small
 * that the search cannot end before its last node. */
static gboolean
find_nodes (FitGenericScheduler *scheduler, FitCycle *cycle, GError **error)
{
  const FitNodeInfo **feasible;
  gboolean stop = FALSE;
  FitNodeOrder order;
  guint enough;
  g_auto (FitMessages) problems = { 0 };
  g_autofree char *text = NULL;

  fit_messages_init (&problems);
  fit_node_order_init (&order, scheduler, cycle);
  enough = fit_cycle_enough (scheduler, cycle, order.n);
  feasible = fit_arena_newn (cycle->arena, const FitNodeInfo *, enough);
  cycle->verdicts
      = fit_arena_newn (cycle->arena, FitNodeVerdict, cycle->n_nodes + 1);
  cycle->feasible = (FitNodeList){ 0, feasible };
  while (!stop && order.taken < order.n)
    {
      const guint begin = cycle->n_verdicts;
      const guint n
          = MIN (order.n - order.taken, enough + 1 - cycle->feasible.n);

      fit_node_order_take (&order, scheduler, cycle->verdicts + begin, n);
      cycle->n_verdicts += n;
      fit_cycle_check_nodes (cycle, cycle->verdicts + begin, n);
      stop = commit (cycle, feasible, enough, begin, &problems);
    }
  if (order.repeats)
    {
      guint8 *seen = fit_arena_new0 (cycle->arena, guint8,
                                     fit_cache_n_slots (cycle->cache));
      guint left = 0;

      /* Leaves one verdict per node.  v1.16 keeps failures in a map, so a
       * node that the node tree hands out twice fails once. */
      cycle->n_failed = 0;
      for (guint i = 0; i < cycle->n_verdicts; i++)
        {
          const FitNodeVerdict *verdict = &cycle->verdicts[i];

          if (seen[verdict->node->index])
            continue;
          seen[verdict->node->index] = TRUE;
          cycle->n_failed += counts_as_failed (cycle, verdict);
          cycle->verdicts[left++] = *verdict;
        }
      cycle->n_verdicts = left;
    }
  /* The nodes that were looked at without a search among them. */
  count_nominated (cycle);
  if (cycle->behaviour->excluded_are_evaluated)
    cycle->n_failed += cycle->n_nodes - order.n;
  if (cycle->rejections != NULL)
    cycle->n_failed += count_rejected (cycle);
  fit_node_order_end (&order, scheduler, cycle->feasible.n + cycle->n_failed);
  if (problems.texts->len == 0)
    return TRUE;
  text = fit_messages_aggregate (&problems, TRUE);
  return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", text);
}

/* -- extenders ------------------------------------------------------------- */

/* The extenders' result replaces the list of nodes, whatever it contains. */
static gboolean
filter_by_extenders (FitCycle *cycle, GError **error)
{
  const FitNodeInfo **left;
  g_auto (FitFilterResult) result = { 0 };
  GArray *rejections;
  g_autoptr (GArray) before = NULL;
  g_autoptr (GHashTable) named = NULL;

  if (cycle->extenders == NULL || cycle->feasible.n == 0)
    return TRUE;
  if (!fit_extenders_filter (cycle->extenders, cycle->cache, cycle->pod,
                             cycle->feasible.nodes, cycle->feasible.n, &result,
                             error))
    return FALSE;
  left = fit_arena_newn (cycle->arena, const FitNodeInfo *, result.nodes->len);
  for (guint i = 0; i < result.nodes->len; i++)
    left[i] = result.nodes->pdata[i];
  cycle->extended = result.nodes->len != cycle->feasible.n;
  cycle->bare = result.as_objects && cycle->behaviour->extenders_bare_nodes;
  cycle->feasible = (FitNodeList){ result.nodes->len, left };
  cycle->skipped = g_steal_pointer (&result.skipped);
  /* Adds what extenders say to what they have said about the nominated node,
   * unless they say something about that again. */
  rejections = g_steal_pointer (&result.rejections);
  before = cycle->rejections;
  named = g_hash_table_new (g_str_hash, g_str_equal);
  if (before != NULL)
    cycle->n_failed -= count_rejected (cycle);
  for (guint i = 0; before != NULL && i < rejections->len; i++)
    g_hash_table_add (
        named, g_array_index (rejections, FitExtenderRejection, i).node_name);
  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      FitExtenderRejection *rejection
          = &g_array_index (before, FitExtenderRejection, i);

      if (g_hash_table_contains (named, rejection->node_name))
        continue;
      g_array_append_val (rejections, *rejection);
      *rejection = (FitExtenderRejection){ 0 };
    }
  cycle->rejections = rejections;
  if (rejections->len > 0)
    cycle->n_failed += count_rejected (cycle);
  return TRUE;
}

static gboolean
post_filter (const FitCycle *cycle, GError **error)
{
  g_auto (FitStatus) status = { 0 };

  if (cycle->framework == NULL)
    return TRUE;
  status = fit_framework_post_filter (cycle->framework, &cycle->plugins,
                                      &cycle->feasible);
  return fit_cycle_succeeded (&status, error);
}

/* -- before nodes are checked ---------------------------------------------- */

static gboolean
count_nodes (const FitGenericScheduler *scheduler, FitCycle *cycle,
             GError **error)
{
  cycle->n_nodes = fit_node_tree_size (fit_cache_node_tree (scheduler->cache));
  if (cycle->n_nodes > 0)
    return TRUE;
  return fit_fail (error, FIT_ERROR_SCHEDULE, FIT_NO_NODES_AVAILABLE);
}

/* Records that a PreFilter plugin rejected the pod everywhere. */
static void
reject (FitCycle *cycle)
{
  const FitPreFilterResult *pre = &cycle->pre;

  cycle->rejection = pre->resolvable
                         ? FIT_STATUS_UNSCHEDULABLE
                         : FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE;
  cycle->rejected_by = pre->rejected_by;
  cycle->rejected_for = fit_first_reason (pre->reject);
  cycle->rejected = fit_pre_filter_fit_error (cycle->behaviour, cycle->n_nodes,
                                              pre->reject);
  cycle->n_failed = cycle->n_nodes;
}

/* The plugins of the release have been asked when the cycle was prepared; those
 * of programs follow.  Returns: FALSE on an error; a rejection is stored in
 * @cycle */
static gboolean
pre_filter_profile (FitCycle *cycle, GError **error)
{
  FitPreFilterResult *pre = &cycle->pre;

  if (cycle->framework != NULL && !pre->ended)
    {
      fit_framework_pre_filter_nodes (cycle->framework, &cycle->plugins,
                                      cycle->arena, pre);
      fit_pre_filter_exclude (pre, cycle->behaviour, cycle->cache,
                              cycle->arena);
    }
  if (pre->error != NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", pre->error);
  if (pre->reject != NULL)
    reject (cycle);
  return TRUE;
}

/* Tries node @name, before all others.  An error means that the pod does not fit
 * there. */
static gboolean
fits_first (const FitGenericScheduler *scheduler, FitCycle *cycle,
            const char *name)
{
  const FitNodeInfo *node = fit_cache_find_node (cycle->cache, name);
  const FitNodeVerdict *verdict;
  const FitNodeInfo **feasible;

  if (node == NULL || node->node == NULL)
    return FALSE;
  cycle->n_verdicts = 1;
  cycle->verdicts = fit_arena_newn (cycle->arena, FitNodeVerdict, 1);
  cycle->verdicts[0] = (FitNodeVerdict){ .node = node, .examined = TRUE };
  fit_cycle_check_nodes (cycle, cycle->verdicts, 1);
  feasible = fit_arena_newn (cycle->arena, const FitNodeInfo *, 1);
  feasible[0] = node;
  cycle->feasible = (FitNodeList){ cycle->verdicts[0].fits ? 1 : 0, feasible };
  if (cycle->behaviour->nomination_starts_over)
    scheduler->turns->next_start = 0;
  if (filter_by_extenders (cycle, NULL) && cycle->feasible.n > 0)
    return TRUE;
  /* All nodes are checked then, after this one. */
  verdict = &cycle->verdicts[0];
  if (!verdict->fits && verdict->error == NULL)
    cycle->nominated = verdict;
  if (verdict->n_failures > 0 && verdict->failures[0].predicate != NULL)
    fit_pre_filter_nominated_fails (&cycle->pre, cycle->behaviour, cycle->arena,
                                    verdict->failures[0].predicate->name);
  g_clear_pointer (&cycle->skipped, g_ptr_array_unref);
  cycle->n_verdicts = cycle->n_failed = 0;
  cycle->extended = FALSE;
  return FALSE;
}

/* A node to which the pod is nominated comes before that of a list, which then is
 * lost. */
static gboolean
fits_named (FitGenericScheduler *scheduler, FitCycle *cycle)
{
  const char *nominated = cycle->pod->nominated_node_name;

  cycle->hint = fit_batch_hint (scheduler, cycle);
  if (*nominated != '\0'
      && fit_gate_on (fit_cache_gates (cycle->cache),
                      FIT_GATE_PREFER_NOMINATED_NODE))
    return fits_first (scheduler, cycle, nominated);
  return cycle->hint != NULL && fits_first (scheduler, cycle, cycle->hint);
}

/* -- the whole search ------------------------------------------------------ */

/* Returns: TRUE if there is nothing left to search */
static gboolean
find_in_column (FitGenericScheduler *scheduler, FitCycle *cycle)
{
  cycle->window = fit_class_search (scheduler, cycle);
  if (cycle->window == NULL || scheduler->checks_columns)
    return FALSE;
  fit_window_end (cycle->window, scheduler, cycle);
  return TRUE;
}

/* v1.16: PreFilter plugins see the cluster as the previous attempt saw it. */
static gboolean
find_by_policy (FitGenericScheduler *scheduler, FitCycle *cycle, GError **error)
{
  g_auto (FitStatus) status = { 0 };

  if (cycle->framework != NULL)
    {
      status = fit_framework_pre_filter (cycle->framework, &cycle->plugins);
      if (!fit_cycle_succeeded (&status, error))
        return FALSE;
    }
  if (!count_nodes (scheduler, cycle, error))
    return FALSE;
  fit_cycle_prepare (cycle);
  if (find_in_column (scheduler, cycle))
    return TRUE;
  return find_nodes (scheduler, cycle, error)
         && filter_by_extenders (cycle, error) && post_filter (cycle, error);
}

static gboolean
find_by_profile (FitGenericScheduler *scheduler, FitCycle *cycle,
                 GError **error)
{
  const FitPreFilterResult *pre = &cycle->pre;
  guint n;

  if (!count_nodes (scheduler, cycle, error))
    return FALSE;
  fit_cycle_prepare (cycle);
  if (!pre_filter_profile (cycle, error))
    return FALSE;
  if (cycle->rejected != NULL || fits_named (scheduler, cycle)
      || find_in_column (scheduler, cycle))
    return TRUE;
  if (!find_nodes (scheduler, cycle, error))
    return FALSE;
  /* Adds the nodes that PreFilter plugins excluded, in releases that report
   * them together with the nodes that filters rejected. */
  n = pre->excluded != NULL && pre->excluded_reason != NULL
          ? fit_cache_n_slots (cycle->cache)
          : 0;
  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cycle->cache, i);
      FitNodeVerdict *verdict = &cycle->verdicts[cycle->n_verdicts];

      if (node->node == NULL || !pre->excluded[i]
          || (cycle->nominated != NULL && cycle->nominated->node == node
              && !cycle->behaviour->excluded_are_evaluated))
        continue;
      *verdict = (FitNodeVerdict){ .node = node, .examined = TRUE };
      fit_reasons_init (&verdict->reasons, cycle->arena);
      fit_reasons_add_text (&verdict->reasons, FIT_REASON_LOOKUP,
                            pre->excluded_reason);
      cycle->n_verdicts++;
    }
  return filter_by_extenders (cycle, error);
}

gboolean
fit_cycle_find_nodes (FitGenericScheduler *scheduler, FitCycle *cycle,
                      GError **error)
{
  if (!cycle->undecided)
    scheduler->turns->n_pods++;
  if (!fit_modern_answers (&scheduler->options.modern, cycle->pod, error))
    return FALSE;
  if (cycle->behaviour->checks_claims_first
      && !check_claims (scheduler, cycle->pod, error))
    return FALSE;
  return cycle->filters != NULL ? find_by_profile (scheduler, cycle, error)
                                : find_by_policy (scheduler, cycle, error);
}
