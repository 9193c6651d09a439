/* node-filter.h - selects nodes by names and patterns
 */
#pragma once

#include "cluster/cache.h"

typedef struct
{
  char **names;         /* (nullable) owned: as given */
  GPatternSpec **specs; /* owned, one per name */
} FitNodeFilter;

/* fit_node_filter_init: @list (nullable): names and patterns; NULL: all */
void fit_node_filter_init (FitNodeFilter *filter, const char *list);
void fit_node_filter_clear (FitNodeFilter *filter);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitNodeFilter, fit_node_filter_clear)

gboolean fit_node_filter_matches (const FitNodeFilter *filter,
                                  const char *name);

/* fit_node_filter_check: checks that every name matches a node of @cache; fails
 * with FIT_ERROR_NOT_FOUND and a hint */
gboolean fit_node_filter_check (const FitNodeFilter *filter,
                                const FitCache *cache, GError **error);
