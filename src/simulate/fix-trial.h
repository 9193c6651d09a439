/* fix-trial.h - tries the changes that may do away with warnings
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "warnings/config-lint.h"

/* fit_lint_and_try: finds all warnings about a configuration, and tries the
 * changes that may help.  A change is said only if the release accepts the file
 * with it, and the warning is gone; new warnings are said with it.  With a
 * cluster, its pods are placed anew to say what else the change does.  @lint: without fixes.
 * Returns: (transfer full): of FitWarning */
GPtrArray *fit_lint_and_try (const FitConfigLint *lint);
