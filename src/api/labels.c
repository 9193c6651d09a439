/* labels.c - immutable sets of labels
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/labels.h"
#include "api/labels-private.h"
#include "api/names.h"
#include "base/intern.h"
#include "base/intern-struct.h"

#include <string.h>

FitLabels *
fit_labels_new (guint n)
{
  FitLabels *labels
      = g_malloc (sizeof (FitLabels) + (gsize) n * sizeof (FitLabel));

  g_atomic_ref_count_init (&labels->refs);
  labels->n = 0;
  return labels;
}

static FitLabel *
find (FitLabels *labels, const char *key)
{
  for (guint i = 0; i < labels->n; i++)
    if (labels->pairs[i].key == key)
      return &labels->pairs[i];
  return NULL;
}

void
fit_labels_append_new (FitLabels *labels, const char *key, const char *value)
{
  labels->pairs[labels->n++]
      = (FitLabel){ .key = fit_intern (key), .value = fit_intern (value) };
}

void
fit_labels_append (FitLabels *labels, const char *key, const char *value)
{
  const char *interned = fit_intern (key);
  FitLabel *earlier = find (labels, interned);

  if (earlier != NULL)
    {
      fit_intern_unref (earlier->value);
      earlier->value = fit_intern (value);
    }
  else
    fit_labels_append_new (labels, key, value);
  fit_intern_unref (interned);
}

void
fit_labels_remove (FitLabels *labels, const char *key)
{
  const char *interned = fit_intern (key);
  FitLabel *pair = find (labels, interned);

  if (pair != NULL)
    {
      fit_intern_unref (pair->key);
      fit_intern_unref (pair->value);
      memmove (pair, pair + 1,
               (gsize) (&labels->pairs[labels->n] - (pair + 1)) * sizeof *pair);
      labels->n--;
    }
  fit_intern_unref (interned);
}

FitLabels *
fit_labels_copy (const FitLabels *labels, guint room)
{
  guint n = labels != NULL ? labels->n : 0;
  FitLabels *copy = fit_labels_new (n + room);

  for (guint i = 0; i < n; i++)
    {
      copy->pairs[i].key = fit_intern_ref (labels->pairs[i].key);
      copy->pairs[i].value = fit_intern_ref (labels->pairs[i].value);
    }
  copy->n = n;
  return copy;
}

FitLabels *
fit_labels_with (const FitLabels *labels, const char *key, const char *value)
{
  FitLabels *copy = fit_labels_copy (labels, 1);

  fit_labels_append (copy, key, value);
  return copy;
}

static const FitPart label_parts[] = {
  FIT_PART_LEAF (FitLabel, key, &fit_leaf_interned),
  FIT_PART_LEAF (FitLabel, value, &fit_leaf_interned),
};
static const FitShape shape_label = FIT_SHAPE (FitLabel, label_parts);
static const FitPart labels_parts[]
    = { FIT_PART_TAIL (FitLabels, n, pairs, &shape_label) };
static const FitShape shape_labels = FIT_SHAPE (FitLabels, labels_parts);

static gboolean
is_interned (FitLabels *labels)
{
  return g_atomic_int_get (&labels->refs) == 0;
}

FitLabels *
fit_labels_share (FitLabels *labels)
{
  gconstpointer shared;

  /* Marks an interned set.  A count would also make equal sets differ. */
  labels->refs = 0;
  shared = fit_intern_struct (&shape_labels, labels);
  g_free (labels);
  return (FitLabels *) shared;
}

FitLabels *
fit_labels_ref (FitLabels *labels)
{
  if (is_interned (labels))
    return (FitLabels *) fit_intern_struct_ref (labels);
  g_atomic_ref_count_inc (&labels->refs);
  return labels;
}

void
fit_labels_unref (FitLabels *labels)
{
  if (labels == NULL)
    return;
  if (is_interned (labels))
    {
      fit_intern_struct_unref (labels);
      return;
    }
  if (!g_atomic_ref_count_dec (&labels->refs))
    return;
  fit_shape_clear (&shape_labels, labels);
  g_free (labels);
}

gboolean
fit_labels_contains (const FitLabels *labels, const FitLabels *subset)
{
  if (subset == NULL || labels == subset)
    return TRUE;
  for (guint i = 0; i < subset->n; i++)
    if (fit_labels_get (labels, subset->pairs[i].key) != subset->pairs[i].value)
      return FALSE;
  return TRUE;
}

guint
fit_labels_n_common (const FitLabels *a, const FitLabels *b)
{
  guint n = 0;

  for (guint i = 0; b != NULL && i < b->n; i++)
    n += fit_labels_get (a, b->pairs[i].key) == b->pairs[i].value;
  return n;
}

const FitLabels *
fit_labels_selector (const FitLabels *labels)
{
  for (guint i = 0; labels != NULL && i < labels->n; i++)
    if (!fit_is_qualified_name (labels->pairs[i].key)
        || !fit_is_label_value (labels->pairs[i].value))
      return NULL;
  return labels;
}

gboolean
fit_labels_equal (const FitLabels *a, const FitLabels *b)
{
  guint n_a = a != NULL ? a->n : 0;
  guint n_b = b != NULL ? b->n : 0;

  return n_a == n_b && fit_labels_contains (a, b);
}

gboolean
fit_labels_same (const FitLabels *a, const FitLabels *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  /* Keys and values are interned: equal pairs are equal pointers. */
  return a->n == b->n
         && memcmp (a->pairs, b->pairs, a->n * sizeof *a->pairs) == 0;
}

guint
fit_labels_hash (const FitLabels *labels)
{
  guint hash = 0;

  if (labels != NULL)
    for (guint i = 0; i < labels->n; i++)
      hash += g_direct_hash (labels->pairs[i].key) * 31
              ^ g_direct_hash (labels->pairs[i].value) * 2654435761u;
  return hash;
}

const char *
fit_labels_lookup (const FitLabels *labels, const char *key)
{
  if (labels != NULL)
    for (guint i = 0; i < labels->n; i++)
      if (strcmp (labels->pairs[i].key, key) == 0)
        return labels->pairs[i].value;
  return NULL;
}
