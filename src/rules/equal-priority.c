/* equal-priority.c - priority EqualPriority: every node is as good as any other
 *
 *   score = 1
 *
 * Always 1, whatever the maximum score.  Cost per node: none.
 * Tests: tests/rules/test-equal-priority*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "priorities/priorities.h"

static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_equal_priority = {
  .name = "EqualPriority",
  .summary = "1 for every node",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .by_node = TRUE,
};

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  run->constant = TRUE;
  run->score = 1;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 1;
  return TRUE;
}
