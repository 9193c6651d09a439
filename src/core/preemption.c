/* preemption.c - finds the nodes where evicting pods helps, and the victims on
 * each
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/preemption.h"

#include "core/cycle.h"
#include "core/preemption-private.h"
#include "core/extenders.h"
#include "rules/rule.h"

#include <string.h>

void
fit_preemption_free (FitPreemption *preemption)
{
  if (preemption == NULL)
    return;
  for (guint i = 0; i < preemption->n_candidates; i++)
    fit_node_victims_clear (&preemption->candidates[i]);
  g_free (preemption->candidates);
  g_free (preemption->potential);
  g_free (preemption->best);
  g_ptr_array_unref (preemption->skipped);
  g_ptr_array_unref (preemption->nominated_to_clear);
  g_free (preemption->why);
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

/* -- the PostFilter plugins in front of DefaultPreemption ------------------ */

const char *
fit_cycle_ask_post_filter (const FitCycle *cycle, const char *name,
                           gboolean *out_fails)
{
  const FitRule *rule = fit_rule_find (name);

  *out_fails = FALSE;
  if (rule == NULL || rule->post_filter == NULL || cycle->filters == NULL)
    return NULL;
  return rule->post_filter (
      cycle->filters->gates,
      fit_filter_profile_asked (cycle->filters, &cycle->pre, name), out_fails);
}

/* Returns: (transfer full) (nullable): the error that ends the sequence of
 * plugins before preemption */
static char *
describe_end (const FitCycle *cycle)
{
  for (guint i = 0; cycle->post_filters != NULL && i < cycle->post_filters->len;
       i++)
    {
      const char *name = cycle->post_filters->pdata[i];
      gboolean fails = FALSE;
      const char *message;

      if (strcmp (name, fit_rule_default_preemption.name) == 0)
        break;
      message = fit_cycle_ask_post_filter (cycle, name, &fails);
      if (fails)
        return g_strdup_printf ("%s, which comes first, fails with \"%s\"",
                                name, message);
    }
  return NULL;
}

/* -- which pods may preempt, and where ------------------------------------- */

/* A pod that is already nominated must wait while its victims are
 * terminating. */
static gboolean
eligible (const FitCycle *cycle, const guint8 *hopeless)
{
  const FitPod *pod = cycle->pod;
  const FitNodeInfo *nominated;

  if (pod->spec->never_preempts
      && (cycle->behaviour->preemption_never_ungated
          || fit_gate_on (fit_cache_gates (cycle->cache),
                          FIT_GATE_NON_PREEMPTING_PRIORITY)))
    return FALSE;
  nominated = *pod->nominated_node_name
                  ? fit_cache_find_node (cycle->cache, pod->nominated_node_name)
                  : NULL;
  if (nominated != NULL && cycle->behaviour->preemption_hopeless_nomination
      && hopeless[nominated->index])
    return TRUE;
  /* Releases that cannot tell why a pod is being deleted take each of them for
   * a victim. */
  for (guint i = 0; nominated != NULL && i < nominated->n_pods; i++)
    {
      const FitPod *other = nominated->pods[i];

      if (fit_object_meta_deleting (&other->meta)
          && (!cycle->behaviour->preemption_knows_victims
              || other->disruption == FIT_DISRUPTION_PREEMPTED)
          && other->spec->priority < pod->spec->priority)
        return FALSE;
    }
  return TRUE;
}

/* Only failures that belong to the decision count: an evaluation may have
 * checked more. */
gboolean
fit_cycle_hopeless (const FitCycle *cycle, const FitNodeVerdict *verdict)
{
  const gboolean all = cycle->algorithm->always_check_all_predicates
                       || cycle->behaviour->filters_all;
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
note_rejections (const FitCycle *cycle, gboolean unresolvable, guint8 *hopeless)
{
  const GArray *rejections = cycle->rejections;

  for (guint i = 0; rejections != NULL && i < rejections->len; i++)
    {
      const FitExtenderRejection *rejection
          = &g_array_index (rejections, FitExtenderRejection, i);
      const FitNodeInfo *node
          = fit_cache_find_node (cycle->cache, rejection->node_name);

      if (node != NULL && !rejection->unresolvable == !unresolvable)
        hopeless[node->index] = unresolvable;
    }
}

/* By node index: removing pods cannot help there.  If a PreFilter plugin
 * rejected the pod, all nodes are alike. */
static guint8 *
find_hopeless (const FitCycle *cycle)
{
  const FitNodeVerdict *verdicts = cycle->verdicts;
  const guint n = fit_cache_n_slots (cycle->cache);
  guint8 *hopeless = fit_arena_new0 (cycle->arena, guint8, n);

  if (cycle->rejection == FIT_STATUS_UNSCHEDULABLE)
    return hopeless;
  if (cycle->rejection != FIT_STATUS_SUCCESS
      || cycle->behaviour->preemption_only_rejected)
    memset (hopeless, TRUE, n);
  note_rejections (cycle, FALSE, hopeless);
  for (guint i = 0; i < cycle->n_verdicts; i++)
    if (verdicts[i].examined && !verdicts[i].fits)
      hopeless[verdicts[i].node->index]
          = fit_cycle_hopeless (cycle, &verdicts[i]);
  note_rejections (cycle, TRUE, hopeless);
  return hopeless;
}

/* -- candidates ------------------------------------------------------------ */

/* For releases that stop after some candidates. */
#define MIN_CANDIDATES_PERCENTAGE 10
#define MIN_CANDIDATES 100

/* Keeps the nodes on which the pod would fit, up to the number to find, as if
 * they had been checked in sequence.  Releases that stop there list nodes
 * without violated budgets first. */
static void
keep_candidates (const FitCycle *cycle, FitNodeVictims *victims,
                 FitPreemption *preemption)
{
  const guint n = preemption->n_potential;
  const gboolean limited = cycle->behaviour->preemption_enough;
  const FitDefaultPreemptionArgs defaults
      = { MIN_CANDIDATES_PERCENTAGE, MIN_CANDIDATES };
  const FitDefaultPreemptionArgs *settings
      = cycle->candidates != NULL ? cycle->candidates : &defaults;
  const guint share
      = (guint) ((guint64) n * (guint) settings->min_candidate_nodes_percentage
                 / 100);
  const guint enough
      = MIN (n, MAX (share, (guint) settings->min_candidate_nodes_absolute));
  FitNodeVictims *kept = g_new (FitNodeVictims, n);
  guint n_clean = 0, n_found = 0, n_kept = 0;

  for (guint i = 0; limited && i < n; i++)
    {
      if (n_clean > 0 && n_found >= enough)
        fit_node_victims_clear (&victims[i]);
      n_found += victims[i].node != NULL;
      n_clean += victims[i].node != NULL && victims[i].n_pdb_violations == 0;
    }
  for (guint pass = 0; pass < (limited ? 2u : 1u); pass++)
    for (guint i = 0; i < n; i++)
      if (victims[i].node != NULL
          && (!limited || (victims[i].n_pdb_violations > 0) == pass))
        kept[n_kept++] = victims[i];
  preemption->n_candidates = n_kept;
  preemption->candidates = kept;
}

/* Says why no node is a candidate.  @whys: (nullable): of GStrv: the reasons of
 * the potential nodes */
static void
tell_why (const FitCycle *cycle, FitPreemption *preemption,
          const GPtrArray *whys)
{
  const guint n_nodes = fit_cache_n_nodes (cycle->cache);
  g_autoptr (GHashTable) texts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (!cycle->behaviour->preemption_tells_why)
    return;
  for (guint i = 0; whys != NULL && i < whys->len; i++)
    for (GStrv why = whys->pdata[i]; why != NULL && *why != NULL; why++)
      fit_count_text (texts, g_strdup (*why), 1);
  if (n_nodes > preemption->n_potential)
    fit_count_text (texts,
                    g_strdup ("Preemption is not helpful for scheduling"),
                    n_nodes - preemption->n_potential);
  preemption->why = fit_counted_text (n_nodes, texts, FALSE);
}

/* Sets the error of @preemption if there is no candidate because of errors. */
static void
find_candidates (const FitCycle *cycle, FitPreemption *preemption)
{
  const guint n = preemption->n_potential;
  g_autofree FitNodeVictims *victims = g_new (FitNodeVictims, n);
  g_autoptr (GPtrArray) whys
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_set_size (problems, (gint) n);
  if (cycle->behaviour->preemption_tells_why)
    g_ptr_array_set_size (whys, (gint) n);
  fit_cycle_find_victims (cycle, preemption->potential, n, victims,
                          (char **) problems->pdata,
                          whys->len > 0 ? (GStrv *) whys->pdata : NULL);
  keep_candidates (cycle, victims, preemption);
  if (preemption->n_candidates > 0)
    return;
  if (cycle->behaviour->preemption_tells_errors)
    {
      g_auto (FitMessages) messages = { 0 };

      fit_messages_init (&messages);
      for (guint i = 0; i < n; i++)
        if (problems->pdata[i] != NULL)
          fit_messages_add (&messages, problems->pdata[i]);
      if (messages.texts->len > 0)
        preemption->error = fit_messages_aggregate (&messages, FALSE);
    }
  if (preemption->error == NULL)
    tell_why (cycle, preemption, whys);
}

/* -- answers of extenders -------------------------------------------------- */

/* Returns: FALSE with @preemption->problem if an extender failed; the
 * candidates are unchanged then */
static gboolean
ask_extenders (const FitCycle *cycle, FitPreemption *preemption)
{
  GArray *candidates;
  gboolean ok;

  if (cycle->extenders == NULL)
    return TRUE;
  candidates = fit_node_victims_array_new ();
  if (preemption->n_candidates)
    g_array_append_vals (candidates, preemption->candidates,
                         preemption->n_candidates);
  g_free (preemption->candidates);
  ok = fit_extenders_preempt (cycle->extenders, cycle->cache, cycle->pod,
                              cycle->behaviour->preemption_needs_one,
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

/* -- all together ---------------------------------------------------------- */

/* The chosen node is reserved for the preemptor: lower-priority pods nominated
 * to it lose their nomination. */
static void
choose_candidate (const FitCycle *cycle, FitPreemption *preemption)
{
  const FitNodeVictims *chosen;
  const GPtrArray *nominated;

  fit_preemption_pick (preemption);
  chosen = fit_preemption_chosen (preemption);
  if (chosen == NULL)
    return;
  if (chosen->node->node == NULL)
    {
      preemption->n_best = 0;
      preemption->decided_by = FIT_CHOICE_NONE;
      preemption->error = g_strdup_printf (
          "preemption failed: the target node %s has been deleted from "
          "scheduler cache",
          chosen->node->name);
      return;
    }
  nominated = fit_nominated_pods_for_node (
      fit_cache_nominated_pods (cycle->cache), chosen->node->name);
  for (guint i = 0; nominated != NULL && i < nominated->len; i++)
    {
      const FitPod *pod = nominated->pdata[i];

      if (pod->spec->priority < cycle->pod->spec->priority)
        g_ptr_array_add (preemption->nominated_to_clear,
                         (gpointer) fit_pod_ref (pod));
    }
}

FitPreemption *
fit_cycle_preempt (const FitCycle *cycle)
{
  const guint n_slots = fit_cache_n_slots (cycle->cache);
  FitPreemption *preemption = g_new0 (FitPreemption, 1);
  FitCycle dry_run = *cycle;
  guint8 *hopeless = find_hopeless (cycle);

  dry_run.check_all = FALSE;
  preemption->skipped = g_ptr_array_new_with_free_func (g_free);
  preemption->nominated_to_clear
      = g_ptr_array_new_with_free_func (fit_object_unref);
  preemption->eligible = eligible (cycle, hopeless);
  preemption->error = describe_end (cycle);
  if (!preemption->eligible || preemption->error != NULL)
    return preemption;
  if (fit_cache_n_nodes (cycle->cache) == 0)
    {
      preemption->error = g_strdup (FIT_NO_NODES_AVAILABLE);
      return preemption;
    }
  /* Up to 1.30 preemption may also help on nodes that were not checked. */
  preemption->potential = g_new (const FitNodeInfo *, n_slots);
  for (guint i = 0; i < n_slots; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cycle->cache, i);

      if (node->node != NULL && !hopeless[i])
        preemption->potential[preemption->n_potential++] = node;
    }
  if (preemption->n_potential == 0)
    {
      g_ptr_array_add (preemption->nominated_to_clear,
                       (gpointer) fit_pod_ref (cycle->pod));
      tell_why (cycle, preemption, NULL);
      return preemption;
    }
  if (cycle->pre.reject != NULL)
    dry_run.remove_error = fit_filter_profile_after_rejection (
        cycle->filters, cycle->runs, &cycle->pre);
  find_candidates (&dry_run, preemption);
  if (preemption->error == NULL && ask_extenders (cycle, preemption))
    choose_candidate (cycle, preemption);
  return preemption;
}
