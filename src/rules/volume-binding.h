/* volume-binding.h - what the files of VolumeBinding share (private to them)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/volume-binder.h"
#include "predicates/predicate.h"
#include "priorities/priority.h"

/* fit_explain_claims: what is wrong with @claims by @problem, one of
 * FitVolumeProblems */
void fit_explain_claims (const FitPredicateRun *run, const FitPodClaims *claims,
                         FitVolumeProblems problem, const FitNodeInfo *node,
                         FitDetail *detail);

/* how it scores, in volume-binding-score.c */
extern const FitPriorityInfo fit_score_volume_binding;
