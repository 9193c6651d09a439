/* check-node-label-presence.c - custom predicate CheckNodeLabelPresence
 * (policy argument labelsPresence)
 *
 * With presence: true the node must have all the listed labels, with presence:
 * false none of them; values do not matter.
 * Cost: labels.  Source: kube-scheduler v1.16 NodeLabelChecker.
 */
#include "predicates/labels-data.h"
#include "predicates/predicates.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);

static const FitReasonCode gives[] = { FIT_REASON_NODE_LABEL_PRESENCE, 0 };

const FitPredicateInfo fit_check_node_label_presence = {
  .name = "CheckNodeLabelPresence",
  .summary
  = "the node has all (or none) of the labels in the argument labelsPresence",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .create = fit_labels_data_create,
  .free_data = fit_labels_data_free,
};

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitLabelsData *data = run->predicate->data;

  for (guint i = 0; i < data->n; i++)
    {
      gboolean there
          = fit_labels_get (node->node->meta.labels, data->labels[i]) != NULL;

      if (there != !!data->presence)
        {
          fit_reasons_add (reasons, FIT_REASON_NODE_LABEL_PRESENCE);
          return FIT_ANSWER_NO;
        }
    }
  return FIT_ANSWER_YES;
}
