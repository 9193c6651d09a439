/* adapter.c - runs a Policy's predicates and priorities with the arithmetic of
 * plugins, for comparisons
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/adapter.h"

#include "base/intern.h"
#include "config/migrate/policy-rules.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "rules/rule.h"

#include <string.h>

/* The copies borrow their data, so they must not free it. */
static void
filter_free (gpointer data)
{
  FitPredicate *filter = data;

  fit_intern_unref (filter->name);
  g_free (filter);
}

static void
score_free (gpointer data)
{
  FitPriority *score = data;

  fit_intern_unref (score->name);
  g_free (score);
}

/* Several predicates with arguments may belong to one plugin. */
static gboolean
is_there (const FitAlgorithm *algorithm, const FitPredicateInfo *info)
{
  for (guint i = 0; i < algorithm->predicates->len; i++)
    {
      const FitPredicate *filter = algorithm->predicates->pdata[i];

      if (filter->info == info && filter->data == NULL)
        return TRUE;
    }
  return FALSE;
}

static void
add_filter (FitAlgorithm *algorithm, const FitPredicate *predicate,
            const FitPredicateInfo *info, const char *plugin)
{
  FitPredicate *filter;

  if (predicate->data == NULL && is_there (algorithm, info))
    return;
  filter = g_new (FitPredicate, 1);
  *filter = *predicate;
  filter->info = info;
  filter->name = fit_intern (plugin);
  g_ptr_array_add (algorithm->predicates, filter);
  g_ptr_array_add (algorithm->ordered, filter);
}

FitAlgorithm *
fit_adapter_algorithm_new (const FitAlgorithm *legacy)
{
  FitAlgorithm *algorithm = fit_algorithm_new ();

  g_ptr_array_set_free_func (algorithm->predicates, filter_free);
  g_ptr_array_set_free_func (algorithm->priorities, score_free);
  for (guint i = 0; i < legacy->ordered->len; i++)
    {
      const FitPredicate *predicate = legacy->ordered->pdata[i];
      const FitRule *rule = fit_policy_filter (predicate->info->name);
      const char *plugin;

      /* A predicate without a corresponding plugin, from a program or an
       * earlier release, keeps its name. */
      if (rule == NULL)
        add_filter (algorithm, predicate, predicate->info, predicate->name);
      for (guint k = 0;
           rule != NULL && (plugin = fit_policy_plugin (rule, k)) != NULL; k++)
        add_filter (algorithm, predicate,
                    predicate->info == &fit_general_predicates
                        ? fit_general_parts[k]
                        : predicate->info,
                    plugin);
    }
  for (guint i = 0; i < legacy->priorities->len; i++)
    {
      const FitPriority *priority = legacy->priorities->pdata[i];
      const FitRule *rule = fit_rule_of_priority (priority->info->name);
      const char *plugin;
      FitPriority *score;

      if (priority->info == &fit_equal_priority)
        plugin = NULL;
      else
        plugin = rule != NULL ? rule->name : priority->name;
      if (plugin == NULL)
        continue;
      score = g_new (FitPriority, 1);
      *score = *priority;
      score->name = fit_intern (plugin);
      g_ptr_array_add (algorithm->priorities, score);
    }
  for (guint i = 0; i < legacy->extenders->len; i++)
    g_ptr_array_add (algorithm->extenders, legacy->extenders->pdata[i]);
  for (guint i = 0; i < legacy->ignored_resources->len; i++)
    g_ptr_array_add (
        algorithm->ignored_resources,
        (gpointer) fit_intern (legacy->ignored_resources->pdata[i]));
  algorithm->hard_pod_affinity_symmetric_weight
      = legacy->hard_pod_affinity_symmetric_weight;
  algorithm->always_check_all_predicates = legacy->always_check_all_predicates;
  algorithm->binds_volumes = legacy->binds_volumes;
  return algorithm;
}
