/* workers-worker.c - a worker: the process that answers one question
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/workers-private.h"

#include "cli/sockets.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* What a short answer about 5,000 nodes allocates. */
#define ANSWER_BYTES (1024 * 1024)

/* -- sockets --------------------------------------------------------------- */

/* A message of one byte that brings an open file along. */
typedef union
{
  struct cmsghdr head;
  char bytes[CMSG_SPACE (sizeof (int))];
} Passed;

gboolean
fit_workers_pass_socket (int through, int fd)
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

  *out_end = FIT_WORKER_UNASKED;
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
          *out_end = FIT_WORKER_RETIRED;
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

/* -- a worker -------------------------------------------------------------- */

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

int
fit_workers_work (const FitWorkers *workers, gsize memory_bytes, int retired)
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
        return FIT_WORKER_REFUSED;
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
      const FitWorkerHead head
          = { (guint64) n_out, (guint64) n_err, status, 1 };

      if (n_out >= 0 && n_err >= 0
          && fit_socket_write (asker.fd, &head, sizeof head)
          && send_file (asker.fd, STDOUT_FILENO, (gsize) n_out))
        send_file (asker.fd, STDERR_FILENO, (gsize) n_err);
    }
  return 0;
}
