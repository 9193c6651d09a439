/* bench-stats.c - reads clocks and memory, and computes medians and percentiles
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-stats.h"

#include <malloc.h>
#include <string.h>

/* There with the sanitizers, which have an allocator of their own. */
extern gsize __sanitizer_get_current_allocated_bytes (void)
    __attribute__ ((weak));

guint64
bench_clock_ns (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (guint64) time.tv_sec * 1000000000 + (guint64) time.tv_nsec;
}

static int
compare_ns (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

void
bench_sort_ns (guint64 *values, guint n)
{
  qsort (values, n, sizeof *values, compare_ns);
}

double
bench_percentile_ms (const guint64 *sorted_ns, guint n, guint percent)
{
  guint64 not_above = ((guint64) n * percent + 99) / 100;

  return (double) sorted_ns[MAX (not_above, 1) - 1] / 1e6;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

void
bench_take_medians (gconstpointer results, guint n, gsize size,
                    const gsize *figures, guint n_figures, gpointer summary)
{
  g_autofree double *values = g_new (double, n);

  for (guint f = 0; f < n_figures; f++)
    {
      for (guint i = 0; i < n; i++)
        values[i] = G_STRUCT_MEMBER (double, (const char *) results + i * size,
                                     figures[f]);
      qsort (values, n, sizeof *values, compare_doubles);
      G_STRUCT_MEMBER (double, summary, figures[f])
          = (values[(n - 1) / 2] + values[n / 2]) / 2;
    }
}

double
bench_memory_mib (const char *field)
{
  g_autofree char *text = NULL;
  g_autofree char *line = g_strconcat ("\n", field, NULL);
  const char *found;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  found = strstr (text, line);
  if (!found)
    return 0;
  return g_ascii_strtod (found + strlen (line), NULL) / 1024; /* of kB */
}

double
bench_heap_mib (void)
{
  struct mallinfo2 info;

  if (__sanitizer_get_current_allocated_bytes)
    return (double) __sanitizer_get_current_allocated_bytes () / (1024 * 1024);
  info = mallinfo2 ();
  return (double) (info.uordblks + info.hblkhd) / (1024 * 1024);
}
