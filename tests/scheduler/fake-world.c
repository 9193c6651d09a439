/* fake-world.c - an API server for tests: it stores objects, ends tasks when told, and fails on request
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/fake-world.h"

#include "tests/support/cluster.h"

#include <string.h>

const char *
fake_task_name (FitTaskType type)
{
  static const char *const names[] = {
    [FIT_TASK_FETCH_POD] = "fetch pod",
    [FIT_TASK_BIND_VOLUMES] = "bind volumes",
    [FIT_TASK_BIND] = "bind",
    [FIT_TASK_DELETE_VICTIM] = "delete victim",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_TASK_LAST);

  return names[type];
}

#define UNREF(function) ((GDestroyNotify) (function))

/* Kinds that are here: those that v1.16 knows. */
/* clang-format off */
static const GDestroyNotify unref[FIT_KIND_LAST] = {
  [FIT_KIND_NODE] = UNREF (fit_node_unref),
  [FIT_KIND_POD] = UNREF (fit_pod_unref),
  [FIT_KIND_SERVICE] = UNREF (fit_workload_unref),
  [FIT_KIND_REPLICATION_CONTROLLER] = UNREF (fit_workload_unref),
  [FIT_KIND_REPLICA_SET] = UNREF (fit_workload_unref),
  [FIT_KIND_STATEFUL_SET] = UNREF (fit_workload_unref),
  [FIT_KIND_PERSISTENT_VOLUME] = UNREF (fit_pv_unref),
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM] = UNREF (fit_pvc_unref),
  [FIT_KIND_STORAGE_CLASS] = UNREF (fit_storage_class_unref),
  [FIT_KIND_CSI_NODE] = UNREF (fit_csi_node_unref),
  [FIT_KIND_POD_DISRUPTION_BUDGET] = UNREF (fit_pdb_unref),
  [FIT_KIND_PRIORITY_CLASS] = UNREF (fit_priority_class_unref),
  [FIT_KIND_NAMESPACE] = UNREF (fit_namespace_unref),
};
/* clang-format on */

/* All objects begin alike. */
typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
} AnyObject;

#define BEGINS_ALIKE(Type)                           \
  G_STATIC_ASSERT (G_STRUCT_OFFSET (Type, refs) == 0 \
                   && G_STRUCT_OFFSET (Type, meta)   \
                          == G_STRUCT_OFFSET (AnyObject, meta))
BEGINS_ALIKE (FitNode);
BEGINS_ALIKE (FitPod);
BEGINS_ALIKE (FitWorkload);
BEGINS_ALIKE (FitPersistentVolume);
BEGINS_ALIKE (FitPersistentVolumeClaim);
BEGINS_ALIKE (FitStorageClass);
BEGINS_ALIKE (FitCSINode);
BEGINS_ALIKE (FitPodDisruptionBudget);
BEGINS_ALIKE (FitPriorityClass);
BEGINS_ALIKE (FitNamespace);

const FitObjectMeta *
fake_object_meta (gconstpointer object)
{
  return &((const AnyObject *) object)->meta;
}

gpointer
fake_object_ref (gconstpointer object)
{
  AnyObject *any = (AnyObject *) object;

  g_atomic_ref_count_inc (&any->refs);
  return any;
}

static void
update_free (gpointer data)
{
  FakeUpdate *update = data;

  if (update->old_object != NULL)
    unref[update->kind](update->old_object);
  if (update->new_object != NULL)
    unref[update->kind](update->new_object);
  g_free (update);
}

/* -- objects --------------------------------------------------------------- */

static char *
key_of (const char *namespace_, const char *name)
{
  return g_strconcat (namespace_, "/", name, NULL);
}

gpointer
fake_world_find (const FakeWorld *world, FitKind kind, const char *namespace_,
                 const char *name)
{
  g_autofree char *key = key_of (namespace_, name);

  return g_hash_table_lookup (world->live[kind], key);
}

const FitPod *
fake_world_live_pod (const FakeWorld *world, const FitPod *pod)
{
  return fake_world_find (world, FIT_KIND_POD, pod->meta.namespace_,
                          pod->meta.name);
}

static void
add_update (FakeWorld *world, FitKind kind, gconstpointer old_object,
            gconstpointer new_object)
{
  FakeUpdate *update = g_new0 (FakeUpdate, 1);

  update->kind = kind;
  if (old_object != NULL)
    update->old_object = fake_object_ref (old_object);
  if (new_object != NULL)
    update->new_object = fake_object_ref (new_object);
  g_ptr_array_add (world->updates, update);
}

void
fake_world_set (FakeWorld *world, FitKind kind, gpointer object)
{
  AnyObject *any = object;
  char *key = key_of (any->meta.namespace_, any->meta.name);
  g_autofree char *version = g_strdup_printf ("%u", ++world->n_written);

  assert_non_null (unref[kind]);
  fit_object_meta_set_texts (&any->meta, any->meta.name, any->meta.uid,
                             version);
  add_update (world, kind, g_hash_table_lookup (world->live[kind], key),
              object);
  g_hash_table_replace (world->live[kind], key, object);
}

void
fake_world_set_all (FakeWorld *world, const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < objects->of[kind]->len; i++)
      fake_world_set (world, (FitKind) kind,
                      fake_object_ref (objects->of[kind]->pdata[i]));
}

void
fake_world_remove (FakeWorld *world, FitKind kind, const char *namespace_,
                   const char *name)
{
  g_autofree char *key = key_of (namespace_, name);
  gpointer object = g_hash_table_lookup (world->live[kind], key);

  assert_non_null (object);
  add_update (world, kind, object, NULL);
  g_hash_table_remove (world->live[kind], key);
}

void
fake_world_tell (FakeWorld *world, FitScheduler *scheduler, guint index,
                 gint64 now_ns)
{
  FakeUpdate *update = g_ptr_array_steal_index (world->updates, index);

  fit_scheduler_handle (scheduler, update->kind, update->old_object,
                        update->new_object, now_ns);
  update_free (update);
}

/* -- what the scheduler asks ----------------------------------------------- */

static void G_GNUC_PRINTF (2, 3)
    note (FakeWorld *world, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (world->log, format, args);
  va_end (args);
  g_string_append_c (world->log, '\n');
}

/* Returns: FALSE with an error when the call is to fail */
static gboolean
works (FakeWorld *world, FakeCall call, GError **error)
{
  const char *message = world->broken[call];

  if (message == NULL && world->fault != NULL
      && world->fault (world->data, call))
    message = "injected";
  if (message == NULL)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_REMOTE, message);
  return FALSE;
}

static FitPod *
get_pod (gpointer data, const char *namespace_, const char *name,
         GError **error)
{
  FakeWorld *world = data;
  const FitPod *pod = fake_world_find (world, FIT_KIND_POD, namespace_, name);

  note (world, "get %s", name);
  if (!works (world, FAKE_GET_POD, error))
    return NULL;
  if (pod != NULL)
    return fit_pod_ref (pod);
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "pods \"%s\" not found",
               name);
  return NULL;
}

static gboolean
get_node (gpointer data, const char *name, GError **error)
{
  FakeWorld *world = data;

  note (world, "get node %s", name);
  if (!works (world, FAKE_GET_NODE, error))
    return FALSE;
  if (fake_world_find (world, FIT_KIND_NODE, "", name) != NULL)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "nodes \"%s\" not found",
               name);
  return FALSE;
}

/* The live pod that the scheduler means; another one of that name is none. */
static const FitPod *
same_pod (FakeWorld *world, const FitPod *pod, GError **error)
{
  const FitPod *live = fake_world_live_pod (world, pod);

  if (live != NULL && strcmp (live->meta.uid, pod->meta.uid) == 0)
    return live;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "pods \"%s\" not found",
               pod->meta.name);
  return NULL;
}

static gboolean
set_nominated_node (gpointer data, const FitPod *pod, const char *node_name,
                    GError **error)
{
  FakeWorld *world = data;
  const FitPod *live;

  note (world, "nominate %s %s", pod->meta.name,
        *node_name != '\0' ? node_name : "-");
  if (!works (world, FAKE_NOMINATE, error))
    return FALSE;
  live = same_pod (world, pod, error);
  if (live == NULL)
    return FALSE;
  if (strcmp (live->nominated_node_name, node_name) != 0)
    fake_world_set (world, FIT_KIND_POD,
                    fit_pod_with_nominated_node_name (live, node_name));
  return TRUE;
}

static gboolean
set_unscheduled (gpointer data, const FitPod *pod, const char *reason,
                 const char *message, GError **error)
{
  FakeWorld *world = data;

  note (world, "condition %s %s: %s", pod->meta.name, reason, message);
  return works (world, FAKE_CONDITION, error)
         && same_pod (world, pod, error) != NULL;
}

/* A pod without a node goes at once, others when their kubelet says so. */
static gboolean
delete_pod (gpointer data, const FitPod *pod, const FitVictimNote *why,
            GError **error)
{
  FakeWorld *world = data;
  const FitPod *live;
  FitPod *dying;

  if (why != NULL)
    note (world, "mark %s %s: %s", pod->meta.name, why->reason, why->message);
  note (world, "delete %s", pod->meta.name);
  if (!works (world, FAKE_DELETE, error))
    return FALSE;
  live = same_pod (world, pod, error);
  if (live == NULL)
    return FALSE;
  if (*live->node_name == '\0')
    {
      fake_world_remove (world, FIT_KIND_POD, live->meta.namespace_,
                         live->meta.name);
      return TRUE;
    }
  if (fit_object_meta_deleting (&live->meta))
    return TRUE;
  dying = fit_pod_with_node_name (live, live->node_name);
  dying->meta.deletion_time_ns = 1;
  fake_world_set (world, FIT_KIND_POD, dying);
  return TRUE;
}

static void
start_task (gpointer data, const FitTask *task)
{
  FakeWorld *world = data;
  gboolean counted
      = world->cache != NULL && fit_cache_is_assumed (world->cache, task->pod);

  note (world, "start %s %s%s%s%s%s", fake_task_name (task->type),
        task->pod->meta.name, *task->node_name != '\0' ? " " : "",
        task->node_name,
        task->type == FIT_TASK_FETCH_POD && counted ? " (counted)" : "",
        task->extender != NULL ? " by extender" : "");
  g_ptr_array_add (world->tasks, (gpointer) task);
}

static void
report (gpointer data, const FitEvent *event)
{
  note (data, "event %s %s %s %s%s%s: %s",
        event->warning ? "Warning" : "Normal", event->reason, event->action,
        event->regarding->meta.name, event->related != NULL ? " " : "",
        event->related != NULL ? event->related->meta.name : "", event->note);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  FakeWorld *world = data;

  if (world->decided != NULL)
    world->decided (world->data, decision);
  if (decision->type == FIT_DECISION_QUEUED)
    return;
  g_string_append_printf (
      world->decisions, "%s%s%s%s%s\n", fit_decision_type_name (decision->type),
      decision->pod != NULL ? " " : "",
      decision->pod != NULL ? decision->pod->meta.name : "",
      decision->node_name != NULL && *decision->node_name != '\0' ? " " : "",
      decision->node_name != NULL ? decision->node_name : "");
}

/* -- tasks ----------------------------------------------------------------- */

static gboolean
bind_pod (FakeWorld *world, const FitTask *task, GError **error)
{
  const FitPod *live = same_pod (world, task->pod, error);
  FitPod *bound;

  if (live == NULL)
    return FALSE;
  if (*live->node_name != '\0')
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                   "pod %s is already assigned to node \"%s\"", live->meta.name,
                   live->node_name);
      return FALSE;
    }
  bound = fit_pod_with_node_name (live, task->node_name);
  bound->start_time_ns = world->n_written; /* each later than those before */
  fake_world_set (world, FIT_KIND_POD, bound);
  return TRUE;
}

/* What the controller does when it sees a claim with a selected node. */
static FitPersistentVolume *
provision (const FitPersistentVolumeClaim *claim)
{
  g_autofree char *manifest = g_strdup_printf (
      "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pvc-%s}, "
      "spec: {storageClassName: '%s', capacity: {storage: 1Gi}, accessModes: "
      "[ReadWriteOnce]}, status: {phase: Bound}}",
      claim->meta.name, fit_pvc_class (claim));
  g_autoptr (FitObjects) objects = objects_from (manifest);

  return fit_pv_with_claim_ref (
      objects->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0], claim);
}

static void
bind_claim (FakeWorld *world, const FitPersistentVolumeClaim *claim,
            const FitPersistentVolume *pv)
{
  FitPersistentVolumeClaim *bound = fit_pvc_with_selected_node (
      claim, claim->selected_node != NULL ? claim->selected_node : "");

  g_free (bound->volume_name);
  bound->volume_name = g_strdup (pv->meta.name);
  bound->bind_completed = TRUE;
  fake_world_set (world, FIT_KIND_PERSISTENT_VOLUME_CLAIM, bound);
}

/* (nullable): the claim as it is, when it can still be bound */
static const FitPersistentVolumeClaim *
open_claim (const FakeWorld *world, const char *namespace_, const char *name)
{
  const FitPersistentVolumeClaim *claim = fake_world_find (
      world, FIT_KIND_PERSISTENT_VOLUME_CLAIM, namespace_, name);

  return claim != NULL && !claim->bind_completed ? claim : NULL;
}

static gboolean
is_free (const FakeWorld *world, const FitPersistentVolume *pv)
{
  const FitPersistentVolume *live
      = fake_world_find (world, FIT_KIND_PERSISTENT_VOLUME, "", pv->meta.name);

  return live != NULL
         && (live->available || strcmp (live->claim_name, pv->claim_name) == 0);
}

static void
bind_volume (FakeWorld *world, const FitPersistentVolume *pv)
{
  g_autoptr (FitPersistentVolumeClaim) claim = NULL;
  FitPersistentVolume *bound;

  if (open_claim (world, pv->claim_namespace, pv->claim_name) == NULL
      || !is_free (world, pv))
    return;
  claim = fit_pvc_ref (open_claim (world, pv->claim_namespace, pv->claim_name));
  bound = fit_pv_with_claim_ref (pv, claim);
  bound->available = FALSE;
  fake_world_set (world, FIT_KIND_PERSISTENT_VOLUME, bound);
  bind_claim (world, claim, bound);
}

static void
provision_claim (FakeWorld *world, const FitPersistentVolumeClaim *claim)
{
  FitPersistentVolume *pv;

  if (open_claim (world, claim->meta.namespace_, claim->meta.name) == NULL)
    return;
  pv = provision (claim);
  fake_world_set (world, FIT_KIND_PERSISTENT_VOLUME, pv);
  bind_claim (world, claim, pv);
}

/* The writes, and what the volume controller does after them. */
static void
bind_volumes (FakeWorld *world, const FitTask *task)
{
  for (guint i = 0; task->volumes != NULL && i < task->volumes->len; i++)
    bind_volume (world, task->volumes->pdata[i]);
  for (guint i = 0; task->claims != NULL && i < task->claims->len; i++)
    provision_claim (world, task->claims->pdata[i]);
}

static gboolean
do_task (FakeWorld *world, const FitTask *task, FitPod **out_pod,
         GError **error)
{
  const FitPod *live;

  switch (task->type)
    {
    case FIT_TASK_BIND:
      return bind_pod (world, task, error);
    case FIT_TASK_BIND_VOLUMES:
      bind_volumes (world, task);
      return TRUE;
    case FIT_TASK_DELETE_VICTIM:
      return delete_pod (world, task->pod, task->note, error);
    default:
      live = fake_world_live_pod (world, task->pod);
      if (live != NULL)
        *out_pod = fit_pod_ref (live);
      else
        g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                     "pods \"%s\" not found", task->pod->meta.name);
      return live != NULL;
    }
}

void
fake_world_end_task (FakeWorld *world, FitScheduler *scheduler,
                     const FitTask *task, FakeEnd end, const char *message,
                     gint64 now_ns)
{
  g_autoptr (FitPod) pod = NULL;
  g_autoptr (GError) problem = NULL;

  assert_true (g_ptr_array_remove (world->tasks, (gpointer) task));
  if (end != FAKE_FAILS)
    do_task (world, task, &pod, &problem);
  if (end != FAKE_WORKS)
    {
      g_clear_error (&problem);
      g_clear_pointer (&pod, fit_pod_unref);
      g_set_error_literal (&problem, FIT_ERROR, FIT_ERROR_REMOTE,
                           message != NULL ? message : "injected");
    }
  fit_scheduler_finish_task (scheduler, task, pod, problem, now_ns);
}

/* -- beginning and end ----------------------------------------------------- */

void
fake_world_init (FakeWorld *world)
{
  *world = (FakeWorld){
    .functions = { .data = world,
                   .get_pod = get_pod,
                   .get_node = get_node,
                   .set_nominated_node = set_nominated_node,
                   .set_unscheduled = set_unscheduled,
                   .delete_pod = delete_pod,
                   .start_task = start_task,
                   .event = report,
                   .decided = decided },
    .tasks = g_ptr_array_new (),
    .updates = g_ptr_array_new_with_free_func (update_free),
    .log = g_string_new (NULL),
    .decisions = g_string_new (NULL),
  };
  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    world->live[kind]
        = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref[kind]);
}

void
fake_world_clear (FakeWorld *world)
{
  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    g_clear_pointer (&world->live[kind], g_hash_table_unref);
  g_clear_pointer (&world->tasks, g_ptr_array_unref);
  g_clear_pointer (&world->updates, g_ptr_array_unref);
  g_string_free (g_steal_pointer (&world->log), TRUE);
  g_string_free (g_steal_pointer (&world->decisions), TRUE);
}
