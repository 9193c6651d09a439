/* output.c - reports to standard output, and as pages to files
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/output.h"

#include <string.h>

#include "cli/console.h"
#include "cli/output-file.h"
#include "report/chart.h"
#include "report/fragments.h"

static gboolean
prints_columns (const FitOptions *options)
{
  return options->detail == FIT_DETAIL_COLUMNS
         && options->output == FIT_FORMAT_JSON;
}

gboolean
fit_output_prints_columns (const FitInvocation *invocation)
{
  return invocation->options.output == FIT_FORMAT_HTML
         || prints_columns (&invocation->options);
}

gboolean
fit_output_wants_columns (const FitInvocation *invocation)
{
  return invocation->options.html != NULL
         || fit_output_prints_columns (invocation);
}

gboolean
fit_output_wants_cluster (const FitInvocation *invocation)
{
  return invocation->options.chart || invocation->options.fragments
         || fit_output_wants_columns (invocation);
}

/* Heights need UTF-8, and colours a terminal that has many. */
static FitChartStyle
chart_style (const FitOptions *options)
{
  const char *terminal = g_getenv ("TERM");

  if (fit_console_width () == 0 || !g_get_charset (NULL))
    return FIT_CHART_DIGITS;
  return options->color != FIT_COLOR_NEVER && g_getenv ("NO_COLOR") == NULL
                 && terminal != NULL && strstr (terminal, "256color") != NULL
             ? FIT_CHART_COLOURS
             : FIT_CHART_BLOCKS;
}

void
fit_output_add_charts (FitJson *cluster, const FitChartColumn *charts,
                       const FitInvocation *invocation, FitReport *report)
{
  const char *states[3] = { NULL };
  GString *out;
  const FitOptions *options;
  FitChartStyle style;
  guint width;

  if (cluster == NULL)
    return;
  out = fit_report_lines (report);
  options = &invocation->options;
  style = chart_style (options);
  width = fit_console_width ();
  if (options->chart
      && (options->output == FIT_FORMAT_TABLE
          || options->output == FIT_FORMAT_WIDE))
    {
      for (guint i = 0; charts[i].column != NULL; i++)
        fit_chart_append (cluster, charts[i].column, charts[i].title, style,
                          width, out);
      fit_chart_append_legend (cluster, style, out);
    }
  if (!invocation->options.fragments)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (states) - 1 && charts[i].column != NULL;
       i++)
    states[i] = charts[i].column;
  fit_fragments_report (cluster, states, report);
}

FitReport *
fit_output_report (const FitInvocation *invocation, const char *kind)
{
  FitReport *report
      = fit_report_new (kind, invocation->options.output, fit_console_width ());

  report->on_terminal = fit_console_width () > 0;
  if (fit_output_wants_columns (invocation))
    report->columns = fit_json_object ();
  report->compact = prints_columns (&invocation->options);
  return report;
}

static gboolean
write_page (const FitReport *report, const FitInvocation *invocation,
            GError **error)
{
  g_autoptr (GString) page = NULL;

  if (invocation->options.html == NULL)
    return TRUE;
  page = g_string_new (NULL);
  fit_report_render_page (report, page);
  return fit_output_file_write (invocation->signals, invocation->options.html,
                                FALSE, page->str, page->len, error);
}

gboolean
fit_output_print (const FitReport *report, const FitInvocation *invocation,
                  GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (!write_page (report, invocation, error))
    return FALSE;
  fit_report_render (report, out);
  return fit_console_write (out->str, out->len, error);
}

gboolean
fit_output_print_columns (const FitReport *report,
                          const FitInvocation *invocation, GError **error)
{
  return fit_output_prints_columns (invocation)
             ? fit_output_print (report, invocation, error)
             : write_page (report, invocation, error);
}
