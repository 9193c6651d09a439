/* topology.c - numbers the values of each topology key, so that a node's value
 * is an array lookup
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/topology.h"
#include "base/intern.h"

/* No more keys are followed than this: each takes 4 bytes per node. */
#define MOST_FOLLOWED 32

typedef struct
{
  const char *key;   /* interned, one reference held */
  gboolean followed; /* and nothing else */
  GHashTable *ids;   /* interned value -> id; keys borrowed from @values */
  GPtrArray *values; /* by id: interned value, NULL for free ids and id 0 */
  GArray *users;     /* by id: guint, nodes with the value */
  guint n_shared;    /* values that more than one node has */
  GArray *free_ids;  /* guint32 */
  GArray *column;    /* by node index: guint32 value id */
} Slot;

struct _FitTopology
{
  GPtrArray *slots;    /* of Slot */
  GHashTable *slot_of; /* interned key -> slot + 1 */
  guint n_followed;
  guint version;
  guint n_nodes;   /* one more than the greatest index of a node */
  GArray *changed; /* of guint32: nodes that were set */
  gboolean many;   /* more nodes than these were set */
  FitTopologyLabels labels_of;
  gpointer data;
};

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  for (guint id = 1; id < slot->values->len; id++)
    if (slot->values->pdata[id] != NULL)
      fit_intern_unref (slot->values->pdata[id]);
  g_hash_table_unref (slot->ids);
  g_ptr_array_unref (slot->values);
  g_array_unref (slot->users);
  g_array_unref (slot->free_ids);
  g_array_unref (slot->column);
  fit_intern_unref (slot->key);
  g_free (slot);
}

FitTopology *
fit_topology_new (FitTopologyLabels labels_of, gpointer data)
{
  FitTopology *topology = g_new0 (FitTopology, 1);

  topology->slots = g_ptr_array_new_with_free_func (slot_free);
  topology->slot_of = g_hash_table_new (NULL, NULL);
  topology->changed = g_array_new (FALSE, FALSE, sizeof (guint32));
  topology->labels_of = labels_of;
  topology->data = data;
  return topology;
}

void
fit_topology_free (FitTopology *topology)
{
  if (topology == NULL)
    return;
  g_hash_table_unref (topology->slot_of);
  g_ptr_array_unref (topology->slots);
  g_array_unref (topology->changed);
  g_free (topology);
}

static guint32
take_id (Slot *slot, const char *value)
{
  guint32 id = GPOINTER_TO_UINT (g_hash_table_lookup (slot->ids, value));

  if (!id)
    {
      gpointer owned = (gpointer) fit_intern_ref (value);

      if (slot->free_ids->len)
        {
          id = g_array_index (slot->free_ids, guint32, slot->free_ids->len - 1);
          g_array_set_size (slot->free_ids, slot->free_ids->len - 1);
          slot->values->pdata[id] = owned;
        }
      else
        {
          const guint none = 0;

          id = slot->values->len;
          g_ptr_array_add (slot->values, owned);
          g_array_append_val (slot->users, none);
        }
      g_hash_table_insert (slot->ids, owned, GUINT_TO_POINTER (id));
    }
  if (++g_array_index (slot->users, guint, id) == 2)
    slot->n_shared++;
  return id;
}

static void
slot_set_node (Slot *slot, guint index, const FitLabels *labels)
{
  const char *value = fit_labels_get (labels, slot->key);
  guint32 old;
  guint left;

  if (index >= slot->column->len)
    g_array_set_size (slot->column, index + 1);
  old = g_array_index (slot->column, guint32, index);
  /* Take the new id before releasing the old one, so that an unchanged value
   * keeps its id. */
  g_array_index (slot->column, guint32, index)
      = value != NULL ? take_id (slot, value) : FIT_TOPOLOGY_ABSENT;
  if (old == FIT_TOPOLOGY_ABSENT)
    return;
  left = --g_array_index (slot->users, guint, old);
  if (left == 1)
    slot->n_shared--;
  if (left > 0)
    return;
  g_hash_table_remove (slot->ids, slot->values->pdata[old]);
  fit_intern_unref (slot->values->pdata[old]);
  slot->values->pdata[old] = NULL;
  g_array_append_val (slot->free_ids, old);
}

static guint
add_slot (FitTopology *topology, const char *key)
{
  const guint none = 0;
  Slot *slot = g_new0 (Slot, 1);

  slot->key = fit_intern_ref (key);
  slot->ids = g_hash_table_new (NULL, NULL);
  slot->values = g_ptr_array_new ();
  g_ptr_array_add (slot->values, NULL);
  slot->users = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_append_val (slot->users, none);
  slot->free_ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  slot->column = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_array_set_size (slot->column, topology->n_nodes);
  for (guint i = 0; i < topology->n_nodes; i++)
    slot_set_node (slot, i, topology->labels_of (i, topology->data));
  g_ptr_array_add (topology->slots, slot);
  g_hash_table_insert (topology->slot_of, (gpointer) slot->key,
                       GUINT_TO_POINTER (topology->slots->len));
  topology->version++;
  return topology->slots->len - 1;
}

guint
fit_topology_slot (FitTopology *topology, const char *key)
{
  const guint found
      = GPOINTER_TO_UINT (g_hash_table_lookup (topology->slot_of, key));
  Slot *slot;

  if (!found)
    return add_slot (topology, key);
  slot = topology->slots->pdata[found - 1];
  if (G_UNLIKELY (slot->followed))
    {
      slot->followed = FALSE;
      topology->n_followed--;
      topology->version++;
    }
  return found - 1;
}

gboolean
fit_topology_follow (FitTopology *topology, const char *key, guint *out_slot)
{
  const guint found
      = GPOINTER_TO_UINT (g_hash_table_lookup (topology->slot_of, key));

  *out_slot = found - 1;
  if (found)
    return TRUE;
  if (topology->n_followed == MOST_FOLLOWED)
    return FALSE;
  topology->n_followed++;
  *out_slot = add_slot (topology, key);
  ((Slot *) topology->slots->pdata[*out_slot])->followed = TRUE;
  return TRUE;
}

gboolean
fit_topology_is_followed (const FitTopology *topology, guint slot)
{
  return ((const Slot *) topology->slots->pdata[slot])->followed;
}

gboolean
fit_topology_has_key (const FitTopology *topology, const char *key)
{
  const guint found
      = GPOINTER_TO_UINT (g_hash_table_lookup (topology->slot_of, key));

  return found && !fit_topology_is_followed (topology, found - 1);
}

const char *
fit_topology_key (const FitTopology *topology, guint slot)
{
  return ((const Slot *) topology->slots->pdata[slot])->key;
}

void
fit_topology_set_node (FitTopology *topology, guint index,
                       const FitLabels *labels)
{
  const guint32 changed = index;

  topology->n_nodes = MAX (topology->n_nodes, index + 1);
  for (guint s = 0; s < topology->slots->len; s++)
    slot_set_node (topology->slots->pdata[s], index, labels);
  topology->many |= topology->changed->len > topology->n_nodes / 4;
  if (!topology->many)
    g_array_append_val (topology->changed, changed);
}

const GArray *
fit_topology_changed (const FitTopology *topology)
{
  return topology->many ? NULL : topology->changed;
}

void
fit_topology_forget_changed (FitTopology *topology)
{
  g_array_set_size (topology->changed, 0);
  topology->many = FALSE;
}

guint
fit_topology_n_nodes (const FitTopology *topology)
{
  return topology->n_nodes;
}

guint
fit_topology_n_slots (const FitTopology *topology)
{
  return topology->slots->len;
}

guint
fit_topology_version (const FitTopology *topology)
{
  return topology->version;
}

const guint32 *
fit_topology_column (const FitTopology *topology, guint slot)
{
  return (const guint32 *) (void *) ((const Slot *)
                                         topology->slots->pdata[slot])
      ->column->data;
}

guint
fit_topology_n_values (const FitTopology *topology, guint slot)
{
  return ((const Slot *) topology->slots->pdata[slot])->values->len;
}

gboolean
fit_topology_tells_apart (const FitTopology *topology, guint slot)
{
  return ((const Slot *) topology->slots->pdata[slot])->n_shared == 0;
}

const char *
fit_topology_value (const FitTopology *topology, guint slot, guint32 value)
{
  const Slot *s = topology->slots->pdata[slot];

  return value < s->values->len ? s->values->pdata[value] : NULL;
}

guint32
fit_topology_empty_value (const FitTopology *topology, guint slot)
{
  const Slot *s = topology->slots->pdata[slot];

  for (guint32 value = 1; value < s->values->len; value++)
    {
      const char *text = s->values->pdata[value];

      if (text != NULL && *text == '\0')
        return value;
    }
  return FIT_TOPOLOGY_ABSENT;
}
