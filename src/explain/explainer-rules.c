/* explainer-rules.c - converts the text of a Policy, a provider or a
 * configuration to rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explainer-private.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "config/default-profile.h"
#include "config/profile-algorithm.h"
#include "factory/extender-config.h"

#define DEFAULT_SCHEDULER "default-scheduler"

/* -- conflicts ------------------------------------------------------------- */

static gboolean
check (const FitExplainerRules *rules, GError **error)
{
  const char *problem = NULL;

  if (rules->provider != NULL
      && (rules->policy != NULL || rules->configuration != NULL))
    problem = "a provider goes neither with a Policy nor with a configuration";
  else if (rules->configuration != NULL && rules->scheduler_name != NULL)
    problem = "a scheduler name does not go with a configuration, whose "
              "profiles have names";
  if (problem == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE, "%s", problem);
}

static const char *
configuration_source (const FitExplainerRules *rules)
{
  return rules->configuration_source != NULL ? rules->configuration_source
                                             : "configuration";
}

/* -- a configuration ------------------------------------------------------- */

/* Returns: 0 if it is unknown; reading it then reports the error */
static FitConfigVersion
find_version (const char *text)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value
      = fit_yaml_parse (arena, text, strlen (text), NULL, NULL);
  const char *name = value != NULL && value->type == FIT_VALUE_MAP
                         ? fit_value_get_string (value, "apiVersion")
                         : NULL;
  FitConfigVersion version = 0;

  if (name != NULL && g_str_has_prefix (name, FIT_CONFIG_GROUP "/"))
    fit_config_version_parse (name, &version, NULL);
  return version;
}

/* Leaves out plugins that cannot run here, with a note. */
static gboolean
read_configuration (FitReadRules *out, const FitExplainerRules *rules,
                    GError **error)
{
  FitConfigTarget target;
  FitConfigurationOptions options
      = { .gates = &target.gates,
          .registry = out->plugins,
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_SKIP,
          .only_out_of_tree = TRUE };
  FitRelease release = 0;

  if (rules->release != NULL
      && !fit_release_parse (rules->release, &release, error))
    return fit_blame (error, "release: ");
  if (!fit_config_target_find (
          release, release == 0 ? find_version (rules->configuration) : 0,
          &target, error))
    return FALSE;
  if (rules->feature_gates != NULL && !fit_release_is_legacy (target.release)
      && !fit_feature_gates_parse (&target.gates, rules->feature_gates, error))
    return FALSE;
  options.release = target.release;
  out->read = fit_configuration_read (
      rules->configuration, strlen (rules->configuration),
      configuration_source (rules), &options, error);
  if (out->read == NULL)
    return FALSE;
  for (guint i = 0; i < out->read->warnings->len; i++)
    g_ptr_array_add (out->notes, g_strdup (out->read->warnings->pdata[i]));
  for (guint i = 0; i < out->read->unknown->len; i++)
    g_ptr_array_add (out->notes,
                     fit_configuration_describe_unknown (out->read, i));
  if (!fit_configuration_runs_legacy_rules (out->read))
    out->configuration = out->read;
  return TRUE;
}

/* -- v1.16's rules --------------------------------------------------------- */

/* Not for configurations, whose release is chosen differently. */
static gboolean
find_gates (FitReadRules *out, const FitExplainerRules *rules, GError **error)
{
  FitRelease release = FIT_RELEASE_LEGACY;

  out->gates = fit_feature_gates_default ();
  if (out->configuration != NULL)
    return TRUE;
  if (rules->configuration == NULL && rules->release != NULL
      && !fit_legacy_release_parse (rules->release, &release, error))
    return fit_blame (error, "release: ");
  out->gates = fit_feature_gates_of_release (release);
  return rules->feature_gates == NULL
         || fit_feature_gates_parse (&out->gates, rules->feature_gates, error);
}

static gboolean
check_named_policy (const FitReadRules *out, GError **error)
{
  const gboolean named
      = out->read != NULL && out->read->file->algorithm_source.policy != NULL;

  if (out->read == NULL || named == (out->policy != NULL))
    return TRUE;
  return fit_fail (
      error, FIT_ERROR_USAGE, "%s",
      named ? "the configuration names a Policy in algorithmSource: give its "
              "text, too"
            : "a Policy goes with a configuration only where that names one in "
              "algorithmSource");
}

/* -- extenders ------------------------------------------------------------- */

static gboolean
take_extenders (FitReadRules *out, const GPtrArray *extenders,
                const char *source, FitExtenderTally *tally, GError **error)
{
  fit_extender_tally_add (tally, extenders);
  out->has_extenders = extenders->len > 0;
  if (fit_extenders_check_files (extenders, NULL, error))
    return TRUE;
  return fit_blame (error, "%s: ", source);
}

static FitPolicy *
parse_policy (const FitReadRules *rules, GError **error)
{
  return fit_policy_parse_as (
      rules->policy, strlen (rules->policy), rules->policy_source,
      fit_feature_gates_release (rules->gates), NULL, error);
}

/* -- all ------------------------------------------------------------------- */

/* The order matters: whether a configuration runs profiles decides which gates
 * count, and the gates decide which predicates and priorities exist. */
gboolean
fit_read_rules_init (FitReadRules *out, const FitExplainerRules *rules,
                     FitExtenderTally *tally, GError **error)
{
  g_autoptr (FitPolicy) policy = NULL;

  *out = (FitReadRules){
    .policy = g_strdup (rules->policy),
    .provider = g_strdup (rules->provider),
    .policy_source
    = g_strdup (rules->policy_source != NULL ? rules->policy_source : "policy"),
    .notes = g_ptr_array_new_with_free_func (g_free),
    .plugins = rules->plugins,
    .ask_extenders = rules->ask_extenders,
  };
  if (out->plugins == NULL)
    out->plugins = out->own_plugins = fit_plugin_registry_new ();
  if (!check (rules, error)
      || (rules->configuration != NULL
          && !read_configuration (out, rules, error))
      || !find_gates (out, rules, error) || !check_named_policy (out, error))
    return FALSE;
  out->registry = rules->registry;
  if (out->registry == NULL)
    out->registry = out->own_registry = fit_registry_new_default (out->gates);
  if (out->configuration == NULL)
    {
      const FitRelease release = fit_feature_gates_release (out->gates);

      if (out->read != NULL)
        fit_legacy_rules_init (&out->legacy, out->read);
      else
        out->legacy = (FitLegacyRules){
          .provider = out->provider,
          .scheduler_name = rules->scheduler_name,
          .hard_pod_affinity_symmetric_weight = 1,
          .percentage_of_nodes_to_score
          = fit_legacy_release_percentage (release, FIT_PERCENTAGE_ADAPTIVE),
        };
      out->scheduler_name = g_strdup (out->legacy.scheduler_name != NULL
                                          ? out->legacy.scheduler_name
                                          : DEFAULT_SCHEDULER);
    }
  if (out->configuration != NULL)
    return take_extenders (out, out->configuration->extenders,
                           configuration_source (rules), tally, error);
  if (out->policy == NULL)
    return TRUE;
  policy = parse_policy (out, error);
  return policy != NULL
         && take_extenders (out, policy->extenders, out->policy_source, tally,
                            error);
}

void
fit_read_rules_clear (FitReadRules *rules)
{
  g_clear_pointer (&rules->legacy.plugin_lists, fit_plugin_lists_free);
  g_clear_pointer (&rules->read, fit_configuration_free);
  g_clear_pointer (&rules->own_registry, fit_registry_free);
  g_clear_pointer (&rules->own_plugins, fit_plugin_registry_free);
  g_clear_pointer (&rules->notes, g_ptr_array_unref);
  g_clear_pointer (&rules->policy, g_free);
  g_clear_pointer (&rules->provider, g_free);
  g_clear_pointer (&rules->policy_source, g_free);
  g_clear_pointer (&rules->scheduler_name, g_free);
}

FitDecodeFlags
fit_read_rules_flags (const FitReadRules *rules)
{
  return FIT_DECODE_CONTROLLERS
         | (rules->ask_extenders && rules->has_extenders ? FIT_DECODE_KEEP_RAW
                                                         : 0)
         | (rules->configuration != NULL
                ? fit_configuration_decode_flags (rules->configuration)
                : 0);
}

gboolean
fit_read_rules_options (const FitReadRules *rules, FitSimulationOptions *out,
                        GError **error)
{
  const FitLegacyRules *legacy = &rules->legacy;
  FitPolicy *policy = NULL;

  if (rules->policy != NULL && (policy = parse_policy (rules, error)) == NULL)
    return FALSE;
  *out = (FitSimulationOptions){
    .registry = rules->registry,
    .gates = rules->gates,
    .provider = legacy->provider,
    .policy = policy,
    .configuration = rules->configuration,
    .hard_pod_affinity_symmetric_weight
    = legacy->hard_pod_affinity_symmetric_weight,
    .scheduler_name = rules->scheduler_name,
    .ask_extenders = rules->ask_extenders,
    .files_elsewhere = TRUE,
    .plugins = rules->plugins,
    .plugin_lists = legacy->plugin_lists,
    .scheduling = {
      .percentage_of_nodes_to_score = legacy->percentage_of_nodes_to_score,
    },
  };
  return TRUE;
}
