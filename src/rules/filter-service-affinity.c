/* filter-service-affinity.c - ServiceAffinity at PreFilter and Filter
 *
 * Keeps the pods of a service on nodes with the same values of affinityLabels.
 * If the pod's nodeSelector has the label, that value is required.  Otherwise,
 * if a service selects the pod, the value comes from the node of the first pod
 * that has all of the pod's labels, in the order of nodes and of pods on them.
 * Without such a pod any value fits.
 * Cost: labels, plus a look at every pod once per cycle.
 */
#include "base/intern.h"
#include "cluster/cache.h"
#include "predicates/rule-details.h"
#include "rules/rule-rows.h"

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_service_affinity = {
  .name = "ServiceAffinity",
  .predicates = NAMES ("CheckServiceAffinity"),
  .priorities = NAMES ("serviceAntiAffinity"),
  .points = POINTS ({ 18, 22, PF | F | S }),
  .filters = FILTERS ({ FROM (18), &fit_filter_service_affinity }),
  .scores = SCORES ({ FROM (18), &fit_score_service_affinity }),
  .unprepared = UNPREPARED (
    { FIT_PROFILE_AT_PRE_FILTER, FROM (18), NO_GATE, NOT_FOUND ("error reading", "PreFilterServiceAffinity") }),
  .events = EVENTS (
    EVENT (POD, UPDATE | DELETE, START, FROM (23), ALWAYS, NULL),
    EVENT (SERVICE, UPDATE | DELETE, START, FROM (23), ALWAYS, NULL),
    EVENT (NODE, ADD | LABEL, START, FROM (23), ALWAYS, NULL)),
};
/* clang-format on */

typedef struct
{
  guint n;
  const char *labels[]; /* interned, references held */
} Data;

/* The pods whose nodes may provide the values. */
typedef struct
{
  const FitPod *pod;
  const FitNodeInfo *node;
} Fellow;

typedef struct
{
  guint n;
  Fellow *fellows;
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitServiceAffinityArgs *written = given->args;
  const FitArgStrings *labels = &written->affinity_labels;
  Data *data
      = g_malloc (sizeof *data + (gsize) labels->n * sizeof data->labels[0]);

  data->n = labels->n;
  for (guint i = 0; i < labels->n; i++)
    data->labels[i] = fit_intern (labels->items[i]);
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < data->n; i++)
    fit_intern_unref (data->labels[i]);
  g_free (data);
}

static gboolean
alike (const FitPod *pod, const FitPod *incoming)
{
  return pod->meta.namespace_ == incoming->meta.namespace_
         && fit_labels_contains (pod->meta.labels, incoming->meta.labels);
}

static gboolean
selected_by_service (const FitPredicateMetadata *meta)
{
  const GPtrArray *services
      = fit_listers_group (fit_cache_listers (meta->cache), FIT_KIND_SERVICE,
                           meta->pod->meta.namespace_);

  for (guint i = 0; services && i < services->len; i++)
    if (fit_selector_matches (
            ((const FitWorkload *) services->pdata[i])->selector,
            meta->pod->meta.labels))
      return TRUE;
  return FALSE;
}

static void
collect_fellows (FitPredicateMetadata *meta, State *state)
{
  FitNodeTree *tree = fit_cache_node_tree (meta->cache);
  const guint n = fit_node_tree_size (tree);
  guint32 *order = fit_arena_newn (meta->arena, guint32, n);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Fellow));

  fit_node_tree_list (tree, order);
  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node = fit_cache_node (meta->cache, order[i]);

      for (guint p = 0; p < node->n_pods; p++)
        {
          const Fellow fellow = { node->pods[p], node };

          if (alike (node->pods[p], meta->pod))
            g_array_append_val (found, fellow);
        }
    }
  state->fellows = fit_arena_newn (meta->arena, Fellow, found->len);
  for (guint i = 0; i < found->len; i++)
    state->fellows[state->n++] = g_array_index (found, Fellow, i);
}

static void
prepare (FitPredicateRun *run)
{
  State *state = fit_arena_new0 (run->meta->arena, State, 1);

  run->state = state;
  run->skip = ((const Data *) run->predicate->data)->n == 0;
  if (!run->skip && selected_by_service (run->meta))
    collect_fellows (run->meta, state);
}

/* Has @pod been removed since? */
static gboolean
left (const FitPredicateMetadata *meta, const FitPod *pod)
{
  for (guint i = 0; i < meta->n_changes; i++)
    if (meta->changes[i].pod == pod)
      return !meta->changes[i].present;
  return FALSE;
}

/* Returns: (nullable): the pod whose node provides the values */
static const Fellow *
lender (const FitPredicateRun *run)
{
  const State *state = run->state;
  const FitPredicateMetadata *meta = run->meta;

  for (guint i = 0; i < state->n; i++)
    if (!left (meta, state->fellows[i].pod))
      return &state->fellows[i];
  return NULL;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const Data *data = run->predicate->data;
  const FitLabels *wanted = run->meta->pod->spec->node_selector_map;
  const Fellow *first = lender (run);
  const FitNodeInfo *like = first ? first->node : NULL;

  for (guint i = 0; i < data->n; i++)
    {
      const char *value = fit_labels_get (wanted, data->labels[i]);

      if (!value && like)
        value = fit_labels_get (like->node->meta.labels, data->labels[i]);
      if (!value
          || fit_labels_get (node->node->meta.labels, data->labels[i]) == value)
        continue;
      fit_reasons_add (reasons, FIT_REASON_SERVICE_AFFINITY);
      return FIT_ANSWER_NO;
    }
  return FIT_ANSWER_YES;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const Data *data = run->predicate->data;
  const FitLabels *wanted = run->meta->pod->spec->node_selector_map;
  const Fellow *first = lender (run);

  for (guint i = 0; i < data->n; i++)
    {
      const char *label = data->labels[i];
      const char *own = fit_labels_get (wanted, label);
      const char *value = own;

      if (!own && first)
        value = fit_labels_get (first->node->node->meta.labels, label);
      if (!value || fit_labels_get (node->node->meta.labels, label) == value)
        continue;
      fit_explain_lent_label (label, value, own ? NULL : first->pod,
                              own ? NULL : first->node, node, detail);
      return;
    }
}

static const FitReasonCode gives[] = { FIT_REASON_SERVICE_AFFINITY, 0 };

const FitPredicateInfo fit_filter_service_affinity = {
  .name = "ServiceAffinity",
  .summary = "pods of one service share the values of affinityLabels",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};
