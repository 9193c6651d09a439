/* reflector.c - follows all objects of a kind on an API server
 *
 *   list ──► watch ──► (the watch ends) ──► watch from the last version seen
 *    ▲         │
 *    └─────────┴─ 410, or an answer that makes no sense: list again
 *
 * A refresh lists again from any of these states.
 *
 * After a failure it waits (retry-delay.h).
 * SPDX-License-Identifier: Apache-2.0 */

#include "client/reflector.h"

#include "client/watch-stream.h"

#include <string.h>

#define PAGE "limit=500&"
#define SHORT_WATCH_MS 1000
#define LIST_TIMEOUT_MS 120000
#define WATCH_SECONDS 300 /* at least; twice that at most */
#define WATCH_GRACE_SECONDS 30

/* From the cache of the server, whatever is in it. */
#define ANY_VERSION "0"
/* What is stored now, in pages. */
#define NO_VERSION ""

/* Why a watch is not simply begun again. */
typedef enum
{
  WATCH_ON,      /* it is begun again */
  WATCH_EXPIRED, /* its version is too old */
  WATCH_BROKEN,  /* what came makes no sense */
} WatchEnd;

struct _FitReflector
{
  FitApiClient *client; /* borrowed */
  FitApiResource resource;
  FitDecodeFlags flags;
  FitReflectorSink sink;

  guint n_refused;   /* paths that are not served, one after the other */
  const char *path;  /* borrowed from @resource: the one that is served */
  char *version;     /* owned: the last that was seen */
  gboolean seen;     /* it has been listed */
  gboolean troubled; /* there is trouble, and that was reported */
  FitReflectorPatience patience;

  FitObjects *objects; /* owned: of a list, not handed over yet */
  char *next_page;     /* (nullable) owned: of a list that comes in pages */
  gboolean pages;      /* ask for pages even of what is in the cache */
  gboolean whole;      /* a page expired: list it in one piece */
  guint n_paged;       /* of @objects: of complete pages */

  FitListStream *list;    /* owned */
  GError *list_problem;   /* (nullable) owned: why reading it stopped */
  FitWatchStream *stream; /* owned */
  gint64 began_us;        /* the watch */
  guint n_events;         /* of the watch */
  WatchEnd end;
};

static void take_event (const FitWatchEvent *event, gpointer data);
static gboolean take_item (const FitValue *value, const char *api_version,
                           gpointer data, GError **error);

FitReflector *
fit_reflector_new (FitApiClient *client, const FitApiResource *resource,
                   const FitReflectorOptions *options)
{
  FitReflector *reflector = g_new0 (FitReflector, 1);

  reflector->client = client;
  reflector->resource = *resource;
  reflector->path = resource->path;
  reflector->flags = options->flags;
  reflector->sink = options->sink;
  reflector->version = g_strdup (ANY_VERSION);
  reflector->patience
      = options->patience != NULL
            ? *options->patience
            : (FitReflectorPatience){ .delay = FIT_RETRY_DELAY_INIT,
                                      .short_watch_ms = SHORT_WATCH_MS };
  reflector->objects = fit_objects_new ();
  reflector->stream = fit_watch_stream_new (resource->kind, options->flags,
                                            take_event, reflector);
  reflector->list = fit_list_stream_new (take_item, reflector);
  if (options->limits != NULL)
    fit_list_stream_set_limits (reflector->list, options->limits);
  if (options->room != NULL)
    fit_list_stream_set_room (reflector->list, options->room);
  return reflector;
}

void
fit_reflector_free (FitReflector *reflector)
{
  if (reflector == NULL)
    return;
  g_free (reflector->version);
  g_free (reflector->next_page);
  fit_objects_free (reflector->objects);
  fit_watch_stream_free (reflector->stream);
  fit_list_stream_free (reflector->list);
  g_clear_error (&reflector->list_problem);
  g_free (reflector);
}

/* -- trouble --------------------------------------------------------------- */

static void begin_list (gpointer data);
static void begin_watch (gpointer data);

/* "cannot WHAT nodes: WHY" */
static void
say_trouble (FitReflector *reflector, const char *what, const char *why)
{
  g_autofree char *text = NULL;

  if (reflector->troubled)
    return;
  reflector->troubled = TRUE;
  text = g_strdup_printf ("cannot %s %s: %s", what, reflector->resource.plural,
                          why);
  reflector->sink.trouble (text, FALSE, reflector->sink.data);
}

static void
say_unreachable (FitReflector *reflector, const GError *problem)
{
  if (!reflector->troubled)
    reflector->sink.trouble (problem->message, TRUE, reflector->sink.data);
  reflector->troubled = TRUE;
}

static void
end_trouble (FitReflector *reflector)
{
  if (reflector->troubled && reflector->sink.recovered != NULL)
    reflector->sink.recovered (reflector->sink.data);
  reflector->troubled = FALSE;
}

static void
call_later (FitReflector *reflector, GDestroyNotify func)
{
  const guint ms = fit_retry_delay_next (
      &reflector->patience.delay, g_get_monotonic_time (), g_random_double ());

  fit_api_client_call_later (reflector->client, ms, func, reflector);
}

static void
set_version (FitReflector *reflector, const char *version)
{
  char *before = reflector->version;

  reflector->version = g_strdup (version);
  g_free (before);
}

/* -- listing --------------------------------------------------------------- */

static gboolean
take_item (const FitValue *value, const char *api_version, gpointer data,
           GError **error)
{
  FitReflector *reflector = data;

  return fit_api_resource_decode (&reflector->resource, reflector->objects,
                                  value, api_version, reflector->flags, error);
}

static gboolean
take_list_bytes (const char *bytes, gsize len, gpointer data)
{
  FitReflector *reflector = data;

  /* The answer begins, maybe for the second time. */
  if (len == 0)
    {
      g_ptr_array_set_size (reflector->objects->of[reflector->resource.kind],
                            (gint) reflector->n_paged);
      g_clear_error (&reflector->list_problem);
      fit_list_stream_begin_page (reflector->list);
    }
  return fit_list_stream_take (reflector->list, bytes, len,
                               &reflector->list_problem);
}

/* The end of a page. */
static gboolean
read_page (FitReflector *reflector, GError **error)
{
  const FitKind kind = reflector->resource.kind;
  FitListEnd end;

  if (!fit_list_stream_end (reflector->list, fit_kind_name (kind), &end, error))
    return FALSE;
  reflector->n_paged = reflector->objects->of[kind]->len;
  if (end.next != NULL)
    reflector->pages |= strcmp (reflector->version, ANY_VERSION) == 0;
  reflector->next_page = g_strdup (end.next);
  set_version (reflector, end.version);
  return TRUE;
}

static void
forget_pages (FitReflector *reflector)
{
  g_clear_pointer (&reflector->next_page, g_free);
  fit_objects_free (reflector->objects);
  reflector->objects = fit_objects_new ();
  reflector->n_paged = 0;
  fit_list_stream_begin (reflector->list);
}

static void
hand_over (FitReflector *reflector)
{
  GPtrArray *decoded
      = g_ptr_array_ref (reflector->objects->of[reflector->resource.kind]);

  fit_list_stream_keep (reflector->list);
  forget_pages (reflector);
  reflector->sink.listed (reflector->resource.kind, decoded,
                          reflector->sink.data);
}

/* The kind is not served, or forbidden: as if there were no objects.  What was
 * seen once stays: a server that is starting answers 403 until it has read the
 * roles.  Returns: FALSE if @answer is something else */
static gboolean
take_refusal (FitReflector *reflector, const FitApiAnswer *answer)
{
  const FitApiResource *resource = &reflector->resource;
  const gboolean has_other = answer->status == 404 && resource->instead != NULL;
  g_autofree char *text = NULL;

  if (answer->status != 404 && answer->status != 403)
    return FALSE;
  if (has_other)
    {
      reflector->path = reflector->path == resource->path ? resource->instead
                                                          : resource->path;
      if (reflector->n_refused++ % 2 == 0)
        {
          begin_list (reflector);
          return TRUE;
        }
    }
  if (reflector->seen || resource->needed)
    return FALSE;
  text = fit_api_status_text (answer);
  say_trouble (reflector, "list", text);
  forget_pages (reflector);
  hand_over (reflector);
  call_later (reflector, begin_list);
  return TRUE;
}

static void
end_list (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitReflector *reflector = data;
  const gboolean is_too_new
      = answer->status == 504
        && strstr (answer->body, "ResourceVersionTooLarge") != NULL;
  g_autoptr (GError) error = NULL;

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  if (problem == NULL && take_refusal (reflector, answer))
    return;
  /* The server does not have the version, or the page: list what it has. */
  if (problem == NULL && (answer->status == 410 || is_too_new)
      && (reflector->next_page != NULL || *reflector->version != '\0'))
    {
      reflector->whole |= reflector->next_page != NULL;
      set_version (reflector, NO_VERSION);
      forget_pages (reflector);
      begin_list (reflector);
      return;
    }
  if (problem == NULL && answer->status == 200)
    {
      g_clear_pointer (&reflector->next_page, g_free);
      if (read_page (reflector, &error))
        {
          if (reflector->next_page != NULL)
            {
              begin_list (reflector);
              return;
            }
          reflector->seen = TRUE;
          reflector->n_refused = 0;
          reflector->whole = FALSE;
          end_trouble (reflector);
          hand_over (reflector);
          begin_watch (reflector);
          return;
        }
      say_trouble (reflector, "read the list of", error->message);
    }
  else if (reflector->list_problem != NULL)
    say_trouble (reflector, "read the list of",
                 reflector->list_problem->message);
  else if (problem != NULL)
    say_unreachable (reflector, problem);
  else
    {
      g_autofree char *text = fit_api_status_text (answer);

      say_trouble (reflector, "list", text);
    }
  forget_pages (reflector);
  call_later (reflector, begin_list);
}

/* The server sends what is in its cache in one piece, whatever the limit; with
 * a limit and a version it would have to ask the store. */
static void
begin_list (gpointer data)
{
  FitReflector *reflector = data;
  const char *query = reflector->resource.query;
  const char *page = reflector->next_page;
  const gboolean is_limited
      = !reflector->whole
        && (page != NULL || reflector->pages || *reflector->version == '\0'
            || strcmp (reflector->version, ANY_VERSION) == 0);
  g_autofree char *token
      = page != NULL ? g_uri_escape_string (page, NULL, FALSE) : NULL;
  g_autofree char *path
      = g_strconcat (reflector->path, "?", query != NULL ? query : "",
                     query != NULL ? "&" : "", is_limited ? PAGE : "",
                     token != NULL ? "continue=" : "resourceVersion=",
                     token != NULL ? token : reflector->version, NULL);
  const FitApiRequest request = { .method = "GET",
                                  .path = path,
                                  .timeout_ms = LIST_TIMEOUT_MS,
                                  .bytes = take_list_bytes,
                                  .is_list = TRUE,
                                  .done = end_list,
                                  .data = reflector };

  fit_list_stream_begin_page (reflector->list);
  g_clear_error (&reflector->list_problem);
  fit_api_client_send (reflector->client, &request);
}

/* -- watching -------------------------------------------------------------- */

static void
take_event (const FitWatchEvent *event, gpointer data)
{
  FitReflector *reflector = data;

  if (event->type == FIT_WATCH_ERROR)
    {
      /* An old version is no trouble: now and then a watch ends like that. */
      reflector->end = event->code == 410 ? WATCH_EXPIRED : WATCH_BROKEN;
      if (reflector->end == WATCH_BROKEN)
        {
          g_autofree char *words
              = fit_api_words (event->message, FIT_API_MOST_WORDS,
                               fit_api_client_secrets (reflector->client));

          say_trouble (reflector, "watch", words);
        }
      return;
    }
  reflector->n_events++;
  if (event->version != NULL && *event->version != '\0')
    set_version (reflector, event->version);
  if (event->object != NULL)
    reflector->sink.changed (reflector->resource.kind, event->object,
                             event->type == FIT_WATCH_GONE,
                             reflector->sink.data);
}

static gboolean
take_bytes (const char *bytes, gsize len, gpointer data)
{
  FitReflector *reflector = data;
  g_autoptr (GError) error = NULL;

  end_trouble (reflector);
  if (!fit_watch_stream_take (reflector->stream, bytes, len, &error))
    {
      say_trouble (reflector, "watch", error->message);
      reflector->end = WATCH_BROKEN;
    }
  return reflector->end == WATCH_ON;
}

static void
end_watch (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitReflector *reflector = data;
  const gint64 lasted_us = g_get_monotonic_time () - reflector->began_us;
  const gboolean was_short
      = lasted_us < (gint64) reflector->patience.short_watch_ms * 1000
        && reflector->n_events == 0;
  /* The server has not begun to answer: it is not there, or busy.  What was
   * seen still holds. */
  const gboolean is_passing = answer->status == 0 || answer->status == 429
                              || (answer->status > 500 && answer->status < 600);

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  /* A watch may end at any time, but not right after it starts, over and
   * over. */
  if (problem != NULL
      && (answer->status == 0
          || (answer->status == 200 && was_short
              && reflector->end == WATCH_ON)))
    say_unreachable (reflector, problem);
  else if (answer->status != 200)
    {
      g_autofree char *text = fit_api_status_text (answer);

      say_trouble (reflector, "watch", text);
    }
  if (answer->status == 200 && reflector->end != WATCH_BROKEN && !was_short)
    fit_retry_delay_worked (&reflector->patience.delay, lasted_us);
  if (reflector->end == WATCH_EXPIRED && !was_short)
    begin_list (reflector);
  else if (reflector->end != WATCH_ON || (answer->status != 200 && !is_passing))
    call_later (reflector, begin_list);
  else if (answer->status == 200 && !was_short)
    begin_watch (reflector);
  else
    call_later (reflector, begin_watch);
}

static void
begin_watch (gpointer data)
{
  FitReflector *reflector = data;
  const char *query = reflector->resource.query;
  const guint seconds
      = (guint) g_random_int_range (WATCH_SECONDS, 2 * WATCH_SECONDS);
  g_autofree char *path = g_strdup_printf (
      "%s?%s%sallowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%u"
      "&watch=true",
      reflector->path, query != NULL ? query : "", query != NULL ? "&" : "",
      reflector->version, seconds);
  const FitApiRequest request
      = { .method = "GET",
          .path = path,
          .timeout_ms = (seconds + WATCH_GRACE_SECONDS) * 1000,
          .bytes = take_bytes,
          .done = end_watch,
          .data = reflector };

  reflector->began_us = g_get_monotonic_time ();
  reflector->n_events = 0;
  reflector->end = WATCH_ON;
  fit_watch_stream_begin (reflector->stream);
  fit_api_client_send (reflector->client, &request);
}

void
fit_reflector_start (FitReflector *reflector)
{
  begin_list (reflector);
}

void
fit_reflector_refresh (FitReflector *reflector)
{
  fit_api_client_forget (reflector->client, reflector);
  forget_pages (reflector);
  set_version (reflector, NO_VERSION);
  reflector->seen = FALSE;
  begin_list (reflector);
}
