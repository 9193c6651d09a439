/* score-formulas.c - creates the scores of plugins
 *
 * Some formulas are still those of v1.16, with a maximum score of 100.
 * Tests: tests/rules/test-score-formulas*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/score-formulas.h"
#include "base/intern.h"
#include "rules/unprepared-plugins.h"
#include "priorities/scoring.h"

#include <string.h>

gboolean
fit_score_behaviour_create (const FitFactoryArgs *args, gconstpointer argument,
                            gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  FitBehaviour *behaviour = g_new (FitBehaviour, 1);

  *behaviour = fit_behaviour (given->release);
  *out_data = behaviour;
  return TRUE;
}

const FitBehaviour *
fit_score_behaviour (const FitPriorityRun *run)
{
  static const FitBehaviour former;

  return run->priority->data != NULL ? run->priority->data : &former;
}

/* The shape's scores end at 10, a plugin's at FIT_PROFILE_MAX_SCORE. */
#define SHAPE_FACTOR (FIT_PROFILE_MAX_SCORE / 10)

void
fit_score_line_draw (FitScoreLine line, const FitArgShape *shape)
{
  for (gint percent = 0; shape->n > 0 && percent <= 100; percent++)
    line[percent]
        = fit_line_at (shape->points, shape->n, SHAPE_FACTOR, percent);
}

const FitPriorityInfo *
fit_profile_score_formula (const char *plugin, FitRelease release)
{
  const FitRule *rule = fit_rule_find (plugin);
  const FitPriorityInfo *found = NULL;

  if (rule == NULL || rule->scores == NULL)
    return NULL;
  for (const FitRuleScore *row = rule->scores; row->info != NULL; row++)
    if (row->since <= release)
      found = row->info;
  return found;
}

FitPriority *
fit_profile_score_new (const char *plugin, gint64 weight,
                       const FitProfilePluginArgs *args, GError **error)
{
  const FitPriorityInfo *info
      = fit_profile_score_formula (plugin, args->release);
  const FitUnprepared *unprepared = fit_unprepared_find (
      plugin, args->release, args->gates, FIT_AT (SCORE), args->points);
  const FitFactoryArgs made_for
      = { .cache = args->cache, .gates = args->gates };
  gpointer data = NULL;
  FitPriority *score;

  if (info == NULL)
    return fit_fail_null (error, FIT_ERROR_NOT_FOUND,
                          "plugin \"%s\" does not score in this release",
                          plugin);
  if (unprepared != NULL)
    {
      info = &fit_score_unprepared;
      data = (gpointer) unprepared;
    }
  if (info->create != NULL && !info->create (&made_for, args, &data, error))
    return NULL;
  score = g_new0 (FitPriority, 1);
  score->name = fit_intern (plugin);
  score->info = info;
  score->weight = weight;
  score->data = data;
  score->gates = made_for.gates;
  score->at_pre_score = (args->points & FIT_AT (PRE_SCORE)) != 0;
  return score;
}

void
fit_profile_score_free (FitPriority *score)
{
  if (score == NULL)
    return;
  if (score->info->free_data != NULL)
    score->info->free_data (score->data);
  fit_intern_unref (score->name);
  g_free (score);
}
