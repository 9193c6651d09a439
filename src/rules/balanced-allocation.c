/* balanced-allocation.c - NodeResourcesBalancedAllocation at PreScore and
 * Score; up to v1.17 priority BalancedResourceAllocation
 *
 * Prefers nodes where all resources would be used to the same degree.  With the
 * pod on the node, in binary64, where M is the maximum score:
 *
 * Up to v1.21, for cpu and memory:
 *
 *   share(r) = requested / allocatable, 1 for a resource the node has none of
 *   score    = trunc ((1 - |share(cpu) - share(memory)|) * M)
 *
 * 0 when a share reaches 1.  With the gate BalanceAttachedNodeVolumes, if
 * volumes can be attached to the node, their share v counts too: the variance
 * of the three shares then replaces the difference of the two.
 *
 * Since v1.22:
 *
 *   share(r) = requested / allocatable, 1 at most
 *   score    = trunc ((1 - deviation of the shares) * M)
 *
 * Only actual requests count: a container without requests counts as 0.
 * Resources that the node does not have are left out, and so are extended
 * resources that the pod does not request.  The deviation is 0 with fewer than
 * two shares, half their difference with two, and sqrt (mean of the squared
 * distances from their mean) with more.
 *
 * With balance_weighs_change, that is how balanced the node would be with the
 * pod, and the score says how much more than without it:
 *
 *   score    = M / 2 + (M / 2 + with - without) / 2, in integers
 *
 * With balance_skips_score, a pod that requests none of the resources is
 * skipped; if PreScore is not enabled, all nodes get 0.
 *
 * Because of the truncation the last bit of a quotient matters, so the order of
 * operations is part of the rule: shares of 3/5 and 4/5 give 7 of 10, not 8.
 *
 * Cost per node: a floating point division per resource, five with volumes; two
 * with balance_weighs_change.
 * Tests: tests/rules/test-balanced-allocation*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/scored-resources.h"
#include "priorities/priorities.h"
#include "cluster/cache.h"
#include "cluster/plain-nodes.h"
#include "priorities/scoring.h"
#include "rules/rule-rows.h"

#include <math.h>

#define SCORE_SUMMARY "nodes with similar shares of cpu and memory in use"

/* -- the rule -------------------------------------------------------------- */

static gboolean use (gconstpointer args, FitRuleUse *out);

/* The formulas, defined below. */
static const FitPriorityInfo score_balanced_allocation;
static const FitPriorityInfo score_balanced_allocation_of_two;

/* clang-format off */
const FitRule fit_rule_node_resources_balanced_allocation = {
  .name = "NodeResourcesBalancedAllocation",
  .priorities = PRIORITIES (&fit_balanced_resource_allocation),
  .points = POINTS (
    { S, FIT_SPAN (18, 27) },
    { PS | S, FIT_SINCE (27) }),
  .scores = SCORES (
    { FROM (18), &score_balanced_allocation_of_two },
    { FROM (22), &score_balanced_allocation }),
  .default_args = &fit_scored_by_default,
  .weights = WEIGHTS ({ "BalancedResourceAllocation", FIT_ALWAYS, 1, 1, 1 }),
  .use = use,
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "with 10 % and 5 % of cpu in use, and 1 % of memory, both nodes had 9",
    .cluster = ORDER_NODE ("n1", "", "", "") ORDER_NODE ("n2", "", "", "")
      ORDER_POD ("one", "", "nodeName: n1, ", "cpu: 900m, memory: 1Mi")
      ORDER_POD ("two", "", "nodeName: n2, ", "cpu: 400m, memory: 1Mi")
      ORDER_POD ("new", "", "", "cpu: 100m, memory: 100Mi")),
  .notes = NOTES (
    { "the score uses the standard deviation of the shares, which halves the penalty for cpu and memory; a share "
      "above 1 counts as 1 instead of making the score 0, and requests have no minimum", FIT_SINCE (22) },
    { FIT_COUNTS_OVERHEAD, FIT_SINCE (27) },
    { "a pod that requests none of the resources gets the same score on all nodes", FIT_SINCE (33) },
    { "the score says whether the pod makes a node more balanced, not how balanced the node would be", FIT_SINCE (36) }),
  .sign = fit_sign_requests,
};
/* clang-format on */

static gboolean
use (gconstpointer args, FitRuleUse *out)
{
  out->kind = FIT_USE_BALANCED;
  if (args != NULL)
    out->resources = ((const FitNodeResourcesArgs *) args)->resources;
  return TRUE;
}

/* -- cpu and memory -------------------------------------------------------- */

/* For plugins: replaces v1.16's numbers with those that the release counts. */
static gboolean
prepare_of_two (FitPriorityRun *run, const FitNodeList *feasible,
                GError **error)
{
  const FitBehaviour *behaviour = run->priority->data;
  FitPriorityMetadata *meta
      = fit_arena_newn (run->meta->arena, FitPriorityMetadata, 1);

  *meta = *run->meta;
  meta->milli_cpu = fit_scored_request (FIT_SCORED_CPU, meta, behaviour,
                                        FIT_SCORED_WITH_DEFAULTS);
  meta->memory = fit_scored_request (FIT_SCORED_MEMORY, meta, behaviour,
                                     FIT_SCORED_WITH_DEFAULTS);
  run->meta = meta;
  return TRUE;
}

static inline double
share_or_full (gint64 allocatable, gint64 requested)
{
  return allocatable == 0 ? 1.0 : (double) requested / (double) allocatable;
}

static inline gint64
balance_of_two (double cpu, double memory, double max)
{
  if (cpu >= 1.0 || memory >= 1.0)
    return 0;
  return fit_truncate ((1.0 - fabs (cpu - memory)) * max);
}

static gint64
balance_of_three (double cpu, double memory, const FitNodeVolumes *volumes,
                  double max)
{
  const double volume
      = (double) volumes->requested / (double) volumes->allocatable;
  const double mean = (cpu + memory + volume) / 3.0;
  const double variance
      = ((cpu - mean) * (cpu - mean) + (memory - mean) * (memory - mean)
         + (volume - mean) * (volume - mean))
        / 3.0;

  if (cpu >= 1.0 || memory >= 1.0 || volume >= 1.0)
    return 0;
  return fit_truncate ((1.0 - variance) * max);
}

static gboolean
map_of_two (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
            GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitNodeVolumes *volumes = meta->node_volumes;
  const double max = (double) meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      const double cpu = share_or_full (node->traits->allocatable.milli_cpu,
                                        fit_requested_milli_cpu (meta, node));
      const double memory = share_or_full (node->traits->allocatable.memory,
                                           fit_requested_memory (meta, node));

      if (volumes != NULL && volumes[node->index].allocatable > 0)
        scores[i] = balance_of_three (cpu, memory, &volumes[node->index], max);
      else
        scores[i] = balance_of_two (cpu, memory, max);
    }
  return TRUE;
}

static gboolean
add_plain_of_two (const FitPriorityRun *run, const FitPlainNodes *nodes,
                  gdouble weight, FitPlainAnswers *answers)
{
  const FitPriorityMetadata *meta = run->meta;
  const gdouble max = (gdouble) meta->max_score;
  const gdouble milli_cpu = (gdouble) meta->milli_cpu;
  const gdouble bytes = (gdouble) meta->memory;

  if (meta->node_volumes != NULL || !fit_plain_amount (meta->milli_cpu)
      || !fit_plain_amount (meta->memory))
    return FALSE;
  for (guint i = 0; i < nodes->pairs; i++)
    {
      const FitPair cpu
          = (nodes->nonzero_cpu[i] + milli_cpu) / nodes->has_cpu[i];
      const FitPair memory
          = (nodes->nonzero_memory[i] + bytes) / nodes->has_memory[i];
      const FitPair points
          = fit_pair_floor ((1.0 - fit_pair_size (cpu - memory)) * max);

      answers->totals[i]
          += fit_pair_only ((cpu < 1.0) & (memory < 1.0), points) * weight;
    }
  return TRUE;
}

/* The least and the most that the difference of two shares may be, without its
 * sign.  All operations round monotonically, so a bound of what goes in gives one
 * of what comes out. */
typedef struct
{
  FitPair least;
  FitPair most;
} Difference;

static inline FitPair
smaller (FitPair a, FitPair b)
{
  return fit_pair_select (a < b, a, b);
}

static inline FitPair
greater (FitPair a, FitPair b)
{
  return fit_pair_select (a > b, a, b);
}

static inline Difference
difference_of (FitPair least_cpu, FitPair most_cpu, FitPair least_memory,
               FitPair most_memory)
{
  const FitPair low = least_cpu - most_memory, high = most_cpu - least_memory;

  return (Difference){
    .least = greater (greater (low, -high), fit_pair_of (0.0)),
    .most = greater (-low, high),
  };
}

static gboolean
bound_plain_of_two (const FitPriorityRun *run, const FitPlainBounds *nodes,
                    gdouble weight, FitPlainAnswers *least,
                    FitPlainAnswers *most)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitPlainNodes *low = nodes->emptiest, *high = nodes->fullest;
  const gdouble max = (gdouble) meta->max_score;
  const gdouble milli_cpu = (gdouble) meta->milli_cpu;
  const gdouble bytes = (gdouble) meta->memory;

  if (meta->node_volumes != NULL || !fit_plain_amount (meta->milli_cpu)
      || !fit_plain_amount (meta->memory))
    return FALSE;
  for (guint i = 0; i < low->pairs; i++)
    {
      const FitPair cpu = (low->nonzero_cpu[i] + milli_cpu) / low->has_cpu[i];
      const FitPair memory
          = (low->nonzero_memory[i] + bytes) / low->has_memory[i];
      const FitPair most_cpu
          = (high->nonzero_cpu[i] + milli_cpu) / high->has_cpu[i];
      const FitPair most_memory
          = (high->nonzero_memory[i] + bytes) / high->has_memory[i];
      const Difference difference
          = difference_of (cpu, most_cpu, memory, most_memory);

      least->totals[i]
          += fit_pair_only (
                 (most_cpu < 1.0) & (most_memory < 1.0),
                 fit_pair_floor (
                     greater (1.0 - difference.most, fit_pair_of (0.0)) * max))
             * weight;
      most->totals[i]
          += fit_pair_only ((cpu < 1.0) & (memory < 1.0),
                            fit_pair_floor ((1.0 - difference.least) * max))
             * weight;
    }
  return TRUE;
}

static const FitPriorityInfo score_balanced_allocation_of_two = {
  .name = "NodeResourcesBalancedAllocation",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map_of_two,
  .add_plain = add_plain_of_two,
  .bound_plain = bound_plain_of_two,
  .prepare = prepare_of_two,
  .create = fit_score_behaviour_create,
  .free_data = g_free,
  .by_node = TRUE,
};

const FitPriorityInfo fit_balanced_resource_allocation = {
  .name = "BalancedResourceAllocation",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map_of_two,
  .add_plain = add_plain_of_two,
  .bound_plain = bound_plain_of_two,
  .by_node = TRUE,
};

/* -- any resources --------------------------------------------------------- */

typedef struct
{
  FitBehaviour behaviour;
  gboolean may_skip;
  FitScoredResources resources;
} Balance;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesArgs *written = given->args;
  Balance *balance = g_new (Balance, 1);

  balance->behaviour = fit_behaviour (given->release);
  balance->may_skip
      = balance->behaviour.balance_skips_score && fit_score_prepares (given);
  fit_scored_resources_init (&balance->resources, &written->resources);
  *out_data = balance;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Balance *balance = data;

  fit_scored_resources_clear (&balance->resources);
  g_free (balance);
}

static gboolean
asks_for_any (const FitScoredResources *asked)
{
  for (guint i = 0; i < asked->n; i++)
    if (asked->items[i].request != 0)
      return TRUE;
  return FALSE;
}

/* The state is the list of resources with the pod's requests.  It is NULL if
 * the pod requests nothing and that does not count as balanced. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Balance *balance = run->priority->data;
  FitScoredResources *asked
      = fit_arena_newn (run->meta->arena, FitScoredResources, 1);

  *asked = fit_scored_resources_of_pod (&balance->resources, run->meta,
                                        &balance->behaviour, FIT_SCORED_REAL);
  run->state = asked;
  if (!balance->behaviour.balance_skips_score || asks_for_any (asked))
    return TRUE;
  run->state = NULL;
  run->skip = balance->may_skip;
  return TRUE;
}

/* Returns: FALSE if @node does not have @resource.  @with_pod: the request of
 * the pod counts */
static inline gboolean
share_of (const FitScoredResource *resource, const FitNodeInfo *node,
          gboolean with_pod, FitScoredPlace *place, double *out_share)
{
  gint64 allocatable, requested;

  fit_scored_on_node (resource, node, FIT_SCORED_REAL, place, &allocatable,
                      &requested);
  if (allocatable == 0)
    return FALSE;
  if (!with_pod)
    requested = fit_wrapping_subtract (requested, resource->request);
  *out_share = (double) requested / (double) allocatable;
  if (*out_share > 1.0)
    *out_share = 1.0;
  return TRUE;
}

/* Computes each share again, to avoid allocating memory. */
static double
deviation_of_many (const FitScoredResources *asked, const FitNodeInfo *node,
                   gboolean with_pod, double mean, guint n)
{
  double sum = 0.0;
  FitScoredPlace place = { 0, 0 };
  double share;

  for (guint i = 0; i < asked->n; i++)
    if (share_of (&asked->items[i], node, with_pod, &place, &share))
      sum += (share - mean) * (share - mean);
  return sqrt (sum / (double) n);
}

static double
deviation (const FitScoredResources *asked, const FitNodeInfo *node,
           gboolean with_pod)
{
  FitScoredPlace place = { 0, 0 };
  double shares[2] = { 0.0, 0.0 };
  double total = 0.0;
  double share;
  guint n = 0;

  for (guint i = 0; i < asked->n; i++)
    if (share_of (&asked->items[i], node, with_pod, &place, &share))
      {
        if (n < G_N_ELEMENTS (shares))
          shares[n] = share;
        total += share;
        n++;
      }
  if (n < 2)
    return 0.0;
  if (n == 2)
    return fabs ((shares[0] - shares[1]) / 2.0);
  return deviation_of_many (asked, node, with_pod, total / (double) n, n);
}

static inline gint64
balance_of (const FitScoredResources *asked, const FitNodeInfo *node,
            gboolean with_pod, gint64 max)
{
  return fit_truncate ((1.0 - deviation (asked, node, with_pod))
                       * (double) max);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Balance *balance = run->priority->data;
  const FitScoredResources *asked = run->state;
  const gint64 max = run->meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];

      scores[i] = asked == NULL ? 0 : balance_of (asked, node, TRUE, max);
      if (asked != NULL && balance->behaviour.balance_weighs_change)
        scores[i]
            = max / 2
              + (max / 2 + scores[i] - balance_of (asked, node, FALSE, max))
                    / 2;
    }
  return TRUE;
}

/* balance_of() of plain nodes for cpu and memory, in whatever order: their
 * difference counts without its sign. */
static inline FitPair
balance_plain (const FitPlainNodes *nodes, guint i, gdouble milli_cpu,
               gdouble bytes, gdouble max)
{
  const FitPair one = fit_pair_of (1.0);
  const FitPair cpu = (nodes->cpu[i] + milli_cpu) / nodes->has_cpu[i];
  const FitPair memory = (nodes->memory[i] + bytes) / nodes->has_memory[i];
  const FitPair difference = fit_pair_select (cpu > one, one, cpu)
                             - fit_pair_select (memory > one, one, memory);

  return fit_pair_floor ((one - fit_pair_size (difference * 0.5)) * max);
}

/* Half of @gain, without fractions, and towards 0. */
static inline FitPair
half_of (FitPair gain)
{
  const FitPair half = fit_pair_floor (fit_pair_size (gain) * 0.5);

  return fit_pair_select (gain < 0.0, -half, half);
}

static gboolean
add_plain (const FitPriorityRun *run, const FitPlainNodes *nodes,
           gdouble weight, FitPlainAnswers *answers)
{
  const Balance *balance = run->priority->data;
  const FitScoredResources *asked = run->state;
  const gdouble max = (gdouble) run->meta->max_score;
  const gdouble middle = (gdouble) (run->meta->max_score / 2);
  gdouble cpu, memory;

  if (asked == NULL || !fit_scored_cpu_and_memory (asked, &cpu, &memory))
    return FALSE;
  if (!balance->behaviour.balance_weighs_change)
    for (guint i = 0; i < nodes->pairs; i++)
      answers->totals[i] += balance_plain (nodes, i, cpu, memory, max) * weight;
  else
    for (guint i = 0; i < nodes->pairs; i++)
      {
        const FitPair gain = middle + balance_plain (nodes, i, cpu, memory, max)
                             - balance_plain (nodes, i, 0.0, 0.0, max);

        answers->totals[i] += (middle + half_of (gain)) * weight;
      }
  return TRUE;
}

/* Bounds of balance_plain(). */
static inline void
bound_balance (const FitPlainBounds *nodes, guint i, gdouble milli_cpu,
               gdouble bytes, gdouble max, FitPair *out_least,
               FitPair *out_most)
{
  const FitPlainNodes *low = nodes->emptiest, *high = nodes->fullest;
  const FitPair one = fit_pair_of (1.0);
  const Difference difference = difference_of (
      smaller ((low->cpu[i] + milli_cpu) / low->has_cpu[i], one),
      smaller ((high->cpu[i] + milli_cpu) / high->has_cpu[i], one),
      smaller ((low->memory[i] + bytes) / low->has_memory[i], one),
      smaller ((high->memory[i] + bytes) / high->has_memory[i], one));

  *out_least = fit_pair_floor ((one - difference.most * 0.5) * max);
  *out_most = fit_pair_floor ((one - difference.least * 0.5) * max);
}

static gboolean
bound_plain (const FitPriorityRun *run, const FitPlainBounds *nodes,
             gdouble weight, FitPlainAnswers *least, FitPlainAnswers *most)
{
  const Balance *balance = run->priority->data;
  const FitScoredResources *asked = run->state;
  const gdouble max = (gdouble) run->meta->max_score;
  const gdouble middle = (gdouble) (run->meta->max_score / 2);
  gdouble cpu, memory;

  if (asked == NULL || !fit_scored_cpu_and_memory (asked, &cpu, &memory))
    return FALSE;
  for (guint i = 0; i < nodes->emptiest->pairs; i++)
    {
      FitPair low, high, low_before, high_before;

      bound_balance (nodes, i, cpu, memory, max, &low, &high);
      if (balance->behaviour.balance_weighs_change)
        {
          bound_balance (nodes, i, 0.0, 0.0, max, &low_before, &high_before);
          low = middle + half_of (middle + low - high_before);
          high = middle + half_of (middle + high - low_before);
        }
      least->totals[i] += low * weight;
      most->totals[i] += high * weight;
    }
  return TRUE;
}

static const FitPriorityInfo score_balanced_allocation = {
  .name = "NodeResourcesBalancedAllocation",
  .summary = "nodes with similar shares of all resources in use",
  .weight = 1,
  .map = map,
  .add_plain = add_plain,
  .bound_plain = bound_plain,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
  .by_node = TRUE,
};
