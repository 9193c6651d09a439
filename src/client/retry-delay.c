/* retry-delay.c - how long to wait before the next attempt
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/retry-delay.h"

guint
fit_retry_delay_next (FitRetryDelay *delay, gint64 now_us, double chance)
{
  if (delay->last_ms == 0 || now_us - delay->last_us > delay->forget_us)
    delay->last_ms = delay->first_ms;
  else
    delay->last_ms = MIN (2 * delay->last_ms, delay->longest_ms);
  delay->last_us = now_us;
  delay->worked_us = 0;
  return delay->last_ms + (guint) (chance * delay->last_ms);
}

void
fit_retry_delay_worked (FitRetryDelay *delay, gint64 us)
{
  delay->worked_us += us;
  if (delay->worked_us >= (gint64) delay->last_ms * 1000)
    delay->last_ms = 0;
}
