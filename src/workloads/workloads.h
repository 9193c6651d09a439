/* workloads.h - pods that controllers would make
 *
 * A manifest says "Deployment with three replicas", and in a cluster three pods
 * would come of it.  Here they are made the same way, with names, labels,
 * owners and claims as those that controllers give them, but for what is
 * random there: hashes and suffixes depend on the manifest alone.  All pods of
 * a workload come at once; no rollout, no ready pod is waited for.
 */
#pragma once

#include "api/objects.h"
#include "base/release.h"

G_BEGIN_DECLS

/* No more pods are made of all workloads together. */
#define FIT_WORKLOADS_MAX_PODS 1000000

typedef struct
{
  FitDecodeFlags flags; /* with which the objects were read; with
                           FIT_DECODE_CONTROLLERS */
  FitRelease release;   /* whose labels pods get */
  guint first_given;    /* FitObjects.controllers from this number on are asked
                           for: they get all pods that they lack, without a
                           spec.nodeName.  Those before it are of the cluster:
                           they get pods if they have none. */
  gboolean one_each;    /* of what is asked for: one pod, as a template, with
                           the workload's own name */
  guint max_pods;       /* of all workloads; 0: FIT_WORKLOADS_MAX_PODS */
} FitWorkloadsOptions;

/* A workload that became pods. */
typedef struct
{
  FitControllerKind kind;
  const char *namespace_; /* interned, owned */
  char *name;             /* owned */
  guint n_pods;
} FitWorkloadPods;

/* What has been made. */
typedef struct
{
  GArray *became; /* owned, of FitWorkloadPods, in the order of input */
  guint n_pods;
  guint n_pods_of_cluster; /* the first of them: of workloads that were not
                              asked for */

  /* Workloads that were left out, */
  guint n_suspended; /* suspended or paused */
  guint n_finished;  /* Jobs */
  guint n_not_due;   /* CronJobs of the cluster */
  guint n_templates; /* PodTemplates of the cluster */
  guint n_bare;      /* with nothing to make pods of */

  guint n_claimless; /* StatefulSets whose one pod goes without its claims */
} FitWorkloads;

void fit_workloads_free (FitWorkloads *workloads);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWorkloads, fit_workloads_free)

/**
 * fit_workloads_make:
 * @objects: all that was read, not completed yet; gets the pods, the ReplicaSets
 *   of Deployments, the Jobs of CronJobs and the claims of StatefulSets
 *
 * Of several workloads of the same kind and name the last one counts.  Pods
 * that they have already count; so do pods that nobody controls and that the
 * controller would adopt.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_LIMIT, or with
 *   FIT_ERROR_SCHEMA when a claim is no claim
 */
FitWorkloads *fit_workloads_make (FitObjects *objects,
                                  const FitWorkloadsOptions *options,
                                  GError **error);

/* fit_workloads_describe: Returns: (transfer full) (nullable): "3 Deployments,
 * 1 DaemonSet became 14 pods"; NULL when nothing did */
char *fit_workloads_describe (const FitWorkloads *workloads);

/* fit_workloads_describe_rest: Returns: (transfer full) (nullable): "left out
 * 2 workloads: 1 suspended, 1 finished"; NULL when none was */
char *fit_workloads_describe_rest (const FitWorkloads *workloads);

/* fit_workloads_advise: Returns: (nullable): how to have pods made of those that
 * were left out since nobody asked for them */
const char *fit_workloads_advise (const FitWorkloads *workloads);

G_END_DECLS
