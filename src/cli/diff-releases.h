/* diff-releases.h - compares Policies whose release nobody named as each
 * release that reads them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-run.h"

typedef struct
{
  GPtrArray *readers;                /* (nullable) owned, of FitReader */
  GPtrArray *others[FIT_DIFF_SIDES]; /* (nullable) owned, of FitDiffSource */
} FitDiffReleases;

/* fit_diff_releases_open: lets fit_diff_run() try @sources as the other
 * releases, too: a Policy without a release, and a provider beside it, on
 * either side.  @releases: (out): must live as long as @sources */
void fit_diff_releases_open (FitDiffReleases *releases,
                             const FitInvocation *invocation,
                             FitDiffSource *sources);

/* fit_diff_releases_tell: sets the spans of @finding if a release gives another
 * result than v1.16 */
void fit_diff_releases_tell (const FitDiffReleases *releases,
                             FitDiffFinding *finding);

void fit_diff_releases_clear (FitDiffReleases *releases);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffReleases, fit_diff_releases_clear)
