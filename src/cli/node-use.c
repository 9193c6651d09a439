/* node-use.c - the table of nodes below a simulation: pods, CPU and memory in use */
#include "cli/node-use.h"

/* With more nodes than this the table is left to -o wide. */
#define MOST_NODES_IN_TABLE 20

enum
{
  COLUMN_NODE,
  COLUMN_PODS,
  COLUMN_PODS_MOST,
  COLUMN_CPU,
  COLUMN_CPU_MOST,
  COLUMN_CPU_PERCENT,
  COLUMN_MEMORY,
  COLUMN_MEMORY_MOST,
  COLUMN_MEMORY_PERCENT,
};

static const FitColumn columns[] = {
  [COLUMN_NODE] = { "name", "NODE", FIT_CELL_TEXT, 0 },
  [COLUMN_PODS] = { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  [COLUMN_PODS_MOST]
  = { "allocatablePods", "OF", FIT_CELL_INTEGER, FIT_COLUMN_WIDE },
  [COLUMN_CPU] = { "requestedMilliCpu", "CPU", FIT_CELL_MILLI_CPU, 0 },
  [COLUMN_CPU_MOST] = { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  [COLUMN_CPU_PERCENT] = { "cpuPercent", "CPU%", FIT_CELL_PERCENT, 0 },
  [COLUMN_MEMORY] = { "requestedMemoryBytes", "MEMORY", FIT_CELL_BYTES, 0 },
  [COLUMN_MEMORY_MOST] = { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
  [COLUMN_MEMORY_PERCENT] = { "memoryPercent", "MEMORY%", FIT_CELL_PERCENT, 0 },
};

static void
add_node (FitTable *table, const FitNodeInfo *node)
{
  fit_table_add_row (table);
  fit_table_set_text (table, COLUMN_NODE, node->name);
  fit_table_set_integer (table, COLUMN_PODS, node->n_pods);
  fit_table_set_integer (table, COLUMN_PODS_MOST, node->allowed_pods);
  fit_table_set_integer (table, COLUMN_CPU, node->requested.milli_cpu);
  fit_table_set_integer (table, COLUMN_CPU_MOST, node->allocatable.milli_cpu);
  fit_table_set_percent (table, COLUMN_CPU_PERCENT, node->requested.milli_cpu,
                         node->allocatable.milli_cpu);
  fit_table_set_integer (table, COLUMN_MEMORY, node->requested.memory);
  fit_table_set_integer (table, COLUMN_MEMORY_MOST, node->allocatable.memory);
  fit_table_set_percent (table, COLUMN_MEMORY_PERCENT, node->requested.memory,
                         node->allocatable.memory);
}

FitTable *
fit_node_use_table (const FitCache *cache)
{
  FitTable *table = FIT_TABLE_NEW (columns);

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node != NULL && node->node != NULL)
        add_node (table, node);
    }
  return table;
}

void
fit_node_use_append_text (const FitTable *nodes, const FitTextStyle *style,
                          GString *out)
{
  const guint n = fit_table_n_rows (nodes);

  if (n == 0)
    g_string_append (out, "no nodes\n");
  else if (style->wide || n <= MOST_NODES_IN_TABLE)
    fit_table_append_text (nodes, style, out);
  else
    g_string_append_printf (out, "%u nodes; -o wide shows their use\n", n);
}
