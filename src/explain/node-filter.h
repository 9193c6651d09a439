/* node-filter.h - selects nodes by names and patterns
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/name-patterns.h"
#include "cluster/cache.h"

/* fit_node_filter_matches: is @name among @filter?  Without a list, every name
 * is. */
gboolean fit_node_filter_matches (const FitNamePatterns *filter,
                                  const char *name);

/* fit_node_filter_check: checks that every name matches a node of @cache; fails
 * with FIT_ERROR_NOT_FOUND and a hint */
gboolean fit_node_filter_check (const FitNamePatterns *filter,
                                const FitCache *cache, GError **error);
