/* test-taint-toleration-predicate.c - PodToleratesNodeTaints and its variant for NoExecute
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define TAINTED(name, taints) NODE_WITH (name, "", "taints: [" taints "]", "")
#define TAINT(key, value, effect) \
  "{key: " key ", value: " value ", effect: " effect "}"

#define NODES                                            \
  NODE ("clean", "", "")                                 \
  TAINTED ("hard", TAINT ("k", "v", "NoSchedule"))       \
  TAINTED ("soft", TAINT ("k", "v", "PreferNoSchedule")) \
  TAINTED ("evict", TAINT ("k", "v", "NoExecute"))       \
  TAINTED ("two",                                        \
           TAINT ("k", "v", "NoSchedule") ", " TAINT ("j", "w", "NoExecute"))

#define TOLERATING(tolerations) \
  NODES PENDING ("", "tolerations: [" tolerations "]")

#define NO "node(s) had taints that the pod didn't tolerate"
#define ANSWERS(hard, evict, two) \
  "clean: yes\nhard: " hard "\nsoft: yes\nevict: " evict "\ntwo: " two "\n"

static const struct
{
  const char *manifest;
  const char *expected;
} rows[] = {
  /* clang-format off */
  { TOLERATING (""), ANSWERS (NO, NO, NO) },
  { TOLERATING ("{operator: Exists}"), ANSWERS ("yes", "yes", "yes") },
  { TOLERATING ("{key: k, operator: Exists}"), ANSWERS ("yes", "yes", NO) },
  { TOLERATING ("{key: k, value: v, effect: NoSchedule}"), ANSWERS ("yes", NO, NO) },
  { TOLERATING ("{key: k, value: v, effect: NoExecute}"), ANSWERS (NO, "yes", NO) },
  { TOLERATING ("{key: k, value: x}"), ANSWERS (NO, NO, NO) },
  { TOLERATING ("{key: k, value: v}, {key: j, operator: Equal, value: w}"), ANSWERS ("yes", "yes", "yes") },
  /* Any key, but the value counts. */
  { TOLERATING ("{value: v}"), ANSWERS ("yes", "yes", NO) },
  { TOLERATING ("{key: k, operator: Near, value: v}"), ANSWERS (NO, NO, NO) },
  { TOLERATING ("{key: k, operator: Exists, effect: PreferNoSchedule}"), ANSWERS (NO, NO, NO) },
  /* clang-format on */
};

static void
test_every_hard_taint_wants_a_toleration (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ask (&(const Question){ .info = &fit_pod_tolerates_node_taints,
                            .manifest = rows[i].manifest },
         rows[i].expected);
}

static void
test_the_other_predicate_looks_at_no_execute_only (void **state)
{
  ask (&(const Question){ .info = &fit_pod_tolerates_node_no_execute_taints,
                          .manifest = TOLERATING ("") },
       ANSWERS ("yes", NO, NO));
  ask (&(const Question){ .info = &fit_pod_tolerates_node_no_execute_taints,
                          .manifest
                          = TOLERATING ("{key: j, operator: Exists}") },
       ANSWERS ("yes", NO, "yes"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_hard_taint_wants_a_toleration),
    cmocka_unit_test (test_the_other_predicate_looks_at_no_execute_only),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
