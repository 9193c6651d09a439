/* diff-result.c - the result of a comparison
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff-result-private.h"
#include "base/each.h"

#include <string.h>

static const char *const change_names[] = {
  [FIT_DIFF_MOVED] = "moved",
  [FIT_DIFF_STARTED] = "started fitting",
  [FIT_DIFF_STOPPED] = "stopped fitting",
  [FIT_DIFF_COURSE] = "other course",
  [FIT_DIFF_NOT_COMPARED] = "not compared",
};
G_STATIC_ASSERT (G_N_ELEMENTS (change_names) == FIT_DIFF_CHANGES);

static const char *const cause_names[] = {
  [FIT_DIFF_FEASIBILITY] = "feasibility",
  [FIT_DIFF_SCORES] = "scores",
  [FIT_DIFF_TIE] = "tie",
  [FIT_DIFF_SEARCH] = "search",
  [FIT_DIFF_ERROR] = "error",
  [FIT_DIFF_SCHEDULER] = "scheduler",
  [FIT_DIFF_FOLLOWS] = "follows",
  [FIT_DIFF_FIRST] = "first",
  [FIT_DIFF_LATER] = "later",
  [FIT_DIFF_ASSUMED] = "assumed",
  [FIT_DIFF_DIVIDED] = "divided",
};
G_STATIC_ASSERT (G_N_ELEMENTS (cause_names) == FIT_DIFF_CAUSES);

char *
fit_diff_item_name (const FitDiffItem *item)
{
  return g_strconcat (item->namespace_, "/", item->name, NULL);
}

const char *
fit_diff_change_name (FitDiffChange change)
{
  return change_names[change];
}

const char *
fit_diff_cause_name (FitDiffCause cause)
{
  return cause_names[cause];
}

/* -- memory ---------------------------------------------------------------- */

void
fit_diff_outcome_take (FitDiffOutcome *outcome, FitPlacement *placement)
{
  outcome->alone = FALSE;
  if (placement->result.node != NULL)
    outcome->node = g_strdup (placement->result.node->name);
  else
    outcome->message
        = g_strdup (placement->error != NULL ? placement->error->message
                                             : placement->result.fit_error);
  outcome->error = g_steal_pointer (&placement->error);
}

void
fit_diff_outcome_hold (FitDiffOutcome *outcome)
{
  outcome->alone = TRUE;
  outcome->message = g_strdup ("it is held back by its scheduling gates");
}

FitDiffOutcome
fit_diff_outcome_copy (const FitDiffOutcome *outcome)
{
  FitDiffOutcome copy = *outcome;

  copy.node = g_strdup (outcome->node);
  copy.message = g_strdup (outcome->message);
  copy.error = outcome->error != NULL ? g_error_copy (outcome->error) : NULL;
  copy.bound = outcome->bound != NULL ? g_ptr_array_ref (outcome->bound) : NULL;
  return copy;
}

void
fit_diff_outcome_clear (FitDiffOutcome *outcome)
{
  g_clear_pointer (&outcome->node, g_free);
  g_clear_pointer (&outcome->message, g_free);
  g_clear_error (&outcome->error);
  g_clear_pointer (&outcome->bound, g_ptr_array_unref);
}

void
fit_diff_barrier_clear (FitDiffBarrier *barrier)
{
  g_free (barrier->rule);
  g_free (barrier->reason);
  g_free (barrier->node);
}

void
fit_diff_evidence_free (FitDiffEvidence *evidence)
{
  if (evidence == NULL)
    return;
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_free (evidence->nodes[side]);
      g_free (evidence->messages[side]);
    }
  g_array_unref (evidence->barriers);
  g_clear_pointer (&evidence->votes, g_array_unref);
  g_free (evidence);
}

static void
item_free (gpointer data)
{
  FitDiffItem *item = data;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    fit_diff_outcome_clear (&item->outcomes[side]);
  fit_diff_evidence_free (item->evidence);
  g_free (item->namespace_);
  g_free (item->name);
  g_free (item);
}

static void
node_clear (gpointer data)
{
  g_free (((FitDiffNode *) data)->node);
}

static GArray *
new_nodes (void)
{
  GArray *nodes = g_array_new (FALSE, TRUE, sizeof (FitDiffNode));

  g_array_set_clear_func (nodes, node_clear);
  return nodes;
}

FitDiff *
fit_diff_alloc (gboolean replayed)
{
  FitDiff *diff = g_new0 (FitDiff, 1);

  diff->replayed = replayed;
  diff->items = g_ptr_array_new_with_free_func (item_free);
  diff->nodes = new_nodes ();
  return diff;
}

void
fit_diff_free (FitDiff *diff)
{
  if (diff == NULL)
    return;
  g_ptr_array_unref (diff->items);
  g_array_unref (diff->nodes);
  g_free (diff);
}

/* -- pods ------------------------------------------------------------------ */

static gboolean
same_course (const GPtrArray *left, const GPtrArray *right)
{
  const guint n_left = left != NULL ? left->len : 0,
              n_right = right != NULL ? right->len : 0;

  for (guint i = 0; n_left == n_right && i < n_left; i++)
    if (strcmp (left->pdata[i], right->pdata[i]) != 0)
      return FALSE;
  return n_left == n_right;
}

gboolean
fit_diff_outcomes_same (const FitDiffOutcome *left, const FitDiffOutcome *right)
{
  return left->error == NULL && right->error == NULL
         && g_strcmp0 (left->node, right->node) == 0
         && same_course (left->bound, right->bound)
         && left->n_preempted == right->n_preempted;
}

static FitDiffChange
change_of (const FitDiffOutcome *left, const FitDiffOutcome *right)
{
  if (left->error != NULL || right->error != NULL)
    return FIT_DIFF_NOT_COMPARED;
  if (g_strcmp0 (left->node, right->node) == 0)
    return FIT_DIFF_COURSE;
  if (left->node == NULL)
    return FIT_DIFF_STARTED;
  return right->node != NULL ? FIT_DIFF_MOVED : FIT_DIFF_STOPPED;
}

FitDiffItem *
fit_diff_add_item (FitDiff *diff, const char *namespace_, const char *name,
                   const FitDiffOutcome *const *outcomes)
{
  FitDiffItem *item = g_new0 (FitDiffItem, 1);

  item->namespace_ = g_strdup (namespace_);
  item->name = g_strdup (name);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    item->outcomes[side] = fit_diff_outcome_copy (outcomes[side]);
  item->change = change_of (&item->outcomes[FIT_DIFF_LEFT],
                            &item->outcomes[FIT_DIFF_RIGHT]);
  item->follows = -1;
  g_ptr_array_add (diff->items, item);
  return item;
}

guint
fit_diff_count_changes (const FitDiff *diff, FitDiffChange change)
{
  guint n = 0;

  for (guint i = 0; i < diff->items->len; i++)
    n += ((const FitDiffItem *) diff->items->pdata[i])->change == change;
  return n;
}

guint
fit_diff_count_causes (const FitDiff *diff, FitDiffCause cause)
{
  guint n = 0;

  for (guint i = 0; i < diff->items->len; i++)
    n += ((const FitDiffItem *) diff->items->pdata[i])->cause == cause;
  return n;
}

gboolean
fit_diff_same (const FitDiff *one, const FitDiff *other)
{
  if (one->n_pods != other->n_pods || one->items->len != other->items->len)
    return FALSE;
  for (guint i = 0; i < one->items->len; i++)
    {
      const FitDiffItem *x = one->items->pdata[i], *y = other->items->pdata[i];

      if (x->change != y->change || strcmp (x->name, y->name) != 0
          || strcmp (x->namespace_, y->namespace_) != 0)
        return FALSE;
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        if (g_strcmp0 (x->outcomes[side].node, y->outcomes[side].node) != 0)
          return FALSE;
    }
  return TRUE;
}

/* -- nodes ----------------------------------------------------------------- */

GArray *
fit_diff_use_new (const FitCache *cache)
{
  GArray *use = new_nodes ();

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);
      FitDiffNode node = { 0 };

      if (info == NULL || info->node == NULL)
        continue;
      node.node = g_strdup (info->name);
      node.milli_cpu = info->traits->allocatable.milli_cpu;
      node.memory = info->traits->allocatable.memory;
      node.pods[FIT_DIFF_LEFT] = info->n_pods;
      node.used_milli_cpu[FIT_DIFF_LEFT] = info->requested.milli_cpu;
      node.used_memory[FIT_DIFF_LEFT] = info->requested.memory;
      g_array_append_val (use, node);
    }
  return use;
}

void
fit_diff_set_nodes (FitDiff *diff, const GArray *left, const GArray *right)
{
  const GArray *uses[] = { left, right };
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    FIT_EACH_OF (const FitDiffNode, use, uses[side])
      {
        guint number
            = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, use->node));
        FitDiffNode *node;

        if (number == 0)
          {
            const FitDiffNode new_node = { .node = g_strdup (use->node) };

            g_array_append_val (diff->nodes, new_node);
            number = diff->nodes->len;
            g_hash_table_insert (numbers, new_node.node,
                                 GUINT_TO_POINTER (number));
          }
        node = &g_array_index (diff->nodes, FitDiffNode, number - 1);
        node->milli_cpu = use->milli_cpu;
        node->memory = use->memory;
        node->pods[side] = use->pods[FIT_DIFF_LEFT];
        node->used_milli_cpu[side] = use->used_milli_cpu[FIT_DIFF_LEFT];
        node->used_memory[side] = use->used_memory[FIT_DIFF_LEFT];
      }
}
