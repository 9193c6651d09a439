/* select-host.c - chooses one of the best nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/attempt.h"

static guint
select_round_robin (FitGenericScheduler *scheduler, const gint64 *totals,
                    guint n)
{
  guint best = 0, ties = 0, turn;

  for (guint i = 0; i < n; i++)
    {
      if (totals[i] > totals[best])
        {
          best = i;
          ties = 0;
        }
      ties += totals[i] == totals[best];
    }
  turn = (guint) (scheduler->turns->n_ties++ % ties);
  for (guint i = best;; i++)
    if (totals[i] == totals[best] && turn-- == 0)
      return i;
}

/* Reservoir sampling: the k-th best node replaces the choice with probability
 * 1/k. */
static guint
select_random (FitGenericScheduler *scheduler, const gint64 *totals, guint n)
{
  guint chosen = 0, ties = 1;

  for (guint i = 1; i < n; i++)
    {
      if (totals[i] > totals[chosen])
        {
          chosen = i;
          ties = 1;
        }
      else if (totals[i] == totals[chosen]
               && g_rand_int_range (scheduler->random, 0, (gint32) ++ties) == 0)
        chosen = i;
    }
  return chosen;
}

guint
fit_select_host (FitGenericScheduler *scheduler, const gint64 *totals, guint n)
{
  if (n < 2)
    return 0;
  return scheduler->random != NULL ? select_random (scheduler, totals, n)
                                   : select_round_robin (scheduler, totals, n);
}
