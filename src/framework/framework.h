/* framework.h - the configured plugins, asked point by point
 *
 * Plugins are asked in the order of their lists; the first that does not agree
 * ends it.  Statuses that come back are worded as v1.16 words them.  A rejection
 * (fit_status_unschedulable()) at PreFilter, Filter, Permit or PreBind keeps its
 * code; every other failure becomes FIT_STATUS_ERROR around the plugin's
 * message.
 *
 * One thread at a time, but for fit_framework_filter().
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 framework.go.
 */
#pragma once

#include "base/worker-pool.h"
#include "framework/plugin-lists.h"
#include "framework/plugin-registry.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

/* Scores of plugins, after normalising. */
#define FIT_MAX_PLUGIN_SCORE 10

typedef struct _FitFramework FitFramework;

/**
 * fit_framework_new:
 * @registry: (nullable): read during the call; NULL is an empty one
 * @lists: (nullable): read during the call; NULL enables nothing
 * @cache: borrowed, must outlive the framework
 *
 * Makes the plugins that are named in a list, in the order in which they are
 * first named.  Errors are FIT_ERROR_POLICY in v1.16's words, without its
 * "error initializing the scheduling framework: ".
 *
 * Returns: (transfer full) (nullable)
 */
FitFramework *fit_framework_new (const FitPluginRegistry *registry,
                                 const FitPluginLists *lists, FitCache *cache,
                                 GError **error);
void fit_framework_free (FitFramework *framework);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitFramework, fit_framework_free)

/* fit_framework_has: is any plugin asked at @point? */
gboolean fit_framework_has (const FitFramework *framework,
                            FitExtensionPoint point);

/* fit_framework_waiting: Returns: (transfer none): those that Permit holds
 * back */
FitWaitingPods *fit_framework_waiting (FitFramework *framework);

/* fit_framework_set_now: what time plugins are told that it is */
void fit_framework_set_now (FitFramework *framework, gint64 now_ns);

/* An attempt with one pod. */
typedef struct
{
  FitCycleState *state; /* borrowed */
  const FitPod *pod;    /* borrowed */
} FitFrameworkCycle;

/* fit_framework_less: asks the QueueSort plugin; there must be one */
gboolean fit_framework_less (const FitFramework *framework,
                             const FitQueuedPod *a, const FitQueuedPod *b);

FitStatus fit_framework_pre_filter (const FitFramework *framework,
                                    const FitFrameworkCycle *cycle);

/* fit_framework_filter: about one node, which is as the cluster is even where
 * predicates are asked what would be.  A rejection comes back as the plugin gave
 * it.  Thread-safe. */
FitStatus fit_framework_filter (const FitFramework *framework,
                                const FitFrameworkCycle *cycle,
                                const FitNodeInfo *node);

/* fit_framework_post_filter: informational; every failure is an error */
FitStatus fit_framework_post_filter (const FitFramework *framework,
                                     const FitFrameworkCycle *cycle,
                                     const FitNodeList *feasible);

/* What one Score plugin said. */
typedef struct
{
  const char *name; /* borrowed from the framework */
  gint64 weight;
  gint64 *scores; /* of the arena; by node; normalised, not weighted */
} FitPluginScores;

/**
 * fit_framework_score:
 * @pool: (nullable)
 * @totals: (inout): weight times score of every plugin is added; wraps silently
 * @out_scores: (out) (nullable): one per Score plugin, of @arena
 *
 * All plugins score, then all normalise, then the range is held against
 * 0..FIT_MAX_PLUGIN_SCORE.  The first failure, by plugin and node, ends it;
 * which one does not depend on @pool.  Outputs are untouched then.
 */
FitStatus fit_framework_score (const FitFramework *framework,
                               const FitFrameworkCycle *cycle,
                               const FitNodeList *nodes, FitWorkerPool *pool,
                               FitArena *arena, gint64 *totals,
                               FitPluginScores **out_scores);

/* fit_framework_n_scores: Returns: how many Score plugins there are */
guint fit_framework_n_scores (const FitFramework *framework);

FitStatus fit_framework_reserve (const FitFramework *framework,
                                 const FitFrameworkCycle *cycle,
                                 const char *node_name);

/**
 * fit_framework_permit:
 *
 * All plugins are asked, even after one that wants to wait.
 *
 * Returns: FIT_STATUS_WAIT: the pod is among the waiting pods now, for the
 *   shortest of the times that plugins asked for and FIT_PERMIT_MAX_TIMEOUT_NS
 */
FitStatus fit_framework_permit (FitFramework *framework,
                                const FitFrameworkCycle *cycle,
                                const char *node_name);
FitStatus fit_framework_pre_bind (const FitFramework *framework,
                                  const FitFrameworkCycle *cycle,
                                  const char *node_name);

/* fit_framework_bind: asks until one does not skip.  Returns: FIT_STATUS_SKIP
 * when no plugin is there or all skip */
FitStatus fit_framework_bind (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);
void fit_framework_post_bind (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);

/* fit_framework_unreserve: all plugins, in the order in which they are
 * configured */
void fit_framework_unreserve (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);

G_END_DECLS
