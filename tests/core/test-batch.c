/* test-batch.c - pods that take the next node of the list of the one before
 *
 * In all scenes node "a" is the best, and has room for one pod.  While it fits,
 * the others get few points for their labels; once it is full, points are scaled
 * again, and "b" comes before "c".  A pod that takes the next node of a list gets
 * "c", and neither looks at another node nor scores it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/profile-run.h"

#include <string.h>

#define PROFILE(list)                                                       \
  "{plugins: {multiPoint: {disabled: [{name: '*'}], enabled: [{name: "      \
  "PrioritySort}, {name: DefaultBinder}, {name: NodeResourcesFit}, {name: " \
  "NodeAffinity, weight: 2}" list "]}}}"
#define PLAIN CONFIGURATION ("v1", PROFILE (""))

#define NODES                                \
  NODE ("a", "best: '1'", "cpu: 1, pods: 9") \
  NODE ("b", "good: '1'", "cpu: 1, pods: 9") \
  NODE ("c", "", "cpu: 4, pods: 9")
#define LABELLED(name, labels, rest)                                         \
  POD (                                                                      \
      name, "namespace: ns, labels: {" labels "}",                           \
      "schedulerName: default-scheduler, containers: [{name: c, resources: " \
      "{requests: {cpu: 1}}}], affinity: {nodeAffinity: {preferredDuring"    \
      "SchedulingIgnoredDuringExecution: [{weight: 100, preference: "        \
      "{matchExpressions: [{key: best, operator: Exists}]}}, {weight: 10, "  \
      "preference: {matchExpressions: [{key: good, operator: Exists}]}}]}}" rest)
#define ONE(name) LABELLED (name, "app: x", "")

#define KEPT "p: a 200 3/3\nq: c - 1/1\n"
#define ANEW "p: a 200 3/3\nq: b 200 3/2\n"

static void
test_a_pod_takes_the_next_node_of_the_list (void **state)
{
  expect_placements ("1.34.9", PLAIN, NODES ONE ("p") ONE ("q"), ANEW);
  expect_placements ("1.35.6", PLAIN, NODES ONE ("p") ONE ("q"), KEPT);
  expect_placements ("1.36.3", PLAIN, NODES ONE ("p") ONE ("q"), KEPT);
}

/* "c" has room for three more, so the list is of no use to the third pod. */
static void
test_a_node_with_room_needs_a_new_list (void **state)
{
  expect_placements ("1.36.3", PLAIN, NODES ONE ("p") ONE ("q") ONE ("r"),
                     KEPT "r: b 200 3/2\n");
}

static void
test_the_list_goes_on_until_it_ends (void **state)
{
  expect_placements ("1.36.3", PLAIN,
                     NODE ("a", "best: '1'", "cpu: 1, pods: 9")
                         NODE ("b", "good: '1'", "cpu: 1, pods: 9")
                             NODE ("c", "", "cpu: 1, pods: 9") ONE ("p")
                                 ONE ("q") ONE ("r") ONE ("s"),
                     "p: a 200 3/3\nq: b - 1/1\nr: c - 1/1\n"
                     "s: 0/3 nodes are available: 3 Insufficient cpu.\n");
}

/* Default constraints count other pods, so no pod can be compared. */
static void
test_default_constraints_need_new_lists (void **state)
{
  static const struct
  {
    const char *args;
    const char *expected;
  } rows[] = {
    { "", ANEW },
    { "defaultingType: List", KEPT },
    { "defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: "
      "zone, whenUnsatisfiable: ScheduleAnyway}]",
      ANEW },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *configuration = g_strdup_printf (
          CONFIGURATION ("v1", "{plugins: {multiPoint: {disabled: [{name: "
                               "'*'}], enabled: [{name: PrioritySort}, {name: "
                               "DefaultBinder}, {name: NodeResourcesFit}, "
                               "{name: NodeAffinity, weight: 2}, {name: "
                               "PodTopologySpread}]}}, pluginConfig: [{name: "
                               "PodTopologySpread, args: {%s}}]}"),
          rows[i].args);

      expect_placements ("1.36.3", configuration, NODES ONE ("p") ONE ("q"),
                         rows[i].expected);
    }
}

/* A rule that looks at labels makes them count; a pod with terms of its own is like
 * no other. */
static void
test_what_the_rules_read_has_to_be_alike (void **state)
{
#define AFFINITY CONFIGURATION ("v1", PROFILE (", {name: InterPodAffinity}"))
#define OTHER LABELLED ("q", "app: z", "")
  expect_placements ("1.36.3", PLAIN, NODES ONE ("p") OTHER, KEPT);
  expect_placements ("1.36.3", AFFINITY, NODES ONE ("p") OTHER, ANEW);
  expect_placements ("1.36.3", AFFINITY, NODES ONE ("p") ONE ("q"), KEPT);
}

/* Another pod in between ends the list, even one that fits nowhere, and one of
 * another profile. */
static void
test_only_the_next_pod_uses_the_list (void **state)
{
#define GIANT                                                                 \
  POD ("o", "namespace: ns",                                                  \
       "schedulerName: default-scheduler, containers: [{name: c, resources: " \
       "{requests: {cpu: 9}}}]")
#define SECOND                                       \
  POD ("o", "namespace: ns",                         \
       "schedulerName: second, containers: [{name: " \
       "c}]")
  g_autofree char *two = g_strdup_printf (
      "apiVersion: kubescheduler.config.k8s.io/v1\nkind: "
      "KubeSchedulerConfiguration\nprofiles: [{schedulerName: default-scheduler, %s, "
      "{schedulerName: second}]\n",
      &PROFILE ("")[1]);

  expect_placements ("1.36.3", PLAIN, NODES ONE ("p") GIANT ONE ("q"),
                     "p: a 200 3/3\n"
                     "o: 0/3 nodes are available: 3 Insufficient cpu.\n"
                     "q: b 200 3/2\n");
  expect_placements ("1.36.3", two, NODES ONE ("p") ONE ("q"), KEPT);
  expect_placements ("1.36.3", two, NODES ONE ("p") SECOND ONE ("q"),
                     "p: a 200 3/3\no: c 397 3/3\nq: b 200 3/2\n");
}

static const struct
{
  gint64 ms;      /* that pass */
  gboolean skips; /* a pod leaves the queue and is not tried */
  const char *node;
} later[] = {
  { 0, FALSE, "c" },
  { 500, FALSE, "c" },
  { 501, FALSE, "b" },
  { 0, TRUE, "b" },
};

static void
test_a_list_is_good_for_half_a_second (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      g_auto (Run) run = { 0 };
      g_auto (FitPlacement) first = { 0 }, second = { 0 };
      const GPtrArray *pending;
      FitGenericScheduler *scheduler;

      run_init (&run, "1.36.3", PLAIN, NODES ONE ("p") ONE ("q"));
      pending = fit_simulation_pending (run.simulation);
      scheduler
          = fit_simulation_scheduler_of (run.simulation, pending->pdata[0]);
      fit_simulation_schedule (run.simulation, pending->pdata[0], &first);
      fit_generic_scheduler_set_time (scheduler, later[i].ms * 1000 * 1000);
      if (later[i].skips)
        fit_generic_scheduler_pass (scheduler);
      fit_simulation_schedule (run.simulation, pending->pdata[1], &second);
      assert_string_equal (second.result.node->name, later[i].node);
    }
}

/* Nobody knows what an extender would say of the same pod later. */
static void
test_extenders_need_new_lists (void **state)
{
  g_auto (Run) run = { 0 };
  g_autofree char *text = NULL;

  run_init_with (&run, "1.36.3",
                 PLAIN "extenders: [{urlPrefix: 'http://x:1', bindVerb: b, "
                       "managedResources: [{name: example.com/x}]}]\n",
                 NODES ONE ("p") ONE ("q"),
                 "apiVersion: fitsched/v1\nkind: ExtenderAnswers\nextenders:\n"
                 "- urlPrefix: '*'\n"
                 "  bind:\n  - nodes: [{names: ['*'], binds: true}]\n");
  text = simulation_run (run.simulation);
  assert_string_equal (text, ANEW);
}

/* 200 nodes, some better than others and all of them soon full, and pods like each
 * other. */
static char *
run_many (void)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  g_auto (Run) run = { 0 };

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (
        manifest, NODE ("n%u", "%s: '1'", "cpu: %u, memory: %uMi, pods: 9"), i,
        i % 7 == 0 ? "best" : (i % 3 == 0 ? "good" : "other"), 1 + i % 2,
        64 + i % 5 * 16);
  for (guint i = 0; i < 150; i++)
    g_string_append_printf (manifest, ONE ("p%u"), i, i);
  run_init (&run, "1.36.3", PLAIN, manifest->str);
  return simulation_run (run.simulation);
}

/* A list has the same nodes with the same totals, whether a pod was searched in
 * full or in a column. */
static void
test_columns_leave_the_same_list (void **state)
{
  g_autofree char *in_columns = run_many ();
  g_autofree char *in_full = NULL;

  g_setenv ("FITSCHED_CHECK_COLUMNS", "1", TRUE);
  in_full = run_many ();
  g_unsetenv ("FITSCHED_CHECK_COLUMNS");
  assert_string_equal (in_columns, in_full);
  assert_non_null (strstr (in_columns, " - 1/1"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_a_pod_takes_the_next_node_of_the_list),
    cmocka_unit_test (test_a_node_with_room_needs_a_new_list),
    cmocka_unit_test (test_the_list_goes_on_until_it_ends),
    cmocka_unit_test (test_default_constraints_need_new_lists),
    cmocka_unit_test (test_what_the_rules_read_has_to_be_alike),
    cmocka_unit_test (test_only_the_next_pod_uses_the_list),
    cmocka_unit_test (test_a_list_is_good_for_half_a_second),
    cmocka_unit_test (test_extenders_need_new_lists),
    cmocka_unit_test (test_columns_leave_the_same_list),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
