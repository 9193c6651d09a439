/* test-node-name.c - a pod that names no node
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

static void
test_node_name (void **state)
{
  FilterScene scene = { .plugins = "NodeName",
                        .manifest = NODE ("a", "", "") PENDING ("", "") };

  filter_scene_in (&scene, "1.34.1", "a: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_name),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
