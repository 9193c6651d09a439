/* What a program gets that asks an explainer: answers, and errors that say what
 * is wrong with the question.  That answers are those of 'fitsched explain' is
 * in test-same-json.sh.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "algorithmprovider/defaults.h"
#include "explain/explainer.h"
#include "explain/questions.h"
#include "tests/support/manifest.h"

static const char cluster[]
    = "apiVersion: v1\n"
      "kind: Node\n"
      "metadata: {name: n1}\n"
      "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n"
      "---\n"
      "apiVersion: v1\n"
      "kind: Pod\n"
      "metadata: {name: fits}\n"
      "spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}\n"
      "---\n"
      "apiVersion: v1\n"
      "kind: Pod\n"
      "metadata: {name: late}\n"
      "spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}\n"
      "---\n"
      "apiVersion: v1\n"
      "kind: Pod\n"
      "metadata: {name: torn}\n"
      "spec:\n"
      "  containers: [{name: c}]\n"
      "  volumes: [{name: v, persistentVolumeClaim: {claimName: gone}}]\n";

static FitExplainer *
explainer_new (const FitExplainerRules *rules)
{
  g_autoptr (GError) error = NULL;
  FitExplainer *explainer = fit_explainer_new (rules, &error);

  if (explainer == NULL)
    fail_msg ("%s", error->message);
  assert_true (fit_explainer_read (explainer, cluster, strlen (cluster),
                                   "cluster", &error));
  return explainer;
}

static FitPodAnswer *
ask (FitExplainer *explainer, const char *pod, FitAskFlags flags)
{
  g_autoptr (GError) error = NULL;
  FitPodAnswer *answer = fit_explainer_ask (explainer, pod, flags, &error);

  assert_null (error);
  return answer;
}

static void
test_outcomes (void **state)
{
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (FitPodAnswer) fits = ask (explainer, "default/fits", 0);
  g_autoptr (FitPodAnswer) late = ask (explainer, "default/late", 0);
  g_autoptr (FitPodAnswer) alone
      = ask (explainer, "default/late", FIT_ASK_ALONE);
  g_autoptr (FitPodAnswer) torn = ask (explainer, "default/torn", 0);

  assert_int_equal (fit_pod_answer_outcome (fits), FIT_OUTCOME_PLACED);
  assert_string_equal (fit_pod_answer_node (fits), "n1");
  assert_null (fit_pod_answer_message (fits));
  assert_int_equal (fit_pod_answer_outcome (late), FIT_OUTCOME_UNSCHEDULABLE);
  assert_null (fit_pod_answer_node (late));
  assert_string_equal (fit_pod_answer_message (late),
                       "0/1 nodes are available: 1 Insufficient cpu.");
  assert_string_equal (fit_pod_answer_node (alone), "n1");
  assert_int_equal (fit_pod_answer_outcome (torn), FIT_OUTCOME_ERROR);
  assert_string_equal (fit_pod_answer_message (torn),
                       "persistentvolumeclaim \"gone\" not found");
}

static void
append_placement (const FitPodPlacement *placement, gpointer text)
{
  g_string_append_printf (
      text, "%d %s %s\n", placement->outcome, placement->pod->meta.name,
      placement->node != NULL ? placement->node : placement->message);
}

static void
append_name (const FitPodPlacement *placement, gpointer text)
{
  g_string_append_printf (text, "%s ", placement->pod->meta.name);
}

/* All pending pods, one after the other. */
static void
test_places (void **state)
{
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *expected = g_strdup_printf (
      "%d fits n1\n%d late 0/1 nodes are available: 1 Insufficient cpu.\n"
      "%d torn persistentvolumeclaim \"gone\" not found\n",
      FIT_OUTCOME_PLACED, FIT_OUTCOME_UNSCHEDULABLE, FIT_OUTCOME_ERROR);

  (void) state;
  assert_true (fit_explainer_place (explainer, append_placement, text, NULL));
  assert_string_equal (text->str, expected);
}

/* Admission refuses a new pod that exceeds the quota of its namespace. */
static void
test_refused_pod (void **state)
{
  static const char limited[]
      = "apiVersion: v1\n"
        "kind: ResourceQuota\n"
        "metadata: {name: few, namespace: data}\n"
        "spec: {hard: {pods: 1}}\n"
        "---\n"
        "apiVersion: apps/v1\n"
        "kind: StatefulSet\n"
        "metadata: {name: db, namespace: data}\n"
        "spec:\n"
        "  replicas: 2\n"
        "  serviceName: db\n"
        "  selector: {matchLabels: {app: db}}\n"
        "  template:\n"
        "    metadata: {labels: {app: db}}\n"
        "    spec: {containers: [{name: c, image: i}]}\n";
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (FitPodAnswer) admitted = NULL, refused = NULL;

  (void) state;
  assert_true (fit_explainer_read (explainer, limited, strlen (limited),
                                   "limited", NULL));
  admitted = ask (explainer, "data/db-0", 0);
  refused = ask (explainer, "data/db-1", 0);
  assert_string_equal (fit_pod_answer_node (admitted), "n1");
  assert_int_equal (fit_pod_answer_outcome (refused),
                    FIT_OUTCOME_UNSCHEDULABLE);
  assert_string_equal (
      fit_pod_answer_message (refused),
      "exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1");
}

/* Last come those that are not tried: refused ones, and the ones with gates where
 * the release has them. */
static void
test_places_of_all (void **state)
{
  static const char more[]
      = "apiVersion: v1\n"
        "kind: Pod\n"
        "metadata: {name: gated}\n"
        "spec: {schedulingGates: [{name: later}], containers: [{name: c}]}\n"
        "---\n"
        "apiVersion: v1\n"
        "kind: ResourceQuota\n"
        "metadata: {name: none, namespace: data}\n"
        "spec: {hard: {pods: 0}}\n"
        "---\n"
        "apiVersion: apps/v1\n"
        "kind: StatefulSet\n"
        "metadata: {name: db, namespace: data}\n"
        "spec:\n"
        "  serviceName: db\n"
        "  selector: {matchLabels: {app: db}}\n"
        "  template:\n"
        "    metadata: {labels: {app: db}}\n"
        "    spec: {containers: [{name: c, image: i}]}\n";
  static const struct
  {
    const char *release;
    const char *gated;
    FitOutcome outcome;
  } cases[] = {
    { "1.26", "gated n1", FIT_OUTCOME_PLACED },
    { "1.30", "gated waiting for scheduling gates: [later]",
      FIT_OUTCOME_UNSCHEDULABLE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitExplainer) explainer = explainer_new (&(FitExplainerRules){
          .configuration = "apiVersion: kubescheduler.config.k8s.io/v1\n"
                           "kind: KubeSchedulerConfiguration\n",
          .release = cases[i].release });
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *expected = g_strdup_printf (
          "%d fits n1\n"
          "%d late 0/1 nodes are available: 1 Insufficient cpu.\n"
          "%d torn 0/1 nodes are available: persistentvolumeclaim \"gone\" not "
          "found.\n%d %s\n"
          "%d db-0 exceeded quota: none, requested: pods=1, used: pods=0, "
          "limited: pods=0\n",
          FIT_OUTCOME_PLACED, FIT_OUTCOME_UNSCHEDULABLE,
          FIT_OUTCOME_UNSCHEDULABLE, cases[i].outcome, cases[i].gated,
          FIT_OUTCOME_UNSCHEDULABLE);

      assert_true (
          fit_explainer_read (explainer, more, strlen (more), "more", NULL));
      assert_true (
          fit_explainer_place (explainer, append_placement, text, NULL));
      assert_string_equal (text->str, expected);
    }
}

/* -- nodes ----------------------------------------------------------------- */

/* Returns: (transfer full): a line for each node */
static char *
nodes_text (const FitPodAnswer *answer)
{
  GString *text = g_string_new (NULL);
  guint n;
  const FitNodeAnswer *nodes = fit_pod_answer_nodes (answer, &n);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s%s%s", nodes[i].name,
                              nodes[i].examined ? "" : " unseen",
                              nodes[i].fits ? " fits" : "");
      for (guint b = 0; b < nodes[i].n_bars; b++)
        g_string_append_printf (text, " (%s: %s)", nodes[i].bars[b].rule,
                                nodes[i].bars[b].message);
      for (guint s = 0; s < nodes[i].n_scores; s++)
        g_string_append_printf (text, " %s %d * %d%s", nodes[i].scores[s].rule,
                                (int) nodes[i].scores[s].score,
                                (int) nodes[i].scores[s].weight,
                                nodes[i].scores[s].skipped ? " skipped" : "");
      g_string_append_printf (text, " = %d\n", (int) nodes[i].total);
    }
  return g_string_free (text, FALSE);
}

static FitStatus
refuse_mondays (const FitPluginCall *call, const FitNodeInfo *node)
{
  (void) call;
  return strcmp (node->name, "monday") == 0
             ? fit_status (FIT_STATUS_UNSCHEDULABLE, "not on %s", node->name)
             : (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static const FitPluginInfo weekdays = { .name = "weekdays",
                                        .summary = "refuses Mondays",
                                        .filter = refuse_mondays };

#define DAY(name, cpu)                                            \
  "---\napiVersion: v1\nkind: Node\nmetadata: {name: " name "}\n" \
  "status: {allocatable: {cpu: " cpu ", memory: 8Gi, pods: 10}}\n"

static void
expect_nodes (const FitExplainerRules *rules, const char *days,
              FitAskFlags flags, const char *expected)
{
  g_autoptr (FitExplainer) explainer = explainer_new (rules);
  g_autoptr (FitPodAnswer) answer = NULL;
  g_autofree char *text = NULL;

  assert_true (
      fit_explainer_read (explainer, days, strlen (days), "days", NULL));
  answer = ask (explainer, "default/fits", flags);
  text = nodes_text (answer);
  assert_string_equal (text, expected);
}

static void
test_nodes (void **state)
{
  static const char policy[]
      = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":["
        "{\"name\":\"PodFitsResources\"},{\"name\":\"MatchNodeSelector\"},"
        "{\"name\":\"CheckNodeLabelPresence\",\"argument\":"
        "{\"labelsPresence\":{\"labels\":[\"day\"],\"presence\":false}}}],"
        "\"priorities\":[{\"name\":\"LeastRequestedPriority\",\"weight\":2},"
        "{\"name\":\"EqualPriority\",\"weight\":1}]}";
  static const char days[] = DAY ("monday", "8")
      DAY ("tuesday",
           "2") "---\napiVersion: v1\nkind: "
                "Node\nmetadata: {name: sunday, labels: {day: x}}\nstatus: "
                "{allocatable: {cpu: 1, memory: 8Gi, pods: 10}}\n";

  (void) state;
  expect_nodes (&(FitExplainerRules){ .policy = policy }, days, 0,
                "n1 fits EqualPriority 1 * 1 LeastRequestedPriority 5 * 2 = "
                "11\n"
                "monday fits EqualPriority 1 * 1 LeastRequestedPriority 7 * 2 "
                "= 15\n"
                "tuesday (PodFitsResources: Insufficient cpu: requested 3, "
                "used 0 of 2, free 2) = 0\n"
                "sunday (PodFitsResources: Insufficient cpu: requested 3, used "
                "0 of 1, free 1) = 0\n");
  expect_nodes (&(FitExplainerRules){ .policy = policy }, days,
                FIT_ASK_ALL_FAILURES,
                "n1 fits EqualPriority 1 * 1 LeastRequestedPriority 5 * 2 = "
                "11\n"
                "monday fits EqualPriority 1 * 1 LeastRequestedPriority 7 * 2 "
                "= 15\n"
                "tuesday (PodFitsResources: Insufficient cpu: requested 3, "
                "used 0 of 2, free 2) = 0\n"
                "sunday (PodFitsResources: Insufficient cpu: requested 3, used "
                "0 of 1, free 1) (CheckNodeLabelPresence: node(s) didn't have "
                "the requested labels: the node has the label day=x, which "
                "must not be there) = 0\n");
}

static void
test_plugins_of_the_program (void **state)
{
  FitPluginRegistry *plugins = fit_plugin_registry_new ();

  (void) state;
  fit_plugin_registry_add (plugins, &weekdays, NULL);
  expect_nodes (
      &(FitExplainerRules){
          .configuration
          = "apiVersion: kubescheduler.config.k8s.io/v1\n"
            "kind: KubeSchedulerConfiguration\n"
            "profiles:\n"
            "- plugins: {filter: {enabled: [{name: weekdays}]},\n"
            "   score: {disabled: [{name: '*'}], enabled: [\n"
            "     {name: NodeResourcesFit, weight: 3}]}}\n",
          .plugins = plugins },
      DAY ("monday", "8") DAY ("tuesday", "16"), 0,
      "n1 fits NodeResourcesFit 61 * 3 = 183\n"
      "monday (weekdays: not on monday) = 0\n"
      "tuesday fits NodeResourcesFit 89 * 3 = 267\n");
  fit_plugin_registry_free (plugins);
}

/* Nodes that PreFilter plugins left out were not seen; a pod that PreFilter
 * rejects saw none. */
static void
test_left_out_nodes (void **state)
{
#define TERM(value) \
  "{matchFields: [{key: metadata.name, operator: In, values: [" value "]}]}"
#define AFFINITY(terms)                                                        \
  "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " \
  "{nodeSelectorTerms: [" terms "]}}}, "
#define CHOSEN(name, more)                                       \
  "---\napiVersion: v1\nkind: Pod\nmetadata: {name: " name "}\n" \
  "spec: {" more "containers: [{name: c}]}\n"
#define LOCAL_DISK                                                           \
  "---\napiVersion: v1\nkind: PersistentVolume\nmetadata: {name: v}\n"       \
  "spec: {claimRef: {namespace: default, name: c}, local: {path: /v}, "      \
  "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: " \
  "kubernetes.io/hostname, operator: In, values: [monday, sunday]}]}]}}}\n"  \
  "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: c, "   \
  "annotations: {pv.kubernetes.io/bind-completed: 'yes'}}\n"                 \
  "spec: {volumeName: v}\nstatus: {phase: Bound}\n"
  static const char pods[] = DAY ("monday", "8") DAY ("tuesday", "8") CHOSEN (
      "one", AFFINITY (TERM ("monday")))
      CHOSEN ("none", AFFINITY (TERM ("gone"))) CHOSEN (
          "disk",
          AFFINITY (TERM ("monday") ", " TERM (
              "tuesday")) "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}], ")
          LOCAL_DISK;
  static const struct
  {
    const char *release;
    const char *pod;
    const char *nodes;
  } rows[] = {
    { "1.34.1", "default/one",
      "monday fits = 0\n"
      "n1 unseen (NodeAffinity: node(s) didn't satisfy plugin(s) "
      "[NodeAffinity]) = 0\n"
      "tuesday unseen (NodeAffinity: node(s) didn't satisfy plugin(s) "
      "[NodeAffinity]) = 0\n" },
    { "1.34.1", "default/none",
      "n1 unseen (NodeAffinity: node(s) didn't satisfy plugin(s) "
      "[NodeAffinity]) = 0\n"
      "monday unseen (NodeAffinity: node(s) didn't satisfy plugin(s) "
      "[NodeAffinity]) = 0\n"
      "tuesday unseen (NodeAffinity: node(s) didn't satisfy plugin(s) "
      "[NodeAffinity]) = 0\n" },
    { "1.28", "default/one",
      "monday fits = 0\n"
      "n1 unseen (NodeAffinity: left out unseen) = 0\n"
      "tuesday unseen (NodeAffinity: left out unseen) = 0\n" },
    { "1.28", "default/disk",
      "monday (VolumeBinding: node(s) had volume node affinity conflict: "
      "volume v of claim c is for nodes with kubernetes.io/hostname in "
      "(monday, sunday)) = 0\n"
      "n1 unseen (NodeAffinity, VolumeBinding: left out unseen) = 0\n"
      "tuesday unseen (NodeAffinity, VolumeBinding: left out unseen) = 0\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitExplainer) explainer = explainer_new (&(FitExplainerRules){
          .configuration
          = "apiVersion: kubescheduler.config.k8s.io/v1\n"
            "kind: KubeSchedulerConfiguration\n"
            "profiles: [{plugins: {multiPoint: {disabled: [{name: "
            "'*'}], enabled: [{name: PrioritySort}, {name: DefaultBinder}, "
            "{name: NodeAffinity}, {name: VolumeBinding}, {name: "
            "NodeResourcesFit, weight: 3}]}}}]\n",
          .release = rows[i].release });
      g_autoptr (FitPodAnswer) answer = NULL;
      g_autofree char *text = NULL;

      assert_true (
          fit_explainer_read (explainer, pods, strlen (pods), "pods", NULL));
      answer = ask (explainer, rows[i].pod, FIT_ASK_ALONE);
      text = nodes_text (answer);
      assert_string_equal (text, rows[i].nodes);
    }
}

/* An answer belongs to the caller, and the same question has the same one. */
static void
test_answers_last (void **state)
{
  FitExplainer *explainer = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (FitPodAnswer) first = ask (explainer, "default/fits", 0);
  g_autoptr (FitPodAnswer) second = ask (explainer, "default/fits", 0);

  fit_explainer_free (explainer);
  assert_string_equal (fit_pod_answer_json (first),
                       fit_pod_answer_json (second));
  assert_true (g_str_has_suffix (fit_pod_answer_json (first), "}\n"));
}

/* What an extender failed to do for one question is not said of the next. */
static void
test_failures_of_extenders (void **state)
{
  static const char policy[]
      = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":["
        "{\"urlPrefix\":\"http://127.0.0.1:1\",\"filterVerb\":\"filter\"}]}";
  g_autoptr (FitExplainer) explainer = explainer_new (
      &(FitExplainerRules){ .policy = policy, .ask_extenders = TRUE });
  g_autoptr (FitPodAnswer) first = ask (explainer, "default/fits", 0);
  g_autoptr (FitPodAnswer) second = ask (explainer, "default/fits", 0);

  (void) state;
  assert_non_null (strstr (fit_pod_answer_json (first), "\"count\": 1"));
  assert_string_equal (fit_pod_answer_json (first),
                       fit_pod_answer_json (second));
}

static void
test_errors_name_the_text (void **state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitExplainer) explainer = fit_explainer_new (
      &(FitExplainerRules){ .policy
                            = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\","
                              "\"predicates\":1}",
                            .policy_source = "my-policy" },
      &error);

  assert_null (explainer);
  assert_non_null (strstr (error->message, "my-policy"));
  g_clear_error (&error);
  explainer = explainer_new (&(FitExplainerRules){ 0 });
  assert_false (
      fit_explainer_read (explainer, "kind: [", 7, "my-cluster", &error));
  assert_non_null (strstr (error->message, "my-cluster"));
}

/* A pod that no API server would accept: there is no answer, not even for
 * others. */
static void
test_a_pod_without_its_class (void **state)
{
  static const char pod[]
      = "apiVersion: v1\n"
        "kind: Pod\n"
        "metadata: {name: lost}\n"
        "spec: {priorityClassName: gone, containers: [{name: c}]}\n";
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (GError) error = NULL;

  assert_true (
      fit_explainer_read (explainer, pod, strlen (pod), "pod", &error));
  for (int i = 0; i < 2; i++)
    {
      assert_null (fit_explainer_ask (explainer, "default/fits", 0, &error));
      assert_non_null (strstr (error->message, "Pod default/lost"));
      g_clear_error (&error);
    }
}

static void
test_no_more_objects (void **state)
{
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (FitPodAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  assert_null (fit_explainer_ask (explainer, "default/fist", 0, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND));
  assert_string_equal (error->message, "no pod default/fist in the cluster\n"
                                       "hint: did you mean default/fits?");
  g_clear_error (&error);
  assert_false (fit_explainer_read (explainer, cluster, strlen (cluster),
                                    "more", &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
  assert_string_equal (error->message,
                       "the cluster is complete since the first question; make "
                       "another explainer for another cluster");
  answer = ask (explainer, "default/fits", 0);
  assert_string_equal (fit_pod_answer_node (answer), "n1");
}

/* A cluster that was read in part has no answers, however often one asks. */
static void
test_broken_clusters (void **state)
{
  static const char *const broken[]
      = { "apiVersion: v1\nkind: Pod\nmetadata: {name: 5}\n",
          "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
          "spec: {priorityClassName: none, containers: [{name: c}]}\n" };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (FitExplainer) explainer
          = explainer_new (&(FitExplainerRules){ 0 });
      g_autoptr (GError) first = NULL;
      g_autoptr (GString) text = g_string_new (NULL);

      if (fit_explainer_read (explainer, broken[i], strlen (broken[i]),
                              "broken", &first))
        assert_null (fit_explainer_ask (explainer, "default/fits", 0, &first));
      assert_true (g_error_matches (first, FIT_ERROR, FIT_ERROR_SCHEMA));
      for (guint again = 0; again < 2; again++)
        {
          g_autoptr (GError) error = NULL;

          assert_null (
              fit_explainer_ask (explainer, "default/fits", 0, &error));
          assert_string_equal (error->message, first->message);
          g_clear_error (&error);
          assert_false (
              fit_explainer_place (explainer, append_placement, text, &error));
          assert_string_equal (error->message, first->message);
        }
      assert_string_equal (text->str, "");
    }
}

/* After a part that cannot be read, nothing else is, and the first problem stays;
 * no file is read after the first question. */
static void
test_nothing_after_a_failure (void **state)
{
  static const char broken[]
      = "apiVersion: v1\nkind: Pod\nmetadata: {name: 5}\n";
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (FitExplainer) asked = explainer_new (&(FitExplainerRules){ 0 });
  g_autoptr (FitPodAnswer) answer = ask (asked, "default/fits", 0);
  g_autoptr (FitPodAnswer) again = NULL;
  g_autoptr (GError) first = NULL;
  g_autoptr (GError) error = NULL;

  (void) state;
  assert_non_null (answer);
  assert_false (fit_explainer_load (explainer, "no-such-file.yaml", &first));
  assert_string_equal (
      first->message,
      "cannot open \"no-such-file.yaml\": No such file or directory");
  assert_false (fit_explainer_read (explainer, cluster, strlen (cluster),
                                    "cluster", &error));
  assert_string_equal (error->message, first->message);
  g_clear_error (&error);
  assert_false (fit_explainer_read (explainer, broken, strlen (broken),
                                    "broken", &error));
  assert_string_equal (error->message, first->message);
  g_clear_error (&error);
  assert_false (fit_explainer_load (explainer, "other.yaml", &error));
  assert_string_equal (error->message, first->message);
  g_clear_error (&error);
  assert_false (fit_explainer_load (asked, "other.yaml", &error));
  assert_string_equal (error->message,
                       "the cluster is complete since the first question; make "
                       "another explainer for another cluster");
  again = ask (asked, "default/fits", 0);
  assert_string_equal (fit_pod_answer_node (again), "n1");
}

/* More pods than a simulation holds: there is no answer. */
static void
test_too_many_pods (void **state)
{
  static const char set[]
      = "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: r}\n"
        "spec: {replicas: 1000001, template: {spec: {containers: [{name: c}]}}}"
        "\n";
  g_autoptr (FitExplainer) explainer
      = explainer_new (&(FitExplainerRules){ 0 });

  (void) state;
  assert_true (fit_explainer_read (explainer, set, strlen (set), "set", NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      assert_null (fit_explainer_ask (explainer, "default/fits", 0, &error));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
      assert_string_equal (
          error->message,
          "set: document 1: ReplicaSet default/r: 1000001 pods would be "
          "created, but at most 1000000 are created from all workloads");
    }
}

/* Warnings of the reader are notes, too, but not those of a Policy. */
static void
test_notes_of_the_reader (void **state)
{
  g_autoptr (FitExplainer) explainer = explainer_new (&(FitExplainerRules){
      .configuration
      = "apiVersion: kubescheduler.config.k8s.io/v1alpha1\n"
        "kind: KubeSchedulerConfiguration\n"
        "leaderElection: {leaderElect: true, leaderElect: false}\n",
      .release = "1.16" });

  (void) state;
  assert_int_equal (fit_explainer_notes (explainer)->len, 1);
  assert_string_equal (
      fit_explainer_notes (explainer)->pdata[0],
      "configuration: line 3, column 37: leaderElection: found field "
      "\"leaderElect\" again, expected it once");
}

/* Pods of another scheduler are not placed; a registry of the program counts, and
 * so do feature gates of v1.16. */
static void
test_other_rules (void **state)
{
  static const char pods[]
      = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\n"
        "metadata: {name: high}\nvalue: 10\n---\napiVersion: v1\nkind: Pod\n"
        "metadata: {name: urgent}\nspec: {priorityClassName: high, "
        "schedulerName: default-scheduler, containers: [{name: c, resources: "
        "{requests: {cpu: 3}}}]}\n---\napiVersion: v1\nkind: Pod\n"
        "metadata: {name: strange}\nspec: {schedulerName: strange, "
        "containers: [{name: c}]}\n";
  FitRegistry *registry
      = fit_registry_new_default (fit_feature_gates_default ());
  static const struct
  {
    const char *scheduler_name;
    const char *release;
    const char *feature_gates;
    gboolean own_registry;
    const char *placed;
  } rows[] = {
    { NULL, NULL, NULL, FALSE, "urgent fits late torn " },
    { NULL, NULL, NULL, TRUE, "urgent fits late torn " },
    { "strange", NULL, NULL, FALSE, "strange " },
    { NULL, "1.12", "PodPriority=false", FALSE, "fits late torn urgent " },
    { NULL, "1.12", "PodPriority=true", FALSE, "urgent fits late torn " },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitExplainer) explainer = explainer_new (&(FitExplainerRules){
          .scheduler_name = rows[i].scheduler_name,
          .release = rows[i].release,
          .feature_gates = rows[i].feature_gates,
          .registry = rows[i].own_registry ? registry : NULL });
      g_autoptr (GString) text = g_string_new (NULL);

      assert_true (
          fit_explainer_read (explainer, pods, strlen (pods), "pods", NULL));
      assert_true (fit_explainer_place (explainer, append_name, text, NULL));
      assert_string_equal (text->str, rows[i].placed);
    }
  fit_registry_free (registry);
}

static void
test_notes (void **state)
{
  g_autoptr (FitExplainer) explainer = explainer_new (&(FitExplainerRules){
      .configuration = "apiVersion: kubescheduler.config.k8s.io/v1\n"
                       "kind: KubeSchedulerConfiguration\n"
                       "profiles:\n"
                       "- plugins: {permit: {enabled: [{name: Nobody}]}}\n",
      .release = "1.30" });
  g_autoptr (FitPodAnswer) answer = ask (explainer, "default/fits", 0);

  assert_int_equal (fit_explainer_notes (explainer)->len, 1);
  assert_string_equal (fit_explainer_notes (explainer)->pdata[0],
                       "plugin Nobody (permit) is not in 1.30.1, left out: "
                       "placements may differ");
  assert_non_null (strstr (fit_pod_answer_json (answer),
                           fit_explainer_notes (explainer)->pdata[0]));
}

/* Rules that fail when a simulation is made leave no answer, whether the pod
 * waits or has a node. */
static FitSimulation *
simulate_nothing (gpointer data, GError **error)
{
  (void) data;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_POLICY, "no rules");
  return NULL;
}

static void
assert_no_answer (const char *pod)
{
  g_autoptr (FitObjects) objects = objects_with (pod, FIT_DECODE_DEFAULT);
  const FitQuestions questions = { .objects = objects,
                                   .scheduler_name = "default-scheduler",
                                   .simulate = simulate_nothing };
  g_autoptr (GError) error = NULL;

  assert_null (
      fit_questions_ask (&questions, objects->of[FIT_KIND_POD], &error));
  assert_string_equal (error->message, "no rules");
}

static void
test_no_simulation (void **state)
{
  (void) state;
  assert_no_answer ("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
                    "spec: {containers: [{name: c}]}\n");
  assert_no_answer ("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
                    "spec: {nodeName: n1, containers: [{name: c}]}\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_outcomes),
    cmocka_unit_test (test_places),
    cmocka_unit_test (test_refused_pod),
    cmocka_unit_test (test_places_of_all),
    cmocka_unit_test (test_nodes),
    cmocka_unit_test (test_plugins_of_the_program),
    cmocka_unit_test (test_left_out_nodes),
    cmocka_unit_test (test_answers_last),
    cmocka_unit_test (test_failures_of_extenders),
    cmocka_unit_test (test_errors_name_the_text),
    cmocka_unit_test (test_a_pod_without_its_class),
    cmocka_unit_test (test_no_more_objects),
    cmocka_unit_test (test_broken_clusters),
    cmocka_unit_test (test_nothing_after_a_failure),
    cmocka_unit_test (test_too_many_pods),
    cmocka_unit_test (test_notes),
    cmocka_unit_test (test_notes_of_the_reader),
    cmocka_unit_test (test_other_rules),
    cmocka_unit_test (test_no_simulation),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
