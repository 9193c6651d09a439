/* list-plugins.c - 'fitsched list plugins': the default profile of a release
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/config-target-options.h"
#include "cli/console.h"
#include "cli/list-rules.h"
#include "cli/output.h"
#include "cli/program-name.h"

static const FitColumn plugin_columns[] = {
  { NULL, "PLUGIN", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "WEIGHT", FIT_CELL_INTEGER, 0 },
  { NULL, "POINTS", FIT_CELL_TEXTS, FIT_COLUMN_WRAP },
};

/* Returns: (nullable): @plugin at @point */
static const FitPluginEntry *
find_plugin (const FitProfile *profile, FitExtensionPoint point,
             const char *plugin)
{
  const FitProfileList *list = &profile->plugins[point];

  for (guint i = 0; i < list->n; i++)
    if (g_str_equal (list->items[i].name, plugin))
      return &list->items[i];
  return NULL;
}

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
            = find_plugin (profile, FIT_POINT_SCORE, name);
        g_autoptr (GPtrArray) points = NULL;

        if (!g_hash_table_add (seen, (gpointer) name))
          continue;
        if (scored == NULL)
          scored = find_plugin (profile, FIT_POINT_PLACEMENT_SCORE, name);
        points = g_ptr_array_new ();
        for (guint point = first; point < FIT_POINT_LAST; point++)
          if (find_plugin (profile, point, name) != NULL)
            g_ptr_array_add (points,
                             (gpointer) fit_extension_point_info (point)->name);
        FIT_TABLE_ADD (table, fit_cell_text (name),
                       scored != NULL ? fit_cell_integer (scored->weight)
                                      : FIT_CELL_NULL,
                       fit_cell_texts (points));
      }
  return table;
}

FitExit
fit_list_plugins (const FitInvocation *invocation, GError **error)
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
