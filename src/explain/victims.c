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

static FitJson *
victims_json (const FitNodeVictims *victims)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < victims->n_victims; i++)
    {
      const FitPod *pod = victims->victims[i];
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "namespace", pod->meta.namespace_);
      fit_json_set_text (object, "name", pod->meta.name);
      fit_json_set_integer (object, "priority", pod->spec->priority);
    }
  return array;
}

static FitJson *
nodes_json (const FitPreemption *preemption, const FitNodeFilter *filter)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *victims = &preemption->candidates[i];
      FitJson *object;

      if (!fit_node_filter_matches (filter, victims->node->name))
        continue;
      object = fit_json_append (array);
      fit_json_set_text (object, "name", victims->node->name);
      fit_json_set_integer (object, "budgetViolations",
                            victims->n_pdb_violations);
      fit_json_set (object, "victims", victims_json (victims));
    }
  return array;
}

FitJson *
fit_victims_json (const FitExplanation *explanation,
                  const FitNodeFilter *filter)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  g_autoptr (GPtrArray) tied = g_ptr_array_new ();
  const FitNodeVictims *chosen;
  FitJson *object;

  if (preemption == NULL)
    return NULL;
  chosen = fit_preemption_chosen (preemption);
  for (guint i = 0; i < preemption->n_best; i++)
    g_ptr_array_add (
        tied,
        (gpointer) preemption->candidates[preemption->best[i]].node->name);
  object = fit_json_object ();
  fit_json_set_boolean (object, "eligible", preemption->eligible);
  fit_json_set_text (object, "error", preemption->error);
  fit_json_set_integer (object, "potentialNodes", preemption->n_potential);
  fit_json_set_text (object, "node", chosen ? chosen->node->name : NULL);
  fit_json_set_text (object, "decidedBy", choice_names[preemption->decided_by]);
  fit_json_set_texts (object, "tied", tied);
  fit_json_set (object, "nodes", nodes_json (preemption, filter));
  return object;
}
