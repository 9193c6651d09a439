/* node-info.h - a node and the pods on it, added up
 *
 * Fields are read-only for predicates and priorities.  The first cache lines
 * hold what nearly every pod asks for.  Source: kube-scheduler v1.16
 * nodeinfo.NodeInfo.
 */
#pragma once

#include "api/node.h"
#include "api/pod.h"
#include "base/feature-gates.h"

G_BEGIN_DECLS

typedef struct
{
  const FitNode *node; /* (nullable) owned reference: NULL while only pods are
                          known that claim to be on it */
  guint32 index;       /* number of the node in its cache */
  guint32 n_pods;
  gint64 allowed_pods;
  FitResources allocatable;
  FitResources requested;   /* sum over the pods (+ overhead, by gate) */
  gint64 nonzero_milli_cpu; /* sum with defaults for silent containers */
  gint64 nonzero_memory;
  guint32 zone; /* number of the (region, zone) pair, 0 when it has neither */
  gboolean unschedulable;
  guint32 n_taints;
  guint32 n_ports;
  const FitTaint *taints; /* borrowed from @node */

  FitHostPort *ports;  /* owned: the set of used host ports */
  const FitPod **pods; /* owned array of owned references, in order of
                          addition; removal moves the last into the gap */
  guint32 pods_room;
  guint32 ports_room;
  const char *name;                   /* interned */
  FitConditionStatus memory_pressure; /* last seen; survives the condition */
  FitConditionStatus disk_pressure;
  FitConditionStatus pid_pressure;
  gboolean counts_overhead; /* gate PodOverhead */
  guint64 generation;       /* greater after every change */
} FitNodeInfo;

/* fit_node_info_init: an empty aggregate for the node named @name (interned) */
void fit_node_info_init (FitNodeInfo *info, const char *name,
                         FitFeatureGates gates);
void fit_node_info_clear (FitNodeInfo *info);

/* fit_node_info_set_node: takes a reference of @node; NULL forgets what came
 * from the node (its pods stay) */
void fit_node_info_set_node (FitNodeInfo *info, const FitNode *node);

/* fit_node_info_add_pod: counts @pod in and keeps a reference */
void fit_node_info_add_pod (FitNodeInfo *info, const FitPod *pod);

/**
 * fit_node_info_remove_pod:
 *
 * Takes the pod with @pod's UID out again.
 *
 * Returns: FALSE with FIT_ERROR_NOT_FOUND "no corresponding pod NAME in pods
 *   of node NODE" or "Cannot get cache key for pod with empty UID"
 */
gboolean fit_node_info_remove_pod (FitNodeInfo *info, const FitPod *pod,
                                   GError **error);

/* fit_node_info_clone: Returns: (transfer full): an independent copy, to ask
 * what would be if pods came or went; free with fit_node_info_free() */
FitNodeInfo *fit_node_info_clone (const FitNodeInfo *info);
void fit_node_info_free (FitNodeInfo *info);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeInfo, fit_node_info_free)

/* fit_node_info_port_conflict: host port @port (ip, protocol, number) is
 * taken: v1.16 HostPortInfo.CheckConflict */
gboolean fit_node_info_port_conflict (const FitNodeInfo *info,
                                      const FitHostPort *port);

/* fit_host_ports_conflict: two pods with these cannot share a node */
gboolean fit_host_ports_conflict (const FitHostPort *a, const FitHostPort *b);

/* fit_node_info_find_pod: Returns: (nullable): the pod with @uid */
const FitPod *fit_node_info_find_pod (const FitNodeInfo *info, const char *uid);

G_END_DECLS
