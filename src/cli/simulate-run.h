/* simulate-run.h - one replay with what the command line adds to it: a trace
 * that is read, one that is recorded, the log of some pods
 */
#pragma once

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
} FitReplayRun;

/* fit_run_open: @out_run: (out): to be cleared even on failure */
gboolean fit_run_open (FitReplayRun *out_run, FitSession *session,
                       const FitReplayObserver *observer, GError **error);

/* fit_run_play: puts in the cluster and the trace, and lets all of it come to
 * rest.  The objects of the session are gone then. */
gboolean fit_run_play (FitReplayRun *run, GError **error);

void fit_run_clear (FitReplayRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitReplayRun, fit_run_clear)

G_END_DECLS
