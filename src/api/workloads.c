/* workloads.c - creating and freeing services, controllers,
 * PodDisruptionBudgets and the like
 */
#include "api/workloads.h"
#include "base/intern.h"

FitWorkload *
fit_workload_ref (const FitWorkload *workload)
{
  FitWorkload *counted = (FitWorkload *) workload;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_workload_unref (const FitWorkload *workload)
{
  FitWorkload *counted = (FitWorkload *) workload;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  fit_labels_unref (counted->selector_map);
  fit_selector_unref (counted->selector);
  fit_selector_unref (counted->spread_selector);
  for (guint i = 0; i < counted->n_pairs; i++)
    fit_selector_unref (counted->pairs[i]);
  g_free (counted->pairs);
  g_free (counted);
}

FitPodDisruptionBudget *
fit_pdb_ref (const FitPodDisruptionBudget *pdb)
{
  FitPodDisruptionBudget *counted = (FitPodDisruptionBudget *) pdb;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_pdb_unref (const FitPodDisruptionBudget *pdb)
{
  FitPodDisruptionBudget *counted = (FitPodDisruptionBudget *) pdb;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  fit_selector_unref (counted->selector);
  fit_labels_unref (counted->disrupted);
  g_free (counted);
}

FitPriorityClass *
fit_priority_class_ref (const FitPriorityClass *pc)
{
  FitPriorityClass *counted = (FitPriorityClass *) pc;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_priority_class_unref (const FitPriorityClass *pc)
{
  FitPriorityClass *counted = (FitPriorityClass *) pc;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  g_free (counted);
}

FitNamespace *
fit_namespace_ref (const FitNamespace *namespace_)
{
  FitNamespace *counted = (FitNamespace *) namespace_;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_namespace_unref (const FitNamespace *namespace_)
{
  FitNamespace *counted = (FitNamespace *) namespace_;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  fit_intern_unref (counted->name);
  g_free (counted);
}
