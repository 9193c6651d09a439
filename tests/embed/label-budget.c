/* label-budget.c - fitsched with two additional rules
 *
 * The label "budget" of a pod is the maximum number of pods of its kind (with
 * the same namespace and labels) on one node.  The predicate LabelBudget
 * rejects nodes that already have as many.  The priority LabelBudgetPriority
 * prefers nodes that have few.  A Policy names them like any others.
 *
 *   cc label-budget.c $(pkg-config --cflags --libs fitsched) -o label-budget
 *   ./label-budget simulate --policy budget-policy.yaml -f budget-cluster.yaml
 */
#include "cli/fit-main.h"
#include "predicates/metadata.h"

/* How many pods like @pod run on @node? */
static guint
count_alike (const FitPod *pod, const FitNodeInfo *node)
{
  guint n = 0;

  for (guint i = 0; i < node->n_pods; i++)
    n += node->pods[i]->meta.namespace_ == pod->meta.namespace_
         && fit_labels_equal (node->pods[i]->meta.labels, pod->meta.labels);
  return n;
}

/* -- the predicate --------------------------------------------------------- */

/* Called once per pod.  A pod without the label fits on every node. */
static void
prepare (FitPredicateRun *run)
{
  run->state
      = (gpointer) fit_labels_lookup (run->meta->pod->meta.labels, "budget");
  run->skip = run->state == NULL;
}

/* Called once per node. */
static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  guint64 budget;

  if (run->state == NULL)
    return FIT_ANSWER_YES;
  if (!g_ascii_string_to_unsigned (run->state, 10, 0, 1000, &budget, NULL))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "label budget: \"%s\" is no number from 0 to 1000",
                   (const char *) run->state);
      return FIT_ANSWER_ERROR;
    }
  if (count_alike (run->meta->pod, node) < budget)
    return FIT_ANSWER_YES;
  fit_reasons_add_custom (reasons, "node(s) had no budget left for the pod");
  return FIT_ANSWER_NO;
}

/* For 'fitsched explain' only: how many pods there are. */
static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const guint n = count_alike (run->meta->pod, node);

  fit_detail_say (detail, "%u pods of its kind are there, the budget is %s", n,
                  (const char *) run->state);
  fit_detail_advise (detail, "raise the label budget");
  fit_detail_add_number (detail, "pods", n);
}

static const FitReasonCode reasons_given[] = { FIT_REASON_CUSTOM, 0 };

static const FitPredicateInfo label_budget = {
  .name = "LabelBudget",
  .summary = "the node has fewer pods of this kind than its label budget says",
  .cost = FIT_COST_PODS_ON_NODE,
  .reasons = reasons_given,
  .prepare = prepare,
  .check = check,
  .explain = explain,
};

/* -- the priority ---------------------------------------------------------- */

/* Scores are first the numbers of pods. */
static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = count_alike (run->meta->pod, nodes->nodes[i]);
  return TRUE;
}

/* Then the node with the most pods gets 0 points, and one without any gets the
 * maximum. */
static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  fit_priority_normalize (scores, nodes->n, run->meta->max_score, TRUE);
  return TRUE;
}

static const FitPriorityInfo label_budget_priority = {
  .name = "LabelBudgetPriority",
  .summary = "prefers nodes with few pods of this kind",
  .weight = 1,
  .map = map,
  .reduce = reduce,
};

/* -- the program ----------------------------------------------------------- */

static void
add_rules (FitRegistry *registry, FitFeatureGates gates, gpointer data)
{
  fit_registry_add_predicate (registry, label_budget.name, &label_budget, NULL,
                              NULL);
  fit_registry_append_order (registry, label_budget.name);
  fit_registry_add_priority (registry, label_budget_priority.name,
                             &label_budget_priority,
                             label_budget_priority.weight, NULL, NULL, NULL);
}

int
main (int argc, char **argv)
{
  return fit_main (argc, argv, add_rules, NULL);
}
