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

/* fit_volume_binder_revert: undoes what was assumed for @pod */
void fit_volume_binder_revert (FitVolumeBinder *binder, const FitPod *pod);

/* fit_volume_binder_pvc, _pv: the claim or volume as the assume cache sees it.
 * Returns: (transfer none) (nullable) */
const FitPersistentVolumeClaim *
fit_volume_binder_pvc (const FitVolumeBinder *binder, const char *namespace_,
                       const char *name);
const FitPersistentVolume *fit_volume_binder_pv (const FitVolumeBinder *binder,
                                                 const char *name);

G_END_DECLS
