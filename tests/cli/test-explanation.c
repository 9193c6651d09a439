/* Amounts, reasons, filters and lists of names in explanations.  What an
 * explanation says as a whole is in tests/cli/transcripts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/explain-nodes.h"

static void
assert_owned (char *got, const char *expected)
{
  assert_string_equal (got, expected);
  g_free (got);
}

static void
test_amounts (void **state)
{
  assert_owned (fit_amount_format ("cpu", 1500), "1500m");
  assert_owned (fit_amount_format ("memory", 3 << 20), "3Mi");
  assert_owned (fit_amount_format ("ephemeral-storage", 1 << 30), "1Gi");
  assert_owned (fit_amount_format ("hugepages-2Mi", 4 << 20), "4Mi");
  assert_owned (fit_amount_format ("pods", 1024), "1024");
  assert_owned (fit_amount_format ("example.com/gpu", 2), "2");
}

static void
test_reasons (void **state)
{
  const FitReason cpu = { .code = FIT_REASON_INSUFFICIENT_RESOURCE,
                          .text = "cpu",
                          .requested = 500,
                          .used = 3800,
                          .capacity = 4000 };
  const FitReason overfull = { .code = FIT_REASON_INSUFFICIENT_RESOURCE,
                               .text = "memory",
                               .requested = 1,
                               .used = 3 << 20,
                               .capacity = 1 << 20 };
  const FitReason too_big = { .code = FIT_REASON_INSUFFICIENT_CAPACITY,
                              .text = "cpu",
                              .requested = 5000,
                              .used = 1000,
                              .capacity = 4000 };
  const FitReason taints = { .code = FIT_REASON_TAINTS };
  const FitReason custom
      = { .code = FIT_REASON_CUSTOM, .text = "not on Fridays" };

  assert_owned (fit_reason_describe (&cpu),
                "Insufficient cpu: asked 500m, used 3800m of 4, free 200m");
  assert_owned (fit_reason_describe (&overfull),
                "Insufficient memory: asked 1, used 3Mi of 1Mi, free -2Mi");
  assert_owned (fit_reason_describe (&too_big),
                "Insufficient cpu: asked 5, the node has 4");
  assert_owned (fit_reason_describe (&taints),
                "node(s) had taints that the pod didn't tolerate");
  assert_owned (fit_reason_describe (&custom), "not on Fridays");
}

static void
test_failure_codes (void **state)
{
  const FitReason reasons[]
      = { { .code = FIT_REASON_INSUFFICIENT_RESOURCE, .text = "cpu" },
          { .code = FIT_REASON_INSUFFICIENT_CAPACITY, .text = "memory" } };

  assert_int_equal (fit_failure_code (reasons, 1), FIT_STATUS_UNSCHEDULABLE);
  assert_int_equal (fit_failure_code (reasons, 2),
                    FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE);
}

static gboolean
matches (const char *list, const char *name)
{
  g_auto (FitNodeFilter) filter;

  fit_node_filter_init (&filter, list);
  return fit_node_filter_matches (&filter, name);
}

static void
test_filter (void **state)
{
  assert_true (matches (NULL, "a"));
  assert_true (matches ("a", "a"));
  assert_false (matches ("a", "ab"));
  assert_true (matches ("x,a*,y", "ab"));
  assert_true (matches ("b, ab", "ab"));
  assert_true (matches ("node-?", "node-1"));
  assert_false (matches ("node-?", "node-10"));
  assert_false (matches ("", "a"));
}

static void
test_filter_check (void **state)
{
  g_autoptr (FitCache) cache = fit_cache_new (fit_feature_gates_default ());
  g_auto (FitNodeFilter) filter;
  g_autoptr (GError) error = NULL;

  fit_node_filter_init (&filter, "*");
  assert_false (fit_node_filter_check (&filter, cache, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND));
}

static void
assert_names (guint n, const char *expected)
{
  static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
  g_autoptr (GPtrArray) array = g_ptr_array_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (array, (gpointer) names[i]);
  fit_append_names (array, out);
  assert_string_equal (out->str, expected);
}

static void
test_names (void **state)
{
  assert_names (0, "");
  assert_names (1, "a");
  assert_names (4, "a, b, c, d");
  assert_names (5, "a, b, c, ... and 2 more");
  assert_names (6, "a, b, c, ... and 3 more");
}

static void
test_keys (void **state)
{
  assert_owned (fit_voter_key (0), "A");
  assert_owned (fit_voter_key (25), "Z");
  assert_owned (fit_voter_key (26), "A1");
  assert_owned (fit_voter_key (53), "B2");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_amounts),       cmocka_unit_test (test_reasons),
    cmocka_unit_test (test_failure_codes), cmocka_unit_test (test_filter),
    cmocka_unit_test (test_filter_check),  cmocka_unit_test (test_names),
    cmocka_unit_test (test_keys),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
