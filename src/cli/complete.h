/* complete.h - completion of command lines
 *
 * The scripts of 'fitsched completion' call "fitsched __complete WORD..." with
 * the words after "fitsched", up to the one to complete.  It prints one
 * candidate per line, followed by a tab and a few words about it.  A line
 * ":files" means that files are candidates too.
 *
 * kubectl calls kubectl_complete-fitsched WORD... instead.  There, a value is
 * offered without its option, and the last line is :4, or :0 with files.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"

#define FIT_COMPLETE_VERB "__complete"
#define FIT_COMPLETE_PROGRAM "kubectl_complete-fitsched"
#define FIT_COMPLETE_FILES_LINE ":files\n"

typedef enum
{
  FIT_COMPLETE_FOR_SHELLS,
  FIT_COMPLETE_FOR_KUBECTL,
} FitCompleteFor;

/* fit_complete: @words NULL-terminated */
FitExit fit_complete (const FitInvocation *invocation, char *const *words,
                      FitCompleteFor whom, GError **error);
