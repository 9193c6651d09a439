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
 * Source: kube-scheduler v1.16 framework/v1alpha1 interface.go, v1.28
 * framework/interface.go.
 */
#pragma once

#include "api/cluster-event.h"
#include "base/value.h"
#include "cluster/cache.h"
#include "framework/cycle-state.h"
#include "framework/waiting-pods.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_POINT_PRE_ENQUEUE, /* from v1.26 on */
  FIT_POINT_QUEUE_SORT,
  FIT_POINT_PRE_FILTER,
  FIT_POINT_FILTER,
  FIT_POINT_POST_FILTER, /* of v1.16: informational */
  FIT_POINT_MAKE_ROOM,   /* what is called PostFilter from v1.19 on */
  FIT_POINT_PRE_SCORE,   /* from v1.18 on */
  FIT_POINT_SCORE,
  FIT_POINT_RESERVE,
  FIT_POINT_PERMIT,
  FIT_POINT_PRE_BIND,
  FIT_POINT_BIND,
  FIT_POINT_POST_BIND,
  FIT_POINT_UNRESERVE, /* up to v1.18; later a part of Reserve */
  FIT_POINT_LAST,
} FitExtensionPoint;

/* fit_extension_point_name: as v1.16 says it in messages: "queue sort",
 * "prefilter", "filter", "post-filter", "score", ... */
const char *fit_extension_point_name (FitExtensionPoint point);

/* fit_extension_point_kind: the same as from v1.18 on: "QueueSortPlugin", ... */
const char *fit_extension_point_kind (FitExtensionPoint point);

/* All pods that are known, wherever they are: on nodes and in the queue. */
typedef void (*FitPodFunc) (const FitPod *pod, gpointer data);
typedef struct
{
  void (*each) (gpointer source, FitPodFunc func, gpointer data);
  gpointer source;
} FitPodSource;

/* What a plugin may use for as long as it lives. */
typedef struct
{
  FitCache *cache;         /* borrowed; read-only */
  FitWaitingPods *waiting; /* borrowed */
  FitPodSource pods;       /* each: (nullable): NULL: those of @cache are all */
} FitPluginHandle;

/* fit_plugin_handle_each_pod: calls @func for each pod of @handle, in no
 * particular order */
void fit_plugin_handle_each_pod (const FitPluginHandle *handle, FitPodFunc func,
                                 gpointer data);

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
  gint64 timestamp_ns; /* when it came to the queue, or came back */
  gint64 first_ns;     /* not in v1.16: when it became active first */
} FitQueuedPod;

/* What filters have said about a node that will not do. */
typedef struct
{
  const FitNodeInfo *node;
  FitStatusCode code; /* of an unschedulable status */
  const char *message;
} FitNodeRejection;

/* What a plugin that makes room has come to. */
typedef struct
{
  gboolean decides; /* @node_name is to replace the nomination of the pod */
  char *node_name;  /* (nullable) owned: NULL or "": none */
} FitNomination;

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

  /* PreEnqueue: may @pod become active at all?  Asked again whenever it would. */
  FitStatus (*pre_enqueue) (gpointer plugin, const FitPod *pod);

  /* QueueSort: is @a to be tried before @b?  A strict order of all pods. */
  gboolean (*less) (gpointer plugin, const FitQueuedPod *a,
                    const FitQueuedPod *b);

  /* PreFilter: once for each attempt, before any node is looked at. */
  FitStatus (*pre_filter) (const FitPluginCall *call);

  /* The same, asked instead of pre_filter from v1.24 on: @out_names (out)
   * (transfer full) (nullable): of char: only these nodes are to be looked at;
   * untouched: all. */
  FitStatus (*pre_filter_nodes) (const FitPluginCall *call,
                                 GPtrArray **out_names);

  /* Extensions of PreFilter: what it remembers (call->state, a clone) is to be
   * as if @other were on @node too, or not there.  Not in v1.16. */
  FitStatus (*add_pod) (const FitPluginCall *call, const FitPod *other,
                        const FitNodeInfo *node);
  FitStatus (*remove_pod) (const FitPluginCall *call, const FitPod *other,
                           const FitNodeInfo *node);

  /* Filter: may the pod go to @node?  Asked whatever predicates say; a node may
   * be asked about twice: with and without nominated pods. */
  FitStatus (*filter) (const FitPluginCall *call, const FitNodeInfo *node);

  /* PostFilter of v1.16: is told which nodes are left, if any. */
  FitStatus (*post_filter) (const FitPluginCall *call,
                            const FitNodeList *feasible);

  /* PostFilter from v1.19 on, when no node will do: success: there will be room
   * for the pod; unschedulable: there will not. */
  FitStatus (*make_room) (const FitPluginCall *call, guint n,
                          const FitNodeRejection *rejections,
                          FitNomination *out_nomination);

  /* PreScore: what to know before nodes are scored. */
  FitStatus (*pre_score) (const FitPluginCall *call,
                          const FitNodeList *feasible);

  /* Score: how good is @node?  0 to 10 (from v1.18 on: 100) after
   * normalize_score (nullable), which works on the scores of all nodes in
   * place. */
  FitStatus (*score) (const FitPluginCall *call, const FitNodeInfo *node,
                      gint64 *out_score);
  FitStatus (*normalize_score) (const FitPluginCall *call,
                                const FitNodeList *nodes, gint64 *scores);

  /* Reserve: a node was chosen.  Unreserve: it came to nothing.  From v1.19 on
   * also asked of plugins whose turn at Reserve did not come. */
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

  /* What may help a pod that the plugin has rejected: @out_n registrations, as
   * long-lived as the plugin; none: nothing does.  NULL: anything may. */
  const FitEventRegistration *(*events_to_register) (gpointer plugin,
                                                     guint *out_n);
} FitPluginInfo;

/* fit_plugin_info_extends: has it a function for @point? */
gboolean fit_plugin_info_extends (const FitPluginInfo *info,
                                  FitExtensionPoint point);

G_END_DECLS
