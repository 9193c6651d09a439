/* How schedulers of later releases preempt: what is written, and when victims
 * go.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-inside.h"
#include "tests/scheduler/later-scene.h"

#include <string.h>

/* -- preemption ------------------------------------------------------------ */

#define FULL                                       \
  SMALL_NODE ("n1")                                \
  OURS ("low", ON ("n1") PRIORITY ("1") CPU ("2")) \
  OURS ("high", PRIORITY ("9") CPU ("2"))
#define TOO_FULL "0/1 nodes are available: 1 Insufficient cpu."

/* The nomination is written with the failure. */
static void
assert_preemption (const char *release, const char *told)
{
  g_autofree char *expected = g_strdup_printf (
      "delete low\nevent Normal Preempted Preempting low high: %s\n" EVENT (
          "high", TOO_FULL) "nominate high n1\n" CONDITION ("high",
                                                            "Unschedulable",
                                                            TOO_FULL),
      told);
  SCENE_FROM (scene, .manifest = FULL, .release = release);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, expected);
  assert_nominated (&scene, "n1", "high");
  assert_decisions (&scene, "nominated high n1\nfailed high\n");
}

static void
test_preemption (void **state)
{
  assert_preemption ("1.20.2", "Preempted by ns/high on node n1");
  assert_preemption ("1.25", "Preempted by ns/high on node n1");
  assert_preemption ("1.26", "Preempted by a pod on node n1");
  assert_preemption ("1.28", "Preempted by a pod on node n1");
  assert_preemption ("1.29", "Preempted by pod high on node n1");
}

/* -- preemption while the scheduler goes on -------------------------------- */

/* Two victims on one node. */
#define CROWDED                                    \
  SMALL_NODE ("n1")                                \
  OURS ("low", ON ("n1") PRIORITY ("1") CPU ("1")) \
  OURS ("mid", ON ("n1") PRIORITY ("2") CPU ("1")) \
  OURS ("high", PRIORITY ("9") CPU ("2"))
#define EVICTED(victim)                           \
  "event Normal Preempted Preempting " victim " " \
  "high: Preempted by pod high on node n1\n"

static const char *
gate_of (const Scene *scene)
{
  g_autoptr (GPtrArray) list
      = fit_scheduling_queue_list (scene->queue, FIT_QUEUE_UNSCHEDULABLE);
  const FitQueueEntry *entry = list->len == 1 ? list->pdata[0] : NULL;

  return entry != NULL ? entry->gate : NULL;
}

/* The attempt does not wait for the victims, and fails all the same. */
static void
start_evictions (Scene *scene, const char *release)
{
  scene_init (scene,
              &(const SceneSetup){ .manifest = CROWDED, .release = release });
  assert_true (scene_schedule (scene));
}

static void
test_victims_go_while_the_scheduler_goes_on (void **state)
{
  g_auto (Scene) scene;

  start_evictions (&scene, "1.33.0");
  assert_log (
      &scene,
      "start delete victim mid n1\n" EVENT (
          "high", TOO_FULL) "nominate high n1\n" CONDITION ("high",
                                                            "Unschedulable",
                                                            TOO_FULL));
  assert_nominated (&scene, "n1", "high");
  /* The last one's attempt comes when the others are done. */
  scene_works (&scene, FIT_TASK_DELETE_VICTIM, "mid");
  assert_log (&scene,
              "delete mid\n" EVICTED ("mid") "start delete victim low n1\n");
  scene_works (&scene, FIT_TASK_DELETE_VICTIM, "low");
  assert_log (&scene, "delete low\n" EVICTED ("low"));
}

/* Until the turn of the last one, nothing makes the pod active. */
static void
test_pod_waits_for_its_evictions (void **state)
{
  g_auto (Scene) scene;

  start_evictions (&scene, "1.34.1");
  queue_move_all (scene.queue, scene.now);
  assert_string_equal (gate_of (&scene), "DefaultPreemption");
  assert_false (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_DELETE_VICTIM, "mid");
  queue_move_all (scene.queue, scene.now);
  assert_int_equal (fit_scheduling_queue_count_gated (scene.queue), 0);
  assert_true (scene_schedule (&scene));
}

/* What would help the pod may never happen then. */
static void
test_eviction_that_fails_makes_the_pod_active (void **state)
{
  g_auto (Scene) scene;

  start_evictions (&scene, "1.33.0");
  assert_decisions (&scene, "nominated high n1\nfailed high\n");
  scene_end (&scene, FIT_TASK_DELETE_VICTIM, "mid", FAKE_FAILS, "forbidden");
  assert_decisions (&scene, "problem high\n");
  assert_int_equal (fit_scheduling_queue_count (scene.queue, FIT_QUEUE_ACTIVE),
                    0);
  scene_works (&scene, FIT_TASK_DELETE_VICTIM, "low");
  assert_int_equal (fit_scheduling_queue_count (scene.queue, FIT_QUEUE_ACTIVE),
                    1);
}

/* The last victim stays then, from 1.36 on. */
static void
assert_after_failure (const char *release, gboolean goes_on)
{
  g_auto (Scene) scene;

  start_evictions (&scene, release);
  scene_end (&scene, FIT_TASK_DELETE_VICTIM, "mid", FAKE_FAILS, "forbidden");
  if ((strstr (scene.world.log->str, "start delete victim low") != NULL)
      != goes_on)
    fail_msg ("%s: %s", release, scene.world.log->str);
  if (!goes_on)
    assert_int_equal (
        fit_scheduling_queue_count (scene.queue, FIT_QUEUE_ACTIVE), 1);
}

static void
test_last_victim_after_a_failure (void **state)
{
  (void) state;
  assert_after_failure ("1.35.6", TRUE);
  assert_after_failure ("1.36.3", FALSE);
}

/* A victim that is being deleted already is not deleted again from 1.35 on. */
static void
assert_dying_victim (const char *release, const char *expected)
{
  g_autofree char *log = g_strdup_printf (
      "%s" EVENT ("high", TOO_FULL) "nominate high n1\n" CONDITION (
          "high", "Unschedulable", TOO_FULL),
      expected);
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1")
                  OURS_WITH ("low", "deletionTimestamp: '2020-01-01T00:00:00Z'",
                             ON ("n1") PRIORITY ("1") CPU ("2"), "")
                      OURS ("high", PRIORITY ("9") CPU ("2")),
              .release = release);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, log);
  assert_nominated (&scene, "n1", "high");
}

/* Nor does a less important pod lose its nomination then. */
static void
assert_other_nomination (const char *release, gboolean stays)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1")
                  OURS_WITH ("low", "deletionTimestamp: '2020-01-01T00:00:00Z'",
                             ON ("n1") PRIORITY ("1") CPU ("2"), "")
                      OURS_WITH ("other", "",
                                 "schedulingGates: [{name: g}], " PRIORITY ("3")
                                     CPU ("1"),
                                 "nominatedNodeName: n1")
                          OURS ("high", PRIORITY ("9") CPU ("2")),
              .release = release);

  assert_true (scene_schedule (&scene));
  if ((strstr (scene.world.log->str, "nominate other -\n") == NULL) != stays)
    fail_msg ("%s: %s", release, scene.world.log->str);
}

static void
test_victims_that_go_anyway (void **state)
{
  (void) state;
  assert_dying_victim ("1.34.9", "start delete victim low n1\n");
  assert_dying_victim ("1.35.6", "");
  assert_other_nomination ("1.34.9", FALSE);
  assert_other_nomination ("1.35.6", TRUE);
}

static void
test_victims_went_first_before (void **state)
{
  g_auto (Scene) scene;

  start_evictions (&scene, "1.32.2");
  assert_log (&scene,
              "delete mid\n" EVICTED ("mid") "delete low\n" EVICTED ("low")
                  EVENT ("high", TOO_FULL) "nominate high n1\n" CONDITION (
                      "high", "Unschedulable", TOO_FULL));
}

/* A victim says why it goes, before it does. */
static void
assert_mark (const char *release, const char *mark)
{
  SCENE_FROM (scene, .manifest = FULL, .release = release,
              .marks_victims = TRUE);

  assert_true (scene_schedule (&scene));
  assert_true (g_str_has_prefix (scene.world.log->str, mark));
  assert_true (
      g_str_has_prefix (scene.world.log->str + strlen (mark), "delete low\n"));
}

/* The deletion that goes on beside the scheduler has it, too. */
static void
assert_later_mark (void)
{
  SCENE_FROM (scene, .manifest = FULL, .release = "1.34.1",
              .marks_victims = TRUE);

  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_DELETE_VICTIM, "low");
  assert_non_null (strstr (scene.world.log->str,
                           "mark low PreemptionByScheduler: default-scheduler: "
                           "preempting to accommodate a higher priority pod\n"
                           "delete low\n"));
}

#define ROOM                                                        \
  "default-scheduler: preempting to accommodate a higher priority " \
  "pod\n"

static void
test_marks (void **state)
{
  assert_mark ("1.25", "mark low PreemptionByKubeScheduler: Kube-scheduler: "
                       "preempting\n");
  assert_mark ("1.26", "mark low PreemptionByKubeScheduler: " ROOM);
  assert_mark ("1.27", "mark low PreemptionByScheduler: " ROOM);
  assert_mark ("1.32", "mark low PreemptionByScheduler: " ROOM);
  assert_later_mark ();
}

static void
test_never_preempts (void **state)
{
  SCENE_FROM (
      scene,
      .manifest
      = SMALL_NODE ("n1") OURS ("low", ON ("n1") PRIORITY ("1") CPU ("2"))
          OURS ("high", "preemptionPolicy: Never, " PRIORITY ("9") CPU ("2")),
      .gates = "NonPreemptingPriority=true", .release = "1.28");

  assert_true (scene_schedule (&scene));
  assert_log (&scene, FAILURE ("high", "Unschedulable",
                               TOO_FULL " preemption: not eligible due to "
                                        "preemptionPolicy=Never.."));
}

/* Plugins of others are asked when there is nobody to preempt. */
static void
assert_others_make_room (const char *release, FitStatusCode code,
                         const char *text)
{
  g_autofree char *expected
      = g_strdup_printf ("one post-filter p\n" EVENT ("p", "%s")
                             CONDITION ("p", "Unschedulable", "%s"),
                         text, text);
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("5")),
              .points = { POINT (POST_FILTER) }, .release = release);

  say (&scene, 0, FIT_POINT_POST_FILTER, code, "no luck");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, expected);
  assert_nominated (&scene, "n1", "");
}

static void
test_others_make_no_room (void **state)
{
  assert_others_make_room ("1.20.2", FIT_STATUS_UNSCHEDULABLE, TOO_FULL);
  assert_others_make_room ("1.28", FIT_STATUS_UNSCHEDULABLE,
                           TOO_FULL " no luck.");
}

static void
test_others_make_room (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("5")),
              .points = { POINT (POST_FILTER) }, .release = "1.28");

  scene.plugins[0].room = "n1";
  assert_true (scene_schedule (&scene));
  assert_log (
      &scene,
      "one post-filter p\n" EVENT ("p", TOO_FULL) "nominate p n1\n" CONDITION (
          "p", "Unschedulable", TOO_FULL));
  assert_nominated (&scene, "n1", "p");
}

/* Nobody else is asked if there was somebody to preempt. */
static void
assert_others_are_not_asked (const char *release, const char *manifest)
{
  SCENE_FROM (scene, .manifest = manifest, .points = { POINT (POST_FILTER) },
              .release = release);

  scene.plugins[0].room = "n1";
  assert_true (scene_schedule (&scene));
  assert_null (strstr (scene.world.log->str, "post-filter"));
}

static void
test_others_are_not_asked (void **state)
{
  assert_others_are_not_asked ("1.28", FULL);
  assert_others_are_not_asked ("1.34.1", FULL);
}

/* Why preemption did not help is said with what a plugin says, but not if that one
 * has made room. */
static void
assert_words (FitStatusCode code, const char *text)
{
  g_autofree char *event = g_strdup_printf (EVENT ("high", "%s"), text);
  SCENE_FROM (
      scene,
      .manifest
      = SMALL_NODE ("n1") OURS ("low", ON ("n1") PRIORITY ("1") CPU ("2"))
          OURS ("high", "preemptionPolicy: Never, " PRIORITY ("9") CPU ("2")),
      .gates = "NonPreemptingPriority=true", .release = "1.28",
      .points = { POINT (POST_FILTER) });

  say (&scene, 0, FIT_POINT_POST_FILTER, code, "no luck");
  assert_true (scene_schedule (&scene));
  if (strstr (scene.world.log->str, event) == NULL)
    fail_msg ("no %s in %s", event, scene.world.log->str);
}

static void
test_words_of_others (void **state)
{
  assert_words (FIT_STATUS_SUCCESS, TOO_FULL);
  assert_words (FIT_STATUS_ERROR, TOO_FULL " no luck.");
  assert_words (FIT_STATUS_UNSCHEDULABLE,
                TOO_FULL " preemption: not eligible due to "
                         "preemptionPolicy=Never., no luck.");
}

/* What becomes of a nomination if preemption finds no victims: from v1.23 on it ends,
 * unless a plugin says otherwise.  It stays if the pod may not preempt because a
 * victim still goes. */
static void
assert_own_nomination (const char *release, FitStatusCode code,
                       const char *room, const char *others,
                       const char *nominated)
{
  g_autofree char *manifest = g_strconcat (
      SMALL_NODE ("n1") OURS_WITH ("p", "", PRIORITY ("9") CPU ("2"),
                                   "nominatedNodeName: n1"),
      others, NULL);
  SCENE_FROM (scene, .manifest = manifest, .points = { POINT (POST_FILTER) },
              .release = release);

  say (&scene, 0, FIT_POINT_POST_FILTER, code, "no luck");
  scene.plugins[0].room = room;
  assert_true (scene_schedule (&scene));
  assert_string_equal (scene_pod (&scene, "p")->nominated_node_name, nominated);
  assert_nominated (&scene, "n1", *nominated != '\0' ? "p" : "");
}

/* There is no node at all, and nobody is asked for room. */
static void
assert_nomination_without_attempt (const char *release, const char *nominated)
{
  SCENE_FROM (scene,
              .manifest
              = OURS_WITH ("p", "", CPU ("1"), "nominatedNodeName: n1"),
              .release = release);

  assert_true (scene_schedule (&scene));
  assert_string_equal (scene_pod (&scene, "p")->nominated_node_name, nominated);
}

static void
test_own_nomination (void **state)
{
#define EQUAL OURS ("equal", ON ("n1") PRIORITY ("9") CPU ("2"))
#define DYING                                                    \
  OURS_WITH ("low", "deletionTimestamp: '2020-01-01T00:00:00Z'", \
             ON ("n1") PRIORITY ("1") CPU ("2"), "")
  const FitStatusCode no = FIT_STATUS_UNSCHEDULABLE;

  assert_own_nomination ("1.22", no, NULL, EQUAL, "n1");
  assert_own_nomination ("1.23", no, NULL, EQUAL, "");
  assert_own_nomination ("1.28", no, NULL, EQUAL, "");
  assert_own_nomination ("1.28", no, "n1", EQUAL, "n1");
  assert_own_nomination ("1.28", FIT_STATUS_SUCCESS, NULL, EQUAL, "n1");
  assert_own_nomination ("1.28", no, NULL, DYING, "n1");
  assert_nomination_without_attempt ("1.22", "n1");
  assert_nomination_without_attempt ("1.28", "");
}

/* No plugin is there to be asked for room. */
static void
assert_nomination_without_plugins (const char *release, const char *nominated)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1")
                  OURS_WITH ("p", "", CPU ("5"), "nominatedNodeName: n1"),
              .release = release, .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_string_equal (scene_pod (&scene, "p")->nominated_node_name, nominated);
}

static void
test_nomination_without_plugins (void **state)
{
  (void) state;
  assert_nomination_without_plugins ("1.34.9", "n1");
  assert_nomination_without_plugins ("1.35.6", "");
}

/* From v1.36 on the event of a victim that waited at Permit says that it was only
 * in memory; and no such event is related to the preemptor, after the victim. */
static void
assert_waiting_victim (const char *release, const char *told)
{
  SCENE_FROM (scene,
              .manifest
              = SMALL_NODE ("n1") OURS ("low", PRIORITY ("1") CPU ("2")),
              .points = { POINT (PERMIT) }, .release = release);

  scene.plugins[0].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 60 * SECOND };
  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  scene_set (&scene, OURS ("high", PRIORITY ("9") CPU ("2")));
  assert_true (scene_schedule (&scene));
  if (strstr (scene.world.log->str, told) == NULL)
    fail_msg ("%s: %s", release, scene.world.log->str);
}

static void
test_waiting_victim (void **state)
{
  (void) state;
  assert_waiting_victim ("1.35.6", "low high: Preempted by pod high on node "
                                   "n1\n");
  assert_waiting_victim ("1.36.3", "low: Preempted by pod high on node n1 "
                                   "(in kube-scheduler memory).\n");
}

/* From v1.23 on a failure after the choice of a node takes the nomination. */
static void
assert_nomination_after_failure (const char *release, const char *nominated,
                                 const char *decisions)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1")
                  OURS_WITH ("p", "", "", "nominatedNodeName: n1"),
              .points = { POINT (RESERVE) }, .release = release);

  say (&scene, 0, FIT_POINT_RESERVE, FIT_STATUS_ERROR, "no");
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, decisions);
  assert_string_equal (scene_pod (&scene, "p")->nominated_node_name, nominated);
  assert_nominated (&scene, "n1", *nominated != '\0' ? "p" : "");
}

static void
test_nomination_after_failure (void **state)
{
  assert_nomination_after_failure ("1.22", "n1", "assumed p n1\nfailed p\n");
  assert_nomination_after_failure (
      "1.23", "", "assumed p n1\nfailed p\nnominationCleared p n1\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_preemption),
    cmocka_unit_test (test_victims_go_while_the_scheduler_goes_on),
    cmocka_unit_test (test_pod_waits_for_its_evictions),
    cmocka_unit_test (test_eviction_that_fails_makes_the_pod_active),
    cmocka_unit_test (test_last_victim_after_a_failure),
    cmocka_unit_test (test_victims_that_go_anyway),
    cmocka_unit_test (test_victims_went_first_before),
    cmocka_unit_test (test_marks),
    cmocka_unit_test (test_never_preempts),
    cmocka_unit_test (test_others_make_no_room),
    cmocka_unit_test (test_others_make_room),
    cmocka_unit_test (test_others_are_not_asked),
    cmocka_unit_test (test_words_of_others),
    cmocka_unit_test (test_nomination_without_plugins),
    cmocka_unit_test (test_waiting_victim),
    cmocka_unit_test (test_own_nomination),
    cmocka_unit_test (test_nomination_after_failure),
  };

  return cmocka_run_group_tests_name ("later-preemption", tests, NULL, NULL);
}
