/* priorities.h - the priorities of v1.16
 *
 * Each lives in src/rules, in the file of the plugin that replaced it or in one
 * named after it.  algorithmprovider/ decides which ones a scheduler uses.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "priorities/priority.h"

extern const FitPriorityInfo fit_balanced_resource_allocation;
extern const FitPriorityInfo fit_equal_priority;
extern const FitPriorityInfo fit_even_pods_spread_priority;
extern const FitPriorityInfo fit_image_locality_priority;
extern const FitPriorityInfo fit_inter_pod_affinity_priority;
extern const FitPriorityInfo fit_least_requested_priority;
extern const FitPriorityInfo fit_most_requested_priority;
extern const FitPriorityInfo fit_node_affinity_priority;
extern const FitPriorityInfo fit_node_prefer_avoid_pods_priority;
extern const FitPriorityInfo fit_requested_to_capacity_ratio_priority;
extern const FitPriorityInfo fit_resource_limits_priority;
extern const FitPriorityInfo fit_selector_spread_priority;
extern const FitPriorityInfo fit_service_spreading_priority;
extern const FitPriorityInfo fit_taint_toleration_priority;

/* Custom priorities: a policy entry with an argument creates one of these,
 * under any name.  Both take a FitLabelArgument. */
extern const FitPriorityInfo fit_label_preference;
extern const FitPriorityInfo fit_service_anti_affinity;
