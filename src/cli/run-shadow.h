/* run-shadow.h - what 'fitsched run --shadow' reports: lines of the log, a
 * report, a summary
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/run-log.h"
#include "cli/signals.h"
#include "daemon/daemon.h"
#include "daemon/shadow-tally.h"

typedef struct
{
  FitShadowSink sink; /* for the daemon */

  /* private */
  FitRunLog *log;        /* borrowed */
  FitSignals *signals;   /* borrowed */
  const char *report;    /* (nullable) borrowed: its file */
  FitShadowTally *tally; /* owned */
} FitRunShadow;

/* fit_run_shadow_init: writes a first report to @report (nullable);
 * FIT_ERROR_OUTPUT if that fails.  All arguments are borrowed.  @shadow must
 * not move, and must be cleared even after a failure */
gboolean fit_run_shadow_init (FitRunShadow *shadow, FitRunLog *log,
                              FitSignals *signals, const char *report,
                              GError **error);
void fit_run_shadow_clear (FitRunShadow *shadow);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRunShadow, fit_run_shadow_clear)

/* fit_run_shadow_end: writes the last report and the summary */
void fit_run_shadow_end (FitRunShadow *shadow);
