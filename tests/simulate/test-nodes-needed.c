/* test-nodes-needed.c - how many nodes are needed, and what new nodes get
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/nodes-needed.h"
#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "tests/support/manifest.h"

#define FLAGS (FIT_DECODE_KEEP_RAW | FIT_DECODE_CONTROLLERS)

static FitSimulation *
make (const FitObjects *objects, gpointer data, GError **error)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  FitSimulationOptions options = { .registry = registry,
                                   .gates = gates,
                                   .hard_pod_affinity_symmetric_weight = 1,
                                   .scheduler_name = "default-scheduler" };

  (*(guint *) data)++;
  return fit_simulation_new (objects, &options, error);
}

/* A question with all that it borrows. */
typedef struct
{
  FitObjects *objects;
  FitObjects *given;
  FitObjects *templates;
  FitNewNodes *nodes;
  guint made; /* simulations */
} Question;

static void
question_clear (Question *question)
{
  fit_new_nodes_free (question->nodes);
  fit_objects_free (question->objects);
  fit_objects_free (question->given);
  fit_objects_free (question->templates);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

static FitObjects *
read_objects (const char *manifest)
{
  FitObjects *objects = objects_with (manifest, FLAGS);

  assert_true (fit_objects_complete (objects, NULL));
  return objects;
}

static FitNewNodes *
new_nodes (Question *out, GError **error)
{
  const FitWorkloadsOptions how = { .flags = FLAGS, .first_given = G_MAXUINT };

  return fit_new_nodes_new (
      &(const FitNewNodesOptions){ .cluster = out->objects,
                                   .nodes = out->given,
                                   .flags = FLAGS,
                                   .workloads = &how,
                                   .priorities = TRUE,
                                   .make = make,
                                   .data = &out->made },
      error);
}

/* What was found is not better than what is proved. */
static void
check_bound (const FitNodesNeededQuestion *question,
             const FitNodesNeeded *needed)
{
  g_autoptr (FitBound) bound = fit_nodes_needed_bound (question, needed, NULL);

  assert_non_null (bound);
  assert_true (!bound->known || bound->value <= needed->nodes);
}

static FitNodesNeeded *
nodes_needed (Question *out, const char *manifest, const char *nodes,
              const char *templates, guint replicas, guint max_nodes)
{
  FitNodesNeededQuestion question;
  FitNodesNeeded *needed;
  guint made;

  *out = (Question){ .objects = read_objects (manifest),
                     .given = read_objects (nodes),
                     .templates = read_objects (templates) };
  out->nodes = new_nodes (out, NULL);
  assert_non_null (out->nodes);
  question
      = (FitNodesNeededQuestion){ .objects = out->objects,
                                  .nodes = out->nodes,
                                  .templates = out->templates->of[FIT_KIND_POD],
                                  .replicas = replicas,
                                  .max_nodes = max_nodes,
                                  .make = make,
                                  .data = &out->made };
  needed = fit_nodes_needed (&question, NULL);
  assert_non_null (needed);
  made = out->made;
  check_bound (&question, needed);
  out->made = made;
  return needed;
}

/* @expected: "NODES of each: PLACED/PODS; PODS that no number helps" */
static void
assert_needed (const char *manifest, const char *nodes, const char *expected)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, manifest, nodes, "", 0, 0);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < needed->n_templates; i++)
    g_string_append_printf (text, "%u ", needed->of[i].nodes);
  g_string_append_printf (text, "%u/%u", needed->placed, needed->pods);
  for (guint i = 0; i < needed->left->len; i++)
    g_string_append_printf (text, " %s",
                            fit_object_meta (needed->left->pdata[i])->name);
  assert_string_equal (text->str, expected);
}

/* -- one template ---------------------------------------------------------- */

/* @expected: "NODES:PENDING " of all numbers that were tried */
static void
assert_points (const FitNodesNeeded *needed, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < needed->points->len; i++)
    {
      const FitNodesNeededPoint *point
          = &g_array_index (needed->points, FitNodesNeededPoint, i);

      g_string_append_printf (text, "%u:%u ", point->nodes, point->pending);
    }
  assert_string_equal (text->str, expected);
}

#define SMALL_NODE NODE ("small", HOST "small", "cpu: 1, pods: 4")
#define HALF POD ("half", "", REQUESTS ("cpu: 500m"))

static void
test_the_smallest_number_is_found (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, SMALL_NODE, SMALL_NODE, HALF, 19, 0);

  assert_int_equal (needed->left->len, 0);
  assert_int_equal (needed->nodes, 9);
  assert_int_equal (needed->pods, 19);
  assert_int_equal (needed->placed, 19);
  assert_points (needed, "0:17 1:15 2:13 4:9 8:1 9:0 10:0 12:0 16:0 ");
  assert_string_equal (needed->of[0].reason,
                       "0/9 nodes are available: 9 Insufficient cpu.");
  assert_string_equal (needed->of[0].pod->meta.name, "half-19");
  assert_true (question.made < 12);
}

static void
test_enough_may_be_there_already (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, SMALL_NODE, SMALL_NODE, HALF, 2, 0);

  assert_int_equal (needed->left->len, 0);
  assert_int_equal (needed->nodes, 0);
  assert_null (needed->of[0].pod);
  assert_int_equal (question.made, 1);
}

/* One more pod than one node takes shows that more would not help. */
static void
test_no_number_may_help (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, HALF POD ("huge", "", REQUESTS ("cpu: 2")),
                      SMALL_NODE, "", 0, 0);

  assert_int_equal (needed->nodes, 1);
  assert_int_equal (needed->pods, 2);
  assert_int_equal (needed->placed, 1);
  assert_int_equal (needed->left->len, 1);
  assert_string_equal (fit_object_meta (needed->left->pdata[0])->name, "huge");
  assert_string_equal (needed->reasons->pdata[0],
                       "0/2 nodes are available: 2 Insufficient cpu.");
}

static void
test_there_may_be_a_limit (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, "", SMALL_NODE, HALF, 19, 5);

  assert_int_equal (needed->nodes, 5);
  assert_int_equal (needed->tried, 5);
  assert_int_equal (needed->placed, 10);
  assert_int_equal (needed->left->len, 9);
}

/* Copies are different hosts. */
static void
test_copies_have_hostnames_of_their_own (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, "", SMALL_NODE,
                      POD ("loner", "labels: {app: x}",
                           "affinity: {" POD_ANTI_AFFINITY (
                               TERM ("kubernetes.io/hostname", "app: x")) "}"),
                      3, 0);

  assert_int_equal (needed->nodes, 3);
}

/* A copy would replace the node of its name. */
static void
test_copies_do_not_take_names_in_use (void **state)
{
  assert_needed (NODE ("small-1", "", "cpu: 1, pods: 4")
                     PLACED_WITH ("old", "small-1", "", REQUESTS ("cpu: 1"))
                         POD ("a", "", REQUESTS ("cpu: 1"))
                             POD ("b", "", REQUESTS ("cpu: 1")),
                 SMALL_NODE, "2 2/2");
}

static void
test_a_node_without_its_text_cannot_be_copied (void **state)
{
  g_auto (Question) question
      = { .objects = fit_objects_new (), .given = objects_from (SMALL_NODE) };
  g_autoptr (GError) error = NULL;

  assert_null (new_nodes (&question, &error));
  assert_error (
      &error, FIT_ERROR_USAGE,
      "manifest: document 1: cannot copy Node small: its text was not "
      "kept");
}

/* -- pods of DaemonSets ---------------------------------------------------- */

#define OWNER(kind, name)                          \
  "ownerReferences: [{kind: " kind ", name: " name \
  ", uid: u, controller: true}]"

#define DAEMON_SET(name, spec)                                             \
  "---\n{apiVersion: apps/v1, kind: DaemonSet, metadata: {namespace: ns, " \
  "name: " name "}, spec: {selector: {matchLabels: {app: " name            \
  "}}, template: {metadata: {labels: {app: " name "}}, spec: {" spec "}}}}\n"

/* As its controller makes it. */
#define DAEMON_POD(set, node, created, spec)                                    \
  POD (                                                                         \
      set "-" node,                                                             \
      "namespace: ns, labels: {app: " set                                       \
      "}, creationTimestamp: '2020-01-0" created                                \
      "T00:00:00Z', " OWNER ("DaemonSet", set),                                 \
      "nodeName: " node ", affinity: {nodeAffinity: {" REQUIRED                 \
      "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, " \
      "values: [" node "]}]}]}}}, " spec)

#define OLD NODE ("old", "pool: a", "cpu: 2, pods: 10")
#define NEW NODE ("new", "pool: a", "cpu: 2, pods: 10")
#define FIVE          \
  POD ("p1", "", ONE) \
  POD ("p2", "", ONE) \
  POD ("p3", "", ONE) POD ("p4", "", ONE) POD ("p5", "", ONE)
#define ONE REQUESTS ("cpu: 1")

static void
test_new_nodes_get_pods_of_daemon_sets (void **state)
{
  const char *pods_only = OLD DAEMON_POD ("agent", "old", "1", ONE) FIVE;

  assert_needed (OLD DAEMON_SET ("agent", ONE)
                     DAEMON_POD ("agent", "old", "1", ONE) FIVE,
                 NEW, "4 5/5");
  assert_needed (pods_only, NEW, "4 5/5");
}

/* A DaemonSet says itself which nodes it is for. */
static void
test_daemon_sets_choose_nodes (void **state)
{
  assert_needed (OLD DAEMON_SET ("agent", "nodeSelector: {pool: b}, " ONE) FIVE,
                 NEW, "2 5/5");
  assert_needed (OLD DAEMON_SET ("agent", ONE) FIVE,
                 NODE_WITH ("new", "", "taints: [{key: t, effect: NoSchedule}]",
                            "allocatable: {cpu: 2, pods: 9}"),
                 "0 2/5 p3 p4 p5");
  assert_needed (
      OLD DAEMON_SET ("agent", ONE) FIVE,
      NODE_WITH ("new", "",
                 "taints: [{key: node.kubernetes.io/memory-pressure, effect: "
                 "NoSchedule}, {key: t, effect: PreferNoSchedule}]",
                 "allocatable: {cpu: 1, pods: 9}"),
      "0 2/5 p3 p4 p5");
}

/* Big pods come when the pods of DaemonSets are there already, whatever their
 * priority is. */
static void
test_pods_of_daemon_sets_go_first (void **state)
{
  assert_needed (DAEMON_SET ("agent", ONE)
                     POD ("big", "", "priority: 9, " REQUESTS ("cpu: 2")),
                 NEW, "0 0/1 big");
}

/* What does not fit on an empty node takes no room there. */
static void
test_a_pod_of_a_daemon_set_may_not_fit (void **state)
{
  const char *manifest = DAEMON_SET ("large", REQUESTS ("cpu: 3"))
      DAEMON_SET ("agent", ONE) FIVE;
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, manifest, NEW, "", 0, 0);
  const FitNodeTemplate *template = question.nodes->templates->pdata[0];

  assert_int_equal (needed->nodes, 5);
  assert_int_equal (template->daemons->len, 2);
  assert_string_equal (
      g_array_index (template->daemons, FitDaemonPod, 0).reason,
      "0/1 nodes are available: 1 Insufficient cpu.");
  assert_null (g_array_index (template->daemons, FitDaemonPod, 1).reason);
}

/* If the pods of a DaemonSet differ, the newest is from the latest template. */
static void
test_the_newest_pod_shows_its_daemon_set (void **state)
{
  assert_needed (OLD NODE ("older", "pool: a", "cpu: 1, pods: 1")
                     DAEMON_POD ("agent", "old", "2", ONE) DAEMON_POD (
                         "agent", "older", "1", REQUESTS ("cpu: 100m")) FIVE,
                 NEW, "4 5/5");
}

/* Pods do not show the node affinity of their DaemonSet. */
static void
test_similar_nodes_show_who_gets_a_pod (void **state)
{
  const char *cluster = OLD NODE ("other", "pool: b", "cpu: 1, pods: 1")
      DAEMON_POD ("agent", "old", "1", ONE) PLACED_WITH ("x", "other", "", ONE)
          FIVE;

  assert_needed (cluster, NEW, "4 5/5");
  assert_needed (cluster, NODE ("new", "pool: b", "cpu: 2, pods: 10"), "2 5/5");
}

/* -- CSINodes -------------------------------------------------------------- */

#define CSI_NODE(name, count)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: " name \
  "}, spec: {drivers: [{name: csi.example.com, nodeID: n, allocatable: "       \
  "{count: " count "}}]}}\n"

/* A pod with a bound claim of its own. */
#define WITH_VOLUME(name)                                                           \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv-" name         \
  "}, spec: {accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, "              \
  "claimRef: {namespace: default, name: " name                                      \
  ", uid: u}, csi: {driver: csi.example.com, volumeHandle: " name "}}}\n"           \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name       \
  ", namespace: default, uid: u, annotations: "                                     \
  "{pv.kubernetes.io/bind-completed: 'yes'}}, spec: {volumeName: pv-" name          \
  ", accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n" POD ( \
      name, "",                                                                     \
      "volumes: [{name: v, persistentVolumeClaim: {claimName: " name "}}]")

#define VOLUMES \
  WITH_VOLUME ("a") WITH_VOLUME ("b") WITH_VOLUME ("c") WITH_VOLUME ("d")

#define TYPED(name, type)                                               \
  NODE (name, "node.kubernetes.io/instance-type: " type ", " HOST name, \
        "cpu: 9, pods: 99")

static void
test_the_csi_node_beside_a_node_counts (void **state)
{
  assert_needed (VOLUMES, TYPED ("new", "t1") CSI_NODE ("new", "1"), "4 4/4");
  assert_needed (VOLUMES, CSI_NODE ("new", "2") TYPED ("new", "t1"), "2 4/4");
  assert_needed (VOLUMES, TYPED ("new", "t1"), "1 4/4");
}

static void
test_similar_nodes_have_similar_csi_nodes (void **state)
{
  const char *cluster = TYPED ("n1", "t1") CSI_NODE ("n1", "0")
      TYPED ("n2", "t2") CSI_NODE ("n2", "0") CSI_NODE ("gone", "9") VOLUMES;
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, cluster,
                      TYPED ("new", "t2") TYPED ("n1", "t1") TYPED ("odd", "t3")
                          TYPED ("own", "t2") CSI_NODE ("own", "4"),
                      "", 0, 0);
  static const char *const expected[] = { "n2", "n1", NULL, "own" };

  assert_non_null (needed);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const FitNodeTemplate *template = question.nodes->templates->pdata[i];

      if (expected[i] == NULL)
        assert_null (template->csi_node);
      else
        assert_string_equal (template->csi_node->meta.name, expected[i]);
    }
}

static void
assert_refused (const char *nodes, const char *message)
{
  g_auto (Question) question
      = { .objects = fit_objects_new (), .given = read_objects (nodes) };
  g_autoptr (GError) error = NULL;

  assert_null (new_nodes (&question, &error));
  assert_error (&error, FIT_ERROR_SCHEMA, message);
}

static void
test_nothing_given_is_ignored (void **state)
{
  assert_refused (NEW CSI_NODE ("other", "1"),
                  "manifest: document 2: CSINode other: found no Node of this "
                  "name beside it");
  assert_refused (NEW NEW,
                  "manifest: document 2: Node new: found another one of this "
                  "name among those to add");
}

/* -- several templates ----------------------------------------------------- */

#define IN_ZONE(name, zone) \
  POD (name, "", "nodeSelector: {zone: " zone "}, " ONE)
#define ZONE_NODE(zone) NODE (zone, "zone: " zone, "cpu: 2, pods: 10")

static void
test_each_zone_gets_what_it_needs (void **state)
{
  assert_needed (IN_ZONE ("a1", "a") IN_ZONE ("a2", "a") IN_ZONE ("a3", "a")
                     IN_ZONE ("b1", "b"),
                 ZONE_NODE ("a") ZONE_NODE ("b") ZONE_NODE ("c"), "2 1 0 4/4");
}

static void
test_what_no_template_takes_is_told_apart (void **state)
{
  assert_needed (IN_ZONE ("a1", "a") IN_ZONE ("d1", "d") IN_ZONE ("b1", "b"),
                 ZONE_NODE ("a") ZONE_NODE ("b"), "1 1 2/3 d1");
}

#define SPREAD(name)                                                           \
  POD (name, "labels: {app: s}",                                               \
       "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, "          \
       "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: " \
       "s}}}], affinity: {" POD_ANTI_AFFINITY (                                \
           TERM ("zone", "app: s")) "}, " ONE)

/* Nodes of one zone alone do not do. */
static void
test_pods_that_want_different_zones_get_them (void **state)
{
  assert_needed (SPREAD ("s1") SPREAD ("s2") SPREAD ("s3"),
                 ZONE_NODE ("a") ZONE_NODE ("b") ZONE_NODE ("c"), "1 1 1 3/3");
  assert_needed (SPREAD ("s1") SPREAD ("s2") SPREAD ("s3"),
                 ZONE_NODE ("a") ZONE_NODE ("b"), "1 1 2/3 s3");
}

/* Few nodes, not the same number of each. */
static void
test_large_nodes_replace_small_ones (void **state)
{
  assert_needed (FIVE POD ("p6", "", ONE) POD ("p7", "", ONE)
                     POD ("p8", "", ONE) POD ("p9", "", ONE)
                         POD ("p10", "", ONE),
                 NODE ("small", "", "cpu: 1, pods: 9")
                     NODE ("large", "", "cpu: 4, pods: 9"),
                 "0 3 10/10");
}

/* -- against trying ------------------------------------------------------ */

#define RUNS 25

static gboolean
all_placed (const char *manifest, guint n)
{
  g_autoptr (GString) more = g_string_new (manifest);
  g_autoptr (FitSimulation) simulation = NULL;
  g_autofree char *text = NULL;

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (
        more, NODE ("small-%u", HOST "small-%u", "cpu: 1, pods: 4"), i, i);
  simulation
      = simulation_from (&(const SimulationSetup){ .manifest = more->str });
  text = simulation_run (simulation);
  return strstr (text, " nodes are available") == NULL
         && strstr (text, "no nodes available") == NULL;
}

static void
test_nodes_needed_is_what_trying_says (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (random_seed (run));
      g_autoptr (GString) manifest = g_string_new (NULL);
      g_auto (Question) question;
      g_autoptr (FitNodesNeeded) needed = NULL;

      for (gint i = g_rand_int_range (random, 0, 4); i > 0; i--)
        g_string_append_printf (
            manifest, NODE ("n%d", HOST "n%d", "cpu: 1, pods: 4"), i, i);
      for (gint i = g_rand_int_range (random, 1, 30); i > 0; i--)
        g_string_append_printf (
            manifest, POD ("p%d", "labels: {app: x%d}", REQUESTS ("cpu: %dm")),
            i, i, i % 3, g_rand_int_range (random, 1, 1001));
      needed = nodes_needed (&question, manifest->str, SMALL_NODE, "", 0, 0);
      assert_int_equal (needed->left->len, 0);
      assert_true (all_placed (manifest->str, needed->nodes));
      assert_true (needed->nodes == 0
                   || !all_placed (manifest->str, needed->nodes - 1));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_the_smallest_number_is_found),
    cmocka_unit_test (test_enough_may_be_there_already),
    cmocka_unit_test (test_no_number_may_help),
    cmocka_unit_test (test_there_may_be_a_limit),
    cmocka_unit_test (test_copies_have_hostnames_of_their_own),
    cmocka_unit_test (test_copies_do_not_take_names_in_use),
    cmocka_unit_test (test_a_node_without_its_text_cannot_be_copied),
    cmocka_unit_test (test_new_nodes_get_pods_of_daemon_sets),
    cmocka_unit_test (test_daemon_sets_choose_nodes),
    cmocka_unit_test (test_pods_of_daemon_sets_go_first),
    cmocka_unit_test (test_a_pod_of_a_daemon_set_may_not_fit),
    cmocka_unit_test (test_the_newest_pod_shows_its_daemon_set),
    cmocka_unit_test (test_similar_nodes_show_who_gets_a_pod),
    cmocka_unit_test (test_the_csi_node_beside_a_node_counts),
    cmocka_unit_test (test_similar_nodes_have_similar_csi_nodes),
    cmocka_unit_test (test_nothing_given_is_ignored),
    cmocka_unit_test (test_each_zone_gets_what_it_needs),
    cmocka_unit_test (test_what_no_template_takes_is_told_apart),
    cmocka_unit_test (test_pods_that_want_different_zones_get_them),
    cmocka_unit_test (test_large_nodes_replace_small_ones),
    cmocka_unit_test (test_nodes_needed_is_what_trying_says),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
