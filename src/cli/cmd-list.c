/* cmd-list.c - the verb 'fitsched list', which shows predicates, priorities,
 * plugins and other known names
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/similar.h"
#include "cli/config-target-options.h"
#include "cli/console.h"
#include "cli/list-rules.h"
#include "cli/output.h"
#include "cli/program-name.h"

/* -- plugins --------------------------------------------------------------- */

static const FitColumn plugin_columns[] = {
  { NULL, "PLUGIN", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "WEIGHT", FIT_CELL_INTEGER, 0 },
  { NULL, "POINTS", FIT_CELL_TEXTS, FIT_COLUMN_WRAP },
};

/* Each plugin once, in the order of its first point. */
static FitTable *
plugins_table (const FitProfile *profile)
{
  FitTable *table = FIT_TABLE_NEW (plugin_columns);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint first = 0; first < FIT_POINT_LAST; first++)
    for (guint i = 0; i < profile->plugins[first].n; i++)
      {
        const char *name = profile->plugins[first].items[i].name;
        const FitPluginEntry *scored
            = fit_profile_find (profile, FIT_POINT_SCORE, name);
        g_autoptr (GPtrArray) points = NULL;

        if (!g_hash_table_add (seen, (gpointer) name))
          continue;
        if (scored == NULL)
          scored = fit_profile_find (profile, FIT_POINT_PLACEMENT_SCORE, name);
        points = g_ptr_array_new ();
        for (guint point = first; point < FIT_POINT_LAST; point++)
          if (fit_profile_has (profile, point, name))
            g_ptr_array_add (points,
                             (gpointer) fit_extension_point_info (point)->name);
        FIT_TABLE_ADD (table, fit_cell_text (name),
                       scored != NULL ? fit_cell_integer (scored->weight)
                                      : FIT_CELL_NULL,
                       fit_cell_texts (points));
      }
  return table;
}

/* Its document does not consist of rows. */
static FitExit
list_plugins (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  FitConfigTarget target;
  FitConfigurationOptions reading = { .gates = &target.gates };
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autofree char *profile = NULL;
  g_autoptr (FitReport) report = NULL;

  if (!fit_config_target_choose (options->release, options->config_version,
                                 &target, error)
      || !fit_config_target_set_gates (&target, options->feature_gates, error))
    return FIT_EXIT_USAGE;
  reading.release = target.release;
  configuration = fit_configuration_default (target.version, &reading, error);
  if (configuration == NULL)
    return FIT_EXIT_INPUT;
  profile = fit_configuration_profile_json (configuration, 0);
  if (options->output == FIT_FORMAT_JSON || options->output == FIT_FORMAT_YAML)
    {
      /* The document is that of the profile; it does not consist of rows. */
      g_autoptr (GString) out = g_string_new (NULL);

      if (options->output == FIT_FORMAT_YAML)
        fit_yaml_append_text (profile, strlen (profile), out);
      else
        g_string_append_printf (out, "%s\n", profile);
      fit_console_write (out->str, out->len, error);
      return FIT_EXIT_YES;
    }
  report = fit_output_report (invocation, "PluginList");
  report->names
      = fit_report_own (report, plugins_table (&configuration->profiles[0]));
  fit_json_set (report->data, "profile", fit_json_from_text (profile));
  fit_report_say (report, FIT_CONFIG_GROUP "/%s in %s",
                  fit_config_version_name (target.version),
                  fit_release_name (target.release));
  if (fit_table_n_rows (report->names) == 0)
    fit_report_say (report,
                    "no plugins: its rules are predicates and priorities; see "
                    "'%s list providers'",
                    fit_program_name ());
  else
    fit_report_table (report, report->names);
  fit_output_print (report, invocation, error);
  return FIT_EXIT_YES;
}

/* The list of 'fitsched list WORD'. */
typedef struct
{
  const char *word;
  const char *kind; /* of the JSON document */
  FitTable *(*make) (const FitCatalog *catalog);
  FitRun run; /* (nullable): prints it, instead of the two above */
  FitOptionGroups
      groups; /* options that only some lists accept: the groups that it
                   accepts */
} Listing;

#define RULES (FIT_GROUP_HISTORY | FIT_GROUP_GATES)
#define PLUGINS (FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_VERSION)

static const Listing listings[] = {
  { "predicates", "PredicateList", fit_list_predicates, NULL, RULES },
  { "priorities", "PriorityList", fit_list_priorities, NULL, RULES },
  { "providers", "ProviderList", fit_list_providers, NULL, RULES },
  { "feature-gates", "FeatureGateList", fit_list_feature_gates, NULL, RULES },
  { "plugins", NULL, NULL, list_plugins, PLUGINS },
  { "releases", "ReleaseList", fit_list_releases, NULL, 0 },
};

const char *const fit_list_words[]
    = { "predicates", "priorities", "providers", "feature-gates",
        "plugins",    "releases",   NULL };
G_STATIC_ASSERT (G_N_ELEMENTS (fit_list_words) == G_N_ELEMENTS (listings) + 1);

static const Listing *
find_listing (const char *word, GError **error)
{
  FitSimilar similar;

  fit_similar_init (&similar, word);
  for (guint i = 0; i < G_N_ELEMENTS (listings); i++)
    {
      if (strcmp (listings[i].word, word) == 0)
        return &listings[i];
      fit_similar_offer (&similar, listings[i].word);
    }
  if (similar.best != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "cannot list \"%s\"; did you mean %s?", word, similar.best);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "cannot list \"%s\", only predicates, priorities, providers, "
                 "feature-gates, plugins and releases",
                 word);
  return NULL;
}

FitExit
fit_cmd_list (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const Listing *listing = find_listing (invocation->operands->pdata[0], error);
  /* Options that would have no effect on a list are rejected. */
  const struct
  {
    gboolean given;
    FitOptionGroups group;
    const char *name;
  } rows[] = {
    { strcmp (options->emulate_release,
              fit_legacy_release_name (FIT_RELEASE_LEGACY))
          != 0,
      FIT_GROUP_HISTORY, "emulate-release" },
    { options->feature_gates != NULL, FIT_GROUP_GATES, "feature-gates" },
    { options->release != NULL, FIT_GROUP_RELEASE, "release" },
    { options->config_version != NULL, FIT_GROUP_VERSION, "config-version" },
  };
  FitCatalog catalog = { .invocation = invocation };
  g_autoptr (FitReport) report = NULL;

  if (listing == NULL)
    return FIT_EXIT_USAGE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].given && (listing->groups & rows[i].group) == 0)
      {
        g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "list %s has no --%s",
                     listing->word, rows[i].name);
        return FIT_EXIT_USAGE;
      }
  if (listing->run != NULL)
    return listing->run (invocation, error);
  if (!fit_invocation_gates (invocation, &catalog.gates, error))
    return FIT_EXIT_USAGE;
  catalog.registry = fit_invocation_registry (invocation, catalog.gates);
  report = fit_output_report (invocation, listing->kind);
  report->names = fit_report_own (report, listing->make (&catalog));
  fit_report_set_rows (report, "items", report->names);
  fit_report_table (report, report->names);
  fit_output_print (report, invocation, error);
  fit_registry_free (catalog.registry);
  return FIT_EXIT_YES;
}
