/* node-label.c - NodeLabel; up to v1.16 predicate CheckNodeLabelPresence (policy
 * argument labelsPresence) and priority labelPreference (NodeLabelPriority)
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
 */
#include "base/intern.h"
#include "cluster/cache.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_label = {
  .name = "NodeLabel",
  .predicates = PREDICATES (&fit_check_node_label_presence),
  .priorities = PRIORITIES (&fit_label_preference),
  .points = POINTS ({ F | S, FIT_SPAN (18, 23) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_node_label }),
  .scores = SCORES ({ FROM (18), &fit_score_node_label }),
  .events = EVENTS (EVENT (NODE, ADD | LABEL, FIT_BEFORE (23), ALWAYS, NULL)),
};
/* clang-format on */

/* -- Filter ---------------------------------------------------------------- */

static const FitReasonCode node_label_gives[]
    = { FIT_REASON_NODE_LABEL_PRESENCE, 0 };

typedef struct
{
  guint n_present;
  guint n;              /* labels that must be present come first */
  const char *labels[]; /* interned, references held */
} NodeLabels;

static gboolean
node_label_create (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeLabelArgs *written = given->args;
  const FitArgStrings *present = &written->present_labels;
  const FitArgStrings *absent = &written->absent_labels;
  NodeLabels *data = g_malloc (
      sizeof *data + ((gsize) present->n + absent->n) * sizeof data->labels[0]);

  data->n = 0;
  for (guint i = 0; i < present->n; i++)
    data->labels[data->n++] = fit_intern (present->items[i]);
  data->n_present = data->n;
  for (guint i = 0; i < absent->n; i++)
    data->labels[data->n++] = fit_intern (absent->items[i]);
  *out_data = data;
  return TRUE;
}

/* v1.16 has one list of labels, to be present or absent. */
static gboolean
labels_presence_create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error)
{
  const FitLabelsArgument *written = argument;
  NodeLabels *data;
  guint n;

  if (!written)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "a list of labels is required");
      return FALSE;
    }
  n = g_strv_length ((char **) written->labels);
  data = g_malloc (sizeof *data + (gsize) n * sizeof data->labels[0]);
  data->n = n;
  data->n_present = written->presence ? n : 0;
  for (guint i = 0; i < n; i++)
    data->labels[i] = fit_intern (written->labels[i]);
  *out_data = data;
  return TRUE;
}

static void
node_label_free (gpointer pointer)
{
  NodeLabels *data = pointer;

  for (guint i = 0; i < data->n; i++)
    fit_intern_unref (data->labels[i]);
  g_free (data);
}

static FitAnswer
node_label_check (const FitPredicateRun *run, const FitNodeInfo *node,
                  FitReasons *reasons, GError **error)
{
  const NodeLabels *data = run->predicate->data;

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
explain_label (const char *key, const FitNodeInfo *node, FitDetail *detail)
{
  const char *value = fit_labels_get (node->node->meta.labels, key);

  fit_detail_add_fact (detail, "label", key);
  if (value)
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
      detail,
      &(FitChange){ .type = value ? FIT_CHANGE_UNLABEL : FIT_CHANGE_LABEL,
                    .key = key,
                    .value = "" });
}

static void
node_label_explain (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  const NodeLabels *data = run->predicate->data;

  for (guint i = 0; i < data->n; i++)
    {
      const gboolean there
          = fit_labels_get (node->node->meta.labels, data->labels[i]) != NULL;

      if (there == (i < data->n_present))
        continue;
      explain_label (data->labels[i], node, detail);
      return;
    }
}

const FitPredicateInfo fit_filter_node_label = {
  .name = "NodeLabel",
  .summary = "the node has all presentLabels and none of the absentLabels",
  .cost = FIT_COST_LABELS,
  .reasons = node_label_gives,
  .check = node_label_check,
  .explain = node_label_explain,
  .create = node_label_create,
  .free_data = node_label_free,
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
  .free_data = node_label_free,
  .by_node = TRUE,
};

/* -- Score ----------------------------------------------------------------- */

typedef struct
{
  const char *label; /* interned, one reference held */
  gboolean presence;
} Rule;

typedef struct
{
  guint n;
  Rule rules[];
} Rules;

static void
add_rules (Rules *rules, const FitArgStrings *labels, gboolean presence)
{
  for (guint i = 0; i < labels->n; i++)
    rules->rules[rules->n++]
        = (Rule){ fit_intern (labels->items[i]), presence };
}

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeLabelArgs *labels = given->args;
  const gsize n = (gsize) labels->present_labels_preference.n
                  + labels->absent_labels_preference.n;
  Rules *rules = g_malloc0 (sizeof (Rules) + n * sizeof (Rule));

  add_rules (rules, &labels->present_labels_preference, TRUE);
  add_rules (rules, &labels->absent_labels_preference, FALSE);
  *out_data = rules;
  return TRUE;
}

/* A preference of v1.16 is one rule. */
static gboolean
create_preference (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  const FitLabelArgument *written = argument;
  Rules *rules = g_malloc0 (sizeof (Rules) + sizeof (Rule));

  rules->n = 1;
  rules->rules[0] = (Rule){ fit_intern (written->label), written->presence };
  *out_data = rules;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Rules *rules = data;

  for (guint i = 0; i < rules->n; i++)
    fit_intern_unref (rules->rules[i].label);
  g_free (rules);
}

/* The state is the topology slots of the labels. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Rules *rules = run->priority->data;
  FitTopology *topology = fit_cache_topology (run->meta->cache);
  guint *slots = fit_arena_newn (run->meta->arena, guint, rules->n);

  for (guint i = 0; i < rules->n; i++)
    slots[i] = fit_topology_slot (topology, rules->rules[i].label);
  run->state = slots;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Rules *rules = run->priority->data;
  const guint *slots = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  for (guint k = 0; k < rules->n; k++)
    {
      const guint32 *column = fit_topology_column (topology, slots[k]);

      for (guint i = 0; i < nodes->n; i++)
        scores[i] += (column[nodes->nodes[i]->index] != FIT_TOPOLOGY_ABSENT)
                     == !!rules->rules[k].presence;
    }
  for (guint i = 0; i < nodes->n && rules->n > 0; i++)
    scores[i] = run->meta->max_score * scores[i] / (gint64) rules->n;
  return TRUE;
}

const FitPriorityInfo fit_score_node_label = {
  .name = "NodeLabel",
  .summary = "nodes that have some labels and lack others",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
};

const FitPriorityInfo fit_label_preference = {
  .name = "labelPreference",
  .summary = "nodes that have, or that lack, a label",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create_preference,
  .free_data = free_data,
};
