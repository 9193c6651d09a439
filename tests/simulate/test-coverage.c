/* test-coverage.c - what a cluster says about rules, plugins and extenders
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/coverage.h"
#include "simulate/extender-answers.h"
#include "tests/support/enabled-plugin.h"
#include "tests/support/simulated.h"

#include "algorithmprovider/defaults.h"

#include <string.h>

/* -- a program's own plugin, which has one name wherever it acts ----------- */

/* Refuses pods whose names say so. */
static FitStatus
pre_filter (const FitPluginCall *call)
{
  return g_str_has_prefix (call->pod->meta.name, "refused")
             ? fit_status (FIT_STATUS_UNSCHEDULABLE, "not that one")
             : (FitStatus){ 0 };
}

static FitStatus
filter (const FitPluginCall *call, const FitNodeInfo *node)
{
  return strcmp (node->name, "closed") == 0
             ? fit_status (FIT_STATUS_UNSCHEDULABLE, "closed")
             : (FitStatus){ 0 };
}

static FitStatus
score (const FitPluginCall *call, const FitNodeInfo *node, gint64 *out_score)
{
  *out_score = strcmp (node->name, "b") == 0 ? 5 : 0;
  return (FitStatus){ 0 };
}

static const FitPluginInfo guard = {
  .name = "guard", .pre_filter = pre_filter, .filter = filter, .score = score
};

/* -- counting -------------------------------------------------------------- */

#define CPU_NODE(name, cpu) NODE (name, "", "cpu: " cpu ", pods: 10")
#define CPU_POD(name, cpu) \
  POD (name, "", "schedulerName: default-scheduler, " REQUESTS ("cpu: " cpu))
#define NODES CPU_NODE ("a", "4") CPU_NODE ("b", "4")
#define CLOSED CPU_NODE ("closed", "4")
#define SMALL CPU_NODE ("small", "1")

/* What has the plugin, if anything. */
typedef enum
{
  NOTHING,
  A_POLICY,
  A_CONFIGURATION,
} Where;

typedef struct
{
  const char *manifest;
  Where plugin;
  const char *answers;  /* (nullable): the extender's */
  const char *expected; /* what acted, and how often extenders were called */
  const char *policy;   /* (nullable): another one */
} Case;

static const char *
policy_for (const Case *row)
{
  if (row->policy != NULL)
    return row->policy;
  return row->answers != NULL
             ? "---\n{kind: Policy, apiVersion: v1, predicates: [{name: "
               "PodFitsResources}], priorities: [], extenders: [{urlPrefix: "
               "'http://x:1/e', filterVerb: f, prioritizeVerb: p, weight: 2}]}"
             : "---\n{kind: Policy, apiVersion: v1, predicates: [{name: "
               "PodFitsResources}], priorities: [{name: EqualPriority, weight: 1}]}";
}

static void
append_rules (GString *out, const FitCoverage *coverage, guint n_own)
{
  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);

      if (i >= n_own)
        assert_string_equal (rule->type, rule->name);
      if (i < n_own && rule->n_refused == 0)
        continue;
      if (rule->scores)
        g_string_append_printf (out, "%s scored %u, told %u, decided %u\n",
                                rule->name, rule->n_ranked, rule->n_told,
                                rule->n_decided);
      else
        g_string_append_printf (out,
                                "%s refused %u, nodes %" G_GUINT64_FORMAT
                                ", alone %" G_GUINT64_FORMAT "\n",
                                rule->name, rule->n_refused, rule->n_nodes,
                                rule->n_nodes_alone);
      assert_int_equal (fit_coverage_rule_acted (rule),
                        rule->n_refused + rule->n_told > 0);
    }
  for (guint i = 0; i < coverage->calls->len; i++)
    {
      const FitCoverageCalls *calls
          = &g_array_index (coverage->calls, FitCoverageCalls, i);

      g_string_append_printf (out, "%s %d called %u\n", calls->name,
                              (int) calls->verb, calls->n_pods);
    }
  g_string_append_printf (out, "%u pods, %u placed, %u with a choice\n",
                          coverage->n_pods, coverage->n_placed,
                          coverage->n_with_choice);
}

#define PROFILE                                                               \
  "---\n{apiVersion: kubescheduler.config.k8s.io/v1, kind: "                  \
  "KubeSchedulerConfiguration, profiles: [{plugins: {multiPoint: {disabled: " \
  "[{name: '*'}], enabled: [{name: PrioritySort}, {name: DefaultBinder}, "    \
  "{name: NodeResourcesFit}, {name: guard}]}, score: {disabled: [{name: "     \
  "NodeResourcesFit}]}}}]}"

/* The rules of one case, and what has to outlive their simulation. */
typedef struct
{
  FitConfiguration *configuration; /* (nullable) */
  FitExtenderAnswers *answers;     /* (nullable) */
  FitSimulation *simulation;
} Scene;

static void
scene_clear (Scene *scene)
{
  fit_simulation_free (scene->simulation);
  fit_extender_answers_free (scene->answers);
  fit_configuration_free (scene->configuration);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static FitExtenderAnswers *
answers_from (const char *text)
{
  g_autoptr (GError) error = NULL;
  FitExtenderAnswers *answers
      = fit_extender_answers_parse (text, strlen (text), "answers", &error);

  if (answers == NULL)
    fail_msg ("%s", error->message);
  return answers;
}

static void
scene_init (Scene *scene, const Case *row)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  g_autoptr (FitPluginRegistry) plugins = fit_plugin_registry_new ();
  g_autoptr (FitPluginLists) lists = fit_plugin_lists_new ();
  g_autoptr (FitObjects) objects = objects_from (row->manifest);
  g_autoptr (GError) error = NULL;
  const char *policy = policy_for (row);
  FitSimulationOptions options = {
    .registry = registry,
    .gates = gates,
    .scheduler_name = "default-scheduler",
    .hard_pod_affinity_symmetric_weight = 1,
    .plugins = plugins,
    .plugin_lists = row->plugin == A_POLICY ? lists : NULL,
    .ask_extenders = row->answers != NULL,
    .scheduling = { .percentage_of_nodes_to_score = 100 },
  };

  *scene = (Scene){ 0 };
  assert_true (fit_plugin_registry_add (plugins, &guard, NULL));
  enable_at_all_points (lists, FIT_RELEASE_LEGACY, &guard, 1);
  if (row->answers != NULL)
    {
      scene->answers = answers_from (row->answers);
      options.extender_calls = fit_extender_answers_calls (scene->answers);
    }
  if (row->plugin == A_CONFIGURATION)
    scene->configuration = configuration_with (plugins, "1.34.1", "", PROFILE);
  else
    options.policy
        = fit_policy_parse (policy, strlen (policy), "policy", NULL, &error);
  assert_null (error);
  options.configuration = scene->configuration;
  scene->simulation = fit_simulation_new (objects, &options, &error);
  if (scene->simulation == NULL)
    fail_msg ("%s", error->message);
}

static void
check (const Case *row)
{
  g_auto (Scene) scene;
  g_autoptr (FitCoverage) coverage = fit_coverage_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  const GPtrArray *pending;
  guint n_own;

  scene_init (&scene, row);
  fit_coverage_begin (coverage, scene.simulation);
  n_own = coverage->rules->len;
  pending = fit_simulation_pending (scene.simulation);
  for (guint i = 0; i < pending->len; i++)
    {
      g_auto (FitPlacement) placement = { 0 };

      fit_coverage_schedule (coverage, scene.simulation, pending->pdata[i],
                             &placement);
    }
  append_rules (out, coverage, n_own);
  assert_string_equal (out->str, row->expected);
}

/* A plugin becomes a rule when it acts for the first time: one that filters,
 * and another one that scores. */
static void
test_plugins (void **state)
{
  static const Case cases[] = {
    { NODES SMALL CPU_POD ("p", "2"), NOTHING, NULL,
      "PodFitsResources refused 1, nodes 1, alone 1\n"
      "1 pods, 1 placed, 1 with a choice\n" },
    { NODES CPU_POD ("p", "1"), A_POLICY, NULL,
      "guard scored 1, told 1, decided 1\n"
      "1 pods, 1 placed, 1 with a choice\n" },
    { NODES CLOSED CPU_POD ("p", "1"), A_POLICY, NULL,
      "guard refused 1, nodes 1, alone 1\n"
      "guard scored 1, told 1, decided 1\n"
      "1 pods, 1 placed, 1 with a choice\n" },
    { NODES CLOSED SMALL CPU_POD ("p", "1") CPU_POD ("q", "2")
          CPU_POD ("refused-1", "1") CPU_POD ("refused-2", "1"),
      A_POLICY, NULL,
      "PodFitsResources refused 1, nodes 1, alone 1\n"
      "guard refused 2, nodes 2, alone 2\n"
      "guard scored 2, told 2, decided 2\n"
      "4 pods, 2 placed, 2 with a choice\n" },
    { NODES CLOSED CPU_POD ("large", "5"), A_POLICY, NULL,
      "PodFitsResources refused 1, nodes 3, alone 2\n"
      "guard refused 1, nodes 1, alone 0\n"
      "1 pods, 0 placed, 0 with a choice\n" },
    { CLOSED CPU_NODE ("a", "4") CPU_POD ("p", "1"), A_POLICY, NULL,
      "guard refused 1, nodes 1, alone 1\n"
      "1 pods, 1 placed, 0 with a choice\n" },
    { CPU_POD ("p", "1"), A_POLICY, NULL,
      "1 pods, 0 placed, 0 with a choice\n" },
    { NODES CPU_POD ("p", "1"), A_CONFIGURATION, NULL,
      "guard scored 1, told 1, decided 1\n"
      "1 pods, 1 placed, 1 with a choice\n" },
    { NODES CLOSED SMALL CPU_POD ("p", "1") CPU_POD ("q", "2")
          CPU_POD ("refused-1", "1") CPU_POD ("refused-2", "1"),
      A_CONFIGURATION, NULL,
      "NodeResourcesFit refused 1, nodes 1, alone 1\n"
      "guard refused 4, nodes 10, alone 10\n"
      "guard scored 2, told 2, decided 2\n"
      "4 pods, 2 placed, 2 with a choice\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i]);
}

#define ANSWERS                                                               \
  "apiVersion: fitsched/v1\nkind: ExtenderAnswers\nextenders:\n- urlPrefix: " \
  "http://x:1/e\n  filter:\n"                                                 \
  "  - {pod: '*/none', nodes: [{names: ['*'], fails: not here}]}\n"           \
  "  - nodes: [{names: [closed], fails: closed}, {names: ['*'], passes: "     \
  "true}]\n  prioritize:\n"                                                   \
  "  - {pod: '*/same', nodes: [{names: ['*'], score: 3}]}\n"                  \
  "  - nodes: [{names: [b], score: 5}, {names: ['*'], score: 0}]\n"

static void
test_extenders (void **state)
{
  static const Case cases[] = {
    { NODES SMALL CPU_POD ("p", "2"), NOTHING, ANSWERS,
      "PodFitsResources refused 1, nodes 1, alone 1\n"
      "http://x:1/e scored 1, told 1, decided 1\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "1 pods, 1 placed, 1 with a choice\n" },
    { NODES CLOSED CPU_POD ("p", "1") CPU_POD ("same", "1")
          CPU_POD ("none", "1"),
      NOTHING, ANSWERS,
      "http://x:1/e refused 3, nodes 5, alone 5\n"
      "http://x:1/e scored 2, told 1, decided 1\n"
      "http://x:1/e 0 called 3\n"
      "http://x:1/e 1 called 2\n"
      "3 pods, 2 placed, 2 with a choice\n" },
    { NODES CLOSED CPU_POD ("p", "5"), NOTHING, ANSWERS,
      "PodFitsResources refused 1, nodes 3, alone 3\n"
      "http://x:1/e 0 called 0\n"
      "http://x:1/e 1 called 0\n"
      "1 pods, 0 placed, 0 with a choice\n" },
    { NODES CLOSED CPU_POD ("p", "1") CPU_POD ("refused", "1"), A_POLICY,
      ANSWERS,
      "guard refused 1, nodes 1, alone 1\n"
      "guard scored 1, told 1, decided 0\n"
      "http://x:1/e scored 1, told 1, decided 0\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "2 pods, 1 placed, 1 with a choice\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i]);
}

/* Another extender is asked about what the first one leaves. */
#define OTHER(verbs)                                               \
  "---\n{kind: Policy, apiVersion: v1, predicates: [{name: "       \
  "PodFitsResources}], priorities: [], extenders: [{urlPrefix: "   \
  "'http://x:1/e', filterVerb: f, prioritizeVerb: p, weight: 1}, " \
  "{urlPrefix: 'http://x:1/g', " verbs ", weight: 1}]}"
#define BOTH OTHER ("filterVerb: f, prioritizeVerb: p")
#define OTHER_ANSWERS(nodes)                                           \
  ANSWERS "- urlPrefix: http://x:1/g\n  filter:\n"                     \
          "  - nodes: [{names: ['*'], passes: true}]\n  prioritize:\n" \
          "  - nodes: [" nodes "{names: ['*'], score: 0}]\n"

static void
test_two_extenders (void **state)
{
  static const Case cases[] = {
    /* One node is left. */
    { CPU_NODE ("a", "4") CLOSED CPU_POD ("p", "1"), NOTHING,
      OTHER_ANSWERS (""),
      "http://x:1/e refused 1, nodes 1, alone 1\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 0\n"
      "http://x:1/g 0 called 1\n"
      "http://x:1/g 1 called 0\n"
      "1 pods, 1 placed, 0 with a choice\n",
      BOTH },
    { CPU_NODE ("a", "4") CPU_POD ("p", "1"), NOTHING, OTHER_ANSWERS (""),
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 0\n"
      "http://x:1/g 0 called 1\n"
      "http://x:1/g 1 called 0\n"
      "1 pods, 1 placed, 0 with a choice\n",
      BOTH },
    /* None is left. */
    { NODES CPU_POD ("none", "1"), NOTHING, OTHER_ANSWERS (""),
      "http://x:1/e refused 1, nodes 2, alone 2\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 0\n"
      "http://x:1/g 0 called 0\n"
      "http://x:1/g 1 called 0\n"
      "1 pods, 0 placed, 0 with a choice\n",
      BOTH },
    /* It does not filter, or not for this pod. */
    { NODES CPU_POD ("p", "1"), NOTHING, OTHER_ANSWERS (""),
      "http://x:1/e scored 1, told 1, decided 1\n"
      "http://x:1/g scored 1, told 0, decided 0\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "http://x:1/g 1 called 1\n"
      "1 pods, 1 placed, 1 with a choice\n",
      OTHER ("prioritizeVerb: p") },
    { NODES CPU_POD ("p", "1"), NOTHING, OTHER_ANSWERS (""),
      "http://x:1/e scored 1, told 1, decided 1\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "http://x:1/g 0 called 0\n"
      "http://x:1/g 1 called 0\n"
      "1 pods, 1 placed, 1 with a choice\n",
      OTHER ("filterVerb: f, prioritizeVerb: p, managedResources: [{name: "
             "example.com/gpu}]") },
    /* Both are best together; one alone decides, or neither is needed. */
    { NODES CPU_NODE ("c", "4") CPU_POD ("p", "1"), NOTHING,
      OTHER_ANSWERS ("{names: [a], score: 5}, "),
      "http://x:1/e scored 1, told 1, decided 1\n"
      "http://x:1/g scored 1, told 1, decided 1\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "http://x:1/g 0 called 1\n"
      "http://x:1/g 1 called 1\n"
      "1 pods, 1 placed, 1 with a choice\n",
      BOTH },
    { NODES CPU_NODE ("c", "4") CPU_POD ("p", "1"), NOTHING,
      OTHER_ANSWERS ("{names: [a], score: 9}, "),
      "http://x:1/e scored 1, told 1, decided 0\n"
      "http://x:1/g scored 1, told 1, decided 1\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "http://x:1/g 0 called 1\n"
      "http://x:1/g 1 called 1\n"
      "1 pods, 1 placed, 1 with a choice\n",
      BOTH },
    { NODES CPU_NODE ("c", "4") CPU_POD ("p", "1"), NOTHING,
      OTHER_ANSWERS ("{names: [c], score: 1}, "),
      "http://x:1/e scored 1, told 1, decided 1\n"
      "http://x:1/g scored 1, told 1, decided 0\n"
      "http://x:1/e 0 called 1\n"
      "http://x:1/e 1 called 1\n"
      "http://x:1/g 0 called 1\n"
      "http://x:1/g 1 called 1\n"
      "1 pods, 1 placed, 1 with a choice\n",
      BOTH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i]);
}

/* In v1.16's order, and not in that of the Policy. */
static void
test_order (void **state)
{
  static const Case row
      = { NODES SMALL NODE_WITH ("closed", "", "unschedulable: true",
                                 "allocatable: {cpu: 4, pods: 10}")
              CPU_POD ("p", "2"),
          NOTHING, NULL,
          "CheckNodeUnschedulable refused 1, nodes 1, alone 1\n"
          "PodFitsResources refused 1, nodes 1, alone 1\n"
          "1 pods, 1 placed, 1 with a choice\n",
          POLICY ("{name: PodFitsResources}, {name: CheckNodeUnschedulable}",
                  "{name: EqualPriority, weight: 1}") };

  check (&row);
}

/* -- rules that do nothing for a pending pod ------------------------------- */

/* The default plugins, and one more. */
#define TEXT                                                             \
  "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: "              \
  "KubeSchedulerConfiguration\nprofiles: [{plugins: {filter: {enabled: " \
  "[{name: CinderLimits}]}}}]\n"

static void
append_idle (GString *out, const FitSimulation *simulation)
{
  g_autoptr (FitCoverage) coverage = fit_coverage_new ();

  fit_coverage_begin (coverage, simulation);
  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);

      if (rule->idle != NULL)
        g_string_append_printf (out, "%s%s%s%s ", rule->name,
                                rule->scores ? "*" : "",
                                rule->part != NULL ? "/" : "",
                                rule->part != NULL ? rule->part : "");
    }
}

static void
assert_idle (const char *release, const char *policy, const char *expected)
{
  g_autoptr (FitConfiguration) configuration
      = release != NULL ? configuration_from (release, "", TEXT) : NULL;
  g_autoptr (FitSimulation) simulation = simulation_from (&(
      const SimulationSetup){
      .manifest = NODES, .policy = policy, .configuration = configuration });
  g_autoptr (GString) idle = g_string_new (NULL);

  append_idle (idle, simulation);
  assert_string_equal (idle->str, expected);
}

/* "*": as a score. */
static void
test_idle_rules (void **state)
{
  static const struct
  {
    const char *release; /* of a configuration, or NULL */
    const char *policy;
    const char *expected;
  } rows[] = {
    { "1.24", NULL, "NodeName VolumeBinding* " },
    { "1.25", NULL, "NodeName CinderLimits VolumeBinding* " },
    { "1.26", NULL, "NodeName AzureDiskLimits CinderLimits VolumeBinding* " },
    { "1.27", NULL,
      "NodeName EBSLimits GCEPDLimits AzureDiskLimits CinderLimits "
      "VolumeBinding* " },
    { NULL,
      POLICY ("{name: HostName}, {name: MaxEBSVolumeCount}",
              "{name: EqualPriority, weight: 1}"),
      "HostName EqualPriority* " },
    { NULL, POLICY ("{name: GeneralPredicates}", ""),
      "GeneralPredicates/HostName " },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_idle (rows[i].release, rows[i].policy, rows[i].expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_plugins),       cmocka_unit_test (test_extenders),
    cmocka_unit_test (test_two_extenders), cmocka_unit_test (test_order),
    cmocka_unit_test (test_idle_rules),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
