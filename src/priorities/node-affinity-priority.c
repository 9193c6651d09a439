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
#include "priorities/priorities.h"

static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_node_affinity_priority = {
  .name = "NodeAffinityPriority",
  .summary = "nodes that match the pod's preferred node affinity",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
};

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
  return TRUE;
}

static gint32
sum_of_weights (const FitPodSpec *spec, const FitLabels *labels)
{
  guint32 sum = 0;

  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    if (fit_selector_matches (spec->preferred_nodes[i].expressions, labels))
      sum += (guint32) spec->preferred_nodes[i].weight;
  return (gint32) sum;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = spec->n_preferred_nodes == 0
                    ? 0
                    : sum_of_weights (spec, nodes->nodes[i]->node->meta.labels);
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  fit_priority_normalize (scores, nodes->n, run->meta->max_score, FALSE);
  return TRUE;
}
