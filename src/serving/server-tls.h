/* server-tls.h - the certificate that a server shows
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef struct
{
  GBytes *certificate; /* owned: PEM, with its chain */
  GBytes *key;         /* owned: PEM */
  char *priorities;    /* (nullable) owned: versions and cipher suites, as
                          fit_tls_priorities() makes them; NULL: the default */
} FitServerTLS;

/**
 * fit_server_tls_load:
 * @tls: zero, but for its priorities
 *
 * Reads a certificate and its key, and finds out that they belong together.
 *
 * Returns: FALSE with FIT_ERROR_IO, "open FILE: no such file or directory", or
 * FIT_ERROR_PARSE, "CERTIFICATE, KEY: ..."
 */
gboolean fit_server_tls_load (FitServerTLS *tls, const char *certificate_file,
                              const char *key_file, GError **error);

/**
 * fit_server_tls_make:
 * @tls: zero, but for its priorities
 * @directory: (nullable): keeps kube-scheduler.crt and kube-scheduler.key; they
 *   are read where they are there, and written where not.  NULL: in memory
 * @address: that the server listens on
 *
 * A certificate for localhost, 127.0.0.1 and @address that signs itself.
 */
gboolean fit_server_tls_make (FitServerTLS *tls, const char *directory,
                              const char *address, GError **error);

void fit_server_tls_copy (FitServerTLS *tls, const FitServerTLS *from);
void fit_server_tls_clear (FitServerTLS *tls);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitServerTLS, fit_server_tls_clear)

G_END_DECLS
