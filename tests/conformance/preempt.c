/* preempt.c - cases about preemption
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "core/preemption.h"

#include <string.h>

static gint
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static json_object *
sorted_names (GPtrArray *names)
{
  json_object *list = json_object_new_array ();

  g_ptr_array_sort (names, compare_strings);
  for (guint i = 0; i < names->len; i++)
    json_object_array_add (list, json_object_new_string (names->pdata[i]));
  return list;
}

static json_object *
pod_name_json (const FitPod *pod)
{
  g_autofree char *name
      = g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name);

  return json_object_new_string (name);
}

static json_object *
potential_json (const FitPreemption *preemption)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < preemption->n_potential; i++)
    g_ptr_array_add (names, (gpointer) preemption->potential[i]->name);
  return sorted_names (names);
}

static json_object *
victims_json (const FitPreemption *preemption)
{
  json_object *by_node = json_object_new_object ();

  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *candidate = &preemption->candidates[i];
      json_object *node = json_object_new_object (),
                  *pods = json_object_new_array ();

      for (guint v = 0; v < candidate->n_victims; v++)
        json_object_array_add (pods, pod_name_json (candidate->victims[v]));
      json_object_object_add (node, "pods", pods);
      json_object_object_add (
          node, "numPDBViolations",
          json_object_new_int64 (candidate->n_pdb_violations));
      json_object_object_add (by_node, candidate->node->name, node);
    }
  return by_node;
}

static json_object *
chosen_json (const FitPreemption *preemption)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < preemption->n_best; i++)
    g_ptr_array_add (
        names,
        (gpointer) preemption->candidates[preemption->best[i]].node->name);
  return sorted_names (names);
}

/* The nominations to clear for each node that may be chosen, or under "" when
 * there is none. */
static json_object *
to_clear_json (const FitPreemption *preemption, const FitPod *pod,
               FitCache *cache)
{
  json_object *by_node = json_object_new_object ();

  if (!preemption)
    return by_node;

  for (guint i = 0; i < preemption->n_best; i++)
    {
      const char *node = preemption->candidates[preemption->best[i]].node->name;
      const GPtrArray *nominated = fit_nominated_pods_for_node (
          fit_cache_nominated_pods (cache), node);
      json_object *pods = json_object_new_array ();

      for (guint p = 0; i > 0 && nominated && p < nominated->len; p++)
        if (((FitPod *) nominated->pdata[p])->spec->priority
            < pod->spec->priority)
          json_object_array_add (pods, pod_name_json (nominated->pdata[p]));
      for (guint p = 0; i == 0 && p < preemption->nominated_to_clear->len; p++)
        json_object_array_add (
            pods, pod_name_json (preemption->nominated_to_clear->pdata[p]));
      json_object_object_add (by_node, node, pods);
    }
  if (preemption->n_best == 0)
    {
      json_object *pods = json_object_new_array ();

      for (guint p = 0; p < preemption->nominated_to_clear->len; p++)
        json_object_array_add (
            pods, pod_name_json (preemption->nominated_to_clear->pdata[p]));
      json_object_object_add (by_node, "", pods);
    }
  return by_node;
}

static void
add_preemption (json_object *entry, const FitPreemption *preemption)
{
  json_object_object_add (entry, "eligible",
                          json_object_new_boolean (preemption->eligible));
  json_object_object_add (entry, "potentialNodes", potential_json (preemption));
  json_object_object_add (entry, "nodeToVictims", victims_json (preemption));
  json_object_object_add (entry, "chosen", chosen_json (preemption));
  json_object_object_add (entry, "preemptError",
                          json_string_or_null (preemption->error));
}

static json_object *
preempt_pod (FitSimulation *simulation, const FitPod *pod)
{
  FitGenericScheduler *scheduler
      = fit_simulation_scheduler_of (simulation, pod);
  json_object *entry = json_object_new_object ();
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPreemption) preemption = NULL;

  fit_generic_scheduler_schedule (scheduler, pod, NULL, &result, &error);
  json_object_object_add (entry, "pod", pod_name_json (pod));
  json_object_object_add (
      entry, "scheduledOn",
      json_string_or_null (result.node ? result.node->name : NULL));
  json_object_object_add (entry, "error",
                          json_string_or_null (error ? error->message : NULL));
  json_object_object_add (entry, "fitError",
                          json_string_or_null (result.fit_error));
  if (result.fit_error)
    preemption = fit_generic_scheduler_preempt (scheduler, pod);
  json_object_object_add (
      entry, "nominatedPodsToClear",
      to_clear_json (preemption, pod, fit_simulation_cache (simulation)));
  if (preemption)
    add_preemption (entry, preemption);
  else
    add_preemption (entry, &(FitPreemption){ 0 });
  return entry;
}

static json_object *
preempt_all (FitSimulation *simulation, const GPtrArray *pods)
{
  json_object *list = json_object_new_array ();

  for (guint i = 0; i < pods->len; i++)
    json_object_array_add (list, preempt_pod (simulation, pods->pdata[i]));
  return list;
}

json_object *
conformance_preempt (const ConformanceCase *c)
{
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;
  CaseSetup setup;
  json_object *list;

  case_setup_init (c, &setup);
  simulation = case_simulation (c, &setup, TRUE, 100, &error);
  if (simulation != NULL)
    list = preempt_all (simulation, setup.pending->of[FIT_KIND_POD]);
  else
    {
      list = json_object_new_array ();
      json_object_array_add (list, json_object_new_string (error->message));
    }
  g_clear_pointer (&simulation, fit_simulation_free);
  case_setup_clear (&setup);
  return list;
}
