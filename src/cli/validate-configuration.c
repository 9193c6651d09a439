/* validate-configuration.c - does a release accept a
 * KubeSchedulerConfiguration?
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/config-target-options.h"
#include "cli/rules-file.h"
#include "cli/validation.h"
#include "config/legacy-rules.h"
#include "factory/extender-config.h"
#include "simulate/fix-trial.h"

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_strdup (text);
}

/* Its Policy need not be on this machine. */
static gboolean
check_named_policy (const FitValidation *validation, const FitValidated *file,
                    const FitConfiguration *configuration, GPtrArray *notes,
                    GError **error)
{
  const FitPolicySource *named = configuration->file->algorithm_source.policy;
  g_auto (FitRulesFile) policy = { 0 };
  g_autoptr (GError) problem = NULL;
  g_auto (GStrv) lines = NULL;

  if (named == NULL)
    {
      const char *path = validation->invocation->options.policy;
      const FitRelease release = configuration->target.release;
      g_auto (FitRulesFile) beside = { 0 };

      /* A Policy that is given with a configuration that names none. */
      if (path == NULL)
        return TRUE;
      if (release < FIT_POLICY_BESIDE_SINCE)
        {
          g_ptr_array_add (notes,
                           g_strdup_printf ("as in kube-scheduler %s, a Policy "
                                            "beside it is ignored: %s",
                                            fit_release_name (release), path));
          return TRUE;
        }
      return fit_configuration_check_beside_policy (configuration,
                                                    file->rules->name, error)
             && fit_rules_file_read (path, FIT_RULES_NAMED,
                                     validation->invocation, &beside, error)
             && fit_validation_check_named (validation, &beside,
                                            "--policy gives", notes, error);
    }
  if (fit_named_policy_read (named, file->path, validation->invocation, &policy,
                             &problem))
    return fit_validation_check_named (validation, &policy,
                                       "algorithmSource names", notes, error);
  if (validation->invocation->options.policy != NULL
      || !g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  lines = g_strsplit (problem->message, "\n", 2);
  g_ptr_array_add (notes,
                   g_strdup_printf ("its Policy is not checked: %s", lines[0]));
  return TRUE;
}

gboolean
fit_validate_configuration (FitValidation *validation, const FitValidated *file,
                            GError **error)
{
  const FitOptions *options = &validation->invocation->options;
  FitConfigTarget target;
  g_autoptr (FitPluginRegistry) plugins
      = fit_invocation_plugins (validation->invocation);
  FitConfigurationOptions reading
      = { .gates = &target.gates, .registry = plugins };
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) problem = NULL;
  const char *text;
  gsize len;

  validation->has_configuration = TRUE;
  if (!fit_config_target_beside_policy (options->release,
                                        file->rules->api_version,
                                        options->policy != NULL, &target, error)
      || !fit_config_target_set_gates (&target, options->feature_gates, error))
    return FALSE;
  reading.release = target.release;
  fit_json_set_text (validation->item, "type", FIT_CONFIG_KIND);
  fit_json_set_text (validation->item, "release",
                     fit_release_name (target.release));
  reading.unknown_plugins = fit_options_unknown_plugins (
      options, FIT_UNKNOWN_PLUGINS_KEEP, &reading.only_out_of_tree);
  text = fit_rules_file_text (file->rules, &len);
  configuration = fit_configuration_read (text, len, file->rules->name,
                                          &reading, &problem);
  if (configuration != NULL)
    {
      g_ptr_array_extend (notes, configuration->warnings, copy_text, NULL);
      fit_configuration_note_unread_args (configuration, notes);
    }
  for (guint i = 0; configuration != NULL && i < configuration->unknown->len;
       i++)
    g_ptr_array_add (notes,
                     fit_configuration_describe_unknown (configuration, i));
  if (configuration != NULL
      && fit_extenders_check_files (configuration->extenders, notes, &problem)
      && check_named_policy (validation, file, configuration, notes, &problem))
    {
      const FitConfigLint lint
          = { .configuration = configuration,
              .options = &reading,
              .objects = validation->cluster,
              .in_config_map = file->rules->place != NULL };
      g_autoptr (GPtrArray) warnings = fit_lint_and_try (&lint);
      const char *version;
      g_autoptr (GPtrArray) profiles = g_ptr_array_new ();
      g_autoptr (GPtrArray) extenders = NULL;
      g_autoptr (GString) counts = g_string_new (NULL);
      g_autofree char *shown = NULL;

      fit_warnings_sort (warnings);
      version = fit_config_version_name (configuration->target.version);
      extenders = fit_validation_extender_names (configuration->extenders);
      for (guint i = 0; i < configuration->n_profiles; i++)
        g_ptr_array_add (profiles,
                         (gpointer) configuration->profiles[i].scheduler_name);
      fit_validation_append_count (counts, profiles->len, "profile",
                                   "profiles");
      if (extenders->len > 0)
        fit_validation_append_count (counts, extenders->len, "extender",
                                     "extenders");
      fit_validation_append_warnings (counts, warnings->len);
      shown = g_strdup_printf (
          FIT_CONFIG_KIND " %s as %s reads it: %s", version,
          fit_release_name (configuration->target.release), counts->str);
      fit_validation_say_valid (validation, file, shown, notes);
      fit_validation_say_warnings (validation, warnings);
      fit_json_set_text (validation->item, "configVersion", version);
      fit_json_set_texts (validation->item, "profiles", profiles);
      fit_json_set_texts (validation->item, "extenders", extenders);
    }
  else
    fit_validation_say_invalid (validation, file->name, problem);
  return TRUE;
}
