/* test-bench-decisions.c - on the workloads of the benchmark the decisions are
 * those of kube-scheduler v1.16, wherever these are known
 *
 * Under a sanitizer only the smallest lines run, unless FIT_TEST_LONG is set.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-line.h"
#include "tests/support/cmocka.h"

#define SMALLEST_NODES 100

static guint
most_nodes (void)
{
  const char *sanitizers = g_getenv ("FIT_TEST_SANITIZERS");
  gboolean slow = sanitizers && !g_str_equal (sanitizers, "no");

  return slow && !g_getenv ("FIT_TEST_LONG") ? SMALLEST_NODES : 0;
}

/* Runs the lines of the template that @state names. */
static void
decides_as_v1_16 (void **state)
{
  const BenchFilter filter = { .most_nodes = most_nodes () };
  const BenchOptions options = { 0 };
  g_autoptr (GPtrArray) lines = bench_lines_read (BENCH_DATA_DIR, NULL);
  guint n_checked = 0;

  assert_non_null (lines);
  for (guint i = 0; i < lines->len; i++)
    {
      const BenchLine *line = lines->pdata[i];
      const char *name = workload_template_name (line->workload.template_);
      g_autoptr (GError) error = NULL;
      BenchResult result;

      if (!g_str_equal (name, *state) || !line->digest
          || !bench_line_matches (line, &filter))
        continue;
      if (!bench_line_run (line, &options, &result, &error))
        fail_msg ("%s: %s", line->name, error->message);
      if (result.verdict != BENCH_RIGHT)
        fail_msg ("%s: %u of %u pods placed, decisions %s, expected %s",
                  line->name, result.placed, result.pods, result.digest,
                  line->digest);
      n_checked++;
    }
  assert_int_not_equal (n_checked, 0);
}

#define DECIDES(template_)                                                 \
  {                                                                        \
    .name = "decides as v1.16: " template_, .test_func = decides_as_v1_16, \
    .initial_state = (void *) template_,                                   \
  }

int
main (void)
{
  const struct CMUnitTest tests[] = {
    DECIDES ("basic"),
    DECIDES ("node-affinity"),
    DECIDES ("pod-affinity"),
    DECIDES ("pod-anti-affinity"),
    DECIDES ("preferred-affinity"),
    DECIDES ("selector-spread"),
    DECIDES ("taints"),
    DECIDES ("mixed"),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
