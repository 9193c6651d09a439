/* coverage.c - counts the actions of rules while pods are placed
 *
 * A search stops checking a node at the first rule that rejects it.  So
 * rejected nodes are checked again by all rules, in the same state.  This does
 * not affect decisions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/coverage.h"

#include "base/each.h"
#include "base/intern.h"
#include "core/evaluation.h"
#include "core/extenders.h"
#include "core/inquiry.h"

#include <string.h>

/* -- rules ----------------------------------------------------------------- */

/* Parts of GeneralPredicates count as separate rules. */
static const struct
{
  FitReasonCode reason;
  const char *name;
} parts[] = {
  { FIT_REASON_INSUFFICIENT_RESOURCE, "PodFitsResources" },
  { FIT_REASON_HOST_NAME, "HostName" },
  { FIT_REASON_HOST_PORTS, "PodFitsHostPorts" },
  { FIT_REASON_NODE_SELECTOR, "MatchNodeSelector" },
};

#define UNORDERED "it is never evaluated, as it has no place in the order"

/* Rules that do not affect pending pods, and the release from which that is so;
 * v1.16's functions have none. */
#define SETTLED \
  "such volumes belong to CSI drivers, and NodeVolumeLimits counts them"

static const struct
{
  const char *type;
  gboolean scores;
  FitSpan span;
  const char *why;
} idle_rules[] = {
  { "AzureDiskLimits", FALSE, FIT_SINCE (26), SETTLED },
  { "CinderLimits", FALSE, FIT_SINCE (25), SETTLED },
  { "EBSLimits", FALSE, FIT_SINCE (27), SETTLED },
  { "EqualPriority", TRUE, FIT_ALWAYS, "it gives all nodes the same score" },
  { "GCEPDLimits", FALSE, FIT_SINCE (27), SETTLED },
  { "HostName", FALSE, FIT_ALWAYS, "a pending pod names no node" },
  { "NodeName", FALSE, FIT_ALWAYS, "a pending pod names no node" },
  { "VolumeBinding", TRUE, FIT_ALWAYS,
    "its score is behind a gate that is off by default, and not computed" },
};

static const char *
find_idle (const char *type, gboolean scores, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (idle_rules); i++)
    if (idle_rules[i].scores == scores
        && fit_span_has (idle_rules[i].span, release)
        && strcmp (idle_rules[i].type, type) == 0)
      return idle_rules[i].why;
  return NULL;
}

static void
rule_clear (gpointer data)
{
  FitCoverageRule *rule = data;

  fit_intern_unref (rule->profile);
  fit_intern_unref (rule->name);
  fit_intern_unref (rule->type);
}

static void
calls_clear (gpointer data)
{
  fit_intern_unref (((FitCoverageCalls *) data)->name);
}

FitCoverage *
fit_coverage_new (void)
{
  FitCoverage *coverage = g_new0 (FitCoverage, 1);

  coverage->rules = g_array_new (FALSE, FALSE, sizeof (FitCoverageRule));
  g_array_set_clear_func (coverage->rules, rule_clear);
  coverage->numbers = g_hash_table_new (NULL, NULL);
  coverage->calls = g_array_new (FALSE, FALSE, sizeof (FitCoverageCalls));
  g_array_set_clear_func (coverage->calls, calls_clear);
  return coverage;
}

void
fit_coverage_free (FitCoverage *coverage)
{
  if (coverage == NULL)
    return;
  g_array_unref (coverage->rules);
  g_hash_table_unref (coverage->numbers);
  g_array_unref (coverage->calls);
  g_free (coverage);
}

static FitCoverageRule *
rule_at (const FitCoverage *coverage, guint number)
{
  return &g_array_index (coverage->rules, FitCoverageRule, number);
}

/* @rule: without its names */
static void
add_rule (FitCoverage *coverage, const char *profile, const char *name,
          const char *type, FitCoverageRule rule)
{
  rule.profile = profile != NULL ? fit_intern (profile) : NULL;
  rule.name = fit_intern (name);
  rule.type = fit_intern (type);
  if (rule.idle == NULL)
    rule.idle = find_idle (rule.part != NULL ? rule.part : type, rule.scores,
                           coverage->release);
  g_array_append_val (coverage->rules, rule);
}

/* Maps @key, the predicate or priority, to this index. */
static void
set_number (FitCoverage *coverage, gconstpointer key)
{
  g_hash_table_insert (coverage->numbers, (gpointer) key,
                       GUINT_TO_POINTER (coverage->rules->len));
}

static guint
number_of (const FitCoverage *coverage, gconstpointer key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (coverage->numbers, key));
}

static gboolean
is_general (const FitPredicate *predicate)
{
  return strcmp (predicate->info->name, "GeneralPredicates") == 0;
}

static void
add_predicate (FitCoverage *coverage, const char *profile,
               const FitPredicate *predicate, const FitAlgorithm *algorithm)
{
  const FitPredicateInfo *info = predicate->info;
  const char *idle = NULL;

  if (!g_ptr_array_find (algorithm->ordered, predicate, NULL))
    idle = UNORDERED;
  else if (info->reasons != NULL && info->reasons[0] == 0)
    idle = info->summary;
  set_number (coverage, predicate);
  for (guint i = 0; is_general (predicate) && i < G_N_ELEMENTS (parts); i++)
    add_rule (coverage, profile, predicate->name, info->name,
              (FitCoverageRule){ .part = parts[i].name, .idle = idle });
  if (!is_general (predicate))
    add_rule (coverage, profile, predicate->name, info->name,
              (FitCoverageRule){ .idle = idle });
}

/* Predicates that are evaluated come first, in their order. */
static void
add_predicates (FitCoverage *coverage, const char *profile,
                const FitAlgorithm *algorithm)
{
  const GPtrArray *ordered = algorithm->ordered, *all = algorithm->predicates;

  for (guint i = 0; i < ordered->len; i++)
    add_predicate (coverage, profile, ordered->pdata[i], algorithm);
  for (guint i = 0; i < all->len; i++)
    if (!g_hash_table_contains (coverage->numbers, all->pdata[i]))
      add_predicate (coverage, profile, all->pdata[i], algorithm);
}

static void
add_priorities (FitCoverage *coverage, const char *profile,
                const FitAlgorithm *algorithm)
{
  FIT_EACH (const FitPriority, priority, algorithm->priorities)
    {
      set_number (coverage, priority);
      add_rule (coverage, profile, priority->name, priority->info->name,
                (FitCoverageRule){ .scores = TRUE });
    }
}

static gboolean
has_verb (const FitExtender *extender, FitExtenderVerb verb)
{
  switch (verb)
    {
    case FIT_EXTENDER_FILTER:
      return fit_extender_is_filter (extender);
    case FIT_EXTENDER_PRIORITIZE:
      return fit_extender_is_prioritizer (extender);
    case FIT_EXTENDER_PREEMPT:
      return fit_extender_supports_preemption (extender);
    default:
      return fit_extender_is_binder (extender);
    }
}

void
fit_coverage_begin (FitCoverage *coverage, const FitSimulation *simulation)
{
  const guint n = fit_simulation_n_profiles (simulation);
  const GPtrArray *extenders = fit_simulation_extenders (simulation);

  coverage->release = fit_simulation_release (simulation);
  for (guint i = 0; extenders != NULL && i < extenders->len; i++)
    for (guint verb = 0; verb < FIT_EXTENDER_N_VERBS; verb++)
      {
        const FitExtender *extender = extenders->pdata[i];
        const FitCoverageCalls calls
            = { fit_intern (fit_extender_name (extender)),
                (FitExtenderVerb) verb, 0 };

        if (has_verb (extender, (FitExtenderVerb) verb))
          g_array_append_val (coverage->calls, calls);
        else
          fit_intern_unref (calls.name);
      }
  for (guint scores = 0; scores < 2; scores++)
    for (guint i = 0; i < n; i++)
      {
        const char *name;
        const FitAlgorithm *algorithm
            = fit_simulation_profile (simulation, i, &name);

        (scores ? add_priorities
                : add_predicates) (coverage, n > 1 ? name : NULL, algorithm);
      }
}

guint
fit_coverage_stranger (FitCoverage *coverage, const char *name, gboolean scores)
{
  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule = rule_at (coverage, i);

      if (rule->scores == scores && rule->part == NULL
          && strcmp (rule->name, name) == 0)
        return i;
    }
  add_rule (coverage, NULL, name, name, (FitCoverageRule){ .scores = scores });
  return coverage->rules->len - 1;
}

/* -- sums ------------------------------------------------------------------ */

/* Strangers are not in all clusters. */
static FitCoverageRule *
find_same (FitCoverage *coverage, const FitCoverageRule *rule)
{
  for (guint i = 0; i < coverage->rules->len; i++)
    {
      FitCoverageRule *found = rule_at (coverage, i);

      if (found->scores == rule->scores && found->name == rule->name
          && found->profile == rule->profile && found->part == rule->part)
        return found;
    }
  add_rule (coverage, rule->profile, rule->name, rule->type,
            (FitCoverageRule){ .scores = rule->scores, .part = rule->part });
  return rule_at (coverage, coverage->rules->len - 1);
}

void
fit_coverage_add (FitCoverage *coverage, const FitCoverage *other)
{
  coverage->n_pods += other->n_pods;
  coverage->n_placed += other->n_placed;
  coverage->n_with_choice += other->n_with_choice;
  for (guint i = 0; i < other->rules->len; i++)
    {
      const FitCoverageRule *more = rule_at (other, i);
      FitCoverageRule *rule = find_same (coverage, more);

      rule->n_refused += more->n_refused;
      rule->n_nodes += more->n_nodes;
      rule->n_nodes_alone += more->n_nodes_alone;
      rule->n_ranked += more->n_ranked;
      rule->n_told += more->n_told;
      rule->n_decided += more->n_decided;
    }
  for (guint i = 0; i < MIN (coverage->calls->len, other->calls->len); i++)
    g_array_index (coverage->calls, FitCoverageCalls, i).n_pods
        += g_array_index (other->calls, FitCoverageCalls, i).n_pods;
}

/* -- refusals -------------------------------------------------------------- */

/* The count for one pod. */
typedef struct
{
  FitCoverage *coverage;
  const FitEvaluation *evaluation;
  GArray *refusers;    /* owned, of guint: rules that reject the current node */
  GHashTable *counted; /* owned, of guint: rules that have rejected a node */
} Count;

static void
refuse (Count *count, guint number)
{
  for (guint i = 0; i < count->refusers->len; i++)
    if (g_array_index (count->refusers, guint, i) == number)
      return;
  g_array_append_val (count->refusers, number);
}

/* Counts the refusers for @n_nodes nodes. */
static void
count_refusers (Count *count, guint n_nodes)
{
  for (guint i = 0; i < count->refusers->len; i++)
    {
      const guint number = g_array_index (count->refusers, guint, i);
      FitCoverageRule *rule = rule_at (count->coverage, number);

      rule->n_nodes += n_nodes;
      if (count->refusers->len == 1)
        rule->n_nodes_alone += n_nodes;
      if (g_hash_table_add (count->counted, GUINT_TO_POINTER (number)))
        rule->n_refused++;
    }
  g_array_set_size (count->refusers, 0);
}

static void
refuse_by_verdict (Count *count, const FitNodeVerdict *verdict)
{
  for (guint i = 0; i < verdict->n_failures; i++)
    if (verdict->failures[i].predicate != NULL)
      {
        const FitFailure *failure = &verdict->failures[i];
        const guint number = number_of (count->coverage, failure->predicate);

        if (!is_general (failure->predicate))
          {
            refuse (count, number);
            continue;
          }
        for (guint r = 0; r < failure->n; r++)
          for (guint part = 0; part < G_N_ELEMENTS (parts); part++)
            if (verdict->reasons.items[failure->first + r].code
                == parts[part].reason)
              refuse (count, number + part);
      }
}

/* Nominated pods may have been the obstacle: both the attempt and the second
 * check take them into account. */
static void
count_nodes (Count *count, const FitGenericScheduler *scheduler)
{
  const FitEvaluation *evaluation = count->evaluation;
  g_autoptr (FitInquiry) inquiry = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];
      FitNodeVerdict all;

      if (verdict->fits || !verdict->examined || verdict->error != NULL
          || !g_hash_table_add (seen, (gpointer) verdict->node))
        continue;
      if (inquiry == NULL)
        inquiry = fit_inquiry_new (scheduler, evaluation->pod);
      fit_inquiry_failures (inquiry, verdict->node, &all);
      refuse_by_verdict (count, verdict);
      refuse_by_verdict (count, &all);
      if (verdict->filter_plugin != NULL)
        refuse (count, fit_coverage_stranger (count->coverage,
                                              verdict->filter_plugin, FALSE));
      count_refusers (count, 1);
    }
}

static void
count_refusals (FitCoverage *coverage, const FitEvaluation *evaluation,
                const FitGenericScheduler *scheduler)
{
  Count count = { .coverage = coverage,
                  .evaluation = evaluation,
                  .refusers = g_array_new (FALSE, FALSE, sizeof (guint)),
                  .counted = g_hash_table_new (NULL, NULL) };
  const GArray *rejections = evaluation->rejections;

  if (evaluation->rejected_by != NULL)
    {
      refuse (&count,
              fit_coverage_stranger (coverage, evaluation->rejected_by, FALSE));
      count_refusers (&count, evaluation->n_nodes);
    }
  else
    count_nodes (&count, scheduler);
  FIT_EACH_OF (const FitExtenderRejection, rejection, rejections)
    {
      refuse (&count,
              fit_coverage_stranger (
                  coverage, fit_extender_name (rejection->extender), FALSE));
      count_refusers (&count, 1);
    }
  g_array_unref (count.refusers);
  g_hash_table_unref (count.counted);
}

/* -- scores ---------------------------------------------------------------- */

/* Do the nodes with the highest of @totals differ from the best nodes of
 * @evaluation?  Both are in node order. */
static gboolean
best_differ (const FitEvaluation *evaluation, const gint64 *totals)
{
  gint64 most = totals[0];
  guint n = 0;

  for (guint i = 1; i < evaluation->n_feasible; i++)
    most = MAX (most, totals[i]);
  for (guint i = 0; i < evaluation->n_feasible; i++)
    {
      if (totals[i] != most)
        continue;
      if (n == evaluation->n_best || evaluation->best[n] != i)
        return TRUE;
      n++;
    }
  return n != evaluation->n_best;
}

/* @weight: times the scale of the scores; totals wrap silently */
static void
count_voter (FitCoverage *coverage, guint number,
             const FitEvaluation *evaluation, const gint64 *scores,
             gint64 weight)
{
  FitCoverageRule *rule = rule_at (coverage, number);
  const guint n = evaluation->n_feasible;
  g_autofree gint64 *without = NULL;
  guint same = 1;

  rule->n_ranked++;
  while (same < n && scores[same] == scores[0])
    same++;
  if (same == n)
    return;
  rule->n_told++;
  without = g_new (gint64, n);
  for (guint i = 0; i < n; i++)
    without[i] = (gint64) ((guint64) evaluation->totals[i]
                           - (guint64) scores[i] * (guint64) weight);
  rule->n_decided += best_differ (evaluation, without);
}

/* -- calls of extenders ---------------------------------------------------- */

static void
count_call (FitCoverage *coverage, const FitExtender *extender,
            FitExtenderVerb verb)
{
  FIT_EACH_OF (FitCoverageCalls, calls, coverage->calls)
    if (calls->verb == verb
        && strcmp (calls->name, fit_extender_name (extender)) == 0)
      {
        calls->n_pods++;
        return;
      }
}

static guint
count_rejections (const FitEvaluation *evaluation, const FitExtender *extender)
{
  const GArray *all = evaluation->rejections;
  guint n = 0;

  for (guint i = 0; all != NULL && i < all->len; i++)
    n += g_array_index (all, FitExtenderRejection, i).extender == extender;
  return n;
}

/* An extender that filters is called if nodes are left. */
static void
count_calls (FitCoverage *coverage, const FitEvaluation *evaluation,
             const GPtrArray *extenders)
{
  const GArray *scores = evaluation->extender_scores;
  guint left = 0;

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    left += evaluation->verdicts[i].fits;
  for (guint i = 0; extenders != NULL && i < extenders->len && left > 0; i++)
    {
      const FitExtender *extender = extenders->pdata[i];

      if (!fit_extender_is_filter (extender)
          || !fit_extender_is_interested (extender, evaluation->pod))
        continue;
      count_call (coverage, extender, FIT_EXTENDER_FILTER);
      left -= MIN (left, count_rejections (evaluation, extender));
    }
  for (guint i = 0; scores != NULL && i < scores->len; i++)
    count_call (coverage, g_array_index (scores, FitExtenderScores, i).extender,
                FIT_EXTENDER_PRIORITIZE);
}

/* -- the whole ------------------------------------------------------------- */

void
fit_coverage_schedule (FitCoverage *coverage, FitSimulation *simulation,
                       const FitPod *pod, FitPlacement *out_placement)
{
  FitGenericScheduler *scheduler
      = fit_simulation_scheduler_of (simulation, pod);
  g_autoptr (FitEvaluation) evaluation
      = fit_generic_scheduler_evaluate (scheduler, pod, FIT_EVALUATE_DEFAULT);

  count_refusals (coverage, evaluation, scheduler);
  count_calls (coverage, evaluation, fit_simulation_extenders (simulation));
  if (evaluation->totals != NULL && evaluation->n_feasible > 1)
    {
      const GArray *extenders = evaluation->extender_scores;
      const gint64 scale
          = fit_simulation_algorithm_of (simulation, pod)->max_score
            / FIT_MAX_PRIORITY;

      for (guint i = 0; i < evaluation->n_scores; i++)
        {
          const FitScores *scores = &evaluation->scores[i];

          if (scores->priority != NULL)
            count_voter (coverage, number_of (coverage, scores->priority),
                         evaluation, scores->scores, scores->weight);
          else if (scores->is_plugin)
            count_voter (coverage,
                         fit_coverage_stranger (coverage, scores->name, TRUE),
                         evaluation, scores->scores, scores->weight);
        }
      FIT_EACH_OF (const FitExtenderScores, said, extenders)
        count_voter (coverage,
                     fit_coverage_stranger (
                         coverage, fit_extender_name (said->extender), TRUE),
                     evaluation, said->scores,
                     fit_extender_weight (said->extender) * scale);
    }
  coverage->n_pods++;
  coverage->n_with_choice += evaluation->n_feasible > 1;
  fit_simulation_settle (simulation, evaluation, out_placement);
  coverage->n_placed += out_placement->result.node != NULL;
}

gboolean
fit_coverage_rule_acted (const FitCoverageRule *rule)
{
  return rule->n_nodes > 0 || rule->n_told > 0;
}

char *
fit_coverage_rule_title (const FitCoverageRule *rule)
{
  const char *name = rule->part != NULL ? rule->part : rule->name;
  GString *out = g_string_new (name);

  if (rule->part != NULL)
    g_string_append_printf (out, " (in %s)", rule->name);
  if (rule->profile != NULL)
    g_string_append_printf (out, " (of %s)", rule->profile);
  return g_string_free (out, FALSE);
}
