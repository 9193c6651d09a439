/* pod-counts.c - counts the pods that selectors match by node or by label
 * value */
#include "priorities/pod-counts.h"
#include "cluster/cache.h"

static void
add_class (gint32 *counts, const FitPodClass *pod_class, FitCountMode mode)
{
  for (guint i = 0; i < pod_class->n_on_nodes; i++)
    {
      const FitClassOnNode *here = &pod_class->on_nodes[i];
      const guint32 left_out
          = mode == FIT_COUNT_STAYING ? here->terminating : 0;

      counts[here->node] += (gint32) (here->count - left_out);
    }
}

static const GPtrArray *
find_classes (const FitPriorityMetadata *meta,
              const FitPodCondition *conditions, guint n)
{
  return fit_pod_query_classes (
      fit_pod_index_query (fit_cache_pod_index (meta->cache), conditions, n));
}

gint32 *
fit_pod_counts_of_classes (const FitPriorityMetadata *meta,
                           const GPtrArray *classes, FitCountMode mode)
{
  gint32 *counts
      = fit_arena_new0 (meta->arena, gint32, fit_cache_n_slots (meta->cache));

  for (guint i = 0; i < classes->len; i++)
    add_class (counts, classes->pdata[i], mode);
  return counts;
}

gint32 *
fit_pod_counts_by_node (const FitPriorityMetadata *meta,
                        const FitPodCondition *conditions, guint n,
                        FitCountMode mode)
{
  return fit_pod_counts_of_classes (meta, find_classes (meta, conditions, n),
                                    mode);
}

const GPtrArray *
fit_pod_counts_classes (const FitPriorityMetadata *meta,
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
  return find_classes (meta, conditions, n);
}

gint32 *
fit_pod_counts_of_selectors (const FitPriorityMetadata *meta,
                             FitSelector *const *selectors, guint n)
{
  return fit_pod_counts_of_classes (
      meta, fit_pod_counts_classes (meta, selectors, n), FIT_COUNT_STAYING);
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
