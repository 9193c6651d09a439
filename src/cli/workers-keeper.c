/* workers-keeper.c - a keeper: the process that reads what questions need, and
 * forks the workers
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/workers-private.h"

#include "cli/sockets.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Between two attempts to make a worker, if the system refuses. */
#define RETRY_US (100 * 1000)

/* Returns: the bytes of data of this process that only it can write to; 0 if
 * the system does not tell */
static gsize
own_bytes (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) pages = NULL;
  guint64 n;

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return 0;
  pages = g_strsplit (g_strchomp (text), " ", 0);
  if (g_strv_length (pages) < 6
      || !g_ascii_string_to_unsigned (pages[5], 10, 0, G_MAXINT64, &n, NULL))
    return 0;
  return (gsize) n * (gsize) sysconf (_SC_PAGESIZE);
}

static void
note_end (int signal)
{
  (void) signal;
}

void
fit_workers_wait_for_children (gboolean wait)
{
  const struct sigaction noted = { .sa_handler = wait ? note_end : SIG_DFL };
  sigset_t blocked;

  sigemptyset (&blocked);
  if (wait)
    sigaddset (&blocked, SIGCHLD);
  sigprocmask (SIG_SETMASK, &blocked, NULL);
  sigaction (SIGCHLD, &noted, NULL);
}

gboolean
fit_workers_wait_for (int fd, gint64 us)
{
  const struct timespec most
      = { us / G_USEC_PER_SEC, us % G_USEC_PER_SEC * 1000 };
  struct pollfd wait = { fd, POLLIN, 0 };
  sigset_t none;

  sigemptyset (&none);
  return ppoll (&wait, 1, us < 0 ? NULL : &most, &none) > 0;
}

/* Forks as many workers as there may be.  Returns: how many there are */
static guint
hire (const FitWorkers *workers, guint n, gsize memory_bytes, int retired)
{
  while (n < workers->options.n)
    {
      const pid_t worker = fork ();

      if (worker == 0)
        _exit (fit_workers_work (workers, memory_bytes, retired));
      if (worker > 0)
        n++;
      else if (n > 0)
        break;
      else
        g_usleep (RETRY_US);
    }
  return n;
}

/* What a keeper says when it is ready, or cannot be.  The lines of the error
 * follow. */
typedef struct
{
  gint32 code; /* of FitError; -1: it has workers */
  guint32 len;
} News;

gboolean
fit_workers_tell (int to, const GError *problem)
{
  g_auto (GStrv) lines = problem != NULL ? fit_error_lines (problem) : NULL;
  g_autofree char *text = lines != NULL ? g_strjoinv ("\n", lines) : NULL;
  const News news = { problem == NULL                ? -1
                      : problem->domain == FIT_ERROR ? problem->code
                                                     : FIT_ERROR_INTERNAL,
                      text != NULL ? (guint32) strlen (text) : 0 };

  return fit_socket_write (to, &news, sizeof news)
         && fit_socket_write (to, text, news.len);
}

gboolean
fit_workers_hear (int from, GError **error)
{
  News news;

  if (fit_socket_read (from, &news, sizeof news))
    {
      g_autofree char *text = g_malloc0 ((gsize) news.len + 1);
      g_auto (GStrv) lines = NULL;

      if (news.code < 0)
        return TRUE;
      if (fit_socket_read (from, text, news.len))
        {
          lines = g_strsplit (text, "\n", -1);
          g_set_error_literal (error, FIT_ERROR, news.code, lines[0]);
          for (guint i = 1; lines[i] != NULL; i++)
            fit_error_add_hint (error, "%s", lines[i] + strlen ("hint: "));
          return FALSE;
        }
    }
  return fit_fail (error, FIT_ERROR_INTERNAL,
                   "the process that reads for the questions has ended");
}

void
fit_workers_keep (const FitWorkers *workers, gboolean again, int retired,
                  int told)
{
  const FitWorkersOptions *options = &workers->options;
  g_autoptr (GError) problem = NULL;
  gboolean leaving = FALSE;
  gsize own, most;
  guint n;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  fit_workers_wait_for_children (FALSE);
  /* A plugin that the user is to answer needs the terminal; later there is
   * nobody to answer. */
  if (!again)
    setpgid (0, workers->group);
  else
    {
      const int nothing = open ("/dev/null", O_RDONLY | O_CLOEXEC);

      if (nothing >= 0 && dup2 (nothing, STDIN_FILENO) >= 0)
        close (nothing);
    }
  if (!options->prepare (again, options->data, &problem))
    {
      fit_workers_tell (told, problem);
      _exit (0);
    }
  setpgid (0, getppid ());
  own = own_bytes ();
  most = own > 0 ? own + options->memory_bytes : RLIM_INFINITY;
  fit_workers_wait_for_children (TRUE);
  if (!fit_workers_tell (told, NULL))
    _exit (0);
  /* Its end tells the supervisor that this process has ended. */
  close (told);
  n = hire (workers, 0, most, retired);
  while (n > 0)
    {
      int ended;

      leaving = fit_workers_wait_for (leaving ? -1 : retired, -1) || leaving;
      while (waitpid (-1, &ended, WNOHANG) > 0)
        {
          n--;
          if (WIFEXITED (ended) && WEXITSTATUS (ended) == FIT_WORKER_UNASKED)
            _exit (FIT_WORKER_UNASKED);
          if (WIFEXITED (ended) && WEXITSTATUS (ended) == FIT_WORKER_REFUSED)
            g_usleep (RETRY_US);
        }
      if (!leaving)
        n = hire (workers, n, most, retired);
    }
  _exit (0);
}
