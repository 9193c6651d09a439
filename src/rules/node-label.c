/* node-label.c - NodeLabel; up to v1.16 predicate CheckNodeLabelPresence
 * (policy argument labelsPresence) and priority labelPreference
 * (NodeLabelPriority)
 *
 * Filter: the node has all presentLabels and none of the absentLabels, whatever
 * their values.  CheckNodeLabelPresence: with presence: true it has all the
 * listed labels, with presence: false none of them.
 *
 *   score = M * rules that hold / rules
 *
 * in integers.  A rule is a label that a node should have, or should lack,
 * whatever its value.  M is the maximum score (100; up to v1.16 10, with one
 * rule per preference).  Without rules all nodes get 0, where the original
 * panics in a division by zero.
 *
 * Cost: labels; per node that is scored: an array lookup per rule.
 * Tests: tests/rules/test-node-label*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "cluster/cache.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_node_label;
static const FitPriorityInfo score_node_label;

/* clang-format off */
const FitRule fit_rule_node_label = {
  .name = "NodeLabel",
  .predicates = PREDICATES (&fit_check_node_label_presence),
  .priorities = PRIORITIES (&fit_label_preference),
  .predicate_argument = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE,
  .priority_argument = FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE,
  .points = POINTS ({ F | S, FIT_SPAN (18, 23) }),
  .filters = FILTERS ({ FROM (18), &filter_node_label }),
  .scores = SCORES ({ FROM (18), &score_node_label }),
  .events = EVENTS (EVENT (NODE, ADD | LABEL, FIT_BEFORE (23), ALWAYS, NULL)),
  .weights = WEIGHTS ({ "NodeLabel", FIT_SINCE (18) }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
  .needs_args = TRUE,
  .labels = (const FitRuleLabels[]){
    { G_STRUCT_OFFSET (FitNodeLabelArgs, present_labels),
      G_STRUCT_OFFSET (FitNodeLabelArgs, absent_labels) },
    { G_STRUCT_OFFSET (FitNodeLabelArgs, present_labels_preference),
      G_STRUCT_OFFSET (FitNodeLabelArgs, absent_labels_preference) },
  },
  .no_hint = TRUE,
  .orders = ORDERS (
    { .plugin = "NodeLabel", .alike = "each label alone gives all points or none, there as here" },
    { .plugin = "NodeAffinity",
      .unlike = "it is added to what a pod itself prefers: of two nodes without the label, the pod preferred one, and both had the same",
      .cluster = ORDER_NODE ("n1", "", "", "") ORDER_NODE ("n2", "", "", "")
        ORDER_POD ("new", "", "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: ["
          "{weight: 100, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n1]}]}}]}}, ", "") }),
  .notes = NOTES (
    { "one plugin takes the average of all rules and truncates it: if one of three rules matches, that gives 99 "
      "instead of 100", FIT_SINCE (17) }),
};
/* clang-format on */

/* -- Filter ---------------------------------------------------------------- */

static const FitReasonCode node_label_gives[]
    = { FIT_REASON_NODE_LABEL_PRESENCE, 0 };

typedef struct
{
  guint n;
  guint n_present;      /* labels that must be present come first */
  const char *labels[]; /* interned, references held */
} Labels;

static Labels *
labels_new (const FitArgStrings *present, const FitArgStrings *absent)
{
  Labels *labels = g_malloc (sizeof *labels
                             + ((gsize) present->n + absent->n)
                                   * sizeof labels->labels[0]);

  labels->n = 0;
  for (guint i = 0; i < present->n; i++)
    labels->labels[labels->n++] = fit_intern (present->items[i]);
  labels->n_present = labels->n;
  for (guint i = 0; i < absent->n; i++)
    labels->labels[labels->n++] = fit_intern (absent->items[i]);
  return labels;
}

/* v1.16 has one list of labels, to be present or absent. */
static Labels *
labels_new_former (const char *const *names, guint n, gboolean presence)
{
  const FitArgStrings all = { n, names }, none = { 0, NULL };

  return labels_new (presence ? &all : &none, presence ? &none : &all);
}

static void
labels_free (gpointer pointer)
{
  Labels *labels = pointer;

  for (guint i = 0; i < labels->n; i++)
    fit_intern_unref (labels->labels[i]);
  g_free (labels);
}

static gboolean
node_label_create (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeLabelArgs *written = given->args;

  *out_data = labels_new (&written->present_labels, &written->absent_labels);
  return TRUE;
}

static gboolean
labels_presence_create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error)
{
  const FitLabelsArgument *written = argument;

  if (written == NULL)
    return fit_fail (error, FIT_ERROR_POLICY, "a list of labels is required");
  *out_data = labels_new_former ((const char *const *) written->labels,
                                 g_strv_length ((char **) written->labels),
                                 written->presence);
  return TRUE;
}

static FitAnswer
node_label_check (const FitPredicateRun *run, const FitNodeInfo *node,
                  FitReasons *reasons, GError **error)
{
  const Labels *data = run->predicate->data;

  for (guint i = 0; i < data->n; i++)
    {
      const gboolean there
          = fit_labels_get (node->node->meta.labels, data->labels[i]) != NULL;

      if (there != (i < data->n_present))
        {
          fit_reasons_add (reasons, FIT_REASON_NODE_LABEL_PRESENCE);
          return FIT_ANSWER_NO;
        }
    }
  return FIT_ANSWER_YES;
}

static void
node_label_explain (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  const Labels *data = run->predicate->data;

  for (guint i = 0; i < data->n; i++)
    {
      const gboolean there
          = fit_labels_get (node->node->meta.labels, data->labels[i]) != NULL;
      const char *key;
      const char *value;

      if (there == (i < data->n_present))
        continue;
      key = data->labels[i];
      value = fit_labels_get (node->node->meta.labels, key);
      fit_detail_add_fact (detail, "label", key);
      if (value != NULL)
        {
          fit_detail_say (detail,
                          "the node has the label %s=%s, which must not be "
                          "there",
                          key, value);
          fit_detail_say_common (detail, "label %s must not be there", key);
          fit_detail_advise (detail, "remove the label %s from %s", key,
                             node->name);
          fit_detail_add_fact (detail, "found", value);
        }
      else
        {
          fit_detail_say (detail, "the node has no label %s", key);
          fit_detail_say_common (detail, "no label %s", key);
          fit_detail_advise (detail, "add the label %s to %s", key, node->name);
        }
      fit_detail_add_change (
          detail, &(FitChange){ .type = value != NULL ? FIT_CHANGE_UNLABEL
                                                      : FIT_CHANGE_LABEL,
                                .key = key,
                                .value = "" });
      return;
    }
}

static const FitPredicateInfo filter_node_label = {
  .name = "NodeLabel",
  .summary = "the node has all presentLabels and none of the absentLabels",
  .cost = FIT_COST_LABELS,
  .reasons = node_label_gives,
  .check = node_label_check,
  .explain = node_label_explain,
  .create = node_label_create,
  .free_data = labels_free,
};

const FitPredicateInfo fit_check_node_label_presence = {
  .name = "CheckNodeLabelPresence",
  .summary
  = "the node has all (or none) of the labels in the argument labelsPresence",
  .cost = FIT_COST_LABELS,
  .reasons = node_label_gives,
  .check = node_label_check,
  .explain = node_label_explain,
  .create = labels_presence_create,
  .free_data = labels_free,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .ignores_plain_pods = TRUE,
};

/* -- Score ----------------------------------------------------------------- */

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeLabelArgs *written = given->args;

  *out_data = labels_new (&written->present_labels_preference,
                          &written->absent_labels_preference);
  return TRUE;
}

/* A preference of v1.16 is about one label. */
static gboolean
create_preference (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  const FitLabelArgument *written = argument;
  const char *const names[] = { written->label };

  *out_data = labels_new_former (names, 1, written->presence);
  return TRUE;
}

/* The state is the topology slots of the labels. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Labels *data = run->priority->data;
  FitTopology *topology = fit_cache_topology (run->meta->cache);
  guint *slots = fit_arena_newn (run->meta->arena, guint, data->n);

  for (guint i = 0; i < data->n; i++)
    slots[i] = fit_topology_slot (topology, data->labels[i]);
  run->state = slots;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Labels *data = run->priority->data;
  const guint *slots = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  for (guint k = 0; k < data->n; k++)
    {
      const guint32 *column = fit_topology_column (topology, slots[k]);

      for (guint i = 0; i < nodes->n; i++)
        scores[i] += (column[nodes->nodes[i]->index] != FIT_TOPOLOGY_ABSENT)
                     == (k < data->n_present);
    }
  for (guint i = 0; i < nodes->n && data->n > 0; i++)
    scores[i] = run->meta->max_score * scores[i] / (gint64) data->n;
  return TRUE;
}

static const FitPriorityInfo score_node_label = {
  .name = "NodeLabel",
  .summary = "nodes that have some labels and lack others",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create,
  .free_data = labels_free,
};

const FitPriorityInfo fit_label_preference = {
  .name = "labelPreference",
  .summary = "nodes that have, or that lack, a label",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create_preference,
  .free_data = labels_free,
};
