/* assume-cache.c - keeps assumed versions of volumes and claims until the API
 * server reports newer ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/assume-cache.h"

#include "api/kinds.h"

#include <string.h>

#include "cluster/listers-private.h"

/* The number of entries before the first sweep. */
#define FIRST_SWEEP 64

/* -- kinds ----------------------------------------------------------------- */

static gconstpointer
listed_pv (const FitListers *listers, const char *namespace_, const char *name)
{
  return fit_listers_pv (listers, name);
}

static const FitObjectMeta *
pv_meta (gconstpointer pv)
{
  return &((const FitPersistentVolume *) pv)->meta;
}

static gpointer
pv_ref (gconstpointer pv)
{
  return fit_pv_ref (pv);
}

static void
pv_unref (gconstpointer pv)
{
  fit_pv_unref (pv);
}

static gconstpointer
listed_pvc (const FitListers *listers, const char *namespace_, const char *name)
{
  return fit_listers_pvc (listers, namespace_, name);
}

static const FitObjectMeta *
pvc_meta (gconstpointer pvc)
{
  return &((const FitPersistentVolumeClaim *) pvc)->meta;
}

static gpointer
pvc_ref (gconstpointer pvc)
{
  return fit_pvc_ref (pvc);
}

static void
pvc_unref (gconstpointer pvc)
{
  fit_pvc_unref (pvc);
}

const FitAssumedKind fit_assumed_pv = { listed_pv, pv_meta, pv_ref, pv_unref };
const FitAssumedKind fit_assumed_pvc
    = { listed_pvc, pvc_meta, pvc_ref, pvc_unref };

/* -- the cache ------------------------------------------------------------- */

typedef struct
{
  const FitAssumedKind *kind;
  gpointer listed;  /* owned: the listed object when it was assumed */
  gpointer assumed; /* owned */
} Promise;

struct _FitAssumeCache
{
  const FitAssumedKind *kind;
  const FitListers *listers; /* borrowed */
  GHashTable *promises; /* owned: FitObjectMeta in the promise -> Promise */
  guint sweep_above;    /* number of promises before a sweep pays */
};

static void
promise_free (gpointer data)
{
  Promise *promise = data;

  promise->kind->unref (promise->listed);
  promise->kind->unref (promise->assumed);
  g_free (promise);
}

FitAssumeCache *
fit_assume_cache_new (const FitAssumedKind *kind, const FitListers *listers)
{
  FitAssumeCache *cache = g_new0 (FitAssumeCache, 1);

  cache->kind = kind;
  cache->listers = listers;
  cache->promises = g_hash_table_new_full (
      fit_object_meta_hash, fit_object_meta_equal, NULL, promise_free);
  cache->sweep_above = FIRST_SWEEP;
  return cache;
}

void
fit_assume_cache_free (FitAssumeCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->promises);
  g_free (cache);
}

gboolean
fit_assumed_pending (const FitAssumedKind *kind, gconstpointer assumed,
                     gconstpointer before, gconstpointer listed)
{
  const FitObjectMeta *promised = kind->meta (assumed);
  const FitObjectMeta *meta = kind->meta (listed);
  gint64 then, now;

  if (listed == assumed)
    return FALSE;
  if (listed == before)
    return TRUE;
  if (strcmp (meta->uid, promised->uid) != 0
      || !g_ascii_string_to_signed (promised->resource_version, 10, G_MININT64,
                                    G_MAXINT64, &then, NULL)
      || !g_ascii_string_to_signed (meta->resource_version, 10, G_MININT64,
                                    G_MAXINT64, &now, NULL))
    return FALSE;
  return assumed == before ? now < then : now <= then;
}

gconstpointer
fit_assume_cache_latest (const FitAssumeCache *cache, gconstpointer listed)
{
  const Promise *promise
      = g_hash_table_lookup (cache->promises, cache->kind->meta (listed));

  if (promise != NULL
      && fit_assumed_pending (cache->kind, promise->assumed, promise->listed,
                              listed))
    return promise->assumed;
  return listed;
}

gconstpointer
fit_assume_cache_get (const FitAssumeCache *cache, const char *namespace_,
                      const char *name)
{
  const gpointer listed
      = (gpointer) cache->kind->listed (cache->listers, namespace_, name);

  return listed != NULL ? fit_assume_cache_latest (cache, listed) : NULL;
}

static gboolean
came_true (gpointer key, gpointer value, gpointer data)
{
  const FitObjectMeta *meta = key;
  const Promise *promise = value;

  return fit_assume_cache_get (data, meta->namespace_, meta->name)
         != promise->assumed;
}

void
fit_assume_cache_assume (FitAssumeCache *cache, gpointer object)
{
  const FitObjectMeta *meta = cache->kind->meta (object);
  Promise *promise = g_new (Promise, 1);

  promise->kind = cache->kind;
  promise->listed = cache->kind->ref (
      cache->kind->listed (cache->listers, meta->namespace_, meta->name));
  promise->assumed = object;
  g_hash_table_replace (cache->promises, (gpointer) meta, promise);
  /* Drops promises that no longer hide anything.  Waits until these may be
   * half of all, so that a sweep costs little per promise. */
  if (g_hash_table_size (cache->promises) <= cache->sweep_above)
    return;
  g_hash_table_foreach_remove (cache->promises, came_true, cache);
  cache->sweep_above = FIRST_SWEEP + 2 * g_hash_table_size (cache->promises);
}

void
fit_assume_cache_restore (FitAssumeCache *cache, gconstpointer object)
{
  g_hash_table_remove (cache->promises, cache->kind->meta (object));
}
