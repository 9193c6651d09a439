/* watched-cache.h - a scheduler's cache that follows an API server
 *
 * For those who ask about a cluster and decide nothing: nothing is ever
 * written to it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/monitor.h"
#include "client/outage.h"
#include "client/reflector.h"
#include "daemon/live-view.h"

typedef struct
{
  const FitApiConfig *api; /* borrowed during the call */
  FitFeatureGates gates;
  FitDecodeFlags flags;

  /* From any thread: a message for the user. */
  void (*note) (const char *text, gpointer data);

  /* (nullable): a request to the API server has ended.  From another thread. */
  FitApiObserver requested;
  FitApiDetail detail; /* for it */

  gpointer data; /* borrowed */
} FitWatchedCacheOptions;

/* What others read: the cache, with the lock held once it has been started, and
 * from any thread view.synced: has the whole cluster been read?  Nothing
 * changes while the lock is held. */
typedef struct
{
  FitWatchedCacheOptions options; /* without what is borrowed for the call */
  FitMonitor lock;
  FitCache *cache;         /* owned; under the lock, as the next two */
  FitScheduler *scheduler; /* (nullable) owned: has no pods of its own; it keeps
                              the cache */
  FitLiveView view;
  FitWorld world;
  FitApiClient *client;  /* owned */
  GPtrArray *reflectors; /* owned, of FitReflector */
  FitListRoom room;      /* of their lists; of the thread of @client */
  FitOutage outage;      /* of the server; under the lock */
} FitWatchedCache;

/* fit_watched_cache_new: Returns: (transfer full) (nullable): NULL with the
 * error of a file that @options->api names */
FitWatchedCache *fit_watched_cache_new (const FitWatchedCacheOptions *options,
                                        GError **error);
void fit_watched_cache_free (FitWatchedCache *watched);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWatchedCache, fit_watched_cache_free)

/* fit_watched_cache_start: fills the cache from now on.  @algorithm: borrowed
 * until fit_watched_cache_stop(): any that was made with this cache */
void fit_watched_cache_start (FitWatchedCache *watched,
                              const FitAlgorithm *algorithm);
void fit_watched_cache_stop (FitWatchedCache *watched);
