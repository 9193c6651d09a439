/* update-filter.c - tells updates that matter to scheduling from those that do
 * not
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/update-filter.h"

#include <string.h>

#include "base/wrapping.h"
#include "releases/behaviour.h"

/* -- pods ------------------------------------------------------------------ */

/* The digest of @pod without its status. */
static guint64
object_digest (const FitBehaviour *behaviour, const FitPod *pod)
{
  const FitPodDigests *digests = &pod->digests;

  if (!behaviour->queue_finalizers)
    return digests->object;
  return digests->object - digests->managed - digests->finalizers;
}

FitPodChange
fit_pod_change (const FitBehaviour *behaviour, const FitPod *old_pod,
                const FitPod *new_pod)
{
  return object_digest (behaviour, old_pod)
                     == object_digest (behaviour, new_pod)
                 && (old_pod->node_name == new_pod->node_name
                     && old_pod->meta.deletion_time_ns
                            == new_pod->meta.deletion_time_ns)
             ? FIT_POD_CHANGE_STATUS
             : FIT_POD_CHANGE_OBJECT;
}

static guint64
echo_digest (gboolean managed, const FitPod *pod)
{
  const FitPodDigests *digests = &pod->digests;

  return managed ? digests->echo : digests->echo - digests->managed;
}

static gboolean
is_echo (gboolean managed, const FitPod *assumed, const FitPod *new_pod)
{
  return assumed != NULL
         && echo_digest (managed, assumed) == echo_digest (managed, new_pod)
         && assumed->meta.deletion_time_ns == new_pod->meta.deletion_time_ns
         && assumed->nominated_node_name == new_pod->nominated_node_name;
}

gboolean
fit_pod_update_skippable (const FitPod *assumed, const FitPod *new_pod)
{
  return is_echo (TRUE, assumed, new_pod);
}

static gboolean
same_version (const FitPod *old_pod, const FitPod *new_pod)
{
  const char *version = new_pod->meta.resource_version;

  return *version != '\0'
         && strcmp (old_pod->meta.resource_version, version) == 0;
}

gboolean
fit_pod_update_ignored (const FitBehaviour *behaviour, const FitPod *assumed,
                        const FitPod *old_pod, const FitPod *new_pod)
{
  if (behaviour->queue_same_version && same_version (old_pod, new_pod))
    return TRUE;
  if (behaviour->queue_assumed_kept)
    return assumed != NULL;
  return is_echo (!behaviour->queue_managed_fields, assumed, new_pod);
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

/* If a type is listed twice, the last one counts. */
static FitConditionStatus
condition_status (const FitNode *node, const char *type)
{
  for (guint i = node->traits->n_conditions; i-- > 0;)
    if (node->traits->conditions[i].type == type)
      return node->traits->conditions[i].status;
  return FIT_CONDITION_ABSENT;
}

/* Does every condition of @a have the same status in @b? */
static gboolean
conditions_kept (const FitNode *a, const FitNode *b)
{
  for (guint i = 0; i < a->traits->n_conditions; i++)
    {
      const char *type = a->traits->conditions[i].type;

      if (condition_status (a, type) != condition_status (b, type))
        return FALSE;
    }
  return TRUE;
}

static gboolean
became_schedulable (const FitNode *old_node, const FitNode *new_node)
{
  return old_node->traits->unschedulable && !new_node->traits->unschedulable;
}

static gboolean
allocatable_changed (const FitNode *old_node, const FitNode *new_node)
{
  return old_node->traits->allowed_pods != new_node->traits->allowed_pods
         || !resources_equal (&old_node->traits->allocatable,
                              &new_node->traits->allocatable);
}

static gboolean
labels_changed (const FitNode *old_node, const FitNode *new_node)
{
  return !fit_labels_equal (old_node->meta.labels, new_node->meta.labels);
}

static gboolean
taints_changed (const FitNode *old_node, const FitNode *new_node)
{
  return old_node->traits->taints_digest != new_node->traits->taints_digest;
}

static gboolean
conditions_changed (const FitNode *old_node, const FitNode *new_node)
{
  return !conditions_kept (old_node, new_node)
         || !conditions_kept (new_node, old_node);
}

static gboolean
annotations_changed (const FitNode *old_node, const FitNode *new_node)
{
  return old_node->annotations_digest != new_node->annotations_digest;
}

static gboolean
features_changed (const FitNode *old_node, const FitNode *new_node)
{
  static const char *const none[] = { NULL };
  const char *const *before = (const char *const *) old_node->traits->features;
  const char *const *now = (const char *const *) new_node->traits->features;

  return !g_strv_equal (before != NULL ? before : none,
                        now != NULL ? now : none);
}

static void
add_event (FitUpdateEvents *list, FitClusterEventName name)
{
  list->events[list->n++] = fit_cluster_event (name);
}

FitUpdateEvents
fit_node_scheduling_events (const FitBehaviour *behaviour,
                            const FitNode *old_node, const FitNode *new_node)
{
  static const struct
  {
    gboolean (*happened) (const FitNode *old_node, const FitNode *new_node);
    FitClusterEventName name;
  } changes[] = {
    { became_schedulable, FIT_CLUSTER_EVENT_NODE_SPEC_UNSCHEDULABLE_CHANGE },
    { allocatable_changed, FIT_CLUSTER_EVENT_NODE_ALLOCATABLE_CHANGE },
    { labels_changed, FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE },
    { taints_changed, FIT_CLUSTER_EVENT_NODE_TAINT_CHANGE },
    { conditions_changed, FIT_CLUSTER_EVENT_NODE_CONDITION_CHANGE },
    { annotations_changed, FIT_CLUSTER_EVENT_NODE_ANNOTATION_CHANGE },
    { features_changed, FIT_CLUSTER_EVENT_NODE_FEATURES_CHANGE },
  };
  const gboolean every = behaviour->queue_every_change;
  FitUpdateEvents list = { 0 };

  G_STATIC_ASSERT (G_N_ELEMENTS (changes) <= G_N_ELEMENTS (list.events));
  for (guint i = 0; i < G_N_ELEMENTS (changes) && (every || list.n == 0); i++)
    if ((every || changes[i].happened != annotations_changed)
        && (behaviour->queue_node_features
            || changes[i].happened != features_changed)
        && changes[i].happened (old_node, new_node))
      add_event (&list, changes[i].name);
  return list;
}

/* -- what has changed of a pod --------------------------------------------- */

static gboolean
pod_labels_changed (const FitPod *old_pod, const FitPod *new_pod)
{
  return !fit_labels_equal (old_pod->meta.labels, new_pod->meta.labels);
}

static gboolean
requests_less (const FitPod *old_pod, const FitPod *new_pod)
{
  const FitResources *before = fit_pod_counted_requests (old_pod->spec),
                     *now = fit_pod_counted_requests (new_pod->spec);
  const FitResources *overhead_before = &old_pod->spec->overhead,
                     *overhead_now = &new_pod->spec->overhead;
  guint place = 0;

  if (fit_wrapping_add (before->milli_cpu, overhead_before->milli_cpu)
          > fit_wrapping_add (now->milli_cpu, overhead_now->milli_cpu)
      || fit_wrapping_add (before->memory, overhead_before->memory)
             > fit_wrapping_add (now->memory, overhead_now->memory)
      || fit_wrapping_add (before->ephemeral_storage,
                           overhead_before->ephemeral_storage)
             > fit_wrapping_add (now->ephemeral_storage,
                                 overhead_now->ephemeral_storage))
    return TRUE;
  for (guint i = 0; i < before->n_scalars; i++)
    if (before->scalars[i].value
        > fit_resources_scalar_from (now, before->scalars[i].name, &place))
      return TRUE;
  return FALSE;
}

static gboolean
lost_all_gates (const FitPod *old_pod, const FitPod *new_pod)
{
  return old_pod->spec->n_scheduling_gates > 0
         && new_pod->spec->n_scheduling_gates == 0;
}

/* Tolerations can only be added. */
static gboolean
tolerations_changed (const FitPod *old_pod, const FitPod *new_pod)
{
  return old_pod->spec->n_tolerations != new_pod->spec->n_tolerations;
}

FitUpdateEvents
fit_pod_scheduling_events (const FitBehaviour *behaviour, const FitPod *old_pod,
                           const FitPod *new_pod)
{
  static const struct
  {
    gboolean (*happened) (const FitPod *old_pod, const FitPod *new_pod);
    FitClusterEventName assigned, pending;
  } changes[] = {
#define CHANGE(function, name)                       \
  { function, FIT_CLUSTER_EVENT_ASSIGNED_POD_##name, \
    FIT_CLUSTER_EVENT_PENDING_POD_##name }
    CHANGE (pod_labels_changed, LABEL_CHANGE),
    CHANGE (requests_less, SCALE_DOWN),
    CHANGE (lost_all_gates, GATES_ELIMINATED),
    CHANGE (tolerations_changed, TOLERATION_CHANGE),
#undef CHANGE
  };
  const gboolean assigned = *new_pod->node_name != '\0';
  FitUpdateEvents list = { 0 };

  if (!behaviour->queue_pod_changes)
    {
      add_event (&list, FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE);
      return list;
    }
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    if (changes[i].happened (old_pod, new_pod))
      add_event (&list, assigned ? changes[i].assigned : changes[i].pending);
  if (list.n == 0)
    add_event (&list, assigned ? FIT_CLUSTER_EVENT_ASSIGNED_POD_OTHER_UPDATE
                               : FIT_CLUSTER_EVENT_PENDING_POD_OTHER_UPDATE);
  return list;
}
