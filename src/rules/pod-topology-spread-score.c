/* pod-topology-spread-score.c - PodTopologySpread at PreScore and Score
 *
 * Prefers nodes in domains with few matching pods, by the
 * topology spread constraints with whenUnsatisfiable ScheduleAnyway.
 *
 * The constraints are the pod's own.  A pod without any uses those of the
 * profile, with the selectors from owner-selectors.h (selects_by_owner);
 * without selectors there are no constraints.
 *
 * Eligible nodes are feasible nodes that have all topology keys; for system
 * constraints (spreads_system_everywhere) all feasible nodes.
 *
 *   size(c)   = different values of the key of c on eligible nodes, where a
 *               missing label counts as one; eligible nodes for the key
 *               kubernetes.io/hostname
 *   count(c)  = pods that match c in the pod's namespace, not being deleted, on
 *               nodes that count and have the same value; of the hostname, on
 *               the node itself
 *   sum(node) = sum over the constraints c whose key the node has of
 *               count(c) * ln (size(c) + 2) + (maxSkew - 1)
 *   raw       = trunc (sum), with spread_rounds to nearest
 *   score     = M * (max + min - raw) / max, M where max is 0
 *
 * in binary64, the score in integers, with max and min over the eligible nodes
 * and the maximum score M (100).  Other nodes get 0.
 *
 * A node counts for c if all of this holds: it has all keys (except for system
 * constraints, as above); it satisfies the pod's node selector and required
 * affinity, unless c has nodeAffinityPolicy Ignore; and, if c has
 * nodeTaintsPolicy Honor, the pod tolerates all its taints (those with effect
 * NoSchedule or NoExecute; with any_taint_repels those with any effect).
 *
 * An empty selector matches all pods, with empty_selects_none none.  Without
 * spread_counts_apart, two constraints with the same key count into the same
 * table, and the size of the second is 0.
 *
 * Without constraints all nodes get M, or with spread_skips_score the pod is
 * skipped.
 *
 * Cost per node: two array lookups per constraint; beforehand the (class of
 * matching pods, node) pairs.
 * Tests: tests/rules/test-pod-topology-spread-score.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/pod-topology-spread.h"
#include "rules/owner-selectors.h"
#include "cluster/cache.h"
#include "rules/score-formulas.h"
#include "priorities/pod-counts.h"
#include "priorities/scoring.h"

#include "api/names.h"
#include "base/intern.h"

#include <math.h>

static const struct
{
  const char *key;
  gint32 max_skew;
} system_constraints[] = {
  { FIT_LABEL_HOSTNAME, 3 },
  { FIT_LABEL_ZONE_GA, 5 },
};

/* The settings of the profile. */
typedef struct
{
  FitBehaviour behaviour;
  gboolean may_skip;
  gboolean reads_policies;   /* nodeAffinityPolicy and nodeTaintsPolicy */
  gboolean reads_label_keys; /* matchLabelKeys */
  gboolean system;
  const char *hostname; /* interned, one reference held */
  guint n_defaults;
  FitSpreadConstraint *defaults; /* owned: soft constraints, without
                                    selectors */
} Profile;

/* No eligible node has the value. */
#define NOT_WANTED (-1)

typedef struct
{
  const FitSpreadConstraint *written;
  guint slot;
  guint32 empty;          /* value id of the empty value, or ABSENT */
  const guint32 *column;  /* during prepare() */
  const gint32 *matching; /* pods by node index */
  gint64 *by_value;       /* pods or NOT_WANTED; NULL for the hostname */
  gint64 size;
  double weight;
} Constraint;

typedef struct
{
  gboolean needs_keys; /* a node without all keys is not eligible */
  guint n;
  Constraint *constraints;
  guint8 *ignored; /* by node index; NULL unless needs_keys is set */
  double *sums;    /* by node index */
} State;

/* -- the profile ----------------------------------------------------------- */

static void
add_default (Profile *profile, const char *key, gint32 max_skew)
{
  profile->defaults[profile->n_defaults++] = (FitSpreadConstraint){
    .topology_key = key, .max_skew = max_skew, .soft = TRUE
  };
}

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitPodTopologySpreadArgs *written = given->args;
  Profile *profile = g_new0 (Profile, 1);

  profile->behaviour = fit_behaviour (given->release);
  profile->may_skip
      = profile->behaviour.spread_skips_score && fit_score_prepares (given);
  profile->reads_policies = fit_gate_on (
      given->gates, FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD);
  profile->reads_label_keys = fit_gate_on (
      given->gates, FIT_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD);
  profile->system = g_strcmp0 (written->defaulting_type, "System") == 0;
  profile->hostname = fit_intern (FIT_LABEL_HOSTNAME);
  profile->defaults
      = g_new0 (FitSpreadConstraint, MAX (G_N_ELEMENTS (system_constraints),
                                          written->n_constraints));
  for (guint i = 0; profile->system && i < G_N_ELEMENTS (system_constraints);
       i++)
    add_default (profile, fit_intern (system_constraints[i].key),
                 system_constraints[i].max_skew);
  for (guint i = 0; !profile->system && i < written->n_constraints; i++)
    if (g_strcmp0 (written->constraints[i].when_unsatisfiable, "ScheduleAnyway")
        == 0)
      add_default (profile, fit_intern (written->constraints[i].topology_key),
                   written->constraints[i].max_skew);
  *out_data = profile;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Profile *profile = data;

  for (guint i = 0; i < profile->n_defaults; i++)
    fit_intern_unref (profile->defaults[i].topology_key);
  g_free (profile->defaults);
  fit_intern_unref (profile->hostname);
  g_free (profile);
}

/* -- constraints and the pods that match them ------------------------------ */

/* The pod's labels that matchLabelKeys names.  Returns: (nullable) (transfer
 * full): NULL for none */
static FitLabels *
labels_to_match (const FitPriorityRun *run, const FitSpreadConstraint *written)
{
  const Profile *profile = run->priority->data;
  FitLabel *own
      = fit_arena_newn (run->meta->arena, FitLabel, written->n_label_keys);
  const guint n = profile->reads_label_keys
                      ? fit_spread_own_labels (run->meta->pod, written, own)
                      : 0;
  FitLabels *labels = n > 0 ? fit_labels_new (n) : NULL;

  for (guint i = 0; i < n; i++)
    fit_labels_append (labels, own[i].key, own[i].value);
  return labels;
}

/* The number of pods per node that match @written, a constraint of the pod
 * itself. */
static const gint32 *
count_own (const FitPriorityRun *run, const FitSpreadConstraint *written)
{
  const Profile *profile = run->priority->data;
  g_autoptr (FitLabels) labels = labels_to_match (run, written);
  g_autoptr (FitSelector) more
      = labels != NULL ? fit_selector_new_equality (labels, FALSE) : NULL;
  FitSelector *const selectors[] = { written->selector, more };
  const gboolean empty = written->selector->n == 0 && more == NULL;

  if (empty && profile->behaviour.empty_selects_none)
    return fit_arena_new0 (run->meta->arena, gint32,
                           fit_cache_n_slots (run->meta->cache));
  return fit_pod_counts_of_selectors (run->meta, selectors,
                                      more != NULL ? 2 : 1);
}

static void
add_constraint (const FitPriorityRun *run, State *state,
                const FitSpreadConstraint *written, const gint32 *matching)
{
  Constraint *constraint = &state->constraints[state->n++];

  *constraint = (Constraint){ .written = written, .matching = matching };
  constraint->slot = fit_topology_slot (fit_cache_topology (run->meta->cache),
                                        written->topology_key);
}

static gboolean
collect_own (const FitPriorityRun *run, State *state, GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  state->constraints = fit_arena_newn (run->meta->arena, Constraint,
                                       spec->n_spread_constraints);
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    {
      const FitSpreadConstraint *written = &spec->spread_constraints[i];

      if (!written->soft)
        continue;
      if (written->selector->error != NULL)
        return fit_fail (error, FIT_ERROR_SCHEDULE, "%s",
                         written->selector->error);
      add_constraint (run, state, written, count_own (run, written));
    }
  return TRUE;
}

static void
collect_defaults (const FitPriorityRun *run, State *state)
{
  const Profile *profile = run->priority->data;
  const FitPriorityMetadata *meta = run->meta;
  FitOwnerSelectors owners;
  const gint32 *matching;

  if (profile->n_defaults == 0)
    return;
  owners
      = fit_owner_selectors (meta->cache, meta->pod, meta->pod_class,
                             profile->behaviour.selects_by_owner, meta->arena);
  if (owners.n == 0)
    return;
  matching = fit_pod_counts_of_selectors (meta, owners.selectors, owners.n);
  state->constraints
      = fit_arena_newn (meta->arena, Constraint, profile->n_defaults);
  for (guint i = 0; i < profile->n_defaults; i++)
    add_constraint (run, state, &profile->defaults[i], matching);
}

/* -- domains --------------------------------------------------------------- */

/* A missing label looks like an empty one. */
static inline guint32
value_on (const Constraint *constraint, guint32 node)
{
  const guint32 value = constraint->column[node];

  return value == FIT_TOPOLOGY_ABSENT ? constraint->empty : value;
}

static gint64 *
table_for (const FitPriorityRun *run, State *state, guint k)
{
  const Profile *profile = run->priority->data;
  const Constraint *constraint = &state->constraints[k];
  const guint n_values = fit_topology_n_values (
      fit_cache_topology (run->meta->cache), constraint->slot);
  gint64 *table;

  for (guint i = 0; i < k && !profile->behaviour.spread_counts_apart; i++)
    if (state->constraints[i].slot == constraint->slot)
      return state->constraints[i].by_value;
  table = fit_arena_newn (run->meta->arena, gint64, n_values);
  for (guint value = 0; value < n_values; value++)
    table[value] = NOT_WANTED;
  return table;
}

static gboolean
has_all_keys (const State *state, guint32 node)
{
  for (guint k = 0; k < state->n; k++)
    if (state->constraints[k].column[node] == FIT_TOPOLOGY_ABSENT)
      return FALSE;
  return TRUE;
}

/* Records the values of an eligible node. */
static void
want_values (State *state, guint32 node)
{
  for (guint k = 0; k < state->n; k++)
    {
      Constraint *constraint = &state->constraints[k];
      gint64 *count;

      if (constraint->by_value == NULL)
        {
          constraint->size++;
          continue;
        }
      count = &constraint->by_value[value_on (constraint, node)];
      if (*count != NOT_WANTED)
        continue;
      *count = 0;
      constraint->size++;
    }
}

/* -- counting -------------------------------------------------------------- */

static gboolean
node_counts (const FitPriorityRun *run, const FitSpreadConstraint *written,
             const FitNodeInfo *node)
{
  const Profile *profile = run->priority->data;
  const FitPod *pod = run->meta->pod;
  const gboolean any_affinity = profile->reads_policies && written->all_nodes;
  const gboolean any_taints
      = !profile->reads_policies || !written->tolerable_nodes;

  if (!any_affinity
      && !fit_pod_matches_node (pod, node->node->meta.labels, node->name))
    return FALSE;
  return any_taints
         || !fit_spread_repels (pod->spec, node->node,
                                profile->behaviour.any_taint_repels);
}

static void
count_pods (const FitPriorityRun *run, const State *state,
            const Constraint *constraint)
{
  FitCache *cache = run->meta->cache;

  if (constraint->by_value == NULL)
    return;
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node;
      gint64 *count;

      if (constraint->matching[i] == 0)
        continue;
      count = &constraint->by_value[value_on (constraint, i)];
      node = fit_cache_node (cache, i);
      if (*count == NOT_WANTED || node == NULL || node->node == NULL)
        continue;
      if (state->needs_keys && !has_all_keys (state, i))
        continue;
      if (node_counts (run, constraint->written, node))
        *count += constraint->matching[i];
    }
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Profile *profile = run->priority->data;
  State *state = fit_arena_new0 (run->meta->arena, State, 1);
  FitTopology *topology;

  run->state = state;
  state->needs_keys = TRUE;
  if (run->meta->pod->spec->n_spread_constraints == 0)
    {
      collect_defaults (run, state);
      state->needs_keys
          = !profile->system || !profile->behaviour.spreads_system_everywhere;
    }
  else if (!collect_own (run, state, error))
    return FALSE;
  if (state->n == 0)
    {
      run->skip = profile->may_skip;
      run->constant = TRUE;
      run->score = run->meta->max_score;
      return TRUE;
    }
  if (run->early)
    return TRUE;
  state->sums = fit_arena_newn (run->meta->arena, double,
                                fit_cache_n_slots (run->meta->cache));
  /* Call after all slots are created: a new slot may move the columns of
   * others. */
  topology = fit_cache_topology (run->meta->cache);
  for (guint k = 0; k < state->n; k++)
    {
      Constraint *constraint = &state->constraints[k];

      constraint->column = fit_topology_column (topology, constraint->slot);
      constraint->empty = fit_topology_empty_value (topology, constraint->slot);
      if (constraint->written->topology_key != profile->hostname)
        constraint->by_value = table_for (run, state, k);
    }
  if (state->needs_keys)
    state->ignored = fit_arena_new0 (run->meta->arena, guint8,
                                     fit_cache_n_slots (run->meta->cache));
  for (guint i = 0; i < feasible->n; i++)
    {
      const guint32 node = feasible->nodes[i]->index;

      if (state->needs_keys && !has_all_keys (state, node))
        state->ignored[node] = TRUE;
      else
        want_values (state, node);
    }
  for (guint k = 0; k < state->n; k++)
    state->constraints[k].weight
        = log ((double) (state->constraints[k].size + 2));
  for (guint k = 0; k < state->n; k++)
    count_pods (run, state, &state->constraints[k]);
  return TRUE;
}

/* -- scoring --------------------------------------------------------------- */

static inline gboolean
is_ignored (const State *state, const FitNodeInfo *node)
{
  return state->ignored != NULL && state->ignored[node->index];
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Profile *profile = run->priority->data;
  const State *state = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  if (state->n == 0)
    return TRUE;
  for (guint i = 0; i < nodes->n; i++)
    state->sums[nodes->nodes[i]->index] = 0.0;
  for (guint k = 0; k < state->n; k++)
    {
      const Constraint *constraint = &state->constraints[k];
      const guint32 *column = fit_topology_column (topology, constraint->slot);

      for (guint i = 0; i < nodes->n; i++)
        {
          const guint32 node = nodes->nodes[i]->index;
          const guint32 value = column[node];
          gint64 count;

          if (value == FIT_TOPOLOGY_ABSENT
              || is_ignored (state, nodes->nodes[i]))
            continue;
          count = constraint->by_value != NULL ? constraint->by_value[value]
                  : run->meta->bare_nodes      ? 0
                                               : constraint->matching[node];
          state->sums[node] += (double) count * constraint->weight
                               + (double) (constraint->written->max_skew - 1);
        }
    }
  for (guint i = 0; i < nodes->n; i++)
    {
      const double sum = state->sums[nodes->nodes[i]->index];

      scores[i]
          = fit_truncate (profile->behaviour.spread_rounds ? round (sum) : sum);
    }
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const State *state = run->state;
  const gint64 resolution = run->meta->max_score;
  gint64 min = G_MAXINT64;
  gint64 max = G_MININT64;

  for (guint i = 0; i < nodes->n; i++)
    if (!is_ignored (state, nodes->nodes[i]))
      {
        min = MIN (min, scores[i]);
        max = MAX (max, scores[i]);
      }
  for (guint i = 0; i < nodes->n; i++)
    {
      if (is_ignored (state, nodes->nodes[i]))
        scores[i] = 0;
      else if (max == 0)
        scores[i] = resolution;
      else
        scores[i] = fit_wrapping_divide (
            fit_wrapping_multiply (
                resolution,
                fit_wrapping_subtract (fit_wrapping_add (max, min), scores[i])),
            max);
    }
  return TRUE;
}

const FitPriorityInfo fit_score_pod_topology_spread = {
  .name = "PodTopologySpread",
  .summary = FIT_SPREAD_SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
  .constant_early = TRUE,
};
