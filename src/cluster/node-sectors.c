/* node-sectors.c - sorts the nodes of a sector into groups
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-sectors.h"

#include <stdlib.h>
#include <string.h>

/* Groups are made of at least so many nodes, if that leaves room for nodes that
 * change. */
#define LEAST_MEMBERS 16
#define MOST_SORTED (FIT_SECTOR_GROUPS * 3 / 4)

/* So many times is a sector asked for before it is sorted. */
#define ASKED_BEFORE 12

/* A key has the traits, two shares in use and the place of a node. */
#define SHARE_BITS 20
#define PLACE_BITS 10
G_STATIC_ASSERT (FIT_SECTOR_NODES == 1 << PLACE_BITS);

void
fit_sector_changed (FitSector *sector, guint place)
{
  sector->changed[place / FIT_PLAIN_NODES] |= G_GUINT64_CONSTANT (1)
                                              << place % FIT_PLAIN_NODES;
  sector->any_changed = TRUE;
}

/* -- sorting --------------------------------------------------------------- */

static guint64
share_of (gdouble used, gdouble has)
{
  const gdouble most = (1 << SHARE_BITS) - 1;

  return (guint64) MIN (used / has * most, most);
}

/* Returns: FALSE if there is no key for a node */
static gboolean
list_keys (const FitPlainNodes *blocks, guint64 *keys)
{
  const FitNodeTraits *traits[FIT_SECTOR_GROUPS];
  guint n_traits = 0, k = 0;

  for (guint place = 0; place < FIT_SECTOR_NODES; place++)
    {
      const FitPlainNodes *block = &blocks[place / FIT_PLAIN_NODES];
      const guint i = place % FIT_PLAIN_NODES;

      if (!(block->plain >> i & 1))
        return FALSE;
      for (k = k < n_traits && traits[k] == block->traits[i] ? k : 0;
           k < n_traits && traits[k] != block->traits[i];)
        k++;
      if (k == MOST_SORTED)
        return FALSE;
      if (k == n_traits)
        traits[n_traits++] = block->traits[i];
      keys[place] = ((k << SHARE_BITS
                      | share_of (block->nonzero_cpu[i / 2][i % 2],
                                  block->has_cpu[i / 2][i % 2]))
                         << SHARE_BITS
                     | share_of (block->nonzero_memory[i / 2][i % 2],
                                 block->has_memory[i / 2][i % 2]))
                        << PLACE_BITS
                    | place;
    }
  return TRUE;
}

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* -- groups ---------------------------------------------------------------- */

static gboolean
are_alike (const FitPlainNodes *blocks, guint a, guint b)
{
  return fit_plain_nodes_alike (
      &blocks[a / FIT_PLAIN_NODES], a % FIT_PLAIN_NODES,
      &blocks[b / FIT_PLAIN_NODES], b % FIT_PLAIN_NODES);
}

static const FitNodeTraits *
traits_at (const FitPlainNodes *blocks, guint place)
{
  return blocks[place / FIT_PLAIN_NODES].traits[place % FIT_PLAIN_NODES];
}

/* Does another group begin at @at, after @length nodes of the one before, the last
 * of which is not alike?  Many nodes that are alike stay apart from others. */
static gboolean
group_begins (const FitSector *sector, const FitPlainNodes *blocks, guint at,
              guint length, guint least)
{
  const guint16 *members = sector->members;
  const guint last = at + least - 1;

  if (traits_at (blocks, members[at - 1]) != traits_at (blocks, members[at]))
    return TRUE;
  return length >= least
         || (last < FIT_SECTOR_NODES
             && are_alike (blocks, members[at], members[last]));
}

static void
set_group (FitSector *sector, const FitPlainNodes *blocks, guint group,
           guint place)
{
  const FitPlainNodes *block = &blocks[place / FIT_PLAIN_NODES];
  const guint i = place % FIT_PLAIN_NODES;

  fit_plain_nodes_copy (&sector->emptiest, group, block, i);
  fit_plain_nodes_copy (&sector->fullest, group, block, i);
}

/* Cuts the sorted members into groups.  Returns: FALSE if they are too many */
static gboolean
cut (FitSector *sector, const FitPlainNodes *blocks, guint least)
{
  guint n = 0;

  for (guint i = 0; i < FIT_SECTOR_NODES; i++)
    {
      const guint place = sector->members[i];
      const gboolean alike
          = i > 0 && are_alike (blocks, sector->members[i - 1], place);

      if (i == 0
          || (!alike
              && group_begins (sector, blocks, i, i - sector->begins[n - 1],
                               least)))
        {
          if (n == MOST_SORTED)
            return FALSE;
          sector->begins[n] = (guint16) i;
          sector->n_members[n] = 0;
          set_group (sector, blocks, n++, place);
        }
      else if (!alike)
        {
          const FitPlainNodes *block = &blocks[place / FIT_PLAIN_NODES];

          fit_plain_nodes_lower (&sector->emptiest, n - 1, block,
                                 place % FIT_PLAIN_NODES);
          fit_plain_nodes_raise (&sector->fullest, n - 1, block,
                                 place % FIT_PLAIN_NODES);
        }
      sector->n_members[n - 1]++;
      sector->group_of[place] = (guint8) (n - 1);
    }
  sector->n_groups = n;
  return TRUE;
}

static void
sort (FitSector *sector, const FitPlainNodes *blocks)
{
  guint64 keys[FIT_SECTOR_NODES];
  guint least = LEAST_MEMBERS;

  sector->state = FIT_SECTOR_STRANGE;
  sector->any_changed = FALSE;
  sector->n_asked = 0;
  memset (sector->changed, 0, sizeof sector->changed);
  if (!list_keys (blocks, keys))
    return;
  qsort (keys, FIT_SECTOR_NODES, sizeof *keys, compare_keys);
  for (guint i = 0; i < FIT_SECTOR_NODES; i++)
    sector->members[i] = keys[i] % FIT_SECTOR_NODES;
  sector->emptiest.stand_in = sector->fullest.stand_in = TRUE;
  do
    {
      sector->emptiest.pairs = sector->fullest.pairs = 0;
      sector->state = cut (sector, blocks, least) ? FIT_SECTOR_SORTED
                                                  : FIT_SECTOR_STRANGE;
      least *= 2;
    }
  while (sector->state == FIT_SECTOR_STRANGE && least <= FIT_SECTOR_NODES);
}

/* -- changes --------------------------------------------------------------- */

/* Makes the node at @place a group of its own.  Returns: FALSE if there is no
 * room, or the node is not plain */
static gboolean
set_apart (FitSector *sector, const FitPlainNodes *blocks, guint place)
{
  guint group = sector->group_of[place], i = sector->begins[group];

  if (!(blocks[place / FIT_PLAIN_NODES].plain >> place % FIT_PLAIN_NODES & 1))
    return FALSE;
  if (sector->n_members[group] > 1)
    {
      if (sector->n_groups == FIT_SECTOR_GROUPS)
        return FALSE;
      while (sector->members[i] != place)
        i++;
      sector->members[i]
          = sector->members[sector->begins[group] + --sector->n_members[group]];
      group = sector->n_groups++;
      sector->begins[group] = (guint16) (FIT_SECTOR_NODES + group);
      sector->n_members[group] = 1;
      sector->members[sector->begins[group]] = (guint16) place;
      sector->group_of[place] = (guint8) group;
    }
  set_group (sector, blocks, group, place);
  return TRUE;
}

/* Returns: FALSE if the sector has to be sorted again */
static gboolean
set_changed_apart (FitSector *sector, const FitPlainNodes *blocks)
{
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    {
      for (guint64 left = sector->changed[b]; left != 0; left &= left - 1)
        if (!set_apart (sector, blocks,
                        b * FIT_PLAIN_NODES + (guint) __builtin_ctzll (left)))
          return FALSE;
      sector->changed[b] = 0;
    }
  sector->any_changed = FALSE;
  return TRUE;
}

gboolean
fit_sector_update (FitSector *sector, const FitPlainNodes *blocks)
{
  if (sector->any_changed
      && (sector->state != FIT_SECTOR_SORTED
          || !set_changed_apart (sector, blocks)))
    sector->state = FIT_SECTOR_NEW;
  if (sector->state == FIT_SECTOR_NEW && ++sector->n_asked >= ASKED_BEFORE)
    sort (sector, blocks);
  return sector->state == FIT_SECTOR_SORTED;
}
