/* tune-report.c - shows the front of a search and what it recommends
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/tuning.h"

#include <string.h>

#include "base/each.h"

/* Columns of the front besides those of the goals. */
enum
{
  NUMBER,
  ROLE,
  FIRST_GOAL,
};

static const FitTuneGene *
gene_at (const FitTuning *tuning, guint i)
{
  return &g_array_index (tuning->space->genes, FitTuneGene, i);
}

/* -- trials as data -------------------------------------------------------- */

static FitJson *
outcome_json (const FitTuning *tuning, const FitTuneTrial *trial)
{
  FitJson *object = fit_json_object ();

  for (guint i = 0; i < tuning->goals.n; i++)
    fit_json_set_integer (object,
                          fit_tune_objective_info (tuning->goals.of[i])->name,
                          trial->outcome.of[tuning->goals.of[i]]);
  return object;
}

/* Words as texts, everything else as a number. */
static FitJson *
value_json (const FitTuneGene *gene, gint32 value)
{
  g_autofree char *text = gene->words != NULL
                              ? g_strdup_printf ("\"%s\"", gene->words[value])
                              : g_strdup_printf ("%d", value);

  return fit_json_from_text (text);
}

static FitJson *
changes_json (const FitTuning *tuning, const FitTuneTrial *trial)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < tuning->space->genes->len; i++)
    {
      const FitTuneGene *gene = gene_at (tuning, i);
      FitJson *object;

      if (trial->genes[i] == gene->start)
        continue;
      object = fit_json_append (array);
      fit_json_set_text (object, "rule", gene->name);
      fit_json_set_text (object, "what", gene->what);
      fit_json_set (object, "from", value_json (gene, gene->start));
      fit_json_set (object, "to", value_json (gene, trial->genes[i]));
    }
  return array;
}

static char *
changes_text (const FitTuning *tuning, const FitTuneTrial *trial)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < tuning->space->genes->len; i++)
    {
      const FitTuneGene *gene = gene_at (tuning, i);
      g_autofree char *value = fit_tune_gene_text (gene, trial->genes[i]);
      const gboolean is_weight = strcmp (gene->what, "weight") == 0;

      if (trial->genes[i] == gene->start)
        continue;
      g_string_append_printf (out, "%s%s%s%s %s", out->len > 0 ? ", " : "",
                              gene->name, is_weight ? "" : " ",
                              is_weight ? "" : gene->what, value);
    }
  return g_string_free (out, FALSE);
}

/* -- the front ------------------------------------------------------------- */

static FitTable *
front_table (const FitTuning *tuning, FitReport *report)
{
  const guint n = FIRST_GOAL + tuning->goals.n + 3;
  FitColumn *columns = fit_report_keep (report, g_new0 (FitColumn, n));

  columns[NUMBER]
      = (FitColumn){ "trial", "TRIAL", FIT_CELL_INTEGER, FIT_COLUMN_NAME };
  columns[ROLE] = (FitColumn){ "role", "", FIT_CELL_TEXT, 0 };
  for (guint i = 0; i < tuning->goals.n; i++)
    columns[FIRST_GOAL + i]
        = (FitColumn){ NULL,
                       fit_tune_objective_info (tuning->goals.of[i])->heading,
                       FIT_CELL_TEXT, 0 };
  columns[n - 3] = (FitColumn){ "outcome", NULL, FIT_CELL_JSON, 0 };
  columns[n - 2] = (FitColumn){ "changes", NULL, FIT_CELL_JSON, 0 };
  columns[n - 1]
      = (FitColumn){ NULL, "CHANGES", FIT_CELL_TEXT, FIT_COLUMN_WRAP };
  return fit_report_own (report, fit_table_new (columns, n));
}

static void
add_row (FitTable *table, const FitTuning *tuning, const FitTuneTrial *trial,
         const char *role)
{
  const guint n = FIRST_GOAL + tuning->goals.n;
  g_autofree char *changes = changes_text (tuning, trial);

  FIT_TABLE_ADD (table, fit_cell_integer (trial->number), fit_cell_text (role));
  for (guint i = 0; i < tuning->goals.n; i++)
    {
      const FitTuneObjective goal = tuning->goals.of[i];
      g_autofree char *text
          = fit_tune_value_text (goal, trial->outcome.of[goal]);

      fit_table_set (table, FIRST_GOAL + i, fit_cell_text (text));
    }
  fit_table_set (table, n, fit_cell_json (outcome_json (tuning, trial)));
  fit_table_set (table, n + 1, fit_cell_json (changes_json (tuning, trial)));
  fit_table_set (table, n + 2,
                 fit_cell_text (*changes != '\0' ? changes : NULL));
}

/* The rules as they are come first, whether or not they are on the front. */
static FitTable *
fill_front (const FitTuning *tuning, const GArray *front,
            const FitTuneProof *proof, FitReport *report)
{
  FitTable *table = front_table (tuning, report);
  gboolean shown = FALSE;

  add_row (table, tuning, fit_tuning_trial (tuning, 0), "as it is");
  for (guint i = 0; i < front->len; i++)
    {
      const guint number = g_array_index (front, guint, i);
      const gboolean best = proof != NULL && number == proof->trial.number;

      shown |= best;
      if (number != 0)
        add_row (table, tuning,
                 best ? &proof->trial : fit_tuning_trial (tuning, number),
                 best ? "recommended" : NULL);
    }
  /* Not on the front if it only has pods move more than another one. */
  if (!shown && proof != NULL)
    add_row (table, tuning, &proof->trial, "recommended");
  return table;
}

/* -- which numbers matter -------------------------------------------------- */

static const FitColumn number_columns[] = {
  { "rule", "RULE", FIT_CELL_TEXT, 0 },
  { "what", "NUMBER", FIT_CELL_TEXT, 0 },
  { "from", NULL, FIT_CELL_JSON, 0 },
  { NULL, "AS IT IS", FIT_CELL_TEXT, 0 },
  { "to", NULL, FIT_CELL_JSON, 0 },
  { NULL, "RECOMMENDED", FIT_CELL_TEXT, 0 },
  { "mattered", "MATTERED", FIT_CELL_BOOLEAN, 0 },
  { "trials", "TRIALS", FIT_CELL_INTEGER, 0 },
};

static FitTable *
fill_numbers (const FitTuning *tuning, const FitTuneProof *proof,
              FitReport *report)
{
  FitTable *table = FIT_REPORT_TABLE (report, number_columns);

  for (guint i = 0; i < tuning->space->genes->len; i++)
    {
      const FitTuneGene *gene = gene_at (tuning, i);
      const gint32 to = proof != NULL ? proof->trial.genes[i] : gene->start;
      g_autofree char *start = fit_tune_gene_text (gene, gene->start);
      g_autofree char *end = fit_tune_gene_text (gene, to);
      guint n;
      const gboolean matters = fit_tune_matters (tuning->trials, i, &n);

      FIT_TABLE_ADD (
          table, fit_cell_text (gene->name), fit_cell_text (gene->what),
          fit_cell_json (value_json (gene, gene->start)), fit_cell_text (start),
          proof != NULL ? fit_cell_json (value_json (gene, to)) : FIT_CELL_NULL,
          fit_cell_text (proof != NULL ? end : NULL),
          fit_cell_number (n > 0, matters), fit_cell_integer (n));
    }
  return table;
}

/* -- the answer ------------------------------------------------------------ */

static guint
count_better (const FitTuning *tuning)
{
  const FitTuneTrial *start = fit_tuning_trial (tuning, 0);
  guint n = 0;

  for (guint i = 1; i < tuning->trials->len; i++)
    n += fit_tune_improves (&tuning->goals, fit_tuning_trial (tuning, i),
                            start);
  return n;
}

static char *
gains_text (const FitTuning *tuning, const FitTuneTrial *trial)
{
  const FitTuneTrial *start = fit_tuning_trial (tuning, 0);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < tuning->goals.n; i++)
    {
      const FitTuneObjective goal = tuning->goals.of[i];
      g_autofree char *from
          = fit_tune_value_text (goal, start->outcome.of[goal]);
      g_autofree char *to = fit_tune_value_text (goal, trial->outcome.of[goal]);

      if (start->outcome.of[goal] != trial->outcome.of[goal])
        g_string_append_printf (out, "%s%s %s in place of %s",
                                out->len > 0 ? ", " : "",
                                fit_tune_objective_info (goal)->name, to, from);
    }
  return g_string_free (out, FALSE);
}

static char *
verdict_of (const FitTuning *tuning, const GArray *front,
            const FitTuneProof *proof)
{
  const FitTuneTrial *last = fit_tuning_trial (tuning, tuning->trials->len - 1);
  g_autofree char *tried = g_strdup_printf (
      "%u trials in %u %s, seed %u: %u on the front, %u of all improve on "
      "the rules as they are",
      tuning->trials->len, last->generation + 1,
      last->generation == 0 ? "generation" : "generations",
      tuning->options.seed, front->len, count_better (tuning));
  g_autofree char *gains
      = proof != NULL ? gains_text (tuning, &proof->trial) : NULL;

  return proof != NULL ? g_strdup_printf ("%s; recommended is trial %u: %s",
                                          tried, proof->trial.number, gains)
                       : g_strdup_printf ("%s: nothing is recommended", tried);
}

static void
set_data (const FitTuning *tuning, const FitTuneProof *proof, FitReport *report)
{
  FitJson *data = report->data;
  FitJson *objectives = fit_json_array ();
  FitJson *recommended = proof != NULL ? fit_json_object () : NULL;

  fit_json_set_integer (data, "seed", tuning->options.seed);
  fit_json_set_integer (data, "trials", tuning->trials->len);
  fit_json_set_integer (data, "population", tuning->options.population);
  for (guint i = 0; i < tuning->goals.n; i++)
    {
      const FitTuneObjectiveInfo *info
          = fit_tune_objective_info (tuning->goals.of[i]);
      FitJson *object = fit_json_append (objectives);

      fit_json_set_text (object, "name", info->name);
      fit_json_set_text (object, "what", info->what);
      fit_json_set_text (object, "better", info->more ? "more" : "less");
      fit_json_set_text (
          object, "unit",
          info->unit == FIT_TUNE_SHARE ? "hundredths of a percent" : "count");
    }
  fit_json_set (data, "objectives", objectives);
  if (recommended != NULL)
    {
      fit_json_set_integer (recommended, "trial", proof->trial.number);
      fit_json_set (recommended, "outcome",
                    outcome_json (tuning, &proof->trial));
      fit_json_set (recommended, "changes",
                    changes_json (tuning, &proof->trial));
      fit_json_set_text (recommended, "rules", proof->rules);
      fit_json_set_text (recommended, "command", proof->command);
      fit_json_set_text (recommended, "diff", proof->verdict);
    }
  fit_json_set (data, "recommended", recommended);
}

FitReport *
fit_tune_report (const FitTuning *tuning, const FitTuneProof *proof)
{
  FitReport *report = fit_session_report (&tuning->session, "Tuning");
  g_autoptr (GArray) front = fit_tune_front (tuning->trials, &tuning->goals);
  const FitTable *rows = fill_front (tuning, front, proof, report);
  const FitTable *numbers = fill_numbers (tuning, proof, report);
  g_autofree char *verdict = verdict_of (tuning, front, proof);
  g_autoptr (GString) idle = g_string_new (NULL);
  guint sum = 0;

  report->names = rows;
  fit_json_set_text (report->data, "verdict", verdict);
  set_data (tuning, proof, report);
  fit_report_set_rows (report, "items", rows);
  fit_report_set_rows (report, "numbers", numbers);
  fit_json_set_texts (report->data, "notes", tuning->space->notes);
  fit_report_block (report, rows);
  fit_report_block (report, numbers);
  fit_report_begin_summary (report);
  /* Numbers that never mattered, though some were tried. */
  for (guint i = 0; i < tuning->space->genes->len; i++)
    {
      const FitTuneGene *gene = gene_at (tuning, i);
      guint n;

      if (fit_tune_matters (tuning->trials, i, &n) || n == 0)
        continue;
      g_string_append_printf (idle, "%s%s %s", idle->len > 0 ? ", " : "",
                              gene->name, gene->what);
      sum += n;
    }
  if (sum > 0)
    fit_report_say (report,
                    "never mattered: %s; %u trials differ from another in one "
                    "of these alone, and decide everything as it does",
                    idle->str, sum);
  FIT_EACH (const char, text, tuning->space->notes)
    fit_report_say (report, "%s", text);
  fit_report_say (report, "%s", verdict);
  if (proof != NULL)
    {
      if (proof->simpler)
        fit_report_say (report, "changes of that trial are smaller here, or "
                                "left out, as far as it comes to the same");
      fit_report_say (report, "proof: %s", proof->command);
      fit_report_say (report, "  %s", proof->verdict);
      if (tuning->session.invocation->options.write_file == NULL)
        fit_report_say (report, "--write %s writes these rules", proof->file);
    }
  fit_report_end_summary (report);
  return report;
}
