#include "core/preemption.h"

#include "core/cycle.h"
#include "core/extenders.h"

void
fit_preemption_free (FitPreemption *preemption)
{
  if (!preemption)
    return;
  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      FitNodeVictims *candidate = &preemption->candidates[i];

      for (guint v = 0; v < candidate->n_victims; v++)
        fit_pod_unref (candidate->victims[v]);
      g_free (candidate->victims);
    }
  g_free (preemption->candidates);
  g_free (preemption->potential);
  g_free (preemption->best);
  g_ptr_array_unref (preemption->skipped);
  g_ptr_array_unref (preemption->nominated_to_clear);
  g_free (preemption->error);
  g_free (preemption);
}

const FitNodeVictims *
fit_preemption_chosen (const FitPreemption *preemption)
{
  return preemption->n_best ? &preemption->candidates[preemption->best[0]]
                            : NULL;
}

/* --- who may preempt, and where ------------------------------------------ */

/* A pod that is nominated already waits while victims of its are on the way
 * out. */
static gboolean
eligible (const FitCycle *cycle)
{
  const FitPod *pod = cycle->pod;
  const FitNodeInfo *nominated;

  if (pod->spec->never_preempts
      && fit_gate_on (fit_cache_gates (cycle->cache),
                      FIT_GATE_NON_PREEMPTING_PRIORITY))
    return FALSE;
  nominated = *pod->nominated_node_name
                  ? fit_cache_find_node (cycle->cache, pod->nominated_node_name)
                  : NULL;
  for (guint i = 0; nominated && i < nominated->n_pods; i++)
    if (fit_object_meta_deleting (&nominated->pods[i]->meta)
        && nominated->pods[i]->spec->priority < pod->spec->priority)
      return FALSE;
  return TRUE;
}

/* Only the failures count with which a decision ends: an evaluation may have
 * looked for more. */
static gboolean
unresolvable (const FitCycle *cycle, const FitNodeVerdict *verdict)
{
  const guint n
      = cycle->algorithm->always_check_all_predicates || !verdict->n_failures
            ? verdict->reasons.n
            : verdict->failures[0].n;

  if (verdict->filter_code == FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (fit_reason_unresolvable (verdict->reasons.items[i].code))
      return TRUE;
  return FALSE;
}

/* Nodes without a verdict, because nobody looked at them, may do, and so may
 * those that only extenders rejected. */
static void
find_potential (const FitCycle *cycle, const FitNodeVerdict *verdicts,
                guint n_verdicts, FitPreemption *preemption)
{
  const guint n = fit_cache_n_slots (cycle->cache);
  guint8 *hopeless = fit_arena_new0 (cycle->arenas[0], guint8, n);

  for (guint i = 0; i < n_verdicts; i++)
    hopeless[verdicts[i].node->index]
        = verdicts[i].examined && unresolvable (cycle, &verdicts[i]);
  preemption->potential = g_new (const FitNodeInfo *, n);
  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cycle->cache, i);

      if (node->node && !hopeless[i])
        preemption->potential[preemption->n_potential++] = node;
    }
}

/* --- victims on one node ------------------------------------------------- */

static gint64
start_time (const FitPod *pod)
{
  return pod->start_time_ns == FIT_TIME_NONE ? G_MAXINT64 : pod->start_time_ns;
}

static gint
more_important (gconstpointer a, gconstpointer b)
{
  const FitPod *x = *(const FitPod *const *) a, *y = *(const FitPod *const *) b;

  if (x->spec->priority != y->spec->priority)
    return x->spec->priority > y->spec->priority ? -1 : 1;
  if (start_time (x) != start_time (y))
    return start_time (x) < start_time (y) ? -1 : 1;
  return 0;
}

/* Budgets are not used up by victims: each pod is held against what the budget
 * allowed at the beginning. */
static gboolean
violates_budget (const FitCycle *cycle, const FitPod *pod)
{
  const GPtrArray *budgets
      = fit_listers_pdbs (fit_cache_listers (cycle->cache));

  if (!pod->meta.labels || pod->meta.labels->n == 0)
    return FALSE;
  for (guint i = 0; i < budgets->len; i++)
    {
      const FitPodDisruptionBudget *budget = budgets->pdata[i];

      if (budget->meta.namespace_ == pod->meta.namespace_
          && budget->selector->n > 0 && budget->disruptions_allowed <= 0
          && fit_selector_matches (budget->selector, pod->meta.labels))
        return TRUE;
    }
  return FALSE;
}

/* What is asked about on one node: a copy from which pods are taken. */
typedef struct
{
  const FitCycle *cycle;
  FitArena *arena;
  const FitNodeInfo *original;
  FitNodeInfo *node;
  FitPredicateMetadata *meta;
  FitGround ground;
} Trial;

static void
take_away (Trial *trial, const FitPod *pod)
{
  if (fit_node_info_remove_pod (trial->node, pod, NULL))
    fit_predicate_metadata_remove_pod (trial->meta, pod, trial->original,
                                       trial->arena);
}

static void
put_back (Trial *trial, const FitPod *pod)
{
  fit_node_info_add_pod (trial->node, pod);
  fit_predicate_metadata_add_pod (trial->meta, pod, trial->original,
                                  trial->arena);
}

static gboolean
fits (const Trial *trial)
{
  FitArenaMark mark = fit_arena_mark (trial->arena);
  gboolean result = fit_cycle_fits (trial->cycle, &trial->ground, trial->arena);

  fit_arena_rewind (trial->arena, mark);
  return result;
}

/* Puts pods back one at a time; whoever does not fit beside the incoming pod
 * stays a victim.  Only pods that do, or do not, violate a budget. */
static void
reprieve (Trial *trial, const GPtrArray *pods, gboolean violating,
          FitNodeVictims *victims)
{
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (violates_budget (trial->cycle, pod) != violating)
        continue;
      put_back (trial, pod);
      if (fits (trial))
        continue;
      take_away (trial, pod);
      victims->victims[victims->n_victims++] = fit_pod_ref (pod);
      victims->n_pdb_violations += violating ? 1 : 0;
    }
}

/* Pods less important than the incoming one, to be sorted.  v1.16 takes a pod
 * without a start time to have started when it looks, so that of two such pods
 * the one it looks at later counts as the older: they come in reverse. */
static GPtrArray *
lower_pods (const FitNodeInfo *node, gint32 priority)
{
  GPtrArray *lower = g_ptr_array_new ();

  for (guint i = 0; i < node->n_pods; i++)
    if (node->pods[i]->spec->priority < priority
        && node->pods[i]->start_time_ns != FIT_TIME_NONE)
      g_ptr_array_add (lower, (gpointer) node->pods[i]);
  for (guint i = node->n_pods; i-- > 0;)
    if (node->pods[i]->spec->priority < priority
        && node->pods[i]->start_time_ns == FIT_TIME_NONE)
      g_ptr_array_add (lower, (gpointer) node->pods[i]);
  return lower;
}

/* Returns: FALSE when the pod does not fit even without all pods of lower
 * priority */
static gboolean
select_victims (Trial *trial, FitNodeVictims *victims)
{
  const FitNodeInfo *node = trial->original;
  g_autoptr (GPtrArray) lower
      = lower_pods (node, trial->cycle->pod->spec->priority);

  for (guint i = 0; i < lower->len; i++)
    take_away (trial, lower->pdata[i]);
  if (!fits (trial))
    return FALSE;
  g_ptr_array_sort (lower, more_important);
  victims->node = node;
  victims->victims = g_new (const FitPod *, lower->len);
  reprieve (trial, lower, TRUE, victims);
  reprieve (trial, lower, FALSE, victims);
  return TRUE;
}

typedef struct
{
  const FitCycle *cycle;
  const FitNodeInfo *const *nodes;
  FitNodeVictims *victims; /* node is NULL where the pod cannot fit */
} VictimsJob;

static void
victims_range (gpointer data, guint begin, guint end, guint worker)
{
  const VictimsJob *job = data;
  FitArena *arena = job->cycle->arenas[worker];

  for (guint i = begin; i < end; i++)
    {
      FitArenaMark mark = fit_arena_mark (arena);
      g_autoptr (FitNodeInfo) clone = fit_node_info_clone (job->nodes[i]);
      Trial trial
          = { .cycle = job->cycle,
              .arena = arena,
              .original = job->nodes[i],
              .node = clone,
              .meta = fit_predicate_metadata_copy (job->cycle->meta, arena) };

      fit_cycle_ground (job->cycle, clone, trial.meta, arena, &trial.ground);
      select_victims (&trial, &job->victims[i]);
      fit_arena_rewind (arena, mark);
    }
}

static void
find_candidates (const FitCycle *cycle, FitPreemption *preemption)
{
  const guint n = preemption->n_potential;
  FitNodeVictims *victims = g_new0 (FitNodeVictims, n);
  VictimsJob job = { cycle, preemption->potential, victims };

  if (cycle->pool)
    fit_worker_pool_run (cycle->pool, n, 1, victims_range, &job);
  else
    victims_range (&job, 0, n, 0);
  for (guint i = 0; i < n; i++)
    if (victims[i].node)
      victims[preemption->n_candidates++] = victims[i];
  preemption->candidates = victims;
}

/* --- choosing ------------------------------------------------------------ */

static gint64
no_victims (const FitNodeVictims *v)
{
  return v->n_victims != 0;
}

static gint64
pdb_violations (const FitNodeVictims *v)
{
  return v->n_pdb_violations;
}

/* Not necessarily the highest: a pod that violates a budget comes first. */
static gint64
first_priority (const FitNodeVictims *v)
{
  return v->n_victims ? v->victims[0]->spec->priority : 0;
}

/* The offset makes every summand positive, so that of two nodes with equal
 * negative priorities the one with fewer pods wins. */
static gint64
sum_of_priorities (const FitNodeVictims *v)
{
  gint64 sum = 0;

  for (guint i = 0; i < v->n_victims; i++)
    sum += (gint64) v->victims[i]->spec->priority + G_MAXINT32 + 1;
  return sum;
}

static gint64
number_of_victims (const FitNodeVictims *v)
{
  return v->n_victims;
}

/* The later the better, hence negative. */
static gint64
earliest_start_of_most_important (const FitNodeVictims *v)
{
  gint64 earliest = G_MAXINT64;
  gint32 highest = G_MININT32;

  for (guint i = 0; i < v->n_victims; i++)
    {
      const FitPod *pod = v->victims[i];

      if (pod->spec->priority > highest)
        {
          highest = pod->spec->priority;
          earliest = start_time (pod);
        }
      else if (pod->spec->priority == highest)
        earliest = MIN (earliest, start_time (pod));
    }
  return -earliest;
}

/* Each keeps the candidates with the smallest value, in this order. */
static const struct
{
  FitChoice choice;
  gint64 (*value) (const FitNodeVictims *v);
} criteria[] = {
  { FIT_CHOICE_NO_VICTIMS, no_victims },
  { FIT_CHOICE_VIOLATIONS, pdb_violations },
  { FIT_CHOICE_FIRST_PRIORITY, first_priority },
  { FIT_CHOICE_PRIORITY_SUM, sum_of_priorities },
  { FIT_CHOICE_NUMBER, number_of_victims },
  { FIT_CHOICE_START, earliest_start_of_most_important },
};

/* Keeps those of the best whose @value is smallest. */
static void
keep_smallest (FitPreemption *preemption,
               gint64 (*value) (const FitNodeVictims *v))
{
  const FitNodeVictims *candidates = preemption->candidates;
  gint64 smallest = G_MAXINT64;
  guint kept = 0;

  for (guint i = 0; i < preemption->n_best; i++)
    smallest = MIN (smallest, value (&candidates[preemption->best[i]]));
  for (guint i = 0; i < preemption->n_best; i++)
    if (value (&candidates[preemption->best[i]]) == smallest)
      preemption->best[kept++] = preemption->best[i];
  preemption->n_best = kept;
}

static void
pick_one (FitPreemption *preemption)
{
  preemption->best = g_new (guint, preemption->n_candidates);
  preemption->n_best = preemption->n_candidates;
  for (guint i = 0; i < preemption->n_best; i++)
    preemption->best[i] = i;
  preemption->decided_by
      = preemption->n_best == 1 ? FIT_CHOICE_ONLY : FIT_CHOICE_NONE;
  for (guint c = 0; c < G_N_ELEMENTS (criteria) && preemption->n_best > 1; c++)
    {
      keep_smallest (preemption, criteria[c].value);
      preemption->decided_by = criteria[c].choice;
    }
  if (preemption->n_best > 1)
    preemption->decided_by = FIT_CHOICE_ORDER;
}

/* The chosen node is promised to the preemptor: less important pods that were
 * nominated to it have to look elsewhere. */
static void
clear_lower_nominations (const FitCycle *cycle, const char *node_name,
                         GPtrArray *to_clear)
{
  const GPtrArray *nominated = fit_nominated_pods_for_node (
      fit_cache_nominated_pods (cycle->cache), node_name);

  for (guint i = 0; nominated && i < nominated->len; i++)
    if (((const FitPod *) nominated->pdata[i])->spec->priority
        < cycle->pod->spec->priority)
      g_ptr_array_add (to_clear, (gpointer) fit_pod_ref (nominated->pdata[i]));
}

static void
pod_free (gpointer data)
{
  fit_pod_unref (data);
}

/* --- what extenders say -------------------------------------------------- */

/* Returns: FALSE with @preemption->error when one failed; the candidates stay
 * then */
static gboolean
ask_extenders (const FitCycle *cycle, FitPreemption *preemption)
{
  GArray *candidates;
  g_autoptr (GError) problem = NULL;
  gboolean ok;

  if (!cycle->extenders)
    return TRUE;
  candidates = fit_node_victims_array_new ();
  if (preemption->n_candidates)
    g_array_append_vals (candidates, preemption->candidates,
                         preemption->n_candidates);
  g_free (preemption->candidates);
  ok = fit_extenders_preempt (cycle->extenders, cycle->cache, cycle->pod,
                              &candidates, preemption->skipped, &problem);
  preemption->n_candidates = candidates->len;
  g_array_set_clear_func (candidates, NULL);
  preemption->candidates
      = (FitNodeVictims *) (gpointer) g_array_free (candidates, FALSE);
  if (!ok)
    preemption->error = g_strdup (problem->message);
  return ok;
}

/* --- all together -------------------------------------------------------- */

static void
choose (const FitCycle *cycle, FitPreemption *preemption)
{
  const FitNodeVictims *chosen;

  pick_one (preemption);
  chosen = fit_preemption_chosen (preemption);
  if (chosen && !chosen->node->node)
    {
      preemption->n_best = 0;
      preemption->decided_by = FIT_CHOICE_NONE;
      preemption->error = g_strdup_printf (
          "preemption failed: the target node %s has been deleted from "
          "scheduler cache",
          chosen->node->name);
    }
  else if (chosen)
    clear_lower_nominations (cycle, chosen->node->name,
                             preemption->nominated_to_clear);
}

FitPreemption *
fit_cycle_preempt (const FitCycle *cycle, const FitNodeVerdict *verdicts,
                   guint n_verdicts)
{
  FitPreemption *preemption = g_new0 (FitPreemption, 1);
  FitCycle trial = *cycle;

  trial.check_all = FALSE;
  preemption->skipped = g_ptr_array_new_with_free_func (g_free);
  preemption->nominated_to_clear = g_ptr_array_new_with_free_func (pod_free);
  preemption->eligible = eligible (cycle);
  if (!preemption->eligible)
    return preemption;
  if (fit_cache_n_nodes (cycle->cache) == 0)
    {
      preemption->error = g_strdup (FIT_NO_NODES_AVAILABLE);
      return preemption;
    }
  find_potential (cycle, verdicts, n_verdicts, preemption);
  if (preemption->n_potential == 0)
    {
      g_ptr_array_add (preemption->nominated_to_clear,
                       (gpointer) fit_pod_ref (cycle->pod));
      return preemption;
    }
  find_candidates (&trial, preemption);
  if (ask_extenders (cycle, preemption))
    choose (cycle, preemption);
  return preemption;
}
