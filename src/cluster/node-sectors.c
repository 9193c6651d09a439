/* node-sectors.c - sorts the nodes of a sector into groups
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-sectors.h"

#include <stdlib.h>
#include <string.h>

/* Groups are made of at least so many nodes, if that leaves room for nodes that
 * change. */
#define LEAST_MEMBERS 16
#define MOST_SORTED (FIT_SECTOR_GROUPS * 3 / 4)
#define MOST_SORTED_RUNS (FIT_SECTOR_RUNS - FIT_SECTOR_GROUPS)

/* So many times is a sector asked for before it is sorted. */
#define ASKED_BEFORE 12

/* A key has the traits, two shares in use and the place of a node. */
#define SHARE_BITS 20
#define PLACE_BITS 10
G_STATIC_ASSERT (FIT_SECTOR_NODES == 1 << PLACE_BITS);

#define CACHE_LINE 64

static inline void
fetch (gconstpointer from, gsize size)
{
  for (gsize at = 0; at < size; at += CACHE_LINE)
    __builtin_prefetch ((const char *) from + at);
}

void
fit_sector_fetch (const FitSector *sector, const FitSector *like)
{
  const FitPlainNodes *groups = &sector->groups;
  const gsize size = sizeof (FitPair) * like->groups.pairs;

  fetch (sector, 1);
  fetch (groups->has_cpu, size);
  fetch (groups->has_memory, size);
  fetch (groups->cpu, size);
  fetch (groups->memory, size);
  fetch (groups->nonzero_cpu, size);
  fetch (groups->nonzero_memory, size);
  fetch (groups->traits, sizeof *groups->traits * like->n_groups);
  fetch (&groups->fresh, 1);
  fetch (sector->n_members, sizeof *sector->n_members * like->n_groups);
  fetch (&sector->n_runs, 1);
  fetch (sector->runs, sizeof *sector->runs * like->n_runs);
  fetch (&sector->any_changed, 1);
}

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

/* The node at @place, which is not like the others, is of the last of @n groups. */
static void
widen_group (FitSector *sector, const FitPlainNodes *blocks, guint n,
             guint place)
{
  const FitPlainNodes *block = &blocks[place / FIT_PLAIN_NODES];
  const guint i = place % FIT_PLAIN_NODES;
  guint last = sector->n_unlike - 1;

  if (sector->n_unlike == 0 || sector->unlike[last] != n - 1)
    {
      last = sector->n_unlike++;
      sector->unlike[last] = (guint8) (n - 1);
      fit_plain_nodes_copy (&sector->emptiest, last, &sector->groups, n - 1);
      fit_plain_nodes_copy (&sector->fullest, last, &sector->groups, n - 1);
    }
  fit_plain_nodes_lower (&sector->emptiest, last, block, i);
  fit_plain_nodes_raise (&sector->fullest, last, block, i);
}

/* The node at @place is all of @group. */
static void
set_group (FitSector *sector, const FitPlainNodes *blocks, guint group,
           guint place)
{
  const FitPlainNodes *block = &blocks[place / FIT_PLAIN_NODES];
  const guint i = place % FIT_PLAIN_NODES;

  fit_plain_nodes_copy (&sector->groups, group, block, i);
  for (guint k = 0; k < sector->n_unlike; k++)
    if (sector->unlike[k] == group)
      {
        fit_plain_nodes_copy (&sector->emptiest, k, block, i);
        fit_plain_nodes_copy (&sector->fullest, k, block, i);
      }
}

/* Cuts the sorted members into groups.  Returns: FALSE if they are too many */
static gboolean
cut (FitSector *sector, const FitPlainNodes *blocks, guint least)
{
  guint n = 0;

  sector->n_unlike = 0;
  sector->groups.pairs = sector->emptiest.pairs = sector->fullest.pairs = 0;
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
        widen_group (sector, blocks, n, place);
      sector->n_members[n - 1]++;
    }
  sector->n_groups = n;
  return TRUE;
}

/* -- kinds ----------------------------------------------------------------- */

static guint64
kind_at (const FitSectorKinds *kinds, guint place)
{
  return kinds != NULL ? kinds->of[kinds->nodes[place]] : 0;
}

/* Cuts the members of each group into runs.  Returns: FALSE if they are too
 * many */
static gboolean
cut_groups (FitSector *sector, const FitSectorKinds *kinds)
{
  sector->n_runs = 0;
  for (guint group = 0; group < sector->n_groups; group++)
    {
      guint16 *members = sector->members + sector->begins[group];
      const guint n = sector->n_members[group];
      guint64 keys[FIT_SECTOR_NODES];

      for (guint i = 0; i < n; i++)
        keys[i] = kind_at (kinds, members[i]) << PLACE_BITS | members[i];
      if (kinds != NULL)
        qsort (keys, n, sizeof *keys, compare_keys);
      for (guint i = 0; i < n; i++)
        members[i] = keys[i] % FIT_SECTOR_NODES;
      for (guint i = 0; i < n; i++)
        {
          if (i == 0 || keys[i] >> PLACE_BITS != keys[i - 1] >> PLACE_BITS)
            {
              if (sector->n_runs == MOST_SORTED_RUNS)
                return FALSE;
              sector->runs[sector->n_runs++] = (FitSectorRun){
                .group = (guint16) group,
                .kind = (guint16) (keys[i] >> PLACE_BITS),
                .begin = (guint16) (sector->begins[group] + i),
              };
            }
          sector->runs[sector->n_runs - 1].n++;
          sector->run_of[members[i]] = (guint8) (sector->n_runs - 1);
        }
    }
  return TRUE;
}

static void
sort (FitSector *sector, const FitPlainNodes *blocks,
      const FitSectorKinds *kinds)
{
  guint64 keys[FIT_SECTOR_NODES];
  guint least = LEAST_MEMBERS;

  sector->state = FIT_SECTOR_STRANGE;
  sector->any_changed = FALSE;
  sector->n_asked = 0;
  sector->kinds_version = kinds != NULL ? kinds->version : 0;
  memset (sector->changed, 0, sizeof sector->changed);
  if (!list_keys (blocks, keys))
    return;
  qsort (keys, FIT_SECTOR_NODES, sizeof *keys, compare_keys);
  for (guint i = 0; i < FIT_SECTOR_NODES; i++)
    sector->members[i] = keys[i] % FIT_SECTOR_NODES;
  sector->groups.stand_in = TRUE;
  sector->emptiest.stand_in = sector->fullest.stand_in = TRUE;
  do
    {
      sector->state = cut (sector, blocks, least) ? FIT_SECTOR_SORTED
                                                  : FIT_SECTOR_STRANGE;
      least *= 2;
    }
  while (sector->state == FIT_SECTOR_STRANGE && least <= FIT_SECTOR_NODES);
  if (sector->state == FIT_SECTOR_STRANGE)
    return;
  sector->many_kinds = !cut_groups (sector, kinds);
  if (sector->many_kinds)
    cut_groups (sector, NULL);
}

/* -- changes --------------------------------------------------------------- */

/* Takes the node at @place from its group.  The runs behind its own move up. */
static void
remove_member (FitSector *sector, guint place)
{
  guint16 *members = sector->members;
  FitSectorRun *run = &sector->runs[sector->run_of[place]];
  const FitSectorRun *end = sector->runs + sector->n_runs;
  const guint group = run->group;
  guint gap = run->begin;

  sector->n_members[group]--;
  while (members[gap] != place)
    gap++;
  members[gap] = members[run->begin + --run->n];
  gap = run->begin + run->n;
  for (run++; run < end && run->group == group; run++)
    {
      run->begin--;
      if (run->n > 0)
        members[gap] = members[run->begin + run->n];
      gap = run->begin + run->n;
    }
}

/* Makes the node at @place a group of its own.  Returns: FALSE if there is no
 * room, or the node is not plain */
static gboolean
set_apart (FitSector *sector, const FitPlainNodes *blocks,
           const FitSectorKinds *kinds, guint place)
{
  guint run = sector->run_of[place], group = sector->runs[run].group;

  if (!(blocks[place / FIT_PLAIN_NODES].plain >> place % FIT_PLAIN_NODES & 1))
    return FALSE;
  if (sector->n_members[group] > 1)
    {
      if (sector->n_groups == FIT_SECTOR_GROUPS)
        return FALSE;
      remove_member (sector, place);
      group = sector->n_groups++;
      sector->begins[group] = (guint16) (FIT_SECTOR_NODES + group);
      sector->n_members[group] = 1;
      sector->members[sector->begins[group]] = (guint16) place;
      run = sector->n_runs++;
      sector->runs[run] = (FitSectorRun){ .group = (guint16) group,
                                          .begin = sector->begins[group],
                                          .n = 1 };
      sector->run_of[place] = (guint8) run;
    }
  if (!sector->many_kinds)
    sector->runs[run].kind = (guint16) kind_at (kinds, place);
  set_group (sector, blocks, group, place);
  return TRUE;
}

/* Returns: FALSE if the sector has to be sorted again */
static gboolean
set_changed_apart (FitSector *sector, const FitPlainNodes *blocks,
                   const FitSectorKinds *kinds)
{
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    {
      for (guint64 left = sector->changed[b]; left != 0; left &= left - 1)
        if (!set_apart (sector, blocks, kinds,
                        b * FIT_PLAIN_NODES + (guint) __builtin_ctzll (left)))
          return FALSE;
      sector->changed[b] = 0;
    }
  sector->any_changed = FALSE;
  return TRUE;
}

gboolean
fit_sector_update (FitSector *sector, const FitPlainNodes *blocks,
                   const FitSectorKinds *kinds)
{
  if (sector->state != FIT_SECTOR_NEW && kinds != NULL
      && sector->kinds_version != kinds->version)
    sector->state = FIT_SECTOR_NEW;
  if (sector->any_changed
      && (sector->state != FIT_SECTOR_SORTED
          || !set_changed_apart (sector, blocks, kinds)))
    sector->state = FIT_SECTOR_NEW;
  if (sector->state == FIT_SECTOR_NEW && ++sector->n_asked >= ASKED_BEFORE)
    sort (sector, blocks, kinds);
  return sector->state == FIT_SECTOR_SORTED;
}
