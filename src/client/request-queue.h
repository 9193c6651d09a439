/* request-queue.h - requests that wait, and which of them goes next
 *
 * Internal to client/.  The most urgent goes first, and of equally urgent ones
 * the first that came.  Every eighth turn belongs to the request that has
 * waited longest, so that no request waits forever.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-exchange.h"

/* All zeros: nothing waits. */
typedef struct
{
  GQueue of[FIT_API_LAST_URGENCY]; /* of FitExchange, owned */
  guint n_turns;
} FitRequestQueue;

/* fit_request_queue_push: @exchange: (transfer full) */
void fit_request_queue_push (FitRequestQueue *queue, FitExchange *exchange);

/* fit_request_queue_push_first: before all others that are as urgent */
void fit_request_queue_push_first (FitRequestQueue *queue,
                                   FitExchange *exchange);

/* fit_request_queue_pop: Returns: (transfer full) (nullable): NULL: none
 * waits */
FitExchange *fit_request_queue_pop (FitRequestQueue *queue);

gboolean fit_request_queue_is_empty (const FitRequestQueue *queue);

/* fit_request_queue_count: Returns: how many wait */
guint fit_request_queue_count (const FitRequestQueue *queue);
