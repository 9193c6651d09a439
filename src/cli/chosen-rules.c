/* chosen-rules.c - turns the options for rules into a Policy, a provider or
 * profiles, and checks that they do not conflict
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/chosen-rules.h"

#include <string.h>

#include "api/pod.h"
#include "cli/config-target-options.h"
#include "cli/console.h"
#include "cli/rules-file.h"
#include "cli/policy-as-plugins.h"
#include "cli/verbs.h"
#include "config/legacy-rules.h"
#include "assembly/scheduled-pods.h"

/* -- options --------------------------------------------------------------- */

/* Options that a configuration replaces. */
static const struct
{
  const char *option;
  const char *instead;
} misplaced[] = {
  { "scheduler-name", "each profile has its own schedulerName" },
  { "hard-pod-affinity-symmetric-weight",
    "that is hardPodAffinityWeight in the arguments of InterPodAffinity, and "
    "hardPodAffinitySymmetricWeight in v1alpha1" },
  { "emulate-release", "use --release 1.N" },
  { "always-check-all-predicates",
    "that is alwaysCheckAllPredicates in a Policy; explain --all shows every "
    "plugin that fails" },
};

/* @first: the first row that counts */
static gboolean
check_misplaced (const FitOptions *options, guint first, GError **error)
{
  for (guint i = first; i < G_N_ELEMENTS (misplaced); i++)
    if (fit_options_given (options, misplaced[i].option))
      return fit_fail (error, FIT_ERROR_USAGE,
                       "--%s cannot be used with %s: %s", misplaced[i].option,
                       options->config == NULL ? "--release"
                       : fit_options_given (options, "config")
                           ? "--config"
                           : "the default configuration of a release",
                       misplaced[i].instead);
  return TRUE;
}

gboolean
fit_chosen_rules_check (const FitOptions *options, GError **error)
{
  FitRelease release;

  if (options->provider != NULL
      && (options->policy != NULL || options->config != NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--provider cannot be used with --policy or --config");
  if (options->config != NULL)
    return check_misplaced (options, 0, error);
  if (options->profile != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--profile needs the profiles of a configuration; the "
                     "pods of a Policy or a provider are those of "
                     "--scheduler-name");
  if (options->release == NULL)
    return TRUE;
  /* A release that runs a Policy or a provider as plugins. */
  if (!fit_policy_release_parse (options->release, &release, error))
    return fit_blame (error, "option --release: ");
  if (!fit_release_has_profiles (release))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--release %s needs --config; for a Policy or a provider "
                     "use --emulate-release %s",
                     options->release, fit_legacy_release_name (release));
  /* The profile has the name of --scheduler-name, which is the first row. */
  return check_misplaced (options, 1, error);
}

static gboolean
take_options (FitChosenRules *rules, const FitInvocation *invocation,
              GError **error)
{
  const FitOptions *options = &invocation->options;

  if (!fit_invocation_gates (invocation, &rules->gates, error))
    return FALSE;
  rules->provider = options->provider;
  rules->scheduler_name = options->scheduler_name;
  rules->hard_pod_affinity_symmetric_weight
      = (gint32) options->hard_pod_affinity_symmetric_weight;
  rules->percentage_of_nodes_to_score = fit_legacy_release_percentage (
      fit_feature_gates_release (rules->gates),
      (gint32) options->percentage_of_nodes_to_score);
  rules->disable_preemption = options->disable_preemption;
  return TRUE;
}

/* What the object that holds the rules asks for besides. */
static void
note_besides (FitChosenRules *rules, const FitRulesFile *file,
              const FitInvocation *invocation)
{
  if (file->note == NULL)
    return;
  g_ptr_array_add (rules->notes, g_strdup (file->note));
  if (!invocation->rules_are_known)
    fit_console_note ("%s", file->note);
}

/* -- a configuration that runs profiles ------------------------------------ */

static void
free_changed (FitConfiguration *changed)
{
  g_free ((gpointer) changed->file);
  g_free ((gpointer) changed->profiles);
  g_free (changed);
}

/* The options change a copy of the configuration. */
static void
run_profiles (FitChosenRules *rules, const FitOptions *options)
{
  const FitConfiguration *read = rules->read;
  FitConfigFile *file = g_memdup2 (read->file, sizeof *file);
  FitProfile *profiles
      = g_memdup2 (read->profiles, sizeof *profiles * read->n_profiles);

  file->disable_preemption |= options->disable_preemption;
  for (guint i = 0; i < read->n_profiles; i++)
    {
      if (fit_options_given (options, "percentage-of-nodes-to-score"))
        profiles[i].percentage_of_nodes_to_score
            = (gint32) options->percentage_of_nodes_to_score;
      if (options->disable_preemption)
        profiles[i].plugins[FIT_POINT_POST_FILTER].n = 0;
    }
  rules->changed = g_memdup2 (read, sizeof *read);
  rules->changed->file = file;
  rules->changed->profiles = profiles;
  rules->configuration = rules->changed;
  rules->gates = fit_feature_gates_default ();
}

/* -- reading a configuration ----------------------------------------------- */

static FitConfiguration *
read_text (const FitOptions *options, const FitPluginRegistry *plugins,
           const FitRulesFile *file, GError **error)
{
  FitConfigTarget target;
  FitConfigurationOptions reading
      = { .gates = &target.gates, .registry = plugins };
  const char *text;
  gsize len;

  if (!fit_config_target_beside_policy (options->release, file->api_version,
                                        options->policy != NULL, &target,
                                        error))
    return NULL;
  /* v1.16 has feature gates that later releases lack. */
  if (!fit_release_is_legacy (target.release)
      && !fit_config_target_set_gates (&target, options->feature_gates, error))
    return NULL;
  reading.release = target.release;
  reading.unknown_plugins = fit_options_unknown_plugins (
      options, FIT_UNKNOWN_PLUGINS_SKIP, &reading.only_out_of_tree);
  /* Kept plugins cannot run here. */
  if (reading.unknown_plugins == FIT_UNKNOWN_PLUGINS_KEEP)
    reading.unknown_plugins = FIT_UNKNOWN_PLUGINS_SKIP;
  text = fit_rules_file_text (file, &len);
  return fit_configuration_read (text, len, file->name, &reading, error);
}

FitConfiguration *
fit_chosen_rules_read_configuration (const FitInvocation *invocation,
                                     const FitPluginRegistry *plugins,
                                     FitRulesFile *out_file, GError **error)
{
  const FitOptions *options = &invocation->options;

  return fit_rules_file_read (options->config, FIT_RULES_CONFIGURATION,
                              invocation, out_file, error)
             ? read_text (options, plugins, out_file, error)
             : NULL;
}

/* @read: (transfer full) (nullable) */
static gboolean
take_configuration (FitChosenRules *rules, const FitInvocation *invocation,
                    FitConfiguration *read)
{
  rules->read = read;
  if (read == NULL)
    return FALSE;
  for (guint i = 0; i < rules->read->warnings->len; i++)
    g_ptr_array_add (rules->notes, g_strdup (rules->read->warnings->pdata[i]));
  for (guint i = 0; i < rules->read->unknown->len; i++)
    g_ptr_array_add (rules->notes,
                     fit_configuration_describe_unknown (rules->read, i));
  for (guint i = 0; i < rules->notes->len; i++)
    if (!invocation->rules_are_known || i < rules->read->warnings->len)
      fit_console_note ("%s", (char *) rules->notes->pdata[i]);
  note_besides (rules, &rules->config, invocation);
  return TRUE;
}

/* -- a Policy or a provider that runs as plugins ---------------------------- */

static FitPolicy *
parse_as (const FitChosenRules *rules, FitRelease release, GError **error)
{
  gsize len;
  const char *text = fit_rules_file_text (&rules->policy, &len);

  return fit_policy_parse_as (text, len, rules->policy.name, release, NULL,
                              error);
}

/* The rest of the way is that of a configuration: the one that the Policy or the
 * provider is converted to.  What is lost then is noted: of what the release
 * does by a Policy, no configuration can do it. */
static gboolean
run_as_plugins (FitChosenRules *rules, const FitInvocation *invocation,
                GError **error)
{
  const FitOptions *options = &invocation->options;
  const gboolean is_policy = rules->policy.text != NULL;
  FitMigrationSource source
      = { .kind = is_policy ? FIT_MIGRATION_POLICY : FIT_MIGRATION_PROVIDER,
          .name = is_policy ? rules->policy.name : options->provider };
  g_autoptr (FitMigration) own = NULL;
  FitRelease release;

  if (is_policy)
    source.bytes = fit_rules_file_text (&rules->policy, &source.len);
  if (!fit_release_parse (options->release, &release, error))
    return FALSE;
  own = fit_policy_as_plugins (invocation, &source, release, rules->plugins,
                               error);
  if (own == NULL)
    {
      /* Errors of the conversion do not name the file. */
      if (is_policy && error != NULL
          && strstr ((*error)->message, source.name) == NULL)
        g_prefix_error (error, "%s: ", source.name);
      return FALSE;
    }
  if (is_policy)
    rules->converted = parse_as (rules, own->from_release, NULL);
  rules->config = (FitRulesFile){
    .type = FIT_INPUT_CONFIGURATION,
    .name = g_strdup (source.name),
    .text = g_bytes_new (own->yaml, own->yaml_len),
    .api_version = g_strdup (fit_config_api_version (own->target_version)),
  };
  fit_rules_file_clear (&rules->policy);
  rules->policy = (FitRulesFile){ 0 };
  if (!take_configuration (
          rules, invocation,
          read_text (options, rules->plugins, &rules->config, error)))
    return FALSE;
  for (guint i = 0; own->lost && i < own->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (own->notes, FitMigrationNote, i);
      char *text;

      if (note->kind != FIT_MIGRATION_LOST)
        continue;
      text = g_strdup_printf ("%s is left out here: %s",
                              note->name != NULL   ? note->name
                              : note->path != NULL ? note->path
                                                   : note->plugin,
                              note->message);
      g_ptr_array_add (rules->notes, text);
      if (!invocation->rules_are_known)
        fit_console_warning ("%s: %s", rules->config.name, text);
    }
  run_profiles (rules, options);
  return TRUE;
}

/* -- pods of other schedulers ---------------------------------------------- */

/* Of two sides that are compared, only one may have the profile. */
static gboolean
choose_adopter (FitChosenRules *rules, const FitInvocation *invocation,
                GError **error)
{
  const FitOptions *options = &invocation->options;
  const FitConfiguration *configuration = rules->configuration;
  const gboolean alone = (invocation->verb->groups & FIT_GROUP_RULES) != 0;
  const char *only = configuration == NULL ? rules->scheduler_name
                     : configuration->n_profiles == 1
                         ? configuration->profiles[0].scheduler_name
                         : NULL;
  g_autofree char *names = NULL;

  if (configuration == NULL && fit_options_given (options, "scheduler-name"))
    return TRUE;
  rules->adopter = only;
  if (options->profile == NULL || (only != NULL && !alone))
    return TRUE;
  rules->adopter = options->profile;
  if (configuration != NULL
          ? fit_configuration_find (configuration, options->profile) != NULL
          : strcmp (rules->scheduler_name, options->profile) == 0)
    return TRUE;
  names = fit_chosen_rules_schedulers (rules);
  return fit_fail (error, FIT_ERROR_USAGE,
                   "option --profile: %s has no profile \"%s\"; it has: %s",
                   invocation->rules_are_known ? "the configuration"
                                               : rules->config.name,
                   options->profile, names);
}

/* -- all ------------------------------------------------------------------- */

static gboolean
open_configuration (FitChosenRules *rules, const FitInvocation *invocation,
                    GError **error)
{
  const FitOptions *options = &invocation->options;
  const FitConfiguration *read;

  if (!take_configuration (
          rules, invocation,
          fit_chosen_rules_read_configuration (invocation, rules->plugins,
                                               &rules->config, error)))
    return FALSE;
  read = rules->read;
  if (options->policy != NULL && read->file->algorithm_source.policy == NULL)
    {
      if (read->target.release >= FIT_POLICY_BESIDE_SINCE)
        {
          const FitOptions *given = &invocation->options;
          const FitConfiguration *file = rules->read;

          /* As 1.20 to 1.22 take --policy-config-file beside --config. */
          if (!fit_configuration_check_beside_policy (file, rules->config.name,
                                                      error)
              || !take_options (rules, invocation, error)
              || !fit_rules_file_read (given->policy, FIT_RULES_NAMED,
                                       invocation, &rules->policy, error))
            return FALSE;
          rules->scheduler_name = file->profiles[0].scheduler_name;
          if (!fit_options_given (given, "percentage-of-nodes-to-score"))
            rules->percentage_of_nodes_to_score
                = file->file->percentage_of_nodes_to_score;
          if (!invocation->rules_are_known)
            fit_console_note (
                "the Policy replaces the profile and the extenders of %s "
                "and runs as in v1.16",
                rules->config.name);
          return TRUE;
        }
      if (!invocation->rules_are_known)
        fit_console_note ("as in kube-scheduler %s, --config takes the place "
                          "of --policy: %s is ignored",
                          fit_release_name (read->target.release),
                          options->policy);
    }
  if (fit_configuration_runs_legacy_rules (read))
    {
      FitLegacyRules legacy;

      fit_legacy_rules_init (&legacy, rules->read);
      rules->plugin_lists = legacy.plugin_lists;
      if (!take_options (rules, invocation, error)
          || (legacy.policy != NULL
              && !fit_named_policy_read (legacy.policy, options->config,
                                         invocation, &rules->policy, error)))
        return FALSE;
      rules->provider = legacy.provider;
      rules->scheduler_name = legacy.scheduler_name;
      rules->hard_pod_affinity_symmetric_weight
          = legacy.hard_pod_affinity_symmetric_weight;
      if (!fit_options_given (options, "percentage-of-nodes-to-score"))
        rules->percentage_of_nodes_to_score
            = legacy.percentage_of_nodes_to_score;
      rules->disable_preemption |= legacy.disable_preemption;
      if (!invocation->rules_are_known
          && !fit_release_is_legacy (rules->read->target.release))
        fit_console_note ("the Policy of algorithmSource runs as in v1.16");
      return TRUE;
    }
  run_profiles (rules, options);
  return TRUE;
}

static gboolean
open_policy_or_provider (FitChosenRules *rules, const FitInvocation *invocation,
                         GError **error)
{
  const FitOptions *options = &invocation->options;
  const gboolean as_plugins = options->release != NULL;

  /* Profiles determine what the options would, and have other gates. */
  if (!as_plugins && !take_options (rules, invocation, error))
    return FALSE;
  if (options->policy != NULL
      && !fit_rules_file_read (options->policy, FIT_RULES_POLICY, invocation,
                               &rules->policy, error))
    return FALSE;
  note_besides (rules, &rules->policy, invocation);
  return !as_plugins || run_as_plugins (rules, invocation, error);
}

gboolean
fit_chosen_rules_open (FitChosenRules *rules, const FitInvocation *invocation,
                       GError **error)
{
  *rules = (FitChosenRules){
    .notes = g_ptr_array_new_with_free_func (g_free),
    .plugins = fit_invocation_plugins (invocation),
    .modern = invocation->options.modern_objects,
  };
  return (invocation->options.config != NULL
              ? open_configuration (rules, invocation, error)
              : open_policy_or_provider (rules, invocation, error))
         && choose_adopter (rules, invocation, error);
}

void
fit_chosen_rules_clear (FitChosenRules *rules)
{
  fit_rules_file_clear (&rules->policy);
  fit_rules_file_clear (&rules->config);
  g_clear_pointer (&rules->converted, fit_policy_free);
  g_clear_pointer (&rules->plugin_lists, fit_plugin_lists_free);
  g_clear_pointer (&rules->plugins, fit_plugin_registry_free);
  g_clear_pointer (&rules->changed, free_changed);
  g_clear_pointer (&rules->read, fit_configuration_free);
  g_clear_pointer (&rules->notes, g_ptr_array_unref);
}

FitPolicy *
fit_chosen_rules_parse_policy (const FitChosenRules *rules, GError **error)
{
  return parse_as (rules, fit_feature_gates_release (rules->gates), error);
}

/* -- whose pods ------------------------------------------------------------ */

gboolean
fit_chosen_rules_take (const FitChosenRules *rules, const FitPod *pod)
{
  return fit_rules_take (rules->configuration, rules->scheduler_name, pod);
}

gboolean
fit_chosen_rules_await (const FitChosenRules *rules, const FitPod *pod)
{
  return *pod->node_name == '\0' && !fit_pod_terminal (pod)
         && fit_chosen_rules_take (rules, pod);
}

guint
fit_chosen_rules_count (const FitChosenRules *rules, const GPtrArray *pods)
{
  guint n = 0;

  for (guint i = 0; i < pods->len; i++)
    n += fit_chosen_rules_await (rules, pods->pdata[i]);
  return n;
}

gboolean
fit_chosen_rules_hold_back (const FitChosenRules *rules, const FitPod *pod)
{
  return fit_rules_hold_back (rules->configuration, rules->modern, pod);
}

char *
fit_chosen_rules_schedulers (const FitChosenRules *rules)
{
  return fit_rules_schedulers (rules->configuration, rules->scheduler_name);
}
