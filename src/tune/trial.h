/* trial.h - one choice of weights and arguments, and what came of it
 *
 * A trial is its number and plain data: it can go through a pipe or a file to
 * another process, and the same numbers mean the same everywhere.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* So many numbers can be searched at once. */
#define FIT_TUNE_MOST_GENES 64

/* What rules can be good at. */
typedef enum
{
  FIT_TUNE_PLACED,
  FIT_TUNE_PREEMPTED,
  FIT_TUNE_EMPTY_NODES,
  FIT_TUNE_DRAINABLE_NODES,
  FIT_TUNE_STRANDED,
  FIT_TUNE_IMBALANCE,
  FIT_TUNE_ZONE_SKEW,
  FIT_TUNE_MOVED,
  FIT_TUNE_OBJECTIVES,
} FitTuneObjective;

/* Integers, so that they do not depend on the order of a sum. */
typedef struct
{
  gint64 of[FIT_TUNE_OBJECTIVES]; /* 0 unless it was asked for */
  guint64 decisions; /* equal for two trials that placed all pods alike */
} FitTuneOutcome;

typedef struct
{
  guint32 number;     /* counted from 0 through all generations */
  guint32 generation; /* counted from 0 */
  gint32 genes[FIT_TUNE_MOST_GENES]; /* 0 beyond those of the space */
  gboolean done;                     /* has it an @outcome? */
  guint32 unused;                    /* 0: no padding */
  FitTuneOutcome outcome;
} FitTuneTrial;
