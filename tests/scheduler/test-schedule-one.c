/* One attempt: the order of its steps, and what is said when one fails.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler.h"

#include "tests/scheduler/scheduler-scene.h"

#include <string.h>

/* All that a plugin can note, but for Filter, Score and Bind. */
#define ALL_POINTS                                                             \
  (POINT (PRE_FILTER) | POINT (POST_FILTER) | POINT (RESERVE) | POINT (PERMIT) \
   | POINT (PRE_BIND) | POINT (POST_BIND) | POINT (UNRESERVE))

#define WARNING(name, text) \
  "event Warning FailedScheduling Scheduling " name ": " text "\n"
#define CONDITION(name, reason, text) \
  "condition " name " " reason ": " text "\n"
/* What is said of a pod when nothing is left to be undone. */
#define FAILURE(name, reason, text)                 \
  "start fetch pod " name "\n" WARNING (name, text) \
      CONDITION (name, reason, text)

#define TOO_BIG "0/1 nodes are available: 1 Insufficient cpu."

static void
say (Scene *scene, guint plugin, FitExtensionPoint point, FitStatusCode code,
     const char *message)
{
  scene->plugins[plugin].answers[point]
      = (FakeAnswer){ .code = code, .message = message };
}

/* -- success --------------------------------------------------------------- */

static void
test_steps_in_order (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { ALL_POINTS, ALL_POINTS });

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one prefilter p\n"
                      "two prefilter p\n"
                      "one post-filter p\n"
                      "two post-filter p\n"
                      "one reserve p n1\n"
                      "two reserve p n1\n"
                      "one permit p n1\n"
                      "two permit p n1\n"
                      "one prebind p n1\n"
                      "two prebind p n1\n"
                      "start bind p n1\n");
  assert_counted_on (&scene, "p", "n1");
  assert_place (&scene, "p", FIT_POD_BINDING);
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  assert_decisions (&scene, "assumed p n1\n");
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_log (&scene, "event Normal Scheduled Binding p: Successfully assigned "
                      "ns/p to n1\n"
                      "one postbind p n1\n"
                      "two postbind p n1\n");
  assert_decisions (&scene, "bound p n1\n");
  assert_false (scene_schedule (&scene));
}

static void
test_one_pod_at_a_time_by_priority (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("a")
                         OURS ("b", PRIORITY ("7")) PLAIN ("c"));

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind b n1\n");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind a n1\n");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind c n1\n");
  assert_false (scene_schedule (&scene));
  assert_log (&scene, "");
}

/* Those on their way count for the pods after them. */
static void
test_assumed_pods_take_room (void **state)
{
  SCENE_FROM (scene,
              .manifest
              = SMALL_NODE ("n1") OURS ("a", CPU ("2")) OURS ("b", CPU ("2")),
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind a n1\n");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, FAILURE ("b", "Unschedulable", TOO_BIG));
}

static void
test_nomination_ends_with_a_node (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") SMALL_NODE ("n2")
                         OURS_WITH ("p", "", "", "nominatedNodeName: n2"));

  assert_nominated (&scene, "n2", "p");
  assert_true (scene_schedule (&scene));
  assert_nominated (&scene, "n2", "");
}

static void
copy_decision (gpointer data, const FitDecision *decision)
{
  FitDecision *assumed = data;

  if (decision->type == FIT_DECISION_ASSUMED)
    *assumed = *decision;
}

static void
test_decision_has_numbers (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") SMALL_NODE ("n2")
                  NODE ("n3", "", "pods: 10, cpu: 100m") OURS ("p", CPU ("1")),
              .policy = POLICY_OF ("{name: PodFitsResources}",
                                   "{name: MostRequestedPriority, weight: 3}"));
  FitDecision assumed = { 0 };

  scene.world.decided = copy_decision;
  scene.world.data = &assumed;
  assert_true (scene_schedule (&scene));
  assert_string_equal (assumed.node_name, "n1");
  assert_true (assumed.scored);
  /* cpu: 5 of 10, memory: 0 of none */
  assert_int_equal (assumed.score, 3 * 2);
  assert_int_equal (assumed.feasible, 2);
  assert_int_equal (assumed.evaluated, 3);
  assert_int_equal (assumed.time_ns, START);
}

static void
test_one_feasible_node_is_not_scored (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", ""));
  FitDecision assumed = { 0 };

  scene.world.decided = copy_decision;
  scene.world.data = &assumed;
  assert_true (scene_schedule (&scene));
  assert_false (assumed.scored);
  assert_int_equal (assumed.feasible, 1);
  assert_int_equal (assumed.evaluated, 1);
}

/* -- no attempt ------------------------------------------------------------ */

static void
test_pod_that_is_deleted_is_skipped (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") OURS_WITH (
                  "p", "deletionTimestamp: '2020-01-01T00:00:00Z'", "", ""),
              .points = { ALL_POINTS });

  assert_true (scene_schedule (&scene));
  assert_log (&scene, WARNING ("p", "skip schedule deleting pod: ns/p"));
  assert_decisions (&scene, "skipped p\n");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  assert_false (scene_schedule (&scene));
}

static void
test_nothing_to_do (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"));

  assert_false (scene_schedule (&scene));
  assert_log (&scene, "");
}

/* -- row A: no node -------------------------------------------------------- */

static void
test_pod_fits_nowhere (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("3")),
              .points = { ALL_POINTS });

  assert_true (scene_schedule (&scene));
  /* Then preemption looks at the pod. */
  assert_log (&scene, "one prefilter p\n"
                      "one post-filter p\n" FAILURE ("p", "Unschedulable",
                                                     TOO_BIG) "get p\n");
  assert_place (&scene, "p", FIT_POD_REFETCHED);
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_place (&scene, "p", FIT_POD_QUEUED);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

/* It has waited since the attempt, although nothing else has told the time. */
static void
test_since_when_a_pod_waits (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("3")),
              .release = "1.28", .disable_preemption = TRUE);

  scene.now += 5 * SECOND;
  assert_true (scene_schedule (&scene));
  assert_int_equal (
      fit_scheduling_queue_find (scene.queue, scene_pod (&scene, "p"))
          ->timestamp_ns,
      scene.now);
}

static void
test_no_nodes (void **state)
{
  SCENE_FROM (scene, .manifest = PLAIN ("p"));

  assert_true (scene_schedule (&scene));
  assert_log (&scene, FAILURE ("p", "Unschedulable",
                               "no nodes available to schedule pods"));
}

static void
test_claim_is_missing (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", USES ("c")));

  assert_true (scene_schedule (&scene));
  assert_log (&scene, FAILURE ("p", "Unschedulable",
                               "persistentvolumeclaim \"c\" not found"));
}

static void
test_pre_filter_rejects (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { POINT (PRE_FILTER) });

  say (&scene, 0, FIT_POINT_PRE_FILTER, FIT_STATUS_UNSCHEDULABLE, "100% no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one prefilter p\n" FAILURE (
                          "p", "Unschedulable",
                          "rejected by \"one\" at prefilter: 100% no"));
}

static void
test_post_filter_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { POINT (POST_FILTER) });

  say (&scene, 0, FIT_POINT_POST_FILTER, FIT_STATUS_UNSCHEDULABLE, "oh");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one post-filter p\n" FAILURE (
                          "p", "Unschedulable",
                          "error while running \"one\" postfilter plugin for "
                          "pod \"p\": oh"));
}

static void
test_filter_plugin_rejects (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { POINT (FILTER) });

  say (&scene, 0, FIT_POINT_FILTER, FIT_STATUS_UNSCHEDULABLE, "not here");
  assert_true (scene_schedule (&scene));
  assert_log (&scene,
              FAILURE ("p", "Unschedulable",
                       "0/1 nodes are available: 1 not here.") "get p\n");
}

static void
test_score_plugin_fails (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") SMALL_NODE ("n2") PLAIN ("p"),
              .points = { POINT (SCORE) });

  say (&scene, 0, FIT_POINT_SCORE, FIT_STATUS_ERROR, "oh");
  assert_true (scene_schedule (&scene));
  assert_log (&scene,
              FAILURE ("p", "Unschedulable",
                       "error while running score plugin for pod \"p\": oh"));
}

/* -- row B: volumes -------------------------------------------------------- */

/* The claim goes after the predicates have seen it. */
static FitStatusCode
lose_claim (gpointer data, FitExtensionPoint point, const FitPod *pod)
{
  Scene *scene = data;

  if (point == FIT_POINT_POST_FILTER)
    fit_listers_remove (fit_cache_listers (scene->cache),
                        FIT_KIND_PERSISTENT_VOLUME_CLAIM, pod->meta.namespace_,
                        "c");
  return FIT_STATUS_SUCCESS;
}

#define LOST                                    \
  "error getting PVC \"ns/c\": could not find " \
  "v1.PersistentVolumeClaim \"ns/c\""

static void
test_volumes_cannot_be_assumed (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") CLASS ("late", "p")
                  CLAIM ("c", "late") OURS ("p", USES ("c")),
              .points
              = { POINT (POST_FILTER) | POINT (RESERVE) | POINT (UNRESERVE) });

  scene.plugins[0].choose = lose_claim;
  scene.plugins[0].data = &scene;
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one post-filter p\n"
                      "start fetch pod p\n" WARNING (
                          "p", "AssumePodVolumes failed: " LOST)
                          CONDITION ("p", "SchedulerError", LOST));
  assert_counted_on (&scene, "p", "");
}

/* -- row C: Reserve -------------------------------------------------------- */

static void
test_reserve_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { ALL_POINTS, ALL_POINTS });

  say (&scene, 0, FIT_POINT_RESERVE, FIT_STATUS_UNSCHEDULABLE, "no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene,
              "one prefilter p\ntwo prefilter p\n"
              "one post-filter p\ntwo post-filter p\n"
              "one reserve p n1\n" FAILURE (
                  "p", "SchedulerError",
                  "error while running \"one\" reserve plugin for pod \"p\": "
                  "no"));
  assert_counted_on (&scene, "p", "");
  assert_place (&scene, "p", FIT_POD_REFETCHED);
}

/* As in v1.16: nobody gives them back. */
static void
test_volumes_stay_assumed_when_reserve_fails (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") CLASS ("late", "p")
                  CLAIM ("c", "late") OURS ("p", USES ("c")),
              .points = { POINT (RESERVE) });
  g_autoptr (Interned) ns = fit_intern ("ns");

  say (&scene, 0, FIT_POINT_RESERVE, FIT_STATUS_ERROR, "no");
  assert_true (scene_schedule (&scene));
  assert_string_equal (
      fit_volume_binder_pvc (fit_cache_volume_binder (scene.cache), ns, "c")
          ->selected_node,
      "n1");
}

/* -- row D: the cache ------------------------------------------------------ */

static void
test_pod_cannot_be_assumed (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { POINT (RESERVE) | POINT (UNRESERVE) });

  assert_true (scene_schedule (&scene));
  /* That queues it again. */
  scene_set (&scene, OURS_WITH ("p", "labels: {a: b}", "", ""));
  scene_forget_log (&scene);
  assert_true (scene_schedule (&scene));
  assert_log (
      &scene,
      "one reserve p n1\n"
      "start fetch pod p (counted)\n" WARNING (
          "p", "AssumePod failed: pod p is in the cache, so can't be assumed")
          CONDITION (
              "p", "SchedulerError",
              "pod p is in the cache, so can't be assumed") "one unreserve p n1 (counted)\n");
  assert_counted_on (&scene, "p", "n1");
}

/* -- whatever fails -------------------------------------------------------- */

static void
test_condition_cannot_be_written (void **state)
{
  SCENE_FROM (scene, .manifest = PLAIN ("p"));

  scene.world.broken[FAKE_CONDITION] = "boom";
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "failed p\nproblem p\n");
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_no_preemption_when_that_is_disabled (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("3")),
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, FAILURE ("p", "Unschedulable", TOO_BIG));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_steps_in_order),
    cmocka_unit_test (test_one_pod_at_a_time_by_priority),
    cmocka_unit_test (test_assumed_pods_take_room),
    cmocka_unit_test (test_nomination_ends_with_a_node),
    cmocka_unit_test (test_decision_has_numbers),
    cmocka_unit_test (test_one_feasible_node_is_not_scored),
    cmocka_unit_test (test_pod_that_is_deleted_is_skipped),
    cmocka_unit_test (test_nothing_to_do),
    cmocka_unit_test (test_pod_fits_nowhere),
    cmocka_unit_test (test_since_when_a_pod_waits),
    cmocka_unit_test (test_no_nodes),
    cmocka_unit_test (test_claim_is_missing),
    cmocka_unit_test (test_pre_filter_rejects),
    cmocka_unit_test (test_post_filter_fails),
    cmocka_unit_test (test_filter_plugin_rejects),
    cmocka_unit_test (test_score_plugin_fails),
    cmocka_unit_test (test_volumes_cannot_be_assumed),
    cmocka_unit_test (test_reserve_fails),
    cmocka_unit_test (test_volumes_stay_assumed_when_reserve_fails),
    cmocka_unit_test (test_pod_cannot_be_assumed),
    cmocka_unit_test (test_condition_cannot_be_written),
    cmocka_unit_test (test_no_preemption_when_that_is_disabled),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
