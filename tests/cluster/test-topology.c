/* test-topology.c - numbers of label values are stable and reused
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/topology.h"

#include "tests/support/cluster.h"

#define MOST_NODES 4

/* A topology, its nodes, and the two keys that the tests use. */
typedef struct
{
  FitTopology *topology;
  FitLabels *labels[MOST_NODES]; /* (nullable) owned */
  const char *zone;              /* interned */
  const char *rack;              /* interned */
} Fixture;

static const FitLabels *
labels_of (guint index, gpointer fixture)
{
  return ((const Fixture *) fixture)->labels[index];
}

static int
setup (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->topology = fit_topology_new (labels_of, fixture);
  fixture->zone = fit_intern ("zone");
  fixture->rack = fit_intern ("rack");
  *state = fixture;
  return 0;
}

static int
teardown (void **state)
{
  Fixture *fixture = *state;

  fit_topology_free (fixture->topology);
  for (guint i = 0; i < MOST_NODES; i++)
    fit_labels_unref (fixture->labels[i]);
  fit_intern_unref (fixture->zone);
  fit_intern_unref (fixture->rack);
  g_free (fixture);
  return 0;
}

/* Either value may be NULL: the label is absent. */
static void
set_node (Fixture *fixture, guint index, const char *zone, const char *rack)
{
  FitLabels *labels = fit_labels_new (2);

  if (zone != NULL)
    fit_labels_append (labels, "zone", zone);
  if (rack != NULL)
    fit_labels_append (labels, "rack", rack);
  fit_labels_unref (fixture->labels[index]);
  fixture->labels[index] = labels;
  fit_topology_set_node (fixture->topology, index, labels);
}

static void
remove_node (Fixture *fixture, guint index)
{
  g_clear_pointer (&fixture->labels[index], fit_labels_unref);
  fit_topology_set_node (fixture->topology, index, NULL);
}

static guint32
value_of (const Fixture *fixture, guint slot, guint index)
{
  return fit_topology_column (fixture->topology, slot)[index];
}

/* The text that the value of node @index stands for. */
static void
expect (const Fixture *fixture, guint slot, guint index, const char *text)
{
  guint32 value = value_of (fixture, slot, index);

  assert_true (value < fit_topology_n_values (fixture->topology, slot));
  assert_string_equal (fit_topology_value (fixture->topology, slot, value),
                       text);
}

static void
test_same_value_has_the_same_id (void **state)
{
  Fixture *f = *state;
  guint slot = fit_topology_slot (f->topology, f->zone);

  set_node (f, 0, "a", NULL);
  set_node (f, 1, "b", NULL);
  set_node (f, 2, "a", NULL);
  assert_int_equal (value_of (f, slot, 0), value_of (f, slot, 2));
  assert_int_not_equal (value_of (f, slot, 0), value_of (f, slot, 1));
  expect (f, slot, 0, "a");
  expect (f, slot, 1, "b");
}

static void
test_absent_label_is_no_value (void **state)
{
  Fixture *f = *state;
  guint slot = fit_topology_slot (f->topology, f->zone);

  set_node (f, 0, NULL, "r");
  remove_node (f, 1);
  assert_int_equal (fit_topology_empty_value (f->topology, slot),
                    FIT_TOPOLOGY_ABSENT);
  set_node (f, 3, "", NULL);
  assert_int_equal (value_of (f, slot, 0), FIT_TOPOLOGY_ABSENT);
  assert_int_equal (value_of (f, slot, 1), FIT_TOPOLOGY_ABSENT);
  assert_int_equal (value_of (f, slot, 2), FIT_TOPOLOGY_ABSENT);
  assert_null (fit_topology_value (f->topology, slot, FIT_TOPOLOGY_ABSENT));
  assert_null (fit_topology_value (f->topology, slot, 1000));
  assert_int_equal (fit_topology_empty_value (f->topology, slot),
                    value_of (f, slot, 3));
  /* An empty value is a value. */
  assert_int_not_equal (value_of (f, slot, 3), FIT_TOPOLOGY_ABSENT);
  expect (f, slot, 3, "");
}

static void
test_slot_sees_the_nodes_that_came_before_it (void **state)
{
  Fixture *f = *state;
  guint slot;

  set_node (f, 0, "a", "r1");
  set_node (f, 1, "b", "r1");
  slot = fit_topology_slot (f->topology, f->zone);
  expect (f, slot, 0, "a");
  expect (f, slot, 1, "b");
  assert_string_equal (fit_topology_key (f->topology, slot), "zone");
}

static void
test_key_has_one_slot (void **state)
{
  Fixture *f = *state;
  guint zone = fit_topology_slot (f->topology, f->zone);
  guint rack = fit_topology_slot (f->topology, f->rack);

  assert_int_not_equal (zone, rack);
  assert_int_equal (fit_topology_slot (f->topology, f->zone), zone);
  assert_int_equal (fit_topology_slot (f->topology, f->rack), rack);
  set_node (f, 0, "a", "r1");
  expect (f, zone, 0, "a");
  expect (f, rack, 0, "r1");
}

static void
test_node_changes_its_value (void **state)
{
  Fixture *f = *state;
  guint slot = fit_topology_slot (f->topology, f->zone);

  set_node (f, 0, "a", NULL);
  set_node (f, 1, "a", NULL);
  set_node (f, 0, "b", NULL);
  expect (f, slot, 0, "b");
  expect (f, slot, 1, "a");
  remove_node (f, 0);
  assert_int_equal (value_of (f, slot, 0), FIT_TOPOLOGY_ABSENT);
  expect (f, slot, 1, "a");
}

/* A value that stays keeps its id: what is counted under it stays valid. */
static void
test_only_node_of_a_value_keeps_its_id (void **state)
{
  Fixture *f = *state;
  guint slot = fit_topology_slot (f->topology, f->zone);
  guint32 id;

  set_node (f, 0, "a", "r1");
  id = value_of (f, slot, 0);
  set_node (f, 0, "a", "r2");
  assert_int_equal (value_of (f, slot, 0), id);
}

static void
test_ids_of_values_that_are_gone_are_used_again (void **state)
{
  Fixture *f = *state;
  guint slot = fit_topology_slot (f->topology, f->zone);
  guint n_values;

  set_node (f, 0, "a", NULL);
  set_node (f, 1, "b", NULL);
  set_node (f, 1, "c", NULL);
  n_values = fit_topology_n_values (f->topology, slot);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *zone = g_strdup_printf ("zone-%u", i);

      set_node (f, 1, zone, NULL);
      expect (f, slot, 0, "a");
      expect (f, slot, 1, zone);
    }
  assert_int_equal (fit_topology_n_values (f->topology, slot), n_values);
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_same_value_has_the_same_id),
    TEST (test_absent_label_is_no_value),
    TEST (test_slot_sees_the_nodes_that_came_before_it),
    TEST (test_key_has_one_slot),
    TEST (test_node_changes_its_value),
    TEST (test_only_node_of_a_value_keeps_its_id),
    TEST (test_ids_of_values_that_are_gone_are_used_again),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
