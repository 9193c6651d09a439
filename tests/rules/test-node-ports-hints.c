/* test-node-ports-hints.c - events that help pods which wait for a host port
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_node_ports (void **state)
{
#define PORT(port) "containers: [{name: c, ports: [{hostPort: " port "}]}]"
  static const char web[] = PENDING ("", PORT ("80")),
                    same[] = PLACED_WITH ("a", "n1", "", PORT ("80")),
                    other[] = PLACED_WITH ("a", "n1", "", PORT ("81")),
                    waiting[] = POD ("a", "namespace: ns", PORT ("80"));

  ASK (TRUE, "NodePorts", IN (34), web, EVENT (ASSIGNED_POD_DELETE), same);
  ASK (FALSE, "NodePorts", IN (34), web, EVENT (ASSIGNED_POD_DELETE), other);
  ASK (FALSE, "NodePorts", IN (34), web, EVENT (ASSIGNED_POD_DELETE), waiting);
  ASK (TRUE, "NodePorts", IN (28), web, EVENT (ASSIGNED_POD_DELETE), other);
  ASK (FALSE, "NodePorts", IN (34), web, EVENT (NODE_LABEL_CHANGE),
       NODE ("n1", "", ""), NODE ("n1", "a: b", ""));
  ASK (TRUE, "NodePorts", IN (31), web, EVENT (NODE_LABEL_CHANGE),
       NODE ("n1", "", ""), NODE ("n1", "a: b", ""));
#undef PORT
}

/* Ports are the same if number, protocol and address are; 0.0.0.0 is every
 * address. */
static void
test_ports_that_are_freed (void **state)
{
#define PORTS(list) "containers: [{name: c, ports: [" list "]}]"
#define GONE(list) PLACED_WITH ("a", "n1", "", PORTS (list))
  static const char any[] = PENDING ("", PORTS ("{hostPort: 53}")),
                    one[] = PENDING ("", PORTS ("{hostPort: 80, hostIP: "
                                                "10.0.0.1}, {hostPort: 53, "
                                                "protocol: UDP}")),
                    none[] = PENDING ("", PORTS ("{containerPort: 53}"));

  (void) state;
  CHANGES ("NodePorts", ASSIGNED_POD_DELETE,
           {
               { any, GONE ("{hostPort: 53}"), NULL, TRUE },
               { any, GONE ("{hostPort: 53, hostIP: 10.0.0.1}"), NULL, TRUE },
               { any, GONE ("{hostPort: 53, protocol: UDP}"), NULL, FALSE },
               { any, GONE ("{hostPort: 54}"), NULL, FALSE },
               { any, GONE ("{hostPort: 54}, {hostPort: 53}"), NULL, TRUE },
               { any, GONE ("{containerPort: 53}"), NULL, FALSE },
               { one, GONE ("{hostPort: 80}"), NULL, TRUE },
               { one, GONE ("{hostPort: 80, hostIP: 10.0.0.1}"), NULL, TRUE },
               { one, GONE ("{hostPort: 80, hostIP: 10.0.0.2}"), NULL, FALSE },
               { one, GONE ("{hostPort: 53, protocol: UDP}"), NULL, TRUE },
               { one, GONE ("{hostPort: 53, protocol: TCP}"), NULL, FALSE },
               { none, GONE ("{hostPort: 53}"), NULL, FALSE },
           });
#undef GONE
#undef PORTS
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_ports),
    cmocka_unit_test (test_ports_that_are_freed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
