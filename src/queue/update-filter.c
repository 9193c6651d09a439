#include "queue/update-filter.h"

/* -- pods ------------------------------------------------------------------ */

FitPodChange
fit_pod_change (const FitPod *old_pod, const FitPod *new_pod)
{
  gboolean same
      = old_pod->digests.object == new_pod->digests.object
        && old_pod->node_name == new_pod->node_name
        && old_pod->meta.deletion_time_ns == new_pod->meta.deletion_time_ns;

  return same ? FIT_POD_CHANGE_STATUS : FIT_POD_CHANGE_OBJECT;
}

gboolean
fit_pod_update_skippable (const FitPod *assumed, const FitPod *new_pod)
{
  return assumed != NULL && assumed->digests.echo == new_pod->digests.echo
         && assumed->meta.deletion_time_ns == new_pod->meta.deletion_time_ns
         && assumed->nominated_node_name == new_pod->nominated_node_name;
}

/* -- nodes ----------------------------------------------------------------- */

static gboolean
has_scalar (const FitResources *resources, const FitScalar *wanted)
{
  for (guint i = 0; i < resources->n_scalars; i++)
    if (resources->scalars[i].name == wanted->name)
      return resources->scalars[i].value == wanted->value;
  return FALSE;
}

static gboolean
resources_equal (const FitResources *a, const FitResources *b)
{
  if (a->milli_cpu != b->milli_cpu || a->memory != b->memory
      || a->ephemeral_storage != b->ephemeral_storage
      || a->n_scalars != b->n_scalars)
    return FALSE;
  for (guint i = 0; i < a->n_scalars; i++)
    if (!has_scalar (b, &a->scalars[i]))
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
         || !resources_equal (&old_node->allocatable, &new_node->allocatable)
         || !fit_labels_equal (old_node->meta.labels, new_node->meta.labels)
         || old_node->taints_digest != new_node->taints_digest
         || !conditions_kept (old_node, new_node)
         || !conditions_kept (new_node, old_node);
}
