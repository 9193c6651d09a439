/* workers.c - questions, as the program asks them
 *
 * A supervisor (workers-supervisor.c), which reads nothing, forks a keeper
 * (workers-keeper.c).  The keeper reads what the questions need, and forks the
 * workers (workers-worker.c) before there are questions, and a new one for each
 * that has ended.  To read again the supervisor forks another keeper; once that
 * has workers, it retires the one before by closing a pipe: workers that wait
 * end, those that answer end with their answers.
 *
 * All workers listen on one socket.  A question comes as a socket of its own
 * (SCM_RIGHTS): a length and the question go one way, a head and the two texts
 * of the answer the other way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/workers-private.h"

#include "cli/sockets.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- in the program -------------------------------------------------------- */

static void
limit_waiting (int fd, guint seconds)
{
  const struct timeval most = { .tv_sec = seconds };

  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

FitWorkers *
fit_workers_new (const FitWorkersOptions *options, GError **error)
{
  g_autoptr (FitWorkers) workers = g_new0 (FitWorkers, 1);
  int ends[2], told[2];
  gboolean done;

  workers->options = *options;
  workers->group = getpgrp ();
  workers->asking = workers->listening = -1;
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fit_fail_null (error, FIT_ERROR_INTERNAL,
                          "cannot make a socket for questions: %s",
                          g_strerror (errno));
  workers->asking = ends[0];
  workers->listening = ends[1];
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, told) != 0)
    return fit_fail_null (error, FIT_ERROR_INTERNAL,
                          "cannot make a socket for questions: %s",
                          g_strerror (errno));
  fflush (NULL);
  workers->supervisor = fit_signals_fork (options->signals);
  if (workers->supervisor == 0)
    fit_workers_supervise (workers, told[1]);
  close (told[1]);
  close (workers->listening);
  workers->listening = -1;
  if (workers->supervisor > 0)
    {
      /* Either side may be the first to do it. */
      setpgid (workers->supervisor, workers->supervisor);
      done = fit_workers_hear (told[0], error);
    }
  else
    done = fit_fail (error, FIT_ERROR_INTERNAL,
                     "cannot make a process for questions: %s",
                     g_strerror (errno));
  close (told[0]);
  if (!done)
    return NULL;
  limit_waiting (workers->asking, options->seconds);
  return g_steal_pointer (&workers);
}

gboolean
fit_workers_alive (const FitWorkers *workers)
{
  struct pollfd asking = { .fd = workers->asking };

  return poll (&asking, 1, 0) == 0;
}

void
fit_workers_free (FitWorkers *workers)
{
  if (workers == NULL)
    return;
  if (workers->supervisor > 0)
    {
      kill (-workers->supervisor, SIGKILL);
      waitpid (workers->supervisor, NULL, 0);
    }
  if (workers->asking >= 0)
    close (workers->asking);
  if (workers->listening >= 0)
    close (workers->listening);
  g_free (workers);
}

/* -- questions ------------------------------------------------------------- */

void
fit_worker_answer_clear (FitWorkerAnswer *answer)
{
  if (answer->out != NULL)
    g_string_free (answer->out, TRUE);
  if (answer->err != NULL)
    g_string_free (answer->err, TRUE);
  *answer = (FitWorkerAnswer){ 0 };
}

static gboolean
read_text (int fd, gsize len, gsize most, GString **out)
{
  if (len > most)
    return FALSE;
  *out = g_string_sized_new (len + 1);
  g_string_set_size (*out, len);
  return fit_socket_read (fd, (*out)->str, len);
}

static gboolean
ask (const FitWorkers *workers, int fd, const char *question, gsize len,
     FitWorkerAnswer *out, GError **error)
{
  const gsize most = workers->options.answer_bytes;
  const guint64 n = len;
  gboolean late;
  FitWorkerHead head;

  errno = 0;
  if (fit_socket_write (fd, &n, sizeof n)
      && fit_socket_write (fd, question, len)
      && fit_socket_read (fd, &head, sizeof head) && head.complete == 1
      && read_text (fd, head.n_out, most, &out->out)
      && read_text (fd, head.n_err, most, &out->err))
    {
      out->status = head.status;
      return TRUE;
    }
  late = errno == EAGAIN || errno == EWOULDBLOCK;
  fit_worker_answer_clear (out);
  if (late)
    return fit_fail (error, FIT_ERROR_LIMIT,
                     "no answer: there was none after %u seconds",
                     workers->options.seconds);
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "no answer: more than %u seconds, %" G_GSIZE_FORMAT
                   " MiB of memory or an answer of %" G_GSIZE_FORMAT
                   " MiB would have been needed",
                   workers->options.seconds,
                   workers->options.memory_bytes >> 20, most >> 20);
}

gboolean
fit_workers_ask (FitWorkers *workers, const char *question, gsize len,
                 FitWorkerAnswer *out, GError **error)
{
  int ends[2];
  gboolean passed, full, answered = FALSE;

  *out = (FitWorkerAnswer){ 0 };
  if (len > workers->options.question_bytes)
    return fit_fail (error, FIT_ERROR_LIMIT,
                     "the question is longer than %" G_GSIZE_FORMAT " bytes",
                     workers->options.question_bytes);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fit_fail (error, FIT_ERROR_INTERNAL, "cannot ask: %s",
                     g_strerror (errno));
  limit_waiting (ends[0], workers->options.seconds);
  passed = fit_workers_pass_socket (workers->asking, ends[1]);
  full = errno == EAGAIN || errno == EWOULDBLOCK;
  close (ends[1]);
  if (passed)
    answered = ask (workers, ends[0], question, len, out, error);
  else if (full)
    g_set_error (error, FIT_ERROR, FIT_ERROR_LIMIT,
                 "no answer: too many questions wait");
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                 "no answer: the processes that answer have ended");
  close (ends[0]);
  return answered;
}
