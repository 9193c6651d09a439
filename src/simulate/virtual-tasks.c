/* virtual-tasks.c - what comes in a virtual world: its events, and the ends of
 * tasks, which read pods, bind them and their volumes, and delete them
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/virtual-world.h"

#include "base/intern.h"

#include <string.h>

/* -- pods ------------------------------------------------------------------ */

/* Returns: FALSE with the API server's error for a binding that comes too late,
 * when the pod is gone */
static gboolean
may_bind (const FitPod *live, const FitPod *wanted, GError **error)
{
  g_autofree char *why = NULL;

  if (strcmp (live->meta.uid, wanted->meta.uid) != 0)
    why = g_strdup_printf ("Precondition failed: UID in precondition: %s, UID "
                           "in object meta: %s",
                           wanted->meta.uid, live->meta.uid);
  else if (fit_object_meta_deleting (&live->meta))
    why = g_strdup_printf (
        "pod %s is being deleted, cannot be assigned to a host",
        live->meta.name);
  else if (*live->node_name != '\0')
    why = g_strdup_printf ("pod %s is already assigned to node \"%s\"",
                           live->meta.name, live->node_name);
  if (why == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_NOT_FOUND,
                   "Operation cannot be fulfilled on pods/binding \"%s\": %s",
                   live->meta.name, why);
}

/* The scheduler is told about the end of the task before the change of the
 * pod. */
static void
bind_pod (FitVirtualWorld *world, FitScheduler *scheduler, const FitTask *task)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitPod) live = world->interface.get_pod (
      world, task->pod->meta.namespace_, task->pod->meta.name, &problem);

  if (live != NULL && may_bind (live, task->pod, &problem))
    fit_virtual_world_run (world, live, task->node_name);
  fit_scheduler_finish_task (scheduler, task, NULL, problem, world->now_ns);
}

static void
fetch_pod (FitVirtualWorld *world, FitScheduler *scheduler, const FitTask *task)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitPod) live = world->interface.get_pod (
      world, task->pod->meta.namespace_, task->pod->meta.name, &problem);

  fit_scheduler_finish_task (scheduler, task, live, problem, world->now_ns);
}

static void
delete_victim (FitVirtualWorld *world, FitScheduler *scheduler,
               const FitTask *task)
{
  g_autoptr (GError) problem = NULL;

  world->interface.delete_pod (world, task->pod, task->note, &problem);
  fit_scheduler_finish_task (scheduler, task, NULL, problem, world->now_ns);
}

/* -- volumes --------------------------------------------------------------- */

static gconstpointer
require (const FitVirtualWorld *world, FitKind kind, const char *namespace_,
         const char *name, const char *plural, GError **error)
{
  const FitLiveObject *live
      = fit_live_objects_find (world->live, kind, namespace_, name);

  if (live != NULL)
    return live->object;
  return fit_fail_null (error, FIT_ERROR_NOT_FOUND, "%s \"%s\" not found",
                        plural, name);
}

/* What the volume controller does to a claim that has its volume. */
static void
finish_claim (FitVirtualWorld *world, const FitPersistentVolumeClaim *claim,
              const char *volume_name)
{
  g_autoptr (FitPersistentVolumeClaim) bound
      = fit_pvc_bound_to_volume (claim, volume_name);

  fit_virtual_world_put (world, FIT_KIND_PERSISTENT_VOLUME_CLAIM, bound);
}

/* What the volume controller does to a volume that is reserved for a claim. */
static gboolean
bind_volume (FitVirtualWorld *world, const FitPersistentVolume *written,
             GError **error)
{
  g_autoptr (FitPersistentVolume) bound = NULL;
  const char *namespace_ = fit_intern (written->claim_namespace);
  const FitPersistentVolume *volume
      = require (world, FIT_KIND_PERSISTENT_VOLUME, world->no_namespace,
                 written->meta.name, "persistentvolumes", error);
  const FitPersistentVolumeClaim *claim
      = volume == NULL
            ? NULL
            : require (world, FIT_KIND_PERSISTENT_VOLUME_CLAIM, namespace_,
                       written->claim_name, "persistentvolumeclaims", error);

  fit_intern_unref (namespace_);
  if (claim == NULL)
    return FALSE;
  bound = fit_pv_bound_to_claim (volume, claim);
  fit_virtual_world_put (world, FIT_KIND_PERSISTENT_VOLUME, bound);
  finish_claim (world, claim, bound->meta.name);
  return TRUE;
}

/* What a provisioner does for a claim whose node is selected. */
static gboolean
provision (FitVirtualWorld *world, const FitPersistentVolumeClaim *written,
           GError **error)
{
  g_autoptr (FitPersistentVolumeClaim) selected = NULL;
  g_autoptr (FitPersistentVolume) volume = NULL;
  g_autofree char *name = NULL;
  const FitLiveObject *storage_class;
  const FitPersistentVolumeClaim *claim = require (
      world, FIT_KIND_PERSISTENT_VOLUME_CLAIM, written->meta.namespace_,
      written->meta.name, "persistentvolumeclaims", error);
  const FitNode *node
      = claim == NULL ? NULL
                      : require (world, FIT_KIND_NODE, world->no_namespace,
                                 written->selected_node, "nodes", error);

  if (node == NULL)
    return FALSE;
  if (fit_pvc_fully_bound (claim))
    return TRUE;
  storage_class
      = fit_live_objects_find (world->live, FIT_KIND_STORAGE_CLASS,
                               world->no_namespace, fit_pvc_class (claim));
  name
      = g_strdup_printf ("pvc-%s-%s", claim->meta.namespace_, claim->meta.name);
  volume = fit_pv_new_provisioned (
      name, claim, storage_class != NULL ? storage_class->object : NULL, node);
  fit_virtual_world_put (world, FIT_KIND_PERSISTENT_VOLUME, volume);
  selected = fit_pvc_with_selected_node (claim, written->selected_node);
  finish_claim (world, selected, name);
  return TRUE;
}

/* The scheduler is told about the objects first, because it waits until they
 * are bound. */
static void
bind_volumes (FitVirtualWorld *world, FitScheduler *scheduler,
              const FitTask *task)
{
  const guint n_volumes = task->volumes != NULL ? task->volumes->len : 0;
  const guint n_claims = task->claims != NULL ? task->claims->len : 0;
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; problem == NULL && i < n_volumes; i++)
    bind_volume (world, task->volumes->pdata[i], &problem);
  for (guint i = 0; problem == NULL && i < n_claims; i++)
    provision (world, task->claims->pdata[i], &problem);
  fit_agenda_put (world->agenda, &(const FitComing){
                                     .type = FIT_COMING_END,
                                     .time_ns = world->now_ns,
                                     .task = task,
                                     .problem = g_steal_pointer (&problem),
                                 });
}

static void (*const tasks[]) (FitVirtualWorld *world, FitScheduler *scheduler,
                              const FitTask *task)
    = {
        [FIT_TASK_FETCH_POD] = fetch_pod,
        [FIT_TASK_BIND_VOLUMES] = bind_volumes,
        [FIT_TASK_BIND] = bind_pod,
        [FIT_TASK_DELETE_VICTIM] = delete_victim,
      };
G_STATIC_ASSERT (G_N_ELEMENTS (tasks) == FIT_TASK_LAST);

/* -- delivery -------------------------------------------------------------- */

static void
come_event (FitVirtualWorld *world, FitScheduler *scheduler,
            const FitComing *coming)
{
  if (coming->of_interest)
    fit_virtual_world_changed (world);
  fit_scheduler_handle (scheduler, coming->kind, coming->old_object,
                        coming->new_object, world->now_ns);
  if (world->observer.changed != NULL)
    world->observer.changed (world->observer.data, coming->kind,
                             coming->old_object, coming->new_object);
}

static void
come_end (FitVirtualWorld *world, FitScheduler *scheduler,
          const FitComing *coming)
{
  fit_scheduler_finish_task (scheduler, coming->task, NULL, coming->problem,
                             world->now_ns);
}

static void
come_death (FitVirtualWorld *world, FitScheduler *scheduler,
            const FitComing *coming)
{
  coming->live->death = NULL;
  fit_virtual_world_remove (world, FIT_KIND_POD, coming->live);
}

static void
come_task (FitVirtualWorld *world, FitScheduler *scheduler,
           const FitComing *coming)
{
  tasks[coming->task->type](world, scheduler, coming->task);
}

static void (*const comes[]) (FitVirtualWorld *world, FitScheduler *scheduler,
                              const FitComing *coming)
    = {
        [FIT_COMING_EVENT] = come_event,
        [FIT_COMING_TASK] = come_task,
        [FIT_COMING_END] = come_end,
        [FIT_COMING_DEATH] = come_death,
      };

void
fit_virtual_world_deliver (FitVirtualWorld *world, FitScheduler *scheduler)
{
  FitComing *coming;

  while ((coming = fit_agenda_take (world->agenda, world->now_ns)) != NULL)
    {
      comes[coming->type](world, scheduler, coming);
      fit_coming_free (coming);
    }
}
