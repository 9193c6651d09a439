/* token-bucket.h - how many requests may leave: QPS and burst
 *
 * It holds up to BURST tokens and gets QPS of them a second; a request takes
 * one.
 *
 * Source: client-go util/flowcontrol, golang.org/x/time/rate, by behaviour.
 */
#pragma once

#include <glib.h>

typedef struct
{
  double qps; /* 0: no limit */
  double burst;
  double tokens;
  gint64 filled_us; /* when @tokens was computed */
} FitTokenBucket;

/* fit_token_bucket_init: it is full.  @now_us: of the monotonic clock */
void fit_token_bucket_init (FitTokenBucket *bucket, double qps, guint burst,
                            gint64 now_us);

/* fit_token_bucket_take: Returns: 0: a token was taken; otherwise microseconds
 * until there is one */
gint64 fit_token_bucket_take (FitTokenBucket *bucket, gint64 now_us);
