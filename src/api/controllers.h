/* controllers.h - objects whose controllers create pods
 *
 * Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job,
 * CronJob, and PodTemplate.  Their text is kept, and the pods are created from
 * it (workloads/workloads.h).  The fields that SelectorSpread needs are also in
 * a FitWorkload.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/meta.h"
#include "api/selector.h"

typedef enum
{
  FIT_CONTROLLER_DEPLOYMENT,
  FIT_CONTROLLER_REPLICA_SET,
  FIT_CONTROLLER_REPLICATION_CONTROLLER,
  FIT_CONTROLLER_STATEFUL_SET,
  FIT_CONTROLLER_DAEMON_SET,
  FIT_CONTROLLER_JOB,
  FIT_CONTROLLER_CRON_JOB,
  FIT_CONTROLLER_POD_TEMPLATE,
  FIT_CONTROLLER_LAST,
} FitControllerKind;

/* fit_controller_kind_name: "Deployment", ... */
const char *fit_controller_kind_name (FitControllerKind kind);

/* Fields are read-only, but for what a what-if changes
 * (simulate/what-if.h).  Fields that a kind does not have are 0. */
typedef struct
{
  FitControllerKind kind;
  FitObjectMeta meta; /* owned; raw is always kept */
  char *api_version;  /* owned */
  char *place;        /* owned: "SOURCE: document N[, item I]: ", or "" */

  FitSelector *selector; /* (nullable) owned */
  gboolean has_template; /* without a template no pods can be created */
  gint32 replicas;       /* 1 when absent */
  gboolean scaled;       /* a what-if: gets its missing pods, although it has
                            some */
  gboolean suspended;    /* spec.suspend, or spec.paused of a Deployment */
  gint32 first_ordinal;  /* StatefulSet only */

  /* For a Job, and for the Jobs of a CronJob. */
  gint32 parallelism; /* 1 when absent */
  gboolean has_completions;
  gint32 completions;
  gboolean indexed;        /* completionMode: Indexed */
  gint32 succeeded;        /* number of pods, from status */
  char *completed_indexes; /* owned: "0-2,5", "" when absent */
  gboolean finished;       /* condition Complete or Failed */
} FitController;

void fit_controller_free (FitController *controller);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitController, fit_controller_free)
