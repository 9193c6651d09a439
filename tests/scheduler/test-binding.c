/* From the choice of a node to the end of the binding: volumes, Permit,
 * PreBind, Bind, PostBind, and what is undone when one of them fails.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler.h"

#include "tests/scheduler/scheduler-scene.h"

#include <string.h>

#define UNDONE(name, node) "one unreserve " name " " node "\n"
#define FAILURE(name, reason, text, message)                       \
  "start fetch pod " name "\n"                                     \
  "event Warning FailedScheduling Scheduling " name ": " text "\n" \
  "condition " name " " reason ": " message "\n"
#define SCHEDULED(name, node)                                               \
  "event Normal Scheduled Binding " name ": Successfully assigned ns/" name \
  " to " node "\n"

static void
say (Scene *scene, guint plugin, FitExtensionPoint point, FitStatusCode code,
     const char *message)
{
  scene->plugins[plugin].answers[point]
      = (FakeAnswer){ .code = code, .message = message };
}

/* p has failed on n1: it does not count any more, and is read again. */
static void
assert_undone (Scene *scene)
{
  assert_counted_on (scene, "p", "");
  assert_place (scene, "p", FIT_POD_REFETCHED);
  scene_works (scene, FIT_TASK_FETCH_POD, "p");
  assert_place (scene, "p", FIT_POD_QUEUED);
}

/* -- Bind ------------------------------------------------------------------ */

#define SIMPLE SMALL_NODE ("n1") PLAIN ("p")

static void
test_api_server_binds (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { POINT (POST_BIND) | POINT (UNRESERVE) });

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind p n1\n");
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_log (&scene, SCHEDULED ("p", "n1") "one postbind p n1\n");
  assert_decisions (&scene, "assumed p n1\nbound p n1\n");
  assert_string_equal (scene_pod (&scene, "p")->node_name, "n1");
}

static void
test_binding_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { POINT (POST_BIND) | POINT (UNRESERVE) });

  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_log (&scene,
              UNDONE ("p", "n1") FAILURE ("p", "SchedulerError",
                                          "Binding rejected: boom", "boom"));
  assert_decisions (&scene, "assumed p n1\nfailed p\n");
  assert_undone (&scene);
}

/* The room is there for others at once. */
static void
test_binding_that_fails_gives_room (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("2")));

  assert_true (scene_schedule (&scene));
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  scene_set (&scene, OURS ("q", CPU ("2")));
  assert_true (scene_schedule (&scene));
  assert_counted_on (&scene, "q", "n1");
}

static void
test_binding_seems_to_fail (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  assert_true (scene_schedule (&scene));
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_SEEMS_TO_FAIL, "timeout");
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  scene_tell (&scene);
  assert_counted_on (&scene, "p", "n1");
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
}

static void
test_bind_plugin_binds (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { POINT (BIND) | POINT (POST_BIND), POINT (BIND) });

  assert_true (scene_schedule (&scene));
  assert_log (&scene,
              "one bind p n1\n" SCHEDULED ("p", "n1") "one postbind p n1\n");
  assert_place (&scene, "p", FIT_POD_BOUND);
}

static void
test_bind_plugins_skip (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { POINT (BIND), POINT (BIND) });

  say (&scene, 0, FIT_POINT_BIND, FIT_STATUS_SKIP, NULL);
  say (&scene, 1, FIT_POINT_BIND, FIT_STATUS_SKIP, NULL);
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one bind p n1\ntwo bind p n1\nstart bind p n1\n");
}

#define NOT_BOUND                                                            \
  "Bind failure, code: 1: bind plugin \"one\" failed to bind pod \"ns/p\": " \
  "no"

static void
test_bind_plugin_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { POINT (BIND) | POINT (UNRESERVE), POINT (BIND) });

  say (&scene, 0, FIT_POINT_BIND, FIT_STATUS_UNSCHEDULABLE, "no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one bind p n1\n" UNDONE ("p", "n1")
                          FAILURE ("p", "SchedulerError",
                                   "Binding rejected: " NOT_BOUND, NOT_BOUND));
  assert_undone (&scene);
}

/* -- extenders that bind --------------------------------------------------- */

#define EXTENDERS(first, second)                                         \
  "---\n{apiVersion: v1, kind: Policy, predicates: [], priorities: [], " \
  "extenders: [{urlPrefix: 'http://127.0.0.1:9/a', " first               \
  "}, {urlPrefix: 'http://127.0.0.1:9/b', " second "}]}"

static void
check_binder (const char *policy_text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  FitPolicy *policy = fit_policy_parse (policy_text, strlen (policy_text),
                                        "policy", NULL, &error);
  g_autoptr (GPtrArray) extenders = NULL;

  assert_non_null (policy);
  extenders
      = fit_extenders_new (policy->extenders, &(const FitExtenderOptions){ 0 });
  {
    SCENE_FROM (scene, .manifest = SIMPLE, .extenders = extenders);

    assert_true (scene_schedule (&scene));
    assert_log (&scene, expected);
    scene_works (&scene, FIT_TASK_BIND, "p");
    assert_log (&scene, SCHEDULED ("p", "n1"));
  }
  g_clear_pointer (&extenders, g_ptr_array_unref);
  fit_policy_free (policy);
}

static void
test_extender_binds (void **state)
{
  check_binder (EXTENDERS ("preemptVerb: preempt", "bindVerb: bind"),
                "start bind p n1 by extender\n");
}

static void
test_extender_is_not_interested (void **state)
{
  check_binder (EXTENDERS ("preemptVerb: preempt",
                           "bindVerb: bind, managedResources: [{name: "
                           "example.com/gpu}]"),
                "start bind p n1\n");
}

/* -- PreBind --------------------------------------------------------------- */

static void
check_pre_bind (FitStatusCode code, const char *expected)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { POINT (PRE_BIND) | POINT (UNRESERVE) });

  say (&scene, 0, FIT_POINT_PRE_BIND, code, "no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, expected);
  assert_undone (&scene);
}

static void
test_pre_bind_rejects (void **state)
{
  check_pre_bind (FIT_STATUS_UNSCHEDULABLE,
                  "one prebind p n1\n" UNDONE ("p", "n1")
                      FAILURE ("p", "Unschedulable",
                               "rejected by \"one\" at prebind: no",
                               "rejected by \"one\" at prebind: no"));
  check_pre_bind (FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                  "one prebind p n1\n" UNDONE ("p", "n1")
                      FAILURE ("p", "Unschedulable",
                               "rejected by \"one\" at prebind: no",
                               "rejected by \"one\" at prebind: no"));
}

#define PRE_BIND_ERROR \
  "error while running \"one\" prebind plugin for pod \"p\": no"

static void
test_pre_bind_fails (void **state)
{
  check_pre_bind (FIT_STATUS_ERROR,
                  "one prebind p n1\n" UNDONE ("p", "n1") FAILURE (
                      "p", "SchedulerError", PRE_BIND_ERROR, PRE_BIND_ERROR));
}

/* -- Permit ---------------------------------------------------------------- */

#define PERMITS (POINT (PERMIT) | POINT (PRE_BIND) | POINT (UNRESERVE))

static void
let_wait (Scene *scene, guint plugin, gint64 timeout_ns)
{
  scene->plugins[plugin].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = timeout_ns };
}

static FitWaitingPod *
waiting_pod (Scene *scene, const char *uid)
{
  FitWaitingPod *pod
      = fit_waiting_pods_get (fit_framework_waiting (scene->framework), uid);

  assert_non_null (pod);
  return pod;
}

static void
test_permit_rejects (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { PERMITS, PERMITS });

  let_wait (&scene, 0, SECOND);
  say (&scene, 1, FIT_POINT_PERMIT, FIT_STATUS_UNSCHEDULABLE, "no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene,
              "one permit p n1\ntwo permit p n1\n" UNDONE (
                  "p", "n1") "two unreserve p n1\n" FAILURE ("p",
                                                             "Unschedulable",
                                                             "rejected by "
                                                             "\"two\" at "
                                                             "permit: no",
                                                             "rejected by "
                                                             "\"two\" at "
                                                             "permit: no"));
  assert_undone (&scene);
}

#define PERMIT_ERROR \
  "error while running \"one\" permit plugin for pod \"p\": no"

static void
test_permit_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { PERMITS });

  say (&scene, 0, FIT_POINT_PERMIT, FIT_STATUS_ERROR, "no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one permit p n1\n" UNDONE ("p", "n1") FAILURE (
                          "p", "SchedulerError", PERMIT_ERROR, PERMIT_ERROR));
  assert_undone (&scene);
}

static void
test_pod_waits_until_it_is_allowed (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { PERMITS, PERMITS });

  let_wait (&scene, 0, 100 * SECOND);
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one permit p n1\ntwo permit p n1\n");
  assert_decisions (&scene, "assumed p n1\nwaiting p n1\n");
  assert_place (&scene, "p", FIT_POD_WAITING);
  assert_counted_on (&scene, "p", "n1");
  scene_wait (&scene, 60 * SECOND);
  assert_log (&scene, "");

  assert_true (fit_waiting_pod_allow (waiting_pod (&scene, "p")));
  assert_true (fit_scheduler_next_timer (scene.scheduler) <= scene.now);
  scene_wait (&scene, 0);
  assert_log (&scene, "one prebind p n1\ntwo prebind p n1\nstart bind p n1\n");
  assert_place (&scene, "p", FIT_POD_BINDING);
  /* Nothing is left of the time. */
  scene_wait (&scene, 100 * SECOND);
  assert_place (&scene, "p", FIT_POD_BINDING);
}

static void
test_pod_that_waits_is_rejected (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { PERMITS });

  let_wait (&scene, 0, 100 * SECOND);
  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  assert_true (fit_waiting_pod_reject (waiting_pod (&scene, "p"), "no"));
  scene_wait (&scene, 0);
  assert_log (&scene, UNDONE ("p", "n1")
                          FAILURE ("p", "Unschedulable",
                                   "rejected while waiting at permit: no",
                                   "rejected while waiting at permit: no"));
  assert_undone (&scene);
}

/* @after: how long it takes, and how it is said. */
static void
check_timeout (gint64 first, gint64 second, gint64 after, const char *words)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { PERMITS, PERMITS });
  g_autofree char *text = g_strdup_printf (
      "pod \"p\" rejected due to timeout after waiting %s at permit", words);
  g_autofree char *expected
      = g_strdup_printf (UNDONE ("p", "n1") "two unreserve p n1\n" FAILURE (
                             "p", "Unschedulable", "%s", "%s"),
                         text, text);

  let_wait (&scene, 0, first);
  let_wait (&scene, 1, second);
  assert_true (scene_schedule (&scene));
  if (after > 0)
    {
      scene_wait (&scene, after - 1);
      assert_place (&scene, "p", FIT_POD_WAITING);
    }
  scene_forget_log (&scene);
  scene_wait (&scene, 1);
  assert_log (&scene, expected);
  assert_undone (&scene);
}

static void
test_permit_times_out (void **state)
{
  check_timeout (10 * SECOND, 20 * SECOND, 10 * SECOND, "10s");
  check_timeout (90 * SECOND, 1500 * SECOND / 1000, 3 * SECOND / 2, "1.5s");
  check_timeout (90 * SECOND, 3600 * SECOND, 90 * SECOND, "1m30s");
}

static void
test_permit_waits_a_quarter_of_an_hour_at_most (void **state)
{
  check_timeout (3600 * SECOND, 7200 * SECOND, 900 * SECOND, "15m0s");
}

/* Two pods wait; the third releases the first. */
static FitStatusCode
third_releases_first (gpointer data, FitExtensionPoint point, const FitPod *pod)
{
  if (point != FIT_POINT_PERMIT)
    return FIT_STATUS_SUCCESS;
  if (strcmp (pod->meta.name, "r") != 0)
    return FIT_STATUS_WAIT;
  assert_true (fit_waiting_pod_allow (waiting_pod (data, "p")));
  return FIT_STATUS_SUCCESS;
}

static void
test_a_plugin_allows_another_pod (void **state)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") PLAIN ("p") PLAIN ("q") PLAIN ("r"),
              .points = { POINT (PERMIT) });

  let_wait (&scene, 0, 100 * SECOND);
  scene.plugins[0].choose = third_releases_first;
  scene.plugins[0].data = &scene;
  while (scene_schedule (&scene))
    ;
  scene_wait (&scene, 0);
  assert_place (&scene, "p", FIT_POD_BINDING);
  assert_place (&scene, "q", FIT_POD_WAITING);
  assert_place (&scene, "r", FIT_POD_BINDING);
}

/* v1.16 leaves it where it is until its time is over. */
static void
test_pod_that_waits_is_deleted (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { PERMITS });

  let_wait (&scene, 0, 10 * SECOND);
  assert_true (scene_schedule (&scene));
  scene_remove_pod (&scene, "p");
  assert_counted_on (&scene, "p", "n1");
  scene_wait (&scene, 10 * SECOND);
  assert_counted_on (&scene, "p", "");
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

/* A pod that has gone and the one that has its name wait side by side. */
static void
test_pods_of_one_name_wait (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .points = { PERMITS });

  let_wait (&scene, 0, 10 * SECOND);
  assert_true (scene_schedule (&scene));
  scene_remove_pod (&scene, "p");
  scene_set (&scene, "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, "
                     "uid: another, namespace: ns}, spec: {schedulerName: "
                     "default-scheduler}}\n");
  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  assert_true (fit_waiting_pod_allow (waiting_pod (&scene, "another")));
  scene_wait (&scene, 0);
  assert_log (&scene, "one prebind p n1\nstart bind p n1\n");
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_string_equal (scene_pod (&scene, "p")->node_name, "n1");
  scene_wait (&scene, 10 * SECOND);
  assert_counted_on (&scene, "p", "");
  assert_counted_on (&scene, "another", "n1");
}

/* -- volumes --------------------------------------------------------------- */

#define USER OURS ("p", USES ("c"))
#define TO_PROVISION \
  SMALL_NODE ("n1") CLASS ("late", "example.com/p") CLAIM ("c", "late") USER
#define TO_MATCH                                 \
  SMALL_NODE ("n1")                              \
  CLASS ("late", "kubernetes.io/no-provisioner") \
  CLAIM ("c", "late") VOLUME ("v", "late") USER
#define VOLUME_POINTS \
  (POINT (RESERVE) | POINT (PERMIT) | POINT (PRE_BIND) | POINT (UNRESERVE))

static const FitTask *
only_task (const Scene *scene)
{
  assert_int_equal (scene->world.tasks->len, 1);
  return scene->world.tasks->pdata[0];
}

static guint
count (const GPtrArray *objects)
{
  return objects != NULL ? objects->len : 0;
}

static void
test_claim_is_provisioned (void **state)
{
  SCENE_FROM (scene, .manifest = TO_PROVISION, .points = { VOLUME_POINTS });
  const FitPersistentVolumeClaim *claim;

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one reserve p n1\nstart bind volumes p n1\n");
  assert_place (&scene, "p", FIT_POD_BINDING);
  assert_int_equal (count (only_task (&scene)->volumes), 0);
  assert_int_equal (count (only_task (&scene)->claims), 1);
  claim = only_task (&scene)->claims->pdata[0];
  assert_string_equal (claim->meta.name, "c");
  assert_string_equal (claim->selected_node, "n1");

  scene_works (&scene, FIT_TASK_BIND_VOLUMES, "p");
  scene_tell (&scene);
  scene_wait (&scene, SECOND);
  assert_log (&scene, "one permit p n1\none prebind p n1\nstart bind p n1\n");
}

static void
test_claim_is_matched (void **state)
{
  SCENE_FROM (scene, .manifest = TO_MATCH);
  const FitPersistentVolume *volume;

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind volumes p n1\n");
  assert_int_equal (count (only_task (&scene)->claims), 0);
  assert_int_equal (count (only_task (&scene)->volumes), 1);
  volume = only_task (&scene)->volumes->pdata[0];
  assert_string_equal (volume->meta.name, "v");
  assert_string_equal (volume->claim_name, "c");
  assert_string_equal (volume->claim_namespace, "ns");

  scene_works (&scene, FIT_TASK_BIND_VOLUMES, "p");
  scene_tell (&scene);
  scene_wait (&scene, SECOND);
  assert_log (&scene, "start bind p n1\n");
}

/* The next pod finds the volume taken. */
static void
test_volume_is_taken_once (void **state)
{
  SCENE_FROM (scene,
              .manifest = TO_MATCH CLAIM ("d", "late") OURS ("q", USES ("d")),
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind volumes p n1\n");
  assert_true (scene_schedule (&scene));
  assert_place (&scene, "q", FIT_POD_REFETCHED);
}

static void
test_volumes_are_bound_already (void **state)
{
  SCENE_FROM (scene, .manifest = TO_MATCH);

  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_BIND_VOLUMES, "p");
  scene_tell (&scene);
  scene_wait (&scene, SECOND);
  scene_forget_log (&scene);
  scene_set (&scene, OURS ("q", USES ("c")));
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind q n1\n");
}

static void
test_volumes_cannot_be_written (void **state)
{
  SCENE_FROM (scene, .manifest = TO_PROVISION, .points = { VOLUME_POINTS });
  g_autoptr (Interned) ns = fit_intern ("ns");

  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  scene_end (&scene, FIT_TASK_BIND_VOLUMES, "p", FAKE_FAILS, "boom");
  assert_log (&scene, FAILURE ("p", "VolumeBindingFailed", "boom", "boom")
                          UNDONE ("p", "n1"));
  assert_null (
      fit_volume_binder_pvc (fit_cache_volume_binder (scene.cache), ns, "c")
          ->selected_node);
  assert_undone (&scene);
}

/* The writes are done; nobody acts on them. */
static void
write_volumes_in_vain (Scene *scene)
{
  assert_true (scene_schedule (scene));
  scene_works (scene, FIT_TASK_BIND_VOLUMES, "p");
  assert_true (scene->world.updates->len > 0);
  scene_forget_log (scene);
}

#define TIMED_OUT "timed out waiting for the condition"

static void
test_volumes_are_not_bound_in_time (void **state)
{
  SCENE_FROM (scene, .manifest = TO_PROVISION, .points = { VOLUME_POINTS });

  write_volumes_in_vain (&scene);
  scene_wait (&scene, 99 * SECOND);
  assert_place (&scene, "p", FIT_POD_BINDING);
  assert_log (&scene, "");
  scene_wait (&scene, SECOND);
  assert_log (&scene, FAILURE ("p", "VolumeBindingFailed", TIMED_OUT, TIMED_OUT)
                          UNDONE ("p", "n1"));
  assert_undone (&scene);
}

static void
test_volumes_are_bound_late (void **state)
{
  SCENE_FROM (scene, .manifest = TO_PROVISION);

  write_volumes_in_vain (&scene);
  scene_wait (&scene, 50 * SECOND);
  assert_place (&scene, "p", FIT_POD_BINDING);
  scene_tell (&scene);
  scene_wait (&scene, SECOND);
  assert_log (&scene, "start bind p n1\n");
  scene_wait (&scene, 100 * SECOND);
  assert_log (&scene, "");
}

/* Trouble that no waiting will mend. */
static void
check_volume_trouble (FitKind kind, const char *namespace_, const char *name)
{
  SCENE_FROM (scene, .manifest = TO_MATCH, .points = { VOLUME_POINTS });

  write_volumes_in_vain (&scene);
  /* What became of the writes is not told. */
  g_ptr_array_set_size (scene.world.updates, 0);
  scene_remove (&scene, kind, namespace_, name);
  scene_wait (&scene, 2 * SECOND);
  assert_non_null (
      strstr (scene.world.log->str, "condition p VolumeBindingFailed: "));
  assert_null (strstr (scene.world.log->str, TIMED_OUT));
  assert_undone (&scene);
}

static void
test_volumes_are_in_trouble (void **state)
{
  check_volume_trouble (FIT_KIND_NODE, "", "n1");
  check_volume_trouble (FIT_KIND_PERSISTENT_VOLUME_CLAIM, "ns", "c");
  check_volume_trouble (FIT_KIND_PERSISTENT_VOLUME, "", "v");
}

#define GONE "pod \"ns/p\" does not exist any more"

static void
test_pod_goes_while_its_volumes_are_bound (void **state)
{
  SCENE_FROM (scene, .manifest = TO_PROVISION, .points = { VOLUME_POINTS });

  write_volumes_in_vain (&scene);
  g_ptr_array_set_size (scene.world.updates, 0);
  scene_remove_pod (&scene, "p");
  scene_wait (&scene, 2 * SECOND);
  assert_log (&scene, FAILURE ("p", "VolumeBindingFailed", GONE, GONE)
                          UNDONE ("p", "n1"));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

/* -- confirmation ---------------------------------------------------------- */

static void
test_binding_is_never_confirmed (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  assert_true (scene_schedule (&scene));
  scene_wait (&scene, 100 * SECOND); /* as long as it takes to bind */
  assert_counted_on (&scene, "p", "n1");
  scene_works (&scene, FIT_TASK_BIND, "p");
  scene_wait (&scene, 30 * SECOND);
  assert_counted_on (&scene, "p", "n1");
  assert_place (&scene, "p", FIT_POD_BOUND);
  assert_decisions (&scene, "assumed p n1\nbound p n1\n");
  scene_wait (&scene, SECOND);
  assert_counted_on (&scene, "p", "");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  assert_decisions (&scene, "expired p n1\n");
  /* It comes at last. */
  scene_tell (&scene);
  assert_counted_on (&scene, "p", "n1");
}

/* It ends with a tick of the scheduler's clock, whenever it began. */
static void
test_confirmation_between_two_ticks (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE);

  assert_true (scene_schedule (&scene));
  scene_wait (&scene, 3 * SECOND / 4);
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_int_equal (fit_scheduler_next_timer (scene.scheduler),
                    START + 31 * SECOND);
  scene_wait (&scene, 30 * SECOND);
  assert_counted_on (&scene, "p", "n1");
  scene_wait (&scene, SECOND / 4);
  assert_counted_on (&scene, "p", "");
}

/* How long a bound pod counts that is never confirmed; 0: for ever. */
static void
assert_counts_for (const char *release, gint64 seconds)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = release);

  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_BIND, "p");
  scene_wait (&scene, (seconds > 0 ? seconds : 24 * 3600) * SECOND);
  assert_counted_on (&scene, "p", "n1");
  scene_wait (&scene, SECOND);
  assert_counted_on (&scene, "p", seconds > 0 ? "" : "n1");
}

static void
test_confirmation_takes_long_in_later_releases (void **state)
{
  assert_counts_for ("1.22", 30);
  assert_counts_for ("1.23", 15 * 60);
  assert_counts_for ("1.24", 15 * 60);
  assert_counts_for ("1.25", 0);
  assert_counts_for ("1.34.1", 0);
}

/* -- as a daemon runs it: bindings are trusted ----------------------------- */

static void
test_bound_pod_counts_until_it_is_seen (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .trusts_bindings = TRUE);

  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_BIND, "p");
  scene_wait (&scene, 3600 * SECOND);
  assert_counted_on (&scene, "p", "n1");
  assert_place (&scene, "p", FIT_POD_BOUND);
  assert_decisions (&scene, "assumed p n1\nbound p n1\n");
  scene_tell (&scene);
  assert_counted_on (&scene, "p", "n1");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  scene_remove_pod (&scene, "p");
  assert_counted_on (&scene, "p", "");
}

#define ONE_OF_TWO  \
  SMALL_NODE ("n1") \
  OURS ("p", CPU ("2")) OURS ("q", CPU ("2"))

/* Neither the node of p nor its end is seen: a new list does not have it, and the
 * version seen last has no node.  q fits from then on, and not before. */
static void
check_lost_pod (FitPodPlace place)
{
  SCENE_FROM (scene, .manifest = ONE_OF_TWO, .trusts_bindings = TRUE);
  g_autoptr (FitPod) seen = fit_pod_ref (scene_pod (&scene, "p"));

  assert_true (scene_schedule (&scene));
  if (place == FIT_POD_BOUND)
    scene_works (&scene, FIT_TASK_BIND, "p");
  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_FETCH_POD, "q");
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
  assert_place (&scene, "p", place);
  fake_world_remove (&scene.world, FIT_KIND_POD, "ns", "p");
  g_ptr_array_set_size (scene.world.updates, 0);
  fit_scheduler_handle (scene.scheduler, FIT_KIND_POD, seen, NULL, scene.now);
  if (place == FIT_POD_BINDING)
    {
      const FitTask *task = g_ptr_array_steal_index (scene.world.tasks, 0);

      assert_counted_on (&scene, "p", "n1");
      fit_scheduler_finish_task (scene.scheduler, task, NULL, NULL, scene.now);
    }
  assert_counted_on (&scene, "p", "");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  scene_wait (&scene, 2 * SECOND);
  assert_true (scene_schedule (&scene));
  assert_counted_on (&scene, "q", "n1");
}

static void
test_bound_pod_is_gone_unseen (void **state)
{
  check_lost_pod (FIT_POD_BOUND);
}

static void
test_pod_is_gone_unseen_while_it_is_bound (void **state)
{
  check_lost_pod (FIT_POD_BINDING);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_api_server_binds),
    cmocka_unit_test (test_binding_fails),
    cmocka_unit_test (test_binding_that_fails_gives_room),
    cmocka_unit_test (test_binding_seems_to_fail),
    cmocka_unit_test (test_bind_plugin_binds),
    cmocka_unit_test (test_bind_plugins_skip),
    cmocka_unit_test (test_bind_plugin_fails),
    cmocka_unit_test (test_extender_binds),
    cmocka_unit_test (test_extender_is_not_interested),
    cmocka_unit_test (test_pre_bind_rejects),
    cmocka_unit_test (test_pre_bind_fails),
    cmocka_unit_test (test_permit_rejects),
    cmocka_unit_test (test_permit_fails),
    cmocka_unit_test (test_pod_waits_until_it_is_allowed),
    cmocka_unit_test (test_pod_that_waits_is_rejected),
    cmocka_unit_test (test_permit_times_out),
    cmocka_unit_test (test_permit_waits_a_quarter_of_an_hour_at_most),
    cmocka_unit_test (test_a_plugin_allows_another_pod),
    cmocka_unit_test (test_pod_that_waits_is_deleted),
    cmocka_unit_test (test_pods_of_one_name_wait),
    cmocka_unit_test (test_claim_is_provisioned),
    cmocka_unit_test (test_claim_is_matched),
    cmocka_unit_test (test_volume_is_taken_once),
    cmocka_unit_test (test_volumes_are_bound_already),
    cmocka_unit_test (test_volumes_cannot_be_written),
    cmocka_unit_test (test_volumes_are_not_bound_in_time),
    cmocka_unit_test (test_volumes_are_bound_late),
    cmocka_unit_test (test_volumes_are_in_trouble),
    cmocka_unit_test (test_pod_goes_while_its_volumes_are_bound),
    cmocka_unit_test (test_binding_is_never_confirmed),
    cmocka_unit_test (test_confirmation_between_two_ticks),
    cmocka_unit_test (test_confirmation_takes_long_in_later_releases),
    cmocka_unit_test (test_bound_pod_counts_until_it_is_seen),
    cmocka_unit_test (test_bound_pod_is_gone_unseen),
    cmocka_unit_test (test_pod_is_gone_unseen_while_it_is_bound),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
