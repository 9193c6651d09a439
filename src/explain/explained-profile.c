/* explained-profile.c - runs the plugins of a profile once more for a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explained-profile.h"
#include "predicates/metadata-build.h"

/* -- PreFilter ------------------------------------------------------------- */

FitExplainedProfile *
fit_explained_profile_new (const FitConfiguration *configuration, guint index,
                           const FitPluginRegistry *registry, const FitPod *pod,
                           FitCache *cache, GError **error)
{
  g_autoptr (FitExplainedProfile) profile = g_new0 (FitExplainedProfile, 1);
  const FitFilterProfile *filters;
  FitPredicateMetadata *meta;
  FitPredicateRun *runs;
  GString *text;

  profile->release = fit_release_name (configuration->target.release);
  profile->registry = registry;
  profile->arena = fit_arena_new ();
  profile->algorithm
      = fit_profile_algorithm_new (configuration, index, cache, error);
  if (profile->algorithm == NULL)
    return NULL;
  filters = profile->algorithm->filters;
  meta = fit_predicate_metadata_new_plain (cache, pod, profile->arena);
  runs
      = fit_arena_new0 (profile->arena, FitPredicateRun, filters->plugins->len);
  fit_filter_profile_pre_filter (filters, meta, runs, &profile->pre);
  text = g_string_new (NULL);
  for (guint i = 0; i < profile->pre.n_narrowing; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            profile->pre.narrowing[i]);
  profile->choosy = g_string_free (text, FALSE);
  return g_steal_pointer (&profile);
}

void
fit_explained_profile_free (FitExplainedProfile *profile)
{
  if (profile == NULL)
    return;
  fit_profile_algorithm_free (profile->algorithm);
  fit_arena_free (profile->arena);
  g_free (profile->choosy);
  g_free (profile->skipped);
  g_free (profile);
}

gboolean
fit_explained_profile_excludes (const FitExplainedProfile *profile,
                                const FitNodeInfo *node)
{
  return profile != NULL && profile->pre.excluded != NULL
         && profile->pre.excluded[node->index];
}

/* -- PreScore -------------------------------------------------------------- */

void
fit_explained_profile_score (FitExplainedProfile *profile,
                             const FitEvaluation *evaluation, FitCache *cache)
{
  const GPtrArray *scores = profile->algorithm->scores;
  const FitNodeList feasible
      = { evaluation->n_feasible,
          (const FitNodeInfo *const *) evaluation->feasible };
  FitPriorityMetadata *meta;

  if (evaluation->totals == NULL || scores->len > evaluation->n_scores)
    return;
  meta = fit_priority_metadata_new (cache, evaluation->pod, profile->arena);
  meta->max_score = profile->algorithm->algorithm->max_score;
  profile->skipped = g_new (gboolean, scores->len);
  for (guint i = 0; i < scores->len; i++)
    {
      const FitPriority *score = scores->pdata[i];
      FitPriorityRun run = { .priority = score, .meta = meta };

      profile->skipped[i] = score->info->prepare != NULL
                            && score->info->prepare (&run, &feasible, NULL)
                            && run.skip;
      profile->n_skipped += profile->skipped[i];
    }
}

FitStatusCode
fit_failure_code (const FitReason *reasons, guint n)
{
  return fit_reasons_unresolvable (reasons, n)
             ? FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE
             : FIT_STATUS_UNSCHEDULABLE;
}
