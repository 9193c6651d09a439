/* The lines of a migration's report: which notes share one, and how they are
 * worded.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/migration-report-private.h"
#include "tests/support/cmocka.h"

static void
test_formats (void **state)
{
  assert_int_equal (fit_migration_report_format ("a.md"), FIT_REPORT_MARKDOWN);
  assert_int_equal (fit_migration_report_format ("a.markdown"),
                    FIT_REPORT_MARKDOWN);
  assert_int_equal (fit_migration_report_format ("a.json"), FIT_REPORT_JSON);
  assert_int_equal (fit_migration_report_format ("a.mdx"), FIT_REPORT_TEXT);
  assert_int_equal (fit_migration_report_format ("json"), FIT_REPORT_TEXT);
}

/* -- which notes share a line ---------------------------------------------- */

#define NOTE(path_, name_, plugin_, profile_, message_, minor) \
  .kind = FIT_MIGRATION_CHANGED, .path = path_, .name = name_, \
  .plugin = plugin_, .profile = profile_, .message = message_, \
  .since = FIT_RELEASE (minor, 0)
#define SAME NOTE ("p[0]", "N", "P", "night", "m", 20)

static const struct
{
  FitMigrationNote note;
  guint n; /* lines, together with SAME */
} pairs[] = {
  { { SAME }, 1 },
  { { NOTE ("p[1]", "N", "P", "night", "m", 20) }, 1 },
  { { NOTE (NULL, "N", "P", "night", "m", 20) }, 1 },
  { { SAME, .points = FIT_AT (SCORE) }, 1 },
  { { NOTE ("p[0]", "N", "P", "night", "n", 20) }, 2 },
  { { NOTE ("p[0]", "O", "P", "night", "m", 20) }, 2 },
  { { NOTE ("p[0]", NULL, "P", "night", "m", 20) }, 2 },
  { { NOTE ("p[0]", "N", "Q", "night", "m", 20) }, 2 },
  { { NOTE ("p[0]", "N", NULL, "night", "m", 20) }, 2 },
  { { NOTE ("p[0]", "N", "P", "day", "m", 20) }, 2 },
  { { NOTE ("p[0]", "N", "P", NULL, "m", 20) }, 2 },
  { { NOTE ("p[0]", "N", "P", "night", "m", 21) }, 2 },
  /* of another kind */
  { { .kind = FIT_MIGRATION_LOST, .name = "N", .message = "m" }, 1 },
};

static GArray *
notes_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (FitMigrationNote));
}

static void
test_pairs (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      const FitMigrationNote first = { SAME };
      g_autoptr (GArray) notes = notes_new ();
      const FitMigration migration = { .notes = notes };
      g_autoptr (GArray) lines = NULL;

      g_array_append_val (notes, first);
      g_array_append_val (notes, pairs[i].note);
      lines = fit_migrated_lines (&migration, FIT_MIGRATION_CHANGED);
      if (lines->len != pairs[i].n)
        fail_msg ("row %u: %u lines", i, lines->len);
    }
}

/* Without a name the places tell notes apart; ageless kinds have no since. */
static void
test_others (void **state)
{
  const FitMigrationNote nameless[]
      = { { .kind = FIT_MIGRATION_DEFAULTS, .path = "a", .message = "m" },
          { .kind = FIT_MIGRATION_DEFAULTS, .path = "b", .message = "m" },
          { .kind = FIT_MIGRATION_DEFAULTS,
            .path = "b",
            .message = "m",
            .since = FIT_RELEASE (21, 0) } };
  g_autoptr (GArray) notes = notes_new ();
  const FitMigration migration = { .notes = notes };
  g_autoptr (GArray) lines = NULL;

  g_array_append_vals (notes, nameless, G_N_ELEMENTS (nameless));
  lines = fit_migrated_lines (&migration, FIT_MIGRATION_DEFAULTS);
  assert_int_equal (lines->len, 2);
  assert_int_equal (fit_migration_report_count_lost (&migration), 0);
}

static void
test_combined (void **state)
{
  const FitMigrationNote three[]
      = { { SAME, .points = FIT_AT (FILTER), .weight_before = 3 },
          { SAME, .points = FIT_AT (SCORE), .weight_after = 5 },
          { SAME, .weight_before = 1, .weight_after = 2 } };
  const FitMigrationNote elsewhere
      = { NOTE ("p[1]", "N", "P", "night", "m", 20) };
  g_autoptr (GArray) notes = notes_new ();
  const FitMigration migration = { .notes = notes };
  g_autoptr (GArray) lines = NULL, more = NULL;
  const FitMigratedLine *line;

  g_array_append_vals (notes, three, G_N_ELEMENTS (three));
  lines = fit_migrated_lines (&migration, FIT_MIGRATION_CHANGED);
  line = &g_array_index (lines, FitMigratedLine, 0);
  assert_int_equal (lines->len, 1);
  assert_int_equal (line->points, FIT_AT (FILTER) | FIT_AT (SCORE));
  assert_int_equal (line->weight_before, 3);
  assert_int_equal (line->weight_after, 5);
  assert_string_equal (line->path, "p[0]");
  g_array_append_val (notes, elsewhere);
  more = fit_migrated_lines (&migration, FIT_MIGRATION_CHANGED);
  assert_null (g_array_index (more, FitMigratedLine, 0).path);
}

/* -- how they are worded --------------------------------------------------- */

#define SCORED .plugin = "P", .name = "N"

static const struct
{
  FitMigrationNote note;
  guint n_profiles;
  FitExtensionPoints points;
  gint64 before, after; /* weights */
  const char *subject;
  const char *place;
} places[] = {
  { { SCORED }, 1, 0, 0, 0, "N", "P" },
  { { .name = "P", .plugin = "P" }, 1, 0, 0, 0, "P", "" },
  { { .plugin = "P" }, 1, 0, 0, 0, "P", "" },
  { { .plugin = "P", .path = "a.b" }, 1, 0, 0, 0, "a.b", "P" },
  { { SCORED, .kind = FIT_MIGRATION_EXTENDER, .path = "a.b" },
    1,
    0,
    0,
    0,
    "a.b",
    "P" },
  { { SCORED, .profile = "night" }, 1, 0, 0, 0, "N", "P" },
  { { SCORED, .profile = "night" }, 2, 0, 0, 0, "N", "night: P" },
  { { .name = "P", .plugin = "P", .profile = "night" },
    2,
    FIT_AT (FILTER),
    0,
    0,
    "P",
    "night: filter" },
  { { .name = "N" }, 1, FIT_AT (FILTER), 0, 0, "N", "" },
  { { SCORED },
    1,
    FIT_AT (FILTER) | FIT_AT (SCORE),
    0,
    0,
    "N",
    "P: filter, score" },
  { { SCORED }, 1, FIT_AT (SCORE), 2, 2, "N", "P: score, weight 2" },
  { { SCORED }, 1, FIT_AT (SCORE), 0, 2, "N", "P: score, weight 2" },
  { { SCORED }, 1, FIT_AT (SCORE), 1, 2, "N", "P: score, weight 2, was 1" },
  { { SCORED }, 1, FIT_AT (SCORE), 1, 0, "N", "P: score, weight was 1" },
  { { SCORED }, 1, FIT_AT (FILTER), 1, 2, "N", "P: filter" },
};

static void
test_places (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      FitConfiguration configuration = { .n_profiles = places[i].n_profiles };
      const FitMigration migration = { .configuration = &configuration };
      const FitMigratedLine line = { .note = &places[i].note,
                                     .points = places[i].points,
                                     .weight_before = places[i].before,
                                     .weight_after = places[i].after };

      assert_string_equal (fit_migrated_subject (&line), places[i].subject);
      assert_owned (fit_migrated_place (&migration, &line), places[i].place);
    }
}

static void
test_messages (void **state)
{
  FitMigrationNote note = { .kind = FIT_MIGRATION_CHANGED, .message = "m" };
  const FitMigratedLine line = { .note = &note };

  assert_owned (fit_migrated_message (&line), "m");
  note.since = FIT_RELEASE (21, 0);
  assert_owned (fit_migrated_message (&line), "m (from 1.21)");
  note.since = FIT_RELEASE (21, 3);
  assert_owned (fit_migrated_message (&line), "m (from 1.21.3)");
  note.kind = FIT_MIGRATION_ADDED;
  assert_owned (fit_migrated_message (&line), "m");
}

/* -- the whole ------------------------------------------------------------- */

/* Each plugin of each profile once. */
static void
test_arguments (void **state)
{
  const FitMigrationNote all[] = {
    { .plugin = "A", .args = "{}" },
    { .plugin = "A", .args = "{}" },
    { .plugin = "A", .args = "{}", .profile = "night" },
    { .plugin = "B" },
    { .args = "{}" },
    { .plugin = "B", .args = "{}", .profile = "night" },
  };
  g_autoptr (GArray) notes = notes_new ();
  const FitMigration migration = { .notes = notes };
  g_autoptr (GPtrArray) found = NULL;

  g_array_append_vals (notes, all, G_N_ELEMENTS (all));
  found = fit_migrated_arguments (&migration);
  assert_int_equal (found->len, 3);
  assert_ptr_equal (found->pdata[0],
                    &g_array_index (notes, FitMigrationNote, 0));
  assert_ptr_equal (found->pdata[1],
                    &g_array_index (notes, FitMigrationNote, 2));
  assert_ptr_equal (found->pdata[2],
                    &g_array_index (notes, FitMigrationNote, 5));
}

static void
test_counts (void **state)
{
  const FitMigrationNote all[] = {
    { .kind = FIT_MIGRATION_LOST, .name = "A", .message = "m" },
    { .kind = FIT_MIGRATION_DEFAULTS, .name = "A", .message = "m" },
    { .kind = FIT_MIGRATION_LOST, .name = "B", .message = "m" },
    { .kind = FIT_MIGRATION_LOST, .name = "B", .message = "m" },
  };
  g_autoptr (GArray) notes = notes_new ();
  const FitMigration migration = { .notes = notes };

  assert_owned (fit_migrated_counts (&migration), "");
  g_array_append_vals (notes, all, G_N_ELEMENTS (all));
  assert_owned (fit_migrated_counts (&migration), "1 about defaults, 2 lost");
  assert_int_equal (fit_migration_report_count_lost (&migration), 2);
}

static void
test_headings (void **state)
{
  const FitMigration migration = { .from_release = FIT_RELEASE (16, 15),
                                   .target_version = FIT_CONFIG_V1,
                                   .target_release = FIT_RELEASE (99, 0) };
  FitMigrationReport report = { .migration = &migration,
                                .source = "p.json",
                                .source_type = "Policy" };
  const FitDiffFinding given = { 0 };
  const FitDiffFinding made = { .generated = TRUE, .n_nodes = 3, .n_pods = 4 };

  assert_owned (fit_migrated_heading (&report),
                "p.json (Policy of 1.16.15) to v1 of 1.99");
  assert_string_equal (fit_migrated_noun (&report), "Policy");
  report.source_type = "Provider";
  assert_string_equal (fit_migrated_noun (&report), "provider");
  report.source_type = FIT_CONFIG_KIND;
  assert_string_equal (fit_migrated_noun (&report), "configuration");
  assert_owned (fit_migrated_where (&given), "On the cluster");
  assert_owned (fit_migrated_where (&made),
                "On a generated cluster of 3 nodes and 4 pods");
  assert_null (fit_migration_report_reader (&migration));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_formats),   cmocka_unit_test (test_pairs),
    cmocka_unit_test (test_others),    cmocka_unit_test (test_combined),
    cmocka_unit_test (test_places),    cmocka_unit_test (test_messages),
    cmocka_unit_test (test_arguments), cmocka_unit_test (test_counts),
    cmocka_unit_test (test_headings),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
