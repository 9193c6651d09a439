/* metadata.c - computes once per pod what its priorities share */
#include "priorities/scoring.h"
#include "cluster/cache.h"

#include <string.h>

/* Collects the tolerations that can tolerate a taint with effect
 * PreferNoSchedule. */
static void
collect_tolerations (FitPriorityMetadata *meta)
{
  const FitPodSpec *spec = meta->pod->spec;
  FitToleration *found
      = fit_arena_newn (meta->arena, FitToleration, spec->n_tolerations);

  for (guint i = 0; i < spec->n_tolerations; i++)
    {
      const FitToleration *toleration = &spec->tolerations[i];

      if (toleration->effect == FIT_EFFECT_NONE
          || toleration->effect == FIT_EFFECT_PREFER_NO_SCHEDULE)
        found[meta->n_tolerations++] = *toleration;
    }
  meta->tolerations = found;
}

/* Adds @overhead to the requests, each resource in whole units.  For cpu these
 * are cores, which v1.16 adds to millicores. */
static void
add_overhead (FitPriorityMetadata *meta, gint64 cpu,
              const FitResources *overhead)
{
  FitResources *request = &meta->request;
  FitScalar *scalars = fit_arena_newn (
      meta->arena, FitScalar, (gsize) request->n_scalars + overhead->n_scalars);
  guint n = request->n_scalars;

  if (n > 0)
    memcpy (scalars, request->scalars, sizeof *scalars * n);
  for (guint i = 0; i < overhead->n_scalars; i++)
    {
      const FitScalar *extra = &overhead->scalars[i];
      guint at = 0;

      while (at < n && scalars[at].name != extra->name)
        at++;
      if (at == n)
        scalars[n++] = (FitScalar){ .name = extra->name };
      scalars[at].value = fit_wrapping_add (scalars[at].value, extra->value);
    }
  request->scalars = scalars;
  request->n_scalars = n;
  request->ephemeral_storage = fit_wrapping_add (request->ephemeral_storage,
                                                 overhead->ephemeral_storage);
  meta->milli_cpu = fit_wrapping_add (meta->milli_cpu, cpu);
  meta->memory = fit_wrapping_add (meta->memory, overhead->memory);
}

FitPriorityMetadata *
fit_priority_metadata_new (FitCache *cache, const FitPod *pod, FitArena *arena)
{
  FitPriorityMetadata *meta = fit_arena_new0 (arena, FitPriorityMetadata, 1);
  const FitPodSpec *spec = pod->spec;

  meta->pod = pod;
  meta->pod_class = fit_cache_pod_class (cache, pod);
  meta->cache = cache;
  meta->gates = fit_cache_gates (cache);
  meta->arena = arena;
  meta->max_score = FIT_MAX_PRIORITY;
  meta->milli_cpu = spec->nonzero_milli_cpu;
  meta->memory = spec->nonzero_memory;
  meta->request = spec->requests;
  meta->limits = spec->limits;
  if (spec->has_overhead && fit_gate_on (meta->gates, FIT_GATE_POD_OVERHEAD))
    add_overhead (meta, spec->overhead_cpu_value, &spec->overhead);
  collect_tolerations (meta);
  meta->selectors = fit_cache_spread_selectors (cache, meta->pod_class);
  meta->node_volumes = fit_cache_node_volumes (cache);
  return meta;
}
