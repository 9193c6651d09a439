/* run-verb.h - runs a verb whose command line, or question, has been read
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"

/* fit_run_verb: Returns: the exit status; if @error is set, that determines
 * it */
FitExit fit_run_verb (const FitInvocation *invocation, GError **error);
