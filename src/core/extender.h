/* extender.h - a program that takes part in scheduling over HTTP
 *
 * An extender filters nodes, scores them, binds pods or chooses victims of
 * preemption, each if the Policy gives it a verb for that.  Requests and
 * answers are those of kube-scheduler v1.16.
 *
 * An extender is immutable and may be asked from several threads at once.  A
 * call ends within the extender's timeout.  Failures are FIT_ERROR_REMOTE,
 * or FIT_ERROR_LIMIT when the answer is too large; whether they matter
 * (ignorable) is the business of extenders.h.  FIT_ERROR_UNASKED is no failure
 * of the extender: it was not asked, and always matters.
 *
 * Source: kube-scheduler v1.16 core/extender.go.
 */
#pragma once

#include "cluster/cache.h"
#include "core/preemption.h"
#include "policy/policy.h"

G_BEGIN_DECLS

typedef struct _FitExtender FitExtender;

/* What an extender may be asked to do; the verbs in its URL are its own. */
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

/* Who wants to know of failures, ignored ones too.  Told by the thread that
 * makes the attempt. */
typedef struct
{
  void (*failed) (const FitExtender *extender, FitExtenderVerb verb,
                  const FitPod *pod, const GError *problem, gpointer data);
  gpointer data;
} FitExtenderObserver;

/* Objects go to extenders as the API server wrote them, fields that the
 * scheduler does not know included.  These find that text: JSON without kind
 * and apiVersion, NULL when it was not kept (the call then fails).  Called on
 * any thread; the text has to stay as long as the object. */
typedef struct
{
  const char *(*pod_json) (const FitPod *pod, gpointer data);
  const char *(*node_json) (const FitNode *node, gpointer data);
  gpointer data;
  gsize max_reply_bytes;         /* 0: FIT_HTTP_MAX_RESPONSE_BYTES (256 MiB) */
  const FitExtenderCalls *calls; /* (nullable) borrowed: NULL: over HTTP */
  FitExtenderObserver observer;  /* may be all zero */
} FitExtenderOptions;

/**
 * fit_extender_new:
 * @policy: valid; borrowed, must outlive the extender
 *
 * Nothing is sent.  A timeout of 0 is 5 s; one below 0, which v1.16 takes for
 * none at all, is a day.  HTTPS without a CA is not verified when the policy
 * says enableHttps.  Where a file of tlsConfig cannot be read, each call that
 * would need it fails.
 *
 * Returns: (transfer full)
 */
FitExtender *fit_extender_new (const FitExtenderPolicy *policy,
                               const FitExtenderOptions *options);

/* fit_extender_free: no call may be under way; NULL is fine */
void fit_extender_free (FitExtender *extender);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExtender, fit_extender_free)

/* fit_extender_name: Returns: (transfer none): the URL prefix, as it is shown:
 * fit_extender_policy_name() */
const char *fit_extender_name (const FitExtender *extender);

/* fit_extender_is_interested: it manages a resource that a container of @pod
 * requests or limits, or is there for all pods */
gboolean fit_extender_is_interested (const FitExtender *extender,
                                     const FitPod *pod);

/* What it can do, and how much it matters. */
gboolean fit_extender_is_filter (const FitExtender *extender);
gboolean fit_extender_is_prioritizer (const FitExtender *extender);
gboolean fit_extender_is_binder (const FitExtender *extender);
gboolean fit_extender_supports_preemption (const FitExtender *extender);
gboolean fit_extender_is_ignorable (const FitExtender *extender);

/* fit_extender_weight: Returns: multiplier of its scores; 0 when it gives
 * none */
gint64 fit_extender_weight (const FitExtender *extender);

/* Why an extender does not want a node. */
typedef struct
{
  const FitExtender *extender; /* borrowed */
  char *node_name;             /* owned; any text */
  char *message;               /* owned */
  gboolean unresolvable;       /* no preemption can help there */
} FitExtenderRejection;

typedef struct
{
  guint n_kept;
  const FitNodeInfo **kept; /* owned array, borrowed from the cache; in the
                               order of the answer.  As in v1.16 it may hold
                               nodes that were not asked about, or one several
                               times. */
  guint n_rejected;
  FitExtenderRejection *rejected; /* owned; one per node name, in the order of
                                     the answer */
} FitExtenderSelection;

void fit_extender_selection_clear (FitExtenderSelection *selection);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitExtenderSelection,
                                  fit_extender_selection_clear)

/* What is asked.  All borrowed. */
typedef struct
{
  const FitExtender *extender;
  const FitCache *cache; /* (nullable): of filter and preempt */
  const FitPod *pod;
  guint n_nodes; /* of filter and prioritize */
  const FitNodeInfo *const *nodes;
  const GArray *candidates; /* (nullable): of preempt, of FitNodeVictims */
  const char *node_name;    /* (nullable): of bind */
} FitExtenderQuestion;

/* Who answers in place of a request over HTTP: each as the function
 * fit_extender_VERB() of its name, for extenders that have the verb.  Called by
 * one thread at a time. */
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

/* fit_extender_ask_filter and so on: over HTTP, whoever would answer otherwise;
 * the extender has the verb */
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
 * @nodes: those left so far
 *
 * Asks which of @nodes may take @pod.  All, without asking, if it has no
 * filter verb.  Nodes that it sends back as objects count by their name; what
 * else it may have changed about them is not read.
 */
gboolean fit_extender_filter (FitExtender *extender, const FitCache *cache,
                              const FitPod *pod,
                              const FitNodeInfo *const *nodes, guint n_nodes,
                              FitExtenderSelection *out_selection,
                              GError **error);

/**
 * fit_extender_prioritize:
 * @out_scores: (out caller-allocates): one per node, not weighted; a node that
 *   the answer does not name gets 0
 *
 * Zeros, without asking, if it has no prioritize verb.
 */
gboolean fit_extender_prioritize (const FitExtender *extender,
                                  const FitPod *pod,
                                  const FitNodeInfo *const *nodes,
                                  guint n_nodes, gint64 *out_scores,
                                  GError **error);

/* fit_extender_bind: has the extender bind @pod to @node_name.  The request is
 * sent at most once: after a failure it is not known whether it was obeyed. */
gboolean fit_extender_bind (FitExtender *extender, const FitPod *pod,
                            const char *node_name, GError **error);

/* fit_node_victims_array_new: Returns: (transfer full): for FitNodeVictims,
 * which it frees */
GArray *fit_node_victims_array_new (void);

/**
 * fit_extender_preempt:
 * @candidates: of FitNodeVictims
 * @out_candidates: (out) (transfer full): of FitNodeVictims, as
 *   fit_node_victims_array_new(): candidates that are left, in their order,
 *   then nodes that the extender thought of.  Numbers of PDB violations
 *   are lost: 0.
 *
 * Asks which of the candidates remain, and with which victims.
 */
gboolean fit_extender_preempt (FitExtender *extender, const FitCache *cache,
                               const FitPod *pod, const GArray *candidates,
                               GArray **out_candidates, GError **error);

G_END_DECLS
