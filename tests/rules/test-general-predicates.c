/* test-general-predicates.c - GeneralPredicates: all of its parts are asked, in order
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define CPU "Insufficient cpu"
#define HOSTNAME "node(s) didn't match the requested hostname"
#define BUSY_PORTS "node(s) didn't have free ports for the requested pod ports"
#define SELECTOR "node(s) didn't match node selector"

static void
test_all_four_are_asked_in_order (void **state)
{
  ask (
      &(const Question){
          .info = &fit_general_predicates,
          .manifest = NODE ("n1", "", "cpu: 1, pods: 1")
              NODE ("n2", "a: b", "cpu: 9, pods: 9") PLACED_WITH (
                  "p1", "n1", "",
                  "containers: [{name: c, ports: [{hostPort: 80}]}]")
                  PENDING ("", "nodeName: n2, nodeSelector: {a: b}, "
                               "containers: [{name: c, resources: {requests: "
                               "{cpu: 2}}, ports: [{hostPort: 80}]}]") },
      "n1: Insufficient pods; " CPU "; " HOSTNAME "; " BUSY_PORTS "; " SELECTOR
      "\nn2: yes\n");
}

static void
test_one_that_fails_is_enough (void **state)
{
#define NODES NODE ("n1", "", "cpu: 1, pods: 9")
  ask (&(const Question){ .info = &fit_general_predicates,
                          .manifest = NODES PENDING ("", REQUESTS ("cpu: 2")) },
       "n1: " CPU "\n");
  ask (&(const Question){ .info = &fit_general_predicates,
                          .manifest = NODES PENDING ("", "nodeName: n2") },
       "n1: " HOSTNAME "\n");
  ask (&(const Question){ .info = &fit_general_predicates,
                          .manifest
                          = NODES PENDING ("", "nodeSelector: {a: b}") },
       "n1: " SELECTOR "\n");
  ask (&(const Question){ .info = &fit_general_predicates,
                          .manifest = NODES PENDING ("", "") },
       "n1: yes\n");
#undef NODES
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_all_four_are_asked_in_order),
    cmocka_unit_test (test_one_that_fails_is_enough),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
