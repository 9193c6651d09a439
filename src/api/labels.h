/* labels.h - immutable sets of labels with interned keys and values
 *
 * Keys and values are interned (base/intern.h), so labels are
 * compared by pointer.  Label sets are reference counted and may be shared
 * between threads.  Pods with the same labels have one set.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *key;   /* interned, one reference held */
  const char *value; /* interned, one reference held */
} FitLabel;

typedef struct
{
  gatomicrefcount refs; /* 0 in a set of several pods, which is interned */
  guint n;
  FitLabel pairs[]; /* in document order, keys unique */
} FitLabels;

/* fit_labels_new: Returns: (transfer full): an empty set with room for @n
 * pairs; fit_labels_append() adds them */
FitLabels *fit_labels_new (guint n);

/* fit_labels_append: adds a pair to a set under construction, which must have
 * room for it.  A repeated key replaces the earlier value. */
void fit_labels_append (FitLabels *labels, const char *key, const char *value);

/* fit_labels_append_new: the same for a key that is not there */
void fit_labels_append_new (FitLabels *labels, const char *key,
                            const char *value);

/* fit_labels_remove: the opposite, of a set under construction; does nothing if
 * there is no such key */
void fit_labels_remove (FitLabels *labels, const char *key);

/* fit_labels_copy: Returns: (transfer full): a copy of @labels (nullable) under
 * construction, with room for @room more pairs */
FitLabels *fit_labels_copy (const FitLabels *labels, guint room);

/* fit_labels_with: Returns: (transfer full): @labels (nullable) plus one
 * pair */
FitLabels *fit_labels_with (const FitLabels *labels, const char *key,
                            const char *value);

FitLabels *fit_labels_ref (FitLabels *labels);
void fit_labels_unref (FitLabels *labels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitLabels, fit_labels_unref)

/* fit_labels_equal: do they have the same pairs, in any order?  NULL is the
 * empty set */
gboolean fit_labels_equal (const FitLabels *a, const FitLabels *b);

/* fit_labels_same: the same pairs in the same order?  Both (nullable) */
gboolean fit_labels_same (const FitLabels *a, const FitLabels *b);

/* fit_labels_hash: a hash that does not depend on the order */
guint fit_labels_hash (const FitLabels *labels);

/* fit_labels_contains: is every pair of @subset (nullable) in @labels? */
gboolean fit_labels_contains (const FitLabels *labels, const FitLabels *subset);

/* fit_labels_n_common: Returns: how many pairs are in both sets (each
 * nullable) */
guint fit_labels_n_common (const FitLabels *a, const FitLabels *b);

/* fit_labels_selector: the pairs that a selector of @labels (nullable)
 * requires.  As in v1.16 SelectorFromSet(), one invalid key or value makes it a
 * selector that matches everything.  Returns: (transfer none) (nullable) */
const FitLabels *fit_labels_selector (const FitLabels *labels);

/* fit_labels_get_from: @key must be interned; hot path.  For many keys: @place, 0
 * at first, is where the next one is looked for first.  Two lists mostly have one
 * order.
 * Returns: (nullable): the interned value */
static inline const char *
fit_labels_get_from (const FitLabels *labels, const char *key, guint *place)
{
  guint i = *place;

  if (labels == NULL)
    return NULL;
  if (i >= labels->n || labels->pairs[i].key != key)
    for (i = 0; i < labels->n && labels->pairs[i].key != key;)
      i++;
  if (i == labels->n)
    return NULL;
  *place = i + 1;
  return labels->pairs[i].value;
}

/* fit_labels_get: the same for one key */
static inline const char *
fit_labels_get (const FitLabels *labels, const char *key)
{
  guint place = 0;

  return fit_labels_get_from (labels, key, &place);
}

/* fit_labels_lookup: the same for any string; compares text.  Do not use it in
 * loops over nodes. */
const char *fit_labels_lookup (const FitLabels *labels, const char *key);

G_END_DECLS
