/* node-use.c - the table of nodes below a simulation: pods, CPU and memory in
 * use
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/node-use.h"

/* With more nodes than this, only -o wide shows the table. */
#define MOST_NODES_IN_TABLE 20

static const FitColumn columns[] = {
  { "name", "NODE", FIT_CELL_TEXT, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "allocatablePods", "OF", FIT_CELL_INTEGER, FIT_COLUMN_WIDE },
  { "requestedMilliCpu", "CPU", FIT_CELL_MILLI_CPU, 0 },
  { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  { "cpuPercent", "CPU%", FIT_CELL_PERCENT, 0 },
  { "requestedMemoryBytes", "MEMORY", FIT_CELL_BYTES, 0 },
  { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
  { "memoryPercent", "MEMORY%", FIT_CELL_PERCENT, 0 },
};

FitTable *
fit_node_use_table (const FitCache *cache)
{
  FitTable *table = FIT_TABLE_NEW (columns);

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL)
        continue;
      FIT_TABLE_ADD (table, fit_cell_text (node->name),
                     fit_cell_integer (node->n_pods),
                     fit_cell_integer (node->traits->allowed_pods),
                     fit_cell_integer (node->requested.milli_cpu),
                     fit_cell_integer (node->traits->allocatable.milli_cpu),
                     fit_cell_percent (node->requested.milli_cpu,
                                       node->traits->allocatable.milli_cpu),
                     fit_cell_integer (node->requested.memory),
                     fit_cell_integer (node->traits->allocatable.memory),
                     fit_cell_percent (node->requested.memory,
                                       node->traits->allocatable.memory));
    }
  return table;
}

void
fit_node_use_report (FitReport *report, const FitTable *nodes)
{
  if (!fit_report_long_table (report, nodes, MOST_NODES_IN_TABLE,
                              "nodes; -o wide shows their use"))
    fit_report_say (report, "no nodes");
}
