/* bench-child.c - runs a measurement in a process of its own, so that its memory counts from zero
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child's answer begins with one of these; then comes the result or the
 * message of an error. */
#define ANSWER_RESULT 'r'
#define ANSWER_ERROR 'e'

static gboolean
fail_with_errno (const char *what, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "%s: %s", what,
               g_strerror (errno));
  return FALSE;
}

static void
write_all (int fd, const void *bytes, gsize len)
{
  const char *rest = bytes;

  while (len > 0)
    {
      gssize n = write (fd, rest, len);

      if (n < 0 && errno != EINTR)
        return; /* the parent sees that the answer is too short */
      if (n > 0)
        {
          rest += n;
          len -= (gsize) n;
        }
    }
}

static void
answer (int fd, BenchChildFunc func, gconstpointer data, gsize size)
{
  g_autofree char *result = g_malloc0 (size);
  g_autoptr (GError) problem = NULL;
  gboolean done = func (data, result, &problem);
  const char kind = done ? ANSWER_RESULT : ANSWER_ERROR;

  write_all (fd, &kind, 1);
  if (done)
    write_all (fd, result, size);
  else
    write_all (fd, problem->message, strlen (problem->message));
}

/* Returns: (transfer full): all that comes until the other end is closed. */
static GString *
read_all (int fd)
{
  GString *text = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  do
    {
      n = read (fd, buffer, sizeof buffer);
      if (n > 0)
        g_string_append_len (text, buffer, n);
    }
  while (n > 0 || (n < 0 && errno == EINTR));
  return text;
}

static gboolean
take_answer (const GString *text, int status, gpointer result, gsize size,
             GError **error)
{
  if (WIFSIGNALED (status))
    g_set_error (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                 "the measuring process was ended by signal %d",
                 WTERMSIG (status));
  else if (text->len > 0 && text->str[0] == ANSWER_ERROR)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_INTERNAL, text->str + 1);
  else if (text->len != size + 1)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                         "the measuring process gave no answer");
  else
    {
      memcpy (result, text->str + 1, size);
      return TRUE;
    }
  return FALSE;
}

gboolean
bench_child_run (BenchChildFunc func, gconstpointer data, gpointer result,
                 gsize size, GError **error)
{
  g_autoptr (GString) text = NULL;
  int ends[2], status = 0;
  pid_t child;

  if (pipe2 (ends, O_CLOEXEC) != 0)
    return fail_with_errno ("pipe", error);
  fflush (NULL);
  child = fork ();
  if (child < 0)
    {
      close (ends[0]);
      close (ends[1]);
      return fail_with_errno ("fork", error);
    }
  if (child == 0)
    {
      close (ends[0]);
      answer (ends[1], func, data, size);
      _exit (0);
    }
  close (ends[1]);
  text = read_all (ends[0]);
  close (ends[0]);
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return fail_with_errno ("waitpid", error);
  return take_answer (text, status, result, size, error);
}
