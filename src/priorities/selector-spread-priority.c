/* SelectorSpreadPriority: spreads the pods of a service, ReplicationController,
 * ReplicaSet or StatefulSet over nodes and zones.
 *
 *   count(node) = pods on the node in the pod's namespace, not being deleted,
 *                 that match all selectors of whatever selects the pod
 *   count(zone) = sum over the feasible nodes of the zone
 *   share(x)    = M * ((most - count(x)) / most), M where most is 0
 *   score       = trunc (share(node))                      outside of zones
 *               = trunc (share(node) * (1 - w) + w * share(zone))  in a zone
 *
 * in binary64, with w = 2/3.  most is the largest count of a feasible node, or
 * zone, and M is the maximum score (10).  A zone is a pair of region and zone
 * label; a node with neither is outside of zones.  If nothing selects the pod,
 * all nodes get M.
 *
 * Because of the truncation the last bit matters: the order of operations is
 * part of the rule.
 *
 * Cost per node: an array lookup and two floating point divisions; beforehand
 * the (class of matching pods, node) pairs.
 */
#include "priorities/selector-spread.h"
#include "cluster/cache.h"
#include "priorities/pod-counts.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"

const FitPriorityInfo fit_selector_spread_priority = {
  .name = "SelectorSpreadPriority",
  .summary = "nodes and zones with the fewest pods of the same service or "
             "controller",
  .weight = 1,
  .map = fit_selector_spread_map,
  .reduce = fit_selector_spread_reduce,
  .prepare = fit_selector_spread_prepare,
  .constant_early = TRUE,
};

static const double zone_weight = 2.0 / 3.0;

typedef struct
{
  const gint32 *counts; /* (nullable): by node index */
  guint n_zones;        /* one more than the greatest zone number */
  gint64 *by_zone;      /* by zone number, for the reduce */
} State;

/* share (node) of a node in a zone */
static inline double
in_zone (double share, gint64 max, gint64 most_in_zone, gint64 count)
{
  return (share * (1.0 - zone_weight))
         + (zone_weight * fit_pod_counts_share (max, most_in_zone, count));
}

/* Nothing selects the pod: the same for every node, unless the truncation makes
 * a difference. */
static void
spread_equally (FitPriorityRun *run)
{
  const gint64 max = run->meta->max_score;
  const double share = fit_pod_counts_share (max, 0, 0);

  run->score = fit_truncate (share);
  run->constant = run->score == fit_truncate (in_zone (share, max, 0, 0));
}

gboolean
fit_selector_spread_prepare (FitPriorityRun *run, const FitNodeList *feasible,
                             GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  State *state;

  if (run->early && meta->selectors->n > 0)
    return TRUE;
  state = fit_arena_new0 (meta->arena, State, 1);
  if (meta->selectors->n > 0)
    state->counts = fit_pod_counts_of_selectors (
        meta, meta->selectors->selectors, meta->selectors->n);
  else
    spread_equally (run);
  state->n_zones = 1;
  for (guint i = 0; i < feasible->n; i++)
    state->n_zones = MAX (state->n_zones, feasible->nodes[i]->zone + 1);
  state->by_zone = fit_arena_newn (meta->arena, gint64, state->n_zones);
  run->state = state;
  return TRUE;
}

gboolean
fit_selector_spread_map (const FitPriorityRun *run, const FitNodeList *nodes,
                         gint64 *scores, GError **error)
{
  const State *state = run->state;

  fit_pod_counts_map (state->counts, nodes, scores);
  return TRUE;
}

gboolean
fit_selector_spread_reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                            gint64 *scores, GError **error)
{
  const State *state = run->state;
  const gint64 max = run->meta->max_score;
  gint64 *by_zone = state->by_zone;
  gint64 most_on_node = 0;
  gint64 most_in_zone = 0;

  for (guint zone = 0; zone < state->n_zones; zone++)
    by_zone[zone] = 0;
  for (guint i = 0; i < nodes->n; i++)
    {
      most_on_node = MAX (most_on_node, scores[i]);
      by_zone[nodes->nodes[i]->zone] += scores[i];
    }
  /* Entry 0 is for nodes outside of zones. */
  for (guint zone = 1; zone < state->n_zones; zone++)
    most_in_zone = MAX (most_in_zone, by_zone[zone]);
  for (guint i = 0; i < nodes->n; i++)
    {
      const guint32 zone = nodes->nodes[i]->zone;
      double share = fit_pod_counts_share (max, most_on_node, scores[i]);

      if (zone != 0)
        share = in_zone (share, max, most_in_zone, by_zone[zone]);
      scores[i] = fit_truncate (share);
    }
  return TRUE;
}
