/* bench-load.c - times the way from a file to a filled cache
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-load.h"

#include <stddef.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "api/objects.h"
#include "cluster/cache.h"
#include "tests/bench/bench-child.h"
#include "tests/bench/bench-stats.h"
#include "tests/bench/workload.h"

typedef struct
{
  const char *path;
  Workload workload;
} File;

static gboolean
write_in_child (gconstpointer data, gpointer result, GError **error)
{
  const File *file = data;
  GString *text = workload_cluster (&file->workload);
  double *mib = result;
  gboolean done
      = g_file_set_contents (file->path, text->str, (gssize) text->len, error);

  *mib = (double) text->len / (1024 * 1024);
  g_string_free (text, TRUE);
  return done;
}

/* Counts the pods on their nodes, as a scheduler does before its first cycle. */
static FitCache *
count (const FitObjects *objects, GError **error)
{
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  g_autoptr (FitCache) cache = fit_cache_new (fit_feature_gates_default ());

  for (guint i = 0; i < nodes->len; i++)
    fit_cache_add_node (cache, nodes->pdata[i]);
  for (guint i = 0; i < pods->len; i++)
    if (!fit_cache_add_pod (cache, pods->pdata[i], error))
      return NULL;
  fit_cache_refresh (cache);
  return g_steal_pointer (&cache);
}

static gboolean
load_in_child (gconstpointer file, gpointer data, GError **error)
{
  BenchLoadResult *result = data;
  const char *path = ((const File *) file)->path;
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitCache) cache = NULL;
  double before = bench_heap_mib ();
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
  cache = count (objects, error);
  result->heap_mib = bench_heap_mib () - before;
  return cache != NULL;
}

static gboolean
measure (const File *file, guint times, BenchLoadResult *out_result,
         GError **error)
{
  static const gsize figures[] = {
    offsetof (BenchLoadResult, seconds),
    offsetof (BenchLoadResult, cpu_seconds),
    offsetof (BenchLoadResult, peak_rss_mib),
    offsetof (BenchLoadResult, after_rss_mib),
    offsetof (BenchLoadResult, heap_mib),
  };
  g_autofree BenchLoadResult *results = g_new0 (BenchLoadResult, times);
  double file_mib;

  /* This process stays small: a child begins with the memory of its parent. */
  if (!bench_child_run (write_in_child, file, &file_mib, sizeof file_mib,
                        error))
    return FALSE;
  for (guint i = 0; i < times; i++)
    if (!bench_child_run (load_in_child, file, &results[i], sizeof results[i],
                          error))
      return FALSE;
  *out_result = results[0];
  out_result->file_mib = file_mib;
  bench_take_medians (results, times, sizeof *results, figures,
                      G_N_ELEMENTS (figures), out_result);
  return TRUE;
}

/* The nodes alone, then with their pods. */
static gboolean
measure_both (const char *path, guint nodes, guint pods, guint times,
              BenchLoadResult *out_result, GError **error)
{
  const File full = { path,
                      { .nodes = nodes,
                        .existing = pods,
                        .zones = WORKLOAD_ZONES,
                        .seed = WORKLOAD_SEED,
                        .template_ = WORKLOAD_MIXED } };
  File bare = full;
  BenchLoadResult alone;

  bare.workload.existing = 0;
  if (!measure (&bare, 1, &alone, error)
      || !measure (&full, times, out_result, error))
    return FALSE;
  out_result->node_kib = alone.heap_mib * 1024 / MAX (nodes, 1);
  out_result->pod_kib
      = (out_result->heap_mib - alone.heap_mib) * 1024 / MAX (pods, 1);
  return TRUE;
}

gboolean
bench_load_run (guint nodes, guint pods, guint times,
                BenchLoadResult *out_result, GError **error)
{
  g_autofree char *directory = g_dir_make_tmp ("fitsched-bench-XXXXXX", error);
  g_autofree char *path = NULL;
  gboolean done;

  if (!directory)
    return FALSE;
  path = g_build_filename (directory, "cluster.json", NULL);
  done = measure_both (path, nodes, pods, times, out_result, error);
  g_unlink (path);
  g_rmdir (directory);
  return done;
}
