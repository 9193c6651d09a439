/* test-taint-toleration-hints.c - events that help pods which taints kept away
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_taint_toleration (void **state)
{
#define TAINTED(effect) \
  NODE_WITH ("n1", "", "taints: [{key: k, value: v, effect: " effect "}]", "")
  static const char clean[] = NODE_WITH ("n1", "", "", ""),
                    tainted[] = TAINTED ("NoSchedule"),
                    soft[] = TAINTED ("PreferNoSchedule"),
                    hard[] = TAINTED ("NoExecute");
  static const char plain[] = PENDING ("", "");

  ASK (TRUE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       tainted, clean);
  ASK (TRUE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       tainted, soft);
  ASK (FALSE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       tainted, hard);
  ASK (FALSE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       clean, clean);
  ASK (FALSE, "TaintToleration", IN (34), plain,
       EVENT (NODE_ALLOCATABLE_CHANGE), tainted, clean);
  ASK (TRUE, "TaintToleration", IN (31), plain, EVENT (NODE_ALLOCATABLE_CHANGE),
       tainted, clean);
  ASK (TRUE, "TaintToleration", IN (24), plain, EVENT (NODE_LABEL_CHANGE),
       tainted, tainted);
  ASK (FALSE, "TaintToleration", IN (23), plain, EVENT (NODE_LABEL_CHANGE),
       tainted, tainted);
  ASK (TRUE, "TaintToleration", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), plain,
       PENDING ("", "tolerations: [{key: other}]"));
#undef TAINTED
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_taint_toleration),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
