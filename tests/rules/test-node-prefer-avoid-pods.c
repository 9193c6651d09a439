/* test-node-prefer-avoid-pods.c - nodes that ask to be left alone
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define AVOID(name, kind, uid)                                                \
  NODE_WITH (name,                                                            \
             "annotations: {scheduler.alpha.kubernetes.io/preferAvoidPods: "  \
             "'{\"preferAvoidPods\": [{\"podSignature\": {\"podController\":" \
             " {\"kind\": \"" kind "\", \"uid\": \"" uid "\"}}}]}'}",         \
             "", "")
#define NODES                                         \
  AVOID ("same", "ReplicaSet", "u1")                  \
  AVOID ("other-uid", "ReplicaSet", "u2")             \
  AVOID ("other-kind", "ReplicationController", "u1") \
  AVOID ("set", "StatefulSet", "u1")                  \
  NODE ("silent", "", "")
#define OWNED_BY(kind, controller)                         \
  POD ("pending",                                          \
       "namespace: ns, ownerReferences: [{kind: " kind     \
       ", name: x, uid: u1, controller: " controller "}]", \
       "")

static void
assert_avoided (const char *manifest, const char *expected)
{
  const Scenario scenario
      = { .info = &fit_node_prefer_avoid_pods_priority, .manifest = manifest };

  scenario_assert (&scenario, expected);
}

static void
test_kind_and_uid (void **state)
{
  assert_avoided (NODES OWNED_BY ("ReplicaSet", "true"), "0 10 10 10 10");
  assert_avoided (NODES OWNED_BY ("ReplicationController", "true"),
                  "10 10 0 10 10");
}

static void
test_other_owners_are_not_avoided (void **state)
{
  assert_avoided (NODES OWNED_BY ("StatefulSet", "true"), "10 10 10 10 10");
  assert_avoided (NODES OWNED_BY ("ReplicaSet", "false"), "10 10 10 10 10");
  assert_avoided (NODES PENDING ("", ""), "10 10 10 10 10");
}

static void
test_outweighs_all (void **state)
{
  assert_int_equal (fit_node_prefer_avoid_pods_priority.weight, 10000);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_kind_and_uid),
    cmocka_unit_test (test_other_owners_are_not_avoided),
    cmocka_unit_test (test_outweighs_all),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
