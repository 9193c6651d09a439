/* volume-binder.h - which volumes a pod's claims would be bound to on a node
 *
 * Keeps assume caches over the listers: a claim or volume promised to a pod
 * that was scheduled earlier counts as taken before the API server knows.
 * Source: kube-scheduler v1.16 volumescheduling.SchedulerVolumeBinder.
 */
#pragma once

#include "api/pod.h"
#include "base/arena.h"
#include "base/feature-gates.h"
#include "cluster/listers.h"

G_BEGIN_DECLS

typedef struct _FitVolumeBinder FitVolumeBinder;

/* fit_volume_binder_new: @listers is borrowed and must outlive the binder */
FitVolumeBinder *fit_volume_binder_new (FitListers *listers,
                                        FitFeatureGates gates);
void fit_volume_binder_free (FitVolumeBinder *binder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitVolumeBinder, fit_volume_binder_free)

/* A pod's claims sorted by what is to be done with them, with the volumes that
 * may be bound to them; made once per cycle by fit_volume_binder_prepare(). */
typedef struct _FitPodClaims FitPodClaims;

/* fit_volume_binder_prepare: classifies the claims of @pod once.  Never fails:
 * a problem is kept and given by fit_volume_binder_find() for every node.
 * Returns: (transfer none): owned by @arena; valid until something is assumed
 * or changes in the listers */
FitPodClaims *fit_volume_binder_prepare (const FitVolumeBinder *binder,
                                         const FitPod *pod, FitArena *arena);

/**
 * fit_volume_binder_find:
 * @out_bound_ok: (out): the bound volumes may be used on @node
 * @out_unbound_ok: (out): the other claims can be bound or provisioned there
 *
 * v1.16 FindPodVolumes without its side effect.  Thread-safe as long as
 * nothing is assumed meanwhile.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE, e.g. "pod has unbound immediate
 *   PersistentVolumeClaims"
 */
gboolean fit_volume_binder_find (const FitVolumeBinder *binder,
                                 const FitPodClaims *claims,
                                 const FitNode *node, gboolean *out_bound_ok,
                                 gboolean *out_unbound_ok, GError **error);

/* Why a node will not do, of all a pod's claims together. */
typedef enum
{
  FIT_VOLUMES_NODE_CONFLICT = 1 << 0, /* a bound volume is elsewhere */
  FIT_VOLUMES_BIND_CONFLICT = 1 << 1, /* nothing to bind or to provision */
  FIT_VOLUMES_NO_SPACE = 1 << 2,      /* not enough to provision it from */
  FIT_VOLUMES_MISSING = 1 << 3,       /* a bound volume does not exist */
} FitVolumeProblems;

/**
 * fit_volume_binder_survey:
 * @capacity: storage that drivers say they have left counts
 * @out_problems: (out): FitVolumeProblems, 0 for none
 *
 * As releases after v1.16 do it.
 *
 * Returns: FALSE as fit_volume_binder_find()
 */
gboolean fit_volume_binder_survey (const FitVolumeBinder *binder,
                                   const FitPodClaims *claims,
                                   const FitNode *node, gboolean capacity,
                                   guint *out_problems, GError **error);

/* What is in the way of one claim. */
typedef enum
{
  FIT_OBSTACLE_MISSING,        /* its volume does not exist */
  FIT_OBSTACLE_UNREACHABLE,    /* its volume cannot be used on the node */
  FIT_OBSTACLE_CHOSEN,         /* another node was chosen for it earlier */
  FIT_OBSTACLE_NO_PROVISIONER, /* no volume to bind, and none is made */
  FIT_OBSTACLE_TOPOLOGY,       /* no volume to bind, and none is made there */
  FIT_OBSTACLE_NO_SPACE,       /* not enough storage to make one from */
} FitObstacleType;

typedef struct
{
  FitObstacleType type;
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv;        /* (nullable) */
  const FitStorageClass *storage_class; /* (nullable) */
  guint n_volumes; /* that would suit the claim, some of them elsewhere */
} FitVolumeObstacle;

/**
 * fit_volume_binder_obstacle: which claim it is, for explanations
 * @problem: what fit_volume_binder_survey(), or _find(), has found
 *
 * Returns: FALSE when there is none
 */
gboolean fit_volume_binder_obstacle (const FitVolumeBinder *binder,
                                     const FitPodClaims *claims,
                                     const FitNode *node,
                                     FitVolumeProblems problem,
                                     FitVolumeObstacle *out_obstacle);

/* What stands for a volume where a CSI driver takes over its plugin. */
typedef struct _FitMigratedVolume FitMigratedVolume;

/* fit_pod_claims_migrate: @volume stands for the volume @i of
 * fit_pod_claims_volumes() where fit_volume_binder_survey() finds that its plugin
 * is taken over; it lives as long as @claims */
void fit_pod_claims_migrate (FitPodClaims *claims, guint i,
                             const FitMigratedVolume *volume);

/* fit_pod_claims_immediate: somebody else has to bind a claim first.
 * fit_pod_claims_error: Returns: (nullable): why the claims cannot be sorted at
 * all, or the same */
gboolean fit_pod_claims_immediate (const FitPodClaims *claims);
const char *fit_pod_claims_error (const FitPodClaims *claims);

/* fit_pod_claims_volumes: Returns: the volumes of bound claims, NULL for each
 * that does not exist, in an array of @arena */
const FitPersistentVolume *const *
fit_pod_claims_volumes (const FitPodClaims *claims, FitArena *arena,
                        guint *out_n);

/**
 * fit_volume_binder_assume:
 * @out_all_bound: (out): nothing had to be assumed
 *
 * v1.16 AssumePodVolumes: repeats the search on the chosen @node and takes
 * volumes and claims in the assume caches.  On failure nothing stays assumed.
 */
gboolean fit_volume_binder_assume (FitVolumeBinder *binder, const FitPod *pod,
                                   const FitNode *node, gboolean *out_all_bound,
                                   GError **error);

/* What was assumed for a pod is kept as the decision of its namespace and name,
 * until it is dropped or another takes its place.  Writing it goes like this:
 *
 *   fit_volume_binder_assume    not all bound:
 *   fit_volume_binder_writes    the front end writes these, one by one; when one
 *                               cannot be written:
 *                               fit_volume_binder_write_failed, and the end
 *   fit_volume_binder_check     every second, until it says yes or fails
 *   fit_volume_binder_drop      when the pod is gone or has got its node
 *
 * Objects that come back are seen through the listers.  A decision that was
 * not written stays assumed, as in v1.16. */

/**
 * fit_volume_binder_writes:
 * @pod: as it was assumed
 * @out_volumes: (out) (transfer none): of FitPersistentVolume, with their
 *   claims, and
 * @out_claims: (out) (transfer none): of FitPersistentVolumeClaim, with the
 *   selected node, in the order in which they are to be written, volumes
 *   first.  Objects that need no change are among them, as in v1.16.  Either
 *   may be empty.  A reference keeps an array beyond the decision.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE "failed to get cached bindings for pod
 *   ..." when the decision was dropped
 */
gboolean fit_volume_binder_writes (const FitVolumeBinder *binder,
                                   const FitPod *pod, GPtrArray **out_volumes,
                                   GPtrArray **out_claims, GError **error);

/* fit_volume_binder_write_failed: only the first @n_written of volumes and
 * claims were written.  The others are as they were before they were
 * assumed. */
void fit_volume_binder_write_failed (FitVolumeBinder *binder, const FitPod *pod,
                                     guint n_written);

/**
 * fit_volume_binder_check:
 * @pod: as it was assumed
 * @node: (nullable): the node of that name; NULL when it is gone
 * @out_bound: (out): all claims of the decision are fully bound; FALSE: not
 *   yet, or the listers do not show yet what was written
 *
 * v1.16 checkBindings().
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE when it will never be, e.g. `pod
 *   "ns/name" does not exist any more` when the decision was dropped
 */
gboolean fit_volume_binder_check (const FitVolumeBinder *binder,
                                  const FitPod *pod, const FitNode *node,
                                  gboolean *out_bound, GError **error);

/* fit_volume_binder_drop: @pod is gone or bound; what is assumed stays so */
void fit_volume_binder_drop (FitVolumeBinder *binder, const FitPod *pod);

/* fit_volume_binder_revert: undoes what was assumed for @pod, and drops it */
void fit_volume_binder_revert (FitVolumeBinder *binder, const FitPod *pod);

/* fit_volume_binder_pvc, _pv: the claim or volume as the assume cache sees it.
 * Returns: (transfer none) (nullable) */
const FitPersistentVolumeClaim *
fit_volume_binder_pvc (const FitVolumeBinder *binder, const char *namespace_,
                       const char *name);
const FitPersistentVolume *fit_volume_binder_pv (const FitVolumeBinder *binder,
                                                 const char *name);

G_END_DECLS
