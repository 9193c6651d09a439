/* framework-score.c - runs the Score plugins
 *
 * Three steps, each for all plugins before the next: score the nodes, normalise
 * if the plugin wants to, check the range.  Totals are written after all have
 * succeeded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework-private.h"

#include "base/wrapping.h"

/* The work of one plugin. */
typedef struct
{
  const FitFramework *framework;
  const FitPlugin *plugin;
  FitPluginCall call;
  const FitNodeList *nodes;
  gint64 *scores; /* borrowed from the arena; by node */
} Job;

/* Returns: the status for the failure @given, which is cleared */
static FitStatus
failure (const Job *job, guint topic, FitStatus *given)
{
  return fit_framework_failure (job->framework, topic, job->plugin,
                                job->call.pod, given);
}

/* Fails with the plugin's status for the first node that it cannot score. */
static FitStatus
score_nodes (Job *job)
{
  for (guint i = 0; i < job->nodes->n; i++)
    {
      g_auto (FitStatus) status = job->plugin->info->score (
          &job->call, job->nodes->nodes[i], &job->scores[i]);

      if (status.code != FIT_STATUS_SUCCESS)
        return failure (job, FIT_POINT_SCORE, &status);
    }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
normalize (Job *job)
{
  const FitPluginInfo *info = job->plugin->info;
  g_auto (FitStatus) status = { .code = FIT_STATUS_SUCCESS };

  if (info->normalize_score != NULL)
    status = info->normalize_score (&job->call, job->nodes, job->scores);
  if (status.code == FIT_STATUS_SUCCESS)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  return failure (job, FIT_TEXT_NORMALIZE, &status);
}

static FitStatus
check_range (Job *job)
{
  const gint64 max_score = job->framework->rules.max_score;
  g_auto (FitStatus) status = { .code = FIT_STATUS_SUCCESS };
  guint i = 0;

  while (i < job->nodes->n && job->scores[i] >= 0
         && job->scores[i] <= max_score)
    i++;
  if (i == job->nodes->n)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  status = fit_status (FIT_STATUS_ERROR,
                       "returns an invalid score %" G_GINT64_FORMAT
                       ", it should in the range of [0, %" G_GINT64_FORMAT
                       "] after normalizing",
                       job->scores[i], max_score);
  return failure (job, FIT_TEXT_SCORE_RANGE, &status);
}

FitStatus
fit_framework_score (const FitFramework *framework,
                     const FitFrameworkCycle *cycle, const FitNodeList *nodes,
                     FitArena *arena, gint64 *totals, FitScores **out_scores)
{
  static FitStatus (*const steps[]) (Job *)
      = { score_nodes, normalize, check_range };
  const GPtrArray *asked = framework->asked[FIT_POINT_SCORE];
  FitScores *results = fit_arena_new0 (arena, FitScores, asked->len);
  Job *jobs = fit_arena_new0 (arena, Job, asked->len);
  guint n_jobs = 0;

  for (guint p = 0; p < asked->len; p++)
    {
      const FitPlugin *plugin = asked->pdata[p];
      gint64 *scores = fit_arena_new0 (arena, gint64, nodes->n);

      results[p] = (FitScores){ .name = plugin->info->name,
                                .weight = plugin->weight,
                                .scores = scores,
                                .is_plugin = TRUE };
      if (fit_cycle_state_skips (cycle->state, FIT_POINT_SCORE, plugin))
        continue;
      jobs[n_jobs++]
          = (Job){ .framework = framework,
                   .plugin = plugin,
                   .call = fit_framework_call (framework, plugin, cycle),
                   .nodes = nodes,
                   .scores = scores };
    }
  /* Each step for all jobs, up to the first failure. */
  for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
    for (guint j = 0; j < n_jobs; j++)
      {
        FitStatus status = steps[s](&jobs[j]);

        if (status.code != FIT_STATUS_SUCCESS)
          return status;
      }
  for (guint p = 0; p < asked->len; p++)
    fit_wrapping_add_weighted (totals, results[p].scores, results[p].weight,
                               nodes->n);
  if (out_scores != NULL)
    *out_scores = results;
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

guint
fit_framework_n_scores (const FitFramework *framework)
{
  return framework->asked[FIT_POINT_SCORE]->len;
}
