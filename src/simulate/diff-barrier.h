/* diff-barrier.h - which rule rejects a node
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/evaluation.h"
#include "simulate/diff-result.h"

/**
 * fit_diff_barrier_init:
 * @out: (out): its side is FIT_DIFF_LEFT
 * @verdict: (nullable): of @evaluation about @node; NULL: there is none,
 *   because the pod was rejected as a whole
 * @node: that was rejected
 *
 * The first reason counts.
 */
void fit_diff_barrier_init (FitDiffBarrier *out,
                            const FitEvaluation *evaluation,
                            const FitNodeVerdict *verdict, const char *node);
