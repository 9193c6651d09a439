/* retry-delay.h - how long to wait before the next attempt
 *
 * Each wait is twice the one before, up to a limit, and is then made up to
 * twice as long at random, so that not all clients come back at once.  If the
 * next attempt then works for as long as the wait was, the count starts again.
 *
 * Source: client-go tools/cache and util/wait of 1.18 and later, by behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  guint first_ms;
  guint longest_ms;
  gint64 forget_us; /* starts over after this long without a failure */

  guint last_ms;    /* without the random part; 0: none so far */
  gint64 last_us;   /* when it was asked last */
  gint64 worked_us; /* how long it has worked since */
} FitRetryDelay;

/* FIT_RETRY_DELAY_INIT: 0.8 s to 30 s, forgotten after two minutes */
#define FIT_RETRY_DELAY_INIT                       \
  {                                                \
    .first_ms = 800, .longest_ms = 30000,          \
    .forget_us = 120 * G_GINT64_CONSTANT (1000000) \
  }

/* fit_retry_delay_next: @now_us: of the monotonic clock; @chance: 0 up to 1.
 * Returns: milliseconds */
guint fit_retry_delay_next (FitRetryDelay *delay, gint64 now_us, double chance);

/* fit_retry_delay_worked: it has worked for @us */
void fit_retry_delay_worked (FitRetryDelay *delay, gint64 us);
