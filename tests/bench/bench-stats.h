/* bench-stats.h - clocks, memory and medians
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <time.h>

#include <glib.h>

/* bench_clock_ns: what @clock shows, in nanoseconds */
guint64 bench_clock_ns (clockid_t clock);

/* bench_sort_ns: in ascending order */
void bench_sort_ns (guint64 *values, guint n);

/* bench_percentile_ms: Returns: the least of @n sorted times, at least one,
 * that @percent of them do not exceed, in milliseconds */
double bench_percentile_ms (const guint64 *sorted_ns, guint n, guint percent);

/**
 * bench_take_medians:
 * @results: array of @n structs of @size bytes, at least one
 * @figures: offsets of @n_figures doubles in the struct
 * @summary: (inout): such a struct
 *
 * Sets each figure of @summary to its median over @results.
 */
void bench_take_medians (gconstpointer results, guint n, gsize size,
                         const gsize *figures, guint n_figures,
                         gpointer summary);

/* bench_memory_mib: memory of this process as the kernel counts it; @field as in
 * proc(5): "VmRSS:", "VmHWM:".  Returns: 0 where the kernel does not say */
double bench_memory_mib (const char *field);

/* bench_heap_mib: memory that is allocated now; what was freed and kept for
 * later does not count */
double bench_heap_mib (void);
