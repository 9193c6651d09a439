/* test-bound.c - what no placement can beat, against a search of all placements
 * by the rules themselves, in random clusters; and what a bound does not count
 *
 * FIT_TEST_LONG=1 tries ten times as many clusters, and a solver that lies (see
 * lying-solver.c) is asked about fewer.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cluster/evictable-pods.h"
#include "core/inquiry.h"
#include "simulate/bound.h"
#include "simulate/capacity.h"
#include "simulate/compress.h"
#include "simulate/nodes-needed.h"
#include "simulate/packing-solver.h"
#include "tests/support/cmocka.h"
#include "tests/support/simulated.h"

#define SEED 38
#define ROUNDS 300
#define MOST_NODES 4

static gboolean
no_solver (void)
{
  return !g_ascii_isdigit (*fit_packing_solver_version ());
}

/* Its bounds hold, too, but not all are what is possible. */
static gboolean
solver_lies (void)
{
  return g_getenv ("FIT_TEST_SOLVER_LIES") != NULL;
}

static guint
rounds (void)
{
  return ROUNDS * (g_getenv ("FIT_TEST_LONG") != NULL ? 10 : 1)
         / (solver_lies () ? 5 : 1);
}

static gint
below (GRand *dice, gint n)
{
  return g_rand_int_range (dice, 0, n);
}

/* -- random clusters ------------------------------------------------------- */

static void
add_node (GString *out, GRand *dice, const char *name)
{
  g_string_append_printf (
      out,
      "---\napiVersion: v1\nkind: Node\nmetadata: {name: %s, labels: {pool: "
      "%c%s}}\nspec: {unschedulable: %s%s}\nstatus: {allocatable: {cpu: %d00m, "
      "memory: %dMi, pods: %d, example.com/gpu: %d}}\n",
      name, 'a' + below (dice, 2), below (dice, 3) == 0 ? "" : ", host: x",
      below (dice, 8) == 0 ? "true" : "false",
      below (dice, 4) == 0
          ? ", taints: [{key: t, value: x, effect: NoSchedule}]"
          : "",
      5 + below (dice, 30), 256 * (1 + below (dice, 6)), 1 + below (dice, 5),
      below (dice, 3));
}

/* @node: (nullable): where it runs */
static void
add_pod (GString *out, GRand *dice, const char *name, const char *node)
{
  g_string_append_printf (
      out,
      "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: %s\n  uid: %s\n  "
      "labels: {app: x}\n",
      name, name);
  if (below (dice, 5) > 0)
    g_string_append (out, "  ownerReferences: [{apiVersion: apps/v1, kind: "
                          "ReplicaSet, name: o, uid: o, controller: true}]\n");
  g_string_append_printf (out, "spec:\n  priority: %d\n", below (dice, 3));
  if (node != NULL)
    g_string_append_printf (out, "  nodeName: %s\n", node);
  if (below (dice, 4) == 0)
    g_string_append_printf (
        out,
        "  affinity: {podAntiAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: %s, "
        "labelSelector: {matchLabels: {app: x}}}]}}\n",
        below (dice, 2) == 0 ? "host" : "pool");
  if (below (dice, 3) == 0)
    g_string_append_printf (out, "  nodeSelector: {pool: %c}\n",
                            'a' + below (dice, 2));
  if (below (dice, 4) == 0)
    g_string_append (out, "  tolerations: [{key: t, operator: Exists}]\n");
  if (below (dice, 5) == 0)
    g_string_append_printf (
        out,
        "  initContainers: [{name: i, resources: {requests: {cpu: %d00m}}}]\n",
        1 + below (dice, 20));
  g_string_append (out, "  containers:\n  - name: c\n");
  if (below (dice, 6) == 0)
    g_string_append (out, "    ports: [{containerPort: 80, hostPort: 80}]\n");
  if (below (dice, 8) > 0)
    g_string_append_printf (
        out, "    resources: {requests: {cpu: %d00m, memory: %dMi%s}}\n",
        1 + below (dice, 12), 128 * (1 + below (dice, 4)),
        below (dice, 5) == 0 ? ", example.com/gpu: 1" : "");
}

/* Returns: (transfer full): as many running as pending pods, and more nodes than
 * both, at most */
static char *
random_cluster (GRand *dice, gint n_running, gint n_pending)
{
  GString *out = g_string_new (NULL);
  const gint n_nodes = 1 + below (dice, MOST_NODES);

  for (gint i = 0; i < n_nodes; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%d", i);

      add_node (out, dice, name);
    }
  for (gint i = below (dice, n_running + 1); i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("r%d", i);
      g_autofree char *node = g_strdup_printf ("n%d", below (dice, n_nodes));

      add_pod (out, dice, name, node);
    }
  for (gint i = below (dice, n_pending + 1); i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("p%d", i);

      add_pod (out, dice, name, NULL);
    }
  return g_string_free (out, FALSE);
}

/* Rules of all kinds, also such that do not count resources. */
static SimulationSetup
random_rules (GRand *dice, const FitConfiguration *newest)
{
  static const char *const policies[] = {
    POLICY ("{name: MatchNodeSelector}, {name: PodToleratesNodeTaints}", ""),
    POLICY ("{name: PodFitsResources}, {name: PodFitsHostPorts}", ""),
    POLICY ("{name: GeneralPredicates}, {name: CheckNodeUnschedulable}", ""),
    POLICY ("{name: mine, argument: {labelsPresence: {labels: [pool], "
            "presence: true}}}, {name: PodFitsResources}",
            "")
  };
  const guint which = (guint) below (dice, 6);

  return (SimulationSetup){
    .configuration = which == 5 ? newest : NULL,
    .policy = which < G_N_ELEMENTS (policies) ? policies[which] : NULL,
    .provider = which == 4 ? "DefaultProvider" : NULL,
  };
}

/* -- every placement ------------------------------------------------------- */

typedef struct
{
  FitSimulation *simulation;
  GPtrArray *pods;   /* of FitPod, borrowed: NULL where one was placed */
  GHashTable *empty; /* names of nodes that get none */
  guint best;
} Search;

static void
place_all_ways (Search *search, guint n_placed, guint n_left)
{
  FitCache *cache = fit_simulation_cache (search->simulation);

  search->best = MAX (search->best, n_placed);
  for (guint p = 0; p < search->pods->len; p++)
    {
      const FitPod *pod = search->pods->pdata[p];

      for (guint i = 0; pod != NULL && i < fit_cache_n_slots (cache)
                        && n_placed + n_left > search->best;
           i++)
        {
          const FitNodeInfo *node = fit_cache_node (cache, i);
          g_autoptr (FitInquiry) inquiry = NULL;

          if (node == NULL || node->node == NULL
              || g_hash_table_contains (search->empty, node->name))
            continue;
          inquiry = fit_inquiry_new (
              fit_simulation_scheduler_of (search->simulation, pod), pod);
          if (!fit_inquiry_fits (inquiry, node))
            continue;
          assert_true (
              fit_simulation_assume (search->simulation, pod, node, NULL));
          search->pods->pdata[p] = NULL;
          place_all_ways (search, n_placed + 1, n_left - 1);
          search->pods->pdata[p] = (gpointer) pod;
          fit_volume_binder_revert (fit_cache_volume_binder (cache), pod);
          assert_true (fit_cache_forget_pod (
              cache, fit_cache_find_pod (cache, pod->meta.uid), NULL));
        }
    }
}

/* The most of @pods that can be placed with nothing on the nodes @empty. */
static guint
most_placed (FitSimulation *simulation, const GPtrArray *pods,
             GHashTable *empty)
{
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  Search search = { simulation, left, empty, 0 };

  g_ptr_array_extend (left, (GPtrArray *) pods, NULL, NULL);
  place_all_ways (&search, 0, left->len);
  return search.best;
}

static FitConfiguration *
newest_rules (void)
{
  return configuration_from ("1.34", "",
                             "apiVersion: kubescheduler.config.k8s.io/v1\n"
                             "kind: KubeSchedulerConfiguration\n");
}

static void
test_no_more_are_placed (void **state)
{
  GRand *dice = g_rand_new_with_seed (SEED);
  g_autoptr (FitConfiguration) newest = newest_rules ();
  g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);
  guint n_exact = 0;

  if (no_solver ())
    skip ();
  for (guint i = 0; i < rounds (); i++)
    {
      g_autofree char *cluster = random_cluster (dice, 4, 5);
      SimulationSetup setup = random_rules (dice, newest);
      g_autoptr (FitSimulation) simulation = NULL;
      g_autoptr (FitBound) bound = NULL;
      guint best;

      setup.manifest = cluster;
      simulation = simulation_from (&setup);
      bound = fit_bound_placed (simulation, fit_simulation_pending (simulation),
                                FALSE);
      best
          = most_placed (simulation, fit_simulation_pending (simulation), none);
      assert_true (bound->known);
      if (bound->value < best)
        fail_msg ("cluster %u: %" G_GINT64_FORMAT
                  " is the bound, %u pods can be placed:\n%s\n%s",
                  i, bound->value, best, cluster,
                  setup.policy != NULL ? setup.policy : "");
      n_exact += bound->value == best;
    }
  g_rand_free (dice);
  print_message ("%u of %u bounds are what is possible\n", n_exact, rounds ());
  assert_true (n_exact * 10 >= rounds () * 9 || solver_lies ());
}

/* -- nodes without pods ---------------------------------------------------- */

/* Tries to empty the nodes @names, whose pods may all leave. */
static gboolean
can_drain (const SimulationSetup *setup, const GPtrArray *pending,
           GHashTable *names)
{
  g_autoptr (FitSimulation) simulation = simulation_from (setup);
  FitCache *cache = fit_simulation_cache (simulation);
  g_autoptr (GPtrArray) pods
      = g_ptr_array_new_with_free_func (fit_object_unref);

  for (guint i = 0; i < pending->len; i++)
    g_ptr_array_add (pods, fit_pod_ref (pending->pdata[i]));
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || !g_hash_table_contains (names, node->name))
        continue;
      for (guint p = node->n_pods; p > 0; p--)
        {
          g_autoptr (FitPod) pod = fit_pod_ref (node->pods[p - 1]);

          if (!fit_simulation_may_move (simulation, pod))
            return FALSE;
          g_ptr_array_add (pods, fit_pod_as_pending (pod));
        }
    }
  for (guint i = pending->len; i < pods->len; i++)
    assert_true (fit_cache_remove_pod (
        cache,
        fit_cache_find_pod (cache, ((FitPod *) pods->pdata[i])->meta.uid),
        NULL));
  return most_placed (simulation, pods, names) == pods->len;
}

static guint
most_drained (const SimulationSetup *setup, FitSimulation *simulation,
              const GPtrArray *pending)
{
  FitCache *cache = fit_simulation_cache (simulation);
  guint best = 0;

  for (guint set = 0; set < 1u << MOST_NODES; set++)
    {
      g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
      gboolean all = TRUE;

      for (guint i = 0; i < MOST_NODES; i++)
        {
          const FitNodeInfo *node = i < fit_cache_n_slots (cache)
                                        ? fit_cache_node (cache, i)
                                        : NULL;

          if ((set & 1u << i) == 0)
            continue;
          all &= node != NULL;
          if (node != NULL)
            g_hash_table_add (names, (gpointer) node->name);
        }
      if (all && g_hash_table_size (names) > best
          && can_drain (setup, pending, names))
        best = g_hash_table_size (names);
    }
  return best;
}

static FitSimulation *
make (const FitObjects *objects, gpointer setup, GError **error)
{
  return simulation_from (setup);
}

static void
test_no_more_are_drained (void **state)
{
  GRand *dice = g_rand_new_with_seed (SEED);
  g_autoptr (FitConfiguration) newest = newest_rules ();
  guint n_exact = 0;

  if (no_solver ())
    skip ();
  for (guint i = 0; i < rounds (); i++)
    {
      g_autofree char *cluster = random_cluster (dice, 5, 1);
      SimulationSetup setup = random_rules (dice, newest);
      g_autoptr (FitSimulation) simulation = NULL, compressed = NULL;
      g_autoptr (FitCompression) compression = NULL;
      g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);
      g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
      g_autoptr (FitBound) bound = NULL;
      const GPtrArray *pending;
      guint best;

      setup.manifest = cluster;
      simulation = simulation_from (&setup);
      pending = fit_simulation_pending (simulation);
      if (most_placed (simulation, pending, none) < pending->len)
        pending = nothing;
      bound = fit_bound_drained (simulation, pending);
      assert_true (bound->known);
      best = most_drained (&setup, simulation, pending);
      if (bound->value < best)
        fail_msg ("cluster %u: %" G_GINT64_FORMAT
                  " is the bound, %u nodes can be drained:\n%s\n%s",
                  i, bound->value, best, cluster,
                  setup.policy != NULL ? setup.policy : "");
      n_exact += bound->value == best;
      /* Where all pods fit, as it asks. */
      compression
          = fit_compress (make, NULL, &setup, NULL, NULL, &compressed, NULL);
      assert_non_null (compression);
      if (pending != nothing && compression->n_unplaced == 0)
        assert_true (bound->value >= compression->n_drained);
    }
  g_rand_free (dice);
  print_message ("%u of %u bounds are what is possible\n", n_exact, rounds ());
  assert_true (n_exact * 10 >= rounds () * 9 || solver_lies ());
}

/* -- copies, and new nodes ------------------------------------------------- */

static void
test_no_more_copies_fit (void **state)
{
  GRand *dice = g_rand_new_with_seed (SEED);
  g_autoptr (FitConfiguration) newest = newest_rules ();

  if (no_solver ())
    skip ();
  for (guint i = 0; i < rounds (); i++)
    {
      g_autofree char *cluster = random_cluster (dice, 4, 4);
      SimulationSetup setup = random_rules (dice, newest);
      g_autoptr (FitSimulation) simulation = NULL, full = NULL;
      g_autoptr (FitCapacity) capacity = NULL;
      g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
      g_autoptr (FitBound) bound = NULL;
      const GPtrArray *pods;
      guint n = 0;

      setup.manifest = cluster;
      simulation = simulation_from (&setup);
      pods = fit_simulation_pending (simulation);
      bound = fit_bound_copies (simulation, nothing, pods, 7);
      full = simulation_from (&setup);
      g_ptr_array_set_size ((GPtrArray *) fit_simulation_pending (full), 0);
      capacity = fit_capacity_until_full (full, pods, 7, NULL, NULL);
      assert_non_null (capacity);
      for (guint k = 0; k < capacity->n_templates; k++)
        n += capacity->templates[k].placed;
      assert_true (bound->known);
      assert_true (bound->value >= n);
      /* Of one pod, the order does not matter. */
      if (pods->len == 1 && setup.configuration != NULL && !solver_lies ()
          && strstr (cluster, "hostPort") == NULL
          && strstr (cluster, "initContainers") == NULL
          && strstr (cluster, "podAntiAffinity") == NULL)
        assert_int_equal (bound->value, n);
    }
  g_rand_free (dice);
}

/* -- what a bound does not count ------------------------------------------- */

static gint64
bound_of (const SimulationSetup *setup)
{
  g_autoptr (FitSimulation) simulation = simulation_from (setup);
  g_autoptr (FitBound) bound = fit_bound_placed (
      simulation, fit_simulation_pending (simulation), TRUE);

  assert_true (bound->known);
  return bound->value;
}

#define WAITING(name, more) POD (name, "", more)

/* A rule of a program: only nodes with company will do. */
static FitAnswer
check_company (const FitPredicateRun *run, const FitNodeInfo *node,
               FitReasons *reasons, GError **error)
{
  if (node->n_pods > 0)
    return FIT_ANSWER_YES;
  fit_reasons_add_custom (reasons, "nobody is there");
  return FIT_ANSWER_NO;
}

static const FitReasonCode company_gives[] = { FIT_REASON_CUSTOM, 0 };
static const FitPredicateInfo company = { .name = "Company",
                                          .summary = "not alone",
                                          .reasons = company_gives,
                                          .check = check_company,
                                          .by_node = TRUE };

static void
add_company (FitRegistry *registry)
{
  fit_registry_add_predicate (registry, company.name, &company, NULL, NULL);
  fit_registry_append_order (registry, company.name);
}

static void
test_unknown_rules_count_for_nothing (void **state)
{
  if (no_solver ())
    skip ();
  assert_int_equal (
      bound_of (&(SimulationSetup){
          .manifest = NODE ("a", "", "cpu: 4, memory: 4Gi, pods: 9")
              WAITING ("p", REQUESTS ("cpu: 1")),
          .policy = POLICY ("{name: Company}, {name: PodFitsResources}", ""),
          .extend = add_company }),
      1);
}

static void
test_only_rules_limit_resources (void **state)
{
#define SMALL                                    \
  NODE ("a", "", "cpu: 1, memory: 4Gi, pods: 1") \
  WAITING ("p", REQUESTS ("cpu: 3")) WAITING ("q", REQUESTS ("cpu: 3"))
  if (no_solver ())
    skip ();
  assert_int_equal (
      bound_of (&(SimulationSetup){
          .manifest = SMALL, .policy = POLICY ("{name: HostName}", "") }),
      2);
  assert_int_equal (bound_of (&(SimulationSetup){
                        .manifest = SMALL,
                        .policy = POLICY ("{name: PodFitsResources}", "") }),
                    0);
}

static void
test_preemption_makes_room (void **state)
{
#define FULL                                     \
  NODE ("a", "", "cpu: 2, memory: 4Gi, pods: 9") \
  POD ("low", "", "priority: 1, nodeName: a, " REQUESTS ("cpu: 2"))
  if (no_solver ())
    skip ();
  assert_int_equal (bound_of (&(SimulationSetup){
                        .manifest = FULL WAITING (
                            "p", "priority: 1, " REQUESTS ("cpu: 2")) }),
                    0);
  assert_int_equal (bound_of (&(SimulationSetup){
                        .manifest = FULL WAITING (
                            "p", "priority: 2, " REQUESTS ("cpu: 2")) }),
                    1);
  assert_int_equal (
      bound_of (&(SimulationSetup){
          .manifest = FULL WAITING ("p", "priority: 2, preemptionPolicy: "
                                         "Never, " REQUESTS ("cpu: 2")) }),
      0);
}

static void
test_sums_that_wrap_are_left_out (void **state)
{
  if (no_solver ())
    skip ();
  assert_int_equal (
      bound_of (&(SimulationSetup){
          .manifest = NODE ("a", "", "cpu: 1, memory: 4Gi, pods: 9")
              POD ("r", "",
                   "nodeName: a, " REQUESTS ("memory: '9223372036854775807'"))
                  WAITING ("p", REQUESTS ("memory: 1Gi")),
          .policy = POLICY ("{name: PodFitsResources}", "") }),
      1);
}

#define APART(key)                                                       \
  "affinity: {podAntiAffinity: "                                         \
  "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: " key \
  ", labelSelector: {matchLabels: {app: a}}}]}}, " REQUESTS ("cpu: 100m")
#define LIKE(name, app, spec)                               \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name \
  ", labels: {app: " app "}}, spec: {" spec "}}\n"

/* Of pods that keep apart from their like, a node has one, if it has the label; and
 * any number, if the rules do not look at that. */
static void
test_pods_that_keep_apart (void **state)
{
  static const struct
  {
    const char *pods;
    const char *policy; /* (nullable) */
    gint64 bound;
  } rows[] = {
    { LIKE ("p", "a", APART ("host")) LIKE ("q", "a", APART ("host"))
          LIKE ("r", "a", APART ("host")),
      NULL, 2 },
    { LIKE ("p", "a", APART ("other")) LIKE ("q", "a", APART ("other"))
          LIKE ("r", "a", APART ("other")),
      NULL, 3 },
    { LIKE ("p", "b", APART ("host")) LIKE ("q", "b", APART ("host"))
          LIKE ("r", "b", APART ("host")),
      NULL, 3 },
    { LIKE ("p", "a", APART ("host")) LIKE ("q", "b", APART ("host"))
          LIKE ("r", "a", APART ("host")),
      NULL, 3 },
    { LIKE ("p", "a", APART ("host")) LIKE ("q", "a", APART ("host"))
          LIKE ("r", "a", APART ("host")),
      POLICY ("{name: PodFitsResources}", ""), 3 },
  };

  if (no_solver ())
    skip ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strconcat (
          NODE ("a", "host: a", "cpu: 4, memory: 4Gi, pods: 9")
              NODE ("b", "host: b", "cpu: 4, memory: 4Gi, pods: 9"),
          rows[i].pods, NULL);

      print_message ("row %u\n", i);
      assert_int_equal (
          bound_of (&(SimulationSetup){ .manifest = manifest,
                                        .policy = rows[i].policy,
                                        .provider = "DefaultProvider" }),
          rows[i].bound);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_no_more_are_placed),
    cmocka_unit_test (test_no_more_are_drained),
    cmocka_unit_test (test_no_more_copies_fit),
    cmocka_unit_test (test_unknown_rules_count_for_nothing),
    cmocka_unit_test (test_only_rules_limit_resources),
    cmocka_unit_test (test_preemption_makes_room),
    cmocka_unit_test (test_pods_that_keep_apart),
    cmocka_unit_test (test_sums_that_wrap_are_left_out),
  };

  if (solver_lies ())
    cmocka_set_test_filter ("test_no_more_*");
  return cmocka_run_group_tests (tests, NULL, NULL);
}
