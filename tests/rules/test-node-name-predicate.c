/* test-node-name-predicate.c - HostName: pods with and without a nodeName
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define NODES NODE ("n1", "kubernetes.io/hostname: n2", "") NODE ("n2", "", "")

static void
test_pod_that_names_no_node_fits_all (void **state)
{
  ask (&(const Question){ .info = &fit_host_name,
                          .manifest = NODES PENDING ("", "") },
       "n1: yes\nn2: yes\n");
}

/* By the name of the node: its label does not matter. */
static void
test_pod_fits_the_node_it_names (void **state)
{
  ask (&(const Question){ .info = &fit_host_name,
                          .manifest = NODES PENDING ("", "nodeName: n2") },
       "n1: node(s) didn't match the requested hostname\nn2: yes\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pod_that_names_no_node_fits_all),
    cmocka_unit_test (test_pod_fits_the_node_it_names),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
