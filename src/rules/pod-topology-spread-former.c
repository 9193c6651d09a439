/* pod-topology-spread-former.c - predicate EvenPodsSpread and priority
 * EvenPodsSpreadPriority of v1.16, with the gate EvenPodsSpread
 * Tests: tests/rules/test-pod-topology-spread-former*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/pod-topology-spread.h"
#include "api/texts.h"
#include "predicates/predicates.h"
#include "predicates/spread-metadata.h"
#include "priorities/pod-counts.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"

/* -- EvenPodsSpread -------------------------------------------------------- */

/* For every topologySpreadConstraint with whenUnsatisfiable: DoNotSchedule,
 *   pods at the node's value + 1 if the pod matches itself - minimum <= maxSkew
 * where only nodes count that satisfy the pod's node selector and have all
 * topology keys.  If no node counts, the pod fits.  An invalid selector is an
 * error if it is needed.
 * Cost: constraints.  Source: kube-scheduler v1.16 EvenPodsSpreadPredicate.
 */

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  run->skip = TRUE;
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    if (spec->spread_constraints[i].hard)
      run->skip = FALSE;
  run->state = GINT_TO_POINTER (!run->skip);
}

static FitAnswer
check_rule (const FitPredicateMetadata *meta, const FitSpreadRule *rule,
            const FitNodeInfo *node, GError **error)
{
  const FitSelector *selector = rule->constraint->selector;
  gint32 skew;

  if (!fit_spread_skew (meta, rule, node, &skew))
    return FIT_ANSWER_NO;
  if (selector->error != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                           selector->error);
      return FIT_ANSWER_ERROR;
    }
  if (fit_selector_matches (selector, meta->pod->meta.labels))
    skew++;
  return skew <= rule->constraint->max_skew ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitPredicateMetadata *meta = run->meta;
  FitAnswer answer = FIT_ANSWER_YES;

  if (run->state == NULL)
    return FIT_ANSWER_YES;
  if (!meta->usable)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "metadata not pre-computed for EvenPodsSpreadPredicate");
      return FIT_ANSWER_ERROR;
    }
  for (guint i = 0; meta->spread->any_pair && i < meta->spread->n_rules; i++)
    if ((answer = check_rule (meta, &meta->spread->rules[i], node, error))
        != FIT_ANSWER_YES)
      break;
  if (answer == FIT_ANSWER_NO)
    fit_reasons_add (reasons, FIT_REASON_EVEN_PODS_SPREAD);
  return answer;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitPredicateMetadata *meta = run->meta;

  if (!meta->usable || meta->spread == NULL)
    return;
  for (guint i = 0; i < meta->spread->n_rules; i++)
    if (check_rule (meta, &meta->spread->rules[i], node, NULL) == FIT_ANSWER_NO)
      {
        FitTopology *topology = fit_cache_topology (meta->cache);
        const FitSpreadKey *key
            = &meta->spread->keys[meta->spread->rules[i].key];
        const guint slot = fit_topology_slot (topology, key->key);
        const guint32 value = key->column[node->index];
        const FitSelector *selector
            = meta->spread->rules[i].constraint->selector;
        g_autofree char *selects = fit_selector_format (selector);

        if (value == FIT_TOPOLOGY_ABSENT)
          fit_explain_missing_key (key->key, detail);
        else
          fit_explain_spread (
              topology, slot, key->counts,
              &(FitSpreadCount){
                  .constraint = meta->spread->rules[i].constraint,
                  .selects = selects,
                  .selector = selector,
                  .value = fit_topology_value (topology, slot, value),
                  .count = key->counts[value],
                  .self
                  = fit_selector_matches (selector, meta->pod->meta.labels),
                  .least = key->minima.count[0],
                  .least_value
                  = fit_topology_value (topology, slot, key->minima.value[0]),
              },
              detail);
        return;
      }
}

static const FitReasonCode gives[] = { FIT_REASON_EVEN_PODS_SPREAD, 0 };

const FitPredicateInfo fit_even_pods_spread = {
  .name = "EvenPodsSpread",
  .summary = FIT_SPREAD_FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = explain,
};

/* -- EvenPodsSpreadPriority ------------------------------------------------ */

/* EvenPodsSpreadPriority: prefers nodes in domains with few matching pods, by
 * the pod's topologySpreadConstraints with whenUnsatisfiable ScheduleAnyway
 * (gate EvenPodsSpread).
 *
 * Eligible nodes are those with the topology keys of all constraints.
 *
 *   pods(key, value) = pods matched by the selector of a constraint with that
 *                      key, on nodes with that value that are eligible and
 *                      satisfy the pod's node selector and required affinity
 *   c(node)          = sum over the constraints of pods(key, value on the node)
 *   score            = trunc (M * ((total - c) / (total - least)))
 *
 * in binary64, over the feasible eligible nodes; M if total = least.  total is
 * the sum of all c, least is the smallest c, and M is the maximum score (10).
 * Nodes that are not eligible get 0; without such a constraint all nodes do.
 * Pods of every namespace count, also those being deleted.  maxSkew does not
 * matter.  Counts have 32 bits.
 *
 * The node tree may hand out a node twice.  Then total includes its pods twice,
 * and its own c is twice as large.
 *
 * An invalid selector is an error if there is a pod to match it against.
 *
 * Cost per node: two array lookups per constraint and a floating point
 * division; beforehand the (class of matching pods, node) pairs.
 */

/* map() stores this for reduce() if a node is not eligible. */
#define NOT_ELIGIBLE G_MININT64

/* The count for one value of a topology key. */
typedef struct
{
  gboolean wanted; /* a feasible eligible node has the value */
  gint32 pods;
} Pair;

typedef struct
{
  const FitSelector *selector;
  guint slot;
  const guint32 *column;  /* during prepare() */
  const gint32 *matching; /* pods by node index, NULL: invalid selector */
  Pair *pairs; /* by value id, one array for constraints with the same key */
} Constraint;

typedef struct
{
  guint n;
  Constraint *constraints;
} State;

static gint32
add32 (gint32 a, gint32 b)
{
  return (gint32) ((guint32) a + (guint32) b);
}

static Pair *
pairs_of_slot (const State *state, const FitPriorityMetadata *meta, guint slot)
{
  for (guint k = 0; k < state->n; k++)
    if (state->constraints[k].slot == slot)
      return state->constraints[k].pairs;
  return fit_arena_new0 (
      meta->arena, Pair,
      fit_topology_n_values (fit_cache_topology (meta->cache), slot));
}

static gboolean
is_eligible (const State *state, guint32 node)
{
  for (guint k = 0; k < state->n; k++)
    if (state->constraints[k].column[node] == FIT_TOPOLOGY_ABSENT)
      return FALSE;
  return TRUE;
}

static gboolean
has_something_to_count (const Constraint *constraint, const FitNodeInfo *node)
{
  if (!constraint->pairs[constraint->column[node->index]].wanted)
    return FALSE;
  return constraint->matching != NULL ? constraint->matching[node->index] > 0
                                      : node->n_pods > 0;
}

/* Counts the pods of an eligible node. */
static gboolean
count_node (const State *state, const FitPod *pod, const FitNodeInfo *node,
            GError **error)
{
  const FitLabels *labels = node->node->meta.labels;

  for (guint k = 0; k < state->n; k++)
    {
      const Constraint *constraint = &state->constraints[k];
      Pair *pair;

      if (!has_something_to_count (constraint, node))
        continue;
      if (!fit_pod_matches_node (pod, labels, node->name))
        return TRUE;
      if (constraint->matching == NULL)
        return fit_fail (error, FIT_ERROR_SCHEDULE, "%s",
                         constraint->selector->error);
      pair = &constraint->pairs[constraint->column[node->index]];
      pair->pods = add32 (pair->pods, constraint->matching[node->index]);
    }
  return TRUE;
}

static gboolean
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  State *state = fit_arena_new0 (meta->arena, State, 1);
  const FitPodSpec *spec;
  FitTopology *topology;

  run->state = state;
  spec = meta->pod->spec;
  topology = fit_cache_topology (meta->cache);
  state->constraints
      = fit_arena_newn (meta->arena, Constraint, spec->n_spread_constraints);
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    {
      const FitSpreadConstraint *written = &spec->spread_constraints[i];
      Constraint constraint = { .selector = written->selector };
      FitPodCondition anywhere;

      if (!written->soft)
        continue;
      constraint.slot = fit_topology_slot (topology, written->topology_key);
      anywhere = (FitPodCondition){ .selector = written->selector };
      if (written->selector->error != NULL)
        constraint.matching = NULL;
      else
        constraint.matching
            = fit_pod_counts_by_node (meta, &anywhere, 1, FIT_COUNT_ALL);
      constraint.pairs = pairs_of_slot (state, meta, constraint.slot);
      state->constraints[state->n++] = constraint;
    }
  /* Only after all slots exist: a new slot may move the columns of others. */
  for (guint k = 0; k < state->n; k++)
    state->constraints[k].column
        = fit_topology_column (topology, state->constraints[k].slot);
  if (state->n == 0)
    return TRUE;
  for (guint i = 0; i < feasible->n; i++)
    if (is_eligible (state, feasible->nodes[i]->index))
      for (guint j = 0; j < state->n; j++)
        {
          const Constraint *constraint = &state->constraints[j];

          constraint->pairs[constraint->column[feasible->nodes[i]->index]]
              .wanted
              = TRUE;
        }
  for (guint i = 0; i < fit_cache_n_slots (meta->cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (meta->cache, i);

      if (node != NULL && node->node != NULL && is_eligible (state, i)
          && !count_node (state, meta->pod, node, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const State *state = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  for (guint k = 0; k < state->n; k++)
    {
      const Pair *pairs = state->constraints[k].pairs;
      const guint32 *column
          = fit_topology_column (topology, state->constraints[k].slot);

      for (guint i = 0; i < nodes->n; i++)
        {
          const guint32 value = column[nodes->nodes[i]->index];

          if (value == FIT_TOPOLOGY_ABSENT)
            scores[i] = NOT_ELIGIBLE;
          else if (scores[i] != NOT_ELIGIBLE)
            scores[i] = add32 ((gint32) scores[i], pairs[value].pods);
        }
    }
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const State *state = run->state;
  const gint64 max = run->meta->max_score;
  gint32 *counts; /* by node index: of all its turns so far */
  gint32 total = 0;
  gint32 least = G_MAXINT32;
  gint32 difference;

  if (state->n == 0)
    return TRUE;
  counts = fit_arena_new0 (run->meta->arena, gint32,
                           fit_cache_n_slots (run->meta->cache));
  for (guint i = 0; i < nodes->n; i++)
    if (scores[i] != NOT_ELIGIBLE)
      {
        gint32 *count = &counts[nodes->nodes[i]->index];

        *count = add32 (*count, (gint32) scores[i]);
        total = add32 (total, (gint32) scores[i]);
        least = MIN (least, *count);
      }
  difference = (gint32) ((guint32) total - (guint32) least);
  for (guint i = 0; i < nodes->n; i++)
    {
      const guint32 count = (guint32) counts[nodes->nodes[i]->index];
      const gint32 better = (gint32) ((guint32) total - count);

      if (scores[i] == NOT_ELIGIBLE)
        scores[i] = 0;
      else if (difference == 0)
        scores[i] = max;
      else
        scores[i] = fit_truncate ((double) max
                                  * ((double) better / (double) difference));
    }
  return TRUE;
}

const FitPriorityInfo fit_even_pods_spread_priority = {
  .name = "EvenPodsSpreadPriority",
  .summary = FIT_SPREAD_SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = score_prepare,
};
