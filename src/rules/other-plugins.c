/* other-plugins.c - plugins whose work is done elsewhere: steps of the scheduler, v1.16's priorities, and one that is not evaluated */
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_dynamic_resources = {
  .name = "DynamicResources",
  .points = POINTS (
    { 26, 27, PF | F | PO | PS | R | PT },
    { 28, 29, PE | PF | F | PO | PS | R | PT },
    { 30, 31, PE | PF | F | PO | PS | R | PB | PT },
    { 32, 0, PE | PF | F | PO | R | PB }),
  .filters = FILTERS ({ FROM (26), &fit_filter_dynamic_resources }),
};

const FitRule fit_rule_node_prefer_avoid_pods = {
  .name = "NodePreferAvoidPods",
  .priorities = PRIORITIES (&fit_node_prefer_avoid_pods_priority),
  .points = POINTS ({ 18, 22, S }),
  .scores = SCORES ({ FROM (18), &fit_node_prefer_avoid_pods_priority }),
};

const FitRule fit_rule_node_resource_limits = {
  .name = "NodeResourceLimits",
  .priorities = PRIORITIES (&fit_resource_limits_priority),
  .points = POINTS ({ 18, 18, PS | S }),
  .scores = SCORES ({ FROM (18), &fit_resource_limits_priority }),
};

const FitRule fit_rule_scheduling_gates = {
  .name = "SchedulingGates",
  .points = POINTS ({ 26, 0, PE }),
  .events = EVENTS (
    EVENT (POD, UPDATE, FROM (26), FROM (29), ALWAYS, NULL),
    EVENT (POD, GATES, FROM (31), ON, HINTS, fit_hint_own_update)),
};

const FitRule fit_rule_priority_sort = {
  .name = "PrioritySort",
  .points = POINTS ({ 18, 0, QS }),
};

const FitRule fit_rule_default_preemption = {
  .name = "DefaultPreemption",
  .points = POINTS (
    { 19, 31, PO },
    { 32, 0, PE | PO }),
};

const FitRule fit_rule_default_binder = {
  .name = "DefaultBinder",
  .points = POINTS ({ 18, 0, B }),
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
      && fit_profile_gate_on (fit_filter_data (run)->gates,
                              FIT_PROFILE_GATE_DYNAMIC_RESOURCE_ALLOCATION))
    return;
  run->skip = TRUE;
  run->says_skip
      = (fit_filter_data (run)->points & FIT_PROFILE_AT_PRE_FILTER) != 0;
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
