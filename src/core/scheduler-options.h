/* scheduler-options.h - how a generic scheduler finds nodes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/framework.h"
#include "rules/modern-objects.h"
#include "rules/signature.h"

typedef struct _FitGenericScheduler FitGenericScheduler;
typedef struct _FitFilterProfile FitFilterProfile;
typedef struct _FitDefaultPreemptionArgs FitDefaultPreemptionArgs;

/* Adaptive: 50 % minus 1 % per 125 nodes, at least 5 %. */
#define FIT_PERCENTAGE_ADAPTIVE 0

typedef enum
{
  FIT_TIE_BREAK_ROUND_ROBIN, /* the best nodes in turn, over all pods */
  FIT_TIE_BREAK_RANDOM,      /* reservoir sampling, as v1.16 does */
} FitTieBreak;

/* The parts of an attempt that take time. */
typedef enum
{
  FIT_STAGE_FOUND,   /* nodes were checked, and some fit */
  FIT_STAGE_SCORED,  /* they were scored; not where only one fits */
  FIT_STAGE_FAILED,  /* nodes were checked, and none fits */
  FIT_STAGE_DECIDED, /* the end, unless there was an error */
} FitAttemptStage;

/* FitStageObserver: @stage has just ended, in
 * fit_generic_scheduler_schedule() of @scheduler */
typedef void (*FitStageObserver) (const FitGenericScheduler *scheduler,
                                  FitAttemptStage stage, gpointer data);

/* Where one pod leaves off and the next one goes on. */
typedef struct
{
  guint next_start; /* search_goes_on: where the next search starts, among all
                       nodes */
  guint64 n_ties;   /* round robin: how often one of several best nodes was
                       chosen */
  guint64 n_pods;   /* attempts, and pods that left the queue without one */
  gint64 now_ns;    /* the time of the attempt, for lists_are_kept */
} FitTurns;

typedef struct
{
  gint32 percentage_of_nodes_to_score; /* <= 0 adaptive; >= 100 all */
  FitTieBreak tie_break;
  FitTurns *turns; /* (nullable) borrowed: those of all profiles together; NULL:
                      turns of its own */
  guint32 seed;    /* for FIT_TIE_BREAK_RANDOM */
  FitFramework *framework;    /* (nullable) borrowed: the plugins to run */
  const GPtrArray *extenders; /* (nullable) borrowed, of FitExtender, ordered as
                                 in core/extenders.h */

  /* For a profile of a later release.  The algorithm contains the filters as
   * predicates and the scores as priorities.  The cycle follows that
   * release. */
  const FitFilterProfile *filters; /* (nullable) borrowed */
  const FitDefaultPreemptionArgs
      *preemption; /* (nullable) borrowed: how many candidates to look for */
  const GPtrArray
      *post_filters; /* (nullable) borrowed, of char: the PostFilter plugins, in
                        order; NULL: DefaultPreemption, then others */

  const GArray
      *signers; /* (nullable) borrowed, of FitSigner: the rules by which
                            two pods are alike; NULL: no list is kept */

  FitModernUse modern; /* which pods get no answer */

  FitStageObserver stage_ended; /* (nullable): to measure time */
  gpointer stage_data;          /* borrowed */
} FitSchedulerOptions;
