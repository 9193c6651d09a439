/* Amounts, reasons, filters and lists of names in explanations.  What an
 * explanation says as a whole is in tests/cli/transcripts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/texts.h"
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
test_bars (void **state)
{
  g_autoptr (FitDetail) detail = fit_detail_new (NULL);
  FitBar bar = { .message = "not on Fridays" };

  assert_owned (fit_bar_describe (&bar), "not on Fridays");
  bar.detail = detail;
  assert_owned (fit_bar_describe (&bar), "not on Fridays");
  fit_detail_say (detail, "today is %s", "Friday");
  assert_owned (fit_bar_describe (&bar), "not on Fridays: today is Friday");
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
  g_auto (FitNamePatterns) filter;

  fit_name_patterns_init (&filter, list);
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
  g_auto (FitNamePatterns) filter;
  g_autoptr (GError) error = NULL;

  fit_name_patterns_init (&filter, "*");
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
    cmocka_unit_test (test_amounts),       cmocka_unit_test (test_bars),
    cmocka_unit_test (test_failure_codes), cmocka_unit_test (test_filter),
    cmocka_unit_test (test_filter_check),  cmocka_unit_test (test_names),
    cmocka_unit_test (test_keys),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
