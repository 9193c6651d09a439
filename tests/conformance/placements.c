/* placements.c - where pods were placed, in the form of a case's `expected`
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include <string.h>

#define ASSUME_VOLUMES "AssumePodVolumes failed: "
#define AT_RESERVE "running Reserve plugin "

json_object *
placement_json (const FitPod *pod, const FitPlacement *placement)
{
  json_object *entry = json_object_new_object ();
  g_autofree char *name
      = g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name);
  const FitScheduleResult *result = &placement->result;
  const char *error
      = placement->error ? placement->error->message : result->fit_error;

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
  else if (error && g_str_has_prefix (error, AT_RESERVE))
    {
      g_autofree char *step = g_strconcat ("reserve: ", error, NULL);

      json_object_object_add (entry, "error", json_object_new_string (step));
    }
  else
    json_object_object_add (entry, "error", json_string_or_null (error));
  return entry;
}

/* Plugins say less about a node that they reject: GeneralPredicates asks all of
 * its parts, a profile stops at the first. */
static void
drop_messages (json_object *list)
{
  for (gsize i = 0; i < json_object_array_length (list); i++)
    {
      json_object *entry = json_object_array_get_idx (list, i);

      if (json_object_is_type (entry, json_type_object)
          && !json_object_object_get (entry, "host"))
        json_object_object_del (entry, "error");
    }
}

void
placements_compare (const ConformanceCase *c, json_object *list,
                    json_object *adapted)
{
  json_object *expected = NULL;
  g_autofree char *difference = NULL;

  json_object_deep_copy (list, &expected, NULL);
  drop_messages (expected);
  drop_messages (adapted);
  difference = first_difference (expected, adapted, "as plugins");
  if (difference)
    conformance_refuse (c, difference);
  json_object_put (expected);
}
