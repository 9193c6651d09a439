/* pair-buckets.c - groups selectors by a pair they require, and labels by the
 * pairs they have
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pair-buckets.h"

#include <string.h>

typedef struct
{
  const char *namespace_; /* (nullable) interned; NULL: any */
  const char *key;        /* (nullable) interned; NULL: no pair is required */
  const char *value;      /* (nullable) interned */
  guint n;
  guint room;
  FitBucketEntry *entries; /* owned */
} Bucket;

struct _FitPairBuckets
{
  GHashTable *set;  /* of owned Bucket */
  guint n_anywhere; /* entries of buckets of no namespace */
};

/* The low bits of pointers say nothing. */
static guint
bucket_hash (gconstpointer key)
{
  const Bucket *bucket = key;
  guint64 hash = (guint64) (gsize) bucket->namespace_ >> 3;

  hash = (hash ^ ((guint64) (gsize) bucket->key >> 3)) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ (hash >> 32) ^ ((guint64) (gsize) bucket->value >> 3))
         * 0x9e3779b97f4a7c15u;
  return (guint) (hash >> 32);
}

static gboolean
bucket_equal (gconstpointer a, gconstpointer b)
{
  const Bucket *x = a, *y = b;

  return x->value == y->value && x->key == y->key
         && x->namespace_ == y->namespace_;
}

static void
bucket_free (gpointer data)
{
  Bucket *bucket = data;

  g_free (bucket->entries);
  g_free (bucket);
}

FitPairBuckets *
fit_pair_buckets_new (void)
{
  FitPairBuckets *buckets = g_new0 (FitPairBuckets, 1);

  buckets->set
      = g_hash_table_new_full (bucket_hash, bucket_equal, bucket_free, NULL);
  return buckets;
}

void
fit_pair_buckets_free (FitPairBuckets *buckets)
{
  if (buckets == NULL)
    return;
  g_hash_table_unref (buckets->set);
  g_free (buckets);
}

static Bucket *
find_bucket (const FitPairBuckets *buckets, const char *namespace_,
             const char *key, const char *value)
{
  const Bucket wanted
      = { .namespace_ = namespace_, .key = key, .value = value };

  return g_hash_table_lookup (buckets->set, &wanted);
}

static void
put (FitPairBuckets *buckets, const Bucket *where, guint64 sequence,
     gpointer member)
{
  Bucket *bucket = g_hash_table_lookup (buckets->set, where);

  if (bucket == NULL)
    {
      bucket = g_new (Bucket, 1);
      *bucket = *where;
      g_hash_table_add (buckets->set, bucket);
    }
  if (bucket->n == bucket->room)
    {
      bucket->room = MAX (1, bucket->room * 2);
      bucket->entries = g_renew (FitBucketEntry, bucket->entries, bucket->room);
    }
  bucket->entries[bucket->n++] = (FitBucketEntry){ sequence, member };
  buckets->n_anywhere += where->namespace_ == NULL;
}

static gboolean
matches_nothing (const FitSelector *selector)
{
  return selector->nothing || selector->error != NULL;
}

static gboolean
requires_pair (const FitRequirement *requirement)
{
  return requirement->op == FIT_OPERATOR_IN && requirement->n_values == 1;
}

/* -- things with labels ---------------------------------------------------- */

void
fit_pair_buckets_add_labels (FitPairBuckets *buckets, const char *namespace_,
                             const FitLabels *labels, gpointer member)
{
  Bucket where = { .namespace_ = namespace_ };

  put (buckets, &where, 0, member);
  for (guint i = 0; labels != NULL && i < labels->n; i++)
    {
      where.key = labels->pairs[i].key;
      where.value = labels->pairs[i].value;
      put (buckets, &where, 0, member);
    }
}

const FitBucketEntry *
fit_pair_buckets_find_labels (const FitPairBuckets *buckets,
                              const char *namespace_,
                              const FitSelector *selector, guint *out_n)
{
  const Bucket *best = find_bucket (buckets, namespace_, NULL, NULL);

  for (guint i = 0; best != NULL && i < selector->n; i++)
    {
      const FitRequirement *requirement = &selector->requirements[i];
      const Bucket *bucket;

      if (!requires_pair (requirement))
        continue;
      bucket = find_bucket (buckets, namespace_, requirement->key,
                            requirement->values[0]);
      if (bucket == NULL || bucket->n < best->n)
        best = bucket;
    }
  if (matches_nothing (selector))
    best = NULL;
  *out_n = best != NULL ? best->n : 0;
  return best != NULL ? best->entries : NULL;
}

/* -- things with selectors ------------------------------------------------- */

void
fit_pair_buckets_add_conditions (FitPairBuckets *buckets,
                                 const FitPodCondition *conditions, guint n,
                                 guint64 sequence, gpointer member)
{
  Bucket best = { 0 };
  guint best_n = G_MAXUINT;

  for (guint i = 0; i < n; i++)
    if (conditions[i].nowhere || matches_nothing (conditions[i].selector))
      return;
  for (guint i = 0; i < n; i++)
    {
      const FitPodCondition *condition = &conditions[i];
      const FitSelector *selector = condition->selector;
      Bucket where = { .namespace_ = condition->n_namespaces == 1
                                         ? condition->namespaces[0]
                                         : NULL };

      if (where.namespace_ != NULL && best.namespace_ == NULL
          && best.key == NULL)
        {
          best = where;
          best_n = G_MAXUINT;
        }
      for (guint k = 0; k < selector->n; k++)
        {
          const FitRequirement *requirement = &selector->requirements[k];
          guint size;
          const Bucket *bucket;

          if (!requires_pair (requirement))
            continue;
          where.key = requirement->key;
          where.value = requirement->values[0];
          bucket = g_hash_table_lookup (buckets->set, &where);
          size = bucket != NULL ? bucket->n : 0;
          if (size >= best_n)
            continue;
          best = where;
          best_n = size;
        }
    }
  put (buckets, &best, sequence, member);
}

/* Returns: was @member in the bucket? */
static gboolean
take_out (FitPairBuckets *buckets, const Bucket *where, gconstpointer member)
{
  Bucket *bucket = g_hash_table_lookup (buckets->set, where);
  guint i = 0;

  while (bucket != NULL && i < bucket->n && bucket->entries[i].member != member)
    i++;
  if (bucket == NULL || i == bucket->n)
    return FALSE;
  buckets->n_anywhere -= where->namespace_ == NULL;
  bucket->n--;
  memmove (&bucket->entries[i], &bucket->entries[i + 1],
           sizeof *bucket->entries * (bucket->n - i));
  if (bucket->n == 0)
    g_hash_table_remove (buckets->set, where);
  return TRUE;
}

/* Looks into all buckets where choose_bucket() may have put it. */
static gboolean
take_out_of (FitPairBuckets *buckets, const FitPodCondition *condition,
             gconstpointer member)
{
  const FitSelector *selector = condition->selector;
  Bucket where
      = { .namespace_
          = condition->n_namespaces == 1 ? condition->namespaces[0] : NULL };

  for (guint i = 0; i < selector->n; i++)
    if (requires_pair (&selector->requirements[i]))
      {
        where.key = selector->requirements[i].key;
        where.value = selector->requirements[i].values[0];
        if (take_out (buckets, &where, member))
          return TRUE;
      }
  where.key = where.value = NULL;
  return take_out (buckets, &where, member);
}

void
fit_pair_buckets_remove_conditions (FitPairBuckets *buckets,
                                    const FitPodCondition *conditions, guint n,
                                    gpointer member)
{
  for (guint i = 0; i < n; i++)
    if (take_out_of (buckets, &conditions[i], member))
      return;
  take_out (buckets, &(Bucket){ 0 }, member);
}

static void
take_since (const Bucket *bucket, guint64 since, GArray *found)
{
  guint first = bucket != NULL ? bucket->n : 0;

  while (first > 0 && bucket->entries[first - 1].sequence >= since)
    first--;
  if (bucket != NULL && first < bucket->n)
    g_array_append_vals (found, &bucket->entries[first], bucket->n - first);
}

static void
take_of_namespace (const FitPairBuckets *buckets, const char *namespace_,
                   const FitLabels *labels, guint64 since, GArray *found)
{
  take_since (find_bucket (buckets, namespace_, NULL, NULL), since, found);
  for (guint i = 0; labels != NULL && i < labels->n; i++)
    take_since (find_bucket (buckets, namespace_, labels->pairs[i].key,
                             labels->pairs[i].value),
                since, found);
}

static gint
by_sequence (gconstpointer a, gconstpointer b)
{
  const FitBucketEntry *x = a, *y = b;

  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

void
fit_pair_buckets_find_conditions (const FitPairBuckets *buckets,
                                  const char *namespace_,
                                  const FitLabels *labels, guint64 since,
                                  GArray *found)
{
  take_of_namespace (buckets, namespace_, labels, since, found);
  if (buckets->n_anywhere > 0)
    take_of_namespace (buckets, NULL, labels, since, found);
  if (found->len > 1)
    g_array_sort (found, by_sequence);
}
