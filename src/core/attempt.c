/* attempt.c - the steps of an attempt: what is feasible, and how good it is
 */
#include "core/attempt.h"

#include "core/extenders.h"

/* Feasible nodes that are always worth finding. */
#define MIN_FEASIBLE_NODES 100
#define MIN_PERCENTAGE 5

void
fit_attempt_begin (FitGenericScheduler *scheduler, const FitPod *pod,
                   FitCycleState *state, gboolean check_all,
                   FitCycle *out_cycle)
{
  const FitSchedulerOptions *options = &scheduler->options;
  const FitAlgorithm *algorithm = scheduler->algorithm;

  for (guint i = 0; i < scheduler->n_arenas; i++)
    fit_arena_reset (scheduler->arenas[i]);
  fit_cache_sweep (scheduler->cache);
  g_clear_pointer (&scheduler->state, fit_cycle_state_free);
  if (options->framework && !state)
    state = scheduler->state = fit_cycle_state_new ();
  *out_cycle = (FitCycle){
    .cache = scheduler->cache,
    .algorithm = algorithm,
    .pool = options->pool,
    .n_arenas = scheduler->n_arenas,
    .arenas = scheduler->arenas,
    .pod = pod,
    .framework = options->framework,
    .plugins = { state, pod },
    .extenders
    = options->extenders && options->extenders->len ? options->extenders : NULL,
    .check_all = check_all || algorithm->always_check_all_predicates,
  };
}

void
fit_attempt_clear (FitAttempt *attempt)
{
  g_clear_pointer (&attempt->rejections, g_array_unref);
  g_clear_pointer (&attempt->skipped, g_ptr_array_unref);
  fit_ranking_clear (&attempt->ranking);
}

char *
fit_attempt_error_text (const FitAttempt *attempt)
{
  return fit_fit_error_text (attempt->n_nodes, attempt->verdicts,
                             attempt->n_verdicts, attempt->rejections);
}

gboolean
fit_cycle_succeeded (const FitStatus *status, GError **error)
{
  if (status->code == FIT_STATUS_SUCCESS)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                       fit_status_message (status));
  return FALSE;
}

guint
fit_num_feasible_nodes_to_find (guint n_nodes, gint32 percentage)
{
  guint enough;

  if (n_nodes < MIN_FEASIBLE_NODES || percentage >= 100)
    return n_nodes;
  if (percentage <= 0)
    percentage = MAX (50 - (gint32) (n_nodes / 125), MIN_PERCENTAGE);
  enough = (guint) ((guint64) n_nodes * (guint) percentage / 100);
  return MAX (enough, MIN_FEASIBLE_NODES);
}

/* --- checks before any predicate ----------------------------------------- */

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
      if (claim && !fit_object_meta_deleting (&claim->meta))
        continue;
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "persistentvolumeclaim \"%s\" %s", volume->id,
                   claim ? "is being deleted" : "not found");
      return FALSE;
    }
  return TRUE;
}

/* --- finding nodes ------------------------------------------------------- */

/* Plugins and the absence of a node do not count as failures. */
static gboolean
by_predicate (const FitNodeVerdict *verdict)
{
  return verdict->n_failures && verdict->failures[0].predicate;
}

/* Counts the verdicts from @begin on.  Returns: TRUE when one more than enough
 * nodes fit; that one is dropped, but its turn in the node tree is gone. */
static gboolean
commit (FitAttempt *attempt, const FitNodeInfo **feasible, guint enough,
        guint begin, FitMessages *problems)
{
  for (guint i = begin; i < attempt->n_verdicts; i++)
    {
      FitNodeVerdict *verdict = &attempt->verdicts[i];

      if (verdict->error)
        fit_messages_add (problems, verdict->error);
      else if (!verdict->fits)
        attempt->n_failed += by_predicate (verdict);
      else if (attempt->feasible.n == enough)
        {
          verdict->examined = FALSE;
          return TRUE;
        }
      else
        feasible[attempt->feasible.n++] = verdict->node;
    }
  return FALSE;
}

/* @n nodes to look at next: those whose turn it is.  Without any predicate to
 * ask, v1.16 takes all nodes as they come and leaves the tree alone. */
static void
take_nodes (FitGenericScheduler *scheduler, FitAttempt *attempt, guint n)
{
  FitNodeTree *tree = fit_cache_node_tree (scheduler->cache);
  const gboolean in_turn = scheduler->algorithm->predicates->len > 0;
  guint index = 0;

  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node;

      do
        node = fit_cache_node (scheduler->cache,
                               in_turn ? fit_node_tree_next (tree) : index++);
      while (!in_turn && !node->node);
      attempt->verdicts[attempt->n_verdicts].node = node;
      attempt->verdicts[attempt->n_verdicts++].examined = TRUE;
    }
}

/* Looks at nodes in tree order until one more than enough fit.  So many nodes
 * are checked at a time that the search cannot end before the last of them:
 * no node is checked in vain, however many threads there are. */
static gboolean
find_nodes (FitGenericScheduler *scheduler, FitCycle *cycle, gint32 percentage,
            FitAttempt *attempt, GError **error)
{
  const guint enough
      = scheduler->algorithm->predicates->len
            ? fit_num_feasible_nodes_to_find (attempt->n_nodes, percentage)
            : attempt->n_nodes;
  const FitNodeInfo **feasible
      = fit_arena_newn (cycle->arenas[0], const FitNodeInfo *, enough);
  gboolean stop = FALSE, ok;
  FitMessages problems;

  fit_messages_init (&problems);
  attempt->verdicts
      = fit_arena_newn (cycle->arenas[0], FitNodeVerdict, attempt->n_nodes);
  attempt->feasible.nodes = feasible;
  while (!stop && attempt->n_verdicts < attempt->n_nodes)
    {
      const guint begin = attempt->n_verdicts;
      const guint n
          = MIN (attempt->n_nodes - begin, enough + 1 - attempt->feasible.n);

      take_nodes (scheduler, attempt, n);
      fit_cycle_check_nodes (cycle, attempt->verdicts + begin, n);
      stop = commit (attempt, feasible, enough, begin, &problems);
    }
  ok = problems.texts->len == 0;
  if (!ok)
    {
      g_autofree char *text = fit_messages_aggregate (&problems, TRUE);

      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, text);
    }
  fit_messages_clear (&problems);
  return ok;
}

/* --- what others say about the nodes that fit ---------------------------- */

/* v1.16 counts the nodes in its map of failures, where an extender may enter
 * any name. */
static guint
count_failed (const FitAttempt *attempt)
{
  g_autoptr (GHashTable) failed = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < attempt->n_verdicts; i++)
    if (attempt->verdicts[i].examined && by_predicate (&attempt->verdicts[i]))
      g_hash_table_add (failed, (gpointer) attempt->verdicts[i].node->name);
  for (guint i = 0; i < attempt->rejections->len; i++)
    g_hash_table_add (
        failed,
        g_array_index (attempt->rejections, FitExtenderRejection, i).node_name);
  return g_hash_table_size (failed);
}

/* What extenders leave replaces the list, whatever it is. */
static gboolean
filter_by_extenders (const FitCycle *cycle, FitAttempt *attempt, GError **error)
{
  const FitNodeInfo **left;
  g_auto (FitFilterResult) result = { 0 };

  if (!cycle->extenders || attempt->feasible.n == 0)
    return TRUE;
  if (!fit_extenders_filter (cycle->extenders, cycle->cache, cycle->pod,
                             attempt->feasible.nodes, attempt->feasible.n,
                             &result, error))
    return FALSE;
  left = fit_arena_newn (cycle->arenas[0], const FitNodeInfo *,
                         result.nodes->len);
  for (guint i = 0; i < result.nodes->len; i++)
    left[i] = result.nodes->pdata[i];
  attempt->feasible = (FitNodeList){ result.nodes->len, left };
  attempt->rejections = g_steal_pointer (&result.rejections);
  attempt->skipped = g_steal_pointer (&result.skipped);
  if (attempt->rejections->len > 0)
    attempt->n_failed = count_failed (attempt);
  return TRUE;
}

static gboolean
pre_filter (const FitCycle *cycle, GError **error)
{
  g_auto (FitStatus) status = { 0 };

  if (!cycle->framework)
    return TRUE;
  status = fit_framework_pre_filter (cycle->framework, &cycle->plugins);
  return fit_cycle_succeeded (&status, error);
}

static gboolean
post_filter (const FitCycle *cycle, const FitAttempt *attempt, GError **error)
{
  g_auto (FitStatus) status = { 0 };

  if (!cycle->framework)
    return TRUE;
  status = fit_framework_post_filter (cycle->framework, &cycle->plugins,
                                      &attempt->feasible);
  return fit_cycle_succeeded (&status, error);
}

gboolean
fit_attempt_find (FitGenericScheduler *scheduler, FitCycle *cycle,
                  FitAttempt *attempt, GError **error)
{
  /* PreFilter plugins see the cluster as the attempt before saw it. */
  if (!check_claims (scheduler, cycle->pod, error)
      || !pre_filter (cycle, error))
    return FALSE;
  attempt->n_nodes
      = fit_node_tree_size (fit_cache_node_tree (scheduler->cache));
  if (attempt->n_nodes == 0)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                           FIT_NO_NODES_AVAILABLE);
      return FALSE;
    }
  fit_cycle_prepare (cycle);
  return find_nodes (scheduler, cycle,
                     scheduler->options.percentage_of_nodes_to_score, attempt,
                     error)
         && filter_by_extenders (cycle, attempt, error)
         && post_filter (cycle, attempt, error);
}
