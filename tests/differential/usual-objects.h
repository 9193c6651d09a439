/* usual-objects.h - objects of clusters that schedulers mostly see */
#pragma once

#include "tests/fuzz/grammar.h"

/* "Node", "Pod" and other kinds by name, like object_grammar */
extern const GrammarRule usual_object_grammar[];
