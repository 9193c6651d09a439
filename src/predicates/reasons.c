#include "predicates/reasons.h"

#include <string.h>

typedef struct
{
  const char *name; /* v1.16's code, for machines */
  const char *text; /* what v1.16 shows */
  gboolean unresolvable;
} ReasonRow;

static const ReasonRow rows[] = {
  [FIT_REASON_NONE] = { "", "", FALSE },
  [FIT_REASON_INSUFFICIENT_RESOURCE]
  = { "InsufficientResource", "Insufficient ", FALSE },
  [FIT_REASON_HOST_NAME]
  = { "HostName", "node(s) didn't match the requested hostname", TRUE },
  [FIT_REASON_HOST_PORTS]
  = { "PodFitsHostPorts",
      "node(s) didn't have free ports for the requested pod ports", FALSE },
  [FIT_REASON_NODE_SELECTOR]
  = { "MatchNodeSelector", "node(s) didn't match node selector", TRUE },
  [FIT_REASON_DISK_CONFLICT]
  = { "NoDiskConflict", "node(s) had no available disk", FALSE },
  [FIT_REASON_TAINTS]
  = { "PodToleratesNodeTaints",
      "node(s) had taints that the pod didn't tolerate", TRUE },
  [FIT_REASON_NODE_LABEL_PRESENCE]
  = { "CheckNodeLabelPresence", "node(s) didn't have the requested labels",
      TRUE },
  [FIT_REASON_SERVICE_AFFINITY]
  = { "CheckServiceAffinity", "node(s) didn't match service affinity", FALSE },
  [FIT_REASON_MAX_VOLUME_COUNT]
  = { "MaxVolumeCount", "node(s) exceed max volume count", FALSE },
  [FIT_REASON_VOLUME_ZONE_CONFLICT]
  = { "NoVolumeZoneConflict", "node(s) had no available volume zone", TRUE },
  [FIT_REASON_VOLUME_NODE_CONFLICT]
  = { "VolumeNodeAffinityConflict", "node(s) had volume node affinity conflict",
      TRUE },
  [FIT_REASON_VOLUME_BIND_CONFLICT]
  = { "VolumeBindingNoMatch",
      "node(s) didn't find available persistent volumes to bind", TRUE },
  [FIT_REASON_MEMORY_PRESSURE]
  = { "NodeUnderMemoryPressure", "node(s) had memory pressure", TRUE },
  [FIT_REASON_DISK_PRESSURE]
  = { "NodeUnderDiskPressure", "node(s) had disk pressure", TRUE },
  [FIT_REASON_PID_PRESSURE]
  = { "NodeUnderPIDPressure", "node(s) had pid pressure", TRUE },
  [FIT_REASON_NODE_NOT_READY]
  = { "NodeNotReady", "node(s) were not ready", TRUE },
  [FIT_REASON_NETWORK_UNAVAILABLE]
  = { "NodeNetworkUnavailable", "node(s) had unavailable network", TRUE },
  [FIT_REASON_NODE_UNSCHEDULABLE]
  = { "NodeUnschedulable", "node(s) were unschedulable", TRUE },
  [FIT_REASON_UNKNOWN_CONDITION]
  = { "NodeUnknownCondition", "node(s) had unknown conditions", TRUE },
  [FIT_REASON_EVEN_PODS_SPREAD]
  = { "EvenPodsSpreadNotMatch",
      "node(s) didn't match pod topology spread constraints", FALSE },
  [FIT_REASON_POD_AFFINITY]
  = { "MatchInterPodAffinity",
      "node(s) didn't match pod affinity/anti-affinity", FALSE },
  [FIT_REASON_POD_AFFINITY_RULES]
  = { "PodAffinityRulesNotMatch", "node(s) didn't match pod affinity rules",
      TRUE },
  [FIT_REASON_POD_ANTI_AFFINITY_RULES]
  = { "PodAntiAffinityRulesNotMatch",
      "node(s) didn't match pod anti-affinity rules", FALSE },
  [FIT_REASON_EXISTING_ANTI_AFFINITY]
  = { "ExistingPodsAntiAffinityRulesNotMatch",
      "node(s) didn't satisfy existing pods anti-affinity rules", FALSE },
  [FIT_REASON_NODE_DELETED] = { "NodeDeleted", "node being deleted", TRUE },
  [FIT_REASON_CUSTOM] = { "Custom", "", FALSE },
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
fit_reasons_add_insufficient (FitReasons *reasons, const char *resource,
                              gint64 requested, gint64 used, gint64 capacity)
{
  append (reasons, (FitReason){ FIT_REASON_INSUFFICIENT_RESOURCE, resource,
                                requested, used, capacity });
}

char *
fit_reason_format (const FitReason *reason)
{
  return g_strconcat (rows[reason->code].text, reason->text, NULL);
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
