/* compress.h - which nodes could be drained with all pods still placed
 *
 * The pending pods are placed first.  Then the nodes are tried one after the
 * other: the one of which least is requested first, which is the sum of CPU and
 * memory, each as a part of what is allocatable; of equals, by name.  A node is
 * cordoned and its pods leave; they are scheduled again, in the order of the
 * queue and without preemption.  If all of them find another node, it stays
 * drained.  Otherwise everything goes back to where it was.
 *
 * As with 'kubectl drain', pods of DaemonSets and static pods do not move, and
 * neither do pods that are being deleted.  A node stays if one of its running
 * pods has no controller, if a PodDisruptionBudget allows no disruption of it
 * or if several match it, or if another scheduler schedules it.  Pods of a
 * budget leave one by one, so it allows them all if it allows one.  Nodes of
 * the control plane stay.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/simulation.h"

typedef struct
{
  const FitPod *pod; /* owned reference: as it was on the node */
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

typedef struct
{
  guint n_nodes;
  FitCompressNode *nodes; /* owned: in the order in which they were tried */
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
 * @simulation: a new simulation; afterwards it is the cluster that is left,
 *   with the drained nodes cordoned
 * @progress: (nullable): told how many of the nodes have been tried
 *
 * Returns: (transfer full) (nullable): NULL if an attempt to place a pod fails
 *   with an error, which leaves no answer
 */
FitCompression *fit_compress (FitSimulation *simulation,
                              void (*progress) (guint done, guint total,
                                                gpointer data),
                              gpointer data, GError **error);
