/* resource-sums.h - PodFitsResources where the pods of a node are only numbers
 *
 * For what-if questions about many sets of pods on one node: what the incoming
 * pod requests is compared with sums, without a FitNodeInfo for each set.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/wrapping.h"
#include "predicates/metadata.h"

/* More extended resources than this need a FitNodeInfo. */
#define FIT_SUMS_MOST_SCALARS 8

/* The amounts of what PodFitsResources looks at, but for extended resources. */
typedef struct
{
  gint64 pods;
  gint64 milli_cpu;
  gint64 memory;
  gint64 ephemeral_storage;
} FitAmounts;

typedef struct
{
  FitAmounts amounts;
  gint64 scalars[FIT_SUMS_MOST_SCALARS]; /* in the order of the incoming pod's
                                            request */
} FitResourceSums;

/* fit_resource_sums_possible: are there few enough resources to ask about? */
gboolean fit_resource_sums_possible (const FitPredicateMetadata *meta);

/* fit_resource_sums_init: the sums with the incoming pod alone */
void fit_resource_sums_init (FitResourceSums *sums,
                             const FitPredicateMetadata *meta);

/* fit_resource_sums_scalar_capacity: what the node has of extended resources;
 * resources the incoming pod does not request count as unlimited */
void fit_resource_sums_scalar_capacity (gint64 *scalars,
                                        const FitPredicateMetadata *meta,
                                        const FitNodeInfo *node);

/* fit_resource_sums_count_scalars: adds the extended resources that a pod with
 * @spec counts on @node (@sign 1), or takes them away (-1) */
void fit_resource_sums_count_scalars (gint64 *scalars,
                                      const FitPredicateMetadata *meta,
                                      const FitNodeInfo *node,
                                      const FitPodSpec *spec, gint sign);

static inline FitAmounts
fit_amounts_add (FitAmounts a, FitAmounts b)
{
  a.pods += b.pods;
  a.milli_cpu = fit_wrapping_add (a.milli_cpu, b.milli_cpu);
  a.memory = fit_wrapping_add (a.memory, b.memory);
  a.ephemeral_storage
      = fit_wrapping_add (a.ephemeral_storage, b.ephemeral_storage);
  return a;
}

/* fit_amounts_with: Returns: @sums and what a pod with @spec counts on @node */
static inline FitAmounts
fit_amounts_with (FitAmounts sums, const FitNodeInfo *node,
                  const FitPodSpec *spec)
{
  const FitResources *request = fit_pod_counted_requests (spec);
  const FitResources *overhead = &spec->overhead;

  sums = fit_amounts_add (sums,
                          (FitAmounts){ 1, request->milli_cpu, request->memory,
                                        request->ephemeral_storage });
  if (G_UNLIKELY (spec->has_overhead && node->counts_overhead))
    sums = fit_amounts_add (sums, (FitAmounts){ 0, overhead->milli_cpu,
                                                overhead->memory,
                                                overhead->ephemeral_storage });
  return sums;
}

static inline gboolean
fit_amounts_within (FitAmounts sums, const FitAmounts *capacity)
{
  return sums.pods <= capacity->pods && sums.milli_cpu <= capacity->milli_cpu
         && sums.memory <= capacity->memory
         && sums.ephemeral_storage <= capacity->ephemeral_storage;
}

/* fit_resource_sums_fit: what PodFitsResources would answer; the sums count the
 * incoming pod, too */
static inline gboolean
fit_resource_sums_fit (FitAmounts amounts, const gint64 *scalars,
                       const FitPredicateMetadata *meta,
                       const FitResourceSums *capacity)
{
  if (!fit_amounts_within (amounts, &capacity->amounts))
    return FALSE;
  for (guint i = 0; i < meta->request.n_scalars; i++)
    if (scalars[i] > capacity->scalars[i])
      return FALSE;
  return TRUE;
}
