/* Room for a pod that fits nowhere: nomination, victims, and what goes wrong.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler.h"

#include "tests/scheduler/scheduler-scene.h"

#include <string.h>

#define TOO_BIG "0/1 nodes are available: 1 Insufficient cpu."
#define UNFIT(name, text)                                          \
  "start fetch pod " name "\n"                                     \
  "event Warning FailedScheduling Scheduling " name ": " text "\n" \
  "condition " name " Unschedulable: " text "\nget " name "\n"
#define PREEMPTED(victim, name)                        \
  "event Normal Preempted Preempting " victim " " name \
  ": Preempted by ns/" name " on node n1\n"

#define VICTIM(name, priority, cpu) \
  OURS (name, ON ("n1") PRIORITY (priority) CPU (cpu))
#define P OURS ("p", PRIORITY ("10") CPU ("2"))
/* p fits when v goes. */
#define SIMPLE SMALL_NODE ("n1") VICTIM ("v", "0", "2") P

/* l, less important than p, waits for room on n1. */
#define L OURS_WITH ("l", "", PRIORITY ("5") CPU ("2"), "nominatedNodeName: n1")

/* -- as it should be ------------------------------------------------------- */

typedef struct
{
  guint n;
  char *node;
  char *victim;
} Nomination;

static void
note_nomination (gpointer data, const FitDecision *decision)
{
  Nomination *nomination = data;

  if (decision->type != FIT_DECISION_NOMINATED)
    return;
  nomination->n++;
  nomination->node = g_strdup (decision->node_name);
  assert_int_equal (decision->victims->n_victims, 1);
  nomination->victim = g_strdup (decision->victims->victims[0]->meta.name);
}

static void
test_victim_is_deleted (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);
  Nomination nomination = { 0 };

  scene.world.decided = note_nomination;
  scene.world.data = &nomination;
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG) "nominate p n1\n"
                                           "delete v\n" PREEMPTED ("v", "p"));
  assert_decisions (&scene, "failed p\nnominated p n1\n");
  assert_int_equal (nomination.n, 1);
  assert_string_equal (nomination.node, "n1");
  assert_string_equal (nomination.victim, "v");
  assert_nominated (&scene, "n1", "p");
  assert_string_equal (scene_pod (&scene, "p")->nominated_node_name, "n1");
  assert_true (fit_object_meta_deleting (&scene_pod (&scene, "v")->meta));
  assert_place (&scene, "p", FIT_POD_REFETCHED);
  g_free (nomination.node);
  g_free (nomination.victim);
}

static void
test_pod_gets_the_room (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  scene_settle (&scene);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 5 * SECOND);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_forget_log (&scene);

  scene_remove_pod (&scene, "v");
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind p n1\n");
  assert_nominated (&scene, "n1", "");
}

/* Nobody smaller takes the room while the victim dies. */
static void
test_room_is_kept_from_others (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  scene_settle (&scene);
  scene_remove_pod (&scene, "v");
  /* p backs off; q may try first */
  assert_queued (&scene, "p", FIT_QUEUE_BACKOFF);
  scene_set (&scene, OURS ("q", CPU ("1")));
  scene_settle (&scene);
  assert_counted_on (&scene, "q", "");
  scene_wait (&scene, 2 * SECOND);
  scene_settle (&scene);
  assert_counted_on (&scene, "p", "n1");
}

static void
test_victims_go_in_order (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") VICTIM ("a", "0", "1")
                         VICTIM ("b", "3", "1") P);

  assert_true (scene_schedule (&scene));
  assert_log (
      &scene,
      UNFIT ("p", TOO_BIG) "nominate p n1\n"
                           "delete b\n" PREEMPTED (
                               "b", "p") "delete a\n" PREEMPTED ("a", "p"));
}

static void
test_only_as_many_victims_as_needed (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") VICTIM ("a", "0", "1")
                         VICTIM ("b", "3", "1")
                             OURS ("p", PRIORITY ("10") CPU ("1")));

  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG) "nominate p n1\n"
                                           "delete a\n" PREEMPTED ("a", "p"));
}

static void
test_nobody_is_less_important (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") VICTIM ("v", "10", "2") P);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG));
  assert_decisions (&scene, "failed p\n");
}

/* -- who may --------------------------------------------------------------- */

static void
test_pod_never_preempts (void **state)
{
  SCENE_FROM (scene, .gates = "NonPreemptingPriority=true",
              .manifest = SMALL_NODE ("n1") VICTIM ("v", "0", "2") OURS (
                  "p", PRIORITY ("10") "preemptionPolicy: Never, " CPU ("2")));

  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG));
}

/* Victims that die are waited for. */
static void
test_no_second_victim_while_the_first_dies (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  scene_settle (&scene);
  scene_set (&scene, SMALL_NODE ("n0"));
  scene_set (&scene, OURS ("w", "nodeName: n0, " CPU ("2")));
  scene_wait (&scene, 2 * SECOND);
  scene_forget_log (&scene);
  assert_true (scene_schedule (&scene));
  assert_log (&scene,
              UNFIT ("p", "0/2 nodes are available: 2 Insufficient cpu."));
  assert_nominated (&scene, "n1", "p");
}

/* The pod as the API server has it counts: there it is nominated. */
static void
test_preemptor_is_read_again (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  scene_set (&scene,
             OURS_WITH ("v", "deletionTimestamp: '2020-01-01T00:00:00Z'",
                        ON ("n1") CPU ("2"), ""));
  fake_world_set_all (
      &scene.world,
      OURS_WITH ("p", "", PRIORITY ("10") CPU ("2"), "nominatedNodeName: n1"));
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG));
}

/* -- what goes wrong ------------------------------------------------------- */

static void
test_preemptor_cannot_be_read (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  scene.world.broken[FAKE_GET_POD] = "boom";
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG));
  assert_decisions (&scene, "failed p\nproblem p\n");
  assert_nominated (&scene, "n1", "");
}

static void
test_preemptor_is_gone (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  fake_world_remove (&scene.world, FIT_KIND_POD, "ns", "p");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG));
  assert_nominated (&scene, "n1", "");
  scene_settle (&scene);
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

static void
test_nomination_cannot_be_written (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  scene.world.broken[FAKE_NOMINATE] = "boom";
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG) "nominate p n1\n");
  assert_decisions (&scene, "failed p\nproblem p\nnominationCleared p n1\n");
  assert_nominated (&scene, "n1", "");
}

/* The other victim stays, and so do the nominations of those that would wait in
 * vain. */
static void
test_victim_cannot_be_deleted (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") VICTIM ("a", "0", "1")
                         VICTIM ("b", "3", "1") P L);

  scene.world.broken[FAKE_DELETE] = "boom";
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG) "nominate p n1\ndelete b\n");
  assert_decisions (&scene, "failed p\nnominated p n1\nproblem p\n");
  assert_nominated (&scene, "n1", "l p");
}

/* -- victims that are on their way ----------------------------------------- */

static void
test_waiting_victim_is_rejected (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("v", CPU ("2")),
              .points = { POINT (PERMIT) });

  scene.plugins[0].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 100 * SECOND };
  assert_true (scene_schedule (&scene));
  assert_place (&scene, "v", FIT_POD_WAITING);
  scene_set (&scene, P);
  scene_forget_log (&scene);
  assert_true (scene_schedule (&scene));
  scene_wait (&scene, 0);
  assert_log (
      &scene,
      UNFIT ("p",
             TOO_BIG) "nominate p n1\n"
                      "delete v\n" PREEMPTED (
                          "v",
                          "p") "start fetch pod v\n"
                               "event Warning FailedScheduling Scheduling v: "
                               "rejected while waiting at permit: preempted\n"
                               "condition v Unschedulable: rejected while "
                               "waiting at permit: preempted\n");
  assert_counted_on (&scene, "v", "");
}

/* A pod that waits at Permit is a victim: from v1.22 on it is not deleted. */
static void
assert_waiting_victim (const char *release, gboolean deleted)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("v", CPU ("2")),
              .points = { POINT (PERMIT) }, .release = release);

  scene.plugins[0].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 100 * SECOND };
  assert_true (scene_schedule (&scene));
  assert_place (&scene, "v", FIT_POD_WAITING);
  scene_set (&scene, OURS ("high", PRIORITY ("9") CPU ("2")));
  scene_forget_log (&scene);
  assert_true (scene_schedule (&scene));
  scene_wait (&scene, 0);
  assert_int_equal (strstr (scene.world.log->str, "delete v\n") != NULL,
                    deleted);
  assert_non_null (strstr (scene.world.log->str, "Preempting v high: "));
  assert_counted_on (&scene, "v", "");
}

static void
test_waiting_victims (void **state)
{
  assert_waiting_victim ("1.21", TRUE);
  assert_waiting_victim ("1.22", FALSE);
  assert_waiting_victim ("1.28", FALSE);
  assert_waiting_victim ("1.34.1", FALSE);
}

/* -- nominations that are void --------------------------------------------- */

static void
test_lower_nomination_is_cleared (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE L);

  assert_nominated (&scene, "n1", "l");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, UNFIT ("p", TOO_BIG) "nominate p n1\n"
                                           "delete v\n" PREEMPTED (
                                               "v", "p") "nominate l -\n");
  assert_decisions (&scene,
                    "failed p\nnominated p n1\nnominationCleared l n1\n");
  assert_string_equal (scene_pod (&scene, "l")->nominated_node_name, "");
  scene_tell (&scene);
  assert_nominated (&scene, "n1", "p");
}

static gboolean
second_nomination (gpointer data, FakeCall call)
{
  guint *n = data;

  return call == FAKE_NOMINATE && ++*n == 2;
}

static void
test_lower_nomination_cannot_be_cleared (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE L);
  guint n = 0;

  scene.world.fault = second_nomination;
  scene.world.data = &n;
  assert_true (scene_schedule (&scene));
  assert_int_equal (n, 2);
  assert_decisions (&scene, "failed p\nnominated p n1\nproblem l\n");
  assert_nominated (&scene, "n1", "l p");
}

#define NEVER_FITS                                            \
  OURS_WITH ("p", "", PRIORITY ("10") "nodeSelector: {a: b}", \
             "nominatedNodeName: n1")

static void
test_own_nomination_is_cleared_when_nothing_helps (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") VICTIM ("v", "0", "2") NEVER_FITS);

  assert_true (scene_schedule (&scene));
  assert_log (
      &scene,
      UNFIT (
          "p",
          "0/1 nodes are available: 1 node(s) didn't match node selector.") "nominate p -\n");
  scene_tell (&scene);
  assert_nominated (&scene, "n1", "");
}

static void
test_nothing_helps_a_pod_without_nomination (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") OURS ("p", "nodeSelector: {a: b}"));

  assert_true (scene_schedule (&scene));
  assert_log (
      &scene,
      UNFIT ("p",
             "0/1 nodes are available: 1 node(s) didn't match node selector."));
}

/* -- the race -------------------------------------------------------------- */

/* The pod was read before its nomination was written. */
static void
test_stale_pod_loses_its_nomination_for_a_while (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);
  g_autoptr (FitPod) stale = pod_from (P);
  const FitTask *task;

  assert_true (scene_schedule (&scene));
  assert_nominated (&scene, "n1", "p");
  task = g_ptr_array_steal_index (scene.world.tasks, 0);
  fit_scheduler_finish_task (scene.scheduler, task, stale, NULL, scene.now);
  assert_nominated (&scene, "n1", "");
  scene_tell (&scene);
  assert_nominated (&scene, "n1", "p");
}

/* That a PostFilter plugin fails is an internal error, with which the attempt ends;
 * that it finds no room is none. */
static void
keep_error (gpointer data, const FitDecision *decision)
{
  char **kept = data;

  if (decision->type == FIT_DECISION_FAILED)
    *kept = g_strdup (decision->error != NULL ? decision->error->message
                                              : "none");
}

static void
assert_error_of_others (FitStatusCode code, const char *expected)
{
  g_autofree char *kept = NULL;
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("5")),
              .points = { POINT (POST_FILTER) }, .release = "1.28");

  scene.world.decided = keep_error;
  scene.world.data = &kept;
  scene.plugins[0].answers[FIT_POINT_POST_FILTER]
      = (FakeAnswer){ .code = code, .message = "no luck" };
  assert_true (scene_schedule (&scene));
  assert_string_equal (kept, expected);
}

static void
test_others_fail (void **state)
{
  assert_error_of_others (FIT_STATUS_UNSCHEDULABLE, "none");
  assert_error_of_others (FIT_STATUS_ERROR, "no luck");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_victim_is_deleted),
    cmocka_unit_test (test_pod_gets_the_room),
    cmocka_unit_test (test_room_is_kept_from_others),
    cmocka_unit_test (test_victims_go_in_order),
    cmocka_unit_test (test_only_as_many_victims_as_needed),
    cmocka_unit_test (test_nobody_is_less_important),
    cmocka_unit_test (test_pod_never_preempts),
    cmocka_unit_test (test_no_second_victim_while_the_first_dies),
    cmocka_unit_test (test_preemptor_is_read_again),
    cmocka_unit_test (test_preemptor_cannot_be_read),
    cmocka_unit_test (test_preemptor_is_gone),
    cmocka_unit_test (test_nomination_cannot_be_written),
    cmocka_unit_test (test_victim_cannot_be_deleted),
    cmocka_unit_test (test_waiting_victim_is_rejected),
    cmocka_unit_test (test_waiting_victims),
    cmocka_unit_test (test_lower_nomination_is_cleared),
    cmocka_unit_test (test_lower_nomination_cannot_be_cleared),
    cmocka_unit_test (test_own_nomination_is_cleared_when_nothing_helps),
    cmocka_unit_test (test_nothing_helps_a_pod_without_nomination),
    cmocka_unit_test (test_stale_pod_loses_its_nomination_for_a_while),
    cmocka_unit_test (test_others_fail),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
