/* detail-text.h - what a rule explains, as text for tests
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/detail.h"

/* detail_text_append: its sentence, or "-"; then lines, where there is something to
 * say: what nodes have in common, what to do, facts and changes */
void detail_text_append (GString *text, const FitDetail *detail);
