/* configuration.c - the effective configuration: profiles with all defaults
 * filled in
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration.h"
#include "base/each.h"
#include "releases/behaviour.h"

#include "formats/value-json.h"
#include "config/config-read.h"
#include "rules/rule.h"
#include "config/configuration-private.h"

#include <string.h>

void
fit_configuration_free (FitConfiguration *configuration)
{
  if (configuration == NULL)
    return;
  g_clear_pointer (&configuration->extenders, g_ptr_array_unref);
  g_clear_pointer (&configuration->warnings, g_ptr_array_unref);
  g_clear_pointer (&configuration->unknown, g_ptr_array_unref);
  fit_arena_free (configuration->arena);
  g_free (configuration);
}

const FitProfile *
fit_configuration_find (const FitConfiguration *configuration,
                        const char *scheduler_name)
{
  for (guint i = 0; i < configuration->n_profiles; i++)
    if (strcmp (configuration->profiles[i].scheduler_name, scheduler_name) == 0)
      return &configuration->profiles[i];
  return NULL;
}

const FitProfileArgs *
fit_profile_find_args (const FitProfile *profile, const char *plugin)
{
  for (guint i = 0; i < profile->n_args; i++)
    if (strcmp (profile->args[i].plugin, plugin) == 0)
      return &profile->args[i];
  return NULL;
}

const FitPluginEntry *
fit_profile_find (const FitProfile *profile, FitExtensionPoint point,
                  const char *plugin)
{
  const FitProfileList *list = &profile->plugins[point];

  for (guint i = 0; i < list->n; i++)
    if (strcmp (list->items[i].name, plugin) == 0)
      return &list->items[i];
  return NULL;
}

gboolean
fit_profile_has (const FitProfile *profile, FitExtensionPoint point,
                 const char *plugin)
{
  return fit_profile_find (profile, point, plugin) != NULL;
}

gboolean
fit_profile_has_any (const FitProfile *profile, const char *plugin)
{
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_profile_has (profile, i, plugin))
      return TRUE;
  return FALSE;
}

/* -- defaults -------------------------------------------------------------- */

/* A provider of v1alpha1 has its own default profile. */
static gboolean
apply_provider (const FitProfileBuild *build, FitPluginSets *defaults,
                GError **error)
{
  const FitAlgorithmSource *source = &build->file->algorithm_source;
  FitPluginSet *scores = &defaults->sets[FIT_POINT_SCORE];

  if (build->target->version != FIT_CONFIG_V1ALPHA1 || source->policy != NULL
      || strcmp (source->provider, "DefaultProvider") == 0
      || !fit_release_has_profiles (build->target->release))
    return TRUE;
  if (strcmp (source->provider, "ClusterAutoscalerProvider") != 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "couldn't create scheduler using provider \"%s\": algorithm "
                   "provider \"%s\" is not registered",
                   source->provider, source->provider);
      fit_error_add_hint (error, "the providers are DefaultProvider and "
                                 "ClusterAutoscalerProvider");
      return FALSE;
    }
  for (guint i = 0; i < scores->n_enabled; i++)
    {
      const FitRule *rule = fit_rule_find (scores->enabled[i].name);

      if (rule != NULL && rule->opposite != NULL)
        scores->enabled[i].name = rule->opposite->name;
    }
  return TRUE;
}

/* -- profiles -------------------------------------------------------------- */

static void
draft_clear (gpointer data)
{
  FitProfileDraft *draft = data;

  g_clear_pointer (&draft->given, g_hash_table_unref);
  g_clear_pointer (&draft->args, g_hash_table_unref);
  g_clear_pointer (&draft->unknown, g_hash_table_unref);
}

/* -- checks across profiles ------------------------------------------------ */

static char *
args_text (const FitProfileDraft *draft, const char *plugin)
{
  const FitPluginConfigEntry *entry
      = g_hash_table_lookup (draft->given, plugin);

  return entry != NULL && entry->args != NULL
             ? fit_value_to_json (entry->args, NULL, NULL)
             : NULL;
}

/* The name of the only plugin of @list, in quotes.  Without one, a plugin of a
 * program that multiPoint enables sorts the queue, if any does. */
static char *
sorter_text (const FitProfileList *list)
{
  return list->n > 0 ? g_strdup_printf ("\"%s\"", list->items->name)
                     : g_strdup ("one of multiPoint");
}

/* All profiles share a queue, so they must sort it the same way. */
static gboolean
check_queue_sort (const FitProfileDraft *first, const FitProfileDraft *draft,
                  GError **error)
{
  const FitProfileList *one = &first->profile->plugins[FIT_POINT_QUEUE_SORT];
  const FitProfileList *other = &draft->profile->plugins[FIT_POINT_QUEUE_SORT];
  g_autofree char *one_text = sorter_text (one);
  g_autofree char *other_text = sorter_text (other);
  g_autofree char *one_args = NULL;
  g_autofree char *other_args = NULL;

  if (strcmp (one_text, other_text) != 0)
    return fit_fail (error, FIT_ERROR_POLICY,
                     "initializing profiles: different queue sort plugins for "
                     "profile \"%s\": %s, first: %s",
                     draft->profile->scheduler_name, other_text, one_text);
  if (one->n == 0)
    return TRUE;
  if (!fit_behaviour (draft->build->target->release).config_compares_sort_args)
    return TRUE;
  one_args = args_text (first, one->items->name);
  other_args = args_text (draft, one->items->name);
  if (g_strcmp0 (one_args, other_args) == 0)
    return TRUE;
  return fit_fail (
      error, FIT_ERROR_POLICY,
      "initializing profiles: different queue sort plugin args for "
      "profile \"%s\"",
      draft->profile->scheduler_name);
}

/* In the order in which the release checks, and reports, the parts of a
 * file. */
static gboolean
check_drafts (const FitProfileBuild *build, GArray *drafts, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  fit_config_check_head (build->target, build->file, problems);
  for (guint i = 0; i < drafts->len; i++)
    {
      FitProfileDraft *draft = &g_array_index (drafts, FitProfileDraft, i);
      const char *name = draft->written->scheduler_name;

      fit_config_check_profile (draft->written, i, problems);
      fit_profile_check_plugins (draft, problems);
      fit_profile_check_args (draft, problems);
      if (name != NULL && *name != '\0'
          && !g_hash_table_add (names, (gpointer) name))
        fit_config_problem (
            problems, "profiles[%u].schedulerName: Duplicate value: \"%s\"", i,
            name);
    }
  for (guint i = 0; i < drafts->len; i++)
    fit_profile_check_queue_sort (&g_array_index (drafts, FitProfileDraft, 0),
                                  &g_array_index (drafts, FitProfileDraft, i),
                                  problems);
  fit_config_check_tail (build->target, build->file, problems);
  return fit_config_raise (problems, error);
}

static gboolean
finish_drafts (const FitProfileBuild *build, GArray *drafts, GError **error)
{
  FitProfileDraft *first = &g_array_index (drafts, FitProfileDraft, 0);
  FitArgStrings ignored = fit_config_ignored_resources (
      build->file->extenders, build->file->n_extenders, build->arena);

  if (!fit_config_check_tls (build->file, error))
    return FALSE;
  FIT_EACH_OF (FitProfileDraft, draft, drafts)
    {
      if (!fit_profile_ignore_resources (draft, &ignored, error)
          || !fit_profile_expand (draft, error)
          || !fit_profile_make_args (draft, error))
        {
          if (fit_release_has_profiles (build->target->release))
            g_prefix_error (error,
                            "initializing profiles: creating profile for "
                            "scheduler name %s: ",
                            draft->profile->scheduler_name);
          else
            g_prefix_error (error,
                            "error initializing the scheduling framework: ");
          return FALSE;
        }
      if (!check_queue_sort (first, draft, error))
        return FALSE;
    }
  return TRUE;
}

/* Creates the profiles in @profiles, which has room for all. */
static gboolean
build_profiles (const FitProfileBuild *build, FitProfile *profiles,
                GError **error)
{
  g_autoptr (GArray) drafts
      = g_array_new (FALSE, TRUE, sizeof (FitProfileDraft));
  FitPluginSets defaults = fit_default_plugins (build->target, build->arena);
  const GPtrArray *infos = build->registry != NULL
                               ? fit_plugin_registry_all (build->registry)
                               : NULL;

  g_array_set_clear_func (drafts, draft_clear);
  g_array_set_size (drafts, build->file->n_profiles);
  if (!apply_provider (build, &defaults, error))
    return FALSE;
  FIT_EACH (const FitPluginInfo, info, infos)
    {
      /* A plugin of a program must not have a name of the release's own. */
      if (fit_in_tree_plugin_points (info->name, build->target->release) != 0)
        return fit_fail (error, FIT_ERROR_POLICY,
                         "a plugin named %s already exists", info->name);
    }
  /* All lists are merged, and all arguments read, before anything in them is
   * checked. */
  for (guint i = 0; i < drafts->len; i++)
    {
      FitProfileDraft *draft = &g_array_index (drafts, FitProfileDraft, i);
      const FitProfileFile *written = &build->file->profiles[i];

      *draft = (FitProfileDraft){
        .build = build,
        .index = i,
        .written = written,
        .profile = &profiles[i],
        .given = g_hash_table_new (g_str_hash, g_str_equal),
        .args = g_hash_table_new (g_str_hash, g_str_equal),
        .unknown = g_hash_table_new (g_str_hash, g_str_equal),
        .sets = fit_merge_plugins (build->target, &defaults, &written->plugins,
                                   build->arena),
      };
      profiles[i].scheduler_name = written->scheduler_name;
      profiles[i].percentage_of_nodes_to_score
          = written->percentage_of_nodes_to_score != NULL
                ? *written->percentage_of_nodes_to_score
                : -1;
      if (!fit_profile_read_args (draft, error))
        return FALSE;
    }
  return check_drafts (build, drafts, error)
         && finish_drafts (build, drafts, error);
}

/* -- configurations -------------------------------------------------------- */

static FitConfiguration *
configuration_new (const FitConfigurationOptions *options)
{
  FitConfiguration *configuration = g_new0 (FitConfiguration, 1);

  configuration->arena = fit_arena_new ();
  configuration->warnings = g_ptr_array_new_with_free_func (g_free);
  configuration->unknown = g_ptr_array_new ();
  configuration->unknown_plugins = options->unknown_plugins;
  configuration->target.release = options->release;
  configuration->target.gates
      = options->gates != NULL
            ? *options->gates
            : fit_feature_gates_of_release (options->release);
  fit_feature_gates_note_unread (configuration->target.gates,
                                 configuration->warnings);
  return configuration;
}

/* Builds the configuration from the file. */
static gboolean
build_configuration (FitConfiguration *configuration, FitConfigReader *reader,
                     const FitConfigFile *file,
                     const FitConfigurationOptions *options, GError **error)
{
  FitProfile *profiles
      = fit_arena_new0 (configuration->arena, FitProfile, file->n_profiles);
  FitProfileBuild build = {
    .target = &configuration->target,
    .registry = options->registry,
    .arena = configuration->arena,
    .reader = reader,
    .file = file,
    .unknown_plugins = options->unknown_plugins,
    .only_out_of_tree = options->only_out_of_tree,
    .unknown = configuration->unknown,
  };

  configuration->target.version = reader->version;
  configuration->file = file;
  configuration->n_profiles = file->n_profiles;
  configuration->profiles = profiles;
  if (!build_profiles (&build, profiles, error))
    {
      if (error != NULL && *error != NULL && (*error)->code == FIT_ERROR_POLICY)
        g_prefix_error (error, "%s: ", reader->source);
      return FALSE;
    }
  configuration->extenders = fit_config_extenders (file);
  return TRUE;
}

FitConfiguration *
fit_configuration_read (const char *bytes, gsize len, const char *source,
                        const FitConfigurationOptions *options, GError **error)
{
  g_autoptr (FitConfiguration) configuration = configuration_new (options);
  FitConfigText text
      = { bytes, len, source, options->limits, options->release };
  FitConfigReader reader
      = { .arena = configuration->arena, .warnings = configuration->warnings };
  FitConfigFile *file = fit_config_file_read (&reader, &text, error);

  if (file == NULL
      || !build_configuration (configuration, &reader, file, options, error))
    return NULL;
  return g_steal_pointer (&configuration);
}

FitConfiguration *
fit_configuration_default (FitConfigVersion version,
                           const FitConfigurationOptions *options,
                           GError **error)
{
  g_autoptr (FitConfiguration) configuration = configuration_new (options);
  FitConfigReader reader = { .arena = configuration->arena,
                             .version = version,
                             .release = options->release,
                             .source = "defaults",
                             .warnings = configuration->warnings };
  FitConfigFile *file = fit_config_file_default (&reader);

  if (!build_configuration (configuration, &reader, file, options, error))
    return NULL;
  return g_steal_pointer (&configuration);
}

FitConfiguration *
fit_configuration_change (const FitConfiguration *original,
                          const FitConfigFile *file,
                          const FitConfigurationOptions *options,
                          GError **error)
{
  g_autoptr (FitConfiguration) configuration = configuration_new (options);
  const FitConfigVersion version = original->target.version;
  FitConfigReader reader = { .arena = configuration->arena,
                             .version = version,
                             .release = original->target.release,
                             .lenient = version == FIT_CONFIG_V1ALPHA1,
                             .source = "change",
                             .warnings = configuration->warnings };

  configuration->target.gates = original->target.gates;
  if (!build_configuration (configuration, &reader, file, options, error))
    return NULL;
  return g_steal_pointer (&configuration);
}
