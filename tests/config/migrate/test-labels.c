/* test-labels.c - what becomes of predicates and priorities about labels of nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"

static void
test_labels (void **state)
{
  static const char text[] = POLICY (
      "predicates:\n"
      "- name: MatchNodeSelector\n"
      "- {name: Disk, argument: {labelsPresence: {labels: [disk], presence: "
      "true}}}\n"
      "- {name: Old, argument: {labelsPresence: {labels: [old]}}}\n"
      "priorities: []\n");
  g_autoptr (FitMigration) migration = migrate_policy (text, "v1", NULL);
  const FitProfileArgs *args = fit_profile_find_args (
      &migration->configuration->profiles[0], "NodeAffinity");
  const FitNodeAffinityArgs *affinity = args->args;
  const FitArgNodeTerm *term = &affinity->added_affinity->required->terms[0];

  (void) state;
  assert_false (migration->lost);
  assert_int_equal (affinity->added_affinity->required->n_terms, 1);
  assert_int_equal (term->n_expressions, 2);
  assert_string_equal (term->expressions[0].key, "disk");
  assert_string_equal (term->expressions[0].op, "Exists");
  assert_string_equal (term->expressions[1].key, "old");
  assert_string_equal (term->expressions[1].op, "DoesNotExist");
}

#define PREFERS(name, label, presence, weight)                          \
  "- {name: " name ", weight: " weight ", argument: {labelPreference: " \
  "{label: " label ", presence: " presence "}}}\n"

/* v1.16 adds up the points of a label that is preferred both ways, and NodeLabel
 * refuses it. */
static void
test_opposed_labels (void **state)
{
  static const struct
  {
    const char *priorities;
    const char *lost; /* names */
    const char *left; /* (nullable) the label that is still preferred */
    gint64 weight;
  } rows[] = {
    { PREFERS ("aa", "ssd", "true", "3") PREFERS ("bb", "ssd", "false", "2")
          PREFERS ("cc", "pool", "true", "4"),
      "aa bb ", "pool", 4 },
    { PREFERS ("aa", "ssd", "true", "3") PREFERS ("bb", "ssd", "false", "2"),
      "aa bb ", NULL, 0 },
    { PREFERS ("aa", "pool", "false", "1") PREFERS ("bb", "ssd", "true", "1")
          PREFERS ("cc", "ssd", "false", "1")
              PREFERS ("dd", "ssd", "true", "1"),
      "bb cc dd ", "pool", 1 },
    { PREFERS ("aa", "pool", "false", "3"), "", "pool", 3 },
  };
  static const char *const targets[][2]
      = { { "v1alpha2", "1.18" }, { "v1beta1", "1.20" } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows) * G_N_ELEMENTS (targets); i++)
    {
      const guint row = i / G_N_ELEMENTS (targets);
      const char *const *target = targets[i % G_N_ELEMENTS (targets)];
      g_autofree char *text = g_strconcat (
          POLICY ("predicates: []\npriorities:\n"), rows[row].priorities, NULL);
      g_autoptr (FitMigration) migration
          = migrate (&(const MigrateRow){ .kind = FIT_MIGRATION_POLICY,
                                          .text = text,
                                          .from = "1.16",
                                          .to = target[0],
                                          .target = target[1] });
      const FitProfile *profile = &migration->configuration->profiles[0];
      const FitProfileList *scores = &profile->plugins[FIT_POINT_SCORE];
      const FitNodeLabelArgs *args;
      g_autoptr (GString) lost = g_string_new (NULL);

      for (guint n = 0; n < migration->notes->len; n++)
        {
          const FitMigrationNote *note
              = &g_array_index (migration->notes, FitMigrationNote, n);

          if (note->kind != FIT_MIGRATION_LOST)
            continue;
          g_string_append_printf (lost, "%s ", note->name);
          assert_int_equal (note->since, FIT_RELEASE (18, 0));
        }
      assert_string_equal (lost->str, rows[row].lost);
      assert_int_equal (migration->lost, *rows[row].lost != '\0');
      assert_int_equal (scores->n, rows[row].left != NULL);
      if (rows[row].left == NULL)
        continue;
      assert_string_equal (scores->items[0].name, "NodeLabel");
      assert_int_equal (scores->items[0].weight, rows[row].weight);
      args = fit_profile_find_args (profile, "NodeLabel")->args;
      assert_int_equal (args->present_labels_preference.n
                            + args->absent_labels_preference.n,
                        1);
      assert_string_equal (args->present_labels_preference.n > 0
                               ? args->present_labels_preference.items[0]
                               : args->absent_labels_preference.items[0],
                           rows[row].left);
    }
}

#define AVOIDS(name, label, weight)                                         \
  "- {name: " name ", weight: " weight ", argument: {serviceAntiAffinity: " \
  "{label: " label "}}}\n"

/* Up to 1.16 each priority has its own weight; a plugin gives all its labels the
 * same one. */
static void
test_weights_of_labels (void **state)
{
  static const struct
  {
    const char *priorities;
    const char *lost; /* (nullable): the name of one of them */
    const char *scores;
  } rows[] = {
    { PREFERS ("aa", "ssd", "true", "1") PREFERS ("bb", "pool", "true", "10"),
      "bb", "NodeLabel:11" },
    { PREFERS ("aa", "ssd", "true", "4") PREFERS ("bb", "pool", "false", "4"),
      NULL, "NodeLabel:8" },
    { AVOIDS ("aa", "rack", "1") AVOIDS ("bb", "zone", "3"), "aa",
      "ServiceAffinity:4" },
    { AVOIDS ("aa", "rack", "3") AVOIDS ("bb", "zone", "3"), NULL,
      "ServiceAffinity:6" },
    { AVOIDS ("aa", "rack", "1") PREFERS ("bb", "pool", "true", "3"), NULL,
      "ServiceAffinity:1 NodeLabel:3" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (
          POLICY ("predicates: []\npriorities:\n"), rows[i].priorities, NULL);
      g_autoptr (FitMigration) migration
          = migrate (&(const MigrateRow){ .kind = FIT_MIGRATION_POLICY,
                                          .text = text,
                                          .from = "1.16",
                                          .to = "v1beta1",
                                          .target = "1.20" });

      check_names (migration->configuration, FIT_POINT_SCORE, rows[i].scores);
      assert_int_equal (migration->lost, rows[i].lost != NULL);
      if (rows[i].lost != NULL)
        assert_non_null (strstr (
            need_note (migration, FIT_MIGRATION_LOST, rows[i].lost)->message,
            "all its labels the same weight"));
    }
}

/* Without NodeAffinity the labels bring more than they ask for. */
static void
test_labels_alone (void **state)
{
  g_autoptr (FitMigration) migration = migrate_policy (
      POLICY ("predicates: [{name: D, argument: {labelsPresence: {labels: "
              "[disk], presence: true}}}]\npriorities: []\n"),
      "v1", NULL);

  (void) state;
  assert_true (migration->lost);
  assert_true (fit_profile_has (&migration->configuration->profiles[0],
                                FIT_POINT_FILTER, "NodeAffinity"));
}

static void
test_services (void **state)
{
  g_autoptr (FitMigration) migration = migrate_policy (
      POLICY ("predicates: [{name: Z, argument: {serviceAffinity: {labels: "
              "[zone]}}}]\npriorities:\n"
              "- {name: SelectorSpreadPriority, weight: 2}\n"
              "- {name: Rack, weight: 4, argument: {serviceAntiAffinity: "
              "{label: rack}}}\n"),
      "v1beta3", "1.24");
  const FitProfileArgs *args = fit_profile_find_args (
      &migration->configuration->profiles[0], "PodTopologySpread");
  const FitPodTopologySpreadArgs *spread = args->args;

  (void) state;
  assert_true (migration->lost);
  need_note (migration, FIT_MIGRATION_LOST, "Z");
  need_note (migration, FIT_MIGRATION_LOST, "Rack");
  assert_int_equal (spread->n_constraints, 3);
  assert_string_equal (spread->constraints[2].topology_key, "rack");
  assert_string_equal (spread->defaulting_type, "List");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_labels),
    cmocka_unit_test (test_opposed_labels),
    cmocka_unit_test (test_weights_of_labels),
    cmocka_unit_test (test_labels_alone),
    cmocka_unit_test (test_services),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
