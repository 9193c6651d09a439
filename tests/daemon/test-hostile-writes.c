/* test-hostile-writes.c - all that a daemon writes and looks up, and an API server that means harm
 *
 * Each request gets each hostile answer, then a right one.  What is wrong is said
 * clearly, and the same is done well afterwards.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/hostile.h"
#include "tests/daemon/daemon-scene.h"

#include <string.h>

/* For what must happen at some time. */
#define WAIT_US (120 * (gint64) G_USEC_PER_SEC)
#define TICK_US ((gint64) 5000)

/* How often an event is sent again, if there is no answer. */
#define EVENT_TRIES 12

#define POD                                                         \
  "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":" \
  "\"web\",\"namespace\":\"shop\",\"uid\":\"u1\"},\"spec\":{},"     \
  "\"status\":{}}"
#define GONE_POD                                                                \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: victim, namespace: shop, " \
  "uid: u2}}"
#define GROUP                                            \
  "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\"," \
  "\"groupVersion\":\"events.k8s.io/v1\",\"resources\":[]}"

typedef struct
{
  const char *name;
  HostileServer server;
  DaemonScene scene;
  FitDaemon *daemon;
  const FitPod *pod;
  const FitPod *victim;
  FitTask task;
  guint n_begun;
  gboolean done; /* well */
  GString *said; /* owned: what is wrong */
} Trial;

static void
say (Trial *trial, const char *text)
{
  assert_clear (trial->name, text);
  g_string_append_printf (trial->said, "%s%s", trial->said->len > 0 ? "\n" : "",
                          text);
}

/* -- what is written ------------------------------------------------------- */

static void
write_status (Trial *trial)
{
  g_autofree char *message = g_strdup_printf ("for the %u", trial->n_begun);

  assert_true (trial->daemon->world.set_unscheduled (
      trial->daemon, trial->pod, "Unschedulable", message, NULL));
  fit_pod_statuses_flush (trial->daemon);
}

static void
write_old_status (Trial *trial)
{
  trial->daemon->release = FIT_RELEASE_LEGACY;
  write_status (trial);
}

static void
delete_victim (Trial *trial)
{
  assert_true (trial->daemon->world.delete_pod (trial->daemon, trial->victim,
                                                NULL, NULL));
}

/* It is deleted when that has been written. */
static void
mark_victim (Trial *trial)
{
  const FitVictimNote note = { "PreemptionByScheduler", "room" };

  assert_true (trial->daemon->world.delete_pod (trial->daemon, trial->victim,
                                                &note, NULL));
}

static void
apply_mark (Trial *trial)
{
  trial->daemon->release = FIT_RELEASE (26, 0);
  mark_victim (trial);
}

static void
bind_volumes (Trial *trial)
{
  if (trial->n_begun == 1)
    trial->task = daemon_scene_bind_volumes (&trial->scene, trial->pod);
  fit_api_tasks_start (trial->daemon, &trial->task);
}

static void
fetch_pod (Trial *trial)
{
  trial->task = (FitTask){ .type = FIT_TASK_FETCH_POD, .pod = trial->pod };
  fit_api_tasks_start (trial->daemon, &trial->task);
}

/* Nobody knows what became of the binding; so the pod is looked at. */
static void
look_at_pod (Trial *trial)
{
  trial->task = (FitTask){ .type = FIT_TASK_BIND,
                           .pod = trial->pod,
                           .node_name = "node-1" };
  fit_api_tasks_start (trial->daemon, &trial->task);
}

static void
find_event_api (Trial *trial)
{
  g_autoptr (FitServed) served = fit_served_new ();

  if (trial->n_begun == 1)
    fit_events_choose (trial->daemon, served);
}

static void
write_event (Trial *trial)
{
  g_autofree char *reason = g_strdup_printf ("Failed%u", trial->n_begun);
  const FitEvent event = { .regarding = trial->pod,
                           .reason = reason,
                           .action = "Scheduling",
                           .note = "no room",
                           .warning = TRUE };

  fit_events_write (trial->daemon, &event);
}

static void
repeat_event (Trial *trial)
{
  write_event (trial);
  write_event (trial);
}

/* -- what comes of it ------------------------------------------------------ */

/* It has ended, well or not. */
static gboolean
take_end (Trial *trial, FitMessage *message)
{
  gboolean over = TRUE;

  if (message->problem != NULL)
    say (trial, message->problem->message);
  if (message->text != NULL)
    say (trial, message->text);
  trial->done = message->problem == NULL && message->text == NULL;
  if (message->type == FIT_MESSAGE_STATUS)
    fit_pod_statuses_written (trial->daemon, message->pod);
  else if (message->type == FIT_MESSAGE_DELETED)
    fit_victims_remove (trial->daemon, message->data);
  else if (message->type != FIT_MESSAGE_TASK)
    over = FALSE;
  daemon_message_free (message);
  return over;
}

static gboolean
await_message (Trial *trial)
{
  FitMessage *message;

  do
    message
        = daemon_scene_take (&trial->scene, g_get_monotonic_time () + WAIT_US);
  while (message != NULL && !take_end (trial, message));
  return message != NULL;
}

/* The binding has failed: the pod is seen without a node. */
static gboolean
await_look (Trial *trial)
{
  const gboolean has_ended = await_message (trial);

  trial->done = g_str_has_prefix (trial->said->str, "500: ");
  return has_ended;
}

/* Nobody waits for an event, so nothing is said of one that is written. */
static gboolean
await_events (Trial *trial)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;
  FitMessage *message;

  while (g_atomic_int_get (&trial->daemon->n_events) > 0
         && g_get_monotonic_time () < end_us)
    {
      message = daemon_scene_take (&trial->scene,
                                   g_get_monotonic_time () + TICK_US);
      if (message != NULL)
        take_end (trial, message);
    }
  while ((message = daemon_scene_take (&trial->scene, 0)) != NULL)
    take_end (trial, message);
  trial->done = hostile_server_given (&trial->server) == trial->server.times;
  return g_atomic_int_get (&trial->daemon->n_events) == 0;
}

/* The group of older servers, which is asked for last. */
static gboolean
await_event_api (Trial *trial)
{
  const FitEvent event = { .regarding = trial->pod,
                           .reason = "Scheduled",
                           .action = "Binding",
                           .note = "" };
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;

  while (!trial->done && g_get_monotonic_time () < end_us)
    {
      FitMessage *message = daemon_scene_take (
          &trial->scene, g_get_monotonic_time () + TICK_US);
      g_auto (FitEventWrite) write = { 0 };

      if (message != NULL)
        take_end (trial, message);
      assert_true (
          fit_event_log_add (trial->daemon->event_log, &event, 0, &write));
      trial->done = strstr (write.path, "/v1beta1/") != NULL;
    }
  return trial->done;
}

/* -- all of them ----------------------------------------------------------- */

static const HostileFact facts[] = {
  { "GET /apis/events.k8s.io/v1beta1 ", GROUP, FALSE, 0 },
  { "POST /api/v1/namespaces/shop/pods/web/binding ", "{}", FALSE, 500 },
  { "GET /api/v1/namespaces/shop/pods/web ", POD, FALSE, 0 },
  { " /api/v1/", NULL, FALSE, 0 },
  { "DELETE ", "{}", FALSE, 0 },
  { " /apis/events.k8s.io/v1/namespaces/", NULL, FALSE, 0 },
};

static const struct
{
  const char *name;
  const char *needle;
  guint times;
  void (*begin) (Trial *trial);
  gboolean (*await) (Trial *trial); /* FALSE: it takes too long */
} requests[] = {
  { "status", "PATCH /api/v1/namespaces/shop/pods/web/status ", 1, write_status,
    await_message },
  { "old status, read", "GET /api/v1/namespaces/shop/pods/web ", 1,
    write_old_status, await_message },
  { "old status, written", "PUT /api/v1/namespaces/shop/pods/web/status ", 1,
    write_old_status, await_message },
  { "victim", "DELETE ", 6, delete_victim, await_message },
  { "condition of a victim",
    "PATCH /api/v1/namespaces/shop/pods/victim/status ", 6, mark_victim,
    await_message },
  { "applied condition of a victim",
    "PATCH /api/v1/namespaces/shop/pods/victim/"
    "status?fieldManager=KubeScheduler&force=true ",
    6, apply_mark, await_message },
  { "volume", "PATCH /api/v1/persistentvolumes/pv ", 1, bind_volumes,
    await_message },
  { "claim", "PATCH /api/v1/namespaces/shop/persistentvolumeclaims/c ", 1,
    bind_volumes, await_message },
  { "pod", "GET /api/v1/namespaces/shop/pods/web ", 1, fetch_pod,
    await_message },
  { "pod after a binding", "GET /api/v1/namespaces/shop/pods/web ", 2,
    look_at_pod, await_look },
  { "group of events", "GET /apis/events.k8s.io/v1 ", 2, find_event_api,
    await_event_api },
  { "event", "POST /apis/events.k8s.io/v1/", EVENT_TRIES, write_event,
    await_events },
  { "repeated event", "PATCH /apis/events.k8s.io/v1/", EVENT_TRIES,
    repeat_event, await_events },
};

/* Returns: TRUE if something was said */
static gboolean
try_request (guint i, const HostileAnswer *answer)
{
  g_autofree char *name
      = g_strdup_printf ("%s, %s", requests[i].name, answer->name);
  Trial trial = { .name = name,
                  .server = { .needle = requests[i].needle,
                              .times = requests[i].times,
                              .answer = answer,
                              .facts = facts,
                              .n_facts = G_N_ELEMENTS (facts) },
                  .said = g_string_new (NULL) };
  gboolean has_said;

  hostile_server_start (&trial.server);
  daemon_scene_begin (&trial.scene, replay_server_url (trial.server.server),
                      HOSTILE_TOKEN, 0);
  trial.daemon = &trial.scene.daemon;
  trial.daemon->release = FIT_RELEASE (20, 0);
  trial.daemon->event_log = fit_event_log_new (FIT_EVENT_API_V1, "host");
  trial.victim = daemon_scene_add (&trial.scene, FIT_KIND_POD, GONE_POD);
  trial.pod = daemon_scene_add (&trial.scene, FIT_KIND_POD, POD);
  fit_live_objects_put (trial.daemon->view.live, FIT_KIND_POD, trial.pod);
  while (!trial.done
         || hostile_server_given (&trial.server) < requests[i].times)
    {
      trial.done = FALSE;
      trial.n_begun++;
      requests[i].begin (&trial);
      if (!requests[i].await (&trial) || trial.n_begun > 3 * requests[i].times)
        fail_msg ("%s: it is not done, after: %s", name, trial.said->str);
    }
  has_said = trial.said->len > 0;
  daemon_scene_end (&trial.scene);
  hostile_server_stop (&trial.server);
  g_string_free (trial.said, TRUE);
  return has_said;
}

static void
test_requests (void **state)
{
  guint n;
  const HostileAnswer *answers = hostile_answers (&n);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      guint n_tried = 0, n_said = 0;

      for (guint j = 0; j < n; j++)
        if (hostile_is_chosen (j, i))
          {
            n_tried++;
            n_said += try_request (i, &answers[j]);
          }
      /* The others are answers enough. */
      assert_true (n_said > n_tried / 4);
    }
  assert_memory (300);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_requests),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
