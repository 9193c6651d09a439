/* test-new-leader.c - what a scheduler reads before its first attempt */
#include "daemon/daemon-private.h"

#include "algorithmprovider/defaults.h"
#include "tests/client/replay-server.h"

#include <string.h>

#define LEASES "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases"
#define LEASE                                                                \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","           \
  "\"metadata\":{\"name\":\"kube-scheduler\",\"namespace\":\"kube-system\"," \
  "\"resourceVersion\":\"1\"},\"spec\":{}}"

#define NODE(name, version, spec)                                     \
  "{\"metadata\":{\"name\":\"" name "\",\"uid\":\"" name              \
  "\",\"resourceVersion\":\"" version "\"},\"spec\":{" spec           \
  "},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\","  \
  "\"pods\":\"110\"},\"conditions\":[{\"type\":\"Ready\",\"status\":" \
  "\"True\"}]}}"
#define POD                                                                \
  "{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u1\"," \
  "\"resourceVersion\":\"2\"},\"spec\":{\"schedulerName\":"                \
  "\"default-scheduler\",\"containers\":[{\"name\":\"main\"}]},"           \
  "\"status\":{\"phase\":\"Pending\"}}"

/* What every watch has brought, and what is stored by now. */
#define SEEN NODE ("node-1", "1", "")
#define STORED                                   \
  NODE ("node-1", "3", "\"unschedulable\":true") \
  "," NODE ("node-2", "4", "")

/* -- a daemon and its server ----------------------------------------------- */

typedef struct
{
  GArray *answers;  /* of ReplayAnswer */
  GPtrArray *texts; /* owned: what they consist of */
  ReplayServer *server;
  FitDaemon *daemon;
  GThread *thread;
  GPtrArray *asked; /* of char *, owned: all requests so far */
} Scene;

static char *
keep (Scene *scene, char *text)
{
  g_ptr_array_add (scene->texts, text);
  return text;
}

/* @body: NULL: nothing, and nothing ends */
static ReplayAnswer *
will_answer (Scene *scene, const char *to, guint status, const char *body)
{
  ReplayAnswer answer = { .to = keep (scene, g_strdup (to)),
                          .status = status,
                          .end = body != NULL ? REPLAY_WHOLE : REPLAY_SILENT };
  const char **pieces
      = (const char **) keep (scene, (char *) g_new0 (const char *, 2));

  pieces[0] = body != NULL ? keep (scene, g_strdup (body)) : NULL;
  answer.pieces = pieces;
  g_array_append_val (scene->answers, answer);
  return &g_array_index (scene->answers, ReplayAnswer, scene->answers->len - 1);
}

/* The list of a kind of that @version: "0", of the cache; "", of the store. */
static ReplayAnswer *
will_list (Scene *scene, const FitApiResource *resource, const char *version,
           const char *items)
{
  g_autofree char *to
      = g_strdup_printf ("GET %s?%s%slimit=500&resourceVersion=%s HTTP",
                         resource->path, resource->query ? resource->query : "",
                         resource->query ? "&" : "", version);
  g_autofree char *body = g_strdup_printf (
      "{\"kind\":\"%sList\",\"apiVersion\":\"v1\",\"metadata\":"
      "{\"resourceVersion\":\"5\"},\"items\":[%s]}",
      fit_kind_name (resource->kind), items);

  return will_answer (scene, to, 200, body);
}

static const FitApiResource *
resource_of (FitKind kind)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  for (guint i = 0; i < n; i++)
    if (resources[i].kind == kind)
      return &resources[i];
  return NULL;
}

/* All kinds but nodes: a pod that waits, and nothing else. */
static void
scene_init (Scene *scene)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  scene->answers = g_array_new (FALSE, FALSE, sizeof (ReplayAnswer));
  scene->texts = g_ptr_array_new_with_free_func (g_free);
  scene->asked = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      const char *items = resources[i].kind == FIT_KIND_POD ? POD : "";

      for (guint j = 0; j < 4; j++)
        will_answer (scene, "&watch=true", 200, NULL);
      if (resources[i].kind == FIT_KIND_NODE)
        continue;
      will_list (scene, &resources[i], "0", items);
      will_list (scene, &resources[i], "", items);
    }
  will_answer (scene, "GET " LEASES "/kube-scheduler", 404, "{}");
  will_answer (scene, "POST " LEASES, 201, LEASE);
  /* When it is released, it is nobody's already. */
  will_answer (scene, "GET " LEASES "/kube-scheduler", 200, LEASE);
  will_answer (scene, "/shop/pods/web/binding", 201, "{}");
}

static void
decided (const FitDecision *decision, gpointer data)
{
  (void) decision;
  (void) data;
}

static void
note (const char *text, gpointer data)
{
  (void) text;
  (void) data;
}

static gpointer
run (gpointer data)
{
  Scene *scene = data;
  GError *error = NULL;

  fit_daemon_run (scene->daemon, &error);
  return error;
}

static void
scene_begin (Scene *scene, gboolean leader_elect)
{
  FitApiConfig config = { .source = (char *) "test" };
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (GError) error = NULL;
  FitDaemonOptions options = {
    .api = &config,
    .burst = 1,
    .rules = { .registry = registry,
               .gates = fit_feature_gates_default (),
               .provider = "DefaultProvider",
               .hard_pod_affinity_symmetric_weight = 1,
               .scheduler_name = "default-scheduler" },
    .flags = FIT_DECODE_AS_IS,
    .leader_elect = leader_elect,
    .election = { .lock = "leases",
                  .namespace_ = "kube-system",
                  .name = "kube-scheduler",
                  .lease_us = 900 * G_USEC_PER_SEC,
                  .renew_deadline_us = 600 * G_USEC_PER_SEC,
                  .retry_us = 300 * G_USEC_PER_SEC,
                  .ignore_other_locks = TRUE },
    .shutdown_grace_us = 20 * G_USEC_PER_SEC,
    .decided = decided,
    .note = note,
  };

  scene->server = replay_server_new (
      &g_array_index (scene->answers, ReplayAnswer, 0), scene->answers->len);
  config.server = (char *) replay_server_url (scene->server);
  scene->daemon = fit_daemon_new (&options, &error);
  if (scene->daemon == NULL)
    fail_msg ("%s", error->message);
  scene->thread = g_thread_new ("daemon", run, scene);
}

/* As an operator does. */
static void
scene_end (Scene *scene)
{
  g_autoptr (GError) error = NULL;

  fit_daemon_stop (scene->daemon);
  error = g_thread_join (scene->thread);
  if (error != NULL)
    fail_msg ("%s", error->message);
  fit_daemon_free (scene->daemon);
  replay_server_free (scene->server);
  g_array_unref (scene->answers);
  g_ptr_array_unref (scene->texts);
  g_ptr_array_unref (scene->asked);
}

/* Returns: (transfer none): the next request that has @text in it */
static const char *
await_request (Scene *scene, const char *text)
{
  char *request;

  do
    {
      request = replay_server_next (scene->server);
      g_ptr_array_add (scene->asked, request);
    }
  while (strstr (request, text) == NULL);
  return request;
}

/* How many requests with @text came so far. */
static guint
count (const Scene *scene, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < scene->asked->len; i++)
    n += strstr (scene->asked->pdata[i], text) != NULL;
  return n;
}

/* The first binding is to the only node that is free by now, after everything was
 * listed from the store. */
static void
assert_bound_as_stored (Scene *scene)
{
  const char *binding = await_request (scene, "/binding");
  guint n;

  assert_non_null (strstr (binding, "\"name\":\"node-2\""));
  fit_api_resources (FIT_RELEASE_LEGACY, &n);
  assert_true (count (scene, "&resourceVersion= HTTP")
                   + count (scene, "?resourceVersion= HTTP")
               >= n);
}

/* -- tests ----------------------------------------------------------------- */

/* Its watches are silent, and nodes are listed last. */
static void
test_leader (void **state)
{
  Scene scene = { 0 };

  (void) state;
  scene_init (&scene);
  will_list (&scene, resource_of (FIT_KIND_NODE), "0", SEEN);
  will_list (&scene, resource_of (FIT_KIND_NODE), "", STORED)->delay_ms = 300;
  scene_begin (&scene, TRUE);
  await_request (&scene, "POST " LEASES);
  assert_int_equal (count (&scene, "&resourceVersion= HTTP"), 0);
  assert_bound_as_stored (&scene);
  scene_end (&scene);
}

/* Trouble makes it wait longer, and does not let it guess. */
static void
test_leader_in_trouble (void **state)
{
  Scene scene = { 0 };

  (void) state;
  scene_init (&scene);
  will_list (&scene, resource_of (FIT_KIND_NODE), "0", SEEN);
  will_list (&scene, resource_of (FIT_KIND_NODE), "", SEEN)->status = 500;
  will_list (&scene, resource_of (FIT_KIND_NODE), "", STORED);
  scene_begin (&scene, TRUE);
  assert_bound_as_stored (&scene);
  assert_int_equal (count (&scene, "GET /api/v1/nodes?limit=500"), 3);
  scene_end (&scene);
}

/* It is asked to end while it still reads: the lock is given up, and nothing was
 * bound. */
static void
test_leader_ends (void **state)
{
  Scene scene = { 0 };

  (void) state;
  scene_init (&scene);
  will_list (&scene, resource_of (FIT_KIND_NODE), "0", SEEN);
  will_list (&scene, resource_of (FIT_KIND_NODE), "", STORED)->without_head
      = TRUE;
  scene_begin (&scene, TRUE);
  await_request (&scene, "GET /api/v1/nodes?limit=500&resourceVersion= ");
  fit_daemon_stop (scene.daemon);
  await_request (&scene, "GET " LEASES);
  assert_int_equal (count (&scene, "/binding"), 0);
  scene_end (&scene);
}

/* Without an election there may have been another one until just now, too. */
static void
test_alone (void **state)
{
  Scene scene = { 0 };

  (void) state;
  scene_init (&scene);
  will_list (&scene, resource_of (FIT_KIND_NODE), "", STORED);
  scene_begin (&scene, FALSE);
  assert_bound_as_stored (&scene);
  assert_int_equal (count (&scene, "resourceVersion=0"), 0);
  scene_end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_leader),
    cmocka_unit_test (test_leader_in_trouble),
    cmocka_unit_test (test_leader_ends),
    cmocka_unit_test (test_alone),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
