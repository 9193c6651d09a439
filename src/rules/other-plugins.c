/* other-plugins.c - plugins whose work is done elsewhere: steps of the
 * scheduler, and some that are not evaluated
 * Tests: tests/rules/test-other-plugins*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rule-rows.h"

/* -- the rules ------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_dynamic_resources;
static const FitPriorityInfo score_dynamic_resources;

static const char *dynamic_resources_post_filter (FitFeatureGates gates,
                                                  gboolean prepared,
                                                  gboolean *out_fails);

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_dynamic_resources = {
  .name = "DynamicResources",
  .points = POINTS (
    { PF | F | PO | PS | R | PT, FIT_SPAN (26, 28) },
    { PE | PF | F | PO | PS | R | PT, FIT_SPAN (28, 30) },
    { PE | PF | F | PO | PS | R | PB | PT, FIT_SPAN (30, 32) },
    { PE | PF | F | PO | R | PB, FIT_SPAN (32, 35) },
    { PE | PF | F | PO | S | R | PB, FIT_SINCE (35) }),
  .filters = FILTERS ({ FROM (26), &filter_dynamic_resources }),
  .scores = SCORES ({ FROM (35), &score_dynamic_resources }),
  .halves = HALVES (
    { FIT_POINT_FILTER, FIT_POINT_RESERVE, "it chooses devices for claims, and keeps none of them for the pod" },
    { FIT_POINT_RESERVE, FIT_POINT_PRE_BIND, "it sets devices for claims aside, and never allocates them" }),
  .weights = WEIGHTS ({ .span = FIT_SINCE (35), .in_multi = 2 }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION),
  .without = F | S,
  .reads = "resource claims",
  .post_filter = dynamic_resources_post_filter,
  .sign = sign,
};

/* Pod groups are not read. */

const FitRule fit_rule_gang_scheduling = {
  .name = "GangScheduling",
  .points = POINTS (
    { PE | R | PM, FIT_SPAN (35, 36) },
    { PE | PM, FIT_SINCE (36) }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_GANG_SCHEDULING),
  .reads = "pod groups",
};

const FitRule fit_rule_topology_placement_generator = {
  .name = "TopologyPlacementGenerator",
  .points = POINTS ({ PG, FIT_SINCE (36) }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_TOPOLOGY_AWARE_WORKLOAD_SCHEDULING),
};

const FitRule fit_rule_pod_group_pods_count = {
  .name = "PodGroupPodsCount",
  .points = POINTS ({ PLS, FIT_SINCE (36) }),
  .weights = WEIGHTS ({ .span = FIT_SINCE (36), .in_multi = 1 }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_TOPOLOGY_AWARE_WORKLOAD_SCHEDULING),
};

const FitRule fit_rule_scheduling_gates = {
  .name = "SchedulingGates",
  .points = POINTS ({ PE, FIT_SINCE (26) }),
  .events = EVENTS (
    EVENT (POD, UPDATE, FIT_SPAN (26, 29), ALWAYS, NULL),
    EVENT (POD, GATES, FIT_SINCE (31), HINTS, fit_hint_own_update)),
  .left_out = LEFT_OUT (.gate = FIT_GATE_POD_SCHEDULING_READINESS),
  .reads = "scheduling gates",
};

const FitRule fit_rule_priority_sort = {
  .name = "PrioritySort",
  .points = POINTS ({ QS, FIT_SINCE (18) }),
};

const FitRule fit_rule_default_preemption = {
  .name = "DefaultPreemption",
  .points = POINTS (
    { PO, FIT_SPAN (19, 32) },
    { PE | PO, FIT_SPAN (32, 37) },
    { PE | PO | PGP, FIT_SINCE (37) }),
};

const FitRule fit_rule_default_binder = {
  .name = "DefaultBinder",
  .points = POINTS ({ B, FIT_SINCE (18) }),
};
/* clang-format on */

static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  return (pod->spec->modern & FIT_MODERN_CLAIMS) == 0;
}

/* -- DynamicResources ------------------------------------------------------ */

/* Resource claims, slices and device classes are not read.  About a pod with
 * claims there is no answer (modern-objects.c); it matters to no other pod. */

static const FitReasonCode no_reasons[] = { 0 };

static void
dynamic_resources_prepare (FitPredicateRun *run)
{
  fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
}

static FitAnswer
dynamic_resources_check (const FitPredicateRun *run, const FitNodeInfo *node,
                         FitReasons *reasons, GError **error)
{
  (void) run;
  (void) node;
  (void) reasons;
  (void) error;
  return FIT_ANSWER_YES;
}

/* PostFilter would free a claim that keeps the pod from all nodes.  The attempts
 * of pods with claims fail earlier, so there is none.  Without the state that
 * PreFilter leaves, the plugin fails. */
static const char *
dynamic_resources_post_filter (FitFeatureGates gates, gboolean prepared,
                               gboolean *out_fails)
{
  if (!fit_gate_on (gates, FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION))
    return "plugin disabled";
  *out_fails = !prepared;
  return prepared ? "no new claims to deallocate" : "not found";
}

static const FitPredicateInfo filter_dynamic_resources = {
  .name = "DynamicResources",
  .summary = "nothing: resource claims are not read",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = dynamic_resources_check,
  .prepare = dynamic_resources_prepare,
  .create = fit_filter_data_create,
  .free_data = g_free,
};

/* Only pods with claims are scored. */
static gboolean
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  run->constant = TRUE;
  run->score = 0;
  return TRUE;
}

static gboolean
score_map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
           GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  return TRUE;
}

static const FitPriorityInfo score_dynamic_resources = {
  .name = "DynamicResources",
  .summary = "nothing: resource claims are not read",
  .weight = 1,
  .map = score_map,
  .prepare = score_prepare,
  .by_node = TRUE,
};
