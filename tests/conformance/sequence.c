#include "conformance.h"

#include <string.h>

#define ASSUME_VOLUMES "AssumePodVolumes failed: "

static json_object *
placement_json (const FitPod *pod, const FitPlacement *placement)
{
  json_object *entry = json_object_new_object ();
  g_autofree char *name
      = g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name);
  const FitScheduleResult *result = &placement->result;
  const char *error = placement->error ? placement->error : result->fit_error;

  json_object_object_add (entry, "pod", json_object_new_string (name));
  json_object_object_add (
      entry, "host",
      json_string_or_null (result->node ? result->node->name : NULL));
  json_object_object_add (entry, "evaluatedNodes",
                          json_object_new_int64 (result->evaluated));
  json_object_object_add (entry, "feasibleNodes",
                          json_object_new_int64 (result->feasible));
  if (error && g_str_has_prefix (error, ASSUME_VOLUMES))
    {
      json_object_object_add (entry, "error", NULL);
      json_object_object_add (
          entry, "assumeVolumesError",
          json_object_new_string (error + strlen (ASSUME_VOLUMES)));
    }
  else
    json_object_object_add (entry, "error", json_string_or_null (error));
  return entry;
}

json_object *
conformance_sequence (const ConformanceCase *c)
{
  json_object *list = json_object_new_array ();
  g_autoptr (GError) error = NULL;
  CaseSetup setup;
  FitSimulation *simulation;

  case_setup_init (c, &setup);
  simulation = case_simulation (c, &setup, TRUE, -1, &error);
  if (!simulation)
    json_object_array_add (list, json_object_new_string (error->message));
  for (guint i = 0; simulation && i < setup.pending->of[FIT_KIND_POD]->len; i++)
    {
      const FitPod *pod = setup.pending->of[FIT_KIND_POD]->pdata[i];
      g_auto (FitPlacement) placement = { 0 };

      fit_simulation_schedule (simulation, pod, &placement);
      json_object_array_add (list, placement_json (pod, &placement));
    }
  fit_simulation_free (simulation);
  case_setup_clear (&setup);
  return list;
}
