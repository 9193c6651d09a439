/* test-check-node-condition.c - CheckNodeCondition: which conditions and cordons keep pods away
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define WITH(name, spec, conditions) \
  NODE_WITH (name, "", spec, "conditions: [" conditions "]")

#define READY(status) "{type: Ready, status: '" status "'}"
#define NO_NETWORK(status) "{type: NetworkUnavailable, status: '" status "'}"

#define NOT_READY "node(s) were not ready"
#define NETWORK "node(s) had unavailable network"
#define CORDONED "node(s) were unschedulable"

static void
expect (const char *manifest, const char *expected)
{
  ask (&(const Question){ .info = &fit_check_node_condition,
                          .manifest = manifest },
       expected);
}

static void
test_node_must_be_ready (void **state)
{
  expect (PENDING ("", "") WITH ("n1", "", READY ("True"))
              WITH ("n2", "", READY ("False"))
                  WITH ("n3", "", READY ("Unknown")),
          "n1: yes\nn2: " NOT_READY "\nn3: " NOT_READY "\n");
}

static void
test_network_must_be_there (void **state)
{
  expect (PENDING ("", "") WITH ("n1", "", NO_NETWORK ("False"))
              WITH ("n2", "", NO_NETWORK ("True"))
                  WITH ("n3", "", NO_NETWORK ("Unknown")),
          "n1: yes\nn2: " NETWORK "\nn3: " NETWORK "\n");
}

static void
test_absent_and_other_conditions_are_fine (void **state)
{
  expect (PENDING ("", "") WITH ("n1", "", "")
              WITH ("n2", "",
                    "{type: MemoryPressure, status: 'True'}, "
                    "{type: OutOfDisk, status: 'True'}"),
          "n1: yes\nn2: yes\n");
}

static void
test_cordoned_node_is_refused_whatever_the_pod_tolerates (void **state)
{
  expect (PENDING ("", "tolerations: [{operator: Exists}]")
              WITH ("n1", "unschedulable: true", READY ("True")),
          "n1: " CORDONED "\n");
}

static void
test_reasons_come_in_the_order_of_the_conditions (void **state)
{
  expect (PENDING ("", "") WITH ("n1", "unschedulable: true",
                                 NO_NETWORK ("True") ", " READY ("False"))
              WITH ("n2", "",
                    READY ("False") ", " NO_NETWORK ("True") ", " READY (
                        "Unknown")),
          "n1: " NETWORK "; " NOT_READY "; " CORDONED "\n"
          "n2: " NOT_READY "; " NETWORK "; " NOT_READY "\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_must_be_ready),
    cmocka_unit_test (test_network_must_be_there),
    cmocka_unit_test (test_absent_and_other_conditions_are_fine),
    cmocka_unit_test (test_cordoned_node_is_refused_whatever_the_pod_tolerates),
    cmocka_unit_test (test_reasons_come_in_the_order_of_the_conditions),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
