/* victims.c - finds which pods of a node would have to be evicted so that a pod
 * fits there
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/preemption-private.h"

#include "core/budgets.h"
#include "cluster/cache.h"
#include "predicates/metadata-build.h"
#include "predicates/predicates.h"
#include "rules/resource-sums.h"

#include <stdlib.h>

void
fit_node_victims_clear (FitNodeVictims *victims)
{
  for (guint v = 0; v < victims->n_victims; v++)
    fit_pod_unref (victims->victims[v]);
  g_free (victims->victims);
  *victims = (FitNodeVictims){ 0 };
}

/* -- importance ------------------------------------------------------------ */

typedef struct
{
  const FitPod *pod;
  guint place; /* in the list to sort */
} Ranked;

static gint
by_importance (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  return fit_pod_more_important (x->pod, x->place, y->pod, y->place) ? -1 : 1;
}

/* -- dry runs -------------------------------------------------------------- */

/* A predicate that may reject a node whatever plain pods are there. */
typedef struct
{
  FitPredicateCheck check;
  FitPredicateRun run;
} OtherCheck;

typedef struct
{
  const FitCycle *cycle;
  FitBudgets *budgets;         /* (nullable) */
  const GPtrArray **nominated; /* (nullable) by node index: the pods (FitPod)
                                  that are to run there, NULL for none; NULL if
                                  there are none at all */
  const FitNodeInfo *const *nodes;
  FitNodeVictims *victims;  /* node is NULL if the pod cannot fit */
  char **problems;          /* the errors of nodes that have no victims because
                               of them */
  GStrv *whys;              /* (nullable): the reasons of all others without
                               victims */
  gboolean only_requests;   /* plain pods matter by their requests only */
  FitResourceSums incoming; /* if so: those of the incoming pod */
  guint n_others;
  OtherCheck *others; /* ...and what else the nodes have to pass */
} VictimsJob;

/* What if pods were removed from a node?  The answer comes from a copy of the
 * node, or, if only sums of requests can matter, from numbers. */
typedef struct
{
  const VictimsJob *job;
  const FitCycle *cycle; /* that of @job */
  char **problem;        /* gets the error that says that there are no victims
                            (transfer full) */
  GStrv *why;            /* (nullable): gets the reasons, if it is no error
                            (transfer full) */
  const FitNodeInfo *original;
  guint n_lower;
  const guint32 *lower; /* the places of its pods of lower priority, by
                           importance */

  FitNodeInfo *node; /* NULL: with numbers */
  FitPredicateMetadata *meta;
  FitCycleState *state; /* (nullable): the state of plugins that track pods */
  FitNodeView view;

  FitResourceSums sums; /* of the pods that are there, and the incoming one */
  FitResourceSums capacity;
  FitResourceSums nominated; /* of pods that are to run there too */
  gboolean has_rest; /* there are scalars or nominated pods to look at */
} DryRun;

/* The most important one is number 0. */
static inline const FitPod *
lower_pod (const DryRun *dry_run, guint i)
{
  return dry_run->original->pods[dry_run->lower[i]];
}

typedef FitStatus (*TellFunc) (const FitFramework *framework,
                               const FitFrameworkCycle *cycle,
                               const FitPod *other, const FitNodeInfo *node);

/* Returns: FALSE with the problem if a plugin failed: then there are no victims
 * on this node */
static gboolean
tell_plugins (const DryRun *dry_run, TellFunc tell, const FitPod *pod)
{
  const FitFrameworkCycle plugins = { dry_run->state, dry_run->cycle->pod };
  g_auto (FitStatus) status = { 0 };

  if (dry_run->state == NULL)
    return TRUE;
  status = tell (dry_run->cycle->framework, &plugins, pod, dry_run->node);
  if (status.code == FIT_STATUS_SUCCESS)
    return TRUE;
  *dry_run->problem = g_strdup (fit_status_message (&status));
  return FALSE;
}

/* Returns: as tell_plugins() */
static gboolean
take_away (DryRun *dry_run, const FitPod *pod)
{
  /* A pod without a UID stays. */
  if (!fit_node_info_remove_pod (dry_run->node, pod, NULL))
    return TRUE;
  fit_predicate_metadata_remove_pod (dry_run->meta, pod, dry_run->original,
                                     dry_run->cycle->arena);
  return tell_plugins (dry_run, fit_framework_remove_pod, pod);
}

/* Returns: (transfer full): why the pod does not fit */
static GStrv
reasons_of (const FitNodeVerdict *verdict)
{
  g_autoptr (GStrvBuilder) reasons = g_strv_builder_new ();

  for (guint i = 0; i < verdict->reasons.n; i++)
    {
      g_autofree char *text = fit_reason_format (&verdict->reasons.items[i]);

      g_strv_builder_add (reasons, text);
    }
  if (verdict->filter_message != NULL)
    g_strv_builder_add (reasons, verdict->filter_message);
  return g_strv_builder_end (reasons);
}

/* @tells: if the pod does not fit, that is why there are no victims */
static gboolean
check (const DryRun *dry_run, const FitNodeView *view, gboolean tells)
{
  FitArenaMark mark = fit_arena_mark (dry_run->cycle->arena);
  FitNodeVerdict verdict;

  fit_cycle_check (dry_run->cycle, view, &verdict);
  if (tells && G_UNLIKELY (verdict.error))
    *dry_run->problem = g_strdup (verdict.error);
  else if (tells && dry_run->why != NULL && !verdict.fits)
    *dry_run->why = reasons_of (&verdict);
  fit_arena_rewind (dry_run->cycle->arena, mark);
  return verdict.fits;
}

/* By index: which of the lower pods violate a budget; NULL if there are no
 * budgets. */
static const gboolean *
find_violating (const DryRun *dry_run)
{
  FitArena *arena = dry_run->cycle->arena;
  const FitPod **pods;
  gboolean *violating;

  if (dry_run->job->budgets == NULL)
    return NULL;
  pods = fit_arena_newn (arena, const FitPod *, dry_run->n_lower);
  violating = fit_arena_newn (arena, gboolean, dry_run->n_lower);
  for (guint i = 0; i < dry_run->n_lower; i++)
    pods[i] = lower_pod (dry_run, i);
  fit_budgets_violated (dry_run->job->budgets, pods, dry_run->n_lower,
                        violating);
  return violating;
}

static void
count_scalars (DryRun *dry_run, const FitPodSpec *spec, gint sign)
{
  fit_resource_sums_count_scalars (dry_run->sums.scalars, dry_run->cycle->meta,
                                   dry_run->original, spec, sign);
}

/* Does the pod fit, as far as scalars and nominated pods are concerned?  It has
 * to fit both with and without the nominated pods. */
static gboolean
rest_fits (const DryRun *dry_run, FitAmounts amounts)
{
  const FitPredicateMetadata *meta = dry_run->cycle->meta;
  const FitResourceSums *nominated = &dry_run->nominated;
  gint64 scalars[FIT_SUMS_MOST_SCALARS];

  if (!fit_resource_sums_fit (amounts, dry_run->sums.scalars, meta,
                              &dry_run->capacity))
    return FALSE;
  if (nominated->amounts.pods == 0)
    return TRUE;
  for (guint i = 0; i < meta->request.n_scalars; i++)
    scalars[i]
        = fit_wrapping_add (dry_run->sums.scalars[i], nominated->scalars[i]);
  return fit_resource_sums_fit (fit_amounts_add (amounts, nominated->amounts),
                                scalars, meta, &dry_run->capacity);
}

/* The same with a pod with @spec, whose scalars count from now on if it
 * fits. */
static gboolean
rest_fits_with (DryRun *dry_run, const FitPodSpec *spec, FitAmounts amounts)
{
  count_scalars (dry_run, spec, 1);
  if (rest_fits (dry_run, amounts))
    return TRUE;
  count_scalars (dry_run, spec, -1);
  return FALSE;
}

/* Puts pods back one at a time.  A pod that does not fit together with the
 * incoming pod stays a victim.  Considers only those of the lower pods where
 * @violating (nullable: none does) is @which.
 *
 * Always inlined: where @violating and @has_rest are constants, the compiler
 * leaves little of the loop. */
__attribute__ ((always_inline)) static inline void
reprieve_loop (DryRun *dry_run, const gboolean *violating, gboolean which,
               gboolean has_rest, FitNodeVictims *victims)
{
  const FitNodeInfo *node = dry_run->original;
  const FitPod *const *pods = node->pods;
  const guint32 *lower = dry_run->lower;
  const FitAmounts *capacity = &dry_run->capacity.amounts;
  const guint n = dry_run->n_lower;
  const FitPod **out;
  FitAmounts amounts = dry_run->sums.amounts;

  /* Then there is no array of victims either. */
  if (n == 0)
    return;
  out = victims->victims + victims->n_victims;
  for (guint i = 0; i < n; i++)
    {
      const FitPod *pod = pods[lower[i]];
      const FitAmounts more = fit_amounts_with (amounts, node, pod->spec);

      if (violating != NULL && violating[i] != which)
        continue;
      if (fit_amounts_within (more, capacity)
          && (!has_rest || rest_fits_with (dry_run, pod->spec, more)))
        {
          amounts = more;
          continue;
        }
      *out++ = fit_pod_ref (pod);
    }
  dry_run->sums.amounts = amounts;
  victims->n_victims = (guint) (out - victims->victims);
  if (which)
    victims->n_pdb_violations = victims->n_victims;
}

static inline gboolean
reprieve (DryRun *dry_run, const gboolean *violating, gboolean which,
          FitNodeVictims *victims)
{
  if (dry_run->node != NULL)
    {
      /* The same with a copy. */
      for (guint i = 0; i < dry_run->n_lower; i++)
        {
          const FitPod *pod = lower_pod (dry_run, i);

          if (violating != NULL && violating[i] != which)
            continue;
          fit_node_info_add_pod (dry_run->node, pod);
          fit_predicate_metadata_add_pod (dry_run->meta, pod, dry_run->original,
                                          dry_run->cycle->arena);
          if (!tell_plugins (dry_run, fit_framework_add_pod, pod))
            return FALSE;
          if (check (dry_run, &dry_run->view, FALSE))
            continue;
          if (!take_away (dry_run, pod))
            return FALSE;
          victims->victims[victims->n_victims++] = fit_pod_ref (pod);
          victims->n_pdb_violations += which ? 1 : 0;
        }
      return TRUE;
    }
  if (violating != NULL || dry_run->has_rest)
    reprieve_loop (dry_run, violating, which, TRUE, victims);
  else
    reprieve_loop (dry_run, NULL, FALSE, FALSE, victims);
  return TRUE;
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

/* The pod fits without the lower pods.  Finds which of them it needs to evict.
 * Those that violate a budget are put back first. */
static void
select_victims (DryRun *dry_run, FitNodeVictims *victims)
{
  const gboolean *violating;

  victims->node = dry_run->original;
  victims->victims = g_malloc (sizeof *victims->victims * dry_run->n_lower);
  violating = find_violating (dry_run);
  if ((violating != NULL && !reprieve (dry_run, violating, TRUE, victims))
      || !reprieve (dry_run, violating, FALSE, victims))
    {
      fit_node_victims_clear (victims);
      return;
    }
  if (violating != NULL && dry_run->cycle->behaviour->preemption_sorts_victims
      && are_mixed (violating, dry_run->n_lower))
    {
      const guint n = victims->n_victims;
      Ranked *ranked = fit_arena_newn (dry_run->cycle->arena, Ranked, n);

      /* The most important pod comes first. */
      for (guint i = 0; i < n; i++)
        ranked[i] = (Ranked){ victims->victims[i], i };
      qsort (ranked, n, sizeof *ranked, by_importance);
      for (guint i = 0; i < n; i++)
        victims->victims[i] = ranked[i].pod;
    }
  if (victims->n_victims > 0
      || !dry_run->cycle->behaviour->preemption_needs_one)
    return;
  fit_node_victims_clear (victims);
  *dry_run->problem
      = g_strdup_printf (FIT_PREEMPTION_NO_VICTIM, dry_run->original->name);
}

/* -- with a copy of the node ----------------------------------------------- */

static void
try_with_copy (DryRun *dry_run, FitNodeVictims *victims)
{
  const FitCycle *cycle = dry_run->cycle;
  const FitNodeInfo *node = dry_run->original;
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autoptr (FitCycleState) state = NULL;

  if (cycle->remove_error != NULL)
    {
      *dry_run->problem = g_strdup (cycle->remove_error);
      return;
    }
  clone = fit_node_info_clone (node);
  state = fit_cycle_clone_state (cycle);
  dry_run->node = clone;
  dry_run->state = state;
  dry_run->meta
      = fit_predicate_metadata_copy (cycle->meta, dry_run->cycle->arena);
  fit_cycle_view (cycle, clone, dry_run->meta, &dry_run->view);
  dry_run->view.state = state;
  for (guint i = 0; i < node->n_pods; i++)
    if (node->pods[i]->spec->priority < cycle->pod->spec->priority
        && !take_away (dry_run, node->pods[i]))
      return;
  if (check (dry_run, &dry_run->view, TRUE))
    select_victims (dry_run, victims);
}

/* -- with numbers ---------------------------------------------------------- */

/* Finds out if plain pods matter only by their number and their requests, and
 * what else a node has to pass then. */
static void
list_other_checks (VictimsJob *job)
{
  const FitCycle *cycle = job->cycle;
  const FitPredicateMetadata *meta = cycle->meta;
  const FitPodSpec *spec = cycle->pod->spec;
  gboolean counts = FALSE;

  if (cycle->filters != NULL || cycle->asks_plugins || !meta->usable
      || meta->spread != NULL || spec->affinity.n_required > 0
      || spec->anti_affinity.n_required > 0
      || !fit_resource_sums_possible (meta))
    return;
  job->others = fit_arena_newn (cycle->arena, OtherCheck, cycle->n_runs);
  for (guint i = 0; i < cycle->n_runs; i++)
    {
      FitPredicateRun run = cycle->runs[i];
      const FitPredicateInfo *info = run.predicate->info;

      if (info == &fit_pod_fits_resources || info == &fit_general_predicates)
        {
          counts = TRUE;
          if (info == &fit_pod_fits_resources)
            continue;
          info = &fit_general_predicates_but_resources;
          info->prepare (&run);
        }
      else if (!info->ignores_plain_pods)
        return;
      if (!run.skip)
        job->others[job->n_others++] = (OtherCheck){ info->check, run };
    }
  fit_resource_sums_init (&job->incoming, meta);
  job->only_requests = counts;
}

/* Does the node pass what plain pods make no difference to? */
static gboolean
passes_others (const DryRun *dry_run)
{
  const VictimsJob *job = dry_run->job;
  FitReasons reasons;

  fit_reasons_init (&reasons, job->cycle->arena);
  for (guint i = 0; i < job->n_others; i++)
    {
      const OtherCheck *other = &job->others[i];
      g_autoptr (GError) problem = NULL;

      if (other->check (&other->run, dry_run->original, &reasons, &problem)
          != FIT_ANSWER_YES)
        return FALSE;
    }
  return TRUE;
}

static gboolean
all_plain (const DryRun *dry_run)
{
  for (guint i = 0; i < dry_run->n_lower; i++)
    if (!fit_pod_is_plain (lower_pod (dry_run, i)))
      return FALSE;
  return TRUE;
}

static gboolean
can_use_numbers (DryRun *dry_run)
{
  const FitCycle *cycle;
  const GPtrArray **all;
  const GPtrArray *pods;

  if (!dry_run->job->only_requests
      || !(dry_run->original->n_special == 0 || all_plain (dry_run)))
    return FALSE;
  cycle = dry_run->cycle;
  all = dry_run->job->nominated;
  pods = all != NULL ? all[dry_run->original->index] : NULL;
  dry_run->nominated.amounts.pods = 0;
  if (pods != NULL)
    dry_run->nominated = (FitResourceSums){ 0 };
  for (guint i = 0; pods != NULL && i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (!fit_cycle_counts_nominated (cycle, pod))
        continue;
      if (!fit_pod_is_plain (pod))
        return FALSE;
      dry_run->nominated.amounts = fit_amounts_with (
          dry_run->nominated.amounts, dry_run->original, pod->spec);
      fit_resource_sums_count_scalars (dry_run->nominated.scalars, cycle->meta,
                                       dry_run->original, pod->spec, 1);
    }
  return TRUE;
}

/* Resources the incoming pod does not request count as unlimited. */
static inline void
find_capacity (DryRun *dry_run)
{
  const FitPredicateMetadata *meta = dry_run->cycle->meta;
  const FitNodeInfo *node = dry_run->original;
  const FitResources *has = &node->traits->allocatable;
  FitResourceSums *capacity = &dry_run->capacity;

  capacity->amounts = (FitAmounts){ node->traits->allowed_pods, has->milli_cpu,
                                    has->memory, has->ephemeral_storage };
  if (meta->requests_nothing)
    capacity->amounts = (FitAmounts){ node->traits->allowed_pods, G_MAXINT64,
                                      G_MAXINT64, G_MAXINT64 };
  if (meta->request.n_scalars > 0)
    fit_resource_sums_scalar_capacity (capacity->scalars, meta, node);
}

static void
try_with_numbers (DryRun *dry_run, FitNodeVictims *victims)
{
  const FitCycle *cycle = dry_run->cycle;
  const FitNodeInfo *node = dry_run->original;

  find_capacity (dry_run);
  dry_run->has_rest = cycle->meta->request.n_scalars > 0
                      || dry_run->nominated.amounts.pods > 0;
  dry_run->sums.amounts = dry_run->job->incoming.amounts;
  if (dry_run->has_rest)
    dry_run->sums = dry_run->job->incoming;
  /* The pods before the lower ones stay. */
  for (const guint32 *i = fit_node_info_order (node); i < dry_run->lower; i++)
    {
      const FitPodSpec *spec = node->pods[*i]->spec;

      dry_run->sums.amounts
          = fit_amounts_with (dry_run->sums.amounts, node, spec);
      if (dry_run->has_rest)
        count_scalars (dry_run, spec, 1);
    }
  if (fit_amounts_within (dry_run->sums.amounts, &dry_run->capacity.amounts)
      && (!dry_run->has_rest || rest_fits (dry_run, dry_run->sums.amounts))
      && passes_others (dry_run))
    select_victims (dry_run, victims);
}

/* -- all nodes ------------------------------------------------------------- */

static void
find_lower (DryRun *dry_run)
{
  const FitNodeInfo *node = dry_run->original;
  const gint32 priority = dry_run->cycle->pod->spec->priority;
  const guint32 *order = fit_node_info_order (node);
  guint n = 0;

  while (n < node->n_pods && node->pods[order[n]]->spec->priority >= priority)
    n++;
  dry_run->lower = order + n;
  dry_run->n_lower = node->n_pods - n;
}

static void
note_nominated (const char *node_name, const GPtrArray *pods, gpointer data)
{
  const VictimsJob *job = data;
  const FitNodeInfo *node = fit_cache_find_node (job->cycle->cache, node_name);

  if (node != NULL)
    job->nominated[node->index] = pods;
}

static void
list_nominated (VictimsJob *job)
{
  const FitCycle *cycle = job->cycle;
  const FitNominatedPods *all = fit_cache_nominated_pods (cycle->cache);

  if (fit_nominated_pods_empty (all))
    return;
  job->nominated = fit_arena_new0 (cycle->arena, const GPtrArray *,
                                   fit_cache_n_slots (cycle->cache));
  fit_nominated_pods_foreach (all, cycle->pod->spec->priority, note_nominated,
                              job);
}

void
fit_cycle_find_victims (const FitCycle *cycle, const FitNodeInfo *const *nodes,
                        guint n, FitNodeVictims *victims, char **problems,
                        GStrv *whys)
{
  g_autoptr (FitBudgets) budgets = fit_budgets_new (cycle);
  VictimsJob job = { .cycle = cycle,
                     .budgets = budgets,
                     .nodes = nodes,
                     .victims = victims,
                     .problems = problems,
                     .whys = whys };
  static const char *const no_victims[]
      = { "No preemption victims found for incoming pod", NULL };
  FitArena *arena;

  list_nominated (&job);
  list_other_checks (&job);
  arena = job.cycle->arena;
  DryRun dry_run;

  dry_run.job = &job;
  dry_run.cycle = job.cycle;
  for (guint i = 0; i < n; i++)
    {
      const FitArenaMark mark = fit_arena_mark (arena);

      job.victims[i] = (FitNodeVictims){ 0 };
      dry_run.problem = &job.problems[i];
      dry_run.why = job.whys != NULL ? &job.whys[i] : NULL;
      dry_run.original = job.nodes[i];
      dry_run.node = NULL;
      find_lower (&dry_run);
      if (dry_run.n_lower == 0
          && job.cycle->behaviour->preemption_needs_victims)
        {
          if (dry_run.why != NULL)
            *dry_run.why = g_strdupv ((GStrv) no_victims);
        }
      else if (can_use_numbers (&dry_run))
        try_with_numbers (&dry_run, &job.victims[i]);
      else
        try_with_copy (&dry_run, &job.victims[i]);
      fit_arena_rewind (arena, mark);
    }
}
