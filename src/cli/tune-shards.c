/* tune-shards.c - processes that make trials
 *
 * Each has the memory of the program as it is when a generation begins, so that
 * nothing is read twice, and tells what comes of its trials through a socket.
 * Which process makes which trial, and when, changes nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/tune-shards.h"

#include "cli/sockets.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_PROCESSES 256

/* What comes of a trial. */
typedef struct
{
  guint32 number;
  guint32 failed; /* then a message of @len bytes follows */
  guint32 code;   /* of the error */
  guint32 len;
  FitTuneOutcome outcome;
} Told;

/* One of the processes. */
typedef struct
{
  pid_t process;
  int from; /* -1: it has told everything */
} Shard;

/* As many as --shards asks for, or processors. */
static guint
count_processes (const FitTuning *tuning)
{
  const FitInvocation *invocation = tuning->session.invocation;
  const gint64 wanted = invocation->options.shards;

  /* Another program may have threads, whose locks a fork would keep; and a
   * connection to an extender is for one process. */
  if (invocation->embedded
      || fit_extender_use_sends (&tuning->session.extenders))
    return 1;
  return MIN (wanted > 0 ? (guint) wanted : g_get_num_processors (),
              MOST_PROCESSES);
}

/* -- in a process of its own ----------------------------------------------- */

/* Makes every @step-th of @numbers from @first on. */
static void
make_trials (FitTuning *tuning, const GArray *numbers, guint first, guint step,
             int to)
{
  for (guint i = first; i < numbers->len; i += step)
    {
      const guint number = g_array_index (numbers, guint, i);
      g_autoptr (GError) problem = NULL;
      Told told = { .number = number };

      if (!fit_tuning_try (tuning, fit_tuning_trial (tuning, number)->genes,
                           &told.outcome, &problem))
        {
          told.failed = TRUE;
          told.code = (guint32) problem->code;
          told.len = (guint32) strlen (problem->message);
        }
      if (!fit_socket_write (to, &told, sizeof told)
          || (told.failed && !fit_socket_write (to, problem->message, told.len))
          || told.failed)
        return;
    }
}

/* -- in the program -------------------------------------------------------- */

static gboolean
start (Shard *shard, FitTuning *tuning, const GArray *numbers, guint first,
       guint step, GError **error)
{
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fit_fail (error, FIT_ERROR_INTERNAL, "cannot make a socket: %s",
                     g_strerror (errno));
  shard->process = fork ();
  if (shard->process == 0)
    {
      close (ends[0]);
      make_trials (tuning, numbers, first, step, ends[1]);
      _exit (0);
    }
  close (ends[1]);
  shard->from = ends[0];
  if (shard->process < 0)
    return fit_fail (error, FIT_ERROR_INTERNAL, "cannot make a process: %s",
                     g_strerror (errno));
  return TRUE;
}

/* Hears of one trial.  Returns: FALSE if it has no answer */
static gboolean
hear (Shard *shard, FitTuning *tuning, guint *n_heard, GError **error)
{
  g_autofree char *message = NULL;
  Told told;

  if (!fit_socket_read (shard->from, &told, sizeof told))
    {
      close (shard->from);
      shard->from = -1;
      return TRUE;
    }
  if (!told.failed)
    {
      FitTuneTrial *trial = fit_tuning_trial (tuning, told.number);

      trial->outcome = told.outcome;
      trial->done = TRUE;
      ++*n_heard;
      return TRUE;
    }
  message = g_malloc0 (told.len + 1);
  fit_socket_read (shard->from, message, told.len);
  return fit_fail (error, told.code, "trial %u: %s", told.number, message);
}

static gboolean
hear_all (Shard *shards, guint n, FitTuning *tuning, FitProgress *progress,
          guint done, GError **error)
{
  g_autofree struct pollfd *waiting = g_new0 (struct pollfd, n);

  for (;;)
    {
      guint n_open = 0, n_heard = 0;

      for (guint i = 0; i < n; i++)
        {
          waiting[i] = (struct pollfd){ shards[i].from, POLLIN, 0 };
          n_open += shards[i].from >= 0;
        }
      if (n_open == 0)
        return TRUE;
      if (poll (waiting, n, -1) < 0)
        continue;
      for (guint i = 0; i < n; i++)
        if (waiting[i].revents != 0
            && !hear (&shards[i], tuning, &n_heard, error))
          return FALSE;
      done += n_heard;
      fit_progress_set (progress, done);
    }
}

static void
end (Shard *shard)
{
  if (shard->from >= 0)
    {
      close (shard->from);
      kill (shard->process, SIGKILL);
    }
  if (shard->process > 0)
    waitpid (shard->process, NULL, 0);
}

static gboolean
run_processes (FitTuning *tuning, const GArray *numbers, guint n,
               FitProgress *progress, guint done, GError **error)
{
  g_autofree Shard *shards = g_new0 (Shard, n);
  gboolean going = TRUE;

  for (guint i = 0; i < n; i++)
    shards[i].from = -1;
  for (guint i = 0; going && i < n; i++)
    going = start (&shards[i], tuning, numbers, i, n, error);
  going = going && hear_all (shards, n, tuning, progress, done, error);
  for (guint i = 0; i < n; i++)
    end (&shards[i]);
  for (guint i = 0; going && i < numbers->len; i++)
    if (!fit_tuning_trial (tuning, g_array_index (numbers, guint, i))->done)
      return fit_fail (error, FIT_ERROR_INTERNAL,
                       "the process that made trial %u has ended before it "
                       "was done",
                       g_array_index (numbers, guint, i));
  return going;
}

gboolean
fit_tune_run (FitTuning *tuning, guint shard, guint n_shards,
              FitProgress *progress, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n, done = 0;

  for (guint i = 0; i < tuning->trials->len; i++)
    if (fit_tuning_trial (tuning, i)->done)
      done++;
    else if (i % n_shards == shard)
      g_array_append_val (numbers, i);
  n = MIN (count_processes (tuning), numbers->len);
  if (n > 1)
    return run_processes (tuning, numbers, n, progress, done, error);
  for (guint i = 0; i < numbers->len; i++)
    {
      FitTuneTrial *trial
          = fit_tuning_trial (tuning, g_array_index (numbers, guint, i));

      if (!fit_tuning_try (tuning, trial->genes, &trial->outcome, error))
        {
          g_prefix_error (error, "trial %u: ", trial->number);
          return FALSE;
        }
      trial->done = TRUE;
      fit_progress_set (progress, ++done);
    }
  return TRUE;
}
