/* daemon.h - the scheduler on a real cluster
 *
 * One thread runs the scheduler (src/scheduler); the client's thread reads what
 * the API server has and writes what was decided.  They hand each other
 * messages, and neither waits for the other.
 */
#pragma once

#include "client/api-config.h"
#include "scheduler/world.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

typedef struct
{
  const FitApiConfig *api; /* borrowed during the call */
  double qps;              /* of each client; 0: no limit */
  guint burst;
  FitSimulationOptions rules; /* its policy is taken */
  FitDecodeFlags flags;       /* how these rules read objects */
  gboolean disable_preemption;

  /* What to tell.  They run on the thread of fit_daemon_run(). */
  void (*decided) (const FitDecision *decision, gpointer data);
  void (*note) (const char *text, gpointer data);
  gpointer data; /* borrowed */
} FitDaemonOptions;

typedef struct _FitDaemon FitDaemon;

/* fit_daemon_new: Returns: (transfer full) (nullable): NULL where the rules are
 * refused or files of the client cannot be read */
FitDaemon *fit_daemon_new (FitDaemonOptions *options, GError **error);
void fit_daemon_free (FitDaemon *daemon);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDaemon, fit_daemon_free)

/* fit_daemon_run: until fit_daemon_stop().  Then no attempt begins any more, and
 * what is under way ends. */
void fit_daemon_run (FitDaemon *daemon);

/* fit_daemon_stop: from any thread */
void fit_daemon_stop (FitDaemon *daemon);

G_END_DECLS
