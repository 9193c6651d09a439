/* queue-event.c - cases in which one event happens after a pod has failed: does it leave the unschedulable pods?
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "config/profile-algorithm.h"
#include "assembly/assembly.h"

#include <string.h>

/* A scheduler and all that it was told of. */
typedef struct
{
  const ConformanceCase *c;
  FitDecodeFlags flags;
  FitScheduler *scheduler;
  GPtrArray *told;  /* owned, of FitObjects: they stay alive */
  GQueue deletions; /* of FitTask: victims whose deletion has started */
} Bench;

/* -- a world in which nothing happens -------------------------------------- */

static FitPod *
get_pod (gpointer data, const char *namespace_, const char *name,
         GError **error)
{
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "not found");
  return NULL;
}

static gboolean
get_node (gpointer data, const char *name, GError **error)
{
  return TRUE;
}

static gboolean
set_nominated_node (gpointer data, const FitPod *pod, const char *node_name,
                    GError **error)
{
  return TRUE;
}

static gboolean
set_unscheduled (gpointer data, const FitPod *pod, const char *reason,
                 const char *message, GError **error)
{
  return TRUE;
}

static gboolean
delete_pod (gpointer data, const FitPod *pod, const FitVictimNote *note,
            GError **error)
{
  return TRUE;
}

/* Any other task is for a pod that fits. */
static void
start_task (gpointer data, const FitTask *task)
{
  Bench *bench = data;

  if (task->type == FIT_TASK_DELETE_VICTIM)
    g_queue_push_tail (&bench->deletions, (gpointer) task);
  else
    conformance_refuse (bench->c, "the pod fits");
}

static void
ignore_event (gpointer data, const FitEvent *event)
{
}

static void
ignore_decision (gpointer data, const FitDecision *decision)
{
}

/* -- telling the scheduler ------------------------------------------------- */

/* Every object begins alike. */
typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
} AnyObject;

static FitObjects *
read_object (Bench *bench, const FitValue *value)
{
  FitObjects *objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (bench->told, objects);
  if (!fit_objects_add_value (objects, value, NULL, NULL,
                              FIT_DECODE_AS_IS | bench->flags, &error))
    conformance_refuse (bench->c, error->message);
  return objects;
}

/* The last version of @object that the scheduler was told of.
 * Returns: (nullable) */
static gconstpointer
find_known (const Bench *bench, FitKind kind, const AnyObject *object)
{
  for (guint i = bench->told->len; i-- > 0;)
    {
      const GPtrArray *list
          = ((const FitObjects *) bench->told->pdata[i])->of[kind];

      for (guint k = 0; k < list->len; k++)
        {
          const AnyObject *known = list->pdata[k];

          if (known != object
              && strcmp (known->meta.name, object->meta.name) == 0
              && strcmp (known->meta.namespace_, object->meta.namespace_) == 0)
            return known;
        }
    }
  return NULL;
}

static void
tell (Bench *bench, const char *verb, const FitValue *value)
{
  FitObjects *objects;

  if (value == NULL)
    {
      conformance_refuse (bench->c, "no object");
      return;
    }
  objects = read_object (bench, value);
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < objects->of[kind]->len; i++)
      {
        gconstpointer object = objects->of[kind]->pdata[i];
        gconstpointer known = find_known (bench, kind, object);

        if (strcmp (verb, "delete") == 0)
          fit_scheduler_handle (bench->scheduler, kind, object, NULL, 0);
        else
          fit_scheduler_handle (bench->scheduler, kind,
                                strcmp (verb, "update") == 0 ? known : NULL,
                                object, 0);
      }
}

/* -- the case -------------------------------------------------------------- */

/* Pods that are gated wait among the unschedulable ones. */
static json_object *
summary_json (const FitSchedulingQueue *queue)
{
  g_autofree char *text = g_strdup_printf (
      "activeQ:%u; backoffQ:%u; unschedulablePods:%u",
      fit_scheduling_queue_count (queue, FIT_QUEUE_ACTIVE),
      fit_scheduling_queue_count (queue, FIT_QUEUE_BACKOFF),
      fit_scheduling_queue_count (queue, FIT_QUEUE_UNSCHEDULABLE));

  return json_object_new_string (text);
}

static json_object *
course (Bench *bench)
{
  const FitValue *value = bench->c->value;
  const FitValue *objects = fit_value_get (value, "objects");
  FitSchedulingQueue *queue = fit_scheduler_queue (bench->scheduler);
  const char *verb = fit_value_get_string (value, "verb");
  json_object *json = json_object_new_object ();
  guint n_before;

  for (guint i = 0; objects && i < objects->n; i++)
    tell (bench, "add", &objects->items[i]);
  tell (bench, "add", fit_value_get (value, "pod"));
  fit_scheduler_schedule_one (bench->scheduler, 0);
  while (!g_queue_is_empty (&bench->deletions))
    fit_scheduler_finish_task (
        bench->scheduler, g_queue_pop_head (&bench->deletions), NULL, NULL, 0);
  n_before = fit_scheduling_queue_count (queue, FIT_QUEUE_UNSCHEDULABLE);
  json_object_object_add (json, "before", summary_json (queue));
  if (fit_value_get (value, "old") != NULL)
    read_object (bench, fit_value_get (value, "old"));
  tell (bench, verb != NULL ? verb : "", fit_value_get (value, "object"));
  json_object_object_add (json, "after", summary_json (queue));
  json_object_object_add (
      json, "moved",
      json_object_new_boolean (
          fit_scheduling_queue_count (queue, FIT_QUEUE_UNSCHEDULABLE)
          < n_before));
  return json;
}

static json_object *
run (const ConformanceCase *c, const FitConfiguration *configuration,
     FitAssembly *rules)
{
  Bench bench = {
    .c = c,
    .flags = fit_configuration_decode_flags (configuration),
    .told = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_objects_free),
  };
  const FitWorld world = {
    &bench,     get_pod,    get_node,     set_nominated_node, set_unscheduled,
    delete_pod, start_task, ignore_event, ignore_decision,
  };
  FitSchedulerSetup setup = { .world = &world };
  json_object *json;

  fit_assembly_set_up (rules, configuration, &setup);
  bench.scheduler = fit_scheduler_new (&setup, 0);
  json = course (&bench);
  fit_scheduler_free (bench.scheduler);
  g_ptr_array_unref (bench.told);
  return json;
}

json_object *
conformance_queue_event (const ConformanceCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration = case_configuration (c, &error);
  FitSimulationOptions options = { .configuration = configuration };
  FitAssembly rules = { 0 };
  json_object *json = NULL;

  if (configuration != NULL && fit_assembly_init (&rules, &options, &error))
    json = run (c, configuration, &rules);
  else
    conformance_refuse (c, error->message);
  if (rules.cache != NULL)
    fit_assembly_clear (&rules);
  return json != NULL ? json : json_object_new_object ();
}
