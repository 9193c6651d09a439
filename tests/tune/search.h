/* search.h - a space to search without a cluster, for tests of tune
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tune/generation.h"

/* search_space: Returns: (transfer full): five weights and
 * hardPodAffinitySymmetricWeight */
FitTuneSpace *search_space (void);

/* Fewer preempted pods the nearer the first weight is to 30, less skew the nearer
 * the second is to 60, as long as both together are small. */
extern const FitTuneGoals search_goals;

/* search_judge: sets the outcomes of all of @trials that have none */
void search_judge (GArray *trials);
