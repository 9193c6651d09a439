/* test-chosen-nodes.c - the rules on just the nodes that a caller chooses
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/chosen-nodes.h"
#include "core/generic-scheduler.h"
#include "tests/core/rules.h"
#include "tests/support/simulated.h"

#define CPUS(name, labels, cpu) NODE (name, labels, "cpu: " cpu ", pods: 9")
#define WAITING                                                                       \
  POD (                                                                               \
      "p", "namespace: ns",                                                           \
      "schedulerName: default-scheduler, priority: 9, containers: "                   \
      "[{name: c, resources: {requests: {cpu: 2}}}], affinity: {" POD_ANTI_AFFINITY ( \
          TERM ("kubernetes.io/hostname", "app: z")) "}")
#define USING(name, node, cpu) \
  PLACED_WITH (name, node, "", REQUESTS ("cpu: " cpu))

static const char manifest[] = CPUS ("a", "points: '3'", "4") CPUS (
    "b", "points: '5', refuse: x", "4") CPUS ("c", "points: '7'", "1")
    CPUS ("d", "error: boom, trouble: odd", "4") CPUS ("e", "points: '1'", "3")
        NODE_WITH ("f", "labels: {}", "taints: [{key: k, effect: NoSchedule}]",
                   "allocatable: {cpu: 4, pods: 9}") USING ("e1", "e", "1")
            USING ("e2", "e", "1") USING ("b1", "b", "3")
                CPUS ("g", "kubernetes.io/hostname: g", "4")
                    PLACED ("g1", "g", "app: z") PLACED ("g2", "g", "app: w")
                        WAITING;

typedef struct
{
  FitSimulation *simulation;
  FitChosenNodes *chosen;
} Choice;

static void
choice_init (Choice *choice)
{
  const FitPod *pod;

  choice->simulation = simulation_from (&(const SimulationSetup){
      .manifest = manifest,
      .policy = POLICY ("{name: PodFitsResources}, {name: "
                        "PodToleratesNodeTaints}, {name: "
                        "MatchInterPodAffinity}, {name: Reader}",
                        "{name: Points, weight: 2}, {name: Doubled, weight: "
                        "1}"),
      .extend = rules_register });
  pod = fit_simulation_pending (choice->simulation)->pdata[0];
  choice->chosen = fit_chosen_nodes_new (
      fit_simulation_scheduler_of (choice->simulation, pod), pod);
}

static void
choice_clear (Choice *choice)
{
  fit_chosen_nodes_free (choice->chosen);
  fit_simulation_free (choice->simulation);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Choice, choice_clear)

/* Returns: how many nodes "a b" has; they are in @nodes */
static guint
find_nodes (const Choice *choice, const char *names, const FitNodeInfo **nodes)
{
  g_auto (GStrv) split = g_strsplit_set (names, " ", -1);
  guint n = 0;

  for (guint i = 0; split[i] != NULL; i++)
    if (*split[i] != '\0')
      {
        nodes[n] = fit_cache_find_node (
            fit_simulation_cache (choice->simulation), split[i]);
        assert_non_null (nodes[n++]);
      }
  return n;
}

static void
test_which_nodes_fit (void **state)
{
  /* "NODE+" fits, "NODE-" does not, "NODE!" will not either way. */
  static const struct
  {
    const char *nodes, *expected;
  } rows[] = {
    { "", "" },          { "a", "a+ " },
    { "b", "b- " },      { "c a", "c- a+ " },
    { "f e", "f! e- " }, { "a b c e f", "a+ b- c- e- f! " },
    { "a d", "boom" },   { "d", "boom" },
  };
  g_auto (Choice) choice = { 0 };

  choice_init (&choice);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitNodeInfo *nodes[8];
      const guint n = find_nodes (&choice, rows[i].nodes, nodes);
      const FitNodeVerdict *verdicts = NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      if (!fit_chosen_nodes_check (choice.chosen, nodes, n, &verdicts, &error))
        {
          assert_int_equal (error->code, FIT_ERROR_SCHEDULE);
          g_string_append (text, error->message);
          assert_null (verdicts);
        }
      for (guint k = 0; error == NULL && k < n; k++)
        g_string_append_printf (
            text, "%s%s ", verdicts[k].node->name,
            verdicts[k].fits                                          ? "+"
            : fit_chosen_nodes_hopeless (choice.chosen, &verdicts[k]) ? "!"
                                                                      : "-");
      assert_string_equal (text->str, rows[i].expected);
    }
}

/* As if exactly these nodes were feasible. */
static void
test_scores (void **state)
{
  static const struct
  {
    const char *nodes, *expected;
  } rows[] = {
    { "a", "12: 6 3" },
    { "c b", "28: 14 7 20: 10 5" },
    { "a b c e", "12: 6 3 20: 10 5 28: 14 7 4: 2 1" },
    { "d", "odd" },
    { "e", "4: 2 1" },
  };
  g_auto (Choice) choice = { 0 };

  choice_init (&choice);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitNodeInfo *nodes[8];
      const guint n = find_nodes (&choice, rows[i].nodes, nodes);
      const FitScores *results;
      const gint64 *totals;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      if (!fit_chosen_nodes_score (choice.chosen, nodes, n, &results, &totals,
                                   &error))
        g_string_append (text, error->message);
      for (guint k = 0; error == NULL && k < n; k++)
        g_string_append_printf (text, "%s%d: %d %d", k > 0 ? " " : "",
                                (gint) totals[k], (gint) results[0].scores[k],
                                (gint) results[1].scores[k]);
      assert_string_equal (text->str, rows[i].expected);
    }
}

static void
test_without_victims (void **state)
{
  static const struct
  {
    const char *node;
    const char *victims[3];
    gboolean fits;
  } rows[] = {
    { "a", { NULL }, TRUE },       { "c", { NULL }, FALSE },
    { "d", { NULL }, FALSE },      { "e", { NULL }, FALSE },
    { "e", { "e1" }, TRUE },       { "e", { "e2" }, TRUE },
    { "e", { "e1", "e2" }, TRUE }, { "e", { "b1" }, FALSE },
    { "e", { "b1", "e2" }, TRUE }, { "b", { "b1" }, FALSE },
    { "e", { NULL }, FALSE },      { "g", { NULL }, FALSE },
    { "g", { "g1" }, TRUE },       { "g", { "g2" }, FALSE },
    { "g", { "g2", "g1" }, TRUE },
  };
  g_auto (Choice) choice = { 0 };

  choice_init (&choice);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitCache *cache = fit_simulation_cache (choice.simulation);
      const FitPod *victims[3];
      guint n = 0;

      for (; n < 3 && rows[i].victims[n] != NULL; n++)
        {
          const char home[] = { rows[i].victims[n][0], '\0' };

          victims[n] = fit_node_info_find_pod (
              fit_cache_find_node (cache, home), rows[i].victims[n]);
          assert_non_null (victims[n]);
        }
      assert_int_equal (fit_chosen_nodes_fits_without (
                            choice.chosen,
                            fit_cache_find_node (cache, rows[i].node), victims,
                            n),
                        rows[i].fits);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_which_nodes_fit),
    cmocka_unit_test (test_scores),
    cmocka_unit_test (test_without_victims),
  };

  return cmocka_run_group_tests_name ("chosen nodes", tests, NULL, NULL);
}
