/* node-order.h - which node a cycle looks at next (private to core/)
 */
#pragma once

#include "core/attempt.h"

G_BEGIN_DECLS

/* The nodes that a cycle may look at, in order. */
typedef struct
{
  guint n;             /* how many there are */
  guint taken;         /* how many were handed out */
  const guint32 *list; /* (nullable): their indexes in the cache, from the first
                          of them; NULL: it is for v1.16's turns to say */
  guint first;         /* where in @list the cycle begins */
  guint cursor;        /* without turns: index in the cache to go on at */
} FitNodeOrder;

/* fit_node_order_init: of @cycle, whose PreFilter plugins were asked */
void fit_node_order_init (FitNodeOrder *order,
                          const FitGenericScheduler *scheduler,
                          const FitCycle *cycle);

/* fit_node_order_take: writes to @verdicts which @n nodes to look at next, of the
 * order->n - order->taken that are left */
void fit_node_order_take (FitNodeOrder *order, FitGenericScheduler *scheduler,
                          FitNodeVerdict *verdicts, guint n);

/* fit_node_order_end: @n nodes were looked at for good: the cycle that follows
 * goes on behind them */
void fit_node_order_end (const FitNodeOrder *order,
                         FitGenericScheduler *scheduler, guint n);

G_END_DECLS
