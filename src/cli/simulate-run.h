/* simulate-run.h - one replay with what the command line adds to it: a trace
 * that is read, one that is recorded, the log of some pods
 */
#pragma once

#include "cli/console.h"
#include "cli/pod-log.h"
#include "cli/record-file.h"
#include "cli/session.h"
#include "simulate/replay.h"

G_BEGIN_DECLS

typedef struct
{
  FitSession *session;    /* borrowed */
  FitTraceReader *reader; /* (nullable) owned */
  FitRecordFile record;
  FitPodLog log;
  FitReplay *replay;          /* owned */
  FitReplayObserver observer; /* told of everything too */
  guint64 n_decisions;        /* made so far, but for ways through the queues */
  gint64 now_ns;              /* of the last one */
  gint64 last_event_ns;       /* of the trace; FIT_TIME_NONE before the first */
  gboolean jump_noted;
  FitProgress progress;
} FitReplayRun;

/* fit_run_open: @out_run: (out): to be cleared even on failure */
gboolean fit_run_open (FitReplayRun *out_run, FitSession *session,
                       const FitReplayObserver *observer, GError **error);

/* fit_run_play: puts in the cluster and the trace, and lets all of it come to
 * rest, or stops at --max-events: fit_run_describe_stop().  The objects of the
 * session are gone then. */
gboolean fit_run_play (FitReplayRun *run, GError **error);

/* fit_run_describe_stop: Returns: (transfer full) (nullable): that the run is
 * incomplete; NULL when it is not */
char *fit_run_describe_stop (const FitReplayRun *run);

void fit_run_clear (FitReplayRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitReplayRun, fit_run_clear)

G_END_DECLS
