/* server-tls.c - the certificate that a server shows
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/server-tls.h"

#include "net/network.h"
#include "net/tls-material.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

/* As kube-scheduler names its files. */
#define PAIR_NAME "kube-scheduler"

#define VALID_DAYS 365
#define DAY_SECONDS (24 * 60 * 60)

/* -- files ----------------------------------------------------------------- */

gboolean
fit_server_tls_load (FitServerTLS *tls, const char *certificate_file,
                     const char *key_file, GError **error)
{
  const FitLivePart parts[]
      = { { NULL, certificate_file }, { NULL, key_file } };
  g_autoptr (FitLiveFiles) files
      = fit_live_files_new (parts, G_N_ELEMENTS (parts), fit_tls_check_pair);
  GBytes *pair[FIT_LIVE_FILES];

  if (!fit_live_files_load (files, error))
    return FALSE;
  fit_live_files_get (files, pair);
  tls->certificate = pair[0];
  tls->key = pair[1];
  tls->files = g_steal_pointer (&files);
  return TRUE;
}

/* -- a certificate that signs itself --------------------------------------- */

static int
add_address (gnutls_x509_crt_t certificate, const char *address)
{
  guchar bytes[sizeof (struct in6_addr)];
  guint len = 0;

  if (inet_pton (AF_INET, address, bytes) == 1)
    len = sizeof (struct in_addr);
  else if (inet_pton (AF_INET6, address, bytes) == 1)
    len = sizeof (struct in6_addr);
  if (len == 0)
    return 0;
  return fit_net.gnutls_x509_crt_set_subject_alt_name (
      certificate, GNUTLS_SAN_IPADDRESS, bytes, len, GNUTLS_FSAN_APPEND);
}

/* Returns: 0, or what GnuTLS could not do */
static int
describe (gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key,
          const char *address)
{
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *name
      = g_strdup_printf ("%s@%" G_GINT64_FORMAT, g_get_host_name (), now);
  guchar serial[16];
  int code = fit_net.gnutls_rnd (GNUTLS_RND_NONCE, serial, sizeof serial);

  serial[0] &= 0x7f; /* it is a positive number */
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_version (certificate, 3);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_serial (certificate, serial,
                                               sizeof serial);
  /* Clocks differ a little. */
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_activation_time (certificate, now - 300);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_expiration_time (
        certificate, now + (gint64) VALID_DAYS * DAY_SECONDS);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_dn_by_oid (
        certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name,
        (guint) MIN (strlen (name), 64));
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_subject_alt_name (
        certificate, GNUTLS_SAN_DNSNAME, "localhost", strlen ("localhost"),
        GNUTLS_FSAN_SET);
  if (code == 0)
    code = add_address (certificate, "127.0.0.1");
  if (code == 0 && !g_str_equal (address, "127.0.0.1"))
    code = add_address (certificate, address);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_basic_constraints (certificate, 0, -1);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_key_usage (certificate,
                                                  GNUTLS_KEY_DIGITAL_SIGNATURE);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_key_purpose_oid (
        certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_set_key (certificate, key);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_sign2 (certificate, certificate, key,
                                          GNUTLS_DIG_SHA256, 0);
  return code;
}

static GBytes *
take_datum (gnutls_datum_t *datum)
{
  GBytes *bytes = g_bytes_new (datum->data, datum->size);

  (*fit_net.gnutls_free) (datum->data);
  return bytes;
}

/* @tls: may hold a part after a failure */
static gboolean
generate (FitServerTLS *tls, const char *address, GError **error)
{
  gnutls_x509_privkey_t key = NULL;
  gnutls_x509_crt_t certificate = NULL;
  gnutls_datum_t text = { 0 };
  int code;

  if (!fit_net_load (error))
    return FALSE;
  code = fit_net.gnutls_x509_privkey_init (&key);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_init (&certificate);
  if (code == 0)
    code = fit_net.gnutls_x509_privkey_generate (
        key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1),
        0);
  if (code == 0)
    code = describe (certificate, key, address);
  if (code == 0)
    code
        = fit_net.gnutls_x509_privkey_export2 (key, GNUTLS_X509_FMT_PEM, &text);
  if (code == 0)
    tls->key = take_datum (&text);
  if (code == 0)
    code = fit_net.gnutls_x509_crt_export2 (certificate, GNUTLS_X509_FMT_PEM,
                                            &text);
  if (code == 0)
    tls->certificate = take_datum (&text);
  if (certificate != NULL)
    fit_net.gnutls_x509_crt_deinit (certificate);
  if (key != NULL)
    fit_net.gnutls_x509_privkey_deinit (key);
  return code == 0
         || fit_fail (error, FIT_ERROR_PARSE, "make a certificate: %s",
                      fit_net.gnutls_strerror (code));
}

static gboolean
write_file (const char *path, GBytes *bytes, int mode, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (g_file_set_contents_full (path, g_bytes_get_data (bytes, NULL),
                                (gssize) g_bytes_get_size (bytes),
                                G_FILE_SET_CONTENTS_CONSISTENT, mode, &problem))
    return TRUE;
  return fit_fail (error, FIT_ERROR_IO, "write %s: %s", path, problem->message);
}

gboolean
fit_server_tls_make (FitServerTLS *tls, const char *directory,
                     const char *address, GError **error)
{
  g_autofree char *certificate_file = NULL;
  g_autofree char *key_file = NULL;
  g_auto (FitServerTLS) made = { 0 };

  if (directory != NULL)
    {
      certificate_file = g_build_filename (directory, PAIR_NAME ".crt", NULL);
      key_file = g_build_filename (directory, PAIR_NAME ".key", NULL);
      /* If only one of the two files exists, loading reports which one is
       * missing. */
      if (g_file_test (certificate_file, G_FILE_TEST_EXISTS)
          || g_file_test (key_file, G_FILE_TEST_EXISTS))
        return fit_server_tls_load (tls, certificate_file, key_file, error);
    }
  if (!generate (&made, address, error))
    return FALSE;
  if (directory != NULL && g_mkdir_with_parents (directory, 0755) != 0)
    return fit_fail (error, FIT_ERROR_IO, "make directory %s: %s", directory,
                     g_strerror (errno));
  if (directory != NULL
      && (!write_file (certificate_file, made.certificate, 0644, error)
          || !write_file (key_file, made.key, 0600, error)))
    return FALSE;
  tls->certificate = g_steal_pointer (&made.certificate);
  tls->key = g_steal_pointer (&made.key);
  return TRUE;
}

void
fit_server_tls_copy (FitServerTLS *tls, const FitServerTLS *from)
{
  tls->certificate = g_bytes_ref (from->certificate);
  tls->key = g_bytes_ref (from->key);
  tls->files = from->files != NULL ? fit_live_files_ref (from->files) : NULL;
  tls->priorities = g_strdup (from->priorities);
}

void
fit_server_tls_clear (FitServerTLS *tls)
{
  g_clear_pointer (&tls->certificate, g_bytes_unref);
  g_clear_pointer (&tls->key, g_bytes_unref);
  g_clear_pointer (&tls->files, fit_live_files_unref);
  g_clear_pointer (&tls->priorities, g_free);
}

/* -- what one connection is shown ------------------------------------------ */

struct _FitShownPair
{
  gnutls_certificate_credentials_t credentials; /* owned */
};

static void
clear_shown_pair (gpointer data)
{
  const FitShownPair *pair = data;

  fit_net.gnutls_certificate_free_credentials (pair->credentials);
}

FitShownPair *
fit_shown_pair_new (GBytes *const *contents)
{
  const gpointer credentials = fit_tls_load_pair (contents, NULL);
  FitShownPair *pair = NULL;

  if (credentials != NULL)
    {
      pair = g_atomic_rc_box_new0 (FitShownPair);
      pair->credentials = credentials;
    }
  return pair;
}

FitShownPair *
fit_shown_pair_ref (FitShownPair *pair)
{
  return g_atomic_rc_box_acquire (pair);
}

void
fit_shown_pair_unref (FitShownPair *pair)
{
  if (pair != NULL)
    g_atomic_rc_box_release_full (pair, clear_shown_pair);
}

void
fit_shown_pair_use (FitShownPair *pair, gpointer session)
{
  fit_net.gnutls_credentials_set (session, GNUTLS_CRD_CERTIFICATE,
                                  pair->credentials);
}
