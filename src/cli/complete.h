/* complete.h - what may follow on a command line
 *
 * The scripts of 'fitsched completion' call "fitsched __complete WORD...", with
 * the words behind "fitsched", up to the one that is to be completed.  It
 * prints what may stand in its place, a line each, with a tab and a few words
 * about it; a line ":files" means files, too.
 */
#pragma once

#include "cli/verbs.h"

G_BEGIN_DECLS

#define FIT_COMPLETE_VERB "__complete"
#define FIT_COMPLETE_FILES_LINE ":files\n"

/* fit_complete: @words NULL-terminated */
FitExit fit_complete (const FitInvocation *invocation, char *const *words,
                      GError **error);

G_END_DECLS
