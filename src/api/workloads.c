/* workloads.c - creating and freeing services, controllers,
 * PodDisruptionBudgets and the like
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/workloads.h"
#include "api/kinds-private.h"
#include "base/intern.h"

void
fit_workload_clear (gpointer object)
{
  FitWorkload *workload = object;

  fit_labels_unref (workload->selector_map);
  fit_selector_unref (workload->selector);
  fit_selector_unref (workload->spread_selector);
  for (guint i = 0; i < workload->n_pairs; i++)
    fit_selector_unref (workload->pairs[i]);
  g_free (workload->pairs);
}

void
fit_pdb_clear (gpointer object)
{
  FitPodDisruptionBudget *pdb = object;

  fit_selector_unref (pdb->selector);
  fit_labels_unref (pdb->disrupted);
}

void
fit_namespace_clear (gpointer object)
{
  FitNamespace *namespace_ = object;

  fit_intern_unref (namespace_->name);
  g_free (namespace_->node_selector);
}
