/* pod-index.c - counts running pods by class, query and term, so that a cycle
 * need not look at all pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pod-index-private.h"
#include "base/intern.h"

guint
fit_indexed_class_hash (gconstpointer key)
{
  return ((const FitIndexedClass *) key)->hash;
}

gboolean
fit_indexed_class_equal (gconstpointer a, gconstpointer b)
{
  const FitIndexedClass *x = a, *y = b;

  return x->hash == y->hash && x->pub.namespace_ == y->pub.namespace_
         && fit_labels_equal (x->pub.labels, y->pub.labels);
}

void
fit_indexed_class_free (gpointer data, gpointer unused)
{
  FitIndexedClass *class = data;

  fit_intern_unref (class->pub.namespace_);
  fit_labels_unref (class->pub.labels);
  g_free (class->pub.on_nodes);
  g_ptr_array_unref (class->queries);
  g_ptr_array_unref (class->terms);
  g_free (class);
}

FitPodIndex *
fit_pod_index_new (FitTopology *topology, FitNodeTree *tree)
{
  FitPodIndex *index = g_new0 (FitPodIndex, 1);

  index->topology = topology;
  index->tree = tree;
  index->classes
      = g_hash_table_new (fit_indexed_class_hash, fit_indexed_class_equal);
  index->all_classes = g_ptr_array_new ();
  index->queries = g_hash_table_new (fit_pod_query_hash, fit_pod_query_equal);
  index->all_queries = g_ptr_array_new ();
  index->term_set
      = g_hash_table_new (fit_indexed_term_hash, fit_indexed_term_equal);
  index->terms = g_ptr_array_new ();
  index->on_node = g_ptr_array_new_with_free_func (g_free);
  index->query_buckets = fit_pair_buckets_new ();
  index->term_buckets = fit_pair_buckets_new ();
  index->found = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
  return index;
}

void
fit_pod_index_set_listers (FitPodIndex *index, const FitListers *listers)
{
  index->listers = listers;
}

/* In another epoch all classes look for their terms again: namespaceSelectors
 * may match differently now. */
void
fit_pod_index_refresh (FitPodIndex *index)
{
  const guint64 version
      = index->listers != NULL
            ? fit_listers_version (index->listers, FIT_KIND_NAMESPACE)
            : 0;

  if (version != index->namespaces_version)
    index->epoch++;
  index->namespaces_version = version;
}

void
fit_pod_index_free (FitPodIndex *index)
{
  if (index == NULL)
    return;
  g_ptr_array_unref (index->on_node);
  g_hash_table_unref (index->classes);
  g_hash_table_unref (index->queries);
  g_hash_table_unref (index->term_set);
  g_ptr_array_foreach (index->all_queries, fit_pod_query_free, NULL);
  g_ptr_array_foreach (index->all_classes, fit_indexed_class_free, NULL);
  g_ptr_array_foreach (index->terms, fit_indexed_term_free, NULL);
  g_ptr_array_unref (index->all_queries);
  g_ptr_array_unref (index->all_classes);
  g_ptr_array_unref (index->terms);
  fit_pair_buckets_free (index->classes_in);
  fit_pair_buckets_free (index->classes_anywhere);
  fit_pair_buckets_free (index->query_buckets);
  fit_pair_buckets_free (index->term_buckets);
  g_array_unref (index->found);
  g_free (index);
}

/* Returns: (nullable) */
static FitClassHere *
find_here (const FitPodIndex *index, guint node, const FitIndexedClass *class)
{
  FitClassesHere *here
      = node < index->on_node->len ? index->on_node->pdata[node] : NULL;

  for (guint i = 0; here != NULL && i < here->n; i++)
    if (here->of[i].class == class)
      return &here->of[i];
  return NULL;
}

static FitIndexedClass *
new_class (FitPodIndex *index, const FitIndexedClass *key)
{
  FitIndexedClass *class = g_new0 (FitIndexedClass, 1);

  class->hash = key->hash;
  class->pub.namespace_ = fit_intern_ref (key->pub.namespace_);
  class->pub.labels
      = key->pub.labels != NULL ? fit_labels_ref (key->pub.labels) : NULL;
  class->queries = g_ptr_array_new ();
  class->terms = g_ptr_array_new ();
  class->terms_epoch = index->epoch;
  g_hash_table_add (index->classes, class);
  g_ptr_array_add (index->all_classes, class);
  index->n_empty_classes++;
  fit_pod_index_file_class (index, class);
  /* Finds the queries that match a new class. */
  g_array_set_size (index->found, 0);
  fit_pair_buckets_find_conditions (index->query_buckets, class->pub.namespace_,
                                    class->pub.labels, 0, index->found);
  for (guint i = 0; i < index->found->len; i++)
    {
      FitPodQuery *query
          = g_array_index (index->found, FitBucketEntry, i).member;

      if (!fit_pod_query_holds (query, &class->pub))
        continue;
      g_ptr_array_add (class->queries, query);
      g_ptr_array_add (query->classes, class);
    }
  return class;
}

/* Pods with the same labels nearly always have the same FitLabels, so their
 * class is found by the address, without a look at the labels. */
FitPodClass *
fit_pod_index_class (FitPodIndex *index, const char *namespace_,
                     const FitLabels *labels)
{
  const gsize address = ((gsize) labels ^ (gsize) namespace_) / 16;
  FitIndexedClass **recent
      = &index->recent[(address ^ address / FIT_RECENT_CLASSES)
                       % FIT_RECENT_CLASSES];

  if (*recent == NULL || (*recent)->pub.labels != labels
      || (*recent)->pub.namespace_ != namespace_)
    {
      FitIndexedClass key = { .pub = { .namespace_ = namespace_,
                                       .labels = (FitLabels *) labels } };
      FitIndexedClass *class;

      key.hash
          = fit_hash_mix (fit_labels_hash (labels), g_direct_hash (namespace_));
      class = g_hash_table_lookup (index->classes, &key);
      *recent = class != NULL ? class : new_class (index, &key);
    }
  (*recent)->last_used = index->clock;
  return &(*recent)->pub;
}

void
fit_pod_index_add (FitPodIndex *index, const FitPod *pod, guint node)
{
  FitIndexedClass *class = (FitIndexedClass *) fit_pod_index_class (
      index, pod->meta.namespace_, pod->meta.labels);
  const gboolean terminating = fit_object_meta_deleting (&pod->meta);
  FitClassHere *found;
  FitPodClass *pub;

  index->n_pods++;
  found = find_here (index, node, class);
  pub = &class->pub;
  if (found == NULL)
    {
      FitClassesHere *here;
      guint n;

      if (node >= index->on_node->len)
        g_ptr_array_set_size (index->on_node, (gint) node + 1);
      here = index->on_node->pdata[node];
      n = here != NULL ? here->n : 0;
      if (here == NULL || n == here->room)
        {
          const guint room = MAX (2, n * 2);

          here = g_realloc (here, sizeof *here + sizeof *here->of * room);
          here->room = room;
          index->on_node->pdata[node] = here;
        }
      here->of[n] = (FitClassHere){ class, class->pub.n_on_nodes };
      here->n = n + 1;
      found = &here->of[n];
      /* Grows by powers of two. */
      if ((pub->n_on_nodes & (pub->n_on_nodes - 1)) == 0)
        pub->on_nodes = g_renew (FitClassOnNode, pub->on_nodes,
                                 MAX (1, pub->n_on_nodes * 2));
      pub->on_nodes[pub->n_on_nodes++] = (FitClassOnNode){ node, 0, 0 };
    }
  pub->on_nodes[found->position].count++;
  pub->on_nodes[found->position].terminating += terminating;
  if (pub->n_pods++ == 0)
    index->n_empty_classes--;
  fit_pod_index_count_in_queries (index, class, node, terminating, 1);
  if (fit_pod_has_affinity (pod))
    fit_pod_index_count_terms (index, pod, node, 1);
}

void
fit_pod_index_remove (FitPodIndex *index, const FitPod *pod, guint node)
{
  FitIndexedClass *class = (FitIndexedClass *) fit_pod_index_class (
      index, pod->meta.namespace_, pod->meta.labels);
  const gboolean terminating = fit_object_meta_deleting (&pod->meta);
  FitClassesHere *here;
  FitClassHere *found;
  FitPodClass *pub;
  FitClassOnNode *entry;

  if (fit_pod_has_affinity (pod))
    fit_pod_index_count_terms (index, pod, node, -1);
  fit_pod_index_count_in_queries (index, class, node, terminating, -1);
  index->n_pods--;
  /* Both lists, of the class's nodes and of the node's classes, close a gap
   * with their last element. */
  here = index->on_node->pdata[node];
  found = find_here (index, node, class);
  pub = &class->pub;
  entry = &pub->on_nodes[found->position];
  entry->count--;
  entry->terminating -= terminating;
  if (entry->count == 0)
    {
      guint last = --pub->n_on_nodes;

      if (found->position != last)
        {
          *entry = pub->on_nodes[last];
          find_here (index, entry->node, class)->position = found->position;
        }
      *found = here->of[--here->n];
    }
  if (--pub->n_pods == 0)
    index->n_empty_classes++;
}

guint
fit_pod_index_n_pods (const FitPodIndex *index)
{
  return index->n_pods;
}
