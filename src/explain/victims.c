/* victims.c - the victims of preemption, for JSON */
#include "explain/victims.h"

/* The criteria between candidates. */
static const char *const choice_names[] = {
  [FIT_CHOICE_NONE] = NULL,
  [FIT_CHOICE_ONLY] = "onlyCandidate",
  [FIT_CHOICE_NO_VICTIMS] = "noVictims",
  [FIT_CHOICE_VIOLATIONS] = "fewestBudgetViolations",
  [FIT_CHOICE_FIRST_PRIORITY] = "lowestFirstPriority",
  [FIT_CHOICE_PRIORITY_SUM] = "smallestPrioritySum",
  [FIT_CHOICE_NUMBER] = "fewestVictims",
  [FIT_CHOICE_START] = "latestStart",
  [FIT_CHOICE_ORDER] = "order",
};

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
                      choice_names[preemption->decided_by]);
  fit_table_set_texts (record, RECORD_TIED, tied);
  fit_table_set_table (record, RECORD_NODES, nodes_table (preemption, filter));
  return record;
}
