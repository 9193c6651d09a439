/* test-other-plugins-hints.c - events that help pods which gates hold back
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_scheduling_gates (void **state)
{
  static const char gated[] = PENDING ("", "schedulingGates: [{name: g}]"),
                    open[] = PENDING ("", ""),
                    other[] = POD ("x", "namespace: ns", "");

  ASK (TRUE, "SchedulingGates", IN (34), gated,
       EVENT (PENDING_POD_GATES_ELIMINATED), gated, open);
  ASK (FALSE, "SchedulingGates", IN (34), gated,
       EVENT (PENDING_POD_GATES_ELIMINATED), gated, other);
  ASK (FALSE, "SchedulingGates", IN (34), gated,
       EVENT (PENDING_POD_LABEL_CHANGE), gated, gated);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_scheduling_gates),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
