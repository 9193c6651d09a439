/* bench-trace.c - times the complete scheduler while pods come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-trace.h"

#include <stddef.h>

#include <glib/gstdio.h>

#include "algorithmprovider/defaults.h"
#include "simulate/replay.h"
#include "tests/bench/bench-child.h"
#include "tests/bench/bench-stats.h"

const TraceWorkload bench_trace_brief = {
  .nodes = 5000,
  .live = 5000,
  .events = 10000,
  .template_ = WORKLOAD_MIXED,
};

const TraceWorkload bench_trace_extended = {
  .nodes = 5000,
  .live = 5000,
  .events = 100000,
  .template_ = WORKLOAD_MIXED,
};

typedef struct
{
  FitRegistry *registry;  /* owned */
  FitTraceReader *reader; /* owned */
  FitReplay *replay;      /* owned */
  GChecksum *checksum;    /* owned: of the bindings */
  BenchTraceResult result;
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->replay, fit_replay_free);
  g_clear_pointer (&run->reader, fit_trace_reader_free);
  g_clear_pointer (&run->registry, fit_registry_free);
  g_clear_pointer (&run->checksum, g_checksum_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* -- one trace ------------------------------------------------------------- */

static void
add_to_digest (Run *run, const char *text)
{
  g_checksum_update (run->checksum, (const guchar *) text, -1);
}

static void
count_decision (gpointer data, const FitDecision *decision)
{
  Run *run = data;

  if (decision->type == FIT_DECISION_FAILED)
    run->result.failed++;
  if (decision->type != FIT_DECISION_BOUND)
    return;
  run->result.bound++;
  add_to_digest (run, decision->pod->meta.namespace_);
  add_to_digest (run, "/");
  add_to_digest (run, decision->pod->meta.name);
  add_to_digest (run, " ");
  add_to_digest (run, decision->node_name);
  add_to_digest (run, "\n");
}

static gboolean
prepare (Run *run, const char *path, GError **error)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  FitReplayOptions options = {
    .rules = {
      .gates = gates,
      .provider = FIT_DEFAULT_PROVIDER,
      .hard_pod_affinity_symmetric_weight = 1,
      .scheduler_name = "default-scheduler",
      .scheduling = { .tie_break = FIT_TIE_BREAK_ROUND_ROBIN },
    },
    .as_is = TRUE,
    .observer = { .data = run, .decided = count_decision },
  };

  run->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  run->registry = fit_registry_new_default (gates);
  options.rules.registry = run->registry;
  run->reader = fit_trace_reader_new (path, FIT_DECODE_AS_IS, error);
  if (run->reader)
    run->replay = fit_replay_new (&options, error);
  return run->replay != NULL;
}

/* Feeds the events up to the first of a pod: @out_event, which is not fed. */
static gboolean
set_up_cluster (Run *run, const FitTraceEvent **out_event, GError **error)
{
  const FitTraceEvent *event;

  for (;;)
    {
      if (!fit_trace_reader_next (run->reader, &event, error))
        return FALSE;
      if (!event || event->kind == FIT_KIND_POD)
        break;
      if (!fit_replay_feed (run->replay, event, error))
        return FALSE;
    }
  *out_event = event;
  return TRUE;
}

static gboolean
replay_pods (Run *run, const FitTraceEvent *event, GError **error)
{
  while (event)
    {
      run->result.events++;
      if (!fit_replay_feed (run->replay, event, error)
          || !fit_trace_reader_next (run->reader, &event, error))
        return FALSE;
    }
  fit_replay_settle (run->replay);
  return TRUE;
}

static void
count_what_is_left (Run *run)
{
  g_autoptr (GPtrArray) pods = fit_replay_list (run->replay, FIT_KIND_POD);

  run->result.left = pods->len;
  for (guint i = 0; i < pods->len; i++)
    run->result.pending
        += *((const FitPod *) pods->pdata[i])->node_name == '\0';
}

gboolean
bench_trace_run (const TraceWorkload *trace, const char *path,
                 BenchTraceResult *out_result, GError **error)
{
  g_auto (Run) run
      = { .result = { .nodes = trace->nodes, .live = trace->live } };
  const FitTraceEvent *event;
  guint64 cpu_ns, wall_ns;

  if (!prepare (&run, path, error) || !set_up_cluster (&run, &event, error))
    return FALSE;
  cpu_ns = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID);
  wall_ns = bench_clock_ns (CLOCK_MONOTONIC);
  if (!replay_pods (&run, event, error))
    return FALSE;
  wall_ns = bench_clock_ns (CLOCK_MONOTONIC) - wall_ns;
  cpu_ns = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID) - cpu_ns;
  run.result.seconds = (double) wall_ns / 1e9;
  run.result.cpu_seconds = (double) cpu_ns / 1e9;
  run.result.peak_rss_mib = bench_memory_mib ("VmHWM:");
  run.result.heap_mib = bench_heap_mib ();
  count_what_is_left (&run);
  g_strlcpy (run.result.digest, g_checksum_get_string (run.checksum),
             sizeof run.result.digest);
  *out_result = run.result;
  return TRUE;
}

/* -- in processes of their own --------------------------------------------- */

typedef struct
{
  const TraceWorkload *trace;
  const char *path;
} Order;

static gboolean
write_in_child (gconstpointer data, gpointer result, GError **error)
{
  const Order *order = data;

  return trace_workload_write (order->trace, order->path, error);
}

static gboolean
run_in_child (gconstpointer data, gpointer result, GError **error)
{
  const Order *order = data;

  return bench_trace_run (order->trace, order->path, result, error);
}

static gboolean
measure (const Order *order, guint times, BenchTraceResult *out_result,
         GError **error)
{
  static const gsize figures[] = {
    offsetof (BenchTraceResult, seconds),
    offsetof (BenchTraceResult, cpu_seconds),
    offsetof (BenchTraceResult, peak_rss_mib),
    offsetof (BenchTraceResult, heap_mib),
  };
  g_autofree BenchTraceResult *results = g_new0 (BenchTraceResult, times);
  char nothing;

  /* This process stays small: a child begins with the memory of its parent. */
  if (!bench_child_run (write_in_child, order, &nothing, sizeof nothing, error))
    return FALSE;
  for (guint i = 0; i < times; i++)
    if (!bench_child_run (run_in_child, order, &results[i], sizeof results[i],
                          error))
      return FALSE;
  for (guint i = 1; i < times; i++)
    if (!g_str_equal (results[i].digest, results[0].digest))
      {
        g_set_error_literal (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                             "one trace was decided in two ways");
        return FALSE;
      }
  *out_result = results[0];
  bench_take_medians (results, times, sizeof *results, figures,
                      G_N_ELEMENTS (figures), out_result);
  return TRUE;
}

gboolean
bench_trace_run_pair (guint times, BenchTracePair *out_pair, GError **error)
{
  g_autofree char *directory = g_dir_make_tmp ("fitsched-bench-XXXXXX", error);
  g_autofree char *path = NULL;
  BenchTracePair pair;
  gboolean done;

  if (!directory)
    return FALSE;
  path = g_build_filename (directory, "trace.jsonl", NULL);
  done = measure (&(Order){ &bench_trace_brief, path }, times, &pair.brief,
                  error)
         && measure (&(Order){ &bench_trace_extended, path }, times,
                     &pair.extended, error);
  g_unlink (path);
  g_rmdir (directory);
  if (done)
    *out_pair = pair;
  return done;
}

double
bench_trace_growth (const BenchTracePair *pair)
{
  return pair->extended.peak_rss_mib / pair->brief.peak_rss_mib;
}
