/* explain-victims.c - preemption, as sentences, a table and data */
#include "base/plain-text.h"
#include "cli/explain-victims.h"

/* Candidates shown of many. */
#define FIRST_CANDIDATES 10

/* --- what decided -------------------------------------------------------- */

static const struct
{
  const char *name; /* for programs */
  const char *text; /* for people, after "..., because " */
} choices[] = {
  [FIT_CHOICE_NONE] = { NULL, NULL },
  [FIT_CHOICE_ONLY] = { "onlyCandidate", "no other node would do" },
  [FIT_CHOICE_NO_VICTIMS] = { "noVictims", "nobody has to go there" },
  [FIT_CHOICE_VIOLATIONS] = { "fewestBudgetViolations",
                              "fewest disruption budgets are violated there" },
  [FIT_CHOICE_FIRST_PRIORITY]
  = { "lowestFirstPriority", "the first pod to go is least important there" },
  [FIT_CHOICE_PRIORITY_SUM]
  = { "smallestPrioritySum",
      "the priorities of the pods to go, each plus 2^31, add up to least "
      "there" },
  [FIT_CHOICE_NUMBER] = { "fewestVictims", "fewest pods have to go there" },
  [FIT_CHOICE_START]
  = { "latestStart", "the most important pods to go are youngest there" },
  [FIT_CHOICE_ORDER]
  = { "order", "it is the first of the nodes that nothing tells apart" },
};

/* --- for people ---------------------------------------------------------- */

static void
append_chosen (const FitPreemption *preemption, const FitNodeVictims *chosen,
               GString *out)
{
  fit_plain_printf (
      out, "It would make room on %s, where %u %s to go, because %s.\n",
      chosen->node->name, chosen->n_victims,
      chosen->n_victims == 1 ? "pod has" : "pods have",
      choices[preemption->decided_by].text);
}

void
fit_append_victims_sentence (const FitExplanation *explanation, GString *out)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  const FitPod *pod = explanation->pod;

  if (preemption == NULL)
    return;
  if (fit_preemption_chosen (preemption) != NULL)
    append_chosen (preemption, fit_preemption_chosen (preemption), out);
  else if (preemption->error != NULL)
    fit_plain_printf (out, "It cannot make room for itself: %s.\n",
                      preemption->error);
  else if (!preemption->eligible && pod->spec->never_preempts)
    g_string_append (out, "It makes no room for itself: its preemptionPolicy "
                          "is Never.\n");
  else if (!preemption->eligible)
    fit_plain_printf (out,
                      "It waits until the pods have gone that are "
                      "leaving %s for it.\n",
                      pod->nominated_node_name);
  else if (preemption->n_potential == 0)
    g_string_append (out, "It would fit on no node even if pods went.\n");
  else
    fit_plain_printf (out,
                      "Even without all pods of lower priority it would "
                      "fit on none of %u %s.\n",
                      preemption->n_potential,
                      preemption->n_potential == 1 ? "node" : "nodes");
}

enum
{
  COLUMN_CHOSEN,
  COLUMN_NODE,
  COLUMN_VIOLATIONS,
  COLUMN_COUNT,
  COLUMN_WHO,
};

static const FitColumn text_columns[] = {
  [COLUMN_CHOSEN] = { NULL, "", FIT_CELL_TEXT, 0 },
  [COLUMN_NODE] = { NULL, "NODE", FIT_CELL_TEXT, 0 },
  [COLUMN_VIOLATIONS] = { NULL, "VIOLATIONS", FIT_CELL_INTEGER, 0 },
  [COLUMN_COUNT] = { NULL, "PODS", FIT_CELL_INTEGER, 0 },
  [COLUMN_WHO] = { NULL, "WHO (PRIORITY)", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static void
add_text_row (FitTable *table, const FitNodeVictims *victims, gboolean chosen)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  for (guint i = 0; i < victims->n_victims; i++)
    {
      const FitPod *pod = victims->victims[i];

      g_ptr_array_add (names,
                       g_strdup_printf ("%s/%s (%d)", pod->meta.namespace_,
                                        pod->meta.name, pod->spec->priority));
    }
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **) names->pdata);
  fit_table_add_row (table);
  fit_table_set_text (table, COLUMN_CHOSEN, chosen ? ">" : "");
  fit_table_set_text (table, COLUMN_NODE, victims->node->name);
  fit_table_set_integer (table, COLUMN_VIOLATIONS, victims->n_pdb_violations);
  fit_table_set_integer (table, COLUMN_COUNT, victims->n_victims);
  fit_table_set_text (table, COLUMN_WHO, victims->n_victims > 0 ? list : NULL);
}

void
fit_append_victims (const FitExplanation *explanation,
                    const FitNodeFilter *filter, gboolean one_by_one,
                    const FitTextStyle *style, GString *out)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  const guint most = one_by_one ? G_MAXUINT : FIRST_CANDIDATES;
  g_autoptr (FitTable) table = FIT_TABLE_NEW (text_columns);
  const FitNodeVictims *chosen;
  guint more = 0;

  if (preemption == NULL)
    return;
  chosen = fit_preemption_chosen (preemption);
  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *victims = &preemption->candidates[i];

      if (!fit_node_filter_matches (filter, victims->node->name))
        continue;
      if (victims == chosen || fit_table_n_rows (table) < most)
        add_text_row (table, victims, victims == chosen);
      else
        more++;
    }
  if (fit_table_n_rows (table) == 0)
    return;
  g_string_append (out, "\nNodes where it would fit if pods went:\n");
  fit_table_append_text (table, style, out);
  if (more > 0)
    fit_plain_printf (out, "  ... and %u more\n", more);
}

/* --- for programs -------------------------------------------------------- */

enum
{
  VICTIM_NAMESPACE,
  VICTIM_NAME,
  VICTIM_PRIORITY,
};

static const FitColumn victim_columns[] = {
  [VICTIM_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [VICTIM_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [VICTIM_PRIORITY] = { "priority", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  NODE_NAME,
  NODE_VIOLATIONS,
  NODE_VICTIMS,
};

static const FitColumn node_columns[] = {
  [NODE_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [NODE_VIOLATIONS] = { "budgetViolations", NULL, FIT_CELL_INTEGER, 0 },
  [NODE_VICTIMS] = { "victims", NULL, FIT_CELL_TABLE, 0 },
};

enum
{
  RECORD_ELIGIBLE,
  RECORD_ERROR,
  RECORD_POTENTIAL,
  RECORD_NODE,
  RECORD_DECIDED,
  RECORD_TIED,
  RECORD_NODES,
};

static const FitColumn record_columns[] = {
  [RECORD_ELIGIBLE] = { "eligible", NULL, FIT_CELL_BOOLEAN, 0 },
  [RECORD_ERROR] = { "error", NULL, FIT_CELL_TEXT, 0 },
  [RECORD_POTENTIAL] = { "potentialNodes", NULL, FIT_CELL_INTEGER, 0 },
  [RECORD_NODE] = { "node", NULL, FIT_CELL_TEXT, 0 },
  [RECORD_DECIDED] = { "decidedBy", NULL, FIT_CELL_TEXT, 0 },
  [RECORD_TIED] = { "tied", NULL, FIT_CELL_TEXTS, 0 },
  [RECORD_NODES] = { "nodes", NULL, FIT_CELL_TABLE, 0 },
};

static FitTable *
victims_table (const FitNodeVictims *victims)
{
  FitTable *table = FIT_TABLE_NEW (victim_columns);

  for (guint i = 0; i < victims->n_victims; i++)
    {
      const FitPod *pod = victims->victims[i];

      fit_table_add_row (table);
      fit_table_set_text (table, VICTIM_NAMESPACE, pod->meta.namespace_);
      fit_table_set_text (table, VICTIM_NAME, pod->meta.name);
      fit_table_set_integer (table, VICTIM_PRIORITY, pod->spec->priority);
    }
  return table;
}

static FitTable *
nodes_table (const FitPreemption *preemption, const FitNodeFilter *filter)
{
  FitTable *table = FIT_TABLE_NEW (node_columns);

  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *victims = &preemption->candidates[i];

      if (!fit_node_filter_matches (filter, victims->node->name))
        continue;
      fit_table_add_row (table);
      fit_table_set_text (table, NODE_NAME, victims->node->name);
      fit_table_set_integer (table, NODE_VIOLATIONS, victims->n_pdb_violations);
      fit_table_set_table (table, NODE_VICTIMS, victims_table (victims));
    }
  return table;
}

FitTable *
fit_victims_record (const FitExplanation *explanation,
                    const FitNodeFilter *filter)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  const FitNodeVictims *chosen;
  g_autoptr (GPtrArray) tied = g_ptr_array_new ();
  FitTable *record;

  if (preemption == NULL)
    return NULL;
  chosen = fit_preemption_chosen (preemption);
  for (guint i = 0; i < preemption->n_best; i++)
    g_ptr_array_add (
        tied,
        (gpointer) preemption->candidates[preemption->best[i]].node->name);
  record = FIT_TABLE_NEW (record_columns);
  fit_table_add_row (record);
  fit_table_set_boolean (record, RECORD_ELIGIBLE, preemption->eligible);
  fit_table_set_text (record, RECORD_ERROR, preemption->error);
  fit_table_set_integer (record, RECORD_POTENTIAL, preemption->n_potential);
  fit_table_set_text (record, RECORD_NODE, chosen ? chosen->node->name : NULL);
  fit_table_set_text (record, RECORD_DECIDED,
                      choices[preemption->decided_by].name);
  fit_table_set_texts (record, RECORD_TIED, tied);
  fit_table_set_table (record, RECORD_NODES, nodes_table (preemption, filter));
  return record;
}
