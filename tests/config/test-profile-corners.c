/* test-profile-corners.c - profiles that are nearly right, and what is wrong with others
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#define ARGS(plugin, args) \
  "profiles:\n- pluginConfig:\n  - name: " plugin "\n    args: " args "\n"

static const ReadRow limits_of_arguments_rows[] = {
  { "1.34.1", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: -1s}")),
    "c: profiles[0].pluginConfig[0].args.filterTimeout: Invalid "
    "value: \"-1s\": must be zero or positive",
    "DynamicResourceAllocation=true,DRASchedulerFilterTimeout=true" },
  { "1.34.1", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 0s}")),
    NULL, "DynamicResourceAllocation=true,DRASchedulerFilterTimeout=true" },
  { "1.34.1", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 1s}")),
    NULL, "DynamicResourceAllocation=true,DRASchedulerFilterTimeout=true" },
  { "1.34.1", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 1s}")),
    "c: profiles[0].pluginConfig[0].args.filterTimeout: Forbidden: "
    "DRASchedulingFilterTimeout feature gate is disabled",
    "DRASchedulerFilterTimeout=false" },
  { "1.34.1", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 10s}")),
    NULL, "DRASchedulerFilterTimeout=false" },
  { "1.22",
    FILE_OF ("v1beta1", ARGS ("NodeLabel",
                              "{presentLabels: [a, b], absentLabels: [c, b]}")),
    "c: profiles[0].pluginConfig[0].args.presentLabels: Invalid "
    "value: \"b\": detecting at least one label that exist in both "
    "the present and absent label list" },
  { "1.20",
    FILE_OF ("v1beta1", ARGS ("NodeLabel",
                              "{presentLabels: [a, b], absentLabels: [c, b]}")),
    NULL },
  { "1.22",
    FILE_OF (
        "v1beta1",
        ARGS ("NodeLabel",
              "{presentLabelsPreference: [a], absentLabelsPreference: [a]}")),
    "c: profiles[0].pluginConfig[0].args.presentLabelsPreference: "
    "Invalid value: \"a\": detecting at least one label that exist "
    "in both the present and absent label list" },
  { "1.22",
    FILE_OF ("v1beta1",
             ARGS ("NodeLabel",
                   "{presentLabels: [a], absentLabelsPreference: [a]}")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta1", ARGS ("NodeResourcesLeastAllocated",
                              "{resources: [{name: cpu, weight: 0}]}")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta1", ARGS ("NodeResourcesLeastAllocated",
                              "{resources: [{name: cpu, weight: 1}]}")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta1", ARGS ("NodeResourcesLeastAllocated",
                              "{resources: [{name: cpu, weight: 100}]}")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta1", ARGS ("NodeResourcesLeastAllocated",
                              "{resources: [{name: cpu, weight: 101}]}")),
    "c: profiles[0].pluginConfig[0].args.resources[0].weight: "
    "Invalid value: 101: resource weight of cpu not in valid range "
    "(0, 100]" },
  { "1.22",
    FILE_OF (
        "v1beta1",
        ARGS ("NodeResourcesMostAllocated",
              "{resources: [{name: cpu, weight: 1}, {name: memory, weight: "
              "-1}]}")),
    "c: profiles[0].pluginConfig[0].args.resources[1].weight: "
    "Invalid value: -1: resource weight of memory not in valid range "
    "(0, 100]" },
  { "1.22",
    FILE_OF (
        "v1beta1",
        ARGS ("RequestedToCapacityRatio",
              "{shape: [{utilization: 0, score: 0}], resources: [{name: cpu, "
              "weight: 0}]}")),
    NULL },
  { "1.22",
    FILE_OF (
        "v1beta1",
        ARGS ("RequestedToCapacityRatio",
              "{shape: [{utilization: 0, score: 0}], resources: [{name: cpu, "
              "weight: 101}]}")),
    NULL },
  { "1.22",
    FILE_OF (
        "v1beta1",
        ARGS ("RequestedToCapacityRatio",
              "{shape: [{utilization: 0, score: 0}], resources: [{name: cpu, "
              "weight: 1}, {name: memory, weight: -1}]}")),
    "c: profiles[0].pluginConfig[0].args.resources[1].weight: Invalid "
    "value: -1: resource weight of memory must be positive" },
  { "1.22",
    FILE_OF ("v1beta2", ARGS ("NodeResourcesFit",
                              "{scoringStrategy: {type: LeastAllocated, "
                              "requestedToCapacityRatio: {shape: []}}}")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: LeastAllocated, "
                   "requestedToCapacityRatio: {shape: [{utilization: 0, score: "
                   "11}]}}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape[0].score: "
    "Invalid value: 11: not in valid range [0-10]" },
  { "1.22",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: LeastAllocated, "
                   "requestedToCapacityRatio: {shape: [{utilization: 0, score: "
                   "10}]}}}")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: RequestedToCapacityRatio, "
                   "requestedToCapacityRatio: {shape: []}}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape: Required value: "
    "at least one point must be specified" },
  { "1.22",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: RequestedToCapacityRatio}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape: Required value: "
    "at least one point must be specified" },
  { "1.23",
    FILE_OF ("v1beta2", ARGS ("NodeResourcesFit",
                              "{scoringStrategy: {type: LeastAllocated, "
                              "requestedToCapacityRatio: {shape: []}}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape: Required value: "
    "at least one point must be specified" },
  { "1.23",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: LeastAllocated, "
                   "requestedToCapacityRatio: {shape: [{utilization: 0, score: "
                   "11}]}}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape[0].score: "
    "Invalid value: 11: not in valid range [0-10]" },
  { "1.23",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: LeastAllocated, "
                   "requestedToCapacityRatio: {shape: [{utilization: 0, score: "
                   "10}]}}}")),
    NULL },
  { "1.23",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: RequestedToCapacityRatio, "
                   "requestedToCapacityRatio: {shape: []}}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape: Required value: "
    "at least one point must be specified" },
  { "1.23",
    FILE_OF ("v1beta2",
             ARGS ("NodeResourcesFit",
                   "{scoringStrategy: {type: RequestedToCapacityRatio}}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: initializing plugin \"NodeResourcesFit\": "
    "scoringStrategy.requestedToCapacityRatio.shape: Required value: "
    "at least one point must be specified" },
  { "1.25",
    FILE_OF (
        "v1",
        ARGS ("PodTopologySpread",
              "{defaultingType: List, defaultConstraints: [{topologyKey: a, "
              "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}, {topologyKey: a, "
              "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]}")),
    "c: profiles[0].pluginConfig[0].args.defaultConstraints[1]: "
    "Duplicate value: {a, DoNotSchedule}" },
  { "1.25",
    FILE_OF (
        "v1",
        ARGS ("PodTopologySpread",
              "{defaultingType: List, defaultConstraints: [{topologyKey: a, "
              "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}, {topologyKey: a, "
              "maxSkew: 1, whenUnsatisfiable: ScheduleAnyway}]}")),
    NULL },
  { "1.25",
    FILE_OF (
        "v1",
        ARGS ("PodTopologySpread",
              "{defaultingType: List, defaultConstraints: [{topologyKey: a, "
              "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}, {topologyKey: b, "
              "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]}")),
    NULL },
};

/* Arguments at and beyond their limits. */
static void
test_limits_of_arguments (void **state)
{
  (void) state;
  check_rows (limits_of_arguments_rows,
              G_N_ELEMENTS (limits_of_arguments_rows));
}

static const ReadRow types_of_arguments_rows[] = {
  { "1.25",
    FILE_OF ("v1", ARGS ("InterPodAffinity",
                         "{apiVersion: kubescheduler.config.k8s.io/v1, kind: "
                         "InterPodAffinityArgs}")),
    NULL },
  { "1.25",
    FILE_OF ("v1", ARGS ("InterPodAffinity", "{apiVersion: \"\", kind: \"\"}")),
    NULL },
  { "1.25",
    FILE_OF ("v1", ARGS ("InterPodAffinity", "{apiVersion: null, kind: null}")),
    NULL },
  { "1.25", FILE_OF ("v1", ARGS ("InterPodAffinity", "{apiVersion: v1}")),
    "c: line 6, column 24: "
    "profiles[0].pluginConfig[0].args.apiVersion: found string "
    "\"v1\", expected kubescheduler.config.k8s.io/v1" },
  { "1.25",
    FILE_OF ("v1", ARGS ("InterPodAffinity", "{kind: NodeAffinityArgs}")),
    "c: line 6, column 18: profiles[0].pluginConfig[0].args.kind: "
    "found string \"NodeAffinityArgs\", expected InterPodAffinityArgs" },
  { "1.25", FILE_OF ("v1", ARGS ("InterPodAffinity", "{apiVersion: 5}")),
    "c: line 6, column 24: "
    "profiles[0].pluginConfig[0].args.apiVersion: found number 5, "
    "expected kubescheduler.config.k8s.io/v1" },
  { "1.25", FILE_OF ("v1", ARGS ("InterPodAffinity", "{kind: []}")),
    "c: line 6, column 18: profiles[0].pluginConfig[0].args.kind: "
    "found a list, expected InterPodAffinityArgs" },
  { "1.25", FILE_OF ("v1", ARGS ("InterPodAffinity", "5")),
    "c: line 6, column 11: profiles[0].pluginConfig[0].args: found "
    "number 5, expected an object" },
  { "1.25", FILE_OF ("v1", ARGS ("InterPodAffinity", "null")), NULL },
  { "1.25", FILE_OF ("v1", ARGS ("InterPodAffinity", "[]")),
    "c: line 6, column 11: profiles[0].pluginConfig[0].args: found a "
    "list, expected an object" },
};

/* What apiVersion and kind of arguments may be. */
static void
test_types_of_arguments (void **state)
{
  (void) state;
  check_rows (types_of_arguments_rows, G_N_ELEMENTS (types_of_arguments_rows));
}

#define SORT "queueSort: {enabled: [{name: PrioritySort}]}"
#define SORT_BUT(disabled)                                                   \
  "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: " disabled \
  "}]}}"
#define WITH(args) \
  "}\n  pluginConfig: [{name: PrioritySort, args: {a: " args "}}]"
#define DIFFERS(second, words) \
  "c: profiles[1].plugins.queueSort: Invalid value: {" second "}: " words
#define HAS_TO_MATCH "has to match for all profiles"
#define NONE "enabled: [], disabled: []"
#define ONE "enabled: [PrioritySort], disabled: []"
#define TWICE                                                                    \
  "c: initializing profiles: creating profile for scheduler name a: plugin "     \
  "\"PrioritySort\" already registered as \"QueueSortPlugin\"\nhint: disable a " \
  "default plugin before enabling it again"
#define OTHER_ARGS \
  "c: initializing profiles: different queue sort plugin args for profile \"b\""

/* What 1.20, 1.22 and 1.25 say of two profiles; NULL: they take them. */
static const struct
{
  const char *first, *second; /* their plugins */
  const char *said[3];
} queue_sort_rows[] = {
  { SORT "}",
    "}",
    { DIFFERS (NONE, HAS_TO_MATCH), NULL, DIFFERS (NONE, HAS_TO_MATCH) } },
  { "}", "}", { NULL, NULL, NULL } },
  { SORT "}", SORT "}", { TWICE, NULL, NULL } },
  { "}",
    SORT "}",
    { DIFFERS (ONE, HAS_TO_MATCH), NULL, DIFFERS (ONE, HAS_TO_MATCH) } },
  { "queueSort: {}}", "}", { DIFFERS (NONE, HAS_TO_MATCH), NULL, NULL } },
  { "queueSort: {enabled: []}}",
    "queueSort: {}}",
    { DIFFERS (NONE, HAS_TO_MATCH), NULL, NULL } },
  { "queueSort: {disabled: []}}",
    "queueSort: {}}",
    { DIFFERS (NONE, HAS_TO_MATCH), NULL, NULL } },
  { SORT "}",
    "queueSort: {enabled: [{name: Sort}]}}",
    { DIFFERS ("enabled: [Sort], disabled: []", HAS_TO_MATCH),
      DIFFERS ("enabled: [PrioritySort Sort], disabled: []", HAS_TO_MATCH),
      DIFFERS ("enabled: [Sort], disabled: []", HAS_TO_MATCH) } },
  { SORT "}",
    "queueSort: {enabled: [{name: PrioritySort, weight: 2}]}}",
    { DIFFERS (ONE, HAS_TO_MATCH), DIFFERS (ONE, HAS_TO_MATCH),
      DIFFERS (ONE, HAS_TO_MATCH) } },
  { SORT_BUT ("\"*\""),
    SORT_BUT ("PrioritySort"),
    { DIFFERS ("enabled: [PrioritySort], disabled: [PrioritySort]",
               HAS_TO_MATCH),
      NULL,
      DIFFERS ("enabled: [PrioritySort], disabled: [PrioritySort]",
               HAS_TO_MATCH) } },
  { SORT_BUT ("\"*\""),
    SORT_BUT ("\"*\", weight: 3"),
    { DIFFERS ("enabled: [PrioritySort], disabled: [*]", HAS_TO_MATCH), NULL,
      NULL } },
  { SORT WITH ("1"), SORT WITH ("2"), { TWICE, OTHER_ARGS, OTHER_ARGS } },
  { SORT WITH ("1"), SORT WITH ("1"), { TWICE, NULL, NULL } },
  { SORT WITH ("1"), SORT "}", { TWICE, OTHER_ARGS, OTHER_ARGS } },
};

static void
check_profiles (const char *release, const char *version, const char *first,
                const char *second, const char *expected)
{
  g_autofree char *text
      = g_strdup_printf (FILE_OF ("%s", "profiles:\n"
                                        "- schedulerName: a\n  plugins: {%s\n"
                                        "- schedulerName: b\n  plugins: {%s\n"),
                         version, first, second);

  check_rows (&(const ReadRow){ release, text, expected }, 1);
}

/* All profiles sort the queue in the same way. */
static void
test_queue_sort (void **state)
{
  static const char *const readers[][2]
      = { { "1.20", "v1beta1" }, { "1.22", "v1beta2" }, { "1.25", "v1" } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (queue_sort_rows); i++)
    for (guint r = 0; r < G_N_ELEMENTS (readers); r++)
      check_profiles (readers[r][0], readers[r][1], queue_sort_rows[i].first,
                      queue_sort_rows[i].second, queue_sort_rows[i].said[r]);
  check_profiles (
      "1.31", "v1", SORT "}", "}",
      DIFFERS (NONE, "queueSort must be the same for all profiles"));
  check_profiles ("1.34.1", "v1", SORT "}", "}",
                  DIFFERS (NONE, "must be the same for all profiles"));
}

static const ReadRow wrong_points_rows[] = {
  { "1.25",
    FILE_OF ("v1",
             "profiles: [{plugins: {queueSort: {disabled: [{name: \"*\"}], "
             "enabled: [{name: NodeName}]}}}]\n"),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: plugin \"NodeName\" does not extend "
    "QueueSortPlugin plugin\n"
    "hint: it extends filter" },
  { "1.25",
    FILE_OF ("v1",
             "profiles: [{plugins: {score: {enabled: [{name: NodeName}]}}}]\n"),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: plugin \"NodeName\" does not extend "
    "ScorePlugin plugin\n"
    "hint: it extends filter" },
  { "1.25",
    FILE_OF ("v1",
             "profiles: [{plugins: {score: {enabled: [{name: Nobody}]}}}]\n"),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: ScorePlugin \"Nobody\" does not exist" },
};

/* Plugins at points that they do not extend. */
static void
test_wrong_points (void **state)
{
  (void) state;
  check_rows (wrong_points_rows, G_N_ELEMENTS (wrong_points_rows));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_limits_of_arguments),
    cmocka_unit_test (test_types_of_arguments),
    cmocka_unit_test (test_queue_sort),
    cmocka_unit_test (test_wrong_points),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
