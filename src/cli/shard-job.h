/* shard-job.h - work all of whose pieces may be done at the same time: all of it
 * here, or a part for --directory, or what --merge finds of all parts
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/shards.h"

typedef struct
{
  FitShardWork work; /* what comes of a piece is one line of JSON */
  guint n;           /* number of pieces */
  gboolean endless;  /* it ends before they do */
  const char *kind;  /* of the files of parts */
  const char *key;   /* of the job: equal for two that do the same */
} FitShardJob;

/* fit_shard_check_done: @what: "the sweep": says which pieces @results lacks.
 * Returns: FALSE with FIT_ERROR_INCOMPLETE, unless it lacks none */
gboolean fit_shard_check_done (const char *what, const char *called,
                               const GPtrArray *results, GError **error);

/**
 * fit_shard_job_run:
 * @out_results: (out) (nullable) (transfer full): of GBytes (nullable), by number;
 *   NULL: only a part was asked for, and it is said that it is done
 */
gboolean fit_shard_job_run (const FitShardJob *job, GPtrArray **out_results,
                            GError **error);
