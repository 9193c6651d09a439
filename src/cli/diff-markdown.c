/* diff-markdown.c - the report for a review or a wiki */
#include "cli/diff-report-private.h"
#include "report/markdown.h"

#include "api/texts.h"

static const char *const sides[] = { "left", "right" };

static void
append_heading (FitReport *report, guint level, const char *text)
{
  GString *out = fit_report_lines (report);

  g_string_append_c (out, '\n');
  for (guint i = 0; i < level; i++)
    g_string_append_c (out, '#');
  fit_markdown_printf (out, " %s\n\n", text);
}

/* @table (transfer full) under @headings, which are not those of text. */
static void
append_table (FitReport *report, FitTable *table, const char *const *headings)
{
  fit_table_append_markdown (table, headings, fit_report_lines (report));
  fit_table_free (table);
}

/* What decided about each pod. */
static void
report_evidence (FitReport *report, const FitDiff *diff, guint level)
{
  for (guint i = 0; i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];
      const FitDiffEvidence *evidence = item->evidence;
      g_autofree char *title = fit_diff_item_name (item);

      if (evidence == NULL
          || (evidence->votes == NULL && evidence->barriers->len == 0))
        continue;
      append_heading (report, level, title);
      if (evidence->barriers->len > 0)
        append_table (report, fit_diff_barriers_table (evidence),
                      (const char *const[]){ "refused by", "rule", "plugin",
                                             "reason", "nodes", NULL });
      if (evidence->barriers->len > 0 && evidence->votes != NULL)
        fit_report_gap (report);
      /* Points: weight times score. */
      if (evidence->votes != NULL)
        append_table (
            report, fit_diff_votes_table (evidence),
            (const char *const[]){ "plugin", "side", "asked", "weight",
                                   evidence->nodes[FIT_DIFF_LEFT],
                                   evidence->nodes[FIT_DIFF_RIGHT], NULL });
    }
}

/* One line for each group of releases that gives another result. */
static void
append_spans (GString *out, const FitDiffFinding *finding)
{
  g_autofree char *text = fit_diff_spans_text (finding);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", 0);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (out, "\n%s.\n", lines[i]);
}

/* Extenders that failed and were ignored. */
static void
report_ignored (FitReport *report, const FitDiffFinding *finding)
{
  FitTable *ignored = fit_report_own (report, fit_diff_ignored_table (finding));

  if (fit_table_n_rows (ignored) == 0)
    return;
  fit_report_gap (report);
  fit_report_table (report, ignored);
}

/* -- the whole ------------------------------------------------------------- */

static char *
change_text (char *left, char *right)
{
  char *text = g_strcmp0 (left, right) == 0
                   ? g_strdup (left)
                   : g_strdup_printf ("%s → %s", left, right);

  g_free (left);
  g_free (right);
  return text;
}

static gboolean
any_use_differs (const FitDiff *diff)
{
  for (guint i = 0; i < diff->nodes->len; i++)
    if (fit_diff_use_differs (&g_array_index (diff->nodes, FitDiffNode, i)))
      return TRUE;
  return FALSE;
}

static void
append_nodes (GString *out, const FitDiff *diff)
{
  g_string_append (out, "| node | pods | cpu | memory |\n"
                        "| --- | ---: | ---: | ---: |\n");
  for (guint i = 0; i < diff->nodes->len; i++)
    {
      const FitDiffNode *node = &g_array_index (diff->nodes, FitDiffNode, i);
      g_autofree char *pods = NULL, *cpu = NULL, *memory = NULL;

      if (!fit_diff_use_differs (node))
        continue;
      pods = change_text (g_strdup_printf ("%u", node->pods[FIT_DIFF_LEFT]),
                          g_strdup_printf ("%u", node->pods[FIT_DIFF_RIGHT]));
      cpu = change_text (
          fit_format_milli_cpu (node->used_milli_cpu[FIT_DIFF_LEFT]),
          fit_format_milli_cpu (node->used_milli_cpu[FIT_DIFF_RIGHT]));
      memory = change_text (
          fit_format_rounded_bytes (node->used_memory[FIT_DIFF_LEFT]),
          fit_format_rounded_bytes (node->used_memory[FIT_DIFF_RIGHT]));
      fit_markdown_printf (out, "| %s | %s | %s | %s |\n", node->node, pods,
                           cpu, memory);
    }
}

/* What was compared, and how it ended. */
static void
append_summary (const FitDiffFinding *finding, GString *out)
{
  g_autofree char *verdict = fit_diff_verdict (finding);
  g_autofree char *counts = fit_diff_counts_text (finding->diff);
  g_autofree char *left_out = fit_diff_left_out_text (finding);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (left_out), "\n", 0);
  const GPtrArray *assumed
      = finding->what_ifs != NULL ? finding->what_ifs->assumptions : NULL;

  for (guint i = 0; assumed != NULL && i < assumed->len; i++)
    fit_markdown_printf (out, "- assumed: %s\n",
                         ((const FitAssumption *) assumed->pdata[i])->text);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      g_autofree char *rules = fit_diff_rules_text (finding, i);

      fit_markdown_printf (out, "- %s: %s\n", sides[i], rules);
    }
  for (guint i = 0; lines[i] != NULL; i++)
    fit_markdown_printf (out, "\n%s\n", lines[i]);
  g_string_append_printf (out, "\n**%s**: %s.\n", verdict, counts);
}

void
fit_diff_finding_tell_markdown (const FitDiffFinding *finding, guint level,
                                FitReport *report)
{
  const FitDiff *diff = finding->diff;
  g_auto (FitOutcomes) errors = { 0 };
  gboolean failed;

  fit_diff_tally_errors (diff, &errors);
  failed = errors.errors != NULL;
  append_summary (finding, fit_report_lines (report));
  append_spans (fit_report_lines (report), finding);
  report_ignored (report, finding);
  if (diff->items->len == 0)
    return;
  append_heading (report, level,
                  failed ? "Pods that differ or could not be compared"
                         : "Pods that differ");
  fit_report_table (report,
                    fit_report_own (report, fit_diff_items_table (diff)));
  report_evidence (report, diff, level + 1);
  append_heading (report, level, "Causes");
  append_table (report, fit_diff_causes_table (diff),
                (const char *const[]){ "cause", "pods", NULL });
  if (failed)
    {
      append_heading (report, level, "Errors");
      fit_report_table (
          report, fit_report_own (report, fit_outcomes_errors_table (&errors)));
    }
  if (!any_use_differs (diff))
    return;
  append_heading (report, level, "Nodes with different use");
  append_nodes (fit_report_lines (report), diff);
}
