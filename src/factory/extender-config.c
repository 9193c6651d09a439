#include "factory/extender-config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Go's words for what open() says. */
static gboolean
readable (const char *path, const GBytes *data, GError **error)
{
  g_autofree char *reason = NULL;
  int fd;

  if (data || !*path)
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

gboolean
fit_extender_check_tls (const FitExtenderPolicy *extender, GError **error)
{
  const FitExtenderTLS *tls = extender->tls;
  gboolean has_ca, has_certificate, insecure;

  if (!tls)
    return TRUE;
  has_ca = *tls->ca_file || tls->ca_data;
  has_certificate = (*tls->cert_file || tls->cert_data)
                    && (*tls->key_file || tls->key_data);
  insecure = tls->insecure || (extender->enable_https && !has_ca);
  /* Without any of these v1.16 never looks at the rest. */
  if (!has_ca && !has_certificate && !insecure && !*tls->server_name)
    return TRUE;
  if (has_ca && insecure)
    {
      g_set_error (
          error, FIT_ERROR, FIT_ERROR_POLICY,
          "specifying a root certificates file with the insecure flag is not allowed");
      return FALSE;
    }
  return readable (tls->ca_file, tls->ca_data, error)
         && readable (tls->cert_file, tls->cert_data, error)
         && readable (tls->key_file, tls->key_data, error);
}
