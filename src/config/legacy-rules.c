/* legacy-rules.c - a configuration that selects v1.16's rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/legacy-rules.h"

gboolean
fit_configuration_runs_legacy_rules (const FitConfiguration *configuration)
{
  return fit_release_is_legacy (configuration->target.release)
         || configuration->file->algorithm_source.policy != NULL;
}

gboolean
fit_configuration_check_beside_policy (const FitConfiguration *configuration,
                                       const char *name, GError **error)
{
  const FitConfigFile *file = configuration->file;
  const FitRelease release = configuration->target.release;

  if (release >= FIT_POLICY_BESIDE_BEFORE)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "%s: %s, which reads it, reads no Policy beside it: 1.22 "
                     "was the last release that did",
                     name, fit_release_name (release));
  for (guint i = 0; i < file->n_profiles; i++)
    for (guint point = 0; point < FIT_POINT_LAST; point++)
      {
        const FitPluginSet *set = &file->profiles[i].plugins.sets[point];

        if (set->n_enabled > 0 || set->n_disabled > 0)
          return fit_fail (error, FIT_ERROR_POLICY,
                           "%s: profiles[%u].plugins cannot be used with a "
                           "Policy",
                           name, i);
      }
  if (configuration->n_profiles != 1)
    return fit_fail (error, FIT_ERROR_POLICY,
                     "%s: profiles: found %u, expected one beside a Policy",
                     name, configuration->n_profiles);
  return TRUE;
}

void
fit_legacy_rules_init (FitLegacyRules *out,
                       const FitConfiguration *configuration)
{
  const FitConfigFile *file = configuration->file;
  const FitAlgorithmSource *source = &file->algorithm_source;
  const FitProfile *profile = &configuration->profiles[0];
  FitPluginLists *lists;

  *out = (FitLegacyRules){
    .policy = source->policy,
    .provider = source->policy == NULL ? source->provider : NULL,
    .scheduler_name = profile->scheduler_name,
    .hard_pod_affinity_symmetric_weight
    = file->hard_pod_affinity_symmetric_weight,
    .percentage_of_nodes_to_score = file->percentage_of_nodes_to_score,
    .disable_preemption = file->disable_preemption,
  };
  if (!fit_release_is_legacy (configuration->target.release))
    return;
  lists = out->plugin_lists = fit_plugin_lists_new ();
  for (FitExtensionPoint point = 0; point < FIT_POINT_LAST; point++)
    {
      const FitProfileList *list = &profile->plugins[point];

      for (guint i = 0;
           fit_extension_point_exists (point, configuration->target.release)
           && i < list->n;
           i++)
        fit_plugin_lists_enable (lists, point, list->items[i].name,
                                 list->items[i].weight);
    }
  for (guint i = 0; i < profile->n_args; i++)
    fit_plugin_lists_set_args (lists, profile->args[i].plugin,
                               profile->args[i].written);
}
