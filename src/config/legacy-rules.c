/* legacy-rules.c - a configuration that selects v1.16's rules */
#include "config/legacy-rules.h"

gboolean
fit_configuration_runs_legacy_rules (const FitConfiguration *configuration)
{
  return fit_release_is_legacy (configuration->target.release)
         || configuration->file->algorithm_source.policy != NULL;
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
