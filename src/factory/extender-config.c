/* extender-config.c - checks URLs and TLS files of extenders before anything is
 * sent
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/extender-config.h"

#include "api/decode.h"
#include "net/secrets.h"
#include "net/tls-material.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Reports errors of open() with Go's texts. */
static gboolean
readable (const char *path, const char *data, GError **error)
{
  g_autofree char *reason = NULL;
  int fd;

  if (*data || !*path)
    return TRUE;
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0)
    {
      close (fd);
      return TRUE;
    }
  reason = g_ascii_strdown (g_strerror (errno), -1);
  g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY, "open %s: %s", path, reason);
  fit_error_add_hint (
      error,
      "tlsConfig names a file that cannot be read here; caData, certData and "
      "keyData carry the same in base64");
  return FALSE;
}

/* Without any of these v1.16 ignores the other fields. */
typedef struct
{
  gboolean ca;
  gboolean certificate; /* with its key */
  gboolean insecure;
} Wanted;

static Wanted
what_is_wanted (const FitExtenderPolicy *extender)
{
  const FitExtenderTLS *tls = extender->tls;
  Wanted wanted = {
    .ca = *tls->ca_file || *tls->ca_data,
    .certificate = (*tls->cert_file || *tls->cert_data)
                   && (*tls->key_file || *tls->key_data),
  };

  wanted.insecure = tls->insecure || (extender->enable_https && !wanted.ca);
  return wanted;
}

gboolean
fit_extender_check_tls (const FitExtenderPolicy *extender,
                        gboolean files_elsewhere, GError **error)
{
  const FitExtenderTLS *tls = extender->tls;
  Wanted wanted;

  if (tls == NULL)
    return TRUE;
  wanted = what_is_wanted (extender);
  if (!wanted.ca && !wanted.certificate && !wanted.insecure
      && !*tls->server_name)
    return TRUE;
  if (wanted.ca && wanted.insecure)
    return fit_fail (
        error, FIT_ERROR_POLICY,
        "specifying a root certificates file with the insecure flag is not allowed");
  return files_elsewhere
         || (readable (tls->ca_file, tls->ca_data, error)
             && readable (tls->cert_file, tls->cert_data, error)
             && readable (tls->key_file, tls->key_data, error));
}

gboolean
fit_extenders_check_tls (const GPtrArray *extenders, gboolean files_elsewhere,
                         GError **error)
{
  for (guint i = 0; i < extenders->len; i++)
    if (!fit_extender_check_tls (extenders->pdata[i], files_elsewhere, error))
      return fit_blame (error, "extenders[%u].tlsConfig: ", i);
  return TRUE;
}

/* -- certificates and keys ------------------------------------------------- */

/* A certificate or key in tlsConfig. */
typedef struct
{
  const char *file_field;
  const char *data_field;
  const char *path;
  const char *data; /* base64 */
  FitPemKind kind;
} Material;

static gboolean
check_material (const Material *material, guint extender, GPtrArray *notes,
                GError **error)
{
  const gboolean is_data = *material->data != '\0';
  g_autoptr (GBytes) data = is_data ? fit_base64_decode (material->data) : NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) problem = NULL;

  if (!fit_tls_obtain (data, material->path, &bytes, &problem))
    {
      if (notes != NULL)
        g_ptr_array_add (notes, g_strdup_printf ("extenders[%u].tlsConfig.%s: "
                                                 "not checked: %s",
                                                 extender, material->file_field,
                                                 problem->message));
      return TRUE;
    }
  if (bytes == NULL || fit_pem_has (bytes, material->kind))
    return TRUE;
  return fit_fail (
      error, FIT_ERROR_POLICY,
      "extenders[%u].tlsConfig.%s: found no %s in PEM form%s%s%s", extender,
      is_data ? material->data_field : material->file_field,
      material->kind == FIT_PEM_CERTIFICATE ? "certificate" : "private key",
      is_data ? "" : " in \"", is_data ? "" : material->path,
      is_data ? "" : "\"");
}

gboolean
fit_extenders_check_files (const GPtrArray *extenders, GPtrArray *notes,
                           GError **error)
{
  if (!fit_extenders_check_tls (extenders, TRUE, error))
    return FALSE;
  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtenderPolicy *extender = extenders->pdata[i];
      const FitExtenderTLS *tls = extender->tls;
      Wanted wanted;

      if (tls == NULL)
        continue;
      wanted = what_is_wanted (extender);
      if (wanted.ca
          && !check_material (&(Material){ "caFile", "caData", tls->ca_file,
                                           tls->ca_data, FIT_PEM_CERTIFICATE },
                              i, notes, error))
        return FALSE;
      if (wanted.certificate
          && (!check_material (&(Material){ "certFile", "certData",
                                            tls->cert_file, tls->cert_data,
                                            FIT_PEM_CERTIFICATE },
                               i, notes, error)
              || !check_material (&(Material){ "keyFile", "keyData",
                                               tls->key_file, tls->key_data,
                                               FIT_PEM_PRIVATE_KEY },
                                  i, notes, error)))
        return FALSE;
    }
  return TRUE;
}

/* -- the URL --------------------------------------------------------------- */

#define MAX_PORT 65535

/* Characters that cannot occur in a URL unescaped. */
#define NOT_IN_URLS " \t\r\n<>\"{}|\\^`"

/* Is each % the beginning of an escaped byte? */
static gboolean
is_escaped (const char *url)
{
  for (const char *c = strchr (url, '%'); c != NULL; c = strchr (c + 1, '%'))
    if (!g_ascii_isxdigit (c[1]) || !g_ascii_isxdigit (c[2]))
      return FALSE;
  return TRUE;
}

char *
fit_extender_url_problem (const FitExtenderPolicy *extender)
{
  const char *url = extender->url_prefix;
  const char *odd = strpbrk (url, NOT_IN_URLS);
  const char *rest = strstr (url, "://");
  const char *written;
  gsize len;
  g_autofree char *shown = NULL;
  g_autofree char *authority = NULL;
  const char *at;
  const char *host;
  const char *port;
  const char *bracket;
  const char *colon;
  guint64 number;

  if (rest == NULL
      || (g_ascii_strncasecmp (url, "http://", strlen ("http://")) != 0
          && g_ascii_strncasecmp (url, "https://", strlen ("https://")) != 0))
    return g_strdup ("it does not begin with http:// or https://");
  if (odd != NULL)
    return g_strdup_printf ("it has a \"%c\", which is not allowed in a URL",
                            g_ascii_isspace (*odd) ? ' ' : *odd);
  if (!is_escaped (url))
    return g_strdup ("it has a \"%\" without two hexadecimal digits after it");
  written = rest + strlen ("://");
  len = strcspn (written, "/?#");
  shown = fit_url_hide (written);
  authority = g_strndup (written, len);
  at = strrchr (authority, '@');
  host = at != NULL ? at + 1 : authority;
  bracket = strrchr (host, ']');
  colon = strrchr (bracket != NULL ? bracket : host, ':');
  /* The port follows the host, which may be an IPv6 address in brackets. */
  port = colon != NULL ? colon + 1 : "";
  if (*host == '\0' || *host == ':')
    return g_strdup ("it has no host");
  if (*port == '\0'
      || g_ascii_string_to_unsigned (port, 10, 1, MAX_PORT, &number, NULL))
    return NULL;
  if (strcmp (shown, written) == 0)
    return g_strdup_printf ("\"%s\" is not a port from 1 to 65535", port);
  return at == NULL && written[len] != '\0'
             ? g_strdup_printf (
                 "it has a \"%c\" before the @, where it is written as "
                 "\"%%%02X\"",
                 written[len], (guint) written[len])
             : g_strdup ("the port is not from 1 to 65535");
}
