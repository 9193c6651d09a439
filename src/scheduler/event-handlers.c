/* event-handlers.c - what each change of an object does to the cache and the
 * queue
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include "scheduler/node-check.h"

/* -- every kind except pods ------------------------------------------------ */

/* How to handle the objects of one kind. */
typedef struct
{
  FitSpan span; /* of releases that watch the kind; without a start none does */
  /* The cluster event; NOTHING cannot help pods that fit nowhere. */
  gint added, updated, deleted; /* FitClusterEventName */
  /* (nullable): if set, chooses the events instead */
  FitUpdateEvents (*events) (const FitScheduler *scheduler,
                             gconstpointer old_object,
                             gconstpointer new_object);
} Handler;

#define NOTHING (-1)

static FitUpdateEvents
named_event (gint name)
{
  FitUpdateEvents list = { 0 };

  if (name != NOTHING)
    list.events[list.n++] = fit_cluster_event (name);
  return list;
}

/* In v1.16, if no pod waits, the comparison is skipped: the move is then for
 * the pod that is being tried right now.  Not needed from v1.21 on. */
static FitUpdateEvents
node_events (const FitScheduler *scheduler, gconstpointer old_node,
             gconstpointer new_node)
{
  FitUpdateEvents list;

  if (old_node == NULL)
    return named_event (FIT_CLUSTER_EVENT_NODE_ADD);
  if (new_node == NULL)
    return named_event (scheduler->behaviour.tells_of_lost_nodes
                            ? (gint) FIT_CLUSTER_EVENT_NODE_DELETE
                            : NOTHING);
  list = fit_node_scheduling_events (&scheduler->behaviour, old_node, new_node);
  if (list.n == 0 && !scheduler->behaviour.ignores_heartbeats
      && fit_scheduling_queue_count (scheduler->queue, FIT_QUEUE_UNSCHEDULABLE)
             == 0)
    return named_event (FIT_CLUSTER_EVENT_UNKNOWN);
  return list;
}

/* Only new classes with WaitForFirstConsumer count: claims of other classes are
 * bound without a pod.  Later updates count too, and with hints all new
 * classes: the plugins judge them as they judge nodes. */
static FitUpdateEvents
class_events (const FitScheduler *scheduler, gconstpointer old_class,
              gconstpointer new_class)
{
  const FitStorageClass *storage_class = new_class;

  if (storage_class == NULL)
    return named_event (NOTHING);
  if (old_class != NULL)
    return named_event (scheduler->behaviour.queue_events
                            ? (gint) FIT_CLUSTER_EVENT_STORAGE_CLASS_UPDATE
                            : NOTHING);
  return named_event (fit_scheduling_queue_trusts_hints (scheduler->queue)
                              || storage_class->binding_mode
                                     == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER
                          ? (gint) FIT_CLUSTER_EVENT_STORAGE_CLASS_ADD
                          : NOTHING);
}

#define EVENT(name) FIT_CLUSTER_EVENT_##name

/* Kinds that no release watches have no row, which reads as FIT_ALWAYS. */
#define EVERY_RELEASE FIT_SINCE (16)
#define SILENT NOTHING, NOTHING, NOTHING, NULL

/* clang-format off */
static const Handler handlers[FIT_KIND_LAST] = {
  [FIT_KIND_NODE] = { EVERY_RELEASE, NOTHING, NOTHING, NOTHING, node_events },
  [FIT_KIND_SERVICE] =
    { EVERY_RELEASE, EVENT (SERVICE_ADD), EVENT (SERVICE_UPDATE), EVENT (SERVICE_DELETE), NULL },
  [FIT_KIND_REPLICATION_CONTROLLER] = { EVERY_RELEASE, SILENT },
  [FIT_KIND_REPLICA_SET] = { EVERY_RELEASE, SILENT },
  [FIT_KIND_STATEFUL_SET] = { EVERY_RELEASE, SILENT },
  [FIT_KIND_PERSISTENT_VOLUME] = { EVERY_RELEASE, EVENT (PV_ADD), EVENT (PV_UPDATE), NOTHING, NULL },
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM] =
    { EVERY_RELEASE, EVENT (PVC_ADD), EVENT (PVC_UPDATE), NOTHING, NULL },
  [FIT_KIND_STORAGE_CLASS] =
    { EVERY_RELEASE, NOTHING, NOTHING, NOTHING, class_events },
  [FIT_KIND_CSI_NODE] =
    { EVERY_RELEASE, EVENT (CSI_NODE_ADD), EVENT (CSI_NODE_UPDATE), NOTHING, NULL },
  [FIT_KIND_POD_DISRUPTION_BUDGET] = { EVERY_RELEASE, SILENT },
  [FIT_KIND_NAMESPACE] = { FIT_SINCE (18), SILENT },
  [FIT_KIND_CSI_DRIVER] =
    { FIT_SINCE (18), EVENT (CSI_DRIVER_ADD), EVENT (CSI_DRIVER_UPDATE), NOTHING, NULL },
  [FIT_KIND_CSI_STORAGE_CAPACITY] =
    { FIT_SINCE (18),
      EVENT (CSI_STORAGE_CAPACITY_ADD), EVENT (CSI_STORAGE_CAPACITY_UPDATE), NOTHING, NULL },
  [FIT_KIND_VOLUME_ATTACHMENT] =
    { FIT_SINCE (18),
      NOTHING, NOTHING, EVENT (VOLUME_ATTACHMENT_DELETE), NULL },
};
/* clang-format on */

/* v1.16 does not watch every kind, and watches CSINodes only behind their
 * feature gate.  At most one of the two objects is NULL. */
static void
handle_object (FitScheduler *scheduler, FitKind kind,
               const FitObject *old_object, gconstpointer new_object)
{
  const Handler *handler = &handlers[kind];
  FitListers *listers = fit_cache_listers (scheduler->cache);
  FitUpdateEvents list;
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitNodeCheck) check = NULL;

  if (handler->span.since == 0
      || !fit_span_has (handler->span, scheduler->release)
      || (kind == FIT_KIND_CSI_NODE
          && fit_release_is_legacy (scheduler->release)
          && !fit_gate_on (fit_cache_gates (scheduler->cache),
                           FIT_GATE_CSI_NODE_INFO)))
    return;

  if (kind == FIT_KIND_NODE && new_object != NULL)
    fit_cache_add_node (scheduler->cache, new_object);
  else if (kind == FIT_KIND_NODE)
    fit_cache_remove_node (scheduler->cache,
                           ((const FitNode *) (gconstpointer) old_object)->name,
                           &problem);
  else if (new_object != NULL)
    fit_listers_set (listers, new_object);
  else
    fit_listers_remove (listers, kind, old_object->meta.namespace_,
                        old_object->meta.name);
  if (problem != NULL)
    fit_scheduler_problem (scheduler, NULL,
                           "scheduler cache RemoveNode failed: %s",
                           problem->message);

  if (handler->events != NULL)
    list = handler->events (scheduler, old_object, new_object);
  else
    list = named_event (new_object == NULL   ? handler->deleted
                        : old_object == NULL ? handler->added
                                             : handler->updated);
  /* The change of a node moves only the pods that might run there. */
  if (list.n > 0 && kind == FIT_KIND_NODE && new_object != NULL
      && fit_scheduling_queue_checks_nodes (scheduler->queue))
    check
        = fit_node_check_new (scheduler->release, scheduler->cache, new_object);
  for (guint i = 0; i < list.n; i++)
    fit_scheduling_queue_move (
        scheduler->queue,
        &(FitQueueChange){ .event = list.events[i],
                           .old_object = old_object,
                           .new_object = new_object,
                           .check
                           = check != NULL ? fit_node_check_passes : NULL,
                           .data = check },
        scheduler->now_ns);
}

/* -- pods that run --------------------------------------------------------- */

/* The cache only reports the problem; the queue still hears of the change. */
static void
complain (FitScheduler *scheduler, const FitPod *pod, const char *what,
          GError *problem)
{
  g_autoptr (GError) owned = problem;

  if (owned != NULL)
    fit_scheduler_problem (scheduler, pod, "scheduler cache %s failed: %s",
                           what, owned->message);
}

static gboolean
is_assigned (const FitScheduler *scheduler, const FitPod *pod)
{
  return *pod->node_name != '\0';
}

static void
assigned_added (FitScheduler *scheduler, const FitPod *pod)
{
  GError *problem = NULL;

  fit_cache_add_pod (scheduler->cache, pod, &problem);
  complain (scheduler, pod, "AddPod", problem);
  fit_scheduling_queue_assigned_pod_added (scheduler->queue, pod,
                                           scheduler->now_ns);
}

static void
assigned_updated (FitScheduler *scheduler, const FitPod *old_pod,
                  const FitPod *new_pod)
{
  GError *problem = NULL;

  fit_cache_update_pod (scheduler->cache, old_pod, new_pod, &problem);
  complain (scheduler, new_pod, "UpdatePod", problem);
  fit_scheduling_queue_assigned_pod_updated (scheduler->queue, old_pod, new_pod,
                                             scheduler->now_ns);
}

static void
assigned_deleted (FitScheduler *scheduler, const FitPod *pod, const FitPod *now)
{
  GError *problem = NULL;

  fit_cache_remove_pod (scheduler->cache, pod, &problem);
  complain (scheduler, pod, "RemovePod", problem);
  fit_scheduler_offer_room_of (scheduler, pod);
}

/* -- pods that wait for a node --------------------------------------------- */

static void
pending_added (FitScheduler *scheduler, const FitPod *pod)
{
  fit_scheduling_queue_add (scheduler->queue, pod, scheduler->now_ns);
}

static gboolean
is_no_more_important (const FitPod *pod, gpointer data)
{
  return pod->spec->priority <= ((const FitPod *) data)->spec->priority;
}

/* A nominated pod counts on its node for pods that are no more important.  When
 * it gives up the nomination, they may fit there. */
static void
offer_nomination (FitScheduler *scheduler, const FitPod *pod)
{
  const FitQueueChange change = {
    .event = fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE),
    .old_object = pod,
    .check = is_no_more_important,
    .data = (gpointer) pod,
  };

  if (*pod->nominated_node_name != '\0'
      && scheduler->behaviour.offers_nominations)
    fit_scheduling_queue_move (scheduler->queue, &change, scheduler->now_ns);
}

/* Returns: FALSE if @pod does not wait at Permit */
static gboolean
reject_waiting (FitScheduler *scheduler, const FitPod *pod)
{
  FitWaitingPod *waiting
      = fit_scheduler_find_waiting (scheduler, pod->meta.uid);

  return waiting != NULL && fit_waiting_pod_reject (waiting, "removed");
}

/* The deletion of a pod that the cache assumes has begun or is complete.  If it
 * does not wait, its binding goes on and will fail, but the pod no longer counts
 * on its node. */
static void
free_dying (FitScheduler *scheduler, const FitPod *assumed)
{
  g_autoptr (FitPod) dying = fit_pod_ref (assumed);
  GError *problem = NULL;

  if (!reject_waiting (scheduler, dying))
    fit_cache_forget_pod (scheduler->cache, dying, &problem);
  complain (scheduler, dying, "ForgetPod", problem);
  fit_scheduler_offer_room_of (scheduler, dying);
}

/* Returns: (nullable): the pod with its node, if the cache assumes it */
static const FitPod *
find_assumed (const FitScheduler *scheduler, const FitPod *pod)
{
  const FitCache *cache = scheduler->cache;

  return fit_cache_is_assumed (cache, pod)
             ? fit_cache_find_pod (cache, pod->meta.uid)
             : NULL;
}

/* v1.16: unless it is skipped, an update of an assumed pod makes the pod
 * active, since it is in no queue.  The attempt then finds that the pod is
 * already assumed. */
static void
pending_updated (FitScheduler *scheduler, const FitPod *old_pod,
                 const FitPod *new_pod)
{
  const FitPod *assumed = find_assumed (scheduler, new_pod);
  const gboolean dies = assumed != NULL && scheduler->behaviour.frees_dying
                        && fit_object_meta_deleting (&new_pod->meta)
                        && !fit_object_meta_deleting (&old_pod->meta);
  const gboolean ignored = fit_pod_update_ignored (&scheduler->behaviour,
                                                   assumed, old_pod, new_pod);

  if (dies)
    free_dying (scheduler, assumed);
  if (ignored)
    return;
  fit_scheduling_queue_update (
      scheduler->queue, old_pod, new_pod,
      fit_pod_change (&scheduler->behaviour, old_pod, new_pod),
      scheduler->now_ns);
  if (old_pod->nominated_node_name != new_pod->nominated_node_name)
    offer_nomination (scheduler, old_pod);
}

/* In later releases a deleted pod stops waiting. */
static void
pending_deleted (FitScheduler *scheduler, const FitPod *pod, const FitPod *now)
{
  const gboolean was_bound = now != NULL && *now->node_name != '\0';
  const FitPod *assumed;

  if (fit_scheduling_queue_find (scheduler->queue, pod) != NULL)
    fit_scheduler_drop (scheduler, pod, now);
  fit_scheduling_queue_delete (scheduler->queue, pod);
  fit_volume_binder_drop (fit_cache_volume_binder (scheduler->cache), pod);
  g_hash_table_remove (scheduler->unanswered, pod->meta.uid);
  if (was_bound && scheduler->behaviour.binding_ends_nothing)
    return;
  assumed
      = scheduler->behaviour.frees_dying ? find_assumed (scheduler, pod) : NULL;
  if (assumed != NULL)
    free_dying (scheduler, assumed);
  else if (!scheduler->behaviour.rejects_deleted
           || !reject_waiting (scheduler, pod))
    offer_nomination (scheduler, pod);
  else if (scheduler->behaviour.moves_after_failure)
    fit_scheduler_offer_room_of (scheduler, pod);
  fit_scheduler_forget_gone (scheduler, pod);
}

/* -- pods ------------------------------------------------------------------ */

/* Handles the pods that it selects.  A pod that starts to match is new; one
 * that stops matching is gone. */
typedef struct
{
  gboolean (*matches) (const FitScheduler *scheduler, const FitPod *pod);
  void (*added) (FitScheduler *scheduler, const FitPod *pod);
  void (*updated) (FitScheduler *scheduler, const FitPod *old_pod,
                   const FitPod *new_pod);
  /* @now: (nullable): its new version */
  void (*deleted) (FitScheduler *scheduler, const FitPod *pod,
                   const FitPod *now);
} PodHandler;

static const PodHandler pod_handlers[] = {
  { is_assigned, assigned_added, assigned_updated, assigned_deleted },
  { fit_scheduler_awaits, pending_added, pending_updated, pending_deleted },
};

/* Completed pods count as deleted. */
static const FitPod *
if_not_ended (gconstpointer pod)
{
  return pod != NULL && !fit_pod_terminal (pod) ? pod : NULL;
}

void
fit_scheduler_handle (FitScheduler *scheduler, FitKind kind,
                      gconstpointer old_object, gconstpointer new_object,
                      gint64 now_ns)
{
  fit_scheduler_enter (scheduler, now_ns);
  if (kind == FIT_KIND_POD)
    {
      const FitPod *old_pod = if_not_ended (old_object);
      const FitPod *new_pod = if_not_ended (new_object);

      if (old_pod != NULL || new_pod != NULL)
        fit_scheduler_tell_known (scheduler, old_pod, new_pod);
      for (guint i = 0; i < G_N_ELEMENTS (pod_handlers); i++)
        {
          const PodHandler *handler = &pod_handlers[i];
          const gboolean was
              = old_pod != NULL && handler->matches (scheduler, old_pod);
          const gboolean is
              = new_pod != NULL && handler->matches (scheduler, new_pod);

          if (was && is)
            handler->updated (scheduler, old_pod, new_pod);
          else if (is)
            handler->added (scheduler, new_pod);
          else if (was)
            handler->deleted (scheduler, old_pod, new_pod);
        }
    }
  else if (old_object != NULL || new_object != NULL)
    handle_object (scheduler, kind, old_object, new_object);
  fit_scheduler_leave (scheduler);
}
