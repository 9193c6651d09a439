/* wrapping.h - 64-bit integers that wrap, as they do in Go
 *
 * C leaves open what becomes of a sum that is too great; the original defines
 * it, and amounts that people write may be as great as that.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

/* fit_wrapping_divide: toward zero; @b is not 0 */
static inline gint64
fit_wrapping_divide (gint64 a, gint64 b)
{
  return b == -1 ? fit_wrapping_subtract (0, a) : a / b;
}

G_END_DECLS
