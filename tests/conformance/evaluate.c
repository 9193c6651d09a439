/* evaluate.c - cases that ask every rule about one pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "api/names.h"

#include <string.h>

static gint
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
about_scalar (const FitReason *reason)
{
  return (reason->code == FIT_REASON_INSUFFICIENT_RESOURCE
          || reason->code == FIT_REASON_INSUFFICIENT_CAPACITY)
         && fit_is_scalar_resource_name (reason->text);
}

json_object *
conformance_sorted (GPtrArray *names)
{
  json_object *list = json_object_new_array ();

  g_ptr_array_sort (names, compare_strings);
  for (guint i = 0; i < names->len; i++)
    json_object_array_add (list, json_object_new_string (names->pdata[i]));
  return list;
}

json_object *
conformance_reasons (const FitReason *reasons, guint n)
{
  json_object *list = json_object_new_array ();
  g_autoptr (GPtrArray) scalars = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = fit_reason_format (&reasons[i]);

      if (about_scalar (&reasons[i]))
        g_ptr_array_add (scalars, g_steal_pointer (&text));
      else
        json_object_array_add (list, json_object_new_string (text));
      if (scalars->len && (i + 1 == n || !about_scalar (&reasons[i + 1])))
        {
          g_ptr_array_sort (scalars, compare_strings);
          for (guint s = 0; s < scalars->len; s++)
            json_object_array_add (list,
                                   json_object_new_string (scalars->pdata[s]));
          g_ptr_array_set_size (scalars, 0);
        }
    }
  return list;
}

static json_object *
failure_json (const FitNodeVerdict *verdict, const FitFailure *failure)
{
  json_object *pair = json_object_new_array ();

  json_object_array_add (pair,
                         json_object_new_string (failure->predicate->name));
  json_object_array_add (
      pair, conformance_reasons (verdict->reasons.items + failure->first,
                                 failure->n));
  return pair;
}

static json_object *
failures_json (const FitNodeVerdict *verdict)
{
  json_object *list = json_object_new_array ();

  for (guint i = 0; i < verdict->n_failures; i++)
    json_object_array_add (list, failure_json (verdict, &verdict->failures[i]));
  return list;
}

/* @normal stopped at the first predicate that failed, @all did not. */
static json_object *
node_json (const FitNodeVerdict *normal, const FitNodeVerdict *all)
{
  json_object *node = json_object_new_object ();

  json_object_object_add (node, "fits", json_object_new_boolean (normal->fits));
  if (all->n_failures)
    json_object_object_add (node, "failed", failures_json (all));
  if (normal->n_failures)
    json_object_object_add (node, "firstFailed",
                            failure_json (normal, &normal->failures[0]));
  if (normal->error)
    json_object_object_add (node, "error",
                            json_object_new_string (normal->error));
  if (all->error)
    json_object_object_add (node, "errorAll",
                            json_object_new_string (all->error));
  return node;
}

static const FitNodeVerdict *
verdict_on (const FitEvaluation *evaluation, const FitNodeInfo *node)
{
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (evaluation->verdicts[i].node == node)
      return &evaluation->verdicts[i];
  return NULL;
}

static void
add_nodes (json_object *entry, const FitEvaluation *normal,
           const FitEvaluation *all)
{
  json_object *order = json_object_new_array (),
              *nodes = json_object_new_object ();

  for (guint i = 0; i < normal->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &normal->verdicts[i];

      json_object_array_add (order,
                             json_object_new_string (verdict->node->name));
      json_object_object_add (
          nodes, verdict->node->name,
          node_json (verdict, verdict_on (all, verdict->node)));
    }
  json_object_object_add (entry, "nodeOrder", order);
  json_object_object_add (entry, "nodes", nodes);
}

static json_object *
by_node (const FitEvaluation *evaluation, const gint64 *values)
{
  json_object *object = json_object_new_object ();

  for (guint i = 0; i < evaluation->n_feasible; i++)
    json_object_object_add (object, evaluation->feasible[i]->name,
                            json_object_new_int64 (values[i]));
  return object;
}

static void
add_scores (json_object *entry, const FitEvaluation *evaluation,
            const FitAlgorithm *algorithm)
{
  json_object *scores = json_object_new_object (),
              *weights = json_object_new_object ();
  json_object *best = json_object_new_array (),
              *errors = json_object_new_object ();

  for (guint i = 0; i < evaluation->n_scores; i++)
    {
      const FitScores *result = &evaluation->scores[i];

      if (!result->priority)
        continue;
      if (result->error)
        json_object_object_add (errors, result->priority->name,
                                json_object_new_string (result->error));
      else if (!evaluation->error)
        json_object_object_add (scores, result->priority->name,
                                by_node (evaluation, result->scores));
    }
  for (guint i = 0; evaluation->n_verdicts && i < algorithm->priorities->len;
       i++)
    {
      const FitPriority *priority = algorithm->priorities->pdata[i];

      json_object_object_add (weights, priority->name,
                              json_object_new_int64 (priority->weight));
    }
  for (guint i = 0; i < evaluation->n_best; i++)
    json_object_array_add (
        best, json_object_new_string (
                  evaluation->feasible[evaluation->best[i]]->name));
  json_object_object_add (entry, "scores", scores);
  json_object_object_add (entry, "weights", weights);
  json_object_object_add (entry, "totals",
                          evaluation->totals
                              ? by_node (evaluation, evaluation->totals)
                              : json_object_new_object ());
  json_object_object_add (entry, "best", best);
  /* Where the attempt itself fails with them, the cases do not repeat them. */
  if (json_object_object_length (errors) && !evaluation->error)
    json_object_object_add (entry, "scoreErrors", errors);
  else
    json_object_put (errors);
}

static const char *
error_text (const FitEvaluation *evaluation)
{
  return evaluation->error ? evaluation->error->message : NULL;
}

static json_object *
evaluate_pod (FitSimulation *simulation, const FitPod *pod)
{
  FitGenericScheduler *scheduler
      = fit_simulation_scheduler_of (simulation, pod);
  g_autoptr (FitEvaluation) normal = fit_generic_scheduler_evaluate (
      scheduler, pod, FIT_EVALUATE_SCORE_ALWAYS);
  g_autoptr (FitEvaluation) all = fit_generic_scheduler_evaluate (
      scheduler, pod, FIT_EVALUATE_SCORE_ALWAYS | FIT_EVALUATE_ALL_PREDICATES);
  g_autofree char *name
      = g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name);
  json_object *entry = json_object_new_object ();

  json_object_object_add (entry, "pod", json_object_new_string (name));
  json_object_object_add (entry, "error",
                          json_string_or_null (error_text (normal)));
  json_object_object_add (entry, "errorAll",
                          json_string_or_null (error_text (all)));
  json_object_object_add (entry, "fitError",
                          json_string_or_null (normal->fit_error));
  json_object_object_add (entry, "fitErrorAll",
                          json_string_or_null (all->fit_error));
  add_nodes (entry, normal, all);
  add_scores (entry, normal, fit_simulation_algorithm_of (simulation, pod));
  return entry;
}

json_object *
conformance_evaluate (const ConformanceCase *c)
{
  json_object *list = json_object_new_array ();
  g_autoptr (GError) error = NULL;
  CaseSetup setup;
  FitSimulation *simulation;

  case_setup_init (c, &setup);
  simulation = case_simulation (c, &setup, FALSE, 100, &error);
  if (!simulation)
    json_object_array_add (list, json_object_new_string (error->message));
  for (guint i = 0; simulation && i < setup.pending->of[FIT_KIND_POD]->len; i++)
    json_object_array_add (
        list,
        evaluate_pod (simulation, setup.pending->of[FIT_KIND_POD]->pdata[i]));
  fit_simulation_free (simulation);
  case_setup_clear (&setup);
  return list;
}
