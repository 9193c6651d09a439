/* events.c - cases in which the cluster changes between the pods that are placed
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "api/meta.h"
#include "cluster/listers-private.h"

#include <string.h>

typedef struct
{
  FitSimulation *simulation;
  FitDecodeFlags flags;
  json_object *expected; /* what it says so far */
} Course;

static void
schedule (Course *course, const FitPod *pod)
{
  g_auto (FitPlacement) placement = { 0 };

  fit_simulation_schedule (course->simulation, pod, &placement);
  json_object_array_add (course->expected, placement_json (pod, &placement));
  if (placement.result.node)
    {
      g_autoptr (FitPod) bound
          = fit_pod_with_node_name (pod, placement.result.node->name);

      fit_cache_add_pod (fit_simulation_cache (course->simulation), bound,
                         NULL);
    }
}

/* A pod that is not in the cache, since it fitted nowhere, leaves no trace. */
static void
remove_pod (FitCache *cache, const char *uid)
{
  const FitPod *pod = fit_cache_find_pod (cache, uid);

  if (pod)
    {
      g_autoptr (FitPod) held = fit_pod_ref (pod);

      fit_cache_remove_pod (cache, held, NULL);
    }
}

/* Removes the pods of a node that is gone. */
static void
drain (Course *course, const char *node_name)
{
  FitCache *cache = fit_simulation_cache (course->simulation);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  json_object *drained = json_object_new_object ();

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      while (info && g_strcmp0 (info->name, node_name) == 0 && info->n_pods)
        {
          const FitPod *pod = info->pods[0];

          g_ptr_array_add (
              names,
              g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name));
          remove_pod (cache, pod->meta.uid);
        }
    }
  json_object_object_add (drained, "drained", conformance_sorted (names));
  json_object_array_add (course->expected, drained);
}

static void
change_node (Course *course, const char *verb, const FitNode *node,
             gboolean drains)
{
  FitCache *cache = fit_simulation_cache (course->simulation);

  if (strcmp (verb, "delete") != 0)
    fit_cache_add_node (cache, node);
  else
    fit_cache_remove_node (cache, node->name, NULL);
  if (drains)
    drain (course, node->name);
}

static void
change_pod (Course *course, const char *verb, const FitPod *pod)
{
  FitCache *cache = fit_simulation_cache (course->simulation);

  if (strcmp (verb, "schedule") == 0)
    schedule (course, pod);
  else
    {
      remove_pod (cache, pod->meta.uid);
      if (strcmp (verb, "delete") != 0)
        fit_cache_add_pod (cache, pod, NULL);
    }
}

/* Objects of all kinds but nodes and pods. */
static void
change_listed (Course *course, const char *verb, const FitObjects *objects)
{
  FitListers *listers
      = fit_cache_listers (fit_simulation_cache (course->simulation));

  if (strcmp (verb, "delete") != 0)
    {
      fit_simulation_list (course->simulation, objects);
      return;
    }
  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; kind != FIT_KIND_NODE && kind != FIT_KIND_POD
                      && i < objects->of[kind]->len;
         i++)
      {
        const FitObject *object = objects->of[kind]->pdata[i];

        fit_listers_remove (listers, kind, object->meta.namespace_,
                            object->meta.name);
      }
}

static void
happen (const ConformanceCase *c, Course *course, const FitValue *event)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const char *verb = fit_value_get_string (event, "verb");
  const FitValue *drains = fit_value_get (event, "drain");

  case_read_object (c, fit_value_get (event, "object"), course->flags, objects);
  change_listed (course, verb, objects);
  for (guint i = 0; i < objects->of[FIT_KIND_NODE]->len; i++)
    change_node (course, verb, objects->of[FIT_KIND_NODE]->pdata[i],
                 drains && drains->boolean);
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    change_pod (course, verb, objects->of[FIT_KIND_POD]->pdata[i]);
}

static json_object *
run (const ConformanceCase *c, const CaseSetup *setup)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitSimulation) simulation
      = case_simulation (c, setup, TRUE, -1, &error);
  const FitValue *events = fit_value_get (c->value, "events");
  Course course = { simulation, setup->flags, json_object_new_array () };

  if (!simulation)
    json_object_array_add (course.expected,
                           json_object_new_string (error->message));
  for (guint i = 0; simulation && events && i < events->n; i++)
    happen (c, &course, &events->items[i]);
  return course.expected;
}

json_object *
conformance_events (const ConformanceCase *c)
{
  json_object *list;
  CaseSetup setup;

  case_setup_init (c, &setup);
  list = run (c, &setup);
  if (setup.configuration == NULL)
    {
      json_object *adapted;

      setup.adapt = TRUE;
      adapted = run (c, &setup);
      placements_compare (c, list, adapted);
      json_object_put (adapted);
    }
  case_setup_clear (&setup);
  return list;
}
