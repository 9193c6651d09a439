/* test-exercise.c - the nodes and pods that arguments of rules ask for
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "simulate/exercise.h"

#include "rules/rule.h"
#include "tests/support/cmocka.h"

/* More than get scenes of their own. */
#define MANY 53

/* -- what is written ------------------------------------------------------- */

/* What stands in @line between @before and @after, or nothing. */
static char *
between (const char *line, const char *before, const char *after)
{
  const char *start = strstr (line, before);
  const char *end
      = start != NULL ? strstr (start + strlen (before), after) : NULL;

  if (end == NULL)
    return NULL;
  start += strlen (before);
  return g_strndup (start, (gsize) (end - start));
}

/* "NODE {LABELS}" and "POD (REQUESTS)", one per line; of labels not those that
 * a node has in any case */
static char *
digest (const FitExercise *exercise, const char *prefix)
{
  g_autoptr (GString) written = g_string_new (NULL);
  GString *out = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  g_autofree char *name = NULL;

  fit_exercise_write (exercise, prefix, written);

  lines = g_strsplit (written->str, "\n", 0);
  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *labels = between (*line, "  labels: {\"", "}");
      g_autofree char *requests = between (*line, "requests: {", "}");

      if (g_str_has_prefix (*line, "  name: \""))
        {
          g_free (name);
          name = between (*line, "\"", "\"");
        }
      if (labels != NULL && strstr (labels, "fitsched.example/tries") != NULL)
        {
          const char *rest = strstr (labels, ", ");

          g_string_append_printf (out, "%s {%s}\n", name,
                                  rest != NULL ? rest + 2 : "");
        }
      else if (requests != NULL)
        g_string_append_printf (out, "%s (%s)\n", name, requests);
    }
  return g_string_free (out, FALSE);
}

static char *
digest_of_policy (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = fit_policy_parse (text, strlen (text), "policy", NULL, &error);
  g_autoptr (FitExercise) exercise = fit_exercise_new ("mine");

  if (policy == NULL)
    fail_msg ("%s", error->message);
  fit_exercise_add_policy (exercise, policy);
  return digest (exercise, "");
}

/* @preparing and @plugins: enabled at PreScore and Score; @args: a list of
 * pluginConfig */
static char *
digest_of_profile (FitRelease release, const char *version,
                   const char *preparing, const char *plugins, const char *args)
{
  g_autofree char *text = g_strdup_printf (
      "apiVersion: kubescheduler.config.k8s.io/%s\n"
      "kind: KubeSchedulerConfiguration\n"
      "profiles:\n"
      "- plugins:\n"
      "    preFilter: {disabled: [{name: '*'}]}\n"
      "    filter: {disabled: [{name: '*'}]}\n"
      "    preScore: {disabled: [{name: '*'}], enabled: [%s]}\n"
      "    score: {disabled: [{name: '*'}], enabled: [%s]}\n"
      "  pluginConfig: [%s]\n",
      version, preparing, plugins, args);
  const FitConfigurationOptions options = { .release = release };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = fit_configuration_read (text, strlen (text), "c", &options, &error);
  g_autoptr (FitExercise) exercise = fit_exercise_new ("mine");

  if (configuration == NULL)
    fail_msg ("%s", error->message);
  fit_exercise_add_profile (exercise, &configuration->profiles[0]);
  return digest (exercise, "x-");
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, word)) != NULL; n++)
    at += strlen (word);
  return n;
}

/* "FORMAT0, FORMAT1, ..." */
static char *
list (const char *format, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      g_autoptr (GString) item = g_string_new (format);

      g_string_replace (item, "#", number, 0);
      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", item->str);
    }
  return g_string_free (out, FALSE);
}

/* -- a Policy -------------------------------------------------------------- */

#define POLICY(predicates, priorities)                     \
  "kind: Policy\napiVersion: v1\npredicates: [" predicates \
  "]\npriorities: [" priorities "]\n"
#define PRESENCE(labels, presence)                         \
  "{name: a, argument: {labelsPresence: {labels: [" labels \
  "], presence: " presence "}}}"
#define AFFINITY(labels) \
  "{name: b, argument: {serviceAffinity: {labels: [" labels "]}}}"
#define PREFERENCE(label)                                           \
  "{name: c, weight: 1, argument: {labelPreference: {label: " label \
  ", presence: true}}}"
#define APART(label) \
  "{name: d, weight: 1, argument: {serviceAntiAffinity: {label: " label "}}}"
#define RATIO(shape)                                                    \
  "{name: e, weight: 1, argument: {requestedToCapacityRatioArguments: " \
  "{shape: [" shape "], resources: [{name: cpu, weight: 1}]}}}"
#define POINT(utilization, score) \
  "{utilization: " #utilization ", score: " #score "}"

#define HOST(name) "\"kubernetes.io/hostname\": \"" name "\""
#define ASKED "cpu: 150m, memory: 1500Mi"
#define SMALL "cpu: 1m, memory: 10Mi"

static const struct
{
  const char *policy;
  const char *expected;
} policies[] = {
  { POLICY ("", ""), "" },
  /* All nodes have what is required once, and only what can be a label. */
  { POLICY (PRESENCE ("disk, disk", "true"), ""),
    "node-label-1-a {" HOST (
        "node-label-1-a") ", \"disk\": \"tried\"}\n"
                          "node-label-1-b {" HOST (
                              "node-label-1-b") "}\n"
                                                "node-label-1-p (" ASKED
                                                ")\n" },
  { POLICY (PRESENCE ("disk, a b", "true"), ""),
    "node-label-1-a {" HOST (
        "node-label-1-a") ", \"disk\": \"tried\"}\n"
                          "node-label-1-b {" HOST (
                              "node-label-1-b") "}\n"
                                                "node-label-1-p (" ASKED
                                                ")\n" },
  { POLICY (PRESENCE ("a b", "true"), PREFERENCE ("a b") ", " APART ("a b")),
    "" },
  { POLICY (AFFINITY ("a b"), ""), "" },
  /* A label that each node has by nature. */
  { POLICY (PRESENCE ("kubernetes.io/hostname", "false"), ""),
    "node-label-1-a {}\n"
    "node-label-1-b {\"kubernetes.io/hostname\": \"tried\"}\n"
    "node-label-1-p (" ASKED ")\n" },
  { POLICY (PRESENCE ("kubernetes.io/hostname", "true"), ""),
    "node-label-1-a {" HOST ("node-label-1-a") ", " HOST (
        "tried") "}\n"
                 "node-label-1-b {" HOST (
                     "node-label-1-b") "}\n"
                                       "node-label-1-p (" ASKED ")\n" },
  /* Of labels of services those that can be one. */
  { POLICY (AFFINITY ("a b, zone"), ""),
    "service-affinity-1-a {" HOST (
        "service-affinity-1-a") ", \"zone\": \"here\"}\n"
                                "service-affinity-1-b {" HOST (
                                    "service-affinity-1-b") ", \"zone\": \"there\"}\n"
                                                            "service-affinity-1-r (" SMALL
                                                            ")\n"
                                                            "service-affinity-1-p (" ASKED
                                                            ")\n" },
  /* The first two points that differ, the better one on a. */
  { POLICY ("", RATIO (POINT (0, 5) ", " POINT (10, 5) ", " POINT (
                    60, 9) ", " POINT (100, 1))),
    "ratio-1-a {" HOST (
        "ratio-1-a") "}\n"
                     "ratio-1-b {" HOST (
                         "ratio-1-b") "}\n"
                                      "ratio-1-q (cpu: 5850m)\nratio-1-r (cpu: 850m)\nratio-1-p (cpu: 150m)\n" },
  { POLICY ("", RATIO (POINT (20, 7) ", " POINT (70, 6))),
    "ratio-1-a {" HOST (
        "ratio-1-a") "}\n"
                     "ratio-1-b {" HOST (
                         "ratio-1-b") "}\n"
                                      "ratio-1-q (cpu: 1850m)\nratio-1-r (cpu: 6850m)\nratio-1-p (cpu: 150m)\n" },
  { POLICY ("", RATIO (POINT (0, 1) ", " POINT (100, 9))),
    "ratio-1-a {" HOST (
        "ratio-1-a") "}\n"
                     "ratio-1-b {" HOST (
                         "ratio-1-b") "}\n"
                                      "ratio-1-q (cpu: 9850m)\nratio-1-r (cpu: 1m)\nratio-1-p (cpu: 150m)\n" },
  { POLICY ("", RATIO (POINT (0, 3) ", " POINT (100, 3))), "" },
  { POLICY ("", RATIO (POINT (50, 3))), "" },
};

static void
test_policies (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autofree char *found = digest_of_policy (policies[i].policy);

      if (strcmp (found, policies[i].expected) != 0)
        fail_msg ("%s:\n%s, expected\n%s", policies[i].policy, found,
                  policies[i].expected);
    }
}

static void
assert_many (const char *format, const char *priority, const char *last,
             const char *too_many)
{
  g_autofree char *items = list (format, MANY);
  g_autofree char *policy
      = g_strdup_printf ("kind: Policy\napiVersion: v1\n%s: [%s]\n",
                         priority != NULL ? "priorities" : "predicates", items);
  g_autofree char *found = digest_of_policy (policy);

  assert_int_equal (count (found, last), 1);
  assert_int_equal (count (found, too_many), 0);
}

/* Only the first fifty have scenes of their own. */
static void
test_many_of_a_kind (void **state)
{
  assert_many (AFFINITY ("k#"), NULL, "service-affinity-50-p",
               "service-affinity-51");
  assert_many (APART ("k#"), "d", "service-anti-affinity-50-p",
               "service-anti-affinity-51");
  assert_many (RATIO (POINT (0, 1) ", " POINT (100, 2)), "e", "ratio-50-p",
               "ratio-51");
}

/* What is more than fifty shares a scene. */
static void
test_rest (void **state)
{
  static const struct
  {
    guint n;
    const char *filters, *scores; /* NULL: no scene */
  } rows[] = {
    { 50, NULL, NULL },
    { 51, "node-labels-a {" HOST ("node-labels-a"),
      "preferred-labels-a {" HOST ("preferred-labels-a") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *predicates
          = list (PRESENCE ("forbidden#", "false"), rows[i].n);
      g_autofree char *priorities = list (PREFERENCE ("liked#"), rows[i].n);
      g_autofree char *policy
          = g_strdup_printf (POLICY ("%s", "%s"), predicates, priorities);
      g_autofree char *found = digest_of_policy (policy);

      if (rows[i].filters == NULL)
        {
          assert_null (strstr (found, "node-labels"));
          assert_null (strstr (found, "preferred-labels"));
          continue;
        }
      assert_non_null (strstr (found, rows[i].filters));
      assert_non_null (strstr (found, rows[i].scores));
      assert_non_null (strstr (
          found, "node-labels-b {" HOST (
                     "node-labels-b") ", \"forbidden50\": \"tried\"}\n"));
      assert_non_null (strstr (
          found, "preferred-labels-a {" HOST (
                     "preferred-labels-a") ", \"liked50\": \"tried\"}\n"
                                           "preferred-labels-b {" HOST (
                                               "preferred-labels-b") "}\n"));
    }
}

/* v1.16 has the priority without arguments, too. */
static void
test_default_ratio (void **state)
{
  static const char with_argument[]
      = POLICY ("", RATIO (POINT (0, 1) ", " POINT (100, 9)));
  static const char without[] = POLICY ("", "");
  static const char priority[] = "RequestedToCapacityRatioPriority";
  g_autoptr (FitPolicy) policy = fit_policy_parse (
      with_argument, strlen (with_argument), "policy", NULL, NULL);
  g_autoptr (FitPolicy) empty
      = fit_policy_parse (without, strlen (without), "policy", NULL, NULL);
  g_autoptr (FitExercise) explicit = fit_exercise_new ("mine");
  g_autoptr (FitExercise) usual = fit_exercise_new ("mine");
  g_autofree char *found = NULL, *found_usual = NULL;

  fit_exercise_add_rule (explicit, priority);
  fit_exercise_add_policy (explicit, policy);
  found = digest (explicit, "");
  assert_int_equal (count (found, "ratio-1-p"), 1);
  assert_int_equal (count (found, "ratio-p"), 0);
  fit_exercise_add_rule (usual, priority);
  fit_exercise_add_policy (usual, empty);
  found_usual = digest (usual, "");
  assert_string_equal (
      found_usual,
      "ratio-a {" HOST (
          "ratio-a") "}\n"
                     "ratio-b {" HOST (
                         "ratio-b") "}\n"
                                    "ratio-q (" SMALL ")\n"
                                    "ratio-r (cpu: 4850m, memory: 48500Mi)\n"
                                    "ratio-p (" ASKED ")\n");
}

/* -- a profile ------------------------------------------------------------- */

/* The value that a node must have, or must not have, for the first
 * expression. */
static void
test_added_affinity (void **state)
{
  static const struct
  {
    const char *expression;
    const char *a, *b; /* labels */
  } rows[] = {
    { "{key: k, operator: In, values: [v, w]}", "\"k\": \"v\"", NULL },
    { "{key: k, operator: Exists}", "\"k\": \"tried\"", NULL },
    { "{key: k, operator: Lt, values: ['0']}", NULL, NULL },
    { "{key: k, operator: Gt, values: ['7']}", "\"k\": \"8\"", NULL },
    { "{key: k, operator: Lt, values: ['7']}", "\"k\": \"6\"", NULL },
    { "{key: k, operator: Gt, values: ['19']}", "\"k\": \"20\"", NULL },
    { "{key: k, operator: Lt, values: ['20']}", "\"k\": \"19\"", NULL },
    { "{key: k, operator: NotIn, values: [v]}", NULL, "\"k\": \"v\"" },
    { "{key: k, operator: DoesNotExist}", NULL, "\"k\": \"tried\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *args = g_strdup_printf (
          "{name: NodeAffinity, args: {addedAffinity: "
          "{requiredDuringSchedulingIgnoredDuringExecution: "
          "{nodeSelectorTerms: [{matchExpressions: [%s]}]}}}}",
          rows[i].expression);
      g_autofree char *found = digest_of_profile (
          FIT_RELEASE (22, 6), "v1beta2", "{name: NodeAffinity}", "", args);
      g_autofree char *a = rows[i].a != NULL
                               ? g_strconcat (", ", rows[i].a, NULL)
                               : g_strdup ("");
      g_autofree char *b = rows[i].b != NULL
                               ? g_strconcat (", ", rows[i].b, NULL)
                               : g_strdup ("");
      g_autofree char *expected = g_strdup_printf (
          "x-node-label-1-a {" HOST (
              "x-node-label-1-a") "%s}\n"
                                  "x-node-label-1-b {" HOST (
                                      "x-node-label-1-b") "%s}\n"
                                                          "x-node-label-1-p (" ASKED
                                                          ")\n",
          a, b);

      /* -1 is not the value of a label. */
      if (rows[i].a == NULL && rows[i].b == NULL)
        assert_string_equal (found, "");
      else
        assert_string_equal (found, expected);
    }
}

#define ADDED_AFFINITY(affinity) \
  "{name: NodeAffinity, args: {addedAffinity: {" affinity "}}}"

/* What must be missing is missing on all other nodes, even their names. */
static void
test_added_affinity_that_forbids (void **state)
{
  g_autofree char *found = digest_of_profile (
      FIT_RELEASE (22, 6), "v1beta2", "{name: NodeAffinity}", "",
      ADDED_AFFINITY (
          "requiredDuringSchedulingIgnoredDuringExecution: "
          "{nodeSelectorTerms: [{matchExpressions: [{key: "
          "kubernetes.io/hostname, operator: NotIn, values: [v]}]}]}"));

  assert_string_equal (
      found, "x-node-label-1-a {}\n"
             "x-node-label-1-b {" HOST ("v") "}\n"
                                             "x-node-label-1-p (" ASKED ")\n");
}

static void
test_added_affinity_that_prefers (void **state)
{
  g_autofree char *found = digest_of_profile (
      FIT_RELEASE (22, 6), "v1beta2", "{name: NodeAffinity}", "",
      ADDED_AFFINITY (
          "preferredDuringSchedulingIgnoredDuringExecution: "
          "[{weight: 1, preference: {matchExpressions: [{key: k, operator: In, "
          "values: [v]}]}}, {weight: 2, preference: {matchExpressions: [{key: "
          "l, operator: DoesNotExist}]}}]"));

  assert_string_equal (
      found,
      "x-preferred-label-1-a {" HOST (
          "x-preferred-label-1-a") ", \"k\": \"v\"}\n"
                                   "x-preferred-label-1-b {" HOST (
                                       "x-preferred-label-1-b") "}\n"
                                                                "x-preferred-label-1-p (" ASKED
                                                                ")\nx-preferred-label-1-q (" ASKED
                                                                ")\n"
                                                                "x-preferred-label-2-b {" HOST (
                                                                    "x-preferred-label-2-b") ", \"l\": \"tried\"}\n"
                                                                                             "x-preferred-label-2-a {" HOST (
                                                                                                 "x-preferred-label-2-a") "}\n"
                                                                                                                          "x-preferred-label-2-p (" ASKED
                                                                                                                          ")\nx-preferred-label-2-q (" ASKED
                                                                                                                          ")\n");
}

/* Plugins that stand for arguments of a Policy. */
static void
test_labels (void **state)
{
  g_autofree char *found = digest_of_profile (
      FIT_RELEASE (19, 0), "v1beta1", "",
      "{name: NodeLabel}, {name: ServiceAffinity}",
      "{name: NodeLabel, args: {presentLabels: [disk], absentLabels: "
      "[kubernetes.io/hostname], presentLabelsPreference: [fast], "
      "absentLabelsPreference: [slow]}}, {name: ServiceAffinity, args: "
      "{affinityLabels: [zone], antiAffinityLabelsPreference: [rack, row]}}");

#define DISK "\"disk\": \"tried\""
  assert_string_equal (
      found,
      "x-node-label-1-a {" DISK "}\n"
      "x-node-label-1-b {}\n"
      "x-node-label-1-p (" ASKED ")\n"
      "x-node-label-2-a {" DISK "}\n"
      "x-node-label-2-b {" DISK ", " HOST (
          "tried") "}\n"
                   "x-node-label-2-p (" ASKED ")\n"
                   "x-preferred-label-1-a {" DISK ", \"fast\": \"tried\"}\n"
                   "x-preferred-label-1-b {" DISK "}\n"
                   "x-preferred-label-1-p (" ASKED ")\n"
                   "x-preferred-label-1-q (" ASKED ")\n"
                   "x-preferred-label-2-b {" DISK ", \"slow\": \"tried\"}\n"
                   "x-preferred-label-2-a {" DISK "}\n"
                   "x-preferred-label-2-p (" ASKED ")\n"
                   "x-preferred-label-2-q (" ASKED ")\n"
                   "x-service-affinity-1-a {" DISK ", \"zone\": \"here\"}\n"
                   "x-service-affinity-1-b {" DISK ", \"zone\": \"there\"}\n"
                   "x-service-affinity-1-r (" SMALL ")\n"
                   "x-service-affinity-1-p (" ASKED ")\n"
                   "x-service-anti-affinity-2-a {" DISK
                   ", \"rack\": \"there\"}\n"
                   "x-service-anti-affinity-2-b {" DISK
                   ", \"rack\": \"here\"}\n"
                   "x-service-anti-affinity-2-c {" DISK
                   ", \"rack\": \"here\"}\n"
                   "x-service-anti-affinity-2-r (" SMALL ")\n"
                   "x-service-anti-affinity-2-p (" ASKED ")\n"
                   "x-service-anti-affinity-3-a {" DISK
                   ", \"row\": \"there\"}\n"
                   "x-service-anti-affinity-3-b {" DISK ", \"row\": \"here\"}\n"
                   "x-service-anti-affinity-3-c {" DISK ", \"row\": \"here\"}\n"
                   "x-service-anti-affinity-3-r (" SMALL ")\n"
                   "x-service-anti-affinity-3-p (" ASKED ")\n");
}

static void
test_default_constraints (void **state)
{
  static const char format[]
      = "{maxSkew: 1, topologyKey: k#, whenUnsatisfiable: ScheduleAnyway}";
  g_autofree char *constraints = list (format, MANY);
  g_autofree char *args = g_strdup_printf (
      "{name: PodTopologySpread, args: {defaultingType: List, "
      "defaultConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, "
      "whenUnsatisfiable: ScheduleAnyway}, %s]}}",
      constraints);
  g_autofree char *found = digest_of_profile (
      FIT_RELEASE (22, 6), "v1beta2", "{name: PodTopologySpread}", "", args);

  /* Each node has every key, and its name only once. */
  assert_int_equal (count (found, "default-spread-50-p"), 1);
  assert_int_equal (count (found, "default-spread-51"), 0);
  assert_int_equal (count (found, "\"k52\": \"tried\""), 100);
  assert_int_equal (count (found, "hostname\": \"tried\""), 0);
  assert_int_equal (count (found, HOST ("here")), 1);
  assert_int_equal (count (found, HOST ("there")), 1);
  assert_int_equal (count (found, "kubernetes.io/hostname"), 100);
}

#define STRATEGY(rest) \
  "{name: NodeResourcesFit, args: {scoringStrategy: {" rest "}}}"
#define GPU "resources: [{name: example.com/gpu, weight: 1}]"
#define SHAPE                                            \
  "requestedToCapacityRatio: {shape: [{utilization: 0, " \
  "score: 1}, {utilization: 100, score: 2}]}"

/* Arguments of a plugin that is not enabled do not count. */
static void
test_resources (void **state)
{
  static const struct
  {
    const char *plugins, *args;
    const char *q, *r, *p; /* requests; NULL: no scene */
    gboolean later;        /* v1.22 */
  } rows[] = {
    { "{name: NodeResourcesMostAllocated}", "", "cpu: 4850m, memory: 48500Mi",
      SMALL, ASKED },
    { "{name: NodeResourcesMostAllocated}",
      "{name: NodeResourcesMostAllocated, args: {resources: "
      "[{name: example.com/gpu, weight: 1}]}}",
      "\"example.com/gpu\": 4850", "\"example.com/gpu\": 1",
      "\"example.com/gpu\": 150" },
    { "",
      "{name: NodeResourcesMostAllocated, args: {resources: "
      "[{name: example.com/gpu, weight: 1}]}}",
      NULL, NULL, NULL },
    { "{name: NodeResourcesLeastAllocated}", "", SMALL,
      "cpu: 4850m, memory: 48500Mi", ASKED },
    { "{name: NodeResourcesLeastAllocated}",
      "{name: NodeResourcesLeastAllocated, args: {resources: []}}", SMALL,
      "cpu: 4850m, memory: 48500Mi", ASKED },
    { "{name: NodeResourcesMostAllocated}",
      "{name: NodeResourcesMostAllocated, args: {resources: []}}",
      "cpu: 4850m, memory: 48500Mi", SMALL, ASKED },
    { "{name: NodeResourcesBalancedAllocation}", "",
      "cpu: 3350m, memory: 33500Mi", "cpu: 6650m, memory: 10Mi", ASKED },
    { "{name: RequestedToCapacityRatio}",
      "{name: RequestedToCapacityRatio, args: {shape: [{utilization: 0, score: "
      "1}, {utilization: 100, score: 2}], resources: [{name: memory, weight: "
      "1}]}}",
      "memory: 98500Mi", "memory: 10Mi", "memory: 1500Mi" },
    { "{name: NodeResourcesLeastAllocated}",
      "{name: NodeResourcesLeastAllocated, args: {" GPU "}}",
      "\"example.com/gpu\": 1", "\"example.com/gpu\": 4850",
      "\"example.com/gpu\": 150" },
    { "{name: NodeResourcesBalancedAllocation}",
      "{name: NodeResourcesBalancedAllocation, args: {" GPU "}}",
      "\"example.com/gpu\": 3350", "\"example.com/gpu\": 6650",
      "\"example.com/gpu\": 150", TRUE },
    { "{name: NodeResourcesFit}", STRATEGY ("type: MostAllocated, " GPU),
      "\"example.com/gpu\": 4850", "\"example.com/gpu\": 1",
      "\"example.com/gpu\": 150", TRUE },
    { "{name: NodeResourcesFit}", STRATEGY ("type: LeastAllocated, " GPU),
      "\"example.com/gpu\": 1", "\"example.com/gpu\": 4850",
      "\"example.com/gpu\": 150", TRUE },
    { "{name: NodeResourcesFit}",
      STRATEGY ("type: RequestedToCapacityRatio, " SHAPE ", " GPU),
      "\"example.com/gpu\": 9850", "\"example.com/gpu\": 1",
      "\"example.com/gpu\": 150", TRUE },
    /* The type decides, not what else stands there. */
    { "{name: NodeResourcesFit}",
      STRATEGY ("type: LeastAllocated, " SHAPE ", " GPU),
      "\"example.com/gpu\": 1", "\"example.com/gpu\": 4850",
      "\"example.com/gpu\": 150", TRUE },
    { "{name: NodeResourcesFit}", STRATEGY ("type: MostAllocated"),
      "cpu: 4850m, memory: 48500Mi", SMALL, ASKED, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = digest_of_profile (
          rows[i].later ? FIT_RELEASE (22, 6) : FIT_RELEASE (19, 0),
          rows[i].later ? "v1beta2" : "v1beta1", "", rows[i].plugins,
          rows[i].args);
      g_auto (GStrv) lines = g_strsplit (found, "\n", 0);
      guint n;
      const char *const expected[] = { rows[i].q, rows[i].r, rows[i].p };

      if (rows[i].q == NULL)
        {
          assert_string_equal (found, "");
          continue;
        }
      /* NodeResourcesFit has a scene as a filter before. */
      n = g_strv_length (lines);
      assert_int_equal (
          n, strcmp (rows[i].plugins, "{name: NodeResourcesFit}") == 0 ? 9 : 6);
      for (guint k = 0; k < 3; k++)
        {
          g_autofree char *requests = between (lines[n - 4 + k], "(", ")");

          assert_string_equal (requests, expected[k]);
        }
    }
}

/* Each filter of the newest release has a scene; not those about pods that are on
 * a node already, and about claims, which are not evaluated. */
static void
test_filters (void **state)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const FitRule *rule = fit_rules[i];
      g_autoptr (FitExercise) exercise = fit_exercise_new ("mine");
      g_autofree char *scenes = NULL;

      if (!(fit_in_tree_plugin_points (rule->name, FIT_RELEASE (36, 3))
            & FIT_AT (FILTER))
          || rule == &fit_rule_node_name || rule == &fit_rule_dynamic_resources)
        continue;
      fit_exercise_add_rule (exercise, rule->name);
      scenes = digest (exercise, "");
      if (*scenes == '\0')
        fail_msg ("%s has no scene", rule->name);
    }
}

static void
test_declared_features (void **state)
{
  g_autoptr (FitExercise) exercise = fit_exercise_new ("mine");
  g_autoptr (GString) written = g_string_new (NULL);
  const char *declared, *b;

  fit_exercise_add_rule (exercise, fit_rule_node_declared_features.name);
  fit_exercise_write (exercise, "", written);
  declared = strstr (written->str, "  declaredFeatures: "
                                   "[RestartAllContainersOnContainerExits]\n");
  b = strstr (written->str, "name: \"declared-feature-b\"");
  assert_non_null (declared);
  assert_true (declared < b);
  assert_null (strstr (b, "declaredFeatures"));
  assert_non_null (strstr (b, "action: RestartAllContainers,"));
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_policies),
    cmocka_unit_test (test_many_of_a_kind),
    cmocka_unit_test (test_rest),
    cmocka_unit_test (test_default_ratio),
    cmocka_unit_test (test_added_affinity),
    cmocka_unit_test (test_added_affinity_that_forbids),
    cmocka_unit_test (test_added_affinity_that_prefers),
    cmocka_unit_test (test_labels),
    cmocka_unit_test (test_default_constraints),
    cmocka_unit_test (test_resources),
    cmocka_unit_test (test_filters),
    cmocka_unit_test (test_declared_features),
  };

  return cmocka_run_group_tests_name ("exercise", tests, NULL, NULL);
}
