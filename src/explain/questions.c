/* questions.c - explains pods in the queue or alone
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/questions.h"

#include "api/pod-alike.h"
#include "api/texts.h"
#include "assembly/scheduled-pods.h"

#include <string.h>

typedef struct
{
  const FitQuestions *questions;
  GHashTable *position_of; /* owned: pod -> position in the questions, from 1 */
  GHashTable *refused;     /* owned: pod -> borrowed reason */
  gboolean asks_extenders; /* which may answer what they like */
  GHashTable *known; /* owned set of Known: explained since the cluster has
                              last changed */
  FitExplanations *out;
  FitSimulation *leader;   /* borrowed: the simulation of the last question */
  FitTrial *trial;         /* (nullable) owned: of the same cluster */
  FitSimulation *followed; /* borrowed: what @trial follows */
} Asking;

/* -- the result ------------------------------------------------------------ */

void
fit_explanations_free (FitExplanations *explanations)
{
  if (explanations == NULL)
    return;
  g_ptr_array_unref (explanations->explanations);
  g_ptr_array_unref (explanations->simulations);
  g_ptr_array_unref (explanations->ahead_errors);
  g_free (explanations);
}

/* -- equal pods ------------------------------------------------------------ */

/* An explanation that equal pods need not have again.  Pods are equal if
 * nothing that a rule reads of them differs. */
typedef struct
{
  const FitPod *pod; /* owned reference */
  FitExplainMode mode;
  char *message; /* owned */
} Known;

static void
known_free (gpointer data)
{
  Known *known = data;

  fit_pod_unref (known->pod);
  g_free (known->message);
  g_free (known);
}

static guint
known_hash (gconstpointer data)
{
  const Known *known = data;

  return fit_pod_alike_hash (known->pod) ^ g_str_hash (known->message);
}

static gboolean
known_equal (gconstpointer a, gconstpointer b)
{
  const Known *one = a, *other = b;

  return one->mode == other->mode && fit_pod_alike (one->pod, other->pod)
         && strcmp (one->message, other->message) == 0;
}

/* FitExplainWanted */
static gboolean
is_wanted (FitExplanation *explanation, gpointer data)
{
  Asking *asking = data;
  const FitQuestions *questions = asking->questions;
  const char *message = fit_explanation_message (explanation);
  const Known *known;
  Known *wanted;

  if (questions->wanted != NULL
      && !questions->wanted (explanation, questions->data))
    return FALSE;
  if (!questions->once || asking->asks_extenders)
    return TRUE;
  wanted = g_new (Known, 1);
  *wanted = (Known){ fit_pod_ref (explanation->pod), explanation->mode,
                     g_strdup (message != NULL ? message : "") };
  known = g_hash_table_lookup (asking->known, wanted);
  if (known == NULL)
    return g_hash_table_add (asking->known, wanted);
  explanation->same_as = fit_pod_full_name (known->pod);
  known_free (wanted);
  return FALSE;
}

/* -- the simulation -------------------------------------------------------- */

/* Returns: (transfer none) (nullable) */
static FitSimulation *
start_simulation (Asking *asking, GError **error)
{
  const FitQuestions *questions = asking->questions;
  FitSimulation *simulation = questions->simulate (questions->data, error);

  if (simulation != NULL)
    {
      g_ptr_array_add (asking->out->simulations, simulation);
      asking->asks_extenders = fit_simulation_extenders (simulation) != NULL;
    }
  return simulation;
}

/* The trial for the question that is being answered.  Most need none. */
static FitTrial *
make_trial (gpointer data)
{
  Asking *asking = data;
  FitSimulation *simulation;

  if (asking->followed != asking->leader)
    {
      g_clear_pointer (&asking->trial, fit_trial_free);
      simulation = asking->questions->simulate (asking->questions->data, NULL);
      if (simulation != NULL)
        asking->trial = fit_trial_new (simulation);
      asking->followed = asking->leader;
    }
  if (asking->trial != NULL)
    fit_trial_follow (asking->trial, asking->leader);
  return asking->trial;
}

static FitExplainSource
source_of (const FitQuestions *questions, FitSimulation *simulation,
           const FitPod *pod)
{
  return (FitExplainSource){
    .cache = fit_simulation_cache (simulation),
    .scheduler = fit_simulation_scheduler_of (simulation, pod),
    .algorithm = fit_simulation_algorithm_of (simulation, pod),
    .configuration = questions->configuration,
    .modern = questions->modern,
    .plugins = questions->plugins,
    .disable_preemption = questions->disable_preemption,
    .random_ties = questions->random_ties,
    .node = questions->node,
  };
}

static FitExplanation *
explain (Asking *asking, FitSimulation *simulation, const FitPod *pod,
         FitExplainMode mode)
{
  FitExplainSource source = source_of (asking->questions, simulation, pod);

  source.make_trial = make_trial;
  source.data = asking;
  source.wanted = is_wanted;
  source.wanted_data = asking;
  asking->leader = simulation;
  return fit_explain (&source, pod, mode, asking->questions->flags);
}

FitExplanation *
fit_questions_explain_attempt (const FitQuestions *questions,
                               FitSimulation *simulation, const FitPod *pod)
{
  const FitExplainSource source = source_of (questions, simulation, pod);

  return fit_explain (&source, pod, FIT_EXPLAIN_IN_QUEUE, FIT_EXPLAIN_NO_MORE);
}

/* -- pods in the queue ----------------------------------------------------- */

/* Explains @pod and assumes it on its node. */
static FitExplanation *
explain_next (Asking *asking, FitSimulation *simulation, const FitPod *pod,
              guint n_ahead)
{
  FitExplanation *explanation
      = explain (asking, simulation, pod, FIT_EXPLAIN_IN_QUEUE);
  const FitEvaluation *evaluation = explanation->evaluation;

  explanation->n_ahead = n_ahead;
  explanation->n_ahead_errors = asking->out->ahead_errors->len;
  if (evaluation->chosen < 0)
    return explanation;
  fit_simulation_assume (simulation, pod,
                         evaluation->feasible[evaluation->chosen],
                         &explanation->assume_error);
  g_hash_table_remove_all (asking->known);
  return explanation;
}

/* Keeps the explanation of the pod at @position, if it is needed, or gives it
 * away. */
static void
keep (const Asking *asking, guint position, FitExplanation *explanation)
{
  const FitQuestions *questions = asking->questions;

  if (questions->only_unplaced && fit_explanation_node (explanation) != NULL)
    fit_explanation_free (explanation);
  else if (questions->take != NULL)
    questions->take (explanation, questions->data);
  else
    asking->out->explanations->pdata[position] = explanation;
}

static gboolean
explain_queue (Asking *asking, guint n_wanted, GError **error)
{
  const FitQuestions *questions = asking->questions;
  FitSimulation *simulation = start_simulation (asking, error);
  const GPtrArray *pending;
  guint n_ahead = 0;

  if (simulation == NULL)
    return FALSE;
  pending = fit_simulation_pending (simulation);
  for (guint i = 0; i < pending->len && n_wanted > 0; i++)
    {
      const FitPod *pod = pending->pdata[i];
      const guint position
          = GPOINTER_TO_UINT (g_hash_table_lookup (asking->position_of, pod));

      if (fit_rules_hold_back (questions->configuration, questions->modern,
                               pod))
        continue;
      if (position > 0)
        {
          keep (asking, position - 1,
                explain_next (asking, simulation, pod, n_ahead));
          n_wanted--;
        }
      else
        {
          g_auto (FitPlacement) placement;

          fit_simulation_schedule (simulation, pod, &placement);
          g_hash_table_remove_all (asking->known);
          if (placement.error != NULL)
            g_ptr_array_add (asking->out->ahead_errors,
                             g_steal_pointer (&placement.error));
        }
      n_ahead++;
      if (questions->progress != NULL)
        questions->progress (i + 1, pending->len, questions->data);
    }
  return TRUE;
}

/* -- single pods ----------------------------------------------------------- */

/* Uses a new simulation, because the round robin must start over. */
static FitExplanation *
explain_alone (Asking *asking, const FitPod *pod, FitExplainMode mode,
               GError **error)
{
  FitSimulation *simulation = start_simulation (asking, error);

  return simulation != NULL ? explain (asking, simulation, pod, mode) : NULL;
}

/* -- all ------------------------------------------------------------------- */

static gboolean
take (const FitQuestions *questions, const FitPod *pod)
{
  return fit_rules_take (questions->configuration, questions->scheduler_name,
                         pod);
}

/* Is @pod in this scheduler's queue, and not gated? */
static gboolean
is_queued (const FitQuestions *questions, const FitPod *pod)
{
  return !questions->alone && *pod->node_name == '\0' && !fit_pod_terminal (pod)
         && take (questions, pod)
         && !fit_rules_hold_back (questions->configuration, questions->modern,
                                  pod);
}

static gboolean
explain_unqueued (Asking *asking, guint position, const FitPod *pod,
                  GError **error)
{
  const FitConfiguration *configuration = asking->questions->configuration;
  const char *reason = g_hash_table_lookup (asking->refused, pod);
  FitExplanation *explanation;

  /* Explanations that are kept refer to their simulation. */
  if (asking->questions->take != NULL)
    g_ptr_array_set_size (asking->out->simulations, 0);
  if (reason != NULL)
    explanation = fit_explain_unevaluated (
        configuration, pod, FIT_EXPLAIN_REFUSED, g_strdup (reason));
  else if (!take (asking->questions, pod))
    explanation = fit_explain_unevaluated (
        configuration, pod, FIT_EXPLAIN_FOREIGN,
        g_strdup_printf ("the scheduler \"%s\" schedules this pod",
                         pod->spec->scheduler_name));
  else if (*pod->node_name == '\0')
    explanation = explain_alone (asking, pod, FIT_EXPLAIN_ALONE, error);
  else
    {
      GPtrArray *pods = asking->questions->objects->of[FIT_KIND_POD];
      g_autoptr (FitPod) copy = fit_pod_as_pending (pod);
      guint index = 0;
      const gboolean found = g_ptr_array_find (pods, pod, &index);

      /* Explains a pod with a node as if it were pending. */
      g_assert (found);
      pods->pdata[index] = copy;
      explanation = explain_alone (asking, copy, FIT_EXPLAIN_ASSIGNED, error);
      pods->pdata[index] = (gpointer) pod;
      if (explanation == NULL)
        return FALSE;
      explanation->current_node = g_strdup (pod->node_name);
      fit_pod_unref (explanation->given);
      explanation->given = fit_pod_ref (pod);
    }
  if (explanation == NULL)
    return FALSE;
  keep (asking, position, explanation);
  return TRUE;
}

static gboolean
ask (Asking *asking, const GPtrArray *pods, GError **error)
{
  guint n_queued = 0;

  for (guint i = 0; i < pods->len; i++)
    {
      g_hash_table_insert (asking->position_of, pods->pdata[i],
                           GUINT_TO_POINTER (i + 1));
      if (!g_hash_table_contains (asking->refused, pods->pdata[i])
          && is_queued (asking->questions, pods->pdata[i]))
        n_queued++;
      else if (!explain_unqueued (asking, i, pods->pdata[i], error))
        return FALSE;
    }
  return n_queued == 0 || explain_queue (asking, n_queued, error);
}

/* @refused: (nullable) */
static GHashTable *
reasons (const FitRefusals *refused)
{
  GHashTable *reasons = g_hash_table_new (NULL, NULL);

  for (guint i = 0; refused != NULL && i < refused->pods->len; i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];

      g_hash_table_insert (reasons, refusal->pod, refusal->reason);
    }
  return reasons;
}

FitExplanations *
fit_questions_ask (const FitQuestions *questions, const GPtrArray *pods,
                   GError **error)
{
  g_autoptr (FitExplanations) out = g_new0 (FitExplanations, 1);
  g_autoptr (GHashTable) position_of = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) refused = reasons (questions->refused);
  g_autoptr (GHashTable) known
      = g_hash_table_new_full (known_hash, known_equal, known_free, NULL);
  Asking asking = { .questions = questions,
                    .position_of = position_of,
                    .refused = refused,
                    .known = known,
                    .out = out };
  gboolean answered;
  guint n = 0;

  out->explanations
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_explanation_free);
  out->simulations
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_simulation_free);
  out->ahead_errors
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  g_ptr_array_set_size (out->explanations, (gint) pods->len);
  answered = ask (&asking, pods, error);
  fit_trial_free (asking.trial);
  if (!answered)
    return NULL;
  /* Removes the places of pods that were not kept. */
  for (guint i = 0; i < out->explanations->len; i++)
    if (out->explanations->pdata[i] != NULL)
      out->explanations->pdata[n++] = out->explanations->pdata[i];
  while (out->explanations->len > n)
    g_ptr_array_steal_index (out->explanations, out->explanations->len - 1);
  return g_steal_pointer (&out);
}
