/* test-live-run.c - fitsched run as a process, before an API server that answers: a Policy in a ConfigMap, pages, what another scheduler decides
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/hostile-process.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client/api-resources.h"
#include "tests/serving/served.h"

/* For what must happen at some time. */
#define WAIT_US (120 * (gint64) G_USEC_PER_SEC)
#define TICK_US 20000

#define LIST(kind, items)                                           \
  "{\"kind\":\"" kind "List\",\"apiVersion\":\"v1\",\"metadata\":{" \
  "\"resourceVersion\":\"7\"},\"items\":[" items "]}"
#define NODE(name, cpu)                                              \
  "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":" \
  "\"" name "\"},\"status\":{\"allocatable\":{\"cpu\":\"" cpu        \
  "\",\"memory\":\"8Gi\",\"pods\":\"10\"}}}"
/* @more: of the spec, and the status */
#define POD(name, version, cpu, more, status)                              \
  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name \
  "\",\"namespace\":\"shop\",\"uid\":\"" name                              \
  "\",\"resourceVersion\":\"" version "\"},\"spec\":{" more                \
  "\"schedulerName\":\"default-scheduler\",\"containers\":[{\"name\":"     \
  "\"c\",\"resources\":{\"requests\":{\"cpu\":\"" cpu "\"}}}]}" status "}"
#define WAITS(name, cpu) POD (name, "5", cpu, "", "")
#define ON(name, version, cpu, node) \
  POD (name, version, cpu, "\"nodeName\":\"" node "\",", "")
#define REFUSED(name, version, cpu)                                          \
  POD (name, version, cpu, "",                                               \
       ",\"status\":{\"conditions\":[{\"type\":\"PodScheduled\",\"status\":" \
       "\"False\",\"reason\":\"Unschedulable\",\"message\":\"no room\"}]}")

#define SERVER_SAYS                                                           \
  "the API server does not tell its version; what pods have that v1.16 does " \
  "not know counts as in 1.36.3 (--modern-objects)"

#define NODES NODE ("a", "4") "," NODE ("b", "8")

/* -- the process and its server -------------------------------------------- */

typedef struct
{
  const char *pods;   /* that are listed */
  const char *change; /* (nullable) what the watch of pods tells once it may */
  gint told;          /* atomic */

  gint hangs; /* atomic: an extender was asked, and does not answer */
  gint lost;  /* atomic: the lock cannot be renewed any more */

  /* not GLib's, which the thread sanitizer does not see */
  pthread_mutex_t lock;
  guint status;     /* under the lock: of the ConfigMap */
  const char *body; /* under the lock: borrowed */
  guint asked;      /* under the lock: how often */

  ReplayServer *server;
  char *directory;
  char *log;
  guint port;
  GPid process;
} Run;

static ReplayAnswer
answer_with (guint status, const char *body)
{
  ReplayAnswer answer = { .status = status, .owned = g_new0 (char *, 2) };

  answer.owned[0] = g_strdup (body);
  answer.pieces = (const char *const *) answer.owned;
  return answer;
}

static ReplayAnswer
answer_watch (Run *run, const char *request)
{
  ReplayAnswer answer = { .status = 200, .end = REPLAY_SILENT };

  if (run->change == NULL || strstr (request, "GET /api/v1/pods?") == NULL
      || !g_atomic_int_compare_and_exchange (&run->told, 0, 1))
    return answer;
  answer = answer_with (200, run->change);
  answer.end = REPLAY_SILENT;
  answer.held = TRUE;
  return answer;
}

static ReplayAnswer
answer_list (const Run *run, const FitApiResource *resource)
{
  const char *items = resource->kind == FIT_KIND_NODE  ? NODES
                      : resource->kind == FIT_KIND_POD ? run->pods
                                                       : "";
  g_autofree char *list = g_strdup_printf (
      LIST ("%s", "%s"), fit_kind_name (resource->kind), items);

  return answer_with (200, list);
}

/* The lock is as it is written. */
static ReplayAnswer
answer_lease (const Run *run, const char *request)
{
  g_autoptr (GString) lease = g_string_new (strstr (request, "\r\n\r\n") + 4);

  if (*request == 'G')
    return answer_with (404, "{}");
  if (g_atomic_int_get (&run->lost))
    return answer_with (500, "{}");
  if (strstr (lease->str, "\"resourceVersion\"") == NULL)
    g_string_replace (lease, "\"metadata\":{",
                      "\"metadata\":{\"resourceVersion\":\"3\",", 1);
  return answer_with (g_str_has_prefix (request, "POST ") ? 201 : 200,
                      lease->str);
}

static ReplayAnswer
choose (const char *request, gpointer data)
{
  Run *run = data;
  const char *const asked = strchr (request, '/');
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);
  ReplayAnswer answer;

  if (strstr (request, "watch=true") != NULL)
    return answer_watch (run, request);
  if (strstr (request, "/leases") != NULL)
    return answer_lease (run, request);
  if (g_str_has_prefix (asked, "/extender/filter "))
    {
      g_atomic_int_set (&run->hangs, 1);
      return (ReplayAnswer){ .end = REPLAY_SILENT, .without_head = TRUE };
    }
  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (asked, resources[i].path)
        && asked[strlen (resources[i].path)] == '?')
      return answer_list (run, &resources[i]);
  if (strstr (request, "/namespaces/kube-system/configmaps/rules ") == NULL)
    return (ReplayAnswer){ .status = 404 };
  pthread_mutex_lock (&run->lock);
  answer = answer_with (run->status, run->body);
  run->asked++;
  pthread_mutex_unlock (&run->lock);
  return answer;
}

static void
serve (Run *run)
{
  pthread_mutex_init (&run->lock, NULL);
  run->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  run->log = g_build_filename (run->directory, "log", NULL);
  run->server = replay_server_new_for (choose, run);
  write_kubeconfig (run->directory, replay_server_url (run->server));
}

static void
set_map (Run *run, guint status, const char *body)
{
  pthread_mutex_lock (&run->lock);
  run->status = status;
  run->body = body;
  run->asked = 0;
  pthread_mutex_unlock (&run->lock);
}

static guint
map_asked (Run *run)
{
  guint asked;

  pthread_mutex_lock (&run->lock);
  asked = run->asked;
  pthread_mutex_unlock (&run->lock);
  return asked;
}

static void
run_clear (Run *run)
{
  static const char *const files[]
      = { "kubeconfig", "log", "cluster.json", "policy.json", "report.json" };

  replay_server_free (run->server);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (run->directory, files[i], NULL);

      g_remove (path);
    }
  assert_int_equal (g_rmdir (run->directory), 0);
  pthread_mutex_destroy (&run->lock);
  g_free (run->directory);
  g_free (run->log);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* Returns: (transfer full): @text without times and the port */
static char *
show (const Run *run, const char *text)
{
  g_autoptr (GString) shown = g_string_new (text);
  g_autoptr (GRegex) times
      = g_regex_new ("1[0-9]{9}\\.[0-9]{6}|\"20[-0-9]*T[0-9:]*Z\"", 0, 0, NULL);

  g_string_replace (shown, replay_server_url (run->server), "SERVER", 0);
  return g_regex_replace_literal (times, shown->str, -1, 0, "TIME", 0, NULL);
}

static char *
read_file (const Run *run, const char *name)
{
  g_autofree char *path = g_build_filename (run->directory, name, NULL);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  return show (run, text);
}

/* @arguments: separated by blanks.  Returns: (transfer full): an argv */
static char **
command (const char *arguments)
{
  g_autofree char *program = fitsched_program ();
  g_autofree char *line = g_strconcat (program, " ", arguments, NULL);

  return g_strsplit (line, " ", -1);
}

static void
begin (Run *run, const char *arguments)
{
  g_autofree char *line = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  const int fd = g_open (run->log, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

  assert_true (fd >= 0);
  run->port = served_find_port ();
  line = g_strdup_printf ("run --kubeconfig kubeconfig --leader-elect=false "
                          "--secure-port 0 --port %u --skip-headers %s",
                          run->port, arguments);
  argv = command (line);
  if (!g_spawn_async_with_fds (run->directory, argv, NULL,
                               G_SPAWN_DO_NOT_REAP_CHILD, set_up_child, NULL,
                               &run->process, -1, -1, fd, &error))
    fail_msg ("%s", error->message);
  close (fd);
}

static void
await_text (const Run *run, const char *name, const char *text)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;

  for (;;)
    {
      g_autofree char *log = read_file (run, name);

      if (strstr (log, text) != NULL)
        return;
      if (g_get_monotonic_time () > end_us)
        {
          kill (run->process, SIGKILL);
          fail_msg ("no \"%s\" in %s: %s", text, name, log);
        }
      g_usleep (TICK_US);
    }
}

static void
await_asked (Run *run, guint times)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;

  while (map_asked (run) < times)
    {
      assert_true (g_get_monotonic_time () < end_us);
      g_usleep (TICK_US);
    }
}

/* Returns: (transfer full): what it has logged when it ends with @status */
static char *
await_exit (Run *run, int expected)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;
  char *said;
  int status;

  while (waitpid (run->process, &status, WNOHANG) == 0)
    {
      if (g_get_monotonic_time () > end_us)
        {
          kill (run->process, SIGKILL);
          fail_msg ("it does not end");
        }
      g_usleep (TICK_US);
    }
  said = read_file (run, "log");
  if (!WIFEXITED (status) || WEXITSTATUS (status) != expected)
    fail_msg ("ended with %x: %s", (guint) status, said);
  return said;
}

/* It is asked to end, and has logged @log. */
static void
end (Run *run, const char *log)
{
  g_autofree char *said = NULL;

  assert_int_equal (kill (run->process, SIGTERM), 0);
  said = await_exit (run, 0);
  assert_string_equal (said, log);
}

/* -- a Policy in a ConfigMap ----------------------------------------------- */

#define POLICY(rules) \
  "{\\\"kind\\\": \\\"Policy\\\", \\\"apiVersion\\\": \\\"v1\\\", " rules "}"
#define MAP(data) "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"," data "}"
#define MAP_WITH(rules) MAP ("\"data\":{\"policy.cfg\":\"" POLICY (rules) "\"}")
#define FITS "\\\"predicates\\\": [{\\\"name\\\": \\\"PodFitsResources\\\"}]"
#define SPREADS(weight)                                             \
  ", \\\"priorities\\\": [{\\\"name\\\": \\\"MostRequestedPriority" \
  "\\\", \\\"weight\\\": " weight "}]"

static const struct
{
  guint status;
  const char *body;
  const char *said;
} maps[] = {
  { 404,
    "{\"kind\":\"Status\",\"message\":\"configmaps \\\"rules\\\" not found\"}",
    "cannot read ConfigMap kube-system/rules: 404: configmaps \"rules\" not found\n" },
  { 403, "{\"kind\":\"Status\",\"message\":\"not for you\"}",
    "cannot read ConfigMap kube-system/rules: 403: not for you\n" },
  { 200, "{", "ConfigMap kube-system/rules: " },
  { 200, "[]",
    "ConfigMap kube-system/rules: it has no data, expected the key "
    "policy.cfg\n" },
  { 200, MAP ("\"metadata\":{}"),
    "ConfigMap kube-system/rules: it has no data, expected the key "
    "policy.cfg\n" },
  { 200, MAP ("\"data\":[\"policy.cfg\"]"),
    "ConfigMap kube-system/rules: it has no data, expected the key "
    "policy.cfg\n" },
  { 200, MAP ("\"data\":{\"policy.cfg\":{\"a\":1}}"),
    "ConfigMap kube-system/rules: data: policy.cfg: found an object, expected a "
    "string\n" },
  { 200, MAP ("\"data\":{\"policy.json\":\"{}\"}"),
    "ConfigMap kube-system/rules: data: found the keys policy.json, expected "
    "policy.cfg\n" },
  { 200,
    MAP ("\"data\":{\"a\":\"\",\"b\":\"\",\"c\":\"\",\"d\":\"\",\"e\":\"\","
         "\"f\":\"\",\"g\":\"\",\"h\":\"\",\"i\":\"\",\"j\":\"\"}"),
    "ConfigMap kube-system/rules: data: found the keys a, b, c, d, e, f, g, h, "
    "i, j, expected policy.cfg\n" },
  { 200,
    MAP ("\"data\":{\"a\":\"\",\"b\":\"\",\"c\":\"\",\"d\":\"\",\"e\":\"\","
         "\"f\":\"\",\"g\":\"\",\"h\":\"\",\"i\":\"\",\"j\":\"\",\"k\":\"\","
         "\"l\":\"\"}"),
    "ConfigMap kube-system/rules: data: found the keys a, b, c, d, e, f, g, h, "
    "i, j and 2 more, expected policy.cfg\n" },
  { 200, MAP_WITH ("\\\"predicates\\\": [{\\\"name\\\": \\\"Nonsense\\\"}]"),
    "ConfigMap kube-system/rules, key policy.cfg: " },
};

/* What cannot be used ends it. */
static void
test_maps_that_cannot_be_used (void **state)
{
  g_auto (Run) run = { 0 };
  g_auto (GStrv) argv
      = command ("run --kubeconfig kubeconfig --secure-port 0 --skip-headers "
                 "--policy-configmap rules");

  (void) state;
  serve (&run);
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autofree char *said = NULL;
      g_autofree char *expected
          = g_strconcat ("fitsched: ", maps[i].said, NULL);
      g_autoptr (GError) error = NULL;
      int status;

      set_map (&run, maps[i].status, maps[i].body);
      if (!g_spawn_sync (run.directory, argv, NULL, G_SPAWN_DEFAULT,
                         set_up_child, NULL, NULL, &said, &status, &error))
        fail_msg ("%s", error->message);
      if (!g_str_has_suffix (expected, "\n"))
        {
          assert_non_null (strchr (said, '\n'));
          said[MIN (strlen (said), strlen (expected))] = '\0';
        }
      assert_string_equal (said, expected);
      assert_true (WIFEXITED (status));
      assert_int_equal (WEXITSTATUS (status), 3);
    }
}

/* It waits for one that cannot be read just now, and ends when it is asked to. */
static void
test_waiting_for_a_map (void **state)
{
  g_auto (Run) run = { .pods = "" };

  (void) state;
  serve (&run);
  set_map (&run, 500, "{\"kind\":\"Status\",\"message\":\"etcd is ill\"}");
  begin (&run, "--policy-configmap rules");
  await_text (&run, "log", "trying again");
  end (&run, "note: cannot read ConfigMap kube-system/rules: 500: etcd is ill; "
             "trying again\n");
}

#define PODS ON ("old", "4", "3", "b") "," WAITS ("web", "3")

/* Returns: (transfer full): what a command prints about the same cluster */
static char *
explain (const Run *run, const char *policy, const char *format)
{
  g_autofree char *cluster
      = g_build_filename (run->directory, "cluster.json", NULL);
  g_autofree char *rules
      = g_build_filename (run->directory, "policy.json", NULL);
  g_autofree char *line
      = g_strdup_printf ("explain shop/web -f cluster.json --policy "
                         "policy.json -o %s",
                         format);
  g_auto (GStrv) argv = command (line);
  g_autofree char *plain = g_strcompress (policy);
  g_autofree char *out = NULL;
  int status;

  assert_true (
      g_file_set_contents (cluster, LIST ("", NODES "," PODS), -1, NULL));
  assert_true (g_file_set_contents (rules, plain, -1, NULL));
  assert_true (g_spawn_sync (run->directory, argv, NULL, G_SPAWN_DEFAULT,
                             set_up_child, NULL, &out, NULL, &status, NULL));
  assert_true (WIFEXITED (status));
  return g_steal_pointer (&out);
}

static void
expect_page (const Run *run, const char *policy)
{
  g_autofree char *text = explain (run, policy, "table");
  g_autofree char *json = explain (run, policy, "json");

  assert_true (strlen (text) > 100 && strlen (json) > 100);
  served_assert (run->port, "/debug/explain?pod=shop/web", 200, text);
  served_assert (run->port, "/debug/explain?pod=shop/web&format=json", 200,
                 json);
  served_assert (run->port, "/debug/explain?pod=shop/none", 404,
                 "no pod shop/none in the cluster\nhint: did you mean "
                 "shop/old?\n");
}

static void
test_map_that_changes (void **state)
{
  g_auto (Run) run = { .pods = PODS };

  (void) state;
  serve (&run);
  set_map (&run, 200, MAP_WITH (FITS SPREADS ("1")));
  begin (&run, "--policy-configmap rules --reload --shadow");
  await_text (&run, "log", "read 2 nodes");
  expect_page (&run, POLICY (FITS SPREADS ("1")));
  assert_int_equal (kill (run.process, SIGUSR2), 0);
  await_text (&run, "log", "agree with the API server");

  /* Said once, however often it is looked at. */
  set_map (&run, 403, "{\"kind\":\"Status\",\"message\":\"not for you\"}");
  await_asked (&run, 2);
  set_map (&run, 200, MAP_WITH (FITS SPREADS ("7")));
  await_text (&run, "log", "in effect");
  expect_page (&run, POLICY (FITS SPREADS ("7")));
  end (
      &run,
      "note: comparing on SERVER (kubeconfig); nothing is written there\n"
      "note: " SERVER_SAYS "\n"
      "note: read 2 nodes and 2 pods\n"
      "note: the cache and the queue agree with the API server\n"
      "note: node a\n"
      "note:   requested: cpu 0m, memory 0, ephemeral-storage 0\n"
      "note:   allocatable: cpu 4000m, memory 8589934592, ephemeral-storage 0\n"
      "note:   pods: 0 of 10\n"
      "note: node b\n"
      "note:   requested: cpu 3000m, memory 0, ephemeral-storage 0\n"
      "note:   allocatable: cpu 8000m, memory 8589934592, ephemeral-storage 0\n"
      "note:   pods: 1 of 10\n"
      "note:     shop/old uid old phase -\n"
      "note: activeQ: 1\n"
      "note:     shop/web uid web phase -\n"
      "note: podBackoffQ: 0\n"
      "note: unschedulableQ: 0\n"
      "note: ConfigMap kube-system/rules, key policy.cfg cannot be read any "
      "more: cannot read ConfigMap kube-system/rules: 403: not for you; the "
      "old rules stay\n"
      "note: ConfigMap kube-system/rules, key policy.cfg has changed and is in "
      "effect: weight of MostRequestedPriority: 1, now 7\n"
      "note: compared 0 decisions: 0 agreed, 0 equally good, 0 different; "
      "agreement -\n");
}

/* -- what another scheduler decides ---------------------------------------- */

static void
expect_shadow (Run *run, const char *arguments)
{
  serve (run);
  begin (run, arguments);
  await_text (run, "log", "read 2 nodes");
  replay_server_release (run->server);
}

#define EVENT(pod) "{\"type\":\"MODIFIED\",\"object\":" pod "}\n"

static void
test_shadow (void **state)
{
  static const char pods[] = WAITS ("web", "3") "," WAITS (
      "same", "3") "," WAITS ("large", "9") "," WAITS ("small", "1");
  static const char change[] = EVENT (ON ("web", "8", "3", "a"))
      EVENT (ON ("same", "9", "3", "b")) EVENT (ON ("large", "10", "9", "b"))
          EVENT (REFUSED ("small", "11", "1"));
  g_auto (Run) text = { .pods = pods, .change = change };
  g_auto (Run) json = { .pods = pods, .change = change };
  g_autofree char *report = NULL;

  (void) state;
  expect_shadow (&text, "--provider DefaultProvider --shadow --report "
                        "report.json");
  expect_shadow (&json, "--provider DefaultProvider --shadow --report "
                        "report.json --logging-format json");
  /* While it goes on. */
  await_text (&text, "report.json", "\"compared\": 4,");
  await_text (&json, "report.json", "\"compared\": 4,");
  report = read_file (&text, "report.json");
  assert_non_null (strstr (report, "\"agreementPercent\": 25.0,"));
  assert_non_null (strstr (report, "\"reason\": \"no room\","));
  end (&json,
       "{\"ts\":TIME,\"v\":0,\"msg\":\"comparing on SERVER (kubeconfig); "
       "nothing is written there\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"" SERVER_SAYS "\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"read 2 nodes and 4 pods\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"compared\",\"result\":\"scores\","
       "\"pod\":{\"namespace\":\"shop\",\"name\":\"web\"},\"here\":\"b\","
       "\"there\":\"a\",\"scoreHere\":100033,\"scoreThere\":100027,"
       "\"rule\":\"BalancedResourceAllocation\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"compared\",\"result\":\"agreed\","
       "\"pod\":{\"namespace\":\"shop\",\"name\":\"same\"},\"here\":\"b\","
       "\"there\":\"b\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"compared\",\"result\":"
       "\"unschedulableHere\",\"pod\":{\"namespace\":\"shop\",\"name\":"
       "\"large\"},\"there\":\"b\",\"rule\":\"GeneralPredicates\",\"reason\":"
       "\"Insufficient cpu\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"compared\",\"result\":"
       "\"unschedulableThere\",\"pod\":{\"namespace\":\"shop\",\"name\":"
       "\"small\"},\"here\":\"a\",\"reason\":\"no room\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"compared 4 decisions: 1 agreed, 0 "
       "equally good, 3 different; agreement 25.0 %\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"BalancedResourceAllocation: 1 "
       "difference: scores 1\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"GeneralPredicates: 1 difference: "
       "unschedulableHere 1\"}\n"
       "{\"ts\":TIME,\"v\":0,\"msg\":\"unschedulable only there: 1\"}\n");
  end (&text,
       "note: comparing on SERVER (kubeconfig); nothing is written there\n"
       "note: " SERVER_SAYS "\n"
       "note: read 2 nodes and 4 pods\n"
       "differs shop/web: b here, a there; 100033 points to 100027: "
       "BalancedResourceAllocation +4, LeastRequestedPriority +2\n"
       "agrees shop/same: b\n"
       "differs shop/large: no node here, b there; b does not fit here: "
       "GeneralPredicates: Insufficient cpu\n"
       "differs shop/small: a here, no node there: no room\n"
       "note: compared 4 decisions: 1 agreed, 0 equally good, 3 different; "
       "agreement 25.0 %\n"
       "note: BalancedResourceAllocation: 1 difference: scores 1\n"
       "note: GeneralPredicates: 1 difference: unschedulableHere 1\n"
       "note: unschedulable only there: 1\n");
}

/* -- an attempt that hangs ------------------------------------------------- */

static void
begin_to_hang (Run *run, const char *arguments)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;
  g_autofree char *policy = NULL;
  g_autofree char *path = NULL;

  serve (run);
  path = g_build_filename (run->directory, "policy.json", NULL);
  policy = g_strdup_printf (
      "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":[{"
      "\"urlPrefix\":\"%s/extender\",\"filterVerb\":\"filter\","
      "\"httpTimeout\":3600000000000,\"nodeCacheCapable\":true}]}",
      replay_server_url (run->server));
  assert_true (g_file_set_contents (path, policy, -1, NULL));
  begin (run, arguments);
  while (!g_atomic_int_get (&run->hangs))
    {
      if (g_get_monotonic_time () > end_us)
        {
          g_autofree char *log = read_file (run, "log");

          kill (run->process, SIGKILL);
          fail_msg ("no extender was asked: %s", log);
        }
      g_usleep (TICK_US);
    }
}

static void
assert_last (const char *log, const char *line)
{
  if (!g_str_has_suffix (log, line))
    assert_string_equal (log, line);
}

/* Nobody may wait for it: neither the next leader, nor who asks it to end. */
static void
test_attempts_that_hang (void **state)
{
  g_auto (Run) leader = { .pods = WAITS ("web", "3") };
  g_auto (Run) asked = { .pods = WAITS ("web", "3") };
  g_autofree char *lost = NULL;
  g_autofree char *cut = NULL;

  (void) state;
  begin_to_hang (&leader, "--policy policy.json --leader-elect=true "
                          "--leader-elect-lease-duration 3s "
                          "--leader-elect-renew-deadline 2s "
                          "--leader-elect-retry-period 200ms");
  begin_to_hang (&asked, "--policy policy.json --shutdown-grace 1s");
  served_assert (leader.port, "/healthz/leaderElection", 200, "ok");
  served_assert (asked.port, "/healthz/ping", 200, "ok");
  g_atomic_int_set (&leader.lost, 1);
  assert_int_equal (kill (asked.process, SIGTERM), 0);
  cut = await_exit (&asked, 1);
  assert_last (cut,
               "fitsched: stopped 1s after it was asked to end: an attempt "
               "to schedule a pod was cut off\n");
  lost = await_exit (&leader, 4);
  assert_last (lost, "fitsched: lost Lease kube-system/kube-scheduler, "
                     "which was not renewed for 2s: 500: {}\n");
}

/* -- a configuration ------------------------------------------------------- */

/* The release of a configuration has two names. */
static void
test_release_of_a_configuration (void **state)
{
  static const char configuration[]
      = "{\"apiVersion\": \"kubescheduler.config.k8s.io/v1beta2\", \"kind\": "
        "\"KubeSchedulerConfiguration\", \"leaderElection\": "
        "{\"leaderElect\": false}}";
  static const char *const options[]
      = { "--config policy.json --shadow --release 1.22",
          "--config policy.json --shadow --emulate-release 1.22" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (Run) run = { .pods = WAITS ("web", "3") };
      g_autofree char *path = NULL;
      g_autofree char *log = NULL;

      serve (&run);
      path = g_build_filename (run.directory, "policy.json", NULL);
      assert_true (g_file_set_contents (path, configuration, -1, NULL));
      begin (&run, options[i]);
      await_text (&run, "log", "read 2 nodes and 1 pods");
      assert_int_equal (kill (run.process, SIGTERM), 0);
      log = await_exit (&run, 0);
      assert_last (log, "note: compared 0 decisions: 0 agreed, 0 equally good, "
                        "0 different; agreement -\n");
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_maps_that_cannot_be_used),
    cmocka_unit_test (test_waiting_for_a_map),
    cmocka_unit_test (test_map_that_changes),
    cmocka_unit_test (test_shadow),
    cmocka_unit_test (test_attempts_that_hang),
    cmocka_unit_test (test_release_of_a_configuration),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
