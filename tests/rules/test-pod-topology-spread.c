/* test-pod-topology-spread.c - PodTopologySpread at Filter, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

#define ZONES                          \
  NODE ("a", "zone: '1', host: a", "") \
  NODE ("b", "zone: '2', host: b", "") NODE ("c", "", "")

#define SPREAD(more)                                             \
  "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, " \
  "whenUnsatisfiable: DoNotSchedule, " more "}]"
#define OF_APP "labelSelector: {matchLabels: {app: x}}"

#define VIOLATED "node(s) didn't match pod topology spread constraints"
#define MISSING \
  "!node(s) didn't match pod topology spread constraints (missing required label)"

static void
test_skew (void **state)
{
  FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest
    = ZONES PLACED ("p", "a", "app: x") PENDING ("app: x", SPREAD (OF_APP)),
  };

  filter_scene_in (&scene, "1.20.2",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  scene.gone = "p";
  filter_scene_in (&scene, "1.34.1", "a: fits\nb: fits\nc: " MISSING "\n");
}

static void
test_pods_that_do_not_count (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES POD ("p",
                           "namespace: ns, labels: {app: x}, "
                           "deletionTimestamp: '2020-01-01T00:00:00Z'",
                           "nodeName: a")
        POD ("q", "namespace: other, labels: {app: x}", "nodeName: a")
            PENDING ("app: x", SPREAD (OF_APP)),
  };

  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\nc: " MISSING "\n");
}

static void
test_pod_leaves_where_least_are (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x") PLACED ("q", "b", "app: x")
        PENDING ("app: x", SPREAD (OF_APP)),
    .gone = "p",
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: fits\nb: " VIOLATED "\nc: " MISSING "\n");
}

/* The zone with the least pods is still another one. */
static void
test_pod_leaves_where_most_are (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x") PLACED ("q", "a", "app: x")
        PLACED ("r", "a", "app: x") PLACED ("s", "b", "app: x")
            PENDING ("app: x", SPREAD (OF_APP)),
    .gone = "p",
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
}

/* One of the zones without pods gets one; another one is still without. */
static void
test_pod_comes_where_least_are (void **state)
{
#define THREE(full, empty)            \
  NODE ("a", "zone: '1'", "")         \
  NODE ("b", "zone: '" full "'", "")  \
  NODE ("c", "zone: '" empty "'", "") \
  PLACED ("p", "b", "app: x")         \
  PLACED ("q", "b", "app: x") PENDING ("app: x", SPREAD (OF_APP))
  FilterScene scene = { .plugins = "PodTopologySpread",
                        .comes = PLACED ("new", "a", "app: x") };

  scene.manifest = THREE ("2", "3");
  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: " VIOLATED "\nc: fits\n");
  scene.manifest = THREE ("3", "2");
  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: " VIOLATED "\nc: fits\n");
#undef THREE
}

/* The zone with the least pods gets so many that it is another one then. */
static void
test_pods_come_where_least_are (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x") PLACED ("q", "a", "app: x")
        PLACED ("r", "b", "app: x") PENDING ("app: x", SPREAD (OF_APP)),
    .comes = PLACED ("s", "b", "app: x") PLACED ("t", "b", "app: x"),
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: fits\nb: " VIOLATED "\nc: " MISSING "\n");
}

/* Both zones that had the least pods get more than the third. */
static void
test_pods_come_to_several_zones (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = NODE ("a", "zone: '1'", "") NODE ("b", "zone: '2'", "")
        NODE ("c", "zone: '3'", "") PLACED ("p", "c", "app: x")
            PENDING ("app: x", SPREAD (OF_APP)),
    .comes = PLACED ("q", "a", "app: x") PLACED ("r", "a", "app: x")
        PLACED ("s", "b", "app: x") PLACED ("t", "b", "app: x"),
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: " VIOLATED "\nc: fits\n");
}

/* Only nodes with the keys of all constraints count, also for pods that leave or
 * come. */
static void
test_pods_on_nodes_without_all_keys (void **state)
{
#define BOTH                                                     \
  "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, " \
  "whenUnsatisfiable: DoNotSchedule, " OF_APP "}, {maxSkew: 9, " \
  "topologyKey: host, whenUnsatisfiable: DoNotSchedule, " OF_APP "}]"
#define ON(pods)                       \
  NODE ("a", "zone: '1', host: a", "") \
  NODE ("b", "zone: '2', host: b", "") \
  NODE ("c", "zone: '1'", "") pods PENDING ("app: x", BOTH)
  FilterScene scene = { .plugins = "PodTopologySpread",
                        .manifest = ON (PLACED ("p", "a", "app: x")
                                            PLACED ("q", "c", "app: x")) };

  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " VIOLATED "\n");
  scene.gone = "q";
  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " VIOLATED "\n");
  scene.gone = "p";
  filter_scene_in (&scene, "1.34.1", "a: fits\nb: fits\nc: " MISSING "\n");
  scene.gone = NULL;
  scene.manifest = ON ("");
  filter_scene_in (&scene, "1.34.1", "a: fits\nb: fits\nc: " MISSING "\n");
  scene.comes = PLACED ("new", "c", "app: x");
  filter_scene_in (&scene, "1.34.1", "a: fits\nb: fits\nc: " MISSING "\n");
  scene.comes = PLACED ("new", "a", "app: x");
  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " VIOLATED "\n");
#undef ON
#undef BOTH
}

/* Of two nodes of a zone the pod may use one. */
#define HALF                             \
  NODE ("a", "zone: '1', disk: ssd", "") \
  NODE ("b", "zone: '1'", "")            \
  NODE ("d", "zone: '2', disk: ssd", "") PLACED ("p", "b", "app: x")

static void
test_eligible_pods (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest
    = HALF PENDING ("app: x", "nodeSelector: {disk: ssd}, " SPREAD (OF_APP)),
  };

  filter_scene_in (&scene, "1.18.2", "a: fits\nb: fits\nd: fits\n");
  filter_scene_in (&scene, "1.19.0-rc.4",
                   "a: " VIOLATED "\nb: " VIOLATED "\nd: fits\n");
  filter_scene_in (&scene, "1.23.3",
                   "a: " VIOLATED "\nb: " VIOLATED "\nd: fits\n");
  filter_scene_in (&scene, "1.24.4", "a: fits\nb: fits\nd: fits\n");
}

/* Where pods on ineligible nodes count, those without the label count for the
 * empty value. */
static void
test_empty_value (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest
    = NODE ("a", "zone: '1'", "") NODE ("b", "zone: ''", "") NODE ("c", "", "")
        PLACED ("p", "c", "app: x") PENDING ("app: x", SPREAD (OF_APP)),
  };

  filter_scene_in (&scene, "1.23.3",
                   "a: fits\nb: " VIOLATED "\nc: " MISSING "\n");
  filter_scene_in (&scene, "1.24.4", "a: fits\nb: fits\nc: " MISSING "\n");
}

static void
test_policies (void **state)
{
  FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest
    = HALF PENDING ("app: x", "nodeSelector: {disk: ssd}, " SPREAD (
                                  "nodeAffinityPolicy: Ignore, " OF_APP)),
  };

  filter_scene_in (&scene, "1.25.2", "a: fits\nb: fits\nd: fits\n");
  filter_scene_in (&scene, "1.26.4",
                   "a: " VIOLATED "\nb: " VIOLATED "\nd: fits\n");
  scene.gates = "NodeInclusionPolicyInPodTopologySpread";
  filter_scene_in (&scene, "1.25.2",
                   "a: " VIOLATED "\nb: " VIOLATED "\nd: fits\n");
}

/* The empty zone is tainted, so it is no domain where taints count. */
#define TAINTED(effect)                                    \
  NODE ("a", "zone: '1'", "")                              \
  NODE_WITH ("b", "labels: {zone: '2'}",                   \
             "taints: [{key: k, effect: " effect "}]", "") \
  PLACED ("p", "a", "app: x")                              \
  PENDING ("app: x", SPREAD ("nodeTaintsPolicy: Honor, " OF_APP))

static void
test_taints (void **state)
{
  FilterScene scene
      = { .plugins = "PodTopologySpread", .manifest = TAINTED ("NoSchedule") };

  filter_scene_in (&scene, "1.24.4", "a: " VIOLATED "\nb: fits\n");
  filter_scene_in (&scene, "1.26.4", "a: fits\nb: fits\n");
  scene.manifest = TAINTED ("PreferNoSchedule");
  filter_scene_in (&scene, "1.26.4", "a: " VIOLATED "\nb: fits\n");
  scene.gates = "NodeInclusionPolicyInPodTopologySpread";
  filter_scene_in (&scene, "1.25.2", "a: fits\nb: fits\n");
}

static void
test_empty_selector (void **state)
{
  const FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x")
        PENDING ("app: x", SPREAD ("labelSelector: {}")),
  };

  filter_scene_in (&scene, "1.26.4",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  filter_scene_in (&scene, "1.27.1", "a: fits\nb: fits\nc: " MISSING "\n");
}

static void
test_min_domains (void **state)
{
  FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x") PLACED ("q", "b", "app: x")
        PENDING ("app: x", SPREAD ("minDomains: 3, " OF_APP)),
  };

  filter_scene_in (&scene, "1.26.4", "a: fits\nb: fits\nc: " MISSING "\n");
  filter_scene_in (&scene, "1.27.1",
                   "a: " VIOLATED "\nb: " VIOLATED "\nc: " MISSING "\n");
  scene.gates = "MinDomainsInPodTopologySpread";
  filter_scene_in (&scene, "1.24.4",
                   "a: " VIOLATED "\nb: " VIOLATED "\nc: " MISSING "\n");
}

static void
test_label_keys (void **state)
{
  FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x, rev: '1'") PENDING (
        "app: x, rev: '2'", SPREAD ("matchLabelKeys: [rev, other], " OF_APP)),
  };

  filter_scene_in (&scene, "1.26.4",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  filter_scene_in (&scene, "1.27.1", "a: fits\nb: fits\nc: " MISSING "\n");
  scene.comes = PLACED ("new", "a", "app: x, rev: '1'");
  filter_scene_in (&scene, "1.27.1", "a: fits\nb: fits\nc: " MISSING "\n");
  scene.comes = PLACED ("new", "a", "app: x, rev: '2'");
  filter_scene_in (&scene, "1.27.1",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
}

/* Pods that do not count change nothing when they come or leave. */
static void
test_other_pods_come_and_leave (void **state)
{
  FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES PLACED ("p", "a", "app: x") PLACED ("q", "a", "app: z")
        PENDING ("app: x", SPREAD (OF_APP)),
  };
  static const char *const others[] = {
    PLACED ("new", "b", "app: z"),
    PLACED ("new", "b", ""),
    POD ("new", "namespace: other, labels: {app: x}", "nodeName: b"),
  };

  scene.gone = "q";
  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  scene.gone = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      scene.comes = others[i];
      filter_scene_in (&scene, "1.34.1",
                       "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
    }
}

static void
test_defaults (void **state)
{
  const FitArgConstraint constraints[] = {
    { 1, "zone", .when_unsatisfiable = "DoNotSchedule" },
    { 1, "zone", .when_unsatisfiable = "ScheduleAnyway" },
  };
  FitPodTopologySpreadArgs args
      = { .n_constraints = 2, .constraints = constraints };
  FilterScene scene = {
    .plugins = "PodTopologySpread",
    .manifest = ZONES SERVICE ("s", "app: x") PLACED ("p", "a", "app: x")
        PENDING ("app: x", ""),
    .args = &args,
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  scene.manifest = ZONES REPLICA_SET ("r", "matchLabels: {app: x}")
      PLACED ("p", "a", "app: x") PENDING ("app: x", "");
  filter_scene_in (&scene, "1.21.9",
                   "a: " VIOLATED "\nb: fits\nc: " MISSING "\n");
  filter_scene_in (&scene, "1.22.6", "a: fits\nb: fits\nc: fits\n");
  filter_scene_in (&scene, "1.28.3",
                   "skips PodTopologySpread\na: fits\nb: fits\nc: fits\n");
  args.defaulting_type = "System";
  scene.manifest = ZONES SERVICE ("s", "app: x") PENDING ("app: x", "");
  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\nc: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_skew),
    cmocka_unit_test (test_pods_that_do_not_count),
    cmocka_unit_test (test_pod_leaves_where_least_are),
    cmocka_unit_test (test_pod_leaves_where_most_are),
    cmocka_unit_test (test_pod_comes_where_least_are),
    cmocka_unit_test (test_pods_come_where_least_are),
    cmocka_unit_test (test_pods_come_to_several_zones),
    cmocka_unit_test (test_pods_on_nodes_without_all_keys),
    cmocka_unit_test (test_eligible_pods),
    cmocka_unit_test (test_empty_value),
    cmocka_unit_test (test_policies),
    cmocka_unit_test (test_taints),
    cmocka_unit_test (test_empty_selector),
    cmocka_unit_test (test_min_domains),
    cmocka_unit_test (test_label_keys),
    cmocka_unit_test (test_other_pods_come_and_leave),
    cmocka_unit_test (test_defaults),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
