/* cmd-explain.c - 'fitsched explain' */
#include "cli/console.h"
#include "cli/explain-groups.h"
#include "cli/explain-pods.h"
#include "cli/explain-text.h"
#include "cli/session.h"
#include "cli/outcomes.h"
#include "queue/queue-gates.h"

/* Percentage at which every node is looked at. */
#define ALL_NODES 100

typedef struct
{
  FitSession session;
  FitNodeFilter filter;
  GPtrArray *pods;         /* of FitPod, borrowed: what was asked for, once */
  GHashTable *position_of; /* owned: pod -> position in @pods, from 1 */
  GPtrArray *simulations;  /* owned: explanations point into their caches */
  GPtrArray *explanations; /* of FitExplanation, owned: one per pod */
  FitOutcomes
      tally; /* of pods ahead in the queue: those that failed with errors; in
                     the end, of those that were asked for, too */
} Explaining;

static void
free_simulation (gpointer data)
{
  fit_simulation_free (data);
}

static void
free_explanation (gpointer data)
{
  fit_explanation_free (data);
}

static void
explaining_clear (Explaining *explaining)
{
  g_clear_pointer (&explaining->explanations, g_ptr_array_unref);
  g_clear_pointer (&explaining->simulations, g_ptr_array_unref);
  g_clear_pointer (&explaining->position_of, g_hash_table_unref);
  g_clear_pointer (&explaining->pods, g_ptr_array_unref);
  fit_outcomes_clear (&explaining->tally);
  fit_node_filter_clear (&explaining->filter);
  fit_session_close (&explaining->session);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explaining, explaining_clear)

static gboolean
find_pods (Explaining *explaining, GError **error)
{
  if (!fit_explain_find_pods (&explaining->session, explaining->pods, error))
    return FALSE;
  g_ptr_array_set_size (explaining->explanations, (gint) explaining->pods->len);
  for (guint i = 0; i < explaining->pods->len; i++)
    g_hash_table_insert (explaining->position_of, explaining->pods->pdata[i],
                         GUINT_TO_POINTER (i + 1));
  return TRUE;
}

/* Returns: (transfer none) (nullable) */
static FitSimulation *
start_simulation (Explaining *explaining, GError **error)
{
  FitSimulation *simulation = fit_session_simulate (
      &explaining->session, explaining->session.objects, error);

  if (simulation == NULL)
    return NULL;
  g_ptr_array_add (explaining->simulations, simulation);
  if (fit_node_filter_check (&explaining->filter,
                             fit_simulation_cache (simulation), error))
    return simulation;
  g_prefix_error (error, "--nodes: ");
  return NULL;
}

/* A second scheduler looks at all nodes with all predicates.  A round over all
 * nodes brings the order of nodes back to where it was, so that the decisions
 * about later pods stay the same. */
static FitEvaluation *
evaluate_details (const Explaining *explaining, FitSimulation *simulation,
                  const FitPod *pod, const FitExplainedProfile *profile)
{
  const FitSchedulerOptions options = {
    .percentage_of_nodes_to_score = ALL_NODES,
    .pool = explaining->session.pool,
    .filters = profile != NULL ? profile->algorithm->filters : NULL,
  };
  g_autoptr (FitGenericScheduler) scheduler = fit_generic_scheduler_new (
      fit_simulation_cache (simulation),
      fit_simulation_algorithm_of (simulation, pod), &options);

  return fit_generic_scheduler_evaluate (scheduler, pod,
                                         FIT_EVALUATE_ALL_PREDICATES);
}

/* Returns: (transfer full) (nullable): NULL: no profile decides.  The simulation
 * has made the same one already, so no plugin refuses its arguments. */
static FitExplainedProfile *
ask_profile (const FitChosenRules *rules, FitSimulation *simulation,
             const FitPod *pod)
{
  const FitConfiguration *configuration = rules->configuration;

  if (configuration == NULL)
    return NULL;
  return fit_explained_profile_new (
      configuration,
      (guint) (fit_chosen_rules_profile (rules, pod) - configuration->profiles),
      rules->plugins, pod, fit_simulation_cache (simulation), NULL);
}

/* Does a decision come with all failures anyway? */
static gboolean
looks_for_all (const FitAlgorithm *algorithm,
               const FitExplainedProfile *profile)
{
  return algorithm->always_check_all_predicates
         || (profile != NULL
             && fit_filter_profile_asks_all (profile->algorithm->release));
}

static const char *
release_of (const FitChosenRules *rules)
{
  return fit_release_name (rules->configuration != NULL
                               ? rules->configuration->target.release
                               : FIT_RELEASE_LEGACY);
}

static FitExplanation *
explain (const Explaining *explaining, FitSimulation *simulation,
         const FitPod *pod, FitExplainMode mode)
{
  const FitOptions *options = &explaining->session.invocation->options;
  const FitChosenRules *rules = &explaining->session.rules;
  const FitEvaluateFlags preemption
      = fit_chosen_rules_preempt (rules, pod) ? FIT_EVALUATE_PREEMPTION : 0;
  FitExplanation *explanation = g_new0 (FitExplanation, 1);

  explanation->pod = fit_pod_ref (pod);
  explanation->given = fit_pod_ref (pod);
  explanation->release = release_of (rules);
  explanation->mode = mode;
  explanation->random_ties = options->tie_break == FIT_TIE_BREAK_RANDOM;
  explanation->profile = ask_profile (rules, simulation, pod);
  explanation->all_failures
      = options->all
        || looks_for_all (fit_simulation_algorithm_of (simulation, pod),
                          explanation->profile);
  if (options->all)
    explanation->details
        = evaluate_details (explaining, simulation, pod, explanation->profile);
  explanation->evaluation = fit_generic_scheduler_evaluate (
      fit_simulation_scheduler_of (simulation, pod), pod,
      FIT_EVALUATE_ALL_NODES | preemption);
  if (explanation->profile != NULL)
    fit_explained_profile_score (explanation->profile, explanation->evaluation,
                                 fit_simulation_cache (simulation));
  if (!options->all_pending || explanation->evaluation->chosen < 0)
    fit_explanation_find_details (
        explanation, fit_simulation_scheduler_of (simulation, pod));
  if (fit_chosen_rules_hold_back (rules, pod))
    explanation->waiting = fit_scheduling_gates_message (pod);
  return explanation;
}

/* --- pods in the queue --------------------------------------------------- */

/* Explains @pod and gives it its node. */
static FitExplanation *
explain_next (const Explaining *explaining, FitSimulation *simulation,
              const FitPod *pod, guint n_ahead)
{
  FitExplanation *explanation
      = explain (explaining, simulation, pod, FIT_EXPLAIN_IN_QUEUE);
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autoptr (GError) problem = NULL;

  explanation->n_ahead = n_ahead;
  explanation->n_ahead_errors = explaining->tally.n_of[FIT_OUTCOME_ERROR];
  if (evaluation->chosen >= 0
      && !fit_simulation_assume (
          simulation, pod, evaluation->feasible[evaluation->chosen], &problem))
    explanation->assume_error = g_steal_pointer (&problem);
  fit_explanation_finish (explanation);
  return explanation;
}

static void
schedule (Explaining *explaining, FitSimulation *simulation, const FitPod *pod)
{
  g_auto (FitPlacement) placement;

  fit_simulation_schedule (simulation, pod, &placement);
  if (placement.error != NULL)
    fit_outcomes_add (&explaining->tally, NULL, placement.error);
}

/* Of all pending pods only those that find no node are of interest. */
static void
drop_placed (Explaining *explaining, guint position)
{
  FitExplanation *explanation = explaining->explanations->pdata[position];

  if (!explaining->session.invocation->options.all_pending
      || fit_explanation_node (explanation) == NULL)
    return;
  fit_explanation_free (explanation);
  explaining->explanations->pdata[position] = NULL;
}

static gboolean
explain_queue (Explaining *explaining, guint n_wanted, GError **error)
{
  const FitChosenRules *rules = &explaining->session.rules;
  FitSimulation *simulation = start_simulation (explaining, error);
  const GPtrArray *pending;
  guint n_ahead = 0;
  g_auto (FitProgress) progress = { 0 };

  if (simulation == NULL)
    return FALSE;
  pending = fit_simulation_pending (simulation);
  fit_progress_init (&progress, "pods scheduled", pending->len);
  for (guint i = 0; i < pending->len && n_wanted > 0; i++)
    {
      const guint position = GPOINTER_TO_UINT (
          g_hash_table_lookup (explaining->position_of, pending->pdata[i]));

      if (fit_chosen_rules_hold_back (rules, pending->pdata[i]))
        continue;
      if (position > 0)
        {
          explaining->explanations->pdata[position - 1] = explain_next (
              explaining, simulation, pending->pdata[i], n_ahead);
          drop_placed (explaining, position - 1);
          n_wanted--;
        }
      else
        schedule (explaining, simulation, pending->pdata[i]);
      n_ahead++;
      fit_progress_set (&progress, i + 1);
    }
  return TRUE;
}

/* --- pods by themselves -------------------------------------------------- */

/* In a cluster of its own, since the turn among ties starts afresh. */
static FitExplanation *
explain_alone (Explaining *explaining, const FitPod *pod, FitExplainMode mode,
               GError **error)
{
  FitSimulation *simulation = start_simulation (explaining, error);
  FitExplanation *explanation;

  if (simulation == NULL)
    return NULL;
  explanation = explain (explaining, simulation, pod, mode);
  fit_explanation_finish (explanation);
  return explanation;
}

static FitExplanation *
explain_assigned (Explaining *explaining, const FitPod *pod, GError **error)
{
  const FitPod *copy = fit_session_make_pending (&explaining->session, pod);
  FitExplanation *explanation
      = explain_alone (explaining, copy, FIT_EXPLAIN_ASSIGNED, error);

  if (explanation != NULL)
    {
      explanation->current_node = g_strdup (pod->node_name);
      fit_pod_unref (explanation->given);
      explanation->given = fit_pod_ref (pod);
    }
  fit_session_restore (&explaining->session, copy, pod);
  return explanation;
}

/* --- pods of other schedulers --------------------------------------------- */

/* Returns: (transfer full): what to do to have it explained all the same */
static char *
foreign_hint (const FitSession *session, const char *scheduler_name)
{
  g_autofree char *names = fit_chosen_rules_schedulers (&session->rules);

  if (session->invocation->options.config != NULL)
    return g_strdup_printf ("No profile of the configuration has the "
                            "schedulerName \"%s\"; it has: %s.",
                            scheduler_name, names);
  return g_strdup_printf ("--scheduler-name '%s' explains it with these rules.",
                          scheduler_name);
}

/* Nothing is evaluated: what these rules say does not matter. */
static FitExplanation *
explain_foreign (const Explaining *explaining, const FitPod *pod)
{
  const char *name = pod->spec->scheduler_name;
  FitExplanation *explanation = g_new0 (FitExplanation, 1);

  explanation->pod = fit_pod_ref (pod);
  explanation->given = fit_pod_ref (pod);
  explanation->mode = FIT_EXPLAIN_FOREIGN;
  explanation->release = release_of (&explaining->session.rules);
  if (*pod->node_name != '\0')
    explanation->current_node = g_strdup (pod->node_name);
  explanation->foreign
      = g_strdup_printf ("the scheduler \"%s\" schedules this pod", name);
  explanation->foreign_hint = foreign_hint (&explaining->session, name);
  explanation->evaluation = g_new0 (FitEvaluation, 1);
  explanation->evaluation->pod = fit_pod_ref (pod);
  explanation->evaluation->chosen = -1;
  fit_explanation_finish (explanation);
  return explanation;
}

/* --- all ----------------------------------------------------------------- */

static FitExplanation *
explain_unqueued (Explaining *explaining, const FitPod *pod, GError **error)
{
  if (!fit_chosen_rules_take (&explaining->session.rules, pod))
    return explain_foreign (explaining, pod);
  if (*pod->node_name != '\0')
    return explain_assigned (explaining, pod, error);
  return explain_alone (explaining, pod, FIT_EXPLAIN_ALONE, error);
}

/* Whether the queue of this scheduler holds @pod, and lets it out. */
static gboolean
is_queued (const Explaining *explaining, const FitPod *pod)
{
  return !explaining->session.invocation->options.alone
         && *pod->node_name == '\0' && !fit_pod_terminal (pod)
         && fit_chosen_rules_take (&explaining->session.rules, pod)
         && !fit_chosen_rules_hold_back (&explaining->session.rules, pod);
}

/* Takes out the places of pods that were dropped. */
static void
keep_explained (GPtrArray *explanations)
{
  guint n = 0;

  for (guint i = 0; i < explanations->len; i++)
    if (explanations->pdata[i] != NULL)
      explanations->pdata[n++] = explanations->pdata[i];
  while (explanations->len > n)
    g_ptr_array_steal_index (explanations, explanations->len - 1);
}

static gboolean
explain_all (Explaining *explaining, GError **error)
{
  guint n_queued = 0;

  for (guint i = 0; i < explaining->pods->len; i++)
    {
      const FitPod *pod = explaining->pods->pdata[i];
      FitExplanation *explanation;

      if (is_queued (explaining, pod))
        {
          n_queued++;
          continue;
        }
      explanation = explain_unqueued (explaining, pod, error);
      if (explanation == NULL)
        return FALSE;
      explaining->explanations->pdata[i] = explanation;
    }
  if (n_queued > 0 && !explain_queue (explaining, n_queued, error))
    return FALSE;
  keep_explained (explaining->explanations);
  return TRUE;
}

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Explaining *explaining = data;

  if (explaining->session.invocation->options.all_pending && !style->wide)
    {
      fit_explain_append_groups (explaining->explanations, style, out);
      return;
    }
  for (guint i = 0; i < explaining->explanations->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, '\n');
      fit_explanation_append_text (explaining->explanations->pdata[i],
                                   &explaining->filter, style, out);
    }
}

enum
{
  MEMBER_ITEMS,
  MEMBER_NOTES,
};

static const FitColumn member_columns[] = {
  [MEMBER_ITEMS] = { "items", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_NOTES] = { "notes", NULL, FIT_CELL_TEXTS, 0 },
};

static void
print (const Explaining *explaining, GError **error)
{
  g_autoptr (FitTable) record = FIT_TABLE_NEW (member_columns);
  FitTable *items
      = fit_explanations_table (explaining->explanations, &explaining->filter);

  fit_table_add_row (record);
  fit_table_set_table (record, MEMBER_ITEMS, items);
  fit_table_set_texts (record, MEMBER_NOTES, explaining->session.rules.notes);
  fit_session_print (
      &explaining->session,
      &(FitOutput){ "Explanation", record, items, append_text, explaining },
      error);
}

FitExit
fit_cmd_explain (const FitInvocation *invocation, GError **error)
{
  g_auto (Explaining) explaining = { 0 };

  explaining.pods = g_ptr_array_new ();
  explaining.position_of = g_hash_table_new (NULL, NULL);
  explaining.simulations = g_ptr_array_new_with_free_func (free_simulation);
  explaining.explanations = g_ptr_array_new_with_free_func (free_explanation);
  fit_node_filter_init (&explaining.filter, invocation->options.nodes);
  if (!fit_explain_check (invocation, error)
      || !fit_session_open (&explaining.session, invocation, error)
      || !find_pods (&explaining, error) || !explain_all (&explaining, error))
    return FIT_EXIT_INPUT;
  print (&explaining, error);
  for (guint i = 0; i < explaining.explanations->len; i++)
    {
      const FitExplanation *explanation = explaining.explanations->pdata[i];

      fit_outcomes_add (&explaining.tally, fit_explanation_node (explanation),
                        fit_explanation_error (explanation));
    }
  return fit_outcomes_exit (&explaining.tally);
}
