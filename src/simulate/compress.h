/* compress.h - which nodes could be drained with all pods still placed
 *
 * The pending pods are placed first.  Then the nodes are tried one after the
 * other: the one of which least is requested first, which is the sum of CPU and
 * memory, each as a part of what is allocatable; of equals, by name.  A node is
 * cordoned and its pods leave; they are scheduled again, in the order of the
 * queue and without preemption.  If all of them find another node, it stays
 * drained.  Otherwise everything goes back to where it was.
 *
 * Nodes that stay because a pod fits on no other are tried again after that, with
 * moves (make-room.h): pods of other nodes leave so that such a pod is let in.  There
 * is a limit to the work, which goes to the emptiest nodes.  In the end all of it is
 * carried out once more in a second cluster, and what is told happened there.
 *
 * As with 'kubectl drain', pods of DaemonSets and static pods do not move, and
 * neither do pods that are being deleted.  A node stays if one of its running
 * pods has no controller, if a PodDisruptionBudget allows no disruption of it
 * or if several match it, or if another scheduler schedules it.  Pods of a
 * budget leave one by one, so it allows them all if it allows one.  Nodes of
 * the control plane stay.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/new-nodes.h"

typedef struct
{
  const FitPod *pod; /* owned reference: as it is scheduled again */
  const char *from;  /* interned, owned: the node, or that of a pod that makes
                        room */
  const char *node;  /* interned, owned: where it goes */
} FitMovedPod;

typedef struct
{
  const char *name; /* interned, owned */
  gboolean drained;
  guint n_others; /* pods that do not move: of DaemonSets, static, leaving */
  GArray *moved;  /* owned, of FitMovedPod: of a drained node, in the order in
                     which they are scheduled */
  const FitPod *pod; /* (nullable) owned reference: the first pod that keeps the
                        node from being drained */
  char *reason;      /* (nullable) owned: why it does, "... has no controller";
                        NULL: the node is drained */
} FitCompressNode;

/* What the nodes have in all, and how much of it pods request. */
typedef struct
{
  guint nodes;
  guint pods;
  gint64 milli_cpu, allocatable_milli_cpu;
  gint64 memory, allocatable_memory; /* bytes */
} FitCompressUse;

/* fit_compress_use_add: adds what a node has, and what is in use on it; totals that
 * are too large stay at the end of their type */
void fit_compress_use_add (FitCompressUse *use, const FitNodeInfo *info);

typedef struct
{
  guint n_nodes;
  FitCompressNode *nodes; /* owned: in the order in which they were tried; those
                             that were drained with moves come last */
  guint n_drained;
  guint n_moved;                /* pods; one that moves twice counts twice */
  guint n_unplaced;             /* pods that were pending and fit nowhere */
  FitCompressUse before, after; /* after: of the nodes that stay */
} FitCompression;

void fit_compression_free (FitCompression *compression);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCompression, fit_compression_free)

/* fit_compress_keeps: does @node stay because it belongs to the control
 * plane? */
gboolean fit_compress_keeps (const FitNode *node);

/**
 * fit_compress:
 * @make: makes a simulation of the cluster; called twice
 * @progress: (nullable): told how many of the nodes have been tried, with @data
 * @out_simulation: (out) (transfer full): the cluster that is left, with the drained
 *   nodes cordoned
 *
 * Returns: (transfer full) (nullable): NULL if an attempt to place a pod fails
 *   with an error, which leaves no answer
 */
FitCompression *
fit_compress (FitSimulationMaker make, const FitObjects *objects, gpointer data,
              void (*progress) (guint done, guint total, gpointer data),
              gpointer progress_data, FitSimulation **out_simulation,
              GError **error);
