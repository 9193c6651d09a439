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
 * By the rule SKIPS a pod without any term is skipped.
 *
 * Cost per node: the expressions times the node's labels.
 */
#include "rules/score-formulas.h"

#include "api/syntax.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static void free_data (gpointer data);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_score_node_affinity = {
  .name = "NodeAffinity",
  .summary = "nodes that match the pod's preferred node affinity",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
};

typedef struct
{
  guint rules;
  gboolean may_skip;
  gboolean pre_score; /* is enabled at PreScore */
  guint n;
  FitPreferredNodeTerm added[]; /* with references of their own */
} Preferences;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
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

  preferences->rules
      = fit_score_rules (&fit_rule_node_affinity, given->release);
  preferences->may_skip = fit_score_may_skip (preferences->rules, given);
  preferences->pre_score = (given->points & FIT_PROFILE_AT_PRE_SCORE) != 0;
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
free_data (gpointer data)
{
  Preferences *preferences = data;

  for (guint i = 0; i < preferences->n; i++)
    {
      fit_selector_unref (preferences->added[i].expressions);
      fit_selector_unref (preferences->added[i].fields);
    }
  g_free (preferences);
}

/* Returns: (nullable): the invalid selector of @term */
static const FitSelector *
fault_of (const FitPreferredNodeTerm *term)
{
  if (term->weight == 0)
    return NULL;
  if (term->expressions->error != NULL)
    return term->expressions;
  return term->fields != NULL && term->fields->error != NULL ? term->fields
                                                             : NULL;
}

/* Fails if @term of the pod is invalid. */
static gboolean
check_term (const Preferences *preferences, const FitPreferredNodeTerm *term,
            guint index, GError **error)
{
  const FitSelector *fault = fault_of (term);
  g_autofree char *value = NULL;

  if (fault == NULL)
    return TRUE;
  if (fault->bad_value == NULL
      || !(preferences->rules & FIT_SCORE_FAULT_PLACES))
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
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Preferences *preferences = run->priority->data;
  const FitPodSpec *spec = run->meta->pod->spec;

  if (preferences->pre_score && !check_terms (run, error))
    return FALSE;
  run->skip = preferences->may_skip && spec->n_preferred_nodes == 0
              && preferences->n == 0;
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
