/* volume-binder.h - which volumes a pod's claims would get on a node
 *
 * Has assume caches over the listers: a claim or volume assumed for a pod that
 * was scheduled earlier counts as taken before the API server knows.
 * Source: kube-scheduler v1.16 volumescheduling.SchedulerVolumeBinder.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "base/arena.h"
#include "releases/feature-gates.h"
#include "cluster/listers.h"
#include "cluster/migrated-volume.h"

typedef struct _FitVolumeBinder FitVolumeBinder;

/* fit_volume_binder_new: @listers is borrowed and must outlive the binder */
FitVolumeBinder *fit_volume_binder_new (FitListers *listers,
                                        FitFeatureGates gates);
void fit_volume_binder_free (FitVolumeBinder *binder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitVolumeBinder, fit_volume_binder_free)

/* A pod's claims, classified by what they need, with the volumes that may be
 * bound to them.  fit_volume_binder_prepare() creates it once per cycle. */
typedef struct _FitPodClaims FitPodClaims;

/* fit_volume_binder_prepare: classifies the claims of @pod once.  Never fails:
 * fit_volume_binder_find() reports a problem for every node.
 * Returns: (transfer none): owned by @arena; valid until something is assumed
 * or changes in the listers */
FitPodClaims *fit_volume_binder_prepare (const FitVolumeBinder *binder,
                                         const FitPod *pod, FitArena *arena);

/* Why a pod's claims rule out a node. */
typedef enum
{
  FIT_VOLUMES_NODE_CONFLICT = 1 << 0, /* a bound volume is not reachable */
  FIT_VOLUMES_BIND_CONFLICT = 1 << 1, /* no volume to bind or provision */
  FIT_VOLUMES_NO_SPACE = 1 << 2,      /* not enough storage to provision */
  FIT_VOLUMES_MISSING = 1 << 3,       /* a bound volume does not exist */
} FitVolumeProblems;

typedef enum
{
  FIT_BINDER_CAPACITY = 1 << 0,      /* take CSIStorageCapacity objects into
                                        account */
  FIT_BINDER_NEEDS_VOLUMES = 1 << 1, /* as in v1.16, a bound volume that does
                                        not exist is an error */
} FitBinderFlags;

/**
 * fit_volume_binder_find:
 * @flags: FitBinderFlags
 * @out_problems: (out): FitVolumeProblems, 0 for none
 *
 * v1.16 FindPodVolumes without its side effect.  Thread-safe while nothing is
 * assumed.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE, e.g. "pod has unbound immediate
 *   PersistentVolumeClaims"
 */
gboolean fit_volume_binder_find (const FitVolumeBinder *binder,
                                 const FitPodClaims *claims,
                                 const FitNode *node, guint flags,
                                 guint *out_problems, GError **error);

/* What a pod's claims ask of one storage class on a node, and what is there. */
typedef struct
{
  const char *class_name;
  gint64 requested; /* bytes */
  gint64 capacity;
} FitClassStorage;

/**
 * fit_volume_binder_storage:
 * @node: passed fit_volume_binder_find()
 * @provisions: count volumes to provision if none is to be bound
 * @storage: (nullable) (out): of FitClassStorage, empty before
 *
 * Thread-safe while nothing is assumed.
 *
 * Returns: TRUE if an existing volume is to be bound
 */
gboolean fit_volume_binder_storage (const FitVolumeBinder *binder,
                                    const FitPodClaims *claims,
                                    const FitNode *node, gboolean provisions,
                                    GArray *storage);

/* Why one claim rules out a node. */
typedef enum
{
  FIT_OBSTACLE_MISSING,        /* its volume does not exist */
  FIT_OBSTACLE_UNREACHABLE,    /* its volume cannot be used on the node */
  FIT_OBSTACLE_CHOSEN,         /* another node was selected for it earlier */
  FIT_OBSTACLE_NO_PROVISIONER, /* no volume to bind, and none is provisioned */
  FIT_OBSTACLE_TOPOLOGY,       /* no volume to bind, and none is provisioned
                                  there */
  FIT_OBSTACLE_NO_SPACE,       /* not enough storage to provision one */
} FitObstacleType;

typedef struct
{
  FitObstacleType type;
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv;        /* (nullable) */
  const FitStorageClass *storage_class; /* (nullable) */
  guint n_volumes; /* volumes that match the claim, some on other nodes */
} FitVolumeObstacle;

/**
 * fit_volume_binder_obstacle: finds the claim that has the problem, for
 * explanations
 * @problem: from fit_volume_binder_find()
 *
 * Returns: FALSE if there is none
 */
gboolean fit_volume_binder_obstacle (const FitVolumeBinder *binder,
                                     const FitPodClaims *claims,
                                     const FitNode *node,
                                     FitVolumeProblems problem,
                                     FitVolumeObstacle *out_obstacle);

/* fit_pod_claims_migrate: @volume replaces volume @i of
 * fit_pod_claims_volumes() if fit_volume_binder_find() finds that its plugin
 * is migrated; it must live as long as @claims */
void fit_pod_claims_migrate (FitPodClaims *claims, guint i,
                             const FitMigratedVolume *volume);

/* fit_pod_claims_immediate: must a claim be bound first, outside the scheduler?
 * fit_pod_claims_error: Returns: (nullable): why the claims cannot be
 * classified, including that case; fit_volume_binder_find() may fail all the
 * same */
gboolean fit_pod_claims_immediate (const FitPodClaims *claims);
const char *fit_pod_claims_error (const FitPodClaims *claims);

/* fit_pod_claims_volumes: Returns: the volumes of bound claims, in an array of
 * @arena; NULL for a volume that does not exist */
const FitPersistentVolume *const *
fit_pod_claims_volumes (const FitPodClaims *claims, FitArena *arena,
                        guint *out_n);

/**
 * fit_volume_binder_assume:
 * @out_all_bound: (out): TRUE if nothing had to be assumed
 *
 * v1.16 AssumePodVolumes: repeats the search on the chosen @node and assumes
 * volumes and claims.  On failure nothing stays assumed.
 */
gboolean fit_volume_binder_assume (FitVolumeBinder *binder, const FitPod *pod,
                                   const FitNode *node, gboolean *out_all_bound,
                                   GError **error);

/* What was assumed for a pod is kept as the decision for its namespace and
 * name, until it is dropped or replaced.  It is written like this:
 *
 *   fit_volume_binder_assume    not all bound:
 *   fit_volume_binder_writes    the front end writes these, one by one; when one
 *                               cannot be written:
 *                               fit_volume_binder_write_failed, and the end
 *   fit_volume_binder_check     every second, until it says yes or fails
 *   fit_volume_binder_drop      when the pod is gone or has got its node
 *
 * Objects that the API server returns are seen through the listers.  As in
 * v1.16, a decision that was not written stays assumed. */

/**
 * fit_volume_binder_writes:
 * @pod: the assumed pod
 * @out_volumes: (out) (transfer none): of FitPersistentVolume, with their
 *   claims
 * @out_claims: (out) (transfer none): of FitPersistentVolumeClaim, with the
 *   selected node
 *
 * Both arrays are in the order in which to write them, volumes first.  As in
 * v1.16 they include objects that need no change.  Either may be empty.  Take a
 * reference to keep an array beyond the decision.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE "failed to get cached bindings for pod
 *   ..." if the decision was dropped
 */
gboolean fit_volume_binder_writes (const FitVolumeBinder *binder,
                                   const FitPod *pod, GPtrArray **out_volumes,
                                   GPtrArray **out_claims, GError **error);

/* fit_volume_binder_write_failed: only the first @n_written of volumes and
 * claims were written.  The others return to their state before they were
 * assumed. */
void fit_volume_binder_write_failed (FitVolumeBinder *binder, const FitPod *pod,
                                     guint n_written);

/**
 * fit_volume_binder_check:
 * @pod: the assumed pod
 * @node: (nullable): its node; NULL if that is gone
 * @out_bound: (out): TRUE if all claims of the decision are fully bound; FALSE
 *   if not yet, or if the listers do not show yet what was written
 *
 * v1.16 checkBindings().
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE if it can never succeed, e.g. `pod
 *   "ns/name" does not exist any more` if the decision was dropped
 */
gboolean fit_volume_binder_check (const FitVolumeBinder *binder,
                                  const FitPod *pod, const FitNode *node,
                                  gboolean *out_bound, GError **error);

/* fit_volume_binder_drop: drops the decision because @pod is gone or bound; its
 * objects stay assumed */
void fit_volume_binder_drop (FitVolumeBinder *binder, const FitPod *pod);

/* fit_volume_binder_revert: undoes what was assumed for @pod, and drops the
 * decision */
void fit_volume_binder_revert (FitVolumeBinder *binder, const FitPod *pod);

/* fit_volume_binder_pvc, _pv: the claim or volume as the assume cache sees it.
 * Returns: (transfer none) (nullable) */
const FitPersistentVolumeClaim *
fit_volume_binder_pvc (const FitVolumeBinder *binder, const char *namespace_,
                       const char *name);
const FitPersistentVolume *fit_volume_binder_pv (const FitVolumeBinder *binder,
                                                 const char *name);

/* fit_pod_has_claims: does @pod have a volume with a claim, including generic
 * ephemeral volumes? */
static inline gboolean
fit_pod_has_claims (const FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (fit_volume_is_claim (&pod->spec->volumes[i]))
      return TRUE;
  return FALSE;
}
