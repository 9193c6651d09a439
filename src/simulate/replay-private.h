/* replay-private.h - the internals of a replay
 *
 * replay.c: creating, running and freeing it, and its clock.  replay-input.c:
 * its input.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/replay.h"
#include "assembly/assembly.h"
#include "simulate/virtual-world.h"

struct _FitReplay
{
  FitAssembly rules;
  FitVirtualWorld *world;  /* owned */
  FitSchedulerSetup setup; /* the setup of @scheduler */
  FitScheduler *scheduler; /* (nullable) owned: NULL before it begins */
  const FitConfiguration *configuration; /* (nullable) borrowed */
  FitObjects *admission;                 /* owned: the PriorityClasses */
  GHashTable *class_names;               /* set of their names, borrowed */
  FitTraceWriter *record;                /* (nullable) borrowed */
  gint64 start_ns;                       /* the origin of relative times */
  gint64 begin_ns;                       /* the time of the first input */
  gint64 settle_ns;
  gboolean as_is;
  FitReplayObserver observer;
  gboolean stopped;
};

/* fit_replay_begin: starts the clock, unless it has started already */
void fit_replay_begin (FitReplay *replay, gint64 time_ns);

/* fit_replay_run_until: runs all scheduled events up to and including @time_ns;
 * at @time_ns pods are not tried yet */
void fit_replay_run_until (FitReplay *replay, gint64 time_ns);
