/* diff-barrier.c - which rule rejects a node
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff-barrier.h"

#include "base/each.h"
#include "core/extenders.h"
#include "predicates/predicates.h"
#include "rules/rule.h"

#include <string.h>

static void
set (FitDiffBarrier *barrier, const char *rule, const char *reason)
{
  barrier->rule = g_strdup (rule);
  barrier->reason = g_strdup (reason);
}

static const FitExtenderRejection *
rejection_of (const FitEvaluation *evaluation, const char *node)
{
  const GArray *all = evaluation->rejections;

  FIT_EACH_OF (const FitExtenderRejection, rejection, all)
    if (strcmp (rejection->node_name, node) == 0)
      return rejection;
  return NULL;
}

/* @name: of FitPredicateInfo; @reason: distinguishes the parts of
 * GeneralPredicates.  Returns: (nullable): the plugin that does its work; NULL if
 * @name is not a predicate of v1.16 */
static const char *
plugin_of_predicate (const char *name, FitReasonCode reason)
{
  const gboolean is_general = strcmp (name, fit_general_predicates.name) == 0;
  const FitRule *rule;

  /* Each part has one reason. */
  for (guint i = 0; is_general && i < FIT_N_GENERAL_PARTS; i++)
    if (fit_general_parts[i]->reasons[0] == reason)
      name = fit_general_parts[i]->name;
  rule = fit_rule_of_predicate (name);
  return rule != NULL ? rule->name : NULL;
}

void
fit_diff_barrier_init (FitDiffBarrier *out, const FitEvaluation *evaluation,
                       const FitNodeVerdict *verdict, const char *node)
{
  *out = (FitDiffBarrier){ .node = g_strdup (node), .n_nodes = 1 };
  if (verdict == NULL)
    set (out, NULL,
         evaluation->fit_error != NULL ? evaluation->fit_error
                                       : "not a choice");
  else if (verdict->error != NULL)
    set (out, NULL, verdict->error);
  else if (verdict->fits)
    {
      /* An extender may leave out a node without giving a reason. */
      const FitExtenderRejection *rejection
          = rejection_of (evaluation, out->node);

      if (rejection != NULL)
        set (out, fit_extender_name (rejection->extender), rejection->message);
      else
        set (out, "extender", "left out");
    }
  else if (verdict->n_failures)
    {
      const FitFailure *failure = &verdict->failures[0];
      const FitPredicate *predicate = failure->predicate;
      const FitReason *reason
          = failure->n ? &verdict->reasons.items[failure->first] : NULL;

      out->rule = g_strdup (predicate != NULL ? predicate->name : NULL);
      out->reason
          = reason != NULL ? fit_reason_format (reason) : g_strdup ("refused");
      if (predicate != NULL)
        out->plugin = plugin_of_predicate (predicate->info->name,
                                           reason != NULL ? reason->code
                                                          : FIT_REASON_NONE);
    }
  else if (verdict->filter_code != FIT_STATUS_SUCCESS)
    set (out, verdict->filter_plugin,
         verdict->filter_message != NULL ? verdict->filter_message : "");
  else if (verdict->reasons.n)
    /* Nodes that PreFilter plugins excluded may have no predicate. */
    out->reason = fit_reason_format (verdict->reasons.items);
  else
    set (out, NULL, "refused");
}
