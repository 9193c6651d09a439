/* test-generic-scheduler.c - when the search for nodes ends, and which of the best nodes is chosen
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/generic-scheduler.h"

#include "tests/core/rules.h"
#include "tests/support/simulated.h"

#include <string.h>

#define RULES(predicates, priorities) POLICY (predicates, priorities)
#define READER "{name: Reader}"
#define POINTS "{name: Points, weight: 1}"

/* A pod to be scheduled, with more in its spec. */
#define WAITING_WITH(name, spec) \
  POD (name, "namespace: ns", "schedulerName: default-scheduler, " spec)
#define WAITING(name) WAITING_WITH (name, "")

static char *
many_nodes (guint n, const char *labels)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, NODE ("node-%03u", "%s", "pods: 110"), i,
                            labels);
  return g_string_free (text, FALSE);
}

/* The name of the node whose turn it is. */
static const char *
next_node (FitSimulation *simulation)
{
  FitCache *cache = fit_simulation_cache (simulation);

  return fit_cache_node (cache,
                         fit_node_tree_next (fit_cache_node_tree (cache)))
      ->name;
}

/* -- how many nodes are enough --------------------------------------------- */

static void
test_enough_nodes (void **state)
{
  static const struct
  {
    guint n;
    guint adaptive, half, third;
  } rows[] = {
    { 99, 99, 99, 99 },        { 100, 100, 100, 100 },
    { 248, 121, 124, 100 },    { 250, 120, 125, 100 },
    { 150, 100, 100, 100 },    { 500, 230, 250, 150 },
    { 1000, 420, 500, 300 },   { 5000, 500, 2500, 1500 },
    { 6000, 300, 3000, 1800 }, { 0, 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const guint n = rows[i].n;

      assert_int_equal (fit_num_feasible_nodes_to_find (n, 0),
                        rows[i].adaptive);
      assert_int_equal (fit_num_feasible_nodes_to_find (n, -7),
                        rows[i].adaptive);
      assert_int_equal (fit_num_feasible_nodes_to_find (n, 50), rows[i].half);
      assert_int_equal (fit_num_feasible_nodes_to_find (n, 30), rows[i].third);
      assert_int_equal (fit_num_feasible_nodes_to_find (n, 100), n);
      assert_int_equal (fit_num_feasible_nodes_to_find (n, 200), n);
    }
}

/* One node more than enough is looked at, and dropped. */
static void
test_search_stops_one_node_late (void **state)
{
  g_autofree char *nodes = many_nodes (300, "");
  g_autofree char *manifest = g_strconcat (nodes, WAITING ("p"), NULL);
  g_autoptr (FitSimulation) simulation = simulation_from (&(
      const SimulationSetup){ .manifest = manifest,
                              .scheduling.percentage_of_nodes_to_score = 50 });
  g_auto (FitPlacement) placement = { 0 };

  fit_simulation_schedule (
      simulation, fit_simulation_pending (simulation)->pdata[0], &placement);
  assert_int_equal (placement.result.feasible, 150);
  assert_int_equal (placement.result.evaluated, 150);
  assert_string_equal (next_node (simulation), "node-151");
}

/* Nodes that do not fit and come before the last one needed are recorded. */
static void
test_nodes_that_do_not_fit_count_as_evaluated (void **state)
{
  g_autofree char *good = many_nodes (110, "");
  g_autofree char *manifest
      = g_strconcat (NODE ("bad-1", "refuse: x", ""), good,
                     NODE ("bad-2", "refuse: x", ""), WAITING ("p"), NULL);

  simulate (
      &(const SimulationSetup){ .manifest = manifest,
                                .policy = RULES (READER, ""),
                                .extend = rules_register,
                                .scheduling.percentage_of_nodes_to_score = 50 },
      "p: node-000 1 101/100\n");
  simulate (&(const SimulationSetup){ .manifest = manifest,
                                      .policy = RULES (READER, ""),
                                      .extend = rules_register,
                                      .scheduling.percentage_of_nodes_to_score
                                      = 100 },
            "p: node-000 1 112/110\n");
}

/* With exactly as many feasible nodes as wanted, all nodes are looked at. */
static void
test_exactly_enough_nodes_take_a_full_round (void **state)
{
  g_autofree char *good = many_nodes (100, "");
  g_autofree char *manifest
      = g_strconcat (good, NODE ("bad-1", "refuse: x", ""),
                     NODE ("bad-2", "refuse: x", ""), WAITING ("p"), NULL);
  g_autoptr (FitSimulation) simulation = simulation_from (&(
      const SimulationSetup){ .manifest = manifest,
                              .policy = RULES (READER, ""),
                              .extend = rules_register,
                              .scheduling.percentage_of_nodes_to_score = 50 });
  g_autofree char *text = simulation_run (simulation);

  assert_string_equal (text, "p: node-000 1 102/100\n");
  assert_string_equal (next_node (simulation), "node-000");
}

/* -- errors ---------------------------------------------------------------- */

static void
test_every_error_is_counted (void **state)
{
  g_autofree char *nodes = many_nodes (300, "error: boom");
  g_autofree char *manifest = g_strconcat (nodes, WAITING ("p"), NULL);

  simulate (&(const SimulationSetup){ .manifest = manifest,
                                      .policy = RULES (READER, ""),
                                      .extend = rules_register },
            "p: boom (repeated 300 times)\n");
}

static void
test_one_error_fails_the_pod (void **state)
{
  simulate (&(const SimulationSetup){ .manifest = NODE ("n1", "", "")
                                          NODE ("n2", "error: boom", "")
                                              NODE ("n3", "error: bang", "")
                                                  NODE ("n4", "error: boom", "")
                                                      WAITING ("p"),
                                      .policy = RULES (READER, ""),
                                      .extend = rules_register },
            "p: [boom (repeated 2 times), bang]\n");
}

static void
test_no_nodes (void **state)
{
  simulate (&(const SimulationSetup){ .manifest = WAITING ("p") },
            "p: no nodes available to schedule pods\n");
}

#define CLAIMING                                                   \
  WAITING_WITH ("p", "volumes: [{name: v, persistentVolumeClaim: " \
                     "{claimName: c}}]")

/* Claims are looked up before anything else. */
static void
test_claims_must_exist (void **state)
{
  simulate (&(const SimulationSetup){ .manifest = CLAIMING },
            "p: persistentvolumeclaim \"c\" not found\n");
  simulate (
      &(const SimulationSetup){
          .manifest = CLAIMING
          "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: "
          "{namespace: ns, name: c, deletionTimestamp: "
          "2020-01-01T00:00:00Z}}\n" },
      "p: persistentvolumeclaim \"c\" is being deleted\n");
}

static void
test_pod_that_fits_nowhere (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest = NODE ("n1", "", "cpu: 1, pods: 9")
              NODE ("n2", "", "cpu: 1, pods: 0")
                  NODE_WITH ("n3", "", "unschedulable: true", "")
                      WAITING_WITH ("p", REQUESTS ("cpu: 2")) },
      "p: 0/3 nodes are available: 1 Insufficient pods, 1 node(s) were "
      "unschedulable, 2 Insufficient cpu.\n");
}

/* -- choosing -------------------------------------------------------------- */

#define THREE                \
  NODE ("n1", "", "pods: 9") \
  NODE ("n2", "", "pods: 9") NODE ("n3", "", "pods: 9")

static void
test_best_total_wins (void **state)
{
  simulate (&(const SimulationSetup){ .manifest = NODE ("n1", "points: '3'", "")
                                          NODE ("n2", "points: '7'", "")
                                              NODE ("n3", "points: '-9'", "")
                                                  WAITING ("p"),
                                      .policy = RULES ("", POINTS),
                                      .extend = rules_register },
            "p: n2 7 3/3\n");
}

static void
test_ties_are_taken_in_turn (void **state)
{
  simulate (&(const SimulationSetup){ .manifest = THREE WAITING ("p1") WAITING (
                                          "p2") WAITING ("p3") WAITING ("p4"),
                                      .policy = RULES ("", "") },
            "p1: n1 1 3/3\np2: n2 1 3/3\np3: n3 1 3/3\np4: n1 1 3/3\n");
}

/* The turn is a number of its own: it goes on whatever ties there are. */
static void
test_turn_goes_on_over_different_ties (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest = NODE ("n1", "points: '5'", "")
              NODE ("n2", "points: '5', disk: ssd", "")
                  NODE ("n3", "points: '5', disk: ssd", "") WAITING ("p1")
                      WAITING_WITH ("p2", "nodeSelector: {disk: ssd}")
                          WAITING ("p3"),
          .policy = RULES ("{name: MatchNodeSelector}", POINTS),
          .extend = rules_register },
      "p1: n1 5 3/3\np2: n3 5 3/2\np3: n3 5 3/3\n");
}

static void
test_single_feasible_node_is_taken_unscored (void **state)
{
  simulate (&(const SimulationSetup){ .manifest = NODE ("n1", "refuse: x", "")
                                          NODE ("n2", "points: '5', trouble: x",
                                                "") WAITING ("p"),
                                      .policy = RULES (READER, POINTS),
                                      .extend = rules_register },
            "p: n2 - 2/1\n");
}

/* ...and does not use up a turn. */
static void
test_single_feasible_node_leaves_the_turn (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest = NODE ("n1", "disk: ssd", "") NODE ("n2", "", "") WAITING (
              "p1") WAITING_WITH ("p2", "nodeSelector: {disk: ssd}")
              WAITING_WITH ("p3", "nodeSelector: {disk: ssd}") WAITING ("p4"),
          .policy = RULES ("{name: MatchNodeSelector}", "") },
      "p1: n1 1 2/2\np2: n1 - 2/1\np3: n1 - 2/1\np4: n2 1 2/2\n");
}

static char *
random_placements (guint32 seed)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  g_autofree char *nodes = many_nodes (20, "");
  g_autoptr (FitSimulation) simulation = NULL;

  g_string_append (manifest, nodes);
  for (guint i = 0; i < 30; i++)
    g_string_append_printf (manifest, WAITING ("p%u"), i, i);
  simulation = simulation_from (&(const SimulationSetup){
      .manifest = manifest->str,
      .policy = RULES ("", ""),
      .scheduling = { .tie_break = FIT_TIE_BREAK_RANDOM, .seed = seed } });
  return simulation_run (simulation);
}

static void
test_random_ties_follow_the_seed (void **state)
{
  g_autofree char *first = random_placements (7);
  g_autofree char *again = random_placements (7);
  g_autofree char *other = random_placements (8);

  assert_string_equal (first, again);
  assert_string_not_equal (first, other);
  /* All nodes are among the ties, so one of twenty is rarely enough. */
  assert_non_null (strstr (first, "node-019"));
}

/* Each of the best nodes is as likely as any other. */
static void
test_random_ties_are_fair (void **state)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = NODE ("n0", "", "") NODE ("n1", "", "")
              NODE ("n2", "", "") NODE ("n3", "", "") WAITING ("p"),
          .policy = RULES ("", ""),
          .scheduling = { .tie_break = FIT_TIE_BREAK_RANDOM, .seed = 1 } });
  guint chosen[4] = { 0 };

  for (guint i = 0; i < 1000; i++)
    {
      g_auto (FitScheduleResult) result = { 0 };

      assert_true (fit_generic_scheduler_schedule (
          fit_simulation_scheduler_of (
              simulation, fit_simulation_pending (simulation)->pdata[0]),
          fit_simulation_pending (simulation)->pdata[0], NULL, &result, NULL));
      chosen[result.node->index]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    assert_in_range (chosen[i], 200, 300);
}

/* Only the best are drawn from. */
static void
test_random_choice_is_among_the_best (void **state)
{
  for (guint32 seed = 0; seed < 20; seed++)
    simulate (
        &(const SimulationSetup){
            .manifest
            = NODE ("n1", "points: '1'", "") NODE ("n2", "points: '9'", "")
                NODE ("n3", "points: '1'", "") WAITING ("p"),
            .policy = RULES ("", POINTS),
            .extend = rules_register,
            .scheduling = { .tie_break = FIT_TIE_BREAK_RANDOM, .seed = seed } },
        "p: n2 9 3/3\n");
}

/* -- what led to a decision ------------------------------------------------ */

static FitEvaluation *
evaluate_first (FitSimulation *simulation, FitEvaluateFlags flags)
{
  return fit_generic_scheduler_evaluate (
      fit_simulation_scheduler_of (
          simulation, fit_simulation_pending (simulation)->pdata[0]),
      fit_simulation_pending (simulation)->pdata[0], flags);
}

static void
test_evaluation_decides_the_same (void **state)
{
  const SimulationSetup setup
      = { .manifest = THREE WAITING ("p1") WAITING ("p2") };
  g_autoptr (FitSimulation) simulation = simulation_from (&setup);
  g_autoptr (FitEvaluation) first = evaluate_first (simulation, 0);
  g_autoptr (FitEvaluation) second = evaluate_first (simulation, 0);

  assert_string_equal (first->feasible[first->chosen]->name, "n1");
  assert_int_equal (first->n_best, 3);
  assert_int_equal (first->evaluated, 3);
  assert_null (first->error);
  assert_null (first->fit_error);
  /* It takes its turn like any attempt. */
  assert_string_equal (second->feasible[second->chosen]->name, "n2");
  /* Nothing of the first is overwritten by the second. */
  assert_string_equal (first->verdicts[0].node->name, "n1");
  assert_int_equal (first->n_scores, 8);
  assert_ptr_equal (first->pod, second->pod);
}

static void
test_evaluation_may_look_at_all_nodes (void **state)
{
  g_autofree char *nodes = many_nodes (150, "");
  g_autofree char *manifest = g_strconcat (nodes, WAITING ("p"), NULL);
  const SimulationSetup setup
      = { .manifest = manifest, .scheduling.percentage_of_nodes_to_score = 50 };
  g_autoptr (FitSimulation) simulation = simulation_from (&setup);
  g_autoptr (FitEvaluation) some = evaluate_first (simulation, 0);
  g_autoptr (FitEvaluation) all
      = evaluate_first (simulation, FIT_EVALUATE_ALL_NODES);
  guint n_examined = 0;

  assert_int_equal (some->n_feasible, 100);
  assert_int_equal (some->n_verdicts, 101);
  assert_false (some->verdicts[100].examined);
  assert_int_equal (all->n_verdicts, 150);
  for (guint i = 0; i < all->n_verdicts; i++)
    {
      n_examined += all->verdicts[i].examined;
      assert_true (all->verdicts[i].fits);
    }
  assert_int_equal (n_examined, 100);
  assert_int_equal (all->n_feasible, 100);
}

/* A node that changed its zone may come twice in a round, another one not at
 * all; both have to be in the evaluation, each once. */
static void
test_evaluation_of_a_round_with_a_node_twice (void **state)
{
#define ZONED(name, zone) NODE (name, ZONE zone, "pods: 9")
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = ZONED ("n1", "a") ZONED ("n2", "a") ZONED ("n3", "a")
              ZONED ("n4", "a") WAITING ("p") });
  g_autoptr (FitNode) moved = node_from (ZONED ("n1", "b"));
  g_autoptr (FitEvaluation) evaluation = NULL;
  g_autoptr (GString) order = g_string_new (NULL);

  next_node (simulation);
  next_node (simulation);
  fit_cache_add_node (fit_simulation_cache (simulation), moved);
  evaluation = evaluate_first (simulation, FIT_EVALUATE_ALL_NODES);
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    g_string_append_printf (order, "%s%s ", evaluation->verdicts[i].node->name,
                            evaluation->verdicts[i].examined ? "" : "?");
  assert_string_equal (order->str, "n1 n4 n2 n3? ");
  assert_int_equal (evaluation->n_feasible, 4);
#undef ZONED
}

static void
test_evaluation_may_check_all_predicates (void **state)
{
  const SimulationSetup setup = {
    .manifest = NODE ("n1", "refuse: x", "cpu: 1, pods: 9")
        WAITING_WITH ("p", "nodeSelector: {a: b}, " REQUESTS ("cpu: 2")),
    .policy = RULES ("{name: GeneralPredicates}, {name: PodFitsResources}, "
                     "{name: Reader}",
                     ""),
    .extend = rules_register,
  };
  g_autoptr (FitSimulation) simulation = simulation_from (&setup);
  g_autoptr (FitEvaluation) first = evaluate_first (simulation, 0);
  g_autoptr (FitEvaluation) all
      = evaluate_first (simulation, FIT_EVALUATE_ALL_PREDICATES);

  assert_string_equal (first->fit_error,
                       "0/1 nodes are available: 1 Insufficient cpu, 1 "
                       "node(s) didn't match node selector.");
  assert_int_equal (first->verdicts[0].n_failures, 1);
  assert_string_equal (all->fit_error,
                       "0/1 nodes are available: 1 node(s) didn't match node "
                       "selector, 1 x, 2 Insufficient cpu.");
  assert_int_equal (all->verdicts[0].n_failures, 3);
  assert_string_equal (all->verdicts[0].failures[1].predicate->name,
                       "PodFitsResources");
  assert_int_equal (all->verdicts[0].failures[2].first, 3);
  assert_int_equal (all->verdicts[0].failures[2].n, 1);
}

/* Volumes counted for one pod affect the scores of later ones. */
static guint
nodes_with_counts (FitSimulation *simulation)
{
  FitCache *cache = fit_simulation_cache (simulation);
  const FitNodeVolumes *volumes = fit_cache_node_volumes (cache);
  guint n = 0;

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    n += volumes[i].allocatable != 0 || volumes[i].requested != 0;
  return n;
}

static void
test_evaluation_leaves_the_counts_of_the_decision (void **state)
{
#define DISK "volumes: [{name: v, gcePersistentDisk: {pdName: d}}], "
#define ONE_CPU "containers: [{name: c, resources: {requests: {cpu: 1}}}]"
  g_autofree char *many = many_nodes (150, "");
  g_autofree char *crowd = g_strconcat (many, WAITING_WITH ("p", DISK), NULL);
  const struct
  {
    const char *manifest;
    guint flags, counted;
  } rows[] = {
    { crowd, FIT_EVALUATE_DEFAULT, 101 },
    { crowd, FIT_EVALUATE_ALL_NODES, 101 },
    { NODE ("n1", "", "cpu: 1, pods: 9")
          WAITING_WITH ("p", DISK "nodeSelector: {a: b}"),
      FIT_EVALUATE_ALL_PREDICATES, 0 },
    { NODE ("n1", "", "cpu: 1, pods: 9")
          POD ("low", "namespace: ns", "nodeName: n1, " ONE_CPU)
              WAITING_WITH ("p", DISK "priority: 9, " ONE_CPU),
      FIT_EVALUATE_ALL_NODES | FIT_EVALUATE_PREEMPTION, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const SimulationSetup setup = {
        .manifest = rows[i].manifest,
        .policy = RULES (
            "{name: GeneralPredicates}, {name: MaxGCEPDVolumeCount}", POINTS),
        .gates = "BalanceAttachedNodeVolumes=true",
        .extend = rules_register,
        .scheduling = { .percentage_of_nodes_to_score = 50 },
      };
      g_autoptr (FitSimulation) evaluated = simulation_from (&setup);
      g_autoptr (FitSimulation) scheduled = simulation_from (&setup);
      g_autoptr (FitEvaluation) evaluation
          = evaluate_first (evaluated, (FitEvaluateFlags) rows[i].flags);
      g_auto (FitScheduleResult) result = { 0 };

      assert_true (fit_generic_scheduler_schedule (
          fit_simulation_scheduler_of (scheduled, evaluation->pod),
          evaluation->pod, NULL, &result, NULL));
      assert_int_equal (nodes_with_counts (scheduled), rows[i].counted);
      assert_int_equal (nodes_with_counts (evaluated), rows[i].counted);
      if (rows[i].flags & FIT_EVALUATE_PREEMPTION)
        assert_int_equal (evaluation->preemption->n_candidates, 1);
    }
#undef DISK
#undef ONE_CPU
}

static void
test_evaluation_may_score_a_single_node (void **state)
{
  const SimulationSetup setup
      = { .manifest = NODE ("n1", "points: '4'", "") WAITING ("p"),
          .policy = RULES ("", POINTS),
          .extend = rules_register };
  g_autoptr (FitSimulation) simulation = simulation_from (&setup);
  g_autoptr (FitEvaluation) plain = evaluate_first (simulation, 0);
  g_autoptr (FitEvaluation) scored
      = evaluate_first (simulation, FIT_EVALUATE_SCORE_ALWAYS);

  assert_null (plain->totals);
  assert_int_equal (plain->n_scores, 0);
  assert_int_equal (scored->totals[0], 4);
  assert_int_equal (scored->n_scores, 1);
  assert_int_equal (scored->chosen, 0);
}

static void
test_evaluation_keeps_errors (void **state)
{
  const SimulationSetup setup = { .manifest = NODE ("n1", "error: boom", "")
                                      NODE ("n2", "", "") WAITING ("p"),
                                  .policy = RULES (READER, ""),
                                  .extend = rules_register };
  g_autoptr (FitSimulation) simulation = simulation_from (&setup);
  g_autoptr (FitEvaluation) evaluation
      = evaluate_first (simulation, FIT_EVALUATE_ALL_NODES);

  assert_string_equal (evaluation->error->message, "boom");
  assert_string_equal (evaluation->verdicts[0].error, "boom");
  assert_true (evaluation->verdicts[1].fits);
  assert_int_equal (evaluation->chosen, -1);
  assert_null (evaluation->fit_error);
}

/* -- odd clusters and registries ------------------------------------------- */

/* The tree may know a node whose object is gone. */
static void
test_node_being_deleted (void **state)
{
  g_autoptr (FitSimulation) simulation = simulation_from (
      &(const SimulationSetup){ .manifest = NODE ("n1", "", "pods: 0")
                                    PLACED ("q", "n2", "") WAITING ("p") });
  FitCache *cache = fit_simulation_cache (simulation);
  const FitNodeInfo *gone = fit_cache_node (cache, 1);
  g_autoptr (FitEvaluation) evaluation = NULL;
  g_autofree char *text = NULL;

  assert_null (gone->node);
  fit_node_tree_add (fit_cache_node_tree (cache), gone->index, 0);
  text = simulation_run (simulation);
  assert_string_equal (text, "p: 0/2 nodes are available: 1 Insufficient "
                             "pods, 1 node being deleted.\n");
  evaluation = evaluate_first (simulation, FIT_EVALUATE_DEFAULT);
  for (guint i = 0; i < 2; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      assert_int_equal (verdict->n_failures, 1);
      assert_int_equal (verdict->failures[0].n, 1);
      assert_int_equal (verdict->failures[0].predicate == NULL,
                        verdict->node == gone);
    }
}

/* Without any predicate all nodes are feasible, however many are enough, and
 * nobody takes a turn in the tree. */
static void
test_registry_without_predicates (void **state)
{
  g_autofree char *nodes = many_nodes (150, "");
  g_autoptr (FitObjects) objects = objects_from (nodes);
  g_autoptr (FitPod) pod = pod_from (WAITING ("p"));
  g_autoptr (FitRegistry) registry = fit_registry_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (FitSimulation) simulation = NULL;
  g_auto (FitScheduleResult) result = { 0 };
  FitSimulationOptions options
      = { .registry = registry,
          .gates = fit_feature_gates_default (),
          .provider = "none",
          .hard_pod_affinity_symmetric_weight = 1,
          .scheduler_name = "default-scheduler",
          .scheduling.percentage_of_nodes_to_score = 50 };

  fit_registry_add_provider (registry, "none");
  simulation = fit_simulation_new (objects, &options, &error);
  assert_null (error);
  assert_true (fit_generic_scheduler_schedule (
      fit_simulation_scheduler_of (simulation, pod), pod, NULL, &result,
      &error));
  assert_int_equal (result.feasible, 150);
  assert_int_equal (result.score, 1);
  assert_string_equal (result.node->name, "node-000");
  assert_string_equal (next_node (simulation), "node-000");
}

/* -- stages ---------------------------------------------------------------- */

static void
note_stage (const FitGenericScheduler *scheduler, FitAttemptStage stage,
            gpointer data)
{
  static const char *const names[] = { [FIT_STAGE_FOUND] = "found ",
                                       [FIT_STAGE_SCORED] = "scored ",
                                       [FIT_STAGE_FAILED] = "failed ",
                                       [FIT_STAGE_DECIDED] = "decided " };

  g_string_append (data, names[stage]);
}

/* The same every time: later attempts may use what the first one found. */
static void
test_stages_of_an_attempt (void **state)
{
  static const struct
  {
    const char *manifest;
    const char *stages;
    gboolean own; /* rules of a program, and not the defaults */
  } rows[] = {
    { "", "", TRUE },
    { NODE ("n1", "", ""), "found decided ", TRUE },
    { THREE, "found scored decided ", TRUE },
    { NODE ("n1", "refuse: x", ""), "failed decided ", TRUE },
    { NODE ("n1", "refuse: x", "") NODE ("n2", "", ""), "found decided ",
      TRUE },
    { NODE ("n1", "error: x", ""), "", TRUE },
    { NODE ("n1", "trouble: x", ""), "found decided ", TRUE },
    { NODE ("n1", "trouble: x", "") NODE ("n2", "", ""), "found scored ",
      TRUE },
    { NODE ("n1", "", "pods: 1"), "found decided ", FALSE },
    { NODE ("n1", "", "pods: 0"), "failed decided ", FALSE },
    { NODE ("n1", "", "pods: 1") NODE ("n2", "", "pods: 1"),
      "found scored decided ", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) stages = g_string_new (NULL);
      g_autofree char *manifest
          = g_strconcat (rows[i].manifest, WAITING ("p"), NULL);
      g_autoptr (FitSimulation) simulation = simulation_from (&(
          const SimulationSetup){
          .manifest = manifest,
          .policy = rows[i].own ? RULES (READER, POINTS) : NULL,
          .extend = rules_register,
          .scheduling = { .stage_ended = note_stage, .stage_data = stages } });
      const FitPod *pod = fit_simulation_pending (simulation)->pdata[0];
      FitGenericScheduler *scheduler
          = fit_simulation_scheduler_of (simulation, pod);

      for (guint attempt = 0; attempt < 3; attempt++)
        {
          g_auto (FitScheduleResult) result = { 0 };

          g_string_truncate (stages, 0);
          fit_generic_scheduler_schedule (scheduler, pod, NULL, &result, NULL);
          assert_string_equal (stages->str, rows[i].stages);
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_enough_nodes),
    cmocka_unit_test (test_search_stops_one_node_late),
    cmocka_unit_test (test_nodes_that_do_not_fit_count_as_evaluated),
    cmocka_unit_test (test_exactly_enough_nodes_take_a_full_round),
    cmocka_unit_test (test_every_error_is_counted),
    cmocka_unit_test (test_one_error_fails_the_pod),
    cmocka_unit_test (test_no_nodes),
    cmocka_unit_test (test_claims_must_exist),
    cmocka_unit_test (test_pod_that_fits_nowhere),
    cmocka_unit_test (test_best_total_wins),
    cmocka_unit_test (test_ties_are_taken_in_turn),
    cmocka_unit_test (test_turn_goes_on_over_different_ties),
    cmocka_unit_test (test_single_feasible_node_is_taken_unscored),
    cmocka_unit_test (test_single_feasible_node_leaves_the_turn),
    cmocka_unit_test (test_random_ties_follow_the_seed),
    cmocka_unit_test (test_random_ties_are_fair),
    cmocka_unit_test (test_random_choice_is_among_the_best),
    cmocka_unit_test (test_evaluation_decides_the_same),
    cmocka_unit_test (test_evaluation_may_look_at_all_nodes),
    cmocka_unit_test (test_evaluation_of_a_round_with_a_node_twice),
    cmocka_unit_test (test_evaluation_may_check_all_predicates),
    cmocka_unit_test (test_evaluation_leaves_the_counts_of_the_decision),
    cmocka_unit_test (test_evaluation_may_score_a_single_node),
    cmocka_unit_test (test_evaluation_keeps_errors),
    cmocka_unit_test (test_node_being_deleted),
    cmocka_unit_test (test_registry_without_predicates),
    cmocka_unit_test (test_stages_of_an_attempt),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
