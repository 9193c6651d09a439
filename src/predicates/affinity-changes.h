/* affinity-changes.h - what the pods added to or removed from a metadata copy
 * change in the counts of inter-pod affinity (private to predicates/)
 *
 * Running sums: a pod is matched when it comes or goes, and the questions after
 * that read sums, however many pods have changed.
 */
#pragma once

#include "predicates/affinity-metadata.h"

G_BEGIN_DECLS

/* fit_affinity_changes_copy: Returns: (transfer none) (nullable): a copy owned
 * by @arena; NULL for NULL */
FitAffinityChanges *
fit_affinity_changes_copy (const FitAffinityChanges *changes, FitArena *arena);

/* fit_affinity_changes_count: adds what @change means now to the sums of @meta
 * (@sign 1), or takes it away (-1).  To be taken away before @change changes and
 * added again after it. */
void fit_affinity_changes_count (FitPredicateMetadata *meta,
                                 const FitMetadataChange *change, gint sign,
                                 FitArena *arena);

/* fit_affinity_changes_exclude: with the changes, does a running pod's
 * anti-affinity exclude the incoming pod from @node? */
gboolean fit_affinity_changes_exclude (const FitPredicateMetadata *meta,
                                       const FitNodeInfo *node);

/* fit_affinity_changes_affinity: the difference that the changes make to the
 * number of pods that satisfy the incoming pod's affinity, on nodes with @value
 * (interned) for @key (NULL: any value).  Added pods without nodeName (nominated
 * ones) do not count. */
gint64 fit_affinity_changes_affinity (const FitPredicateMetadata *meta,
                                      const char *key, const char *value);

/* fit_affinity_changes_anti: the same for one anti-affinity term.  An added pod
 * that matches any term counts for all terms, although v1.16 initially counts
 * per term. */
gint64 fit_affinity_changes_anti (const FitPredicateMetadata *meta,
                                  const FitIncomingTerm *term,
                                  const char *value);

/* fit_affinity_label_of: Returns: (nullable): @node's value for @key (interned) */
static inline const char *
fit_affinity_label_of (const FitNodeInfo *node, const char *key)
{
  return node->node ? fit_labels_get (node->node->meta.labels, key) : NULL;
}

G_END_DECLS
