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
