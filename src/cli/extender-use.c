/* extender-use.c - how extenders are used, for every output
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/extender-use.h"

#include <string.h>

#include "base/each.h"
#include "net/secrets.h"
#include "formats/source.h"
#include "cli/console.h"
#include "cli/foreign-inputs.h"
#include "cli/inputs.h"
#include "cli/output-file.h"

/* -- opening --------------------------------------------------------------- */

static const char *const mode_words[] = {
  [FIT_EXTENDERS_ASK] = "ask",
  [FIT_EXTENDERS_SKIP] = "skip",
  [FIT_EXTENDERS_FAIL] = "fail",
};

static FitExtenderAnswers *
read_answers (FitInputs *inputs, const char *path, GError **error)
{
  g_autoptr (FitSource) source = fit_inputs_open (
      inputs, path, fit_limits_default ()->document_bytes, error);
  FitExtenderAnswers *answers;

  if (source == NULL)
    {
      if (strchr (path, '/') == NULL && strchr (path, '.') == NULL)
        fit_error_add_hint (error, "--extenders takes ask, skip, fail or a "
                                   "file with answers");
      return NULL;
    }
  if (!fit_foreign_check (source, error))
    return NULL;
  answers = fit_extender_answers_parse (source->bytes, source->len,
                                        source->name, error);
  if (answers == NULL)
    fit_foreign_explain (source, error);
  return answers;
}

static FitExtenderMode
mode_of (const FitOptions *options)
{
  FitExtenderMode mode = FIT_EXTENDERS_FILE;

  for (guint i = 0; i < G_N_ELEMENTS (mode_words); i++)
    if (strcmp (options->extenders, mode_words[i]) == 0)
      mode = (FitExtenderMode) i;
  return mode;
}

gboolean
fit_extender_use_reads (const FitOptions *options)
{
  return mode_of (options) == FIT_EXTENDERS_FILE;
}

gboolean
fit_extender_use_open (FitExtenderUse *use, const FitInvocation *invocation,
                       const FitExtenderUse *beside, GError **error)
{
  const FitOptions *options = &invocation->options;
  const FitExtenderMode mode = mode_of (options);

  *use = (FitExtenderUse){
    .shares = beside != NULL,
    .record_path = options->record_extenders,
    .signals = invocation->signals,
    .only_names = options->output == FIT_FORMAT_NAME,
  };
  fit_extender_tally_init (&use->tally, mode);
  if (options->record_extenders != NULL && mode != FIT_EXTENDERS_ASK)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--record-extenders needs --extenders ask: only then are "
                     "there answers to record");
  if (options->record_extenders != NULL
      && fit_output_file_is_stdout (options->record_extenders))
    {
      g_set_error_literal (
          error, FIT_ERROR, FIT_ERROR_USAGE,
          "--record-extenders needs a file: the result goes to "
          "standard output");
      fit_error_add_hint (error, "write --record-extenders FILE");
      return FALSE;
    }
  if (beside != NULL)
    {
      use->answers = beside->answers;
      use->recorder = beside->recorder;
      return TRUE;
    }
  if (options->record_extenders != NULL)
    use->recorder = fit_extender_recorder_new ();
  if (mode != FIT_EXTENDERS_FILE)
    return TRUE;
  use->answers = read_answers (invocation->inputs, options->extenders, error);
  return use->answers != NULL;
}

void
fit_extender_use_clear (FitExtenderUse *use)
{
  if (!use->shares)
    {
      g_clear_pointer (&use->answers, fit_extender_answers_free);
      g_clear_pointer (&use->recorder, fit_extender_recorder_free);
    }
  g_clear_pointer (&use->stand_in, fit_stand_in_free);
  fit_extender_tally_clear (&use->tally);
}

void
fit_extender_use_move (FitExtenderUse *use, FitExtenderUse *to)
{
  *to = *use;
  to->answers = NULL;
  to->recorder = NULL;
  to->stand_in = NULL;
  use->tally = (FitExtenderTally){ .mode = use->tally.mode };
}

/* An extender with a stand-in is neither left out nor called. */
void
fit_extender_use_keep (FitExtenderUse *use, const FitStandInOptions *kept)
{
  GPtrArray *names = use->tally.names;
  g_autofree char *name = fit_url_hide (kept->url);

  use->kept = kept;
  for (guint i = names->len; i-- > 0;)
    if (strcmp (names->pdata[i], name) == 0)
      g_ptr_array_remove_index (names, i);
}

gboolean
fit_extender_use_sends (const FitExtenderUse *use)
{
  return use->tally.mode == FIT_EXTENDERS_ASK && use->tally.names->len > 0;
}

/* -- while they are used --------------------------------------------------- */

static void
failed (const FitExtender *extender, FitExtenderVerb verb, const FitPod *pod,
        const GError *problem, gpointer data)
{
  FitExtenderUse *use = data;

  fit_extender_tally_count (&use->tally, extender, verb, problem);
  if (use->log != NULL)
    {
      g_autofree char *text = g_strdup_printf (
          "extender %s failed to %s: %s", fit_extender_name (extender),
          fit_extender_verb_name (verb), problem->message);

      use->log (pod, text, use->log_data);
    }
}

void
fit_extender_use_set_rules (FitExtenderUse *use, FitSimulationOptions *rules)
{
  const gboolean skip = use->tally.mode == FIT_EXTENDERS_SKIP;

  rules->ask_extenders = !skip;
  if (use->tally.mode == FIT_EXTENDERS_FAIL)
    rules->extender_calls = fit_extender_refusals ();
  else if (use->answers != NULL)
    rules->extender_calls = fit_extender_answers_calls (use->answers);
  else if (use->recorder != NULL)
    rules->extender_calls = fit_extender_recorder_calls (use->recorder);
  /* The stand-in comes last: it passes calls of other extenders on. */
  if (use->kept != NULL)
    {
      FitStandInOptions how = *use->kept;

      how.others = skip ? fit_extender_omissions () : rules->extender_calls;
      if (use->stand_in == NULL)
        use->stand_in = fit_stand_in_new (&how);
      rules->extender_calls = fit_stand_in_calls (use->stand_in);
      rules->ask_extenders = TRUE;
    }
  rules->extender_observer = (FitExtenderObserver){ failed, use };
}

/* -- results --------------------------------------------------------------- */

static char *
join_names (const FitExtenderUse *use)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_extend (names, use->tally.names, NULL, NULL);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static gboolean
left_out (const FitExtenderUse *use)
{
  return use->tally.mode == FIT_EXTENDERS_SKIP && use->tally.names->len > 0;
}

gboolean
fit_extender_use_finish (const FitExtenderUse *use, GError **error)
{
  const char *side = use->side != NULL ? use->side : "";
  const char *colon = use->side != NULL ? ": " : "";
  g_autofree char *names = join_names (use);
  g_autofree char *text = NULL;

  if (left_out (use) && use->only_names)
    fit_console_note ("%s%sleft out %s: %s", side, colon,
                      use->tally.names->len == 1 ? "an extender" : "extenders",
                      names);
  /* The report of a comparison has the failures, unless it is only names. */
  for (guint i = 0;
       (!use->compared || use->only_names) && i < use->tally.failures->len; i++)
    {
      const FitExtenderFailure *failure = use->tally.failures->pdata[i];
      g_autofree char *count
          = failure->count == 1 ? g_strdup ("once")
                                : g_strdup_printf ("%u times", failure->count);

      /* Errors that end an attempt are reported with the pod. */
      if (failure->unasked && failure->verb != FIT_EXTENDER_PREEMPT)
        continue;
      fit_console_note (
          "%s%sextender %s %s %s %s%s: %s", side, colon, failure->name,
          failure->unasked ? "could not be called to" : "failed to",
          fit_extender_verb_name (failure->verb), count,
          failure->verb == FIT_EXTENDER_PRIORITIZE && !failure->unasked
              ? " and gave no scores"
              : "",
          failure->error->message);
    }
  if (use->recorder == NULL || use->shares)
    return TRUE;
  text = fit_extender_recorder_text (use->recorder);
  return fit_output_file_write (use->signals, use->record_path, TRUE, text,
                                strlen (text), error);
}

FitExit
fit_extender_use_exit (const FitExtenderUse *use)
{
  g_autoptr (GPtrArray) ignored = fit_extender_tally_ignored (&use->tally);
  FitExit gravest = FIT_EXIT_YES;

  FIT_EACH (const FitExtenderFailure, failure, ignored)
    gravest = MAX (gravest, fit_exit_status (failure->error));
  return gravest;
}

gboolean
fit_extender_use_check (const FitExtenderUse *use, GError **error)
{
  g_autoptr (GPtrArray) ignored = fit_extender_tally_ignored (&use->tally);
  const FitExtenderFailure *failure;

  if (ignored->len == 0)
    return TRUE;
  failure = ignored->pdata[0];
  g_propagate_prefixed_error (error, g_error_copy (failure->error),
                              "no answer without extender %s, which failed to "
                              "%s: ",
                              failure->name,
                              fit_extender_verb_name (failure->verb));
  fit_error_add_hint (error,
                      "--extenders skip answers as if there were no extenders");
  return FALSE;
}

char *
fit_extender_use_text (const FitExtenderUse *const *uses, guint n)
{
  static const char *const sides[] = { "left: ", "right: " };
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (left_out (uses[i]))
      {
        g_autofree char *names = join_names (uses[i]);

        g_string_append_printf (
            out, "%s%s%s", out->len > 0 ? "; " : "Extenders were left out: ",
            n > 1 ? sides[i] : "", names);
      }
  if (out->len == 0)
    return NULL;
  g_string_append_c (out, '\n');
  return g_string_free (g_steal_pointer (&out), FALSE);
}
