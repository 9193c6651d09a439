/* test-own-certificate.c - the certificate that a server makes for itself
 * SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <glib/gstdio.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "serving/server-tls.h"
#include "tests/support/cmocka.h"

/* In the place of GLib's: the name of this machine, as long as a name can be. */
static const char *host = "scheduler-1";

const char *
g_get_host_name (void)
{
  return host;
}

static gnutls_x509_crt_t
read_certificate (const FitServerTLS *tls)
{
  gsize len;
  gnutls_datum_t text
      = { .data = (guchar *) g_bytes_get_data (tls->certificate, &len) };
  gnutls_x509_crt_t certificate;

  text.size = (guint) len;
  assert_int_equal (gnutls_x509_crt_init (&certificate), 0);
  assert_int_equal (
      gnutls_x509_crt_import (certificate, &text, GNUTLS_X509_FMT_PEM), 0);
  return certificate;
}

/* Returns: (transfer full): "localhost 127.0.0.1 " */
static char *
names_of (gnutls_x509_crt_t certificate)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0;; i++)
    {
      char bytes[256] = "";
      char text[INET6_ADDRSTRLEN] = "";
      size_t len = sizeof bytes;
      const int type = gnutls_x509_crt_get_subject_alt_name (certificate, i,
                                                             bytes, &len, NULL);

      if (type < 0)
        return g_string_free (names, FALSE);
      if (type == GNUTLS_SAN_IPADDRESS)
        inet_ntop (len == 4 ? AF_INET : AF_INET6, bytes, text, sizeof text);
      g_string_append_printf (names, "%s ", *text ? text : bytes);
    }
}

static void
make (FitServerTLS *tls, const char *directory, const char *address)
{
  g_autoptr (GError) error = NULL;

  if (!fit_server_tls_make (tls, directory, address, &error))
    fail_msg ("%s", error->message);
}

static void
assert_names (const char *address, const char *expected)
{
  g_auto (FitServerTLS) tls = { 0 };
  gnutls_x509_crt_t certificate;
  g_autofree char *names = NULL;

  make (&tls, NULL, address);
  certificate = read_certificate (&tls);
  names = names_of (certificate);
  gnutls_x509_crt_deinit (certificate);
  assert_string_equal (names, expected);
}

static void
test_names (void **state)
{
  (void) state;
  assert_names ("127.0.0.1", "localhost 127.0.0.1 ");
  assert_names ("192.0.2.7", "localhost 127.0.0.1 192.0.2.7 ");
  assert_names ("2001:db8::7", "localhost 127.0.0.1 2001:db8::7 ");
}

/* It is the host's, and tells one start from another; what is too long for a
 * certificate is cut off. */
static void
assert_common_name (const char *name, const char *pattern)
{
  g_auto (FitServerTLS) tls = { 0 };
  gnutls_x509_crt_t certificate;
  char text[80] = "";
  size_t len = sizeof text;

  host = name;
  make (&tls, NULL, "127.0.0.1");
  certificate = read_certificate (&tls);
  assert_int_equal (gnutls_x509_crt_get_dn_by_oid (certificate,
                                                   GNUTLS_OID_X520_COMMON_NAME,
                                                   0, 0, text, &len),
                    0);
  gnutls_x509_crt_deinit (certificate);
  if (!g_regex_match_simple (pattern, text, 0, 0))
    fail_msg ("%s does not match %s", text, pattern);
}

static void
test_common_name (void **state)
{
  g_autofree char *long_name = g_strnfill (70, 'h');

  (void) state;
  assert_common_name ("scheduler-1", "^scheduler-1@[0-9]{10}$");
  assert_common_name (long_name, "^h{64}$");
}

/* For a year, for servers, and for nothing else. */
static void
test_use (void **state)
{
  const time_t day = 24 * 60 * 60;
  const time_t before = time (NULL);
  g_auto (FitServerTLS) tls = { 0 };
  gnutls_x509_crt_t certificate;
  guint usage, critical, is_ca = 1;
  guchar serial[32];
  size_t serial_len = sizeof serial;
  char purpose[64] = "";
  size_t purpose_len = sizeof purpose;
  time_t begins, ends;

  (void) state;
  make (&tls, NULL, "127.0.0.1");
  certificate = read_certificate (&tls);
  begins = gnutls_x509_crt_get_activation_time (certificate);
  ends = gnutls_x509_crt_get_expiration_time (certificate);
  assert_in_range (begins, before - 300, time (NULL) - 300);
  assert_int_equal (ends - begins, 365 * day + 300);
  assert_int_equal (gnutls_x509_crt_get_version (certificate), 3);
  assert_int_equal (
      gnutls_x509_crt_get_serial (certificate, serial, &serial_len), 0);
  assert_in_range (serial_len, 12, 16);
  assert_true (serial[0] < 0x80);
  gnutls_x509_crt_get_basic_constraints (certificate, &critical, &is_ca, NULL);
  assert_int_equal (is_ca, 0);
  assert_int_equal (
      gnutls_x509_crt_get_key_usage (certificate, &usage, &critical), 0);
  assert_int_equal (usage, GNUTLS_KEY_DIGITAL_SIGNATURE);
  assert_int_equal (gnutls_x509_crt_get_key_purpose_oid (
                        certificate, 0, purpose, &purpose_len, &critical),
                    0);
  assert_string_equal (purpose, GNUTLS_KP_TLS_WWW_SERVER);
  assert_false (critical);
  assert_true (gnutls_x509_crt_check_issuer (certificate, certificate));
  gnutls_x509_crt_deinit (certificate);
}

static guint
mode_of (const char *path)
{
  struct stat info;

  assert_int_equal (stat (path, &info), 0);
  return info.st_mode & 0777;
}

/* With --cert-dir the next start finds it again. */
static void
test_kept (void **state)
{
  g_autofree char *above = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *directory = g_build_filename (above, "certificates", NULL);
  g_autofree char *cert
      = g_build_filename (directory, "kube-scheduler.crt", NULL);
  g_autofree char *key
      = g_build_filename (directory, "kube-scheduler.key", NULL);
  g_auto (FitServerTLS) first = { 0 };
  g_auto (FitServerTLS) second = { 0 };
  g_auto (FitServerTLS) third = { 0 };
  g_autoptr (GError) error = NULL;

  (void) state;
  make (&first, directory, "127.0.0.1");
  assert_int_equal (mode_of (cert), 0644);
  assert_int_equal (mode_of (key), 0600);
  make (&second, directory, "192.0.2.7");
  assert_true (g_bytes_equal (first.certificate, second.certificate));
  assert_true (g_bytes_equal (first.key, second.key));
  assert_null (first.files);
  assert_non_null (second.files);
  /* Half of a pair is not made whole with another half. */
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *expected = g_strdup_printf (
          "open %s: no such file or directory", i ? cert : key);

      assert_int_equal (g_unlink (i ? cert : key), 0);
      assert_false (
          fit_server_tls_make (&third, directory, "127.0.0.1", &error));
      assert_string_equal (error->message, expected);
      g_clear_error (&error);
      if (i == 0)
        assert_true (
            g_file_set_contents (key, g_bytes_get_data (first.key, NULL),
                                 (gssize) g_bytes_get_size (first.key), NULL));
    }
  assert_int_equal (g_unlink (key), 0);
  assert_int_equal (g_rmdir (directory), 0);
  assert_int_equal (g_rmdir (above), 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_common_name),
    cmocka_unit_test (test_use),
    cmocka_unit_test (test_kept),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
