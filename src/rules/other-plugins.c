/* other-plugins.c - plugins whose work is done elsewhere: steps of the scheduler, two priorities of v1.16, and one that is not evaluated */
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_dynamic_resources = {
  .name = "DynamicResources",
  .points = POINTS (
    { PF | F | PO | PS | R | PT, FIT_SPAN (26, 28) },
    { PE | PF | F | PO | PS | R | PT, FIT_SPAN (28, 30) },
    { PE | PF | F | PO | PS | R | PB | PT, FIT_SPAN (30, 32) },
    { PE | PF | F | PO | R | PB, FIT_SINCE (32) }),
  .filters = FILTERS ({ FROM (26), &fit_filter_dynamic_resources }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION),
};

const FitRule fit_rule_node_prefer_avoid_pods = {
  .name = "NodePreferAvoidPods",
  .priorities = PRIORITIES (&fit_node_prefer_avoid_pods_priority),
  .points = POINTS ({ S, FIT_SPAN (18, 23) }),
  .scores = SCORES ({ FROM (18), &fit_node_prefer_avoid_pods_priority }),
  .weights = WEIGHTS ({ "NodePreferAvoidPodsPriority", FIT_ALWAYS, 10000, 10000 }),
  .removed = REMOVED (V1BETA2, FIT_SPAN (22, 23)),
};

const FitRule fit_rule_node_resource_limits = {
  .name = "NodeResourceLimits",
  .priorities = PRIORITIES (&fit_resource_limits_priority),
  .points = POINTS ({ PS | S, FIT_SPAN (18, 19) }),
  .scores = SCORES ({ FROM (18), &fit_resource_limits_priority }),
  .weights = WEIGHTS ({ "ResourceLimitsPriority", FIT_BEFORE (19), 0, 1 }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION),
};

const FitRule fit_rule_scheduling_gates = {
  .name = "SchedulingGates",
  .points = POINTS ({ PE, FIT_SINCE (26) }),
  .events = EVENTS (
    EVENT (POD, UPDATE, FIT_SPAN (26, 29), ALWAYS, NULL),
    EVENT (POD, GATES, FIT_SINCE (31), HINTS, fit_hint_own_update)),
  .left_out = LEFT_OUT (.gate = FIT_GATE_POD_SCHEDULING_READINESS),
};

const FitRule fit_rule_priority_sort = {
  .name = "PrioritySort",
  .points = POINTS ({ QS, FIT_SINCE (18) }),
};

const FitRule fit_rule_default_preemption = {
  .name = "DefaultPreemption",
  .points = POINTS (
    { PO, FIT_SPAN (19, 32) },
    { PE | PO, FIT_SINCE (32) }),
};

const FitRule fit_rule_default_binder = {
  .name = "DefaultBinder",
  .points = POINTS ({ B, FIT_SINCE (18) }),
};
/* clang-format on */

/* -- DynamicResources ------------------------------------------------------ */

/* Resource claims, slices and device classes are not read.  A pod without claims
 * is as in the release; one with claims gets no node, since nobody can say which
 * ones have its devices. */

static const FitReasonCode no_reasons[] = { 0 };

static void
dynamic_resources_prepare (FitPredicateRun *run)
{
  if (run->meta->pod->spec->has_resource_claims
      && fit_gate_on (fit_filter_data (run)->gates,
                      FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION))
    return;
  run->skip = TRUE;
  run->says_skip = (fit_filter_data (run)->points & FIT_AT (PRE_FILTER)) != 0;
}

static FitAnswer
dynamic_resources_check (const FitPredicateRun *run, const FitNodeInfo *node,
                         FitReasons *reasons, GError **error)
{
  (void) run;
  (void) node;
  (void) reasons;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                       "the pod has resourceClaims, which fitsched does not "
                       "evaluate");
  return FIT_ANSWER_ERROR;
}

const FitPredicateInfo fit_filter_dynamic_resources = {
  .name = "DynamicResources",
  .summary = "nothing: resource claims are not read",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = dynamic_resources_check,
  .prepare = dynamic_resources_prepare,
  .create = fit_filter_data_create,
  .free_data = g_free,
};

/* -- v1.16: NodePreferAvoidPodsPriority ----------------------------------- */

/* NodePreferAvoidPodsPriority: keeps the pods of a controller off nodes whose
 * annotation lists it.
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
 */

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
  for (guint i = 0; i < node->n_avoided; i++)
    if (strcmp (node->avoided[i].kind, controller->kind) == 0
        && strcmp (node->avoided[i].uid, controller->uid) == 0)
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
};

/* -- v1.16: ResourceLimitsPriority ---------------------------------------- */

/* ResourceLimitsPriority: prefers nodes that could hold the pod's limits, not
 * only its requests (gate ResourceLimitsPriorityFunction).
 *
 *   ok(r) = limit and allocatable are not 0, and limit <= allocatable
 *   score = 1 if ok(cpu) or ok(memory), else 0
 *
 * The limits of containers are added; of init containers the largest counts.
 * Other pods on the node do not matter.  Always 0 or 1, whatever the maximum
 * score: this is meant to break ties.
 *
 * Cost per node: a few comparisons.
 */

static inline gboolean
within (gint64 limit, gint64 allocatable)
{
  return limit != 0 && allocatable != 0 && limit <= allocatable;
}

static gboolean
limits_map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
            GError **error)
{
  const FitResources *limits = &run->meta->pod->spec->limits;

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitResources *allocatable = &nodes->nodes[i]->allocatable;

      scores[i] = within (limits->milli_cpu, allocatable->milli_cpu)
                  || within (limits->memory, allocatable->memory);
    }
  return TRUE;
}

const FitPriorityInfo fit_resource_limits_priority = {
  .name = "ResourceLimitsPriority",
  .summary = "nodes large enough for the limits of the pod",
  .weight = 1,
  .map = limits_map,
  .by_node = TRUE,
};
