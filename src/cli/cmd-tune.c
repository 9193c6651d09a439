/* cmd-tune.c - 'fitsched tune': searches for better weights and arguments
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/verbs.h"

#include <string.h>

#include "cli/output-file.h"
#include "cli/shards.h"
#include "cli/tuning.h"
#include "tune/trial-file.h"

/* What a piece of the search is called. */
#define TRIAL "trial"

/* -- options --------------------------------------------------------------- */

static gboolean
check_options (const FitOptions *options, GError **error)
{
  const char *problem = NULL;

  if (options->record != NULL || options->log != NULL)
    problem = "--record and --log only work with simulate";
  else if (options->record_extenders != NULL)
    problem = "--record-extenders only works with one set of rules";
  else if (options->shard != NULL && options->write_file != NULL)
    problem = "--write needs the answer, which --merge gives: a part has none";
  if (problem != NULL)
    return fit_fail (error, FIT_ERROR_USAGE, "%s", problem);
  return fit_shard_check_options (options, error);
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

/* -- the directory --------------------------------------------------------- */

static FitTuneFile
describe (const FitTuning *tuning, guint generation, gboolean outcomes)
{
  return (FitTuneFile){ .key = tuning->key,
                        .goals = &tuning->goals,
                        .space = tuning->space,
                        .generation = generation,
                        .outcomes = outcomes };
}

/* @part: (nullable): what came of those of its trials, or else the last
 * generation itself */
static gboolean
write_file (const FitTuning *tuning, const char *directory,
            const FitShardPart *part, GError **error)
{
  const guint generation = last_generation (tuning);
  const FitTuneFile file = describe (tuning, generation, part != NULL);

  return fit_shard_directory_write (
      tuning->session.invocation, directory, TRIAL, generation, part,
      fit_tune_file_text (&file, tuning->trials, part != NULL ? part->shard : 0,
                          part != NULL ? part->n : 1),
      error);
}

static gboolean
read_file (const FitShardFile *file, const char *text, gsize len, gpointer data,
           GError **error)
{
  FitTuning *tuning = data;
  const FitTuneFile what = describe (tuning, file->generation, file->outcomes);
  const guint n_generations
      = tuning->trials->len > 0 ? last_generation (tuning) + 1 : 0;

  if (file->outcomes ? file->generation >= n_generations
                     : file->generation != n_generations)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "an earlier file of the search is missing");
  return fit_tune_file_read (&what, text, len, tuning->trials, error);
}

static gboolean
load (FitTuning *tuning, const char *directory, GError **error)
{
  g_autoptr (GArray) files = fit_shard_directory_list (directory, TRIAL, error);

  if (files == NULL
      || !fit_shard_directory_read (directory, files, read_file, tuning, error))
    return FALSE;
  if (tuning->trials->len > 0)
    take_start (tuning);
  else if (!begin_next (tuning) || !write_file (tuning, directory, NULL, error))
    return FALSE;
  return TRUE;
}

/* -- trials ---------------------------------------------------------------- */

static gboolean
make_trial (guint number, GString *out, gpointer data, GError **error)
{
  FitTuning *tuning = data;
  FitTuneOutcome outcome;

  if (!fit_tuning_try (tuning, fit_tuning_trial (tuning, number)->genes,
                       &outcome, error))
    return FALSE;
  g_string_append_len (out, (const char *) &outcome, sizeof outcome);
  return TRUE;
}

/* Returns: (transfer full): which trials are done */
static GPtrArray *
list_done (const FitTuning *tuning)
{
  GPtrArray *results = fit_shard_results_new (tuning->trials->len);

  for (guint i = 0; i < results->len; i++)
    if (fit_tuning_trial (tuning, i)->done)
      results->pdata[i] = g_bytes_new_static ("", 0);
  return results;
}

/* Makes those of @part that are not done. */
static gboolean
make_trials (FitTuning *tuning, const FitShardPart *part, FitProgress *progress,
             GError **error)
{
  const FitInvocation *invocation = tuning->session.invocation;
  const FitShardWork work
      = { .invocation = invocation,
          .alone = fit_extender_use_sends (&tuning->session.extenders),
          .n_processes = (guint) invocation->options.shards,
          .called = TRIAL,
          .make = make_trial,
          .data = tuning };
  g_autoptr (GPtrArray) results = list_done (tuning);

  if (!fit_shards_run (&work, part, results, progress, error))
    return FALSE;
  for (guint i = 0; i < results->len; i++)
    {
      FitTuneTrial *trial = fit_tuning_trial (tuning, i);

      if (trial->done || results->pdata[i] == NULL)
        continue;
      memcpy (&trial->outcome, g_bytes_get_data (results->pdata[i], NULL),
              sizeof trial->outcome);
      trial->done = TRUE;
    }
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
make_part (FitTuning *tuning, const FitShardPart *part, GError **error)
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
  if (!make_trials (tuning, part, &progress, error)
      || !write_file (tuning, options->directory, part, error))
    return FIT_EXIT_INPUT;
  fit_progress_clear (&progress);
  say ("part %u of %u of generation %u is done\n", part->shard, part->n,
       last_generation (tuning));
  return FIT_EXIT_YES;
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
  g_autoptr (GPtrArray) done = NULL;
  g_autofree char *what = NULL;

  if (!load (tuning, directory, error))
    return FIT_EXIT_INPUT;
  done = list_done (tuning);
  what = g_strdup_printf ("generation %u", last_generation (tuning));
  if (!fit_shard_check_done (what, TRIAL, done, error))
    return FIT_EXIT_NO;
  if (!begin_next (tuning))
    return answer (tuning, error);
  if (!write_file (tuning, directory, NULL, error))
    return FIT_EXIT_INPUT;
  say ("generation %u is next: %u trials\n", last_generation (tuning),
       count_open (tuning));
  return FIT_EXIT_YES;
}

static FitExit
search (FitTuning *tuning, GError **error)
{
  const char *directory = tuning->session.invocation->options.directory;
  const FitShardPart whole = { 0, 1 };
  g_auto (FitProgress) progress = { 0 };

  fit_progress_init (&progress, "trials", tuning->options.n_trials);
  if (directory != NULL ? !load (tuning, directory, error)
                        : !begin_next (tuning))
    return FIT_EXIT_INPUT;
  do
    {
      const gboolean open = count_open (tuning) > 0;

      if (directory != NULL && open
          && !write_file (tuning, directory, NULL, error))
        return FIT_EXIT_INPUT;
      if (!make_trials (tuning, &whole, &progress, error)
          || (directory != NULL && open
              && !write_file (tuning, directory, &whole, error)))
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
  FitShardPart part;

  if (!check_options (options, error)
      || !fit_shard_part_parse (options->shard, &part, error)
      || !fit_tuning_open (&tuning, invocation, error))
    return FIT_EXIT_INPUT;
  if (options->shard != NULL)
    return make_part (&tuning, &part, error);
  return options->merge != NULL ? merge (&tuning, error)
                                : search (&tuning, error);
}
