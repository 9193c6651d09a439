/* policy-as-plugins.c - converts a Policy or a provider like the releases that
 * run it as plugins
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/policy-as-plugins.h"

#include "releases/legacy-release.h"
#include "cli/console.h"
#include "policy/policy.h"

gboolean
fit_policy_release_parse (const char *text, FitRelease *out_release,
                          GError **error)
{
  FitRelease release;

  if (fit_legacy_release_parse (text, out_release, NULL))
    return TRUE;
  if (!fit_migration_release_parse (text, &release, NULL)
      || release > FIT_POLICY_RELEASE_LAST)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "\"%s\" is not a release that reads a Policy: 1.8 to 1.22",
                     text);
  *out_release = release;
  return TRUE;
}

const char *
fit_policy_release_run_as (FitRelease release)
{
  return fit_release_has_profiles (release)
             ? fit_release_name (release)
             : fit_legacy_release_name (MIN (release, FIT_RELEASE_LEGACY));
}

gboolean
fit_policy_release_has_rules (FitRelease release)
{
  return fit_release_is_legacy (release) || fit_release_has_profiles (release);
}

void
fit_policy_release_note (FitRelease release)
{
  if (!fit_policy_release_has_rules (release))
    fit_console_note ("1.17 is tried as 1.16, although its scores go up to 100 "
                      "instead of 10: fewer nodes tie there");
}

FitMigration *
fit_policy_as_plugins (const FitInvocation *invocation,
                       const FitMigrationSource *source, FitRelease release,
                       const FitPluginRegistry *plugins, GError **error)
{
  const FitOptions *options = &invocation->options;
  FitFeatureGates gates = fit_feature_gates_of_release (release);
  g_autofree char *given = options->feature_gates != NULL
                               ? g_strjoinv (",", options->feature_gates)
                               : NULL;
  g_autoptr (FitRegistry) known
      = fit_invocation_registry (invocation, fit_feature_gates_default ());
  FitMigrationOptions how = { .from_release = release,
                              .from_gates = given,
                              .target_version = FIT_CONFIG_V1ALPHA2,
                              .target_release = release,
                              .target_gates = &gates,
                              .exact = TRUE,
                              .scheduler_name = options->scheduler_name,
                              .registry = plugins,
                              .rules = known,
                              .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };

  if (given != NULL && !fit_feature_gates_parse (&gates, given, error))
    return NULL;
  /* The oldest version that it reads supports most features of a Policy. */
  while (!fit_config_version_is_read_by (how.target_version, release))
    how.target_version++;
  return fit_migrate (source, &how, error);
}
