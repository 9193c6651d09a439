/* check-node-label-presence.c - custom predicate CheckNodeLabelPresence
 * (policy argument labelsPresence)
 *
 * With presence: true the node must have all the listed labels, with presence:
 * false none of them; values do not matter.
 * Cost: labels.  Source: kube-scheduler v1.16 NodeLabelChecker.
 */
#include "predicates/labels-data.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[] = { FIT_REASON_NODE_LABEL_PRESENCE, 0 };

const FitPredicateInfo fit_check_node_label_presence = {
  .name = "CheckNodeLabelPresence",
  .summary
  = "the node has all (or none) of the labels in the argument labelsPresence",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .explain = explain,
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

/* --- explaining ----------------------------------------------------------- */

void
fit_explain_label (const char *key, const FitNodeInfo *node, FitDetail *detail)
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
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitLabelsData *data = run->predicate->data;

  for (guint i = 0; i < data->n; i++)
    {
      const gboolean there
          = fit_labels_get (node->node->meta.labels, data->labels[i]) != NULL;

      if (there == !!data->presence)
        continue;
      fit_explain_label (data->labels[i], node, detail);
      return;
    }
}
