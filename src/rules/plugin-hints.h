/* plugin-hints.h - queueing hints of the in-tree plugins (private to rules)
 *
 * Each hint is a FitQueueingHintFunc and lives beside its plugin.  @plugin is
 * the plugin's FitPredicate.  Its FitRule lists which event it judges by which
 * hint, in which releases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "predicates/predicate.h"

#define FIT_HINT(name)                                                 \
  FitQueueingHint fit_hint_##name (gpointer plugin, const FitPod *pod, \
                                   gconstpointer old_object,           \
                                   gconstpointer new_object)

/* -- filters on the node itself -------------------------------------------- */

/* NodeUnschedulable: the node is schedulable; it has become so, or is new; the
 * pod tolerates its taint */
FIT_HINT (node_schedulable);
FIT_HINT (node_became_schedulable);
FIT_HINT (unschedulable_tolerated);
/* TaintToleration: the node has lost the taints that the pod does not tolerate;
 * the pod itself has changed */
FIT_HINT (taints_removed);
FIT_HINT (own_update);
/* NodePorts: a pod that is gone used the same host port */
FIT_HINT (ports_freed);

/* -- other filters --------------------------------------------------------- */

/* NodeAffinity: the pod's rules match the node; they did not before */
FIT_HINT (node_matches);
FIT_HINT (node_came_to_match);
/* NodeResourcesFit: the empty node has room for the pod; it has got more of
 * what the pod requests; a pod has freed room */
FIT_HINT (node_has_room);
FIT_HINT (node_got_room);
FIT_HINT (pod_freed_room);
/* InterPodAffinity: a pod comes to satisfy the pod's affinity, or ceases to
 * violate its anti-affinity; the node has a topology key; its value for the key
 * has changed */
FIT_HINT (neighbour_changed);
/* the same with pods that are nominated to a node, or the pod itself has changed,
 * or a pod is gone whose anti-affinity kept it away */
FIT_HINT (neighbour_or_own_change);
FIT_HINT (topology_there);
FIT_HINT (topology_changed);
/* PodTopologySpread: the count of a constraint may have changed; the node has
 * all topology keys; that or its values have changed, or its taints */
FIT_HINT (spread_pod_changed);
FIT_HINT (spread_placed_pod_changed); /* the same with nominated pods */
FIT_HINT (spread_node_there);
FIT_HINT (spread_node_changed);
/* VolumeRestrictions: a pod is gone that used the same disk or claim */
FIT_HINT (disk_freed);
/* VolumeZone: a class waits for consumers; a volume is new or its zones have
 * changed */
FIT_HINT (class_waits);
FIT_HINT (zones_changed);
/* NodeVolumeLimits: a pod with volumes is gone; one of the pod's volumes was
 * detached; a limit was raised */
FIT_HINT (volumes_freed);
FIT_HINT (volume_detached);
FIT_HINT (limit_raised);
/* VolumeBinding: a class is new or has other topologies; a CSINode is new or
 * other plugins are migrated; a capacity is new or was raised; the driver of an
 * inline volume no longer publishes its capacity */
FIT_HINT (class_changed);
FIT_HINT (migration_changed);
FIT_HINT (capacity_raised);
FIT_HINT (capacity_not_published);

/* fit_hint_own_claim: VolumeBinding, NodeVolumeLimits: the pod uses the claim;
 * fit_hint_named_claim: VolumeRestrictions, VolumeZone: not by a generic
 * ephemeral volume */
FIT_HINT (own_claim);
FIT_HINT (named_claim);

/* -- what hints share ------------------------------------------------------ */

static inline FitQueueingHint
fit_hint_if (gboolean helps)
{
  return helps ? FIT_QUEUEING_AFTER_BACKOFF : FIT_QUEUEING_SKIP;
}

/* fit_hint_same_pod: are these versions of one pod? */
gboolean fit_hint_same_pod (const FitPod *a, const FitPod *b);

/* fit_hint_was_placed: did @pod, which is gone, count on a node?  From 1.33 on
 * a nomination is enough. */
gboolean fit_hint_was_placed (gpointer plugin, const FitPod *pod);
