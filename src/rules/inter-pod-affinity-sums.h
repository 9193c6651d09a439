/* inter-pod-affinity-sums.h - the weights that terms of inter-pod affinity add
 * to nodes
 *
 * A term adds its weight to all nodes with one value of its topology key, once
 * for each pod.  The pods are counted by value already, so adding a term costs
 * nothing; a node's score adds up the weights of its values when it is asked
 * for.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "priorities/priority.h"

typedef struct _FitAffinityShare FitAffinityShare;

/* The terms with one topology key. */
typedef struct
{
  guint slot;               /* the topology key's */
  FitAffinityShare *shares; /* what each term adds */
  FitTermSum *taken;        /* (nullable): what was taken back, by value id */
  guint8 *is_taken;         /* (nullable): 1 where anything was */
} FitKeyShares;

typedef struct
{
  const FitPriorityMetadata *meta;
  guint n;
  FitKeyShares *keys;
} FitAffinitySums;

/* fit_affinity_sums_init: initialises empty sums for up to @most_terms terms;
 * memory of the cycle's arena */
void fit_affinity_sums_init (FitAffinitySums *sums,
                             const FitPriorityMetadata *meta, gsize most_terms);

/**
 * fit_affinity_sums_add_own:
 * @term: preferred term of the pod to schedule, with a topology key
 * @covers: the pods that it matches
 * @sign: 1 for affinity, -1 for anti-affinity; @sign times the weight must fit
 *   in 32 bits
 *
 * Returns: the number of running pods that it matches
 */
guint64 fit_affinity_sums_add_own (FitAffinitySums *sums,
                                   const FitAffinityTerm *term,
                                   const FitPodCondition *covers, gint32 sign);

/* fit_affinity_sums_add_others: adds a term of running pods that matches the
 * pod to schedule; required affinity counts @hard_weight each */
void fit_affinity_sums_add_others (FitAffinitySums *sums, FitPodTerm *term,
                                   gint64 hard_weight);

/* fit_affinity_sums_take_back: takes @weight from the nodes with the same value
 * of @term's topology key as node number @node */
void fit_affinity_sums_take_back (FitAffinitySums *sums,
                                  const FitAffinityTerm *term, guint node,
                                  gint64 weight);

/* fit_affinity_sums_map: writes the sum of each node as its score */
void fit_affinity_sums_map (const FitAffinitySums *sums,
                            const FitNodeList *nodes, gint64 *scores);

/**
 * fit_affinity_sums_scale:
 * @scores: (array length=n): (inout): the sums of the feasible nodes
 * @min, @max: additional sums to take into account
 *
 * trunc (max_score * ((sum - least) / (greatest - least))) in binary64; all 0
 * if least and greatest are equal.
 */
void fit_affinity_sums_scale (const FitAffinitySums *sums, gint64 *scores,
                              guint n, gint64 min, gint64 max);

/* fit_affinity_sums_add: adds what _map() and _scale() give to each feasible
 * node, times @weight.  Returns: FALSE if that is too much */
gboolean fit_affinity_sums_add (const FitAffinitySums *sums,
                                const FitTotals *totals, gint64 weight,
                                gint64 min, gint64 max);
