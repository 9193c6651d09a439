/* pod-counts.c - counts the pods that selectors match by node or by label
 * value
 * SPDX-License-Identifier: Apache-2.0 */
#include "priorities/pod-counts.h"
#include "cluster/cache.h"

const gint32 *
fit_pod_counts_of_query (const FitPriorityMetadata *meta, FitPodQuery *query,
                         FitCountMode mode)
{
  const guint n_nodes = fit_cache_n_slots (meta->cache);
  const gint32 *kept = fit_pod_query_on_nodes (query, mode, n_nodes);
  const GPtrArray *classes = fit_pod_query_classes (query);
  gint32 *counts;

  if (kept != NULL)
    return kept;
  counts = fit_arena_new0 (meta->arena, gint32, n_nodes);
  for (guint i = 0; i < classes->len; i++)
    fit_pod_class_add_up (classes->pdata[i], mode, counts);
  return counts;
}

const gint32 *
fit_pod_counts_by_node (const FitPriorityMetadata *meta,
                        const FitPodCondition *conditions, guint n,
                        FitCountMode mode)
{
  return fit_pod_counts_of_query (
      meta,
      fit_pod_index_query (fit_cache_pod_index (meta->cache), conditions, n),
      mode);
}

FitPodQuery *
fit_pod_counts_query (const FitPriorityMetadata *meta,
                      FitSelector *const *selectors, guint n)
{
  FitPodCondition *conditions
      = fit_arena_newn (meta->arena, FitPodCondition, n);

  for (guint i = 0; i < n; i++)
    conditions[i] = (FitPodCondition){
      .n_namespaces = 1,
      .namespaces = &meta->pod->meta.namespace_,
      .selector = selectors[i],
    };
  return fit_pod_index_query (fit_cache_pod_index (meta->cache), conditions, n);
}

const gint32 *
fit_pod_counts_of_selectors (const FitPriorityMetadata *meta,
                             FitSelector *const *selectors, guint n)
{
  return fit_pod_counts_of_query (
      meta, fit_pod_counts_query (meta, selectors, n), FIT_COUNT_STAYING);
}

void
fit_pod_counts_map (const gint32 *counts, const FitNodeList *nodes,
                    gint64 *scores)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = counts != NULL ? counts[nodes->nodes[i]->index] : 0;
}

gint64
fit_pod_counts_by_value (const gint64 *counts, const FitNodeList *nodes,
                         const guint32 *column, gint64 *by_value,
                         guint n_values)
{
  gint64 total = 0;

  for (guint value = 0; value < n_values; value++)
    by_value[value] = 0;
  for (guint i = 0; i < nodes->n; i++)
    {
      total += counts[i];
      by_value[column[nodes->nodes[i]->index]] += counts[i];
    }
  return total;
}
