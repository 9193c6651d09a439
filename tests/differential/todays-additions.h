/* todays-additions.h - what the newest releases add to objects
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/fuzz/grammar.h"

/* By kind, a part of an object to merge into one of another grammar: "Pod",
 * "Node" and others.  "gates": the gates of a case */
extern const GrammarRule todays_additions_grammar[];
