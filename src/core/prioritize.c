#include "core/cycle.h"

/* Nodes scored by a worker at a time; fewer stay on one thread. */
#define GRAIN 256

/* Errors of the ranges of one map, by range, so that the first one counts
 * whatever thread met it. */
typedef struct
{
  const FitPriorityRun *run;
  const FitNodeList *nodes;
  gint64 *scores;
  GError **errors;
} MapJob;

static void
map_range (gpointer data, guint begin, guint end, guint worker)
{
  const MapJob *job = data;
  const FitNodeList part = { end - begin, job->nodes->nodes + begin };

  job->run->priority->info->map (job->run, &part, job->scores + begin,
                                 &job->errors[begin / GRAIN]);
}

static gboolean
map_all (const FitCycle *cycle, const FitPriorityRun *run,
         const FitNodeList *feasible, gint64 *scores, GError **error)
{
  const guint n_ranges = (feasible->n + GRAIN - 1) / GRAIN;
  MapJob job = { run, feasible, scores, NULL };
  gboolean ok = TRUE;

  if (!cycle->pool || n_ranges < 2 || run->priority->info->whole_list)
    return run->priority->info->map (run, feasible, scores, error);
  job.errors = g_new0 (GError *, n_ranges);
  fit_worker_pool_run (cycle->pool, feasible->n, GRAIN, map_range, &job);
  for (guint i = 0; i < n_ranges; i++)
    {
      if (job.errors[i] && ok)
        {
          g_propagate_error (error, job.errors[i]);
          ok = FALSE;
        }
      else
        g_clear_error (&job.errors[i]);
    }
  g_free (job.errors);
  return ok;
}

static gboolean
score (const FitCycle *cycle, const FitPriorityMetadata *meta,
       const FitPriority *priority, const FitNodeList *feasible, gint64 *scores,
       GError **error)
{
  const FitPriorityInfo *info = priority->info;
  FitPriorityRun run = { .priority = priority, .meta = meta };

  if (info->prepare && !info->prepare (&run, feasible, error))
    return FALSE;
  if (!map_all (cycle, &run, feasible, scores, error))
    return FALSE;
  return !info->reduce || info->reduce (&run, feasible, scores, error);
}

/* Sums wrap silently, as machine integers do in v1.16. */
static void
add_weighted (gint64 *totals, const gint64 *scores, gint64 weight, guint n)
{
  for (guint i = 0; i < n; i++)
    totals[i] = (gint64) ((guint64) totals[i]
                          + (guint64) scores[i] * (guint64) weight);
}

/* No priority at all: every node is as good as any other, and where extenders
 * follow, their scores start from nothing. */
static void
score_equally (FitCycle *cycle, guint n, FitPriorityResult *result,
               gint64 *totals)
{
  const gint64 base = cycle->algorithm->extenders->len ? 0 : 1;

  *result = (FitPriorityResult){ .scores = fit_arena_newn (cycle->arenas[0],
                                                           gint64, n) };
  for (guint i = 0; i < n; i++)
    result->scores[i] = totals[i] = base;
}

gboolean
fit_cycle_prioritize (FitCycle *cycle, const FitNodeList *feasible,
                      FitPriorityResult **out_results, guint *out_n,
                      gint64 *totals, GError **error)
{
  const GPtrArray *priorities = cycle->algorithm->priorities;
  FitArena *arena = cycle->arenas[0];
  FitPriorityResult *results
      = fit_arena_new0 (arena, FitPriorityResult, priorities->len + 1);
  FitPriorityMetadata *meta;
  FitMessages problems;
  gboolean ok;

  *out_results = results;
  *out_n = MAX (priorities->len, 1);
  if (priorities->len == 0)
    {
      score_equally (cycle, feasible->n, results, totals);
      return TRUE;
    }
  meta = fit_priority_metadata_new (cycle->cache, cycle->pod, arena);
  fit_messages_init (&problems);
  for (guint i = 0; i < feasible->n; i++)
    totals[i] = 0;
  for (guint p = 0; p < priorities->len; p++)
    {
      FitPriorityResult *result = &results[p];
      g_autoptr (GError) problem = NULL;

      result->priority = priorities->pdata[p];
      result->scores = fit_arena_newn (arena, gint64, feasible->n);
      if (score (cycle, meta, result->priority, feasible, result->scores,
                 &problem))
        add_weighted (totals, result->scores, result->priority->weight,
                      feasible->n);
      else
        {
          result->error = g_strdup (problem->message);
          fit_messages_add (&problems, problem->message);
        }
    }
  ok = problems.texts->len == 0;
  if (!ok)
    {
      g_autofree char *text = fit_messages_aggregate (&problems, FALSE);

      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, text);
    }
  fit_messages_clear (&problems);
  return ok;
}
