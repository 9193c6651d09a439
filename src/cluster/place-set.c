/* place-set.c - finds the nodes that have something by the bits of their places
 * Tests: tests/cluster/test-place-set.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/place-set.h"

void
fit_place_set_clear (FitPlaceSet *set)
{
  g_clear_pointer (&set->bits, g_free);
}

gboolean
fit_place_set_begin (FitPlaceSet *set, FitNodeTree *tree)
{
  const guint64 version = fit_node_tree_version (tree);

  if (set->bits != NULL && set->version == version)
    return FALSE;
  fit_place_set_clear (set);
  set->bits = g_new0 (guint64, fit_node_tree_size (tree) / 64 + 1);
  set->version = version;
  return TRUE;
}

void
fit_place_set_note (FitPlaceSet *set, FitNodeTree *tree, guint node,
                    gboolean has)
{
  const guint32 *places;
  guint64 bit;
  guint n;

  if (set->bits == NULL || set->version != fit_node_tree_version (tree))
    return;
  places = fit_node_tree_positions (tree, &n);
  if (node >= n || places[node] == G_MAXUINT32)
    return;
  bit = G_GUINT64_CONSTANT (1) << places[node] % 64;
  if (has)
    set->bits[places[node] / 64] |= bit;
  else
    set->bits[places[node] / 64] &= ~bit;
}

guint
fit_places_list (const guint64 *places, guint n_circle, guint first, guint n,
                 guint32 *found)
{
  const guint before_end = MIN (n, n_circle - first);
  guint n_found = 0;

  for (guint place = 0; place < n;)
    {
      const gboolean again = place >= before_end;
      const guint begin = again ? place - before_end : first + place;
      const guint length
          = MIN (64 - begin % 64, (again ? n : before_end) - place);
      guint64 bits = fit_places_of_block (places, begin, length);

      for (; bits != 0; bits &= bits - 1)
        found[n_found++] = place + (guint) __builtin_ctzll (bits);
      place += length;
    }
  return n_found;
}
