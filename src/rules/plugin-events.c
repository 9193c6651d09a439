/* plugin-events.c - the events for which in-tree plugins of a release wake the
 * pods that they rejected
 * Tests: tests/rules/test-plugin-*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/plugin-events.h"

#include "rules/filter-formulas.h"
#include "rules/plugin-hints.h"
#include "rules/rule.h"

#include <string.h>

static gboolean
is_met (FitRuleCondition condition, FitFeatureGates gates, gboolean hints)
{
  switch (condition)
    {
    case FIT_RULE_HINTS:
      return hints;
    case FIT_RULE_NO_HINTS:
      return !hints;
    case FIT_RULE_RESIZES:
      return fit_gate_on (gates, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING);
    case FIT_RULE_ALWAYS:
    default:
      return TRUE;
    }
}

GArray *
fit_plugin_events (FitRelease release, FitFeatureGates gates, gboolean hints)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (FitPluginEvent));

  for (guint i = 0; fit_rules[i] != NULL; i++)
    for (const FitRuleEvent *row = fit_rules[i]->events;
         row != NULL && row->actions; row++)
      {
        const FitPluginEvent event = {
          .plugin = fit_rules[i]->name,
          .registration
          = { .event = { .resource = row->resource, .actions = row->actions },
              .hint = row->hint },
        };

        if (fit_span_has (row->span, release)
            && is_met (row->condition, gates, hints))
          g_array_append_val (found, event);
      }
  return found;
}

/* -- what hints share ------------------------------------------------------ */

gboolean
fit_hint_same_pod (const FitPod *a, const FitPod *b)
{
  return strcmp (a->meta.uid, b->meta.uid) == 0;
}

gboolean
fit_hint_was_placed (gpointer plugin, const FitPod *pod)
{
  const FitFilterData *data = ((const FitPredicate *) plugin)->data;

  return *pod->node_name != '\0'
         || (data->behaviour.offers_nominations
             && *pod->nominated_node_name != '\0');
}
