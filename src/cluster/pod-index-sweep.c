/* pod-index-sweep.c - removes the parts of the pod index that nothing uses any
 * more
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pod-index-private.h"

#include <string.h>

/* Up to this number of unused classes and terms are kept, and more while they
 * are less than half of all: another pod of the same kind is likely to come,
 * and looking at all of them takes time. */
#define KEEP_UNUSED 1024
/* A query counts as unused after this many cycles without use. */
#define QUERY_IDLE_CYCLES 4096

static gboolean
class_unused (const FitPodIndex *index, const FitIndexedClass *class)
{
  return class->pub.n_pods == 0 && class->last_used < index->clock;
}

static gboolean
query_unused (const FitPodIndex *index, const FitPodQuery *query)
{
  return query->last_used + QUERY_IDLE_CYCLES < index->clock;
}

/* Removes unused classes from the list of a query. */
static void
drop_unused_classes (const FitPodIndex *index, GPtrArray *classes)
{
  guint kept = 0;

  for (guint i = 0; i < classes->len; i++)
    if (!class_unused (index, classes->pdata[i]))
      classes->pdata[kept++] = classes->pdata[i];
  g_ptr_array_set_size (classes, (gint) kept);
}

static void
drop_unused_queries (const FitPodIndex *index, GPtrArray *queries)
{
  guint kept = 0;

  for (guint i = 0; i < queries->len; i++)
    if (!query_unused (index, queries->pdata[i]))
      queries->pdata[kept++] = queries->pdata[i];
  g_ptr_array_set_size (queries, (gint) kept);
}

gboolean
fit_pod_index_sweep (FitPodIndex *index)
{
  gboolean forgot_classes = FALSE;

  index->clock++;
  if (index->clock % QUERY_IDLE_CYCLES == 0)
    {
      GPtrArray *unused = g_ptr_array_new ();

      for (guint i = 0; i < index->all_queries->len; i++)
        if (query_unused (index, index->all_queries->pdata[i]))
          g_ptr_array_add (unused, index->all_queries->pdata[i]);
      for (guint c = 0; c < index->all_classes->len && unused->len; c++)
        drop_unused_queries (
            index, ((FitIndexedClass *) index->all_classes->pdata[c])->queries);
      drop_unused_queries (index, index->all_queries);
      for (guint i = 0; i < unused->len; i++)
        {
          g_hash_table_remove (index->queries, unused->pdata[i]);
          fit_pod_query_free (unused->pdata[i], NULL);
        }
      if (unused->len > 0)
        {
          fit_pair_buckets_free (index->query_buckets);
          index->query_buckets = fit_pair_buckets_new ();
          for (guint i = 0; i < index->all_queries->len; i++)
            fit_pod_query_file (index, index->all_queries->pdata[i]);
        }
      g_ptr_array_unref (unused);
    }
  if (index->n_unused_terms > MAX (KEEP_UNUSED, index->terms->len / 2))
    {
      guint kept = 0;

      fit_pair_buckets_free (index->term_buckets);
      index->term_buckets = fit_pair_buckets_new ();
      for (guint i = 0; i < index->terms->len; i++)
        {
          FitIndexedTerm *term = index->terms->pdata[i];

          if (term->n_pods > 0)
            {
              index->terms->pdata[kept++] = term;
              fit_indexed_term_file (index, term);
              continue;
            }
          g_hash_table_remove (index->term_set, term);
          fit_indexed_term_free (term, NULL);
        }
      g_ptr_array_set_size (index->terms, (gint) kept);
      index->n_unused_terms = 0;
      index->epoch++;
    }
  if (index->n_empty_classes > MAX (KEEP_UNUSED, index->all_classes->len / 2))
    {
      GPtrArray *unused = g_ptr_array_new ();

      for (guint i = 0; i < index->all_classes->len; i++)
        if (class_unused (index, index->all_classes->pdata[i]))
          g_ptr_array_add (unused, index->all_classes->pdata[i]);
      for (guint q = 0; q < index->all_queries->len; q++)
        drop_unused_classes (
            index, ((FitPodQuery *) index->all_queries->pdata[q])->classes);
      drop_unused_classes (index, index->all_classes);
      memset (index->recent, 0, sizeof index->recent);
      index->n_empty_classes -= unused->len;
      for (guint i = 0; i < unused->len; i++)
        {
          g_hash_table_remove (index->classes, unused->pdata[i]);
          fit_indexed_class_free (unused->pdata[i], NULL);
        }
      g_clear_pointer (&index->classes_in, fit_pair_buckets_free);
      g_clear_pointer (&index->classes_anywhere, fit_pair_buckets_free);
      g_ptr_array_unref (unused);
      forgot_classes = TRUE;
    }
  return forgot_classes;
}
