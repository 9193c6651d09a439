/* cache-spread.c - finds the services and controllers that select a pod, and
 * the pods that they select
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache-private.h"
#include "cluster/pair-buckets.h"

void
fit_class_selectors_free (gpointer data)
{
  FitClassSelectors *selectors = data;

  g_ptr_array_unref (selectors->selectors);
  g_free (selectors);
}

const FitSpreadSelectors *
fit_cache_spread_selectors (FitCache *cache, FitPodClass *pod_class)
{
  FitClassSelectors *spread;
  GArray *found;

  if (cache->spread_version != fit_listers_workloads_version (cache->listers))
    {
      g_hash_table_remove_all (cache->spread);
      cache->spread_version = fit_listers_workloads_version (cache->listers);
    }
  spread = g_hash_table_lookup (cache->spread, pod_class);
  if (spread != NULL)
    return &spread->pub;
  spread = g_new0 (FitClassSelectors, 1);
  spread->selectors
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_selector_unref);
  found = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
  if (fit_listers_version (cache->listers, FIT_KIND_SERVICE) != 0)
    {
      g_array_set_size (found, 0);
      fit_listers_selecting (cache->listers, FIT_KIND_SERVICE,
                             pod_class->namespace_, pod_class->labels, found);
      for (guint i = 0; i < found->len; i++)
        {
          const FitWorkload *service
              = g_array_index (found, FitBucketEntry, i).member;

          if (!fit_selector_matches (service->selector, pod_class->labels))
            continue;
          if (spread->pub.first_service == NULL)
            spread->pub.first_service = service->spread_selector;
          g_ptr_array_add (spread->selectors,
                           fit_selector_ref (service->spread_selector));
        }
    }
  for (FitKind kind = FIT_KIND_REPLICATION_CONTROLLER;
       kind <= FIT_KIND_STATEFUL_SET; kind++)
    {
      /* A controller counts only if its selector is not empty.  One with an
       * invalid selector hides all others of its kind in the namespace. */
      if (pod_class->labels == NULL || pod_class->labels->n == 0
          || fit_listers_version (cache->listers, kind) == 0
          || fit_listers_any_invalid (cache->listers, kind,
                                      pod_class->namespace_))
        continue;
      g_array_set_size (found, 0);
      fit_listers_selecting (cache->listers, kind, pod_class->namespace_,
                             pod_class->labels, found);
      for (guint i = 0; i < found->len; i++)
        {
          const FitWorkload *controller
              = g_array_index (found, FitBucketEntry, i).member;

          if (controller->selector->n > 0
              && fit_selector_matches (controller->selector, pod_class->labels))
            g_ptr_array_add (spread->selectors,
                             fit_selector_ref (controller->spread_selector));
        }
    }
  g_array_unref (found);
  spread->pub.n = spread->selectors->len;
  spread->pub.selectors = (FitSelector *const *) spread->selectors->pdata;
  g_hash_table_insert (cache->spread, pod_class, spread);
  return &spread->pub;
}

/* -- similar pods ---------------------------------------------------------- */

static gint
by_sequence (gconstpointer a, gconstpointer b)
{
  const FitPodState *x = *(FitPodState *const *) a,
                    *y = *(FitPodState *const *) b;

  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

GPtrArray *
fit_cache_pods_like (const FitCache *cache, const FitPod *pod)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < cache->n_slots; i++)
    {
      const FitNodeInfo *info = fit_cache_info (cache, i);
      const FitLabels *wanted = fit_labels_selector (pod->meta.labels);

      for (guint k = 0; k < info->n_pods; k++)
        {
          const FitPod *other = info->pods[k];

          if (other->meta.namespace_ == pod->meta.namespace_
              && fit_labels_contains (other->meta.labels, wanted))
            g_ptr_array_add (
                found, g_hash_table_lookup (cache->pods, other->meta.uid));
        }
    }
  g_ptr_array_sort (found, by_sequence);
  for (guint i = 0; i < found->len; i++)
    found->pdata[i] = (gpointer) ((const FitPodState *) found->pdata[i])->pod;
  return found;
}
