/* config-lint.c - warnings about a configuration, all but those that need a
 * simulation */
#include "config/config-lint-private.h"

#include "base/similar.h"
#include "factory/policy-lint.h"
#include "rules/rule.h"

const char *
fit_lint_meant (const FitConfigLint *lint, const FitProfile *profile,
                FitExtensionPoint point, const char *name)
{
  g_autoptr (GPtrArray) names
      = fit_in_tree_plugin_names (lint->configuration->target.release);
  FitSimilar similar;

  if (fit_rule_find (name) != NULL)
    return NULL;
  fit_similar_init (&similar, name);
  for (guint i = 0; i < names->len; i++)
    fit_similar_offer (&similar, names->pdata[i]);
  if (similar.best == NULL)
    return NULL;
  return (point == FIT_POINT_MULTI
              ? fit_profile_has_any (profile, similar.best)
              : fit_profile_has (profile, point, similar.best))
             ? similar.best
             : NULL;
}

void
fit_configuration_lint (const FitConfigLint *lint, GPtrArray *warnings)
{
  static const FitExtenderWords words = {
    .https = "enableHTTPS",
    .timeout_fix = "Write \"5s\" for 5 seconds, or leave the field out, which "
                   "means 5 seconds, too.",
  };
  const FitConfiguration *configuration = lint->configuration;

  /* The lists of v1alpha1 do not count beside a Policy. */
  if (configuration->file->algorithm_source.policy == NULL)
    {
      fit_lint_lists (lint, warnings);
      fit_lint_plugins (lint, warnings);
    }
  fit_extenders_lint (configuration->extenders, &words, warnings);
  fit_lint_extender_hosts (lint, warnings);
}
