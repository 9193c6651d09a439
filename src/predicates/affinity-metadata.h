/* affinity-metadata.h - topology pairs of inter-pod affinity
 *
 * What v1.16 keeps as maps from (topology key, value) to sets of pods is here
 * a view of the counts that the pod index maintains, corrected by the changes
 * of a metadata copy.
 */
#pragma once

#include "predicates/metadata.h"

G_BEGIN_DECLS

/* A required anti-affinity term of running pods that the incoming pod falls
 * under. */
typedef struct
{
  const char *key;        /* interned topology key */
  const guint32 *column;  /* value id by node index */
  const FitTermSum *sums; /* by value id */
} FitExistingTerm;

/* A required term of the incoming pod. */
typedef struct
{
  const char *key;           /* interned topology key */
  FitPodCondition condition; /* what pods have to be like */
  const guint32 *column;
  const guint32 *counts; /* by value id: pods that satisfy the term (affinity:
                            all terms) */
} FitIncomingTerm;

struct _FitAffinityMetadata
{
  guint n_existing;
  FitExistingTerm *existing;
  guint n_affinity;
  FitIncomingTerm *affinity;
  guint64 affinity_total; /* pods counted in @affinity over all keys */
  gboolean self_match;    /* the incoming pod satisfies its affinity itself */
  guint n_anti;
  FitIncomingTerm *anti;
  gboolean exact; /* without the quirks of v1.16: a changed pod counts as if it
                     had been there from the beginning, and the first of a group
                     needs a node with all topology keys */
  const FitLabels *namespace_labels; /* (nullable): of the incoming pod's */
};

/* fit_affinity_metadata_new: Returns: (transfer none) (nullable): owned by
 * meta->arena; NULL when an invalid selector is in the way */
FitAffinityMetadata *
fit_affinity_metadata_new (const FitPredicateMetadata *meta);

/**
 * fit_affinity_metadata_new_exact:
 * @negative_everywhere: a namespace selector that a namespace without labels
 *   matches is one of all namespaces, as 1.34 has it
 *
 * As releases after v1.16 do it.  A selector that is invalid matches nothing.
 */
FitAffinityMetadata *
fit_affinity_metadata_new_exact (const FitPredicateMetadata *meta,
                                 gboolean negative_everywhere);

/* fit_affinity_term_condition: which pods are meant by @term of a pod in
 * @owner_namespace (interned), namespaces selected by their labels included;
 * memory of @arena, but for condition.selector, which is borrowed from @term */
FitPodCondition fit_affinity_term_condition (const FitListers *listers,
                                             const FitAffinityTerm *term,
                                             const char *owner_namespace,
                                             gboolean negative_everywhere,
                                             FitArena *arena);

/* fit_affinity_condition_holds: is @pod one of those that are meant? */
gboolean fit_affinity_condition_holds (const FitPodCondition *condition,
                                       const FitPod *pod);

/* fit_affinity_incoming_matches: does the incoming pod fall under @term of
 * @owner? */
gboolean fit_affinity_incoming_matches (const FitPredicateMetadata *meta,
                                        const FitAffinityTerm *term,
                                        const FitPod *owner);

/* fit_affinity_existing_violated: a running pod's anti-affinity keeps the
 * incoming pod from @node */
gboolean fit_affinity_existing_violated (const FitPredicateMetadata *meta,
                                         const FitNodeInfo *node);

/* fit_affinity_satisfied: the incoming pod's required affinity holds on @node */
gboolean fit_affinity_satisfied (const FitPredicateMetadata *meta,
                                 const FitNodeInfo *node);

/* fit_anti_affinity_violated: a running pod violates one of the incoming pod's
 * required anti-affinity terms on @node */
gboolean fit_anti_affinity_violated (const FitPredicateMetadata *meta,
                                     const FitNodeInfo *node);

G_END_DECLS
