/* live.c - a snapshot of what an API server has now
 *
 * The list of nodes comes first and gives the version; all other kinds are
 * listed at exactly that version.  A server that has forgotten it, or does not
 * understand the question, is asked for what it has now instead.
 */
#include "snapshot/live.h"

#include "base/monitor.h"
#include "base/secrets.h"
#include "client/api-client.h"
#include "client/resources.h"

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

/* One request, and whoever waits for its answer. */
typedef struct
{
  FitMonitor monitor;
  gboolean done;
  guint status;
  char *body; /* owned */
  gsize len;
  char *problem_text; /* (nullable) owned: an answer that is not 200 */
  GError *problem;    /* (nullable) owned: no answer */
} Call;

typedef struct
{
  FitApiClient *client;  /* borrowed */
  const char *server;    /* borrowed */
  FitSnapshot *snapshot; /* borrowed */
  char *version;         /* (nullable) owned: of all lists */

  const FitApiResource *resource; /* borrowed: the list at hand */
  const char *path;               /* borrowed: the one that is served */
  GPtrArray *pages;               /* owned, of GBytes */
  char *next;                     /* (nullable) owned: the next page */
  char *list_version;             /* (nullable) owned */
} Reading;

static void
call_clear (Call *call)
{
  g_free (call->body);
  g_free (call->problem_text);
  g_clear_error (&call->problem);
  fit_monitor_clear (&call->monitor);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static void
end_call (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Call *call = data;

  fit_monitor_lock (&call->monitor);
  call->status = answer->status;
  call->len = answer->body_len;
  call->body = g_memdup2 (answer->body, answer->body_len + 1);
  call->problem = problem ? g_error_copy (problem) : NULL;
  if (problem == NULL && answer->status != 200)
    call->problem_text = fit_api_status_text (answer);
  call->done = TRUE;
  fit_monitor_changed (&call->monitor);
  fit_monitor_unlock (&call->monitor);
}

/* Waits for the answer.  Returns: FALSE if there was none */
static gboolean
get (const Reading *reading, const char *path, Call *call, GError **error)
{
  const FitApiRequest request = { .method = "GET",
                                  .path = path,
                                  .timeout_ms = LIST_TIMEOUT_MS,
                                  .is_list = TRUE,
                                  .done = end_call,
                                  .data = call };

  fit_monitor_init (&call->monitor);
  fit_api_client_send (reading->client, &request);
  fit_monitor_lock (&call->monitor);
  while (!call->done)
    fit_monitor_wait (&call->monitor, G_MAXINT64);
  fit_monitor_unlock (&call->monitor);
  if (call->problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&call->problem));
  g_prefix_error (error, "cannot reach ");
  return FALSE;
}

/* -- one list -------------------------------------------------------------- */

static void
forget_pages (Reading *reading)
{
  g_ptr_array_set_size (reading->pages, 0);
  g_clear_pointer (&reading->next, g_free);
  g_clear_pointer (&reading->list_version, g_free);
}

static void
take_metadata (const FitValue *list, gpointer data)
{
  Reading *reading = data;
  const FitValue *metadata = fit_value_get (list, "metadata");
  const char *next = fit_value_get_string (metadata, "continue");

  g_free (reading->next);
  reading->next = next != NULL && *next != '\0' ? g_strdup (next) : NULL;
  g_free (reading->list_version);
  reading->list_version
      = g_strdup (fit_value_get_string (metadata, "resourceVersion"));
}

static gboolean
skip_object (const FitValue *value, const FitObjectPlace *place, gpointer data,
             GError **error)
{
  (void) value;
  (void) place;
  (void) data;
  (void) error;
  return TRUE;
}

static gboolean
take_object (const FitValue *value, const FitObjectPlace *place, gpointer data,
             GError **error)
{
  const Reading *reading = data;

  return fit_snapshot_add (reading->snapshot, value,
                           fit_kind_name (reading->resource->kind),
                           place->list_api_version, error);
}

static char *
page_path (const Reading *reading, const char *version)
{
  const FitApiResource *resource = reading->resource;
  g_autofree char *token
      = reading->next ? g_uri_escape_string (reading->next, NULL, FALSE) : NULL;
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

/* All pages, into @reading.  Returns: 200, or the status of the answer that is
 * none (@out_why (transfer full)); 0 with @error */
static guint
read_pages (Reading *reading, const char *version, char **out_why,
            GError **error)
{
  forget_pages (reading);
  do
    {
      g_auto (Call) call = { 0 };
      g_autofree char *path = page_path (reading, version);

      if (!get (reading, path, &call, error))
        return 0;
      if (call.status != 200)
        {
          *out_why = g_steal_pointer (&call.problem_text);
          return call.status;
        }
      if (!fit_read_list (call.body, call.len, reading->resource->plural,
                          skip_object, take_metadata, reading, error))
        {
          g_prefix_error (error, "%s: ", reading->server);
          return 0;
        }
      g_ptr_array_add (
          reading->pages,
          g_bytes_new_take (g_steal_pointer (&call.body), call.len));
    }
  while (reading->next != NULL);
  return 200;
}

/* A list whose pages the server forgets meanwhile begins anew, without the
 * version that is too old. */
static guint
read_list (Reading *reading, char **out_why, GError **error)
{
  const char *version = reading->version;
  guint status = 0;

  for (guint i = 0; i < MOST_RESTARTS; i++)
    {
      g_clear_pointer (out_why, g_free);
      status = read_pages (reading, version, out_why, error);
      if (status == 404 && reading->resource->instead != NULL
          && reading->path != reading->resource->instead)
        reading->path = reading->resource->instead;
      else if (status == 410
               || (version != NULL && (status == 400 || status == 504)))
        version = NULL;
      else
        break;
    }
  return status;
}

static gboolean
add_pages (Reading *reading, GError **error)
{
  for (guint i = 0; i < reading->pages->len; i++)
    {
      gsize len;
      const char *bytes = g_bytes_get_data (reading->pages->pdata[i], &len);

      if (!fit_read_list (bytes, len, reading->resource->plural, take_object,
                          NULL, reading, error))
        {
          g_prefix_error (error, "%s: ", reading->server);
          return FALSE;
        }
    }
  return TRUE;
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
  g_autofree char *why = NULL;
  guint status;

  reading->resource = resource;
  reading->path = resource->path;
  status = read_list (reading, &why, error);
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
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE, "%s: cannot list %s: %s",
                   reading->server, resource->plural, why);
      return FALSE;
    }
  if (reading->version == NULL)
    reading->version = g_strdup (reading->list_version);
  else if (reading->pages->len > 0
           && g_strcmp0 (reading->version, reading->list_version) != 0)
    fit_snapshot_note_other_version (reading->snapshot, kind,
                                     reading->list_version);
  return add_pages (reading, error);
}

/* -- all of them ----------------------------------------------------------- */

static gboolean
read_kinds (Reading *reading, const FitApiResource *resources, guint n,
            GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!read_kind (reading, &resources[i], error))
      return FALSE;
  return TRUE;
}

gboolean
fit_snapshot_read_live (FitSnapshot *snapshot, const FitApiConfig *config,
                        GError **error)
{
  g_autoptr (FitApiClient) client = fit_api_client_new (config, 0, 1, error);
  g_autofree char *server = fit_url_hide (config->server);
  Reading reading
      = { .client = client, .server = server, .snapshot = snapshot };
  guint n;
  const FitApiResource *watched = fit_api_resources (fit_release_newest (), &n);
  gboolean done;

  if (client == NULL)
    return FALSE;
  reading.pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  done = read_kinds (&reading, watched, n, error);
  for (guint i = 0; done && i < G_N_ELEMENTS (more_resources); i++)
    done = read_kind (&reading, &more_resources[i], error);
  if (done)
    fit_snapshot_set_origin (snapshot, server, reading.version);
  forget_pages (&reading);
  g_ptr_array_unref (reading.pages);
  g_free (reading.version);
  return done;
}
