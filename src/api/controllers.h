/* controllers.h - objects whose controllers make pods
 *
 * Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job,
 * CronJob; and PodTemplate, a pod to be.  What they say is kept as text: the
 * pods are made of that (workloads/workloads.h).  What SelectorSpread reads of
 * some of them is in a FitWorkload besides.
 */
#pragma once

#include "api/meta.h"
#include "api/selector.h"

G_BEGIN_DECLS

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

/* Fields are read-only.  What a kind does not have is 0. */
typedef struct
{
  FitControllerKind kind;
  FitObjectMeta meta; /* owned; raw is always kept */
  char *api_version;  /* owned */
  char *place;        /* owned: "SOURCE: document N[, item I]: ", or "" */

  FitSelector *selector; /* (nullable) owned */
  gboolean has_template; /* without one no pods can be made */
  gint32 replicas;       /* 1 when absent */
  gboolean suspended;    /* spec.suspend, or spec.paused of a Deployment */
  gint32 first_ordinal;  /* of a StatefulSet */

  /* Of a Job, and of the Jobs of a CronJob. */
  gint32 parallelism; /* 1 when absent */
  gboolean has_completions;
  gint32 completions;
  gboolean indexed;        /* completionMode: Indexed */
  gint32 succeeded;        /* pods, by status */
  char *completed_indexes; /* owned: "0-2,5", "" when absent */
  gboolean finished;       /* condition Complete or Failed */
} FitController;

void fit_controller_free (FitController *controller);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitController, fit_controller_free)

G_END_DECLS
