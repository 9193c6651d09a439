/* test-capacity.c - how many copies fit, and how many nodes are needed */
#include "simulate/capacity.h"
#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

#include <string.h>

#include "algorithmprovider/defaults.h"

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

/* -- nodes that are missing ------------------------------------------------ */

static FitSimulation *
make (const FitObjects *objects, gpointer data, GError **error)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  FitSimulationOptions options = { .registry = registry,
                                   .gates = gates,
                                   .hard_pod_affinity_symmetric_weight = 1,
                                   .scheduler_name = "default-scheduler" };

  (*(guint *) data)++;
  return fit_simulation_new (objects, &options, error);
}

/* A question with all that it borrows. */
typedef struct
{
  FitObjects *objects;
  FitObjects *node;
  FitObjects *templates;
  guint made; /* simulations */
} Question;

static void
question_clear (Question *question)
{
  fit_objects_free (question->objects);
  fit_objects_free (question->node);
  fit_objects_free (question->templates);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

static FitObjects *
read_objects (const char *manifest)
{
  FitObjects *objects = fit_objects_new ();

  assert_true (fit_objects_read (objects, manifest, strlen (manifest),
                                 "manifest", FIT_DECODE_KEEP_RAW, NULL, NULL));
  return objects;
}

static FitNodesNeeded *
nodes_needed (Question *out, const char *manifest, const char *node,
              const char *templates, guint replicas, guint max_nodes)
{
  FitNodesNeeded *needed;

  *out = (Question){ .objects = read_objects (manifest),
                     .node = read_objects (node),
                     .templates = read_objects (templates) };
  needed = fit_nodes_needed (
      &(const FitNodesNeededQuestion){
          .objects = out->objects,
          .node = out->node->of[FIT_KIND_NODE]->pdata[0],
          .templates = out->templates->of[FIT_KIND_POD],
          .replicas = replicas,
          .max_nodes = max_nodes,
          .make = make,
          .data = &out->made },
      NULL);
  assert_non_null (needed);
  return needed;
}

/* @expected: "NODES:PENDING " of all numbers that were tried */
static void
assert_points (const FitNodesNeeded *needed, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < needed->points->len; i++)
    {
      const FitNodesNeededPoint *point
          = &g_array_index (needed->points, FitNodesNeededPoint, i);

      g_string_append_printf (text, "%u:%u ", point->nodes, point->pending);
    }
  assert_string_equal (text->str, expected);
}

#define SMALL_NODE NODE ("small", HOST "small", "cpu: 1, pods: 4")
#define HALF POD ("half", "", REQUESTS ("cpu: 500m"))

static void
test_the_smallest_number_is_found (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, SMALL_NODE, SMALL_NODE, HALF, 19, 0);

  assert_true (needed->enough);
  assert_int_equal (needed->nodes, 9);
  assert_int_equal (needed->pods, 19);
  assert_int_equal (needed->placed, 19);
  assert_points (needed, "0:17 1:15 2:13 4:9 8:1 9:0 10:0 12:0 16:0 ");
  assert_string_equal (needed->reason,
                       "0/9 nodes are available: 9 Insufficient cpu.");
  assert_string_equal (needed->pod->meta.name, "half-19");
  assert_true (question.made < 12);
}

static void
test_enough_may_be_there_already (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, SMALL_NODE, SMALL_NODE, HALF, 2, 0);

  assert_true (needed->enough);
  assert_int_equal (needed->nodes, 0);
  assert_null (needed->reason);
  assert_int_equal (question.made, 1);
}

static void
test_no_number_may_help (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, HALF POD ("huge", "", REQUESTS ("cpu: 2")),
                      SMALL_NODE, "", 0, 20);

  assert_false (needed->enough);
  assert_int_equal (needed->nodes, 20);
  assert_int_equal (needed->pods, 2);
  assert_int_equal (needed->placed, 1);
  assert_string_equal (needed->pod->meta.name, "huge");
  assert_string_equal (needed->reason,
                       "0/20 nodes are available: 20 Insufficient cpu.");
}

/* Copies are different hosts. */
static void
test_copies_have_hostnames_of_their_own (void **state)
{
  g_auto (Question) question;
  g_autoptr (FitNodesNeeded) needed
      = nodes_needed (&question, "", SMALL_NODE,
                      POD ("loner", "labels: {app: x}",
                           "affinity: {" POD_ANTI_AFFINITY (
                               TERM ("kubernetes.io/hostname", "app: x")) "}"),
                      3, 0);

  assert_true (needed->enough);
  assert_int_equal (needed->nodes, 3);
}

static void
test_a_node_without_its_text_cannot_be_copied (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitNode) node = node_from (SMALL_NODE);
  g_autoptr (FitObjects) templates = objects_from (HALF);
  g_autoptr (GError) error = NULL;
  guint made = 0;

  assert_null (fit_nodes_needed (
      &(const FitNodesNeededQuestion){ .objects = objects,
                                       .node = node,
                                       .templates = templates->of[FIT_KIND_POD],
                                       .replicas = 1,
                                       .make = make,
                                       .data = &made },
      &error));
  assert_error (&error, FIT_ERROR_USAGE,
                "cannot copy Node small: its text was not kept");
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

static gboolean
all_placed (const char *manifest, guint n)
{
  g_autoptr (GString) more = g_string_new (manifest);
  g_autoptr (FitSimulation) simulation = NULL;
  g_autofree char *text = NULL;

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (
        more, NODE ("small-%u", HOST "small-%u", "cpu: 1, pods: 4"), i, i);
  simulation
      = simulation_from (&(const SimulationSetup){ .manifest = more->str });
  text = simulation_run (simulation);
  return strstr (text, " nodes are available") == NULL
         && strstr (text, "no nodes available") == NULL;
}

static void
test_nodes_needed_is_what_trying_says (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (random_seed (run));
      g_autoptr (GString) manifest = g_string_new (NULL);
      g_auto (Question) question;
      g_autoptr (FitNodesNeeded) needed = NULL;

      for (gint i = g_rand_int_range (random, 0, 4); i > 0; i--)
        g_string_append_printf (
            manifest, NODE ("n%d", HOST "n%d", "cpu: 1, pods: 4"), i, i);
      for (gint i = g_rand_int_range (random, 1, 30); i > 0; i--)
        g_string_append_printf (
            manifest, POD ("p%d", "labels: {app: x%d}", REQUESTS ("cpu: %dm")),
            i, i, i % 3, g_rand_int_range (random, 1, 1001));
      needed = nodes_needed (&question, manifest->str, SMALL_NODE, "", 0, 0);
      assert_true (needed->enough);
      assert_true (all_placed (manifest->str, needed->nodes));
      assert_true (needed->nodes == 0
                   || !all_placed (manifest->str, needed->nodes - 1));
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
    cmocka_unit_test (test_the_smallest_number_is_found),
    cmocka_unit_test (test_enough_may_be_there_already),
    cmocka_unit_test (test_no_number_may_help),
    cmocka_unit_test (test_copies_have_hostnames_of_their_own),
    cmocka_unit_test (test_a_node_without_its_text_cannot_be_copied),
    cmocka_unit_test (test_until_full_is_what_can_be_counted),
    cmocka_unit_test (test_nodes_needed_is_what_trying_says),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
