/* resource-sums.h - PodFitsResources where the pods of a node are only numbers
 *
 * For what-if questions about many sets of pods on one node: what the incoming
 * pod requests is compared with sums, without a FitNodeInfo for each set.
 */
#pragma once

#include "predicates/metadata.h"

G_BEGIN_DECLS

/* More extended resources than this need a FitNodeInfo. */
#define FIT_SUMS_MOST_SCALARS 8

/* The amounts of what PodFitsResources looks at. */
typedef struct
{
  gint64 pods;
  gint64 milli_cpu;
  gint64 memory;
  gint64 ephemeral_storage;
  gint64 scalars[FIT_SUMS_MOST_SCALARS]; /* in the order of the incoming pod's
                                            request */
} FitResourceSums;

/* fit_resource_sums_possible: are there few enough resources to ask about? */
gboolean fit_resource_sums_possible (const FitPredicateMetadata *meta);

/* fit_resource_sums_of_node: @out_capacity: what the node has; ignored resources
 * are without limit */
void fit_resource_sums_of_node (const FitPredicateMetadata *meta,
                                const FitNodeInfo *node,
                                FitResourceSums *out_used,
                                FitResourceSums *out_capacity);

/* fit_resource_sums_add, fit_resource_sums_subtract: what @pod counts on
 * @node */
void fit_resource_sums_add (const FitPredicateMetadata *meta,
                            const FitNodeInfo *node, const FitPod *pod,
                            FitResourceSums *sums);
void fit_resource_sums_subtract (const FitPredicateMetadata *meta,
                                 const FitNodeInfo *node, const FitPod *pod,
                                 FitResourceSums *sums);

/* fit_resource_sums_fit: what PodFitsResources would answer */
gboolean fit_resource_sums_fit (const FitPredicateMetadata *meta,
                                const FitResourceSums *used,
                                const FitResourceSums *capacity);

G_END_DECLS
