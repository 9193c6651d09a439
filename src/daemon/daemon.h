/* daemon.h - the scheduler on a real cluster
 *
 * One thread runs the scheduler (src/scheduler); the client's thread reads what
 * the API server has and writes what was decided.  They hand each other
 * messages, and neither waits for the other.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-config.h"
#include "daemon/leader-election.h"
#include "daemon/shadow.h"
#include "scheduler/world.h"
#include "assembly/assembly.h"
#include "serving/server-tls.h"
#include "serving/access.h"

typedef struct _FitDaemon FitDaemon;

typedef struct
{
  const char *address;
  guint port;         /* 0: none */
  const char *source; /* what says so, for messages: "--secure-port" */
} FitListener;

/* What is asked about a pod.  All borrowed. */
typedef struct
{
  FitObjects *objects; /* the cluster as the scheduler sees it now, for the
                          callee alone */
  const char *pod;     /* NAMESPACE/NAME */
  gboolean json;       /* instead of text */
} FitExplainQuestion;

/* All borrowed for as long as the daemon lives. */
typedef struct
{
  FitListener plain[2]; /* everybody who reaches them may ask everything */
  FitListener secure;   /* HTTPS, with @tls */
  const FitServerTLS *tls;
  const FitApiConfig *authentication; /* (nullable) where tokens are reviewed */
  const FitApiConfig *authorization;  /* (nullable) and accesses */
  FitAccessOptions access;            /* its clients are ignored */
  FitTrustSettings trust;             /* in certificates of clients */
  gboolean look_up_trust;             /* the cluster says what @trust does not
                                         say */
  gboolean trust_needed;              /* and without that, nothing is served */
  const char *configuration;          /* (nullable) JSON, for /configz */
  const char *const *flags;           /* (nullable) NULL-terminated, for /flagz:
                                         name, value, name, ... */

  /* (nullable) appends what `fitsched explain` prints.  Runs on threads of the
   * server, one at a time.  Returns: FALSE with FIT_ERROR_NOT_FOUND and
   * others */
  gboolean (*explain) (const FitExplainQuestion *question, GString *out,
                       gpointer data, GError **error);
  gpointer data; /* borrowed */
} FitServing;

/* Gets what shadow.h finds.  Both functions run on the thread of
 * fit_daemon_run(). */
typedef struct
{
  void (*compared) (FitShadowFinding *finding,
                    gpointer data); /* @finding: (transfer full) */
  void (*paused) (
      gpointer data); /* some seconds after something was compared */
  gpointer data;      /* borrowed */
} FitShadowSink;

typedef struct
{
  const FitApiConfig *api; /* borrowed during the call */
  double qps;              /* of each client; 0: no limit */
  guint burst;
  FitSimulationOptions rules; /* its policy is taken */
  FitDecodeFlags flags;       /* how these rules read objects */
  gboolean disable_preemption;
  gint64 max_unschedulable_ns; /* how long a pod waits that fits nowhere; 0: as
                                  long as the release says */
  FitServing serving;          /* what is shown over HTTP */

  gboolean leader_elect;        /* schedule only as the leader */
  FitCandidateOptions election; /* checked; without API, component and
                                        functions */
  gint64 shutdown_grace_us;     /* to finish what has begun when it ends */

  /* Reports.  They run on the thread of fit_daemon_run(). */
  void (*decided) (const FitDecision *decision, gpointer data);
  void (*note) (const char *text, gpointer data);

  /* The program has to end for this reason, but that thread does not get to it,
   * for example because an extender does not answer.  Runs on another thread;
   * it ends the program. */
  void (*stuck) (const GError *why, gpointer data);

  /* (nullable): a request to an API server has ended.  Runs on another
   * thread. */
  FitApiObserver requested;
  FitApiDetail detail; /* for it */

  gpointer data; /* borrowed */

  const FitShadowSink *shadow; /* (nullable) borrowed: only compare what other
                                  schedulers decide, and write nothing */
} FitDaemonOptions;

/* fit_daemon_new: serves pages from now on.  Returns: (transfer full)
 * (nullable): NULL where the rules are refused, files of the client cannot be
 * read, or an address cannot be listened on */
FitDaemon *fit_daemon_new (FitDaemonOptions *options, GError **error);
void fit_daemon_free (FitDaemon *daemon);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDaemon, fit_daemon_free)

/* fit_daemon_run: runs until fit_daemon_stop().  Then no attempt begins any
 * more, what is under way ends, and the lock of the leader is released.
 *
 * Returns: FALSE with FIT_ERROR_REMOTE when it does not lead any more, at once;
 *   with FIT_ERROR_INCOMPLETE when something was cut off, since it took longer
 *   than the grace */
gboolean fit_daemon_run (FitDaemon *daemon, GError **error);

/* The rules of a scheduler that runs already. */
typedef struct
{
  FitSimulationOptions options; /* its policy is taken */
  gboolean disable_preemption;
} FitDaemonRules;

/**
 * fit_daemon_replace_rules:
 * @rules: they must read objects as those of fit_daemon_new() do
 *
 * From another thread than fit_daemon_run(), one at a time.  Waits until no
 * attempt and no write is under way.  Then all pods without a node are tried by
 * @rules, in the order in which they came.  What the old rules were made of is
 * not used any more.
 *
 * Returns: FALSE if @rules are refused, and the old ones stay;
 *   FIT_ERROR_INCOMPLETE when fit_daemon_run() ends
 */
gboolean fit_daemon_replace_rules (FitDaemon *daemon, FitDaemonRules *rules,
                                   GError **error);

/* fit_daemon_stop: from any thread */
void fit_daemon_stop (FitDaemon *daemon);

/* FitDaemonFunc: runs on the thread of fit_daemon_run(), between attempts */
typedef void (*FitDaemonFunc) (FitDaemon *daemon, gpointer data);

/**
 * fit_daemon_call:
 * @func: must be quick: nothing is scheduled meanwhile
 *
 * Runs @func and waits for its end.  From any thread but that of
 * fit_daemon_run().
 *
 * Returns: FALSE if it has not begun within @timeout_ms, or the daemon ends; it
 *   never runs then
 */
gboolean fit_daemon_call (FitDaemon *daemon, FitDaemonFunc func, gpointer data,
                          guint timeout_ms);

/* fit_daemon_debug: what kube-scheduler does on SIGUSR2: compares what the
 * scheduler holds with what the API server has, and reports that, and all it
 * holds.  From any thread; does not wait */
void fit_daemon_debug (FitDaemon *daemon);
