/* pod-counts.h - how many pods of a kind run on each node
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "priorities/priority.h"

/**
 * fit_pod_counts_by_node:
 * @conditions: pods must satisfy all of them
 *
 * Costs the number of nodes, and of (class of matching pods, node) pairs if
 * there are fewer of these.  Part of a cycle that runs on one thread.
 *
 * Returns: (transfer none): by node index, valid in this cycle
 */
const gint32 *fit_pod_counts_by_node (const FitPriorityMetadata *meta,
                                      const FitPodCondition *conditions,
                                      guint n, FitCountMode mode);

/* fit_pod_counts_query: Returns: (transfer none): for the pods in the namespace
 * of the pod to schedule that match all @n selectors */
FitPodQuery *fit_pod_counts_query (const FitPriorityMetadata *meta,
                                   FitSelector *const *selectors, guint n);

/* fit_pod_counts_of_query: as fit_pod_counts_by_node() */
const gint32 *fit_pod_counts_of_query (const FitPriorityMetadata *meta,
                                       FitPodQuery *query, FitCountMode mode);

/* fit_pod_counts_of_selectors: for those of fit_pod_counts_query() that are not
 * being deleted */
const gint32 *fit_pod_counts_of_selectors (const FitPriorityMetadata *meta,
                                           FitSelector *const *selectors,
                                           guint n);

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
