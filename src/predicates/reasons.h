/* reasons.h - why a pod does not fit a node
 *
 * The reasons are an enumerated, stable list with v1.16's exact texts
 * (kube-scheduler v1.16 predicates/error.go); a text may name a resource.
 */
#pragma once

#include "base/arena.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_REASON_NONE,                  /* 0, ends lists */
  FIT_REASON_INSUFFICIENT_RESOURCE, /* "Insufficient RESOURCE" */
  FIT_REASON_HOST_NAME,
  FIT_REASON_HOST_PORTS,
  FIT_REASON_NODE_SELECTOR,
  FIT_REASON_DISK_CONFLICT,
  FIT_REASON_TAINTS,
  FIT_REASON_NODE_LABEL_PRESENCE,
  FIT_REASON_SERVICE_AFFINITY,
  FIT_REASON_MAX_VOLUME_COUNT,
  FIT_REASON_VOLUME_ZONE_CONFLICT,
  FIT_REASON_VOLUME_NODE_CONFLICT,
  FIT_REASON_VOLUME_BIND_CONFLICT,
  FIT_REASON_MEMORY_PRESSURE,
  FIT_REASON_DISK_PRESSURE,
  FIT_REASON_PID_PRESSURE,
  FIT_REASON_NODE_NOT_READY,
  FIT_REASON_NETWORK_UNAVAILABLE,
  FIT_REASON_NODE_UNSCHEDULABLE,
  FIT_REASON_UNKNOWN_CONDITION,
  FIT_REASON_EVEN_PODS_SPREAD,
  FIT_REASON_POD_AFFINITY, /* affinity/anti-affinity in general */
  FIT_REASON_POD_AFFINITY_RULES,
  FIT_REASON_POD_ANTI_AFFINITY_RULES,
  FIT_REASON_EXISTING_ANTI_AFFINITY,
  FIT_REASON_NODE_DELETED, /* "node being deleted": a status, no predicate */
  FIT_REASON_CUSTOM,       /* text given by a predicate from outside */
  FIT_REASON_LAST,
} FitReasonCode;

typedef struct
{
  FitReasonCode code;
  const char *text; /* (nullable) interned resource name of INSUFFICIENT, or
                       the static text of CUSTOM */
  gint64 requested; /* INSUFFICIENT: milli or base units, as compared */
  gint64 used;
  gint64 capacity;
} FitReason;

/* Collects reasons in the order in which they are found; memory comes from an
 * arena. */
typedef struct
{
  FitArena *arena; /* borrowed */
  guint n;
  guint room;
  FitReason *items;
} FitReasons;

void fit_reasons_init (FitReasons *reasons, FitArena *arena);
void fit_reasons_add (FitReasons *reasons, FitReasonCode code);
void fit_reasons_add_custom (FitReasons *reasons, const char *static_text);
void fit_reasons_add_insufficient (FitReasons *reasons, const char *resource,
                                   gint64 requested, gint64 used,
                                   gint64 capacity);

/* fit_reason_format: Returns: (transfer full): the text v1.16 shows */
char *fit_reason_format (const FitReason *reason);

/* fit_reason_code_name: Returns: stable name for machines, e.g.
 * "NodeUnschedulable" */
const char *fit_reason_code_name (FitReasonCode code);

/* fit_reason_code_text: the fixed text, "Insufficient " for a resource */
const char *fit_reason_code_text (FitReasonCode code);

/* fit_reason_unresolvable: preemption cannot help against it */
gboolean fit_reason_unresolvable (FitReasonCode code);

G_END_DECLS
