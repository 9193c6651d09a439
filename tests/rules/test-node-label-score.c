/* test-node-label-score.c - nodes that have some labels and lack others
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define NODES                       \
  NODE ("a", "ssd: '', gpu: x", "") \
  NODE ("b", "ssd: w, old: ''", "") NODE ("c", "", "")

static void
test_share_of_the_rules (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeLabel",
          .manifest = NODES PENDING ("", ""),
          .args = &(const FitNodeLabelArgs){
              .present_labels_preference = FIT_STRINGS ("ssd", "gpu"),
              .absent_labels_preference = FIT_STRINGS ("old") } };

  score_scene_in (&scene, "1.20.2", "100 33 33");
}

static void
test_no_rule (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeLabel", .manifest = NODES PENDING ("", "") };

  score_scene_in (&scene, "1.20.2", "0 0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_share_of_the_rules),
    cmocka_unit_test (test_no_rule),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
