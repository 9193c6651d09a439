/* live.c - a snapshot of what an API server has now
 *
 * The list of nodes comes first and gives the version; all other kinds are
 * listed at exactly that version.  If the server has forgotten it, or does not
 * understand the request, its present state is read instead.
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot/live.h"

#include "base/monitor.h"
#include "net/secrets.h"
#include "client/api-client.h"
#include "client/api-resources.h"
#include "snapshot/snapshot-private.h"

#include <string.h>

#define LIST_TIMEOUT_MS 120000
#define MOST_RESTARTS 3

/* Kinds that only new pods need. */
static const FitApiResource more_resources[] = {
  { FIT_KIND_PRIORITY_CLASS, "/apis/scheduling.k8s.io/v1/priorityclasses",
    "priorityclasses", NULL,
    "/apis/scheduling.k8s.io/v1beta1/priorityclasses" },
  { FIT_KIND_LIMIT_RANGE, "/api/v1/limitranges", "limitranges", NULL, NULL },
  { FIT_KIND_RESOURCE_QUOTA, "/api/v1/resourcequotas", "resourcequotas", NULL,
    NULL },
};

typedef struct
{
  FitApiClient *client;  /* borrowed */
  const char *server;    /* borrowed */
  FitSnapshot *snapshot; /* borrowed */
  char *version;         /* (nullable) owned: of all lists */

  /* The current list: */
  const FitApiResource *resource; /* borrowed */
  const char *path;               /* borrowed: the one that is served */
  FitSnapshotMark list_mark;      /* before its first object */
  FitSnapshotMark page_mark;      /* before the first of the page */
  FitListStream *list;            /* owned */
  FitObjects *objects;            /* owned: the item, to see what it is */
  GError *list_problem;           /* (nullable) owned: why reading stopped */
  char *next;                     /* (nullable) owned: the next page */
  char *list_version;             /* (nullable) owned */

  /* The answer, under the lock of @monitor. */
  FitMonitor monitor;
  gboolean done;
  guint status;
  char *refusal;   /* (nullable) owned: the server's text, unless 200 */
  GError *problem; /* (nullable) owned: why there is no answer */
} Reading;

static void
end_call (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Reading *reading = data;

  fit_monitor_lock (&reading->monitor);
  reading->status = answer->status;
  reading->problem = problem != NULL ? g_error_copy (problem) : NULL;
  if (problem == NULL && answer->status != 200)
    reading->refusal = fit_api_status_text (answer);
  reading->done = TRUE;
  fit_monitor_changed (&reading->monitor);
  fit_monitor_unlock (&reading->monitor);
}

/* -- one list -------------------------------------------------------------- */

static gboolean
take_item (const FitValue *value, const char *api_version, gpointer data,
           GError **error)
{
  const Reading *reading = data;
  const FitKind kind = reading->resource->kind;

  if (!fit_api_resource_decode (reading->resource, reading->objects, value,
                                api_version, FIT_DECODE_AS_IS, error))
    return FALSE;
  g_ptr_array_set_size (reading->objects->of[kind], 0);
  return fit_snapshot_add (reading->snapshot, value, fit_kind_name (kind),
                           api_version, error);
}

static gboolean
take_bytes (const char *bytes, gsize len, gpointer data)
{
  Reading *reading = data;

  /* An answer begins, after a retry maybe the second one for this page. */
  if (len == 0)
    {
      fit_snapshot_rewind (reading->snapshot, reading->page_mark);
      g_clear_error (&reading->list_problem);
      fit_list_stream_begin_page (reading->list);
    }
  return fit_list_stream_take (reading->list, bytes, len,
                               &reading->list_problem);
}

static void
forget_answer (Reading *reading)
{
  reading->done = FALSE;
  g_clear_pointer (&reading->refusal, g_free);
  g_clear_error (&reading->problem);
  g_clear_error (&reading->list_problem);
}

/* The answer is not a list of this kind. */
static gboolean
fail_list (const Reading *reading, const GError *why, GError **error)
{
  return fit_fail (error, FIT_ERROR_REMOTE,
                   "%s: cannot read the list of %s: %s", reading->server,
                   reading->resource->plural, why->message);
}

/* Waits for the answer.  Returns: FALSE if there was none */
static gboolean
get (Reading *reading, const char *path, GError **error)
{
  const FitApiRequest request = { .method = "GET",
                                  .path = path,
                                  .timeout_ms = LIST_TIMEOUT_MS,
                                  .bytes = take_bytes,
                                  .is_list = TRUE,
                                  .done = end_call,
                                  .data = reading };

  forget_answer (reading);
  reading->page_mark = fit_snapshot_mark (reading->snapshot);
  fit_api_client_send (reading->client, &request);
  fit_monitor_lock (&reading->monitor);
  while (!reading->done)
    fit_monitor_wait (&reading->monitor, G_MAXINT64);
  fit_monitor_unlock (&reading->monitor);
  if (reading->problem == NULL)
    return TRUE;
  if (reading->list_problem != NULL)
    return fail_list (reading, reading->list_problem, error);
  g_propagate_error (error, g_steal_pointer (&reading->problem));
  return fit_blame (error, reading->status == 0 ? "cannot reach "
                                                : "cannot read from ");
}

static void
begin_list (Reading *reading)
{
  fit_snapshot_rewind (reading->snapshot, reading->list_mark);
  fit_list_stream_begin (reading->list);
  g_clear_pointer (&reading->next, g_free);
  g_clear_pointer (&reading->list_version, g_free);
}

static char *
page_path (const Reading *reading, const char *version)
{
  const FitApiResource *resource = reading->resource;
  g_autofree char *token
      = reading->next != NULL ? g_uri_escape_string (reading->next, NULL, FALSE)
                              : NULL;
  GString *path = g_string_new (reading->path);

  g_string_append (path, "?limit=500");
  if (token != NULL)
    g_string_append_printf (path, "&continue=%s", token);
  else if (version != NULL)
    g_string_append_printf (
        path, "&resourceVersion=%s&resourceVersionMatch=Exact", version);
  if (resource->query != NULL)
    g_string_append_printf (path, "&%s", resource->query);
  return g_string_free (path, FALSE);
}

/* Reads all pages into the snapshot.  Returns: 200, or the status of the answer
 * that is not a page; 0 with @error */
static guint
read_pages (Reading *reading, const char *version, GError **error)
{
  const char *kind = fit_kind_name (reading->resource->kind);

  begin_list (reading);
  do
    {
      g_autofree char *path = page_path (reading, version);
      g_autoptr (GError) problem = NULL;
      FitListEnd end;

      if (!get (reading, path, error))
        return 0;
      if (reading->status != 200)
        {
          begin_list (reading);
          return reading->status;
        }
      if (!fit_list_stream_end (reading->list, kind, &end, &problem))
        {
          fail_list (reading, problem, error);
          return 0;
        }
      g_free (reading->next);
      reading->next = g_strdup (end.next);
      g_free (reading->list_version);
      reading->list_version = g_strdup (end.version);
    }
  while (reading->next != NULL);
  return 200;
}

static gboolean
is_needed (FitKind kind)
{
  return kind == FIT_KIND_NODE || kind == FIT_KIND_POD;
}

static gboolean
read_kind (Reading *reading, const FitApiResource *resource, GError **error)
{
  const char *kind = fit_kind_name (resource->kind);
  guint status;
  const char *version;

  reading->resource = resource;
  reading->path = resource->path;
  reading->list_mark = fit_snapshot_mark (reading->snapshot);
  /* If the server drops a version while its pages are being read, starts
   * over without it. */
  version = reading->version;
  status = 0;
  for (guint i = 0; i < MOST_RESTARTS; i++)
    {
      status = read_pages (reading, version, error);
      if (status == 404 && reading->resource->instead != NULL
          && reading->path != reading->resource->instead)
        reading->path = reading->resource->instead;
      else if (status == 410
               || (version != NULL && (status == 400 || status == 504)))
        version = NULL;
      else
        break;
    }
  if (status == 0)
    return FALSE;
  if (status == 404 && !is_needed (resource->kind))
    return TRUE; /* not served: there are none */
  if (status == 403 && !is_needed (resource->kind))
    {
      fit_snapshot_note_missing (reading->snapshot, kind, "forbidden");
      return TRUE;
    }
  if (status != 200)
    return fit_fail (error, FIT_ERROR_REMOTE, "%s: cannot list %s: %s",
                     reading->server, resource->plural, reading->refusal);
  if (reading->version == NULL)
    reading->version = g_strdup (reading->list_version);
  else if (strcmp (reading->version, reading->list_version) != 0)
    fit_snapshot_note_other_version (reading->snapshot, kind,
                                     reading->list_version);
  return TRUE;
}

/* -- all of them ----------------------------------------------------------- */

gboolean
fit_snapshot_read_live_within (FitSnapshot *snapshot,
                               const FitApiConfig *config,
                               const FitListLimits *limits, GError **error)
{
  g_autoptr (FitApiClient) client = fit_api_client_new (config, 0, 1, error);
  g_autofree char *server = fit_url_hide (config->server);
  Reading reading
      = { .client = client, .server = server, .snapshot = snapshot };
  guint n;
  const FitApiResource *watched = fit_api_resources (fit_release_newest (), &n);
  gboolean done = TRUE;

  if (client == NULL)
    return FALSE;
  reading.list = fit_list_stream_new (take_item, &reading);
  fit_list_stream_set_limits (reading.list, limits);
  reading.objects = fit_objects_new ();
  fit_monitor_init (&reading.monitor);
  for (guint i = 0; done && i < n; i++)
    done = read_kind (&reading, &watched[i], error);
  for (guint i = 0; done && i < G_N_ELEMENTS (more_resources); i++)
    done = read_kind (&reading, &more_resources[i], error);
  if (done)
    fit_snapshot_set_origin (snapshot, server, reading.version);
  forget_answer (&reading);
  fit_monitor_clear (&reading.monitor);
  fit_list_stream_free (reading.list);
  fit_objects_free (reading.objects);
  g_free (reading.next);
  g_free (reading.list_version);
  g_free (reading.version);
  return done;
}

gboolean
fit_snapshot_read_live (FitSnapshot *snapshot, const FitApiConfig *config,
                        GError **error)
{
  static const FitListLimits limits = FIT_LIST_LIMITS_INIT;

  return fit_snapshot_read_live_within (snapshot, config, &limits, error);
}
