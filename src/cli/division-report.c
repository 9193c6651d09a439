/* division-report.c - what a division of the nodes would cost, in words and as
 * data
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/division-report.h"

#include "api/texts.h"
#include "base/each.h"

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

guint
fit_division_lost (const FitDiffFinding *finding)
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

char *
fit_division_verdict (const FitDiffFinding *finding)
{
  const FitDivision *division = finding->division;
  const guint n_lost = fit_division_lost (finding),
              n_broken = division->n_broken_pods,
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

FitJson *
fit_division_json (const FitDiffFinding *finding)
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

void
fit_division_tell (const FitDiffFinding *finding, guint level,
                   FitReport *report)
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
