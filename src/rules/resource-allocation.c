/* resource-allocation.c - NodeResourcesLeastAllocated,
 * NodeResourcesMostAllocated and RequestedToCapacityRatio, and NodeResourcesFit
 * at Score, whose strategy is one of these; up to v1.17 priorities
 * LeastRequestedPriority, MostRequestedPriority and
 * RequestedToCapacityRatioPriority
 *
 * They score nodes by how much of their resources would be in use.  For each
 * weighted resource, with the pod on the node, in integers:
 *
 *   least   (allocatable - requested) * M / allocatable, 0 beyond allocatable
 *   most    requested * M / allocatable; beyond allocatable 0, or M with
 *           overfull_is_full
 *   ratio   the height of the line through the points of the shape, times
 *           M / 10, at the percentage in use; 100 % beyond allocatable
 *
 *   score = sum of points * weight / sum of weight
 *
 * where M is the maximum score.  The ratio leaves out resources without points
 * and rounds to nearest, halves away from zero.  The percentage in use is 100 -
 * (allocatable - requested) * 100 / allocatable, or, with scores_leave_out,
 * requested * 100 / allocatable.  The line is constant before its first point
 * and after the last.  Divisions truncate toward zero, so falling segments are
 * a little high.  v1.16's ratio takes the heights as given, without M / 10.
 *
 * A resource that the node does not have gives no points, and counts as fully
 * used.  With scores_leave_out it is left out, and so is an extended resource
 * that the pod does not request.  A name that is not a resource's counts as a
 * resource that no node has.
 *
 * A container without requests counts as 100m cpu and 200Mi memory.
 *
 * Cost per node: an integer division per resource.
 * Tests: tests/rules/test-resource-allocation*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/scored-resources.h"
#include "priorities/priorities.h"
#include "api/names.h"
#include "cluster/plain-nodes.h"
#include "rules/rule-rows.h"

#include <string.h>
#include <math.h>

#define RATIO_SUMMARY "nodes by utilization, scored by a shape that you define"

/* -- the rules ------------------------------------------------------------- */

static gboolean use_least (gconstpointer args, FitRuleUse *out);
static gboolean use_most (gconstpointer args, FitRuleUse *out);
static gboolean use_ratio (gconstpointer args, FitRuleUse *out);
static void take_ratio (gpointer args, const FitCapacityRatioArgument *ratio,
                        FitRelease from, FitArena *arena);

/* The formulas, defined below. */
static const FitPriorityInfo score_capacity_ratio;
static const FitPriorityInfo score_least_allocated;
static const FitPriorityInfo score_most_allocated;

/* clang-format off */
const FitRule fit_rule_node_resources_least_allocated = {
  .name = "NodeResourcesLeastAllocated",
  .priorities = PRIORITIES (&fit_least_requested_priority),
  .trade = "resources",
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &score_least_allocated }),
  .default_args = &fit_scored_by_default,
  .weights = WEIGHTS ({ "LeastRequestedPriority", FIT_ALWAYS, 1, 1 }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
  .notes = NOTES ({ FIT_SKIPS_RESOURCES, FIT_SINCE (22) }),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "with 600m and 100m of 10 cpu in use, and memory alike, both nodes had 9",
    .cluster = ORDER_USED),
  .use = use_least,
  .became = &fit_rule_node_resources_fit,
  .strategy = FIT_STRATEGY_LEAST,
  .opposite = &fit_rule_node_resources_most_allocated,
  .effect = "preferred empty nodes",
};

const FitRule fit_rule_node_resources_most_allocated = {
  .name = "NodeResourcesMostAllocated",
  .priorities = PRIORITIES (&fit_most_requested_priority),
  .trade = "resources",
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &score_most_allocated }),
  .default_args = &fit_scored_by_default,
  .weights = WEIGHTS ({ "MostRequestedPriority", FIT_ALWAYS }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
  .notes = NOTES (
    { "a request above the capacity counts as full instead of scoring 0", { FIT_RELEASE (20, 15), 0 } },
    { FIT_SKIPS_RESOURCES, FIT_SINCE (22) }),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "with 600m and 100m of 10 cpu in use, and memory alike, both nodes had 0",
    .cluster = ORDER_USED),
  .use = use_most,
  .became = &fit_rule_node_resources_fit,
  .strategy = FIT_STRATEGY_MOST,
  .opposite = &fit_rule_node_resources_least_allocated,
  .effect = "preferred full nodes",
};

const FitRule fit_rule_requested_to_capacity_ratio = {
  .name = "RequestedToCapacityRatio",
  .priorities = PRIORITIES (&fit_requested_to_capacity_ratio_priority),
  .priority_argument = FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO,
  .trade = "resources",
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &score_capacity_ratio }),
  .weights = WEIGHTS (
    { "RequestedToCapacityRatioPriority", FIT_BEFORE (17) },
    { "RequestedToCapacityRatio", FIT_SINCE (18) }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
  .needs_args = TRUE,
  .no_hint = TRUE,
  .notes = NOTES (
    { "the shape is interpolated in steps that are ten times finer", FIT_SINCE (17) }),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "with a shape from 0 to 10, nodes with 6 % and 1 % in use had the same",
    .cluster = ORDER_USED),
  .use = use_ratio,
  .take_ratio = take_ratio,
  .became = &fit_rule_node_resources_fit,
  .strategy = FIT_STRATEGY_RATIO,
  .effect = "scored nodes by its shape",
};
/* clang-format on */

/* -- how they score -------------------------------------------------------- */

static gboolean
use_least (gconstpointer args, FitRuleUse *out)
{
  if (args != NULL)
    out->resources = ((const FitNodeResourcesArgs *) args)->resources;
  return TRUE;
}

static gboolean
use_most (gconstpointer args, FitRuleUse *out)
{
  out->kind = FIT_USE_MOST;
  return use_least (args, out);
}

static gboolean
use_ratio (gconstpointer args, FitRuleUse *out)
{
  const FitCapacityRatioArgument *ratio = args;

  if (ratio == NULL)
    return FALSE;
  out->kind = FIT_USE_RATIO;
  out->resources = ratio->resources;
  out->shape = &ratio->shape;
  return TRUE;
}

gboolean
fit_use_of_strategy (gconstpointer args, FitRuleUse *out)
{
  const FitNodeResourcesFitArgs *fit = args;
  const FitArgScoringStrategy *strategy
      = fit != NULL ? fit->scoring_strategy : NULL;
  const FitArgCapacityRatio *ratio;

  if (strategy == NULL)
    return FALSE;
  ratio = strategy->requested_to_capacity_ratio;
  out->strategy = strategy->type;
  out->field = "scoringStrategy";
  out->resources = strategy->resources;
  if (strcmp (strategy->type, FIT_STRATEGY_MOST) == 0)
    out->kind = FIT_USE_MOST;
  else if (strcmp (strategy->type, FIT_STRATEGY_RATIO) == 0)
    {
      out->kind = FIT_USE_RATIO;
      out->shape = ratio != NULL ? &ratio->shape : NULL;
    }
  return TRUE;
}

typedef struct
{
  FitBehaviour behaviour;
  FitUseKind kind;
  FitScoredResources resources;
  FitScoreLine line; /* of a ratio: height by percent */
} Allocation;

/* -- making one ------------------------------------------------------------ */

static Allocation *
allocation_new (FitRelease release, const FitRuleUse *use)
{
  Allocation *allocation = g_new0 (Allocation, 1);

  allocation->behaviour = fit_behaviour (release);
  allocation->kind = use->kind;
  fit_scored_resources_init (&allocation->resources, &use->resources);
  if (use->shape != NULL)
    fit_score_line_draw (allocation->line, use->shape);
  return allocation;
}

/* @take: the rule's use */
static Allocation *
allocation_of (const FitProfilePluginArgs *given,
               gboolean (*take) (gconstpointer args, FitRuleUse *out))
{
  FitRuleUse use = { 0 };

  take (given->args, &use);
  return allocation_new (given->release, &use);
}

static gboolean
create_least (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  *out_data = allocation_of (argument, use_least);
  return TRUE;
}

static gboolean
create_most (const FitFactoryArgs *args, gconstpointer argument,
             gpointer *out_data, GError **error)
{
  *out_data = allocation_of (argument, use_most);
  return TRUE;
}

static gboolean
create_ratio (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  *out_data = allocation_of (argument, use_ratio);
  return TRUE;
}

static gboolean
create_fit (const FitFactoryArgs *args, gconstpointer argument,
            gpointer *out_data, GError **error)
{
  Allocation *allocation = allocation_of (argument, fit_use_of_strategy);

  allocation->resources.without_overhead
      = allocation->behaviour.fit_scores_without_overhead;
  *out_data = allocation;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Allocation *allocation = data;

  fit_scored_resources_clear (&allocation->resources);
  g_free (allocation);
}

/* -- scoring --------------------------------------------------------------- */

/* The state is the list of resources with the pod's requests. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Allocation *allocation = run->priority->data;
  FitScoredResources *asked
      = fit_arena_newn (run->meta->arena, FitScoredResources, 1);

  *asked = fit_scored_resources_of_pod (&allocation->resources, run->meta,
                                        &allocation->behaviour,
                                        FIT_SCORED_WITH_DEFAULTS);
  run->state = asked;
  return TRUE;
}

static inline gint64
share (gint64 part, gint64 whole, gint64 max)
{
  return fit_wrapping_divide (fit_wrapping_multiply (part, max), whole);
}

static inline gint64
least_points (const Allocation *allocation, gint64 allocatable,
              gint64 requested, gint64 max)
{
  if (allocatable == 0 || requested > allocatable)
    return 0;
  return share (fit_wrapping_subtract (allocatable, requested), allocatable,
                max);
}

static inline gint64
most_points (const Allocation *allocation, gint64 allocatable, gint64 requested,
             gint64 max)
{
  if (allocatable == 0)
    return 0;
  if (requested > allocatable)
    return allocation->behaviour.overfull_is_full ? max : 0;
  return share (requested, allocatable, max);
}

static inline gint64
percent_in_use (const Allocation *allocation, gint64 allocatable,
                gint64 requested)
{
  if (allocatable == 0 || requested > allocatable)
    return 100;
  if (allocation->behaviour.scores_leave_out)
    return share (requested, allocatable, 100);
  return fit_wrapping_subtract (
      100,
      share (fit_wrapping_subtract (allocatable, requested), allocatable, 100));
}

static inline gint64
ratio_points (const Allocation *allocation, gint64 allocatable,
              gint64 requested, gint64 max)
{
  const gint64 percent = percent_in_use (allocation, allocatable, requested);

  return allocation->line[CLAMP (percent, 0, 100)];
}

typedef gint64 (*Points) (const Allocation *allocation, gint64 allocatable,
                          gint64 requested, gint64 max);

/* The sums over the resources of a node. */
typedef struct
{
  gint64 points; /* times weight */
  gint64 weight;
} Sum;

/* @only_positive: leave out resources without points */
static inline Sum
sum_node (const FitPriorityRun *run, const FitNodeInfo *node, Points points,
          gboolean only_positive)
{
  const Allocation *allocation = run->priority->data;
  const FitScoredResources *asked = run->state;
  FitScoredPlace place = { 0, 0 };
  Sum sum = { 0, 0 };

  for (guint i = 0; i < asked->n; i++)
    {
      const FitScoredResource *resource = &asked->items[i];
      gint64 allocatable, requested, got;

      fit_scored_on_node (resource, node, FIT_SCORED_WITH_DEFAULTS, &place,
                          &allocatable, &requested);
      if (allocatable == 0 && allocation->behaviour.scores_leave_out)
        continue;
      got = points (allocation, allocatable, requested, run->meta->max_score);
      if (only_positive && got <= 0)
        continue;
      sum.points = fit_wrapping_add (
          sum.points, fit_wrapping_multiply (got, resource->weight));
      sum.weight = fit_wrapping_add (sum.weight, resource->weight);
    }
  return sum;
}

static gboolean
map_least (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
           GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    {
      const Sum sum = sum_node (run, nodes->nodes[i], least_points, FALSE);

      scores[i]
          = sum.weight == 0 ? 0 : fit_wrapping_divide (sum.points, sum.weight);
    }
  return TRUE;
}

static gboolean
map_most (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
          GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    {
      const Sum sum = sum_node (run, nodes->nodes[i], most_points, FALSE);

      scores[i]
          = sum.weight == 0 ? 0 : fit_wrapping_divide (sum.points, sum.weight);
    }
  return TRUE;
}

static gboolean
map_ratio (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
           GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    {
      const Sum sum = sum_node (run, nodes->nodes[i], ratio_points, TRUE);

      scores[i] = sum.weight == 0
                      ? 0
                      : fit_truncate (
                          round ((double) sum.points / (double) sum.weight));
    }
  return TRUE;
}

static gboolean
map_strategy (const FitPriorityRun *run, const FitNodeList *nodes,
              gint64 *scores, GError **error)
{
  static const FitPriorityMap maps[] = {
    [FIT_USE_LEAST] = map_least,
    [FIT_USE_MOST] = map_most,
    [FIT_USE_RATIO] = map_ratio,
  };
  const Allocation *allocation = run->priority->data;

  return maps[allocation->kind](run, nodes, scores, error);
}

/* The points of least_points(), and most_points() where that is not full when
 * overfull. */
static inline void
add_plain_points (const FitPlainNodes *nodes, gboolean least, gdouble cpu,
                  gdouble memory, gdouble max, gdouble weight,
                  FitPlainAnswers *answers)
{
  for (guint i = 0; i < nodes->pairs; i++)
    {
      const FitPair has_cpu = nodes->has_cpu[i],
                    has_memory = nodes->has_memory[i];
      const FitPair used_cpu = nodes->nonzero_cpu[i] + cpu,
                    used_memory = nodes->nonzero_memory[i] + memory;
      const FitPair points_cpu = fit_pair_floor (
          (least ? has_cpu - used_cpu : used_cpu) * max / has_cpu);
      const FitPair points_memory = fit_pair_floor (
          (least ? has_memory - used_memory : used_memory) * max / has_memory);
      const FitPair points
          = fit_pair_only (used_cpu <= has_cpu, points_cpu)
            + fit_pair_only (used_memory <= has_memory, points_memory);

      answers->totals[i] += fit_pair_floor (points * 0.5) * weight;
    }
}

/* For cpu and memory with equal weights. */
static gboolean
add_plain_strategy (const FitPriorityRun *run, const FitPlainNodes *nodes,
                    gdouble weight, FitPlainAnswers *answers)
{
  const Allocation *allocation = run->priority->data;
  const FitScoredResources *asked = run->state;
  const gboolean least = allocation->kind == FIT_USE_LEAST;
  gdouble cpu, memory;

  if ((!least
       && (allocation->kind != FIT_USE_MOST
           || allocation->behaviour.overfull_is_full))
      || !fit_scored_cpu_and_memory (asked, &cpu, &memory)
      || asked->items[0].weight != asked->items[1].weight
      || asked->items[0].weight <= 0
      || asked->items[0].weight > FIT_TOTALS_ROOM)
    return FALSE;
  add_plain_points (nodes, least, cpu, memory, (gdouble) run->meta->max_score,
                    weight, answers);
  return TRUE;
}

/* The more is in use, the fewer points there are, but only of what is free. */
static gboolean
bound_plain_strategy (const FitPriorityRun *run, const FitPlainBounds *nodes,
                      gdouble weight, FitPlainAnswers *least,
                      FitPlainAnswers *most)
{
  const Allocation *allocation = run->priority->data;

  return allocation->kind == FIT_USE_LEAST
         && add_plain_strategy (run, nodes->fullest, weight, least)
         && add_plain_strategy (run, nodes->emptiest, weight, most);
}

static const FitPriorityInfo score_least_allocated = {
  .name = "NodeResourcesLeastAllocated",
  .summary = "nodes with the largest share of free resources",
  .weight = 1,
  .map = map_least,
  .add_plain = add_plain_strategy,
  .bound_plain = bound_plain_strategy,
  .prepare = prepare,
  .create = create_least,
  .free_data = free_data,
  .by_node = TRUE,
};

static const FitPriorityInfo score_most_allocated = {
  .name = "NodeResourcesMostAllocated",
  .summary = "nodes with the largest share of resources in use",
  .weight = 1,
  .map = map_most,
  .add_plain = add_plain_strategy,
  .prepare = prepare,
  .create = create_most,
  .free_data = free_data,
  .by_node = TRUE,
};

static const FitPriorityInfo score_capacity_ratio = {
  .name = "RequestedToCapacityRatio",
  .summary = RATIO_SUMMARY,
  .weight = 1,
  .map = map_ratio,
  .prepare = prepare,
  .create = create_ratio,
  .free_data = free_data,
  .by_node = TRUE,
};

const FitPriorityInfo fit_score_resources_fit = {
  .name = "NodeResourcesFit",
  .summary = "nodes by the share of their resources in use",
  .weight = 1,
  .map = map_strategy,
  .add_plain = add_plain_strategy,
  .bound_plain = bound_plain_strategy,
  .prepare = prepare,
  .create = create_fit,
  .free_data = free_data,
  .by_node = TRUE,
};

/* -- v1.16 ----------------------------------------------------------------- */

/* For cpu and memory with equal weights. */
static inline gboolean
map_two (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
         Points points)
{
  static const Allocation former; /* in which nothing holds */
  const FitPriorityMetadata *meta = run->meta;
  const gint64 max = meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      const gint64 cpu = points (&former, node->traits->allocatable.milli_cpu,
                                 fit_requested_milli_cpu (meta, node), max);
      const gint64 memory = points (&former, node->traits->allocatable.memory,
                                    fit_requested_memory (meta, node), max);

      scores[i] = fit_wrapping_add (cpu, memory) / 2;
    }
  return TRUE;
}

static gboolean
map_least_requested (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error)
{
  return map_two (run, nodes, scores, least_points);
}

static gboolean
map_most_requested (const FitPriorityRun *run, const FitNodeList *nodes,
                    gint64 *scores, GError **error)
{
  return map_two (run, nodes, scores, most_points);
}

static gboolean
add_plain_two (const FitPriorityRun *run, const FitPlainNodes *nodes,
               gboolean least, gdouble weight, FitPlainAnswers *answers)
{
  const FitPriorityMetadata *meta = run->meta;

  if (!fit_plain_amount (meta->milli_cpu) || !fit_plain_amount (meta->memory))
    return FALSE;
  add_plain_points (nodes, least, (gdouble) meta->milli_cpu,
                    (gdouble) meta->memory, (gdouble) meta->max_score, weight,
                    answers);
  return TRUE;
}

static gboolean
add_plain_least (const FitPriorityRun *run, const FitPlainNodes *nodes,
                 gdouble weight, FitPlainAnswers *answers)
{
  return add_plain_two (run, nodes, TRUE, weight, answers);
}

static gboolean
add_plain_most (const FitPriorityRun *run, const FitPlainNodes *nodes,
                gdouble weight, FitPlainAnswers *answers)
{
  return add_plain_two (run, nodes, FALSE, weight, answers);
}

static gboolean
bound_plain_least (const FitPriorityRun *run, const FitPlainBounds *nodes,
                   gdouble weight, FitPlainAnswers *least,
                   FitPlainAnswers *most)
{
  return add_plain_least (run, nodes->fullest, weight, least)
         && add_plain_least (run, nodes->emptiest, weight, most);
}

const FitPriorityInfo fit_least_requested_priority = {
  .name = "LeastRequestedPriority",
  .summary = "nodes with the most free cpu and memory",
  .weight = 1,
  .map = map_least_requested,
  .add_plain = add_plain_least,
  .bound_plain = bound_plain_least,
  .by_node = TRUE,
};

const FitPriorityInfo fit_most_requested_priority = {
  .name = "MostRequestedPriority",
  .summary = "nodes with the most cpu and memory in use",
  .weight = 1,
  .map = map_most_requested,
  .add_plain = add_plain_most,
  .by_node = TRUE,
};

#define GREATEST_POINT_SCORE 10

/* Used if the argument is missing or names no resources. */
static const FitWeightedResource default_resources[] = {
  { FIT_RESOURCE_MEMORY, 1 },
  { FIT_RESOURCE_CPU, 1 },
};
static const FitUtilizationPoint default_points[] = { { 0, 10 }, { 100, 0 } };
static const FitCapacityRatioArgument default_argument = {
  .shape = { G_N_ELEMENTS (default_points), default_points },
  .resources = { G_N_ELEMENTS (default_resources), default_resources },
};

/* Weights of 0 count as 1 before 1.19.  An empty list of resources means the
 * defaults before 1.18, and in configuration files. */
static void
take_ratio (gpointer args, const FitCapacityRatioArgument *ratio,
            FitRelease from, FitArena *arena)
{
  static const FitSpan mends_weights = FIT_BEFORE (19);
  FitCapacityRatioArgument *taken = args;
  FitUtilizationPoint *points;
  FitWeightedResource *resources;

  if (ratio == NULL)
    {
      taken->shape = default_argument.shape;
      return;
    }
  points = fit_arena_newn (arena, FitUtilizationPoint, ratio->shape.n);
  for (guint i = 0; i < ratio->shape.n; i++)
    {
      const FitUtilizationPoint *point = &ratio->shape.points[i];

      points[i].utilization
          = (gint32) CLAMP (point->utilization, G_MININT32, G_MAXINT32);
      points[i].score = (gint32) CLAMP (point->score, G_MININT32, G_MAXINT32);
    }
  taken->shape = (FitArgShape){ ratio->shape.n, points };
  if (ratio->resources.n == 0 && !fit_release_has_profiles (from))
    return;
  resources = fit_arena_newn (arena, FitWeightedResource, ratio->resources.n);
  for (guint i = 0; i < ratio->resources.n; i++)
    {
      resources[i] = ratio->resources.items[i];
      if (resources[i].weight == 0 && fit_span_has (mends_weights, from))
        resources[i].weight = 1;
    }
  taken->resources = (FitArgResources){ ratio->resources.n, resources };
}

static gboolean
refuse (GError **error, const char *rule, guint index, gint64 value)
{
  g_set_error (
      error, FIT_ERROR, FIT_ERROR_POLICY,
      "invalid RequestedToCapacityRatioPriority arguments: %s[%u]==%" G_GINT64_FORMAT,
      rule, index, value);
  return FALSE;
}

static gboolean
check_points (const FitCapacityRatioArgument *written, GError **error)
{
  const FitUtilizationPoint *points = written->shape.points;

  if (written->shape.n == 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "invalid RequestedToCapacityRatioPriority arguments: at "
                   "least one point must be specified");
      return FALSE;
    }
  for (guint i = 1; i < written->shape.n; i++)
    if (points[i - 1].utilization >= points[i].utilization)
      {
        g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                     "invalid RequestedToCapacityRatioPriority arguments: "
                     "utilization values must be sorted. "
                     "Utilization[%u]==%" G_GINT64_FORMAT
                     " >= Utilization[%u]==%" G_GINT64_FORMAT,
                     i - 1, points[i - 1].utilization, i,
                     points[i].utilization);
        return FALSE;
      }

  for (guint i = 0; i < written->shape.n; i++)
    {
      const FitUtilizationPoint *point = &written->shape.points[i];

      if (point->utilization < 0)
        return refuse (error,
                       "utilization values must not be less than 0. "
                       "Utilization",
                       i, point->utilization);
      if (point->utilization > 100)
        return refuse (error,
                       "utilization values must not be greater than 100. "
                       "Utilization",
                       i, point->utilization);
      if (point->score < 0)
        return refuse (error, "score values must not be less than 0. Score", i,
                       point->score);
      if (point->score > GREATEST_POINT_SCORE)
        return refuse (error, "score valuses not be greater than 10. Score", i,
                       point->score);
    }
  return TRUE;
}

static gboolean
create_former_ratio (const FitFactoryArgs *args, gconstpointer argument,
                     gpointer *out_data, GError **error)
{
  const FitCapacityRatioArgument *written
      = argument != NULL ? argument : &default_argument;
  FitArgResources resources = written->resources;
  Allocation *allocation;

  if (!check_points (written, error))
    return FALSE;
  if (resources.n == 0)
    resources = default_argument.resources;
  allocation = allocation_new (
      FIT_RELEASE_LEGACY,
      &(FitRuleUse){ .kind = FIT_USE_RATIO, .resources = resources });
  for (guint percent = 0; percent < G_N_ELEMENTS (allocation->line); percent++)
    allocation->line[percent]
        = fit_line_at (written->shape.points, written->shape.n, 1, percent);
  *out_data = allocation;
  return TRUE;
}

const FitPriorityInfo fit_requested_to_capacity_ratio_priority = {
  .name = "RequestedToCapacityRatioPriority",
  .summary = RATIO_SUMMARY,
  .weight = 1,
  .map = map_ratio,
  .prepare = prepare,
  .create = create_former_ratio,
  .free_data = free_data,
  .by_node = TRUE,
};
