/* test-node-label.c - labels that nodes must have or lack
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

static void
test_labels (void **state)
{
  const FilterScene scene = {
    .plugins = "NodeLabel",
    .manifest = NODE ("a", "x: '1'", "") NODE ("b", "x: '1', z: '1'", "")
        NODE ("c", "", "") PENDING ("", ""),
    .args = &(const FitNodeLabelArgs){ .present_labels = FILTER_STRINGS ("x"),
                                       .absent_labels = FILTER_STRINGS ("z") },
  };

  filter_scene_in (&scene, "1.20.2",
                   "a: fits\n"
                   "b: !node(s) didn't have the requested labels\n"
                   "c: !node(s) didn't have the requested labels\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_labels),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
