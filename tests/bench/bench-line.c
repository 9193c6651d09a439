/* bench-line.c - runs one workload of the benchmark, compares its decisions with v1.16's, and takes the times
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-line.h"

#include <stddef.h>
#include <sys/resource.h>

#include "algorithmprovider/defaults.h"
#include "simulate/simulation.h"
#include "tests/bench/bench-child.h"
#include "tests/bench/bench-stats.h"

struct _BenchRun
{
  FitRegistry *registry;     /* owned */
  FitSimulation *simulation; /* owned */
  FitObjects *pending;       /* owned: the pods to schedule */
  guint pods;                /* how many of them */
  guint64 *took_ns;          /* owned: time that each pod took */
  const char **nodes; /* owned array of borrowed names; NULL: fits nowhere */
  guint64 wall_ns; /* of the pods after the first, unless it is the only one */
  guint64 cpu_ns;
};

static void
run_clear (BenchRun *run)
{
  g_free (run->took_ns);
  g_free (run->nodes);
  fit_objects_free (run->pending);
  fit_simulation_free (run->simulation);
  fit_registry_free (run->registry);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchRun, run_clear)

const char *
bench_verdict_name (BenchVerdict verdict)
{
  static const char *const names[] = {
    [BENCH_RIGHT] = "right",
    [BENCH_WRONG] = "WRONG",
    [BENCH_UNCHECKED] = "unchecked",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == BENCH_VERDICT_LAST);

  return names[verdict];
}

/* -- before ---------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): the objects of the list @text, which is
 * freed: @text (transfer full) */
static FitObjects *
read_list (GString *text, const char *name, GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  gboolean done = fit_objects_read (objects, text->str, text->len, name,
                                    FIT_DECODE_AS_IS, NULL, error);

  g_string_free (text, TRUE);
  return done ? g_steal_pointer (&objects) : NULL;
}

/* Room for what is found out about each pod. */
static gboolean
prepare_slots (BenchRun *run, const BenchLine *line,
               const BenchOptions *options, GError **error)
{
  run->pods = run->pending->of[FIT_KIND_POD]->len;
  if (options->pods > 0)
    run->pods = MIN (run->pods, options->pods);
  if (run->pods == 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "%s: no pods to schedule",
                   line->name);
      return FALSE;
    }
  run->took_ns = g_new0 (guint64, run->pods);
  run->nodes = g_new0 (const char *, run->pods);
  return TRUE;
}

static gboolean
prepare (BenchRun *run, const BenchLine *line, const BenchOptions *options,
         GError **error)
{
  g_autoptr (FitObjects) cluster = NULL;
  FitSimulationOptions simulation = {
    .gates = fit_feature_gates_default (),
    .provider = FIT_DEFAULT_PROVIDER,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
    .scheduling = { .percentage_of_nodes_to_score = line->percentage,
                    .tie_break = FIT_TIE_BREAK_ROUND_ROBIN },
  };

  run->registry = fit_registry_new_default (simulation.gates);
  simulation.registry = run->registry;

  cluster = read_list (workload_cluster (&line->workload), "cluster", error);
  if (!cluster)
    return FALSE;
  run->simulation = fit_simulation_new (cluster, &simulation, error);
  if (!run->simulation)
    return FALSE;
  run->pending
      = read_list (workload_pending (&line->workload), "pending pods", error);
  return run->pending && prepare_slots (run, line, options, error);
}

/* -- what is measured ------------------------------------------------------ */

G_GNUC_NO_INLINE gboolean
bench_schedule_pods (BenchRun *run, GError **error)
{
  const GPtrArray *pods = run->pending->of[FIT_KIND_POD];
  guint64 cpu_begin = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID);
  guint64 begin = bench_clock_ns (CLOCK_MONOTONIC), before = begin,
          after = begin;

  for (guint i = 0; i < run->pods; i++, before = after)
    {
      const FitPod *pod = pods->pdata[i];
      g_auto (FitPlacement) placement = { 0 };

      fit_simulation_schedule (run->simulation, pod, &placement);
      if (placement.error)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE, "pod %s: %s",
                       pod->meta.name, placement.error->message);
          return FALSE;
        }
      if (placement.result.node)
        run->nodes[i] = placement.result.node->name;
      after = bench_clock_ns (CLOCK_MONOTONIC);
      run->took_ns[i] = after - before;
      if (i == 0 && run->pods > 1)
        {
          begin = after;
          cpu_begin = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID);
        }
    }
  run->wall_ns = after - begin;
  run->cpu_ns = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID) - cpu_begin;
  return TRUE;
}

/* -- after ----------------------------------------------------------------- */

static void
take_times (BenchRun *run, BenchResult *result)
{
  const guint n = run->pods, counted = MAX (n, 2) - 1;

  result->first_ms = (double) run->took_ns[0] / 1e6;
  bench_sort_ns (run->took_ns, n);
  result->pods_per_second = counted / ((double) run->wall_ns / 1e9);
  result->cpu_ms_per_pod = (double) run->cpu_ns / 1e6 / counted;
  result->p50_ms = bench_percentile_ms (run->took_ns, n, 50);
  result->p99_ms = bench_percentile_ms (run->took_ns, n, 99);
}

static void
take_decisions (const BenchRun *run, BenchResult *result)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < run->pods; i++)
    {
      const FitPod *pod = run->pending->of[FIT_KIND_POD]->pdata[i];
      g_autofree char *text
          = g_strdup_printf ("%s/%s %s\n", pod->meta.namespace_, pod->meta.name,
                             run->nodes[i] ? run->nodes[i] : "-");

      g_checksum_update (checksum, (const guchar *) text, -1);
      result->placed += run->nodes[i] != NULL;
    }
  g_strlcpy (result->digest, g_checksum_get_string (checksum),
             sizeof result->digest);
}

static BenchVerdict
judge (const BenchLine *line, const BenchResult *result)
{
  if (!line->digest || result->pods != line->workload.pods)
    return BENCH_UNCHECKED;
  return g_str_equal (line->digest, result->digest) ? BENCH_RIGHT : BENCH_WRONG;
}

gboolean
bench_line_run (const BenchLine *line, const BenchOptions *options,
                BenchResult *out_result, GError **error)
{
  g_auto (BenchRun) run = { 0 };
  BenchResult result = { 0 };
  struct rusage usage;

  if (!prepare (&run, line, options, error)
      || !bench_schedule_pods (&run, error))
    return FALSE;
  getrusage (RUSAGE_SELF, &usage);
  result.pods = run.pods;
  result.peak_rss_mib = (double) usage.ru_maxrss / 1024;
  take_decisions (&run, &result);
  take_times (&run, &result);
  result.verdict = judge (line, &result);
  *out_result = result;
  return TRUE;
}

/* -- in processes of their own --------------------------------------------- */

typedef struct
{
  const BenchLine *line;
  const BenchOptions *options;
} Order;

static gboolean
run_in_child (gconstpointer data, gpointer result, GError **error)
{
  const Order *order = data;

  return bench_line_run (order->line, order->options, result, error);
}

static BenchResult
summarize (const BenchResult *results, guint n)
{
  static const gsize figures[] = {
    offsetof (BenchResult, pods_per_second),
    offsetof (BenchResult, first_ms),
    offsetof (BenchResult, cpu_ms_per_pod),
    offsetof (BenchResult, p50_ms),
    offsetof (BenchResult, p99_ms),
    offsetof (BenchResult, peak_rss_mib),
  };
  BenchResult summary = results[0];

  bench_take_medians (results, n, sizeof *results, figures,
                      G_N_ELEMENTS (figures), &summary);
  /* Runs that do not agree cannot all be right. */
  for (guint i = 1; i < n; i++)
    if (!g_str_equal (results[i].digest, summary.digest))
      summary.verdict = BENCH_WRONG;
  return summary;
}

gboolean
bench_line_run_apart (const BenchLine *line, const BenchOptions *options,
                      guint times, BenchResult *out_result, GError **error)
{
  const Order order = { line, options };
  g_autofree BenchResult *results = g_new0 (BenchResult, times);

  for (guint i = 0; i < times; i++)
    if (!bench_child_run (run_in_child, &order, &results[i], sizeof results[i],
                          error))
      return FALSE;
  *out_result = summarize (results, times);
  return TRUE;
}
