/* resource-sums.h - PodFitsResources where the pods of a node are only numbers
 *
 * For what-if questions about many sets of pods on one node: what the incoming
 * pod requests is compared with sums, without a FitNodeInfo for each set.
 */
#pragma once

#include "base/wrapping.h"
#include "predicates/metadata.h"

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

/* fit_resource_sums_count_request, fit_resource_sums_has_room: parts of the
 * functions below */
static inline void
fit_resource_sums_count_request (const FitPredicateMetadata *meta,
                                 const FitResources *request, gint sign,
                                 FitResourceSums *sums)
{
  sums->milli_cpu = fit_wrapping_add (
      sums->milli_cpu, fit_wrapping_multiply (sign, request->milli_cpu));
  sums->memory = fit_wrapping_add (
      sums->memory, fit_wrapping_multiply (sign, request->memory));
  sums->ephemeral_storage = fit_wrapping_add (
      sums->ephemeral_storage,
      fit_wrapping_multiply (sign, request->ephemeral_storage));
  for (guint i = 0; request->n_scalars && i < meta->request.n_scalars; i++)
    sums->scalars[i] = fit_wrapping_add (
        sums->scalars[i],
        fit_wrapping_multiply (
            sign,
            fit_resources_scalar (request, meta->request.scalars[i].name)));
}

/* fit_resource_sums_count: adds what @pod counts on @node (@sign 1), or takes it
 * away (-1) */
static inline void
fit_resource_sums_count (const FitPredicateMetadata *meta,
                         const FitNodeInfo *node, const FitPod *pod, gint sign,
                         FitResourceSums *sums)
{
  const FitPodSpec *spec = pod->spec;

  sums->pods += sign;
  fit_resource_sums_count_request (meta, fit_pod_counted_requests (spec), sign,
                                   sums);
  if (node->counts_overhead && spec->has_overhead)
    fit_resource_sums_count_request (meta, &spec->overhead, sign, sums);
}

static inline gboolean
fit_resource_sums_has_room (gint64 requested, gint64 used, gint64 capacity)
{
  return capacity >= fit_wrapping_add (requested, used);
}

/* fit_resource_sums_fit: what PodFitsResources would answer */
static inline gboolean
fit_resource_sums_fit (const FitPredicateMetadata *meta,
                       const FitResourceSums *used,
                       const FitResourceSums *capacity)
{
  const FitResources *request = &meta->request;

  if (!fit_resource_sums_has_room (1, used->pods, capacity->pods))
    return FALSE;
  if (meta->requests_nothing)
    return TRUE;
  if (!fit_resource_sums_has_room (request->milli_cpu, used->milli_cpu,
                                   capacity->milli_cpu)
      || !fit_resource_sums_has_room (request->memory, used->memory,
                                      capacity->memory)
      || !fit_resource_sums_has_room (request->ephemeral_storage,
                                      used->ephemeral_storage,
                                      capacity->ephemeral_storage))
    return FALSE;
  for (guint i = 0; i < request->n_scalars; i++)
    if (!fit_resource_sums_has_room (request->scalars[i].value,
                                     used->scalars[i], capacity->scalars[i]))
      return FALSE;
  return TRUE;
}
