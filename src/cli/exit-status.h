/* exit-status.h - the exit status of the program
 *
 * Defines the meaning of each exit status; docs/cli.md and the manual pages
 * repeat it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

typedef enum
{
  FIT_EXIT_YES = 0,      /* success; every pod has a node */
  FIT_EXIT_NO = 1,       /* success, but the answer is no */
  FIT_EXIT_USAGE = 2,    /* the command line makes no sense */
  FIT_EXIT_INPUT = 3,    /* a file, object or Policy is invalid */
  FIT_EXIT_REMOTE = 4,   /* an extender or API server failed */
  FIT_EXIT_INTERNAL = 5, /* a bug, or the result could not be written */
  FIT_EXIT_LAST,
} FitExit;

/* fit_exit_status: Returns: the exit status for @error */
FitExit fit_exit_status (const GError *error);

/* fit_exit_meaning: Returns: (transfer none): one line about @status */
const char *fit_exit_meaning (FitExit status);
