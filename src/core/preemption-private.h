/* preemption-private.h - which pods of which node would have to be evicted
 * (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/cycle.h"
#include "core/preemption.h"

/**
 * fit_cycle_find_victims:
 * @victims: (out): one per node; its node is NULL where the pod does not fit
 *   even without all pods of lower priority
 * @problems: zeroed, one per node: gets the errors (transfer full)
 * @whys: (nullable): zeroed, one per node: gets the reasons why there are no
 *   victims (transfer full), unless that is an error
 *
 * Finds the victims on each of @nodes, independently of the others.
 */
void fit_cycle_find_victims (const FitCycle *cycle,
                             const FitNodeInfo *const *nodes, guint n,
                             FitNodeVictims *victims, char **problems,
                             GStrv *whys);

/* fit_node_victims_clear: frees what @victims owns and zeroes it */
void fit_node_victims_clear (FitNodeVictims *victims);

/* fit_preemption_pick: compares the candidates and sets best and decided_by */
void fit_preemption_pick (FitPreemption *preemption);
