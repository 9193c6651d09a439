/* node-filter.c - selects nodes by names and patterns */
#include "explain/node-filter.h"

#include "base/similar.h"

void
fit_node_filter_init (FitNodeFilter *filter, const char *list)
{
  guint n;

  *filter = (FitNodeFilter){ 0 };
  if (list == NULL)
    return;
  filter->names = g_strsplit (list, ",", -1);
  n = g_strv_length (filter->names);
  filter->specs = g_new (GPatternSpec *, n);
  for (guint i = 0; i < n; i++)
    filter->specs[i] = g_pattern_spec_new (g_strstrip (filter->names[i]));
}

void
fit_node_filter_clear (FitNodeFilter *filter)
{
  for (guint i = 0; filter->names != NULL && filter->names[i] != NULL; i++)
    g_pattern_spec_free (filter->specs[i]);
  g_clear_pointer (&filter->specs, g_free);
  g_clear_pointer (&filter->names, g_strfreev);
}

gboolean
fit_node_filter_matches (const FitNodeFilter *filter, const char *name)
{
  if (filter->names == NULL)
    return TRUE;
  for (guint i = 0; filter->names[i] != NULL; i++)
    if (g_pattern_spec_match_string (filter->specs[i], name))
      return TRUE;
  return FALSE;
}

static gboolean
check_name (const FitNodeFilter *filter, guint number, const FitCache *cache,
            GError **error)
{
  const char *name = filter->names[number];
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL)
        continue;
      if (g_pattern_spec_match_string (filter->specs[number], node->name))
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
fit_node_filter_check (const FitNodeFilter *filter, const FitCache *cache,
                       GError **error)
{
  for (guint i = 0; filter->names != NULL && filter->names[i] != NULL; i++)
    if (!check_name (filter, i, cache, error))
      return FALSE;
  return TRUE;
}
