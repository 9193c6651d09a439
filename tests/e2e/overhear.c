/* overhear.c - writes down what it is told over HTTP, and refuses it
 *
 *   overhear PORT FILE
 *
 * Each request is appended to FILE as it came, with "Basic" credentials decoded,
 * and gets 403 with a Status that repeats it.  PORT 0 is any that is free, and is
 * printed.  It ends with a signal.
 * SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <glib.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define ANSWER                                                   \
  "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\n" \
  "Content-Length: %zu\r\nX-Heard: %s\r\nConnection: close\r\n\r\n%s"
#define STATUS                                                         \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\"," \
  "\"code\":403,\"message\":\"you said %s\"}"

#define SECONDS 5

/* Until the end of the headers.  Returns: (transfer full) */
static char *
read_head (int fd)
{
  GString *head = g_string_new (NULL);
  char bytes[4096];
  gssize n;

  while (strstr (head->str, "\r\n\r\n") == NULL
         && (n = recv (fd, bytes, sizeof bytes, 0)) > 0)
    g_string_append_len (head, bytes, n);
  return g_string_free (head, FALSE);
}

/* Returns: (transfer full): "USER:PASSWORD\n"; "" without such credentials */
static char *
decode_basic (const char *head)
{
  const char *begin = strstr (head, "Basic ");
  g_autofree char *word = NULL;
  gsize len;

  if (begin == NULL)
    return g_strdup ("");
  begin += strlen ("Basic ");
  word = g_strndup (begin, strcspn (begin, "\r\n"));
  g_base64_decode_inplace (word, &len);
  return g_strdup_printf ("%.*s\n", (int) len, word);
}

/* Returns: (transfer full): what repeats @head and @decoded, in a header and in the
 * body */
static char *
make_answer (const char *head, const char *decoded)
{
  g_autofree char *heard = g_strconcat (head, decoded, NULL);
  g_autofree char *body = NULL;

  g_strdelimit (heard, "\r\n\"\\", ' ');
  body = g_strdup_printf (STATUS, heard);
  return g_strdup_printf (ANSWER, strlen (body), heard, body);
}

static void
take (int fd, const char *path)
{
  const struct timeval patience = { .tv_sec = SECONDS };
  g_autofree char *head = NULL;
  g_autofree char *decoded = NULL;
  g_autofree char *answer = NULL;
  char rest[4096];
  FILE *file = fopen (path, "a");

  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  head = read_head (fd);
  decoded = decode_basic (head);
  if (file != NULL)
    {
      fprintf (file, "%s%s", head, decoded);
      fclose (file);
    }
  answer = make_answer (head, decoded);
  send (fd, answer, strlen (answer), MSG_NOSIGNAL);
  shutdown (fd, SHUT_WR);
  while (recv (fd, rest, sizeof rest, 0) > 0)
    ;
  close (fd);
}

int
main (int argc, char **argv)
{
  struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t len = sizeof address;
  const int yes = 1;
  guint64 port;
  int fd;

  if (argc != 3
      || !g_ascii_string_to_unsigned (argv[1], 10, 0, 65535, &port, NULL))
    {
      fprintf (stderr, "usage: overhear PORT FILE\n");
      return 2;
    }
  address.sin_port = htons ((guint16) port);
  fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind (fd, (struct sockaddr *) &address, sizeof address) != 0
      || listen (fd, 64) != 0)
    {
      perror ("overhear");
      return 1;
    }
  if (port == 0 && getsockname (fd, (struct sockaddr *) &address, &len) == 0)
    {
      printf ("%u\n", ntohs (address.sin_port));
      fflush (stdout);
    }
  for (;;)
    {
      const int peer = accept (fd, NULL, NULL);

      if (peer >= 0)
        take (peer, argv[2]);
    }
}
