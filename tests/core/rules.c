/* rules.c - registers predicates and priorities that tests control through labels
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/rules.h"

static const FitReasonCode custom[] = { FIT_REASON_CUSTOM, 0 };

static FitAnswer
read_labels (const FitPredicateRun *run, const FitNodeInfo *node,
             FitReasons *reasons, GError **error)
{
  const FitLabels *labels = node->node->meta.labels;
  const char *problem = fit_labels_lookup (labels, "error");
  const char *reason = fit_labels_lookup (labels, "refuse");

  if (problem != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, problem);
      return FIT_ANSWER_ERROR;
    }
  if (reason == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add_custom (reasons, reason);
  return FIT_ANSWER_NO;
}

const FitPredicateInfo rule_reader = {
  .name = "Reader",
  .summary = "says what the labels of the node say",
  .reasons = custom,
  .check = read_labels,
};

static FitAnswer
want_company (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  if (node->n_pods > 0)
    return FIT_ANSWER_YES;
  fit_reasons_add_custom (reasons, "lonely");
  return FIT_ANSWER_NO;
}

const FitPredicateInfo rule_crowded = {
  .name = "Crowded",
  .summary = "the node has a pod already",
  .reasons = custom,
  .check = want_company,
};

static gboolean
read_points (const FitPriorityRun *run, const FitNodeList *nodes,
             gint64 *scores, GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    {
      const FitLabels *labels = nodes->nodes[i]->node->meta.labels;
      const char *points = fit_labels_lookup (labels, "points");
      const char *trouble = fit_labels_lookup (labels, "trouble");

      scores[i] = points != NULL ? g_ascii_strtoll (points, NULL, 10) : 0;
      if (trouble != NULL)
        {
          g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, trouble);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
double_points (const FitPriorityRun *run, const FitNodeList *nodes,
               gint64 *scores, GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] *= 2;
  return TRUE;
}

static gboolean
want_even (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
           GError **error)
{
  gboolean any = FALSE;

  for (guint i = 0; i < nodes->n; i++)
    {
      if (scores[i] % 2 != 0)
        return fit_fail (error, FIT_ERROR_SCHEDULE, "odd points");
      any |= scores[i] != 0;
    }
  return any || fit_fail (error, FIT_ERROR_SCHEDULE, "no points");
}

const FitPriorityInfo rule_points = {
  .name = "Points",
  .summary = "gives the points that the labels of the node say",
  .weight = 1,
  .map = read_points,
};

static const FitPriorityInfo rule_doubled = {
  .name = "Doubled",
  .summary = "gives twice the points",
  .weight = 1,
  .map = read_points,
  .reduce = double_points,
};

static const FitPriorityInfo rule_even = {
  .name = "Even",
  .summary = "gives the points, unless a node has an odd number of them, or "
             "none has any",
  .weight = 1,
  .by_node = TRUE,
  .map = read_points,
  .reduce = want_even,
};

void
rules_register (FitRegistry *registry)
{
  fit_registry_add_predicate (registry, "Reader", &rule_reader, NULL, NULL);
  fit_registry_append_order (registry, "Reader");
  fit_registry_add_predicate (registry, "Crowded", &rule_crowded, NULL, NULL);
  fit_registry_append_order (registry, "Crowded");
  fit_registry_add_priority (registry, "Points", &rule_points, 1, NULL, NULL,
                             NULL);
  fit_registry_add_priority (registry, "Doubled", &rule_doubled, 1, NULL, NULL,
                             NULL);
  fit_registry_add_priority (registry, "Even", &rule_even, 1, NULL, NULL, NULL);
}
