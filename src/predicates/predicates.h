/* predicates.h - the descriptors of all predicates, one per rule
 *
 * algorithmprovider/ defines their names and the evaluation order.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/predicate.h"

extern const FitPredicateInfo fit_check_node_condition;
extern const FitPredicateInfo fit_check_node_unschedulable;
extern const FitPredicateInfo fit_general_predicates;
/* the same without PodFitsResources: for callers that count requests
 * themselves */
extern const FitPredicateInfo fit_general_predicates_but_resources;

/* The predicates that GeneralPredicates runs, in order. */
#define FIT_N_GENERAL_PARTS 4
extern const FitPredicateInfo *const fit_general_parts[FIT_N_GENERAL_PARTS];

extern const FitPredicateInfo fit_host_name;
extern const FitPredicateInfo fit_pod_fits_host_ports;
extern const FitPredicateInfo fit_match_node_selector;
extern const FitPredicateInfo fit_pod_fits_resources;
extern const FitPredicateInfo fit_no_disk_conflict;
/* beside the rules of v1.16, where objects of later releases count */
extern const FitPredicateInfo fit_read_write_once_pod;
extern const FitPredicateInfo fit_pod_tolerates_node_taints;
extern const FitPredicateInfo fit_pod_tolerates_node_no_execute_taints;
extern const FitPredicateInfo fit_check_node_label_presence;
extern const FitPredicateInfo fit_check_service_affinity;
extern const FitPredicateInfo fit_max_ebs_volume_count;
extern const FitPredicateInfo fit_max_gce_pd_volume_count;
extern const FitPredicateInfo fit_max_csi_volume_count;
extern const FitPredicateInfo fit_max_azure_disk_volume_count;
extern const FitPredicateInfo fit_max_cinder_volume_count;
extern const FitPredicateInfo fit_check_volume_binding;
extern const FitPredicateInfo fit_no_volume_zone_conflict;
extern const FitPredicateInfo fit_check_node_memory_pressure;
extern const FitPredicateInfo fit_check_node_pid_pressure;
extern const FitPredicateInfo fit_check_node_disk_pressure;
extern const FitPredicateInfo fit_even_pods_spread;
extern const FitPredicateInfo fit_match_inter_pod_affinity;

/* 1.8's predecessor of CheckVolumeBinding, with the gate PersistentLocalVolumes
 * on and off.  With the gate off it accepts every node. */
extern const FitPredicateInfo fit_no_volume_node_conflict;
extern const FitPredicateInfo fit_no_volume_node_conflict_off;

/* CheckVolumeBinding with the gate VolumeScheduling off, which was possible
 * from 1.9 to 1.12.  It accepts every node, and no volumes are bound. */
extern const FitPredicateInfo fit_check_volume_binding_off;

/* fit_pods_share_disk: volume-restrictions.c: do both pods name a disk inline
 * that only one of them may use? */
gboolean fit_pods_share_disk (const FitPod *a, const FitPod *b);
