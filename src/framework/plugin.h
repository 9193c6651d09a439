/* plugin.h - what a plugin is
 *
 * A plugin runs at the extension points for which its descriptor has a
 * function.  A configuration names the plugins, the points where each is
 * enabled, weights and arguments.  Each named plugin is created once.
 *
 * Plugins run in the order of their lists, up to the first that does not
 * succeed.  Statuses are worded as the release words them.  In v1.16 a
 * rejection (fit_status_unschedulable()) at PreFilter, Filter, Permit or
 * PreBind keeps its code; every other failure becomes FIT_STATUS_ERROR around
 * the plugin's message.  framework-rules.c has the messages of later releases.
 *
 * All points of a pod run on one thread.  No function may block: use Permit to
 * wait.
 *
 * An example that keeps pods away from some nodes:
 *
 *   static FitStatus
 *   filter (const FitPluginCall *call, const FitNodeInfo *node)
 *   {
 *     if (is_good (node->node))
 *       return (FitStatus){ .code = FIT_STATUS_SUCCESS };
 *     return fit_status (FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
 *                        "node(s) were not good");
 *   }
 *
 *   static const FitPluginInfo good_nodes
 *       = { .name = "GoodNodes", .summary = "only good nodes", .filter = filter };
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 interface.go, v1.28
 * framework/interface.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "formats/value.h"
#include "cluster/cache-reading.h"
#include "framework/cycle-state.h"
#include "framework/waiting-pods.h"
#include "priorities/priority.h"
#include "rules/points.h"

G_BEGIN_DECLS

/* All known pods, on nodes and in the queue. */
typedef void (*FitPodFunc) (const FitPod *pod, gpointer data);
typedef struct
{
  void (*each) (gpointer source, FitPodFunc func, gpointer data);
  gpointer source;
} FitPodSource;

/* The interface that a plugin may use for its whole life. */
typedef struct
{
  FitCache *cache;         /* borrowed; read-only */
  FitWaitingPods *waiting; /* borrowed */
  FitPodSource pods;       /* each: (nullable): NULL: only the pods of @cache */
} FitPluginHandle;

/* fit_plugin_handle_each_pod: calls @func for each pod of @handle, in no
 * particular order */
void fit_plugin_handle_each_pod (const FitPluginHandle *handle, FitPodFunc func,
                                 gpointer data);

/* The arguments that every plugin function gets.  From Permit on, the pod is
 * the assumed pod, with its node. */
typedef struct
{
  gpointer plugin; /* the result of the plugin's create() */
  const FitPluginHandle *handle;
  FitCycleState *state;
  const FitPod *pod;
  gint64 now_ns;
} FitPluginCall;

/* A pod in the queue, for QueueSort. */
typedef struct
{
  const FitPod *pod;
  gint64 timestamp_ns; /* when it was queued, or queued again */
  gint64 first_ns;     /* when it first became active; not in v1.16 */
} FitQueuedPod;

/* Why a node does not fit. */
typedef struct
{
  const FitNodeInfo *node;
  FitStatusCode code; /* an unschedulable code */
  const char *message;
} FitNodeRejection;

/* The result of a PostFilter plugin. */
typedef struct
{
  gboolean decides; /* @node_name replaces the pod's nomination */
  char *node_name;  /* (nullable) owned: NULL or "": none */
} FitNomination;

typedef struct
{
  const char *name;    /* its name in configurations */
  const char *summary; /* one line of text */

  /* create: (nullable): NULL for a plugin without data.  @args: (nullable): the
   * plugin's arguments, valid during the call.  Returns: the data, or NULL with
   * @error set.  NULL without an error is valid data. */
  gpointer (*create) (const FitValue *args, const FitPluginHandle *handle,
                      GError **error);
  void (*destroy) (gpointer plugin); /* (nullable) */

  /* The points; NULL if the plugin does not run there. */

  /* PreEnqueue: may @pod become active at all?  Called each time it is about
   * to. */
  FitStatus (*pre_enqueue) (gpointer plugin, const FitPod *pod);

  /* QueueSort: should @a be tried before @b?  Must be a strict order of all
   * pods. */
  gboolean (*less) (gpointer plugin, const FitQueuedPod *a,
                    const FitQueuedPod *b);

  /* PreFilter: called once per attempt, before any node is checked. */
  FitStatus (*pre_filter) (const FitPluginCall *call);

  /* From v1.24 on called instead of pre_filter.  @out_names (out) (transfer
   * full) (nullable): of char: check only these nodes; leave it untouched for
   * all nodes. */
  FitStatus (*pre_filter_nodes) (const FitPluginCall *call,
                                 GPtrArray **out_names);

  /* Extensions of PreFilter: update the plugin's data (call->state, a clone) as
   * if @other were also on @node, or were not.  Not in v1.16. */
  FitStatus (*add_pod) (const FitPluginCall *call, const FitPod *other,
                        const FitNodeInfo *node);
  FitStatus (*remove_pod) (const FitPluginCall *call, const FitPod *other,
                           const FitNodeInfo *node);

  /* Filter: may the pod run on @node?  Called whatever the predicates say.  May
   * be called twice for a node: with and without nominated pods. */
  FitStatus (*filter) (const FitPluginCall *call, const FitNodeInfo *node);

  /* PostFilter of v1.16: gets the nodes that fit, if any. */
  FitStatus (*post_filter) (const FitPluginCall *call,
                            const FitNodeList *feasible);

  /* PostFilter from v1.19 on, called if no node fits.  Success: there will be
   * room for the pod; unschedulable: there will not. */
  FitStatus (*make_room) (const FitPluginCall *call, guint n,
                          const FitNodeRejection *rejections,
                          FitNomination *out_nomination);

  /* PreScore: prepares the scoring of nodes. */
  FitStatus (*pre_score) (const FitPluginCall *call,
                          const FitNodeList *feasible);

  /* Score: how good is @node?  After normalize_score (nullable), which changes
   * the scores of all nodes in place, a score must be 0 to 10 (from v1.17 on:
   * to 100). */
  FitStatus (*score) (const FitPluginCall *call, const FitNodeInfo *node,
                      gint64 *out_score);
  FitStatus (*normalize_score) (const FitPluginCall *call,
                                const FitNodeList *nodes, gint64 *scores);

  /* Reserve: a node was chosen.  Unreserve: a later step failed.  From v1.19 on
   * Unreserve also runs for plugins whose Reserve has not run. */
  FitStatus (*reserve) (const FitPluginCall *call, const char *node_name);
  void (*unreserve) (const FitPluginCall *call, const char *node_name);

  /* Permit: FIT_STATUS_WAIT holds the pod back for at most @out_timeout_ns,
   * until a plugin allows or rejects it: waiting-pods.h. */
  FitStatus (*permit) (const FitPluginCall *call, const char *node_name,
                       gint64 *out_timeout_ns);

  /* PreBind, Bind, PostBind.  Bind writes the binding itself, or leaves it to
   * the next plugin with FIT_STATUS_SKIP. */
  FitStatus (*pre_bind) (const FitPluginCall *call, const char *node_name);
  FitStatus (*bind) (const FitPluginCall *call, const char *node_name);
  void (*post_bind) (const FitPluginCall *call, const char *node_name);

  /* The events that may help a pod which the plugin has rejected: @out_n
   * registrations that live as long as the plugin.  None: no event helps.  NULL
   * function: any event may help. */
  const FitEventRegistration *(*events_to_register) (gpointer plugin,
                                                     guint *out_n);
} FitPluginInfo;

/* fit_plugin_info_points: Returns: the points where @release asks plugins that
 * have the functions of @info */
FitExtensionPoints fit_plugin_info_points (const FitPluginInfo *info,
                                           FitRelease release);

/* fit_extension_point_exists: does @release ask plugins at @point? */
gboolean fit_extension_point_exists (FitExtensionPoint point,
                                     FitRelease release);

G_END_DECLS
