/* test-plugin-args.c - arguments of plugins: defaults, limits, messages
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

/* A profile with arguments for one plugin. */
#define ARGS(plugin, args) \
  "profiles:\n- pluginConfig:\n  - name: " plugin "\n    args: " args "\n"

#define FRAMEWORK                                                  \
  "c: initializing profiles: creating profile for scheduler name " \
  "default-scheduler: "

#define AT "c: profiles[0].pluginConfig[0].args."

static gconstpointer
args_of (const FitConfiguration *configuration, const char *plugin)
{
  const FitProfileArgs *args
      = fit_profile_find_args (&configuration->profiles[0], plugin);

  assert_non_null (args);
  assert_non_null (args->args);
  return args->args;
}

static void
test_fields (void **state)
{
  refuse ("1.25",
          FILE_OF ("v1", ARGS ("InterPodAffinity", "{hardPodWeight: 1}")),
          "c: line 6, column 12: profiles[0].pluginConfig[0].args: found "
          "unknown field \"hardPodWeight\", expected hardPodAffinityWeight");
  refuse ("1.25",
          FILE_OF ("v1", ARGS ("InterPodAffinity",
                               "{ignorePreferredTermsOfExistingPods: true}")),
          "c: line 6, column 12: profiles[0].pluginConfig[0].args: found "
          "unknown field \"ignorePreferredTermsOfExistingPods\", expected "
          "hardPodAffinityWeight\n"
          "hint: ignorePreferredTermsOfExistingPods came with 1.27" TO_OLDER);
  refuse ("1.25",
          FILE_OF ("v1", ARGS ("NodeResourcesFit",
                               "{scoringStrategy: {type: "
                               "RequestedToCapacityRatio, "
                               "requestedToCapacityRatio: {shape: "
                               "[{utilization: half, score: 1}]}}}")),
          "c: line 6, column 111: profiles[0].pluginConfig[0].args."
          "scoringStrategy.requestedToCapacityRatio.shape[0].utilization: "
          "found string \"half\", expected an integer");
  refuse ("1.25", FILE_OF ("v1", ARGS ("NodeAffinity", "{addedAffinity: []}")),
          "c: line 6, column 27: profiles[0].pluginConfig[0].args."
          "addedAffinity: found a list, expected an object");
  refuse (
      "1.20",
      FILE_OF ("v1beta1", ARGS ("NodeResourcesFit", "{scoringStrategy: {}}")),
      "c: line 6, column 12: profiles[0].pluginConfig[0].args: found "
      "unknown field \"scoringStrategy\", expected one of "
      "ignoredResourceGroups, ignoredResources\n"
      "hint: scoringStrategy came with 1.22" TO_OLDER);
}

/* Arguments may say what they are. */
static void
test_kind (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25",
      FILE_OF ("v1", ARGS ("InterPodAffinity",
                           "{apiVersion: " GROUP "v1, kind: "
                           "InterPodAffinityArgs, hardPodAffinityWeight: 0}")));
  const FitInterPodAffinityArgs *args
      = args_of (configuration, "InterPodAffinity");

  assert_int_equal (args->hard_pod_affinity_weight, 0);
  refuse ("1.25",
          FILE_OF ("v1", ARGS ("InterPodAffinity", "{kind: NodeAffinityArgs}")),
          "c: line 6, column 18: profiles[0].pluginConfig[0].args.kind: found "
          "string \"NodeAffinityArgs\", expected InterPodAffinityArgs");
}

/* 1.18 takes what it knows, in any case. */
static void
test_free_form_of_1_18 (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.18", FILE_OF ("v1alpha2", ARGS ("InterPodAffinity",
                                         "{HardPodAffinityWeight: 7, x: 1}")));
  g_autoptr (FitConfiguration) field = read_config (
      "1.18", FILE_OF ("v1alpha1", "hardPodAffinitySymmetricWeight: 9\n"));
  const FitInterPodAffinityArgs *args
      = args_of (configuration, "InterPodAffinity");

  assert_int_equal (args->hard_pod_affinity_weight, 7);
  args = args_of (field, "InterPodAffinity");
  assert_int_equal (args->hard_pod_affinity_weight, 9);
  refuse ("1.18",
          FILE_OF ("v1alpha2",
                   ARGS ("InterPodAffinity", "{hardPodAffinityWeight: 200}")),
          FRAMEWORK "error initializing plugin \"InterPodAffinity\": "
                    "hardPodAffinityWeight: Invalid value: 200: not in valid "
                    "range [0-100]");
}

/* Arguments of plugins that nobody knows or that take none. */
static void
test_ignored (void **state)
{
  g_autoptr (FitConfiguration) configuration
      = read_config ("1.25", FILE_OF ("v1", ARGS ("Unknown", "{a: 1}")));
  g_autoptr (FitConfiguration) other
      = read_config ("1.25", FILE_OF ("v1", ARGS ("NodeLabel", "{a: 1}")));

  assert_null (fit_profile_find_args (&configuration->profiles[0], "Unknown"));
  assert_null (fit_profile_find_args (&other->profiles[0], "NodeLabel"));
}

static void
test_twice (void **state)
{
  static const char profile[] = "profiles: [{pluginConfig: [{name: A}, {name: "
                                "B}, {name: A}]}]\n";
  g_autofree char *beta1 = g_strconcat (FILE_OF ("v1beta1", ""), profile, NULL);
  g_autofree char *v1 = g_strconcat (FILE_OF ("v1", ""), profile, NULL);

  refuse ("1.20", beta1, FRAMEWORK "repeated config for plugin A");
  refuse ("1.25", v1, "c: profiles[0].pluginConfig[2]: Duplicate value: \"A\"");
}

/* One plugin, what is written, and what a release says to it. */
typedef struct
{
  const char *release;
  const char *version;
  const char *plugin;
  const char *args;
  const char *message;
} Limit;

static void
refuse_all (const Limit *rows, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text
          = g_strdup_printf (FILE_OF ("%s", ARGS ("%s", "%s")), rows[i].version,
                             rows[i].plugin, rows[i].args);

      refuse (rows[i].release, text, rows[i].message);
    }
}

static const Limit limits[] = {
  { "1.25", "v1", "DefaultPreemption", "{minCandidateNodesPercentage: 101}",
    AT "minCandidateNodesPercentage: Invalid value: 101: not in valid range "
       "[0-100]" },
  { "1.25", "v1", "DefaultPreemption", "{minCandidateNodesAbsolute: -1}",
    AT "minCandidateNodesAbsolute: Invalid value: -1: not in valid range "
       "[0, inf)" },
  { "1.25", "v1", "DefaultPreemption",
    "{minCandidateNodesAbsolute: 0, minCandidateNodesPercentage: 0}",
    AT "minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the "
       "same time as minCandidateNodesAbsolute" },
  { "1.25", "v1", "InterPodAffinity", "{hardPodAffinityWeight: 101}",
    AT "hardPodAffinityWeight: Invalid value: 101: not in valid range "
       "[0-100]" },
  { "1.20", "v1beta1", "InterPodAffinity", "{hardPodAffinityWeight: -1}",
    FRAMEWORK "initializing plugin \"InterPodAffinity\": "
              "hardPodAffinityWeight: Invalid value: -1: not in valid range "
              "[0-100]" },
  { "1.22", "v1beta2", "NodeResourcesBalancedAllocation",
    "{resources: [{name: cpu, weight: 2}, {name: cpu}]}",
    "c: [profiles[0].pluginConfig[0].args.resources[0].weight: Invalid value: "
    "2: must be 1, profiles[0].pluginConfig[0].args.resources[1].name: "
    "Duplicate value: \"cpu\"]" },
  { "1.25", "v1", "NodeResourcesFit",
    "{scoringStrategy: {type: Best, resources: [{name: cpu, weight: 101}]}}",
    FRAMEWORK "initializing plugin \"NodeResourcesFit\": "
              "[scoringStrategy.type: Unsupported value: \"Best\": supported "
              "values: \"LeastAllocated\", \"MostAllocated\", "
              "\"RequestedToCapacityRatio\", scoringStrategy.resources[0]."
              "weight: Invalid value: 101: resource weight of cpu not in valid "
              "range (0, 100]]" },
  { "1.25", "v1", "NodeResourcesFit",
    "{scoringStrategy: {type: RequestedToCapacityRatio}}",
    FRAMEWORK "initializing plugin \"NodeResourcesFit\": scoringStrategy."
              "requestedToCapacityRatio.shape: Required value: at least one "
              "point must be specified" },
  { "1.25", "v1", "NodeResourcesFit", "{ignoredResources: [a b, a/b]}",
    FRAMEWORK "initializing plugin \"NodeResourcesFit\": "
              "ignoredResources[0]: Invalid value: \"a b\": is not a resource "
              "name" },
  { "1.25", "v1", "NodeResourcesFit", "{ignoredResources: [a/b, a b]}",
    FRAMEWORK "initializing plugin \"NodeResourcesFit\": "
              "ignoredResources[1]: Invalid value: \"a b\": is not a resource "
              "name" },
  { "1.25", "v1", "NodeResourcesFit", "{ignoredResourceGroups: [a/b]}",
    FRAMEWORK "initializing plugin \"NodeResourcesFit\": "
              "ignoredResourceGroups[0]: Invalid value: \"a/b\": resource "
              "group name can't contain '/'" },
  { "1.25", "v1", "NodeResourcesFit", "{ignoredResourceGroups: [a b]}",
    FRAMEWORK "initializing plugin \"NodeResourcesFit\": "
              "ignoredResourceGroups[0]: Invalid value: \"a b\": is not a "
              "group name" },
  { "1.25", "v1", "PodTopologySpread",
    "{defaultConstraints: [{maxSkew: 1, topologyKey: zone, "
    "whenUnsatisfiable: ScheduleAnyway}]}",
    AT "defaultingType: Invalid value: \"System\": when .defaultConstraints "
       "are not empty" },
  { "1.25", "v1", "PodTopologySpread",
    "{defaultingType: List, defaultConstraints: [{maxSkew: 0, topologyKey: '', "
    "whenUnsatisfiable: Never, labelSelector: {}}]}",
    "c: [profiles[0].pluginConfig[0].args.defaultConstraints[0].maxSkew: "
    "Invalid value: 0: not in valid range (0, inf), "
    "profiles[0].pluginConfig[0].args.defaultConstraints[0].topologyKey: "
    "Required value: can not be empty, "
    "profiles[0].pluginConfig[0].args.defaultConstraints[0]."
    "whenUnsatisfiable: Unsupported value: \"Never\": supported values: "
    "\"DoNotSchedule\", \"ScheduleAnyway\", "
    "profiles[0].pluginConfig[0].args.defaultConstraints[0].labelSelector: "
    "Forbidden: constraint must not define a selector, as they deduced for "
    "each pod]" },
  { "1.25", "v1", "PodTopologySpread",
    "{defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: 'a "
    "b', whenUnsatisfiable: ''}]}",
    "c: [profiles[0].pluginConfig[0].args.defaultConstraints[0].topologyKey: "
    "Invalid value: \"a b\": is not a label name, "
    "profiles[0].pluginConfig[0].args.defaultConstraints[0]."
    "whenUnsatisfiable: Required value: can not be empty]" },
  { "1.20", "v1beta1", "VolumeBinding", "{bindTimeoutSeconds: 0}",
    FRAMEWORK "initializing plugin \"VolumeBinding\": bindTimeoutSeconds: "
              "Invalid value: 0: invalid BindTimeoutSeconds, should be a "
              "positive value" },
  { "1.25", "v1", "VolumeBinding", "{shape: [{utilization: 0, score: 0}]}",
    AT "shape: Invalid value: unexpected field `shape`, remove it or turn on "
       "the feature gate VolumeCapacityPriority" },
};

static void
test_limits (void **state)
{
  refuse_all (limits, G_N_ELEMENTS (limits));
}

/* The texts of plugins that were made with what was written. */
static void
test_limits_of_old_plugins (void **state)
{
  static const struct
  {
    const char *plugin;
    const char *args;
    const char *message;
  } rows[] = {
    { "RequestedToCapacityRatio", "{}",
      "at least one point must be specified" },
    { "RequestedToCapacityRatio",
      "{shape: [{utilization: 50, score: 1}, {utilization: 50, score: 1}]}",
      "utilization values must be sorted. Utilization[0]==50 >= "
      "Utilization[1]==50" },
    { "RequestedToCapacityRatio",
      "{shape: [{utilization: 0, score: 1}, {utilization: 50, score: 11}]}",
      "score values must not be greater than 10. Score[1]==11" },
    { "RequestedToCapacityRatio",
      "{shape: [{utilization: -1, score: 1}, {utilization: 100, score: 1}]}",
      "utilization values must not be less than 0. Utilization[0]==-1" },
    { "RequestedToCapacityRatio",
      "{shape: [{utilization: 0, score: 1}, {utilization: 101, score: 1}]}",
      "utilization values must not be greater than 100. Utilization[1]==101" },
    { "RequestedToCapacityRatio",
      "{shape: [{utilization: 0, score: 10}, {utilization: 100, score: -1}]}",
      "score values must not be less than 0. Score[1]==-1" },
    { "NodeResourcesMostAllocated",
      "{resources: [{name: cpu, weight: 1}, {name: memory, weight: -1}]}",
      "resources[1].weight: Invalid value: -1: resource weight of memory not "
      "in valid range (0, 100]" },
    { "NodeLabel", "{presentLabels: [x], absentLabels: [x]}",
      "detecting at least one label (e.g., \"x\") that exist in both the "
      "present([x]) and absent([x]) label list" },
    { "NodeResourcesMostAllocated", "{resources: [{name: cpu, weight: 101}]}",
      "resources[0].weight: Invalid value: 101: resource weight of cpu not in "
      "valid range (0, 100]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1beta1",
                   ARGS ("%s",
                         "%s") "  plugins: {score: {enabled: [{name: %s}]}}\n"),
          rows[i].plugin, rows[i].args, rows[i].plugin);
      g_autofree char *message
          = g_strdup_printf (FRAMEWORK "initializing plugin \"%s\": %s",
                             rows[i].plugin, rows[i].message);

      refuse ("1.20", text, message);
    }
}

/* The greatest and the least values that are taken. */
static void
test_within_limits (void **state)
{
  static const struct
  {
    const char *plugin;
    const char *args;
  } rows[] = {
    { "RequestedToCapacityRatio",
      "{shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}" },
    { "NodeResourcesMostAllocated",
      "{resources: [{name: cpu, weight: 1}, {name: memory, weight: 100}]}" },
    { "NodeLabel", "{presentLabels: [x], absentLabels: [z], "
                   "presentLabelsPreference: [z], "
                   "absentLabelsPreference: [x]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1beta1",
                   ARGS ("%s",
                         "%s") "  plugins: {score: {enabled: [{name: %s}]}}\n"),
          rows[i].plugin, rows[i].args, rows[i].plugin);
      g_autoptr (FitConfiguration) configuration = read_config ("1.20", text);

      assert_non_null (configuration);
    }
}

/* The same of later releases. */
static void
test_within_later_limits (void **state)
{
#define RATIO "type: RequestedToCapacityRatio"
#define SHAPED(points)                                                       \
  "{scoringStrategy: {" RATIO ", requestedToCapacityRatio: {shape: [" points \
  "]}}}"
#define POINT(utilization, score) \
  "{utilization: " utilization ", score: " score "}"
#define SPREAD(key, when) \
  "{maxSkew: 1, topologyKey: " key ", whenUnsatisfiable: " when "}"
  static const struct
  {
    const char *release, *version;
    const char *plugin;
    const char *args;
  } rows[] = {
    { "1.25", "v1", "DefaultPreemption", "{minCandidateNodesPercentage: 100}" },
    { "1.25", "v1", "DefaultPreemption",
      "{minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 1}" },
    { "1.25", "v1", "DefaultPreemption",
      "{minCandidateNodesPercentage: 1, minCandidateNodesAbsolute: 0}" },
    { "1.25", "v1", "InterPodAffinity", "{hardPodAffinityWeight: 0}" },
    { "1.25", "v1", "InterPodAffinity", "{hardPodAffinityWeight: 100}" },
    { "1.25", "v1", "NodeAffinity", "{}" },
    { "1.25", "v1", "NodeAffinity",
      "{addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: "
      "[{weight: 0, preference: {matchExpressions: [{key: a, operator: "
      "Near}]}}]}}" },
    { "1.25", "v1", "NodeResourcesBalancedAllocation",
      "{resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}]}" },
    { "1.25", "v1", "NodeResourcesFit",
      "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, "
      "weight: 1}, {name: memory, weight: 100}]}}" },
    { "1.25", "v1", "NodeResourcesFit",
      "{scoringStrategy: {type: MostAllocated}}" },
    { "1.25", "v1", "NodeResourcesFit", "{ignoredResourceGroups: [a, b.c]}" },
    { "1.25", "v1", "NodeResourcesFit",
      SHAPED (POINT ("0", "10") ", " POINT ("100", "0")) },
    { "1.22", "v1beta2", "NodeResourcesFit",
      "{scoringStrategy: {type: MostAllocated, requestedToCapacityRatio: {}}}" },
    { "1.25", "v1", "PodTopologySpread", "{defaultingType: List}" },
    { "1.25", "v1", "PodTopologySpread", "{defaultingType: System}" },
    { "1.25", "v1", "PodTopologySpread",
      "{defaultingType: List, defaultConstraints: [" SPREAD ("a", "DoNotSchedule") ", " SPREAD (
          "a", "ScheduleAnyway") ", " SPREAD ("b", "DoNotSchedule") "]}" },
    { "1.20", "v1beta1", "VolumeBinding", "{bindTimeoutSeconds: 1}" },
    { "1.21", "v1beta1", "VolumeBinding", "{bindTimeoutSeconds: 0}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strdup_printf (FILE_OF ("%s", ARGS ("%s", "%s")), rows[i].version,
                             rows[i].plugin, rows[i].args);
      g_autoptr (FitConfiguration) configuration
          = read_config (rows[i].release, text);

      args_of (configuration, rows[i].plugin);
    }
}

/* Each is one step behind. */
#define FIT FRAMEWORK "initializing plugin \"NodeResourcesFit\": "
#define ADDED(required, preferred)                                    \
  "{addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " \
  "{nodeSelectorTerms: [" required                                    \
  "]}, preferredDuringSchedulingIgnoredDuringExecution: [" preferred "]}}"
#define AT_TERM \
  AT "addedAffinity.requiredDuringSchedulingIgnoredDuringExecution."
#define AT_PREFERENCE \
  AT "addedAffinity.preferredDuringSchedulingIgnoredDuringExecution"
#define NO_VALUES \
  "Invalid value: for 'in', 'notin' operators, values set can't be empty"
#define NO_VALUE                                                           \
  "Invalid value: unexpected number of value (0) for node field selector " \
  "operator \"In\""
#define AT_SHAPE FIT "scoringStrategy.requestedToCapacityRatio.shape"
static const Limit beyond[] = {
  { "1.25", "v1", "DefaultPreemption", "{minCandidateNodesPercentage: -1}",
    AT "minCandidateNodesPercentage: Invalid value: -1: not in valid range "
       "[0-100]" },
  { "1.25", "v1", "InterPodAffinity", "{hardPodAffinityWeight: -1}",
    AT "hardPodAffinityWeight: Invalid value: -1: not in valid range "
       "[0-100]" },
  { "1.25", "v1", "NodeResourcesBalancedAllocation",
    "{resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}, {name: "
    "cpu, weight: 1}]}",
    AT "resources[2].name: Duplicate value: \"cpu\"" },
  { "1.25", "v1", "NodeResourcesFit",
    "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, "
    "weight: -1}]}}",
    FIT "scoringStrategy.resources[0].weight: Invalid value: -1: resource "
        "weight of cpu not in valid range (0, 100]" },
  { "1.25", "v1", "NodeResourcesFit",
    SHAPED (POINT ("50", "10") ", " POINT ("50", "0")),
    AT_SHAPE "[1].utilization: Invalid value: 50: utilization values must be "
             "sorted in increasing order" },
  { "1.25", "v1", "NodeResourcesFit",
    SHAPED (POINT ("0", "10") ", " POINT ("101", "0")),
    AT_SHAPE "[1].utilization: Invalid value: 101: not in valid range "
             "[0-100]" },
  { "1.25", "v1", "NodeResourcesFit",
    SHAPED (POINT ("0", "11") ", " POINT ("100", "0")),
    AT_SHAPE "[0].score: Invalid value: 11: not in valid range [0-10]" },
  { "1.25", "v1", "NodeResourcesFit",
    SHAPED (POINT ("0", "10") ", " POINT ("100", "-1")),
    AT_SHAPE "[1].score: Invalid value: -1: not in valid range [0-10]" },
  { "1.23", "v1beta2", "NodeResourcesFit",
    "{scoringStrategy: {type: MostAllocated, requestedToCapacityRatio: {}}}",
    AT_SHAPE ": Required value: at least one point must be specified" },
  { "1.22", "v1beta2", "NodeResourcesFit",
    "{scoringStrategy: {type: MostAllocated, requestedToCapacityRatio: "
    "{shape: [" POINT ("101", "0") "]}}}",
    AT_SHAPE "[0].utilization: Invalid value: 101: not in valid range "
             "[0-100]" },
  { "1.25", "v1", "NodeAffinity",
    ADDED ("{}, {matchExpressions: [{key: a, operator: In, values: []}]}", ""),
    AT_TERM "nodeSelectorTerms[1].matchExpressions: " NO_VALUES },
  { "1.25", "v1", "NodeAffinity",
    ADDED ("{matchFields: [{key: metadata.name, operator: In, values: []}]}",
           ""),
    AT_TERM "nodeSelectorTerms[0].matchFields: " NO_VALUE },
  { "1.25", "v1", "NodeAffinity",
    ADDED ("{}", "{weight: 1, preference: {matchExpressions: [{key: a, "
                 "operator: In, values: []}]}}"),
    AT_PREFERENCE "[0].preference.matchExpressions: " NO_VALUES },
  { "1.25", "v1", "NodeAffinity",
    ADDED (
        "{}",
        "{weight: 1}, {weight: 1, preference: {matchFields: [{key: metadata.name, "
        "operator: In, values: []}]}}"),
    AT_PREFERENCE "[1].preference.matchFields: " NO_VALUE },
  { "1.25", "v1", "PodTopologySpread", "{defaultingType: Lists}",
    AT "defaultingType: Unsupported value: \"Lists\": supported values: "
       "\"System\", \"List\"" },
  { "1.25", "v1", "PodTopologySpread",
    "{defaultingType: List, defaultConstraints: [" SPREAD (
        "a",
        "DoNotSchedule") ", " SPREAD ("b",
                                      "DoNotSchedule") ", " SPREAD ("a",
                                                                    "DoNotSchedule") "]}",
    AT "defaultConstraints[2]: Duplicate value: {a, DoNotSchedule}" },
  { "1.21", "v1beta1", "VolumeBinding", "{bindTimeoutSeconds: -1}",
    FRAMEWORK "initializing plugin \"VolumeBinding\": bindTimeoutSeconds: "
              "Invalid value: -1: invalid BindTimeoutSeconds, should not be "
              "a negative value" },
};

static void
test_beyond_later_limits (void **state)
{
  refuse_all (beyond, G_N_ELEMENTS (beyond));
}

static void
test_resources (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25", FILE_OF ("v1", ARGS ("NodeResourcesFit",
                                   "{scoringStrategy: {type: MostAllocated, "
                                   "resources: [{name: x/y}, {name: cpu, "
                                   "weight: 5}]}}")));
  g_autoptr (FitConfiguration) empty = read_config (
      "1.25", FILE_OF ("v1", ARGS ("NodeResourcesFit",
                                   "{scoringStrategy: {type: MostAllocated, "
                                   "resources: []}}")));
  const FitNodeResourcesFitArgs *args
      = args_of (configuration, "NodeResourcesFit");
  const FitArgResources *resources = &args->scoring_strategy->resources;

  assert_string_equal (args->scoring_strategy->type, "MostAllocated");
  assert_int_equal (resources->n, 2);
  assert_string_equal (resources->items[0].name, "x/y");
  assert_int_equal (resources->items[0].weight, 1);
  assert_int_equal (resources->items[1].weight, 5);
  args = args_of (empty, "NodeResourcesFit");
  assert_int_equal (args->scoring_strategy->resources.n, 2);
  assert_string_equal (args->scoring_strategy->resources.items[1].name,
                       "memory");
}

/* The fields of a constraint are those of pods. */
static void
test_fields_of_constraints (void **state)
{
#define CONSTRAINT(more)                                                     \
  FILE_OF ("v1beta3",                                                        \
           ARGS ("PodTopologySpread",                                        \
                 "{defaultingType: List, defaultConstraints: [{maxSkew: 1, " \
                 "topologyKey: zone, whenUnsatisfiable: DoNotSchedule" more  \
                 "}]}"))
  g_autoptr (FitConfiguration) keys
      = read_config ("1.25", CONSTRAINT (", matchLabelKeys: [v]"));
  const FitPodTopologySpreadArgs *args = args_of (keys, "PodTopologySpread");

  assert_string_equal (args->constraints[0].match_label_keys.items[0], "v");
  refuse ("1.24", CONSTRAINT (", matchLabelKeys: [v]"),
          "c: line 6, column 121: profiles[0].pluginConfig[0].args."
          "defaultConstraints[0]: found unknown field \"matchLabelKeys\", "
          "expected one of labelSelector, maxSkew, minDomains, topologyKey, "
          "whenUnsatisfiable\nhint: matchLabelKeys came with 1.25" TO_OLDER);
#undef CONSTRAINT
}

/* Which constraints are meant when some are written, or none. */
static void
test_defaulting_type (void **state)
{
  static const char list[]
      = ARGS ("PodTopologySpread",
              "{defaultConstraints: [{maxSkew: 2, topologyKey: zone, "
              "whenUnsatisfiable: DoNotSchedule}]}");
  g_autofree char *text = g_strconcat (FILE_OF ("v1beta1", ""), list, NULL);
  g_autoptr (FitConfiguration) given = read_config ("1.20", text);
  g_autoptr (FitConfiguration) none
      = read_config ("1.20", FILE_OF ("v1beta1", ""));
  g_autoptr (FitConfiguration) old
      = read_config ("1.19", FILE_OF ("v1beta1", ""));
  const FitPodTopologySpreadArgs *args = args_of (given, "PodTopologySpread");

  assert_string_equal (args->defaulting_type, "List");
  assert_int_equal (args->n_constraints, 1);
  assert_int_equal (args->constraints[0].max_skew, 2);
  assert_string_equal (args->constraints[0].topology_key, "zone");
  args = args_of (none, "PodTopologySpread");
  assert_string_equal (args->defaulting_type, "System");
  args = args_of (old, "PodTopologySpread");
  assert_string_equal (args->defaulting_type, "List");
}

static void
test_added_affinity (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25",
      FILE_OF (
          "v1",
          ARGS ("NodeAffinity",
                "{addedAffinity: "
                "{requiredDuringSchedulingIgnoredDuringExecution: "
                "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: "
                "In, values: [b, c]}]}]}, "
                "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3, "
                "preference: {matchFields: [{key: metadata.name, operator: In, "
                "values: [node1]}]}}]}}")));
  const FitNodeAffinityArgs *args = args_of (configuration, "NodeAffinity");
  const FitArgNodeTerm *term = args->added_affinity->required->terms;
  const FitArgPreferredNodeTerm *preferred = args->added_affinity->preferred;

  assert_int_equal (term->n_expressions, 1);
  assert_string_equal (term->expressions->key, "a");
  assert_string_equal (term->expressions->op, "In");
  assert_int_equal (term->expressions->n_values, 2);
  assert_string_equal (term->expressions->values[1], "c");
  assert_int_equal (preferred->weight, 3);
  assert_int_equal (preferred->preference.n_fields, 1);
}

/* What is written comes back in the effective profile. */
static void
test_written_back (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25", FILE_OF ("v1", ARGS ("NodeAffinity",
                                   "{addedAffinity: {preferredDuringScheduling"
                                   "IgnoredDuringExecution: [{weight: 3, "
                                   "preference: {matchExpressions: [{key: a, "
                                   "operator: Exists}]}}]}}")));
  g_autofree char *json = fit_configuration_profile_json (configuration, 0);
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root
      = fit_json_parse (arena, json, strlen (json), NULL, NULL, NULL);
  g_autofree char *args = fit_value_to_json (
      fit_value_get (fit_value_get (root, "pluginConfig"), "NodeAffinity"),
      NULL, NULL);

  assert_string_equal (args,
                       "{\"addedAffinity\":{"
                       "\"preferredDuringSchedulingIgnoredDuringExecution\":"
                       "[{\"preference\":{\"matchExpressions\":[{\"key\":\"a\","
                       "\"operator\":\"Exists\"}]},\"weight\":3}]}}");
}

/* The shape of volume scores goes with their gate. */
static void
test_volume_scores (void **state)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release_of ("1.25"));
  FitConfigurationOptions options
      = { .release = release_of ("1.25"), .gates = &gates };
  g_autoptr (FitConfiguration) configuration = NULL;
  const FitVolumeBindingArgs *args;

  assert_true (
      fit_feature_gates_set (&gates, "VolumeCapacityPriority", TRUE, NULL));
  configuration = fit_configuration_default (FIT_CONFIG_V1, &options, NULL);
  args = args_of (configuration, "VolumeBinding");
  assert_int_equal (args->bind_timeout_seconds, 600);
  assert_int_equal (args->shape.n, 2);
  assert_int_equal (args->shape.points[1].utilization, 100);
  assert_int_equal (args->shape.points[1].score, 10);
}

/* With the gate for the scores of volumes they have a line by default: up to 1.32
 * a rising one. */
static void
test_shape_of_volumes (void **state)
{
  static const struct
  {
    const char *release;
    gboolean gate;
    const char *args;
    const char *shape;
  } rows[] = {
    { "1.32", FALSE, "{}", "" },
    { "1.32", TRUE, "{}", "0:0 100:10 " },
    { "1.32", TRUE, "{shape: [{utilization: 7, score: 1}]}", "7:1 " },
    { "1.34.1", FALSE, "{}", "" },
    { "1.34.1", TRUE, "{}", "0:10 100:0 " },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitRelease release = release_of (rows[i].release);
      const FitFeatureGates gates = fit_feature_gates_with (
          fit_feature_gates_of_release (release),
          FIT_GATE_STORAGE_CAPACITY_SCORING, rows[i].gate);
      const FitConfigurationOptions options
          = { .release = release, .gates = &gates };
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1", ARGS ("VolumeBinding", "%s")), rows[i].args);
      g_autoptr (FitConfiguration) configuration
          = fit_configuration_read (text, strlen (text), "c", &options, NULL);
      const FitVolumeBindingArgs *args
          = fit_profile_find_args (&configuration->profiles[0], "VolumeBinding")
                ->args;
      g_autoptr (GString) shape = g_string_new (NULL);

      for (guint k = 0; k < args->shape.n; k++)
        g_string_append_printf (
            shape, "%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " ",
            args->shape.points[k].utilization, args->shape.points[k].score);
      assert_string_equal (shape->str, rows[i].shape);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_fields),
    cmocka_unit_test (test_shape_of_volumes),
    cmocka_unit_test (test_kind),
    cmocka_unit_test (test_free_form_of_1_18),
    cmocka_unit_test (test_ignored),
    cmocka_unit_test (test_twice),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_limits_of_old_plugins),
    cmocka_unit_test (test_within_limits),
    cmocka_unit_test (test_within_later_limits),
    cmocka_unit_test (test_beyond_later_limits),
    cmocka_unit_test (test_resources),
    cmocka_unit_test (test_fields_of_constraints),
    cmocka_unit_test (test_defaulting_type),
    cmocka_unit_test (test_added_affinity),
    cmocka_unit_test (test_written_back),
    cmocka_unit_test (test_volume_scores),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
