/* bench-mixed.h - measures pods of many classes and of all templates in turn on a
 * large, empty cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "tests/bench/workload.h"

/* Plain data: it travels through a pipe. */
typedef struct
{
  guint pods; /* that were tried */
  guint bound;
  double cpu_us; /* per pod, user and system */
} BenchMixedPart;

typedef struct
{
  BenchMixedPart all;
  BenchMixedPart of[WORKLOAD_MIXED]; /* by template */
  double heap_mib;                   /* that is allocated at the end */
} BenchMixedResult;

/**
 * bench_mixed_run:
 * @classes: how many different requests the pods have
 * @pods: how many to schedule, at most
 * @seconds: of CPU, after which no other pod is tried
 *
 * The rules are those of DefaultProvider; the number of scored nodes is
 * adaptive.
 */
gboolean bench_mixed_run (guint nodes, guint classes, guint pods, guint seconds,
                          BenchMixedResult *out_result, GError **error);
