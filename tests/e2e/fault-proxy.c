/* fault-proxy.c - stands between a scheduler and its API server, with faults
 *
 *   fault-proxy --listen PORT --to PORT --pki DIRECTORY --counts FILE
 *               [--seed N] [--rate PER-MILLE] [--watch-seconds N]
 *
 * It ends TLS with the certificate of the API server and goes on to the real one
 * as the user system:kube-scheduler, in HTTP/1.1.  All that it answers by itself
 * are errors.  What goes wrong is drawn from a seeded generator: for each
 * request, and for each watch when it ends.  SIGUSR1 ends the faults, SIGTERM the
 * proxy.  FILE says how many faults of each kind there have been.
 *
 * One thread for each connection, which has one to the server.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/fault-wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TICK_MS 100
#define ANSWER_MS 120000
#define EXPIRY_MS 2000

/* -- what can go wrong ----------------------------------------------------- */

typedef enum
{
  NO_FAULT,
  /* of any request */
  CUT_REQUEST,
  LOST_ANSWER,
  TRUNCATED_ANSWER,
  DELAY,
  TOO_MANY,
  INTERNAL,
  UNAVAILABLE,
  /* of a watch */
  EXPIRED,
  CUT_WATCH,
  TRUNCATED_WATCH,
  STALLED_WATCH,
  N_FAULTS,
} Fault;

/* What the proxy answers itself, the server never sees the request. */
typedef struct
{
  const char *name;
  const char *head; /* (nullable) status and headers of that answer */
  const char *reason;
} FaultInfo;

static const FaultInfo fault_infos[N_FAULTS] = {
  [CUT_REQUEST] = { "connection cut before the request", NULL, NULL },
  [LOST_ANSWER] = { "answer lost", NULL, NULL },
  [TRUNCATED_ANSWER] = { "answer truncated", NULL, NULL },
  [DELAY] = { "request delayed", NULL, NULL },
  [TOO_MANY]
  = { "429", "429 Too Many Requests\r\nRetry-After: 1", "TooManyRequests" },
  [INTERNAL] = { "500", "500 Internal Server Error", "InternalError" },
  [UNAVAILABLE] = { "503", "503 Service Unavailable", "ServiceUnavailable" },
  [EXPIRED] = { "410 (a watch from a version that is gone)", NULL, NULL },
  [CUT_WATCH] = { "watch cut", NULL, NULL },
  [TRUNCATED_WATCH] = { "watch truncated", NULL, NULL },
  [STALLED_WATCH] = { "watch stalled", NULL, NULL },
};

typedef struct
{
  int to_port;
  int rate;          /* of a thousand requests */
  int watch_seconds; /* how long a watch lives on average; 0: for ever */
  gnutls_certificate_credentials_t as_server;
  gnutls_certificate_credentials_t as_client;
  GMutex lock; /* of the two below */
  GRand *chance;
  guint counts[N_FAULTS];
  gint faulty; /* atomic: whether things go wrong */
} Proxy;

typedef struct
{
  Proxy *proxy;
  FitPeer client;
  FitPeer server; /* its fd is -1: not connected */
} Connection;

static int
draw (Proxy *proxy, int begin, int end)
{
  int n;

  g_mutex_lock (&proxy->lock);
  n = g_rand_int_range (proxy->chance, begin, end);
  g_mutex_unlock (&proxy->lock);
  return n;
}

static void
count (Proxy *proxy, Fault fault)
{
  g_mutex_lock (&proxy->lock);
  proxy->counts[fault]++;
  g_mutex_unlock (&proxy->lock);
}

/* Watches are few: they are too old more often than other things happen. */
static Fault
request_fault (Proxy *proxy, gboolean watch)
{
  if (!g_atomic_int_get (&proxy->faulty))
    return NO_FAULT;
  if (watch && draw (proxy, 0, 1000) < 2 * proxy->rate)
    return EXPIRED;
  return draw (proxy, 0, 1000) < proxy->rate
             ? (Fault) draw (proxy, CUT_REQUEST, EXPIRED)
             : NO_FAULT;
}

/* -- one exchange ---------------------------------------------------------- */

static gboolean
connect_to_server (Connection *connection)
{
  const Proxy *proxy = connection->proxy;
  const struct sockaddr_in address
      = { .sin_family = AF_INET,
          .sin_port = htons ((guint16) proxy->to_port),
          .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  int fd;

  if (connection->server.fd >= 0)
    return TRUE;
  fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return FALSE;
  if (connect (fd, (const struct sockaddr *) &address, sizeof address) != 0)
    {
      close (fd);
      return FALSE;
    }
  return fit_peer_open (&connection->server, fd, GNUTLS_CLIENT,
                        proxy->as_client);
}

static gboolean
refuse (Connection *connection, const FaultInfo *info)
{
  g_autofree char *body = g_strdup_printf (
      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
      "\"status\":\"Failure\",\"message\":\"injected: %s\",\"reason\":\"%s\","
      "\"code\":%.3s}",
      info->name, info->reason, info->head);
  g_autofree char *answer
      = g_strdup_printf ("HTTP/1.1 %s\r\nContent-Type: application/json\r\n"
                         "Content-Length: %zu\r\n\r\n%s",
                         info->head, strlen (body), body);

  return fit_peer_send (&connection->client, answer, strlen (answer));
}

/* The watch asks for the first version, which the server does not have any more: the
 * 410 is its own. */
static void
make_too_old (GString *request)
{
  static const char name[] = "resourceVersion=";
  const char *found = strstr (request->str, name);
  gsize at;

  if (found == NULL)
    return;
  at = (gsize) (found - request->str) + sizeof name - 1;
  g_string_erase (request, (gssize) at,
                  (gssize) strspn (request->str + at, "0123456789"));
  g_string_insert (request, (gssize) at, "1");
}

/* How the body of an answer is handed on. */
typedef struct
{
  Fault fault;    /* that happens to it */
  gint64 due_us;  /* not earlier; 0: at once */
  gboolean watch; /* it ends when the other side ends */
} Course;

static gboolean
truncates (const Course *course)
{
  return course->fault == TRUNCATED_ANSWER || course->fault == TRUNCATED_WATCH;
}

/* Returns: FALSE when the connection is to be cut */
static gboolean
break_body (Connection *connection, const Course *course, gsize n)
{
  const GString *in = connection->server.in;

  count (connection->proxy, course->fault);
  if (truncates (course))
    fit_peer_send (&connection->client, in->str, n / 2);
  if (course->fault == STALLED_WATCH)
    g_usleep ((gulong) draw (connection->proxy, 1000, 8000) * 1000);
  return FALSE;
}

static gboolean
is_due (const Course *course)
{
  return course->fault != NO_FAULT && course->fault != LOST_ANSWER
         && g_get_monotonic_time () >= course->due_us;
}

static gboolean
relay_body (Connection *connection, FitBody *body, const Course *course)
{
  FitPeer *server = &connection->server;
  const gint64 deadline = g_get_monotonic_time () + ANSWER_MS * 1000;

  while (!body->done)
    {
      const gsize n = fit_body_take (body, server->in->str, server->in->len);

      if (is_due (course) && (n > 1 || !truncates (course)))
        return break_body (connection, course, n);
      if (n > 0)
        {
          if (course->fault != LOST_ANSWER
              && !fit_peer_send (&connection->client, server->in->str, n))
            return FALSE;
          g_string_erase (server->in, 0, (gssize) n);
        }
      else if (fit_peer_ended (&connection->client)
               || (!course->watch && g_get_monotonic_time () > deadline))
        return FALSE;
      else if (!body->done && fit_peer_fill (server, TICK_MS) < 0)
        return FALSE;
    }
  return TRUE;
}

/* Whether the watch from the first version ends so.  A server whose caches are as old
 * as its store still has that version: it would tell again what happened long ago,
 * which no client has asked for. */
static gboolean
has_expired (FitPeer *server)
{
  const gint64 deadline = g_get_monotonic_time () + EXPIRY_MS * 1000;

  while (strstr (server->in->str, "}\n") == NULL
         && g_get_monotonic_time () < deadline)
    if (fit_peer_fill (server, TICK_MS) < 0)
      break;
  return strstr (server->in->str, "\"code\":410") != NULL;
}

static Course
choose_course (Proxy *proxy, Fault fault, gboolean watch)
{
  Course course = { .fault = NO_FAULT, .watch = watch };

  if (fault == LOST_ANSWER || fault == TRUNCATED_ANSWER)
    course.fault = fault;
  else if (watch && proxy->watch_seconds > 0
           && g_atomic_int_get (&proxy->faulty))
    {
      course.fault = (Fault) draw (proxy, CUT_WATCH, N_FAULTS);
      course.due_us
          = g_get_monotonic_time ()
            + (gint64) draw (proxy, 200, proxy->watch_seconds * 2000) * 1000;
    }
  return course;
}

static gboolean
relay (Connection *connection, GString *request, Fault fault, gboolean watch)
{
  const Course course = choose_course (connection->proxy, fault, watch);
  g_autoptr (GString) head = g_string_new (NULL);
  g_auto (FitBody) body = { 0 };

  if (!connect_to_server (connection)
      || !fit_peer_send (&connection->server, request->str, request->len)
      || !fit_peer_read_head (&connection->server, head, ANSWER_MS))
    return FALSE;
  if (fault == EXPIRED && !has_expired (&connection->server))
    return FALSE;
  if (fault == LOST_ANSWER || fault == EXPIRED)
    count (connection->proxy, fault);
  if (fault != LOST_ANSWER
      && !fit_peer_send (&connection->client, head->str, head->len))
    return FALSE;
  fit_body_init (&body, head->str);
  return relay_body (connection, &body, &course) && fault != LOST_ANSWER;
}

/* Returns: FALSE when no further request can come */
static gboolean
serve_request (Connection *connection)
{
  Proxy *proxy = connection->proxy;
  g_autoptr (GString) request = g_string_new (NULL);
  gboolean watch;
  Fault fault;

  if (!fit_peer_read_head (&connection->client, request, 0)
      || !fit_peer_read_body (&connection->client, request, ANSWER_MS))
    return FALSE;
  watch = strstr (request->str, "watch=true") != NULL;
  fault = request_fault (proxy, watch);
  if (fault == CUT_REQUEST || fault == DELAY || fault_infos[fault].head != NULL)
    count (proxy, fault);
  if (fault == CUT_REQUEST)
    return FALSE;
  if (fault_infos[fault].head != NULL)
    return refuse (connection, &fault_infos[fault]);
  if (fault == DELAY)
    g_usleep ((gulong) draw (proxy, 20, 800) * 1000);
  if (fault == EXPIRED)
    make_too_old (request);
  return relay (connection, request, fault, watch);
}

static gpointer
serve (gpointer data)
{
  Connection *connection = data;

  if (fit_peer_open (&connection->client, connection->client.fd, GNUTLS_SERVER,
                     connection->proxy->as_server))
    while (serve_request (connection))
      ;
  fit_peer_close (&connection->client);
  fit_peer_close (&connection->server);
  g_free (connection);
  return NULL;
}

/* -- the program ----------------------------------------------------------- */

static gint ending; /* atomic; set by a signal */
static gint calm;   /* atomic; set by a signal */

static void
on_signal (int number)
{
  g_atomic_int_set (number == SIGUSR1 ? &calm : &ending, 1);
}

static void
write_counts (Proxy *proxy, const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint total = 0;

  g_mutex_lock (&proxy->lock);
  for (Fault fault = NO_FAULT + 1; fault < N_FAULTS; fault++)
    {
      g_string_append_printf (text, "%u %s\n", proxy->counts[fault],
                              fault_infos[fault].name);
      total += proxy->counts[fault];
    }
  g_mutex_unlock (&proxy->lock);
  g_string_append_printf (text, "%u total\n", total);
  g_file_set_contents (path, text->str, (gssize) text->len, NULL);
}

static int
listen_on (int port)
{
  const struct sockaddr_in address
      = { .sin_family = AF_INET,
          .sin_port = htons ((guint16) port),
          .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  const int yes = 1;
  const int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (fd < 0 || setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0
      || bind (fd, (const struct sockaddr *) &address, sizeof address) != 0
      || listen (fd, 1024) != 0)
    return -1;
  return fd;
}

static void
accept_one (Proxy *proxy, int listener)
{
  Connection *connection;
  const int fd = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);

  if (fd < 0)
    return;
  connection = g_new0 (Connection, 1);
  connection->proxy = proxy;
  connection->client.fd = fd;
  connection->server.fd = -1;
  g_thread_unref (g_thread_new ("connection", serve, connection));
}

static gboolean
load_keys (Proxy *proxy, const char *pki)
{
  static const char *const names[] = { "apiserver", "scheduler" };
  gnutls_certificate_credentials_t *credentials[]
      = { &proxy->as_server, &proxy->as_client };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *certificate
          = g_strdup_printf ("%s/%s.crt", pki, names[i]);
      g_autofree char *key = g_strdup_printf ("%s/%s.key", pki, names[i]);

      if (gnutls_certificate_allocate_credentials (credentials[i]) != 0
          || gnutls_certificate_set_x509_key_file (*credentials[i], certificate,
                                                   key, GNUTLS_X509_FMT_PEM)
                 != 0)
        return FALSE;
    }
  return TRUE;
}

static void
run (Proxy *proxy, int listener, const char *counts)
{
  gint64 next_us = 0;

  while (!g_atomic_int_get (&ending))
    {
      if (g_atomic_int_get (&calm))
        g_atomic_int_set (&proxy->faulty, FALSE);
      if (fit_wait_readable (listener, TICK_MS))
        accept_one (proxy, listener);
      if (g_get_monotonic_time () < next_us)
        continue;
      write_counts (proxy, counts);
      next_us = g_get_monotonic_time () + TICK_MS * 1000;
    }
  write_counts (proxy, counts);
}

int
main (int argc, char **argv)
{
  static Proxy proxy = { .rate = 100, .faulty = TRUE };
  g_autofree char *pki = NULL;
  g_autofree char *counts = NULL;
  g_autoptr (GError) error = NULL;
  int listen_port = 0;
  int seed = 1;
  int listener;
  const GOptionEntry entries[] = {
    { "listen", 0, 0, G_OPTION_ARG_INT, &listen_port, NULL, NULL },
    { "to", 0, 0, G_OPTION_ARG_INT, &proxy.to_port, NULL, NULL },
    { "pki", 0, 0, G_OPTION_ARG_FILENAME, &pki, NULL, NULL },
    { "counts", 0, 0, G_OPTION_ARG_FILENAME, &counts, NULL, NULL },
    { "seed", 0, 0, G_OPTION_ARG_INT, &seed, NULL, NULL },
    { "rate", 0, 0, G_OPTION_ARG_INT, &proxy.rate, NULL, NULL },
    { "watch-seconds", 0, 0, G_OPTION_ARG_INT, &proxy.watch_seconds, NULL,
      NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      fprintf (stderr, "fault-proxy: %s\n", error->message);
      return 2;
    }
  if (pki == NULL || counts == NULL || !load_keys (&proxy, pki))
    {
      fprintf (stderr,
               "fault-proxy: --counts and --pki with keys are needed\n");
      return 2;
    }
  listener = listen_on (listen_port);
  if (listener < 0)
    {
      fprintf (stderr, "fault-proxy: cannot listen on port %d\n", listen_port);
      return 1;
    }
  signal (SIGPIPE, SIG_IGN);
  signal (SIGUSR1, on_signal);
  signal (SIGTERM, on_signal);
  signal (SIGINT, on_signal);
  proxy.chance = g_rand_new_with_seed ((guint32) seed);
  run (&proxy, listener, counts);
  /* Connections are still being served: their threads end with the process. */
  _exit (0);
}
