/* extenders.h - all extenders of a scheduler, called in sequence or in parallel
 *
 * An array of FitExtender in the order of FitAlgorithm.extenders: those that
 * are not ignorable first, and each group in the order of the Policy.
 * Extenders that are not interested in the pod are skipped.  Results never
 * depend on which extender responds first.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/extender.h"
#include "priorities/priority.h"

/* fit_extenders_new: @policies of FitExtenderPolicy, as for
 * fit_extender_new().  Returns: (transfer full): of FitExtender */
GPtrArray *fit_extenders_new (const GPtrArray *policies,
                              const FitExtenderOptions *options);

/* fit_extenders_binder: Returns: (transfer none) (nullable): the first extender
 * that binds and is interested in @pod */
FitExtender *fit_extenders_binder (const GPtrArray *extenders,
                                   const FitPod *pod);

/* The result of all extenders. */
typedef struct
{
  gboolean as_objects; /* an extender has answered objects of nodes */
  GPtrArray *nodes;    /* owned, of FitNodeInfo (borrowed from the cache): see
                         FitExtenderSelection.kept */
  GArray *rejections;  /* owned, of FitExtenderRejection in order; a node may
                         have several */
  GPtrArray *skipped;  /* owned, of char*: failures of ignorable extenders */
} FitFilterResult;

void fit_filter_result_clear (FitFilterResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitFilterResult, fit_filter_result_clear)

/**
 * fit_extenders_filter:
 * @nodes: the nodes that passed the predicates
 *
 * Each extender gets the nodes that the one before left, until none is left.
 *
 * Returns: FALSE if an extender failed that is not ignorable, or one was not
 *   called
 */
gboolean fit_extenders_filter (const GPtrArray *extenders,
                               const FitCache *cache, const FitPod *pod,
                               const FitNodeInfo *const *nodes, guint n_nodes,
                               FitFilterResult *out_result, GError **error);

/* The scores of one extender for each node. */
typedef struct
{
  const FitExtender *extender; /* borrowed */
  gint64 *scores;              /* owned; unweighted, 0 on failure */
  char *error;                 /* (nullable) owned */
} FitExtenderScores;

/**
 * fit_extenders_prioritize:
 * @scale: of the totals: 1, or 10 if nodes are scored up to 100
 * @totals: (inout): one per node; weight times score times scale is added
 *
 * Calls all extenders that score, in parallel.  One that fails gives no scores,
 * whether it is ignorable or not.  Sums wrap silently, like machine integers in
 * v1.16.
 *
 * Returns: (transfer full) (nullable): of FitExtenderScores, one for each
 *   extender that was called; NULL with FIT_ERROR_UNASKED if one could not be
 *   called
 */
GArray *fit_extenders_prioritize (const GPtrArray *extenders,
                                  const FitCache *cache, const FitPod *pod,
                                  const FitNodeList *nodes, gint64 scale,
                                  gint64 *totals, GError **error);

/**
 * fit_extenders_preempt:
 * @needs_victims: from 1.22 on: a node that an extender returns without victims
 *   is a failure of the extender; if it is ignorable, the node is dropped
 * @candidates: (inout): of FitNodeVictims (fit_node_victims_array_new()):
 *   replaced by the remaining ones; unchanged on failure
 * @skipped: (nullable): of char*: gets the failures of ignorable extenders
 *
 * Each extender that supports preemption gets the candidates that the one
 * before left, until none is left.
 *
 * Returns: FALSE if an extender failed that is not ignorable, or one was not
 *   called
 */
gboolean fit_extenders_preempt (const GPtrArray *extenders,
                                const FitCache *cache, const FitPod *pod,
                                gboolean needs_victims, GArray **candidates,
                                GPtrArray *skipped, GError **error);
