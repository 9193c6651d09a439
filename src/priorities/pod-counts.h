/* pod-counts.h - how many pods of a kind run on each node
 */
#pragma once

#include "cluster/cache.h"
#include "priorities/priority.h"

typedef enum
{
  FIT_COUNT_ALL,
  FIT_COUNT_STAYING, /* without pods that have a deletion timestamp */
} FitCountMode;

/**
 * fit_pod_counts_by_node:
 * @conditions: pods must satisfy all of them
 *
 * Costs the number of (class of matching pods, node) pairs.  Part of a cycle
 * that runs on one thread.
 *
 * Returns: (transfer none): by node index, memory of the cycle's arena
 */
gint32 *fit_pod_counts_by_node (const FitPriorityMetadata *meta,
                                const FitPodCondition *conditions, guint n,
                                FitCountMode mode);

/* fit_pod_counts_classes: Returns: (transfer none): array of FitPodClass: the
 * classes of the pods in the namespace of the pod to schedule that match all @n
 * selectors */
const GPtrArray *fit_pod_counts_classes (const FitPriorityMetadata *meta,
                                         FitSelector *const *selectors,
                                         guint n);

/* fit_pod_counts_of_classes: as fit_pod_counts_by_node(), for pods of
 * @classes */
gint32 *fit_pod_counts_of_classes (const FitPriorityMetadata *meta,
                                   const GPtrArray *classes, FitCountMode mode);

/* fit_pod_counts_of_selectors: the same for those of fit_pod_counts_classes()
 * that are not being deleted */
gint32 *fit_pod_counts_of_selectors (const FitPriorityMetadata *meta,
                                     FitSelector *const *selectors, guint n);

/* fit_pod_counts_map: writes each node's count as its score; 0 without
 * @counts */
void fit_pod_counts_map (const gint32 *counts, const FitNodeList *nodes,
                         gint64 *scores);

/* fit_pod_counts_by_value: adds up @counts, one for each of @nodes, by their
 * value in the topology column @column, into @by_value, which has @n_values
 * elements.  Returns: the sum of all counts, including nodes without a value */
gint64 fit_pod_counts_by_value (const gint64 *counts, const FitNodeList *nodes,
                                const guint32 *column, gint64 *by_value,
                                guint n_values);

/* fit_pod_counts_share: @max points if @count is 0, none if it is @most, in
 * proportion between these; @max if @most is 0 */
static inline double
fit_pod_counts_share (gint64 max, gint64 most, gint64 count)
{
  if (most <= 0)
    return (double) max;
  return (double) max * ((double) (most - count) / (double) most);
}
