/* output.h - prints the report of a command in the format of its options
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/exit-status.h"
#include "cli/invocation.h"
#include "report/report.h"

/* A column of the cluster to draw: "after", "when all pods are scheduled". */
typedef struct
{
  const char *column;
  const char *title;
} FitChartColumn;

/* fit_output_report: Returns: (transfer full): an empty report for @invocation;
 * it has columns if any output needs them */
FitReport *fit_output_report (const FitInvocation *invocation,
                              const char *kind);

/* fit_output_print: writes @report to standard output, and to the file of --html
 * as a page, or fails */
gboolean fit_output_print (const FitReport *report,
                           const FitInvocation *invocation, GError **error);

/* fit_output_print_columns: only the page, and only columns to standard output,
 * for what is printed otherwise, row by row: see fit_output_prints_columns() */
gboolean fit_output_print_columns (const FitReport *report,
                                   const FitInvocation *invocation,
                                   GError **error);

/* fit_output_wants_columns: will any output need FitReport.columns?
 * fit_output_wants_cluster: or at least the cluster, for --chart?
 * fit_output_prints_columns: does standard output need columns, as JSON or as a
 * page? */
gboolean fit_output_wants_columns (const FitInvocation *invocation);
gboolean fit_output_wants_cluster (const FitInvocation *invocation);
gboolean fit_output_prints_columns (const FitInvocation *invocation);

/* fit_output_add_charts: adds to @report what @charts, which ends with zero, says
 * of @cluster (nullable): drawn, with --chart, and how much is stranded, with
 * --fragments */
void fit_output_add_charts (FitJson *cluster, const FitChartColumn *charts,
                            const FitInvocation *invocation, FitReport *report);
