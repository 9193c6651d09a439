/* diff-markdown.c - the report for a review or a wiki */
#include "cli/diff-report-private.h"
#include "cli/markdown.h"

#include "api/texts.h"

static const char *const sides[] = { "left", "right" };

/* One row: @cells is NULL-terminated. */
static void
append_row (GString *out, const char *const *cells)
{
  g_string_append_c (out, '|');
  for (; *cells != NULL; cells++)
    {
      g_string_append_c (out, ' ');
      fit_markdown_append (out, *cells);
      g_string_append (out, " |");
    }
  g_string_append_c (out, '\n');
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

static const char *
or_dash (const char *text)
{
  return text != NULL ? text : "-";
}

/* --- pods ----------------------------------------------------------------- */

static void
append_items (GString *out, const FitDiff *diff)
{
  append_row (out, (const char *const[]){ "pod", "left", "right", "cause",
                                          "why", NULL });
  append_row (out,
              (const char *const[]){ "---", "---", "---", "---", "---", NULL });
  for (guint i = 0; i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];
      g_autofree char *name
          = g_strconcat (item->namespace_, "/", item->name, NULL);
      g_autofree char *why = fit_diff_why (diff, item);

      append_row (out, (const char *const[]){
                           name, or_dash (item->outcomes[FIT_DIFF_LEFT].node),
                           or_dash (item->outcomes[FIT_DIFF_RIGHT].node),
                           fit_diff_cause_name (item->cause), why, NULL });
    }
}

/* @weight (nullable), @points (nullable) */
static void
append_points (GString *out, const char *plugin, guint side, const char *names,
               const char *weight, const gint64 *points)
{
  g_autofree char *left
      = points ? g_strdup_printf ("%" G_GINT64_FORMAT, points[FIT_DIFF_LEFT])
               : NULL;
  g_autofree char *right
      = points ? g_strdup_printf ("%" G_GINT64_FORMAT, points[FIT_DIFF_RIGHT])
               : NULL;

  append_row (out, (const char *const[]){ plugin, sides[side], or_dash (names),
                                          or_dash (weight), or_dash (left),
                                          or_dash (right), NULL });
}

static void
append_side_vote (GString *out, const FitDiffVote *vote, guint side)
{
  const FitDiffSideVote *vote_of_side = &vote->sides[side];
  g_autofree char *weight
      = vote_of_side->n == 1
            ? g_strdup_printf ("%" G_GINT64_FORMAT, vote_of_side->weight)
            : NULL;

  append_points (out, vote->plugin, side, vote_of_side->names, weight,
                 vote_of_side->n > 0 ? vote_of_side->points : NULL);
}

/* Points: weight times score. */
static void
append_votes (GString *out, const FitDiffEvidence *evidence)
{
  append_row (out,
              (const char *const[]){ "plugin", "side", "asked", "weight",
                                     evidence->nodes[FIT_DIFF_LEFT],
                                     evidence->nodes[FIT_DIFF_RIGHT], NULL });
  append_row (out, (const char *const[]){ "---", "---", "---",
                                          "---:", "---:", "---:", NULL });
  for (guint i = 0; i < evidence->votes->len; i++)
    for (guint side = 0; side < FIT_DIFF_SIDES; side++)
      append_side_vote (out, &g_array_index (evidence->votes, FitDiffVote, i),
                        side);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    append_points (out, "total", side, NULL, NULL, evidence->totals[side]);
}

static void
append_barriers (GString *out, const FitDiffEvidence *evidence)
{
  append_row (out, (const char *const[]){ "refused by", "rule", "plugin",
                                          "reason", "nodes", NULL });
  append_row (
      out, (const char *const[]){ "---", "---", "---", "---", "---:", NULL });
  for (guint i = 0; i < evidence->barriers->len; i++)
    {
      const FitDiffBarrier *barrier
          = &g_array_index (evidence->barriers, FitDiffBarrier, i);
      g_autofree char *nodes = g_strdup_printf ("%u", barrier->n_nodes);

      append_row (out, (const char *const[]){ sides[barrier->side],
                                              or_dash (barrier->rule),
                                              or_dash (barrier->plugin),
                                              barrier->reason, nodes, NULL });
    }
}

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
        append_barriers (out, evidence);
      if (evidence->barriers->len > 0 && evidence->votes != NULL)
        g_string_append_c (out, '\n');
      if (evidence->votes != NULL)
        append_votes (out, evidence);
    }
}

/* Why pods could not be compared. */
static void
append_errors (GString *out, const FitOutcomes *tally)
{
  append_row (out, (const char *const[]){ "side", "pods", "error", NULL });
  append_row (out, (const char *const[]){ "---", "---:", "---", NULL });
  for (guint i = 0; i < tally->errors->len; i++)
    {
      const FitOutcomesError *error = tally->errors->pdata[i];
      g_autofree char *pods = g_strdup_printf ("%u", error->n_pods);

      append_row (out, (const char *const[]){ error->side, pods,
                                              error->error->message, NULL });
    }
}

/* Extenders that failed and were ignored. */
static void
append_ignored (GString *out, const FitDiffFinding *finding)
{
  gboolean begun = FALSE;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) ignored
          = fit_extender_tally_ignored (&finding->extenders[side].tally);

      for (guint i = 0; i < ignored->len; i++)
        {
          const FitExtenderFailure *failure = ignored->pdata[i];
          g_autofree char *times = g_strdup_printf ("%u", failure->count);

          if (!begun)
            g_string_append (out,
                             "\n| side | extender | failed to | times | "
                             "error |\n| --- | --- | --- | ---: | --- |\n");
          begun = TRUE;
          append_row (out, (const char *const[]){
                               sides[side], failure->name,
                               fit_extender_verb_name (failure->verb), times,
                               failure->error->message, NULL });
        }
    }
}

/* --- the whole -------------------------------------------------------------- */

static void
append_causes (GString *out, const FitDiff *diff)
{
  append_row (out, (const char *const[]){ "cause", "pods", NULL });
  append_row (out, (const char *const[]){ "---", "---:", NULL });
  for (guint i = 0; i < FIT_DIFF_CAUSES; i++)
    {
      const guint n = fit_diff_count_causes (diff, (FitDiffCause) i);
      g_autofree char *pods = g_strdup_printf ("%u", n);

      if (n > 0)
        append_row (
            out, (const char *const[]){ fit_diff_cause_name ((FitDiffCause) i),
                                        pods, NULL });
    }
}

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
  append_row (out,
              (const char *const[]){ "node", "pods", "cpu", "memory", NULL });
  append_row (out,
              (const char *const[]){ "---", "---:", "---:", "---:", NULL });
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
      append_row (out,
                  (const char *const[]){ node->node, pods, cpu, memory, NULL });
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
  g_auto (GStrv) lines = g_strsplit (g_strchomp (left_out), "\n", -1);

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
  append_items (out, diff);
  append_evidence (out, diff, level + 1);
  append_heading (out, level, "Causes");
  append_causes (out, diff);
  if (report->errors.errors != NULL)
    {
      append_heading (out, level, "Errors");
      append_errors (out, &report->errors);
    }
  if (!any_use_differs (diff))
    return;
  append_heading (out, level, "Nodes with different use");
  append_nodes (out, diff);
}
