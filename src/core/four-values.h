/* four-values.h - loops over four values at a time, which the compiler does not
 * vectorise
 * (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Four values, at any alignment. */
typedef gint32 FitFour
    __attribute__ ((vector_size (16), aligned (4), may_alias));

/* fit_greatest_value: Returns: the greatest of @n @values; G_MININT32 if there are
 * none */
static inline gint32
fit_greatest_value (const gint32 *values, guint n)
{
  gint32 greatest = G_MININT32;
  FitFour best = { G_MININT32, G_MININT32, G_MININT32, G_MININT32 };
  guint i = 0;

#pragma GCC unroll 4
  for (; i + 4 <= n; i += 4)
    {
      const FitFour four = *(const FitFour *) (const void *) (values + i);
      const FitFour more = four > best;

      best = (four & more) | (best & ~more);
    }
  for (; i < n; i++)
    greatest = MAX (greatest, values[i]);
  for (guint k = 0; k < 4; k++)
    greatest = MAX (greatest, best[k]);
  return greatest;
}

/* fit_count_equal: Returns: how many of @n @values are @value */
static inline guint
fit_count_equal (const gint32 *values, guint n, gint32 value)
{
  FitFour equal = { 0 };
  guint i = 0, rest = 0;

#pragma GCC unroll 4
  for (; i + 4 <= n; i += 4)
    equal -= *(const FitFour *) (const void *) (values + i) == value;
  for (; i < n; i++)
    rest += values[i] == value;
  return rest + (guint) (equal[0] + equal[1] + equal[2] + equal[3]);
}
