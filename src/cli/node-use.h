/* node-use.h - what the pods on each node ask for
 */
#pragma once

#include "cli/table-text.h"
#include "cluster/cache.h"

G_BEGIN_DECLS

/* fit_node_use_table: a row per node, in the order of input, with pods, cpu
 * and memory: requested, allocatable, percent.  Returns: (transfer full) */
FitTable *fit_node_use_table (const FitCache *cache);

/* fit_node_use_append_text: @nodes, or their number when they are many */
void fit_node_use_append_text (const FitTable *nodes, const FitTextStyle *style,
                               GString *out);

G_END_DECLS
