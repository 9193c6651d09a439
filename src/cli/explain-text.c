/* explain-text.c - explanations as text
 *
 * First the outcome and what decided, then the points of the nodes that fit,
 * then why the others do not fit.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain-text.h"

#include "base/each.h"
#include "base/plain-text.h"
#include "cli/help.h"

/* With more nodes than this they are summarised. */
#define MOST_NODES_ONE_BY_ONE 20

/* -- sentences ------------------------------------------------------------- */

static const char *
plural (guint n, const char *one, const char *many)
{
  return n == 1 ? one : many;
}

static void
append_headline (const FitExplanation *explanation, GString *out)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const FitObjectMeta *meta = &explanation->pod->meta;
  const char *node = fit_explanation_node (explanation);

  fit_plain_printf (out, "Pod %s/%s ", meta->namespace_, meta->name);
  if (explanation->mode == FIT_EXPLAIN_REFUSED)
    fit_plain_printf (out, "is not created, because admission refuses it: %s\n",
                      explanation->foreign);
  else if (explanation->foreign != NULL)
    fit_plain_printf (out, "is not evaluated: %s\n", explanation->foreign);
  else if (explanation->waiting != NULL)
    {
      /* The hypothetical outcome for a pod that is not tried. */
      fit_plain_printf (out, "is not tried: %s\nWithout its gates it would ",
                        explanation->waiting);
      if (evaluation->chosen >= 0)
        fit_plain_printf (out, "go to %s.\n",
                          evaluation->feasible[evaluation->chosen]->name);
      else if (evaluation->fit_error != NULL)
        fit_plain_printf (out, "not fit on any node: %s\n",
                          evaluation->fit_error);
      else
        fit_plain_printf (out, "fail with an error: %s\n",
                          evaluation->error->message);
    }
  else if (node == NULL)
    fit_plain_printf (out, "%s: %s\n",
                      fit_explanation_error (explanation) != NULL
                          ? "failed with an error"
                          : "does not fit on any node",
                      fit_explanation_message (explanation));
  else if (evaluation->totals == NULL)
    fit_plain_printf (out, "goes to %s\n", node);
  else
    fit_plain_printf (out, "goes to %s with %" G_GINT64_FORMAT " %s\n", node,
                      evaluation->totals[evaluation->chosen],
                      evaluation->totals[evaluation->chosen] == 1 ? "point"
                                                                  : "points");
}

/* The pod is explained anyway, as if it were pending. */
static void
append_history (const FitExplanation *explanation, GString *out)
{
  const char *node = explanation->current_node;

  if (fit_pod_terminal (explanation->given))
    fit_plain_printf (out,
                      "It has finished (%s), so no scheduler places it "
                      "again; explained as if it were pending",
                      explanation->given->phase);
  else if (node != NULL)
    fit_plain_printf (
        out,
        "It already has the node %s and stays there; explained as if "
        "it were pending and not on that node",
        node);
  else
    g_string_append (out, "No other pod was scheduled before it");
}

static void
append_circumstances (const FitExplanation *explanation, GString *out)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  guint n = explanation->n_ahead;

  switch (explanation->mode)
    {
    case FIT_EXPLAIN_IN_QUEUE:
      if (n == 0)
        g_string_append (out, "It is the first in the queue");
      else
        fit_plain_printf (out,
                          "%u %s ahead of it in the queue and "
                          "scheduled first",
                          n, plural (n, "pod is", "pods are"));
      if (explanation->n_ahead_errors > 0)
        fit_plain_printf (
            out,
            "; %u of them failed with errors, so what is left for this "
            "pod is unknown",
            explanation->n_ahead_errors);
      break;
    case FIT_EXPLAIN_ALONE:
    case FIT_EXPLAIN_ASSIGNED:
      append_history (explanation, out);
      break;
    case FIT_EXPLAIN_FOREIGN:
      if (explanation->current_node != NULL)
        fit_plain_printf (out, "It is on %s.\n", explanation->current_node);
      fit_plain_printf (out, "%s\n", explanation->foreign_hint);
      return;
    case FIT_EXPLAIN_REFUSED:
      g_string_append (out, "--admission none explains it without LimitRanges "
                            "and ResourceQuotas.\n");
      return;
    }
  if (evaluation->error == NULL)
    fit_plain_printf (out, "; %u %s, %u evaluated, %u feasible",
                      evaluation->n_nodes,
                      plural (evaluation->n_nodes, "node", "nodes"),
                      evaluation->evaluated, evaluation->n_feasible);
  g_string_append (out, ".\n");
}

/* The plugin that rejected the pod.  Returns: (transfer full) */
static char *
describe_rejecter (const FitExplanation *explanation)
{
  const FitPreFilterResult *pre = &explanation->profile->pre;

  if (pre->reject == NULL)
    return g_strdup (explanation->evaluation->rejected_by);
  return g_strdup_printf ("%s (%s)", pre->rejected_by,
                          fit_status_code_name (fit_failure_code (
                              pre->reject->items, pre->reject->n)));
}

/* Appends the profile, and what was decided before any node was checked. */
static void
append_profile (const FitExplanation *explanation, GString *out)
{
  const FitExplainedProfile *profile = explanation->profile;
  g_autofree char *rejecter = NULL;
  const FitReasons *reject;

  if (profile == NULL)
    return;
  fit_plain_printf (out, "Profile %s decides, as %s runs it.\n",
                    profile->algorithm->profile->scheduler_name,
                    profile->release);
  if (!fit_explanation_turned_away (explanation))
    return;
  rejecter = describe_rejecter (explanation);
  fit_plain_printf (out, "%s rejected it before any node was checked",
                    rejecter != NULL ? rejecter : "PreFilter");
  /* Appends the details, unless the message contains them. */
  reject = explanation->profile->pre.reject;
  for (guint i = 0; reject != NULL && i < reject->n; i++)
    {
      const FitDetail *detail
          = fit_explanation_detail (explanation, &reject->items[i]);

      if (detail != NULL && detail->text != NULL)
        fit_plain_printf (out, ": %s", detail->text);
    }
  g_string_append (out, ".\n");
}

/* -- what would help ------------------------------------------------------- */

/* The maximum number of remedies to print. */
#define MOST_SHOWN 4

static void
append_line (const GString *line, FitReport *report)
{
  GString *out = fit_report_lines (report);

  g_string_append (out, "  ");
  if (report->style.width > 0)
    fit_help_append_wrapped (line->str, 4, report->style.width, out);
  else
    g_string_append_printf (out, "%s\n", line->str);
}

void
fit_remedies_report (const FitRemedies *remedies, FitReport *report)
{
  const GPtrArray *all = remedies->remedies;
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; remedies->scattered != NULL && i < remedies->scattered->len;
       i++)
    {
      g_autofree char *text = fit_scattered_describe (
          &g_array_index (remedies->scattered, FitScattered, i));

      fit_report_say (report, "\n%s.", text);
    }
  if (all->len == 0 && remedies->nearest == NULL)
    return;
  fit_report_say (report, "\nWhat would help:");
  for (guint i = 0; i < MIN (all->len, MOST_SHOWN); i++)
    {
      const FitRemedy *remedy = all->pdata[i];

      g_string_truncate (line, 0);
      fit_plain_printf (line, "%s: it %s fit on ", remedy->text,
                        remedies->whole ? "would" : "might");
      fit_append_names (remedy->nodes, line);
      append_line (line, report);
    }
  g_string_truncate (line, 0);
  if (all->len == 0)
    fit_plain_printf (line,
                      "No change that was tried is enough. The node with the "
                      "fewest obstacles is %s",
                      remedies->nearest);
  else if (!remedies->whole)
    g_string_append (
        line, "(Extenders and plugins registered by the program were not "
              "called.)");
  if (line->len > 0)
    append_line (line, report);
}

/* -- all ------------------------------------------------------------------- */

/* The sentences above the tables.  Returns: is there more to say? */
static gboolean
append_sentences (const FitExplanation *explanation, GString *out)
{
  g_autoptr (GPtrArray) errors = NULL;
  const FitEvaluation *evaluation;

  append_headline (explanation, out);
  append_circumstances (explanation, out);
  if (explanation->same_as != NULL)
    {
      fit_plain_printf (out,
                        "Why, and what would help, is as for %s, which is "
                        "explained above.\n",
                        explanation->same_as);
      return FALSE;
    }
  append_profile (explanation, out);
  evaluation = explanation->evaluation;
  if (evaluation->chosen >= 0)
    {
      if (evaluation->listed)
        fit_plain_printf (
            out,
            "%s is the next best node of the pod before, which is like this one "
            "and left no room on its own: no other node was looked at, and no "
            "Score plugin ran (feature gate OpportunisticBatching).\n",
            evaluation->feasible[evaluation->chosen]->name);
      else if (evaluation->totals == NULL)
        fit_plain_printf (out, "%s is the only node that fits, so no %s ran.\n",
                          evaluation->feasible[evaluation->chosen]->name,
                          explanation->profile != NULL ? "Score plugin"
                                                       : "priority");
      else if (evaluation->n_best > 1)
        {
          g_autoptr (GPtrArray) names = g_ptr_array_new ();

          for (guint i = 0; i < evaluation->n_best; i++)
            g_ptr_array_add (
                names,
                (gpointer) evaluation->feasible[evaluation->best[i]]->name);
          fit_plain_printf (out, "%u nodes tie: ", evaluation->n_best);
          fit_append_names (names, out);
          if (explanation->random_ties)
            g_string_append (out, "; one was chosen at random.\n");
          else
            fit_plain_printf (out, "; round robin chose number %u.\n",
                              explanation->turn + 1);
        }
      else
        {
          guint chosen = (guint) evaluation->chosen;
          guint runner_up = (guint) explanation->runner_up;
          guint deciding = (guint) explanation->deciding;

          fit_plain_printf (out, "%s leads %s by %" G_GINT64_FORMAT " %s",
                            evaluation->feasible[chosen]->name,
                            evaluation->feasible[runner_up]->name,
                            explanation->margin,
                            explanation->margin == 1 ? "point" : "points");
          if (explanation->deciding >= 0)
            fit_plain_printf (
                out,
                "; %s contributed most: %" G_GINT64_FORMAT
                " against %" G_GINT64_FORMAT,
                fit_explanation_voter (explanation, deciding, NULL).name,
                fit_evaluation_points (evaluation, deciding, chosen),
                fit_evaluation_points (evaluation, deciding, runner_up));
          g_string_append (out, ".\n");
        }
    }
  fit_append_victims_sentence (explanation, out);
  for (guint i = 0;
       explanation->asked != NULL && i < explanation->asked_lines->len; i++)
    fit_plain_printf (out, "%s.\n",
                      (const char *) explanation->asked_lines->pdata[i]);
  errors = g_ptr_array_new_with_free_func (g_free);
  fit_explanation_extender_errors (explanation, errors);
  FIT_EACH (const char, text, errors)
    fit_plain_printf (out, "An extender was ignored: %s\n", text);
  return TRUE;
}

void
fit_explanation_report (const FitExplanation *explanation,
                        const FitNamePatterns *filter, FitReport *report)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  gboolean one_by_one = report->style.wide || filter->names != NULL
                        || evaluation->n_nodes <= MOST_NODES_ONE_BY_ONE;

  if (!append_sentences (explanation, fit_report_lines (report)))
    return;
  report->style.indent = 2;
  if (evaluation->totals != NULL && evaluation->chosen >= 0)
    {
      const FitExplainedProfile *profile = explanation->profile;
      guint chosen = (guint) evaluation->chosen;
      guint beside = (guint) explanation->beside;
      const FitColumn headed[] = {
        { NULL, "", FIT_CELL_TEXT, 0 },
        { NULL, profile != NULL ? "PLUGIN" : "PRIORITY", FIT_CELL_TEXT, 0 },
        { NULL, "WEIGHT", FIT_CELL_INTEGER, 0 },
        { NULL, "CHOSEN", FIT_CELL_INTEGER, 0 },
        { NULL,
          explanation->beside == explanation->runner_up ? "RUNNER-UP" : "ASKED",
          FIT_CELL_INTEGER, 0 },
      };
      const FitColumn *columns
          = fit_report_keep (report, g_memdup2 (headed, sizeof headed));
      FitTable *table = fit_report_own (
          report, fit_table_new (columns, G_N_ELEMENTS (headed)));

      for (guint v = 0; v < fit_evaluation_n_voters (evaluation); v++)
        {
          gboolean skipped;
          const FitVoter voter
              = fit_explanation_voter (explanation, v, &skipped);
          g_autofree char *key = fit_voter_key (v);

          FIT_TABLE_ADD (
              table, fit_cell_text (key), fit_cell_text (voter.name),
              fit_cell_integer (voter.weight),
              skipped ? FIT_CELL_NULL
                      : fit_cell_integer (fit_evaluation_points (
                          evaluation, v, (guint) evaluation->chosen)),
              skipped ? FIT_CELL_NULL
                      : fit_cell_integer (fit_evaluation_points (
                          evaluation, v, (guint) explanation->beside)));
        }
      FIT_TABLE_ADD (table, fit_cell_text (""), fit_cell_text ("total"),
                     FIT_CELL_NULL,
                     fit_cell_integer (evaluation->totals[chosen]),
                     fit_cell_integer (evaluation->totals[beside]));
      fit_report_say (report, "\nPoints (score x weight) of %s and %s:",
                      evaluation->feasible[chosen]->name,
                      evaluation->feasible[beside]->name);
      fit_report_table (report, table);
      if (profile != NULL && profile->n_skipped > 0)
        fit_report_say (
            report, "  (%u of them %s nothing to say about this pod)",
            profile->n_skipped, plural (profile->n_skipped, "has", "have"));
      fit_report_scores (explanation, filter, one_by_one, report);
    }
  fit_report_victims (explanation, filter, one_by_one, report);
  if (one_by_one)
    fit_report_failures (explanation, filter, report);
  else
    fit_report_failure_summary (explanation, report);
  fit_report_unseen (explanation, filter, one_by_one, report);
  report->style.indent = 0;
  if (explanation->remedies != NULL)
    fit_remedies_report (explanation->remedies, report);
}
