/* test-rules-change.c - other rules wait until no pod is between two places
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/whole-daemon.h"

#include "algorithmprovider/defaults.h"
#include "tests/support/manifest.h"

#include <string.h>

/* The pod @name with @uid, as the API server has it at @version, on the node
 * @node_name; @gone: had it. */
static void
tell_pod_as (WholeDaemon *scene, const char *name, const char *uid,
             const char *version, const char *node_name, gboolean gone)
{
  g_autofree char *manifest = g_strdup_printf (
      "apiVersion: v1\nkind: Pod\nmetadata: {name: %s, namespace: shop, uid: "
      "%s, resourceVersion: \"%s\", labels: {version: v%s}}\nspec: "
      "{schedulerName: default-scheduler, nodeName: \"%s\", containers: [{name: "
      "main}]}\nstatus: {phase: Pending}\n",
      name, uid, version, version, node_name);
  g_autoptr (FitObjects) objects = objects_from (manifest);

  fit_daemon_post (scene->daemon,
                   &(const FitMessage){ .type = FIT_MESSAGE_CHANGED,
                                        .kind = FIT_KIND_POD,
                                        .object = g_ptr_array_steal_index (
                                            objects->of[FIT_KIND_POD], 0),
                                        .gone = gone });
}

static void
tell_pod (WholeDaemon *scene, const char *version, const char *node_name)
{
  tell_pod_as (scene, "web", "u1", version, node_name, FALSE);
}

/* What the scheduler's thread saw between two attempts. */
typedef struct
{
  FitPodPlace place;
  gboolean assumed;
  gboolean changes; /* other rules wait */
} Seen;

static void
look (FitDaemon *daemon, gpointer data)
{
  Seen *seen = data;
  g_autoptr (GPtrArray) pods
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (!g_str_equal (pod->meta.name, "web"))
        continue;
      seen->place = fit_scheduler_place (daemon->scheduler, pod);
      seen->assumed = fit_cache_is_assumed (daemon->rules.cache, pod);
    }
  fit_monitor_lock (&daemon->changes);
  seen->changes = daemon->change != NULL;
  fit_monitor_unlock (&daemon->changes);
}

static void
count_queued (FitDaemon *daemon, gpointer n_queued)
{
  g_autoptr (GPtrArray) pods
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);

  for (guint i = 0; i < pods->len; i++)
    *(guint *) n_queued
        += fit_scheduler_place (daemon->scheduler, pods->pdata[i])
           == FIT_POD_QUEUED;
}

static void
count_pods (FitDaemon *daemon, gpointer n_pods)
{
  guint n_assumed;

  *(guint *) n_pods = fit_cache_n_pods (daemon->rules.cache, &n_assumed);
}

static Seen
see (WholeDaemon *scene)
{
  Seen seen = { 0 };

  assert_true (fit_daemon_call (scene->daemon, look, &seen, 60000));
  return seen;
}

/* What is waited for takes milliseconds. */
static Seen
see_before (WholeDaemon *scene, gint64 end_us)
{
  if (g_get_monotonic_time () > end_us)
    fail_msg ("it did not come within a minute");
  g_usleep (1000);
  return see (scene);
}

static gint64
in_a_minute (void)
{
  return g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
}

/* Waits until the pod is at @place, and other rules wait or do not. */
static void
await_sight (WholeDaemon *scene, FitPodPlace place, gboolean changes)
{
  const gint64 end = in_a_minute ();
  Seen seen;

  do
    seen = see_before (scene, end);
  while (seen.place != place || seen.changes != changes);
}

static void
set_flag (gpointer flag)
{
  g_atomic_int_set ((gint *) flag, TRUE);
}

static void
await_flag (WholeDaemon *scene, gint *flag)
{
  const gint64 end = in_a_minute ();

  while (!g_atomic_int_get (flag))
    see_before (scene, end);
}

/* The scheduler's thread had a turn since, and could have taken other rules. */
static void
let_it_turn (WholeDaemon *scene)
{
  static gint passed;

  passed = FALSE;
  fit_daemon_later (scene->daemon, 0, set_flag, NULL, &passed);
  await_flag (scene, &passed);
}

/* -- other rules ----------------------------------------------------------- */

/* Somebody asks for them on a thread of its own, and waits. */
typedef struct
{
  FitDaemon *daemon;
  const char *provider; /* the rules that it asks for */
  GThread *thread;
  gint is_over;
} Change;

static gpointer
replace (gpointer data)
{
  Change *change = data;
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  FitDaemonRules rules
      = { .options = { .registry = registry,
                       .gates = fit_feature_gates_default (),
                       .provider = change->provider,
                       .hard_pod_affinity_symmetric_weight = 1,
                       .scheduler_name = "default-scheduler" } };
  GError *error = NULL;

  fit_daemon_replace_rules (change->daemon, &rules, &error);
  set_flag (&change->is_over);
  return error;
}

static void
begin_change_to (Change *change, const char *provider, WholeDaemon *scene)
{
  change->daemon = scene->daemon;
  change->provider = provider;
  change->is_over = FALSE;
  change->thread = g_thread_new ("replace", replace, change);
}

static void
begin_change (Change *change, WholeDaemon *scene)
{
  begin_change_to (change, "ClusterAutoscalerProvider", scene);
}

/* The pod is bound, but the scheduler has not seen that yet. */
static void
begin_with_bound_pod (WholeDaemon *scene)
{
  whole_daemon_init (scene);
  whole_daemon_list (scene, whole_daemon_resource (FIT_KIND_NODE), "",
                     NODE ("node-1", "1", ""));
  whole_daemon_begin (scene, FALSE);
  whole_daemon_await (scene, "/binding");
  await_sight (scene, FIT_POD_BOUND, FALSE);
}

/* So the change has to wait. */
static void
begin_change_of_bound_pod (Change *change, WholeDaemon *scene)
{
  begin_with_bound_pod (scene);
  begin_change (change, scene);
  await_sight (scene, FIT_POD_BOUND, TRUE);
}

/* Does it fill nodes one after the other? */
static void
packs (FitDaemon *daemon, gpointer data)
{
  const FitAlgorithm *algorithm = daemon->rules.algorithms->pdata[0];
  gboolean *found = data;

  for (guint i = 0; i < algorithm->priorities->len; i++)
    {
      const FitPriority *priority = algorithm->priorities->pdata[i];

      *found |= g_str_equal (priority->name, "MostRequestedPriority");
    }
}

static void
assert_packs (WholeDaemon *scene, gboolean expected)
{
  gboolean found = FALSE;

  assert_true (fit_daemon_call (scene->daemon, packs, &found, 60000));
  assert_int_equal (found, expected);
}

/* Returns: (transfer full) (nullable) */
static GError *
await_change (Change *change, WholeDaemon *scene)
{
  await_flag (scene, &change->is_over);
  return g_thread_join (change->thread);
}

static void
end_change (Change *change, WholeDaemon *scene)
{
  g_autoptr (GError) error = await_change (change, scene);

  assert_null (error);
  assert_packs (scene, TRUE);
}

/* -- when they are taken --------------------------------------------------- */

/* A pod that is bound, but not seen so, changes in another way: that puts it into
 * a queue.  New rules would begin without it, and give its place away. */
static void
test_a_bound_pod_is_queued (void **state)
{
  static Change change;
  WholeDaemon scene = { 0 };
  Seen seen;

  (void) state;
  begin_change_of_bound_pod (&change, &scene);
  tell_pod (&scene, "7", "");
  await_sight (&scene, FIT_POD_QUEUED, TRUE);
  let_it_turn (&scene);
  seen = see (&scene);
  assert_true (seen.assumed);
  assert_true (seen.changes);
  tell_pod (&scene, "8", "node-1");
  end_change (&change, &scene);
  whole_daemon_end (&scene);
}

/* A pod that comes meanwhile waits for the new rules. */
static void
test_a_pod_comes (void **state)
{
  static Change change;
  WholeDaemon scene = { 0 };
  guint n_queued = 0;

  (void) state;
  begin_change_of_bound_pod (&change, &scene);
  tell_pod_as (&scene, "next", "u2", "9", "", FALSE);
  for (guint i = 0; i < 3; i++)
    let_it_turn (&scene);
  assert_true (fit_daemon_call (scene.daemon, count_queued, &n_queued, 60000));
  assert_int_equal (n_queued, 1);
  tell_pod_as (&scene, "next", "u2", "10", "", TRUE);
  tell_pod (&scene, "8", "node-1");
  end_change (&change, &scene);
  whole_daemon_end (&scene);
}

/* The watch says that the bound pod is gone, and never said that it was bound: it
 * takes no place any more, and not only after the half minute in which v1.16 expects
 * to hear of it. */
static void
test_a_bound_pod_goes_unseen (void **state)
{
  const gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  WholeDaemon scene = { 0 };
  guint n_pods;

  (void) state;
  begin_with_bound_pod (&scene);
  tell_pod_as (&scene, "web", "u1", "7", "", TRUE);
  do
    {
      if (g_get_monotonic_time () > end)
        fail_msg ("it was not forgotten");
      assert_true (fit_daemon_call (scene.daemon, count_pods, &n_pods, 60000));
    }
  while (n_pods > 0);
  whole_daemon_end (&scene);
}

/* A pod that waits for a node keeps nothing that new rules could give away. */
static void
test_a_pod_waits (void **state)
{
  static Change change;
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await (&scene, "/namespaces/shop/events");
  await_sight (&scene, FIT_POD_QUEUED, FALSE);
  assert_packs (&scene, FALSE);
  begin_change (&change, &scene);
  end_change (&change, &scene);
  whole_daemon_end (&scene);
}

/* Rules that are none leave the others as they are. */
static void
test_rules_that_are_none (void **state)
{
  static Change change;
  WholeDaemon scene = { 0 };
  g_autoptr (GError) error = NULL;

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await (&scene, "/namespaces/shop/events");
  begin_change_to (&change, "Nobody", &scene);
  error = await_change (&change, &scene);
  assert_non_null (error);
  assert_string_equal (error->message,
                       "couldn't create scheduler using provider \"Nobody\": "
                       "plugin \"Nobody\" has not been registered");
  assert_packs (&scene, FALSE);
  begin_change (&change, &scene);
  end_change (&change, &scene);
  whole_daemon_end (&scene);
}

/* Whoever waits for new rules while the daemon ends learns that. */
static void
test_the_daemon_ends (void **state)
{
  static Change change;
  g_autoptr (GError) error = NULL;
  const gint64 end = in_a_minute ();
  WholeDaemon scene = { 0 };

  (void) state;
  begin_change_of_bound_pod (&change, &scene);
  fit_daemon_stop (scene.daemon);
  while (!g_atomic_int_get (&change.is_over))
    {
      if (g_get_monotonic_time () > end)
        fail_msg ("nobody was told within a minute");
      g_usleep (1000);
    }
  error = g_thread_join (change.thread);
  assert_non_null (error);
  assert_string_equal (error->message, "it has ended");
  whole_daemon_end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_a_bound_pod_is_queued),
    cmocka_unit_test (test_a_pod_comes),
    cmocka_unit_test (test_a_bound_pod_goes_unseen),
    cmocka_unit_test (test_a_pod_waits),
    cmocka_unit_test (test_rules_that_are_none),
    cmocka_unit_test (test_the_daemon_ends),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
