/* unprepared-plugins.c - plugins that fail every pod, as the profile runs their
 * Filter without PreFilter or their Score without PreScore
 * Tests: tests/rules/test-rule-history.c, tests/config/test-profile-check.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/unprepared-plugins.h"

#include <string.h>

const FitUnprepared *
fit_unprepared_find (const char *plugin, FitRelease release,
                     FitFeatureGates gates, FitExtensionPoints point,
                     guint points)
{
  const FitExtensionPoints needs
      = point == FIT_AT (SCORE) ? FIT_AT (PRE_SCORE) : FIT_AT (PRE_FILTER);

  const FitRule *rule = fit_rule_find (plugin);

  if (rule == NULL || (points & point) == 0 || (points & needs) != 0)
    return NULL;
  for (const FitUnprepared *row = rule->unprepared;
       row != NULL && row->message != NULL; row++)
    if (row->needs == needs && release >= row->since
        && (row->gate == FIT_GATE_NONE || fit_gate_on (gates, row->gate)))
      return row;
  return NULL;
}

/* -- what runs instead ----------------------------------------------------- */

static void
fail (const FitUnprepared *row, GError **error)
{
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, row->message);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  fail (run->predicate->data, error);
  return FIT_ANSWER_ERROR;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitUnprepared *row = run->priority->data;

  if (!row->spares_constrained
      || run->meta->pod->spec->n_spread_constraints == 0)
    {
      fail (row, error);
      return FALSE;
    }
  memset (scores, 0, sizeof *scores * nodes->n);
  return TRUE;
}

static const FitReasonCode gives[] = { 0 };

const FitPredicateInfo fit_filter_unprepared = {
  .name = "",
  .summary = "fails: its PreFilter is off",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
};

const FitPriorityInfo fit_score_unprepared = {
  .name = "",
  .summary = "fails: its PreScore is off",
  .weight = 1,
  .map = map,
};
