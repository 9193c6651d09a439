/* batch.c - keeps the nodes that a pod has left over, and offers them
 *
 * Source: kube-scheduler 1.35 OpportunisticBatch.
 * Tests: tests/core/test-batch.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/batch.h"

#include "base/intern.h"
#include "cluster/cache.h"
#include "core/class-search.h"

#include <string.h>

#define MOST_AGE_NS (G_GINT64_CONSTANT (500) * 1000 * 1000)

void
fit_batch_clear (FitBatch *batch)
{
  g_clear_pointer (&batch->signature, g_free);
  g_clear_pointer (&batch->nodes, g_free);
  g_clear_pointer (&batch->totals, g_free);
  g_clear_pointer (&batch->names, g_ptr_array_unref);
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

static void
remove_listed (FitBatch *batch, guint i)
{
  const guint n = --batch->n - i;

  memmove (&batch->nodes[i], &batch->nodes[i + 1], sizeof *batch->nodes * n);
  memmove (&batch->totals[i], &batch->totals[i + 1], sizeof *batch->totals * n);
}

const char *
fit_batch_hint (FitGenericScheduler *scheduler, FitCycle *cycle)
{
  FitBatch *batch = &scheduler->batch;
  const FitTurns *turns = scheduler->turns;
  const char *name;
  guint best;

  if (scheduler->options.signers == NULL || cycle->undecided)
    return NULL;
  cycle->signature = fit_sign_pod (scheduler->options.signers, cycle->pod);
  if (batch->n == 0 || turns->n_pods != batch->turn + 1
      || g_strcmp0 (cycle->signature, batch->signature) != 0
      || turns->now_ns > batch->made_ns + MOST_AGE_NS
      || !is_full (cycle, batch->chosen))
    return NULL;
  best = fit_select_host (scheduler, batch->totals, batch->n);
  name = fit_arena_strdup (cycle->arena,
                           batch->names->pdata[batch->nodes[best]]);
  remove_listed (batch, best);
  return name;
}

/* Whatever becomes of the nodes, a list has the names that they had. */
static void
keep_names (FitBatch *batch, FitCache *cache)
{
  const guint64 version = fit_node_tree_version (fit_cache_node_tree (cache));

  if (batch->names != NULL && batch->version == version)
    return;
  g_clear_pointer (&batch->names, g_ptr_array_unref);
  batch->names
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  batch->version = version;
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    g_ptr_array_add (batch->names, (gpointer) fit_intern_ref (
                                       fit_cache_node (cache, i)->name));
}

void
fit_batch_keep (FitGenericScheduler *scheduler, const FitCycle *cycle,
                const FitNodeInfo *chosen)
{
  FitBatch *batch = &scheduler->batch;
  const FitNodeList *feasible = &cycle->feasible;
  guint i = 0;

  if (scheduler->options.signers == NULL || cycle->undecided || chosen == NULL)
    return;
  batch->turn = scheduler->turns->n_pods;
  fit_intern_unref (batch->chosen);
  batch->chosen = fit_intern_ref (chosen->name);
  /* The rest of the list is as good as before. */
  if (g_strcmp0 (cycle->hint, chosen->name) == 0)
    return;
  batch->n = 0;
  if (cycle->signature == NULL || feasible->n < 2)
    return;
  g_free (batch->signature);
  batch->signature = g_strdup (cycle->signature);
  batch->made_ns = scheduler->turns->now_ns;
  keep_names (batch, cycle->cache);
  batch->n = feasible->n;
  batch->nodes = g_renew (guint32, batch->nodes, feasible->n);
  batch->totals = g_renew (gint64, batch->totals, feasible->n);
  if (feasible->nodes == NULL)
    fit_window_list (cycle->window, batch->nodes, batch->totals);
  else
    for (guint k = 0; k < feasible->n; k++)
      {
        batch->nodes[k] = feasible->nodes[k]->index;
        batch->totals[k] = cycle->ranking.totals[k];
      }
  while (batch->nodes[i] != chosen->index)
    i++;
  remove_listed (batch, i);
}
