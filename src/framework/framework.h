/* framework.h - the configured plugins, asked point by point
 *
 * The plugins are those of programs that link the library; what a release brings
 * itself runs elsewhere (plugins/filter-phase.h, plugins/profile-plugin.h,
 * core/preemption.h).  A framework behaves like one release: like v1.16 unless
 * it is said otherwise.
 *
 * Plugins are asked in the order of their lists; the first that does not agree
 * ends it.  Statuses that come back are worded as the release words them.  In
 * v1.16 a rejection (fit_status_unschedulable()) at PreFilter, Filter, Permit or
 * PreBind keeps its code; every other failure becomes FIT_STATUS_ERROR around the
 * plugin's message.  What later releases do is in framework-rules.c.
 *
 * One thread at a time, but for fit_framework_filter() and, each with a state of
 * its own, fit_framework_add_pod() and fit_framework_remove_pod().
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 framework.go, v1.28
 * framework/runtime/framework.go.
 */
#pragma once

#include "base/release.h"
#include "base/worker-pool.h"
#include "framework/plugin-lists.h"
#include "framework/plugin-registry.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

/* Scores of plugins, after normalising, in v1.16. */
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
/* What a framework is made of. */
typedef struct
{
  FitRelease release;                /* 0: FIT_RELEASE_LEGACY */
  const FitPluginRegistry *registry; /* (nullable): as above */
  const FitPluginLists
      *lists;      /* (nullable): only plugins of @registry.  Lists of
                                  points that the release does not have are not
                                  read */
  FitCache *cache; /* borrowed, must outlive the framework */
  guint in_tree;   /* set of 1 << FitExtensionPoint: where the release's own
                         plugins are enabled beside those of @lists: queue sort
                         and bind count */
  gboolean all_filters; /* all Filter plugins are asked about a node, whatever
                           others say */
} FitFrameworkOptions;

/**
 * fit_framework_new_of:
 *
 * fit_framework_new() for any release.  From v1.18 on one plugin has to sort the
 * queue and one at least to bind, the release's own included.
 *
 * Returns: (transfer full) (nullable)
 */
FitFramework *fit_framework_new_of (const FitFrameworkOptions *options,
                                    GError **error);
void fit_framework_free (FitFramework *framework);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitFramework, fit_framework_free)

/* fit_framework_has: is any plugin asked at @point? */
gboolean fit_framework_has (const FitFramework *framework,
                            FitExtensionPoint point);

/* fit_framework_release: whose rules it goes by */
FitRelease fit_framework_release (const FitFramework *framework);

/* fit_framework_max_score: Returns: what Score plugins give at most */
gint64 fit_framework_max_score (const FitFramework *framework);

/* fit_framework_set_pods: from where plugins have all pods */
void fit_framework_set_pods (FitFramework *framework, FitPodSource pods);

/* A plugin and what may help pods that it has rejected. */
typedef struct
{
  const char *plugin; /* its name; borrowed from the framework */
  gpointer data;      /* for hint functions */
  guint n_events;
  const FitEventRegistration *events; /* (nullable) */
} FitPluginEvents;

/* fit_framework_plugin_events: one for each plugin.  One that registers nothing
 * because it has no function for it has all actions of all resources.
 * Returns: (transfer full): of FitPluginEvents */
GArray *fit_framework_plugin_events (const FitFramework *framework);

/* fit_framework_waiting: Returns: (transfer none): those that Permit holds
 * back */
FitWaitingPods *fit_framework_waiting (FitFramework *framework);

/* fit_framework_set_now: what time plugins are told that it is */
void fit_framework_set_now (FitFramework *framework, gint64 now_ns);

/* fit_framework_word: what the release makes of @given (transfer full), which a
 * plugin of its own, @plugin, has answered at @point; not success */
FitStatus fit_framework_word (const FitFramework *framework,
                              FitExtensionPoint point, const char *plugin,
                              const FitPod *pod, FitStatus *given);

/* An attempt with one pod. */
typedef struct
{
  FitCycleState *state; /* borrowed */
  const FitPod *pod;    /* borrowed */
} FitFrameworkCycle;

/* fit_framework_less: asks the QueueSort plugin; there must be one */
gboolean fit_framework_less (const FitFramework *framework,
                             const FitQueuedPod *a, const FitQueuedPod *b);

/* fit_framework_pre_enqueue: may @pod become active?  Its status.plugin is the
 * first that does not agree. */
FitStatus fit_framework_pre_enqueue (const FitFramework *framework,
                                     const FitPod *pod);

/* fit_framework_pre_filter: all nodes are to be looked at when it succeeds */
FitStatus fit_framework_pre_filter (const FitFramework *framework,
                                    const FitFrameworkCycle *cycle);

/**
 * fit_framework_pre_filter_nodes:
 * @out_names: (out) (transfer full) (nullable): of char, sorted: only these
 *   nodes are to be looked at; NULL: all.  Set on success only
 * @out_plugins: (out) (transfer full) (nullable): the same: of char: the plugins
 *   that have left only some, in order
 *
 * Plugins that leave no node together are a rejection.
 */
FitStatus fit_framework_pre_filter_nodes (const FitFramework *framework,
                                          const FitFrameworkCycle *cycle,
                                          GPtrArray **out_names,
                                          GPtrArray **out_plugins);

/* fit_framework_add_pod, _remove_pod: what PreFilter plugins remember is to be
 * as if @other were on @node too, or not there; @cycle has a clone of the state.
 * For v1.16 they do nothing. */
FitStatus fit_framework_add_pod (const FitFramework *framework,
                                 const FitFrameworkCycle *cycle,
                                 const FitPod *other, const FitNodeInfo *node);
FitStatus fit_framework_remove_pod (const FitFramework *framework,
                                    const FitFrameworkCycle *cycle,
                                    const FitPod *other,
                                    const FitNodeInfo *node);

/* fit_framework_filter: about one node; in v1.16 as the cluster is, even where
 * predicates are asked what would be.  A rejection comes back as the plugin gave
 * it.  Thread-safe. */
FitStatus fit_framework_filter (const FitFramework *framework,
                                const FitFrameworkCycle *cycle,
                                const FitNodeInfo *node);

/* fit_framework_post_filter: of v1.16: informational; every failure is an
 * error.  Later there is nobody to ask. */
FitStatus fit_framework_post_filter (const FitFramework *framework,
                                     const FitFrameworkCycle *cycle,
                                     const FitNodeList *feasible);

/**
 * fit_framework_make_room:
 * @n, @rejections: why nodes do not fit
 * @out_nomination: (out): what plugins have come to
 *
 * PostFilter from v1.19 on, when no node fits.  The first success or error ends
 * it, from v1.26 on also a rejection that nothing can help; otherwise all
 * plugins are asked and what they say is merged.  FIT_STATUS_UNSCHEDULABLE
 * without a message when there is nobody to ask.
 */
FitStatus fit_framework_make_room (const FitFramework *framework,
                                   const FitFrameworkCycle *cycle, guint n,
                                   const FitNodeRejection *rejections,
                                   FitNomination *out_nomination);
void fit_nomination_clear (FitNomination *nomination);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitNomination, fit_nomination_clear)

/* fit_framework_pre_score: before fit_framework_score(), from v1.18 on */
FitStatus fit_framework_pre_score (const FitFramework *framework,
                                   const FitFrameworkCycle *cycle,
                                   const FitNodeList *feasible);

/* What one Score plugin said. */
typedef struct
{
  const char *name; /* borrowed from the framework */
  gint64 weight;
  gint64 *scores; /* of the arena; by node; normalised, not weighted; all 0 of a
                     plugin that was skipped at PreScore */
} FitPluginScores;

/**
 * fit_framework_score:
 * @pool: (nullable)
 * @totals: (inout): weight times score of every plugin is added; wraps silently
 * @out_scores: (out) (nullable): one per Score plugin, of @arena
 *
 * All plugins score, then all normalise, then the range is held against
 * 0..fit_framework_max_score().  The first failure, by plugin and node, ends it;
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
 *   shortest of the times that plugins asked for, FIT_PERMIT_MAX_TIMEOUT_NS each
 *   at most
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
 * configured; from v1.19 on those of Reserve in reverse order */
void fit_framework_unreserve (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);

G_END_DECLS
