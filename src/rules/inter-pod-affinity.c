/* inter-pod-affinity.c - InterPodAffinity at PreFilter and Filter, PreScore and
 * Score
 *
 * Three checks, in this order:
 * - For every required affinity term of the pod, the node's topology must
 *   contain a pod that satisfies all terms.  This is waived if there is no such
 *   pod anywhere, the pod satisfies its own terms, and the node has all
 *   topology keys.
 * - No pod may violate the pod's required anti-affinity.
 * - The pod may not violate the required anti-affinity of any other pod.
 * Namespaces may be selected by their labels.
 * Cost: terms.
 * Tests: tests/rules/test-inter-pod-affinity*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/affinity-metadata.h"
#include "rules/rule-details.h"
#include "cluster/cache.h"
#include "rules/inter-pod-affinity-sums.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "rules/inter-pod-affinity.h"
#include "rules/rule-rows.h"

#include <string.h>

#define FILTER_SUMMARY \
  "the required affinity and anti-affinity of this pod and of running pods are satisfied"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_inter_pod_affinity;
static const FitPriorityInfo score_inter_pod_affinity;

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_inter_pod_affinity = {
  .name = "InterPodAffinity",
  .predicates = PREDICATES (&fit_match_inter_pod_affinity),
  .priorities = PRIORITIES (&fit_inter_pod_affinity_priority),
  .points = POINTS ({ PF | F | PS | S, FIT_SINCE (18) }),
  .filters = FILTERS ({ FROM (18), &filter_inter_pod_affinity }),
  .scores = SCORES ({ FROM (18), &score_inter_pod_affinity }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (18), NO_GATE, NOT_FOUND ("error reading", "PreFilterInterPodAffinity"), .tracks_pods = TRUE },
    { FIT_AT (PRE_SCORE), FROM (18), NO_GATE, NOT_FOUND ("failed to read", "PreScoreInterPodAffinity") }),
  .events = EVENTS (
    EVENT (POD, ALL, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (POD, ADD | POD_LABEL | DELETE, FIT_SPAN (31, 36), ALWAYS, fit_hint_neighbour_changed),
    EVENT (POD, ADD | POD_LABEL | DELETE, FIT_SINCE (36), ALWAYS, fit_hint_neighbour_or_own_change),
    EVENT (NODE, ADD | LABEL, FIT_BEFORE (30), ALWAYS, NULL),
    EVENT (NODE, ADD | LABEL | TAINT, FIT_SPAN (30, 31), ALWAYS, NULL),
    EVENT (NODE, ADD | LABEL | TAINT, FIT_SPAN (31, 32), ALWAYS, fit_hint_topology_there),
    EVENT (NODE, ADD | LABEL, FIT_SPAN (32, 33), ALWAYS, fit_hint_topology_there),
    EVENT (NODE, ADD | LABEL, FIT_SINCE (33), ALWAYS, fit_hint_topology_changed),
    EVENT (NODE, TAINT, FIT_SINCE (32), NO_HINTS, NULL)),
  .default_args = &(const FitInterPodAffinityArgs){ .hard_pod_affinity_weight = 1 },
  .weights = WEIGHTS ({ "InterPodAffinityPriority", FIT_ALWAYS, 1, 1, 2 }),
  .by_default = TRUE,
  .setting = SETTING (HARD_WEIGHT, FitInterPodAffinityArgs, hard_pod_affinity_weight),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "of weights 2, 0 and 100 the first two had 0",
    .cluster = ORDER_NODE ("n1", "", "", "") ORDER_NODE ("n2", "", "", "") ORDER_NODE ("n3", "", "", "")
      ORDER_POD ("one", "app: a", "nodeName: n1, ", "") ORDER_POD ("two", "app: b", "nodeName: n3, ", "")
      ORDER_POD ("new", "app: c", "affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: ["
        "{weight: 2, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: a}}}}, "
        "{weight: 100, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: b}}}}]}}, ", "")),
  .notes = NOTES (
    { "scores are scaled between the actual minimum and maximum, so what all nodes have in common no longer "
      "matters", FIT_SINCE (21) },
    { "a namespaceSelector that matches a namespace without labels selects all namespaces", FIT_SINCE (34), .points = F | S }),
  .sign = sign,
};
/* clang-format on */

/* The labels stand for the terms of running pods that match the pod; not where
 * the arguments leave those out. */
static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  const FitInterPodAffinityArgs *own = args;
  const FitLabels *labels = pod->meta.labels;
  GPtrArray *parts;

  if (fit_pod_has_affinity (pod))
    return FALSE;
  if (own->ignore_preferred_terms_of_existing_pods)
    return TRUE;
  parts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; labels != NULL && i < labels->n; i++)
    g_ptr_array_add (parts, g_strdup_printf ("%s=%s", labels->pairs[i].key,
                                             labels->pairs[i].value));
  fit_sign_sorted (parts, FALSE, signature);
  return TRUE;
}

/* Collects the errors in the pod's terms, in order. */
static void
read_terms (const char *what, const FitAffinityTerm *terms, guint n,
            GPtrArray *problems)
{
  for (guint i = 0; i < n; i++)
    {
      const FitAffinityTerm *term = &terms[i];
      const char *problem = term->selector->error;

      if (problem == NULL && term->namespace_selector != NULL)
        problem = term->namespace_selector->error;
      if (problem == NULL)
        continue;
      g_ptr_array_add (problems, g_strdup_printf ("%s: %s", what, problem));
      return;
    }
}

/* Returns: (transfer full) (nullable): the errors in the pod's terms */
static char *
find_problems (const FitPodSpec *spec)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  gboolean several;

  read_terms ("requiredAffinityTerms", spec->affinity.required,
              spec->affinity.n_required, problems);
  read_terms ("requiredAntiAffinityTerms", spec->anti_affinity.required,
              spec->anti_affinity.n_required, problems);
  read_terms ("preferredAffinityTerms", spec->affinity.preferred,
              spec->affinity.n_preferred, problems);
  read_terms ("preferredAntiAffinityTerms", spec->anti_affinity.preferred,
              spec->anti_affinity.n_preferred, problems);
  if (problems->len == 0)
    return NULL;
  several = problems->len > 1;
  g_ptr_array_add (problems, NULL);
  list = g_strjoinv (", ", (char **) problems->pdata);
  return g_strdup_printf ("parsing pod: %s%s%s", several ? "[" : "", list,
                          several ? "]" : "");
}

static void
filter_prepare (FitPredicateRun *run)
{
  const FitAffinityMetadata *affinity;
  FitPredicateMetadata *meta = run->meta;
  g_autofree char *problems = find_problems (meta->pod->spec);

  affinity = fit_affinity_metadata_new_exact (
      meta, fit_filter_behaviour (run)->unlabelled_selects_all);
  meta->affinity = affinity;
  if (problems != NULL)
    fit_filter_reject (run, FIT_REASON_LOOKUP, problems);
  else if (affinity->n_existing == 0 && affinity->n_affinity == 0
           && affinity->n_anti == 0)
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_first_skip);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  FitReasonCode reason;

  if (!fit_affinity_satisfied (run->meta, node))
    reason = FIT_REASON_POD_AFFINITY_RULES;
  else if (fit_anti_affinity_violated (run->meta, node))
    reason = FIT_REASON_POD_ANTI_AFFINITY_RULES;
  else if (fit_affinity_existing_violated (run->meta, node))
    reason = FIT_REASON_EXISTING_ANTI_AFFINITY;
  else
    reason = FIT_REASON_NONE;
  if (reason == FIT_REASON_NONE)
    return FIT_ANSWER_YES;
  if (fit_filter_behaviour (run)->affinity_in_general)
    fit_reasons_add (reasons, FIT_REASON_POD_AFFINITY);
  if (fit_filter_behaviour (run)->affinity_rules_in_general)
    fit_reasons_add (reasons, FIT_REASON_AFFINITY_OR_ANTI_AFFINITY_RULES);
  fit_reasons_add (reasons, reason);
  return FIT_ANSWER_NO;
}

static void
exclude (const FitPredicateRun *run, const FitNodeKinds *kinds,
         const guint32 *list, guint begin, guint n, guint64 *excluded)
{
  fit_affinity_exclude (run->meta, kinds, list, begin, n, excluded);
}

static gboolean
exclude_kinds (const FitPredicateRun *run, const FitNodeKinds *kinds,
               gboolean *excluded)
{
  return fit_affinity_exclude_kinds (run->meta, kinds, excluded);
}

/* -- events ---------------------------------------------------------------- */

/* Does @other satisfy all required terms?  A namespaceSelector counts as if the
 * namespace of @other had no labels. */
static gboolean
matches_all (const FitPod *pod, const FitPodAffinity *affinity,
             const FitPod *other)
{
  for (guint i = 0; i < affinity->n_required; i++)
    {
      const FitAffinityTerm *term = &affinity->required[i];

      if (!fit_affinity_term_matches (term, pod->meta.namespace_,
                                      other->meta.namespace_,
                                      other->meta.labels)
          && !(term->namespace_selector != NULL
               && fit_selector_matches (term->namespace_selector, NULL)
               && fit_selector_matches (term->selector, other->meta.labels)))
        return FALSE;
    }
  return affinity->n_required > 0;
}

static gboolean
has_invalid_term (const FitPodAffinity *affinity)
{
  for (guint i = 0; i < affinity->n_required; i++)
    if (affinity->required[i].selector->error != NULL
        || (affinity->required[i].namespace_selector != NULL
            && affinity->required[i].namespace_selector->error != NULL))
      return TRUE;
  return FALSE;
}

/* Does the change of a pod on a node help? */
static FitQueueingHint
judge_neighbour (const FitPod *pod, const FitPod *before, const FitPod *now)
{
  const FitPodAffinity *wanted = &pod->spec->affinity,
                       *hated = &pod->spec->anti_affinity;

  if (has_invalid_term (wanted) || has_invalid_term (hated))
    return FIT_QUEUEING_AFTER_BACKOFF;
  return fit_hint_if (
      (now != NULL && matches_all (pod, wanted, now)
       && !(before != NULL && matches_all (pod, wanted, before)))
      || (before != NULL && matches_all (pod, hated, before)
          && !(now != NULL && matches_all (pod, hated, now))));
}

FitQueueingHint
fit_hint_neighbour_changed (gpointer plugin, const FitPod *pod,
                            gconstpointer old_object, gconstpointer new_object)
{
  const FitPod *before = old_object, *now = new_object;

  if ((before != NULL && !*before->node_name)
      || (now != NULL && !*now->node_name))
    return FIT_QUEUEING_SKIP;
  return judge_neighbour (pod, before, now);
}

static gboolean
has_place (const FitPod *pod)
{
  return *pod->node_name != '\0' || *pod->nominated_node_name != '\0';
}

FitQueueingHint
fit_hint_neighbour_or_own_change (gpointer plugin, const FitPod *pod,
                                  gconstpointer old_object,
                                  gconstpointer new_object)
{
  const FitPod *before = old_object, *now = new_object;
  FitQueueingHint hint;

  if (before != NULL && now != NULL && fit_hint_same_pod (pod, now))
    return fit_hint_if (TRUE);
  if ((before != NULL && !has_place (before))
      || (now != NULL && !has_place (now)))
    return FIT_QUEUEING_SKIP;
  hint = judge_neighbour (pod, before, now);
  if (hint != FIT_QUEUEING_SKIP || now != NULL)
    return hint;
  return has_invalid_term (&before->spec->anti_affinity)
             ? FIT_QUEUEING_AFTER_BACKOFF
             : fit_hint_if (
                 matches_all (before, &before->spec->anti_affinity, pod));
}

static gboolean
has_key (const FitPodAffinity *affinity, const FitNode *node)
{
  for (guint i = 0; i < affinity->n_required; i++)
    if (fit_labels_get (node->meta.labels, affinity->required[i].topology_key)
        != NULL)
      return TRUE;
  return FALSE;
}

FitQueueingHint
fit_hint_topology_there (gpointer plugin, const FitPod *pod,
                         gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_if (has_key (&pod->spec->affinity, new_object)
                      || has_key (&pod->spec->anti_affinity, new_object));
}

FitQueueingHint
fit_hint_topology_changed (gpointer plugin, const FitPod *pod,
                           gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;
  const FitPodAffinity *wanted = &pod->spec->affinity,
                       *hated = &pod->spec->anti_affinity;

  if (before == NULL)
    return fit_hint_if (has_key (wanted, now) || hated->n_required > 0);
  for (guint i = 0; i < wanted->n_required + hated->n_required; i++)
    {
      const gboolean wants = i < wanted->n_required;
      const char *key
          = wants ? wanted->required[i].topology_key
                  : hated->required[i - wanted->n_required].topology_key;
      const char *was = fit_labels_get (before->meta.labels, key),
                 *is = fit_labels_get (now->meta.labels, key);

      if ((was != NULL && is != NULL && was != is)
          || (wants ? was == NULL && is != NULL : was != NULL && is == NULL))
        return FIT_QUEUEING_AFTER_BACKOFF;
    }
  return FIT_QUEUEING_SKIP;
}

static const FitReasonCode gives[]
    = { FIT_REASON_POD_AFFINITY,
        FIT_REASON_AFFINITY_OR_ANTI_AFFINITY_RULES,
        FIT_REASON_POD_AFFINITY_RULES,
        FIT_REASON_POD_ANTI_AFFINITY_RULES,
        FIT_REASON_EXISTING_ANTI_AFFINITY,
        FIT_REASON_LOOKUP,
        0 };

static const FitPredicateInfo filter_inter_pod_affinity = {
  .name = "InterPodAffinity",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = filter_prepare,
  .explain = fit_explain_affinity,
  .create = fit_filter_data_create,
  .free_data = g_free,
  .exclude = exclude,
  .exclude_kinds = exclude_kinds,
  .keeps_apart = TRUE,
};

/* -- Score ----------------------------------------------------------------- */

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
 * in binary64.  min and max are taken over the feasible nodes and, unless
 * affinity_true_extremes holds, 0.  M is the maximum score (100).
 *
 * With unlabelled_selects_all, a namespaceSelector of the pod that matches
 * a namespace without labels selects all namespaces.
 *
 * With inter_pod_affinity_skips_score the pod is skipped if no term matches; a
 * match of weight 0 counts.  With ignorePreferredTermsOfExistingPods, terms of
 * other pods do not count for a pod without preferred terms.
 *
 * Invalid terms of other pods do not count.  An invalid preferred term of the
 * pod is an error.
 *
 * Cost per node: two array lookups per topology key; beforehand, for each term,
 * the number of values of its key.
 */

typedef struct
{
  FitBehaviour behaviour;
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

  affinity->behaviour = fit_behaviour (given->release);
  affinity->may_skip = affinity->behaviour.inter_pod_affinity_skips_score
                       && fit_score_prepares (given);
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
          affinity->behaviour.unlabelled_selects_all, meta->arena);

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
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
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
  run->constant = n_own + terms->len == 0;
  if (run->early && !run->constant)
    return TRUE;
  run->state = state;
  fit_affinity_sums_init (&state->sums, meta, (gsize) n_own + terms->len);
  add_own_terms (run, state, likes, 1);
  add_own_terms (run, state, dislikes, -1);
  if (n_own > 0 || !affinity->ignores_others)
    for (guint i = 0; i < terms->len; i++)
      if (adds_anything (terms->pdata[i], affinity->hard_weight))
        {
          state->recorded = TRUE;
          fit_affinity_sums_add_others (&state->sums, terms->pdata[i],
                                        affinity->hard_weight);
        }
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
  const gboolean true_extremes = affinity->behaviour.affinity_true_extremes;

  fit_affinity_sums_scale (&state->sums, scores, nodes->n,
                           true_extremes ? G_MAXINT64 : 0,
                           true_extremes ? G_MININT64 : 0);
  return TRUE;
}

static gboolean
add (const FitPriorityRun *run, const FitTotals *totals)
{
  const Affinity *affinity = run->priority->data;
  const State *state = run->state;
  const gboolean true_extremes = affinity->behaviour.affinity_true_extremes;

  return fit_affinity_sums_add (&state->sums, totals, run->priority->weight,
                                true_extremes ? G_MAXINT64 : 0,
                                true_extremes ? G_MININT64 : 0);
}

static const FitPriorityInfo score_inter_pod_affinity = {
  .name = "InterPodAffinity",
  .summary = FIT_AFFINITY_SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = score_prepare,
  .create = create,
  .free_data = g_free,
  .add = add,
  .constant_early = TRUE,
};

/* -- v1.16: MatchInterPodAffinity ------------------------------------------ */

/* Predicate MatchInterPodAffinity
 *
 * Three checks, in this order:
 * - The pod may not violate the required anti-affinity of a running pod.
 * - For every required affinity term of the pod, the node's topology must
 *   contain a pod that satisfies all terms.  This is waived for the first pod
 *   of a group: if there is no such pod anywhere, and the pod satisfies its own
 *   terms.
 * - No running pod may violate one of the pod's required anti-affinity terms.
 * If any selector is invalid, v1.16 works without metadata, by other rules:
 * inter-pod-affinity-slow-path.c.
 * Cost: terms.  Source: kube-scheduler v1.16 InterPodAffinityMatches.
 */

static const FitReasonCode former_gives[]
    = { FIT_REASON_POD_AFFINITY, FIT_REASON_EXISTING_ANTI_AFFINITY,
        FIT_REASON_POD_AFFINITY_RULES, FIT_REASON_POD_ANTI_AFFINITY_RULES, 0 };

static void
prepare (FitPredicateRun *run)
{
  const FitPredicateMetadata *meta = run->meta;

  run->skip = meta->usable && meta->affinity->n_existing == 0
              && meta->affinity->n_affinity == 0 && meta->affinity->n_anti == 0;
}

static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  FitReasonCode reason = FIT_REASON_NONE;

  if (G_LIKELY (run->meta->usable))
    {
      if (fit_affinity_existing_violated (run->meta, node))
        reason = FIT_REASON_EXISTING_ANTI_AFFINITY;
      else if (!fit_affinity_satisfied (run->meta, node))
        reason = FIT_REASON_POD_AFFINITY_RULES;
      else if (fit_anti_affinity_violated (run->meta, node))
        reason = FIT_REASON_POD_ANTI_AFFINITY_RULES;
      else
        reason = FIT_REASON_NONE;
    }
  else if (!fit_pod_affinity_slow_path (run->meta, node, &reason, error))
    return FIT_ANSWER_ERROR;
  if (reason == FIT_REASON_NONE)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_POD_AFFINITY);
  fit_reasons_add (reasons, reason);
  return FIT_ANSWER_NO;
}

const FitPredicateInfo fit_match_inter_pod_affinity = {
  .name = "MatchInterPodAffinity",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_LABELS,
  .reasons = former_gives,
  .check = former_check,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = fit_explain_affinity,
  .exclude = exclude,
  .exclude_kinds = exclude_kinds,
  .keeps_apart = TRUE,
};
