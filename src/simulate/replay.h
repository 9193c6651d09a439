/* replay.h - simulates a cluster over time on a virtual clock
 *
 * Runs the complete scheduler (scheduler.h) in a simulated world: pods are
 * bound, volumes are bound and provisioned, victims terminate after their grace
 * period, failed pods are retried, and waiting takes no real time.
 *
 *   replay = fit_replay_new (&options, &error);
 *   fit_replay_add_objects (replay, objects, &error);    // the cluster
 *   while (fit_trace_reader_next (reader, &event, &error) && event != NULL)
 *     fit_replay_feed (replay, event, &error);           // what happens to it
 *   fit_replay_settle (replay);
 *
 * The same input gives the same decisions at the same times.  Decisions are
 * reported as they are made and not kept, so memory use depends on the live
 * objects only.
 *
 * Time starts with the first input, and so does a recording.  Replaying the
 * recording without a cluster gives the same result.
 *
 * Events at the same time happen in this order: those already scheduled, input,
 * timers, attempts.  So the whole cluster exists before the first pod is tried.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/framework.h"
#include "scheduler/scheduler.h"
#include "simulate/replay-observer.h"
#include "simulate/simulation.h"
#include "simulate/trace.h"

typedef struct _FitReplay FitReplay;

/* The default start of virtual clocks: 2020-01-01T00:00:00Z. */
#define FIT_REPLAY_START_NS (G_GINT64_CONSTANT (1577836800) * 1000000000)

/* The maximum virtual time for fit_replay_settle(): a day. */
#define FIT_REPLAY_SETTLE_NS (G_GINT64_CONSTANT (86400) * 1000000000)

/* All fields except the rules may be zero. */
typedef struct
{
  FitSimulationOptions rules;  /* its policy: (transfer full) */
  gboolean disable_preemption; /* for v1.16's rules; a profile has its own
                                  list at postFilter */
  gint64 bind_latency_ns;      /* duration of a binding */
  gint64 start_ns;             /* since 1970; 0: FIT_REPLAY_START_NS */
  gint64 settle_ns;            /* 0: FIT_REPLAY_SETTLE_NS */
  gboolean as_is;              /* do not complete the pods in events:
                             fit_objects_complete() */
  FitTraceWriter *record;      /* (nullable) borrowed: gets all input */
  FitReplayObserver observer;
} FitReplayOptions;

/**
 * fit_replay_new:
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY if the
 *   Policy, the provider, an extender or a plugin is rejected
 */
FitReplay *fit_replay_new (FitReplayOptions *options, GError **error);
void fit_replay_free (FitReplay *replay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitReplay, fit_replay_free)

/**
 * fit_replay_add_objects:
 * @objects: completed; references are taken
 *
 * Adds all @objects now: nodes first, then the kinds that pods refer to, then
 * pods.  Pods on nodes come in input order, then pending pods in queue order
 * (fit_simulation_pending()).  If several objects have the same name, the last
 * one counts.
 *
 * Returns: FALSE with FIT_ERROR_SCHEMA if two pods have the same UID, or if the
 *   recording cannot be written
 */
gboolean fit_replay_add_objects (FitReplay *replay, const FitObjects *objects,
                                 GError **error);

/**
 * fit_replay_feed:
 *
 * Runs the cluster up to the time of @event and applies it.  Relative times
 * count from the start.  A pod that is added with a nodeName runs there.  After
 * that the replay decides where a pod of this scheduler runs: it ignores
 * nodeName and nominatedNodeName in updates, and a pod that it has evicted may
 * be updated or deleted by the trace without effect.  A pod of another
 * scheduler gets its node from the trace, once.
 *
 * Errors are FIT_ERROR_SCHEMA "SOURCE: line N: ...": time goes backwards, an
 * object to add exists already, an object to update or delete (except pods)
 * does not exist, or a pod names an unknown PriorityClass.  A stopped replay
 * takes no input: fit_replay_stopped().
 */
gboolean fit_replay_feed (FitReplay *replay, const FitTraceEvent *event,
                          GError **error);

/* fit_replay_stopped: has the observer stopped it?  Then scheduled events were
 * not run, and it takes no more input. */
gboolean fit_replay_stopped (const FitReplay *replay);

/**
 * fit_replay_settle:
 *
 * Runs until nothing will change any more: nothing is running or scheduled, and
 * every queued pod has failed since the last change.
 *
 * Returns: FALSE if it was still changing after FitReplayOptions.settle_ns
 */
gboolean fit_replay_settle (FitReplay *replay);

/* -- reading --------------------------------------------------------------- */

/* fit_replay_now, _start: Returns: the virtual time and its start, since
 * 1970 */
gint64 fit_replay_now (const FitReplay *replay);
gint64 fit_replay_start (const FitReplay *replay);

/* fit_replay_list: Returns: (transfer full): array of owned references: all
 * live objects of @kind, in the order in which they were added */
GPtrArray *fit_replay_list (const FitReplay *replay, FitKind kind);

/* Parts.  Returns: (transfer none) */
FitCache *fit_replay_cache (FitReplay *replay);
const FitAlgorithm *fit_replay_algorithm (const FitReplay *replay);
