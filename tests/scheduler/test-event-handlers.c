/* What each change of the cluster does to the cache and to the queue.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler.h"

#include "tests/queue/queue-inside.h"
#include "tests/scheduler/scheduler-scene.h"

#define BIG(name) OURS (name, CPU ("100"))
#define RUNNING(name, labels) \
  OURS_WITH (name, "labels: {" labels "}", ON ("n1") CPU ("1"), "")
#define THEIRS(name, spec) \
  POD (name, "namespace: ns", "schedulerName: somebody-else, " spec)
#define CONDITION(type, status, reason) \
  "conditions: [{type: " type ", status: '" status "', reason: " reason "}]"
#define SIZE "allocatable: {pods: 10, cpu: 2}"
#define SERVICE_WITH(labels) SERVICE ("s", labels)
#define CSI(drivers)                                                     \
  "---\n{apiVersion: storage.k8s.io/v1beta1, kind: CSINode, metadata: {" \
  "name: n1}, spec: {drivers: [" drivers "]}}\n"
#define CONTROLLER(version, kind, name)                                   \
  "---\n{apiVersion: " version ", kind: " kind ", metadata: {name: " name \
  ", namespace: ns}, spec: {selector: {matchLabels: {a: b}}}}\n"
#define RC(name)                                                              \
  "---\n{apiVersion: v1, kind: ReplicationController, metadata: {name: " name \
  ", namespace: ns}, spec: {selector: {a: b}}}\n"
#define IMMEDIATE                                                        \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {" \
  "name: now}, provisioner: p, volumeBindingMode: Immediate}\n"

/* -- who is moved ---------------------------------------------------------- */

/* What pods that wait make of an event. */
typedef enum
{
  NOTHING,
  REQUEST, /* to move, but it moves none */
  MOVE,
} Move;

/* One event: an object that comes or changes, or one that goes. */
typedef struct
{
  const char *what;
  const char *before;
  const char *set; /* (nullable): else: */
  FitKind removed;
  const char *namespace_;
  const char *name;
  Move move;
} Row;

/* A pod that does not fit has failed, its backoff is over. */
static void
let_fail (Scene *scene, const char *manifest, const char *name)
{
  scene_set (scene, manifest);
  assert_true (scene_schedule (scene));
  scene_works (scene, FIT_TASK_FETCH_POD, name);
  assert_queued (scene, name, FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (scene, 2 * SECOND);
  assert_queued (scene, name, FIT_QUEUE_UNSCHEDULABLE);
}

static void
try_row (const Row *row, const char *gates)
{
  SCENE_FROM (scene, .manifest = row->before, .disable_preemption = TRUE,
              .gates = gates);
  gint64 cycle;

  let_fail (&scene,
            OURS ("big", CPU ("100") ", affinity: {" POD_AFFINITY (
                             TERM ("zone", "app: wanted")) "}"),
            "big");
  cycle = fit_scheduling_queue_scheduling_cycle (scene.queue);
  assert_true (scene.queue->move_request_cycle < cycle);
  if (row->set != NULL)
    scene_set (&scene, row->set);
  else
    scene_remove (&scene, row->removed, row->namespace_, row->name);

  if ((scene.queue->move_request_cycle == cycle) != (row->move != NOTHING))
    fail_msg ("%s: a request to move pods, or none", row->what);
  if ((fit_scheduling_queue_count (scene.queue, FIT_QUEUE_ACTIVE) == 1)
      != (row->move == MOVE))
    fail_msg ("%s: a pod was moved, or none", row->what);
}

/* clang-format off */
static const Row rows[] = {
  { "node comes", SMALL_NODE ("n1"), SMALL_NODE ("n2"), .move = MOVE },
  { "node goes", SMALL_NODE ("n1") SMALL_NODE ("n2"), NULL, FIT_KIND_NODE, "", "n2", NOTHING },
  { "node as before", NODE_WITH ("n1", "", "", SIZE),
    NODE_WITH ("n1", "annotations: {a: b}", "", SIZE), .move = NOTHING },
  { "node with another label", NODE_WITH ("n1", "labels: {a: b}", "", SIZE),
    NODE_WITH ("n1", "labels: {a: c}", "", SIZE), .move = MOVE },
  { "node with less to give", NODE_WITH ("n1", "", "", SIZE),
    NODE_WITH ("n1", "", "", "allocatable: {pods: 9, cpu: 2}"), .move = MOVE },
  { "node opens", NODE_WITH ("n1", "", "unschedulable: true", SIZE),
    NODE_WITH ("n1", "", "", SIZE), .move = MOVE },
  { "node closes", NODE_WITH ("n1", "", "", SIZE),
    NODE_WITH ("n1", "", "unschedulable: true", SIZE), .move = NOTHING },
  { "node with a taint", NODE_WITH ("n1", "", "", SIZE),
    NODE_WITH ("n1", "", "taints: [{key: a, effect: NoSchedule}]", SIZE), .move = MOVE },
  { "node with another condition", NODE_WITH ("n1", "", "", SIZE ", " CONDITION ("Ready", "True", "A")),
    NODE_WITH ("n1", "", "", SIZE ", " CONDITION ("Ready", "False", "A")), .move = MOVE },
  { "node with another reason", NODE_WITH ("n1", "", "", SIZE ", " CONDITION ("Ready", "True", "A")),
    NODE_WITH ("n1", "", "", SIZE ", " CONDITION ("Ready", "True", "B")), .move = NOTHING },

  { "pod runs", SMALL_NODE ("n1"), RUNNING ("r", "app: other"), .move = REQUEST },
  { "wanted pod runs", SMALL_NODE ("n1"), RUNNING ("r", "app: wanted"), .move = MOVE },
  { "wanted pod of others runs", SMALL_NODE ("n1"),
    PLACED ("r", "n1", "app: wanted"), .move = MOVE },
  { "pod changes", SMALL_NODE ("n1") RUNNING ("r", "app: other"),
    RUNNING ("r", "app: different"), .move = REQUEST },
  { "pod is wanted now", SMALL_NODE ("n1") RUNNING ("r", "app: other"),
    RUNNING ("r", "app: wanted"), .move = MOVE },
  { "pod that ran goes", SMALL_NODE ("n1") RUNNING ("r", "app: other"),
    NULL, FIT_KIND_POD, "ns", "r", MOVE },
  { "pod succeeds", SMALL_NODE ("n1") RUNNING ("r", "app: other"),
    OURS_WITH ("r", "", ON ("n1"), "phase: Succeeded"), .move = MOVE },
  { "pod fails", SMALL_NODE ("n1") RUNNING ("r", "app: other"),
    OURS_WITH ("r", "", ON ("n1"), "phase: Failed"), .move = MOVE },
  { "pod that has succeeded comes", SMALL_NODE ("n1"),
    OURS_WITH ("r", "labels: {app: wanted}", ON ("n1"), "phase: Succeeded"), .move = NOTHING },
  { "pod of others waits", SMALL_NODE ("n1"), THEIRS ("t", ""), .move = NOTHING },
  { "pod of others still waits", SMALL_NODE ("n1") THEIRS ("t", ""),
    THEIRS ("t", "priority: 1"), .move = NOTHING },
  { "pod of others does not wait any more", SMALL_NODE ("n1") THEIRS ("t", ""),
    NULL, FIT_KIND_POD, "ns", "t", NOTHING },

  { "CSINode comes", SMALL_NODE ("n1"), CSI (""), .move = MOVE },
  { "CSINode changes", SMALL_NODE ("n1") CSI (""), CSI ("{name: d, nodeID: i}"), .move = MOVE },
  { "CSINode goes", SMALL_NODE ("n1") CSI (""), NULL, FIT_KIND_CSI_NODE, "", "n1", NOTHING },
  { "volume comes", SMALL_NODE ("n1"), VOLUME ("v", "c"), .move = MOVE },
  { "volume changes", SMALL_NODE ("n1") VOLUME ("v", "c"), VOLUME ("v", "d"), .move = MOVE },
  { "volume goes", SMALL_NODE ("n1") VOLUME ("v", "c"), NULL, FIT_KIND_PERSISTENT_VOLUME, "", "v", NOTHING },
  { "claim comes", SMALL_NODE ("n1"), CLAIM ("c", "c"), .move = MOVE },
  { "claim changes", SMALL_NODE ("n1") CLAIM ("c", "c"), CLAIM ("c", "d"), .move = MOVE },
  { "claim goes", SMALL_NODE ("n1") CLAIM ("c", "c"), NULL, FIT_KIND_PERSISTENT_VOLUME_CLAIM, "ns", "c", NOTHING },
  { "service comes", SMALL_NODE ("n1"), SERVICE_WITH ("a: b"), .move = MOVE },
  { "service changes", SMALL_NODE ("n1") SERVICE_WITH ("a: b"), SERVICE_WITH ("a: c"), .move = MOVE },
  { "service goes", SMALL_NODE ("n1") SERVICE_WITH ("a: b"), NULL, FIT_KIND_SERVICE, "ns", "s", MOVE },
  { "patient class comes", SMALL_NODE ("n1"), CLASS ("late", "p"), .move = MOVE },
  { "class comes", SMALL_NODE ("n1"), IMMEDIATE, .move = NOTHING },
  { "patient class changes", SMALL_NODE ("n1") CLASS ("late", "p"), CLASS ("late", "q"), .move = NOTHING },
  { "patient class goes", SMALL_NODE ("n1") CLASS ("late", "p"), NULL, FIT_KIND_STORAGE_CLASS, "", "late", NOTHING },

  { "replication controller", SMALL_NODE ("n1"), RC ("r"), .move = NOTHING },
  { "replica set", SMALL_NODE ("n1"), REPLICA_SET ("r", "matchLabels: {a: b}"), .move = NOTHING },
  { "stateful set", SMALL_NODE ("n1"), CONTROLLER ("apps/v1", "StatefulSet", "r"), .move = NOTHING },
  { "budget", SMALL_NODE ("n1"), CONTROLLER ("policy/v1beta1", "PodDisruptionBudget", "r"), .move = NOTHING },
  { "priority class", SMALL_NODE ("n1"),
    "---\n{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: p}, value: 1}\n", .move = NOTHING },
};
/* clang-format on */

static void
test_events_move_pods (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    try_row (&rows[i], NULL);
}

/* v1.16 may have CSINodes, and not watch them. */
static void
test_csi_nodes_may_be_unknown (void **state)
{
  static const Row unknown[] = {
    { "CSINode comes", SMALL_NODE ("n1"), CSI (""), .move = NOTHING },
    { "CSINode changes", SMALL_NODE ("n1") CSI (""),
      CSI ("{name: d, nodeID: i}"), .move = NOTHING },
    { "node comes", SMALL_NODE ("n1"), SMALL_NODE ("n2"), .move = MOVE },
    { "service comes", SMALL_NODE ("n1"), SERVICE_WITH ("a: b"), .move = MOVE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    try_row (&unknown[i], "CSINodeInfo=false");
}

/* A node's change that does not matter asks for a move when nobody waits: for
 * the pod that is tried just now. */
static void
test_update_of_node_is_for_the_pod_in_flight (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") BIG ("p"),
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  scene_set (&scene, NODE ("n1", HOST "n1", "pods: 10, cpu: 2"));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_BACKOFF);
}

/* A heartbeat while the only pod is bound.  Up to v1.20 it may help the pod when its
 * binding fails, later it is none of its business. */
static void
assert_heartbeat (const char *release, FitQueueName expected)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .release = release);

  assert_true (scene_schedule (&scene));
  scene_set (
      &scene,
      NODE_WITH ("n1", "labels: {" HOST "n1}, annotations: {a: b}", "", SIZE));
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_queued (&scene, "p", expected);
}

static void
test_heartbeats_of_nodes (void **state)
{
  assert_heartbeat ("1.20", FIT_QUEUE_BACKOFF);
  assert_heartbeat ("1.21", FIT_QUEUE_UNSCHEDULABLE);
}

/* A node of which nothing was told is not one that can go. */
static void
test_node_that_is_unknown_goes (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"));

  fit_scheduler_handle (scene.scheduler, FIT_KIND_NODE,
                        fake_world_find (&scene.world, FIT_KIND_NODE, "", "n1"),
                        NULL, scene.now);
  assert_decisions (&scene, "");
  fit_scheduler_handle (scene.scheduler, FIT_KIND_NODE,
                        fake_world_find (&scene.world, FIT_KIND_NODE, "", "n1"),
                        NULL, scene.now);
  assert_decisions (&scene, "problem\n");
}

/* -- listers --------------------------------------------------------------- */

#define ALL_KINDS                             \
  VOLUME ("v", "c")                           \
  CLAIM ("c", "c")                            \
  CLASS ("k", "p")                            \
  SERVICE_WITH ("a: b")                       \
  RC ("rc")                                   \
  REPLICA_SET ("rs", "matchLabels: {a: b}")   \
  CONTROLLER ("apps/v1", "StatefulSet", "ss") \
  CONTROLLER ("policy/v1beta1", "PodDisruptionBudget", "b") CSI ("")

/* How many objects the listers know of those in ALL_KINDS. */
static guint
count_listed (FitListers *listers)
{
  g_autoptr (Interned) ns = fit_intern ("ns");
  guint n = fit_listers_all (listers, FIT_KIND_POD_DISRUPTION_BUDGET)->len
            + fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME)->len;

  for (guint kind = 0; kind <= FIT_KIND_STATEFUL_SET; kind++)
    {
      const GPtrArray *list = fit_listers_group (listers, (FitKind) kind, ns);

      n += list != NULL ? list->len : 0;
    }
  n += fit_listers_pvc (listers, ns, "c") != NULL;
  n += fit_listers_storage_class (listers, "k") != NULL;
  n += fit_listers_csi_node (listers, "n1") != NULL;
  return n;
}

static void
test_listers_follow (void **state)
{
  SCENE_FROM (scene, .manifest = ALL_KINDS);
  FitListers *listers = fit_cache_listers (scene.cache);

  assert_int_equal (count_listed (listers), 9);
  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      g_autoptr (GList) all = g_hash_table_get_values (scene.world.live[kind]);
      const FitObjectMeta *meta;

      if (all == NULL)
        continue;
      meta = fake_object_meta (all->data);
      scene_remove (&scene, (FitKind) kind, meta->namespace_, meta->name);
    }
  assert_int_equal (count_listed (listers), 0);
}

static void
test_listers_hold_the_latest (void **state)
{
  SCENE_FROM (scene, .manifest = VOLUME ("v", "old") CLASS ("k", "old"));
  FitListers *listers = fit_cache_listers (scene.cache);

  scene_set (&scene, VOLUME ("v", "new") CLASS ("k", "new"));
  assert_string_equal (fit_pv_class (fit_listers_pv (listers, "v")), "new");
  assert_string_equal (fit_listers_storage_class (listers, "k")->provisioner,
                       "new");
}

/* -- nodes ----------------------------------------------------------------- */

static void
test_nodes_are_in_the_cache (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"));

  assert_int_equal (
      fit_cache_find_node (scene.cache, "n1")->traits->allowed_pods, 10);
  scene_set (&scene, NODE ("n1", HOST "n1", "pods: 20, cpu: 2"));
  assert_int_equal (
      fit_cache_find_node (scene.cache, "n1")->traits->allowed_pods, 20);
  scene_remove (&scene, FIT_KIND_NODE, "", "n1");
  assert_null (fit_cache_find_node (scene.cache, "n1"));
}

/* -- pods that run --------------------------------------------------------- */

static void
test_running_pods_count_on_their_node (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") RUNNING ("r", ""));

  assert_counted_on (&scene, "r", "n1");
  assert_place (&scene, "r", FIT_POD_UNKNOWN);
  assert_int_equal (
      cluster_node (&(const Cluster){ .cache = scene.cache }, "n1")
          ->requested.milli_cpu,
      1000);
  scene_set (&scene, OURS ("r", ON ("n1") CPU ("500m")));
  assert_int_equal (
      fit_cache_find_node (scene.cache, "n1")->requested.milli_cpu, 500);
  scene_set (&scene, OURS_WITH ("r", "", ON ("n1"), "phase: Failed"));
  assert_counted_on (&scene, "r", "");
  scene_remove_pod (&scene, "r");
  assert_counted_on (&scene, "r", "");
  assert_false (scene_schedule (&scene));
}

/* The cache only complains; the queue is asked all the same. */
static void
test_unknown_pod_that_runs_is_updated (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"));
  g_autoptr (FitPod) pod = pod_from (RUNNING ("r", ""));

  scene_set (&scene, BIG ("p"));
  assert_true (scene_schedule (&scene));
  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, pod, pod, scene.now);
  assert_counted_on (&scene, "r", "");
  assert_int_equal (scene.queue->move_request_cycle, 1);
}

static void
test_unknown_pod_that_ran_goes (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"));
  g_autoptr (FitPod) pod = pod_from (RUNNING ("r", ""));

  scene_set (&scene, BIG ("p"));
  assert_true (scene_schedule (&scene));
  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, pod, NULL, scene.now);
  assert_int_equal (scene.queue->move_request_cycle, 1);
}

/* -- pods that wait -------------------------------------------------------- */

static void
test_pods_without_node_are_queued (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p") THEIRS ("t", "")
                         OURS_WITH ("done", "", "", "phase: Succeeded"));

  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  assert_place (&scene, "p", FIT_POD_QUEUED);
  assert_queued (&scene, "t", FIT_QUEUE_NONE);
  assert_queued (&scene, "done", FIT_QUEUE_NONE);
  scene_remove_pod (&scene, "p");
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

/* Does a pod that waits become active when @metadata is added to it? */
static void
assert_wakes (const char *release, const char *metadata, gboolean expected)
{
  g_autofree char *changed
      = g_strdup_printf (OURS_WITH ("p", "%s", CPU ("100"), ""), metadata);
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"), .disable_preemption = TRUE,
              .release = release);

  scene_set (&scene, BIG ("p"));
  assert_true (scene_schedule (&scene));
  scene_wait (&scene, 2 * SECOND);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_set (&scene, changed);
  assert_queued (&scene, "p",
                 expected ? FIT_QUEUE_ACTIVE : FIT_QUEUE_UNSCHEDULABLE);
}

/* Since 1.22 they say nothing about where a pod fits. */
static void
test_finalizers_wake_no_pod (void **state)
{
  assert_wakes ("1.21", "finalizers: [a]", TRUE);
  assert_wakes ("1.22", "finalizers: [a]", FALSE);
  assert_wakes ("1.28", "managedFields: [{manager: m}]", FALSE);
  assert_wakes ("1.28", "labels: {a: b}", TRUE);
}

static void
test_pod_that_waits_changes (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"), .disable_preemption = TRUE);

  let_fail (&scene, BIG ("p"), "p");
  scene_set (&scene, OURS_WITH ("p", "", CPU ("100"), "nominatedNodeName: n1"));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  assert_nominated (&scene, "n1", "p");
  scene_set (&scene, OURS_WITH ("p", "labels: {a: b}", CPU ("100"),
                                "nominatedNodeName: n1"));
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  scene_remove_pod (&scene, "p");
  assert_nominated (&scene, "n1", "");
}

static FitStatus
no_node (const FitPluginCall *call, const FitNodeInfo *node)
{
  return fit_status (FIT_STATUS_UNSCHEDULABLE, "no");
}

/* Only pods that go may help. */
static const FitEventRegistration *
pods_that_go (gpointer plugin, guint *out_n)
{
  static const FitEventRegistration events[]
      = { { .event
            = { .resource = FIT_CLUSTER_POD, .actions = FIT_ACTION_DELETE } } };

  *out_n = G_N_ELEMENTS (events);
  return events;
}

/* From v1.33 on the end of a nomination is an event for pods that are no more
 * important: they may fit where it counted. */
static void
assert_nomination_ends (const char *release, const char *after,
                        FitQueueName equal, FitQueueName lower)
{
  static const FitPluginInfo info = { .name = "Picky",
                                      .filter = no_node,
                                      .events_to_register = pods_that_go };
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"), .plugin = &info,
              .release = release, .disable_preemption = TRUE);

  scene_set (&scene, OURS ("higher", PRIORITY ("6") CPU ("1"))
                         OURS ("equal", PRIORITY ("5") CPU ("1"))
                             OURS ("lower", PRIORITY ("4") CPU ("1")));
  while (scene_schedule (&scene))
    ;
  scene_wait (&scene, 20 * SECOND);
  assert_queued (&scene, "higher", FIT_QUEUE_UNSCHEDULABLE);
  scene_set (&scene, OURS_WITH ("p", "", PRIORITY ("5") CPU ("1"),
                                "nominatedNodeName: n1"));
  if (after != NULL)
    scene_set (&scene, after);
  else
    scene_remove_pod (&scene, "p");
  assert_queued (&scene, "higher", FIT_QUEUE_UNSCHEDULABLE);
  assert_queued (&scene, "equal", equal);
  assert_queued (&scene, "lower", lower);
}

static void
test_nomination_ends (void **state)
{
  static const char *const ways[]
      = { OURS ("p", PRIORITY ("5") CPU ("1")), /* it is nominated no more */
          NULL };                               /* it is gone */

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      assert_nomination_ends ("1.32.2", ways[i], FIT_QUEUE_UNSCHEDULABLE,
                              FIT_QUEUE_UNSCHEDULABLE);
      assert_nomination_ends ("1.33.0", ways[i], FIT_QUEUE_ACTIVE,
                              FIT_QUEUE_ACTIVE);
    }
  /* it is bound, which is no such end from 1.35 on */
  assert_nomination_ends ("1.34.9",
                          OURS_WITH ("p", "",
                                     ON ("n1") PRIORITY ("5") CPU ("1"),
                                     "nominatedNodeName: n1"),
                          FIT_QUEUE_ACTIVE, FIT_QUEUE_ACTIVE);
  assert_nomination_ends ("1.35.6",
                          OURS_WITH ("p", "",
                                     ON ("n1") PRIORITY ("5") CPU ("1"),
                                     "nominatedNodeName: n1"),
                          FIT_QUEUE_UNSCHEDULABLE, FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_pod_that_waits_comes_to_an_end (void **state)
{
  SCENE_FROM (scene, .manifest = PLAIN ("p"));

  scene_set (&scene, OURS_WITH ("p", "", "", "phase: Failed"));
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
}

static void
test_pod_changes_its_scheduler (void **state)
{
  SCENE_FROM (scene, .manifest = PLAIN ("p") THEIRS ("t", ""));

  scene_set (&scene, THEIRS ("p", ""));
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  scene_set (&scene, PLAIN ("t"));
  assert_queued (&scene, "t", FIT_QUEUE_ACTIVE);
}

/* Somebody else has bound it. */
static void
test_pod_that_waits_gets_a_node (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  scene_set (&scene, OURS ("p", ON ("n1")));
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  assert_counted_on (&scene, "p", "n1");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  scene_remove_pod (&scene, "p");
  assert_counted_on (&scene, "p", "");
}

/* -- what plugins want to hear of ------------------------------------------ */

/* A plugin says what may help the pods that it turns down. */
static const FitEventRegistration *
claims_only (gpointer plugin, guint *out_n)
{
  static const FitEventRegistration events[]
      = { { { FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM, FIT_ACTION_ADD, NULL },
            NULL } };

  *out_n = G_N_ELEMENTS (events);
  return events;
}

static void
assert_claim_wakes (const char *release, FitQueueName by_node)
{
  static const FitPluginInfo info = { .name = "Picky",
                                      .filter = no_node,
                                      .events_to_register = claims_only };
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"), .plugin = &info,
              .release = release, .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 20 * SECOND);
  scene_set (&scene, SMALL_NODE ("n2"));
  assert_queued (&scene, "p", by_node);
  scene_set (&scene, CLAIM ("c", "slow"));
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
}

static const FitEventRegistration *
new_nodes_only (gpointer plugin, guint *out_n)
{
  static const FitEventRegistration events[]
      = { { { FIT_CLUSTER_NODE, FIT_ACTION_ADD, NULL }, NULL } };

  *out_n = G_N_ELEMENTS (events);
  return events;
}

/* A new node with a taint is of no use to the pod.  That its taint goes is news for
 * all who want to hear of new nodes from v1.30 on, and for nobody else. */
static void
assert_taint_wakes (const char *release, const FitPluginInfo *info,
                    FitQueueName expected)
{
#define TAINTED(taints) \
  NODE_WITH ("n2", "labels: {" HOST "n2}", taints, "allocatable: {pods: 9}")
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"), .plugin = info,
              .release = release, .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  scene_wait (&scene, 20 * SECOND);
  scene_set (&scene, TAINTED ("taints: [{key: a, effect: NoSchedule}]"));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_set (&scene, TAINTED (""));
  assert_queued (&scene, "p", expected);
}

static void
test_taints_of_new_nodes (void **state)
{
  static const FitPluginInfo nodes = { .name = "Picky",
                                       .filter = no_node,
                                       .events_to_register = new_nodes_only };
  static const FitPluginInfo claims = { .name = "Picky",
                                        .filter = no_node,
                                        .events_to_register = claims_only };

  assert_taint_wakes ("1.29", &nodes, FIT_QUEUE_UNSCHEDULABLE);
  assert_taint_wakes ("1.30", &nodes, FIT_QUEUE_ACTIVE);
  assert_taint_wakes ("1.30", &claims, FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_registered_events (void **state)
{
  assert_claim_wakes ("1.20.2", FIT_QUEUE_ACTIVE);
  assert_claim_wakes ("1.28", FIT_QUEUE_UNSCHEDULABLE);
}

/* -- assumed pods ---------------------------------------------------------- */

/* p is on its way to n1. */
static void
assume (Scene *scene)
{
  assert_true (scene_schedule (scene));
  assert_place (scene, "p", FIT_POD_BINDING);
  assert_counted_on (scene, "p", "n1");
}

static void
test_update_of_an_assumed_pod_says_nothing_new (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  assume (&scene);
  scene_set (&scene, OURS_WITH ("p", "annotations: {a: b}", "", ""));
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  assert_place (&scene, "p", FIT_POD_BINDING);
}

/* As v1.16 has it: the pod is tried again beside its binding. */
static void
test_update_of_an_assumed_pod_queues_it (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  assume (&scene);
  scene_set (&scene, OURS_WITH ("p", "labels: {a: b}", "", ""));
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  assert_counted_on (&scene, "p", "n1");
}

static void
test_binding_is_confirmed (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));
  g_autoptr (FitPod) pod = pod_from (PLAIN ("p"));

  assume (&scene);
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_place (&scene, "p", FIT_POD_BOUND);
  assert_true (fit_cache_is_assumed (scene.cache, pod));
  scene_tell (&scene);
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  assert_false (fit_cache_is_assumed (scene.cache, pod));
  assert_counted_on (&scene, "p", "n1");
  scene_wait (&scene, 3600 * SECOND);
  assert_counted_on (&scene, "p", "n1");
}

/* The watch is faster than the answer. */
static void
test_binding_is_confirmed_before_its_end (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  assume (&scene);
  scene_set (&scene, OURS ("p", ON ("n1")));
  assert_counted_on (&scene, "p", "n1");
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "conflict");
  scene_settle (&scene);
  assert_counted_on (&scene, "p", "n1");
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

static void
test_pod_is_bound_elsewhere (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  assume (&scene);
  scene_set (&scene, SMALL_NODE ("n2") OURS ("p", ON ("n2")));
  assert_counted_on (&scene, "p", "n2");
}

/* Its binding fails then, and there is nobody to be queued. */
static void
test_assumed_pod_goes_before_it_was_confirmed (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  assume (&scene);
  scene_remove_pod (&scene, "p");
  scene_settle (&scene);
  assert_counted_on (&scene, "p", "");
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

/* What cannot be true of a running pod is reported, whatever happens to it. */
static void
test_pods_that_the_cache_does_not_take (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"));
  g_autoptr (FitPod) pod = pod_from (RUNNING ("p", ""));
  g_autoptr (FitPod) changed = pod_from (RUNNING ("p", "a: b"));

  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, pod, changed, scene.now);
  assert_decisions (&scene, "problem p\n");
  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, pod, NULL, scene.now);
  assert_decisions (&scene, "problem p\n");
  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, NULL, pod, scene.now);
  assert_decisions (&scene, "");
  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, NULL, pod, scene.now);
  assert_decisions (&scene, "problem p\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pods_that_the_cache_does_not_take),
    cmocka_unit_test (test_events_move_pods),
    cmocka_unit_test (test_csi_nodes_may_be_unknown),
    cmocka_unit_test (test_update_of_node_is_for_the_pod_in_flight),
    cmocka_unit_test (test_heartbeats_of_nodes),
    cmocka_unit_test (test_node_that_is_unknown_goes),
    cmocka_unit_test (test_listers_follow),
    cmocka_unit_test (test_listers_hold_the_latest),
    cmocka_unit_test (test_nodes_are_in_the_cache),
    cmocka_unit_test (test_running_pods_count_on_their_node),
    cmocka_unit_test (test_unknown_pod_that_runs_is_updated),
    cmocka_unit_test (test_unknown_pod_that_ran_goes),
    cmocka_unit_test (test_pods_without_node_are_queued),
    cmocka_unit_test (test_pod_that_waits_changes),
    cmocka_unit_test (test_nomination_ends),
    cmocka_unit_test (test_pod_that_waits_comes_to_an_end),
    cmocka_unit_test (test_finalizers_wake_no_pod),
    cmocka_unit_test (test_pod_changes_its_scheduler),
    cmocka_unit_test (test_pod_that_waits_gets_a_node),
    cmocka_unit_test (test_taints_of_new_nodes),
    cmocka_unit_test (test_registered_events),
    cmocka_unit_test (test_update_of_an_assumed_pod_says_nothing_new),
    cmocka_unit_test (test_update_of_an_assumed_pod_queues_it),
    cmocka_unit_test (test_binding_is_confirmed),
    cmocka_unit_test (test_binding_is_confirmed_before_its_end),
    cmocka_unit_test (test_pod_is_bound_elsewhere),
    cmocka_unit_test (test_assumed_pod_goes_before_it_was_confirmed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
