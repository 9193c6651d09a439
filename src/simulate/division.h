/* division.h - what is lost if schedulers divide the nodes of a cluster among
 * them
 *
 * Each scheduler sees its own nodes and the pods there, and gets a share of the
 * pending pods.  These are placed twice: by one scheduler for all nodes, the
 * left side, and by those of the division, the right side.  Then the right
 * placements are made once more, in the order of the queue, in the whole
 * cluster: a rule that would have rejected the node there was broken, because
 * its scheduler did not see why.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/diff.h"

/* How the nodes are divided. */
typedef struct
{
  guint n; /* among so many schedulers, the nodes of each zone in turn;
                        0: by @label */
  const char *label; /* (nullable): the nodes with one value of it have one
                        scheduler; those without it have none */
} FitDivisionWay;

/* One scheduler. */
typedef struct
{
  char *name;    /* owned: its number from 1, or the value of the label */
  guint n_nodes; /* that it has */
  guint n_pods;  /* pending ones that it gets */
  guint n_placed;
} FitShard;

/* A rule that would have kept a pod from its node. */
typedef struct
{
  const FitPod *pod;      /* owned reference */
  guint shard;            /* index */
  FitDiffBarrier barrier; /* owned: rule, reason and node */
} FitBrokenRule;

typedef struct
{
  GArray *shards;       /* owned, of FitShard */
  GArray *broken;       /* owned, of FitBrokenRule, in the order of the queue */
  guint n_broken_pods;  /* pods in @broken */
  guint n_nodes_unused; /* nodes that no scheduler has */
} FitDivision;

void fit_division_free (FitDivision *division);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDivision, fit_division_free)

/**
 * fit_division_compare:
 * @side: the cluster and the rules; placed() is called for both sides, with
 *   @placed_data for the right one
 * @out_division: (out) (transfer full)
 *
 * A pending pod goes to a scheduler that has a node which its node selector and
 * node affinity accept, to the one that has got the fewest for its number of
 * nodes; if there is none, to any.
 *
 * Returns: (transfer full) (nullable): NULL if a simulation cannot be made;
 *   FIT_ERROR_NOT_FOUND if no node has the label
 */
FitDiff *fit_division_compare (const FitDiffSide *side, gpointer placed_data,
                               const FitDivisionWay *way,
                               FitDivision **out_division, GError **error);
