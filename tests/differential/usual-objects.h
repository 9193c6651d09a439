/* usual-objects.h - objects of clusters that schedulers mostly see
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/fuzz/grammar.h"

/* "Node", "Pod" and other kinds by name, like object_grammar */
extern const GrammarRule usual_object_grammar[];
