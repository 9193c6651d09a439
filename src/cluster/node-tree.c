/* node-tree.c - goes round the zones, so that nodes of all zones are checked in
 * turn
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-tree.h"

#include <string.h>

typedef struct
{
  guint32 zone;
  guint last;      /* next position to hand out; not adjusted by removals */
  GArray *entries; /* of guint32: the nodes' indexes */
} Zone;

/* As long as no node comes or goes, a round simply walks @list.  So the walk is
 * by position, and the turns of the zones are worked out only when a node comes
 * or goes in the middle of it. */
struct _FitNodeTree
{
  GPtrArray *zones; /* of Zone, in the order in which they were first seen */
  GHashTable *by_number; /* owned: number of a zone -> borrowed Zone */
  guint zone_index;
  guint n_nodes;
  gboolean changed; /* in this round */
  gboolean fresh;   /* nothing was handed out yet */

  GArray *list;     /* of guint32: see fit_node_tree_list() */
  gboolean listed;  /* @list is up to date */
  gboolean by_list; /* this round walks through @list: the fields above but
                         @zones and @n_nodes are out of date */
  guint position;   /* in @list: how many nodes this round has handed out */
  guint64 version;  /* of the set of nodes */

  GArray *positions; /* of guint32: see fit_node_tree_positions() */
  guint64 placed;    /* the version that they are of */

  gboolean keeps_order; /* see fit_node_tree_keep_order() */
  GArray *in_list;      /* of guint8, by index of a node: keeps_order: is it in
                           @list? */
  guint n_differ;       /* keeps_order: how many nodes are in the tree or in
                           @list, but not in both */
};

static void
zone_free (gpointer data)
{
  Zone *zone = data;

  g_array_unref (zone->entries);
  g_free (zone);
}

FitNodeTree *
fit_node_tree_new (void)
{
  FitNodeTree *tree = g_new0 (FitNodeTree, 1);

  tree->zones = g_ptr_array_new_with_free_func (zone_free);
  tree->by_number = g_hash_table_new (NULL, NULL);
  tree->list = g_array_new (FALSE, FALSE, sizeof (guint32));
  tree->in_list = g_array_new (FALSE, TRUE, sizeof (guint8));
  tree->positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  tree->fresh = TRUE;
  return tree;
}

void
fit_node_tree_free (FitNodeTree *tree)
{
  if (tree == NULL)
    return;
  g_hash_table_unref (tree->by_number);
  g_ptr_array_unref (tree->zones);
  g_array_unref (tree->list);
  g_array_unref (tree->in_list);
  g_array_unref (tree->positions);
  g_free (tree);
}

static Zone *
find_zone (const FitNodeTree *tree, guint32 number)
{
  return g_hash_table_lookup (tree->by_number, GUINT_TO_POINTER (number));
}

static gboolean
find_entry (const Zone *zone, guint32 index, guint *out_position)
{
  for (guint i = 0; i < zone->entries->len; i++)
    if (g_array_index (zone->entries, guint32, i) == index)
      {
        *out_position = i;
        return TRUE;
      }
  return FALSE;
}

/* The next node by turns.  Returns: FALSE at the end of the round */
static gboolean
take_turn (FitNodeTree *tree, guint32 *out_index)
{
  for (guint exhausted = 0; exhausted < tree->zones->len; exhausted++)
    {
      Zone *zone;

      if (tree->zone_index >= tree->zones->len)
        tree->zone_index = 0;
      zone = tree->zones->pdata[tree->zone_index++];
      if (zone->last < zone->entries->len)
        {
          *out_index = g_array_index (zone->entries, guint32, zone->last++);
          return TRUE;
        }
    }
  return FALSE;
}

/* The set of nodes is about to change: from here on this round goes by turns,
 * after as many turns as the list has handed out nodes. */
static void
begin_change (FitNodeTree *tree)
{
  guint32 index;

  if (tree->by_list)
    {
      /* Begins a round by turns. */
      for (guint i = 0; i < tree->zones->len; i++)
        ((Zone *) tree->zones->pdata[i])->last = 0;
      tree->zone_index = 0;
      tree->changed = FALSE;
      for (guint i = 0; i < tree->position; i++)
        take_turn (tree, &index);
      tree->by_list = FALSE;
    }
  tree->listed = FALSE;
  tree->changed = TRUE;
  tree->version++;
}

void
fit_node_tree_keep_order (FitNodeTree *tree)
{
  tree->keeps_order = TRUE;
}

/* Node @index has come or gone. */
static void
note_difference (FitNodeTree *tree, guint32 index, gboolean came)
{
  if (!tree->keeps_order)
    return;
  if (tree->in_list->len <= index)
    g_array_set_size (tree->in_list, index + 1);
  if (g_array_index (tree->in_list, guint8, index) == came)
    tree->n_differ--;
  else
    tree->n_differ++;
}

void
fit_node_tree_add (FitNodeTree *tree, guint32 index, guint32 zone_number)
{
  Zone *zone = find_zone (tree, zone_number);

  begin_change (tree);
  if (zone == NULL)
    {
      zone = g_new0 (Zone, 1);
      zone->zone = zone_number;
      zone->entries = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_ptr_array_add (tree->zones, zone);
      g_hash_table_insert (tree->by_number, GUINT_TO_POINTER (zone_number),
                           zone);
    }
  g_array_append_val (zone->entries, index);
  tree->n_nodes++;
  note_difference (tree, index, TRUE);
}

gboolean
fit_node_tree_remove (FitNodeTree *tree, guint32 index, guint32 zone_number)
{
  guint position;
  Zone *zone = find_zone (tree, zone_number);

  if (zone == NULL || !find_entry (zone, index, &position))
    return FALSE;
  begin_change (tree);
  g_array_remove_index (zone->entries, position);
  if (zone->entries->len == 0)
    {
      g_hash_table_remove (tree->by_number, GUINT_TO_POINTER (zone_number));
      g_ptr_array_remove (tree->zones, zone);
    }
  tree->n_nodes--;
  note_difference (tree, index, FALSE);
  return TRUE;
}

guint
fit_node_tree_size (const FitNodeTree *tree)
{
  return tree->n_nodes;
}

static void
mark_listed (FitNodeTree *tree, gboolean listed)
{
  for (guint i = 0; i < tree->list->len && tree->keeps_order; i++)
    g_array_index (tree->in_list, guint8,
                   g_array_index (tree->list, guint32, i))
        = listed;
}

const guint32 *
fit_node_tree_list (FitNodeTree *tree)
{
  if (tree->keeps_order ? tree->n_differ > 0 : !tree->listed)
    {
      guint32 *out;
      guint n = 0;

      mark_listed (tree, FALSE);
      g_array_set_size (tree->list, tree->n_nodes);
      out = (guint32 *) (void *) tree->list->data;
      for (guint turn = 0; n < tree->n_nodes; turn++)
        for (guint z = 0; z < tree->zones->len; z++)
          {
            const Zone *zone = tree->zones->pdata[z];

            if (turn < zone->entries->len)
              out[n++] = g_array_index (zone->entries, guint32, turn);
          }
      mark_listed (tree, TRUE);
      tree->n_differ = 0;
      tree->listed = TRUE;
    }
  return (const guint32 *) (const void *) tree->list->data;
}

void
fit_node_tree_settle (FitNodeTree *tree)
{
  if (tree->keeps_order)
    fit_node_tree_list (tree);
}

const guint32 *
fit_node_tree_positions (FitNodeTree *tree, guint *out_n)
{
  guint32 *positions = (guint32 *) (void *) tree->positions->data;

  if (tree->placed != tree->version)
    {
      const guint32 *list = fit_node_tree_list (tree);
      guint n = 0;

      tree->placed = tree->version;
      for (guint i = 0; i < tree->n_nodes; i++)
        n = MAX (n, list[i] + 1);
      g_array_set_size (tree->positions, n);
      positions = (guint32 *) (void *) tree->positions->data;
      if (n > 0)
        memset (positions, 0xff, sizeof *positions * n);
      for (guint i = 0; i < tree->n_nodes; i++)
        positions[list[i]] = i;
    }
  *out_n = tree->positions->len;
  return positions;
}

guint64
fit_node_tree_version (const FitNodeTree *tree)
{
  return tree->version;
}

gboolean
fit_node_tree_may_repeat (const FitNodeTree *tree)
{
  return tree->changed && !tree->by_list && !tree->fresh;
}

/* Begins a round that walks through the list. */
static void
walk_list (FitNodeTree *tree)
{
  tree->by_list = TRUE;
  tree->fresh = FALSE;
  tree->position = 0;
}

gboolean
fit_node_tree_position (FitNodeTree *tree, guint *out_position)
{
  if (tree->fresh)
    walk_list (tree);
  *out_position = tree->position < tree->n_nodes ? tree->position : 0;
  return tree->by_list;
}

void
fit_node_tree_skip (FitNodeTree *tree, guint n)
{
  g_return_if_fail (tree->by_list);
  /* A round that is over ends only when the next one begins. */
  if (n > 0)
    tree->position = (tree->position + n - 1) % tree->n_nodes + 1;
}

guint32
fit_node_tree_next (FitNodeTree *tree)
{
  guint32 index;

  if (!tree->by_list && !tree->fresh && take_turn (tree, &index))
    return index;
  if (!tree->by_list)
    walk_list (tree);
  if (tree->position == tree->n_nodes)
    tree->position = 0;
  return fit_node_tree_list (tree)[tree->position++];
}
