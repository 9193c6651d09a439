/* node-order.c - gives out the nodes in the order in which a cycle checks
 * them
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/node-order.h"
#include "cluster/cache.h"

/* Lists the nodes that PreFilter plugins leave, by zone. */
static void
list_nodes (FitNodeOrder *order, FitNodeTree *tree, const FitCycle *cycle)
{
  const guint8 *excluded = cycle->pre.excluded;
  const guint32 *all = fit_node_tree_list (tree);
  guint32 *list;
  guint n = 0;

  order->list = all;
  if (excluded == NULL)
    return;
  list = fit_arena_newn (cycle->arena, guint32, order->n);
  for (guint i = 0; i < order->n; i++)
    if (!excluded[all[i]])
      list[n++] = all[i];
  order->n = n;
  order->list = list;
}

void
fit_node_order_init (FitNodeOrder *order, const FitGenericScheduler *scheduler,
                     const FitCycle *cycle)
{
  FitNodeTree *tree = fit_cache_node_tree (scheduler->cache);

  *order = (FitNodeOrder){ .n = fit_node_tree_size (tree) };
  if (!cycle->behaviour->search_goes_on)
    {
      order->repeats = fit_node_tree_may_repeat (tree);
      return;
    }
  list_nodes (order, tree, cycle);
  order->first = order->n ? scheduler->turns->next_start % order->n : 0;
}

static inline FitNodeVerdict
open_verdict (const FitCache *cache, guint32 index)
{
  return (FitNodeVerdict){ .node = fit_cache_node (cache, index),
                           .examined = TRUE };
}

/* Without predicates, v1.16 takes all nodes as they come and does not use the
 * node tree. */
void
fit_node_order_take (FitNodeOrder *order, FitGenericScheduler *scheduler,
                     FitNodeVerdict *verdicts, guint n)
{
  if (order->list != NULL)
    {
      guint at = (order->first + order->taken) % order->n;

      for (guint i = 0; i < n; i++)
        {
          verdicts[i] = open_verdict (scheduler->cache, order->list[at]);
          at = at + 1 < order->n ? at + 1 : 0;
        }
    }
  else if (scheduler->algorithm->predicates->len > 0)
    {
      FitNodeTree *tree = fit_cache_node_tree (scheduler->cache);

      for (guint i = 0; i < n; i++)
        verdicts[i]
            = open_verdict (scheduler->cache, fit_node_tree_next (tree));
    }
  else
    for (guint i = 0; i < n; i++)
      {
        while (fit_cache_node (scheduler->cache, order->cursor)->node == NULL)
          order->cursor++;
        verdicts[i] = open_verdict (scheduler->cache, order->cursor++);
      }
  order->taken += n;
}

void
fit_node_order_end (const FitNodeOrder *order, FitGenericScheduler *scheduler,
                    guint n)
{
  FitTurns *turns = scheduler->turns;
  const guint round
      = scheduler->behaviour.search_counts_all
            ? fit_node_tree_size (fit_cache_node_tree (scheduler->cache))
            : order->n;

  if (order->list != NULL && round > 0)
    turns->next_start = (turns->next_start + n) % round;
}
