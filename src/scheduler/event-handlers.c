#include "scheduler/scheduler-private.h"

/* -- every kind but pods --------------------------------------------------- */

/* When pods that fitted nowhere are to be tried again. */
typedef enum
{
  MOVE_NEVER = 0,
  MOVE_ON_ADD = 1 << 0,
  MOVE_ON_UPDATE = 1 << 1,
  MOVE_ON_DELETE = 1 << 2,
} Moves;

/* What is done about objects of one kind. */
typedef struct
{
  void (*set) (FitScheduler *scheduler, gconstpointer object);
  void (*remove) (FitScheduler *scheduler, gconstpointer object);
  Moves moves;
  /* (nullable): is this one of the changes in @moves that may help? */
  gboolean (*may_help) (const FitScheduler *scheduler, gconstpointer old_object,
                        gconstpointer new_object);
} Handler;

static void
set_node (FitScheduler *scheduler, gconstpointer node)
{
  fit_cache_add_node (scheduler->cache, node);
}

static void
remove_node (FitScheduler *scheduler, gconstpointer node)
{
  g_autoptr (GError) problem = NULL;

  if (!fit_cache_remove_node (scheduler->cache, ((const FitNode *) node)->name,
                              &problem))
    fit_scheduler_problem (scheduler, NULL,
                           "scheduler cache RemoveNode failed: %s",
                           problem->message);
}

/* With nobody waiting there is nothing to compare for: the move is for the pod
 * that is tried just now. */
static gboolean
node_may_help (const FitScheduler *scheduler, gconstpointer old_node,
               gconstpointer new_node)
{
  return old_node == NULL
         || fit_scheduling_queue_count (scheduler->queue,
                                        FIT_QUEUE_UNSCHEDULABLE)
                == 0
         || fit_node_scheduling_properties_changed (old_node, new_node);
}

/* Claims of other classes are bound without a pod. */
static gboolean
class_may_help (const FitScheduler *scheduler, gconstpointer old_class,
                gconstpointer new_class)
{
  return ((const FitStorageClass *) new_class)->binding_mode
         == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER;
}

/* set_pv(), ...: gives an object to the listers; remove_pv(), ...: takes the one
 * of that name away */
#define LISTED(kind, Type, ...)                                            \
  static void set_##kind (FitScheduler *scheduler, gconstpointer object)   \
  {                                                                        \
    fit_listers_set_##kind (fit_cache_listers (scheduler->cache), object); \
  }                                                                        \
  static void remove_##kind (FitScheduler *scheduler, gconstpointer data)  \
  {                                                                        \
    const Type *object = data;                                             \
                                                                           \
    fit_listers_remove_##kind (fit_cache_listers (scheduler->cache),       \
                               __VA_ARGS__);                               \
  }

LISTED (workload, FitWorkload, object->kind, object->meta.namespace_,
        object->meta.name)
LISTED (pv, FitPersistentVolume, object->meta.name)
LISTED (pvc, FitPersistentVolumeClaim, object->meta.namespace_,
        object->meta.name)
LISTED (storage_class, FitStorageClass, object->meta.name)
LISTED (csi_node, FitCSINode, object->meta.name)
LISTED (pdb, FitPodDisruptionBudget, object->meta.namespace_, object->meta.name)

/* clang-format off */
static const Handler handlers[FIT_KIND_LAST] = {
  [FIT_KIND_NODE] =
    { set_node, remove_node, MOVE_ON_ADD | MOVE_ON_UPDATE, node_may_help },
  [FIT_KIND_SERVICE] =
    { set_workload, remove_workload, MOVE_ON_ADD | MOVE_ON_UPDATE | MOVE_ON_DELETE, NULL },
  [FIT_KIND_REPLICATION_CONTROLLER] = { set_workload, remove_workload, MOVE_NEVER, NULL },
  [FIT_KIND_REPLICA_SET] = { set_workload, remove_workload, MOVE_NEVER, NULL },
  [FIT_KIND_STATEFUL_SET] = { set_workload, remove_workload, MOVE_NEVER, NULL },
  [FIT_KIND_PERSISTENT_VOLUME] =
    { set_pv, remove_pv, MOVE_ON_ADD | MOVE_ON_UPDATE, NULL },
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM] =
    { set_pvc, remove_pvc, MOVE_ON_ADD | MOVE_ON_UPDATE, NULL },
  [FIT_KIND_STORAGE_CLASS] =
    { set_storage_class, remove_storage_class, MOVE_ON_ADD, class_may_help },
  [FIT_KIND_CSI_NODE] =
    { set_csi_node, remove_csi_node, MOVE_ON_ADD | MOVE_ON_UPDATE, NULL },
  [FIT_KIND_POD_DISRUPTION_BUDGET] = { set_pdb, remove_pdb, MOVE_NEVER, NULL },
};
/* clang-format on */

/* v1.16 does not watch everything, and CSINodes only behind their gate. */
static gboolean
watched (const FitScheduler *scheduler, FitKind kind)
{
  return handlers[kind].set != NULL
         && (kind != FIT_KIND_CSI_NODE
             || fit_gate_on (fit_cache_gates (scheduler->cache),
                             FIT_GATE_CSI_NODE_INFO));
}

static void
handle_object (FitScheduler *scheduler, FitKind kind, gconstpointer old_object,
               gconstpointer new_object)
{
  const Handler *handler = &handlers[kind];
  const Moves change = new_object == NULL   ? MOVE_ON_DELETE
                       : old_object == NULL ? MOVE_ON_ADD
                                            : MOVE_ON_UPDATE;

  if (new_object != NULL)
    handler->set (scheduler, new_object);
  else
    handler->remove (scheduler, old_object);
  if ((handler->moves & change) != 0
      && (handler->may_help == NULL
          || handler->may_help (scheduler, old_object, new_object)))
    fit_scheduling_queue_move_all_to_active (scheduler->queue,
                                             scheduler->now_ns);
}

/* -- pods that run --------------------------------------------------------- */

/* The cache only complains; the queue hears of the change all the same. */
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
  fit_scheduling_queue_assigned_pod_updated (scheduler->queue, new_pod,
                                             scheduler->now_ns);
}

static void
assigned_deleted (FitScheduler *scheduler, const FitPod *pod, const FitPod *now)
{
  GError *problem = NULL;

  fit_cache_remove_pod (scheduler->cache, pod, &problem);
  complain (scheduler, pod, "RemovePod", problem);
  fit_scheduling_queue_move_all_to_active (scheduler->queue, scheduler->now_ns);
}

/* -- pods that wait for a node --------------------------------------------- */

static gboolean
is_pending (const FitScheduler *scheduler, const FitPod *pod)
{
  return *pod->node_name == '\0'
         && pod->spec->scheduler_name == scheduler->name;
}

static void
pending_added (FitScheduler *scheduler, const FitPod *pod)
{
  fit_scheduling_queue_add (scheduler->queue, pod, scheduler->now_ns);
}

/* An update of an assumed pod that is not passed over makes it active: it is in
 * no queue.  Its attempt then finds that it is assumed already. */
static void
pending_updated (FitScheduler *scheduler, const FitPod *old_pod,
                 const FitPod *new_pod)
{
  const FitCache *cache = scheduler->cache;

  if (fit_cache_is_assumed (cache, new_pod)
      && fit_pod_update_skippable (
          fit_cache_find_pod (cache, new_pod->meta.uid), new_pod))
    return;
  fit_scheduling_queue_update (scheduler->queue, old_pod, new_pod,
                               fit_pod_change (old_pod, new_pod),
                               scheduler->now_ns);
}

static void
pending_deleted (FitScheduler *scheduler, const FitPod *pod, const FitPod *now)
{
  if (fit_scheduling_queue_find (scheduler->queue, pod) != NULL)
    fit_scheduler_drop (scheduler, pod, now);
  fit_scheduling_queue_delete (scheduler->queue, pod);
  fit_volume_binder_drop (fit_cache_volume_binder (scheduler->cache), pod);
}

/* -- pods ------------------------------------------------------------------ */

/* Sees the pods that it asks for: one that begins to match is new, one that
 * does not match any more is gone. */
typedef struct
{
  gboolean (*matches) (const FitScheduler *scheduler, const FitPod *pod);
  void (*added) (FitScheduler *scheduler, const FitPod *pod);
  void (*updated) (FitScheduler *scheduler, const FitPod *old_pod,
                   const FitPod *new_pod);
  /* @now: (nullable): what it is instead */
  void (*deleted) (FitScheduler *scheduler, const FitPod *pod,
                   const FitPod *now);
} PodHandler;

static const PodHandler pod_handlers[] = {
  { is_assigned, assigned_added, assigned_updated, assigned_deleted },
  { is_pending, pending_added, pending_updated, pending_deleted },
};

/* Pods that have ended count as gone. */
static const FitPod *
if_not_ended (gconstpointer pod)
{
  return pod != NULL && !fit_pod_terminal (pod) ? pod : NULL;
}

static void
handle_pod (FitScheduler *scheduler, const FitPod *old_pod,
            const FitPod *new_pod)
{
  for (guint i = 0; i < G_N_ELEMENTS (pod_handlers); i++)
    {
      const PodHandler *handler = &pod_handlers[i];
      const gboolean was = old_pod && handler->matches (scheduler, old_pod);
      const gboolean is = new_pod && handler->matches (scheduler, new_pod);

      if (was && is)
        handler->updated (scheduler, old_pod, new_pod);
      else if (is)
        handler->added (scheduler, new_pod);
      else if (was)
        handler->deleted (scheduler, old_pod, new_pod);
    }
}

void
fit_scheduler_handle (FitScheduler *scheduler, FitKind kind,
                      gconstpointer old_object, gconstpointer new_object,
                      gint64 now_ns)
{
  fit_scheduler_enter (scheduler, now_ns);
  if (kind == FIT_KIND_POD)
    handle_pod (scheduler, if_not_ended (old_object),
                if_not_ended (new_object));
  else if (watched (scheduler, kind) && (old_object || new_object))
    handle_object (scheduler, kind, old_object, new_object);
  fit_scheduler_leave (scheduler);
}
