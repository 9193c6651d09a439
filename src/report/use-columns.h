/* use-columns.h - which pods are on which node, decision by decision
 *
 * The member "use" of a replay.  Pods that stay where they were at the start
 * are not in it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "report/cluster-columns.h"

typedef struct _FitUseColumns FitUseColumns;

/* fit_use_columns_new: @cluster: borrowed: as it is at the start.  Returns:
 * (transfer full) */
FitUseColumns *fit_use_columns_new (FitClusterColumns *cluster);
void fit_use_columns_free (FitUseColumns *use);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitUseColumns, fit_use_columns_free)

/* fit_use_columns_decide: a decision about @pod (nullable) was made: looks where
 * the pod is now */
void fit_use_columns_decide (FitUseColumns *use, FitCache *cache,
                             const FitPod *pod);

/* fit_use_columns_change: an object was added, changed or removed, and the
 * scheduler knows: looks where pods are now.  That shows from the next decision
 * on. */
void fit_use_columns_change (FitUseColumns *use, FitCache *cache, FitKind kind,
                             gconstpointer old_object,
                             gconstpointer new_object);

/* fit_use_columns_json: Returns: (transfer full) */
FitJson *fit_use_columns_json (const FitUseColumns *use);
