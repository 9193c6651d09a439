/* rules-watch.h - notices that the Policy of 'fitsched run' has changed
 *
 * v1.16 reads a changed Policy only when it is restarted.  So does fitsched,
 * without --reload.  In any case it notes what has changed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "policy/policy.h"
#include <pthread.h>

#include "cli/run-log.h"
#include "cli/server-policy.h"
#include "cli/session.h"
#include "daemon/daemon.h"

/* What a watch needs; all borrowed. */
typedef struct
{
  const FitInvocation *invocation; /* its --policy is what is watched */
  FitServerPolicy *server;         /* (nullable): it is in a ConfigMap */
  FitDaemon *daemon;
  FitRunLog *log;
  FitSession **session;  /* the one that the daemon runs; replaced when a change
                           takes effect */
  pthread_mutex_t *lock; /* protects @session */
} FitRulesWatchSetup;

typedef struct _FitRulesWatch FitRulesWatch;

/* fit_rules_watch_start: @text (transfer full): the Policy as the session has
 * read it.  Returns: (transfer full) */
FitRulesWatch *fit_rules_watch_start (const FitRulesWatchSetup *setup,
                                      GBytes *text);

/* fit_rules_watch_stop: once the daemon has ended */
void fit_rules_watch_stop (FitRulesWatch *watch);

/* fit_rules_watch_read: Returns: (transfer full) (nullable): all of the file
 * @path, decompressed */
GBytes *fit_rules_watch_read (const char *path, GError **error);

/* fit_session_discard: closes and frees @session (nullable) */
void fit_session_discard (FitSession *session);

/* fit_policy_changes: Returns: (transfer full): "predicates added: A, B;
 * priorities removed: C; weight of D: 1, now 2", or "" */
char *fit_policy_changes (const FitPolicy *before, const FitPolicy *after);
