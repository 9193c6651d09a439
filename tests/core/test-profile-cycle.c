/* test-profile-cycle.c - cycles of later releases
 *
 * What plugins say is covered by the conformance cases; here it is about what
 * the scheduler makes of it, release by release.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/preemption.h"
#include "tests/core/profile-run.h"
#include "tests/core/scripted-plugin.h"

#include <string.h>

/* Filters, and nobody who tells nodes apart. */
#define FILTERS(list, scores)                                                \
  CONFIGURATION (                                                            \
      "v1",                                                                  \
      "{plugins: {multiPoint: {disabled: [{name: '*'}]}, queueSort: "        \
      "{enabled: [{name: PrioritySort}]}, bind: {enabled: [{name: "          \
      "DefaultBinder}]}, preFilter: {enabled: [{name: NodeResourcesFit}]}, " \
      "filter: {enabled: [" list "]}, score: {enabled: [" scores "]}}}")

/* The attempt for the first pending pod fails. */
static void
expect_error (const char *release, const char *configuration,
              const char *manifest, const char *expected)
{
  g_auto (Run) run = { 0 };
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) error = NULL;

  run_init (&run, release, configuration, manifest);
  assert_false (fit_generic_scheduler_schedule (
      fit_simulation_scheduler_of (
          run.simulation, fit_simulation_pending (run.simulation)->pdata[0]),
      fit_simulation_pending (run.simulation)->pdata[0], NULL, &result,
      &error));
  assert_string_equal (error->message, expected);
}

/* -- which nodes are looked at --------------------------------------------- */

static void
test_scores_go_up_to_100 (void **state)
{
  /* Twice the mean of 75 for cpu and 0 for memory, of which there is none. */
  expect_placements (
      "1.20.2",
      CONFIGURATION ("v1beta1",
                     "{plugins: {score: {disabled: [{name: '*'}], enabled: "
                     "[{name: NodeResourcesLeastAllocated, weight: 2}]}}}"),
      CPU_NODE ("a", "2") CPU_NODE ("b", "4") CPU_POD ("p", ""),
      "p: b 74 2/2\n");
}

/* 1.18 takes no arguments for it: cpu and memory count. */
static void
test_scores_of_a_release_without_arguments (void **state)
{
  expect_placements (
      "1.18",
      CONFIGURATION ("v1alpha2",
                     "{plugins: {score: {disabled: [{name: '*'}], enabled: "
                     "[{name: NodeResourcesLeastAllocated, weight: 2}]}}}"),
      CPU_NODE ("a", "2") CPU_NODE ("b", "4") CPU_POD ("p", ""),
      "p: b 74 2/2\n");
}

/* 1.30 takes the first node where nobody would choose; before, it looks at all
 * of them. */
static void
test_the_first_node_will_do_where_nobody_chooses (void **state)
{
  const char *manifest = CPU_NODE ("a", "1") CPU_NODE ("b", "1")
      CPU_NODE ("c", "1") CPU_POD ("p", "") CPU_POD ("q", "");

  expect_placements ("1.29", FILTERS ("{name: NodeResourcesFit}", ""), manifest,
                     "p: a 1 3/3\nq: c 1 3/2\n");
  expect_placements ("1.30", FILTERS ("{name: NodeResourcesFit}", ""), manifest,
                     "p: a - 1/1\nq: b - 1/1\n");
}

#define EXTENDERS(what) "extenders: [{urlPrefix: 'http://x:1', " what "}]\n"
#define ANSWERS(list)                                            \
  "apiVersion: fitsched/v1\nkind: ExtenderAnswers\nextenders:\n" \
  "- urlPrefix: '*'\n" list

/* An extender chooses, too, if it filters or scores nodes. */
static void
test_extenders_that_choose (void **state)
{
  static const char manifest[] = CPU_NODE ("a", "1") CPU_NODE ("b", "1")
      CPU_NODE ("c", "1") CPU_POD ("p", "");
  static const char answers[]
      = ANSWERS ("  filter:\n  - nodes: [{names: [a], fails: full}, {names: "
                 "['*'], passes: true}]\n"
                 "  prioritize:\n  - nodes: [{names: [b], score: 7}, {names: "
                 "['*'], score: 1}]\n"
                 "  bind:\n  - nodes: [{names: ['*'], binds: true}]\n");
  static const struct
  {
    const char *extenders;
    const char *expected;
  } rows[] = {
    { FILTERS ("{name: NodeResourcesFit}", ""), "p: a - 1/1\n" },
    { FILTERS ("{name: NodeResourcesFit}", "") EXTENDERS ("bindVerb: b"),
      "p: a - 1/1\n" },
    { FILTERS ("{name: NodeResourcesFit}", "") EXTENDERS ("preemptVerb: p"),
      "p: a - 1/1\n" },
    { FILTERS ("{name: NodeResourcesFit}", "") EXTENDERS ("filterVerb: f"),
      "p: b 0 3/2\n" },
    { FILTERS ("{name: NodeResourcesFit}", "")
          EXTENDERS ("prioritizeVerb: s, weight: 2"),
      "p: b 140 3/3\n" },
    { FILTERS ("{name: NodeResourcesFit}", "") EXTENDERS (
          "bindVerb: b}, {urlPrefix: 'http://y:1', prioritizeVerb: s, weight: "
          "1"),
      "p: b 70 3/3\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Run) run = { 0 };
      g_autofree char *text = NULL;

      run_init_with (&run, "1.30", rows[i].extenders, manifest, answers);
      text = simulation_run (run.simulation);
      assert_string_equal (text, rows[i].expected);
    }
}

/* A cycle begins where the one before ended: behind the last node that was looked
 * at for good. */
static void
test_cycles_go_on_where_the_last_one_ended (void **state)
{
  expect_placements ("1.30", FILTERS ("{name: NodeName}", ""),
                     CPU_NODE ("a", "9") CPU_NODE ("b", "9") CPU_NODE ("c", "9")
                         CPU_POD ("p", "") CPU_POD ("q", "") CPU_POD ("r", "")
                             CPU_POD ("s", ""),
                     "p: a - 1/1\nq: b - 1/1\nr: c - 1/1\ns: a - 1/1\n");
}

/* Of 150 nodes the first cycle looks at 100, and the second one at the others before
 * it begins again. */
static void
test_cycles_of_many_nodes_go_on (void **state)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  g_auto (Run) run = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;
  guint second;

  /* The last of the 100 are the greatest nodes, each with room for a pod.  The next
   * ones are full. */
  for (guint i = 0; i < 150; i++)
    g_string_append_printf (manifest, NODE ("n%03u", "", "cpu: %u, pods: %u"),
                            i, i > 95 && i < 100 ? 1u << (i - 93) : 2,
                            i > 95 && i < 100   ? 1
                            : i > 99 && i < 105 ? 0
                                                : 9);
  g_string_append (manifest, CPU_POD ("p", "") CPU_POD ("q", ""));
  run_init (
      &run, "1.25",
      CONFIGURATION (
          "v1",
          "{plugins: {preScore: {disabled: [{name: '*'}]}, score: {disabled: "
          "[{name: '*'}], enabled: [{name: NodeResourcesFit}]}}}"),
      manifest->str);
  text = simulation_run (run.simulation);
  first = g_strndup (text, strcspn (text, "\n"));
  assert_string_equal (first, "p: n099 98 105/100");
  assert_int_equal (sscanf (strstr (text, "q: "), "q: n%u", &second), 1);
  assert_true (second < 50 || second > 99);
}

/* The first plugin that cannot score ends the cycle; nobody hears of others. */
static void
test_the_first_failing_score_ends_the_cycle (void **state)
{
#define NO_PRE_SCORE(order)                                                \
  CONFIGURATION ("v1",                                                     \
                 "{plugins: {preScore: {disabled: [{name: '*'}]}, score: " \
                 "{disabled: [{name: '*'}], enabled: [" order "]}}}")
  static const char manifest[]
      = CPU_NODE ("a", "2") CPU_NODE ("b", "2") CPU_POD ("p", "");

  expect_error (
      "1.27",
      NO_PRE_SCORE ("{name: TaintToleration}, {name: InterPodAffinity}"),
      manifest,
      "running Score plugins: plugin \"TaintToleration\" failed with: failed "
      "to read \"PreScoreTaintToleration\" from cycleState: not found");
#undef NO_PRE_SCORE
}

/* Limits of volumes cannot be checked without the claim, and need no check for a pod
 * without any. */
static void
test_limits_of_a_missing_claim (void **state)
{
#define USING(volumes)                                               \
  NODE ("a", "", "pods: 9")                                          \
  POD ("p", "namespace: ns",                                         \
       "schedulerName: default-scheduler, containers: [{name: c}], " \
       "volumes: [" volumes "]")
  static const char *const plugins[] = { "NodeVolumeLimits", "EBSLimits" };

  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    {
      g_autofree char *limits
          = g_strdup_printf (FILTERS ("{name: %s}", ""), plugins[i]);

      expect_placements ("1.30", limits, USING (""), "p: a - 1/1\n");
      expect_placements (
          "1.30", limits,
          USING ("{name: v, persistentVolumeClaim: {claimName: gone}}"),
          "p: 0/1 nodes are available: 1 looking up PVC ns/gone: persistentvolumeclaim \"gone\" not found.\n");
    }
#undef USING
}

/* Volumes of the pods on a node are looked up again once a volume has changed. */
static void
test_volumes_that_change (void **state)
{
#define DISK "awsElasticBlockStore: {volumeID: d}"
#define OTHER "nfs: {server: s, path: /p}"
#define OLD(source)                                                             \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: old}, spec: " \
  "{" source "}}\n"
#define MANIFEST                                                                \
  NODE ("a", "", "pods: 9, attachable-volumes-aws-ebs: 1")                      \
  OLD (OTHER)                                                                   \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: "   \
  "ns, name: c, annotations: {pv.kubernetes.io/bind-completed: 'yes'}}, spec: " \
  "{volumeName: old}}\n" PLACED_WITH (                                          \
      "r", "a", "",                                                             \
      "containers: [{name: c}], volumes: [{name: v, persistentVolumeClaim: "    \
      "{claimName: c}}]")                                                       \
      POD ("p", "namespace: ns",                                                \
           "schedulerName: default-scheduler, containers: [{name: c}], "        \
           "volumes: [{name: v, awsElasticBlockStore: {volumeID: e}}]")
  static const struct
  {
    const char *volume;
    guint n_feasible;
  } rows[] = {
    { OLD (OTHER), 1 },
    { OLD (DISK), 0 },
    { OLD (OTHER), 1 },
  };
  g_auto (Run) run = { 0 };
  FitListers *listers;

  run_init (&run, "1.20", DEFAULTS ("v1beta1"), MANIFEST);
  listers = fit_cache_listers (fit_simulation_cache (run.simulation));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitPod *pod = fit_simulation_pending (run.simulation)->pdata[0];
      g_autoptr (FitObjects) changed = objects_from (rows[i].volume);
      g_auto (FitScheduleResult) result = { 0 };

      fit_listers_set (listers,
                       changed->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0]);
      assert_true (fit_generic_scheduler_schedule (
          fit_simulation_scheduler_of (run.simulation, pod), pod, NULL, &result,
          NULL));
      assert_int_equal (result.feasible, rows[i].n_feasible);
    }
#undef DISK
#undef OTHER
#undef OLD
#undef MANIFEST
}

/* -- a pod that is nominated ----------------------------------------------- */

/* From 1.22 on its node is tried alone. */
static void
test_the_nominated_node_comes_first (void **state)
{
  const char *manifest = CPU_NODE ("a", "4") CPU_NODE (
      "b",
      "2") "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, "
           "spec: {schedulerName: default-scheduler, containers: [{name: c, "
           "resources: {requests: {cpu: 1}}}]}, status: {nominatedNodeName: b}}\n";

  expect_placements ("1.21", DEFAULTS ("v1beta1"), manifest,
                     "p: a 1000337 2/2\n");
  expect_placements ("1.22", DEFAULTS ("v1beta2"), manifest, "p: b - 1/1\n");
}

/* If it does not fit there, or an extender says no, all nodes are tried. */
static void
test_the_nominated_node_is_not_the_only_one (void **state)
{
#define PENDING_FOR(node)                                                 \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, " \
  "spec: {schedulerName: default-scheduler, containers: [{name: c, "      \
  "resources: {requests: {cpu: 2}}}]}, status: {nominatedNodeName: " node \
  "}}\n"
#define NODES CPU_NODE ("a", "2") CPU_NODE ("b", "1") CPU_NODE ("c", "2")
#define SAYS(list) ANSWERS ("  filter:\n  - nodes: [" list "]\n")
  static const char fits[] = FILTERS ("{name: NodeResourcesFit}", "");
  static const char asks[]
      = FILTERS ("{name: NodeResourcesFit}", "") EXTENDERS ("filterVerb: f");
  static const struct
  {
    const char *configuration;
    const char *answers; /* (nullable) */
    const char *node;    /* that is nominated */
    const char *expected;
  } rows[] = {
    { fits, NULL, "a", "p: a - 1/1\n" },
    { fits, NULL, "b", "p: a 1 3/2\n" },
    { fits, NULL, "c", "p: c - 1/1\n" },
    { fits, NULL, "gone", "p: a 1 3/2\n" },
    { asks, SAYS ("{names: ['*'], passes: true}"), "c", "p: c - 1/1\n" },
    { asks, SAYS ("{names: ['*'], passes: true}"), "b", "p: a 0 3/2\n" },
    { asks, SAYS ("{names: [c], fails: full}, {names: ['*'], passes: true}"),
      "c", "p: a - 3/1\n" },
    { asks, SAYS ("{names: ['*'], fails: full}"), "c",
      "p: 0/3 nodes are available: 1 Insufficient cpu, 2 full.\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Run) run = { 0 };
      g_autofree char *manifest
          = g_strdup_printf (NODES PENDING_FOR ("%s"), rows[i].node);
      g_autofree char *text = NULL;

      run_init_with (&run, "1.29", rows[i].configuration, manifest,
                     rows[i].answers);
      text = simulation_run (run.simulation);
      if (strcmp (text, rows[i].expected) != 0)
        fail_msg ("row %u: %s", i, text);
    }
#undef PENDING_FOR
#undef NODES
#undef SAYS
}

/* Nodes that PreFilter leaves out are told about where the release does so. */
static void
test_nodes_that_pre_filter_leaves_out (void **state)
{
  static const char nowhere[] = CPU_NODE ("a", "1")
      CPU_POD ("p", ", affinity: {nodeAffinity: {" REQUIRED
                    "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
                    "operator: In, values: [gone]}]}]}}}");
  static const char manifest[] = CPU_NODE ("a", "1") CPU_NODE ("b", "4")
      CPU_NODE ("c", "4") RUNNING ("r", "a", "", "0")
          CPU_POD ("p",
                   ", affinity: {nodeAffinity: {" REQUIRED
                   "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
                   "operator: In, values: [a]}]}]}}}");

  expect_placements (
      "1.21", DEFAULTS ("v1beta1"), manifest,
      "p: 0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector.\n");
  expect_placements ("1.25", DEFAULTS ("v1"), manifest,
                     "p: 0/3 nodes are available: 1 Insufficient cpu.\n");
  expect_placements ("1.27", DEFAULTS ("v1"), manifest,
                     "p: 0/3 nodes are available: 1 Insufficient cpu.\n");
  expect_placements (
      "1.34.1", DEFAULTS ("v1"), manifest,
      "p: 0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].\n");
  expect_placements (
      "1.21", DEFAULTS ("v1beta1"), nowhere,
      "p: 0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.\n");
  expect_placements ("1.25", DEFAULTS ("v1"), nowhere,
                     "p: nodeinfo not found for node name \"gone\"\n");
  expect_placements ("1.31", DEFAULTS ("v1"), nowhere,
                     "p: 0/1 nodes are available:\n");
  expect_placements (
      "1.34.1", DEFAULTS ("v1"), nowhere,
      "p: 0/1 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity].\n");
}

/* -- plugins of a program -------------------------------------------------- */

/* PreFilter of a plugin may reject the pod, which is no error, or fail. */
static void
test_pre_filter_rejects_or_fails (void **state)
{
#define ASKED(how)                              \
  NODE ("n1", "", "pods: 9")                    \
  POD ("p", "namespace: ns, labels: {" how "}", \
       "schedulerName: default-scheduler, containers: [{name: c}]")
  static const char enabled[]
      = CONFIGURATION ("v1", "{plugins: {preFilter: {enabled: [{name: "
                             "scripted}]}}}");

  expect_placements ("1.25", enabled, ASKED (""), "p: n1 - 1/1\n");
  expect_placements ("1.25", enabled, ASKED ("pre-filter: reject"),
                     "p: 0/1 nodes are available: 1 pre-filter: reject.\n");
  expect_placements ("1.25", enabled, ASKED ("pre-filter: never"),
                     "p: 0/1 nodes are available: 1 pre-filter: never.\n");
  expect_error ("1.25", enabled, ASKED ("pre-filter: break"),
                "running PreFilter plugin \"scripted\": pre-filter: break");
#undef ASKED
}

/* Filter is asked about the node with the pods that are nominated to it.  If that
 * is a rejection, nobody asks again without them. */
static void
test_filter_with_nominated_pods_counts (void **state)
{
  static const char *const releases[][2]
      = { { "1.18", "v1alpha2" }, { "1.25", "v1" }, { "1.34.1", "v1" } };
  g_autoptr (FitPod) nominated = pod_from (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: x, uid: x, namespace: "
      "ns}, spec: {priority: 10, containers: [{name: c}]}, status: "
      "{nominatedNodeName: n1}}\n");

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autofree char *enabled = g_strdup_printf (
          CONFIGURATION ("%s", "{plugins: {filter: {enabled: [{name: "
                               "scripted}]}}}"),
          releases[i][1]);
      g_auto (Run) run = { 0 };
      g_auto (FitScheduleResult) result = { 0 };
      const FitPod *pod;

      run_init (&run, releases[i][0], enabled,
                NODE ("n1", "filter: busy", "cpu: 9, pods: 9")
                    CPU_POD ("p", ""));
      pod = fit_simulation_pending (run.simulation)->pdata[0];
      fit_nominated_pods_add (
          fit_cache_nominated_pods (fit_simulation_cache (run.simulation)),
          nominated, NULL);
      assert_true (fit_generic_scheduler_schedule (
          fit_simulation_scheduler_of (run.simulation, pod), pod, NULL, &result,
          NULL));
      assert_string_equal (result.fit_error,
                           "0/1 nodes are available: 1 filter: reject.");
    }
}

/* The nodes that it names and those that the release's plugins name are one
 * matter. */
static void
test_programs_name_nodes (void **state)
{
#define ASKED(labels, node)                                                    \
  NODE ("n1", "", "pods: 9")                                                   \
  NODE ("n2", "", "pods: 9")                                                   \
  POD ("p", "namespace: ns, labels: {" labels "}",                             \
       "schedulerName: default-scheduler, containers: [{name: c}], affinity: " \
       "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "      \
       "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: "   \
       "In, values: [" node "]}]}]}}}")
  static const char enabled[]
      = CONFIGURATION ("v1", "{plugins: {preFilter: {enabled: [{name: "
                             "scripted}]}}}");

  expect_placements ("1.25", enabled, ASKED ("only: n2", "n2"),
                     "p: n2 - 1/1\n");
  expect_placements (
      "1.25", enabled, ASKED ("only: n2", "n1"),
      "p: 0/2 nodes are available: 2 node(s) didn't satisfy plugin(s) "
      "[NodeAffinity scripted] simultaneously.\n");
  expect_placements (
      "1.34.1", enabled, ASKED ("only: n2", "n1"),
      "p: 0/2 nodes are available: node(s) didn't satisfy plugin(s) "
      "[NodeAffinity scripted] simultaneously.\n");
  expect_error ("1.25", enabled, ASKED ("only: n3", "n3"),
                "nodeinfo not found for node name \"n3\"");
#undef ASKED
}

/* Where it rejects a pod that victims might help, all nodes are candidates; for
 * good, none is. */
static void
test_victims_for_what_a_program_rejects (void **state)
{
#define ASKED(how)                                                     \
  CPU_NODE ("a", "1")                                                  \
  CPU_NODE ("b", "1")                                                  \
  RUNNING ("v1", "a", "", "1")                                         \
  POD ("p", "namespace: ns, labels: {pre-filter: " how "}",            \
       "schedulerName: default-scheduler, priority: 100, containers: " \
       "[{name: c, resources: {requests: {cpu: 1}}}]")
  static const char enabled[]
      = CONFIGURATION ("v1", "{plugins: {preFilter: {enabled: [{name: "
                             "scripted}]}}}");
  static const char *const releases[] = { "1.25", "1.28", "1.30", "1.34.1" };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      expect_preemption (releases[i], enabled, ASKED ("reject"), "*a:v1,0 ");
      expect_preemption (releases[i], enabled, ASKED ("never"), "");
    }
#undef ASKED
}

/* In 1.27 victims are looked for whatever PreFilter says: here, that no node has
 * two names.  VolumeZone, which is behind NodeAffinity, has not run there, but
 * filters: victims help only where the volume is. */
static void
test_plugins_behind_a_rejection_filter (void **state)
{
  static const char enabled[] = CONFIGURATION (
      "v1", "{plugins: {preFilter: {disabled: [{name: '*'}], enabled: [{name: "
            "NodeResourcesFit}, {name: NodeAffinity}, {name: VolumeZone}]}, "
            "filter: {disabled: [{name: '*'}], enabled: [{name: "
            "NodeResourcesFit}, {name: VolumeZone}]}}}");

  expect_preemption (
      "1.27", enabled,
      NODE ("a", "topology.kubernetes.io/zone: x", "cpu: 1, pods: 9") NODE (
          "b", "topology.kubernetes.io/zone: z",
          "cpu: 1, pods: 9") "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: v, labels: {topology.kubernetes.io/zone: z}}, spec: {}}\n"
                             "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c, namespace: ns}, spec: {volumeName: v}}\n" RUNNING (
                                 "v1", "a", "", "1")
                                 RUNNING ("v2", "b", "", "1") CPU_POD (
                                     "p", URGENT
                                     ", volumes: [{name: v, persistentVolumeClaim: {claimName: c}}], "
                                     "affinity: {nodeAffinity: {" REQUIRED
                                     "{nodeSelectorTerms: [{matchFields: ["
                                     "{key: metadata.name, operator: In, values: [a]}, "
                                     "{key: metadata.name, operator: In, values: [b]}]}]}}}"),
      "*b:v2,0 ");
}

/* A node where it cannot follow what a pod's going would mean is no candidate.
 * The pod "v1" needs not go, but is put back first.  The pod "v2" is put back and
 * has to go again. */
static void
test_programs_that_cannot_follow_changes (void **state)
{
#define CHANGED(v1, v2)        \
  CPU_NODE ("a", "2")          \
  CPU_NODE ("b", "1")          \
  RUNNING ("v1", "a", v1, "2") \
  RUNNING ("v2", "a", v2, "1") \
  RUNNING ("v3", "b", "", "3") \
  CPU_POD ("p", URGENT)
#define ENABLED(version)                                             \
  CONFIGURATION (version, "{plugins: {preFilter: {enabled: [{name: " \
                          "scripted}]}}}")
  static const char *const releases[][2] = {
    { "1.18", ENABLED ("v1alpha2") },
    { "1.20.2", ENABLED ("v1beta1") },
    { "1.25", ENABLED ("v1") },
    { "1.34.1", ENABLED ("v1") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      const char *release = releases[i][0], *enabled = releases[i][1];

      expect_preemption (release, enabled, CHANGED ("", ""), "*a:v2,0 b:v3,0 ");
      expect_preemption (release, enabled, CHANGED ("remove-pod: break", ""),
                         "*b:v3,0 ");
      expect_preemption (release, enabled, CHANGED ("add-pod: break", ""),
                         "*b:v3,0 ");
      expect_preemption (release, enabled, CHANGED ("", "remove-pod: again"),
                         "*b:v3,0 ");
    }
#undef ENABLED
#undef CHANGED
}

/* Where there is no other node, preemption fails with what the plugin said. */
static void
test_what_programs_say_of_changes (void **state)
{
  static const char enabled[]
      = CONFIGURATION ("v1", "{plugins: {preFilter: {enabled: [{name: "
                             "scripted}]}}}");
  g_auto (Run) run = { 0 };
  g_autoptr (FitEvaluation) evaluation = NULL;

  run_init (&run, "1.25", enabled,
            CPU_NODE ("a", "1") RUNNING ("v1", "a", "remove-pod: break", "1")
                CPU_POD ("p", URGENT));
  evaluation = fit_generic_scheduler_evaluate (
      fit_simulation_scheduler_of (
          run.simulation, fit_simulation_pending (run.simulation)->pdata[0]),
      fit_simulation_pending (run.simulation)->pdata[0],
      FIT_EVALUATE_PREEMPTION);
  assert_string_equal (evaluation->preemption->error,
                       "running RemovePod on PreFilter plugin \"scripted\": "
                       "remove-pod: break");
}

/* Returns: (transfer full): what PostFilter plugins hear of the nodes where the
 * first pending pod does not fit */
static char *
rejections_of (const Run *run)
{
  const FitPod *pod = fit_simulation_pending (run->simulation)->pdata[0];
  FitGenericScheduler *scheduler
      = fit_simulation_scheduler_of (run->simulation, pod);
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GArray) rejections = NULL;
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);

  if (!fit_generic_scheduler_schedule (scheduler, pod, NULL, &result, &error))
    fail_msg ("%s", error->message);
  assert_null (result.node);
  rejections = fit_generic_scheduler_rejections (scheduler);
  for (guint i = 0; i < rejections->len; i++)
    {
      const FitNodeRejection *rejection
          = &g_array_index (rejections, FitNodeRejection, i);

      g_string_append_printf (text, "%s: %s, %s\n", rejection->node->name,
                              fit_status_code_name (rejection->code),
                              rejection->message);
    }
  return g_string_free (text, FALSE);
}

/* What a PreFilter plugin has said counts for every node; 1.26 to 1.27 forget
 * it. */
static void
expect_rejections (const char *release, const char *manifest,
                   const char *expected)
{
  g_auto (Run) run = { 0 };
  g_autofree char *text = NULL;

  run_init (&run, release,
            CONFIGURATION ("v1", "{plugins: {preFilter: {enabled: [{name: "
                                 "scripted}]}}}"),
            manifest);
  text = rejections_of (&run);
  assert_string_equal (text, expected);
}

static void
test_every_node_has_what_pre_filter_said (void **state)
{
#define ASKED(labels, spec)                        \
  CPU_NODE ("a", "1")                              \
  CPU_NODE ("b", "1")                              \
  POD ("p", "namespace: ns, labels: {" labels "}", \
       "schedulerName: default-scheduler, containers: [{name: c}]" spec)
#define REJECTED ASKED ("pre-filter: reject", "")
#define CLAIMED \
  ASKED ("", ", volumes: [{name: v, persistentVolumeClaim: {claimName: none}}]")
#define LOST \
  "UnschedulableAndUnresolvable, persistentvolumeclaim \"none\" not found\n"
  expect_rejections ("1.25", REJECTED,
                     "a: Unschedulable, pre-filter: reject\n"
                     "b: Unschedulable, pre-filter: reject\n");
  expect_rejections ("1.25", ASKED ("pre-filter: never", ""),
                     "a: UnschedulableAndUnresolvable, pre-filter: never\n"
                     "b: UnschedulableAndUnresolvable, pre-filter: never\n");
  expect_rejections ("1.25", CLAIMED, "a: " LOST "b: " LOST);
  expect_rejections ("1.27", REJECTED, "");
  expect_rejections ("1.27", CLAIMED, "");
  expect_rejections ("1.34.1", REJECTED,
                     "a: Unschedulable, pre-filter: reject\n"
                     "b: Unschedulable, pre-filter: reject\n");
  expect_rejections ("1.34.1", CLAIMED, "a: " LOST "b: " LOST);
#undef ASKED
}

/* Nodes that an extender rejects are rejected, too, and preemption looks only at
 * those where it may help. */
static void
test_nodes_have_what_extenders_said (void **state)
{
  static const char enabled[] = DEFAULTS (
      "v1") "extenders: [{urlPrefix: 'http://x:1', filterVerb: f}]\n";
  static const char manifest[]
      = CPU_NODE ("a", "1") CPU_NODE ("b", "2") CPU_NODE ("c", "2")
          RUNNING ("v1", "a", "", "1") RUNNING ("v2", "b", "", "1")
              RUNNING ("v3", "c", "", "1") CPU_POD ("p", URGENT);
  static const char answers[]
      = "apiVersion: fitsched/v1\nkind: ExtenderAnswers\nextenders:\n"
        "- urlPrefix: '*'\n  filter:\n  - nodes:\n"
        "    - {names: [b], unresolvable: wrong}\n"
        "    - {names: [c], fails: full}\n";
  static const char *const releases[] = { "1.25", "1.34.1" };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_auto (Run) run = { 0 };
      g_autofree char *text = NULL;
      FitPreemption *preemption;

      run_init_with (&run, releases[i], enabled, manifest, answers);
      text = rejections_of (&run);
      assert_string_equal (text, "a: Unschedulable, Insufficient cpu\n"
                                 "b: UnschedulableAndUnresolvable, wrong\n"
                                 "c: Unschedulable, full\n");
      preemption = fit_generic_scheduler_preempt (
          fit_simulation_scheduler_of (
              run.simulation,
              fit_simulation_pending (run.simulation)->pdata[0]),
          fit_simulation_pending (run.simulation)->pdata[0]);
      assert_int_equal (preemption->n_potential, 2);
      assert_string_equal (preemption->potential[0]->name, "a");
      assert_string_equal (preemption->potential[1]->name, "c");
      fit_preemption_free (preemption);
    }
}

/* From 1.22 on a node that an extender returns without victims is an error, or left
 * out if the extender may be ignored. */
static void
test_extenders_that_need_no_victims (void **state)
{
#define ASKS(version, more) \
  DEFAULTS (version)        \
  "extenders: [{urlPrefix: 'http://x:1', preemptVerb: p" more "}]\n"
  static const char manifest[] = CPU_NODE ("a", "1") CPU_NODE ("b", "1")
      CPU_NODE ("c", "1") CPU_NODE ("d", "1") RUNNING ("v1", "a", "", "4")
          RUNNING ("v2", "b", "", "3") RUNNING ("v3", "c", "", "2")
              RUNNING ("v4", "d", "", "1") CPU_POD ("p", URGENT);
  static const char answers[] = ANSWERS (
      "  preempt:\n  - nodes: [{names: [b], victims: []}, {names: [d], "
      "dropped: true}, {names: ['*'], victims: ['*']}]\n");

  (void) state;
  expect_preemption_with ("1.20.2", ASKS ("v1beta1", ""), manifest, answers,
                          "a:v1,0 *b:0 c:v3,0 ");
  expect_preemption_with ("1.25", ASKS ("v1", ""), manifest, answers,
                          "a:v1,0 b:v2,0 c:v3,0 d:v4,0 expected at least one "
                          "victim pod on node \"b\"");
  expect_preemption_with ("1.25", ASKS ("v1", ", ignorable: true"), manifest,
                          answers, "a:v1,0 *c:v3,0 ");
  expect_preemption_with (
      "1.25", ASKS ("v1", ""), manifest,
      ANSWERS ("  preempt:\n  - nodes: [{names: ['*'], victims: ['*']}]\n"),
      "a:v1,0 b:v2,0 c:v3,0 *d:v4,0 ");
#undef ASKS
}

/* Its scores count beside others, and where it fails the attempt does. */
static void
test_scores_of_a_program (void **state)
{
#define SCORED(first, second)              \
  NODE ("n1", "score: " first, "pods: 9")  \
  NODE ("n2", "score: " second, "pods: 9") \
  POD ("p", "namespace: ns",               \
       "schedulerName: default-scheduler, containers: [{name: c}]")
  static const char enabled[] = CONFIGURATION (
      "v1", "{plugins: {score: {disabled: [{name: '*'}], enabled: [{name: "
            "scripted, weight: 2}]}}}");

  expect_placements ("1.25", enabled, SCORED ("'7'", "'9'"), "p: n2 18 2/2\n");
  expect_placements ("1.25", enabled, SCORED ("'9'", "'7'"), "p: n1 18 2/2\n");
  expect_error (
      "1.25", enabled, SCORED ("break", "'7'"),
      "running Score plugins: plugin \"scripted\" failed with: score: "
      "break");
#undef SCORED
}

/* -- profiles -------------------------------------------------------------- */

static void
test_pods_choose_their_profile (void **state)
{
  expect_placements (
      "1.25",
      CONFIGURATION ("v1", "{schedulerName: spread}, {schedulerName: pack, "
                           "pluginConfig: [{name: NodeResourcesFit, args: "
                           "{scoringStrategy: {type: MostAllocated, resources: "
                           "[{name: cpu, weight: 1}]}}}]}"),
      CPU_NODE ("a", "8") CPU_NODE ("b", "8") RUNNING ("r", "b", "", "1")
          POD ("p", "namespace: ns",
               "schedulerName: pack, containers: [{name: c, resources: "
               "{requests: {cpu: 1}}}]")
              POD ("q", "namespace: ns",
                   "schedulerName: spread, containers: [{name: c, "
                   "resources: {requests: {cpu: 1}}}]")
                  POD ("o", "namespace: ns",
                       "schedulerName: other, containers: [{name: c}]"),
      "p: b 625 2/2\nq: a 687 2/2\n");
}

/* A plugin that only prepares may fail the attempt, too. */
static void
test_plugins_that_only_prepare (void **state)
{
#define PREPARES(list)                                                      \
  CONFIGURATION ("v1",                                                      \
                 "{plugins: {multiPoint: {disabled: [{name: '*'}]}, "       \
                 "queueSort: {enabled: [{name: PrioritySort}]}, bind: "     \
                 "{enabled: [{name: DefaultBinder}]}, preScore: {enabled: " \
                 "[" list "]}, score: {enabled: [{name: ImageLocality}]}}}")
#define PREFERS_MORE_THAN(value)                                                \
  CPU_NODE ("a", "1")                                                           \
  CPU_NODE ("b", "1")                                                           \
  POD (                                                                         \
      "p", "namespace: ns",                                                     \
      "schedulerName: default-scheduler, affinity: {nodeAffinity: "             \
      "{preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, "         \
      "preference: {matchExpressions: [{key: k, operator: Gt, values: ['" value \
      "']}]}}]}}")
  expect_error ("1.30", PREPARES ("{name: NodeAffinity}"),
                PREFERS_MORE_THAN ("x"),
                "running PreScore plugin \"NodeAffinity\": "
                "[0].matchExpressions[0].values[0]: Invalid value: \"x\": for "
                "'Gt', 'Lt' operators, the value must be an integer");
  expect_placements ("1.30", PREPARES ("{name: NodeAffinity}"),
                     PREFERS_MORE_THAN ("1"), "p: a 0 2/2\n");
  expect_placements ("1.30", PREPARES (""), PREFERS_MORE_THAN ("x"),
                     "p: a 0 2/2\n");
#undef PREPARES
#undef PREFERS_MORE_THAN
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_scores_go_up_to_100),
    cmocka_unit_test (test_scores_of_a_release_without_arguments),
    cmocka_unit_test (test_the_first_node_will_do_where_nobody_chooses),
    cmocka_unit_test (test_extenders_that_choose),
    cmocka_unit_test (test_cycles_go_on_where_the_last_one_ended),
    cmocka_unit_test (test_cycles_of_many_nodes_go_on),
    cmocka_unit_test (test_the_first_failing_score_ends_the_cycle),
    cmocka_unit_test (test_limits_of_a_missing_claim),
    cmocka_unit_test (test_volumes_that_change),
    cmocka_unit_test (test_the_nominated_node_comes_first),
    cmocka_unit_test (test_the_nominated_node_is_not_the_only_one),
    cmocka_unit_test (test_nodes_that_pre_filter_leaves_out),
    cmocka_unit_test (test_pre_filter_rejects_or_fails),
    cmocka_unit_test (test_filter_with_nominated_pods_counts),
    cmocka_unit_test (test_programs_name_nodes),
    cmocka_unit_test (test_victims_for_what_a_program_rejects),
    cmocka_unit_test (test_plugins_behind_a_rejection_filter),
    cmocka_unit_test (test_programs_that_cannot_follow_changes),
    cmocka_unit_test (test_what_programs_say_of_changes),
    cmocka_unit_test (test_every_node_has_what_pre_filter_said),
    cmocka_unit_test (test_nodes_have_what_extenders_said),
    cmocka_unit_test (test_extenders_that_need_no_victims),
    cmocka_unit_test (test_scores_of_a_program),
    cmocka_unit_test (test_pods_choose_their_profile),
    cmocka_unit_test (test_plugins_that_only_prepare),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
