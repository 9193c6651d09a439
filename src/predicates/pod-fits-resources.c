/* pod-fits-resources.c - predicate PodFitsResources
 *
 * The pod's requests must fit into what is free on the node:
 *   pods on the node + 1 <= allocatable pods, and, if the pod requests
 *   anything at all, for every resource: requested + used <= allocatable.
 * CPU, memory and ephemeral storage are all checked if the pod requests any
 * resource: a node overcommitted in CPU rejects a pod that requests only
 * memory, for its CPU.  All reasons are given, not just the first.
 * Cost: constant, plus scalar resources.  Source: kube-scheduler v1.16
 * PodFitsResources.
 */
#include "api/names.h"
#include "base/wrapping.h"
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/resource-sums.h"
#include "predicates/rule-details.h"
#include "api/texts.h"

#include <string.h>

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);

static const FitReasonCode gives[] = { FIT_REASON_INSUFFICIENT_RESOURCE, 0 };

const FitPredicateInfo fit_pod_fits_resources = {
  .name = "PodFitsResources",
  .summary
  = "enough CPU, memory, storage, extended resources and pod slots are free",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .explain = fit_explain_amount,
};

static inline void
require (FitReasons *reasons, const char *resource, gint64 requested,
         gint64 used, gint64 capacity)
{
  if (G_UNLIKELY (capacity < fit_wrapping_add (requested, used)))
    fit_reasons_add_insufficient (reasons, resource, requested, used, capacity);
}

static gboolean
ignored (const FitPredicateMetadata *meta, const char *name)
{
  for (guint i = 0; i < meta->n_ignored; i++)
    if (meta->ignored[i] == name)
      return fit_is_extended_resource_name (name);
  return FALSE;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitPredicateMetadata *meta = run->meta;
  const FitResources *request = &meta->request;
  const guint before = reasons->n;
  guint used = 0, capacity = 0;

  if (G_UNLIKELY ((gint64) node->n_pods + 1 > node->allowed_pods))
    fit_reasons_add_insufficient (reasons, FIT_RESOURCE_PODS, 1, node->n_pods,
                                  node->allowed_pods);
  if (!meta->requests_nothing)
    {
      require (reasons, FIT_RESOURCE_CPU, request->milli_cpu,
               node->requested.milli_cpu, node->allocatable.milli_cpu);
      require (reasons, FIT_RESOURCE_MEMORY, request->memory,
               node->requested.memory, node->allocatable.memory);
      require (reasons, FIT_RESOURCE_EPHEMERAL_STORAGE,
               request->ephemeral_storage, node->requested.ephemeral_storage,
               node->allocatable.ephemeral_storage);
      for (guint i = 0; i < request->n_scalars; i++)
        {
          const FitScalar *scalar = &request->scalars[i];

          if (!ignored (meta, scalar->name))
            require (reasons, scalar->name, scalar->value,
                     fit_resources_scalar_from (&node->requested, scalar->name,
                                                &used),
                     fit_resources_scalar_from (&node->allocatable,
                                                scalar->name, &capacity));
        }
    }
  return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

/* --- with numbers only --------------------------------------------------- */

gboolean
fit_resource_sums_possible (const FitPredicateMetadata *meta)
{
  return meta->request.n_scalars <= FIT_SUMS_MOST_SCALARS;
}

void
fit_resource_sums_of_node (const FitPredicateMetadata *meta,
                           const FitNodeInfo *node, FitResourceSums *out_used,
                           FitResourceSums *out_capacity)
{
  const FitResources *used = &node->requested, *has = &node->allocatable;

  out_used->pods = node->n_pods;
  out_used->milli_cpu = used->milli_cpu;
  out_used->memory = used->memory;
  out_used->ephemeral_storage = used->ephemeral_storage;
  out_capacity->pods = node->allowed_pods;
  out_capacity->milli_cpu = has->milli_cpu;
  out_capacity->memory = has->memory;
  out_capacity->ephemeral_storage = has->ephemeral_storage;
  for (guint i = 0; i < meta->request.n_scalars; i++)
    {
      const char *name = meta->request.scalars[i].name;

      out_used->scalars[i] = fit_resources_scalar (used, name);
      out_capacity->scalars[i] = ignored (meta, name)
                                     ? G_MAXINT64
                                     : fit_resources_scalar (has, name);
    }
}

/* --- explaining ----------------------------------------------------------- */

/* Explains how much is missing; even the empty node may be too small. */
static void
explain_room (const char *resource, gint64 missing, gboolean too_small,
              const FitNodeInfo *node, FitDetail *detail)
{
  g_autofree char *amount = fit_amount_format (resource, missing);
  const gboolean slots = strcmp (resource, FIT_RESOURCE_PODS) == 0;

  if (missing <= 0)
    return;
  if (too_small)
    fit_detail_advise (detail, "request less %s, or use a larger node than %s",
                       resource, node->name);
  else
    fit_detail_advise (detail, "make room for %s more %s on %s", amount,
                       slots && missing == 1 ? "pod" : resource, node->name);
  fit_detail_add_change (detail, &(FitChange){ .type = FIT_CHANGE_ROOM,
                                               .resource = resource,
                                               .amount = missing });
}

void
fit_explain_amount (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  const gboolean slots = reason->code == FIT_REASON_TOO_MANY_PODS;
  const char *resource = slots ? FIT_RESOURCE_PODS : reason->text;
  const gint64 requested = slots ? 1 : reason->requested;
  const gint64 used = slots ? node->n_pods : reason->used;
  const gint64 capacity = slots ? node->allowed_pods : reason->capacity;
  const gint64 left = (gint64) ((guint64) capacity - (guint64) used);
  g_autofree char *asked = fit_amount_format (resource, requested);
  g_autofree char *taken = fit_amount_format (resource, used);
  g_autofree char *all = fit_amount_format (resource, capacity);
  g_autofree char *free_ = fit_amount_format (resource, left);

  if (reason->code == FIT_REASON_INSUFFICIENT_CAPACITY)
    fit_detail_say (detail, "requested %s, the node has %s", asked, all);
  else
    fit_detail_say (detail, "requested %s, used %s of %s, free %s", asked,
                    taken, all, free_);
  fit_detail_add_fact (detail, "resource", resource);
  fit_detail_add_number (detail, "requested", requested);
  fit_detail_add_number (detail, "used", used);
  fit_detail_add_number (detail, "capacity", capacity);
  fit_detail_add_number (detail, "free", left);
  explain_room (resource, (gint64) ((guint64) requested - (guint64) left),
                requested > capacity, node, detail);
}
