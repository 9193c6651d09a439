/* simulated.c - runs a simulation of objects in YAML, and prints its placements as short text
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/simulated.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "config/profile-algorithm.h"

FitConfiguration *
configuration_with (const FitPluginRegistry *plugins, const char *release,
                    const char *gates, const char *text)
{
  FitConfigurationOptions options = { .registry = plugins };
  FitFeatureGates set;
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration;

  assert_true (fit_release_parse (release, &options.release, &error));
  set = fit_feature_gates_of_release (options.release);
  assert_true (fit_feature_gates_parse (&set, gates, &error));
  options.gates = &set;
  configuration = fit_configuration_read (text, strlen (text), "profile",
                                          &options, &error);
  if (configuration == NULL)
    fail_msg ("%s", error->message);
  return configuration;
}

FitConfiguration *
configuration_from (const char *release, const char *gates, const char *text)
{
  return configuration_with (NULL, release, gates, text);
}

FitSimulation *
simulation_try (const SimulationSetup *setup, GError **error)
{
  const FitFeatureGates gates = gates_from (setup->gates);
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  FitSimulationOptions options = {
    .registry = registry,
    .gates = gates,
    .provider = setup->provider,
    .configuration = setup->configuration,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
    .scheduling = setup->scheduling,
  };

  if (setup->extend != NULL)
    setup->extend (registry);
  if (!fit_objects_read (
          objects, setup->manifest, strlen (setup->manifest), "manifest",
          setup->configuration != NULL
              ? fit_configuration_decode_flags (setup->configuration)
              : FIT_DECODE_DEFAULT,
          NULL, error))
    return NULL;
  if (setup->policy != NULL)
    {
      options.policy = fit_policy_parse (setup->policy, strlen (setup->policy),
                                         "policy", NULL, error);
      if (options.policy == NULL)
        return NULL;
    }
  return fit_simulation_new (objects, &options, error);
}

FitSimulation *
simulation_from (const SimulationSetup *setup)
{
  g_autoptr (GError) error = NULL;
  FitSimulation *simulation = simulation_try (setup, &error);

  if (simulation == NULL)
    fail_msg ("%s", error->message);
  return simulation;
}

static void
append_placement (GString *text, const FitPod *pod,
                  const FitPlacement *placement)
{
  const FitScheduleResult *result = &placement->result;

  g_string_append_printf (text, "%s: ", pod->meta.name);
  if (placement->error != NULL)
    g_string_append (text, placement->error->message);
  else if (result->node == NULL)
    g_string_append (text, result->fit_error);
  else if (result->scored)
    g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %u/%u",
                            result->node->name, result->score,
                            result->evaluated, result->feasible);
  else
    g_string_append_printf (text, "%s - %u/%u", result->node->name,
                            result->evaluated, result->feasible);
  g_string_append_c (text, '\n');
}

char *
simulation_run (FitSimulation *simulation)
{
  const GPtrArray *pending = fit_simulation_pending (simulation);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < pending->len; i++)
    {
      g_auto (FitPlacement) placement = { 0 };

      fit_simulation_schedule (simulation, pending->pdata[i], &placement);
      append_placement (text, pending->pdata[i], &placement);
    }
  return g_string_free (text, FALSE);
}

void
simulate (const SimulationSetup *setup, const char *expected)
{
  g_autoptr (FitSimulation) simulation = simulation_from (setup);
  g_autofree char *text = simulation_run (simulation);

  assert_string_equal (text, expected);
}
