/* backoff.c - how long to wait before the next attempt */
#include "client/backoff.h"

guint
fit_backoff_next (FitBackoff *backoff, gint64 now_us, double chance)
{
  if (backoff->last_ms == 0 || now_us - backoff->last_us > backoff->forget_us)
    backoff->last_ms = backoff->first_ms;
  else
    backoff->last_ms = MIN (2 * backoff->last_ms, backoff->longest_ms);
  backoff->last_us = now_us;
  backoff->worked_us = 0;
  return backoff->last_ms + (guint) (chance * backoff->last_ms);
}

void
fit_backoff_worked (FitBackoff *backoff, gint64 us)
{
  backoff->worked_us += us;
  if (backoff->worked_us >= (gint64) backoff->last_ms * 1000)
    backoff->last_ms = 0;
}
