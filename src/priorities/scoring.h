/* scoring.h - arithmetic that priorities share
 *
 * Scores are defined by what the original computes on amd64: 64-bit integers
 * wrap, divisions truncate, and so do conversions from floating point.  C
 * leaves some of these undefined; here they are not.
 */
#pragma once

#include "base/wrapping.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

/* fit_truncate: toward zero; what has no 64-bit integer gives the smallest */
static inline gint64
fit_truncate (double x)
{
  return x >= -0x1p63 && x < 0x1p63 ? (gint64) x : G_MININT64;
}

/**
 * fit_line_at:
 * @points: utilizations rise; at least one
 * @scale: the scores of the points are taken times this
 *
 * The broken line through @points, level before the first and beyond the last.
 *
 * Returns: its height at @percent, in integers that truncate toward zero
 */
static inline gint64
fit_line_at (const FitUtilizationPoint *points, guint n, gint64 scale,
             gint64 percent)
{
  guint i = 0;

  while (i < n && percent > points[i].utilization)
    i++;
  if (i == 0)
    return points[0].score * scale;
  if (i == n)
    return points[n - 1].score * scale;
  return points[i - 1].score * scale
         + (points[i].score - points[i - 1].score) * scale
               * (percent - points[i - 1].utilization)
               / (points[i].utilization - points[i - 1].utilization);
}

/* fit_requested_milli_cpu, fit_requested_memory: what the containers on @node
 * would ask for with the pod among them, silent ones at their default */
static inline gint64
fit_requested_milli_cpu (const FitPriorityMetadata *meta,
                         const FitNodeInfo *node)
{
  return fit_wrapping_add (node->nonzero_milli_cpu, meta->milli_cpu);
}

static inline gint64
fit_requested_memory (const FitPriorityMetadata *meta, const FitNodeInfo *node)
{
  return fit_wrapping_add (node->nonzero_memory, meta->memory);
}

G_END_DECLS
