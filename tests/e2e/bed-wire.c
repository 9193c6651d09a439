/* bed-wire.c - requests, a limited number at a time; watches that never end
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/bed.h"

#include <stdio.h>
#include <string.h>

#define WINDOW 90 /* fewer than the streams of one connection */
#define TIMEOUT_MS 60000
#define WATCH_SECONDS 600
#define AGAIN_MS 200

/* -- requests -------------------------------------------------------------- */

struct _BedSender
{
  FitApiClient *client; /* borrowed */
  GMutex lock;          /* of what follows */
  GCond idle;
  GQueue waiting; /* of Request, owned */
  guint n_going;
  guint n_later; /* to be sent again */
};

typedef struct
{
  BedSender *sender;
  char *method;
  char *path;
  char *body; /* (nullable) */
  gboolean sure;
  BedDone done; /* (nullable) */
  gpointer data;
} Request;

BedSender *
bed_sender_new (FitApiClient *client)
{
  BedSender *sender = g_new0 (BedSender, 1);

  sender->client = client;
  return sender;
}

static void
request_free (Request *request)
{
  g_free (request->method);
  g_free (request->path);
  g_free (request->body);
  g_free (request);
}

static void answered (const FitApiAnswer *answer, const GError *problem,
                      gpointer data);

static void
start (Request *request)
{
  const gboolean patches = strcmp (request->method, "PATCH") == 0;

  fit_api_client_send (
      request->sender->client,
      &(const FitApiRequest){
          .method = request->method,
          .path = request->path,
          .body = request->body,
          .content_type
          = patches ? "application/strategic-merge-patch+json" : NULL,
          .timeout_ms = TIMEOUT_MS,
          .is_list = strcmp (request->method, "GET") == 0,
          .done = answered,
          .data = request });
}

static void
enqueue (Request *request)
{
  BedSender *sender = request->sender;
  gboolean now;

  g_mutex_lock (&sender->lock);
  now = sender->n_going < WINDOW;
  if (now)
    sender->n_going++;
  else
    g_queue_push_tail (&sender->waiting, request);
  g_mutex_unlock (&sender->lock);
  if (now)
    start (request);
}

static void
send_again (gpointer data)
{
  Request *request = data;

  g_mutex_lock (&request->sender->lock);
  request->sender->n_later--;
  g_mutex_unlock (&request->sender->lock);
  enqueue (request);
}

static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Request *request = data;
  BedSender *sender = request->sender;
  const guint status = problem ? 0 : answer->status;
  const gboolean again
      = request->sure && (status == 0 || status == 429 || status >= 500);
  Request *next;

  if (request->done != NULL)
    request->done (status, answer->body, request->data);
  g_mutex_lock (&sender->lock);
  sender->n_later += again;
  next = g_queue_pop_head (&sender->waiting);
  if (next == NULL)
    sender->n_going--;
  if (sender->n_going == 0)
    g_cond_broadcast (&sender->idle);
  g_mutex_unlock (&sender->lock);
  if (next != NULL)
    start (next);
  if (again)
    fit_api_client_call_later (sender->client, AGAIN_MS, send_again, request);
  else
    request_free (request);
}

static void
send (BedSender *sender, const Request *request, const char *method,
      const char *path, const char *body)
{
  Request *copy = g_memdup2 (request, sizeof *request);

  copy->sender = sender;
  copy->method = g_strdup (method);
  copy->path = g_strdup (path);
  copy->body = g_strdup (body);
  enqueue (copy);
}

void
bed_send (BedSender *sender, const char *method, const char *path,
          const char *body, BedDone done, gpointer data)
{
  send (sender, &(const Request){ .done = done, .data = data }, method, path,
        body);
}

void
bed_send_sure (BedSender *sender, const char *method, const char *path,
               const char *body)
{
  send (sender, &(const Request){ .sure = TRUE }, method, path, body);
}

void
bed_drain (BedSender *sender)
{
  g_mutex_lock (&sender->lock);
  while (sender->n_going > 0 || sender->n_later > 0)
    {
      const gint64 until = g_get_monotonic_time () + G_USEC_PER_SEC;

      g_cond_wait_until (&sender->idle, &sender->lock, until);
    }
  g_mutex_unlock (&sender->lock);
}

/* -- watches --------------------------------------------------------------- */

typedef struct
{
  FitApiClient *client; /* borrowed */
  char *path;
  BedWatchFuncs funcs;
  char *version;
  FitArena *arena;
  GString *line;
} Watch;

static void list (gpointer data);
static void watch (gpointer data);

static gboolean
take_line (Watch *self, const char *line, gsize len)
{
  const FitValue *event;
  const FitValue *object;
  const char *type;

  fit_arena_reset (self->arena);
  event = fit_json_parse (self->arena, line, len, NULL, NULL, NULL);
  type = fit_value_get_string (event, "type");
  object = fit_value_get (event, "object");
  if (type == NULL || strcmp (type, "ERROR") == 0)
    {
      g_clear_pointer (&self->version, g_free);
      return FALSE;
    }
  g_free (self->version);
  self->version = g_strdup (bed_get (object, "metadata.resourceVersion"));
  if (strcmp (type, "BOOKMARK") != 0)
    self->funcs.event (type, object, line, len, self->funcs.data);
  return TRUE;
}

static gboolean
take_bytes (const char *bytes, gsize len, gpointer data)
{
  Watch *self = data;
  const char *end;

  g_string_append_len (self->line, bytes, (gssize) len);
  while ((end = memchr (self->line->str, '\n', self->line->len)) != NULL)
    {
      const gsize n = (gsize) (end - self->line->str);

      if (!take_line (self, self->line->str, n))
        return FALSE;
      g_string_erase (self->line, 0, (gssize) n + 1);
    }
  return TRUE;
}

static void
watch_ended (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Watch *self = data;

  if (!g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    fit_api_client_call_later (self->client, AGAIN_MS,
                               self->version ? watch : list, self);
}

static void
watch (gpointer data)
{
  Watch *self = data;
  g_autofree char *path = g_strdup_printf (
      "%s?watch=true&allowWatchBookmarks=true&resourceVersion=%s"
      "&timeoutSeconds=%d",
      self->path, self->version, WATCH_SECONDS);

  g_string_truncate (self->line, 0);
  fit_api_client_send (self->client,
                       &(const FitApiRequest){ .method = "GET",
                                               .path = path,
                                               .bytes = take_bytes,
                                               .done = watch_ended,
                                               .data = self });
}

static void
list_ended (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Watch *self = data;
  gsize len = answer->body_len;
  const FitValue *value;

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  fit_arena_reset (self->arena);
  value
      = problem == NULL && answer->status == 200
            ? fit_json_parse (self->arena, answer->body, len, NULL, NULL, NULL)
            : NULL;
  if (value == NULL)
    {
      fit_api_client_call_later (self->client, AGAIN_MS, list, self);
      return;
    }
  while (len > 0 && answer->body[len - 1] == '\n')
    len--;
  self->version = g_strdup (bed_get (value, "metadata.resourceVersion"));
  self->funcs.listed (value, answer->body, len, self->funcs.data);
  watch (self);
}

static void
list (gpointer data)
{
  Watch *self = data;

  fit_api_client_send (self->client,
                       &(const FitApiRequest){ .method = "GET",
                                               .path = self->path,
                                               .timeout_ms = TIMEOUT_MS,
                                               .is_list = TRUE,
                                               .done = list_ended,
                                               .data = self });
}

void
bed_watch (FitApiClient *client, const char *path, const BedWatchFuncs *funcs)
{
  Watch *self = g_new0 (Watch, 1);

  self->client = client;
  self->path = g_strdup (path);
  self->funcs = *funcs;
  self->arena = fit_arena_new ();
  self->line = g_string_new (NULL);
  list (self);
}

/* -- objects --------------------------------------------------------------- */

const FitValue *
bed_at (const FitValue *object, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL && object != NULL; i++)
    object = fit_value_get (object, names[i]);
  return object;
}

const char *
bed_get (const FitValue *object, const char *path)
{
  const FitValue *value = bed_at (object, path);

  return value != NULL && value->type == FIT_VALUE_STRING ? value->text : "";
}
