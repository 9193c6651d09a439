/* explain-page.c - the output of 'fitsched explain' as a page of 'fitsched
 * run' */
#include "cli/explain-page.h"

#include "api/find-pod.h"
#include "cli/explain-text.h"
#include "cli/output.h"
#include "cli/session-questions.h"

typedef struct
{
  FitSession *session;       /* borrowed */
  const FitObjects *objects; /* borrowed */
  FitNamePatterns filter;
  FitExplanations *answers; /* (nullable) owned */
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

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Page *page = data;

  fit_explanation_append_text (page->answers->explanations->pdata[0],
                               &page->filter, style, out);
}

static void
set_json (gconstpointer data, FitJson *document)
{
  const Page *page = data;

  fit_explanations_set_json (document, page->answers->explanations,
                             &page->filter, page->session->rules.notes);
}

gboolean
fit_explain_page (FitSession *session, const FitExplainQuestion *question,
                  GString *out, GError **error)
{
  Page page = { .session = session, .objects = question->objects };
  const FitPod *pod
      = fit_objects_find_pod (question->objects, question->pod, error);
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();
  FitQuestions questions = fit_session_questions (session);

  questions.objects = (FitObjects *) question->objects;
  questions.refused = NULL;
  questions.simulate = simulate;
  questions.data = &page;
  if (pod == NULL)
    return FALSE;
  g_ptr_array_add (pods, (gpointer) pod);
  page.answers = fit_questions_ask (&questions, pods, error);
  if (page.answers == NULL)
    return FALSE;
  fit_name_patterns_init (&page.filter, NULL);
  fit_output_append (&(FitOutput){ .kind = FIT_EXPLANATION_KIND,
                                   .append_text = append_text,
                                   .set_json = set_json,
                                   .data = &page },
                     question->json ? FIT_FORMAT_JSON : FIT_FORMAT_TABLE, 0,
                     out);
  fit_name_patterns_clear (&page.filter);
  fit_explanations_free (page.answers);
  return TRUE;
}
