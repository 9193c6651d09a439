/* coscheduling.h - pods of a group run all or not at all
 *
 * A sample plugin, for programs that link the library: it is in no registry of
 * its own.
 *
 *   fit_plugin_registry_add (registry, &fit_coscheduling_plugin, &error);
 *
 * A pod is a member of the group NAMESPACE/NAME when both of these labels are
 * there and the second is a number greater than 1; others are scheduled as ever:
 *
 *   pod-group.scheduling.sigs.k8s.io/name: NAME
 *   pod-group.scheduling.sigs.k8s.io/min-available: "3"
 *
 * QueueSort keeps members together: by priority, then by when the first pod of
 * the group was seen.  PreFilter turns a member down that does not agree with the
 * first about number or priority, or as long as there are too few of them.
 * Permit holds members back, each on its node, until as many are there as the
 * group needs, and lets all of them go on then.  When one of them fails, those
 * that wait fail with it, and are tried again together.
 *
 * A profile of v1.18 or later enables it as
 *
 *   plugins:
 *     queueSort: {disabled: [{name: "*"}], enabled: [{name: Coscheduling}]}
 *     preFilter: {enabled: [{name: Coscheduling}]}
 *     permit: {enabled: [{name: Coscheduling}]}
 *     reserve: {enabled: [{name: Coscheduling}]}    # 1.18: unreserve
 *   pluginConfig:
 *   - name: Coscheduling
 *     args: {permitWaitingTimeSeconds: 10}
 *
 * Arguments, all in seconds: permitWaitingTimeSeconds (10): how long a member
 * waits; podGroupGCIntervalSeconds (30) and podGroupExpirationTimeSeconds (600):
 * how often to look for groups without pods, and for how long to remember one.
 *
 * Source: kubernetes-sigs/scheduler-plugins, coscheduling by labels.
 */
#pragma once

#include "framework/plugin.h"

G_BEGIN_DECLS

#define FIT_POD_GROUP_NAME "pod-group.scheduling.sigs.k8s.io/name"
#define FIT_POD_GROUP_MIN_AVAILABLE \
  "pod-group.scheduling.sigs.k8s.io/min-available"

/* Its name is "Coscheduling". */
extern const FitPluginInfo fit_coscheduling_plugin;

G_END_DECLS
