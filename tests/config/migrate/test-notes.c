/* test-notes.c - what a migration tells of each release
 *
 * data/notes.txt has a line for each note about the defaults, with the releases that
 * it is for; FIT_TEST_UPDATE=1 writes it anew.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"
#include "tests/support/golden.h"

/* So much of a message tells it from others. */
#define BEGINNING 60

static const char *const releases[] = {
  "1.8",  "1.9",  "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16",
  "1.17", "1.18", "1.19", "1.20", "1.21", "1.22", "1.23", "1.24", "1.25",
  "1.26", "1.27", "1.28", "1.29", "1.30", "1.31", "1.32", "1.33", "1.34"
};

#define N_RELEASES G_N_ELEMENTS (releases)

/* Note -> of which releases it is told, by their indexes. */
typedef GHashTable Told;

static void
append_number (GString *line, const char *before, gint64 number)
{
  if (number != 0)
    g_string_append_printf (line, "%s%" G_GINT64_FORMAT, before, number);
}

static char *
describe (const FitMigrationNote *note)
{
  GString *line = g_string_new (fit_migration_kind_name (note->kind));

  if (note->path != NULL)
    g_string_append_printf (line, " %s", note->path);
  if (note->name != NULL)
    g_string_append_printf (line, " %s", note->name);
  if (note->plugin != NULL)
    g_string_append_printf (line, " > %s", note->plugin);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_points_have (note->points, i))
      g_string_append_printf (line, " %s", fit_extension_point_info (i)->name);
  append_number (line, " was ", note->weight_before);
  append_number (line, " is ", note->weight_after);
  append_number (line, " since 1.", note->since / 100);
  append_number (line, ".", note->since % 100);
  if (note->args != NULL)
    g_string_append_printf (line, " with %s", note->args);
  g_string_append_printf (line, ": %.*s", BEGINNING, note->message);
  return g_string_free (line, FALSE);
}

static void
take (Told *told, guint release, const MigrateRow *row)
{
  g_autoptr (FitMigration) migration = migrate (row);

  for (guint i = 0; i < migration->notes->len; i++)
    {
      char *line
          = describe (&g_array_index (migration->notes, FitMigrationNote, i));
      gboolean *of = g_hash_table_lookup (told, line);

      if (of == NULL)
        {
          of = g_new0 (gboolean, N_RELEASES);
          g_hash_table_insert (told, g_strdup (line), of);
        }
      of[release] = TRUE;
      g_free (line);
    }
}

/* "; 1.8 to 1.13, 1.16" */
static void
append_releases (GString *text, const gboolean *of)
{
  const char *gap = "; ";

  for (guint i = 0; i < N_RELEASES; i++)
    {
      const guint first = i;

      if (!of[i])
        continue;
      while (i + 1 < N_RELEASES && of[i + 1])
        i++;
      g_string_append_printf (text, "%s%s", gap, releases[first]);
      if (i > first)
        g_string_append_printf (text, " to %s", releases[i]);
      gap = ", ";
    }
}

static void
append (GString *text, const char *title, Told *told)
{
  g_autoptr (GList) lines
      = g_list_sort (g_hash_table_get_keys (told), (GCompareFunc) strcmp);

  g_string_append_printf (text, "%s\n", title);
  for (const GList *line = lines; line != NULL; line = line->next)
    {
      g_string_append_printf (text, "  %s", (const char *) line->data);
      append_releases (text, g_hash_table_lookup (told, line->data));
      g_string_append_c (text, '\n');
    }
  g_hash_table_remove_all (told);
}

/* The newest version that the release reads. */
static const char *
version_of (const char *release)
{
  FitConfigVersion version = FIT_CONFIG_VERSION_LAST;

  while (version-- > 0)
    if (fit_config_version_is_read_by (version, release_of (release)))
      return fit_config_version_name (version);
  return NULL;
}

static gboolean
has_version (const char *release)
{
  FitRelease found;

  return fit_release_parse (release, &found, NULL)
         && fit_release_has_profiles (found);
}

static void
append_providers (GString *text, Told *told, gboolean exact)
{
  for (guint i = 0; i < N_RELEASES && strcmp (releases[i], "1.22") != 0; i++)
    take (told, i,
          &(const MigrateRow){ .kind = FIT_MIGRATION_PROVIDER,
                               .text = "DefaultProvider",
                               .from = releases[i],
                               .to = "v1",
                               .exact = exact });
  append (text,
          exact ? "DefaultProvider, exactly:" : "DefaultProvider of:", told);
}

/* Much of what a Policy may say. */
#define RULES                                                                 \
  POLICY (                                                                    \
      "alwaysCheckAllPredicates: true\n"                                      \
      "hardPodAffinitySymmetricWeight: 7\n"                                   \
      "predicates:\n"                                                         \
      "- {name: GeneralPredicates}\n"                                         \
      "- {name: NoDiskConflict}\n"                                            \
      "- {name: MaxEBSVolumeCount}\n"                                         \
      "- {name: NoVolumeZoneConflict}\n"                                      \
      "- {name: MatchInterPodAffinity}\n"                                     \
      "- {name: Pool, argument: {labelsPresence: {labels: [pool], presence: " \
      "true}}}\n"                                                             \
      "- {name: Rack, argument: {serviceAffinity: {labels: [rack]}}}\n"       \
      "priorities:\n"                                                         \
      "- {name: LeastRequestedPriority, weight: 1}\n"                         \
      "- {name: MostRequestedPriority, weight: 3}\n"                          \
      "- {name: BalancedResourceAllocation, weight: 2}\n"                     \
      "- {name: SelectorSpreadPriority, weight: 4}\n"                         \
      "- {name: ServiceSpreadingPriority, weight: 2}\n"                       \
      "- {name: InterPodAffinityPriority, weight: 2}\n"                       \
      "- {name: NodeAffinityPriority, weight: 5}\n"                           \
      "- {name: TaintTolerationPriority, weight: 6}\n"                        \
      "- {name: NodePreferAvoidPodsPriority, weight: 10000}\n"                \
      "- {name: Racks, weight: 2, argument: {serviceAntiAffinity: {label: "   \
      "rack}}}\n"                                                             \
      "- {name: Ssd, weight: 2, argument: {labelPreference: {label: ssd, "    \
      "presence: true}}}\n"                                                   \
      "extenders:\n"                                                          \
      "- {urlPrefix: 'http://a.example', filterVerb: f, prioritizeVerb: p, "  \
      "weight: 3, enableHttps: true, httpTimeout: 5000000000, bindVerb: b, "  \
      "nodeCacheCapable: true}\n"                                             \
      "- {urlPrefix: 'https://b.example', filterVerb: f}\n")

/* The ratio, and what is left out of a Policy. */
static const struct
{
  guint first; /* of the releases that read it */
  const char *text;
} others[] = {
  { 3, POLICY ("predicates: []\n"
               "priorities: [{name: Ratio, weight: 2, argument: "
               "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
               "score: 0}, {utilization: 100, score: 10}]}}}]\n") },
  { 0, POLICY ("predicates: [{name: PodFitsResources}]\n") },
  { 0, POLICY ("priorities: [{name: LeastRequestedPriority, weight: 2}]\n") },
};

static void
append_other_policies (GString *text, Told *told, guint index, gboolean exact)
{
  for (guint i = others[index].first;
       i < N_RELEASES && strcmp (releases[i], "1.23") != 0; i++)
    take (told, i,
          &(const MigrateRow){ .kind = FIT_MIGRATION_POLICY,
                               .text = others[index].text,
                               .from = releases[i],
                               .to = "v1",
                               .exact = exact });
  g_string_append (text, others[index].text);
  append (text, exact ? "for v1, exactly, of:" : "for v1, of:", told);
}

static void
append_policies (GString *text, Told *told, const char *to, const char *target)
{
  for (guint i = 0; i < N_RELEASES && strcmp (releases[i], "1.23") != 0; i++)
    take (told, i,
          &(const MigrateRow){ .kind = FIT_MIGRATION_POLICY,
                               .text = RULES,
                               .from = releases[i],
                               .to = to,
                               .target = target });
  g_string_append_printf (text, "Policy, for %s of %s, of", to, target);
  append (text, ":", told);
}

static void
append_configurations (GString *text, Told *told, gboolean exact)
{
  for (guint i = 0; i < N_RELEASES; i++)
    if (has_version (releases[i]))
      {
        g_autofree char *file
            = g_strdup_printf (FILE_OF ("%s", ""), version_of (releases[i]));

        take (told, i,
              &(const MigrateRow){ .kind = FIT_MIGRATION_CONFIGURATION,
                                   .text = file,
                                   .from = releases[i],
                                   .to = "v1",
                                   .exact = exact });
      }
  append (text, exact ? "Configuration, exactly:" : "Configuration of:", told);
}

static void
append_targets (GString *text, Told *told)
{
  for (guint i = 0; i < N_RELEASES; i++)
    if (has_version (releases[i]))
      take (told, i,
            &(const MigrateRow){ .kind = FIT_MIGRATION_PROVIDER,
                                 .text = "DefaultProvider",
                                 .from = "1.16",
                                 .to = version_of (releases[i]),
                                 .target = releases[i],
                                 .exact = TRUE });
  append (text, "DefaultProvider of 1.16, exactly, for:", told);
}

static void
test_notes_of_each_release (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) told
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  (void) state;
  append_providers (text, told, FALSE);
  append_providers (text, told, TRUE);
  append_configurations (text, told, FALSE);
  append_configurations (text, told, TRUE);
  append_targets (text, told);
  append_policies (text, told, "v1beta1", "1.22");
  append_policies (text, told, "v1", "1.34");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      append_other_policies (text, told, i, FALSE);
      append_other_policies (text, told, i, TRUE);
    }
  assert_golden ("config/data/notes.txt", text);
}

/* What a filter lets pass since 1.28 is said if the profile filters by it. */
static void
test_changed_filter (void **state)
{
  static const char *const texts[] = {
    FILE_OF ("v1", "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}]"
                   "}, filter: {enabled: [{name: NodeResourcesFit}]}, "
                   "queueSort: {enabled: [{name: PrioritySort}]}, bind: "
                   "{enabled: [{name: DefaultBinder}]}}}]\n"),
    FILE_OF ("v1", "profiles: [{plugins: {filter: {disabled: [{name: "
                   "NodeResourcesFit}]}}}]\n"),
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint newer = 0; newer < 2; newer++)
      {
        const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                                 .text = texts[i],
                                 .from = "1.27",
                                 .to = "v1",
                                 .target = newer ? "1.28" : "1.27" };
        g_autoptr (FitMigration) migration = migrate (&row);
        gboolean said = FALSE;

        for (guint j = 0; j < migration->notes->len; j++)
          {
            const FitMigrationNote *note
                = &g_array_index (migration->notes, FitMigrationNote, j);

            said |= note->kind == FIT_MIGRATION_ARITHMETIC
                    && g_strcmp0 (note->plugin, "NodeResourcesFit") == 0
                    && note->points == FIT_AT (FILTER);
          }
        assert_int_equal (said, i == 0 && newer);
      }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_notes_of_each_release),
    cmocka_unit_test (test_changed_filter),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
