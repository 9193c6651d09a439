/* volumes.h - what the predicates about volumes have in common
 *
 * Private to them.
 */
#pragma once

#include "cluster/cache.h"

G_BEGIN_DECLS

/* A volume that a node has attached, or would have.  Two are the same when id
 * and driver are. */
typedef struct
{
  gconstpointer id;   /* its interned id; or the claim (a pointer to it), while
                         that has no volume: unique like v1.16's made-up id, and
                         never the id of a volume */
  const char *driver; /* (nullable): CSI driver, compared as text */
} FitAttachedVolume;

/* fit_pod_has_claims: some volume of @pod is a claim, or one is made for it */
gboolean fit_pod_has_claims (const FitPod *pod);

/* fit_claim_has_name: Returns: FALSE with v1.16's error when @volume, of type
 * PERSISTENT_VOLUME_CLAIM, does not say which claim */
gboolean fit_claim_has_name (const FitVolume *volume, GError **error);

/* fit_claim_is_own: Returns: FALSE with the error of later releases when @claim,
 * which @volume of @pod names, ought to be made for @pod and was not */
gboolean fit_claim_is_own (const FitPersistentVolumeClaim *claim,
                           const FitVolume *volume, const FitPod *pod,
                           GError **error);

/* fit_attached_volumes_new: Returns: (transfer full): an empty array of
 * FitAttachedVolume; with fit_attached_volumes_add() it becomes a list, with
 * fit_attached_volumes_unique() a set */
GArray *fit_attached_volumes_new (void);
void fit_attached_volumes_add (GArray *volumes, gconstpointer id,
                               const char *driver);
void fit_attached_volumes_unique (GArray *volumes);

/* fit_attached_volumes_contain: @volumes is a set */
gboolean fit_attached_volumes_contain (const GArray *volumes,
                                       const FitAttachedVolume *volume);

/* What is attached to the nodes of a cache, remembered until the node or a
 * volume changes.  Entries of different nodes may be used by different
 * threads. */
typedef struct _FitAttachedMemo FitAttachedMemo;

/* fit_attached_memo_new: @cache is borrowed */
FitAttachedMemo *fit_attached_memo_new (FitCache *cache);
void fit_attached_memo_free (FitAttachedMemo *memo);

/* fit_attached_memo_prepare: makes room for all nodes; call once before the
 * nodes are looked at, in the single-threaded part of a cycle */
void fit_attached_memo_prepare (FitAttachedMemo *memo);

/* fit_attached_memo_get: Returns: (transfer full) (nullable): the set put for
 * @node as it is; NULL for a node that is not the cache's own */
GArray *fit_attached_memo_get (const FitAttachedMemo *memo,
                               const FitNodeInfo *node);

/* fit_attached_memo_put: remembers @volumes, which must not change any more;
 * only for nodes that are the cache's own */
void fit_attached_memo_put (FitAttachedMemo *memo, const FitNodeInfo *node,
                            GArray *volumes);

G_END_DECLS
