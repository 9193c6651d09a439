/* tune-directory.h - the directory that processes of one search share
 *
 * It has a file for each generation, "generation-0002.json", and files with what
 * came of its trials, "trials-0002-3-of-7.json".  A file appears when it is
 * complete.  It does not matter who writes one, or how often.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/tuning.h"

/* fit_tune_directory_load: reads the generations in @directory, which is made if
 * there is none, and what came of their trials */
gboolean fit_tune_directory_load (FitTuning *tuning, const char *directory,
                                  GError **error);

/* fit_tune_directory_write: writes the last generation.
 * fit_tune_directory_write_trials: what came of those of its trials whose number
 * leaves the remainder @shard */
gboolean fit_tune_directory_write (const FitTuning *tuning,
                                   const char *directory, GError **error);
gboolean fit_tune_directory_write_trials (const FitTuning *tuning,
                                          const char *directory, guint shard,
                                          guint n_shards, GError **error);
