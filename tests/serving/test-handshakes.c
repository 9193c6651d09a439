/* test-handshakes.c - which versions of TLS and cipher suites a server speaks
 *
 * The client of these tests speaks whatever it is told to, also what nobody should.
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/tls-priorities.h"
#include "tests/serving/served.h"

#include <gnutls/gnutls.h>
#include <string.h>
#include <unistd.h>

/* Returns: (transfer full): what both agree on, "TLS1.3 AES-256-GCM", or "refused" */
static char *
shake_hands (guint port, const char *priorities)
{
  const int fd = served_connect (port);
  gnutls_certificate_credentials_t credentials;
  gnutls_session_t session;
  char *agreed;
  int code;

  assert_int_equal (gnutls_certificate_allocate_credentials (&credentials), 0);
  assert_int_equal (gnutls_init (&session, GNUTLS_CLIENT), 0);
  assert_int_equal (gnutls_priority_set_direct (session, priorities, NULL), 0);
  gnutls_credentials_set (session, GNUTLS_CRD_CERTIFICATE, credentials);
  gnutls_transport_set_int (session, fd);
  do
    code = gnutls_handshake (session);
  while (code < 0 && !gnutls_error_is_fatal (code));
  agreed = code == 0 ? g_strconcat (
               gnutls_protocol_get_name (gnutls_protocol_get_version (session)),
               " ", gnutls_cipher_get_name (gnutls_cipher_get (session)), NULL)
                     : g_strdup ("refused");
  gnutls_deinit (session);
  gnutls_certificate_free_credentials (credentials);
  close (fd);
  return agreed;
}

#define ONLY(version) "NORMAL:-VERS-ALL:+VERS-" version
#define CIPHER(cipher) "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+" cipher

/* A server with --tls-min-version and --tls-cipher-suites. */
typedef struct
{
  const char *min_version; /* (nullable) */
  const char *suites;      /* (nullable) */
  struct
  {
    const char *client; /* (nullable): its priorities */
    const char *agreed;
  } shakes[6];
} Case;

static const Case cases[] = {
  { NULL,
    NULL,
    { { "NORMAL", "TLS1.3 AES-256-GCM" },
      { ONLY ("TLS1.2"), "TLS1.2 AES-256-GCM" },
      { ONLY ("TLS1.1"), "refused" },
      { ONLY ("TLS1.0"), "refused" } } },
  { "VersionTLS10",
    NULL,
    { { ONLY ("TLS1.2"), "TLS1.2 AES-256-GCM" },
      { ONLY ("TLS1.1"), "refused" },
      { ONLY ("TLS1.0"), "refused" } } },
  { "VersionTLS13",
    NULL,
    { { ONLY ("TLS1.3"), "TLS1.3 AES-256-GCM" },
      { ONLY ("TLS1.2"), "refused" },
      { ONLY ("TLS1.1"), "refused" } } },
  { NULL,
    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    { { CIPHER ("AES-128-GCM"), "TLS1.2 AES-128-GCM" },
      { CIPHER ("AES-256-GCM"), "refused" },
      { CIPHER ("CHACHA20-POLY1305"), "refused" },
      { CIPHER ("AES-128-CBC"), "refused" },
      { ONLY ("TLS1.1"), "refused" },
      { "NORMAL", "TLS1.3 AES-128-GCM" } } },
};

static void
test_what_is_spoken (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (FitServerTLS) tls = { 0 };
      g_autoptr (FitServer) server = NULL;
      g_autoptr (GError) error = NULL;

      tls.priorities
          = fit_tls_priorities (cases[i].min_version, cases[i].suites, &error);
      assert_non_null (tls.priorities);
      assert_true (fit_server_tls_make (&tls, NULL, "127.0.0.1", &error));
      server = fit_server_new (
          &(const FitServerOptions){ .address = "127.0.0.1", .tls = &tls },
          &error);
      assert_non_null (server);
      for (guint k = 0; k < G_N_ELEMENTS (cases[i].shakes)
                        && cases[i].shakes[k].client != NULL;
           k++)
        {
          g_autofree char *agreed = shake_hands (fit_server_port (server),
                                                 cases[i].shakes[k].client);

          if (!g_str_equal (agreed, cases[i].shakes[k].agreed))
            fail_msg ("case %u, %s: %s, expected %s", i,
                      cases[i].shakes[k].client, agreed,
                      cases[i].shakes[k].agreed);
        }
    }
}

/* -- what GnuTLS is told --------------------------------------------------- */

#define NONE ":-KX-ALL:-CIPHER-ALL:-MAC-ALL"
#define OPTION "option --tls-cipher-suites: "
#define NO_SUITE \
  "is not a cipher suite like TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
#define E "TLS_ECDHE_ECDSA_WITH_"
#define R "TLS_ECDHE_RSA_WITH_"

static void
test_priorities (void **state)
{
  static const struct
  {
    const char *least, *suites;
    const char *expected; /* after the versions, or the error */
  } rows[] = {
    { NULL, NULL, "" },
    { "", "", "" },
    { "VersionTLS11", NULL, "" },
    { "VersionTLS12", "", "" },
    { "VersionTLS13", E "AES_128_GCM_SHA256", "1.3" },
    { "VersionTLS14", NULL,
      "option --tls-min-version: \"VersionTLS14\" is not one of VersionTLS10, "
      "VersionTLS11, VersionTLS12, VersionTLS13" },
    { NULL, E "AES_128_GCM_SHA256", NONE ":+ECDHE-ECDSA:+AES-128-GCM:+AEAD" },
    { NULL, E "CHACHA20_POLY1305_SHA256",
      NONE ":+ECDHE-ECDSA:+CHACHA20-POLY1305:+AEAD" },
    { NULL, R "AES_128_CBC_SHA", NONE ":+ECDHE-RSA:+AES-128-CBC:+SHA1" },
    /* Each part once, also if another one begins like it. */
    { NULL, E "AES_128_GCM_SHA256, " R "AES_128_GCM_SHA256",
      NONE ":+ECDHE-ECDSA:+AES-128-GCM:+AEAD:+ECDHE-RSA" },
    { NULL, R "AES_128_CBC_SHA256," R "AES_128_CBC_SHA",
      NONE ":+ECDHE-RSA:+AES-128-CBC:+SHA256:+SHA1" },
    { NULL, E "AES_128_CCM_8," E "AES_128_CCM",
      NONE ":+ECDHE-ECDSA:+AES-128-CCM-8:+AEAD:+AES-128-CCM" },
    /* Those of TLS 1.3 are not chosen. */
    { NULL, "TLS_AES_128_GCM_SHA256", "1.3" },
    { NULL, "TLS_AES_128_GCM_SHA256," E "AES_128_GCM_SHA256",
      NONE ":+ECDHE-ECDSA:+AES-128-GCM:+AEAD" },
    { NULL, "TLS_ELSE", OPTION "\"TLS_ELSE\" " NO_SUITE },
    { NULL, E "AES_128_GCM_SHA256,", OPTION "\"\" " NO_SUITE },
    { NULL, E "AES_128_GCM_SHA256," R "AES_256_GCM_SHA384",
      OPTION
      "with these, GnuTLS would also offer TLS_ECDHE_ECDSA_AES_256_GCM_SHA384: add it, or leave out one of its neighbours" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *found
          = fit_tls_priorities (rows[i].least, rows[i].suites, &error);
      const gboolean is_1_3 = strcmp (rows[i].expected, "1.3") == 0;
      g_autofree char *expected
          = error != NULL ? g_strdup (rows[i].expected)
            : is_1_3      ? fit_tls_priorities ("VersionTLS13", NULL, NULL)
                     : g_strconcat (FIT_TLS_PRIORITIES, rows[i].expected, NULL);

      assert_int_equal (found == NULL, error != NULL);
      assert_string_equal (error != NULL ? error->message : found, expected);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_priorities),
    cmocka_unit_test (test_what_is_spoken),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
