/* test-rule-history.c - what each release makes of the rules, as tables to check against the releases
 *
 * A line is a plugin, and what holds from a release on until the next one that is
 * named.  What is the same in all releases has no release.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/plugin-events.h"
#include "rules/rule.h"
#include "rules/unprepared-plugins.h"
#include "tests/support/cluster.h"

#define OLDEST 8
#define NEWEST 40
#define PATCHES 16

/* Appends what holds for @rule in @release; nothing, if there is nothing. */
typedef void (*Describe) (GString *text, const FitRule *rule,
                          FitRelease release);

static void
append_release (GString *line, FitRelease release)
{
  g_string_append_printf (line, "; 1.%d", release / 100);
  if (release % 100 != 0)
    g_string_append_printf (line, ".%d", release % 100);
}

/* Returns: (transfer full) (nullable): NULL if nothing ever holds */
static char *
history_of (const FitRule *rule, Describe describe)
{
  g_autoptr (GString) line = g_string_new (rule->name);
  g_autoptr (GString) last = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint minor = OLDEST; minor <= NEWEST; minor++)
    for (gint patch = 0; patch < PATCHES; patch++)
      {
        const FitRelease release = FIT_RELEASE (minor, patch);

        g_string_truncate (text, 0);
        describe (text, rule, release);
        if (g_string_equal (text, last))
          continue;
        if (minor == OLDEST)
          g_string_append_c (line, ';');
        else
          append_release (line, release);
        g_string_append (line, text->len > 0 ? text->str : " no more");
        g_string_assign (last, text->str);
      }
  return line->len > strlen (rule->name)
             ? g_string_free (g_steal_pointer (&line), FALSE)
             : NULL;
}

static void
check (Describe describe, const char *const *expected, guint n)
{
  guint found = 0;

  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      g_autofree char *line = history_of (fit_rules[i], describe);

      if (line == NULL)
        continue;
      if (found == n)
        fail_msg ("not expected: %s", line);
      assert_string_equal (line, expected[found++]);
    }
  assert_int_equal (found, n);
}

#define CHECK(describe, ...)                               \
  do                                                       \
    {                                                      \
      static const char *const expected[] = __VA_ARGS__;   \
                                                           \
      check (describe, expected, G_N_ELEMENTS (expected)); \
    }                                                      \
  while (0)

/* -- where a plugin can be enabled, and what it computes ------------------- */

static void
describe_points (GString *text, const FitRule *rule, FitRelease release)
{
  const FitExtensionPoints points
      = fit_in_tree_plugin_points (rule->name, release);

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (points >> i & 1u)
      g_string_append_printf (text, " %s", fit_extension_point_info (i)->name);
}

/* "filters 2" is the second formula of the rule. */
static void
describe_formulas (GString *text, const FitRule *rule, FitRelease release)
{
  const FitPredicateInfo *filter
      = fit_profile_filter_formula (rule->name, release);
  const FitPriorityInfo *score
      = fit_profile_score_formula (rule->name, release);

  for (guint i = 0; filter != NULL && rule->filters[i].info != NULL; i++)
    if (rule->filters[i].info == filter)
      g_string_append_printf (text, " filters %u", i + 1);
  for (guint i = 0; score != NULL && rule->scores[i].info != NULL; i++)
    if (rule->scores[i].info == score)
      g_string_append_printf (text, " scores %u", i + 1);
}

static void
describe_unprepared (GString *text, const FitRule *rule, FitRelease release)
{
  static const struct
  {
    const char *name;
    FitExtensionPoints point;
  } halves[] = { { "filter", FIT_AT (FILTER) }, { "score", FIT_AT (SCORE) } };
  FitFeatureGates gates = fit_feature_gates_of_release (release);

  for (const FitUnprepared *row = rule->unprepared; row && row->message; row++)
    gates = fit_feature_gates_with (gates, row->gate, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      const FitUnprepared *row = fit_unprepared_find (
          rule->name, release, gates, halves[i].point, halves[i].point);

      if (row != NULL)
        g_string_append_printf (
            text, " %s%s%s%s: %s", halves[i].name,
            row->gate != FIT_GATE_NONE ? " if a gate is on" : "",
            row->spares_constrained ? " unless constrained" : "",
            row->tracks_pods ? " and removed pods" : "", row->message);
    }
}

/* -- events ---------------------------------------------------------------- */

static const char *const resources[FIT_CLUSTER_RESOURCE_LAST] = {
  [FIT_CLUSTER_POD] = "pod",
  [FIT_CLUSTER_NODE] = "node",
  [FIT_CLUSTER_PERSISTENT_VOLUME] = "pv",
  [FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM] = "pvc",
  [FIT_CLUSTER_SERVICE] = "service",
  [FIT_CLUSTER_STORAGE_CLASS] = "class",
  [FIT_CLUSTER_CSI_NODE] = "csinode",
  [FIT_CLUSTER_CSI_DRIVER] = "csidriver",
  [FIT_CLUSTER_CSI_STORAGE_CAPACITY] = "capacity",
  [FIT_CLUSTER_VOLUME_ATTACHMENT] = "attachment",
  [FIT_CLUSTER_ANYTHING] = "*",
};

static const struct
{
  guint actions;
  const char *name;
} actions[] = {
  { FIT_ACTION_ALL, "all" },
  { FIT_ACTION_ADD, "add" },
  { FIT_ACTION_DELETE, "delete" },
  { FIT_ACTION_UPDATE, "update" },
  { FIT_ACTION_UPDATE_NODE_ALLOCATABLE, "allocatable" },
  { FIT_ACTION_UPDATE_NODE_LABEL, "label" },
  { FIT_ACTION_UPDATE_NODE_TAINT, "taint" },
  { FIT_ACTION_UPDATE_NODE_FEATURES, "features" },
  { FIT_ACTION_UPDATE_POD_LABEL, "label" },
  { FIT_ACTION_UPDATE_POD_SCALE_DOWN, "scale-down" },
  { FIT_ACTION_UPDATE_POD_TOLERATION, "toleration" },
  { FIT_ACTION_UPDATE_POD_GATES_ELIMINATED, "gates" },
};

/* " node/add/label?", with a question mark if the plugin judges the event. */
static void
append_event (GString *text, const FitRuleEvent *event)
{
  static const char *const conditions[] = {
    [FIT_RULE_ALWAYS] = "",
    [FIT_RULE_HINTS] = "(hints)",
    [FIT_RULE_NO_HINTS] = "(no-hints)",
    [FIT_RULE_RESIZES] = "(resizes)",
  };
  guint left = event->actions;

  g_string_append_printf (text, " %s", resources[event->resource]);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if ((left & actions[i].actions) == actions[i].actions)
      {
        left &= ~actions[i].actions;
        g_string_append_printf (text, "/%s", actions[i].name);
      }
  assert_int_equal (left, 0);
  g_string_append_printf (text, "%s%s", event->hint != NULL ? "?" : "",
                          conditions[event->condition]);
}

/* Plugins register for events from 1.22 on. */
static void
describe_events (GString *text, const FitRule *rule, FitRelease release)
{
  if (release < FIT_RELEASE (22, 0))
    return;
  for (const FitRuleEvent *row = rule->events; row && row->actions != 0; row++)
    if (fit_span_has (row->span, release))
      append_event (text, row);
}

/* -- configurations, Policies and migrations ------------------------------- */

static void
describe_weights (GString *text, const FitRule *rule, FitRelease release)
{
  const FitRuleWeight *row = fit_rule_weight (rule, release);

  if (row != NULL)
    g_string_append_printf (
        text, " %s: %d in policies, %d in lists, %d in multiPoint",
        row->priority != NULL ? row->priority : "no priority", row->in_policies,
        row->in_lists, row->in_multi);
}

static void
describe_left_out (GString *text, const FitRule *rule, FitRelease release)
{
  const FitRuleLeftOut *row = rule->left_out;

  if (row == NULL || !fit_span_has (row->span, release))
    return;
  g_string_append_printf (text, " %s", row->points != 0 ? "partly" : "wholly");
  if (row->gate != FIT_GATE_NONE)
    g_string_append_printf (text, " while its gate is %s",
                            row->on ? "on" : "off");
}

/* Appends the first version for which @span holds. */
static gboolean
append_version (GString *text, const FitConfigSpan *span, FitRelease release)
{
  for (guint v = FIT_CONFIG_V1ALPHA1; v < FIT_CONFIG_VERSION_LAST; v++)
    if (fit_config_span_has (span, v, release))
      {
        g_string_append_printf (text, " from %s on",
                                fit_config_version_name (v));
        return TRUE;
      }
  return FALSE;
}

static void
describe_removed (GString *text, const FitRule *rule, FitRelease release)
{
  if (rule->removed.since != 0)
    append_version (text, &rule->removed, release);
}

static void
describe_end (GString *text, const FitRule *rule, FitRelease release)
{
  const FitRuleEnd *end = rule->end;

  if (end == NULL || !append_version (text, &end->targets, release))
    return;
  if (end->since != 0)
    append_release (text, end->since);
  g_string_append_printf (text, " heir %s%s",
                          end->heir != NULL ? end->heir->name : "none",
                          end->conditional ? " on condition" : "");
}

/* How each note begins. */
static void
describe_notes (GString *text, const FitRule *rule, FitRelease release)
{
  for (const FitRuleNote *row = rule->notes; row && row->message; row++)
    if (fit_span_has (row->span, release))
      g_string_append_printf (text, " '%.24s'", row->message);
}

/* The same in all releases. */
static void
describe_facts (GString *text, const FitRule *rule, FitRelease release)
{
  if (rule->trade != NULL)
    g_string_append_printf (text, " %s", rule->trade);
  if (rule->reads != NULL)
    g_string_append_printf (text, " reads %s", rule->reads);
  if (rule->by_default)
    g_string_append (text, " by default");
  if (rule->mandatory)
    g_string_append (text, " mandatory");
  for (guint i = 0; rule->predicates && rule->predicates[i]; i++)
    g_string_append_printf (text, " %s", rule->predicates[i]->name);
  for (guint i = 0; rule->priorities && rule->priorities[i]; i++)
    g_string_append_printf (text, " %s", rule->priorities[i]->name);
}

/* -- the tables ------------------------------------------------------------ */

/* clang-format off */

static void
test_points (void **state)
{
  CHECK (describe_points, {
    "NodeUnschedulable; 1.18 filter",
    "NodeName; 1.18 filter",
    "NodePorts; 1.18 preFilter filter",
    "NodeAffinity; 1.18 filter score; 1.21 preFilter filter preScore score",
    "NodeResourcesFit; 1.18 preFilter filter; 1.22 preFilter filter score; 1.27 preFilter filter preScore score; 1.36 preFilter filter preScore score placementScore",
    "VolumeRestrictions; 1.18 filter; 1.22 preFilter filter",
    "TaintToleration; 1.18 filter preScore score",
    "NodeLabel; 1.18 filter score; 1.23 no more",
    "ServiceAffinity; 1.18 preFilter filter score; 1.23 no more",
    "EBSLimits; 1.18 filter; 1.28 preFilter filter; 1.32 no more",
    "GCEPDLimits; 1.18 filter; 1.28 preFilter filter; 1.32 no more",
    "NodeVolumeLimits; 1.18 filter; 1.28 preFilter filter",
    "AzureDiskLimits; 1.18 filter; 1.28 preFilter filter; 1.32 no more",
    "CinderLimits; 1.18 filter; 1.28 preFilter filter; 1.32 no more",
    "VolumeBinding; 1.18 filter; 1.19 preFilter filter reserve preBind; 1.21 preFilter filter score reserve preBind; 1.30 preFilter filter preScore score reserve preBind",
    "VolumeZone; 1.18 filter; 1.27 preFilter filter",
    "PodTopologySpread; 1.18 preFilter filter preScore score",
    "InterPodAffinity; 1.18 preFilter filter preScore score",
    "NodeResourcesBalancedAllocation; 1.18 score; 1.27 preScore score",
    "ImageLocality; 1.18 score",
    "NodeResourcesLeastAllocated; 1.18 score; 1.23 no more",
    "NodeResourcesMostAllocated; 1.18 score; 1.23 no more",
    "RequestedToCapacityRatio; 1.18 score; 1.23 no more",
    "SelectorSpread; 1.19 preScore score; 1.29 no more",
    "DefaultPodTopologySpread; 1.18 preScore score; 1.19 no more",
    "NodePreferAvoidPods; 1.18 score; 1.23 no more",
    "NodeResourceLimits; 1.18 preScore score; 1.19 no more",
    "SchedulingGates; 1.26 preEnqueue",
    "DynamicResources; 1.26 preFilter filter postFilter preScore reserve postBind; 1.28 preEnqueue preFilter filter postFilter preScore reserve postBind; 1.30 preEnqueue preFilter filter postFilter preScore reserve preBind postBind; 1.32 preEnqueue preFilter filter postFilter reserve preBind; 1.35 preEnqueue preFilter filter postFilter score reserve preBind",
    "PrioritySort; 1.18 queueSort",
    "DefaultPreemption; 1.19 postFilter; 1.32 preEnqueue postFilter; 1.37 preEnqueue postFilter podGroupPostFilter",
    "DefaultBinder; 1.18 bind",
    "NodeDeclaredFeatures; 1.35 preFilter filter",
    "GangScheduling; 1.35 preEnqueue reserve permit; 1.36 preEnqueue permit",
    "TopologyPlacementGenerator; 1.36 placementGenerate",
    "PodGroupPodsCount; 1.36 placementScore",
  });
}

static void
test_formulas (void **state)
{
  CHECK (describe_formulas, {
    "NodeUnschedulable; 1.18 filters 1",
    "NodeName; 1.18 filters 1; 1.21 filters 2",
    "NodePorts; 1.18 filters 1",
    "NodeAffinity; 1.18 filters 1 scores 1; 1.20 filters 1 scores 2; 1.21 filters 2 scores 2",
    "NodeResourcesFit; 1.18 filters 1; 1.22 filters 1 scores 1",
    "VolumeRestrictions; 1.18 filters 1",
    "TaintToleration; 1.18 filters 1 scores 1; 1.24 filters 2 scores 1; 1.34.2 filters 3 scores 1",
    "NodeLabel; 1.18 filters 1 scores 1",
    "ServiceAffinity; 1.18 filters 1 scores 1",
    "EBSLimits; 1.18 filters 1",
    "GCEPDLimits; 1.18 filters 1",
    "NodeVolumeLimits; 1.18 filters 1",
    "AzureDiskLimits; 1.18 filters 1",
    "CinderLimits; 1.18 filters 1",
    "VolumeBinding; 1.18 filters 1; 1.21 filters 1 scores 1",
    "VolumeZone; 1.18 filters 1",
    "PodTopologySpread; 1.18 filters 1 scores 1; 1.19 filters 1 scores 2",
    "InterPodAffinity; 1.18 filters 1 scores 1",
    "NodeResourcesBalancedAllocation; 1.18 scores 1; 1.22 scores 2",
    "ImageLocality; 1.18 scores 1",
    "NodeResourcesLeastAllocated; 1.18 scores 1",
    "NodeResourcesMostAllocated; 1.18 scores 1",
    "RequestedToCapacityRatio; 1.18 scores 1",
    "SelectorSpread; 1.19 scores 1",
    "DefaultPodTopologySpread; 1.18 scores 1",
    "NodePreferAvoidPods; 1.18 scores 1",
    "NodeResourceLimits; 1.18 scores 1",
    "DynamicResources; 1.26 filters 1; 1.35 filters 1 scores 1",
    "NodeDeclaredFeatures; 1.35 filters 1; 1.36 filters 2",
  });
}

static void
test_unprepared (void **state)
{
  CHECK (describe_unprepared, {
    "NodePorts; 1.18 filter: reading \"PreFilterNodePorts\" from cycleState: not found",
    "NodeResourcesFit; 1.18 filter: error reading \"PreFilterNodeResourcesFit\" from cycleState: not found",
    "VolumeRestrictions; 1.27 filter if a gate is on and removed pods: cannot read \"PreFilterVolumeRestrictions\" from cycleState",
    "TaintToleration; 1.18 score: failed to read \"PreScoreTaintToleration\" from cycleState: not found",
    "ServiceAffinity; 1.18 filter and removed pods: error reading \"PreFilterServiceAffinity\" from cycleState: not found",
    "VolumeBinding; 1.20 filter: not found",
    "PodTopologySpread; 1.18 filter and removed pods: reading \"PreFilterPodTopologySpread\" from cycleState: not found score: error reading \"PreScorePodTopologySpread\" from cycleState: not found",
    "InterPodAffinity; 1.18 filter and removed pods: error reading \"PreFilterInterPodAffinity\" from cycleState: not found score: failed to read \"PreScoreInterPodAffinity\" from cycleState: not found",
    "SelectorSpread; 1.19 score unless constrained: reading \"PreScoreSelectorSpread\" from cycleState: not found",
    "DefaultPodTopologySpread; 1.18 score unless constrained: reading \"PreScoreDefaultPodTopologySpread\" from cycleState: not found",
    "NodeDeclaredFeatures; 1.35 filter if a gate is on: error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not found",
  });
}

static void
test_events (void **state)
{
  CHECK (describe_events, {
    "NodeUnschedulable; 1.22 node/add/taint; 1.30 node/add/update?; 1.32 node/add/taint?(hints) pod/toleration?(hints) node/add/label/taint(no-hints)",
    "NodeName; 1.22 node/add; 1.24 node/add/update; 1.32 node/add node/label/taint(no-hints)",
    "NodePorts; 1.22 pod/delete node/add; 1.24 pod/delete node/add/update; 1.29 pod/delete? node/add/update; 1.32 pod/delete? node/add node/label/taint(no-hints)",
    "NodeAffinity; 1.22 node/add/label; 1.24 node/add/update; 1.30 node/add/update?; 1.32 node/add/label? node/taint(no-hints)",
    "NodeResourcesFit; 1.22 pod/delete node/add/allocatable; 1.24 pod/delete node/add/update; 1.30 pod/delete? node/add/update?; 1.31 pod/delete? pod/scale-down?(resizes) node/add/update?; 1.32 pod/delete? pod/scale-down?(resizes) node/add/allocatable? node/label/taint(no-hints)",
    "VolumeRestrictions; 1.22 pod/delete node/add pvc/add/update; 1.31 pod/delete? node/add pvc/add?; 1.32 pod/delete? node/add node/label/taint(no-hints) pvc/add?",
    "TaintToleration; 1.22 node/add/taint; 1.24 node/add/update; 1.31 node/add/update? pod/toleration?(hints); 1.32 node/add/taint? node/label(no-hints) pod/toleration?(hints)",
    "NodeLabel; 1.22 node/add/label; 1.23 no more",
    "ServiceAffinity; 1.22 pod/delete/update service/delete/update node/add/label; 1.23 no more",
    "EBSLimits; 1.22 node/add pod/delete; 1.30 node/add pod/delete pvc/add",
    "GCEPDLimits; 1.22 node/add pod/delete; 1.30 node/add pod/delete pvc/add",
    "NodeVolumeLimits; 1.22 csinode/add pod/delete; 1.30 csinode/add pod/delete pvc/add; 1.31 csinode/add pod/delete? pvc/add; 1.32 csinode/add pod/delete? pvc/add? attachment/delete; 1.33 csinode/add csinode/update? pod/delete? pvc/add? attachment/delete?",
    "AzureDiskLimits; 1.22 node/add pod/delete; 1.30 node/add pod/delete pvc/add",
    "CinderLimits; 1.22 node/add pod/delete; 1.30 node/add pod/delete pvc/add",
    "VolumeBinding; 1.22 class/add/update pvc/add/update pv/add/update node/add/update csinode/add/update csidriver/add/update capacity/add/update; 1.23 class/add/update pvc/add/update pv/add/update node/add/label csinode/add/update csidriver/add/update capacity/add/update; 1.30 class/add/update pvc/add/update pv/add/update node/add/label node/taint csinode/add/update csidriver/add/update capacity/add/update; 1.31 class/add/update? pvc/add/update? pv/add/update node/add/label node/taint csinode/add/update? csidriver/add/update capacity/add/update?; 1.32 class/add/update? pvc/add/update? pv/add/update node/add/label node/taint(no-hints) csinode/add/update? csidriver/update? capacity/add/update?",
    "VolumeZone; 1.22 class/add node/add/label pvc/add pv/add/update; 1.30 class/add node/add/label node/taint pvc/add pv/add/update; 1.31 class/add? node/add/label node/taint pvc/add/update? pv/add/update?; 1.32 class/add? node/add/label node/taint(no-hints) pvc/add/update? pv/add/update?",
    "PodTopologySpread; 1.22 pod/all node/add/delete/label; 1.30 pod/all? node/add/delete/label/taint?; 1.31 pod/add/delete/label? node/add/delete/label/taint?; 1.32 pod/add/delete/label? pod/toleration?(hints) node/add/delete/label/taint?",
    "InterPodAffinity; 1.22 pod/all node/add/label; 1.30 pod/all node/add/label/taint; 1.31 pod/add/delete/label? node/add/label/taint?; 1.32 pod/add/delete/label? node/add/label? node/taint(no-hints)",
    "SchedulingGates; 1.26 pod/update; 1.29 no more; 1.31 pod/gates?(hints)",
    "NodeDeclaredFeatures; 1.35 node/add/features? pod/update?",
  });
}

static void
test_weights (void **state)
{
  CHECK (describe_weights, {
    "NodeAffinity; NodeAffinityPriority: 1 in policies, 1 in lists, 2 in multiPoint",
    "NodeResourcesFit; 1.22 no priority: 0 in policies, 1 in lists, 1 in multiPoint",
    "TaintToleration; TaintTolerationPriority: 1 in policies, 1 in lists, 3 in multiPoint",
    "NodeLabel; 1.18 NodeLabel: 0 in policies, 0 in lists, 0 in multiPoint",
    "ServiceAffinity; 1.18 ServiceAffinity: 0 in policies, 0 in lists, 0 in multiPoint",
    "VolumeBinding; 1.21 no priority: 0 in policies, 1 in lists, 0 in multiPoint",
    "PodTopologySpread; EvenPodsSpreadPriority: 1 in policies, 1 in lists, 0 in multiPoint; 1.19 EvenPodsSpreadPriority: 2 in policies, 2 in lists, 2 in multiPoint",
    "InterPodAffinity; InterPodAffinityPriority: 1 in policies, 1 in lists, 2 in multiPoint",
    "NodeResourcesBalancedAllocation; BalancedResourceAllocation: 1 in policies, 1 in lists, 1 in multiPoint",
    "ImageLocality; ImageLocalityPriority: 1 in policies, 1 in lists, 1 in multiPoint",
    "NodeResourcesLeastAllocated; LeastRequestedPriority: 1 in policies, 1 in lists, 0 in multiPoint",
    "NodeResourcesMostAllocated; MostRequestedPriority: 0 in policies, 0 in lists, 0 in multiPoint",
    "RequestedToCapacityRatio; RequestedToCapacityRatioPriority: 0 in policies, 0 in lists, 0 in multiPoint; 1.17 no more; 1.18 RequestedToCapacityRatio: 0 in policies, 0 in lists, 0 in multiPoint",
    "SelectorSpread; SelectorSpreadPriority: 1 in policies, 1 in lists, 0 in multiPoint",
    "DefaultPodTopologySpread; 1.18 no priority: 0 in policies, 1 in lists, 0 in multiPoint; 1.19 no more",
    "NodePreferAvoidPods; NodePreferAvoidPodsPriority: 10000 in policies, 10000 in lists, 0 in multiPoint",
    "NodeResourceLimits; ResourceLimitsPriority: 0 in policies, 1 in lists, 0 in multiPoint; 1.19 no more",
    "DynamicResources; 1.35 no priority: 0 in policies, 0 in lists, 2 in multiPoint",
    "PodGroupPodsCount; 1.36 no priority: 0 in policies, 0 in lists, 1 in multiPoint",
  });
}

static void
test_left_out (void **state)
{
  CHECK (describe_left_out, {
    "EBSLimits; 1.31 wholly",
    "GCEPDLimits; 1.31 wholly",
    "AzureDiskLimits; 1.31 wholly",
    "CinderLimits; 1.31 wholly",
    "VolumeBinding; partly while its gate is off",
    "PodTopologySpread; wholly while its gate is off",
    "SelectorSpread; wholly while its gate is on",
    "NodeResourceLimits; wholly while its gate is off",
    "SchedulingGates; wholly while its gate is off",
    "DynamicResources; wholly while its gate is off",
    "NodeDeclaredFeatures; wholly while its gate is off",
    "GangScheduling; wholly while its gate is off",
    "TopologyPlacementGenerator; wholly while its gate is off",
    "PodGroupPodsCount; wholly while its gate is off",
  });
}

static void
test_removed (void **state)
{
  CHECK (describe_removed, {
    "NodeLabel; 1.22 from v1beta2 on; 1.23 no more",
    "ServiceAffinity; 1.22 from v1beta2 on; 1.23 no more",
    "EBSLimits; 1.31 from v1 on",
    "GCEPDLimits; 1.31 from v1 on",
    "AzureDiskLimits; 1.31 from v1 on",
    "CinderLimits; 1.31 from v1 on",
    "NodeResourcesLeastAllocated; 1.22 from v1beta2 on; 1.23 no more",
    "NodeResourcesMostAllocated; 1.22 from v1beta2 on; 1.23 no more",
    "RequestedToCapacityRatio; 1.22 from v1beta2 on; 1.23 no more",
    "SelectorSpread; 1.25 from v1 on; 1.29 no more",
    "NodePreferAvoidPods; 1.22 from v1beta2 on; 1.23 no more",
  });
}

static void
test_end (void **state)
{
  CHECK (describe_end, {
    "EBSLimits; 1.31 from v1alpha1 on heir NodeVolumeLimits",
    "GCEPDLimits; 1.31 from v1alpha1 on heir NodeVolumeLimits",
    "AzureDiskLimits; 1.31 from v1alpha1 on heir NodeVolumeLimits",
    "CinderLimits; 1.31 from v1alpha1 on heir NodeVolumeLimits",
    "SelectorSpread; from v1alpha1 on heir DefaultPodTopologySpread; 1.19 no more",
    "DefaultPodTopologySpread; 1.19 from v1alpha1 on heir SelectorSpread",
    "NodePreferAvoidPods; from v1beta2 on; 1.23 heir none on condition",
    "NodeResourceLimits; 1.19 from v1alpha1 on heir none",
  });
}

static void
test_notes (void **state)
{
  CHECK (describe_notes, {
    "NodePorts; 1.33.6 'host ports of init conta'",
    "NodeAffinity; 1.24 'a pod fits nowhere if on'; 1.27 no more",
    "NodeResourcesFit; 1.22 'resources that a node do' 'the overhead of pods doe' 'utilization is rounded d'; 1.24 'resources that a node do' 'utilization is rounded d'; 1.27 'resources that a node do' 'the cpu overhead of pods' 'utilization is rounded d'; 1.28 'resources that a node do' 'the cpu overhead of pods' 'utilization is rounded d' 'a resource that a pod do'",
    "NodeLabel; 1.17 'one plugin takes the ave'",
    "ServiceAffinity; 1.17 'one plugin takes the ave'",
    "NodeVolumeLimits; 1.23 'claims of generic epheme'; 1.25 'claims of generic epheme' 'inline disks count for t'; 1.32 'claims of generic epheme' 'inline disks count for t' 'volumes that are attache'",
    "VolumeZone; 1.17 'the labels of volumes co'; 1.29 'the labels of volumes co' 'the newer labels of node'",
    "PodTopologySpread; 1.19 'counts are weighted by t'; 1.20.15 'counts are weighted by t' 'the built-in constraints'; 1.22 'counts are weighted by t' 'the built-in constraints' 'the default constraints '; 1.24 'counts are weighted by t' 'the built-in constraints' 'the default constraints ' 'scores are rounded' 'pods on nodes that hard '; 1.27 'counts are weighted by t' 'the built-in constraints' 'the default constraints ' 'scores are rounded' 'pods on nodes that hard ' 'pods may set minDomains,'; 1.33 'counts are weighted by t' 'the built-in constraints' 'the default constraints ' 'scores are rounded' 'pods on nodes that hard ' 'pods may set minDomains,' 'constraints with the sam'",
    "InterPodAffinity; 1.21 'scores are scaled betwee'; 1.34 'scores are scaled betwee' 'a namespaceSelector that'",
    "NodeResourcesBalancedAllocation; 1.22 'the score uses the stand'; 1.27 'the score uses the stand' 'the cpu overhead of pods'; 1.33 'the score uses the stand' 'the cpu overhead of pods' 'a pod that requests none'; 1.36 'the score uses the stand' 'the cpu overhead of pods' 'a pod that requests none' 'the score says whether t'",
    "ImageLocality; 1.19 'the upper limit is 1000 '; 1.29 'the upper limit is 1000 ' 'the number of nodes with'; 1.30 'the upper limit is 1000 ' 'the number of nodes with' 'images of init container'; 1.36 'the upper limit is 1000 ' 'the number of nodes with' 'images of init container' 'images that are mounted '",
    "NodeResourcesLeastAllocated; 1.22 'resources that a node do'",
    "NodeResourcesMostAllocated; 1.20.15 'a request above the capa'; 1.22 'a request above the capa' 'resources that a node do'",
    "RequestedToCapacityRatio; 1.17 'the shape is interpolate'",
    "SelectorSpread; 1.17 'the shares of node and z'",
    "NodePreferAvoidPods; 1.17 '0 or 100 times the weigh'",
  });
}

static void
test_facts (void **state)
{
  CHECK (describe_facts, {
    "NodeUnschedulable; by default mandatory CheckNodeUnschedulable CheckNodeCondition",
    "NodeName; HostName",
    "NodePorts; PodFitsHostPorts",
    "NodeAffinity; MatchNodeSelector NodeAffinityPriority",
    "NodeResourcesFit; resources PodFitsResources",
    "VolumeRestrictions; by default NoDiskConflict",
    "TaintToleration; by default mandatory PodToleratesNodeTaints CheckNodeDiskPressure CheckNodeMemoryPressure CheckNodePIDPressure PodToleratesNodeNoExecuteTaints TaintTolerationPriority",
    "NodeLabel; CheckNodeLabelPresence labelPreference",
    "ServiceAffinity; CheckServiceAffinity serviceAntiAffinity",
    "EBSLimits; by default MaxEBSVolumeCount",
    "GCEPDLimits; by default MaxGCEPDVolumeCount",
    "NodeVolumeLimits; by default MaxCSIVolumeCountPred",
    "AzureDiskLimits; by default MaxAzureDiskVolumeCount",
    "CinderLimits; MaxCinderVolumeCount",
    "VolumeBinding; by default CheckVolumeBinding NoVolumeNodeConflict",
    "VolumeZone; by default NoVolumeZoneConflict",
    "PodTopologySpread; spreading by default EvenPodsSpread EvenPodsSpreadPriority",
    "InterPodAffinity; by default MatchInterPodAffinity InterPodAffinityPriority",
    "NodeResourcesBalancedAllocation; BalancedResourceAllocation",
    "ImageLocality; ImageLocalityPriority",
    "NodeResourcesLeastAllocated; resources LeastRequestedPriority",
    "NodeResourcesMostAllocated; resources MostRequestedPriority",
    "RequestedToCapacityRatio; resources RequestedToCapacityRatioPriority",
    "SelectorSpread; spreading SelectorSpreadPriority ServiceSpreadingPriority",
    "DefaultPodTopologySpread; spreading SelectorSpreadPriority",
    "NodePreferAvoidPods; NodePreferAvoidPodsPriority",
    "NodeResourceLimits; ResourceLimitsPriority",
    "SchedulingGates; reads scheduling gates",
    "DynamicResources; reads resource claims",
    "NodeDeclaredFeatures; reads required node features",
    "GangScheduling; reads pod groups",
  });
}

/* clang-format on */

/* The first row that holds counts, so no other one should. */
static void
test_rows_do_not_overlap (void **state)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    for (gint minor = OLDEST; minor <= NEWEST; minor++)
      {
        const FitRelease release = FIT_RELEASE (minor, 0);
        guint n_points = 0, n_weights = 0;

        for (const FitRulePoints *row = fit_rules[i]->points; row->points != 0;
             row++)
          n_points += fit_span_has (row->span, release);
        for (const FitRuleWeight *row = fit_rules[i]->weights;
             row && (row->priority != NULL || row->span.since != 0); row++)
          n_weights += fit_span_has (row->span, release);
        if (n_points > 1 || n_weights > 1)
          fail_msg ("%s in 1.%d: %u rows of points, %u of weights",
                    fit_rules[i]->name, minor, n_points, n_weights);
      }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_points),
    cmocka_unit_test (test_formulas),
    cmocka_unit_test (test_unprepared),
    cmocka_unit_test (test_events),
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_left_out),
    cmocka_unit_test (test_removed),
    cmocka_unit_test (test_end),
    cmocka_unit_test (test_notes),
    cmocka_unit_test (test_facts),
    cmocka_unit_test (test_rows_do_not_overlap),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
