/* test-rule.c - what the descriptors of rules say of each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-rules.h"
#include "releases/gate-table.h"
#include "rules/filter-formulas.h"
#include "rules/rule.h"
#include "rules/score-formulas.h"
#include "rules/unprepared-plugins.h"
#include "tests/support/cluster.h"
#include "tests/support/golden.h"

/* A plugin has a formula where it can be enabled. */
static void
test_formulas_are_where_the_points_are (void **state)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint r = 0; r < n; r++)
    for (guint i = 0; fit_rules[i] != NULL; i++)
      {
        const char *name = fit_rules[i]->name;
        const FitExtensionPoints points
            = fit_in_tree_plugin_points (name, releases[r].release);

        if (points == 0)
          continue;
        if ((points & (FIT_AT (PRE_FILTER) | FIT_AT (FILTER)))
            && !fit_profile_filter_formula (name, releases[r].release))
          fail_msg ("%s does not filter in %s", name, releases[r].name);
        if ((points & FIT_AT (SCORE))
            && !fit_profile_score_formula (name, releases[r].release))
          fail_msg ("%s does not score in %s", name, releases[r].name);
      }
}

static void
test_every_rule_has_its_own_name (void **state)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    assert_ptr_equal (fit_rule_find (fit_rules[i]->name), fit_rules[i]);
  assert_null (fit_rule_find ("nodename"));
}

/* What a migration makes of a predicate or priority is what 'fitsched diff' and
 * the hints take for its successor. */
static void
test_successors_are_those_of_migrations (void **state)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const FitRuleWeight *row
          = fit_rule_weight (fit_rules[i], FIT_RELEASE_LEGACY);

      if (fit_rules[i]->predicates != NULL)
        assert_ptr_equal (fit_policy_filter (fit_rules[i]->predicates[0]->name),
                          fit_rules[i]);
      if (row != NULL && row->priority != NULL)
        assert_ptr_equal (fit_rule_of_priority (row->priority), fit_rules[i]);
    }
  assert_null (fit_policy_plugin (
      fit_policy_score ("EqualPriority", FIT_RELEASE_LEGACY), 0));
  assert_string_equal (
      fit_policy_plugin (fit_policy_filter ("GeneralPredicates"), 3),
      "NodeAffinity");
}

/* What a formula may say of a node, as it claims in its list of reasons: "NAME
 * REASON REASON".  Formulas with the same name and list are one line. */
static void
add_reasons (GPtrArray *lines, const FitPredicateInfo *info)
{
  g_autoptr (GString) line = g_string_new (info->name);

  for (guint i = 0; info->reasons != NULL && info->reasons[i]; i++)
    {
      assert_in_range (info->reasons[i], 1, FIT_REASON_LAST - 1);
      g_string_append_printf (line, " %s",
                              fit_reason_code_name (info->reasons[i]));
    }
  if (!g_ptr_array_find_with_equal_func (lines, line->str, g_str_equal, NULL))
    g_ptr_array_add (lines, g_strdup (line->str));
}

static void
test_reasons (void **state)
{
  /* clang-format off */
  static const char *const expected[] = {
    "CheckNodeUnschedulable NodeUnschedulable",
    "CheckNodeCondition NodeNotReady NodeNetworkUnavailable NodeUnschedulable",
    "HostName HostName",
    "NodeName NodeName",
    "PodFitsHostPorts PodFitsHostPorts",
    "NodePorts PodFitsHostPorts",
    "MatchNodeSelector MatchNodeSelector",
    "NodeAffinity AddedAffinity NodeAffinity",
    "NodeAffinity AddedAffinity NodeAffinitySelector AffinityTermsConflict",
    "PodFitsResources InsufficientResource",
    "NodeResourcesFit TooManyPods InsufficientResource InsufficientCapacity SidecarContainersDisabled",
    "NoDiskConflict NoDiskConflict",
    "VolumeRestrictions NoDiskConflict ReadWriteOncePodClaimInUse ReadWriteOncePodClaimInUseByName ReadWriteOncePodClaimInUseOnNode ClaimNotFound",
    "PodToleratesNodeTaints PodToleratesNodeTaints",
    "CheckNodeDiskPressure NodeUnderDiskPressure",
    "CheckNodeMemoryPressure NodeUnderMemoryPressure",
    "CheckNodePIDPressure NodeUnderPIDPressure",
    "PodToleratesNodeNoExecuteTaints PodToleratesNodeTaints",
    "TaintToleration HadTaint",
    "TaintToleration UntoleratedTaint",
    "TaintToleration UntoleratedTaints",
    "CheckNodeLabelPresence CheckNodeLabelPresence",
    "NodeLabel CheckNodeLabelPresence",
    "CheckServiceAffinity CheckServiceAffinity",
    "ServiceAffinity CheckServiceAffinity",
    "MaxEBSVolumeCount MaxVolumeCount",
    "EBSLimits MaxVolumeCount Lookup",
    "MaxGCEPDVolumeCount MaxVolumeCount",
    "GCEPDLimits MaxVolumeCount Lookup",
    "MaxCSIVolumeCountPred MaxVolumeCount",
    "NodeVolumeLimits MaxVolumeCount Lookup CSIDriverNotInstalled",
    "MaxAzureDiskVolumeCount MaxVolumeCount",
    "AzureDiskLimits MaxVolumeCount Lookup",
    "MaxCinderVolumeCount MaxVolumeCount",
    "CinderLimits MaxVolumeCount Lookup",
    "CheckVolumeBinding VolumeNodeAffinityConflict VolumeBindingNoMatch",
    "NoVolumeNodeConflict VolumeNodeAffinityConflict VolumeBindingNoMatch",
    "VolumeBinding VolumeNodeAffinityConflict VolumeNodeAffinity VolumeBindingNoMatch StorageSpace VolumeMissing VolumeUnavailable ClaimNotFound ClaimDeleted ClaimUnbound ClaimAwaited ClaimForeign Lookup",
    "NoVolumeZoneConflict NoVolumeZoneConflict",
    "VolumeZone NoVolumeZoneConflict Lookup",
    "EvenPodsSpread EvenPodsSpreadNotMatch",
    "PodTopologySpread EvenPodsSpreadNotMatch PodTopologySpreadMissingLabel",
    "MatchInterPodAffinity MatchInterPodAffinity ExistingPodsAntiAffinityRulesNotMatch PodAffinityRulesNotMatch PodAntiAffinityRulesNotMatch",
    "InterPodAffinity MatchInterPodAffinity PodAffinityOrAntiAffinityRulesNotMatch PodAffinityRulesNotMatch PodAntiAffinityRulesNotMatch ExistingPodsAntiAffinityRulesNotMatch Lookup",
    "DynamicResources",
    "NodeDeclaredFeatures UndeclaredFeatures",
    "NodeDeclaredFeatures NodeFeatures",
  };
  /* clang-format on */
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint r = 0; fit_rules[r] != NULL; r++)
    {
      const FitRule *rule = fit_rules[r];

      for (guint i = 0; rule->predicates && rule->predicates[i]; i++)
        add_reasons (lines, rule->predicates[i]);
      for (guint i = 0; rule->filters && rule->filters[i].info; i++)
        add_reasons (lines, rule->filters[i].info);
    }
  assert_int_equal (lines->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < lines->len; i++)
    assert_string_equal (lines->pdata[i], expected[i]);
}

/* What each score counts where nothing else is said: once, but for one rule. */
static void
assert_weight (const FitRule *rule, const FitPriorityInfo *info)
{
  const gint64 expected = rule == &fit_rule_node_prefer_avoid_pods ? 10000 : 1;

  if (info->weight != expected)
    fail_msg ("%s: %d", info->name, (int) info->weight);
}

static void
test_weights (void **state)
{
  for (guint r = 0; fit_rules[r] != NULL; r++)
    {
      const FitRule *rule = fit_rules[r];

      for (guint i = 0; rule->scores && rule->scores[i].info; i++)
        assert_weight (rule, rule->scores[i].info);
      for (guint i = 0; rule->priorities && rule->priorities[i]; i++)
        assert_weight (rule, rule->priorities[i]);
    }
}

/* -- what each release makes of a rule -------------------------------------- */

static FitFeatureGates
gates_with (FitRelease release, gint gate, gboolean on)
{
  const FitFeatureGates gates = fit_feature_gates_of_release (release);

  return gate == FIT_GATE_NONE
             ? gates
             : fit_feature_gates_with (gates, (FitGate) gate, on);
}

static void
append_unprepared (GString *line, const FitRule *rule, FitRelease release,
                   FitExtensionPoints point)
{
  for (const FitUnprepared *row = rule->unprepared;
       row != NULL && row->message != NULL; row++)
    {
      const FitUnprepared *found = fit_unprepared_find (
          rule->name, release, gates_with (release, row->gate, TRUE), point,
          point);

      if (found == row)
        g_string_append_printf (
            line, "%s%s%s: %s",
            row->gate == FIT_GATE_NONE ? " needs" : " may need",
            row->spares_constrained ? " unless constrained" : "",
            row->tracks_pods ? " where pods leave" : "", row->message);
    }
}

static void
append_weights (GString *line, const FitRule *rule, FitRelease release)
{
  const FitRuleWeight *row = fit_rule_weight (rule, release);

  if (row != NULL)
    g_string_append_printf (line, "; %s weighs %d %d %d",
                            row->priority != NULL ? row->priority : "-",
                            row->in_policies, row->in_lists, row->in_multi);
}

static char *
describe (const FitRule *rule, FitRelease release)
{
  const FitPredicateInfo *filter
      = fit_profile_filter_formula (rule->name, release);
  const FitPriorityInfo *score
      = fit_profile_score_formula (rule->name, release);
  GString *line = g_string_new (NULL);

  if (fit_in_tree_plugin_points (rule->name, release) == 0)
    return g_string_free (line, FALSE);
  if (filter != NULL)
    {
      g_string_append_printf (line, "filters: %s", filter->summary);
      append_unprepared (line, rule, release, FIT_AT (FILTER));
    }
  if (score != NULL)
    {
      g_string_append_printf (line, "%sscores: %s", line->len > 0 ? "; " : "",
                              score->summary);
      append_unprepared (line, rule, release, FIT_AT (SCORE));
    }
  append_weights (line, rule, release);
  return g_string_free (line, FALSE);
}

/* data/rules.txt has a line for each rule where it changes; FIT_TEST_UPDATE=1
 * writes it anew. */
static void
test_rules_of_each_release (void **state)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      g_autofree char *before = g_strdup ("");

      for (guint r = 0; r < n; r++)
        {
          char *now = describe (fit_rules[i], releases[r].release);

          if (strcmp (now, before) != 0)
            g_string_append_printf (text, "%s %s: %s\n", fit_rules[i]->name,
                                    releases[r].name,
                                    *now != '\0' ? now : "is no plugin");
          g_free (before);
          before = now;
        }
    }
  assert_golden ("rules/data/rules.txt", text);
}

static const char *
name_of (FitGate gate)
{
  for (guint i = 0; i < fit_gate_table_size (); i++)
    if (fit_gate_table_gate (i) == gate)
      return fit_gate_table_name (i);
  return "?";
}

/* How objects are read, by the release and its gates: data/decoding.txt. */
static void
test_decoding_of_each_release (void **state)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint r = 0; r < n; r++)
    {
      const FitRelease release = releases[r].release;
      const FitFeatureGates gates = fit_feature_gates_of_release (release);
      const FitDecodeFlags usual = fit_profile_decode_flags (release, gates);

      g_string_append_printf (text, "%s: %x", releases[r].name, (guint) usual);
      for (FitGate gate = FIT_GATE_NONE + 1; gate < FIT_GATE_LAST; gate++)
        {
          const guint other = fit_profile_decode_flags (
              release,
              fit_feature_gates_with (gates, gate, !fit_gate_on (gates, gate)));

          if (other != (guint) usual)
            g_string_append_printf (text, ", %s: %x", name_of (gate), other);
        }
      g_string_append_c (text, '\n');
    }
  assert_golden ("rules/data/decoding.txt", text);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_formulas_are_where_the_points_are),
    cmocka_unit_test (test_every_rule_has_its_own_name),
    cmocka_unit_test (test_reasons),
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_rules_of_each_release),
    cmocka_unit_test (test_decoding_of_each_release),
    cmocka_unit_test (test_successors_are_those_of_migrations),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
