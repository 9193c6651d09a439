/* exit-status.c - which exit status each kind of error has
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/exit-status.h"

static const FitExit statuses[] = {
  [FIT_ERROR_PARSE] = FIT_EXIT_INPUT,
  [FIT_ERROR_SCHEMA] = FIT_EXIT_INPUT,
  [FIT_ERROR_POLICY] = FIT_EXIT_INPUT,
  [FIT_ERROR_NOT_FOUND] = FIT_EXIT_INPUT,
  [FIT_ERROR_IO] = FIT_EXIT_INPUT,
  [FIT_ERROR_REMOTE] = FIT_EXIT_REMOTE,
  [FIT_ERROR_LIMIT] = FIT_EXIT_INPUT,
  [FIT_ERROR_USAGE] = FIT_EXIT_USAGE,
  [FIT_ERROR_SCHEDULE] = FIT_EXIT_INPUT,
  [FIT_ERROR_INTERNAL] = FIT_EXIT_INTERNAL,
  [FIT_ERROR_UNASKED] = FIT_EXIT_REMOTE,
  [FIT_ERROR_OUTPUT] = FIT_EXIT_INTERNAL,
  [FIT_ERROR_INCOMPLETE] = FIT_EXIT_NO,
  [FIT_ERROR_NOT_EVALUATED] = FIT_EXIT_INPUT,
};
G_STATIC_ASSERT (G_N_ELEMENTS (statuses) == FIT_ERROR_NOT_EVALUATED + 1);

static const char *const meanings[] = {
  [FIT_EXIT_YES] = "done; where there was a question, the answer is yes",
  [FIT_EXIT_NO]
  = "done; the answer is no: a pod has no node, rules decide differently...",
  [FIT_EXIT_USAGE] = "the command line is wrong",
  [FIT_EXIT_INPUT] = "an input cannot be used: a file, an object, a name",
  [FIT_EXIT_REMOTE] = "an extender or API server failed",
  [FIT_EXIT_INTERNAL] = "an internal error, or the result cannot be written",
};
G_STATIC_ASSERT (G_N_ELEMENTS (meanings) == FIT_EXIT_LAST);

FitExit
fit_exit_status (const GError *error)
{
  if (error->domain != FIT_ERROR
      || (guint) error->code > FIT_ERROR_NOT_EVALUATED)
    return FIT_EXIT_INTERNAL;
  return statuses[error->code];
}

const char *
fit_exit_meaning (FitExit status)
{
  return meanings[status];
}
