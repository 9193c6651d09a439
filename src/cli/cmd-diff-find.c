/* cmd-diff-find.c - 'fitsched diff --find': tells what was found
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-find.h"

#include "cli/diff-report-private.h"
#include "cli/found-report.h"
#include "cli/output-file.h"
#include "cli/output.h"

#include <string.h>

#define HEADING_LEVEL 2

static const char *const side_names[] = { "left", "right" };

static void
tell_text (const char *text, const char *language, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);

  if (markdown)
    fit_report_say (report, "```%s", language);
  g_string_append (fit_report_lines (report), text);
  if (markdown)
    fit_report_say (report, "```");
}

static void
tell (const FitDiffFound *found, FitReport *report)
{
  const FitFoundCluster *cluster = fit_found_smallest (&found->found);

  fit_report_heading (report, 1, "Search for a difference");
  if (cluster != NULL)
    {
      fit_report_heading (report, HEADING_LEVEL, "The cluster");
      tell_text (cluster->manifests, "yaml", report);
      fit_report_gap (report);
      fit_diff_finding_tell (&found->finding, HEADING_LEVEL, report);
    }
  for (guint side = 0; cluster != NULL && side < FIT_DIFF_SIDES; side++)
    {
      g_autofree char *title = g_strdup_printf ("%s: %s", side_names[side],
                                                found->finding.names[side]);

      fit_report_gap (report);
      fit_report_heading (report, HEADING_LEVEL, title);
      if (!fit_report_is_markdown (report))
        fit_report_say (report, "%s", title);
      tell_text (found->answers[side], "", report);
    }
  if (cluster != NULL)
    fit_report_gap (report);
  fit_found_tell (&found->found, HEADING_LEVEL, report);
}

/* That nothing was found proves nothing. */
static void
set_json (const FitDiffFound *found, FitJson *object)
{
  g_autofree char *text = fit_found_verdict (&found->found);
  FitJson *search = fit_found_json (&found->found);

  if (fit_found_smallest (&found->found) != NULL)
    fit_diff_finding_set_json (&found->finding, object);
  else
    fit_json_set (object, "identical", NULL);
  fit_json_set_text (object, "verdict", text);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autofree char *key
          = g_strconcat (side_names[side], "Explanation", NULL);

      fit_json_set (search, key, fit_json_from_text (found->documents[side]));
    }
  fit_json_set (object, "search", search);
}

FitExit
fit_cmd_diff_find (const FitInvocation *invocation,
                   const FitDiffSource *sources, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_auto (FitDiffFound) found = { 0 };
  g_autoptr (FitReport) report = NULL;
  const FitFoundCluster *cluster;

  if (!fit_diff_find (invocation, sources, &found, error))
    return FIT_EXIT_INPUT;
  if (!found.done)
    return FIT_EXIT_YES;
  cluster = fit_found_smallest (&found.found);
  if (options->write_cluster != NULL && cluster != NULL
      && !fit_output_file_write (invocation->signals, options->write_cluster,
                                 FALSE, cluster->manifests,
                                 strlen (cluster->manifests), error))
    return FIT_EXIT_INPUT;
  report = fit_output_report (invocation, "Diff");
  if (cluster != NULL)
    report->names = fit_report_own (
        report, fit_diff_items_table (found.finding.diff, FALSE));
  if (fit_report_is_data (report))
    set_json (&found, report->data);
  if (report->columns != NULL && cluster != NULL)
    fit_diff_finding_set_cluster (&found.finding, report->columns);
  if (fit_report_is_text (report))
    tell (&found, report);
  if (!fit_output_print (report, invocation, error))
    return FIT_EXIT_INTERNAL;
  if (cluster == NULL && found.found.n_failed == found.found.n_pods)
    return FIT_EXIT_INPUT;
  return cluster != NULL ? FIT_EXIT_NO : FIT_EXIT_YES;
}
