/* bench-stats.h - clocks and medians */
#pragma once

#include <time.h>

#include <glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
