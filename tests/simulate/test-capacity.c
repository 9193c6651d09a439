/* test-capacity.c - how many copies fit
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/capacity.h"
#include "simulate/place-pods.h"
#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

#include <string.h>

/* Returns: (transfer full): "TEMPLATE: COUNT REASON" and "NODE: COUNT..." */
static char *
until_full (const char *manifest, const char *templates, guint replicas)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){ .manifest = manifest });
  g_autoptr (FitObjects) pods = objects_from (templates);
  g_autoptr (FitCapacity) capacity = fit_capacity_until_full (
      simulation, pods->of[FIT_KIND_POD], replicas, NULL, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < capacity->n_templates; i++)
    g_string_append_printf (
        text, "%s: %u %s\n", capacity->templates[i].pod->meta.name,
        capacity->templates[i].placed,
        capacity->templates[i].reason != NULL ? capacity->templates[i].reason
                                              : "-");
  for (guint i = 0; i < capacity->n_nodes; i++)
    {
      g_string_append_printf (text, "%s: %u =", capacity->nodes[i].name,
                              capacity->nodes[i].total);
      for (guint j = 0; j < capacity->n_templates; j++)
        g_string_append_printf (text, " %u", capacity->nodes[i].placed[j]);
      g_string_append_c (text, '\n');
    }
  if (capacity->n_unplaced > 0)
    g_string_append_printf (text, "unplaced: %u\n", capacity->n_unplaced);
  return g_string_free (text, FALSE);
}

static void
assert_full (const char *manifest, const char *templates, guint replicas,
             const char *expected)
{
  g_autofree char *text = until_full (manifest, templates, replicas);

  assert_string_equal (text, expected);
}

#define TWO_NODES \
  NODE ("a", "", "cpu: 1, pods: 10") NODE ("b", "", "cpu: 2, pods: 3")

static void
test_a_template_is_repeated_until_it_does_not_fit (void **state)
{
  assert_full (TWO_NODES, POD ("t", "", REQUESTS ("cpu: 300m")), 0,
               "t: 6 0/2 nodes are available: 1 Insufficient cpu, 1 "
               "Insufficient pods.\na: 3 = 3\nb: 3 = 3\n");
}

static void
test_there_may_be_a_limit (void **state)
{
  assert_full (TWO_NODES, POD ("t", "", REQUESTS ("cpu: 300m")), 4,
               "t: 4 -\na: 1 = 1\nb: 3 = 3\n");
}

/* The large one does not fit any more long before the small one does not. */
static void
test_templates_take_turns (void **state)
{
  assert_full (NODE ("a", "", "cpu: 2, pods: 100"),
               POD ("small", "", REQUESTS ("cpu: 100m"))
                   POD ("large", "", REQUESTS ("cpu: 500m")),
               0,
               "small: 5 0/1 nodes are available: 1 Insufficient cpu.\n"
               "large: 3 0/1 nodes are available: 1 Insufficient cpu.\n"
               "a: 8 = 5 3\n");
}

static void
test_what_is_pending_goes_first (void **state)
{
  assert_full (NODE ("a", "", "cpu: 1, pods: 10")
                   POD ("p", "namespace: ns", REQUESTS ("cpu: 500m"))
                       POD ("q", "namespace: ns", REQUESTS ("cpu: 600m")),
               POD ("t", "", REQUESTS ("cpu: 500m")), 0,
               "t: 1 0/1 nodes are available: 1 Insufficient cpu.\n"
               "a: 1 = 1\nunplaced: 1\n");
}

/* A copy that needs a partner fits once there is one, and a template that says
 * where it runs is free to run anywhere. */
static void
test_copies_wait_for_partners (void **state)
{
  assert_full (
      NODE ("a", HOST "a", "cpu: 1, pods: 5"),
      POD ("follower", "",
           "nodeName: elsewhere, affinity: {" POD_AFFINITY (
               TERM ("kubernetes.io/hostname", "app: web")) "}")
          POD ("leader", "labels: {app: web}", REQUESTS ("cpu: 500m")),
      0,
      "follower: 3 0/1 nodes are available: 1 Insufficient pods.\n"
      "leader: 2 0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient "
      "pods.\na: 5 = 3 2\n");
}

static void
test_no_nodes_no_room (void **state)
{
  assert_full ("", POD ("t", "", ""), 0,
               "t: 0 no nodes available to schedule pods\n");
}

/* A pod may still be on a node that was deleted. */
static void
test_a_deleted_node_has_no_room (void **state)
{
  assert_full (
      NODE ("a", "", "cpu: 1, pods: 2") PLACED ("p", "gone", ""),
      POD ("t", "", ""), 0,
      "t: 2 0/1 nodes are available: 1 Insufficient pods.\na: 2 = 2\n");
}

/* -- against counting ------------------------------------------------------ */

#define RUNS 25

/* With pods that only ask for cpu, each node by itself is a sum. */
static void
test_until_full_is_what_can_be_counted (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (random_seed (run));
      g_autoptr (GString) manifest = g_string_new (NULL);
      g_autofree char *template = NULL;
      g_autofree char *text = NULL;
      g_autofree char *begin = NULL;
      gint request = g_rand_int_range (random, 50, 700), expected = 0;
      gint nodes = g_rand_int_range (random, 1, 8);

      for (gint i = 0; i < nodes; i++)
        {
          gint cpu = g_rand_int_range (random, 0, 4000);
          gint pods = g_rand_int_range (random, 0, 12);

          g_string_append_printf (
              manifest, NODE ("n%d", "", "cpu: %dm, pods: %d"), i, cpu, pods);
          expected += MIN (cpu / request, pods);
        }
      template
          = g_strdup_printf (POD ("t", "", REQUESTS ("cpu: %dm")), request);
      begin = g_strdup_printf ("t: %d 0/%d nodes are available: ", expected,
                               nodes);
      text = until_full (manifest->str, template, 0);
      assert_true (g_str_has_prefix (text, begin));
    }
}

/* -- pods that are alike --------------------------------------------------- */

/* Nodes, and pods of three workloads that fit nowhere, get in each other's way,
 * or wait for each other. */
static char *
random_workloads (GRand *random)
{
  static const char *const wishes[] = {
    "",
    "affinity: {" POD_AFFINITY (TERM ("zone", "app: a1")) "}, ",
    "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: a0")) "}, ",
  };
  GString *out = g_string_new (NULL);

  for (gint i = g_rand_int_range (random, 0, 6); i > 0; i--)
    g_string_append_printf (out, NODE ("n%d", "zone: z%d", "cpu: 2, pods: 9"),
                            i, g_rand_int_range (random, 0, 3));
  for (gint i = g_rand_int_range (random, 1, 30); i > 0; i--)
    {
      const gint app = g_rand_int_range (random, 0, 3);

      g_string_append_printf (
          out, POD ("p%d", "labels: {app: a%d}", "%s" REQUESTS ("cpu: %dm")), i,
          i, app, wishes[g_rand_int_range (random, 0, 3)],
          300 + 900 * g_rand_int_range (random, 0, 3));
    }
  return g_string_free (out, FALSE);
}

/* Tries each pod by itself until none fits any more. */
static void
place_one_by_one (FitSimulation *simulation, GString *out)
{
  const GPtrArray *pending = fit_simulation_pending (simulation);
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  gboolean progress = TRUE;

  g_ptr_array_extend (left, (GPtrArray *) pending, NULL, NULL);
  while (progress)
    {
      progress = FALSE;
      g_string_truncate (out, 0);
      for (guint i = 0; i < left->len; i++)
        {
          g_autofree char *reason = NULL;
          const FitPod *pod = left->pdata[i];
          const FitNodeInfo *node;

          assert_true (fit_place (simulation, pod, &node, &reason, NULL));
          progress |= node != NULL;
          if (node != NULL)
            g_ptr_array_remove_index (left, i--);
          else
            g_string_append_printf (out, "%s: %s\n", pod->meta.name, reason);
        }
    }
}

static void
test_pods_that_are_alike_fail_alike (void **state)
{
  for (guint run = 0; run < random_runs (40); run++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (random_seed (run));
      g_autofree char *manifest = random_workloads (random);
      const SimulationSetup setup = { .manifest = manifest };
      g_autoptr (FitSimulation) simulation = simulation_from (&setup),
                                one_by_one = simulation_from (&setup);
      g_autoptr (GString) found = g_string_new (NULL),
                          expected = g_string_new (NULL);
      g_auto (FitRound) round = { 0 };

      assert_true (fit_place_all (
          simulation, fit_simulation_pending (simulation), &round, NULL));
      for (guint i = 0; i < round.left->len; i++)
        g_string_append_printf (
            found, "%s: %s\n",
            ((const FitPod *) round.left->pdata[i])->meta.name,
            (const char *) round.reasons->pdata[i]);
      place_one_by_one (one_by_one, expected);
      assert_string_equal (found->str, expected->str);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_a_template_is_repeated_until_it_does_not_fit),
    cmocka_unit_test (test_there_may_be_a_limit),
    cmocka_unit_test (test_templates_take_turns),
    cmocka_unit_test (test_what_is_pending_goes_first),
    cmocka_unit_test (test_copies_wait_for_partners),
    cmocka_unit_test (test_no_nodes_no_room),
    cmocka_unit_test (test_a_deleted_node_has_no_room),
    cmocka_unit_test (test_until_full_is_what_can_be_counted),
    cmocka_unit_test (test_pods_that_are_alike_fail_alike),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
