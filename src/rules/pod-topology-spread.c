/* pod-topology-spread.c - PodTopologySpread at PreFilter and Filter; from v1.16
 * to v1.17 predicate EvenPodsSpread, see pod-topology-spread-former.c
 *
 * A pod that has any constraints of its own, hard or soft, uses those.
 * Otherwise the constraints come from the plugin's arguments, with the
 * selectors of the pod's service and controller.  Each hard constraint must
 * hold, in order:
 *
 *    pods(value) + self - least <= maxSkew
 *
 * pods(value) is the number of pods that match the selector, in the pod's
 * namespace and not being deleted, at the node's value of the topology key.
 * self is 1 if the selector matches the pod itself.  least is the smallest
 * pods(value) over all domains.  The domains are the values of the nodes that
 * count: nodes that have all topology keys and match the pod's node selector
 * and required affinity.  With the gate NodeInclusionPolicyInPodTopologySpread
 * each constraint can define which nodes count.  If there are fewer domains
 * than minDomains (gate), least is 0.  If there are none, every node fits.
 *
 * Without counts_eligible_pods, pods on nodes that do not count are included,
 * if their value is that of a node that counts.  A node without the key has the
 * empty value.
 * Cost: constraints.
 * Tests: tests/rules/test-pod-topology-spread*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/pod-topology-spread.h"
#include "base/intern.h"
#include "cluster/cache.h"
#include "cluster/node-kinds.h"
#include "rules/owner-selectors.h"
#include "api/texts.h"
#include "predicates/change-counts.h"
#include "predicates/metadata-build.h"
#include "priorities/priorities.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rule -------------------------------------------------------------- */

static const char *later_only (gconstpointer args, gboolean scores);

/* The formulas, defined below. */
static const FitPredicateInfo filter_pod_topology_spread;

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_pod_topology_spread = {
  .name = "PodTopologySpread",
  .predicates = PREDICATES (&fit_even_pods_spread),
  .priorities = PRIORITIES (&fit_even_pods_spread_priority),
  .trade = "spreading",
  .points = POINTS ({ PF | F | PS | S, FIT_SINCE (18) }),
  .filters = FILTERS ({ FROM (18), &filter_pod_topology_spread }),
  .scores = SCORES (
    { FROM (18), &fit_even_pods_spread_priority },
    { FROM (19), &fit_score_pod_topology_spread }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (18), NO_GATE, NOT_FOUND ("reading", "PreFilterPodTopologySpread"), .tracks_pods = TRUE },
    { FIT_AT (PRE_SCORE), FROM (18), NO_GATE, NOT_FOUND ("error reading", "PreScorePodTopologySpread") }),
  .events = EVENTS (
    EVENT (POD, ALL, FIT_BEFORE (30), ALWAYS, NULL),
    EVENT (POD, ALL, FIT_SPAN (30, 31), ALWAYS, fit_hint_spread_pod_changed),
    EVENT (POD, ADD | POD_LABEL | DELETE, FIT_SPAN (31, 36), ALWAYS, fit_hint_spread_pod_changed),
    EVENT (POD, TOLERATION, FIT_SPAN (32, 36), HINTS, fit_hint_spread_pod_changed),
    EVENT (POD, ADD | POD_LABEL | DELETE, FIT_SINCE (36), ALWAYS, fit_hint_spread_placed_pod_changed),
    EVENT (POD, TOLERATION, FIT_SINCE (36), HINTS, fit_hint_spread_placed_pod_changed),
    EVENT (NODE, ADD | DELETE | LABEL, FIT_BEFORE (30), ALWAYS, NULL),
    EVENT (NODE, ADD | DELETE | LABEL | TAINT, FIT_SPAN (30, 32), ALWAYS, fit_hint_spread_node_there),
    EVENT (NODE, ADD | DELETE | LABEL | TAINT, FIT_SINCE (32), ALWAYS, fit_hint_spread_node_changed)),
  .weights = WEIGHTS (
    { "EvenPodsSpreadPriority", FIT_BEFORE (19), 1, 1 },
    { "EvenPodsSpreadPriority", FIT_SINCE (19), 2, 2, 2 }),
  .left_out = LEFT_OUT (.gate = FIT_GATE_EVEN_PODS_SPREAD),
  .by_default = TRUE,
  .later_only = later_only,
  .setting = SETTING (SPREADING, FitPodTopologySpreadArgs, defaulting_type),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "of 12 pods that match, 5 are in one domain and 6 in another, and both had 5",
    .cluster = ORDER_TWELVE ("kubernetes.io/hostname", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, "
      "whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: a}}}], ")),
  .notes = NOTES (
    { "counts are weighted by the logarithm of the number of domains, then scaled by 100 * (max + min - s) / max", FIT_SINCE (19) },
    { "the built-in constraints also score nodes without a hostname or zone label", { FIT_RELEASE (20, 15), 0 } },
    { "the default constraints use the selector of the pod's owner", FIT_SINCE (22) },
    { "scores are rounded", FIT_SINCE (24) },
    { "pods on nodes that hard constraints leave out do not count for them", FIT_SINCE (24), .points = F },
    { "pods may set minDomains, node inclusion policies and matchLabelKeys; an empty selector matches no pods", FIT_SINCE (27), .points = F | S },
    { "constraints with the same topologyKey have separate counts", FIT_SINCE (33) }),
  .sign = sign,
};
/* clang-format on */

/* Constraints count other pods, so where a profile has default ones no pod can be
 * compared. */
static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  const FitPodTopologySpreadArgs *spread = args;

  return pod->spec->n_spread_constraints == 0 && spread->n_constraints == 0
         && g_strcmp0 (spread->defaulting_type, "System") != 0;
}

static const char *
later_only (gconstpointer args, gboolean scores)
{
  const FitPodTopologySpreadArgs *spread = args;

  return scores && spread->n_constraints > 0
                 && g_strcmp0 (spread->defaulting_type, "System") != 0
             ? "defaultConstraints"
             : NULL;
}

typedef struct
{
  FitFilterData common;
  guint n_defaults;              /* hard constraints */
  FitSpreadConstraint *defaults; /* owned, keys interned */
} Data;

/* A count, and the value with that count. */
typedef struct
{
  guint32 value;
  gint32 count;
} Least;

typedef struct
{
  const FitSpreadConstraint *constraint;
  guint slot;        /* of its topology key */
  guint n_selectors; /* pods must match all of them */
  FitSelector *const *selectors;
  guint n_labels; /* and have these labels: matchLabelKeys */
  FitLabel *labels;
  gboolean counts_none; /* with empty_selects_none */
  gboolean self;
  const guint32 *column; /* value id by node index */
  const guint8 *counted; /* by node index: the nodes that count */
  gint32 *counts;        /* by value id; 0 if it is no domain */
  guint8 *domains;       /* by value id: is it one? */
  guint n_domains;
  Least least[2]; /* of two different values, smaller first */
  gint64 most;    /* pods that a value may have, for another one */
  guint counter;  /* of pods that were added or removed */
} Rule;

typedef struct
{
  guint n;
  Rule *rules;
  guint8 *has_keys; /* by node index: the keys of all constraints? */
} State;

/* What the counter of a rule needs. */
typedef struct
{
  const FitPredicateRun *run; /* borrowed: a copy */
  const Rule *rule;           /* borrowed */
} Counted;

/* -- arguments ------------------------------------------------------------- */

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitPodTopologySpreadArgs *written = given->args;
  const gboolean system = g_strcmp0 (written->defaulting_type, "System") == 0;
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, given);
  data->defaults = g_new0 (FitSpreadConstraint, written->n_constraints);
  for (guint i = 0; !system && i < written->n_constraints; i++)
    {
      const FitArgConstraint *constraint = &written->constraints[i];

      if (g_strcmp0 (constraint->when_unsatisfiable, "DoNotSchedule") != 0)
        continue;
      data->defaults[data->n_defaults++] = (FitSpreadConstraint){
        .max_skew = constraint->max_skew,
        .topology_key = fit_intern (constraint->topology_key),
        .hard = TRUE,
      };
    }
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < data->n_defaults; i++)
    fit_intern_unref (data->defaults[i].topology_key);
  g_free (data->defaults);
  g_free (data);
}

/* -- constraints ----------------------------------------------------------- */

static gboolean
selects (const Rule *rule, const FitLabels *labels)
{
  for (guint i = 0; i < rule->n_selectors; i++)
    if (!fit_selector_matches (rule->selectors[i], labels))
      return FALSE;
  for (guint i = 0; i < rule->n_labels; i++)
    if (fit_labels_get (labels, rule->labels[i].key) != rule->labels[i].value)
      return FALSE;
  return TRUE;
}

/* Does @rule count @pod? */
static gboolean
counts (const FitPredicateMetadata *meta, const Rule *rule, const FitPod *pod)
{
  return !rule->counts_none
         && pod->meta.namespace_ == meta->pod->meta.namespace_
         && selects (rule, pod->meta.labels);
}

static Rule *
add_rule (State *state, const FitSpreadConstraint *constraint)
{
  Rule *rule = &state->rules[state->n++];

  *rule = (Rule){ .constraint = constraint };
  return rule;
}

/* Makes room for the counts of @rule. */
static void
open_rule (const FitPredicateRun *run, Rule *rule)
{
  FitTopology *topology = fit_cache_topology (run->meta->cache);
  FitArena *arena = run->meta->arena;
  const guint slot
      = fit_topology_slot (topology, rule->constraint->topology_key);
  const guint n_values = fit_topology_n_values (topology, slot);

  rule->slot = slot;
  rule->column = fit_topology_column (topology, slot);
  rule->counts = fit_arena_new0 (arena, gint32, n_values);
  rule->domains = fit_arena_new0 (arena, guint8, n_values);
  rule->least[0] = rule->least[1] = (Least){ 0, G_MAXINT32 };
}

guint
fit_spread_own_labels (const FitPod *pod, const FitSpreadConstraint *constraint,
                       FitLabel *out)
{
  guint n = 0;

  for (guint i = 0; i < constraint->n_label_keys; i++)
    {
      const char *key = constraint->label_keys[i];
      const char *value = fit_labels_get (pod->meta.labels, key);

      if (value != NULL)
        out[n++] = (FitLabel){ key, value };
    }
  return n;
}

static void
collect_defaults (const FitPredicateRun *run, State *state)
{
  const Data *data = run->predicate->data;
  const FitPredicateMetadata *meta = run->meta;
  FitOwnerSelectors owners;

  if (data->n_defaults == 0)
    return;
  owners = fit_owner_selectors (meta->cache, meta->pod, meta->pod_class,
                                fit_filter_behaviour (run)->selects_by_owner,
                                meta->arena);
  if (owners.n == 0)
    return;
  state->rules = fit_arena_newn (meta->arena, Rule, data->n_defaults);
  for (guint i = 0; i < data->n_defaults; i++)
    {
      Rule *rule = add_rule (state, &data->defaults[i]);

      rule->n_selectors = owners.n;
      rule->selectors = owners.selectors;
    }
}

/* Returns: (nullable): the error in a selector */
static const char *
collect (const FitPredicateRun *run, State *state)
{
  const char *error = NULL;

  if (run->meta->pod->spec->n_spread_constraints > 0)
    {
      const FitPodSpec *spec = run->meta->pod->spec;
      const gboolean reads_labels
          = fit_gate_on (fit_filter_data (run)->gates,
                         FIT_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD);

      state->rules
          = fit_arena_newn (run->meta->arena, Rule, spec->n_spread_constraints);
      for (guint i = 0; i < spec->n_spread_constraints; i++)
        {
          const FitSpreadConstraint *constraint = &spec->spread_constraints[i];
          Rule *rule;

          if (!constraint->hard)
            continue;
          rule = add_rule (state, constraint);
          rule->n_selectors = 1;
          rule->selectors = &constraint->selector;
          rule->labels = fit_arena_newn (run->meta->arena, FitLabel,
                                         constraint->n_label_keys);
          if (reads_labels)
            rule->n_labels = fit_spread_own_labels (run->meta->pod, constraint,
                                                    rule->labels);
          rule->counts_none = fit_filter_behaviour (run)->empty_selects_none
                              && constraint->selector->n == 0
                              && rule->n_labels == 0;
        }
    }
  else
    collect_defaults (run, state);
  for (guint r = 0; r < state->n; r++)
    for (guint i = 0; i < state->rules[r].n_selectors; i++)
      if (state->rules[r].selectors[i]->error != NULL)
        error = state->rules[r].selectors[i]->error;
  return error;
}

/* -- nodes that count ------------------------------------------------------ */

static gboolean
has_all_keys (const State *state, guint node)
{
  for (guint i = 0; i < state->n; i++)
    if (state->rules[i].column[node] == FIT_TOPOLOGY_ABSENT)
      return FALSE;
  return TRUE;
}

gboolean
fit_spread_repels (const FitPodSpec *spec, const FitNode *node, gboolean any)
{
  return fit_find_untolerated (spec->tolerations, spec->n_tolerations,
                               node->traits->taints, node->traits->n_taints,
                               any ? FIT_EFFECTS_ALL
                                   : FIT_EFFECTS_THAT_KEEP_OUT)
         != NULL;
}

/* Checks the node by the policies of the constraint; before there were
 * policies, by node selector and affinity. */
static gboolean
includes_node (const FitPredicateRun *run, const Rule *rule,
               const FitNode *node)
{
  const FitSpreadConstraint *constraint = rule->constraint;
  const FitPod *pod = run->meta->pod;
  const gboolean policies
      = fit_gate_on (fit_filter_data (run)->gates,
                     FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD);

  if (!(policies && constraint->all_nodes)
      && !fit_node_affinity_holds (pod->spec, node))
    return FALSE;
  return !(policies && constraint->tolerable_nodes)
         || !fit_spread_repels (pod->spec, node,
                                fit_filter_behaviour (run)->any_taint_repels);
}

/* -- counting -------------------------------------------------------------- */

static FitPodQuery *
query_for (const FitPredicateMetadata *meta, const Rule *rule)
{
  const char *const *namespaces = &meta->pod->meta.namespace_;
  FitPodCondition *conditions
      = fit_arena_new0 (meta->arena, FitPodCondition, rule->n_selectors + 1);
  g_autoptr (FitLabels) labels = fit_labels_new (rule->n_labels);
  g_autoptr (FitSelector) more = NULL;
  guint n = 0;

  for (guint i = 0; i < rule->n_selectors; i++)
    conditions[n++] = (FitPodCondition){ .n_namespaces = 1,
                                         .namespaces = namespaces,
                                         .selector = rule->selectors[i] };
  if (rule->n_labels > 0)
    {
      for (guint i = 0; i < rule->n_labels; i++)
        fit_labels_append (labels, rule->labels[i].key, rule->labels[i].value);
      more = fit_selector_new_equality (labels, FALSE);
      conditions[n++] = (FitPodCondition){ .n_namespaces = 1,
                                           .namespaces = namespaces,
                                           .selector = more };
    }
  return fit_pod_index_query (fit_cache_pod_index (meta->cache), conditions, n);
}

static void
count_pods (const FitPredicateRun *run, Rule *rule)
{
  const gboolean eligible = fit_filter_behaviour (run)->counts_eligible_pods;
  const guint32 empty = fit_topology_empty_value (
      fit_cache_topology (run->meta->cache), rule->slot);
  const GPtrArray *classes;

  if (rule->counts_none)
    return;
  classes = fit_pod_query_classes (query_for (run->meta, rule));
  for (guint c = 0; c < classes->len; c++)
    {
      const FitPodClass *class = classes->pdata[c];

      for (guint i = 0; i < class->n_on_nodes; i++)
        {
          const FitClassOnNode *here = &class->on_nodes[i];
          guint32 value = rule->column[here->node];

          if (value == FIT_TOPOLOGY_ABSENT)
            value = empty;
          if (rule->domains[value] && (!eligible || rule->counted[here->node]))
            rule->counts[value] += (gint32) (here->count - here->terminating);
        }
    }
}

/* -- what-if changes ------------------------------------------------------- */

static gint32
count_change (const FitPredicateMetadata *meta, gconstpointer data,
              const FitMetadataChange *change)
{
  const Counted *counted = data;
  const FitPredicateRun *run = counted->run;
  const guint node = change->node->index;

  return ((const State *) run->state)->has_keys[node]
         && (!fit_filter_behaviour (run)->counts_eligible_pods
             || counted->rule->counted[node])
         && counts (meta, counted->rule, change->pod);
}

static void
count_changes (const FitPredicateRun *run, Rule *rule)
{
  FitArena *arena = run->meta->arena;
  FitPredicateRun *kept = fit_arena_newn (arena, FitPredicateRun, 1);
  Counted *counted = fit_arena_newn (arena, Counted, 1);

  *kept = *run;
  *counted = (Counted){ kept, rule };
  rule->counter
      = fit_change_counter_new (run->meta, count_change, counted, rule->column);
}

/* The least count among the values where no change was counted.  Nearly always
 * all changes are on one node, so one of the two smallest has it. */
static gint32
least_elsewhere (const FitPredicateRun *run, const Rule *rule)
{
  const guint n_values = fit_topology_n_values (
      fit_cache_topology (run->meta->cache), rule->slot);
  gint32 least = G_MAXINT32;

  for (guint i = 0; i < G_N_ELEMENTS (rule->least); i++)
    if (fit_change_sum (run->meta, rule->counter, rule->least[i].value) == NULL)
      return rule->least[i].count;
  for (guint32 value = 0; value < n_values; value++)
    if (rule->domains[value]
        && fit_change_sum (run->meta, rule->counter, value) == NULL)
      least = MIN (least, rule->counts[value]);
  return least;
}

/* -- preparing ------------------------------------------------------------- */

/* Are there fewer domains than the constraint wants?  Then the least count is
 * 0. */
static gboolean
lacks_domains (const FitPredicateRun *run, const Rule *rule)
{
  return rule->n_domains < (guint) MAX (rule->constraint->min_domains, 1)
         && fit_gate_on (fit_filter_data (run)->gates,
                         FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD);
}

static void
prepare (FitPredicateRun *run)
{
  State *state = fit_arena_new0 (run->meta->arena, State, 1);
  FitCache *cache;
  guint n;

  run->state = state;
  run->error = collect (run, state);
  if (state->n == 0)
    {
      fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
      return;
    }
  for (guint r = 0; r < state->n; r++)
    open_rule (run, &state->rules[r]);
  cache = run->meta->cache;
  n = fit_cache_n_slots (cache);
  state->has_keys = fit_arena_newn (run->meta->arena, guint8, n);
  for (guint i = 0; i < n; i++)
    state->has_keys[i] = has_all_keys (state, i);
  for (guint r = 0; r < state->n; r++)
    {
      Rule *rule = &state->rules[r];
      guint8 *counted = fit_arena_new0 (run->meta->arena, guint8, n);

      for (guint i = 0; i < n; i++)
        {
          const FitNode *node = fit_cache_snapshot_node (cache, i);

          if (node == NULL || !state->has_keys[i]
              || !includes_node (run, rule, node))
            continue;
          counted[i] = TRUE;
          rule->n_domains += !rule->domains[rule->column[i]];
          rule->domains[rule->column[i]] = TRUE;
        }
      rule->counted = counted;
    }
  for (guint r = 0; r < state->n; r++)
    {
      Rule *rule = &state->rules[r];
      guint n_values;

      rule->self = selects (rule, run->meta->pod->meta.labels);
      count_pods (run, rule);
      n_values = fit_topology_n_values (fit_cache_topology (run->meta->cache),
                                        rule->slot);
      for (guint32 value = 0; value < n_values; value++)
        {
          const Least found = { value, rule->counts[value] };

          if (!rule->domains[value])
            continue;
          if (found.count < rule->least[0].count)
            {
              rule->least[1] = rule->least[0];
              rule->least[0] = found;
            }
          else if (found.count < rule->least[1].count)
            rule->least[1] = found;
        }
      rule->most = (gint64) rule->constraint->max_skew - (gint64) rule->self
                   + (lacks_domains (run, rule) ? 0 : rule->least[0].count);
      count_changes (run, rule);
    }
}

/* -- checking a node ------------------------------------------------------- */

static FitReasonCode
check_rule (const FitPredicateRun *run, const Rule *rule,
            const FitNodeInfo *node)
{
  const FitSpreadConstraint *constraint = rule->constraint;
  const guint32 value = rule->column[node->index];
  gint32 least;
  gboolean changed = FALSE;
  guint n;
  const FitChangeSum *sums;

  if (value == FIT_TOPOLOGY_ABSENT)
    return FIT_REASON_SPREAD_MISSING_LABEL;
  sums = fit_change_sums (run->meta, &n);
  least = rule->least[0].count;
  for (guint i = 0; i < n; i++)
    if (sums[i].counter == rule->counter && rule->domains[sums[i].value])
      {
        if (!changed)
          least = least_elsewhere (run, rule);
        changed = TRUE;
        least = MIN (least, rule->counts[sums[i].value] + sums[i].sum);
      }
  if (lacks_domains (run, rule))
    least = 0;
  return (gint64) (rule->counts[value]
                   + fit_change_count (run->meta, rule->counter, value))
                     + (gint64) rule->self - least
                 > constraint->max_skew
             ? FIT_REASON_EVEN_PODS_SPREAD
             : FIT_REASON_NONE;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;

  for (guint i = 0; i < state->n; i++)
    {
      const FitReasonCode reason = check_rule (run, &state->rules[i], node);

      if (reason == FIT_REASON_NONE)
        continue;
      fit_reasons_add (reasons, reason);
      return FIT_ANSWER_NO;
    }
  return FIT_ANSWER_YES;
}

/* What check() says if no pod was added or removed. */
static inline gboolean
is_excluded (const Rule *rule, guint32 value)
{
  return value == FIT_TOPOLOGY_ABSENT || rule->counts[value] > rule->most;
}

static void
exclude (const FitPredicateRun *run, const FitNodeKinds *kinds,
         const guint32 *list, guint begin, guint n, guint64 *excluded)
{
  const State *state = run->state;
  const guint32 *nodes = list + begin;

  for (guint r = 0; r < state->n; r++)
    {
      const Rule *rule = &state->rules[r];

      if (kinds != NULL && fit_node_kinds_tell (kinds, rule->slot))
        continue;
      for (guint i = 0; i < n; i++)
        excluded[i / 64] |= (guint64) is_excluded (rule, rule->column[nodes[i]])
                            << i % 64;
    }
}

static gboolean
exclude_kinds (const FitPredicateRun *run, const FitNodeKinds *kinds,
               gboolean *excluded)
{
  const State *state = run->state;
  gboolean all = TRUE;

  for (guint r = 0; r < state->n; r++)
    {
      const Rule *rule = &state->rules[r];
      const gboolean told = fit_node_kinds_tell (kinds, rule->slot);

      all &= told;
      for (guint k = 0; told && k < fit_node_kinds_count (kinds); k++)
        excluded[k]
            |= is_excluded (rule, fit_node_kind_value (kinds, k, rule->slot));
    }
  return all;
}

/* -- explaining ------------------------------------------------------------ */

static void
explain_rule (const FitPredicateRun *run, const Rule *rule,
              const FitNodeInfo *node, FitDetail *detail)
{
  const FitTopology *topology = fit_cache_topology (run->meta->cache);
  const guint32 value = rule->column[node->index];
  const gboolean zero
      = rule->n_domains < (guint) MAX (rule->constraint->min_domains, 1);
  g_autofree char *selects = rule->n_selectors == 1 && rule->selectors[0]->n > 0
                                 ? fit_selector_format (rule->selectors[0])
                                 : NULL;

  if (value == FIT_TOPOLOGY_ABSENT)
    {
      fit_explain_missing_key (rule->constraint->topology_key, detail);
      return;
    }
  fit_explain_spread (
      topology, rule->slot, rule->counts,
      &(FitSpreadCount){
          .constraint = rule->constraint,
          .selects = selects,
          .selector = rule->n_selectors == 1 && rule->n_labels == 0
                          ? rule->selectors[0]
                          : NULL,
          .value = fit_topology_value (topology, rule->slot, value),
          .count = rule->counts[value],
          .self = rule->self,
          .least = zero ? 0 : rule->least[0].count,
          .least_value = zero ? NULL
                              : fit_topology_value (topology, rule->slot,
                                                    rule->least[0].value),
      },
      detail);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const State *state = run->state;

  for (guint i = 0; node != NULL && i < state->n; i++)
    if (check_rule (run, &state->rules[i], node) == reason->code)
      {
        explain_rule (run, &state->rules[i], node, detail);
        return;
      }
}

/* -- events ---------------------------------------------------------------- */

/* May the event have changed the counts of a pod's constraints so that it
 * fits? */
typedef gboolean (*Judgement) (const FitPod *pod, const State *state,
                               gconstpointer old_object,
                               gconstpointer new_object);

/* If a selector is invalid, the pod is tried again: the attempt reports it. */
static FitQueueingHint
judge (gpointer plugin, const FitPod *pod, Judgement helps,
       gconstpointer old_object, gconstpointer new_object)
{
  const FitPredicate *predicate = plugin;
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitPredicateRun run = {
    .predicate = predicate,
    .meta = fit_predicate_metadata_new_plain (predicate->cache, pod, arena),
  };
  State state = { 0 };

  return fit_hint_if (collect (&run, &state) != NULL
                      || helps (pod, &state, old_object, new_object));
}

/* Only a pod that is on a node in the namespace of @pod matters, and @pod
 * itself.  @other: (nullable) */
static gboolean
is_involved (const FitPod *pod, const FitPod *other, gboolean nominated_too)
{
  if (other == NULL || fit_hint_same_pod (pod, other))
    return TRUE;
  if (*other->node_name == '\0'
      && !(nominated_too && *other->nominated_node_name != '\0'))
    return FALSE;
  return other->meta.namespace_ == pod->meta.namespace_;
}

static gboolean
label_change_counts (const State *state, const FitPod *before,
                     const FitPod *now)
{
  for (guint i = 0; i < state->n; i++)
    if (selects (&state->rules[i], before->meta.labels)
        != selects (&state->rules[i], now->meta.labels))
      return TRUE;
  return FALSE;
}

static gboolean
honors_taints (const State *state)
{
  for (guint i = 0; i < state->n; i++)
    if (state->rules[i].constraint->tolerable_nodes)
      return TRUE;
  return FALSE;
}

static gboolean
pod_counts (const FitPod *pod, const State *state, gconstpointer old_object,
            gconstpointer new_object)
{
  const FitPod *before = old_object, *now = new_object;

  if (before == NULL || now == NULL)
    {
      for (guint i = 0; i < state->n; i++)
        if (!selects (&state->rules[i],
                      (now != NULL ? now : before)->meta.labels))
          return FALSE;
      return TRUE;
    }
  return (fit_hint_same_pod (pod, now)
          && before->spec->n_tolerations != now->spec->n_tolerations
          && honors_taints (state))
         || label_change_counts (state, before, now);
}

FitQueueingHint
fit_hint_spread_pod_changed (gpointer plugin, const FitPod *pod,
                             gconstpointer old_object, gconstpointer new_object)
{
  if (!is_involved (pod, old_object, FALSE)
      || !is_involved (pod, new_object, FALSE))
    return FIT_QUEUEING_SKIP;
  return judge (plugin, pod, pod_counts, old_object, new_object);
}

FitQueueingHint
fit_hint_spread_placed_pod_changed (gpointer plugin, const FitPod *pod,
                                    gconstpointer old_object,
                                    gconstpointer new_object)
{
  if (!is_involved (pod, old_object, TRUE)
      || !is_involved (pod, new_object, TRUE))
    return FIT_QUEUEING_SKIP;
  return judge (plugin, pod, pod_counts, old_object, new_object);
}

static gboolean
has_keys (const State *state, const FitNode *node)
{
  for (guint i = 0; i < state->n; i++)
    if (fit_labels_get (node->meta.labels,
                        state->rules[i].constraint->topology_key)
        == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
has_other_values (const State *state, const FitNode *before, const FitNode *now)
{
  for (guint i = 0; i < state->n; i++)
    {
      const char *key = state->rules[i].constraint->topology_key;

      if (fit_labels_get (before->meta.labels, key)
          != fit_labels_get (now->meta.labels, key))
        return TRUE;
    }
  return FALSE;
}

static gboolean
node_is_there (const FitPod *pod, const State *state, gconstpointer old_object,
               gconstpointer new_object)
{
  return has_keys (state, new_object != NULL ? new_object : old_object);
}

static gboolean
node_changes (const FitPod *pod, const State *state, gconstpointer old_object,
              gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;

  if (before == NULL || now == NULL)
    return has_keys (state, now != NULL ? now : before);
  if (has_keys (state, before) != has_keys (state, now))
    return TRUE;
  return has_keys (state, now)
         && (has_other_values (state, before, now)
             || before->traits->taints_digest != now->traits->taints_digest);
}

FitQueueingHint
fit_hint_spread_node_there (gpointer plugin, const FitPod *pod,
                            gconstpointer old_object, gconstpointer new_object)
{
  return judge (plugin, pod, node_is_there, old_object, new_object);
}

FitQueueingHint
fit_hint_spread_node_changed (gpointer plugin, const FitPod *pod,
                              gconstpointer old_object,
                              gconstpointer new_object)
{
  return judge (plugin, pod, node_changes, old_object, new_object);
}

static const FitReasonCode gives[]
    = { FIT_REASON_EVEN_PODS_SPREAD, FIT_REASON_SPREAD_MISSING_LABEL, 0 };

static const FitPredicateInfo filter_pod_topology_spread = {
  .name = "PodTopologySpread",
  .summary = FIT_SPREAD_FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .exclude = exclude,
  .exclude_kinds = exclude_kinds,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};
