/* node-filter.c - selects nodes by names and patterns
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explanation.h"

#include "base/similar.h"

static gboolean
check_name (const FitNamePatterns *filter, guint number, const FitCache *cache,
            GError **error)
{
  const char *name = filter->names[number];
  FitSimilar similar;

  /* A pattern is no name of a node. */
  if (fit_cache_find_node (cache, name) != NULL)
    return TRUE;
  fit_similar_init (&similar, name);
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL)
        continue;
      if (fit_name_patterns_match (filter, number, node->name))
        return TRUE;
      fit_similar_offer (&similar, node->name);
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no node \"%s\" in the cluster", name);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  return FALSE;
}

gboolean
fit_node_filter_check (const FitNamePatterns *filter, const FitCache *cache,
                       GError **error)
{
  for (guint i = 0; filter->names != NULL && filter->names[i] != NULL; i++)
    if (!check_name (filter, i, cache, error))
      return FALSE;
  return TRUE;
}
