/* bench-load.c - times the way from a file to a filled cache */
#include "tests/bench/bench-load.h"

#include <stddef.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "api/objects.h"
#include "tests/bench/bench-child.h"
#include "tests/bench/bench-stats.h"
#include "tests/bench/workload.h"

static const Workload large = {
  .nodes = 5000,
  .existing = 50000,
  .zones = WORKLOAD_ZONES,
  .seed = WORKLOAD_SEED,
  .template_ = WORKLOAD_MIXED,
};

static gboolean
write_in_child (gconstpointer path, gpointer result, GError **error)
{
  GString *text = workload_cluster (&large);
  double *mib = result;
  gboolean done
      = g_file_set_contents (path, text->str, (gssize) text->len, error);

  *mib = (double) text->len / (1024 * 1024);
  g_string_free (text, TRUE);
  return done;
}

static gboolean
load_in_child (gconstpointer path, gpointer data, GError **error)
{
  BenchLoadResult *result = data;
  g_autoptr (FitObjects) objects = fit_objects_new ();
  guint64 cpu = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID);
  guint64 wall = bench_clock_ns (CLOCK_MONOTONIC);

  if (!fit_objects_load (objects, path, FIT_DECODE_DEFAULT, NULL, error))
    return FALSE;
  wall = bench_clock_ns (CLOCK_MONOTONIC) - wall;
  cpu = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID) - cpu;
  result->seconds = (double) wall / 1e9;
  result->cpu_seconds = (double) cpu / 1e9;
  result->peak_rss_mib = bench_memory_mib ("VmHWM:");
  result->after_rss_mib = bench_memory_mib ("VmRSS:");
  result->nodes = objects->of[FIT_KIND_NODE]->len;
  result->pods = objects->of[FIT_KIND_POD]->len;
  return TRUE;
}

static gboolean
measure (const char *path, guint times, BenchLoadResult *out_result,
         GError **error)
{
  static const gsize figures[] = {
    offsetof (BenchLoadResult, seconds),
    offsetof (BenchLoadResult, cpu_seconds),
    offsetof (BenchLoadResult, peak_rss_mib),
    offsetof (BenchLoadResult, after_rss_mib),
  };
  g_autofree BenchLoadResult *results = g_new0 (BenchLoadResult, times);
  double file_mib;

  /* This process stays small: a child begins with the memory of its parent. */
  if (!bench_child_run (write_in_child, path, &file_mib, sizeof file_mib,
                        error))
    return FALSE;
  for (guint i = 0; i < times; i++)
    if (!bench_child_run (load_in_child, path, &results[i], sizeof results[i],
                          error))
      return FALSE;
  *out_result = results[0];
  out_result->file_mib = file_mib;
  bench_take_medians (results, times, sizeof *results, figures,
                      G_N_ELEMENTS (figures), out_result);
  return TRUE;
}

gboolean
bench_load_run (guint times, BenchLoadResult *out_result, GError **error)
{
  g_autofree char *directory = g_dir_make_tmp ("fitsched-bench-XXXXXX", error);
  g_autofree char *path = NULL;
  gboolean done;

  if (!directory)
    return FALSE;
  path = g_build_filename (directory, "cluster.json", NULL);
  done = measure (path, times, out_result, error);
  g_unlink (path);
  g_rmdir (directory);
  return done;
}
