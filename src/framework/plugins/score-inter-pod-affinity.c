/* InterPodAffinity: prefers nodes near pods that the pod likes, or that like it,
 * and far from those it dislikes, or that dislike it.
 *
 * Every pod E on a node of the cluster adds a weight to all nodes with the same
 * topology value as its own node, for each term that says so:
 *
 *   the pod's preferred affinity           covers E        + weight
 *   the pod's preferred anti-affinity      covers E        - weight
 *   E's required affinity                  covers the pod  + hardPodAffinityWeight
 *   E's preferred affinity                 covers the pod  + weight
 *   E's preferred anti-affinity            covers the pod  - weight
 *
 *   score = trunc (M * ((sum - min) / (max - min))), 0 where max = min
 *
 * in binary64, where min and max are taken over the feasible nodes, and 0 unless
 * the rule TRUE_EXTREMES holds; M is the resolution (100).
 *
 * By the rule NEGATIVE_EVERYWHERE, a namespaceSelector of the pod that matches a
 * namespace without labels stands for all namespaces.
 *
 * The pod is skipped by the rule SKIPS where nobody adds any weight, or 0, to
 * anything.  With ignorePreferredTermsOfExistingPods a pod without preferred
 * terms is left to itself: nobody adds anything.
 *
 * Terms of others that cannot be evaluated do not count; such a preferred term
 * of the pod fails it.
 *
 * Cost per node: a look into two arrays per topology key; beforehand, for each
 * term, the number of values of its key.
 */
#include "framework/plugins/score-formulas.h"
#include "predicates/affinity-metadata.h"
#include "priorities/scoring.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_score_inter_pod_affinity = {
  .name = FIT_PLUGIN_INTER_POD_AFFINITY,
  .summary
  = "nodes near pods that attract the pod, far from those that repel it",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .create = create,
  .free_data = g_free,
};

typedef struct
{
  guint rules;
  gboolean may_skip;
  gint64 hard_weight;
  gboolean ignores_others; /* ignorePreferredTermsOfExistingPods */
} Affinity;

/* What all terms with one topology key add up to. */
typedef struct
{
  guint slot;
  guint n_values;
  gint64 *weights; /* by value id; that of ABSENT stays 0 */
} KeySum;

typedef struct
{
  gboolean recorded; /* somebody added something, maybe 0 */
  guint n;
  KeySum *keys;
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitInterPodAffinitySettings *written = &given->args->inter_pod_affinity;
  Affinity *affinity = g_new (Affinity, 1);

  affinity->rules
      = fit_score_rules (FIT_PLUGIN_INTER_POD_AFFINITY, given->release);
  affinity->may_skip = fit_score_may_skip (affinity->rules, given);
  affinity->hard_weight = MAX (written->hard_pod_affinity_weight, 0);
  affinity->ignores_others = written->ignore_preferred_terms_of_existing_pods;
  *out_data = affinity;
  return TRUE;
}

static KeySum *
sum_for_slot (State *state, const FitPriorityMetadata *meta, guint slot)
{
  KeySum *sum = state->keys;

  while (sum < state->keys + state->n && sum->slot != slot)
    sum++;
  if (sum == state->keys + state->n)
    {
      state->n++;
      sum->slot = slot;
      sum->n_values
          = fit_topology_n_values (fit_cache_topology (meta->cache), slot);
      sum->weights = fit_arena_new0 (meta->arena, gint64, sum->n_values);
    }
  return sum;
}

/* @sign is 1 for affinity, -1 for anti-affinity; the product has 32 bits. */
static void
add_own_term (const FitPriorityRun *run, State *state,
              const FitAffinityTerm *term, gint32 sign)
{
  const Affinity *affinity = run->priority->data;
  const FitPriorityMetadata *meta = run->meta;
  const gint32 weight = (gint32) ((guint32) term->weight * (guint32) sign);
  FitPodIndex *index = fit_cache_pod_index (meta->cache);
  const FitPodCondition condition = fit_affinity_term_condition (
      fit_cache_listers (meta->cache), term, meta->pod->meta.namespace_,
      (affinity->rules & FIT_SCORE_NEGATIVE_EVERYWHERE) != 0, meta->arena);
  guint64 total = 0;
  const guint32 *counts;
  KeySum *sum;

  sum = sum_for_slot (
      state, meta,
      fit_topology_slot (fit_cache_topology (meta->cache), term->topology_key));
  counts = fit_pod_query_counts (
      index, fit_pod_index_query (index, &condition, 1), sum->slot, &total);
  for (guint value = 1; value < sum->n_values; value++)
    sum->weights[value] += (gint64) counts[value] * weight;
  state->recorded = state->recorded || total > 0;
}

/* Has any of the pods with @term, that are @term->n_scoring, something to
 * add? */
static gboolean
adds_anything (const FitPodTerm *term, gint64 hard_weight)
{
  gint64 n_required = 0;

  if (hard_weight > 0)
    return term->n_scoring > 0;
  for (guint value = 1; value < term->n_values; value++)
    n_required += term->sums[value].required_affinity;
  return term->n_scoring > n_required;
}

static void
add_term_of_others (const FitPriorityRun *run, State *state,
                    const FitPodTerm *term)
{
  const Affinity *affinity = run->priority->data;
  KeySum *sum;

  if (!adds_anything (term, affinity->hard_weight))
    return;
  state->recorded = TRUE;
  sum = sum_for_slot (state, run->meta, term->slot);
  for (guint value = 1; value < MIN (sum->n_values, term->n_values); value++)
    sum->weights[value]
        += affinity->hard_weight * term->sums[value].required_affinity
           + term->sums[value].preferred;
}

static gboolean
check_terms (const FitPodAffinity *affinity, GError **error)
{
  for (guint i = 0; i < affinity->n_preferred; i++)
    if (affinity->preferred[i].selector->error != NULL)
      {
        g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                             affinity->preferred[i].selector->error);
        return FALSE;
      }
  return TRUE;
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Affinity *affinity = run->priority->data;
  const FitPriorityMetadata *meta = run->meta;
  const FitPodAffinity *likes = &meta->pod->spec->affinity;
  const FitPodAffinity *dislikes = &meta->pod->spec->anti_affinity;
  const guint n_own = likes->n_preferred + dislikes->n_preferred;
  const GPtrArray *terms = fit_pod_index_terms (
      fit_cache_pod_index (meta->cache), meta->pod_class);
  State *state = fit_arena_new0 (meta->arena, State, 1);

  if (!check_terms (likes, error) || !check_terms (dislikes, error))
    return FALSE;
  run->state = state;
  state->keys
      = fit_arena_newn (meta->arena, KeySum, (gsize) n_own + terms->len);
  for (guint i = 0; i < likes->n_preferred; i++)
    add_own_term (run, state, &likes->preferred[i], 1);
  for (guint i = 0; i < dislikes->n_preferred; i++)
    add_own_term (run, state, &dislikes->preferred[i], -1);
  for (guint i = 0; i < terms->len; i++)
    if (n_own > 0 || !affinity->ignores_others)
      add_term_of_others (run, state, terms->pdata[i]);
  run->skip = affinity->may_skip && !state->recorded;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const State *state = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  for (guint k = 0; k < state->n; k++)
    {
      const gint64 *weights = state->keys[k].weights;
      const guint32 *column
          = fit_topology_column (topology, state->keys[k].slot);

      for (guint i = 0; i < nodes->n; i++)
        scores[i] += weights[column[nodes->nodes[i]->index]];
    }
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const Affinity *affinity = run->priority->data;
  const gboolean true_extremes
      = (affinity->rules & FIT_SCORE_TRUE_EXTREMES) != 0;
  const double resolution = (double) run->meta->max_score;
  gint64 min = true_extremes ? G_MAXINT64 : 0;
  gint64 max = true_extremes ? G_MININT64 : 0;

  for (guint i = 0; i < nodes->n; i++)
    {
      min = MIN (min, scores[i]);
      max = MAX (max, scores[i]);
    }
  for (guint i = 0; i < nodes->n; i++)
    scores[i]
        = max - min > 0 ? fit_truncate (
              resolution * ((double) (scores[i] - min) / (double) (max - min)))
                        : 0;
  return TRUE;
}
