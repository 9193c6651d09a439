/* MostRequestedPriority: prefers nodes that are nearly full, so that others can
 * be drained and removed.
 *
 * For cpu and memory, with the pod on the node:
 *
 *   used(r) = requested * M / allocatable
 *   score   = (used(cpu) + used(memory)) / 2
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

const FitPriorityInfo fit_most_requested_priority = {
  .name = "MostRequestedPriority",
  .summary = "nodes with the most cpu and memory in use",
  .weight = 1,
  .map = map,
};

static inline gint64
used_score (gint64 allocatable, gint64 requested, gint64 max)
{
  if (allocatable == 0 || requested > allocatable)
    return 0;
  return fit_wrapping_divide (fit_wrapping_multiply (requested, max),
                              allocatable);
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
      const gint64 cpu = used_score (node->allocatable.milli_cpu,
                                     fit_requested_milli_cpu (meta, node), max);
      const gint64 memory = used_score (node->allocatable.memory,
                                        fit_requested_memory (meta, node), max);

      scores[i] = fit_wrapping_add (cpu, memory) / 2;
    }
  return TRUE;
}
