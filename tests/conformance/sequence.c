/* sequence.c - cases that place several pods one after the other
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "simulate/diff.h"

#include <string.h>

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

static void
compare_with_plugins (const ConformanceCase *c, CaseSetup *setup,
                      json_object *list)
{
  json_object *adapted;

  setup->adapt = TRUE;
  adapted = placements (c, setup);
  placements_compare (c, list, adapted);
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
  if (setup.configuration == NULL)
    {
      compare_with_plugins (c, &setup, list);
      diff_with_plugins (c, &setup, list);
    }
  case_setup_clear (&setup);
  return list;
}
