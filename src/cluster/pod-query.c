/* pod-query.c - compares and evaluates the questions "which pods match" that
 * the pod index answers
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pod-index-private.h"
#include "base/intern.h"

#include <string.h>

guint
fit_hash_mix (guint hash, guint value)
{
  return (hash ^ value) * 16777619u;
}

guint
fit_namespaces_hash (guint n, const char *const *namespaces)
{
  guint hash = 2166136261u;

  for (guint i = 0; i < n; i++)
    hash = fit_hash_mix (hash, g_direct_hash (namespaces[i]));
  return hash;
}

gboolean
fit_namespaces_equal (guint n, const char *const *a, guint m,
                      const char *const *b)
{
  return n == m && (n == 0 || memcmp (a, b, sizeof *a * n) == 0);
}

const char **
fit_namespaces_dup (guint n, const char *const *namespaces)
{
  const char **copy = g_new (const char *, n);

  for (guint i = 0; i < n; i++)
    copy[i] = fit_intern_ref (namespaces[i]);
  return copy;
}

void
fit_namespaces_free (guint n, const char **namespaces)
{
  for (guint i = 0; i < n; i++)
    fit_intern_unref (namespaces[i]);
  g_free (namespaces);
}

gboolean
fit_pod_condition_holds (guint n_namespaces, const char *const *namespaces,
                         const FitSelector *selector, const FitPodClass *class)
{
  gboolean in_namespace = n_namespaces == 0;

  for (guint i = 0; i < n_namespaces && !in_namespace; i++)
    in_namespace = namespaces[i] == class->namespace_;
  return in_namespace && fit_selector_matches (selector, class->labels);
}

guint
fit_pod_query_hash (gconstpointer key)
{
  return ((const FitPodQuery *) key)->hash;
}

gboolean
fit_pod_query_equal (gconstpointer a, gconstpointer b)
{
  const FitPodQuery *x = a, *y = b;

  if (x->hash != y->hash || x->n != y->n)
    return FALSE;
  for (guint i = 0; i < x->n; i++)
    if (x->conditions[i].nowhere != y->conditions[i].nowhere
        || !fit_namespaces_equal (
            x->conditions[i].n_namespaces, x->conditions[i].namespaces,
            y->conditions[i].n_namespaces, y->conditions[i].namespaces)
        || !fit_selector_equal (x->conditions[i].selector,
                                y->conditions[i].selector))
      return FALSE;
  return TRUE;
}

gboolean
fit_pod_query_holds (const FitPodQuery *query, const FitPodClass *class)
{
  for (guint i = 0; i < query->n; i++)
    if (query->conditions[i].nowhere
        || !fit_pod_condition_holds (query->conditions[i].n_namespaces,
                                     query->conditions[i].namespaces,
                                     query->conditions[i].selector, class))
      return FALSE;
  return TRUE;
}

void
fit_pod_query_free (gpointer data, gpointer unused)
{
  FitPodQuery *query = data;

  for (guint i = 0; i < query->n; i++)
    {
      fit_namespaces_free (query->conditions[i].n_namespaces,
                           (const char **) query->conditions[i].namespaces);
      fit_selector_unref (query->conditions[i].selector);
    }
  g_free (query->conditions);
  g_ptr_array_unref (query->classes);
  for (guint i = 0; i < query->counters->len; i++)
    {
      FitQueryCounter *counter
          = &g_array_index (query->counters, FitQueryCounter, i);

      g_free (counter->counts);
      fit_place_set_clear (&counter->places);
    }
  g_array_unref (query->counters);
  for (guint mode = 0; mode < FIT_COUNT_LAST; mode++)
    {
      g_free (query->on_nodes[mode].counts);
      fit_place_set_clear (&query->on_nodes[mode].places);
    }
  g_free (query);
}

/* Room for value id @value in a count array that grows with the topology. */
static guint32 *
counter_at (FitQueryCounter *counter, guint32 value)
{
  if (value >= counter->room)
    {
      guint room = MAX (value + 1, counter->room * 2);

      counter->counts = g_renew (guint32, counter->counts, room);
      memset (counter->counts + counter->room, 0,
              sizeof *counter->counts * (room - counter->room));
      counter->room = room;
    }
  return &counter->counts[value];
}

/* Room for node number @node. */
static gint32 *
node_counter_at (FitNodeCounter *counter, guint node)
{
  if (node >= counter->room)
    {
      const guint room = MAX (node + 1, counter->room * 2);

      counter->counts = g_renew (gint32, counter->counts, room);
      memset (counter->counts + counter->room, 0,
              sizeof *counter->counts * (room - counter->room));
      counter->room = room;
    }
  return &counter->counts[node];
}

void
fit_pod_index_count_in_queries (FitPodIndex *index,
                                const FitIndexedClass *class, guint node,
                                gboolean terminating, gint delta)
{
  for (guint q = 0; q < class->queries->len; q++)
    {
      FitPodQuery *query = class->queries->pdata[q];

      for (guint mode = 0; mode < FIT_COUNT_LAST; mode++)
        if (query->on_nodes[mode].counts != NULL
            && !(mode == FIT_COUNT_STAYING && terminating))
          {
            gint32 *count = node_counter_at (&query->on_nodes[mode], node);

            *count += delta;
            fit_place_set_note (&query->on_nodes[mode].places, index->tree,
                                node, *count != 0);
          }

      for (guint c = 0; c < query->counters->len; c++)
        {
          FitQueryCounter *counter
              = &g_array_index (query->counters, FitQueryCounter, c);
          guint32 value
              = fit_topology_column (index->topology, counter->slot)[node];

          guint32 *count;

          if (value == FIT_TOPOLOGY_ABSENT)
            continue;
          count = counter_at (counter, value);
          *count += (guint32) delta;
          counter->total += (guint64) (gint64) delta;
          fit_place_set_note (&counter->places, index->tree, node, *count != 0);
        }
    }
}

static guint
conditions_hash (const FitPodCondition *conditions, guint n)
{
  guint hash = 2166136261u;

  for (guint i = 0; i < n; i++)
    hash = fit_hash_mix (
        fit_hash_mix (hash, fit_namespaces_hash (conditions[i].n_namespaces,
                                                 conditions[i].namespaces)),
        fit_selector_hash (conditions[i].selector));
  return hash;
}

/* -- what queries and classes have in common ------------------------------- */

void
fit_pod_index_file_class (FitPodIndex *index, FitIndexedClass *class)
{
  if (index->classes_in != NULL)
    fit_pair_buckets_add_labels (index->classes_in, class->pub.namespace_,
                                 class->pub.labels, class);
  if (index->classes_anywhere != NULL)
    fit_pair_buckets_add_labels (index->classes_anywhere, NULL,
                                 class->pub.labels, class);
}

void
fit_pod_query_file (FitPodIndex *index, FitPodQuery *query)
{
  fit_pair_buckets_add_conditions (index->query_buckets, query->conditions,
                                   query->n, query->sequence, query);
}

static void
join_if_holds (FitPodQuery *query, FitIndexedClass *class)
{
  if (!fit_pod_query_holds (query, &class->pub))
    return;
  g_ptr_array_add (query->classes, class);
  g_ptr_array_add (class->queries, query);
}

static FitPodQuery *
query_new (FitPodIndex *index, const FitPodQuery *key)
{
  FitPodQuery *query = g_new0 (FitPodQuery, 1);
  const FitBucketEntry *best = NULL;
  guint best_n;

  query->n = key->n;
  query->hash = key->hash;
  query->conditions
      = g_memdup2 (key->conditions, sizeof *key->conditions * key->n);
  for (guint i = 0; i < query->n; i++)
    {
      FitPodCondition *condition = &query->conditions[i];

      condition->namespaces
          = fit_namespaces_dup (condition->n_namespaces, condition->namespaces);
      fit_selector_ref (condition->selector);
    }
  query->classes = g_ptr_array_new ();
  query->counters = g_array_new (FALSE, FALSE, sizeof (FitQueryCounter));
  /* Finds the classes that match a new query, among the candidates of the
   * condition that has the fewest. */
  best_n = G_MAXUINT;
  for (guint i = 0; i < query->n; i++)
    {
      guint n;
      const gboolean anywhere = query->conditions[i].n_namespaces != 1;
      FitPairBuckets **buckets
          = anywhere ? &index->classes_anywhere : &index->classes_in;
      const FitBucketEntry *entries;

      /* A condition for a single namespace looks among its classes, any
       * other among all. */
      if (*buckets == NULL)
        {
          FitPairBuckets *filed = fit_pair_buckets_new ();

          for (guint k = 0; k < index->all_classes->len; k++)
            {
              FitIndexedClass *class = index->all_classes->pdata[k];

              fit_pair_buckets_add_labels (
                  filed, anywhere ? NULL : class->pub.namespace_,
                  class->pub.labels, class);
            }
          *buckets = filed;
        }
      entries = fit_pair_buckets_find_labels (
          *buckets, anywhere ? NULL : query->conditions[i].namespaces[0],
          query->conditions[i].selector, &n);
      if (n >= best_n)
        continue;
      best = entries;
      best_n = n;
    }
  if (query->n == 0)
    for (guint c = 0; c < index->all_classes->len; c++)
      join_if_holds (query, index->all_classes->pdata[c]);
  else
    for (guint i = 0; i < best_n; i++)
      join_if_holds (query, best[i].member);
  g_hash_table_add (index->queries, query);
  g_ptr_array_add (index->all_queries, query);
  query->sequence = index->n_queries_made++;
  fit_pod_query_file (index, query);
  return query;
}

FitPodQuery *
fit_pod_index_query (FitPodIndex *index, const FitPodCondition *conditions,
                     guint n)
{
  const FitPodQuery key = { .n = n,
                            .conditions = (FitPodCondition *) conditions,
                            .hash = conditions_hash (conditions, n) };
  FitPodQuery *query = g_hash_table_lookup (index->queries, &key);

  if (query == NULL)
    query = query_new (index, &key);
  query->last_used = index->clock;
  return query;
}

void
fit_pod_class_add_up (const FitPodClass *class, FitCountMode mode,
                      gint32 *counts)
{
  for (guint i = 0; i < class->n_on_nodes; i++)
    {
      const FitClassOnNode *here = &class->on_nodes[i];
      const guint32 left_out
          = mode == FIT_COUNT_STAYING ? here->terminating : 0;

      counts[here->node] += (gint32) (here->count - left_out);
    }
}

const GPtrArray *
fit_pod_query_classes (const FitPodQuery *query)
{
  return query->classes;
}

/* Are there so many places to add up that it pays to keep the counts of all
 * nodes? */
static gboolean
has_many_places (const FitPodQuery *query, guint n_nodes)
{
  const guint many = n_nodes / 64;
  gsize n = query->classes->len;

  for (guint c = 0; c < query->classes->len && n <= many; c++)
    n += ((const FitPodClass *) query->classes->pdata[c])->n_on_nodes;
  return n > many;
}

const gint32 *
fit_pod_query_on_nodes (FitPodQuery *query, FitCountMode mode, guint n_nodes)
{
  FitNodeCounter *counter = &query->on_nodes[mode];
  gboolean is_new;

  if (n_nodes == 0
      || (counter->counts == NULL && !has_many_places (query, n_nodes)))
    return NULL;
  is_new = counter->counts == NULL;
  node_counter_at (counter, n_nodes - 1);
  for (guint c = 0; is_new && c < query->classes->len; c++)
    fit_pod_class_add_up (query->classes->pdata[c], mode, counter->counts);
  return counter->counts;
}

/* Returns: the bits of @places, all those where pods of the query are */
static const guint64 *
find_places (FitPodIndex *index, const FitPodQuery *query, FitPlaceSet *places)
{
  const gboolean is_empty = fit_place_set_begin (places, index->tree);
  guint n;
  const guint32 *positions = fit_node_tree_positions (index->tree, &n);

  for (guint c = 0; is_empty && c < query->classes->len; c++)
    {
      const FitPodClass *class = query->classes->pdata[c];

      for (guint i = 0; i < class->n_on_nodes; i++)
        {
          const guint32 node = class->on_nodes[i].node;

          if (node < n && positions[node] != G_MAXUINT32)
            fit_place_set_add (places, positions[node]);
        }
    }
  return places->bits;
}

const guint64 *
fit_pod_query_node_places (FitPodIndex *index, FitPodQuery *query,
                           FitCountMode mode)
{
  FitNodeCounter *counter = &query->on_nodes[mode];

  return counter->counts != NULL ? find_places (index, query, &counter->places)
                                 : NULL;
}

/* Returns: (nullable) */
static FitQueryCounter *
find_counter (FitPodQuery *query, guint slot)
{
  for (guint i = 0; i < query->counters->len; i++)
    if (g_array_index (query->counters, FitQueryCounter, i).slot == slot)
      return &g_array_index (query->counters, FitQueryCounter, i);
  return NULL;
}

const guint64 *
fit_pod_query_places (FitPodIndex *index, FitPodQuery *query, guint slot)
{
  return fit_topology_tells_apart (index->topology, slot)
             ? find_places (index, query, &find_counter (query, slot)->places)
             : NULL;
}

/* @counter: one with room for all values of @column */
static void
add_up_values (const FitPodClass *class, const guint32 *column,
               FitQueryCounter *counter)
{
  guint32 *counts = counter->counts;
  guint64 total = 0;

  for (guint i = 0; i < class->n_on_nodes; i++)
    {
      const FitClassOnNode *here = &class->on_nodes[i];
      const guint32 value = column[here->node];

      if (value == FIT_TOPOLOGY_ABSENT)
        continue;
      counts[value] += here->count;
      total += here->count;
    }
  counter->total += total;
}

const guint32 *
fit_pod_query_counts (FitPodIndex *index, FitPodQuery *query, guint slot,
                      guint64 *out_total)
{
  FitQueryCounter *counter = find_counter (query, slot);
  const gboolean is_new = counter == NULL;

  if (is_new)
    {
      const FitQueryCounter fresh = { .slot = slot };

      g_array_append_val (query->counters, fresh);
      counter = &g_array_index (query->counters, FitQueryCounter,
                                query->counters->len - 1);
    }
  /* Callers read the counts of all value ids. */
  counter_at (counter, fit_topology_n_values (index->topology, slot) - 1);
  for (guint c = 0; is_new && c < query->classes->len; c++)
    add_up_values (query->classes->pdata[c],
                   fit_topology_column (index->topology, slot), counter);
  if (out_total != NULL)
    *out_total = counter->total;
  return counter->counts;
}
