/* test-score-formulas.c - which plugin scores, in which release, and how
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#include "rules/score-formulas.h"
#include "priorities/priorities.h"

static void
test_plugins_come_with_a_release (void **state)
{
  static const struct
  {
    const char *plugin;
    FitRelease before, first;
  } plugins[] = {
    { "NodeResourcesFit", FIT_RELEASE (21, 9), FIT_RELEASE (22, 6) },
    { "SelectorSpread", FIT_RELEASE (18, 2), FIT_RELEASE (19, 0) },
    { "VolumeBinding", FIT_RELEASE (20, 15), FIT_RELEASE (21, 9) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    {
      assert_null (
          fit_profile_score_formula (plugins[i].plugin, plugins[i].before));
      assert_non_null (
          fit_profile_score_formula (plugins[i].plugin, plugins[i].first));
    }
  assert_null (fit_profile_score_formula ("NodeName", FIT_RELEASE (34, 1)));
}

static void
test_formulas_change (void **state)
{
  assert_ptr_equal (
      fit_profile_score_formula ("NodeAffinity", FIT_RELEASE (19, 0)),
      &fit_node_affinity_priority);
  assert_ptr_not_equal (
      fit_profile_score_formula ("NodeAffinity", FIT_RELEASE (20, 2)),
      &fit_node_affinity_priority);
  assert_ptr_equal (
      fit_profile_score_formula ("TaintToleration", FIT_RELEASE (34, 1)),
      &fit_taint_toleration_priority);
}

static void
test_plugin_that_does_not_score (void **state)
{
  const FitProfilePluginArgs args = { .release = FIT_RELEASE (30, 1) };
  GError *error = NULL;

  assert_null (fit_profile_score_new ("NodeName", 1, &args, &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "plugin \"NodeName\" does not score in this release");
}

/* Those that are still v1.16's, to 100. */
static void
test_formulas_of_v1_16 (void **state)
{
  const ScoreScene taints
      = { .plugin = "TaintToleration",
          .manifest
          = NODE_WITH ("a", "labels: {}",
                       "taints: [{key: k, effect: PreferNoSchedule}]", "")
              NODE_WITH ("b", "labels: {}",
                         "taints: [{key: k, effect: PreferNoSchedule}, {key: "
                         "l, effect: PreferNoSchedule}, {key: m, effect: "
                         "PreferNoSchedule}]",
                         "") NODE ("c", "", "") PENDING ("", "") };
  const ScoreScene avoided = {
    .plugin = "NodePreferAvoidPods",
    .manifest = NODE_WITH ("a",
                           "annotations: {scheduler.alpha.kubernetes.io/"
                           "preferAvoidPods: '{\"preferAvoidPods\": "
                           "[{\"podSignature\": {\"podController\": {\"kind\": "
                           "\"ReplicaSet\", \"uid\": \"u\"}}}]}'}",
                           "", "") NODE ("b", "", "")
        POD ("pending",
             "namespace: ns, ownerReferences: [{kind: ReplicaSet, uid: u, "
             "controller: true}]",
             "")
  };

  score_scene_in (&taints, "1.20.2", "1 3 0 > 67 0 100");
  score_scene_in (&taints, "1.34.1", "1 3 0 > 67 0 100");
  score_scene_in (&avoided, "1.20.2", "0 100");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_plugins_come_with_a_release),
    cmocka_unit_test (test_formulas_change),
    cmocka_unit_test (test_plugin_that_does_not_score),
    cmocka_unit_test (test_formulas_of_v1_16),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
