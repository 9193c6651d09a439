/* fuzz-migrate.c - any rules are migrated to any release
 *
 * What comes out is read by the target release, runs there, and stays what it is
 * when it is migrated once more; the report can be written in every form.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "algorithmprovider/defaults.h"
#include "formats/value.h"
#include "cli/migration-report.h"
#include "cli/output.h"
#include "simulate/simulation.h"
#include "tests/fuzz/grammar.h"
#include "tests/fuzz/shapes.h"
#include "config/migrate/migration.h"

#include <string.h>

/* -- what is migrated ------------------------------------------------------ */

/* Returns: (transfer full) (nullable): its text */
static char *
make_source (FitMigrationSource *source, Choices *choices)
{
  GString *text;

  *source = (FitMigrationSource){ .name = "source" };
  source->kind = (FitMigrationSourceKind) choices_below (choices, 3);
  if (source->kind == FIT_MIGRATION_PROVIDER)
    {
      source->name = choices_boolean (choices) ? "ClusterAutoscalerProvider"
                                               : FIT_DEFAULT_PROVIDER;
      return NULL;
    }
  text = g_string_new (NULL);
  if (source->kind == FIT_MIGRATION_POLICY)
    grammar_append (rules_grammar, "Policy", NULL, choices, text);
  else
    grammar_append (rules_grammar, "KubeSchedulerConfiguration",
                    fit_config_version_name (
                        FIT_CONFIG_V1 - choices_below (choices, FIT_CONFIG_V1)),
                    choices, text);
  source->bytes = text->str;
  source->len = text->len;
  if (g_getenv ("FIT_FUZZ_SHOW") != NULL)
    g_printerr ("# %s\n", text->str);
  return g_string_free (text, FALSE);
}

static FitMigrationOptions
make_options (Choices *choices)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);
  FitMigrationOptions options = { 0 };

  options.target_version = FIT_CONFIG_V1 - choices_below (choices, 5);
  options.target_release
      = fit_config_version_newest_release (options.target_version);
  if (choices_boolean (choices))
    options.target_release
        = fit_config_version_oldest_release (options.target_version);
  options.from_release = FIT_RELEASE_LEGACY;
  if (choices_boolean (choices))
    options.from_release = releases[choices_below (choices, n)].release;
  options.exact = choices_boolean (choices);
  options.full = choices_boolean (choices);
  options.unknown_plugins = (FitUnknownPlugins) choices_below (
      choices, FIT_UNKNOWN_PLUGINS_SKIP + 1);
  return options;
}

/* -- what comes out -------------------------------------------------------- */

static void
report (const FitMigration *migration)
{
  const FitMigrationReport report
      = { .migration = migration, .source = "source", .source_type = "Policy" };
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;

  for (guint format = FIT_REPORT_TEXT; format <= FIT_REPORT_JSON; format++)
    {
      g_autoptr (GString) out = fit_migration_report_print (
          &report, (FitReportFormat) format, FALSE);

      if (format == FIT_REPORT_JSON)
        fit_json_parse (arena, out->str, out->len, NULL, fit_limits_default (),
                        &error);
      g_assert_no_error (error);
    }
}

/* A program without plugins of its own runs what names none. */
static void
run (const FitConfiguration *configuration)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitObjects) objects = fit_objects_new ();
  FitSimulationOptions options
      = { .registry = registry, .configuration = configuration };
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;

  if (configuration->unknown->len > 0)
    return;
  simulation = fit_simulation_new (objects, &options, &error);
  g_assert_no_error (error);
}

static void
migrate_again (const FitMigration *migration,
               const FitMigrationOptions *options)
{
  const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                      .name = "again",
                                      .bytes = migration->yaml,
                                      .len = migration->yaml_len };
  FitMigrationOptions same = *options;
  g_autoptr (FitMigration) again = NULL;
  g_autoptr (GError) error = NULL;

  same.from_release = migration->target_release;
  again = fit_migrate (&source, &same, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->configuration->n_profiles, ==,
                    migration->configuration->n_profiles);
  for (guint i = 0; i < again->configuration->n_profiles; i++)
    {
      g_autofree char *before
          = fit_configuration_profile_json (migration->configuration, i);
      g_autofree char *after
          = fit_configuration_profile_json (again->configuration, i);

      g_assert_cmpstr (after, ==, before);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Choices choices = { .bytes = data, .n_bytes = size };
  const FitMigrationOptions options = make_options (&choices);
  FitMigrationSource source;
  g_autofree G_GNUC_UNUSED char *text = make_source (&source, &choices);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitMigration) migration = fit_migrate (&source, &options, &error);

  g_assert_true ((migration == NULL) == (error != NULL));
  if (migration == NULL)
    {
      if (g_error_matches (error, FIT_ERROR, FIT_ERROR_INTERNAL))
        g_assert_no_error (error);
      return 0;
    }
  run (migration->configuration);
  migrate_again (migration, &options);
  report (migration);
  fit_migration_settle_avoidance (migration, 3, choices_below (&choices, 4));
  report (migration);
  return 0;
}
