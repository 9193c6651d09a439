/* answerer.h - a Policy that answers a kube-scheduler's questions to an
 * extender
 *
 * It has the rules of a Policy and reads its caller's cache, which must not
 * change during a call.  No network, no threads, no clock.  answers.h writes
 * its answers as JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "answering/question.h"
#include "core/generic-scheduler.h"

typedef struct _FitAnswerer FitAnswerer;

/**
 * fit_answerer_new:
 * @registry: borrowed during the call
 * @policy: (transfer full): its extenders are not called
 * @options: as for fit_algorithm_new_from_policy(); its cache must outlive the
 *   answerer
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY
 */
FitAnswerer *fit_answerer_new (const FitRegistry *registry, FitPolicy *policy,
                               const FitAlgorithmOptions *options,
                               GError **error);
void fit_answerer_free (FitAnswerer *answerer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAnswerer, fit_answerer_free)

const FitAlgorithm *fit_answerer_algorithm (const FitAnswerer *answerer);

/* fit_answerer_find_node: Returns: (transfer none) (nullable): as in the
 * cache */
const FitNodeInfo *fit_answerer_find_node (const FitAnswerer *answerer,
                                           const char *name);

/* Whether a pod fits a node. */
typedef struct
{
  char *message;         /* (nullable) owned: why not; NULL: it fits */
  gboolean unresolvable; /* evicting other pods would not help */
} FitAnswerFit;

void fit_answer_fits_free (FitAnswerFit *fits, guint n);

/* fit_answerer_filter: does @pod fit each of @nodes?  Returns: (transfer full)
 * (nullable): one per node, for fit_answer_fits_free(); NULL with
 * FIT_ERROR_SCHEDULE */
FitAnswerFit *fit_answerer_filter (const FitAnswerer *answerer,
                                   const FitPod *pod,
                                   const FitNodeInfo *const *nodes, guint n,
                                   GError **error);

/**
 * fit_answerer_prioritize:
 * @priority: (nullable): its name: the scores of this one, without its weight;
 *   NULL: the weighted mean of all, rounded
 * @out_scores: (out caller-allocates): one per node, 0 to 10
 *
 * As if exactly @nodes were feasible.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE, or FIT_ERROR_NOT_FOUND if there is no
 *   such priority
 */
gboolean fit_answerer_prioritize (const FitAnswerer *answerer,
                                  const FitPod *pod,
                                  const FitNodeInfo *const *nodes, guint n,
                                  const char *priority, gint64 *out_scores,
                                  GError **error);

/* fit_answerer_preempt: would @pod fit the node of each of the @n @candidates
 * once its victims were gone?  Victims that are not in the cache count as gone;
 * nothing fits on a node that is not in it.  @out_rooms: (out
 * caller-allocates): by candidate */
void fit_answerer_preempt (const FitAnswerer *answerer, const FitPod *pod,
                           const FitQuestionCandidate *candidates, guint n,
                           gboolean *out_rooms);
