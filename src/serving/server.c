/* server.c - a small server for HTTP and HTTPS, on libmicrohttpd
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/server.h"

#include "serving/server-connections.h"
#include "serving/tls-priorities.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/network.h"

#define BACKLOG 128

struct _FitServer
{
  FitAccess *access;      /* (nullable) borrowed */
  FitServerRoute *routes; /* owned */
  guint n_routes;
  gsize all_bodies_bytes; /* 0: no limit */
  gsize bodies_bytes;     /* atomic: of all exchanges */
  FitServerTLS tls;
  FitConnections *connections; /* owned */
  struct MHD_Daemon *http;     /* owned */
  guint port;
  pthread_mutex_t lock; /* of the next two */
  guint version;        /* of tls.files, which @shown is from */
  FitShownPair *shown;  /* (nullable) owned reference: for new connections */
};

/* A connection, until its socket is closed. */
typedef struct
{
  FitConnection *timed; /* borrowed */
  FitShownPair *shown;  /* (nullable) owned reference */
} Peer;

/* A request while it comes in. */
typedef struct
{
  char *path;                  /* (nullable) owned: NULL: no page has it */
  gboolean begun;              /* the headers are there */
  const FitServerRoute *route; /* (nullable) borrowed */
  char *user;                  /* (nullable) owned */
  GString *body;               /* owned */
  gboolean answered;
} Exchange;

/* -- answers --------------------------------------------------------------- */

static enum MHD_Result
send_answer (struct MHD_Connection *connection, FitServerAnswer *answer,
             const char *allow)
{
  const gsize len = answer->body->len;
  char *bytes = g_string_free (g_steal_pointer (&answer->body), FALSE);
  struct MHD_Response *response = fit_net.MHD_create_response_from_buffer (
      len, bytes, MHD_RESPMEM_MUST_FREE);
  enum MHD_Result result;

  if (response == NULL)
    {
      g_free (bytes);
      return MHD_NO;
    }
  fit_net.MHD_add_response_header (response, MHD_HTTP_HEADER_CONTENT_TYPE,
                                   answer->type);
  fit_net.MHD_add_response_header (response, "X-Content-Type-Options",
                                   "nosniff");
  fit_net.MHD_add_response_header (response, MHD_HTTP_HEADER_CACHE_CONTROL,
                                   "no-cache, private");
  if (allow != NULL)
    fit_net.MHD_add_response_header (response, MHD_HTTP_HEADER_ALLOW, allow);
  for (char **header = answer->headers; header != NULL && *header != NULL;
       header += 2)
    fit_net.MHD_add_response_header (response, header[0], header[1]);
  result = fit_net.MHD_queue_response (connection, answer->status, response);
  fit_net.MHD_destroy_response (response);
  return result;
}

static const char *
request_header (struct MHD_Connection *connection, const char *name)
{
  return fit_net.MHD_lookup_connection_value (connection, MHD_HEADER_KIND,
                                              name);
}

const char *
fit_server_request_header (const FitServerRequest *request, const char *name)
{
  return request_header (request->exchange, name);
}

typedef struct
{
  const char *name;
  GPtrArray *values;
} Search;

static enum MHD_Result
take_argument (gpointer data, enum MHD_ValueKind kind, const char *name,
               const char *value)
{
  const Search *search = data;

  (void) kind;
  if (g_str_equal (name, search->name))
    g_ptr_array_add (search->values, g_strdup (value != NULL ? value : ""));
  return MHD_YES;
}

char **
fit_server_request_arguments (const FitServerRequest *request, const char *name)
{
  Search search = { name, g_ptr_array_new () };

  fit_net.MHD_get_connection_values (request->exchange, MHD_GET_ARGUMENT_KIND,
                                     take_argument, &search);
  g_ptr_array_add (search.values, NULL);
  return (char **) g_ptr_array_free (search.values, FALSE);
}

/* -- who asks -------------------------------------------------------------- */

/* The headers of a request.  Their texts are owned by @texts. */
typedef struct
{
  GArray *headers;  /* of FitServerHeader */
  GPtrArray *texts; /* owned */
} Headers;

static const char *
keep_text (const Headers *headers, const char *text)
{
  char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);

  g_ptr_array_add (headers->texts, valid);
  return valid;
}

static enum MHD_Result
take_header (gpointer data, enum MHD_ValueKind kind, const char *name,
             const char *value)
{
  const Headers *headers = data;
  const FitServerHeader header
      = { keep_text (headers, name), keep_text (headers, value) };

  (void) kind;
  g_array_append_val (headers->headers, header);
  return MHD_YES;
}

static char *
allowed_user (const FitServer *server, struct MHD_Connection *connection,
              const char *method, const char *path, FitServerAnswer *answer)
{
  const union MHD_ConnectionInfo *info = fit_net.MHD_get_connection_info (
      connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  g_autoptr (GArray) headers
      = g_array_new (FALSE, FALSE, sizeof (FitServerHeader));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  static const char scheme[] = "bearer ";
  const char *authorization
      = request_header (connection, MHD_HTTP_HEADER_AUTHORIZATION);
  FitShownCredentials credentials = { 0 };
  Headers taken = { headers, texts };

  /* "Authorization: Bearer TOKEN" */
  if (authorization != NULL
      && g_ascii_strncasecmp (authorization, scheme, sizeof scheme - 1) == 0)
    {
      authorization += sizeof scheme - 1;
      credentials.token = authorization + strspn (authorization, " ");
    }
  if (info != NULL && info->tls_session != NULL)
    {
      fit_net.MHD_get_connection_values (connection, MHD_HEADER_KIND,
                                         take_header, &taken);
      credentials.session = info->tls_session;
      credentials.headers = (const FitServerHeader *) (gpointer) headers->data;
      credentials.n_headers = headers->len;
    }
  return fit_access_check (server->access, &credentials, method, path, answer);
}

/* -- requests -------------------------------------------------------------- */

/* Is there room for @n more bytes of bodies? */
static gboolean
has_room (FitServer *server, gsize n)
{
  const gsize used = (gsize) g_atomic_pointer_get (&server->bodies_bytes);

  return server->all_bodies_bytes == 0
         || (used <= server->all_bodies_bytes
             && n <= server->all_bodies_bytes - used);
}

static FitConnection *
connection_of (struct MHD_Connection *connection)
{
  const Peer *peer = fit_net
                         .MHD_get_connection_info (
                             connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
                         ->socket_context;

  return peer->timed;
}

/* Returns: TRUE if nothing speaks against reading the body; otherwise @answer
 * says what does */
static gboolean
admit (FitServer *server, struct MHD_Connection *connection, const char *method,
       Exchange *exchange, FitServerAnswer *answer)
{
  const FitServerRoute *route = exchange->route;
  const char *announced;
  guint64 len = 0;

  if (!route->is_probe
      && !fit_connections_begin (server->connections,
                                 connection_of (connection)))
    {
      fit_server_answer_text (answer, 503, "503 too many requests at once");
      return FALSE;
    }
  if (server->access != NULL
      && (exchange->user
          = allowed_user (server, connection, method, exchange->path, answer))
             == NULL)
    return FALSE;
  /* Without the header, as for chunks, the body is counted as it comes. */
  announced = request_header (connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
  if (announced != NULL
      && !g_ascii_string_to_unsigned (announced, 10, 0, G_MAXUINT64, &len,
                                      NULL))
    len = G_MAXUINT64;
  if (len > route->body_bytes && route->body_bytes == 0)
    fit_server_answer_text (answer, 413, "413 a body is not taken here");
  else if (len > route->body_bytes)
    fit_server_answer_text (
        answer, 413, "413 the body is longer than %" G_GSIZE_FORMAT " bytes",
        route->body_bytes);
  else if (has_room (server, (gsize) len))
    return TRUE;
  else
    fit_server_answer_text (answer, 503, "503 too many bodies at once");
  return FALSE;
}

/* The headers are there.  What can be refused is refused before the body is
 * read. */
static enum MHD_Result
begin_exchange (FitServer *server, struct MHD_Connection *connection,
                const char *method, Exchange *exchange)
{
  const char *allow = NULL;
  g_auto (FitServerAnswer) answer;

  fit_server_answer_init (&answer);
  fit_connections_restart (server->connections, connection_of (connection));
  exchange->begun = TRUE;
  for (guint i = 0; exchange->path != NULL && exchange->route == NULL
                    && i < server->n_routes;
       i++)
    {
      const FitServerRoute *route = &server->routes[i];

      if (!g_str_equal (route->path, exchange->path))
        continue;
      if (g_str_equal (route->method, method)
          || (g_str_equal (route->method, "GET")
              && g_str_equal (method, "HEAD")))
        exchange->route = route;
      else
        allow = route->method;
    }
  if (exchange->route == NULL && allow == NULL)
    fit_server_answer_text (&answer, 404, "404 page not found");
  else if (exchange->route == NULL)
    fit_server_answer_text (&answer, 405, "405 method not allowed");
  else if (admit (server, connection, method, exchange, &answer))
    return MHD_YES;
  exchange->answered = TRUE;
  return send_answer (connection, &answer, allow);
}

/* The first line of a request is there.  What it asks for is a path, as in
 * "/healthz?verbose", or has a host before it, as for a proxy.  libmicrohttpd
 * cuts a path at a NUL. */
static gpointer
meet (gpointer data, const char *target, struct MHD_Connection *connection)
{
  static const char *const schemes[] = { "http://", "https://" };
  FitServer *server = data;
  Exchange *exchange = g_new0 (Exchange, 1);

  fit_connections_hurry (server->connections, connection_of (connection));
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strncasecmp (target, schemes[i], strlen (schemes[i])) == 0)
      {
        target += strlen (schemes[i]);
        target += strcspn (target, "/?");
        if (*target != '/')
          target = "/";
        break;
      }
  exchange->path
      = g_uri_unescape_segment (target, target + strcspn (target, "?"), NULL);
  exchange->body = g_string_new (NULL);
  return exchange;
}

/* libmicrohttpd calls it when the headers are there, for each piece of the
 * body, and at its end. */
static enum MHD_Result
serve (gpointer data, struct MHD_Connection *connection, const char *path,
       const char *method, const char *version, const char *bytes, size_t *len,
       gpointer *context)
{
  FitServer *server = data;
  Exchange *exchange = *context;
  const gsize n = *len;
  FitServerRequest request = { method, exchange->path };
  g_auto (FitServerAnswer) answer = { 0 };

  (void) path;
  (void) version;
  if (!exchange->begun)
    return begin_exchange (server, connection, method, exchange);
  *len = 0;
  if (exchange->answered)
    return MHD_YES;
  if (n > 0)
    {
      /* In the middle of a body libmicrohttpd takes no answer: more than the
       * route or the server takes ends the connection. */
      if (n > exchange->route->body_bytes - exchange->body->len
          || !has_room (server, n))
        return MHD_NO;
      g_atomic_pointer_add (&server->bodies_bytes, (gssize) n);
      g_string_append_len (exchange->body, bytes, (gssize) n);
      return MHD_YES;
    }
  request.body = exchange->body->str;
  request.body_len = exchange->body->len;
  request.user = exchange->user;
  request.exchange = connection;
  fit_server_answer_init (&answer);
  exchange->route->answer (&request, &answer, exchange->route->data);
  exchange->answered = TRUE;
  fit_connections_restart (server->connections, connection_of (connection));
  return send_answer (connection, &answer, NULL);
}

static void
finish (gpointer data, struct MHD_Connection *connection, gpointer *context,
        enum MHD_RequestTerminationCode why)
{
  FitServer *server = data;
  Exchange *exchange = *context;

  (void) why;
  fit_connections_end (server->connections, connection_of (connection));
  *context = NULL;
  if (exchange == NULL)
    return;
  g_atomic_pointer_add (&server->bodies_bytes, -(gssize) exchange->body->len);
  g_free (exchange->path);
  g_free (exchange->user);
  g_string_free (exchange->body, TRUE);
  g_free (exchange);
}

/* Returns: (transfer full) (nullable): NULL: what libmicrohttpd got when it
 * started */
static FitShownPair *
shown_now (FitServer *server)
{
  GBytes *pair[FIT_LIVE_FILES];
  FitShownPair *shown, *fresh;
  guint version;

  if (server->tls.files == NULL)
    return NULL;
  pthread_mutex_lock (&server->lock);
  version = fit_live_files_get (server->tls.files, pair);
  if (version != server->version && (fresh = fit_shown_pair_new (pair)) != NULL)
    {
      fit_shown_pair_unref (server->shown);
      server->shown = fresh;
      server->version = version;
    }
  shown = server->shown != NULL ? fit_shown_pair_ref (server->shown) : NULL;
  pthread_mutex_unlock (&server->lock);
  g_bytes_unref (pair[0]);
  g_bytes_unref (pair[1]);
  return shown;
}

/* Of IPv6, one client has whole networks of 64 bits. */
static guint64
client_of (const struct sockaddr *address)
{
  const struct sockaddr_in *v4 = (const struct sockaddr_in *) address;
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *) address;
  guint64 network = 0;
  guint32 host;

  if (address->sa_family == AF_INET)
    return v4->sin_addr.s_addr;
  if (IN6_IS_ADDR_V4MAPPED (&v6->sin6_addr))
    {
      memcpy (&host, &v6->sin6_addr.s6_addr[12], sizeof host);
      return host;
    }
  memcpy (&network, &v6->sin6_addr, sizeof network);
  return network;
}

static void
watch (gpointer data, struct MHD_Connection *connection, gpointer *context,
       enum MHD_ConnectionNotificationCode what)
{
  FitServer *server = data;
  const union MHD_ConnectionInfo *info;
  Peer *peer = *context;
  guint64 client;

  if (what != MHD_CONNECTION_NOTIFY_STARTED)
    {
      fit_connections_remove (server->connections, peer->timed);
      fit_shown_pair_unref (peer->shown);
      g_free (peer);
      return;
    }
  *context = peer = g_new0 (Peer, 1);
  info = fit_net.MHD_get_connection_info (connection,
                                          MHD_CONNECTION_INFO_GNUTLS_SESSION);
  /* Before the handshake.  The client may show a certificate, of whatever
   * authority: which ones count may change while the server runs.
   * libmicrohttpd asks for one only where the authorities are known when it
   * starts. */
  if (info != NULL && info->tls_session != NULL)
    {
      peer->shown = shown_now (server);
      if (peer->shown != NULL)
        fit_shown_pair_use (peer->shown, info->tls_session);
      if (server->access != NULL)
        fit_net.gnutls_certificate_server_set_request (info->tls_session,
                                                       GNUTLS_CERT_REQUEST);
    }
  info = fit_net.MHD_get_connection_info (connection,
                                          MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  client = client_of (info->client_addr);
  info = fit_net.MHD_get_connection_info (connection,
                                          MHD_CONNECTION_INFO_CONNECTION_FD);
  peer->timed
      = fit_connections_add (server->connections, info->connect_fd, client);
}

/* -- sockets --------------------------------------------------------------- */

/* Returns: a socket that listens; -1 with errno */
static int
listen_on (const struct addrinfo *info, gboolean any)
{
  const int yes = 1;
  const int no = 0;
  const int fd
      = socket (info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);
  int problem;

  if (fd < 0)
    return -1;
  setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (info->ai_family == AF_INET6)
    setsockopt (fd, IPPROTO_IPV6, IPV6_V6ONLY, any ? &no : &yes, sizeof no);
  if (bind (fd, info->ai_addr, info->ai_addrlen) == 0
      && listen (fd, BACKLOG) == 0)
    return fd;
  problem = errno;
  close (fd);
  errno = problem;
  return -1;
}

/* As in Go, "0.0.0.0" and "::" both mean all addresses of both families. */
static int
open_socket (const char *address, guint port, GError **error)
{
  const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                                  .ai_socktype = SOCK_STREAM };
  const gboolean any
      = g_str_equal (address, "0.0.0.0") || g_str_equal (address, "::");
  g_autofree char *number = g_strdup_printf ("%u", port);
  g_autofree char *reason = NULL;
  struct addrinfo *found = NULL;
  int fd;

  if (getaddrinfo (any ? "::" : address, number, &hints, &found) != 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "listen on \"%s\": expected an IP address", address);
      return -1;
    }
  fd = listen_on (found, any);
  freeaddrinfo (found);
  if (fd < 0 && any && errno == EAFNOSUPPORT
      && getaddrinfo ("0.0.0.0", number, &hints, &found) == 0)
    {
      fd = listen_on (found, any);
      freeaddrinfo (found);
    }
  if (fd >= 0)
    return fd;
  reason = g_ascii_strdown (g_strerror (errno), -1);
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "listen on %s%s%s:%u: %s",
               strchr (address, ':') != NULL ? "[" : "", address,
               strchr (address, ':') != NULL ? "]" : "", port, reason);
  return -1;
}

/* -- servers --------------------------------------------------------------- */

static char *
pem_text (GBytes *bytes)
{
  gsize len;
  const char *text = g_bytes_get_data (bytes, &len);

  return g_strndup (text, len);
}

static struct MHD_Daemon *
start_daemon (FitServer *server, const FitServerOptions *options, int fd)
{
  const guint seconds
      = options->seconds > 0 ? options->seconds : FIT_SERVER_SECONDS;
  const guint connections = options->connections > 0 ? options->connections
                                                     : FIT_SERVER_CONNECTIONS;
  guint flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION
                | MHD_USE_ITC;
  g_autofree char *certificate = NULL;
  g_autofree char *key = NULL;
  struct MHD_OptionItem tls[4] = { 0 };
  guint n = 0;

  server->connections = fit_connections_new (connections,
                                             options->header_seconds > 0
                                                 ? options->header_seconds
                                                 : FIT_SERVER_HEADER_SECONDS,
                                             seconds);
  if (options->tls != NULL)
    {
      flags |= MHD_USE_TLS;
      certificate = pem_text (server->tls.certificate);
      key = pem_text (server->tls.key);
      tls[n++] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_CERT, 0,
                                          certificate };
      tls[n++] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_KEY, 0, key };
      tls[n++] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_PRIORITIES, 0,
                                          server->tls.priorities != NULL
                                              ? server->tls.priorities
                                              : (gpointer) FIT_TLS_PRIORITIES };
    }
  /* Those that give way need a moment to end, which on a busy machine is long:
   * beyond this limit libmicrohttpd hangs up without an answer. */
  return fit_net.MHD_start_daemon (
      flags, 0, NULL, NULL, serve, server, MHD_OPTION_LISTEN_SOCKET, fd,
      MHD_OPTION_CONNECTION_LIMIT, 8 * connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) FIT_SERVER_HEADER_BYTES,
      MHD_OPTION_CONNECTION_TIMEOUT, seconds, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, meet, server, MHD_OPTION_NOTIFY_COMPLETED,
      finish, server, MHD_OPTION_NOTIFY_CONNECTION, watch, server,
      MHD_OPTION_ARRAY, tls, MHD_OPTION_END);
}

FitServer *
fit_server_new (const FitServerOptions *options, GError **error)
{
  FitServer *server;
  struct sockaddr_storage address = { 0 };
  socklen_t len = sizeof address;
  int fd;

  if (!fit_net_load (error))
    return NULL;
  fd = open_socket (options->address, options->port, error);
  if (fd < 0)
    return NULL;
  server = g_new0 (FitServer, 1);
  pthread_mutex_init (&server->lock, NULL);
  server->access = options->access;
  server->n_routes = options->n_routes;
  server->all_bodies_bytes = options->all_bodies_bytes;
  server->routes = g_memdup2 (options->routes,
                              options->n_routes * sizeof *options->routes);
  if (options->tls != NULL)
    fit_server_tls_copy (&server->tls, options->tls);
  getsockname (fd, (struct sockaddr *) &address, &len);
  server->port = ntohs (address.ss_family == AF_INET6
                            ? ((struct sockaddr_in6 *) &address)->sin6_port
                            : ((struct sockaddr_in *) &address)->sin_port);
  server->http = start_daemon (server, options, fd);
  if (server->http != NULL)
    return server;
  close (fd);
  fit_server_free (server);
  return fit_fail_null (
      error, FIT_ERROR_INTERNAL, "listen on %s: libmicrohttpd cannot start%s",
      options->address,
      options->tls != NULL ? "; it may have been built without TLS" : "");
}

void
fit_server_free (FitServer *server)
{
  if (server == NULL)
    return;
  if (server->http != NULL)
    fit_net.MHD_stop_daemon (server->http);
  fit_connections_free (server->connections);
  fit_server_tls_clear (&server->tls);
  fit_shown_pair_unref (server->shown);
  pthread_mutex_destroy (&server->lock);
  g_free (server->routes);
  g_free (server);
}

guint
fit_server_port (const FitServer *server)
{
  return server->port;
}
