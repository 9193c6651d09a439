/* diff-record.c - compares replays by what happened to each pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff-result-private.h"
#include "base/each.h"
#include "simulate/diff.h"

#include "api/texts.h"

#include <string.h>

/* One pod; successive pods with the same name count as one. */
typedef struct
{
  char *namespace_;   /* owned */
  char *name;         /* owned */
  GArray *bound_at;   /* owned, of gint64: virtual times */
  FitDiffOutcome end; /* its outcome */
  gint64 changed_at;  /* when it last failed or was preempted */
} Life;

struct _FitDiffRecord
{
  GHashTable *lives; /* owned: "NAMESPACE/NAME" -> Life */
  GPtrArray *order;  /* owned, of Life, in the order of the first attempts */
  GArray *use;       /* (nullable) owned: of the nodes at the end */

  /* (nullable) owned: the nodes of all pods at the end, by the same key */
  GHashTable *places;
};

static void
life_free (gpointer data)
{
  Life *life = data;

  g_free (life->namespace_);
  g_free (life->name);
  g_array_unref (life->bound_at);
  fit_diff_outcome_clear (&life->end);
  g_free (life);
}

FitDiffRecord *
fit_diff_record_new (void)
{
  FitDiffRecord *record = g_new0 (FitDiffRecord, 1);

  record->lives = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  record->order = g_ptr_array_new_with_free_func (life_free);
  return record;
}

void
fit_diff_record_free (FitDiffRecord *record)
{
  if (record == NULL)
    return;
  g_hash_table_unref (record->lives);
  g_ptr_array_unref (record->order);
  g_clear_pointer (&record->use, g_array_unref);
  g_clear_pointer (&record->places, g_hash_table_unref);
  g_free (record);
}

/* -- watching -------------------------------------------------------------- */

static Life *
life_of (FitDiffRecord *record, const char *namespace_, const char *name)
{
  g_autofree char *key = g_strconcat (namespace_, "/", name, NULL);
  Life *life = g_hash_table_lookup (record->lives, key);

  if (life != NULL)
    return life;
  life = g_new0 (Life, 1);
  life->namespace_ = g_strdup (namespace_);
  life->name = g_strdup (name);
  life->end.alone = TRUE;
  life->end.bound = g_ptr_array_new_with_free_func (g_free);
  life->bound_at = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_ptr_array_add (record->order, life);
  g_hash_table_insert (record->lives, g_steal_pointer (&key), life);
  return life;
}

static Life *
life_of_pod (FitDiffRecord *record, const FitPod *pod)
{
  Life *life = life_of (record, pod->meta.namespace_, pod->meta.name);

  life->end.alone = FALSE;
  return life;
}

/* @node (nullable), @message (nullable) (transfer full) */
static void
set_end (Life *life, const char *node, char *message)
{
  g_free (life->end.node);
  g_free (life->end.message);
  g_clear_error (&life->end.error);
  life->end.node = g_strdup (node);
  life->end.message = message;
}

/* Victims that existed from the start are recorded from now on. */
static void
note_victims (FitDiffRecord *record, const FitDecision *decision)
{
  const FitPod *pod = decision->pod;

  for (guint i = 0; i < decision->victims->n_victims; i++)
    {
      Life *life = life_of_pod (record, decision->victims->victims[i]);

      set_end (life, NULL,
               g_strdup_printf ("Preempted by %s/%s on node %s",
                                pod->meta.namespace_, pod->meta.name,
                                decision->node_name));
      life->end.n_preempted++;
      life->changed_at = decision->time_ns;
    }
}

static void
decided (gpointer data, const FitDecision *decision)
{
  FitDiffRecord *record = data;
  Life *life;

  if (decision->pod == NULL)
    return;
  switch (decision->type)
    {
    case FIT_DECISION_BOUND:
      life = life_of_pod (record, decision->pod);
      g_ptr_array_add (life->end.bound, g_strdup (decision->node_name));
      g_array_append_val (life->bound_at, decision->time_ns);
      set_end (life, decision->node_name, NULL);
      break;
    case FIT_DECISION_FAILED:
      life = life_of_pod (record, decision->pod);
      set_end (life, NULL, g_strdup (decision->message));
      if (decision->error != NULL)
        life->end.error = g_error_copy (decision->error);
      life->changed_at = decision->time_ns;
      break;
    case FIT_DECISION_NOMINATED:
      note_victims (record, decision);
      break;
    case FIT_DECISION_PROBLEM:
      if (decision->error != NULL)
        {
          life = life_of_pod (record, decision->pod);
          g_clear_error (&life->end.error);
          life->end.error = g_error_copy (decision->error);
        }
      break;
    default:
      break;
    }
}

FitReplayObserver
fit_diff_record_observer (FitDiffRecord *record)
{
  return (FitReplayObserver){ .data = record, .decided = decided };
}

void
fit_diff_record_end (FitDiffRecord *record, FitReplay *replay)
{
  g_autoptr (GPtrArray) pods = fit_replay_list (replay, FIT_KIND_POD);

  record->use = fit_diff_use_new (fit_replay_cache (replay));
  record->places
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  FIT_EACH (const FitPod, pod, pods)
    if (*pod->node_name)
      g_hash_table_insert (record->places, fit_pod_full_name (pod),
                           g_strdup (pod->node_name));
}

/* -- comparing ------------------------------------------------------------- */

/* A pod that was affected on one side may be untouched on the other. */
static void
add_untouched (FitDiffRecord *record, const FitDiffRecord *other)
{
  FIT_EACH (const Life, there, other->order)
    {
      Life *here = life_of (record, there->namespace_, there->name);
      g_autofree char *key
          = g_strconcat (there->namespace_, "/", there->name, NULL);

      if (here->end.alone)
        set_end (here, g_hash_table_lookup (record->places, key), NULL);
    }
}

static gint64
bound_at (const Life *life, guint number)
{
  return number < life->bound_at->len
             ? g_array_index (life->bound_at, gint64, number)
             : G_MAXINT64;
}

/* When the pod begins to differ: the first binding that differs, or the end.
 * Returns: -1 if it does not */
static gint64
parting (const Life *left, const Life *right)
{
  const guint most = MIN (left->end.bound->len, right->end.bound->len);
  gint64 bound;
  guint n = 0;

  while (n < most
         && strcmp (left->end.bound->pdata[n], right->end.bound->pdata[n]) == 0)
    n++;
  bound = MIN (bound_at (left, n), bound_at (right, n));
  if (bound != G_MAXINT64)
    return bound;
  if (fit_diff_outcomes_same (&left->end, &right->end))
    return -1;
  return MAX (left->changed_at, right->changed_at);
}

/* A pod that differs. */
typedef struct
{
  const Life *lives[FIT_DIFF_SIDES];
  gint64 time_ns; /* when it began to differ */
} Parted;

static gint
compare_parted (gconstpointer a, gconstpointer b)
{
  const Parted *x = a, *y = b;

  return (x->time_ns > y->time_ns) - (x->time_ns < y->time_ns);
}

static void
count (FitDiff *diff, guint side, const FitDiffRecord *record)
{
  FIT_EACH (const Life, life, record->order)
    {
      diff->n_placed[side] += life->end.node != NULL;
      diff->n_preempted[side] += life->end.n_preempted;
    }
}

FitDiff *
fit_diff_of_clusters (FitDiffRecord *left, FitDiffRecord *right)
{
  FitDiff *diff = fit_diff_of_records (left, right);
  /* Only the right side has tried such a pod. */
  FIT_EACH (FitDiffItem, item, diff->items)
    if (item->outcomes[FIT_DIFF_LEFT].alone
        && !item->outcomes[FIT_DIFF_RIGHT].alone
        && item->change != FIT_DIFF_NOT_COMPARED)
      item->cause = FIT_DIFF_ASSUMED;
  return diff;
}

FitDiff *
fit_diff_of_records (FitDiffRecord *left, FitDiffRecord *right)
{
  FitDiff *diff = fit_diff_alloc (TRUE);
  g_autoptr (GArray) all = NULL;

  add_untouched (left, right);
  add_untouched (right, left);
  diff->n_pods = left->order->len;
  /* Pods that begin to differ at the same time stay in the order of their
   * attempts. */
  all = g_array_new (FALSE, FALSE, sizeof (Parted));
  for (guint i = 0; i < left->order->len; i++)
    {
      const Life *life = left->order->pdata[i],
                 *other = life_of (right, life->namespace_, life->name);
      const Parted parted = { { life, other }, parting (life, other) };

      if (parted.time_ns >= 0)
        g_array_append_val (all, parted);
    }
  g_array_sort (all, compare_parted);
  FIT_EACH_OF (const Parted, parted, all)
    {
      const Life *named = parted->lives[FIT_DIFF_LEFT];
      const FitDiffOutcome *const outcomes[]
          = { &parted->lives[FIT_DIFF_LEFT]->end,
              &parted->lives[FIT_DIFF_RIGHT]->end };
      FitDiffItem *item
          = fit_diff_add_item (diff, named->namespace_, named->name, outcomes);

      if (item->change == FIT_DIFF_NOT_COMPARED)
        item->cause = FIT_DIFF_ERROR;
      else
        item->cause = diff->items->len == 1 ? FIT_DIFF_FIRST : FIT_DIFF_LATER;
    }
  count (diff, FIT_DIFF_LEFT, left);
  count (diff, FIT_DIFF_RIGHT, right);
  fit_diff_set_nodes (diff, left->use, right->use);
  return diff;
}
