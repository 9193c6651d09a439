/* pod-term.c - the affinity terms of running pods, and which new pods they
 * concern
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pod-index-private.h"

#include <string.h>

guint
fit_indexed_term_hash (gconstpointer key)
{
  return ((const FitIndexedTerm *) key)->hash;
}

gboolean
fit_indexed_term_equal (gconstpointer a, gconstpointer b)
{
  const FitIndexedTerm *x = a, *y = b;

  return x->hash == y->hash && x->pub.slot == y->pub.slot
         && fit_namespaces_equal (x->n_namespaces, x->namespaces,
                                  y->n_namespaces, y->namespaces)
         && fit_selector_equal (x->selector, y->selector)
         && (x->namespace_selector == NULL) == (y->namespace_selector == NULL)
         && (x->namespace_selector == NULL
             || fit_selector_equal (x->namespace_selector,
                                    y->namespace_selector));
}

void
fit_indexed_term_free (gpointer data, gpointer unused)
{
  FitIndexedTerm *term = data;

  fit_namespaces_free (term->n_namespaces, term->namespaces);
  fit_selector_unref (term->selector);
  fit_selector_unref (term->namespace_selector);
  g_free (term->pub.sums);
  g_free (term->pub.scores);
  for (guint use = 0; use < FIT_TERM_USE_LAST; use++)
    fit_place_set_clear (&term->places[use]);
  g_free (term);
}

static FitTermSum *
term_at (FitIndexedTerm *term, guint32 value)
{
  FitPodTerm *pub = &term->pub;

  if (value >= pub->n_values)
    {
      guint room = MAX (value + 1, pub->n_values * 2);

      pub->sums = g_renew (FitTermSum, pub->sums, room);
      memset (pub->sums + pub->n_values, 0,
              sizeof *pub->sums * (room - pub->n_values));
      pub->scores = g_renew (guint8, pub->scores, room);
      memset (pub->scores + pub->n_values, 0, room - pub->n_values);
      pub->n_values = room;
    }
  return &pub->sums[value];
}

void
fit_indexed_term_file (FitPodIndex *index, FitIndexedTerm *term)
{
  /* With a namespaceSelector, for any namespace: which ones it matches may
   * change. */
  const FitPodCondition condition
      = { .n_namespaces
          = term->namespace_selector != NULL ? 0 : term->n_namespaces,
          .namespaces = term->namespaces,
          .selector = term->selector };

  fit_pair_buckets_add_conditions (index->term_buckets, &condition, 1,
                                   term->sequence, term);
}

/* A term without namespaces applies to the namespace of its pod. */
static FitIndexedTerm *
intern_term (FitPodIndex *index, const FitAffinityTerm *written,
             const char *owner_namespace)
{
  const gboolean own
      = !written->n_namespaces && written->namespace_selector == NULL;
  const char *const *namespaces = own ? &owner_namespace : written->namespaces;
  guint n = own ? 1 : written->n_namespaces;
  FitIndexedTerm key = { 0 };
  FitIndexedTerm *term;

  key.pub.slot = fit_topology_slot (index->topology, written->topology_key);
  key.n_namespaces = n;
  key.namespaces = (const char **) namespaces;
  key.selector = written->selector;
  key.namespace_selector = written->namespace_selector;
  key.hash = fit_hash_mix (
      fit_hash_mix (fit_namespaces_hash (n, namespaces), key.pub.slot),
      fit_selector_hash (written->selector));
  if (written->namespace_selector != NULL)
    key.hash = fit_hash_mix (key.hash,
                             fit_selector_hash (written->namespace_selector));
  term = g_hash_table_lookup (index->term_set, &key);
  if (term != NULL)
    return term;
  term = g_new0 (FitIndexedTerm, 1);
  *term = key;
  term->namespaces = fit_namespaces_dup (n, namespaces);
  term->selector = fit_selector_ref (written->selector);
  if (written->namespace_selector != NULL)
    fit_selector_ref (written->namespace_selector);
  g_hash_table_add (index->term_set, term);
  g_ptr_array_add (index->terms, term);
  term->sequence = index->n_terms_made++;
  fit_indexed_term_file (index, term);
  index->n_unused_terms++;
  return term;
}

typedef enum
{
  TERM_REQUIRED_ANTI,
  TERM_REQUIRED_AFFINITY,
  TERM_PREFERRED_ANTI,
  TERM_PREFERRED_AFFINITY,
} TermKind;

static void
count_term (FitPodIndex *index, const FitAffinityTerm *written, TermKind kind,
            const FitPod *pod, guint node, gint delta)
{
  FitIndexedTerm *term = intern_term (index, written, pod->meta.namespace_);
  const gboolean invalid = term->selector->error != NULL;
  guint32 value = fit_topology_column (index->topology, term->pub.slot)[node];
  guint n_pods = term->n_pods;
  FitTermSum *sum;

  term->n_pods += (guint) delta;
  if (n_pods == 0)
    index->n_unused_terms--;
  else if (term->n_pods == 0)
    index->n_unused_terms++;
  if (invalid && kind == TERM_REQUIRED_ANTI)
    index->invalid.required_anti += (guint) delta;
  else if (invalid && kind == TERM_REQUIRED_AFFINITY)
    index->invalid.required_affinity += (guint) delta;
  else if (invalid)
    index->invalid.preferred += (guint) delta;
  /* Only for scores v1.16 requires the topology key to be non-empty. */
  if (value == FIT_TOPOLOGY_ABSENT
      || (kind != TERM_REQUIRED_ANTI && !*written->topology_key))
    return;
  sum = term_at (term, value);
  if (kind == TERM_REQUIRED_ANTI)
    {
      sum->required_anti += delta;
      fit_place_set_note (&term->places[FIT_TERM_REQUIRED_ANTI], index->tree,
                          node, sum->required_anti != 0);
      term->pub.n_required_anti += (guint) delta;
      return;
    }
  term->pub.n_scoring += (guint) delta;
  if (kind == TERM_REQUIRED_AFFINITY)
    sum->required_affinity += delta;
  else
    sum->preferred += (kind == TERM_PREFERRED_ANTI ? -1 : 1) * (gint64) delta
                      * written->weight;
  term->pub.scores[value] = sum->required_affinity != 0 || sum->preferred != 0;
  fit_place_set_note (&term->places[FIT_TERM_SCORES], index->tree, node,
                      term->pub.scores[value]);
}

void
fit_pod_index_count_terms (FitPodIndex *index, const FitPod *pod, guint node,
                           gint delta)
{
  const struct
  {
    guint n;
    const FitAffinityTerm *terms;
    TermKind kind;
  } groups[] = {
    { pod->spec->anti_affinity.n_required, pod->spec->anti_affinity.required,
      TERM_REQUIRED_ANTI },
    { pod->spec->affinity.n_required, pod->spec->affinity.required,
      TERM_REQUIRED_AFFINITY },
    { pod->spec->anti_affinity.n_preferred, pod->spec->anti_affinity.preferred,
      TERM_PREFERRED_ANTI },
    { pod->spec->affinity.n_preferred, pod->spec->affinity.preferred,
      TERM_PREFERRED_AFFINITY },
  };

  for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
    for (guint i = 0; i < groups[g].n; i++)
      count_term (index, &groups[g].terms[i], groups[g].kind, pod, node, delta);
}

/* An unknown namespace has no labels. */
static const FitLabels *
namespace_labels (const FitPodIndex *index, const char *name)
{
  const FitNamespace *found = index->listers != NULL
                                  ? fit_listers_namespace (index->listers, name)
                                  : NULL;

  return found != NULL ? found->meta.labels : NULL;
}

static gboolean
term_holds (const FitPodIndex *index, const FitIndexedTerm *term,
            const FitPodClass *class)
{
  if (term->namespace_selector != NULL
      && fit_selector_matches (term->namespace_selector,
                               namespace_labels (index, class->namespace_)))
    return fit_selector_matches (term->selector, class->labels);
  /* An empty list would match any namespace. */
  return (term->n_namespaces > 0 || term->namespace_selector == NULL)
         && fit_pod_condition_holds (term->n_namespaces, term->namespaces,
                                     term->selector, class);
}

const GPtrArray *
fit_pod_index_terms (FitPodIndex *index, FitPodClass *pod_class)
{
  FitIndexedClass *class = (FitIndexedClass *) pod_class;

  /* Terms were dropped, or namespaces have changed. */
  if (class->terms_epoch != index->epoch)
    {
      g_ptr_array_set_size (class->terms, 0);
      class->terms_seen = 0;
      class->terms_epoch = index->epoch;
    }
  if (class->terms_seen < index->n_terms_made)
    {
      g_array_set_size (index->found, 0);
      fit_pair_buckets_find_conditions (
          index->term_buckets, class->pub.namespace_, class->pub.labels,
          class->terms_seen, index->found);
      class->terms_seen = index->n_terms_made;
      for (guint i = 0; i < index->found->len; i++)
        {
          FitIndexedTerm *term
              = g_array_index (index->found, FitBucketEntry, i).member;

          if (term_holds (index, term, &class->pub))
            g_ptr_array_add (class->terms, term);
        }
    }
  /* Makes room for every value id of the slot. */
  for (guint i = 0; i < class->terms->len; i++)
    {
      FitIndexedTerm *term = class->terms->pdata[i];

      term_at (term,
               fit_topology_n_values (index->topology, term->pub.slot) - 1);
    }
  return class->terms;
}

const guint64 *
fit_pod_term_places (FitPodIndex *index, FitPodTerm *term, FitTermUse use)
{
  FitPlaceSet *places = &((FitIndexedTerm *) term)->places[use];

  if (!fit_topology_tells_apart (index->topology, term->slot))
    return NULL;
  if (fit_place_set_begin (places, index->tree))
    {
      const guint32 *column = fit_topology_column (index->topology, term->slot);
      const guint32 *list = fit_node_tree_list (index->tree);
      const guint n = fit_node_tree_size (index->tree);

      term_at ((FitIndexedTerm *) term,
               fit_topology_n_values (index->topology, term->slot) - 1);
      for (guint i = 0; i < n; i++)
        {
          const guint32 value = column[list[i]];

          if (use == FIT_TERM_SCORES ? term->scores[value] != 0
                                     : term->sums[value].required_anti != 0)
            fit_place_set_add (places, i);
        }
    }
  return places->bits;
}

const FitInvalidTerms *
fit_pod_index_invalid_terms (const FitPodIndex *index)
{
  return &index->invalid;
}
