/* framework.h - runs the configured plugins, point by point
 *
 * These are the plugins of programs that link the library.  A release's own
 * plugins run elsewhere (rules/filter-phase.h, rules/profile-plugin.h,
 * core/preemption.h).  A framework behaves like one release, by default v1.16.
 *
 * Use from one thread at a time, except fit_framework_filter() and, each with
 * its own state, fit_framework_add_pod() and fit_framework_remove_pod().
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 framework.go, v1.28
 * framework/runtime/framework.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/release.h"
#include "framework/plugin-lists.h"
#include "framework/plugin-registry.h"
#include "priorities/priority.h"
#include "rules/pre-filter.h"

typedef struct _FitFramework FitFramework;

/**
 * fit_framework_new:
 * @registry: (nullable): read during the call; NULL is an empty one
 * @lists: (nullable): read during the call; NULL enables nothing
 * @cache: borrowed, must outlive the framework
 *
 * Creates the plugins that the lists name, in the order in which they are first
 * named.  Errors are FIT_ERROR_POLICY with v1.16's text, without the prefix
 * "error initializing the scheduling framework: ".
 *
 * Returns: (transfer full) (nullable)
 */
FitFramework *fit_framework_new (const FitPluginRegistry *registry,
                                 const FitPluginLists *lists, FitCache *cache,
                                 GError **error);
/* The parts of a framework. */
typedef struct
{
  FitRelease release;                /* 0: FIT_RELEASE_LEGACY */
  const FitPluginRegistry *registry; /* (nullable): as above */
  const FitPluginLists
      *lists;      /* (nullable): names plugins of @registry only; lists of
                      points that the release does not have are ignored */
  FitCache *cache; /* borrowed, must outlive the framework */
  guint in_tree;   /* set of 1 << FitExtensionPoint: the points where the
                      release's own plugins are enabled too; QueueSort and Bind
                      matter */
} FitFrameworkOptions;

/**
 * fit_framework_new_of:
 *
 * Like fit_framework_new(), for any release.  From v1.18 on there must be
 * exactly one QueueSort plugin and at least one Bind plugin, counting the
 * release's own.
 *
 * Returns: (transfer full) (nullable)
 */
FitFramework *fit_framework_new_of (const FitFrameworkOptions *options,
                                    GError **error);
void fit_framework_free (FitFramework *framework);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitFramework, fit_framework_free)

/* fit_framework_has: does any plugin run at @point? */
gboolean fit_framework_has (const FitFramework *framework,
                            FitExtensionPoint point);

/* fit_framework_takes_part: does any plugin run while a node is searched, from
 * PreFilter to Score? */
gboolean fit_framework_takes_part (const FitFramework *framework);

/* fit_framework_set_pods: sets where plugins get all pods from */
void fit_framework_set_pods (FitFramework *framework, FitPodSource pods);

/* A plugin, and the events that may help pods which it has rejected. */
typedef struct
{
  const char *plugin; /* its name; borrowed from the framework */
  gpointer data;      /* for hint functions */
  guint n_events;
  const FitEventRegistration *events; /* (nullable) */
} FitPluginEvents;

/* fit_framework_plugin_events: one entry per plugin.  A plugin without
 * events_to_register gets all actions of all resources.
 * Returns: (transfer full): of FitPluginEvents */
GArray *fit_framework_plugin_events (const FitFramework *framework);

/* fit_framework_waiting: Returns: (transfer none): the pods that Permit holds
 * back */
FitWaitingPods *fit_framework_waiting (FitFramework *framework);

/* fit_framework_set_clock: sets where plugins see the time: @now_ns (nullable)
 * is borrowed until another is set; without one it is always 0 */
void fit_framework_set_clock (FitFramework *framework, const gint64 *now_ns);

/* fit_framework_word: Returns: the release's wording of @given (transfer full),
 * the failure that @plugin, one of its own plugins, has returned at @point */
FitStatus fit_framework_word (const FitFramework *framework,
                              FitExtensionPoint point, const char *plugin,
                              const FitPod *pod, FitStatus *given);

/* An attempt with one pod. */
typedef struct
{
  FitCycleState *state; /* borrowed */
  const FitPod *pod;    /* borrowed */
} FitFrameworkCycle;

/* fit_framework_less: calls the QueueSort plugin; there must be one */
gboolean fit_framework_less (const FitFramework *framework,
                             const FitQueuedPod *a, const FitQueuedPod *b);

/* fit_framework_pre_enqueue: may @pod become active?  status.plugin is the
 * first plugin that refuses. */
FitStatus fit_framework_pre_enqueue (const FitFramework *framework,
                                     const FitPod *pod);

/* fit_framework_pre_filter: PreFilter of releases where plugins cannot name
 * nodes */
FitStatus fit_framework_pre_filter (const FitFramework *framework,
                                    const FitFrameworkCycle *cycle);

/* fit_framework_pre_filter_nodes: adds what the plugins say to @result, until
 * that ends; memory of @arena */
void fit_framework_pre_filter_nodes (const FitFramework *framework,
                                     const FitFrameworkCycle *cycle,
                                     FitArena *arena,
                                     FitPreFilterResult *result);

/* fit_framework_add_pod, _remove_pod: updates the data of PreFilter plugins as
 * if @other were also on @node, or were not; @cycle has a clone of the state.
 * Does nothing in v1.16. */
FitStatus fit_framework_add_pod (const FitFramework *framework,
                                 const FitFrameworkCycle *cycle,
                                 const FitPod *other, const FitNodeInfo *node);
FitStatus fit_framework_remove_pod (const FitFramework *framework,
                                    const FitFrameworkCycle *cycle,
                                    const FitPod *other,
                                    const FitNodeInfo *node);

/* fit_framework_filter: checks one node.  v1.16 always shows plugins the real
 * cluster, even when predicates check a what-if copy.  A rejection is returned
 * as the plugin gave it.  Thread-safe. */
FitStatus fit_framework_filter (const FitFramework *framework,
                                const FitFrameworkCycle *cycle,
                                const FitNodeInfo *node);

/* fit_framework_post_filter: v1.16's informational PostFilter; every failure is
 * an error.  Does nothing in later releases. */
FitStatus fit_framework_post_filter (const FitFramework *framework,
                                     const FitFrameworkCycle *cycle,
                                     const FitNodeList *feasible);

/* fit_framework_add_names: appends the names (borrowed) of the plugins that run
 * at @point, in order */
void fit_framework_add_names (const FitFramework *framework,
                              FitExtensionPoint point, GPtrArray *names);

/* The PostFilter plugins of a profile, those of the release among them. */
typedef struct
{
  const GPtrArray *names; /* of char, in order */
  FitStatus (*ask) (const char *name, FitNomination *out_nomination,
                    gpointer data); /* runs one of the release */
  gpointer data;
} FitPostFilters;

/**
 * fit_framework_make_room:
 * @all: (nullable): NULL: only the plugins of the framework run
 * @n, @rejections: why nodes do not fit
 * @out_nomination: (out): the nomination that plugins decided on
 *
 * PostFilter from v1.19 on, if no node fits.  Stops at the first success or
 * error, from v1.27 on also at UnschedulableAndUnresolvable.  Otherwise all
 * plugins run and their statuses are merged.  Returns FIT_STATUS_UNSCHEDULABLE
 * without a message if there are no plugins.
 */
FitStatus fit_framework_make_room (const FitFramework *framework,
                                   const FitFrameworkCycle *cycle,
                                   const FitPostFilters *all, guint n,
                                   const FitNodeRejection *rejections,
                                   FitNomination *out_nomination);
void fit_nomination_clear (FitNomination *nomination);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitNomination, fit_nomination_clear)

/* fit_framework_pre_score: call it before fit_framework_score(), from v1.18
 * on */
FitStatus fit_framework_pre_score (const FitFramework *framework,
                                   const FitFrameworkCycle *cycle,
                                   const FitNodeList *feasible);

/**
 * fit_framework_score:
 * @totals: (inout): weight times score of every plugin is added; wraps silently
 * @out_scores: (out): one per Score plugin, of @arena; all 0 for a plugin that
 *   was skipped at PreScore
 *
 * First all plugins score, then all normalise, then scores must be in the range
 * of the release, up to 10 in v1.16, later up to 100.  Stops at the first
 * failure, by plugin and node.  Outputs are untouched then.
 */
FitStatus fit_framework_score (const FitFramework *framework,
                               const FitFrameworkCycle *cycle,
                               const FitNodeList *nodes, FitArena *arena,
                               gint64 *totals, FitScores **out_scores);

/* fit_framework_n_scores: Returns: the number of Score plugins */
guint fit_framework_n_scores (const FitFramework *framework);

FitStatus fit_framework_reserve (const FitFramework *framework,
                                 const FitFrameworkCycle *cycle,
                                 const char *node_name);

/**
 * fit_framework_permit:
 *
 * All plugins run, even after one that wants to wait.
 *
 * Returns: FIT_STATUS_WAIT: the pod has joined the waiting pods.  It waits for
 *   the shortest time that a plugin asked for, at most
 *   FIT_PERMIT_MAX_TIMEOUT_NS
 */
FitStatus fit_framework_permit (FitFramework *framework,
                                const FitFrameworkCycle *cycle,
                                const char *node_name);
FitStatus fit_framework_pre_bind (const FitFramework *framework,
                                  const FitFrameworkCycle *cycle,
                                  const char *node_name);

/* fit_framework_bind: runs plugins until one does not skip.  Returns:
 * FIT_STATUS_SKIP if there are no plugins or all skip */
FitStatus fit_framework_bind (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);
void fit_framework_post_bind (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);

/* fit_framework_unreserve: runs all plugins in the configured order; from v1.19
 * on those of Reserve, in reverse order */
void fit_framework_unreserve (const FitFramework *framework,
                              const FitFrameworkCycle *cycle,
                              const char *node_name);
