/* inter-pod-affinity-former.c - v1.16's InterPodAffinityPriority
 *
 * Prefers nodes near pods that attract the pod or are attracted by it, and far
 * from pods where either side has anti-affinity.
 *
 * Every pod E on a node of the cluster adds a weight to all nodes with the same
 * topology value as its own node, for each of these terms that matches:
 *
 *   the pod's preferred affinity           covers E        + weight
 *   the pod's preferred anti-affinity      covers E        - weight
 *   E's required affinity                  covers the pod  + H
 *   E's preferred affinity                 covers the pod  + weight
 *   E's preferred anti-affinity            covers the pod  - weight
 *
 *   score = trunc (M * ((sum - min) / (max - min)))
 *
 * in binary64.  min and max are taken over the feasible nodes and 0, H is
 * hardPodAffinitySymmetricWeight and M is the maximum score (10).  So equal
 * positive sums give M to all nodes, equal negative sums give 0, and so does no
 * weight at all.  A node without the topology key neither adds nor gets
 * weights, and no node has an empty key.  Pods being deleted count.  Pods whose
 * node was removed do not: v1.16 looks for the node in its cache, not in the
 * snapshot that predicates read.
 *
 * An invalid selector in one of these terms is an error, whether or not the
 * namespace matches.  For the pod's own terms this requires that there is
 * another pod.
 *
 * Cost per node: two array lookups per topology key; beforehand, for each term,
 * the number of values of its key.
 * Tests: tests/rules/test-inter-pod-affinity-former*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/inter-pod-affinity.h"

#include "cluster/cache.h"
#include "rules/inter-pod-affinity-sums.h"
#include "priorities/priorities.h"

/* Returns: (nullable): the error of the first invalid one of @terms */
static const char *
first_error (const FitAffinityTerm *terms, guint n)
{
  for (guint i = 0; i < n; i++)
    if (terms[i].selector->error != NULL)
      return terms[i].selector->error;
  return NULL;
}

/* Checks the terms of @pod that count for scoring, in v1.16's order.  Returns:
 * (nullable): the first error */
static const char *
error_of_pod (const FitPod *pod, gboolean with_required)
{
  const FitPodAffinity *affinity = &pod->spec->affinity;
  const FitPodAffinity *anti = &pod->spec->anti_affinity;
  const char *error = NULL;

  if (with_required)
    error = first_error (affinity->required, affinity->n_required);
  if (error == NULL)
    error = first_error (affinity->preferred, affinity->n_preferred);
  if (error == NULL)
    error = first_error (anti->preferred, anti->n_preferred);
  return error;
}

static gboolean
counts_required (const FitPriorityRun *run)
{
  return run->priority->hard_pod_affinity_symmetric_weight > 0;
}

/* Returns: (nullable): the error that v1.16 finds first while it goes through
 * all pods */
static const char *
find_error (const FitPriorityRun *run)
{
  const FitPriorityMetadata *meta = run->meta;
  const gboolean hard = counts_required (run);
  const char *own = error_of_pod (meta->pod, FALSE);

  for (guint i = 0; i < fit_cache_n_slots (meta->cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (meta->cache, i);

      if (node == NULL || node->node == NULL || node->n_pods == 0)
        continue;
      if (own != NULL)
        return own;
      for (guint k = 0; k < node->n_pods; k++)
        {
          const char *error = error_of_pod (node->pods[k], hard);

          if (error != NULL)
            return error;
        }
    }
  return NULL;
}

static gboolean
check_selectors (const FitPriorityRun *run, GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitInvalidTerms *invalid
      = fit_pod_index_invalid_terms (fit_cache_pod_index (meta->cache));
  const char *text = NULL;

  if (invalid->preferred > 0
      || (invalid->required_affinity > 0 && counts_required (run))
      || error_of_pod (meta->pod, FALSE) != NULL)
    text = find_error (run);
  if (text == NULL)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, text);
  return FALSE;
}

static void
add_own_terms (FitAffinitySums *sums, const FitPodAffinity *affinity,
               gint32 sign)
{
  for (guint i = 0; i < affinity->n_preferred; i++)
    {
      const FitAffinityTerm *term = &affinity->preferred[i];
      const FitPodCondition covers = {
        .n_namespaces = MAX (term->n_namespaces, 1),
        .namespaces = term->n_namespaces > 0
                          ? term->namespaces
                          : &sums->meta->pod->meta.namespace_,
        .selector = term->selector,
      };

      if (*term->topology_key != '\0' && term->selector->error == NULL)
        fit_affinity_sums_add_own (sums, term, &covers, sign);
    }
}

/* Takes back what the terms of @owner add for @other; one of the two is on node
 * number @node. */
static void
take_back (FitAffinitySums *sums, guint node, const FitPod *owner,
           const FitPod *other, const FitPodAffinity *affinity, gint64 sign,
           gint64 hard_weight)
{
  const FitAffinityTerm *const lists[]
      = { affinity->required, affinity->preferred };
  const guint lengths[]
      = { hard_weight ? affinity->n_required : 0, affinity->n_preferred };

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (guint i = 0; i < lengths[k]; i++)
      {
        const FitAffinityTerm *term = &lists[k][i];

        if (*term->topology_key != '\0'
            && fit_affinity_term_matches (term, owner->meta.namespace_,
                                          other->meta.namespace_,
                                          other->meta.labels))
          fit_affinity_sums_take_back (sums, term, node,
                                       lists[k] == affinity->required
                                           ? hard_weight
                                           : sign * term->weight);
      }
}

/* The index keeps a removed node as long as it has pods; here such nodes do not
 * count. */
static void
leave_out_removed_nodes (FitAffinitySums *sums, gint64 hard_weight)
{
  const FitPod *pod = sums->meta->pod;
  const FitPodSpec *spec = pod->spec;
  FitCache *cache = sums->meta->cache;
  const guint n_slots = fit_cache_n_slots (cache);

  if (fit_cache_n_snapshot_nodes (cache) == fit_cache_n_nodes (cache))
    return;
  for (guint node = 0; node < n_slots; node++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, node);
      const FitPod *const *pods;
      guint n;

      if (info != NULL && info->node != NULL)
        continue;
      pods = fit_cache_snapshot_pods (cache, node, &n);
      for (guint i = 0; i < n; i++)
        {
          const FitPod *other = pods[i];

          take_back (sums, node, pod, other, &spec->affinity, 1, 0);
          take_back (sums, node, pod, other, &spec->anti_affinity, -1, 0);
          take_back (sums, node, other, pod, &other->spec->affinity, 1,
                     hard_weight);
          take_back (sums, node, other, pod, &other->spec->anti_affinity, -1,
                     0);
        }
    }
}

/* Does nothing add a weight to any node? */
static gboolean
adds_nothing (const FitPodSpec *spec, const GPtrArray *terms)
{
  if (spec->affinity.n_preferred + spec->anti_affinity.n_preferred > 0)
    return FALSE;
  for (guint i = 0; i < terms->len; i++)
    if (((const FitPodTerm *) terms->pdata[i])->n_scoring > 0)
      return FALSE;
  return TRUE;
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitPodSpec *spec = meta->pod->spec;
  const gint64 hard_weight
      = MAX (run->priority->hard_pod_affinity_symmetric_weight, 0);
  const GPtrArray *terms = fit_pod_index_terms (
      fit_cache_pod_index (meta->cache), meta->pod_class);
  FitAffinitySums *sums = fit_arena_new0 (meta->arena, FitAffinitySums, 1);

  if (!check_selectors (run, error))
    return FALSE;
  run->constant = adds_nothing (spec, terms);
  if (run->early)
    return TRUE;
  fit_affinity_sums_init (sums, meta,
                          (gsize) spec->affinity.n_preferred
                              + spec->anti_affinity.n_preferred + terms->len);
  add_own_terms (sums, &spec->affinity, 1);
  add_own_terms (sums, &spec->anti_affinity, -1);
  for (guint i = 0; i < terms->len; i++)
    {
      FitPodTerm *term = terms->pdata[i];

      if (term->n_scoring > 0)
        fit_affinity_sums_add_others (sums, term, hard_weight);
    }
  leave_out_removed_nodes (sums, hard_weight);
  run->state = sums;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  fit_affinity_sums_map (run->state, nodes, scores);
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  fit_affinity_sums_scale (run->state, scores, nodes->n, 0, 0);
  return TRUE;
}

static gboolean
add (const FitPriorityRun *run, const FitTotals *totals)
{
  return fit_affinity_sums_add (run->state, totals, run->priority->weight, 0,
                                0);
}

const FitPriorityInfo fit_inter_pod_affinity_priority = {
  .name = "InterPodAffinityPriority",
  .summary = FIT_AFFINITY_SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .add = add,
  .constant_early = TRUE,
};
