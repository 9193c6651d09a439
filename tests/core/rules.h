/* rules.h - predicates and priorities made for tests
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/registry.h"

/* What a rule says about a node is written into its labels:
 *   error: TEXT   the predicate Reader cannot answer
 *   refuse: TEXT  the predicate Reader says no, for this reason
 *   points: N     what the priority Points gives
 *   trouble: TEXT the priority Points fails
 * The predicate Crowded wants at least one pod on the node. */
extern const FitPredicateInfo rule_reader;
extern const FitPredicateInfo rule_crowded;
extern const FitPriorityInfo rule_points;

/* rules_register: the predicates Reader and Crowded, the priorities Points,
 * Doubled (Points with a reduce that doubles) and Even (Points for the same node
 * at any time, with a reduce that fails if they are odd, or if no node has
 * any) */
void rules_register (FitRegistry *registry);
