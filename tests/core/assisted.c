/* assisted.c - a genericScheduler with extenders and plugins, and its answers as text
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/assisted.h"
#include "tests/support/enabled-plugin.h"

#include <string.h>

static const char *
pod_json (const FitPod *pod, gpointer data)
{
  return g_hash_table_lookup (((const Assisted *) data)->texts, pod->meta.name);
}

static const char *
node_json (const FitNode *node, gpointer data)
{
  return g_hash_table_lookup (((const Assisted *) data)->texts, node->name);
}

static void
add_text (Assisted *assisted, const FitObjectMeta *meta)
{
  g_hash_table_insert (
      assisted->texts, g_strdup (meta->name),
      g_strdup_printf ("{\"metadata\":{\"name\":\"%s\",\"uid\":\"%s\"},"
                       "\"spec\":{},\"status\":{}}",
                       meta->name, meta->uid));
}

static void
add_texts (Assisted *assisted, const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  assisted->texts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < objects->of[FIT_KIND_NODE]->len; i++)
    add_text (assisted,
              &((FitNode *) objects->of[FIT_KIND_NODE]->pdata[i])->meta);
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    add_text (assisted,
              &((FitPod *) objects->of[FIT_KIND_POD]->pdata[i])->meta);
}

static void
add_plugin (Assisted *assisted, const AssistedSetup *setup)
{
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  g_autoptr (FitPluginLists) lists = fit_plugin_lists_new ();
  g_autoptr (GError) error = NULL;

  fit_plugin_registry_add (registry, setup->plugin, NULL);
  enable_at_all_points (lists, FIT_RELEASE_LEGACY, setup->plugin,
                        setup->plugin_weight);
  assisted->framework = fit_framework_new (
      registry, lists, fit_simulation_cache (assisted->simulation), &error);
  if (error != NULL)
    fail_msg ("%s", error->message);
}

void
assisted_init_over (Assisted *assisted, const AssistedSetup *setup,
                    FitSimulation *simulation)
{
  const char *name;
  const FitAlgorithm *algorithm = fit_simulation_profile (simulation, 0, &name);
  FitSchedulerOptions options = setup->simulation.scheduling;

  *assisted = (Assisted){ .simulation = simulation };
  add_texts (assisted, setup->simulation.manifest);
  assisted->extenders = fit_extenders_new (
      algorithm->extenders, &(const FitExtenderOptions){ .pod_json = pod_json,
                                                         .node_json = node_json,
                                                         .data = assisted });
  if (setup->plugin != NULL)
    add_plugin (assisted, setup);
  options.framework = assisted->framework;
  options.extenders = assisted->extenders;
  assisted->scheduler = fit_generic_scheduler_new (
      fit_simulation_cache (simulation), algorithm, &options);
}

void
assisted_init (Assisted *assisted, const AssistedSetup *setup)
{
  assisted_init_over (assisted, setup, simulation_from (&setup->simulation));
}

void
assisted_clear (Assisted *assisted)
{
  fit_generic_scheduler_free (assisted->scheduler);
  fit_framework_free (assisted->framework);
  g_ptr_array_set_free_func (assisted->extenders,
                             (GDestroyNotify) fit_extender_free);
  g_ptr_array_unref (assisted->extenders);
  g_hash_table_unref (assisted->texts);
  fit_simulation_free (assisted->simulation);
}

const FitPod *
assisted_pod (const Assisted *assisted)
{
  return fit_simulation_pending (assisted->simulation)->pdata[0];
}

char *
assisted_schedule (Assisted *assisted, FitCycleState *state)
{
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) error = NULL;

  if (!fit_generic_scheduler_schedule (
          assisted->scheduler, assisted_pod (assisted), state, &result, &error))
    return g_strconcat ("error: ", error->message, NULL);
  if (result.node == NULL)
    return g_strdup (result.fit_error);
  if (!result.scored)
    return g_strdup_printf ("%s - %u/%u", result.node->name, result.evaluated,
                            result.feasible);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT " %u/%u", result.node->name,
                          result.score, result.evaluated, result.feasible);
}

void
assisted_expect (const AssistedSetup *setup, const char *expected)
{
  g_auto (Assisted) assisted = { 0 };
  g_autofree char *text = NULL;

  assisted_init (&assisted, setup);
  text = assisted_schedule (&assisted, NULL);
  assert_string_equal (text, expected);
}

char *
assisted_preempt (Assisted *assisted)
{
  g_autoptr (FitPreemption) preemption = fit_generic_scheduler_preempt (
      assisted->scheduler, assisted_pod (assisted));
  const FitNodeVictims *chosen = fit_preemption_chosen (preemption);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < preemption->n_potential; i++)
    g_string_append_printf (text, "%s ", preemption->potential[i]->name);
  g_string_append_c (text, '|');
  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *candidate = &preemption->candidates[i];

      g_string_append_printf (text, " %s%s(", candidate == chosen ? "*" : "",
                              candidate->node->name);
      for (guint v = 0; v < candidate->n_victims; v++)
        g_string_append_printf (text, "%s%s", v > 0 ? " " : "",
                                candidate->victims[v]->meta.name);
      g_string_append_c (text, ')');
    }
  for (guint i = 0; i < preemption->nominated_to_clear->len; i++)
    g_string_append_printf (
        text, " clears %s",
        ((const FitPod *) preemption->nominated_to_clear->pdata[i])->meta.name);
  for (guint i = 0; i < preemption->skipped->len; i++)
    g_string_append_printf (text, " [%s]",
                            (char *) preemption->skipped->pdata[i]);
  if (preemption->error != NULL)
    g_string_append_printf (text, " error: %s", preemption->error);
  return g_string_free (text, FALSE);
}

FitEvaluation *
assisted_evaluate (Assisted *assisted, FitEvaluateFlags flags)
{
  return fit_generic_scheduler_evaluate (assisted->scheduler,
                                         assisted_pod (assisted), flags);
}
