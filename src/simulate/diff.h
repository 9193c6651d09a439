/* diff.h - how two sets of rules treat the same cluster differently, and why
 *
 * Two sides, left and right, place the same pods by their own rules.  If they
 * disagree about a pod, the right rules also decide about it in the state that
 * results from the left placements.  If both still disagree, the difference
 * concerns this pod itself, and the cause is determined.  If not, the
 * difference only follows from earlier pods.
 *
 *   diff = fit_diff_new (sides, &error);                // pods, one by one
 *   for (guint i = 0; i < diff->items->len; i++) ...
 *
 * or, for two replays (replay.h) that were observed:
 *
 *   diff = fit_diff_of_records (left, right);
 *
 * At most two clusters are in memory at the same time.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/coverage.h"
#include "simulate/diff-result.h"
#include "simulate/replay.h"
#include "simulate/simulation.h"

/* -- one by one ------------------------------------------------------------ */

typedef struct
{
  const FitObjects *objects; /* borrowed: the cluster; both sides have the same
                                pods and nodes in the same order */
  FitSimulation *(*make) (const FitObjects *objects, gpointer data,
                          GError **error); /* creates a new simulation, always
                                              with the same rules */
  gboolean (*hold_back) (const FitPod *pod,
                         gpointer data); /* (nullable): is a pending pod not to
                                            be tried yet? */
  void (*placed) (const FitCache *cache,
                  gpointer data); /* (nullable): looks at the cluster when the
                                     side has placed all pods */
  gpointer data;
  FitCoverage *coverage; /* (nullable) borrowed: counts the actions of the
                            rules, once for each pod tried */
} FitDiffSide;

/**
 * fit_diff_new:
 * @sides: two sides
 *
 * Tries every pending pod once, in queue order, like fit_simulation_schedule(),
 * without preemption.
 *
 * Returns: (transfer full) (nullable): NULL if a simulation cannot be created
 */
FitDiff *fit_diff_new (const FitDiffSide *sides, GError **error);

/* -- replays --------------------------------------------------------------- */

/* A record of what happens to the pods of a replay. */
typedef struct _FitDiffRecord FitDiffRecord;

FitDiffRecord *fit_diff_record_new (void);
void fit_diff_record_free (FitDiffRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDiffRecord, fit_diff_record_free)

/* fit_diff_record_observer: an observer that records in @record */
FitReplayObserver fit_diff_record_observer (FitDiffRecord *record);

/* fit_diff_record_end: the replay has ended */
void fit_diff_record_end (FitDiffRecord *record, FitReplay *replay);

/**
 * fit_diff_of_records:
 * @left, @right: ended; each gets the other's pods too
 *
 * A pod is the same on both sides if it was bound to the same nodes in the same
 * order, was preempted as often, and has the same node in the end, and if its
 * last attempt did not fail with an error on either side.
 *
 * Returns: (transfer full)
 */
FitDiff *fit_diff_of_records (FitDiffRecord *left, FitDiffRecord *right);

/* fit_diff_of_clusters: the same for the same rules, where only the cluster of
 * the right side is another: pods that only the right side schedules have the
 * cause FIT_DIFF_ASSUMED */
FitDiff *fit_diff_of_clusters (FitDiffRecord *left, FitDiffRecord *right);
