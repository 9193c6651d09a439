/* pre-filter.h - what the PreFilter plugins have said so far
 *
 * The plugins of a release are asked first (filter-phase.h), then those of
 * programs (framework.h).  Each answer goes through here, so the rules of the
 * release about rejections and about naming nodes are the same for all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "cluster/cache.h"
#include "predicates/predicate.h"

/* All zero: nothing has been said.  Memory of the cycle's arena. */
typedef struct
{
  const char *rejected_by;  /* (nullable): the plugin that rejected the pod on
                               all nodes... */
  const FitReasons *reject; /* ...and its reasons */
  gboolean resolvable;      /* the pod may fit if other pods are removed */
  const char *error;        /* (nullable): an error; the attempt fails */
  gboolean ended;           /* no further plugin is asked */
  guint n_asked;            /* how many plugins of the release were asked */

  guint n_narrowing;
  const char **narrowing; /* the plugins that named the nodes to check... */
  FitNodeNames only;      /* ...and the nodes that all of them named */
  const guint8 *excluded; /* (nullable): by node index: nodes not to check */
  const char *excluded_reason; /* (nullable): the reason reported for these
                                  nodes; NULL: they are not reported */
} FitPreFilterResult;

/* fit_pre_filter_fail: a plugin failed, with @message in the words of the
 * release */
void fit_pre_filter_fail (FitPreFilterResult *result, FitArena *arena,
                          const char *message);

/* fit_pre_filter_reject: @plugin rejects the pod for @reasons */
void fit_pre_filter_reject (FitPreFilterResult *result,
                            const FitBehaviour *behaviour, const char *plugin,
                            const FitReasons *reasons, gboolean resolvable);

/* fit_pre_filter_narrow: @plugin says that the pod fits only nodes of @only */
void fit_pre_filter_narrow (FitPreFilterResult *result,
                            const FitBehaviour *behaviour, FitArena *arena,
                            const char *plugin, const FitNodeNames *only);

/* fit_pre_filter_exclude: finds out which nodes are excluded, unless the pod is
 * rejected.  It is an error in some releases if a plugin has named a node that
 * does not exist. */
void fit_pre_filter_exclude (FitPreFilterResult *result,
                             const FitBehaviour *behaviour, FitCache *cache,
                             FitArena *arena);

/* fit_pre_filter_nominated_fails: the filter @plugin rejects the node to which
 * the pod is nominated.  Releases that name the plugins that left out nodes name
 * that one among them. */
void fit_pre_filter_nominated_fails (FitPreFilterResult *result,
                                     const FitBehaviour *behaviour,
                                     FitArena *arena, const char *plugin);
