/* scoring.h - arithmetic that priorities share
 *
 * Scores must equal what the original computes on amd64: 64-bit integers wrap,
 * and divisions and conversions from floating point truncate.  C leaves some of
 * this undefined; these functions define it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/wrapping.h"
#include "priorities/priority.h"

/* fit_truncate: truncates toward zero; a value outside the 64-bit range gives
 * the smallest integer */
static inline gint64
fit_truncate (double x)
{
  return x >= -0x1p63 && x < 0x1p63 ? (gint64) x : G_MININT64;
}

/**
 * fit_line_at:
 * @points: sorted by rising utilization; at least one
 * @scale: factor for the scores of the points
 *
 * The piecewise linear function through @points, constant before the first and
 * after the last.
 *
 * Returns: its value at @percent, in integers that truncate toward zero
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

/* fit_requested_milli_cpu, fit_requested_memory: the requests of the containers
 * on @node including the pod's, with defaults for containers without
 * requests */
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
