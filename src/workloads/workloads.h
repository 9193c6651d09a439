/* workloads.h - creates the pods that controllers would create
 *
 * A manifest may contain a Deployment with three replicas; a cluster would
 * create three pods for it.  This module creates them the same way, with the
 * names, labels, owners and claims that controllers give them.  But hashes and
 * suffixes depend only on the manifest; they are not random.  All pods of a
 * workload are created at once, without waiting for a rollout or for ready
 * pods.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "admission/admission.h"
#include "releases/release.h"
#include "api/controllers.h"

/* The maximum number of pods for all workloads together. */
#define FIT_WORKLOADS_MAX_PODS 1000000

typedef struct
{
  FitDecodeFlags flags; /* the flags used to read the objects, including
                           FIT_DECODE_CONTROLLERS */
  FitRelease release;   /* the release whose labels pods get */
  guint first_given;    /* index in FitObjects.controllers.  From here on
                           controllers are explicitly given: they get all
                           missing pods, without a spec.nodeName.  Those before
                           are part of the cluster: they get pods only if they
                           have none. */
  const FitAdmission *admission; /* (nullable) borrowed: its defaults are set
                                    in containers */
  gboolean one_each;     /* create a single pod for each given workload, as a
                           template, with the workload's own name */
  GHashTable *new_nodes; /* (nullable) borrowed set of names: DaemonSets of the
                            cluster get pods on these nodes, although they have
                            pods */
  guint max_pods;        /* for all workloads; 0: FIT_WORKLOADS_MAX_PODS */
} FitWorkloadsOptions;

/* A workload for which pods were created. */
typedef struct
{
  FitControllerKind kind;
  const char *namespace_; /* interned, owned */
  char *name;             /* owned */
  guint n_pods;
} FitWorkloadPods;

/* The result. */
typedef struct
{
  GArray *became; /* owned, of FitWorkloadPods, in input order */
  guint n_pods;
  guint n_pods_of_cluster; /* the first of them, those of workloads that are
                              part of the cluster */

  /* Workloads that were left out: */
  guint n_suspended; /* suspended or paused */
  guint n_finished;  /* Jobs */
  guint n_not_due;   /* CronJobs of the cluster */
  guint n_templates; /* PodTemplates of the cluster */
  guint n_bare;      /* without a pod template */

  guint n_claimless; /* StatefulSets whose single pod was created without its
                        claims */
} FitWorkloads;

void fit_workloads_free (FitWorkloads *workloads);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWorkloads, fit_workloads_free)

/**
 * fit_workloads_make:
 * @objects: everything that was read, not completed yet; gets the pods, the
 *   ReplicaSets of Deployments, the Jobs of CronJobs and the claims of
 *   StatefulSets
 *
 * If there are several workloads of the same kind and name, the last one
 * counts.  Existing pods of a workload count, and so do pods without a
 * controller that it would adopt.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_LIMIT, or with
 *   FIT_ERROR_SCHEMA if a claim template is invalid
 */
FitWorkloads *fit_workloads_make (FitObjects *objects,
                                  const FitWorkloadsOptions *options,
                                  GError **error);

/* fit_workloads_describe: Returns: (transfer full) (nullable): "3 Deployments,
 * 1 DaemonSet became 14 pods"; NULL if nothing did */
char *fit_workloads_describe (const FitWorkloads *workloads);

/* fit_workloads_describe_rest: Returns: (transfer full) (nullable): "left out 2
 * workloads: 1 suspended, 1 finished"; NULL if none was */
char *fit_workloads_describe_rest (const FitWorkloads *workloads);

/* fit_workloads_advise: Returns: (nullable): how to get pods for the workloads
 * that were left out because they are not explicitly given */
const char *fit_workloads_advise (const FitWorkloads *workloads);

/* fit_workload_kind_find: the kind for @text as kubectl understands it:
 * "deployment", "deploy", "deployments.apps"... Returns: FIT_CONTROLLER_LAST if
 * there is none */
FitControllerKind fit_workload_kind_find (const char *text);
