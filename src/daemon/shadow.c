/* shadow.c - what these rules say about a decision of another scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/shadow.h"

#include "base/wrapping.h"
#include "core/outcome.h"
#include "explain/voters.h"
#include "simulate/diff-barrier.h"

#include <string.h>

#define ALL_NODES 100
#define MOST_VOTES_IN_TEXT 3

static const char *const names[] = {
  [FIT_SHADOW_AGREED] = "agreed",
  [FIT_SHADOW_EQUALLY_GOOD] = "equallyGood",
  [FIT_SHADOW_SCORES] = "scores",
  [FIT_SHADOW_SEARCH] = "search",
  [FIT_SHADOW_INFEASIBLE] = "infeasible",
  [FIT_SHADOW_UNSCHEDULABLE_HERE] = "unschedulableHere",
  [FIT_SHADOW_UNSCHEDULABLE_THERE] = "unschedulableThere",
  [FIT_SHADOW_NOT_COMPARED] = "notCompared",
};
G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_SHADOW_RESULTS);

const char *
fit_shadow_result_name (FitShadowResult result)
{
  return names[result];
}

gboolean
fit_shadow_differs (FitShadowResult result)
{
  return result != FIT_SHADOW_AGREED && result != FIT_SHADOW_EQUALLY_GOOD
         && result != FIT_SHADOW_NOT_COMPARED;
}

/* -- findings -------------------------------------------------------------- */

static void
clear_vote (gpointer data)
{
  FitShadowVote *vote = data;

  g_free (vote->rule);
}

static FitShadowFinding *
finding_new (const FitPod *decided)
{
  FitShadowFinding *finding = g_new0 (FitShadowFinding, 1);

  finding->time_us = g_get_real_time ();
  finding->pod = fit_pod_ref (decided);
  finding->theirs = *decided->node_name != '\0' ? decided->node_name : NULL;
  finding->votes = g_array_new (FALSE, FALSE, sizeof (FitShadowVote));
  g_array_set_clear_func (finding->votes, clear_vote);
  return finding;
}

void
fit_shadow_finding_free (FitShadowFinding *finding)
{
  if (finding == NULL)
    return;
  fit_pod_unref (finding->pod);
  g_free (finding->ours);
  g_free (finding->rule);
  g_free (finding->reason);
  g_array_unref (finding->votes);
  g_free (finding);
}

static FitShadowResult
not_compared (FitShadowFinding *finding, const char *why)
{
  finding->reason = g_strdup (why);
  return FIT_SHADOW_NOT_COMPARED;
}

/* -- judging --------------------------------------------------------------- */

/* Returns: (nullable): a node may occur twice; the first verdict counts */
static const FitNodeVerdict *
verdict_of (const FitEvaluation *evaluation, const char *node)
{
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (strcmp (evaluation->verdicts[i].node->name, node) == 0)
      return &evaluation->verdicts[i];
  return NULL;
}

/* Returns: -1: it is not among them */
static gint
feasible_of (const FitEvaluation *evaluation, const char *node)
{
  for (guint i = 0; i < evaluation->n_feasible; i++)
    if (strcmp (evaluation->feasible[i]->name, node) == 0)
      return (gint) i;
  return -1;
}

static gint
by_lead (gconstpointer a, gconstpointer b)
{
  const FitShadowVote *x = a, *y = b;
  const gint64 one = fit_wrapping_subtract (x->ours, x->theirs),
               other = fit_wrapping_subtract (y->ours, y->theirs);

  if (one != other)
    return one > other ? -1 : 1;
  return strcmp (x->rule, y->rule);
}

/* Both nodes fit: compares their points. */
static FitShadowResult
judge_scores (FitShadowFinding *finding, const FitEvaluation *evaluation,
              guint theirs, gint32 percentage)
{
  const guint chosen = (guint) evaluation->chosen;
  const guint enough
      = fit_num_feasible_nodes_to_find (evaluation->n_nodes, percentage);
  const guint n = fit_evaluation_n_voters (evaluation);

  finding->scored = TRUE;
  finding->total_ours = evaluation->totals[chosen];
  finding->total_theirs = evaluation->totals[theirs];
  for (guint i = 0; i < n; i++)
    {
      FitShadowVote vote
          = { .ours = fit_evaluation_points (evaluation, i, chosen),
              .theirs = fit_evaluation_points (evaluation, i, theirs) };

      if (vote.ours == vote.theirs)
        continue;
      vote.rule = g_strdup (fit_evaluation_voter (evaluation, i).name);
      g_array_append_val (finding->votes, vote);
    }
  g_array_sort (finding->votes, by_lead);
  if (finding->total_ours == finding->total_theirs)
    return FIT_SHADOW_EQUALLY_GOOD;
  if (finding->votes->len > 0)
    finding->rule
        = g_strdup (g_array_index (finding->votes, FitShadowVote, 0).rule);
  return evaluation->n_feasible > enough ? FIT_SHADOW_SEARCH
                                         : FIT_SHADOW_SCORES;
}

/* They have a node. */
static FitShadowResult
judge_node (FitShadowFinding *finding, const FitEvaluation *evaluation,
            gint32 percentage)
{
  const FitNodeVerdict *verdict = verdict_of (evaluation, finding->theirs);
  const gint theirs = feasible_of (evaluation, finding->theirs);
  g_auto (FitDiffBarrier) barrier = { 0 };

  if (g_strcmp0 (finding->ours, finding->theirs) == 0)
    return FIT_SHADOW_AGREED;
  if (verdict == NULL
      && (evaluation->n_verdicts > 0 || evaluation->n_nodes == 0))
    return not_compared (finding, "their node is not known here");
  if (theirs >= 0 && evaluation->totals != NULL)
    return judge_scores (finding, evaluation, (guint) theirs, percentage);
  if (finding->ours != NULL && verdict->fits && !verdict->examined)
    return FIT_SHADOW_EQUALLY_GOOD; /* nothing scores: the first one will do */
  fit_diff_barrier_init (&barrier, evaluation, verdict, finding->theirs);
  finding->rule = barrier.rule != NULL ? g_steal_pointer (&barrier.rule)
                                       : g_strdup (evaluation->rejected_by);
  finding->reason = g_steal_pointer (&barrier.reason);
  return finding->ours != NULL ? FIT_SHADOW_INFEASIBLE
                               : FIT_SHADOW_UNSCHEDULABLE_HERE;
}

FitShadowFinding *
fit_shadow_judge (const FitEvaluation *evaluation, const FitPod *decided,
                  gint32 percentage)
{
  FitShadowFinding *finding = finding_new (decided);

  if (evaluation->chosen >= 0)
    finding->ours = g_strdup (evaluation->feasible[evaluation->chosen]->name);
  if (evaluation->error != NULL && !fit_outcome_answers (evaluation->error))
    finding->result = not_compared (finding, evaluation->error->message);
  else if (finding->theirs != NULL)
    finding->result = judge_node (finding, evaluation, percentage);
  else if (finding->ours == NULL)
    finding->result = FIT_SHADOW_AGREED;
  else
    {
      finding->result = FIT_SHADOW_UNSCHEDULABLE_THERE;
      finding->reason = g_strdup (decided->unscheduled_message);
    }
  return finding;
}

/* -- text ------------------------------------------------------------------ */

static void
append_why (GString *text, const FitShadowFinding *finding)
{
  const GArray *votes = finding->votes;

  switch (finding->result)
    {
    case FIT_SHADOW_EQUALLY_GOOD:
      if (finding->scored)
        g_string_append_printf (text, "; %" G_GINT64_FORMAT " points each",
                                finding->total_ours);
      break;
    case FIT_SHADOW_SCORES:
    case FIT_SHADOW_SEARCH:
      g_string_append_printf (
          text, "; %" G_GINT64_FORMAT " points to %" G_GINT64_FORMAT,
          finding->total_ours, finding->total_theirs);
      for (guint i = 0; i < votes->len && i < MOST_VOTES_IN_TEXT; i++)
        {
          const FitShadowVote *vote = &g_array_index (votes, FitShadowVote, i);

          g_string_append_printf (
              text, "%s%s %+" G_GINT64_FORMAT, i > 0 ? ", " : ": ", vote->rule,
              fit_wrapping_subtract (vote->ours, vote->theirs));
        }
      if (votes->len > MOST_VOTES_IN_TEXT)
        g_string_append_printf (text, " and %u more",
                                votes->len - MOST_VOTES_IN_TEXT);
      if (finding->result == FIT_SHADOW_SEARCH)
        g_string_append_printf (text, "; their search may have ended before %s",
                                finding->ours);
      break;
    case FIT_SHADOW_INFEASIBLE:
    case FIT_SHADOW_UNSCHEDULABLE_HERE:
      g_string_append_printf (
          text, "; %s does not fit here: %s%s%s", finding->theirs,
          finding->rule != NULL ? finding->rule : "",
          finding->rule != NULL ? ": " : "", finding->reason);
      break;
    case FIT_SHADOW_UNSCHEDULABLE_THERE:
      g_string_append_printf (text, ": %s", finding->reason);
      break;
    default:
      break;
    }
}

char *
fit_shadow_finding_text (const FitShadowFinding *finding)
{
  const FitObjectMeta *meta = &finding->pod->meta;
  const char *ours = finding->ours != NULL ? finding->ours : "no node",
             *theirs = finding->theirs != NULL ? finding->theirs : "no node";
  const char *verb = "agrees";
  GString *text = g_string_new (NULL);

  if (fit_shadow_differs (finding->result))
    verb = "differs";
  else if (finding->result == FIT_SHADOW_NOT_COMPARED)
    verb = "not compared";
  else if (finding->result == FIT_SHADOW_EQUALLY_GOOD)
    verb = "equally good";
  g_string_append_printf (text, "%s %s/%s: ", verb, meta->namespace_,
                          meta->name);
  if (finding->result == FIT_SHADOW_NOT_COMPARED)
    g_string_append_printf (text, "%s there; %s", theirs, finding->reason);
  else if (finding->result == FIT_SHADOW_AGREED)
    g_string_append (text, ours);
  else
    g_string_append_printf (text, "%s here, %s there", ours, theirs);
  append_why (text, finding);
  return g_string_free (text, FALSE);
}

/* -- watching -------------------------------------------------------------- */

struct _FitShadow
{
  const FitAssembly *rules; /* borrowed */
  GPtrArray *schedulers;    /* owned, of FitGenericScheduler: by profile */
};

FitShadow *
fit_shadow_new (const FitAssembly *rules)
{
  FitShadow *shadow = g_new0 (FitShadow, 1);

  shadow->rules = rules;
  shadow->schedulers = g_ptr_array_new_with_free_func (
      (GDestroyNotify) fit_generic_scheduler_free);
  for (guint i = 0; i < rules->n_profiles; i++)
    {
      const FitSchedulerProfile *profile = &rules->profiles[i];
      FitSchedulerOptions options = profile->scheduling;

      options.percentage_of_nodes_to_score = ALL_NODES;
      g_ptr_array_add (shadow->schedulers,
                       fit_generic_scheduler_new (
                           rules->cache, profile->algorithm, &options));
    }
  return shadow;
}

void
fit_shadow_free (FitShadow *shadow)
{
  if (shadow == NULL)
    return;
  g_ptr_array_unref (shadow->schedulers);
  g_free (shadow);
}

FitShadowFinding *
fit_shadow_compare (FitShadow *shadow, const FitPod *old_pod,
                    const FitPod *new_pod, gboolean in_order)
{
  const FitSchedulerProfile *profile
      = fit_assembly_profile (shadow->rules, new_pod->spec->scheduler_name);
  g_autoptr (FitEvaluation) evaluation = NULL;
  FitShadowFinding *finding;

  if (profile == NULL || *old_pod->node_name != '\0')
    return NULL;
  /* A pod without a node says something only if they have just tried it in
   * vain. */
  if (*new_pod->node_name == '\0'
      && (g_strcmp0 (new_pod->unscheduled_reason, "Unschedulable") != 0
          || (g_strcmp0 (old_pod->unscheduled_reason, "Unschedulable") == 0
              && strcmp (old_pod->unscheduled_message,
                         new_pod->unscheduled_message)
                     == 0)))
    return NULL;
  if (!in_order)
    {
      finding = finding_new (new_pod);
      finding->result = not_compared (
          finding, "it was decided while the watch was interrupted");
      return finding;
    }
  evaluation = fit_generic_scheduler_evaluate (
      shadow->schedulers->pdata[profile - shadow->rules->profiles], old_pod,
      FIT_EVALUATE_ALL_NODES);
  return fit_shadow_judge (evaluation, new_pod,
                           profile->scheduling.percentage_of_nodes_to_score);
}
