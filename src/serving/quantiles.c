/* quantiles.c - quantiles of what was observed in the last hours
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/quantiles.h"

#include <math.h>
#include <string.h>

#define HOURS 5
#define HOUR_S 3600

/* From a tenth of a microsecond to more than three hours, in seconds; less and
 * more count as the first and the last class. */
#define LEAST 1e-7
#define GROWTH 1.05
#define CLASSES 525

struct _FitQuantiles
{
  gint64 hour[HOURS]; /* which one the counts are of */
  guint32 counts[HOURS][CLASSES];
};

FitQuantiles *
fit_quantiles_new (void)
{
  return g_new0 (FitQuantiles, 1);
}

void
fit_quantiles_free (FitQuantiles *quantiles)
{
  g_free (quantiles);
}

void
fit_quantiles_take (FitQuantiles *quantiles, double value, gint64 now_s)
{
  const double class = log (MAX (value, LEAST) / LEAST) / log (GROWTH);
  const guint i = (guint) CLAMP (class, 0, CLASSES - 1);
  const gint64 hour = now_s / HOUR_S;
  const guint slot = (guint) (hour % HOURS);

  /* The slot may still have counts of an earlier hour. */
  if (quantiles->hour[slot] != hour)
    {
      quantiles->hour[slot] = hour;
      memset (quantiles->counts[slot], 0, sizeof quantiles->counts[slot]);
    }
  quantiles->counts[slot][i]++;
}

double
fit_quantiles_get (FitQuantiles *quantiles, double q, gint64 now_s)
{
  const gint64 now = now_s / HOUR_S;
  guint64 sums[CLASSES] = { 0 };
  guint64 total = 0;
  guint64 seen = 0;

  for (guint slot = 0; slot < HOURS; slot++)
    if (quantiles->hour[slot] > now - HOURS)
      for (guint i = 0; i < CLASSES; i++)
        {
          sums[i] += quantiles->counts[slot][i];
          total += quantiles->counts[slot][i];
        }
  for (guint i = 0; i < CLASSES; i++)
    {
      seen += sums[i];
      if (seen > 0 && (double) seen >= q * (double) total)
        return LEAST * pow (GROWTH, i + 0.5);
    }
  return NAN;
}
