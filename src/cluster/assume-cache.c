#include "cluster/assume-cache.h"

#include <string.h>

#include "cluster/listers-private.h"

/* Assumptions a cache may hold before it is swept for the first time. */
#define FIRST_SWEEP 64

typedef struct
{
  const FitAssumedKind *kind;
  gpointer listed;  /* owned: what was listed when it was promised */
  gpointer assumed; /* owned */
  char *pod;        /* owned: who it was promised to */
} Promise;

struct _FitAssumeCache
{
  const FitAssumedKind *kind;
  const FitListers *listers; /* borrowed */
  GHashTable *promises; /* owned: FitObjectMeta in the promise -> Promise */
  guint sweep_above;    /* promises to hold before a sweep pays */
};

static void
promise_free (gpointer data)
{
  Promise *promise = data;

  promise->kind->unref (promise->listed);
  promise->kind->unref (promise->assumed);
  g_free (promise->pod);
  g_free (promise);
}

FitAssumeCache *
fit_assume_cache_new (const FitAssumedKind *kind, const FitListers *listers)
{
  FitAssumeCache *cache = g_new0 (FitAssumeCache, 1);

  cache->kind = kind;
  cache->listers = listers;
  cache->promises = g_hash_table_new_full (
      fit_object_key_hash, fit_object_key_equal, NULL, promise_free);
  cache->sweep_above = FIRST_SWEEP;
  return cache;
}

void
fit_assume_cache_free (FitAssumeCache *cache)
{
  if (!cache)
    return;
  g_hash_table_unref (cache->promises);
  g_free (cache);
}

/* An informer update wins over a promise when its version is greater.  Objects
 * without versions come from files, where whatever was set last is newest. */
static gboolean
superseded (const Promise *promise, gconstpointer listed)
{
  const FitObjectMeta *promised = promise->kind->meta (promise->assumed);
  const FitObjectMeta *meta = promise->kind->meta (listed);
  gint64 before, now;

  if (listed == promise->listed)
    return FALSE;
  if (strcmp (meta->uid, promised->uid) != 0)
    return TRUE;
  if (!g_ascii_string_to_signed (promised->resource_version, 10, G_MININT64,
                                 G_MAXINT64, &before, NULL)
      || !g_ascii_string_to_signed (meta->resource_version, 10, G_MININT64,
                                    G_MAXINT64, &now, NULL))
    return TRUE;
  return now > before;
}

gconstpointer
fit_assume_cache_latest (const FitAssumeCache *cache, gconstpointer listed)
{
  const Promise *promise
      = g_hash_table_lookup (cache->promises, cache->kind->meta (listed));

  return promise && !superseded (promise, listed) ? promise->assumed : listed;
}

gconstpointer
fit_assume_cache_get (const FitAssumeCache *cache, const char *namespace_,
                      const char *name)
{
  const gpointer listed
      = (gpointer) cache->kind->listed (cache->listers, namespace_, name);

  return listed ? fit_assume_cache_latest (cache, listed) : NULL;
}

static gboolean
came_true (gpointer key, gpointer value, gpointer data)
{
  const FitObjectMeta *meta = key;
  const Promise *promise = value;

  return fit_assume_cache_get (data, meta->namespace_, meta->name)
         != promise->assumed;
}

/* Forgets promises that hide nothing any more.  Waits until there may be as
 * many of those as of others, so that a sweep costs little per promise. */
static void
sweep (FitAssumeCache *cache)
{
  if (g_hash_table_size (cache->promises) <= cache->sweep_above)
    return;
  g_hash_table_foreach_remove (cache->promises, came_true, cache);
  cache->sweep_above = FIRST_SWEEP + 2 * g_hash_table_size (cache->promises);
}

static char *
pod_key (const FitPod *pod)
{
  return g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);
}

void
fit_assume_cache_assume (FitAssumeCache *cache, gpointer object,
                         const FitPod *pod)
{
  const FitObjectMeta *meta = cache->kind->meta (object);
  Promise *promise = g_new (Promise, 1);

  promise->kind = cache->kind;
  promise->listed = cache->kind->ref (
      cache->kind->listed (cache->listers, meta->namespace_, meta->name));
  promise->assumed = object;
  promise->pod = pod_key (pod);
  g_hash_table_replace (cache->promises, (gpointer) meta, promise);
  sweep (cache);
}

static gboolean
promised_to (gpointer key, gpointer value, gpointer data)
{
  return strcmp (((const Promise *) value)->pod, data) == 0;
}

void
fit_assume_cache_revert (FitAssumeCache *cache, const FitPod *pod)
{
  g_autofree char *key = pod_key (pod);

  g_hash_table_foreach_remove (cache->promises, promised_to, key);
}
