/* token-bucket.c - how many requests may leave: QPS and burst
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/token-bucket.h"

#define LONG_US G_USEC_PER_SEC
#define SAID_AGAIN_US (600 * G_GINT64_CONSTANT (1000000))

void
fit_token_bucket_init (FitTokenBucket *bucket, double qps, guint burst,
                       gint64 now_us)
{
  bucket->qps = MAX (0, qps);
  bucket->burst = MAX (1, burst);
  bucket->tokens = bucket->burst;
  bucket->filled_us = now_us;
  bucket->held_us = bucket->said_us = 0;
}

gint64
fit_token_bucket_take (FitTokenBucket *bucket, gint64 now_us)
{
  const double seconds = (double) (now_us - bucket->filled_us) / G_USEC_PER_SEC;

  if (bucket->qps <= 0)
    return 0;
  bucket->tokens = MIN (bucket->burst, bucket->tokens + bucket->qps * seconds);
  bucket->filled_us = now_us;
  if (bucket->tokens < 1)
    return 1 + (gint64) ((1 - bucket->tokens) / bucket->qps * G_USEC_PER_SEC);
  bucket->tokens -= 1;
  return 0;
}

gboolean
fit_token_bucket_holds_back (FitTokenBucket *bucket, gint64 now_us)
{
  if (bucket->held_us == 0)
    bucket->held_us = now_us;
  if (now_us - bucket->held_us < LONG_US
      || (bucket->said_us != 0 && now_us - bucket->said_us < SAID_AGAIN_US))
    return FALSE;
  bucket->said_us = now_us;
  return TRUE;
}
