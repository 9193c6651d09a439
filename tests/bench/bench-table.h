/* bench-table.h - the lines of the benchmark, read from tables
 *
 * A table is a file of columns parted by tabs whose first row names them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "tests/bench/workload.h"

/* One line: a workload and how it is scheduled. */
typedef struct
{
  char *name; /* owned: "5000 10000 basic 100%" */
  Workload workload;
  gint32 percentage; /* of nodes to score; FIT_PERCENTAGE_ADAPTIVE */
  char *digest;      /* owned (nullable): SHA-256 of v1.16's decisions */
} BenchLine;

/* What a line must be like to be run. */
typedef struct
{
  const char *text; /* (nullable): is part of its name */
  guint nodes;      /* 0: any number */
  guint most_nodes; /* 0: any number */
} BenchFilter;

/**
 * bench_read_rows:
 * @n_columns: how many columns each row has
 *
 * Returns: (transfer full) (nullable): the rows below the first as arrays of
 *   strings, or NULL with FIT_ERROR_IO or FIT_ERROR_PARSE
 */
GPtrArray *bench_read_rows (const char *path, guint n_columns, GError **error);

/* bench_line_name: Returns: (transfer full): the name of a line of which a
 * table says @nodes, @existing, @template_, @percentage */
char *bench_line_name (const char *const *columns);

/* bench_lines_read: Returns: (transfer full) (nullable): BenchLine for each row
 * of decisions.tsv in @directory */
GPtrArray *bench_lines_read (const char *directory, GError **error);

gboolean bench_line_matches (const BenchLine *line, const BenchFilter *filter);
