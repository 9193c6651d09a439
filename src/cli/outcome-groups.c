/* outcome-groups.c - sums up pods by their controller and by what became of
 * them
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/outcome-groups.h"

#include "api/texts.h"
#include "base/each.h"

static const FitColumn columns[] = {
  { NULL, "PODS", FIT_CELL_INTEGER, 0 },
  { NULL, "OF", FIT_CELL_TEXT, 0 },
  { NULL, "OUTCOME", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

/* Pods of one controller that found nodes, or that stay pending for the same
 * reason. */
typedef struct
{
  char *owner;         /* owned */
  const char *message; /* (nullable) borrowed: NULL: they found nodes */
  GHashTable *nodes;   /* owned set of borrowed names */
  guint n_pods;
  guint number; /* in order of appearance */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_hash_table_unref (group->nodes);
  g_free (group->owner);
  g_free (group);
}

static guint
group_hash (gconstpointer data)
{
  const Group *group = data;

  return g_str_hash (group->owner) * 31
         + (group->message != NULL ? g_str_hash (group->message) : 0);
}

static gboolean
group_equal (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  return g_str_equal (x->owner, y->owner)
         && g_strcmp0 (x->message, y->message) == 0;
}

static gint
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = *(const Group *const *) a, *y = *(const Group *const *) b;

  if (x->n_pods != y->n_pods)
    return x->n_pods > y->n_pods ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

FitTable *
fit_outcome_groups_table (const FitItems *items)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GHashTable) known = g_hash_table_new (group_hash, group_equal);
  FitTable *table = FIT_TABLE_NEW (columns);

  FIT_EACH (const FitItem, item, items->items)
    {
      const char *message = item->node != NULL      ? NULL
                            : item->message != NULL ? item->message
                                                    : "";
      const FitOwnerReference *controller = item->pod->meta.controller;
      g_autofree char *owner
          = controller != NULL
                ? g_strdup_printf ("%s %s/%s", controller->kind,
                                   item->pod->meta.namespace_, controller->name)
                : fit_pod_full_name (item->pod);
      const Group wanted = { .owner = owner, .message = message };
      Group *group = g_hash_table_lookup (known, &wanted);

      if (group == NULL)
        {
          group = g_new (Group, 1);
          *group = (Group){ g_steal_pointer (&owner), message,
                            g_hash_table_new (g_str_hash, g_str_equal), 0,
                            groups->len };
          g_ptr_array_add (groups, group);
          g_hash_table_add (known, group);
        }
      group->n_pods++;
      if (item->node != NULL)
        g_hash_table_add (group->nodes, item->node);
    }
  g_ptr_array_sort (groups, compare_groups);
  FIT_EACH (const Group, group, groups)
    {
      const guint n_nodes = g_hash_table_size (group->nodes);
      GHashTableIter iter;
      gpointer node = NULL;
      g_autofree char *text = NULL;

      g_hash_table_iter_init (&iter, group->nodes);
      g_hash_table_iter_next (&iter, &node, NULL);
      text = group->message != NULL ? g_strdup (group->message)
             : n_nodes == 1
                 ? g_strdup_printf ("placed on %s", (const char *) node)
                 : g_strdup_printf ("placed on %u nodes", n_nodes);
      FIT_TABLE_ADD (table, fit_cell_integer (group->n_pods),
                     fit_cell_text (group->owner), fit_cell_text (text));
    }
  return table;
}
