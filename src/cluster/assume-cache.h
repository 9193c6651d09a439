/* assume-cache.h - objects as they will be once the API server agrees
 *
 * Lies over the listers: an object that was promised to a pod hides the listed
 * one until the API server has said something newer.  Private to the volume
 * binder.  Source: v1.16 volumescheduling.AssumeCache.
 */
#pragma once

#include "api/pod.h"
#include "cluster/listers.h"

G_BEGIN_DECLS

typedef struct _FitAssumeCache FitAssumeCache;

/* What kind of object a cache is for. */
typedef struct
{
  /* Returns: (transfer none) (nullable) */
  gconstpointer (*listed) (const FitListers *listers, const char *namespace_,
                           const char *name);
  const FitObjectMeta *(*meta) (gconstpointer object);
  gpointer (*ref) (gconstpointer object);
  void (*unref) (gconstpointer object);
} FitAssumedKind;

/* fit_assume_cache_new: @kind and @listers are borrowed */
FitAssumeCache *fit_assume_cache_new (const FitAssumedKind *kind,
                                      const FitListers *listers);
void fit_assume_cache_free (FitAssumeCache *cache);

/* fit_assume_cache_get: Returns: (transfer none) (nullable) */
gconstpointer fit_assume_cache_get (const FitAssumeCache *cache,
                                    const char *namespace_, const char *name);

/* fit_assume_cache_latest: what hides @listed, or @listed itself */
gconstpointer fit_assume_cache_latest (const FitAssumeCache *cache,
                                       gconstpointer listed);

/* fit_assume_cache_assume: @object (transfer full) is promised to @pod; an
 * object of its name is listed */
void fit_assume_cache_assume (FitAssumeCache *cache, gpointer object,
                              const FitPod *pod);

/* fit_assume_cache_revert: takes back what was promised to @pod */
void fit_assume_cache_revert (FitAssumeCache *cache, const FitPod *pod);

G_END_DECLS
