/* preemption.c - finds the nodes where evicting pods helps, and the victims on each */
#include "core/preemption.h"

#include "core/cycle.h"
#include "core/pick-node.h"
#include "core/extenders.h"

#include <stdlib.h>
#include <string.h>

static void
drop_victims (FitNodeVictims *victims)
{
  for (guint v = 0; v < victims->n_victims; v++)
    fit_pod_unref (victims->victims[v]);
  g_free (victims->victims);
  *victims = (FitNodeVictims){ 0 };
}

void
fit_preemption_free (FitPreemption *preemption)
{
  if (!preemption)
    return;
  for (guint i = 0; i < preemption->n_candidates; i++)
    drop_victims (&preemption->candidates[i]);
  g_free (preemption->candidates);
  g_free (preemption->potential);
  g_free (preemption->best);
  g_ptr_array_unref (preemption->skipped);
  g_ptr_array_unref (preemption->nominated_to_clear);
  g_free (preemption->error);
  g_clear_error (&preemption->problem);
  g_free (preemption);
}

const FitNodeVictims *
fit_preemption_chosen (const FitPreemption *preemption)
{
  return preemption->n_best ? &preemption->candidates[preemption->best[0]]
                            : NULL;
}

/* --- which pods may preempt, and where ----------------------------------- */

/* Is @pod being deleted, as far as the release can tell as a victim? */
static gboolean
is_ending_victim (const FitCycle *cycle, const FitPod *pod)
{
  const gboolean marked
      = (cycle->rules & FIT_PREEMPTION_KNOWS_VICTIMS)
        && fit_profile_gate_on (cycle->filters->gates,
                                FIT_PROFILE_GATE_POD_DISRUPTION_CONDITIONS);

  return fit_object_meta_deleting (&pod->meta)
         && (!marked || pod->disruption == FIT_DISRUPTION_PREEMPTED);
}

/* A pod that is already nominated must wait while its victims are
 * terminating. */
static gboolean
eligible (const FitCycle *cycle, const guint8 *hopeless)
{
  const FitPod *pod = cycle->pod;
  const FitNodeInfo *nominated;

  if (pod->spec->never_preempts
      && ((cycle->rules & FIT_PREEMPTION_NEVER_UNGATED)
          || fit_gate_on (fit_cache_gates (cycle->cache),
                          FIT_GATE_NON_PREEMPTING_PRIORITY)))
    return FALSE;
  nominated = *pod->nominated_node_name
                  ? fit_cache_find_node (cycle->cache, pod->nominated_node_name)
                  : NULL;
  if (nominated && (cycle->rules & FIT_PREEMPTION_HOPELESS_NOMINATION)
      && hopeless[nominated->index])
    return TRUE;
  for (guint i = 0; nominated && i < nominated->n_pods; i++)
    if (is_ending_victim (cycle, nominated->pods[i])
        && nominated->pods[i]->spec->priority < pod->spec->priority)
      return FALSE;
  return TRUE;
}

/* Only failures that belong to the decision count: an evaluation may have
 * checked more. */
gboolean
fit_cycle_hopeless (const FitCycle *cycle, const FitNodeVerdict *verdict)
{
  const gboolean all
      = cycle->algorithm->always_check_all_predicates
        || (cycle->filters
            && fit_filter_profile_asks_all (cycle->filters->release));
  const guint n = all || !verdict->n_failures ? verdict->reasons.n
                                              : verdict->failures[0].n;

  if (verdict->filter_code == FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (fit_reason_unresolvable (verdict->reasons.items[i].code))
      return TRUE;
  return FALSE;
}

/* Notes the nodes that an extender rejected in the same way, hopelessly or
 * not. */
static void
note_rejections (const FitCycle *cycle, const GArray *rejections,
                 gboolean unresolvable, guint8 *hopeless)
{
  for (guint i = 0; rejections && i < rejections->len; i++)
    {
      const FitExtenderRejection *rejection
          = &g_array_index (rejections, FitExtenderRejection, i);
      const FitNodeInfo *node
          = fit_cache_find_node (cycle->cache, rejection->node_name);

      if (node && !rejection->unresolvable == !unresolvable)
        hopeless[node->index] = unresolvable;
    }
}

/* By node index: removing pods cannot help there.  If a PreFilter plugin
 * rejected the pod, that holds for all nodes. */
static guint8 *
find_hopeless (const FitCycle *cycle, const FitNodeVerdict *verdicts,
               guint n_verdicts, const GArray *rejections)
{
  const guint n = fit_cache_n_slots (cycle->cache);
  guint8 *hopeless = fit_arena_new0 (cycle->arenas[0], guint8, n);

  if (cycle->pre.reject || (cycle->rules & FIT_PREEMPTION_ONLY_REJECTED))
    memset (hopeless, TRUE, n);
  note_rejections (cycle, rejections, FALSE, hopeless);
  for (guint i = 0; i < n_verdicts; i++)
    if (verdicts[i].examined && !verdicts[i].fits)
      hopeless[verdicts[i].node->index]
          = fit_cycle_hopeless (cycle, &verdicts[i]);
  note_rejections (cycle, rejections, TRUE, hopeless);
  return hopeless;
}

/* Up to 1.30 preemption may also help on nodes that were not checked. */
static void
find_potential (const FitCycle *cycle, const guint8 *hopeless,
                FitPreemption *preemption)
{
  const guint n = fit_cache_n_slots (cycle->cache);

  preemption->potential = g_new (const FitNodeInfo *, n);
  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cycle->cache, i);

      if (node->node && !hopeless[i])
        preemption->potential[preemption->n_potential++] = node;
    }
}

/* --- victims on one node ------------------------------------------------- */

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
  drop_victims (victims);
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

/* For releases that stop after some candidates. */
#define MIN_CANDIDATES_PERCENTAGE 10
#define MIN_CANDIDATES 100

/* How many candidates to find among @n nodes. */
static guint
enough_candidates (const FitCycle *cycle, guint n)
{
  const FitDefaultPreemptionSettings defaults
      = { MIN_CANDIDATES_PERCENTAGE, MIN_CANDIDATES };
  const FitDefaultPreemptionSettings *settings
      = cycle->candidates ? cycle->candidates : &defaults;
  const guint share
      = (guint) ((guint64) n * (guint) settings->min_candidate_nodes_percentage
                 / 100);

  if (!(cycle->rules & FIT_PREEMPTION_ENOUGH))
    return n;
  return MIN (n, MAX (share, (guint) settings->min_candidate_nodes_absolute));
}

/* Keeps the nodes on which the pod would fit, up to the number to find, as if
 * they had been checked in sequence.  Releases that stop there list nodes
 * without violated budgets first. */
static void
keep_candidates (const FitCycle *cycle, FitNodeVictims *victims,
                 FitPreemption *preemption)
{
  const guint n = preemption->n_potential;
  const gboolean limited = (cycle->rules & FIT_PREEMPTION_ENOUGH) != 0;
  const guint enough = enough_candidates (cycle, n);
  FitNodeVictims *kept = g_new0 (FitNodeVictims, n);
  guint n_clean = 0, n_found = 0;

  for (guint i = 0; i < n; i++)
    {
      if (limited && n_clean > 0 && n_found >= enough)
        drop_victims (&victims[i]);
      n_found += victims[i].node != NULL;
      n_clean += victims[i].node && victims[i].n_pdb_violations == 0;
    }
  for (guint pass = 0; pass < (limited ? 2u : 1u); pass++)
    for (guint i = 0; i < n; i++)
      if (victims[i].node
          && (!limited || (victims[i].n_pdb_violations > 0) == pass))
        kept[preemption->n_candidates++] = victims[i];
  preemption->candidates = kept;
}

/* Returns: (transfer full) (nullable): what ends preemption */
static char *
tell_problems (const FitCycle *cycle, const GPtrArray *problems)
{
  g_auto (FitMessages) messages = { 0 };

  if (!(cycle->rules & FIT_PREEMPTION_TELLS_ERRORS))
    return NULL;
  fit_messages_init (&messages);
  for (guint i = 0; i < problems->len; i++)
    if (problems->pdata[i])
      fit_messages_add (&messages, problems->pdata[i]);
  return messages.texts->len > 0 ? fit_messages_aggregate (&messages, FALSE)
                                 : NULL;
}

/* Sets the error of @preemption if there is no candidate because of errors. */
static void
find_candidates (const FitCycle *cycle, FitPreemption *preemption)
{
  const guint n = preemption->n_potential;
  g_autofree FitNodeVictims *victims = g_new0 (FitNodeVictims, n);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  VictimsJob job = { cycle, preemption->potential, victims, NULL };

  g_ptr_array_set_size (problems, (gint) n);
  job.problems = (char **) problems->pdata;

  if (cycle->pool)
    fit_worker_pool_run (cycle->pool, n, 1, victims_range, &job);
  else
    victims_range (&job, 0, n, 0);
  keep_candidates (cycle, victims, preemption);
  if (preemption->n_candidates == 0)
    preemption->error = tell_problems (cycle, problems);
}

/* The chosen node is reserved for the preemptor: lower-priority pods nominated
 * to it lose their nomination. */
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

/* --- answers of extenders ------------------------------------------------ */

/* Returns: FALSE with @preemption->problem if an extender failed; the candidates
 * are unchanged then */
static gboolean
ask_extenders (const FitCycle *cycle, FitPreemption *preemption)
{
  GArray *candidates;
  gboolean ok;

  if (!cycle->extenders)
    return TRUE;
  candidates = fit_node_victims_array_new ();
  if (preemption->n_candidates)
    g_array_append_vals (candidates, preemption->candidates,
                         preemption->n_candidates);
  g_free (preemption->candidates);
  ok = fit_extenders_preempt (cycle->extenders, cycle->cache, cycle->pod,
                              (cycle->rules & FIT_PREEMPTION_NEEDS_ONE) != 0,
                              &candidates, preemption->skipped,
                              &preemption->problem);
  preemption->n_candidates = candidates->len;
  g_array_set_clear_func (candidates, NULL);
  preemption->candidates
      = (FitNodeVictims *) (gpointer) g_array_free (candidates, FALSE);
  if (!ok)
    preemption->error = g_strdup (preemption->problem->message);
  return ok;
}

/* --- all together -------------------------------------------------------- */

static void
choose (const FitCycle *cycle, FitPreemption *preemption)
{
  const FitNodeVictims *chosen;

  fit_preemption_pick (preemption);
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
                   guint n_verdicts, const GArray *rejections)
{
  FitPreemption *preemption = g_new0 (FitPreemption, 1);
  FitCycle trial = *cycle;
  guint8 *hopeless = find_hopeless (cycle, verdicts, n_verdicts, rejections);

  trial.check_all = FALSE;
  preemption->skipped = g_ptr_array_new_with_free_func (g_free);
  preemption->nominated_to_clear
      = g_ptr_array_new_with_free_func (fit_object_unref);
  preemption->eligible = eligible (cycle, hopeless);
  if (!preemption->eligible)
    return preemption;
  if (fit_cache_n_nodes (cycle->cache) == 0)
    {
      preemption->error = g_strdup (FIT_NO_NODES_AVAILABLE);
      return preemption;
    }
  find_potential (cycle, hopeless, preemption);
  if (preemption->n_potential == 0)
    {
      g_ptr_array_add (preemption->nominated_to_clear,
                       (gpointer) fit_pod_ref (cycle->pod));
      return preemption;
    }
  find_candidates (&trial, preemption);
  if (!preemption->error && ask_extenders (cycle, preemption))
    choose (cycle, preemption);
  return preemption;
}
