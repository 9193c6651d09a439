/* health.h - the pages /healthz, /livez and /readyz, as Kubernetes' servers
 * have them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "serving/server.h"

typedef struct
{
  const char *name; /* "ping", "leaderElection" */
  gboolean live;    /* is part of /healthz and /livez */
  gboolean ready;   /* is part of /readyz */

  /* (nullable): NULL: it is enough that the server answers.  Runs on the thread
   * of a connection, and does not wait.  Returns: (transfer full) (nullable):
   * what is wrong; NULL: nothing */
  char *(*check) (gpointer data);
  gpointer data; /* borrowed */
} FitHealthCheck;

/* fit_health_of_lists: what FitHealthCheck.check returns for "informer-sync" */
char *fit_health_of_lists (gboolean is_read);

/* The pages and all below them, for FitAccessOptions.open_paths. */
extern const char *const fit_health_paths[];

typedef struct _FitHealth FitHealth;

/* fit_health_new: @checks: copied */
FitHealth *fit_health_new (const FitHealthCheck *checks, guint n);

/* fit_health_free: after the server */
void fit_health_free (FitHealth *health);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitHealth, fit_health_free)

/* FitHealthRecorder: @check was asked for on the page @type, "healthz", and all
 * was @well.  From any thread */
typedef void (*FitHealthRecorder) (const char *check, const char *type,
                                   gboolean well, gpointer data);

/* fit_health_record: calls @record whenever a check was made.  Before the
 * server begins */
void fit_health_record (FitHealth *health, FitHealthRecorder record,
                        gpointer data);

/* fit_health_add_routes: to @routes, of FitServerRoute: the three pages, each
 * check on its own below them ("/healthz/ping") and "?verbose" and "?exclude="
 * of the pages.  They live as long as @health. */
void fit_health_add_routes (FitHealth *health, GArray *routes);
