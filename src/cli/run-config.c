/* run-config.c - the configuration in effect for 'fitsched run', as a
 * KubeSchedulerConfiguration
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-settings.h"

#include <string.h>

#include "config/file-table.h"
#include "config/migrate/migration.h"
#include "formats/value-edit.h"
#include "formats/value-yaml.h"

/* The profiles with every list and all arguments, as the release reads the
 * file.  Returns: (transfer none) (nullable): a map of profiles and
 * extenders, in @arena */
static const FitValue *
full_profiles (const FitRunSettings *settings, FitArena *arena, GError **error)
{
  const FitConfiguration *read = settings->configuration;
  char **gates = settings->invocation.options.feature_gates;
  g_autofree char *from_gates = gates != NULL ? g_strjoinv (",", gates) : NULL;
  g_autoptr (FitMigration) migration = NULL;
  FitMigrationSource source
      = { .kind = FIT_MIGRATION_CONFIGURATION, .name = settings->text.name };
  const FitMigrationOptions options = {
    .from_release = settings->release,
    .from_gates = from_gates,
    .target_version = settings->version,
    .target_release = settings->release,
    .target_gates = &read->target.gates,
    .full = TRUE,
    .registry = settings->plugins,
    .unknown_plugins = read->unknown_plugins,
  };

  source.bytes = fit_rules_file_text (&settings->text, &source.len);
  migration = fit_migrate (&source, &options, error);
  if (migration == NULL)
    return NULL;
  return fit_yaml_parse (arena, migration->yaml, migration->yaml_len, NULL,
                         error);
}

char *
fit_run_settings_yaml (const FitRunSettings *settings, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitConfigReader writer = { .arena = arena,
                             .version = settings->version,
                             .release = settings->release };
  const char *version = fit_config_api_version (settings->version);
  FitConfigFile file = settings->file;
  const FitValue *written, *profiles = NULL;
  FitValue root = { .type = FIT_VALUE_MAP };
  FitNewMap map;

  if (settings->configuration != NULL
      && settings->invocation.options.config == NULL)
    return fit_fail_null (
        error, FIT_ERROR_USAGE,
        "--write-config-to: a configuration of %s cannot name the "
        "Policy that replaces its profile",
        version);
  if (settings->configuration != NULL
      && settings->version != FIT_CONFIG_V1ALPHA1)
    {
      profiles = full_profiles (settings, arena, error);
      if (profiles == NULL)
        return NULL;
      file.n_profiles = file.n_extenders = 0;
    }
  written = fit_config_write (&writer, &fit_config_file_table, &file);
  map.members = fit_arena_new0 (arena, FitMember, written->n + 4);
  map.n = 0;
  fit_new_map_add (&map, "apiVersion", fit_value_of_text (version));
  fit_new_map_add (&map, "kind", fit_value_of_text (FIT_CONFIG_KIND));
  for (guint i = 0; i < written->n; i++)
    map.members[map.n++] = written->members[i];
  for (guint i = 0; profiles != NULL && i < profiles->n; i++)
    if (strcmp (profiles->members[i].key, "profiles") == 0
        || strcmp (profiles->members[i].key, "extenders") == 0)
      map.members[map.n++] = profiles->members[i];
  root.members = map.members;
  root.n = map.n;
  return fit_value_to_yaml (&root);
}
