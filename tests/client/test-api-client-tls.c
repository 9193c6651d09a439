/* test-api-client-tls.c - which servers a client believes, and which believe it
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client.h"

#include "base/mailbox.h"
#include "client/api-exchange.h"
#include "tests/support/certificates.h"
#include "tests/support-extender/extender-process.h"

#include <glib/gstdio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define WAIT_SECONDS 120

static void
push_end (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  fit_mailbox_put (data, problem != NULL
                             ? g_strdup (problem->message)
                             : g_strdup_printf ("%u", answer->status));
}

/* Returns: (transfer full): the status, or what went wrong */
static char *
ask (FitApiClient *client)
{
  g_autoptr (FitMailbox) ends = fit_mailbox_new (NULL);
  char *text;

  fit_api_client_send (client, &(const FitApiRequest){ .method = "POST",
                                                       .path = "",
                                                       .body = "{}",
                                                       .done = push_end,
                                                       .data = ends });
  text = fit_mailbox_take (ends, g_get_monotonic_time ()
                                     + WAIT_SECONDS * G_USEC_PER_SEC);
  assert_non_null (text);
  return text;
}

/* Asks a server with (@cert, @key) that wants clients of @client_ca (nullable).
 * Returns: (transfer full): the status, or what went wrong, without the URL */
static char *
outcome (FitApiConfig *config, const char *cert, const char *key,
         const char *client_ca)
{
  g_autoptr (ExtenderProcess) process
      = extender_process_new (cert, key, client_ca);
  g_autofree char *url = extender_process_url (process, "echo/x");
  g_autoptr (GError) error = NULL;
  g_autoptr (FitApiClient) client = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) shown = NULL;

  config->source = (char *) "test";
  config->server = url;
  client = fit_api_client_new (config, 0, 1, &error);
  if (client == NULL)
    fail_msg ("%s", error->message);
  text = ask (client);
  shown = g_string_new (text);
  g_string_replace (shown, url, "SERVER", 0);
  config->server = NULL;
  return g_string_free (g_steal_pointer (&shown), FALSE);
}

static void
assert_outcome (FitApiConfig *config, const char *cert, const char *key,
                const char *expected)
{
  g_autofree char *text = outcome (config, cert, key, NULL);

  if (!g_str_has_prefix (text, expected))
    fail_msg ("%s, expected %s", text, expected);
}

#define UNKNOWN_CA \
  "SERVER: SSL certificate problem: unable to get local issuer certificate"

static void
test_ca (void **state)
{
  const Certificates *all = certificates_of (state);
  FitApiConfig right = { .tls.ca_file = all->ca };
  FitApiConfig wrong = { .tls.ca_file = all->other_ca };
  FitApiConfig system = { 0 };
  FitApiConfig insecure = { .tls.insecure = TRUE };

  assert_outcome (&right, all->local_cert, all->local_key, "200");
  assert_outcome (&wrong, all->local_cert, all->local_key, UNKNOWN_CA);
  assert_outcome (&system, all->local_cert, all->local_key, UNKNOWN_CA);
  assert_outcome (&insecure, all->named_cert, all->named_key, "200");
}

static void
test_name (void **state)
{
  const Certificates *all = certificates_of (state);
  FitApiConfig of_url = { .tls.ca_file = all->ca };
  FitApiConfig right
      = { .tls.ca_file = all->ca, .tls.server_name = "extender.example" };
  FitApiConfig wrong
      = { .tls.ca_file = all->ca, .tls.server_name = "other.example" };

  assert_outcome (&of_url, all->named_cert, all->named_key,
                  "SERVER: SSL: no alternative certificate subject name "
                  "matches target host name '127.0.0.1'");
  assert_outcome (&right, all->named_cert, all->named_key, "200");
  assert_outcome (&wrong, all->named_cert, all->named_key,
                  "SERVER: SSL: no alternative certificate subject name "
                  "matches target host name 'other.example'");
}

/* A server that wants certificates of clients. */
static void
test_client (void **state)
{
  const Certificates *all = certificates_of (state);
  FitApiConfig nobody = { .tls.ca_file = all->ca };
  FitApiConfig somebody = { .tls.ca_file = all->ca,
                            .tls.cert_file = all->client_cert,
                            .tls.key_file = all->client_key };
  g_autofree char *without
      = outcome (&nobody, all->local_cert, all->local_key, all->ca);
  g_autofree char *with
      = outcome (&somebody, all->local_cert, all->local_key, all->ca);

  assert_string_equal (with, "200");
  assert_string_not_equal (without, "200");
}

/* -- files that are replaced ----------------------------------------------- */

static void
put_note (const char *text, gpointer notes)
{
  fit_mailbox_put (notes, g_strdup (text));
}

static void
copy (const char *from, const char *to)
{
  g_autofree char *text = NULL;

  assert_true (g_file_get_contents (from, &text, NULL, NULL));
  assert_true (g_file_set_contents (to, text, -1, NULL));
}

static void
assert_note (FitMailbox *notes, const char *format, const char *cert,
             const char *key)
{
  g_autofree char *pair = g_strconcat (cert, ", ", key, NULL);
  g_autofree char *expected = g_strconcat (pair, format, NULL);
  g_autofree char *note = fit_mailbox_take (notes, 0);

  assert_string_equal (note ? note : "", expected);
  assert_null (fit_mailbox_take (notes, 0));
}

/* Two clients of one configuration, whose certificate is replaced while they live:
 * the next requests show it, and it is told once. */
static void
test_replaced_client (void **state)
{
  const Certificates *all = certificates_of (state);
  g_autofree char *directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *cert = g_build_filename (directory, "cert", NULL);
  g_autofree char *key = g_build_filename (directory, "key", NULL);
  g_autoptr (ExtenderProcess) process
      = extender_process_new (all->local_cert, all->local_key, all->ca);
  g_autofree char *url = extender_process_url (process, "echo/x");
  g_autoptr (FitMailbox) notes = fit_mailbox_new (g_free);
  FitApiConfig config
      = { .source = (char *) "test",
          .server = url,
          .tls = { .ca_file = all->ca, .cert_file = cert, .key_file = key } };
  FitApiClient *clients[2];

  copy (all->stranger_cert, cert);
  copy (all->stranger_key, key);
  fit_api_config_share_files (&config, put_note, notes);
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      g_autofree char *text = NULL;

      clients[i] = fit_api_client_new (&config, 0, 1, NULL);
      text = ask (clients[i]);
      assert_string_not_equal (text, "200");
    }
  copy (all->client_cert, cert);
  copy (all->client_key, key);
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      g_autofree char *text = ask (clients[i]);

      assert_string_equal (text, "200");
    }
  assert_note (notes, " have changed and are in effect", cert, key);
  copy (all->stranger_key, key);
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      g_autofree char *text = ask (clients[i]);

      assert_string_equal (text, "200");
      fit_api_client_free (clients[i]);
    }
  assert_note (notes,
               ": The certificate and the given key do not match; the old "
               "contents stay in effect",
               cert, key);
  fit_live_files_unref (config.token_now);
  fit_live_files_unref (config.pair_now);
  assert_int_equal (g_unlink (cert), 0);
  assert_int_equal (g_unlink (key), 0);
  assert_int_equal (g_rmdir (directory), 0);
}

/* The certificate comes from a plugin. */
static void
test_plugin (void **state)
{
  const Certificates *all = certificates_of (state);
  g_autofree char *script = g_strdup_printf (
      "lines () { sed ':a;N;$!ba;s/\\n/\\\\n/g' \"$1\"; }\n"
      "printf '%%s' '{\"kind\":\"ExecCredential\",\"apiVersion\":"
      "\"client.authentication.k8s.io/v1\",\"status\":{"
      "\"clientCertificateData\":\"'\"$(lines '%s')\"'\\n\","
      "\"clientKeyData\":\"'\"$(lines '%s')\"'\\n\"}}'",
      all->client_cert, all->client_key);
  FitApiConfig config = { .tls.ca_file = all->ca };
  g_autofree char *text = NULL;

  config.exec = fit_exec_plugin_new (&(const FitExecOptions){
      .api_version = "client.authentication.k8s.io/v1",
      .command = "sh",
      .args = (const char *const[]){ "-c", script, NULL } });
  text = outcome (&config, all->local_cert, all->local_key, all->ca);
  assert_string_equal (text, "200");
  fit_exec_plugin_unref (config.exec);
}

/* -- the server ------------------------------------------------------------ */

/* A server without a scheme speaks TLS if anything is said about that. */
static void
test_no_scheme (void **state)
{
  const Certificates *all = certificates_of (state);
  const struct
  {
    FitHttpTLS tls;
    const char *expected;
  } rows[] = {
    { { 0 }, "http://api.example:6443" },
    { { .ca_file = all->ca }, "https://api.example:6443" },
    { { .cert_file = all->local_cert, .key_file = all->local_key },
      "https://api.example:6443" },
    { { .insecure = TRUE }, "https://api.example:6443" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitApiConfig config = { .source = (char *) "test",
                                    .server = (char *) "api.example:6443/",
                                    .tls = rows[i].tls };
      FitApiTarget target;

      assert_true (fit_api_target_init (&target, &config, NULL));
      assert_string_equal (target.server, rows[i].expected);
      fit_api_target_clear (&target);
    }
}

/* How many sockets of this process give up a peer that acknowledges nothing for
 * @ms. */
static guint
count_impatient (int ms)
{
  struct rlimit limit;
  guint n = 0;

  assert_int_equal (getrlimit (RLIMIT_NOFILE, &limit), 0);
  for (int fd = 0; fd < (int) MIN (limit.rlim_cur, 1024); fd++)
    {
      int is = 0;
      socklen_t size = sizeof is;

      n += getsockopt (fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &is, &size) == 0
           && is == ms;
    }
  return n;
}

/* A server that is gone is noticed although it does not say so. */
static void
test_unacknowledged (void **state)
{
  const Certificates *all = certificates_of (state);
  g_autoptr (ExtenderProcess) process
      = extender_process_new (all->local_cert, all->local_key, NULL);
  g_autofree char *url = extender_process_url (process, "echo/x");
  const FitApiConfig config
      = { .source = (char *) "test", .server = url, .tls.ca_file = all->ca };
  g_autoptr (FitApiClient) client = fit_api_client_new (&config, 0, 1, NULL);
  g_autofree char *status = NULL;

  assert_int_equal (count_impatient (45000), 0);
  status = ask (client);
  assert_string_equal (status, "200");
  assert_int_equal (count_impatient (45000), 1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_ca),
    cmocka_unit_test (test_name),
    cmocka_unit_test (test_client),
    cmocka_unit_test (test_replaced_client),
    cmocka_unit_test (test_plugin),
    cmocka_unit_test (test_no_scheme),
    cmocka_unit_test (test_unacknowledged),
  };

  return cmocka_run_group_tests (tests, certificates_setup,
                                 certificates_teardown);
}
