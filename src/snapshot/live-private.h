/* live-private.h - the live reading of a snapshot, with limits that tests set
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/list-stream.h"
#include "snapshot/live.h"

/* fit_snapshot_read_live_within: fit_snapshot_read_live() with @limits of each
 * list */
gboolean fit_snapshot_read_live_within (FitSnapshot *snapshot,
                                        const FitApiConfig *config,
                                        const FitListLimits *limits,
                                        GError **error);
