/* bench-report.h - results as a table for people and as JSON for comparisons
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/bench/bench-load.h"
#include "tests/bench/bench-reference.h"
#include "tests/bench/bench-trace.h"

/* What a run has to tell. */
typedef struct
{
  GArray *rows;                /* borrowed: of BenchRow */
  const BenchLoadResult *load; /* (nullable) borrowed */
  const BenchTracePair *trace; /* (nullable) borrowed */
} BenchReport;

typedef struct
{
  const BenchLine *line; /* borrowed */
  BenchResult result;
} BenchRow;

/* bench_print_head, bench_print_row: a table with two columns for each of
 * @references that was read: how many times less CPU a pod takes than there,
 * and how many times as many pods a second are scheduled */
void bench_print_head (const BenchReference *references, guint n_references);
void bench_print_row (const BenchRow *row, const BenchReference *references,
                      guint n_references);

void bench_print_load (const BenchLoadResult *load);
void bench_print_trace (const BenchTracePair *pair);

/* bench_report_count: how many rows have @verdict */
guint bench_report_count (const BenchReport *report, BenchVerdict verdict);

/* bench_report_write: writes @report to the file @path as one JSON document */
gboolean bench_report_write (const BenchReport *report, const char *path,
                             GError **error);
