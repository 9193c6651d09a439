/* bench-classes.h - measures pods of few and of many classes in turn
 *
 * The pods of a class cannot be told apart: they request the same.  Two pods of
 * different classes request different amounts, so nothing that was found out
 * about a node for one of them holds for the other.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

#define BENCH_CLASSES_MOST 32768

/* The rules, and how many nodes are scored. */
typedef enum
{
  BENCH_CLASSES_PROVIDER, /* DefaultProvider, adaptive */
  BENCH_CLASSES_PROFILE,  /* the defaults of 1.34, all nodes scored */
  BENCH_CLASSES_LAST,
} BenchClassesRules;

/* Plain data: it travels through a pipe. */
typedef struct
{
  guint pods;        /* that were measured */
  double cpu_us;     /* per pod, user and system */
  double heap_mib;   /* what the measured and the earlier pods allocated, their
                        own objects included */
  gboolean repeated; /* each measured pod had one of its class before it */
} BenchClassesResult;

/* bench_classes_rules_name: "DefaultProvider, adaptive"... */
const char *bench_classes_rules_name (BenchClassesRules rules);

/**
 * bench_classes_run:
 * @nodes: how many there are; twice as many pods run on them
 * @classes: their numbers, @n of them, at most BENCH_CLASSES_MOST each
 * @pods: how many to measure; 0: as many as take some seconds
 * @out_results: (out): one for each number of classes
 *
 * Loads the cluster once.  A process of its own schedules the pods of each
 * number of classes.
 */
gboolean bench_classes_run (guint nodes, BenchClassesRules rules,
                            const guint *classes, guint n, guint pods,
                            BenchClassesResult *out_results, GError **error);
