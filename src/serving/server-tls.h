/* server-tls.h - the certificate that a server shows
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef struct
{
  GBytes *certificate; /* owned: PEM, with its chain */
  GBytes *key;         /* owned: PEM */
  GBytes *client_ca;   /* (nullable) owned: PEM: clients may show certificates
                          of these authorities */
  char *priorities;    /* (nullable) owned: versions and cipher suites, as
                          fit_tls_priorities() makes them; NULL: the default */
} FitServerTLS;

/**
 * fit_server_tls_load:
 * @tls: zero, but for its priorities
 * @client_ca: (nullable): PEM; its bytes are referenced
 *
 * Reads a certificate and its key, and finds out that they belong together.
 *
 * Returns: FALSE with FIT_ERROR_IO, "open FILE: no such file or directory", or
 * FIT_ERROR_PARSE, "CERTIFICATE, KEY: ..."
 */
gboolean fit_server_tls_load (FitServerTLS *tls, const char *certificate_file,
                              const char *key_file, GBytes *client_ca,
                              GError **error);

/**
 * fit_server_tls_make:
 * @tls: zero, but for its priorities
 * @directory: (nullable): keeps kube-scheduler.crt and kube-scheduler.key; they
 *   are read where they are there, and written where not.  NULL: in memory
 * @address: that the server listens on
 * @client_ca: (nullable): as above
 *
 * A certificate for localhost, 127.0.0.1 and @address that signs itself.
 */
gboolean fit_server_tls_make (FitServerTLS *tls, const char *directory,
                              const char *address, GBytes *client_ca,
                              GError **error);

/**
 * fit_server_tls_client:
 * @session: a gnutls_session_t
 * @out_user: (out) (transfer full): the common name
 * @out_groups: (out) (transfer full): the organizations
 *
 * Whose certificate the client has shown.
 *
 * Returns: FALSE if it is not one of a client that a trusted authority has
 * signed, and that is valid now; TRUE without a user if none was shown
 */
gboolean fit_server_tls_client (gpointer session, char **out_user,
                                char ***out_groups);

void fit_server_tls_copy (FitServerTLS *tls, const FitServerTLS *from);
void fit_server_tls_clear (FitServerTLS *tls);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitServerTLS, fit_server_tls_clear)

G_END_DECLS
