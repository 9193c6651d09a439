/* budgets.h - which victims violate a PodDisruptionBudget (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/cycle.h"

typedef struct _FitBudgets FitBudgets;

/* fit_budgets_new: Returns: (transfer full) (nullable): the budgets of the
 * cluster; NULL if there are none that count */
FitBudgets *fit_budgets_new (const FitCycle *cycle);
void fit_budgets_free (FitBudgets *budgets);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitBudgets, fit_budgets_free)

/**
 * fit_budgets_violated:
 * @out_violating: by index: does the pod violate a budget?
 *
 * Finds which of @pods violate a budget if all are evicted, in this order.
 */
void fit_budgets_violated (FitBudgets *budgets, const FitPod *const *pods,
                           guint n, gboolean *out_violating);
