/* normalize.c - scales scores to the maximum, also in reverse
 * SPDX-License-Identifier: Apache-2.0 */
#include "priorities/scoring.h"

void
fit_priority_normalize (gint64 *scores, guint n, gint64 max, gboolean reverse)
{
  gint64 largest = 0;

  for (guint i = 0; i < n; i++)
    largest = MAX (largest, scores[i]);
  for (guint i = 0; i < n; i++)
    {
      if (largest > 0)
        scores[i] = fit_wrapping_multiply (max, scores[i]) / largest;
      else if (reverse)
        scores[i] = 0;
      if (reverse)
        scores[i] = fit_wrapping_subtract (max, scores[i]);
    }
}
