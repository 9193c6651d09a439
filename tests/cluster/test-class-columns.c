/* test-class-columns.c - which values of a column still hold, and which columns are kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/class-columns.h"

#include "tests/support/cluster.h"

/* As the header says. */
#define MOST_CLASSES 512
#define MOST_VALUES (4 * 1024 * 1024)
#define MOST_LOGGED 16384

typedef struct
{
  FitClassColumns *columns;
  FitNodeTree *tree;
  FitPod *pod;
} Scene;

static void
scene_init (Scene *scene, guint n_nodes)
{
  *scene = (Scene){ .columns = fit_class_columns_new (),
                    .tree = fit_node_tree_new (),
                    .pod = pod_from (PENDING ("", "")) };
  for (guint i = 0; i < n_nodes; i++)
    fit_node_tree_add (scene->tree, i, 0);
}

static void
scene_clear (Scene *scene)
{
  fit_class_columns_free (scene->columns);
  fit_node_tree_free (scene->tree);
  fit_pod_unref (scene->pod);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static FitClassColumn *
find (Scene *scene, guint64 key)
{
  return fit_class_columns_find (scene->columns, scene->tree, &key, 1,
                                 scene->pod);
}

/* The same with values: 10, 11, 12... */
static void
fill (Scene *scene, guint64 key)
{
  FitClassColumn *column = find (scene, key);

  for (guint i = 0; i < column->n; i++)
    column->values[i] = 10 + (gint32) i;
}

/* "10 - 12" with "-" for what is stale. */
static void
expect (Scene *scene, guint64 key, const char *expected)
{
  const FitClassColumn *column = find (scene, key);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < column->n; i++)
    if (column->values[i] == FIT_COLUMN_STALE)
      g_string_append_printf (text, "%s-", i > 0 ? " " : "");
    else
      g_string_append_printf (text, "%s%d", i > 0 ? " " : "",
                              column->values[i]);
  assert_string_equal (text->str, expected);
}

static void
test_who_asks (void **state)
{
  g_autoptr (FitClassColumns) columns = fit_class_columns_new ();

  (void) state;
  assert_int_equal (fit_class_columns_join (columns), 1);
  assert_int_equal (fit_class_columns_join (columns), 2);
}

static void
test_keys (void **state)
{
  static const guint64 keys[][2] = { { 1, 2 }, { 1, 3 }, { 2, 2 }, { 2, 1 } };
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, 1);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint n = 1; n <= 2; n++)
      fit_class_columns_find (scene.columns, scene.tree, keys[i], n, scene.pod)
          ->values[0]
          = (gint32) keys[i][0] * 10 + (n == 2 ? (gint32) keys[i][1] : 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint n = 1; n <= 2; n++)
      assert_int_equal (fit_class_columns_find (scene.columns, scene.tree,
                                                keys[i], n, scene.pod)
                            ->values[0],
                        keys[i][0] * 10 + (n == 2 ? keys[i][1] : 0));
}

static void
test_nodes_that_change (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, 3);
  expect (&scene, 1, "- - -");
  fill (&scene, 1);
  expect (&scene, 1, "10 11 12");
  fit_class_columns_changed (scene.columns, 1);
  fill (&scene, 2);
  expect (&scene, 1, "10 - 12");
  expect (&scene, 2, "10 11 12");
  fit_class_columns_changed (scene.columns, 0);
  fit_class_columns_changed (scene.columns, 2);
  expect (&scene, 2, "- 11 -");
  fill (&scene, 2);
  expect (&scene, 2, "10 11 12");
  /* One that is not in the list. */
  fit_class_columns_changed (scene.columns, 3);
  fit_class_columns_changed (scene.columns, 70000);
  expect (&scene, 2, "10 11 12");
  expect (&scene, 1, "- - -");
}

/* Nodes that come or go take other places. */
static void
test_nodes_that_come_and_go (void **state)
{
  g_auto (Scene) scene = { 0 };
  const guint32 *positions;
  guint n;

  (void) state;
  scene_init (&scene, 3);
  fill (&scene, 1);
  fill (&scene, 2);
  fit_node_tree_add (scene.tree, 5, 0);
  expect (&scene, 1, "- - - -");
  positions = fit_class_columns_positions (scene.columns, &n);
  assert_int_equal (n, 6);
  assert_int_equal (positions[2], 2);
  assert_int_equal (positions[3], G_MAXUINT32);
  assert_int_equal (positions[4], G_MAXUINT32);
  assert_int_equal (positions[5], 3);
  fill (&scene, 1);
  fit_class_columns_changed (scene.columns, 5);
  fit_class_columns_changed (scene.columns, 3);
  expect (&scene, 1, "10 11 12 -");
  assert_true (fit_node_tree_remove (scene.tree, 0, 0));
  expect (&scene, 1, "- - -");
  fill (&scene, 1);
  /* As many as before, but others. */
  fit_node_tree_add (scene.tree, 0, 0);
  assert_true (fit_node_tree_remove (scene.tree, 1, 0));
  expect (&scene, 1, "- - -");
  expect (&scene, 2, "- - -");
  assert_true (fit_node_tree_remove (scene.tree, 0, 0));
  assert_true (fit_node_tree_remove (scene.tree, 2, 0));
  assert_true (fit_node_tree_remove (scene.tree, 5, 0));
  expect (&scene, 1, "");
}

/* The log forgets its older half when it is full; columns that have not read that
 * hold nothing any more. */
static void
test_log_that_is_full (void **state)
{
  static const struct
  {
    guint before, after; /* changes before the column is read, and after */
    const char *expected;
  } rows[] = {
    { 0, MOST_LOGGED, "10 - 12" },
    { 0, MOST_LOGGED + 1, "- - -" },
    { MOST_LOGGED / 2 - 1, MOST_LOGGED / 2 + 1, "10 - 12" },
    { MOST_LOGGED / 2 - 1, MOST_LOGGED / 2 + 2, "- - -" },
    { MOST_LOGGED / 2, MOST_LOGGED / 2 + 1, "10 - 12" },
    { MOST_LOGGED / 2, MOST_LOGGED, "10 - 12" },
    { MOST_LOGGED / 2, MOST_LOGGED + 1, "- - -" },
    { MOST_LOGGED, MOST_LOGGED, "10 - 12" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, 3);
      fill (&scene, 1);
      for (guint k = 0; k < rows[i].before; k++)
        fit_class_columns_changed (scene.columns, 0);
      fill (&scene, 2);
      for (guint k = 0; k < rows[i].after; k++)
        fit_class_columns_changed (scene.columns, 1);
      expect (&scene, 2, rows[i].expected);
      fill (&scene, 2);
      fit_class_columns_changed (scene.columns, 0);
      expect (&scene, 2, "- 11 12");
    }
}

/* @most classes have room; then the one makes room that was not asked for
 * longest. */
static void
check_room (guint n_nodes, guint most)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, n_nodes);
  for (guint key = 1; key <= most; key++)
    find (&scene, key)->values[0] = (gint32) key;
  for (guint key = 1; key <= most; key++)
    assert_int_equal (find (&scene, key)->values[0], key);
  assert_int_equal (find (&scene, 1)->values[0], 1);
  assert_int_equal (find (&scene, most + 1)->values[0], FIT_COLUMN_STALE);
  assert_int_equal (find (&scene, 1)->values[0], 1);
  assert_int_equal (find (&scene, 3)->values[0], 3);
  assert_int_equal (find (&scene, most)->values[0], most);
  assert_int_equal (find (&scene, 2)->values[0], FIT_COLUMN_STALE);
}

static void
test_most_classes (void **state)
{
  (void) state;
  check_room (1, MOST_CLASSES);
  check_room (MOST_VALUES / 16, 16);
}

static void
test_raw_scores (void **state)
{
  g_auto (Scene) scene = { 0 };
  FitClassColumn *column;

  (void) state;
  scene_init (&scene, 3);
  column = find (&scene, 1);
  fit_class_column_set_raw (column, 0, 1, 0);
  assert_null (column->raws[0]);
  fit_class_column_set_raw (column, 1, 2, 5);
  assert_null (column->raws[0]);
  assert_int_equal (column->raws[1][0], 0);
  assert_int_equal (column->raws[1][2], 5);
  assert_int_equal (column->raw_bits[1], 5);
  fit_class_column_set_raw (column, 1, 0, 2);
  fit_class_column_set_raw (column, 1, 2, 0);
  assert_int_equal (column->raws[1][0], 2);
  assert_int_equal (column->raws[1][2], 0);
  assert_int_equal (column->raw_bits[1], 7);
  fit_node_tree_add (scene.tree, 3, 0);
  column = find (&scene, 1);
  assert_null (column->raws[1]);
  fit_class_column_set_raw (column, 1, 3, 8);
  assert_int_equal (column->raw_bits[1], 8);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_who_asks),
    cmocka_unit_test (test_keys),
    cmocka_unit_test (test_nodes_that_change),
    cmocka_unit_test (test_nodes_that_come_and_go),
    cmocka_unit_test (test_log_that_is_full),
    cmocka_unit_test (test_most_classes),
    cmocka_unit_test (test_raw_scores),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
