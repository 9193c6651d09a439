/* selector-spread.c - SelectorSpread at PreScore and Score, in v1.18
 * DefaultPodTopologySpread; up to v1.17 priorities SelectorSpreadPriority and
 * ServiceSpreadingPriority
 *
 * Spreads the pods of a service, ReplicationController, ReplicaSet or
 * StatefulSet over nodes and zones.
 *
 *   count(node) = pods on the node in the pod's namespace, not being deleted,
 *                 that match all selectors of whatever selects the pod
 *   count(zone) = sum over the feasible nodes of the zone
 *   share(x)    = M * ((most - count(x)) / most), M where most is 0
 *   score       = trunc (share(node))                      outside of zones
 *               = trunc (share(node) * (1 - w) + w * share(zone))  in a zone
 *
 * in binary64, with w = 2/3.  most is the largest count of a feasible node, or
 * zone, and M is the maximum score.  A zone is a pair of region and zone label;
 * a node with neither is outside of zones.  If nothing selects the pod, all
 * nodes get M.  The plugin takes the selectors as with selects_by_owner, and
 * gives 0 to all nodes for a pod with its own topologySpreadConstraints.
 *
 * v1.16 creates ServiceSpreadingPriority with services as the only source of
 * selectors, but then takes the selectors from the metadata, which include
 * those of controllers.  So it is SelectorSpreadPriority under another name.
 *
 * Because of the truncation the last bit matters: the order of operations is
 * part of the rule.
 *
 * Cost per node: a table lookup; beforehand the (class of matching pods, node)
 * pairs, and two floating point divisions for each zone and count.
 * Tests: tests/rules/test-selector-spread*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/owner-selectors.h"
#include "cluster/node-kinds.h"
#include "cluster/place-set.h"
#include "priorities/pod-counts.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"
#include "rules/rule-rows.h"

#define SCORE_SUMMARY \
  "nodes and zones with the fewest pods of the same service or controller"

/* -- the rules ------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPriorityInfo score_selector_spread;

/* clang-format off */
#define SPREAD_ZONE(zone) ", failure-domain.beta.kubernetes.io/zone: " zone ", topology.kubernetes.io/zone: " zone

const FitRule fit_rule_selector_spread = {
  .name = "SelectorSpread",
  .priorities = PRIORITIES (&fit_selector_spread_priority, &fit_service_spreading_priority),
  .trade = "spreading",
  .points = POINTS ({ PS | S, FIT_SPAN (19, 29) }),
  .scores = SCORES ({ FROM (19), &score_selector_spread }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_SCORE), FROM (19), NO_GATE, NOT_FOUND ("reading", "PreScoreSelectorSpread"), TRUE }),
  .weights = WEIGHTS ({ "SelectorSpreadPriority", FIT_ALWAYS, 1, 1 }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD, .on = TRUE),
  .removed = REMOVED (V1, FIT_SPAN (25, 29)),
  .no_hint = TRUE,
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "with one of two pods of a service in a zone with two of them, or none in a zone with three, both nodes had 3",
    .cluster = ORDER_NODE ("n1", SPREAD_ZONE ("a"), "", "") ORDER_NODE ("n2", SPREAD_ZONE ("b"), "", "")
      ORDER_NODE ("n3", SPREAD_ZONE ("a"), "", "") ORDER_NODE ("n4", SPREAD_ZONE ("b"), "", "") ORDER_NODE ("n5", SPREAD_ZONE ("b"), "", "")
      ORDER_SERVICE ORDER_THERE ("p1", "n1") ORDER_THERE ("p2", "n3") ORDER_THERE ("p3", "n4") ORDER_THERE ("p4", "n4")
      ORDER_THERE ("p5", "n5") ORDER_POD ("new", "app: a", "", "")),
  .notes = NOTES ({ "the shares of node and zone are computed on a scale of 100", FIT_SINCE (17) }),
  .end = END ({ .releases = FIT_BEFORE (19) }, &fit_rule_default_pod_topology_spread,
              .message = "the name of the plugin in 1.18"),
};

const FitRule fit_rule_default_pod_topology_spread = {
  .name = "DefaultPodTopologySpread",
  .priorities = PRIORITIES (&fit_selector_spread_priority),
  .trade = "spreading",
  .points = POINTS ({ PS | S, FIT_SPAN (18, 19) }),
  .scores = SCORES ({ FROM (18), &score_selector_spread }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_SCORE), FROM (18), NO_GATE, NOT_FOUND ("reading", "PreScoreDefaultPodTopologySpread"), TRUE }),
  .weights = WEIGHTS ({ NULL, FIT_SPAN (18, 19), 0, 1 }),
  .end = END ({ .releases = FIT_SINCE (19) }, &fit_rule_selector_spread,
              .message = "the name of the plugin from 1.19 on"),
  .no_hint = TRUE,
};
/* clang-format on */

static const double zone_weight = 2.0 / 3.0;

typedef struct
{
  FitPodQuery *query; /* (nullable): for the pods that count */
  guint n_zones;      /* one more than the greatest zone number */
  gint64 *by_zone;    /* pods by zone number */
} State;

/* share (node) of a node in a zone */
static inline double
in_zone (double share, gint64 max, gint64 most_in_zone, gint64 count)
{
  return (share * (1.0 - zone_weight))
         + (zone_weight * fit_pod_counts_share (max, most_in_zone, count));
}

/* v1.16 has one list for all priorities.  Returns: FALSE if the pod spreads by
 * its own constraints */
static gboolean
find_selectors (const FitPriorityRun *run, FitOwnerSelectors *out)
{
  const FitPriorityMetadata *meta = run->meta;
  const gboolean former = run->priority->data == NULL;

  if (former)
    *out
        = (FitOwnerSelectors){ meta->selectors->n, meta->selectors->selectors };
  else if (meta->pod->spec->n_spread_constraints > 0)
    return FALSE;
  else
    *out = fit_owner_selectors (meta->cache, meta->pod, meta->pod_class,
                                fit_score_behaviour (run)->selects_by_owner,
                                meta->arena);
  return TRUE;
}

/* The state is NULL if the pod spreads by its own constraints. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  FitOwnerSelectors owners;
  State *state;

  if (!find_selectors (run, &owners) || (run->early && owners.n > 0))
    return TRUE;
  state = fit_arena_new0 (meta->arena, State, 1);
  if (owners.n > 0)
    state->query = fit_pod_counts_query (meta, owners.selectors, owners.n);
  else
    {
      const gint64 max = run->meta->max_score;
      const double share = fit_pod_counts_share (max, 0, 0);

      /* Nothing selects the pod: the same for every node, unless the
       * truncation makes a difference. */
      run->score = fit_truncate (share);
      run->constant = run->score == fit_truncate (in_zone (share, max, 0, 0));
    }
  state->n_zones = fit_cache_n_zones (meta->cache);
  state->by_zone = fit_arena_new0 (meta->arena, gint64, state->n_zones);
  run->state = state;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const State *state = run->state;
  const gint32 *counts = state != NULL && state->query != NULL
                             ? fit_pod_counts_of_query (run->meta, state->query,
                                                        FIT_COUNT_STAYING)
                             : NULL;

  fit_pod_counts_map (counts, nodes, scores);
  return TRUE;
}

/* What the reduce knows of the nodes as a whole. */
typedef struct
{
  gint64 max;
  gint64 most_on_node;
  gint64 most_in_zone;
  const gint64 *by_zone;
} Whole;

/* The score of a node in @zone with @count pods. */
static gint64
score_of (const Whole *whole, guint32 zone, gint64 count)
{
  double share = fit_pod_counts_share (whole->max, whole->most_on_node, count);

  if (zone != 0)
    share = in_zone (share, whole->max, whole->most_in_zone,
                     whole->by_zone[zone]);
  return fit_truncate (share);
}

/* Entry 0 of by_zone is for nodes outside of zones. */
static gint64
most_in_zone (const State *state)
{
  gint64 most = 0;

  for (guint zone = 1; zone < state->n_zones; zone++)
    most = MAX (most, state->by_zone[zone]);
  return most;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const State *state = run->state;
  Whole whole = { .max = run->meta->max_score };

  if (state == NULL)
    return TRUE;
  whole.by_zone = state->by_zone;
  for (guint i = 0; i < nodes->n; i++)
    {
      whole.most_on_node = MAX (whole.most_on_node, scores[i]);
      state->by_zone[nodes->nodes[i]->zone] += scores[i];
    }
  whole.most_in_zone = most_in_zone (state);
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = score_of (&whole, nodes->nodes[i]->zone, scores[i]);
  return TRUE;
}

/* The feasible nodes with pods that count. */
typedef struct
{
  guint n;
  guint32 *places;
  gint32 *counts; /* in the same order */
} Counted;

static void
note_pods (const FitTotals *totals, guint32 place, gint32 count,
           Counted *counted)
{
  counted->places[counted->n] = place;
  counted->counts[counted->n] = count;
  counted->n += totals->totals[place] >= FIT_TOTALS_FEASIBLE;
}

/* Takes the counts of the nodes at @places. */
static void
take_counts (const gint32 *by_node, const guint64 *places,
             const FitTotals *totals, Counted *counted)
{
  guint32 *found = counted->places;
  const guint n = fit_places_list (places, totals->n_circle, totals->first,
                                   totals->n, found);

  fit_totals_know (totals, found, n);
  /* What is noted never overtakes what is read. */
  for (guint i = 0; i < n; i++)
    note_pods (totals, found[i], by_node[totals->indexes[found[i]]], counted);
}

/* How far ahead positions are fetched from memory. */
#define AHEAD 16

/* The same from the classes of the pods, which are few.  A node may have pods of
 * several. */
static void
add_up_classes (const State *state, const FitTotals *totals, FitArena *arena,
                Counted *counted)
{
  const GPtrArray *classes = fit_pod_query_classes (state->query);
  guint64 *listed = fit_arena_new0 (arena, guint64, totals->n / 64 + 1);
  guint32 *noted = fit_arena_newn (arena, guint32, totals->n);
  guint place;

  for (guint k = 0; k < classes->len; k++)
    {
      const FitPodClass *pods = classes->pdata[k];

      for (guint i = 0; i < pods->n_on_nodes; i++)
        {
          const FitClassOnNode *here = &pods->on_nodes[i];
          const gint32 count = (gint32) (here->count - here->terminating);

          if (i + AHEAD < pods->n_on_nodes)
            __builtin_prefetch (&totals->positions[here[AHEAD].node]);
          if (!fit_totals_find (totals, here->node, &place))
            continue;
          fit_totals_know (totals, &place, 1);
          if (totals->totals[place] < FIT_TOTALS_FEASIBLE)
            continue;
          if (listed[place / 64] >> place % 64 & 1)
            {
              counted->counts[noted[place]] += count;
              continue;
            }
          listed[place / 64] |= G_GUINT64_CONSTANT (1) << place % 64;
          noted[place] = counted->n;
          note_pods (totals, place, count, counted);
        }
    }
}

/* Adds what map() and reduce() would give. */
static gboolean
add (const FitPriorityRun *run, const FitTotals *totals)
{
  const State *state = run->state;
  const guint32 *zones = fit_cache_zones (run->meta->cache);
  const gint64 weight = run->priority->weight;
  FitArena *arena = run->meta->arena;
  Whole whole = { .max = run->meta->max_score };
  Counted counted = { .n = 0 };
  const gint32 *by_node;
  gint32 *points;
  guint n_told;

  if (state == NULL)
    return TRUE;
  if (state->query == NULL || !fit_totals_fit (whole.max, weight))
    return FALSE;
  counted.places = fit_arena_newn (arena, guint32, totals->n);
  counted.counts = fit_arena_newn (arena, gint32, totals->n);
  by_node = fit_pod_query_on_nodes (state->query, FIT_COUNT_STAYING,
                                    fit_cache_n_slots (run->meta->cache));
  if (by_node != NULL)
    take_counts (
        by_node,
        fit_pod_query_node_places (fit_cache_pod_index (run->meta->cache),
                                   state->query, FIT_COUNT_STAYING),
        totals, &counted);
  else
    add_up_classes (state, totals, arena, &counted);
  for (guint i = 0; i < counted.n; i++)
    {
      whole.most_on_node = MAX (whole.most_on_node, counted.counts[i]);
      state->by_zone[zones[totals->indexes[counted.places[i]]]]
          += counted.counts[i];
    }
  whole.by_zone = state->by_zone;
  whole.most_in_zone = most_in_zone (state);
  /* All nodes of a zone with equally many pods get the same.  Most have none, or
   * few. */
  n_told = 1
           + (guint) MIN (whole.most_on_node,
                          (gint64) (counted.n / (2 * state->n_zones)));
  points = fit_arena_newn (arena, gint32, n_told * state->n_zones);
  for (guint count = 0, i = 0; count < n_told; count++)
    for (guint zone = 0; zone < state->n_zones; zone++)
      points[i++] = (gint32) (weight * score_of (&whole, zone, count));
  for (guint kind = 0; kind < totals->n_kinds; kind++)
    totals->points[kind] += points[fit_node_kind_zone (totals->kinds, kind)];
  for (guint i = 0; i < counted.n; i++)
    {
      const guint32 place = counted.places[i];
      const guint32 zone = zones[totals->indexes[place]];
      const guint count = (guint) counted.counts[i];
      const gint32 given
          = count < n_told ? points[count * state->n_zones + zone]
                           : (gint32) (weight * score_of (&whole, zone, count));

      totals->totals[place] += given - points[zone];
    }
  return TRUE;
}

static const FitPriorityInfo score_selector_spread = {
  .name = "SelectorSpread",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = fit_score_behaviour_create,
  .free_data = g_free,
  .add = add,
  .constant_early = TRUE,
};

const FitPriorityInfo fit_selector_spread_priority = {
  .name = "SelectorSpreadPriority",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .add = add,
  .constant_early = TRUE,
};

const FitPriorityInfo fit_service_spreading_priority = {
  .name = "ServiceSpreadingPriority",
  .summary = "the same as SelectorSpreadPriority, for old policies",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .add = add,
  .constant_early = TRUE,
};
