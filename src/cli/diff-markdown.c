/* diff-markdown.c - the report for a review or a wiki */
#include "cli/diff-report-private.h"
#include "report/markdown.h"

#include "api/texts.h"

static const char *const sides[] = { "left", "right" };

/* A table (transfer full) under these headings. */
#define TABLE(table, out, ...) \
  append_table ((table), (const char *const[]){ __VA_ARGS__, NULL }, (out))

static void
append_table (FitTable *table, const char *const *headings, GString *out)
{
  fit_table_append_markdown (table, headings, out);
  fit_table_free (table);
}

static void
append_heading (GString *out, guint level, const char *text)
{
  g_string_append_c (out, '\n');
  for (guint i = 0; i < level; i++)
    g_string_append_c (out, '#');
  g_string_append_c (out, ' ');
  fit_markdown_append (out, text);
  g_string_append (out, "\n\n");
}

/* What decided about each pod. */
static void
append_evidence (GString *out, const FitDiff *diff, guint level)
{
  for (guint i = 0; i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];
      const FitDiffEvidence *evidence = item->evidence;
      g_autofree char *title
          = g_strconcat (item->namespace_, "/", item->name, NULL);

      if (evidence == NULL
          || (evidence->votes == NULL && evidence->barriers->len == 0))
        continue;
      append_heading (out, level, title);
      if (evidence->barriers->len > 0)
        TABLE (fit_diff_barriers_table (evidence), out, "refused by", "rule",
               "plugin", "reason", "nodes");
      if (evidence->barriers->len > 0 && evidence->votes != NULL)
        g_string_append_c (out, '\n');
      /* Points: weight times score. */
      if (evidence->votes != NULL)
        TABLE (fit_diff_votes_table (evidence), out, "plugin", "side", "asked",
               "weight", evidence->nodes[FIT_DIFF_LEFT],
               evidence->nodes[FIT_DIFF_RIGHT]);
    }
}

/* Extenders that failed and were ignored. */
static void
append_ignored (GString *out, const FitDiffFinding *finding)
{
  g_autoptr (FitTable) ignored = fit_diff_ignored_table (finding);

  if (fit_table_n_rows (ignored) == 0)
    return;
  g_string_append_c (out, '\n');
  TABLE (g_steal_pointer (&ignored), out, "side", "extender", "failed to",
         "times", "error");
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
      g_string_append (out, "| ");
      fit_markdown_append (out, node->node);
      g_string_append_printf (out, " | %s | %s | %s |\n", pods, cpu, memory);
    }
}

void
fit_diff_report_append_markdown (const FitDiffReport *report, guint level,
                                 GString *out)
{
  const FitDiffFinding *finding = report->finding;
  const FitDiff *diff = finding->diff;
  g_autofree char *verdict = fit_diff_verdict (finding);
  g_autofree char *counts = fit_diff_counts_text (diff);
  g_autofree char *left_out = fit_diff_left_out_text (finding);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (left_out), "\n", 0);

  for (guint i = 0;
       finding->what_ifs != NULL && i < finding->what_ifs->assumptions->len;
       i++)
    {
      const FitAssumption *assumption
          = finding->what_ifs->assumptions->pdata[i];

      g_string_append (out, "- assumed: ");
      fit_markdown_append (out, assumption->text);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      g_autofree char *rules = fit_diff_rules_text (finding, i);

      g_string_append_printf (out, "- %s: ", sides[i]);
      fit_markdown_append (out, rules);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_string_append_c (out, '\n');
      fit_markdown_append (out, lines[i]);
      g_string_append_c (out, '\n');
    }
  g_string_append_printf (out, "\n**%s**: %s.\n", verdict, counts);
  append_ignored (out, finding);
  if (diff->items->len == 0)
    return;
  append_heading (out, level,
                  report->errors.errors != NULL
                      ? "Pods that differ or could not be compared"
                      : "Pods that differ");
  fit_table_append_markdown (
      report->items,
      (const char *const[]){ "pod", "left", "right", "cause", "why", NULL },
      out);
  append_evidence (out, diff, level + 1);
  append_heading (out, level, "Causes");
  TABLE (fit_diff_causes_table (diff), out, "cause", "pods");
  if (report->errors.errors != NULL)
    {
      append_heading (out, level, "Errors");
      TABLE (fit_outcomes_errors_table (&report->errors), out, "side", "pods",
             "error");
    }
  if (!any_use_differs (diff))
    return;
  append_heading (out, level, "Nodes with different use");
  append_nodes (out, diff);
}
