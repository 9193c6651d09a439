/* ServiceAffinity at Score, up to v1.16 priority serviceAntiAffinity: spreads the
 * pods of a service over the values of node labels that the profile, or the one
 * that the policy names.
 *
 *   count(node)  = pods on the node in the pod's namespace, not being deleted,
 *                  that match the selector of the first service of the pod
 *   count(value) = sum over the feasible nodes that have the value
 *   total        = sum over all feasible nodes, with the label or without
 *   score        = trunc (sum over the labels that the node has of
 *                         (M * ((total - count(value)) / total)) / labels)
 *
 * in binary64; the term is M / labels if total is 0.  M is the maximum score
 * (100; up to v1.16 10).  An empty value is a value.  For a pod without a
 * service all nodes with the labels get M.
 *
 * Cost per node: an array lookup, and into two and a floating point division
 * per label; beforehand the (class of matching pods, node) pairs.
 */
#include "rules/score-formulas.h"
#include "cluster/cache.h"
#include "priorities/pod-counts.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"
#include "base/intern.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static gboolean create_former (const FitFactoryArgs *args,
                               gconstpointer argument, gpointer *out_data,
                               GError **error);
static void free_data (gpointer data);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_score_service_affinity = {
  .name = "ServiceAffinity",
  .summary = "nodes whose label values have the fewest pods of the same "
             "service",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
};

const FitPriorityInfo fit_service_anti_affinity = {
  .name = "serviceAntiAffinity",
  .summary = "nodes whose label value has the fewest pods of the same "
             "service",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = create_former,
  .free_data = free_data,
};

typedef struct
{
  gboolean any_selector; /* an empty selector of a service counts */
  guint n;
  const char *labels[]; /* interned, references held */
} Labels;

typedef struct
{
  const gint32 *counts; /* (nullable): by node index */
  guint *slots;         /* by label */
  guint most_values;    /* of any label */
  gint64 *by_value;     /* by value id, for one label at a time */
  double *sums;         /* by feasible node */
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitServiceAffinityArgs *args_of_plugin = given->args;
  const FitArgStrings *written
      = &args_of_plugin->anti_affinity_labels_preference;
  Labels *labels
      = g_malloc0 (sizeof (Labels) + written->n * sizeof (const char *));

  for (guint i = 0; i < written->n; i++)
    labels->labels[labels->n++] = fit_intern (written->items[i]);
  *out_data = labels;
  return TRUE;
}

static gboolean
create_former (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  const FitLabelArgument *written = argument;
  Labels *labels = g_malloc0 (sizeof (Labels) + sizeof (const char *));

  labels->any_selector = TRUE;
  labels->n = 1;
  labels->labels[0] = fit_intern (written->label);
  *out_data = labels;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Labels *labels = data;

  for (guint i = 0; i < labels->n; i++)
    fit_intern_unref (labels->labels[i]);
  g_free (labels);
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Labels *labels = run->priority->data;
  const FitPriorityMetadata *meta = run->meta;
  FitTopology *topology = fit_cache_topology (meta->cache);
  FitSelector *service = meta->selectors->first_service;
  State *state = fit_arena_new0 (meta->arena, State, 1);

  if (service != NULL && (service->n > 0 || labels->any_selector))
    state->counts = fit_pod_counts_of_selectors (meta, &service, 1);
  state->slots = fit_arena_newn (meta->arena, guint, labels->n);
  for (guint k = 0; k < labels->n; k++)
    {
      state->slots[k] = fit_topology_slot (topology, labels->labels[k]);
      state->most_values
          = MAX (state->most_values,
                 fit_topology_n_values (topology, state->slots[k]));
    }
  state->by_value = fit_arena_newn (meta->arena, gint64, state->most_values);
  state->sums = fit_arena_new0 (meta->arena, double, feasible->n);
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

/* Adds the score of the label in topology column @column for each node. */
static void
add_label (const FitPriorityRun *run, const FitNodeList *nodes,
           const guint32 *column, const gint64 *counts)
{
  const Labels *labels = run->priority->data;
  const State *state = run->state;
  const gint64 total = fit_pod_counts_by_value (
      counts, nodes, column, state->by_value, state->most_values);

  for (guint i = 0; i < nodes->n; i++)
    {
      const guint32 value = column[nodes->nodes[i]->index];

      if (value != FIT_TOPOLOGY_ABSENT)
        state->sums[i] += fit_pod_counts_share (run->meta->max_score, total,
                                                state->by_value[value])
                          / (double) labels->n;
    }
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const Labels *labels = run->priority->data;
  const State *state = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint k = 0; k < labels->n; k++)
    add_label (run, nodes, fit_topology_column (topology, state->slots[k]),
               scores);
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = fit_truncate (state->sums[i]);
  return TRUE;
}
