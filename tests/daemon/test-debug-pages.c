/* test-debug-pages.c - looking at a scheduler does not change what it does
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"

#include <string.h>

#include "cli/explain-page.h"
#include "cli/verbs.h"
#include "daemon/daemon-private.h"
#include "daemon/debug-pages.h"
#include "daemon/resource-page.h"
#include "tests/scheduler/scheduler-scene.h"

/* -- a scheduler that may be looked at ------------------------------------- */

typedef struct
{
  Scene scene;
  FitDaemon daemon; /* with what the pages need */
  FitServing serving;
  FitDebugPages pages;
  FitServer *server;
  FitInvocation invocation;
  FitSession session;
} Watched;

static gboolean
explain (const FitExplainQuestion *question, GString *out, gpointer data,
         GError **error)
{
  return fit_explain_page (data, question, out, error);
}

static void
open_session (Watched *watched)
{
  char *const args[]
      = { (char *) "--provider", (char *) "DefaultProvider", NULL };
  FitInvocation *invocation = &watched->invocation;
  g_autoptr (GError) error = NULL;

  invocation->verb = fit_verb_find ("run", NULL);
  fit_options_init (&invocation->options);
  invocation->operands = g_ptr_array_new ();
  invocation->inputs = fit_inputs_new (&invocation->options);
  if (!fit_options_parse (&invocation->options, invocation->verb->groups, args,
                          invocation->operands, &error)
      || !fit_session_open (&watched->session, invocation, &error))
    fail_msg ("%s", error->message);
}

/* @release: (nullable): v1.16 */
static void
watched_init_as (Watched *watched, const char *release, const char *manifest)
{
  g_autoptr (GArray) routes
      = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));
  FitDaemon *daemon = &watched->daemon;
  const FitServerRoute resources
      = { "GET", "/metrics/resources", 0, fit_resource_page_show, daemon };

  scene_init (&watched->scene,
              &(const SceneSetup){ .release = release,
                                   .scheduling_gates = release != NULL,
                                   .manifest = manifest });
  open_session (watched);
  daemon->messages = fit_mailbox_new (NULL);
  pthread_mutex_init (&daemon->calls_lock, NULL);
  daemon->view.live = fit_live_objects_new ();
  daemon->rules.cache = watched->scene.cache;
  daemon->scheduler = watched->scene.scheduler;
  daemon->view.synced = TRUE;
  watched->serving
      = (FitServing){ .explain = explain, .data = &watched->session };
  fit_debug_pages_init (&watched->pages, daemon, &watched->serving);
  fit_debug_pages_add_routes (&watched->pages, routes);
  g_array_append_val (routes, resources);
  watched->server = fit_server_new (
      &(const FitServerOptions){
          .address = "127.0.0.1",
          .routes = (const FitServerRoute *) (gpointer) routes->data,
          .n_routes = routes->len },
      NULL);
  assert_non_null (watched->server);
}

static void
watched_init (Watched *watched, const char *manifest)
{
  watched_init_as (watched, NULL, manifest);
}

static void
watched_clear (Watched *watched)
{
  fit_server_free (watched->server);
  fit_debug_pages_clear (&watched->pages);
  fit_live_objects_free (watched->daemon.view.live);
  fit_mailbox_free (watched->daemon.messages);
  pthread_mutex_destroy (&watched->daemon.calls_lock);
  fit_session_close (&watched->session);
  fit_inputs_free (watched->invocation.inputs);
  g_ptr_array_unref (watched->invocation.operands);
  fit_options_clear (&watched->invocation.options);
  scene_clear (&watched->scene);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watched, watched_clear)

/* The daemon has what the world has. */
static void
refresh (Watched *watched)
{
  FitDaemon *daemon = &watched->daemon;

  fit_live_objects_free (daemon->view.live);
  daemon->view.live = fit_live_objects_new ();
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      g_autoptr (GList) keys
          = g_hash_table_get_keys (watched->scene.world.live[kind]);

      keys = g_list_sort (keys, (GCompareFunc) strcmp);
      for (const GList *key = keys; key != NULL; key = key->next)
        fit_live_objects_put (
            daemon->view.live, kind,
            g_hash_table_lookup (watched->scene.world.live[kind], key->data));
    }
}

/* -- questions ------------------------------------------------------------- */

typedef struct
{
  Watched *watched;
  const char *path;
  const char *header; /* (nullable) */
  char *text;         /* owned */
  guint status;
} Question;

static gpointer
ask_there (gpointer data)
{
  Question *question = data;
  g_autoptr (FitHttpResponse) response
      = served_ask (fit_server_port (question->watched->server), NULL, "GET",
                    question->path, question->header, NULL);

  question->text = served_text (response);
  question->status = response->status;
  fit_daemon_post (&question->watched->daemon,
                   &(const FitMessage){ .type = FIT_MESSAGE_STOP });
  return NULL;
}

/* This thread is that of the scheduler.  Returns: (transfer full) */
static char *
ask_with (Watched *watched, const char *path, const char *header, guint status)
{
  Question question = { watched, path, header };
  GThread *thread;
  FitMessage *message;

  refresh (watched);
  thread = g_thread_new ("asker", ask_there, &question);
  while (
      (message = fit_mailbox_take (watched->daemon.messages, G_MAXINT64))->type
      == FIT_MESSAGE_CALL)
    {
      fit_call_end (message->call, &watched->daemon);
      g_free (message);
    }
  g_free (message);
  g_thread_join (thread);
  assert_int_equal (question.status, status);
  return question.text;
}

static char *
ask_for (Watched *watched, const char *path, guint status)
{
  return ask_with (watched, path, NULL, status);
}

static char *
ask (Watched *watched, const char *path)
{
  return ask_for (watched, path, 200);
}

static void
assert_answer (Watched *watched, const char *path, const char *beginning)
{
  g_autofree char *text = ask (watched, path);
  g_autofree char *got = g_strndup (text, strlen (beginning));

  assert_string_equal (got, beginning);
}

/* -- lives ----------------------------------------------------------------- */

/* Nodes that are all alike, so that the round robin decides; claims whose
 * volumes are chosen with the node; a pod that evicts others. */
static const char cluster[] = SMALL_NODE ("a") SMALL_NODE ("b") SMALL_NODE ("c")
    CLASS ("slow", "kubernetes.io/no-provisioner") VOLUME ("v1", "slow")
        VOLUME ("v2", "slow") CLAIM ("one", "slow") CLAIM ("two", "slow")
            OURS ("p1", CPU ("1")) OURS ("p2", CPU ("1"))
                OURS ("p3", USES ("one") CPU ("1")) OURS ("p4", CPU ("1"))
                    OURS ("p5", USES ("two") CPU ("1"))
                        OURS ("p6", CPU ("500m"));
static const char preemptor[] = OURS ("urgent", PRIORITY ("10") CPU ("2"));

static void
look (Watched *watched, gboolean asks)
{
  static const char *const pods[]
      = { "p1", "p2", "p3", "p4", "p5", "p6", "urgent" };

  for (guint i = 0; asks && i < G_N_ELEMENTS (pods); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/debug/explain?pod=ns/%s", pods[i]);
      g_autofree char *begin = g_strdup_printf ("Pod ns/%s ", pods[i]);

      if (fake_world_find (&watched->scene.world, FIT_KIND_POD, "ns", pods[i])
          != NULL)
        assert_answer (watched, path, begin);
    }
  if (asks)
    {
      assert_answer (watched, "/debug/queue", "activeQ: ");
      assert_answer (watched, "/debug/queue?format=json", "{\"queues\":[");
      assert_answer (watched, "/debug/nodes?format=json", "{\"nodes\":[");
    }
}

/* Which volumes were chosen for which pods. */
static void
append_volumes (const Watched *watched, GString *out)
{
  const GPtrArray *tasks = watched->scene.world.tasks;

  for (guint i = 0; i < tasks->len; i++)
    {
      const FitTask *task = tasks->pdata[i];

      for (guint v = 0; task->volumes != NULL && v < task->volumes->len; v++)
        g_string_append_printf (
            out, "%s for %s\n",
            ((const FitPersistentVolume *) task->volumes->pdata[v])->meta.name,
            task->pod->meta.name);
    }
}

/* Returns: (transfer full): all that was decided, and what is held at the end */
static char *
live (gboolean asks)
{
  g_auto (Watched) watched = { 0 };
  g_autoptr (GString) volumes = g_string_new (NULL);
  g_autofree char *dump = NULL;

  watched_init (&watched, cluster);
  look (&watched, asks);
  while (scene_schedule (&watched.scene))
    look (&watched, asks);
  append_volumes (&watched, volumes);
  scene_settle (&watched.scene);
  scene_set (&watched.scene, preemptor);
  look (&watched, asks);
  while (scene_schedule (&watched.scene))
    look (&watched, asks);
  scene_settle (&watched.scene);
  look (&watched, asks);
  dump = fit_scheduler_dump (watched.scene.scheduler);
  return g_strconcat (watched.scene.world.log->str,
                      watched.scene.world.decisions->str, volumes->str, dump,
                      NULL);
}

static void
test_looking_changes_nothing (void **state)
{
  g_autofree char *alone = live (FALSE);
  g_autofree char *watched = live (TRUE);

  (void) state;
  /* It is no life without these. */
  assert_non_null (strstr (alone, "v1 for p3\nv2 for p5\n"));
  assert_non_null (strstr (alone, "nominated urgent"));
  assert_string_equal (watched, alone);
}

static void
test_an_explanation (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched, SMALL_NODE ("a") OURS ("giant", CPU ("9")));
  assert_answer (&watched, "/debug/explain?pod=ns/giant",
                 "Pod ns/giant does not fit on any node: 0/1 nodes are "
                 "available: 1 Insufficient cpu.\n");
  assert_answer (&watched, "/debug/nodes?format=json",
                 "{\"nodes\":[{\"name\":\"a\",\"requested\":{\"milliCPU\":0,");
  assert_answer (&watched, "/debug/queue",
                 "activeQ: 1\n  ns/giant: priority 0, ");
}

/* A pod that has a node counts there before the API server knows, and not where it
 * would be now. */
static void
test_an_explanation_beside_an_assumed_pod (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched, SMALL_NODE ("a") OURS ("first", CPU ("2"))
                              OURS ("second", CPU ("2")));
  assert_true (scene_schedule (&watched.scene));
  scene_set (&watched.scene, NODE ("b", HOST "b", "pods: 10, cpu: 16"));
  assert_answer (
      &watched, "/debug/explain?pod=ns/second",
      "Pod ns/second goes to b\nIt is the first in the queue; 2 nodes, "
      "2 evaluated, 1 feasible.\n");
}

static void
assert_says (Watched *watched, const char *path, const char *part)
{
  g_autofree char *text = ask (watched, path);

  if (strstr (text, part) == NULL)
    fail_msg ("no %s in %s", part, text);
}

static void
test_a_nominated_pod (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched,
                SMALL_NODE ("a") OURS ("low", ON ("a") PRIORITY ("1") CPU ("2"))
                    OURS ("high", PRIORITY ("9") CPU ("2")));
  assert_true (scene_schedule (&watched.scene));
  scene_works (&watched.scene, FIT_TASK_FETCH_POD, "high");
  assert_says (&watched, "/debug/queue", ", nominated to a");
  assert_says (&watched, "/debug/queue?format=json",
               "\"nominatedNodeName\":\"a\"");
}

/* -- whole pages ----------------------------------------------------------- */

/* @text: without times, but that there is one */
static void
assert_whole (Watched *watched, const char *path, const char *text)
{
  g_autofree char *got = ask (watched, path);
  g_autoptr (GRegex) times = g_regex_new ("-?[0-9]+\\.[0-9]+", 0, 0, NULL);
  g_autofree char *shown
      = g_regex_replace_literal (times, got, -1, 0, "TIME", 0, NULL);

  assert_string_equal (shown, text);
}

static void
test_whole_queue (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched,
                SMALL_NODE ("a") OURS ("low", ON ("a") PRIORITY ("1") CPU ("2"))
                    OURS ("high", PRIORITY ("9") CPU ("2")));
  assert_true (scene_schedule (&watched.scene));
  scene_works (&watched.scene, FIT_TASK_FETCH_POD, "high");
  scene_set (&watched.scene, OURS ("one", CPU ("1")) OURS ("two", CPU ("3")));
  assert_whole (&watched, "/debug/queue",
                "activeQ: 2\n"
                "  ns/one: priority 0, TIME s in the queue\n"
                "  ns/two: priority 0, TIME s in the queue\n"
                "podBackoffQ: 0\n"
                "unschedulableQ: 1\n"
                "  ns/high: priority 9, TIME s in the queue, nominated to a\n");
  assert_whole (
      &watched, "/debug/queue?format=json",
      "{\"queues\":[{\"name\":\"activeQ\",\"pods\":[{\"namespace\":\"ns\""
      ",\"name\":\"one\",\"uid\":\"one\",\"priority\":0,\"secondsInQueue\""
      ":TIME,\"rejectedBy\":[]},{\"namespace\":\"ns\",\"name\":\"two\""
      ",\"uid\":\"two\",\"priority\":0,\"secondsInQueue\":TIME,\"rejected"
      "By\":[]}]},{\"name\":\"podBackoffQ\",\"pods\":[]},{\"name\":\"unsc"
      "hedulableQ\",\"pods\":[{\"namespace\":\"ns\",\"name\":\"high\""
      ",\"uid\":\"high\",\"priority\":9,\"secondsInQueue\":TIME,\"nominat"
      "edNodeName\":\"a\",\"rejectedBy\":[]}]}]}\n");
  assert_whole (&watched, "/debug/queue?format=text&format=json",
                "activeQ: 2\n"
                "  ns/one: priority 0, TIME s in the queue\n"
                "  ns/two: priority 0, TIME s in the queue\n"
                "podBackoffQ: 0\n"
                "unschedulableQ: 1\n"
                "  ns/high: priority 9, TIME s in the queue, nominated to a\n");
  /* What may fit now waits for the end of its backoff. */
  scene_set (&watched.scene, SMALL_NODE ("b"));
  assert_whole (
      &watched, "/debug/queue",
      "activeQ: 2\n"
      "  ns/one: priority 0, TIME s in the queue\n"
      "  ns/two: priority 0, TIME s in the queue\n"
      "podBackoffQ: 1\n"
      "  ns/high: priority 9, TIME s in the queue, backoff for another "
      "TIME s, nominated to a\n"
      "unschedulableQ: 0\n");
  assert_whole (
      &watched, "/debug/queue?format=json",
      "{\"queues\":[{\"name\":\"activeQ\",\"pods\":[{\"namespace\":\"ns\""
      ",\"name\":\"one\",\"uid\":\"one\",\"priority\":0,\"secondsInQueue\""
      ":TIME,\"rejectedBy\":[]},{\"namespace\":\"ns\",\"name\":\"two\""
      ",\"uid\":\"two\",\"priority\":0,\"secondsInQueue\":TIME,\"rejected"
      "By\":[]}]},{\"name\":\"podBackoffQ\",\"pods\":[{\"namespace\":\"ns"
      "\",\"name\":\"high\",\"uid\":\"high\",\"priority\":9,\"secondsInQu"
      "eue\":TIME,\"secondsOfBackoff\":TIME,\"nominatedNodeName\":\"a\""
      ",\"rejectedBy\":[]}]},{\"name\":\"unschedulableQ\",\"pods\":[]}]}\n");
}

/* Later releases have other names, and pods that are gated. */
static void
test_queue_of_a_later_release (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init_as (&watched, "1.34.1",
                   NODE_WITH ("a", "labels: {" HOST "a}",
                              "taints: [{key: k, effect: NoSchedule}]",
                              "allocatable: {pods: 10, cpu: 2}")
                       SMALL_NODE ("b") OURS ("giant", CPU ("9"))
                           OURS ("gated", "schedulingGates: [{name: g}]"));
  assert_true (scene_schedule (&watched.scene));
  assert_whole (&watched, "/debug/queue",
                "activeQ: 0\n"
                "backoffQ: 1\n"
                "  ns/giant: priority 0, TIME s in the queue, backoff for "
                "another TIME s\n"
                "unschedulablePods: 1\n"
                "  ns/gated: priority 0, TIME s in the queue, rejected by "
                "SchedulingGates\n");
  assert_whole (
      &watched, "/debug/queue?format=json",
      "{\"queues\":[{\"name\":\"activeQ\",\"pods\":[]},{\"name\":\"backoffQ\","
      "\"pods\":[{\"namespace\":\"ns\",\"name\":\"giant\",\"uid\":\"giant\","
      "\"priority\":0,\"secondsInQueue\":TIME,\"secondsOfBackoff\":TIME,"
      "\"rejectedBy\":[]}]},{\"name\":\"unschedulablePods\",\"pods\":[{"
      "\"namespace\":\"ns\",\"name\":\"gated\",\"uid\":\"gated\",\"priority\":0,"
      "\"secondsInQueue\":TIME,\"gate\":\"SchedulingGates\",\"rejectedBy\":["
      "\"SchedulingGates\"]}]}]}\n");
}

/* All plugins that have rejected the pod, in the order in which the scheduler
 * names them. */
static void
test_plugins_that_rejected_a_pod (void **state)
{
  static const char *const plugins[]
      = { "NodeResourcesFit", "TaintToleration", "VolumeBinding" };
  g_auto (Watched) watched = { 0 };
  Scene *scene = &watched.scene;
  g_autoptr (FitPod) pod = NULL;

  (void) state;
  watched_init_as (&watched, "1.34.1",
                   SMALL_NODE ("a") OURS ("giant", CPU ("9")));
  pod = fit_scheduling_queue_pop (scene->queue);
  assert_true (fit_scheduling_queue_add_failed (
      scene->queue,
      &(const FitQueueFailure){
          .pod = pod,
          .cycle = fit_scheduling_queue_scheduling_cycle (scene->queue),
          .n_plugins = G_N_ELEMENTS (plugins),
          .plugins = plugins },
      scene->now, NULL));
  assert_whole (&watched, "/debug/queue",
                "activeQ: 0\nbackoffQ: 0\nunschedulablePods: 1\n"
                "  ns/giant: priority 0, TIME s in the queue, rejected by "
                "NodeResourcesFit, TaintToleration, VolumeBinding\n");
  assert_says (&watched, "/debug/queue?format=json",
               "\"rejectedBy\":[\"NodeResourcesFit\",\"TaintToleration\","
               "\"VolumeBinding\"]}");
}

/* Of a pod in backoff: since when it waits, and how long it still does. */
static void
test_times_of_the_queue (void **state)
{
  static const char *const words[][2]
      = { { "priority 0, ", "backoff for another " },
          { "\"secondsInQueue\":", "\"secondsOfBackoff\":" } };
  g_auto (Watched) watched = { 0 };
  gint64 failed_ns;

  (void) state;
  watched_init_as (&watched, "1.34.1",
                   SMALL_NODE ("a") OURS ("giant", CPU ("9")));
  assert_true (scene_schedule (&watched.scene));
  failed_ns = watched.scene.now;
  for (guint json = 0; json < 2; json++)
    {
      const gint64 before_ns = g_get_monotonic_time () * 1000;
      g_autofree char *text
          = ask (&watched, json ? "/debug/queue?format=json" : "/debug/queue");
      const gint64 after_ns = g_get_monotonic_time () * 1000;
      const char *waits = strstr (text, words[json][0]);
      const char *backoff = strstr (text, words[json][1]);
      double seconds, more;

      assert_non_null (waits);
      seconds = g_ascii_strtod (waits + strlen (words[json][0]), NULL);
      assert_true (seconds > (double) (before_ns - failed_ns) / 1e9 - 0.1);
      assert_true (seconds < (double) (after_ns - failed_ns) / 1e9 + 0.1);
      /* It is over long since, but no timer ran. */
      assert_non_null (backoff);
      more = g_ascii_strtod (backoff + strlen (words[json][1]), NULL);
      assert_true (seconds + more > 0.8 && seconds + more < 2.2);
    }
}

/* What a client accepts counts where nothing else is asked for. */
static void
test_formats (void **state)
{
  static const struct
  {
    const char *path, *header;
    gboolean json;
  } cases[] = {
    { "/debug/queue", NULL, FALSE },
    { "/debug/queue", "Accept: */*", FALSE },
    { "/debug/queue", "Accept: application/json", TRUE },
    { "/debug/queue", "Accept: text/html, application/json;q=0.5", TRUE },
    { "/debug/queue?format=text", "Accept: application/json", FALSE },
    { "/debug/queue?format=json", "Accept: text/plain", TRUE },
    { "/debug/queue?format=yaml", NULL, FALSE },
    { "/debug/nodes", "Accept: application/json", TRUE },
    { "/debug/explain?pod=ns/p", "Accept: application/json", TRUE },
    { "/debug/explain?pod=ns/p", NULL, FALSE },
  };
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched, SMALL_NODE ("a") OURS ("p", CPU ("1")));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = ask_with (&watched, cases[i].path, cases[i].header, 200);

      assert_int_equal (*text == '{', cases[i].json);
    }
}

static void
test_whole_nodes (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (
      &watched,
      NODE ("a", HOST "a",
            "pods: 9, cpu: 2, memory: 1Gi, ephemeral-storage: 2Gi, "
            "example.com/gpu: 3, example.com/fpga: 4") SMALL_NODE ("b")
          OURS ("low", ON ("a") PRIORITY ("1") CPU ("1"))
              OURS ("other", ON ("a") CPU ("500m")) OURS ("new", CPU ("250m")));
  assert_true (scene_schedule (&watched.scene));
  assert_whole (
      &watched, "/debug/nodes",
      "node a\n"
      "  requested: cpu 1750m, memory 0, ephemeral-storage 0\n"
      "  allocatable: cpu 2000m, memory 1073741824, ephemeral-storage "
      "2147483648, example.com/gpu 3, example.com/fpga 4\n"
      "  pods: 3 of 9\n"
      "    ns/low uid low phase -\n"
      "    ns/other uid other phase -\n"
      "    ns/new uid new phase - (assumed)\n"
      "node b\n"
      "  requested: cpu 0m, memory 0, ephemeral-storage 0\n"
      "  allocatable: cpu 2000m, memory 0, ephemeral-storage 0\n"
      "  pods: 0 of 10\n");
  assert_whole (
      &watched, "/debug/nodes?format=json",
      "{\"nodes\":[{\"name\":\"a\",\"requested\":{\"milliCPU\":1750"
      ",\"memory\":0,\"ephemeralStorage\":0},\"allocatable\":{\"milliCPU\""
      ":2000,\"memory\":1073741824,\"ephemeralStorage\":2147483648,"
      "\"example.com/gpu\":3,\"example.com/fpga\":4},\"allowedPods\":9"
      ",\"pods\":[{\"namespace\":\"ns\",\"name\":\"low\",\"uid\":\"low\""
      ",\"assumed\":false},{\"namespace\":\"ns\",\"name\":\"other\""
      ",\"uid\":\"other\",\"assumed\":false},{\"namespace\":\"ns\","
      "\"name\":\"new\",\"uid\":\"new\",\"assumed\":true}]},{\"name\":\"b"
      "\",\"requested\":{\"milliCPU\":0,\"memory\":0,\"ephemeralStorage\""
      ":0},\"allocatable\":{\"milliCPU\":2000,\"memory\":0,\"ephemeralSto"
      "rage\":0},\"allowedPods\":10,\"pods\":[]}]}\n");
}

/* One that is gone stays as long as pods are on it. */
static void
test_nodes_that_are_gone (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched, SMALL_NODE ("a") SMALL_NODE ("b") SMALL_NODE ("c")
                              OURS ("p", ON ("c") CPU ("1")));
  scene_remove (&watched.scene, FIT_KIND_NODE, "", "b");
  scene_remove (&watched.scene, FIT_KIND_NODE, "", "c");
  assert_whole (
      &watched, "/debug/nodes?format=json",
      "{\"nodes\":[{\"name\":\"a\",\"requested\":{\"milliCPU\":0,\"memory\":0,"
      "\"ephemeralStorage\":0},\"allocatable\":{\"milliCPU\":2000,\"memory\":0,"
      "\"ephemeralStorage\":0},\"allowedPods\":10,\"pods\":[]},{\"name\":\"c\","
      "\"requested\":{\"milliCPU\":1000,\"memory\":0,\"ephemeralStorage\":0},"
      "\"allocatable\":{\"milliCPU\":0,\"memory\":0,\"ephemeralStorage\":0},"
      "\"allowedPods\":0,\"pods\":[{\"namespace\":\"ns\",\"name\":\"p\",\"uid\":"
      "\"p\",\"assumed\":false}]}]}\n");
}

static void
assert_busy (Watched *watched, const char *path)
{
  g_autoptr (FitHttpResponse) response = served_ask (
      fit_server_port (watched->server), NULL, "GET", path, NULL, NULL);
  g_autofree char *text = served_text (response);

  assert_int_equal (response->status, 503);
  assert_string_equal (text, "the scheduler did not answer within 10 s\n");
}

static void
test_a_scheduler_that_has_ended (void **state)
{
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched, SMALL_NODE ("a") OURS ("p", CPU ("1")));
  watched.daemon.calls_closed = TRUE;
  assert_busy (&watched, "/debug/queue");
  assert_busy (&watched, "/debug/nodes?format=json");
  assert_busy (&watched, "/debug/explain?pod=ns/p");
}

/* -- questions without an answer ------------------------------------------- */

static void
assert_refused (Watched *watched, const char *path, guint status,
                const char *text)
{
  g_autofree char *got = ask_for (watched, path, status);

  assert_string_equal (got, text);
}

static void
test_questions_about_no_pod (void **state)
{
  static const char which[] = "which pod? ?pod=NAMESPACE/NAME, and for JSON "
                              "&format=json\n";
  g_auto (Watched) watched = { 0 };

  (void) state;
  watched_init (&watched, SMALL_NODE ("a") OURS ("p", CPU ("1")));
  assert_refused (&watched, "/debug/explain", 400, which);
  assert_refused (&watched, "/debug/explain?pod=p", 400, which);
  assert_refused (&watched, "/debug/explain?pod=ns/q", 404,
                  "no pod ns/q in the cluster\nhint: did you mean ns/p?\n");
  watched.daemon.view.synced = FALSE;
  assert_refused (&watched, "/debug/explain?pod=ns/p", 503,
                  "the cluster is not read yet\n");
}

/* It fails in the middle. */
static gboolean
explain_half (const FitExplainQuestion *question, GString *out, gpointer data,
              GError **error)
{
  const FitErrorCode *code = data;

  (void) question;
  g_string_append (out, "half of it");
  return fit_fail (error, *code, "no more");
}

static void
test_half_an_explanation (void **state)
{
  FitErrorCode codes[] = { FIT_ERROR_NOT_FOUND, FIT_ERROR_INTERNAL };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_auto (Watched) watched = { 0 };

      watched_init (&watched, SMALL_NODE ("a") OURS ("p", CPU ("1")));
      watched.serving
          = (FitServing){ .explain = explain_half, .data = &codes[i] };
      assert_refused (&watched, "/debug/explain?pod=ns/p", i == 0 ? 404 : 500,
                      "no more\n");
    }
}

/* What pods request and may use that have not ended, with their overhead. */
static void
test_resources_of_pods (void **state)
{
  static const char manifest[]
      = OURS ("plain", "") OURS ("small", CPU ("1500m"))
          OURS ("large", "nodeName: m, priority: 7, overhead: {cpu: 250m}, "
                         "containers: [{resources: {requests: {cpu: 1, memory: "
                         "1Ki, a.b/c: 2, hugepages-2Mi: 4Mi}, "
                         "limits: {cpu: 2, memory: 2Ki}}}, {resources: "
                         "{limits: {a.b/c: 2}}}]")
              OURS_WITH ("ended", "", ON ("m") CPU ("1"), "phase: Failed")
                  OURS_WITH ("never", "", CPU ("2"), "phase: Failed");
#define OF(metric, node, pod, priority, resource, unit, amount)                \
  "kube_pod_resource_" metric "{namespace=\"ns\",node=\"" node "\",pod=\"" pod \
  "\",priority=\"" priority "\",resource=\"" resource                          \
  "\",scheduler=\"default-scheduler\",unit=\"" unit "\"} " amount "\n"
#define REQUEST(...) OF ("request", __VA_ARGS__)
#define LIMIT(...) OF ("limit", __VA_ARGS__)
  static const char expected[] = " gauge\n" REQUEST (
      "m", "large", "7", "cpu", "cores",
      "1.25") REQUEST ("m", "large", "7", "memory", "bytes",
                       "1024") REQUEST ("m", "large", "7", "a.b/c", "",
                                        "2") REQUEST ("m", "large", "7",
                                                      "hugepages-2Mi", "bytes",
                                                      "4.194304e+06")
      REQUEST ("", "never", "0", "cpu", "cores", "2") REQUEST (
          "", "small", "0", "cpu", "cores",
          "1.5") "# HELP kube_pod_resource_limit What pods that have not ended may use, "
                 "with overhead.\n# TYPE kube_pod_resource_limit gauge\n" LIMIT (
                     "m", "large", "7", "cpu", "cores", "2.25")
                     LIMIT ("m", "large", "7", "memory", "bytes", "2048")
                         LIMIT ("m", "large", "7", "a.b/c", "", "2");
  g_auto (Watched) watched = { 0 };
  g_autofree char *page = NULL;

  (void) state;
  watched_init (&watched, manifest);
  page = ask (&watched, "/metrics/resources");
  assert_string_equal (strstr (page, " gauge\n"), expected);
}

/* Who cannot explain does not offer to. */
static void
test_routes (void **state)
{
  for (guint explains = 0; explains < 2; explains++)
    {
      const FitServing serving = { .explain = explains ? explain : NULL };
      g_autoptr (GArray) routes
          = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));
      g_autoptr (GString) paths = g_string_new (NULL);
      FitDebugPages pages;

      fit_debug_pages_init (&pages, NULL, &serving);
      fit_debug_pages_add_routes (&pages, routes);
      for (guint i = 0; i < routes->len; i++)
        {
          const FitServerRoute *route
              = &g_array_index (routes, FitServerRoute, i);

          g_string_append_printf (paths, "%s %s\n", route->method, route->path);
        }
      fit_debug_pages_clear (&pages);
      assert_string_equal (paths->str,
                           explains ? "GET /debug/queue\nGET /debug/nodes\n"
                                      "GET /debug/explain\n"
                                    : "GET /debug/queue\nGET /debug/nodes\n");
    }
  (void) state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_looking_changes_nothing),
    cmocka_unit_test (test_an_explanation),
    cmocka_unit_test (test_an_explanation_beside_an_assumed_pod),
    cmocka_unit_test (test_a_nominated_pod),
    cmocka_unit_test (test_whole_queue),
    cmocka_unit_test (test_queue_of_a_later_release),
    cmocka_unit_test (test_plugins_that_rejected_a_pod),
    cmocka_unit_test (test_times_of_the_queue),
    cmocka_unit_test (test_formats),
    cmocka_unit_test (test_whole_nodes),
    cmocka_unit_test (test_nodes_that_are_gone),
    cmocka_unit_test (test_a_scheduler_that_has_ended),
    cmocka_unit_test (test_questions_about_no_pod),
    cmocka_unit_test (test_half_an_explanation),
    cmocka_unit_test (test_resources_of_pods),
    cmocka_unit_test (test_routes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
