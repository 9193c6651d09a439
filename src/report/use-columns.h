/* use-columns.h - how what is requested of nodes changes, decision by decision
 *
 * The member "use" of a replay: for each change the number of decisions until
 * then, the node, and what pods request of it from then on.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "report/columns.h"

typedef struct _FitUseColumns FitUseColumns;

/* fit_use_columns_new: @nodes: their names by number, borrowed.  Returns:
 * (transfer full) */
FitUseColumns *fit_use_columns_new (FitDictionary *nodes);
void fit_use_columns_free (FitUseColumns *use);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitUseColumns, fit_use_columns_free)

/* fit_use_columns_look: after decision number @at, about the node @name
 * (nullable): looks at this node, and at some or all of the others, which the
 * trace may change; so the time for that does not grow with their number */
void fit_use_columns_look (FitUseColumns *use, const FitCache *cache,
                           const char *name, guint at);

/* fit_use_columns_json: Returns: (transfer full) */
FitJson *fit_use_columns_json (const FitUseColumns *use);
