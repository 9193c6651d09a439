/* test-queue-gates.c - pods wait for their scheduling gates
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/queue-gates.h"

#include "tests/support/cluster.h"

static void
assert_gates (const char *spec, gboolean closed, const char *message)
{
  g_autofree char *text
      = g_strdup_printf (POD ("p", "namespace: ns", "%s"), spec);
  g_autoptr (FitPod) pod = pod_from (text);
  g_autofree char *found = fit_scheduling_gates_message (pod);

  assert_int_equal (pod->spec->n_scheduling_gates > 0, closed);
  assert_string_equal (found, message);
}

static void
test_gates_keep_a_pod_waiting (void **state)
{
  assert_gates ("schedulingGates: [{name: a.io/x}]", TRUE,
                "waiting for scheduling gates: [a.io/x]");
  assert_gates ("schedulingGates: [{name: b}, {name: a}]", TRUE,
                "waiting for scheduling gates: [b a]");
}

static void
test_no_gates_are_open (void **state)
{
  assert_gates ("schedulingGates: []", FALSE,
                "waiting for scheduling gates: []");
  assert_gates ("", FALSE, "waiting for scheduling gates: []");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_gates_keep_a_pod_waiting),
    cmocka_unit_test (test_no_gates_are_open),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
