/* node-tree.c - goes round the zones, so that nodes of all zones are checked in turn */
#include "cluster/node-tree.h"

typedef struct
{
  const char *name; /* interned, borrowed from the cache's node */
  guint32 index;
} Entry;

typedef struct
{
  guint32 zone;
  guint last;      /* next position to hand out; not adjusted by removals */
  GArray *entries; /* of Entry */
} Zone;

struct _FitNodeTree
{
  GPtrArray *zones; /* of Zone, in the order in which they were first seen */
  guint zone_index;
  guint n_nodes;
  gboolean changed; /* in this round */
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
  return tree;
}

void
fit_node_tree_free (FitNodeTree *tree)
{
  if (!tree)
    return;
  g_ptr_array_unref (tree->zones);
  g_free (tree);
}

static Zone *
find_zone (const FitNodeTree *tree, guint32 number, guint *out_position)
{
  for (guint i = 0; i < tree->zones->len; i++)
    {
      Zone *zone = tree->zones->pdata[i];

      if (zone->zone == number)
        {
          *out_position = i;
          return zone;
        }
    }
  return NULL;
}

static gboolean
find_entry (const Zone *zone, const char *name, guint *out_position)
{
  for (guint i = 0; i < zone->entries->len; i++)
    if (g_array_index (zone->entries, Entry, i).name == name)
      {
        *out_position = i;
        return TRUE;
      }
  return FALSE;
}

void
fit_node_tree_add (FitNodeTree *tree, const char *name, guint32 index,
                   guint32 zone_number)
{
  const Entry entry = { name, index };
  guint position;
  Zone *zone = find_zone (tree, zone_number, &position);

  if (!zone)
    {
      zone = g_new0 (Zone, 1);
      zone->zone = zone_number;
      zone->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
      g_ptr_array_add (tree->zones, zone);
    }
  g_array_append_val (zone->entries, entry);
  tree->n_nodes++;
  tree->changed = TRUE;
}

gboolean
fit_node_tree_remove (FitNodeTree *tree, const char *name, guint32 zone_number,
                      const char *zone_name, GError **error)
{
  guint zone_position, position;
  Zone *zone = find_zone (tree, zone_number, &zone_position);

  if (!zone || !find_entry (zone, name, &position))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "node \"%s\" in group \"%s\" was not found", name,
                   zone_name);
      return FALSE;
    }
  g_array_remove_index (zone->entries, position);
  if (zone->entries->len == 0)
    g_ptr_array_remove_index (tree->zones, zone_position);
  tree->n_nodes--;
  tree->changed = TRUE;
  return TRUE;
}

guint
fit_node_tree_size (const FitNodeTree *tree)
{
  return tree->n_nodes;
}

void
fit_node_tree_list (const FitNodeTree *tree, guint32 *out)
{
  guint n = 0;

  for (guint turn = 0; n < tree->n_nodes; turn++)
    for (guint z = 0; z < tree->zones->len; z++)
      {
        const Zone *zone = tree->zones->pdata[z];

        if (turn < zone->entries->len)
          out[n++] = g_array_index (zone->entries, Entry, turn).index;
      }
}

static void
start_round (FitNodeTree *tree)
{
  for (guint i = 0; i < tree->zones->len; i++)
    ((Zone *) tree->zones->pdata[i])->last = 0;
  tree->zone_index = 0;
  tree->changed = FALSE;
}

gboolean
fit_node_tree_may_repeat (const FitNodeTree *tree)
{
  return tree->changed;
}

guint32
fit_node_tree_next (FitNodeTree *tree)
{
  guint exhausted = 0;

  for (;;)
    {
      Zone *zone;

      if (tree->zone_index >= tree->zones->len)
        tree->zone_index = 0;
      zone = tree->zones->pdata[tree->zone_index++];
      if (zone->last < zone->entries->len)
        return g_array_index (zone->entries, Entry, zone->last++).index;
      if (++exhausted >= tree->zones->len)
        {
          start_round (tree);
          exhausted = 0;
        }
    }
}
