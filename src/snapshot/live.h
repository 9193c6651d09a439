/* live.h - a snapshot of what an API server has now
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-config.h"
#include "snapshot/snapshot.h"
#include "client/list-stream.h"

/**
 * fit_snapshot_read_live:
 *
 * Lists all kinds that a scheduler reads, in pages, all as they were at one
 * point in time if the server still knows it.  A kind that the server does not
 * serve has no objects.  A kind that may not be read is missing, but for nodes
 * and pods, without which there is no answer.  Waits for the server.
 *
 * Returns: FALSE with FIT_ERROR_REMOTE, or with the error of a file of @config
 */
gboolean fit_snapshot_read_live (FitSnapshot *snapshot,
                                 const FitApiConfig *config, GError **error);

/* fit_snapshot_read_live_within: fit_snapshot_read_live() with @limits of each
 * list */
gboolean fit_snapshot_read_live_within (FitSnapshot *snapshot,
                                        const FitApiConfig *config,
                                        const FitListLimits *limits,
                                        GError **error);
