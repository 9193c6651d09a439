/* test-class-columns.c - which values of a column still hold, and which columns are kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/class-columns.h"

#include "tests/support/cluster.h"

/* As the header says. */
#define LEAST_ROOM (16 * 1024 * 1024)
#define SIZE_OF_CLASS 1024
#define MOST_READ 64
#define N_REMEMBERED 65536

typedef struct
{
  FitClassColumns *columns;
  FitNodeTree *tree;
  guint n_pods;
  FitPod *pod;
} Scene;

static void
scene_init (Scene *scene, guint n_nodes)
{
  *scene = (Scene){ .tree = fit_node_tree_new (),
                    .pod = pod_from (PENDING ("", "")) };
  scene->columns = fit_class_columns_new (scene->tree);
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
  return fit_class_columns_find (scene->columns, scene->n_pods, &key, 1,
                                 scene->pod);
}

/* The same with values: 10, 11, 12... */
static void
fill (Scene *scene, guint64 key)
{
  FitClassColumn *column = find (scene, key);

  fit_class_column_begin_blocks (
      column, 0, (column->n + FIT_COLUMN_BLOCK - 1) / FIT_COLUMN_BLOCK);
  for (guint i = 0; i < column->n; i++)
    column->values[i] = 10 + (gint32) i;
}

static gboolean
is_stale (const FitClassColumn *column, guint i)
{
  return fit_class_column_blocks (column)[i / FIT_COLUMN_BLOCK].n_fit
             == FIT_BLOCK_STALE
         || column->values[i] == FIT_COLUMN_STALE;
}

/* "10 - 12" with "-" for what is stale. */
static void
expect (Scene *scene, guint64 key, const char *expected)
{
  const FitClassColumn *column = find (scene, key);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < column->n; i++)
    if (is_stale (column, i))
      g_string_append_printf (text, "%s-", i > 0 ? " " : "");
    else
      g_string_append_printf (text, "%s%d", i > 0 ? " " : "",
                              column->values[i]);
  assert_string_equal (text->str, expected);
}

static void
test_who_asks (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, 0);
  assert_int_equal (fit_class_columns_join (scene.columns), 1);
  assert_int_equal (fit_class_columns_join (scene.columns), 2);
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
      fit_class_columns_find (scene.columns, 0, keys[i], n, scene.pod)
          ->values[0]
          = (gint32) keys[i][0] * 10 + (n == 2 ? (gint32) keys[i][1] : 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint n = 1; n <= 2; n++)
      assert_int_equal (
          fit_class_columns_find (scene.columns, 0, keys[i], n, scene.pod)
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
  positions = fit_node_tree_positions (scene.tree, &n);
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
    { 0, MOST_READ, "10 - 12" },
    { 0, MOST_READ + 1, "- - -" },
    { MOST_READ, MOST_READ, "10 - 12" },
    { MOST_READ, MOST_READ + 1, "- - -" },
    { 2 * MOST_READ - 1, MOST_READ, "10 - 12" },
    { 2 * MOST_READ, MOST_READ, "10 - 12" },
    { 2 * MOST_READ, MOST_READ + 1, "- - -" },
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

/* Asks for the classes from @begin to @end.  Returns: how many of them had values,
 * which those that have none get */
static guint
ask_for (Scene *scene, guint begin, guint end)
{
  guint n = 0;

  for (guint key = begin; key < end; key++)
    {
      FitClassColumn *column = find (scene, key);

      if (!is_stale (column, 0))
        {
          assert_int_equal (column->values[0], key);
          n++;
        }
      fit_class_column_begin_blocks (column, 0, 1);
      column->values[0] = (gint32) key;
    }
  return n;
}

static guint
size_of_column (guint n_nodes)
{
  return n_nodes * sizeof (gint32) + SIZE_OF_CLASS;
}

/* So many nodes that each has a part of 4 KiB of the least room. */
#define NODES_OF_A_PAGE 768

/* All classes that have room keep their values; with more of them in turn, as many
 * do as have room. */
static void
test_classes_in_turn (void **state)
{
  const guint most = LEAST_ROOM / size_of_column (NODES_OF_A_PAGE);
  static const guint more[] = { 0, 2, 40, 20000 };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    {
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, NODES_OF_A_PAGE);
      assert_int_equal (ask_for (&scene, 0, most + more[i]), 0);
      for (guint turn = 0; turn < 3; turn++)
        assert_int_equal (ask_for (&scene, 0, most + more[i]), most);
    }
}

/* The room grows with nodes and pods. */
static void
test_room (void **state)
{
  static const struct
  {
    guint nodes, pods, classes;
  } rows[] = {
    { 768, 0, 4096 },      { 768, 131072, 8240 },  { 65280, 0, 64 },
    { 65280, 65792, 128 }, { 1024 * 1024, 0, 63 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, rows[i].nodes);
      scene.n_pods = rows[i].pods;
      ask_for (&scene, 0, rows[i].classes);
      assert_int_equal (ask_for (&scene, 0, rows[i].classes), rows[i].classes);
      ask_for (&scene, 0, rows[i].classes + 2);
      assert_int_equal (ask_for (&scene, 0, rows[i].classes + 2),
                        rows[i].classes);
    }
}

/* Other classes, in turn or one after the other, take the places of those that
 * nobody asks for any more. */
static void
test_classes_that_are_gone (void **state)
{
  const guint most = LEAST_ROOM / size_of_column (NODES_OF_A_PAGE);
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, NODES_OF_A_PAGE);
  ask_for (&scene, 0, most);
  ask_for (&scene, 10000, 10000 + most / 2);
  ask_for (&scene, 10000, 10000 + most / 2);
  assert_true (ask_for (&scene, 10000, 10000 + most / 2) > most / 2 * 9 / 10);
  /* A guest that is asked for again at once, and stays. */
  for (guint key = 20000; key < 20010; key++)
    {
      assert_int_equal (ask_for (&scene, key, key + 1), 0);
      assert_int_equal (ask_for (&scene, key, key + 1), 1);
    }
  assert_int_equal (ask_for (&scene, 20000, 20010), 10);
}

/* So many classes in turn that none is remembered until its next turn: the places
 * of those that are not asked for do not stay lost. */
static void
test_classes_that_are_forgotten (void **state)
{
  g_auto (Scene) scene = { 0 };

  (void) state;
  scene_init (&scene, NODES_OF_A_PAGE);
  ask_for (&scene, 0, 8000);
  ask_for (&scene, 100000, 100000 + 3 * N_REMEMBERED);
  assert_true (ask_for (&scene, 0, 4096) < 10);
}

static void
test_raw_scores (void **state)
{
  g_auto (Scene) scene = { 0 };
  FitClassColumn *column;

  (void) state;
  scene_init (&scene, 3);
  column = find (&scene, 1);
  fit_class_column_begin_blocks (column, 0, 1);
  assert_int_equal (column->values[2], FIT_COLUMN_STALE);
  fit_class_column_set_raw (column, 0, 1, 0);
  assert_null (column->raws[0]);
  fit_class_column_set_raw (column, 1, 2, 5);
  assert_null (column->raws[0]);
  assert_int_equal (column->raws[1][0], 0);
  assert_int_equal (column->raws[1][2], 5);
  assert_true (column->raw_set[1][0] == (1 | 1 << 5));
  fit_class_column_set_raw (column, 1, 0, 2);
  fit_class_column_set_raw (column, 1, 2, 0);
  assert_int_equal (column->raws[1][0], 2);
  assert_int_equal (column->raws[1][2], 0);
  assert_true (column->raw_set[1][0] == (1 | 1 << 5 | 1 << 2));
  assert_false (column->many_raws[1]);
  fit_class_column_set_raw (column, 1, 1, FIT_COLUMN_FEW);
  assert_true (column->many_raws[1]);
  fit_node_tree_add (scene.tree, 3, 0);
  column = find (&scene, 1);
  assert_null (column->raws[1]);
  fit_class_column_set_raw (column, 1, 3, 8);
  assert_true (column->raw_set[1][0] == (1 | 1 << 8));
  assert_false (column->many_raws[1]);
  fit_class_column_set_raw (column, 1, 3, 70);
  assert_true (column->raw_set[1][1] == 1 << (70 - 64));
  fit_class_column_begin_blocks (column, 0, 1);
  assert_int_equal (column->raws[1][3], 0);
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
    cmocka_unit_test (test_classes_in_turn),
    cmocka_unit_test (test_room),
    cmocka_unit_test (test_classes_that_are_gone),
    cmocka_unit_test (test_classes_that_are_forgotten),
    cmocka_unit_test (test_raw_scores),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
