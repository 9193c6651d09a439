/* SelectorSpread (DefaultPodTopologySpread in v1.18): spreads the pods of a
 * service, ReplicationController, ReplicaSet or StatefulSet over nodes and
 * zones.
 *
 * The formula is that of SelectorSpreadPriority in v1.16, with a maximum score
 * of 100.  The selectors follow the rule BY_OWNER.  For a pod with its own
 * topologySpreadConstraints all nodes get 0.
 */
#include "rules/owner-selectors.h"
#include "cluster/cache.h"
#include "priorities/selector-spread.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_selector_spread = {
  .name = "SelectorSpread",
  .priorities = PRIORITIES (&fit_selector_spread_priority, &fit_service_spreading_priority),
  .trade = "spreading",
  .points = POINTS ({ PS | S, FIT_SPAN (19, 29) }),
  .scores = SCORES ({ FROM (19), &fit_score_selector_spread }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_SCORE), FROM (19), NO_GATE, NOT_FOUND ("reading", "PreScoreSelectorSpread"), TRUE }),
};

const FitRule fit_rule_default_pod_topology_spread = {
  .name = "DefaultPodTopologySpread",
  .priorities = PRIORITIES (&fit_selector_spread_priority),
  .trade = "spreading",
  .points = POINTS ({ PS | S, FIT_SPAN (18, 19) }),
  .scores = SCORES ({ FROM (18), &fit_score_selector_spread }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_SCORE), FROM (18), NO_GATE, NOT_FOUND ("reading", "PreScoreDefaultPodTopologySpread"), TRUE }),
};
/* clang-format on */

static gboolean
has_constraints (const FitPriorityRun *run)
{
  return run->meta->pod->spec->n_spread_constraints > 0;
}

/* Replaces v1.16's selectors by those of the release. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitBehaviour *behaviour = run->priority->data;
  FitArena *arena = run->meta->arena;
  FitPriorityMetadata *meta;
  FitSpreadSelectors *selectors;
  FitOwnerSelectors owners;

  if (has_constraints (run))
    return TRUE;
  meta = fit_arena_newn (arena, FitPriorityMetadata, 1);
  *meta = *run->meta;
  owners = fit_owner_selectors (meta->cache, meta->pod, meta->pod_class,
                                behaviour->selects_by_owner, arena);
  selectors = fit_arena_new0 (arena, FitSpreadSelectors, 1);
  selectors->n = owners.n;
  selectors->selectors = owners.selectors;
  meta->selectors = selectors;
  run->meta = meta;
  return fit_selector_spread_prepare (run, feasible, error);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  if (!has_constraints (run))
    return fit_selector_spread_map (run, nodes, scores, error);
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  if (has_constraints (run))
    return TRUE;
  return fit_selector_spread_reduce (run, nodes, scores, error);
}

const FitPriorityInfo fit_score_selector_spread = {
  .name = "SelectorSpread",
  .summary = "nodes and zones with the fewest pods of the same service or "
             "controller",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = fit_score_behaviour_create,
  .free_data = g_free,
};
