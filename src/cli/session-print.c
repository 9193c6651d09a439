/* session-print.c - reports with what the session knows: what is assumed,
 * extenders, and the cluster for pages
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/assumptions.h"
#include "cli/page-data.h"

static const FitChartColumn before_and_after[] = { { "before", "at the start" },
                                                   { "after", "at the end" },
                                                   { NULL, NULL } };

FitReport *
fit_session_report (const FitSession *session, const char *kind)
{
  FitReport *report = fit_output_report (session->invocation, kind);

  fit_assumptions_set_json (session->what_ifs, report->data);
  fit_assumptions_report (session->what_ifs, report);
  return report;
}

gboolean
fit_session_print_with (FitSession *session, FitReport *report,
                        FitJson *cluster, const FitChartColumn *charts,
                        GError **error)
{
  const FitExtenderUse *extenders = &session->extenders;
  const FitExtenderTally *tally = &extenders->tally;
  g_autofree char *text = fit_extender_use_text (&extenders, 1);
  GString *lines = fit_report_lines (report);

  fit_extender_tally_set_json (&tally, 1, report->data);
  if (text != NULL)
    g_string_append_printf (lines, "\n%s", text);
  fit_output_add_charts (cluster, charts, session->invocation, report);
  return fit_output_print (report, session->invocation, error)
         && fit_extender_use_finish (extenders, error);
}

gboolean
fit_session_print (FitSession *session, FitReport *report,
                   const FitPageData *page, GError **error)
{
  if (report->columns != NULL)
    {
      fit_page_data_set_cluster (page, report->columns);
      fit_page_data_set_decisions (page, report->columns);
    }
  return fit_session_print_with (session, report, page->cluster_json,
                                 before_and_after, error);
}
