/* InterPodAffinity: prefers nodes near pods that attract the pod or are
 * attracted by it, and far from pods where either side has anti-affinity.
 *
 * Every pod E on a node of the cluster adds a weight to all nodes with the same
 * topology value as its own node, for each of these terms that matches:
 *
 *   the pod's preferred affinity           covers E        + weight
 *   the pod's preferred anti-affinity      covers E        - weight
 *   E's required affinity                  covers the pod  + hardPodAffinityWeight
 *   E's preferred affinity                 covers the pod  + weight
 *   E's preferred anti-affinity            covers the pod  - weight
 *
 *   score = trunc (M * ((sum - min) / (max - min))), 0 where max = min
 *
 * in binary64.  min and max are taken over the feasible nodes and, unless the
 * rule TRUE_EXTREMES holds, 0.  M is the maximum score (100).
 *
 * By the rule NEGATIVE_EVERYWHERE, a namespaceSelector of the pod that matches
 * a namespace without labels selects all namespaces.
 *
 * By the rule SKIPS the pod is skipped if no term matches; a match of weight 0
 * counts.  With ignorePreferredTermsOfExistingPods, terms of other pods do not
 * count for a pod without preferred terms.
 *
 * Invalid terms of other pods do not count.  An invalid preferred term of the
 * pod is an error.
 *
 * Cost per node: two array lookups per topology key; beforehand, for each term,
 * the number of values of its key.
 */
#include "rules/score-formulas.h"
#include "cluster/cache.h"
#include "predicates/affinity-metadata.h"
#include "priorities/affinity-sums.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);
static gboolean reduce (const FitPriorityRun *run, const FitNodeList *nodes,
                        gint64 *scores, GError **error);

const FitPriorityInfo fit_score_inter_pod_affinity = {
  .name = "InterPodAffinity",
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

typedef struct
{
  gboolean recorded; /* something was added, maybe 0 */
  FitAffinitySums sums;
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitInterPodAffinityArgs *written = given->args;
  Affinity *affinity = g_new (Affinity, 1);

  affinity->rules
      = fit_score_rules (&fit_rule_inter_pod_affinity, given->release);
  affinity->may_skip = fit_score_may_skip (affinity->rules, given);
  affinity->hard_weight = MAX (written->hard_pod_affinity_weight, 0);
  affinity->ignores_others = written->ignore_preferred_terms_of_existing_pods;
  *out_data = affinity;
  return TRUE;
}

static void
add_own_terms (const FitPriorityRun *run, State *state,
               const FitPodAffinity *terms, gint32 sign)
{
  const Affinity *affinity = run->priority->data;
  const FitPriorityMetadata *meta = run->meta;

  for (guint i = 0; i < terms->n_preferred; i++)
    {
      const FitAffinityTerm *term = &terms->preferred[i];
      const FitPodCondition covers = fit_affinity_term_condition (
          fit_cache_listers (meta->cache), term, meta->pod->meta.namespace_,
          (affinity->rules & FIT_SCORE_NEGATIVE_EVERYWHERE) != 0, meta->arena);

      if (fit_affinity_sums_add_own (&state->sums, term, &covers, sign) > 0)
        state->recorded = TRUE;
    }
}

/* Does any of the @term->n_scoring pods with @term add a weight? */
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
add_terms_of_others (State *state, const GPtrArray *terms, gint64 hard_weight)
{
  for (guint i = 0; i < terms->len; i++)
    if (adds_anything (terms->pdata[i], hard_weight))
      {
        state->recorded = TRUE;
        fit_affinity_sums_add_others (&state->sums, terms->pdata[i],
                                      hard_weight);
      }
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
  fit_affinity_sums_init (&state->sums, meta, (gsize) n_own + terms->len);
  add_own_terms (run, state, likes, 1);
  add_own_terms (run, state, dislikes, -1);
  if (n_own > 0 || !affinity->ignores_others)
    add_terms_of_others (state, terms, affinity->hard_weight);
  run->skip = affinity->may_skip && !state->recorded;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const State *state = run->state;

  fit_affinity_sums_map (&state->sums, nodes, scores);
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  const Affinity *affinity = run->priority->data;
  const State *state = run->state;
  const gboolean true_extremes
      = (affinity->rules & FIT_SCORE_TRUE_EXTREMES) != 0;

  fit_affinity_sums_scale (&state->sums, scores, nodes->n,
                           true_extremes ? G_MAXINT64 : 0,
                           true_extremes ? G_MININT64 : 0);
  return TRUE;
}
