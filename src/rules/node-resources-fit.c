/* node-resources-fit.c - NodeResourcesFit at PreFilter, Filter and Score, and the plugins that scored before it
 *
 * Like PodFitsResources of v1.16: the pod's requests must fit into what is free
 * on the node, including the number of pods.  The arguments name extended
 * resources to ignore, one by one or by the part before the '/'.  By the rules
 * NO_REQUEST_FITS and NO_SCALAR_FITS, a resource that the pod does not request
 * is ignored too.  By the rule CAPACITY, a request that does not even fit an
 * empty node has its own status.
 * Cost: constant, plus scalar resources.
 */
#include "base/intern.h"
#include "api/names.h"
#include "base/wrapping.h"
#include "predicates/rule-details.h"
#include "rules/scored-resources.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>
#include <math.h>

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_resources_fit = {
  .name = "NodeResourcesFit",
  .predicates = PREDICATES (&fit_pod_fits_resources),
  .trade = "resources",
  .points = POINTS (
    { PF | F, FIT_SPAN (18, 22) },
    { PF | F | S, FIT_SPAN (22, 27) },
    { PF | F | PS | S, FIT_SINCE (27) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_resources_fit }),
  .scores = SCORES ({ FROM (22), &fit_score_resources_fit }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (18), NO_GATE, NOT_FOUND ("error reading", "PreFilterNodeResourcesFit") }),
  .events = EVENTS (
    EVENT (POD, DELETE, FIT_BEFORE (30), ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_SINCE (30), ALWAYS, fit_hint_pod_freed_room),
    EVENT (POD, SCALE_DOWN, FIT_SINCE (31), RESIZES, fit_hint_pod_freed_room),
    EVENT (NODE, ADD | ALLOCATABLE, FIT_BEFORE (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (24, 30), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (30, 32), ALWAYS, fit_hint_node_has_room),
    EVENT (NODE, ADD | ALLOCATABLE, FIT_SINCE (32), ALWAYS, fit_hint_node_got_room),
    EVENT (NODE, TAINT | LABEL, FIT_SINCE (32), NO_HINTS, NULL)),
};
/* clang-format on */

typedef struct
{
  FitFilterData common;
  char **ignored_groups; /* owned, NULL-terminated */
  guint n_ignored;
  const char **ignored; /* owned array of interned strings, references held */
} Data;

/* The pod's scalar resources that are checked. */
typedef struct
{
  guint n;
  FitScalar *scalars; /* names borrowed */
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesFitArgs *written = given->args;
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, given);
  data->ignored = g_new (const char *, written->ignored_resources.n);
  for (guint i = 0; i < written->ignored_resources.n; i++)
    data->ignored[data->n_ignored++]
        = fit_intern (written->ignored_resources.items[i]);
  data->ignored_groups
      = g_new0 (char *, (gsize) written->ignored_resource_groups.n + 1);
  for (guint i = 0; i < written->ignored_resource_groups.n; i++)
    data->ignored_groups[i]
        = g_strdup (written->ignored_resource_groups.items[i]);
  *out_data = data;
  return TRUE;
}

static void
filter_free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < data->n_ignored; i++)
    fit_intern_unref (data->ignored[i]);
  g_free (data->ignored);
  g_strfreev (data->ignored_groups);
  g_free (data);
}

static gboolean
in_ignored_group (const Data *data, const char *name)
{
  const gsize len = strcspn (name, "/");

  for (guint i = 0; data->ignored_groups[i]; i++)
    if (strlen (data->ignored_groups[i]) == len
        && strncmp (data->ignored_groups[i], name, len) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_ignored (const Data *data, const char *name)
{
  if (!fit_is_extended_resource_name (name))
    return FALSE;
  for (guint i = 0; i < data->n_ignored; i++)
    if (data->ignored[i] == name)
      return TRUE;
  return in_ignored_group (data, name);
}

static void
filter_prepare (FitPredicateRun *run)
{
  const FitResources *request = &run->meta->request;
  FitArena *arena = run->meta->arena;
  State *state = fit_arena_new0 (arena, State, 1);

  state->scalars = fit_arena_newn (arena, FitScalar, request->n_scalars);
  for (guint i = 0; i < request->n_scalars; i++)
    if (!(request->scalars[i].value == 0
          && fit_filter_behaviour (run)->no_scalar_fits)
        && !is_ignored (run->predicate->data, request->scalars[i].name))
      state->scalars[state->n++] = request->scalars[i];
  run->state = state;
}

static inline void
require (const FitBehaviour *behaviour, FitReasons *reasons,
         const char *resource, gint64 requested, gint64 used, gint64 capacity)
{
  if (G_LIKELY (capacity >= fit_wrapping_add (requested, used)))
    return;
  if (behaviour->over_capacity_is_final && requested > capacity)
    fit_reasons_add_insufficient_capacity (reasons, resource, requested, used,
                                           capacity);
  else
    fit_reasons_add_insufficient (reasons, resource, requested, used, capacity);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitBehaviour *behaviour = fit_filter_behaviour (run);
  const gboolean all = !behaviour->no_request_fits;
  const FitPredicateMetadata *meta = run->meta;
  const FitResources *request = &meta->request, *used = &node->requested,
                     *capacity = &node->allocatable;
  const State *state = run->state;
  const guint before = reasons->n;
  guint used_place = 0, capacity_place = 0;

  if (G_UNLIKELY ((gint64) node->n_pods + 1 > node->allowed_pods))
    fit_reasons_add_text (reasons, FIT_REASON_TOO_MANY_PODS, NULL);
  if (!meta->requests_nothing)
    {
      if (all || request->milli_cpu > 0)
        require (behaviour, reasons, FIT_RESOURCE_CPU, request->milli_cpu,
                 used->milli_cpu, capacity->milli_cpu);
      if (all || request->memory > 0)
        require (behaviour, reasons, FIT_RESOURCE_MEMORY, request->memory,
                 used->memory, capacity->memory);
      if (all || request->ephemeral_storage > 0)
        require (behaviour, reasons, FIT_RESOURCE_EPHEMERAL_STORAGE,
                 request->ephemeral_storage, used->ephemeral_storage,
                 capacity->ephemeral_storage);
      for (guint i = 0; i < state->n; i++)
        require (behaviour, reasons, state->scalars[i].name,
                 state->scalars[i].value,
                 fit_resources_scalar_from (used, state->scalars[i].name,
                                            &used_place),
                 fit_resources_scalar_from (capacity, state->scalars[i].name,
                                            &capacity_place));
    }
  return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

/* -- events ---------------------------------------------------------------- */

/* Compares the amounts of two objects of one resource that a pod requests. */
typedef gboolean (*Comparison) (gint64 request, gint64 before, gint64 now);

/* Is @holds TRUE for any resource that @wanted names? */
static gboolean
any (const FitResources *wanted, const FitResources *before,
     const FitResources *now, Comparison holds)
{
  static const FitResources none;

  before = before != NULL ? before : &none;
  if ((wanted->milli_cpu > 0
       && holds (wanted->milli_cpu, before->milli_cpu, now->milli_cpu))
      || (wanted->memory > 0
          && holds (wanted->memory, before->memory, now->memory))
      || (wanted->ephemeral_storage > 0
          && holds (wanted->ephemeral_storage, before->ephemeral_storage,
                    now->ephemeral_storage)))
    return TRUE;
  for (guint i = 0; i < wanted->n_scalars; i++)
    {
      const FitScalar *scalar = &wanted->scalars[i];

      if (scalar->value != 0
          && holds (scalar->value, fit_resources_scalar (before, scalar->name),
                    fit_resources_scalar (now, scalar->name)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_too_little (gint64 request, gint64 before, gint64 now)
{
  return request > now;
}

static gboolean
is_more (gint64 request, gint64 before, gint64 now)
{
  return now > before;
}

static gboolean
is_less (gint64 request, gint64 before, gint64 now)
{
  return MAX (before, 0) > MAX (now, 0);
}

/* What @pod requests, its overhead included; scalars are borrowed. */
static FitResources
request_of (const FitPod *pod)
{
  const FitResources *overhead = &pod->spec->overhead;
  FitResources request = *fit_pod_counted_requests (pod->spec);

  request.milli_cpu = fit_wrapping_add (request.milli_cpu, overhead->milli_cpu);
  request.memory = fit_wrapping_add (request.memory, overhead->memory);
  request.ephemeral_storage = fit_wrapping_add (request.ephemeral_storage,
                                                overhead->ephemeral_storage);
  return request;
}

FitQueueingHint
fit_hint_node_has_room (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *node = new_object;
  const FitResources request = request_of (pod);

  return fit_hint_if (
      node->allowed_pods >= 1
      && !any (&request, NULL, &node->allocatable, is_too_little));
}

FitQueueingHint
fit_hint_node_got_room (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;
  const FitResources request = request_of (pod);

  return fit_hint_if (
      fit_hint_node_has_room (plugin, pod, NULL, now) != FIT_QUEUEING_SKIP
      && (before == NULL || now->allowed_pods > before->allowed_pods
          || any (&request, &before->allocatable, &now->allocatable, is_more)));
}

FitQueueingHint
fit_hint_pod_freed_room (gpointer plugin, const FitPod *pod,
                         gconstpointer old_object, gconstpointer new_object)
{
  const FitPod *now = new_object;
  FitResources request, freed_before, freed_now;

  if (now == NULL)
    return fit_hint_if (fit_hint_was_placed (plugin, old_object));
  if (fit_hint_same_pod (pod, now))
    return FIT_QUEUEING_AFTER_BACKOFF;
  if (*now->node_name == '\0')
    return FIT_QUEUEING_SKIP;
  request = request_of (pod);
  freed_before = request_of (old_object);
  freed_now = request_of (now);
  return fit_hint_if (any (&request, &freed_before, &freed_now, is_less));
}

static const FitReasonCode gives[]
    = { FIT_REASON_TOO_MANY_PODS, FIT_REASON_INSUFFICIENT_RESOURCE,
        FIT_REASON_INSUFFICIENT_CAPACITY, 0 };

const FitPredicateInfo fit_filter_resources_fit = {
  .name = "NodeResourcesFit",
  .summary
  = "enough CPU, memory, storage, extended resources and pod slots are free",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .prepare = filter_prepare,
  .explain = fit_explain_amount,
  .create = create,
  .free_data = filter_free_data,
};

/* -- Score ----------------------------------------------------------------- */

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

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_node_resources_least_allocated = {
  .name = "NodeResourcesLeastAllocated",
  .priorities = PRIORITIES (&fit_least_requested_priority),
  .trade = "resources",
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &fit_score_least_allocated }),
  .default_args = &fit_scored_by_default,
};

const FitRule fit_rule_node_resources_most_allocated = {
  .name = "NodeResourcesMostAllocated",
  .priorities = PRIORITIES (&fit_most_requested_priority),
  .trade = "resources",
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &fit_score_most_allocated }),
  .default_args = &fit_scored_by_default,
};

const FitRule fit_rule_requested_to_capacity_ratio = {
  .name = "RequestedToCapacityRatio",
  .priorities = PRIORITIES (&fit_requested_to_capacity_ratio_priority),
  .trade = "resources",
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &fit_score_capacity_ratio }),
};
/* clang-format on */

typedef enum
{
  LEAST,
  MOST,
  RATIO,
} Strategy;

typedef struct
{
  FitBehaviour behaviour;
  Strategy strategy;
  FitScoredResources resources;
  FitScoreLine line; /* of a ratio: height by percent */
} Allocation;

/* -- making one ------------------------------------------------------------ */

static Allocation *
allocation_new (const FitProfilePluginArgs *args, Strategy strategy,
                const FitArgResources *resources)
{
  Allocation *allocation = g_new0 (Allocation, 1);

  allocation->behaviour = fit_behaviour (args->release);
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

  *out_data = allocation_new (given, LEAST, &written->resources);
  return TRUE;
}

static gboolean
create_most (const FitFactoryArgs *args, gconstpointer argument,
             gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesArgs *written = given->args;

  *out_data = allocation_new (given, MOST, &written->resources);
  return TRUE;
}

static gboolean
create_ratio (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitRequestedToCapacityRatioArgs *written = given->args;
  Allocation *allocation = allocation_new (given, RATIO, &written->resources);

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
  Allocation *allocation = allocation_new (
      given, strategy_named (strategy->type), &strategy->resources);

  allocation->resources.without_overhead
      = allocation->behaviour.fit_scores_without_overhead;

  if (allocation->strategy == RATIO && strategy->requested_to_capacity_ratio)
    fit_score_line_draw (allocation->line,
                         &strategy->requested_to_capacity_ratio->shape);
  *out_data = allocation;
  return TRUE;
}

static void
score_free_data (gpointer data)
{
  Allocation *allocation = data;

  fit_scored_resources_clear (&allocation->resources);
  g_free (allocation);
}

/* -- scoring --------------------------------------------------------------- */

/* The state is the list of resources with the pod's requests. */
static gboolean
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
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
  Sum sum = { 0, 0 };

  for (guint i = 0; i < asked->n; i++)
    {
      const FitScoredResource *resource = &asked->items[i];
      gint64 allocatable, requested, got;

      fit_scored_on_node (resource, node, FIT_SCORED_WITH_DEFAULTS,
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
    [LEAST] = map_least,
    [MOST] = map_most,
    [RATIO] = map_ratio,
  };
  const Allocation *allocation = run->priority->data;

  return maps[allocation->strategy](run, nodes, scores, error);
}

const FitPriorityInfo fit_score_least_allocated = {
  .name = "NodeResourcesLeastAllocated",
  .summary = "nodes with the largest share of free resources",
  .weight = 1,
  .map = map_least,
  .prepare = score_prepare,
  .create = create_least,
  .free_data = score_free_data,
};

const FitPriorityInfo fit_score_most_allocated = {
  .name = "NodeResourcesMostAllocated",
  .summary = "nodes with the largest share of resources in use",
  .weight = 1,
  .map = map_most,
  .prepare = score_prepare,
  .create = create_most,
  .free_data = score_free_data,
};

const FitPriorityInfo fit_score_capacity_ratio = {
  .name = "RequestedToCapacityRatio",
  .summary = "nodes by utilization, scored by a shape that you define",
  .weight = 1,
  .map = map_ratio,
  .prepare = score_prepare,
  .create = create_ratio,
  .free_data = score_free_data,
};

const FitPriorityInfo fit_score_resources_fit = {
  .name = "NodeResourcesFit",
  .summary = "nodes by the share of their resources in use",
  .weight = 1,
  .map = map_strategy,
  .prepare = score_prepare,
  .create = create_fit,
  .free_data = score_free_data,
};

/* -- v1.16: LeastRequestedPriority ---------------------------------------- */

/* LeastRequestedPriority: prefers nodes with much left free.
 *
 * For cpu and memory, with the pod on the node:
 *
 *   free(r) = (allocatable - requested) * M / allocatable
 *   score   = (free(cpu) + free(memory)) / 2
 *
 * in integers, where M is the maximum score (10).  A container without requests
 * counts as 100m cpu and 200Mi memory.  A resource that the node does not have,
 * or has too little of, counts as 0.
 *
 * Cost per node: two integer divisions.
 */

static inline gint64
free_score (gint64 allocatable, gint64 requested, gint64 max)
{
  gint64 left;

  if (allocatable == 0 || requested > allocatable)
    return 0;
  left = fit_wrapping_subtract (allocatable, requested);
  return fit_wrapping_divide (fit_wrapping_multiply (left, max), allocatable);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const gint64 max = meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      const gint64 cpu = free_score (node->allocatable.milli_cpu,
                                     fit_requested_milli_cpu (meta, node), max);
      const gint64 memory = free_score (node->allocatable.memory,
                                        fit_requested_memory (meta, node), max);

      scores[i] = fit_wrapping_add (cpu, memory) / 2;
    }
  return TRUE;
}

const FitPriorityInfo fit_least_requested_priority = {
  .name = "LeastRequestedPriority",
  .summary = "nodes with the most free cpu and memory",
  .weight = 1,
  .map = map,
  .by_node = TRUE,
};

/* -- v1.16: MostRequestedPriority ----------------------------------------- */

/* MostRequestedPriority: prefers nodes that are nearly full, so that others can
 * be drained and removed.
 *
 * For cpu and memory, with the pod on the node:
 *
 *   used(r) = requested * M / allocatable
 *   score   = (used(cpu) + used(memory)) / 2
 *
 * in integers, where M is the maximum score (10).  A container without requests
 * counts as 100m cpu and 200Mi memory.  A resource that the node does not have,
 * or has too little of, counts as 0.
 *
 * Cost per node: two integer divisions.
 */

static inline gint64
used_score (gint64 allocatable, gint64 requested, gint64 max)
{
  if (allocatable == 0 || requested > allocatable)
    return 0;
  return fit_wrapping_divide (fit_wrapping_multiply (requested, max),
                              allocatable);
}

static gboolean
former_map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
            GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const gint64 max = meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      const gint64 cpu = used_score (node->allocatable.milli_cpu,
                                     fit_requested_milli_cpu (meta, node), max);
      const gint64 memory = used_score (node->allocatable.memory,
                                        fit_requested_memory (meta, node), max);

      scores[i] = fit_wrapping_add (cpu, memory) / 2;
    }
  return TRUE;
}

const FitPriorityInfo fit_most_requested_priority = {
  .name = "MostRequestedPriority",
  .summary = "nodes with the most cpu and memory in use",
  .weight = 1,
  .map = former_map,
  .by_node = TRUE,
};
