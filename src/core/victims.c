/* victims.c - finds which pods of a node would have to go so that a pod fits there */
#include "core/victims.h"

#include "core/pick-node.h"

#include <stdlib.h>

void
fit_node_victims_clear (FitNodeVictims *victims)
{
  for (guint v = 0; v < victims->n_victims; v++)
    fit_pod_unref (victims->victims[v]);
  g_free (victims->victims);
  *victims = (FitNodeVictims){ 0 };
}

/* --- importance ---------------------------------------------------------- */

/* A pod and where it is in the list to sort. */
typedef struct
{
  const FitPod *pod;
  guint place;
} Ranked;

/* v1.16 uses the current time for a pod without a start time.  Of two such pods
 * it treats the one that it looks at later as older, so they come in reverse
 * order. */
static gint
more_important (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;
  const gint64 start = fit_preemption_start (x->pod),
               other = fit_preemption_start (y->pod);

  if (x->pod->spec->priority != y->pod->spec->priority)
    return x->pod->spec->priority > y->pod->spec->priority ? -1 : 1;
  if (start != other)
    return start < other ? -1 : 1;
  return (x->place < y->place) == (x->pod->start_time_ns != FIT_TIME_NONE) ? -1
                                                                           : 1;
}

/* The most important pod comes first. */
static void
sort_by_importance (const FitPod **pods, guint n)
{
  g_autofree Ranked *ranked = g_new (Ranked, n);

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    ranked[i] = (Ranked){ pods[i], i };
  qsort (ranked, n, sizeof *ranked, more_important);
  for (guint i = 0; i < n; i++)
    pods[i] = ranked[i].pod;
}

/* The disruptions that each budget allows, in the order of the lister. */
static gint64 *
allowed_disruptions (const FitCycle *cycle, FitArena *arena)
{
  const GPtrArray *budgets = fit_listers_all (fit_cache_listers (cycle->cache),
                                              FIT_KIND_POD_DISRUPTION_BUDGET);
  gint64 *allowed = fit_arena_newn (arena, gint64, budgets->len);

  for (guint i = 0; i < budgets->len; i++)
    allowed[i] = ((const FitPodDisruptionBudget *) budgets->pdata[i])
                     ->disruptions_allowed;
  return allowed;
}

/* In v1.16 victims do not use up budgets: each pod is checked against the
 * initial allowance.  In later releases every victim counts, unless the API
 * server has counted its eviction already. */
static gboolean
violates_budget (const FitCycle *cycle, const FitPod *pod, gint64 *allowed)
{
  const gboolean shrink = (cycle->rules & FIT_PREEMPTION_BUDGETS_SHRINK) != 0;
  const GPtrArray *budgets = fit_listers_all (fit_cache_listers (cycle->cache),
                                              FIT_KIND_POD_DISRUPTION_BUDGET);
  gboolean violates = FALSE;

  if (!pod->meta.labels || pod->meta.labels->n == 0
      || !fit_gate_on (fit_cache_gates (cycle->cache),
                       FIT_GATE_POD_DISRUPTION_BUDGET))
    return FALSE;
  for (guint i = 0; i < budgets->len; i++)
    {
      const FitPodDisruptionBudget *budget = budgets->pdata[i];

      if (budget->meta.namespace_ != pod->meta.namespace_
          || budget->selector->n == 0
          || !fit_selector_matches (budget->selector, pod->meta.labels))
        continue;
      if (shrink && fit_labels_lookup (budget->disrupted, pod->meta.name))
        continue;
      allowed[i] -= shrink;
      violates |= shrink ? allowed[i] < 0 : allowed[i] <= 0;
    }
  return violates;
}

/* A what-if copy of one node, from which pods are removed. */
typedef struct
{
  const FitCycle *cycle;
  FitArena *arena;
  const FitNodeInfo *original;
  FitNodeInfo *node;
  FitPredicateMetadata *meta;
  FitCycleState *state; /* (nullable): the state of plugins that track pods */
  FitGround ground;
} Trial;

typedef FitStatus (*TellFunc) (const FitFramework *framework,
                               const FitFrameworkCycle *cycle,
                               const FitPod *other, const FitNodeInfo *node);

/* If a plugin fails here, the pod does not fit. */
static void
tell_plugins (Trial *trial, TellFunc tell, const FitPod *pod)
{
  const FitFrameworkCycle plugins = { trial->state, trial->cycle->pod };

  FitStatus status = { 0 };

  if (trial->state)
    status = tell (trial->cycle->framework, &plugins, pod, trial->node);
  fit_status_clear (&status);
}

static void
take_away (Trial *trial, const FitPod *pod)
{
  if (!fit_node_info_remove_pod (trial->node, pod, NULL))
    return;
  fit_predicate_metadata_remove_pod (trial->meta, pod, trial->original,
                                     trial->arena);
  tell_plugins (trial, fit_framework_remove_pod, pod);
}

static void
put_back (Trial *trial, const FitPod *pod)
{
  fit_node_info_add_pod (trial->node, pod);
  fit_predicate_metadata_add_pod (trial->meta, pod, trial->original,
                                  trial->arena);
  tell_plugins (trial, fit_framework_add_pod, pod);
}

/* @out_problem: (nullable) (transfer full): an error on the way to FALSE */
static gboolean
fits (const Trial *trial, char **out_problem)
{
  FitArenaMark mark = fit_arena_mark (trial->arena);
  FitNodeVerdict verdict;

  fit_cycle_check (trial->cycle, &trial->ground, &verdict, trial->arena);
  if (out_problem)
    *out_problem = g_strdup (verdict.error);
  fit_arena_rewind (trial->arena, mark);
  return verdict.fits;
}

/* By index: which of @pods violate a budget. */
static const gboolean *
find_violating (const Trial *trial, const GPtrArray *pods)
{
  gint64 *allowed = allowed_disruptions (trial->cycle, trial->arena);
  gboolean *violating = fit_arena_newn (trial->arena, gboolean, pods->len);

  for (guint i = 0; i < pods->len; i++)
    violating[i] = violates_budget (trial->cycle, pods->pdata[i], allowed);
  return violating;
}

/* Puts pods back one at a time.  A pod that does not fit together with the
 * incoming pod stays a victim.  Considers only those of @pods where @violating
 * is @which. */
static void
reprieve (Trial *trial, const GPtrArray *pods, const gboolean *violating,
          gboolean which, FitNodeVictims *victims)
{
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (violating[i] != which)
        continue;
      put_back (trial, pod);
      if (fits (trial, NULL))
        continue;
      take_away (trial, pod);
      victims->victims[victims->n_victims++] = fit_pod_ref (pod);
      victims->n_pdb_violations += which ? 1 : 0;
    }
}

static GPtrArray *
lower_pods (const FitNodeInfo *node, gint32 priority)
{
  GPtrArray *lower = g_ptr_array_new ();

  for (guint i = 0; i < node->n_pods; i++)
    if (node->pods[i]->spec->priority < priority)
      g_ptr_array_add (lower, (gpointer) node->pods[i]);
  return lower;
}

/* Do some of the @n pods violate a budget, and some not? */
static gboolean
are_mixed (const gboolean *violating, guint n)
{
  guint i = 1;

  while (i < n && violating[i] == violating[0])
    i++;
  return i < n;
}

/* Leaves @victims as it is if the pod does not fit even without all
 * lower-priority pods.  @out_problem: (transfer full): an error */
static void
select_victims (Trial *trial, FitNodeVictims *victims, char **out_problem)
{
  const FitNodeInfo *node = trial->original;
  g_autoptr (GPtrArray) lower
      = lower_pods (node, trial->cycle->pod->spec->priority);
  const gboolean *violating;

  if (lower->len == 0 && (trial->cycle->rules & FIT_PREEMPTION_NEEDS_VICTIMS))
    return;
  for (guint i = 0; i < lower->len; i++)
    take_away (trial, lower->pdata[i]);
  if (!fits (trial, out_problem))
    return;
  sort_by_importance ((const FitPod **) lower->pdata, lower->len);
  victims->node = node;
  victims->victims = g_new (const FitPod *, lower->len);
  violating = find_violating (trial, lower);
  reprieve (trial, lower, violating, TRUE, victims);
  reprieve (trial, lower, violating, FALSE, victims);
  if ((trial->cycle->rules & FIT_PREEMPTION_SORTS_VICTIMS)
      && are_mixed (violating, lower->len))
    sort_by_importance (victims->victims, victims->n_victims);
  if (victims->n_victims > 0
      || !(trial->cycle->rules & FIT_PREEMPTION_NEEDS_ONE))
    return;
  fit_node_victims_clear (victims);
  *out_problem = g_strdup_printf (FIT_PREEMPTION_NO_VICTIM, node->name);
}

typedef struct
{
  const FitCycle *cycle;
  const FitNodeInfo *const *nodes;
  FitNodeVictims *victims; /* node is NULL if the pod cannot fit */
  char **problems;         /* (nullable) of nodes where an error says so */
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
      g_autoptr (FitCycleState) state = fit_cycle_clone_state (job->cycle);
      Trial trial
          = { .cycle = job->cycle,
              .arena = arena,
              .original = job->nodes[i],
              .node = clone,
              .state = state,
              .meta = fit_predicate_metadata_copy (job->cycle->meta, arena) };

      fit_cycle_ground (job->cycle, clone, trial.meta, arena, &trial.ground);
      trial.ground.state = state;
      select_victims (&trial, &job->victims[i], &job->problems[i]);
      fit_arena_rewind (arena, mark);
    }
}

void
fit_cycle_find_victims (const FitCycle *cycle, const FitNodeInfo *const *nodes,
                        guint n, FitNodeVictims *victims, char **problems)
{
  VictimsJob job = { cycle, nodes, victims, problems };

  if (cycle->pool)
    fit_worker_pool_run (cycle->pool, n, 1, victims_range, &job);
  else
    victims_range (&job, 0, n, 0);
}
