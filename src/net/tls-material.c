/* tls-material.c - certificates and keys, from data or from files
 *
 * TLS judges the content of a certificate.  Whether there is one can be checked
 * before connecting.
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/tls-material.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/network.h"

/* Enough for hundreds of certificates. */
#define MAX_FILE_BYTES (4 * 1024 * 1024)

/* Reports errors of open() with Go's texts. */
static void
fail_open (const char *path, int code, GError **error)
{
  g_autofree char *reason = g_ascii_strdown (g_strerror (code), -1);

  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "open %s: %s", path, reason);
}

static GBytes *
read_open_file (int fd, const char *path, GError **error)
{
  g_autofree guint8 *bytes = NULL;
  gsize used = 0;
  gssize got;
  struct stat about;

  /* A pipe could block forever. */
  if (fstat (fd, &about) != 0 || !S_ISREG (about.st_mode))
    return fit_fail_null (error, FIT_ERROR_IO, "open %s: not a file", path);
  if (about.st_size > MAX_FILE_BYTES)
    return fit_fail_null (error, FIT_ERROR_LIMIT, "open %s: more than %d bytes",
                          path, MAX_FILE_BYTES);
  bytes = g_malloc ((gsize) about.st_size + 1);
  /* No signal interrupts the reading of a file. */
  while ((got = read (fd, bytes + used, (gsize) about.st_size - used)) > 0)
    used += (gsize) got;
  if (got < 0)
    {
      fail_open (path, errno, error);
      return NULL;
    }
  return g_bytes_new_take (g_steal_pointer (&bytes), used);
}

gboolean
fit_tls_obtain (GBytes *data, const char *path, GBytes **out, GError **error)
{
  int fd;

  if (data != NULL && g_bytes_get_size (data) > 0)
    {
      *out = g_bytes_ref (data);
      return TRUE;
    }
  if (path == NULL || *path == '\0')
    return TRUE;
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    {
      fail_open (path, errno, error);
      return FALSE;
    }
  *out = read_open_file (fd, path, error);
  close (fd);
  return *out != NULL;
}

/* The first byte of DER: the tag of a sequence. */
#define DER_SEQUENCE 0x30

static const char *const pem_labels[] = {
  [FIT_PEM_CERTIFICATE] = "CERTIFICATE",
  [FIT_PEM_PRIVATE_KEY] = "PRIVATE KEY",
};

/* The label of a key may name its kind: "RSA PRIVATE KEY".  Headers of old
 * encrypted keys end with an empty line. */
static gboolean
is_block (const char *label, const char *label_end, const char *end,
          FitPemKind kind)
{
  const char *wanted = pem_labels[kind];
  const gsize len = strlen (wanted);
  const gsize have = (gsize) (label_end - label);
  g_autofree char *body = NULL;
  g_autofree guchar *der = NULL;
  const char *text;
  gsize n;

  if (have < len || strncmp (label_end - len, wanted, len) != 0
      || (kind == FIT_PEM_CERTIFICATE && have != len))
    return FALSE;
  body = g_strndup (label_end, (gsize) (end - label_end));
  text = strstr (body, "\n\n");
  der = g_base64_decode (text != NULL ? text : body + strspn (body, "-"), &n);
  return n > 0 && (der[0] == DER_SEQUENCE || text != NULL);
}

gboolean
fit_pem_has (GBytes *bytes, FitPemKind kind)
{
  static const char begin[] = "-----BEGIN ";
  gsize len;
  const char *data = g_bytes_get_data (bytes, &len);
  g_autofree char *text = g_strndup (data != NULL ? data : "", len);
  const char *block = text;

  while ((block = strstr (block, begin)) != NULL)
    {
      const char *label = block + strlen (begin);
      const char *label_end = strstr (label, "-----");
      const char *end
          = label_end != NULL ? strstr (label_end, "-----END ") : NULL;

      if (end == NULL)
        return FALSE;
      if (is_block (label, label_end, end, kind))
        return TRUE;
      block = end;
    }
  return FALSE;
}

static gnutls_datum_t
datum_of (GBytes *bytes)
{
  gsize len;
  const guchar *data = g_bytes_get_data (bytes, &len);

  return (gnutls_datum_t){ (guchar *) data, (guint) len };
}

/* There must be a certificate, and none may be incomplete. */
static gboolean
check_certificates (GBytes *pem, GError **error)
{
  const gnutls_datum_t datum = datum_of (pem);
  gnutls_x509_crt_t *certificates = NULL;
  guint n = 0;
  int code;

  if (!fit_pem_has (pem, FIT_PEM_CERTIFICATE))
    return fit_fail (error, FIT_ERROR_PARSE,
                     "found no certificate, expected one in PEM");
  if (!fit_net_load (error))
    return FALSE;
  code = fit_net.gnutls_x509_crt_list_import2 (&certificates, &n, &datum,
                                               GNUTLS_X509_FMT_PEM, 0);
  if (code < 0)
    return fit_fail (error, FIT_ERROR_PARSE, "%s",
                     fit_net.gnutls_strerror (code));
  for (guint i = 0; i < n; i++)
    fit_net.gnutls_x509_crt_deinit (certificates[i]);
  (*fit_net.gnutls_free) (certificates);
  return TRUE;
}

gboolean
fit_tls_check_authorities (GBytes *const *contents, GError **error)
{
  return check_certificates (contents[0], error);
}

gpointer
fit_tls_load_pair (GBytes *const *contents, GError **error)
{
  const gnutls_datum_t certificate = datum_of (contents[0]);
  const gnutls_datum_t key = datum_of (contents[1]);
  gnutls_certificate_credentials_t credentials = NULL;
  int code;

  /* Check first: GnuTLS leaks memory if it cannot read a chain. */
  if (!check_certificates (contents[0], error))
    return NULL;
  code = fit_net.gnutls_certificate_allocate_credentials (&credentials);
  if (code == 0)
    code = fit_net.gnutls_certificate_set_x509_key_mem2 (
        credentials, &certificate, &key, GNUTLS_X509_FMT_PEM, NULL, 0);
  if (code >= 0)
    return credentials;
  if (credentials != NULL)
    fit_net.gnutls_certificate_free_credentials (credentials);
  return fit_fail_null (error, FIT_ERROR_PARSE, "%s",
                        fit_net.gnutls_strerror (code));
}

gboolean
fit_tls_check_pair (GBytes *const *contents, GError **error)
{
  gnutls_certificate_credentials_t credentials
      = fit_tls_load_pair (contents, error);

  if (credentials == NULL)
    return FALSE;
  fit_net.gnutls_certificate_free_credentials (credentials);
  return TRUE;
}
