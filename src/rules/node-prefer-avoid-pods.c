/* node-prefer-avoid-pods.c - keeps the pods of a controller off nodes whose
 * annotation lists it
 *
 *   score = 0 if the node's annotation scheduler.alpha.kubernetes.io/
 *             preferAvoidPods lists the kind and the UID of the pod's
 *             controller, else M
 *
 * where M is the maximum score (10).  Only ReplicationControllers and
 * ReplicaSets can be listed.  With its default weight of 10000 this outweighs
 * everything else.
 *
 * Cost per node: one comparison, plus two string comparisons per entry of the
 * annotation; none for a pod without such a controller.
 * Tests: tests/rules/test-node-prefer-avoid-pods*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/avoid-pods.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rule -------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_prefer_avoid_pods = {
  .name = "NodePreferAvoidPods",
  .priorities = PRIORITIES (&fit_node_prefer_avoid_pods_priority),
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &fit_node_prefer_avoid_pods_priority }),
  .weights = WEIGHTS ({ "NodePreferAvoidPodsPriority", FIT_ALWAYS, 10000, 10000 }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
  .dominates = TRUE,
  .orders = ORDER (.alike = "it gives all points or none, there as here"),
  .notes = NOTES ({ "0 or 100 times the weight: it dominates as before", FIT_SINCE (17) }),
  .end = END ({ .since = FIT_CONFIG_V1BETA2 }, .since = FROM (23), .conditional = TRUE,
              .message = "without effect unless a node carries the annotation " FIT_ANNOTATION_PREFER_AVOID_PODS
                         ", which the target ignores: taint such nodes instead"),
};
/* clang-format on */

/* The state is the controller, if the annotation can list it. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitOwnerReference *controller = run->meta->pod->meta.controller;

  if (controller != NULL
      && (strcmp (controller->kind, "ReplicationController") == 0
          || strcmp (controller->kind, "ReplicaSet") == 0))
    run->state = (gpointer) controller;
  run->constant = run->state == NULL;
  run->score = run->meta->max_score;
  return TRUE;
}

static gboolean
avoids (const FitNode *node, const FitOwnerReference *controller)
{
  for (guint i = 0; i < node->traits->n_avoided; i++)
    if (strcmp (node->traits->avoided[i].kind, controller->kind) == 0
        && strcmp (node->traits->avoided[i].uid, controller->uid) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitOwnerReference *controller = run->state;
  const gint64 max = run->meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = controller != NULL && avoids (nodes->nodes[i]->node, controller)
                    ? 0
                    : max;
  return TRUE;
}

const FitPriorityInfo fit_node_prefer_avoid_pods_priority = {
  .name = "NodePreferAvoidPodsPriority",
  .summary
  = "nodes whose preferAvoidPods annotation does not name the pod's controller",
  .weight = 10000,
  .map = map,
  .prepare = prepare,
  .by_node = TRUE,
  .by_traits = TRUE,
};
