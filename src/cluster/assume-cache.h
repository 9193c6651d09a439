/* assume-cache.h - objects as they will be once the API server agrees
 *
 * Sits on top of the listers: an object assumed for a claim hides the listed
 * one until the API server reports something newer.  Private to the volume
 * binder.
 * Source: v1.16 volumescheduling.AssumeCache.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "cluster/listers.h"

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

extern const FitAssumedKind fit_assumed_pv;  /* FitPersistentVolume */
extern const FitAssumedKind fit_assumed_pvc; /* FitPersistentVolumeClaim */

/**
 * fit_assumed_pending:
 * @assumed: the object as it should become
 * @before: the listed object at the time of the decision; @assumed itself if
 *   nothing had to change
 * @listed: the listed object now
 *
 * Compares versions.  Objects without versions come from files and simulations;
 * of these the one set last is the newest.
 *
 * Returns: TRUE unless @listed is newer than @assumed
 */
gboolean fit_assumed_pending (const FitAssumedKind *kind, gconstpointer assumed,
                              gconstpointer before, gconstpointer listed);

/* fit_assume_cache_new: @kind and @listers are borrowed */
FitAssumeCache *fit_assume_cache_new (const FitAssumedKind *kind,
                                      const FitListers *listers);
void fit_assume_cache_free (FitAssumeCache *cache);

/* fit_assume_cache_get: Returns: (transfer none) (nullable) */
gconstpointer fit_assume_cache_get (const FitAssumeCache *cache,
                                    const char *namespace_, const char *name);

/* fit_assume_cache_latest: Returns: the object that hides @listed, or @listed
 * itself */
gconstpointer fit_assume_cache_latest (const FitAssumeCache *cache,
                                       gconstpointer listed);

/* fit_assume_cache_assume: @object (transfer full) hides the listed object with
 * its name, which must exist */
void fit_assume_cache_assume (FitAssumeCache *cache, gpointer object);

/* fit_assume_cache_restore: stops hiding the listed object with the name of
 * @object */
void fit_assume_cache_restore (FitAssumeCache *cache, gconstpointer object);
