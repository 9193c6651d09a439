/* node-order.h - which node a cycle checks next (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/attempt.h"

/* The nodes that a cycle may check, in order. */
typedef struct
{
  guint n;             /* number of nodes */
  guint taken;         /* number of nodes handed out */
  const guint32 *list; /* (nullable): indexes of the nodes in the cache; NULL:
                          v1.16's node tree decides */
  guint first;         /* where in @list the cycle starts */
  gboolean repeats;    /* a node may come twice */
  guint cursor;        /* without a node tree: the index in the cache to
                          continue at */
} FitNodeOrder;

/* fit_node_order_init: the PreFilter plugins of @cycle must have run */
void fit_node_order_init (FitNodeOrder *order,
                          const FitGenericScheduler *scheduler,
                          const FitCycle *cycle);

/* fit_node_order_take: writes the next @n nodes to @verdicts, of the order->n -
 * order->taken that are left */
void fit_node_order_take (FitNodeOrder *order, FitGenericScheduler *scheduler,
                          FitNodeVerdict *verdicts, guint n);

/* fit_node_order_end: @n nodes were looked at; the next cycle continues after
 * them */
void fit_node_order_end (const FitNodeOrder *order,
                         FitGenericScheduler *scheduler, guint n);
