/* filter-node-affinity.c - NodeAffinity at PreFilter and Filter
 *
 * The node must satisfy addedAffinity of the profile, then the pod's
 * nodeSelector and required node affinity.  An invalid term matches nothing;
 * the others still count.
 *
 * By the rule NODE_LIST, PreFilter restricts the nodes if every term has a
 * matchFields requirement on names.  The nodes are the union over all terms; a
 * term with several such requirements contributes the nodes that are in all of
 * them.  A pod with no node left is rejected.  By the rule ANY_TERM_CONFLICTS
 * one term that leaves no node is enough for that.
 * Cost: labels.
 */
#include "predicates/rule-details.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_affinity = {
  .name = "NodeAffinity",
  .predicates = NAMES ("MatchNodeSelector"),
  .priorities = NAMES ("NodeAffinityPriority"),
  .points = POINTS (
    { 18, 20, F | S },
    { 21, 0, PF | F | PS | S }),
  .filters = FILTERS (
    { FROM (18), &fit_filter_node_affinity },
    { FROM (21), &fit_filter_node_affinity_selector }),
  .scores = SCORES (
    { FROM (18), &fit_node_affinity_priority },
    { FROM (20), &fit_score_node_affinity }),
  .score_rules = FLAGS (
    { FIT_SCORE_FAULT_PLACES, FROM (22), ON },
    { FIT_SCORE_SKIPS, FROM (30), ON }),
  .events = EVENTS (
    EVENT (NODE, ADD | LABEL, START, FROM (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (24), FROM (30), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (30), FROM (32), ALWAYS, fit_hint_node_matches),
    EVENT (NODE, ADD | LABEL, FROM (32), ON, ALWAYS, fit_hint_node_came_to_match),
    EVENT (NODE, TAINT, FROM (32), ON, NO_HINTS, NULL)),
};
/* clang-format on */

typedef struct
{
  FitFilterData common;
  FitNodeSelector *added; /* (nullable) owned */
} Data;

static FitNodeSelector *
compile (const FitArgNodeSelector *written)
{
  FitNodeSelector *selector = fit_node_selector_new (written->n_terms);

  for (guint i = 0; i < written->n_terms; i++)
    {
      const FitArgNodeTerm *term = &written->terms[i];

      if (term->n_expressions)
        selector->terms[i].expressions = fit_selector_new_expressions (
            NULL, term->expressions, term->n_expressions, FIT_SELECTOR_NODE);
      if (term->n_fields)
        selector->terms[i].fields
            = fit_selector_new_fields (term->fields, term->n_fields);
    }
  return selector;
}

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeAffinityArgs *written = given->args;
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, given);
  if (written->added_affinity && written->added_affinity->required)
    data->added = compile (written->added_affinity->required);
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  fit_node_selector_unref (data->added);
  g_free (data);
}

static gboolean
listed (const char *const *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (names[i] == name)
      return TRUE;
  return FALSE;
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
      if (term->n_names == 0
          && fit_filter_rule (run, FIT_FILTER_ANY_TERM_CONFLICTS))
        {
          fit_filter_reject (run, FIT_REASON_AFFINITY_TERMS_CONFLICT, NULL);
          return;
        }
      for (guint k = 0; k < term->n_names; k++)
        if (!listed (names, only->n, term->names[k]))
          names[only->n++] = term->names[k];
    }
  only->names = names;
  if (only->n == 0)
    fit_filter_reject (run, FIT_REASON_AFFINITY_TERMS_CONFLICT, NULL);
  else
    run->only = only;
}

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const Data *data = run->predicate->data;

  if (!data->added && !spec->node_selector_map && !spec->required_nodes)
    fit_filter_skip (run, FIT_FILTER_FIRST_SKIP);
  else if (spec->required_nodes && spec->required_nodes->n > 0
           && (data->common.points & FIT_PROFILE_AT_PRE_FILTER)
           && fit_filter_rule (run, FIT_FILTER_NODE_LIST))
    name_nodes (run, spec->required_nodes);
}

/* Does @node satisfy the pod's own rules? */
static gboolean
satisfies (const FitPodSpec *spec, const FitNode *node)
{
  const FitLabels *labels = node->meta.labels;

  return fit_labels_contains (labels, spec->node_selector_map)
         && (!spec->required_nodes
             || fit_node_selector_matches (spec->required_nodes, labels,
                                           node->name));
}

static FitAnswer
match (const FitPredicateRun *run, const FitNodeInfo *node, FitReasonCode code,
       FitReasons *reasons)
{
  const Data *data = run->predicate->data;

  if (data->added
      && !fit_node_selector_matches (data->added, node->node->meta.labels,
                                     node->name))
    {
      fit_reasons_add (reasons, FIT_REASON_ADDED_AFFINITY);
      return FIT_ANSWER_NO;
    }
  if (satisfies (run->meta->pod->spec, node->node))
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, code);
  return FIT_ANSWER_NO;
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

/* Nobody knows what a term means that cannot be read. */
static gboolean
has_invalid_term (const FitPodSpec *spec)
{
  const FitNodeSelector *selector = spec->required_nodes;

  for (guint i = 0; selector && i < selector->n; i++)
    if ((selector->terms[i].expressions
         && selector->terms[i].expressions->error)
        || (selector->terms[i].fields && selector->terms[i].fields->error))
      return TRUE;
  return FALSE;
}

FitQueueingHint
fit_hint_node_matches (gpointer plugin, const FitPod *pod,
                       gconstpointer old_object, gconstpointer new_object)
{
  const Data *data = ((const FitPredicate *) plugin)->data;
  const FitNode *node = new_object;

  if (data->added
      && !fit_node_selector_matches (data->added, node->meta.labels,
                                     node->name))
    return FIT_QUEUEING_SKIP;
  return fit_hint_if (satisfies (pod->spec, node)
                      || has_invalid_term (pod->spec));
}

FitQueueingHint
fit_hint_node_came_to_match (gpointer plugin, const FitPod *pod,
                             gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_node_matches (plugin, pod, NULL, new_object)
                 && (old_object == NULL || !satisfies (pod->spec, old_object))
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

  if (!node)
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

const FitPredicateInfo fit_filter_node_affinity = {
  .name = "NodeAffinity",
  .summary
  = "the node satisfies the pod's nodeSelector and required node affinity",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};

const FitPredicateInfo fit_filter_node_affinity_selector = {
  .name = "NodeAffinity",
  .summary
  = "the node satisfies the pod's nodeSelector and required node affinity",
  .cost = FIT_COST_LABELS,
  .reasons = selector_gives,
  .check = check_selector,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};
