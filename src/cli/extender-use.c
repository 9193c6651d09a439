/* extender-use.c - who answers for extenders, said in every output */
#include "cli/extender-use.h"

#include <string.h>

#include "base/source.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/output-file.h"

/* One kind of failure, however often. */
typedef struct
{
  char *name; /* owned: of the extender */
  FitExtenderVerb verb;
  gboolean unasked; /* it was not even asked */
  guint count;
  char *message; /* owned: of the first time */
} Failure;

static void
free_failure (gpointer data)
{
  Failure *failure = data;

  g_free (failure->name);
  g_free (failure->message);
  g_free (failure);
}

/* --- opening -------------------------------------------------------------- */

static const char *const mode_words[] = {
  [FIT_EXTENDERS_ASK] = "ask",
  [FIT_EXTENDERS_SKIP] = "skip",
  [FIT_EXTENDERS_FAIL] = "fail",
};

static FitExtenderMode
find_mode (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (mode_words); i++)
    if (strcmp (text, mode_words[i]) == 0)
      return (FitExtenderMode) i;
  return FIT_EXTENDERS_FILE;
}

static FitExtenderAnswers *
read_answers (FitInputs *inputs, const char *path, GError **error)
{
  g_autoptr (FitSource) source = fit_inputs_open (
      inputs, path, fit_limits_default ()->document_bytes, error);

  if (source == NULL)
    {
      if (strchr (path, '/') == NULL && strchr (path, '.') == NULL)
        fit_error_add_hint (error, "--extenders takes ask, skip, fail or a "
                                   "file with answers");
      return NULL;
    }
  return fit_extender_answers_parse (source->bytes, source->len, source->name,
                                     error);
}

gboolean
fit_extender_use_open (FitExtenderUse *use, const FitInvocation *invocation,
                       const FitExtenderUse *beside, GError **error)
{
  const FitOptions *options = &invocation->options;
  const FitExtenderMode mode = find_mode (options->extenders);

  *use = (FitExtenderUse){
    .mode = mode,
    .shares = beside != NULL,
    .record_path = options->record_extenders,
    .temporaries = invocation->temporaries,
    .only_names = options->output == FIT_FORMAT_NAME,
    .names = g_ptr_array_new_with_free_func (g_free),
    .failures = g_ptr_array_new_with_free_func (free_failure),
  };
  if (options->record_extenders != NULL && mode != FIT_EXTENDERS_ASK)
    {
      g_set_error_literal (
          error, FIT_ERROR, FIT_ERROR_USAGE,
          "--record-extenders needs --extenders ask: only then are "
          "there answers to record");
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
  g_clear_pointer (&use->names, g_ptr_array_unref);
  g_clear_pointer (&use->failures, g_ptr_array_unref);
}

void
fit_extender_use_move (FitExtenderUse *use, FitExtenderUse *to)
{
  *to = *use;
  to->shares = TRUE;
  to->answers = NULL;
  to->recorder = NULL;
  use->names = NULL;
  use->failures = NULL;
}

void
fit_extender_use_add (FitExtenderUse *use, const GPtrArray *extenders)
{
  for (guint i = 0; i < extenders->len; i++)
    g_ptr_array_add (use->names,
                     fit_extender_policy_name (extenders->pdata[i]));
}

gboolean
fit_extender_use_sends (const FitExtenderUse *use)
{
  return use->mode == FIT_EXTENDERS_ASK && use->names->len > 0;
}

/* --- while they are used -------------------------------------------------- */

static Failure *
find_failure (FitExtenderUse *use, const char *name, FitExtenderVerb verb,
              gboolean unasked)
{
  Failure *failure;

  for (guint i = 0; i < use->failures->len; i++)
    {
      failure = use->failures->pdata[i];
      if (strcmp (failure->name, name) == 0 && failure->verb == verb
          && failure->unasked == unasked)
        return failure;
    }
  failure = g_new0 (Failure, 1);
  failure->name = g_strdup (name);
  failure->verb = verb;
  failure->unasked = unasked;
  g_ptr_array_add (use->failures, failure);
  return failure;
}

static void
failed (const FitExtender *extender, FitExtenderVerb verb, const FitPod *pod,
        const GError *problem, gpointer data)
{
  FitExtenderUse *use = data;
  const char *name = fit_extender_name (extender);
  Failure *failure = find_failure (
      use, name, verb, g_error_matches (problem, FIT_ERROR, FIT_ERROR_UNASKED));

  if (failure->count++ == 0)
    failure->message = g_strdup (problem->message);
  if (use->log != NULL)
    {
      g_autofree char *text
          = g_strdup_printf ("extender %s failed to %s: %s", name,
                             fit_extender_verb_name (verb), problem->message);

      use->log (pod, text, use->log_data);
    }
}

void
fit_extender_use_set_rules (FitExtenderUse *use, FitSimulationOptions *rules)
{
  rules->ask_extenders = use->mode != FIT_EXTENDERS_SKIP;
  if (use->mode == FIT_EXTENDERS_FAIL)
    rules->extender_calls = fit_extender_refusals ();
  else if (use->answers != NULL)
    rules->extender_calls = fit_extender_answers_calls (use->answers);
  else if (use->recorder != NULL)
    rules->extender_calls = fit_extender_recorder_calls (use->recorder);
  rules->extender_observer = (FitExtenderObserver){ failed, use };
}

/* --- what has come of it -------------------------------------------------- */

static char *
join_names (const FitExtenderUse *use)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_extend (names, use->names, NULL, NULL);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static gboolean
left_out (const FitExtenderUse *use)
{
  return use->mode == FIT_EXTENDERS_SKIP && use->names->len > 0;
}

/* What ends an attempt is said of the pod. */
static void
note_failure (const Failure *failure)
{
  g_autofree char *count = failure->count == 1
                               ? g_strdup ("once")
                               : g_strdup_printf ("%u times", failure->count);

  if (failure->unasked && failure->verb != FIT_EXTENDER_PREEMPT)
    return;
  fit_console_note ("extender %s %s %s %s%s: %s", failure->name,
                    failure->unasked ? "could not be called to" : "failed to",
                    fit_extender_verb_name (failure->verb), count,
                    failure->verb == FIT_EXTENDER_PRIORITIZE
                            && !failure->unasked
                        ? " and gave no scores"
                        : "",
                    failure->message);
}

static gboolean
write_recording (const FitExtenderUse *use, GError **error)
{
  g_autofree char *text = NULL;

  if (use->recorder == NULL || use->shares)
    return TRUE;
  text = fit_extender_recorder_text (use->recorder);
  return fit_output_file_write (use->temporaries, use->record_path, TRUE, text,
                                strlen (text), error);
}

gboolean
fit_extender_use_finish (const FitExtenderUse *use, GError **error)
{
  g_autofree char *names = join_names (use);

  if (left_out (use) && use->only_names)
    fit_console_note ("left out %s: %s",
                      use->names->len == 1 ? "an extender" : "extenders",
                      names);
  for (guint i = 0; i < use->failures->len; i++)
    note_failure (use->failures->pdata[i]);
  return write_recording (use, error);
}

enum
{
  FAILURE_VERB,
  FAILURE_ASKED,
  FAILURE_COUNT,
  FAILURE_MESSAGE,
};

static const FitColumn failure_columns[] = {
  [FAILURE_VERB] = { "verb", NULL, FIT_CELL_TEXT, 0 },
  [FAILURE_ASKED] = { "asked", NULL, FIT_CELL_BOOLEAN, 0 },
  [FAILURE_COUNT] = { "count", NULL, FIT_CELL_INTEGER, 0 },
  [FAILURE_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  EXTENDER_NAME,
  EXTENDER_ANSWERS,
  EXTENDER_FAILURES,
  EXTENDER_SIDE,
};

static const FitColumn extender_columns[] = {
  [EXTENDER_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [EXTENDER_ANSWERS] = { "answers", NULL, FIT_CELL_TEXT, 0 },
  [EXTENDER_FAILURES] = { "failures", NULL, FIT_CELL_TABLE, 0 },
  /* the last one: only of a comparison */
  [EXTENDER_SIDE] = { "side", NULL, FIT_CELL_TEXT, 0 },
};

static const FitColumn record_columns[]
    = { { "extenders", NULL, FIT_CELL_TABLE, 0 } };

static const char *const answer_words[] = {
  [FIT_EXTENDERS_ASK] = "asked",
  [FIT_EXTENDERS_SKIP] = "leftOut",
  [FIT_EXTENDERS_FAIL] = "refused",
  [FIT_EXTENDERS_FILE] = "recorded",
};

static FitTable *
failures_table (const FitExtenderUse *use, const char *name)
{
  FitTable *table = FIT_TABLE_NEW (failure_columns);

  for (guint i = 0; i < use->failures->len; i++)
    {
      const Failure *failure = use->failures->pdata[i];

      if (strcmp (failure->name, name) != 0)
        continue;
      fit_table_add_row (table);
      fit_table_set_text (table, FAILURE_VERB,
                          fit_extender_verb_name (failure->verb));
      fit_table_set_boolean (table, FAILURE_ASKED, !failure->unasked);
      fit_table_set_integer (table, FAILURE_COUNT, failure->count);
      fit_table_set_text (table, FAILURE_MESSAGE, failure->message);
    }
  return table;
}

FitTable *
fit_extender_use_table (const FitExtenderUse *const *uses, guint n)
{
  static const char *const sides[] = { "left", "right" };
  g_autoptr (FitTable) table = fit_table_new (
      extender_columns, G_N_ELEMENTS (extender_columns) - (n > 1 ? 0 : 1));

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < uses[i]->names->len; j++)
      {
        const char *name = uses[i]->names->pdata[j];

        fit_table_add_row (table);
        fit_table_set_text (table, EXTENDER_NAME, name);
        fit_table_set_text (table, EXTENDER_ANSWERS,
                            answer_words[uses[i]->mode]);
        fit_table_set_table (table, EXTENDER_FAILURES,
                             failures_table (uses[i], name));
        if (n > 1)
          fit_table_set_text (table, EXTENDER_SIDE, sides[i]);
      }
  return fit_table_n_rows (table) > 0 ? g_steal_pointer (&table) : NULL;
}

FitTable *
fit_extender_use_record (const FitExtenderUse *use)
{
  FitTable *table = fit_extender_use_table (&use, 1);
  FitTable *record;

  if (table == NULL)
    return NULL;
  record = FIT_TABLE_NEW (record_columns);
  fit_table_add_row (record);
  fit_table_set_table (record, 0, table);
  return record;
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
