/* replay-observer.h - who is told what happens in a replay
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "scheduler/scheduler.h"

/* Callbacks during fit_replay_feed() and fit_replay_settle().  They must not
 * call the replay. */
typedef struct
{
  gpointer data;                                                /* borrowed */
  void (*decided) (gpointer data, const FitDecision *decision); /* (nullable) */
  void (*event) (gpointer data, const FitEvent *event,
                 gint64 time_ns); /* (nullable) */
  void (*changed) (gpointer data, FitKind kind, gconstpointer old_object,
                   gconstpointer new_object); /* (nullable): the scheduler was
                                                 told about a change of the
                                                 cluster; either object may be
                                                 NULL */
  gboolean (*goes_on) (gpointer data);        /* (nullable): called before each
                                          attempt; FALSE stops the replay for
                                          good */
} FitReplayObserver;
