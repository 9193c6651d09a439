/* Whom an event wakes in later releases.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-scene.h"
#include "tests/support/manifest.h"

/* What the plugins of these tests say, and what they were asked. */
typedef struct
{
  FitQueueingHint says;
  guint asked;
  const FitPod *pod;
  gconstpointer old_object;
  gconstpointer new_object;
} Plugin;

static FitQueueingHint
hint (gpointer data, const FitPod *pod, gconstpointer old_object,
      gconstpointer new_object)
{
  Plugin *plugin = data;

  plugin->asked++;
  plugin->pod = pod;
  plugin->old_object = old_object;
  plugin->new_object = new_object;
  return plugin->says;
}

enum
{
  JUDGE, /* is told of nodes, and says what it thinks */
  OTHER, /* the same */
  MUTE,  /* is told of nodes that come, and of volumes */
  DEAF,  /* has registered nothing */
  N_PLUGINS,
};

/* A queue with plugins. */
typedef struct
{
  Scene *scene;
  Plugin plugins[N_PLUGINS];
  FitQueueRegistration registrations[4];
  FitQueueProfile profile;
} Woken;

static void
begin (Woken *woken, Scene *scene, FitRelease release, Gate hints)
{
  const FitFeatureGates gates = queue_gates (release, hints, GATE_DEFAULT);
  const FitQueueOptions options = {
    .release = release,
    .gates = &gates,
    .n_profiles = 1,
    .profiles = &woken->profile,
  };

  *woken = (Woken){
    .scene = scene,
    .registrations = {
      { "Judge", { { FIT_CLUSTER_NODE, FIT_ACTION_ADD | FIT_ACTION_UPDATE, NULL, NULL },
                   hint }, &woken->plugins[JUDGE] },
      { "Other", { { FIT_CLUSTER_NODE, FIT_ACTION_ALL, NULL, NULL }, hint },
        &woken->plugins[OTHER] },
      { "Mute", { { FIT_CLUSTER_NODE, FIT_ACTION_ADD, NULL, NULL }, NULL }, NULL },
      { "Mute", { { FIT_CLUSTER_PERSISTENT_VOLUME, FIT_ACTION_ALL, NULL, NULL },
                  NULL }, NULL },
    },
  };
  woken->profile = (FitQueueProfile){
    .scheduler_name = scene->p->spec->scheduler_name,
    .n_registrations = G_N_ELEMENTS (woken->registrations),
    .registrations = woken->registrations,
  };
  scene_renew (scene, &options);
}

#define NODE_ADD FIT_CLUSTER_EVENT_NODE_ADD
#define NODE_LABEL FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE
#define PV_ADD FIT_CLUSTER_EVENT_PV_ADD

/* -- what was registered --------------------------------------------------- */

/* Is a pod that @plugins rejected woken by @event, long after its backoff? */
static void
assert_wakes (Scene *scene, const char *plugins, FitClusterEventName event,
              gboolean expected)
{
  scene_try (scene, scene->p, plugins, START);
  scene_happens (scene, event, START + 50 * SECOND);
  assert_where (scene, scene->p,
                expected ? FIT_QUEUE_ACTIVE : FIT_QUEUE_UNSCHEDULABLE);
  fit_scheduling_queue_delete (scene->queue, scene->p);
}

static void
test_events_wake_whom_they_may_help (void **state)
{
  static const struct
  {
    FitRelease release;
    Gate hints;
  } releases[] = {
    { FIT_RELEASE (22, 6), GATE_DEFAULT },
    { FIT_RELEASE (27, 1), GATE_DEFAULT },
    { FIT_RELEASE (28, 3), GATE_OFF },
    { FIT_RELEASE (30, 1), GATE_DEFAULT },
    { FIT_RELEASE (32, 2), GATE_DEFAULT },
  };
  Scene *scene = *state;
  Woken woken;

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      begin (&woken, scene, releases[i].release, releases[i].hints);
      assert_wakes (scene, "Mute", NODE_ADD, TRUE);
      assert_wakes (scene, "Mute", NODE_LABEL, FALSE);
      assert_wakes (scene, "Mute", PV_ADD, TRUE);
      assert_wakes (scene, "Mute", FIT_CLUSTER_EVENT_PVC_ADD, FALSE);
      assert_wakes (scene, "Deaf", NODE_ADD, FALSE);
      assert_wakes (scene, "Unknown", NODE_ADD, FALSE);
      assert_wakes (scene, "Deaf Mute", NODE_ADD, TRUE);
      assert_wakes (scene, "Deaf", FIT_CLUSTER_EVENT_WILDCARD, TRUE);
      if (releases[i].release < FIT_RELEASE (29, 0))
        assert_wakes (scene, "", PV_ADD, TRUE);
    }
}

static void
test_every_event_woke_everybody_before (void **state)
{
  static const FitRelease releases[]
      = { FIT_RELEASE_LEGACY, FIT_RELEASE (18, 2), FIT_RELEASE (21, 9) };
  Scene *scene = *state;
  Woken woken;

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      begin (&woken, scene, releases[i], GATE_ON);
      assert_wakes (scene, "Deaf", NODE_ADD, TRUE);
      assert_wakes (scene, "Judge", PV_ADD, TRUE);
      assert_int_equal (woken.plugins[JUDGE].asked, 0);
    }
}

static void
test_pods_of_nobody_are_woken_by_everything (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) pod
      = pod_from (WAITING ("o", "", "schedulerName: other", ""));
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_ON);
  scene_try (scene, pod, "Deaf", START);
  scene_happens (scene, PV_ADD, START + SECOND);
  assert_trace (scene, "o: unschedulablePods -> activeQ (PvAdd)\n");
}

/* -- hints ----------------------------------------------------------------- */

static void
test_greatest_hint_counts (void **state)
{
  /* What both say, and where a pod goes that backs off, and one that does not
   */
  static const struct
  {
    FitQueueingHint judge, other;
    FitQueueName during, after;
  } rows[] = {
    { FIT_QUEUEING_SKIP, FIT_QUEUEING_SKIP, FIT_QUEUE_UNSCHEDULABLE,
      FIT_QUEUE_UNSCHEDULABLE },
    { FIT_QUEUEING_SKIP, FIT_QUEUEING_AFTER_BACKOFF, FIT_QUEUE_BACKOFF,
      FIT_QUEUE_ACTIVE },
    { FIT_QUEUEING_AFTER_BACKOFF, FIT_QUEUEING_SKIP, FIT_QUEUE_BACKOFF,
      FIT_QUEUE_ACTIVE },
    { FIT_QUEUEING_AFTER_BACKOFF, FIT_QUEUEING_IMMEDIATELY, FIT_QUEUE_ACTIVE,
      FIT_QUEUE_ACTIVE },
    { FIT_QUEUEING_IMMEDIATELY, FIT_QUEUEING_SKIP, FIT_QUEUE_ACTIVE,
      FIT_QUEUE_ACTIVE },
  };
  Scene *scene = *state;
  Woken woken;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
      woken.plugins[JUDGE].says = rows[i].judge;
      woken.plugins[OTHER].says = rows[i].other;
      scene_try (scene, scene->p, "Judge Other", START);
      scene_happens (scene, NODE_ADD, START + SECOND - 1);
      assert_where (scene, scene->p, rows[i].during);
      fit_scheduling_queue_delete (scene->queue, scene->p);
      scene_try (scene, scene->p, "Other Judge", START);
      scene_happens (scene, NODE_ADD, START + SECOND);
      assert_where (scene, scene->p, rows[i].after);
    }
}

static void
test_only_those_who_rejected_are_asked (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitObjects) nodes
      = objects_from (NODE ("old", "", "") NODE ("new", "", ""));
  const GPtrArray *node = nodes->of[FIT_KIND_NODE];
  const FitQueueChange change = {
    .event = fit_cluster_event (NODE_LABEL),
    .old_object = node->pdata[0],
    .new_object = node->pdata[1],
  };
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_ON);
  scene_try (scene, scene->p, "Judge", START);
  fit_scheduling_queue_move (scene->queue, &change, START);
  assert_int_equal (woken.plugins[JUDGE].asked, 1);
  assert_ptr_equal (woken.plugins[JUDGE].pod, scene->p);
  assert_ptr_equal (woken.plugins[JUDGE].old_object, node->pdata[0]);
  assert_ptr_equal (woken.plugins[JUDGE].new_object, node->pdata[1]);
  assert_int_equal (woken.plugins[OTHER].asked, 0);
}

/* Without the gate nobody is asked: an event that was registered helps. */
static void
test_without_the_gate_hints_are_not_asked (void **state)
{
  Scene *scene = *state;
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_OFF);
  woken.plugins[JUDGE].says = FIT_QUEUEING_IMMEDIATELY;
  scene_try (scene, scene->p, "Judge", START);
  scene_happens (scene, NODE_ADD, START);
  assert_trace (scene, "p: unschedulablePods -> backoffQ (NodeAdd)\n");
  assert_int_equal (woken.plugins[JUDGE].asked, 0);
}

/* -- events during an attempt ---------------------------------------------- */

/* p is popped, then @event happens unless it is FIT_CLUSTER_EVENT_LAST, then p
 * is rejected by @plugins. */
static void
assert_after_event (Scene *scene, FitClusterEventName event,
                    const char *plugins, FitQueueName expected)
{
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  if (event != FIT_CLUSTER_EVENT_LAST)
    scene_happens (scene, event, START);
  scene_reject (scene, scene->p, plugins, START);
  assert_where (scene, scene->p, expected);
  assert_int_equal (queue_count_events (scene->queue), 0);
  fit_scheduling_queue_delete (scene->queue, scene->p);
}

static void
test_events_of_an_attempt_are_judged_at_its_end (void **state)
{
  Scene *scene = *state;
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  assert_after_event (scene, FIT_CLUSTER_EVENT_LAST, "Mute",
                      FIT_QUEUE_UNSCHEDULABLE);
  assert_after_event (scene, NODE_ADD, "Mute", FIT_QUEUE_BACKOFF);
  assert_after_event (scene, NODE_LABEL, "Mute", FIT_QUEUE_UNSCHEDULABLE);
  assert_after_event (scene, NODE_ADD, "Deaf", FIT_QUEUE_UNSCHEDULABLE);
  assert_after_event (scene, NODE_ADD, "Judge", FIT_QUEUE_UNSCHEDULABLE);
  woken.plugins[JUDGE].says = FIT_QUEUEING_IMMEDIATELY;
  assert_after_event (scene, NODE_ADD, "Judge", FIT_QUEUE_ACTIVE);
  /* Nobody knows why it failed: anything may help. */
  assert_after_event (scene, FIT_CLUSTER_EVENT_LAST, "",
                      FIT_QUEUE_UNSCHEDULABLE);
  assert_after_event (scene, PV_ADD, "", FIT_QUEUE_BACKOFF);
  /* An event that no plugin has registered is not watched. */
  assert_after_event (scene, FIT_CLUSTER_EVENT_PVC_ADD, "",
                      FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_events_before_the_pop_do_not_count (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  fit_scheduling_queue_add (scene->queue, q, START);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "q");
  scene_happens (scene, NODE_ADD, START);
  assert_pops (scene, "p");
  scene_reject (scene, scene->p, "Mute", START);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  scene_reject (scene, q, "Mute", START);
  assert_where (scene, q, FIT_QUEUE_BACKOFF);
}

static void
test_attempt_that_succeeds_lets_go_of_events (void **state)
{
  Scene *scene = *state;
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  scene_happens (scene, NODE_ADD, START);
  assert_int_equal (queue_count_events (scene->queue), 1);
  fit_scheduling_queue_done (scene->queue, "p");
  assert_int_equal (queue_count_events (scene->queue), 0);
  fit_scheduling_queue_done (scene->queue, "p");
  assert_null (queue_attempts (scene->queue, "p"));
}

/* A pod that comes back without having been in flight. */
static void
test_unknown_attempt_waits_for_its_backoff (void **state)
{
  Scene *scene = *state;
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  scene_reject (scene, scene->p, "Deaf", START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
}

/* It was deleted and made anew meanwhile: its attempt is over all the same. */
static void
test_refused_return_ends_the_attempt (void **state)
{
  Scene *scene = *state;
  g_autoptr (GError) error = NULL;
  const FitQueueFailure failure = { .pod = scene->p, .uid = "p" };
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_false (
      fit_scheduling_queue_add_failed (scene->queue, &failure, START, &error));
  assert_string_equal (error->message, "pod is already present in the activeQ");
  assert_null (queue_attempts (scene->queue, "p"));
  assert_int_equal (fit_scheduling_queue_count (scene->queue, FIT_QUEUE_ACTIVE),
                    1);
}

static void
test_attempts_are_those_of_the_pod_that_was_popped (void **state)
{
  Scene *scene = *state;
  const FitQueueFailure failure = { .pod = scene->p, .uid = "q" };
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  fit_scheduling_queue_add (scene->queue, q, START);
  assert_pops (scene, "q");
  assert_true (
      fit_scheduling_queue_add_failed (scene->queue, &failure, START, NULL));
  assert_int_equal (
      fit_scheduling_queue_find (scene->queue, scene->p)->attempts.n, 1);
  assert_null (queue_attempts (scene->queue, "q"));
}

/* Without hints the cycles decide, as in v1.16. */
static void
test_without_the_gate_cycles_decide (void **state)
{
  Scene *scene = *state;
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (30, 1), GATE_DEFAULT);
  assert_after_event (scene, FIT_CLUSTER_EVENT_LAST, "Deaf",
                      FIT_QUEUE_UNSCHEDULABLE);
  assert_after_event (scene, NODE_ADD, "Deaf", FIT_QUEUE_BACKOFF);
}

/* -- checks of nodes ------------------------------------------------------- */

static gboolean
is_called (const FitPod *pod, gpointer name)
{
  return strcmp (pod->meta.name, name) == 0;
}

static void
assert_check (Scene *scene, FitRelease release, Gate hints, gboolean expected)
{
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));
  FitQueueChange change
      = { .event = fit_cluster_event (NODE_ADD), .data = (gpointer) "q" };
  Woken woken;

  begin (&woken, scene, release, hints);
  assert_int_equal (fit_scheduling_queue_checks_nodes (scene->queue), expected);
  if (fit_scheduling_queue_checks_nodes (scene->queue))
    change.check = is_called;
  scene_try (scene, scene->p, "Mute", START);
  scene_try (scene, q, "Mute", START + 1);
  fit_scheduling_queue_move (scene->queue, &change, START + 9 * SECOND);
  assert_where (scene, q, FIT_QUEUE_ACTIVE);
  assert_where (scene, scene->p,
                expected ? FIT_QUEUE_UNSCHEDULABLE : FIT_QUEUE_ACTIVE);
}

static void
test_nodes_wake_those_that_might_run_there (void **state)
{
  assert_check (*state, FIT_RELEASE (21, 9), GATE_DEFAULT, FALSE);
  assert_check (*state, FIT_RELEASE (22, 6), GATE_DEFAULT, TRUE);
  assert_check (*state, FIT_RELEASE (28, 3), GATE_DEFAULT, TRUE);
  assert_check (*state, FIT_RELEASE (32, 2), GATE_DEFAULT, FALSE);
  assert_check (*state, FIT_RELEASE (32, 2), GATE_OFF, TRUE);
}

/* -- pods that run --------------------------------------------------------- */

static void
test_pod_that_runs_wakes_who_wants_it_near (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) near = pod_from (WAITING ("near", "", NEAR ("a: b"), ""));
  g_autoptr (FitPod) pod = pod_from (PLACED ("r", "n1", "a: b"));
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  woken.registrations[0].registration.event
      = *fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD);
  woken.plugins[JUDGE].says = FIT_QUEUEING_AFTER_BACKOFF;
  scene_try (scene, scene->p, "Judge", START);
  scene_try (scene, near, "Judge", START);
  fit_scheduling_queue_assigned_pod_updated (scene->queue, pod, pod, START);
  assert_trace (scene, "");
  fit_scheduling_queue_assigned_pod_added (scene->queue, pod, START);
  assert_trace (scene,
                "near: unschedulablePods -> backoffQ (AssignedPodAdd)\n");
  assert_ptr_equal (woken.plugins[JUDGE].new_object, pod);
}

static void
test_pod_that_runs_is_an_event_for_those_in_flight (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) pod = pod_from (PLACED ("r", "n1", "a: b"));
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (28, 3), GATE_DEFAULT);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  fit_scheduling_queue_assigned_pod_added (scene->queue, pod, START);
  scene_reject (scene, scene->p, "", START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
}

/* Namespaces may be chosen by their labels. */
static void
test_neighbours_may_be_of_chosen_namespaces (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitListers) listers = fit_listers_new ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  static const char manifest[]
      = "---\n{apiVersion: v1, kind: Namespace, metadata: {name: ns, labels: {team: "
        "a}}}\n"
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: w, uid: w, "
        "namespace: other}, spec: {affinity: {podAffinity: {" REQUIRED
        "[{topologyKey: zone, labelSelector: {}, namespaceSelector: "
        "{matchLabels: {team: a}}}]}}}}\n";
  g_autoptr (FitPod) pod = pod_from (PLACED ("r", "n1", "a: b"));
  const FitPod *waiting;

  objects_add (objects, manifest,
               FIT_DECODE_AS_IS | FIT_DECODE_NAMESPACE_SELECTORS);
  waiting = objects->of[FIT_KIND_POD]->pdata[0];
  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (28, 3),
                                          .listers = listers });
  scene_try (scene, waiting, "", START);
  fit_scheduling_queue_assigned_pod_added (scene->queue, pod, START);
  assert_where (scene, waiting, FIT_QUEUE_UNSCHEDULABLE);
  fit_listers_set (listers, objects->of[FIT_KIND_NAMESPACE]->pdata[0]);
  fit_scheduling_queue_assigned_pod_added (scene->queue, pod, START);
  assert_where (scene, waiting, FIT_QUEUE_BACKOFF);
}

/* Between, pods that are to be spread are woken, too, if they are of the same
 * namespace. */
static void
test_pod_that_runs_wakes_who_is_to_be_spread (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) near = pod_from (WAITING ("near", "", NEAR ("a: b"), ""));
  g_autoptr (FitPod) even = pod_from (PLAIN ("even"));
  g_autoptr (FitPod) else_ = pod_from (PLAIN ("else"));
  g_autoptr (FitPod) strange
      = pod_from ("---\n{apiVersion: v1, kind: Pod, metadata: {name: strange, "
                  "uid: strange, namespace: other}}\n");
  g_autoptr (FitPod) pod = pod_from (PLACED ("r", "n1", "a: b"));
  Woken woken;

  begin (&woken, scene, FIT_RELEASE (32, 2), GATE_OFF);
  woken.registrations[0] = (FitQueueRegistration){
    "PodTopologySpread",
    { *fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD), NULL },
    NULL
  };
  woken.registrations[1].registration.event
      = *fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD);
  scene_try (scene, near, "Other", START);
  scene_try (scene, even, "PodTopologySpread", START + 1);
  scene_try (scene, else_, "Other", START + 2);
  scene_try (scene, strange, "PodTopologySpread", START + 3);
  scene_try (scene, scene->p, "", START + 4);
  fit_scheduling_queue_assigned_pod_added (scene->queue, pod,
                                           START + 50 * SECOND);
  assert_where (scene, near, FIT_QUEUE_ACTIVE);
  assert_where (scene, even, FIT_QUEUE_ACTIVE);
  assert_where (scene, else_, FIT_QUEUE_UNSCHEDULABLE);
  assert_where (scene, strange, FIT_QUEUE_UNSCHEDULABLE);
}

#define TEST(name) \
  cmocka_unit_test_setup_teardown (name, scene_setup, scene_teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_events_wake_whom_they_may_help),
    TEST (test_every_event_woke_everybody_before),
    TEST (test_pods_of_nobody_are_woken_by_everything),
    TEST (test_greatest_hint_counts),
    TEST (test_only_those_who_rejected_are_asked),
    TEST (test_without_the_gate_hints_are_not_asked),
    TEST (test_events_of_an_attempt_are_judged_at_its_end),
    TEST (test_events_before_the_pop_do_not_count),
    TEST (test_attempt_that_succeeds_lets_go_of_events),
    TEST (test_unknown_attempt_waits_for_its_backoff),
    TEST (test_refused_return_ends_the_attempt),
    TEST (test_attempts_are_those_of_the_pod_that_was_popped),
    TEST (test_without_the_gate_cycles_decide),
    TEST (test_nodes_wake_those_that_might_run_there),
    TEST (test_pod_that_runs_wakes_who_wants_it_near),
    TEST (test_pod_that_runs_is_an_event_for_those_in_flight),
    TEST (test_neighbours_may_be_of_chosen_namespaces),
    TEST (test_pod_that_runs_wakes_who_is_to_be_spread),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
