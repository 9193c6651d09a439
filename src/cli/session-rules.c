/* session-rules.c - what the rules of a session read of a cluster, and how they
 * run on it
 * SPDX-License-Identifier: Apache-2.0 */

#include "config/profile-algorithm.h"
#include "cli/session.h"

gboolean
fit_session_has_priorities (const FitSession *session)
{
  return fit_gate_on (session->rules.gates, FIT_GATE_POD_PRIORITY);
}

FitDecodeFlags
fit_session_cluster_flags (const FitSession *session)
{
  const FitOptions *options = &session->invocation->options;
  /* Which pods a controller removes when it scales depends on their status. */
  const gboolean scales
      = options->rollout != NULL
        || (options->what_ifs != NULL && fit_options_given (options, "scale"));
  const gboolean shown = fit_extender_use_sends (&session->extenders)
                         || options->record != NULL || scales
                         || fit_output_wants_columns (session->invocation);

  return fit_invocation_decode_flags (session->invocation)
         | (shown ? FIT_DECODE_KEEP_RAW : 0)
         | (session->rules.configuration != NULL
                    && options->arithmetic == FIT_ARITHMETIC_TARGET
                ? fit_configuration_decode_flags (session->rules.configuration)
                : fit_modern_flags (session->rules.modern,
                                    fit_release_newest ()));
}

gboolean
fit_session_rules (FitSession *session, FitSimulationOptions *out_rules,
                   GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const FitChosenRules *rules = &session->rules;

  if (rules->policy.text != NULL && session->policy == NULL)
    session->policy = fit_chosen_rules_parse_policy (rules, error);
  if (rules->policy.text != NULL && session->policy == NULL)
    return FALSE;
  *out_rules = (FitSimulationOptions){
    .registry = session->registry,
    .gates = rules->gates,
    .modern = rules->modern,
    .provider = rules->provider,
    .policy = g_steal_pointer (&session->policy),
    .configuration = rules->configuration,
    .adapt = rules->configuration != NULL
             && options->arithmetic == FIT_ARITHMETIC_V1_16,
    .hard_pod_affinity_symmetric_weight
    = rules->hard_pod_affinity_symmetric_weight,
    .always_check_all_predicates = options->always_check_all_predicates,
    .scheduler_name = rules->scheduler_name,
    .files_elsewhere = TRUE,
    .plugins = rules->plugins,
    .plugin_lists = rules->plugin_lists,
    .scheduling = {
      .percentage_of_nodes_to_score = rules->percentage_of_nodes_to_score,
      .tie_break = options->tie_break,
      .seed = (guint32) options->seed,
    },
  };
  fit_extender_use_set_rules (&session->extenders, out_rules);
  return TRUE;
}

FitSimulation *
fit_session_simulate (FitSession *session, const FitObjects *objects,
                      GError **error)
{
  FitSimulationOptions rules;

  for (guint i = 0; i < G_N_ELEMENTS (session->prepared); i++)
    if (session->prepared[i] != NULL && objects == session->objects)
      return g_steal_pointer (&session->prepared[i]);
  if (!fit_session_rules (session, &rules, error))
    return NULL;
  return fit_simulation_new (objects, &rules, error);
}

FitQuestions
fit_session_questions (const FitSession *session)
{
  const FitOptions *options = &session->invocation->options;

  return (FitQuestions){
    .objects = session->objects,
    .refused = session->refused,
    .configuration = session->rules.configuration,
    .modern = session->rules.modern,
    .scheduler_name = session->rules.scheduler_name,
    .plugins = session->rules.plugins,
    .disable_preemption = session->rules.disable_preemption,
    .random_ties = options->tie_break == FIT_TIE_BREAK_RANDOM,
  };
}
