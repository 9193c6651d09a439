/* The coscheduling plugin in a scheduler: members wait until there are enough,
 * and fail together.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/embed/coscheduling.h"

#include "tests/scheduler/scheduler-scene.h"

#define MEMBER(name)                                                    \
  OURS_WITH (name,                                                      \
             "labels: {" POD_GROUP_NAME ": g, " POD_GROUP_MIN_AVAILABLE \
             ": \"3\"}",                                                \
             CPU ("500m"), "")
#define THREE MEMBER ("p1") MEMBER ("p2") MEMBER ("p3")

/* The third lets all of them go on. */
static void
assert_all_go (const char *release)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") THREE,
              .plugin = &coscheduling_plugin, .release = release);

  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "assumed p1 n1\nwaiting p1 n1\n"
                            "assumed p2 n1\nwaiting p2 n1\n");
  assert_place (&scene, "p1", FIT_POD_WAITING);
  assert_place (&scene, "p2", FIT_POD_WAITING);
  scene_wait (&scene, 5 * SECOND);
  assert_true (scene_schedule (&scene));
  assert_place (&scene, "p1", FIT_POD_BINDING);
  assert_place (&scene, "p2", FIT_POD_BINDING);
  assert_place (&scene, "p3", FIT_POD_BINDING);
  scene_settle (&scene);
  assert_string_equal (scene_pod (&scene, "p1")->node_name, "n1");
  assert_string_equal (scene_pod (&scene, "p2")->node_name, "n1");
  assert_string_equal (scene_pod (&scene, "p3")->node_name, "n1");
}

static void
test_third_releases_all (void **state)
{
  assert_all_go ("1.16");
  assert_all_go ("1.18");
  assert_all_go ("1.20");
  assert_all_go ("1.28");
  assert_all_go ("1.34.1");
}

#define BOUND_TO_N1(group) \
  "labels: {" POD_GROUP_NAME ": " group ", " POD_GROUP_MIN_AVAILABLE ": \"3\"}"
#define MEMBER_ON_N1(name, group)                               \
  OURS_WITH (name, BOUND_TO_N1 (group), ON ("n1") CPU ("100m"), \
             "phase: Running")

/* Members that run already count; pods of other groups do not. */
static void
test_members_that_run_count (void **state)
{
  SCENE_FROM (both,
              .manifest = SMALL_NODE ("n1") MEMBER_ON_N1 ("r1", "g")
                  MEMBER_ON_N1 ("r2", "g") MEMBER ("p1"),
              .plugin = &coscheduling_plugin, .release = "1.28");
  SCENE_FROM (one,
              .manifest = SMALL_NODE ("n1") MEMBER_ON_N1 ("r1", "g")
                  MEMBER_ON_N1 ("x", "h") MEMBER ("p1") MEMBER ("p2"),
              .plugin = &coscheduling_plugin, .release = "1.28");

  assert_true (scene_schedule (&both));
  assert_decisions (&both, "assumed p1 n1\n");
  assert_place (&both, "p1", FIT_POD_BINDING);

  assert_true (scene_schedule (&one));
  assert_decisions (&one, "assumed p1 n1\nwaiting p1 n1\n");
  assert_true (scene_schedule (&one));
  assert_place (&one, "p1", FIT_POD_BINDING);
  assert_place (&one, "p2", FIT_POD_BINDING);
}

#define TIMEOUT \
  "rejected due to timeout after waiting 10s at plugin Coscheduling"

/* There is no room for the third: the first is out of time after 10 s, and takes
 * the second with it. */
static void
test_timeout_fails_all (void **state)
{
  SCENE_FROM (scene, .manifest = NODE ("n1", "", "pods: 10, cpu: 1") THREE,
              .plugin = &coscheduling_plugin, .release = "1.28",
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  scene_wait (&scene, SECOND);
  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  assert_decisions (&scene, "assumed p1 n1\nwaiting p1 n1\n"
                            "assumed p2 n1\nwaiting p2 n1\nfailed p3\n");
  scene_wait (&scene, 9 * SECOND - 1);
  assert_place (&scene, "p1", FIT_POD_WAITING);
  scene_wait (&scene, 1);
  assert_decisions (&scene, "failed p1\nfailed p2\n");
  assert_log (&scene,
              "event Warning FailedScheduling Scheduling p1: " TIMEOUT "\n"
              "condition p1 Unschedulable: " TIMEOUT "\n"
              "event Warning FailedScheduling Scheduling p2: Coscheduling\n"
              "condition p2 Unschedulable: Coscheduling\n");
  assert_counted_on (&scene, "p1", "");
  assert_counted_on (&scene, "p2", "");
}

/* v1.20 wraps both texts. */
static void
test_timeout_in_older_words (void **state)
{
  SCENE_FROM (scene, .manifest = NODE ("n1", "", "pods: 10, cpu: 1") THREE,
              .plugin = &coscheduling_plugin, .release = "1.20.2",
              .disable_preemption = TRUE);

  while (scene_schedule (&scene))
    ;
  scene_forget_log (&scene);
  scene_wait (&scene, 10 * SECOND);
  assert_log (
      &scene,
      "event Warning FailedScheduling Scheduling p1: pod \"p1\" rejected while "
      "waiting on permit: " TIMEOUT "\n"
      "condition p1 Unschedulable: pod \"p1\" rejected while waiting on "
      "permit: " TIMEOUT "\n"
      "event Warning FailedScheduling Scheduling p2: pod \"p2\" rejected while "
      "waiting on permit: Coscheduling\n"
      "condition p2 Unschedulable: pod \"p2\" rejected while waiting on "
      "permit: Coscheduling\n");
}

/* As soon as there is room for all, the group runs. */
static void
test_tried_again_together (void **state)
{
  SCENE_FROM (scene, .manifest = NODE ("n1", "", "pods: 10, cpu: 1") THREE,
              .plugin = &coscheduling_plugin, .release = "1.28",
              .disable_preemption = TRUE);

  while (scene_schedule (&scene))
    ;
  scene_wait (&scene, 11 * SECOND);
  scene_set (&scene, NODE ("n1", "", "pods: 10, cpu: 2"));
  scene_wait (&scene, 20 * SECOND);
  scene_settle (&scene);
  assert_string_equal (scene_pod (&scene, "p1")->node_name, "n1");
  assert_string_equal (scene_pod (&scene, "p2")->node_name, "n1");
  assert_string_equal (scene_pod (&scene, "p3")->node_name, "n1");
}

/* Others do not wait. */
static void
test_pods_without_a_group (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") MEMBER ("p1") MEMBER ("p2")
                  MEMBER ("p3") PLAIN ("alone"),
              .plugin = &coscheduling_plugin, .release = "1.28");

  scene_settle (&scene);
  assert_string_equal (scene_pod (&scene, "alone")->node_name, "n1");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_third_releases_all),
    cmocka_unit_test (test_members_that_run_count),
    cmocka_unit_test (test_timeout_fails_all),
    cmocka_unit_test (test_timeout_in_older_words),
    cmocka_unit_test (test_tried_again_together),
    cmocka_unit_test (test_pods_without_a_group),
  };

  return cmocka_run_group_tests_name ("coscheduling", tests, NULL, NULL);
}
