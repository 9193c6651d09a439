/* explain-advice.c - remedies for a pod that fits nowhere, as text
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain-text.h"

#include "base/plain-text.h"
#include "cli/help.h"

/* The maximum number of remedies to print. */
#define MOST_SHOWN 4

static void
append_line (const GString *line, FitReport *report)
{
  GString *out = fit_report_lines (report);

  g_string_append (out, "  ");
  if (report->style.width > 0)
    fit_help_append_wrapped (line->str, 4, report->style.width, out);
  else
    g_string_append_printf (out, "%s\n", line->str);
}

void
fit_remedies_report (const FitRemedies *remedies, FitReport *report)
{
  const GPtrArray *all = remedies->remedies;
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; remedies->scattered != NULL && i < remedies->scattered->len;
       i++)
    {
      g_autofree char *text = fit_scattered_describe (
          &g_array_index (remedies->scattered, FitScattered, i));

      fit_report_say (report, "\n%s.", text);
    }
  if (all->len == 0 && remedies->nearest == NULL)
    return;
  fit_report_say (report, "\nWhat would help:");
  for (guint i = 0; i < MIN (all->len, MOST_SHOWN); i++)
    {
      const FitRemedy *remedy = all->pdata[i];

      g_string_truncate (line, 0);
      fit_plain_printf (line, "%s: it %s fit on ", remedy->text,
                        remedies->whole ? "would" : "might");
      fit_append_names (remedy->nodes, line);
      append_line (line, report);
    }
  g_string_truncate (line, 0);
  if (all->len == 0)
    fit_plain_printf (line,
                      "No change that was tried is enough. The node with the "
                      "fewest obstacles is %s",
                      remedies->nearest);
  else if (!remedies->whole)
    g_string_append (
        line, "(Extenders and plugins registered by the program were not "
              "called.)");
  if (line->len > 0)
    append_line (line, report);
}
