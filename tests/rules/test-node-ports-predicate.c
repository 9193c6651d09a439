/* test-node-ports-predicate.c - PodFitsHostPorts: addresses, protocols and ports that collide
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define PORTS(ports) "containers: [{name: c, ports: [" ports "]}]"

/* On n1 all addresses are in use, on n2 one is. */
#define NODES                                            \
  NODE ("n1", "", "")                                    \
  NODE ("n2", "", "")                                    \
  PLACED_WITH ("p1", "n1", "", PORTS ("{hostPort: 80}")) \
  PLACED_WITH ("p2", "n2", "", PORTS ("{hostPort: 80, hostIP: 10.0.0.1}"))

#define NO "node(s) didn't have free ports for the requested pod ports"
#define ANSWERS(n1, n2) "n1: " n1 "\nn2: " n2 "\n"

static const struct
{
  const char *manifest;
  const char *expected;
} rows[] = {
  /* clang-format off */
  { NODES PENDING ("", PORTS ("{containerPort: 80}")), ANSWERS ("yes", "yes") },
  { NODES PENDING ("", PORTS ("{hostPort: 80}")), ANSWERS (NO, NO) },
  { NODES PENDING ("", PORTS ("{hostPort: 81}, {hostPort: 80}")), ANSWERS (NO, NO) },
  { NODES PENDING ("", PORTS ("{hostPort: 81}")), ANSWERS ("yes", "yes") },
  { NODES PENDING ("", PORTS ("{hostPort: 80, protocol: UDP}")), ANSWERS ("yes", "yes") },
  { NODES PENDING ("", PORTS ("{hostPort: 80, hostIP: 10.0.0.2}")), ANSWERS (NO, "yes") },
  { NODES PENDING ("", PORTS ("{hostPort: 80, hostIP: 10.0.0.1}")), ANSWERS (NO, NO) },
  /* The address of IPv6 for "all" is just a text. */
  { NODES PENDING ("", PORTS ("{hostPort: 80, hostIP: '::'}")), ANSWERS (NO, "yes") },
  /* Ports of init containers do not count, nor the pod's own among themselves. */
  { NODES PENDING ("", "initContainers: [{name: i, ports: [{hostPort: 80}]}]"), ANSWERS ("yes", "yes") },
  { NODES PENDING ("", PORTS ("{hostPort: 81}, {hostPort: 81}")), ANSWERS ("yes", "yes") },
  /* clang-format on */
};

static void
test_ports_must_be_free (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ask (&(const Question){ .info = &fit_pod_fits_host_ports,
                            .manifest = rows[i].manifest },
         rows[i].expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_ports_must_be_free),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
