/* test-metadata.c - what the metadata of a pod contains before nodes are checked
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/metadata-build.h"

#include "tests/support/cluster.h"

#define GPU "example.com/gpu"

static FitPredicateMetadata *
metadata_of (Cluster *cluster, const char *manifest, const char *gates)
{
  cluster_init (cluster, manifest, gates);
  return fit_predicate_metadata_new (cluster->cache, cluster->pending,
                                     cluster->arena, NULL, 0);
}

static FitPredicateMetadata *
copy_of (Cluster *cluster, const char *manifest)
{
  FitPredicateMetadata *meta = metadata_of (cluster, manifest, NULL);

  return fit_predicate_metadata_copy (meta, cluster->arena);
}

static void
test_request_is_that_of_the_pod (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (Interned) gpu = fit_intern (GPU);
  const FitPredicateMetadata *meta = metadata_of (
      &c, PENDING ("", REQUESTS ("cpu: 1, memory: 5, " GPU ": 2")), NULL);

  assert_int_equal (meta->request.milli_cpu, 1000);
  assert_int_equal (meta->request.memory, 5);
  assert_int_equal (fit_resources_scalar (&meta->request, gpu), 2);
  assert_false (meta->requests_nothing);
  assert_false (meta->best_effort);
}

static void
test_pod_may_request_nothing (void **state)
{
  g_auto (Cluster) none = { 0 }, zero = { 0 }, scalar = { 0 };

  assert_true (metadata_of (&none, PENDING ("", ""), NULL)->requests_nothing);
  assert_true (metadata_of (&zero, PENDING ("", REQUESTS ("cpu: 0")), NULL)
                   ->requests_nothing);
  /* An entry for an extended resource is something, even of 0. */
  assert_false (metadata_of (&scalar, PENDING ("", REQUESTS (GPU ": 0")), NULL)
                    ->requests_nothing);
}

#define FAT PENDING ("", REQUESTS ("cpu: 1") ", overhead: {cpu: 1, " GPU ": 1}")

static void
test_overhead_is_requested_behind_its_gate (void **state)
{
  g_auto (Cluster) off = { 0 }, on = { 0 };
  g_autoptr (Interned) gpu = fit_intern (GPU);
  const FitPredicateMetadata *meta;

  assert_int_equal (metadata_of (&off, FAT, NULL)->request.milli_cpu, 1000);
  meta = metadata_of (&on, FAT, "PodOverhead=true");
  assert_int_equal (meta->request.milli_cpu, 2000);
  assert_int_equal (fit_resources_scalar (&meta->request, gpu), 1);
  /* The pod itself stays as it is. */
  assert_int_equal (on.pending->spec->requests.milli_cpu, 1000);
}

#define BAD_TERM \
  PENDING ("", "affinity: {" POD_AFFINITY (INVALID_TERM ("zone")) "}")

/* Without metadata v1.16 does not know what extenders take care of. */
static void
test_ignored_resources_go_with_the_metadata (void **state)
{
  g_auto (Cluster) good = { 0 }, bad = { 0 };
  g_autoptr (Interned) gpu = fit_intern (GPU);
  const char *const ignored[] = { gpu };
  const FitPredicateMetadata *meta;

  cluster_init (&good, PENDING ("", ""), NULL);
  meta = fit_predicate_metadata_new (good.cache, good.pending, good.arena,
                                     ignored, 1);
  assert_true (meta->usable);
  assert_int_equal (meta->n_ignored, 1);
  cluster_init (&bad, BAD_TERM, NULL);
  meta = fit_predicate_metadata_new (bad.cache, bad.pending, bad.arena, ignored,
                                     1);
  assert_false (meta->usable);
  assert_int_equal (meta->n_ignored, 0);
}

static void
test_original_has_no_changes (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) more = pod_from (POD ("more", "namespace: ns", ""));
  FitPredicateMetadata *meta
      = metadata_of (&c, NODE ("n1", "", "") PENDING ("", ""), NULL),
      *copy, *second;

  copy = fit_predicate_metadata_copy (meta, c.arena);
  fit_predicate_metadata_add_pod (copy, more, cluster_node (&c, "n1"), c.arena);
  assert_int_equal (meta->n_changes, 0);
  assert_int_equal (copy->n_changes, 1);
  /* A copy of a copy goes its own way too. */
  second = fit_predicate_metadata_copy (copy, c.arena);
  fit_predicate_metadata_remove_pod (second, more, cluster_node (&c, "n1"),
                                     c.arena);
  assert_true (copy->changes[0].present);
  assert_false (second->changes[0].present);
}

static void
test_many_changes_are_kept (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (GPtrArray) pods
      = g_ptr_array_new_with_free_func (fit_object_unref);
  FitPredicateMetadata *copy
      = copy_of (&c, NODE ("n1", "", "") PENDING ("", ""));

  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *manifest
          = g_strdup_printf (POD ("p%u", "namespace: ns", ""), i, i);

      g_ptr_array_add (pods, pod_from (manifest));
      fit_predicate_metadata_add_pod (copy, pods->pdata[i],
                                      cluster_node (&c, "n1"), c.arena);
    }
  assert_int_equal (copy->n_changes, 50);
  for (guint i = 0; i < 50; i++)
    {
      assert_ptr_equal (copy->changes[i].pod, pods->pdata[i]);
      assert_true (copy->changes[i].present);
      assert_false (copy->changes[i].indexed);
    }
}

/* v1.16 refuses a pod with the name of the incoming one, and goes on. */
static void
test_incoming_pod_itself_changes_nothing (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) same
      = pod_from (POD ("pending", "namespace: ns, generateName: x", ""));
  g_autoptr (FitPod) other = pod_from (POD ("pending", "namespace: other", ""));
  FitPredicateMetadata *copy
      = copy_of (&c, NODE ("n1", "", "") PENDING ("", ""));

  fit_predicate_metadata_add_pod (copy, same, cluster_node (&c, "n1"), c.arena);
  fit_predicate_metadata_remove_pod (copy, same, cluster_node (&c, "n1"),
                                     c.arena);
  assert_int_equal (copy->n_changes, 0);
  fit_predicate_metadata_add_pod (copy, other, cluster_node (&c, "n1"),
                                  c.arena);
  assert_int_equal (copy->n_changes, 1);
}

static void
test_unusable_metadata_takes_no_changes (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) more = pod_from (POD ("more", "namespace: ns", ""));
  FitPredicateMetadata *copy = copy_of (&c, NODE ("n1", "", "") BAD_TERM);

  fit_predicate_metadata_add_pod (copy, more, cluster_node (&c, "n1"), c.arena);
  assert_int_equal (copy->n_changes, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_request_is_that_of_the_pod),
    cmocka_unit_test (test_pod_may_request_nothing),
    cmocka_unit_test (test_overhead_is_requested_behind_its_gate),
    cmocka_unit_test (test_ignored_resources_go_with_the_metadata),
    cmocka_unit_test (test_original_has_no_changes),
    cmocka_unit_test (test_many_changes_are_kept),
    cmocka_unit_test (test_incoming_pod_itself_changes_nothing),
    cmocka_unit_test (test_unusable_metadata_takes_no_changes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
