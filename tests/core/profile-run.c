/* profile-run.c - makes simulations of a profile, and prints the candidates of preemption
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/profile-run.h"

#include "config/profile-algorithm.h"
#include "core/preemption.h"
#include "tests/core/scripted-plugin.h"
#include "tests/support/manifest.h"

#include <string.h>

void
run_clear (Run *run)
{
  fit_simulation_free (run->simulation);
  fit_extender_answers_free (run->answers);
  fit_objects_free (run->objects);
  fit_configuration_free (run->configuration);
}

void
run_init_with (Run *run, const char *release, const char *configuration,
               const char *manifest, const char *answers)
{
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  FitSimulationOptions rules = { .plugins = registry };
  g_autoptr (GError) error = NULL;

  *run = (Run){ .objects = fit_objects_new () };
  assert_true (fit_plugin_registry_add (registry, &scripted_plugin, NULL));
  run->configuration
      = configuration_with (registry, release, "", configuration);
  rules.configuration = run->configuration;
  if (answers)
    {
      run->answers = fit_extender_answers_parse (answers, strlen (answers),
                                                 "answers", &error);
      if (!run->answers)
        fail_msg ("%s", error->message);
      rules.extender_calls = fit_extender_answers_calls (run->answers);
      rules.ask_extenders = TRUE;
    }
  objects_add (run->objects, manifest,
               fit_configuration_decode_flags (run->configuration));
  run->simulation = fit_simulation_new (run->objects, &rules, &error);
  if (!run->simulation)
    fail_msg ("%s", error->message);
}

void
run_init (Run *run, const char *release, const char *configuration,
          const char *manifest)
{
  run_init_with (run, release, configuration, manifest, NULL);
}

void
expect_preemption_with (const char *release, const char *configuration,
                        const char *manifest, const char *answers,
                        const char *expected)
{
  g_auto (Run) run = { 0 };
  g_autoptr (FitEvaluation) evaluation = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const FitPreemption *preemption;

  run_init_with (&run, release, configuration, manifest, answers);
  evaluation = fit_generic_scheduler_evaluate (
      fit_simulation_scheduler_of (
          run.simulation, fit_simulation_pending (run.simulation)->pdata[0]),
      fit_simulation_pending (run.simulation)->pdata[0],
      FIT_EVALUATE_PREEMPTION);
  preemption = evaluation->preemption;
  assert_non_null (preemption);
  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *candidate = &preemption->candidates[i];

      g_string_append_printf (
          text,
          "%s%s:", candidate == fit_preemption_chosen (preemption) ? "*" : "",
          candidate->node->name);
      for (guint v = 0; v < candidate->n_victims; v++)
        g_string_append_printf (text, "%s,", candidate->victims[v]->meta.name);
      g_string_append_printf (text, "%" G_GINT64_FORMAT " ",
                              candidate->n_pdb_violations);
    }
  if (answers && preemption->error)
    g_string_append (text, preemption->error);
  assert_string_equal (text->str, expected);
}

void
expect_preemption (const char *release, const char *configuration,
                   const char *manifest, const char *expected)
{
  expect_preemption_with (release, configuration, manifest, NULL, expected);
}

void
expect_placements (const char *release, const char *configuration,
                   const char *manifest, const char *expected)
{
  g_auto (Run) run = { 0 };
  g_autofree char *text = NULL;

  run_init (&run, release, configuration, manifest);
  text = simulation_run (run.simulation);
  assert_string_equal (text, expected);
}
