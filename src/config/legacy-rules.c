/* legacy-rules.c - a configuration that selects v1.16's rules */
#include "config/legacy-rules.h"

gboolean
fit_configuration_runs_legacy_rules (const FitConfiguration *configuration)
{
  return fit_release_is_legacy (configuration->target.release)
         || configuration->file->algorithm_source.policy != NULL;
}

static gboolean
has_plugins (const FitProfileFile *profile)
{
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    if (profile->plugins.sets[point].n_enabled > 0
        || profile->plugins.sets[point].n_disabled > 0)
      return TRUE;
  return FALSE;
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
    if (has_plugins (&file->profiles[i]))
      return fit_fail (error, FIT_ERROR_POLICY,
                       "%s: profiles[%u].plugins cannot be used with a Policy",
                       name, i);
  if (configuration->n_profiles != 1)
    return fit_fail (error, FIT_ERROR_POLICY,
                     "%s: profiles: found %u, expected one beside a Policy",
                     name, configuration->n_profiles);
  return TRUE;
}

static FitPluginLists *
make_lists (const FitConfiguration *configuration)
{
  const FitProfile *profile = &configuration->profiles[0];
  FitPluginLists *lists = fit_plugin_lists_new ();

  for (guint point = 0; point < FIT_POINT_LAST; point++)
    {
      const FitProfileList *list = &profile->plugins[point];

      if (!fit_extension_point_exists ((FitExtensionPoint) point,
                                       configuration->target.release))
        continue;
      for (guint i = 0; i < list->n; i++)
        fit_plugin_lists_enable (lists, (FitExtensionPoint) point,
                                 list->items[i].name, list->items[i].weight);
    }
  for (guint i = 0; i < profile->n_args; i++)
    fit_plugin_lists_set_args (lists, profile->args[i].plugin,
                               profile->args[i].written);
  return lists;
}

void
fit_legacy_rules_init (FitLegacyRules *out,
                       const FitConfiguration *configuration)
{
  const FitConfigFile *file = configuration->file;
  const FitAlgorithmSource *source = &file->algorithm_source;

  *out = (FitLegacyRules){
    .policy = source->policy,
    .provider = source->policy == NULL ? source->provider : NULL,
    .scheduler_name = configuration->profiles[0].scheduler_name,
    .hard_pod_affinity_symmetric_weight
    = file->hard_pod_affinity_symmetric_weight,
    .percentage_of_nodes_to_score = file->percentage_of_nodes_to_score,
    .disable_preemption = file->disable_preemption,
  };
  if (fit_release_is_legacy (configuration->target.release))
    out->plugin_lists = make_lists (configuration);
}
