/* test-policy-priorities.c - warnings about what priorities do together, and about
 * what a cluster does not have
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/warnings/lint-policy.h"
#include "tests/support/manifest.h"

#define GREATEST(name) WEIGHTED (name, "922337203685477579")

#define PREFERENCE(name, weight, label, presence)   \
  CUSTOM (name, weight,                             \
          "\"labelPreference\":{\"label\":\"" label \
          "\",\"presence\":" presence "}")

/* The weights of all that prefer nodes with a label, against those of all that
 * prefer nodes without it. */
static void
test_opposed_preferences (void **state)
{
  static const struct
  {
    const char *policy;
    const char *path; /* NULL: no warning */
    const char *text;
  } rows[] = {
    { PRIORITIES (PREFERENCE ("A", "2", "ssd", "true") "," PREFERENCE (
          "B", "2", "ssd", "false")),
      "priorities[1]",
      "A prefers nodes with the label ssd, and B nodes without it, with the "
      "same weight: they cancel each other out" },
    { PRIORITIES (PREFERENCE ("B", "3", "ssd", "false") "," PREFERENCE (
          "C", "1", "x", "true") "," PREFERENCE ("A", "4", "ssd", "true")),
      "priorities[2]",
      "A prefers nodes with the label ssd, and B nodes without it: only the "
      "difference counts, 1 for nodes with it" },
    { PRIORITIES (PREFERENCE ("A", "1", "ssd", "true") "," PREFERENCE (
          "B", "3", "ssd", "false")),
      "priorities[1]",
      "A prefers nodes with the label ssd, and B nodes without it: only the "
      "difference counts, 2 for nodes without it" },
    { PRIORITIES (PREFERENCE ("A", "1", "ssd", "true") "," PREFERENCE (
          "A2", "2", "ssd",
          "true") "," PREFERENCE ("B", "1", "ssd",
                                  "false") "," PREFERENCE ("B2", "5", "ssd",
                                                           "false")),
      "priorities[2]",
      "A prefers nodes with the label ssd, and B nodes without it: only the "
      "difference counts, 3 for nodes without it" },
    { PRIORITIES (PREFERENCE ("A", "1", "ssd", "true") "," PREFERENCE (
          "B", "1", "hdd", "false") "," PREFERENCE ("C", "1", "ssd", "true")),
      NULL, NULL },
    /* Only the last entry of a name counts. */
    { PRIORITIES (PREFERENCE ("A", "1", "ssd", "true") "," PREFERENCE (
          "A", "1", "ssd", "false")),
      NULL, NULL },
    { PRIORITIES (PREFERENCE ("A", "1", "ssd", "true") "," WEIGHTED (
          "ImageLocalityPriority", "1")),
      NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) warnings = lint_as (16, rows[i].policy, NULL);
      const FitWarning *warning = find_code (warnings, "FP211");

      if (rows[i].path == NULL && warning != NULL)
        fail_msg ("%s: %s", rows[i].policy, warning->text);
      if (rows[i].path == NULL)
        continue;
      assert_non_null (warning);
      assert_string_equal (warning->path, rows[i].path);
      assert_string_equal (warning->text, rows[i].text);
    }
}

/* What the scheduler refuses, or replaces by an entry below, is not compared. */
static void
test_weights_that_do_not_count (void **state)
{
#define BESIDES(entry) \
  PRIORITIES (WEIGHTED ("ImageLocalityPriority", "1") "," entry)
  static const char *const policies[] = {
    BESIDES (WEIGHTED ("NobodysPriority", "100")),
    BESIDES (WEIGHTED ("LeastRequestedPriority",
                       "100") "," WEIGHTED ("LeastRequestedPriority", "1")),
    BESIDES (WEIGHTED ("LeastRequestedPriority", "922337203685477580")),
    BESIDES (WEIGHTED ("LeastRequestedPriority", "1844674407370955162")),
    BESIDES (WEIGHTED ("LeastRequestedPriority", "-100")),
  };

  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autoptr (GPtrArray) warnings = lint_as (16, policies[i], NULL);

      if (find_code (warnings, "FP205") != NULL)
        fail_msg ("FP205 about %s", policies[i]);
    }
#undef BESIDES
}

/* The greatest weights that are valid do not overflow. */
static void
test_greatest_weights (void **state)
{
  g_autoptr (GPtrArray) warnings = lint_as (
      16,
      POLICY ("\"priorities\":[" GREATEST ("ImageLocalityPriority") "," GREATEST (
          "NodePreferAvoidPodsPriority") "],\"extenders\":[{"
                                         "\"prioritizeVerb\":\"p\",\"weight\":9223372036854775807}]"),
      NULL);

  assert_string_equal (find_code (warnings, "FP204")->text,
                       "the annotation costs a node 9223372036854775790 "
                       "points, and the other priorities together can add "
                       "9223372036854775807");
  assert_null (find_code (warnings, "FP205"));
}

/* -- with a cluster -------------------------------------------------------- */

static const FitWarning *
lint_in_cluster (const char *policy, const char *manifests, const char *code,
                 GPtrArray **out_warnings)
{
  g_autoptr (FitObjects) objects = objects_from (manifests);

  *out_warnings = lint_as (16, policy, objects);
  return find_code (*out_warnings, code);
}

/* A Policy that scores by one resource. */
#define SCORES_BY(resource)                                                \
  PRIORITIES (CUSTOM (                                                     \
      "Ratio", "1",                                                        \
      RATIO (POINTS ("0", "10") ",\"resources\":["                         \
                                "{\"name\":\"cpu\"},{\"name\":\"" resource \
                                "\"}]")))

static void
check_unrequested (const char *policy, const char *manifests,
                   const char *expected)
{
  g_autoptr (GPtrArray) warnings = NULL;
  const FitWarning *warning
      = lint_in_cluster (policy, manifests, "FP214", &warnings);

  if (expected == NULL)
    {
      if (warning != NULL)
        fail_msg ("%s: %s", manifests, warning->text);
      return;
    }
  assert_non_null (warning);
  assert_string_equal (warning->text, expected);
  assert_string_equal (
      warning->path,
      "priorities[0].argument.requestedToCapacityRatioArguments.resources[1]");
}

static void
test_unrequested (void **state)
{
  const char *gpus = SCORES_BY ("a.b/gpu");
  const char *nobody = "no pod of the cluster requests a.b/gpu";

  check_unrequested (gpus, POD ("p", "", REQUESTS ("memory: 1Gi")), nobody);
  check_unrequested (gpus, POD ("p", "", REQUESTS ("a.b/fpga: 1")), nobody);
  check_unrequested (gpus, POD ("p", "", REQUESTS ("a.b/gpu: 0")), nobody);
  check_unrequested (gpus, POD ("p", "", REQUESTS ("a.b/gpu: 1")), NULL);
  check_unrequested (gpus, POD ("p", "", REQUESTS ("a.b/fpga: 1, a.b/gpu: 1")),
                     NULL);
  check_unrequested (gpus,
                     POD ("p", "", REQUESTS ("a.b/gpu: 1"))
                         POD ("q", "", REQUESTS ("cpu: 1")),
                     NULL);
  check_unrequested (gpus,
                     POD ("p", "", REQUESTS ("cpu: 1"))
                         POD ("q", "", REQUESTS ("a.b/gpu: 1")),
                     NULL);
  check_unrequested (SCORES_BY ("ephemeral-storage"),
                     POD ("p", "", REQUESTS ("cpu: 1, memory: 1")),
                     "no pod of the cluster requests ephemeral-storage");
  check_unrequested (SCORES_BY ("ephemeral-storage"),
                     POD ("p", "", REQUESTS ("ephemeral-storage: 1")), NULL);
  /* These count for containers without requests, too. */
  check_unrequested (SCORES_BY ("memory"),
                     POD ("p", "", REQUESTS ("ephemeral-storage: 1")), NULL);
  /* A cluster without pods says nothing about what they want. */
  check_unrequested (gpus, NODE ("node-1", "", "cpu: 1"), NULL);
}

/* Each resource is looked at. */
static void
test_first_resource_is_unrequested (void **state)
{
  g_autoptr (GPtrArray) warnings = NULL;
  const FitWarning *warning = lint_in_cluster (
      PRIORITIES (CUSTOM (
          "Ratio", "1",
          RATIO (POINTS ("0", "10") ",\"resources\":[{\"name\":\"a.b/gpu\"},"
                                    "{\"name\":\"cpu\"}]"))),
      POD ("p", "", REQUESTS ("cpu: 1")), "FP214", &warnings);

  assert_non_null (warning);
  assert_string_equal (
      warning->path,
      "priorities[0].argument.requestedToCapacityRatioArguments.resources[0]");
}

static void
test_unlimited (void **state)
{
  static const struct
  {
    const char *resources;
    gboolean limited;
  } rows[] = {
    { "limits: {cpu: 1}", TRUE },
    { "limits: {memory: 1}", TRUE },
    { "limits: {cpu: 1m}", TRUE },
    { "limits: {cpu: 0, memory: 0}", FALSE },
    { "limits: {ephemeral-storage: 1}", FALSE },
    { "requests: {cpu: 1}", FALSE },
  };
  const char *policy = PRIORITIES (WEIGHTED ("ResourceLimitsPriority", "1"));
  FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = NULL;
  g_autoptr (FitPolicy) parsed = parse_as (16, policy);

  assert_true (fit_feature_gates_set (&gates, "ResourceLimitsPriorityFunction",
                                      TRUE, NULL));
  registry = fit_registry_new_default (gates);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects = fit_objects_new ();
      g_autofree char *manifests = g_strdup_printf (
          POD ("o", "", "containers: [{name: c}]")
              POD ("p", "", "containers: [{name: c, resources: {%s}}]"),
          rows[i].resources);
      g_autoptr (GPtrArray) warnings = NULL;
      const FitWarning *warning;

      objects_add (objects, manifests, FIT_DECODE_AS_IS);
      warnings = fit_policy_lint (parsed, registry, objects);
      warning = find_code (warnings, "FP214");
      if (rows[i].limited)
        assert_null (warning);
      else
        assert_string_equal (warning->text,
                             "no pod of the cluster has cpu or memory limits");
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_opposed_preferences),
    cmocka_unit_test (test_weights_that_do_not_count),
    cmocka_unit_test (test_greatest_weights),
    cmocka_unit_test (test_unrequested),
    cmocka_unit_test (test_first_resource_is_unrequested),
    cmocka_unit_test (test_unlimited),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
