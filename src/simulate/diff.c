/* diff.c - compares two sets of rules pod by pod
 *
 * First each side places all pods separately, one simulation after the other,
 * and only the nodes of the pods are kept.  If these differ, both sides start
 * again: the left side repeats its placements, and the right rules follow them
 * in a second cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff-evidence.h"
#include "base/each.h"
#include "simulate/diff-result-private.h"
#include "simulate/diff.h"

/* The data about one side that outlives a simulation. */
typedef struct
{
  const FitDiffSide *side;
  GHashTable *numbers;      /* owned: FitPod -> its index in the input plus 1 */
  GArray *queue;            /* owned, of guint: indexes, in queue order */
  FitDiffOutcome *outcomes; /* owned: by index */
  guint n_outcomes;
  GArray *use; /* (nullable) owned: of the nodes */
} Plan;

static const FitPod *
plan_pod (const Plan *plan, guint number)
{
  return plan->side->objects->of[FIT_KIND_POD]->pdata[number];
}

static FitSimulation *
simulate (const Plan *plan, GError **error)
{
  return plan->side->make (plan->side->objects, plan->side->data, error);
}

/* -- both sides in the same state ------------------------------------------ */

typedef struct
{
  FitDiff *diff;
  Plan *plans;
  FitSimulation *simulations[FIT_DIFF_SIDES]; /* owned; both in the left
                                                 state */
  GHashTable *touched; /* owned: node -> index of the last item that differs
                          about it, plus 1 */
} Inquiry;

static void
inquiry_clear (Inquiry *inquiry)
{
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    fit_simulation_free (inquiry->simulations[side]);
  g_clear_pointer (&inquiry->touched, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inquiry, inquiry_clear)

/* Puts the pod on its left node.  If the right rules reject its volumes, it is
 * put there without them. */
static void
take_left_node (const Inquiry *inquiry, guint side, guint number)
{
  const char *name = inquiry->plans[FIT_DIFF_LEFT].outcomes[number].node;
  const FitPod *pod = plan_pod (&inquiry->plans[side], number);
  FitCache *cache = fit_simulation_cache (inquiry->simulations[side]);
  const FitNodeInfo *node
      = name != NULL ? fit_cache_find_node (cache, name) : NULL;
  g_autoptr (FitPod) assumed = NULL;

  if (node == NULL
      || fit_simulation_assume (inquiry->simulations[side], pod, node, NULL))
    return;
  assumed = fit_pod_with_node_name (pod, name);
  if (fit_cache_assume_pod (cache, assumed, NULL))
    fit_nominated_pods_remove (fit_cache_nominated_pods (cache), pod);
}

/* Makes an attempt just for its side effects: where a search starts and the
 * round robin depend on earlier attempts. */
static void
pass_turn (const Inquiry *inquiry, guint side, guint number)
{
  const FitPod *pod = plan_pod (&inquiry->plans[side], number);
  g_auto (FitScheduleResult) result = { 0 };

  if (!inquiry->plans[side].outcomes[number].alone)
    fit_generic_scheduler_schedule (
        fit_simulation_scheduler_of (inquiry->simulations[side], pod), pod,
        NULL, &result, NULL);
}

/* The direct cause that @item follows from: the last earlier pod that differs
 * and concerns the same nodes, or any node. */
static gint
find_root (const Inquiry *inquiry, const FitDiffItem *item)
{
  const GPtrArray *items = inquiry->diff->items;
  gint last = -1;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    if (item->outcomes[side].node != NULL)
      last = MAX (last, GPOINTER_TO_INT (g_hash_table_lookup (
                            inquiry->touched, item->outcomes[side].node))
                            - 1);
  if (last < 0)
    last = (gint) items->len - 2; /* the last one is the item itself */
  if (last < 0)
    return -1;
  item = items->pdata[last];
  return item->cause == FIT_DIFF_FOLLOWS ? item->follows : last;
}

static FitDiffItem *
add_item (const Inquiry *inquiry, guint number)
{
  const FitPod *pod = plan_pod (&inquiry->plans[FIT_DIFF_LEFT], number);
  const FitDiffOutcome *const outcomes[]
      = { &inquiry->plans[FIT_DIFF_LEFT].outcomes[number],
          &inquiry->plans[FIT_DIFF_RIGHT].outcomes[number] };

  return fit_diff_add_item (inquiry->diff, pod->meta.namespace_, pod->meta.name,
                            outcomes);
}

/* Do the sides disagree about this pod itself?  If it has no node but would get
 * one in the left state, earlier pods are the cause. */
static gboolean
decides_itself (const FitDiffItem *item, const FitDiffView *views)
{
  const char *left = fit_diff_view_node (&views[FIT_DIFF_LEFT]),
             *right = fit_diff_view_node (&views[FIT_DIFF_RIGHT]);

  return g_strcmp0 (left, right) != 0
         && (right == NULL || item->outcomes[FIT_DIFF_RIGHT].node != NULL);
}

static void
inquire (const Inquiry *inquiry, guint number)
{
  const gboolean differs = !fit_diff_outcomes_same (
      &inquiry->plans[FIT_DIFF_LEFT].outcomes[number],
      &inquiry->plans[FIT_DIFF_RIGHT].outcomes[number]);

  if (differs)
    {
      FitDiffItem *item = add_item (inquiry, number);
      FitDiffView views[FIT_DIFF_SIDES];
      FitEvaluation *evaluations[FIT_DIFF_SIDES];

      if (item->change == FIT_DIFF_NOT_COMPARED
          || item->outcomes[FIT_DIFF_LEFT].alone
          || item->outcomes[FIT_DIFF_RIGHT].alone)
        {
          item->cause = item->change == FIT_DIFF_NOT_COMPARED
                            ? FIT_DIFF_ERROR
                            : FIT_DIFF_SCHEDULER;
          for (guint side = 0; side < FIT_DIFF_SIDES; side++)
            pass_turn (inquiry, side, number);
        }
      else
        {
          for (guint side = 0; side < FIT_DIFF_SIDES; side++)
            {
              FitSimulation *simulation = inquiry->simulations[side];
              const FitPod *pod = plan_pod (&inquiry->plans[side], number);
              FitEvaluation *evaluation = fit_generic_scheduler_evaluate (
                  fit_simulation_scheduler_of (simulation, pod), pod,
                  FIT_EVALUATE_ALL_NODES);

              fit_diff_view_init (&views[side],
                                  fit_simulation_algorithm_of (simulation, pod),
                                  evaluation);
              evaluations[side] = evaluation;
            }
          item->cause = FIT_DIFF_FOLLOWS;
          if (decides_itself (item, views))
            item->evidence = fit_diff_evidence_new (views, &item->cause);
          else
            item->follows = find_root (inquiry, item);
          for (guint side = 0; side < FIT_DIFF_SIDES; side++)
            fit_evaluation_free (evaluations[side]);
        }
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        if (item->outcomes[side].node != NULL)
          g_hash_table_insert (inquiry->touched, item->outcomes[side].node,
                               GUINT_TO_POINTER (inquiry->diff->items->len));
    }
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      if (!differs)
        pass_turn (inquiry, side, number);
      take_left_node (inquiry, side, number);
    }
}

static gboolean
inquire_all (FitDiff *diff, Plan *plans, GError **error)
{
  const GArray *queue = plans[FIT_DIFF_LEFT].queue;
  guint n = queue->len;
  g_auto (Inquiry) inquiry = { .diff = diff, .plans = plans };

  /* After the last pod that differs there is nothing to explain. */
  while (n > 0)
    {
      const guint number = g_array_index (queue, guint, n - 1);

      if (!fit_diff_outcomes_same (&plans[FIT_DIFF_LEFT].outcomes[number],
                                   &plans[FIT_DIFF_RIGHT].outcomes[number]))
        break;
      n--;
    }
  inquiry.touched = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint side = 0; n > 0 && side < FIT_DIFF_SIDES; side++)
    {
      inquiry.simulations[side] = simulate (&plans[side], error);
      if (inquiry.simulations[side] == NULL)
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    inquire (&inquiry, g_array_index (queue, guint, i));
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

/* Pods that are only in the right queue come last. */
static void
add_right_only (FitDiff *diff, Plan *plans)
{
  const Inquiry inquiry = { .diff = diff, .plans = plans };
  const GArray *queue = plans[FIT_DIFF_RIGHT].queue;

  for (guint i = 0; i < queue->len; i++)
    {
      const guint number = g_array_index (queue, guint, i);
      const FitDiffOutcome *outcome = &plans[FIT_DIFF_RIGHT].outcomes[number];

      if (!plans[FIT_DIFF_LEFT].outcomes[number].alone)
        continue;
      diff->n_pods++;
      if (outcome->node != NULL || outcome->error != NULL)
        add_item (&inquiry, number)->cause
            = outcome->error != NULL ? FIT_DIFF_ERROR : FIT_DIFF_SCHEDULER;
    }
}

static FitDiff *
compare (Plan *plans, GError **error)
{
  g_autoptr (FitDiff) diff = fit_diff_alloc (FALSE);

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autoptr (FitSimulation) simulation = simulate (&plans[side], error);
      const GPtrArray *pending;

      if (simulation == NULL)
        return NULL;
      if (plans[side].side->coverage != NULL)
        fit_coverage_begin (plans[side].side->coverage, simulation);
      pending = fit_simulation_pending (simulation);
      FIT_EACH (const FitPod, pod, pending)
        {
          const guint number = GPOINTER_TO_UINT (g_hash_table_lookup (
                                   plans[side].numbers, pod))
                               - 1;
          FitDiffOutcome *outcome = &plans[side].outcomes[number];
          g_auto (FitPlacement) placement = { 0 };

          g_array_append_val (plans[side].queue, number);
          if (plans[side].side->hold_back != NULL
              && plans[side].side->hold_back (pod, plans[side].side->data))
            {
              fit_diff_outcome_hold (outcome);
              continue;
            }
          if (plans[side].side->coverage != NULL)
            fit_coverage_schedule (plans[side].side->coverage, simulation, pod,
                                   &placement);
          else
            fit_simulation_schedule (simulation, pod, &placement);
          fit_diff_outcome_take (outcome, &placement);
        }
      plans[side].use = fit_diff_use_new (fit_simulation_cache (simulation));
      if (plans[side].side->placed != NULL)
        plans[side].side->placed (fit_simulation_cache (simulation),
                                  plans[side].side->data);

      for (guint i = 0; i < plans[side].n_outcomes; i++)
        diff->n_placed[side] += plans[side].outcomes[i].node != NULL;
    }
  diff->n_pods = plans[FIT_DIFF_LEFT].queue->len;
  if (!inquire_all (diff, plans, error))
    return NULL;
  add_right_only (diff, plans);
  fit_diff_set_nodes (diff, plans[FIT_DIFF_LEFT].use,
                      plans[FIT_DIFF_RIGHT].use);
  return g_steal_pointer (&diff);
}

FitDiff *
fit_diff_new (const FitDiffSide *sides, GError **error)
{
  Plan plans[FIT_DIFF_SIDES];
  FitDiff *diff;

  if (sides[FIT_DIFF_LEFT].objects->of[FIT_KIND_POD]->len
      != sides[FIT_DIFF_RIGHT].objects->of[FIT_KIND_POD]->len)
    return fit_fail_null (error, FIT_ERROR_INTERNAL,
                          "the sides do not have the same pods");
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const GPtrArray *pods = sides[side].objects->of[FIT_KIND_POD];

      plans[side] = (Plan){
        .side = &sides[side],
        .numbers = g_hash_table_new (NULL, NULL),
        .queue = g_array_new (FALSE, FALSE, sizeof (guint)),
        .outcomes = g_new0 (FitDiffOutcome, pods->len),
        .n_outcomes = pods->len,
      };
      for (guint i = 0; i < pods->len; i++)
        {
          plans[side].outcomes[i].alone = TRUE;
          g_hash_table_insert (plans[side].numbers, pods->pdata[i],
                               GUINT_TO_POINTER (i + 1));
        }
    }
  diff = compare (plans, error);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      for (guint i = 0; i < plans[side].n_outcomes; i++)
        fit_diff_outcome_clear (&plans[side].outcomes[i]);
      g_free (plans[side].outcomes);
      g_hash_table_unref (plans[side].numbers);
      g_array_unref (plans[side].queue);
      g_clear_pointer (&plans[side].use, g_array_unref);
    }
  return diff;
}
