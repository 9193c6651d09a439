/* test-policies.c - what becomes of the keys of a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"

#include "algorithmprovider/defaults.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "config/migrate/migration.h"

static void
refuse_policy (const char *text, const char *from, const char *message)
{
  const MigrateRow row = {
    .kind = FIT_MIGRATION_POLICY, .text = text, .from = from, .to = "v1"
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitMigration) migration = try_migrate (&row, &error);

  assert_null (migration);
  if (strstr (error->message, message) == NULL)
    fail_msg ("expected \"%s\", got \"%s\"", message, error->message);
}

/* The rules that each release has for a file that the others read otherwise. */
static void
test_readings (void **state)
{
  static const char custom[] = POLICY (
      "predicates:\n"
      "- {name: MyZone, argument: {labelsPresence: {labels: [zone]}}}\n"
      "priorities: []\n");
  const MigrateRow row = { .kind = FIT_MIGRATION_POLICY,
                           .text = custom,
                           .from = "1.16",
                           .to = "v1beta1" };
  g_autoptr (FitMigration) later = migrate_policy (custom, "v1beta1", NULL);
  g_autoptr (FitMigration) legacy = migrate (&row);

  (void) state;
  check_names (later->configuration, FIT_POINT_FILTER,
               "NodeUnschedulable TaintToleration NodeLabel");
  check_names (legacy->configuration, FIT_POINT_FILTER,
               "NodeUnschedulable TaintToleration");
  need_note (legacy, FIT_MIGRATION_DECIDE, "MyZone");
  assert_int_equal (legacy->from_release, FIT_RELEASE (16, 0));
}

/* Up to 1.17 the name of a plugin is a name like any other for a priority. */
static void
test_priority_with_the_name_of_a_plugin (void **state)
{
  static const char *const releases[] = { "1.16", "1.17" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      const MigrateRow row
          = { .kind = FIT_MIGRATION_POLICY,
              .text = POLICY ("priorities: [{name: NodeLabel, weight: 4, "
                              "argument: {labelPreference: {label: x}}}]\n"),
              .from = releases[i],
              .to = "v1beta1",
              .target = "1.20" };
      g_autoptr (FitMigration) migration = migrate (&row);

      check_names (migration->configuration, FIT_POINT_SCORE, "NodeLabel:4");
    }
}

static void
test_refusals (void **state)
{
  (void) state;
  refuse_policy (POLICY ("predicates: [{name: CheckNodeCondition}]\n"),
                 "1.20.2",
                 "Predicate type not found for \"CheckNodeCondition\"");
  refuse_policy (POLICY ("predicates: [{name: X, argument: {}}]\n"), "1.20.2",
                 "Exactly 1 predicate argument is required, numArgs: 0, "
                 "Predicate: X");
  refuse_policy (POLICY ("priorities: [{name: NoSuch, weight: 1}]\n"), "1.20.2",
                 "Priority type not found for \"NoSuch\"");
  refuse_policy (POLICY ("priorities: [{name: A, weight: 0}]\n"), "1.20.2",
                 "couldn't create scheduler from policy: priority A should "
                 "have a positive weight");
  refuse_policy (POLICY ("priorities: [{name: A, weight: 1, argument: {}}]\n"),
                 "1.20.2",
                 "couldn't create scheduler from policy: no priority arguments "
                 "set for priority A");
  refuse_policy (POLICY ("priorities: [{name: ImageLocalityPriority, weight: "
                         "922337203685477580}]\n"),
                 "1.20.2", "positive weight applied to it or it has overflown");
  refuse_policy (POLICY ("priorities: [{name: ImageLocalityPriority, weight: "
                         "922337203685477579}]\n"),
                 "1.20.2", "total score of Score plugins could overflow");
  refuse_policy (POLICY ("hardPodAffinitySymmetricWeight: 101\n"), "1.20.2",
                 "couldn't create scheduler from policy: "
                 "hardPodAffinitySymmetricWeight: Invalid value: 101: not in "
                 "valid range [0-100]");
  refuse_policy (POLICY ("hardPodAffinitySymmetricWeight: -1\n"), "1.20.2",
                 "couldn't create scheduler from policy: "
                 "hardPodAffinitySymmetricWeight: Invalid value: -1: not in "
                 "valid range [0-100]");
  refuse_policy (
      POLICY ("predicats: []\n"), "1.20.2",
      "line 3, column 1: found unknown field \"predicats\", expected one of "
      "predicates, priorities, extenders, hardPodAffinitySymmetricWeight, "
      "alwaysCheckAllPredicates\nhint: did you mean \"predicates\"?");
  refuse_policy ("predicates: []\n", "1.20.2",
                 "hint: the file has no apiVersion: write \"apiVersion\": "
                 "\"v1\"");
  refuse_policy (POLICY ("priorities: [{name: NodeLabel, weight: 1, argument: "
                         "{labelPreference: {label: x}}}]\n"),
                 "1.20.2", "is the name of a plugin");
  refuse_policy (POLICY ("predicates: [{name: GeneralPredicates}, {name: "
                         "HostName}]\n"),
                 "1.19", "plugin \"NodeName\" already registered");
  refuse_policy (POLICY ("predicates: [{name: CheckNodeLabelPresence}]\n"),
                 "1.22", "want args to be of type NodeLabelArgs");
  refuse_policy (
      POLICY ("predicates: []\npriorities: [{name: R, weight: 1, argument: "
              "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
              "score: 11}]}}}]\n"),
      "1.22",
      "initializing plugin \"RequestedToCapacityRatio\": score values must not "
      "be greater than 10. Score[0]==11");
  /* These names come with a gate. */
  refuse_policy (POLICY ("predicates: [{name: EvenPodsSpread}]\n"), "1.17",
                 "Predicate type not found for \"EvenPodsSpread\"");
  refuse_policy (POLICY ("priorities: [{name: EvenPodsSpreadPriority, weight: "
                         "1}]\n"),
                 "1.17",
                 "Priority type not found for \"EvenPodsSpreadPriority\"");
  refuse_policy (POLICY ("priorities: [{name: ResourceLimitsPriority, weight: "
                         "1}]\n"),
                 "1.18",
                 "Priority type not found for \"ResourceLimitsPriority\"");
  refuse_policy (POLICY (""), "1.23", "reads no Policy");
}

/* The type of a file is written in one way only. */
static void
test_letters_of_the_type (void **state)
{
  (void) state;
  refuse_policy ("ApiVersion: v1\nkind: Policy\n", "1.20.2",
                 "line 1, column 1: found unknown field \"ApiVersion\", "
                 "expected apiVersion");
  refuse_policy ("apiVersion: v1\nkind: Policy\npredicates: []\nKind: Policy\n",
                 "1.20.2",
                 "line 4, column 1: found unknown field \"Kind\", expected "
                 "kind");
  refuse_policy (POLICY ("apiversion: v1\n"), "1.20.2",
                 "line 3, column 1: found unknown field \"apiversion\", "
                 "expected apiVersion");
}

/* Numbers that used to have 64 bits are not cut off. */
static void
test_large_numbers (void **state)
{
  static const char shape[]
      = "priorities: [{name: A, weight: 1, argument: "
        "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, score: "
        "0}, %s]}}}]\n";
  static const char *const points[]
      = { "{utilization: 3000000000, score: 1}",
          "{utilization: 9, score: -3000000000}" };
  static const char *const messages[] = {
    "utilization: found number 3000000000, expected an integer of 32 bits",
    "score: found number -3000000000, expected an integer of 32 bits"
  };

  (void) state;
  refuse_policy (POLICY ("hardPodAffinitySymmetricWeight: 3000000000\n"),
                 "1.20.2",
                 "line 3, column 33: hardPodAffinitySymmetricWeight: found "
                 "number 3000000000, expected an integer of 32 bits");
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autoptr (GString) text = g_string_new (POLICY (""));

      g_string_append_printf (text, shape, points[i]);
      refuse_policy (text->str, "1.20.2", messages[i]);
    }
}

/* Names are quoted, and what is wrong twice is told once. */
static void
test_texts (void **state)
{
  static const char bad_prefix[]
      = POLICY ("extenders: [{managedResources: [{name: A.io/x}]}]\n");

  (void) state;
  refuse_policy (POLICY ("predicates: [{name: \"a\\nb\"}]\n"), "1.20.2",
                 "Predicate type not found for \"a\\nb\"");
  refuse_policy (POLICY ("priorities: [{name: \"a\\\"b\", weight: 1}]\n"),
                 "1.20.2", "Priority type not found for \"a\\\"b\"");
  refuse_policy (POLICY ("priorities: [{name: A, weight: 0}, {name: A, weight: "
                         "0}]\n"),
                 "1.20.2", "couldn't create scheduler from policy: priority A");
  refuse_policy (bad_prefix, "1.20.2",
                 "couldn't create scheduler from policy: "
                 "extenders[0].managedResources[0].name: Invalid value: "
                 "\"A.io/x\": prefix part a lowercase RFC 1123 subdomain must "
                 "consist of lower case");
  refuse_policy (bad_prefix, "1.19",
                 "Invalid value: \"A.io/x\": prefix part a DNS-1123 subdomain "
                 "must consist of lower case");
  refuse_policy (POLICY ("extenders: [{managedResources: [{name: x.io/}]}]\n"),
                 "1.20.2",
                 "[extenders[0].managedResources[0].name: Invalid value: "
                 "\"x.io/\": name part must be non-empty, "
                 "extenders[0].managedResources[0].name: Invalid value: "
                 "\"x.io/\": name part must consist of");
}

/* Entries far down the list replace earlier ones, and not themselves. */
static void
test_many_entries (void **state)
{
  static const char text[]
      = POLICY ("predicates: []\n"
                "priorities:\n"
                "- {name: LeastRequestedPriority, weight: 1}\n"
                "- {name: BalancedResourceAllocation, weight: 1}\n"
                "- {name: ImageLocalityPriority, weight: 1}\n"
                "- {name: InterPodAffinityPriority, weight: 1}\n"
                "- {name: NodeAffinityPriority, weight: 1}\n"
                "- {name: NodePreferAvoidPodsPriority, weight: 1}\n"
                "- {name: SelectorSpreadPriority, weight: 1}\n"
                "- {name: TaintTolerationPriority, weight: 1}\n"
                "- {name: MostRequestedPriority, weight: 1}\n"
                "- {name: EvenPodsSpreadPriority, weight: 1}\n"
                "- {name: LeastRequestedPriority, weight: 5}\n"
                "- {name: BalancedResourceAllocation, weight: 6}\n"
                "- {name: TaintTolerationPriority, weight: 7}\n");
  g_autoptr (FitMigration) migration = migrate_policy (text, "v1beta1", NULL);
  g_autoptr (GString) found = g_string_new (NULL);

  (void) state;
  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (note->weight_before > 1 || note->kind == FIT_MIGRATION_DROPPED)
        g_string_append_printf (
            found, "%s %s %s %" G_GINT64_FORMAT "\n", note->path, note->name,
            fit_migration_kind_name (note->kind), note->weight_before);
    }
  assert_string_equal (found->str,
                       "priorities[0] LeastRequestedPriority dropped 1\n"
                       "priorities[1] BalancedResourceAllocation dropped 1\n"
                       "priorities[6] SelectorSpreadPriority dropped 1\n"
                       "priorities[7] TaintTolerationPriority dropped 1\n"
                       "priorities[10] LeastRequestedPriority carried 5\n"
                       "priorities[11] BalancedResourceAllocation carried 6\n"
                       "priorities[12] TaintTolerationPriority carried 7\n");
}

/* What is told of the weight of a score that is left out. */
static void
test_weight_of_what_is_left_out (void **state)
{
#define AVOIDS \
  "predicates: []\npriorities:\n- {name: NodePreferAvoidPodsPriority, weight: 5}\n"
  static const struct
  {
    const char *text;
    const char *told;
  } rows[] = {
    { POLICY (AVOIDS), "with its weight of 5 it decided alone" },
    { POLICY (AVOIDS "- {name: LeastRequestedPriority, weight: 4}\n"),
      "its weight of 5 made it nearly a filter" },
    { POLICY (AVOIDS "- {name: LeastRequestedPriority, weight: 5}\n"),
      "with its weight of 5 other scores could outvote it" },
    { POLICY (AVOIDS "- {name: LeastRequestedPriority, weight: 2}\n"
                     "- {name: ImageLocalityPriority, weight: 4}\n"),
      "with its weight of 5 other scores could outvote it" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitMigration) migration
          = migrate_policy (rows[i].text, "v1", "1.25");
      const FitMigrationNote *note = need_note (
          migration, FIT_MIGRATION_CONDITIONAL, "NodePreferAvoidPodsPriority");

      if (strstr (note->message, rows[i].told) == NULL)
        fail_msg ("row %u: %s", i, note->message);
    }
#undef AVOIDS
}

/* A file of its time loads as it did then. */
static void
test_old_files (void **state)
{
  static const char text[]
      = POLICY ("predicates: [{name: CheckNodeMemoryPressure}, {name: "
                "GeneralPredicates}]\npriorities: []\n");
  const MigrateRow row = {
    .kind = FIT_MIGRATION_POLICY, .text = text, .from = "1.10", .to = "v1"
  };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  need_note (migration, FIT_MIGRATION_DROPPED, "CheckNodeMemoryPressure");
  assert_true (fit_profile_has (&migration->configuration->profiles[0],
                                FIT_POINT_FILTER, "TaintToleration"));
  assert_false (migration->lost);
}

/* -- what has another form ------------------------------------------------- */

static void
test_strategies (void **state)
{
  g_autoptr (FitMigration) one
      = migrate_policy (POLICY ("predicates: []\npriorities:\n"
                                "- {name: MostRequestedPriority, weight: 3}\n"),
                        "v1", NULL);
  g_autoptr (FitMigration) two = migrate_policy (
      POLICY ("predicates: []\npriorities:\n"
              "- {name: MostRequestedPriority, weight: 3}\n"
              "- {name: LeastRequestedPriority, weight: 7}\n"),
      "v1", NULL);
  const FitMigrationNote *note;

  (void) state;
  check_names (one->configuration, FIT_POINT_SCORE,
               "NodeResourcesFit:3 DynamicResources:2");
  assert_non_null (strstr (one->yaml, "type: MostAllocated"));
  assert_false (one->lost);
  note = need_note (one, FIT_MIGRATION_CHANGED, "MostRequestedPriority");
  assert_string_equal (note->plugin, "NodeResourcesFit");
  assert_int_equal (note->weight_before, 3);
  assert_int_equal (note->weight_after, 3);
  assert_int_equal (note->since, FIT_RELEASE (22, 0));
  /* The lighter takes away from the heavier. */
  check_names (two->configuration, FIT_POINT_SCORE,
               "NodeResourcesFit:4 DynamicResources:2");
  assert_null (strstr (two->yaml, "MostAllocated"));
  assert_false (two->lost);
  need_note (two, FIT_MIGRATION_CHANGED, "MostRequestedPriority");
}

static void
test_ratio (void **state)
{
  static const char shape[]
      = POLICY ("predicates: []\npriorities:\n"
                "- name: Pack\n  weight: 2\n  argument:\n"
                "    requestedToCapacityRatioArguments:\n"
                "      shape: [{utilization: 0, score: 0}, {utilization: 100, "
                "score: 10}]\n");
  g_autofree char *heavy = g_strconcat (
      shape,
      "      resources: [{name: cpu, weight: 300}, {name: memory, weight: 1}]\n",
      NULL);
  g_autoptr (FitMigration) beta1 = migrate_policy (shape, "v1beta1", NULL);
  g_autoptr (FitMigration) v1 = migrate_policy (heavy, "v1", NULL);
  const FitProfileArgs *args;
  const FitCapacityRatioArgument *ratio;
  const FitNodeResourcesFitArgs *fit;

  (void) state;
  args = fit_profile_find_args (&beta1->configuration->profiles[0],
                                "RequestedToCapacityRatio");
  ratio = args->args;
  assert_int_equal (ratio->resources.n, 2);
  assert_non_null (
      strstr (g_array_index (beta1->notes, FitMigrationNote, 3).message,
              "score every node 0"));
  args = fit_profile_find_args (&v1->configuration->profiles[0],
                                "NodeResourcesFit");
  fit = args->args;
  assert_int_equal (fit->scoring_strategy->resources.items[0].weight, 100);
  assert_int_equal (fit->scoring_strategy->resources.items[1].weight, 1);
}

/* Up to 1.16 the priority had a shape of its own, which prefers empty nodes. */
static void
test_ratio_without_an_argument (void **state)
{
  const MigrateRow row
      = { .kind = FIT_MIGRATION_POLICY,
          .text = POLICY ("priorities:\n- {name: "
                          "RequestedToCapacityRatioPriority, weight: 2}\n"),
          .from = "1.16",
          .to = "v1beta1" };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  check_names (migration->configuration, FIT_POINT_SCORE,
               "RequestedToCapacityRatio:2");
  assert_non_null (strstr (migration->yaml, "      shape:\n"
                                            "      - score: 10\n"
                                            "        utilization: 0\n"
                                            "      - score: 0\n"
                                            "        utilization: 100\n"));
}

/* From 1.31 on one plugin counts all volumes. */
static void
test_volume_limits (void **state)
{
  static const char text[]
      = POLICY ("predicates: [{name: MaxEBSVolumeCount}, {name: "
                "MaxAzureDiskVolumeCount}]\npriorities: []\n");
  g_autoptr (FitMigration) before = migrate_policy (text, "v1", "1.30");
  g_autoptr (FitMigration) after = migrate_policy (text, "v1", "1.31");

  (void) state;
  check_names (before->configuration, FIT_POINT_FILTER,
               "NodeUnschedulable TaintToleration EBSLimits AzureDiskLimits");
  check_names (after->configuration, FIT_POINT_FILTER,
               "NodeUnschedulable TaintToleration NodeVolumeLimits");
  check_names (after->configuration, FIT_POINT_PRE_FILTER, "NodeVolumeLimits");
  assert_false (after->lost);
  need_note (after, FIT_MIGRATION_CHANGED, "MaxEBSVolumeCount");
}

static void
test_spreading (void **state)
{
  static const char text[]
      = POLICY ("predicates: []\npriorities:\n"
                "- {name: SelectorSpreadPriority, weight: 9}\n"
                "- {name: EvenPodsSpreadPriority, weight: 2}\n");
  const MigrateRow apart = {
    .kind = FIT_MIGRATION_POLICY, .text = text, .from = "1.19", .to = "v1beta3"
  };
  const MigrateRow together = {
    .kind = FIT_MIGRATION_POLICY, .text = text, .from = "1.19", .to = "v1"
  };
  g_autoptr (FitMigration) beta3 = migrate (&apart);
  g_autoptr (FitMigration) v1 = migrate (&together);
  g_autoptr (FitMigration) alpha2 = migrate_policy (text, "v1alpha2", NULL);

  (void) state;
  check_names (beta3->configuration, FIT_POINT_SCORE,
               "PodTopologySpread:2 SelectorSpread:9");
  check_names (v1->configuration, FIT_POINT_SCORE,
               "PodTopologySpread:2 DynamicResources:2");
  assert_true (v1->lost);
  check_names (alpha2->configuration, FIT_POINT_SCORE,
               "PodTopologySpread:2 DefaultPodTopologySpread:9");
}

static void
test_extenders (void **state)
{
  static const char text[] = POLICY (
      "predicates: []\npriorities: []\nextenders:\n"
      "- urlPrefix: https://e/\n  FilterVerb: f\n  prioritizeVerb: p\n"
      "  weight: 2\n  enableHttps: true\n  httpTimeout: 90000000000\n"
      "  tlsConfig: {caFile: /nowhere/ca.pem, insecure: false}\n"
      "  managedResources: [{name: example.com/x, ignoredByScheduler: true}]\n");
  g_autoptr (FitMigration) v1 = migrate_policy (text, "v1", NULL);
  g_autoptr (FitMigration) beta1 = migrate_policy (text, "v1beta1", "1.20");

  (void) state;
  assert_non_null (strstr (v1->yaml, "enableHTTPS: true"));
  assert_non_null (strstr (v1->yaml, "httpTimeout: \"1m30s\""));
  assert_non_null (strstr (v1->yaml, "args: {}"));
  assert_null (strstr (beta1->yaml, "pluginConfig"));
  need_note (v1, FIT_MIGRATION_EXTENDER, "https://e/");
  assert_false (v1->lost);
}

/* The fields that something is said about, because of extenders or because the
 * user has to decide; "-": about none; "(31)": from that release on. */
static char *
noted_fields (const FitMigration *migration)
{
  GString *fields = g_string_new (NULL);

  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (note->kind != FIT_MIGRATION_EXTENDER
          && note->kind != FIT_MIGRATION_DECIDE)
        continue;
      g_string_append (fields, note->path != NULL ? note->path : "-");
      if (note->since != 0)
        g_string_append_printf (fields, "(%d)", note->since / 100);
      g_string_append_c (fields, ' ');
    }
  return g_string_free (fields, FALSE);
}

static void
test_notes_on_extenders (void **state)
{
  static const char text[] = POLICY (
      "predicates: [{name: GeneralPredicates}, {name: "
      "MaxCSIVolumeCountPred}]\npriorities: "
      "[]\nextenders:\n"
      "- urlPrefix: https://e/\n  prioritizeVerb: p\n"
      "  weight: 2\n  enableHttps: true\n  httpTimeout: 90000000000\n"
      "  tlsConfig: {caFile: ca.pem, insecure: false}\n"
      "  managedResources: [{name: example.com/x, ignoredByScheduler: true}, "
      "{name: example.com/y}]\n"
      "- urlPrefix: http://f/\n  filterVerb: f\n"
      "  tlsConfig: {insecure: true}\n");
  static const struct
  {
    const char *from, *to, *target, *expected;
  } rows[] = {
    { "1.22.6", "v1", "1.34.1",
      "extenders[0].httpTimeout extenders[0].enableHttps "
      "extenders[0].tlsConfig extenders[0].managedResources "
      "extenders[1].tlsConfig schedulerName -(31) extenders[0].tlsConfig " },
    { "1.13", "v1", "1.30",
      "extenders[0].httpTimeout extenders[0].enableHttps "
      "extenders[0].tlsConfig extenders[0].weight "
      "extenders[0].managedResources extenders[1].tlsConfig schedulerName "
      "percentageOfNodesToScore(14) -(19) extenders[0].tlsConfig " },
    { "1.16", "v1alpha2", "1.18",
      "extenders[0].weight extenders[0].managedResources schedulerName "
      "extenders[0].tlsConfig " },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const MigrateRow row = { .kind = FIT_MIGRATION_POLICY,
                               .text = text,
                               .from = rows[i].from,
                               .to = rows[i].to,
                               .target = rows[i].target };
      g_autoptr (FitMigration) migration = migrate (&row);
      g_autofree char *fields = noted_fields (migration);

      assert_string_equal (fields, rows[i].expected);
    }
}

/* What 1.16 runs is not said to have no effect: the first in its order as little
 * as others. */
static void
test_predicates_that_run (void **state)
{
  const MigrateRow row
      = { .kind = FIT_MIGRATION_POLICY,
          .text = POLICY ("predicates:\n- name: CheckNodeUnschedulable\n"
                          "- name: PodFitsResources\npriorities: []\n"),
          .from = "1.16",
          .to = "v1" };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  assert_null (
      find_note (migration, FIT_MIGRATION_DECIDE, "CheckNodeUnschedulable"));
  assert_null (find_note (migration, FIT_MIGRATION_DECIDE, "PodFitsResources"));
  assert_non_null (
      find_note (migration, FIT_MIGRATION_CARRIED, "CheckNodeUnschedulable"));
}

/* The files of a certificate are where the scheduler will run. */
static void
test_files_of_extenders_are_elsewhere (void **state)
{
  const MigrateRow row
      = { .kind = FIT_MIGRATION_POLICY,
          .text = POLICY ("predicates: []\npriorities: []\nextenders:\n"
                          "- urlPrefix: https://e/\n  filterVerb: f\n"
                          "  tlsConfig: {caFile: /nowhere/ca.pem}\n"),
          .from = "1.16",
          .to = "v1" };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  assert_non_null (strstr (migration->yaml, "caFile: \"/nowhere/ca.pem\""));
}

/* A program's own priority becomes a plugin of its name. */
static void
test_own_priority (void **state)
{
  static const char text[]
      = POLICY ("predicates: []\npriorities: [{name: Mine, weight: 2}, {name: "
                "Mine, weight: 3}]\n");
  static const FitRelease releases[]
      = { FIT_RELEASE (16, 0), FIT_RELEASE (22, 6) };
  const FitMigrationSource source = { .kind = FIT_MIGRATION_POLICY,
                                      .name = "source",
                                      .bytes = text,
                                      .len = strlen (text) };
  g_autoptr (FitRegistry) rules
      = fit_registry_new_default (fit_feature_gates_default ());

  (void) state;
  fit_registry_add_priority (rules, "Mine", &fit_equal_priority, 1, NULL, NULL,
                             NULL);
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      const FitMigrationOptions options
          = { .from_release = releases[i],
              .target_version = FIT_CONFIG_V1,
              .rules = rules,
              .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitMigration) migration
          = fit_migrate (&source, &options, &error);

      if (migration == NULL)
        fail_msg ("%s", error->message);
      check_names (migration->configuration, FIT_POINT_SCORE,
                   "Mine:3 DynamicResources:2");
    }
}

/* A program's own predicate becomes one, too, however often it is there. */
static void
test_own_predicate (void **state)
{
  static const char text[] = POLICY (
      "predicates: [{name: Mine}, {name: PodFitsHostPorts}, {name: Mine}]\n"
      "priorities: []\n");
  const FitMigrationSource source = { .kind = FIT_MIGRATION_POLICY,
                                      .name = "source",
                                      .bytes = text,
                                      .len = strlen (text) };
  g_autoptr (FitRegistry) rules
      = fit_registry_new_default (fit_feature_gates_default ());
  const FitMigrationOptions options
      = { .from_release = FIT_RELEASE (22, 6),
          .target_version = FIT_CONFIG_V1,
          .rules = rules,
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
  g_autoptr (FitMigration) migration = NULL;

  (void) state;
  fit_registry_add_predicate (rules, "Mine", &fit_host_name, NULL, NULL);
  migration = fit_migrate (&source, &options, NULL);
  assert_non_null (migration);
  check_names (
      migration->configuration, FIT_POINT_FILTER,
      "NodeUnschedulable NodePorts TaintToleration Mine DynamicResources NodeDeclaredFeatures");
}

/* Names of a program's own rules are meant, too. */
static void
test_names_like_own_ones (void **state)
{
  static const struct
  {
    const char *text;
    FitUnknownPlugins unknown;
    const char *message;
  } rows[] = {
    { POLICY ("predicates: []\npriorities: [{name: OwnScoer, weight: 3}]\n"),
      FIT_UNKNOWN_PLUGINS_KEEP,
      "Invalid configuration: Priority type not found for \"OwnScoer\"\n"
      "hint: did you mean OwnScore?" },
    { POLICY ("predicates: [{name: OwnFitler}]\npriorities: []\n"),
      FIT_UNKNOWN_PLUGINS_KEEP,
      "Invalid configuration: Predicate type not found for \"OwnFitler\"\n"
      "hint: did you mean OwnFilter?" },
    { POLICY ("predicates: []\npriorities: [{name: OwnScoer, weight: 3}]\n"),
      FIT_UNKNOWN_PLUGINS_ERROR,
      "Invalid configuration: Priority type not found for \"OwnScoer\"\n"
      "hint: 'fitsched list priorities' shows the names" },
    { POLICY ("predicates: [{name: OwnFitler}]\npriorities: []\n"),
      FIT_UNKNOWN_PLUGINS_ERROR,
      "Invalid configuration: Predicate type not found for \"OwnFitler\"\n"
      "hint: 'fitsched list predicates' shows the names" },
  };
  g_autoptr (FitRegistry) rules
      = fit_registry_new_default (fit_feature_gates_default ());

  (void) state;
  fit_registry_add_priority (rules, "OwnScore", &fit_equal_priority, 1, NULL,
                             NULL, NULL);
  fit_registry_add_predicate (rules, "OwnFilter", &fit_host_name, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitMigrationSource source = { .kind = FIT_MIGRATION_POLICY,
                                          .name = "source",
                                          .bytes = rows[i].text,
                                          .len = strlen (rows[i].text) };
      const FitMigrationOptions options
          = { .from_release = FIT_RELEASE (22, 6),
              .target_version = FIT_CONFIG_V1,
              .rules = rules,
              .unknown_plugins = rows[i].unknown };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitMigration) migration
          = fit_migrate (&source, &options, &error);

      assert_null (migration);
      if (strcmp (error->message, rows[i].message) != 0)
        fail_msg ("row %u: %s", i, error->message);
    }
}

static void
test_lost (void **state)
{
  g_autoptr (FitMigration) migration = migrate_policy (
      POLICY ("predicates: []\npriorities: []\nalwaysCheckAllPredicates: "
              "true\nhardPodAffinitySymmetricWeight: 7\n"),
      "v1", NULL);

  (void) state;
  assert_true (migration->lost);
  assert_string_equal (need_note (migration, FIT_MIGRATION_LOST, NULL)->path,
                       "alwaysCheckAllPredicates");
  assert_string_equal (need_note (migration, FIT_MIGRATION_DROPPED, NULL)->path,
                       "hardPodAffinitySymmetricWeight");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_readings),
    cmocka_unit_test (test_priority_with_the_name_of_a_plugin),
    cmocka_unit_test (test_refusals),
    cmocka_unit_test (test_letters_of_the_type),
    cmocka_unit_test (test_large_numbers),
    cmocka_unit_test (test_texts),
    cmocka_unit_test (test_many_entries),
    cmocka_unit_test (test_weight_of_what_is_left_out),
    cmocka_unit_test (test_old_files),
    cmocka_unit_test (test_strategies),
    cmocka_unit_test (test_ratio),
    cmocka_unit_test (test_ratio_without_an_argument),
    cmocka_unit_test (test_volume_limits),
    cmocka_unit_test (test_spreading),
    cmocka_unit_test (test_extenders),
    cmocka_unit_test (test_notes_on_extenders),
    cmocka_unit_test (test_predicates_that_run),
    cmocka_unit_test (test_files_of_extenders_are_elsewhere),
    cmocka_unit_test (test_own_priority),
    cmocka_unit_test (test_own_predicate),
    cmocka_unit_test (test_names_like_own_ones),
    cmocka_unit_test (test_lost),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
