/* sockets.c - whole messages through sockets between processes of the program
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/sockets.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

gboolean
fit_socket_write (int fd, gconstpointer bytes, gsize len)
{
  const char *next = bytes;

  while (len > 0)
    {
      const gssize n = send (fd, next, len, MSG_NOSIGNAL);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      next += n;
      len -= (gsize) n;
    }
  return TRUE;
}

gboolean
fit_socket_read (int fd, gpointer bytes, gsize len)
{
  char *next = bytes;

  while (len > 0)
    {
      const gssize n = read (fd, next, len);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      next += n;
      len -= (gsize) n;
    }
  return TRUE;
}
