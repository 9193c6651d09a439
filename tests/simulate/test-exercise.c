/* test-exercise.c - the nodes and pods that arguments of rules ask for */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "simulate/exercise.h"

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

/* Arguments of a plugin that is not enabled do not count. */
static void
test_resources (void **state)
{
  static const struct
  {
    const char *plugins, *args;
    const char *q, *r, *p; /* requests; NULL: no scene */
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
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = digest_of_profile (
          FIT_RELEASE (19, 0), "v1beta1", "", rows[i].plugins, rows[i].args);
      g_auto (GStrv) lines = g_strsplit (found, "\n", 0);
      const char *const expected[] = { rows[i].q, rows[i].r, rows[i].p };

      if (rows[i].q == NULL)
        {
          assert_string_equal (found, "");
          continue;
        }
      assert_int_equal (g_strv_length (lines), 6);
      for (guint k = 0; k < 3; k++)
        {
          g_autofree char *requests = between (lines[k + 2], "(", ")");

          assert_string_equal (requests, expected[k]);
        }
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_policies),
    cmocka_unit_test (test_many_of_a_kind),
    cmocka_unit_test (test_added_affinity),
    cmocka_unit_test (test_default_constraints),
    cmocka_unit_test (test_resources),
  };

  return cmocka_run_group_tests_name ("exercise", tests, NULL, NULL);
}
