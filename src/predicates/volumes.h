/* volumes.h - functions that the volume predicates share
 *
 * Private to them.
 */
#pragma once

#include "cluster/cache.h"

G_BEGIN_DECLS

/* A volume that is attached to a node, or would be.  Two are equal if id and
 * driver are equal. */
typedef struct
{
  gconstpointer id;   /* its interned id, or a pointer to the claim if that has
                         no volume: unique like v1.16's made-up id, and never
                         equal to a volume's id */
  const char *driver; /* (nullable): CSI driver, compared as text */
} FitAttachedVolume;

/* fit_pod_has_claims: does @pod have a volume with a claim, including generic
 * ephemeral volumes? */
gboolean fit_pod_has_claims (const FitPod *pod);

/* fit_claim_has_name: Returns: FALSE with v1.16's error if @volume, of type
 * PERSISTENT_VOLUME_CLAIM, does not name a claim */
gboolean fit_claim_has_name (const FitVolume *volume, GError **error);

/* fit_claim_is_own: Returns: FALSE with the error of later releases if @volume
 * of @pod is a generic ephemeral volume and @claim, which has its name, does
 * not belong to @pod */
gboolean fit_claim_is_own (const FitPersistentVolumeClaim *claim,
                           const FitVolume *volume, const FitPod *pod,
                           GError **error);

/* fit_missing_claim: finds the first claim of @pod that does not exist.  Stops
 * at a claim of a generic ephemeral volume that does not belong to the pod.
 * Returns: (nullable) (transfer full): "looking up PVC NS/NAME: ..." */
char *fit_missing_claim (const FitListers *listers, const FitPod *pod);

/* fit_attached_volumes_new: Returns: (transfer full): an empty array of
 * FitAttachedVolume; add to it with fit_attached_volumes_add(), make it a set
 * with fit_attached_volumes_unique() */
GArray *fit_attached_volumes_new (void);
void fit_attached_volumes_add (GArray *volumes, gconstpointer id,
                               const char *driver);
void fit_attached_volumes_unique (GArray *volumes);

/* fit_attached_volumes_contain: @volumes must be a set */
gboolean fit_attached_volumes_contain (const GArray *volumes,
                                       const FitAttachedVolume *volume);

/* Remembers the volumes attached to the nodes of a cache, until the node or a
 * volume changes. */
typedef struct _FitAttachedMemo FitAttachedMemo;

/* fit_attached_memo_new: @cache is borrowed */
FitAttachedMemo *fit_attached_memo_new (FitCache *cache);
void fit_attached_memo_free (FitAttachedMemo *memo);

/* fit_attached_memo_prepare: makes room for all nodes; call it in each cycle
 * before nodes are checked */
void fit_attached_memo_prepare (FitAttachedMemo *memo);

/* fit_attached_memo_get: Returns: (transfer full) (nullable): the set stored
 * for the current state of @node; NULL for a what-if copy of a node */
GArray *fit_attached_memo_get (const FitAttachedMemo *memo,
                               const FitNodeInfo *node);

/* fit_attached_memo_put: stores @volumes, which must not change any more;
 * ignores what-if copies of nodes */
void fit_attached_memo_put (FitAttachedMemo *memo, const FitNodeInfo *node,
                            GArray *volumes);

G_END_DECLS
