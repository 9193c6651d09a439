/* extender.h - a program that takes part in scheduling over HTTP
 *
 * An extender filters nodes, scores them, binds pods or processes preemption,
 * depending on the verbs that the Policy gives it.  Requests and responses have
 * the format of kube-scheduler v1.16.
 *
 * An extender is immutable and can be called from several threads at once.  A
 * call ends within the extender's timeout.  Failures are FIT_ERROR_REMOTE, or
 * FIT_ERROR_LIMIT if the response is too large; extenders.h decides whether
 * they matter (ignorable).  FIT_ERROR_UNASKED means that the extender was not
 * called at all; that always matters.
 *
 * Source: kube-scheduler v1.16 core/extender.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "core/node-victims.h"
#include "policy/policy.h"

typedef struct _FitExtender FitExtender;

/* The calls to an extender.  The verbs in its URL come from the Policy. */
typedef enum
{
  FIT_EXTENDER_FILTER,
  FIT_EXTENDER_PRIORITIZE,
  FIT_EXTENDER_PREEMPT,
  FIT_EXTENDER_BIND,
  FIT_EXTENDER_N_VERBS,
} FitExtenderVerb;

/* fit_extender_verb_name: "filter", "prioritize", "preempt", "bind" */
const char *fit_extender_verb_name (FitExtenderVerb verb);

typedef struct _FitExtenderCalls FitExtenderCalls;

/* Called for each failure, even an ignored one, on the thread that makes the
 * attempt. */
typedef struct
{
  void (*failed) (const FitExtender *extender, FitExtenderVerb verb,
                  const FitPod *pod, const GError *problem, gpointer data);
  gpointer data;
} FitExtenderObserver;

/* Objects are sent to extenders as the API server wrote them, including fields
 * that the scheduler does not know.  These functions return that text: JSON
 * without kind and apiVersion, or NULL if it was not kept (the call then
 * fails).  They are called on any thread.  The text must live as long as the
 * object. */
typedef struct
{
  const char *(*pod_json) (const FitPod *pod, gpointer data);
  const char *(*node_json) (const FitNode *node, gpointer data);
  gpointer data;
  FitRelease release;            /* decides how answers are read; 0: v1.16 */
  gsize max_reply_bytes;         /* 0: FIT_HTTP_MAX_RESPONSE_BYTES (256 MiB) */
  const FitExtenderCalls *calls; /* (nullable) borrowed; NULL: over HTTP */
  FitExtenderObserver observer;  /* may be all zero */
} FitExtenderOptions;

/**
 * fit_extender_new:
 * @policy: valid; borrowed, must outlive the extender
 *
 * Sends nothing.  A timeout of 0 means 5 s; a negative one, which v1.16 treats
 * as no timeout, means a day.  With enableHttps and no CA, certificates are not
 * verified.  If a file of tlsConfig cannot be read, each call that needs it
 * fails.
 *
 * Returns: (transfer full)
 */
FitExtender *fit_extender_new (const FitExtenderPolicy *policy,
                               const FitExtenderOptions *options);

/* fit_extender_free: no call may be running; accepts NULL */
void fit_extender_free (FitExtender *extender);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExtender, fit_extender_free)

/* fit_extender_name: Returns: (transfer none): the URL prefix, as printed:
 * fit_extender_policy_name() */
const char *fit_extender_name (const FitExtender *extender);

/* fit_extender_policy: Returns: (transfer none): the entry that names it */
const FitExtenderPolicy *fit_extender_policy (const FitExtender *extender);

/* fit_extender_is_interested: does it manage a resource that a container of
 * @pod requests or limits, or does it handle all pods? */
gboolean fit_extender_is_interested (const FitExtender *extender,
                                     const FitPod *pod);

/* Its capabilities, and how much they matter. */
gboolean fit_extender_is_filter (const FitExtender *extender);
gboolean fit_extender_is_prioritizer (const FitExtender *extender);
gboolean fit_extender_is_binder (const FitExtender *extender);
gboolean fit_extender_supports_preemption (const FitExtender *extender);
gboolean fit_extender_is_ignorable (const FitExtender *extender);

/* fit_extender_counts_violations: does its answer to preempt say how many
 * PodDisruptionBudgets the victims violate?  Up to 1.23 that is lost: 0 */
gboolean fit_extender_counts_violations (const FitExtender *extender);

/* fit_extender_weight: Returns: the multiplier of its scores; 0 if it has
 * none */
gint64 fit_extender_weight (const FitExtender *extender);

/* Why an extender rejected a node. */
typedef struct
{
  const FitExtender *extender; /* borrowed */
  char *node_name;             /* owned; any text */
  char *message;               /* owned */
  gboolean unresolvable;       /* preemption cannot help there */
} FitExtenderRejection;

typedef struct
{
  gboolean as_objects; /* the answer has the nodes as objects, not by name */
  guint n_kept;
  const FitNodeInfo **kept; /* owned array, borrowed from the cache, in the
                               order of the response.  As in v1.16 it may
                               contain nodes that were not in the request, or
                               the same node several times. */
  guint n_rejected;
  FitExtenderRejection *rejected; /* owned; one per node name, in the order of
                                     the response */
} FitExtenderSelection;

void fit_extender_selection_clear (FitExtenderSelection *selection);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitExtenderSelection,
                                  fit_extender_selection_clear)

/* The arguments of a call.  All borrowed. */
typedef struct
{
  const FitExtender *extender;
  const FitCache *cache; /* (nullable): not for bind */
  const FitPod *pod;
  guint n_nodes; /* for filter and prioritize */
  const FitNodeInfo *const *nodes;
  const GArray *candidates; /* (nullable): for preempt; of FitNodeVictims */
  const char *node_name;    /* (nullable): for bind */
  gboolean *lost; /* (nullable): for bind: as fit_extender_bind() has it */
} FitExtenderQuestion;

/* Replaces the HTTP requests.  Each function stands in for the
 * fit_extender_VERB() of its name, if the extender has the verb.  Called by one
 * thread at a time. */
struct _FitExtenderCalls
{
  gboolean (*filter) (const FitExtenderQuestion *question,
                      FitExtenderSelection *out_selection, gpointer data,
                      GError **error);
  gboolean (*prioritize) (const FitExtenderQuestion *question,
                          gint64 *out_scores, gpointer data, GError **error);
  gboolean (*preempt) (const FitExtenderQuestion *question,
                       GArray **out_candidates, gpointer data, GError **error);
  gboolean (*bind) (const FitExtenderQuestion *question, gpointer data,
                    GError **error);
  gpointer data;
};

/* fit_extender_ask_filter and so on: always over HTTP, bypassing
 * FitExtenderCalls; the extender must have the verb */
gboolean fit_extender_ask_filter (const FitExtenderQuestion *question,
                                  FitExtenderSelection *out_selection,
                                  GError **error);
gboolean fit_extender_ask_prioritize (const FitExtenderQuestion *question,
                                      gint64 *out_scores, GError **error);
gboolean fit_extender_ask_preempt (const FitExtenderQuestion *question,
                                   GArray **out_candidates, GError **error);
gboolean fit_extender_ask_bind (const FitExtenderQuestion *question,
                                GError **error);

/**
 * fit_extender_filter:
 * @nodes: the nodes that fit so far
 *
 * Asks which of @nodes fit @pod.  Without a filter verb, selects all nodes and
 * sends nothing.  Nodes that are returned as objects are identified by name;
 * other changes to them are ignored.
 */
gboolean fit_extender_filter (FitExtender *extender, const FitCache *cache,
                              const FitPod *pod,
                              const FitNodeInfo *const *nodes, guint n_nodes,
                              FitExtenderSelection *out_selection,
                              GError **error);

/**
 * fit_extender_prioritize:
 * @out_scores: (out caller-allocates): one per node, unweighted; 0 for a node
 *   that the response does not name
 *
 * Without a prioritize verb, all scores are 0 and nothing is sent.
 */
gboolean fit_extender_prioritize (const FitExtender *extender,
                                  const FitCache *cache, const FitPod *pod,
                                  const FitNodeInfo *const *nodes,
                                  guint n_nodes, gint64 *out_scores,
                                  GError **error);

/* fit_extender_bind: asks the extender to bind @pod to @node_name.  The request
 * is sent at most once.  After a failure the pod may or may not be bound.
 * @lost: (nullable): set if the extender has not answered, so that it may still
 * bind the pod */
gboolean fit_extender_bind (FitExtender *extender, const FitPod *pod,
                            const char *node_name, gboolean *lost,
                            GError **error);

/* fit_node_victims_array_new: Returns: (transfer full): an array that frees its
 * FitNodeVictims */
GArray *fit_node_victims_array_new (void);

/**
 * fit_extender_preempt:
 * @candidates: of FitNodeVictims
 * @out_candidates: (out) (transfer full): of FitNodeVictims, as
 *   fit_node_victims_array_new(): the remaining candidates in their order, then
 *   nodes that the extender added
 *
 * Asks which candidates remain, and with which victims.
 */
gboolean fit_extender_preempt (FitExtender *extender, const FitCache *cache,
                               const FitPod *pod, const GArray *candidates,
                               GArray **out_candidates, GError **error);
