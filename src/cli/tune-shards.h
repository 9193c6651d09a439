/* tune-shards.h - trials of one generation, on all processors of this machine
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/tuning.h"

/* fit_tune_run: tries those of the trials of @tuning that are not done and whose
 * number leaves the remainder @shard when it is divided by @n_shards.
 * @progress: told about each.  Returns: FALSE if one of them has no answer */
gboolean fit_tune_run (FitTuning *tuning, guint shard, guint n_shards,
                       FitProgress *progress, GError **error);
