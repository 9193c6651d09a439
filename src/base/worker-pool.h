/* worker-pool.h - a few threads that share one loop
 *
 * The pool uses pthreads, so that the thread sanitizer sees its
 * synchronisation.  Results must never depend on the number of workers: a task
 * writes only to slots that belong to its own range.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FitWorkerPool FitWorkerPool;

/**
 * FitWorkFunc:
 * @begin: first index of the range
 * @end: one after its last index
 * @worker: 0 .. workers-1, to find per-worker scratch memory
 */
typedef void (*FitWorkFunc) (gpointer data, guint begin, guint end,
                             guint worker);

/* fit_worker_pool_new: @workers (1..64) counts the calling thread: 1 starts no
 * thread at all.  Returns: (transfer full) */
FitWorkerPool *fit_worker_pool_new (guint workers);

/* fit_worker_pool_free: joins the threads; accepts NULL */
void fit_worker_pool_free (FitWorkerPool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWorkerPool, fit_worker_pool_free)

/* fit_worker_pool_size: Returns: number of workers, including the caller */
guint fit_worker_pool_size (const FitWorkerPool *pool);

/**
 * fit_worker_pool_run:
 * @n: number of items
 * @grain: items handed to a worker at a time, at least 1
 *
 * Calls @func for ranges that together cover 0..n-1 once, and returns when all
 * are done.  The caller works too.  Not reentrant; one caller at a time.
 */
void fit_worker_pool_run (FitWorkerPool *pool, guint n, guint grain,
                          FitWorkFunc func, gpointer data);

G_END_DECLS
