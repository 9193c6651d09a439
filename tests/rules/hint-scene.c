/* hint-scene.c - asks the events and hints of one plugin about objects in YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"
#include "rules/plugin-events.h"
#include "rules/profile-plugin.h"
#include "tests/support/manifest.h"

#include <string.h>

static gpointer
only_object (const FitObjects *objects)
{
  for (guint kind = 0; objects && kind < FIT_KIND_LAST; kind++)
    if (objects->of[kind]->len > 0)
      return objects->of[kind]->pdata[0];
  return NULL;
}

static FitPredicate *
filter_of (const HintQuestion *question, FitCache *cache)
{
  const FitProfilePluginArgs args = {
    .release = question->release,
    .gates = fit_feature_gates_of_release (question->release),
    .points = FIT_AT (PRE_FILTER) | FIT_AT (FILTER),
    .args = fit_plugin_args_default (question->plugin),
    .cache = cache,
  };
  g_autoptr (GError) error = NULL;
  FitPredicate *filter = NULL;

  if (fit_profile_filter_formula (question->plugin, question->release))
    {
      filter = fit_profile_filter_new (question->plugin, &args, &error);
      assert_non_null (filter);
    }
  return filter;
}

/* The pod, with the fields that only later releases read. */
static FitPod *
pod_of (const HintQuestion *question)
{
  const FitFeatureGates gates
      = fit_feature_gates_of_release (question->release);
  g_autoptr (FitObjects) objects = objects_with (
      question->pod,
      FIT_DECODE_AS_IS | fit_profile_decode_flags (question->release, gates));

  return fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0]);
}

gboolean
hint_helps (const HintQuestion *question)
{
  const FitFeatureGates gates
      = fit_feature_gates_of_release (question->release);
  g_autoptr (FitCache) cache = fit_cache_new (gates);
  g_autoptr (FitPredicate) filter = filter_of (question, cache);
  g_autoptr (GArray) rows
      = fit_plugin_events (question->release, gates, !question->no_hints);
  g_autoptr (FitPod) pod = pod_of (question);
  g_autoptr (FitObjects) before
      = question->before ? objects_from (question->before) : NULL;
  g_autoptr (FitObjects) now
      = question->now ? objects_from (question->now) : NULL;
  gboolean found = FALSE;

  for (guint i = 0; i < rows->len; i++)
    {
      const FitPluginEvent *row = &g_array_index (rows, FitPluginEvent, i);
      const FitEventRegistration *it = &row->registration;

      if (strcmp (row->plugin, question->plugin) == 0
          && fit_cluster_event_matches (&it->event,
                                        fit_cluster_event (question->event)))
        found |= it->hint == NULL || question->no_hints
                 || it->hint (filter, pod, only_object (before),
                              only_object (now))
                        != FIT_QUEUEING_SKIP;
    }
  return found;
}

void
hint_check_changes (const char *plugin, FitClusterEventName event,
                    const HintChange *changes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const HintQuestion question
          = { plugin, IN (34),           changes[i].pod,
              event,  changes[i].before, changes[i].now };

      if (hint_helps (&question) != changes[i].helps)
        fail_msg ("%s, %s: change %u", plugin, fit_cluster_event (event)->label,
                  i);
    }
}
