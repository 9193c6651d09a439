/* test-http-tls.c - who trusts whom
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <unistd.h>

#include "tests/support/certificates.h"
#include "tests/support-extender/extender-process.h"

/* Asks a server with (@cert, @key), which wants clients that @client_ca
 * (nullable) vouches for.  Returns: (transfer full) (nullable): what went
 * wrong, without URL; "" when nothing */
static char *
outcome (const FitHttpTLS *tls, const char *cert, const char *key,
         const char *client_ca, char **out_asked_name)
{
  g_autoptr (ExtenderProcess) process
      = extender_process_new (cert, key, client_ca);
  g_autofree char *url = extender_process_url (process, "echo/x");
  g_autoptr (GError) error = NULL;
  g_autoptr (FitHttpClient) client = fit_http_client_new (tls, &error);
  const FitHttpRequest what = { .method = "POST",
                                .url = url,
                                .body = "{}",
                                .body_len = 2,
                                .timeout_ms = 10000 };
  g_autoptr (FitHttpResponse) response = NULL;
  json_object *log, *seen;

  assert_non_null (client);
  response = fit_http_client_request (client, &what, &error);
  if (response == NULL)
    {
      g_autofree char *start = g_strdup_printf ("Post %s: ", url);

      assert_true (g_str_has_prefix (error->message, start));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
      return g_strdup (error->message + strlen (start));
    }
  assert_int_equal (response->status, 200);
  log = extender_process_take_log (process);
  seen
      = json_object_array_get_idx (json_object_object_get (log, "requests"), 0);
  if (out_asked_name != NULL)
    *out_asked_name = g_strdup (
        json_object_get_string (json_object_object_get (seen, "server_name")));
  /* The Host header is always that of the URL. */
  assert_non_null (
      strstr (url, json_object_get_string (json_object_object_get (
                       json_object_object_get (seen, "headers"), "Host"))));
  json_object_put (log);
  return g_strdup ("");
}

static void
assert_local (const Certificates *certificates, const FitHttpTLS *tls,
              const char *expected)
{
  g_autofree char *said = outcome (tls, certificates->local_cert,
                                   certificates->local_key, NULL, NULL);

  assert_string_equal (said, expected);
}

static void
test_a_ca_vouches_for_the_server (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_autofree char *text = NULL;
  gsize len;
  FitHttpTLS tls = { .ca_file = certificates->ca };

  assert_local (certificates, &tls, "");
  assert_true (g_file_get_contents (certificates->ca, &text, &len, NULL));
  tls = (FitHttpTLS){ .ca_file = certificates->other_ca,
                      .ca_data = g_bytes_new (text, len) };
  /* Data goes before the file. */
  assert_local (certificates, &tls, "");
  g_bytes_unref (tls.ca_data);
}

static void
test_nobody_vouches_for_the_server (void **state)
{
  static const char unknown[]
      = "SSL certificate problem: unable to get local issuer certificate";
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS other = { .ca_file = certificates->other_ca };

  assert_local (certificates, &other, unknown);
  assert_local (certificates, NULL, unknown);
}

static void
test_insecure_asks_for_no_voucher (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS tls = { .insecure = TRUE };
  g_autofree char *said = NULL;

  assert_local (certificates, &tls, "");
  said = outcome (&tls, certificates->named_cert, certificates->named_key, NULL,
                  NULL);
  assert_string_equal (said, "");
}

static void
test_server_name (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const char *cert = certificates->named_cert, *key = certificates->named_key;
  FitHttpTLS tls = { .ca_file = certificates->ca };
  g_autofree char *without = outcome (&tls, cert, key, NULL, NULL);
  g_autofree char *with = NULL;
  g_autofree char *wrong = NULL;
  g_autofree char *invalid = NULL;
  g_autofree char *asked = NULL;

  tls.server_name = "extender.example";
  with = outcome (&tls, cert, key, NULL, &asked);
  tls.server_name = "other.example";
  wrong = outcome (&tls, cert, key, NULL, NULL);
  tls.server_name = "no name";
  invalid = outcome (&tls, cert, key, NULL, NULL);
  assert_non_null (strstr (without, "'127.0.0.1'"));
  assert_string_equal (with, "");
  assert_string_equal (asked, "extender.example");
  assert_non_null (strstr (wrong, "'other.example'"));
  assert_string_equal (invalid, "the server name to verify is no host name");
}

/* A name may be an address: the certificate's address counts then. */
static void
test_server_name_is_an_address (void **state)
{
  const Certificates *certificates = certificates_of (state);
  FitHttpTLS tls = { .ca_file = certificates->ca, .server_name = "127.0.0.1" };

  assert_local (certificates, &tls, "");
  tls.server_name = "::1";
  {
    g_autofree char *said = outcome (&tls, certificates->local_cert,
                                     certificates->local_key, NULL, NULL);

    assert_non_null (strstr (said, "'::1'"));
  }
}

static char *
as_client (const Certificates *certificates, const char *cert, const char *key)
{
  const FitHttpTLS tls
      = { .ca_file = certificates->ca, .cert_file = cert, .key_file = key };

  return outcome (&tls, certificates->local_cert, certificates->local_key,
                  certificates->ca, NULL);
}

static void
test_the_server_wants_to_know_the_client (void **state)
{
  const Certificates *c = certificates_of (state);
  g_autofree char *known = as_client (c, c->client_cert, c->client_key);
  g_autofree char *nobody = as_client (c, NULL, NULL);
  g_autofree char *keyless = as_client (c, c->client_cert, NULL);
  g_autofree char *stranger = as_client (c, c->stranger_cert, c->stranger_key);
  g_autofree char *mixed = as_client (c, c->client_cert, c->stranger_key);
  g_autofree char *locked = as_client (c, c->client_cert, c->locked_key);

  assert_string_equal (known, "");
  assert_string_not_equal (nobody, "");
  assert_string_not_equal (keyless, "");
  assert_string_not_equal (stranger, "");
  assert_string_not_equal (mixed, "");
  assert_string_not_equal (locked, "");
}

static void
test_files_that_cannot_be_read (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS missing = { .ca_file = "/nonexistent/ca.pem" };
  const FitHttpTLS directory = { .insecure = TRUE,
                                 .cert_file = certificates->client_cert,
                                 .key_file = certificates->directory };
  g_autofree char *expected
      = g_strdup_printf ("open %s: not a file", certificates->directory);
  g_autoptr (GError) error = NULL;

  assert_null (fit_http_client_new (&missing, &error));
  assert_string_equal (error->message,
                       "open /nonexistent/ca.pem: no such file or directory");
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_IO));
  g_clear_error (&error);
  assert_null (fit_http_client_new (&directory, &error));
  assert_string_equal (error->message, expected);
}

static void
test_a_file_that_is_too_large (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_autofree char *path
      = g_build_filename (certificates->directory, "large.pem", NULL);
  const FitHttpTLS tls = { .ca_file = path };
  g_autofree char *expected
      = g_strdup_printf ("open %s: more than 4194304 bytes", path);
  g_autoptr (GError) error = NULL;

  assert_true (g_file_set_contents (path, "", 0, NULL));
  assert_int_equal (truncate (path, 4194305), 0);
  assert_null (fit_http_client_new (&tls, &error));
  assert_string_equal (error->message, expected);
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

static void
test_a_ca_that_is_none (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS tls = { .ca_file = certificates->local_key };
  g_autofree char *said = outcome (&tls, certificates->local_cert,
                                   certificates->local_key, NULL, NULL);

  assert_string_not_equal (said, "");
}

/* The server goes away while a long body is being written: that may raise
 * SIGPIPE, which would end this program. */
static void
test_no_signal_when_the_server_hangs_up (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS tls = { .ca_file = certificates->ca };
  g_autoptr (ExtenderProcess) process = extender_process_new (
      certificates->local_cert, certificates->local_key, NULL);
  g_autoptr (FitHttpClient) client = fit_http_client_new (&tls, NULL);
  g_autofree char *url = extender_process_url (process, "hangup/x");
  g_autofree char *body = g_strnfill (4 * 1024 * 1024, 'x');
  const FitHttpRequest what = { .method = "POST",
                                .url = url,
                                .body = body,
                                .body_len = 4 * 1024 * 1024,
                                .timeout_ms = 10000 };
  sigset_t pending;

  signal (SIGPIPE, SIG_DFL);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;

      assert_null (fit_http_client_request (client, &what, &error));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
    }
  sigpending (&pending);
  assert_int_equal (sigismember (&pending, SIGPIPE), 0);
}

/* A program may wait for SIGPIPE in a way of its own. */
static void
test_a_signal_of_the_program_stays (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS tls = { .ca_file = certificates->ca };
  g_autoptr (ExtenderProcess) process = extender_process_new (
      certificates->local_cert, certificates->local_key, NULL);
  g_autoptr (FitHttpClient) client = fit_http_client_new (&tls, NULL);
  g_autofree char *url = extender_process_url (process, "echo/x");
  const FitHttpRequest what = { .method = "POST",
                                .url = url,
                                .body = "{}",
                                .body_len = 2,
                                .timeout_ms = 10000 };
  g_autoptr (FitHttpResponse) response = NULL;
  sigset_t pipe_only, before, pending;
  int number;

  sigemptyset (&pipe_only);
  sigaddset (&pipe_only, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipe_only, &before);
  raise (SIGPIPE);
  response = fit_http_client_request (client, &what, NULL);
  assert_non_null (response);
  sigpending (&pending);
  assert_int_equal (sigismember (&pending, SIGPIPE), 1);
  assert_int_equal (sigwait (&pipe_only, &number), 0);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

static void
test_a_connection_is_kept (void **state)
{
  const Certificates *certificates = certificates_of (state);
  const FitHttpTLS tls
      = { .ca_file = certificates->ca, .server_name = "localhost" };
  g_autoptr (ExtenderProcess) process = extender_process_new (
      certificates->local_cert, certificates->local_key, NULL);
  g_autoptr (FitHttpClient) client = fit_http_client_new (&tls, NULL);
  g_autofree char *url = extender_process_url (process, "echo/x");
  const FitHttpRequest what = { .method = "POST",
                                .url = url,
                                .body = "{}",
                                .body_len = 2,
                                .timeout_ms = 10000 };

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (FitHttpResponse) response
          = fit_http_client_request (client, &what, NULL);

      assert_int_equal (response->status, 200);
    }
  assert_int_equal (extender_process_take_connections (process), 1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_a_ca_vouches_for_the_server),
    cmocka_unit_test (test_nobody_vouches_for_the_server),
    cmocka_unit_test (test_insecure_asks_for_no_voucher),
    cmocka_unit_test (test_server_name),
    cmocka_unit_test (test_server_name_is_an_address),
    cmocka_unit_test (test_the_server_wants_to_know_the_client),
    cmocka_unit_test (test_files_that_cannot_be_read),
    cmocka_unit_test (test_a_file_that_is_too_large),
    cmocka_unit_test (test_a_ca_that_is_none),
    cmocka_unit_test (test_no_signal_when_the_server_hangs_up),
    cmocka_unit_test (test_a_signal_of_the_program_stays),
    cmocka_unit_test (test_a_connection_is_kept),
  };

  return cmocka_run_group_tests_name ("http-tls", tests, certificates_setup,
                                      certificates_teardown);
}
