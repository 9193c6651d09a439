/* daemon-sets.h - the DaemonSets of a cluster, and which pods a new node would
 * get from them
 *
 * A DaemonSet may be in the input, or only its pods.  In the second case these
 * show what its pods are.  But they do not show its required node affinity,
 * because the controller replaces it in every pod with the name of the node.  So
 * if some nodes that seem to be suited have no pod, a new node gets one if the
 * existing node with the most labels in common has one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "workloads/workloads.h"

typedef struct
{
  const FitPod *pod;  /* owned reference: its pod before it names a node; the
                         DaemonSet is its controller */
  const FitPod *seen; /* (nullable) owned reference: the DaemonSet is not in the
                         input, and @pod is made from this one, its newest */
  gboolean differ;    /* its other pods are not all like @seen */
  GPtrArray *with;    /* (nullable) owned, of FitNode (borrowed): if there is
                         @seen: the suitable nodes with a pod of it... */
  GPtrArray *without; /* (nullable) ...and those without */
} FitDaemonSet;

/**
 * fit_daemon_sets_find:
 * @objects: completed; the nodes in it must live as long as the result
 * @options: (nullable): as for fit_workloads_make(); with one_each, the given
 *   DaemonSets are templates to copy, and do not count.  NULL: only those whose
 *   pods are there
 * @priorities: FALSE if pods have no priorities
 *
 * Returns: (transfer full) (nullable): of FitDaemonSet: those in @objects, in
 *   input order, then those whose pods are there.  NULL with FIT_ERROR_SCHEMA if
 *   a template is no pod
 */
GPtrArray *fit_daemon_sets_find (const FitObjects *objects,
                                 const FitWorkloadsOptions *options,
                                 gboolean priorities, GError **error);

/**
 * fit_daemon_set_wants:
 * @out_like: (out) (nullable): the existing node that decided, because nothing
 *   else does; else NULL
 *
 * Returns: would the DaemonSet put a pod on the new node @node?
 */
gboolean fit_daemon_set_wants (const FitDaemonSet *set, const FitNode *node,
                               const FitNode **out_like);
