/* bench-line.h - runs one line of the benchmark and measures it
 *
 * Only scheduling is measured: making the workload, reading it and filling the
 * cache happen before.  The pending pods are scheduled one after another, each
 * assumed on its node before the next is looked at.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/bench/bench-table.h"

typedef struct
{
  guint pods; /* to schedule at most; 0 for all of the line */
} BenchOptions;

typedef enum
{
  BENCH_RIGHT,     /* the decisions are those of v1.16 */
  BENCH_WRONG,     /* they are not */
  BENCH_UNCHECKED, /* there is nothing to compare them with */
  BENCH_VERDICT_LAST,
} BenchVerdict;

/* Plain data: it travels through a pipe. */
typedef struct
{
  guint pods; /* scheduled */
  guint placed;
  double first_ms;        /* the first pod; it counts the pods that run, too */
  double pods_per_second; /* this and the next: after the first pod */
  double cpu_ms_per_pod;  /* user and system */
  double p50_ms;
  double p99_ms;
  double peak_rss_mib; /* of the process, loading included */
  BenchVerdict verdict;
  char digest[65]; /* SHA-256 of "NAMESPACE/NAME NODE\n" for each pod, in
                      order, "-" for a pod that fits nowhere */
} BenchResult;

/* bench_verdict_name: "right", "WRONG", "unchecked" */
const char *bench_verdict_name (BenchVerdict verdict);

/* bench_line_run: runs @line in this process.  Wrong decisions are a result. */
gboolean bench_line_run (const BenchLine *line, const BenchOptions *options,
                         BenchResult *out_result, GError **error);

/* bench_line_run_apart: runs @line @times in processes of its own, so that
 * its memory is its own, and takes the median of each figure */
gboolean bench_line_run_apart (const BenchLine *line,
                               const BenchOptions *options, guint times,
                               BenchResult *out_result, GError **error);

/* bench_schedule_pods: the part that is measured.  A function by itself, so
 * that a profiler can be told to look at nothing else. */
typedef struct _BenchRun BenchRun;
gboolean bench_schedule_pods (BenchRun *run, GError **error);
