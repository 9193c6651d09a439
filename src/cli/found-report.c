/* found-report.c - what a search for a difference has found, in words and as
 * data
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-report.h"

#include "base/each.h"

const FitFoundCluster *
fit_found_smallest (const FitFound *found)
{
  return found->clusters->len > 0 ? found->clusters->pdata[0] : NULL;
}

/* The rules of @coverage that have done something, or those that have not and
 * could have. */
static char *
list_rules (const FitCoverage *coverage, gboolean acted)
{
  GString *out = g_string_new (NULL);

  FIT_EACH_OF (const FitCoverageRule, rule, coverage->rules)
    {
      g_autofree char *title = fit_coverage_rule_title (rule);

      if (fit_coverage_rule_acted (rule) == acted
          && (acted || rule->idle == NULL))
        g_string_append_printf (out, "%s%s%s", out->len > 0 ? ", " : "", title,
                                rule->scores ? " (score)" : "");
    }
  return g_string_free (out, FALSE);
}

char *
fit_found_verdict (const FitFound *found)
{
  const FitFoundCluster *cluster = fit_found_smallest (found);
  g_autofree char *tried = g_strdup_printf (
      "%" G_GUINT64_FORMAT " %s with %" G_GUINT64_FORMAT
      " pending pods %s tried, seed %u",
      found->n_clusters, found->n_clusters == 1 ? "cluster" : "clusters",
      found->n_pods, found->n_clusters == 1 ? "was" : "were", found->seed);

  if (cluster == NULL)
    return g_strdup_printf ("no difference found: %s", tried);
  return g_strdup_printf (
      "found a difference with %u %s and %u %s: %s", cluster->n_nodes,
      cluster->n_nodes == 1 ? "node" : "nodes", cluster->n_pods,
      cluster->n_pods == 1 ? "pod" : "pods", tried);
}

static const FitColumn kind_columns[] = {
  { "cause", "CAUSE", FIT_CELL_TEXT, 0 },
  { "rule", "RULE", FIT_CELL_TEXT, 0 },
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "manifests", NULL, FIT_CELL_TEXT, 0 },
};

/* Returns: (transfer full): each kind of difference, with its cluster */
static FitTable *
kinds_table (const FitFound *found)
{
  FitTable *table = FIT_TABLE_NEW (kind_columns);

  FIT_EACH (const FitFoundCluster, cluster, found->clusters)
    FIT_TABLE_ADD (
        table, fit_cell_text (fit_diff_cause_name (cluster->cause)),
        fit_cell_text (cluster->rule), fit_cell_integer (cluster->n_nodes),
        fit_cell_integer (cluster->n_pods), fit_cell_text (cluster->manifests));
  return table;
}

void
fit_found_tell (const FitFound *found, guint level, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);
  g_autofree char *text = fit_found_verdict (found);
  g_autofree char *n = NULL;

  if (found->clusters->len == 0)
    {
      /* Which rules had anything to say where nothing was found. */
      fit_report_say (report, "Of these, %u were watched closely.",
                      found->n_covered);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          const FitCoverage *coverage = found->coverage[side];
          g_autofree char *acted = list_rules (coverage, TRUE);
          g_autofree char *idle = list_rules (coverage, FALSE);

          fit_report_say (report,
                          "%s rules that rejected a node, or scored two "
                          "differently: %s",
                          fit_side_names[side],
                          *acted != '\0' ? acted : "none");
          if (*idle != '\0')
            fit_report_say (report, "%s rules that did not: %s",
                            fit_side_names[side], idle);
        }
    }
  else
    {
      fit_report_heading (report, level, "Kinds of differences");
      if (!markdown)
        fit_report_say (report, "What differs, and in how small a cluster (-o "
                                "json has all of them):");
      fit_report_block (report, fit_report_own (report, kinds_table (found)));
    }
  if (markdown || found->clusters->len == 0)
    fit_report_gap (report);
  fit_report_begin_summary (report);
  /* Pods that say nothing about the rules. */
  n = g_strdup_printf ("%" G_GUINT64_FORMAT, found->n_failed);
  if (found->n_failed > 0)
    fit_report_say (report,
                    "pods that could not be compared: %s, because an attempt "
                    "failed: %s",
                    n, found->failure);
  fit_report_say (report, "%s", text);
  fit_report_end_summary (report);
}

/* -- as data --------------------------------------------------------------- */

static FitJson *
exercised_json (const FitCoverage *coverage)
{
  FitJson *array = fit_json_array ();

  FIT_EACH_OF (const FitCoverageRule, rule, coverage->rules)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "name", rule->name);
      fit_json_set_text (object, "part", rule->part);
      fit_json_set_text (object, "kind", rule->scores ? "score" : "filter");
      fit_json_set_boolean (object, "exercised",
                            fit_coverage_rule_acted (rule));
    }
  return array;
}

FitJson *
fit_found_json (const FitFound *found)
{
  FitJson *object = fit_json_object ();

  fit_json_set_integer (object, "seed", found->seed);
  fit_json_set_integer (object, "clusters", (gint64) found->n_clusters);
  fit_json_set_integer (object, "pods", (gint64) found->n_pods);
  fit_json_set_integer (object, "notCompared", (gint64) found->n_failed);
  fit_json_set_text (object, "failure", found->failure);
  fit_json_set_integer (object, "watched", found->n_covered);
  fit_json_set_rows (object, "found", kinds_table (found));
  fit_json_set (object, "leftRules",
                exercised_json (found->coverage[FIT_DIFF_LEFT]));
  fit_json_set (object, "rightRules",
                exercised_json (found->coverage[FIT_DIFF_RIGHT]));
  return object;
}
