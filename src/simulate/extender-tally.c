/* extender-tally.c - counts failures of extenders, and makes a table of them */
#include "simulate/extender-tally.h"

#include <string.h>

/* --- counting ------------------------------------------------------------- */

static void
free_failure (gpointer data)
{
  FitExtenderFailure *failure = data;

  g_free (failure->name);
  g_free (failure->message);
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

static FitExtenderFailure *
find_failure (FitExtenderTally *tally, const char *name, FitExtenderVerb verb,
              gboolean unasked)
{
  FitExtenderFailure *failure;

  for (guint i = 0; i < tally->failures->len; i++)
    {
      failure = tally->failures->pdata[i];
      if (strcmp (failure->name, name) == 0 && failure->verb == verb
          && failure->unasked == unasked)
        return failure;
    }
  failure = g_new0 (FitExtenderFailure, 1);
  failure->name = g_strdup (name);
  failure->verb = verb;
  failure->unasked = unasked;
  g_ptr_array_add (tally->failures, failure);
  return failure;
}

void
fit_extender_tally_count (FitExtenderTally *tally, const FitExtender *extender,
                          FitExtenderVerb verb, const GError *problem)
{
  FitExtenderFailure *failure
      = find_failure (tally, fit_extender_name (extender), verb,
                      g_error_matches (problem, FIT_ERROR, FIT_ERROR_UNASKED));

  if (failure->count++ == 0)
    failure->message = g_strdup (problem->message);
}

/* --- as data -------------------------------------------------------------- */

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
      fit_table_set_text (table, FAILURE_MESSAGE, failure->message);
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
