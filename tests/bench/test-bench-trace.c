/* test-bench-trace.c - the traces of the benchmark, and what replaying them
 * leaves behind
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib/gstdio.h>

#include "simulate/trace.h"
#include "tests/bench/bench-trace.h"
#include "tests/support/cmocka.h"

/* Where the trace of a test is. */
typedef struct
{
  char *directory;
  char *path;
} Place;

static int
make_place (void **state)
{
  Place *place = g_new0 (Place, 1);

  place->directory = g_dir_make_tmp ("fitsched-test-XXXXXX", NULL);
  assert_non_null (place->directory);
  place->path = g_build_filename (place->directory, "trace.jsonl", NULL);
  *state = place;
  return 0;
}

static int
remove_place (void **state)
{
  Place *place = *state;

  g_unlink (place->path);
  g_rmdir (place->directory);
  g_free (place->path);
  g_free (place->directory);
  g_free (place);
  return 0;
}

static void
write_trace (const Place *place, const TraceWorkload *trace)
{
  g_autoptr (GError) error = NULL;

  if (!trace_workload_write (trace, place->path, &error))
    fail_msg ("%s", error->message);
}

static BenchTraceResult
replay (const Place *place, const TraceWorkload *trace)
{
  g_autoptr (GError) error = NULL;
  BenchTraceResult result = { 0 };

  write_trace (place, trace);
  if (!bench_trace_run (trace, place->path, &result, &error))
    fail_msg ("%s", error->message);
  return result;
}

/* -- traces ---------------------------------------------------------------- */

static void
bytes_never_change (void **state)
{
  const Place *place = *state;
  const TraceWorkload trace = { 7, 20, 100, WORKLOAD_MIXED };
  g_autofree char *text = NULL;
  g_autofree char *digest = NULL;
  gsize len;

  write_trace (place, &trace);
  assert_true (g_file_get_contents (place->path, &text, &len, NULL));
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  assert_string_equal (
      digest,
      "25bd3b8fc674a5e8850a720f6a8a7d1ad2deb4018b02530cf3b9289dc8244f30");
}

static void
pods_come_and_go (void **state)
{
  const Place *place = *state;
  const TraceWorkload trace = { 7, 20, 101, WORKLOAD_MIXED };
  g_autoptr (FitTraceReader) reader = NULL;
  const FitTraceEvent *event;
  guint n_lines = 0, n_events = 0, n_live = 0, most_live = 0;
  gint64 last_ns = 0;

  write_trace (place, &trace);
  reader = fit_trace_reader_new (place->path, FIT_DECODE_AS_IS, NULL);
  assert_non_null (reader);
  while (fit_trace_reader_next (reader, &event, NULL) && event)
    {
      n_lines++;
      assert_true (event->relative);
      assert_true (event->time_ns >= last_ns);
      last_ns = event->time_ns;
      if (event->kind != FIT_KIND_POD)
        {
          assert_int_equal (n_events, 0);
          assert_int_equal (event->verb, FIT_TRACE_ADD);
          continue;
        }
      n_events++;
      n_live += event->verb == FIT_TRACE_ADD ? 1 : -1;
      most_live = MAX (most_live, n_live);
      if (n_events > trace.live)
        assert_in_range (n_live, trace.live - 1, trace.live);
    }
  assert_int_equal (n_lines, trace_workload_count_lines (&trace));
  assert_int_equal (n_events, trace.events);
  assert_int_equal (most_live, trace.live);
  assert_true (last_ns
               == (gint64) trace.events * TRACE_WORKLOAD_STEP_MS * 1000000);
}

/* -- replays --------------------------------------------------------------- */

/* Ten times as many pods pass through, and no trace is left of them.  What is
 * kept on purpose, such as room in tables, has grown by a twelfth, or a little
 * more; 30 bytes for each event would be twice that. */
static void
memory_does_not_grow (void **state)
{
  const TraceWorkload brief = { 40, 80, 400, WORKLOAD_MIXED };
  const TraceWorkload extended = { 40, 80, 4000, WORKLOAD_MIXED };
  BenchTracePair pair;

  pair.brief = replay (*state, &brief);
  pair.extended = replay (*state, &extended);
  assert_int_equal (pair.brief.events, brief.events);
  assert_int_equal (pair.extended.events, extended.events);
  assert_int_equal (pair.extended.bound, 80 + (4000 - 80) / 2);
  assert_int_equal (pair.extended.pending, 0);
  assert_int_equal (pair.extended.left, 80);
  assert_true (pair.brief.heap_mib > 0);
  if (pair.extended.heap_mib > 1.15 * pair.brief.heap_mib)
    fail_msg ("%u events leave %f MiB, %u events %f MiB", pair.brief.events,
              pair.brief.heap_mib, pair.extended.events,
              pair.extended.heap_mib);
}

/* The node holds 40 pods: another one is bound when one of them has gone. */
static void
failed_pods_are_bound_later (void **state)
{
  const TraceWorkload trace = { 1, 41, 201, WORKLOAD_BASIC };
  const BenchTraceResult result = replay (*state, &trace);

  assert_true (result.failed > 0);
  assert_true (result.bound > 40);
  assert_int_equal (result.left, 41);
  assert_int_equal (result.pending, 1);
}

#define TEST(function) \
  cmocka_unit_test_setup_teardown (function, make_place, remove_place)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (bytes_never_change),
    TEST (pods_come_and_go),
    TEST (memory_does_not_grow),
    TEST (failed_pods_are_bound_later),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
