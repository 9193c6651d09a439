/* test-configurations.c - providers and older configurations as sources
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"
#include "config/migrate/migration.h"

static FitMigration *
migrate_config (const char *text, const char *to, const char *target)
{
  const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                           .text = text,
                           .to = to,
                           .target = target };

  return migrate (&row);
}

static void
refuse_row (const MigrateRow *row, FitErrorCode code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitMigration) migration = try_migrate (row, &error);

  assert_null (migration);
  if (strstr (error->message, message) == NULL)
    fail_msg ("expected \"%s\", got \"%s\"", message, error->message);
  assert_int_equal (error->code, code);
}

#define EMPTY(version)                              \
  "apiVersion: " GROUP version                      \
  "\nkind: KubeSchedulerConfiguration\nprofiles:\n" \
  "- schedulerName: default-scheduler\n"

/* -- providers ------------------------------------------------------------- */

static void
test_provider_defaults (void **state)
{
  static const char *const versions[]
      = { "v1beta1", "v1beta2", "v1beta3", "v1" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      const MigrateRow row = { .kind = FIT_MIGRATION_PROVIDER,
                               .text = "DefaultProvider",
                               .to = versions[i] };
      g_autoptr (FitMigration) migration = migrate (&row);
      g_autofree char *expected
          = g_strdup_printf ("apiVersion: " GROUP "%s\nkind: "
                             "KubeSchedulerConfiguration\nprofiles:\n"
                             "- schedulerName: default-scheduler\n",
                             versions[i]);

      assert_string_equal (migration->yaml, expected);
      assert_false (migration->lost);
    }
}

/* Every difference between what was and what is now has a note. */
static void
test_provider_differences (void **state)
{
  const MigrateRow row = { .kind = FIT_MIGRATION_PROVIDER,
                           .text = "DefaultProvider",
                           .to = "v1" };
  static const struct
  {
    const char *name;
    gint64 before;
    gint64 after;
  } weights[] = {
    { "TaintTolerationPriority", 1, 3 },
    { "NodeAffinityPriority", 1, 2 },
    { "InterPodAffinityPriority", 1, 2 },
    { "SelectorSpreadPriority", 1, 2 },
    { "NodePreferAvoidPodsPriority", 10000, 0 },
  };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < migration->notes->len; j++)
        {
          const FitMigrationNote *note
              = &g_array_index (migration->notes, FitMigrationNote, j);

          found = found
                  || (g_strcmp0 (note->name, weights[i].name) == 0
                      && (note->kind == FIT_MIGRATION_DEFAULTS
                          || note->kind == FIT_MIGRATION_CONDITIONAL)
                      && note->weight_before == weights[i].before
                      && note->weight_after == weights[i].after);
        }
      if (!found)
        fail_msg ("nothing is said about %s", weights[i].name);
    }
}

static void
test_autoscaler (void **state)
{
  const MigrateRow beta1 = { .kind = FIT_MIGRATION_PROVIDER,
                             .text = "ClusterAutoscalerProvider",
                             .to = "v1beta1",
                             .target = "1.20" };
  const MigrateRow v1 = { .kind = FIT_MIGRATION_PROVIDER,
                          .text = "ClusterAutoscalerProvider",
                          .to = "v1" };
  g_autoptr (FitMigration) one = migrate (&beta1);
  g_autoptr (FitMigration) other = migrate (&v1);
  g_autoptr (FitMigration) steps = migrate_config (one->yaml, "v1", NULL);

  (void) state;
  assert_string_equal (
      one->yaml,
      EMPTY ("v1beta1") "  plugins:\n    score:\n      enabled:\n"
                        "      - name: NodeResourcesMostAllocated\n"
                        "        weight: 1\n      disabled:\n"
                        "      - name: NodeResourcesLeastAllocated\n");
  assert_string_equal (
      other->yaml,
      EMPTY ("v1") "  pluginConfig:\n  - name: NodeResourcesFit\n    args:\n"
                   "      scoringStrategy:\n        resources:\n"
                   "        - name: cpu\n          weight: 1\n"
                   "        - name: memory\n          weight: 1\n"
                   "        type: MostAllocated\n");
  assert_string_equal (steps->yaml, other->yaml);
}

/* A provider has PodTopologySpread where v1.16's gate is on. */
static void
test_provider_under_gates (void **state)
{
  MigrateRow row = { .kind = FIT_MIGRATION_PROVIDER,
                     .text = "DefaultProvider",
                     .from = "1.16",
                     .to = "v1beta1",
                     .target = "1.20",
                     .exact = TRUE };

  (void) state;
  for (guint on = 0; on < 2; on++)
    {
      g_autoptr (FitMigration) migration = NULL;
      const FitPodTopologySpreadArgs *spread;
      const FitProfile *profile;

      row.gates = on ? "EvenPodsSpread=true" : NULL;
      migration = migrate (&row);
      profile = &migration->configuration->profiles[0];
      assert_int_equal (
          fit_profile_has (profile, FIT_POINT_FILTER, "PodTopologySpread"), on);
      assert_int_equal (
          fit_profile_has (profile, FIT_POINT_SCORE, "PodTopologySpread"), on);
      if (!on)
        continue;
      /* v1.16 has no default constraints, unlike the target. */
      spread = fit_profile_find_args (profile, "PodTopologySpread")->args;
      assert_string_equal (spread->defaulting_type, "List");
    }
}

/* The notes say at which point something was lost. */
static void
test_points_of_notes (void **state)
{
  const MigrateRow row = {
    .kind = FIT_MIGRATION_CONFIGURATION,
    .text = EMPTY ("v1") "  plugins: {postBind: {enabled: [{name: "
                         "DynamicResources}]}}\n",
    .from = "1.31.1",
    .to = "v1",
  };
  g_autoptr (FitMigration) migration = migrate (&row);
  const FitMigrationNote *note
      = find_note (migration, FIT_MIGRATION_LOST, "DynamicResources");

  (void) state;
  if (note == NULL)
    fail_msg ("nothing is lost in\n%s", migration->yaml);
  assert_string_equal (note->message,
                       "the target does not have the plugin at this point");
  assert_int_equal (note->points, FIT_AT (POST_BIND));
}

/* Written in full, there is a list for each point, the first one, too. */
static void
test_provider_in_full (void **state)
{
  const MigrateRow row = { .kind = FIT_MIGRATION_PROVIDER,
                           .text = "DefaultProvider",
                           .to = "v1beta1",
                           .target = "1.20",
                           .full = TRUE };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  if (!g_str_has_prefix (migration->yaml,
                         EMPTY ("v1beta1") "  plugins:\n"
                                           "    queueSort:\n"
                                           "      enabled:\n"
                                           "      - name: PrioritySort\n"
                                           "      disabled:\n"
                                           "      - name: \"*\"\n"
                                           "    preFilter:\n"
                                           "      enabled:\n"
                                           "      - name: NodeResourcesFit\n"))
    fail_msg ("%s", migration->yaml);
}

static void
test_provider_exact (void **state)
{
  const MigrateRow row = { .kind = FIT_MIGRATION_PROVIDER,
                           .text = "DefaultProvider",
                           .to = "v1beta1",
                           .target = "1.20",
                           .exact = TRUE };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  check_names (migration->configuration, FIT_POINT_SCORE,
               "NodeResourcesBalancedAllocation:1 ImageLocality:1 "
               "InterPodAffinity:1 NodeResourcesLeastAllocated:1 "
               "NodeAffinity:1 NodePreferAvoidPods:10000 SelectorSpread:1 "
               "TaintToleration:1");
  assert_false (migration->lost);
}

/* -- older configurations -------------------------------------------------- */

static void
test_v1alpha1 (void **state)
{
  g_autoptr (FitMigration) migration = migrate_config (
      "apiVersion: " GROUP "v1alpha1\nkind: KubeSchedulerConfiguration\n"
      "schedulerName: mine\ndisablePreemption: true\n"
      "bindTimeoutSeconds: 30\nhardPodAffinitySymmetricWeight: 9\n"
      "percentageOfNodesToScore: 40\n"
      "leaderElection: {lockObjectName: old, resourceLock: endpoints}\n",
      "v1", NULL);
  const FitProfile *profile = &migration->configuration->profiles[0];
  const FitVolumeBindingArgs *binding
      = fit_profile_find_args (profile, "VolumeBinding")->args;
  const FitInterPodAffinityArgs *affinity
      = fit_profile_find_args (profile, "InterPodAffinity")->args;

  (void) state;
  assert_string_equal (profile->scheduler_name, "mine");
  assert_false (
      fit_profile_has (profile, FIT_POINT_POST_FILTER, "DefaultPreemption"));
  assert_int_equal (binding->bind_timeout_seconds, 30);
  assert_int_equal (affinity->hard_pod_affinity_weight, 9);
  assert_int_equal (
      migration->configuration->file->percentage_of_nodes_to_score, 40);
  assert_string_equal (
      migration->configuration->file->leader_election.resource_name, "old");
  assert_null (strstr (migration->yaml, "endpoints"));
}

/* v1alpha2 still has the field; later a plugin is left out instead. */
static void
test_disabled_preemption (void **state)
{
  static const char text[]
      = "apiVersion: " GROUP "v1alpha1\nkind: KubeSchedulerConfiguration\n"
        "disablePreemption: true\n";
  static const char *const targets[][2]
      = { { "v1alpha2", "1.18" }, { "v1beta1", "1.20" } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autoptr (FitMigration) migration
          = migrate_config (text, targets[i][0], targets[i][1]);
      guint n_told = 0;

      for (guint n = 0; n < migration->notes->len; n++)
        n_told
            += g_strcmp0 (
                   g_array_index (migration->notes, FitMigrationNote, n).path,
                   "disablePreemption")
               == 0;
      assert_int_equal (n_told, i);
      assert_int_equal (
          strstr (migration->yaml, "disablePreemption: true") == NULL, i);
    }
}

/* What v1.16 read: a provider or a Policy beside the rest. */
static void
test_v1alpha1_policy (void **state)
{
  static const char text[]
      = "apiVersion: " GROUP "v1alpha1\nkind: KubeSchedulerConfiguration\n"
        "algorithmSource: {policy: {configMap: {name: p}}}\n"
        "podMaxBackoffSeconds: 20\n";
  static const char policy[] = "{\"kind\": \"Policy\", \"apiVersion\": \"v1\", "
                               "\"predicates\": [], \"priorities\": []}";
  FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                .name = "c",
                                .bytes = text,
                                .len = strlen (text) };
  const FitMigrationOptions options = { .target_version = FIT_CONFIG_V1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitMigration) missing = fit_migrate (&source, &options, &error);
  g_autoptr (FitMigration) migration = NULL;

  (void) state;
  assert_null (missing);
  assert_int_equal (error->code, FIT_ERROR_NOT_FOUND);
  source.policy_bytes = policy;
  source.policy_len = strlen (policy);
  migration = fit_migrate (&source, &options, NULL);
  assert_non_null (migration);
  assert_int_equal (migration->configuration->file->pod_max_backoff_seconds,
                    20);
  assert_int_equal (
      migration->configuration->profiles[0].plugins[FIT_POINT_SCORE].n, 0);
}

static void
test_v1alpha1_of_1_16 (void **state)
{
  const MigrateRow row
      = { .kind = FIT_MIGRATION_CONFIGURATION,
          .text = "apiVersion: " GROUP "v1alpha1\n"
                  "kind: KubeSchedulerConfiguration\n"
                  "hardPodAffinitySymmetricWeight: 5\n"
                  "algorithmSource: {provider: ClusterAutoscalerProvider}\n",
          .from = "1.16",
          .to = "v1" };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  assert_non_null (strstr (migration->yaml, "type: MostAllocated"));
  assert_non_null (strstr (migration->yaml, "hardPodAffinityWeight: 5"));
  assert_null (strstr (migration->yaml, "plugins:"));
}

static FitStatus
score_one (const FitPluginCall *call, const FitNodeInfo *node,
           gint64 *out_score)
{
  (void) call;
  (void) node;
  *out_score = 1;
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* v1.16 runs plugins of the program beside the rules of a provider. */
static void
test_plugins_of_1_16 (void **state)
{
  static const char text[]
      = "apiVersion: " GROUP "v1alpha1\nkind: KubeSchedulerConfiguration\n"
        "algorithmSource: {provider: DefaultProvider}\n"
        "plugins: {score: {enabled: [{name: Mine, weight: 7}]}}\n"
        "pluginConfig: [{name: Mine, args: {color: red}}]\n";
  static const FitPluginInfo mine = { .name = "Mine", .score = score_one };
  const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                      .name = "c",
                                      .bytes = text,
                                      .len = strlen (text) };
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  const FitMigrationOptions options = { .from_release = FIT_RELEASE (16, 0),
                                        .target_version = FIT_CONFIG_V1,
                                        .registry = registry };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitMigration) migration = NULL;
  const FitProfile *profile;

  (void) state;
  assert_true (fit_plugin_registry_add (registry, &mine, NULL));
  migration = fit_migrate (&source, &options, &error);
  if (migration == NULL)
    fail_msg ("%s", error->message);
  profile = &migration->configuration->profiles[0];
  assert_true (fit_profile_has (profile, FIT_POINT_SCORE, "Mine"));
  assert_non_null (strstr (migration->yaml, "name: Mine\n        weight: 7"));
  assert_non_null (strstr (migration->yaml, "color: red"));
}

/* The releases whose files name plugins in another way. */
static const struct
{
  FitRelease release;
  const char *text; /* names Mine at score and at permit */
} with_unknown[] = {
#define MINE(indent)                                               \
  indent "plugins:\n" indent                                       \
         "  score: {enabled: [{name: Mine, weight: 7}]}\n" indent  \
         "  permit: {enabled: [{name: Mine, weight: 7}]}\n" indent \
         "pluginConfig: [{name: Mine, args: {color: red}}]\n"
  { FIT_RELEASE (16, 0),
    FILE_OF ("v1alpha1",
             "algorithmSource: {provider: DefaultProvider}\n" MINE ("")) },
  { FIT_RELEASE (16, 0),
    FILE_OF ("v1alpha1", "algorithmSource: {policy: {configMap: {name: "
                         "p}}}\n" MINE ("")) },
  { FIT_RELEASE (18, 2), FILE_OF ("v1alpha2", "profiles:\n-\n" MINE ("  ")) },
  { FIT_RELEASE (19, 0), FILE_OF ("v1beta1", "profiles:\n-\n" MINE ("  ")) },
  { FIT_RELEASE (22, 6), FILE_OF ("v1beta2", "profiles:\n-\n" MINE ("  ")) },
  { FIT_RELEASE (34, 1), FILE_OF ("v1", "profiles:\n-\n" MINE ("  ")) },
#undef MINE
};

/* @text names a plugin Mine, which is kept. */
static FitMigration *
migrate_mine (const char *text, FitRelease from, FitConfigVersion version)
{
  const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                      .name = "c",
                                      .bytes = text,
                                      .len = strlen (text) };
  const FitMigrationOptions options
      = { .from_release = from,
          .target_version = version,
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP,
          .exact = TRUE };
  g_autoptr (GError) error = NULL;
  FitMigration *migration = fit_migrate (&source, &options, &error);

  if (migration == NULL)
    fail_msg ("%s\n%s", text, error->message);
  return migration;
}

/* Notes name the profile as the file does. */
static void
test_notes_name_the_profile (void **state)
{
  g_autoptr (FitMigration) migration = migrate_mine (
      FILE_OF ("v1alpha1", "schedulerName: mine\n"
                           "algorithmSource: {provider: DefaultProvider}\n"
                           "plugins: {permit: {enabled: [{name: Mine}]}}\n"),
      FIT_RELEASE (16, 0), FIT_CONFIG_V1);
  guint n = 0;

  (void) state;
  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (note->profile == NULL)
        continue;
      assert_string_equal (note->profile, "mine");
      n++;
    }
  assert_true (n > 1);
}

/* Where a plugin has one weight, from the last list that names it, each list after
 * that of Score repeats it. */
static void
test_weight_in_later_lists (void **state)
{
  g_autoptr (FitMigration) migration = migrate_mine (
      FILE_OF ("v1alpha2",
               "profiles:\n- plugins:\n"
               "    score: {enabled: [{name: Mine, weight: 7}]}\n"
               "    postBind: {enabled: [{name: Mine, weight: 7}]}\n"),
      FIT_RELEASE (18, 2), FIT_CONFIG_V1BETA1);
  const char *after = strstr (migration->yaml, "postBind:");

  (void) state;
  if (after == NULL || strstr (after, "name: Mine\n        weight: 7") == NULL)
    fail_msg ("%s", migration->yaml);
}

/* A plugin that no release has is kept or left out, whichever release reads it,
 * and said to be out of tree. */
static void
test_unknown_plugins (void **state)
{
  static const char policy[] = POLICY ("predicates: []\npriorities: []\n");

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (with_unknown) * 2; i++)
    {
      const gboolean kept = i % 2 == 0;
      const char *text = with_unknown[i / 2].text;
      const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                          .name = "c",
                                          .bytes = text,
                                          .len = strlen (text),
                                          .policy_bytes = policy,
                                          .policy_len = strlen (policy) };
      const FitMigrationOptions options
          = { .from_release = with_unknown[i / 2].release,
              .target_version = FIT_CONFIG_V1,
              .unknown_plugins
              = kept ? FIT_UNKNOWN_PLUGINS_KEEP : FIT_UNKNOWN_PLUGINS_SKIP };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitMigration) migration
          = fit_migrate (&source, &options, &error);
      const FitMigrationNote *note;
      const FitProfile *profile;

      if (migration == NULL)
        fail_msg ("%s\n%s", text, error->message);
      note = find_note (migration, FIT_MIGRATION_OUT_OF_TREE, "Mine");
      if (note == NULL || find_note (migration, FIT_MIGRATION_LOST, "Mine"))
        fail_msg ("%s\nis not kept", text);
      profile = &migration->configuration->profiles[0];
      assert_int_equal (note->points, FIT_AT (SCORE) | FIT_AT (PERMIT));
      assert_int_equal (note->weight_after, kept ? 7 : 0);
      assert_int_equal (note->args != NULL, kept);
      assert_int_equal (fit_profile_has (profile, FIT_POINT_SCORE, "Mine"),
                        kept);
      assert_int_equal (fit_profile_has (profile, FIT_POINT_PERMIT, "Mine"),
                        kept);
      assert_int_equal (strstr (migration->yaml, "color: red") != NULL, kept);
    }
}

/* Up to 1.18 plugins undid a reservation at a point of its own. */
static void
test_unreserve (void **state)
{
  static const char text[]
      = FILE_OF ("v1alpha2", "profiles:\n- plugins:\n"
                             "    unreserve: {enabled: [{name: Mine}]}\n");
  g_autoptr (FitMigration) migration
      = migrate_mine (text, FIT_RELEASE (18, 2), FIT_CONFIG_V1);
  const FitMigrationNote *note;

  (void) state;
  assert_true (fit_profile_has (&migration->configuration->profiles[0],
                                FIT_POINT_RESERVE, "Mine"));
  note = find_note (migration, FIT_MIGRATION_CHANGED, "Mine");
  assert_non_null (note);
  assert_int_equal (note->since, FIT_RELEASE (19, 0));
}

/* A plugin that the source's release does not have, but the target, is the
 * target's own, whatever was written for it. */
static void
test_plugins_of_target (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *plugin;
    const char *text;
  } rows[] = {
    { FIT_RELEASE (16, 0), "NodeResourcesFit",
      FILE_OF ("v1alpha1",
               "algorithmSource: {provider: DefaultProvider}\n"
               "plugins: {permit: {enabled: [{name: NodeResourcesFit}]}}\n"
               "pluginConfig: [{name: NodeResourcesFit, args: {a: b}}]\n") },
    { FIT_RELEASE (18, 2), "DefaultPreemption",
      FILE_OF ("v1alpha2",
               "profiles:\n"
               "- plugins: {permit: {enabled: [{name: DefaultPreemption}]}}\n"
               "  pluginConfig: [{name: DefaultPreemption, args: {a: b}}]\n") },
    { FIT_RELEASE (24, 4), "SchedulingGates",
      FILE_OF ("v1beta3",
               "profiles:\n"
               "- plugins: {multiPoint: {enabled: [{name: SchedulingGates}]}}\n"
               "  pluginConfig: [{name: SchedulingGates, args: {a: b}}]\n") },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                          .name = "c",
                                          .bytes = rows[i].text,
                                          .len = strlen (rows[i].text) };
      const FitMigrationOptions options
          = { .from_release = rows[i].release,
              .target_version = FIT_CONFIG_V1,
              .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitMigration) migration
          = fit_migrate (&source, &options, &error);

      if (migration == NULL)
        fail_msg ("%s\n%s", rows[i].text, error->message);
      assert_null (
          find_note (migration, FIT_MIGRATION_OUT_OF_TREE, rows[i].plugin));
      assert_null (strstr (migration->yaml, "a: b"));
    }
}

static void
test_top_level (void **state)
{
  static const char text[]
      = EMPTY ("v1beta2") "- schedulerName: second\n"
                          "healthzBindAddress: 1.2.3.4:80\nparallelism: 7\n"
                          "leaderElection: {leaderElect: false}\n"
                          "clientConnection: {qps: 99}\n";
  const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                           .text = text,
                           .from = "1.22",
                           .to = "v1beta3" };
  g_autoptr (FitMigration) migration = migrate (&row);

  (void) state;
  assert_true (migration->lost);
  assert_int_equal (migration->configuration->n_profiles, 2);
  assert_int_equal (migration->configuration->file->parallelism, 7);
  assert_false (migration->configuration->file->leader_election.leader_elect);
  assert_null (strstr (migration->yaml, "burst"));
  assert_null (strstr (migration->yaml, "leaseDuration"));
}

/* Returns: (transfer full): "KIND NAME RELEASE\n" for each note about @path */
static char *
notes_about (const FitMigration *migration, const char *path)
{
  static const char *const kinds[] = { [FIT_MIGRATION_CHANGED] = "changed",
                                       [FIT_MIGRATION_DROPPED] = "dropped",
                                       [FIT_MIGRATION_LOST] = "lost" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (g_strcmp0 (note->path, path) == 0)
        g_string_append_printf (text, "%s %s %u\n", kinds[note->kind],
                                note->name != NULL ? note->name : "-",
                                note->since);
    }
  return g_string_free (text, FALSE);
}

/* What is told about a top-level field that the target has no more, or has in
 * another way. */
static void
test_notes_about_top_level_fields (void **state)
{
#define HEALTHZ "healthzBindAddress"
#define LOCK "leaderElection.resourceLock"
#define ELECTION(fields) "leaderElection: {" fields "}\n"
  static const struct
  {
    const char *from, *release, *to, *target;
    const char *field;
    const char *path;
    const char *expected;
  } rows[] = {
    { "v1beta2", "1.22", "v1beta3", "1.23", HEALTHZ ": 1.2.3.4:80\n", HEALTHZ,
      "lost 1.2.3.4:80 2300\n" },
    { "v1beta2", "1.22", "v1beta2", "1.23", HEALTHZ ": 1.2.3.4:80\n", HEALTHZ,
      "lost 1.2.3.4:80 2300\n" },
    { "v1beta2", "1.22", "v1beta2", "1.22", HEALTHZ ": 1.2.3.4:80\n", HEALTHZ,
      "" },
    { "v1beta2", "1.23", "v1beta3", "1.23", HEALTHZ ": 0.0.0.0:0\n", HEALTHZ,
      "dropped 0.0.0.0:0 2300\n" },
    { "v1beta2", "1.23", "v1beta3", "1.23", HEALTHZ ": ''\n", HEALTHZ, "" },
    { "v1beta2", "1.23", "v1beta2", "1.23", HEALTHZ ": ''\n", HEALTHZ, "" },
    { "v1beta2", "1.22", "v1beta3", "1.23", HEALTHZ ": 0.0.0.0:10251\n",
      HEALTHZ, "" },
    { "v1beta2", "1.22", "v1beta3", "1.23", "", HEALTHZ, "" },
    { "v1beta2", "1.22", "v1beta3", "1.23", "metricsBindAddress: 1.2.3.4:80\n",
      "metricsBindAddress", "lost 1.2.3.4:80 2300\n" },
    { "v1beta3", "1.25", "v1", "1.27", ELECTION ("resourceLock: endpoints"),
      LOCK, "changed endpoints 2700\n" },
    { "v1beta3", "1.25", "v1", "1.26", ELECTION ("resourceLock: endpoints"),
      LOCK, "" },
    { "v1beta3", "1.25", "v1", "1.27", ELECTION ("resourceLock: leases"), LOCK,
      "" },
    { "v1beta3", "1.25", "v1", "1.27",
      ELECTION ("leaderElect: false, resourceLock: endpoints"), LOCK, "" },
    { "v1alpha1", "1.18", "v1alpha2", "1.18", "disablePreemption: true\n",
      "disablePreemption", "" },
    { "v1alpha1", "1.18", "v1beta1", "1.19", "disablePreemption: true\n",
      "disablePreemption", "changed - 1900\n" },
    { "v1alpha1", "1.18", "v1beta1", "1.19", "disablePreemption: false\n",
      "disablePreemption", "" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strdup_printf (FILE_OF ("%s", "%s"), rows[i].from, rows[i].field);
      const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                               .text = text,
                               .from = rows[i].release,
                               .to = rows[i].to,
                               .target = rows[i].target };
      g_autoptr (FitMigration) migration = migrate (&row);
      g_autofree char *notes = notes_about (migration, rows[i].path);

      if (strcmp (notes, rows[i].expected) != 0)
        fail_msg ("row %u: %s", i, notes);
    }
#undef HEALTHZ
#undef LOCK
#undef ELECTION
}

/* A lock that the target does not take becomes a lease, but only if there is an
 * election. */
static void
test_locks (void **state)
{
  static const struct
  {
    const char *target;
    const char *elects;
    const char *before, *after;
  } rows[] = {
    { "1.25", "true", "endpoints", "endpoints" },
    { "1.25", "true", "endpointsleases", "endpointsleases" },
    { "1.27", "true", "endpoints", "leases" },
    { "1.27", "true", "leases", "leases" },
    { "1.27", "false", "endpoints", "endpoints" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1beta1",
                   "leaderElection: {leaderElect: %s, resourceLock: %s}\n"),
          rows[i].elects, rows[i].before);
      g_autoptr (FitMigration) migration
          = migrate_config (text, "v1", rows[i].target);

      assert_string_equal (
          migration->configuration->file->leader_election.resource_lock,
          rows[i].after);
    }
}

/* Weights of a configuration that changed one of them stay what they were. */
static void
test_partial_lists (void **state)
{
  g_autoptr (FitMigration) migration = migrate_config (
      EMPTY ("v1beta2") "  plugins:\n    score:\n      enabled:\n"
                        "      - {name: ImageLocality, weight: 5}\n",
      "v1", NULL);

  (void) state;
  check_names (migration->configuration, FIT_POINT_SCORE,
               "DynamicResources:2 NodeResourcesBalancedAllocation:1 "
               "ImageLocality:5 InterPodAffinity:1 NodeResourcesFit:1 "
               "NodeAffinity:1 "
               "PodTopologySpread:2 TaintToleration:1");
}

/* The defaults in their order, but one weight differs. */
static void
test_weight_of_a_default (void **state)
{
  g_autoptr (FitMigration) migration = migrate_config (
      EMPTY ("v1beta3") "  plugins:\n    score:\n      enabled:\n"
                        "      - {name: TaintToleration, weight: 5}\n",
      "v1", "1.25");

  (void) state;
  check_names (migration->configuration, FIT_POINT_SCORE,
               "TaintToleration:5 NodeAffinity:2 NodeResourcesFit:1 "
               "VolumeBinding:1 PodTopologySpread:2 InterPodAffinity:2 "
               "NodeResourcesBalancedAllocation:1 ImageLocality:1");
}

/* What the user left out on purpose stays out. */
static void
test_left_out (void **state)
{
  g_autoptr (FitMigration) migration = migrate_config (
      EMPTY ("v1") "  plugins:\n    multiPoint:\n      disabled:\n"
                   "      - name: SchedulingGates\n",
      "v1", NULL);

  (void) state;
  assert_false (fit_profile_has (&migration->configuration->profiles[0],
                                 FIT_POINT_PRE_ENQUEUE, "SchedulingGates"));
}

static void
test_refusals (void **state)
{
  const MigrateRow mismatch = { .kind = FIT_MIGRATION_PROVIDER,
                                .text = "DefaultProvider",
                                .to = "v1",
                                .target = "1.22" };
  const MigrateRow back = { .kind = FIT_MIGRATION_CONFIGURATION,
                            .text = EMPTY ("v1"),
                            .to = "v1beta3" };
  const MigrateRow unknown = { .kind = FIT_MIGRATION_PROVIDER,
                               .text = "NoSuchProvider",
                               .to = "v1",
                               .from = "1.20" };
  const MigrateRow alpha1 = { .kind = FIT_MIGRATION_PROVIDER,
                              .text = "DefaultProvider",
                              .to = "v1alpha1" };
  /* Of a file that nobody reads, the target says what is wrong. */
  MigrateRow wrong = { .kind = FIT_MIGRATION_CONFIGURATION,
                       .text = FILE_OF ("v1", "profile: 1\n"),
                       .to = "v1",
                       .target = "1.26" };
  const MigrateRow absent
      = { .kind = FIT_MIGRATION_CONFIGURATION,
          .text = FILE_OF ("v1alpha1", "algorithmSource: {policy: {file: "
                                       "{path: /nowhere/policy.json}}}\n"),
          .to = "v1" };

  (void) state;
  refuse_row (&mismatch, FIT_ERROR_USAGE, "1.22.6 does not read v1; it reads ");
  refuse_row (&back, FIT_ERROR_USAGE, "newer than the target");
  refuse_row (&unknown, FIT_ERROR_POLICY,
              "algorithm provider \"NoSuchProvider\" is not registered");
  refuse_row (&alpha1, FIT_ERROR_USAGE, "cannot migrate to v1alpha1 of ");
  refuse_row (&wrong, FIT_ERROR_SCHEMA,
              "expected one of clientConnection, enableContentionProfiling, ");
  wrong.target = "1.30";
  refuse_row (&wrong, FIT_ERROR_SCHEMA,
              "expected one of clientConnection, delayCacheUntilActive, ");
  refuse_row (&absent, FIT_ERROR_NOT_FOUND,
              "couldn't read policy config: cannot open "
              "\"/nowhere/policy.json\"");
}

static void
test_releases (void **state)
{
  FitRelease release;

  (void) state;
  assert_true (fit_migration_release_parse ("v1.10.3", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (10, 0));
  assert_true (fit_migration_release_parse ("1.17", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (17, 0));
  assert_false (fit_migration_release_parse ("1.99", &release, NULL));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_provider_defaults),
    cmocka_unit_test (test_provider_differences),
    cmocka_unit_test (test_autoscaler),
    cmocka_unit_test (test_provider_exact),
    cmocka_unit_test (test_provider_in_full),
    cmocka_unit_test (test_provider_under_gates),
    cmocka_unit_test (test_points_of_notes),
    cmocka_unit_test (test_v1alpha1),
    cmocka_unit_test (test_disabled_preemption),
    cmocka_unit_test (test_v1alpha1_policy),
    cmocka_unit_test (test_v1alpha1_of_1_16),
    cmocka_unit_test (test_plugins_of_1_16),
    cmocka_unit_test (test_notes_name_the_profile),
    cmocka_unit_test (test_weight_in_later_lists),
    cmocka_unit_test (test_unknown_plugins),
    cmocka_unit_test (test_unreserve),
    cmocka_unit_test (test_plugins_of_target),
    cmocka_unit_test (test_top_level),
    cmocka_unit_test (test_notes_about_top_level_fields),
    cmocka_unit_test (test_locks),
    cmocka_unit_test (test_partial_lists),
    cmocka_unit_test (test_weight_of_a_default),
    cmocka_unit_test (test_left_out),
    cmocka_unit_test (test_refusals),
    cmocka_unit_test (test_releases),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
