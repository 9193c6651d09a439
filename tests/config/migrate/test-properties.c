/* test-properties.c - what holds for every Policy and every target
 *
 * Over all cases of tests/conformance/cases/migration that the original takes,
 * and all pairs of a version and a release that reads it; under a sanitizer, over
 * one of eight.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"
#include "tests/support/turns.h"

#define TURNS 8

/* What a case has to be migrated. */
typedef struct
{
  char *name;
  FitMigrationSourceKind kind;
  char *text;
} Source;

static void
source_free (gpointer data)
{
  Source *source = data;

  g_free (source->name);
  g_free (source->text);
  g_free (source);
}

static char *
cases_path (void)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");

  return g_build_filename (srcdir != NULL ? srcdir : ".", "tests",
                           "conformance", "cases", "migration", NULL);
}

/* Returns: (nullable): NULL for a case that the original refuses */
static Source *
read_case (const char *dir, const char *name)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root;
  const char *text;
  Source *source;
  gsize len;

  assert_true (g_file_get_contents (path, &bytes, &len, NULL));
  root = fit_json_parse (arena, bytes, len, NULL, NULL, NULL);
  assert_non_null (root);
  if (fit_value_get (fit_value_get (root, "expected"), "error") != NULL)
    return NULL;
  source = g_new0 (Source, 1);
  source->name = g_strdup (name);
  source->kind = FIT_MIGRATION_POLICY;
  text = fit_value_get_string (root, "policyText");
  if (text != NULL)
    source->text = g_strdup (text);
  else if (fit_value_get (root, "policy") != NULL)
    source->text
        = fit_value_to_json (fit_value_get (root, "policy"), NULL, NULL);
  else
    {
      source->kind = FIT_MIGRATION_PROVIDER;
      source->text = g_strdup (fit_value_get_string (root, "provider"));
    }
  return source;
}

static GPtrArray *
read_sources (void)
{
  g_autofree char *dir = cases_path ();
  GPtrArray *sources = g_ptr_array_new_with_free_func (source_free);
  GDir *entries = g_dir_open (dir, 0, NULL);
  const char *name;

  assert_non_null (entries);
  while ((name = g_dir_read_name (entries)) != NULL)
    {
      Source *source = read_case (dir, name);

      if (source != NULL)
        g_ptr_array_add (sources, source);
    }
  g_dir_close (entries);
  assert_true (sources->len >= 110);
  return sources;
}

typedef void (*TargetFunc) (const Source *source, MigrateRow *row);

/* Calls @func for all sources and targets. */
static void
for_all (TargetFunc func)
{
  g_autoptr (GPtrArray) sources = read_sources ();
  guint n;
  const FitReleaseName *releases = fit_releases (&n);
  guint n_targets = 0;

  for (FitConfigVersion v = FIT_CONFIG_V1ALPHA2; v <= FIT_CONFIG_V1; v++)
    for (guint i = 0; i < n; i++)
      {
        if (!fit_config_version_is_read_by (v, releases[i].release))
          continue;
        n_targets++;
        for (guint j = 0; j < sources->len; j++)
          {
            const Source *source = sources->pdata[j];
            MigrateRow row = { .kind = source->kind,
                               .text = source->text,
                               .to = fit_config_version_name (v),
                               .target = releases[i].name };

            if (is_its_turn (n_targets + j, TURNS))
              func (source, &row);
          }
      }
  assert_true (n_targets >= 25);
}

/* All that a profile does.  Before 1.20 arguments are filled in only when a
 * plugin is made, so that they show only where they are written.  A plugin that
 * multiPoint enables is made even if it is off at all points: its arguments do
 * nothing. */
static char *
profile_text (const FitMigration *migration)
{
  const FitProfile *profile = &migration->configuration->profiles[0];
  const gboolean with_args = migration->target_release >= FIT_RELEASE (20, 0);
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue root
      = fit_configuration_profile_value (migration->configuration, 0, arena);
  const FitValue *args = fit_value_get (&root, "pluginConfig");
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      g_autofree char *names = names_at (profile, i);

      g_string_append_printf (out, "%s\n", names);
    }
  for (guint i = 0; with_args && i < root.n; i++)
    if (&root.members[i].value != args)
      fit_value_append_json_lines (out, &root.members[i].value);
  for (guint i = 0; with_args && args != NULL && i < args->n; i++)
    if (fit_profile_has_any (profile, args->members[i].key))
      fit_value_append_json_lines (out, &args->members[i].value);
  return g_string_free (out, FALSE);
}

/* The emitted file is read as it was meant, or fit_migrate() fails; written in
 * full it means the same. */
static void
check_full (const Source *source, MigrateRow *row)
{
  g_autoptr (FitMigration) migration = migrate (row);
  g_autoptr (FitMigration) full = NULL;
  g_autofree char *text = profile_text (migration);
  g_autofree char *full_text = NULL;

  row->full = TRUE;
  full = migrate (row);
  full_text = profile_text (full);
  if (strcmp (text, full_text) != 0)
    fail_msg ("%s to %s %s:\n%s\nin full:\n%s", source->name, row->to,
              row->target, migration->yaml, full->yaml);
  assert_true (full->yaml_len > migration->yaml_len);
}

static void
test_full (void **state)
{
  (void) state;
  for_all (check_full);
}

static void
check_idempotent (const Source *source, MigrateRow *row)
{
  g_autoptr (FitMigration) once = migrate (row);
  const MigrateRow again_row = { .kind = FIT_MIGRATION_CONFIGURATION,
                                 .text = once->yaml,
                                 .to = row->to,
                                 .target = row->target };
  g_autoptr (FitMigration) again = migrate (&again_row);

  if (strcmp (once->yaml, again->yaml) != 0)
    fail_msg ("%s to %s %s:\n%s\nagain:\n%s", source->name, row->to,
              row->target, once->yaml, again->yaml);
  assert_false (again->lost);
}

static void
test_idempotent (void **state)
{
  (void) state;
  for_all (check_idempotent);
}

/* -- in steps -------------------------------------------------------------- */

static FitMigration *
step (const FitMigration *before, const char *to)
{
  const MigrateRow row
      = { .kind = FIT_MIGRATION_CONFIGURATION, .text = before->yaml, .to = to };

  return migrate (&row);
}

static void
check_steps (const Source *source, const char *from)
{
  MigrateRow row = {
    .kind = source->kind, .text = source->text, .from = from, .to = "v1beta1"
  };
  g_autoptr (FitMigration) beta1 = migrate (&row);
  g_autoptr (FitMigration) beta2 = step (beta1, "v1beta2");
  g_autoptr (FitMigration) beta3 = step (beta2, "v1beta3");
  g_autoptr (FitMigration) stepwise = step (beta3, "v1");
  g_autoptr (FitMigration) direct = NULL;
  g_autofree char *one = profile_text (stepwise);
  g_autofree char *other = NULL;

  row.to = "v1";
  direct = migrate (&row);
  other = profile_text (direct);
  if (strcmp (one, other) != 0)
    fail_msg ("%s:\n%s\nin steps, and directly:\n%s", source->name,
              stepwise->yaml, direct->yaml);
}

static void
test_steps (void **state)
{
  g_autoptr (GPtrArray) sources = read_sources ();

  (void) state;
  for (guint i = 0; i < sources->len; i++)
    check_steps (sources->pdata[i], NULL);
}

/* Lists that 1.16 takes too. */
static void
test_steps_of_1_16 (void **state)
{
  static const char *const texts[] = {
    "{\"kind\":\"Policy\",\"apiVersion\":\"v1\"}",
    "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":[{\"name\":"
    "\"GeneralPredicates\"},{\"name\":\"MaxEBSVolumeCount\"},{\"name\":"
    "\"CheckVolumeBinding\"}],\"priorities\":[{\"name\":"
    "\"SelectorSpreadPriority\",\"weight\":3},{\"name\":"
    "\"MostRequestedPriority\",\"weight\":2},{\"name\":\"Ratio\",\"weight\":5,"
    "\"argument\":{\"requestedToCapacityRatioArguments\":{\"shape\":[{"
    "\"utilization\":0,\"score\":0},{\"utilization\":100,\"score\":10}]}}}]}",
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const Source source = { .name = (char *) "inline",
                              .kind = FIT_MIGRATION_POLICY,
                              .text = (char *) texts[i] };

      check_steps (&source, "1.16");
    }
}

/* -- random configurations ------------------------------------------------- */

/* The last two are plugins of programs. */
static const char *const some_plugins[] = { "NodeUnschedulable",
                                            "NodeName",
                                            "TaintToleration",
                                            "NodeAffinity",
                                            "NodePorts",
                                            "NodeResourcesFit",
                                            "EBSLimits",
                                            "VolumeBinding",
                                            "VolumeZone",
                                            "PodTopologySpread",
                                            "InterPodAffinity",
                                            "DefaultPreemption",
                                            "ImageLocality",
                                            "DefaultBinder",
                                            "PrioritySort",
                                            "SelectorSpread",
                                            "Mine",
                                            "Other" };
static const char *const some_scores[] = { "TaintToleration",
                                           "NodeAffinity",
                                           "NodeResourcesFit",
                                           "PodTopologySpread",
                                           "ImageLocality",
                                           "Mine",
                                           "Other" };
static const char *const some_filters[]
    = { "NodeName", "NodePorts", "TaintToleration", "VolumeZone", "Mine" };

/* "FIELD: [{name: ...}, ...]" with up to two of @names. */
static void
append_some (GString *out, GRand *random, const char *field,
             const char *const *names, guint n)
{
  const guint count = (guint) g_rand_int_range (random, 0, 3);
  guint index = (guint) g_rand_int_range (random, 0, (gint32) n);

  g_string_append_printf (out, "%s: [", field);
  for (guint i = 0; i < count; i++)
    {
      g_string_append_printf (out, "%s{name: %s", i > 0 ? ", " : "",
                              names[index]);
      if (*field == 'e' && g_rand_boolean (random))
        g_string_append_printf (out, ", weight: %d",
                                g_rand_int_range (random, 1, 6));
      g_string_append_c (out, '}');
      index = (index + 1 + (guint) g_rand_int_range (random, 0, 2)) % n;
    }
  g_string_append_c (out, ']');
}

static void
append_set (GString *out, GRand *random, const char *point,
            const char *const *names, guint n)
{
  if (g_rand_boolean (random))
    return;
  g_string_append_printf (out, "    %s: {", point);
  append_some (out, random, "enabled", names, n);
  g_string_append (out, ", ");
  if (g_rand_int_range (random, 0, 4) == 0)
    g_string_append (out, "disabled: [{name: \"*\"}]");
  else
    append_some (out, random, "disabled", names, n);
  g_string_append (out, "}\n");
}

static char *
random_configuration (GRand *random)
{
  GString *out
      = g_string_new ("apiVersion: kubescheduler.config.k8s.io/v1beta3\n"
                      "kind: KubeSchedulerConfiguration\nprofiles:\n");
  const gint32 n = g_rand_int_range (random, 1, 3);

  for (gint32 i = 0; i < n; i++)
    {
      g_string_append_printf (
          out, "- schedulerName: s%d\n  plugins:\n    permit: {}\n", i);
      append_set (out, random, "multiPoint", some_plugins,
                  G_N_ELEMENTS (some_plugins));
      append_set (out, random, "score", some_scores,
                  G_N_ELEMENTS (some_scores));
      append_set (out, random, "filter", some_filters,
                  G_N_ELEMENTS (some_filters));
    }
  return g_string_free (out, FALSE);
}

static FitMigration *
keep_strangers (const char *text, FitConfigVersion version, FitRelease from,
                FitRelease release, GError **error)
{
  const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                      .name = "random",
                                      .bytes = text,
                                      .len = strlen (text) };
  const FitMigrationOptions options
      = { .from_release = from,
          .target_version = version,
          .target_release = release,
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };

  return fit_migrate (&source, &options, error);
}

/* What a release reads is read as it was meant in the target, and migrated once
 * more it does the same. */
static void
test_random (void **state)
{
  static const char *const targets[] = { "1.25", "1.28", "1.30", "1.34.1" };
  GRand *random = g_rand_new_with_seed (24);
  guint n_read = 0;

  (void) state;
  for (guint i = 0; i < 600; i++)
    {
      g_autofree char *text = random_configuration (random);
      const FitRelease release
          = release_of (targets[i % G_N_ELEMENTS (targets)]);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitMigration) once = keep_strangers (
          text, FIT_CONFIG_V1, release_of ("1.25"), release, &error);
      g_autoptr (FitMigration) again = NULL;

      if (once == NULL)
        {
          if (g_error_matches (error, FIT_ERROR, FIT_ERROR_INTERNAL))
            fail_msg ("%s\n%s", text, error->message);
          continue;
        }
      n_read++;
      again = keep_strangers (once->yaml, FIT_CONFIG_V1, release, release,
                              &error);
      if (again == NULL)
        fail_msg ("%s\nbecomes\n%s\n%s", text, once->yaml, error->message);
      for (guint j = 0; j < once->configuration->n_profiles; j++)
        {
          g_autofree char *one
              = fit_configuration_profile_json (once->configuration, j);
          g_autofree char *other
              = fit_configuration_profile_json (again->configuration, j);

          if (strcmp (one, other) != 0)
            fail_msg ("%s\nbecomes\n%s\nand then\n%s", text, once->yaml,
                      again->yaml);
        }
    }
  assert_true (n_read > 100);
  g_rand_free (random);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_full),   cmocka_unit_test (test_idempotent),
    cmocka_unit_test (test_steps),  cmocka_unit_test (test_steps_of_1_16),
    cmocka_unit_test (test_random),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
