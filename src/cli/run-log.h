/* run-log.h - the log of 'fitsched run': a line for each decision
 *
 * As text or as JSON, on standard error or in a file.  What appears at which
 * level of -v:
 *
 *   0  pods bound, failed or nominated, comparisons, problems, notes
 *   2  chosen nodes, pods that wait or are skipped, nominations that end
 *   4  changes of the queues
 *   6  requests to the API server, watches when they end
 *   7  the headers of requests
 *   8  the headers of answers, and all bodies, cut after 1 KiB; from 9 on after
 *      10 KiB, from 10 on after 64 MiB
 *
 * Each level includes those above it.  Up to level 6, lines have only the names
 * and messages of objects.  Credentials that were sent to a server are hidden
 * at every level, and a text from a server is cut after 16 KiB.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "cli/run-options.h"
#include "client/api-client.h"
#include "daemon/shadow.h"
#include "scheduler/world.h"

typedef struct _FitRunLog FitRunLog;

/* fit_run_log_new: Returns: (transfer full) (nullable): FIT_ERROR_IO if its
 * file cannot be opened */
FitRunLog *fit_run_log_new (const FitRunOptions *options, GError **error);
void fit_run_log_free (FitRunLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitRunLog, fit_run_log_free)

/* fit_run_log_secrets: Returns: (transfer none): what is hidden in @log */
FitSecretSet *fit_run_log_secrets (const FitRunLog *log);

void fit_run_log_decided (FitRunLog *log, const FitDecision *decision);

/* fit_run_log_compared: at any level */
void fit_run_log_compared (FitRunLog *log, const FitShadowFinding *finding);

/* fit_run_log_requested: as client-go logs it: "GET URL 200 OK in 5
 * milliseconds".  From any thread. */
void fit_run_log_requested (FitRunLog *log, const FitApiExchangeEnd *end);

/* fit_run_log_detail: which parts of an exchange the client has to keep for
 * fit_run_log_requested(), at the level of @log */
FitApiDetail fit_run_log_detail (const FitRunLog *log);

/* fit_run_log_note: writes @text at any level.  From any thread. */
void fit_run_log_note (FitRunLog *log, const char *text);

/* fit_run_log_notes: each of @texts (nullable) */
void fit_run_log_notes (FitRunLog *log, char **texts);
