/* wrapping.h - 64-bit integer arithmetic that wraps like Go's
 *
 * Overflow is undefined in C but defined in Go, and amounts in the input may be
 * large enough to overflow.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

static inline gint64
fit_wrapping_add (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

static inline gint64
fit_wrapping_subtract (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a - (guint64) b);
}

static inline gint64
fit_wrapping_multiply (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a * (guint64) b);
}

/* fit_wrapping_divide: divides toward zero; @b must not be 0 */
static inline gint64
fit_wrapping_divide (gint64 a, gint64 b)
{
  return b == -1 ? fit_wrapping_subtract (0, a) : a / b;
}

/* fit_wrapping_add_weighted: adds each of @n @values, times @weight, to that of
 * @sums */
static inline void
fit_wrapping_add_weighted (gint64 *sums, const gint64 *values, gint64 weight,
                           guint n)
{
  for (guint i = 0; i < n; i++)
    sums[i]
        = fit_wrapping_add (sums[i], fit_wrapping_multiply (values[i], weight));
}
