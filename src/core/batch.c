/* batch.c - keeps the nodes that a pod has left over, and offers them
 *
 * Source: kube-scheduler 1.35 OpportunisticBatch.
 * Tests: tests/core/test-batch.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/batch.h"

#include "base/intern.h"
#include "cluster/cache.h"

#define MOST_AGE_NS (G_GINT64_CONSTANT (500) * 1000 * 1000)

void
fit_batch_clear (FitBatch *batch)
{
  g_clear_pointer (&batch->signature, g_free);
  g_clear_pointer (&batch->names, g_ptr_array_unref);
  g_clear_pointer (&batch->totals, g_array_unref);
  fit_intern_unref (g_steal_pointer (&batch->chosen));
}

/* Has the node of the last pod no room for this one?  Nominated pods do not
 * count, and an error is no answer. */
static gboolean
is_full (const FitCycle *cycle, const char *name)
{
  const FitNodeInfo *node = fit_cache_find_node (cycle->cache, name);
  FitNodeVerdict verdict = { .node = node };
  FitNodeView view;

  if (node == NULL || node->node == NULL)
    return FALSE;
  fit_cycle_view (cycle, node, cycle->meta, &view);
  fit_cycle_check_alone (cycle, &view, &verdict);
  return !verdict.fits && verdict.error == NULL;
}

/* Removes the best node, or one of several in turn, from the list. */
static const char *
take_best (FitGenericScheduler *scheduler, FitArena *arena)
{
  FitBatch *batch = &scheduler->batch;
  const guint best = fit_select_host (
      scheduler, (const gint64 *) (gpointer) batch->totals->data,
      batch->totals->len);
  const char *name = fit_arena_strdup (arena, batch->names->pdata[best]);

  g_ptr_array_remove_index (batch->names, best);
  g_array_remove_index (batch->totals, best);
  return name;
}

const char *
fit_batch_hint (FitGenericScheduler *scheduler, FitCycle *cycle)
{
  const FitBatch *batch = &scheduler->batch;
  const FitTurns *turns = scheduler->turns;

  if (scheduler->options.signers == NULL || cycle->undecided)
    return NULL;
  cycle->signature = fit_sign_pod (scheduler->options.signers, cycle->pod);
  if (batch->names == NULL || batch->names->len == 0
      || turns->n_pods != batch->turn + 1
      || g_strcmp0 (cycle->signature, batch->signature) != 0
      || turns->now_ns > batch->made_ns + MOST_AGE_NS
      || !is_full (cycle, batch->chosen))
    return NULL;
  return take_best (scheduler, cycle->arena);
}

void
fit_batch_keep (FitGenericScheduler *scheduler, const FitCycle *cycle)
{
  FitBatch *batch = &scheduler->batch;
  const FitNodeList *feasible = &cycle->feasible;
  const char *chosen;

  if (scheduler->options.signers == NULL || cycle->undecided
      || feasible->n == 0)
    return;
  chosen = feasible->nodes[cycle->chosen]->name;
  batch->turn = scheduler->turns->n_pods;
  fit_intern_unref (batch->chosen);
  batch->chosen = fit_intern_ref (chosen);
  /* The rest of the list is as good as before. */
  if (g_strcmp0 (cycle->hint, chosen) == 0)
    return;
  g_clear_pointer (&batch->names, g_ptr_array_unref);
  g_clear_pointer (&batch->totals, g_array_unref);
  if (cycle->signature == NULL || feasible->n < 2)
    return;
  g_free (batch->signature);
  batch->signature = g_strdup (cycle->signature);
  batch->made_ns = scheduler->turns->now_ns;
  batch->names
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  batch->totals = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < feasible->n; i++)
    if (i != cycle->chosen)
      {
        g_ptr_array_add (batch->names,
                         (gpointer) fit_intern_ref (feasible->nodes[i]->name));
        g_array_append_val (batch->totals, cycle->ranking.totals[i]);
      }
}
