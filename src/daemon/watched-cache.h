/* watched-cache.h - a scheduler's cache that follows an API server
 *
 * For those who ask about a cluster and decide nothing: nothing is ever
 * written to it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "client/api-client.h"
#include "cluster/cache.h"
#include "factory/algorithm.h"

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

typedef struct _FitWatchedCache FitWatchedCache;

/* fit_watched_cache_new: Returns: (transfer full) (nullable): NULL with the
 * error of a file that @options->api names */
FitWatchedCache *fit_watched_cache_new (const FitWatchedCacheOptions *options,
                                        GError **error);
void fit_watched_cache_free (FitWatchedCache *watched);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWatchedCache, fit_watched_cache_free)

/* fit_watched_cache_get: Returns: (transfer none): to be used with the lock
 * held once it has been started */
FitCache *fit_watched_cache_get (FitWatchedCache *watched);

/* fit_watched_cache_start: fills the cache from now on.  @algorithm: borrowed
 * until fit_watched_cache_stop(): any that was made with this cache */
void fit_watched_cache_start (FitWatchedCache *watched,
                              const FitAlgorithm *algorithm);
void fit_watched_cache_stop (FitWatchedCache *watched);

/* fit_watched_cache_is_synced: has the whole cluster been read?  From any
 * thread */
gboolean fit_watched_cache_is_synced (const FitWatchedCache *watched);

/* fit_watched_cache_lock: nothing changes until fit_watched_cache_unlock().
 * From any thread. */
void fit_watched_cache_lock (FitWatchedCache *watched);
void fit_watched_cache_unlock (FitWatchedCache *watched);
