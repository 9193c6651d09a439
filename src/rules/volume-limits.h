/* volume-limits.h - what the limits of disks and of CSI drivers share (private
 * to rules)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "predicates/detail.h"
#include "rules/filter-formulas.h"

/* fit_limits_find_claim: finds the claim that @volume of @pod names; @out gets
 * NULL if it does not exist.  Returns: FALSE if the volume does not name one,
 * or the claim of a generic ephemeral volume belongs to another pod */
gboolean fit_limits_find_claim (const FitPredicateRun *run, const FitPod *pod,
                                const FitVolume *volume,
                                const FitPersistentVolumeClaim **out,
                                GError **error);

/* fit_limits_by_claim: does @volume count by its claim? */
static inline gboolean
fit_limits_by_claim (const FitPredicateRun *run, const FitVolume *volume)
{
  return volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
         || (volume->type == FIT_VOLUME_EPHEMERAL_CLAIM
             && fit_filter_behaviour (run)->limits_need_claims);
}

/* fit_limits_missing_claim: finds the first claim of the pod that does not
 * exist, in releases where there must be one.  Stops at a claim of a generic
 * ephemeral volume that does not belong to the pod.  Returns: (nullable):
 * "looking up PVC NS/NAME: ...", memory of the cycle's arena */
const char *fit_limits_missing_claim (const FitPredicateRun *run);

/* fit_limits_refuse: what a pod gets because of @missing */
FitAnswer fit_limits_refuse (const FitPredicateRun *run, const char *missing,
                             FitReasons *reasons, GError **error);

/* fit_limits_explain: @attached and @added volumes are more than @limit */
void fit_limits_explain (const char *driver, gint64 attached, gint64 added,
                         gint64 limit, FitDetail *detail);

/* MAX_VOLUME_COUNT and, from 1.30 on, LOOKUP */
extern const FitReasonCode fit_limits_reasons[];
extern const FitReasonCode fit_former_limits_reasons[];

/* -- attached volumes ------------------------------------------------------ */

/* A volume that is attached to a node, or would be.  Two are equal if id and
 * driver are equal. */
typedef struct
{
  gconstpointer id;   /* its interned id, or a pointer to the claim if that has
                         no volume: unique like v1.16's made-up id, and never
                         equal to a volume's id */
  const char *driver; /* (nullable): CSI driver, compared as text */
} FitAttachedVolume;

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
