/* test-spread-metadata.c - the two smallest counts stay right when pods come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/spread-metadata.h"
#include "predicates/metadata-build.h"

#include "tests/support/cluster.h"

/* Per value of the label zone so many pods, then the two smallest counts. */
typedef struct
{
  guint a, b, c;
  gint32 least, second;
} Row;

static const Row rows[] = {
  { 0, 0, 0, 0, 0 }, { 3, 1, 2, 1, 2 }, { 1, 2, 3, 1, 2 }, { 2, 3, 1, 1, 2 },
  { 5, 5, 1, 1, 5 }, { 1, 5, 5, 1, 5 }, { 0, 4, 4, 0, 4 },
};

static void
add_pods (GString *manifest, const char *node, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (manifest, PLACED ("%s-%u", "%s", "app: web"), node,
                            i, node, i, node);
}

#define ZONED(name, zone) NODE (name, "zone: " zone, "")
#define SPREAD                                                      \
  "topologySpreadConstraints: [{topologyKey: zone, maxSkew: 1, "    \
  "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: " \
  "{app: web}}}]"

static void
test_two_smallest_counts_are_known (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Cluster) c = { 0 };
      g_autoptr (GString) manifest = g_string_new (ZONED ("a", "a") ZONED (
          "b", "b") ZONED ("c", "c") PENDING ("", SPREAD));
      const FitPredicateMetadata *meta;

      add_pods (manifest, "a", rows[i].a);
      add_pods (manifest, "b", rows[i].b);
      add_pods (manifest, "c", rows[i].c);
      cluster_init (&c, manifest->str, NULL);
      meta = fit_predicate_metadata_new (c.cache, c.pending, c.arena, NULL, 0);
      assert_int_equal (meta->spread->n_keys, 1);
      assert_int_equal (meta->spread->keys[0].minima.count[0], rows[i].least);
      assert_int_equal (meta->spread->keys[0].minima.count[1], rows[i].second);
    }
}

/* With one value only, the other slot stays at the greatest count there is. */
static void
test_single_value_leaves_a_slot_empty (void **state)
{
  g_auto (Cluster) c = { 0 };
  const FitPredicateMetadata *meta;

  cluster_init (
      &c, ZONED ("a", "a") PENDING ("", SPREAD) PLACED ("p", "a", "app: web"),
      NULL);
  meta = fit_predicate_metadata_new (c.cache, c.pending, c.arena, NULL, 0);
  assert_int_equal (meta->spread->keys[0].minima.count[0], 1);
  assert_int_equal (meta->spread->keys[0].minima.count[1], G_MAXINT32);
}

/* The slots follow changes by the rule of the original: a value that has left
 * both slots does not come back when a greater one grows. */
static void
test_slots_follow_changes (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) more
      = pod_from (POD ("more", "namespace: ns, labels: {app: web}", ""));
  g_autoptr (GString) manifest = g_string_new (
      ZONED ("a", "a") ZONED ("b", "b") ZONED ("c", "c") PENDING ("", SPREAD));
  FitPredicateMetadata *meta;
  const FitSpreadMinima *minima;

  add_pods (manifest, "a", 1);
  add_pods (manifest, "b", 2);
  add_pods (manifest, "c", 2);
  cluster_init (&c, manifest->str, NULL);
  meta = fit_predicate_metadata_copy (
      fit_predicate_metadata_new (c.cache, c.pending, c.arena, NULL, 0),
      c.arena);
  minima = &meta->spread->keys[0].minima;
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *uid = g_strdup_printf ("c-%u", i);

      fit_predicate_metadata_remove_pod (meta, cluster_pod (&c, uid),
                                         cluster_node (&c, "c"), c.arena);
    }
  assert_int_equal (minima->count[0], 0);
  assert_int_equal (minima->count[1], 1);
  fit_predicate_metadata_add_pod (meta, more, cluster_node (&c, "c"), c.arena);
  assert_int_equal (minima->count[0], 1);
  assert_int_equal (minima->count[1], 1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_two_smallest_counts_are_known),
    cmocka_unit_test (test_single_value_leaves_a_slot_empty),
    cmocka_unit_test (test_slots_follow_changes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
