/* place-set.h - which nodes of the tree's list have something
 *
 * A search looks at a stretch of the list, and only some of the nodes in it have
 * pods that a term or a Service is about.  A set has a bit for each place in the
 * list, so these nodes are found without a look at the others.
 *
 * Whoever changes the counts that a set is made of notes it for the node; a node
 * may be in the set although it has nothing, but none that has something is
 * missing.  When nodes come or go, places change, and the set is filled anew when
 * it is next asked for.
 *
 * Memory: one bit per node and set.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/node-tree.h"

/* All 0: a set that nobody has asked for. */
typedef struct
{
  guint64 *bits;   /* (nullable) owned: by place */
  guint64 version; /* of the list */
} FitPlaceSet;

void fit_place_set_clear (FitPlaceSet *set);

/* fit_place_set_begin: Returns: TRUE if the set is empty now, because it was for
 * another list, and has to be filled */
gboolean fit_place_set_begin (FitPlaceSet *set, FitNodeTree *tree);

/* fit_place_set_note: node number @node has something, or no longer does.  A set
 * that has to be filled anew stays as it is. */
void fit_place_set_note (FitPlaceSet *set, FitNodeTree *tree, guint node,
                         gboolean has);

/* fit_place_set_add: @place: of a node that has something; while the set is
 * filled */
static inline void
fit_place_set_add (FitPlaceSet *set, guint place)
{
  set->bits[place / 64] |= G_GUINT64_CONSTANT (1) << place % 64;
}

/* fit_places_of_block: @places: (nullable): NULL: all of them have their bit.  @n: at
 * most 64.  Returns: the bits of @n places from @begin on */
static inline guint64
fit_places_of_block (const guint64 *places, guint begin, guint n)
{
  const guint shift = begin % 64;
  guint64 bits = places != NULL ? places[begin / 64] >> shift : G_MAXUINT64;

  if (places != NULL && shift + n > 64)
    bits |= places[begin / 64 + 1] << (64 - shift);
  return n < 64 ? bits & ((G_GUINT64_CONSTANT (1) << n) - 1) : bits;
}

/* fit_places_list: @places: of @n_circle nodes.  @found: (out): room for @n: which
 * of @n places from @first on have their bit, counted from there; after the last
 * place comes the first.  Returns: how many */
guint fit_places_list (const guint64 *places, guint n_circle, guint first,
                       guint n, guint32 *found);
