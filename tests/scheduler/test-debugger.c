/* What people are told about the cache, and whether it is true.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/debugger.h"

#include "tests/scheduler/scheduler-scene.h"

#include <string.h>

#define ALL         \
  SMALL_NODE ("n1") \
  SMALL_NODE ("n2") \
  OURS ("r", ON ("n1") CPU ("1")) OURS ("p", CPU ("3")) PLAIN ("q")

/* What the source has, as a list of @kind. */
static GPtrArray *
list_live (const Scene *scene, FitKind kind)
{
  g_autoptr (GList) values = g_hash_table_get_values (scene->world.live[kind]);
  GPtrArray *list = g_ptr_array_new ();

  for (const GList *l = values; l != NULL; l = l->next)
    g_ptr_array_add (list, l->data);
  return list;
}

static char *
compare (const Scene *scene)
{
  g_autoptr (GPtrArray) nodes = list_live (scene, FIT_KIND_NODE);
  g_autoptr (GPtrArray) pods = list_live (scene, FIT_KIND_POD);

  return fit_scheduler_compare (scene->scheduler, nodes, pods);
}

/* @expected is among the lines of the comparison. */
static void
assert_mismatch (const Scene *scene, const char *expected)
{
  g_autofree char *text = compare (scene);
  g_auto (GStrv) lines = NULL;

  assert_non_null (text);
  lines = g_strsplit (text, "\n", -1);
  if (!g_strv_contains ((const char *const *) lines, expected))
    fail_msg ("expected: %s\nfound: %s", expected, text);
}

static void
test_all_agree (void **state)
{
  SCENE_FROM (scene, .manifest = ALL, .disable_preemption = TRUE);
  g_autofree char *before = compare (&scene), *after = NULL;

  assert_null (before);
  scene_settle (&scene);
  scene_wait (&scene, 100 * SECOND);
  after = compare (&scene);
  assert_null (after);
}

/* A pod that is being deleted is dropped when it is its turn. */
static void
test_pods_being_deleted (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1")
                         POD ("p", "deletionTimestamp: '2020-01-01T00:00:00Z'",
                              "schedulerName: default-scheduler"));
  g_autofree char *before = compare (&scene), *after = NULL;

  assert_null (before);
  scene_settle (&scene);
  after = compare (&scene);
  assert_null (after);
}

static void
test_nodes_differ (void **state)
{
  SCENE_FROM (scene, .manifest = ALL);

  fake_world_remove (&scene.world, FIT_KIND_NODE, "", "n2");
  assert_mismatch (&scene,
                   "cache mismatch: missed nodes: []; redundant nodes: [n2]");
  fake_world_set_all (&scene.world, SMALL_NODE ("x") SMALL_NODE ("a"));
  assert_mismatch (
      &scene, "cache mismatch: missed nodes: [a x]; redundant nodes: [n2]");
}

static void
test_pods_differ (void **state)
{
  SCENE_FROM (scene, .manifest = ALL);

  fake_world_remove (&scene.world, FIT_KIND_POD, "ns", "r");
  assert_mismatch (&scene,
                   "cache mismatch: missed pods: []; redundant pods: [r]");
  fake_world_remove (&scene.world, FIT_KIND_POD, "ns", "q");
  fake_world_set_all (&scene.world, PLAIN ("z"));
  assert_mismatch (&scene,
                   "cache mismatch: missed pods: [z]; redundant pods: [q r]");
}

/* Nodes and pods differ: both are told. */
static void
test_both_differ (void **state)
{
  SCENE_FROM (scene, .manifest = ALL);

  fake_world_set_all (&scene.world, SMALL_NODE ("x") PLAIN ("z"));
  assert_mismatch (&scene,
                   "cache mismatch: missed nodes: [x]; redundant nodes: []");
  assert_mismatch (&scene,
                   "cache mismatch: missed pods: [z]; redundant pods: []");
}

static void
test_dump_names_everything (void **state)
{
  static const char *const names[]
      = { "n1", "n2", "r", "p", "q", "activeQ", "1", NULL };
  SCENE_FROM (scene, .manifest = ALL);
  g_autofree char *text = fit_scheduler_dump (scene.scheduler);

  for (guint i = 0; names[i] != NULL; i++)
    assert_non_null (strstr (text, names[i]));
}

/* A pod moves from one part of the text to another when it gets a node. */
static void
test_dump_follows (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("the-node") PLAIN ("the-pod"));
  g_autofree char *before = fit_scheduler_dump (scene.scheduler);
  g_autofree char *after = NULL;

  assert_true (scene_schedule (&scene));
  after = fit_scheduler_dump (scene.scheduler);
  assert_non_null (strstr (before, "the-pod"));
  assert_non_null (strstr (after, "the-pod"));
  assert_string_not_equal (before, after);
}

/* Nodes with what is asked of them, without an object, and not there any more. */
static void
test_whole_dump (void **state)
{
  SCENE_FROM (
      scene,
      .manifest = NODE ("n1", HOST "n1",
                        "pods: 9, cpu: 2, memory: 1Gi, example.com/gpu: 3")
          SMALL_NODE ("n2") SMALL_NODE ("n3")
              OURS_WITH ("r", "",
                         ON ("n1") "containers: [{resources: {requests: "
                                   "{cpu: 2, example.com/gpu: 1}}}]",
                         "phase: Running") OURS ("lost", ON ("n2") CPU ("500m"))
                  OURS ("s", ON ("n3") PRIORITY ("1") CPU ("2"))
                      OURS ("high", PRIORITY ("9") CPU ("2")) PLAIN ("q"));
  g_autofree char *text = NULL;

  scene_remove (&scene, FIT_KIND_NODE, "", "n2");
  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_FETCH_POD, "high");
  text = fit_scheduler_dump (scene.scheduler);
  assert_string_equal (
      text,
      "node n1\n"
      "  requested: cpu 2000m, memory 0, ephemeral-storage 0, example.com/gpu "
      "1\n"
      "  allocatable: cpu 2000m, memory 1073741824, ephemeral-storage 0, "
      "example.com/gpu 3\n"
      "  pods: 1 of 9\n"
      "    ns/r uid r phase Running\n"
      "  nominated pods: 1\n"
      "    ns/high uid high phase - nominated to n1\n"
      "node n2 (without Node object)\n"
      "  requested: cpu 500m, memory 0, ephemeral-storage 0\n"
      "  allocatable: cpu 0m, memory 0, ephemeral-storage 0\n"
      "  pods: 1 of 0\n"
      "    ns/lost uid lost phase -\n"
      "node n3\n"
      "  requested: cpu 2000m, memory 0, ephemeral-storage 0\n"
      "  allocatable: cpu 2000m, memory 0, ephemeral-storage 0\n"
      "  pods: 1 of 10\n"
      "    ns/s uid s phase -\n"
      "activeQ: 1\n"
      "    ns/q uid q phase -\n"
      "podBackoffQ: 0\n"
      "unschedulableQ: 1\n"
      "    ns/high uid high phase - nominated to n1\n");
}

/* A pod that has ended counts nowhere, wherever it was. */
static void
test_pods_that_have_ended (void **state)
{
  SCENE_FROM (scene, .manifest = ALL);

  fake_world_set_all (
      &scene.world, OURS_WITH ("z", "", ON ("n1"), "phase: Succeeded")
                        OURS_WITH ("t", "", "", "phase: Failed")
                            POD ("x", "namespace: ns", "schedulerName: other"));
  {
    g_autofree char *text = compare (&scene);

    assert_null (text);
  }
  fake_world_set_all (&scene.world, POD ("w", "namespace: ns",
                                         "schedulerName: other, nodeName: n1"));
  assert_mismatch (&scene,
                   "cache mismatch: missed pods: [w]; redundant pods: []");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_all_agree),
    cmocka_unit_test (test_pods_being_deleted),
    cmocka_unit_test (test_nodes_differ),
    cmocka_unit_test (test_pods_differ),
    cmocka_unit_test (test_both_differ),
    cmocka_unit_test (test_dump_names_everything),
    cmocka_unit_test (test_dump_follows),
    cmocka_unit_test (test_whole_dump),
    cmocka_unit_test (test_pods_that_have_ended),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
