/* bench-trace.h - measures the complete scheduler on pods that come and go
 *
 * A trace is replayed on a virtual clock.  The time of reading it counts, that
 * of setting up the nodes does not.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/bench/trace-workload.h"

/* Plain data: it travels through a pipe. */
typedef struct
{
  guint nodes;
  guint live;
  guint events;  /* arrivals and departures of pods */
  guint bound;   /* times that a pod was bound */
  guint failed;  /* attempts that found no node */
  guint left;    /* pods that live at the end */
  guint pending; /* of them, those that have no node */
  double seconds;
  double cpu_seconds;
  double peak_rss_mib; /* of the process */
  double heap_mib;     /* allocated when all is over */
  char digest[65];     /* SHA-256 of "NAMESPACE/NAME NODE\n" for each binding,
                          in order */
} BenchTraceResult;

/* bench_trace_run: replays the trace in the file @path, which was made of
 * @trace, in this process */
gboolean bench_trace_run (const TraceWorkload *trace, const char *path,
                          BenchTraceResult *out_result, GError **error);

/* Two traces that differ in their length only. */
typedef struct
{
  BenchTraceResult brief;
  BenchTraceResult extended;
} BenchTracePair;

/* The large pair: 5,000 nodes, 10,000 and 100,000 events. */
extern const TraceWorkload bench_trace_brief, bench_trace_extended;

/* bench_trace_run_pair: replays each of the large pair @times in processes of
 * its own; each figure is a median */
gboolean bench_trace_run_pair (guint times, BenchTracePair *out_pair,
                               GError **error);

/* bench_trace_growth: how many times as much memory the long trace took at most
 * as the brief one */
double bench_trace_growth (const BenchTracePair *pair);

/* The same pods live in both: the long one may take little more. */
#define BENCH_TRACE_MOST_GROWTH 1.25
