/* test-profile-corners.c - profiles that are nearly right, and what is wrong with others */
#include "tests/config/config-test.h"

#define ARGS(plugin, args) \
  "profiles:\n- pluginConfig:\n  - name: " plugin "\n    args: " args "\n"

static const ReadRow limits_of_arguments_rows[] = {
  { "1.34", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: -1s}")),
    "c: profiles[0].pluginConfig[0].args.filterTimeout: Invalid "
    "value: \"-1s\": must be zero or positive",
    "DynamicResourceAllocation=true,DRASchedulerFilterTimeout=true" },
  { "1.34", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 0s}")),
    NULL, "DynamicResourceAllocation=true,DRASchedulerFilterTimeout=true" },
  { "1.34", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 1s}")),
    NULL, "DynamicResourceAllocation=true,DRASchedulerFilterTimeout=true" },
  { "1.34", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 1s}")),
    "c: profiles[0].pluginConfig[0].args.filterTimeout: Forbidden: "
    "DRASchedulingFilterTimeout feature gate is disabled",
    "DRASchedulerFilterTimeout=false" },
  { "1.34", FILE_OF ("v1", ARGS ("DynamicResources", "{filterTimeout: 10s}")),
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

#define PROFILES(one, other)                        \
  "profiles:\n- schedulerName: a\n  plugins: {" one \
  "- schedulerName: b\n  plugins: {" other
#define SORT "queueSort: {enabled: [{name: PrioritySort}]}"
#define WITH(args) \
  "}\n  pluginConfig: [{name: PrioritySort, args: {a: " args "}}]\n"

static const ReadRow queue_sort_rows[] = {
  { "1.20", FILE_OF ("v1beta1", PROFILES (SORT "}\n", "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: has to match for all profiles" },
  { "1.20", FILE_OF ("v1beta1", PROFILES ("}\n", "}\n")), NULL },
  { "1.20", FILE_OF ("v1beta1", PROFILES (SORT "}\n", SORT "}\n")),
    "c: initializing profiles: creating profile for scheduler name "
    "a: plugin \"PrioritySort\" already registered as "
    "\"QueueSortPlugin\"\n"
    "hint: disable a default plugin before enabling it again" },
  { "1.20", FILE_OF ("v1beta1", PROFILES ("}\n", SORT "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: []}: has to match for all profiles" },
  { "1.20", FILE_OF ("v1beta1", PROFILES ("queueSort: {}}\n", "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: has to match for all profiles" },
  { "1.20",
    FILE_OF ("v1beta1",
             PROFILES ("queueSort: {enabled: []}}\n", "queueSort: {}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: has to match for all profiles" },
  { "1.20",
    FILE_OF ("v1beta1",
             PROFILES ("queueSort: {disabled: []}}\n", "queueSort: {}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: has to match for all profiles" },
  { "1.20",
    FILE_OF ("v1beta1",
             PROFILES (SORT "}\n", "queueSort: {enabled: [{name: Sort}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[Sort], disabled: []}: has to match for all profiles" },
  { "1.20",
    FILE_OF ("v1beta1",
             PROFILES (
                 SORT "}\n",
                 "queueSort: {enabled: [{name: PrioritySort, weight: 2}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: []}: has to match for all profiles" },
  { "1.20",
    FILE_OF (
        "v1beta1",
        PROFILES (
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\"}]}}\n",
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "PrioritySort}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: [PrioritySort]}: has to match for all "
    "profiles" },
  { "1.20",
    FILE_OF (
        "v1beta1",
        PROFILES (
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\"}]}}\n",
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\", weight: 3}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: [*]}: has to match for all profiles" },
  { "1.20", FILE_OF ("v1beta1", PROFILES (SORT WITH ("1"), SORT WITH ("2"))),
    "c: initializing profiles: creating profile for scheduler name "
    "a: plugin \"PrioritySort\" already registered as "
    "\"QueueSortPlugin\"\n"
    "hint: disable a default plugin before enabling it again" },
  { "1.20", FILE_OF ("v1beta1", PROFILES (SORT WITH ("1"), SORT WITH ("1"))),
    "c: initializing profiles: creating profile for scheduler name "
    "a: plugin \"PrioritySort\" already registered as "
    "\"QueueSortPlugin\"\n"
    "hint: disable a default plugin before enabling it again" },
  { "1.20", FILE_OF ("v1beta1", PROFILES (SORT WITH ("1"), SORT "}\n")),
    "c: initializing profiles: creating profile for scheduler name "
    "a: plugin \"PrioritySort\" already registered as "
    "\"QueueSortPlugin\"\n"
    "hint: disable a default plugin before enabling it again" },
  { "1.22", FILE_OF ("v1beta2", PROFILES (SORT "}\n", "}\n")), NULL },
  { "1.22", FILE_OF ("v1beta2", PROFILES ("}\n", "}\n")), NULL },
  { "1.22", FILE_OF ("v1beta2", PROFILES (SORT "}\n", SORT "}\n")), NULL },
  { "1.22", FILE_OF ("v1beta2", PROFILES ("}\n", SORT "}\n")), NULL },
  { "1.22", FILE_OF ("v1beta2", PROFILES ("queueSort: {}}\n", "}\n")), NULL },
  { "1.22",
    FILE_OF ("v1beta2",
             PROFILES ("queueSort: {enabled: []}}\n", "queueSort: {}}\n")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta2",
             PROFILES ("queueSort: {disabled: []}}\n", "queueSort: {}}\n")),
    NULL },
  { "1.22",
    FILE_OF ("v1beta2",
             PROFILES (SORT "}\n", "queueSort: {enabled: [{name: Sort}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort Sort], disabled: []}: has to match for all "
    "profiles" },
  { "1.22",
    FILE_OF ("v1beta2",
             PROFILES (
                 SORT "}\n",
                 "queueSort: {enabled: [{name: PrioritySort, weight: 2}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: []}: has to match for all profiles" },
  { "1.22",
    FILE_OF (
        "v1beta2",
        PROFILES (
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\"}]}}\n",
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "PrioritySort}]}}\n")),
    NULL },
  { "1.22",
    FILE_OF (
        "v1beta2",
        PROFILES (
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\"}]}}\n",
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\", weight: 3}]}}\n")),
    NULL },
  { "1.22", FILE_OF ("v1beta2", PROFILES (SORT WITH ("1"), SORT WITH ("2"))),
    "c: initializing profiles: different queue sort plugin args for "
    "profile \"b\"" },
  { "1.22", FILE_OF ("v1beta2", PROFILES (SORT WITH ("1"), SORT WITH ("1"))),
    NULL },
  { "1.22", FILE_OF ("v1beta2", PROFILES (SORT WITH ("1"), SORT "}\n")),
    "c: initializing profiles: different queue sort plugin args for "
    "profile \"b\"" },
  { "1.25", FILE_OF ("v1", PROFILES (SORT "}\n", "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: has to match for all profiles" },
  { "1.25", FILE_OF ("v1", PROFILES ("}\n", "}\n")), NULL },
  { "1.25", FILE_OF ("v1", PROFILES (SORT "}\n", SORT "}\n")), NULL },
  { "1.25", FILE_OF ("v1", PROFILES ("}\n", SORT "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: []}: has to match for all profiles" },
  { "1.25", FILE_OF ("v1", PROFILES ("queueSort: {}}\n", "}\n")), NULL },
  { "1.25",
    FILE_OF ("v1",
             PROFILES ("queueSort: {enabled: []}}\n", "queueSort: {}}\n")),
    NULL },
  { "1.25",
    FILE_OF ("v1",
             PROFILES ("queueSort: {disabled: []}}\n", "queueSort: {}}\n")),
    NULL },
  { "1.25",
    FILE_OF ("v1",
             PROFILES (SORT "}\n", "queueSort: {enabled: [{name: Sort}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[Sort], disabled: []}: has to match for all profiles" },
  { "1.25",
    FILE_OF ("v1",
             PROFILES (
                 SORT "}\n",
                 "queueSort: {enabled: [{name: PrioritySort, weight: 2}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: []}: has to match for all profiles" },
  { "1.25",
    FILE_OF (
        "v1",
        PROFILES (
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\"}]}}\n",
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "PrioritySort}]}}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: "
    "[PrioritySort], disabled: [PrioritySort]}: has to match for all "
    "profiles" },
  { "1.25",
    FILE_OF (
        "v1",
        PROFILES (
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\"}]}}\n",
            "queueSort: {enabled: [{name: PrioritySort}], disabled: [{name: "
            "\"*\", weight: 3}]}}\n")),
    NULL },
  { "1.25", FILE_OF ("v1", PROFILES (SORT WITH ("1"), SORT WITH ("2"))),
    "c: initializing profiles: different queue sort plugin args for "
    "profile \"b\"" },
  { "1.25", FILE_OF ("v1", PROFILES (SORT WITH ("1"), SORT WITH ("1"))), NULL },
  { "1.25", FILE_OF ("v1", PROFILES (SORT WITH ("1"), SORT "}\n")),
    "c: initializing profiles: different queue sort plugin args for "
    "profile \"b\"" },
  { "1.31", FILE_OF ("v1", PROFILES (SORT "}\n", "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: queueSort must be the same for all profiles" },
  { "1.34", FILE_OF ("v1", PROFILES (SORT "}\n", "}\n")),
    "c: profiles[1].plugins.queueSort: Invalid value: {enabled: [], "
    "disabled: []}: must be the same for all profiles" },
};

/* All profiles sort the queue in the same way. */
static void
test_queue_sort (void **state)
{
  (void) state;
  check_rows (queue_sort_rows, G_N_ELEMENTS (queue_sort_rows));
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
