/* worker-pool.c - a few threads that share one loop
 *
 * A job is opened under the lock, and an atomic counter hands out its ranges.
 * A thread joins a job only while it is open.  The caller closes it when no
 * range is left, so a thread that wakes too late finds nothing to do and is not
 * waited for.
 */
#include "base/worker-pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#define MOST_WORKERS 64

typedef struct
{
  FitWorkFunc func;
  gpointer data; /* borrowed */
  guint n;
  guint grain;
} Job;

typedef struct
{
  FitWorkerPool *pool; /* borrowed */
  pthread_t thread;
  guint index; /* 1 .. workers-1 */
} Worker;

struct _FitWorkerPool
{
  guint size;      /* workers, including the caller */
  Worker *workers; /* owned; size - 1 of them */
  pthread_mutex_t lock;
  pthread_cond_t wake;    /* signals an open job or the end of the pool */
  pthread_cond_t all_out; /* signals that `inside` is 0 */
  /* guarded by lock */
  Job job;
  guint64 generation; /* counts jobs */
  guint inside;       /* threads working on the job */
  gboolean open;
  gboolean closing;
  /* the first index not handed out yet; 64 bits, so that it cannot wrap */
  _Atomic guint64 next;
};

static void
work (FitWorkerPool *pool, const Job *job, guint worker)
{
  while (TRUE)
    {
      guint64 begin = atomic_fetch_add_explicit (&pool->next, job->grain,
                                                 memory_order_relaxed);

      if (begin >= job->n)
        return;
      job->func (job->data, (guint) begin,
                 (guint) MIN (begin + job->grain, (guint64) job->n), worker);
    }
}

static gpointer
worker_main (gpointer data)
{
  const Worker *worker = data;
  FitWorkerPool *pool = worker->pool;
  guint64 seen = 0;

  pthread_mutex_lock (&pool->lock);
  while (TRUE)
    {
      Job job;

      while (!pool->closing && !(pool->open && pool->generation != seen))
        pthread_cond_wait (&pool->wake, &pool->lock);
      if (pool->closing)
        break;
      seen = pool->generation;
      job = pool->job;
      pool->inside++;
      pthread_mutex_unlock (&pool->lock);
      work (pool, &job, worker->index);
      pthread_mutex_lock (&pool->lock);
      if (--pool->inside == 0)
        pthread_cond_signal (&pool->all_out);
    }
  pthread_mutex_unlock (&pool->lock);
  return NULL;
}

/* Starts the threads with all signals blocked, so the program's own threads get
 * them.  If the system cannot start enough threads, the pool is smaller. */
static void
start_threads (FitWorkerPool *pool, guint wanted)
{
  sigset_t all, before;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  for (; pool->size < wanted; pool->size++)
    {
      Worker *worker = &pool->workers[pool->size - 1];

      worker->pool = pool;
      worker->index = pool->size;
      if (pthread_create (&worker->thread, NULL, worker_main, worker) != 0)
        break;
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

FitWorkerPool *
fit_worker_pool_new (guint workers)
{
  FitWorkerPool *pool = g_new0 (FitWorkerPool, 1);

  workers = CLAMP (workers, 1, MOST_WORKERS);
  pool->size = 1;
  pool->workers = g_new0 (Worker, workers - 1);
  pthread_mutex_init (&pool->lock, NULL);
  pthread_cond_init (&pool->wake, NULL);
  pthread_cond_init (&pool->all_out, NULL);
  start_threads (pool, workers);
  return pool;
}

void
fit_worker_pool_free (FitWorkerPool *pool)
{
  if (pool == NULL)
    return;
  pthread_mutex_lock (&pool->lock);
  pool->closing = TRUE;
  pthread_cond_broadcast (&pool->wake);
  pthread_mutex_unlock (&pool->lock);
  for (guint i = 0; i + 1 < pool->size; i++)
    pthread_join (pool->workers[i].thread, NULL);
  pthread_cond_destroy (&pool->all_out);
  pthread_cond_destroy (&pool->wake);
  pthread_mutex_destroy (&pool->lock);
  g_free (pool->workers);
  g_free (pool);
}

guint
fit_worker_pool_size (const FitWorkerPool *pool)
{
  return pool->size;
}

void
fit_worker_pool_run (FitWorkerPool *pool, guint n, guint grain,
                     FitWorkFunc func, gpointer data)
{
  Job job = { func, data, n, MAX (grain, 1) };

  atomic_store_explicit (&pool->next, 0, memory_order_relaxed);
  if (pool->size == 1 || n <= job.grain)
    {
      /* not worth sharing */
      work (pool, &job, 0);
      return;
    }
  pthread_mutex_lock (&pool->lock);
  pool->job = job;
  pool->generation++;
  pool->open = TRUE;
  pthread_cond_broadcast (&pool->wake);
  pthread_mutex_unlock (&pool->lock);
  work (pool, &job, 0);
  pthread_mutex_lock (&pool->lock);
  pool->open = FALSE;
  while (pool->inside > 0)
    pthread_cond_wait (&pool->all_out, &pool->lock);
  pthread_mutex_unlock (&pool->lock);
}
