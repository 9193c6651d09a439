/* test-prioritize.c - totals, weights, overflow, and errors of priorities */
#include "core/generic-scheduler.h"

#include "tests/core/rules.h"
#include "tests/support/simulated.h"

#define WAITING POD ("p", "namespace: ns", "schedulerName: default-scheduler")

static FitEvaluation *
evaluate (FitSimulation *simulation)
{
  return fit_generic_scheduler_evaluate (
      fit_simulation_scheduler (simulation),
      fit_simulation_pending (simulation)->pdata[0], FIT_EVALUATE_DEFAULT);
}

static void
test_totals_are_weighted_sums (void **state)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = NODE ("n1", "points: '3'", "")
              NODE ("n2", "points: '-4'", "") WAITING,
          .policy = POLICY ("", "{name: Points, weight: 5}, "
                                "{name: Doubled, weight: 100}, "
                                "{name: EqualPriority, weight: 7}"),
          .extend = rules_register });
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_int_equal (evaluation->n_priorities, 3);
  /* In order of their names, after their reduces, not weighted. */
  assert_string_equal (evaluation->priorities[0].priority->name, "Doubled");
  assert_int_equal (evaluation->priorities[0].scores[0], 6);
  assert_int_equal (evaluation->priorities[0].scores[1], -8);
  assert_int_equal (evaluation->priorities[2].scores[1], -4);
  assert_int_equal (evaluation->totals[0], 5 * 3 + 100 * 6 + 7 * 1);
  assert_int_equal (evaluation->totals[1], 5 * -4 + 100 * -8 + 7 * 1);
  assert_int_equal (evaluation->n_best, 1);
  assert_int_equal (evaluation->best[0], 0);
}

static void
test_without_priorities_all_nodes_are_equal (void **state)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = NODE ("n1", "", "") NODE ("n2", "", "") WAITING,
          .policy = POLICY ("", "") });
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_int_equal (evaluation->n_priorities, 1);
  assert_null (evaluation->priorities[0].priority);
  assert_int_equal (evaluation->totals[0], 1);
  assert_int_equal (evaluation->totals[1], 1);
  assert_int_equal (evaluation->n_best, 2);
}

/* Every priority is asked; their messages are joined, each once. */
static void
test_errors_fail_the_pod (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest
          = NODE ("n1", "trouble: boom", "") NODE ("n2", "", "") WAITING,
          .policy = POLICY ("", "{name: Points, weight: 1}, "
                                "{name: Doubled, weight: 1}, "
                                "{name: EqualPriority, weight: 1}"),
          .extend = rules_register },
      "p: boom\n");
}

/* Sums wrap, as those of the original do. */
static void
test_totals_wrap (void **state)
{
  g_autoptr (FitSimulation) simulation = simulation_from (
      &(const SimulationSetup){ .manifest = NODE ("n1", "points: '40'", "")
                                    NODE ("n2", "", "") WAITING,
                                .policy = POLICY ("", "{name: Points, weight: "
                                                      "922337203685477579}"),
                                .extend = rules_register });
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_int_equal (evaluation->totals[0],
                    (gint64) (G_GUINT64_CONSTANT (922337203685477579) * 40));
  assert_true (evaluation->totals[0] < 0);
}

/* --- on several threads -------------------------------------------------- */

#define MANY 1000 /* nodes: so many that they are scored in parts */

typedef struct
{
  guint n_calls;
  guint n_nodes;
} Calls;

/* A priority that is asked about all nodes at once; it counts how. */
static gboolean
count_calls (const FitPriorityRun *run, const FitNodeList *nodes,
             gint64 *scores, GError **error)
{
  Calls *calls = run->state;

  calls->n_calls++;
  calls->n_nodes += nodes->n;
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = calls->n_calls;
  return TRUE;
}

static gboolean
prepare_calls (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  assert_int_equal (feasible->n, MANY);
  run->state = fit_arena_new0 (run->meta->arena, Calls, 1);
  return TRUE;
}

static const FitPriorityInfo whole = {
  .name = "Whole",
  .summary = "wants all nodes at once",
  .weight = 1,
  .map = count_calls,
  .prepare = prepare_calls,
  .whole_list = TRUE,
};

static void
extend (FitRegistry *registry)
{
  rules_register (registry);
  fit_registry_add_priority (registry, "Whole", &whole, 1, NULL, NULL, NULL);
}

/* @labels: of node 700; the others have the points of their number. */
static FitSimulation *
big_simulation (FitWorkerPool *pool, const char *labels)
{
  g_autoptr (GString) manifest = g_string_new (NULL);

  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *points = g_strdup_printf ("points: '%u'", i % 100);

      g_string_append_printf (manifest, NODE ("node-%03u", "%s", ""), i,
                              i == 700 ? labels : points);
    }
  g_string_append (manifest, WAITING);
  return simulation_from (&(const SimulationSetup){
      .manifest = manifest->str,
      .policy = POLICY ("", "{name: Points, weight: 1}, "
                            "{name: Whole, weight: 1000}"),
      .extend = extend,
      .scheduling = { .percentage_of_nodes_to_score = 100, .pool = pool } });
}

static void
test_parts_make_a_whole (void **state)
{
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (3);
  g_autoptr (FitSimulation) simulation = big_simulation (pool, "points: '500'");
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_int_equal (evaluation->n_feasible, MANY);
  for (guint i = 0; i < MANY; i++)
    assert_int_equal (evaluation->totals[i], 1000 + (i == 700 ? 500 : i % 100));
  assert_string_equal (evaluation->feasible[evaluation->chosen]->name,
                       "node-700");
}

static void
test_error_of_a_part_fails_the_pod (void **state)
{
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (3);
  g_autoptr (FitSimulation) simulation = big_simulation (pool, "trouble: boom");
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_string_equal (evaluation->error->message, "boom");
  assert_string_equal (evaluation->priorities[0].error, "boom");
  assert_null (evaluation->priorities[1].error);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_totals_are_weighted_sums),
    cmocka_unit_test (test_without_priorities_all_nodes_are_equal),
    cmocka_unit_test (test_errors_fail_the_pod),
    cmocka_unit_test (test_totals_wrap),
    cmocka_unit_test (test_parts_make_a_whole),
    cmocka_unit_test (test_error_of_a_part_fails_the_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
