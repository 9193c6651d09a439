/* fault-wire.h - TLS connections and HTTP/1.1 framing for the fault proxy
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <gnutls/gnutls.h>

/* One end of a TLS connection. */
typedef struct
{
  gnutls_session_t tls;
  int fd;      /* -1: closed */
  GString *in; /* owned: read and not used yet */
} FitPeer;

/* fit_peer_open: takes @fd, also on failure */
gboolean fit_peer_open (FitPeer *peer, int fd, unsigned role,
                        gnutls_certificate_credentials_t credentials);
void fit_peer_close (FitPeer *peer);

/* fit_peer_fill: Returns: 1: there is more in @in; 0: nothing came in @ms;
 * -1: the connection has ended */
int fit_peer_fill (FitPeer *peer, int ms);

/* fit_peer_ended: whether it has hung up.  What came before is kept. */
gboolean fit_peer_ended (FitPeer *peer);

gboolean fit_peer_send (FitPeer *peer, const char *bytes, gsize len);

/* fit_peer_read_head: the first line and the headers, with the empty line.
 * @ms: 0: for as long as the connection lasts */
gboolean fit_peer_read_head (FitPeer *peer, GString *head, int ms);

/* fit_peer_read_body: appends the body that the head in @message announces */
gboolean fit_peer_read_body (FitPeer *peer, GString *message, int ms);

/* fit_wait_readable: FALSE: nothing came in @ms */
gboolean fit_wait_readable (int fd, int ms);

/* Where the body of an answer ends. */
typedef struct
{
  gboolean done;
  gboolean chunked;
  gboolean in_data;  /* of a chunk */
  gboolean trailing; /* after the last chunk */
  guint64 left;      /* bytes of the body, or of the chunk with its line end */
  GString *line;     /* the size of a chunk, as far as it is read */
} FitBody;

/* fit_body_init: as the head of the answer says */
void fit_body_init (FitBody *body, const char *head);

/* fit_body_take: Returns: how many of @bytes belong to the body; then it is
 * done or they are all */
gsize fit_body_take (FitBody *body, const char *bytes, gsize len);

void fit_body_clear (FitBody *body);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitBody, fit_body_clear)
