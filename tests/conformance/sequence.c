/* sequence.c - cases that place several pods one after the other */
#include "conformance.h"

#include "simulate/diff.h"

#include <string.h>

#define ASSUME_VOLUMES "AssumePodVolumes failed: "

static json_object *
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
  else
    json_object_object_add (entry, "error", json_string_or_null (error));
  return entry;
}

static json_object *
placements (const ConformanceCase *c, const CaseSetup *setup)
{
  json_object *list = json_object_new_array ();
  g_autoptr (GError) error = NULL;
  g_autoptr (FitSimulation) simulation
      = case_simulation (c, setup, TRUE, -1, &error);

  if (!simulation)
    json_object_array_add (list, json_object_new_string (error->message));
  for (guint i = 0; simulation && i < setup->pending->of[FIT_KIND_POD]->len;
       i++)
    {
      const FitPod *pod = setup->pending->of[FIT_KIND_POD]->pdata[i];
      g_auto (FitPlacement) placement = { 0 };

      fit_simulation_schedule (simulation, pod, &placement);
      json_object_array_add (list, placement_json (pod, &placement));
    }
  return list;
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

/* The same rules as plugins, with the same arithmetic, place every pod where the
 * rules themselves do. */
static void
compare_with_plugins (const ConformanceCase *c, CaseSetup *setup,
                      json_object *list)
{
  json_object *expected = NULL, *adapted;
  g_autofree char *difference = NULL;

  setup->adapt = TRUE;
  adapted = placements (c, setup);
  json_object_deep_copy (list, &expected, NULL);
  drop_messages (expected);
  drop_messages (adapted);
  difference = first_difference (expected, adapted, "as plugins");
  if (difference)
    json_object_array_add (list, json_object_new_string (difference));
  json_object_put (expected);
  json_object_put (adapted);
}

/* One side of a diff. */
typedef struct
{
  const ConformanceCase *c;
  CaseSetup *setup;
  gboolean adapt;
} Side;

static FitSimulation *
make_side (const FitObjects *objects, gpointer data, GError **error)
{
  const Side *side = data;

  (void) objects;
  side->setup->adapt = side->adapt;
  return case_simulation (side->c, side->setup, TRUE, -1, error);
}

/* Attempts that fail must fail alike: a case may have a pod twice. */
static gboolean
differs (const FitDiffItem *item)
{
  return item->change != FIT_DIFF_NOT_COMPARED
         || g_strcmp0 (item->outcomes[FIT_DIFF_LEFT].message,
                       item->outcomes[FIT_DIFF_RIGHT].message)
                != 0;
}

/* A diff of the two says so, with all pods in the queue at once. */
static void
diff_with_plugins (const ConformanceCase *c, CaseSetup *setup,
                   json_object *list)
{
  Side data[] = { { c, setup, FALSE }, { c, setup, TRUE } };
  const FitDiffSide sides[] = {
    { .objects = setup->objects, .make = make_side, .data = &data[0] },
    { .objects = setup->objects, .make = make_side, .data = &data[1] },
  };
  g_autoptr (FitDiff) diff = NULL;
  g_autoptr (GError) error = NULL;

  case_setup_merge (c, setup);
  diff = fit_diff_new (sides, &error);
  if (!diff)
    json_object_array_add (list, json_object_new_string (error->message));
  for (guint i = 0; diff && i < diff->items->len; i++)
    if (differs (diff->items->pdata[i]))
      json_object_array_add (
          list, json_object_new_string ("diff: plugins place pods elsewhere"));
}

json_object *
conformance_sequence (const ConformanceCase *c)
{
  json_object *list;
  CaseSetup setup;

  case_setup_init (c, &setup);
  list = placements (c, &setup);
  compare_with_plugins (c, &setup, list);
  diff_with_plugins (c, &setup, list);
  case_setup_clear (&setup);
  return list;
}
