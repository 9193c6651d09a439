/* node-kinds.c - sorts nodes by their zones and topology values
 * Tests: tests/cluster/test-node-kinds.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-kinds.h"

#include <string.h>

/* Keys with more values than this are left out. */
#define MOST_VALUES (FIT_NODE_KINDS / 4)

/* Labels that are only followed are left out sooner: rules ask about each kind. */
#define MOST_FOLLOWED_VALUES 16
#define MOST_FOLLOWED_KINDS 64

/* What the nodes of a kind have: the zone, and the values of the slots that kinds
 * tell of, in their order. */
typedef struct
{
  guint n;
  guint32 values[];
} Places;

struct _FitNodeKinds
{
  FitTopology *topology;
  guint slots;       /* version of the topology's, when the kinds were made */
  guint version;     /* how often they were made */
  GArray *told;      /* of guint: slots; those that are only followed last */
  guint most;        /* kinds */
  GArray *of;        /* of guint16: kinds, by node index */
  GPtrArray *places; /* of Places, by kind */
  GHashTable *kinds; /* Places (borrowed) -> kind */
};

static guint
hash_places (gconstpointer key)
{
  const Places *places = key;
  guint hash = 2166136261u;

  for (guint i = 0; i < places->n; i++)
    hash = (hash ^ places->values[i]) * 16777619u;
  return hash;
}

static gboolean
places_equal (gconstpointer a, gconstpointer b)
{
  const Places *x = a, *y = b;

  return memcmp (x->values, y->values, sizeof *x->values * x->n) == 0;
}

FitNodeKinds *
fit_node_kinds_new (FitTopology *topology)
{
  FitNodeKinds *kinds = g_new0 (FitNodeKinds, 1);

  kinds->topology = topology;
  kinds->told = g_array_new (FALSE, FALSE, sizeof (guint));
  kinds->of = g_array_new (FALSE, TRUE, sizeof (guint16));
  kinds->places = g_ptr_array_new_with_free_func (g_free);
  kinds->kinds = g_hash_table_new (hash_places, places_equal);
  return kinds;
}

void
fit_node_kinds_free (FitNodeKinds *kinds)
{
  g_array_unref (kinds->told);
  g_array_unref (kinds->of);
  g_hash_table_unref (kinds->kinds);
  g_ptr_array_unref (kinds->places);
  g_free (kinds);
}

static Places *
places_new (const FitNodeKinds *kinds)
{
  const guint n = kinds->told->len + 1;
  Places *places = g_malloc0 (sizeof *places + sizeof *places->values * n);

  places->n = n;
  return places;
}

/* Returns: FALSE if there are too many kinds */
static gboolean
sort_node (FitNodeKinds *kinds, const guint32 *zones, guint node,
           Places *places)
{
  gpointer kind;

  places->values[0] = zones[node];
  for (guint i = 1; i < places->n; i++)
    places->values[i] = fit_topology_column (
        kinds->topology, g_array_index (kinds->told, guint, i - 1))[node];
  if (!g_hash_table_lookup_extended (kinds->kinds, places, NULL, &kind))
    {
      Places *added = g_memdup2 (
          places, sizeof *places + sizeof *places->values * places->n);

      if (kinds->places->len == kinds->most)
        {
          g_free (added);
          return FALSE;
        }
      kind = GUINT_TO_POINTER (kinds->places->len);
      g_ptr_array_add (kinds->places, added);
      g_hash_table_insert (kinds->kinds, added, kind);
    }
  g_array_index (kinds->of, guint16, node) = (guint16) GPOINTER_TO_UINT (kind);
  return TRUE;
}

/* Tells of the slots with few values that are only @followed, or are not. */
static void
tell_slots (FitNodeKinds *kinds, gboolean followed, guint most_values)
{
  FitTopology *topology = kinds->topology;

  for (guint slot = 0; slot < fit_topology_n_slots (topology); slot++)
    if (fit_topology_is_followed (topology, slot) == followed
        && fit_topology_n_values (topology, slot) <= most_values)
      g_array_append_val (kinds->told, slot);
}

static gboolean
tells_of_followed (const FitNodeKinds *kinds)
{
  const guint n = kinds->told->len;

  return n > 0
         && fit_topology_is_followed (
             kinds->topology, g_array_index (kinds->told, guint, n - 1));
}

/* Leaves out the last slot that is only followed, or that with most values. */
static void
leave_one_out (FitNodeKinds *kinds)
{
  guint out = 0, most = 0;

  if (tells_of_followed (kinds))
    out = kinds->told->len - 1;
  else
    for (guint i = 0; i < kinds->told->len; i++)
      {
        const guint n = fit_topology_n_values (
            kinds->topology, g_array_index (kinds->told, guint, i));

        if (n > most)
          {
            most = n;
            out = i;
          }
      }
  g_array_remove_index (kinds->told, out);
}

/* Returns: FALSE if there are too many */
static gboolean
sort_all (FitNodeKinds *kinds, const guint32 *zones, guint n)
{
  g_autofree Places *places = places_new (kinds);

  kinds->most
      = tells_of_followed (kinds) ? MOST_FOLLOWED_KINDS : FIT_NODE_KINDS;
  g_hash_table_remove_all (kinds->kinds);
  g_ptr_array_set_size (kinds->places, 0);
  for (guint node = 0; node < n; node++)
    if (!sort_node (kinds, zones, node, places))
      return FALSE;
  return TRUE;
}

static void
sort_again (FitNodeKinds *kinds, const guint32 *zones, guint n)
{
  kinds->slots = fit_topology_version (kinds->topology);
  kinds->version++;
  g_array_set_size (kinds->told, 0);
  tell_slots (kinds, FALSE, MOST_VALUES);
  tell_slots (kinds, TRUE, MOST_FOLLOWED_VALUES);
  while (!sort_all (kinds, zones, n))
    {
      /* These are none, unless a later change helps. */
      g_hash_table_remove_all (kinds->kinds);
      g_ptr_array_set_size (kinds->places, 0);
      if (kinds->told->len == 0)
        return;
      leave_one_out (kinds);
    }
}

/* Returns: FALSE if there are too many kinds */
static gboolean
sort_changed (FitNodeKinds *kinds, const guint32 *zones, const GArray *changed)
{
  g_autofree Places *places = places_new (kinds);

  for (guint i = 0; i < changed->len; i++)
    if (!sort_node (kinds, zones, g_array_index (changed, guint32, i), places))
      return FALSE;
  return TRUE;
}

guint
fit_node_kinds_update (FitNodeKinds *kinds, const guint32 *zones)
{
  const guint n = fit_topology_n_nodes (kinds->topology);
  const GArray *changed = fit_topology_changed (kinds->topology);

  if (kinds->slots == fit_topology_version (kinds->topology) && changed != NULL
      && changed->len == 0)
    return kinds->places->len;
  g_array_set_size (kinds->of, n);
  if (kinds->slots != fit_topology_version (kinds->topology) || changed == NULL
      || kinds->places->len == 0 || !sort_changed (kinds, zones, changed))
    sort_again (kinds, zones, n);
  fit_topology_forget_changed (kinds->topology);
  return kinds->places->len;
}

guint
fit_node_kinds_version (const FitNodeKinds *kinds)
{
  return kinds->version;
}

guint
fit_node_kinds_count (const FitNodeKinds *kinds)
{
  return kinds->places->len;
}

const guint16 *
fit_node_kinds_of (const FitNodeKinds *kinds)
{
  return (const guint16 *) (const void *) kinds->of->data;
}

guint32
fit_node_kind_zone (const FitNodeKinds *kinds, guint kind)
{
  return ((const Places *) kinds->places->pdata[kind])->values[0];
}

static guint
find_slot (const FitNodeKinds *kinds, guint slot)
{
  guint i = 0;

  while (i < kinds->told->len && g_array_index (kinds->told, guint, i) != slot)
    i++;
  return i;
}

gboolean
fit_node_kinds_tell (const FitNodeKinds *kinds, guint slot)
{
  return find_slot (kinds, slot) < kinds->told->len;
}

guint32
fit_node_kind_value (const FitNodeKinds *kinds, guint kind, guint slot)
{
  const Places *places = kinds->places->pdata[kind];

  return places->values[find_slot (kinds, slot) + 1];
}
