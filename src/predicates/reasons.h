/* reasons.h - why a pod does not fit a node
 *
 * A fixed list of reasons with the exact texts of v1.16 (kube-scheduler v1.16
 * predicates/error.go) and of later releases.  A text may name a resource, a
 * taint or an object.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_REASON_NONE,                  /* 0, terminates lists */
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
  FIT_REASON_CUSTOM,       /* text of an embedding program's predicate */

  /* Later releases: other texts for the same reasons, or new reasons. */
  FIT_REASON_INSUFFICIENT_CAPACITY, /* "Insufficient RESOURCE", even on an empty
                                       node */
  FIT_REASON_TOO_MANY_PODS,
  FIT_REASON_NODE_NAME,
  FIT_REASON_NODE_AFFINITY,
  FIT_REASON_NODE_AFFINITY_SELECTOR,
  FIT_REASON_ADDED_AFFINITY,
  FIT_REASON_AFFINITY_TERMS_CONFLICT,
  FIT_REASON_HAD_TAINT, /* "node(s) had taint {KEY: VALUE}, ..." */
  FIT_REASON_UNTOLERATED_TAINT,
  FIT_REASON_UNTOLERATED_TAINTS,              /* the same, without naming one */
  FIT_REASON_AFFINITY_OR_ANTI_AFFINITY_RULES, /* in general, as POD_AFFINITY */
  FIT_REASON_SPREAD_MISSING_LABEL,
  FIT_REASON_SIDECARS_DISABLED,
  FIT_REASON_CLAIM_IN_USE,         /* ReadWriteOncePod */
  FIT_REASON_CLAIM_IN_USE_BY_NAME, /* the same, with the text of the next one */
  FIT_REASON_CLAIM_IN_USE_ON_NODE,
  FIT_REASON_CLAIM_NOT_FOUND, /* "persistentvolumeclaim "NAME" not found" */
  FIT_REASON_CLAIM_DELETED,   /* "persistentvolumeclaim "NAME" is being ..." */
  FIT_REASON_CLAIM_AWAITED,   /* "waiting for ... to create the ... "NAME"" */
  FIT_REASON_CLAIM_FOREIGN,   /* "persistentvolumeclaim "NAME" was not ..." */
  FIT_REASON_CLAIM_UNBOUND,
  FIT_REASON_STORAGE_SPACE,
  FIT_REASON_VOLUME_MISSING,
  FIT_REASON_VOLUME_UNAVAILABLE, /* the same, later */
  FIT_REASON_VOLUME_NODE_AFFINITY,
  FIT_REASON_UNDECLARED_FEATURES, /* of nodes: "... requirements: NAMES" */
  FIT_REASON_NODE_FEATURES,       /* the same, later */
  FIT_REASON_NO_DRIVER,           /* the node lacks the CSI driver NAME */
  FIT_REASON_LOOKUP,              /* a text about a missing object */
  FIT_REASON_LAST,
} FitReasonCode;

typedef struct
{
  FitReasonCode code;
  const char *text; /* (nullable) the value for the capital letters above:
                       interned, static (CUSTOM), or memory of the arena */
  gint64 requested; /* for INSUFFICIENT: milli or base units, as compared */
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
void fit_reasons_add_text (FitReasons *reasons, FitReasonCode code,
                           const char *text);
void fit_reasons_add_insufficient (FitReasons *reasons, const char *resource,
                                   gint64 requested, gint64 used,
                                   gint64 capacity);

/* fit_reasons_add_insufficient_capacity: the request exceeds the node's
 * capacity */
void fit_reasons_add_insufficient_capacity (FitReasons *reasons,
                                            const char *resource,
                                            gint64 requested, gint64 used,
                                            gint64 capacity);

/* fit_reason_format: Returns: (transfer full): the text v1.16 shows */
char *fit_reason_format (const FitReason *reason);

/* fit_reason_code_name: Returns: stable name for -o json, e.g.
 * "NodeUnschedulable" */
const char *fit_reason_code_name (FitReasonCode code);

/* fit_reason_code_text: the fixed text before a name, "Insufficient " for a
 * resource */
const char *fit_reason_code_text (FitReasonCode code);

/* fit_reason_unresolvable: TRUE if preemption cannot help */
gboolean fit_reason_unresolvable (FitReasonCode code);

/* fit_reasons_unresolvable: TRUE if one of the @n reasons is unresolvable */
gboolean fit_reasons_unresolvable (const FitReason *reasons, guint n);

G_END_DECLS
