/* use-lint.h - warnings about what makes no difference in a cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "warnings/config-lint.h"

/* fit_use_lint: adds warnings about profiles that no pod uses, and about
 * percentages of nodes without effect, to @warnings; none without a cluster */
void fit_use_lint (const FitConfigLint *lint, GPtrArray *warnings);
