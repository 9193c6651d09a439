/* simulate-run.h - a replay with a trace to read, a trace to record, and a log
 * of some pods, and the table of nodes below it
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/console.h"
#include "cli/output-file.h"
#include "cli/pod-log.h"
#include "cli/session.h"
#include "cluster/cache.h"
#include "report/report.h"
#include "simulate/replay.h"

/* The trace of --record, which exists only if the simulation succeeds.  The
 * file is private: it contains the whole pods, including their environment. */
typedef struct
{
  FitTraceWriter *writer; /* (nullable) owned */
  FitOutputFile file;
} FitRecordFile;

typedef struct
{
  FitSession *session;    /* borrowed */
  FitTraceReader *reader; /* (nullable) owned, unless the session has it */
  FitRecordFile record;
  FitPodLog log;
  FitReplay *replay;          /* owned */
  FitReplayObserver observer; /* also called for everything */
  guint64 n_decisions;        /* decisions so far, except moves between
                                 queues */
  guint n_strangers;          /* pending pods of other schedulers that came
                                 with the trace */
  gint64 now_ns;              /* time of the last decision */
  FitProgress progress;
} FitReplayRun;

/* fit_run_open: @out_run: (out): must be cleared even after a failure */
gboolean fit_run_open (FitReplayRun *out_run, FitSession *session,
                       const FitReplayObserver *observer, GError **error);

/* fit_run_play: replays the cluster and the trace and runs until everything is
 * settled, or stops at --max-events: fit_run_describe_stop().  Frees the
 * objects of the session. */
gboolean fit_run_play (FitReplayRun *run, GError **error);

/* fit_run_describe_stop: Returns: (transfer full) (nullable): a note that the
 * run is incomplete; NULL if it is complete */
char *fit_run_describe_stop (const FitReplayRun *run);

void fit_run_clear (FitReplayRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitReplayRun, fit_run_clear)

/* fit_node_use_table: one row per node, in input order, with pods, cpu and
 * memory: requested, allocatable, percent.  Returns: (transfer full) */
FitTable *fit_node_use_table (const FitCache *cache);

/* fit_node_use_report: adds @nodes, one of @report, or their number if there are
 * many */
void fit_node_use_report (FitReport *report, const FitTable *nodes);
