/* test-listers.c - listers keep the order of input, and find services and controllers of a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/storage-objects.h"

#include "base/intern.h"
#include "cluster/listers-private.h"
#include "cluster/pair-buckets.h"

#define SERVICE(namespace, name, selector)                          \
  OBJECT ("v1", "Service", "namespace: " namespace ", name: " name, \
          "spec: {selector: {" selector "}}")
#define REPLICA_SET(namespace, name)                                        \
  OBJECT ("apps/v1", "ReplicaSet", "namespace: " namespace ", name: " name, \
          "spec: {selector: {}}")
#define PDB(namespace, name)                       \
  OBJECT ("policy/v1beta1", "PodDisruptionBudget", \
          "namespace: " namespace ", name: " name, "spec: {selector: {}}")

/* The names of @objects, which have their metadata where volumes have it. */
static void
assert_names (const GPtrArray *objects,
              const FitObjectMeta *(*meta) (gconstpointer),
              const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; objects && i < objects->len; i++)
    g_string_append_printf (names, "%s%s", i ? " " : "",
                            meta (objects->pdata[i])->name);
  assert_string_equal (names->str, expected);
}

static const FitObjectMeta *
pv_meta (gconstpointer object)
{
  return &((const FitPersistentVolume *) object)->meta;
}

static const FitObjectMeta *
workload_meta (gconstpointer object)
{
  return &((const FitWorkload *) object)->meta;
}

static const FitObjectMeta *
pdb_meta (gconstpointer object)
{
  return &((const FitPodDisruptionBudget *) object)->meta;
}

static void
assert_services (const FitListers *listers, const char *namespace_,
                 const char *expected)
{
  const char *interned = fit_intern (namespace_);

  assert_names (fit_listers_group (listers, FIT_KIND_SERVICE, interned),
                workload_meta, expected);
  fit_intern_unref (interned);
}

static void
keeps_order_of_input (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers, PV ("zeta", "") PV ("alpha", "") PV ("mid", ""));
  list_manifest (listers, PDB ("b", "second") PDB ("a", "first"));
  assert_names (fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME), pv_meta,
                "zeta alpha mid");
  assert_names (fit_listers_all (listers, FIT_KIND_POD_DISRUPTION_BUDGET),
                pdb_meta, "second first");
}

static void
replaces_in_place (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers, PV ("a", OF_CLASS ("old")) PV ("b", OF_CLASS ("old"))
                              PV ("c", ""));
  list_manifest (listers, PV ("a", OF_CLASS ("new")));
  assert_names (fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME), pv_meta,
                "a b c");
  assert_string_equal (fit_listers_pv (listers, "a")->storage_class, "new");
}

static void
setting_the_same_object_again_changes_nothing (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers, PV ("a", "") PV ("b", ""));
  fit_listers_set (listers, fit_listers_pv (listers, "a"));
  assert_names (fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME), pv_meta,
                "a b");
  assert_string_equal (fit_listers_pv (listers, "a")->meta.name, "a");
}

static void
removal_keeps_the_order_of_others (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers, PV ("a", "") PV ("b", "") PV ("c", "") PV ("d", ""));
  fit_listers_remove (listers, FIT_KIND_PERSISTENT_VOLUME, "", "b");
  fit_listers_remove (listers, FIT_KIND_PERSISTENT_VOLUME, "", "never-there");
  assert_names (fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME), pv_meta,
                "a c d");
  assert_null (fit_listers_pv (listers, "b"));

  list_manifest (listers, PV ("b", "") PV ("c", ""));
  assert_names (fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME), pv_meta,
                "a c d b");
  /* The name may be the object's own. */
  fit_listers_remove (listers, FIT_KIND_PERSISTENT_VOLUME, "",
                      fit_listers_pv (listers, "a")->meta.name);
  assert_names (fit_listers_all (listers, FIT_KIND_PERSISTENT_VOLUME), pv_meta,
                "c d b");
}

static void
lists_workloads_by_namespace_and_kind (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers,
                 SERVICE ("left", "two", "") SERVICE ("right", "other", "")
                     SERVICE ("left", "one", "") REPLICA_SET ("left", "rs"));
  assert_services (listers, "left", "two one");
  assert_services (listers, "right", "other");
  assert_services (listers, "nowhere", "");

  fit_listers_remove (listers, FIT_KIND_REPLICA_SET, "left", "two");
  assert_services (listers, "left", "two one");
  fit_listers_remove (listers, FIT_KIND_SERVICE, "left", "two");
  assert_services (listers, "left", "one");
  fit_listers_remove (listers, FIT_KIND_SERVICE, "right", "other");
  assert_services (listers, "right", "");
}

/* Those of @kind that may select pods with app=@app in the namespace "ns". */
static void
assert_selecting (const FitListers *listers, FitKind kind, const char *app,
                  const char *expected)
{
  g_autoptr (GArray) found
      = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
  g_autoptr (GPtrArray) objects = g_ptr_array_new ();
  g_autoptr (FitLabels) labels = fit_labels_new (1);
  const char *interned = fit_intern ("ns");

  fit_labels_append (labels, "app", app);
  fit_listers_selecting (listers, kind, interned, labels, found);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (objects, g_array_index (found, FitBucketEntry, i).member);
  assert_names (objects, workload_meta, expected);
  fit_intern_unref (interned);
}

static void
finds_what_selects_a_pod (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers,
                 SERVICE ("ns", "one", "app: a") SERVICE ("ns", "two", "app: a")
                     SERVICE ("ns", "three", "app: b")
                         SERVICE ("other", "four", "app: a")
                             REPLICA_SET ("ns", "rs"));
  assert_selecting (listers, FIT_KIND_SERVICE, "a", "one two");
  assert_selecting (listers, FIT_KIND_SERVICE, "b", "three");
  assert_selecting (listers, FIT_KIND_SERVICE, "c", "");
  assert_selecting (listers, FIT_KIND_STATEFUL_SET, "a", "");

  /* One that selects others from now on keeps its place. */
  list_manifest (listers, SERVICE ("ns", "one", "app: b"));
  assert_selecting (listers, FIT_KIND_SERVICE, "a", "two");
  assert_selecting (listers, FIT_KIND_SERVICE, "b", "one three");
  fit_listers_remove (listers, FIT_KIND_SERVICE, "ns", "one");
  fit_listers_remove (listers, FIT_KIND_SERVICE, "ns", "two");
  assert_selecting (listers, FIT_KIND_SERVICE, "a", "");
  assert_selecting (listers, FIT_KIND_SERVICE, "b", "three");
}

#define INVALID_SET(name, operator)                                    \
  OBJECT ("apps/v1", "ReplicaSet", "namespace: ns, name: " name,       \
          "spec: {selector: {matchExpressions: [{key: app, operator: " \
          operator"}]}}")

static void
knows_of_invalid_selectors (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers, REPLICA_SET ("ns", "fine") INVALID_SET ("bad", "In"));
  assert_true (fit_listers_any_invalid (listers, FIT_KIND_REPLICA_SET, "ns"));
  assert_false (fit_listers_any_invalid (listers, FIT_KIND_REPLICA_SET, "no"));
  assert_false (fit_listers_any_invalid (listers, FIT_KIND_SERVICE, "ns"));
  list_manifest (listers, INVALID_SET ("bad", "Exists"));
  assert_false (fit_listers_any_invalid (listers, FIT_KIND_REPLICA_SET, "ns"));
}

static void
finds_claims_in_their_namespace (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();
  const char *here = fit_intern ("ns");
  const char *there = fit_intern ("elsewhere");

  list_manifest (listers, PVC ("data", OF_CLASS ("mine"))
                              OBJECT ("v1", "PersistentVolumeClaim",
                                      "namespace: elsewhere, name: data",
                                      "spec: {storageClassName: theirs}"));
  assert_string_equal (fit_listers_pvc (listers, here, "data")->storage_class,
                       "mine");
  assert_string_equal (fit_listers_pvc (listers, there, "data")->storage_class,
                       "theirs");
  assert_null (fit_listers_pvc (listers, there, "other"));

  fit_listers_remove (listers, FIT_KIND_PERSISTENT_VOLUME_CLAIM, here, "data");
  assert_null (fit_listers_pvc (listers, here, "data"));
  assert_non_null (fit_listers_pvc (listers, there, "data"));
  fit_intern_unref (here);
  fit_intern_unref (there);
}

static void
finds_classes_and_csi_nodes (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (listers,
                 LATE_CLASS ("fast", "example.com/a") CSI_NODE ("n1", "", ""));
  assert_string_equal (fit_listers_storage_class (listers, "fast")->provisioner,
                       "example.com/a");
  assert_null (fit_listers_storage_class (listers, "slow"));
  assert_non_null (fit_listers_csi_node (listers, "n1"));
  assert_null (fit_listers_csi_node (listers, "fast"));

  fit_listers_remove (listers, FIT_KIND_STORAGE_CLASS, "", "fast");
  assert_null (fit_listers_storage_class (listers, "fast"));
  fit_listers_remove (listers, FIT_KIND_CSI_NODE, "", "n1");
  assert_null (fit_listers_csi_node (listers, "n1"));
  list_manifest (listers, PDB ("ns", "budget"));
  fit_listers_remove (listers, FIT_KIND_POD_DISRUPTION_BUDGET, "ns", "budget");
  assert_int_equal (
      fit_listers_all (listers, FIT_KIND_POD_DISRUPTION_BUDGET)->len, 0);
}

static void
version_counts_changes_of_workloads (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();
  guint64 before = fit_listers_workloads_version (listers);

  list_manifest (listers, PV ("a", "") PVC ("b", "") PDB ("left", "c"));
  assert_true (fit_listers_workloads_version (listers) == before);

  list_manifest (listers, SERVICE ("left", "one", ""));
  assert_true (fit_listers_workloads_version (listers) > before);
  before = fit_listers_workloads_version (listers);
  list_manifest (listers, SERVICE ("left", "one", "a: b"));
  assert_true (fit_listers_workloads_version (listers) > before);
  before = fit_listers_workloads_version (listers);
  fit_listers_remove (listers, FIT_KIND_SERVICE, "left", "gone");
  assert_true (fit_listers_workloads_version (listers) == before);
  fit_listers_remove (listers, FIT_KIND_SERVICE, "left", "one");
  assert_true (fit_listers_workloads_version (listers) > before);
}

static void
indexes_volumes_by_class (void **state)
{
  g_autoptr (FitListers) listers = fit_listers_new ();

  list_manifest (
      listers,
      PV ("a", OF_CLASS ("fast")) PV ("b", "") PV ("c", OF_CLASS ("slow"))
          PV ("d", OF_CLASS ("fast")) PV_WITH (
              "e",
              "annotations: {volume.beta.kubernetes.io/storage-class: slow}",
              OF_CLASS ("fast"), "Available"));
  assert_names (fit_listers_unclaimed (listers, "fast"), pv_meta, "a d e");
  assert_names (fit_listers_unclaimed (listers, "slow"), pv_meta, "c");
  assert_names (fit_listers_unclaimed (listers, ""), pv_meta, "b");
  assert_null (fit_listers_unclaimed (listers, "none"));

  /* A volume that changes its class keeps its place in the order of input. */
  list_manifest (listers,
                 PV ("b", OF_CLASS ("fast")) PV ("d", OF_CLASS ("slow")));
  assert_names (fit_listers_unclaimed (listers, "fast"), pv_meta, "a b e");
  assert_names (fit_listers_unclaimed (listers, "slow"), pv_meta, "c d");
  assert_null (fit_listers_unclaimed (listers, ""));

  fit_listers_remove (listers, FIT_KIND_PERSISTENT_VOLUME, "", "a");
  assert_names (fit_listers_unclaimed (listers, "fast"), pv_meta, "b e");

  /* One that gets a claim is listed by that, until it loses it. */
  list_manifest (listers, PV ("b", OF_CLASS ("fast") ", claimRef: {namespace: "
                                                     "ns, name: c}"));
  assert_names (fit_listers_unclaimed (listers, "fast"), pv_meta, "e");
  assert_names (fit_listers_claimed (listers, "ns", "c"), pv_meta, "b");
  assert_null (fit_listers_claimed (listers, "ns", "d"));
  list_manifest (listers, PV ("b", OF_CLASS ("fast")));
  assert_names (fit_listers_unclaimed (listers, "fast"), pv_meta, "b e");
  assert_null (fit_listers_claimed (listers, "ns", "c"));
}

/* Each change of one of its kinds changes a version, and no other does. */
static void
versions_follow_their_kinds (void **state)
{
#define SOME(api, kind) \
  OBJECT (api, kind, "namespace: ns, name: a", "spec: {selector: {}}")
  static const struct
  {
    FitKind kind;
    const char *manifest;
    gboolean workloads, storage;
  } rows[] = {
    { FIT_KIND_SERVICE, SOME ("v1", "Service"), TRUE, FALSE },
    { FIT_KIND_REPLICATION_CONTROLLER, SOME ("v1", "ReplicationController"),
      TRUE, FALSE },
    { FIT_KIND_REPLICA_SET, SOME ("apps/v1", "ReplicaSet"), TRUE, FALSE },
    { FIT_KIND_STATEFUL_SET, SOME ("apps/v1", "StatefulSet"), TRUE, FALSE },
    { FIT_KIND_PERSISTENT_VOLUME, PV ("a", ""), FALSE, TRUE },
    { FIT_KIND_PERSISTENT_VOLUME_CLAIM,
      OBJECT ("v1", "PersistentVolumeClaim", "namespace: ns, name: a",
              "spec: {}"),
      FALSE, TRUE },
    { FIT_KIND_STORAGE_CLASS,
      OBJECT ("storage.k8s.io/v1", "StorageClass", "name: a", "provisioner: p"),
      FALSE, TRUE },
    { FIT_KIND_VOLUME_ATTACHMENT,
      OBJECT ("storage.k8s.io/v1", "VolumeAttachment", "name: a",
              "spec: {attacher: d, nodeName: n1, source: "
              "{persistentVolumeName: v}}"),
      FALSE, TRUE },
    { FIT_KIND_POD_DISRUPTION_BUDGET, PDB ("ns", "a"), FALSE, FALSE },
  };
  g_autoptr (FitListers) listers = fit_listers_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects = objects_from (rows[i].manifest);
      const FitObject *object = objects->of[rows[i].kind]->pdata[0];

      for (guint step = 0; step < 3; step++)
        {
          const guint64 own = fit_listers_version (listers, rows[i].kind);
          const guint64 workloads = fit_listers_workloads_version (listers);
          const guint64 storage = fit_listers_storage_version (listers);

          if (step < 2)
            fit_listers_set (listers, object);
          else
            fit_listers_remove (listers, rows[i].kind, object->meta.namespace_,
                                "a");
          assert_int_equal (fit_listers_version (listers, rows[i].kind),
                            own + 1);
          assert_int_equal (fit_listers_workloads_version (listers),
                            workloads + (rows[i].workloads ? 1 : 0));
          assert_int_equal (fit_listers_storage_version (listers),
                            storage + (rows[i].storage ? 1 : 0));
        }
    }
#undef SOME
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (keeps_order_of_input),
    cmocka_unit_test (replaces_in_place),
    cmocka_unit_test (setting_the_same_object_again_changes_nothing),
    cmocka_unit_test (removal_keeps_the_order_of_others),
    cmocka_unit_test (lists_workloads_by_namespace_and_kind),
    cmocka_unit_test (finds_what_selects_a_pod),
    cmocka_unit_test (knows_of_invalid_selectors),
    cmocka_unit_test (finds_claims_in_their_namespace),
    cmocka_unit_test (finds_classes_and_csi_nodes),
    cmocka_unit_test (version_counts_changes_of_workloads),
    cmocka_unit_test (indexes_volumes_by_class),
    cmocka_unit_test (versions_follow_their_kinds),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
