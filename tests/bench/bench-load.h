/* bench-load.h - measures how long it takes to load a large cluster, and the
 * memory that it takes meanwhile
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* Plain data: it travels through a pipe. */
typedef struct
{
  guint nodes;
  guint pods;
  double file_mib;
  double seconds;
  double cpu_seconds;
  double peak_rss_mib;  /* while loading */
  double after_rss_mib; /* when all is loaded and nothing else is kept */
  double heap_mib;      /* allocated when the cache has counted all of it */
  double node_kib;      /* of that, for each node, if there were no pods */
  double pod_kib;       /* for each pod on them */
} BenchLoadResult;

/* bench_load_run: writes a cluster of @nodes and @pods to a temporary file and
 * loads it @times; each figure is a median */
gboolean bench_load_run (guint nodes, guint pods, guint times,
                         BenchLoadResult *out_result, GError **error);
