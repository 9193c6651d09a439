/* packing-lint.h - warnings about what the scores of a profile decide, which a
 * simulation backs
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "warnings/config-lint.h"

/* fit_packing_lint: adds warnings about profiles that ask for full nodes and
 * spread pods, and about weights that are too small, to @warnings */
void fit_packing_lint (const FitConfigLint *lint, GPtrArray *warnings);
