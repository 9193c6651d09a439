/* pick-node.c - the criteria by which one of the candidates for preemption is
 * chosen
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/preemption-private.h"

#include <string.h>

/* Each criterion takes the candidates with the smallest value. */
static const FitChoice criteria[] = {
  FIT_CHOICE_NO_VICTIMS,   FIT_CHOICE_VIOLATIONS, FIT_CHOICE_FIRST_PRIORITY,
  FIT_CHOICE_PRIORITY_SUM, FIT_CHOICE_NUMBER,     FIT_CHOICE_START,
};

#define N_CRITERIA G_N_ELEMENTS (criteria)

/* @values: by criterion.  The first priority is not necessarily the highest: up
 * to 1.31 pods that violate a budget come first.  The offset makes every
 * summand of the priorities positive.  So if two nodes have equal negative
 * priorities, the one with fewer pods wins.  The start is that of the pod of
 * the highest priority that started first; it is negative, because later is
 * better. */
static inline void
weigh (const FitNodeVictims *v, gint64 *values)
{
  const guint n = v->n_victims;
  const FitPod *const *victims = v->victims;
  gint64 sum = n * ((gint64) G_MAXINT32 + 1), earliest = G_MAXINT64;
  gint32 highest = G_MININT32;

  for (guint i = 0; i < n; i++)
    {
      const gint32 priority = victims[i]->spec->priority;

      sum += priority;
      if (priority < highest)
        continue;
      if (priority > highest)
        earliest = G_MAXINT64;
      earliest = MIN (earliest, fit_pod_start (victims[i]));
      highest = priority;
    }
  values[0] = n != 0;
  values[1] = v->n_pdb_violations;
  values[2] = n ? victims[0]->spec->priority : 0;
  values[3] = sum;
  values[4] = n;
  values[5] = -earliest;
}

/* Finds the candidates that are the best by all criteria.  It is decided by the
 * last criterion that any other candidate reached: there it differs from the
 * best. */
void
fit_preemption_pick (FitPreemption *preemption)
{
  const guint n = preemption->n_candidates;
  guint *best = g_new (guint, n);
  gint64 least[N_CRITERIA], values[N_CRITERIA];
  guint n_best = 0, last = 0;

  for (guint i = 0; i < n; i++)
    {
      guint c = 0;

      weigh (&preemption->candidates[i], values);
      while (i > 0 && c < N_CRITERIA && values[c] == least[c])
        c++;
      if (c < N_CRITERIA)
        {
          if (i > 0 && values[c] > least[c])
            {
              last = MAX (last, c);
              continue;
            }
          last = c;
          memcpy (least, values, sizeof least);
          n_best = 0;
        }
      best[n_best++] = i;
    }
  preemption->best = best;
  preemption->n_best = n_best;
  if (n == 1)
    preemption->decided_by = FIT_CHOICE_ONLY;
  else if (n_best > 1)
    preemption->decided_by = FIT_CHOICE_ORDER;
  else if (n_best == 1)
    preemption->decided_by = criteria[last];
  else
    preemption->decided_by = FIT_CHOICE_NONE;
}
