/* metric-set.c - counters, gauges, histograms and summaries, as Prometheus
 * reads them
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/metric-set.h"

#include <pthread.h>

#include "base/each.h"
#include "serving/quantiles.h"

#include <math.h>
#include <string.h>

#define MOST_SERIES 512

static const double quantiles_shown[] = { 0.5, 0.9, 0.99 };

/* A metric with certain labels. */
typedef struct
{
  char *labels; /* owned: `a="x",b="y"`, or "" */
  double value; /* the sum of a histogram or summary */
  guint64 count;
  guint64 *buckets;        /* (nullable) owned: of each on its own */
  FitQuantiles *quantiles; /* (nullable) owned */
} Series;

typedef struct
{
  const FitMetricInfo *info;
  GHashTable *series; /* owned: labels -> Series */
} Metric;

struct _FitMetricSet
{
  pthread_mutex_t lock;
  guint n;
  Metric *metrics;
};

/* -- values ---------------------------------------------------------------- */

static void
series_free (gpointer data)
{
  Series *series = data;

  g_free (series->labels);
  g_free (series->buckets);
  if (series->quantiles != NULL)
    fit_quantiles_free (series->quantiles);
  g_free (series);
}

/* @values: (nullable): all "other" */
static Series *
find_series (Metric *metric, const char *const *values)
{
  const char *const *names = metric->info->labels;
  g_autoptr (GString) labels = g_string_new (NULL);
  Series *series;

  for (guint i = 0; i < FIT_METRIC_LABELS && names[i] != NULL; i++)
    {
      g_string_append_printf (labels, "%s%s=\"", i > 0 ? "," : "", names[i]);
      for (const char *c = values != NULL ? values[i] : "other"; *c != '\0';
           c++)
        if (*c == '\n')
          g_string_append (labels, "\\n");
        else if (*c == '"' || *c == '\\')
          g_string_append_printf (labels, "\\%c", *c);
        else
          g_string_append_c (labels, *c);
      g_string_append_c (labels, '"');
    }
  series = g_hash_table_lookup (metric->series, labels->str);
  if (series != NULL)
    return series;
  if (values != NULL && g_hash_table_size (metric->series) >= MOST_SERIES)
    return find_series (metric, NULL);
  series = g_new0 (Series, 1);
  series->labels = g_string_free (g_steal_pointer (&labels), FALSE);
  if (metric->info->buckets > 0)
    series->buckets = g_new0 (guint64, metric->info->buckets);
  if (metric->info->type == FIT_METRIC_SUMMARY)
    series->quantiles = fit_quantiles_new ();
  g_hash_table_insert (metric->series, series->labels, series);
  return series;
}

/* @limit: of the bucket before */
static double
limit_of (const FitMetricInfo *info, guint bucket, double limit)
{
  if (info->limits != NULL)
    return info->limits[bucket];
  if (bucket == 0)
    return info->first;
  return info->step > 0 ? limit + info->step : limit * info->factor;
}

static gint64
now_s (void)
{
  return g_get_monotonic_time () / G_USEC_PER_SEC;
}

void
fit_metric_take (FitMetricSet *set, guint metric, double value,
                 const char *const *labels)
{
  Metric *taken = &set->metrics[metric];
  const FitMetricInfo *info = taken->info;
  Series *series;
  double limit = 0;

  if (info->name == NULL)
    return;
  pthread_mutex_lock (&set->lock);
  series = find_series (taken, labels);
  switch (info->type)
    {
    case FIT_METRIC_COUNTER:
      series->value += value;
      break;
    case FIT_METRIC_GAUGE:
      series->value = value;
      break;
    default:
      series->value += value;
      series->count++;
      if (series->quantiles != NULL)
        fit_quantiles_take (series->quantiles, value, now_s ());
      for (guint i = 0; i < info->buckets; i++)
        {
          limit = limit_of (info, i, limit);
          if (value <= limit)
            {
              series->buckets[i]++;
              break;
            }
        }
    }
  pthread_mutex_unlock (&set->lock);
}

/* What has no labels is shown from the beginning. */
static void
begin (Metric *metric)
{
  g_hash_table_remove_all (metric->series);
  if (metric->info->name != NULL && metric->info->labels[0] == NULL)
    find_series (metric, NULL);
}

void
fit_metric_forget (FitMetricSet *set, guint metric)
{
  pthread_mutex_lock (&set->lock);
  begin (&set->metrics[metric]);
  pthread_mutex_unlock (&set->lock);
}

FitMetricSet *
fit_metric_set_new (const FitMetricInfo *infos, guint n)
{
  FitMetricSet *set = g_new0 (FitMetricSet, 1);

  pthread_mutex_init (&set->lock, NULL);
  set->n = n;
  set->metrics = g_new0 (Metric, n);
  for (guint i = 0; i < n; i++)
    {
      set->metrics[i].info = &infos[i];
      set->metrics[i].series
          = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, series_free);
      begin (&set->metrics[i]);
    }
  return set;
}

void
fit_metric_set_free (FitMetricSet *set)
{
  if (set == NULL)
    return;
  for (guint i = 0; i < set->n; i++)
    g_hash_table_unref (set->metrics[i].series);
  g_free (set->metrics);
  pthread_mutex_destroy (&set->lock);
  g_free (set);
}

/* -- text ------------------------------------------------------------------ */

/* Go's format 'g': with an exponent from 1e+06 on, and below 0.0001. */
void
fit_metric_append_number (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];
  gint64 exponent;
  guint more = 0;

  if (isnan (value) || isinf (value))
    {
      g_string_append (text, isnan (value) ? "NaN"
                             : value > 0   ? "+Inf"
                                           : "-Inf");
      return;
    }
  /* The fewest digits that read back as @value: so many after the first. */
  do
    {
      g_snprintf (format, sizeof format, "%%.%ue", more);
      g_ascii_formatd (digits, sizeof digits, format, value);
    }
  while (g_ascii_strtod (digits, NULL) != value && ++more < 17);
  exponent = g_ascii_strtoll (strchr (digits, 'e') + 1, NULL, 10);
  if (exponent >= -4 && exponent < 6)
    {
      g_snprintf (format, sizeof format, "%%.%uf",
                  (guint) MAX (0, (gint64) more - exponent));
      g_ascii_formatd (digits, sizeof digits, format, value);
    }
  g_string_append (text, digits);
}

/* A series as it was at a certain time.  Labels and info live as long as the
 * set. */
typedef struct
{
  const FitMetricInfo *info;
  char *labels;
  double value;
  guint64 count;
  guint64 *buckets; /* (nullable) owned */
  double quantiles[G_N_ELEMENTS (quantiles_shown)];
} Shown;

static void
shown_clear (gpointer data)
{
  Shown *shown = data;

  g_free (shown->labels);
  g_free (shown->buckets);
}

static gint
by_name (gconstpointer a, gconstpointer b)
{
  const Shown *one = a;
  const Shown *other = b;
  const int names = strcmp (one->info->name, other->info->name);

  return names != 0 ? names : strcmp (one->labels, other->labels);
}

static void
copy_metric (const Metric *metric, GArray *out)
{
  const guint n = metric->info->buckets;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, metric->series);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Series *series = value;
      Shown shown = { metric->info, g_strdup (series->labels), series->value,
                      series->count };

      if (series->buckets != NULL)
        shown.buckets = g_memdup2 (series->buckets, n * sizeof (guint64));
      for (guint i = 0;
           series->quantiles != NULL && i < G_N_ELEMENTS (quantiles_shown); i++)
        shown.quantiles[i] = fit_quantiles_get (series->quantiles,
                                                quantiles_shown[i], now_s ());
      g_array_append_val (out, shown);
    }
}

/* @name@suffix{@labels,@label="@limit"} ... */
static void
append_line (GString *page, const Shown *shown, const char *suffix,
             const char *label, double limit, double value)
{
  const gboolean braces = *shown->labels != '\0' || label != NULL;

  g_string_append_printf (page, "%s%s%s%s", shown->info->name, suffix,
                          braces ? "{" : "", shown->labels);
  if (label != NULL)
    {
      g_string_append_printf (page, "%s%s=\"", *shown->labels ? "," : "",
                              label);
      fit_metric_append_number (page, limit);
      g_string_append_c (page, '"');
    }
  g_string_append (page, braces ? "} " : " ");
  fit_metric_append_number (page, value);
  g_string_append_c (page, '\n');
}

void
fit_metric_set_write (FitMetricSet *set, GString *page)
{
  static const char *const types[]
      = { "counter", "gauge", "histogram", "summary" };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Shown));
  const FitMetricInfo *last = NULL;

  g_array_set_clear_func (all, shown_clear);
  pthread_mutex_lock (&set->lock);
  for (guint i = 0; i < set->n; i++)
    copy_metric (&set->metrics[i], all);
  pthread_mutex_unlock (&set->lock);
  g_array_sort (all, by_name);
  FIT_EACH_OF (const Shown, shown, all)
    {
      const FitMetricInfo *info;
      double limit = 0;
      guint64 below = 0;

      if (shown->info != last)
        g_string_append_printf (page, "# HELP %s %s\n# TYPE %s %s\n",
                                shown->info->name, shown->info->help,
                                shown->info->name, types[shown->info->type]);
      last = shown->info;
      info = shown->info;
      if (info->type == FIT_METRIC_COUNTER || info->type == FIT_METRIC_GAUGE)
        {
          append_line (page, shown, "", NULL, 0, shown->value);
          continue;
        }
      for (guint k = 0; k < info->buckets; k++)
        {
          limit = limit_of (info, k, limit);
          below += shown->buckets[k];
          append_line (page, shown, "_bucket", "le", limit, (double) below);
        }
      if (info->type == FIT_METRIC_HISTOGRAM)
        append_line (page, shown, "_bucket", "le", INFINITY,
                     (double) shown->count);
      for (guint k = 0; info->type == FIT_METRIC_SUMMARY
                        && k < G_N_ELEMENTS (quantiles_shown);
           k++)
        append_line (page, shown, "", "quantile", quantiles_shown[k],
                     shown->quantiles[k]);
      append_line (page, shown, "_sum", NULL, 0, shown->value);
      append_line (page, shown, "_count", NULL, 0, (double) shown->count);
    }
}
