/* test-resource-allocation-ratio.c - a line from utilization to score
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define PREFIX "error: invalid RequestedToCapacityRatioPriority arguments: "

static const FitUtilizationPoint falling[] = { { 0, 10 }, { 100, 0 } };
static const FitUtilizationPoint rising[] = { { 0, 0 }, { 100, 10 } };
static const FitUtilizationPoint hill[] = { { 20, 3 }, { 50, 7 }, { 80, 1 } };

/* The score of a node of 1000m cpu and 1000 bytes of memory. */
static void
assert_score (const FitCapacityRatioArgument *argument, const char *cpu,
              const char *memory, const char *expected)
{
  g_autofree char *manifest = g_strdup_printf (
      NODE ("a", "", "cpu: 1000m, memory: '1000'")
          PENDING ("", "containers: [{name: c, resources: {requests: "
                       "{cpu: %s, memory: '%s'}}}]"),
      cpu, memory);
  const Scenario scenario = { .info = &fit_requested_to_capacity_ratio_priority,
                              .manifest = manifest,
                              .argument = argument };

  scenario_assert (&scenario, expected);
}

static void
test_vectors (void **state)
{
  static const int requests[] = { 0, 100, 150, 333, 550, 999, 1000, 1001 };
  static const struct
  {
    FitCapacityRatioArgument argument;
    int expected[G_N_ELEMENTS (requests)];
  } vectors[] = {
    { { { 2, falling }, { 0, NULL } }, { 10, 5, 6, 6, 6, 10, 10, 10 } },
    { { { 2, rising }, { 0, NULL } }, { 10, 5, 5, 5, 5, 10, 10, 10 } },
    { { { 3, hill }, { 0, NULL } }, { 2, 2, 2, 4, 6, 2, 2, 2 } },
  };

  for (guint v = 0; v < G_N_ELEMENTS (vectors); v++)
    for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
      {
        g_autofree char *cpu = g_strdup_printf ("%dm", requests[i]);
        g_autofree char *memory = g_strdup_printf ("%d", 1000 - requests[i]);
        g_autofree char *expected
            = g_strdup_printf ("%d", vectors[v].expected[i]);

        assert_score (&vectors[v].argument, cpu, memory, expected);
        if (v == 0)
          assert_score (NULL, cpu, memory, expected);
      }
}

static void
test_weights (void **state)
{
  /* 900m of cpu give 1, 300 bytes of memory 7. */
  static const FitWeightedResource heavy[] = { { "cpu", 3 }, { "memory", 1 } };
  static const FitWeightedResource zero[] = { { "cpu", 0 }, { "memory", 3 } };
  static const FitWeightedResource again[]
      = { { "cpu", 100 }, { "memory", 1 }, { "cpu", 1 } };
  static const FitWeightedResource negative[]
      = { { "cpu", -1 }, { "memory", 2 } };
  static const FitWeightedResource nothing[]
      = { { "cpu", -1 }, { "memory", 1 } };
  const struct
  {
    guint n;
    const FitWeightedResource *resources;
    const char *expected;
  } cases[] = {
    { 2, heavy, "3" },     /* 10/4 */
    { 2, zero, "6" },      /* 22/4 */
    { 3, again, "4" },     /* 8/2 */
    { 2, negative, "13" }, /* (14-1)/1 */
    { 2, nothing, "0" },   /* (7-1)/0 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FitCapacityRatioArgument argument
          = { { 2, falling }, { cases[i].n, cases[i].resources } };

      assert_score (&argument, "900m", "300", cases[i].expected);
    }
}

static void
test_other_resources (void **state)
{
  static const FitWeightedResource resources[]
      = { { "ephemeral-storage", 1 }, { "example.com/foo", 1 }, { "pods", 1 } };
  const FitCapacityRatioArgument argument = { { 2, rising }, { 3, resources } };
  const Scenario scenario = {
    .info = &fit_requested_to_capacity_ratio_priority,
    .argument = &argument,
    .manifest
    = NODE ("both", "", "ephemeral-storage: 100, example.com/foo: 10, pods: 9")
        NODE ("none", "", "")
            POD ("p", "namespace: ns",
                 "nodeName: both, containers: [{name: c, resources: {requests: "
                 "{ephemeral-storage: 20, example.com/foo: 3}}}]")
                PENDING ("", "containers: [{name: c, resources: {requests: "
                             "{ephemeral-storage: 10, example.com/foo: 1}}}]"),
  };

  /* 30 %, 40 %, and 100 % of what nobody has: (3+4+10)/3. */
  scenario_assert (&scenario, "6 10");
}

/* Halves go up. */
static void
test_rounds_to_nearest (void **state)
{
  const FitCapacityRatioArgument argument = { { 2, rising }, { 0, NULL } };

  assert_score (&argument, "100m", "200", "2");
  assert_score (&argument, "100m", "0", "1");
}

static void
test_refused_arguments (void **state)
{
  static const FitUtilizationPoint equal[] = { { 5, 1 }, { 5, -1 } };
  static const FitUtilizationPoint unsorted[]
      = { { -1, 1 }, { 7, 1 }, { 3, 1 } };
  static const FitUtilizationPoint negative[] = { { -1, 11 }, { 101, 1 } };
  static const FitUtilizationPoint large[] = { { 0, 1 }, { 101, -1 } };
  static const FitUtilizationPoint low[] = { { 0, 1 }, { 9, -1 } };
  static const FitUtilizationPoint high[] = { { 0, 11 }, { 101, 1 } };
  static const struct
  {
    FitCapacityRatioArgument argument;
    const char *expected;
  } cases[] = {
    { { { 0, NULL }, { 0, NULL } },
      PREFIX "at least one point must be specified" },
    { { { 2, equal }, { 0, NULL } },
      PREFIX "utilization values must be sorted. "
             "Utilization[0]==5 >= Utilization[1]==5" },
    { { { 3, unsorted }, { 0, NULL } },
      PREFIX "utilization values must be sorted. "
             "Utilization[1]==7 >= Utilization[2]==3" },
    { { { 2, negative }, { 0, NULL } },
      PREFIX "utilization values must not be less than 0. Utilization[0]==-1" },
    { { { 2, large }, { 0, NULL } },
      PREFIX "utilization values must not be greater than 100. "
             "Utilization[1]==101" },
    { { { 2, low }, { 0, NULL } },
      PREFIX "score values must not be less than 0. Score[1]==-1" },
    { { { 2, high }, { 0, NULL } },
      PREFIX "score valuses not be greater than 10. Score[0]==11" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_score (&cases[i].argument, "0", "0", cases[i].expected);
}

static void
test_refusal_is_a_policy_error (void **state)
{
  const FitCapacityRatioArgument argument = { { 0, NULL }, { 0, NULL } };
  const FitFactoryArgs args = { 0 };
  g_autoptr (GError) error = NULL;
  gpointer data = NULL;

  assert_false (fit_requested_to_capacity_ratio_priority.create (
      &args, &argument, &data, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_POLICY));
  assert_null (data);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_vectors),
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_other_resources),
    cmocka_unit_test (test_rounds_to_nearest),
    cmocka_unit_test (test_refused_arguments),
    cmocka_unit_test (test_refusal_is_a_policy_error),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
