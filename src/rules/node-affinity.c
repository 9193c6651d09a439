/* node-affinity.c - NodeAffinity at PreFilter and Filter, PreScore and Score;
 * up to v1.17 predicate MatchNodeSelector and priority NodeAffinityPriority
 *
 * The node must satisfy addedAffinity of the profile, then the pod's
 * nodeSelector and required node affinity.  An invalid term matches nothing;
 * the others still count.
 *
 * With pre_filter_narrows, PreFilter restricts the nodes if every term has a
 * matchFields requirement on names.  The nodes are the union over all terms; a
 * term with several such requirements contributes the nodes that are in all of
 * them.  A pod with no node left is rejected.  With any_term_conflicts
 * one term that leaves no node is enough for that.
 * Cost: labels.
 * Tests: tests/rules/test-node-affinity*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rule-details.h"
#include "priorities/priorities.h"
#include "api/syntax.h"
#include "base/intern.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#define FILTER_SUMMARY \
  "the node satisfies the pod's nodeSelector and required node affinity"
#define SCORE_SUMMARY "nodes that match the pod's preferred node affinity"

/* -- the rule -------------------------------------------------------------- */

static const char *later_only (gconstpointer args, gboolean scores);

/* The formulas, defined below. */
static const FitPredicateInfo filter_node_affinity;
static const FitPredicateInfo filter_node_affinity_selector;
static const FitPriorityInfo score_node_affinity;

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_node_affinity = {
  .name = "NodeAffinity",
  .predicates = PREDICATES (&fit_match_node_selector),
  .priorities = PRIORITIES (&fit_node_affinity_priority),
  .points = POINTS (
    { F | S, FIT_SPAN (18, 21) },
    { PF | F | PS | S, FIT_SINCE (21) }),
  .filters = FILTERS (
    { FROM (18), &filter_node_affinity },
    { FROM (21), &filter_node_affinity_selector }),
  .scores = SCORES (
    { FROM (18), &fit_node_affinity_priority },
    { FROM (20), &score_node_affinity }),
  .events = EVENTS (
    EVENT (NODE, ADD | LABEL, FIT_BEFORE (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (24, 30), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (30, 32), ALWAYS, fit_hint_node_matches),
    EVENT (NODE, ADD | LABEL, FIT_SINCE (32), ALWAYS, fit_hint_node_came_to_match),
    EVENT (NODE, TAINT, FIT_SINCE (32), NO_HINTS, NULL)),
  .weights = WEIGHTS ({ "NodeAffinityPriority", FIT_ALWAYS, 1, 1, 2 }),
  .later_only = later_only,
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "of weights 2, 0 and 100 the first two had 0",
    .cluster = ORDER_NODE ("n1", ", disk: ssd", "", "") ORDER_NODE ("n2", "", "", "") ORDER_NODE ("n3", ", gpu: a", "", "")
      ORDER_POD ("new", "", "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: ["
        "{weight: 2, preference: {matchExpressions: [{key: disk, operator: Exists}]}}, "
        "{weight: 100, preference: {matchExpressions: [{key: gpu, operator: Exists}]}}]}}, ", "")),
  .notes = NOTES (
    { "a pod fits nowhere if one of its required terms names different nodes, whatever the others say", FIT_SPAN (24, 27), .points = F }),
  .sign = sign,
};
/* clang-format on */

/* A term without its order: what it requires of labels, and of fields. */
static void
sign_term (GPtrArray *terms, gint32 weight, const FitSelector *expressions,
           const FitSelector *fields)
{
  const FitSelector *const selectors[] = { expressions, fields };
  GString *term = g_string_new (NULL);

  g_string_append_printf (term, "%d", weight);
  for (guint s = 0; s < G_N_ELEMENTS (selectors); s++)
    {
      GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

      for (guint i = 0; selectors[s] != NULL && i < selectors[s]->n; i++)
        {
          const FitRequirement *requirement = &selectors[s]->requirements[i];
          GPtrArray *values = g_ptr_array_new ();
          GString *part = g_string_new (requirement->key);

          for (guint k = 0; k < requirement->n_values; k++)
            g_ptr_array_add (values, (gpointer) requirement->values[k]);
          g_string_append_printf (part, " %d", (int) requirement->op);
          fit_sign_sorted (values, FALSE, part);
          g_ptr_array_add (parts, g_string_free (part, FALSE));
        }
      fit_sign_sorted (parts, FALSE, term);
    }
  g_ptr_array_add (terms, g_string_free (term, FALSE));
}

static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  const FitPodSpec *spec = pod->spec;
  const FitNodeSelector *required = spec->required_nodes;
  const FitLabels *map = spec->node_selector_map;
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; required != NULL && i < required->n; i++)
    sign_term (parts, 0, required->terms[i].expressions,
               required->terms[i].fields);
  fit_sign_sorted (parts, FALSE, signature);
  parts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    sign_term (parts, spec->preferred_nodes[i].weight,
               spec->preferred_nodes[i].expressions,
               spec->preferred_nodes[i].fields);
  fit_sign_sorted (parts, FALSE, signature);
  parts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; map != NULL && i < map->n; i++)
    g_ptr_array_add (parts, g_strdup_printf ("%s=%s", map->pairs[i].key,
                                             map->pairs[i].value));
  fit_sign_sorted (parts, FALSE, signature);
  return TRUE;
}

static const char *
later_only (gconstpointer args, gboolean scores)
{
  const FitArgAffinity *added
      = ((const FitNodeAffinityArgs *) args)->added_affinity;

  return !scores && added != NULL
                 && (added->required != NULL || added->n_preferred > 0)
             ? "addedAffinity"
             : NULL;
}

typedef struct
{
  FitFilterData common;
  FitNodeSelector *added; /* (nullable) owned */
} Data;

static gboolean
filter_create (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeAffinityArgs *written = given->args;
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, given);
  if (written->added_affinity != NULL
      && written->added_affinity->required != NULL)
    {
      FitNodeSelector *selector
          = fit_node_selector_new (written->added_affinity->required->n_terms);

      for (guint i = 0; i < written->added_affinity->required->n_terms; i++)
        {
          const FitArgNodeTerm *term
              = &written->added_affinity->required->terms[i];

          if (term->n_expressions)
            selector->terms[i].expressions = fit_selector_new_expressions (
                NULL, term->expressions, term->n_expressions,
                FIT_SELECTOR_NODE);
          if (term->n_fields)
            selector->terms[i].fields
                = fit_selector_new_fields (term->fields, term->n_fields);
        }
      data->added = selector;
    }
  *out_data = data;
  return TRUE;
}

static void
filter_free_data (gpointer pointer)
{
  Data *data = pointer;

  fit_node_selector_unref (data->added);
  g_free (data);
}

static guint
count_names (const FitNodeSelector *selector)
{
  guint n = 0;

  for (guint i = 0; i < selector->n; i++)
    n += selector->terms[i].n_names;
  return n;
}

static void
name_nodes (FitPredicateRun *run, const FitNodeSelector *selector)
{
  FitArena *arena = run->meta->arena;
  FitNodeNames *only = fit_arena_new0 (arena, FitNodeNames, 1);
  const char **names
      = fit_arena_newn (arena, const char *, count_names (selector));

  for (guint i = 0; i < selector->n; i++)
    {
      const FitNodeSelectorTerm *term = &selector->terms[i];

      if (!term->names_nodes)
        return;
      if (term->n_names == 0 && fit_filter_behaviour (run)->any_term_conflicts)
        {
          fit_filter_reject (run, FIT_REASON_AFFINITY_TERMS_CONFLICT, NULL);
          return;
        }
      for (guint k = 0; k < term->n_names; k++)
        if (!fit_intern_listed (names, only->n, term->names[k]))
          names[only->n++] = term->names[k];
    }
  only->names = names;
  if (only->n == 0)
    fit_filter_reject (run, FIT_REASON_AFFINITY_TERMS_CONFLICT, NULL);
  else
    run->only = only;
}

static void
filter_prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const Data *data = run->predicate->data;

  if (data->added == NULL && spec->node_selector_map == NULL
      && spec->required_nodes == NULL)
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_first_skip);
  else if (spec->required_nodes != NULL && spec->required_nodes->n > 0
           && (data->common.points & FIT_AT (PRE_FILTER))
           && fit_filter_behaviour (run)->pre_filter_narrows)
    name_nodes (run, spec->required_nodes);
  run->asks_labels = !run->skip;
  run->asks_configured_labels = data->added != NULL;
}

gboolean
fit_node_affinity_holds (const FitPodSpec *spec, const FitNode *node)
{
  const FitLabels *labels = node->meta.labels;

  return fit_labels_contains (labels, spec->node_selector_map)
         && (spec->required_nodes == NULL
             || fit_node_selector_matches (spec->required_nodes, labels,
                                           node->name));
}

static gboolean
holds_added (const FitPredicateRun *run, const FitNode *node)
{
  const Data *data = run->predicate->data;

  return data->added == NULL
         || fit_node_selector_matches (data->added, node->meta.labels,
                                       node->name);
}

static FitAnswer
match (const FitPredicateRun *run, const FitNodeInfo *node, FitReasonCode code,
       FitReasons *reasons)
{
  if (!holds_added (run, node->node))
    {
      fit_reasons_add (reasons, FIT_REASON_ADDED_AFFINITY);
      return FIT_ANSWER_NO;
    }
  if (fit_node_affinity_holds (run->meta->pod->spec, node->node))
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, code);
  return FIT_ANSWER_NO;
}

static gboolean
check_labels (const FitPredicateRun *run, const FitNode *node)
{
  return holds_added (run, node)
         && fit_node_affinity_holds (run->meta->pod->spec, node);
}

/* Nothing is left of these predicates without the labels. */
static gboolean
check_plain (const FitPredicateRun *run, const FitPlainNodes *nodes,
             FitPlainAnswers *answers)
{
  return TRUE;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  return match (run, node, FIT_REASON_NODE_AFFINITY, reasons);
}

static FitAnswer
check_selector (const FitPredicateRun *run, const FitNodeInfo *node,
                FitReasons *reasons, GError **error)
{
  return match (run, node, FIT_REASON_NODE_AFFINITY_SELECTOR, reasons);
}

/* -- events ---------------------------------------------------------------- */

/* A pod with an invalid term is tried again whatever the node: the attempt
 * reports the term. */
static gboolean
has_invalid_term (const FitPodSpec *spec)
{
  const FitNodeSelector *selector = spec->required_nodes;

  for (guint i = 0; selector != NULL && i < selector->n; i++)
    if ((selector->terms[i].expressions != NULL
         && selector->terms[i].expressions->error != NULL)
        || (selector->terms[i].fields != NULL
            && selector->terms[i].fields->error != NULL))
      return TRUE;
  return FALSE;
}

FitQueueingHint
fit_hint_node_matches (gpointer plugin, const FitPod *pod,
                       gconstpointer old_object, gconstpointer new_object)
{
  const Data *data = ((const FitPredicate *) plugin)->data;
  const FitNode *node = new_object;

  if (data->added != NULL
      && !fit_node_selector_matches (data->added, node->meta.labels,
                                     node->name))
    return FIT_QUEUEING_SKIP;
  return fit_hint_if (fit_node_affinity_holds (pod->spec, node)
                      || has_invalid_term (pod->spec));
}

FitQueueingHint
fit_hint_node_came_to_match (gpointer plugin, const FitPod *pod,
                             gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_node_matches (plugin, pod, NULL, new_object)
                 && (old_object == NULL
                     || !fit_node_affinity_holds (pod->spec, old_object))
             ? FIT_QUEUEING_AFTER_BACKOFF
             : FIT_QUEUEING_SKIP;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const Data *data = run->predicate->data;
  g_autoptr (FitSelector) pairs
      = fit_selector_new_equality (spec->node_selector_map, FALSE);

  if (node == NULL)
    return;
  if (reason->code == FIT_REASON_ADDED_AFFINITY)
    fit_explain_selectors (NULL, data->added, node, detail);
  else
    fit_explain_selectors (pairs, spec->required_nodes, node, detail);
}

static const FitReasonCode gives[]
    = { FIT_REASON_ADDED_AFFINITY, FIT_REASON_NODE_AFFINITY, 0 };
static const FitReasonCode selector_gives[]
    = { FIT_REASON_ADDED_AFFINITY, FIT_REASON_NODE_AFFINITY_SELECTOR,
        FIT_REASON_AFFINITY_TERMS_CONFLICT, 0 };

static const FitPredicateInfo filter_node_affinity = {
  .name = "NodeAffinity",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .check_labels = check_labels,
  .check_plain = check_plain,
  .fits_emptier = TRUE,
  .prepare = filter_prepare,
  .explain = explain,
  .create = filter_create,
  .free_data = filter_free_data,
};

static const FitPredicateInfo filter_node_affinity_selector = {
  .name = "NodeAffinity",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = selector_gives,
  .check = check_selector,
  .by_node = TRUE,
  .check_labels = check_labels,
  .check_plain = check_plain,
  .fits_emptier = TRUE,
  .prepare = filter_prepare,
  .explain = explain,
  .create = filter_create,
  .free_data = filter_free_data,
};

/* -- v1.16: MatchNodeSelector ---------------------------------------------- */

/* If an entry of nodeSelector is invalid, v1.16 ignores the whole nodeSelector.
 * A required affinity without terms matches no node. */

static void
former_prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  run->skip = spec->node_selector == NULL && spec->required_nodes == NULL;
  run->asks_labels = !run->skip;
}

static gboolean
former_check_labels (const FitPredicateRun *run, const FitNode *node)
{
  return fit_pod_matches_node (run->meta->pod, node->meta.labels, node->name);
}

static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  if (former_check_labels (run, node->node))
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_NODE_SELECTOR);
  return FIT_ANSWER_NO;
}

static void
former_explain (const FitPredicateRun *run, const FitNodeInfo *node,
                const FitReason *reason, FitDetail *detail)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  fit_explain_selectors (spec->node_selector, spec->required_nodes, node,
                         detail);
}

static const FitReasonCode former_gives[] = { FIT_REASON_NODE_SELECTOR, 0 };

const FitPredicateInfo fit_match_node_selector = {
  .name = "MatchNodeSelector",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = former_gives,
  .check = former_check,
  .by_node = TRUE,
  .check_labels = former_check_labels,
  .check_plain = check_plain,
  .fits_emptier = TRUE,
  .ignores_plain_pods = TRUE,
  .prepare = former_prepare,
  .explain = former_explain,
};

/* -- Score ----------------------------------------------------------------- */

/* NodeAffinity: prefers nodes that match the preferred node affinity of the pod
 * or of the profile (addedAffinity).
 *
 *   sum(node) = sum of the weights of the preferred terms of both that match
 *   score     = M * sum / largest sum
 *
 * in integers, where M is the maximum score (100).  A term matches by
 * expressions and fields.  A term of weight 0, or with neither, matches no
 * node.  Any other invalid term is an error, at PreScore if the plugin is
 * enabled there.
 *
 * With node_affinity_skips_score, a pod without any term is skipped.
 *
 * Cost per node: the expressions times the node's labels.
 */

typedef struct
{
  FitBehaviour behaviour;
  gboolean may_skip;
  gboolean pre_score; /* is enabled at PreScore */
  guint n;
  FitPreferredNodeTerm added[]; /* with references of their own */
} Preferences;

static gboolean
score_create (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  static const FitArgAffinity none = { 0 };
  const FitNodeAffinityArgs *args_of_plugin = given->args;
  const FitArgAffinity *written = args_of_plugin->added_affinity != NULL
                                      ? args_of_plugin->added_affinity
                                      : &none;
  Preferences *preferences
      = g_malloc0 (sizeof (Preferences)
                   + written->n_preferred * sizeof (FitPreferredNodeTerm));

  preferences->behaviour = fit_behaviour (given->release);
  preferences->may_skip = preferences->behaviour.node_affinity_skips_score
                          && fit_score_prepares (given);
  preferences->pre_score = (given->points & FIT_AT (PRE_SCORE)) != 0;
  preferences->n = written->n_preferred;
  for (guint i = 0; i < written->n_preferred; i++)
    {
      const FitArgNodeTerm *term = &written->preferred[i].preference;

      preferences->added[i] = (FitPreferredNodeTerm){
        .weight = written->preferred[i].weight,
        .expressions = fit_selector_new_expressions (
            NULL, term->expressions, term->n_expressions, FIT_SELECTOR_NODE),
        .fields = term->n_fields
                      ? fit_selector_new_fields (term->fields, term->n_fields)
                      : NULL,
      };
    }
  *out_data = preferences;
  return TRUE;
}

static void
score_free_data (gpointer data)
{
  Preferences *preferences = data;

  for (guint i = 0; i < preferences->n; i++)
    {
      fit_selector_unref (preferences->added[i].expressions);
      fit_selector_unref (preferences->added[i].fields);
    }
  g_free (preferences);
}

/* Fails if @term of the pod is invalid. */
static gboolean
check_term (const Preferences *preferences, const FitPreferredNodeTerm *term,
            guint index, GError **error)
{
  const FitSelector *fault;
  g_autofree char *value = NULL;

  if (term->weight == 0)
    fault = NULL;
  else if (term->expressions->error != NULL)
    fault = term->expressions;
  else
    fault = term->fields != NULL && term->fields->error != NULL ? term->fields
                                                                : NULL;
  if (fault == NULL)
    return TRUE;
  if (fault->bad_value == NULL
      || !preferences->behaviour.preference_faults_have_places)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, fault->error);
      return FALSE;
    }
  value = fit_quote (fault->bad_value);
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
               "[%u].matchExpressions[%u].values[0]: Invalid value: %s: %s",
               index, fault->bad, value, fault->error);
  return FALSE;
}

static gboolean
check_terms (const FitPriorityRun *run, GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    if (!check_term (run->priority->data, &spec->preferred_nodes[i], i, error))
      return FALSE;
  return TRUE;
}

static gboolean
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Preferences *preferences = run->priority->data;
  const FitPodSpec *spec = run->meta->pod->spec;

  if (preferences->pre_score && !check_terms (run, error))
    return FALSE;
  run->constant = spec->n_preferred_nodes == 0 && preferences->n == 0;
  run->asks_configured_labels = preferences->n > 0;
  run->skip = preferences->may_skip && run->constant;
  return TRUE;
}

static gint64
sum_of_weights (const FitPreferredNodeTerm *terms, guint n, const FitNode *node)
{
  gint64 sum = 0;

  for (guint i = 0; i < n; i++)
    if (fit_preferred_node_term_matches (&terms[i], node->meta.labels,
                                         node->name))
      sum += terms[i].weight;
  return sum;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Preferences *preferences = run->priority->data;
  const FitPodSpec *spec = run->meta->pod->spec;

  if (!preferences->pre_score && !check_terms (run, error))
    return FALSE;
  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNode *node = nodes->nodes[i]->node;

      scores[i] = sum_of_weights (preferences->added, preferences->n, node)
                  + sum_of_weights (spec->preferred_nodes,
                                    spec->n_preferred_nodes, node);
    }
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  fit_priority_normalize (scores, nodes->n, run->meta->max_score, FALSE);
  return TRUE;
}

static const FitPriorityInfo score_node_affinity = {
  .name = "NodeAffinity",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = score_prepare,
  .create = score_create,
  .free_data = score_free_data,
  .by_node = TRUE,
  .by_labels = TRUE,
  .constant_early = TRUE,
};

/* -- v1.16: NodeAffinityPriority ------------------------------------------- */

/* NodeAffinityPriority: prefers nodes that match the pod's preferred node
 * affinity.
 *
 *   sum(node) = sum of the weights of the preferred terms that match its labels
 *   score     = M * sum / largest sum
 *
 * in integers, where M is the maximum score (10).  Only matchExpressions of a
 * term count: matchFields are ignored, and a term without expressions matches
 * no node.  A term of weight 0 is ignored; any other invalid term is an error.
 * Sums have 32 bits.
 *
 * Cost per node: the pod's expressions times the node's labels.
 */

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    {
      const FitPreferredNodeTerm *term = &spec->preferred_nodes[i];

      if (term->weight != 0 && term->expressions->error != NULL)
        {
          g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                               term->expressions->error);
          return FALSE;
        }
    }
  run->constant = spec->n_preferred_nodes == 0;
  return TRUE;
}

static gint32
former_sum_of_weights (const FitPodSpec *spec, const FitLabels *labels)
{
  guint32 sum = 0;

  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    if (fit_selector_matches (spec->preferred_nodes[i].expressions, labels))
      sum += (guint32) spec->preferred_nodes[i].weight;
  return (gint32) sum;
}

static gboolean
former_map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
            GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = spec->n_preferred_nodes == 0
                    ? 0
                    : former_sum_of_weights (
                        spec, nodes->nodes[i]->node->meta.labels);
  return TRUE;
}

const FitPriorityInfo fit_node_affinity_priority = {
  .name = "NodeAffinityPriority",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = former_map,
  .reduce = reduce,
  .prepare = prepare,
  .by_node = TRUE,
  .by_labels = TRUE,
  .constant_early = TRUE,
};
