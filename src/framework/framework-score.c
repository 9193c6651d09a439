/* framework-score.c - scores of plugins
 *
 * Three steps, each for all plugins before the next: score the nodes, normalise
 * what wants to be, check the range.  Totals are written when all have
 * succeeded.
 */
#include "framework/framework-private.h"

#include "api/syntax.h"

/* Nodes scored by a worker at a time; fewer stay on one thread. */
#define GRAIN 64

/* One plugin at work. */
typedef struct
{
  const FitPluginInfo *info;
  FitPluginCall call;
  const FitNodeList *nodes;
  FitWorkerPool *pool; /* (nullable) */
  gint64 *scores;      /* borrowed from the arena; by node */
  FitStatus *failures; /* by range, so that the first one counts whatever
                          thread met it */
} Job;

/* Returns: FIT_STATUS_ERROR "error while WHAT for pod POD: DETAIL" */
static FitStatus
score_error (const Job *job, const char *what, const char *detail)
{
  g_autofree char *pod = fit_quote (job->call.pod->meta.name);

  return fit_status (FIT_STATUS_ERROR, "error while %s for pod %s: %s", what,
                     pod, detail);
}

static void
score_range (gpointer data, guint begin, guint end, guint worker)
{
  const Job *job = data;

  for (guint i = begin; i < end; i++)
    {
      g_auto (FitStatus) status = job->info->score (
          &job->call, job->nodes->nodes[i], &job->scores[i]);

      if (status.code != FIT_STATUS_SUCCESS)
        {
          job->failures[begin / GRAIN] = status;
          status.message = NULL;
          return;
        }
    }
}

/* Fails with what the plugin said of the first node that it cannot score. */
static FitStatus
score_nodes (Job *job)
{
  const guint n_ranges = (job->nodes->n + GRAIN - 1) / GRAIN;
  g_autofree FitStatus *failures = g_new0 (FitStatus, n_ranges);
  FitStatus result = { .code = FIT_STATUS_SUCCESS };

  job->failures = failures;
  if (job->pool != NULL)
    fit_worker_pool_run (job->pool, job->nodes->n, GRAIN, score_range, job);
  else
    score_range (job, 0, job->nodes->n, 0);
  for (guint i = 0; i < n_ranges; i++)
    {
      if (failures[i].code != FIT_STATUS_SUCCESS
          && result.code == FIT_STATUS_SUCCESS)
        result = score_error (job, "running score plugin",
                              fit_status_message (&failures[i]));
      fit_status_clear (&failures[i]);
    }
  return result;
}

static FitStatus
normalize (Job *job)
{
  g_auto (FitStatus) status = { .code = FIT_STATUS_SUCCESS };
  g_autofree char *name = NULL, *detail = NULL;

  if (job->info->normalize_score != NULL)
    status = job->info->normalize_score (&job->call, job->nodes, job->scores);
  if (status.code == FIT_STATUS_SUCCESS)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  name = fit_quote (job->info->name);
  detail = g_strdup_printf ("normalize score plugin %s failed with error %s",
                            name, fit_status_message (&status));
  return score_error (job, "running normalize score plugin", detail);
}

static FitStatus
check_range (Job *job)
{
  g_autofree char *name = NULL, *detail = NULL;
  guint i = 0;

  while (i < job->nodes->n && job->scores[i] >= 0
         && job->scores[i] <= FIT_MAX_PLUGIN_SCORE)
    i++;
  if (i == job->nodes->n)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  name = fit_quote (job->info->name);
  detail = g_strdup_printf (
      "score plugin %s returns an invalid score %" G_GINT64_FORMAT
      ", it should in the range of [0, %d] after normalizing",
      name, job->scores[i], FIT_MAX_PLUGIN_SCORE);
  return score_error (job, "applying score defaultWeights", detail);
}

/* Takes all jobs through all steps; the first failure ends it. */
static FitStatus
run_steps (Job *jobs, guint n)
{
  static FitStatus (*const steps[]) (Job *)
      = { score_nodes, normalize, check_range };

  for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
    for (guint j = 0; j < n; j++)
      {
        FitStatus status = steps[s](&jobs[j]);

        if (status.code != FIT_STATUS_SUCCESS)
          return status;
      }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* Sums wrap silently, as machine integers do in v1.16. */
static void
add_weighted (gint64 *totals, const FitPluginScores *result, guint n)
{
  for (guint i = 0; i < n; i++)
    totals[i]
        = (gint64) ((guint64) totals[i]
                    + (guint64) result->scores[i] * (guint64) result->weight);
}

FitStatus
fit_framework_score (const FitFramework *framework,
                     const FitFrameworkCycle *cycle, const FitNodeList *nodes,
                     FitWorkerPool *pool, FitArena *arena, gint64 *totals,
                     FitPluginScores **out_scores)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_SCORE];
  FitPluginScores *results
      = fit_arena_new0 (arena, FitPluginScores, asked->len);
  Job *jobs = fit_arena_new0 (arena, Job, asked->len);
  FitStatus status;

  for (guint p = 0; p < asked->len; p++)
    {
      const FitPlugin *plugin = asked->pdata[p];
      gint64 *scores = fit_arena_new0 (arena, gint64, nodes->n);

      results[p]
          = (FitPluginScores){ plugin->info->name, plugin->weight, scores };
      jobs[p] = (Job){ .info = plugin->info,
                       .call = fit_framework_call (framework, plugin, cycle),
                       .nodes = nodes,
                       .pool = pool,
                       .scores = scores };
    }
  status = run_steps (jobs, asked->len);
  if (status.code != FIT_STATUS_SUCCESS)
    return status;
  for (guint p = 0; p < asked->len; p++)
    add_weighted (totals, &results[p], nodes->n);
  if (out_scores != NULL)
    *out_scores = results;
  return status;
}

guint
fit_framework_n_scores (const FitFramework *framework)
{
  return framework->asked[FIT_POINT_SCORE]->len;
}
