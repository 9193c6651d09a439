/* workers.c - processes that answer one question each
 *
 * A keeper, which has the memory of the program and no threads, forks the
 * workers before there are questions, and a new one for each that has ended.
 * All of them listen on one socket.  A question comes as a socket of its own
 * (SCM_RIGHTS): a length and the question go one way, a head and the two texts
 * of the answer the other way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where a worker ends without having been asked: nobody asks any more. */
#define EXIT_UNASKED 1

/* Where it ends because the system refuses what it needs. */
#define EXIT_REFUSED 2

/* Between two attempts to make a worker, if the system refuses. */
#define RETRY_US (100 * 1000)

struct _FitWorkers
{
  FitWorkersOptions options;
  int asking;    /* one end of the socket that questions come from */
  int listening; /* the other one, of the workers; -1 in the program itself */
  pid_t keeper;
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

static gboolean
write_all (int fd, gconstpointer bytes, gsize len)
{
  const char *next = bytes;

  while (len > 0)
    {
      const gssize n = send (fd, next, len, MSG_NOSIGNAL);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      next += n;
      len -= (gsize) n;
    }
  return TRUE;
}

static gboolean
read_all (int fd, gpointer bytes, gsize len)
{
  char *next = bytes;

  while (len > 0)
    {
      const gssize n = read (fd, next, len);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      next += n;
      len -= (gsize) n;
    }
  return TRUE;
}

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

/* Returns: -1 if nobody will ask any more */
static int
take_socket (int from)
{
  char byte;
  Passed passed = { 0 };
  struct iovec text = { &byte, 1 };
  int fd = -1;

  for (;;)
    {
      struct msghdr message = { .msg_iov = &text,
                                .msg_iovlen = 1,
                                .msg_control = passed.bytes,
                                .msg_controllen = sizeof passed.bytes };
      const gssize n = recvmsg (from, &message, MSG_CMSG_CLOEXEC);

      if (n < 0 && errno == EINTR)
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

      if (n <= 0 || !write_all (to, piece, (gsize) n))
        return FALSE;
      done += (gsize) n;
    }
  return TRUE;
}

static void
send_answer (int to, guint status)
{
  const off_t n_out = lseek (STDOUT_FILENO, 0, SEEK_END);
  const off_t n_err = lseek (STDERR_FILENO, 0, SEEK_END);
  const Head head = { (guint64) n_out, (guint64) n_err, status, 1 };

  if (n_out >= 0 && n_err >= 0 && write_all (to, &head, sizeof head)
      && send_file (to, STDOUT_FILENO, (gsize) n_out))
    send_file (to, STDERR_FILENO, (gsize) n_err);
}

/* Returns: the exit status of the worker */
static int
work (const FitWorkers *workers, gsize memory_bytes)
{
  const FitWorkersOptions *options = &workers->options;
  g_autofree char *question = NULL;
  struct pollfd asker = { .events = POLLRDHUP };
  guint64 len;
  guint status;

  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    {
      const int text = memfd_create ("fitsched", 0);

      if (text < 0 || dup2 (text, fd) < 0)
        return EXIT_REFUSED;
      close (text);
    }
  asker.fd = take_socket (workers->listening);
  if (asker.fd < 0)
    return EXIT_UNASKED;
  alarm (options->seconds);
  /* Whoever asked may have gone away meanwhile. */
  if (poll (&asker, 1, 0) != 0 || !set_limits (options, memory_bytes)
      || !read_all (asker.fd, &len, sizeof len)
      || len > options->question_bytes)
    return 0;
  question = g_malloc (len + 1);
  question[len] = '\0';
  if (!read_all (asker.fd, question, len))
    return 0;
  status = options->answer (question, len, options->data);
  if (fflush (stdout) == 0 && fflush (stderr) == 0)
    send_answer (asker.fd, status);
  return 0;
}

/* -- the keeper ------------------------------------------------------------ */

/* Keeps as many workers as there may be. */
G_GNUC_NORETURN
static void
keep (const FitWorkers *workers)
{
  const gsize own = own_bytes ();
  const gsize most
      = own > 0 ? own + workers->options.memory_bytes : RLIM_INFINITY;
  sigset_t none;
  guint n = 0;
  int ended;

  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  setpgid (0, 0);
  close (workers->asking);
  for (;;)
    {
      while (n < workers->options.n)
        {
          const pid_t worker = fork ();

          if (worker == 0)
            _exit (work (workers, most));
          if (worker > 0)
            n++;
          else if (n > 0)
            break;
          else
            g_usleep (RETRY_US);
        }
      if (waitpid (-1, &ended, 0) < 0)
        continue;
      n--;
      if (WIFEXITED (ended) && WEXITSTATUS (ended) == EXIT_UNASKED)
        _exit (0);
      if (WIFEXITED (ended) && WEXITSTATUS (ended) == EXIT_REFUSED)
        g_usleep (RETRY_US);
    }
}

FitWorkers *
fit_workers_new (const FitWorkersOptions *options, GError **error)
{
  g_autoptr (FitWorkers) workers = g_new0 (FitWorkers, 1);
  int ends[2];

  workers->options = *options;
  workers->asking = workers->listening = -1;
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fit_fail_null (error, FIT_ERROR_INTERNAL,
                          "cannot make a socket for questions: %s",
                          g_strerror (errno));
  workers->asking = ends[0];
  workers->listening = ends[1];
  fflush (NULL);
  workers->keeper = fork ();
  if (workers->keeper == 0)
    keep (workers);
  if (workers->keeper < 0)
    return fit_fail_null (error, FIT_ERROR_INTERNAL,
                          "cannot make a process for questions: %s",
                          g_strerror (errno));
  /* Either side may be the first to do it. */
  setpgid (workers->keeper, workers->keeper);
  close (workers->listening);
  workers->listening = -1;
  limit_waiting (workers->asking, options->seconds);
  return g_steal_pointer (&workers);
}

void
fit_workers_free (FitWorkers *workers)
{
  if (workers == NULL)
    return;
  if (workers->keeper > 0)
    {
      kill (-workers->keeper, SIGKILL);
      waitpid (workers->keeper, NULL, 0);
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
  return read_all (fd, (*out)->str, len);
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
  if (write_all (fd, &n, sizeof n) && write_all (fd, question, len)
      && read_all (fd, &head, sizeof head) && head.complete == 1
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
  gboolean passed, answered = FALSE;

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
  close (ends[1]);
  if (passed)
    answered = ask (workers, ends[0], question, len, out, error);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_LIMIT,
                 "no answer: too many questions wait");
  close (ends[0]);
  return answered;
}
