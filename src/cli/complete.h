/* complete.h - completion of command lines
 *
 * The scripts of 'fitsched completion' call "fitsched __complete WORD..." with
 * the words after "fitsched", up to the one to complete.  It prints one
 * candidate per line, followed by a tab and a few words about it.  A line
 * ":files" means that files are candidates too.
 */
#pragma once

#include "cli/verbs.h"

#define FIT_COMPLETE_VERB "__complete"
#define FIT_COMPLETE_FILES_LINE ":files\n"

/* fit_complete: @words NULL-terminated */
FitExit fit_complete (const FitInvocation *invocation, char *const *words,
                      GError **error);
