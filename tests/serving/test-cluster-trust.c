/* test-cluster-trust.c - which client certificates count, as a ConfigMap says
 *
 * A server of its own stands for the API server that has the ConfigMap.
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/cluster-trust.h"
#include "tests/serving/served.h"
#include "tests/support/certificates.h"

#include "formats/value-json.h"

#include <pthread.h>
#include <string.h>

#define PATH \
  "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"
#define MAP "ConfigMap kube-system/extension-apiserver-authentication"

typedef struct
{
  pthread_mutex_t lock; /* of the next five */
  guint status;         /* of the ConfigMap; 200 */
  char *map;            /* owned: what the API server answers */
  guint n_reads;        /* of the ConfigMap so far */
  guint n_notes;
  char *note; /* (nullable) owned: the last one */

  FitServer *api;
  FitApiConfig config;
  FitApiClient *client;
  FitAccess *access;
  FitClusterTrust *trust;
  FitTrustSettings settings;
  FitServerTLS tls;
  FitServer *server; /* whoever has a certificate may see its page */
} World;

static void
show_map (const FitServerRequest *request, FitServerAnswer *answer,
          gpointer data)
{
  World *world = data;

  (void) request;
  pthread_mutex_lock (&world->lock);
  world->n_reads++;
  answer->type = FIT_SERVER_JSON;
  answer->status = world->status;
  g_string_assign (answer->body, world->map);
  pthread_mutex_unlock (&world->lock);
}

static void
take_note (const char *text, gpointer data)
{
  World *world = data;

  pthread_mutex_lock (&world->lock);
  world->n_notes++;
  g_free (world->note);
  world->note = g_strdup (text);
  pthread_mutex_unlock (&world->lock);
}

static void
set_map (World *world, guint status, char *map)
{
  pthread_mutex_lock (&world->lock);
  g_free (world->map);
  world->status = status;
  world->map = map;
  pthread_mutex_unlock (&world->lock);
}

/* Until the ConfigMap was read, and taken, as it is now. */
static void
wait_for_read (World *world)
{
  guint first;
  guint now;

  pthread_mutex_lock (&world->lock);
  first = now = world->n_reads;
  pthread_mutex_unlock (&world->lock);
  while (now < first + 2)
    {
      g_usleep (5000);
      pthread_mutex_lock (&world->lock);
      now = world->n_reads;
      pthread_mutex_unlock (&world->lock);
    }
}

static void
world_begin (World *world, guint status, char *map)
{
  const FitServerRoute maps[] = { { "GET", PATH, 0, show_map, world } };
  static const FitServerRoute pages[]
      = { { "GET", "/", 0, served_greet, NULL } };
  g_autoptr (GError) error = NULL;

  pthread_mutex_init (&world->lock, NULL);
  set_map (world, status, map);
  world->api = fit_server_new (
      &(const FitServerOptions){
          .address = "127.0.0.1", .routes = maps, .n_routes = 1 },
      &error);
  assert_non_null (world->api);
  world->config.server
      = g_strdup_printf ("http://127.0.0.1:%u", fit_server_port (world->api));
  world->client = fit_api_client_new (&world->config, 0, 0, &error);
  assert_non_null (world->client);
  world->access = fit_access_new (&(const FitAccessOptions){
      .open_paths = fit_access_open_paths, .certificate_suffices = TRUE });
  world->trust = fit_cluster_trust_new (
      &(const FitClusterTrustOptions){ .client = world->client,
                                       .access = world->access,
                                       .settings = &world->settings,
                                       .interval_ms = 10,
                                       .note = take_note,
                                       .data = world });
  assert_true (fit_server_tls_make (&world->tls, NULL, "127.0.0.1", &error));
  world->server
      = fit_server_new (&(const FitServerOptions){ .address = "127.0.0.1",
                                                   .tls = &world->tls,
                                                   .access = world->access,
                                                   .routes = pages,
                                                   .n_routes = 1 },
                        &error);
  assert_non_null (world->server);
}

static void
world_end (World *world)
{
  fit_server_free (world->server);
  fit_api_client_free (world->client);
  fit_cluster_trust_free (world->trust);
  fit_access_free (world->access);
  fit_server_free (world->api);
  fit_server_tls_clear (&world->tls);
  g_free (world->config.server);
  g_free (world->map);
  g_free (world->note);
  pthread_mutex_destroy (&world->lock);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_end)

/* Returns: (transfer full): a ConfigMap with these files (nullable), and with
 * @rest, which begins with a comma, among its data */
static char *
config_map (const char *client_ca, const char *proxy_ca, const char *rest)
{
  GString *text = g_string_new ("{\"kind\":\"ConfigMap\",\"data\":{\"x\":\"\"");
  const char *const files[] = { client_ca, proxy_ca };
  static const char *const keys[]
      = { "client-ca-file", "requestheader-client-ca-file" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *pem = NULL;

      if (files[i] == NULL)
        continue;
      assert_true (g_file_get_contents (files[i], &pem, NULL, NULL));
      g_string_append_printf (text, ",\"%s\":", keys[i]);
      fit_json_append_string (text, pem);
    }
  g_string_append_printf (text, "%s}}", rest ? rest : "");
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): "STATUS BODY" of the page */
static char *
ask (World *world, const char *cert, const char *key, const char *header)
{
  const FitHttpTLS tls = { .ca_data = world->tls.certificate,
                           .cert_file = cert,
                           .key_file = key };
  g_autoptr (FitHttpResponse) response = served_ask (
      fit_server_port (world->server), &tls, "GET", "/", header, NULL);
  g_autofree char *body = served_text (response);

  return g_strdup_printf ("%u %s", response->status,
                          response->status == 200 ? body : "");
}

static void
assert_client (World *world, const Certificates *certificates,
               const char *expected)
{
  g_autofree char *said
      = ask (world, certificates->client_cert, certificates->client_key, NULL);

  assert_string_equal (said, expected);
}

static void
assert_stranger (World *world, const Certificates *certificates,
                 const char *expected)
{
  g_autofree char *said
      = ask (world, certificates->stranger_cert, certificates->stranger_key,
             "X-Remote-User: ann\nX-Remote-Other: bob");

  assert_string_equal (said, expected);
}

#define HEADERS                                                     \
  ",\"requestheader-allowed-names\":\"[\\\"stranger\\\"]\","        \
  "\"requestheader-username-headers\":\"[\\\"X-Remote-User\\\"]\"," \
  "\"requestheader-group-headers\":\"[\\\"X-Remote-Group\\\"]\","   \
  "\"requestheader-extra-headers-prefix\":\"[\\\"X-Extra-\\\"]\""

static void
test_it_is_read (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };

  world_begin (&world, 200,
               config_map (certificates->ca, certificates->other_ca, HEADERS));
  assert_true (fit_cluster_trust_wait (world.trust, NULL));
  assert_client (&world, certificates, "200 for client");
  assert_stranger (&world, certificates, "200 for ann");
  assert_int_equal (world.n_notes, 0);
}

static void
test_it_is_followed (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };

  world_begin (&world, 200, config_map (NULL, NULL, NULL));
  assert_true (fit_cluster_trust_wait (world.trust, NULL));
  assert_client (&world, certificates, "403 ");
  set_map (&world, 200, config_map (certificates->ca, NULL, NULL));
  wait_for_read (&world);
  assert_client (&world, certificates, "200 for client");
  assert_stranger (&world, certificates, "401 ");
  set_map (&world, 200, config_map (certificates->other_ca, NULL, NULL));
  wait_for_read (&world);
  assert_client (&world, certificates, "401 ");
  assert_stranger (&world, certificates, "200 for stranger");
}

/* What flags say goes before it, each for itself. */
static void
test_flags_go_before (void **state)
{
  static const char *const user[] = { "x-remote-other", NULL };
  const Certificates *certificates = certificates_of (state);
  g_autoptr (FitLiveFiles) other
      = fit_trust_authorities (NULL, certificates->other_ca, NULL);
  g_auto (World) world = { 0 };

  world.settings
      = (FitTrustSettings){ .proxy_ca = other, .user_headers = user };
  world_begin (&world, 200,
               config_map (certificates->ca, certificates->ca, HEADERS));
  assert_true (fit_cluster_trust_wait (world.trust, NULL));
  assert_client (&world, certificates, "200 for client");
  assert_stranger (&world, certificates, "200 for bob");
}

/* Trouble is said once, and what was read before still counts. */
static void
assert_trouble (World *world, const Certificates *certificates, guint status,
                char *map, const char *why)
{
  const guint before = world->n_notes;
  g_autofree char *expected = g_strconcat (
      "which client certificates count may be out of date: ", why, NULL);

  set_map (world, status, map);
  wait_for_read (world);
  wait_for_read (world);
  pthread_mutex_lock (&world->lock);
  assert_string_equal (world->note, expected);
  assert_int_equal (world->n_notes, before + 1);
  pthread_mutex_unlock (&world->lock);
  assert_client (world, certificates, "200 for client");
  set_map (world, 200, config_map (certificates->ca, NULL, NULL));
  wait_for_read (world);
}

static void
test_trouble_is_said (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };

  world_begin (&world, 200, config_map (certificates->ca, NULL, NULL));
  wait_for_read (&world);
  assert_trouble (
      &world, certificates, 403,
      g_strdup ("{\"kind\":\"Status\",\"message\":\"it is forbidden\"}"),
      "cannot read " MAP ": 403: it is forbidden");
  assert_trouble (&world, certificates, 200, g_strdup ("[]"),
                  MAP ": the answer is no JSON object");
  assert_trouble (
      &world, certificates, 200,
      config_map (NULL, NULL, ",\"client-ca-file\":\"none\""),
      MAP ": data.client-ca-file: found no certificate, expected one in PEM");
  assert_trouble (
      &world, certificates, 200,
      config_map (certificates->ca, certificates->ca,
                  ",\"requestheader-allowed-names\":\"[1]\""),
      MAP
      ": data.requestheader-allowed-names: expected a JSON list of strings");
  assert_trouble (
      &world, certificates, 200,
      config_map (certificates->ca, certificates->ca,
                  ",\"requestheader-group-headers\":\"X-Group\""),
      MAP
      ": data.requestheader-group-headers: expected a JSON list of strings");
}

static void
assert_failure (guint status, char *map, FitErrorCode code, const char *text)
{
  g_auto (World) world = { 0 };
  g_autoptr (GError) error = NULL;

  world_begin (&world, status, map);
  assert_false (fit_cluster_trust_wait (world.trust, &error));
  assert_string_equal (error->message, text);
  assert_true (g_error_matches (error, FIT_ERROR, (int) code));
}

/* Each of its lists must be one, to the end. */
static void
test_lists_of_names (void **state)
{
  static const struct
  {
    const char *more;
    const char *key; /* that is wrong */
  } cases[] = {
    { ",\"requestheader-allowed-names\":\"[\\\"a\\\",1]\"",
      "requestheader-allowed-names" },
    { ",\"requestheader-username-headers\":\"{}\"",
      "requestheader-username-headers" },
    { ",\"requestheader-uid-headers\":\"[[]]\"", "requestheader-uid-headers" },
    { ",\"requestheader-group-headers\":\"[\"", "requestheader-group-headers" },
    { ",\"requestheader-extra-headers-prefix\":\"null\"",
      "requestheader-extra-headers-prefix" },
    { ",\"requestheader-allowed-names\":\"\",\"requestheader-uid-headers\":\"[]"
      "\",\"requestheader-group-headers\":\"7\"",
      "requestheader-group-headers" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          MAP ": data.%s: expected a JSON list of strings", cases[i].key);

      assert_failure (200, config_map (NULL, NULL, cases[i].more),
                      FIT_ERROR_SCHEMA, text);
    }
  assert_failure (
      200,
      config_map (NULL, NULL, ",\"requestheader-client-ca-file\":\"none\""),
      FIT_ERROR_SCHEMA,
      MAP ": data.requestheader-client-ca-file: found no certificate, expected "
          "one in PEM");
}

static void
test_who_needs_it_hears_why (void **state)
{
  (void) state;
  assert_failure (
      404, g_strdup ("{\"kind\":\"Status\",\"message\":\"it is not there\"}"),
      FIT_ERROR_NOT_FOUND, "cannot read " MAP ": 404: it is not there");
  assert_failure (
      403, g_strdup ("{\"kind\":\"Status\",\"message\":\"it is forbidden\"}"),
      FIT_ERROR_IO, "cannot read " MAP ": 403: it is forbidden");
  assert_failure (500, g_strdup ("broken"), FIT_ERROR_REMOTE,
                  "cannot read " MAP ": 500: broken");
  assert_failure (200, config_map (NULL, NULL, ",\"client-ca-file\":\"none\""),
                  FIT_ERROR_SCHEMA,
                  MAP ": data.client-ca-file: found no certificate, expected "
                      "one in PEM");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_it_is_read),
    cmocka_unit_test (test_it_is_followed),
    cmocka_unit_test (test_flags_go_before),
    cmocka_unit_test (test_trouble_is_said),
    cmocka_unit_test (test_lists_of_names),
    cmocka_unit_test (test_who_needs_it_hears_why),
  };

  return cmocka_run_group_tests (tests, certificates_setup,
                                 certificates_teardown);
}
