/* test-taint-toleration.c - taints that keep a pod away, release by release */
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
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_taints),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
