/* explainer.h - explains where a pod would be placed, and why: for programs
 *
 * Choose rules, read a cluster, and ask about a pod:
 *
 *   explainer = fit_explainer_new (&(FitExplainerRules){ .policy = text }, &error);
 *   fit_explainer_load (explainer, "cluster.yaml", &error);
 *   answer = fit_explainer_ask (explainer, "default/web-1", 0, &error);
 *   puts (fit_pod_answer_json (answer));
 *
 * An answer has the contents of 'fitsched explain'.  These functions do not
 * print, and all state is in the explainer, so a program may have several.
 * Each may be used by one thread at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/outcome.h"
#include "factory/registry.h"
#include "framework/plugin-registry.h"

G_BEGIN_DECLS

/**
 * FitExplainerRules:
 * @policy: (nullable): text of a Policy, JSON or YAML
 * @provider: (nullable): name of an AlgorithmProvider
 * @configuration: (nullable): text of a KubeSchedulerConfiguration; together
 *   with @policy if it names a Policy in algorithmSource
 * @policy_source, @configuration_source: (nullable): names of the texts for
 *   messages, such as their files; NULL: "policy" and "configuration"
 * @release: (nullable): the release that reads the configuration, "1.28"; NULL:
 *   the newest that reads its version.  For a Policy or a provider: "1.8" to
 *   "1.16"; NULL: 1.16
 * @feature_gates: (nullable): "A=true,B=false"
 * @scheduler_name: (nullable): the schedulerName of the pods that a Policy or a
 *   provider schedules; NULL: "default-scheduler".  A configuration has its own
 * @ask_extenders: TRUE: call the extenders of the rules over HTTP, while the
 *   caller waits; FALSE: leave them out, and say so in the answer
 * @registry: (nullable): predicates and priorities; NULL: those of the release.
 *   Borrowed
 * @plugins: (nullable): your program's plugins, for a configuration.  Borrowed
 *
 * The rules to use.  Set one of @policy, @provider and @configuration; with
 * none it is the DefaultProvider.  Texts are NUL-terminated and copied.
 */
typedef struct
{
  const char *policy;
  const char *provider;
  const char *configuration;
  const char *policy_source;
  const char *configuration_source;
  const char *release;
  const char *feature_gates;
  const char *scheduler_name;
  gboolean ask_extenders;
  const FitRegistry *registry;
  const FitPluginRegistry *plugins;
} FitExplainerRules;

typedef struct _FitExplainer FitExplainer;

/**
 * fit_explainer_new:
 *
 * Reads the rules.  Errors: FIT_ERROR_USAGE for conflicting rules or an unknown
 * release or feature gate; FIT_ERROR_PARSE, FIT_ERROR_SCHEMA and
 * FIT_ERROR_LIMIT, with source, line and field, for invalid text;
 * FIT_ERROR_POLICY for rules that the release rejects, such as an unregistered
 * predicate.
 *
 * Returns: (transfer full) (nullable): NULL on failure
 */
FitExplainer *fit_explainer_new (const FitExplainerRules *rules,
                                 GError **error);
void fit_explainer_free (FitExplainer *explainer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplainer, fit_explainer_free)

/**
 * fit_explainer_load:
 * @path: a file, a directory, a pattern or "-", as for fit_objects_load()
 *
 * Adds objects to the cluster: nodes, pods and everything else that affects
 * scheduling.  Deployments and the like get pods if they have none.  May be
 * called again before the first question.  After a failure every later call fails
 * with the same error.  Errors name file, document, object and field.
 *
 * Returns: FALSE on failure; FIT_ERROR_USAGE after the first question
 */
gboolean fit_explainer_load (FitExplainer *explainer, const char *path,
                             GError **error);

/* fit_explainer_read: the same for @len bytes of JSON or YAML; @source: name
 * for messages */
gboolean fit_explainer_read (FitExplainer *explainer, const char *bytes,
                             gsize len, const char *source, GError **error);

/* fit_explainer_notes: Returns: (transfer none): of char: fields of the
 * configuration that are ignored; every answer contains them */
const GPtrArray *fit_explainer_notes (const FitExplainer *explainer);

typedef enum
{
  FIT_ASK_DEFAULT = 0,
  FIT_ASK_ALONE = 1 << 0,        /* do not schedule other pending pods first */
  FIT_ASK_ALL_FAILURES = 1 << 1, /* report every predicate that fails on a node,
                not only the first */
} FitAskFlags;

typedef struct _FitPodAnswer FitPodAnswer;

/**
 * fit_explainer_ask:
 * @pod: NAMESPACE/NAME
 *
 * Explains where the pod would be placed, and why.  Pending pods ahead of it in
 * the queue are scheduled first.  A pod that has a node is explained as if it
 * were pending.  The cluster does not change: the same question always has the
 * same answer.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_NOT_FOUND and a hint
 *   if there is no such pod; FIT_ERROR_SCHEMA and FIT_ERROR_LIMIT for
 *   inconsistent objects.  A failed attempt is not an error of this function:
 *   see fit_pod_answer_outcome().
 */
FitPodAnswer *fit_explainer_ask (FitExplainer *explainer, const char *pod,
                                 FitAskFlags flags, GError **error);

/* fit_pod_answer_free: may be called before or after freeing the explainer */
void fit_pod_answer_free (FitPodAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPodAnswer, fit_pod_answer_free)

/* fit_pod_answer_outcome: FIT_OUTCOME_ERROR means that the attempt failed, so
 * the node is unknown */
FitOutcome fit_pod_answer_outcome (const FitPodAnswer *answer);

/* fit_pod_answer_node: Returns: (transfer none) (nullable): the chosen node */
const char *fit_pod_answer_node (const FitPodAnswer *answer);

/* fit_pod_answer_message: Returns: (transfer none) (nullable): why the pod fits
 * nowhere, with the release's text, or what failed; NULL if it has a node */
const char *fit_pod_answer_message (const FitPodAnswer *answer);

/* Points that a rule gave to a node. */
typedef struct
{
  const char *rule; /* the priority, the plugin, or the URL of the extender */
  gboolean skipped; /* the rule does not matter for this pod; @score is 0 */
  gint64 score;     /* 0 to 10, or to 100 from 1.18 on; an extender's: to 10 */
  gint64 weight;    /* the points are @score times @weight */
} FitNodeScore;

/* Something that keeps the pod off a node. */
typedef struct
{
  const char
      *rule; /* (nullable): the predicate, plugin or extender; NULL if the
                       check of the node failed with an error */
  const char *message; /* why, with numbers where they are known */
} FitNodeBar;

/* What the decision says about a node. */
typedef struct
{
  const char *name;
  gboolean examined; /* FALSE: enough nodes were found before this one */
  gboolean fits;     /* it also passed the extenders */
  guint n_bars;      /* 0 if it fits; else the first that failed, or all of them
                        with FIT_ASK_ALL_FAILURES */
  const FitNodeBar *bars;
  guint n_scores; /* 0 if nothing was scored: the node does not fit, or is the
                     only one that does */
  const FitNodeScore *scores;
  gint64 total; /* the sum of the points */
} FitNodeAnswer;

/* fit_pod_answer_nodes: @out_n: (out): their number.  Returns: (transfer none)
 * (nullable): the nodes, in the order in which they are checked */
const FitNodeAnswer *fit_pod_answer_nodes (const FitPodAnswer *answer,
                                           guint *out_n);

/* fit_pod_answer_json: Returns: (transfer none): a document of kind
 * Explanation, as 'fitsched explain -o json' prints it, in UTF-8, with a final
 * newline; explanation.schema.json describes its fields */
const char *fit_pod_answer_json (const FitPodAnswer *answer);

/* -- all pods -------------------------------------------------------------- */

/* Where a pod was placed, or why it was not. */
typedef struct
{
  const FitPod *pod;
  FitOutcome outcome;
  const char *node;    /* (nullable): where it goes */
  const char *message; /* (nullable): why it has no node */
} FitPodPlacement;

/* FitPlacedFunc: @placement is valid during the call */
typedef void (*FitPlacedFunc) (const FitPodPlacement *placement, gpointer data);

/**
 * fit_explainer_place:
 * @placed: called once for each pending pod
 *
 * Tries each pending pod once, in the order of the queue, and counts those that
 * fit on their nodes.  Last come the new pods that LimitRanges and
 * ResourceQuotas refuse.  There is no preemption, and nothing is kept: the same
 * call has the same result, and later questions see the cluster as it was.
 *
 * Returns: FALSE on failure, with the errors of fit_explainer_ask(); @placed has
 *   not been called
 */
gboolean fit_explainer_place (FitExplainer *explainer, FitPlacedFunc placed,
                              gpointer data, GError **error);

G_END_DECLS
