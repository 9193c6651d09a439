/* explain-page.c - the output of 'fitsched explain' as a page of 'fitsched
 * run'
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain-page.h"

#include "api/find-pod.h"
#include "cli/explain-text.h"
#include "report/report.h"
#include "cli/session.h"

typedef struct
{
  FitSession *session;       /* borrowed */
  const FitObjects *objects; /* borrowed */
} Page;

/* Does not count failures of extenders: those counts belong to the running
 * scheduler. */
static FitSimulation *
simulate (gpointer data, GError **error)
{
  const Page *page = data;
  FitSimulationOptions rules;

  if (!fit_session_rules (page->session, &rules, error))
    return NULL;
  rules.extender_observer = (FitExtenderObserver){ 0 };
  return fit_simulation_new (page->objects, &rules, error);
}

gboolean
fit_explain_page (FitSession *session, const FitExplainQuestion *question,
                  GString *out, GError **error)
{
  Page page = { session, question->objects };
  const FitPod *pod
      = fit_objects_find_pod (question->objects, question->pod, error);
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();
  FitQuestions questions = fit_session_questions (session);
  g_autoptr (FitExplanations) answers = NULL;
  g_auto (FitNamePatterns) filter = { 0 };
  g_autoptr (FitReport) report = NULL;

  questions.objects = (FitObjects *) question->objects;
  questions.refused = NULL;
  questions.simulate = simulate;
  questions.data = &page;
  if (pod == NULL)
    return FALSE;
  g_ptr_array_add (pods, (gpointer) pod);
  answers = fit_questions_ask (&questions, pods, error);
  if (answers == NULL)
    return FALSE;
  fit_name_patterns_init (&filter, NULL);
  report
      = fit_report_new (FIT_EXPLANATION_KIND,
                        question->json ? FIT_FORMAT_JSON : FIT_FORMAT_TABLE, 0);
  if (fit_report_is_data (report))
    fit_explanations_set_json (report->data, answers->explanations, &filter,
                               session->rules.notes);
  else
    fit_explanation_report (answers->explanations->pdata[0], &filter, report);
  fit_report_render (report, out);
  return TRUE;
}
