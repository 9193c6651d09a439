#include "core/generic-scheduler.h"

#include "core/cycle.h"

#include <string.h>

/* Feasible nodes that are always worth finding. */
#define MIN_FEASIBLE_NODES 100
#define MIN_PERCENTAGE 5

/* What one attempt found; memory is the scheduler's until the next attempt. */
typedef struct
{
  guint n_nodes;
  guint n_verdicts;
  FitNodeVerdict *verdicts; /* of the nodes examined, in order */
  FitNodeList feasible;
  guint n_failed; /* nodes with failed predicates */
  guint n_results;
  FitPriorityResult *results;
  gint64 *totals; /* (nullable): NULL when nothing was scored */
  guint chosen;   /* index into feasible, if there is one */
} Attempt;

struct _FitGenericScheduler
{
  FitCache *cache;
  const FitAlgorithm *algorithm;
  FitSchedulerOptions options;
  FitArena **arenas; /* one per worker */
  guint n_arenas;
  guint64 last_node_index; /* of the round robin among ties */
  GRand *random;           /* (nullable) */
  FitCycle cycle;          /* the last one, for preemption */
  Attempt attempt;         /* what it found; memory of the arenas */
};

static FitArena **
arenas_new (guint n)
{
  FitArena **arenas = g_new (FitArena *, n);

  for (guint i = 0; i < n; i++)
    arenas[i] = fit_arena_new ();
  return arenas;
}

static void
arenas_free (FitArena **arenas, guint n)
{
  for (guint i = 0; i < n; i++)
    fit_arena_free (arenas[i]);
  g_free (arenas);
}

FitGenericScheduler *
fit_generic_scheduler_new (FitCache *cache, const FitAlgorithm *algorithm,
                           const FitSchedulerOptions *options)
{
  FitGenericScheduler *scheduler = g_new0 (FitGenericScheduler, 1);

  scheduler->cache = cache;
  scheduler->algorithm = algorithm;
  scheduler->options = *options;
  scheduler->n_arenas
      = options->pool ? fit_worker_pool_size (options->pool) : 1;
  scheduler->arenas = arenas_new (scheduler->n_arenas);
  if (options->tie_break == FIT_TIE_BREAK_RANDOM)
    scheduler->random = g_rand_new_with_seed (options->seed);
  return scheduler;
}

void
fit_generic_scheduler_free (FitGenericScheduler *scheduler)
{
  if (!scheduler)
    return;
  arenas_free (scheduler->arenas, scheduler->n_arenas);
  g_clear_pointer (&scheduler->random, g_rand_free);
  g_free (scheduler);
}

void
fit_schedule_result_clear (FitScheduleResult *result)
{
  g_clear_pointer (&result->fit_error, g_free);
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

/* Counts the verdicts from @begin on.  Returns: TRUE when one more than enough
 * nodes fit; that one is dropped, but its turn in the node tree is gone. */
static gboolean
commit (Attempt *attempt, const FitNodeInfo **feasible, guint enough,
        guint begin, FitMessages *problems)
{
  for (guint i = begin; i < attempt->n_verdicts; i++)
    {
      FitNodeVerdict *verdict = &attempt->verdicts[i];

      if (verdict->error)
        fit_messages_add (problems, verdict->error);
      else if (!verdict->fits)
        attempt->n_failed += verdict->failures[0].predicate != NULL;
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
take_nodes (FitGenericScheduler *scheduler, Attempt *attempt, guint n)
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
            Attempt *attempt, GError **error)
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

static void
free_errors (const FitNodeVerdict *verdicts, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (verdicts[i].error);
}

/* --- choosing ------------------------------------------------------------ */

static guint
select_round_robin (FitGenericScheduler *scheduler, const gint64 *totals,
                    guint n)
{
  guint best = 0, ties = 0, turn;

  for (guint i = 0; i < n; i++)
    {
      if (totals[i] > totals[best])
        {
          best = i;
          ties = 0;
        }
      ties += totals[i] == totals[best];
    }
  turn = (guint) (scheduler->last_node_index++ % ties);
  for (guint i = best;; i++)
    if (totals[i] == totals[best] && turn-- == 0)
      return i;
}

/* Reservoir sampling: the k-th best node replaces the choice with probability
 * 1/k. */
static guint
select_random (FitGenericScheduler *scheduler, const gint64 *totals, guint n)
{
  guint chosen = 0, ties = 1;

  for (guint i = 1; i < n; i++)
    {
      if (totals[i] > totals[chosen])
        {
          chosen = i;
          ties = 1;
        }
      else if (totals[i] == totals[chosen]
               && g_rand_int_range (scheduler->random, 0, (gint32) ++ties) == 0)
        chosen = i;
    }
  return chosen;
}

static gboolean
rank_nodes (FitCycle *cycle, Attempt *attempt, GError **error)
{
  gint64 *totals
      = fit_arena_newn (cycle->arenas[0], gint64, attempt->feasible.n);

  if (!fit_cycle_prioritize (cycle, &attempt->feasible, &attempt->results,
                             &attempt->n_results, totals, error))
    return FALSE;
  attempt->totals = totals;
  return TRUE;
}

static void
select_host (FitGenericScheduler *scheduler, Attempt *attempt)
{
  /* A single feasible node is taken as it is: ties and turns are untouched. */
  if (attempt->feasible.n < 2)
    return;
  attempt->chosen
      = scheduler->random
            ? select_random (scheduler, attempt->totals, attempt->feasible.n)
            : select_round_robin (scheduler, attempt->totals,
                                  attempt->feasible.n);
}

/* --- one attempt --------------------------------------------------------- */

static void
begin_cycle (FitGenericScheduler *scheduler, FitCycle *cycle,
             gboolean check_all)
{
  for (guint i = 0; i < scheduler->n_arenas; i++)
    fit_arena_reset (scheduler->arenas[i]);
  fit_cache_sweep (scheduler->cache);
  *cycle = (FitCycle){
    .cache = scheduler->cache,
    .algorithm = scheduler->algorithm,
    .pool = scheduler->options.pool,
    .n_arenas = scheduler->n_arenas,
    .arenas = scheduler->arenas,
    .check_all = check_all,
  };
}

static gboolean
find (FitGenericScheduler *scheduler, FitCycle *cycle, const FitPod *pod,
      Attempt *attempt, GError **error)
{
  attempt->n_nodes
      = fit_node_tree_size (fit_cache_node_tree (scheduler->cache));
  if (!check_claims (scheduler, pod, error))
    return FALSE;
  if (attempt->n_nodes == 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "no nodes available to schedule pods");
      return FALSE;
    }
  fit_cycle_prepare (cycle, pod);
  return find_nodes (scheduler, cycle,
                     scheduler->options.percentage_of_nodes_to_score, attempt,
                     error);
}

static void
free_attempt (const Attempt *attempt)
{
  free_errors (attempt->verdicts, attempt->n_verdicts);
  for (guint i = 0; i < attempt->n_results; i++)
    g_free (attempt->results[i].error);
}

gboolean
fit_generic_scheduler_schedule (FitGenericScheduler *scheduler,
                                const FitPod *pod,
                                FitScheduleResult *out_result, GError **error)
{
  FitCycle *cycle = &scheduler->cycle;
  Attempt *attempt = &scheduler->attempt;
  gboolean ok;

  begin_cycle (scheduler, cycle,
               scheduler->algorithm->always_check_all_predicates);
  *attempt = (Attempt){ 0 };
  ok = find (scheduler, cycle, pod, attempt, error);
  if (ok && attempt->feasible.n > 1)
    ok = rank_nodes (cycle, attempt, error);
  if (ok)
    {
      select_host (scheduler, attempt);
      *out_result = (FitScheduleResult){
        .evaluated = attempt->feasible.n + attempt->n_failed,
        .feasible = attempt->feasible.n,
        .scored = attempt->totals != NULL,
        .score = attempt->totals ? attempt->totals[attempt->chosen] : 0,
      };
      if (attempt->feasible.n)
        out_result->node = attempt->feasible.nodes[attempt->chosen];
      else
        out_result->fit_error = fit_fit_error_text (
            attempt->n_nodes, attempt->verdicts, attempt->n_verdicts);
    }
  free_attempt (attempt);
  return ok;
}

FitPreemption *
fit_generic_scheduler_preempt (FitGenericScheduler *scheduler,
                               const FitPod *pod)
{
  g_return_val_if_fail (scheduler->cycle.pod == pod, NULL);

  return fit_cycle_preempt (&scheduler->cycle, scheduler->attempt.verdicts,
                            scheduler->attempt.n_verdicts);
}

/* --- everything about one attempt ---------------------------------------- */

void
fit_evaluation_free (FitEvaluation *evaluation)
{
  if (!evaluation)
    return;
  free_errors (evaluation->verdicts, evaluation->n_verdicts);
  for (guint i = 0; i < evaluation->n_priorities; i++)
    g_free (evaluation->priorities[i].error);
  g_free (evaluation->fit_error);
  g_free (evaluation->error);
  fit_pod_unref (evaluation->pod);
  arenas_free (evaluation->arenas, evaluation->n_arenas);
  g_free (evaluation);
}

/* Verdicts about the nodes whose turn did not come.  The node tree may hand out
 * a node twice in one round, so there may be more verdicts than nodes. */
static void
check_other_nodes (FitGenericScheduler *scheduler, FitCycle *cycle,
                   Attempt *attempt)
{
  const guint n_slots = fit_cache_n_slots (scheduler->cache);
  const guint begin = attempt->n_verdicts;
  guint8 *seen = fit_arena_new0 (cycle->arenas[0], guint8, n_slots);
  FitNodeVerdict *verdicts
      = fit_arena_newn (cycle->arenas[0], FitNodeVerdict, begin + n_slots);

  if (begin)
    memcpy (verdicts, attempt->verdicts, sizeof *verdicts * begin);
  attempt->verdicts = verdicts;
  for (guint i = 0; i < begin; i++)
    seen[verdicts[i].node->index] = 1;
  for (guint i = 0; i < n_slots; i++)
    {
      const FitNodeInfo *node = fit_cache_node (scheduler->cache, i);

      if (node->node && !seen[i])
        verdicts[attempt->n_verdicts++] = (FitNodeVerdict){ .node = node };
    }
  fit_cycle_check_nodes (cycle, verdicts + begin, attempt->n_verdicts - begin);
}

static void
collect_best (FitEvaluation *evaluation)
{
  const gint64 *totals = evaluation->totals;
  guint best = 0;

  evaluation->best
      = fit_arena_newn (evaluation->arenas[0], guint, evaluation->n_feasible);
  for (guint i = 1; i < evaluation->n_feasible; i++)
    if (totals[i] > totals[best])
      best = i;
  for (guint i = 0; i < evaluation->n_feasible; i++)
    if (totals[i] == totals[best])
      evaluation->best[evaluation->n_best++] = i;
}

static void
keep (FitEvaluation *evaluation, const Attempt *attempt)
{
  evaluation->n_nodes = attempt->n_nodes;
  evaluation->n_verdicts = attempt->n_verdicts;
  evaluation->verdicts = attempt->verdicts;
  evaluation->n_feasible = attempt->feasible.n;
  evaluation->feasible = (const FitNodeInfo **) attempt->feasible.nodes;
  evaluation->evaluated = attempt->feasible.n + attempt->n_failed;
  evaluation->n_priorities = attempt->n_results;
  evaluation->priorities = attempt->results;
  evaluation->totals = attempt->totals;
  if (evaluation->totals)
    collect_best (evaluation);
}

FitEvaluation *
fit_generic_scheduler_evaluate (FitGenericScheduler *scheduler,
                                const FitPod *pod, FitEvaluateFlags flags)
{
  FitEvaluation *evaluation = g_new0 (FitEvaluation, 1);
  g_autoptr (GError) problem = NULL;
  Attempt attempt = { 0 };
  FitCycle cycle;
  gboolean ok;

  begin_cycle (scheduler, &cycle,
               (flags & FIT_EVALUATE_ALL_PREDICATES)
                   || scheduler->algorithm->always_check_all_predicates);
  evaluation->pod = fit_pod_ref (pod);
  ok = find (scheduler, &cycle, pod, &attempt, &problem);
  if (ok && attempt.feasible.n > 1)
    ok = rank_nodes (&cycle, &attempt, &problem);
  else if (ok && attempt.feasible.n == 1 && (flags & FIT_EVALUATE_SCORE_ALWAYS))
    rank_nodes (&cycle, &attempt, NULL); /* no error of the attempt: it would
                                            not have scored */
  if (ok)
    select_host (scheduler, &attempt);
  evaluation->chosen = ok && attempt.feasible.n ? (gint) attempt.chosen : -1;
  if (ok && attempt.feasible.n == 0)
    evaluation->fit_error = fit_fit_error_text (
        attempt.n_nodes, attempt.verdicts, attempt.n_verdicts);
  if (attempt.verdicts && (flags & FIT_EVALUATE_ALL_NODES))
    check_other_nodes (scheduler, &cycle, &attempt);
  /* The evaluation keeps the memory of this cycle; the next one gets its own. */
  evaluation->arenas = scheduler->arenas;
  evaluation->n_arenas = scheduler->n_arenas;
  scheduler->arenas = arenas_new (scheduler->n_arenas);
  scheduler->cycle.pod = NULL;
  keep (evaluation, &attempt);
  if (!ok)
    evaluation->error = g_strdup (problem->message);
  return evaluation;
}
