/* NodeResourcesLeastAllocated, NodeResourcesMostAllocated,
 * RequestedToCapacityRatio, and NodeResourcesFit, whose strategy is one of
 * these: score nodes by how much of their resources would be in use.
 *
 * For each weighted resource, with the pod on the node, in integers:
 *
 *   least   (allocatable - requested) * M / allocatable, 0 beyond allocatable
 *   most    requested * M / allocatable; beyond allocatable M (rule
 *           OVERFULL_IS_FULL) or 0
 *   ratio   the height of the line through the points of the shape, times
 *           M / 10, at the percentage in use; 100 % beyond allocatable
 *
 *   score = sum of points * weight / sum of weight
 *
 * where M is the maximum score (100).  The ratio leaves out resources without
 * points and rounds to nearest, halves away from zero.  The percentage in use
 * is 100 - (allocatable - requested) * 100 / allocatable, or, by the rule
 * LEAVES_OUT, requested * 100 / allocatable.
 *
 * A resource that the node does not have gives no points, and counts as fully
 * used.  By the rule LEAVES_OUT it is left out, and so is an extended resource
 * that the pod does not request.
 *
 * A container without requests counts as 100m cpu and 200Mi memory.
 *
 * Cost per node: an integer division per resource.
 */
#include "rules/score-resources.h"
#include "rules/rule-rows.h"

#include <math.h>

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_node_resources_least_allocated = {
  .name = "NodeResourcesLeastAllocated",
  .priorities = NAMES ("LeastRequestedPriority"),
  .trade = "resources",
  .points = POINTS ({ 18, 22, S }),
  .scores = SCORES ({ FROM (18), &fit_score_least_allocated }),
  .score_rules = FLAGS (
    { FIT_SCORE_LEAVES_OUT, FROM (22), ON },
    { FIT_SCORE_OVERHEAD_IN_CORES, FROM (18), ON }),
  .default_args = &fit_scored_by_default,
};

const FitRule fit_rule_node_resources_most_allocated = {
  .name = "NodeResourcesMostAllocated",
  .priorities = NAMES ("MostRequestedPriority"),
  .trade = "resources",
  .points = POINTS ({ 18, 22, S }),
  .scores = SCORES ({ FROM (18), &fit_score_most_allocated }),
  .score_rules = FLAGS (
    { FIT_SCORE_LEAVES_OUT, FROM (22), ON },
    { FIT_SCORE_OVERFULL_IS_FULL, FIT_RELEASE (20, 15), ON },
    { FIT_SCORE_OVERHEAD_IN_CORES, FROM (18), ON }),
  .default_args = &fit_scored_by_default,
};

const FitRule fit_rule_requested_to_capacity_ratio = {
  .name = "RequestedToCapacityRatio",
  .priorities = NAMES ("RequestedToCapacityRatioPriority"),
  .trade = "resources",
  .points = POINTS ({ 18, 22, S }),
  .scores = SCORES ({ FROM (18), &fit_score_capacity_ratio }),
  .score_rules = FLAGS (
    { FIT_SCORE_LEAVES_OUT, FROM (22), ON },
    { FIT_SCORE_OVERHEAD_IN_CORES, FROM (18), ON }),
};
/* clang-format on */

static gboolean create_least (const FitFactoryArgs *args,
                              gconstpointer argument, gpointer *out_data,
                              GError **error);
static gboolean create_most (const FitFactoryArgs *args, gconstpointer argument,
                             gpointer *out_data, GError **error);
static gboolean create_ratio (const FitFactoryArgs *args,
                              gconstpointer argument, gpointer *out_data,
                              GError **error);
static gboolean create_fit (const FitFactoryArgs *args, gconstpointer argument,
                            gpointer *out_data, GError **error);
static void free_data (gpointer data);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map_least (const FitPriorityRun *run, const FitNodeList *nodes,
                           gint64 *scores, GError **error);
static gboolean map_most (const FitPriorityRun *run, const FitNodeList *nodes,
                          gint64 *scores, GError **error);
static gboolean map_ratio (const FitPriorityRun *run, const FitNodeList *nodes,
                           gint64 *scores, GError **error);
static gboolean map_strategy (const FitPriorityRun *run,
                              const FitNodeList *nodes, gint64 *scores,
                              GError **error);

const FitPriorityInfo fit_score_least_allocated = {
  .name = "NodeResourcesLeastAllocated",
  .summary = "nodes with the largest share of free resources",
  .weight = 1,
  .map = map_least,
  .prepare = prepare,
  .create = create_least,
  .free_data = free_data,
};

const FitPriorityInfo fit_score_most_allocated = {
  .name = "NodeResourcesMostAllocated",
  .summary = "nodes with the largest share of resources in use",
  .weight = 1,
  .map = map_most,
  .prepare = prepare,
  .create = create_most,
  .free_data = free_data,
};

const FitPriorityInfo fit_score_capacity_ratio = {
  .name = "RequestedToCapacityRatio",
  .summary = "nodes by utilization, scored by a shape that you define",
  .weight = 1,
  .map = map_ratio,
  .prepare = prepare,
  .create = create_ratio,
  .free_data = free_data,
};

const FitPriorityInfo fit_score_resources_fit = {
  .name = "NodeResourcesFit",
  .summary = "nodes by the share of their resources in use",
  .weight = 1,
  .map = map_strategy,
  .prepare = prepare,
  .create = create_fit,
  .free_data = free_data,
};

typedef enum
{
  LEAST,
  MOST,
  RATIO,
} Strategy;

typedef struct
{
  guint rules;
  Strategy strategy;
  FitScoredResources resources;
  FitScoreLine line; /* of a ratio: height by percent */
} Allocation;

/* -- making one ------------------------------------------------------------ */

static Allocation *
allocation_new (const FitRule *rule, const FitProfilePluginArgs *args,
                Strategy strategy, const FitArgResources *resources)
{
  Allocation *allocation = g_new0 (Allocation, 1);

  allocation->rules = fit_score_rules (rule, args->release);
  allocation->strategy = strategy;
  fit_scored_resources_init (&allocation->resources, resources);
  return allocation;
}

static gboolean
create_least (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesArgs *written = given->args;

  *out_data = allocation_new (&fit_rule_node_resources_least_allocated, given,
                              LEAST, &written->resources);
  return TRUE;
}

static gboolean
create_most (const FitFactoryArgs *args, gconstpointer argument,
             gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesArgs *written = given->args;

  *out_data = allocation_new (&fit_rule_node_resources_most_allocated, given,
                              MOST, &written->resources);
  return TRUE;
}

static gboolean
create_ratio (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitRequestedToCapacityRatioArgs *written = given->args;
  Allocation *allocation = allocation_new (
      &fit_rule_requested_to_capacity_ratio, given, RATIO, &written->resources);

  fit_score_line_draw (allocation->line, &written->shape);
  *out_data = allocation;
  return TRUE;
}

static Strategy
strategy_named (const char *type)
{
  return strcmp (type, "MostAllocated") == 0              ? MOST
         : strcmp (type, "RequestedToCapacityRatio") == 0 ? RATIO
                                                          : LEAST;
}

static gboolean
create_fit (const FitFactoryArgs *args, gconstpointer argument,
            gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesFitArgs *written = given->args;
  const FitArgScoringStrategy *strategy = written->scoring_strategy;
  Allocation *allocation
      = allocation_new (&fit_rule_node_resources_fit, given,
                        strategy_named (strategy->type), &strategy->resources);

  if (allocation->strategy == RATIO && strategy->requested_to_capacity_ratio)
    fit_score_line_draw (allocation->line,
                         &strategy->requested_to_capacity_ratio->shape);
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
                                        allocation->rules,
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
    return allocation->rules & FIT_SCORE_OVERFULL_IS_FULL ? max : 0;
  return share (requested, allocatable, max);
}

static inline gint64
percent_in_use (const Allocation *allocation, gint64 allocatable,
                gint64 requested)
{
  if (allocatable == 0 || requested > allocatable)
    return 100;
  if (allocation->rules & FIT_SCORE_LEAVES_OUT)
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
  Sum sum = { 0, 0 };

  for (guint i = 0; i < asked->n; i++)
    {
      const FitScoredResource *resource = &asked->items[i];
      gint64 allocatable, requested, got;

      fit_scored_on_node (resource, node, FIT_SCORED_WITH_DEFAULTS,
                          &allocatable, &requested);
      if (allocatable == 0 && (allocation->rules & FIT_SCORE_LEAVES_OUT))
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
    [LEAST] = map_least,
    [MOST] = map_most,
    [RATIO] = map_ratio,
  };
  const Allocation *allocation = run->priority->data;

  return maps[allocation->strategy](run, nodes, scores, error);
}
