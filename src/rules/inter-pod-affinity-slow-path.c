/* inter-pod-affinity-slow-path.c - checks inter-pod affinity pod by pod, for
 * selectors that v1.16 rejects when it prepares
 *
 * Used if an invalid selector anywhere has made the metadata unusable.  It
 * checks every pod, and differs from the fast path in the same way as v1.16's:
 * a single pod must satisfy all affinity terms, and a single pod must match all
 * anti-affinity terms to violate them.
 *
 * Tests: tests/rules/test-inter-pod-affinity-slow-path*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/inter-pod-affinity.h"

#include <string.h>

/* Calls @visit for every pod of the cache, except pods of @node that were
 * removed from the what-if copy being checked.  Stops if @visit returns
 * FALSE. */
typedef gboolean (*PodVisit) (const FitPod *pod, const FitNodeInfo *on,
                              gpointer data);

static gboolean
still_there (const FitNodeInfo *node, const FitPod *pod)
{
  for (guint i = 0; i < node->n_pods; i++)
    if (node->pods[i]->meta.namespace_ == pod->meta.namespace_
        && strcmp (node->pods[i]->meta.name, pod->meta.name) == 0)
      return TRUE;
  return FALSE;
}

static void
each_pod (const FitPredicateMetadata *meta, const FitNodeInfo *node,
          PodVisit visit, gpointer data)
{
  for (guint n = 0; n < fit_cache_n_slots (meta->cache); n++)
    {
      const FitNodeInfo *on = fit_cache_node (meta->cache, n);

      for (guint i = 0; i < on->n_pods; i++)
        {
          if (on->index == node->index && !still_there (node, on->pods[i]))
            continue;
          if (!visit (on->pods[i], on, data))
            return;
        }
    }
}

static const char *
topology_of (const FitNodeInfo *info, const char *key)
{
  return info->node != NULL ? fit_labels_get (info->node->meta.labels, key)
                            : NULL;
}

static gboolean
same_topology (const FitNodeInfo *a, const FitNodeInfo *b, const char *key)
{
  const char *value = topology_of (a, key);

  return *key && value != NULL && topology_of (b, key) == value;
}

static gboolean
term_matches (const FitAffinityTerm *term, const FitPod *owner,
              const FitPod *pod)
{
  return fit_affinity_term_matches (term, owner->meta.namespace_,
                                    pod->meta.namespace_, pod->meta.labels);
}

static gboolean
matches_all (const FitPodAffinity *wanted, const FitPod *owner,
             const FitPod *pod)
{
  for (guint i = 0; i < wanted->n_required; i++)
    if (!term_matches (&wanted->required[i], owner, pod))
      return FALSE;
  return TRUE;
}

/* -- anti-affinity of running pods ----------------------------------------- */

typedef struct
{
  const FitPod *incoming;
  const FitNodeInfo *node;
  const char *problem; /* error text of an invalid selector */
  gboolean violated;
} Existing;

static gboolean
visit_existing (const FitPod *pod, const FitNodeInfo *on, gpointer data)
{
  const FitPodAffinity *anti = &pod->spec->anti_affinity;
  Existing *existing = data;

  if (on->node == NULL)
    return TRUE;
  for (guint i = 0; i < anti->n_required; i++)
    {
      const FitAffinityTerm *term = &anti->required[i];
      const char *value = topology_of (on, term->topology_key);

      if (term->selector->error != NULL)
        {
          existing->problem = term->selector->error;
          return FALSE;
        }
      if (value != NULL
          && topology_of (existing->node, term->topology_key) == value
          && term_matches (term, pod, existing->incoming))
        existing->violated = TRUE;
    }
  return TRUE;
}

/* -- affinity and anti-affinity of the incoming pod ------------------------ */

/* The result of matching a pod against all terms of the incoming pod. */
typedef enum
{
  TERMS_ERROR,
  TERMS_DIFFER,    /* the terms do not match the pod */
  TERMS_ELSEWHERE, /* they match, but in another topology */
  TERMS_HERE,
} TermsAnswer;

typedef struct
{
  const FitPod *incoming;
  const FitNodeInfo *node;
  gboolean any_match; /* affinity: a pod matches, here or elsewhere */
  gboolean satisfied; /* affinity: one pod here satisfies it */
  gboolean violated;  /* anti-affinity */
  GError *problem;    /* (nullable) owned */
} Incoming;

static const char *
first_problem (const FitPodAffinity *wanted)
{
  for (guint i = 0; i < wanted->n_required; i++)
    if (wanted->required[i].selector->error != NULL)
      return wanted->required[i].selector->error;
  return NULL;
}

#define FAIL(error, ...)                                              \
  (g_set_error ((error), FIT_ERROR, FIT_ERROR_SCHEDULE, __VA_ARGS__), \
   TERMS_ERROR)

static TermsAnswer
compare_terms (const Incoming *incoming, const FitPodAffinity *wanted,
               const FitPod *pod, const FitNodeInfo *on, GError **error)
{
  const char *problem = first_problem (wanted);

  if (problem != NULL)
    return FAIL (error, "%s", problem);
  if (!matches_all (wanted, incoming->incoming, pod))
    return TERMS_DIFFER;
  if (on->node == NULL)
    return FAIL (error, "node \"%s\" not found", pod->node_name);
  for (guint i = 0; i < wanted->n_required; i++)
    {
      const char *key = wanted->required[i].topology_key;

      if (!*key)
        return FAIL (error, "empty topologyKey is not allowed except for "
                            "PreferredDuringScheduling pod anti-affinity");
      if (!same_topology (incoming->node, on, key))
        return TERMS_ELSEWHERE;
    }
  return TERMS_HERE;
}

/* Checks affinity until a pod satisfies it; an error in affinity ends the
 * attempt.  An error in anti-affinity counts as a violation. */
static gboolean
visit_incoming (const FitPod *pod, const FitNodeInfo *on, gpointer data)
{
  Incoming *incoming = data;
  const FitPodSpec *spec = incoming->incoming->spec;
  TermsAnswer answer;

  if (spec->affinity.n_required && !incoming->satisfied)
    {
      answer = compare_terms (incoming, &spec->affinity, pod, on,
                              &incoming->problem);
      if (answer == TERMS_ERROR)
        return FALSE;
      incoming->any_match |= answer != TERMS_DIFFER;
      incoming->satisfied = answer == TERMS_HERE;
    }
  if (spec->anti_affinity.n_required)
    {
      answer = compare_terms (incoming, &spec->anti_affinity, pod, on, NULL);
      incoming->violated = answer == TERMS_ERROR || answer == TERMS_HERE;
    }
  return !incoming->violated;
}

gboolean
fit_pod_affinity_slow_path (const FitPredicateMetadata *meta,
                            const FitNodeInfo *node, FitReasonCode *out_reason,
                            GError **error)
{
  Existing existing = { .incoming = meta->pod, .node = node };
  const FitPod *pod;
  const FitPodAffinity *wanted;
  Incoming incoming;

  each_pod (meta, node, visit_existing, &existing);
  if (existing.problem != NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE,
                     "Failed to get all terms that match pod %s/%s: %s",
                     meta->pod->meta.namespace_, meta->pod->meta.name,
                     existing.problem);
  *out_reason = FIT_REASON_NONE;
  if (existing.violated)
    {
      *out_reason = FIT_REASON_EXISTING_ANTI_AFFINITY;
      return TRUE;
    }
  pod = meta->pod;
  wanted = &pod->spec->affinity;
  incoming = (Incoming){ .incoming = pod, .node = node };
  each_pod (meta, node, visit_incoming, &incoming);
  if (incoming.problem != NULL)
    {
      g_propagate_prefixed_error (
          error, incoming.problem,
          "Cannot schedule pod %s/%s onto node %s, because of PodAffinity: ",
          pod->meta.namespace_, pod->meta.name, node->name);
      return FALSE;
    }
  if (incoming.violated)
    *out_reason = FIT_REASON_POD_ANTI_AFFINITY_RULES;
  else if (wanted->n_required && !incoming.satisfied
           && (incoming.any_match || !matches_all (wanted, pod, pod)))
    *out_reason = FIT_REASON_POD_AFFINITY_RULES;
  return TRUE;
}
