/* bound.h - what no placement can beat: by any scheduler, with any order of the
 * pods and any scores
 *
 * A bound counts what the chosen rules say of a pod and a node alone
 * (FitPredicateInfo.fits_emptier), and the amounts that they demand to be free
 * (FitPredicateInfo.demand), and that pods which keep apart
 * from their like are one to a node (FitPredicateInfo.keeps_apart), so a rule that it does not know, one that looks at
 * other pods, an extender or a plugin of a program only makes it looser.  Pods
 * with equal specs and nodes that are equal to all of them are groups; packing.h
 * proves the rest.
 *
 * What makes the number one that no scheduler beats:
 *
 * - Pods that run stay where they are and take up what they take up, unless they
 *   may leave; what a node lacks already keeps no pod off it that is there.
 * - A pod takes up no more than it demands, and no more than it will count on the
 *   node: of some releases, the two differ.
 * - A resource is left out if amounts are so large that sums might wrap.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/simulation.h"

typedef struct
{
  gboolean known;
  gint64 value;     /* if it is known */
  char *problem;    /* (nullable) owned: why it is not known */
  GPtrArray *rules; /* owned, of char (interned, owned): the names of those that
                       count, each once */
} FitBound;

void fit_bound_free (FitBound *bound);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitBound, fit_bound_free)

/* In the following, @simulation is a new simulation of the cluster, which does not
 * change.  Returns: (transfer full) */

/* fit_bound_placed: at most so many of @pods, of FitPod, can be on nodes at once.
 * @preempts: pods may preempt, unless their profile does not */
FitBound *fit_bound_placed (FitSimulation *simulation, const GPtrArray *pods,
                            gboolean preempts);

/* fit_bound_copies: besides @pods, at most so many copies of @templates, of FitPod,
 * each at most @replicas times */
FitBound *fit_bound_copies (FitSimulation *simulation, const GPtrArray *pods,
                            const GPtrArray *templates, guint replicas);

/* fit_bound_drained: at most so many nodes can be without pods that move, with
 * @pods placed, too: see compress.h */
FitBound *fit_bound_drained (FitSimulation *simulation, const GPtrArray *pods);

/* fit_bound_new_nodes: at least so many nodes that are not @known, a set of
 * interned names, are needed for @pods; of each of these there may be any
 * number.  @bare: they may lack the pods that are on them */
FitBound *fit_bound_new_nodes (FitSimulation *simulation, const GPtrArray *pods,
                               GHashTable *known, gboolean bare);
