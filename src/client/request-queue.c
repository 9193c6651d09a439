/* request-queue.c - requests that wait, and which of them goes next
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/request-queue.h"

/* One turn in this many belongs to the request that has waited longest. */
#define FAIR_TURN 8

void
fit_request_queue_push (FitRequestQueue *queue, FitExchange *exchange)
{
  g_queue_push_tail (&queue->of[exchange->urgency], exchange);
}

void
fit_request_queue_push_first (FitRequestQueue *queue, FitExchange *exchange)
{
  g_queue_push_head (&queue->of[exchange->urgency], exchange);
}

gboolean
fit_request_queue_is_empty (const FitRequestQueue *queue)
{
  for (guint i = 0; i < FIT_API_LAST_URGENCY; i++)
    if (queue->of[i].length > 0)
      return FALSE;
  return TRUE;
}

guint
fit_request_queue_count (const FitRequestQueue *queue)
{
  guint n = 0;

  for (guint i = 0; i < FIT_API_LAST_URGENCY; i++)
    n += queue->of[i].length;
  return n;
}

FitExchange *
fit_request_queue_pop (FitRequestQueue *queue)
{
  const gboolean is_fair = ++queue->n_turns % FAIR_TURN == 0;
  GQueue *chosen = NULL;
  guint64 oldest = G_MAXUINT64;

  for (guint i = 0; i < FIT_API_LAST_URGENCY; i++)
    {
      const FitExchange *first = g_queue_peek_head (&queue->of[i]);

      if (first == NULL || first->number >= oldest)
        continue;
      chosen = &queue->of[i];
      oldest = first->number;
      if (!is_fair)
        break;
    }
  return chosen != NULL ? g_queue_pop_head (chosen) : NULL;
}
