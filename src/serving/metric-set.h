/* metric-set.h - counters, gauges, histograms and summaries, as Prometheus
 * reads them
 *
 * Values may come from several threads.  A page is written from a copy, so that
 * threads that count never wait for one that reads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "serving/server.h"

typedef enum
{
  FIT_METRIC_COUNTER,   /* takes an increase */
  FIT_METRIC_GAUGE,     /* takes the value */
  FIT_METRIC_HISTOGRAM, /* takes an observation */
  FIT_METRIC_SUMMARY, /* takes an observation; shows the quantiles 0.5, 0.9 and
                           0.99 of the last five hours within 3 % */
} FitMetricType;

#define FIT_METRIC_LABELS 3

/* All strings are borrowed. */
typedef struct
{
  const char *name;
  FitMetricType type;
  const char *labels[FIT_METRIC_LABELS]; /* alphabetical; NULL: no more.  With
                            labels, nothing is shown before the first value */
  double first;         /* of a histogram: the first bucket's limit */
  double factor;        /* each limit is this many times the one before */
  double step;          /* or: this much more than the one before */
  const double *limits; /* (nullable): or: all of them */
  guint buckets;        /* without +Inf */
  const char *help;
} FitMetricInfo;

typedef struct _FitMetricSet FitMetricSet;

/* fit_metric_set_new: @infos: of @n metrics, borrowed; one without a name is
 * left out.  Returns: (transfer full) */
FitMetricSet *fit_metric_set_new (const FitMetricInfo *infos, guint n);
void fit_metric_set_free (FitMetricSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMetricSet, fit_metric_set_free)

/* The values of labels, in the order of the table. */
#define FIT_LABELS(...) ((const char *const[]){ __VA_ARGS__ })

/* fit_metric_take: @metric: an index of the table; @labels: (nullable): as many
 * as it has.  From any thread.  Of a metric with very many combinations of
 * labels, further ones count together, as "other". */
void fit_metric_take (FitMetricSet *set, guint metric, double value,
                      const char *const *labels);

/* fit_metric_forget: everything of a metric */
void fit_metric_forget (FitMetricSet *set, guint metric);

/* fit_metric_set_write: appends the page, by name: text format 0.0.4.  From any
 * thread */
void fit_metric_set_write (FitMetricSet *set, GString *page);

#define FIT_METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* fit_metric_append_number: as Go writes it: 0.001, 2.592e+06, +Inf */
void fit_metric_append_number (GString *text, double value);

/* fit_metric_write_process: appends process_cpu_seconds_total and the like */
void fit_metric_write_process (GString *page);

/* fit_metric_set_show: FitServerRoute.answer of a page with the metrics of @set,
 * a FitMetricSet, and with those of the process */
void fit_metric_set_show (const FitServerRequest *request,
                          FitServerAnswer *answer, gpointer set);
