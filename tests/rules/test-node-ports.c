/* test-node-ports.c - host ports that are taken, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

static void
test_ports (void **state)
{
  FilterScene scene = {
    .plugins = "NodePorts",
    .manifest = NODE ("a", "", "")
        PLACED_WITH ("p", "a", "",
                     "initContainers: [{name: s, restartPolicy: Always, ports: "
                     "[{hostPort: 80}]}]")
            PENDING ("", "containers: [{name: c, ports: [{hostPort: 80}]}]"),
  };

  filter_scene_in (&scene, "1.33.0", "a: fits\n");
  filter_scene_in (&scene, "1.33.13",
                   "a: node(s) didn't have free ports for the requested pod "
                   "ports\n");
  filter_scene_in (&scene, "1.34.1",
                   "a: node(s) didn't have free ports for the requested pod "
                   "ports\n");
  scene.manifest = NODE ("a", "", "") PENDING ("", "");
  filter_scene_in (&scene, "1.27.1", "a: fits\n");
  filter_scene_in (&scene, "1.28.3", "skips NodePorts\na: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_ports),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
