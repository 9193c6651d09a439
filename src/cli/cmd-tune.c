/* cmd-tune.c - 'fitsched tune': searches for better weights and arguments
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/verbs.h"

#include <string.h>

#include "api/syntax.h"
#include "cli/output-file.h"
#include "cli/tune-directory.h"
#include "cli/tune-report.h"
#include "cli/tune-shards.h"

#define MOST_PARTS 100000

/* -- options --------------------------------------------------------------- */

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

/* The part of --shard; @out_n: 1 without it. */
static gboolean
parse_shard (const char *text, guint *out_shard, guint *out_n, GError **error)
{
  const char *slash = text != NULL ? strchr (text, '/') : NULL;
  g_autofree char *part = NULL;

  *out_shard = 0;
  *out_n = 1;
  if (text == NULL)
    return TRUE;
  part = slash != NULL ? g_strndup (text, (gsize) (slash - text)) : NULL;
  if (part != NULL && strcmp (part, "auto") == 0)
    {
      const char *found = NULL;

      for (guint i = 0; found == NULL && i < G_N_ELEMENTS (indexes); i++)
        found = g_getenv (indexes[i]);
      if (found == NULL)
        return fit_fail (error, FIT_ERROR_USAGE,
                         "option --shard: neither $%s nor $%s says which part "
                         "this is",
                         indexes[0], indexes[1]);
      g_free (part);
      part = g_strdup (found);
    }
  if (slash == NULL || !parse_number (slash + 1, 1, MOST_PARTS, out_n)
      || !parse_number (part, 0, *out_n - 1, out_shard))
    return fit_fail (
        error, FIT_ERROR_USAGE,
        "option --shard: \"%s%s\" is no part I/N, with I from 0 to "
        "N-1",
        part != NULL ? part : text, slash != NULL ? slash : "");
  return TRUE;
}

static gboolean
check_options (const FitOptions *options, GError **error)
{
  const char *problem = NULL;

  if (options->record != NULL || options->log != NULL)
    problem = "--record and --log only work with simulate";
  else if (options->record_extenders != NULL)
    problem = "--record-extenders only works with one set of rules";
  else if (options->merge != NULL
           && (options->shard != NULL || options->directory != NULL))
    problem
        = "--merge has a directory of its own: it takes neither --shard nor "
          "--directory";
  else if (options->shard != NULL && options->directory == NULL)
    problem = "--shard needs --directory, where all parts write to";
  else if (options->shard != NULL && options->write_file != NULL)
    problem = "--write needs the answer, which --merge gives: a part has none";
  return problem == NULL || fit_fail (error, FIT_ERROR_USAGE, "%s", problem);
}

/* -- generations ----------------------------------------------------------- */

/* The rules as they are have been tried already. */
static void
take_start (FitTuning *tuning)
{
  FitTuneTrial *first = fit_tuning_trial (tuning, 0);

  if (!first->done)
    first->outcome = tuning->start;
  first->done = TRUE;
}

/* Returns: FALSE if the search has ended */
static gboolean
begin_next (FitTuning *tuning)
{
  if (fit_tune_next (tuning->trials, tuning->space, &tuning->goals,
                     &tuning->options)
      == 0)
    return FALSE;
  take_start (tuning);
  return TRUE;
}

static guint
count_open (const FitTuning *tuning)
{
  guint n = 0;

  for (guint i = 0; i < tuning->trials->len; i++)
    n += !fit_tuning_trial (tuning, i)->done;
  return n;
}

static guint
last_generation (const FitTuning *tuning)
{
  return fit_tuning_trial (tuning, tuning->trials->len - 1)->generation;
}

static gboolean
load (FitTuning *tuning, const char *directory, GError **error)
{
  if (!fit_tune_directory_load (tuning, directory, error))
    return FALSE;
  if (tuning->trials->len > 0)
    take_start (tuning);
  else if (!begin_next (tuning)
           || !fit_tune_directory_write (tuning, directory, error))
    return FALSE;
  return TRUE;
}

/* -- parts of a search ----------------------------------------------------- */

static gboolean
say (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return fit_console_write (text, strlen (text), NULL);
}

/* Is there nothing left to try? */
static gboolean
has_ended (FitTuning *tuning)
{
  const guint n = tuning->trials->len;
  const gboolean ended = count_open (tuning) == 0 && !begin_next (tuning);

  g_array_set_size (tuning->trials, n);
  return ended;
}

static FitExit
make_part (FitTuning *tuning, guint shard, guint n_shards, GError **error)
{
  const FitOptions *options = &tuning->session.invocation->options;
  g_auto (FitProgress) progress = { 0 };

  if (!load (tuning, options->directory, error))
    return FIT_EXIT_INPUT;
  if (has_ended (tuning))
    {
      say ("the search has ended: --merge gives the answer\n");
      return FIT_EXIT_NO;
    }
  fit_progress_init (&progress, "trials", tuning->trials->len);
  if (!fit_tune_run (tuning, shard, n_shards, &progress, error)
      || !fit_tune_directory_write_trials (tuning, options->directory, shard,
                                           n_shards, error))
    return FIT_EXIT_INPUT;
  fit_progress_clear (&progress);
  say ("part %u of %u of generation %u is done\n", shard, n_shards,
       last_generation (tuning));
  return FIT_EXIT_YES;
}

static void
fail_open (const FitTuning *tuning, GError **error)
{
  GString *numbers = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < tuning->trials->len; i++)
    if (!fit_tuning_trial (tuning, i)->done && n++ < 10)
      g_string_append_printf (numbers, "%s%u", numbers->len > 0 ? ", " : "", i);
  g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE,
               "generation %u is not complete: nothing is known of %u of its "
               "trials: %s%s",
               last_generation (tuning), n, numbers->str,
               n > 10 ? ", ..." : "");
  fit_error_add_hint (error, "make all parts with --shard I/N; those that are "
                             "there already take no time");
  g_string_free (numbers, TRUE);
}

/* -- the answer ------------------------------------------------------------ */

static FitExit
answer (FitTuning *tuning, GError **error)
{
  const FitInvocation *invocation = tuning->session.invocation;
  const char *file = invocation->options.write_file;
  const gint number = fit_tune_recommend (tuning->trials, &tuning->goals);
  g_auto (FitTuneProof) proof = { 0 };
  g_autoptr (FitReport) report = NULL;

  if (number >= 0 && !fit_tune_prove (tuning, (guint) number, &proof, error))
    return FIT_EXIT_INPUT;
  if (number >= 0 && file != NULL
      && !fit_output_file_write (invocation->signals, file, FALSE, proof.rules,
                                 strlen (proof.rules), error))
    return FIT_EXIT_INPUT;
  report = fit_tune_report (tuning, number >= 0 ? &proof : NULL);
  if (!fit_session_print_with (&tuning->session, report, NULL,
                               (const FitChartColumn[]){ { NULL, NULL } },
                               error))
    return FIT_EXIT_INTERNAL;
  return number >= 0 ? FIT_EXIT_YES : FIT_EXIT_NO;
}

static FitExit
merge (FitTuning *tuning, GError **error)
{
  const char *directory = tuning->session.invocation->options.merge;

  if (!load (tuning, directory, error))
    return FIT_EXIT_INPUT;
  if (count_open (tuning) > 0)
    {
      fail_open (tuning, error);
      return FIT_EXIT_NO;
    }
  if (!begin_next (tuning))
    return answer (tuning, error);
  if (!fit_tune_directory_write (tuning, directory, error))
    return FIT_EXIT_INPUT;
  say ("generation %u is next: %u trials\n", last_generation (tuning),
       count_open (tuning));
  return FIT_EXIT_YES;
}

static FitExit
search (FitTuning *tuning, GError **error)
{
  const char *directory = tuning->session.invocation->options.directory;
  g_auto (FitProgress) progress = { 0 };

  fit_progress_init (&progress, "trials", tuning->options.n_trials);
  if (directory != NULL ? !load (tuning, directory, error)
                        : !begin_next (tuning))
    return FIT_EXIT_INPUT;
  do
    {
      const gboolean open = count_open (tuning) > 0;

      if (directory != NULL && open
          && !fit_tune_directory_write (tuning, directory, error))
        return FIT_EXIT_INPUT;
      if (!fit_tune_run (tuning, 0, 1, &progress, error)
          || (directory != NULL && open
              && !fit_tune_directory_write_trials (tuning, directory, 0, 1,
                                                   error)))
        return FIT_EXIT_INPUT;
    }
  while (begin_next (tuning));
  fit_progress_clear (&progress);
  return answer (tuning, error);
}

FitExit
fit_cmd_tune (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_auto (FitTuning) tuning = { 0 };
  guint shard, n_shards;

  if (!check_options (options, error)
      || !parse_shard (options->shard, &shard, &n_shards, error)
      || !fit_tuning_open (&tuning, invocation, error))
    return FIT_EXIT_INPUT;
  if (options->shard != NULL)
    return make_part (&tuning, shard, n_shards, error);
  return options->merge != NULL ? merge (&tuning, error)
                                : search (&tuning, error);
}
