/* test-node-tree.c - zones take turns, as in v1.16 */
#include "cluster/node-tree.h"

#include "tests/support/cluster.h"

#include <string.h>

/* Zones are written "A", "B"...; numbers are those of the letters. */
#define ZONE_OF(letter) ((guint32) (letter) - 'A' + 1)

/* A tree whose nodes are named by a letter, the zone, and a digit. */
typedef struct
{
  FitNodeTree *tree;
  GPtrArray *names; /* by node index: interned */
} Fixture;

static void
name_free (gpointer data)
{
  fit_intern_unref (data);
}

static int
setup (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->tree = fit_node_tree_new ();
  fixture->names = g_ptr_array_new_with_free_func (name_free);
  *state = fixture;
  return 0;
}

static int
teardown (void **state)
{
  Fixture *fixture = *state;

  fit_node_tree_free (fixture->tree);
  g_ptr_array_unref (fixture->names);
  g_free (fixture);
  return 0;
}

static void
add (Fixture *fixture, const char *name, guint32 zone)
{
  const char *interned = fit_intern (name);

  fit_node_tree_add (fixture->tree, interned, fixture->names->len, zone);
  g_ptr_array_add (fixture->names, (gpointer) interned);
}

/* Adds "a1 a2 b1": zone and name of each. */
static void
add_all (Fixture *fixture, const char *names)
{
  g_auto (GStrv) split = g_strsplit (names, " ", -1);

  for (guint i = 0; split[i] != NULL; i++)
    add (fixture, split[i], ZONE_OF (g_ascii_toupper (split[i][0])));
}

static gboolean
remove_node (Fixture *fixture, const char *name, guint32 zone,
             const char *zone_name, GError **error)
{
  g_autoptr (Interned) interned = fit_intern (name);

  return fit_node_tree_remove (fixture->tree, interned, zone, zone_name, error);
}

static void
expect_next (Fixture *fixture, const char *expected)
{
  g_auto (GStrv) names = g_strsplit (expected, " ", -1);
  g_autoptr (GString) seen = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (
        seen, "%s%s", i > 0 ? " " : "",
        (char *) fixture->names->pdata[fit_node_tree_next (fixture->tree)]);
  assert_string_equal (seen->str, expected);
}

static void
test_zones_take_turns (void **state)
{
  add_all (*state, "a1 a2 a3 b1");
  expect_next (*state, "a1 b1 a2 a3 a1 b1 a2 a3 a1");
}

static void
test_zones_come_in_the_order_in_which_they_were_first_seen (void **state)
{
  add_all (*state, "c1 a1 b1 a2 c2");
  expect_next (*state, "c1 a1 b1 c2 a2 c1");
}

static void
test_nodes_without_zone_are_a_zone (void **state)
{
  add (*state, "x", 0);
  add_all (*state, "a1");
  add (*state, "y", 0);
  expect_next (*state, "x a1 y x a1 y");
}

static void
test_one_node_comes_again_and_again (void **state)
{
  add_all (*state, "a1");
  expect_next (*state, "a1 a1 a1");
}

/* Removal does not move the cursor, so one node loses its turn. */
static void
test_removal_skips_a_node_once (void **state)
{
  add_all (*state, "a1 a2 a3 a4");
  expect_next (*state, "a1 a2");
  assert_true (remove_node (*state, "a1", ZONE_OF ('A'), "A", NULL));
  expect_next (*state, "a4 a2 a3 a4 a2");
}

static void
test_node_added_to_an_exhausted_zone_still_gets_its_turn (void **state)
{
  add_all (*state, "a1 b1 b2 b3");
  expect_next (*state, "a1 b1 b2");
  add_all (*state, "a2");
  expect_next (*state, "a2 b3 a1 b1 a2");
}

static void
test_last_node_of_a_zone_takes_the_zone_along (void **state)
{
  add_all (*state, "a1 b1 c1");
  assert_true (remove_node (*state, "b1", ZONE_OF ('B'), "B", NULL));
  assert_int_equal (fit_node_tree_size (((Fixture *) *state)->tree), 2);
  expect_next (*state, "a1 c1 a1 c1");
  /* The zone is new when it comes back: last in turn. */
  add_all (*state, "b2");
  expect_next (*state, "b2 a1 c1 b2");
}

static void
test_removal_from_the_wrong_zone_fails (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;

  add (fixture, "n3", ZONE_OF ('Z'));
  assert_false (remove_node (fixture, "n3", 0, "", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "node \"n3\" in group \"\" was not found");
  assert_int_equal (fit_node_tree_size (fixture->tree), 1);
  expect_next (fixture, "n3 n3");
}

static void
test_removal_of_an_unknown_node_fails (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;

  add_all (fixture, "a1");
  assert_false (
      remove_node (fixture, "a2", ZONE_OF ('A'), "region-1/A", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "node \"a2\" in group \"region-1/A\" was not found");
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_zones_take_turns),
    TEST (test_zones_come_in_the_order_in_which_they_were_first_seen),
    TEST (test_nodes_without_zone_are_a_zone),
    TEST (test_one_node_comes_again_and_again),
    TEST (test_removal_skips_a_node_once),
    TEST (test_node_added_to_an_exhausted_zone_still_gets_its_turn),
    TEST (test_last_node_of_a_zone_takes_the_zone_along),
    TEST (test_removal_from_the_wrong_zone_fails),
    TEST (test_removal_of_an_unknown_node_fails),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
