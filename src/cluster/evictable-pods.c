/* evictable-pods.c - which pods can be moved to another node
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/evictable-pods.h"

#include <string.h>

gboolean
fit_pod_has_controller (const FitPod *pod, const char *kind)
{
  return pod->meta.controller != NULL
         && strcmp (pod->meta.controller->kind, kind) == 0;
}

/* Newer kubelets make the node the controller of their static pods. */
gboolean
fit_pod_is_static (const FitPod *pod)
{
  return pod->mirror || fit_pod_has_controller (pod, "Node");
}

gboolean
fit_pod_keeps_to_node (const FitPod *pod)
{
  return fit_pod_is_static (pod) || fit_pod_has_controller (pod, "DaemonSet");
}

gboolean
fit_pod_stays (const FitPod *pod)
{
  return fit_pod_keeps_to_node (pod) || fit_object_meta_deleting (&pod->meta);
}

gboolean
fit_budget_guards (const FitPodDisruptionBudget *budget, const FitPod *pod)
{
  return budget->meta.namespace_ == pod->meta.namespace_
         && budget->selector->n > 0
         && fit_selector_matches (budget->selector, pod->meta.labels);
}

const FitPodDisruptionBudget *
fit_eviction_budget (FitCache *cache, const FitPod *pod, char **out_reason)
{
  const GPtrArray *budgets = fit_listers_all (fit_cache_listers (cache),
                                              FIT_KIND_POD_DISRUPTION_BUDGET);
  const FitPodDisruptionBudget *found = NULL;

  *out_reason = NULL;
  for (guint i = 0; i < budgets->len; i++)
    {
      const FitPodDisruptionBudget *budget = budgets->pdata[i];

      if (!fit_budget_guards (budget, pod))
        continue;
      if (found != NULL)
        {
          *out_reason = g_strdup_printf ("cannot be evicted: "
                                         "PodDisruptionBudgets %s and %s both "
                                         "match it",
                                         found->meta.name, budget->meta.name);
          return found;
        }
      found = budget;
    }
  if (found != NULL && found->disruptions_allowed <= 0)
    *out_reason = g_strdup_printf ("cannot be evicted: PodDisruptionBudget %s "
                                   "allows no disruption",
                                   found->meta.name);
  return found;
}

char *
fit_eviction_obstacle (FitCache *cache, const FitPod *pod, gboolean rules_known)
{
  char *reason;

  if (!rules_known)
    return g_strdup_printf ("is scheduled by \"%s\", whose rules are not known",
                            pod->spec->scheduler_name);
  if (pod->meta.controller == NULL)
    return g_strdup ("has no controller that would replace it");
  fit_eviction_budget (cache, pod, &reason);
  return reason;
}

gboolean
fit_eviction_budgets_allow (FitCache *cache, const GPtrArray *pods)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < pods->len; i++)
    {
      g_autofree char *refusal = NULL;
      const FitPodDisruptionBudget *budget
          = fit_eviction_budget (cache, pods->pdata[i], &refusal);
      gint64 n;

      if (refusal != NULL)
        return FALSE;
      if (budget == NULL)
        continue;
      n = GPOINTER_TO_INT (g_hash_table_lookup (used, budget)) + 1;
      if (n > budget->disruptions_allowed)
        return FALSE;
      g_hash_table_insert (used, (gpointer) budget, GINT_TO_POINTER ((gint) n));
    }
  return TRUE;
}
