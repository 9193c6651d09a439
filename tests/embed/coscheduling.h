/* coscheduling.h - all pods of a group run, or none
 *
 * A sample plugin for programs that link the library; group-scheduler.c
 * registers it.
 *
 * A pod is a member of the group NAMESPACE/NAME if it has both of these labels
 * and the second is a number greater than 1.  Other pods are scheduled as
 * usual.
 *
 *   pod-group.scheduling.sigs.k8s.io/name: NAME
 *   pod-group.scheduling.sigs.k8s.io/min-available: "3"
 *
 * QueueSort keeps members together: it sorts by priority, then by when the
 * first pod of the group was seen.  PreFilter rejects a member whose number or
 * priority differs from the first pod's, and all members while there are too
 * few of them.  Permit holds members back, each on its node, until the group
 * has as many as it needs, and then releases them all.  If one member fails,
 * the waiting ones fail too, and all are retried together.
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
 * waits; podGroupGCIntervalSeconds (30): how often to look for groups without
 * pods; podGroupExpirationTimeSeconds (600): how long to remember such a group.
 *
 * Source: kubernetes-sigs/scheduler-plugins, coscheduling by labels.
 */
#pragma once

#include "framework/plugin.h"

#define POD_GROUP_NAME "pod-group.scheduling.sigs.k8s.io/name"
#define POD_GROUP_MIN_AVAILABLE "pod-group.scheduling.sigs.k8s.io/min-available"

/* Its name is "Coscheduling". */
extern const FitPluginInfo coscheduling_plugin;
