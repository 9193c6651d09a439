/* workers-supervisor.c - the supervisor: the process that reads nothing, and sees
 * to it that there is a keeper
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/workers-private.h"

#include "cli/console.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Before a keeper is replaced that has ended unexpectedly. */
#define RETRY_KEEPER_US (1000 * 1000)

/* Reading again may take this many times as long as what was read lasts, or two
 * minutes if that is more: a file may be a pipe that never ends. */
#define READING_LASTS 10
#define READING_US (G_GINT64_CONSTANT (120) * G_USEC_PER_SEC)

typedef struct
{
  pid_t pid;  /* 0: there is none */
  int retire; /* closed to retire it */
  int told;   /* what it says */
} Keeper;

#define NO_KEEPER ((Keeper){ 0, -1, -1 })

static void
let_go (Keeper *keeper)
{
  if (keeper->retire >= 0)
    close (keeper->retire);
  if (keeper->told >= 0)
    close (keeper->told);
  *keeper = NO_KEEPER;
}

/* Forks a keeper, which must not hold what retires the @current one. */
static void
begin (const FitWorkers *workers, gboolean again, Keeper *current, Keeper *out)
{
  int retire[2], told[2];

  if (pipe2 (retire, O_CLOEXEC) != 0)
    return;
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, told) == 0)
    {
      const pid_t pid = fork ();

      if (pid == 0)
        {
          let_go (current);
          close (retire[1]);
          close (told[0]);
          fit_workers_keep (workers, again, retire[0], told[1]);
        }
      close (told[1]);
      *out = (Keeper){ pid, retire[1], told[0] };
      if (pid < 0)
        let_go (out);
    }
  else
    close (retire[1]);
  close (retire[0]);
}

void
fit_workers_supervise (const FitWorkers *workers, int told)
{
  const gint64 refresh_us
      = (gint64) workers->options.refresh_s * G_USEC_PER_SEC;
  Keeper current = NO_KEEPER, next = NO_KEEPER;
  gboolean again = FALSE;
  gint64 due = 0, give_up = 0;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  /* The workers of a keeper that the system has ended become its own. */
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  setpgid (0, 0);
  close (workers->asking);
  fit_workers_wait_for_children (TRUE);
  for (;;)
    {
      const gint64 now = g_get_monotonic_time ();
      int status;
      pid_t ended;

      if (next.pid == 0 && now >= due)
        {
          begin (workers, again, &current, &next);
          due = now + (refresh_us > 0 ? refresh_us : G_MAXINT64 / 2);
          give_up = now + MAX (READING_LASTS * refresh_us, READING_US);
          if (next.pid == 0)
            due = now + RETRY_KEEPER_US;
        }
      if (next.pid != 0 && again && now >= give_up)
        {
          fit_console_warning ("reading again takes too long, so answers are "
                               "as of the last time");
          kill (next.pid, SIGKILL);
          let_go (&next);
          due = now + RETRY_KEEPER_US;
        }
      if (fit_workers_wait_for (next.told, next.pid == 0 ? due - now
                                           : again       ? give_up - now
                                                         : -1))
        {
          g_autoptr (GError) problem = NULL;
          const gboolean done = fit_workers_hear (next.told, &problem);

          if (!again && (!fit_workers_tell (told, problem) || !done))
            _exit (0);
          again = TRUE;
          if (done)
            {
              let_go (&current);
              current = next;
              next = NO_KEEPER;
            }
          else
            let_go (&next);
          if (current.pid == 0)
            due = now + RETRY_KEEPER_US;
        }
      while ((ended = waitpid (-1, &status, WNOHANG)) > 0)
        {
          /* Others are what a plugin of a kubeconfig has left behind. */
          if (ended != current.pid && ended != next.pid)
            continue;
          if (WIFEXITED (status) && WEXITSTATUS (status) == FIT_WORKER_UNASKED)
            _exit (0);
          /* The system has ended it: another one begins soon. */
          if (ended == current.pid)
            {
              let_go (&current);
              due = MIN (due, now + RETRY_KEEPER_US);
            }
        }
    }
}
