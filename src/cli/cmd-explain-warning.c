/* cmd-explain-warning.c - the verb 'fitsched explain-warning', which prints
 * what a warning code means
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/help.h"
#include "base/each.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "warnings/policy-lint.h"

/* The maximum width of prose, and its width without a terminal. */
#define MOST_WIDTH 80

static const FitColumn warning_columns[] = {
  { "code", "CODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "title", "WARNING", FIT_CELL_TEXT, 0 },
  { "explanation", NULL, FIT_CELL_TEXT, 0 },
  { "example", NULL, FIT_CELL_TEXT, 0 },
  { "fix", "FIX", FIT_CELL_TEXT, FIT_COLUMN_WIDE | FIT_COLUMN_WRAP },
  { "meansOtherwise", NULL, FIT_CELL_BOOLEAN, 0 },
};

/* Returns: (transfer container) (nullable): the warnings with @codes, or all */
static GPtrArray *
find_warnings (const GPtrArray *codes, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  guint n;
  const FitWarningInfo *infos = fit_warning_infos (&n);

  for (guint i = 0; codes->len == 0 && i < n; i++)
    g_ptr_array_add (found, (gpointer) &infos[i]);
  for (guint i = 0; i < codes->len; i++)
    {
      const FitWarningInfo *info = fit_warning_info (codes->pdata[i], error);

      if (info == NULL)
        return NULL;
      g_ptr_array_add (found, (gpointer) info);
    }
  return g_steal_pointer (&found);
}

/* -- for people ------------------------------------------------------------ */

FitExit
fit_cmd_explain_warning (const FitInvocation *invocation, GError **error)
{
  g_autoptr (GPtrArray) warnings = find_warnings (invocation->operands, error);
  g_autoptr (FitReport) report = fit_output_report (invocation, "WarningList");
  const guint width = report->style.width == 0
                          ? MOST_WIDTH
                          : MIN (report->style.width, MOST_WIDTH);
  FitTable *table = FIT_REPORT_TABLE (report, warning_columns);

  if (warnings == NULL)
    return FIT_EXIT_INPUT;
  FIT_EACH (const FitWarningInfo, info, warnings)
    FIT_TABLE_ADD (
        table, fit_cell_text (info->code), fit_cell_text (info->title),
        fit_cell_text (info->explanation), fit_cell_text (info->example),
        fit_cell_text (info->fix), fit_cell_boolean (info->means_otherwise));
  report->names = table;
  fit_report_set_rows (report, "items", table);
  if (invocation->operands->len == 0)
    fit_report_table (report, table);
  for (guint i = 0; invocation->operands->len > 0 && i < warnings->len; i++)
    {
      const FitWarningInfo *info = warnings->pdata[i];
      g_auto (GStrv) lines = g_strsplit (info->example, "\n", 0);
      GString *out;

      if (i > 0)
        fit_report_gap (report);
      out = fit_report_lines (report);
      g_string_append_printf (out, "%s: %s\n\n", info->code, info->title);
      fit_help_append_wrapped (info->explanation, 0, width, out);
      g_string_append (out, "\nExample:\n");
      for (guint k = 0; lines[k] != NULL; k++)
        g_string_append_printf (out, "  %s\n", lines[k]);
      g_string_append (out, "\nFix:\n  ");
      fit_help_append_wrapped (info->fix, 2, width, out);
    }
  fit_output_print (report, invocation, error);
  return FIT_EXIT_YES;
}
