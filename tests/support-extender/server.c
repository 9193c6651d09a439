/* server.c - an extender for tests: HTTP, behaviours and control
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support-extender/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <unistd.h>

#define BARRIER_SECONDS 20

/* A request while it comes in. */
typedef struct
{
  GString *body;   /* owned */
  char *behaviour; /* owned */
  guint argument;
  char *verb; /* owned */
} Request;

/* A request that asks for a client's certificate finds these without data of
 * its own to go by. */
static gnutls_pcert_st server_cert;
static gnutls_privkey_t server_key;
static gboolean wants_client_cert;

/* Behaviours --------------------------------------------------------------- */

static enum MHD_Result
reply (struct MHD_Connection *connection, guint status, const char *text)
{
  struct MHD_Response *response = MHD_create_response_from_buffer (
      strlen (text), (gpointer) text, MHD_RESPMEM_MUST_COPY);
  enum MHD_Result result;

  MHD_add_response_header (response, "Content-Type", "application/json");
  MHD_add_response_header (response, "X-Served-By", "extender-server");
  if (status / 100 == 3)
    MHD_add_response_header (response, "Location", "/ext/filter");
  result = MHD_queue_response (connection, status, response);
  MHD_destroy_response (response);
  return result;
}

static enum MHD_Result
do_work (Server *server, struct MHD_Connection *connection,
         const Request *request)
{
  g_autofree char *text
      = answer_request (server, request->verb, request->body->str);

  return text != NULL ? reply (connection, 200, text)
                      : reply (connection, 400, "{}");
}

/* status:N: does the work and calls it N */
static enum MHD_Result
say_status (Server *server, struct MHD_Connection *connection,
            const Request *request)
{
  g_autofree char *text
      = answer_request (server, request->verb, request->body->str);

  return reply (connection, request->argument, text != NULL ? text : "{}");
}

/* slow:MS: does the work, later */
static enum MHD_Result
be_slow (Server *server, struct MHD_Connection *connection,
         const Request *request)
{
  g_usleep (request->argument * 1000ul);
  return do_work (server, connection, request);
}

/* answer: what the control said */
static enum MHD_Result
say_answer (Server *server, struct MHD_Connection *connection,
            const Request *request)
{
  g_autofree char *text = NULL;

  pthread_mutex_lock (&server->lock);
  text = g_strdup (server->answer);
  pthread_mutex_unlock (&server->lock);
  return reply (connection, 200, text);
}

/* echo: the request's own body */
static enum MHD_Result
echo (Server *server, struct MHD_Connection *connection, const Request *request)
{
  return reply (connection, 200, request->body->str);
}

static ssize_t
give_blanks (gpointer data, uint64_t position, char *out, size_t max)
{
  const guint pause_ms = GPOINTER_TO_UINT (data);
  const gsize n = pause_ms > 0 ? 1 : max;

  if (pause_ms > 0)
    g_usleep (pause_ms * 1000ul);
  memset (out, ' ', n);
  return (ssize_t) n;
}

/* endless[:MS]: blanks without end, one every MS milliseconds or as fast as
 * they go */
static enum MHD_Result
say_no_end (Server *server, struct MHD_Connection *connection,
            const Request *request)
{
  struct MHD_Response *response = MHD_create_response_from_callback (
      MHD_SIZE_UNKNOWN, 65536, give_blanks,
      GUINT_TO_POINTER (request->argument), NULL);
  const enum MHD_Result result = MHD_queue_response (connection, 200, response);

  MHD_destroy_response (response);
  return result;
}

/* barrier:N: does the work once N requests are here at the same time */
static enum MHD_Result
wait_for_others (Server *server, struct MHD_Connection *connection,
                 const Request *request)
{
  struct timespec until;
  guint generation;
  gboolean opened;
  int status = 0;

  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec += BARRIER_SECONDS;
  pthread_mutex_lock (&server->lock);
  generation = server->generation;
  if (++server->waiting == request->argument)
    {
      server->waiting = 0;
      server->generation++;
      pthread_cond_broadcast (&server->changed);
    }
  while (server->generation == generation && status == 0)
    status = pthread_cond_timedwait (&server->changed, &server->lock, &until);
  opened = server->generation != generation;
  pthread_mutex_unlock (&server->lock);
  return opened ? do_work (server, connection, request)
                : reply (connection, 503, "{}");
}

/* hangup: closes the connection as soon as it is asked */
static enum MHD_Result
hang_up (Server *server, struct MHD_Connection *connection,
         const Request *request)
{
  return MHD_NO;
}

static const struct
{
  const char *name;
  enum MHD_Result (*act) (Server *server, struct MHD_Connection *connection,
                          const Request *request);
} behaviours[] = {
  { "ext", do_work },    { "status", say_status },
  { "slow", be_slow },   { "answer", say_answer },
  { "echo", echo },      { "endless", say_no_end },
  { "hangup", hang_up }, { "barrier", wait_for_others },
};

static enum MHD_Result
act (Server *server, struct MHD_Connection *connection, const Request *request)
{
  for (guint i = 0; i < G_N_ELEMENTS (behaviours); i++)
    if (g_str_equal (behaviours[i].name, request->behaviour))
      return behaviours[i].act (server, connection, request);
  return reply (connection, 404, "{}");
}

/* Requests ----------------------------------------------------------------- */

static Request *
request_new (const char *path)
{
  Request *request = g_new0 (Request, 1);
  g_auto (GStrv) parts = g_strsplit (path, "/", 3);
  const char *first = parts[0] != NULL && parts[1] != NULL ? parts[1] : "";
  const char *colon = strchr (first, ':');
  guint64 argument = 0;

  if (colon != NULL)
    g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT, &argument, NULL);
  request->argument = (guint) argument;
  request->behaviour = colon != NULL
                           ? g_strndup (first, (gsize) (colon - first))
                           : g_strdup (first);
  request->verb = g_strdup (*first != '\0' && parts[2] != NULL ? parts[2] : "");
  request->body = g_string_new (NULL);
  return request;
}

static void
request_free (Request *request)
{
  g_string_free (request->body, TRUE);
  g_free (request->behaviour);
  g_free (request->verb);
  g_free (request);
}

static enum MHD_Result
log_header (gpointer data, enum MHD_ValueKind kind, const char *key,
            const char *value)
{
  json_object_object_add (data, key, json_object_new_string (value));
  return MHD_YES;
}

/* The name that the client asked for when it said hello. */
static char *
server_name (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (
      connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  char name[256] = "";
  gsize len = sizeof name;
  guint type;

  if (info != NULL && info->tls_session != NULL
      && gnutls_server_name_get (info->tls_session, name, &len, &type, 0) != 0)
    *name = '\0';
  return g_strdup (name);
}

static void
log_request (Server *server, struct MHD_Connection *connection,
             const char *path, const char *method, const Request *request)
{
  json_object *entry = json_object_new_object ();
  json_object *headers = json_object_new_object ();
  g_autofree char *name = server_name (connection);

  MHD_get_connection_values (connection, MHD_HEADER_KIND, log_header, headers);
  json_object_object_add (entry, "method", json_object_new_string (method));
  json_object_object_add (entry, "path", json_object_new_string (path));
  json_object_object_add (entry, "headers", headers);
  json_object_object_add (entry, "server_name", json_object_new_string (name));
  json_object_object_add (entry, "body",
                          json_object_new_string_len (
                              request->body->str, (int) request->body->len));
  pthread_mutex_lock (&server->lock);
  json_object_array_add (server->requests, entry);
  pthread_mutex_unlock (&server->lock);
}

/* Called when the headers are there, for each part of the body, and at its
 * end.  Returns: TRUE at the end, with *@request complete */
static gboolean
receive (gpointer *request, const char *path, const char *bytes, size_t *len)
{
  if (*request == NULL)
    {
      *request = request_new (path);
      return FALSE;
    }
  if (*len == 0)
    return TRUE;
  g_string_append_len (((Request *) *request)->body, bytes, (gssize) *len);
  *len = 0;
  return FALSE;
}

static enum MHD_Result
serve (gpointer data, struct MHD_Connection *connection, const char *path,
       const char *method, const char *version, const char *bytes, size_t *len,
       gpointer *request)
{
  Server *server = data;
  const gboolean complete = receive (request, path, bytes, len);
  const Request *received = *request;

  if (!complete)
    return g_str_equal (received->behaviour, "hangup") ? MHD_NO : MHD_YES;
  log_request (server, connection, path, method, received);
  return act (server, connection, received);
}

static void
forget_request (gpointer data, struct MHD_Connection *connection,
                gpointer *request, enum MHD_RequestTerminationCode why)
{
  g_clear_pointer ((Request **) request, request_free);
}

static void
count_connection (gpointer data, struct MHD_Connection *connection,
                  gpointer *context, enum MHD_ConnectionNotificationCode what)
{
  Server *server = data;

  if (what != MHD_CONNECTION_NOTIFY_STARTED)
    return;
  pthread_mutex_lock (&server->lock);
  server->connections++;
  pthread_mutex_unlock (&server->lock);
}

/* Control ------------------------------------------------------------------ */

static enum MHD_Result
control_log (Server *server, struct MHD_Connection *connection,
             const char *method)
{
  g_autofree char *text = NULL;
  json_object *log = json_object_new_object ();

  pthread_mutex_lock (&server->lock);
  json_object_object_add (log, "connections",
                          json_object_new_int ((int) server->connections));
  json_object_object_add (log, "requests", json_object_get (server->requests));
  text
      = g_strdup (json_object_to_json_string_ext (log, JSON_C_TO_STRING_PLAIN));
  json_object_put (log);
  if (g_str_equal (method, "DELETE"))
    {
      json_object_put (server->requests);
      server->requests = json_object_new_array ();
      server->connections = 0;
    }
  pthread_mutex_unlock (&server->lock);
  return reply (connection, 200, text);
}

static enum MHD_Result
control (gpointer data, struct MHD_Connection *connection, const char *path,
         const char *method, const char *version, const char *bytes,
         size_t *len, gpointer *request)
{
  Server *server = data;
  const struct
  {
    const char *path;
    char **value;
  } values[] = {
    { "/reject", &server->reject }, { "/favourite", &server->favourite },
    { "/spare", &server->spare },   { "/answer", &server->answer },
    { "/binder", &server->binder },
  };

  if (!receive (request, path, bytes, len))
    return MHD_YES;
  if (g_str_equal (path, "/log"))
    return control_log (server, connection, method);
  pthread_mutex_lock (&server->lock);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (g_str_equal (values[i].path, path))
      {
        g_free (*values[i].value);
        *values[i].value = g_strdup (((Request *) *request)->body->str);
      }
  pthread_mutex_unlock (&server->lock);
  return reply (connection, 200, "{}");
}

/* TLS ---------------------------------------------------------------------- */

static int
choose_certificate (gnutls_session_t session, const gnutls_datum_t *cas,
                    int n_cas, const gnutls_pk_algorithm_t *algorithms,
                    int n_algorithms, gnutls_pcert_st **out_cert,
                    unsigned int *out_n, gnutls_privkey_t *out_key)
{
  /* The handshake fails for a client without a certificate that is trusted. */
  if (wants_client_cert)
    {
      gnutls_certificate_server_set_request (session, GNUTLS_CERT_REQUIRE);
      gnutls_session_set_verify_cert (session, NULL, 0);
    }
  *out_cert = &server_cert;
  *out_n = 1;
  *out_key = server_key;
  return 0;
}

static char *
read_file (const char *path)
{
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("cannot read %s", path);
  return text;
}

static void
load_certificate (const char *cert_path, const char *key_path)
{
  g_autofree char *cert = read_file (cert_path);
  g_autofree char *key = read_file (key_path);
  const gnutls_datum_t cert_datum = { (guchar *) cert, (guint) strlen (cert) };
  const gnutls_datum_t key_datum = { (guchar *) key, (guint) strlen (key) };

  if (gnutls_pcert_import_x509_raw (&server_cert, &cert_datum,
                                    GNUTLS_X509_FMT_PEM, 0)
          != 0
      || gnutls_privkey_init (&server_key) != 0
      || gnutls_privkey_import_x509_raw (server_key, &key_datum,
                                         GNUTLS_X509_FMT_PEM, NULL, 0)
             != 0)
    g_error ("cannot use %s and %s", cert_path, key_path);
}

/* The program -------------------------------------------------------------- */

static struct MHD_Daemon *
start (Server *server, gboolean tls, const char *client_ca,
       MHD_AccessHandlerCallback handler)
{
  const struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  struct MHD_OptionItem options[] = {
    { MHD_OPTION_SOCK_ADDR, 0, (gpointer) &address },
    { MHD_OPTION_NOTIFY_COMPLETED, (intptr_t) forget_request, NULL },
    { MHD_OPTION_END, 0, NULL },
    { MHD_OPTION_END, 0, NULL },
    { MHD_OPTION_END, 0, NULL },
    { MHD_OPTION_END, 0, NULL },
  };
  guint n = 2;
  guint flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD;
  struct MHD_Daemon *daemon;

  if (handler == serve)
    options[n++]
        = (struct MHD_OptionItem){ MHD_OPTION_NOTIFY_CONNECTION,
                                   (intptr_t) count_connection, server };
  if (tls)
    {
      flags |= MHD_USE_TLS;
      options[n++] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_CERT_CALLBACK, 0,
                                              choose_certificate };
    }
  if (client_ca != NULL)
    options[n++] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_TRUST, 0,
                                            (gpointer) client_ca };
  daemon = MHD_start_daemon (flags, 0, NULL, NULL, handler, server,
                             MHD_OPTION_ARRAY, options, MHD_OPTION_END);
  if (daemon == NULL)
    g_error ("cannot listen");
  return daemon;
}

static guint
port_of (struct MHD_Daemon *daemon)
{
  return MHD_get_daemon_info (daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

static void
server_clear (Server *server)
{
  g_free (server->reject);
  g_free (server->favourite);
  g_free (server->spare);
  g_free (server->answer);
  g_free (server->binder);
  json_object_put (server->requests);
}

int
main (int argc, char **argv)
{
  Server server = { .requests = json_object_new_array (),
                    .answer = g_strdup ("{}"),
                    .lock = PTHREAD_MUTEX_INITIALIZER,
                    .changed = PTHREAD_COND_INITIALIZER };
  g_autofree char *client_ca = argc > 3 ? read_file (argv[3]) : NULL;
  struct MHD_Daemon *extender, *controller;
  char byte;

  wants_client_cert = client_ca != NULL;
  if (argc > 2)
    load_certificate (argv[1], argv[2]);
  extender = start (&server, argc > 2, client_ca, serve);
  controller = start (&server, FALSE, NULL, control);
  printf ("%u %u\n", port_of (extender), port_of (controller));
  fflush (stdout);
  while (read (STDIN_FILENO, &byte, 1) > 0 || errno == EINTR)
    errno = 0;
  MHD_stop_daemon (extender);
  MHD_stop_daemon (controller);
  if (argc > 2)
    {
      gnutls_pcert_deinit (&server_cert);
      gnutls_privkey_deinit (server_key);
    }
  server_clear (&server);
  return 0;
}
