/* plugin.h - what a plugin is
 *
 * A plugin takes part at the extension points for which its descriptor has a
 * function.  A configuration names the plugins, the points at which each is
 * asked, weights and arguments; a plugin that is named anywhere is made once.
 *
 * All points of a pod run on one thread, but Filter and Score, which may run on
 * several at once.  No function may block: Permit has a way to wait.
 *
 * A plugin that keeps pods away from some nodes:
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
 * Source: kube-scheduler v1.16 framework/v1alpha1 interface.go.
 */
#pragma once

#include "base/value.h"
#include "cluster/cache.h"
#include "framework/cycle-state.h"
#include "framework/waiting-pods.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_POINT_QUEUE_SORT,
  FIT_POINT_PRE_FILTER,
  FIT_POINT_FILTER,
  FIT_POINT_POST_FILTER,
  FIT_POINT_SCORE,
  FIT_POINT_RESERVE,
  FIT_POINT_PERMIT,
  FIT_POINT_PRE_BIND,
  FIT_POINT_BIND,
  FIT_POINT_POST_BIND,
  FIT_POINT_UNRESERVE,
  FIT_POINT_LAST,
} FitExtensionPoint;

/* fit_extension_point_name: as v1.16 says it in messages: "queue sort",
 * "prefilter", "filter", "post-filter", "score", ... */
const char *fit_extension_point_name (FitExtensionPoint point);

/* What a plugin may use for as long as it lives. */
typedef struct
{
  FitCache *cache;         /* borrowed; read-only */
  FitWaitingPods *waiting; /* borrowed */
} FitPluginHandle;

/* What every function of a plugin is given.  From Permit on, the pod is as
 * assumed: with its node. */
typedef struct
{
  gpointer plugin; /* what the plugin's create() made */
  const FitPluginHandle *handle;
  FitCycleState *state;
  const FitPod *pod;
  gint64 now_ns;
} FitPluginCall;

/* A pod in the queue, for QueueSort. */
typedef struct
{
  const FitPod *pod;
  gint64 timestamp_ns; /* when it came to the queue */
} FitQueuedPod;

typedef struct
{
  const char *name;    /* under which configurations know it */
  const char *summary; /* one line, for people */

  /* create: (nullable): NULL makes a plugin without data.  @args: (nullable)
   * its arguments, valid during the call.  Returns: the data, or NULL with
   * @error set; NULL without an error is data too */
  gpointer (*create) (const FitValue *args, const FitPluginHandle *handle,
                      GError **error);
  void (*destroy) (gpointer plugin); /* (nullable) */

  /* The points; NULL where it takes no part.  What becomes of a status that is
   * not success: framework.h. */

  /* QueueSort: is @a to be tried before @b?  A strict order of all pods. */
  gboolean (*less) (gpointer plugin, const FitQueuedPod *a,
                    const FitQueuedPod *b);

  /* PreFilter: once for each attempt, before any node is looked at. */
  FitStatus (*pre_filter) (const FitPluginCall *call);

  /* Filter: may the pod go to @node?  Asked whatever predicates say; a node may
   * be asked about twice: with and without nominated pods. */
  FitStatus (*filter) (const FitPluginCall *call, const FitNodeInfo *node);

  /* PostFilter: is told which nodes are left, if any. */
  FitStatus (*post_filter) (const FitPluginCall *call,
                            const FitNodeList *feasible);

  /* Score: how good is @node?  0 to 10 after normalize_score (nullable), which
   * works on the scores of all nodes in place. */
  FitStatus (*score) (const FitPluginCall *call, const FitNodeInfo *node,
                      gint64 *out_score);
  FitStatus (*normalize_score) (const FitPluginCall *call,
                                const FitNodeList *nodes, gint64 *scores);

  /* Reserve: a node was chosen.  Unreserve: it came to nothing. */
  FitStatus (*reserve) (const FitPluginCall *call, const char *node_name);
  void (*unreserve) (const FitPluginCall *call, const char *node_name);

  /* Permit: FIT_STATUS_WAIT holds the pod back for at most @out_timeout_ns,
   * until any plugin allows or rejects it: waiting-pods.h. */
  FitStatus (*permit) (const FitPluginCall *call, const char *node_name,
                       gint64 *out_timeout_ns);

  /* PreBind, Bind, PostBind: Bind writes the binding itself, or leaves it to
   * others with FIT_STATUS_SKIP. */
  FitStatus (*pre_bind) (const FitPluginCall *call, const char *node_name);
  FitStatus (*bind) (const FitPluginCall *call, const char *node_name);
  void (*post_bind) (const FitPluginCall *call, const char *node_name);
} FitPluginInfo;

/* fit_plugin_info_extends: has it a function for @point? */
gboolean fit_plugin_info_extends (const FitPluginInfo *info,
                                  FitExtensionPoint point);

G_END_DECLS
