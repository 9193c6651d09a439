#include "queue/update-filter.h"

#include "queue/pod-equal.h"

/* -- pods ------------------------------------------------------------------ */

FitPodChange
fit_pod_change (const FitPod *old_pod, const FitPod *new_pod)
{
  gboolean same = fit_meta_equal (&old_pod->meta, &new_pod->meta)
                  && old_pod->node_name == new_pod->node_name
                  && fit_pod_spec_equal (old_pod->spec, new_pod->spec);

  return same ? FIT_POD_CHANGE_STATUS : FIT_POD_CHANGE_OBJECT;
}

gboolean
fit_pod_update_skippable (const FitPod *assumed, const FitPod *new_pod)
{
  return assumed != NULL && fit_meta_equal (&assumed->meta, &new_pod->meta)
         && assumed->nominated_node_name == new_pod->nominated_node_name
         && assumed->phase == new_pod->phase
         && assumed->start_time_ns == new_pod->start_time_ns
         && fit_pod_spec_equal (assumed->spec, new_pod->spec);
}

/* -- nodes ----------------------------------------------------------------- */

static gboolean
taints_equal (const FitNode *a, const FitNode *b)
{
  if (a->n_taints != b->n_taints)
    return FALSE;
  for (guint i = 0; i < a->n_taints; i++)
    if (a->taints[i].key != b->taints[i].key
        || a->taints[i].value != b->taints[i].value
        || a->taints[i].effect != b->taints[i].effect)
      return FALSE;
  return TRUE;
}

/* Of a type that is listed twice, the last one counts. */
static FitConditionStatus
condition_status (const FitNode *node, const char *type)
{
  for (guint i = node->n_conditions; i-- > 0;)
    if (node->conditions[i].type == type)
      return node->conditions[i].status;
  return FIT_CONDITION_ABSENT;
}

/* Every condition of @a has the same status in @b. */
static gboolean
conditions_kept (const FitNode *a, const FitNode *b)
{
  for (guint i = 0; i < a->n_conditions; i++)
    {
      const char *type = a->conditions[i].type;

      if (condition_status (a, type) != condition_status (b, type))
        return FALSE;
    }
  return TRUE;
}

gboolean
fit_node_scheduling_properties_changed (const FitNode *old_node,
                                        const FitNode *new_node)
{
  return (old_node->unschedulable && !new_node->unschedulable)
         || old_node->allowed_pods != new_node->allowed_pods
         || !fit_resources_equal (&old_node->allocatable,
                                  &new_node->allocatable)
         || !fit_labels_equal (old_node->meta.labels, new_node->meta.labels)
         || !taints_equal (old_node, new_node)
         || !conditions_kept (old_node, new_node)
         || !conditions_kept (new_node, old_node);
}
