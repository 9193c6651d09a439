/* test-diff.c - comparisons pod by pod: what differs, and which rule is named as the cause
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff.h"

#include "tests/simulate/compared.h"
#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

#include <string.h>

#define ROOM(name, cpu, memory) \
  NODE (name, "", "cpu: " cpu ", memory: " memory ", pods: 110")
#define USED(name, node, cpu, memory) \
  PLACED_WITH (name, node, "", REQUESTS ("cpu: " cpu ", memory: " memory))
#define WAITING(name, cpu, memory)                                \
  POD (name, "namespace: ns",                                     \
       "schedulerName: default-scheduler, " REQUESTS ("cpu: " cpu \
                                                      ", memory: " memory))

#define FITS "{name: PodFitsResources}"
#define LEAST "{name: LeastRequestedPriority, weight: 1}"
#define MOST "{name: MostRequestedPriority, weight: 1}"

#define CONFIGURATION(version, profile)                   \
  "apiVersion: kubescheduler.config.k8s.io/" version "\n" \
  "kind: KubeSchedulerConfiguration\n"                    \
  "profiles: [{schedulerName: default-scheduler" profile "}]\n"

/* Only resources count. */
#define BY_RESOURCES(score)                                                 \
  CONFIGURATION ("v1beta1",                                                 \
                 ", plugins: {preFilter: {disabled: [{name: '*'}], "        \
                 "enabled: [{name: NodeResourcesFit}]}, "                   \
                 "filter: {disabled: [{name: '*'}], "                       \
                 "enabled: [{name: NodeResourcesFit}]}, "                   \
                 "preScore: {disabled: [{name: '*'}]}, "                    \
                 "score: {disabled: [{name: '*'}], enabled: [" score "]}, " \
                 "reserve: {disabled: [{name: '*'}]}, "                     \
                 "preBind: {disabled: [{name: '*'}]}}")

/* -- nothing differs ------------------------------------------------------- */

static void
test_same_rules_decide_alike (void **state)
{
  static const char *const rules[] = { "DefaultProvider", POLICY (FITS, MOST),
                                       CONFIGURATION ("v1beta2", "") };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_auto (RandomCluster) cluster = { 0 };
      g_autofree char *manifest = NULL;

      random_cluster_init (&cluster, random_seed (i), 120, 200, 60);
      manifest = random_cluster_list (&cluster, 0);
      compare (&(const CompareSetup){ .manifest = manifest,
                                      .left = rules[i],
                                      .right = rules[i] },
               "0 of 60\n");
    }
}

static void
test_nothing_to_place (void **state)
{
  compare (&(const CompareSetup){ .manifest = ROOM ("n1", "4", "8Gi"),
                                  .left = "DefaultProvider",
                                  .right = POLICY (FITS, MOST) },
           "0 of 0\n");
}

/* -- scores ---------------------------------------------------------------- */

#define HALF_FULL \
  ROOM ("n1", "4", "8Gi") ROOM ("n2", "4", "8Gi") USED ("x", "n1", "2", "4Gi")

static void
test_scores_turn_round (void **state)
{
  const CompareSetup setup
      = { .manifest = HALF_FULL WAITING ("p", "1", "1Gi"),
          .left = POLICY (FITS, LEAST ", {name: EqualPriority, weight: 5}"),
          .right = POLICY (FITS, MOST ", {name: EqualPriority, weight: 5}") };
  g_autoptr (FitDiff) diff = NULL;
  const FitDiffEvidence *evidence;
  const FitDiffVote *vote;

  compare (&setup, "p: n2 -> n1, moved, scores: NodeResourcesMostAllocated\n"
                   "1 of 1\n");
  diff = compared_new (&setup);
  evidence = ((FitDiffItem *) diff->items->pdata[0])->evidence;
  assert_string_equal (evidence->nodes[FIT_DIFF_LEFT], "n2");
  assert_string_equal (evidence->nodes[FIT_DIFF_RIGHT], "n1");
  assert_int_equal (evidence->barriers->len, 0);
  assert_int_equal (evidence->votes->len, 2);
  vote = &g_array_index (evidence->votes, FitDiffVote, evidence->deciding);
  assert_string_equal (vote->sides[FIT_DIFF_LEFT].names,
                       "LeastRequestedPriority");
  assert_string_equal (vote->sides[FIT_DIFF_RIGHT].names,
                       "MostRequestedPriority");
  /* n1 would be used by 3 of 4 cpus and 5 of 8Gi, n2 by 1 of each. */
  assert_int_equal (vote->sides[FIT_DIFF_LEFT].points[FIT_DIFF_LEFT], 7);
  assert_int_equal (vote->sides[FIT_DIFF_LEFT].points[FIT_DIFF_RIGHT], 2);
  assert_int_equal (vote->sides[FIT_DIFF_RIGHT].points[FIT_DIFF_LEFT], 1);
  assert_int_equal (vote->sides[FIT_DIFF_RIGHT].points[FIT_DIFF_RIGHT], 6);
  assert_int_equal (vote->shift, 100); /* from +5 to -5 of 10 */
  assert_int_equal (evidence->totals[FIT_DIFF_LEFT][FIT_DIFF_LEFT], 12);
  assert_int_equal (evidence->totals[FIT_DIFF_RIGHT][FIT_DIFF_RIGHT], 11);
}

/* Several voters of one side can be one plugin of the other. */
static void
test_voters_of_one_plugin_are_added_up (void **state)
{
#define PREFERS(name, label)                                 \
  "{name: " name ", weight: 2, argument: {labelPreference: " \
  "{label: " label ", presence: true}}}"
  const CompareSetup setup
      = { .manifest = NODE ("n1", "a: x", "cpu: 4, memory: 8Gi, pods: 110")
              NODE ("n2", "b: x, c: x", "cpu: 4, memory: 8Gi, pods: 110")
                  WAITING ("p", "1", "1Gi"),
          .left = POLICY (FITS, PREFERS ("bb", "b") ", " PREFERS ("cc", "c")),
          .right = POLICY (FITS, PREFERS ("aa", "a")) };
  g_autoptr (FitDiff) diff = compared_new (&setup);
  const FitDiffItem *item = diff->items->pdata[0];
  const FitDiffVote *vote
      = &g_array_index (item->evidence->votes, FitDiffVote, 0);
  const FitDiffSideVote *left = &vote->sides[FIT_DIFF_LEFT];

  assert_int_equal (item->evidence->votes->len, 1);
  assert_string_equal (vote->plugin, "NodeLabel");
  assert_string_equal (left->names, "bb, cc");
  assert_int_equal (left->n, 2);
  assert_int_equal (left->points[FIT_DIFF_LEFT], 40);
  assert_int_equal (vote->shift, 600);
#undef PREFERS
}

/* -- feasibility ----------------------------------------------------------- */

#define FULL ROOM ("n1", "4", "8Gi") USED ("x", "n1", "4", "1Gi")

static void
test_removed_predicate_makes_a_pod_fit (void **state)
{
  compare (&(const CompareSetup){ .manifest = FULL WAITING ("p", "1", "1Gi"),
                                  .left = POLICY (FITS, LEAST),
                                  .right = POLICY ("", LEAST) },
           "p: - -> n1, started fitting, feasibility: left refuses n1, "
           "PodFitsResources = NodeResourcesFit: Insufficient cpu (1)\n"
           "1 of 1\n");
}

static void
test_added_plugin_makes_a_pod_fit_no_more (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest = FULL ROOM ("n2", "1", "8Gi") USED ("z", "n2", "1", "1Gi")
              WAITING ("p", "1", "1Gi"),
          .left = POLICY ("", LEAST),
          .right
          = BY_RESOURCES ("{name: NodeResourcesLeastAllocated, weight: 1}") },
      "p: n1 -> -, stopped fitting, feasibility: right refuses n1, "
      "NodeResourcesFit = -: Insufficient cpu (2)\n"
      "1 of 1\n");
}

/* GeneralPredicates is named after the part that refuses. */
static void
test_parts_of_general_predicates (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest = ROOM ("n1", "4", "8Gi")
              POD ("p", "namespace: ns",
                   "schedulerName: default-scheduler, nodeSelector: {a: b}"),
          .left = POLICY ("{name: GeneralPredicates}", LEAST),
          .right = POLICY (FITS, LEAST) },
      "p: - -> n1, started fitting, feasibility: left refuses n1, "
      "GeneralPredicates = NodeAffinity: node(s) didn't match node selector "
      "(1)\n"
      "1 of 1\n");
}

/* -- ties ------------------------------------------------------------------ */

/* In tenths n1 and n2 are equal, and it is the turn of n1; in hundredths n2 is
 * better. */
static void
test_finer_steps_break_a_tie (void **state)
{
  const CompareSetup setup
      = { .manifest = ROOM ("n1", "10", "10Gi") ROOM ("n2", "10", "10Gi")
              USED ("x", "n1", "200m", "200Mi") WAITING ("p", "1100m", "1Gi"),
          .left = POLICY (FITS, LEAST),
          .right
          = BY_RESOURCES ("{name: NodeResourcesLeastAllocated, weight: 1}") };
  g_autoptr (FitDiff) diff = compared_new (&setup);

  compare (&setup, "p: n1 -> n2, moved, tie: NodeResourcesLeastAllocated\n"
                   "1 of 1\n");
  assert_int_equal (
      ((FitDiffItem *) diff->items->pdata[0])->evidence->n_best[FIT_DIFF_LEFT],
      2);
}

/* The same with v1.16's arithmetic. */
static void
test_arithmetic_of_v1_16 (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest = ROOM ("n1", "10", "10Gi") ROOM ("n2", "10", "10Gi")
              USED ("x", "n1", "200m", "200Mi") WAITING ("p", "1100m", "1Gi"),
          .left = POLICY (FITS, LEAST),
          .right
          = BY_RESOURCES ("{name: NodeResourcesLeastAllocated, weight: 1}"),
          .adapt = TRUE },
      "0 of 1\n");
}

/* Without priorities all nodes are equal; who has had a turn before, counts. */
static void
test_turns_differ (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest = NODE ("n1", "a: b", "cpu: 4, memory: 8Gi, pods: 110")
              ROOM ("n2", "4", "8Gi")
                  POD ("p1", "namespace: ns",
                       "schedulerName: default-scheduler, nodeSelector: {a: "
                       "b}") WAITING ("p2", "1", "1Gi"),
          .left = POLICY ("{name: MatchNodeSelector}", ""),
          .right = POLICY ("", "") },
      "p2: n1 -> n2, moved, tie\n"
      "1 of 2\n");
}

/* -- consequences ---------------------------------------------------------- */

/* p1 is drawn to the other node; there is no room for p2 beside it, whatever the
 * scores say. */
static void
test_a_pod_follows_from_another (void **state)
{
  compare (&(const CompareSetup){ .manifest
                                  = HALF_FULL WAITING ("p1", "2", "1Gi")
                                      WAITING ("p2", "3", "1Gi")
                                          WAITING ("p3", "2", "1Gi"),
                                  .left = POLICY (FITS, LEAST),
                                  .right = POLICY (FITS, MOST) },
           "p1: n2 -> n1, moved, scores: NodeResourcesMostAllocated\n"
           "p2: - -> n2, started fitting, follows from p1\n"
           "p3: n2 -> -, stopped fitting, follows from p1\n"
           "3 of 3\n");
}

/* Of several causes the one counts that concerns the same node. */
static void
test_a_pod_follows_from_the_last_cause (void **state)
{
#define SELECTS FITS ", {name: MatchNodeSelector}"
#define RACK(name, rack) \
  NODE (name, "rack: " rack, "cpu: 4, memory: 8Gi, pods: 110")
#define IN_RACK(name, rack, cpu)                                      \
  POD (name, "namespace: ns",                                         \
       "schedulerName: default-scheduler, nodeSelector: {rack: " rack \
       "}, " REQUESTS ("cpu: " cpu ", memory: 1Gi"))
  static const char nodes[]
      = RACK ("a1", "a") RACK ("a2", "a") RACK ("b1", "b") RACK ("b2", "b");
  static const char used[]
      = USED ("xa", "a1", "2", "4Gi") USED ("xb", "b1", "2", "4Gi");
  static const char waiting[]
      = IN_RACK ("pa", "a", "2") IN_RACK ("pb", "b", "2")
          IN_RACK ("qa", "a", "3") IN_RACK ("qb", "b", "3");
  g_autofree char *manifest = g_strconcat (nodes, used, waiting, NULL);

  compare (&(const CompareSetup){ .manifest = manifest,
                                  .left = POLICY (SELECTS, LEAST),
                                  .right = POLICY (SELECTS, MOST) },
           "pa: a2 -> a1, moved, scores: NodeResourcesMostAllocated\n"
           "pb: b2 -> b1, moved, scores: NodeResourcesMostAllocated\n"
           "qa: - -> a2, started fitting, follows from pa\n"
           "qb: - -> b2, started fitting, follows from pb\n"
           "4 of 4\n");
#undef SELECTS
#undef RACK
#undef IN_RACK
}

/* -- other schedulers ------------------------------------------------------ */

static void
test_pods_that_one_side_leaves_alone (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest = ROOM ("n1", "4", "8Gi") WAITING ("p1", "1", "1Gi")
              POD ("p2", "namespace: ns", "schedulerName: second"),
          .left = POLICY (FITS, LEAST),
          .right = "apiVersion: kubescheduler.config.k8s.io/v1beta2\n"
                   "kind: KubeSchedulerConfiguration\n"
                   "profiles: [{schedulerName: second}]\n" },
      "p1: n1 -> -, stopped fitting, scheduler\n"
      "p2: - -> n1, started fitting, scheduler\n"
      "2 of 2\n");
}

/* -- later releases -------------------------------------------------------- */

static void
test_a_policy_and_its_profile (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest
          = HALF_FULL ROOM ("n3", "8", "16Gi") WAITING ("p1", "1", "1Gi")
              WAITING ("p2", "2", "2Gi") WAITING ("p3", "9", "1Gi"),
          .left
          = POLICY (FITS, LEAST ", {name: BalancedResourceAllocation, weight: "
                                "1}"),
          .right
          = BY_RESOURCES ("{name: NodeResourcesBalancedAllocation, weight: 1}, "
                          "{name: NodeResourcesLeastAllocated, weight: 1}"),
          .release = "1.20.2" },
      "0 of 3\n");
}

/* -- the search ------------------------------------------------------------ */

/* Half of 300 nodes are enough for the left; the right has to look further, since
 * it refuses some of them. */
static void
test_the_search_ends_earlier (void **state)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  g_autoptr (FitDiff) diff = NULL;
  const FitDiffItem *item;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (
        manifest,
        "---\n{apiVersion: v1, kind: Node, metadata: {name: n%u%s}, status: "
        "{allocatable: {cpu: %u, memory: 8Gi, pods: 9}}}\n",
        i, i == 0 ? ", labels: {old: x}" : "", i == 150 ? 64 : 4);
  g_string_append (manifest, WAITING ("p", "1", "1Gi"));
  diff = compared_new (&(const CompareSetup){
      .manifest = manifest->str,
      .left = POLICY (FITS, LEAST),
      .right = POLICY (
          FITS ", {name: CheckNodeLabelPresence, argument: {labelsPresence: "
               "{labels: [old], presence: false}}}",
          LEAST),
      .percentage = 50 });
  assert_int_equal (diff->items->len, 1);
  item = diff->items->pdata[0];
  assert_string_equal (item->outcomes[FIT_DIFF_RIGHT].node, "n150");
  /* n0 is what the left takes: the first of many equals. */
  assert_int_equal (item->cause, FIT_DIFF_FEASIBILITY);
  assert_int_equal (item->evidence->n_accepted[FIT_DIFF_LEFT], 300);
  assert_int_equal (item->evidence->n_accepted[FIT_DIFF_RIGHT], 299);
  assert_int_equal (item->evidence->n_only[FIT_DIFF_LEFT], 1);
}

/* The right looks at no node but the one that the pod's affinity names. */
static void
test_nodes_of_one_side (void **state)
{
  g_autoptr (FitDiff) diff = compared_new (&(const CompareSetup){
      .manifest = ROOM ("n1", "4", "8Gi") ROOM ("n2", "2", "8Gi")
          POD ("p", "namespace: ns",
               "schedulerName: default-scheduler, affinity: {nodeAffinity: "
               "{requiredDuringSchedulingIgnoredDuringExecution: "
               "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
               "operator: In, values: [n2]}]}]}}}, " REQUESTS ("cpu: 1")),
      .left = POLICY (FITS, LEAST),
      .right = CONFIGURATION ("v1", ""),
      .release = "1.30.1" });
  const FitDiffEvidence *evidence
      = ((FitDiffItem *) diff->items->pdata[0])->evidence;

  assert_string_equal (evidence->nodes[FIT_DIFF_LEFT], "n1");
  assert_string_equal (evidence->nodes[FIT_DIFF_RIGHT], "n2");
  assert_int_equal (evidence->n_accepted[FIT_DIFF_LEFT], 2);
  assert_int_equal (evidence->n_accepted[FIT_DIFF_RIGHT], 1);
  assert_int_equal (evidence->n_only[FIT_DIFF_LEFT], 1);
}

/* The right cannot place p, since there is no volume for its claim.  To compare q
 * in the left state, p counts there all the same. */
static void
test_volumes_of_the_left_state (void **state)
{
  compare (
      &(const CompareSetup){
          .manifest = ROOM ("n1", "4", "8Gi") ROOM (
              "n2", "3",
              "8Gi") "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: "
                     "{name: c, namespace: ns, annotations: "
                     "{pv.kubernetes.io/bind-completed: 'yes'}}, spec: {volumeName: "
                     "gone}}\n" POD (
                         "p", "namespace: ns",
                         "schedulerName: default-scheduler, volumes: [{name: v, "
                         "persistentVolumeClaim: {claimName: c}}], " REQUESTS (
                             "cpu: 3")) WAITING ("q", "2", "1Gi"),
          .left = POLICY (FITS, LEAST),
          .right = POLICY (FITS ", {name: CheckVolumeBinding}", LEAST) },
      "p: n1 -> -, not compared, error\n"
      "q: n2 -> n1, moved, follows from p\n"
      "2 of 2\n");
}

/* -- what does not matter -------------------------------------------------- */

static void
test_nodes_are_added_up (void **state)
{
  g_autoptr (FitDiff) diff = compared_new (
      &(const CompareSetup){ .manifest = HALF_FULL WAITING ("p", "1", "1Gi"),
                             .left = POLICY (FITS, LEAST),
                             .right = POLICY (FITS, MOST) });
  const FitDiffNode *node = &g_array_index (diff->nodes, FitDiffNode, 0);

  assert_int_equal (diff->nodes->len, 2);
  assert_string_equal (node->node, "n1");
  assert_int_equal (node->pods[FIT_DIFF_LEFT], 1);
  assert_int_equal (node->pods[FIT_DIFF_RIGHT], 2);
  assert_int_equal (node->used_milli_cpu[FIT_DIFF_LEFT], 2000);
  assert_int_equal (node->used_milli_cpu[FIT_DIFF_RIGHT], 3000);
  assert_int_equal (node->milli_cpu, 4000);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_same_rules_decide_alike),
    cmocka_unit_test (test_nothing_to_place),
    cmocka_unit_test (test_scores_turn_round),
    cmocka_unit_test (test_voters_of_one_plugin_are_added_up),
    cmocka_unit_test (test_removed_predicate_makes_a_pod_fit),
    cmocka_unit_test (test_added_plugin_makes_a_pod_fit_no_more),
    cmocka_unit_test (test_parts_of_general_predicates),
    cmocka_unit_test (test_finer_steps_break_a_tie),
    cmocka_unit_test (test_arithmetic_of_v1_16),
    cmocka_unit_test (test_turns_differ),
    cmocka_unit_test (test_a_pod_follows_from_another),
    cmocka_unit_test (test_a_pod_follows_from_the_last_cause),
    cmocka_unit_test (test_pods_that_one_side_leaves_alone),
    cmocka_unit_test (test_a_policy_and_its_profile),
    cmocka_unit_test (test_the_search_ends_earlier),
    cmocka_unit_test (test_nodes_of_one_side),
    cmocka_unit_test (test_volumes_of_the_left_state),
    cmocka_unit_test (test_nodes_are_added_up),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
