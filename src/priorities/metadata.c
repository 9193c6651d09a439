/* metadata.c - computes once per pod what its priorities share
 * SPDX-License-Identifier: Apache-2.0 */
#include "priorities/scoring.h"
#include "cluster/cache.h"

FitPriorityMetadata *
fit_priority_metadata_new (FitCache *cache, const FitPod *pod, FitArena *arena)
{
  FitPriorityMetadata *meta = fit_arena_new0 (arena, FitPriorityMetadata, 1);
  const FitPodSpec *spec = pod->spec;
  FitToleration *found
      = fit_arena_newn (arena, FitToleration, spec->n_tolerations);

  meta->pod = pod;
  meta->pod_class = fit_cache_pod_class (cache, pod);
  meta->cache = cache;
  meta->gates = fit_cache_gates (cache);
  meta->arena = arena;
  meta->max_score = FIT_MAX_PRIORITY;
  meta->milli_cpu = spec->nonzero_milli_cpu;
  meta->memory = spec->nonzero_memory;
  if (spec->has_overhead && fit_gate_on (meta->gates, FIT_GATE_POD_OVERHEAD))
    {
      /* v1.16 adds whole cores to millicores. */
      meta->milli_cpu
          = fit_wrapping_add (meta->milli_cpu, spec->overhead_cpu_value);
      meta->memory = fit_wrapping_add (meta->memory, spec->overhead.memory);
    }
  /* Only these can tolerate a taint with effect PreferNoSchedule. */
  for (guint i = 0; i < spec->n_tolerations; i++)
    if (spec->tolerations[i].effect == FIT_EFFECT_NONE
        || spec->tolerations[i].effect == FIT_EFFECT_PREFER_NO_SCHEDULE)
      found[meta->n_tolerations++] = spec->tolerations[i];
  meta->tolerations = found;
  meta->selectors = fit_cache_spread_selectors (cache, meta->pod_class);
  meta->node_volumes = fit_cache_node_volumes (cache);
  return meta;
}
