/* bench-report.c - prints what was measured, as a table and as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-report.h"

#include <stdio.h>

#define NAME_WIDTH 38

void
bench_print_head (const BenchReference *references, guint n_references)
{
  printf ("%-*s %9s %9s %11s %9s %9s %8s  %-9s", NAME_WIDTH,
          "nodes existing template scored", "first ms", "pods/s", "CPU ms/pod",
          "p50 ms", "p99 ms", "RSS MiB", "decisions");
  for (guint i = 0; i < n_references; i++)
    if (references[i].figures)
      printf ("  %s: %7s %7s", references[i].title, "CPU", "pods/s");
  putchar ('\n');
  fflush (stdout);
}

static void
print_ratios (const BenchRow *row, const BenchReference *reference)
{
  const BenchFigures *figures = bench_reference_find (reference, row->line);
  const BenchResult *result = &row->result;

  printf ("  %*s", (int) strlen (reference->title) + 1, "");
  if (figures && figures->pods_per_second > 0)
    printf (" %6.1fx %6.1fx", figures->cpu_ms_per_pod / result->cpu_ms_per_pod,
            result->pods_per_second / figures->pods_per_second);
  else
    printf (" %7s %7s", "-", "-");
}

void
bench_print_row (const BenchRow *row, const BenchReference *references,
                 guint n_references)
{
  const BenchResult *result = &row->result;

  printf ("%-*s %9.4f %9.1f %11.4f %9.4f %9.4f %8.1f  %-9s", NAME_WIDTH,
          row->line->name, result->first_ms, result->pods_per_second,
          result->cpu_ms_per_pod, result->p50_ms, result->p99_ms,
          result->peak_rss_mib, bench_verdict_name (result->verdict));
  for (guint i = 0; i < n_references; i++)
    if (references[i].figures)
      print_ratios (row, &references[i]);
  putchar ('\n');
  fflush (stdout);
}

void
bench_print_load (const BenchLoadResult *load)
{
  printf ("loaded %u nodes and %u pods from %.1f MiB of JSON in %.2f s "
          "(%.2f s CPU); RSS %.1f MiB at its peak, %.1f MiB after it: %.2fx\n"
          "counted on nodes: %.1f MiB allocated; %.2f KiB per node, %.2f KiB "
          "per pod\n",
          load->nodes, load->pods, load->file_mib, load->seconds,
          load->cpu_seconds, load->peak_rss_mib, load->after_rss_mib,
          load->peak_rss_mib / load->after_rss_mib, load->heap_mib,
          load->node_kib, load->pod_kib);
}

static void
print_trace_result (const BenchTraceResult *result)
{
  printf ("%6u %6u %7u %9.1f %9.1f %9.2f %8.1f %8.1f %7u %7u %7u\n",
          result->nodes, result->live, result->events,
          result->events / result->seconds, result->bound / result->seconds,
          result->cpu_seconds, result->peak_rss_mib, result->heap_mib,
          result->bound, result->failed, result->pending);
}

void
bench_print_trace (const BenchTracePair *pair)
{
  double growth = bench_trace_growth (pair);

  printf ("%6s %6s %7s %9s %9s %9s %8s %8s %7s %7s %7s\n", "nodes", "live",
          "events", "events/s", "pods/s", "CPU s", "RSS MiB", "heap MiB",
          "bound", "failed", "pending");
  print_trace_result (&pair->brief);
  print_trace_result (&pair->extended);
  printf ("%.1f times as many events took %.2f times as much memory: %s\n",
          (double) pair->extended.events / pair->brief.events, growth,
          growth <= BENCH_TRACE_MOST_GROWTH ? "bounded" : "GROWING");
}

guint
bench_report_count (const BenchReport *report, BenchVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < report->rows->len; i++)
    n += g_array_index (report->rows, BenchRow, i).result.verdict == verdict;
  return n;
}

/* -- JSON: names and digests hold nothing that would have to be quoted ----- */

static void
append_row (GString *text, const BenchRow *row)
{
  const BenchLine *line = row->line;
  const BenchResult *result = &row->result;

  g_string_append_printf (
      text,
      "    {\"name\": \"%s\", \"pods\": %u, \"placed\": %u, "
      "\"firstMs\": %.6f, \"podsPerSecond\": %.3f, \"cpuMsPerPod\": %.6f, \"p50Ms\": %.6f, "
      "\"p99Ms\": %.6f, \"peakRssMiB\": %.1f, \"decisions\": \"%s\", "
      "\"sha256\": \"%s\"}",
      line->name, result->pods, result->placed, result->first_ms,
      result->pods_per_second, result->cpu_ms_per_pod, result->p50_ms,
      result->p99_ms, result->peak_rss_mib,
      bench_verdict_name (result->verdict), result->digest);
}

static void
append_load (GString *text, const BenchLoadResult *load)
{
  g_string_append_printf (
      text,
      ",\n  \"load\": {\"nodes\": %u, \"pods\": %u, \"fileMiB\": %.1f, "
      "\"seconds\": %.4f, \"cpuSeconds\": %.4f, \"peakRssMiB\": %.1f, "
      "\"afterRssMiB\": %.1f, \"heapMiB\": %.1f, \"nodeKiB\": %.3f, "
      "\"podKiB\": %.3f}",
      load->nodes, load->pods, load->file_mib, load->seconds, load->cpu_seconds,
      load->peak_rss_mib, load->after_rss_mib, load->heap_mib, load->node_kib,
      load->pod_kib);
}

static void
append_trace_result (GString *text, const BenchTraceResult *result)
{
  g_string_append_printf (
      text,
      "    {\"nodes\": %u, \"live\": %u, \"events\": %u, \"bound\": %u, "
      "\"failed\": %u, \"left\": %u, \"pending\": %u, "
      "\"eventsPerSecond\": %.3f, \"podsPerSecond\": %.3f, "
      "\"seconds\": %.4f, \"cpuSeconds\": %.4f, \"peakRssMiB\": %.1f, "
      "\"heapMiB\": %.1f, \"sha256\": \"%s\"}",
      result->nodes, result->live, result->events, result->bound,
      result->failed, result->left, result->pending,
      result->events / result->seconds, result->bound / result->seconds,
      result->seconds, result->cpu_seconds, result->peak_rss_mib,
      result->heap_mib, result->digest);
}

static void
append_trace (GString *text, const BenchTracePair *pair)
{
  g_string_append (text, ",\n  \"traces\": [\n");
  append_trace_result (text, &pair->brief);
  g_string_append (text, ",\n");
  append_trace_result (text, &pair->extended);
  g_string_append_printf (text, "\n  ],\n  \"traceMemoryGrowth\": %.4f",
                          bench_trace_growth (pair));
}

gboolean
bench_report_write (const BenchReport *report, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new ("{\n  \"kind\": \"BenchResults\"");

  g_string_append (text, ",\n  \"lines\": [");
  for (guint i = 0; i < report->rows->len; i++)
    {
      g_string_append (text, i == 0 ? "\n" : ",\n");
      append_row (text, &g_array_index (report->rows, BenchRow, i));
    }
  g_string_append (text, "\n  ]");
  if (report->load)
    append_load (text, report->load);
  if (report->trace)
    append_trace (text, report->trace);
  g_string_append (text, "\n}\n");
  return g_file_set_contents (path, text->str, (gssize) text->len, error);
}
