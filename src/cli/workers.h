/* workers.h - questions that are answered in processes of their own
 *
 * A process reads what all questions need, and becomes the keeper of workers: a
 * worker is a copy of it, which the system makes without copying memory.  It
 * waits for one question, answers it and ends.  So no question changes what
 * another one sees, and one that needs too much memory or time ends with its
 * worker.  A worker can open no file and no connection: what it knows is what
 * was in memory, and the question.
 *
 * When what was read has become old, a new keeper reads it again, and takes over
 * if it can.  Questions never wait for that.
 *
 * An answer counts only if its worker has said that it is complete.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "cli/signals.h"

/* What a worker wrote on its standard output and standard error, and a number
 * of its own. */
typedef struct
{
  guint status;
  GString *out; /* owned */
  GString *err; /* owned */
} FitWorkerAnswer;

void fit_worker_answer_clear (FitWorkerAnswer *answer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitWorkerAnswer, fit_worker_answer_clear)

typedef struct
{
  guint n;              /* questions that are answered at once */
  guint seconds;        /* that a question may take */
  guint refresh_s;      /* what was read lasts so long; 0: always */
  gsize memory_bytes;   /* that an answer may take, besides what is there */
  gsize question_bytes; /* the longest question */
  gsize answer_bytes;   /* the longest answer */
  FitSignals *signals;  /* borrowed: of the program */

  /* Runs in a keeper: reads what the questions need.  @again: there is another
   * keeper, which goes on if this one fails; nobody sees the error then. */
  gboolean (*prepare) (gboolean again, gpointer data, GError **error);

  /* Runs in a worker, where standard output and standard error are the answer.
   * Returns: FitWorkerAnswer.status */
  guint (*answer) (const char *question, gsize len, gpointer data);
  gpointer data; /* borrowed */
} FitWorkersOptions;

typedef struct _FitWorkers FitWorkers;

/* fit_workers_new: waits until the first keeper is prepared.  Call it before
 * other threads work.  Returns: (transfer full) (nullable): NULL with the error
 * of prepare(), or FIT_ERROR_INTERNAL */
FitWorkers *fit_workers_new (const FitWorkersOptions *options, GError **error);

/* fit_workers_alive: is there still somebody to ask?  From any thread */
gboolean fit_workers_alive (const FitWorkers *workers);

/* fit_workers_free: ends all workers.  After all questions */
void fit_workers_free (FitWorkers *workers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWorkers, fit_workers_free)

/**
 * fit_workers_ask:
 * @out: (out): must be cleared after success
 *
 * From any thread; waits for a worker and for its answer.
 *
 * Returns: FALSE with FIT_ERROR_LIMIT: the question is too long, or the time or
 *   the memory was not enough; FIT_ERROR_INTERNAL: no worker can be asked
 */
gboolean fit_workers_ask (FitWorkers *workers, const char *question, gsize len,
                          FitWorkerAnswer *out, GError **error);
