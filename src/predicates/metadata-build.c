/* metadata-build.c - computes once per pod what its predicates share, and
 * changes it for what-if questions
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/metadata-build.h"

#include "cluster/cache.h"
#include "predicates/affinity-metadata.h"
#include "predicates/change-counts.h"
#include "predicates/spread-metadata.h"

#include <string.h>

FitPredicateMetadata *
fit_predicate_metadata_new_plain (FitCache *cache, const FitPod *pod,
                                  FitArena *arena)
{
  FitPredicateMetadata *meta = fit_arena_new0 (arena, FitPredicateMetadata, 1);
  const FitPodSpec *spec;

  fit_cache_refresh (cache);
  meta->pod = pod;
  meta->cache = cache;
  meta->gates = fit_cache_gates (cache);
  meta->arena = arena;
  meta->pod_class = fit_cache_pod_class (cache, pod);
  meta->best_effort = pod->spec->best_effort;
  meta->node_volumes = fit_cache_node_volumes (cache);
  spec = meta->pod->spec;
  meta->request = spec->requests; /* scalars borrowed from the pod */
  if (spec->has_overhead && fit_gate_on (meta->gates, FIT_GATE_POD_OVERHEAD))
    {
      FitResources sum;
      FitScalar *scalars;

      fit_resources_copy (&spec->requests, &sum);
      fit_resources_add (&sum, &spec->overhead);
      /* The pod keeps references to the names, so the list in the arena needs
       * none. */
      scalars = fit_arena_newn (meta->arena, FitScalar, sum.n_scalars);
      if (sum.n_scalars)
        memcpy (scalars, sum.scalars, sizeof *scalars * sum.n_scalars);
      meta->request = sum;
      meta->request.scalars = scalars;
      fit_resources_clear (&sum);
    }
  meta->requests_nothing
      = meta->request.milli_cpu == 0 && meta->request.memory == 0
        && meta->request.ephemeral_storage == 0 && meta->request.n_scalars == 0;
  meta->usable = TRUE;
  return meta;
}

FitPredicateMetadata *
fit_predicate_metadata_new (FitCache *cache, const FitPod *pod, FitArena *arena,
                            const char *const *ignored, guint n_ignored)
{
  FitPredicateMetadata *meta
      = fit_predicate_metadata_new_plain (cache, pod, arena);
  gboolean invalid = FALSE;

  /* Regardless of the gate: with the gate off, v1.16's API server drops the
   * constraints, but the scheduler does not check the gate. */
  meta->spread = fit_spread_metadata_new (meta, &invalid);
  if (!invalid)
    meta->affinity = fit_affinity_metadata_new (meta);
  meta->usable = meta->affinity != NULL;
  if (!meta->usable)
    {
      meta->spread = NULL;
      return meta;
    }
  meta->ignored = ignored;
  meta->n_ignored = n_ignored;
  return meta;
}

FitPredicateMetadata *
fit_predicate_metadata_copy (const FitPredicateMetadata *meta, FitArena *arena)
{
  FitPredicateMetadata *copy = fit_arena_newn (arena, FitPredicateMetadata, 1);

  *copy = *meta;
  copy->spread = fit_spread_metadata_copy (meta->spread, arena);
  copy->affinity_changes
      = fit_affinity_changes_copy (meta->affinity_changes, arena);
  copy->change_counts = fit_change_counts_copy (meta->change_counts, arena);
  copy->n_places = 0; /* the table is made again when it is needed */
  copy->changes_room = meta->n_changes + 4;
  copy->changes = fit_arena_newn (arena, FitMetadataChange, copy->changes_room);
  if (meta->n_changes)
    memcpy (copy->changes, meta->changes,
            sizeof *meta->changes * meta->n_changes);
  return copy;
}

/* With fewer changes than this it is quicker to look at all of them. */
#define MANY_CHANGES 16

/* The place of the change of @pod in the hash table, or where it belongs. */
static guint *
place_of (const FitPredicateMetadata *meta, const FitPod *pod)
{
  guint i = (guint) (((guint64) (gsize) pod >> 4) * 0x9e3779b97f4a7c15u >> 32);

  for (;; i++)
    {
      guint *place = &meta->places[i & (meta->n_places - 1)];

      if (*place == 0 || meta->changes[*place - 1].pod == pod)
        return place;
    }
}

const FitMetadataChange *
fit_predicate_metadata_find_change (const FitPredicateMetadata *meta,
                                    const FitPod *pod)
{
  if (meta->n_places > 0)
    {
      const guint place = *place_of (meta, pod);

      return place ? &meta->changes[place - 1] : NULL;
    }
  for (guint i = 0; i < meta->n_changes; i++)
    if (meta->changes[i].pod == pod)
      return &meta->changes[i];
  return NULL;
}

static FitMetadataChange *
change_of (FitPredicateMetadata *meta, const FitPod *pod,
           const FitNodeInfo *node, gboolean indexed, FitArena *arena)
{
  const FitMetadataChange *found;

  if (meta->n_changes >= MANY_CHANGES && meta->n_places < meta->n_changes * 2)
    {
      /* Makes room in the hash table for twice as many changes as there are. */
      meta->n_places = MANY_CHANGES;
      while (meta->n_places < meta->n_changes * 4)
        meta->n_places *= 2;
      meta->places = fit_arena_new0 (arena, guint, meta->n_places);
      for (guint i = 0; i < meta->n_changes; i++)
        *place_of (meta, meta->changes[i].pod) = i + 1;
    }
  found = fit_predicate_metadata_find_change (meta, pod);
  if (found != NULL)
    return &meta->changes[found - meta->changes];
  if (meta->n_changes == meta->changes_room)
    {
      FitMetadataChange *grown
          = fit_arena_newn (arena, FitMetadataChange, meta->changes_room * 2);

      memcpy (grown, meta->changes, sizeof *grown * meta->n_changes);
      meta->changes = grown;
      meta->changes_room *= 2;
    }
  meta->changes[meta->n_changes] = (FitMetadataChange){
    .pod = pod, .node = node, .indexed = indexed, .present = indexed
  };
  meta->n_changes++;
  if (meta->n_places > 0)
    *place_of (meta, pod) = meta->n_changes;
  return &meta->changes[meta->n_changes - 1];
}

static void
set_present (FitPredicateMetadata *meta, const FitPod *pod,
             const FitNodeInfo *node, gboolean present, FitArena *arena)
{
  FitMetadataChange *change;

  if (!meta->usable
      || (pod->meta.namespace_ == meta->pod->meta.namespace_
          && strcmp (pod->meta.name, meta->pod->meta.name) == 0))
    return;
  /* If a pod's first change is a removal, the indexes count it; if it is an
   * addition, they do not. */
  change = change_of (meta, pod, node, !present, arena);
  fit_affinity_changes_count (meta, change, -1, arena);
  fit_change_counts_add (meta, change,
                         (gint32) present - (gint32) change->present, arena);
  change->present = present;
  change->added = present;
  fit_affinity_changes_count (meta, change, 1, arena);
  change->turn = ++meta->n_turns;
  fit_spread_metadata_changed (meta, pod, node);
}

void
fit_predicate_metadata_add_pod (FitPredicateMetadata *meta, const FitPod *pod,
                                const FitNodeInfo *node, FitArena *arena)
{
  const FitPodAffinity *anti = &pod->spec->anti_affinity;

  /* v1.16 does not add a pod whose anti-affinity is invalid. */
  for (guint i = 0; i < anti->n_required; i++)
    if (anti->required[i].selector->error != NULL)
      return;
  set_present (meta, pod, node, TRUE, arena);
}

void
fit_predicate_metadata_remove_pod (FitPredicateMetadata *meta,
                                   const FitPod *pod, const FitNodeInfo *node,
                                   FitArena *arena)
{
  set_present (meta, pod, node, FALSE, arena);
}
