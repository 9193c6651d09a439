/* test-back.c - migrations to an older release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"

#define EMPTY                  \
  FILE_OF ("v1", "profiles:\n" \
                 "- schedulerName: default-scheduler\n")
#define V1(rest) FILE_OF ("v1", "profiles:\n- " rest)

/* What the target does not have is left out, and a note names it. */
static void
test_fields_of_later_releases (void **state)
{
  static const struct
  {
    const char *from;
    const char *to;
    const char *text;
    const char *path; /* (nullable) of a field */
    const char *name; /* (nullable) of a plugin */
    const char *gone; /* what the target's file must not have */
  } rows[] = {
    { "1.36", "1.34",
      V1 ("pluginConfig: [{name: DynamicResources, args: {bindingTimeout: "
          "30s}}]\n"),
      "profiles[0].pluginConfig[0].args.bindingTimeout", NULL,
      "bindingTimeout" },
    { "1.34", "1.33",
      V1 ("pluginConfig: [{name: DynamicResources, args: {filterTimeout: "
          "3s}}]\n"),
      "profiles[0].pluginConfig[0].args", NULL, "filterTimeout" },
    { "1.36", "1.35",
      V1 ("plugins: {placementGenerate: {enabled: [{name: "
          "TopologyPlacementGenerator}]}}\n"),
      NULL, "TopologyPlacementGenerator", "placementGenerate" },
    { "1.37", "1.36",
      V1 ("plugins: {multiPoint: {disabled: [{name: DefaultPreemption}]}, "
          "podGroupPostFilter: {enabled: [{name: DefaultPreemption}]}}\n"),
      NULL, "DefaultPreemption", "podGroupPostFilter" },
    { "1.28", "1.27", FILE_OF ("v1", "delayCacheUntilActive: true\n"),
      "delayCacheUntilActive", NULL, "delayCacheUntilActive" },
    { "1.26", "1.25", V1 ("percentageOfNodesToScore: 5\n"),
      "profiles[0].percentageOfNodesToScore", NULL,
      "percentageOfNodesToScore" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                               .text = rows[i].text,
                               .from = rows[i].from,
                               .to = "v1",
                               .target = rows[i].to };
      g_autoptr (FitMigration) migration = migrate (&row);
      gboolean told = FALSE;

      for (guint j = 0; j < migration->notes->len; j++)
        {
          const FitMigrationNote *note
              = &g_array_index (migration->notes, FitMigrationNote, j);

          if (note->kind == FIT_MIGRATION_LOST
              && (rows[i].path == NULL
                  || g_strcmp0 (note->path, rows[i].path) == 0)
              && (rows[i].name == NULL
                  || g_strcmp0 (note->name, rows[i].name) == 0))
            told = TRUE;
        }
      if (!told || strstr (migration->yaml, rows[i].gone) != NULL)
        fail_msg ("%s to %s: %s", rows[i].from, rows[i].to, migration->yaml);
      assert_true (migration->lost);
    }
}

/* Defaults are no loss. */
static void
test_defaults_of_later_releases (void **state)
{
  static const char *const releases[]
      = { "1.37", "1.36", "1.35", "1.34", "1.33", "1.28", "1.25" };

  (void) state;
  for (guint i = 0; i + 1 < G_N_ELEMENTS (releases); i++)
    {
      const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                               .text = EMPTY,
                               .from = releases[i],
                               .to = "v1",
                               .target = releases[i + 1] };
      g_autoptr (FitMigration) migration = migrate (&row);

      assert_string_equal (migration->yaml, EMPTY);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_fields_of_later_releases),
    cmocka_unit_test (test_defaults_of_later_releases),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
