/* test-other-plugins.c - plugins that skip every pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

static void
test_dynamic_resources (void **state)
{
  const FilterScene scene = { .plugins = "DynamicResources",
                              .manifest = NODE ("a", "", "") PENDING ("", "") };

  filter_scene_in (&scene, "1.27.1", "a: fits\n");
  filter_scene_in (&scene, "1.34.1", "skips DynamicResources\na: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_dynamic_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
