/* test-pages.c - what fitsched run shows to everybody who reaches its ports
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "daemon/daemon-private.h"
#include "tests/support/certificates.h"

/* Sets @port, which is one of @serving.  Somebody else may take a port before it
 * is listened on. */
static FitPages *
open_pages (FitDaemon *daemon, const FitServing *serving, guint *port)
{
  for (guint i = 0; i < 100; i++)
    {
      FitPages *pages;

      *port = served_find_port ();
      pages = fit_pages_new (daemon, serving, NULL);
      if (pages != NULL)
        return pages;
    }
  fail_msg ("no port can be used");
  return NULL;
}

static char *
ask (guint port, const char *method, const char *path)
{
  g_autoptr (FitHttpResponse) response
      = served_ask (port, NULL, method, path, NULL, NULL);

  assert_int_equal (response->status, 200);
  return served_text (response);
}

static void
assert_closed (guint port)
{
  const struct sockaddr_in address = { .sin_family = AF_INET,
                                       .sin_addr = { htonl (INADDR_LOOPBACK) },
                                       .sin_port = htons ((guint16) port) };
  const int fd = socket (AF_INET, SOCK_STREAM, 0);

  assert_int_equal (
      connect (fd, (const struct sockaddr *) &address, sizeof address), -1);
  assert_int_equal (errno, ECONNREFUSED);
  close (fd);
}

/* No page takes a body. */
static void
assert_no_bodies (guint port)
{
  static const char *const pages[][2]
      = { { "GET", "/healthz" },    { "GET", "/livez" },
          { "GET", "/readyz" },     { "GET", "/readyz/ping" },
          { "GET", "/metrics" },    { "DELETE", "/metrics" },
          { "GET", "/configz" },    { "GET", "/debug/queue" },
          { "GET", "/debug/nodes" } };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (FitHttpResponse) response
          = served_ask (port, NULL, pages[i][0], pages[i][1], NULL, "x");

      assert_int_equal (response->status, 413);
    }
}

static void
test_pages (void **state)
{
  FitDaemon daemon = { 0 };
  g_autofree char *metrics = NULL;
  g_autofree char *reset = NULL;
  g_autofree char *again = NULL;
  FitPodSpec spec = { .scheduler_name = "default-scheduler" };
  FitPod pod = { .meta.uid = "u", .spec = &spec };
  const FitTask task = { .type = FIT_TASK_BIND, .pod = &pod };
  FitServing serving = { .plain = { { "127.0.0.1", 0, "test" } },
                         .configuration = "{\"a\":1}" };
  FitPages *pages;
  guint port;

  (void) state;
  daemon.metrics = fit_metrics_new (0, NULL);
  pages = open_pages (&daemon, &serving, &serving.plain[0].port);
  port = serving.plain[0].port;
  served_assert (port, "/healthz", 200, "ok");
  served_assert (port, "/readyz/ping", 200, "ok");
  served_assert (
      port, "/readyz", 500,
      "[+]ping ok\n[-]informer-sync failed: the cluster is not read yet\n"
      "readyz check failed\n");
  daemon.view.synced = TRUE;
  served_assert (port, "/readyz", 200, "ok");
  served_assert (port, "/healthz?verbose", 200,
                 "[+]ping ok\nhealthz check passed\n");
  served_assert (port, "/readyz?verbose", 200,
                 "[+]ping ok\n[+]informer-sync ok\nreadyz check passed\n");
  assert_no_bodies (port);
  fit_metrics_task_begins (daemon.metrics, &task);
  fit_metrics_task_ends (daemon.metrics, &task, TRUE);
  metrics = ask (port, "GET", "/metrics");
  assert_non_null (strstr (metrics, "\nfitsched_build_info{"));
  assert_non_null (
      strstr (metrics, "\nscheduler_scheduling_duration_seconds_count{"));
  reset = ask (port, "DELETE", "/metrics");
  assert_string_equal (reset, "metrics reset\n");
  again = ask (port, "GET", "/metrics");
  assert_non_null (strstr (again, "\nfitsched_build_info{"));
  assert_null (
      strstr (again, "\nscheduler_scheduling_duration_seconds_count{"));
  served_assert (port, "/configz", 200, "{\"componentconfig\":{\"a\":1}}");
  served_assert (port, "/", 404, "404 page not found\n");
  fit_pages_free (pages);
  assert_closed (port);

  serving.configuration = NULL;
  pages = open_pages (&daemon, &serving, &serving.plain[0].port);
  served_assert (serving.plain[0].port, "/configz", 404,
                 "404 page not found\n");
  fit_pages_free (pages);
  fit_metrics_free (daemon.metrics);
}

/* -- /statusz and /flagz --------------------------------------------------- */

static void
assert_status_page (guint port, const char *path, const char *accept,
                    guint status, const char *part)
{
  g_autofree char *header
      = accept != NULL ? g_strconcat ("Accept: ", accept, NULL) : NULL;
  g_autoptr (FitHttpResponse) response
      = served_ask (port, NULL, "GET", path, header, NULL);
  g_autofree char *text = served_text (response);

  print_message ("%s %s\n%s\n", path, accept, text);
  assert_int_equal (response->status, status);
  assert_non_null (strstr (text, part));
}

/* From 1.36 on, before that with a gate; documents from 1.35 on. */
static void
check_status_pages (FitRelease release, gboolean gated, guint text, guint alpha,
                    guint beta)
{
  static const char *const flags[] = { "address", "127.0.0.1", "v", "2", NULL };
  FitDaemon daemon
      = { .release = release, .gates = fit_feature_gates_of_release (release) };
  FitServing serving
      = { .plain = { { "127.0.0.1", 0, "test" } }, .flags = flags };
  FitPages *pages;
  guint port;

  if (gated)
    assert_true (fit_feature_gates_parse (
        &daemon.gates, "ComponentStatusz=true,ComponentFlagz=true", NULL));
  daemon.metrics = fit_metrics_new (release, NULL);
  pages = open_pages (&daemon, &serving, &serving.plain[0].port);
  port = serving.plain[0].port;
#define AS(kind, version) \
  "application/json;as=" kind ";v=" version ";g=config.k8s.io"
  assert_status_page (port, "/flagz", NULL, text,
                      text == 200 ? "\naddress: 127.0.0.1\nv: 2\n" : "404");
  assert_status_page (port, "/statusz", "text/html, text/*;q=0.5", text,
                      text == 200 ? "\nPaths: /debug /flagz /healthz /livez "
                                    "/metrics /readyz\n"
                                  : "404");
  assert_status_page (
      port, "/flagz", AS ("Flagz", "v1alpha1"), alpha,
      alpha == 200 ? "\"apiVersion\": \"config.k8s.io/v1alpha1\"" : "");
  assert_status_page (port, "/statusz", AS ("Statusz", "v1beta1"), beta,
                      beta == 200 ? "\"emulationVersion\": \"1.36\"" : "");
  if (beta == 200)
    assert_status_page (
        port, "/flagz",
        "application/yaml; g=config.k8s.io; as=Flagz; v=v1beta1", 200,
        "flags:\n  address: \"127.0.0.1\"\n  v: \"2\"\n");
  assert_status_page (port, "/statusz", "application/json",
                      text == 200 ? 406 : 404, "");
  assert_status_page (port, "/statusz", AS ("Flagz", "v1beta1"),
                      text == 200 ? 406 : 404, "");
#undef AS
  fit_pages_free (pages);
  fit_metrics_free (daemon.metrics);
}

static void
test_status_pages (void **state)
{
  (void) state;
  check_status_pages (FIT_RELEASE (16, 7), FALSE, 404, 404, 404);
  check_status_pages (FIT_RELEASE (34, 9), FALSE, 404, 404, 404);
  check_status_pages (FIT_RELEASE (34, 9), TRUE, 200, 406, 406);
  check_status_pages (FIT_RELEASE (35, 6), TRUE, 200, 200, 406);
  check_status_pages (FIT_RELEASE (36, 3), FALSE, 200, 200, 200);
}

/* What the checks of each page have said, from 1.27 on. */
static void
test_results_of_checks (void **state)
{
  static const FitRelease without[] = { 0, FIT_RELEASE (26, 4) };
  FitDaemon daemon = { 0 };
  FitServing serving = { .plain = { { "127.0.0.1", 0, "test" } } };
  g_autoptr (FitHttpResponse) failed = NULL;
  g_autofree char *slis = NULL;
  g_autofree char *reset = NULL;
  FitPages *pages;
  guint port;

  (void) state;
  daemon.metrics = fit_metrics_new (0, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (without); i++)
    {
      daemon.release = without[i];
      pages = open_pages (&daemon, &serving, &serving.plain[0].port);
      served_assert (serving.plain[0].port, "/metrics/slis", 404,
                     "404 page not found\n");
      fit_pages_free (pages);
    }
  daemon.release = FIT_RELEASE (27, 1);
  pages = open_pages (&daemon, &serving, &serving.plain[0].port);
  port = serving.plain[0].port;
  failed = served_ask (port, NULL, "GET", "/readyz", NULL, NULL);
  assert_int_equal (failed->status, 500);
  daemon.view.synced = TRUE;
  served_assert (port, "/readyz/informer-sync", 200, "ok");
  slis = ask (port, "GET", "/metrics/slis");
  assert_non_null (strstr (slis,
                           "\nkubernetes_healthcheck{name=\"informer-sync\""
                           ",type=\"readyz\"} 1\n"));
  assert_non_null (
      strstr (slis, "\nkubernetes_healthchecks_total{name=\"informer-sync\","
                    "status=\"error\",type=\"readyz\"} 1\n"));
  assert_non_null (
      strstr (slis, "\nkubernetes_healthchecks_total{name=\"informer-sync\","
                    "status=\"success\",type=\"readyz\"} 1\n"));
  assert_non_null (strstr (slis,
                           "\nkubernetes_healthchecks_total{name=\"ping\","
                           "status=\"success\",type=\"readyz\"} 1\n"));
  reset = ask (port, "DELETE", "/metrics/slis");
  served_assert (port, "/livez/ping", 200, "ok");
  g_free (slis);
  slis = ask (port, "GET", "/metrics/slis");
  assert_null (strstr (slis, "readyz"));
  assert_non_null (strstr (slis, "type=\"livez\"} 1\n"));
  fit_pages_free (pages);
  fit_metrics_free (daemon.metrics);
}

/* Where leaders are elected, that is what tells whether it is alive. */
static void
test_health_of_a_leader (void **state)
{
  FitDaemon daemon = { .view.synced = TRUE };
  FitServing serving = { .plain = { { "127.0.0.1", 0, "test" } } };
  FitPages *pages;
  guint port;

  (void) state;
  daemon.metrics = fit_metrics_new (0, NULL);
  assert_true (fit_leading_init (&daemon, &daemon.options, NULL));
  daemon.options.leader_elect = TRUE;
  pages = open_pages (&daemon, &serving, &serving.plain[0].port);
  port = serving.plain[0].port;
  served_assert (port, "/healthz?verbose", 200,
                 "[+]leaderElection ok\nhealthz check passed\n");
  served_assert (port, "/livez?verbose", 200,
                 "[+]leaderElection ok\nlivez check passed\n");
  served_assert (port, "/readyz?verbose", 200,
                 "[+]leaderElection ok\n[+]informer-sync ok\n"
                 "readyz check passed\n");
  served_assert (port, "/livez/leaderElection", 200, "ok");
  served_assert (port, "/livez/ping", 404, "404 page not found\n");
  served_assert (port, "/livez/informer-sync", 404, "404 page not found\n");
  fit_pages_free (pages);
  fit_leading_clear (&daemon);
  fit_metrics_free (daemon.metrics);
}

/* -- ports ----------------------------------------------------------------- */

static void
assert_taken (FitDaemon *daemon, const FitServing *serving, const char *by,
              guint port)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strdup_printf (
      "%s: listen on 127.0.0.1:%u: address already in use", by, port);

  assert_null (fit_pages_new (daemon, serving, &error));
  assert_string_equal (error->message, expected);
}

/* Each port is listened on; where one cannot be, none is. */
static void
test_ports (void **state)
{
  FitDaemon daemon = { .view.synced = TRUE };
  FitPages *pages, *second;
  FitServing serving = { .plain[0] = { "127.0.0.1", 0, "first" } };
  guint first_port, second_port, port = served_find_port ();

  (void) state;
  daemon.metrics = fit_metrics_new (0, NULL);
  pages = open_pages (&daemon, &serving, &serving.plain[0].port);
  first_port = serving.plain[0].port;
  serving = (FitServing){ .plain[1] = { "127.0.0.1", 0, "second" } };
  second = open_pages (&daemon, &serving, &serving.plain[1].port);
  second_port = serving.plain[1].port;
  served_assert (first_port, "/healthz", 200, "ok");
  served_assert (second_port, "/healthz", 200, "ok");

  serving.plain[0] = (FitListener){ "127.0.0.1", first_port, "first" };
  assert_taken (&daemon, &serving, "first", first_port);
  serving.plain[0].port = port;
  assert_taken (&daemon, &serving, "second", second_port);
  assert_closed (port);
  serving.plain[1].port = 0;
  serving.secure = (FitListener){ "127.0.0.1", first_port, "secure" };
  assert_taken (&daemon, &serving, "secure", first_port);
  assert_closed (port);
  fit_pages_free (second);
  fit_pages_free (pages);

  /* Without any there are no pages, but everything else. */
  serving = (FitServing){ 0 };
  pages = fit_pages_new (&daemon, &serving, NULL);
  assert_non_null (pages);
  fit_pages_free (pages);
  fit_metrics_free (daemon.metrics);
}

/* -- the secure port ------------------------------------------------------- */

/* A daemon, its secure port, and the API server that is asked who may see what. */
typedef struct
{
  FitDaemon daemon;
  FitServer *reviewer;
  FitApiConfig api;
  FitServerTLS tls;
  FitServing serving;
  guint n_requests; /* that the daemon has observed; atomic */
} Secure;

static void
review_token (const FitServerRequest *request, FitServerAnswer *answer,
              gpointer data)
{
  (void) data;
  answer->status = 201;
  g_string_assign (answer->body,
                   strstr (request->body, "alices-token") != NULL
                       ? "{\"status\":{\"authenticated\":true,\"user\":"
                         "{\"username\":\"alice\"}}}"
                       : "{\"status\":{\"authenticated\":false}}");
}

static void
review_access (const FitServerRequest *request, FitServerAnswer *answer,
               gpointer data)
{
  (void) data;
  answer->status = 201;
  g_string_assign (answer->body,
                   strstr (request->body, "system:anonymous") == NULL
                       ? "{\"status\":{\"allowed\":true}}"
                       : "{\"status\":{\"allowed\":false}}");
}

static void
requested (const FitApiExchangeEnd *end, gpointer data)
{
  Secure *secure = data;

  (void) end;
  g_atomic_int_inc (&secure->n_requests);
}

static void
free_message (gpointer data)
{
  FitMessage *message = data;

  g_free (message->text);
  g_free (message);
}

static void
secure_init (Secure *secure)
{
  const FitServerRoute reviews[] = {
    { "POST", "/apis/authentication.k8s.io/v1/tokenreviews", 100000,
      review_token, NULL },
    { "POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", 100000,
      review_access, NULL },
  };
  static const char *const open_paths[] = { "/healthz", NULL };

  secure->reviewer = fit_server_new (
      &(const FitServerOptions){
          .address = "127.0.0.1", .routes = reviews, .n_routes = 2 },
      NULL);
  assert_non_null (secure->reviewer);
  secure->api.source = (char *) "test";
  secure->api.server = g_strdup_printf ("http://127.0.0.1:%u",
                                        fit_server_port (secure->reviewer));
  assert_true (fit_server_tls_make (&secure->tls, NULL, "127.0.0.1", NULL));
  secure->daemon = (FitDaemon){
    .metrics = fit_metrics_new (0, NULL),
    .messages = fit_mailbox_new (free_message),
    .view.synced = TRUE,
    .options = { .api = &secure->api, .requested = requested, .data = secure },
  };
  secure->serving = (FitServing){
    .secure = { "127.0.0.1", 0, "secure" },
    .tls = &secure->tls,
    .authentication = &secure->api,
    .authorization = &secure->api,
    .access = { .open_paths = open_paths,
                .token_seconds = 1000,
                .allowed_seconds = 1000,
                .denied_seconds = 1000 },
  };
}

static void
secure_clear (Secure *secure)
{
  fit_server_free (secure->reviewer);
  fit_metrics_free (secure->daemon.metrics);
  fit_mailbox_free (secure->daemon.messages);
  fit_server_tls_clear (&secure->tls);
  g_free (secure->api.server);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Secure, secure_clear)

static FitPages *
open_secure (Secure *secure)
{
  return open_pages (&secure->daemon, &secure->serving,
                     &secure->serving.secure.port);
}

/* GET @path as the client that @tls shows, or with @header. */
static void
assert_status (const Secure *secure, const FitHttpTLS *shown, const char *path,
               const char *header, guint status)
{
  FitHttpTLS tls = shown != NULL ? *shown : (FitHttpTLS){ 0 };
  g_autoptr (FitHttpResponse) response = NULL;

  tls.ca_data = secure->tls.certificate;
  response = served_ask (secure->serving.secure.port, &tls, "GET", path, header,
                         NULL);
  assert_int_equal (response->status, status);
}

static void
test_secure_port (void **state)
{
  g_auto (Secure) secure = { 0 };
  g_autofree char *requests = NULL;
  g_autoptr (GString) metrics = g_string_new (NULL);
  FitPages *pages;

  (void) state;
  secure_init (&secure);
  pages = open_secure (&secure);
  assert_status (&secure, NULL, "/healthz", NULL, 200);
  assert_status (&secure, NULL, "/metrics", NULL, 403);
  assert_int_equal (secure.n_requests, 1);
  assert_status (&secure, NULL, "/metrics", "Authorization: Bearer wrong", 401);
  assert_int_equal (secure.n_requests, 2);
  assert_status (&secure, NULL, "/metrics",
                 "Authorization: Bearer alices-token", 200);
  assert_int_equal (secure.n_requests, 4);
  fit_pages_free (pages);
  fit_metrics_write (secure.daemon.metrics, metrics);
  requests = g_strdup_printf (
      "\nrest_client_requests_total{code=\"201\",host=\"127.0.0.1:%u\","
      "method=\"POST\"} 4\n",
      fit_server_port (secure.reviewer));
  assert_non_null (strstr (metrics->str, requests));
}

/* Without them nobody may see more than what is open. */
static void
test_nobody_to_ask (void **state)
{
  g_auto (Secure) secure = { 0 };
  FitPages *pages;

  (void) state;
  secure_init (&secure);
  secure.serving.authentication = secure.serving.authorization = NULL;
  secure.serving.look_up_trust = secure.serving.trust_needed = TRUE;
  pages = open_secure (&secure);
  assert_status (&secure, NULL, "/healthz", NULL, 200);
  assert_status (&secure, NULL, "/metrics",
                 "Authorization: Bearer alices-token", 403);
  fit_pages_free (pages);
  assert_int_equal (secure.n_requests, 0);
}

/* A client that cannot be made ends it, before it listens. */
static void
test_clients_that_cannot_be_made (void **state)
{
  (void) state;
  for (guint i = 0; i < 2; i++)
    {
      g_auto (Secure) secure = { 0 };
      g_autoptr (GError) error = NULL;
      const FitApiConfig broken
          = { .source = (char *) "test", .server = (char *) "ftp://nowhere" };

      secure_init (&secure);
      *(i == 0 ? &secure.serving.authentication : &secure.serving.authorization)
          = &broken;
      secure.serving.secure.port = served_find_port ();
      assert_null (fit_pages_new (&secure.daemon, &secure.serving, &error));
      assert_string_equal (
          error->message,
          "test: server: found ftp://nowhere, expected a URL with http or https");
      assert_closed (secure.serving.secure.port);
    }
}

/* -- certificates of clients ----------------------------------------------- */

/* Returns: (transfer full) (nullable): the first message */
static char *
take_note (Secure *secure)
{
  FitMessage *message = fit_mailbox_take (secure->daemon.messages, 0);
  char *text = NULL;

  if (message == NULL)
    return NULL;
  assert_int_equal (message->type, FIT_MESSAGE_NOTE);
  text = g_steal_pointer (&message->text);
  free_message (message);
  return text;
}

static void
test_client_certificates (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_autoptr (FitLiveFiles) ca
      = fit_trust_authorities (NULL, certificates->ca, NULL);
  g_auto (Secure) secure = { 0 };
  const FitHttpTLS client = { .cert_file = certificates->client_cert,
                              .key_file = certificates->client_key };
  const FitHttpTLS stranger = { .cert_file = certificates->stranger_cert,
                                .key_file = certificates->stranger_key };
  FitPages *pages;

  secure_init (&secure);
  secure.serving.trust.client_ca = ca;
  pages = open_secure (&secure);
  assert_status (&secure, &client, "/metrics", NULL, 200);
  assert_status (&secure, &stranger, "/metrics", NULL, 401);
  assert_int_equal (secure.n_requests, 1);
  fit_pages_free (pages);
}

#define NO_MAP                                                                  \
  "cannot read ConfigMap kube-system/extension-apiserver-authentication: 404: " \
  "404 page not found"

/* The cluster is asked about authorities that flags do not name. */
static void
test_looking_up_trust (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_autoptr (FitLiveFiles) ca
      = fit_trust_authorities (NULL, certificates->ca, NULL);

  for (guint flags = 0; flags < 4; flags++)
    {
      g_auto (Secure) secure = { 0 };
      g_autoptr (GError) error = NULL;
      g_autofree char *note = NULL;
      FitPages *pages;

      secure_init (&secure);
      secure.serving.trust.client_ca = flags & 1 ? ca : NULL;
      secure.serving.trust.proxy_ca = flags & 2 ? ca : NULL;
      pages = open_secure (&secure);
      assert_int_equal (secure.n_requests, 0);
      fit_pages_free (pages);
      secure.serving.look_up_trust = secure.serving.trust_needed = TRUE;
      secure.serving.secure.port = served_find_port ();
      pages = fit_pages_new (&secure.daemon, &secure.serving, &error);
      note = take_note (&secure);
      assert_int_equal (secure.n_requests, flags == 3 ? 0 : 1);
      if (flags == 3)
        {
          assert_non_null (pages);
          assert_null (note);
        }
      else
        {
          assert_null (pages);
          assert_string_equal (error->message, NO_MAP);
          assert_string_equal (
              note,
              "which client certificates count may be out of date: " NO_MAP);
        }
      fit_pages_free (pages);
      /* It may do without. */
      secure.serving.trust_needed = FALSE;
      pages = open_secure (&secure);
      assert_status (&secure, NULL, "/healthz", NULL, 200);
      fit_pages_free (pages);
    }
}

/* That the API server cannot be reached is said once: by the daemon, where it is
 * its own. */
static void
test_nobody_answers (void **state)
{
  (void) state;
  for (guint own = 0; own < 2; own++)
    {
      g_auto (Secure) secure = { 0 };
      g_autoptr (GError) error = NULL;
      g_autofree char *note = NULL;
      FitApiConfig other;

      secure_init (&secure);
      g_free (secure.api.server);
      secure.api.server
          = g_strdup_printf ("http://127.0.0.1:%u", served_find_port ());
      other = secure.api;
      secure.serving.authentication = own ? &secure.api : &other;
      secure.serving.look_up_trust = secure.serving.trust_needed = TRUE;
      secure.serving.secure.port = served_find_port ();
      assert_null (fit_pages_new (&secure.daemon, &secure.serving, &error));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
      note = take_note (&secure);
      assert_true (own ? note == NULL
                       : note != NULL
                             && strstr (note, "may be out of date: ") != NULL);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pages),
    cmocka_unit_test (test_results_of_checks),
    cmocka_unit_test (test_status_pages),
    cmocka_unit_test (test_health_of_a_leader),
    cmocka_unit_test (test_ports),
    cmocka_unit_test (test_secure_port),
    cmocka_unit_test (test_nobody_to_ask),
    cmocka_unit_test (test_clients_that_cannot_be_made),
    cmocka_unit_test (test_client_certificates),
    cmocka_unit_test (test_looking_up_trust),
    cmocka_unit_test (test_nobody_answers),
  };

  return cmocka_run_group_tests (tests, certificates_setup,
                                 certificates_teardown);
}
