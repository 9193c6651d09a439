/* diff-report.c - a comparison as text and as a document, with its verdict and
 * its exit status
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/assumptions.h"
#include "api/texts.h"
#include "base/each.h"
#include "cli/diff-report.h"

#include "base/plain-text.h"
#include "cli/diff-report-private.h"
#include "cli/upgrade-check.h"

/* With more nodes than this, only -o wide shows the table. */
#define MOST_NODES_IN_TABLE 20

/* -- schedulers that divide the nodes -------------------------------------- */

static const FitColumn shard_columns[] = {
  { "name", "SCHEDULER", FIT_CELL_TEXT, 0 },
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "placed", "PLACED", FIT_CELL_INTEGER, 0 },
};

static const FitColumn lost_columns[] = {
  { NULL, "NO LONGER FITS", FIT_CELL_TEXT, 0 },
  { NULL, "WITH ONE SCHEDULER", FIT_CELL_TEXT, 0 },
  { NULL, "WHY", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static const FitColumn broken_columns[] = {
  { NULL, "BREAKS A RULE", FIT_CELL_TEXT, 0 },
  { "namespace", NULL, FIT_CELL_TEXT, 0 },
  { "name", NULL, FIT_CELL_TEXT, 0 },
  { "node", "NODE", FIT_CELL_TEXT, 0 },
  { "scheduler", "SCHEDULER", FIT_CELL_TEXT, 0 },
  { "rule", "RULE", FIT_CELL_TEXT, 0 },
  { "reason", "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static guint
count_lost (const FitDiffFinding *finding)
{
  return fit_diff_count_changes (finding->diff, FIT_DIFF_STOPPED);
}

static FitTable *
shards_table (const FitDivision *division)
{
  FitTable *table = FIT_TABLE_NEW (shard_columns);

  FIT_EACH_OF (const FitShard, shard, division->shards)
    FIT_TABLE_ADD (
        table, fit_cell_text (shard->name), fit_cell_integer (shard->n_nodes),
        fit_cell_integer (shard->n_pods), fit_cell_integer (shard->n_placed));
  return table;
}

static FitTable *
lost_table (const FitDiff *diff)
{
  FitTable *table = FIT_TABLE_NEW (lost_columns);

  FIT_EACH (const FitDiffItem, item, diff->items)
    {
      g_autofree char *name = fit_diff_item_name (item);

      if (item->change == FIT_DIFF_STOPPED)
        FIT_TABLE_ADD (table, fit_cell_text (name),
                       fit_cell_text (item->outcomes[FIT_DIFF_LEFT].node),
                       fit_cell_text (item->outcomes[FIT_DIFF_RIGHT].message));
    }
  return table;
}

static FitTable *
broken_table (const FitDivision *division)
{
  FitTable *table = FIT_TABLE_NEW (broken_columns);

  FIT_EACH_OF (const FitBrokenRule, broken, division->broken)
    {
      const FitShard *shard
          = &g_array_index (division->shards, FitShard, broken->shard);
      const FitObjectMeta *meta = &broken->pod->meta;
      g_autofree char *full = fit_pod_full_name (broken->pod);

      FIT_TABLE_ADD (
          table, fit_cell_text (full), fit_cell_text (meta->namespace_),
          fit_cell_text (meta->name), fit_cell_text (broken->barrier.node),
          fit_cell_text (shard->name), fit_cell_text (broken->barrier.rule),
          fit_cell_text (broken->barrier.reason));
    }
  return table;
}

static char *
division_verdict (const FitDiffFinding *finding)
{
  const FitDivision *division = finding->division;
  const guint n_lost = count_lost (finding), n_broken = division->n_broken_pods,
              n_open
              = fit_diff_count_changes (finding->diff, FIT_DIFF_NOT_COMPARED);
  g_autoptr (GString) out = g_string_new (NULL);

  if (finding->diff->n_pods == 0)
    return g_strdup ("no pod is pending: nothing was compared");
  if (n_lost > 0)
    g_string_append_printf (out, "%u %s no longer %s", n_lost,
                            n_lost == 1 ? "pod" : "pods",
                            n_lost == 1 ? "fits" : "fit");
  if (n_broken > 0)
    g_string_append_printf (out, "%s%u %s a rule of the whole cluster",
                            out->len > 0 ? ", " : "", n_broken,
                            n_broken == 1 ? "pod breaks" : "pods break");
  if (out->len == 0 && n_open < finding->diff->n_pods)
    g_string_append (out, "nothing is lost: all pods that fit still do, and no "
                          "rule is broken");
  if (n_open > 0)
    g_string_append_printf (out, "%s%u of %u %s could not be compared",
                            out->len > 0 ? "; " : "", n_open,
                            finding->diff->n_pods,
                            finding->diff->n_pods == 1 ? "pod" : "pods");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static FitJson *
division_json (const FitDiffFinding *finding)
{
  const FitDivision *division = finding->division;
  FitJson *object = fit_json_object ();
  g_autoptr (FitTable) shards = shards_table (division);
  g_autoptr (FitTable) broken = broken_table (division);

  fit_json_set_rows (object, "schedulers", g_steal_pointer (&shards));
  fit_json_set_integer (object, "nodesWithoutScheduler",
                        division->n_nodes_unused);
  fit_json_set_integer (object, "podsThatBreakRules", division->n_broken_pods);
  fit_json_set_rows (object, "broken", g_steal_pointer (&broken));
  return object;
}

static void
tell_division (const FitDiffFinding *finding, guint level, FitReport *report)
{
  const FitDivision *division = finding->division;
  FitTable *lost = fit_report_own (report, lost_table (finding->diff));
  FitTable *broken = fit_report_own (report, broken_table (division));

  fit_report_heading (report, level, "Schedulers");
  fit_report_block (report, fit_report_own (report, shards_table (division)));
  if (division->n_nodes_unused > 0)
    fit_report_say (report, "%u %s no scheduler\n", division->n_nodes_unused,
                    division->n_nodes_unused == 1 ? "node has" : "nodes have");
  if (fit_table_n_rows (lost) > 0)
    fit_report_heading (report, level, "Pods that no longer fit");
  fit_report_block (report, lost);
  if (fit_table_n_rows (broken) > 0)
    fit_report_heading (report, level, "Pods that break a rule");
  fit_report_block (report, broken);
}

/* -- the document ---------------------------------------------------------- */

/* Extenders that failed without an effect on any attempt.  Each is counted
 * once, even if both sides have it. */
static guint
count_ignored (const FitDiffFinding *finding)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) ignored
          = fit_extender_tally_ignored (&finding->extenders[side].tally);

      FIT_EACH (const FitExtenderFailure, failure, ignored)
        g_hash_table_add (names, failure->name);
    }
  return g_hash_table_size (names);
}

/* @n_ignored: as counted above */
static char *
verdict (const FitDiff *diff, gboolean since_today, guint n_ignored)
{
  const guint n_open = fit_diff_count_changes (diff, FIT_DIFF_NOT_COMPARED);
  const guint n = diff->items->len - n_open;
  const char *pods = diff->n_pods == 1 ? "pod" : "pods";
  GString *out;

  if (diff->n_pods == 0 && since_today)
    return g_strdup ("no pod needs another node");
  if (diff->n_pods == 0)
    return g_strdup ("no pod is pending: nothing was compared");
  if (diff->items->len == 0)
    return g_strdup_printf ("%s placements for %u %s",
                            n_ignored > 0 ? "the same" : "identical",
                            diff->n_pods, pods);
  if (n == 0)
    return g_strdup_printf ("%u of %u %s could not be compared", n_open,
                            diff->n_pods, pods);
  out = g_string_new (NULL);
  g_string_append_printf (out, "%u of %u %s differ%s", n, diff->n_pods, pods,
                          diff->n_pods == 1 ? "s" : "");
  if (n_open > 0)
    g_string_append_printf (out, ", %u could not be compared", n_open);
  return g_string_free (out, FALSE);
}

char *
fit_diff_verdict (const FitDiffFinding *finding)
{
  const guint n_ignored = count_ignored (finding);
  g_autofree char *text
      = finding->verdict != NULL ? g_strdup (finding->verdict)
        : finding->division != NULL
            ? division_verdict (finding)
            : verdict (finding->diff, finding->since_today, n_ignored);

  if (n_ignored == 0 || finding->diff->n_pods == 0)
    return g_steal_pointer (&text);
  return g_strdup_printf ("%s,%s without the answers of %s that failed", text,
                          finding->diff->items->len == 0 ? " but" : "",
                          n_ignored == 1 ? "an extender" : "extenders");
}

void
fit_diff_finding_take_upgrade (FitDiffFinding *finding,
                               const FitUpgrade *upgrade)
{
  g_autofree char *placements = fit_diff_verdict (finding);

  finding->upgrade = upgrade;
  finding->verdict = fit_upgrade_verdict (upgrade, finding->diff, placements);
}

/* Adds why pods could not be compared. */
static void
tally_errors (const FitDiff *diff, FitOutcomes *tally)
{
  FIT_EACH (const FitDiffItem, item, diff->items)
    for (guint side = 0; side < FIT_DIFF_SIDES; side++)
      if (item->outcomes[side].error != NULL)
        fit_outcomes_add_error (tally, item->outcomes[side].error,
                                fit_side_names[side]);
}

/* @finding: (nullable): of another release: NULL if that decides like the
 * first */
static gboolean
was_tried (const FitDiffFinding *finding)
{
  return finding != NULL && finding->diff != NULL;
}

/* The same rules in other releases count, too. */
static gboolean
is_identical (const FitDiffFinding *finding)
{
  const GPtrArray *others = finding->others;

  for (guint i = 0; others != NULL && i < others->len; i++)
    if (was_tried (others->pdata[i]) && !is_identical (others->pdata[i]))
      return FALSE;
  return (finding->diff->n_pods > 0 || finding->since_today)
         && finding->diff->items->len == 0 && count_ignored (finding) == 0;
}

FitExit
fit_diff_exit (const FitDiffFinding *finding)
{
  const FitDiff *diff = finding->diff;
  g_auto (FitOutcomes) tally = { 0 };
  FitExit status = finding->upgrade != NULL
                           && fit_upgrade_refused (finding->upgrade) != NULL
                       ? FIT_EXIT_NO
                       : FIT_EXIT_YES;

  for (guint i = 0; finding->others != NULL && i < finding->others->len; i++)
    if (was_tried (finding->others->pdata[i]))
      status = MAX (status, fit_diff_exit (finding->others->pdata[i]));
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    status = MAX (status, fit_extender_use_exit (&finding->extenders[side]));
  tally_errors (diff, &tally);
  status = MAX (status, fit_outcomes_exit (&tally));
  if (finding->division != NULL)
    return MAX (status, count_lost (finding) > 0
                                || finding->division->n_broken_pods > 0
                                || diff->n_pods == 0
                            ? FIT_EXIT_NO
                            : FIT_EXIT_YES);
  return MAX (status, diff->items->len > 0
                              || (diff->n_pods == 0 && !finding->since_today)
                          ? FIT_EXIT_NO
                          : FIT_EXIT_YES);
}

void
fit_diff_finding_set_json (const FitDiffFinding *finding, FitJson *object)
{
  g_auto (FitOutcomes) errors = { 0 };
  const FitDiff *diff = finding->diff;
  g_autofree char *text = fit_diff_verdict (finding);
  const FitExtenderTally *const tallies[]
      = { &finding->extenders[FIT_DIFF_LEFT].tally,
          &finding->extenders[FIT_DIFF_RIGHT].tally };

  tally_errors (diff, &errors);
  fit_assumptions_set_json (finding->what_ifs, object);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      FitJson *rules = fit_json_object ();

      fit_json_set_text (rules, "name", finding->names[i]);
      fit_json_set_text (rules, "type", finding->types[i]);
      fit_json_set_text (rules, "version", finding->versions[i]);
      fit_json_set_text (rules, "release", finding->reader[i]);
      fit_json_set_texts (rules, "notes", finding->notes[i]);
      fit_json_set (object, fit_side_names[i], rules);
    }
  fit_json_set_text (object, "tieBreak",
                     finding->random_ties ? "random" : "round-robin");
  fit_json_set_number (object, "seed", finding->random_ties, finding->seed);
  fit_json_set_boolean (object, "replayed", diff->replayed);
  fit_json_set_boolean (object, "identical", is_identical (finding));
  fit_json_set_text (object, "verdict", text);
  fit_json_set_rows (object, "items", fit_diff_items_table (diff, TRUE));
  fit_json_set (object, "summary", fit_diff_summary_json (diff, &errors));
  if (finding->division != NULL)
    fit_json_set (object, "division", division_json (finding));
  if (finding->upgrade != NULL)
    fit_json_set (object, "upgrade",
                  fit_upgrade_json (finding->upgrade, diff, finding->others));
  /* Only if not all releases give the same result. */
  if (finding->spans != NULL)
    fit_json_set (object, "byRelease", fit_release_spans_json (finding->spans));
  fit_extender_tally_set_json (tallies, FIT_DIFF_SIDES, object);
}

void
fit_diff_finding_set_cluster (const FitDiffFinding *finding, FitJson *object)
{
  fit_json_set (object, "cluster",
                finding->cluster != NULL ? fit_json_ref (finding->cluster)
                                         : NULL);
}

/* -- for people ------------------------------------------------------------ */

/* Plugins and extenders that take no part. */
static void
tell_left_out (const FitDiffFinding *finding, FitReport *report)
{
  const FitExtenderUse *const uses[] = { &finding->extenders[FIT_DIFF_LEFT],
                                         &finding->extenders[FIT_DIFF_RIGHT] };
  g_autofree char *extenders = fit_extender_use_text (uses, FIT_DIFF_SIDES);
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    for (guint i = 0; i < finding->left_out[side]->len; i++)
      {
        if (i == 0)
          g_string_append_printf (
              out, "%s%s: ", out->len > 0 ? "; " : "Plugins were left out: ",
              fit_side_names[side]);
        fit_plain_printf (out, "%s%s", i > 0 ? ", " : "",
                          (char *) finding->left_out[side]->pdata[i]);
      }
  g_string_append (out, out->len > 0 ? "\n" : "");
  g_string_append (out, extenders != NULL ? extenders : "");
  lines = g_strsplit (g_strchomp (out->str), "\n", 0);
  for (guint i = 0; lines[i] != NULL; i++)
    fit_report_paragraph (report, lines[i]);
}

void
fit_diff_tell_rules (const FitDiffFinding *finding, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);

  fit_assumptions_report (finding->what_ifs, report);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      const char *version = finding->versions[i];
      g_autofree char *label = g_strdup_printf ("%s:", fit_side_names[i]);

      fit_report_say (report,
                      markdown ? "- %s %s (%s%s%s, as %s reads it)%s"
                               : "%-6s %s (%s%s%s, as %s reads it)%s",
                      label, finding->names[i], finding->types[i],
                      version != NULL ? " " : "",
                      version != NULL ? version : "", finding->reader[i],
                      finding->division != NULL
                          ? i == FIT_DIFF_LEFT ? ", one scheduler for all nodes"
                                               : ", each with its own nodes"
                      : !finding->since_today ? ""
                      : i == FIT_DIFF_LEFT    ? ", the cluster as it is"
                                              : ", with what is assumed");
    }
  tell_left_out (finding, report);
}

char *
fit_diff_counts_text (const FitDiff *diff)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%u same", diff->n_pods - diff->items->len);
  for (guint i = 0; i < FIT_DIFF_CHANGES; i++)
    {
      const guint n = fit_diff_count_changes (diff, (FitDiffChange) i);

      if ((i != FIT_DIFF_COURSE && i != FIT_DIFF_NOT_COMPARED) || n > 0)
        g_string_append_printf (out, ", %u %s", n,
                                fit_diff_change_name ((FitDiffChange) i));
    }
  for (guint i = 0; diff->replayed && i < FIT_DIFF_SIDES; i++)
    g_string_append_printf (out, "%s %u on the %s", i > 0 ? "," : "; preempted",
                            diff->n_preempted[i], fit_side_names[i]);
  return g_string_free (out, FALSE);
}

static void
tell_nodes (const FitDiff *diff, guint level, FitReport *report)
{
  FitTable *nodes = fit_report_own (report, fit_diff_nodes_table (diff));

  if (fit_report_is_markdown (report))
    {
      if (fit_table_n_rows (nodes) == 0)
        return;
      fit_report_heading (report, level, "Nodes with different use");
      fit_diff_append_nodes (diff, fit_report_lines (report));
      return;
    }
  if (fit_report_long_table (report, nodes, MOST_NODES_IN_TABLE,
                             "nodes are used differently; -o wide shows them"))
    fit_report_gap (report);
  fit_report_block (report, fit_report_own (report, fit_diff_use_table (diff)));
}

/* What differs: pods, and then causes, nodes and errors. */
static void
tell_items (const FitDiff *diff, guint level, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);
  g_auto (FitOutcomes) errors = { 0 };

  if (diff->items->len == 0)
    return;
  tally_errors (diff, &errors);
  fit_report_heading (report, level,
                      errors.errors != NULL
                          ? "Pods that differ or could not be compared"
                          : "Pods that differ");
  fit_report_block (
      report, fit_report_own (report, fit_diff_items_table (diff, FALSE)));
  for (guint i = 0; (report->style.wide || markdown) && i < diff->items->len;
       i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];

      if (item->evidence != NULL)
        {
          static const char *const barrier_headings[]
              = { "refused by", "rule", "plugin", "reason", "nodes", NULL };
          const FitDiffEvidence *evidence = item->evidence;
          const char *left = evidence->nodes[FIT_DIFF_LEFT];
          const char *right = evidence->nodes[FIT_DIFF_RIGHT];
          const char *const vote_headings[]
              = { "plugin", "side", "asked", "weight", left, right, NULL };
          g_autofree char *name = fit_diff_item_name (item);

          if (evidence->barriers->len == 0 && evidence->votes == NULL)
            continue;
          fit_report_heading (report, level + 1, name);
          if (!fit_report_is_markdown (report))
            fit_report_say (
                report,
                "%s after the left placements so far: left node %s, right "
                "node %s",
                name, left != NULL ? left : "-", right != NULL ? right : "-");
          report->style.indent = 2;
          fit_report_headed_block (
              report,
              fit_report_own (report, fit_diff_barriers_table (evidence)),
              barrier_headings);
          if (evidence->votes != NULL)
            fit_report_headed_block (
                report,
                fit_report_own (report, fit_diff_votes_table (evidence)),
                vote_headings);
          report->style.indent = 0;
        }
    }
  fit_report_heading (report, level, "Causes");
  fit_report_headed_block (
      report, fit_report_own (report, fit_diff_causes_table (diff)),
      (const char *const[]){ "cause", "pods", NULL });
  if (!markdown)
    tell_nodes (diff, level, report);
  if (errors.errors != NULL)
    fit_report_heading (report, level, "Errors");
  fit_outcomes_report_errors (&errors, report);
  if (markdown)
    tell_nodes (diff, level, report);
}

/* That schedulers with other nodes choose other nodes is no loss. */
static void
tell_what_differs (const FitDiffFinding *finding, guint level,
                   FitReport *report)
{
  if (finding->division == NULL)
    {
      tell_items (finding->diff, level, report);
      return;
    }
  tell_division (finding, level, report);
  fit_report_heading (report, level, "Balance");
  fit_report_block (
      report, fit_report_own (report, fit_diff_use_table (finding->diff)));
}

/* Also that of each group of releases that gives another result. */
static void
tell_verdict (const FitDiffFinding *finding, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);
  g_autofree char *text = fit_diff_verdict (finding);
  g_autofree char *counts = fit_diff_counts_text (finding->diff);
  gboolean any = FALSE;

  fit_report_begin_summary (report);
  if (markdown)
    fit_report_say (report, "\n**%s**: %s.", text, counts);
  FIT_EACH (const FitReleaseSpan, span, finding->spans)
    {
      if (span->answer == 0)
        continue;
      fit_report_say (report, markdown ? "\nOn %s: %s." : "On %s: %s",
                      span->releases, span->verdict);
      any = TRUE;
    }
  if (!markdown)
    fit_report_say (report, any ? "\n%s\n%s" : "%s\n%s", counts, text);
  fit_report_end_summary (report);
}

/* A document begins with the verdict; in text it comes last, where a terminal
 * shows it. */
void
fit_diff_finding_tell (const FitDiffFinding *finding, guint level,
                       FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);

  fit_diff_tell_rules (finding, report);
  if (markdown)
    tell_verdict (finding, report);
  else
    {
      fit_report_gap (report);
      tell_what_differs (finding, level, report);
    }
  fit_report_block (report,
                    fit_report_own (report, fit_diff_ignored_table (finding)));
  if (finding->upgrade != NULL)
    fit_upgrade_tell (finding->upgrade, finding->diff, finding->others, level,
                      report);
  if (markdown)
    tell_what_differs (finding, level, report);
  else
    tell_verdict (finding, report);
}
