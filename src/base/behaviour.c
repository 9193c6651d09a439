/* behaviour.c - the table of releases in which each statement of FitBehaviour holds */
#include "base/behaviour.h"

#include <stddef.h>

/* A member may have several rows. */
#define HOLDS(member) offsetof (FitBehaviour, member)

static const struct
{
  gsize member;
  FitSpan span;
  FitGate gate; /* that has to be on; FIT_GATE_NONE: there is none */
} rows[] = {
  { HOLDS (forgets_removed_nodes), FIT_SINCE (19) },
  { HOLDS (checks_claims_first), FIT_SPAN (16, 20) },
  { HOLDS (search_goes_on), FIT_SINCE (18) },
  { HOLDS (error_ends_search), FIT_SINCE (18) },
  { HOLDS (fit_error_is_bare), FIT_SINCE (18) },
  { HOLDS (first_node_will_do), FIT_SINCE (30) },
  { HOLDS (extenders_reject), FIT_SINCE (30) },
  { HOLDS (narrowing_rejects), FIT_SINCE (31) },

  { HOLDS (preemption_never_ungated), FIT_SINCE (19) },
  { HOLDS (preemption_hopeless_nomination), FIT_SINCE (19) },
  { HOLDS (preemption_budgets_shrink), FIT_SINCE (19) },
  { HOLDS (preemption_needs_victims), FIT_SINCE (19) },
  { HOLDS (preemption_enough), FIT_SINCE (20) },
  { HOLDS (preemption_needs_one), FIT_SINCE (22) },
  { HOLDS (preemption_tells_errors), FIT_SINCE (23) },
  { HOLDS (preemption_tells_why), FIT_SINCE (24) },
  { HOLDS (preemption_knows_victims), FIT_SINCE (27),
    FIT_GATE_POD_DISRUPTION_CONDITIONS },
  { HOLDS (preemption_only_rejected), FIT_SINCE (31) },
  { HOLDS (preemption_sorts_victims), FIT_SINCE (32) },

  { HOLDS (queue_attempts), FIT_SINCE (18) },
  { HOLDS (queue_managed_fields), FIT_SINCE (19) },
  { HOLDS (queue_same_version), FIT_SINCE (20) },
  { HOLDS (queue_update_waits), FIT_SINCE (21) },
  { HOLDS (queue_assumed_kept), FIT_SINCE (22) },
  { HOLDS (queue_finalizers), FIT_SINCE (22) },
  { HOLDS (queue_events), FIT_SINCE (22) },
  { HOLDS (queue_node_check), FIT_SINCE (22) },
  { HOLDS (queue_activate), FIT_SINCE (22) },
  { HOLDS (queue_long_stay), FIT_SINCE (24) },
  { HOLDS (queue_pre_enqueue), FIT_SINCE (26) },
  { HOLDS (queue_hints), FIT_SINCE (28), FIT_GATE_SCHEDULER_QUEUEING_HINTS },
  { HOLDS (queue_hints_suffice), FIT_SINCE (32) },
  { HOLDS (queue_unexplained), FIT_SINCE (29) },
  { HOLDS (queue_every_change), FIT_SINCE (30) },
  { HOLDS (queue_pod_changes), FIT_SINCE (31) },
  { HOLDS (queue_resource_labels), FIT_SINCE (32) },
  { HOLDS (queue_pops_early), FIT_SINCE (33),
    FIT_GATE_SCHEDULER_POP_FROM_BACKOFF_Q },
  { HOLDS (queue_late_end), FIT_SINCE (33) },
  { HOLDS (queue_errors_apart), FIT_SINCE (34) },

  { HOLDS (permits_in_cycle), FIT_SINCE (18) },
  { HOLDS (extenders_bind_first), FIT_SINCE (18) },
  { HOLDS (assumes_first), FIT_SINCE (19) },
  { HOLDS (nominates_last), FIT_SINCE (19) },
  { HOLDS (requeues_at_once), FIT_SINCE (20) },
  { HOLDS (skips_unchanged), FIT_SINCE (20) },
  { HOLDS (rejects_deleted), FIT_SINCE (20) },
  { HOLDS (rejects_waiting_victims), FIT_SINCE (22) },
  { HOLDS (waits_for_bound_pods), FIT_SPAN (23, 25) },
  { HOLDS (tells_of_preemption), FIT_SINCE (24) },
  { HOLDS (trusts_bindings), FIT_SINCE (25) },
  { HOLDS (hides_preemptor), FIT_SINCE (26) },
  { HOLDS (victims_know_scheduler), FIT_SINCE (26) },
  { HOLDS (victims_have_common_reason), FIT_SINCE (27) },
  { HOLDS (dots_preemption), FIT_SPAN (26, 29) },
  { HOLDS (tells_of_broken_preemption), FIT_SINCE (27) },
  { HOLDS (skips_assumed), FIT_SINCE (22) },
  { HOLDS (moves_after_failure), FIT_SINCE (23) },
  { HOLDS (clears_nomination), FIT_SINCE (23) },
  { HOLDS (ignores_heartbeats), FIT_SINCE (21) },
  { HOLDS (tells_uid_of_preemptor), FIT_SINCE (29) },
  { HOLDS (adds_taint_events), FIT_SINCE (30) },
  { HOLDS (tells_of_lost_nodes), FIT_SINCE (32) },
  { HOLDS (offers_nominations), FIT_SINCE (33) },
  { HOLDS (evicts_later), FIT_SINCE (32), FIT_GATE_SCHEDULER_ASYNC_PREEMPTION },

  { HOLDS (permit_is_split), FIT_SINCE (18) },
  { HOLDS (lists_are_strict), FIT_SINCE (18) },
  { HOLDS (scores_reach_100), FIT_SINCE (17) },
  { HOLDS (reserve_undoes), FIT_SINCE (19) },
  { HOLDS (weights_are_of_score), FIT_SINCE (23) },
  { HOLDS (pre_filter_narrows), FIT_SINCE (24) },
  { HOLDS (narrowing_names_any), FIT_SINCE (30) },
  { HOLDS (filters_all), FIT_SPAN (24, 26) },
  { HOLDS (post_filter_makes_room), FIT_SINCE (19) },
  { HOLDS (post_filter_has_modes), FIT_SINCE (26) },
  { HOLDS (pre_filter_skips), FIT_SINCE (26) },
  { HOLDS (pre_score_skips), FIT_SINCE (27) },
  { HOLDS (rejection_is_forgotten), FIT_SPAN (26, 28) },
  { HOLDS (pre_filter_goes_on), FIT_SINCE (30) },

  { HOLDS (filter_errors_name_pod), FIT_BEFORE (21) },
  { HOLDS (rejection_counts_nodes), FIT_BEFORE (26) },
  { HOLDS (excluded_by_result), FIT_SPAN (30, 31) },
  { HOLDS (excluded_by_plugins), FIT_SINCE (32) },

  { HOLDS (filter_first_skip), FIT_SINCE (27) },
  { HOLDS (filter_skip), FIT_SINCE (28) },
  { HOLDS (inter_pod_affinity_skips_score), FIT_SINCE (28) },
  { HOLDS (spread_skips_score), FIT_SINCE (28) },
  { HOLDS (node_affinity_skips_score), FIT_SINCE (30) },
  { HOLDS (volume_binding_skips_score), FIT_SINCE (30) },
  { HOLDS (balance_skips_score), FIT_SINCE (33) },

  { HOLDS (no_request_fits), FIT_SINCE (28) },
  { HOLDS (no_scalar_fits), FIT_SINCE (26) },
  { HOLDS (over_capacity_is_final), FIT_SINCE (34) },

  { HOLDS (any_term_conflicts), FIT_SPAN (24, 27) },
  { HOLDS (hosts_narrow), FIT_SPAN (27, 32) },
  { HOLDS (affinity_in_general), FIT_SPAN (18, 21) },
  { HOLDS (affinity_rules_in_general), FIT_SPAN (21, 22) },
  { HOLDS (unlabelled_selects_all), FIT_SINCE (34) },
  { HOLDS (affinity_true_extremes), FIT_SINCE (21) },
  { HOLDS (preference_faults_have_places), FIT_SINCE (22) },

  { HOLDS (selects_by_owner), FIT_SINCE (22) },
  { HOLDS (counts_eligible_pods), FIT_SPAN (18, 19) },
  { HOLDS (counts_eligible_pods), FIT_SINCE (24) },
  { HOLDS (empty_selects_none), FIT_SINCE (27) },
  { HOLDS (any_taint_repels), FIT_SPAN (25, 26) },
  { HOLDS (spreads_system_everywhere), { FIT_RELEASE (20, 15), 0 } },
  { HOLDS (spread_rounds), FIT_SINCE (24) },
  { HOLDS (spread_counts_apart), FIT_SINCE (33) },

  { HOLDS (overhead_in_cores), FIT_BEFORE (27) },
  { HOLDS (fit_scores_without_overhead), FIT_SPAN (22, 24) },
  { HOLDS (fit_scores_by_containers), FIT_SINCE (33) },
  { HOLDS (scores_leave_out), FIT_SINCE (22) },
  { HOLDS (overfull_is_full), { FIT_RELEASE (20, 15), 0 } },
  { HOLDS (images_per_container), FIT_SINCE (19) },
  { HOLDS (images_are_current), FIT_SINCE (29) },
  { HOLDS (images_of_init_count), FIT_SINCE (30) },

  { HOLDS (claims_are_told_apart), FIT_SINCE (23) },
  { HOLDS (claims_must_exist), FIT_SINCE (27) },
  { HOLDS (claims_in_use_anywhere), FIT_SINCE (27) },
  { HOLDS (claims_in_use_unnamed), FIT_SINCE (33) },
  { HOLDS (volume_unavailable), FIT_SINCE (23) },
  { HOLDS (volume_node_affinity), FIT_SINCE (33) },
  { HOLDS (provisions_count), FIT_SINCE (33) },
  { HOLDS (zone_problem_rejects), { FIT_RELEASE (20, 15), 0 } },
  { HOLDS (zone_checked_once), FIT_SINCE (27) },
  { HOLDS (zone_labels_translate), FIT_SINCE (29) },

  { HOLDS (limits_by_newer_type), FIT_SINCE (18) },
  { HOLDS (limits_need_claims), FIT_SINCE (23) },
  { HOLDS (limits_reject), FIT_SINCE (30) },
  { HOLDS (limits_count_inline), FIT_SINCE (25) },
  { HOLDS (limits_by_csi_node), FIT_SINCE (32) },
  { HOLDS (limits_count_attached), FIT_SINCE (32) },
  { HOLDS (limits_forget_rbd), FIT_SINCE (31) },

  { HOLDS (always_migrates_openstack), FIT_SINCE (25) },
  { HOLDS (always_migrates_azure_disk), FIT_SINCE (26) },
  { HOLDS (always_migrates_aws), FIT_SINCE (27) },
  { HOLDS (always_migrates_gce), FIT_SINCE (27) },
  { HOLDS (zones_have_newer_labels), FIT_SINCE (21) },
  { HOLDS (migrates_managed_disks_only), FIT_SINCE (22) },

  { HOLDS (config_has_backoff), FIT_SINCE (17) },
  { HOLDS (config_has_parallelism), FIT_SINCE (20) },
  { HOLDS (config_shows_default_args), FIT_SINCE (20) },
  { HOLDS (config_lists_in_new_order), FIT_SINCE (23) },
  { HOLDS (config_compares_sort_args), FIT_SINCE (22) },
  { HOLDS (config_checks_unused_ratio), FIT_SINCE (23) },
  { HOLDS (config_locks_are_leases), FIT_SINCE (27) },
  { HOLDS (config_serves_nothing), FIT_SINCE (23) },
  { HOLDS (config_multi_point_first), FIT_SINCE (24) },
  { HOLDS (config_args_are_typed), FIT_SINCE (19) },
  { HOLDS (config_merges_defaults), FIT_SINCE (22) },
  { HOLDS (config_errors_have_paths), FIT_SINCE (22) },
  { HOLDS (config_removed_is_invalid), FIT_SINCE (25) },
  { HOLDS (plugin_errors_are_short), FIT_SINCE (20) },
  { HOLDS (errors_name_rfc_1123), FIT_SINCE (20) },
  { HOLDS (fit_replaces_scorers), FIT_SINCE (22) },
  { HOLDS (binding_may_time_out_at_once), FIT_SINCE (21) },
  { HOLDS (storage_scoring_is_renamed), FIT_SINCE (33) },
  { HOLDS (pods_have_index_labels), FIT_SINCE (28) },
};

FitBehaviour
fit_behaviour_of_gates (FitFeatureGates gates)
{
  const FitRelease release = fit_feature_gates_release (gates);
  FitBehaviour behaviour = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (fit_span_has (rows[i].span, release)
        && (rows[i].gate == FIT_GATE_NONE || fit_gate_on (gates, rows[i].gate)))
      G_STRUCT_MEMBER (gboolean, &behaviour, rows[i].member) = TRUE;
  return behaviour;
}

FitBehaviour
fit_behaviour (FitRelease release)
{
  return fit_behaviour_of_gates ((FitFeatureGates){ .release = release });
}
