/* BalancedResourceAllocation: prefers nodes where cpu and memory would be used
 * to the same degree.
 *
 * With the pod on the node, in binary64:
 *
 *   share(r) = requested / allocatable, 1 for a resource the node has none of
 *   score    = trunc ((1 - |share(cpu) - share(memory)|) * M)
 *
 * where M is the maximum score (10).  0 when a share reaches 1.
 *
 * With the gate BalanceAttachedNodeVolumes, if volumes can be attached to the
 * node, their share v counts too: the variance of the three shares then
 * replaces the difference of the two.
 *
 * Because of the truncation the last bit of a quotient matters, so the order of
 * operations is part of the rule: shares of 3/5 and 4/5 give 7, not 8.
 *
 * Cost per node: two floating point divisions, five with volumes.
 */
#include "priorities/priorities.h"
#include "cluster/cache.h"
#include "priorities/scoring.h"

#include <math.h>

static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_balanced_resource_allocation = {
  .name = "BalancedResourceAllocation",
  .summary = "nodes with similar shares of cpu and memory in use",
  .weight = 1,
  .map = map,
};

static inline double
share (gint64 allocatable, gint64 requested)
{
  return allocatable == 0 ? 1.0 : (double) requested / (double) allocatable;
}

static inline gint64
balance_of_two (double cpu, double memory, double max)
{
  if (cpu >= 1.0 || memory >= 1.0)
    return 0;
  return fit_truncate ((1.0 - fabs (cpu - memory)) * max);
}

static gint64
balance_of_three (double cpu, double memory, const FitNodeVolumes *volumes,
                  double max)
{
  const double volume
      = (double) volumes->requested / (double) volumes->allocatable;
  const double mean = (cpu + memory + volume) / 3.0;
  const double variance
      = ((cpu - mean) * (cpu - mean) + (memory - mean) * (memory - mean)
         + (volume - mean) * (volume - mean))
        / 3.0;

  if (cpu >= 1.0 || memory >= 1.0 || volume >= 1.0)
    return 0;
  return fit_truncate ((1.0 - variance) * max);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitNodeVolumes *volumes = meta->node_volumes;
  const double max = (double) meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      const double cpu = share (node->allocatable.milli_cpu,
                                fit_requested_milli_cpu (meta, node));
      const double memory
          = share (node->allocatable.memory, fit_requested_memory (meta, node));

      if (volumes != NULL && volumes[node->index].allocatable > 0)
        scores[i] = balance_of_three (cpu, memory, &volumes[node->index], max);
      else
        scores[i] = balance_of_two (cpu, memory, max);
    }
  return TRUE;
}
