/* extender-tally.c - counts failures of extenders, and makes a table of them */
#include "simulate/extender-tally.h"

#include <string.h>

/* --- counting ------------------------------------------------------------- */

static void
free_failure (gpointer data)
{
  FitExtenderFailure *failure = data;

  g_free (failure->name);
  g_error_free (failure->error);
  g_free (failure);
}

void
fit_extender_tally_init (FitExtenderTally *tally, FitExtenderMode mode)
{
  *tally = (FitExtenderTally){
    .mode = mode,
    .names = g_ptr_array_new_with_free_func (g_free),
    .failures = g_ptr_array_new_with_free_func (free_failure),
  };
}

void
fit_extender_tally_clear (FitExtenderTally *tally)
{
  g_clear_pointer (&tally->names, g_ptr_array_unref);
  g_clear_pointer (&tally->failures, g_ptr_array_unref);
}

void
fit_extender_tally_add (FitExtenderTally *tally, const GPtrArray *extenders)
{
  for (guint i = 0; i < extenders->len; i++)
    g_ptr_array_add (tally->names,
                     fit_extender_policy_name (extenders->pdata[i]));
}

/* A failing prioritizer is always ignored.  An extender that was not called
 * never is: no answer is not a yes. */
static gboolean
is_ignored (const FitExtender *extender, FitExtenderVerb verb, gboolean unasked)
{
  return !unasked
         && (verb == FIT_EXTENDER_PRIORITIZE
             || (verb != FIT_EXTENDER_BIND
                 && fit_extender_is_ignorable (extender)));
}

static FitExtenderFailure *
find_failure (const FitExtenderTally *tally, const FitExtenderFailure *like)
{
  for (guint i = 0; i < tally->failures->len; i++)
    {
      FitExtenderFailure *failure = tally->failures->pdata[i];

      if (strcmp (failure->name, like->name) == 0 && failure->verb == like->verb
          && failure->unasked == like->unasked
          && failure->ignored == like->ignored)
        return failure;
    }
  return NULL;
}

void
fit_extender_tally_count (FitExtenderTally *tally, const FitExtender *extender,
                          FitExtenderVerb verb, const GError *problem)
{
  const gboolean unasked
      = g_error_matches (problem, FIT_ERROR, FIT_ERROR_UNASKED);
  const FitExtenderFailure like = {
    .name = (char *) fit_extender_name (extender),
    .verb = verb,
    .unasked = unasked,
    .ignored = is_ignored (extender, verb, unasked),
  };
  FitExtenderFailure *failure = find_failure (tally, &like);

  if (failure == NULL)
    {
      failure = g_memdup2 (&like, sizeof like);
      failure->name = g_strdup (like.name);
      failure->error = g_error_copy (problem);
      g_ptr_array_add (tally->failures, failure);
    }
  failure->count++;
}

GPtrArray *
fit_extender_tally_ignored (const FitExtenderTally *tally)
{
  GPtrArray *ignored = g_ptr_array_new ();

  for (guint i = 0; tally->failures != NULL && i < tally->failures->len; i++)
    {
      const FitExtenderFailure *failure = tally->failures->pdata[i];

      if (failure->ignored)
        g_ptr_array_add (ignored, (gpointer) failure);
    }
  return ignored;
}

/* --- as data -------------------------------------------------------------- */

enum
{
  FAILURE_VERB,
  FAILURE_ASKED,
  FAILURE_COUNT,
  FAILURE_MESSAGE,
  FAILURE_IGNORED,
};

static const FitColumn failure_columns[] = {
  [FAILURE_VERB] = { "verb", NULL, FIT_CELL_TEXT, 0 },
  [FAILURE_ASKED] = { "asked", NULL, FIT_CELL_BOOLEAN, 0 },
  [FAILURE_COUNT] = { "count", NULL, FIT_CELL_INTEGER, 0 },
  [FAILURE_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [FAILURE_IGNORED] = { "ignored", NULL, FIT_CELL_BOOLEAN, 0 },
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
  /* last, because only comparisons have it */
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
failures_table (const FitExtenderTally *tally, const char *name)
{
  FitTable *table = FIT_TABLE_NEW (failure_columns);

  for (guint i = 0; i < tally->failures->len; i++)
    {
      const FitExtenderFailure *failure = tally->failures->pdata[i];

      if (strcmp (failure->name, name) != 0)
        continue;
      fit_table_add_row (table);
      fit_table_set_text (table, FAILURE_VERB,
                          fit_extender_verb_name (failure->verb));
      fit_table_set_boolean (table, FAILURE_ASKED, !failure->unasked);
      fit_table_set_integer (table, FAILURE_COUNT, failure->count);
      fit_table_set_text (table, FAILURE_MESSAGE, failure->error->message);
      fit_table_set_boolean (table, FAILURE_IGNORED, failure->ignored);
    }
  return table;
}

FitTable *
fit_extender_tally_table (const FitExtenderTally *const *tallies, guint n)
{
  static const char *const sides[] = { "left", "right" };
  g_autoptr (FitTable) table = fit_table_new (
      extender_columns, G_N_ELEMENTS (extender_columns) - (n > 1 ? 0 : 1));

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < tallies[i]->names->len; j++)
      {
        const char *name = tallies[i]->names->pdata[j];

        fit_table_add_row (table);
        fit_table_set_text (table, EXTENDER_NAME, name);
        fit_table_set_text (table, EXTENDER_ANSWERS,
                            answer_words[tallies[i]->mode]);
        fit_table_set_table (table, EXTENDER_FAILURES,
                             failures_table (tallies[i], name));
        if (n > 1)
          fit_table_set_text (table, EXTENDER_SIDE, sides[i]);
      }
  return fit_table_n_rows (table) > 0 ? g_steal_pointer (&table) : NULL;
}

FitTable *
fit_extender_tally_record (const FitExtenderTally *tally)
{
  FitTable *table = fit_extender_tally_table (&tally, 1);
  FitTable *record;

  if (table == NULL)
    return NULL;
  record = FIT_TABLE_NEW (record_columns);
  fit_table_add_row (record);
  fit_table_set_table (record, 0, table);
  return record;
}
