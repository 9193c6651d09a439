/* service-affinity.c - ServiceAffinity at PreFilter, Filter and Score
 *
 * Keeps the pods of a service on nodes with the same values of affinityLabels.
 * If the pod's nodeSelector has the label, that value is required.  Otherwise,
 * if a service selects the pod, the value comes from the node of the first pod
 * that has all of the pod's labels, in the order of nodes and of pods on them.
 * Without such a pod any value fits.
 * Cost: labels, plus a look at every pod once per cycle.
 * Tests: tests/rules/test-service-affinity*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "cluster/cache.h"
#include "rules/rule-details.h"
#include "priorities/pod-counts.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"
#include "api/names.h"
#include "api/texts.h"
#include "predicates/change-counts.h"
#include "predicates/metadata-build.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_service_affinity;
static const FitPriorityInfo score_service_affinity;

/* clang-format off */
const FitRule fit_rule_service_affinity = {
  .name = "ServiceAffinity",
  .predicates = PREDICATES (&fit_check_service_affinity),
  .priorities = PRIORITIES (&fit_service_anti_affinity),
  .predicate_argument = FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY,
  .priority_argument = FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY,
  .points = POINTS ({ PF | F | S, FIT_SPAN (18, 23) }),
  .filters = FILTERS ({ FROM (18), &filter_service_affinity }),
  .scores = SCORES ({ FROM (18), &score_service_affinity }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (18), NO_GATE, NOT_FOUND ("error reading", "PreFilterServiceAffinity"), .tracks_pods = TRUE }),
  .events = EVENTS (
    EVENT (POD, UPDATE | DELETE, FIT_BEFORE (23), ALWAYS, NULL),
    EVENT (SERVICE, UPDATE | DELETE, FIT_BEFORE (23), ALWAYS, NULL),
    EVENT (NODE, ADD | LABEL, FIT_BEFORE (23), ALWAYS, NULL)),
  .weights = WEIGHTS ({ "ServiceAffinity", FIT_SINCE (18) }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
  .needs_args = TRUE,
  .labels = (const FitRuleLabels[]){
    { G_STRUCT_OFFSET (FitServiceAffinityArgs, affinity_labels),
      G_STRUCT_OFFSET (FitServiceAffinityArgs, affinity_labels) },
    { G_STRUCT_OFFSET (FitServiceAffinityArgs, anti_affinity_labels_preference),
      G_STRUCT_OFFSET (FitServiceAffinityArgs, anti_affinity_labels_preference) },
  },
  .no_hint = TRUE,
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "of 12 pods of a service, 5 have one value of the label and 6 another, and both had 5",
    .cluster = ORDER_TWELVE (FIT_ORDER_LABEL, "")),
  .notes = NOTES (
    { "one plugin takes the average over all labels and truncates it once", FIT_SINCE (17) }),
};
/* clang-format on */

typedef struct
{
  guint n;
  const char *labels[]; /* interned, references held */
} Data;

/* The pods whose nodes may provide the values; those of a node are behind one
 * another. */
typedef struct
{
  const FitPod *pod;
  const FitNodeInfo *node;
  guint n_here; /* of the first of a node: how many there are */
} Fellow;

typedef struct
{
  guint n;
  Fellow *fellows;
  guint counter; /* of those that were removed */
} FilterState;

static Data *
data_new (guint n, const char *const *labels)
{
  Data *data = g_malloc (sizeof (Data) + n * sizeof (const char *));

  data->n = n;
  for (guint i = 0; i < n; i++)
    data->labels[i] = fit_intern (labels[i]);
  return data;
}

static gboolean
filter_create (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitServiceAffinityArgs *written = given->args;

  *out_data
      = data_new (written->affinity_labels.n, written->affinity_labels.items);
  return TRUE;
}

static gboolean
filter_create_former (const FitFactoryArgs *args, gconstpointer argument,
                      gpointer *out_data, GError **error)
{
  const FitLabelsArgument *written = argument;

  if (written == NULL)
    return fit_fail (error, FIT_ERROR_POLICY, "a list of labels is required");
  *out_data
      = data_new (g_strv_length ((char **) written->labels), written->labels);
  return TRUE;
}

static void
filter_free_data (gpointer pointer)
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
  return fit_cache_spread_selectors (meta->cache, meta->pod_class)
             ->first_service
         != NULL;
}

static gint32
count_change (const FitPredicateMetadata *meta, gconstpointer data,
              const FitMetadataChange *change)
{
  return change->indexed && alike (change->pod, meta->pod);
}

static void
filter_prepare (FitPredicateRun *run)
{
  FilterState *state = fit_arena_new0 (run->meta->arena, FilterState, 1);

  run->state = state;
  run->skip = ((const Data *) run->predicate->data)->n == 0;
  if (!run->skip && selected_by_service (run->meta))
    {
      FitPredicateMetadata *meta = run->meta;
      FitNodeTree *tree = fit_cache_node_tree (meta->cache);
      const guint n = fit_node_tree_size (tree);
      const guint32 *order = fit_node_tree_list (tree);
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Fellow));

      for (guint i = 0; i < n; i++)
        {
          const FitNodeInfo *node = fit_cache_node (meta->cache, order[i]);
          const guint first = found->len;

          for (guint p = 0; p < node->n_pods; p++)
            {
              const Fellow fellow = { node->pods[p], node, 0 };

              if (!alike (node->pods[p], meta->pod))
                continue;
              g_array_append_val (found, fellow);
              g_array_index (found, Fellow, first).n_here++;
            }
        }
      state->fellows = fit_arena_newn (meta->arena, Fellow, found->len);
      for (guint i = 0; i < found->len; i++)
        state->fellows[state->n++] = g_array_index (found, Fellow, i);
      state->counter
          = fit_change_counter_new (run->meta, count_change, NULL, NULL);
    }
}

/* Returns: (nullable): the first pod of the node that provides the values; it
 * may have left, but not all of them have */
static const Fellow *
lender (const FitPredicateRun *run)
{
  const FilterState *state = run->state;

  for (guint i = 0; i < state->n; i += state->fellows[i].n_here)
    {
      const Fellow *first = &state->fellows[i];

      if ((gint64) first->n_here
              + fit_change_count (run->meta, state->counter, first->node->index)
          > 0)
        return first;
    }
  return NULL;
}

/* The first pod from @fellow on that is still there. */
static const FitPod *
staying_pod (const FitPredicateMetadata *meta, const Fellow *fellow)
{
  const FitMetadataChange *change;

  while ((change = fit_predicate_metadata_find_change (meta, fellow->pod))
             != NULL
         && !change->present)
    fellow++;
  return fellow->pod;
}

/* The value of @label that the nodeSelector of @pod wants, or that @like (nullable)
 * provides; @place: where it is looked for first there, 0 at first.
 * Returns: (nullable) */
static const char *
wanted_value (const FitPod *pod, const FitNodeInfo *like, const char *label,
              guint *place)
{
  const char *own = fit_labels_get (pod->spec->node_selector_map, label);

  return own != NULL || like == NULL
             ? own
             : fit_labels_get_from (like->node->meta.labels, label, place);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const Data *data = run->predicate->data;
  const Fellow *first = lender (run);
  const FitNodeInfo *like = first != NULL ? first->node : NULL;
  guint like_place = 0, place = 0;

  for (guint i = 0; i < data->n; i++)
    {
      const char *value
          = wanted_value (run->meta->pod, like, data->labels[i], &like_place);

      if (value == NULL
          || fit_labels_get_from (node->node->meta.labels, data->labels[i],
                                  &place)
                 == value)
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

      if (own == NULL && first != NULL)
        value = fit_labels_get (first->node->node->meta.labels, label);
      if (value == NULL
          || fit_labels_get (node->node->meta.labels, label) == value)
        continue;
      fit_explain_lent_label (
          label, value, own != NULL ? NULL : staying_pod (run->meta, first),
          own != NULL ? NULL : first->node, node, detail);
      return;
    }
}

static const FitReasonCode gives[] = { FIT_REASON_SERVICE_AFFINITY, 0 };

static const FitPredicateInfo filter_service_affinity = {
  .name = "ServiceAffinity",
  .summary = "pods of one service share the values of affinityLabels",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = filter_prepare,
  .explain = explain,
  .create = filter_create,
  .free_data = filter_free_data,
};

/* -- Score ----------------------------------------------------------------- */

/* ServiceAffinity at Score, up to v1.16 priority serviceAntiAffinity: spreads
 * the pods of a service over the values of the node labels that the profile
 * names, or of the one that the Policy names.
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
 * Cost per node: an array lookup, and two more and a floating point division
 * per label; beforehand the (class of matching pods, node) pairs.
 */

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
} ScoreState;

static gboolean
score_create (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
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
score_free_data (gpointer data)
{
  Labels *labels = data;

  for (guint i = 0; i < labels->n; i++)
    fit_intern_unref (labels->labels[i]);
  g_free (labels);
}

static gboolean
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Labels *labels = run->priority->data;
  const FitPriorityMetadata *meta = run->meta;
  FitTopology *topology = fit_cache_topology (meta->cache);
  FitSelector *service = meta->selectors->first_service;
  ScoreState *state = fit_arena_new0 (meta->arena, ScoreState, 1);

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
  const ScoreState *state = run->state;

  fit_pod_counts_map (state->counts, nodes, scores);
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const Labels *labels = run->priority->data;
  const ScoreState *state = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint k = 0; k < labels->n; k++)
    {
      const guint32 *column = fit_topology_column (topology, state->slots[k]);
      const gint64 total = fit_pod_counts_by_value (
          scores, nodes, column, state->by_value, state->most_values);

      for (guint i = 0; i < nodes->n; i++)
        {
          const guint32 value = column[nodes->nodes[i]->index];

          if (value != FIT_TOPOLOGY_ABSENT)
            state->sums[i] += fit_pod_counts_share (run->meta->max_score, total,
                                                    state->by_value[value])
                              / (double) labels->n;
        }
    }
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = fit_truncate (state->sums[i]);
  return TRUE;
}

static const FitPriorityInfo score_service_affinity = {
  .name = "ServiceAffinity",
  .summary = "nodes whose label values have the fewest pods of the same "
             "service",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = score_prepare,
  .create = score_create,
  .free_data = score_free_data,
};

const FitPriorityInfo fit_service_anti_affinity = {
  .name = "serviceAntiAffinity",
  .summary = "nodes whose label value has the fewest pods of the same "
             "service",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = score_prepare,
  .create = create_former,
  .free_data = score_free_data,
};

/* -- v1.16: CheckServiceAffinity ------------------------------------------- */

/* Custom predicate CheckServiceAffinity (policy argument serviceAffinity)
 *
 * Keeps the pods of a service on nodes with the same values of the listed
 * labels.  If the pod's nodeSelector has the label, that value is required.
 * Otherwise, if a service selects the pod, the value comes from the node of the
 * first pod that has all labels of the incoming pod.  Edge cases: without a
 * service or such a pod any value fits; a first pod on an unknown node is an
 * error for every node.
 * Cost: labels, plus a look at every pod once per cycle.
 * Source: kube-scheduler v1.16 ServiceAffinity.
 */

static const FitReasonCode former_gives[] = { FIT_REASON_SERVICE_AFFINITY, 0 };

typedef struct
{
  gboolean has_service;
  guint n_pods;
  const FitPod *
      *pods; /* with all labels of the incoming pod, in order of arrival */
} State;

static void
prepare (FitPredicateRun *run)
{
  const FitPredicateMetadata *meta = run->meta;
  State *state = fit_arena_new0 (meta->arena, State, 1);
  GPtrArray *pods = fit_cache_pods_like (meta->cache, meta->pod);

  state->has_service = selected_by_service (meta);
  state->n_pods = pods->len;
  state->pods = fit_arena_newn (meta->arena, const FitPod *, pods->len);
  if (pods->len)
    memcpy (state->pods, pods->pdata, sizeof *pods->pdata * pods->len);
  g_ptr_array_unref (pods);
  run->state = state;
}

/* A pod that names this node but is not on it, or no longer, does not count. */
static gboolean
counts (const FitPod *pod, const FitNodeInfo *node)
{
  return pod->node_name != node->name
         || (*pod->meta.uid
             && fit_node_info_find_pod (node, pod->meta.uid) != NULL);
}

/* The pod whose node provides the values: pods of the cache first, then pods
 * added to a copy of the metadata.  A pod that was removed and added again comes
 * after all others. */
static const FitPod *
first_pod (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const State *state = run->state;
  const FitMetadataChange *first;

  for (guint i = 0; i < state->n_pods; i++)
    if (fit_predicate_metadata_find_change (run->meta, state->pods[i]) == NULL
        && counts (state->pods[i], node))
      return state->pods[i];
  /* The first of the pods added to a copy of the metadata. */
  first = NULL;
  for (guint i = 0; i < run->meta->n_changes; i++)
    {
      const FitMetadataChange *change = &run->meta->changes[i];

      if (change->added
          && change->pod->meta.namespace_ == run->meta->pod->meta.namespace_
          && fit_labels_contains (
              change->pod->meta.labels,
              fit_labels_selector (run->meta->pod->meta.labels))
          && counts (change->pod, node)
          && (first == NULL || change->turn < first->turn))
        first = change;
    }
  return first != NULL ? first->pod : NULL;
}

/* Where the next label is looked for first, on either node. */
typedef struct
{
  guint like;
  guint node;
} Places;

static gboolean
compare_label (const FitPredicateRun *run, const FitNodeInfo *node,
               const char *label, const FitNodeInfo *like, Places *places)
{
  const char *value = wanted_value (run->meta->pod, like, label, &places->like);

  return value == NULL
         || fit_labels_get_from (node->node->meta.labels, label, &places->node)
                == value;
}

/* v1.16 turns the labels into a selector; an invalid one becomes a selector
 * that matches everything. */
static gboolean
any_invalid (const FitPredicateRun *run, const FitNodeInfo *like)
{
  const Data *data = run->predicate->data;
  guint place = 0;

  for (guint i = 0; i < data->n; i++)
    {
      const char *value
          = wanted_value (run->meta->pod, like, data->labels[i], &place);

      if (value != NULL
          && !(fit_is_qualified_name (data->labels[i])
               && fit_is_label_value (value)))
        return TRUE;
    }
  return FALSE;
}

/* As in v1.16: with a repeated label in the argument, this is never TRUE. */
static gboolean
all_labels_wanted (const FitPredicateRun *run)
{
  const Data *data = run->predicate->data;
  const FitLabels *map = run->meta->pod->spec->node_selector_map;
  guint wanted = 0;

  for (guint m = 0; map != NULL && m < map->n; m++)
    for (guint i = 0; i < data->n; i++)
      if (data->labels[i] == map->pairs[m].key)
        {
          wanted++;
          break;
        }
  return wanted >= data->n;
}

static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  Places places = { 0, 0 };
  const Data *data = run->predicate->data;
  const State *state = run->state;
  const FitNodeInfo *like = NULL;
  const FitPod *first = NULL;

  if (state->has_service && !all_labels_wanted (run))
    first = first_pod (run, node);
  if (first != NULL
      && (like = fit_cache_find_node (run->meta->cache, first->node_name))
             == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "node \"%s\" not found", first->node_name);
      return FIT_ANSWER_ERROR;
    }
  if (any_invalid (run, like))
    return FIT_ANSWER_YES;
  for (guint i = 0; i < data->n; i++)
    if (!compare_label (run, node, data->labels[i], like, &places))
      {
        fit_reasons_add (reasons, FIT_REASON_SERVICE_AFFINITY);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}

/* -- explaining ------------------------------------------------------------ */

void
fit_explain_lent_label (const char *label, const char *value, const FitPod *pod,
                        const FitNodeInfo *like, const FitNodeInfo *node,
                        FitDetail *detail)
{
  const char *found = fit_labels_get (node->node->meta.labels, label);
  g_autofree char *name = pod != NULL ? fit_pod_full_name (pod) : NULL;
  g_autofree char *source
      = name != NULL ? g_strdup_printf ("%s of its service is on %s with ",
                                        name, like->name)
                     : g_strdup ("nodeSelector ");

  fit_detail_say (detail, "%s%s=%s, the node has %s%s%s", source, label, value,
                  found != NULL ? label : "no label ",
                  found != NULL ? "=" : label, found != NULL ? found : "");
  fit_detail_say_common (detail, "%s%s=%s", source, label, value);
  fit_detail_advise (detail, "only a node with %s=%s fits", label, value);
  fit_detail_add_fact (detail, "label", label);
  fit_detail_add_fact (detail, "wanted", value);
  fit_detail_add_fact (detail, "found", found);
  fit_detail_add_fact (detail, "pod", name);
}

static void
former_explain (const FitPredicateRun *run, const FitNodeInfo *node,
                const FitReason *reason, FitDetail *detail)
{
  Places places = { 0, 0 };
  const Data *data = run->predicate->data;
  const FitLabels *wanted = run->meta->pod->spec->node_selector_map;
  const State *state = run->state;
  const FitPod *first = state->has_service && !all_labels_wanted (run)
                            ? first_pod (run, node)
                            : NULL;
  const FitNodeInfo *like
      = first != NULL ? fit_cache_find_node (run->meta->cache, first->node_name)
                      : NULL;

  for (guint i = 0; i < data->n; i++)
    {
      const char *label = data->labels[i];
      const char *own = fit_labels_get (wanted, label);
      const char *value = own != NULL || like == NULL
                              ? own
                              : fit_labels_get (like->node->meta.labels, label);

      if (compare_label (run, node, label, like, &places))
        continue;
      fit_explain_lent_label (label, value, own != NULL ? NULL : first, like,
                              node, detail);
      return;
    }
}

const FitPredicateInfo fit_check_service_affinity = {
  .name = "CheckServiceAffinity",
  .summary
  = "pods of one service share the values of the labels in the argument serviceAffinity",
  .cost = FIT_COST_LABELS,
  .reasons = former_gives,
  .check = former_check,
  .prepare = prepare,
  .explain = former_explain,
  .create = filter_create_former,
  .free_data = filter_free_data,
};
