/* virtual-world.c - the objects of a virtual world, and what it tells the
 * scheduler
 *
 * virtual-tasks.c delivers what comes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/virtual-world.h"

#include "base/intern.h"
#include "simulate/trace.h"

#include <string.h>

static FitLiveObject *
find_pod (const FitVirtualWorld *world, const FitPod *pod)
{
  return fit_live_objects_find (world->live, FIT_KIND_POD, pod->meta.namespace_,
                                pod->meta.name);
}

/* -- changes --------------------------------------------------------------- */

void
fit_virtual_world_changed (FitVirtualWorld *world)
{
  world->state++;
  world->n_failed = 0;
}

/* Puts an event on the agenda; takes references. */
static void
announce (FitVirtualWorld *world, FitKind kind, gconstpointer old_object,
          gconstpointer new_object, gboolean of_interest)
{
  fit_agenda_put (world->agenda, &(const FitComing){
                                     .type = FIT_COMING_EVENT,
                                     .time_ns = world->now_ns,
                                     .kind = kind,
                                     .old_object = fit_object_ref (old_object),
                                     .new_object = fit_object_ref (new_object),
                                     .of_interest = of_interest,
                                 });
}

void
fit_virtual_world_put (FitVirtualWorld *world, FitKind kind,
                       gconstpointer object)
{
  const FitObjectMeta *meta = fit_object_meta (object);
  const FitLiveObject *live
      = fit_live_objects_find (world->live, kind, meta->namespace_, meta->name);

  announce (world, kind, live != NULL ? live->object : NULL, object, TRUE);
  fit_live_objects_put (world->live, kind, object);
}

void
fit_virtual_world_remove (FitVirtualWorld *world, FitKind kind,
                          FitLiveObject *object)
{
  announce (world, kind, object->object, NULL, TRUE);
  if (object->death != NULL)
    fit_agenda_cancel (world->agenda, object->death);
  fit_live_objects_remove (world->live, kind, object);
}

/* -- requests of the scheduler --------------------------------------------- */

/* Returns: (nullable): fails with the API server's error */
static FitLiveObject *
require_pod (const FitVirtualWorld *world, const char *namespace_,
             const char *name, GError **error)
{
  FitLiveObject *live
      = fit_live_objects_find (world->live, FIT_KIND_POD, namespace_, name);

  if (live == NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "pods \"%s\" not found",
                 name);
  return live;
}

static FitPod *
get_pod (gpointer data, const char *namespace_, const char *name,
         GError **error)
{
  const FitLiveObject *live = require_pod (data, namespace_, name, error);

  return live != NULL ? fit_pod_ref (live->object) : NULL;
}

static gboolean
get_node (gpointer data, const char *name, GError **error)
{
  const FitVirtualWorld *world = data;

  if (fit_live_objects_find (world->live, FIT_KIND_NODE, world->no_namespace,
                             name)
      != NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_NOT_FOUND, "nodes \"%s\" not found", name);
}

static gboolean
set_nominated_node (gpointer data, const FitPod *pod, const char *node_name,
                    GError **error)
{
  FitVirtualWorld *world = data;
  const FitLiveObject *live
      = require_pod (world, pod->meta.namespace_, pod->meta.name, error);
  g_autoptr (FitPod) copy = NULL;

  if (live == NULL)
    return FALSE;
  if (strcmp (((const FitPod *) live->object)->nominated_node_name, node_name)
      == 0)
    return TRUE;
  copy = fit_pod_with_nominated_node_name (live->object, node_name);
  fit_virtual_world_put (world, FIT_KIND_POD, copy);
  return TRUE;
}

static gboolean
set_unscheduled (gpointer data, const FitPod *pod, const char *reason,
                 const char *message, GError **error)
{
  FitVirtualWorld *world = data;
  FitLiveObject *live
      = require_pod (world, pod->meta.namespace_, pod->meta.name, error);

  if (live == NULL)
    return FALSE;
  if (g_strcmp0 (live->reason, reason) == 0
      && g_strcmp0 (live->message, message) == 0)
    return TRUE;
  g_free (live->reason);
  g_free (live->message);
  live->reason = g_strdup (reason);
  live->message = g_strdup (message);
  announce (world, FIT_KIND_POD, live->object, live->object, FALSE);
  return TRUE;
}

/* When a pod that is deleted now disappears.  The grace period is input, so
 * avoid overflow. */
static gint64
end_of_grace (const FitVirtualWorld *world, const FitPod *pod)
{
  gint64 seconds = CLAMP (pod->spec->termination_grace_seconds, 0,
                          FIT_TRACE_MAX_TIME_NS / FIT_NS_PER_SECOND);

  return world->now_ns + seconds * FIT_NS_PER_SECOND;
}

/* A pod that does not run disappears at once. */
static gboolean
delete_pod (gpointer data, const FitPod *pod, const FitVictimNote *note,
            GError **error)
{
  FitVirtualWorld *world = data;
  FitLiveObject *live
      = require_pod (world, pod->meta.namespace_, pod->meta.name, error);
  g_autoptr (FitPod) noted = NULL, copy = NULL;
  const FitPod *old;

  if (live == NULL)
    return FALSE;
  old = live->object;
  if (live->death != NULL)
    return TRUE;
  if (*old->node_name == '\0' || fit_pod_terminal (old)
      || old->spec->termination_grace_seconds <= 0)
    {
      fit_virtual_world_remove (world, FIT_KIND_POD, live);
      return TRUE;
    }
  if (note != NULL && old->disruption != FIT_DISRUPTION_PREEMPTED)
    {
      noted = fit_pod_with_disruption (old, note->reason, note->message,
                                       world->now_ns);
      fit_virtual_world_put (world, FIT_KIND_POD, noted);
      old = noted;
    }
  if (!fit_object_meta_deleting (&old->meta))
    {
      copy = fit_pod_with_deletion_time (old, world->now_ns);
      fit_virtual_world_put (world, FIT_KIND_POD, copy);
    }
  live->death = fit_agenda_put (
      world->agenda, &(const FitComing){ .type = FIT_COMING_DEATH,
                                         .time_ns = end_of_grace (world, old),
                                         .kind = FIT_KIND_POD,
                                         .live = live });
  return TRUE;
}

static void
start_task (gpointer data, const FitTask *task)
{
  FitVirtualWorld *world = data;
  const gboolean binds
      = task->type == FIT_TASK_BIND || task->type == FIT_TASK_BIND_VOLUMES;
  const gint64 latency = binds ? world->bind_latency_ns : 0;

  fit_agenda_put (world->agenda,
                  &(const FitComing){ .type = FIT_COMING_TASK,
                                      .time_ns = world->now_ns + latency,
                                      .task = task });
}

static void
event (gpointer data, const FitEvent *event_)
{
  const FitVirtualWorld *world = data;

  if (world->observer.event != NULL)
    world->observer.event (world->observer.data, event_, world->now_ns);
}

/* The kubelet starts the pod at once and reports its start time. */
void
fit_virtual_world_run (FitVirtualWorld *world, const FitPod *pod,
                       const char *node_name)
{
  g_autoptr (FitPod) bound = fit_pod_with_node_name (pod, node_name);
  g_autoptr (FitPod) started = NULL;

  fit_virtual_world_put (world, FIT_KIND_POD, bound);
  if (bound->start_time_ns != FIT_TIME_NONE)
    return;
  started = fit_pod_with_start_time (bound, world->now_ns);
  fit_virtual_world_put (world, FIT_KIND_POD, started);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  FitVirtualWorld *world = data;
  const FitPod *pod = decision->pod;
  FitLiveObject *live;

  switch (decision->type)
    {
    /* Nothing is settled while a pod is under way, and its end is a change. */
    case FIT_DECISION_ASSUMED:
      g_hash_table_add (world->under_way, (gpointer) fit_pod_ref (pod));
      break;
    case FIT_DECISION_BOUND:
      g_hash_table_remove (world->under_way, pod);
      /* A plugin may have bound the pod itself, without a task. */
      live = find_pod (world, pod);
      if (live != NULL && *((const FitPod *) live->object)->node_name == '\0')
        fit_virtual_world_run (world, live->object, decision->node_name);
      break;
    case FIT_DECISION_FAILED:
      if (g_hash_table_remove (world->under_way, pod))
        fit_virtual_world_changed (world);
      live = find_pod (world, pod);
      if (live == NULL || live->failed_in == world->state)
        break;
      live->failed_in = world->state;
      world->n_failed++;
      break;
    case FIT_DECISION_EXPIRED:
      fit_virtual_world_changed (world);
      break;
    default:
      break;
    }
  if (world->observer.decided != NULL)
    world->observer.decided (world->observer.data, decision);
}

/* -- the world ------------------------------------------------------------- */

FitVirtualWorld *
fit_virtual_world_new (gint64 now_ns, gint64 bind_latency_ns,
                       const FitReplayObserver *observer)
{
  FitVirtualWorld *world = g_new0 (FitVirtualWorld, 1);

  world->live = fit_live_objects_new ();
  world->agenda = fit_agenda_new ();
  world->under_way = g_hash_table_new_full (NULL, NULL, fit_object_unref, NULL);
  world->no_namespace = fit_intern ("");
  world->now_ns = now_ns;
  world->bind_latency_ns = bind_latency_ns;
  world->state = 1;
  world->observer = *observer;
  world->interface = (FitWorld){
    .data = world,
    .get_pod = get_pod,
    .get_node = get_node,
    .set_nominated_node = set_nominated_node,
    .set_unscheduled = set_unscheduled,
    .delete_pod = delete_pod,
    .start_task = start_task,
    .event = event,
    .decided = decided,
  };
  return world;
}

void
fit_virtual_world_free (FitVirtualWorld *world)
{
  if (world == NULL)
    return;
  fit_agenda_free (world->agenda);
  fit_live_objects_free (world->live);
  g_hash_table_unref (world->under_way);
  fit_intern_unref (world->no_namespace);
  g_free (world);
}

guint
fit_virtual_world_n_coming (const FitVirtualWorld *world)
{
  return fit_agenda_count (world->agenda)
         + g_hash_table_size (world->under_way);
}
