/* batch.h - the nodes that one pod has left over for the next one, if both are
 * alike (private to core/)
 *
 * With lists_are_kept (from 1.35 on), a pod that found several nodes leaves the
 * list of the others with their totals.  If the next pod of the queue has the
 * same signature (rules/signature.h), and the node that was chosen has no room
 * for it, it takes the best of the list, if it fits there: nothing else is
 * searched or scored.  A list is good for half a second.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/attempt.h"

/* fit_batch_hint: PreFilter of @cycle is over: sets its signature.  Returns:
 * (nullable): the node to try first, which leaves the list; memory of the
 * cycle */
const char *fit_batch_hint (FitGenericScheduler *scheduler, FitCycle *cycle);

/* fit_batch_keep: @cycle has @chosen (nullable) a node; keeps the others for the
 * next cycle */
void fit_batch_keep (FitGenericScheduler *scheduler, const FitCycle *cycle,
                     const FitNodeInfo *chosen);

void fit_batch_clear (FitBatch *batch);
