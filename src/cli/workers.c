/* workers.c - processes that answer one question each
 *
 * A supervisor, which reads nothing, forks a keeper.  The keeper reads what the
 * questions need, and forks the workers before there are questions, and a new
 * one for each that has ended.  To read again the supervisor forks another
 * keeper; once that has workers, it retires the one before by closing a pipe:
 * workers that wait end, those that answer end with their answers.
 *
 * All workers listen on one socket.  A question comes as a socket of its own
 * (SCM_RIGHTS): a length and the question go one way, a head and the two texts
 * of the answer the other way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/workers.h"

#include "cli/console.h"
#include "cli/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where a worker, and its keeper, ends without having been asked: nobody asks
 * any more. */
#define EXIT_UNASKED 101

/* Where a worker ends because the system refuses what it needs. */
#define EXIT_REFUSED 102

/* Where a worker ends because there are newer ones. */
#define EXIT_RETIRED 103

/* Between two attempts to make a worker, if the system refuses. */
#define RETRY_US (100 * 1000)

/* What a short answer about 5,000 nodes allocates. */
#define ANSWER_BYTES (1024 * 1024)

/* Before a keeper is replaced that has ended unexpectedly. */
#define RETRY_KEEPER_US (1000 * 1000)

/* Reading again may take this many times as long as what was read lasts, or two
 * minutes if that is more: a file may be a pipe that never ends. */
#define READING_LASTS 10
#define READING_US (G_GINT64_CONSTANT (120) * G_USEC_PER_SEC)

struct _FitWorkers
{
  FitWorkersOptions options;
  int asking;    /* one end of the socket that questions come from */
  int listening; /* the other one, of the workers; -1 in the program itself */
  pid_t supervisor;
  pid_t group; /* of the program: it may ask on the terminal */
};

/* Comes before the two texts. */
typedef struct
{
  guint64 n_out;
  guint64 n_err;
  guint32 status;
  guint32 complete; /* 1 */
} Head;

/* -- sockets --------------------------------------------------------------- */

/* A message of one byte that brings an open file along. */
typedef union
{
  struct cmsghdr head;
  char bytes[CMSG_SPACE (sizeof (int))];
} Passed;

static gboolean
pass_socket (int through, int fd)
{
  char byte = 0;
  Passed passed = { 0 };
  struct iovec text = { &byte, 1 };
  struct msghdr message = { .msg_iov = &text,
                            .msg_iovlen = 1,
                            .msg_control = passed.bytes,
                            .msg_controllen = sizeof passed.bytes };

  passed.head.cmsg_level = SOL_SOCKET;
  passed.head.cmsg_type = SCM_RIGHTS;
  passed.head.cmsg_len = CMSG_LEN (sizeof fd);
  memcpy (CMSG_DATA (&passed.head), &fd, sizeof fd);
  return sendmsg (through, &message, MSG_NOSIGNAL) == 1;
}

/* Waits for a question.  Returns: its socket; or -1, with the status to end with
 * in @out_end */
static int
take_socket (int from, int retired, int *out_end)
{
  char byte;
  Passed passed = { 0 };
  struct iovec text = { &byte, 1 };
  int fd = -1;

  *out_end = EXIT_UNASKED;
  for (;;)
    {
      struct msghdr message = { .msg_iov = &text,
                                .msg_iovlen = 1,
                                .msg_control = passed.bytes,
                                .msg_controllen = sizeof passed.bytes };
      struct pollfd wait[] = { { from, POLLIN, 0 }, { retired, POLLIN, 0 } };
      gssize n;

      if (poll (wait, G_N_ELEMENTS (wait), -1) < 0 && errno == EINTR)
        continue;
      if (wait[1].revents != 0)
        {
          *out_end = EXIT_RETIRED;
          return -1;
        }
      n = recvmsg (from, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
      /* Another worker may have been faster. */
      if (n < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (n == 1 && message.msg_controllen >= sizeof passed.head
          && passed.head.cmsg_type == SCM_RIGHTS)
        memcpy (&fd, CMSG_DATA (&passed.head), sizeof fd);
      return fd;
    }
}

static void
limit_waiting (int fd, guint seconds)
{
  const struct timeval most = { .tv_sec = seconds };

  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

/* -- a worker -------------------------------------------------------------- */

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

/* Without files to open, a question cannot read any, reach a server or write
 * anything but its answer. */
static gboolean
set_limits (const FitWorkersOptions *options, gsize memory_bytes)
{
  const struct
  {
    int resource;
    gsize most;
  } limits[] = {
    { RLIMIT_CORE, 0 },
    { RLIMIT_NOFILE, 0 },
    { RLIMIT_DATA, memory_bytes },
    { RLIMIT_FSIZE, options->answer_bytes },
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const struct rlimit limit = { limits[i].most, limits[i].most };

      if (setrlimit (limits[i].resource, &limit) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
send_file (int to, int fd, gsize len)
{
  char piece[65536];
  gsize done = 0;

  while (done < len)
    {
      const gssize n = pread (fd, piece, sizeof piece, (off_t) done);

      if (n <= 0 || !fit_socket_write (to, piece, (gsize) n))
        return FALSE;
      done += (gsize) n;
    }
  return TRUE;
}

/* Makes the pages that most answers write to this process's own before there is
 * a question: the system hands out each of them at the first write, which is a
 * good part of the time that a short answer takes. */
static void
own_pages (void)
{
  char *memory;

  /* What is freed stays with the process, however large it was. */
  mallopt (M_MMAP_THRESHOLD, G_MAXINT);
  mallopt (M_TRIM_THRESHOLD, G_MAXINT);
  memory = g_malloc (ANSWER_BYTES);
  memset (memory, 1, ANSWER_BYTES);
  g_free (memory);
}

/* Returns: the exit status of the worker */
static int
work (const FitWorkers *workers, gsize memory_bytes, int retired)
{
  const FitWorkersOptions *options = &workers->options;
  g_autofree char *question = NULL;
  struct pollfd asker = { .events = POLLRDHUP };
  guint64 len;
  guint status;
  int end;

  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    {
      const int text = memfd_create ("fitsched", 0);

      if (text < 0 || dup2 (text, fd) < 0)
        return EXIT_REFUSED;
      close (text);
    }
  own_pages ();
  asker.fd = take_socket (workers->listening, retired, &end);
  if (asker.fd < 0)
    return end;
  alarm (options->seconds);
  /* Whoever asked may have gone away meanwhile. */
  if (poll (&asker, 1, 0) != 0 || !set_limits (options, memory_bytes)
      || !fit_socket_read (asker.fd, &len, sizeof len)
      || len > options->question_bytes)
    return 0;
  question = g_malloc (len + 1);
  question[len] = '\0';
  if (!fit_socket_read (asker.fd, question, len))
    return 0;
  status = options->answer (question, len, options->data);
  if (fflush (stdout) == 0 && fflush (stderr) == 0)
    {
      const off_t n_out = lseek (STDOUT_FILENO, 0, SEEK_END);
      const off_t n_err = lseek (STDERR_FILENO, 0, SEEK_END);
      const Head head = { (guint64) n_out, (guint64) n_err, status, 1 };

      if (n_out >= 0 && n_err >= 0
          && fit_socket_write (asker.fd, &head, sizeof head)
          && send_file (asker.fd, STDOUT_FILENO, (gsize) n_out))
        send_file (asker.fd, STDERR_FILENO, (gsize) n_err);
    }
  return 0;
}

/* -- a keeper -------------------------------------------------------------- */

static void
note_end (int signal)
{
  (void) signal;
}

/* Lets wait_for() end with a child, or lets children end as usual. */
static void
wait_for_children (gboolean wait)
{
  const struct sigaction noted = { .sa_handler = wait ? note_end : SIG_DFL };
  sigset_t blocked;

  sigemptyset (&blocked);
  if (wait)
    sigaddset (&blocked, SIGCHLD);
  sigprocmask (SIG_SETMASK, &blocked, NULL);
  sigaction (SIGCHLD, &noted, NULL);
}

/* Waits until a child ends, @fd can be read or has no writer, or so much time
 * has passed (negative: forever).  Returns: can it be read? */
static gboolean
wait_for (int fd, gint64 us)
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
        _exit (work (workers, memory_bytes, retired));
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

static gboolean
tell (int to, const GError *problem)
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

/* Returns: FALSE with what is wrong; also if nothing was said */
static gboolean
hear (int from, GError **error)
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

/* Keeps workers until @retired has no writer, or nobody asks any more. */
G_GNUC_NORETURN
static void
keep (const FitWorkers *workers, gboolean again, int retired, int told)
{
  const FitWorkersOptions *options = &workers->options;
  g_autoptr (GError) problem = NULL;
  gboolean leaving = FALSE;
  gsize own, most;
  guint n;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  wait_for_children (FALSE);
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
      tell (told, problem);
      _exit (0);
    }
  setpgid (0, getppid ());
  own = own_bytes ();
  most = own > 0 ? own + options->memory_bytes : RLIM_INFINITY;
  wait_for_children (TRUE);
  if (!tell (told, NULL))
    _exit (0);
  /* Its end tells the supervisor that this process has ended. */
  close (told);
  n = hire (workers, 0, most, retired);
  while (n > 0)
    {
      int ended;

      leaving = wait_for (leaving ? -1 : retired, -1) || leaving;
      while (waitpid (-1, &ended, WNOHANG) > 0)
        {
          n--;
          if (WIFEXITED (ended) && WEXITSTATUS (ended) == EXIT_UNASKED)
            _exit (EXIT_UNASKED);
          if (WIFEXITED (ended) && WEXITSTATUS (ended) == EXIT_REFUSED)
            g_usleep (RETRY_US);
        }
      if (!leaving)
        n = hire (workers, n, most, retired);
    }
  _exit (0);
}

/* -- the supervisor -------------------------------------------------------- */

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
          keep (workers, again, retire[0], told[1]);
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

/* Sees to it that there is a keeper with workers.  @told hears of the first
 * one. */
G_GNUC_NORETURN
static void
supervise (const FitWorkers *workers, int told)
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
  wait_for_children (TRUE);
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
      if (wait_for (next.told, next.pid == 0 ? due - now
                               : again       ? give_up - now
                                             : -1))
        {
          g_autoptr (GError) problem = NULL;
          const gboolean done = hear (next.told, &problem);

          if (!again && (!tell (told, problem) || !done))
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
          if (WIFEXITED (status) && WEXITSTATUS (status) == EXIT_UNASKED)
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

/* -- in the program -------------------------------------------------------- */

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
    supervise (workers, told[1]);
  close (told[1]);
  close (workers->listening);
  workers->listening = -1;
  if (workers->supervisor > 0)
    {
      /* Either side may be the first to do it. */
      setpgid (workers->supervisor, workers->supervisor);
      done = hear (told[0], error);
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
  Head head;

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
  passed = pass_socket (workers->asking, ends[1]);
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
