/* reflector.c - all objects of a kind, as an API server has them from now on
 *
 *   list ──► watch ──► (the watch ends) ──► watch from the last version seen
 *    ▲         │
 *    └─────────┴─ 410, or an answer that makes no sense: list again
 *
 * Trouble is answered by waiting: 0.8 s at first, doubled up to 30 s, with some
 * chance in it so that not all clients come back at once.
 */
#include "client/reflector.h"

#include "base/json-reader.h"

#include <string.h>

#define FIRST_WAIT_MS 800
#define LONGEST_WAIT_MS 30000
#define FORGET_TROUBLE_US (120 * G_USEC_PER_SEC)
#define SHORT_WATCH_US G_USEC_PER_SEC
#define ABSENT_WAIT_MS 30000
#define LIST_TIMEOUT_MS 120000
#define WATCH_SECONDS 300 /* at least; twice that at most */
#define WATCH_GRACE_SECONDS 30

/* An event is one object: the limit of those in files. */
#define MOST_LINE_BYTES ((gsize) 64 * 1024 * 1024)

struct _FitReflector
{
  FitApiClient *client; /* borrowed */
  FitApiResource resource;
  FitDecodeFlags flags;
  FitReflectorSink sink;

  const char *path;    /* borrowed from @resource: the one that is served */
  char *version;       /* owned: the last that was seen; "" for none */
  char *next_page;     /* (nullable) owned: of a list that comes in pages */
  FitObjects *objects; /* owned: decoded, not handed over yet */
  FitArena *arena;     /* owned: the event that is decoded */
  GString *line;       /* owned: of an event that is not complete */
  gint64 began_us;     /* the watch */
  guint n_events;      /* of the watch */
  gboolean expired;    /* it has to be listed again */
  gboolean seen;       /* it has been listed */
  gboolean troubled;   /* and that was said */
  guint wait_ms;       /* before the next attempt; 0: none so far */
  gint64 trouble_us;   /* when there was trouble last */
};

FitReflector *
fit_reflector_new (FitApiClient *client, const FitApiResource *resource,
                   FitDecodeFlags flags, const FitReflectorSink *sink)
{
  FitReflector *reflector = g_new0 (FitReflector, 1);

  reflector->client = client;
  reflector->resource = *resource;
  reflector->path = resource->path;
  reflector->flags = flags;
  reflector->sink = *sink;
  reflector->version = g_strdup ("0");
  reflector->objects = fit_objects_new ();
  reflector->arena = fit_arena_new ();
  reflector->line = g_string_new (NULL);
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
  fit_arena_free (reflector->arena);
  g_string_free (reflector->line, TRUE);
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

/* How long to wait before the next attempt. */
static guint
next_wait (FitReflector *reflector)
{
  const gint64 now = g_get_monotonic_time ();

  if (now - reflector->trouble_us > FORGET_TROUBLE_US)
    reflector->wait_ms = 0;
  reflector->trouble_us = now;
  reflector->wait_ms = reflector->wait_ms == 0
                           ? FIRST_WAIT_MS
                           : MIN (2 * reflector->wait_ms, LONGEST_WAIT_MS);
  return reflector->wait_ms
         + (guint) g_random_int_range (0, (gint32) reflector->wait_ms);
}

static void
list_later (FitReflector *reflector)
{
  fit_api_client_call_later (reflector->client, next_wait (reflector),
                             begin_list, reflector);
}

/* -- decoding -------------------------------------------------------------- */

static void
note_version (FitReflector *reflector, const FitValue *object)
{
  const char *version = fit_value_get_string (
      fit_value_get (object, "metadata"), "resourceVersion");

  if (version == NULL || *version == '\0')
    return;
  g_free (reflector->version);
  reflector->version = g_strdup (version);
}

static gboolean
take_item (const FitValue *value, const FitObjectPlace *place, gpointer data,
           GError **error)
{
  FitReflector *reflector = data;
  g_autofree char *kind
      = place->list_kind != NULL && g_str_has_suffix (place->list_kind, "List")
            ? g_strndup (place->list_kind,
                         strlen (place->list_kind) - strlen ("List"))
            : NULL;

  return fit_objects_add_value (reflector->objects, value, kind,
                                place->list_api_version, reflector->flags,
                                error);
}

static void
take_list (const FitValue *list, gpointer data)
{
  FitReflector *reflector = data;
  const char *next
      = fit_value_get_string (fit_value_get (list, "metadata"), "continue");

  note_version (reflector, list);
  g_clear_pointer (&reflector->next_page, g_free);
  if (next != NULL && *next != '\0')
    reflector->next_page = g_strdup (next);
}

/* Returns: (transfer full): what was decoded of a list */
static GPtrArray *
take_decoded (FitReflector *reflector)
{
  GPtrArray *decoded
      = g_ptr_array_ref (reflector->objects->of[reflector->resource.kind]);

  fit_objects_free (reflector->objects);
  reflector->objects = fit_objects_new ();
  return decoded;
}

/* -- listing --------------------------------------------------------------- */

static void
end_list (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitReflector *reflector = data;
  g_autoptr (GError) error = NULL;

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  if (problem == NULL && answer->status == 404
      && reflector->resource.instead != NULL
      && reflector->path != reflector->resource.instead)
    {
      reflector->path = reflector->resource.instead;
      begin_list (reflector);
      return;
    }
  if (problem == NULL && !reflector->seen
      && (answer->status == 404 || answer->status == 403))
    {
      g_autofree char *text = fit_api_status_text (answer);

      /* Not served, or not for us: as if there were none.  What was seen once
       * stays: a server that starts answers 403 until it has read the roles. */
      say_trouble (reflector, "list", text);
      g_ptr_array_set_size (reflector->objects->of[reflector->resource.kind],
                            0);
      reflector->sink.listed (reflector->resource.kind,
                              take_decoded (reflector), reflector->sink.data);
      fit_api_client_call_later (reflector->client, ABSENT_WAIT_MS, begin_list,
                                 reflector);
      return;
    }
  if (problem == NULL && answer->status == 410)
    g_clear_pointer (&reflector->next_page, g_free);
  if (problem != NULL || answer->status != 200)
    {
      g_autofree char *text = problem ? NULL : fit_api_status_text (answer);

      if (problem != NULL)
        reflector->sink.trouble (problem->message, TRUE, reflector->sink.data);
      else
        say_trouble (reflector, "list", text);
      list_later (reflector);
      return;
    }
  if (!fit_read_list (answer->body, answer->body_len,
                      reflector->resource.plural, take_item, take_list,
                      reflector, &error))
    {
      say_trouble (reflector, "read the list of", error->message);
      list_later (reflector);
      return;
    }
  if (reflector->next_page != NULL)
    {
      begin_list (reflector);
      return;
    }
  reflector->troubled = FALSE;
  reflector->seen = TRUE;
  reflector->sink.listed (reflector->resource.kind, take_decoded (reflector),
                          reflector->sink.data);
  begin_watch (reflector);
}

static void
begin_list (gpointer data)
{
  FitReflector *reflector = data;
  const char *query = reflector->resource.query;
  g_autofree char *token
      = reflector->next_page
            ? g_uri_escape_string (reflector->next_page, NULL, FALSE)
            : NULL;
  g_autofree char *from
      = token != NULL
            ? g_strconcat ("continue=", token, NULL)
            : g_strconcat ("resourceVersion=", reflector->version, NULL);
  g_autofree char *path = g_strconcat (reflector->path, "?limit=500&", from,
                                       query ? "&" : "", query, NULL);
  const FitApiRequest request = { .method = "GET",
                                  .path = path,
                                  .timeout_ms = LIST_TIMEOUT_MS,
                                  .done = end_list,
                                  .data = reflector };

  if (token == NULL)
    g_ptr_array_set_size (reflector->objects->of[reflector->resource.kind], 0);
  fit_api_client_send (reflector->client, &request);
}

/* -- watching -------------------------------------------------------------- */

/* FALSE: the watch is of no use any more. */
static gboolean
take_event (FitReflector *reflector, const char *type, const FitValue *object,
            GError **error)
{
  GPtrArray *decoded;

  if (strcmp (type, "ERROR") == 0)
    {
      const char *message = fit_value_get_string (object, "message");
      const char *reason = fit_value_get_string (object, "reason");

      reflector->expired = TRUE;
      if (g_strcmp0 (reason, "Expired") == 0 || g_strcmp0 (reason, "Gone") == 0)
        {
          g_free (reflector->version);
          reflector->version = g_strdup ("");
        }
      g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE, "%s",
                   message ? message : "the watch has failed");
      return FALSE;
    }
  reflector->n_events++;
  note_version (reflector, object);
  if (strcmp (type, "BOOKMARK") == 0)
    return TRUE;
  if (!fit_objects_add_value (reflector->objects, object, NULL, NULL,
                              reflector->flags, error))
    return FALSE;
  decoded = reflector->objects->of[reflector->resource.kind];
  if (decoded->len == 1)
    reflector->sink.changed (
        reflector->resource.kind, g_ptr_array_steal_index (decoded, 0),
        strcmp (type, "DELETED") == 0, reflector->sink.data);
  return TRUE;
}

static gboolean
take_line (FitReflector *reflector, const char *line, gsize len, GError **error)
{
  const FitValue *event;
  const char *type;

  fit_arena_reset (reflector->arena);
  event = fit_json_parse (reflector->arena, line, len, NULL, NULL, error);
  if (event == NULL)
    return FALSE;
  type = fit_value_get_string (event, "type");
  if (type != NULL)
    return take_event (reflector, type, fit_value_get (event, "object"), error);
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_REMOTE,
                       "an event has no type");
  return FALSE;
}

/* Events are lines, which come in pieces. */
static gboolean
take_lines (FitReflector *reflector, const char *bytes, gsize len,
            GError **error)
{
  GString *line = reflector->line;
  const char *end;

  while ((end = memchr (bytes, '\n', len)) != NULL)
    {
      const gsize n = (gsize) (end - bytes);
      gboolean fine;

      if (line->len == 0)
        fine = n == 0 || take_line (reflector, bytes, n, error);
      else
        {
          g_string_append_len (line, bytes, (gssize) n);
          fine = take_line (reflector, line->str, line->len, error);
          g_string_truncate (line, 0);
        }
      if (!fine)
        return FALSE;
      bytes += n + 1;
      len -= n + 1;
    }
  if (len > MOST_LINE_BYTES - line->len)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_LIMIT,
                   "an event is longer than %" G_GSIZE_FORMAT " bytes",
                   MOST_LINE_BYTES);
      return FALSE;
    }
  g_string_append_len (line, bytes, (gssize) len);
  return TRUE;
}

static gboolean
take_bytes (const char *bytes, gsize len, gpointer data)
{
  FitReflector *reflector = data;
  g_autoptr (GError) error = NULL;

  if (take_lines (reflector, bytes, len, &error))
    return TRUE;
  /* An old version is no trouble, it is how a watch ends now and then. */
  if (*reflector->version != '\0')
    say_trouble (reflector, "watch", error->message);
  reflector->expired = TRUE;
  return FALSE;
}

static void
end_watch (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitReflector *reflector = data;
  const gboolean was_short
      = g_get_monotonic_time () - reflector->began_us < SHORT_WATCH_US
        && reflector->n_events == 0;

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  if (reflector->expired && *reflector->version == '\0')
    begin_list (reflector);
  else if (reflector->expired || (answer->status != 0 && answer->status != 200))
    list_later (reflector);
  else if (answer->status == 200 && !was_short)
    begin_watch (reflector);
  else
    /* The server is not there: what was seen stays true. */
    fit_api_client_call_later (reflector->client, next_wait (reflector),
                               begin_watch, reflector);
}

static void
begin_watch (gpointer data)
{
  FitReflector *reflector = data;
  const char *query = reflector->resource.query;
  const guint seconds
      = (guint) g_random_int_range (WATCH_SECONDS, 2 * WATCH_SECONDS);
  g_autofree char *path = g_strdup_printf (
      "%s?allowWatchBookmarks=true%s%s&resourceVersion=%s&timeoutSeconds=%u"
      "&watch=true",
      reflector->path, query ? "&" : "", query ? query : "", reflector->version,
      seconds);
  const FitApiRequest request
      = { .method = "GET",
          .path = path,
          .timeout_ms = (seconds + WATCH_GRACE_SECONDS) * 1000,
          .bytes = take_bytes,
          .done = end_watch,
          .data = reflector };

  reflector->began_us = g_get_monotonic_time ();
  reflector->n_events = 0;
  reflector->expired = FALSE;
  g_string_truncate (reflector->line, 0);
  fit_api_client_send (reflector->client, &request);
}

void
fit_reflector_start (FitReflector *reflector)
{
  begin_list (reflector);
}
