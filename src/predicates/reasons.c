/* reasons.c - the texts of all reasons, and lists of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/reasons.h"

#include <string.h>

typedef struct
{
  const char *name; /* v1.16's code, for -o json */
  const char *text; /* v1.16's text */
  gboolean unresolvable;
  const char *tail; /* (nullable): follows FitReason.text */
} ReasonRow;

static const ReasonRow rows[] = {
  [FIT_REASON_NONE] = { "", "", FALSE, NULL },
  [FIT_REASON_INSUFFICIENT_RESOURCE]
  = { "InsufficientResource", "Insufficient ", FALSE, NULL },
  [FIT_REASON_HOST_NAME]
  = { "HostName", "node(s) didn't match the requested hostname", TRUE, NULL },
  [FIT_REASON_HOST_PORTS]
  = { "PodFitsHostPorts",
      "node(s) didn't have free ports for the requested pod ports", FALSE,
      NULL },
  [FIT_REASON_NODE_SELECTOR]
  = { "MatchNodeSelector", "node(s) didn't match node selector", TRUE, NULL },
  [FIT_REASON_DISK_CONFLICT]
  = { "NoDiskConflict", "node(s) had no available disk", FALSE, NULL },
  [FIT_REASON_TAINTS]
  = { "PodToleratesNodeTaints",
      "node(s) had taints that the pod didn't tolerate", TRUE, NULL },
  [FIT_REASON_NODE_LABEL_PRESENCE]
  = { "CheckNodeLabelPresence", "node(s) didn't have the requested labels",
      TRUE, NULL },
  [FIT_REASON_SERVICE_AFFINITY]
  = { "CheckServiceAffinity", "node(s) didn't match service affinity", FALSE,
      NULL },
  [FIT_REASON_MAX_VOLUME_COUNT]
  = { "MaxVolumeCount", "node(s) exceed max volume count", FALSE, NULL },
  [FIT_REASON_VOLUME_ZONE_CONFLICT]
  = { "NoVolumeZoneConflict", "node(s) had no available volume zone", TRUE,
      NULL },
  [FIT_REASON_VOLUME_NODE_CONFLICT]
  = { "VolumeNodeAffinityConflict", "node(s) had volume node affinity conflict",
      TRUE, NULL },
  [FIT_REASON_VOLUME_BIND_CONFLICT]
  = { "VolumeBindingNoMatch",
      "node(s) didn't find available persistent volumes to bind", TRUE, NULL },
  [FIT_REASON_MEMORY_PRESSURE]
  = { "NodeUnderMemoryPressure", "node(s) had memory pressure", TRUE, NULL },
  [FIT_REASON_DISK_PRESSURE]
  = { "NodeUnderDiskPressure", "node(s) had disk pressure", TRUE, NULL },
  [FIT_REASON_PID_PRESSURE]
  = { "NodeUnderPIDPressure", "node(s) had pid pressure", TRUE, NULL },
  [FIT_REASON_NODE_NOT_READY]
  = { "NodeNotReady", "node(s) were not ready", TRUE, NULL },
  [FIT_REASON_NETWORK_UNAVAILABLE]
  = { "NodeNetworkUnavailable", "node(s) had unavailable network", TRUE, NULL },
  [FIT_REASON_NODE_UNSCHEDULABLE]
  = { "NodeUnschedulable", "node(s) were unschedulable", TRUE, NULL },
  [FIT_REASON_UNKNOWN_CONDITION]
  = { "NodeUnknownCondition", "node(s) had unknown conditions", TRUE, NULL },
  [FIT_REASON_EVEN_PODS_SPREAD]
  = { "EvenPodsSpreadNotMatch",
      "node(s) didn't match pod topology spread constraints", FALSE, NULL },
  [FIT_REASON_POD_AFFINITY]
  = { "MatchInterPodAffinity",
      "node(s) didn't match pod affinity/anti-affinity", FALSE, NULL },
  [FIT_REASON_POD_AFFINITY_RULES]
  = { "PodAffinityRulesNotMatch", "node(s) didn't match pod affinity rules",
      TRUE, NULL },
  [FIT_REASON_POD_ANTI_AFFINITY_RULES]
  = { "PodAntiAffinityRulesNotMatch",
      "node(s) didn't match pod anti-affinity rules", FALSE, NULL },
  [FIT_REASON_EXISTING_ANTI_AFFINITY]
  = { "ExistingPodsAntiAffinityRulesNotMatch",
      "node(s) didn't satisfy existing pods anti-affinity rules", FALSE, NULL },
  [FIT_REASON_NODE_DELETED]
  = { "NodeDeleted", "node being deleted", TRUE, NULL },
  [FIT_REASON_CUSTOM] = { "Custom", "", FALSE, NULL },
  [FIT_REASON_INSUFFICIENT_CAPACITY]
  = { "InsufficientCapacity", "Insufficient ", TRUE, NULL },
  [FIT_REASON_TOO_MANY_PODS] = { "TooManyPods", "Too many pods", FALSE, NULL },
  [FIT_REASON_NODE_NAME]
  = { "NodeName", "node(s) didn't match the requested node name", TRUE, NULL },
  [FIT_REASON_NODE_AFFINITY]
  = { "NodeAffinity", "node(s) didn't match Pod's node affinity", TRUE, NULL },
  [FIT_REASON_NODE_AFFINITY_SELECTOR]
  = { "NodeAffinitySelector",
      "node(s) didn't match Pod's node affinity/selector", TRUE, NULL },
  [FIT_REASON_ADDED_AFFINITY]
  = { "AddedAffinity", "node(s) didn't match scheduler-enforced node affinity",
      TRUE, NULL },
  [FIT_REASON_AFFINITY_TERMS_CONFLICT]
  = { "AffinityTermsConflict", "pod affinity terms conflict", TRUE, NULL },
  [FIT_REASON_HAD_TAINT] = { "HadTaint", "node(s) had taint ", TRUE,
                             ", that the pod didn't tolerate" },
  [FIT_REASON_UNTOLERATED_TAINT]
  = { "UntoleratedTaint", "node(s) had untolerated taint ", TRUE, NULL },
  [FIT_REASON_UNTOLERATED_TAINTS]
  = { "UntoleratedTaints", "node(s) had untolerated taint(s)", TRUE, NULL },
  [FIT_REASON_AFFINITY_OR_ANTI_AFFINITY_RULES]
  = { "PodAffinityOrAntiAffinityRulesNotMatch",
      "node(s) didn't match pod affinity/anti-affinity rules", FALSE, NULL },
  [FIT_REASON_SPREAD_MISSING_LABEL]
  = { "PodTopologySpreadMissingLabel",
      "node(s) didn't match pod topology spread constraints (missing required "
      "label)",
      TRUE, NULL },
  [FIT_REASON_SIDECARS_DISABLED]
  = { "SidecarContainersDisabled",
      "Pod has a restartable init container and the SidecarContainers feature "
      "is disabled",
      TRUE, NULL },
  [FIT_REASON_CLAIM_IN_USE]
  = { "ReadWriteOncePodClaimInUse",
      "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod "
      "access mode already in-use by another pod",
      FALSE, NULL },
  [FIT_REASON_CLAIM_IN_USE_BY_NAME]
  = { "ReadWriteOncePodClaimInUseByName",
      "node has pod using PersistentVolumeClaim with the same name and "
      "ReadWriteOncePod access mode",
      FALSE, NULL },
  [FIT_REASON_CLAIM_IN_USE_ON_NODE]
  = { "ReadWriteOncePodClaimInUseOnNode",
      "node has pod using PersistentVolumeClaim with the same name and "
      "ReadWriteOncePod access mode",
      TRUE, NULL },
  [FIT_REASON_CLAIM_NOT_FOUND]
  = { "ClaimNotFound", "persistentvolumeclaim \"", TRUE, "\" not found" },
  [FIT_REASON_CLAIM_DELETED]
  = { "ClaimDeleted", "persistentvolumeclaim \"", TRUE, "\" is being deleted" },
  [FIT_REASON_CLAIM_AWAITED]
  = { "ClaimAwaited",
      "waiting for ephemeral volume controller to create the "
      "persistentvolumeclaim \"",
      TRUE, "\"" },
  [FIT_REASON_CLAIM_FOREIGN] = { "ClaimForeign", "persistentvolumeclaim \"",
                                 TRUE, "\" was not created for the pod" },
  [FIT_REASON_CLAIM_UNBOUND]
  = { "ClaimUnbound", "pod has unbound immediate PersistentVolumeClaims", TRUE,
      NULL },
  [FIT_REASON_STORAGE_SPACE]
  = { "StorageSpace", "node(s) did not have enough free storage", TRUE, NULL },
  [FIT_REASON_VOLUME_MISSING]
  = { "VolumeMissing", "pvc(s) bound to non-existent pv(s)", TRUE, NULL },
  [FIT_REASON_VOLUME_UNAVAILABLE]
  = { "VolumeUnavailable",
      "node(s) unavailable due to one or more pvc(s) bound to non-existent "
      "pv(s)",
      TRUE, NULL },
  [FIT_REASON_VOLUME_NODE_AFFINITY]
  = { "VolumeNodeAffinity",
      "node(s) didn't match PersistentVolume's node affinity", TRUE, NULL },
  [FIT_REASON_UNDECLARED_FEATURES]
  = { "UndeclaredFeatures",
      "node declared features check failed - unsatisfied requirements: ", TRUE,
      NULL },
  [FIT_REASON_NODE_FEATURES]
  = { "NodeFeatures", "node(s) didn't match Pod's required features", TRUE,
      NULL },
  [FIT_REASON_NO_DRIVER] = { "CSIDriverNotInstalled", "", FALSE,
                             " CSI driver is not installed on the node" },
  [FIT_REASON_LOOKUP] = { "Lookup", "", TRUE, NULL },
};
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == FIT_REASON_LAST);

void
fit_reasons_init (FitReasons *reasons, FitArena *arena)
{
  *reasons = (FitReasons){ .arena = arena };
}

static void
append (FitReasons *reasons, FitReason reason)
{
  if (reasons->n == reasons->room)
    {
      guint room = MAX (4, reasons->room * 2);
      FitReason *items = fit_arena_newn (reasons->arena, FitReason, room);

      if (reasons->n)
        memcpy (items, reasons->items, sizeof *items * reasons->n);
      reasons->items = items;
      reasons->room = room;
    }
  reasons->items[reasons->n++] = reason;
}

void
fit_reasons_add (FitReasons *reasons, FitReasonCode code)
{
  append (reasons, (FitReason){ .code = code });
}

void
fit_reasons_add_custom (FitReasons *reasons, const char *static_text)
{
  append (reasons,
          (FitReason){ .code = FIT_REASON_CUSTOM, .text = static_text });
}

void
fit_reasons_add_text (FitReasons *reasons, FitReasonCode code, const char *text)
{
  append (reasons, (FitReason){ .code = code, .text = text });
}

void
fit_reasons_add_insufficient_capacity (FitReasons *reasons,
                                       const char *resource, gint64 requested,
                                       gint64 used, gint64 capacity)
{
  append (reasons, (FitReason){ FIT_REASON_INSUFFICIENT_CAPACITY, resource,
                                requested, used, capacity });
}

void
fit_reasons_add_insufficient (FitReasons *reasons, const char *resource,
                              gint64 requested, gint64 used, gint64 capacity)
{
  append (reasons, (FitReason){ FIT_REASON_INSUFFICIENT_RESOURCE, resource,
                                requested, used, capacity });
}

char *
fit_reason_format (const FitReason *reason)
{
  const ReasonRow *row = &rows[reason->code];

  return g_strconcat (row->text, reason->text != NULL ? reason->text : "",
                      row->tail, NULL);
}

const char *
fit_reason_code_name (FitReasonCode code)
{
  return rows[code].name;
}

const char *
fit_reason_code_text (FitReasonCode code)
{
  return rows[code].text;
}

gboolean
fit_reason_unresolvable (FitReasonCode code)
{
  return rows[code].unresolvable;
}

gboolean
fit_reasons_unresolvable (const FitReason *reasons, guint n)
{
  for (guint i = 0; i < n; i++)
    if (rows[reasons[i].code].unresolvable)
      return TRUE;
  return FALSE;
}
