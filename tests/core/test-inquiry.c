/* test-inquiry.c - second looks at a pod: what they promise, and on what
 *
 * What the rules say about their reasons is covered by the tests of rules, what
 * helps against them by those of explanations.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/inquiry.h"
#include "tests/core/assisted.h"

#define PODS "cpu: 4, pods: 9"
#define WAITING(spec) \
  POD ("p", "namespace: ns", "schedulerName: default-scheduler, " spec)

/* -- what else may reject the pod ------------------------------------------ */

static FitStatus
agree (const FitPluginCall *call)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
agree_to_node (const FitPluginCall *call, const FitNodeInfo *node)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
give_one (const FitPluginCall *call, const FitNodeInfo *node, gint64 *out_score)
{
  *out_score = 1;
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static const FitPluginInfo at_pre_filter
    = { .name = "one", .summary = "agrees", .pre_filter = agree };
static const FitPluginInfo at_filter
    = { .name = "one", .summary = "agrees", .filter = agree_to_node };
static const FitPluginInfo at_score
    = { .name = "one", .summary = "gives 1", .score = give_one };

static void
test_what_makes_it_incomplete (void **state)
{
#define EXTENDERS(list)                                                  \
  "---\n{apiVersion: v1, kind: Policy, predicates: [], priorities: [], " \
  "extenders: [" list "]}"
#define EXTENDER(name, verb) \
  "{urlPrefix: 'http://127.0.0.1:1/" name "', " verb "}"
#define SCORES EXTENDER ("a", "prioritizeVerb: p, weight: 1")
#define FILTERS EXTENDER ("b", "filterVerb: f")
  static const struct
  {
    const FitPluginInfo *plugin; /* (nullable) */
    const char *policy;          /* (nullable) */
    gboolean whole;
  } rows[] = {
    { NULL, NULL, TRUE },
    { &at_pre_filter, NULL, FALSE },
    { &at_filter, NULL, FALSE },
    { &at_score, NULL, TRUE },
    { NULL, EXTENDERS (SCORES), TRUE },
    { NULL, EXTENDERS (FILTERS), FALSE },
    { NULL, EXTENDERS (SCORES ", " FILTERS), FALSE },
    { &at_score, EXTENDERS (SCORES), TRUE },
    { &at_score, EXTENDERS (FILTERS), FALSE },
    { &at_filter, EXTENDERS (SCORES), FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const AssistedSetup setup = {
        .simulation = { .manifest = NODE ("a", "", PODS) WAITING (""),
                        .policy = rows[i].policy },
        .plugin = rows[i].plugin,
        .plugin_weight = 1,
      };
      g_auto (Assisted) assisted = { 0 };
      g_autoptr (FitInquiry) inquiry = NULL;

      assisted_init (&assisted, &setup);
      inquiry = fit_inquiry_new (assisted.scheduler, assisted_pod (&assisted));
      assert_int_equal (fit_inquiry_is_whole (inquiry), rows[i].whole);
    }
#undef EXTENDERS
#undef EXTENDER
#undef SCORES
#undef FILTERS
}

/* -- details --------------------------------------------------------------- */

static guint n_freed;

static void
note_freed (gpointer data)
{
  n_freed += GPOINTER_TO_UINT (data);
}

static FitAnswer
refuse (const FitPredicateRun *run, const FitNodeInfo *node,
        FitReasons *reasons, GError **error)
{
  fit_reasons_add_custom (reasons, "no");
  return FIT_ANSWER_NO;
}

/* Adds what the labels of the node say. */
static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitLabels *labels = node->node->meta.labels;
  const char *text = fit_labels_lookup (labels, "text");
  const char *remedy = fit_labels_lookup (labels, "remedy");

  if (text != NULL)
    fit_detail_say (detail, "%s", text);
  if (remedy != NULL)
    fit_detail_advise (detail, "%s", remedy);
  fit_detail_add_fact (detail, "fact", fit_labels_lookup (labels, "fact"));
  detail->memo->data = GUINT_TO_POINTER (1);
  detail->memo->free = note_freed;
}

static const FitReasonCode custom[] = { FIT_REASON_CUSTOM, 0 };
static const FitPredicateInfo talker = { .name = "Talker",
                                         .summary = "explains itself",
                                         .reasons = custom,
                                         .check = refuse,
                                         .explain = explain };
static const FitPredicateInfo mute = { .name = "Mute",
                                       .summary = "explains nothing",
                                       .reasons = custom,
                                       .check = refuse };

static void
register_both (FitRegistry *registry)
{
  fit_registry_add_predicate (registry, "Mute", &mute, NULL, NULL);
  fit_registry_append_order (registry, "Mute");
  fit_registry_add_predicate (registry, "Talker", &talker, NULL, NULL);
  fit_registry_append_order (registry, "Talker");
}

static void
test_only_details_that_say_something (void **state)
{
  static const struct
  {
    const char *rule, *node;
    const char *text, *remedy, *fact; /* (nullable) */
  } rows[] = {
    { "Talker", "quiet", NULL, NULL, NULL },
    { "Talker", "says", "why", NULL, NULL },
    { "Talker", "advises", NULL, "what", NULL },
    { "Talker", "knows", NULL, NULL, "how" },
    { "Talker", "all", "why", "what", "how" },
    { "Mute", "all", NULL, NULL, NULL },
    { "Other", "all", NULL, NULL, NULL },
  };
  const AssistedSetup setup = {
    .simulation
    = { .manifest = NODE ("quiet", "", PODS) NODE ("says", "text: why", PODS)
            NODE ("advises", "remedy: what", PODS)
                NODE ("knows", "fact: how", PODS)
                    NODE ("all", "text: why, remedy: what, fact: how", PODS)
                        WAITING (""),
        .policy = POLICY ("{name: Mute}, {name: Talker}", ""),
        .extend = register_both }
  };
  g_auto (Assisted) assisted = { 0 };
  FitInquiry *inquiry;

  assisted_init (&assisted, &setup);
  inquiry = fit_inquiry_new (assisted.scheduler, assisted_pod (&assisted));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitNodeInfo *node = fit_cache_find_node (
          fit_simulation_cache (assisted.simulation), rows[i].node);
      const FitReason reason = { .code = FIT_REASON_CUSTOM, .text = "no" };
      g_autoptr (FitDetail) detail
          = fit_inquiry_explain (inquiry, rows[i].rule, node, &reason);

      if (rows[i].text == NULL && rows[i].remedy == NULL
          && rows[i].fact == NULL)
        {
          assert_null (detail);
          continue;
        }
      assert_non_null (detail);
      assert_int_equal (g_strcmp0 (detail->text, rows[i].text), 0);
      assert_int_equal (g_strcmp0 (detail->remedy, rows[i].remedy), 0);
      assert_int_equal (detail->facts->len, rows[i].fact != NULL ? 1 : 0);
    }
  n_freed = 0;
  fit_inquiry_free (inquiry);
  assert_int_equal (n_freed, 1);
}

/* -- nodes that a PreFilter plugin excludes -------------------------------- */

/* A plugin that is only enabled at PreFilter excludes nodes that no filter
 * rejects. */
static void
test_excluded_nodes_do_not_fit (void **state)
{
#define ONLY(names)                              \
  WAITING ("affinity: {nodeAffinity: {" REQUIRED \
           "{nodeSelectorTerms: [{matchFields: [" names "]}]}}}")
#define NAME(name) "{key: metadata.name, operator: In, values: [" name "]}"
  static const struct
  {
    const char *pod;
    gboolean a, b;
  } rows[] = {
    { WAITING (""), TRUE, TRUE },
    { ONLY (NAME ("a")), TRUE, FALSE },
    { ONLY (NAME ("b")), FALSE, TRUE },
    { ONLY (NAME ("a") ", " NAME ("b")), FALSE, FALSE },
    { ONLY (NAME ("gone")), FALSE, FALSE },
    { ONLY (NAME ("a, gone")), FALSE, FALSE },
  };
  g_autoptr (FitConfiguration) configuration = configuration_from (
      "1.28.0", "",
      "apiVersion: kubescheduler.config.k8s.io/v1\n"
      "kind: KubeSchedulerConfiguration\n"
      "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}]}, "
      "queueSort: {enabled: [{name: PrioritySort}]}, bind: {enabled: [{name: "
      "DefaultBinder}]}, preFilter: {enabled: [{name: NodeAffinity}]}, "
      "filter: {enabled: [{name: NodeUnschedulable}]}}}]\n");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strconcat (
          NODE ("a", "", PODS) NODE ("b", "", PODS), rows[i].pod, NULL);
      const SimulationSetup setup
          = { .manifest = manifest, .configuration = configuration };
      g_autoptr (FitSimulation) simulation = simulation_from (&setup);
      FitCache *cache = fit_simulation_cache (simulation);
      const FitPod *pod = fit_simulation_pending (simulation)->pdata[0];
      g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
          fit_simulation_scheduler_of (simulation, pod), pod);

      assert_int_equal (
          fit_inquiry_fits (inquiry, fit_cache_find_node (cache, "a")),
          rows[i].a);
      assert_int_equal (
          fit_inquiry_fits (inquiry, fit_cache_find_node (cache, "b")),
          rows[i].b);
    }
#undef ONLY
#undef NAME
}

/* -- tolerations ----------------------------------------------------------- */

/* Those that the pod has already stay. */
static void
test_more_tolerations (void **state)
{
#define TAINT(key) "{key: " key ", value: v, effect: NoSchedule}"
#define TOLERATION(key) "{key: " key ", operator: Exists}"
#define TAINTED(name, taints)                            \
  NODE_WITH (name, "labels: {}", "taints: [" taints "]", \
             "allocatable: {" PODS "}")
  static const struct
  {
    const char *tolerations;
    const char *fitting; /* with one more, for k1 */
  } rows[] = {
    { "", "a" },
    { TOLERATION ("k2"), "a b" },
    { TOLERATION ("k2") ", " TOLERATION ("k3"), "a b c" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strconcat (
          TAINTED ("a", TAINT ("k1"))
              TAINTED ("b", TAINT ("k1") ", " TAINT ("k2")) TAINTED (
                  "c",
                  TAINT ("k1") ", " TAINT ("k2") ", " TAINT (
                      "k3")) "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: "
                             "p, namespace: ns}, spec: {schedulerName: "
                             "default-scheduler, tolerations: [",
          rows[i].tolerations, "]}}\n", NULL);
      const AssistedSetup setup = { .simulation = { .manifest = manifest } };
      g_auto (Assisted) assisted = { 0 };
      g_autoptr (GString) names = g_string_new (NULL);
      g_autoptr (FitPod) after = NULL;
      g_autoptr (FitInquiry) inquiry = NULL;
      FitChange change = { .type = FIT_CHANGE_TOLERATE };
      FitCache *cache;

      assisted_init (&assisted, &setup);
      cache = fit_simulation_cache (assisted.simulation);
      change.taint = &fit_cache_find_node (cache, "a")->traits->taints[0];
      after = fit_pod_after (assisted_pod (&assisted), &change, 1);
      inquiry = fit_inquiry_new (assisted.scheduler, after);
      for (guint n = 0; n < 3; n++)
        if (fit_inquiry_fits (inquiry, fit_cache_node (cache, n)))
          g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                                  fit_cache_node (cache, n)->name);
      assert_string_equal (names->str, rows[i].fitting);
    }
#undef TAINT
#undef TOLERATION
#undef TAINTED
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_makes_it_incomplete),
    cmocka_unit_test (test_only_details_that_say_something),
    cmocka_unit_test (test_excluded_nodes_do_not_fit),
    cmocka_unit_test (test_more_tolerations),
  };

  return cmocka_run_group_tests_name ("inquiry", tests, NULL, NULL);
}
