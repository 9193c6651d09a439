/* own-rules.c - a program that brings a predicate and a priority of its own
 *
 * fit_main() gives it every command of fitsched, with these rules added.
 */
#include <string.h>

#include "cli/fit-main.h"

static const FitReasonCode digit_reasons[]
    = { FIT_REASON_CUSTOM, FIT_REASON_NONE };

static FitAnswer
check_digit (const FitPredicateRun *run, const FitNodeInfo *node,
             FitReasons *reasons, GError **error)
{
  if (strpbrk (node->name, "0123456789") != NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add_custom (reasons, "the name of the node has no digit");
  return FIT_ANSWER_NO;
}

static const FitPredicateInfo name_has_digit = {
  .name = "NameHasDigit",
  .summary = "the name of the node has a digit",
  .cost = FIT_COST_CONSTANT,
  .reasons = digit_reasons,
  .check = check_digit,
};

static gboolean
count_letters (const FitPriorityRun *run, const FitNodeList *nodes,
               gint64 *scores, GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i]
        = MIN ((gint64) strlen (nodes->nodes[i]->name), run->meta->max_score);
  return TRUE;
}

static const FitPriorityInfo longest_name = {
  .name = "LongestName",
  .summary = "nodes with long names",
  .weight = 1,
  .map = count_letters,
};

static void
add_rules (FitRegistry *registry, FitFeatureGates gates, gpointer data)
{
  fit_registry_add_predicate (registry, name_has_digit.name, &name_has_digit,
                              NULL, NULL);
  fit_registry_append_order (registry, name_has_digit.name);
  fit_registry_add_priority (registry, longest_name.name, &longest_name,
                             longest_name.weight, NULL, NULL, NULL);
}

int
main (int argc, char **argv)
{
  return fit_main (argc, argv, add_rules, NULL);
}
