/* outcomes.c - counting pods that are placed, unschedulable or failed, and
 * their errors
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/outcomes.h"

/* The first one is omitted if there are no sides. */
static const FitColumn error_columns[] = {
  { "side", "SIDE", FIT_CELL_TEXT, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "code", NULL, FIT_CELL_TEXT, 0 },
  { "message", "ERROR", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

/* With more errors than this, only -o wide lists the others. */
#define MOST_ERRORS_IN_TABLE 10

static void
failure_free (gpointer data)
{
  FitOutcomesError *failure = data;

  g_error_free (failure->error);
  g_free (failure);
}

void
fit_outcomes_clear (FitOutcomes *tally)
{
  g_clear_pointer (&tally->by_text, g_hash_table_unref);
  g_clear_pointer (&tally->errors, g_ptr_array_unref);
}

void
fit_outcomes_add_error (FitOutcomes *tally, const GError *error,
                        const char *side)
{
  g_autofree char *text = NULL;
  FitOutcomesError *failure;

  if (tally->errors == NULL)
    {
      tally->errors = g_ptr_array_new_with_free_func (failure_free);
      tally->by_text
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    }
  text = g_strdup_printf ("%s %s %s", side != NULL ? side : "",
                          fit_error_code_name (error), error->message);
  failure = g_hash_table_lookup (tally->by_text, text);
  if (failure == NULL)
    {
      failure = g_new (FitOutcomesError, 1);
      *failure = (FitOutcomesError){ g_error_copy (error), side, 0 };
      g_ptr_array_add (tally->errors, failure);
      g_hash_table_insert (tally->by_text, g_steal_pointer (&text), failure);
    }
  failure->n_pods++;
}

void
fit_outcomes_add (FitOutcomes *tally, gconstpointer node, const GError *error)
{
  tally->n_of[fit_outcome (node, error)]++;
  if (error != NULL)
    fit_outcomes_add_error (tally, error, NULL);
}

static const FitOutcomesError *
get_failure (const FitOutcomes *tally, guint index)
{
  return tally->errors->pdata[index];
}

static guint
count_errors (const FitOutcomes *tally)
{
  return tally->errors != NULL ? tally->errors->len : 0;
}

FitExit
fit_outcomes_exit (const FitOutcomes *tally)
{
  FitExit gravest
      = tally->n_of[FIT_OUTCOME_UNSCHEDULABLE] > 0 || tally->n_refused > 0
            ? FIT_EXIT_NO
            : FIT_EXIT_YES;

  for (guint i = 0; i < count_errors (tally); i++)
    gravest = MAX (gravest, fit_exit_status (get_failure (tally, i)->error));
  return gravest;
}

static FitTable *
errors_table (const FitOutcomes *tally, guint most)
{
  const guint n = MIN (count_errors (tally), most);
  const guint skip = n > 0 && get_failure (tally, 0)->side != NULL ? 0 : 1;
  FitTable *table = fit_table_new (error_columns + skip,
                                   G_N_ELEMENTS (error_columns) - skip);

  for (guint i = 0; i < n; i++)
    {
      const FitOutcomesError *failure = get_failure (tally, i);
      const FitCellValue cells[] = {
        fit_cell_text (failure->side),
        fit_cell_integer (failure->n_pods),
        fit_cell_text (fit_error_code_name (failure->error)),
        fit_cell_text (failure->error->message),
      };

      fit_table_add (table, cells + skip, G_N_ELEMENTS (cells) - skip);
    }
  return table;
}

FitTable *
fit_outcomes_errors_table (const FitOutcomes *tally)
{
  return errors_table (tally, G_MAXUINT);
}

void
fit_outcomes_report_errors (const FitOutcomes *tally, FitReport *report)
{
  const gboolean all = report->style.wide || fit_report_is_markdown (report);
  const FitTable *table = fit_report_own (
      report, errors_table (tally, all ? G_MAXUINT : MOST_ERRORS_IN_TABLE));
  const guint more = count_errors (tally) - fit_table_n_rows (table);

  if (more == 0)
    {
      fit_report_block (report, table);
      return;
    }
  fit_report_table (report, table);
  fit_report_say (report, "and %u other %s; -o wide shows %s\n", more,
                  more == 1 ? "error" : "errors", more == 1 ? "it" : "them");
}
