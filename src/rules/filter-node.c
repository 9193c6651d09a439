/* filter-node.c - filters on the node itself: NodeName, NodePorts,
 * TaintToleration; and which events help the pods that they, or
 * NodeUnschedulable, reject
 *
 * v1.16's rules, with different texts (NodeName, TaintToleration) or with a
 * result of PreFilter (NodePorts).
 * Cost: as in v1.16.
 */
#include "base/intern.h"
#include "api/names.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_node_unschedulable = {
  .name = "NodeUnschedulable",
  .predicates = PREDICATES (&fit_check_node_unschedulable, &fit_check_node_condition),
  .points = POINTS ({ 18, 0, F }),
  .filters = FILTERS ({ FROM (18), &fit_check_node_unschedulable }),
  .events = EVENTS (
    EVENT (NODE, ADD | TAINT, START, FROM (30), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (30), FROM (32), ALWAYS, fit_hint_node_schedulable),
    EVENT (NODE, ADD | TAINT, FROM (32), ON, HINTS, fit_hint_node_became_schedulable),
    EVENT (POD, TOLERATION, FROM (32), ON, HINTS, fit_hint_unschedulable_tolerated),
    EVENT (NODE, ADD | TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL)),
};

const FitRule fit_rule_node_name = {
  .name = "NodeName",
  .predicates = PREDICATES (&fit_host_name),
  .points = POINTS ({ 18, 0, F }),
  .filters = FILTERS (
    { FROM (18), &fit_host_name },
    { FROM (21), &fit_filter_node_name }),
  .events = EVENTS (
    EVENT (NODE, ADD, START, FROM (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (24), FROM (32), ALWAYS, NULL),
    EVENT (NODE, ADD, FROM (32), ON, ALWAYS, NULL),
    EVENT (NODE, TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL)),
};

const FitRule fit_rule_node_ports = {
  .name = "NodePorts",
  .predicates = PREDICATES (&fit_pod_fits_host_ports),
  .points = POINTS ({ 18, 0, PF | F }),
  .filters = FILTERS ({ FROM (18), &fit_filter_node_ports }),
  .unprepared = UNPREPARED (
    { FIT_PROFILE_AT_PRE_FILTER, FROM (18), NO_GATE, NOT_FOUND ("reading", "PreFilterNodePorts") }),
  .events = EVENTS (
    EVENT (POD, DELETE, START, FROM (29), ALWAYS, NULL),
    EVENT (POD, DELETE, FROM (29), ON, ALWAYS, fit_hint_ports_freed),
    EVENT (NODE, ADD, START, FROM (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (24), FROM (32), ALWAYS, NULL),
    EVENT (NODE, ADD, FROM (32), ON, ALWAYS, NULL),
    EVENT (NODE, TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL)),
};

const FitRule fit_rule_taint_toleration = {
  .name = "TaintToleration",
  .predicates = PREDICATES (&fit_pod_tolerates_node_taints, &fit_check_node_disk_pressure, &fit_check_node_memory_pressure, &fit_check_node_pid_pressure, &fit_pod_tolerates_node_no_execute_taints),
  .priorities = PRIORITIES (&fit_taint_toleration_priority),
  .points = POINTS ({ 18, 0, F | PS | S }),
  .filters = FILTERS (
    { FROM (18), &fit_filter_taint_toleration },
    { FROM (24), &fit_filter_untolerated_taint }),
  .scores = SCORES ({ FROM (18), &fit_taint_toleration_priority }),
  .unprepared = UNPREPARED (
    { FIT_PROFILE_AT_PRE_SCORE, FROM (18), NO_GATE, NOT_FOUND ("failed to read", "PreScoreTaintToleration") }),
  .events = EVENTS (
    EVENT (NODE, ADD | TAINT, START, FROM (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (24), FROM (31), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FROM (31), FROM (32), ALWAYS, fit_hint_taints_removed),
    EVENT (NODE, ADD | TAINT, FROM (32), ON, ALWAYS, fit_hint_taints_removed),
    EVENT (NODE, LABEL, FROM (32), ON, NO_HINTS, NULL),
    EVENT (POD, TOLERATION, FROM (31), ON, HINTS, fit_hint_own_update)),
};
/* clang-format on */

/* -- NodeName -------------------------------------------------------------- */

static const FitReasonCode node_name_gives[] = { FIT_REASON_NODE_NAME, 0 };

static void
node_name_prepare (FitPredicateRun *run)
{
  run->skip = !*run->meta->pod->node_name;
}

static FitAnswer
node_name_check (const FitPredicateRun *run, const FitNodeInfo *node,
                 FitReasons *reasons, GError **error)
{
  const char *wanted = run->meta->pod->node_name;

  if (!*wanted || wanted == node->name)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_NODE_NAME);
  return FIT_ANSWER_NO;
}

const FitPredicateInfo fit_filter_node_name = {
  .name = "NodeName",
  .summary = "spec.nodeName of the pod, if any, is this node",
  .cost = FIT_COST_CONSTANT,
  .reasons = node_name_gives,
  .check = node_name_check,
  .prepare = node_name_prepare,
  .explain = fit_explain_host_name,
};

/* -- NodePorts ------------------------------------------------------------- */

static const FitReasonCode node_ports_gives[] = { FIT_REASON_HOST_PORTS, 0 };

static void
node_ports_prepare (FitPredicateRun *run)
{
  if (run->meta->pod->spec->n_host_ports == 0)
    fit_filter_skip (run, FIT_FILTER_SKIP);
}

static FitAnswer
node_ports_check (const FitPredicateRun *run, const FitNodeInfo *node,
                  FitReasons *reasons, GError **error)
{
  return fit_pod_fits_host_ports.check (run, node, reasons, error);
}

const FitPredicateInfo fit_filter_node_ports = {
  .name = "NodePorts",
  .summary = "the host ports that the pod requests are free",
  .cost = FIT_COST_PODS_ON_NODE,
  .reasons = node_ports_gives,
  .check = node_ports_check,
  .prepare = node_ports_prepare,
  .explain = fit_explain_host_ports,
  .create = fit_filter_data_create,
  .free_data = g_free,
};

FitQueueingHint
fit_hint_ports_freed (gpointer plugin, const FitPod *pod,
                      gconstpointer old_object, gconstpointer new_object)
{
  const FitPod *gone = old_object;
  const FitPodSpec *wanted = pod->spec, *freed = gone->spec;

  if (!fit_hint_was_placed (plugin, gone))
    return FIT_QUEUEING_SKIP;
  for (guint i = 0; i < wanted->n_host_ports; i++)
    for (guint k = 0; k < freed->n_host_ports; k++)
      if (fit_host_ports_conflict (&wanted->host_ports[i],
                                   &freed->host_ports[k]))
        return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

/* -- TaintToleration ------------------------------------------------------- */

static const FitReasonCode had_taint_gives[] = { FIT_REASON_HAD_TAINT, 0 };
static const FitReasonCode untolerated_taint_gives[]
    = { FIT_REASON_UNTOLERATED_TAINT, 0 };

/* Returns: (nullable): the first taint that keeps out the pod */
static const FitTaint *
find_untolerated (const FitPodSpec *spec, const FitTaint *taints, guint n)
{
  for (guint i = 0; i < n; i++)
    if ((taints[i].effect == FIT_EFFECT_NO_SCHEDULE
         || taints[i].effect == FIT_EFFECT_NO_EXECUTE)
        && !fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                      &taints[i]))
      return &taints[i];
  return NULL;
}

static FitAnswer
tolerate (const FitPredicateRun *run, const FitNodeInfo *node,
          FitReasonCode code, FitReasons *reasons)
{
  const FitTaint *taint
      = find_untolerated (run->meta->pod->spec, node->taints, node->n_taints);

  if (taint == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add_text (reasons, code, taint->text);
  return FIT_ANSWER_NO;
}

static FitAnswer
taint_toleration_check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error)
{
  return tolerate (run, node, FIT_REASON_HAD_TAINT, reasons);
}

static FitAnswer
untolerated_taint_check (const FitPredicateRun *run, const FitNodeInfo *node,
                         FitReasons *reasons, GError **error)
{
  return tolerate (run, node, FIT_REASON_UNTOLERATED_TAINT, reasons);
}

static void
taint_toleration_explain (const FitPredicateRun *run, const FitNodeInfo *node,
                          const FitReason *reason, FitDetail *detail)
{
  fit_explain_taints (
      run->meta->pod->spec, node,
      1u << FIT_EFFECT_NO_SCHEDULE | 1u << FIT_EFFECT_NO_EXECUTE, detail);
}

const FitPredicateInfo fit_filter_taint_toleration = {
  .name = "TaintToleration",
  .summary = "the pod tolerates the node's NoSchedule and NoExecute taints",
  .cost = FIT_COST_TAINTS,
  .reasons = had_taint_gives,
  .check = taint_toleration_check,
  .explain = taint_toleration_explain,
};

const FitPredicateInfo fit_filter_untolerated_taint = {
  .name = "TaintToleration",
  .summary = "the pod tolerates the node's NoSchedule and NoExecute taints",
  .cost = FIT_COST_TAINTS,
  .reasons = untolerated_taint_gives,
  .check = untolerated_taint_check,
  .explain = taint_toleration_explain,
};

FitQueueingHint
fit_hint_taints_removed (gpointer plugin, const FitPod *pod,
                         gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;

  return fit_hint_if (
      (before == NULL
       || find_untolerated (pod->spec, before->taints, before->n_taints))
      && !find_untolerated (pod->spec, now->taints, now->n_taints));
}

FitQueueingHint
fit_hint_own_update (gpointer plugin, const FitPod *pod,
                     gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_if (fit_hint_same_pod (pod, new_object));
}

/* -- NodeUnschedulable ----------------------------------------------------- */

FitQueueingHint
fit_hint_node_schedulable (gpointer plugin, const FitPod *pod,
                           gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_if (!((const FitNode *) new_object)->unschedulable);
}

FitQueueingHint
fit_hint_node_became_schedulable (gpointer plugin, const FitPod *pod,
                                  gconstpointer old_object,
                                  gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;

  return fit_hint_if (!now->unschedulable
                      && (before == NULL || before->unschedulable));
}

FitQueueingHint
fit_hint_unschedulable_tolerated (gpointer plugin, const FitPod *pod,
                                  gconstpointer old_object,
                                  gconstpointer new_object)
{
  const FitPod *now = new_object;
  const char *key = fit_intern (FIT_TAINT_UNSCHEDULABLE);
  const char *value = fit_intern ("");
  const FitTaint taint
      = { .key = key, .value = value, .effect = FIT_EFFECT_NO_SCHEDULE };
  const gboolean helps
      = fit_hint_same_pod (pod, now)
        && fit_tolerations_tolerate (now->spec->tolerations,
                                     now->spec->n_tolerations, &taint);

  fit_intern_unref (key);
  fit_intern_unref (value);
  return fit_hint_if (helps);
}
