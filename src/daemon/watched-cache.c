/* watched-cache.c - a cache that reflectors keep up to date with an API
 * server
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/watched-cache.h"

#define NS_PER_US G_GINT64_CONSTANT (1000)

#define QPS 50
#define BURST 100

static gint64
now_ns (void)
{
  return g_get_monotonic_time () * NS_PER_US;
}

static void
note (FitWatchedCache *watched, const char *text)
{
  watched->options.note (text, watched->options.data);
}

/* -- what reflectors say --------------------------------------------------- */

static void
listed (FitKind kind, GPtrArray *objects, gpointer data)
{
  FitWatchedCache *watched = data;
  gboolean begins;

  fit_monitor_lock (&watched->lock);
  begins = !watched->view.synced;
  fit_live_view_listed (&watched->view, kind, objects, now_ns ());
  begins = begins && watched->view.synced;
  fit_monitor_unlock (&watched->lock);
  g_ptr_array_unref (objects);
  if (begins)
    note (watched, "the cluster is read");
}

static void
changed (FitKind kind, gconstpointer object, gboolean gone, gpointer data)
{
  FitWatchedCache *watched = data;

  fit_monitor_lock (&watched->lock);
  fit_live_view_changed (&watched->view, kind, object, gone, now_ns ());
  fit_monitor_unlock (&watched->lock);
  fit_object_unref ((gpointer) object);
}

/* The reflectors of all kinds notice that a server cannot be reached. */
static void
trouble (const char *text, gboolean unreachable, gpointer data)
{
  FitWatchedCache *watched = data;
  g_autofree char *said = NULL;

  fit_monitor_lock (&watched->lock);
  if (unreachable)
    said = fit_outage_text (&watched->outage, text, g_get_monotonic_time ());
  fit_monitor_unlock (&watched->lock);
  if (!unreachable || said != NULL)
    note (watched, unreachable ? said : text);
}

static void
recovered (gpointer data)
{
  FitWatchedCache *watched = data;

  fit_monitor_lock (&watched->lock);
  watched->outage.since_us = 0;
  fit_monitor_unlock (&watched->lock);
}

/* Reports what is wrong with the objects of the cluster; nothing else is
 * decided. */
static void
decided (gpointer data, const FitDecision *decision)
{
  if (decision->type == FIT_DECISION_PROBLEM)
    note (data, decision->message);
}

/* -- its life -------------------------------------------------------------- */

FitWatchedCache *
fit_watched_cache_new (const FitWatchedCacheOptions *options, GError **error)
{
  g_autoptr (FitWatchedCache) watched = g_new0 (FitWatchedCache, 1);
  const FitReflectorOptions reflecting
      = { .sink = { listed, changed, trouble, recovered, watched },
          .flags = options->flags,
          .room = &watched->room };
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  watched->options = *options;
  fit_monitor_init (&watched->lock);
  watched->cache = fit_cache_new (options->gates);
  watched->reflectors
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_reflector_free);
  watched->world = (FitWorld){ .data = watched, .decided = decided };
  fit_live_view_init (&watched->view);
  watched->view.release = FIT_RELEASE_LEGACY;
  watched->client = fit_api_client_new (options->api, QPS, BURST, error);
  if (watched->client == NULL)
    return NULL;
  if (options->requested != NULL)
    {
      fit_api_client_observe (watched->client, options->requested,
                              options->data);
      fit_api_client_set_detail (watched->client, &options->detail);
    }
  watched->room = (FitListRoom) FIT_LIST_ROOM_INIT;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (
        watched->reflectors,
        fit_reflector_new (watched->client, &resources[i], &reflecting));
  return g_steal_pointer (&watched);
}

void
fit_watched_cache_stop (FitWatchedCache *watched)
{
  g_clear_pointer (&watched->client, fit_api_client_free);
  g_clear_pointer (&watched->reflectors, g_ptr_array_unref);
  g_clear_pointer (&watched->scheduler, fit_scheduler_free);
}

void
fit_watched_cache_free (FitWatchedCache *watched)
{
  if (watched == NULL)
    return;
  fit_watched_cache_stop (watched);
  fit_live_view_clear (&watched->view);
  fit_cache_free (watched->cache);
  fit_monitor_clear (&watched->lock);
  g_free (watched);
}

/* A scheduler that no pod names keeps the cache up to date. */
void
fit_watched_cache_start (FitWatchedCache *watched,
                         const FitAlgorithm *algorithm)
{
  const FitSchedulerSetup setup = { .cache = watched->cache,
                                    .algorithm = algorithm,
                                    .scheduler_name = "/",
                                    .world = &watched->world };

  watched->scheduler = fit_scheduler_new (&setup, now_ns ());
  fit_live_view_set_scheduler (&watched->view, watched->scheduler, now_ns ());
  for (guint i = 0; i < watched->reflectors->len; i++)
    fit_reflector_start (watched->reflectors->pdata[i]);
}
