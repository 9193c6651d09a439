/* fuzz-explain.c - any pod of a cluster is explained, by any rules
 *
 * What scheduling decides and what the explanations say is the same; and every
 * form of the explanations can be written, and read again where it is for
 * programs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "formats/value.h"
#include "cli/explain-text.h"
#include "cli/output.h"
#include "explain/questions.h"
#include "assembly/scheduled-pods.h"
#include "tests/fuzz/shapes.h"

/* -- asking ---------------------------------------------------------------- */

typedef struct
{
  const ShapeRules *rules;
  FitObjects *objects;
  GPtrArray *answers; /* owned, of FitExtenderAnswers: of each simulation its
                         own, as they count who asked */
} Asking;

static FitSimulation *
simulate (gpointer data, GError **error)
{
  Asking *asking = data;
  FitExtenderAnswers *answers = shape_rules_answers (asking->rules);
  FitSimulationOptions options = shape_rules_options (asking->rules, answers);

  g_ptr_array_add (asking->answers, answers);
  return fit_simulation_new (asking->objects, &options, error);
}

static void
free_answers (gpointer data)
{
  fit_extender_answers_free (data);
}

/* Why do all pods go where they go?  Returns: (transfer full) */
static FitExplanations *
ask (Asking *asking, FitExplainFlags flags)
{
  const FitQuestions questions = {
    .objects = asking->objects,
    .configuration = asking->rules->configuration,
    .scheduler_name = "default-scheduler",
    .random_ties = asking->rules->scheduling.tie_break == FIT_TIE_BREAK_RANDOM,
    .flags = flags,
    .simulate = simulate,
    .data = asking,
  };
  g_autoptr (GError) error = NULL;
  FitExplanations *explanations = fit_questions_ask (
      &questions, asking->objects->of[FIT_KIND_POD], &error);

  g_assert_no_error (error);
  return explanations;
}

/* -- one pod --------------------------------------------------------------- */

static void
compare (const FitPlacement *placement, const FitExplanation *explanation)
{
  const FitScheduleResult *result = &placement->result;
  const FitEvaluation *evaluation = explanation->evaluation;
  const GError *problem = fit_explanation_error (explanation);

  g_assert_cmpstr (fit_explanation_node (explanation), ==,
                   result->node != NULL ? result->node->name : NULL);
  g_assert_cmpint (problem != NULL, ==, placement->error != NULL);
  if (problem != NULL)
    {
      g_assert_cmpstr (problem->message, ==, placement->error->message);
      return;
    }
  if (result->node == NULL)
    {
      g_assert_cmpstr (fit_explanation_message (explanation), ==,
                       result->fit_error);
      return;
    }
  g_assert_cmpuint (evaluation->n_feasible, ==, result->feasible);
  g_assert_cmpuint (evaluation->evaluated, ==, result->evaluated);
  if (result->scored)
    g_assert_cmpint (evaluation->totals[evaluation->chosen], ==, result->score);
}

/* -- all of them ----------------------------------------------------------- */

static void
fill (FitReport *report, const GPtrArray *explanations)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();
  g_auto (FitNamePatterns) filter;

  fit_name_patterns_init (&filter, NULL);
  report->names
      = fit_report_own (report, fit_explanations_names (explanations));
  fit_explanations_set_json (report->data, explanations, &filter, notes);
  for (guint i = 0; i < explanations->len; i++)
    fit_explanation_report (explanations->pdata[i], &filter, report);
}

static void
show (const GPtrArray *explanations)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;

  for (guint format = FIT_FORMAT_TABLE; format <= FIT_FORMAT_NAME; format++)
    {
      g_autoptr (FitReport) report
          = fit_report_new (FIT_EXPLANATION_KIND, (FitFormat) format, 80);
      g_autoptr (GString) text = g_string_new (NULL);

      fill (report, explanations);
      fit_report_render (report, text);
      if (format == FIT_FORMAT_JSON)
        fit_json_parse (arena, text->str, text->len, NULL,
                        fit_limits_default (), &error);
      else if (format == FIT_FORMAT_YAML)
        fit_yaml_parse (arena, text->str, text->len, fit_limits_default (),
                        &error);
      g_assert_no_error (error);
    }
}

/* @scheduled: pods that wait for a node, in turn */
static void
compare_all (const Asking *asking, FitSimulation *scheduled,
             const GPtrArray *explanations)
{
  const GPtrArray *pending = fit_simulation_pending (scheduled);
  const GPtrArray *pods = asking->objects->of[FIT_KIND_POD];

  g_assert_cmpuint (explanations->len, ==, pods->len);
  for (guint i = 0; i < pending->len; i++)
    {
      g_auto (FitPlacement) placement = { 0 };
      guint at = 0;

      if (fit_rules_hold_back (asking->rules->configuration,
                               FIT_MODERN_STRICT_LEGACY, pending->pdata[i]))
        continue;
      fit_simulation_schedule (scheduled, pending->pdata[i], &placement);
      g_assert_true (
          g_ptr_array_find ((GPtrArray *) pods, pending->pdata[i], &at));
      compare (&placement, explanations->pdata[at]);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Choices choices = { .bytes = data, .n_bytes = size };
  g_auto (ShapeRules) rules;
  g_autoptr (GPtrArray) answers = g_ptr_array_new_with_free_func (free_answers);
  g_autoptr (FitObjects) objects = NULL;
  g_autoptr (FitSimulation) scheduled = NULL;
  g_autoptr (FitExplanations) explanations = NULL;
  Asking asking = { .rules = &rules, .answers = answers };
  guint flags;

  if (!shape_rules_init (&rules, &choices))
    return 0;
  flags = choices_boolean (&choices) ? FIT_EXPLAIN_ALL_FAILURES : 0;
  objects = asking.objects = shape_cluster (&choices, rules.flags);
  scheduled = simulate (&asking, NULL);
  if (scheduled == NULL)
    return 0; /* the rules are refused, or pods share a UID */
  explanations = ask (&asking, (FitExplainFlags) flags);
  compare_all (&asking, scheduled, explanations->explanations);
  show (explanations->explanations);
  return 0;
}
