/* test-update-filter.c - which changes of a pod or a node count as changes
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/update-filter.h"

#include "tests/support/cluster.h"
#include "tests/support/manifest.h"

#include <string.h>

/* A pod; arguments are the inside of flow maps. */
#define ANY_POD(metadata, spec, status)                                          \
  "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ns, name: p, uid: u, " \
  "resourceVersion: '1', " metadata "}, spec: {" spec "}, status: {" status      \
  "}}"

#define CONTAINER(rest) "containers: [{name: c, image: i, " rest "}]"
#define NODE_AFFINITY(rest) "affinity: {nodeAffinity: {" rest "}}"
#define NEIGHBOURS(rest) "affinity: {podAffinity: {" rest "}}"
#define STRANGERS(rest) "affinity: {podAntiAffinity: {" rest "}}"
#define NODE_TERM(expressions) \
  REQUIRED "{nodeSelectorTerms: [{matchExpressions: [" expressions "]}]}"
#define WEIGHTED(weight, labels) \
  PREFERRED "[{weight: " weight ", podAffinityTerm: " TERM ("z", labels) "}]"
#define SPREAD(skew, key, what)                                       \
  "topologySpreadConstraints: [{maxSkew: " skew ", topologyKey: " key \
  ", whenUnsatisfiable: " what ", labelSelector: {matchLabels: {a: b}}}]"
#define RBD(monitors) \
  "volumes: [{name: v, rbd: {image: i, monitors: [" monitors "]}}]"

/* Each pair differs in one thing that a pod is made of. */
static const struct
{
  const char *old;
  const char *new;
} spec_changes[] = {
  { "schedulerName: a", "schedulerName: b" },
  { "priorityClassName: a", "priorityClassName: b" },
  { "", "priority: 0" },
  { "priority: 1", "priority: 2" },
  { "", "preemptionPolicy: Never" },
  { "", "hostNetwork: true" },
  { CONTAINER ("resources: {requests: {cpu: 1}}"),
    CONTAINER ("resources: {requests: {cpu: 2}}") },
  { CONTAINER ("resources: {requests: {memory: 1}}"),
    CONTAINER ("resources: {requests: {memory: 2}}") },
  { CONTAINER ("resources: {requests: {ephemeral-storage: 1}}"),
    CONTAINER ("resources: {requests: {ephemeral-storage: 2}}") },
  { CONTAINER ("resources: {requests: {a.b/c: 1}}"),
    CONTAINER ("resources: {requests: {a.b/c: 2}}") },
  { CONTAINER ("resources: {requests: {a.b/c: 1}}"),
    CONTAINER ("resources: {requests: {a.b/d: 1}}") },
  { CONTAINER ("resources: {requests: {cpu: 1}, limits: {cpu: 1}}"),
    CONTAINER ("resources: {requests: {cpu: 1}, limits: {cpu: 2}}") },
  { CONTAINER (""), CONTAINER ("resources: {requests: {cpu: 0}}") },
  { CONTAINER (""), CONTAINER ("resources: {requests: {memory: 0}}") },
  { "", "overhead: {}" },
  { "overhead: {cpu: 1}", "overhead: {cpu: 2}" },
  { "containers: [{name: c, image: i}]", "containers: [{name: c, image: j}]" },
  { CONTAINER ("ports: [{hostPort: 1}]"),
    CONTAINER ("ports: [{hostPort: 2}]") },
  { CONTAINER ("ports: [{hostPort: 1}]"),
    CONTAINER ("ports: [{hostPort: 1, protocol: UDP}]") },
  { CONTAINER ("ports: [{hostPort: 1}]"),
    CONTAINER ("ports: [{hostPort: 1, hostIP: 10.0.0.1}]") },
  { "", "nodeSelector: {a: b}" },
  { "nodeSelector: {a: b}", "nodeSelector: {a: c}" },
  { "", NODE_AFFINITY ("") },
  { NODE_AFFINITY (""), NODE_AFFINITY (NODE_TERM ("")) },
  { NODE_AFFINITY (NODE_TERM ("{key: a, operator: Exists}")),
    NODE_AFFINITY (NODE_TERM ("{key: b, operator: Exists}")) },
  { NODE_AFFINITY (REQUIRED "{nodeSelectorTerms: [{}]}"),
    NODE_AFFINITY (REQUIRED "{nodeSelectorTerms: [{}, {}]}") },
  { NODE_AFFINITY (REQUIRED
                   "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
                   "operator: In, values: [n1]}]}]}"),
    NODE_AFFINITY (REQUIRED
                   "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
                   "operator: In, values: [n2]}]}]}") },
  { NODE_AFFINITY (PREFERRED "[{weight: 1, preference: {}}]"),
    NODE_AFFINITY (PREFERRED "[{weight: 2, preference: {}}]") },
  { NODE_AFFINITY (PREFERRED "[{weight: 1, preference: {matchExpressions: "
                             "[{key: a, operator: Exists}]}}]"),
    NODE_AFFINITY (PREFERRED "[{weight: 1, preference: {matchExpressions: "
                             "[{key: b, operator: Exists}]}}]") },
  { "", NEIGHBOURS ("") },
  { "", STRANGERS ("") },
  { NEIGHBOURS (REQUIRED "[" TERM ("z", "a: b") "]"),
    NEIGHBOURS (REQUIRED "[" TERM ("z", "a: c") "]") },
  { NEIGHBOURS (REQUIRED "[" TERM ("z", "a: b") "]"),
    NEIGHBOURS (REQUIRED "[" TERM ("zone", "a: b") "]") },
  { NEIGHBOURS (REQUIRED "[{topologyKey: z, namespaces: [a]}]"),
    NEIGHBOURS (REQUIRED "[{topologyKey: z, namespaces: [b]}]") },
  { STRANGERS (WEIGHTED ("1", "a: b")), STRANGERS (WEIGHTED ("2", "a: b")) },
  { STRANGERS (WEIGHTED ("1", "a: b")), STRANGERS (WEIGHTED ("1", "a: c")) },
  { "tolerations: [{key: a}]", "tolerations: [{key: b}]" },
  { "tolerations: [{key: a}]", "tolerations: [{key: a, value: b}]" },
  { "tolerations: [{key: a}]", "tolerations: [{key: a, operator: Exists}]" },
  { "tolerations: [{key: a}]", "tolerations: [{key: a, effect: NoExecute}]" },
  { "", "tolerations: [{}]" },
  { SPREAD ("1", "z", "DoNotSchedule"), SPREAD ("2", "z", "DoNotSchedule") },
  { SPREAD ("1", "z", "DoNotSchedule"), SPREAD ("1", "zone", "DoNotSchedule") },
  { SPREAD ("1", "z", "DoNotSchedule"), SPREAD ("1", "z", "ScheduleAnyway") },
  { SPREAD ("1", "z", "DoNotSchedule"), SPREAD ("1", "z", "Other") },
  { RBD ("a, b"), RBD ("a, c") },
  { RBD ("a, b"),
    "volumes: [{name: v, persistentVolumeClaim: {claimName: i}}]" },
  { "volumes: [{name: v, gcePersistentDisk: {pdName: d}}]",
    "volumes: [{name: v, gcePersistentDisk: {pdName: d, readOnly: true}}]" },
};

static char *
with_spec (const char *spec)
{
  return g_strdup_printf (ANY_POD ("", "%s", ""), spec);
}

static void
assert_change (const char *old, const char *new, FitPodChange expected)
{
  g_autoptr (FitPod) old_pod = pod_from (old);
  g_autoptr (FitPod) new_pod = pod_from (new);
  const FitBehaviour behaviour = fit_behaviour (FIT_RELEASE_LEGACY);

  if (fit_pod_change (&behaviour, old_pod, new_pod) != expected
      || fit_pod_change (&behaviour, new_pod, old_pod) != expected)
    fail_msg ("expected %d:\n%s\n%s", (int) expected, old, new);
}

static void
assert_skipped (const char *assumed, const char *new, gboolean expected)
{
  g_autoptr (FitPod) assumed_pod = pod_from (assumed);
  g_autoptr (FitPod) new_pod = pod_from (new);

  if (fit_pod_update_skippable (assumed_pod, new_pod) != expected)
    fail_msg ("expected %d:\n%s\n%s", expected, assumed, new);
}

static void
test_every_part_of_the_spec_counts (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (spec_changes); i++)
    {
      g_autofree char *old = with_spec (spec_changes[i].old);
      g_autofree char *new = with_spec (spec_changes[i].new);

      assert_change (old, new, FIT_POD_CHANGE_OBJECT);
      assert_skipped (old, new, FALSE);
      assert_change (old, old, FIT_POD_CHANGE_STATUS);
      assert_change (new, new, FIT_POD_CHANGE_STATUS);
      assert_skipped (new, new, TRUE);
    }
}

static void
test_metadata_counts (void **state)
{
  static const char *const changes[] = {
    ANY_POD ("labels: {a: b}", "", ""),
    ANY_POD ("deletionTimestamp: '2020-01-01T00:00:00Z'", "", ""),
    ANY_POD ("creationTimestamp: '2020-01-01T00:00:00Z'", "", ""),
    ANY_POD ("ownerReferences: [{kind: ReplicaSet, name: r, uid: x, "
             "controller: true}]",
             "", ""),
    ANY_POD ("ownerReferences: [{kind: ReplicaSet, name: r, uid: z, "
             "controller: true}]",
             "", ""),
    ANY_POD ("ownerReferences: [{kind: Job, name: r, uid: x, "
             "controller: true}]",
             "", ""),
    ANY_POD ("ownerReferences: [{kind: ReplicaSet, name: s, uid: x, "
             "controller: true}]",
             "", ""),
    "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ns, name: p, uid: v}}",
    "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ns, name: q, uid: u}}",
    "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: nt, name: p, uid: u}}",
    ANY_POD ("", "", ""),
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (changes); j++)
      {
        assert_change (changes[i], changes[j],
                       i == j ? FIT_POD_CHANGE_STATUS : FIT_POD_CHANGE_OBJECT);
        assert_skipped (changes[i], changes[j], i == j);
      }
}

/* What the scheduler does not read makes a difference too. */
static void
test_unread_fields_count (void **state)
{
  static const char plain[] = ANY_POD ("", "", "");

  assert_change (plain, ANY_POD ("annotations: {a: b}", "", ""),
                 FIT_POD_CHANGE_OBJECT);
  assert_change (plain, ANY_POD ("finalizers: [f]", "", ""),
                 FIT_POD_CHANGE_OBJECT);
  assert_change (plain, ANY_POD ("", "serviceAccountName: s", ""),
                 FIT_POD_CHANGE_OBJECT);
  assert_skipped (plain, ANY_POD ("", "serviceAccountName: s", ""), FALSE);
  assert_skipped (plain, ANY_POD ("generation: 2", "", ""), FALSE);
  assert_skipped (plain, ANY_POD ("", "", "podIP: 10.0.0.1"), FALSE);
}

static void
test_order_of_labels_and_amounts_does_not_count (void **state)
{
  assert_change (
      ANY_POD ("labels: {a: b, c: d}", REQUESTS ("a.b/c: 1, a.b/d: 2"), ""),
      ANY_POD ("labels: {c: d, a: b}",
               "containers: [{name: c, resources: {requests: {a.b/d: 2, "
               "a.b/c: 1}}}]",
               ""),
      FIT_POD_CHANGE_STATUS);
}

static void
test_status_changes_no_object (void **state)
{
  static const char plain[] = ANY_POD ("", "", "");

  assert_change (plain,
                 ANY_POD ("generation: 2, resourceVersion: '2'", "",
                          "phase: Pending, nominatedNodeName: n1, startTime: "
                          "'2020-01-01T00:00:00Z'"),
                 FIT_POD_CHANGE_STATUS);
  assert_change (plain, ANY_POD ("", "nodeName: n1", ""),
                 FIT_POD_CHANGE_OBJECT);
}

/* What the scheduler itself has written comes back. */
static void
test_echo_of_the_scheduler_is_skipped (void **state)
{
  assert_skipped (
      ANY_POD ("", "nodeName: n1", ""),
      ANY_POD ("resourceVersion: '2', annotations: {a: b}, finalizers: [f]", "",
               "conditions: [{type: PodScheduled, status: 'False'}]"),
      TRUE);
}

static void
test_other_status_is_not_skipped (void **state)
{
  static const char assumed[] = ANY_POD ("", "nodeName: n1", "");

  assert_skipped (assumed, ANY_POD ("", "", "nominatedNodeName: n1"), FALSE);
  assert_skipped (assumed, ANY_POD ("", "", "phase: Pending"), FALSE);
  /* From 1.19 on nobody asks. */
  assert_skipped (assumed, ANY_POD ("managedFields: [{manager: m}]", "", ""),
                  FALSE);
  assert_skipped (assumed,
                  ANY_POD ("", "", "startTime: '2020-01-01T00:00:00Z'"), FALSE);
}

/* As the API server would tell of a copy, if it had made it. */
static void
test_copies_differ_where_they_should (void **state)
{
  g_autoptr (FitPod) pod = pod_from (ANY_POD ("", "", "phase: Pending"));
  g_autoptr (FitPod) assumed = fit_pod_with_node_name (pod, "n1");
  g_autoptr (FitPod) nominated = fit_pod_with_nominated_node_name (pod, "n1");
  g_autoptr (FitPod) cleared = fit_pod_with_nominated_node_name (nominated, "");
  g_autoptr (FitPod) dying = fit_pod_with_deletion_time (pod, 1);
  const FitBehaviour behaviour = fit_behaviour (FIT_RELEASE_LEGACY);

  assert_int_equal (fit_pod_change (&behaviour, pod, assumed),
                    FIT_POD_CHANGE_OBJECT);
  assert_int_equal (fit_pod_change (&behaviour, pod, nominated),
                    FIT_POD_CHANGE_STATUS);
  assert_int_equal (fit_pod_change (&behaviour, pod, dying),
                    FIT_POD_CHANGE_OBJECT);
  assert_true (fit_pod_update_skippable (assumed, pod));
  assert_true (fit_pod_update_skippable (assumed, cleared));
  assert_false (fit_pod_update_skippable (assumed, nominated));
  assert_false (fit_pod_update_skippable (assumed, dying));
}

static void
test_pod_that_is_not_assumed_is_not_skipped (void **state)
{
  g_autoptr (FitPod) pod = pod_from (ANY_POD ("", "", ""));

  assert_false (fit_pod_update_skippable (NULL, pod));
  assert_true (fit_pod_update_skippable (pod, pod));
}

/* -- nodes ----------------------------------------------------------------- */

static void
assert_node_change (const char *old, const char *new, gboolean expected)
{
  g_autoptr (FitNode) old_node = node_from (old);
  g_autoptr (FitNode) new_node = node_from (new);
  const FitBehaviour behaviour = fit_behaviour (FIT_RELEASE_LEGACY);

  if ((fit_node_scheduling_events (&behaviour, old_node, new_node).n > 0)
      != expected)
    fail_msg ("expected %d:\n%s\n%s", expected, old, new);
}

static void
assert_both_ways (const char *a, const char *b, gboolean expected)
{
  assert_node_change (a, b, expected);
  assert_node_change (b, a, expected);
}

#define READY(status) "conditions: [{type: Ready, status: '" status "'}]"

static void
test_node_matters_when_it_becomes_schedulable (void **state)
{
  static const char closed[]
      = NODE_WITH ("node", "", "unschedulable: true", "");
  static const char open[] = NODE_WITH ("node", "", "", "");

  assert_node_change (closed, open, TRUE);
  assert_node_change (open, closed, FALSE);
  assert_node_change (closed, closed, FALSE);
}

static void
test_allocatable_matters (void **state)
{
  static const char plain[] = NODE ("node", "", "cpu: 1, a.b/c: 1, a.b/d: 1");

  assert_both_ways (plain, NODE ("node", "", "cpu: 2, a.b/c: 1, a.b/d: 1"),
                    TRUE);
  assert_both_ways (plain, NODE ("node", "", "cpu: 1, a.b/c: 2, a.b/d: 1"),
                    TRUE);
  assert_both_ways (plain, NODE ("node", "", "cpu: 1, a.b/c: 1"), TRUE);
  assert_both_ways (plain, NODE ("node", "", "cpu: 1, a.b/c: 1, a.b/e: 1"),
                    TRUE);
  assert_both_ways (
      plain, NODE ("node", "", "cpu: 1, a.b/c: 1, a.b/d: 1, pods: 1"), TRUE);
  assert_both_ways (plain, NODE ("node", "", "a.b/d: 1, a.b/c: 1, cpu: 1000m"),
                    FALSE);
}

static void
test_labels_and_taints_matter (void **state)
{
  static const char plain[] = NODE_WITH (
      "node", "labels: {a: b}", "taints: [{key: t, effect: NoExecute}]", "");

  assert_both_ways (plain,
                    NODE_WITH ("node", "labels: {a: c}",
                               "taints: [{key: t, effect: NoExecute}]", ""),
                    TRUE);
  assert_both_ways (plain, NODE_WITH ("node", "labels: {a: b}", "", ""), TRUE);
  assert_both_ways (plain,
                    NODE_WITH ("node", "labels: {a: b}",
                               "taints: [{key: s, effect: NoExecute}]", ""),
                    TRUE);
  assert_both_ways (
      plain,
      NODE_WITH ("node", "labels: {a: b}",
                 "taints: [{key: t, value: v, effect: NoExecute}]", ""),
      TRUE);
  assert_both_ways (plain,
                    NODE_WITH ("node", "labels: {a: b}",
                               "taints: [{key: t, effect: NoSchedule}]", ""),
                    TRUE);
  assert_both_ways (
      plain,
      NODE_WITH ("node", "labels: {a: b}",
                 "taints: [{key: t, effect: NoExecute, timeAdded: "
                 "'2020-01-01T00:00:00Z'}]",
                 ""),
      TRUE);
  assert_both_ways (plain, plain, FALSE);
}

static void
test_status_of_conditions_matters (void **state)
{
  static const char ready[] = NODE_WITH ("node", "", "", READY ("True"));

  assert_both_ways (ready, NODE_WITH ("node", "", "", READY ("False")), TRUE);
  assert_both_ways (ready, NODE_WITH ("node", "", "", ""), TRUE);
  assert_both_ways (
      ready,
      NODE_WITH ("node", "", "",
                 "conditions: [{type: Ready, status: 'True', reason: r, "
                 "message: m, lastHeartbeatTime: '2020-01-01T00:00:00Z'}]"),
      FALSE);
  /* The last of its type counts. */
  assert_both_ways (ready,
                    NODE_WITH ("node", "", "",
                               "conditions: [{type: Ready, status: 'False'}, "
                               "{type: Ready, status: 'True'}]"),
                    FALSE);
}

static void
test_the_rest_of_a_node_does_not_matter (void **state)
{
  assert_both_ways (
      NODE_WITH ("node", "resourceVersion: '1'", "", ""),
      NODE_WITH ("node", "resourceVersion: '2', annotations: {a: b}",
                 "podCIDR: 10.0.0.0/8",
                 "images: [{names: [i], sizeBytes: 1}], capacity: {cpu: 9}"),
      FALSE);
}

/* -- later releases -------------------------------------------------------- */

#define VERSION(version, metadata)                                       \
  "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ns, name: p, " \
  "uid: u, resourceVersion: '" version "', " metadata "}, spec: {}}"

static void
assert_ignored (FitRelease release, gboolean assumed, const char *old,
                const char *new, gboolean expected)
{
  g_autoptr (FitPod) old_pod = pod_from (old);
  g_autoptr (FitPod) new_pod = pod_from (new);
  const FitBehaviour behaviour = fit_behaviour (release);

  if (fit_pod_update_ignored (&behaviour, assumed ? old_pod : NULL, old_pod,
                              new_pod)
      != expected)
    fail_msg ("release %d, expected %d:\n%s\n%s", release, expected, old, new);
}

static void
test_updates_that_keep_the_version_are_ignored (void **state)
{
  static const char one[] = VERSION ("1", "labels: {a: b}");

  assert_ignored (FIT_RELEASE (19, 0), FALSE, one, VERSION ("1", ""), FALSE);
  assert_ignored (FIT_RELEASE (20, 2), FALSE, one, VERSION ("1", ""), TRUE);
  assert_ignored (FIT_RELEASE (28, 3), FALSE, one, VERSION ("2", ""), FALSE);
  /* Written by hand, they have none. */
  assert_ignored (FIT_RELEASE (28, 3), FALSE, VERSION ("", ""),
                  VERSION ("", "labels: {a: b}"), FALSE);
}

static void
test_assumed_pods_are_left_alone (void **state)
{
  static const char plain[] = VERSION ("1", "");
  static const char echo[] = VERSION ("2", "annotations: {a: b}");
  static const char other[] = VERSION ("2", "labels: {a: b}");

  assert_ignored (FIT_RELEASE (21, 9), TRUE, plain, echo, TRUE);
  assert_ignored (FIT_RELEASE (21, 9), TRUE, plain, other, FALSE);
  assert_ignored (FIT_RELEASE (22, 6), TRUE, plain, other, TRUE);
  assert_ignored (FIT_RELEASE (22, 6), FALSE, plain, echo, FALSE);
  assert_ignored (FIT_RELEASE_LEGACY, TRUE, plain, echo, TRUE);
  assert_ignored (FIT_RELEASE_LEGACY, TRUE, plain, other, FALSE);
}

static void
assert_change_in (FitRelease release, const char *old, const char *new,
                  FitPodChange expected)
{
  g_autoptr (FitPod) old_pod = pod_from (old);
  g_autoptr (FitPod) new_pod = pod_from (new);
  const FitBehaviour behaviour = fit_behaviour (release);

  assert_int_equal (fit_pod_change (&behaviour, old_pod, new_pod), expected);
}

static void
test_finalizers_and_managers_change_nothing_later (void **state)
{
  static const char plain[] = VERSION ("1", "");
  static const char finalizers[] = VERSION ("2", "finalizers: [a]");
  static const char managed[] = VERSION ("2", "managedFields: [{manager: m}]");
  static const char more[]
      = VERSION ("2", "managedFields: [{manager: m}], annotations: {a: b}");

  assert_change_in (FIT_RELEASE (21, 9), plain, finalizers,
                    FIT_POD_CHANGE_OBJECT);
  assert_change_in (FIT_RELEASE (21, 9), plain, managed, FIT_POD_CHANGE_OBJECT);
  assert_change_in (FIT_RELEASE (22, 6), plain, finalizers,
                    FIT_POD_CHANGE_STATUS);
  assert_change_in (FIT_RELEASE (22, 6), finalizers, managed,
                    FIT_POD_CHANGE_STATUS);
  assert_change_in (FIT_RELEASE (22, 6), managed, more, FIT_POD_CHANGE_OBJECT);
  assert_ignored (FIT_RELEASE (18, 2), TRUE, plain, managed, FALSE);
  assert_ignored (FIT_RELEASE (19, 0), TRUE, plain, managed, TRUE);
}

/* A server that keeps managedFields shows the scheduler's own write of a status
 * with them.  Read without them, it is a change of the status. */
static void
test_own_writes_on_later_servers (void **state)
{
  static const char pods[]
      = VERSION ("1", "managedFields: [{manager: kubectl}]") "\n" VERSION (
          "2",
          "managedFields: [{manager: kubectl}, {manager: f}]") "\n" VERSION ("3",
                                                                             "managedFields: [{manager: f}], annotations: "
                                                                             "{a: b}");
  static const struct
  {
    FitDecodeFlags flags;
    FitPodChange change;
  } cases[] = {
    { FIT_DECODE_AS_IS, FIT_POD_CHANGE_OBJECT },
    { FIT_DECODE_AS_IS | FIT_DECODE_NO_MANAGED_FIELDS, FIT_POD_CHANGE_STATUS },
  };
  const FitBehaviour behaviour = fit_behaviour (FIT_RELEASE_LEGACY);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitObjects) objects = objects_with (pods, cases[i].flags);
      const GPtrArray *of = objects->of[FIT_KIND_POD];

      assert_int_equal (fit_pod_change (&behaviour, of->pdata[0], of->pdata[1]),
                        cases[i].change);
      assert_int_equal (fit_pod_change (&behaviour, of->pdata[0], of->pdata[2]),
                        FIT_POD_CHANGE_OBJECT);
    }
}

static void
assert_event (const char *old, const char *new, const char *expected)
{
  g_autoptr (FitObjects) objects = objects_from (old);
  g_autoptr (FitObjects) changed = objects_from (new);
  const FitBehaviour behaviour = fit_behaviour (FIT_RELEASE (28, 3));
  const FitUpdateEvents list = fit_node_scheduling_events (
      &behaviour, objects->of[FIT_KIND_NODE]->pdata[0],
      changed->of[FIT_KIND_NODE]->pdata[0]);

  assert_true (list.n <= 1);
  assert_string_equal (list.n > 0 ? list.events[0]->label : "", expected);
}

/* What is found first is what has happened. */
static void
test_first_change_of_a_node_is_the_event (void **state)
{
  static const char old[]
      = NODE_WITH ("node", "labels: {a: b}",
                   "unschedulable: true, taints: [{key: t, effect: "
                   "NoExecute}]",
                   "allocatable: {cpu: 1}, " READY ("True"));

  assert_event (old, NODE_WITH ("node", "", "", ""),
                "NodeSpecUnschedulableChange");
  assert_event (old, NODE_WITH ("node", "", "unschedulable: true", ""),
                "NodeAllocatableChange");
  assert_event (
      old,
      NODE_WITH ("node", "", "unschedulable: true", "allocatable: {cpu: 1}"),
      "NodeLabelChange");
  assert_event (old,
                NODE_WITH ("node", "labels: {a: b}", "unschedulable: true",
                           "allocatable: {cpu: 1}"),
                "NodeTaintChange");
  assert_event (old,
                NODE_WITH ("node", "labels: {a: b}",
                           "unschedulable: true, taints: [{key: t, effect: "
                           "NoExecute}]",
                           "allocatable: {cpu: 1}"),
                "NodeConditionChange");
  assert_event (old, old, "");
}

/* Later, every change of a node is an event. */
static void
test_every_change_of_a_node_is_an_event (void **state)
{
  static const char old[]
      = NODE_WITH ("node", "labels: {a: b}, annotations: {c: d}",
                   "unschedulable: true, taints: [{key: t, effect: "
                   "NoExecute}]",
                   "allocatable: {cpu: 1}, " READY ("True"));
  static const struct
  {
    FitRelease release;
    const char *new;
    const char *expected;
  } rows[] = {
    { FIT_RELEASE (34, 1), NODE_WITH ("node", "", "", ""),
      "NodeSpecUnschedulableChange NodeAllocatableChange NodeLabelChange "
      "NodeTaintChange NodeConditionChange NodeAnnotationChange" },
    { FIT_RELEASE (34, 1),
      NODE_WITH ("node", "labels: {a: b}, annotations: {c: e}",
                 "unschedulable: true, taints: [{key: t, effect: NoExecute}]",
                 "allocatable: {cpu: 1}, " READY ("True")),
      "NodeAnnotationChange" },
    { FIT_RELEASE (28, 3),
      NODE_WITH ("node", "labels: {a: b}, annotations: {c: e}",
                 "unschedulable: true, taints: [{key: t, effect: NoExecute}]",
                 "allocatable: {cpu: 1}, " READY ("True")),
      "" },
    { FIT_RELEASE (34, 1), old, "" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitNode) before = node_from (old);
      g_autoptr (FitNode) now = node_from (rows[i].new);
      const FitBehaviour behaviour = fit_behaviour (rows[i].release);
      const FitUpdateEvents list
          = fit_node_scheduling_events (&behaviour, before, now);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < list.n; k++)
        g_string_append_printf (text, "%s%s", k > 0 ? " " : "",
                                list.events[k]->label);
      assert_string_equal (text->str, rows[i].expected);
    }
}

static const FitClusterEvent *
event_named (const char *name, gboolean assigned)
{
  static const struct
  {
    const char *name;
    FitClusterEventName assigned, pending;
  } events[] = {
#define EVENT(name, what)                        \
  { name, FIT_CLUSTER_EVENT_ASSIGNED_POD_##what, \
    FIT_CLUSTER_EVENT_PENDING_POD_##what }
    EVENT ("Update", OTHER_UPDATE),
    EVENT ("LabelChange", LABEL_CHANGE),
    EVENT ("ScaleDown", SCALE_DOWN),
    EVENT ("GatesEliminated", GATES_ELIMINATED),
    EVENT ("TolerationChange", TOLERATION_CHANGE),
#undef EVENT
  };
  guint i = 0;

  while (strcmp (events[i].name, name) != 0)
    i++;
  return fit_cluster_event (assigned ? events[i].assigned : events[i].pending);
}

/* What has changed of a pod, whether it runs or waits. */
static void
test_changes_of_a_pod_are_events (void **state)
{
#define AMOUNTS(amounts) \
  "containers: [{name: c, resources: {requests: {" amounts "}}}]"
  static const struct
  {
    const char *old_labels, *old_spec, *new_labels, *new_spec;
    const char *expected; /* without who it is */
  } rows[] = {
    { "", "", "", "", "Update" },
    { "a: b", "", "a: b", "priority: 1", "Update" },
    { "a: b", "", "", "", "LabelChange" },
    { "", "", "a: b", "", "LabelChange" },
    { "a: b", "", "a: c", "", "LabelChange" },
    { "", AMOUNTS ("cpu: 2"), "", AMOUNTS ("cpu: 1"), "ScaleDown" },
    { "", AMOUNTS ("cpu: 2"), "", AMOUNTS ("cpu: 2"), "Update" },
    { "", AMOUNTS ("cpu: 2"), "", AMOUNTS ("cpu: 3"), "Update" },
    { "", AMOUNTS ("memory: 2"), "", AMOUNTS ("memory: 1"), "ScaleDown" },
    { "", AMOUNTS ("memory: 2"), "", AMOUNTS ("memory: 3"), "Update" },
    { "", AMOUNTS ("ephemeral-storage: 2"), "",
      AMOUNTS ("ephemeral-storage: 1"), "ScaleDown" },
    { "", AMOUNTS ("ephemeral-storage: 2"), "",
      AMOUNTS ("ephemeral-storage: 3"), "Update" },
    { "", AMOUNTS ("x.y/a: 1, x.y/b: 2"), "", AMOUNTS ("x.y/a: 1, x.y/b: 1"),
      "ScaleDown" },
    { "", AMOUNTS ("x.y/a: 1, x.y/b: 2"), "", AMOUNTS ("x.y/a: 1"),
      "ScaleDown" },
    { "", AMOUNTS ("x.y/a: 1"), "", AMOUNTS ("x.y/a: 1, x.y/b: 2"), "Update" },
    { "", AMOUNTS ("x.y/a: 1"), "", AMOUNTS ("x.y/a: 2"), "Update" },
    { "", AMOUNTS ("x.y/a: 2, x.y/b: 2"), "", AMOUNTS ("x.y/a: 1, x.y/b: 2"),
      "ScaleDown" },
    /* One amount goes down while another goes up. */
    { "", AMOUNTS ("cpu: 2, memory: 1"), "", AMOUNTS ("cpu: 1, memory: 9"),
      "ScaleDown" },
    /* Together with what the runtime takes. */
    { "", "overhead: {cpu: 2, memory: 2}, " AMOUNTS ("cpu: 2, memory: 2"), "",
      "overhead: {cpu: 1, memory: 3}, " AMOUNTS ("cpu: 3, memory: 1"),
      "Update" },
    { "", "overhead: {cpu: 2}, " AMOUNTS ("cpu: 2"), "",
      "overhead: {cpu: 1}, " AMOUNTS ("cpu: 2"), "ScaleDown" },
    { "", "overhead: {memory: 2}, " AMOUNTS ("memory: 2"), "",
      "overhead: {memory: 1}, " AMOUNTS ("memory: 2"), "ScaleDown" },
    { "", "overhead: {ephemeral-storage: 2}, " AMOUNTS ("cpu: 2"), "",
      "overhead: {ephemeral-storage: 1}, " AMOUNTS ("cpu: 2"), "ScaleDown" },
    { "", "schedulingGates: [{name: g}]", "", "", "GatesEliminated" },
    { "", "schedulingGates: [{name: g}, {name: h}]", "",
      "schedulingGates: [{name: g}]", "Update" },
    { "", "", "", "schedulingGates: [{name: g}]", "Update" },
    { "", "", "", "tolerations: [{key: a}]", "TolerationChange" },
    { "", "tolerations: [{key: a}]", "", "tolerations: [{key: a}, {key: b}]",
      "TolerationChange" },
    { "a: b", "schedulingGates: [{name: g}], " AMOUNTS ("cpu: 2"), "a: c",
      "tolerations: [{key: a}], " AMOUNTS ("cpu: 1"),
      "LabelChange ScaleDown GatesEliminated TolerationChange" },
  };
  const FitBehaviour later = fit_behaviour (FIT_RELEASE (34, 1)),
                     early = fit_behaviour (FIT_RELEASE (28, 3));

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint assigned = 0; assigned < 2; assigned++)
      {
        const char *node = assigned ? "nodeName: n1, " : "";
        g_autofree char *old
            = g_strdup_printf (ANY_POD ("labels: {%s}", "%s%s", ""),
                               rows[i].old_labels, node, rows[i].old_spec);
        g_autofree char *new
            = g_strdup_printf (ANY_POD ("labels: {%s}", "%s%s", ""),
                               rows[i].new_labels, node, rows[i].new_spec);
        g_autoptr (FitPod) before = pod_from (old);
        g_autoptr (FitPod) now = pod_from (new);
        const FitUpdateEvents list
            = fit_pod_scheduling_events (&later, before, now);
        g_auto (GStrv) names = g_strsplit (rows[i].expected, " ", -1);

        assert_int_equal (list.n, g_strv_length (names));
        for (guint k = 0; k < list.n; k++)
          if (list.events[k] != event_named (names[k], assigned))
            fail_msg ("row %u: event %u is no %s", i, k, names[k]);
        assert_int_equal (fit_pod_scheduling_events (&early, before, now).n, 1);
        assert_ptr_equal (
            fit_pod_scheduling_events (&early, before, now).events[0],
            fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE));
      }
#undef AMOUNTS
}

/* From 1.35 on, with the gate; the order in which they are declared counts. */
static void
test_declared_features_matter (void **state)
{
#define DECLARES(features) \
  NODE_WITH ("node", "", "", "declaredFeatures: [" features "]")
  static const struct
  {
    FitRelease release;
    gboolean gate;
    const char *old, *new;
    guint n;
  } rows[] = {
    { FIT_RELEASE (34, 9), TRUE, DECLARES ("A"), DECLARES ("B"), 0 },
    { FIT_RELEASE (35, 6), FALSE, DECLARES ("A"), DECLARES ("B"), 0 },
    { FIT_RELEASE (35, 6), TRUE, DECLARES ("A"), DECLARES ("B"), 1 },
    { FIT_RELEASE (36, 3), TRUE, DECLARES ("A, B"), DECLARES ("B, A"), 1 },
    { FIT_RELEASE (36, 3), TRUE, DECLARES ("A"), NODE_WITH ("node", "", "", ""),
      1 },
    { FIT_RELEASE (36, 3), TRUE, DECLARES (""), NODE_WITH ("node", "", "", ""),
      0 },
    { FIT_RELEASE (36, 3), TRUE, DECLARES ("A"), DECLARES ("A"), 0 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitFeatureGates gates = fit_feature_gates_with (
          fit_feature_gates_of_release (rows[i].release),
          FIT_GATE_NODE_DECLARED_FEATURES, rows[i].gate);
      const FitBehaviour behaviour = fit_behaviour_of_gates (gates);
      g_autoptr (FitNode) before = node_from (rows[i].old);
      g_autoptr (FitNode) now = node_from (rows[i].new);
      const FitUpdateEvents list
          = fit_node_scheduling_events (&behaviour, before, now);

      if (list.n != rows[i].n)
        fail_msg ("row %u: %u events", i, list.n);
      if (list.n > 0)
        assert_ptr_equal (
            list.events[0],
            fit_cluster_event (FIT_CLUSTER_EVENT_NODE_FEATURES_CHANGE));
    }
#undef DECLARES
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_part_of_the_spec_counts),
    cmocka_unit_test (test_metadata_counts),
    cmocka_unit_test (test_unread_fields_count),
    cmocka_unit_test (test_order_of_labels_and_amounts_does_not_count),
    cmocka_unit_test (test_status_changes_no_object),
    cmocka_unit_test (test_echo_of_the_scheduler_is_skipped),
    cmocka_unit_test (test_other_status_is_not_skipped),
    cmocka_unit_test (test_copies_differ_where_they_should),
    cmocka_unit_test (test_pod_that_is_not_assumed_is_not_skipped),
    cmocka_unit_test (test_node_matters_when_it_becomes_schedulable),
    cmocka_unit_test (test_allocatable_matters),
    cmocka_unit_test (test_labels_and_taints_matter),
    cmocka_unit_test (test_status_of_conditions_matters),
    cmocka_unit_test (test_the_rest_of_a_node_does_not_matter),
    cmocka_unit_test (test_declared_features_matter),
    cmocka_unit_test (test_updates_that_keep_the_version_are_ignored),
    cmocka_unit_test (test_assumed_pods_are_left_alone),
    cmocka_unit_test (test_finalizers_and_managers_change_nothing_later),
    cmocka_unit_test (test_own_writes_on_later_servers),
    cmocka_unit_test (test_first_change_of_a_node_is_the_event),
    cmocka_unit_test (test_every_change_of_a_node_is_an_event),
    cmocka_unit_test (test_changes_of_a_pod_are_events),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
