/* node-use.h - the requests of the pods on each node
 */
#pragma once

#include "report/table-text.h"
#include "cluster/cache.h"

/* fit_node_use_table: one row per node, in input order, with pods, cpu and
 * memory: requested, allocatable, percent.  Returns: (transfer full) */
FitTable *fit_node_use_table (const FitCache *cache);

/* fit_node_use_append_text: appends @nodes, or their number if there are
 * many */
void fit_node_use_append_text (const FitTable *nodes, const FitTextStyle *style,
                               GString *out);
