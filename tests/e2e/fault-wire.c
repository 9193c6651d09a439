/* fault-wire.c - TLS connections and HTTP/1.1 framing for the fault proxy
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/fault-wire.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HANDSHAKE_MS 10000
#define SEND_MS 30000

/* -- connections ----------------------------------------------------------- */

gboolean
fit_peer_open (FitPeer *peer, int fd, unsigned role,
               gnutls_certificate_credentials_t credentials)
{
  const int yes = 1;
  int status;

  peer->fd = fd;
  peer->in = g_string_new (NULL);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  gnutls_init (&peer->tls, role);
  gnutls_set_default_priority (peer->tls);
  gnutls_credentials_set (peer->tls, GNUTLS_CRD_CERTIFICATE, credentials);
  gnutls_transport_set_int (peer->tls, fd);
  gnutls_handshake_set_timeout (peer->tls, HANDSHAKE_MS);
  do
    status = gnutls_handshake (peer->tls);
  while (status < 0 && !gnutls_error_is_fatal (status));
  if (status >= 0)
    return TRUE;
  fit_peer_close (peer);
  return FALSE;
}

void
fit_peer_close (FitPeer *peer)
{
  if (peer->fd < 0)
    return;
  gnutls_deinit (peer->tls);
  close (peer->fd);
  g_string_free (peer->in, TRUE);
  peer->fd = -1;
}

static gboolean
wait_for (int fd, short events, int ms)
{
  struct pollfd waiting = { .fd = fd, .events = events };

  return poll (&waiting, 1, ms) > 0;
}

gboolean
fit_wait_readable (int fd, int ms)
{
  return wait_for (fd, POLLIN, ms);
}

int
fit_peer_fill (FitPeer *peer, int ms)
{
  char bytes[16384];
  ssize_t n;

  if (gnutls_record_check_pending (peer->tls) == 0
      && !fit_wait_readable (peer->fd, ms))
    return 0;
  n = gnutls_record_recv (peer->tls, bytes, sizeof bytes);
  if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED)
    return 0;
  if (n <= 0)
    return -1;
  g_string_append_len (peer->in, bytes, n);
  return 1;
}

gboolean
fit_peer_ended (FitPeer *peer)
{
  return fit_peer_fill (peer, 0) < 0;
}

gboolean
fit_peer_send (FitPeer *peer, const char *bytes, gsize len)
{
  while (len > 0)
    {
      const ssize_t n = gnutls_record_send (peer->tls, bytes, len);

      if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED)
        {
          if (!wait_for (peer->fd, POLLOUT, SEND_MS))
            return FALSE;
          continue;
        }
      if (n <= 0)
        return FALSE;
      bytes += n;
      len -= (gsize) n;
    }
  return TRUE;
}

/* -- messages -------------------------------------------------------------- */

static int
wait_for_more (FitPeer *peer, gint64 deadline_us)
{
  int more;

  do
    {
      if (deadline_us > 0 && g_get_monotonic_time () > deadline_us)
        return -1;
      more = fit_peer_fill (peer, 1000);
    }
  while (more == 0);
  return more;
}

static gint64
deadline (int ms)
{
  return ms > 0 ? g_get_monotonic_time () + (gint64) ms * 1000 : 0;
}

gboolean
fit_peer_read_head (FitPeer *peer, GString *head, int ms)
{
  static const char empty_line[] = "\r\n\r\n";
  const gint64 until_us = deadline (ms);
  const char *end;
  gsize len;

  while ((end = strstr (peer->in->str, empty_line)) == NULL)
    if (wait_for_more (peer, until_us) < 0)
      return FALSE;
  len = (gsize) (end - peer->in->str) + sizeof empty_line - 1;
  g_string_append_len (head, peer->in->str, (gssize) len);
  g_string_erase (peer->in, 0, (gssize) len);
  return TRUE;
}

/* Returns: (transfer full) (nullable): in lower case */
static char *
header (const char *head, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (head, "\r\n", -1);
  const gsize len = strlen (name);

  for (guint i = 1; lines[i] != NULL; i++)
    if (g_ascii_strncasecmp (lines[i], name, len) == 0 && lines[i][len] == ':')
      return g_ascii_strdown (g_strstrip (lines[i] + len + 1), -1);
  return NULL;
}

gboolean
fit_peer_read_body (FitPeer *peer, GString *message, int ms)
{
  g_autofree char *announced = header (message->str, "Content-Length");
  const gsize len
      = announced ? (gsize) g_ascii_strtoull (announced, NULL, 10) : 0;
  const gint64 until_us = deadline (ms);

  while (peer->in->len < len)
    if (wait_for_more (peer, until_us) < 0)
      return FALSE;
  g_string_append_len (message, peer->in->str, (gssize) len);
  g_string_erase (peer->in, 0, (gssize) len);
  return TRUE;
}

/* -- bodies ---------------------------------------------------------------- */

void
fit_body_init (FitBody *body, const char *head)
{
  g_autofree char *announced = header (head, "Content-Length");
  g_autofree char *coding = header (head, "Transfer-Encoding");
  const char *status = strchr (head, ' ');

  memset (body, 0, sizeof *body);
  body->line = g_string_new (NULL);
  body->chunked = g_strcmp0 (coding, "chunked") == 0;
  if (announced != NULL)
    body->left = g_ascii_strtoull (announced, NULL, 10);
  body->done = !body->chunked && body->left == 0;
  if (status != NULL && g_str_has_prefix (status, " 204"))
    body->done = TRUE;
}

void
fit_body_clear (FitBody *body)
{
  if (body->line != NULL)
    g_string_free (body->line, TRUE);
  body->line = NULL;
}

/* A byte of what is around the data of chunks. */
static void
take_frame_byte (FitBody *body, char byte)
{
  if (byte != '\n')
    {
      g_string_append_c (body->line, byte);
      return;
    }
  if (body->trailing)
    body->done = body->line->len <= 1; /* "\r" */
  else
    {
      body->left = g_ascii_strtoull (body->line->str, NULL, 16);
      body->trailing = body->left == 0;
      body->in_data = !body->trailing;
      body->left += 2; /* its line end */
    }
  g_string_truncate (body->line, 0);
}

gsize
fit_body_take (FitBody *body, const char *bytes, gsize len)
{
  gsize taken = 0;

  while (taken < len && !body->done)
    if (body->chunked && !body->in_data)
      take_frame_byte (body, bytes[taken++]);
    else
      {
        const gsize n = (gsize) MIN (body->left, len - taken);

        taken += n;
        body->left -= n;
        if (body->left == 0)
          {
            body->done = !body->chunked;
            body->in_data = FALSE;
          }
      }
  return taken;
}
