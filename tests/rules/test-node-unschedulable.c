/* test-node-unschedulable.c - CheckNodeUnschedulable: cordoned nodes, and pods that tolerate them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define NODES \
  NODE ("n1", "", "") NODE_WITH ("n2", "", "unschedulable: true", "")

#define KEY "node.kubernetes.io/unschedulable"
#define CORDONED "n1: yes\nn2: node(s) were unschedulable\n"
#define TOLERATED "n1: yes\nn2: yes\n"

static const struct
{
  const char *manifest;
  const char *expected;
} rows[] = {
  /* clang-format off */
  { NODES PENDING ("", ""), CORDONED },
  { NODES PENDING ("", "tolerations: [{key: " KEY ", operator: Exists}]"), TOLERATED },
  { NODES PENDING ("", "tolerations: [{key: " KEY ", effect: NoSchedule}]"), TOLERATED },
  { NODES PENDING ("", "tolerations: [{operator: Exists}]"), TOLERATED },
  { NODES PENDING ("", "tolerations: [{key: " KEY ", operator: Exists, effect: NoExecute}]"), CORDONED },
  { NODES PENDING ("", "tolerations: [{key: " KEY ", value: x}]"), CORDONED },
  { NODES PENDING ("", "tolerations: [{key: other, operator: Exists}]"), CORDONED },
  /* clang-format on */
};

static void
test_cordoned_node_wants_a_toleration (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ask (&(const Question){ .info = &fit_check_node_unschedulable,
                            .manifest = rows[i].manifest },
         rows[i].expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_cordoned_node_wants_a_toleration),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
