/* trial-file.h - trials as text, for the files that processes of one search share
 *
 * A file of another search is noticed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tune/objectives.h"
#include "tune/space.h"

/* What a file is about. */
typedef struct
{
  const char *key; /* of the search: FitTuning.key */
  const FitTuneGoals *goals;
  const FitTuneSpace *space;
  guint generation;
  gboolean outcomes; /* with what came of the trials */
} FitTuneFile;

/* fit_tune_file_text: @trials: of FitTuneTrial; those of the generation are
 * written, with outcomes only those that are done and whose number leaves the
 * remainder @shard.  Returns: (transfer full): sealed */
char *fit_tune_file_text (const FitTuneFile *file, const GArray *trials,
                          guint shard, guint n_shards);

/**
 * fit_tune_file_read:
 * @trials: without outcomes, gets the trials of the file, which follow; with
 *   outcomes, its trials get them
 *
 * Errors: FIT_ERROR_SCHEMA, without the name of the file: it is damaged, of
 * another search, or says something else of a trial than is known already.
 */
gboolean fit_tune_file_read (const FitTuneFile *file, const char *text,
                             gsize len, GArray *trials, GError **error);
