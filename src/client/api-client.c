/* api-client.c - requests to an API server, many at a time */
#include "client/api-client.h"

#include "base/http-tls.h"
#include "base/secrets.h"
#include "base/value.h"

#include <string.h>

#define CONNECT_TIMEOUT_MS 30000L
#define MOST_RETRIES 10
#define MOST_RETRY_SECONDS 60

/* A list of a large cluster is one answer. */
#define MOST_BODY_BYTES ((gsize) 1024 * 1024 * 1024)

/* How long a peer may be silent before the kernel asks whether it lives. */
#define IDLE_SECONDS 30L

#define STOPPED "the client was stopped"
#define WRITES_CLOSED "the client was closed for writes"

#define US_PER_SECOND G_GINT64_CONSTANT (1000000)

typedef struct
{
  FitApiClient *client; /* borrowed */
  CURL *handle;         /* (nullable) owned while it is under way */
  char *method;
  char *url;
  char *body; /* (nullable) */
  char *content_type;
  struct curl_slist *headers;
  guint timeout_ms;
  gboolean once;
  FitApiBytes bytes;
  FitApiDone done;
  gpointer data;

  GString *answer;    /* collected so far */
  gboolean too_long;  /* it was cut off */
  gint64 retry_after; /* seconds; 0: none */
  guint retries;
  char text[CURL_ERROR_SIZE];
} Exchange;

typedef struct
{
  gint64 due_us; /* of the monotonic clock */
  GDestroyNotify func;
  gpointer data;
} Timer;

struct _FitApiClient
{
  char *server;
  char *proxy;         /* (nullable) */
  char *authorization; /* (nullable): the header, of a token or a password */
  char *token_file;    /* (nullable) */
  FitHttpTrust trust;
  GThread *thread;
  CURLM *multi;

  GMutex lock; /* of the six below */
  gboolean stopping;
  gint64 writes_until_us; /* of the monotonic clock; G_MAXINT64: for good */
  gboolean writes_closed;
  gboolean writes_dropped; /* the thread knows it, and has none left to send */
  GQueue incoming;         /* of Exchange, owned */
  GQueue new_timers;       /* of Timer, owned */
  GCond dropped;           /* writes_dropped is set */

  /* Of the thread: */
  GQueue timers;     /* of Timer, owned, the next one first */
  GQueue waiting;    /* of Exchange, owned: for a token of the bucket */
  GHashTable *going; /* set of Exchange */
  GQueue handles;    /* of CURL, owned, to be used again */
  double qps;
  double burst;
  double tokens;
  gint64 filled_us; /* when @tokens were right */
};

static void
exchange_free (Exchange *exchange)
{
  g_free (exchange->method);
  g_free (exchange->url);
  g_free (exchange->body);
  g_free (exchange->content_type);
  curl_slist_free_all (exchange->headers);
  g_string_free (exchange->answer, TRUE);
  g_free (exchange);
}

static void
finish (Exchange *exchange, guint status, const GError *problem)
{
  const FitApiAnswer answer = { .status = status,
                                .body = exchange->answer->str,
                                .body_len = exchange->answer->len };

  exchange->done (&answer, problem, exchange->data);
  exchange_free (exchange);
}

static void
give_up (Exchange *exchange, const char *why)
{
  g_autoptr (GError) problem
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_INCOMPLETE, why);

  finish (exchange, 0, problem);
}

/* -- timers ---------------------------------------------------------------- */

static gint
by_time (gconstpointer a, gconstpointer b, gpointer data)
{
  const Timer *one = a;
  const Timer *other = b;

  (void) data;
  return one->due_us < other->due_us ? -1 : one->due_us > other->due_us;
}

static void
run_timers (FitApiClient *client)
{
  const gint64 now = g_get_monotonic_time ();
  Timer *timer;

  while ((timer = g_queue_peek_head (&client->timers)) != NULL
         && timer->due_us <= now)
    {
      g_queue_pop_head (&client->timers);
      timer->func (timer->data);
      g_free (timer);
    }
}

void
fit_api_client_call_later (FitApiClient *client, guint ms, GDestroyNotify func,
                           gpointer data)
{
  Timer *timer = g_new0 (Timer, 1);

  timer->due_us = g_get_monotonic_time () + (gint64) ms * 1000;
  timer->func = func;
  timer->data = data;
  g_mutex_lock (&client->lock);
  g_queue_push_tail (&client->new_timers, timer);
  g_mutex_unlock (&client->lock);
  curl_multi_wakeup (client->multi);
}

/* -- one exchange ---------------------------------------------------------- */

static gsize
take_bytes (char *bytes, gsize size, gsize n, gpointer data)
{
  Exchange *exchange = data;
  const gsize len = size * n;
  long status = 0;

  if (exchange->bytes != NULL)
    curl_easy_getinfo (exchange->handle, CURLINFO_RESPONSE_CODE, &status);
  if (status == 200)
    return exchange->bytes (bytes, len, exchange->data) ? len : 0;
  if (len > MOST_BODY_BYTES - exchange->answer->len)
    {
      exchange->too_long = TRUE;
      return 0;
    }
  g_string_append_len (exchange->answer, bytes, (gssize) len);
  return len;
}

static gsize
take_header (char *bytes, gsize size, gsize n, gpointer data)
{
  static const char name[] = "retry-after:";
  Exchange *exchange = data;
  g_autofree char *line = g_strndup (bytes, size * n);

  if (g_ascii_strncasecmp (line, name, sizeof name - 1) == 0)
    exchange->retry_after
        = CLAMP (g_ascii_strtoll (line + sizeof name - 1, NULL, 10), 0,
                 MOST_RETRY_SECONDS);
  return size * n;
}

/* A token that rotates is read anew for every request. */
static char *
authorization (const FitApiClient *client)
{
  g_autofree char *token = NULL;

  if (client->token_file == NULL
      || !g_file_get_contents (client->token_file, &token, NULL, NULL))
    return g_strdup (client->authorization);
  return g_strdup_printf ("Authorization: Bearer %s", g_strstrip (token));
}

static void
add_header (Exchange *exchange, const char *line)
{
  exchange->headers = curl_slist_append (exchange->headers, line);
}

static void
make_headers (Exchange *exchange)
{
  g_autofree char *who = authorization (exchange->client);
  g_autofree char *type = g_strdup_printf (
      "Content-Type: %s",
      exchange->content_type ? exchange->content_type : "application/json");

  g_clear_pointer (&exchange->headers, curl_slist_free_all);
  add_header (exchange, "Accept: application/json");
  add_header (exchange, "Expect:");
  if (who != NULL)
    add_header (exchange, who);
  if (exchange->body != NULL)
    add_header (exchange, type);
}

/* Once they are closed, they stay so, whatever time is allowed later. */
static gboolean
are_writes_closed (FitApiClient *client)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&client->lock);

  client->writes_closed |= g_get_monotonic_time () >= client->writes_until_us;
  return client->writes_closed;
}

static gboolean
is_write (const Exchange *exchange)
{
  return strcmp (exchange->method, "GET") != 0;
}

/* The connection is there: the last moment before a request leaves. */
static int
may_leave (gpointer data, char *to, char *from, int to_port, int from_port)
{
  const Exchange *exchange = data;

  (void) to;
  (void) from;
  (void) to_port;
  (void) from_port;
  return is_write (exchange) && are_writes_closed (exchange->client)
             ? CURL_PREREQFUNC_ABORT
             : CURL_PREREQFUNC_OK;
}

static void
set_up (Exchange *exchange)
{
  const FitApiClient *client = exchange->client;
  CURL *handle = exchange->handle;

  make_headers (exchange);
  curl_easy_setopt (handle, CURLOPT_URL, exchange->url);
  curl_easy_setopt (handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt (handle, CURLOPT_CUSTOMREQUEST, exchange->method);
  curl_easy_setopt (handle, CURLOPT_HTTPHEADER, exchange->headers);
  curl_easy_setopt (handle, CURLOPT_USERAGENT, "fitsched");
  if (exchange->body != NULL)
    {
      curl_easy_setopt (handle, CURLOPT_POSTFIELDSIZE_LARGE,
                        (curl_off_t) strlen (exchange->body));
      curl_easy_setopt (handle, CURLOPT_POSTFIELDS, exchange->body);
    }
  if (client->proxy != NULL)
    curl_easy_setopt (handle, CURLOPT_PROXY, client->proxy);
  curl_easy_setopt (handle, CURLOPT_HTTP_VERSION,
                    (long) CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt (handle, CURLOPT_PIPEWAIT, 1L);
  curl_easy_setopt (handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt (handle, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_TIMEOUT_MS);
  curl_easy_setopt (handle, CURLOPT_TIMEOUT_MS, (long) exchange->timeout_ms);
  curl_easy_setopt (handle, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt (handle, CURLOPT_TCP_KEEPIDLE, IDLE_SECONDS);
  curl_easy_setopt (handle, CURLOPT_TCP_KEEPINTVL, IDLE_SECONDS);
  curl_easy_setopt (handle, CURLOPT_WRITEFUNCTION, take_bytes);
  curl_easy_setopt (handle, CURLOPT_WRITEDATA, exchange);
  curl_easy_setopt (handle, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt (handle, CURLOPT_HEADERDATA, exchange);
  curl_easy_setopt (handle, CURLOPT_PREREQFUNCTION, may_leave);
  curl_easy_setopt (handle, CURLOPT_PREREQDATA, exchange);
  curl_easy_setopt (handle, CURLOPT_ERRORBUFFER, exchange->text);
  curl_easy_setopt (handle, CURLOPT_PRIVATE, exchange);
  fit_http_trust_apply (&client->trust, handle);
}

static void
begin (FitApiClient *client, Exchange *exchange)
{
  exchange->handle = g_queue_pop_head (&client->handles);
  if (exchange->handle == NULL)
    exchange->handle = curl_easy_init ();
  exchange->retry_after = 0;
  exchange->text[0] = '\0';
  g_string_truncate (exchange->answer, 0);
  set_up (exchange);
  g_hash_table_add (client->going, exchange);
  curl_multi_add_handle (client->multi, exchange->handle);
}

/* Takes it off the wire; its handle may be used again. */
static void
detach (FitApiClient *client, Exchange *exchange)
{
  curl_multi_remove_handle (client->multi, exchange->handle);
  curl_easy_reset (exchange->handle);
  g_queue_push_head (&client->handles, g_steal_pointer (&exchange->handle));
  g_hash_table_remove (client->going, exchange);
}

static void
send_again (gpointer data)
{
  Exchange *exchange = data;

  g_queue_push_tail (&exchange->client->waiting, exchange);
}

static gboolean
is_temporary (const Exchange *exchange, long status)
{
  return exchange->retry_after > 0 && !exchange->once
         && exchange->retries < MOST_RETRIES
         && (status == 429 || status >= 500);
}

static void
end (FitApiClient *client, Exchange *exchange, CURLcode code)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *text = NULL;
  g_autofree char *server = fit_url_hide (client->server);
  long status = 0;

  curl_easy_getinfo (exchange->handle, CURLINFO_RESPONSE_CODE, &status);
  /* libcurl's own words have times in them here. */
  text = g_strdup (*exchange->text && code != CURLE_COULDNT_CONNECT
                       ? exchange->text
                       : curl_easy_strerror (code));
  detach (client, exchange);
  if (code == CURLE_OK && is_temporary (exchange, status))
    {
      exchange->retries++;
      fit_api_client_call_later (client, (guint) exchange->retry_after * 1000,
                                 send_again, exchange);
      return;
    }
  if (code == CURLE_ABORTED_BY_CALLBACK)
    {
      give_up (exchange, WRITES_CLOSED);
      return;
    }
  if (code != CURLE_OK)
    problem
        = g_error_new (FIT_ERROR, FIT_ERROR_REMOTE, "%s: %s", server,
                       exchange->too_long ? "the answer is too long" : text);
  finish (exchange, (guint) status, problem);
}

/* -- closing for writes ---------------------------------------------------- */

/* Has all of it left? */
static gboolean
is_sent (const Exchange *exchange)
{
  const gsize len = exchange->body != NULL ? strlen (exchange->body) : 0;
  long n_sent = 0;
  curl_off_t n_body = 0;

  curl_easy_getinfo (exchange->handle, CURLINFO_REQUEST_SIZE, &n_sent);
  curl_easy_getinfo (exchange->handle, CURLINFO_SIZE_UPLOAD_T, &n_body);
  return n_sent > 0 && (gsize) n_body >= len;
}

/* Moves the writes of @exchanges to @dropped. */
static void
drop_writes_of (GQueue *exchanges, GQueue *dropped)
{
  GList *next;

  for (GList *link = exchanges->head; link != NULL; link = next)
    {
      next = link->next;
      if (!is_write (link->data))
        continue;
      g_queue_unlink (exchanges, link);
      g_queue_push_tail_link (dropped, link);
    }
}

static void
drop_retries (GQueue *timers, GQueue *dropped)
{
  GList *next;

  for (GList *link = timers->head; link != NULL; link = next)
    {
      Timer *timer = link->data;

      next = link->next;
      if (timer->func != send_again || !is_write (timer->data))
        continue;
      g_queue_push_tail (dropped, timer->data);
      g_free (timer);
      g_queue_delete_link (timers, link);
    }
}

/* Every write that has not left, wherever it waits. */
static void
drop_writes (FitApiClient *client)
{
  g_autoptr (GList) going = g_hash_table_get_keys (client->going);
  GQueue dropped = G_QUEUE_INIT;
  Exchange *exchange;

  drop_writes_of (&client->waiting, &dropped);
  drop_retries (&client->timers, &dropped);
  for (const GList *link = going; link != NULL; link = link->next)
    if (is_write (link->data) && !is_sent (link->data))
      {
        detach (client, link->data);
        g_queue_push_tail (&dropped, link->data);
      }
  g_mutex_lock (&client->lock);
  client->writes_dropped = TRUE;
  g_cond_broadcast (&client->dropped);
  g_mutex_unlock (&client->lock);
  while ((exchange = g_queue_pop_head (&dropped)) != NULL)
    give_up (exchange, WRITES_CLOSED);
}

void
fit_api_client_allow_writes_until (FitApiClient *client, gint64 us)
{
  if (are_writes_closed (client))
    return;
  g_mutex_lock (&client->lock);
  client->writes_until_us = us;
  g_mutex_unlock (&client->lock);
  curl_multi_wakeup (client->multi);
}

gboolean
fit_api_client_may_write (FitApiClient *client)
{
  return !are_writes_closed (client);
}

void
fit_api_client_close_writes (FitApiClient *client)
{
  const gboolean is_own_thread = g_thread_self () == client->thread;

  g_mutex_lock (&client->lock);
  client->writes_closed = TRUE;
  curl_multi_wakeup (client->multi);
  while (!is_own_thread && !client->writes_dropped)
    g_cond_wait (&client->dropped, &client->lock);
  g_mutex_unlock (&client->lock);
}

/* -- the thread ------------------------------------------------------------ */

/* As many as the bucket has tokens.  Returns: microseconds until the next one
 * may begin; G_MAXINT64 when none waits */
static gint64
begin_waiting (FitApiClient *client)
{
  const gint64 now = g_get_monotonic_time ();
  Exchange *exchange;

  if (client->qps > 0)
    client->tokens = MIN (client->burst,
                          client->tokens
                              + client->qps * (double) (now - client->filled_us)
                                    / (double) US_PER_SECOND);
  client->filled_us = now;
  while (!g_queue_is_empty (&client->waiting)
         && (client->qps <= 0 || client->tokens >= 1))
    {
      exchange = g_queue_pop_head (&client->waiting);
      client->tokens -= 1;
      begin (client, exchange);
    }
  if (g_queue_is_empty (&client->waiting))
    return G_MAXINT64;
  return (gint64) ((1 - client->tokens) / client->qps * (double) US_PER_SECOND)
         + 1;
}

/* What others have handed over.  Returns: FALSE when the thread is to end */
static gboolean
take_over (FitApiClient *client)
{
  gboolean stopping;
  gpointer item;

  g_mutex_lock (&client->lock);
  stopping = client->stopping;
  while ((item = g_queue_pop_head (&client->incoming)) != NULL)
    g_queue_push_tail (&client->waiting, item);
  while ((item = g_queue_pop_head (&client->new_timers)) != NULL)
    g_queue_insert_sorted (&client->timers, item, by_time, NULL);
  g_mutex_unlock (&client->lock);
  return !stopping;
}

static void
take_ends (FitApiClient *client)
{
  CURLMsg *message;
  int left;

  while ((message = curl_multi_info_read (client->multi, &left)) != NULL)
    {
      const CURLcode code = message->data.result;
      Exchange *exchange;

      curl_easy_getinfo (message->easy_handle, CURLINFO_PRIVATE,
                         (char **) &exchange);
      end (client, exchange, code);
    }
}

static int
wait_ms (FitApiClient *client, gint64 token_us)
{
  const Timer *timer = g_queue_peek_head (&client->timers);
  const gint64 now = g_get_monotonic_time ();
  gint64 us = token_us;

  if (timer != NULL)
    us = MIN (us, MAX (0, timer->due_us - now));
  g_mutex_lock (&client->lock);
  if (!client->writes_closed)
    us = MIN (us, MAX (0, client->writes_until_us - now));
  g_mutex_unlock (&client->lock);
  return (int) MIN (us / 1000 + (us % 1000 != 0), 1000);
}

static gpointer
run (gpointer data)
{
  FitApiClient *client = data;
  GHashTableIter iter;
  gpointer exchange;

  while (take_over (client))
    {
      gint64 token_us;
      int n_running;

      run_timers (client);
      if (are_writes_closed (client))
        drop_writes (client);
      token_us = begin_waiting (client);
      curl_multi_perform (client->multi, &n_running);
      take_ends (client);
      curl_multi_poll (client->multi, NULL, 0, wait_ms (client, token_us),
                       NULL);
    }
  while ((exchange = g_queue_pop_head (&client->waiting)) != NULL)
    give_up (exchange, STOPPED);
  g_hash_table_iter_init (&iter, client->going);
  while (g_hash_table_iter_next (&iter, &exchange, NULL))
    {
      g_hash_table_iter_remove (&iter);
      curl_multi_remove_handle (client->multi, ((Exchange *) exchange)->handle);
      curl_easy_cleanup (((Exchange *) exchange)->handle);
      give_up (exchange, STOPPED);
    }
  return NULL;
}

/* -- clients --------------------------------------------------------------- */

FitApiClient *
fit_api_client_new (const FitApiConfig *config, double qps, guint burst,
                    GError **error)
{
  FitApiClient *client = g_new0 (FitApiClient, 1);

  if (!fit_http_trust_init (&client->trust, &config->tls, error))
    {
      g_prefix_error (error, "%s: ", config->source);
      g_free (client);
      return NULL;
    }
  client->server = g_strdup (config->server);
  client->proxy = g_strdup (config->proxy);
  client->token_file = g_strdup (config->token_file);
  if (config->token != NULL)
    client->authorization
        = g_strdup_printf ("Authorization: Bearer %s", config->token);
  else if (config->username != NULL)
    {
      g_autofree char *pair = g_strdup_printf (
          "%s:%s", config->username, config->password ? config->password : "");
      g_autofree char *encoded
          = g_base64_encode ((const guchar *) pair, strlen (pair));

      client->authorization
          = g_strdup_printf ("Authorization: Basic %s", encoded);
    }
  client->qps = qps;
  client->burst = MAX (1, burst);
  client->tokens = client->burst;
  client->filled_us = g_get_monotonic_time ();
  client->writes_until_us = G_MAXINT64;
  client->going = g_hash_table_new (NULL, NULL);
  g_mutex_init (&client->lock);
  g_cond_init (&client->dropped);
  curl_global_init (CURL_GLOBAL_DEFAULT);
  client->multi = curl_multi_init ();
  client->thread = g_thread_new ("api-client", run, client);
  return client;
}

/* A request that waits to be sent again is in a timer. */
static void
drop_timers (GQueue *timers)
{
  Timer *timer;

  while ((timer = g_queue_pop_head (timers)) != NULL)
    {
      if (timer->func == send_again)
        give_up (timer->data, STOPPED);
      g_free (timer);
    }
}

void
fit_api_client_free (FitApiClient *client)
{
  Exchange *exchange;
  CURL *handle;

  if (client == NULL)
    return;
  g_mutex_lock (&client->lock);
  client->stopping = TRUE;
  g_mutex_unlock (&client->lock);
  curl_multi_wakeup (client->multi);
  g_thread_join (client->thread);
  while ((exchange = g_queue_pop_head (&client->incoming)) != NULL)
    give_up (exchange, STOPPED);
  while ((handle = g_queue_pop_head (&client->handles)) != NULL)
    curl_easy_cleanup (handle);
  drop_timers (&client->timers);
  drop_timers (&client->new_timers);
  curl_multi_cleanup (client->multi);
  g_hash_table_unref (client->going);
  g_cond_clear (&client->dropped);
  g_mutex_clear (&client->lock);
  fit_http_trust_clear (&client->trust);
  g_free (client->server);
  g_free (client->proxy);
  g_free (client->authorization);
  g_free (client->token_file);
  g_free (client);
}

void
fit_api_client_send (FitApiClient *client, const FitApiRequest *request)
{
  Exchange *exchange = g_new0 (Exchange, 1);

  exchange->client = client;
  exchange->method = g_strdup (request->method);
  exchange->url = g_strconcat (client->server, request->path, NULL);
  exchange->body = g_strdup (request->body);
  exchange->content_type = g_strdup (request->content_type);
  exchange->timeout_ms = request->timeout_ms;
  exchange->once = request->once;
  exchange->bytes = request->bytes;
  exchange->done = request->done;
  exchange->data = request->data;
  exchange->answer = g_string_new (NULL);
  g_mutex_lock (&client->lock);
  g_queue_push_tail (&client->incoming, exchange);
  g_mutex_unlock (&client->lock);
  curl_multi_wakeup (client->multi);
}

char *
fit_api_status_text (const FitApiAnswer *answer)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *status = fit_json_parse (arena, answer->body,
                                           answer->body_len, NULL, NULL, NULL);
  const char *message = fit_value_get_string (status, "message");
  g_autofree char *body = g_strndup (answer->body, MIN (answer->body_len, 200));

  if (message != NULL)
    return g_strdup_printf ("%u: %s", answer->status, message);
  return g_strdup_printf ("%u: %s", answer->status, g_strstrip (body));
}
