/* workers-private.h - what the processes that answer questions have in common
 * with the program that asks them
 *
 * Each calls only those after it: the program, the supervisor, a keeper, a
 * worker.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/workers.h"

struct _FitWorkers
{
  FitWorkersOptions options;
  int asking;    /* one end of the socket that questions come from */
  int listening; /* the other one, of the workers; -1 in the program itself */
  pid_t supervisor;
  pid_t group; /* of the program: it may ask on the terminal */
};

/* -- the supervisor -------------------------------------------------------- */

/* fit_workers_supervise: sees to it that there is a keeper with workers.  @told
 * hears of the first one. */
G_GNUC_NORETURN
void fit_workers_supervise (const FitWorkers *workers, int told);

/* -- a keeper -------------------------------------------------------------- */

/* fit_workers_keep: keeps workers until @retired has no writer, or nobody asks
 * any more */
G_GNUC_NORETURN
void fit_workers_keep (const FitWorkers *workers, gboolean again, int retired,
                       int told);

/* fit_workers_tell: says that the keeper is ready, or the @problem (nullable).
 * Returns: FALSE if nobody listens */
gboolean fit_workers_tell (int to, const GError *problem);

/* fit_workers_hear: waits for that.  Returns: FALSE with what is wrong; also if
 * nothing was said */
gboolean fit_workers_hear (int from, GError **error);

/* fit_workers_wait_for_children: lets fit_workers_wait_for() end with a
 * child, or lets children end as usual */
void fit_workers_wait_for_children (gboolean wait);

/* fit_workers_wait_for: waits until a child ends, @fd can be read or has no
 * writer, or so much time has passed (negative: forever).  Returns: can it be
 * read? */
gboolean fit_workers_wait_for (int fd, gint64 us);

/* -- a worker -------------------------------------------------------------- */

/* The exit statuses of a worker that was not asked; 0: it was. */
enum
{
  FIT_WORKER_UNASKED = 101, /* nobody asks any more; also of its keeper */
  FIT_WORKER_REFUSED,       /* the system refuses what it needs */
  FIT_WORKER_RETIRED,       /* there are newer ones */
};

/* Comes before the two texts of an answer. */
typedef struct
{
  guint64 n_out;
  guint64 n_err;
  guint32 status;
  guint32 complete; /* 1 */
} FitWorkerHead;

/* fit_workers_pass_socket: gives @fd, where a question is asked, to a worker */
gboolean fit_workers_pass_socket (int through, int fd);

/* fit_workers_work: Returns: the exit status of the worker */
int fit_workers_work (const FitWorkers *workers, gsize memory_bytes,
                      int retired);
