/* replay-private.h - a replay from inside
 *
 * replay.c has its life and its clock; replay-input.c what is put in.
 */
#pragma once

#include "simulate/replay.h"
#include "simulate/rules.h"
#include "simulate/virtual-world.h"

G_BEGIN_DECLS

struct _FitReplay
{
  FitSimulationRules rules;
  FitVirtualWorld *world;  /* owned */
  FitSchedulerSetup setup; /* what @scheduler is made of */
  FitScheduler *scheduler; /* (nullable) owned: NULL before it begins */
  const FitConfiguration *configuration; /* (nullable) borrowed */
  FitObjects *admission;                 /* owned: the PriorityClasses */
  FitTraceWriter *record;                /* (nullable) borrowed */
  gint64 start_ns;                       /* from which relative times count */
  gint64 begin_ns;                       /* when the first thing came */
  gint64 settle_ns;
  gboolean as_is;
  FitReplayObserver observer;
  gboolean stopped;
};

/* fit_replay_begin: time begins, unless it has begun already */
void fit_replay_begin (FitReplay *replay, gint64 time_ns);

/* fit_replay_run_until: up to what happens at @time_ns by itself; pods are not
 * tried then yet */
void fit_replay_run_until (FitReplay *replay, gint64 time_ns);

G_END_DECLS
