/* debug-pages.c - the pages /debug/queue, /debug/nodes and /debug/explain
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/debug-pages.h"

#include "base/each.h"
#include "formats/value-json.h"
#include "daemon/daemon-private.h"
#include "queue/scheduling-queue.h"

#include <string.h>

/* How long a page waits for the scheduler's thread. */
#define PATIENCE_MS 10000u

#define NS_PER_S 1e9

/* What is collected on the scheduler's thread. */
typedef struct
{
  gboolean json;
  GString *out;
} Collection;

/* "?format=json" or "Accept: application/json" */
static gboolean
wants_json (const FitServerRequest *request)
{
  g_auto (GStrv) formats = fit_server_request_arguments (request, "format");
  const char *accept = fit_server_request_header (request, "Accept");

  if (formats[0] != NULL)
    return g_str_equal (formats[0], "json");
  return accept != NULL && strstr (accept, "application/json") != NULL;
}

static void
say_busy (FitServerAnswer *answer)
{
  fit_server_answer_text (answer, 503,
                          "the scheduler did not answer within %u s",
                          PATIENCE_MS / 1000);
}

/* -- JSON ------------------------------------------------------------------ */

/* Begins an element of a list. */
static void
separate (GString *out)
{
  if (out->str[out->len - 1] != '[')
    g_string_append_c (out, ',');
}

/* Begins the object of a pod in a list. */
static void
begin_pod (GString *out, const FitPod *pod)
{
  separate (out);
  fit_json_append_printf (out, "{'namespace':%s,'name':%s,'uid':%s",
                          pod->meta.namespace_, pod->meta.name, pod->meta.uid);
}

/* After another member.  printf() would write the point of the locale. */
static void
append_seconds (GString *out, const char *name, gint64 ns)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (
      out, ",\"%s\":%s", name,
      g_ascii_formatd (digits, sizeof digits, "%.3f", (double) ns / NS_PER_S));
}

/* -- the queue ------------------------------------------------------------- */

static void
entry_json (GString *out, const FitQueueEntry *entry, gint64 now)
{
  const FitPod *pod = entry->pod;

  begin_pod (out, pod);
  g_string_append_printf (out, ",\"priority\":%d", pod->spec->priority);
  append_seconds (out, "secondsInQueue", now - entry->timestamp_ns);
  if (entry->queue == FIT_QUEUE_BACKOFF)
    append_seconds (out, "secondsOfBackoff", entry->backoff_until_ns - now);
  if (*pod->nominated_node_name != '\0')
    fit_json_append_printf (out, ",'nominatedNodeName':%s",
                            pod->nominated_node_name);
  if (entry->gate != NULL)
    fit_json_append_printf (out, ",'gate':%s", entry->gate);
  g_string_append (out, ",\"rejectedBy\":[");
  FIT_EACH (const char, plugin, entry->plugins)
    {
      separate (out);
      fit_json_append_string (out, plugin);
    }
  g_string_append (out, "]}");
}

static void
entry_text (GString *out, const FitQueueEntry *entry, gint64 now)
{
  const FitPod *pod = entry->pod;

  g_string_append_printf (out, "  %s/%s: priority %d, %.1f s in the queue",
                          pod->meta.namespace_, pod->meta.name,
                          pod->spec->priority,
                          (double) (now - entry->timestamp_ns) / NS_PER_S);
  if (entry->queue == FIT_QUEUE_BACKOFF)
    g_string_append_printf (out, ", backoff for another %.1f s",
                            (double) (entry->backoff_until_ns - now)
                                / NS_PER_S);
  if (*pod->nominated_node_name != '\0')
    g_string_append_printf (out, ", nominated to %s", pod->nominated_node_name);
  for (guint i = 0; entry->plugins != NULL && i < entry->plugins->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : ", rejected by ",
                            (const char *) entry->plugins->pdata[i]);
  g_string_append_c (out, '\n');
}

static void
collect_queue (FitDaemon *daemon, gpointer data)
{
  const Collection *collection = data;
  GString *out = collection->out;
  const FitSchedulingQueue *queue = fit_scheduler_queue (daemon->scheduler);
  const gint64 now = g_get_monotonic_time () * 1000;

  if (collection->json)
    g_string_append (out, "{\"queues\":[");
  for (guint name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    {
      g_autoptr (GPtrArray) entries
          = fit_scheduling_queue_list (queue, (FitQueueName) name);
      const char *title
          = fit_scheduling_queue_place_name (queue, (FitQueueName) name);

      if (collection->json)
        {
          separate (out);
          fit_json_append_printf (out, "{'name':%s,'pods':[", title);
        }
      else
        g_string_append_printf (out, "%s: %u\n", title, entries->len);
      for (guint i = 0; i < entries->len; i++)
        (collection->json ? entry_json : entry_text) (out, entries->pdata[i],
                                                      now);
      if (collection->json)
        g_string_append (out, "]}");
    }
  if (collection->json)
    g_string_append (out, "]}\n");
}

/* -- nodes ----------------------------------------------------------------- */

static void
resources_json (GString *out, const char *key, const FitResources *resources)
{
  g_string_append_printf (out,
                          ",\"%s\":{\"milliCPU\":%" G_GINT64_FORMAT
                          ",\"memory\":%" G_GINT64_FORMAT
                          ",\"ephemeralStorage\":%" G_GINT64_FORMAT,
                          key, resources->milli_cpu, resources->memory,
                          resources->ephemeral_storage);
  for (guint i = 0; i < resources->n_scalars; i++)
    {
      fit_json_append_printf (out, ",%s:", resources->scalars[i].name);
      g_string_append_printf (out, "%" G_GINT64_FORMAT,
                              resources->scalars[i].value);
    }
  g_string_append_c (out, '}');
}

static void
collect_nodes (FitDaemon *daemon, gpointer data)
{
  const Collection *collection = data;
  const FitCache *cache = daemon->rules.cache;
  const guint n = fit_cache_n_slots (cache);

  if (!collection->json)
    {
      fit_scheduler_append_nodes (daemon->scheduler, collection->out);
      return;
    }
  g_string_append (collection->out, "{\"nodes\":[");
  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node->node != NULL || node->n_pods > 0)
        {
          GString *out = collection->out;

          separate (out);
          fit_json_append_printf (out, "{'name':%s", node->name);
          resources_json (out, "requested", &node->requested);
          resources_json (out, "allocatable", &node->traits->allocatable);
          g_string_append_printf (
              out, ",\"allowedPods\":%" G_GINT64_FORMAT ",\"pods\":[",
              node->traits->allowed_pods);
          for (guint j = 0; j < node->n_pods; j++)
            {
              begin_pod (out, node->pods[j]);
              g_string_append_printf (
                  out, ",\"assumed\":%s}",
                  fit_cache_is_assumed (cache, node->pods[j]) ? "true"
                                                              : "false");
            }
          g_string_append (out, "]}");
        }
    }
  g_string_append (collection->out, "]}\n");
}

static void
show (const FitServerRequest *request, FitServerAnswer *answer,
      const FitDebugPages *pages, FitDaemonFunc collect)
{
  Collection collection = { wants_json (request), g_string_new (NULL) };

  if (fit_daemon_call (pages->daemon, collect, &collection, PATIENCE_MS))
    {
      answer->type = collection.json ? FIT_SERVER_JSON : FIT_SERVER_TEXT;
      g_string_free (answer->body, TRUE);
      answer->body = g_steal_pointer (&collection.out);
      return;
    }
  say_busy (answer);
  g_string_free (collection.out, TRUE);
}

static void
show_queue (const FitServerRequest *request, FitServerAnswer *answer,
            gpointer data)
{
  show (request, answer, data, collect_queue);
}

static void
show_nodes (const FitServerRequest *request, FitServerAnswer *answer,
            gpointer data)
{
  show (request, answer, data, collect_nodes);
}

/* -- explanations ---------------------------------------------------------- */

/* Takes references to all objects; of a pod that already counts on a node, the
 * assumed version. */
static void
collect_objects (FitDaemon *daemon, gpointer data)
{
  FitObjects **out = data;
  FitObjects *objects;

  if (!daemon->view.synced)
    return;
  objects = fit_objects_new ();
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      GPtrArray *all = fit_live_objects_list (daemon->view.live, kind);

      for (guint i = 0; kind == FIT_KIND_POD && i < all->len; i++)
        {
          const FitPod *pod = all->pdata[i];
          const FitPod *assumed
              = fit_cache_find_pod (daemon->rules.cache, pod->meta.uid);

          if (assumed != NULL && *pod->node_name == '\0')
            {
              all->pdata[i] = fit_pod_ref ((FitPod *) assumed);
              fit_pod_unref ((FitPod *) pod);
            }
        }
      g_ptr_array_extend_and_steal (objects->of[kind], all);
    }
  *out = objects;
}

static void
explain (const FitServerRequest *request, FitServerAnswer *answer,
         gpointer data)
{
  FitDebugPages *pages = data;
  g_auto (GStrv) pods = fit_server_request_arguments (request, "pod");
  const gboolean json = wants_json (request);
  g_autoptr (FitObjects) objects = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;

  if (pods[0] == NULL || strchr (pods[0], '/') == NULL)
    {
      fit_server_answer_text (answer, 400,
                              "which pod? ?pod=NAMESPACE/NAME, and for JSON "
                              "&format=json");
      return;
    }
  if (!fit_daemon_call (pages->daemon, collect_objects, &objects, PATIENCE_MS))
    {
      say_busy (answer);
      return;
    }
  if (objects == NULL)
    {
      fit_server_answer_text (answer, 503, "the cluster is not read yet");
      return;
    }
  pthread_mutex_lock (&pages->explaining);
  pages->serving->explain (
      &(const FitExplainQuestion){ objects, pods[0], json }, answer->body,
      pages->serving->data, &error);
  pthread_mutex_unlock (&pages->explaining);
  answer->type = json ? FIT_SERVER_JSON : FIT_SERVER_TEXT;
  if (error == NULL)
    return;
  lines = fit_error_lines (error);
  text = g_strjoinv ("\n", lines);
  fit_server_answer_text (
      answer,
      g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND) ? 404 : 500, "%s",
      text);
}

/* -- routes ---------------------------------------------------------------- */

void
fit_debug_pages_init (FitDebugPages *pages, FitDaemon *daemon,
                      const FitServing *serving)
{
  pages->daemon = daemon;
  pages->serving = serving;
  pthread_mutex_init (&pages->explaining, NULL);
}

void
fit_debug_pages_clear (FitDebugPages *pages)
{
  pthread_mutex_destroy (&pages->explaining);
}

void
fit_debug_pages_add_routes (FitDebugPages *pages, GArray *routes)
{
  const FitServerRoute all[] = {
    { "GET", "/debug/queue", 0, show_queue, pages },
    { "GET", "/debug/nodes", 0, show_nodes, pages },
    { "GET", "/debug/explain", 0, explain, pages },
  };

  g_array_append_vals (routes, all, pages->serving->explain != NULL ? 3 : 2);
}
