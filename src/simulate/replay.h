/* replay.h - a cluster's life on a virtual clock
 *
 * The complete scheduler (scheduler.h) in a world that is simulated too: pods
 * are bound, volumes are bound and provisioned, victims die after their grace
 * period, pods that failed are tried again, and waiting takes no time.
 *
 *   replay = fit_replay_new (&options, &error);
 *   fit_replay_add_objects (replay, objects, &error);    // the cluster
 *   while (fit_trace_reader_next (reader, &event, &error) && event != NULL)
 *     fit_replay_feed (replay, event, &error);           // what happens to it
 *   fit_replay_settle (replay);
 *
 * The same input gives the same decisions at the same times, whatever the
 * number of workers.  Decisions are told as they are made and not kept: memory
 * is bounded by what lives.
 *
 * Time begins with the first thing that is put in, and a record begins at that
 * time: replaying it without a cluster is the same again.
 *
 * Things that happen at the same time happen in this order: what was to come,
 * what is fed, timers, attempts.  So all of a cluster is there before the first
 * pod is tried.
 */
#pragma once

#include "framework/framework.h"
#include "scheduler/scheduler.h"
#include "simulate/simulation.h"
#include "simulate/trace.h"

G_BEGIN_DECLS

typedef struct _FitReplay FitReplay;

/* When virtual clocks start, if nothing says otherwise:
 * 2020-01-01T00:00:00Z. */
#define FIT_REPLAY_START_NS (G_GINT64_CONSTANT (1577836800) * 1000000000)

/* How long fit_replay_settle() goes on at most, in virtual time: a day. */
#define FIT_REPLAY_SETTLE_NS (G_GINT64_CONSTANT (86400) * 1000000000)

/* Who is told; both are called during fit_replay_feed() and
 * fit_replay_settle() and must not call the replay. */
typedef struct
{
  gpointer data;                                                /* borrowed */
  void (*decided) (gpointer data, const FitDecision *decision); /* (nullable) */
  void (*event) (gpointer data, const FitEvent *event,
                 gint64 time_ns);      /* (nullable) */
  gboolean (*goes_on) (gpointer data); /* (nullable): asked before each attempt;
                                          FALSE stops the replay for good */
} FitReplayObserver;

/* All zero but the rules is fine. */
typedef struct
{
  FitSimulationOptions rules; /* its policy: (transfer full) */
  gboolean disable_preemption;
  gint64 bind_latency_ns; /* how long a binding takes */
  gint64 start_ns;        /* since 1970; 0: FIT_REPLAY_START_NS */
  gint64 settle_ns;       /* 0: FIT_REPLAY_SETTLE_NS */
  gboolean as_is;         /* pods of events are not completed by admission:
                             fit_objects_complete() */
  FitTraceWriter *record; /* (nullable) borrowed: gets all that is put in */
  FitReplayObserver observer;
} FitReplayOptions;

/**
 * fit_replay_new:
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY when the
 *   Policy, the provider, an extender or a plugin is refused
 */
FitReplay *fit_replay_new (FitReplayOptions *options, GError **error);
void fit_replay_free (FitReplay *replay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitReplay, fit_replay_free)

/**
 * fit_replay_add_objects:
 * @objects: complete; references are taken
 *
 * All of @objects come now: kind by kind, nodes first, then what pods refer
 * to, then pods: those on nodes in the order of input, then those pending in
 * queue order (fit_simulation_pending()).  Of several objects of the same name
 * the last one counts.
 *
 * Returns: FALSE with FIT_ERROR_SCHEMA when two pods share a UID, or when what
 *   is to be recorded cannot be written
 */
gboolean fit_replay_add_objects (FitReplay *replay, const FitObjects *objects,
                                 GError **error);

/**
 * fit_replay_feed:
 *
 * Runs the cluster up to the time of @event and lets that happen.  Relative
 * times count from the start.  A pod that is added with a nodeName is there;
 * where a pod of this scheduler runs later on is for the replay to say: the
 * nodeName and nominatedNodeName of updates are not read, and what has been
 * evicted here may be updated or deleted by the trace without effect.
 *
 * Errors are FIT_ERROR_SCHEMA "SOURCE: line N: ...": time goes back, what is
 * added is there already, what is updated or deleted (pods excepted) is not, or
 * a pod names an unknown PriorityClass.  One that was stopped takes in nothing:
 * fit_replay_stopped().
 */
gboolean fit_replay_feed (FitReplay *replay, const FitTraceEvent *event,
                          GError **error);

/* fit_replay_stopped: whether the observer has stopped it: what was to come has
 * not been played, and nothing more is taken in */
gboolean fit_replay_stopped (const FitReplay *replay);

/* fit_replay_feed_all: feeds @reader to its end */
gboolean fit_replay_feed_all (FitReplay *replay, FitTraceReader *reader,
                              GError **error);

/**
 * fit_replay_settle:
 *
 * Runs until nothing will change any more: nothing is under way or to come,
 * and every pod that is queued has failed since the last change.
 *
 * Returns: FALSE when it was still changing when FitReplayOptions.settle_ns
 *   had passed
 */
gboolean fit_replay_settle (FitReplay *replay);

/* -- reading --------------------------------------------------------------- */

/* fit_replay_now, _start: Returns: the virtual time, and when it began, since
 * 1970 */
gint64 fit_replay_now (const FitReplay *replay);
gint64 fit_replay_start (const FitReplay *replay);

/* fit_replay_find: Returns: (transfer none) (nullable): the object of @kind as
 * it is now; @namespace_ interned, "" where the kind has none */
gconstpointer fit_replay_find (const FitReplay *replay, FitKind kind,
                               const char *namespace_, const char *name);

/* fit_replay_list: Returns: (transfer full): array of owned references: all
 * that live of @kind, in the order in which they came */
GPtrArray *fit_replay_list (const FitReplay *replay, FitKind kind);

/* fit_replay_count: Returns: how many of @kind live */
guint fit_replay_count (const FitReplay *replay, FitKind kind);

/* fit_replay_n_coming: Returns: things under way or to come */
guint fit_replay_n_coming (const FitReplay *replay);

/* Parts.  Returns: (transfer none) */
FitCache *fit_replay_cache (FitReplay *replay);
const FitAlgorithm *fit_replay_algorithm (const FitReplay *replay);
FitScheduler *fit_replay_scheduler (FitReplay *replay);
FitFramework *fit_replay_framework (FitReplay *replay); /* (nullable) */

G_END_DECLS
