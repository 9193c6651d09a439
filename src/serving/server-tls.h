/* server-tls.h - the certificate that a server shows
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/live-files.h"

typedef struct
{
  GBytes *certificate; /* owned: PEM, with its chain */
  GBytes *key;         /* owned: PEM */
  FitLiveFiles *files; /* (nullable) owned reference: where both were read, and
                          what new connections get once they have changed; NULL:
                          there are no files */
  char *priorities;    /* (nullable) owned: versions and cipher suites, as
                          fit_tls_priorities() makes them; NULL: the default */
} FitServerTLS;

/**
 * fit_server_tls_load:
 * @tls: zero, but for its priorities
 *
 * Reads a certificate and its key, and finds out that they belong together.
 * They are read again when they change.
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

/* -- what one connection is shown ------------------------------------------ */

/* Counted: a session needs it until its end. */
typedef struct _FitShownPair FitShownPair;

/* fit_shown_pair_new: @contents: of FitServerTLS.files.  Returns: (transfer
 * full) (nullable): NULL if they do not belong together */
FitShownPair *fit_shown_pair_new (GBytes *const *contents);
FitShownPair *fit_shown_pair_ref (FitShownPair *pair);
void fit_shown_pair_unref (FitShownPair *pair);

/* fit_shown_pair_use: @session: a gnutls_session_t before its handshake;
 * borrows @pair */
void fit_shown_pair_use (FitShownPair *pair, gpointer session);
