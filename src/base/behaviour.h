/* behaviour.h - what differs from release to release, and is not data of a rule
 *
 * Each member tells whether a statement holds in a release.  None holds in v1.16,
 * unless its comment says so.  The table of behaviour.c has the releases.
 */
#pragma once

#include "base/feature-gates.h"

/* clang-format off */
typedef struct
{
  /* -- finding nodes for a pod -- */

  gboolean forgets_removed_nodes; /* a removed node leaves the snapshot although it has pods */
  gboolean checks_claims_first; /* the pod's claims are checked before any plugin runs; also in v1.16 */
  gboolean search_goes_on;      /* the search starts where the previous cycle stopped, in an order that changes only
                                   when nodes do; v1.16 takes turns in the node tree */
  gboolean error_ends_search;   /* the first filter that returns an error ends the cycle; v1.16 checks all nodes and
                                   reports all errors */
  gboolean first_node_will_do;  /* if nothing filters or scores further, the first node that fits is enough */
  gboolean fit_error_is_bare;   /* a FitError without reasons ends with the colon */
  gboolean extenders_reject;    /* extenders that leave out nodes count as a plugin that rejected the pod... */
  gboolean narrowing_rejects;   /* ...and so do PreFilter plugins that restrict the nodes */

  /* -- preemption -- */

  gboolean preemption_never_ungated;       /* preemptionPolicy works without a feature gate */
  gboolean preemption_hopeless_nomination; /* a pod that is nominated to a node where preemption cannot help may
                                              preempt again */
  gboolean preemption_budgets_shrink;      /* every victim counts against its budget, but not twice */
  gboolean preemption_needs_victims;       /* skip nodes where no pod has lower priority */
  gboolean preemption_enough;              /* stop after some candidates */
  gboolean preemption_needs_one;           /* a node where the pod fits although all stay is an error, no candidate */
  gboolean preemption_tells_errors;        /* without a candidate, the errors of the nodes end preemption */
  gboolean preemption_tells_why;           /* why there is no candidate */
  gboolean preemption_knows_victims;       /* gate PodDisruptionConditions: a pod that ends for another reason than preemption is not waited for */
  gboolean preemption_only_rejected;       /* skip nodes that nothing rejected, as PreFilter left them out */
  gboolean preemption_sorts_victims;       /* victims are in order of importance, whichever budgets they violate */

  /* -- the queue -- */

  gboolean queue_attempts;         /* entries count their attempts; the backoff depends on the count */
  gboolean queue_managed_fields;   /* changes of managedFields alone do not count as an update of an assumed pod... */
  gboolean queue_finalizers;       /* ...nor of a waiting pod, where finalizers do not count either */
  gboolean queue_same_version;     /* updates with an unchanged resourceVersion are ignored... */
  gboolean queue_assumed_kept;     /* ...and so are all updates of assumed pods */
  gboolean queue_update_waits;     /* an update does not cut a backoff short */
  gboolean queue_events;           /* a pod waits for events that the plugins which rejected it have registered for */
  gboolean queue_node_check;       /* a node event moves only pods that might run on the node */
  gboolean queue_activate;         /* plugins can activate pods */
  gboolean queue_long_stay;        /* the limit in unschedulablePods is 5 minutes, not 60 s */
  gboolean queue_pre_enqueue;      /* plugins can keep pods out of the active queue */
  gboolean queue_hints;            /* gate SchedulerQueueingHints: plugins judge events, and events during an attempt
                                      are kept until it ends */
  gboolean queue_hints_suffice;    /* with hints, nodes are not checked */
  gboolean queue_unexplained;      /* a pod that no plugin has rejected waits for the end of its backoff, not for an
                                      event */
  gboolean queue_every_change;     /* an update of a node is an event for each kind of change, not only for the first;
                                      changes of annotations are events */
  gboolean queue_pod_changes;      /* so is an update of a pod that runs; with hints on, they judge what happens to it
                                      and to the waiting pod itself */
  gboolean queue_resource_labels;  /* events are named after their resource */
  gboolean queue_pops_early;       /* gate SchedulerPopFromBackoffQ: while nothing else waits, rejected pods need not
                                      wait for the end of their backoff */
  gboolean queue_late_end;         /* a backoff that ends right now is not over yet; a gated pod backs off if it was
                                      tried before, and no pod does that was not */
  gboolean queue_errors_apart;     /* an attempt that ends with an error does not lengthen the backoff after a
                                      rejection */

  /* -- the way of a pod, its binding, and failures (failure.c has more) -- */

  gboolean permits_in_cycle;           /* Permit runs before the cycle ends, and does not block it */
  gboolean extenders_bind_first;       /* extenders that bind come before Bind plugins; a plugin writes to the API
                                          server */
  gboolean assumes_first;              /* a pod is assumed before Reserve runs; its volumes are assumed at Reserve,
                                          written at PreBind, and released at Unreserve */
  gboolean nominates_last;             /* preemption is part of the attempt: the nomination is written when the
                                          failure is handled */
  gboolean requeues_at_once;           /* a failed pod is queued again at once, as last reported by the source */
  gboolean skips_unchanged;            /* an assumed pod that was queued again is skipped if it has not changed... */
  gboolean skips_assumed;              /* ...or even if it has */
  gboolean rejects_deleted;            /* a waiting pod that is deleted is rejected... */
  gboolean moves_after_failure;        /* ...and its room may help other pods, as after any failure on the way to a
                                          node */
  gboolean tells_of_preemption;        /* the message why a pod does not fit includes the result of preemption... */
  gboolean tells_of_broken_preemption; /* ...or what preemption failed with */
  gboolean dots_preemption;            /* that result gets a full stop even if it has one */
  gboolean clears_nomination;          /* a failure clears the nomination, unless preemption was tried */
  gboolean rejects_waiting_victims;    /* a waiting victim is only rejected, not deleted */
  gboolean victims_know_scheduler;     /* the condition on a victim names the preemptor's scheduler... */
  gboolean victims_have_common_reason; /* ...and has a reason that other causes have too */
  gboolean hides_preemptor;            /* the victim's event does not name the preemptor... */
  gboolean tells_uid_of_preemptor;     /* ...but has its UID */
  gboolean evicts_later;               /* gate SchedulerAsyncPreemption: victims are deleted while the scheduler goes on */
  gboolean ignores_heartbeats;         /* a node update that changes nothing relevant moves no pods, even if no pod is
                                          waiting */
  gboolean waits_for_bound_pods;       /* assumed pods expire after 15 minutes, not 30 seconds... */
  gboolean trusts_bindings;            /* ...or never, however long their confirmation takes */
  gboolean tells_of_lost_nodes;        /* the end of a node is an event for pods that wait... */
  gboolean offers_nominations;         /* ...and so is the end of a nomination, for pods that are no more important */
  gboolean adds_taint_events;          /* plugins that register for new nodes also hear of changed taints */

  /* -- the framework -- */

  gboolean permit_is_split;        /* Permit does not block the cycle; waiting pods have a timeout per plugin, and
                                      continue when all of these plugins have allowed it */
  gboolean reserve_undoes;         /* Unreserve is part of Reserve, called in reverse order */
  gboolean lists_are_strict;       /* a list names a plugin at most once; there must be a QueueSort plugin and a Bind
                                      plugin */
  gboolean scores_reach_100;       /* the maximum of a plugin's scores; v1.16 has 10 */
  gboolean weights_are_of_score;   /* a plugin's weight comes from the list of Score, not from the last list that
                                      names the plugin */
  gboolean pre_filter_narrows;     /* PreFilter plugins may restrict the nodes to check... */
  gboolean narrowing_names_any;    /* ...and may name nodes that do not exist */
  gboolean pre_filter_skips;       /* a plugin that returns Skip at PreFilter is skipped at Filter... */
  gboolean pre_score_skips;        /* ...and one that does so at PreScore is skipped at Score */
  gboolean pre_filter_goes_on;     /* after a PreFilter plugin has rejected the pod, the others still run, unless it
                                      is final; that the plugins together allow no node is final */
  gboolean rejection_is_forgotten; /* preemption looks at all nodes after any rejection by a PreFilter plugin; fixed
                                      by later patch releases */
  gboolean filters_all;            /* all Filter plugins run on a node, and their statuses are merged */
  gboolean post_filter_makes_room; /* PostFilter plugins run if no node fits, to
                                      make room; up to 1.17 they are informed
                                      of the nodes that fit */
  gboolean post_filter_has_modes;  /* among PostFilter plugins, UnschedulableAndUnresolvable ends the sequence, and
                                      the last decided nomination is kept */

  /* -- messages about filters -- */

  gboolean filter_errors_name_pod; /* the error of a filter names the pod; also in v1.16 */
  gboolean rejection_counts_nodes; /* each reason of a PreFilter plugin has the number of nodes before it; also in
                                      v1.16 */
  gboolean excluded_by_result;     /* nodes that PreFilter plugins left out are reported with a general reason... */
  gboolean excluded_by_plugins;    /* ...or with the names of these plugins */

  /* -- filters and scores of plugins -- */

  /* PreFilter returns Skip if the plugin does not matter for the pod: first
   * NodeAffinity, InterPodAffinity, VolumeBinding and VolumeZone, then the other
   * plugins; the same for PreScore. */
  gboolean filter_first_skip;
  gboolean filter_skip;
  gboolean inter_pod_affinity_skips_score;
  gboolean spread_skips_score;
  gboolean node_affinity_skips_score;
  gboolean volume_binding_skips_score;
  gboolean balance_skips_score;

  gboolean no_request_fits;        /* a request of 0 fits even on an overcommitted node... */
  gboolean no_scalar_fits;         /* ...or one of an extended resource does */
  gboolean over_capacity_is_final; /* a request larger than the node's capacity is Unresolvable */

  gboolean any_term_conflicts;            /* one conflicting term makes the list of nodes that PreFilter names empty
                                             */
  gboolean hosts_narrow;                  /* volumes tied to hosts restrict the nodes too */
  gboolean affinity_in_general;           /* a general reason precedes the specific one... */
  gboolean affinity_rules_in_general;     /* ...in another wording */
  gboolean unlabelled_selects_all;        /* a namespaceSelector that matches a namespace without labels selects every
                                             namespace */
  gboolean affinity_true_extremes;        /* minimum and maximum of the sums need not include 0 */
  gboolean preference_faults_have_places; /* errors name the place in the pod's preferences */

  gboolean selects_by_owner;          /* a pod is selected by its owner, not by everything that matches it */
  gboolean counts_eligible_pods;      /* pods on nodes that are not eligible do not count */
  gboolean empty_selects_none;        /* an empty selector selects no pod */
  gboolean any_taint_repels;          /* PreferNoSchedule counts like other effects */
  gboolean spreads_system_everywhere; /* system constraints also score nodes without the topology keys */
  gboolean spread_rounds;             /* to nearest, not toward zero */
  gboolean spread_counts_apart;       /* constraints with the same key have separate counts */

  /* Of the pod to schedule, scores count: */
  gboolean overhead_in_cores;           /* the cpu overhead in whole cores, rounded up, as if these were millicores; also in v1.16 */
  gboolean fit_scores_without_overhead; /* NodeResourcesFit: no overhead */
  gboolean fit_scores_by_containers;    /* NodeResourcesFit: not spec.resources */
  gboolean scores_leave_out;            /* resources that a node does not offer, and extended resources that the pod
                                           does not request, are left out */
  gboolean overfull_is_full;            /* a resource requested beyond capacity counts as full, instead of giving no
                                           points */

  gboolean images_per_container; /* the limit grows with the containers */
  gboolean images_are_current;   /* counts of nodes are up to date */
  gboolean images_of_init_count; /* init containers count */

  /* -- volumes -- */

  gboolean claims_are_told_apart;  /* generic ephemeral volumes have their own texts, and lost claims are reported */
  gboolean claims_must_exist;      /* VolumeRestrictions checks that they do */
  gboolean claims_in_use_anywhere; /* not only on the node... */
  gboolean claims_in_use_unnamed;  /* ...and without their name in the reason */
  gboolean volume_unavailable;     /* wording */
  gboolean volume_node_affinity;   /* wording */
  gboolean provisions_count;       /* for scores */
  gboolean zone_problem_rejects;   /* it is a rejection, not an error */
  gboolean zone_checked_once;      /* at PreFilter, for all nodes */
  gboolean zone_labels_translate;  /* beta labels match GA labels */

  gboolean limits_by_newer_type;  /* without the beta label, the GA label gives the instance type */
  gboolean limits_need_claims;    /* a claim of the pod that does not exist is an error; claims of generic ephemeral
                                     volumes count */
  gboolean limits_reject;         /* it is a rejection, not an error */
  gboolean limits_count_inline;   /* inline disks count for the driver that they are migrated to */
  gboolean limits_by_csi_node;    /* limits come only from the CSINode */
  gboolean limits_count_attached; /* CSI volumes in VolumeAttachments count */
  gboolean limits_forget_rbd;     /* RBD images are no volumes of a driver */

  /* The plugin is migrated on every node with a CSINode. */
  gboolean always_migrates_openstack;
  gboolean always_migrates_azure_disk;
  gboolean always_migrates_aws;
  gboolean always_migrates_gce;
  gboolean zones_have_newer_labels;     /* those of migrated volumes may */
  gboolean migrates_managed_disks_only; /* of Azure */

  /* -- configurations, and pods of workloads -- */

  gboolean config_has_backoff;           /* of the queue */
  gboolean config_has_parallelism;       /* v1beta1 and later have */
  gboolean config_shows_default_args;    /* the effective configuration has the arguments of all plugins */
  gboolean config_lists_in_new_order;    /* the points are read in another order */
  gboolean config_compares_sort_args;    /* profiles must also have the same arguments of QueueSort */
  gboolean config_checks_unused_ratio;   /* the shape of a strategy that is not chosen */
  gboolean config_locks_are_leases;      /* leaders hold no other kind of lock */
  gboolean config_serves_nothing;        /* the addresses for health checks and metrics can only turn the ports off */
  gboolean config_multi_point_first;     /* plugins of multiPoint come before those that the point adds */
  gboolean config_args_are_typed;        /* arguments are decoded strictly together with the file; before, a plugin
                                            decoded its own when it was created, and ignored unknown fields */
  gboolean config_merges_defaults;       /* defaults are merged into the file as it is read; then arguments are checked,
                                            even if they are not used, and extenders change those that are there */
  gboolean config_errors_have_paths;     /* arguments know where they are in the file */
  gboolean config_removed_is_invalid;    /* wording, of plugins that are gone */
  gboolean plugin_errors_are_short;      /* wording */
  gboolean errors_name_rfc_1123;         /* wording */
  gboolean fit_replaces_scorers;         /* NodeResourcesFit scores, not together with the plugins that did so before */
  gboolean binding_may_time_out_at_once; /* a timeout of 0 is valid */
  gboolean storage_scoring_is_renamed;   /* from VolumeCapacityPriority to StorageCapacityScoring, which prefers nodes with
                                            more room left */
  gboolean pods_have_index_labels;       /* those of Jobs and StatefulSets */
} FitBehaviour;
/* clang-format on */

/* fit_behaviour_of_gates: Returns: what holds in the release of @gates; what a
 * gate decides holds if it is on */
FitBehaviour fit_behaviour_of_gates (FitFeatureGates gates);

/* fit_behaviour: the same for what no gate decides.  @release: 0 means
 * FIT_RELEASE_LEGACY */
FitBehaviour fit_behaviour (FitRelease release);
