/* explain-victims.c - preemption, as sentences and a table
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"
#include "cli/explain-text.h"

#include "core/preemption.h"

/* How many of many candidates to print. */
#define FIRST_CANDIDATES 10

/* -- what decided ---------------------------------------------------------- */

/* After "...: ". */
static const char *const choices[] = {
  [FIT_CHOICE_NONE] = NULL,
  [FIT_CHOICE_ONLY] = "it is the only candidate",
  [FIT_CHOICE_NO_VICTIMS] = "no pod has to be evicted there",
  [FIT_CHOICE_VIOLATIONS] = "it violates the fewest PodDisruptionBudgets",
  [FIT_CHOICE_FIRST_PRIORITY]
  = "its most important victim has the lowest priority",
  [FIT_CHOICE_PRIORITY_SUM]
  = "the priorities of its victims, each plus 2^31, have the "
    "smallest sum",
  [FIT_CHOICE_NUMBER] = "it has the fewest victims",
  [FIT_CHOICE_START] = "its most important victims started last",
  [FIT_CHOICE_ORDER] = "it is the first of equal nodes",
};

/* -- for people ------------------------------------------------------------ */

void
fit_append_victims_sentence (const FitExplanation *explanation, GString *out)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  const FitPod *pod = explanation->pod;

  if (preemption == NULL)
    return;
  if (fit_preemption_chosen (preemption) != NULL)
    {
      const FitNodeVictims *chosen = fit_preemption_chosen (preemption);

      fit_plain_printf (
          out, "It would preempt on %s, where %u %s to be evicted: %s.\n",
          chosen->node->name, chosen->n_victims,
          chosen->n_victims == 1 ? "pod has" : "pods have",
          choices[preemption->decided_by]);
    }
  else if (preemption->error != NULL)
    fit_plain_printf (out, "It cannot preempt other pods: %s.\n",
                      preemption->error);
  else if (!preemption->eligible && pod->spec->never_preempts)
    g_string_append (out,
                     "It does not preempt other pods: its preemptionPolicy is "
                     "Never.\n");
  else if (!preemption->eligible)
    fit_plain_printf (out,
                      "It waits for the pods that it preempted on %s to "
                      "terminate.\n",
                      pod->nominated_node_name);
  else if (preemption->n_potential == 0)
    g_string_append (
        out, "It would not fit on any node even if pods were evicted.\n");
  else if (preemption->n_potential == 1)
    g_string_append (out,
                     "It would gain nothing from evictions on the one node "
                     "where they could help.\n");
  else
    fit_plain_printf (out,
                      "It would not fit on any of the %u nodes even if every "
                      "lower-priority pod were evicted.\n",
                      preemption->n_potential);
}

static const FitColumn text_columns[] = {
  { NULL, "", FIT_CELL_TEXT, 0 },
  { NULL, "NODE", FIT_CELL_TEXT, 0 },
  { NULL, "VIOLATIONS", FIT_CELL_INTEGER, 0 },
  { NULL, "PODS", FIT_CELL_INTEGER, 0 },
  { NULL, "WHO (PRIORITY)", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

void
fit_report_victims (const FitExplanation *explanation,
                    const FitNamePatterns *filter, gboolean one_by_one,
                    FitReport *report)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  const guint most = one_by_one ? G_MAXUINT : FIRST_CANDIDATES;
  FitTable *table = FIT_REPORT_TABLE (report, text_columns);
  const FitNodeVictims *chosen;
  guint more = 0;

  if (preemption == NULL)
    return;
  chosen = fit_preemption_chosen (preemption);
  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *victims = &preemption->candidates[i];

      if (!fit_name_patterns_match_any (filter, victims->node->name))
        continue;
      if (victims == chosen || fit_table_n_rows (table) < most)
        {
          g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
          g_autofree char *list = NULL;

          for (guint k = 0; k < victims->n_victims; k++)
            {
              const FitPod *pod = victims->victims[k];

              g_ptr_array_add (
                  names, g_strdup_printf ("%s/%s (%d)", pod->meta.namespace_,
                                          pod->meta.name, pod->spec->priority));
            }
          g_ptr_array_add (names, NULL);
          list = g_strjoinv (", ", (char **) names->pdata);
          FIT_TABLE_ADD (table, fit_cell_text (victims == chosen ? ">" : ""),
                         fit_cell_text (victims->node->name),
                         fit_cell_integer (victims->n_pdb_violations),
                         fit_cell_integer (victims->n_victims),
                         fit_cell_text (victims->n_victims > 0 ? list : NULL));
        }
      else
        more++;
    }
  if (fit_table_n_rows (table) == 0)
    return;
  fit_report_say (report, "\nNodes where it would fit if pods were evicted:");
  fit_report_table (report, table);
  if (more > 0)
    fit_report_say (report, "  ... and %u more", more);
}
