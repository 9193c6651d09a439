/* affinity-metadata.c - counts, before nodes are checked, which topology values
 * the affinity terms allow
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/affinity-metadata.h"
#include "cluster/cache.h"
#include "cluster/node-kinds.h"
#include "cluster/place-set.h"

#include <string.h>

/* -- building -------------------------------------------------------------- */

static gboolean
any_invalid (guint n, const FitAffinityTerm *terms)
{
  for (guint i = 0; i < n; i++)
    if (terms[i].selector->error != NULL)
      return TRUE;
  return FALSE;
}

/* v1.16 discards all metadata if a single selector is invalid. */
static gboolean
selectors_usable (const FitPredicateMetadata *meta)
{
  const FitPodIndex *index = fit_cache_pod_index (meta->cache);
  const FitPodSpec *spec = meta->pod->spec;

  if (fit_pod_index_invalid_terms (index)->required_anti > 0)
    return FALSE;
  if (any_invalid (spec->affinity.n_required, spec->affinity.required))
    return FALSE;
  return fit_pod_index_n_pods (index) == 0
         || !any_invalid (spec->anti_affinity.n_required,
                          spec->anti_affinity.required);
}

static void
collect_existing (const FitPredicateMetadata *meta,
                  FitAffinityMetadata *affinity)
{
  const GPtrArray *terms = fit_pod_index_terms (
      fit_cache_pod_index (meta->cache), meta->pod_class);
  const FitTopology *topology = fit_cache_topology (meta->cache);

  affinity->existing
      = fit_arena_newn (meta->arena, FitExistingTerm, terms->len);
  for (guint i = 0; i < terms->len; i++)
    {
      FitPodTerm *term = terms->pdata[i];

      if (term->n_required_anti == 0)
        continue;
      affinity->existing[affinity->n_existing++] = (FitExistingTerm){
        .key = fit_topology_key (topology, term->slot),
        .column = fit_topology_column (topology, term->slot),
        .sums = term->sums,
        .term = term,
      };
    }
}

FitPodCondition
fit_affinity_term_condition (const FitListers *listers,
                             const FitAffinityTerm *term,
                             const char *owner_namespace,
                             gboolean negative_everywhere, FitArena *arena)
{
  const FitSelector *selector = term->namespace_selector;
  FitPodCondition condition = { .n_namespaces = term->n_namespaces,
                                .namespaces = term->namespaces,
                                .selector = term->selector };

  if (selector != NULL && fit_selector_matches (selector, NULL)
      && (negative_everywhere || selector->n == 0))
    condition.n_namespaces = 0;
  else if (selector != NULL)
    {
      const GPtrArray *all = fit_listers_all (listers, FIT_KIND_NAMESPACE);
      const char **names = fit_arena_newn (arena, const char *,
                                           condition.n_namespaces + all->len);
      guint n = condition.n_namespaces;

      if (n)
        memcpy (names, condition.namespaces, sizeof *names * n);
      for (guint i = 0; i < all->len; i++)
        {
          const FitNamespace *namespace_ = all->pdata[i];

          if (fit_selector_matches (selector, namespace_->meta.labels))
            names[n++] = namespace_->name;
        }
      condition.n_namespaces = n;
      condition.namespaces = names;
      condition.nowhere = condition.n_namespaces == 0;
    }
  else if (condition.n_namespaces == 0)
    {
      const char **own = fit_arena_newn (arena, const char *, 1);

      own[0] = owner_namespace;
      condition.n_namespaces = 1;
      condition.namespaces = own;
    }
  return condition;
}

static FitPodCondition
condition_of (const FitPredicateMetadata *meta, const FitAffinityTerm *term,
              gboolean negative_everywhere)
{
  return fit_affinity_term_condition (fit_cache_listers (meta->cache), term,
                                      meta->pod->meta.namespace_,
                                      negative_everywhere, meta->arena);
}

gboolean
fit_affinity_condition_holds (const FitPodCondition *condition,
                              const FitPod *pod)
{
  gboolean in_namespace = condition->n_namespaces == 0 && !condition->nowhere;

  for (guint i = 0; i < condition->n_namespaces && !in_namespace; i++)
    in_namespace = condition->namespaces[i] == pod->meta.namespace_;
  return in_namespace
         && fit_selector_matches (condition->selector, pod->meta.labels);
}

static FitIncomingTerm
incoming_term (const FitPredicateMetadata *meta, FitPodQuery *query,
               const FitAffinityTerm *term, const FitPodCondition *condition,
               guint64 *out_total)
{
  FitTopology *topology = fit_cache_topology (meta->cache);
  const guint slot = fit_topology_slot (topology, term->topology_key);

  return (FitIncomingTerm){
    .key = term->topology_key,
    .condition = *condition,
    .column = fit_topology_column (topology, slot),
    .counts = fit_pod_query_counts (fit_cache_pod_index (meta->cache), query,
                                    slot, out_total),
    .slot = slot,
    .query = query,
  };
}

static void
collect_affinity (const FitPredicateMetadata *meta,
                  gboolean negative_everywhere, FitAffinityMetadata *affinity)
{
  const FitPodAffinity *wanted = &meta->pod->spec->affinity;
  FitPodIndex *index = fit_cache_pod_index (meta->cache);
  FitPodCondition *conditions;
  FitPodQuery *query;

  affinity->n_affinity = wanted->n_required;
  if (wanted->n_required == 0)
    return;
  affinity->affinity
      = fit_arena_newn (meta->arena, FitIncomingTerm, wanted->n_required);
  conditions
      = fit_arena_newn (meta->arena, FitPodCondition, wanted->n_required);
  affinity->self_match = TRUE;
  for (guint i = 0; i < wanted->n_required; i++)
    {
      conditions[i]
          = condition_of (meta, &wanted->required[i], negative_everywhere);
      affinity->self_match
          &= fit_affinity_condition_holds (&conditions[i], meta->pod);
    }
  /* A pod counts for a term only if it satisfies all terms. */
  query = fit_pod_index_query (index, conditions, wanted->n_required);
  for (guint i = 0; i < wanted->n_required; i++)
    {
      guint64 total;

      affinity->affinity[i] = incoming_term (meta, query, &wanted->required[i],
                                             &conditions[i], &total);
      affinity->affinity_total += total;
    }
}

static void
collect_anti (const FitPredicateMetadata *meta, gboolean negative_everywhere,
              FitAffinityMetadata *affinity)
{
  const FitPodAffinity *wanted = &meta->pod->spec->anti_affinity;
  FitPodIndex *index = fit_cache_pod_index (meta->cache);

  affinity->n_anti = wanted->n_required;
  affinity->anti
      = fit_arena_newn (meta->arena, FitIncomingTerm, wanted->n_required);
  for (guint i = 0; i < wanted->n_required; i++)
    {
      const FitPodCondition condition
          = condition_of (meta, &wanted->required[i], negative_everywhere);

      affinity->anti[i]
          = incoming_term (meta, fit_pod_index_query (index, &condition, 1),
                           &wanted->required[i], &condition, NULL);
    }
}

FitAffinityMetadata *
fit_affinity_metadata_new (const FitPredicateMetadata *meta)
{
  FitAffinityMetadata *affinity;

  if (!selectors_usable (meta))
    return NULL;
  affinity = fit_arena_new0 (meta->arena, FitAffinityMetadata, 1);
  collect_existing (meta, affinity);
  collect_affinity (meta, FALSE, affinity);
  collect_anti (meta, FALSE, affinity);
  return affinity;
}

FitAffinityMetadata *
fit_affinity_metadata_new_exact (const FitPredicateMetadata *meta,
                                 gboolean negative_everywhere)
{
  FitAffinityMetadata *affinity
      = fit_arena_new0 (meta->arena, FitAffinityMetadata, 1);
  const FitNamespace *namespace_ = fit_listers_namespace (
      fit_cache_listers (meta->cache), meta->pod->meta.namespace_);

  affinity->exact = TRUE;
  affinity->namespace_labels
      = namespace_ != NULL ? namespace_->meta.labels : NULL;
  collect_existing (meta, affinity);
  collect_affinity (meta, negative_everywhere, affinity);
  collect_anti (meta, negative_everywhere, affinity);
  return affinity;
}

gboolean
fit_affinity_incoming_matches (const FitPredicateMetadata *meta,
                               const FitAffinityTerm *term, const FitPod *owner)
{
  const FitObjectMeta *incoming = &meta->pod->meta;

  if (fit_affinity_term_matches (term, owner->meta.namespace_,
                                 incoming->namespace_, incoming->labels))
    return TRUE;
  return term->namespace_selector != NULL
         && fit_selector_matches (term->namespace_selector,
                                  meta->affinity->namespace_labels)
         && fit_selector_matches (term->selector, incoming->labels);
}

/* -- what changes ---------------------------------------------------------- */

/* Running sums: a pod is matched when it comes or goes, and the questions after
 * that read sums, however many pods have changed. */

/* The sum over the changed pods on nodes with one value for one key. */
typedef struct
{
  gconstpointer about; /* an interned topology key, or a term */
  const char *value;   /* (nullable) interned */
  gint64 sum;
} Sum;

typedef struct
{
  guint n;
  guint room;
  Sum *items;
} Sums;

struct _FitAffinityChanges
{
  Sums existing; /* by key: terms of the pods that exclude the incoming pod;
                    with those of the pods that did not change */
  Sums affinity; /* by key: pods that satisfy the incoming pod's affinity */
  Sums anti;     /* by term: pods that match it */

  /* The last answer of excluded_otherwise(). */
  const FitNodeInfo *asked;
  guint asked_n; /* existing.n at that time */
  gboolean excluded;
};

/* Returns: (nullable): @node's value for @key (interned) */
static const char *
label_of (const FitNodeInfo *node, const char *key)
{
  return node->node != NULL ? fit_labels_get (node->node->meta.labels, key)
                            : NULL;
}

static Sum *
find (const Sums *sums, gconstpointer about, const char *value)
{
  for (guint i = 0; i < sums->n; i++)
    if (sums->items[i].about == about && sums->items[i].value == value)
      return &sums->items[i];
  return NULL;
}

static Sum *
append (Sums *sums, gconstpointer about, const char *value, FitArena *arena)
{
  if (sums->n == sums->room)
    {
      const guint room = MAX (4, sums->room * 2);
      Sum *grown = fit_arena_newn (arena, Sum, room);

      if (sums->n)
        memcpy (grown, sums->items, sizeof *grown * sums->n);
      sums->items = grown;
      sums->room = room;
    }
  sums->items[sums->n] = (Sum){ .about = about, .value = value };
  return &sums->items[sums->n++];
}

static void
add (Sums *sums, gconstpointer about, const char *value, gint64 amount,
     FitArena *arena)
{
  Sum *sum = find (sums, about, value);

  if (sum == NULL)
    sum = append (sums, about, value, arena);
  sum->sum += amount;
}

static void
copy_items (Sums *sums, FitArena *arena)
{
  Sum *items = fit_arena_newn (arena, Sum, sums->room);

  if (sums->n)
    memcpy (items, sums->items, sizeof *items * sums->n);
  sums->items = items;
}

FitAffinityChanges *
fit_affinity_changes_copy (const FitAffinityChanges *changes, FitArena *arena)
{
  FitAffinityChanges *copy;

  if (changes == NULL)
    return NULL;
  copy = fit_arena_newn (arena, FitAffinityChanges, 1);
  *copy = *changes;
  copy_items (&copy->existing, arena);
  copy_items (&copy->affinity, arena);
  copy_items (&copy->anti, arena);
  return copy;
}

/* -- counting -------------------------------------------------------------- */

static gboolean
matches_all (guint n, const FitIncomingTerm *terms, const FitPod *pod)
{
  for (guint i = 0; i < n; i++)
    if (!fit_affinity_condition_holds (&terms[i].condition, pod))
      return FALSE;
  return n > 0;
}

static gboolean
matches_any (guint n, const FitIncomingTerm *terms, const FitPod *pod)
{
  for (guint i = 0; i < n; i++)
    if (fit_affinity_condition_holds (&terms[i].condition, pod))
      return TRUE;
  return FALSE;
}

static void
count_existing (const FitPredicateMetadata *meta,
                const FitMetadataChange *change, gint sign, FitArena *arena)
{
  const FitPodAffinity *anti = &change->pod->spec->anti_affinity;
  Sums *sums = &meta->affinity_changes->existing;
  const gint weight = sign * ((gint) change->present - (gint) change->indexed);

  for (guint i = 0; weight && i < anti->n_required; i++)
    {
      const char *key = anti->required[i].topology_key;
      const char *value = label_of (change->node, key);
      Sum *sum;

      if (value == NULL
          || !fit_affinity_incoming_matches (meta, &anti->required[i],
                                             change->pod))
        continue;
      sum = find (sums, key, value);
      if (sum == NULL)
        {
          const FitAffinityMetadata *affinity;
          gint64 count = 0;

          sum = append (sums, key, value, arena);
          affinity = meta->affinity;
          for (guint k = 0; k < affinity->n_existing; k++)
            if (affinity->existing[k].key == key)
              count += affinity->existing[k]
                           .sums[affinity->existing[k]
                                     .column[change->node->index]]
                           .required_anti;
          sum->sum = count;
        }
      sum->sum += weight;
    }
}

static void
count_anti (const FitPredicateMetadata *meta, const FitMetadataChange *change,
            gint sign, FitArena *arena)
{
  const FitAffinityMetadata *affinity = meta->affinity;
  const gboolean by_any = change->present && change->added && !affinity->exact;
  const gboolean any
      = by_any && *change->pod->node_name
        && matches_any (affinity->n_anti, affinity->anti, change->pod);

  if (!by_any && change->present == change->indexed)
    return;
  for (guint i = 0; i < affinity->n_anti; i++)
    {
      const FitIncomingTerm *term = &affinity->anti[i];
      const gboolean holds
          = fit_affinity_condition_holds (&term->condition, change->pod);
      const gboolean now = by_any ? any : change->present && holds;
      const gint weight = (gint) now - (gint) (change->indexed && holds);

      if (weight)
        add (&meta->affinity_changes->anti, term,
             label_of (change->node, term->key), sign * weight, arena);
    }
}

void
fit_affinity_changes_count (FitPredicateMetadata *meta,
                            const FitMetadataChange *change, gint sign,
                            FitArena *arena)
{
  if (meta->affinity == NULL)
    return;
  if (meta->affinity_changes == NULL)
    meta->affinity_changes = fit_arena_new0 (arena, FitAffinityChanges, 1);
  count_existing (meta, change, sign, arena);
  if (meta->affinity->n_affinity > 0)
    {
      const FitAffinityMetadata *affinity = meta->affinity;
      const gboolean counts
          = change->present
            && (affinity->exact || !change->added || *change->pod->node_name);
      const gint weight = sign * ((gint) counts - (gint) change->indexed);

      if (weight != 0
          && matches_all (affinity->n_affinity, affinity->affinity,
                          change->pod))
        {
          for (guint i = 0; i < affinity->n_affinity; i++)
            {
              const char *key = affinity->affinity[i].key;
              const char *value = label_of (change->node, key);
              guint same = 0;

              /* The sums are by key, and several terms may have one key. */
              while (affinity->affinity[same].key != key)
                same++;
              if (value != NULL && same == i)
                add (&meta->affinity_changes->affinity, key, value, weight,
                     arena);
            }
        }
    }
  if (meta->affinity->n_anti > 0)
    count_anti (meta, change, sign, arena);
}

/* -- questions ------------------------------------------------------------- */

/* Is the incoming pod excluded by terms with other keys than those that changed
 * pods have? */
static gboolean
excluded_otherwise (const FitAffinityMetadata *affinity, const Sums *changed,
                    const FitNodeInfo *node)
{
  for (guint i = 0; i < affinity->n_existing; i++)
    {
      const FitExistingTerm *term = &affinity->existing[i];

      if (term->sums[term->column[node->index]].required_anti > 0
          && term->column[node->index] != FIT_TOPOLOGY_ABSENT
          && find (changed, term->key, label_of (node, term->key)) == NULL)
        return TRUE;
    }
  return FALSE;
}

/* The difference that the changes make to the number of pods that satisfy the
 * incoming pod's affinity, on nodes with @value (interned) for @key (NULL: any
 * value).  Added pods without nodeName (nominated ones) do not count. */
static gint64
changed_affinity (const FitPredicateMetadata *meta, const char *key,
                  const char *value)
{
  const Sums *sums = &meta->affinity_changes->affinity;
  gint64 total = 0;

  for (guint i = 0; i < sums->n; i++)
    if (sums->items[i].about == key
        && (value == NULL || sums->items[i].value == value))
      total += sums->items[i].sum;
  return total;
}

gboolean
fit_affinity_existing_violated (const FitPredicateMetadata *meta,
                                const FitNodeInfo *node)
{
  const FitAffinityMetadata *affinity = meta->affinity;

  if (meta->affinity_changes != NULL)
    {
      FitAffinityChanges *changes = meta->affinity_changes;
      const Sums *existing = &changes->existing;

      for (guint i = 0; i < existing->n; i++)
        if (existing->items[i].sum > 0
            && label_of (node, existing->items[i].about)
                   == existing->items[i].value)
          return TRUE;
      if (changes->asked != node || changes->asked_n != existing->n)
        {
          changes->asked = node;
          changes->asked_n = existing->n;
          changes->excluded
              = excluded_otherwise (meta->affinity, existing, node);
        }
      return changes->excluded;
    }
  for (guint i = 0; i < affinity->n_existing; i++)
    {
      const guint32 value = affinity->existing[i].column[node->index];

      if (value != FIT_TOPOLOGY_ABSENT
          && affinity->existing[i].sums[value].required_anti > 0)
        return TRUE;
    }
  return FALSE;
}

/* Does no pod satisfy the affinity, on any node with one of the keys?  Then the
 * first pod of a group may run anywhere. */
static gboolean
nobody_satisfies (const FitPredicateMetadata *meta)
{
  const FitAffinityMetadata *affinity = meta->affinity;
  gint64 total = (gint64) affinity->affinity_total;

  for (guint i = 0; meta->affinity_changes != NULL && i < affinity->n_affinity;
       i++)
    total += changed_affinity (meta, affinity->affinity[i].key, NULL);
  return total == 0;
}

static gboolean
has_all_keys (const FitAffinityMetadata *affinity, const FitNodeInfo *node)
{
  for (guint i = 0; i < affinity->n_affinity; i++)
    if (affinity->affinity[i].column[node->index] == FIT_TOPOLOGY_ABSENT)
      return FALSE;
  return TRUE;
}

gboolean
fit_affinity_satisfied (const FitPredicateMetadata *meta,
                        const FitNodeInfo *node)
{
  const FitAffinityMetadata *affinity = meta->affinity;

  for (guint i = 0; i < affinity->n_affinity; i++)
    {
      const FitIncomingTerm *term = &affinity->affinity[i];
      const guint32 value = term->column[node->index];
      gint64 count = 0;

      if (value != FIT_TOPOLOGY_ABSENT)
        count = term->counts[value];
      if (value != FIT_TOPOLOGY_ABSENT && meta->affinity_changes != NULL)
        count += changed_affinity (meta, term->key, label_of (node, term->key));
      if (count <= 0)
        return affinity->self_match
               && (!affinity->exact || has_all_keys (affinity, node))
               && nobody_satisfies (meta);
    }
  return TRUE;
}

gboolean
fit_anti_affinity_violated (const FitPredicateMetadata *meta,
                            const FitNodeInfo *node)
{
  const FitAffinityMetadata *affinity = meta->affinity;

  for (guint i = 0; i < affinity->n_anti; i++)
    {
      const FitIncomingTerm *term = &affinity->anti[i];
      const guint32 value = term->column[node->index];
      gint64 count;

      if (value == FIT_TOPOLOGY_ABSENT)
        continue;
      count = term->counts[value];
      if (meta->affinity_changes != NULL)
        {
          /* An added pod that matches any term counts for all terms, although
           * v1.16 initially counts per term. */
          const Sum *sum = find (&meta->affinity_changes->anti, term,
                                 label_of (node, term->key));

          count += sum != NULL ? sum->sum : 0;
        }
      if (count > 0)
        return TRUE;
    }
  return FALSE;
}

/* -- many nodes ------------------------------------------------------------ */

/* Do kinds of nodes tell about @slot? */
static inline gboolean
is_told (const FitNodeKinds *kinds, guint slot)
{
  return kinds != NULL && fit_node_kinds_tell (kinds, slot);
}

/* Does a pod that meets the affinity of the pod to schedule not have to be there
 * yet? */
static gboolean
may_be_first (const FitPredicateMetadata *meta)
{
  return meta->affinity->self_match && nobody_satisfies (meta);
}

/* Nodes with pods that the term of an incoming pod matches; @places: (nullable):
 * where these may be.  What is counted by value is 0 for FIT_TOPOLOGY_ABSENT, so
 * nodes without the key need no branch of their own, neither here nor below. */
static inline guint64
with_pods (const FitIncomingTerm *term, const guint64 *places,
           const guint32 *list, guint begin, guint n)
{
  guint64 found = 0;

  for (guint64 bits = fit_places_of_block (places, begin, n); bits != 0;
       bits &= bits - 1)
    {
      const guint i = (guint) __builtin_ctzll (bits);

      found |= (guint64) (term->counts[term->column[list[begin + i]]] != 0)
               << i;
    }
  return found;
}

static void
exclude_of_existing (const FitExistingTerm *term, const guint64 *places,
                     const guint32 *list, guint begin, guint n,
                     guint64 *excluded)
{
  for (guint b = 0; b < n; b += 64)
    for (guint64 bits
         = fit_places_of_block (places, begin + b, MIN (64, n - b));
         bits != 0; bits &= bits - 1)
      {
        const guint i = (guint) __builtin_ctzll (bits);
        const guint32 value = term->column[list[begin + b + i]];

        excluded[b / 64] |= (guint64) (term->sums[value].required_anti != 0)
                            << i;
      }
}

/* The pod is the first of those that its affinity is about. */
static void
exclude_without_key (const FitIncomingTerm *term, const guint32 *nodes, guint n,
                     guint64 *excluded)
{
  for (guint i = 0; i < n; i++)
    excluded[i / 64]
        |= (guint64) (term->column[nodes[i]] == FIT_TOPOLOGY_ABSENT) << i % 64;
}

void
fit_affinity_exclude (const FitPredicateMetadata *meta,
                      const FitNodeKinds *kinds, const guint32 *list,
                      guint begin, guint n, guint64 *excluded)
{
  FitPodIndex *index = fit_cache_pod_index (meta->cache);
  const FitAffinityMetadata *affinity = meta->affinity;
  const gboolean first = may_be_first (meta);

  for (guint k = 0; k < affinity->n_existing; k++)
    {
      const FitExistingTerm *term = &affinity->existing[k];

      if (!is_told (kinds, term->term->slot))
        exclude_of_existing (
            term,
            fit_pod_term_places (index, term->term, FIT_TERM_REQUIRED_ANTI),
            list, begin, n, excluded);
    }
  for (guint k = 0; k < affinity->n_anti; k++)
    {
      const FitIncomingTerm *term = &affinity->anti[k];
      const guint64 *places;

      if (is_told (kinds, term->slot))
        continue;
      places = fit_pod_query_places (index, term->query, term->slot);
      for (guint b = 0; b < n; b += 64)
        excluded[b / 64]
            |= with_pods (term, places, list, begin + b, MIN (64, n - b));
    }
  for (guint k = 0; k < affinity->n_affinity; k++)
    {
      const FitIncomingTerm *term = &affinity->affinity[k];
      const guint64 *places;

      if (is_told (kinds, term->slot))
        continue;
      if (first && affinity->exact)
        exclude_without_key (term, list + begin, n, excluded);
      if (first)
        continue;
      places = fit_pod_query_places (index, term->query, term->slot);
      for (guint b = 0; b < n; b += 64)
        {
          const guint some = MIN (64, n - b);

          excluded[b / 64]
              |= fit_places_of_block (NULL, begin + b, some)
                 & ~with_pods (term, places, list, begin + b, some);
        }
    }
}

gboolean
fit_affinity_exclude_kinds (const FitPredicateMetadata *meta,
                            const FitNodeKinds *kinds, gboolean *excluded)
{
  const FitAffinityMetadata *affinity = meta->affinity;
  const gboolean first = may_be_first (meta);
  const guint n = fit_node_kinds_count (kinds);
  guint n_left = affinity->n_existing + affinity->n_anti + affinity->n_affinity;

  for (guint k = 0; k < affinity->n_existing; k++)
    {
      const FitExistingTerm *term = &affinity->existing[k];
      const guint slot = term->term->slot;

      if (!is_told (kinds, slot))
        continue;
      n_left--;
      for (guint kind = 0; kind < n; kind++)
        excluded[kind]
            |= term->sums[fit_node_kind_value (kinds, kind, slot)].required_anti
               != 0;
    }
  for (guint k = 0; k < affinity->n_anti; k++)
    {
      const FitIncomingTerm *term = &affinity->anti[k];

      if (!is_told (kinds, term->slot))
        continue;
      n_left--;
      for (guint kind = 0; kind < n; kind++)
        excluded[kind]
            |= term->counts[fit_node_kind_value (kinds, kind, term->slot)] != 0;
    }
  for (guint k = 0; k < affinity->n_affinity; k++)
    {
      const FitIncomingTerm *term = &affinity->affinity[k];

      if (!is_told (kinds, term->slot))
        continue;
      n_left--;
      for (guint kind = 0; kind < n; kind++)
        {
          const guint32 value = fit_node_kind_value (kinds, kind, term->slot);

          excluded[kind]
              |= first ? affinity->exact && value == FIT_TOPOLOGY_ABSENT
                       : term->counts[value] == 0;
        }
    }
  return n_left == 0;
}
