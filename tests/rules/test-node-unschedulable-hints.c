/* test-node-unschedulable-hints.c - events that help pods which cordoned nodes rejected
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_node_unschedulable (void **state)
{
  static const char open[] = NODE_WITH ("n1", "", "", ""),
                    closed[] = NODE_WITH ("n1", "", "unschedulable: true", "");
  static const char plain[]
      = PENDING ("", ""),
      tolerant[]
      = PENDING ("", "tolerations: [{key: node.kubernetes.io/unschedulable, "
                     "operator: Exists}]"),
      other[] = PENDING ("", "tolerations: [{key: a}]"),
      stranger[]
      = POD ("x", "namespace: ns", "tolerations: [{operator: Exists}]");

  ASK (TRUE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_ADD), NULL, open);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_ADD), NULL,
       closed);
  ASK (TRUE, "NodeUnschedulable", IN (34), plain,
       EVENT (NODE_SPEC_UNSCHEDULABLE_CHANGE), closed, open);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       open, open);
  ASK (TRUE, "NodeUnschedulable", IN (30), plain, EVENT (NODE_LABEL_CHANGE),
       open, open);
  ASK (TRUE, "NodeUnschedulable", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), plain, tolerant);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), plain, other);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), stranger, stranger);
  ASK (TRUE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_LABEL_CHANGE),
       closed, closed, .no_hints = TRUE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_unschedulable),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
