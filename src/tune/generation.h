/* generation.h - which trials come next, and which are the best so far
 *
 * The search is NSGA-II: of all trials so far the best are kept, by rank (how
 * many fronts must be taken away before nothing beats them) and, among those of
 * one rank, by how much room there is around them.  Two of them at a time have
 * children.  Everything depends on the seed and the trials alone, and is computed
 * in integers, so it does not matter where and in which order trials are made.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tune/objectives.h"
#include "tune/space.h"

typedef struct
{
  guint32 seed;
  guint n_trials;   /* in all */
  guint population; /* trials of a generation, and those that have children */
} FitTuneOptions;

/* fit_tune_improves: is @trial nowhere worse than @start, the rules as they are,
 * and better somewhere?  That pods move does not count here: nothing changes
 * without it. */
gboolean fit_tune_improves (const FitTuneGoals *goals,
                            const FitTuneTrial *trial,
                            const FitTuneTrial *start);

/* fit_tune_front: Returns: (transfer full): of guint: the indexes of the trials
 * that none of @trials (of FitTuneTrial, all done) beats, of equal outcomes the
 * first, in the order of the goals, the best first */
GArray *fit_tune_front (const GArray *trials, const FitTuneGoals *goals);

/**
 * fit_tune_next:
 * @trials: of FitTuneTrial: all so far, by number, all done; gets those of the
 *   next generation, which are not done
 *
 * The first generation has the rules as they are, those that differ from them in
 * one number, and others at random.  No trial comes twice.
 *
 * Returns: how many there are; 0: that was all
 */
guint fit_tune_next (GArray *trials, const FitTuneSpace *space,
                     const FitTuneGoals *goals, const FitTuneOptions *options);

/**
 * fit_tune_recommend:
 *
 * Returns: the index of the trial that improves on the first one, which is the
 *   rules as they are, by most goals; among those the one that gains most, each
 *   goal as part of the most that any trial gains or loses; -1: none improves on
 *   it
 */
gint fit_tune_recommend (const GArray *trials, const FitTuneGoals *goals);

/**
 * fit_tune_matters:
 * @out_n: how many trials differ from another one in the gene @gene alone
 *
 * Returns: did any of them decide otherwise than the other one?
 */
gboolean fit_tune_matters (const GArray *trials, guint gene, guint *out_n);
