/* test-node-kinds.c - all nodes of a kind lie in the same places, whatever
 * changes
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-kinds.h"

#include "tests/support/cluster.h"

#define NODES 2000
#define CHANGES 300

enum
{
  ZONE_KEY,
  RACK_KEY,
  HOST_KEY,
  KEYS
};

static const char *const keys[KEYS] = { "zone", "rack", "host" };

/* Nodes with random labels. */
typedef struct
{
  FitTopology *topology;
  FitNodeKinds *kinds;
  GRand *random;
  FitLabels *labels[NODES]; /* (nullable) owned */
  guint32 zones[NODES];
  guint n;
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
  fixture->kinds = fit_node_kinds_new (fixture->topology);
  fixture->random = g_rand_new_with_seed (7);
  *state = fixture;
  return 0;
}

static int
teardown (void **state)
{
  Fixture *fixture = *state;

  fit_node_kinds_free (fixture->kinds);
  fit_topology_free (fixture->topology);
  for (guint i = 0; i < NODES; i++)
    fit_labels_unref (fixture->labels[i]);
  g_rand_free (fixture->random);
  g_free (fixture);
  return 0;
}

/* Every key is absent now and then. */
static void
set_node (Fixture *fixture, guint index, guint n_zones)
{
  const guint most[KEYS] = { n_zones, 7, NODES };
  FitLabels *labels = fit_labels_new (KEYS);

  for (guint k = 0; k < KEYS; k++)
    if (g_rand_int_range (fixture->random, 0, 20) > 0)
      {
        g_autofree char *value = g_strdup_printf (
            "%d", g_rand_int_range (fixture->random, 0, (gint32) most[k]));

        fit_labels_append (labels, keys[k], value);
      }
  fit_labels_unref (fixture->labels[index]);
  fixture->labels[index] = labels;
  fixture->zones[index]
      = (guint32) g_rand_int_range (fixture->random, 0, (gint32) n_zones);
  fit_topology_set_node (fixture->topology, index, labels);
  fixture->n = MAX (fixture->n, index + 1);
}

static guint
slot_of (Fixture *fixture, guint key)
{
  const char *interned = fit_intern (keys[key]);
  const guint slot = fit_topology_slot (fixture->topology, interned);

  fit_intern_unref (interned);
  return slot;
}

/* Are all nodes where their kinds say? */
static void
assert_kinds (Fixture *fixture)
{
  const guint n = fit_node_kinds_update (fixture->kinds, fixture->zones);
  const guint16 *of = fit_node_kinds_of (fixture->kinds);

  assert_in_range (n, 1, FIT_NODE_KINDS);
  for (guint i = 0; i < fixture->n; i++)
    {
      assert_true (of[i] < n);
      assert_int_equal (fit_node_kind_zone (fixture->kinds, of[i]),
                        fixture->zones[i]);
      for (guint slot = 0; slot < fit_topology_n_slots (fixture->topology);
           slot++)
        if (fit_node_kinds_tell (fixture->kinds, slot))
          assert_int_equal (fit_node_kind_value (fixture->kinds, of[i], slot),
                            fit_topology_column (fixture->topology, slot)[i]);
    }
}

static void
test_kinds_follow_changes (void **state)
{
  Fixture *fixture = *state;

  for (guint i = 0; i < NODES / 2; i++)
    set_node (fixture, i, 3);
  assert_kinds (fixture);
  slot_of (fixture, ZONE_KEY);
  slot_of (fixture, HOST_KEY);
  assert_kinds (fixture);
  for (guint change = 0; change < CHANGES; change++)
    {
      const gint32 most = (gint32) MIN (fixture->n + 1, NODES);

      set_node (fixture, (guint) g_rand_int_range (fixture->random, 0, most),
                3);
      if (change == CHANGES / 2)
        slot_of (fixture, RACK_KEY);
      if (change % 3 == 0)
        assert_kinds (fixture);
    }
  assert_true (
      fit_node_kinds_tell (fixture->kinds, slot_of (fixture, ZONE_KEY)));
  assert_true (
      fit_node_kinds_tell (fixture->kinds, slot_of (fixture, RACK_KEY)));
  assert_false (
      fit_node_kinds_tell (fixture->kinds, slot_of (fixture, HOST_KEY)));
}

/* The key with most values is left out first. */
static void
test_kinds_stay_few (void **state)
{
  Fixture *fixture = *state;

  for (guint k = 0; k < KEYS; k++)
    slot_of (fixture, k);
  for (guint i = 0; i < NODES; i++)
    set_node (fixture, i, 40);
  assert_kinds (fixture);
  assert_false (
      fit_node_kinds_tell (fixture->kinds, slot_of (fixture, ZONE_KEY)));
}

static gboolean
follow (Fixture *fixture, guint key, guint *out_slot)
{
  const char *interned = fit_intern (keys[key]);
  const gboolean followed
      = fit_topology_follow (fixture->topology, interned, out_slot);

  assert_true (followed);
  assert_false (fit_topology_has_key (fixture->topology, interned));
  fit_intern_unref (interned);
  return followed;
}

/* Labels by which pods only choose nodes never take the place of topology keys,
 * and make no more than a few kinds. */
static void
test_labels_are_followed (void **state)
{
  Fixture *fixture = *state;
  guint zone, rack, host;

  for (guint i = 0; i < NODES; i++)
    set_node (fixture, i, 3);
  follow (fixture, RACK_KEY, &rack);
  follow (fixture, HOST_KEY, &host);
  assert_kinds (fixture);
  assert_true (fit_node_kinds_tell (fixture->kinds, rack));
  assert_false (fit_node_kinds_tell (fixture->kinds, host));
  /* Three zones, four values of each key. */
  zone = slot_of (fixture, ZONE_KEY);
  assert_kinds (fixture);
  assert_true (fit_node_kinds_tell (fixture->kinds, zone));
  assert_false (fit_node_kinds_tell (fixture->kinds, rack));
  assert_int_equal (slot_of (fixture, RACK_KEY), rack);
  assert_kinds (fixture);
  assert_true (fit_node_kinds_tell (fixture->kinds, rack));
}

/* A label of many nodes' values is told of once it is a topology key. */
static void
test_followed_key_becomes_a_topology_key (void **state)
{
  Fixture *fixture = *state;
  guint version, zone;

  for (guint i = 0; i < NODES; i++)
    set_node (fixture, i, 40);
  for (guint i = 0; i < NODES; i++)
    fixture->zones[i] = 1;
  follow (fixture, ZONE_KEY, &zone);
  assert_kinds (fixture);
  assert_false (fit_node_kinds_tell (fixture->kinds, zone));
  version = fit_node_kinds_version (fixture->kinds);
  assert_int_equal (slot_of (fixture, ZONE_KEY), zone);
  assert_kinds (fixture);
  assert_true (fit_node_kinds_tell (fixture->kinds, zone));
  assert_int_not_equal (fit_node_kinds_version (fixture->kinds), version);
}

static void
test_too_many_zones (void **state)
{
  Fixture *fixture = *state;

  for (guint i = 0; i < NODES; i++)
    {
      set_node (fixture, i, 3);
      fixture->zones[i] = i;
    }
  assert_int_equal (fit_node_kinds_update (fixture->kinds, fixture->zones), 0);
  assert_int_equal (fit_node_kinds_update (fixture->kinds, fixture->zones), 0);
  for (guint i = 0; i < NODES; i++)
    set_node (fixture, i, 3);
  assert_kinds (fixture);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown (test_kinds_follow_changes, setup,
                                     teardown),
    cmocka_unit_test_setup_teardown (test_kinds_stay_few, setup, teardown),
    cmocka_unit_test_setup_teardown (test_labels_are_followed, setup, teardown),
    cmocka_unit_test_setup_teardown (test_followed_key_becomes_a_topology_key,
                                     setup, teardown),
    cmocka_unit_test_setup_teardown (test_too_many_zones, setup, teardown),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
