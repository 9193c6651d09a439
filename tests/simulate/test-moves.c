/* test-moves.c - which pods to move: what keeps a pod where it is; and random
 * clusters without room on any node, where every plan is carried out by hand, and
 * compared with what a search of all plans finds
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "algorithmprovider/defaults.h"
#include "simulate/moves.h"
#include "tests/support/manifest.h"

#define ROUNDS 200 /* clusters, as many as that for each number of moves */
#define MOST_NODES 4
#define MOST_PODS 12
#define CPU 10 /* of each node */

static FitObjects *
cluster_from (const char *text)
{
  FitObjects *objects = objects_with (text, FIT_DECODE_DEFAULT);

  assert_true (fit_objects_complete (objects, NULL));
  return objects;
}

static FitSimulation *
make (const FitObjects *objects, gpointer data, GError **error)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  FitSimulationOptions options = { .registry = registry,
                                   .gates = gates,
                                   .provider = "DefaultProvider",
                                   .hard_pod_affinity_symmetric_weight = 1,
                                   .scheduler_name = "default-scheduler" };

  return fit_simulation_new (objects, &options, error);
}

static FitMovePlan *
plan_of (const FitObjects *objects, guint most)
{
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;
  FitMovePlan *plan
      = fit_move_plan_new (make, objects, NULL, most, &simulation, &error);

  assert_null (error);
  assert_non_null (plan);
  return plan;
}

static void
add_node (GString *out, guint number)
{
  g_string_append_printf (
      out,
      "apiVersion: v1\nkind: Node\nmetadata: {name: n%u}\nstatus: "
      "{allocatable: {cpu: %d, memory: 8Gi, pods: 110}}\n---\n",
      number, CPU);
}

/* @node: -1: pending; @controlled: has a controller */
static void
add_pod (GString *out, const char *name, gint node, guint cpu,
         gboolean controlled, const char *app)
{
  g_string_append_printf (
      out, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: %s\n", name);
  g_string_append_printf (out, "  labels: {app: %s}\n", app);
  if (controlled)
    g_string_append (out, "  ownerReferences: [{apiVersion: apps/v1, kind: "
                          "ReplicaSet, name: o, uid: o, controller: true}]\n");
  g_string_append (out, "spec:\n");
  if (node >= 0)
    g_string_append_printf (out, "  nodeName: n%d\n", node);
  g_string_append_printf (
      out, "  containers: [{name: c, resources: {requests: {cpu: %u}}}]\n---\n",
      cpu);
}

/* -- what stays ------------------------------------------------------------ */

static guint
moves_for (const char *more, gboolean controlled)
{
  g_autoptr (GString) text = g_string_new (more);
  g_autoptr (FitObjects) objects = NULL;
  g_autoptr (FitMovePlan) plan = NULL;

  add_node (text, 0);
  add_node (text, 1);
  add_pod (text, "a", 0, 4, controlled, "web");
  add_pod (text, "b", 1, 4, FALSE, "web");
  add_pod (text, "new", -1, 8, TRUE, "web");
  objects = cluster_from (text->str);
  plan = plan_of (objects, 3);
  assert_int_equal (plan->n_pending, 1);
  assert_int_equal (plan->n_placed, 0);
  assert_int_equal (plan->steps->len, plan->n_moves);
  return plan->n_moves;
}

static void
test_pods_that_may_not_move_stay (void **state)
{
  assert_int_equal (moves_for ("", TRUE), 1);
  assert_int_equal (moves_for ("", FALSE), 0);
  assert_int_equal (
      moves_for ("apiVersion: policy/v1\nkind: PodDisruptionBudget\n"
                 "metadata: {name: b}\nspec: {selector: {matchLabels: {app: "
                 "web}}}\nstatus: {disruptionsAllowed: 0}\n---\n",
                 TRUE),
      0);
  assert_int_equal (
      moves_for ("apiVersion: policy/v1\nkind: PodDisruptionBudget\n"
                 "metadata: {name: b}\nspec: {selector: {matchLabels: {app: "
                 "web}}}\nstatus: {disruptionsAllowed: 1}\n---\n",
                 TRUE),
      1);
}

static void
test_no_more_moves_than_allowed (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitObjects) objects = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *small = g_strdup_printf ("s%u", i);

      add_node (text, i);
      add_pod (text, small, (gint) i, 3, TRUE, "web");
    }
  add_pod (text, "one", -1, 8, TRUE, "web");
  add_pod (text, "two", -1, 8, TRUE, "web");
  objects = cluster_from (text->str);
  for (guint most = 1; most <= 3; most++)
    {
      g_autoptr (FitMovePlan) plan = plan_of (objects, most);

      /* The second pod needs two moves, of which one pod would move twice. */
      assert_true (plan->n_moves <= most);
      assert_true (plan->steps->len >= 1);
    }
}

/* -- all plans ------------------------------------------------------------- */

typedef struct
{
  guint n_nodes, n_pods;
  guint cpu[MOST_PODS];
  gint node[MOST_PODS];
  guint wanted; /* cpu of the pod that waits */
} Cluster;

static guint
free_on (const Cluster *cluster, guint node)
{
  guint used = 0;

  for (guint i = 0; i < cluster->n_pods; i++)
    used += cluster->node[i] == (gint) node ? cluster->cpu[i] : 0;
  return used <= CPU ? CPU - used : 0;
}

static gboolean
is_valid (const Cluster *cluster)
{
  gboolean room = FALSE;

  for (guint n = 0; n < cluster->n_nodes; n++)
    {
      guint used = 0;

      for (guint i = 0; i < cluster->n_pods; i++)
        used += cluster->node[i] == (gint) n ? cluster->cpu[i] : 0;
      if (used > CPU)
        return FALSE;
      room |= CPU - used >= cluster->wanted;
    }
  return room;
}

/* Can any @most of the pods from @from on go anywhere, so that all fit? */
static gboolean
some_plan (Cluster *cluster, guint from, guint most)
{
  if (is_valid (cluster))
    return TRUE;
  for (guint i = from; most > 0 && i < cluster->n_pods; i++)
    {
      const gint was = cluster->node[i];

      for (guint n = 0; n < cluster->n_nodes; n++)
        {
          gboolean found;

          if ((gint) n == was)
            continue;
          cluster->node[i] = (gint) n;
          found = some_plan (cluster, i + 1, most - 1);
          cluster->node[i] = was;
          if (found)
            return TRUE;
        }
    }
  return FALSE;
}

/* Full nodes whose free parts would be enough together. */
static void
make_fragmented (Cluster *cluster, GRand *dice)
{
  memset (cluster, 0, sizeof *cluster);
  cluster->n_nodes = 2 + (guint) g_rand_int_range (dice, 0, MOST_NODES - 1);
  for (guint n = 0; n < cluster->n_nodes; n++)
    while (cluster->n_pods < MOST_PODS)
      {
        const guint cpu = 1 + (guint) g_rand_int_range (dice, 0, 5);

        if (free_on (cluster, n) < cpu + 1
            || (free_on (cluster, n) < 6 && g_rand_int_range (dice, 0, 3) == 0))
          break;
        cluster->cpu[cluster->n_pods] = cpu;
        cluster->node[cluster->n_pods++] = (gint) n;
      }
  for (guint n = 0; n < cluster->n_nodes; n++)
    cluster->wanted = MAX (cluster->wanted, free_on (cluster, n) + 1);
  cluster->wanted += (guint) g_rand_int_range (dice, 0, 4);
}

/* Does @plan, carried out by hand, keep every node within its bounds? */
static void
check_plan (const Cluster *cluster, const FitMovePlan *plan)
{
  Cluster after = *cluster;
  const FitMoveStep *step = plan->steps->pdata[0];
  guint node;

  assert_int_equal (plan->steps->len, 1);
  assert_in_range (step->moves->len, 1, FIT_MOVES_FOR_ONE);
  for (guint i = 0; i < step->moves->len; i++)
    {
      const FitPlannedMove *move
          = &g_array_index (step->moves, FitPlannedMove, i);
      const guint pod
          = (guint) g_ascii_strtoull (move->pod->meta.name + 1, NULL, 10);

      assert_int_equal (cluster->node[pod],
                        g_ascii_strtoll (move->from + 1, NULL, 10));
      after.node[pod] = (gint) g_ascii_strtoll (move->to + 1, NULL, 10);
    }
  node = (guint) g_ascii_strtoull (step->node + 1, NULL, 10);
  assert_true (free_on (&after, node) >= after.wanted);
  assert_true (is_valid (&after));
}

static void
test_plans_hold_and_are_mostly_found (void **state)
{
  GRand *dice = g_rand_new_with_seed (7);
  guint n = 0, n_found = 0, n_fewest = 0, n_of[FIT_MOVES_FOR_ONE + 1] = { 0 };

  while (n < ROUNDS)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (FitObjects) objects = NULL;
      g_autoptr (FitMovePlan) plan = NULL;
      Cluster cluster;
      guint fewest = 1;

      make_fragmented (&cluster, dice);
      while (fewest <= FIT_MOVES_FOR_ONE && !some_plan (&cluster, 0, fewest))
        fewest++;
      /* Clusters that need many moves are rare. */
      if (fewest <= FIT_MOVES_FOR_ONE
          && n_of[fewest] > ROUNDS / FIT_MOVES_FOR_ONE)
        continue;
      for (guint i = 0; i < cluster.n_nodes; i++)
        add_node (text, i);
      for (guint i = 0; i < cluster.n_pods; i++)
        {
          g_autofree char *name = g_strdup_printf ("p%u", i);

          add_pod (text, name, cluster.node[i], cluster.cpu[i], TRUE, "web");
        }
      add_pod (text, "new", -1, cluster.wanted, TRUE, "web");
      objects = cluster_from (text->str);
      plan = plan_of (objects, FIT_MOVES_FOR_ONE);
      assert_true (plan->steps->len == 0 || plan->n_moves >= fewest);
      if (plan->steps->len > 0)
        check_plan (&cluster, plan);
      if (fewest > FIT_MOVES_FOR_ONE)
        continue;
      n++;
      n_of[fewest]++;
      n_found += plan->steps->len > 0;
      n_fewest += plan->n_moves == fewest;
    }
  g_rand_free (dice);
  print_message ("of %u clusters that have a plan (%u with one move, %u with "
                 "two, %u with three), one was found in %u, with the fewest "
                 "moves in %u\n",
                 n, n_of[1], n_of[2], n_of[3], n_found, n_fewest);
  assert_true (n_found * 10 >= n * 9);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pods_that_may_not_move_stay),
    cmocka_unit_test (test_no_more_moves_than_allowed),
    cmocka_unit_test (test_plans_hold_and_are_mostly_found),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
