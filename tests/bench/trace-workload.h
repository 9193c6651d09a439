/* trace-workload.h - pods that come and go, to measure a cluster's life on
 *
 * A trace as `fitsched simulate --trace` reads it.  All nodes are there at the
 * beginning.  Pods arrive until as many live as shall; from then on a pod
 * departs and another one arrives in turn.  Which one departs is left to
 * chance, but the same TraceWorkload always gives the same bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "tests/bench/workload.h"

typedef struct
{
  guint nodes;
  guint live;   /* pods that live once enough have come, at least 1 */
  guint events; /* arrivals and departures of pods */
  WorkloadTemplate template_;
} TraceWorkload;

/* From one arrival or departure to the next: 100,000 of them are a day. */
#define TRACE_WORKLOAD_STEP_MS 864

/* trace_workload_count_lines: all events, those that set up the cluster
 * included */
guint trace_workload_count_lines (const TraceWorkload *trace);

/**
 * trace_workload_write:
 *
 * Writes the trace to the file @path, line by line.
 *
 * Returns: FALSE with FIT_ERROR_IO
 */
gboolean trace_workload_write (const TraceWorkload *trace, const char *path,
                               GError **error);
