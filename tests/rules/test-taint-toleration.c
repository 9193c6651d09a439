/* test-taint-toleration.c - taints that keep a pod away, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

static void
test_taints (void **state)
{
  const FilterScene scene = {
    .plugins = "TaintToleration",
    .manifest = NODE_WITH (
        "a", "",
        "taints: [{key: soft, effect: PreferNoSchedule}, {key: k, value: v, "
        "effect: NoSchedule}]",
        "") NODE_WITH ("b", "", "taints: [{key: k, effect: NoExecute}]", "")
        PENDING ("", "tolerations: [{key: k, value: other}]"),
  };

  filter_scene_in (&scene, "1.23.3",
                   "a: !node(s) had taint {k: v}, that the pod didn't "
                   "tolerate\n"
                   "b: !node(s) had taint {k: }, that the pod didn't "
                   "tolerate\n");
  filter_scene_in (&scene, "1.24.4",
                   "a: !node(s) had untolerated taint {k: v}\n"
                   "b: !node(s) had untolerated taint {k: }\n");
  filter_scene_in (&scene, "1.33.13",
                   "a: !node(s) had untolerated taint {k: v}\n"
                   "b: !node(s) had untolerated taint {k: }\n");
  filter_scene_in (&scene, "1.34.9",
                   "a: !node(s) had untolerated taint(s)\n"
                   "b: !node(s) had untolerated taint(s)\n");
}

/* Taints with numbers, and tolerations that compare. */
static void
test_comparing_tolerations (void **state)
{
#define LEVEL(name, value)                                        \
  NODE_WITH (name, "",                                            \
             "taints: [{key: level, value: '" value "', effect: " \
             "NoSchedule}]",                                      \
             "")
#define LEVELS        \
  LEVEL ("a", "949")  \
  LEVEL ("b", "950")  \
  LEVEL ("c", "951")  \
  LEVEL ("d", "")     \
  LEVEL ("e", "0951") \
  LEVEL ("f", "-0")   \
  LEVEL ("g", "high") LEVEL ("h", "9223372036854775808") LEVEL ("i", "-7")
#define TOLERATES(operator, value)                     \
  PENDING ("", "tolerations: [{key: level, operator: " \
               operator", value: "                     \
                       "'" value "', effect: NoSchedule}]")
#define NO ": !node(s) had untolerated taint(s)\n"
#define NONE "a" NO "b" NO "c" NO "d" NO "e" NO "f" NO "g" NO "h" NO "i" NO
  FilterScene scene = { .plugins = "TaintToleration",
                        .gates = "TaintTolerationComparisonOperators" };

  (void) state;
  scene.manifest = LEVELS TOLERATES ("Gt", "950");
  filter_scene_in (&scene, "1.35.6",
                   "a" NO "b" NO "c: fits\nd" NO "e" NO "f" NO "g" NO "h" NO
                   "i" NO);
  scene.manifest = LEVELS TOLERATES ("Lt", "950");
  filter_scene_in (&scene, "1.36.3",
                   "a: fits\nb" NO "c" NO "d" NO "e" NO "f" NO "g" NO "h" NO
                   "i: fits\n");
  scene.manifest = LEVELS TOLERATES ("Lt", "+950");
  filter_scene_in (&scene, "1.36.3", NONE);
  scene.manifest = LEVELS TOLERATES ("Gt", "950");
  scene.gates = NULL;
  filter_scene_in (&scene, "1.36.3", NONE);
#undef NONE
#undef NO
#undef TOLERATES
#undef LEVELS
#undef LEVEL
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_taints),
    cmocka_unit_test (test_comparing_tolerations),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
