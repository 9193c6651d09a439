/* victims.c - finds which pods of a node would have to be evicted so that a pod fits there */
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

/* A pod, and what its importance depends on. */
typedef struct
{
  const FitPod *pod;
  gint64 start;
  gint32 priority;
  guint place; /* in the list to sort */
} Ranked;

/* v1.16 uses the current time for a pod without a start time.  Of two such pods
 * it treats the one that it looks at later as older, so they come in reverse
 * order. */
static inline gboolean
is_more_important (const Ranked *x, const Ranked *y)
{
  if (x->priority != y->priority)
    return x->priority > y->priority;
  if (x->start != y->start)
    return x->start < y->start;
  return (x->place < y->place) == (x->pod->start_time_ns != FIT_TIME_NONE);
}

static gint
by_importance (gconstpointer a, gconstpointer b)
{
  return is_more_important (a, b) ? -1 : 1;
}

/* Up to this number, pods are sorted without qsort(). */
#define FEW_PODS 16

static void
sort_few (Ranked *ranked, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      const Ranked moving = ranked[i];
      guint to = i;

      for (; to > 0 && is_more_important (&moving, &ranked[to - 1]); to--)
        ranked[to] = ranked[to - 1];
      ranked[to] = moving;
    }
}

/* The most important pod comes first. */
static void
sort_by_importance (const FitPod **pods, guint n, FitArena *arena)
{
  Ranked *ranked = fit_arena_newn (arena, Ranked, n);

  for (guint i = 0; i < n; i++)
    ranked[i] = (Ranked){ pods[i], fit_preemption_start (pods[i]),
                          pods[i]->spec->priority, i };
  if (n <= FEW_PODS)
    sort_few (ranked, n);
  else
    qsort (ranked, n, sizeof *ranked, by_importance);
  for (guint i = 0; i < n; i++)
    pods[i] = ranked[i].pod;
}

/* -- dry runs -------------------------------------------------------------- */

typedef struct
{
  const FitCycle *cycle;
  FitBudgets *budgets; /* (nullable) */
  const FitNodeInfo *const *nodes;
  FitNodeVictims *victims;  /* node is NULL if the pod cannot fit */
  char **problems;          /* of nodes where an error says so */
  GStrv *whys;              /* (nullable) of all others without victims */
  gboolean only_requests;   /* plain pods matter by their requests only... */
  gboolean counts_requests; /* ...if these do */
} VictimsJob;

/* What if pods were removed from a node?  The answer comes from a copy of the node,
 * or, if only sums of requests can matter, from numbers. */
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
  const FitPod **lower; /* its pods of lower priority */

  FitNodeInfo *node; /* NULL: with numbers */
  FitPredicateMetadata *meta;
  FitCycleState *state; /* (nullable): the state of plugins that track pods */
  FitNodeView view;

  FitResourceSums used;
  FitResourceSums capacity;
  FitResourceSums nominated; /* of pods that are to run there too */
} DryRun;

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

  if (!dry_run->state)
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
  if (!dry_run->node)
    {
      fit_resource_sums_count (dry_run->meta, dry_run->original, pod, -1,
                               &dry_run->used);
      return TRUE;
    }
  if (!fit_node_info_remove_pod (dry_run->node, pod, NULL))
    return TRUE;
  fit_predicate_metadata_remove_pod (dry_run->meta, pod, dry_run->original,
                                     dry_run->cycle->arena);
  return tell_plugins (dry_run, fit_framework_remove_pod, pod);
}

/* Returns: as tell_plugins() */
static gboolean
put_back (DryRun *dry_run, const FitPod *pod)
{
  if (!dry_run->node)
    {
      fit_resource_sums_count (dry_run->meta, dry_run->original, pod, 1,
                               &dry_run->used);
      return TRUE;
    }
  fit_node_info_add_pod (dry_run->node, pod);
  fit_predicate_metadata_add_pod (dry_run->meta, pod, dry_run->original,
                                  dry_run->cycle->arena);
  return tell_plugins (dry_run, fit_framework_add_pod, pod);
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
  if (verdict->filter_message)
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
  else if (tells && dry_run->why && !verdict.fits)
    *dry_run->why = reasons_of (&verdict);
  fit_arena_rewind (dry_run->cycle->arena, mark);
  return verdict.fits;
}

static void
add_sums (const FitPredicateMetadata *meta, const FitResourceSums *more,
          FitResourceSums *sums)
{
  sums->pods += more->pods;
  sums->milli_cpu = fit_wrapping_add (sums->milli_cpu, more->milli_cpu);
  sums->memory = fit_wrapping_add (sums->memory, more->memory);
  sums->ephemeral_storage
      = fit_wrapping_add (sums->ephemeral_storage, more->ephemeral_storage);
  for (guint i = 0; i < meta->request.n_scalars; i++)
    sums->scalars[i] = fit_wrapping_add (sums->scalars[i], more->scalars[i]);
}

/* Checks with the nominated pods first, then without them. */
static gboolean
sums_fit (const DryRun *dry_run)
{
  const FitPredicateMetadata *meta = dry_run->meta;

  if (dry_run->nominated.pods > 0)
    {
      FitResourceSums all = dry_run->used;

      add_sums (meta, &dry_run->nominated, &all);
      if (!fit_resource_sums_fit (meta, &all, &dry_run->capacity))
        return FALSE;
    }
  return fit_resource_sums_fit (meta, &dry_run->used, &dry_run->capacity);
}

/* Does the pod fit beside the pods that were put back? */
static gboolean
still_fits (const DryRun *dry_run)
{
  if (!dry_run->node)
    return !dry_run->job->counts_requests || sums_fit (dry_run);
  return check (dry_run, &dry_run->view, FALSE);
}

/* By index: which of the lower pods violate a budget. */
static const gboolean *
find_violating (const DryRun *dry_run)
{
  gboolean *violating
      = fit_arena_new0 (dry_run->cycle->arena, gboolean, dry_run->n_lower);

  if (dry_run->job->budgets)
    fit_budgets_violated (dry_run->job->budgets, dry_run->lower,
                          dry_run->n_lower, violating);
  return violating;
}

/* Puts pods back one at a time.  A pod that does not fit together with the
 * incoming pod stays a victim.  Considers only those of the lower pods where
 * @violating is @which.
 * Returns: as tell_plugins() */
static gboolean
reprieve (DryRun *dry_run, const gboolean *violating, gboolean which,
          FitNodeVictims *victims)
{
  for (guint i = 0; i < dry_run->n_lower; i++)
    {
      const FitPod *pod = dry_run->lower[i];

      if (violating[i] != which)
        continue;
      if (!put_back (dry_run, pod))
        return FALSE;
      if (still_fits (dry_run))
        continue;
      if (!take_away (dry_run, pod))
        return FALSE;
      victims->victims[victims->n_victims++] = fit_pod_ref (pod);
      victims->n_pdb_violations += which ? 1 : 0;
    }
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

/* The pod fits without the lower pods.  Finds which of them it needs to evict. */
static void
select_victims (DryRun *dry_run, FitNodeVictims *victims)
{
  const gboolean *violating;

  sort_by_importance (dry_run->lower, dry_run->n_lower, dry_run->cycle->arena);
  victims->node = dry_run->original;
  victims->victims = g_new (const FitPod *, dry_run->n_lower);
  violating = find_violating (dry_run);
  if ((dry_run->job->budgets && !reprieve (dry_run, violating, TRUE, victims))
      || !reprieve (dry_run, violating, FALSE, victims))
    {
      fit_node_victims_clear (victims);
      return;
    }
  if (dry_run->cycle->behaviour->preemption_sorts_victims
      && are_mixed (violating, dry_run->n_lower))
    sort_by_importance (victims->victims, victims->n_victims,
                        dry_run->cycle->arena);
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
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autoptr (FitCycleState) state = NULL;

  if (cycle->remove_error)
    {
      *dry_run->problem = g_strdup (cycle->remove_error);
      return;
    }
  clone = fit_node_info_clone (dry_run->original);
  state = fit_cycle_clone_state (cycle);
  dry_run->node = clone;
  dry_run->state = state;
  dry_run->meta
      = fit_predicate_metadata_copy (cycle->meta, dry_run->cycle->arena);
  fit_cycle_view (cycle, clone, dry_run->meta, &dry_run->view);
  dry_run->view.state = state;
  for (guint i = 0; i < dry_run->n_lower; i++)
    if (!take_away (dry_run, dry_run->lower[i]))
      return;
  if (check (dry_run, &dry_run->view, TRUE))
    select_victims (dry_run, victims);
}

/* -- with numbers ---------------------------------------------------------- */

/* The predicates for which it makes no difference whether plain pods are on the
 * node, if the incoming pod selects no other pods. */
static const FitPredicateInfo *const indifferent[] = {
  &fit_check_node_condition,
  &fit_check_node_unschedulable,
  &fit_host_name,
  &fit_pod_fits_host_ports,
  &fit_match_node_selector,
  &fit_no_disk_conflict,
  &fit_pod_tolerates_node_taints,
  &fit_pod_tolerates_node_no_execute_taints,
  &fit_check_node_label_presence,
  &fit_max_ebs_volume_count,
  &fit_max_gce_pd_volume_count,
  &fit_max_csi_volume_count,
  &fit_max_azure_disk_volume_count,
  &fit_max_cinder_volume_count,
  &fit_check_volume_binding,
  &fit_no_volume_zone_conflict,
  &fit_check_node_memory_pressure,
  &fit_check_node_pid_pressure,
  &fit_check_node_disk_pressure,
  &fit_even_pods_spread,
  &fit_match_inter_pod_affinity,
};

static gboolean
is_indifferent (const FitPredicateInfo *info)
{
  for (guint i = 0; i < G_N_ELEMENTS (indifferent); i++)
    if (indifferent[i] == info)
      return TRUE;
  return FALSE;
}

/* May plain pods matter only by their number and their requests? */
static gboolean
minds_only_requests (const FitCycle *cycle, gboolean *out_counts)
{
  const FitPredicateMetadata *meta = cycle->meta;
  const FitPodSpec *spec = cycle->pod->spec;

  *out_counts = FALSE;
  if (cycle->filters || cycle->asks_plugins || !meta->usable || meta->spread
      || spec->affinity.n_required > 0 || spec->anti_affinity.n_required > 0
      || !fit_resource_sums_possible (meta))
    return FALSE;
  for (guint i = 0; i < cycle->n_runs; i++)
    {
      const FitPredicateInfo *info = cycle->runs[i].predicate->info;

      if (info == &fit_general_predicates || info == &fit_pod_fits_resources)
        *out_counts = TRUE;
      else if (!is_indifferent (info))
        return FALSE;
    }
  return TRUE;
}

/* A pod without an UID cannot be taken from a node. */
static gboolean
is_plain (const FitPod *pod)
{
  const FitPodSpec *spec = pod->spec;

  for (guint i = 0; i < spec->n_volumes; i++)
    if (spec->volumes[i].type != FIT_VOLUME_OTHER)
      return FALSE;
  return spec->n_host_ports == 0 && spec->anti_affinity.n_required == 0
         && *pod->meta.uid;
}

static gboolean
can_use_numbers (const DryRun *dry_run)
{
  if (!dry_run->job->only_requests)
    return FALSE;
  for (guint i = 0; i < dry_run->n_lower; i++)
    if (!is_plain (dry_run->lower[i]))
      return FALSE;
  return TRUE;
}

/* Checks all predicates on the node without the lower pods. */
static gboolean
fits_without_lower (const DryRun *dry_run)
{
  const FitCycle *cycle = dry_run->cycle;
  const FitResources *request = &dry_run->meta->request;
  const FitNodeInfo *original = dry_run->original;
  FitScalar scalars[FIT_SUMS_MOST_SCALARS];
  FitNodeInfo without = *original;
  const FitNodeView view = { .node = &without,
                             .meta = cycle->meta,
                             .n_runs = cycle->n_active,
                             .runs = cycle->active };

  without.requested = (FitResources){
    .milli_cpu = dry_run->used.milli_cpu,
    .memory = dry_run->used.memory,
    .ephemeral_storage = dry_run->used.ephemeral_storage,
    .n_scalars = request->n_scalars,
    .scalars = scalars,
  };
  for (guint i = 0; i < request->n_scalars; i++)
    scalars[i]
        = (FitScalar){ request->scalars[i].name, dry_run->used.scalars[i] };
  without.n_pods = 0;
  without.pods = fit_arena_newn (dry_run->cycle->arena, const FitPod *,
                                 original->n_pods - dry_run->n_lower);
  for (guint i = 0; dry_run->n_lower < original->n_pods && i < original->n_pods;
       i++)
    if (original->pods[i]->spec->priority >= cycle->pod->spec->priority)
      without.pods[without.n_pods++] = original->pods[i];
  return check (dry_run, &view, TRUE);
}

static void
count_nominated (DryRun *dry_run)
{
  const FitCycle *cycle = dry_run->cycle;
  const FitNominatedPods *all = fit_cache_nominated_pods (cycle->cache);
  const GPtrArray *pods
      = fit_nominated_pods_empty (all)
            ? NULL
            : fit_nominated_pods_for_node (all, dry_run->original->name);

  dry_run->nominated = (FitResourceSums){ 0 };
  for (guint i = 0; pods && i < pods->len; i++)
    if (fit_cycle_counts_nominated (cycle, pods->pdata[i]))
      fit_resource_sums_count (dry_run->meta, dry_run->original, pods->pdata[i],
                               1, &dry_run->nominated);
}

static void
try_with_numbers (DryRun *dry_run, FitNodeVictims *victims)
{
  dry_run->meta = dry_run->cycle->meta;
  count_nominated (dry_run);
  fit_resource_sums_of_node (dry_run->meta, dry_run->original, &dry_run->used,
                             &dry_run->capacity);
  for (guint i = 0; i < dry_run->n_lower; i++)
    take_away (dry_run, dry_run->lower[i]);
  if (fits_without_lower (dry_run))
    select_victims (dry_run, victims);
}

/* -- all nodes ------------------------------------------------------------- */

static void
find_lower (DryRun *dry_run)
{
  const FitNodeInfo *node = dry_run->original;
  const gint32 priority = dry_run->cycle->pod->spec->priority;

  dry_run->lower
      = fit_arena_newn (dry_run->cycle->arena, const FitPod *, node->n_pods);
  for (guint i = 0; i < node->n_pods; i++)
    if (node->pods[i]->spec->priority < priority)
      dry_run->lower[dry_run->n_lower++] = node->pods[i];
}

static void
find_all (const VictimsJob *job, guint n)
{
  static const char *const no_victims[]
      = { "No preemption victims found for incoming pod", NULL };
  FitArena *arena = job->cycle->arena;

  for (guint i = 0; i < n; i++)
    {
      FitArenaMark mark = fit_arena_mark (arena);
      DryRun dry_run;

      dry_run.job = job;
      dry_run.cycle = job->cycle;
      dry_run.problem = &job->problems[i];
      dry_run.why = job->whys ? &job->whys[i] : NULL;
      dry_run.original = job->nodes[i];
      dry_run.n_lower = 0;
      dry_run.node = NULL;
      find_lower (&dry_run);
      if (dry_run.n_lower == 0
          && job->cycle->behaviour->preemption_needs_victims)
        {
          if (dry_run.why)
            *dry_run.why = g_strdupv ((GStrv) no_victims);
        }
      else if (can_use_numbers (&dry_run))
        try_with_numbers (&dry_run, &job->victims[i]);
      else
        try_with_copy (&dry_run, &job->victims[i]);
      fit_arena_rewind (arena, mark);
    }
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

  job.only_requests = minds_only_requests (cycle, &job.counts_requests);
  find_all (&job, n);
}
