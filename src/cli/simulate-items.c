/* simulate-items.c - follows each pending pod through a simulation, for the
 * rows of the result
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate-items.h"

#include "api/texts.h"
#include "base/each.h"
#include "queue/queue-gates.h"
#include "assembly/assembly.h"

/* -- pods and victims ------------------------------------------------------ */

static void
victim_free (gpointer data)
{
  FitVictim *victim = data;

  g_free (victim->namespace_);
  g_free (victim->name);
  g_free (victim->node);
  g_free (victim);
}

static void
item_free (gpointer data)
{
  FitItem *item = data;

  fit_pod_unref (item->pod);
  g_free (item->node);
  g_free (item->message);
  g_clear_error (&item->error);
  g_free (item->nominated);
  g_ptr_array_unref (item->victims);
  g_free (item);
}

/* -- the queue ------------------------------------------------------------- */

/* If several pods have the same name, the last one counts. */
static void
add_item (FitItems *items, const FitPod *pod, const FitChosenRules *rules)
{
  g_autofree char *name = fit_pod_full_name (pod);
  FitItem *item = g_hash_table_lookup (items->by_name, name);

  if (item != NULL)
    {
      fit_pod_unref (item->pod);
      item->pod = fit_pod_ref (pod);
      return;
    }
  item = g_new0 (FitItem, 1);
  item->pod = fit_pod_ref (pod);
  item->victims = g_ptr_array_new_with_free_func (victim_free);
  if (fit_chosen_rules_hold_back (rules, pod))
    item->message = fit_scheduling_gates_message (pod);
  g_ptr_array_add (items->items, item);
  g_hash_table_insert (items->by_name, g_steal_pointer (&name), item);
}

static gint
compare_items (gconstpointer a, gconstpointer b)
{
  const FitItem *x = *(FitItem *const *) a, *y = *(FitItem *const *) b;

  return fit_assembly_queue_order (&x->pod, &y->pod);
}

void
fit_items_init (FitItems *items, const FitObjects *objects,
                const FitChosenRules *rules)
{
  const GPtrArray *pods = objects->of[FIT_KIND_POD];

  *items = (FitItems){
    .items = g_ptr_array_new_with_free_func (item_free),
    .by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  for (guint i = 0; i < pods->len; i++)
    if (fit_chosen_rules_await (rules, pods->pdata[i]))
      add_item (items, pods->pdata[i], rules);
  g_ptr_array_sort (items->items, compare_items);
  fit_progress_init (&items->progress, "attempts made", items->items->len);
}

void
fit_items_clear (FitItems *items)
{
  fit_progress_clear (&items->progress);
  g_clear_pointer (&items->by_name, g_hash_table_unref);
  g_clear_pointer (&items->items, g_ptr_array_unref);
}

void
fit_items_end (FitItems *items)
{
  FIT_EACH (FitItem, item, items->items)
    {
      if (!item->under_way || item->node == NULL)
        continue;
      g_free (item->message);
      item->message = g_strdup_printf (
          "node %s was chosen, but the pod was not bound yet", item->node);
      g_clear_pointer (&item->node, g_free);
      item->scored = FALSE;
    }
}

void
fit_items_tally (const FitItems *items, FitOutcomes *tally)
{
  FIT_EACH (const FitItem, item, items->items)
    fit_outcomes_add (tally, item->node, item->error);
}

/* -- what happens ---------------------------------------------------------- */

static FitItem *
find_item (const FitItems *items, const FitPod *pod)
{
  g_autofree char *name = fit_pod_full_name (pod);

  return g_hash_table_lookup (items->by_name, name);
}

/* @message: (nullable) (transfer full), @error: (nullable): why it has no
 * node */
static void
set_problem (FitItem *item, char *message, const GError *error)
{
  g_free (item->message);
  item->message = message;
  g_clear_error (&item->error);
  item->error = error != NULL ? g_error_copy (error) : NULL;
}

/* A victim may have got its node in this run. */
static void
evict (FitItems *items, FitItem *preemptor, const FitPod *pod,
       const char *node_name)
{
  FitItem *item = find_item (items, pod);
  FitVictim *victim = g_new (FitVictim, 1);

  victim->namespace_ = g_strdup (pod->meta.namespace_);
  victim->name = g_strdup (pod->meta.name);
  victim->node = g_strdup (node_name);
  g_ptr_array_add (preemptor->victims, victim);
  items->n_preempted++;
  if (item == NULL)
    return;
  g_clear_pointer (&item->node, g_free);
  item->scored = FALSE;
  set_problem (item,
               g_strdup_printf ("Preempted by %s/%s on node %s",
                                preemptor->pod->meta.namespace_,
                                preemptor->pod->meta.name, node_name),
               NULL);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  FitItems *items = data;
  const FitPod *pod = decision->pod;
  const FitNodeVictims *victims = decision->victims;
  FitItem *item = pod != NULL ? find_item (items, pod) : NULL;

  if (item == NULL)
    return;
  switch (decision->type)
    {
    case FIT_DECISION_ASSUMED:
      item->attempts++;
      item->under_way = TRUE;
      g_free (item->node);
      item->node = g_strdup (decision->node_name);
      item->scored = decision->scored;
      item->score = decision->score;
      item->evaluated = decision->evaluated;
      item->feasible = decision->feasible;
      set_problem (item, NULL, NULL);
      break;
    case FIT_DECISION_BOUND:
      item->under_way = FALSE;
      break;
    case FIT_DECISION_FAILED:
      if (!item->under_way)
        item->attempts++;
      item->under_way = FALSE;
      g_clear_pointer (&item->node, g_free);
      item->scored = FALSE;
      item->evaluated = decision->evaluated;
      item->feasible = decision->feasible;
      set_problem (item, g_strdup (decision->message), decision->error);
      break;
    case FIT_DECISION_SKIPPED:
      /* The pod is being deleted, so it is not tried any more. */
      set_problem (item,
                   g_strdup_printf ("skip schedule deleting pod: %s/%s",
                                    pod->meta.namespace_, pod->meta.name),
                   NULL);
      break;
    case FIT_DECISION_NOMINATED:
      g_free (item->nominated);
      item->nominated = g_strdup (decision->node_name);
      for (guint i = 0; i < victims->n_victims; i++)
        evict (items, item, victims->victims[i], decision->node_name);
      break;
    case FIT_DECISION_NOMINATION_CLEARED:
      g_clear_pointer (&item->nominated, g_free);
      break;
    case FIT_DECISION_PROBLEM:
      if (decision->error != NULL)
        set_problem (item, g_strdup (item->message), decision->error);
      break;
    default:
      break;
    }
}

FitReplayObserver
fit_items_observer (FitItems *items)
{
  return (FitReplayObserver){ .data = items, .decided = decided };
}

/* -- by controller and outcome --------------------------------------------- */

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
