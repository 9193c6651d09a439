/* token-bucket.h - how many requests may leave: QPS and burst
 *
 * It holds up to BURST tokens and gets QPS of them a second; a request takes
 * one.
 *
 * Source: client-go util/flowcontrol, golang.org/x/time/rate, by behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  double qps; /* 0: no limit */
  double burst;
  double tokens;
  gint64 filled_us; /* when @tokens was computed */
  gint64 held_us;   /* since when requests wait for tokens; 0: none does */
  gint64 said_us;   /* when that was said last; 0: never */
} FitTokenBucket;

/* fit_token_bucket_init: it is full.  @now_us: of the monotonic clock */
void fit_token_bucket_init (FitTokenBucket *bucket, double qps, guint burst,
                            gint64 now_us);

/* fit_token_bucket_take: Returns: 0: a token was taken; otherwise microseconds
 * until there is one */
gint64 fit_token_bucket_take (FitTokenBucket *bucket, gint64 now_us);

/* fit_token_bucket_holds_back: requests wait at @now_us, for want of a token.
 * Returns: TRUE if that is worth a line: they have for a second, and it was not
 * said in the last ten minutes */
gboolean fit_token_bucket_holds_back (FitTokenBucket *bucket, gint64 now_us);
