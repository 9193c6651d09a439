/* shards.c - processes that do pieces of work
 *
 * Each has the memory of the program as it is when they begin, so that nothing is
 * read twice, and tells what comes of its pieces through a socket.  Which process
 * does which piece, and when, changes nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/shards.h"

#include "api/syntax.h"
#include "cli/signals.h"
#include "cli/sockets.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_PROCESSES 256
#define MOST_PARTS 100000

/* -- parts ----------------------------------------------------------------- */

/* Who an Indexed Job or a Slurm array says this process is. */
static const char *const indexes[]
    = { "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID" };

static gboolean
parse_number (const char *text, gint64 least, gint64 most, guint *out)
{
  gint64 number;

  if (text == NULL || !fit_parse_int64 (text, strlen (text), &number)
      || number < least || number > most)
    return FALSE;
  *out = (guint) number;
  return TRUE;
}

gboolean
fit_shard_part_parse (const char *text, FitShardPart *out_part, GError **error)
{
  const char *slash = text != NULL ? strchr (text, '/') : NULL;
  g_autofree char *part = NULL;

  *out_part = (FitShardPart){ 0, 1 };
  if (text == NULL)
    return TRUE;
  part = slash != NULL ? g_strndup (text, (gsize) (slash - text)) : NULL;
  if (part != NULL && strcmp (part, "auto") == 0)
    {
      const char *found = "";

      for (guint i = 0; *found == '\0' && i < G_N_ELEMENTS (indexes); i++)
        if (g_getenv (indexes[i]) != NULL)
          found = g_getenv (indexes[i]);
      if (*found == '\0')
        return fit_fail (error, FIT_ERROR_USAGE,
                         "option --shard: neither $%s nor $%s says which part "
                         "this is",
                         indexes[0], indexes[1]);
      g_free (part);
      part = g_strdup (found);
    }
  if (slash == NULL || !parse_number (slash + 1, 1, MOST_PARTS, &out_part->n)
      || !parse_number (part, 0, out_part->n - 1, &out_part->shard))
    return fit_fail (
        error, FIT_ERROR_USAGE,
        "option --shard: \"%s%s\" is no part I/N, with I from 0 to "
        "N-1",
        part != NULL ? part : text, slash != NULL ? slash : "");
  return TRUE;
}

gboolean
fit_shard_check_options (const FitOptions *options, GError **error)
{
  if (options->merge != NULL
      && (options->shard != NULL || options->directory != NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--merge has a directory of its own: it takes neither "
                     "--shard nor --directory");
  if (options->shard != NULL && options->directory == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--shard needs --directory, where all parts write to");
  return options->merge == NULL
         || g_file_test (options->merge, G_FILE_TEST_IS_DIR)
         || fit_fail (error, FIT_ERROR_IO,
                      "--merge: there is no directory \"%s\"", options->merge);
}

/* -- in a process of its own ----------------------------------------------- */

/* Comes before what comes of a piece. */
typedef struct
{
  guint32 number;
  guint32 failed; /* then it is the message of an error... */
  guint32 code;   /* ...with this code */
  guint32 last;   /* nothing follows */
  guint64 len;
} Told;

/* Does every @step-th of @numbers from @first on. */
static void
make_pieces (const FitShardWork *work, const GArray *numbers, guint first,
             guint step, int to)
{
  const Told last = { .last = TRUE };

  for (guint i = first; i < numbers->len; i += step)
    {
      const guint number = g_array_index (numbers, guint, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      Told told = { .number = number };

      if (!work->make (number, text, work->data, &problem))
        {
          told.failed = TRUE;
          told.code = (guint32) problem->code;
          g_string_assign (text, problem->message);
        }
      told.len = text->len;
      if (text->len == 0 && !told.failed)
        break;
      if (!fit_socket_write (to, &told, sizeof told)
          || !fit_socket_write (to, text->str, text->len) || told.failed)
        return;
    }
  fit_socket_write (to, &last, sizeof last);
}

/* -- in the program -------------------------------------------------------- */

/* One of the processes. */
typedef struct
{
  pid_t process;
  int from;   /* -1: it has told everything */
  guint next; /* it will tell about no piece with a smaller number */
} Shard;

/* The first piece without an answer, in the order of numbers. */
typedef struct
{
  guint number;  /* G_MAXUINT: there is none */
  GError *error; /* owned */
} Failure;

static gboolean
start (Shard *shard, const FitShardWork *work, const GArray *numbers,
       guint first, guint step, GError **error)
{
  int ends[2];

  shard->next = g_array_index (numbers, guint, first);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fit_fail (error, FIT_ERROR_INTERNAL, "cannot make a socket: %s",
                     g_strerror (errno));
  shard->process = fit_signals_fork (work->invocation->signals);
  if (shard->process == 0)
    {
      close (ends[0]);
      make_pieces (work, numbers, first, step, ends[1]);
      _exit (0);
    }
  close (ends[1]);
  shard->from = ends[0];
  if (shard->process < 0)
    return fit_fail (error, FIT_ERROR_INTERNAL, "cannot make a process: %s",
                     g_strerror (errno));
  return TRUE;
}

static void
take (GPtrArray *results, guint number, char *text, gsize len)
{
  results->pdata[number] = g_bytes_new_take (text, len);
}

/* Hears of one piece. */
static gboolean
hear (Shard *shard, const FitShardWork *work, GPtrArray *results,
      guint *n_heard, Failure *failure, GError **error)
{
  g_autofree char *text = NULL;
  Told told = { 0 };
  const gboolean heard = fit_socket_read (shard->from, &told, sizeof told);

  if (heard && !told.last)
    text = g_malloc0 (told.len + 1);
  if (!heard
      || (text != NULL && !fit_socket_read (shard->from, text, told.len)))
    return fit_fail (error, FIT_ERROR_INTERNAL,
                     "a process that makes %ss has ended before it was done",
                     work->called);
  if (told.last || told.failed)
    {
      close (shard->from);
      shard->from = -1;
    }
  if (told.failed && told.number < failure->number)
    {
      failure->number = told.number;
      g_clear_error (&failure->error);
      g_set_error (&failure->error, FIT_ERROR, (gint) told.code, "%s %u: %s",
                   work->called, told.number, text);
    }
  if (text == NULL || told.failed)
    return TRUE;
  shard->next = told.number + 1;
  take (results, told.number, g_steal_pointer (&text), told.len);
  ++*n_heard;
  return TRUE;
}

/* Hears of all pieces, or of those before the first one without an answer: which one
 * an error is about does not depend on who was faster. */
static gboolean
hear_all (Shard *shards, guint n, const FitShardWork *work, GPtrArray *results,
          FitProgress *progress, guint done, GError **error)
{
  g_autofree struct pollfd *waiting = g_new0 (struct pollfd, n);
  Failure failure = { .number = G_MAXUINT };

  for (;;)
    {
      guint n_open = 0, n_heard = 0;

      for (guint i = 0; i < n; i++)
        {
          const gboolean open
              = shards[i].from >= 0 && shards[i].next < failure.number;

          waiting[i] = (struct pollfd){ open ? shards[i].from : -1, POLLIN, 0 };
          n_open += open;
        }
      if (n_open == 0)
        break;
      if (poll (waiting, n, -1) < 0)
        continue;
      for (guint i = 0; i < n; i++)
        if (waiting[i].revents != 0
            && !hear (&shards[i], work, results, &n_heard, &failure, error))
          {
            g_clear_error (&failure.error);
            return FALSE;
          }
      done += n_heard;
      fit_progress_set (progress, done);
    }
  if (failure.error != NULL)
    g_propagate_error (error, failure.error);
  return failure.number == G_MAXUINT;
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
run_processes (const FitShardWork *work, const GArray *numbers, guint n,
               GPtrArray *results, FitProgress *progress, guint done,
               GError **error)
{
  g_autofree Shard *shards = g_new0 (Shard, n);
  gboolean going = TRUE;

  for (guint i = 0; i < n; i++)
    shards[i].from = -1;
  for (guint i = 0; going && i < n; i++)
    going = start (&shards[i], work, numbers, i, n, error);
  going = going && hear_all (shards, n, work, results, progress, done, error);
  for (guint i = 0; i < n; i++)
    end (&shards[i]);
  return going;
}

/* Another program may have threads, whose locks a fork would keep; an answer to a
 * question is one process. */
static guint
count_processes (const FitShardWork *work)
{
  if (work->invocation->embedded || work->invocation->signals == NULL
      || work->alone)
    return 1;
  return MIN (work->n_processes > 0 ? work->n_processes
                                    : g_get_num_processors (),
              MOST_PROCESSES);
}

static void
unref_result (gpointer result)
{
  g_clear_pointer ((GBytes **) &result, g_bytes_unref);
}

GPtrArray *
fit_shard_results_new (guint n)
{
  GPtrArray *results = g_ptr_array_new_with_free_func (unref_result);

  g_ptr_array_set_size (results, (gint) n);
  return results;
}

gboolean
fit_shards_run (const FitShardWork *work, const FitShardPart *part,
                GPtrArray *results, FitProgress *progress, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n, done = 0;

  for (guint i = 0; i < results->len; i++)
    if (results->pdata[i] != NULL)
      done++;
    else if (i % part->n == part->shard)
      g_array_append_val (numbers, i);
  n = MIN (count_processes (work), numbers->len);
  if (n > 1)
    return run_processes (work, numbers, n, results, progress, done, error);
  for (guint i = 0; i < numbers->len; i++)
    {
      const guint number = g_array_index (numbers, guint, i);
      g_autoptr (GString) text = g_string_new (NULL);

      if (!work->make (number, text, work->data, error))
        return fit_blame (error, "%s %u: ", work->called, number);
      if (text->len == 0)
        return TRUE;
      {
        const gsize len = text->len;

        take (results, number, g_string_free (g_steal_pointer (&text), FALSE),
              len);
      }
      fit_progress_set (progress, ++done);
    }
  return TRUE;
}
