/* scored-resources.c - computes what a pod requests and what a node has, for
 * plugins that score resources
 * Tests: tests/rules/test-resource-allocation*.c,
 * tests/rules/test-balanced-allocation*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/scored-resources.h"

#include "api/names.h"
#include "base/intern.h"
#include "cluster/plain-nodes.h"

#include <string.h>

static const FitWeightedResource cpu_and_memory[]
    = { { FIT_RESOURCE_CPU, 1 }, { FIT_RESOURCE_MEMORY, 1 } };
const FitNodeResourcesArgs fit_scored_by_default
    = { { G_N_ELEMENTS (cpu_and_memory), cpu_and_memory } };

static FitScoredKind
kind_of (const char *name)
{
  if (strcmp (name, FIT_RESOURCE_CPU) == 0)
    return FIT_SCORED_CPU;
  if (strcmp (name, FIT_RESOURCE_MEMORY) == 0)
    return FIT_SCORED_MEMORY;
  if (strcmp (name, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0)
    return FIT_SCORED_EPHEMERAL_STORAGE;
  return fit_is_scalar_resource_name (name) ? FIT_SCORED_SCALAR
                                            : FIT_SCORED_UNKNOWN;
}

void
fit_scored_resources_init (FitScoredResources *resources,
                           const FitArgResources *written)
{
  *resources = (FitScoredResources){
    .items = g_new0 (FitScoredResource, written->n),
  };
  for (guint i = 0; i < written->n; i++)
    {
      const char *name = fit_intern (written->items[i].name);
      guint at = 0;

      /* A resource that is named twice has the later weight. */
      while (at < resources->n && resources->items[at].name != name)
        at++;
      if (at == resources->n)
        resources->items[resources->n++]
            = (FitScoredResource){ .kind = kind_of (name), .name = name };
      else
        fit_intern_unref (name);
      resources->items[at].weight
          = written->items[i].weight != 0 ? written->items[i].weight : 1;
    }
}

void
fit_scored_resources_clear (FitScoredResources *resources)
{
  for (guint i = 0; i < resources->n; i++)
    fit_intern_unref (resources->items[i].name);
  g_clear_pointer (&resources->items, g_free);
  resources->n = 0;
}

/* The part of the overhead of @spec that counts. */
static gint64
overhead_of (FitScoredKind kind, const char *name, const FitPodSpec *spec,
             const FitBehaviour *behaviour)
{
  switch (kind)
    {
    case FIT_SCORED_CPU:
      return behaviour->overhead_in_cores ? spec->overhead_cpu_value
                                          : spec->overhead.milli_cpu;
    case FIT_SCORED_MEMORY:
      return spec->overhead.memory;
    case FIT_SCORED_EPHEMERAL_STORAGE:
      return spec->overhead.ephemeral_storage;
    case FIT_SCORED_SCALAR:
      return fit_resources_scalar (&spec->overhead, name);
    case FIT_SCORED_UNKNOWN:
    default:
      return 0;
    }
}

/* The request of the containers of @spec, or of the pod instead.  Real requests
 * of a pod whose containers are being resized are what counts on its node.
 * @place: as for fit_resources_scalar_from() */
static gint64
request_of (FitScoredKind kind, const char *name, const FitPodSpec *spec,
            const FitBehaviour *behaviour, FitScoredAmounts amounts,
            guint *place)
{
  const FitContainerSums *sums = amounts == FIT_SCORED_REAL ? spec->running
                                 : behaviour->fit_scores_by_containers
                                     ? spec->containers
                                     : NULL;
  const FitResources *requests
      = sums != NULL ? &sums->requests : &spec->requests;

  switch (kind)
    {
    case FIT_SCORED_CPU:
      if (amounts == FIT_SCORED_REAL)
        return requests->milli_cpu;
      return sums != NULL ? sums->nonzero_milli_cpu : spec->nonzero_milli_cpu;
    case FIT_SCORED_MEMORY:
      if (amounts == FIT_SCORED_REAL)
        return requests->memory;
      return sums != NULL ? sums->nonzero_memory : spec->nonzero_memory;
    case FIT_SCORED_EPHEMERAL_STORAGE:
      return requests->ephemeral_storage;
    case FIT_SCORED_SCALAR:
      return fit_resources_scalar_from (requests, name, place);
    case FIT_SCORED_UNKNOWN:
    default:
      return 0;
    }
}

static gint64
request_with_overhead (FitScoredKind kind, const char *name,
                       const FitPriorityMetadata *meta,
                       const FitBehaviour *behaviour, FitScoredAmounts amounts,
                       guint *place)
{
  const FitPodSpec *spec = meta->pod->spec;
  const gint64 request
      = request_of (kind, name, spec, behaviour, amounts, place);

  if (!spec->has_overhead || !fit_gate_on (meta->gates, FIT_GATE_POD_OVERHEAD))
    return request;
  return fit_wrapping_add (request, overhead_of (kind, name, spec, behaviour));
}

gint64
fit_scored_request (FitScoredKind kind, const FitPriorityMetadata *meta,
                    const FitBehaviour *behaviour, FitScoredAmounts amounts)
{
  guint place = 0;

  return request_with_overhead (kind, NULL, meta, behaviour, amounts, &place);
}

FitScoredResources
fit_scored_resources_of_pod (const FitScoredResources *all,
                             const FitPriorityMetadata *meta,
                             const FitBehaviour *behaviour,
                             FitScoredAmounts amounts)
{
  FitScoredResources asked
      = { 0, fit_arena_newn (meta->arena, FitScoredResource, all->n) };
  guint place = 0;

  for (guint i = 0; i < all->n; i++)
    {
      FitScoredResource resource = all->items[i];

      resource.request
          = all->without_overhead
                ? request_of (resource.kind, resource.name, meta->pod->spec,
                              behaviour, amounts, &place)
                : request_with_overhead (resource.kind, resource.name, meta,
                                         behaviour, amounts, &place);
      if (behaviour->scores_leave_out && resource.request == 0
          && resource.kind == FIT_SCORED_SCALAR)
        continue;
      asked.items[asked.n++] = resource;
    }
  return asked;
}

gboolean
fit_scored_cpu_and_memory (const FitScoredResources *resources,
                           gdouble *out_cpu, gdouble *out_memory)
{
  const FitScoredResource *items = resources->items;

  /* No resource is there twice. */
  if (resources->n != 2)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      if (items[i].kind > FIT_SCORED_MEMORY
          || !fit_plain_amount (items[i].request))
        return FALSE;
      *(items[i].kind == FIT_SCORED_CPU ? out_cpu : out_memory)
          = (gdouble) items[i].request;
    }
  return TRUE;
}
