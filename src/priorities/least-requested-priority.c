/* LeastRequestedPriority: prefers nodes with much left free.
 *
 * For cpu and memory, with the pod on the node:
 *
 *   free(r) = (allocatable - requested) * M / allocatable
 *   score   = (free(cpu) + free(memory)) / 2
 *
 * in integers, where M is the maximum score (10).  A container without requests
 * counts as 100m cpu and 200Mi memory.  A resource that the node does not have,
 * or has too little of, counts as 0.
 *
 * Cost per node: two integer divisions.
 */
#include "priorities/priorities.h"
#include "priorities/scoring.h"

static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_least_requested_priority = {
  .name = "LeastRequestedPriority",
  .summary = "nodes with the most free cpu and memory",
  .weight = 1,
  .map = map,
};

static inline gint64
free_score (gint64 allocatable, gint64 requested, gint64 max)
{
  gint64 left;

  if (allocatable == 0 || requested > allocatable)
    return 0;
  left = fit_wrapping_subtract (allocatable, requested);
  return fit_wrapping_divide (fit_wrapping_multiply (left, max), allocatable);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const gint64 max = meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      const gint64 cpu = free_score (node->allocatable.milli_cpu,
                                     fit_requested_milli_cpu (meta, node), max);
      const gint64 memory = free_score (node->allocatable.memory,
                                        fit_requested_memory (meta, node), max);

      scores[i] = fit_wrapping_add (cpu, memory) / 2;
    }
  return TRUE;
}
