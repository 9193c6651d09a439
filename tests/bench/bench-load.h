/* bench-load.h - measures how long it takes to load a large cluster, and the
 * memory that it takes meanwhile */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

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
} BenchLoadResult;

/* bench_load_run: writes a cluster of 5,000 nodes and 50,000 pods to a
 * temporary file and loads it @times; each figure is a median */
gboolean bench_load_run (guint times, BenchLoadResult *out_result,
                         GError **error);

G_END_DECLS
