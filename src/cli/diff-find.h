/* diff-find.h - 'fitsched diff --find': looks for a cluster where two sets of
 * rules differ
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-run.h"
#include "find/find.h"

/* What was looked for, and found. */
typedef struct
{
  gboolean done; /* or else only a part was asked for */
  FitFound found;
  FitDiffFinding finding; /* if something was found: the comparison there */
  char *answers[FIT_DIFF_SIDES];   /* (nullable) owned: what explain says */
  char *documents[FIT_DIFF_SIDES]; /* (nullable) owned: the same as JSON */
} FitDiffFound;

void fit_diff_found_clear (FitDiffFound *found);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffFound, fit_diff_found_clear)

/* fit_diff_search: looks as long as --budget says.
 * @invocation: its options say how pods are placed, but neither the rules nor a
 *   cluster.  @sources: the rules of both sides.  @out_found: (out): must be
 *   cleared even after a failure */
gboolean fit_diff_search (const FitInvocation *invocation,
                          const FitDiffSource *sources, FitFound *out_found,
                          GError **error);

/* fit_diff_find: the same, and compares what it finds. */
gboolean fit_diff_find (const FitInvocation *invocation,
                        const FitDiffSource *sources, FitDiffFound *out_found,
                        GError **error);
