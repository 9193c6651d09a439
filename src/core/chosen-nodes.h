/* chosen-nodes.h - what a scheduler's rules say about the nodes that the caller
 * chooses
 *
 * The caller may choose any nodes, in any order.  Nothing is decided: the round
 * robin and the volume counts of the scheduler stay as they are.  Extenders are
 * not called.  This may happen in the middle of an attempt, so it does not
 * sweep the cache: the owner of the cache must call fit_cache_sweep() now and
 * then.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/generic-scheduler.h"

typedef struct _FitChosenNodes FitChosenNodes;

/* fit_chosen_nodes_new: @like: the scheduler with the rules.  Returns:
 * (transfer full): valid until the cache changes */
FitChosenNodes *fit_chosen_nodes_new (const FitGenericScheduler *like,
                                      const FitPod *pod);
void fit_chosen_nodes_free (FitChosenNodes *chosen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitChosenNodes, fit_chosen_nodes_free)

/**
 * fit_chosen_nodes_check:
 * @nodes: of the cache
 * @out_verdicts: (out) (transfer none): one per node, in their order
 *
 * Runs the predicates and Filter plugins on @nodes.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE if one of them failed
 */
gboolean fit_chosen_nodes_check (FitChosenNodes *chosen,
                                 const FitNodeInfo *const *nodes, guint n,
                                 const FitNodeVerdict **out_verdicts,
                                 GError **error);

/* fit_chosen_nodes_hopeless: will the pod still not fit, whatever pods are
 * removed from the node of @verdict? */
gboolean fit_chosen_nodes_hopeless (const FitChosenNodes *chosen,
                                    const FitNodeVerdict *verdict);

/**
 * fit_chosen_nodes_score:
 * @out_results: (out) (transfer none): one per priority of the algorithm, in
 *   their order; their scores are by node
 * @out_totals: (out) (transfer none): weighted, by node
 *
 * Runs all priorities as if exactly @nodes were feasible.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE if one of them failed
 */
gboolean fit_chosen_nodes_score (FitChosenNodes *chosen,
                                 const FitNodeInfo *const *nodes, guint n,
                                 const FitScores **out_results,
                                 const gint64 **out_totals, GError **error);

/* fit_chosen_nodes_fits_without: would the pod fit @node if the @n pods
 * @victims, which run there, were gone?  An error counts as no. */
gboolean fit_chosen_nodes_fits_without (FitChosenNodes *chosen,
                                        const FitNodeInfo *node,
                                        const FitPod *const *victims, guint n);
