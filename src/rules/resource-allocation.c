/* RequestedToCapacityRatioPriority: scores nodes by how full they would be,
 * with a piecewise linear function through points (utilization, score).
 *
 * For each weighted resource, with the pod on the node, in integers:
 *
 *   p = 100 - (allocatable - requested) * 100 / allocatable
 *   p = 100 where the node has none of the resource or too little
 *   g = s[0] up to the first point, s[last] beyond the last, between two
 *       s[i-1] + (s[i] - s[i-1]) * (p - u[i-1]) / (u[i] - u[i-1])
 *
 *   score = round (sum of g * weight / sum of weight)
 *
 * where both sums leave out resources with g = 0, so these do not lower the
 * average; 0 if no resource is left.  Rounding is to nearest, halves away from
 * zero.  Divisions truncate toward zero, so falling segments are a little high.
 * The points are used as given, whatever the maximum score.
 *
 * For cpu and memory, containers without requests count with defaults.  For
 * ephemeral storage and scalar resources only actual requests count.  Any other
 * name is a resource that no node has.
 *
 * Cost per node: an integer division per resource and one in floating point.
 */
#include "priorities/priorities.h"
#include "priorities/scoring.h"

#include "api/names.h"
#include "base/intern.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static void free_data (gpointer data);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_requested_to_capacity_ratio_priority = {
  .name = "RequestedToCapacityRatioPriority",
  .summary = "nodes by utilization, scored by a shape that you define",
  .weight = 1,
  .map = map,
  .create = create,
  .free_data = free_data,
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
  .n_points = G_N_ELEMENTS (default_points),
  .points = default_points,
  .n_resources = G_N_ELEMENTS (default_resources),
  .resources = default_resources,
};

typedef enum
{
  KIND_CPU,
  KIND_MEMORY,
  KIND_EPHEMERAL_STORAGE,
  KIND_SCALAR,
  KIND_UNKNOWN,
} Kind;

typedef struct
{
  Kind kind;
  const char *name; /* interned, one reference held */
  gint64 weight;
} Resource;

typedef struct
{
  gint64 line[101]; /* g by percent */
  guint n_resources;
  Resource resources[];
} Ratio;

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
check_order (const FitCapacityRatioArgument *written, GError **error)
{
  const FitUtilizationPoint *points = written->points;

  if (written->n_points == 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "invalid RequestedToCapacityRatioPriority arguments: at "
                   "least one point must be specified");
      return FALSE;
    }
  for (guint i = 1; i < written->n_points; i++)
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
  return TRUE;
}

static gboolean
check_points (const FitCapacityRatioArgument *written, GError **error)
{
  if (!check_order (written, error))
    return FALSE;
  for (guint i = 0; i < written->n_points; i++)
    {
      const FitUtilizationPoint *point = &written->points[i];

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

static Kind
kind_of (const char *name)
{
  if (g_str_equal (name, FIT_RESOURCE_CPU))
    return KIND_CPU;
  if (g_str_equal (name, FIT_RESOURCE_MEMORY))
    return KIND_MEMORY;
  if (g_str_equal (name, FIT_RESOURCE_EPHEMERAL_STORAGE))
    return KIND_EPHEMERAL_STORAGE;
  return fit_is_scalar_resource_name (name) ? KIND_SCALAR : KIND_UNKNOWN;
}

/* Adds @written, or changes the weight of the resource with that name. */
static void
add_resource (Ratio *ratio, const FitWeightedResource *written)
{
  const char *name = fit_intern (written->name);
  Resource *resource = ratio->resources;

  while (resource < ratio->resources + ratio->n_resources
         && resource->name != name)
    resource++;
  if (resource == ratio->resources + ratio->n_resources)
    {
      ratio->n_resources++;
      resource->name = fit_intern_ref (name);
      resource->kind = kind_of (name);
    }
  resource->weight = written->weight != 0 ? written->weight : 1;
  fit_intern_unref (name);
}

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitCapacityRatioArgument *written
      = argument != NULL ? argument : &default_argument;
  const FitWeightedResource *resources = written->resources;
  guint n = written->n_resources;
  Ratio *ratio;

  if (!check_points (written, error))
    return FALSE;
  if (n == 0)
    {
      resources = default_resources;
      n = G_N_ELEMENTS (default_resources);
    }
  ratio = g_malloc0 (sizeof (Ratio) + sizeof (Resource) * n);
  for (guint percent = 0; percent < G_N_ELEMENTS (ratio->line); percent++)
    ratio->line[percent]
        = fit_line_at (written->points, written->n_points, 1, percent);
  for (guint i = 0; i < n; i++)
    add_resource (ratio, &resources[i]);
  *out_data = ratio;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Ratio *ratio = data;

  for (guint i = 0; i < ratio->n_resources; i++)
    fit_intern_unref (ratio->resources[i].name);
  g_free (ratio);
}

static inline gint64
percent_used (gint64 allocatable, gint64 requested)
{
  gint64 left;

  if (allocatable == 0 || requested > allocatable)
    return 100;
  left = fit_wrapping_subtract (allocatable, requested);
  return fit_wrapping_subtract (
      100,
      fit_wrapping_divide (fit_wrapping_multiply (left, 100), allocatable));
}

/* The percentage of @resource in use on @node with the pod on it. */
static gint64
percent_of (const Resource *resource, const FitPriorityMetadata *meta,
            const FitNodeInfo *node)
{
  const FitResources *allocatable = &node->allocatable;
  const char *name = resource->name;
  gint64 requested;

  switch (resource->kind)
    {
    case KIND_CPU:
      return percent_used (allocatable->milli_cpu,
                           fit_requested_milli_cpu (meta, node));
    case KIND_MEMORY:
      return percent_used (allocatable->memory,
                           fit_requested_memory (meta, node));
    case KIND_EPHEMERAL_STORAGE:
      requested = fit_wrapping_add (node->requested.ephemeral_storage,
                                    meta->request.ephemeral_storage);
      return percent_used (allocatable->ephemeral_storage, requested);
    case KIND_SCALAR:
      requested
          = fit_wrapping_add (fit_resources_scalar (&node->requested, name),
                              fit_resources_scalar (&meta->request, name));
      return percent_used (fit_resources_scalar (allocatable, name), requested);
    case KIND_UNKNOWN:
    default:
      return percent_used (0, 0);
    }
}

/* Halves go away from zero. */
static inline gint64
round_quotient (gint64 dividend, gint64 divisor)
{
  const double quotient = (double) dividend / (double) divisor;
  const gint64 whole = fit_truncate (quotient);
  const double rest = quotient - (double) whole;

  return fit_truncate ((double) whole + (rest >= 0.5) - (rest <= -0.5));
}

static gint64
score_node (const Ratio *ratio, const FitPriorityMetadata *meta,
            const FitNodeInfo *node)
{
  gint64 sum = 0;
  gint64 weights = 0;

  for (guint i = 0; i < ratio->n_resources; i++)
    {
      const Resource *resource = &ratio->resources[i];
      const gint64 percent = percent_of (resource, meta, node);
      const gint64 height = ratio->line[CLAMP (percent, 0, 100)];

      if (height <= 0)
        continue;
      sum = fit_wrapping_add (sum,
                              fit_wrapping_multiply (height, resource->weight));
      weights = fit_wrapping_add (weights, resource->weight);
    }
  return weights == 0 ? 0 : round_quotient (sum, weights);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = score_node (run->priority->data, run->meta, nodes->nodes[i]);
  return TRUE;
}
