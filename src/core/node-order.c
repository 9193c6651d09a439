#include "core/node-order.h"

/* Those that PreFilter plugins leave, in the order of zones. */
static void
list_nodes (FitNodeOrder *order, const FitNodeTree *tree, const FitCycle *cycle)
{
  const guint8 *excluded = cycle->pre.excluded;
  guint32 *list
      = fit_arena_newn (cycle->arenas[0], guint32, fit_node_tree_size (tree));
  guint n = 0;

  fit_node_tree_list (tree, list);
  for (guint i = 0; i < order->n; i++)
    if (!excluded || !excluded[list[i]])
      list[n++] = list[i];
  order->n = n;
  order->list = list;
}

void
fit_node_order_init (FitNodeOrder *order, const FitGenericScheduler *scheduler,
                     const FitCycle *cycle)
{
  const FitNodeTree *tree = fit_cache_node_tree (scheduler->cache);

  *order = (FitNodeOrder){ .n = fit_node_tree_size (tree) };
  if (!(cycle->rules & FIT_CYCLE_GOES_ON))
    return;
  list_nodes (order, tree, cycle);
  order->first = order->n ? scheduler->next_start % order->n : 0;
}

/* Without any predicate to ask, v1.16 takes all nodes as they come and leaves
 * the tree alone. */
static guint32
turn (FitNodeOrder *order, const FitGenericScheduler *scheduler)
{
  if (scheduler->algorithm->predicates->len > 0)
    return fit_node_tree_next (fit_cache_node_tree (scheduler->cache));
  while (!fit_cache_node (scheduler->cache, order->cursor)->node)
    order->cursor++;
  return order->cursor++;
}

const FitNodeInfo *
fit_node_order_next (FitNodeOrder *order, FitGenericScheduler *scheduler)
{
  const guint32 index
      = order->list ? order->list[(order->first + order->taken) % order->n]
                    : turn (order, scheduler);

  order->taken++;
  return fit_cache_node (scheduler->cache, index);
}

void
fit_node_order_end (const FitNodeOrder *order, FitGenericScheduler *scheduler,
                    guint n)
{
  if (order->list && order->n)
    scheduler->next_start = (order->first + n) % order->n;
}
