/* node-resource-limits.c - prefers nodes that could hold the pod's limits, not
 * only its requests (gate ResourceLimitsPriorityFunction)
 *
 *   ok(r) = limit and allocatable are not 0, and limit <= allocatable
 *   score = 1 if ok(cpu) or ok(memory), else 0
 *
 * The limits of containers are added; of init containers the largest counts.
 * Other pods on the node do not matter.  Always 0 or 1, whatever the maximum
 * score: this is meant to break ties.
 *
 * Cost per node: a few comparisons.
 * Tests: tests/rules/test-node-resource-limits*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rule -------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_resource_limits = {
  .name = "NodeResourceLimits",
  .priorities = PRIORITIES (&fit_resource_limits_priority),
  .points = POINTS ({ PS | S, FIT_SPAN (18, 19) }),
  .scores = SCORES ({ FROM (18), &fit_resource_limits_priority }),
  .weights = WEIGHTS ({ "ResourceLimitsPriority", FIT_BEFORE (19), 0, 1 }),
  .orders = ORDER (.alike = "it gives 1 point or none, there as here"),
  .left_out = LEFT_OUT (.gate = FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION),
  .end = END ({ .releases = FIT_SINCE (19) },
              .message = "the target has no such plugin, and nothing like it"),
  .no_hint = TRUE,
};
/* clang-format on */

static inline gboolean
within (gint64 limit, gint64 allocatable)
{
  return limit != 0 && allocatable != 0 && limit <= allocatable;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitResources *limits = &run->meta->pod->spec->limits;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitResources *allocatable = &nodes->nodes[i]->traits->allocatable;

      scores[i] = within (limits->milli_cpu, allocatable->milli_cpu)
                  || within (limits->memory, allocatable->memory);
    }
  return TRUE;
}

const FitPriorityInfo fit_resource_limits_priority = {
  .name = "ResourceLimitsPriority",
  .summary = "nodes large enough for the limits of the pod",
  .weight = 1,
  .map = map,
  .by_node = TRUE,
};
