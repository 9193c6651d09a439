/* serviceAntiAffinity: spreads the pods of a service over the values of a node
 * label that the policy names.
 *
 *   count(node)  = pods on the node in the pod's namespace, not being deleted,
 *                  that match the selector of the first service of the pod
 *   count(value) = sum over the feasible nodes that have the value
 *   total        = sum over all feasible nodes, with the label or without
 *   score        = trunc (M * ((total - count(value)) / total))
 *
 * in binary64; M if total is 0.  M is the maximum score (10).  A node without
 * the label gets 0; an empty value is a value.  For a pod without a service all
 * nodes with the label get M.
 *
 * Cost per node: three array lookups and a floating point division; beforehand
 * the (class of matching pods, node) pairs.
 */
#include "priorities/pod-counts.h"
#include "cluster/cache.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"
#include "base/intern.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static void free_data (gpointer data);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_service_anti_affinity = {
  .name = "serviceAntiAffinity",
  .summary = "nodes whose label value has the fewest pods of the same "
             "service",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
};

typedef struct
{
  const gint32 *counts; /* (nullable): by node index */
  guint slot;           /* of the label */
  guint n_values;
  gint64 *by_value; /* by value id, for the reduce */
} State;

/* The data is the label, interned. */
static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitLabelArgument *written = argument;

  *out_data = (gpointer) fit_intern (written->label);
  return TRUE;
}

static void
free_data (gpointer data)
{
  fit_intern_unref (data);
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  FitTopology *topology = fit_cache_topology (meta->cache);
  State *state = fit_arena_new0 (meta->arena, State, 1);
  FitSelector *service = meta->selectors->first_service;

  if (service != NULL)
    state->counts = fit_pod_counts_of_selectors (meta, &service, 1);
  state->slot = fit_topology_slot (topology, run->priority->data);
  state->n_values = fit_topology_n_values (topology, state->slot);
  state->by_value = fit_arena_newn (meta->arena, gint64, state->n_values);
  run->state = state;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const State *state = run->state;

  fit_pod_counts_map (state->counts, nodes, scores);
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const State *state = run->state;
  const guint32 *column = fit_topology_column (
      fit_cache_topology (run->meta->cache), state->slot);
  const gint64 total = fit_pod_counts_by_value (
      scores, nodes, column, state->by_value, state->n_values);

  for (guint i = 0; i < nodes->n; i++)
    {
      const guint32 value = column[nodes->nodes[i]->index];

      scores[i] = value == FIT_TOPOLOGY_ABSENT
                      ? 0
                      : fit_truncate (fit_pod_counts_share (
                          run->meta->max_score, total, state->by_value[value]));
    }
  return TRUE;
}
