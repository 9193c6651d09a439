/* cmd-diff-find.c - 'fitsched diff --find': tells what was found
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-find.h"

#include "cli/diff-report-private.h"
#include "cli/output-file.h"
#include "cli/output.h"

#include <string.h>

#define HEADING_LEVEL 2

static const char *const side_names[] = { "left", "right" };

/* Returns: (nullable): NULL: nothing was found */
static const FitFoundCluster *
smallest (const FitDiffFound *found)
{
  return found->found.clusters->len > 0 ? found->found.clusters->pdata[0]
                                        : NULL;
}

/* -- in words -------------------------------------------------------------- */

/* The rules of @coverage that have done something, or those that have not and
 * could have. */
static char *
list_rules (const FitCoverage *coverage, gboolean acted)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
      g_autofree char *title = fit_coverage_rule_title (rule);

      if (fit_coverage_rule_acted (rule) == acted
          && (acted || rule->idle == NULL))
        g_string_append_printf (out, "%s%s%s", out->len > 0 ? ", " : "", title,
                                rule->scores ? " (score)" : "");
    }
  return g_string_free (out, FALSE);
}

/* Which rules had anything to say where nothing was found. */
static void
tell_rules (const FitDiffFound *found, FitReport *report)
{
  fit_report_say (report, "Of these, %u were watched closely.",
                  found->found.n_covered);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const FitCoverage *coverage = found->found.coverage[side];
      g_autofree char *acted = list_rules (coverage, TRUE);
      g_autofree char *idle = list_rules (coverage, FALSE);

      fit_report_say (report,
                      "%s rules that rejected a node, or scored two "
                      "differently: %s",
                      side_names[side], *acted != '\0' ? acted : "none");
      if (*idle != '\0')
        fit_report_say (report, "%s rules that did not: %s", side_names[side],
                        idle);
    }
}

/* Pods that say nothing about the rules. */
static void
tell_failures (const FitDiffFound *found, FitReport *report)
{
  g_autofree char *n
      = g_strdup_printf ("%" G_GUINT64_FORMAT, found->found.n_failed);

  if (found->found.n_failed > 0)
    fit_report_say (report,
                    "pods that could not be compared: %s, because an attempt "
                    "failed: %s",
                    n, found->found.failure);
}

/* Returns: (transfer full) */
static char *
verdict (const FitDiffFound *found)
{
  const FitFound *result = &found->found;
  const FitFoundCluster *cluster = smallest (found);
  g_autofree char *tried = g_strdup_printf (
      "%" G_GUINT64_FORMAT " %s with %" G_GUINT64_FORMAT
      " pending pods %s tried, seed %u",
      result->n_clusters, result->n_clusters == 1 ? "cluster" : "clusters",
      result->n_pods, result->n_clusters == 1 ? "was" : "were", found->seed);

  if (cluster == NULL)
    return g_strdup_printf ("no difference found: %s", tried);
  return g_strdup_printf (
      "found a difference with %u %s and %u %s: %s", cluster->n_nodes,
      cluster->n_nodes == 1 ? "node" : "nodes", cluster->n_pods,
      cluster->n_pods == 1 ? "pod" : "pods", tried);
}

static void
tell_verdict (const FitDiffFound *found, FitReport *report)
{
  g_autofree char *text = verdict (found);

  if (fit_report_is_markdown (report))
    fit_report_gap (report);
  fit_report_begin_summary (report);
  tell_failures (found, report);
  fit_report_say (report, "%s", text);
  fit_report_end_summary (report);
}

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

static const FitColumn kind_columns[] = {
  { "cause", "CAUSE", FIT_CELL_TEXT, 0 },
  { "rule", "RULE", FIT_CELL_TEXT, 0 },
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "manifests", NULL, FIT_CELL_TEXT, 0 },
};

/* Returns: (transfer full): each kind of difference, with the cluster that shows
 * it */
static FitTable *
kinds_table (const FitDiffFound *found)
{
  FitTable *table = FIT_TABLE_NEW (kind_columns);

  for (guint i = 0; i < found->found.clusters->len; i++)
    {
      const FitFoundCluster *cluster = found->found.clusters->pdata[i];

      FIT_TABLE_ADD (
          table, fit_cell_text (fit_diff_cause_name (cluster->cause)),
          fit_cell_text (cluster->rule), fit_cell_integer (cluster->n_nodes),
          fit_cell_integer (cluster->n_pods),
          fit_cell_text (cluster->manifests));
    }
  return table;
}

static void
tell_kinds (const FitDiffFound *found, FitReport *report)
{
  fit_report_heading (report, HEADING_LEVEL, "Kinds of differences");
  if (!fit_report_is_markdown (report))
    fit_report_say (
        report, "What differs, and in how small a cluster: that of the first "
                "is above, and -o json has all of them");
  fit_report_block (report, fit_report_own (report, kinds_table (found)));
}

static void
tell (const FitDiffFound *found, FitReport *report)
{
  fit_report_heading (report, 1, "Search for a difference");
  if (smallest (found) == NULL)
    {
      tell_rules (found, report);
      fit_report_gap (report);
      tell_verdict (found, report);
      return;
    }
  fit_report_heading (report, HEADING_LEVEL, "The cluster");
  tell_text (smallest (found)->manifests, "yaml", report);
  fit_report_gap (report);
  fit_diff_finding_tell (&found->finding, HEADING_LEVEL, report);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autofree char *title = NULL;

      fit_report_gap (report);
      title = g_strdup_printf ("%s: %s", side_names[side],
                               found->finding.names[side]);
      fit_report_heading (report, HEADING_LEVEL, title);
      if (!fit_report_is_markdown (report))
        fit_report_say (report, "%s", title);
      tell_text (found->answers[side], "", report);
    }
  fit_report_gap (report);
  tell_kinds (found, report);
  tell_verdict (found, report);
}

/* -- as data --------------------------------------------------------------- */

static FitJson *
exercised_json (const FitCoverage *coverage)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "name", rule->name);
      fit_json_set_text (object, "part", rule->part);
      fit_json_set_text (object, "kind", rule->scores ? "score" : "filter");
      fit_json_set_boolean (object, "exercised",
                            fit_coverage_rule_acted (rule));
    }
  return array;
}

static FitJson *
search_json (const FitDiffFound *found)
{
  const FitFound *result = &found->found;
  FitJson *object = fit_json_object ();

  fit_json_set_integer (object, "seed", found->seed);
  fit_json_set_integer (object, "clusters", (gint64) result->n_clusters);
  fit_json_set_integer (object, "pods", (gint64) result->n_pods);
  fit_json_set_integer (object, "notCompared", (gint64) result->n_failed);
  fit_json_set_text (object, "failure", result->failure);
  fit_json_set_integer (object, "watched", result->n_covered);
  fit_json_set_rows (object, "found", kinds_table (found));
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autofree char *rules = g_strconcat (side_names[side], "Rules", NULL);
      g_autofree char *answer
          = g_strconcat (side_names[side], "Explanation", NULL);

      fit_json_set (object, rules, exercised_json (result->coverage[side]));
      fit_json_set (object, answer,
                    fit_json_from_text (found->documents[side]));
    }
  return object;
}

/* That nothing was found proves nothing. */
static void
set_json (const FitDiffFound *found, FitJson *object)
{
  g_autofree char *text = verdict (found);

  if (smallest (found) != NULL)
    fit_diff_finding_set_json (&found->finding, object);
  else
    fit_json_set (object, "identical", NULL);
  fit_json_set_text (object, "verdict", text);
  fit_json_set (object, "search", search_json (found));
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
  cluster = smallest (&found);
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
