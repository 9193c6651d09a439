/* explainer.h - where a pod would go, and why: for programs
 *
 * Choose rules, read a cluster, ask about a pod:
 *
 *   explainer = fit_explainer_new (&(FitExplainerRules){ .policy = text }, &error);
 *   fit_explainer_load (explainer, "cluster.yaml", &error);
 *   answer = fit_explainer_ask (explainer, "default/web-1", 0, &error);
 *   puts (fit_pod_answer_json (answer));
 *
 * An answer is what 'fitsched explain' says.  Nothing here prints, and nothing is
 * kept outside of the explainer: a program may have several.  One may be used by
 * one thread at a time.
 */
#pragma once

#include "api/objects.h"
#include "base/worker-pool.h"
#include "core/outcome.h"
#include "factory/registry.h"
#include "framework/plugin-registry.h"

G_BEGIN_DECLS

/**
 * FitExplainerRules:
 * @policy: (nullable): text of a Policy, JSON or YAML
 * @provider: (nullable): name of an AlgorithmProvider
 * @configuration: (nullable): text of a KubeSchedulerConfiguration; with @policy
 *   where it names a Policy in algorithmSource
 * @policy_source, @configuration_source: (nullable): what messages call the
 *   texts, such as their files; NULL: "policy" and "configuration"
 * @release: (nullable): whose configuration it is, "1.28"; NULL: the newest that
 *   reads its version.  Of a Policy or a provider: "1.8" to "1.16"; NULL: 1.16
 * @feature_gates: (nullable): "A=true,B=false"
 * @scheduler_name: (nullable): whose pods a Policy or a provider schedules; NULL:
 *   "default-scheduler".  A configuration says it itself
 * @ask_extenders: TRUE: extenders of the rules are asked over HTTP, while the
 *   caller waits; FALSE: they are left out, and the answer says so
 * @registry: (nullable): predicates and priorities; NULL: those of the release.
 *   Borrowed
 * @plugins: (nullable): plugins of the program, for a configuration.  Borrowed
 * @pool: (nullable): threads, of use in large clusters.  Borrowed
 *
 * By which rules.  One of @policy, @provider and @configuration; none: the
 * DefaultProvider.  Texts end with a 0 byte, and are copied.
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
  FitWorkerPool *pool;
} FitExplainerRules;

typedef struct _FitExplainer FitExplainer;

/**
 * fit_explainer_new:
 *
 * Reads the rules.  Errors: FIT_ERROR_USAGE for rules that do not go together, a
 * release or a feature gate that is not known; FIT_ERROR_PARSE, FIT_ERROR_SCHEMA
 * and FIT_ERROR_LIMIT, with source, line and field, for a text that cannot be
 * read; FIT_ERROR_POLICY for rules that a release refuses, such as a predicate
 * that nobody has registered.
 *
 * Returns: (transfer full) (nullable): NULL on failure
 */
FitExplainer *fit_explainer_new (const FitExplainerRules *rules,
                                 GError **error);
void fit_explainer_free (FitExplainer *explainer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplainer, fit_explainer_free)

/**
 * fit_explainer_load:
 * @path: a file, a directory, a pattern or "-", as fit_objects_load() takes it
 *
 * Adds objects to the cluster: nodes, pods and all else that has a say in where
 * pods go.  Deployments and the like become pods if they have none.  May be
 * called again, before the first question; after a failure the explainer is of
 * no more use.  Errors name file, document, object and field.
 *
 * Returns: FALSE on failure; FIT_ERROR_USAGE after the first question
 */
gboolean fit_explainer_load (FitExplainer *explainer, const char *path,
                             GError **error);

/* fit_explainer_read: the same of @len bytes, JSON or YAML; @source: name for
 * messages */
gboolean fit_explainer_read (FitExplainer *explainer, const char *bytes,
                             gsize len, const char *source, GError **error);

/* fit_explainer_notes: Returns: (transfer none): of char: what was not taken of
 * the configuration; they are in every answer */
const GPtrArray *fit_explainer_notes (const FitExplainer *explainer);

typedef enum
{
  FIT_ASK_DEFAULT = 0,
  FIT_ASK_ALONE = 1 << 0, /* no pending pod is scheduled before it */
  FIT_ASK_ALL_FAILURES
  = 1 << 1, /* name every predicate that fails on a node, not
                                    only the first */
} FitAskFlags;

typedef struct _FitPodAnswer FitPodAnswer;

/**
 * fit_explainer_ask:
 * @pod: NAMESPACE/NAME
 *
 * Where does the pod go, and why?  Pending pods ahead of it in the queue are
 * scheduled first.  A pod that has a node is explained as if it were pending.
 * The cluster stays as it is: the same question has the same answer again.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_NOT_FOUND, and a hint,
 *   when there is no such pod; FIT_ERROR_SCHEMA and FIT_ERROR_LIMIT for objects
 *   that do not go together.  That the attempt fails is no error of the question:
 *   see fit_pod_answer_outcome().
 */
FitPodAnswer *fit_explainer_ask (FitExplainer *explainer, const char *pod,
                                 FitAskFlags flags, GError **error);

/* fit_pod_answer_free: before or after its explainer */
void fit_pod_answer_free (FitPodAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPodAnswer, fit_pod_answer_free)

/* fit_pod_answer_outcome: FIT_OUTCOME_ERROR: where the pod goes was not found out */
FitOutcome fit_pod_answer_outcome (const FitPodAnswer *answer);

/* fit_pod_answer_node: Returns: (transfer none) (nullable): where the pod goes */
const char *fit_pod_answer_node (const FitPodAnswer *answer);

/* fit_pod_answer_message: Returns: (transfer none) (nullable): why it goes nowhere,
 * in the words of the release, or what failed; NULL when it has a node */
const char *fit_pod_answer_message (const FitPodAnswer *answer);

/* fit_pod_answer_json: Returns: (transfer none): a document of kind Explanation, as
 * 'fitsched explain -o json' prints it, in UTF-8, with a line end; its members
 * are described in explanation.schema.json */
const char *fit_pod_answer_json (const FitPodAnswer *answer);

G_END_DECLS
