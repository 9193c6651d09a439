/* test-legacy-profile.c - what a migrated Policy decides with v1.16's arithmetic
 * SPDX-License-Identifier: Apache-2.0 */
#include "algorithmprovider/defaults.h"
#include "assembly/legacy-profile.h"
#include "config/migrate/migration.h"
#include "tests/support/manifest.h"
#include "tests/support/simulated.h"

#include <string.h>

#define CPU_NODE(name, labels, cpu, memory) \
  NODE (name, labels, "cpu: " cpu ", memory: " memory ", pods: 110")
#define WAITING(name, cpu, memory, rest)                                      \
  POD (name, "namespace: ns, labels: {app: web}",                             \
       "schedulerName: default-scheduler, containers: [{name: c, resources: " \
       "{requests: {cpu: " cpu ", memory: " memory "}}}]" rest)

static const char cluster[] = CPU_NODE ("a", "disk: ssd, zone: z1", "4", "8Gi")
    CPU_NODE ("b", "disk: hdd, zone: z2", "8", "4Gi") CPU_NODE (
        "c", "zone: z3, old: 'y'", "2", "16Gi") SERVICE ("web", "app: web")
        PLACED_WITH ("r", "a", "app: web", REQUESTS ("cpu: 1, memory: 2Gi"))
            WAITING ("p1", "1", "1Gi", "") WAITING ("p2", "500m", "3Gi", "")
                WAITING ("p3", "3", "512Mi", "")
                    WAITING ("p4", "100m", "100Mi", "")
                        WAITING ("p5", "1", "7Gi", "")
                            WAITING ("p6", "9", "1Gi", "");

static FitConfiguration *
migrate (const char *policy, const char *release)
{
  const FitMigrationSource source = {
    .kind = FIT_MIGRATION_POLICY,
    .name = "policy",
    .bytes = policy,
    .len = strlen (policy),
  };
  FitMigrationOptions options = { .from_release = FIT_RELEASE (16, 0),
                                  .target_version = FIT_CONFIG_V1BETA1 };
  g_autoptr (FitMigration) migration = NULL;
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration;

  assert_true (fit_release_parse (release, &options.target_release, &error));
  migration = fit_migrate (&source, &options, &error);
  if (!migration)
    fail_msg ("%s", error->message);
  configuration = migration->configuration;
  migration->configuration = NULL;
  return configuration;
}

/* Where the pods go: a line each, without the scores. */
static char *
placements (FitSimulationOptions *options)
{
  g_autoptr (FitObjects) objects = objects_with (cluster, FIT_DECODE_DEFAULT);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitSimulation) simulation
      = fit_simulation_new (objects, options, &error);
  const GPtrArray *pending;
  GString *text = g_string_new (NULL);

  if (!simulation)
    fail_msg ("%s", error->message);
  pending = fit_simulation_pending (simulation);
  for (guint i = 0; i < pending->len; i++)
    {
      g_auto (FitPlacement) placement = { 0 };

      fit_simulation_schedule (simulation, pending->pdata[i], &placement);
      g_string_append_printf (
          text, "%s: %s\n", ((const FitPod *) pending->pdata[i])->meta.name,
          placement.result.node ? placement.result.node->name : "-");
    }
  return g_string_free (text, FALSE);
}

static char *
placements_of_policy (const char *policy)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  FitSimulationOptions options = {
    .registry = registry,
    .gates = gates,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
  };

  options.policy
      = fit_policy_parse (policy, strlen (policy), "policy", NULL, NULL);
  assert_non_null (options.policy);
  return placements (&options);
}

static void
expect_equal (const char *policy)
{
  g_autoptr (FitConfiguration) configuration = migrate (policy, "1.20.2");
  FitSimulationOptions options
      = { .configuration = configuration, .adapt = TRUE };
  g_autofree char *before = placements_of_policy (policy);
  g_autofree char *after = placements (&options);

  assert_string_equal (after, before);
}

static void
test_decisions_stay (void **state)
{
  static const char *const predicates[] = {
    "{name: PodFitsResources}",
    "{name: GeneralPredicates}, {name: NoDiskConflict}",
    ("{name: PodFitsResources}, {name: CheckNodeLabelPresence, argument: "
     "{labelsPresence: {labels: [old], presence: false}}}"),
  };
  static const char *const priorities[] = {
    "{name: LeastRequestedPriority, weight: 1}",
    "{name: MostRequestedPriority, weight: 3}, {name: "
    "BalancedResourceAllocation, weight: 2}",
    "{name: SelectorSpreadPriority, weight: 2}, {name: "
    "LeastRequestedPriority, weight: 1}",
    "{name: Ssd, weight: 2, argument: {labelPreference: {label: disk, "
    "presence: true}}}, {name: Old, weight: 2, argument: {labelPreference: "
    "{label: old, presence: false}}}",
    "{name: Ratio, weight: 5, argument: "
    "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, score: 0}, "
    "{utilization: 100, score: 10}], resources: [{name: cpu, weight: 3}, "
    "{name: memory, weight: 1}]}}}",
    "{name: Zones, weight: 4, argument: {serviceAntiAffinity: {label: "
    "zone}}}, {name: TaintTolerationPriority, weight: 1}",
    "{name: EqualPriority, weight: 1}",
  };

  for (guint p = 0; p < G_N_ELEMENTS (predicates); p++)
    for (guint q = 0; q < G_N_ELEMENTS (priorities); q++)
      {
        g_autofree char *policy = g_strdup_printf (
            "{apiVersion: v1, kind: Policy, predicates: [%s], priorities: "
            "[%s]}",
            predicates[p], priorities[q]);
        g_autofree char *text = g_strconcat ("---\n", policy, NULL);

        expect_equal (text);
      }
}

/* What v1.16 has no words for; the others it has. */
static const struct
{
  const char *plugin;
  const char *args;
  const char *unknown; /* (nullable) */
} known[] = {
  { "NodeResourcesFit", "{ignoredResourceGroups: [example.com]}",
    "ignoredResourceGroups" },
  { "NodeResourcesFit", "{ignoredResources: [example.com/a, b]}", NULL },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: MostAllocated, resources: [{name: memory, "
    "weight: 2}, {name: cpu, weight: 2}]}}",
    NULL },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: "
    "1}, {name: memory, weight: 2}]}}",
    "the resources that it scores by" },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: "
    "1}]}}",
    "the resources that it scores by" },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: "
    "1}, {name: a/b, weight: 1}]}}",
    "the resources that it scores by" },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: "
    "1}, {name: memory, weight: 1}, {name: a/b, weight: 1}]}}",
    "the resources that it scores by" },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: RequestedToCapacityRatio, resources: [{name: "
    "a/b, weight: 3}], requestedToCapacityRatio: {shape: [{utilization: 0, "
    "score: 0}, {utilization: 100, score: 10}]}}}",
    NULL },
  { "NodeAffinity",
    "{addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
    "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}",
    "addedAffinity" },
  { "NodeAffinity",
    "{addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: "
    "[{weight: 1, preference: {matchExpressions: [{key: a, operator: "
    "Exists}]}}]}}",
    "addedAffinity" },
  { "NodeAffinity", "{addedAffinity: {}}", NULL },
  { "NodeAffinity",
    "{addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}",
    NULL },
  { "NodeResourcesFit",
    "{scoringStrategy: {type: LeastAllocated, resources: [{name: a/b, weight: "
    "1}, {name: cpu, weight: 1}]}}",
    "the resources that it scores by" },
  { "PodTopologySpread", "{defaultingType: System}", NULL },
  { "PodTopologySpread", "{defaultingType: List}", NULL },
  { "PodTopologySpread",
    "{defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: a, "
    "whenUnsatisfiable: ScheduleAnyway}]}",
    "defaultConstraints" },
};

static void
test_what_v1_16_does_not_know_is_refused (void **state)
{
  const FitConfigurationOptions options = { .release = FIT_RELEASE (25, 2) };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "apiVersion: kubescheduler.config.k8s.io/v1\n"
          "kind: KubeSchedulerConfiguration\n"
          "profiles: [{pluginConfig: [{name: %s, args: %s}]}]\n",
          known[i].plugin, known[i].args);
      g_autofree char *message
          = g_strdup_printf ("plugin \"%s\": v1.16 has no equivalent for %s",
                             known[i].plugin, known[i].unknown);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitConfiguration) configuration = fit_configuration_read (
          text, strlen (text), "profile", &options, &error);
      g_autoptr (FitCache) cache = NULL;
      g_autoptr (FitAlgorithm) algorithm = NULL;

      if (configuration == NULL)
        fail_msg ("%s", error->message);
      cache = fit_cache_new (fit_legacy_profile_gates (configuration));
      algorithm
          = fit_legacy_profile_algorithm (configuration, 0, cache, &error);
      if ((algorithm != NULL) != (known[i].unknown == NULL))
        fail_msg ("%s: %s", known[i].args,
                  algorithm != NULL ? "taken" : error->message);
      if (known[i].unknown != NULL)
        assert_string_equal (error->message, message);
    }
}

/* Plugins that are gone later: which of them v1.16 knows, with which gates. */
#define SCORE(name) "score: {enabled: [{name: " name ", weight: 5}]}"
#define FILTER(name) "filter: {enabled: [{name: " name "}]}"
/* The gates of v1.16 are all in the first word. */
#define FIRST_WORD(gate) (G_GUINT64_CONSTANT (1) << (gate))
#define EVEN FIRST_WORD (FIT_GATE_EVEN_PODS_SPREAD)
static const struct
{
  const char *plugins;
  const char *args;
  guint64 gates;       /* beyond the usual ones */
  const char *refused; /* (nullable) */
  guint n_predicates;  /* beyond those of the defaults */
  guint n_priorities;
} of_v1beta1[] = {
  { "", "[]", EVEN, NULL, 0, 0 },
  { SCORE ("NodeLabel"),
    "[{name: NodeLabel, args: {presentLabelsPreference: [a, b], "
    "absentLabelsPreference: [c]}}]",
    EVEN, NULL, 0, 3 },
  { SCORE ("NodeLabel"), "[]", EVEN, NULL, 0, 0 },
  { FILTER ("NodeLabel"),
    "[{name: NodeLabel, args: {presentLabels: [a, b], absentLabels: [c]}}]",
    EVEN, NULL, 2, 0 },
  { FILTER ("NodeLabel"), "[{name: NodeLabel, args: {presentLabels: [a]}}]",
    EVEN, NULL, 1, 0 },
  { FILTER ("NodeLabel"), "[{name: NodeLabel, args: {absentLabels: [a]}}]",
    EVEN, NULL, 1, 0 },
  { FILTER ("NodeLabel"), "[]", EVEN, NULL, 0, 0 },
  { FILTER ("ServiceAffinity") ", " SCORE ("ServiceAffinity"),
    "[{name: ServiceAffinity, args: {affinityLabels: [a, b], "
    "antiAffinityLabelsPreference: [c, d]}}]",
    EVEN, NULL, 1, 2 },
  { SCORE ("RequestedToCapacityRatio"),
    "[{name: RequestedToCapacityRatio, args: {shape: [{utilization: 0, "
    "score: 0}, {utilization: 100, score: 10}]}}]",
    EVEN, NULL, 0, 1 },
  { "",
    "[{name: NodeResourcesLeastAllocated, args: {resources: [{name: cpu, "
    "weight: 1}, {name: memory, weight: 2}]}}]",
    EVEN,
    "plugin \"NodeResourcesLeastAllocated\": v1.16 has no equivalent for the "
    "resources that it scores by",
    0, 0 },
  { SCORE ("NodeResourcesMostAllocated"),
    "[{name: NodeResourcesMostAllocated, args: {resources: [{name: cpu, "
    "weight: 1}]}}]",
    EVEN,
    "plugin \"NodeResourcesMostAllocated\": v1.16 has no equivalent for the "
    "resources that it scores by",
    0, 0 },
  { SCORE ("NodeResourcesMostAllocated"),
    "[{name: NodeResourcesMostAllocated, args: {resources: [{name: cpu, "
    "weight: 3}, {name: memory, weight: 3}]}}]",
    EVEN, NULL, 0, 1 },
  { "score: {disabled: [{name: PodTopologySpread}]}", "[]", EVEN, NULL, 0,
    -1u },
  { "filter: {disabled: [{name: PodTopologySpread}]}", "[]", EVEN, NULL, -1u,
    0 },
  { "filter: {disabled: [{name: PodTopologySpread}]}, score: {disabled: "
    "[{name: PodTopologySpread}]}",
    "[]", 0, NULL, -1u, -1u },
};

static void
test_plugins_of_v1beta1 (void **state)
{
  const FitConfigurationOptions options = { .release = FIT_RELEASE (20, 2) };
  guint n_predicates = 0, n_priorities = 0;

  for (guint i = 0; i < G_N_ELEMENTS (of_v1beta1); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("apiVersion: kubescheduler.config.k8s.io/v1beta1\n"
                             "kind: KubeSchedulerConfiguration\n"
                             "profiles: [{plugins: {%s}, pluginConfig: %s}]\n",
                             of_v1beta1[i].plugins, of_v1beta1[i].args);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitConfiguration) configuration = fit_configuration_read (
          text, strlen (text), "profile", &options, &error);
      g_autoptr (FitCache) cache = NULL;
      g_autoptr (FitAlgorithm) algorithm = NULL;
      FitFeatureGates gates;

      if (configuration == NULL)
        fail_msg ("%s", error->message);
      gates = fit_legacy_profile_gates (configuration);
      assert_int_equal (gates.bits[0] & ~fit_feature_gates_default ().bits[0],
                        of_v1beta1[i].gates);
      cache = fit_cache_new (gates);
      algorithm
          = fit_legacy_profile_algorithm (configuration, 0, cache, &error);
      if (of_v1beta1[i].refused != NULL)
        {
          assert_null (algorithm);
          assert_string_equal (error->message, of_v1beta1[i].refused);
          continue;
        }
      if (algorithm == NULL)
        fail_msg ("%s", error->message);
      if (i == 0)
        {
          n_predicates = algorithm->predicates->len;
          n_priorities = algorithm->priorities->len;
        }
      assert_int_equal (algorithm->predicates->len,
                        n_predicates + of_v1beta1[i].n_predicates);
      assert_int_equal (algorithm->priorities->len,
                        n_priorities + of_v1beta1[i].n_priorities);
    }
}

/* The only plugin besides that needs a gate is gone with 1.19. */
static void
test_plugin_of_v1alpha2 (void **state)
{
  const FitConfigurationOptions options = { .release = FIT_RELEASE (18, 2) };
  static const char *const plugins[]
      = { "{}", "{score: {enabled: [{name: NodeResourceLimits, weight: 5}]}}" };

  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "apiVersion: kubescheduler.config.k8s.io/v1alpha2\n"
          "kind: KubeSchedulerConfiguration\n"
          "profiles: [{plugins: %s}]\n",
          plugins[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitConfiguration) configuration = fit_configuration_read (
          text, strlen (text), "profile", &options, &error);
      FitFeatureGates gates;

      if (configuration == NULL)
        fail_msg ("%s", error->message);
      gates = fit_legacy_profile_gates (configuration);
      assert_int_equal (
          fit_gate_on (gates, FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION),
          i == 1);
    }
}

/* Returns: (transfer full): "PRIORITY*WEIGHT... hard WEIGHT ignores RESOURCE...
 * extenders NUMBER" */
static char *
describe (const FitAlgorithm *algorithm)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < algorithm->priorities->len; i++)
    {
      const FitPriority *priority = algorithm->priorities->pdata[i];

      g_string_append_printf (text, "%s*%d ", priority->info->name,
                              (gint) priority->weight);
    }
  g_string_append_printf (text, "hard %d",
                          algorithm->hard_pod_affinity_symmetric_weight);
  for (guint i = 0; i < algorithm->ignored_resources->len; i++)
    g_string_append_printf (
        text, " ignores %s",
        (const char *) algorithm->ignored_resources->pdata[i]);
  if (algorithm->extenders->len > 0)
    g_string_append_printf (text, " extenders %u", algorithm->extenders->len);
  return g_string_free (text, FALSE);
}

/* The weight of a plugin is shared among its labels, and each has at least 1. */
#define SCORES(list) \
  "plugins: {score: {disabled: [{name: '*'}], enabled: [" list "]}}, "
#define ENABLED(name, weight) "{name: " name ", weight: " weight "}"
#define LABELS(present, absent)                                       \
  "pluginConfig: [{name: NodeLabel, args: {presentLabelsPreference: " \
  "[" present "], absentLabelsPreference: [" absent "]}}]"
#define SERVICES(labels)                          \
  "pluginConfig: [{name: ServiceAffinity, args: " \
  "{antiAffinityLabelsPreference: [" labels "]}}]"
#define SPREAD(type) \
  "pluginConfig: [{name: PodTopologySpread, args: {defaultingType: " type "}}]"
#define FITS_BY(args) \
  "pluginConfig: [{name: NodeResourcesFit, args: {" args "}}]"
static const struct
{
  const char *release, *version;
  const char *profile;
  const char *rest;
  const char *expected;
} weighed[] = {
  { "1.20.2", "v1beta1",
    SCORES (ENABLED ("NodeLabel", "4")) LABELS ("a, b", ""), "",
    "labelPreference*2 labelPreference*2 hard 1" },
  { "1.20.2", "v1beta1",
    SCORES (ENABLED ("NodeLabel", "1")) LABELS ("a, b", ""), "",
    "labelPreference*1 labelPreference*1 hard 1" },
  { "1.20.2", "v1beta1",
    SCORES (ENABLED ("NodeLabel", "7")) LABELS ("a", "b, c"), "",
    "labelPreference*2 labelPreference*2 labelPreference*2 hard 1" },
  { "1.20.2", "v1beta1", SCORES (ENABLED ("NodeLabel", "7")) LABELS ("", "b"),
    "", "labelPreference*7 hard 1" },
  { "1.20.2", "v1beta1",
    SCORES (ENABLED ("ServiceAffinity", "5")) SERVICES ("a, b"), "",
    "serviceAntiAffinity*2 serviceAntiAffinity*2 hard 1" },
  { "1.20.2", "v1beta1",
    SCORES (ENABLED ("ServiceAffinity", "5")) SERVICES ("a"), "",
    "serviceAntiAffinity*5 hard 1" },
  { "1.25.2", "v1",
    SCORES (ENABLED ("PodTopologySpread", "3")) SPREAD ("System"), "",
    "SelectorSpreadPriority*3 hard 1" },
  { "1.25.2", "v1", SCORES (ENABLED ("PodTopologySpread", "3")) SPREAD ("List"),
    "", "EvenPodsSpreadPriority*3 hard 1" },
  { "1.25.2", "v1",
    SCORES (ENABLED ("NodeResourcesFit", "2"))
        FITS_BY ("scoringStrategy: {type: MostAllocated}"),
    "", "MostRequestedPriority*2 hard 1" },
  { "1.25.2", "v1",
    SCORES (ENABLED ("NodeResourcesFit", "2"))
        FITS_BY ("ignoredResources: [x.io/a, x.io/b]"),
    "", "LeastRequestedPriority*2 hard 1 ignores x.io/a ignores x.io/b" },
  { "1.25.2", "v1",
    SCORES (ENABLED ("NodeResourcesFit", "2"))
        FITS_BY ("scoringStrategy: {type: RequestedToCapacityRatio, "
                 "requestedToCapacityRatio: {shape: [{utilization: 0, score: "
                 "0}]}}"),
    "", "RequestedToCapacityRatioPriority*2 hard 1" },
  { "1.25.2", "v1",
    SCORES (ENABLED (
        "InterPodAffinity",
        "2")) "pluginConfig: [{name: InterPodAffinity, args: {hardPodAffinityWeight: "
              "7}}]",
    "", "InterPodAffinityPriority*2 hard 7" },
  { "1.25.2", "v1", SCORES (ENABLED ("ImageLocality", "1")),
    "extenders: [{urlPrefix: 'http://127.0.0.1:1/a', filterVerb: f}, "
    "{urlPrefix: 'http://127.0.0.1:1/b', filterVerb: f}]\n",
    "ImageLocalityPriority*1 hard 1 extenders 2" },
  { "1.25.2", "v1", SCORES (ENABLED ("VolumeBinding", "1")), "", "hard 1" },
};
#undef SCORES
#undef ENABLED
#undef LABELS
#undef SERVICES
#undef SPREAD
#undef FITS_BY

static void
test_weights_and_the_rest (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (weighed); i++)
    {
      FitConfigurationOptions options = { 0 };
      g_autofree char *text = g_strdup_printf (
          "apiVersion: kubescheduler.config.k8s.io/%s\n"
          "kind: KubeSchedulerConfiguration\nprofiles: [{%s}]\n%s",
          weighed[i].version, weighed[i].profile, weighed[i].rest);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitConfiguration) configuration = NULL;
      g_autoptr (FitCache) cache = NULL;
      g_autoptr (FitAlgorithm) algorithm = NULL;
      g_autofree char *found = NULL;

      assert_true (
          fit_release_parse (weighed[i].release, &options.release, &error));
      configuration = fit_configuration_read (text, strlen (text), "profile",
                                              &options, &error);
      if (configuration == NULL)
        fail_msg ("%s", error->message);
      cache = fit_cache_new (fit_legacy_profile_gates (configuration));
      algorithm
          = fit_legacy_profile_algorithm (configuration, 0, cache, &error);
      if (algorithm == NULL)
        fail_msg ("%s", error->message);
      found = describe (algorithm);
      if (strcmp (found, weighed[i].expected) != 0)
        fail_msg ("row %u: %s", i, found);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_weights_and_the_rest),
    cmocka_unit_test (test_decisions_stay),
    cmocka_unit_test (test_what_v1_16_does_not_know_is_refused),
    cmocka_unit_test (test_plugins_of_v1beta1),
    cmocka_unit_test (test_plugin_of_v1alpha2),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
