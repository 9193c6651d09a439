/* cmd-explain.c - the verb 'fitsched explain', from the names of pods to the
 * report
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/console.h"
#include "base/each.h"
#include "cli/explain-pending.h"
#include "cli/explain-pods.h"
#include "cli/explain-text.h"
#include "cli/other-releases.h"
#include "cli/outcomes.h"
#include "cli/page-data.h"
#include "cli/session.h"
#include "cli/verbs.h"

typedef struct
{
  FitSession session;
  FitNamePatterns filter;
  GPtrArray *pods;          /* of FitPod, borrowed: the requested pods, without
                               duplicates */
  FitExplanations *answers; /* (nullable) owned */
  FitReport *report;        /* (nullable) owned */
  FitPageData page;
  FitProgress progress;
} Explaining;

static void
explaining_clear (Explaining *explaining)
{
  fit_progress_clear (&explaining->progress);
  if (explaining->session.taken)
    return;
  g_clear_pointer (&explaining->report, fit_report_free);
  fit_page_data_clear (&explaining->page);
  g_clear_pointer (&explaining->answers, fit_explanations_free);
  g_clear_pointer (&explaining->pods, g_ptr_array_unref);
  fit_name_patterns_clear (&explaining->filter);
  fit_session_close (&explaining->session);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explaining, explaining_clear)

/* -- asking ---------------------------------------------------------------- */

static FitSimulation *
simulate (gpointer data, GError **error)
{
  Explaining *explaining = data;
  g_autoptr (FitSimulation) simulation = fit_session_simulate (
      &explaining->session, explaining->session.objects, error);

  if (simulation == NULL)
    return NULL;
  if (fit_node_filter_check (&explaining->filter,
                             fit_simulation_cache (simulation), error))
    return g_steal_pointer (&simulation);
  return fit_blame_null (
      error, "--%s: ",
      explaining->session.invocation->options.node != NULL ? "node" : "nodes");
}

static void
show_progress (guint done, guint total, gpointer data)
{
  Explaining *explaining = data;

  if (explaining->progress.what == NULL)
    fit_progress_init (&explaining->progress, "pods scheduled", total);
  fit_progress_set (&explaining->progress, done);
}

static FitQuestions
questions_of (Explaining *explaining)
{
  const FitOptions *options = &explaining->session.invocation->options;
  FitQuestions questions = fit_session_questions (&explaining->session);

  questions.node = options->node;
  questions.alone = options->alone;
  questions.flags = options->all || options->node != NULL
                        ? FIT_EXPLAIN_ALL_FAILURES
                        : FIT_EXPLAIN_DEFAULT;
  questions.simulate = simulate;
  questions.progress = show_progress;
  questions.data = explaining;
  return questions;
}

/* -- showing --------------------------------------------------------------- */

static const FitChartColumn when_it_is_tried[]
    = { { "after", "as the pods found the cluster" }, { NULL, NULL } };

static FitExit
explain_pods (Explaining *explaining, GError **error)
{
  FitSession *session = &explaining->session;
  const FitQuestions questions = questions_of (explaining);
  g_auto (FitOutcomes) tally = { 0 };
  FitExplanations *answers;
  const GPtrArray *explanations;
  FitReport *report;

  /* A pod that has a node is explained in a cluster where it has none. */
  for (guint i = 0; i < explaining->pods->len; i++)
    if (*((const FitPod *) explaining->pods->pdata[i])->node_name != '\0')
      fit_session_forget_prepared (session);
  fit_page_data_start (&explaining->page, session);
  answers = fit_questions_ask (&questions, explaining->pods, error);
  explaining->answers = answers;
  fit_progress_clear (&explaining->progress);
  if (answers == NULL)
    return FIT_EXIT_INPUT;
  FIT_EACH (FitExplanation, explanation, answers->explanations)
    {
      const char *scheduler_name = explanation->pod->spec->scheduler_name;
      g_autofree char *names = fit_chosen_rules_schedulers (&session->rules);

      /* Add a hint how to explain the pod of another scheduler anyway. */
      if (explanation->mode != FIT_EXPLAIN_FOREIGN)
        continue;
      if (session->rules.read != NULL)
        explanation->foreign_hint = g_strdup_printf (
            "No profile of the configuration has the "
            "schedulerName \"%s\"; --profile NAME explains it "
            "by one of its profiles: %s.",
            scheduler_name, names);
      else
        explanation->foreign_hint = g_strdup_printf (
            "--scheduler-name '%s' explains it with these rules.",
            scheduler_name);
    }
  fit_page_data_take_answers (&explaining->page, answers, &explaining->filter);
  explanations = explaining->answers->explanations;
  report = fit_session_report (session, FIT_EXPLANATION_KIND);
  explaining->report = report;
  report->names
      = fit_report_own (report, fit_explanations_names (explanations));
  if (report->columns != NULL)
    fit_page_data_set_explanations (&explaining->page, report->columns,
                                    session->rules.notes);
  if (fit_report_is_document (report))
    fit_explanations_set_json (report->data, explanations, &explaining->filter,
                               session->rules.notes);
  for (guint i = 0; fit_report_is_text (report) && i < explanations->len; i++)
    {
      if (i > 0)
        fit_report_gap (report);
      fit_explanation_report (explanations->pdata[i], &explaining->filter,
                              report);
    }
  fit_session_print_with (session, report, explaining->page.cluster_json,
                          when_it_is_tried, error);
  /* Errors in attempts that the answer depends on count too. */
  for (guint i = 0; i < answers->ahead_errors->len; i++)
    fit_outcomes_add (&tally, NULL, answers->ahead_errors->pdata[i]);
  FIT_EACH (const FitExplanation, explanation, answers->explanations)
    fit_outcomes_add (&tally, fit_explanation_node (explanation),
                      fit_explanation_error (explanation));
  return MAX (fit_outcomes_exit (&tally),
              fit_extender_use_exit (&session->extenders));
}

FitExit
fit_cmd_explain (const FitInvocation *invocation, GError **error)
{
  g_auto (Explaining) explaining = { 0 };
  FitQuestions questions;

  explaining.pods = g_ptr_array_new ();
  fit_name_patterns_init (&explaining.filter, invocation->options.node != NULL
                                                  ? invocation->options.node
                                                  : invocation->options.nodes);
  if (!fit_explain_check (invocation, error)
      || !fit_session_open (&explaining.session, invocation, error)
      || !fit_explain_find_pods (&explaining.session, explaining.pods, error))
    return FIT_EXIT_INPUT;
  fit_other_releases_note_pods (&explaining.session, explaining.pods);
  if (!invocation->options.all_pending)
    return explain_pods (&explaining, error);
  questions = questions_of (&explaining);
  return fit_explain_pending (&explaining.session, &questions, explaining.pods,
                              &explaining.filter, error);
}
