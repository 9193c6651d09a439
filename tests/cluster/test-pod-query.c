/* test-pod-query.c - which queries are the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pod-index-private.h"
#include "tests/support/cluster.h"
#include "tests/support/cmocka.h"

/* Queries of one condition, or of none, whose hashes are the same by chance. */
static void
test_equal (void **state)
{
  g_autoptr (FitSelector) all = fit_selector_new_everything (),
                          none = fit_selector_new_nothing ();
  g_autoptr (Interned) here = fit_intern ("here"), there = fit_intern ("there");
  const char *in_here[] = { here }, *in_there[] = { there };
  FitPodCondition conditions[] = {
    { .n_namespaces = 1, .namespaces = in_here, .selector = all },
    { .n_namespaces = 1, .namespaces = in_there, .selector = all },
    { .n_namespaces = 0, .selector = all },
    { .n_namespaces = 1, .namespaces = in_here, .selector = none },
    { .n_namespaces = 1,
      .namespaces = in_here,
      .selector = all,
      .nowhere = TRUE },
  };
  const FitPodQuery empty = { .hash = 7 };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      const FitPodQuery x = { .n = 1, .conditions = &conditions[i], .hash = 7 },
                        other_hash
                        = { .n = 1, .conditions = &conditions[i], .hash = 8 };

      assert_false (fit_pod_query_equal (&x, &empty));
      assert_false (fit_pod_query_equal (&x, &other_hash));
      for (guint j = 0; j < G_N_ELEMENTS (conditions); j++)
        {
          const FitPodQuery y
              = { .n = 1, .conditions = &conditions[j], .hash = 7 };

          assert_int_equal (fit_pod_query_equal (&x, &y), i == j);
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_equal),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
