/* test-api-tasks.c - bindings and volumes whose answers get lost or are not what
 * was hoped for
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender.h"
#include "tests/client/hostile.h"
#include "tests/daemon/daemon-scene.h"
#include "tests/support-extender/canned.h"

#include <string.h>

#define MOST_REPLIES 64

#define REPLY(status, body) \
  "HTTP/1.1 " status "\r\nConnection: close\r\n\r\n" body
#define STATUS(message) "{\"kind\": \"Status\", \"message\": \"" message "\"}"
#define POD(uid, node)                                                  \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": "          \
  "{\"name\": \"web\", \"namespace\": \"shop\", \"uid\": \"" uid "\"}," \
  " \"spec\": {\"nodeName\": \"" node "\"}}"

#define LOST "" /* the connection ends */
#define BOUND REPLY ("201 Created", STATUS (""))
#define HERE REPLY ("200 OK", POD ("u1", "node-1"))
#define NOT_YET REPLY ("200 OK", POD ("u1", ""))
#define CONFLICT REPLY ("409 Conflict", STATUS ("already assigned"))
#define GONE REPLY ("404 Not Found", STATUS ("no such pod"))
#define NOT_DONE                                                      \
  REPLY ("200 OK", "{\"kind\": \"Status\", \"status\": \"Failure\", " \
                   "\"message\": \"not now\"}")
#define BUSY REPLY ("429 Too Many Requests", STATUS ("busy"))
#define TOO_LATE REPLY ("504 Gateway Timeout", STATUS ("it took too long"))
#define NO_GATEWAY REPLY ("502 Bad Gateway", "<html>nginx</html>")
#define BROKEN REPLY ("500 Internal Server Error", STATUS ("etcd is slow"))

typedef struct
{
  CannedServer *server; /* (nullable) */
  DaemonScene scene;
  FitDaemon *daemon;
  const FitPod *pod;
} Scene;

static void
begin_on (Scene *scene, const char *url, double qps)
{
  daemon_scene_begin (&scene->scene, url, HOSTILE_TOKEN, qps);
  scene->daemon = &scene->scene.daemon;
  scene->pod = daemon_scene_add (&scene->scene, FIT_KIND_POD, POD ("u1", ""));
}

static CannedServer *
server_of (const char *const *answers)
{
  CannedReply replies[MOST_REPLIES];
  guint n = 0;

  for (; n < MOST_REPLIES && answers[n] != NULL; n++)
    replies[n] = (CannedReply){ answers[n], -1, TRUE };
  return canned_server_new (replies, n);
}

static void
begin_with_qps (Scene *scene, const char *const *answers, double qps)
{
  g_autofree char *url = NULL;

  scene->server = server_of (answers);
  url = canned_server_url (scene->server);
  url[strlen (url) - 1] = '\0';
  begin_on (scene, url, qps);
}

static void
begin (Scene *scene, const char *const *answers)
{
  begin_with_qps (scene, answers, 0);
}

static void
end (Scene *scene)
{
  daemon_scene_end (&scene->scene);
  g_clear_pointer (&scene->server, canned_server_free);
}

/* Returns: (transfer full): what ends the task */
static FitMessage *
await_end (Scene *scene)
{
  FitMessage *message = daemon_scene_take (&scene->scene, G_MAXINT64);

  assert_int_equal (message->type, FIT_MESSAGE_TASK);
  return message;
}

/* "": there is none. */
static void
check_problem (const GError *problem, const char *expected)
{
  const char *text = problem != NULL ? problem->message : "";

  if (*expected == '\0' ? *text != '\0' : strstr (text, expected) == NULL)
    fail_msg ("\"%s\" instead of \"%s\"", text, expected);
}

/* Binds the pod to node-1, or deletes it, while the server gives @answers, and
 * expects @problem after as many requests.  Meanwhile a binding is one of those
 * of which only so many may be under way. */
static void
check (FitTaskType type, const char *const *answers, const char *problem)
{
  Scene scene = { 0 };
  FitMessage *message;
  guint n = 0;
  FitTask task = { .type = type, .node_name = "node-1" };

  begin (&scene, answers);
  task.pod = scene.pod;
  fit_api_tasks_start (scene.daemon, &task);
  assert_int_equal (g_hash_table_contains (scene.daemon->bindings, &task),
                    type == FIT_TASK_BIND);
  message = await_end (&scene);
  assert_ptr_equal (message->task, &task);
  check_problem (message->problem, problem);
  while (n < MOST_REPLIES && answers[n] != NULL)
    n++;
  assert_int_equal (canned_server_requests (scene.server), n);
  daemon_message_free (message);
  end (&scene);
}

#define CHECK(problem, ...) \
  check (FIT_TASK_BIND, (const char *const[]){ __VA_ARGS__, NULL }, problem)
#define CHECK_DELETION(problem, ...)                                         \
  check (FIT_TASK_DELETE_VICTIM, (const char *const[]){ __VA_ARGS__, NULL }, \
         problem)

static void
test_answered (void **state)
{
  (void) state;
  CHECK ("", BOUND);
  CHECK ("404: no such pod", GONE);
}

/* A server that is not well is asked again. */
static void
test_victims_are_deleted (void **state)
{
  (void) state;
  CHECK_DELETION ("", REPLY ("200 OK", STATUS ("")));
  CHECK_DELETION ("", BROKEN, REPLY ("200 OK", STATUS ("")));
  CHECK_DELETION ("404: no such pod", GONE);
  CHECK_DELETION ("403: not you", REPLY ("403 Forbidden", STATUS ("not you")));
}

/* Whether a binding was refused, may have been done, or may still be done. */
static void
test_statuses (void **state)
{
  static const struct
  {
    guint status;
    enum
    {
      REFUSES,
      TELLS_NOTHING, /* the pod is looked at */
      GOES_ON,       /* and the binding is sent again */
    } meaning;
  } rows[] = {
    { 302, TELLS_NOTHING }, { 400, REFUSES },       { 401, REFUSES },
    { 403, REFUSES },       { 404, REFUSES },       { 408, REFUSES },
    { 409, TELLS_NOTHING }, { 410, REFUSES },       { 429, REFUSES },
    { 499, REFUSES },       { 500, TELLS_NOTHING }, { 501, TELLS_NOTHING },
    { 502, GOES_ON },       { 503, GOES_ON },       { 504, GOES_ON },
    { 505, TELLS_NOTHING },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *answer = g_strdup_printf (
          REPLY ("%u It says", STATUS ("so it is")), rows[i].status);
      g_autofree char *problem
          = g_strdup_printf ("%u: so it is", rows[i].status);

      if (rows[i].meaning == REFUSES)
        CHECK (problem, answer);
      else if (rows[i].meaning == TELLS_NOTHING)
        CHECK (problem, answer, NOT_YET);
      else
        CHECK ("", answer, NOT_YET, BOUND);
    }
}

static void
test_lost (void **state)
{
  (void) state;
  CHECK ("", LOST, HERE);
  CHECK ("", LOST, BROKEN, LOST, HERE);
  CHECK ("mpty reply", LOST, REPLY ("200 OK", POD ("u1", "node-2")));
  CHECK ("mpty reply", LOST, REPLY ("200 OK", POD ("u2", "node-1")));
  CHECK ("404: no such pod", LOST, GONE);
}

/* The pod is not bound when it is looked at, but the binding may still be on its
 * way: it is sent again until an answer tells. */
static void
test_on_its_way (void **state)
{
  (void) state;
  CHECK ("", LOST, NOT_YET, BOUND);
  CHECK ("", LOST, NOT_YET, CONFLICT, HERE);
  CHECK ("", LOST, NOT_YET, LOST, HERE);
  CHECK ("", LOST, NOT_YET, BROKEN, NOT_YET, BOUND);
  CHECK ("", LOST, NOT_YET, BUSY, NOT_YET, BOUND);
  CHECK ("", TOO_LATE, NOT_YET, BOUND);
  CHECK ("", NO_GATEWAY, NOT_YET, LOST, NOT_YET, BOUND);
  CHECK ("404: no such pod", LOST, NOT_YET, GONE);
  CHECK ("404: no such pod", LOST, NOT_YET, LOST, GONE);
  CHECK ("403: not you", LOST, NOT_YET,
         REPLY ("403 Forbidden", STATUS ("not you")));
  CHECK ("409: already assigned", LOST, NOT_YET, CONFLICT,
         REPLY ("200 OK", POD ("u1", "node-2")));
  CHECK ("409: already assigned", LOST, NOT_YET, CONFLICT, NOT_YET);
  CHECK ("mpty reply", LOST, NOT_YET, LOST, REPLY ("200 OK", POD ("u2", "")));
}

/* No answer ever comes: the pod keeps its place for about a minute, and is tried
 * again after that. */
static void
test_lost_for_good (void **state)
{
  const char *answers[MOST_REPLIES + 1];
  Scene scene = { 0 };
  FitMessage *message;
  FitTask task = { .type = FIT_TASK_BIND, .node_name = "node-1" };

  (void) state;
  for (guint i = 0; i < MOST_REPLIES; i++)
    answers[i] = i % 2 == 0 ? LOST : NOT_YET;
  answers[MOST_REPLIES] = NULL;
  begin (&scene, answers);
  task.pod = scene.pod;
  fit_api_tasks_start (scene.daemon, &task);
  message = await_end (&scene);
  assert_non_null (strstr (message->problem->message, "mpty reply"));
  assert_in_range (scene.scene.waited_ms, 45 * 1000, 90 * 1000);
  assert_in_range (canned_server_requests (scene.server), 10, 40);
  daemon_message_free (message);
  end (&scene);
}

/* -- bindings by extenders ------------------------------------------------- */

#define EXTENDER_BOUND REPLY ("200 OK", "{}")
#define REFUSED REPLY ("200 OK", "{\"Error\": \"not now\"}")

static FitPolicy *
policy_of (const char *url)
{
  g_autofree char *text = g_strdup_printf (
      "{\"kind\": \"Policy\", \"apiVersion\": \"v1\", \"extenders\": "
      "[{\"urlPrefix\": \"%s\", \"bindVerb\": \"bind\"}]}",
      url);
  FitPolicy *policy
      = fit_policy_parse (text, strlen (text), "test", NULL, NULL);

  assert_non_null (policy);
  return policy;
}

/* The extender at @url binds the pod.  Returns: (transfer full): what ends that */
static FitMessage *
bind_at (Scene *scene, const char *url)
{
  static const FitExtenderOptions options = { 0 };
  g_autoptr (FitPolicy) policy = policy_of (url);
  g_autoptr (FitExtender) extender
      = fit_extender_new (policy->extenders->pdata[0], &options);
  const FitTask task = { .type = FIT_TASK_BIND,
                         .pod = scene->pod,
                         .node_name = "node-1",
                         .extender = extender };

  fit_api_tasks_start (scene->daemon, &task);
  return await_end (scene);
}

/* The extender gives @answers, the API server shows @pods. */
static void
check_extender (const char *const *answers, const char *const *pods,
                const char *problem)
{
  Scene scene = { 0 };
  g_autoptr (CannedServer) extender = server_of (answers);
  g_autofree char *url = canned_server_url (extender);
  FitMessage *message;

  begin (&scene, pods);
  message = bind_at (&scene, url);
  check_problem (message->problem, problem);
  assert_int_equal (canned_server_requests (extender),
                    g_strv_length ((char **) answers));
  assert_int_equal (canned_server_requests (scene.server),
                    g_strv_length ((char **) pods));
  daemon_message_free (message);
  end (&scene);
}

#define SAYS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define CHECK_EXTENDER(problem, answers, pods) \
  check_extender (answers, pods, problem)

static void
test_extender (void **state)
{
  (void) state;
  CHECK_EXTENDER ("", SAYS (EXTENDER_BOUND), SAYS (NULL));
  CHECK_EXTENDER ("", SAYS (REFUSED), SAYS (HERE));
  CHECK_EXTENDER ("not now", SAYS (REFUSED), SAYS (NOT_YET));
  CHECK_EXTENDER ("not now", SAYS (REFUSED), SAYS (BROKEN, NOT_YET));
  CHECK_EXTENDER ("code 500", SAYS (BROKEN), SAYS (NOT_YET));
}

/* The extender may be at it still: it is asked again until the pod is bound. */
static void
test_extender_is_silent (void **state)
{
  (void) state;
  CHECK_EXTENDER ("", SAYS (LOST), SAYS (HERE));
  CHECK_EXTENDER ("", SAYS (LOST, EXTENDER_BOUND), SAYS (NOT_YET));
  CHECK_EXTENDER ("", SAYS (LOST, REFUSED), SAYS (NOT_YET, HERE));
  CHECK_EXTENDER ("", SAYS (LOST, REFUSED, LOST),
                  SAYS (NOT_YET, NOT_YET, HERE));
  CHECK_EXTENDER ("", SAYS (NO_GATEWAY, EXTENDER_BOUND), SAYS (NOT_YET));
  CHECK_EXTENDER ("404: no such pod", SAYS (LOST, LOST), SAYS (NOT_YET, GONE));
  CHECK_EXTENDER ("connection was lost", SAYS (LOST),
                  SAYS (REPLY ("200 OK", POD ("u2", ""))));
}

/* It never answers: as for the API server. */
static void
test_extender_is_silent_for_good (void **state)
{
  static const CannedReply lost = { LOST, -1, TRUE };
  g_autoptr (CannedServer) extender = canned_server_new (&lost, 1);
  g_autofree char *url = canned_server_url (extender);
  Scene scene = { 0 };
  FitMessage *message;

  (void) state;
  begin (&scene, SAYS (NOT_YET));
  message = bind_at (&scene, url);
  check_problem (message->problem, "connection was lost");
  assert_in_range (scene.scene.waited_ms, 45 * 1000, 90 * 1000);
  assert_in_range (canned_server_requests (extender), 10, 20);
  daemon_message_free (message);
  end (&scene);
}

/* What was not sent binds nothing. */
static void
test_no_extender (void **state)
{
  Scene scene = { 0 };
  FitMessage *message;

  (void) state;
  begin (&scene, SAYS (NOT_YET));
  message = bind_at (&scene, "http://127.0.0.1:1/");
  check_problem (message->problem, "could not connect");
  assert_int_equal (canned_server_requests (scene.server), 1);
  daemon_message_free (message);
  end (&scene);
}

/* -- answers that nobody expects ------------------------------------------- */

/* However often a binding is sent for a pod that has not been bound. */
#define MOST_SENDS 12

/* An answer that is a refusal, or none, is said clearly, and the pod can be bound
 * after it, once the server has closed the connection that it came on.  What
 * comes with status 200 has bound it, unless it is a Status that says otherwise. */
static void
test_hostile (void **state)
{
  static const HostileFact facts[]
      = { { "POST", "{}", FALSE }, { "GET", POD ("u1", ""), FALSE } };
  guint n, n_refused = 0;
  const HostileAnswer *answers = hostile_answers (&n);

  (void) state;
  for (guint i = 0; i < n; i++)
    {
      g_auto (HostileServer) server = { .needle = "POST",
                                        .times = MOST_SENDS,
                                        .answer = &answers[i],
                                        .facts = facts,
                                        .n_facts = G_N_ELEMENTS (facts) };
      Scene scene = { 0 };
      FitTask task = { .type = FIT_TASK_BIND, .node_name = "node-1" };
      gboolean bound = FALSE;

      hostile_server_start (&server);
      begin_on (&scene, replay_server_url (server.server), 0);
      task.pod = scene.pod;
      for (guint attempt = 0; attempt <= MOST_SENDS + 1 && !bound; attempt++)
        {
          FitMessage *message;

          fit_api_tasks_start (scene.daemon, &task);
          message = await_end (&scene);
          bound = message->problem == NULL;
          if (!bound)
            {
              assert_clear (answers[i].name, message->problem->message);
              n_refused++;
            }
          daemon_message_free (message);
        }
      assert_true (bound);
      assert_in_range (hostile_server_given (&server), 1, MOST_SENDS);
      end (&scene);
    }
  assert_true (n_refused > 20);
  assert_memory (300);
}

/* The server may have done it before it failed, or at an earlier attempt. */
static void
test_open (void **state)
{
  (void) state;
  CHECK ("", BROKEN, HERE);
  CHECK ("500: etcd is slow", BROKEN, NOT_YET);
  CHECK ("", CONFLICT, HERE);
  CHECK ("", NOT_DONE, HERE);
  CHECK ("200: not now", NOT_DONE, NOT_YET);
  CHECK ("409: already assigned", CONFLICT,
         REPLY ("200 OK", POD ("u1", "node-2")));
}

/* The answer of a binding is lost, and the server stays away for minutes: the task
 * does not end before it is known what became of the pod, and the server is not
 * asked all the time. */
static void
check_absence (const char *found, const char *last, const char *problem)
{
  const char *answers[MOST_REPLIES + 1] = { LOST };
  Scene scene = { 0 };
  FitMessage *message;
  FitTask task = { .type = FIT_TASK_BIND, .node_name = "node-1" };

  for (guint i = 1; i < MOST_REPLIES - 2; i++)
    answers[i] = i % 2 == 0 ? LOST : BROKEN;
  answers[MOST_REPLIES - 2] = found;
  answers[MOST_REPLIES - 1] = last;
  begin (&scene, answers);
  task.pod = scene.pod;
  fit_api_tasks_start (scene.daemon, &task);
  message = await_end (&scene);
  if (problem == NULL)
    assert_null (message->problem);
  else
    assert_non_null (strstr (message->problem->message, problem));
  assert_in_range (scene.scene.waited_ms, 5 * 60 * 1000, 15 * 60 * 1000);
  daemon_message_free (message);
  end (&scene);
}

static void
test_absent (void **state)
{
  (void) state;
  check_absence (HERE, NULL, NULL);
  check_absence (GONE, NULL, "404: no such pod");
  check_absence (NOT_YET, BOUND, NULL);
  check_absence (NOT_YET, GONE, "404: no such pod");
}

/* Volumes are written before claims; what cannot be written ends it. */
static void
check_volumes (const char *const *answers, const char *problem)
{
  Scene scene = { 0 };
  FitTask task;
  FitMessage *message;

  begin (&scene, answers);
  task = daemon_scene_bind_volumes (&scene.scene, scene.pod);
  fit_api_tasks_start (scene.daemon, &task);
  message = await_end (&scene);
  assert_string_equal (message->problem ? message->problem->message : "",
                       problem);
  assert_int_equal (canned_server_requests (scene.server),
                    g_strv_length ((char **) answers));
  daemon_message_free (message);
  end (&scene);
}

#define CHECK_VOLUMES(problem, ...) \
  check_volumes ((const char *const[]){ __VA_ARGS__, NULL }, problem)

#define WRITTEN REPLY ("200 OK", "{}")
#define MODIFIED REPLY ("409 Conflict", STATUS ("it has been modified"))

static void
test_volumes (void **state)
{
  (void) state;
  CHECK_VOLUMES ("", WRITTEN, WRITTEN);
  CHECK_VOLUMES ("409: it has been modified", MODIFIED);
  CHECK_VOLUMES ("409: it has been modified", WRITTEN, MODIFIED);
}

/* -- what goes first ------------------------------------------------------- */

#define NO_TOKEN_QPS 0.001

static void
fetch (Scene *scene, FitTask *task)
{
  task->type = FIT_TASK_FETCH_POD;
  task->pod = scene->pod;
  fit_api_tasks_start (scene->daemon, task);
}

/* The bucket is empty, and what waits ends in the order in which it would have
 * left: a binding before the deletion of a victim, that before a look at a pod, and
 * the status of a pod last, although it was wanted first. */
static void
test_order (void **state)
{
  static const FitMessageType order[]
      = { FIT_MESSAGE_TASK, FIT_MESSAGE_DELETED, FIT_MESSAGE_TASK,
          FIT_MESSAGE_STATUS };
  Scene scene = { 0 };
  FitTask first = { .type = FIT_TASK_LAST };
  FitTask binding = { .type = FIT_TASK_BIND, .node_name = "node-1" };
  FitTask look = { .type = FIT_TASK_LAST };
  FitDaemon *daemon;
  const FitPod *pod, *victim;
  FitMessage *message;

  (void) state;
  begin_with_qps (&scene, (const char *const[]){ HERE, NULL }, NO_TOKEN_QPS);
  daemon = scene.daemon;
  pod = scene.pod;
  victim
      = daemon_scene_add (&scene.scene, FIT_KIND_POD,
                          "---\n{apiVersion: v1, kind: Pod, metadata: {name: "
                          "victim, namespace: shop, uid: u2}}");
  daemon->release = FIT_RELEASE (20, 0);
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD, pod);
  fetch (&scene, &first);
  message = await_end (&scene);
  daemon_message_free (message);

  assert_true (daemon->world.set_unscheduled (daemon, pod, "Unschedulable",
                                              "0/1 nodes", NULL));
  fit_pod_statuses_flush (daemon);
  fetch (&scene, &look);
  assert_true (daemon->world.delete_pod (daemon, victim, NULL, NULL));
  binding.pod = pod;
  fit_api_tasks_start (daemon, &binding);
  g_clear_pointer (&daemon->client, fit_api_client_free);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      message = fit_mailbox_take (daemon->messages, G_MAXINT64);
      assert_int_equal (message->type, order[i]);
      if (message->type == FIT_MESSAGE_TASK)
        assert_ptr_equal (message->task, i == 0 ? &binding : &look);
      if (message->type == FIT_MESSAGE_DELETED)
        fit_victims_remove (daemon, message->data);
      daemon_message_free (message);
    }
  end (&scene);
}

/* A nomination is written once the victim has been deleted, and not before. */
static void
test_a_nomination_follows_the_deletion (void **state)
{
  const FitMessageType order[] = { FIT_MESSAGE_DELETED, FIT_MESSAGE_STATUS };
  const gint64 until_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  Scene scene = { 0 };
  FitDaemon *daemon;
  const FitPod *victim;

  (void) state;
  begin (&scene, (const char *const[]){ WRITTEN, WRITTEN, NULL });
  daemon = scene.daemon;
  victim
      = daemon_scene_add (&scene.scene, FIT_KIND_POD,
                          "---\n{apiVersion: v1, kind: Pod, metadata: {name: "
                          "victim, namespace: shop, uid: u2}}");
  daemon->release = FIT_RELEASE (20, 0);
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD, scene.pod);
  assert_true (
      daemon->world.set_nominated_node (daemon, scene.pod, "node-1", NULL));
  assert_true (daemon->world.delete_pod (daemon, victim, NULL, NULL));
  fit_pod_statuses_flush (daemon);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      FitMessage *message = daemon_scene_take (&scene.scene, until_us);

      assert_non_null (message);
      assert_int_equal (message->type, order[i]);
      assert_int_equal (canned_server_requests (scene.server), i + 1);
      if (message->type == FIT_MESSAGE_DELETED)
        fit_victims_remove (daemon, message->data);
      daemon_message_free (message);
    }
  end (&scene);
}

/* While a status is being written the pod does not show it yet: what is wanted then
 * is written, though it is what the pod shows. */
static void
test_a_status_after_another (void **state)
{
  static const char *const wanted[] = { "node-1", "", "" };
  const gint64 until_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  Scene scene = { 0 };
  FitDaemon *daemon;

  (void) state;
  begin (&scene, (const char *const[]){ WRITTEN, WRITTEN, NULL });
  daemon = scene.daemon;
  daemon->release = FIT_RELEASE (20, 0);
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD, scene.pod);
  for (guint i = 0; i < 2; i++)
    {
      assert_true (daemon->world.set_nominated_node (daemon, scene.pod,
                                                     wanted[i], NULL));
      fit_pod_statuses_flush (daemon);
    }
  for (guint i = 0; i < 2; i++)
    {
      FitMessage *message = daemon_scene_take (&scene.scene, until_us);

      assert_non_null (message);
      assert_int_equal (message->type, FIT_MESSAGE_STATUS);
      assert_int_equal (canned_server_requests (scene.server), i + 1);
      fit_pod_statuses_written (daemon, message->pod);
      daemon_message_free (message);
    }
  assert_int_equal (g_hash_table_size (daemon->statuses), 0);

  /* By itself it changes nothing. */
  assert_true (
      daemon->world.set_nominated_node (daemon, scene.pod, wanted[2], NULL));
  fit_pod_statuses_flush (daemon);
  assert_int_equal (g_hash_table_size (daemon->statuses), 0);
  end (&scene);
}

/* -- reading --------------------------------------------------------------- */

static void
test_nodes_of_the_view (void **state)
{
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;
  g_autoptr (GError) error = NULL;

  (void) state;
  daemon_scene_begin (&scene, "http://127.0.0.1:1", NULL, 0);
  fit_live_objects_put (
      daemon->view.live, FIT_KIND_NODE,
      daemon_scene_add (&scene, FIT_KIND_NODE,
                        "---\n{apiVersion: v1, kind: Node, metadata: {name: "
                        "node-1}}"));
  assert_true (daemon->world.get_node (daemon, "node-1", &error));
  assert_null (error);
  assert_false (daemon->world.get_node (daemon, "node-2", &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND));
  assert_string_equal (error->message, "nodes \"node-2\" not found");
}

static void
test_pods_of_the_view (void **state)
{
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPod) found = NULL;
  const FitPod *pod;

  (void) state;
  daemon_scene_begin (&scene, "http://127.0.0.1:1", NULL, 0);
  pod = daemon_scene_add (&scene, FIT_KIND_POD, POD ("u1", ""));
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD, pod);
  found = daemon->world.get_pod (daemon, pod->meta.namespace_, "web", &error);
  assert_ptr_equal (found, pod);
  assert_null (error);
  assert_null (
      daemon->world.get_pod (daemon, pod->meta.namespace_, "db", &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND));
  assert_string_equal (error->message, "pods \"db\" not found");
}

/* A victim is being deleted, and the status of a pod waits for that, when the
 * lease is lost: nobody hears of its end. */
static void
test_an_end_amid_deletions (void **state)
{
  Scene scene = { 0 };
  FitDaemon *daemon;
  const FitPod *pod;
  FitMessage *message;

  (void) state;
  begin_with_qps (&scene, (const char *const[]){ HERE, NULL }, NO_TOKEN_QPS);
  daemon = scene.daemon;
  pod = scene.pod;
  assert_true (daemon->world.set_nominated_node (daemon, pod, "node-1", NULL));
  assert_true (daemon->world.delete_pod (daemon, pod, NULL, NULL));
  fit_pod_statuses_flush (daemon);
  g_clear_pointer (&daemon->client, fit_api_client_free);
  message = fit_mailbox_take (daemon->messages, G_MAXINT64);
  assert_int_equal (message->type, FIT_MESSAGE_DELETED);
  assert_null (fit_mailbox_take (daemon->messages, 0));
  daemon_message_free (message);
  end (&scene);
}

/* -- conditions ------------------------------------------------------------ */

/* Which generation of the pod a condition is about: with the gate, or if it said
 * so before. */
static void
test_observed_generation (void **state)
{
  static const struct
  {
    FitRelease release;
    gboolean gate;
    gint64 unscheduled;
    gint64 disrupted;
  } rows[] = { { FIT_RELEASE (32, 2), FALSE, 0, 0 },
               { FIT_RELEASE (33, 0), FALSE, 7, 0 },
               { FIT_RELEASE (33, 0), TRUE, 7, 7 },
               { FIT_RELEASE (34, 1), TRUE, 7, 7 },
               { FIT_RELEASE (34, 1), FALSE, 7, 0 } };
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;
  const FitPod *pod;

  daemon_scene_begin (&scene, "http://127.0.0.1:1", NULL, 0);
  pod = daemon_scene_add (
      &scene, FIT_KIND_POD,
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, generation: 7}, status: "
      "{conditions: [{type: DisruptionTarget, status: 'False'}, {type: "
      "PodScheduled, status: 'True', observedGeneration: 3}]}}");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      daemon->release = rows[i].release;
      daemon->gates = fit_feature_gates_with (
          (FitFeatureGates){ 0 }, FIT_GATE_POD_OBSERVED_GENERATION_TRACKING,
          rows[i].gate);
      assert_int_equal (
          fit_api_observed_generation (daemon, pod, pod->observed_unscheduled),
          rows[i].unscheduled);
      assert_int_equal (
          fit_api_observed_generation (daemon, pod, pod->observed_disruption),
          rows[i].disrupted);
    }
}

/* -- calls from other threads ---------------------------------------------- */

static void
never (FitDaemon *daemon, gpointer data)
{
  (void) daemon;
  (void) data;
  fail_msg ("a refused call ran");
}

static gpointer
call (gpointer daemon)
{
  return GINT_TO_POINTER (fit_daemon_call (daemon, never, NULL, 60000));
}

/* Who waits for a daemon that ends hears so at once. */
static void
test_a_call_is_refused (void **state)
{
  g_auto (DaemonScene) scene = { 0 };
  const gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;
  FitMessage *message;
  GThread *caller;

  (void) state;
  daemon_scene_begin (&scene, "http://127.0.0.1:1", NULL, 0);
  caller = g_thread_new ("caller", call, &scene.daemon);
  message = daemon_scene_take (&scene, end);
  assert_non_null (message);
  assert_int_equal (message->type, FIT_MESSAGE_CALL);
  fit_call_end (g_steal_pointer (&message->call), NULL);
  assert_false (GPOINTER_TO_INT (g_thread_join (caller)));
  daemon_message_free (message);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_answered),
    cmocka_unit_test (test_hostile),
    cmocka_unit_test (test_victims_are_deleted),
    cmocka_unit_test (test_statuses),
    cmocka_unit_test (test_lost),
    cmocka_unit_test (test_on_its_way),
    cmocka_unit_test (test_lost_for_good),
    cmocka_unit_test (test_extender),
    cmocka_unit_test (test_extender_is_silent),
    cmocka_unit_test (test_extender_is_silent_for_good),
    cmocka_unit_test (test_no_extender),
    cmocka_unit_test (test_open),
    cmocka_unit_test (test_absent),
    cmocka_unit_test (test_volumes),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_a_nomination_follows_the_deletion),
    cmocka_unit_test (test_a_status_after_another),
    cmocka_unit_test (test_nodes_of_the_view),
    cmocka_unit_test (test_pods_of_the_view),
    cmocka_unit_test (test_an_end_amid_deletions),
    cmocka_unit_test (test_observed_generation),
    cmocka_unit_test (test_a_call_is_refused),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
