/* config-trial.c - places the same pods by a profile and by changes of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/config-trial.h"

#include <string.h>

#include "simulate/place-pods.h"

/* -- pods ------------------------------------------------------------------ */

void
fit_trial_place_clear (FitTrialPlace *place)
{
  g_clear_pointer (&place->pods, g_ptr_array_unref);
}

gboolean
fit_pod_is_tied (const FitPod *pod)
{
  const FitOwnerReference *owner = pod->meta.controller;

  return owner != NULL
         && (strcmp (owner->kind, "DaemonSet") == 0
             || strcmp (owner->kind, "Node") == 0);
}

gboolean
fit_trial_place_init (FitTrialPlace *out, const FitConfigLint *lint,
                      guint index)
{
  const FitConfiguration *configuration = lint->configuration;
  const char *names[] = { configuration->profiles[index].scheduler_name, NULL };
  const guint n_names = configuration->n_profiles == 1 ? 2 : 1;

  *out
      = (FitTrialPlace){ .objects = lint->objects, .pods = g_ptr_array_new () };
  if (lint->objects == NULL || lint->objects->of[FIT_KIND_NODE]->len == 0)
    return FALSE;
  for (guint i = 0; i < n_names && out->pods->len == 0; i++)
    for (guint anew = 0; anew < 2 && out->pods->len == 0; anew++)
      {
        const GPtrArray *all = out->objects->of[FIT_KIND_POD];

        out->anew = anew == 1;
        for (guint p = 0; p < all->len && out->pods->len < FIT_TRIAL_MAX_PODS;
             p++)
          {
            const FitPod *pod = all->pdata[p];

            if (fit_pod_terminal (pod) || fit_object_meta_deleting (&pod->meta)
                || fit_pod_is_tied (pod)
                || (*pod->node_name != '\0') != out->anew
                || (names[i] != NULL
                    && strcmp (pod->spec->scheduler_name, names[i]) != 0))
              continue;
            g_ptr_array_add (out->pods, (gpointer) pod);
          }
      }
  return out->pods->len > 0;
}

/* -- changes --------------------------------------------------------------- */

FitConfigFile *
fit_config_trial_file (const FitConfigTrial *trial)
{
  return fit_config_file_one_profile (trial->lint->configuration->file,
                                      trial->index, trial->arena);
}

void
fit_config_trial_weigh (const FitConfigTrial *trial, FitConfigFile *file,
                        const char *plugin, gint32 weight)
{
  FitPluginSet *set = &file->profiles->plugins.sets[FIT_POINT_SCORE];

  fit_plugin_set_drop_all (set, TRUE, plugin, trial->arena);
  /* Up to v1beta1 a default must be disabled to be enabled once more. */
  if (trial->lint->configuration->target.version <= FIT_CONFIG_V1BETA1)
    {
      fit_plugin_set_drop_all (set, FALSE, plugin, trial->arena);
      fit_plugin_set_disable (set, plugin, trial->arena);
    }
  fit_plugin_set_enable (set, plugin, weight, trial->arena);
}

void
fit_config_trial_silence (const FitConfigTrial *trial, FitConfigFile *file,
                          const char *plugin)
{
  fit_plugin_set_silence (&file->profiles->plugins.sets[FIT_POINT_SCORE],
                          plugin, trial->arena);
}

/* -- running --------------------------------------------------------------- */

GPtrArray *
fit_config_trial_run (const FitConfigTrial *trial, const FitConfigFile *file,
                      const FitTrialPlace *place)
{
  const FitConfigLint *lint = trial->lint;
  FitConfigurationOptions reading = *lint->options;
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  FitSimulationOptions options
      = { .files_elsewhere = TRUE, .plugins = lint->options->registry };

  reading.unknown_plugins = FIT_UNKNOWN_PLUGINS_SKIP;
  configuration
      = fit_configuration_change (lint->configuration, file, &reading, NULL);
  if (configuration == NULL)
    return NULL;
  options.configuration = configuration;
  simulation = fit_simulation_new (place->objects, &options, NULL);
  if (simulation == NULL)
    return NULL;
  for (guint i = 0; place->anew && i < place->pods->len; i++)
    if (!fit_cache_remove_pod (fit_simulation_cache (simulation),
                               place->pods->pdata[i], NULL))
      return NULL;
  for (guint i = 0; i < place->pods->len; i++)
    {
      g_autoptr (FitPod) unassigned
          = fit_pod_with_node_name (place->pods->pdata[i], "");
      g_autofree char *reason = NULL;
      const FitNodeInfo *node;

      if (!fit_place (simulation, unassigned, &node, &reason, NULL))
        return NULL;
      g_ptr_array_add (nodes, node != NULL ? (gpointer) node->name : NULL);
    }
  return g_steal_pointer (&nodes);
}

guint
fit_trial_count_nodes (const GPtrArray *nodes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < nodes->len; i++)
    if (nodes->pdata[i] != NULL)
      g_hash_table_add (seen, nodes->pdata[i]);
  return g_hash_table_size (seen);
}

guint
fit_trial_count_placed (const GPtrArray *nodes)
{
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    n += nodes->pdata[i] != NULL;
  return n;
}

guint
fit_trial_count_moved (const GPtrArray *one, const GPtrArray *other)
{
  guint n = 0;

  for (guint i = 0; i < one->len; i++)
    n += one->pdata[i] != other->pdata[i];
  return n;
}
