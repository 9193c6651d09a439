/* test-shadow.c - decisions of another scheduler compared with those of a Policy: lines, reports, what is no decision
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/shadow-tally.h"

#include "algorithmprovider/defaults.h"
#include "tests/support/manifest.h"
#include "tests/support/simulated.h"

#include <string.h>

#define FITS "{name: PodFitsResources}, {name: PodFitsHostPorts}"
#define MOST "{name: MostRequestedPriority, weight: 2}"
#define LEAST "{name: LeastRequestedPriority, weight: 1}"
#define ROOM(name, cpu) NODE (name, "", "cpu: " cpu ", memory: 8Gi, pods: 110")
#define USED(name, node, cpu) \
  PLACED_WITH (name, node, "", REQUESTS ("cpu: " cpu ", memory: 1Gi"))

/* Two nodes, of which n1 is fuller, and one that is too small. */
#define THREE_NODES \
  ROOM ("n1", "4") ROOM ("n2", "4") ROOM ("small", "1") USED ("x", "n1", "2")

/* A pod as it waits, and as another scheduler has decided. */
#define WAITS(cpu) "schedulerName: default-scheduler, " REQUESTS ("cpu: " cpu)
#define OLD(cpu) POD ("p", "namespace: ns", WAITS (cpu))
#define ON(node, cpu) \
  POD ("p", "namespace: ns", "nodeName: " node ", " WAITS (cpu))
#define REFUSED_FOR(reason, cpu) REFUSED_WITH (reason, "no room", cpu)
#define REFUSED_WITH(reason, message, cpu)                                    \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: p, namespace: "  \
  "ns}, spec: {" WAITS (cpu) "}, status: {conditions: [{type: "               \
                             "PodScheduled, status: 'False', reason: " reason \
                             ", message: " message "}]}}\n"
#define REFUSED(cpu) REFUSED_FOR ("Unschedulable", cpu)

/* -- the rules and their cluster ------------------------------------------- */

typedef struct
{
  FitConfiguration *configuration; /* (nullable): instead of a Policy */
  FitRegistry *registry;
  FitAssembly rules;
  FitShadow *shadow;
} Scene;

static void
scene_clear (Scene *scene)
{
  fit_shadow_free (scene->shadow);
  fit_assembly_clear (&scene->rules);
  fit_registry_free (scene->registry);
  fit_configuration_free (scene->configuration);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* @policy: (nullable): NULL: its configuration was set before */
static void
scene_init (Scene *scene, const char *policy, const char *manifest)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitObjects) objects = objects_from (manifest);
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE],
                  *pods = objects->of[FIT_KIND_POD];
  g_autoptr (GError) error = NULL;
  FitSimulationOptions options = {
    .registry = scene->registry = fit_registry_new_default (gates),
    .gates = gates,
    .policy = policy != NULL ? fit_policy_parse (policy, strlen (policy),
                                                 "policy", NULL, &error)
                             : NULL,
    .configuration = scene->configuration,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
  };

  assert_null (error);
  if (!fit_assembly_init (&scene->rules, &options, &error))
    fail_msg ("%s", error->message);
  for (guint i = 0; i < nodes->len; i++)
    fit_cache_add_node (scene->rules.cache, nodes->pdata[i]);
  for (guint i = 0; i < pods->len; i++)
    assert_true (
        fit_cache_add_pod (scene->rules.cache, pods->pdata[i], &error));
  scene->shadow = fit_shadow_new (&scene->rules);
}

static FitShadowFinding *
compare_pods (Scene *scene, const char *before, const char *after,
              gboolean in_order)
{
  g_autoptr (FitObjects) old_objects = objects_from (before);
  g_autoptr (FitObjects) new_objects = objects_from (after);

  return fit_shadow_compare (scene->shadow,
                             old_objects->of[FIT_KIND_POD]->pdata[0],
                             new_objects->of[FIT_KIND_POD]->pdata[0], in_order);
}

/* Two changes, to see that one leaves nothing behind. */
static void
expect (const char *policy, const char *manifest, const char *before,
        const char *after, const char *expected)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, policy, manifest);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (FitShadowFinding) finding
          = compare_pods (&scene, before, after, TRUE);
      g_autofree char *text
          = finding != NULL ? fit_shadow_finding_text (finding) : NULL;

      assert_string_equal (text != NULL ? text : "nothing", expected);
    }
}

/* -- what is found --------------------------------------------------------- */

static void
test_the_same_node (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"), ON ("n1", "2"),
          "agrees ns/p: n1");
}

static void
test_a_node_with_fewer_points (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"), ON ("n2", "2"),
          "differs ns/p: n1 here, n2 there; 10 points to 4: "
          "MostRequestedPriority +6");
}

static void
test_votes_for_and_against (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST ", " LEAST), THREE_NODES, OLD ("2"),
          ON ("n2", "2"),
          "differs ns/p: n1 here, n2 there; 14 points to 11: "
          "MostRequestedPriority +6, LeastRequestedPriority -3");
}

static void
test_an_equally_good_node (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GString) seen = g_string_new (NULL);

  (void) state;
  scene_init (&scene, POLICY (FITS, MOST), ROOM ("n1", "4") ROOM ("n2", "4"));
  /* Its own turns among equals are round robin. */
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (FitShadowFinding) finding
          = compare_pods (&scene, OLD ("2"), ON ("n1", "2"), TRUE);
      g_autofree char *text = fit_shadow_finding_text (finding);

      assert_false (fit_shadow_differs (finding->result));
      g_string_append_printf (seen, "%s\n", text);
    }
  assert_string_equal (seen->str,
                       "agrees ns/p: n1\n"
                       "equally good ns/p: n2 here, n1 there; 4 points each\n");
}

/* 10 points for nodes with the label. */
#define LABEL(name)                                                        \
  "{name: P" name ", weight: 1, argument: {labelPreference: {label: " name \
  ", presence: true}}}"

/* All that differ are counted, and three of them are named: those that prefer
 * our node most, and of equals the first by name. */
static void
test_many_votes (void **state)
{
  static const struct
  {
    const char *here;  /* labels of n1 */
    const char *there; /* and of n2 */
    const char *expected;
  } cases[] = {
    { "d: x", "", "10 points to 0: Pd +10" },
    { "d: x, b: x", "", "20 points to 0: Pb +10, Pd +10" },
    { "d: x, b: x", "c: x", "20 points to 10: Pb +10, Pd +10, Pc -10" },
    { "d: x, b: x, a: x", "", "30 points to 0: Pa +10, Pb +10, Pd +10" },
    { "d: x, b: x, a: x", "c: x",
      "30 points to 10: Pa +10, Pb +10, Pd +10 and 1 more" },
    { "d: x, b: x, a: x", "c: x, e: x",
      "30 points to 20: Pa +10, Pb +10, Pd +10 and 2 more" },
    { "d: x, b: x, a: x, e: x", "a: x, c: x",
      "40 points to 20: Pb +10, Pd +10, Pe +10 and 1 more" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *nodes = g_strdup_printf (
          NODE ("n1", "%s", "cpu: 4, memory: 8Gi, pods: 110")
              NODE ("n2", "%s", "cpu: 4, memory: 8Gi, pods: 110"),
          cases[i].here, cases[i].there);
      g_autofree char *expected = g_strconcat (
          "differs ns/p: n1 here, n2 there; ", cases[i].expected, NULL);

      expect (POLICY (FITS, LABEL ("e") ", " LABEL ("c") ", " LABEL (
                                "a") ", " LABEL ("d") ", " LABEL ("b")),
              nodes, OLD ("2"), ON ("n2", "2"), expected);
    }
}

/* v1.30 takes the first node that fits if no plugin gives points. */
static void
test_nothing_scores (void **state)
{
  static const char *const nodes[] = { "n1", "n2", "small", "new" };
  g_autoptr (GString) seen = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      g_auto (Scene) scene = {
        .configuration = configuration_from (
            "1.30", "",
            "apiVersion: kubescheduler.config.k8s.io/v1\n"
            "kind: KubeSchedulerConfiguration\n"
            "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}], "
            "enabled: [{name: PrioritySort}, {name: DefaultBinder}, "
            "{name: NodeResourcesFit}]}, score: {disabled: [{name: '*'}]}}}]\n")
      };
      g_autofree char *after = g_strdup_printf (ON ("%s", "2"), nodes[i]);
      g_autoptr (FitShadowFinding) finding = NULL;
      g_autofree char *text = NULL;

      scene_init (&scene, NULL, THREE_NODES);
      finding = compare_pods (&scene, OLD ("2"), after, TRUE);
      text = fit_shadow_finding_text (finding);
      g_string_append_printf (seen, "%s\n", text);
    }
  assert_string_equal (
      seen->str,
      "agrees ns/p: n1\n"
      "equally good ns/p: n1 here, n2 there\n"
      "differs ns/p: n1 here, small there; small does not fit here: "
      "NodeResourcesFit: Insufficient cpu\n"
      "not compared ns/p: new there; their node is not known here\n");
}

static void
test_a_node_that_does_not_fit (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"), ON ("small", "2"),
          "differs ns/p: n1 here, small there; small does not fit here: "
          "PodFitsResources: Insufficient cpu");
}

static void
test_no_node_here (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("5"), ON ("n2", "5"),
          "differs ns/p: no node here, n2 there; n2 does not fit here: "
          "PodFitsResources: Insufficient cpu");
}

static void
test_no_node_there (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"), REFUSED ("2"),
          "differs ns/p: n1 here, no node there: no room");
}

static void
test_no_node_anywhere (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("5"), REFUSED ("5"),
          "agrees ns/p: no node");
}

static void
test_a_node_that_nobody_knows (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"), ON ("new", "2"),
          "not compared ns/p: new there; their node is not known here");
  expect (POLICY (FITS, MOST), ROOM ("n1", "4"), OLD ("2"), ON ("new", "2"),
          "not compared ns/p: new there; their node is not known here");
}

/* With more than 100 nodes, a search ends before all are seen. */
static void
test_a_search_that_ends_early (void **state)
{
  g_autoptr (GString) nodes
      = g_string_new (ROOM ("n1", "4") USED ("x", "n1", "2"));

  (void) state;
  for (guint i = 2; i <= 101; i++)
    g_string_append_printf (nodes, ROOM ("n%u", "4"), i);
  expect (POLICY (FITS, MOST), nodes->str, OLD ("2"), ON ("n2", "2"),
          "differs ns/p: n1 here, n2 there; 10 points to 4: "
          "MostRequestedPriority +6; their search may have ended before n1");
}

/* A search ends when it has found 100 that fit. */
static void
test_a_search_that_sees_all_that_fit (void **state)
{
  g_autoptr (GString) nodes = g_string_new (
      ROOM ("n1", "4") USED ("x", "n1", "2") ROOM ("small", "1"));

  (void) state;
  for (guint i = 2; i <= 100; i++)
    g_string_append_printf (nodes, ROOM ("n%u", "4"), i);
  expect (POLICY (FITS, MOST), nodes->str, OLD ("2"), ON ("n2", "2"),
          "differs ns/p: n1 here, n2 there; 10 points to 4: "
          "MostRequestedPriority +6");
}

/* That there are no nodes is an answer, other errors are none. */
static void
test_no_nodes (void **state)
{
  expect (POLICY (FITS, MOST), "", OLD ("2"), REFUSED ("2"),
          "agrees ns/p: no node");
  expect (POLICY (FITS, MOST), "", OLD ("2"), ON ("n2", "2"),
          "not compared ns/p: n2 there; their node is not known here");
}

static void
test_errors_here (void **state)
{
  static const struct
  {
    FitErrorCode code;
    const char *pod;
    const char *expected;
  } cases[] = {
    { FIT_ERROR_REMOTE, REFUSED ("2"),
      "not compared ns/p: no node there; trouble" },
    { FIT_ERROR_REMOTE, ON ("n2", "2"),
      "not compared ns/p: n2 there; trouble" },
    { FIT_ERROR_SCHEDULE, REFUSED ("2"),
      "not compared ns/p: no node there; trouble" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error
          = g_error_new (FIT_ERROR, cases[i].code, "trouble");
      const FitEvaluation evaluation = { .chosen = -1, .error = error };
      g_autoptr (FitObjects) objects = objects_from (cases[i].pod);
      g_autoptr (FitShadowFinding) finding = fit_shadow_judge (
          &evaluation, objects->of[FIT_KIND_POD]->pdata[0], 0);
      g_autofree char *text = fit_shadow_finding_text (finding);

      assert_string_equal (text, cases[i].expected);
    }
}

/* -- what is no decision --------------------------------------------------- */

static void
test_nothing_decided (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"), OLD ("2"), "nothing");
  expect (POLICY (FITS, MOST), THREE_NODES, ON ("n2", "2"), ON ("n2", "2"),
          "nothing");
  expect (POLICY (FITS, MOST), THREE_NODES, REFUSED ("2"), REFUSED ("2"),
          "nothing");
  expect (POLICY (FITS, MOST), THREE_NODES, OLD ("2"),
          REFUSED_FOR ("SchedulingGated", "2"), "nothing");
  expect (POLICY (FITS, MOST), THREE_NODES, REFUSED ("2"), OLD ("2"),
          "nothing");
  expect (POLICY (FITS, MOST), THREE_NODES, ON ("n2", "2"), REFUSED ("2"),
          "nothing");
}

static void
test_refused_once_more (void **state)
{
  (void) state;
  /* For another reason than before. */
  expect (POLICY (FITS, MOST), THREE_NODES,
          REFUSED_WITH ("Unschedulable", "taints", "2"), REFUSED ("2"),
          "differs ns/p: n1 here, no node there: no room");
  expect (POLICY (FITS, MOST), THREE_NODES, REFUSED_FOR ("SchedulerError", "2"),
          REFUSED ("2"), "differs ns/p: n1 here, no node there: no room");
}

static void
test_pods_of_other_names (void **state)
{
  (void) state;
  expect (POLICY (FITS, MOST), THREE_NODES,
          POD ("p", "namespace: ns", "schedulerName: else"),
          POD ("p", "namespace: ns", "schedulerName: else, nodeName: n2"),
          "nothing");
}

static void
test_an_order_that_is_unknown (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitShadowFinding) finding = NULL;
  g_autofree char *text = NULL;

  (void) state;
  scene_init (&scene, POLICY (FITS, MOST), THREE_NODES);
  finding = compare_pods (&scene, OLD ("2"), ON ("n2", "2"), FALSE);
  text = fit_shadow_finding_text (finding);
  assert_string_equal (text,
                       "not compared ns/p: n2 there; it was decided while "
                       "the watch was interrupted");
}

/* -- the report ------------------------------------------------------------ */

static void
add (FitShadowTally *tally, Scene *scene, const char *before, const char *after)
{
  fit_shadow_tally_add (tally, compare_pods (scene, before, after, TRUE));
}

static void
test_summary (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitShadowTally) tally = fit_shadow_tally_new ();
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;

  (void) state;
  scene_init (&scene, POLICY (FITS, MOST), THREE_NODES);
  add (tally, &scene, OLD ("2"), ON ("n1", "2"));
  add (tally, &scene, OLD ("2"), ON ("n2", "2"));
  add (tally, &scene, OLD ("2"), ON ("small", "2"));
  add (tally, &scene, OLD ("5"), ON ("n2", "5"));
  add (tally, &scene, OLD ("2"), REFUSED ("2"));
  add (tally, &scene, OLD ("5"), REFUSED ("5"));
  add (tally, &scene, OLD ("2"), ON ("new", "2"));
  lines = fit_shadow_tally_text (tally);
  text = g_strjoinv ("\n", lines);
  assert_string_equal (
      text, "compared 6 decisions: 2 agreed, 0 equally good, 4 different; "
            "agreement 33.3 %\n"
            "PodFitsResources: 2 differences: infeasible 1, unschedulableHere "
            "1\n"
            "MostRequestedPriority: 1 difference: scores 1\n"
            "unschedulable only there: 1\n"
            "not compared: 1");
}

static void
assert_summary (const FitShadowTally *tally, const char *expected)
{
  g_auto (GStrv) lines = fit_shadow_tally_text (tally);
  g_autofree char *text = g_strjoinv ("\n", lines);

  assert_string_equal (text, expected);
}

/* What did not happen has no line. */
static void
test_short_summaries (void **state)
{
  g_autoptr (FitShadowTally) alike = fit_shadow_tally_new ();
  g_autoptr (FitShadowTally) unknown = fit_shadow_tally_new ();
  g_autoptr (FitShadowTally) refused = fit_shadow_tally_new ();
  g_auto (Scene) equals = { 0 };
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&equals, POLICY (FITS, MOST), ROOM ("n1", "4") ROOM ("n2", "4"));
  scene_init (&scene, POLICY (FITS, MOST), THREE_NODES);
  assert_summary (alike, "compared 0 decisions: 0 agreed, 0 equally good, 0 "
                         "different; agreement -");
  add (alike, &scene, OLD ("2"), ON ("n1", "2"));
  assert_summary (alike, "compared 1 decisions: 1 agreed, 0 equally good, 0 "
                         "different; agreement 100.0 %");
  add (alike, &equals, OLD ("2"), ON ("n1", "2"));
  add (alike, &equals, OLD ("2"), ON ("n1", "2"));
  assert_summary (alike, "compared 3 decisions: 2 agreed, 1 equally good, 0 "
                         "different; agreement 100.0 %");
  add (unknown, &scene, OLD ("2"), ON ("new", "2"));
  assert_summary (unknown, "compared 0 decisions: 0 agreed, 0 equally good, 0 "
                           "different; agreement -\nnot compared: 1");
  add (refused, &scene, OLD ("2"), REFUSED ("2"));
  assert_summary (refused, "compared 1 decisions: 0 agreed, 0 equally good, 1 "
                           "different; agreement 0.0 %\n"
                           "unschedulable only there: 1");
}

/* The report keeps the last differences, and all numbers. */
static void
test_report_is_bounded (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitShadowTally) tally = fit_shadow_tally_new ();
  g_autofree char *json = NULL;
  guint n = 0;

  (void) state;
  scene_init (&scene, POLICY (FITS, MOST), THREE_NODES);
  for (guint i = 0; i < FIT_SHADOW_MOST_DIFFERENCES + 20; i++)
    add (tally, &scene, OLD ("2"), ON ("n2", "2"));
  json = fit_shadow_tally_json (tally);
  for (const char *c = json; (c = strstr (c, "\"uid\": \"p\"")) != NULL; c++)
    n++;
  assert_int_equal (n, FIT_SHADOW_MOST_DIFFERENCES);
  assert_non_null (strstr (json, "\"compared\": 120,"));
  assert_non_null (strstr (json, "\"agreementPercent\": 0.0,"));
  assert_non_null (strstr (json, "\"scores\": 120,"));
  assert_non_null (strstr (
      json,
      "  \"rules\": [\n    {\n      \"rule\": \"MostRequestedPriority\",\n"
      "      \"differences\": 120,\n      \"results\": {\n"
      "        \"scores\": 120\n      }\n    }\n  ],\n"));
}

/* clang-format off */
static const char whole_report[] =
  "{\n"
  "  \"apiVersion\": \"fitsched/v1\",\n"
  "  \"kind\": \"ShadowReport\",\n"
  "  \"since\": TIME,\n"
  "  \"until\": TIME,\n"
  "  \"compared\": 4,\n"
  "  \"agreementPercent\": 25.0,\n"
  "  \"results\": {\n"
  "    \"agreed\": 1,\n"
  "    \"equallyGood\": 0,\n"
  "    \"scores\": 1,\n"
  "    \"search\": 0,\n"
  "    \"infeasible\": 1,\n"
  "    \"unschedulableHere\": 0,\n"
  "    \"unschedulableThere\": 1,\n"
  "    \"notCompared\": 0\n"
  "  },\n"
  "  \"rules\": [\n"
  "    {\n"
  "      \"rule\": \"MostRequestedPriority\",\n"
  "      \"differences\": 1,\n"
  "      \"results\": {\n"
  "        \"scores\": 1\n"
  "      }\n"
  "    },\n"
  "    {\n"
  "      \"rule\": \"PodFitsResources\",\n"
  "      \"differences\": 1,\n"
  "      \"results\": {\n"
  "        \"infeasible\": 1\n"
  "      }\n"
  "    }\n"
  "  ],\n"
  "  \"lastDifferences\": [\n"
  "    {\n"
  "      \"time\": TIME,\n"
  "      \"namespace\": \"ns\",\n"
  "      \"name\": \"p\",\n"
  "      \"uid\": \"p\",\n"
  "      \"result\": \"scores\",\n"
  "      \"here\": {\n"
  "        \"node\": \"n1\",\n"
  "        \"score\": 10\n"
  "      },\n"
  "      \"there\": {\n"
  "        \"node\": \"n2\",\n"
  "        \"score\": 4\n"
  "      },\n"
  "      \"rule\": \"MostRequestedPriority\",\n"
  "      \"reason\": null,\n"
  "      \"votes\": [\n"
  "        {\n"
  "          \"rule\": \"MostRequestedPriority\",\n"
  "          \"here\": 10,\n"
  "          \"there\": 4\n"
  "        }\n"
  "      ]\n"
  "    },\n"
  "    {\n"
  "      \"time\": TIME,\n"
  "      \"namespace\": \"ns\",\n"
  "      \"name\": \"p\",\n"
  "      \"uid\": \"p\",\n"
  "      \"result\": \"infeasible\",\n"
  "      \"here\": {\n"
  "        \"node\": \"n1\",\n"
  "        \"score\": null\n"
  "      },\n"
  "      \"there\": {\n"
  "        \"node\": \"small\",\n"
  "        \"score\": null\n"
  "      },\n"
  "      \"rule\": \"PodFitsResources\",\n"
  "      \"reason\": \"Insufficient cpu\",\n"
  "      \"votes\": [\n"
  "      ]\n"
  "    },\n"
  "    {\n"
  "      \"time\": TIME,\n"
  "      \"namespace\": \"ns\",\n"
  "      \"name\": \"p\",\n"
  "      \"uid\": \"p\",\n"
  "      \"result\": \"unschedulableThere\",\n"
  "      \"here\": {\n"
  "        \"node\": \"n1\",\n"
  "        \"score\": null\n"
  "      },\n"
  "      \"there\": null,\n"
  "      \"rule\": null,\n"
  "      \"reason\": \"no room\",\n"
  "      \"votes\": [\n"
  "      ]\n"
  "    }\n"
  "  ]\n"
  "}\n";
/* clang-format on */

/* All of a report, but for its times. */
static void
test_a_whole_report (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitShadowTally) tally = fit_shadow_tally_new ();
  g_autoptr (GRegex) times = g_regex_new ("\"[0-9-]+T[0-9:.]+Z\"", 0, 0, NULL);
  g_autofree char *json = NULL;
  g_autofree char *text = NULL;

  (void) state;
  scene_init (&scene, POLICY (FITS, MOST), THREE_NODES);
  add (tally, &scene, OLD ("2"), ON ("n1", "2"));
  add (tally, &scene, OLD ("2"), ON ("n2", "2"));
  add (tally, &scene, OLD ("2"), ON ("small", "2"));
  add (tally, &scene, OLD ("2"), REFUSED ("2"));
  json = fit_shadow_tally_json (tally);
  text = g_regex_replace_literal (times, json, -1, 0, "TIME", 0, NULL);
  assert_string_equal (text, whole_report);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_the_same_node),
    cmocka_unit_test (test_a_node_with_fewer_points),
    cmocka_unit_test (test_votes_for_and_against),
    cmocka_unit_test (test_an_equally_good_node),
    cmocka_unit_test (test_many_votes),
    cmocka_unit_test (test_nothing_scores),
    cmocka_unit_test (test_a_node_that_does_not_fit),
    cmocka_unit_test (test_no_node_here),
    cmocka_unit_test (test_no_node_there),
    cmocka_unit_test (test_no_node_anywhere),
    cmocka_unit_test (test_a_node_that_nobody_knows),
    cmocka_unit_test (test_a_search_that_ends_early),
    cmocka_unit_test (test_a_search_that_sees_all_that_fit),
    cmocka_unit_test (test_no_nodes),
    cmocka_unit_test (test_errors_here),
    cmocka_unit_test (test_nothing_decided),
    cmocka_unit_test (test_refused_once_more),
    cmocka_unit_test (test_pods_of_other_names),
    cmocka_unit_test (test_an_order_that_is_unknown),
    cmocka_unit_test (test_summary),
    cmocka_unit_test (test_short_summaries),
    cmocka_unit_test (test_report_is_bounded),
    cmocka_unit_test (test_a_whole_report),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
