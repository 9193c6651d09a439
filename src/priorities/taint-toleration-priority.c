/* TaintTolerationPriority: prefers nodes with few PreferNoSchedule taints that
 * the pod does not tolerate.
 *
 *   count(node) = taints of effect PreferNoSchedule that the pod does not
 *                 tolerate
 *   score       = M - M * count / largest count
 *
 * in integers, where M is the maximum score (10); all nodes get M if none has
 * such a taint.  Only tolerations with effect PreferNoSchedule or no effect
 * count.
 *
 * Cost per node: its taints times the pod's tolerations; a look at its taints
 * if none has this effect.
 */
#include "priorities/priorities.h"

static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_taint_toleration_priority = {
  .name = "TaintTolerationPriority",
  .summary = "nodes with the fewest PreferNoSchedule taints that the pod "
             "does not tolerate",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .by_node = TRUE,
};

static gboolean
prefers_no_pods (const FitNodeInfo *node)
{
  for (guint i = 0; i < node->n_taints; i++)
    if (node->taints[i].effect == FIT_EFFECT_PREFER_NO_SCHEDULE)
      return TRUE;
  return FALSE;
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  guint i = 0;

  while (i < feasible->n && !prefers_no_pods (feasible->nodes[i]))
    i++;
  run->constant = i == feasible->n;
  run->score = run->meta->max_score;
  return TRUE;
}

static gint64
count_intolerable (const FitPriorityMetadata *meta, const FitNodeInfo *node)
{
  gint64 count = 0;

  for (guint i = 0; i < node->n_taints; i++)
    {
      const FitTaint *taint = &node->taints[i];

      if (taint->effect == FIT_EFFECT_PREFER_NO_SCHEDULE
          && !fit_tolerations_tolerate (meta->tolerations, meta->n_tolerations,
                                        taint))
        count++;
    }
  return count;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = count_intolerable (run->meta, nodes->nodes[i]);
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  fit_priority_normalize (scores, nodes->n, run->meta->max_score, TRUE);
  return TRUE;
}
