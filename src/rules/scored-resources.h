/* scored-resources.h - a node's share of requested resources, for plugins that
 * score by it (private to rules)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What a migration says of plugins that have done so since 1.22, or since 1.27. */
#define FIT_SKIPS_RESOURCES                                                     \
  "resources that a node does not offer are skipped instead of scoring 0, and " \
  "so are extended resources that the pod does not request"
#define FIT_COUNTS_OVERHEAD "the cpu overhead of pods counts in full"

#include "rules/score-formulas.h"
#include "priorities/scoring.h"

typedef enum
{
  FIT_SCORED_CPU,
  FIT_SCORED_MEMORY,
  FIT_SCORED_EPHEMERAL_STORAGE,
  FIT_SCORED_SCALAR,
  FIT_SCORED_UNKNOWN, /* no node has any */
} FitScoredKind;

typedef struct
{
  FitScoredKind kind;
  const char *name; /* interned */
  gint64 weight;
  gint64 request; /* the request of the pod to schedule, once known */
} FitScoredResource;

typedef struct
{
  guint n;
  FitScoredResource *items;
  gboolean without_overhead; /* the overhead of pods does not count */
} FitScoredResources;

/* The cpu and memory counted for a container without requests. */
typedef enum
{
  FIT_SCORED_WITH_DEFAULTS, /* 100m and 200Mi */
  FIT_SCORED_REAL,          /* 0 */
} FitScoredAmounts;

/* fit_scored_resources_init: makes its own list, with references */
void fit_scored_resources_init (FitScoredResources *resources,
                                const FitArgResources *written);
void fit_scored_resources_clear (FitScoredResources *resources);

/* fit_scored_resources_of_pod: Returns: @all with the requests of @meta's pod,
 * in a release, without the resources that it leaves out on every node.
 * Memory of the cycle's arena */
FitScoredResources fit_scored_resources_of_pod (const FitScoredResources *all,
                                                const FitPriorityMetadata *meta,
                                                const FitBehaviour *behaviour,
                                                FitScoredAmounts amounts);

/* fit_scored_request: the request of one resource that is no scalar */
gint64 fit_scored_request (FitScoredKind kind, const FitPriorityMetadata *meta,
                           const FitBehaviour *behaviour,
                           FitScoredAmounts amounts);

/* Where the next resource of a node is looked for first. */
typedef struct
{
  guint allocatable;
  guint requested;
} FitScoredPlace;

/* fit_scored_on_node: @node's amount of @resource, and how much would be
 * requested with the pod on it.  @place: all 0 for the first resource */
static inline void
fit_scored_on_node (const FitScoredResource *resource, const FitNodeInfo *node,
                    FitScoredAmounts amounts, FitScoredPlace *place,
                    gint64 *out_allocatable, gint64 *out_requested)
{
  const FitResources *allocatable = &node->traits->allocatable;
  const FitResources *requested = &node->requested;
  const gboolean real = amounts == FIT_SCORED_REAL;
  gint64 before;

  switch (resource->kind)
    {
    case FIT_SCORED_CPU:
      *out_allocatable = allocatable->milli_cpu;
      before = real ? requested->milli_cpu : node->nonzero_milli_cpu;
      break;
    case FIT_SCORED_MEMORY:
      *out_allocatable = allocatable->memory;
      before = real ? requested->memory : node->nonzero_memory;
      break;
    case FIT_SCORED_EPHEMERAL_STORAGE:
      *out_allocatable = allocatable->ephemeral_storage;
      before = requested->ephemeral_storage;
      break;
    case FIT_SCORED_SCALAR:
      *out_allocatable = fit_resources_scalar_from (allocatable, resource->name,
                                                    &place->allocatable);
      before = fit_resources_scalar_from (requested, resource->name,
                                          &place->requested);
      break;
    case FIT_SCORED_UNKNOWN:
    default:
      *out_allocatable = 0;
      before = 0;
    }
  *out_requested = fit_wrapping_add (before, resource->request);
}

/* fit_scored_cpu_and_memory: Returns: TRUE if @resources are these two, and the
 * requests, for which there is room in a gdouble, can be added to the numbers of
 * plain nodes (cluster/plain-nodes.h) */
gboolean fit_scored_cpu_and_memory (const FitScoredResources *resources,
                                    gdouble *out_cpu, gdouble *out_memory);

/* cpu and memory, with equal weights */
extern const FitNodeResourcesArgs fit_scored_by_default;

/* NodeResourcesFit at Score, in resource-allocation.c: the use by its strategy,
 * and the formula */
gboolean fit_use_of_strategy (gconstpointer args, FitRuleUse *out);
extern const FitPriorityInfo fit_score_resources_fit;
