/* extenders.h - all extenders of a scheduler, one after the other or at once
 *
 * An array of FitExtender in the order in which they are asked: those that
 * are not ignorable first, each group in the order of the Policy, which is the
 * order of FitAlgorithm.extenders.  Those that are not interested in the pod
 * are not asked.  Answers never depend on which extender answers first.
 */
#pragma once

#include "core/extender.h"

G_BEGIN_DECLS

/* fit_extenders_new: @policies of FitExtenderPolicy, as for
 * fit_extender_new().  Returns: (transfer full): of FitExtender */
GPtrArray *fit_extenders_new (const GPtrArray *policies,
                              const FitExtenderOptions *options);

/* fit_extenders_binder: Returns: (transfer none) (nullable): the first that
 * binds and is interested in @pod */
FitExtender *fit_extenders_binder (const GPtrArray *extenders,
                                   const FitPod *pod);

/* What is left after all of them. */
typedef struct
{
  GPtrArray *nodes;   /* owned, of FitNodeInfo (borrowed from the cache): see
                         FitExtenderSelection.kept */
  GArray *rejections; /* owned, of FitExtenderRejection, in the order in which
                         they came; a node may have several */
  GPtrArray *skipped; /* owned, of char*: failures of ignorable extenders */
} FitFilterResult;

void fit_filter_result_clear (FitFilterResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitFilterResult, fit_filter_result_clear)

/**
 * fit_extenders_filter:
 * @nodes: those that passed the predicates
 *
 * Each is asked about the nodes that the one before left, until none is left.
 *
 * Returns: FALSE when one failed that is not ignorable, or one was not asked
 */
gboolean fit_extenders_filter (const GPtrArray *extenders,
                               const FitCache *cache, const FitPod *pod,
                               const FitNodeInfo *const *nodes, guint n_nodes,
                               FitFilterResult *out_result, GError **error);

/* What one extender said about each node. */
typedef struct
{
  const FitExtender *extender; /* borrowed */
  gint64 *scores;              /* owned; not weighted, 0 on failure */
  char *error;                 /* (nullable) owned */
} FitExtenderScores;

/**
 * fit_extenders_prioritize:
 * @scale: of the totals: 1, or 10 where nodes are scored up to 100
 * @totals: (inout): one per node; weight times score times scale is added
 *
 * Asks all that score, at the same time.  A failure is no score, whether the
 * extender is ignorable or not.  Sums wrap silently, as machine integers do in
 * v1.16.
 *
 * Returns: (transfer full) (nullable): of FitExtenderScores, one for each that
 *   was asked; NULL with FIT_ERROR_UNASKED where one could not be
 */
GArray *fit_extenders_prioritize (const GPtrArray *extenders, const FitPod *pod,
                                  const FitNodeInfo *const *nodes,
                                  guint n_nodes, gint64 scale, gint64 *totals,
                                  GError **error);

/**
 * fit_extenders_preempt:
 * @candidates: (inout): of FitNodeVictims (fit_node_victims_array_new()):
 *   replaced by what is left; untouched on failure
 * @skipped: (nullable): of char*: gets the failures of ignorable extenders
 *
 * Each that supports preemption is asked about what the one before left, until
 * nothing is left.
 *
 * Returns: FALSE when one failed that is not ignorable, or one was not asked
 */
gboolean fit_extenders_preempt (const GPtrArray *extenders,
                                const FitCache *cache, const FitPod *pod,
                                GArray **candidates, GPtrArray *skipped,
                                GError **error);

G_END_DECLS
