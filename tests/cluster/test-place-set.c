/* test-place-set.c - the nodes that have something are found in any stretch of the
 * list, and follow nodes that come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/place-set.h"
#include "tests/support/cluster.h"

#define N_NODES 200

typedef struct
{
  FitNodeTree *tree;
  FitPlaceSet set;
  gboolean has[N_NODES + 1]; /* by node index */
} Scene;

static void
scene_init (Scene *scene)
{
  *scene = (Scene){ .tree = fit_node_tree_new () };
  /* Two zones of unequal size, so that places are not indexes. */
  for (guint i = 0; i < N_NODES; i++)
    fit_node_tree_add (scene->tree, i, i % 3 == 0);
}

static void
scene_clear (Scene *scene)
{
  fit_place_set_clear (&scene->set);
  fit_node_tree_free (scene->tree);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static void
fill (Scene *scene)
{
  const guint32 *list = fit_node_tree_list (scene->tree);

  if (!fit_place_set_begin (&scene->set, scene->tree))
    return;
  for (guint i = 0; i < fit_node_tree_size (scene->tree); i++)
    if (scene->has[list[i]])
      fit_place_set_add (&scene->set, i);
}

static void
note (Scene *scene, guint node, gboolean has)
{
  scene->has[node] = has;
  fit_place_set_note (&scene->set, scene->tree, node, has);
}

/* Every stretch, also across the end, and every block. */
static void
expect_all (Scene *scene)
{
  const guint32 *list = fit_node_tree_list (scene->tree);
  const guint size = fit_node_tree_size (scene->tree);
  guint32 found[N_NODES + 1];

  for (guint first = 0; first < size; first++)
    for (guint n = 0; n <= size; n += n < 3 ? 1 : 7)
      {
        const guint n_found
            = fit_places_list (scene->set.bits, size, first, n, found);
        guint expected = 0;

        for (guint i = 0; i < n; i++)
          if (scene->has[list[(first + i) % size]])
            {
              assert_true (expected < n_found);
              assert_int_equal (found[expected++], i);
            }
        assert_int_equal (n_found, expected);
      }
  for (guint begin = 0; begin < size; begin++)
    for (guint n = 0; n <= MIN (64, size - begin); n++)
      {
        guint64 expected = 0;

        for (guint i = 0; i < n; i++)
          expected |= (guint64) scene->has[list[begin + i]] << i;
        assert_true (fit_places_of_block (scene->set.bits, begin, n)
                     == expected);
      }
}

static void
test_stretches (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene);
  for (guint i = 0; i < N_NODES; i++)
    scene.has[i] = i % 5 == 0 || i > 190;
  fill (&scene);
  expect_all (&scene);
}

static void
test_changes (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene);
  /* Nobody has asked for it yet. */
  note (&scene, 7, TRUE);
  fill (&scene);
  note (&scene, 0, TRUE);
  note (&scene, 63, TRUE);
  note (&scene, 64, TRUE);
  note (&scene, N_NODES - 1, TRUE);
  expect_all (&scene);
  note (&scene, 63, FALSE);
  note (&scene, 0, FALSE);
  /* One that is not in the list. */
  fit_place_set_note (&scene.set, scene.tree, 70000, TRUE);
  expect_all (&scene);
}

static void
test_nodes_that_come_and_go (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene);
  note (&scene, 7, TRUE);
  fill (&scene);
  assert_true (fit_node_tree_remove (scene.tree, 3, 1));
  fit_node_tree_add (scene.tree, N_NODES, 1);
  /* The set is that of another list until somebody asks for it. */
  note (&scene, N_NODES, TRUE);
  note (&scene, 9, TRUE);
  fill (&scene);
  expect_all (&scene);
  note (&scene, 7, FALSE);
  expect_all (&scene);
}

static void
test_all_places (void **state)
{
  (void) state;
  assert_true (fit_places_of_block (NULL, 5, 0) == 0);
  assert_true (fit_places_of_block (NULL, 5, 3) == 7);
  assert_true (fit_places_of_block (NULL, 5, 64) == G_MAXUINT64);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_stretches),
    cmocka_unit_test (test_changes),
    cmocka_unit_test (test_nodes_that_come_and_go),
    cmocka_unit_test (test_all_places),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
