/* test-node-tree.c - zones take turns, as in v1.16
 * SPDX-License-Identifier: Apache-2.0 */
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

  fit_node_tree_add (fixture->tree, fixture->names->len, zone);
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
remove_node (Fixture *fixture, const char *name, guint32 zone)
{
  guint index = fixture->names->len;

  while (index-- > 0)
    if (strcmp (fixture->names->pdata[index], name) == 0)
      return fit_node_tree_remove (fixture->tree, index, zone);
  fail_msg ("there never was a node %s", name);
  return FALSE;
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
  assert_true (remove_node (*state, "a1", ZONE_OF ('A')));
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
  assert_true (remove_node (*state, "b1", ZONE_OF ('B')));
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

  add (fixture, "n3", ZONE_OF ('Z'));
  assert_false (remove_node (fixture, "n3", 0));
  assert_int_equal (fit_node_tree_size (fixture->tree), 1);
  expect_next (fixture, "n3 n3");
}

static void
test_removal_of_an_unknown_node_fails (void **state)
{
  Fixture *fixture = *state;

  add_all (fixture, "a1");
  assert_false (fit_node_tree_remove (fixture->tree, 1, ZONE_OF ('A')));
  assert_int_equal (fit_node_tree_size (fixture->tree), 1);
}

/* -- any changes ----------------------------------------------------------- */

#define ZONES 4
#define STEPS 3000

/* What the tree should do, by turns: v1.16's NodeTree. */
typedef struct
{
  GArray *entries; /* of guint32 */
  guint32 zone;
  guint last;
} TurnZone;

typedef struct
{
  GPtrArray *zones; /* of TurnZone */
  guint zone_index;
} Turns;

static void
turn_zone_free (gpointer data)
{
  TurnZone *zone = data;

  g_array_unref (zone->entries);
  g_free (zone);
}

static TurnZone *
turns_zone (Turns *turns, guint32 number)
{
  TurnZone *zone;

  for (guint i = 0; i < turns->zones->len; i++)
    if (((TurnZone *) turns->zones->pdata[i])->zone == number)
      return turns->zones->pdata[i];
  zone = g_new0 (TurnZone, 1);
  zone->zone = number;
  zone->entries = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (turns->zones, zone);
  return zone;
}

static void
turns_remove (Turns *turns, guint32 number, guint32 index)
{
  TurnZone *zone = turns_zone (turns, number);

  for (guint i = 0; i < zone->entries->len; i++)
    if (g_array_index (zone->entries, guint32, i) == index)
      g_array_remove_index (zone->entries, i--);
  if (zone->entries->len == 0)
    g_ptr_array_remove (turns->zones, zone);
}

static guint32
turns_next (Turns *turns)
{
  for (guint exhausted = 0;;)
    {
      TurnZone *zone;

      if (turns->zone_index >= turns->zones->len)
        turns->zone_index = 0;
      zone = turns->zones->pdata[turns->zone_index++];
      if (zone->last < zone->entries->len)
        return g_array_index (zone->entries, guint32, zone->last++);
      if (++exhausted < turns->zones->len)
        continue;
      for (guint i = 0; i < turns->zones->len; i++)
        ((TurnZone *) turns->zones->pdata[i])->last = 0;
      turns->zone_index = 0;
      exhausted = 0;
    }
}

/* Hands out nodes, one by one or as many at a time. */
static void
compare_turns (FitNodeTree *tree, Turns *turns, GRand *random)
{
  const guint n = (guint) g_rand_int_range (random, 0, 12);
  guint position;

  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (fit_node_tree_next (tree), ==, turns_next (turns));
  if (!fit_node_tree_position (tree, &position))
    return;
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (
        fit_node_tree_list (tree)[(position + i) % fit_node_tree_size (tree)],
        ==, turns_next (turns));
  fit_node_tree_skip (tree, n);
}

static void
test_changes_at_any_time_leave_the_turns_as_they_are (void **state)
{
  Fixture *fixture = *state;
  FitNodeTree *tree = fixture->tree;
  const guint32 seed = g_random_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GHashTable) zones = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (turn_zone_free);
  Turns turns = { .zones = list };

  print_message ("seed %u\n", seed);
  for (guint step = 0; step < STEPS; step++)
    {
      const guint32 index = (guint32) g_rand_int_range (random, 0, 20);
      const gpointer key = GUINT_TO_POINTER (index + 1);
      const guint32 zone = GPOINTER_TO_UINT (g_hash_table_lookup (zones, key));

      if (zone != 0)
        {
          assert_true (fit_node_tree_remove (tree, index, zone));
          turns_remove (&turns, zone, index);
          g_hash_table_remove (zones, key);
        }
      else
        {
          const guint32 number
              = 1 + (guint32) g_rand_int_range (random, 0, ZONES);

          fit_node_tree_add (tree, index, number);
          g_array_append_val (turns_zone (&turns, number)->entries, index);
          g_hash_table_insert (zones, key, GUINT_TO_POINTER (number));
        }
      while (fit_node_tree_size (tree) > 0 && g_rand_boolean (random))
        compare_turns (tree, &turns, random);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

/* No round of a new tree began before its nodes came. */
static void
test_first_round_walks_the_list (void **state)
{
  FitNodeTree *tree = fit_node_tree_new ();
  guint position = 77;

  fit_node_tree_add (tree, 0, 0);
  fit_node_tree_add (tree, 1, 0);
  assert_false (fit_node_tree_may_repeat (tree));
  assert_true (fit_node_tree_position (tree, &position));
  assert_int_equal (position, 0);
  fit_node_tree_free (tree);
}

/* The position after any number of nodes, up to the end of a round and beyond. */
static char *
list_of (FitNodeTree *tree)
{
  const guint32 *list = fit_node_tree_list (tree);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fit_node_tree_size (tree); i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", list[i]);
  return g_strdup (text->str);
}

#define ASSERT_LIST(tree, expected)           \
  do                                          \
    {                                         \
      g_autofree char *text = list_of (tree); \
                                              \
      assert_string_equal (text, expected);   \
    }                                         \
  while (0)

/* As later releases do: a node that changes its zone, or is replaced, keeps its
 * place until a node comes or goes. */
static void
test_the_order_is_kept (void **state)
{
  g_autoptr (FitNodeTree) tree = fit_node_tree_new ();

  (void) state;
  fit_node_tree_keep_order (tree);
  fit_node_tree_add (tree, 0, 1);
  fit_node_tree_add (tree, 1, 1);
  fit_node_tree_add (tree, 2, 2);
  ASSERT_LIST (tree, "0 2 1");
  fit_node_tree_remove (tree, 0, 1);
  fit_node_tree_add (tree, 0, 2);
  ASSERT_LIST (tree, "0 2 1");
  fit_node_tree_remove (tree, 2, 2);
  fit_node_tree_add (tree, 3, 1);
  fit_node_tree_remove (tree, 3, 1);
  fit_node_tree_add (tree, 2, 1);
  ASSERT_LIST (tree, "0 2 1");
  fit_node_tree_add (tree, 3, 1);
  ASSERT_LIST (tree, "1 0 2 3");
  fit_node_tree_remove (tree, 1, 1);
  fit_node_tree_settle (tree);
  fit_node_tree_add (tree, 1, 1);
  ASSERT_LIST (tree, "2 0 3 1");
}

static void
test_skipping_is_like_taking (void **state)
{
  for (guint size = 1; size <= 3; size++)
    for (guint before = 0; before <= size; before++)
      for (guint n = 0; n <= size + 1; n++)
        {
          g_autoptr (FitNodeTree) tree = fit_node_tree_new ();
          guint position = 77;

          for (guint i = 0; i < size; i++)
            fit_node_tree_add (tree, i, 0);
          for (guint i = 0; i < before; i++)
            assert_int_equal (fit_node_tree_next (tree), i);
          assert_true (fit_node_tree_position (tree, &position));
          assert_int_equal (position, before % size);
          fit_node_tree_skip (tree, n);
          assert_true (fit_node_tree_position (tree, &position));
          assert_int_equal (position, (before + n) % size);
          assert_int_equal (fit_node_tree_next (tree), (before + n) % size);
        }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_first_round_walks_the_list),
    cmocka_unit_test (test_skipping_is_like_taking),
    cmocka_unit_test (test_the_order_is_kept),
    TEST (test_zones_take_turns),
    TEST (test_zones_come_in_the_order_in_which_they_were_first_seen),
    TEST (test_nodes_without_zone_are_a_zone),
    TEST (test_one_node_comes_again_and_again),
    TEST (test_removal_skips_a_node_once),
    TEST (test_node_added_to_an_exhausted_zone_still_gets_its_turn),
    TEST (test_last_node_of_a_zone_takes_the_zone_along),
    TEST (test_removal_from_the_wrong_zone_fails),
    TEST (test_removal_of_an_unknown_node_fails),
    TEST (test_changes_at_any_time_leave_the_turns_as_they_are),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
