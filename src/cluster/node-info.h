/* node-info.h - a node with its pods and the sums over them
 *
 * Fields are read-only for predicates and priorities.  The first cache lines
 * hold what nearly every pod needs.
 * Source: kube-scheduler v1.16 nodeinfo.NodeInfo.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"
#include "api/pod.h"
#include "releases/feature-gates.h"

G_BEGIN_DECLS

typedef struct
{
  const FitNode *node;         /* (nullable) owned reference; NULL if only pods
                                  assigned to it are known */
  const FitNodeTraits *traits; /* borrowed from @node; all 0 without one */
  guint32 index;               /* number of the node in its cache */
  guint32 n_pods;
  FitResources requested;   /* sum over the pods (+ overhead, by gate) */
  gint64 nonzero_milli_cpu; /* sum with defaults for containers without
                               requests */
  gint64 nonzero_memory;
  guint32 zone; /* number of the (region, zone) pair; 0 if it has neither */

  guint32 pods_room;
  const FitPod **pods; /* owned array of owned references, in the order added;
                          removing a pod moves the last one into the gap;
                          fit_node_info_order() lies behind it */
  GArray *ports;       /* (nullable) owned: the set of used host ports
                             (FitHostPort), by number */
  guint32 n_special;   /* pods that are not fit_pod_is_plain() */
  guint8 memory_pressure; /* FitConditionStatus, last seen; kept when the
                             condition disappears */
  guint8 disk_pressure;
  guint8 pid_pressure;
  guint8 counts_overhead; /* gate PodOverhead */
  const char *name;       /* interned */
  guint64 generation;     /* increases with every change */
} FitNodeInfo;

/* fit_node_info_order: Returns: the places in @pods, that of the most important
 * pod first */
static inline const guint32 *
fit_node_info_order (const FitNodeInfo *info)
{
  static const guint32 none[1] = { 0 };

  if (info->pods == NULL)
    return none;
  return (const guint32 *) (gconstpointer) (info->pods + info->pods_room);
}

/* fit_pod_start: Returns: the start time of @pod; a pod without one counts as
 * the youngest */
static inline gint64
fit_pod_start (const FitPod *pod)
{
  return pod->start_time_ns == FIT_TIME_NONE ? G_MAXINT64 : pod->start_time_ns;
}

/* fit_pod_more_important: has @x a higher priority than @y or, if it has the
 * same, an earlier start?  Otherwise the places in a list decide, which are
 * different.
 *
 * v1.16 uses the current time for a pod without a start time.  Of two such pods
 * it treats the one that it looks at later as older, so they come in reverse
 * order. */
static inline gboolean
fit_pod_more_important (const FitPod *x, guint x_place, const FitPod *y,
                        guint y_place)
{
  const gint64 x_start = fit_pod_start (x), y_start = fit_pod_start (y);

  if (x->spec->priority != y->spec->priority)
    return x->spec->priority > y->spec->priority;
  if (x_start != y_start)
    return x_start < y_start;
  return (x_place < y_place) == (x_start != G_MAXINT64);
}

/* fit_pod_is_plain: do others on the node notice no more of @pod than its
 * requests?  A pod without a UID cannot be taken from a node, so it is not
 * plain. */
gboolean fit_pod_is_plain (const FitPod *pod);

/* fit_node_info_init: initialises an empty aggregate for the node named @name
 * (interned) */
void fit_node_info_init (FitNodeInfo *info, const char *name,
                         FitFeatureGates gates);
void fit_node_info_clear (FitNodeInfo *info);

/* fit_node_info_set_node: takes a reference of @node; NULL clears everything
 * that came from the node, but keeps its pods */
void fit_node_info_set_node (FitNodeInfo *info, const FitNode *node);

/* fit_node_info_add_pod: adds @pod to the sums and keeps a reference */
void fit_node_info_add_pod (FitNodeInfo *info, const FitPod *pod);

/**
 * fit_node_info_remove_pod:
 *
 * Removes the pod with @pod's UID.
 *
 * Returns: FALSE with FIT_ERROR_NOT_FOUND "no corresponding pod NAME in pods
 *   of node NODE" or "Cannot get cache key for pod with empty UID"
 */
gboolean fit_node_info_remove_pod (FitNodeInfo *info, const FitPod *pod,
                                   GError **error);

/* fit_node_info_replace_pod: puts @pod in the place of the pod with its UID,
 * which has to count in the same way */
void fit_node_info_replace_pod (FitNodeInfo *info, const FitPod *pod);

/* fit_node_info_clone: Returns: (transfer full): an independent copy for
 * what-if questions; free it with fit_node_info_free() */
FitNodeInfo *fit_node_info_clone (const FitNodeInfo *info);
void fit_node_info_free (FitNodeInfo *info);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeInfo, fit_node_info_free)

/* fit_node_info_n_ports: Returns: the number of used host ports */
static inline guint
fit_node_info_n_ports (const FitNodeInfo *info)
{
  return info->ports != NULL ? info->ports->len : 0;
}

/* fit_node_info_port: Returns: (transfer none): the used port number @i */
static inline const FitHostPort *
fit_node_info_port (const FitNodeInfo *info, guint i)
{
  return &g_array_index (info->ports, FitHostPort, i);
}

/* fit_node_info_port_conflict: is host port @port (ip, protocol, number) in
 * use?  v1.16 HostPortInfo.CheckConflict */
gboolean fit_node_info_port_conflict (const FitNodeInfo *info,
                                      const FitHostPort *port);

/* fit_host_ports_conflict: Returns: TRUE if two pods with these ports cannot
 * share a node */
gboolean fit_host_ports_conflict (const FitHostPort *a, const FitHostPort *b);

/* fit_node_info_find_pod: Returns: (nullable): the pod with @uid */
const FitPod *fit_node_info_find_pod (const FitNodeInfo *info, const char *uid);

G_END_DECLS
