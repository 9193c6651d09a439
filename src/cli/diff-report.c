/* diff-report.c - a comparison as text and as a document, with its verdict and
 * its exit status */
#include "base/plain-text.h"
#include "cli/assumptions.h"
#include "cli/diff-report.h"

#include "cli/diff-report-private.h"

/* With more nodes than this, only -o wide shows the table. */
#define MOST_NODES_IN_TABLE 20

static const char *const sides[] = { "left", "right" };

/* -- the document ---------------------------------------------------------- */

static FitJson *
rules_json (const FitDiffFinding *finding, guint side)
{
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "name", finding->names[side]);
  fit_json_set_text (object, "type", finding->types[side]);
  fit_json_set_text (object, "version", finding->versions[side]);
  fit_json_set_text (object, "release", finding->reader[side]);
  fit_json_set_texts (object, "notes", finding->notes[side]);
  return object;
}

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

      for (guint i = 0; i < ignored->len; i++)
        g_hash_table_add (names,
                          ((FitExtenderFailure *) ignored->pdata[i])->name);
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
      = finding->verdict != NULL
            ? g_strdup (finding->verdict)
            : verdict (finding->diff, finding->since_today, n_ignored);

  if (n_ignored == 0 || finding->diff->n_pods == 0)
    return g_steal_pointer (&text);
  return g_strdup_printf ("%s,%s without the answers of %s that failed", text,
                          finding->diff->items->len == 0 ? " but" : "",
                          n_ignored == 1 ? "an extender" : "extenders");
}

void
fit_diff_tally_errors (const FitDiff *diff, FitOutcomes *tally)
{
  for (guint i = 0; i < diff->items->len; i++)
    for (guint side = 0; side < FIT_DIFF_SIDES; side++)
      {
        const FitDiffItem *item = diff->items->pdata[i];

        if (item->outcomes[side].error != NULL)
          fit_outcomes_add_error (tally, item->outcomes[side].error,
                                  sides[side]);
      }
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
  FitExit status = FIT_EXIT_YES;

  for (guint i = 0; finding->others != NULL && i < finding->others->len; i++)
    if (was_tried (finding->others->pdata[i]))
      status = MAX (status, fit_diff_exit (finding->others->pdata[i]));
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    status = MAX (status, fit_extender_use_exit (&finding->extenders[side]));
  fit_diff_tally_errors (diff, &tally);
  status = MAX (status, fit_outcomes_exit (&tally));
  return MAX (status, diff->items->len > 0
                              || (diff->n_pods == 0 && !finding->since_today)
                          ? FIT_EXIT_NO
                          : FIT_EXIT_YES);
}

/* Only if not all releases give the same result. */
static void
set_releases (const GPtrArray *spans, FitJson *object)
{
  FitJson *array = spans != NULL ? fit_json_array () : NULL;

  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      const FitReleaseSpan *span = spans->pdata[i];
      FitJson *row = fit_json_append (array);

      fit_json_set_text (row, "releases", span->releases);
      fit_json_set_text (row, "verdict", span->verdict);
    }
  if (array != NULL)
    fit_json_set (object, "byRelease", array);
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

  fit_diff_tally_errors (diff, &errors);
  fit_assumptions_set_json (finding->what_ifs, object);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    fit_json_set (object, sides[i], rules_json (finding, i));
  fit_json_set_text (object, "tieBreak",
                     finding->random_ties ? "random" : "round-robin");
  fit_json_set_number (object, "seed", finding->random_ties, finding->seed);
  fit_json_set_boolean (object, "replayed", diff->replayed);
  fit_json_set_boolean (object, "identical", is_identical (finding));
  fit_json_set_text (object, "verdict", text);
  fit_json_set (object, "items", fit_diff_items_json (diff));
  fit_json_set (object, "summary", fit_diff_summary_json (diff, &errors));
  set_releases (finding->spans, object);
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

char *
fit_diff_rules_text (const FitDiffFinding *finding, guint side)
{
  const char *version = finding->versions[side];

  return g_strdup_printf ("%s (%s%s%s, as %s reads it)%s", finding->names[side],
                          finding->types[side], version != NULL ? " " : "",
                          version != NULL ? version : "", finding->reader[side],
                          !finding->since_today   ? ""
                          : side == FIT_DIFF_LEFT ? ", the cluster as it is"
                                                  : ", with what is assumed");
}

char *
fit_diff_spans_text (const FitDiffFinding *finding)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; finding->spans != NULL && i < finding->spans->len; i++)
    {
      const FitReleaseSpan *span = finding->spans->pdata[i];

      if (span->answer != 0)
        fit_plain_printf (out, "On %s: %s\n", span->releases, span->verdict);
    }
  return g_string_free (out, FALSE);
}

char *
fit_diff_left_out_text (const FitDiffFinding *finding)
{
  const FitExtenderUse *const uses[] = { &finding->extenders[FIT_DIFF_LEFT],
                                         &finding->extenders[FIT_DIFF_RIGHT] };
  g_autofree char *extenders = fit_extender_use_text (uses, FIT_DIFF_SIDES);
  GString *out = g_string_new (NULL);

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    for (guint i = 0; i < finding->left_out[side]->len; i++)
      {
        if (i == 0)
          fit_plain_printf (
              out, "%s%s: ", out->len > 0 ? "; " : "Plugins were left out: ",
              sides[side]);
        fit_plain_printf (out, "%s%s", i > 0 ? ", " : "",
                          (char *) finding->left_out[side]->pdata[i]);
      }
  g_string_append (out, out->len > 0 ? "\n" : "");
  g_string_append (out, extenders != NULL ? extenders : "");
  return g_string_free (out, FALSE);
}

char *
fit_diff_counts_text (const FitDiff *diff)
{
  GString *out = g_string_new (NULL);

  fit_plain_printf (out, "%u same", diff->n_pods - diff->items->len);
  for (guint i = 0; i < FIT_DIFF_CHANGES; i++)
    {
      const guint n = fit_diff_count_changes (diff, (FitDiffChange) i);

      if ((i != FIT_DIFF_COURSE && i != FIT_DIFF_NOT_COMPARED) || n > 0)
        fit_plain_printf (out, ", %u %s", n,
                          fit_diff_change_name ((FitDiffChange) i));
    }
  for (guint i = 0; diff->replayed && i < FIT_DIFF_SIDES; i++)
    fit_plain_printf (out, "%s %u on the %s", i > 0 ? "," : "; preempted",
                      diff->n_preempted[i], sides[i]);
  return g_string_free (out, FALSE);
}

/* Adds scores and barriers of one pod, if there are any. */
static void
report_evidence (const FitDiffItem *item, FitReport *report)
{
  const FitDiffEvidence *evidence = item->evidence;
  const char *left = evidence->nodes[FIT_DIFF_LEFT];
  const char *right = evidence->nodes[FIT_DIFF_RIGHT];

  if (evidence->barriers->len == 0 && evidence->votes == NULL)
    return;
  fit_report_say (report,
                  "%s/%s after the left placements so far: left node %s, right "
                  "node %s",
                  item->namespace_, item->name, left != NULL ? left : "-",
                  right != NULL ? right : "-");
  report->style.indent = 2;
  fit_report_block (
      report, fit_report_own (report, fit_diff_barriers_table (evidence)));
  if (evidence->votes != NULL)
    fit_report_block (report,
                      fit_report_own (report, fit_diff_votes_table (evidence)));
  report->style.indent = 0;
}

/* Adds what differs: pods, and then causes, nodes and errors. */
static void
report_items (const FitDiffFinding *finding, FitReport *report)
{
  const FitDiff *diff = finding->diff;
  g_auto (FitOutcomes) errors = { 0 };

  fit_diff_tally_errors (diff, &errors);
  fit_report_block (report,
                    fit_report_own (report, fit_diff_items_table (diff)));
  for (guint i = 0; report->style.wide && i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];

      if (item->evidence != NULL)
        report_evidence (item, report);
    }
  fit_report_block (report,
                    fit_report_own (report, fit_diff_causes_table (diff)));
  if (fit_report_long_table (
          report, fit_report_own (report, fit_diff_nodes_table (diff)),
          MOST_NODES_IN_TABLE,
          "nodes are used differently; -o wide shows them"))
    fit_report_gap (report);
  fit_report_block (report, fit_report_own (report, fit_diff_use_table (diff)));
  fit_outcomes_report_errors (&errors, report);
}

void
fit_diff_finding_tell (const FitDiffFinding *finding, FitReport *report)
{
  g_autofree char *text = fit_diff_verdict (finding);
  g_autofree char *counts = fit_diff_counts_text (finding->diff);
  g_autofree char *left_out = fit_diff_left_out_text (finding);
  g_autofree char *spans = fit_diff_spans_text (finding);

  fit_assumptions_report (finding->what_ifs, report);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      g_autofree char *rules = fit_diff_rules_text (finding, i);

      fit_report_say (report, "%-6s %s", i == 0 ? "left:" : "right:", rules);
    }
  g_string_append (fit_report_lines (report), left_out);
  fit_report_gap (report);
  if (finding->diff->items->len > 0)
    report_items (finding, report);
  fit_report_block (report,
                    fit_report_own (report, fit_diff_ignored_table (finding)));
  fit_report_begin_summary (report);
  if (*spans != '\0')
    g_string_append_printf (fit_report_lines (report), "%s\n", spans);
  fit_report_say (report, "%s\n%s", counts, text);
  fit_report_end_summary (report);
}
