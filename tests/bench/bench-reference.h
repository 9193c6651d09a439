/* bench-reference.h - figures to hold a run against: those of an earlier run,
 * or of another scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/bench/bench-line.h"

typedef struct
{
  double cpu_ms_per_pod;
  double pods_per_second;
} BenchFigures;

typedef struct
{
  const char *title;   /* static: head of its columns */
  GHashTable *figures; /* owned: name of a line -> BenchFigures */
} BenchReference;

void bench_reference_clear (BenchReference *reference);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchReference, bench_reference_clear)

/**
 * bench_machine_factor:
 * @out_factor: (out): how much faster one core of this machine is than one of
 *   the machine on which the figures of peer.tsv were taken
 *
 * Asks `openssl speed` for the speed of SHA-256; takes three seconds.
 *
 * Returns: FALSE when openssl is not there or says nothing sensible
 */
gboolean bench_machine_factor (double *out_factor, GError **error);

/* bench_reference_read_peer: from peer.tsv in @directory: what v1.16's own
 * code would do on a machine that is @factor times faster */
gboolean bench_reference_read_peer (BenchReference *reference,
                                    const char *directory, double factor,
                                    GError **error);

/* bench_reference_read_results: from the file that an earlier run has written
 * with --json */
gboolean bench_reference_read_results (BenchReference *reference,
                                       const char *path, GError **error);

/* bench_reference_find: Returns: (nullable) (transfer none) */
const BenchFigures *bench_reference_find (const BenchReference *reference,
                                          const BenchLine *line);
