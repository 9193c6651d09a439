/* capacity.c - fills a cluster with copies of pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/capacity.h"

#include "base/intern.h"
#include "simulate/place-pods.h"

/* Lists all nodes of @cache; @out_index: (transfer full): by their index
 * there */
static void
list_nodes (FitCapacity *capacity, const FitCache *cache, guint **out_index)
{
  const guint n_slots = fit_cache_n_slots (cache);
  guint *index = g_new0 (guint, n_slots);

  capacity->nodes = g_new0 (FitCapacityNode, fit_cache_n_nodes (cache));
  for (guint i = 0; i < n_slots; i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info == NULL || info->node == NULL)
        continue;
      index[i] = capacity->n_nodes;
      capacity->nodes[capacity->n_nodes++]
          = (FitCapacityNode){ .name = fit_intern_ref (info->name),
                               .placed
                               = g_new0 (guint, capacity->n_templates) };
    }
  *out_index = index;
}

/* Places the next copy of template number @index; sets @progress if it fits.
 * @node_index: of list_nodes() */
static gboolean
place_copy (FitSimulation *simulation, FitAdmission *admission,
            FitCapacity *capacity, guint index, const guint *node_index,
            gboolean *progress, GError **error)
{
  FitCapacityTemplate *template = &capacity->templates[index];
  g_autoptr (FitPod) copy = fit_pod_copy (template->pod, template->placed + 1);
  const FitNodeInfo *node;
  FitCapacityNode *counts;

  g_clear_pointer (&template->reason, g_free);
  if (admission != NULL)
    template->reason = fit_admission_refuse (admission, copy);
  template->refused = template->reason != NULL;
  if (template->refused)
    return TRUE;
  if (!fit_place (simulation, copy, &node, &template->reason, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  if (admission != NULL)
    fit_admission_charge (admission, copy);
  *progress = TRUE;
  counts = &capacity->nodes[node_index[node->index]];
  counts->placed[index]++;
  counts->total++;
  template->placed++;
  return TRUE;
}

FitCapacity *
fit_capacity_until_full (FitSimulation *simulation, const GPtrArray *templates,
                         guint replicas, FitAdmission *admission,
                         GError **error)
{
  g_autoptr (FitCapacity) capacity = g_new0 (FitCapacity, 1);
  g_autofree guint *node_index = NULL;
  g_auto (FitRound) pending = { 0 };
  gboolean progress;

  if (replicas == 0 || replicas > FIT_CAPACITY_MAX_REPLICAS)
    replicas = FIT_CAPACITY_MAX_REPLICAS;
  capacity->n_templates = templates->len;
  capacity->templates = g_new0 (FitCapacityTemplate, templates->len);
  for (guint i = 0; i < templates->len; i++)
    capacity->templates[i].pod = fit_pod_ref (templates->pdata[i]);
  list_nodes (capacity, fit_simulation_cache (simulation), &node_index);
  if (!fit_place_all (simulation, fit_simulation_pending (simulation), &pending,
                      error))
    return NULL;
  capacity->n_unplaced = pending.left->len;
  /* A template that did not fit may fit after others were placed. */
  do
    {
      progress = FALSE;
      for (guint i = 0; i < capacity->n_templates; i++)
        if (capacity->templates[i].placed < replicas
            && !place_copy (simulation, admission, capacity, i, node_index,
                            &progress, error))
          return NULL;
    }
  while (progress);
  return g_steal_pointer (&capacity);
}

void
fit_capacity_free (FitCapacity *capacity)
{
  if (capacity == NULL)
    return;
  for (guint i = 0; i < capacity->n_templates; i++)
    {
      fit_pod_unref (capacity->templates[i].pod);
      g_free (capacity->templates[i].reason);
    }
  for (guint i = 0; i < capacity->n_nodes; i++)
    {
      fit_intern_unref (capacity->nodes[i].name);
      g_free (capacity->nodes[i].placed);
    }
  g_free (capacity->templates);
  g_free (capacity->nodes);
  g_free (capacity);
}
