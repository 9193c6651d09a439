/* other-releases.h - would other releases that read the Policy place the
 * pending pods elsewhere?
 *
 * Where nobody names the release of a Policy, it runs as 1.16 runs it.  The
 * other releases that read it are simulated, too, on small clusters, as simulate
 * does it: with preemption and retries.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/release-groups.h"
#include "cli/simulate-items.h"

typedef struct
{
  GPtrArray *readers; /* (nullable) owned, of FitReader; NULL: nothing was
                         tried */
  GPtrArray *runs;    /* owned: what became of each of them, newest first */
} FitOtherReleases;

/* fit_other_releases_run: simulates them, if that is little work.  Call it
 * before the objects of @session are freed.  @others: (out): must be cleared */
void fit_other_releases_run (FitOtherReleases *others, FitSession *session);

/* fit_other_releases_note: prints a note on standard error if there are groups
 * of releases that place some of @items elsewhere; @items: of FitItem, of the run
 * of 1.16 or some of it */
void fit_other_releases_note (const FitOtherReleases *others,
                              const GPtrArray *items);

/* fit_other_releases_note_pods: both for @pods alone, of FitPod, where 1.16 has
 * not been simulated yet */
void fit_other_releases_note_pods (FitSession *session, const GPtrArray *pods);

void fit_other_releases_clear (FitOtherReleases *others);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitOtherReleases, fit_other_releases_clear)
