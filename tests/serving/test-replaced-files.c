/* test-replaced-files.c - certificates and authorities that are replaced while a server runs
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"
#include "tests/support/certificates.h"

#include <glib/gstdio.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>
#include <unistd.h>

#define UNAUTHORIZED                                                  \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"       \
  "\"status\":\"Failure\",\"message\":\"Unauthorized\",\"reason\":\"" \
  "Unauthorized\",\"code\":401}\n"

/* A server with files of its own. */
typedef struct
{
  const Certificates *certificates;
  char *directory;
  char *cert;
  char *key;
  char *ca;
  FitServerTLS tls;
  FitLiveFiles *authorities;
  FitAccess *access;
  FitServer *server;
  GMutex lock;
  GString *told; /* under the lock */
} World;

static void
take_note (const char *text, gpointer data)
{
  World *world = data;
  g_autofree char *before = g_strconcat (world->directory, "/", NULL);
  g_autoptr (GString) shown = g_string_new (text);

  g_string_replace (shown, before, "", 0);
  g_mutex_lock (&world->lock);
  g_string_append_printf (world->told, "%s\n", shown->str);
  g_mutex_unlock (&world->lock);
}

static char *
contents_of (const char *path)
{
  char *text;

  assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
copy (const char *from, const char *to)
{
  g_autofree char *text = contents_of (from);

  assert_true (g_file_set_contents (to, text, -1, NULL));
}

/* As who writes a file stops in the middle, after @before (nullable). */
static void
write_half (const char *before, const char *from, const char *to)
{
  g_autofree char *text = contents_of (from);
  g_autofree char *whole = before != NULL ? contents_of (before) : NULL;
  g_autofree char *half = g_strndup (text, strlen (text) / 2);
  g_autofree char *both = g_strconcat (whole ? whole : "", half, NULL);

  assert_true (g_file_set_contents (to, both, -1, NULL));
}

static void
world_begin (World *world, const Certificates *certificates)
{
  static const FitServerRoute pages[]
      = { { "GET", "/who", 0, served_greet, NULL } };
  static const char *const open_paths[] = { NULL };
  const FitAccessOptions options
      = { .open_paths = open_paths, .certificate_suffices = TRUE };
  FitTrustSettings settings = { 0 };
  g_autoptr (FitTrust) trust = NULL;
  g_autoptr (GError) error = NULL;

  world->certificates = certificates;
  world->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  world->cert = g_build_filename (world->directory, "tls.crt", NULL);
  world->key = g_build_filename (world->directory, "tls.key", NULL);
  world->ca = g_build_filename (world->directory, "ca.crt", NULL);
  world->told = g_string_new (NULL);
  copy (certificates->local_cert, world->cert);
  copy (certificates->local_key, world->key);
  copy (certificates->ca, world->ca);
  assert_true (
      fit_server_tls_load (&world->tls, world->cert, world->key, &error));
  fit_live_files_set_note (world->tls.files, take_note, world);
  world->authorities = fit_trust_authorities (NULL, world->ca, &error);
  assert_non_null (world->authorities);
  fit_live_files_set_note (world->authorities, take_note, world);
  settings.client_ca = world->authorities;
  trust = fit_trust_new (&settings);
  world->access = fit_access_new (&options);
  fit_access_set_trust (world->access, trust);
  world->server = fit_server_new (
      &(const FitServerOptions){ .address = "127.0.0.1",
                                 .tls = &world->tls,
                                 .access = world->access,
                                 .routes = pages,
                                 .n_routes = G_N_ELEMENTS (pages) },
      &error);
  assert_non_null (world->server);
}

static void
world_end (World *world)
{
  fit_server_free (world->server);
  fit_access_free (world->access);
  fit_live_files_unref (world->authorities);
  fit_server_tls_clear (&world->tls);
  g_unlink (world->cert);
  g_unlink (world->key);
  g_unlink (world->ca);
  g_rmdir (world->directory);
  g_free (world->cert);
  g_free (world->key);
  g_free (world->ca);
  g_free (world->directory);
  g_string_free (world->told, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_end)

static void
assert_told (World *world, const char *text)
{
  g_mutex_lock (&world->lock);
  assert_string_equal (world->told->str, text);
  g_string_truncate (world->told, 0);
  g_mutex_unlock (&world->lock);
}

/* -- the certificate of the server ----------------------------------------- */

/* The name in the certificate that a new connection is shown. */
static void
assert_shown (const World *world, const char *name)
{
  const int fd = served_connect (fit_server_port (world->server));
  gnutls_certificate_credentials_t credentials;
  gnutls_session_t session;
  gnutls_x509_crt_t certificate;
  char text[64];
  size_t len = sizeof text;
  guint n;
  int code;

  assert_int_equal (gnutls_certificate_allocate_credentials (&credentials), 0);
  assert_int_equal (gnutls_init (&session, GNUTLS_CLIENT), 0);
  assert_int_equal (gnutls_set_default_priority (session), 0);
  gnutls_credentials_set (session, GNUTLS_CRD_CERTIFICATE, credentials);
  gnutls_transport_set_int (session, fd);
  do
    code = gnutls_handshake (session);
  while (code < 0 && !gnutls_error_is_fatal (code));
  assert_int_equal (code, 0);
  assert_int_equal (gnutls_x509_crt_init (&certificate), 0);
  assert_int_equal (
      gnutls_x509_crt_import (certificate,
                              &gnutls_certificate_get_peers (session, &n)[0],
                              GNUTLS_X509_FMT_DER),
      0);
  assert_int_equal (gnutls_x509_crt_get_dn_by_oid (certificate,
                                                   GNUTLS_OID_X520_COMMON_NAME,
                                                   0, 0, text, &len),
                    0);
  assert_string_equal (text, name);
  gnutls_x509_crt_deinit (certificate);
  gnutls_deinit (session);
  gnutls_certificate_free_credentials (credentials);
  close (fd);
}

static void
test_another_certificate (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };

  world_begin (&world, certificates);
  assert_shown (&world, "local");
  assert_told (&world, "");

  copy (certificates->named_cert, world.cert);
  assert_shown (&world, "local");
  assert_told (&world,
               "tls.crt, tls.key: The certificate and the given key do not "
               "match; the old contents stay in effect\n");
  copy (certificates->named_key, world.key);
  assert_shown (&world, "named");
  assert_shown (&world, "named");
  assert_told (&world, "tls.crt, tls.key have changed and are in effect\n");

  write_half (NULL, certificates->local_cert, world.cert);
  assert_shown (&world, "named");
  assert_shown (&world, "named");
  assert_told (&world, "tls.crt, tls.key: found no certificate, expected one "
                       "in PEM; the old contents stay in effect\n");
  write_half (certificates->named_cert, certificates->ca, world.cert);
  assert_shown (&world, "named");
  assert_told (&world, "tls.crt, tls.key: Base64 unexpected header error; the "
                       "old contents stay in effect\n");
  assert_int_equal (g_unlink (world.cert), 0);
  assert_shown (&world, "named");
  assert_told (&world, "open tls.crt: no such file or directory; the old "
                       "contents stay in effect\n");
  copy (certificates->local_cert, world.cert);
  copy (certificates->local_key, world.key);
  assert_shown (&world, "local");
  assert_told (&world, "tls.crt, tls.key have changed and are in effect\n");
}

/* -- authorities ----------------------------------------------------------- */

/* Asks over the connection that @client has, or a new one. */
static void
assert_answer (const World *world, FitHttpClient *client, const char *text)
{
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u/who",
                                          fit_server_port (world->server));
  g_autoptr (GError) error = NULL;
  g_autoptr (FitHttpResponse) response = fit_http_client_request (
      client, &(const FitHttpRequest){ .method = "GET", .url = url }, &error);
  g_autofree char *body = NULL;

  if (response == NULL)
    fail_msg ("%s", error->message);
  body = served_text (response);
  assert_string_equal (body, text);
}

static FitHttpClient *
client_with (const Certificates *certificates, const char *cert,
             const char *key)
{
  return fit_http_client_new (&(const FitHttpTLS){ .ca_file = certificates->ca,
                                                   .cert_file = cert,
                                                   .key_file = key },
                              NULL);
}

static void
test_another_authority (void **state)
{
  const Certificates *all = certificates_of (state);
  g_auto (World) world = { 0 };
  g_autoptr (FitHttpClient) client
      = client_with (all, all->client_cert, all->client_key);
  g_autoptr (FitHttpClient) stranger
      = client_with (all, all->stranger_cert, all->stranger_key);

  world_begin (&world, all);
  assert_answer (&world, client, "for client");
  assert_answer (&world, stranger, UNAUTHORIZED);
  write_half (NULL, all->other_ca, world.ca);
  assert_answer (&world, client, "for client");
  assert_answer (&world, stranger, UNAUTHORIZED);
  assert_told (&world, "ca.crt: found no certificate, expected one in PEM; the "
                       "old contents stay in effect\n");
  write_half (all->other_ca, all->ca, world.ca);
  assert_answer (&world, client, "for client");
  assert_told (&world, "ca.crt: Base64 unexpected header error; the old "
                       "contents stay in effect\n");
  copy (all->other_ca, world.ca);
  assert_answer (&world, client, UNAUTHORIZED);
  assert_answer (&world, stranger, "for stranger");
  assert_told (&world, "ca.crt has changed and is in effect\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_another_certificate),
    cmocka_unit_test (test_another_authority),
  };

  return cmocka_run_group_tests (tests, certificates_setup,
                                 certificates_teardown);
}
