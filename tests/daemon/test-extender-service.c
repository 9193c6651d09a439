/* test-extender-service.c - Policies that answer about a cluster that has been
 * read
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/extender-service.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "client/api-resources.h"
#include "serving/trust.h"
#include "tests/client/replay-server.h"
#include "tests/serving/served.h"
#include "tests/support/certificates.h"

/* -- the cluster ----------------------------------------------------------- */

#define NODE(name, labels)                                                    \
  "{\"metadata\":{\"name\":\"" name "\",\"resourceVersion\":\"1\",\"labels\"" \
  ":{" labels "}},\"status\":{\"allocatable\":{\"cpu\":\"1\",\"pods\":"       \
  "\"10\"}}}"
#define CPU(n)                                                           \
  "\"containers\":[{\"name\":\"m\",\"resources\":{\"requests\":{\"cpu\"" \
  ":\"" n "\"}}}]"

static const char nodes[]
    = NODE ("a", "") "," NODE ("b", "\"ssd\":\"x\"") "," NODE ("full", "");
static const char pods[]
    = "{\"metadata\":{\"name\":\"w\",\"namespace\":\"shop\",\"uid\":\"w\","
      "\"resourceVersion\":\"2\"},\"spec\":{\"nodeName\":\"full\"," CPU (
          "1") "}}";

/* What watches see, if there are changes: a node comes, and the pod is said to
 * have moved to another node. */
static const char *const node_events[]
    = { "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"apiVersion\":"
        "\"v1\",\"metadata\":{\"name\":\"late\",\"resourceVersion\":\"6\"},"
        "\"status\":{\"allocatable\":{\"cpu\":\"1\",\"pods\":\"10\"}}}}\n",
        NULL };
static const char *const pod_events[]
    = { "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":"
        "\"v1\",\"metadata\":{\"name\":\"w\",\"namespace\":\"shop\",\"uid\":"
        "\"w\",\"resourceVersion\":\"6\"},\"spec\":{\"nodeName\":\"a\"," CPU (
            "1") "}}}\n",
        NULL };

/* @data: are there changes? */
static ReplayAnswer
choose (const char *request, gpointer data)
{
  ReplayAnswer answer = { .status = 200 };
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  if (strstr (request, "watch=true") != NULL)
    {
      if (data != NULL)
        answer.pieces
            = g_str_has_prefix (request, "GET /api/v1/nodes?")  ? node_events
              : g_str_has_prefix (request, "GET /api/v1/pods?") ? pod_events
                                                                : NULL;
      answer.held = answer.pieces != NULL;
      answer.end = REPLAY_SILENT;
      return answer;
    }
  for (guint i = 0; i < n; i++)
    {
      const FitKind kind = resources[i].kind;
      g_autofree char *begin = g_strdup_printf ("GET %s?", resources[i].path);

      if (!g_str_has_prefix (request, begin))
        continue;
      answer.owned = g_new0 (char *, 2);
      answer.owned[0] = g_strdup_printf (
          "{\"kind\":\"%sList\",\"apiVersion\":\"v1\",\"metadata\":{"
          "\"resourceVersion\":\"5\"},\"items\":[%s]}",
          fit_kind_name (kind),
          kind == FIT_KIND_NODE  ? nodes
          : kind == FIT_KIND_POD ? pods
                                 : "");
      answer.pieces = (const char *const *) answer.owned;
      return answer;
    }
  return (ReplayAnswer){ .status = 405 };
}

/* -- a service ------------------------------------------------------------- */

typedef struct
{
  ReplayServer *server; /* (nullable): NULL: nobody answers */
  FitRegistry *registry;
  FitApiConfig api;
  FitServedPolicy policies[2];
  FitExtenderServiceOptions options;
  FitExtenderService *service;
  GThread *thread;
  GAsyncQueue *notes; /* of char *, owned */
  gint n_requests;    /* that were observed; atomic */
  gint n_shown;       /* of which all was shown; atomic */
} Scene;

static void
note (const char *text, gpointer data)
{
  g_async_queue_push (((Scene *) data)->notes, g_strdup (text));
}

static void
requested (const FitApiExchangeEnd *end, gpointer data)
{
  Scene *scene = data;

  if (strcmp (end->method, "GET") == 0)
    g_atomic_int_inc (&scene->n_requests);
  if (end->response_headers != NULL && end->response_body != NULL)
    g_atomic_int_inc (&scene->n_shown);
}

/* What makes the first Policy other than the second. */
#define POLICY(score)                                                            \
  "---\n{kind: Policy, apiVersion: v1, predicates: [{name: PodFitsResources}], " \
  "priorities: [{name: ssd, weight: 2, argument: {labelPreference: {label: "     \
  "ssd, presence: " score "}}}]}"

static FitPolicy *
policy_from (const char *text)
{
  g_autoptr (GError) error = NULL;
  FitPolicy *policy
      = fit_policy_parse (text, strlen (text), "policy", NULL, &error);

  if (policy == NULL)
    fail_msg ("%s", error->message);
  return policy;
}

/* @n: how many Policies there are, "one" and "two"; @changes: the cluster
 * changes after it was read */
static void
scene_init_with (Scene *scene, guint n, gboolean changes)
{
  const FitFeatureGates gates = fit_feature_gates_default ();

  scene->server = replay_server_new_for (choose, changes ? scene : NULL);
  scene->registry = fit_registry_new_default (gates);
  scene->notes = g_async_queue_new_full (g_free);
  scene->api.source = (char *) "test";
  scene->api.server = (char *) replay_server_url (scene->server);
  scene->policies[0] = (FitServedPolicy){ "one", "one.yaml", NULL };
  scene->policies[1] = (FitServedPolicy){ "two", "two.yaml", NULL };
  scene->options = (FitExtenderServiceOptions){
    .api = &scene->api,
    .registry = scene->registry,
    .gates = gates,
    .hard_pod_affinity_symmetric_weight = 1,
    .flags = FIT_DECODE_AS_IS,
    .policies = scene->policies,
    .n_policies = n,
    .address = "127.0.0.1",
    .note = note,
    .requested = requested,
    .data = scene,
  };
}

static void
scene_init (Scene *scene, guint n)
{
  scene_init_with (scene, n, FALSE);
}

static gpointer
run (gpointer service)
{
  fit_extender_service_run (service);
  return NULL;
}

static gboolean
scene_open (Scene *scene, GError **error)
{
  static const char *const texts[] = { POLICY ("true"), POLICY ("false") };

  for (guint i = 0; i < scene->options.n_policies; i++)
    if (scene->policies[i].policy == NULL)
      scene->policies[i].policy = policy_from (texts[i]);
  scene->service = fit_extender_service_new (&scene->options, error);
  return scene->service != NULL;
}

/* It has read the cluster. */
static void
scene_run (Scene *scene)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;

  if (!scene_open (scene, &error))
    fail_msg ("%s", error->message);
  scene->thread = g_thread_new ("service", run, scene->service);
  said = g_async_queue_timeout_pop (scene->notes, 60 * G_USEC_PER_SEC);
  assert_string_equal (said, "the cluster is read");
}

static void
scene_clear (Scene *scene)
{
  if (scene->thread != NULL)
    {
      fit_extender_service_stop (scene->service);
      g_thread_join (scene->thread);
    }
  fit_extender_service_free (scene->service);
  assert_int_equal (g_async_queue_length (scene->notes), 0);
  g_async_queue_unref (scene->notes);
  for (guint i = 0; i < scene->options.n_policies; i++)
    fit_policy_free (scene->policies[i].policy);
  fit_registry_free (scene->registry);
  replay_server_free (scene->server);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* POST @body to @path gets @status and @expected. */
static void
assert_answer (const Scene *scene, const char *path, const char *body,
               guint status, const char *expected)
{
  g_autoptr (FitHttpResponse) response
      = served_ask (fit_extender_service_port (scene->service), NULL, "POST",
                    path, "Content-Type: application/json", body);
  g_autofree char *text = served_text (response);

  assert_string_equal (text, expected);
  assert_int_equal (response->status, status);
}

/* -- questions ------------------------------------------------------------- */

#define ASK(nodes)                                                  \
  "{\"Pod\":{\"metadata\":{\"name\":\"p\",\"namespace\":\"shop\"}," \
  "\"spec\":{" CPU ("1") "}},\"NodeNames\":[" nodes "]}"
#define ALL ASK ("\"a\",\"b\",\"full\",\"gone\"")
#define TWO ASK ("\"a\",\"b\"")
#define FITS                                                               \
  "{\"Nodes\":null,\"NodeNames\":[\"a\",\"b\"],\"FailedNodes\":{\"full\":" \
  "\"Insufficient cpu\",\"gone\":\"the extender has not seen this node "   \
  "yet\"},\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}\n"
#define SCORES(a, b) \
  "[{\"Host\":\"a\",\"Score\":" a "},{\"Host\":\"b\",\"Score\":" b "}]\n"

static void
test_one_policy (void **state)
{
  g_auto (Scene) scene = { 0 };
  guint port, n;

  (void) state;
  scene_init (&scene, 1);
  scene_run (&scene);
  port = fit_extender_service_port (scene.service);
  fit_api_resources (FIT_RELEASE_LEGACY, &n);
  served_assert (port, "/readyz", 200, "ok");
  served_assert (port, "/readyz/informer-sync", 200, "ok");
  served_assert (port, "/healthz", 200, "ok");
  for (guint i = 0; i < 2; i++)
    {
      assert_answer (&scene, i ? "/filter" : "/one/filter", ALL, 200, FITS);
      assert_answer (&scene, i ? "/prioritize" : "/one/prioritize", TWO, 200,
                     SCORES ("0", "10"));
      assert_answer (&scene, i ? "/prioritize/ssd" : "/one/prioritize/ssd", TWO,
                     200, SCORES ("0", "10"));
      assert_answer (&scene, i ? "/preempt" : "/one/preempt",
                     "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},"
                     "\"NodeNameToMetaVictims\":{}}",
                     200, "{\"NodeNameToMetaVictims\":{}}\n");
      assert_answer (&scene, i ? "/prioritize/else" : "/one/prioritize/else",
                     TWO, 404, "404 page not found\n");
    }
  assert_true (g_atomic_int_get (&scene.n_requests) >= (gint) n);
  assert_int_equal (g_atomic_int_get (&scene.n_shown), 0);
}

/* It shows as much of its requests as it was asked to, and follows the cluster.
 * What makes no sense is said. */
static void
test_changes (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autofree char *said = NULL;
  gboolean is_there = FALSE;
  guint n;

  (void) state;
  scene_init_with (&scene, 1, TRUE);
  scene.options.detail = (FitApiDetail){ .headers = TRUE, .body_bytes = 100 };
  scene_run (&scene);
  fit_api_resources (FIT_RELEASE_LEGACY, &n);
  assert_true (g_atomic_int_get (&scene.n_shown) >= (gint) n);
  replay_server_release (scene.server);
  for (guint i = 0; i < 6000 && !is_there; i++)
    {
      g_autoptr (FitHttpResponse) response = served_ask (
          fit_extender_service_port (scene.service), NULL, "POST", "/filter",
          "Content-Type: application/json", ASK ("\"late\""));
      g_autofree char *text = served_text (response);

      is_there = strstr (text, "\"NodeNames\":[\"late\"]") != NULL;
      g_usleep (is_there ? 0 : 10000);
    }
  assert_true (is_there);
  said = g_async_queue_timeout_pop (scene.notes, 60 * G_USEC_PER_SEC);
  assert_string_equal (
      said, "scheduler cache UpdatePod failed: Schedulercache is corrupted and "
            "can badly affect scheduling decisions: pod w is cached on full, "
            "not on a");
}

static void
test_two_policies (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, 2);
  scene_run (&scene);
  assert_answer (&scene, "/one/filter", ALL, 200, FITS);
  assert_answer (&scene, "/two/filter", ALL, 200, FITS);
  assert_answer (&scene, "/one/prioritize", TWO, 200, SCORES ("0", "10"));
  assert_answer (&scene, "/two/prioritize/ssd", TWO, 200, SCORES ("10", "0"));
  assert_answer (&scene, "/filter", ALL, 404, "404 page not found\n");
}

/* Each question counts once, whatever came of it. */
static void
test_metrics (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitHttpResponse) response = NULL;
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  (void) state;
  scene_init (&scene, 2);
  scene_run (&scene);
  assert_answer (&scene, "/two/filter", ALL, 200, FITS);
  assert_answer (&scene, "/two/filter", ALL, 200, FITS);
  assert_answer (&scene, "/one/prioritize/ssd", TWO, 200, SCORES ("0", "10"));
  assert_answer (&scene, "/two/prioritize", ASK ("\"gone\""), 200, "[]\n");
  assert_answer (&scene, "/one/preempt", "[]", 400,
                 "found a list, expected an object\n");
  response = served_ask (fit_extender_service_port (scene.service), NULL, "GET",
                         "/metrics", NULL, NULL);
  text = served_text (response);
  lines = g_strsplit (text, "\n", 0);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "_total{") != NULL
        || strstr (lines[i], "_count{") != NULL)
      g_string_append_printf (counts, "%s\n", lines[i]);
  /* clang-format off */
  assert_string_equal (counts->str,
      "fitsched_extender_request_duration_seconds_count{policy=\"one\",verb=\"preempt\"} 1\n"
      "fitsched_extender_request_duration_seconds_count{policy=\"one\",verb=\"prioritize\"} 1\n"
      "fitsched_extender_request_duration_seconds_count{policy=\"two\",verb=\"filter\"} 2\n"
      "fitsched_extender_request_duration_seconds_count{policy=\"two\",verb=\"prioritize\"} 1\n"
      "fitsched_extender_requests_total{outcome=\"answered\",policy=\"one\",verb=\"prioritize\"} 1\n"
      "fitsched_extender_requests_total{outcome=\"answered\",policy=\"two\",verb=\"filter\"} 2\n"
      "fitsched_extender_requests_total{outcome=\"answered\",policy=\"two\",verb=\"prioritize\"} 1\n"
      "fitsched_extender_requests_total{outcome=\"refused\",policy=\"one\",verb=\"preempt\"} 1\n");
  /* clang-format on */
  assert_non_null (strstr (text, "_bucket{policy=\"two\",verb=\"filter\",le=\""
                                 "0.0001\"} "));
  assert_non_null (strstr (text, "_bucket{policy=\"two\",verb=\"filter\",le=\""
                                 "3.2768\"} 2\n"));
  assert_non_null (strstr (text, "\nprocess_open_fds "));
}

/* No page takes a body, and no question takes more memory than it may. */
static void
test_what_is_too_much (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitHttpResponse) response = NULL;
  g_autofree char *deep = g_strnfill (200, '[');

  (void) state;
  scene_init (&scene, 1);
  assert_true (scene_open (&scene, NULL));
  response = served_ask (fit_extender_service_port (scene.service), NULL, "GET",
                         "/metrics", NULL, "x");
  assert_int_equal (response->status, 413);
  assert_answer (&scene, "/filter", deep, 413,
                 "lists and objects are nested more than 100 deep (line 1, "
                 "column 102)\n");
}

/* The files of its extenders are on the machine of the scheduler. */
static void
test_files_elsewhere (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, 1);
  scene.policies[0].policy = policy_from (
      "---\n{kind: Policy, apiVersion: v1, extenders: [{urlPrefix: "
      "'https://127.0.0.1:1', filterVerb: filter, enableHttps: true, "
      "tlsConfig: {certFile: /none.crt, keyFile: /none.key}}]}");
  assert_true (scene_open (&scene, NULL));
}

/* -- before the cluster is read -------------------------------------------- */

static void
test_before_it_runs (void **state)
{
  g_auto (Scene) scene = { 0 };
  guint port;

  (void) state;
  scene_init (&scene, 1);
  assert_true (scene_open (&scene, NULL));
  port = fit_extender_service_port (scene.service);
  served_assert (port, "/livez", 200, "ok");
  served_assert (port, "/readyz/informer-sync", 500,
                 "the cluster is not read yet\n");
  assert_answer (&scene, "/filter", ALL, 200,
                 "{\"Nodes\":null,\"NodeNames\":null,\"FailedNodes\":{},"
                 "\"FailedAndUnresolvableNodes\":{},\"Error\":\"the extender "
                 "has not read the cluster yet\"}\n");
  assert_answer (&scene, "/prioritize", TWO, 503,
                 "the extender has not read the cluster yet\n");
}

/* All kinds notice that there is no server; one of them says so. */
static void
test_no_server (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autofree char *url
      = g_strdup_printf ("http://127.0.0.1:%u", served_find_port ());
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  (void) state;
  scene_init (&scene, 1);
  scene.api.server = url;
  if (!scene_open (&scene, &error))
    fail_msg ("%s", error->message);
  scene.thread = g_thread_new ("service", run, scene.service);
  said = g_async_queue_timeout_pop (scene.notes, 60 * G_USEC_PER_SEC);
  assert_true (g_str_has_prefix (said, "cannot reach http://127.0.0.1:"));
  assert_true (g_str_has_suffix (said, "; trying again"));
  fit_api_resources (FIT_RELEASE_LEGACY, &n);
  for (guint i = 0; i < 6000 && g_atomic_int_get (&scene.n_requests) < (gint) n;
       i++)
    g_usleep (10000);
}

/* -- what keeps it from listening ------------------------------------------ */

static void
test_what_is_wrong (void **state)
{
  (void) state;
  for (guint i = 0; i < 3; i++)
    {
      g_auto (Scene) scene = { 0 };
      g_auto (Scene) other = { 0 };
      g_autoptr (GError) error = NULL;
      g_autofree char *expected = NULL;

      scene_init (&scene, 2);
      scene_init (&other, 1);
      if (i == 0)
        {
          scene.policies[1].policy = policy_from (
              "---\n{kind: Policy, apiVersion: v1, predicates: [{name: Nothing}]}");
          expected
              = g_strdup ("two.yaml: Invalid configuration: Predicate type not "
                          "found for Nothing\nhint: 'fitsched list predicates' "
                          "shows the names");
        }
      else if (i == 1)
        {
          scene.api.server = (char *) "ftp://nowhere";
          expected = g_strdup ("test: server: found ftp://nowhere, expected a "
                               "URL with http or https");
        }
      else
        {
          assert_true (scene_open (&other, NULL));
          scene.options.port = fit_extender_service_port (other.service);
          expected = g_strdup_printf (
              "listen on 127.0.0.1:%u: address already in use",
              scene.options.port);
        }
      assert_false (scene_open (&scene, &error));
      assert_string_equal (error->message, expected);
    }
}

/* -- certificates ---------------------------------------------------------- */

static guint
status_of (const Scene *scene, const FitHttpTLS *shown, GBytes *ca,
           const char *method, const char *path)
{
  FitHttpTLS tls = *shown;
  g_autoptr (FitHttpResponse) response = NULL;

  tls.ca_data = ca;
  response = served_ask (fit_extender_service_port (scene->service), &tls,
                         method, path, NULL, NULL);
  return response->status;
}

/* Health is everybody's business, everything else needs a certificate.  One of
 * other authorities is worse than none. */
static void
test_client_certificates (void **state)
{
  static const struct
  {
    const char *method, *path;
    guint nobody, client;
  } cases[] = {
    { "GET", "/healthz", 200, 200 },     { "GET", "/healthz/ping", 200, 200 },
    { "GET", "/livez", 200, 200 },       { "GET", "/livez/ping", 200, 200 },
    { "GET", "/readyz", 500, 500 },      { "GET", "/readyz/ping", 200, 200 },
    { "GET", "/metrics", 403, 200 },     { "POST", "/filter", 403, 400 },
    { "POST", "/one/filter", 403, 400 },
  };
  const Certificates *certificates = certificates_of (state);
  g_autoptr (FitLiveFiles) ca
      = fit_trust_authorities (NULL, certificates->ca, NULL);
  const FitHttpTLS nobody = { 0 };
  const FitHttpTLS client = { .cert_file = certificates->client_cert,
                              .key_file = certificates->client_key };
  const FitHttpTLS stranger = { .cert_file = certificates->stranger_cert,
                                .key_file = certificates->stranger_key };

  for (guint with_ca = 0; with_ca < 2; with_ca++)
    {
      FitServerTLS tls = { 0 };

      assert_true (fit_server_tls_make (&tls, NULL, "127.0.0.1", NULL));
      {
        g_auto (Scene) scene = { 0 };

        scene_init (&scene, 1);
        scene.options.tls = &tls;
        scene.options.client_ca = with_ca ? ca : NULL;
        assert_true (scene_open (&scene, NULL));
        for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
          {
            const char *method = cases[i].method, *path = cases[i].path;

            assert_int_equal (
                status_of (&scene, &client, tls.certificate, method, path),
                cases[i].client);
            assert_int_equal (
                status_of (&scene, &nobody, tls.certificate, method, path),
                with_ca ? cases[i].nobody : cases[i].client);
            assert_int_equal (
                status_of (&scene, &stranger, tls.certificate, method, path),
                with_ca ? 401 : cases[i].client);
          }
      }
      fit_server_tls_clear (&tls);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_one_policy),
    cmocka_unit_test (test_changes),
    cmocka_unit_test (test_two_policies),
    cmocka_unit_test (test_metrics),
    cmocka_unit_test (test_what_is_too_much),
    cmocka_unit_test (test_files_elsewhere),
    cmocka_unit_test (test_before_it_runs),
    cmocka_unit_test (test_no_server),
    cmocka_unit_test (test_what_is_wrong),
    cmocka_unit_test (test_client_certificates),
  };

  return cmocka_run_group_tests (tests, certificates_setup,
                                 certificates_teardown);
}
