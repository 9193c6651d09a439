/* test-node-declared-features.c - features that a node must declare, release by
 * release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

/* What not every kubelet can do. */
static void
test_declared_features (void **state)
{
#define DECLARES(name, features) \
  NODE_WITH (name, "", "", "declaredFeatures: [" features "]")
#define NODES                                                   \
  NODE ("a", "", "")                                            \
  DECLARES ("b", "RestartAllContainersOnContainerExits, Other") \
  DECLARES ("c", "UserNamespacesHostNetworkSupport")
#define RULES(action) \
  "restartPolicyRules: [{action: Restart}, {action: " action "}]"
  FilterScene scene
      = { .plugins = "NodeDeclaredFeatures", .gates = "NodeDeclaredFeatures" };

  (void) state;
  scene.manifest = NODES PENDING (
      "", "initContainers: [{name: i, " RULES (
              "RestartAllContainers") "}], containers: [{name: c}]");
  filter_scene_in (&scene, "1.35.6",
                   "a: !node declared features check failed - unsatisfied "
                   "requirements: RestartAllContainersOnContainerExits\n"
                   "b: fits\n"
                   "c: !node declared features check failed - unsatisfied "
                   "requirements: RestartAllContainersOnContainerExits\n");
  filter_scene_in (&scene, "1.36.3",
                   "a: !node(s) didn't match Pod's required features\n"
                   "b: fits\n"
                   "c: !node(s) didn't match Pod's required features\n");
  scene.manifest
      = NODES PENDING ("", "hostNetwork: true, hostUsers: false, containers: "
                           "[{name: c, " RULES ("Restart") "}]");
  filter_scene_in (&scene, "1.35.6",
                   "skips NodeDeclaredFeatures\na: fits\nb: fits\nc: fits\n");
  filter_scene_in (&scene, "1.36.3",
                   "a: !node(s) didn't match Pod's required features\n"
                   "b: !node(s) didn't match Pod's required features\n"
                   "c: fits\n");
  scene.manifest = NODES PENDING ("", "hostUsers: false");
  filter_scene_in (&scene, "1.36.3",
                   "skips NodeDeclaredFeatures\na: fits\nb: fits\nc: fits\n");
  scene.manifest = NODES PENDING ("", "hostNetwork: true, hostUsers: true");
  filter_scene_in (&scene, "1.36.3",
                   "skips NodeDeclaredFeatures\na: fits\nb: fits\nc: fits\n");
#undef RULES
#undef NODES
#undef DECLARES
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_declared_features),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
