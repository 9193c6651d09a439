/* node-declared-features.c - NodeDeclaredFeatures at PreFilter and Filter, from
 * v1.35 on
 *
 * Kubelets of different versions run in one cluster.  A node declares in its
 * status what not every kubelet can do, and a pod that needs such a feature
 * fits only nodes that declare it:
 *
 *   feature                                 needed by a pod with        since
 *   RestartAllContainersOnContainerExits    a restartPolicyRule with    1.35
 *                                           action RestartAllContainers
 *   UserNamespacesHostNetworkSupport        hostNetwork: true and       1.36
 *                                           hostUsers: false
 *
 * Other features are needed only for updates of running pods.  v1.35 names the
 * features that a node lacks; the order is random there, and that of this table
 * here.  Later releases do not name them.
 *
 * Cost per node: the features that it declares, for a pod that needs one.
 * Tests: tests/rules/test-node-declared-features*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rule-rows.h"

/* -- the rule -------------------------------------------------------------- */

/* The formulas and hints, defined below. */
static const FitPredicateInfo filter_naming_features;
static const FitPredicateInfo filter_features;
static FitQueueingHint features_changed (gpointer plugin, const FitPod *pod,
                                         gconstpointer old_object,
                                         gconstpointer new_object);
static FitQueueingHint needs_changed (gpointer plugin, const FitPod *pod,
                                      gconstpointer old_object,
                                      gconstpointer new_object);

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_node_declared_features = {
  .name = "NodeDeclaredFeatures",
  .points = POINTS ({ PF | F, FIT_SINCE (35) }),
  .filters = FILTERS (
    { FROM (35), &filter_naming_features },
    { FROM (36), &filter_features }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (35), FIT_GATE_NODE_DECLARED_FEATURES,
      "error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not found" }),
  .events = EVENTS (
    EVENT (NODE, ADD | FEATURES, FIT_SINCE (35), ALWAYS, features_changed),
    EVENT (POD, UPDATE, FIT_SINCE (35), ALWAYS, needs_changed)),
  .left_out = LEFT_OUT (.gate = FIT_GATE_NODE_DECLARED_FEATURES),
  .without = F,
  .reads = "required node features",
  .sign = sign,
};
/* clang-format on */

static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  g_string_append_printf (signature, "%u", pod->spec->features);
  return TRUE;
}

/* -- what pods need -------------------------------------------------------- */

static const struct
{
  const char *name;
  guint needs; /* FitPodFeatures: one of these */
  gboolean with_host_network;
  FitRelease since;
} features[] = {
  { "RestartAllContainersOnContainerExits",
    FIT_POD_RESTARTS_ALL | FIT_POD_INIT_RESTARTS_ALL, FALSE, FROM (35) },
  { "UserNamespacesHostNetworkSupport", FIT_POD_NO_HOST_USERS, TRUE,
    FROM (36) },
};

static gboolean
is_needed (const FitPodSpec *spec, guint feature, FitRelease release)
{
  return release >= features[feature].since
         && (spec->features & features[feature].needs) != 0
         && (spec->host_network || !features[feature].with_host_network);
}

static gboolean
needs_any (const FitPodSpec *spec, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    if (is_needed (spec, i, release))
      return TRUE;
  return FALSE;
}

/* -- PreFilter and Filter -------------------------------------------------- */

static void
prepare (FitPredicateRun *run)
{
  const FitFeatureGates gates = fit_filter_data (run)->gates;

  if (!fit_gate_on (gates, FIT_GATE_NODE_DECLARED_FEATURES)
      || !needs_any (run->meta->pod->spec, fit_feature_gates_release (gates)))
    fit_filter_skip (run, TRUE);
}

/* Returns: (transfer none) (nullable): the features that @node lacks, joined by
 * commas; memory of the arena */
static const char *
list_missing (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const FitRelease release
      = fit_feature_gates_release (fit_filter_data (run)->gates);
  const char *missing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    if (is_needed (run->meta->pod->spec, i, release)
        && (node->node->traits->features == NULL
            || !g_strv_contains (
                (const char *const *) node->node->traits->features,
                features[i].name)))
      missing = missing == NULL ? features[i].name
                                : fit_arena_printf (run->meta->arena, "%s, %s",
                                                    missing, features[i].name);
  return missing;
}

static FitAnswer
naming_features_check (const FitPredicateRun *run, const FitNodeInfo *node,
                       FitReasons *reasons, GError **error)
{
  const char *missing = list_missing (run, node);

  if (missing == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add_text (reasons, FIT_REASON_UNDECLARED_FEATURES, missing);
  return FIT_ANSWER_NO;
}

static FitAnswer
features_check (const FitPredicateRun *run, const FitNodeInfo *node,
                FitReasons *reasons, GError **error)
{
  if (list_missing (run, node) == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_NODE_FEATURES);
  return FIT_ANSWER_NO;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const char *missing = list_missing (run, node);

  fit_detail_say (detail, "the node does not declare %s", missing);
  fit_detail_say_common (detail, "the nodes do not declare %s", missing);
  fit_detail_add_fact (detail, "feature", missing);
  fit_detail_advise (detail,
                     "upgrade the kubelet, or turn its feature gate on");
}

#define FILTER_SUMMARY "the node declares the features that the pod needs"

static const FitReasonCode naming_features_give[]
    = { FIT_REASON_UNDECLARED_FEATURES, 0 };
static const FitReasonCode features_give[] = { FIT_REASON_NODE_FEATURES, 0 };

static const FitPredicateInfo filter_naming_features = {
  .name = "NodeDeclaredFeatures",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_CONSTANT,
  .reasons = naming_features_give,
  .check = naming_features_check,
  .prepare = prepare,
  .create = fit_filter_data_create,
  .free_data = g_free,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .explain = explain,
};

static const FitPredicateInfo filter_features = {
  .name = "NodeDeclaredFeatures",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_CONSTANT,
  .reasons = features_give,
  .check = features_check,
  .prepare = prepare,
  .create = fit_filter_data_create,
  .free_data = g_free,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .explain = explain,
};

/* -- events ---------------------------------------------------------------- */

/* The event says that something has changed. */
static FitQueueingHint
features_changed (gpointer plugin, const FitPod *pod, gconstpointer old_object,
                  gconstpointer new_object)
{
  return fit_hint_if (TRUE);
}

/* What a pod needs cannot change. */
static FitQueueingHint
needs_changed (gpointer plugin, const FitPod *pod, gconstpointer old_object,
               gconstpointer new_object)
{
  return FIT_QUEUEING_SKIP;
}
